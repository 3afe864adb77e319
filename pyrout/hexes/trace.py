"""The dangers and costs of a unit's ways, besides its answer. The units are prepared (`PositionProgram.prepare`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .chances import Roll
from .ground import PositionProgram


class Trace(NamedTuple):
    """The half-MF at which a legal way leads to a Location; `roll` is how NMC on the way are rolled."""

    legal: Mapping[str, int]
    roll: Roll


def trace(ground: PositionProgram, unit: str) -> Trace:
    """Return the dangers and costs of a unit's ways."""
    legal: dict[str, int] = {}
    for place, spent in ground.of(unit, "legal_way", 3):
        legal[place] = min(spent, legal.get(place, spent))
    return Trace(legal, Roll.of(ground, unit))


def visits(ground: PositionProgram, unit: str) -> frozenset[str]:
    """Return the hexes that legal steps of a unit could lead to, whatever becomes of it on the way."""
    places = (*ground.of(unit, "gets_to", 2), *ground.of(unit, "start_location", 2))
    return frozenset(place.partition("@")[0] for (place,) in places)
