"""VASL's reading of each hex of a map for the line of sight: terrain, base elevation and hexsides.

This is not what the rules need of a hex (`facts` has that): a hex of woods with a road through its centre is a road
here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .geometry import HexGrid, strips
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
    bridge: NDArray[np.bool_]

    @property
    def location(self) -> Codes:
        """[hex, hexside] -> what lies there: the hexside's terrain, else what the hex's own point shows."""
        return np.where(self.hexside > 0, self.hexside, self.point)

    @property
    def depression(self) -> NDArray[np.bool_]:
        """A flag for each hex: True for depressions, whose base is the lowered one."""
        return DEPRESSION[self.centre]


def hex_table(grid: HexGrid, terrain: Codes, elevation: NDArray[np.int8]) -> HexTable:
    """Return the table of a map's hexes; `terrain` and `elevation` are indexed [x, y]."""
    cx, cy = np.clip(grid.centre[:, 0], 0, grid.width - 1), np.clip(grid.centre[:, 1], 0, grid.height - 1)
    centre = terrain[cx, cy].copy()
    px, py = grid.side_points[..., 0], grid.side_points[..., 1]
    on_image = (px >= 0) & (px < grid.width) & (py >= 0) & (py < grid.height)
    sampled = terrain[np.clip(px, 0, grid.width - 1), np.clip(py, 0, grid.height - 1)]
    point = np.where(on_image, sampled, 0).astype(np.uint8)
    # a building that misses the centre
    for side in reversed(range(6)):
        beside = BUILDING[point[:, side]] & on_image[:, side]
        centre = np.where(beside & ~BUILDING[terrain[cx, cy]], point[:, side], centre)
    _inherent_centres(grid, terrain, centre)
    neighbours = grid.neighbours
    own = np.where(HEXSIDE[point] & grid.on_map, point, 0)
    across = np.zeros_like(own)
    for side in range(6):
        other = neighbours[:, side]
        across[:, side] = np.where(other >= 0, own[other, (side + 3) % 6], 0)
    # The hex that comes first decides where both sides show something.
    earlier = (neighbours >= 0) & (neighbours < np.arange(grid.count)[:, None])
    first, second = np.where(earlier, across, own), np.where(earlier, own, across)
    hexside = np.where(grid.on_map, np.where(first > 0, first, second), 0).astype(np.uint8)
    bridge = np.zeros(grid.count, bool)
    hexes, pixels = grid.polygon_pixels
    bridge[hexes[BRIDGE[terrain.ravel()[pixels]]]] = True
    return HexTable(centre, elevation[cx, cy].astype(np.int16), hexside, point, bridge)


def _inherent_centres(grid: HexGrid, terrain: Codes, centre: Codes) -> None:
    """Inherent terrain fills a hex if any pixel of it lies nearer to the centre than to a hexside point.

    The first such pixel decides, columns left to right, downward in each.
    """
    x, y = np.nonzero(INHERENT[terrain])
    if not len(x):
        return
    low, high = grid.polygons.min(1), grid.polygons.max(1)
    begin, end = (np.searchsorted(x, edge[:, 0]) for edge in (low, high))  # nonzero gives x in ascending order
    beside = [
        a + np.flatnonzero((y[a:b] >= top) & (y[a:b] < bottom))
        for a, b, top, bottom in zip(begin, end, low[:, 1], high[:, 1], strict=True)
    ]
    hexes = np.repeat(np.arange(grid.count, dtype=np.int32), [len(some) for some in beside])
    within = np.concatenate(beside)
    if not len(within):
        return
    hits = np.concatenate(
        [
            strip.start + np.flatnonzero(grid.nearest_point(hexes[strip], x[within[strip]], y[within[strip]]) == 0)
            for strip in strips(len(within))
        ]
    )
    filled, first = np.unique(hexes[hits], return_index=True)
    centre[filled] = terrain[x[within[hits[first]]], y[within[hits[first]]]]
