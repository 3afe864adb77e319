"""Many positions answered at once, one unit of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import fields
from typing import Any

from ...errors import PyroutError
from ...hexes.solve import solvers
from ...position.facts import Instance
from ...question import MOST_ROUTES, Question, ask
from ...results.answer import UnitAnswer

AT_ONCE = 8  # positions that are proposed before they are answered: other numbers propose other ones

Given = tuple[Instance, str]  # a position, and the unit that is asked about


def answers(
    positions: Sequence[Given], *, verdicts: Collection[str] = (), most_routes: int = MOST_ROUTES
) -> list[UnitAnswer | None]:
    """Return the answer for each position's unit, without why other hexes are not destinations.

    It is None where the rule set refuses the position, for a verdict that is not wanted (if any are named), and for
    more routes than `most_routes`.
    """
    by_number: list[UnitAnswer | None] = [None] * len(positions)
    asked: dict[int, Question] = {}
    for number, (position, unit) in enumerate(positions):
        try:
            asked[number] = ask(position, units=[unit], most_routes=most_routes)
        except PyroutError:
            continue
    for number, solver in zip(asked, solvers(list(asked.values())), strict=True):
        if isinstance(solver, PyroutError):
            continue
        unit = positions[number][1]
        try:
            if not verdicts or solver.verdict(unit) in verdicts:
                by_number[number] = solver.unit(unit, excluded=False)
        except (PyroutError, KeyError):  # it has too many routes, or no answer
            continue
    return by_number


def relabel(answer: UnitAnswer, label: Callable[[str], str]) -> UnitAnswer:
    """Return the answer with other names: `label` maps each name of a hex or unit, and all other text."""
    return UnitAnswer(**{field.name: _relabelled(getattr(answer, field.name), label) for field in fields(answer)})


def _relabelled(value: Any, label: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        # A sentence names units and hexes among other words.
        return re.sub(r"\w+", lambda match: label(match[0]), value) if " " in value else label(value)
    if isinstance(value, tuple):
        inside = [_relabelled(item, label) for item in value]
        return type(value)(*inside) if hasattr(value, "_fields") else tuple(inside)
    if isinstance(value, dict):
        return {_relabelled(key, label): _relabelled(item, label) for key, item in value.items()}
    return value
