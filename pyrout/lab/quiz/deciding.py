"""The rules that decide a question, and the readings that change it: the same question, put to other rules.

It reads the encodings as text, and is not for a browser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...base.memory import seldom_collected
from ...base.span import rules_in
from ...errors import PyroutError
from ...hexes.solve import solvers
from ...position.facts import Instance
from ...program import rule_sets
from ...program.rule_index import citations, options, without_effect
from ...question import Question, ask
from ...referee import judge, solve
from ...relevant_options import list_relevant
from ...results.answer import UnitAnswer
from .claims import claim_puzzle, fault
from .difficulty import rated
from .kinds import KINDS, cheapest
from .odds import odds_now, odds_puzzle
from .puzzle import Puzzle, Quiz
from .questions import Maker, order_puzzle
from .reveals import reveal_puzzle, spoilers
from .without import dropped, without

MOST_CITED = 4  # rules of a question
TOGETHER = 32  # units that are asked about at once
OF_LEAVE = ("must", "verdict", "surrender")  # kinds that ask for it


@dataclass
class Candidate:
    """A question that may be shipped, with what is known of its position."""

    puzzle: Puzzle
    position: Instance
    cited: set[str]
    leave: frozenset[str]  # the rules by which the unit may or must rout at all
    options: Mapping[str, str]  # those that can matter to it, with the values in force
    state: Any = None
    readings: list[str] = field(default_factory=list)
    decides: list[str] = field(default_factory=list)


class Apart(NamedTuple):
    """A kind of question that asks the referee more than the unit's answer: its maker, and its state for a question."""

    make: Callable[[Maker], Puzzle | None]
    state: Callable[[Question, Puzzle], Any]


def _spoilt(question: Question, puzzle: Puzzle) -> frozenset[str]:
    return spoilers(Maker(question, puzzle.unit, puzzle.position), puzzle)


def _claimed(question: Question, puzzle: Puzzle) -> str:
    judgement = judge(question, puzzle.path)
    return judgement.verdict or fault(judgement)


APART: Mapping[str, Apart] = {
    "reveal": Apart(reveal_puzzle, _spoilt),
    "claim": Apart(claim_puzzle, _claimed),
    "odds": Apart(odds_puzzle, odds_now),
}


def asked_of(maker: Maker, kinds: Sequence[str]) -> list[Candidate]:
    """Return the questions about the unit of a maker, with what is known of its position."""
    position = maker.position
    cited, leave = cites_of(maker), leave_of(maker)
    matters = mattering(maker.question, [maker.answer])
    made = [apart.make(maker) for kind, apart in APART.items() if kind in kinds]
    puzzles = [*maker.puzzles(kinds), *(puzzle for puzzle in made if puzzle)]
    return [
        Candidate(
            puzzle,
            position,
            {*puzzle.cites} | cited,
            leave if puzzle.kind not in OF_LEAVE else frozenset(),
            matters,
        )
        for puzzle in puzzles
    ]


def asked_of_order(question: Question, name: str, makers: Sequence[Maker]) -> list[Candidate]:
    """Return the question about the order of a side, if there is one; of the makers of its units."""
    try:
        puzzle = order_puzzle(question, name)
    except PyroutError:  # the phase as a whole has no answer
        puzzle = None
    if puzzle is None:
        return []
    position = question.position
    answers = solve(position, excluded=False).units
    matters = mattering(question, answers)
    cited = {*puzzle.cites}.union(*map(cites_of, makers))
    leave = frozenset[str]().union(*map(leave_of, makers))
    return [Candidate(puzzle, position, cited, leave, matters)]


def mattering(question: Question, answers: Sequence[UnitAnswer]) -> dict[str, str]:
    """Return the options that can matter to a question, with the values in force.

    An option that changes no unit's own rout may change a later unit's, or the routs that are listed.
    """
    relevant = list_relevant(question.rules, question.options, answers, question.position)
    return relevant | {option: question.options[option] for option in without_effect(question.rules)}


def leave_of(maker: Maker) -> frozenset[str]:
    """Return the rules by which a unit may or must rout at all: who is asked where it goes knows that it does."""
    answer, wording = maker.answer, rule_sets.about(maker.question.rules).wording
    return frozenset([*answer.dm, *(why.rule for why in answer.must_rout), wording["without_dm"]])


def cites_of(maker: Maker) -> set[str]:
    """Return every rule that the answer or its reasons name."""
    answer = maker.answer
    reasons = [*answer.must_rout, *answer.reasons]
    reasons += [why for route in answer.routes for why in route.fails]
    reasons += [why for place in answer.destinations for why in place.why]
    rules = {why.rule for why in reasons} | {row.rule for row in answer.excluded}
    rules |= {row.rule for route in answer.routes for row in route.unless}
    return rules | set(answer.dm)


def state(puzzle: Puzzle, answer: UnitAnswer) -> Any:
    """Return the right answer, and what the words of the question rest on."""
    right = KINDS[puzzle.kind].right(answer)
    names = {choice.name for choice in puzzle.choices}
    if right is not None and puzzle.kind in ("which", "discovers"):
        right &= names
    if puzzle.kind == "cost":
        route = cheapest(answer).get(puzzle.path[-1])
        return route and route.mf[-1]
    if puzzle.kind == "survive":
        return right, frozenset(f"{r.posture} {r.path[-1]}" for r in answer.routes)
    return right


