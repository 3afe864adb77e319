"""One turn of a Rout Phase: from a position and what a unit did to the position after it."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import UsageError, quote
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
    if isinstance(route, str):
        if route not in WORDS:
            raise UsageError(f"a turn without a route is {', '.join(WORDS)}, not {quote(route)}")
        answer = Solver(question.about(position, (unit,))).unit(unit, paths=0, excluded=False)
        taker = _captor(question, unit, answer.captors, captor) if route == "surrenders" else None
        return position_after(_remembering(question, unit), Rout(unit, route, answer.at, captor=taker))
    hexes = {str(fact.args[0]) for fact in position.of("hex")}
    for place in route.path:
        if hexes and place.partition("@")[0] not in hexes:
            where = f"it leads to {quote(place)}, which is no hex here"
            raise UsageError(f"{position.name}: this route is of another position: {where}")
    known = {fact.args for fact in position.of("accompanies")}
    along = [leader for leader in route.partners if (Name(leader), Name(unit)) not in known]
    solver = Solver(question.about(with_supposed(position, unit, along), (unit,)))
    answer = solver.unit(unit, paths=0, excluded=False)
    if tuple(route.path[:1]) != (answer.at,):
        begins = f"it begins in {quote(route.path[0])}" if route.path else "it has no hexes"
        raise UsageError(f"{position.name}: this is no route of {unit}, which is in {answer.at}: {begins}")
    taker = _captor(question, unit, route.captors, captor) if route.end == "surrenders" else None
    if carries is not None and (len(set(carries)) < len(carries) or not solver.may_carry(unit, carries)):
        raise UsageError(f"{position.name}: {unit} does not carry {', '.join(carries) or 'nothing'}; see its loads")
    rout = rout_of(unit, route, nmc_results(position, unit), list_carried(answer, carries), taker)
    return position_after(_remembering(question, unit), rout)


def _captor(question: Question, unit: str, captors: Sequence[str], named: str | None) -> str:
    """Return the captor of a unit that surrenders.

    Raises UsageError where nobody can take it, or not the one named, or one has to be named.
    """
    taker = captor_of(captors, named)
    if taker is not None:
        return taker
    name = question.position.name
    if not captors:
        raise UsageError(f"{name}: {unit} does not surrender: nobody can take it")
    said = f"{quote(named)} cannot take {unit}" if named else f"several could take {unit}: name the captor"
    raise UsageError(f"{name}: {said}; those who can: {', '.join(captors)}")


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
