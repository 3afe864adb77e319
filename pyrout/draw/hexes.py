"""The picture of a position on hexes with its answer, as the contents of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import UsageError
from ..hexes.solver import Solver
from ..phases.plan import phase
from ..question import Question
from .answers import Answered
from .art import board_art
from .html import page
from .layout import Layout
from .plans import plans
from .png import contents
from .svg import Art
from .svg import picture as drawing


def picture(question: Question, kind: str, board: Path | None = None, *, volunteers: bool = False) -> bytes:
    """Return a picture file (`.svg`, `.png`, `.html`) of a position and its answer.

    Of units that may break on purpose it has the answers of those that the question names, or with `volunteers` of all.
    `board` is the archive whose art lies underneath. Raises InstanceError, UsageError, BoardError, TimeLimit.
    """
    arts = _beneath(question, board)
    return draw(Answered(Solver(question), None if volunteers else question.units), kind, arts)


def draw(answered: Answered, kind: str, arts: Sequence[Art] = ()) -> bytes:
    """Return the contents of a file of a kind, for what is answered already."""
    if kind == ".html":
        return page(answered, arts).encode()
    shown = drawing(answered.question.position, answered.answer, arts, answered.others, answered.around())
    return contents(shown, kind)


class DrawnPlan(NamedTuple):
    """The contents of a file that shows a plan; `late` is True if the time limit ended the search for it."""

    contents: bytes
    late: bool


def draw_plan(question: Question, kind: str, board: Path | None = None) -> DrawnPlan:
    """Return the contents of a file of a kind (`.svg`, `.png`) that shows the best plan of the whole Rout Phase.

    Raises as `picture` does.
    """
    if kind == ".html":
        raise UsageError("a Rout Phase is drawn as .svg or .png: call the file so")
    arts = _beneath(question, board)
    explored = phase(question)
    return DrawnPlan(contents(plans(question.position, explored, arts), kind), explored.late)


def _beneath(question: Question, board: Path | None) -> list[Art]:
    """Return the art under a drawing; whoever cannot be drawn hears so before the work of answering."""
    Layout(question.position)
    return [] if board is None else [board_art(board, question.position)]
