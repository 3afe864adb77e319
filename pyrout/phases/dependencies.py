"""The dependencies of routs: what an answer reads of others, and what a rout changes.

`PositionProgram.touching` has grounded them, unless a docstring says else.
"""

from __future__ import annotations

from typing import Any

from ..hexes.ground import PositionProgram
from ..program.control import Field, Function, Rows, constant, sentence, text


def _written(rows: Rows) -> frozenset[str]:
    return frozenset(str(row[1]) for row in rows)


def _room(rows: Rows) -> frozenset[tuple[str, int]]:
    return frozenset((str(Function("room", [place])), n.number) for _, place, n in rows)


FIELDS = (
    Field("reads", "reads", 2, _written),
    Field("changes", "changes", 2, _written),
    Field("spare", "spare", 3, _room),
)


def touches(ground: PositionProgram, unit: str) -> dict[str, Any]:
    """Return the facts that a unit's answer reads and its rout changes, as text, and the room that it has to spare.

    The room is in half squad-equivalents: units that have had their turn may take it without a change for the unit.
    `sizes` is how much each kind of unit takes. These are fields of `Row`.
    """
    sizes = {text(kind): n.number for kind, n in ground.atoms("weighs", 2)}
    return {**ground.world_of(unit).fields(ground.symbol(unit), FIELDS), "sizes": sizes}


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
