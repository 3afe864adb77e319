"""Games on hexes, as `pyrout.game` asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..question import Question
from ..results.explanation import ChartWalk, HexExplanation, Judgement, UnitExplanation
from . import report as lines
from .chart import chart
from .explain import explain
from .judge import check
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report


class Hexes:
    """A game on hexes."""

    solve = staticmethod(solve)
    solve_together = staticmethod(solve_together)

    def judge(
        self, question: Question, path: Sequence[str], *, to: str | None, low_crawl: bool, mf: float | None
    ) -> Judgement:
        """Judge a claimed rout."""
        return check(question, path, to=to, low_crawl=low_crawl, mf=mf)

    def explain(self, question: Question, place: str | None) -> UnitExplanation | HexExplanation:
        """Explain the answer for a unit, or a hex."""
        return explain(question, place)

    def chart(self, question: Question) -> ChartWalk:
        """Follow the chart for a unit."""
        return chart(question)

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
