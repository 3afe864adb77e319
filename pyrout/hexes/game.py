"""Games on hexes, as `pyrout.game` asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..question import Question
from . import report as lines
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report
    from ..results.explanation import ChartWalk, HexExplanation, Judgement, UnitExplanation


class Hexes:
    """A game on hexes. What most answers do not need is imported once it is asked for."""

    solve = staticmethod(solve)
    solve_together = staticmethod(solve_together)

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
