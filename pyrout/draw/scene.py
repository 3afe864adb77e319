"""The content of a drawing: the routes drawn in full, those only hinted at, and the lines of sight."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from ..hexes.report import safety
from ..position.facts import Instance, locations
from ..results.answer import Posture, Route, UnitAnswer
from . import symbols
from .layout import pairs, place_of

STRENGTHS = ("firepower", "normal_range", "morale")  # in the order of a counter
PRINTED = (*STRENGTHS, "leadership", "broken_morale")
MOST_INTERDICTED = 12  # hexes of a unit that are hatched at once
Group = TypeVar("Group", bound=Hashable)


class Bundle(NamedTuple):
    """Routes of one posture to one destination (None: to none).

    The safest come first; `steps` counts how many but the first take each step, `ends` how many end where; to a `risky`
    end each of them is interdicted.
    """

    posture: Posture
    to: str | None
    routes: Sequence[Route]
    steps: dict[tuple[str, str], int]
    ends: dict[str, int]
    risky: frozenset[str]

    @property
    def best(self) -> Route:
        """The safest."""
        return self.routes[0]


class Threat(NamedTuple):
    """Somebody who interdicts a hex; `drawn`: on one of the routes that are drawn."""

    hex: str
    by: str
    drawn: bool


class Overlay(NamedTuple):
    """The part of a unit's answer that a drawing shows, its routes with the safest first.

    `supposed`: the answer if it broke on purpose.
    """

    unit: UnitAnswer
    supposed: bool
    routes: Sequence[Route]
    bundles: tuple[Bundle, ...]
    threats: tuple[Threat, ...]
    found: tuple[tuple[str, str], ...]
    dead: tuple[str, ...]
    excluded: dict[str, float | None]

    @property
    def crowded(self) -> bool:
        """Return True if more hexes are interdicted than a map can show at once."""
        return len({threat.hex for threat in self.threats}) > MOST_INTERDICTED


def overlay(unit: UnitAnswer) -> Overlay:
    """Return the overlay of a unit: its bundles with the safest first, whatever their posture.

    Eliminated where it stands counts as an elimination there.
    """
    supposed = unit.if_breaks is not None
    unit = unit.if_breaks or unit
    ranked = sorted(unit.routes, key=safety)
    groups = grouped(ranked, lambda route: (route.posture, route.legs[0].to))
    bundles = [_bundle(posture, to, routes) for (posture, to), routes in groups.items()]
    drawn = {(hit.hex, by) for bundle in bundles for hit in bundle.best.interdicted for by in hit.by}
    threats = {(hit.hex, by) for route in unit.routes for hit in route.interdicted for by in hit.by}
    enemies = {(d.hex, enemy) for bundle in bundles for d in bundle.best.discovers for enemy in d.enemies}
    dead = {bundle.best.path[-1] for bundle in bundles if bundle.best.end == "eliminated"}
    if unit.verdict == "eliminated":
        dead.add(unit.at)
    return Overlay(
        unit,
        supposed,
        ranked,
        tuple(bundles),
        tuple(Threat(hex_, by, (hex_, by) in drawn) for hex_, by in sorted(threats)),
        tuple(sorted(enemies)),
        tuple(sorted(dead)),
        {row.hex: row.mf for row in unit.excluded},
    )


def grouped(routes: Iterable[Route], group: Callable[[Route], Group]) -> dict[Group, list[Route]]:
    """Return routes in groups, in their order."""
    groups: dict[Group, list[Route]] = defaultdict(list)
    for route in routes:
        groups[group(route)].append(route)
    return groups


def _bundle(posture: Posture, to: str | None, routes: Sequence[Route]) -> Bundle:
    best, *others = routes
    steps = Tally(step for r in others for step in zip(r.path, r.path[1:], strict=False))
    for step in zip(best.path, best.path[1:], strict=False):
        steps.pop(step, None)
    return Bundle(
        posture,
        to,
        routes,
        dict(sorted(steps.items())),
        dict(sorted(Tally(r.path[-1] for r in routes).items())),
        frozenset({r.path[-1] for r in routes} - {r.path[-1] for r in routes if not r.interdicted}),
    )


def counters(instance: Instance) -> dict[str, symbols.Counter]:
    """Return the counters of an instance by unit, those of the hexes as well as those aboard or nowhere."""
    statuses: dict[str, list[str]] = defaultdict(list)
    for unit, status in pairs(instance, "status"):
        statuses[unit].append(status)
    kinds = dict(pairs(instance, "sw"))
    weapons: dict[str, list[str]] = defaultdict(list)
    for unit, weapon in pairs(instance, "possesses"):
        weapons[unit].append(kinds.get(weapon, weapon))
    nations = dict(pairs(instance, "nationality"))
    numbers = {name: dict(pairs(instance, name)) for name in PRINTED}
    attacker = instance.attacker
    sides = [str(fact.args[0]) for fact in instance.of("side")]
    places = locations(instance.facts)
    by_unit = {}
    for fact in instance.of("unit"):
        unit, side, kind = map(str, fact.args)
        nation = nations.get(unit) or nations.get(side) or side
        colour = symbols.NATIONS.get(nation) or symbols.SIDES[sides.index(side) % 2 if side in sides else 0]
        by_unit[unit] = symbols.Counter(
            unit,
            side,
            kind,
            colour,
            side == attacker,
            tuple(sorted(statuses[unit], key=list(symbols.CODES).index)),
            tuple(sorted(weapons[unit])),
            places.get(unit, "no hex"),
            _strength({name: facts[unit] for name, facts in numbers.items() if unit in facts}),
            numbers["broken_morale"].get(unit, ""),
        )
    return by_unit


def _strength(numbers: Mapping[str, str]) -> str:
    """Return the numbers of a unit as its counter has them, if they are all there: `4-6-7`, or `8-1` of a leader."""
    if "leadership" in numbers and "morale" in numbers:
        drm = int(numbers["leadership"])
        return f"{numbers['morale']}{'+' if drm > 0 else '-'}{abs(drm)}"
    return "-".join(numbers[name] for name in STRENGTHS) if all(name in numbers for name in STRENGTHS) else ""


def stacks(instance: Instance) -> dict[tuple[str, str], list[str]]:
    """Return the units of each hex and level, in the order of the file."""
    by_place: dict[tuple[str, str], list[str]] = defaultdict(list)
    places = locations(instance.facts)
    for unit in instance.units:
        if unit in places:
            by_place[place_of(places[unit])].append(str(unit))
    return by_place
