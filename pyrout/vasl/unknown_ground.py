"""The parts of a game's map that are not known: missing boards, and terrain that has no rule here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise

from ..errors import one_line
from ..wording import join_words
from .boards.maps import BORDER
from .map_layout import Laid
from .saves.kinds import UNITS
from .saves.log import Snapshot
from .saves.position import is_unmodelled
from .saves.save import PLAYING_AREA

MISSING = "the missing board "  # begins the name of a place on a board that is not there
MOST_MF = 6  # of a unit that routs; no hex costs less than one


class UnknownGround:
    """The unknown parts of a map. `locate` gives the hex at a pixel, or the missing board there."""

    def __init__(self, laid: Laid, locate: Callable[[int, int], str | None]) -> None:
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

    def depends(self, snapshot: Snapshot, hex_: str) -> str:
        """Return the hexes and LOS of missing boards on which the verdict on a unit depends, in words; or ""."""
        if not self.gaps or hex_ not in self.map.known:
            return ""
        lost: dict[str, int] = {}
        beyond: dict[str, str] = {}  # hexes of other units, with the missing board between
        for identity, place in snapshot.places().items():
            if (
                place[0] in PLAYING_AREA
                and identity in snapshot.pieces
                and snapshot.pieces[identity].counter.kind in UNITS
            ):
                there = self.locate(*place[1:]) or ""
                if there.startswith(MISSING):
                    lost[there.removeprefix(MISSING)] = lost.get(there.removeprefix(MISSING), 0) + 1
                elif there in self.map.known and (between := self._missing_between(hex_, there)):
                    beyond[there] = between
        start = self.map.known[hex_]
        near = {board for number, board in self.gaps.items() if self.map.grid.range_between(start, number) <= MOST_MF}
        words = [
            f"the {count} unit{'s' if count > 1 else ''} on the missing board {board}" for board, count in lost.items()
        ]
        words += [f"the terrain of the missing board {board}, which it could reach" for board in sorted(near)]
        words += [
            f"the LOS across the missing board {board} to units in {join_words(hexes)}"
            for board in sorted(set(beyond.values()) - near)
            if (hexes := sorted(hex_ for hex_, between in beyond.items() if between == board))
        ]
        return join_words(words) if words else ""

    @cached_property
    def strange(self) -> dict[tuple[int, int], str]:
        """The boards whose terrain in this game is not known here, by their slots, each in words."""
        overlays = {(slot.column, slot.row): {each.name for each in slot.overlays} for slot in self.laid.slots}
        words = {}
        for placed in self.map.boards:
            unknown = self.laid.unknown.get(placed.name, ())
            laid = sorted(overlays.get((placed.col, placed.row), ()))
            if placed.there and (laid or unknown):
                what = [f"overlay {name}" for name in laid] + [f"scenario rule {rule}" for rule in unknown]
                words[placed.col, placed.row] = f"the {join_words(map(one_line, what))} of board {placed.name}"
        return words

    def without_rule(self, snapshot: Snapshot, hex_: str) -> str:
        """Return the terrain and counters in reach of a unit that have no rule here, in words; or ""."""
        if hex_ not in self.map.known:
            return ""
        start, grid = self.map.known[hex_], self.map.grid
        words: dict[str, None] = {}
        if self.strange:
            for number in self.map.hexes:
                if grid.range_between(start, number) <= MOST_MF:
                    x, y = grid.centre[number]
                    for placed in self.map.boards_at(x + BORDER, y + BORDER):
                        if (placed.col, placed.row) in self.strange:
                            words[self.strange[placed.col, placed.row]] = None
        for identity, (where, x, y) in snapshot.places().items():
            piece = snapshot.pieces.get(identity)
            if piece is not None and where in PLAYING_AREA and is_unmodelled(piece):
                there = self.locate(x, y) or ""
                if there in self.map.known and grid.range_between(start, self.map.known[there]) <= MOST_MF:
                    words[f"the {one_line(piece.name)} in {there}"] = None
        return join_words(words) if words else ""

    def _missing_between(self, one: str, other: str) -> str:
        """Return the missing board that the line between the centres of two hexes crosses; or ""."""
        grid = self.map.grid
        a, b = self.map.known[one], self.map.known[other]
        (x, y), (x_, y_), steps = grid.centre[a], grid.centre[b], 4 * grid.range_between(a, b)
        for step in range(1, steps):
            at = x + (x_ - x) * step // steps, y + (y_ - y) * step // steps
            if board := self.map.missing_at(at[0] + BORDER, at[1] + BORDER):
                return board
        return ""
