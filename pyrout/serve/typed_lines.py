"""Lines that a player types on the page: everything that a button of the board editor says, and units in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..errors import UsageError, quote
from ..position.facts import Fact
from ..position.line import phrases
from ..position.vocabulary import NATIONALITY, TERRAIN, UNIT_KIND, nearest, no_hex
from .edit_fields import Change, Edit
from .map_edits import ACROSS, features, hexsides
from .map_edits import EDITS as ON_MAPS

# Short words of the buttons -> the words of positions
SHORT = {"stone": "stone_building", "wooden": "wooden_building", "open": "open_ground", "paved_road": "paved"}
CLEARS = ("clear", "eraser", "erase", "nothing")
MARKS = ("illuminated", "fordable")
_HEX = re.compile(r"\d*[A-Za-z]{1,3}\d+")
_LEVEL = re.compile(r"(?:level|height|elevation)_(-?\d)")
_TUNNEL = re.compile(r"tunnel(?:_to)?_([^_]+)_(\w+)")


def say(facts: list[Fact], edit: Edit, put: Change) -> list[Fact]:
    """Do what a typed line says, phrase by phrase: `E5 woods; E5 road E6; E5 german 4-6-7 broken dm`.

    A phrase without a hex is about the hex of the change; what is no part of the map is `put` there as a unit.
    Raises UsageError.
    """
    said = phrases(str(edit.get("line") or ""))
    if not said:
        raise UsageError("type such as E5 woods, or E5 german 4-6-7 broken dm")
    names = {str(f.args[0]).lower(): str(f.args[0]) for f in facts if f.name == "hex"}
    sides = {*NATIONALITY.words, *(str(f.args[0]) for f in facts if f.name == "side")}
    at = edit.get("at")
    for phrase in said:
        first, _, rest = phrase.partition(" ")
        place, at_sign, level = first.partition("@")
        side = (rest.split() or [""])[0] if set(rest.split()[:1]) & sides else ""
        # An id begins as its side does, and only where a hex is chosen: g1 german squad.
        is_id = bool(at and side) and place[:1] == side[:1] and not at_sign
        if place.lower() in names and not is_id:
            at, phrase = f"{names[place.lower()]}{at_sign}{level}", rest.strip()
        elif (side or _is_of_map(rest)) and not is_id and _HEX.fullmatch(place):
            raise UsageError(no_hex(place, names.values()))
        if not at:
            raise UsageError(f"{quote(phrase)} needs a hex; begin with one, as in E5 woods")
        facts = _done(facts, str(at), phrase, names, sides, put)
    return facts


def _word(words: str) -> str:
    word = words.strip().replace(" ", "_").lower()
    return SHORT.get(word, word)


def _is_of_map(words: str) -> bool:
    """Return True for words that say something of the map alone."""
    word, kind = _word(words), _along(words.split())[0]
    return bool(
        word in TERRAIN.words or word in features() or word in (*MARKS, *CLEARS) or _LEVEL.fullmatch(word) or kind
    )


def _along(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the kind of a hexside that words begin with, or of a way across it, and the words after that."""
    kinds = {*hexsides(), *ACROSS}
    for length in (3, 2, 1):
        kind = _word(" ".join(words[:length]))
        if len(words) >= length and kind in kinds:
            return kind, list(words[length:])
    return "", []


def _done(
    facts: list[Fact], at: str, phrase: str, names: Mapping[str, str], sides: set[str], put: Change
) -> list[Fact]:
    """Return the facts after one phrase about a hex."""
    word = _word(phrase)
    where: dict[str, Any] = {"at": at, "hexes": [at.partition("@")[0]]}
    if word in TERRAIN.words:
        return ON_MAPS["terrain"](facts, {**where, "terrain": word})
    if word in features():
        return ON_MAPS["feature"](facts, {**where, "feature": word, "on": True})
    if word in MARKS:
        return ON_MAPS[word](facts, {**where, "on": True})
    if word in CLEARS:
        return ON_MAPS["clear"](facts, where)
    if tunnel := _TUNNEL.fullmatch(word):
        to, at_sign, inside = tunnel[1].partition("@")
        ends = [at, f"{names.get(to, to)}{at_sign}{inside}"]
        return ON_MAPS["tunnel"](facts, {"ends": ends, "side": tunnel[2], "on": True})
    if height := _LEVEL.fullmatch(word):
        return ON_MAPS["elevation"](facts, {**where, "value": int(height[1])})
    kind, others = _along(phrase.split())
    if kind:
        return _drawn(facts, kind, [where["hexes"][0], *others], names)
    if not _like_a_unit(phrase, sides):
        known = [*TERRAIN.words, *features(), *hexsides(), *ACROSS, *MARKS, *SHORT]
        near = nearest(word, known)
        remedy = f"did you mean {near.replace('_', ' ')}?" if near else "type such as woods, road E6, or german 4-6-7 broken dm"
        raise UsageError(f"{quote(phrase)} is no terrain, hexside, feature or unit; {remedy}")
    return put(facts, {**where, "words": phrase})


def _like_a_unit(phrase: str, sides: set[str]) -> bool:
    """Return True for words that name a side or have numbers of a counter."""
    words = phrase.lower().split()
    return bool({*sides, *UNIT_KIND.words} & set(words)) or any(re.search(r"\d-\d", word) for word in words) or len(words) > 1


def _drawn(facts: list[Fact], kind: str, hexes: Sequence[str], names: Mapping[str, str]) -> list[Fact]:
    """Return the facts with something drawn from hex to hex, or between two."""
    named = [hex_ for hex_ in hexes if hex_.lower() not in ("to", "and")]
    for hex_ in named:
        if hex_.lower() not in names:
            raise UsageError(no_hex(hex_, names.values()))
    said = kind.replace("_", " ")
    if len(named) < 2:
        raise UsageError(f"{said} lies between two hexes; name the other one, as in {named[0]} {said} {_next(named[0], facts)}")
    sides = [list(pair) for pair in pairwise(names[hex_.lower()] for hex_ in named)]
    return ON_MAPS["hexside"](facts, {"sides": sides, "kind": kind, "on": True})


def _next(hex_: str, facts: Sequence[Fact]) -> str:
    """Return a hex beside another one."""
    spots = {str(f.args[0]): (int(str(f.args[1])), int(str(f.args[2]))) for f in facts if f.name == "hex"}
    column, row = spots[hex_]
    beside = ((0, 2), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, -2))
    by_spot = {spot: name for name, spot in spots.items()}
    return next((by_spot[column + c, row + r] for c, r in beside if (column + c, row + r) in by_spot), hex_)
