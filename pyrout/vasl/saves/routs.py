"""Routs in a log: moves of broken units, joined to paths; moves that were taken back are left out.

A log has places, not routs. What is a rout follows from the net displacement of each unit in each step, and from the
turn counter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...position.vocabulary import LEADERS
from .game import PLAYING_AREA, Snapshot
from .kinds import PERSONNEL, UNITS
from .log import Replayed
from .pieces import Piece, Place
from .position import Locate

SNAP = 16  # pixels: what moves no farther stays where it is
ROUT_PHASE = "RtPh"
TURN = re.compile(r"(.*\bTurn\b.*?) ?- (\w+)")
REDUCED = {"squad": "half_squad"}


@dataclass(frozen=True, slots=True)
class Moved:
    """The moves of one broken unit on the boards in one phase.

    `piece` is its id before the first of the `steps`, `now` the one after the last: counters are replaced. `places`
    are map and pixel at the start and after each step; `turn` and `phase` are those of the turn counter ("" without
    one); `before` and `after` are the positions around the steps. `along` are the other units that made the same way.
    `reduced` are the indices of the places where the unit lost a step, `pinned` says that it was pinned at the end.
    `revealed` are the pieces that were seen on the boards from then on, and the index of the place where it was.
    `bout`: without a turn counter, how many times unbroken units have moved before; no rout goes on after that.
    """

    piece: str
    name: str
    turn: str
    phase: str
    steps: tuple[int, ...]
    places: tuple[Place, ...]
    before: Snapshot
    after: Snapshot
    now: str
    along: frozenset[str] = frozenset()
    reduced: tuple[int, ...] = ()
    pinned: bool = False
    revealed: tuple[tuple[str, int], ...] = ()
    bout: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    """A broken unit that left the boards in one phase: how, in words, and the position before it did."""

    piece: str
    name: str
    turn: str
    phase: str
    step: int
    place: Place
    how: str
    before: Snapshot


@dataclass(frozen=True, slots=True)
class Walk:
    """The moves of an unbroken leader on the boards in one phase: the steps, and the places at the start and the end."""

    steps: tuple[int, ...]
    start: Place
    end: Place


@dataclass(slots=True)
class Window:
    """A phase: its first and last step, and the positions at its start and at its end, by the turn counter.

    The last step of a phase that is `over` sets the counter: the end is before it. `broke` has for each unit that broke
    in it the position after that step; `moved_first` those that had moved unbroken before, with the steps of the move
    and of the break; `rallied` the units that were broken and are no more, with the step. `others` is the first step in
    it that moved an unbroken unit other than a leader, or 0; `walks` has the moves of leaders. `cut`: the log begins in
    it, so that what came before is not known.
    """

    turn: str
    phase: str
    start: int
    end: int
    first: Snapshot
    last: Snapshot
    over: bool = False
    broke: dict[str, Snapshot] = field(default_factory=dict)
    moved_first: dict[str, tuple[int, int]] = field(default_factory=dict)
    rallied: dict[str, int] = field(default_factory=dict)
    others: int = 0
    walks: dict[str, Walk] = field(default_factory=dict)
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """The moves and losses of broken units in a game, and its phases, each in their order."""

    moves: tuple[Moved, ...]
    gone: tuple[Gone, ...]
    windows: tuple[Window, ...]


def phase_of(snapshot: Snapshot) -> tuple[str, str]:
    """Return turn and phase by the turn counter; two empty words without one, or where two counters differ."""
    said = {(match[1], match[2]) for piece in snapshot.pieces.values() if (match := TURN.fullmatch(piece.name))}
    return said.pop() if len(said) == 1 else ("", "")


def record(steps: Iterable[Replayed], locate: Locate) -> Record:
    """Return the moves of units that are broken before and after, from board to board, in the order of their starts.

    Moves that undo or the players took back are left out.
    """
    reader = _Reader(locate)
    for played in steps:
        reader.step(played)
    return reader.record()


class _Reader:
    def __init__(self, locate: Locate) -> None:
        self.locate = locate
        self.joined: list[Moved] = []
        self.gone: list[Gone] = []
        self.windows: list[Window] = []
        self.unbroken: dict[str, int] = {}  # the units that moved unbroken in this phase, and the step
        self.bout = 0

    def step(self, played: Replayed) -> None:
        before, after, number = played.before, played.after, played.number
        turn, phase = phase_of(before)
        if not self.windows or (self.windows[-1].turn, self.windows[-1].phase) != (turn, phase):
            cut = not self.windows
            self.windows.append(Window(turn, phase, number, number, before, after, cut=cut))
            self.unbroken = {}
        window = self.windows[-1]
        then = phase_of(after)
        window.end, window.over = number, then not in ((turn, phase), ("", ""))  # without a counter it may go on
        window.last = after if then == (turn, phase) else before
        if before is after:
            return
        there, here = before.places(), after.places()
        if self._others_move(before, after, there, here):
            window.others = window.others or number
            self.bout += not phase
        added = [i for i in after.pieces if i not in before.pieces and _broken(after, i)]
        for identity, piece in before.pieces.items():
            if piece.counter.kind not in PERSONNEL:
                continue
            now = identity if identity in after.pieces else _replacement(identity, before, after, added, there, here)
            if now is None:
                if _broken(before, identity) and self._on_board(there[identity]):
                    how = "its counter is removed"
                    self.gone.append(Gone(identity, piece.name, turn, phase, number, there[identity], how, before))
                continue
            if not _broken(after, now):
                if _broken(before, identity):
                    window.rallied[now] = number
                if not near(there[identity], here[now]):
                    self.unbroken[now] = number
                    if piece.counter.kind in LEADERS and now == identity and not _broken(before, identity):
                        self._walk(window, identity, number, there[identity], here[identity])
                continue
            if not _broken(before, identity):
                window.broke[now] = after
                window.rallied.pop(now, None)
                if now in self.unbroken:
                    window.moved_first[now] = (self.unbroken[now], number)
                continue
            start, end = there[identity], here[now]
            if not self._on_board(start) and self._on_board(end):
                self._back(played, identity, now, end)
                continue
            last = self._last(identity, turn, phase)
            if last is not None and not near(start, end) and not self._on_board(end):
                last = None
            if last is not None and near(self.joined[last].places[-1], start):
                self._onward(last, played, now, piece, start, end)
            elif not near(start, end) and self._on_board(start):
                if self._on_board(end):
                    along = _along(identity, before, here, start, end)
                    moved = Moved(identity, piece.name, turn, phase, (number,), (start, end), before, after, now, along)
                    seen = tuple((other, 1) for other in self._revealed(before, after))
                    self.joined.append(replace(moved, revealed=seen, bout=self.bout))
                else:
                    how = "it is put beside the boards" if end[0] in PLAYING_AREA else "it is put into another window"
                    self.gone.append(Gone(identity, piece.name, turn, phase, number, start, how, before))

    def _walk(self, window: Window, identity: str, number: int, start: Place, end: Place) -> None:
        """Join a move of a leader to those before it in the phase; one that leads back to the start is no move."""
        steps: tuple[int, ...] = (number,)
        if (walk := window.walks.pop(identity, None)) is not None and near(walk.end, start):
            steps, start = (*walk.steps, number), walk.start
        if not near(start, end) and self._on_board(start) and self._on_board(end):
            window.walks[identity] = Walk(steps, start, end)

    def _back(self, played: Replayed, identity: str, now: str, end: Place) -> None:
        """Let a unit that was put beside the boards come back on them: from where it stood there it has moved here."""
        turn, phase = phase_of(played.before)
        lost = next((g for g in self.gone if (g.piece, g.turn, g.phase) == (identity, turn, phase)), None)
        if lost is None:
            return
        self.gone.remove(lost)
        last = self._last(identity, turn, phase)
        steps = (lost.step, played.number)
        if last is not None:
            one = self.joined[last]
            if not near(one.places[-1], end):
                self.joined[last] = replace(
                    one, steps=(*one.steps, *steps), places=(*one.places, end), after=played.after, now=now
                )
        elif not near(lost.place, end):
            places = (lost.place, end)
            moved = Moved(identity, lost.name, turn, phase, steps, places, lost.before, played.after, now)
            self.joined.append(replace(moved, bout=self.bout))

    def _revealed(self, before: Snapshot, after: Snapshot) -> list[str]:
        """Return the units on the boards that were concealed, hidden or not there before, and are not any more."""
        if before is after:
            return []
        there, here, secret, still = before.places(), after.places(), _secret(before), _secret(after)
        return [
            identity
            for identity, piece in after.pieces.items()
            if piece.counter.kind in UNITS and identity not in still and self._on_board(here[identity])
            if identity in secret or identity not in there or not self._on_board(there[identity])
        ]

    def _last(self, identity: str, turn: str, phase: str) -> int | None:
        """Return the index of the moves of a unit in this phase."""
        for number, moved in reversed(list(enumerate(self.joined))):
            if (moved.now, moved.turn, moved.phase, moved.bout) == (identity, turn, phase, self.bout):
                return number
        return None

    def _others_move(
        self, before: Snapshot, after: Snapshot, there: Mapping[str, Place], here: Mapping[str, Place]
    ) -> bool:
        """Return True if a step moves a vehicle or an unbroken unit other than a leader: in a Rout Phase none does."""
        return any(
            piece.counter.kind in (*PERSONNEL, "vehicle") and piece.counter.kind not in LEADERS
            for identity, piece in before.pieces.items()
            if identity in here and not near(there[identity], here[identity])
            if not _broken(before, identity) and self._on_board(there[identity]) and self._on_board(here[identity])
        )

    def _onward(self, number: int, played: Replayed, now: str, piece: Piece, start: Place, end: Place) -> None:
        """Let a unit that has moved go on, be put back, or lose a step."""
        last = self.joined[number]
        if not near(start, end):
            seen = list(last.revealed)
            if near(last.places[-2], end):  # undone, or put back by hand
                steps, places, along = last.steps[:-1], last.places[:-1], last.along
                reduced = tuple(index for index in last.reduced if index < len(places))
            else:
                steps, places = (*last.steps, played.number), (*last.places, end)
                together = _along(piece.id, played.before, played.after.places(), start, end)
                along, reduced = last.along & together, last.reduced
                seen += [(other, len(last.places) - 1) for other in self._revealed(last.after, played.before)]
                seen += [(other, len(last.places)) for other in self._revealed(played.before, played.after)]
            last = replace(
                last,
                steps=steps,
                places=places,
                along=along,
                reduced=reduced,
                revealed=tuple((other, min(index, len(places) - 1)) for other, index in seen),
                after=played.after,
                now=now,
            )
            if not steps or near(places[0], places[-1]):
                del self.joined[number]
                return
        kind = played.after.pieces[now].counter
        if REDUCED.get(piece.counter.kind) == kind.kind or "wounded" in kind.statuses - piece.counter.statuses:
            last = replace(last, reduced=(*last.reduced, len(last.places) - 1))
        elif REDUCED.get(kind.kind) == piece.counter.kind:  # taken back
            last = replace(last, reduced=last.reduced[:-1])
        self.joined[number] = replace(last, now=now)

    def record(self) -> Record:
        by_phase = {(window.turn, window.phase): window for window in self.windows if window.phase}
        moves = [_closed(moved, by_phase.get((moved.turn, moved.phase))) for moved in self.joined]
        gone = []
        for lost in self.gone:
            window = by_phase.get((lost.turn, lost.phase), self.windows[-1])
            back = window.last.places().get(lost.piece)
            if back is None or not self._on_board(back):
                gone.append(lost)
        return Record(tuple(moves), tuple(gone), tuple(self.windows))

    def _on_board(self, place: Place) -> bool:
        return place[0] in PLAYING_AREA and self.locate(place[1], place[2]) is not None


def _closed(moved: Moved, window: Window | None) -> Moved:
    """Return the moves of a unit with what the end of the phase shows: who was brought along later, and a pin."""
    if window is None:
        return moved
    along = _along(moved.piece, moved.before, window.last.places(), moved.places[0], moved.places[-1])
    pins = set(_pins(window.last, moved.now))
    pinned = bool(pins) and not pins & moved.before.pieces.keys() and not _pins(moved.before, moved.piece)
    return replace(moved, along=moved.along | along, pinned=pinned)


def _secret(snapshot: Snapshot) -> set[str]:
    """Return the pieces that are concealed, by themselves or below a ? of their side, or hidden."""
    secret = {identity for identity, piece in snapshot.pieces.items() if piece.concealed or piece.hidden}
    for stack in snapshot.stacks:
        held = [snapshot.pieces[identity] for identity in stack.pieces if identity in snapshot.pieces]
        for number, sign in enumerate(held):
            if sign.counter.kind == "concealment":
                secret.update(below.id for below in held[:number] if below.counter.nation == sign.counter.nation)
    return secret


def _pins(snapshot: Snapshot, identity: str) -> Sequence[str]:
    """Return the Pin counters above a piece in its stack."""
    for stack in snapshot.stacks:
        if identity in stack.pieces:
            above = stack.pieces[stack.pieces.index(identity) + 1 :]
            return [each for each in above if each in snapshot.pieces and snapshot.pieces[each].name == "Pin"]
    return ()


def _replacement(
    identity: str,
    before: Snapshot,
    after: Snapshot,
    added: list[str],
    there: dict[str, Place],
    here: dict[str, Place],
) -> str | None:
    """Return the counter that replaces a broken unit in its place; None where there is no such one."""
    counter = before.pieces[identity].counter
    for other in added:
        new = after.pieces[other].counter
        same = new.nation == counter.nation and new.kind in (counter.kind, REDUCED.get(counter.kind))
        if same and _broken(before, identity) and near(there[identity], here[other]):
            added.remove(other)  # it replaces one
            return other
    return None


def _along(identity: str, before: Snapshot, here: Mapping[str, Place], start: Place, end: Place) -> frozenset[str]:
    """Return the other units that lay where a unit began, and lie where it ended."""
    there = before.places()
    return frozenset(
        other
        for other, piece in before.pieces.items()
        if other != identity and piece.counter.kind in UNITS and other in here
        if near(there[other], start) and near(here[other], end)
    )


def _broken(snapshot: Snapshot, identity: str) -> bool:
    return "broken" in snapshot.pieces[identity].counter.statuses


def near(one: Place, other: Place) -> bool:
    """Return True for places so close that a counter did not move between them."""
    return one[0] == other[0] and max(abs(one[1] - other[1]), abs(one[2] - other[2])) <= SNAP
