"""The words of the line-of-sight rules as arrays: terrain tables by code, pairs of Locations, tests, verdicts."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import terrain as codes
from ..boards.geometry import NO_HEX, HexGrid
from ..boards.hexes import BUILDING, HEXSIDE, flags
from ..boards.terrain import CODE, TERRAINS
from .pixels import CLIFF

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]

HINDRANCE_LIMIT = 6  # a LOS with as many Hindrances is blocked
BOCAGE = CODE["Bocage"]
LIGHT_WOODS = CODE["Light Woods"]
HILLOCK = flags(code for code, terrain in TERRAINS.items() if terrain.word == "hillock")
BARE_ORCHARD = CODE["Orchard, Out of Season"]
ENTRY_VERTEX = (3, 4, 5, 0, 1, 2)  # of the vertex by which a LOS along hexsides leaves


def _numbers(get: str) -> NDArray[np.int16]:
    table = np.zeros(256, np.int16)
    for code, terrain in TERRAINS.items():
        table[code] = getattr(terrain, get)
    return table


HEIGHT = _numbers("height")
HALF = _numbers("half").astype(bool)
OBSTACLE = _numbers("obstacle").astype(bool)
LOWER_OBSTACLE = _numbers("lower_obstacle").astype(bool)
LOWER_HINDRANCE = _numbers("lower_hindrance").astype(bool)
SPLIT = flags(code for code, terrain in TERRAINS.items() if terrain.split)
ROWHOUSE = flags(codes.ROWHOUSE_WALLS | codes.INTERIOR_WALLS)
FACTORY_FLOOR = flags(codes.FACTORY_FLOORS)
FACTORY = flags(code for code, terrain in TERRAINS.items() if terrain.category == "factory")
ROOFLESS = flags(codes.ROOFLESS)
ROOFED_BUILDING = BUILDING & ~FACTORY

# As the rules after the one for hexsides see a pixel: of a wall, hedge or cliff only the ground is left; a rowhouse
# wall keeps its full levels.
BARE_HEXSIDE = HEXSIDE & ~ROWHOUSE
HEIGHT_LEFT = np.where(BARE_HEXSIDE, 0, HEIGHT)
HALF_LEFT = HALF & ~HEXSIDE
OBSTACLE_LEFT = OBSTACLE & ~BARE_HEXSIDE
TOP_LEFT = 2 * HEIGHT_LEFT + HALF_LEFT  # in half levels
NEVER_EQUAL = HALF_LEFT & BUILDING  # a top between two levels
# The lowest end from which nothing of this terrain can matter, in half levels above the ground
REACH = np.maximum(2 * HEIGHT + HALF, np.where(flags([CLIFF]), 2, 0)).astype(np.int16)


class Sight(NamedTuple):
    """Answers for pairs of Locations: whether the LOS is blocked, and its Hindrances (0 where it is blocked)."""

    blocked: Bools
    hindrance: NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of Locations and what the rules ask about a pair as a whole, each an array over the pairs."""

    src: Ints
    dst: Ints
    s: Ints  # elevations of the ends
    t: Ints
    range: Ints
    leave: Bools  # leaving a depression, or entering one, is restricted
    enter: Bools
    vertex: NDArray[np.int8]  # by which a LOS along hexsides leaves

    @property
    def low(self) -> Ints:
        return np.minimum(self.s, self.t)

    @property
    def high(self) -> Ints:
        return np.maximum(self.s, self.t)

    def chosen(self, index: NDArray[np.intp]) -> Pairs:
        return Pairs(*(getattr(self, field.name)[index] for field in fields(self)))


@dataclass(frozen=True, eq=False)
class Tests:
    """Runs to be judged, each an array over the tests.

    `pair` counts among the pairs of one batch; `own` and `own_near` are of the pixel's hex where `hex` is the current
    one. `before` is the hex visited before, `ignored` the cell's hex whose ground is ignored there and holds the
    pixel; both only where a depression restricts the LOS. `out` tells that the LOS has left the building before.
    """

    pair: Ints
    code: NDArray[np.uint8]
    g: Ints
    hex: Ints
    near: NDArray[np.int8]
    axis: NDArray[np.int8]
    closer: NDArray[np.int8]
    farther: NDArray[np.int8]
    own: Ints
    own_near: NDArray[np.int8]
    before: Ints
    ignored: Bools
    out: Bools

    def chosen(self, index: NDArray[np.intp] | Bools) -> Tests:
        return Tests(*(getattr(self, field.name)[index] for field in fields(self)))

    def joined(self, other: Tests) -> Tests:
        return Tests(*(np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)))


class Verdict:
    """The results so far for the pairs of a batch."""

    def __init__(self, count: int, most: int) -> None:
        self.blocked = np.zeros(count, bool)
        self.hindrance = np.zeros((count, most + 1), np.int8)

    def hinder(self, pair: Ints, at: Ints, value: NDArray[np.int8]) -> None:
        """Add one Hindrance for each range from the source; the higher one wins."""
        for amount in (1, 2):
            this = value == amount
            self.hindrance[pair[this], at[this]] = amount

    def result(self) -> Sight:
        total = self.hindrance.sum(1)
        blocked = self.blocked | (total >= HINDRANCE_LIMIT)
        return Sight(blocked, np.where(blocked, 0, total).astype(np.int8))


def either_side(table: Bools, grid: HexGrid) -> Bools:
    """Return True for [hex, hexside] where the table has it from either hex of the hexside."""
    across = table[grid.neighbours, (np.arange(6) + 3) % 6]
    return table | (across & (grid.neighbours >= 0))


def lowest(bits: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the lowest bit set, or -1."""
    found = np.full(len(bits), -1, np.int8)
    for side in reversed(range(6)):
        found[(bits >> side & 1).astype(bool)] = side
    return found


def axis(vertex: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the lower hexside of the two parallel to a LOS that leaves by a vertex."""
    return ((vertex + 1) % 3).astype(np.int8)


def exit_vertex(step: NDArray[np.int64], distance: Ints) -> NDArray[np.int8]:
    """Return the vertex by which a LOS along hexsides leaves its source, or -1 for any other LOS.

    `step` is from source to target pixel; VASL's tolerance for a slope of 60 degrees shrinks with the range.
    """
    dx, dy = step[:, 0], step[:, 1]
    tolerance = np.where(distance < 5, 0.05, np.where(distance <= 15, 0.03, 0.015))
    slope = np.abs(dy / np.where(dx == 0, 1, dx))
    steep = (dx != 0) & (np.abs(slope - math.tan(math.radians(60))) < tolerance)
    vertex = np.full(len(dx), NO_HEX, np.int8)
    vertex[dy == 0] = np.where(dx > 0, 2, 5)[dy == 0]
    vertex[steep] = np.where(dx > 0, np.where(dy > 0, 3, 1), np.where(dy > 0, 4, 0))[steep]
    return vertex


def toward(grid: HexGrid, bits: NDArray[np.int8], hexes: Ints, end: Ints) -> Bools:
    """Return True where the bit for the hexside toward `end`, a neighbour of the hex, is set."""
    found = np.zeros(len(hexes), bool)
    for side in range(6):
        found |= (grid.neighbours[hexes, side] == end) & (bits >> side & 1).astype(bool)
    return found
