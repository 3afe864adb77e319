"""Facts that a player types on the page: whatever the vocabulary has and no other control sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import InstanceError, UsageError
from ..position.corrections import gone_by, gone_with
from ..position.facts import Fact, Instance, keep_places, location_of
from ..position.reading import facts_in
from ..position.vocabulary import BY_NAME, GIVEN, NO_SUCH, ON_TABLE, SHOWN, Either, Kind, Number, OneOf, Tagged
from ..wording import join_words
from .edit_fields import SNOW, WALL_ADVANTAGE, Change, Edit
from .map_edits import ACROSS, AgainstLos, refuse_given

FEW = 31  # numbers that are offered one by one
# Predicates with a control of their own; the rest of the vocabulary is listed among the typed facts
CONTROLLED = frozenset(
    {
        *("side", "attacker", "month", "nvr"),
        *(name for name in SHOWN if name != "building"),
        *("fordable", "illuminated", "tunnel"),
        *("unit", "at", "normal_range", "firepower", "morale", "broken_morale", "leadership"),
        *("skis", "wall_advantage", "no_wall_advantage"),
    }
)
IN_SETUP = frozenset({"deep_snow", "ground_snow", "night"})  # conditions that the Set-up has
# Predicates that no player types, each with the reason
NOT_TYPED = {
    **dict.fromkeys(("rules", "option"), "choose it in the Set-up"),
    "hex": "New makes the hexes of a map, and a board brings its own",
    "board": "open the board",
    "crop": "the saved game says which part of a board is in play",
    "blaze_terrain": "the smoke of a Blaze is not derived from the terrain; a position with one is written as a file",
    **dict.fromkeys(
        ("los", "vertex_los", *GIVEN),
        "LOS is derived from the terrain; a position that gives its own is written as a file",
    ),
    "expect": "a known answer is written in a file, and belongs to its position as it stands there",
}
# Facts that VASL puts on boards, whose LOS they change
ON_BOARDS = frozenset({"terrain_change", "rubble_counter", "afv", "wreck", "obscured"})


def typed(facts: list[Fact], edit: Edit, controls: Mapping[str, Change], boards: bool = False) -> list[Fact]:
    """Add the fact of a change in place of those that it contradicts, or with `on` false take it away.

    A fact that one of the `controls` of the page sets is set by that. `boards`: those of the position are open. Raises
    UsageError.
    """
    text = str(edit.get("text") or "").strip().rstrip(".")
    if not text:
        raise UsageError("type a fact, or choose one of the list")
    try:
        new = [Fact(fact.name, fact.args) for fact in facts_in(f"{text}.", "the fact")]
    except InstanceError as error:
        remedy = "choose one of the list" if error.remedy == NO_SUCH else error.remedy
        raise UsageError(f"The fact: {error.problem}; {remedy}") from None
    removed = edit.get("on") is False
    for fact in new:
        _refuse(facts, fact, removed, boards)
    if removed:
        gone = set().union(*map(gone_with, new))
        return keep_places(facts, [fact for fact in facts if fact[:2] not in gone])
    for fact in new:
        control = _control(fact)
        facts = controls[control["op"]](facts, control) if control else _with(facts, fact)
    return facts


def _with(facts: list[Fact], fact: Fact) -> list[Fact]:
    gone = {fact[:2], *gone_by(fact, facts)}
    return [*(other for other in facts if other[:2] not in gone), fact]


def _control(fact: Fact) -> dict[str, Any] | None:
    """Return the change of the control that sets a fact and more along with it, or None."""
    name, args = fact.name, fact.args
    if name == "terrain":
        return {"op": name, "hexes": [args[0]], "terrain": args[1]}
    if name == "fordable":
        return {"op": name, "hexes": [args[0]], "on": True}
    if name in ("hexside", *ACROSS):
        return {"op": "hexside", "sides": [[*args[:2]]], "kind": args[2] if name == "hexside" else name, "on": True}
    if name == "tunnel":
        return {"op": name, "ends": [*args[:2]], "side": args[2], "on": True}
    if name == "environment" and args[0] in SNOW:
        return {"op": "snow", "value": args[0]}
    if name == "nvr":
        return {"op": "night", "value": args[0]}
    if name == "at":
        return {"op": "move", "unit": args[0], "to": location_of(fact)}
    if name == "status":
        return {"op": name, "unit": args[0], "status": args[1], "on": True}
    if name in WALL_ADVANTAGE.values():
        return {"op": "wall_advantage", "unit": args[0], "value": name == WALL_ADVANTAGE[True]}
    return None


def _refuse(facts: list[Fact], fact: Fact, removed: bool, boards: bool) -> None:
    reason, on_boards = NOT_TYPED.get(fact.name), any(f.name == "board" for f in facts)
    if reason is None and fact.name in ON_TABLE:  # it has a form of its own, and Position as text
        reason = "it is for positions on a table"
    if fact.name in ON_BOARDS and not on_boards and not removed:
        reason = "it changes the LOS of a board, and the position names no board"
    if reason is not None:
        raise UsageError(f"{fact.name.replace('_', ' ')} is not typed here: {reason}")
    if fact.name in SHOWN:
        refuse_given(facts)
    elif fact.name in ON_BOARDS and not boards and any(f.name in ("los", "vertex_los") for f in facts):
        archives = [f"bd{f.args[0]}" for f in facts if f.name == "board"]
        problem = "the position gives its own LOS, which this would make wrong"
        if not archives:
            raise AgainstLos(problem)
        raise UsageError(f"{problem}; open its boards first: {join_words(archives)}")


def listed(instance: Instance) -> list[dict[str, str]]:
    """Return the facts of a position that no other control sets, each with its meaning."""
    units = instance.units
    others = []
    for fact in instance.facts:
        if fact.name in NOT_TYPED or fact.name in ON_TABLE:
            continue
        partly = {
            "environment": str(fact.args[0]) not in IN_SETUP,
            "status": fact.args[0] not in units,
            "feature": "@" in str(fact.args[0]),
        }
        if partly.get(fact.name, fact.name not in CONTROLLED):
            others.append({"code": str(fact), "means": BY_NAME[fact.name][len(fact.args)].meaning})
    return others


def forms() -> list[dict[str, Any]]:
    """Return the predicates that can be typed: meaning, an example, and the values of each argument.

    Those `on_boards` are typed only where the position names a board.
    """
    return [
        {
            **{"name": name, "code": row.example, "means": row.meaning, "args": [_values(kind) for kind in row.args]},
            "on_boards": name in ON_BOARDS,
        }
        for name, rows in BY_NAME.items()
        if name not in NOT_TYPED and name not in ON_TABLE
        for row in rows.values()
    ]


def _values(kind: Kind) -> dict[str, Any]:
    return {"what": kind.what, "refers": [*kind.refers.split("|")] if kind.refers else [], "words": [*_words(kind)]}


def _words(kind: Kind) -> Iterable[str]:
    if isinstance(kind, OneOf):
        yield from kind.words
    elif isinstance(kind, Tagged):
        yield from kind.words
        yield from (f"{name}({word})" for name, inside in kind.terms.items() for word in _words(inside))
    elif isinstance(kind, Number) and kind.high - kind.low < FEW:
        yield from map(str, range(kind.low, kind.high + 1))
    elif isinstance(kind, Either):
        yield from _words(kind.first)
        yield from _words(kind.second)
