"""The rules of line of sight for what lies between its ends: ground, obstacles, Hindrances, blind hexes, cliffs."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..boards.geometry import HexGrid
from ..boards.hexes import BRIDGE, BUILDING, INHERENT, ROAD, WATER, HexTable
from .depressions import DepressionRules
from .hexsides import HexsideRules
from .pixels import CLIFF
from .terms import (
    BARE_ORCHARD,
    BOCAGE,
    FACTORY_FLOOR,
    HALF_LEFT,
    HEIGHT_LEFT,
    HILLOCK,
    LIGHT_WOODS,
    LOWER_HINDRANCE,
    LOWER_OBSTACLE,
    NEVER_EQUAL,
    OBSTACLE_LEFT,
    ROOFLESS,
    ROWHOUSE,
    SPLIT,
    Bools,
    Ints,
    Pairs,
    Tests,
    Verdict,
    axis,
    either_side,
    lowest,
    toward,
)


class Rules:
    """Judges tests.

    With `inherent_fills`, inherent terrain hinders a LOS through its hex.
    """

    def __init__(self, grid: HexGrid, table: HexTable, inherent_fills: bool) -> None:
        self.grid, self.table, self.inherent_fills = grid, table, inherent_fills
        self.depressions = DepressionRules(grid, table)
        self.hexsides = HexsideRules(grid, table)

    @cached_property
    def _cliff_side(self) -> Bools:
        return either_side(self.table.location == CLIFF, self.grid)

    def judge(self, pairs: Pairs, tests: Tests, verdict: Verdict, along: bool, filled: bool = False) -> None:
        """Apply all rules except that of one building to the tests."""
        if not len(tests.pair):
            return
        grid, table = self.grid, self.table
        p, code, g, h = tests.pair, tests.code, tests.g, tests.hex
        s, t, distance = pairs.s[p], pairs.t[p], pairs.range[p]
        low, high = np.minimum(s, t), np.maximum(s, t)
        a, b = grid.range_between(h, pairs.src[p]), grid.range_between(h, pairs.dst[p])
        blocked = np.zeros(len(p), bool)

        self.depressions.judge(pairs, tests, a, b, blocked, along)
        self.hexsides.judge(pairs, tests, a, b, blocked, along)
        if along:
            self.depressions.judge_crests(pairs, verdict)

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
            value = self._hindrance(pairs, tests.chosen(index), a[index], along)
            verdict.hinder(p[index], a[index], value)

    def _hindrance(self, pairs: Pairs, tests: Tests, a: Ints, along: bool) -> NDArray[np.int8]:
        """Return 1, or 2 for light woods and for a factory without a roof.

        Along a hexside, at odd ranges, light woods count 1, and a factory without a roof counts on either side.
        """
        double = ROOFLESS[tests.code]
        light = tests.code == LIGHT_WOODS
        if along:
            side = np.maximum(tests.near - 1, 0)
            other = self.grid.neighbours[tests.hex, side]
            beside = (tests.near > 0) & (side % 3 == axis(pairs.vertex)[tests.pair]) & (other >= 0)
            double = double | (beside & ROOFLESS[self.table.centre[other]] & (a % 2 == 1))
            light = light & (a % 2 == 0)
        value: NDArray[np.int8] = 1 + (double | light).astype(np.int8)
        return value

    def _uneven(
        self,
        pairs: Pairs,
        tests: Tests,
        index: NDArray[np.intp],
        a: Ints,
        b: Ints,
        ground: Ints,
        cliff_nine: Bools,
        blocked: Bools,
        hinders: Bools,
        along: bool,
    ) -> None:
        """Apply rules 9 and 10, for ends of different elevations."""
        table = self.table
        p, code, g = tests.pair, tests.code, tests.g
        s, t = pairs.s[p], pairs.t[p]
        high = np.maximum(s, t)
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
                hit[beside] = ~toward(self.grid, sub.closer[beside], sub.hex[beside], end[sub.pair[beside]])
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
        pairs: Pairs,
        tests: Tests,
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
        some = np.flatnonzero(
            (low < ground + height + cliff) & ((ground + height + cliff < high) | (ground + cliff < high))
        )
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
            depression_side = self.depressions.depression_side
            asks = np.flatnonzero(~at_cliff & depression_side[sub.hex].any(1))
            if len(asks):
                centre = grid.centre
                cut = grid.crossed_sides(sub.hex[asks], centre[pairs.src[p[asks]]], centre[pairs.dst[p[asks]]])
                side = lowest(cut)
                lowered[asks] = (side >= 0) & depression_side[sub.hex[asks], np.maximum(side, 0)]

        def blind(height: Ints) -> Bools:
            gate = (low < g + height + cliff) & (g + height + cliff < high)
            first = np.maximum(2 * (g + height) + r // 5 - high - low + 1, 1)
            crest = np.maximum(2 * (g - lowered) + r // 5 - high - low, 0)
            answer: Bools = gate & ~never & (d <= np.where((height > 0) | at_cliff, first, crest))
            return answer

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

    def _at_cliff(self, pairs: Pairs, tests: Tests, r: Ints, d: Ints, along: bool) -> tuple[Bools, Bools]:
        """Return two flags for each pixel: it lies at a cliff, and it is never blind."""
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
            exempt = (r[some] == 1) & toward(self.grid, tests.closer[some], hexes, higher)
            exempt |= (d[some] == 1) & toward(self.grid, tests.farther[some], hexes, lower)
            high = np.maximum(pairs.s[q], pairs.t[q])
            never[some] = exempt & (high > HEIGHT_LEFT[tests.code[some]])
        return cliff, never

    def _cliff_vertex(self, pairs: Pairs) -> Bools:
        """Return True for LOS along hexsides from a depression with cliffs on both hexsides v, v+1 of its vertex v."""
        cliff, sunken = self.table.location == CLIFF, self.table.depression
        vertex = pairs.vertex
        entry = (vertex + 3) % 6
        at_src = sunken[pairs.src] & cliff[pairs.src, vertex] & cliff[pairs.src, (vertex + 1) % 6]
        at_dst = sunken[pairs.dst] & cliff[pairs.dst, entry] & cliff[pairs.dst, (entry + 1) % 6]
        answer: Bools = at_src | at_dst
        return answer

    def _cliff_under(self, pairs: Pairs, tests: Tests, a: Ints) -> tuple[Bools, Bools, Ints]:
        """Return a cliff hexside under a LOS along hexsides: a flag that rules 5 and 9 are spared, ground for rule 10."""
        p, h = tests.pair, tests.hex
        pair_of_sides = axis(pairs.vertex)[p]
        side = pair_of_sides + 3 * (tests.axis >> pair_of_sides & 1)
        base = self.table.base.astype(np.int32)
        here = (a % 2 == 1) & (self.table.location[h, side] == CLIFF)
        other = self.grid.neighbours[h, side]
        end = (other == pairs.src[p]) | (other == pairs.dst[p]) | (other < 0)
        smaller = np.where(end, base[h], np.minimum(base[h], base[other]))
        high = np.maximum(pairs.s[p], pairs.t[p])
        ground = np.where(here & ~end, smaller, tests.g)
        return here & (smaller <= high), here & (smaller < high), ground

    def _cliff_at_end(
        self,
        pairs: Pairs,
        tests: Tests,
        a: Ints,
        b: Ints,
        ground: Ints,
        blocked: Bools,
        hinders: Bools,
        along: bool,
    ) -> None:
        """Put a cliff pixel in the hex of an end that a depression restricts to rule 10."""
        p, h = tests.pair, tests.hex
        mine = (pairs.leave[p] & (h == pairs.src[p])) | (pairs.enter[p] & (h == pairs.dst[p]))
        index = np.flatnonzero(mine & (tests.code == CLIFF) & (pairs.s[p] != pairs.t[p]))
        if len(index):
            self._blind(pairs, tests.chosen(index), index, a[index], b[index], ground[index], blocked, hinders, along)
