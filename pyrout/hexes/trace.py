"""The dangers and costs of a unit's ways, besides its answer. The units are prepared (`PositionProgram.prepare`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..program.control import text
from .chances import Roll
from .ground import PositionProgram


class Trace(NamedTuple):
    """The half-MF at which a legal way leads to a Location; `roll` is how NMC on the way are rolled."""

    legal: Mapping[str, int]
    roll: Roll


def trace(ground: PositionProgram, unit: str) -> Trace:
    """Return the dangers and costs of a unit's ways."""
    world, u = ground.world_of(unit), ground.symbol(unit)
    legal: dict[str, int] = {}
    for _, reached, spent in world.of(u, "legal_way", 3):
        where = text(reached)
        legal[where] = min(spent.number, legal.get(where, spent.number))
    return Trace(legal, Roll.of(world, u))


def visits(ground: PositionProgram, unit: str) -> frozenset[str]:
    """Return the hexes that legal steps of a unit could lead to, whatever becomes of it on the way."""
    world, u = ground.world_of(unit), ground.symbol(unit)
    places = (*world.of(u, "gets_to", 2), *world.of(u, "start_location", 2))
    return frozenset(text(place).partition("@")[0] for _, place in places)
