"""Line of sight as VASL decides it, on the pixels of a board or a map of boards.

The rules stand in `engine/rules.h`, the walk over the pixels in `engine/los.cc`; here a map and the traits of its terrain
are handed to them.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from .. import BoardError
from ..boards.geometry import HexGrid
from ..boards.terrain import TERRAINS, Terrain

# A browser runs the engine itself: its page registers it before anything of ours is imported.
if TYPE_CHECKING or "pyrout_los" not in sys.modules:
    from .compiled import Instance
else:
    from .in_browser import Instance

__all__ = ["LineOfSight", "Sight"]

BLOCKED, REFUSED = 255, 254  # answers; others are the number of Hindrances
PAIRS_AT_ONCE = 1 << 16


# The traits of a terrain code, in the order of `Trait` in `engine/map.h`
TRAITS: dict[str, Callable[[Terrain], object]] = {
    "BUILDING": lambda terrain: terrain.building,
    "INHERENT": lambda terrain: terrain.inherent,
    "HEXSIDE": lambda terrain: terrain.hexside,
    "DEPRESSION": lambda terrain: terrain.category == "depression",
    "WATER": lambda terrain: terrain.category == "water",
    "ROAD": lambda terrain: terrain.category == "road",
    "BRIDGE": lambda terrain: terrain.category == "bridge",
    "ROWHOUSE_WALL": lambda terrain: terrain.name.startswith(("Rowhouse Wall", "Interior Factory")),
    "FACTORY": lambda terrain: terrain.category == "factory",
    "FACTORY_FLOOR": lambda terrain: terrain.category == "factory" and "Wall" not in terrain.name,
    "ROOFLESS": lambda terrain: terrain.name.startswith(("Roofless", "Gutted Stone F")),
    "OBSTACLE": lambda terrain: terrain.obstacle,
    "LOWER_OBSTACLE": lambda terrain: terrain.lower_obstacle,
    "LOWER_HINDRANCE": lambda terrain: terrain.lower_hindrance,
    "SPLIT": lambda terrain: terrain.split,
    "HALF_LEVEL": lambda terrain: terrain.half,
    "HILLOCK": lambda terrain: terrain.word == "hillock",
    "CLIFF": lambda terrain: terrain.name == "Cliff",
    "BOCAGE": lambda terrain: terrain.name == "Bocage",
    "LIGHT_WOODS": lambda terrain: terrain.name == "Light Woods",
    "BARE_ORCHARD": lambda terrain: terrain.name == "Orchard, Out of Season",
    "THICK_JUNGLE": lambda terrain: terrain.name in ("Dense Jungle", "Bamboo"),
    "STAIRS": lambda terrain: terrain.name.endswith("Building, 1 Level"),
}


def _kind(terrain: Terrain | None) -> bytes:
    """Return `Terrain` of `engine/map.h` for a terrain code; without any trait for one that there is not."""
    if terrain is None:
        return bytes(8)
    traits = sum(1 << bit for bit, has in enumerate(TRAITS.values()) if has(terrain))
    return struct.pack("<2i", traits, terrain.height)


KINDS = b"".join(_kind(TERRAINS.get(code)) for code in range(256))
ROW = struct.Struct("<hB6s6sx")  # `Row` of `engine/los.cc`


@dataclass(frozen=True, eq=False)
class HexTable:
    """VASL's reading of each hex for the line of sight: terrain codes and elevations, [hex] or [hex][hexside].

    This is not what the rules need of a hex (`boards.facts` has that): a hex of woods with a road through its centre is
    a road here. Code 0 in `hexside` means no terrain; `point` is the terrain at the hex's own hexside point, and 0 where that
    lies off the image.
    """

    centre: Sequence[int]
    base: Sequence[int]
    hexside: Sequence[bytes]
    point: Sequence[bytes]

    def location(self, hex_: int, side: int) -> int:
        """Return the terrain of a hexside, else that at the hex's own point."""
        return self.hexside[hex_][side] or self.point[hex_][side]


class Sight(NamedTuple):
    """Answers for pairs of Locations: whether the LOS is blocked, and its Hindrances (0 where it is blocked)."""

    blocked: list[bool]
    hindrance: list[int]

    @classmethod
    def of(cls, answers: bytes) -> Sight:
        """Return the answers of the engine as such."""
        return cls([answer == BLOCKED for answer in answers], list(answers.replace(b"\xff", b"\0")))


