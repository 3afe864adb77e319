"""Many positions on one control, of any game.

Each step is grounded in one call for all positions that wait for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from .errors import PyroutError
from .program.control import Deadline, Part, SharedControl, World
from .question import Question

Kind = TypeVar("Kind")
Prepared = TypeVar("Prepared")


class Capacity(NamedTuple):
    """The most positions, and facts in all of them, that a control holds.

    More cost memory and gain little.
    """

    positions: int
    facts: int


# The next grounding: worlds, each with its parts.
Grounding = Sequence[tuple[World, Sequence[Part]]]


class Course(NamedTuple):
    """The work left for one position: its deadline and its steps.

    Each step has a kind. Steps of one kind are grounded in one call.
    """

    deadline: Deadline
    steps: Iterator[tuple[object, Grounding]]


def prepare(
    questions: Sequence[Question],
    capacity: Capacity,
    alone: Callable[[Question], Prepared],
    together: Callable[[Sequence[Question]], Sequence[Prepared | PyroutError]],
) -> list[Prepared | PyroutError]:
    """Prepare each question; an error stands in the place of its question.

    Questions of one rule set are prepared `together`, as many as a control holds.
    Each is prepared `alone` if clingo cannot hold all of them.
    """
    by_number: dict[int, Prepared | PyroutError] = {}
    for numbers in _groups(questions, capacity):
        some = [questions[n] for n in numbers]
        by_number.update(zip(numbers, _of_group(some, alone, together), strict=True))
    return [by_number[number] for number in range(len(questions))]


def _groups(questions: Sequence[Question], capacity: Capacity) -> Iterator[list[int]]:
    """Yield the numbers of the questions for each control, in their order.

    A control takes questions of one rule set, as many as it can hold.
    """
    open_: dict[str, list[int]] = defaultdict(list)
    facts: dict[str, int] = defaultdict(int)
    for number, question in enumerate(questions):
        rules, size = question.rules, len(question.position.facts)
        if open_[rules] and (len(open_[rules]) == capacity.positions or facts[rules] + size > capacity.facts):
            yield open_.pop(rules)
            facts[rules] = 0
        open_[rules].append(number)
        facts[rules] += size
    yield from (numbers for numbers in open_.values() if numbers)


def _of_group(
    questions: Sequence[Question],
    alone: Callable[[Question], Prepared],
    together: Callable[[Sequence[Question]], Sequence[Prepared | PyroutError]],
) -> Sequence[Prepared | PyroutError]:
    if len(questions) > 1:
        try:
            return together(questions)
        except RuntimeError:  # of clingo: it cannot hold one of them
            pass
    return [attempt(alone, question) for question in questions]


def attempt(alone: Callable[[Question], Prepared], question: Question) -> Prepared | PyroutError:
    """Prepare a question alone; return its error if it has one."""
    try:
        return alone(question)
    except PyroutError as error:
        return error


def carry_out(
    worlds: SharedControl, courses: Mapping[int, Course], whose_turn: Callable[[Collection[Kind]], Kind]
) -> dict[int, PyroutError]:
    """Carry out the courses of positions side by side; return their errors.

    `whose_turn` chooses the next kind of step. It gets the kind that each position waits for.
    """
    running = dict(courses)
    failed: dict[int, PyroutError] = {}
    waiting: dict[int, tuple[object, Grounding]] = {}
    while running:
        for number in sorted(running.keys() - waiting.keys()):
            course = running[number]
            try:
                course.deadline.check()
                waiting[number] = next(course.steps)
            except StopIteration:
                del running[number]
            except PyroutError as error:
                failed[number] = error
                del running[number]
        if not waiting:
            break
        turn = whose_turn([kind for kind, _ in waiting.values()])  # type: ignore[misc]
        some = [number for number, (kind, _) in waiting.items() if kind == turn]
        worlds.ground([pair for number in some for pair in waiting.pop(number)[1]])
    return failed
