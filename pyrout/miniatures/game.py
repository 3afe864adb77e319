"""Games on a table, as `pyrout.game` asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UsageError
from ..question import Question
from ..results.explanation import ChartWalk
from . import report as lines
from .explain import explain
from .judge import check
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report


class Table:
    """A game on a table."""

    solve = staticmethod(solve)
    solve_together = staticmethod(solve_together)
    judge = staticmethod(check)
    explain = staticmethod(explain)

    def chart(self, question: Question) -> ChartWalk:
        """Refuse: there is no chart. Raises UsageError."""
        raise UsageError(f"{question.position.name}: the rule set {question.rules} has no chart")

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
