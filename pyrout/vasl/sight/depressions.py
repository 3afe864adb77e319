"""Rule 1 of line of sight: gullies, streams, sunken roads and wadis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..boards.geometry import HexGrid
from ..boards.hexes import BRIDGE, DEPRESSION, ROAD, WATER, HexTable
from .terms import Bools, Ints, Pairs, Tests, Verdict, lowest, toward


@dataclass(frozen=True, eq=False)
class DepressionRules:
    """Judges LOS that leave or enter a depression."""

    grid: HexGrid
    table: HexTable

    @cached_property
    def depression_side(self) -> Bools:
        """[hex, hexside] -> whether the hex's own hexside point lies in a depression."""
        return DEPRESSION[self.table.point]

    def judge(self, pairs: Pairs, tests: Tests, a: Ints, b: Ints, blocked: Bools, along: bool) -> None:
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
                near = toward(self.grid, sub.closer[beside], h[beside], far_end[beside])
                hit[beside] &= ~((other[beside] > base[beside]) & near)
                beyond = toward(self.grid, sub.farther[beside], h[beside], far_end[beside])
                hit[beside] |= out[beside] & (g[beside] >= other[beside]) & beyond
            blocked[index[hit & applies[p]]] = True

    def _exit(self, pairs: Pairs, along: bool) -> tuple[Bools, Bools]:
        """Return for each LOS two flags: it leaves its source by a depression hexside, and by a road hexside."""
        road = ROAD[self.table.location]
        if along:
            v = pairs.vertex
            by_road = road[pairs.src, v] | road[pairs.src, (v + 5) % 6]
            return np.zeros(len(v), bool), by_road
        centre = self.grid.centre
        start, end = centre[pairs.src], centre[pairs.dst]
        side = np.maximum(lowest(self.grid.crossed_sides(pairs.src, start, end)), 0)
        upright = start[:, 0] == end[:, 0]
        side = np.where(upright, np.where(end[:, 1] < start[:, 1], 0, 3), side)
        return self.depression_side[pairs.src, side], road[pairs.src, side]

    def _shared_road(self, hexes: Ints, before: Ints) -> Bools:
        road = ROAD[self.table.location]
        found = np.zeros(len(hexes), bool)
        for side in range(6):
            found |= (before >= 0) & (self.grid.neighbours[hexes, side] == before) & road[hexes, side]
        return found

    def judge_crests(self, pairs: Pairs, verdict: Verdict) -> None:
        """Judge LOS along hexsides from a depression to no higher ground: the crest line at the vertex blocks."""
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
                differs |= self.depression_side[e, side] & ~table.depression[other]
                verdict.blocked[index[(other >= 0) & differs]] = True

    def sunken_way(self, pairs: Pairs, p: Ints, h: Ints, near: NDArray[np.int8]) -> Bools:
        """Return True for a LOS that goes on along a depression or water from a hexside: its ground is ignored then."""
        sunken = (DEPRESSION | WATER)[self.table.point][h]  # [event, hexside]
        centre = self.grid.centre
        cut = self.grid.crossed_sides(h, centre[pairs.src[p]], centre[pairs.dst[p]])
        is_cut = (cut[:, None] >> np.arange(6) & 1).astype(bool)
        is_near = near[:, None] == np.arange(1, 7)
        s, t = pairs.s[p], pairs.t[p]
        leaving = pairs.leave[p] & (t > s) & (is_cut & sunken & is_near).any(1)
        entering = pairs.enter[p] & (s > t) & (h != pairs.dst[p]) & (is_cut & sunken & ~is_near).any(1)
        answer: Bools = leaving | entering
        return answer
