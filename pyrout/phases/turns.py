"""One turn of a Rout Phase: from a position and what a unit did to the position after it."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import UsageError, quote
from ..hexes.read import may_carry
from ..hexes.solver import Solver
from ..position.consistency import routers
from ..position.facts import Instance, nmc_results
from ..position.vocabulary import Name
from ..question import Question
from ..results.answer import Route
from .apply_rout import Rout, captor_of, list_carried, position_after, remembering, rout_of
from .dependencies import lasting
from .turn_outcomes import with_supposed

WORDS = ("declined", "eliminated", "surrenders")


def after(
    question: Question, route: Route | str, unit: str, captor: str | None, carries: Sequence[str] | None
) -> Instance:
    """Return the position after a turn, as `pyrout.after` gives it.

    Raises InstanceError, UsageError.
    """
    position = question.position
    if isinstance(route, str) and route not in WORDS:
        raise UsageError(f"a turn without a route is {', '.join(WORDS)}, not {quote(route)}")
    if not isinstance(route, str):
        hexes = {str(fact.args[0]) for fact in position.of("hex")}
        for place in route.path:
            if hexes and place.partition("@")[0] not in hexes:
                where = f"it leads to {quote(place)}, which is no hex here"
                raise UsageError(f"{position.name}: this route is of another position: {where}")
    asked = position
    if not isinstance(route, str):
        known = {fact.args for fact in position.of("accompanies")}
        asked = with_supposed(position, unit, [v for v in route.partners if (Name(v), Name(unit)) not in known])
    solver = Solver(question.about(asked, (unit,)))
    answer = solver.unit(unit, paths=0, excluded=False)
    if not isinstance(route, str) and tuple(route.path[:1]) != (answer.at,):
        begins = f"it begins in {quote(route.path[0])}" if route.path else "it has no hexes"
        raise UsageError(f"{position.name}: this is no route of {unit}, which is in {answer.at}: {begins}")
    captors = answer.captors if isinstance(route, str) else route.captors
    end = route if isinstance(route, str) else route.end
    if end == "surrenders":
        taker = captor_of(captors, captor)
        if taker is None:
            if not captors:
                raise UsageError(f"{position.name}: {unit} does not surrender: nobody can take it")
            which = ", ".join(captors)
            said = f"{quote(captor)} cannot take {unit}" if captor else f"several could take {unit}: name the captor"
            raise UsageError(f"{position.name}: {said}; those who can: {which}")
        captor = taker
    question = _remembering(question, unit)
    if isinstance(route, str):
        return position_after(question, Rout(unit, route, answer.at, captor=captor if end == "surrenders" else None))
    if carries is not None and (len(set(carries)) < len(carries) or not may_carry(solver, unit, carries)):
        raise UsageError(f"{position.name}: {unit} does not carry {', '.join(carries) or 'nothing'}; see its loads")
    carried = list_carried(answer, carries)
    rout = rout_of(unit, route, nmc_results(position, unit), carried, captor if end == "surrenders" else None)
    return position_after(question, rout)


def _remembering(question: Question, unit: str) -> Question:
    """Return the question with what its position would not show of others once a unit has had its turn."""
    position = question.position
    under_dm = {fact.args[0] for fact in position.of("status") if fact.args[1] == "dm"}
    others = set(routers(position)) - under_dm - {Name(unit)}
    if not others:
        return question
    solver = Solver(question.about(position, ()))
    waiting = [unit for unit in solver.routers if unit in others]
    solver.prepare(*waiting)
    events = {unit: lasting(solver, unit) for unit in waiting}
    return question.about(Instance(position.name, remembering(position.facts, events)))
