"""`explain --chart`: the questions of a rule set in their order for one unit, each with its answer."""

from __future__ import annotations

from collections import defaultdict

from ..errors import TimeLimit
from ..program.control import text
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
    u, world = solver.symbol(answer.id), solver.world_of(answer.id)
    solver.ask(answer.id, "chart_walk", ("walked", [u]))
    said = {(text(part), n.number): text(value) for _, part, n, value in world.of(u, "answered", 4)}
    causes: dict[tuple[str, int], set[str]] = defaultdict(set)
    for _, part, n, cause in world.of(u, "answer_because", 4):
        causes[text(part), n.number].add(text(cause))
    rules: dict[tuple[str, int], set[str]] = defaultdict(set)
    for _, part, n, rule in world.of(u, "answer_rule", 4):
        rules[text(part), n.number].add(text(rule))
    notes: dict[tuple[str, int], set[int]] = defaultdict(set)
    for _, part, n, note in world.of(u, "note_applies", 4):
        notes[text(part), n.number].add(note.number)
    order = sorted((place.number, text(part), n.number) for _, place, part, n in world.of(u, "asked", 4))
    walked = []
    for _, name, number in order:
        key = name, number
        box = known[key]
        walked.append(
            ChartBox(
                part=box.title,
                box=box.words,
                answer=said[key],  # type: ignore[arg-type]
                because=tuple(sorted(causes[key])),
                rules=box.rules + tuple(sorted(rules[key] - set(box.rules))),
                notes=tuple(sorted(notes[key])),
            )
        )
    return tuple(walked)