class LineOfSight:
    """Lines of sight on one map.

    Indexes of hexes are those of its `HexGrid`.
    """

    def __init__(
        self,
        grid: HexGrid,
        terrain: bytes,
        elevation: bytes,
        stairways: bytes | None = None,
        inherent_fills: bool = True,
    ) -> None:
        """Take a copy of a map; without `inherent_fills` inherent terrain does not hinder a LOS through its hex.

        `terrain`, `elevation` and `stairways` as in `BoardData`. Raises `BoardError` for a map too large.
        """
        self.grid = grid
        self._engine = engine = Instance()
        sizes = grid.cols, grid.rows, grid.width, grid.height
        geometry = (float(x) for x in (grid.hex_width, grid.hex_height, grid.x0, grid.y0))
        if not engine.call("los_room", *sizes, *geometry, int(inherent_fills)):
            raise BoardError("map", f"has {grid.cols} x {grid.rows} hexes, too many for LOS", "choose fewer boards")
        there = bytes(grid.count) if stairways is None else stairways
        for content, size in (
            (terrain, grid.width * grid.height),
            (elevation, grid.width * grid.height),
            (there, grid.count),
        ):
            if len(content) != size:
                raise ValueError(f"{len(content)} bytes for {size}")
        for place, content in (("kinds", KINDS), ("codes", terrain), ("ground", elevation), ("stairways", there)):
            engine.write(engine.call(f"los_{place}"), content)
        self._codes = sorted(set(terrain))
        self._rows = engine.call("los_read")

    @cached_property
    def table(self) -> HexTable:
        """Terrain, base and hexsides of each hex, as the engine reads them."""
        with self._engine.lock:
            rows = self._engine.read(self._rows, ROW.size * self.grid.count)
        base, centre, hexside, point = zip(*ROW.iter_unpack(rows), strict=True)
        return HexTable(centre, base, hexside, point)

    def terrain_counts(self) -> list[Counter[int]]:
        """Return the number of pixels of each terrain code in each hex."""
        with self._engine.lock:
            counts = self._numbers(self._engine.call("los_counts"), 256 * self.grid.count)
        rows = (counts[at : at + 256] for at in range(0, len(counts), 256))
        return [Counter({code: row[code] for code in self._codes if row[code]}) for row in rows]

    def buildings(self) -> list[tuple[int, int, int]]:
        """Return rows (hex, part, pixels) of the connected depictions of buildings, parted by rowhouse walls."""
        with self._engine.lock:
            address = self._engine.call("los_buildings")
            numbers = self._numbers(address, 3 * self._engine.call("los_building_size"))
        return list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))

    def inside(self, hex_: int) -> list[tuple[int, int]]:
        """Return the pixels (x, y) of a hex that are on the image."""
        with self._engine.lock:
            address = self._engine.call("los_inside", hex_)
            numbers = self._numbers(address, self._engine.call("los_inside_size"))
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    def _numbers(self, address: int, count: int) -> array[int]:
        return array("i", self._engine.read(address, 4 * count))

    def los(
        self,
        src: Sequence[int],
        dst: Sequence[int],
        src_level: Sequence[int] | int = 0,
        dst_level: Sequence[int] | int = 0,
    ) -> Sight:
        """Return the LOS between the hexes of `src` and `dst`, pair by pair, at levels above the hexes' own ground.

        Raises `BoardError` for hexes whose centres are not on the map.
        """
        pairs = array("i", bytes(16 * len(src)))
        for place, end in enumerate((src, dst, src_level, dst_level)):
            pairs[place::4] = array("i", [end]) * len(src) if isinstance(end, int) else array("i", end)
        at_once = 4 * PAIRS_AT_ONCE
        answers = b"".join(self._answers(pairs[at : at + at_once]) for at in range(0, len(pairs), at_once))
        if REFUSED in answers:
            raise BoardError("map", "has no LOS for a hex whose centre is off it", "crop the boards otherwise")
        return Sight.of(answers)

    def _answers(self, pairs: array[int]) -> bytes:
        engine, count = self._engine, len(pairs) // 4
        with engine.lock:
            engine.write(engine.call("los_pairs"), pairs.tobytes())
            return engine.read(engine.call("los_answers", count), count)
