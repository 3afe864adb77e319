"""Changes of a position, as the page asks for them: a JSON object each, with `op` and what that needs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..errors import UsageError, quote
from ..position.consistency import is_position
from ..position.corrections import gone_by, gone_with
from ..position.facts import ABOARD, Fact, Instance, keep_places, location_of, locations
from ..position.line import units_of
from ..position.reading import facts_in, parse
from ..position.vocabulary import ONLY_WITH, Name, Value
from ..wording import join_words
from .blocks import EDITS as ON_TABLES
from .edit_fields import SNOW, WALL_ADVANTAGE, Change, Edit, instead, new_unit, whole, word
from .edit_fields import unit as unit_of
from .map_edits import EDITS as ON_MAPS
from .map_edits import refuse_boards
from .typed_facts import typed
from .typed_lines import say

__all__ = ["NUMBERS", "SNOW", "WALL_ADVANTAGE", "apply_edits", "with_choices"]
MOST_EDITS = 100  # of one request
NIGHT = Name("night")
SIDED = ("side", "attacker")  # what a side has that a third one takes over
NUMBERS = ("broken_morale", "morale", "leadership", "normal_range", "firepower")


def apply_edits(instance: Instance, edits: Sequence[object], *, known: bool = False, boards: bool = False) -> Instance:
    """Return the position after some changes, at most `MOST_EDITS`, without its stated answers.

    Raises UsageError for a change without meaning, InstanceError for one that contradicts the rest of the position;
    `known`: none of them does. `boards`: its boards are open, so that its LOS can be looked up again.
    """
    if len(edits) > MOST_EDITS:
        raise UsageError(f"{len(edits)} changes at once are too many: send at most {MOST_EDITS} in a request")
    facts = [fact for fact in instance.facts if fact.name != "expect"]
    for edit in edits:
        change = _EDITS.get(str(edit.get("op"))) if isinstance(edit, Mapping) else None
        if change is None or not isinstance(edit, Mapping):
            raise UsageError(f"a change has an op: {', '.join(sorted(_EDITS))}")
        facts = typed(facts, edit, _EDITS, boards) if change is _EDITS["fact"] else change(facts, edit)
    if known:
        return Instance(instance.name, tuple({fact[:2]: fact for fact in facts}.values()))
    said = {fact[:2] for fact in instance.facts}
    old = tuple(Fact(fact.name, fact.args) for fact in facts if fact[:2] in said)
    return is_position(Instance(instance.name, old + tuple(fact for fact in facts if fact[:2] not in said)))


# A fact of constants, with whatever stands between its parts
_GAP = r"(?:\s|%\*.*?\*%|%(?!\*)[^\n]*\n)*+"
_CHOICE = re.compile(rf"[a-z]+{_GAP}\((?:{_GAP}[a-z][a-zA-Z0-9_]*+{_GAP},?)*+\){_GAP}\.", re.DOTALL)


def with_choices(text: str, name: str, rules: str | None, options: Mapping[str, str]) -> str:
    """Return the text of a position that states the chosen rules and options itself.

    They come first, then the text with its comments, without its own statements of these. Raises InstanceError.
    """
    chosen = [*([Fact("rules", (Name(rules),))] if rules else [])]
    chosen += [Fact("option", (Name(option), Name(value))) for option, value in options.items()]
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    while True:
        position = parse(text, name, need="facts")
        old = [f for f in position.of("option") if f.args[0] in options] + list(position.of("rules") if rules else ())
        if not old:
            return "".join(f"{fact}.\n" for fact in chosen) + text
        ends = [0, *(match.end() for match in re.finditer("\n", text))]
        for start in sorted((ends[fact.line - 1] + fact.column - 1 for fact in old), reverse=True):
            choice = _CHOICE.match(text, start)
            if choice is None:  # written in a way of its own
                return Instance(name, (*chosen, *(f for f in position.facts if f not in old))).program()
            text = text[:start] + text[choice.end() :]


def _named(edit: Edit, key: str) -> str:
    """Return the Location that a change names, which a player may have left empty."""
    if not edit.get(key):
        raise UsageError("name a hex, such as one of those on the map")
    return str(word(edit, key))


def _place(facts: list[Fact], location: str) -> tuple[Value, ...]:
    """Return the arguments of at/2 or at/3 for a Location."""
    hex_, at, inside = location.partition("@")
    if not any(fact.name == "hex" and fact.args[0] == hex_ for fact in facts):
        raise UsageError(f"there is no hex {quote(hex_)}")
    if not at:
        return (hex_,)
    if re.fullmatch(r"-?[0-9]{1,2}", inside):
        return (hex_, int(inside))
    return (hex_, Name(inside))


def _move(facts: list[Fact], edit: Edit) -> list[Fact]:
    unit = unit_of(facts, edit)
    place = Fact("at", (unit, *_place(facts, _named(edit, "to"))))
    aboard = {f.args[0]: f.args[1] for f in facts if f.name in ABOARD}
    if unit in aboard and locations(facts).get(unit) == location_of(place):
        return facts  # it stays aboard
    # Its company, and the results of NMC in named hexes, belong to the old place; who is aboard goes along
    parted = [f for f in facts if f.name == "accompanies" and unit in f.args]
    along = [f for f in facts if f.name == "at" and aboard.get(f.args[0]) == unit]
    gone = {f[:2] for f in facts if f.name == "at" and f.args[0] == unit} | gone_by(place, facts)
    return [*(f for f in facts if f[:2] not in gone and f not in parted and f not in along), place]


def _status(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Give a unit a status, with those that it needs, or take it away with those that need it."""
    unit, status = word(edit, "unit"), word(edit, "status")
    new = [Fact("status", (unit, status))]
    if not edit.get("on"):
        return [f for f in facts if f[:2] not in gone_with(new[0])]
    new += [Fact("status", (unit, Name(two))) for one, two in ONLY_WITH if status == one]
    gone = {fact[:2] for fact in new}.union(*(gone_by(fact, facts) for fact in new))
    kept = [f for f in facts if f[:2] not in gone]
    if any(fact.args[1] == "broken" for fact in new):
        kept = [f for f in kept if not (f.name in ("breaks", "accompanies") and f.args[0] == unit)]
    return [*kept, *new]


