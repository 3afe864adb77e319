"""VASL's reading of each hex of a map for the line of sight: terrain, base elevation and hexsides.

This is not what the rules need of a hex (`facts` has that): a hex of woods with a road through its centre is a road
here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .terrain import TERRAINS

Codes = NDArray[np.uint8]


def flags(codes: Iterable[int]) -> NDArray[np.bool_]:
    """Return a flag for each terrain code: True for the given ones."""
    table = np.zeros(256, bool)
    table[list(codes)] = True
    return table


def category(*names: str) -> NDArray[np.bool_]:
    """Return a flag for each terrain code: True for those of the categories."""
    return flags(code for code, terrain in TERRAINS.items() if terrain.category in names)


BUILDING = flags(code for code, terrain in TERRAINS.items() if terrain.building)
INHERENT = flags(code for code, terrain in TERRAINS.items() if terrain.inherent)
HEXSIDE = flags(code for code, terrain in TERRAINS.items() if terrain.hexside)
DEPRESSION = category("depression")
WATER = category("water")
ROAD = category("road")
BRIDGE = category("bridge")


@dataclass(frozen=True, eq=False)
class HexTable:
    """Terrain codes and elevations, [hex] or [hex, hexside].

    Code 0 in `hexside` is none; `point` is the terrain at the hex's own hexside point, and 0 where that lies off the
    image.
    """

    centre: Codes
    base: NDArray[np.int16]
    hexside: Codes
    point: Codes

    @property
    def location(self) -> Codes:
        """[hex, hexside] -> what lies there: the hexside's terrain, else what the hex's own point shows."""
        return np.where(self.hexside > 0, self.hexside, self.point)

    @property
    def depression(self) -> NDArray[np.bool_]:
        """A flag for each hex: True for depressions, whose base is the lowered one."""
        return DEPRESSION[self.centre]
