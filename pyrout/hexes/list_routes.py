"""The routes of a unit: the ways through its finished graph, read and sorted.

The units are prepared (`PositionProgram.prepare`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, groupby

from ..base.span import Said, only
from ..errors import TimeLimit, TooManyRoutes
from ..position.facts import nmc_results
from ..program.control import Symbol
from ..program.route_program import Walk
from ..question import MOST_ROUTES
from ..results.answer import Route
from .chances import Chances
from .ground import PositionProgram
from .routes import RouteReader


def list_routes(ground: PositionProgram, unit: str) -> tuple[list[Route], bool]:
    """Return the routes of a unit as they are listed, and if these are all.

    Routes may differ only in a vain drop of concealment: the one without it counts. They may differ only in the Location
    that the unit has chosen: the one that the fewest reveals end counts. Raises TooManyRoutes.
    """
    if not ground.of(unit, "has_route", 1):
        return [], True
    routes, complete = _sorted(ground, unit)
    return [next(same) for _, same in groupby(routes, key=lambda route: route.order)], complete


def morale(ground: PositionProgram, unit: str) -> int | None:
    """Return the broken morale that the position gives a unit."""
    facts = (fact.args for fact in ground.question.position.of("broken_morale"))
    return next((int(str(given)) for who, given in facts if str(who) == unit), None)


def walk_routes(ground: PositionProgram, unit: str) -> list[Route]:
    """Return every route of a unit, also those that only differ in a vain drop of concealment.

    Raises TimeLimit, TooManyRoutes.
    """
    routes, complete = _sorted(ground, unit) if ground.of(unit, "has_route", 1) else ([], True)
    if not complete:
        raise TimeLimit(f"{ground.name}: the time limit was reached before the answer was complete")
    return routes


def along(ground: PositionProgram, unit: str, ways: Iterable[Sequence[tuple[str, Sequence[Symbol]]]]) -> Route | None:
    """Return the route of the first of some ways of a unit that is listed, with what its opponent could reveal against it.

    Ways that are listed as one differ in the Location that the unit has chosen: the one that the fewest reveals end
    counts. A way has `take` with two nodes for each link, and `halt` with one. Returns None if no way is listed.
    Raises TimeLimit.
    """
    its_reader, deadline = reader(ground, unit), ground.question.deadline
    if not its_reader.concealed:
        return next((its_reader.taken(way) for way in ways), None)
    deadline.check()
    walk, link = _walk(ground, unit), cache(its_reader.link)  # the ways have links in common
    routes: list[Route] = []
    for way in ways:
        if routes and _listed_as(its_reader.taken(way)) != _listed_as(routes[0]):
            continue
        walk.each(link, lambda *row: routes.append(its_reader.route(*row)), deadline, 1, way)
        if routes and not routes[-1].unless:
            break
    return min(routes, key=_events, default=None)


def reader(ground: PositionProgram, unit: str) -> RouteReader:
    """Make the reader that turns ways through a unit's graph into routes."""
    return RouteReader(ground, unit, chances(ground, unit))


def chances(ground: PositionProgram, unit: str) -> Chances | None:
    """Return the chances of a unit's NMC results.

    None without a broken morale, or where the rule set has no chances.
    """
    given = morale(ground, unit)
    if given is None or not ground.of(unit, "nmc_outcome", 5):
        return None
    return Chances(ground, unit, given, nmc_results(ground.question.position, unit))


def _sorted(ground: PositionProgram, unit: str) -> tuple[list[Route], bool]:
    """Return the routes of a unit, sorted, and if these are all."""
    its_reader, walk = reader(ground, unit), _walk(ground, unit)
    most = min(ground.question.most_routes, MOST_ROUTES - ground.kept)
    routes: list[Route] = []
    deadline = ground.question.deadline
    try:
        complete = walk.each(its_reader.link, lambda *row: routes.append(its_reader.route(*row)), deadline, most)
    except OverflowError:
        raise TooManyRoutes(
            Said(
                f"{ground.name}: more than {min(ground.question.most_routes, MOST_ROUTES):,} routes, the last of them of {unit}; "
                "answer fewer units at a time",
                *(only(" (--unit)"), ", or leave out hexes that nobody needs"),
            )
        ) from None
    ground.kept += len(routes)
    routes.sort(key=lambda route: (route.order, _events(route)))
    return routes, complete


def _walk(ground: PositionProgram, unit: str) -> Walk:
    """Return the ways through the graph of a unit."""
    world, u = ground.world_of(unit), ground.symbol(unit)
    graph = {
        "origin": world.of(u, "origin", 2),
        "transition": world.of(u, "transition", 3),
        "end_node": world.of(u, "end_node", 3),
        "revisit_slot": world.of(u, "revisit_slot", 3),
        "occupies": world.of(u, "occupies", 4),
        "stays_in": world.of(u, "stays_in", 5),
    }
    rows = ((name, row[1:]) for name, some in graph.items() for row in some)
    bound = ((fact.name, fact.arguments) for _, fact in world.of(u, "route_fact", 2))
    return Walk(ground.question.rules, chain(rows, bound))


def _listed_as(route: Route) -> tuple[object, ...]:
    return route.order, route.discovers, route.interdicted, route.end


def _events(route: Route) -> tuple[object, ...]:
    """Return the key by which one of several routes counts that are reported the same.

    The one that meets the fewest enemies comes first, then the one with the fewest Interdictions, then by name; last the
    one that the fewest reveals end.
    """
    met = sum(len(meeting.enemies) for meeting in route.discovers)
    fire = tuple((at.hex, at.by) for at in route.interdicted)
    return met, len(route.interdicted), route.discovers, fire, len(route.unless), route.unless