def _wall_advantage(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Say that a unit has Wall Advantage (true), or none (false); None takes both away."""
    unit, value = unit_of(facts, edit), edit.get("value")
    kept = [f for f in facts if not (f.name in WALL_ADVANTAGE.values() and f.args[0] == unit)]
    if value is None:
        return kept
    if not isinstance(value, bool):
        raise UsageError("a unit has Wall Advantage or not: true or false")
    return [*kept, Fact(WALL_ADVANTAGE[value], (unit,))]


def _skis(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Put a unit on skis (`on`), let it carry them (`off`), or take them away (None)."""
    unit, value = unit_of(facts, edit), edit.get("value")
    if value not in (None, "on", "off"):
        raise UsageError("skis are on or off")
    return instead(facts, *([Fact("skis", (unit, Name(value)))] if value else []), named="skis", of=unit)


def _number(facts: list[Fact], edit: Edit) -> list[Fact]:
    unit, name, value = unit_of(facts, edit), word(edit, "name"), edit.get("value")
    if name not in NUMBERS:
        raise UsageError(f"{quote(name)} is not a number of a unit; there are: {', '.join(NUMBERS)}")
    new = [] if value is None else [Fact(str(name), (unit, whole(value, f"{name} wants a whole number")))]
    return instead(facts, *new, named=name, of=unit)


def _add(facts: list[Fact], edit: Edit) -> list[Fact]:
    side, kind, at = word(edit, "side"), word(edit, "kind"), _named(edit, "at")
    unit = new_unit(facts, side)
    added = [Fact("unit", (unit, side, kind)), Fact("at", (unit, *_place(facts, at)))]
    for name in NUMBERS:
        if isinstance(edit.get(name), int) and not isinstance(edit.get(name), bool):
            added.append(Fact(name, (unit, edit[name])))
    if edit.get("broken"):
        added += [Fact("status", (unit, Name(status))) for status in ("broken", "dm")]
    return _sided([*facts, *added], side)


def _put(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Add the units of some words, as a line has them (`german 4-6-7 broken dm`), in a Location.

    A side that has no units yet makes room for a third one.
    """
    at, words = _named(edit, "at"), str(edit.get("words") or "")
    _place(facts, at)
    ids = [str(f.args[0]) for f in facts if f.name in ("unit", "sw")]
    made = list(facts_in(units_of(at, words, [str(f.args[0]) for f in facts if f.name == "side"], ids), "the unit"))
    units = {f.args[0]: f.args[1] for f in made if f.name == "unit"}
    kept = [*facts, *made]
    for side in dict.fromkeys(units.values()):
        kept = _sided(kept, side)
    return kept


def _sided(facts: list[Fact], side: Value) -> list[Fact]:
    """Return the facts with a side declared; one without units makes room for it."""
    sides = [f.args[0] for f in facts if f.name == "side"]
    if side in sides:
        return facts
    manned = {f.args[1] for f in facts if f.name == "unit"}
    idle = next((other for other in sides if other not in manned), None) if len(sides) > 1 else None
    if idle is None:
        return [*facts, Fact("side", (side,))]
    ours = [Fact(f.name, (side, *f.args[1:])) if f.name in SIDED and f.args[0] == idle else f for f in facts]
    return [Fact(f.name, (*f.args[:2], side)) if f.name == "tunnel" and f.args[2] == idle else f for f in ours]


def _remove(facts: list[Fact], edit: Edit) -> list[Fact]:
    unit = unit_of(facts, edit)
    weapons = {f.args[1] for f in facts if f.name == "possesses" and f.args[0] == unit}
    gone = {unit} | weapons
    return keep_places(facts, [f for f in facts if not any(isinstance(a, Name) and a in gone for a in f.args)])


def _attacker(facts: list[Fact], edit: Edit) -> list[Fact]:
    return instead(facts, Fact("attacker", (word(edit, "value"),)), named="attacker")


def _month(facts: list[Fact], edit: Edit) -> list[Fact]:
    value = edit.get("value")
    new = [] if value is None else [Fact("month", (whole(value, "the month is a number from 1 to 12", 1, 12),))]
    return instead(facts, *new, named="month")


def _night(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Make it night, with an NVR in hexes, or day (None)."""
    value = edit.get("value")
    of_night = ("nvr",) if value is not None else ("nvr", "illuminated")
    kept = [f for f in facts if f.name not in of_night and f[:2] != ("environment", (NIGHT,))]
    if value is None:
        return kept
    nvr = whole(value, "the Night Visibility Range is a number from 0 to 9", 0, 9)
    return [*kept, Fact("environment", (NIGHT,)), Fact("nvr", (nvr,))]


def _snow(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Let Ground Snow or Deep Snow lie, or none (None)."""
    value = edit.get("value")
    if value not in (None, *SNOW):
        raise UsageError(f"the snow on the ground is {join_words(SNOW, 'or')}")
    kept = [f for f in facts if not (f.name == "environment" and f.args[0] in SNOW)]
    return [*kept, Fact("environment", (Name(value),))] if value else kept


def _join(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Move all units of a side to another one, to correct a wrong reading of nationalities.

    A side without units remains where the rest asks for it.
    """
    side, to = word(edit, "side"), word(edit, "to")
    units = {f.args[0] for f in facts if f.name == "unit" and f.args[1] == side}
    nations = {f.args[0]: f.args[1] for f in facts if f.name == "nationality"}
    own = [f.args[0] for f in facts if f.name == "nationality" and f.args[0] in units]
    moved = [Fact("unit", (f.args[0], to, f.args[2])) if f.name == "unit" and f.args[0] in units else f for f in facts]
    if side in nations:  # facts about the side become facts about each of its units
        moved += [Fact("nationality", (unit, nations[side])) for unit in units if unit not in own]
    return moved


def _derive(facts: list[Fact], edit: Edit) -> list[Fact]:
    refuse_boards(facts, "LOS and hexes")
    return [f for f in facts if f.name not in ("los", "vertex_los")]


_EDITS: dict[str, Change] = {
    "move": _move,
    "status": _status,
    "skis": _skis,
    "wall_advantage": _wall_advantage,
    "number": _number,
    "add": _add,
    "remove": _remove,
    "attacker": _attacker,
    "month": _month,
    "night": _night,
    "snow": _snow,
    "join": _join,
    "derive_los": _derive,
    "fact": lambda facts, edit: typed(facts, edit, _EDITS),
    "put": _put,
    "say": lambda facts, edit: say(facts, edit, _put),
    **ON_MAPS,
    **ON_TABLES,
}
