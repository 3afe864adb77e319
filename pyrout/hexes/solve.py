"""Answers to questions about positions on hexes: one, or many that are worked out together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from .. import batching
from ..batching import Capacity, Course, attempt
from ..errors import InstanceError, PyroutError, TimeLimit
from ..game import ALL, Wanted
from ..position import map_coverage
from ..position.consistency import routers as routers_of
from ..position.consistency import with_facts
from ..position.facts import Fact, locations
from ..position.vocabulary import Name
from ..program import rule_sets
from ..program.control import SharedControl
from ..question import Question
from ..results.answer import Answer, UnitAnswer
from .facts import routing_sides, write_question
from .ground import BeyondRules, Step
from .solver import Solver

# Unbroken units whose right to break on purpose is answered although nobody names them. Each is a position of its own,
# and in a large game nearly all units have the right: beyond this number they are only listed.
MOST_VOLUNTEERS = 8
MOST_AT_ONCE = 16  # routers (units that rout) that are worked out on one control of clingo
CAPACITY = Capacity(positions=64, facts=24_000)

Outcome = Solver | PyroutError


def solve(question: Question, wanted: Wanted = ALL) -> Answer:
    """Return the answer to a question about a position on hexes, as `pyrout.solve` gives it.

    Raises InstanceError, UsageError.
    """
    name = question.position.name
    answered: list[UnitAnswer] = []
    into = [] if wanted.into is None else wanted.into
    before = len(into)
    left: tuple[str, ...] = ()
    complete = True
    routers: Sequence[str] = ()

    def place(answer: UnitAnswer) -> int:
        return routers.index(answer.id)

    try:
        solver = Solver(question)
        routers = solver.routers
        number = 0
        for part, units in _parts(solver):
            for unit in units:
                number += 1
                if wanted.progress:
                    wanted.progress(f"{name}: {unit} ({number} of {len(routers)})")
                answered.append(_one(part, unit, wanted))
                into.append(answered[-1])
        answered.sort(key=place)
        volunteers, left = _volunteers(solver, wanted.volunteers)
        if wanted.progress and volunteers:
            wanted.progress(f"{name}: {', '.join(volunteers)}, if they break")
        (breaks,) = _if_they_break([(solver, volunteers)], wanted)
        if isinstance(breaks, PyroutError):
            raise breaks
        left += _enter(answered, breaks)
    except TimeLimit:
        complete = False
        answered.sort(key=place)
    into[before:] = answered
    complete = complete and all(unit.complete for unit in answered)
    return Answer(name, question.rules, question.options, tuple(answered), complete, left, len(question.dice))


def solve_together(questions: Sequence[Question], wanted: Wanted = ALL) -> list[Answer | PyroutError]:
    """Return the answers to several questions, each with its error where there is one.

    The time limit of each question counts from its own start, and includes the work for others. A question out of
    time should be asked again alone.
    """
    answers: list[Answer | PyroutError] = []
    many = {n for n, question in enumerate(questions) if len(routers_of(question.position)) > MOST_AT_ONCE}
    rest = [n for n in range(len(questions)) if n not in many]
    few = dict(zip(rest, solvers([questions[n] for n in rest], excluded=wanted.excluded), strict=True))
    prepared: list[Outcome] = [few[n] if n in few else attempt(Solver, questions[n]) for n in range(len(questions))]
    units: list[list[UnitAnswer] | PyroutError] = [_units(outcome, wanted) for outcome in prepared]
    open_ = {n: o for n, o in enumerate(prepared) if isinstance(o, Solver) and isinstance(units[n], list)}
    volunteers = {n: _volunteers(solver, wanted.volunteers) for n, solver in open_.items()}
    several = _if_they_break([(solver, volunteers[n][0]) for n, solver in open_.items()], wanted)
    breaking = dict(zip(open_, several, strict=True))
    for number, (question, listed) in enumerate(zip(questions, units, strict=True)):
        if isinstance(listed, PyroutError):
            answers.append(listed)
            continue
        then = breaking[number]
        if isinstance(then, PyroutError):
            answers.append(then)
            continue
        left = volunteers[number][1] + _enter(listed, then)
        complete = all(unit.complete for unit in listed)
        name = question.position.name
        answers.append(
            Answer(name, question.rules, question.options, tuple(listed), complete, left, len(question.dice))
        )
    return answers


def _parts(solver: Solver) -> Iterator[tuple[Solver, Sequence[str]]]:
    """Yield the routers of a position, many of them some at a time, each part with its solver.

    The work on one control grows faster than the number of its routers. Units in one hex stay together.
    """
    routers = solver.routers
    if len(routers) <= MOST_AT_ONCE:
        yield solver, routers
        return
    at = locations(solver.question.position.facts)
    several: list[list[str]] = [[]]
    for _, stack in groupby(sorted(routers, key=lambda unit: at.get(unit, "")), key=lambda unit: at.get(unit, "")):
        if len(several[-1]) >= MOST_AT_ONCE:
            several.append([])
        several[-1] += stack
    kept = 0
    for units in several:
        part = Solver(solver.question.about(units=units))
        part.kept = kept  # the limit of routes is one for all parts
        yield part, units
        kept = part.kept


def _units(outcome: Outcome, wanted: Wanted) -> list[UnitAnswer] | PyroutError:
    if isinstance(outcome, PyroutError):
        return outcome
    try:
        by_name = {unit: _one(part, unit, wanted) for part, units in _parts(outcome) for unit in units}
        return [by_name[unit] for unit in outcome.routers]
    except PyroutError as error:
        return error


def _volunteers(solver: Solver, wanted: bool | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the unbroken units that may break on purpose: those answered, and those only named.

    Units are only named where there are many, or where part of the map around them is missing.
    """
    if wanted is False:
        return (), ()
    routers, may_break = set(solver.routers), solver.volunteers
    asked = tuple(u for u in may_break if u in routers)
    others = tuple(u for u in may_break if u not in routers)
    if wanted or len(others) <= MOST_VOLUNTEERS:
        question = solver.question
        unclear = tuple(u for u in others if map_coverage.gap(question.position, [u], question.rules) is not None)
        return asked + tuple(u for u in others if u not in unclear), unclear
    return asked, others


