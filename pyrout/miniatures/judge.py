"""The judge of `check` on a table: claimed ways of a unit, and what it should have done instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import UsageError, quote
from ..question import Question
from ..reasons import merged
from ..results.answer import Event, Reason, Route, UnitAnswer
from ..results.explanation import Judgement
from .solve import solve
from .solver import HUNDREDTHS, place

PLACE = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,2})?,-?[0-9]{1,4}(\.[0-9]{1,2})?", re.ASCII)


def check_places(places: Sequence[str]) -> None:
    """Raise UsageError for what is no place on a table."""
    for named in places:
        if not PLACE.fullmatch(named):
            raise UsageError(f"{quote(named)} is no place on a table: give inches from west and south, as in 4,12")


def check(
    question: Question, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """Judge a claimed line of the unit asked for, as `pyrout.check` does.

    Raises InstanceError, UsageError, TimeLimit.
    """
    if to or low_crawl or mf is not None:
        raise UsageError("on a table there is no destination to claim, no Low Crawl and no MF: give only the places")
    check_places(path)
    (unit,) = question.units
    answer = solve(question)
    answer.require_complete()
    return judge(answer[unit], path)


def judge(unit: UnitAnswer, claimed: Sequence[str]) -> Judgement:
    """Judge the claimed places of the front left corner of a unit's block: all its moves so far.

    The start may be included. An illegal claim fails where it leaves the last of the routes that it could have been;
    the faults are the rules of what the unit does there instead. Raises UsageError for a claim without a step.
    """
    walked = list(map(_spot, claimed))
    starts = {_spot(route.path[0]) for route in unit.routes} | {_spot(unit.at)}
    if walked[:1] and walked[0] not in starts:
        walked.insert(0, next(iter(sorted(starts))) if len(starts) == 1 else _spot(unit.at))
    if len(walked) < 2:
        raise UsageError("a rout has at least one step: name the places that it goes through, as in 4,12 4,13")
    if not unit.routes:
        return Judgement(False, None, 1, place(*walked[0]), place(*walked[1]), unit.reasons)
    fits = [(_agreed(route, walked), route) for route in unit.routes]
    agreed = max(number for (number, _), _ in fits)
    nearest = [(reached, route) for (number, reached), route in fits if number == agreed]
    routes = [route for _, route in nearest]
    if agreed == len(walked):
        for reached, route in nearest:
            if reached in {number for number, _ in _moves(route, unit.id)}:
                return Judgement(True, route.end if reached == len(route.path) else "survives")
        due = _due(unit, routes, max(reached for reached, _ in nearest))
        return Judgement(False, None, agreed, place(*walked[-1]), None, due)
    agreed = max(agreed, 1)
    due = _due(unit, routes, max(1, max(reached for reached, _ in nearest)))
    return Judgement(False, None, agreed, place(*walked[agreed - 1]), place(*walked[agreed]), due)


Spot = tuple[int, int]  # hundredths of an inch from west and south


def _spot(named: str) -> Spot:
    x, y = (round(float(value) * HUNDREDTHS) for value in named.split(","))
    return x, y


def _agreed(route: Route, walked: Sequence[Spot]) -> tuple[int, int]:
    """Count the places that are on a route in its order, and the places of the route reached with the last of them.

    No turn of the route may be left out. The second number is 0 where the last place is between two. A block may
    begin off its unit's place: it turns, or becomes narrower.
    """
    path = [_spot(place) for place in route.path]
    if len(walked) > 1 and walked[0] != path[0]:
        walked = [path[0], *walked[1:]]
    number = reached = 0
    exact = False
    for spot in walked:
        if reached < len(path) and spot == path[reached]:
            reached, exact = reached + 1, True
            while reached < len(path) and path[reached] == spot:
                reached += 1
        elif 0 < reached < len(path) and _between(path[reached - 1], spot, path[reached]):
            exact = False
        else:
            break
        number += 1
    return number, reached if exact else 0


def _between(before: Spot, spot: Spot, after: Spot) -> bool:
    """Return True if a place is on the straight way from one place to another."""
    (a, b), (x, y), (c, d) = before, spot, after
    on_line = (x - a) * (d - b) == (y - b) * (c - a)
    return on_line and min(a, c) <= x <= max(a, c) and min(b, d) <= y <= max(b, d)


def _moves(route: Route, unit: str) -> list[tuple[int, Event]]:
    """Return the moves of a unit, each with the number of places that have been passed at its end."""
    moves: list[tuple[int, Event]] = []
    for event in route.events:
        if event.unit == unit and event.path:
            before = moves[-1][0] if moves else 1
            joined = 1 if not moves or route.path[before - 1] == event.path[0] else 0
            moves.append((before + len(event.path) - joined, event))
    return moves


def _due(answer: UnitAnswer, routes: Sequence[Route], agreed: int) -> tuple[Reason, ...]:
    """Return the rules of a unit's next event after some places, on any route, with the ways closed to its first move."""
    due: list[tuple[str, tuple[str, ...]]] = []
    for route in routes:
        moves = _moves(route, answer.id)
        event = next((event for number, event in moves if number > agreed), route.events[-1])
        due += event.rules
        if event == moves[0][1]:
            due += [(way.rule, way.because) for way in answer.barred]
    return merged(due)
