"""Drawings of a position on a table: pictures and pages."""

from __future__ import annotations

from pathlib import Path

from ...miniatures.solve import table_and_answer
from ...question import Question
from ..png import contents
from .page import page
from .table import drawing


def picture(question: Question, kind: str, board: Path | None = None) -> bytes:
    """Return a picture file (`.svg`, `.png`, `.html`) of a table and its answer; a table has no board.

    Raises InstanceError, UsageError, and TimeLimit for an incomplete answer.
    """
    table, answer = table_and_answer(question)
    return page(table, answer).encode() if kind == ".html" else contents(drawing(table, answer), kind)
