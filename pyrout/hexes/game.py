"""Games on hexes, as `pyrout.game` asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import PyroutError
from ..question import Progress, Question
from ..results.answer import Answer, UnitAnswer
from . import report as lines
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report
    from ..results.explanation import ChartWalk, HexExplanation, Judgement, UnitExplanation


class Hexes:
    """A game on hexes. What most answers do not need is imported once it is asked for."""

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
        """Judge a claimed rout."""
        from .judge import check

        return check(question, path, to=to, low_crawl=low_crawl, mf=mf)

    def explain(self, question: Question, place: str | None) -> UnitExplanation | HexExplanation:
        """Explain the answer for a unit, or a hex."""
        from .explain import explain

        return explain(question, place)

    def chart(self, question: Question) -> ChartWalk:
        """Follow the chart for a unit."""
        from .chart import chart

        return chart(question)

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
