"""The page of a table: events are followed one by one, with a choice wherever dice or a player decide.

It is one file that needs nothing else.

What the page knows of an event is worked out here: the block that stands elsewhere after it, and who is off the
table.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from ...base.span import RULES, Said, is_a
from ...errors import one_line
from ...miniatures.report import barred_line, chances, event_line, fate_of
from ...miniatures.solver import Laid
from ...program.rule_index import citations
from ...program.rule_sets import Citation
from ...results.answer import Answer, Event, Route, UnitAnswer
from ...wording import VERDICTS, Names
from ..html import asset, in_one_file
from .table import LOST, bare, look_of, move_of, stands_of

MOST = 400  # lines of events of a unit that a page holds


def page(table: Laid, answer: Answer) -> str:
    """Return the page of an answer."""
    name = one_line(PurePath(answer.file).name)
    slots = {"events": asset("events.html"), "map": bare(table, answer)}
    return in_one_file("table.html", f"{name}: {answer.rules}", view(table, answer), ["table.js"], **slots)


def view(table: Laid, answer: Answer) -> dict[str, Any]:
    """Return the data of the page: the events by number, and the lines of each unit as lists of these numbers."""
    events: dict[Event, int] = {}
    names = Names(table.position)
    rules = citations(answer.rules)
    units = [_unit(unit, names, events, rules) for unit in answer.units]
    look = look_of(table)
    stands = stands_of(table, look) if answer.units else {}
    cited = {reason.rule for event in events for reason in (*event.rules, *event.on_way)}
    cited |= {rule for unit in answer.units for rule in _why(unit)}
    told = []
    for event in events:
        row: dict[str, Any] = {"turn": event.turn, "unit": event.unit, "text": _titled(event_line(event), rules)}
        row["rules"] = sorted({reason.rule for reason in (*event.rules, *event.on_way)})
        if event.chance is not None:
            row["chance"] = str(event.chance)
        if event.path:
            move = move_of(event, stands[event.unit], look)
            row |= {"way": move.middles, "block": move.outlines[-1], "colour": move.colour}
        gone = _gone(event)
        if gone:
            row["gone"] = gone
        told.append(row)
    return {
        "units": units,
        "events": told,
        "colours": dict(look.colours),
        "lost": LOST,
        "sentences": {rule: f"{rules[rule].heading}: {rules[rule].sentence}" for rule in sorted(cited)},
    }


def _gone(event: Event) -> list[str]:
    """List the units that are off the table after an event."""
    gone = set(event.named("removed"))
    if event.path and not event.block:
        gone.add(event.unit)
    return sorted(gone)


def _titled(line: Said, rules: Mapping[str, Citation]) -> str:
    """Return a line with the titles of its rules in place of their ids."""
    return "".join(f"({rules[part.about[0]].title})" if is_a(part, *RULES) else part for part in line.spans)


def _unit(unit: UnitAnswer, names: Names, events: dict[Event, int], rules: Mapping[str, Citation]) -> dict[str, Any]:
    verdict = "is destroyed" if unit.verdict == "eliminated" else VERDICTS[unit.verdict].words
    return {
        "id": unit.id,
        "verdict": verdict,
        "words": f"{names.unit(unit.id)} at {unit.at}, {unit.mf:g} inches",
        "kind": "bad" if unit.verdict == "eliminated" else "must" if unit.routes_total else "",
        "ends": [f"{who}: " + chances(rows) for who, rows in unit.fates],
        "own": [chances(rows) for who, rows in unit.fates if who == unit.id],
        "barred": [_titled(barred_line(way), rules) for way in unit.barred],
        "total": unit.routes_total,
        "why": _why(unit),
        "lines": [_line(route, events) for route in unit.routes[:MOST]],
    }


def _why(unit: UnitAnswer) -> list[str]:
    """Return the rules of its verdict, and of the ways that are not open to it."""
    return sorted({*(reason.rule for reason in unit.reasons), *(way.rule for way in unit.barred)})


def _line(route: Route, events: dict[Event, int]) -> dict[str, Any]:
    numbers = [events.setdefault(event, len(events)) for event in route.events]
    fields: dict[str, Any] = {"events": numbers, "end": fate_of(route)}
    if route.chance not in (None, 1):
        fields["chance"] = str(route.chance)
    return fields
