"""Games on a table, as `pyrout.game` asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UsageError
from ..question import Question
from ..results.explanation import ChartWalk, PlaceExplanation
from . import report as lines
from .judge import check, check_places
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report


class Table:
    """A game on a table."""

    solve = staticmethod(solve)
    solve_together = staticmethod(solve_together)
    judge = staticmethod(check)

    def explain(self, question: Question, place: str | None = None) -> PlaceExplanation:
        """Return the answer of the unit asked for, and a place that its lines of events may lead to.

        Raises InstanceError, UsageError, TimeLimit.
        """
        check_places([place] if place else [])
        (unit,) = question.units
        answer = solve(question)
        answer.require_complete()
        return PlaceExplanation(answer[unit], place)

    def chart(self, question: Question) -> ChartWalk:
        """Refuse: there is no chart. Raises UsageError."""
        raise UsageError(f"{question.position.name}: the rule set {question.rules} has no chart")

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
