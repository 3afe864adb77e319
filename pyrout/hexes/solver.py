"""A position on hexes, grounded once and asked for each unit."""

from __future__ import annotations

from ..results.answer import UnitAnswer
from . import list_routes, read
from .ground import PositionProgram


class Solver(PositionProgram):
    """A question about hexes, grounded once for all routing units.

    Raises InstanceError where the rule set refuses a fact, TimeLimit when the time is over.
    """

    def verdict(self, unit: str) -> str:
        """Return the verdict for one unit, without its routes.

        Raises TimeLimit, UsageError for a unit that is not answered, Undecided where the rules leave it open.
        """
        self.prepare(unit)
        return read.verdict(self, unit)

    def assumes(self, unit: str) -> tuple[str, ...]:
        """List the assumptions of the answer for one unit, a sentence each.

        Raises as `verdict`.
        """
        return read.assumes(self, unit)

    def unit(
        self, unit: str, *, paths: int | None = None, excluded: bool = True, short: UnitAnswer | None = None
    ) -> UnitAnswer:
        """Return the answer for one unit, with at most `paths` routes.

        All routes are listed for `paths=None`. `short` is its answer without `excluded`, where that is known.
        Past the time limit the answer has the routes so far, marked incomplete. Raises as `verdict`, and
        TooManyRoutes.
        """
        self.prepare(unit, excluded=excluded)
        routes, complete = (short.routes, short.complete) if short else list_routes.list_routes(self, unit)
        if excluded:
            self.explain(unit)
        return read.unit_answer(self, unit, routes, complete, paths=paths, excluded=excluded)
