"""The product against the brute-force enumerator around bridges, and which fords beneath them it asks about."""

from __future__ import annotations

import re

import enumerator_asl
import pytest
from agreement import broken_only, compare, product_answers_together
from enumerator_asl import Position, Rout, View, ground, read
from positions_bridges import bridge_position

import pyrout

LEVELS = "a bridge lies no higher than the road at its ends|the ends of its road lie at different levels"
WATER = "is on the bridge or in the water beneath it|could ford beneath the bridge"


@pytest.mark.parametrize("first", [1, 41])
@pytest.mark.slow
def test_product_agrees_with_the_enumerator_around_bridges(first: int) -> None:
    """An answer is that of the enumerator, and no unit could be in the water beneath a bridge; else the position is refused.
    A position with a bridge at no level of its road is left out."""
    seeds = range(first, first + 40)
    texts = [bridge_position(seed) for seed in seeds]
    answered = 0
    for seed, text, units in zip(seeds, texts, product_answers_together(texts, [False] * 40), strict=True):
        if isinstance(units, pyrout.PyroutError):
            assert re.search(LEVELS, str(units)) or (re.search(WATER, str(units)) and could_be_beneath(text)), (
                seed,
                units,
            )
            continue
        assert not isinstance(units, Exception), (seed, units)
        assert not could_be_beneath(text), seed
        assert compare(broken_only(enumerator_asl.solve(text)), units) == [], seed
        answered += 1
    assert answered >= 24


def could_be_beneath(text: str) -> bool:
    """Return True if a broken unit is in a hex with a bridge and a ford, or could ford there (B6.1, B21.41, B21.43)."""
    position = read(text)
    fords = {h for h in position.fordable if position.has(h, "bridge")}
    broken = [unit for unit in position.units.values() if unit.is_("broken") and not unit.is_("melee")]
    return any(
        ground(unit.hex) in fords or any(could_ford(position, Rout(View(position, unit.side), unit), h) for h in fords)
        for unit in broken
    )


def could_ford(position: Position, rout: Rout, ford: str) -> bool:
    """Return True if nothing but the water is in the way of such a first step: no destination binds the unit, no armed Known
    enemy is nearer to the ford, and no heavy current runs against it."""
    start, state = rout.start, rout.first
    dark = position.is_night
    if not (rout.must() or rout.is_under_dm() or (dark and position.options["night_dm"] == "any")):
        return False
    if position.distance(start, ford) != 1 or (ford, start) in position.currents:
        return False
    if not dark and not rout.choice(start, state.allowance, state, False)[1]:
        return False
    known = rout.view.of(state.known & rout.visible(state) & rout.view.armed)
    return not any(position.distance(ford, e.hex) < position.distance(start, e.hex) for e in known)
