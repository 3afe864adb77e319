"""Answers to questions about positions on a table."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import PyroutError, TimeLimit
from ..question import Progress, Question
from ..result import Answer, UnitAnswer
from .solver import Laid, TableSolver


def solve(
    question: Question,
    *,
    paths: int | None = None,
    excluded: bool = True,
    volunteers: bool | None = None,
    progress: Progress | None = None,
    into: list[UnitAnswer] | None = None,
) -> Answer:
    """The answer to a question about a table, as `pyrout.solve` gives it; nothing is `excluded` there, and nobody is a
    volunteer. Raises InstanceError, UsageError."""
    name = question.position.name
    answered: list[UnitAnswer] = [] if into is None else into
    complete, unused = True, 0
    try:
        solver = TableSolver(question)
        unused = solver.dice_unused
        for number, unit in enumerate(solver.units, 1):
            if progress:
                progress(f"{name}: {unit} ({number} of {len(solver.units)})")
            answered.append(solver.unit(unit, paths=paths))
    except TimeLimit:
        complete = False
    complete = complete and all(unit.complete for unit in answered)
    return Answer(name, question.rules, question.options, tuple(answered), complete, dice_unused=unused)


def table_and_answer(question: Question) -> tuple[Laid, Answer]:
    """The table of a position as it lies at the start, and the answer. Raises InstanceError, UsageError, TimeLimit where the
    answer is not complete."""
    solver = TableSolver(question)
    return solver.table, whole_answer(solver)


def whole_answer(solver: TableSolver) -> Answer:
    """The answer for all units of a table. Raises TimeLimit where it is not complete."""
    question = solver.question
    units = tuple(solver.unit(unit) for unit in solver.units)
    complete = all(unit.complete for unit in units)
    answer = Answer(question.position.name, question.rules, question.options, units, complete)
    answer.require_complete()
    return answer


def solve_together(
    questions: Sequence[Question],
    *,
    paths: int | None = None,
    excluded: bool = True,
    volunteers: bool | None = None,
) -> list[Answer | PyroutError]:
    """The answers to several questions, or the error that one comes to: one after the other, as tables have no encodings
    that are slow to begin with."""
    found: list[Answer | PyroutError] = []
    for question in questions:
        try:
            found.append(solve(question, paths=paths))
        except PyroutError as error:
            found.append(error)
    return found
