"""Games on a table, as `pyrout.game` asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import PyroutError, UsageError
from ..question import Progress, Question
from ..results.answer import Answer, UnitAnswer
from ..results.explanation import ChartWalk, Judgement, PlaceExplanation
from . import report as lines
from .explain import explain
from .judge import check
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report


class Table:
    """A game on a table."""

    def solve(
        self,
        question: Question,
        *,
        paths: int | None,
        excluded: bool,
        volunteers: bool | None,
        progress: Progress | None,
        into: list[UnitAnswer] | None,
    ) -> Answer:
        """Answer a question."""
        return solve(question, paths=paths, excluded=excluded, volunteers=volunteers, progress=progress, into=into)

    def solve_together(
        self, questions: Sequence[Question], *, paths: int | None, excluded: bool, volunteers: bool | None
    ) -> list[Answer | PyroutError]:
        """Answer several questions, each with its error where there is one."""
        return solve_together(questions, paths=paths, excluded=excluded, volunteers=volunteers)

    def judge(
        self, question: Question, path: Sequence[str], *, to: str | None, low_crawl: bool, mf: float | None
    ) -> Judgement:
        """Judge a claimed retreat."""
        return check(question, path, to=to, low_crawl=low_crawl, mf=mf)

    def explain(self, question: Question, place: str | None) -> PlaceExplanation:
        """Explain the answer for a unit, or a place."""
        return explain(question, place)

    def chart(self, question: Question) -> ChartWalk:
        """Refuse: there is no chart. Raises UsageError."""
        raise UsageError(f"{question.position.name}: the rule set {question.rules} has no chart")

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
