"""The dependencies of routs: what an answer reads of others, and what a rout changes.

`PositionProgram.touching` has grounded them, unless a docstring says else.
"""

from __future__ import annotations

from typing import Any

from ..hexes.ground import PositionProgram
from ..program.control import Function, constant, sentence


def touches(ground: PositionProgram, unit: str) -> dict[str, Any]:
    """Return the facts that a unit's answer reads and its rout changes, as text, and the room that it has to spare.

    The room is in half squad-equivalents: units that have had their turn may take it without a change for the unit.
    `sizes` is how much each kind of unit takes. These are fields of `Row`.
    """
    world, u = ground.world_of(unit), ground.symbol(unit)
    return {
        "reads": frozenset(str(fact) for _, fact in world.of(u, "reads", 2)),
        "changes": frozenset(str(fact) for _, fact in world.of(u, "changes", 2)),
        "spare": frozenset((str(Function("room", [place])), n.number) for _, place, n in world.of(u, "spare", 3)),
        "sizes": dict(ground.table("weighs", 2)),
    }


def first(ground: PositionProgram) -> frozenset[str]:
    """Return the units that have their turn before any unit routs."""
    return frozenset(unit for (unit,) in ground.table("prior", 1))


def lasting(ground: PositionProgram, unit: str) -> tuple[str, ...]:
    """List events of this Player Turn that later positions would not show of a unit.

    The unit is prepared.
    """
    return tuple(sorted(event for (event,) in ground.world_of(unit).rows(constant(unit), "lasts", 2)))


def lighter(ground: PositionProgram, unit: str) -> frozenset[str]:
    """List the assumptions about room behind a unit's chances, a sentence each.

    A unit that is reduced on its way may need less room than now.

    The unit is prepared.
    """
    return frozenset(sentence(words) for (words,) in ground.of(unit, "cheaper_reduced", 2))
