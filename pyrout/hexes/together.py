"""Many positions on hexes answered together: each stage is grounded for all of them in one call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .. import rulesets
from ..engine import Symbol, Worlds
from ..errors import PyroutError
from ..question import Question
from .solver import Solver, Step, given

# Of how many positions, and facts in all of them, a control holds the atoms: more cost memory and gain little.
MOST_POSITIONS = 32
MOST_FACTS = 12_000

Outcome = Solver | PyroutError


class _Wanted(NamedTuple):
    """What is grounded besides what every answer needs: see `solvers`."""

    excluded: bool
    touching: bool
    kinds: bool


def solvers(
    questions: Sequence[Question], *, excluded: bool = False, touching: bool = False, kinds: bool = False
) -> list[Outcome]:
    """A prepared solver for each question, or the error that answering it came to; `excluded` says whether why other hexes
    are no destinations is to be grounded too, `touching` whether what other units could change, `kinds` that routes are
    only asked for as `Solver` says. The questions may be of several rule sets."""
    found: dict[int, Outcome] = {}
    for numbers in _groups(questions):
        some = [questions[n] for n in numbers]
        found.update(zip(numbers, _prepared(some, _Wanted(excluded, touching, kinds)), strict=True))
    return [found[number] for number in range(len(questions))]


def _groups(questions: Sequence[Question]) -> Iterator[list[int]]:
    """Which questions go on one control: those of one rule set, as many as it can hold, in their order."""
    open_: dict[str, list[int]] = defaultdict(list)
    facts: dict[str, int] = defaultdict(int)
    for number, question in enumerate(questions):
        rules, size = question.rules, len(question.position.facts)
        if open_[rules] and (len(open_[rules]) == MOST_POSITIONS or facts[rules] + size > MOST_FACTS):
            yield open_.pop(rules)
            facts[rules] = 0
        open_[rules].append(number)
        facts[rules] += size
    yield from (numbers for numbers in open_.values() if numbers)


def _prepared(questions: Sequence[Question], wanted: _Wanted) -> list[Outcome]:
    if len(questions) == 1:
        return [_attempted(lambda: _by_itself(questions[0], wanted))]
    try:
        return _in_worlds(questions, wanted)
    except RuntimeError:  # of clingo: one of them is too much for it
        return [_attempted(lambda q=question: _by_itself(q, wanted)) for question in questions]  # type: ignore[misc]


def _attempted(work: Callable[[], Solver]) -> Outcome:
    try:
        return work()
    except PyroutError as error:
        return error


def _by_itself(question: Question, wanted: _Wanted) -> Solver:
    solver = Solver(question, kinds=wanted.kinds)
    for steps in _work(solver, wanted):
        solver.carry_out(steps)
    return solver


def _work(solver: Solver, wanted: _Wanted) -> Iterator[Iterator[Step]]:
    yield solver.preparing(solver.routers)
    if wanted.excluded:
        yield solver.explaining(solver.routers)
    if wanted.touching:
        yield solver.touching(solver.routers)


def _in_worlds(questions: Sequence[Question], wanted: _Wanted) -> list[Outcome]:
    clean = _foreseen(questions)
    told = [number for number, nodes in enumerate(clean) if not isinstance(nodes, PyroutError)]
    having = {fact.name for question in questions for fact in question.position.facts}
    worlds = Worlds(
        rulesets.program(questions[0].rules, having=having),
        [given(questions[number], clean[number]) for number in told],  # type: ignore[arg-type]
    )
    found: list[Outcome] = [nodes if isinstance(nodes, PyroutError) else None for nodes in clean]  # type: ignore[misc]
    running: dict[int, tuple[Solver, Iterator[Step]]] = {}
    for number, engine in zip(told, worlds.engines, strict=True):
        solver = Solver(questions[number], engine, kinds=wanted.kinds)
        running[number] = solver, _steps(solver, wanted)
    waiting: dict[int, Step] = {}
    while running:
        for number in sorted(running.keys() - waiting.keys()):
            solver, steps = running[number]
            try:
                solver.question.deadline.check()
                waiting[number] = next(steps)
            except StopIteration:
                found[number] = running.pop(number)[0]
            except PyroutError as error:
                found[number] = error
                del running[number]
        if not waiting:
            break
        stage = min(stage for stage, _ in waiting.values())
        turn = [number for number, (s, _) in waiting.items() if s == stage]
        worlds.ground([(running[number][0].engine, waiting.pop(number)[1]) for number in turn])  # type: ignore[misc]
    return found


def _steps(solver: Solver, wanted: _Wanted) -> Iterator[Step]:
    yield from solver.begin()
    for number, steps in enumerate(_work(solver, wanted)):
        for stage, parts in steps:
            yield 100 * number + stage, parts


def _foreseen(questions: Sequence[Question]) -> list[Sequence[Symbol] | PyroutError]:
    """For each question the nodes from which there is a clean rout if nobody reveals himself: see `solver.foreseen`."""
    clean: list[Sequence[Symbol] | PyroutError] = [() for _ in questions]
    veiled = [number for number, question in enumerate(questions) if question.position.of("reveal")]
    plain = [questions[n].about(questions[n].position.without("reveal")) for n in veiled]
    for number, solver in zip(veiled, solvers(plain, kinds=True), strict=True):
        clean[number] = solver if isinstance(solver, PyroutError) else solver.clean
    return clean
