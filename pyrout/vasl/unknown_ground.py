"""The parts of a game's map that are not known: missing boards, and terrain that has no rule here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ..base.span import Span, is_a
from ..errors import one_line
from ..wording import join_words
from .boards.maps import BORDER
from .map_layout import Laid
from .saves.game import Snapshot
from .saves.kinds import UNITS, Nation
from .saves.position import Locate, is_unmodelled

MOST_MF = 6  # of a unit that routs; no hex costs less than one


def missing(board: str) -> Span:
    """Return the place of all that is on a board that is not there."""
    return Span(f"the missing board {board}", "missing", board)


class UnknownGround:
    """The unknown parts of a map. `locate` gives the hex at a pixel, or the missing board there."""

    def __init__(self, laid: Laid, locate: Locate) -> None:
        self.laid, self.map, self.locate = laid, laid.map, locate

    @cached_property
    def gaps(self) -> dict[int, str]:
        """The hexes of missing boards, each with its board."""
        missing = {}
        for number, (x, y) in enumerate(self.map.grid.centre):
            if not self.map.names[number] and (board := self.map.missing_at(x + BORDER, y + BORDER)):
                missing[number] = board
        return missing

    def hexes_between(self, path: Sequence[str]) -> int:
        """Return the hexes that a way over these at least enters."""
        known = [self.map.known[hex_] for hex_ in path]
        return sum(self.map.grid.range_between(a, b) for a, b in pairwise(known))

    def depends(self, snapshot: Snapshot, hex_: str, nation: Nation | None = None) -> str:
        """Return the hexes and LOS of missing boards on which the verdict on a unit depends, in words; or "".

        Units of its `nation` are no enemies of it.
        """
        if not self.gaps or hex_ not in self.map.known:
            return ""
        lost: dict[str, int] = {}
        for _, piece, x, y in snapshot.on_map():
            if piece.counter.kind in UNITS and is_a(there := self.locate(x, y), "missing"):
                lost[there.about[0]] = lost.get(there.about[0], 0) + 1
        start = self.map.known[hex_]
        near = {board for number, board in self.gaps.items() if self.map.grid.range_between(start, number) <= MOST_MF}
        words = [
            f"the {count} unit{'s' if count > 1 else ''} on the missing board {board}" for board, count in lost.items()
        ]
        words += [f"the terrain of the missing board {board}, which it could reach" for board in sorted(near)]
        boards = {placed.name: self.map.frame(placed) for placed in self.map.boards if not placed.there}
        far = {str(missing(name)): _Box(frame) for name, frame in boards.items() if name not in near}
        words += self._looked_across(snapshot, hex_, nation, far)
        return join_words(words) if words else ""

    @cached_property
    def strange(self) -> dict[tuple[int, int], str]:
        """The boards whose terrain in this game is not known here, by their slots, each in words."""
        overlays = {(slot.column, slot.row): set(slot.overlays) for slot in self.laid.slots}
        words = {}
        for placed in self.map.boards:
            unknown = self.laid.unknown.get(placed.name, ())
            laid = sorted(overlays.get((placed.col, placed.row), ()))
            if placed.there and (laid or unknown):
                what = [f"overlay {name}" for name in laid] + [f"scenario rule {rule}" for rule in unknown]
                words[placed.col, placed.row] = f"the {join_words(map(one_line, what))} of board {placed.name}"
        return words

    def without_rule(self, snapshot: Snapshot, hex_: str, nation: Nation | None = None) -> str:
        """Return the terrain and counters that could change the verdict on a unit and have no rule here, in words; or "".

        They lie in its reach, or between hexes in its reach and units that are not of its `nation`.
        """
        if hex_ not in self.map.known:
            return ""
        start, grid = self.map.known[hex_], self.map.grid
        words: dict[str, None] = {}
        far: dict[str, _Box | _Disc] = {}
        for placed in self.map.boards:
            if (placed.col, placed.row) in self.strange:
                far[self.strange[placed.col, placed.row]] = _Box(self.map.frame(placed))
        if self.strange:
            for number in self.map.hexes:
                if grid.range_between(start, number) <= MOST_MF:
                    x, y = grid.centre[number]
                    for placed in self.map.boards_at(x + BORDER, y + BORDER):
                        if (placed.col, placed.row) in self.strange:
                            words[self.strange[placed.col, placed.row]] = None
        for _, piece, x, y in snapshot.on_map():
            if is_unmodelled(piece) and (there := self.locate(x, y) or "") in self.map.known:
                name, number = f"the {one_line(piece.name)} in {there}", self.map.known[there]
                if grid.range_between(start, number) <= MOST_MF:
                    words[name] = None
                else:
                    far[name] = _Disc(grid.centre[number], grid.hex_width * 2 / 3)
        several = [
            *words,
            *self._looked_across(snapshot, hex_, nation, {name: far[name] for name in far if name not in words}),
        ]
        return join_words(several) if several else ""

    def _looked_across(
        self, snapshot: Snapshot, hex_: str, nation: Nation | None, places: Mapping[str, _Box | _Disc]
    ) -> Iterator[str]:
        """Yield in words the LOS from hexes in reach of a unit, across these places, to hexes of units of other nations."""
        if not places:
            return
        start, grid = self.map.known[hex_], self.map.grid
        reached = [grid.centre[n] for n in self.map.hexes if grid.range_between(start, n) <= MOST_MF]
        others = {
            there
            for _, piece, x, y in snapshot.on_map()
            if piece.counter.kind in UNITS and (nation is None or piece.counter.nation != nation)
            if (there := self.locate(x, y)) in self.map.known
        }
        seen = {there: grid.centre[self.map.known[there]] for there in sorted(filter(None, others))}
        for name, place in places.items():
            hexes = [there for there, end in seen.items() if any(place.crossed(one, end) for one in reached)]
            if hexes:
                yield f"the LOS across {name} to units in {join_words(hexes)}"


class _Box(NamedTuple):
    """A board, as left, top, right and bottom in pixels of the grid."""

    frame: tuple[int, int, int, int]

    def crossed(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return True if the line between two points leads through the inside."""
        first, last = 0.0, 1.0
        for axis in (0, 1):
            low, high, at, way = self.frame[axis] + 1, self.frame[axis + 2] - 1, one[axis], other[axis] - one[axis]
            if not way:
                if not low < at < high:
                    return False
                continue
            enters, leaves = sorted(((low - at) / way, (high - at) / way))
            first, last = max(first, enters), min(last, leaves)
        return first < last


class _Disc(NamedTuple):
    """A hex with its corners, as centre and radius in pixels of the grid."""

    centre: tuple[int, int]
    radius: float

    def crossed(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return True if the line between two points leads through it."""
        (x, y), (u, v) = one, other
        across, down = u - x, v - y
        length = across * across + down * down
        part = ((self.centre[0] - x) * across + (self.centre[1] - y) * down) / length if length else 0.0
        part = min(1.0, max(0.0, part))
        return math.hypot(x + part * across - self.centre[0], y + part * down - self.centre[1]) < self.radius
