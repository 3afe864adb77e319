"""The right answers of questions, by the enumerators: written from the words of the questions, without the program."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import enumerator
import enumerator_asl
import phase_oracle

SOLVE = {"aslsk": enumerator.solve, "asl": enumerator_asl.solve}


@cache
def answer(rules: str, text: str, unit: str) -> Any:
    """The enumerator's answer for a unit. Raises ValueError for a position that it does not take."""
    return SOLVE[rules](text)[unit]


def with_options(text: str, options: Mapping[str, str]) -> str:
    return text + "".join(f"\noption({name},{value})." for name, value in options.items())


def right(puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    """Return the right answers, as names of choices or hexes; None where the question has no one answer."""
    if puzzle["kind"] == "order":
        return orders(puzzle, text)
    unit = answer(puzzle["rules"], text, puzzle["unit"])
    answers = globals()[f"of_{puzzle['kind']}"](unit, puzzle, text)
    return None if answers is None else set(answers)


def yes(holds: bool) -> set[str]:
    return {"yes" if holds else "no"}


def of_must(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    return yes(bool(unit.must)) if unit.verdict != "surrenders" else None


def of_verdict(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return {unit.verdict}


def of_ends(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    routes = unit.routes
    return {route.path[-1] for route in routes} if all(route.end == "survives" for route in routes) else None


def of_cost(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    """The MF of the cheapest rout, without Low Crawl, to the hex that the question names."""
    end = puzzle["asks"].partition(" that ends in ")[2].partition(" ")[0]
    halves = min(route.mf[-1] for route in unit.routes if route.posture != "low_crawl" and route.path[-1] == end)
    return {f"{halves / 2:g}"}


def of_surrender(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return yes(unit.verdict == "surrenders")


def of_destinations(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return set(unit.destinations)


def of_which(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return set(unit.destinations) & {choice["name"] for choice in puzzle["choices"]}


def of_interdicted(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return {hex_ for route in unit.routes for hex_, _ in route.interdicted}


def of_discovers(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return {enemy for route in unit.routes for _, enemies in route.discovers for enemy in enemies}


def of_safest(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    alive = [route for route in unit.routes if route.end == "survives"]
    least = min((len(route.interdicted), route.mf[-1]) for route in alive)
    ends = {route.path[-1] for route in alive if (len(route.interdicted), route.mf[-1]) == least}
    return ends if len(ends) == 1 else None


def of_survive(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    ways = {f"{route.posture} {route.path[-1]}" for route in unit.routes if route.end == "survives"}
    assert {choice["name"] for choice in puzzle["choices"]} == {f"{r.posture} {r.path[-1]}" for r in unit.routes}
    return ways if len(ways) == 1 else None


def orders(puzzle: Mapping[str, Any], text: str) -> set[str]:
    """The orders in which the brute force brings all units home."""
    oracle = phase_oracle.Phase(text, puzzle["rules"])
    side = oracle.sides[puzzle["unit"]]
    home = set()
    for choice in puzzle["choices"]:
        order = tuple(choice["name"].split(", "))
        if oracle.best(side, order=order).survivors == len(order):
            home.add(choice["name"])
    return home
