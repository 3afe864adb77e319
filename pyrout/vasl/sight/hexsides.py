"""Rule 3 of line of sight: walls, hedges, bocage, and the walls of rowhouses and inside factories."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..boards.geometry import HexGrid
from ..boards.hexes import HEXSIDE, HexTable
from .pixels import CLIFF
from .terms import BOCAGE, HALF, HEIGHT, ROWHOUSE, Bools, Ints, Pairs, Tests


@dataclass(frozen=True, eq=False)
class HexsideRules:
    """Judges pixels of hexside terrain."""

    grid: HexGrid
    table: HexTable

    def judge(self, pairs: Pairs, tests: Tests, a: Ints, b: Ints, blocked: Bools, along: bool) -> None:
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
        hit |= bocage & (
            (g + 1 > high) | ((g + 1 == high) & (g + 1 > low)) | self._blind_bocage(pairs, sub, a[index], b[index])
        )
        asks = np.flatnonzero(hit)
        if len(asks):
            hit[asks] &= ~self._ignorable(pairs, sub.chosen(asks), along)
        walls = np.flatnonzero(rowhouse)
        if len(walls):
            hit[walls] = self._rowhouse(pairs, sub.chosen(walls), a[index[walls]], b[index[walls]])
        blocked[index[hit]] = True

    @staticmethod
    def _blind_bocage(pairs: Pairs, tests: Tests, a: Ints, b: Ints) -> Bools:
        p = tests.pair
        s, t = pairs.s[p], pairs.t[p]
        low, high, top = np.minimum(s, t), np.maximum(s, t), tests.g + 1
        r, d = np.where(s > t, a, b), np.where(s > t, b, a)
        answer: Bools = (low < top) & (top < high) & (d <= np.maximum(2 * top + r // 5 - high - low + 1, 1))
        return answer

    def _rowhouse(self, pairs: Pairs, tests: Tests, a: Ints, b: Ints) -> Bools:
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
        answer: Bools = hit | ((s != t) & (d <= np.maximum(2 * top + np.maximum(r, 0) // 5 - high - low + 1, 1)))
        return answer

    def _ignorable(self, pairs: Pairs, tests: Tests, along: bool) -> Bools:
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
        answer: Bools = ignorable
        return answer

    def _hexspine(self, end: Ints, vertex: NDArray[np.int8], h: Ints, side: NDArray[np.int8]) -> Bools:
        """Return a wall at the far end of the hexspine that a LOS along it leaves or enters by."""
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
        answer: Bools = ignorable | far
        return answer