@seldom_collected()
def states(several: Sequence[Candidate], settings: Mapping[str, str]) -> list[Any]:
    """Return the state of each question under some options; the words of an error where there is no answer."""
    by_unit: dict[tuple[str, str], list[int]] = {}
    rows: dict[int, Any] = {}
    for number, asked in enumerate(several):
        if asked.puzzle.kind == "order":
            other = _attempt(order_puzzle, ask(asked.position, options=settings), asked.puzzle.position)
            rows[number] = other.right if isinstance(other, Puzzle) else str(other)
            continue
        by_unit.setdefault((asked.puzzle.position, asked.puzzle.unit), []).append(number)
    groups = list(by_unit.values())
    for start in range(0, len(groups), TOGETHER):  # an answer with all its routes is let go as soon as it is read
        some = groups[start : start + TOGETHER]
        firsts = [several[numbers[0]] for numbers in some]
        questions = [ask(first.position, units=[first.puzzle.unit], options=settings) for first in firsts]
        for numbers, first, solver in zip(some, firsts, _solvers(questions), strict=True):
            answer = solver if isinstance(solver, Exception) else _attempt(solver.unit, first.puzzle.unit)
            for number in numbers:
                rows[number] = _row(several[number], answer, settings)
    return [rows[number] for number in range(len(several))]


def _row(asked: Candidate, answer: Any, settings: Mapping[str, str]) -> Any:
    """Return the state of a question about a unit with this answer, or error."""
    if isinstance(answer, Exception):
        return str(answer)
    apart = APART.get(asked.puzzle.kind)
    if apart is None:
        return state(asked.puzzle, answer)
    question = ask(asked.position, units=[asked.puzzle.unit], options=settings)
    other = _attempt(apart.state, question, asked.puzzle)
    return str(other) if isinstance(other, Exception) else other


def _solvers(questions: Sequence[Question]) -> list[Any]:
    try:
        return list(solvers(questions))
    except Exception:  # a program with a hole in it fails for some positions alone
        return [_attempt(lambda question=question: solvers([question])[0]) for question in questions]


def _attempt(function: Any, *args: Any) -> Any:
    try:
        return function(*args)
    except Exception as error:
        return error


def read_otherwise(several: Sequence[Candidate], ruleset: str) -> None:
    """Note for each question the options of which another value changes its answer."""
    for value in options(ruleset):
        concerned = [asked for asked in several if asked.options.get(value.option, value.value) != value.value]
        for asked, other in zip(concerned, states(concerned, {value.option: value.value}), strict=True):
            if other != asked.state and value.option not in asked.readings:
                asked.readings.append(value.option)


def decide(
    several: Sequence[Candidate],
    ruleset: str,
    rules: Iterable[str] | None = None,
    show: Callable[[str], None] | None = None,
) -> None:
    """Note for each question the rules without which its answer is another: of some rules, or of all.

    Not counted is by which rules a unit may or must rout at all, where the question is where it goes.
    """
    for rule in citations(ruleset) if rules is None else rules:
        citing = [asked for asked in several if rule in asked.cited]
        if not citing or not dropped(ruleset, rule):
            continue
        if show:
            show(f"without {rule}, {len(citing)} questions")
        with without(ruleset, rule):
            others = states(citing, {})
        for asked, other in zip(citing, others, strict=True):
            if other != asked.state and (rule not in asked.leave or rule == own_rule(asked.puzzle)):
                asked.decides.append(rule)


def finished(asked: Candidate, ruleset: str) -> Puzzle:
    """Return a question with its difficulty, the rules that decide it, and its reading."""
    puzzle = asked.puzzle
    named = Counter(rules_in(puzzle))

    def rank(rule: str) -> tuple[object, ...]:
        return rule != own_rule(puzzle), rule not in puzzle.cites, -named[rule]

    decides = sorted(asked.decides, key=rank)
    # The rule that a claim breaks comes before those that decide what it might have been.
    cites = tuple(dict.fromkeys((*puzzle.cites, *decides) if puzzle.kind == "claim" else decides or puzzle.cites))
    hard = puzzle.difficulty
    assert hard is not None
    reading = None
    if asked.readings:
        (option,) = asked.readings
        value = next(v for v in options(ruleset) if (v.option, v.value) == (option, asked.options[option]))
        reading = value.reading
    puzzle = puzzle._replace(cites=cites[:MOST_CITED], reading=reading)
    return rated(puzzle, asked.decides, distance=hard.distance, discoveries=hard.discoveries, ways=hard.ways)


def own_rule(puzzle: Puzzle) -> str | None:
    """Return the rule that a position was written for; None for one of a ruling, or a generated one."""
    folder, _, rest = puzzle.position.partition("/")
    return rest.partition("/")[2] if folder == "rules" else None


def quiz(position: Instance, unit: str, name: str) -> Quiz:
    """Return all questions about a unit of a position, and the one about the order of its side.

    Those that two readings of the rules change are left out. Raises InstanceError, UsageError.
    """
    maker = Maker(ask(position, units=[unit]), unit, name)
    several = asked_of(maker, (*KINDS, *APART)) + asked_of_order(ask(position), name, [maker])
    ruleset = maker.question.rules
    for asked, now in zip(several, states(several, {}), strict=True):
        asked.state = now
    read_otherwise(several, ruleset)
    several = [asked for asked in several if len(asked.readings) < 2]
    decide(several, ruleset)
    return Quiz(name, ruleset, tuple(finished(asked, ruleset) for asked in several))
