"""Games on hexes, as `pyrout.game` asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import report as lines
from .chart import chart
from .explain import explain
from .judge import check
from .solve import solve, solve_together

if TYPE_CHECKING:
    from ..game import Report


class Hexes:
    """The game that is played on hexes: each function of its interface, from its module."""

    solve = staticmethod(solve)
    solve_together = staticmethod(solve_together)
    judge = staticmethod(check)
    explain = staticmethod(explain)
    chart = staticmethod(chart)

    @property
    def report(self) -> Report:
        """The lines of answers."""
        return lines
