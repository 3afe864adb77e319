"""Line of sight as VASL decides it, on the pixels of a board or a map of boards.

The rules stand in `engine/rules.h`, the walk over the pixels in `engine/los.cc`; here a map and the traits of its terrain
are handed to them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import BoardError
from ..boards import terrain as codes
from ..boards.geometry import HexGrid
from ..boards.hexes import BRIDGE, BUILDING, DEPRESSION, HEXSIDE, INHERENT, ROAD, WATER, HexTable, category, flags
from ..boards.terrain import CODE, TERRAINS
from .compiled import Instance

__all__ = ["LineOfSight", "Sight"]

Bools = NDArray[np.bool_]
BLOCKED, REFUSED = 255, 254
PAIRS_AT_ONCE = 1 << 16


def _numbers(get: str) -> NDArray[np.int32]:
    table = np.zeros(256, np.int32)
    for code, terrain in TERRAINS.items():
        table[code] = getattr(terrain, get)
    return table


# The traits of a terrain code, in the order of `Trait` in `engine/map.h`
TRAITS: dict[str, Bools] = {
    "BUILDING": BUILDING,
    "INHERENT": INHERENT,
    "HEXSIDE": HEXSIDE,
    "DEPRESSION": DEPRESSION,
    "WATER": WATER,
    "ROAD": ROAD,
    "BRIDGE": BRIDGE,
    "ROWHOUSE_WALL": flags(codes.ROWHOUSE_WALLS | codes.INTERIOR_WALLS),
    "FACTORY": category("factory"),
    "FACTORY_FLOOR": flags(codes.FACTORY_FLOORS),
    "ROOFLESS": flags(codes.ROOFLESS),
    "OBSTACLE": _numbers("obstacle") > 0,
    "LOWER_OBSTACLE": _numbers("lower_obstacle") > 0,
    "LOWER_HINDRANCE": _numbers("lower_hindrance") > 0,
    "SPLIT": flags(code for code, terrain in TERRAINS.items() if terrain.split),
    "HALF_LEVEL": _numbers("half") > 0,
    "HILLOCK": flags(code for code, terrain in TERRAINS.items() if terrain.word == "hillock"),
    "CLIFF": flags([CODE["Cliff"]]),
    "BOCAGE": flags([CODE["Bocage"]]),
    "LIGHT_WOODS": flags([CODE["Light Woods"]]),
    "BARE_ORCHARD": flags([CODE["Orchard, Out of Season"]]),
    "THICK_JUNGLE": flags([CODE["Dense Jungle"], CODE["Bamboo"]]),
    "STAIRS": flags(code for code, terrain in TERRAINS.items() if terrain.name.endswith("Building, 1 Level")),
}
KINDS = np.stack(
    [sum(table.astype(np.int32) << bit for bit, table in enumerate(TRAITS.values())), _numbers("height")], 1
)
ROW = np.dtype([("base", "<i2"), ("centre", "u1"), ("hexside", "u1", 6), ("point", "u1", 6)], align=True)


class Sight(NamedTuple):
    """Answers for pairs of Locations: whether the LOS is blocked, and its Hindrances (0 where it is blocked)."""

    blocked: Bools
    hindrance: NDArray[np.int8]


class LineOfSight:
    """Lines of sight on one map.

    Indexes of hexes are those of its `HexGrid`.
    """

    def __init__(
        self,
        grid: HexGrid,
        terrain: NDArray[np.uint8],
        elevation: NDArray[np.int8],
        stairways: Bools | None = None,
        inherent_fills: bool = True,
    ) -> None:
        """Take a copy of a map; without `inherent_fills` inherent terrain does not hinder a LOS through its hex.

        Raises `BoardError` for a map too large.
        """
        self.grid = grid
        self._engine = engine = Instance()
        sizes = grid.cols, grid.rows, grid.width, grid.height
        geometry = (float(x) for x in (grid.hex_width, grid.hex_height, grid.x0, grid.y0))
        if not engine.call("los_room", *sizes, *geometry, int(inherent_fills)):
            raise BoardError("map", f"has {grid.cols} x {grid.rows} hexes, too many for LOS", "choose fewer boards")
        there = np.zeros(grid.count, bool) if stairways is None else stairways
        for place, content in (("kinds", KINDS), ("codes", terrain), ("ground", elevation), ("stairways", there)):
            engine.write(engine.call(f"los_{place}"), content.tobytes())
        self._rows = engine.call("los_read")

    @cached_property
    def table(self) -> HexTable:
        """Terrain, base and hexsides of each hex, as the engine reads them."""
        with self._engine.lock:
            rows = np.frombuffer(self._engine.read(self._rows, ROW.itemsize * self.grid.count), ROW)
        return HexTable(**{name: np.ascontiguousarray(rows[name]) for name in ROW.names or ()})

    def terrain_counts(self) -> NDArray[np.int32]:
        """Return the number of pixels of each terrain code in each hex: [hex, code]."""
        with self._engine.lock:
            counts = self._numbers(self._engine.call("los_counts"), 256 * self.grid.count)
        return counts.reshape(-1, 256)

    def buildings(self) -> NDArray[np.int32]:
        """Return rows (hex, part, pixels) of the connected depictions of buildings, parted by rowhouse walls."""
        with self._engine.lock:
            address = self._engine.call("los_buildings")
            return self._numbers(address, 3 * self._engine.call("los_building_size")).reshape(-1, 3)

    def inside(self, hex_: int) -> NDArray[np.int32]:
        """Return the pixels of a hex that are on the image: rows (x, y)."""
        with self._engine.lock:
            address = self._engine.call("los_inside", hex_)
            return self._numbers(address, self._engine.call("los_inside_size")).reshape(-1, 2)

    def _numbers(self, address: int, count: int) -> NDArray[np.int32]:
        return np.frombuffer(self._engine.read(address, 4 * count), np.int32)

    def los(self, src: ArrayLike, dst: ArrayLike, src_level: ArrayLike = 0, dst_level: ArrayLike = 0) -> Sight:
        """Return the LOS between the hexes of `src` and `dst`, pair by pair, at levels above the hexes' own ground.

        Raises `BoardError` for hexes whose centres are not on the map.
        """
        ends = np.broadcast_arrays(*(np.asarray(x, np.int32) for x in (src, dst, src_level, dst_level)))
        pairs = np.stack([end.ravel() for end in ends], 1)
        answers = np.empty(len(pairs), np.uint8)
        for at in range(0, len(pairs), PAIRS_AT_ONCE):
            answers[at : at + PAIRS_AT_ONCE] = self._answers(pairs[at : at + PAIRS_AT_ONCE])
        if (answers == REFUSED).any():
            raise BoardError("map", "has no LOS for a hex whose centre is off it", "crop the boards otherwise")
        blocked: Any = answers == BLOCKED
        hindrance = np.where(blocked, 0, answers).astype(np.int8)
        return Sight(blocked.reshape(ends[0].shape), hindrance.reshape(ends[0].shape))

    def _answers(self, pairs: NDArray[np.int32]) -> NDArray[np.uint8]:
        engine = self._engine
        with engine.lock:
            engine.write(engine.call("los_pairs"), pairs.tobytes())
            return np.frombuffer(engine.read(engine.call("los_answers", len(pairs)), len(pairs)), np.uint8)
