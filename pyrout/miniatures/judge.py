"""`check` on a table: is this the way of a unit, place by place, and if not, what should it have done instead?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ..errors import UsageError, shown
from ..question import Question
from ..result import Event, Judgement, Reason, Route, UnitAnswer
from .answering import solve

PLACE = re.compile(r"-?[0-9]{1,4},-?[0-9]{1,4}", re.ASCII)


def check_places(places: Sequence[str]) -> None:
    """Raises UsageError for what is no place on a table."""
    for place in places:
        if not PLACE.fullmatch(place):
            raise UsageError(f"{shown(place)} is no place on a table: give inches from west and south, as in 4,12")


def check(
    question: Question, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """Judges a claimed line of the unit asked for, as `pyrout.check` does. Raises InstanceError, UsageError, TimeLimit."""
    if to or low_crawl or mf is not None:
        raise UsageError("on a table there is no destination to claim, no Low Crawl and no MF: give only the places")
    check_places(path)
    (unit,) = question.units
    answer = solve(question)
    answer.require_complete()
    return judge(answer[unit], path)


def judge(unit: UnitAnswer, claimed: Sequence[str]) -> Judgement:
    """Judges the places that the front left corner of a unit's block is claimed to go through: all of its moves so far,
    with or without the place where it starts. An illegal claim fails where it leaves the last of the routes that it could
    have been; the faults are the rules of what the unit does there instead. Raises UsageError for a claim without a step."""
    walked = list(claimed) if claimed and any(claimed[0] == r.path[0] for r in unit.routes) else [unit.at, *claimed]
    if unit.routes and walked[0] == unit.at and all(r.path[0] != unit.at for r in unit.routes):
        walked[0] = unit.routes[0].path[0]
    if len(walked) < 2:
        raise UsageError("a rout has at least one step: name the places that it goes through, as in 4,12 4,13")
    if not unit.routes:
        return Judgement(False, None, 1, walked[0], walked[1], unit.reasons)
    agreed = max(_agreed(route, walked) for route in unit.routes)
    nearest = [route for route in unit.routes if _agreed(route, walked) == agreed]
    if agreed == len(walked):
        for route in nearest:
            if agreed in _stops(route, unit.id):
                return Judgement(True, route.end if agreed == len(route.path) else "survives")
        return Judgement(False, None, agreed, walked[-1], None, _due(unit, nearest, agreed))
    agreed = max(agreed, 1)
    return Judgement(False, None, agreed, walked[agreed - 1], walked[agreed], _due(unit, nearest, agreed))


def _agreed(route: Route, walked: Sequence[str]) -> int:
    """How many of the places are those of a route."""
    return next(
        (i for i, (a, b) in enumerate(zip(route.path, walked, strict=False)) if a != b),
        min(len(route.path), len(walked)),
    )


def _moves(route: Route, unit: str) -> list[tuple[int, Event]]:
    """The moves of a unit, each with the number of places that have been passed at its end."""
    found: list[tuple[int, Event]] = []
    for event in route.events:
        if event.unit == unit and event.path:
            before = found[-1][0] if found else 1
            joined = 1 if not found or route.path[before - 1] == event.path[0] else 0
            found.append((before + len(event.path) - joined, event))
    return found


def _stops(route: Route, unit: str) -> set[int]:
    return {number for number, _ in _moves(route, unit)}


def _due(answer: UnitAnswer, routes: Sequence[Route], agreed: int) -> tuple[Reason, ...]:
    """The rules of what a unit does after so many places, on any of the routes; and, in its first move, of the ways that are
    not open to it."""
    found: dict[str, set[str]] = defaultdict(set)
    for route in routes:
        moves = _moves(route, answer.id)
        event = next((event for number, event in moves if number > agreed), route.events[-1])
        for rule, because in event.rules:
            found[rule].update(because)
        if event == moves[0][1]:
            for way in answer.barred:
                found[way.rule].update(way.because)
    return tuple(Reason(rule, tuple(sorted(xs))) for rule, xs in sorted(found.items()))
