"""The question which reveals by concealed enemies spoil the safest rout: each answered from the position with that reveal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .. import rule_sets
from ..errors import PyroutError
from ..hexes.batching import solvers
from ..hexes.report import safety
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance
from ..position.vocabulary import Name
from ..question import Question
from ..results.answer import Route, UnitAnswer
from .difficulty import rate
from .making import Maker
from .puzzle import Choice, Puzzle

MOST_MOMENTS = 12  # that are tried
MOST_RIGHT, MOST_CHOICES = 3, 5


class Moment(NamedTuple):
    """A reveal: the enemy, `before` or `after` the unit enters a Location, and the Location."""

    by: str
    when: str
    hex: str

    @property
    def name(self) -> str:
        """Its name among the choices."""
        return " ".join(self)


def safest(answer: UnitAnswer) -> Route | None:
    """Return the safest route of a unit; None where it is lost or crawls on it, or where the routes are not all listed."""
    best = min(answer.routes, key=safety, default=None) if answer.complete else None
    return best if best and best.posture == "run" and best.end == "survives" and not best.repulsed else None


def hidden(position: Instance, unit: str) -> list[str]:
    """Return the concealed enemies of which no fact says when they are revealed."""
    sides = position.sides
    known = {str(fact.args[0]) for fact in position.of("reveal")}
    marked = [str(fact.args[0]) for fact in position.of("status") if str(fact.args[1]) == "concealed"]
    return [enemy for enemy in marked if enemy not in known and sides.get(enemy) not in (None, sides[unit])]


def harms(question: Question, unit: str, best: Route, moments: Sequence[Moment]) -> dict[Moment, str]:
    """Return in words how each reveal spoils a rout of a unit; empty words where it does not.

    Raises PyroutError where a position with a reveal is not answered.
    """
    asked = []
    for moment in moments:
        fact = Fact("reveal", (Name(moment.by), Name(unit), moment.hex, Name(moment.when)))
        asked.append(question.about(with_facts(question.position, [fact]), units=(unit,)))
    words = {}
    for moment, solver in zip(moments, solvers(asked), strict=True):
        if isinstance(solver, Exception):
            raise solver
        same = [route for route in solver.unit(unit).routes if (route.path, route.posture) == (best.path, best.posture)]
        alive = [len(route.interdicted) for route in same if route.end == "survives"]
        if not same:
            words[moment] = "the rout is no longer legal as it stands"
        elif not alive:
            words[moment] = "the unit does not come through on it"
        elif min(alive) > len(best.interdicted):
            words[moment] = f"it is interdicted {min(alive)} times instead of {len(best.interdicted)}"
        else:
            words[moment] = ""
    return words


def reveal_puzzle(maker: Maker) -> Puzzle | None:
    """Return the question which reveals spoil the safest rout; None where none does, or every one.

    Raises PyroutError, TimeLimit.
    """
    best, enemies = safest(maker.answer), hidden(maker.position, maker.unit)
    if best is None or not enemies:
        return None
    moments = [Moment(by, when, at) for by in enemies for at in best.path[1:] for when in ("before", "after")]
    if len({*moments}) != len(moments):  # it enters a hex twice: which time is meant?
        return None
    spoilt = harms(maker.question, maker.unit, best, moments[:MOST_MOMENTS])
    right = [moment for moment, words in spoilt.items() if words][:MOST_RIGHT]
    wrong = [moment for moment, words in spoilt.items() if not words][: MOST_CHOICES - len(right)]
    if not right or not wrong:
        return None
    rules: dict[tuple[str, ...], list[str]] = {}
    for row in best.unless:
        rules.setdefault((row.by, row.when, row.hex), []).append(row.rule)
    names = maker.names
    choices = []
    for moment in (moment for moment in spoilt if moment in right or moment in wrong):
        what = f"{names.cause(moment.by)} is revealed {moment.when} it enters {moment.hex}"
        cited = " ".join(f"[{rule}]" for rule in dict.fromkeys(rules.get(moment, ()))) if moment in right else ""
        why = (
            f"{moment.by}, revealed {moment.when} it enters {moment.hex}: {spoilt[moment] or 'nothing changes'} {cited}"
        )
        choices.append(Choice(moment.name, what, (why.rstrip(),)))
    cites = [rule for rule, _ in Counter(rule for moment in right for rule in rules.get(moment, ())).most_common()]
    puzzle = Puzzle(
        "reveal",
        maker.name,
        maker.question.rules,
        maker.unit,
        f"The safest rout of {names.unit(maker.unit)} is {' - '.join(best.path)}. Which of these reveals spoil it: "
        "bar it, cost an Interdiction more, or lose the unit?",
        "several",
        tuple(sorted(moment.name for moment in right)),
        tuple(cites) or (rule_sets.about(maker.question.rules).wording["fire"],),
        tuple(choices),
        assumes=maker.answer.assumes,
    )
    return puzzle._replace(difficulty=rate(puzzle, puzzle.cites, 0, 0, len(choices)))


def spoilers(maker: Maker, puzzle: Puzzle) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the safest rout, and those choices of a question that spoil it.

    Raises PyroutError where it is another than the question names, or is not answered.
    """
    best = safest(maker.answer)
    asked = re.search(r" is (\S+(?: - \S+)+)\. Which", puzzle.asks)
    if best is None or asked is None or asked[1].split(" - ") != list(best.path):
        raise PyroutError("the safest rout is another one")
    moments = [Moment(*choice.name.split(" ")) for choice in puzzle.choices]
    spoilt = harms(maker.question, maker.unit, best, moments)
    return best.path, frozenset(moment.name for moment, words in spoilt.items() if words)
