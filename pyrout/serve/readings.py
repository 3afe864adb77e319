"""Comparison of all readings: the options of the rule set, changed one at a time, and what each makes of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..base.span import Said
from ..draw.svg import fate
from ..errors import PyroutError, TimeLimit
from ..position.facts import Instance
from ..program.control import Deadline
from ..program.rule_index import options as option_values
from ..program.rule_sets import DEFAULT
from ..question import in_force
from ..referee import solve
from ..results.answer import Answer, UnitAnswer
from ..wording import Names
from .phrases import of_error

Tell = Callable[[str, int, int], object]


def compare(
    position: Instance, rules: str | None, options: Mapping[str, str], seconds: float, told: Tell
) -> dict[str, Any]:
    """Return each reading that gives another answer than those in force, in words.

    `tried` is the number of readings that were compared; `left` names those that there was no time for, or that the
    position refuses. Raises as solve.
    """
    ruleset = rules or position.rules or DEFAULT
    chosen = in_force(ruleset, position, options)
    deadline = Deadline(seconds)
    now = solve(position, rules=rules, options=options, timeout=deadline.left)
    now.require_complete()
    others = [value for value in option_values(ruleset) if chosen[value.option] != value.value]
    names = Names(position)
    differing: list[dict[str, Any]] = []
    left: list[str] = []
    for number, value in enumerate(others):
        told(f"reading {value.option}={value.value}", number, len(others))
        try:
            other = solve(position, rules=rules, options={**options, value.option: value.value}, timeout=deadline.left)
            other.require_complete()
        except TimeLimit:
            left += [each.reading for each in others[number:]]
            break
        except PyroutError as error:
            left.append(Said(f"{value.reading} (", of_error(error), ")"))
            continue
        changes = list(_changes(now, other, names))
        if changes:
            differing.append({**value._asdict(), "changes": changes})
    return {"tried": len(others) - len(left), "differing": differing, "left": left}


def _changes(now: Answer, other: Answer, names: Names) -> list[str]:
    """Return each unit whose answer another reading changes, with that answer in words."""
    before, after = ({unit.id: unit for unit in answer.units} for answer in (now, other))
    said = []
    for unit in dict.fromkeys([*before, *after]):
        one, two = before.get(unit), after.get(unit)
        if one is None or two is None:
            said.append(f"{names.unit(unit)}: {'not asked' if two is None else fate(two)}")
        elif _of(one) != _of(two):
            same = fate(one) == fate(two)
            said.append(f"{names.unit(unit)}: {'other ways' if same else fate(two)}")
    return said


def _of(unit: UnitAnswer) -> object:
    """Return the contents of an answer without the rules that it names."""
    shown = unit.if_breaks or unit
    ways = {
        (route.path, route.posture, tuple(leg.to for leg in route.legs), route.end, tuple(route.mf), route.interdicted)
        for route in shown.routes
    }
    aims = [(each.hex, each.mf, each.ignorable) for each in shown.destinations]
    return unit.verdict, shown.verdict, shown.free, aims, shown.routes_total, ways
