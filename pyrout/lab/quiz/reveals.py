"""The question which reveals by concealed enemies spoil the safest rout: each answered from the position with that reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ...base import span
from ...base.span import Said
from ...errors import PyroutError
from ...hexes.report import safety
from ...hexes.solve import solvers
from ...position.consistency import with_facts
from ...position.facts import Fact, Instance
from ...position.vocabulary import Name
from ...program import rule_sets
from ...question import Question
from ...referee import judge
from ...results.answer import Route, UnitAnswer
from ...wording import Names, join_words
from .difficulty import rated
from .puzzle import Choice, Puzzle
from .questions import Maker

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
    """Return the safest route of a unit.

    None where it is lost or crawls on it, and where the routes are not all listed.
    """
    best = min(answer.routes, key=safety, default=None) if answer.complete else None
    if best is None or best.posture != "run" or best.end != "survives" or best.repulsed:
        return None
    return _only_way(answer, best.path)


def _only_way(answer: UnitAnswer, path: Sequence[str]) -> Route | None:
    """Return the route by some hexes; None without one, and where there are two: by the road, and beside it."""
    same = _same_way(answer, path)
    return min(same, key=safety) if len({route.mf for route in same}) == 1 else None


def _same_way(answer: UnitAnswer, path: Sequence[str]) -> list[Route]:
    return [route for route in answer.routes if route.path == tuple(path) and route.posture == "run"]


def hidden(position: Instance, unit: str) -> list[str]:
    """Return the concealed enemies of which no fact says when they are revealed."""
    sides = position.sides
    known = {str(fact.args[0]) for fact in position.of("reveal")}
    marked = [str(fact.args[0]) for fact in position.of("status") if str(fact.args[1]) == "concealed"]
    return [enemy for enemy in marked if enemy not in known and sides.get(enemy) not in (None, sides[unit])]


class Effect(NamedTuple):
    """The effect of a reveal on a rout: if it spoils it, and the referee's words."""

    spoils: bool
    words: str


def effects(
    question: Question, unit: str, best: Route, moments: Sequence[Moment], names: Names
) -> dict[Moment, Effect]:
    """Return the effect of each reveal on a rout of a unit.

    Raises PyroutError where a position with a reveal is not answered.
    """
    asked = []
    for moment in moments:
        fact = Fact("reveal", (Name(moment.by), Name(unit), moment.hex, Name(moment.when)))
        asked.append(question.about(with_facts(question.position, [fact]), units=(unit,)))
    told = {}
    for moment, revealed, solver in zip(moments, asked, solvers(asked), strict=True):
        if isinstance(solver, Exception):
            raise solver
        barred = dict.fromkeys(row.rule for row in best.unless if (row.by, row.when, row.hex) == moment)
        told[moment] = _effect(revealed, solver.unit(unit), best, [*barred], moment, names)
    return told


def _effect(
    revealed: Question, answer: UnitAnswer, best: Route, barred: Sequence[str], moment: Moment, names: Names
) -> Effect:
    """Return the effect of a reveal on a rout; `barred` are the rules by which it bars or ends it at that moment."""
    alive = [route for route in _same_way(answer, best.path) if route.end == "survives"]
    fewest = min(alive, key=safety, default=None)
    if fewest is None:
        lost = _lost_words(answer, best)
        if barred and (lost or moment.when == "before"):
            rules = span.joined(map(span.rule, barred))
            then = f", {lost}" if lost else f" and bars the step into {moment.hex}"
            return Effect(True, Said(f"{'once ' * bool(lost)}{moment.by} is Known{then} ", rules))
        return Effect(True, lost or _barred_words(revealed, best, names))
    if len(fewest.interdicted) <= len(best.interdicted):
        return Effect(False, "the rout stays legal, and no Interdiction is added")
    before = {hit.hex for hit in best.interdicted}
    hexes: dict[tuple[str, ...], list[str]] = {}
    for hit in fewest.interdicted:
        if hit.hex not in before:
            hexes.setdefault(hit.by, []).append(hit.hex)
    shots = join_words(f"in {join_words(several)} by {join_words(by)}" for by, several in hexes.items())
    rule = rule_sets.about(revealed.rules).wording["fire"]
    return Effect(True, Said(f"the rout is interdicted {shots} ", span.rule(rule)))


def _lost_words(answer: UnitAnswer, best: Route) -> str:
    """Return the words for a rout that loses its unit; empty where the rout is barred instead."""
    lost = [
        route
        for route in answer.routes
        if route.posture == "run" and route.end != "survives" and route.path == best.path[: len(route.path)]
    ]
    if not lost:
        return ""
    last = max(lost, key=lambda route: len(route.path))
    by = join_words(last.captors, "or")
    how = f"surrenders{f' to {by}' if last.captors else ''}" if last.end == "surrenders" else "is eliminated"
    return f"the unit {how} in {last.path[-1]}"


def _barred_words(revealed: Question, best: Route, names: Names) -> str:
    """Return why a rout is no longer legal, as the referee judges it."""
    judgement = judge(revealed, best.path)
    where = (
        f"the step from {judgement.before} to {judgement.after} is illegal"
        if judgement.after
        else f"the rout may not end in {judgement.before}"
    )
    return Said(f"{where}: ", span.joined(map(names.because, judgement.faults), "; "))


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
    told = effects(maker.question, maker.unit, best, moments[:MOST_MOMENTS], maker.names)
    right = [moment for moment, effect in told.items() if effect.spoils][:MOST_RIGHT]
    wrong = [moment for moment, effect in told.items() if not effect.spoils][: MOST_CHOICES - len(right)]
    if not right or not wrong:
        return None
    names, unit = maker.names, maker.unit
    choices = []
    for moment in (moment for moment in told if moment in right or moment in wrong):
        what = f"{moment.when.capitalize()} {unit} enters {moment.hex}, {names.cause(moment.by)} drops concealment"
        choices.append(Choice(moment.name, what, (Said(f"{what}: ", told[moment].words, "."),)))
    cited = Counter(span.rules_in([told[moment] for moment in right]))
    asks = (
        f"{names.unit(unit)} sets out on the rout {' - '.join(best.path)}. Which of these reveals spoil that rout: "
        "bar it, add an Interdiction, or lose the unit?"
    )
    puzzle = maker.asking(
        "reveal",
        asks,
        "several",
        [moment.name for moment in right],
        [rule for rule, _ in cited.most_common()],
        path=best.path,
        choices=tuple(choices),
    )
    return rated(puzzle, puzzle.cites, ways=len(told))


def spoilers(maker: Maker, puzzle: Puzzle) -> frozenset[str]:
    """Return those choices of a question that spoil the rout that it names.

    Raises PyroutError where that rout is not legal, or several go by its hexes, or a reveal is not answered.
    """
    rout = _only_way(maker.answer, puzzle.path)
    if rout is None:
        raise PyroutError("no rout, or several routs, go by the hexes of the question")
    moments = [Moment(*choice.name.split(" ")) for choice in puzzle.choices]
    told = effects(maker.question, maker.unit, rout, moments, maker.names)
    return frozenset(moment.name for moment, effect in told.items() if effect.spoils)
