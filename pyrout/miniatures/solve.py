"""Answers to questions about positions on a table."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import PyroutError, TimeLimit
from ..game import ALL, Wanted
from ..question import Question
from ..results.answer import Answer, UnitAnswer
from .batching import Outcome, solvers
from .solver import Laid, TableSolver


def solve(question: Question, wanted: Wanted = ALL) -> Answer:
    """Answer a question about a table, as `pyrout.solve` does; tables have no `excluded` and no volunteers.

    Raises InstanceError, UsageError.
    """
    try:
        solver = TableSolver(question)
    except TimeLimit:
        return Answer(question.position.name, question.rules, question.options, (), complete=False)
    return _answer(solver, wanted)


def table_and_answer(question: Question) -> tuple[Laid, Answer]:
    """Return the table of a position as it lies at the start, and the answer.

    Raises InstanceError, UsageError, TimeLimit where the answer is not complete.
    """
    solver = TableSolver(question)
    return solver.table, whole_answer(solver)


def whole_answer(solver: TableSolver) -> Answer:
    """Return the answer for all units of a table.

    Raises TimeLimit where it is not complete.
    """
    answer = _answer(solver)
    answer.require_complete()
    return answer


def solve_together(questions: Sequence[Question], wanted: Wanted = ALL) -> list[Answer | PyroutError]:
    """Return the answers to several questions, each with its error where there is one.

    The time limit of each question counts from its own start, and includes the work for others. A question out of
    time should be asked again alone.
    """
    answers: list[Answer | PyroutError] = []
    for outcome in solvers(questions):
        try:
            answers.append(_answer(outcome, wanted))
        except PyroutError as error:
            answers.append(error)
    return answers


def _answer(outcome: Outcome, wanted: Wanted = ALL) -> Answer:
    """Return the answer for all units of a table.

    Raises the outcome if it is an error.
    """
    if isinstance(outcome, PyroutError):
        raise outcome
    question, name = outcome.question, outcome.question.position.name
    answered: list[UnitAnswer] = [] if wanted.into is None else wanted.into
    before = len(answered)
    for number, unit in enumerate(outcome.units, 1):
        if wanted.progress:
            wanted.progress(f"{name}: {unit} ({number} of {len(outcome.units)})")
        answered.append(outcome.unit(unit, paths=wanted.paths))
    units = tuple(answered[before:])
    complete = all(unit.complete for unit in units)
    return Answer(name, question.rules, question.options, units, complete, dice_unused=outcome.dice_unused)
