"""The dependencies of routs: what an answer reads of others, and what a rout changes.

`PositionProgram.touching` has grounded them, unless a docstring says else.
"""

from __future__ import annotations

from ..hexes.ground import PositionProgram
from ..program.control import Function, constant, sentence, text


def touches(ground: PositionProgram, unit: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the facts that a unit's answer reads and its rout changes, as text."""
    world, u = ground.world_of(unit), ground.symbol(unit)
    reads, changes = world.of(u, "reads", 2), world.of(u, "changes", 2)
    return frozenset(str(x) for _, x in reads), frozenset(str(x) for _, x in changes)


def spare(ground: PositionProgram, unit: str) -> tuple[frozenset[tuple[str, int]], dict[str, int]]:
    """Return the room that a unit's answer has to spare, and how much each kind of unit takes.

    The room is in half squad-equivalents: units that have had their turn may take it without a change for the unit.
    """
    world = ground.world_of(unit)
    room = ((str(Function("room", [place])), n.number) for _, place, n in world.of(ground.symbol(unit), "spare", 3))
    return frozenset(room), {text(kind): n.number for kind, n in ground.atoms("weighs", 2)}


def first(ground: PositionProgram) -> frozenset[str]:
    """Return the units that have their turn before any unit routs."""
    return frozenset(text(u) for (u,) in ground.atoms("prior", 1))


def lasting(ground: PositionProgram, unit: str) -> tuple[str, ...]:
    """List events of this Player Turn that later positions would not show of a unit.

    The unit is prepared.
    """
    return tuple(sorted(text(event) for _, event in ground.world_of(unit).of(constant(unit), "lasts", 2)))


def lighter(ground: PositionProgram, unit: str) -> frozenset[str]:
    """List the assumptions about room behind a unit's chances, a sentence each.

    A unit that is reduced on its way may need less room than now.

    The unit is prepared.
    """
    return frozenset(
        sentence(words) for _, words in ground.world_of(unit).of(ground.symbol(unit), "cheaper_reduced", 2)
    )
