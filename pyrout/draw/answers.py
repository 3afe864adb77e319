"""The answers that a drawing or a page shows, with the solvers that know more about them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ..errors import InstanceError, TimeLimit
from ..hexes.ground import Fate
from ..hexes.solve import solve
from ..hexes.solver import Solver, Trace
from ..phases.incremental import AnswerCache
from ..position.consistency import with_facts
from ..position.facts import Fact
from ..position.map_coverage import require
from ..position.vocabulary import Name
from ..question import Question
from ..results.answer import Answer, UnitAnswer
from ..wording import Names
from .closed_hexes import Closed, closed


class Answered:
    """The complete answers of a position. Raises TimeLimit.

    `volunteers` are the unbroken units whose answer says what they could do if they broke on purpose (None: all that
    may break); `others` are those that may break, too, and were not asked for, or are `refused` for a stated reason;
    `pending` those whose answer is to follow, each with its place among all of them. `told` hears which unit is being
    worked out. Without `excluded` why other cover hexes are no destinations is only worked out for units that
    `explain` names.
    """

    _solver: Solver | None

    def __init__(
        self,
        solver: Solver,
        volunteers: Collection[str] | None = None,
        *,
        told: Callable[[str, int, int], None] = lambda words, done, of: None,
        excluded: bool = True,
    ) -> None:
        units = {}
        for number, unit in enumerate(solver.routers):
            told(f"solving {unit}", number, len(solver.routers))
            units[unit] = solver.unit(unit, excluded=excluded)
        self._begin(solver.question, units, solver.volunteers, () if excluded else units)
        self._solver = solver
        self.ask(volunteers)

    def _begin(
        self, question: Question, units: dict[str, UnitAnswer], may_break: Collection[str], short: Collection[str]
    ) -> None:
        self.question, self._units, self._may_break = question, units, may_break
        self._short = set(short)  # the units of which it is not worked out yet why hexes are no destinations
        self._volunteers: Collection[str] | None = ()
        self._if_broken: dict[str, UnitAnswer | InstanceError | None] = {}
        self._broken: dict[str, Solver] = {}
        self._solver = None
        self._solvers: dict[str, Solver] = {}
        self._traces: dict[str, Trace] = {}
        self._fates: Mapping[str, Fate] = {}
        self.pending: Mapping[str, int] = {}
        self.answer: Answer
        self.others: tuple[str, ...]
        self.refused: dict[str, InstanceError]

    @classmethod
    def after(
        cls,
        question: Question,
        before: AnswerCache,
        *,
        told: Callable[[str, int, int], None] = lambda words, done, of: None,
        first: str | None = None,
    ) -> Answered:
        """Return the answers of a position that may differ little from the one before, all without `excluded`.

        Where others would have to wait for the unit that goes `first`, they are pending (see AnswerCache.answers).
        Raises TimeLimit.
        """
        succeeding = before.answers(question, told, first)
        made = cls.__new__(cls)
        made._begin(question, succeeding.units, succeeding.volunteers, succeeding.units)
        made._traces, made._solvers, made._fates = succeeding.traces, succeeding.solvers, succeeding.fates
        made.pending = succeeding.pending
        here = (solver for solver in succeeding.solvers.values() if solver.question.position is question.position)
        made._solver = next((solver for solver in here if solver.knows_all), None)
        made.ask(())
        return made

    @property
    def solver(self) -> Solver:
        """The solver that knows all of the position.

        Raises as Solver.
        """
        if self._solver is None:
            self._solver = Solver(self.question)
        return self._solver

    def renew(self, seconds: float | None) -> None:
        """Allow this many seconds, from now, for the remaining work."""
        self.question = self.question.again(seconds)
        for solver in (self._solver, *self._solvers.values()):
            if solver is not None:
                solver.set_deadline(self.question.deadline)

    def explain(self, unit: str | None = None) -> None:
        """Work out why cover hexes are no destinations, where that was left out: for one unit, or for all.

        Raises TimeLimit.
        """
        wanted = self._short & ({unit} if unit else self._short)
        for short in wanted:
            solver = self._knowing(short) if unit else self.solver
            self._units[short] = solver.unit(short, short=self._units[short])
            self._solvers[short] = solver
            self._traces.pop(short, None)  # what explains knows more
        self._short -= wanted
        if wanted:
            self.ask(self._volunteers)

    def _knowing(self, unit: str) -> Solver:
        """Return a solver of this very position that has worked out a unit.

        Raises as Solver.
        """
        solver = self._solvers.get(unit) if self._solver is None else self._solver
        if solver is None:
            return self.solver
        if solver.question.position is self.question.position and solver.counts_with(self._fates):
            return solver
        place = {str(fact.args[0]): fact.args[1:] for fact in self.question.position.of("at")}
        # A stack is answered together
        others = {other: fate for other, fate in self._fates.items() if place.get(other) != place.get(unit)}
        return Solver(self.question, foregone=others)

    def ask(self, volunteers: Collection[str] | None) -> None:
        """Make `answer` and `others` those for some volunteers.

        What was worked out before is kept. Raises TimeLimit.
        """
        self._volunteers = volunteers
        wanted = [unit for unit in self._may_break if volunteers is None or unit in volunteers]
        units, asked, self.refused = dict(self._units), self.question, {}
        for unit in wanted:
            if unit not in self._if_broken:
                self._if_broken[unit] = self._volunteer(unit)
            units.pop(unit, None)
            answer = self._if_broken[unit]
            if isinstance(answer, InstanceError):
                self.refused[unit] = answer
            elif answer is not None:
                units[unit] = answer
        self.answer = Answer(asked.position.name, asked.rules, asked.options, tuple(units.values()))
        self.others = tuple(unit for unit in self._may_break if unit not in wanted or unit in self.refused)
        if not all(unit.complete for unit in self.answer.units):
            raise TimeLimit(f"{self.answer.file}: the time limit was reached before the answer was complete")

    def _volunteer(self, unit: str) -> UnitAnswer | InstanceError | None:
        """Return the answer of a unit that may break on purpose.

        None: it was not asked for, or may not break after all. Otherwise the error that refuses it.
        """
        try:
            require(self.question.position, [unit], self.question.rules)
            answer = solve(self.question.about(units=(unit,)))
            if unit in answer.volunteers:
                position = with_facts(self.question.position, [Fact("breaks", (Name(unit),))])
                Solver(self.question.about(position, units=(unit,)))
        except InstanceError as error:
            return self._units.get(unit, error)
        answer.require_complete()
        return answer[unit] if answer[unit].if_breaks or unit in self._units else None

    def trace_of(self, unit: UnitAnswer) -> Trace:
        """Return the trace that describes the shown routes of a unit."""
        known = self._traces.get(unit.id) if unit.if_breaks is None else None
        if known is not None:
            return known
        solver = self.solver_of(unit)
        solver.prepare(unit.id)
        return solver.trace(unit.id)

    def solver_of(self, unit: UnitAnswer) -> Solver:
        """Return the solver that knows the shown routes of a unit.

        For a unit that may break on purpose, that is the solver of the position in which it does.
        """
        if unit.if_breaks is None:
            return self._solvers.get(unit.id) or self.solver
        solver = self._broken.get(unit.id)
        if solver is None:
            asked = self.question
            position = with_facts(asked.position, [Fact("breaks", (Name(unit.id),))])
            solver = Solver(asked.about(position, units=(unit.id,)))
            solver.prepare(unit.id)
            self._broken[unit.id] = solver
        solver.set_deadline(self.question.deadline)
        return solver

    def around(self, only: str | None = None) -> dict[str, tuple[Closed, ...]]:
        """Return the hexes next to each unit (or only one) that it may not enter, with what closes them.

        Raises TimeLimit.
        """
        names = Names(self.question.position)
        return {
            unit.id: closed(self.solver_of(unit), unit.if_breaks or unit, names)
            for unit in self.answer.units
            if only in (None, unit.id)
        }
