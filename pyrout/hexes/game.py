"""Games on hexes, as `pyrout.game` asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import report as lines
from .solve import solve, solve_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..game import Report
    from ..question import Question
    from ..results.explanation import ChartWalk, Explanation, Judgement


class Hexes:
    """The game that is played on hexes: each function of its interface, from its module.

    A solve does not import the others.
    """

    solve = staticmethod(solve)
    solve_together = staticmethod(solve_together)

    def judge(
        self, question: Question, path: Sequence[str], *, to: str | None, low_crawl: bool, mf: float | None
    ) -> Judgement:
        from .judge import check

        return check(question, path, to=to, low_crawl=low_crawl, mf=mf)

    def explain(self, question: Question, place: str | None) -> Explanation:
        from .explain import explain

        return explain(question, place)

    def chart(self, question: Question) -> ChartWalk:
        from .chart import chart

        return chart(question)

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
