"""The picture of a position with its answer.

How a game is drawn is a module of its own.
"""

from __future__ import annotations

from pathlib import Path

from ..program import rule_sets
from ..question import Question


def picture(question: Question, kind: str, board: Path | None = None, *, volunteers: bool = False) -> bytes:
    """Return a picture file (`.svg`, `.png`, `.html`) of a position and its answer.

    On hexes `volunteers` shows the routs of unbroken units that may break on purpose; else those alone that the
    question names are shown. `board` is the archive whose art lies underneath, where there are boards. Raises
    InstanceError, UsageError, BoardError, TimeLimit.
    """
    if rule_sets.about(question.rules).plays_on == "table":
        from . import miniatures

        return miniatures.picture(question, kind, board)
    from . import hexes

    return hexes.picture(question, kind, board, volunteers=volunteers)
