"""Starter Kit positions small enough to answer by hand, and what the enumerator answers.

The notation is that of `tiny`; German g1 is the router, Americans stand against it. Each test that uses them quotes the
sentence of the rules page that its answer follows from.
"""

from __future__ import annotations

from enumerator import Answer, Route, solve
from tiny import facts_of

NO_ENEMY = "a0:hero@Z98"  # far from everything, and it sees only its own corner


def answer(hexes: str, units: str, los: str = "", facts: str = "") -> Answer:
    return solve(facts_of(hexes, units, los, facts))["g1"]


def runs(answer: Answer) -> set[str]:
    """The runs by their paths."""
    return {" ".join(route.path) for route in answer.routes if route.posture == "run"}


def crawls(answer: Answer) -> set[str]:
    """The hexes that a Low Crawl may enter."""
    return {route.path[-1] for route in answer.routes if route.posture == "low_crawl"}


def run(answer: Answer, path: str) -> Route:
    """The only run by this path."""
    (route,) = [r for r in answer.routes if r.posture == "run" and r.path == tuple(path.split())]
    return route
