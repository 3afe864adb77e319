"""The dangers and costs of a unit's ways, besides its answer. The units are prepared (`Ground.prepare`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..control import text
from .chances import Roll
from .ground import Ground


class Trace(NamedTuple):
    """The half-MF at which a legal way leads to a Location, and the dangers on the way.

    `into` and `across` are entries that are interdicted, whatever the unit meets: of a hex, or over one hexside.
    `screened` are entries over a road that pay for the hex's own terrain, by half-MF spent before and after them.
    `attacks` counts the attacks that each step brings; `roll` is how its NMC are rolled.
    """

    legal: Mapping[str, int]
    into: frozenset[str]
    across: frozenset[tuple[str, str]]
    screened: frozenset[tuple[str, int, str, int]]
    attacks: Mapping[tuple[str, str], int]
    roll: Roll


def trace(ground: Ground, unit: str) -> Trace:
    """Return the dangers and costs of a unit's ways."""
    world, u = ground.world_of(unit), ground.symbol(unit)
    legal: dict[str, int] = {}
    for _, reached, spent in world.of(u, "legal_way", 3):
        where = text(reached)
        legal[where] = min(spent.number, legal.get(where, spent.number))
    screened = (
        (text(state.arguments[0]), state.arguments[1].number, text(hex_), spent.number)
        for way, state, hex_, spent in world.atoms("covered_entry", 4)
        if way.arguments[0] == u
    )
    return Trace(
        legal,
        frozenset(text(hex_) for _, hex_ in world.atoms("interdicts", 2)),
        frozenset((text(a), text(b)) for _, a, b in world.atoms("interdicts", 3)),
        frozenset(screened),
        Counter((text(a), text(b)) for a, b, _, _ in world.atoms("attack", 4)),
        Roll.of(world, u),
    )


def visits(ground: Ground, unit: str) -> frozenset[str]:
    """Return the hexes that legal steps of a unit could lead to, whatever becomes of it on the way."""
    world, u = ground.world_of(unit), ground.symbol(unit)
    places = (*world.of(u, "gets_to", 2), *world.of(u, "start_location", 2))
    return frozenset(text(place).partition("@")[0] for _, place in places)
