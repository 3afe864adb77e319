"""Line of sight as VASL decides it, on the pixels of a board or a map of boards.

A line runs between two hex centres and is judged pixel by pixel; here pixels come as runs of one class (`pixels`), some
hundred lines at a time. Whether a line is blocked does not depend on the order of its pixels, except where a rule says so:
leaving a building, the hex whose ground is ignored, the hex visited before. In what follows a *test* is one run judged with
one hex as the current hex; *S* and *T* are the elevations of source and target, *g* the ground of a pixel, *t* the height of
its terrain in full levels, *a* and *b* the ranges of the current hex to source and target.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import terrain as codes
from .geometry import NO_HEX, HexGrid
from .hexes import BRIDGE, BUILDING, DEPRESSION, HEXSIDE, INHERENT, ROAD, WATER, HexTable, flags, hex_table
from .pixels import CLIFF, Classes, classes, runs
from .terrain import CODE, TERRAINS

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

# As the rules after the one for hexsides see a pixel: of a wall, hedge or cliff only the ground is left; a rowhouse wall
# keeps its full levels.
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
class _Pairs:
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

    def chosen(self, index: NDArray[np.intp]) -> _Pairs:
        return _Pairs(*(getattr(self, field.name)[index] for field in fields(self)))


@dataclass(frozen=True, eq=False)
class _Tests:
    """Runs to be judged, each an array over the tests. `pair` counts among the pairs of one batch; `own` and `own_near` are of
    the pixel's hex where `hex` is the current one. `before` is the hex visited before, `ignored` the cell's hex whose ground
    is ignored there and holds the pixel; both only where a depression restricts the LOS. `out` tells that the LOS has left
    the building before."""

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

    def chosen(self, index: NDArray[np.intp] | Bools) -> _Tests:
        return _Tests(*(getattr(self, field.name)[index] for field in fields(self)))

    def joined(self, other: _Tests) -> _Tests:
        return _Tests(*(np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)))


class _Verdict:
    """What has been found about the pairs of a batch."""

    def __init__(self, count: int, most: int) -> None:
        self.blocked = np.zeros(count, bool)
        self.hindrance = np.zeros((count, most + 1), np.int8)

    def hinder(self, pair: Ints, at: Ints, value: NDArray[np.int8]) -> None:
        """One Hindrance for each range from the source; the higher one wins."""
        for amount in (1, 2):
            this = value == amount
            self.hindrance[pair[this], at[this]] = amount

    def result(self) -> Sight:
        total = self.hindrance.sum(1)
        blocked = self.blocked | (total >= HINDRANCE_LIMIT)
        return Sight(blocked, np.where(blocked, 0, total).astype(np.int8))


class LineOfSight:
    """Lines of sight on one map. Indexes of hexes are those of its `HexGrid`."""

    def __init__(
        self,
        grid: HexGrid,
        terrain: NDArray[np.uint8],
        elevation: NDArray[np.int8],
        stairways: Bools | None = None,
        table: HexTable | None = None,
        inherent_fills: bool = True,
    ) -> None:
        self.inherent_fills = inherent_fills
        self.grid, self.terrain, self.elevation = grid, terrain, elevation
        self.stairways = np.zeros(grid.count, bool) if stairways is None else stairways
        self.table = hex_table(grid, terrain, elevation) if table is None else table
        present = np.bincount(terrain.ravel(), minlength=256) > 0
        self._bridges = bool((present & BRIDGE).any())
        self._factories = bool((present & FACTORY).any())

    @cached_property
    def _classes(self) -> Classes:
        return classes(self.grid, self.table, self.terrain, self.elevation, full=False)

    @cached_property
    def _full_classes(self) -> Classes:
        return classes(self.grid, self.table, self.terrain, self.elevation, full=True)

    @cached_property
    def _cliff_side(self) -> Bools:
        return _either_side(self.table.location == CLIFF, self.grid)

    @cached_property
    def _depression_side(self) -> Bools:
        return DEPRESSION[self.table.point]

    # -----------------------------------------------------------------------------------------------------------------

    def los(
        self,
        src: ArrayLike,
        dst: ArrayLike,
        src_level: ArrayLike = 0,
        dst_level: ArrayLike = 0,
    ) -> Sight:
        """The LOS from each hex of `src` to the one of `dst` in the same place, at levels above the hexes' own ground."""
        a, b, la, lb = np.broadcast_arrays(*(np.asarray(x, np.int32) for x in (src, dst, src_level, dst_level)))
        shape = a.shape
        pairs = self._pairs(a.ravel(), b.ravel(), la.ravel(), lb.ravel())
        blocked = np.zeros(len(pairs.src), bool)
        hindrance = np.zeros(len(pairs.src), np.int8)
        same = pairs.src == pairs.dst
        blocked[same] = self._blocked_inside(pairs.src[same], la.ravel()[same], lb.ravel()[same])
        along = (pairs.vertex != NO_HEX) & ~same
        for which, judge, kind in ((~same & ~along, self._across, "_classes"), (along, self._along, "_full_classes")):
            index = np.flatnonzero(which)
            if not len(index):
                continue
            folded: Classes = getattr(self, kind)
            centre = self.grid.centre
            for walk in runs(folded, self.grid.height, centre[pairs.src[index]], centre[pairs.dst[index]]):
                # Pairs counted inside the batch, in the order of the walk
                new = np.empty(len(walk.pair), bool)
                new[0] = True
                np.not_equal(walk.pair[1:], walk.pair[:-1], out=new[1:])
                chosen = index[walk.pair[new]]
                number = np.cumsum(new, dtype=np.int32) - 1
                sight = judge(folded, pairs.chosen(chosen), number, walk.number)
                blocked[chosen], hindrance[chosen] = sight
        return Sight(blocked.reshape(shape), hindrance.reshape(shape))

    def _blocked_inside(self, hexes: Ints, low: Ints, high: Ints) -> Bools:
        """Between two levels of one hex: only the next level is seen, and only where there is a stairway."""
        stairs = self.stairways[hexes] | flags(c for c, t in TERRAINS.items() if t.name.endswith("Building, 1 Level"))[
            self.table.centre[hexes]
        ]
        steps = np.abs(low - high)
        return (steps > 1) | ((steps == 1) & ~stairs)

    def _pairs(self, src: Ints, dst: Ints, src_level: Ints, dst_level: Ints) -> _Pairs:
        table, grid = self.table, self.grid
        s = table.base[src].astype(np.int32) + src_level
        t = table.base[dst].astype(np.int32) + dst_level
        distance = grid.range_between(src, dst).astype(np.int32)
        sunken = table.depression
        return _Pairs(
            src=src,
            dst=dst,
            s=s,
            t=t,
            range=distance,
            leave=sunken[src] & (src_level <= 0) & (t - s <= distance),
            enter=sunken[dst] & (dst_level <= 0) & (s - t <= distance),
            vertex=_exit_vertex(grid.centre[dst] - grid.centre[src], distance),
        )

    # -----------------------------------------------------------------------------------------------------------------
    # From runs to tests

    def _across(self, folded: Classes, pairs: _Pairs, pair: Ints, number: Ints) -> Sight:
        """Lines that do not run along hexsides."""
        verdict = _Verdict(len(pairs.src), int(pairs.range.max()))
        code, ground = folded.code, folded.ground
        wanted = (2 * ground + REACH[code])[number] > (2 * pairs.low)[pair]
        wanted |= ROWHOUSE[code][number]
        restricted = pairs.leave | pairs.enter
        out = self._left_building(folded, pairs, pair, number, verdict)
        walked = restricted
        if self._bridges:
            walked = walked.copy()
            walked[pair[BRIDGE[code][number]]] = True
        wanted |= walked[pair]
        index = np.flatnonzero(wanted)
        pair, number = pair[index], number[index]
        cell = self._cells(folded, pairs, pair, number)
        before = np.full(len(pair), NO_HEX, np.int32)
        ignored = np.zeros(len(pair), bool)
        some = np.flatnonzero(walked[pair])
        if len(some):
            before[some], ignored[some] = self._ground_ignored(
                folded, pairs, pair[some], number[some], cell[some], along=False
            )
        tests = _Tests(
            pair=pair,
            code=code[number],
            g=ground[number].astype(np.int32),
            hex=folded.hex[cell],
            near=folded.near[cell],
            axis=folded.axis[cell],
            closer=folded.closer[cell],
            farther=folded.farther[cell],
            own=folded.hex[folded.own[number]],
            own_near=folded.near[folded.own[number]],
            before=before,
            ignored=ignored,
            out=out[index],
        )
        self._judge(pairs, tests, verdict, along=False)
        return verdict.result()

    def _cells(self, folded: Classes, pairs: _Pairs, pair: Ints, number: Ints) -> Ints:
        """The cell of the current hex: an end whose enlarged polygon holds the pixel, the source first; else its own hex."""
        cell = folded.own[number]
        some = np.flatnonzero(folded.has_extra[number])
        for end in (pairs.dst, pairs.src):  # the later wins
            wanted = end[pair[some]]
            own = folded.own[number[some]]
            mine = folded.held[own] & (folded.hex[own] == wanted)
            cell[some[mine]] = own[mine]
            for nth in range(folded.extra.shape[1]):
                other = folded.extra[number[some], nth]
                mine = (other >= 0) & (folded.hex[other] == wanted)
                cell[some[mine]] = other[mine]
        return cell

    def _left_building(self, folded: Classes, pairs: _Pairs, pair: Ints, number: Ints, verdict: _Verdict) -> Bools:
        """Judges the LOS inside one building to another level, and tells which runs come after the building was left."""
        asks = BUILDING[self.table.centre[pairs.src]] & (pairs.s != pairs.t)
        if not asks.any() and not self._factories:
            return np.zeros(len(pair), bool)
        indoors = BUILDING[folded.code][number]
        first_out = np.full(len(pairs.src), len(pair))
        outside = np.flatnonzero(~indoors)[::-1]
        first_out[pair[outside]] = outside
        out = np.arange(len(pair)) >= first_out[pair]
        some = np.flatnonzero(~out & asks[pair])
        p, n = pair[some], number[some]
        code = folded.code[n]
        current = folded.hex[self._cells(folded, pairs, p, n)]
        hit = (current != pairs.src[p]) & ROOFED_BUILDING[code] & (pairs.s[p] <= folded.ground[n] + HEIGHT[code])
        verdict.blocked[p[hit]] = True
        return out

    def _ground_ignored(
        self, folded: Classes, pairs: _Pairs, pair: Ints, number: Ints, cell: Ints, along: bool
    ) -> tuple[Ints, Bools]:
        """The hex visited before each run's, and whether the run lies in the hex whose ground is ignored. Needs all runs of
        the pairs given."""
        hexes = folded.hex[cell]
        count = len(pair)
        place = np.arange(count)
        begins = np.ones(count, bool)
        begins[1:] = pair[1:] != pair[:-1]
        enters = begins.copy()
        enters[1:] |= hexes[1:] != hexes[:-1]
        since = np.maximum.accumulate(np.where(enters, place, 0))  # the run by which the hex was entered
        before = np.where(begins[since], NO_HEX, hexes[since - 1]).astype(np.int32)
        earlier = np.where(before >= 0, before[since - 1], NO_HEX)  # the hex before that
        marked = np.zeros(count, bool)
        if not along:
            new = np.flatnonzero(enters & (hexes != earlier))
            marked[new[self._sunken_way(pairs, pair[new], hexes[new], folded.near[cell[new]])]] = True
        if self._bridges:
            marked |= BRIDGE[folded.code[number]]
        ignoring = np.where(marked, hexes, NO_HEX)
        last = np.maximum.accumulate(np.where(marked | begins, place, 0))
        ignored = ignoring[last]
        own = folded.own[number]
        holds = folded.held[own] & (folded.hex[own] == ignored)
        for nth in range(folded.extra.shape[1]):
            other = folded.extra[number, nth]
            holds |= (other >= 0) & (folded.hex[other] == ignored)
        return before, holds & (ignored >= 0)

    def _sunken_way(self, pairs: _Pairs, p: Ints, h: Ints, near: NDArray[np.int8]) -> Bools:
        """Whether a LOS that has just come into a hex goes on along a depression or water: its ground is ignored then."""
        sunken = (DEPRESSION | WATER)[self.table.point][h]  # [event, hexside]
        centre = self.grid.centre
        cut = self.grid.crossed_sides(h, centre[pairs.src[p]], centre[pairs.dst[p]])
        is_cut = (cut[:, None] >> np.arange(6) & 1).astype(bool)
        is_near = near[:, None] == np.arange(1, 7)
        s, t = pairs.s[p], pairs.t[p]
        leaving = pairs.leave[p] & (t > s) & (is_cut & sunken & is_near).any(1)
        entering = pairs.enter[p] & (s > t) & (h != pairs.dst[p]) & (is_cut & sunken & ~is_near).any(1)
        return leaving | entering

    def _along(self, folded: Classes, pairs: _Pairs, pair: Ints, number: Ints) -> Sight:
        """Lines along hexsides: at odd ranges from the source both hexes beside the line are tested."""
        verdict = _Verdict(len(pairs.src), int(pairs.range.max()))
        grid, table = self.grid, self.table
        out = self._left_building(folded, pairs, pair, number, verdict)
        cell = self._cells(folded, pairs, pair, number)
        first = folded.hex[cell]
        held_by_end = np.zeros(len(pair), bool)
        own = folded.own[number]
        extra = folded.extra[number]
        for end in (pairs.src[pair], pairs.dst[pair]):
            held_by_end |= folded.held[own] & (folded.hex[own] == end)
            for nth in range(extra.shape[1]):
                held_by_end |= (extra[:, nth] >= 0) & (folded.hex[extra[:, nth]] == end)
        odd = ~held_by_end & (grid.range_between(first, pairs.src[pair]) % 2 == 1)
        # The hex on the other side of the line
        second = np.full(len(pair), NO_HEX, np.int32)
        second_cell = np.full(len(pair), NO_HEX, np.int32)
        for side in reversed(range(6)):
            other = grid.neighbours[first, side]
            fit = odd & (other >= 0) & (other != pairs.src[pair]) & (other != pairs.dst[pair])
            for nth in range(extra.shape[1]):
                mine = fit & (extra[:, nth] >= 0) & (folded.hex[extra[:, nth]] == other)
                second[mine], second_cell[mine] = other[mine], extra[mine, nth]
        near = folded.near[cell]
        other = grid.neighbours[first, np.maximum(near - 1, 0)]
        nearest = odd & (second == NO_HEX) & (near > 0) & (other >= 0)
        nearest &= (other != pairs.src[pair]) & (other != pairs.dst[pair])
        second[nearest] = other[nearest]
        double = second != NO_HEX

        before, ignored = self._ground_ignored(folded, pairs, pair, number, cell, along=True)
        plain = _Tests(
            pair=pair,
            code=folded.code[number],
            g=folded.ground[number].astype(np.int32),
            hex=first,
            near=near,
            axis=folded.axis[cell],
            closer=folded.closer[cell],
            farther=folded.farther[cell],
            own=folded.hex[own],
            own_near=folded.near[own],
            before=before,
            ignored=ignored,
            out=out,
        )
        self._judge(pairs, plain.chosen(~double), verdict, along=True)
        # The first hex of the two, then the second: inherent terrain of a hex takes the pixel over
        one = plain.chosen(double & folded.held[cell])
        code = plain.code.copy()
        self._inherent(pairs, one, verdict)
        taken = np.flatnonzero(double & folded.held[cell])
        code[taken] = one.code
        two_at = np.flatnonzero(double & (second_cell != NO_HEX))
        c = second_cell[two_at]
        two = _Tests(
            pair=pair[two_at],
            code=code[two_at],
            g=plain.g[two_at],
            hex=folded.hex[c],
            near=folded.near[c],
            axis=folded.axis[c],
            closer=folded.closer[c],
            farther=folded.farther[c],
            own=plain.own[two_at],
            own_near=plain.own_near[two_at],
            before=plain.before[two_at],
            ignored=plain.ignored[two_at],
            out=out[two_at],
        )
        self._inherent(pairs, two, verdict)
        return verdict.result()

    def _inherent(self, pairs: _Pairs, tests: _Tests, verdict: _Verdict) -> None:
        """Judges tests of hexes beside a line along hexsides; changes `tests.code` to the inherent terrain of the hex."""
        centre = self.table.centre[tests.hex]
        taken = INHERENT[centre] & (tests.code != centre)
        taken &= ~(WATER[tests.code] & flags([CODE["Dense Jungle"], CODE["Bamboo"]])[centre])
        hexside = taken & HEXSIDE[tests.code]
        if hexside.any():
            self._judge(pairs, tests.chosen(hexside), verdict, along=True)
        tests.code[taken] = centre[taken]
        self._judge(pairs, tests, verdict, along=True, filled=True)

    # -----------------------------------------------------------------------------------------------------------------
    # The rules

    def _judge(self, pairs: _Pairs, tests: _Tests, verdict: _Verdict, along: bool, filled: bool = False) -> None:
        """Applies all rules but that of one building to the tests."""
        if not len(tests.pair):
            return
        grid, table = self.grid, self.table
        p, code, g, h = tests.pair, tests.code, tests.g, tests.hex
        s, t, distance = pairs.s[p], pairs.t[p], pairs.range[p]
        low, high = np.minimum(s, t), np.maximum(s, t)
        a, b = grid.range_between(h, pairs.src[p]), grid.range_between(h, pairs.dst[p])
        blocked = np.zeros(len(p), bool)

        self._depressions(pairs, tests, a, b, blocked, along)
        self._hexsides(pairs, tests, a, b, blocked, along)
        if along:
            self._crest_at_vertex(pairs, verdict)

        # The rules for what lies between the ends; not for hexes as far from one end as the other end is
        between = (a != distance) & (b != distance)
        between &= ~INHERENT[code] | ((table.centre[h] == code) & (filled or self.inherent_fills))
        height = HEIGHT_LEFT[code].astype(np.int32)
        half = HALF_LEFT[code]
        top = 2 * (g + height) + half
        only_ground = code == BOCAGE
        level = (g == s) & (g == t)

        ground = g
        cliff_five = cliff_nine = np.zeros(len(p), bool)
        if along:
            cliff_five, cliff_nine, ground = self._cliff_under(pairs, tests, a)

        # 5: ground higher than both
        blocked |= between & (g > high) & ~tests.ignored & ~cliff_five

        # 6: terrain that is split into a lower and an upper half
        rest = between & ~only_ground
        split = rest & SPLIT[code] & level
        blocked |= split & LOWER_OBSTACLE[code]
        hinders = split & ~LOWER_OBSTACLE[code] & LOWER_HINDRANCE[code]

        # 7 and 8: terrain higher than both
        above = rest & ~split & (top > 2 * high)
        obstacle = OBSTACLE_LEFT[code]
        blocked |= above & obstacle & (code != LIGHT_WOODS)
        floor = FACTORY_FLOOR[code]
        blocked |= above & floor & tests.out
        passed_under = (BRIDGE[code] | ROAD[code]) & (g > high)
        hinders |= above & (~obstacle | (code == LIGHT_WOODS)) & ~floor & ~passed_under & ~blocked

        uneven = np.flatnonzero(between & (low < high) & ~only_ground & ~blocked)
        if len(uneven):
            self._uneven(pairs, tests.chosen(uneven), uneven, a, b, ground, cliff_nine, blocked, hinders, along)
        if pairs.leave.any() or pairs.enter.any():
            self._cliff_at_end(pairs, tests, a, b, ground, blocked, hinders, along)

        verdict.blocked[p[blocked]] = True
        index = np.flatnonzero(hinders & (a < distance) & (b < distance))
        if len(index):
            value = self._hindrance(tests.chosen(index), a[index], along)
            verdict.hinder(p[index], a[index], value)

    def _hindrance(self, tests: _Tests, a: Ints, along: bool) -> NDArray[np.int8]:
        double = ROOFLESS[tests.code]
        light = tests.code == LIGHT_WOODS
        if not along:
            return (1 + (double | light)).astype(np.int8)
        odd = a % 2 == 1
        return (1 + np.where(odd, double, double | light)).astype(np.int8)

    def _uneven(
        self,
        pairs: _Pairs,
        tests: _Tests,
        index: NDArray[np.intp],
        a: Ints,
        b: Ints,
        ground: Ints,
        cliff_nine: Bools,
        blocked: Bools,
        hinders: Bools,
        along: bool,
    ) -> None:
        """Rules 9 and 10, for ends of different elevations."""
        table, grid = self.table, self.grid
        p, code, g, h = tests.pair, tests.code, tests.g, tests.hex
        s, t = pairs.s[p], pairs.t[p]
        low, high = np.minimum(s, t), np.maximum(s, t)
        height = HEIGHT_LEFT[code].astype(np.int32)

        # 9: the top equals the higher end
        equal = (g + height == high) & ~NEVER_EQUAL[code] & ~ROWHOUSE[code] & (code != BOCAGE) & ~cliff_nine[index]
        equal &= ~HILLOCK[code]
        some = np.flatnonzero(equal)
        if len(some):
            sub = tests.chosen(some)
            hit = np.ones(len(some), bool)
            flat = height[some] == 0
            base = table.base[sub.hex]
            a_, b_ = a[index][some], b[index][some]
            for end, elevation, away in ((pairs.src, s, a_), (pairs.dst, t, b_)):
                beside = np.flatnonzero(hit & flat & (away == 1) & (elevation[some] > base))
                hit[beside] = ~self._toward(sub.closer[beside], sub.hex[beside], end[sub.pair[beside]])
            sunken = table.depression[sub.hex]
            restricted = (pairs.leave | pairs.enter)[sub.pair]
            hit &= ~((sub.ignored | (sunken & restricted)) & ~(~flat & sunken))
            up = s[some] > t[some]
            higher_away = np.where(up, a_, b_)
            lower_hex = np.where(up, pairs.dst[sub.pair], pairs.src[sub.pair])
            hit &= ~(WATER[table.centre[sub.hex]] & flat & (higher_away == 1) & WATER[table.centre[lower_hex]])
            bare = hit & (sub.code == BARE_ORCHARD)
            hinders[index[some[bare]]] = True
            blocked[index[some[hit & ~bare]]] = True

        # 10: blind hexes
        self._blind(pairs, tests, index, a[index], b[index], ground[index], blocked, hinders, along)

    def _blind(
        self,
        pairs: _Pairs,
        tests: _Tests,
        index: NDArray[np.intp],
        a: Ints,
        b: Ints,
        ground: Ints,
        blocked: Bools,
        hinders: Bools,
        along: bool,
    ) -> None:
        grid = self.grid
        p, code = tests.pair, tests.code
        s, t = pairs.s[p], pairs.t[p]
        low, high = np.minimum(s, t), np.maximum(s, t)
        height = HEIGHT_LEFT[code].astype(np.int32)
        cliff = (code == CLIFF).astype(np.int32)
        some = np.flatnonzero((low < ground + height + cliff) & ((ground + height + cliff < high) | (ground + cliff < high)))
        if not len(some):
            return
        sub = tests.chosen(some)
        p, code, g, height, cliff = p[some], code[some], ground[some], height[some], cliff[some]
        s, t, low, high, a, b = s[some], t[some], low[some], high[some], a[some], b[some]
        up = s > t
        r, d = np.where(up, a, b), np.where(up, b, a)
        at_cliff, never = self._at_cliff(pairs, sub, r, d, along)
        lowered = np.zeros(len(some), np.int32)
        if not along:
            depression_side = self._depression_side
            asks = np.flatnonzero(~at_cliff & depression_side[sub.hex].any(1))
            if len(asks):
                centre = grid.centre
                cut = grid.crossed_sides(sub.hex[asks], centre[pairs.src[p[asks]]], centre[pairs.dst[p[asks]]])
                side = _lowest(cut)
                lowered[asks] = (side >= 0) & depression_side[sub.hex[asks], np.maximum(side, 0)]

        def blind(height: Ints) -> Bools:
            gate = (low < g + height + cliff) & (g + height + cliff < high)
            first = np.maximum(2 * (g + height) + r // 5 - high - low + 1, 1)
            crest = np.maximum(2 * (g - lowered) + r // 5 - high - low, 0)
            return gate & ~never & (d <= np.where((height > 0) | at_cliff, first, crest))

        whole = blind(height)
        stops = OBSTACLE_LEFT[code] & ~ROOFLESS[code]
        if along:
            stops &= ~(BUILDING[code] & (b % 2 == 1))
        stops |= FACTORY_FLOOR[code] & sub.out
        alone = blind(np.zeros_like(height))
        hit = whole & (stops | alone)
        blocked[index[some[hit]]] = True
        weak = whole & ~hit & ~OBSTACLE_LEFT[code] & (height > 0) & ~FACTORY_FLOOR[code]
        weak &= (code != BARE_ORCHARD) | (b == 1)
        hinders[index[some[weak]]] = True

    def _at_cliff(self, pairs: _Pairs, tests: _Tests, r: Ints, d: Ints, along: bool) -> tuple[Bools, Bools]:
        """Which pixels lie at a cliff, and which of them are never blind."""
        p = tests.pair
        if along:
            return self._cliff_vertex(pairs)[p], np.zeros(len(p), bool)
        cliff = self._cliff_side[tests.own, np.maximum(tests.own_near - 1, 0)] & (tests.own_near > 0)
        never = np.zeros(len(p), bool)
        some = np.flatnonzero(cliff)
        if len(some):
            q = p[some]
            up = pairs.s[q] > pairs.t[q]
            higher = np.where(up, pairs.src[q], pairs.dst[q])
            lower = np.where(up, pairs.dst[q], pairs.src[q])
            hexes = tests.hex[some]
            exempt = (r[some] == 1) & self._toward(tests.closer[some], hexes, higher)
            exempt |= (d[some] == 1) & self._toward(tests.farther[some], hexes, lower)
            high = np.maximum(pairs.s[q], pairs.t[q])
            never[some] = exempt & (high > HEIGHT_LEFT[tests.code[some]])
        return cliff, never

    def _cliff_vertex(self, pairs: _Pairs) -> Bools:
        """LOS along hexsides: an end is a depression with cliffs on both hexsides v and v+1 of its vertex v."""
        cliff, sunken = self.table.location == CLIFF, self.table.depression
        vertex = pairs.vertex
        entry = (vertex + 3) % 6
        at_src = sunken[pairs.src] & cliff[pairs.src, vertex] & cliff[pairs.src, (vertex + 1) % 6]
        at_dst = sunken[pairs.dst] & cliff[pairs.dst, entry] & cliff[pairs.dst, (entry + 1) % 6]
        return at_src | at_dst

    def _cliff_under(self, pairs: _Pairs, tests: _Tests, a: Ints) -> tuple[Bools, Bools, Ints]:
        """A cliff hexside under a LOS along hexsides: whether it spares the test rules 5 and 9, and the ground for rule 10."""
        p, h = tests.pair, tests.hex
        axis = _axis(pairs.vertex)[p]
        side = axis + 3 * (tests.axis >> axis & 1)
        base = self.table.base.astype(np.int32)
        here = (a % 2 == 1) & (self.table.location[h, side] == CLIFF)
        other = self.grid.neighbours[h, side]
        end = (other == pairs.src[p]) | (other == pairs.dst[p]) | (other < 0)
        smaller = np.where(end, base[h], np.minimum(base[h], base[other]))
        high = np.maximum(pairs.s[p], pairs.t[p])
        ground = np.where(here & ~end, smaller, tests.g)
        return here & (smaller <= high), here & (smaller < high), ground

    def _toward(self, bits: NDArray[np.int8], hexes: Ints, end: Ints) -> Bools:
        """Whether the bit for the hexside toward `end`, a neighbour of the hex, is set."""
        found = np.zeros(len(hexes), bool)
        for side in range(6):
            found |= (self.grid.neighbours[hexes, side] == end) & (bits >> side & 1).astype(bool)
        return found

    # -----------------------------------------------------------------------------------------------------------------
    # Hexsides

    def _hexsides(self, pairs: _Pairs, tests: _Tests, a: Ints, b: Ints, blocked: Bools, along: bool) -> None:
        """Rule 3: walls, hedges, bocage, rowhouse walls."""
        index = np.flatnonzero(HEXSIDE[tests.code] & (tests.code != CLIFF))
        if not len(index):
            return
        sub = tests.chosen(index)
        p, code, g = sub.pair, sub.code, sub.g
        s, t = pairs.s[p], pairs.t[p]
        rowhouse = ROWHOUSE[code]
        bocage = code == BOCAGE
        hit = ~rowhouse & ~bocage & (g == s) & (g == t)
        high, low = np.maximum(s, t), np.minimum(s, t)
        hit |= bocage & ((g + 1 > high) | ((g + 1 == high) & (g + 1 > low)) | self._blind_bocage(pairs, sub, a[index], b[index]))
        asks = np.flatnonzero(hit)
        if len(asks):
            hit[asks] &= ~self._ignorable(pairs, sub.chosen(asks), along)
        walls = np.flatnonzero(rowhouse)
        if len(walls):
            hit[walls] = self._rowhouse(pairs, sub.chosen(walls), a[index[walls]], b[index[walls]])
        blocked[index[hit]] = True

    @staticmethod
    def _blind_bocage(pairs: _Pairs, tests: _Tests, a: Ints, b: Ints) -> Bools:
        p = tests.pair
        s, t = pairs.s[p], pairs.t[p]
        low, high, top = np.minimum(s, t), np.maximum(s, t), tests.g + 1
        r, d = np.where(s > t, a, b), np.where(s > t, b, a)
        return (low < top) & (top < high) & (d <= np.maximum(2 * top + r // 5 - high - low + 1, 1))

    def _rowhouse(self, pairs: _Pairs, tests: _Tests, a: Ints, b: Ints) -> Bools:
        p, code = tests.pair, tests.code
        s, t = pairs.s[p], pairs.t[p]
        low, high, top = np.minimum(s, t), np.maximum(s, t), tests.g + HEIGHT[code]
        hit = (top > high) | ((top == high) & ((top > low) | HALF[code]))
        across = self.grid.neighbours[tests.hex, np.maximum(tests.near - 1, 0)]
        across = np.where((tests.near > 0) & (across >= 0), across, tests.hex)
        to_source = self.grid.range_between(across, pairs.src[p])
        up = s > t
        r = np.minimum(np.where(up, a, b), to_source) - 1
        d = np.where(up, b, a) + 1
        # r can be -1, which counts as 0
        return hit | ((s != t) & (d <= np.maximum(2 * top + np.maximum(r, 0) // 5 - high - low + 1, 1)))

    def _ignorable(self, pairs: _Pairs, tests: _Tests, along: bool) -> Bools:
        """Hexside pixels that belong to an end's own hexsides or touch it at a vertex, or lie by the hex's centre."""
        grid, table = self.grid, self.table
        h, near = tests.hex, tests.near
        side = np.maximum(near - 1, 0)
        ignorable = near == 0
        across = grid.neighbours[h, side]
        recorded = table.hexside[h, side]
        for end in (pairs.src[tests.pair], pairs.dst[tests.pair]):
            ignorable |= (h == end) | (across == end)
            for x in range(6):
                beside = (grid.neighbours[end, x] == h) & (h >= 0)
                spine = (side == (x + 2) % 6) | (side == (x + 4) % 6)
                ignorable |= beside & spine & (recorded != BOCAGE)
                ignorable |= beside & (recorded == 0)
        if along:
            for at, end in enumerate((pairs.src, pairs.dst)):
                vertex = pairs.vertex if at == 0 else (pairs.vertex + 3) % 6
                ignorable |= self._hexspine(end[tests.pair], vertex[tests.pair], h, side)
        return ignorable

    def _hexspine(self, end: Ints, vertex: NDArray[np.int8], h: Ints, side: NDArray[np.int8]) -> Bools:
        """A wall at the far end of the hexspine that a LOS along it leaves or enters by."""
        neighbours, wall = self.grid.neighbours, self.table.hexside > 0
        v, u = vertex, (vertex + 5) % 6
        x, y = neighbours[end, u], neighbours[end, v]
        there = (x >= 0) & (y >= 0)
        spine = wall[x, (v + 1) % 6]
        near_a, near_b = wall[x, v], wall[y, u]
        facing = neighbours[x, v]
        at_fork = (h == x) & (side == v) | (h == y) & (side == u)
        at_fork |= (h == facing) & ((side == (v + 3) % 6) | (side == (u + 3) % 6))
        ignorable = there & at_fork & spine & ~(near_a & near_b)
        far = (self.grid.range_between(h, end) == 2) & (neighbours[h, side] < 0)
        return ignorable | far

    # -----------------------------------------------------------------------------------------------------------------
    # Depressions

    def _depressions(self, pairs: _Pairs, tests: _Tests, a: Ints, b: Ints, blocked: Bools, along: bool) -> None:
        """Rule 1, on every pixel of pairs with an end in a depression."""
        restricted = pairs.leave | pairs.enter
        if not restricted.any():
            return
        index = np.flatnonzero(restricted[tests.pair])
        sub = tests.chosen(index)
        p, h, g, code = sub.pair, sub.hex, sub.g, sub.code
        table = self.table
        s, t, a, b = pairs.s[p], pairs.t[p], a[index], b[index]
        bridge = BRIDGE[table.centre][h]
        sunken = table.depression[h] | bridge
        base = table.base[h].astype(np.int32)
        floor = base - bridge
        exit_depression, exit_road = self._exit(pairs, along)
        short = (pairs.range == 1) & exit_depression
        entered_by_road = self._shared_road(h, sub.before)
        paved = BRIDGE[code] | ROAD[code]
        ends = (
            (pairs.leave, s, t, b, pairs.dst[p], exit_road[p]),
            (pairs.enter, t, s, a, pairs.src[p], entered_by_road),
        )
        for applies, mine, other, away, far_end, by_road in ends:
            out = (g > mine) & (~sunken | ((g != floor) & ~(paved & ~by_road)))
            hit = (away > other - mine) & (h != far_end) & out & ~short[p]
            beside = np.flatnonzero((away == 1) & sunken & (out | hit))
            if len(beside):
                toward = self._toward(sub.closer[beside], h[beside], far_end[beside])
                hit[beside] &= ~((other[beside] > base[beside]) & toward)
                beyond = self._toward(sub.farther[beside], h[beside], far_end[beside])
                hit[beside] |= out[beside] & (g[beside] >= other[beside]) & beyond
            blocked[index[hit & applies[p]]] = True

    def _exit(self, pairs: _Pairs, along: bool) -> tuple[Bools, Bools]:
        """Whether each LOS leaves its source by a depression hexside, and by a road hexside."""
        road = ROAD[self.table.location]
        if along:
            v = pairs.vertex
            by_road = road[pairs.src, v] | road[pairs.src, (v + 5) % 6]
            return np.zeros(len(v), bool), by_road
        centre = self.grid.centre
        start, end = centre[pairs.src], centre[pairs.dst]
        side = np.maximum(_lowest(self.grid.crossed_sides(pairs.src, start, end)), 0)
        upright = start[:, 0] == end[:, 0]
        side = np.where(upright, np.where(end[:, 1] < start[:, 1], 0, 3), side)
        return self._depression_side[pairs.src, side], road[pairs.src, side]

    def _shared_road(self, hexes: Ints, before: Ints) -> Bools:
        road = ROAD[self.table.location]
        found = np.zeros(len(hexes), bool)
        for side in range(6):
            found |= (before >= 0) & (self.grid.neighbours[hexes, side] == before) & road[hexes, side]
        return found

    def _crest_at_vertex(self, pairs: _Pairs, verdict: _Verdict) -> None:
        """LOS along hexsides between a depression and no higher ground: the crest line at the vertex blocks."""
        table, neighbours = self.table, self.grid.neighbours
        for applies, end, vertex in (
            (pairs.leave & (pairs.s >= pairs.t), pairs.src, pairs.vertex),
            (pairs.enter & (pairs.t >= pairs.s), pairs.dst, (pairs.vertex + 3) % 6),
        ):
            index = np.flatnonzero(applies)
            e, v = end[index], vertex[index]
            for side in (v, (v + 5) % 6):
                other = neighbours[e, side]
                differs = table.base[other] != table.base[e]
                differs |= self._depression_side[e, side] & ~table.depression[other]
                verdict.blocked[index[(other >= 0) & differs]] = True

    def _cliff_at_end(
        self,
        pairs: _Pairs,
        tests: _Tests,
        a: Ints,
        b: Ints,
        ground: Ints,
        blocked: Bools,
        hinders: Bools,
        along: bool,
    ) -> None:
        """A cliff pixel in the hex of an end that a depression restricts is put to rule 10."""
        p, h = tests.pair, tests.hex
        mine = (pairs.leave[p] & (h == pairs.src[p])) | (pairs.enter[p] & (h == pairs.dst[p]))
        index = np.flatnonzero(mine & (tests.code == CLIFF) & (pairs.s[p] != pairs.t[p]))
        if len(index):
            self._blind(pairs, tests.chosen(index), index, a[index], b[index], ground[index], blocked, hinders, along)


def _either_side(table: Bools, grid: HexGrid) -> Bools:
    """[hex, hexside] -> whether the table has it for the hexside seen from either of its hexes."""
    across = table[grid.neighbours, (np.arange(6) + 3) % 6]
    return table | (across & (grid.neighbours >= 0))


def _lowest(bits: NDArray[np.int8]) -> NDArray[np.int8]:
    """The lowest bit set, or -1."""
    found = np.full(len(bits), -1, np.int8)
    for side in reversed(range(6)):
        found[(bits >> side & 1).astype(bool)] = side
    return found


def _axis(vertex: NDArray[np.int8]) -> NDArray[np.int8]:
    """The lower hexside of the two parallel to a LOS that leaves by a vertex."""
    return ((vertex + 1) % 3).astype(np.int8)


def _exit_vertex(step: NDArray[np.int64], distance: Ints) -> NDArray[np.int8]:
    """The vertex by which a LOS along hexsides leaves its source, or -1 for any other LOS. `step` is from source to target
    pixel; VASL's tolerance for a slope of 60 degrees shrinks with the range."""
    dx, dy = step[:, 0], step[:, 1]
    tolerance = np.where(distance < 5, 0.05, np.where(distance <= 15, 0.03, 0.015))
    slope = np.abs(dy / np.where(dx == 0, 1, dx))
    steep = (dx != 0) & (np.abs(slope - math.tan(math.radians(60))) < tolerance)
    vertex = np.full(len(dx), NO_HEX, np.int8)
    vertex[dy == 0] = np.where(dx > 0, 2, 5)[dy == 0]
    vertex[steep] = np.where(dx > 0, np.where(dy > 0, 3, 1), np.where(dy > 0, 4, 0))[steep]
    return vertex
