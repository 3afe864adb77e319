"""Many positions on hexes answered together: each stage is grounded for all of them in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .. import batching
from ..batching import Capacity, Course
from ..errors import PyroutError
from ..program import rule_sets
from ..program.control import SharedControl
from ..question import Question
from .facts import routing_sides, write_question
from .ground import BeyondRules, Step
from .solver import Solver

CAPACITY = Capacity(positions=64, facts=24_000)

Outcome = Solver | PyroutError


class _Wanted(NamedTuple):
    """The groundings besides those that every answer needs: see `solvers`."""

    excluded: bool
    touching: bool


def solvers(questions: Sequence[Question], *, excluded: bool = False, touching: bool = False) -> list[Outcome]:
    """Return a prepared solver for each question, or its error.

    `excluded` grounds why other hexes are no destinations, `touching` what other units could change. The questions may be
    of several rule sets.
    """
    wanted = _Wanted(excluded, touching)
    return batching.prepare(
        questions, CAPACITY, lambda question: _by_itself(question, wanted), lambda some: _in_worlds(some, wanted)
    )


def prepared(questions: Sequence[Question], *, excluded: bool = False, touching: bool = False) -> Iterator[Solver]:
    """Yield a prepared solver for each question, as `solvers` makes them; raises the error of one that has none."""
    for outcome in solvers(questions, excluded=excluded, touching=touching):
        if isinstance(outcome, PyroutError):
            raise outcome
        yield outcome


def _by_itself(question: Question, wanted: _Wanted) -> Solver:
    solver = Solver(question)
    for steps in _work(solver, wanted):
        solver.carry_out(steps)
    return solver


def _work(solver: Solver, wanted: _Wanted) -> Iterator[Iterator[Step]]:
    yield solver.preparing(solver.routers, excluded=wanted.excluded)
    if wanted.excluded:
        yield solver.explaining(solver.routers)
    if wanted.touching:
        yield solver.touching(solver.routers)


def _in_worlds(questions: Sequence[Question], wanted: _Wanted) -> list[Outcome]:
    having = {name for question in questions for name in question.position.predicates}
    sides = [(question, side) for question in questions for side in routing_sides(question)]
    worlds = SharedControl(
        rule_sets.encoding(questions[0].rules, having=having), [write_question(*row) for row in sides]
    )
    free = iter(worlds.worlds)
    outcomes: list[Outcome] = []
    courses: dict[int, Course] = {}
    for number, question in enumerate(questions):
        solver = Solver(question, {side: next(free) for side in routing_sides(question)})
        outcomes.append(solver)
        courses[number] = Course(question.deadline, _steps(solver, wanted))
    # Worlds at an earlier stage go first.
    for number, error in batching.carry_out(worlds, courses, min).items():
        if isinstance(error, BeyondRules):
            outcomes[number] = batching.attempt(lambda question: _by_itself(question, wanted), error.question)
        else:
            outcomes[number] = error
    return outcomes


def _steps(solver: Solver, wanted: _Wanted) -> Iterator[Step]:
    yield from solver.begin()
    for number, steps in enumerate(_work(solver, wanted)):
        for stage, parts in steps:
            yield 100 * number + stage, parts
