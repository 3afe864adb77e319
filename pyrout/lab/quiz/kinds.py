"""The kinds of questions about one unit: the right answers that follow from the unit's answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...hexes.report import safety
from ...results.answer import Route, UnitAnswer
from .puzzle import Form, KindName

YES, NO = "yes", "no"
Right = frozenset[str] | None  # None: the question has no answer for this unit

VERDICTS = {
    "routs": "It must rout, and can.",
    "may_rout": "It may rout, and need not.",
    "stays": "It need not rout, and has no legal way to.",
    "cannot_rout": "It has no right to rout.",
    "eliminated": "It is eliminated.",
    "surrenders": "It surrenders.",
}


class Kind(NamedTuple):
    """A kind of question: its words, with the unit as {unit} and a hex as {end}, the form of its answers, the right ones."""

    name: KindName
    asks: str
    form: Form
    right: Callable[[UnitAnswer], Right]


def _must(unit: UnitAnswer) -> Right:
    # A unit that surrenders has to rout, and does not.
    if unit.verdict == "surrenders":
        return None
    return frozenset({YES if unit.must_rout else NO})


def _surrender(unit: UnitAnswer) -> Right:
    return frozenset({YES if unit.verdict == "surrenders" else NO}) if unit.must_rout else None


def _verdict(unit: UnitAnswer) -> Right:
    return frozenset({unit.verdict}) if unit.verdict in VERDICTS else None


def _destinations(unit: UnitAnswer) -> Right:
    if not unit.routes_total or not unit.complete:
        return None
    return frozenset(destination.hex for destination in unit.destinations)


def _ends(unit: UnitAnswer) -> Right:
    """Return the hexes where its routs end; None where it can be lost on its way."""
    if not unit.routes or not unit.complete or any(route.end != "survives" or route.odds for route in unit.routes):
        return None
    return frozenset(route.path[-1] for route in unit.routes)


def cheapest(unit: UnitAnswer) -> dict[str, Route]:
    """Return the cheapest route to each end, without Low Crawl."""
    ends: dict[str, Route] = {}
    for route in unit.routes:
        if route.posture == "run" and (route.path[-1] not in ends or route.mf[-1] < ends[route.path[-1]].mf[-1]):
            ends[route.path[-1]] = route
    return ends


def priced(unit: UnitAnswer) -> Route | None:
    """Return the way of which the MF are asked for: the cheapest to the end that takes the most.

    None without a run of whole MF, and where every way is a single step to the only end.
    """
    ends = cheapest(unit)
    if not ends or not unit.complete or any(route.repulsed for route in unit.routes):
        return None
    dear = max(ends.values(), key=lambda route: (route.mf[-1], route.path[-1]))
    return dear if all(float(spent).is_integer() for spent in dear.mf) else None


def _cost(unit: UnitAnswer) -> Right:
    dear = priced(unit)
    return frozenset({f"{dear.mf[-1]:g}"}) if dear else None


def _interdicted(unit: UnitAnswer) -> Right:
    hexes = frozenset(hit.hex for route in unit.routes for hit in route.interdicted)
    return hexes if hexes and unit.complete else None


def _discovers(unit: UnitAnswer) -> Right:
    if not unit.routes or not unit.complete:
        return None
    return frozenset(enemy for route in unit.routes for met in route.discovers for enemy in met.enemies)


def _safest(unit: UnitAnswer) -> Right:
    """Return the hex where the safest rout ends.

    None where chances or attacks count as well, where no rout is interdicted, and where two hexes are as safe.
    """
    alive = [route for route in unit.routes if route.end == "survives"]
    if not unit.complete or len({route.path[-1] for route in alive}) < 2 or any(r.odds or r.attacks for r in alive):
        return None
    if not any(route.interdicted for route in alive):
        return None
    best = min(map(_danger, alive))
    ends = frozenset(route.path[-1] for route in alive if _danger(route) == best)
    return ends if len(ends) == 1 else None


def _danger(route: Route) -> tuple[object, ...]:
    return safety(route)[:-1]  # but for the names of the hexes


def way_name(route: Route) -> str:
    """Return the name of a way out: its posture and the Location where it ends."""
    return f"{route.posture} {route.path[-1]}"


def ways_out(unit: UnitAnswer) -> Mapping[str, list[Route]]:
    """Return the routes of a unit by posture and the Location where they end."""
    by_name: dict[str, list[Route]] = defaultdict(list)
    for route in unit.routes:
        by_name[way_name(route)].append(route)
    return by_name


def _survive(unit: UnitAnswer) -> Right:
    """Return the one way out that it survives.

    None where there are several, or none, and where it loses nothing on any way.
    """
    ways = ways_out(unit)
    alive = frozenset(name for name, routes in ways.items() if any(route.end == "survives" for route in routes))
    return alive if len(alive) == 1 and len(ways) > 1 and unit.complete else None


def _way(unit: UnitAnswer) -> Right:
    if not unit.routes or not unit.complete:
        return None
    return frozenset(" ".join(route.path) for route in unit.routes)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("must", "Must {unit} rout?", "one", _must),
        Kind("verdict", "What becomes of {unit} in this Rout Phase?", "one", _verdict),
        Kind("surrender", "Does {unit} surrender instead of routing?", "one", _surrender),
        Kind("which", "Which of these hexes may {unit} choose as its destination?", "several", _destinations),
        Kind("destinations", "Find every hex that {unit} may choose as its destination.", "hexes", _destinations),
        Kind("ends", "In which hexes can a legal rout of {unit} end?", "hexes", _ends),
        Kind("cost", "How many MF does the cheapest rout of {unit} that ends in {end} take?", "one", _cost),
        Kind("interdicted", "In which hexes can a legal rout of {unit} be interdicted?", "hexes", _interdicted),
        Kind(
            "safest",
            "In which hex does the safest rout of {unit} end: the fewest Interdictions, then the fewest MF?",
            "hexes",
            _safest,
        ),
        Kind("survive", "{unit} survives in one way only. Which?", "one", _survive),
        Kind("discovers", "Which enemies can {unit} discover on its way?", "several", _discovers),
        Kind("way", "Show a legal rout of {unit}, hex by hex.", "path", _way),
    )
}
