"""VASL's reading of each hex of a map for the line of sight: terrain, base elevation and hexsides.

This is not what the rules need of a hex (`facts` has that): a hex of woods with a road through its centre is a road
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .terrain import TERRAINS


def category(*names: str) -> frozenset[int]:
    """Return the terrain codes of some categories."""
    return frozenset(code for code, terrain in TERRAINS.items() if terrain.category in names)


INHERENT = frozenset(code for code, terrain in TERRAINS.items() if terrain.inherent)
HEXSIDE = frozenset(code for code, terrain in TERRAINS.items() if terrain.hexside)
DEPRESSION = category("depression")
WATER = category("water")
ROAD = category("road")
BRIDGE = category("bridge")


@dataclass(frozen=True, eq=False)
class HexTable:
    """Terrain codes and elevations, [hex] or [hex][hexside].

    Code 0 in `hexside` is none; `point` is the terrain at the hex's own hexside point, and 0 where that lies off the
    image.
    """

    centre: Sequence[int]
    base: Sequence[int]
    hexside: Sequence[bytes]
    point: Sequence[bytes]

    def location(self, hex_: int, side: int) -> int:
        """Return the terrain of a hexside, else that at the hex's own point."""
        return self.hexside[hex_][side] or self.point[hex_][side]
