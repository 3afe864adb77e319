"""`explain --chart`: the questions of a rule set in their order for one unit, each with its answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ..errors import TimeLimit
from ..program.control import Row
from ..program.rule_index import boxes
from ..question import Question
from ..results.answer import UnitAnswer
from ..results.explanation import ChartBox, ChartWalk
from .solver import Solver


def chart(question: Question) -> ChartWalk:
    """Follow the chart for the unit asked for.

    Raises InstanceError, UsageError (a rule set without a chart), TimeLimit.
    """
    (unit,) = question.units
    solver = Solver(question)
    answer = solver.unit(unit)
    if not answer.complete:
        raise TimeLimit(f"{question.position.name}: the time limit was reached before the chart was walked")
    return ChartWalk(question.position.name, question.rules, question.options, walk(solver, answer), answer)


def walk(solver: Solver, answer: UnitAnswer) -> tuple[ChartBox, ...]:
    """Return the boxes of the chart in their order, for a unit that was answered.

    Raises TimeLimit; UsageError where the rule set has no chart.
    """
    known = boxes(solver.question.rules)
    solver.ask(answer.id, "chart_walk", ("walked", [solver.symbol(answer.id)]))
    said = _by_box(solver.of(answer.id, "answered", 4))
    causes = _by_box(solver.of(answer.id, "answer_because", 4))
    rules = _by_box(solver.of(answer.id, "answer_rule", 4))
    notes = _by_box(solver.of(answer.id, "note_applies", 4))
    walked = []
    for _, part, number in sorted(solver.of(answer.id, "asked", 4)):
        box, at = known[part, number], (part, number)
        (value,) = said[at]
        walked.append(
            ChartBox(
                part=box.title,
                box=box.words,
                answer=value,
                because=tuple(sorted(causes[at])),
                rules=box.rules + tuple(sorted(rules[at] - set(box.rules))),
                notes=tuple(sorted(notes[at])),
            )
        )
    return tuple(walked)


def _by_box(rows: Iterable[Row]) -> dict[tuple[str, int], set[Any]]:
    """Return the values of some atoms for each box of the chart."""
    values: dict[tuple[str, int], set[Any]] = defaultdict(set)
    for part, number, value in rows:
        values[part, number].add(value)
    return values
