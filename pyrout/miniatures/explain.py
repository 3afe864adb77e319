"""`explain` on a table: a unit's answer, and the place that is asked about."""

from __future__ import annotations

from ..question import Question
from ..results.explanation import PlaceExplanation
from .judge import check_places
from .solve import solve


def explain(question: Question, place: str | None = None) -> PlaceExplanation:
    """Return the answer of the unit asked for, and a place that its lines of events may lead to.

    Raises InstanceError, UsageError, TimeLimit.
    """
    check_places([place] if place else [])
    (unit,) = question.units
    answer = solve(question)
    answer.require_complete()
    return PlaceExplanation(answer[unit], place)
