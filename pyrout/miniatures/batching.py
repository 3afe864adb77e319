"""Many positions on tables answered together: what states of several of them want is grounded in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from .. import batching
from ..batching import Capacity, Course, Grounding
from ..errors import PyroutError
from ..program import rule_sets
from ..program.control import SharedControl, World
from ..question import Question
from .solver import SAID, TableSolver, write_question

CAPACITY = Capacity(positions=64, facts=12_000)

Outcome = TableSolver | PyroutError
Parts = tuple[str, ...]


def solvers(questions: Sequence[Question]) -> list[Outcome]:
    """Return a prepared solver for each question, or its error.

    The questions may be of several rule sets.
    """
    return batching.prepare(questions, CAPACITY, TableSolver, _in_worlds)


def _in_worlds(questions: Sequence[Question]) -> list[Outcome]:
    worlds = SharedControl(rule_sets.encoding(questions[0].rules), list(map(write_question, questions)), followed=SAID)
    outcomes: list[Outcome] = []
    courses: dict[int, Course] = {}
    for number, (question, world) in enumerate(zip(questions, worlds.worlds, strict=True)):
        solver = TableSolver(question, world)
        outcomes.append(solver)
        courses[number] = Course(question.deadline, _steps(solver, world))
    for number, error in batching.carry_out(worlds, courses, _commonest).items():
        outcomes[number] = error
    return outcomes


def _steps(solver: TableSolver, world: World) -> Iterator[tuple[Parts, Grounding]]:
    for kind, parts in solver.steps():
        yield kind, [(world, parts)]


def _commonest(kinds: Collection[Parts]) -> Parts:
    """Return the most common next step of the tables: those ahead wait for the others."""
    counts = Counter(kinds)
    return max(counts, key=lambda kind: (counts[kind], kind))