def _enter(answered: list[UnitAnswer], breaks: dict[str, UnitAnswer | InstanceError | None]) -> tuple[str, ...]:
    """Put the answers of those who may break on purpose among the others.

    Return the units whose break is refused; their answers stay as they are.
    """
    refused = tuple(unit for unit, answer in breaks.items() if isinstance(answer, InstanceError))
    for unit, answer in breaks.items():
        if not isinstance(answer, InstanceError):
            answered[:] = [a for a in answered if a.id != unit] + ([answer] if answer else [])
    return refused


def _if_they_break(
    positions: Sequence[tuple[Solver, Sequence[str]]], wanted: Wanted
) -> list[dict[str, UnitAnswer | InstanceError | None] | PyroutError]:
    """Return for each position the answers of its unbroken units that may break on purpose.

    Each breaks alone. An answer is None for a unit that would surrender or be eliminated at once, unless it was asked
    for; an error where the position refuses it. For a position past a limit of time or routes, return the error.
    """
    rows = [(number, solver, unit) for number, (solver, units) in enumerate(positions) for unit in units]
    alone = [solver.question.about(units=(unit,)) for _, solver, unit in rows]
    breaking = [
        question.about(with_facts(question.position, [Fact("breaks", (Name(unit),))]))
        for question, (_, _, unit) in zip(alone, rows, strict=True)
    ]
    unasked = [n for n, (_, solver, unit) in enumerate(rows) if unit not in solver.routers]
    both = solvers([*breaking, *(alone[n] for n in unasked)], excluded=wanted.excluded)
    broken, plain = both[: len(rows)], dict(zip(unasked, both[len(rows) :], strict=True))
    by_position: list[dict[str, UnitAnswer | InstanceError | None] | PyroutError] = [{} for _ in positions]
    for number, (position, solver, unit) in enumerate(rows):
        entries = by_position[position]
        if isinstance(entries, PyroutError):
            continue
        asked = number not in plain
        try:
            now = _one(solver if asked else plain[number], unit, wanted)
            then = _one(broken[number], unit, wanted)
        except InstanceError as error:
            entries[unit] = error
            continue
        except PyroutError as error:
            by_position[position] = error
            continue
        if then.may_break:
            complete = now.complete and then.complete
            entries[unit] = replace(now, may_break=True, complete=complete, if_breaks=replace(then, may_break=False))
        else:
            entries[unit] = replace(now, may_break=False) if asked else None
    return by_position


def _one(outcome: Outcome, unit: str, wanted: Wanted) -> UnitAnswer:
    """Return a unit's answer.

    Raises the error of its position.
    """
    if isinstance(outcome, PyroutError):
        raise outcome
    return outcome.unit(unit, paths=wanted.paths, excluded=wanted.excluded)


Work = Callable[[Solver], Iterator[Iterator[Step]]]  # the groundings that are wanted of a position, in their order


def solvers(questions: Sequence[Question], *, excluded: bool = False, touching: bool = False) -> list[Outcome]:
    """Return a prepared solver for each question, or its error.

    `excluded` grounds why other hexes are no destinations, `touching` what other units could change. The questions may be
    of several rule sets.
    """

    def work(solver: Solver) -> Iterator[Iterator[Step]]:
        yield solver.preparing(solver.routers, excluded=excluded)
        if excluded:
            yield solver.explaining(solver.routers)
        if touching:
            yield solver.touching(solver.routers)

    return batching.prepare(
        questions, CAPACITY, lambda question: _by_itself(question, work), lambda some: _in_worlds(some, work)
    )


def prepared(questions: Sequence[Question], *, excluded: bool = False, touching: bool = False) -> Iterator[Solver]:
    """Yield a prepared solver for each question, as `solvers` makes them; raises the error of one that has none."""
    for outcome in solvers(questions, excluded=excluded, touching=touching):
        if isinstance(outcome, PyroutError):
            raise outcome
        yield outcome


def _by_itself(question: Question, work: Work) -> Solver:
    solver = Solver(question)
    for steps in work(solver):
        solver.carry_out(steps)
    return solver


def _in_worlds(questions: Sequence[Question], work: Work) -> list[Outcome]:
    having = {name for question in questions for name in question.position.predicates}
    sides = [(question, side) for question in questions for side in routing_sides(question)]
    worlds = SharedControl(rule_sets.encoding(questions[0].rules, having=having), [write_question(*row) for row in sides])
    free = iter(worlds.worlds)
    outcomes: list[Outcome] = []
    courses: dict[int, Course] = {}
    for number, question in enumerate(questions):
        solver = Solver(question, {side: next(free) for side in routing_sides(question)})
        outcomes.append(solver)
        courses[number] = Course(question.deadline, _steps(solver, work))
    # Worlds at an earlier stage go first.
    for number, error in batching.carry_out(worlds, courses, min).items():
        if isinstance(error, BeyondRules):
            outcomes[number] = attempt(lambda question: _by_itself(question, work), error.question)
        else:
            outcomes[number] = error
    return outcomes


def _steps(solver: Solver, work: Work) -> Iterator[Step]:
    yield from solver.begin()
    for number, steps in enumerate(work(solver)):
        for stage, parts in steps:
            yield 100 * number + stage, parts
