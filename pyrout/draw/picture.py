"""The picture of a position with its answer.

How a game is drawn is a module of its own, which has the name of its folder.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ..question import Question
from ..referee import game


def picture(
    question: Question, kind: str, board: Path | None = None, *, phase: bool = False, volunteers: bool = False
) -> bytes:
    """Return a picture file (`.svg`, `.png`, `.html`) of a position and its answer.

    On hexes `phase` shows the best plan of the whole Rout Phase, and `volunteers` the routs of unbroken units that may
    break on purpose; else those alone that the question names are shown. `board` is the archive whose art lies
    underneath, where there are boards. Raises InstanceError, UsageError, BoardError, TimeLimit.
    """
    drawer = import_module(f".{game(question.rules)}", __package__)
    more = {"volunteers": True} if volunteers else {}
    contents: bytes = (drawer.planned if phase else drawer.picture)(question, kind, board, **more)
    return contents
