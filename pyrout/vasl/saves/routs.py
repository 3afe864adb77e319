"""Routs in a log: moves of broken units, joined to paths; moves that were taken back are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .log import Replayed, Snapshot
from .position import Locate
from .save import PLAYING_AREA

SNAP = 16  # pixels: what moves no farther stays where it is
TURN = re.compile(r"(.*\bTurn\b.*?) ?- (\w+)")
Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Moved:
    """The moves of one broken unit on the boards in one phase.

    `steps` are their numbers, `places` map and pixel at the start and after each; `turn` and `phase` are those of the
    turn counter ("" without one); `before` is the position before the first of the steps.
    """

    piece: str
    name: str
    turn: str
    phase: str
    steps: tuple[int, ...]
    places: tuple[Place, ...]
    before: Snapshot


def phase_of(snapshot: Snapshot) -> tuple[str, str]:
    """Return turn and phase by the turn counter; two empty words without one."""
    for piece in snapshot.pieces.values():
        match = TURN.fullmatch(piece.name)
        if match:
            return match[1], match[2]
    return "", ""


def moves(steps: Iterable[Replayed], locate: Locate) -> list[Moved]:
    """Return the moves of units that are broken before and after, from board to board, in the order of their starts.

    Moves that undo or the players took back are left out.
    """
    joined: list[Moved] = []
    for played in steps:
        before, after = played.before, played.after
        if before is after:
            continue
        turn, phase = phase_of(before)
        there, here = before.places(), after.places()
        for identity, piece in before.pieces.items():
            now = after.pieces.get(identity)
            if now is None or not _broken(before, identity) or not _broken(after, identity):
                continue
            start, end = there[identity], here[identity]
            if _near(start, end) or not (_on_board(start, locate) and _on_board(end, locate)):
                continue
            number = next((n for n in range(len(joined) - 1, -1, -1) if joined[n].piece == identity), None)
            if number is not None and _goes_on(joined[number], start, turn, phase):
                last = joined[number]
                if _near(last.places[-2], end) and (played.step.undoes or len(last.steps) == 1):
                    steps_, places = last.steps[:-1], last.places[:-1]
                else:
                    steps_, places = (*last.steps, played.step.number), (*last.places, end)
                joined[number] = Moved(identity, last.name, turn, phase, steps_, places, last.before)
                if not steps_ or _near(places[0], places[-1]):
                    del joined[number]
            else:
                joined.append(Moved(identity, piece.name, turn, phase, (played.step.number,), (start, end), before))
    return joined


def _goes_on(last: Moved, start: Place, turn: str, phase: str) -> bool:
    """Return True if a move from a place belongs to the same phase and begins where the last one ended."""
    return _near(last.places[-1], start) and (last.turn, last.phase) == (turn, phase)


def _broken(snapshot: Snapshot, identity: str) -> bool:
    return "broken" in snapshot.pieces[identity].counter.statuses


def _near(one: Place, other: Place) -> bool:
    return one[0] == other[0] and max(abs(one[1] - other[1]), abs(one[2] - other[2])) <= SNAP


def _on_board(place: Place, locate: Locate) -> bool:
    return place[0] in PLAYING_AREA and locate(place[1], place[2]) is not None
