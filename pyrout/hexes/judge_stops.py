"""The judge of a rout of which only some hexes are known: where it began, where the unit was seen on its way, where it ended.

Such a rout is legal if any way through these hexes is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal, NamedTuple

from ..errors import TimeLimit, TooManyRoutes, UsageError
from ..program import rule_sets
from ..results.answer import Reason, Route, UnitAnswer
from ..wording import Names, mf
from .explain import explain_hexes
from .judge import judge_with
from .report import safety
from .solver import Solver

Verdict = Literal["legal", "illegal", "open"]
NO_ROUT = {
    "stays": "it has no legal rout",
    "cannot_rout": "it cannot rout",
    "eliminated": "it cannot rout, and is eliminated",
    "surrenders": "it surrenders",
}


class Judged(NamedTuple):
    """The judgement of such a rout.

    `route` is the safest way of a legal one. `said` is a clause: the fault, or the condition of a legal one.
    `faults` are the rules, of the step from `before` to `after` where that is known. `ends` are the Locations
    where the unit's legal routs may end. `can_rout` is False for a unit that has no legal rout at all, and None where
    that is open.
    """

    verdict: Verdict
    route: Route | None = None
    said: str = ""
    faults: tuple[Reason, ...] = ()
    before: str | None = None
    after: str | None = None
    ends: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    can_rout: bool | None = True


def judge_stops(solver: Solver, stops: Sequence[str], *, unfinished: bool = False) -> Judged:
    """Judge a rout of the unit asked for, by the hexes where it was seen: the first is its own, the last its end.

    `unfinished`: it may go on from the last. Raises InstanceError, UsageError, TimeLimit.
    """
    (unit,) = solver.question.units
    try:
        answer = solver.unit(unit)
    except TooManyRoutes:
        return _too_many(solver, stops)
    ends = tuple(dict.fromkeys(route.path[-1] for route in answer.routes if route.end == "survives"))
    legal = _among(answer.routes, stops)
    if unfinished and (legal is None or legal.verdict == "open") and _leads_over(answer.routes, stops):
        legal = Judged("open", said="legal so far, and the log ends before the phase does")
    if legal is None and not answer.complete:
        raise TimeLimit(f"{solver.question.position.name}: the time limit was reached before {unit} was judged")
    judgement = legal or _illegal(solver, answer, stops)
    return judgement._replace(ends=ends, assumes=answer.assumes, can_rout=bool(answer.routes))


def _among(routes: Sequence[Route], stops: Sequence[str]) -> Judged | None:
    """Return the judgement by the routes that lead through these hexes; None where none does."""
    through = [route for route in routes if _hexes(route.path)[-1] == stops[-1] and _passes(route.path, stops)]
    if through:
        # where the path is one of neighbours, the direct way is likelier than any other
        best = min(through, key=lambda route: (route.end != "survives", len(route.path) != len(stops), safety(route)))
        lost = {"eliminated": "it is eliminated at its end", "surrenders": "it surrenders at its end"}
        return Judged("legal", best, lost.get(best.end, ""))
    for route in sorted(routes, key=safety):
        for number, hex_ in enumerate(_hexes(route.path), 1):
            shot = next((shot for shot in route.interdicted if shot.hex == route.path[number - 1]), None)
            if hex_ == stops[-1] and shot is not None and _passes(route.path[:number], stops):
                return Judged("open", said=f"legal only if the Interdiction in {shot.hex} pinned it")
    return None


def _illegal(solver: Solver, answer: UnitAnswer, stops: Sequence[str]) -> Judged:
    if not answer.routes:
        return Judged("illegal", said=NO_ROUT.get(answer.verdict, NO_ROUT["stays"]), faults=answer.reasons)
    end = stops[-1]
    if _is_whole_path(solver, stops):
        claim = judge_with(solver, stops[1:])
        if claim.legal:
            return Judged("legal", claim.route)
        said = "" if claim.faults else "no legal rout goes this way"
        return Judged("illegal", said=said, faults=claim.faults, before=claim.before, after=claim.after)
    (explained,) = explain_hexes(solver, answer, (end,))
    if explained.ends and len(stops) > 2:
        there = min(explained.ends, key=safety)
        other = f"a legal way to {end} is {' '.join(there.path)}, and it does not lead over {', '.join(stops[1:-1])}"
        return Judged("illegal", said=other)
    if explained.is_start:
        return Judged("illegal", said=f"a rout does not end in {end}, where it began")
    if explained.excluded:
        row = explained.excluded[0]
        return Judged("illegal", said=f"{end} is no legal destination", faults=(Reason(row.rule, row.because),))
    if explained.barred:
        so_far = [number for number in range(2, len(stops)) if _leads_over(answer.routes, stops[:number])]
        if so_far:
            return _from_last_legal(solver, answer, stops[: so_far[-1] + 1])
        step = explained.barred[0]
        said = f"no legal way leads to {end}; of the cheapest the first illegal step is {step.before} - {step.after}"
        return Judged("illegal", said=said, faults=step.reasons, before=step.before, after=step.after)
    if explained.too_far and explained.crawls_alone:
        return Judged("illegal", said=f"{end} is out of reach of a Low Crawl: more than one Location away")
    if explained.too_far:
        said = f"{end} is out of reach: {mf(answer.mf)} would not get it there"
        return Judged("illegal", said=said, faults=_out_of_reach(solver))
    if explained.not_cover:
        said, rules = f"{end} is no cover, and no legal rout ends there", map(Reason, explained.uncounted)
        return Judged("illegal", said=said, faults=tuple(rules))
    return Judged("illegal", said=f"no legal rout ends in {end}")


def _from_last_legal(solver: Solver, answer: UnitAnswer, stops: Sequence[str]) -> Judged:
    """Explain why no legal way leads from the last stop but one, which legal steps lead to, to the last."""
    *before, last, end = stops
    routes = [route for route in answer.routes if route.posture != "low_crawl"]
    begun = [way for route in routes if (way := _begun(route, [*before, last]))]
    said = f"legal as far as {last}"
    if not begun:
        return Judged("illegal", said=f"{said}, where a Low Crawl ends")
    path, spent = min(begun, key=lambda way: (way[1], way[0]))
    onward = _onward(solver, answer.id, path[-1], end, answer.mf - spent)
    if onward is None:
        said = f"{said}, and from there {end} is out of reach with {mf(answer.mf - spent)}"
        return Judged("illegal", said=said, faults=_out_of_reach(solver))
    claim = judge_with(solver, [*path[1:], *onward])
    if claim.legal:
        return Judged("legal", claim.route)
    where = f"the step {claim.before} - {claim.after} is illegal" if claim.after else f"it may not end in {end}"
    said = f"{said}; on the cheapest way from there to {end} {where}"
    return Judged("illegal", said=said, faults=claim.faults, before=claim.before, after=claim.after)


def _out_of_reach(solver: Solver) -> tuple[Reason, ...]:
    return (Reason(rule_sets.about(solver.question.rules).wording["reach"]),)


def _begun(route: Route, stops: Sequence[str]) -> tuple[tuple[str, ...], float] | None:
    """Return the part of a route that leads over these hexes to the last of them, with its MF."""
    for number in range(1, len(route.path) + 1):
        if _passes(route.path[:number], stops):
            return route.path[:number], route.mf[number - 1]
    return None


def _onward(solver: Solver, unit: str, start: str, end: str, left: float) -> tuple[str, ...] | None:
    """Return the cheapest way from a Location to a hex if enemies did not count, without the start.

    It pays with the MF that are left. A way that the ground lets through comes before one that it bars, as in
    `asp/rout/why_not.lp`. None where no such way exists.
    """
    steps: dict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for one, other, bad, price in solver.of(unit, "step_price", 5):
        steps[one].append((bad, other, price))
    for worst in sorted({grade for several in steps.values() for grade, _, _ in several}):
        ways: list[tuple[int, tuple[str, ...]]] = [(0, (start,))]
        done: set[str] = set()
        while ways:
            spent, way = heappop(ways)
            if _hexes(way)[-1] == end:
                return way[1:]
            if way[-1] in done:
                continue
            done.add(way[-1])
            for grade, after, cost in steps[way[-1]]:
                if grade <= worst and after not in done and spent + cost <= 2 * left:
                    heappush(ways, (spent + cost, (*way, after)))
    return None


def _too_many(solver: Solver, stops: Sequence[str]) -> Judged:
    """Judge a rout with too many routes to list: the way through neighbouring hexes alone."""
    if not _is_whole_path(solver, stops):
        raise UsageError("it has too many routes to look for one through these hexes")
    claim = judge_with(solver, stops[1:])
    if claim.legal:
        return Judged("legal", claim.route)
    return Judged("open", said="not straight from hex to hex; it has too many other routes to look through")


def _is_whole_path(solver: Solver, stops: Sequence[str]) -> bool:
    """Return True if each hex touches the next, so that they can be the whole path."""
    position = solver.question.position
    names, there = Names(position), {str(fact.args[0]) for fact in position.of("hex")}
    return there.issuperset(stops) and all(names.touch(one, other) for one, other in pairwise(stops))


def _hexes(path: Sequence[str]) -> list[str]:
    return [place.partition("@")[0] for place in path]


def _leads_over(routes: Sequence[Route], stops: Sequence[str]) -> bool:
    return any(_passes(route.path, stops) for route in routes)


def _passes(path: Sequence[str], stops: Sequence[str]) -> bool:
    """Return True if a path leads over these hexes, in their order."""
    left = iter(_hexes(path))
    return all(stop in left for stop in stops)
