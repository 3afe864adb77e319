"""The answers that a drawing or a page shows, with the solvers that know more about them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..errors import InstanceError, TimeLimit
from ..hexes.answering import solve
from ..hexes.solver import Solver
from ..position.consistency import with_facts
from ..position.facts import Fact
from ..position.vocabulary import Name
from ..result import Answer, UnitAnswer


class Answered:
    """The answers of a position, complete. Raises TimeLimit.

    `volunteers` are the unbroken units whose answer says what they could do if they broke on purpose (None: all that may
    break); `others` are those that may break, too, and were not asked for. `told` hears which unit is being worked out.
    Without `excluded` why other cover hexes are no destinations is only worked out for units that `explain` names.
    """

    def __init__(
        self,
        solver: Solver,
        volunteers: Collection[str] | None = None,
        *,
        told: Callable[[str, int, int], None] = lambda words, done, of: None,
        excluded: bool = True,
    ) -> None:
        self.solver = solver
        self._volunteers = volunteers
        self._short = set() if excluded else set(solver.routers)
        self._units: dict[str, UnitAnswer] = {}
        for number, unit in enumerate(solver.routers):
            told(f"solving {unit}", number, len(solver.routers))
            self._units[unit] = solver.unit(unit, excluded=excluded)
        self._if_broken: dict[str, UnitAnswer | None] = {}
        self._broken: dict[str, Solver] = {}
        self.answer: Answer
        self.others: tuple[str, ...]
        self.ask(volunteers)

    def explain(self, unit: str | None = None) -> None:
        """Works out why cover hexes are no destinations, where that was left out: for one unit, or for all. Raises
        TimeLimit."""
        wanted = self._short & ({unit} if unit else self._short)
        for short in wanted:
            self._units[short] = self.solver.unit(short)
        self._short -= wanted
        if wanted:
            self.ask(self._volunteers)

    def ask(self, volunteers: Collection[str] | None) -> None:
        """Makes `answer` and `others` those for some volunteers. What was worked out before is kept. Raises TimeLimit."""
        solver, self._volunteers = self.solver, volunteers
        wanted = [unit for unit in solver.volunteers if volunteers is None or unit in volunteers]
        units, asked = dict(self._units), solver.question
        for unit in wanted:
            if unit not in self._if_broken:
                self._if_broken[unit] = self._volunteer(unit)
            units.pop(unit, None)
            found = self._if_broken[unit]
            if found is not None:
                units[unit] = found
        self.answer = Answer(asked.position.name, asked.rules, asked.options, tuple(units.values()))
        self.others = tuple(unit for unit in solver.volunteers if unit not in wanted)
        if not all(unit.complete for unit in self.answer.units):
            raise TimeLimit(f"{self.answer.file}: the time limit was reached before the answer was complete")

    def _volunteer(self, unit: str) -> UnitAnswer | None:
        """The answer of a unit that may break on purpose; None for one that was not asked for and may not after all."""
        solver = self.solver
        try:
            answer = solve(solver.question.about(units=(unit,)))
        except InstanceError:  # it cannot be answered by itself
            return self._units.get(unit)
        answer.require_complete()
        return answer[unit] if answer[unit].if_breaks or unit in self._units else None

    def solver_of(self, unit: UnitAnswer) -> Solver:
        """The solver that knows the routes that are shown of a unit: if it is one that may break on purpose, that of the
        position in which it does."""
        if unit.if_breaks is None:
            return self.solver
        found = self._broken.get(unit.id)
        if found is None:
            asked = self.solver.question
            position = with_facts(asked.position, [Fact("breaks", (Name(unit.id),))])
            found = self._broken[unit.id] = Solver(asked.about(position, units=(unit.id,)))
            found.prepare(unit.id)
        found.engine.deadline = self.solver.engine.deadline
        return found
