"""Line of sight as VASL decides it, on the pixels of a board or a map of boards.

A line runs between two hex centres and is judged pixel by pixel; here pixels come as runs of one class (`pixels`), some
hundred lines at a time, and the rules (`los_rules`) are applied to all of these at once. Whether a line is blocked does
not depend on the order of its pixels, except where a rule says so: leaving a building, the hex whose ground is ignored,
the hex visited before.

In these modules a *test* is one run judged with one hex as the current hex; *s* and *t* are the elevations of source
and target, *g* the ground of a pixel, *a* and *b* the ranges of the current hex to source and target, and the rules
have the numbers: 1 depressions, 2 one building, 3 hexsides, 5 ground, 6 split terrain, 7 and 8 terrain above both ends,
9 terrain as high as the higher end, 10 blind hexes. (4 is for counters.)
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ... import cache
from .. import code_stamp
from ..boards.geometry import NO_HEX, HexGrid
from ..boards.hexes import BRIDGE, BUILDING, HEXSIDE, INHERENT, WATER, HexTable, flags, hex_table
from ..boards.terrain import CODE, TERRAINS
from .pixels import Classes, at_once, classes, packed, runs, unpacked
from .rules import Rules
from .terms import (
    FACTORY,
    HEIGHT,
    REACH,
    ROOFED_BUILDING,
    ROWHOUSE,
    Bools,
    Ints,
    Pairs,
    Sight,
    Tests,
    Verdict,
    exit_vertex,
)

__all__ = ["LineOfSight", "Sight"]

KIND = "classes"  # of the entries of the cache
THREADS = min(4, os.cpu_count() or 1)  # each takes the memory of some hundred lines


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
        table: HexTable | None = None,
        inherent_fills: bool = True,
        kept_as: bytes = b"",
    ) -> None:
        """Take a map; `kept_as` is its digest, under which its classes of pixels are cached (none: not cached)."""
        self._kept_as = kept_as
        self.grid, self.terrain, self.elevation = grid, terrain, elevation
        self.stairways = np.zeros(grid.count, bool) if stairways is None else stairways
        self.table = hex_table(grid, terrain, elevation) if table is None else table
        self.rules = Rules(grid, self.table, inherent_fills)
        present = np.bincount(terrain.ravel(), minlength=256) > 0
        self._bridges = bool((present & BRIDGE).any())
        self._factories = bool((present & FACTORY).any())

    @cached_property
    def _classes(self) -> Classes:
        return self._folded(full=False)

    @cached_property
    def _full_classes(self) -> Classes:
        return self._folded(full=True)

    def _folded(self, full: bool) -> Classes:
        name = cache.key(KIND, code_stamp(), self._kept_as, full)
        size = self.grid.width * self.grid.height
        found = cache.take(name, lambda entry: unpacked(entry, size, self.grid.count)) if self._kept_as else None
        if found is None:
            found = classes(self.grid, self.table, self.terrain, self.elevation, full)
            if self._kept_as:
                cache.write(name, packed(found))
        return found

    # -----------------------------------------------------------------------------------------------------------------

    def los(
        self,
        src: ArrayLike,
        dst: ArrayLike,
        src_level: ArrayLike = 0,
        dst_level: ArrayLike = 0,
    ) -> Sight:
        """Return the LOS between the hexes of `src` and `dst`, pair by pair, at levels above the hexes' own ground."""
        a, b, la, lb = np.broadcast_arrays(*(np.asarray(x, np.int32) for x in (src, dst, src_level, dst_level)))
        shape = a.shape
        pairs = self._pairs(a.ravel(), b.ravel(), la.ravel(), lb.ravel())
        blocked = np.zeros(len(pairs.src), bool)
        hindrance = np.zeros(len(pairs.src), np.int8)
        same = pairs.src == pairs.dst
        blocked[same] = self._blocked_inside(pairs.src[same], la.ravel()[same], lb.ravel()[same])
        along = (pairs.vertex != NO_HEX) & ~same
        lines = [(np.flatnonzero(~same & ~along), "_classes"), (np.flatnonzero(along), "_full_classes")]
        lines = [(index, kind) for index, kind in lines if len(index)]
        with ThreadPoolExecutor(THREADS) as threads:  # numpy lets others go on while it works
            for (index, _), folded in zip(
                lines, threads.map(partial(getattr, self), [k for _, k in lines]), strict=True
            ):
                part = pairs.chosen(index)
                start, end = self.grid.centre[part.src], self.grid.centre[part.dst]
                judged = partial(self._judged, folded, part, start, end)
                for chosen, sight in threads.map(judged, *zip(*at_once(start, end), strict=True)):
                    blocked[index[chosen]], hindrance[index[chosen]] = sight
        return Sight(blocked.reshape(shape), hindrance.reshape(shape))

    def _judged(
        self,
        folded: Classes,
        pairs: Pairs,
        start: NDArray[np.int64],
        end: NDArray[np.int64],
        chosen: NDArray[np.int64],
        sign: int,
    ) -> tuple[NDArray[np.int64], Sight]:
        """Return some of the pairs, and their LOS; all of one kind."""
        walk = runs(folded, self.grid.height, start[chosen], end[chosen], sign)
        judge = self._along if pairs.vertex[0] != NO_HEX else self._across
        return chosen, judge(folded, pairs.chosen(chosen), walk.pair, walk.number)

    def _blocked_inside(self, hexes: Ints, low: Ints, high: Ints) -> Bools:
        """Between two levels of one hex: only the next level is seen, and only where there is a stairway."""
        stairs = (
            self.stairways[hexes]
            | flags(c for c, t in TERRAINS.items() if t.name.endswith("Building, 1 Level"))[self.table.centre[hexes]]
        )
        steps = np.abs(low - high)
        answer: Bools = (steps > 1) | ((steps == 1) & ~stairs)
        return answer

    def _pairs(self, src: Ints, dst: Ints, src_level: Ints, dst_level: Ints) -> Pairs:
        table, grid = self.table, self.grid
        s = table.base[src].astype(np.int32) + src_level
        t = table.base[dst].astype(np.int32) + dst_level
        distance = grid.range_between(src, dst).astype(np.int32)
        sunken = table.depression
        return Pairs(
            src=src,
            dst=dst,
            s=s,
            t=t,
            range=distance,
            leave=sunken[src] & (src_level <= 0) & (t - s <= distance),
            enter=sunken[dst] & (dst_level <= 0) & (s - t <= distance),
            vertex=exit_vertex(grid.centre[dst] - grid.centre[src], distance),
        )

    # -----------------------------------------------------------------------------------------------------------------
    # From runs to tests

    def _across(self, folded: Classes, pairs: Pairs, pair: Ints, number: Ints) -> Sight:
        """Judge lines that do not run along hexsides."""
        verdict = Verdict(len(pairs.src), int(pairs.range.max()))
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
        tests = Tests(
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
        self.rules.judge(pairs, tests, verdict, along=False)
        return verdict.result()

    def _cells(self, folded: Classes, pairs: Pairs, pair: Ints, number: Ints) -> Ints:
        """Return the cell of each pixel: an end whose enlarged polygon holds it, the source first; else its own hex."""
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

    def _left_building(self, folded: Classes, pairs: Pairs, pair: Ints, number: Ints, verdict: Verdict) -> Bools:
        """Judge the LOS inside one building to another level, and report which runs come after the building was left."""
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
        self, folded: Classes, pairs: Pairs, pair: Ints, number: Ints, cell: Ints, along: bool
    ) -> tuple[Ints, Bools]:
        """Return the hex visited before each run's, and whether the run lies in the hex whose ground is ignored.

        Needs all runs of the pairs given.
        """
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
            marked[new[self.rules.depressions.sunken_way(pairs, pair[new], hexes[new], folded.near[cell[new]])]] = True
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

    def _along(self, folded: Classes, pairs: Pairs, pair: Ints, number: Ints) -> Sight:
        """Judge lines along hexsides: at odd ranges from the source both hexes beside the line are tested."""
        verdict = Verdict(len(pairs.src), int(pairs.range.max()))
        grid = self.grid
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
        plain = Tests(
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
        self.rules.judge(pairs, plain.chosen(~double), verdict, along=True)
        # The first hex of the two, then the second: inherent terrain of a hex takes the pixel over
        one = plain.chosen(double & folded.held[cell])
        code = plain.code.copy()
        self._inherent(pairs, one, verdict)
        taken = np.flatnonzero(double & folded.held[cell])
        code[taken] = one.code
        two_at = np.flatnonzero(double & (second_cell != NO_HEX))
        c = second_cell[two_at]
        two = Tests(
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

    def _inherent(self, pairs: Pairs, tests: Tests, verdict: Verdict) -> None:
        """Judge tests of hexes beside a line along hexsides; changes `tests.code` to the inherent terrain of the hex."""
        centre = self.table.centre[tests.hex]
        taken = INHERENT[centre] & (tests.code != centre)
        taken &= ~(WATER[tests.code] & flags([CODE["Dense Jungle"], CODE["Bamboo"]])[centre])
        hexside = taken & HEXSIDE[tests.code]
        if hexside.any():
            self.rules.judge(pairs, tests.chosen(hexside), verdict, along=True)
        tests.code[taken] = centre[taken]
        self.rules.judge(pairs, tests, verdict, along=True, filled=True)
