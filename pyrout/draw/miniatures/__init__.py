"""How a position on a table is drawn: as a picture, or as a page."""

from __future__ import annotations

from pathlib import Path

from ...errors import TimeLimit, one_line
from ...miniatures.solver import TableSolver
from ...question import Question
from ...result import Answer
from ..png import png
from .page import page
from .table import drawing


def picture(question: Question, kind: str, board: Path | None = None) -> bytes:
    """The contents of a file of a kind (`.svg`, `.png`, `.html`) that shows a table and its answer; a table has no board.
    Raises InstanceError, UsageError, TimeLimit where the answer is not complete."""
    solver = TableSolver(question)
    found = tuple(solver.unit(unit) for unit in solver.units)
    name = question.position.name
    if not all(unit.complete for unit in found):
        raise TimeLimit(f"{name}: the time limit was reached before the answer was complete")
    answer = Answer(one_line(name), question.rules, question.options, found)
    if kind == ".html":
        return page(solver.table, answer).encode()
    svg, width, height = drawing(solver.table, answer)
    return png(svg, width, height) if kind == ".png" else svg.encode()
