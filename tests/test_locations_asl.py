"""Locations, terrain, features and the kinds of enemies by the full ASL rules, each on a position of a few hexes.

Every answer here is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of
its specific notes). Costs in the comments are MF: open ground 1, brush, woods and buildings 2. An enemy sees the hexes next
to it; the other LOS are named.
"""

from __future__ import annotations

import pytest
from tiny import TERRAIN, Position, causes, cell, facts_of

import pyrout
from pyrout.cli import main as command
from pyrout.errors import InstanceError
from pyrout.rules import citations

TERRAIN.update({"m": "marsh", "r": "rubble", "=": "stream", "y": "graveyard", "c": "crags", "u": "gully", "f": "stone_factory"})
FIELD = "B1w B2. B3. B4. B5. B6. B7. B8."  # woods at one end of a corridor
FAR = "g1:squad@B3 broken dm; a1:squad@B8"
SEEN = "B8-B3 B8-B2"
REACH = "normal_range(a1,9)."
ALONE = "g1:squad@B1 broken dm"


def touching(a: str, b: str) -> bool:
    (c, r), (d, s) = cell(a), cell(b)
    return (abs(c - d), abs(r - s)) in ((0, 2), (1, 1))


def asl(hexes: str, units: str, los: str = "", facts: str = "", *, near: bool = True) -> Position:
    """A position in the notation of `tiny`; a unit may stand in a Location (`g1:squad@B1@pillbox`). Without `near` no LOS
    but those named exist."""
    names = [entry[:-1] for entry in hexes.split()]
    given = {frozenset(entry.partition("/")[0].split("-", 1)) for entry in los.split()}
    plain, inside = [], ""
    seats = set()
    for entry in units.split(";"):
        head, *statuses = entry.split()
        unit, _, place = head.partition(":")
        kind, _, place = place.partition("@")
        hex_, _, level = place.partition("@")
        plain.append(" ".join([f"{unit}:{kind}@{hex_}", *statuses]))
        if level:
            inside += f'at({unit},"{hex_}")>at({unit},"{hex_}",{level})|'
        elif not unit.startswith("g"):
            seats.add(hex_)
    if near:
        los += "".join(
            f" {p}-{n}" for p in sorted(seats) for n in names if touching(p, n) and frozenset((p, n)) not in given
        )
    text = facts_of(hexes, "; ".join(plain), "", facts).replace("rules(aslsk)", "rules(asl)")
    for change in inside.split("|")[:-1]:
        text = text.replace(*change.split(">"))
    for entry in los.split():
        pair, _, hindrances = entry.partition("/")
        a, _, b = pair.partition("-")
        text += f'los("{a}","{b}",{hindrances or 0}).\n'
    return Position(text)


def must(position: Position) -> set[str]:
    """Because of whom or what g1 must rout."""
    return {x for xs in causes(position.g1.must_rout).values() for x in xs}


# --- who matters for what ---------------------------------------------------------------------------------------
# The table of the collected rulings: its rows are the columns here, and each line is a kind of enemy.
#
#   dm       gives DM next to it (armed, even broken)
#   open     forces from Open Ground in its LOS and Normal Range (not in Melee; able to interdict or not)
#   end      forces from next to it, and eliminates who ends there (unbroken, armed)
#   closer   no step may come closer to it (armed, even broken)
#   again    no second Location ADJACENT to it, once ADJACENT (armed)
#   near     no step may come ADJACENT to it (any)
#   ignore   cover no farther from it may be ignored (any)
#   shoots   interdicts (unbroken, unconcealed, at least 1 FP, no penalty)
#   takes    takes prisoners (Good Order, armed, Infantry or Cavalry)

TABLE = {
    "squad": "dm open end closer again near ignore shoots takes",
    "half_squad": "dm open end closer again near ignore shoots takes",
    "crew": "dm open end closer again near ignore shoots takes",
    "hero": "dm open end closer again near ignore shoots takes",
    "cavalry": "dm open end closer again near ignore shoots takes",
    "gun": "dm open end closer again near ignore shoots takes",
    "leader": "dm end closer again near ignore takes",
    "vehicle": "dm open end closer again near ignore shoots",
    "squad pinned": "dm open end closer again near ignore takes",
    "squad cx": "dm open end closer again near ignore takes",
    "squad encircled": "dm open end closer again near ignore takes",
    "squad halved": "dm open end closer again near ignore takes",
    "squad spotted_fire": "dm open end closer again near ignore takes",
    "squad wounded": "dm open end closer again near ignore shoots takes",
    "squad fanatic": "dm open end closer again near ignore shoots takes",
    "squad berserk": "dm open end closer again near ignore shoots",
    "squad melee": "dm end closer again near ignore",
    "squad unarmed": "open near ignore shoots",
    "squad broken": "dm open closer again near ignore",
    "squad broken dm": "dm open closer again near ignore",
    "squad broken disrupted": "dm open closer again near ignore",
    "squad broken unarmed": "open near ignore",
    "squad concealed": "",
    "squad hidden": "",
    "squad captured": "",
    "squad in_sewer": "",
    "dummy": "",
    "cavalry mounted": "dm open end closer again near ignore takes",
    "vehicle motion": "dm open end closer again near ignore",
    "vehicle buttoned_up": "dm open end closer again near ignore",
    "vehicle stunned": "dm open end closer again near ignore",
    "vehicle shocked": "dm open end closer again near ignore",
    "vehicle unarmed": "open near ignore",
    "vehicle abandoned": "open near ignore",
    "vehicle broken": "dm open closer again near ignore",
}


def counts(enemy: str) -> set[str]:
    """For what an enemy counts, each on a position that turns on it."""
    kind, *statuses = enemy.split()
    a1 = f"a1:{kind}@{{}} {' '.join(statuses)}"
    quarter = "no_quarter(german)."
    next_door = asl("B1w B2w B3w", "g1:squad@B2 broken; " + a1.format("B3"), facts=quarter)
    field = asl("B1. B2. B3. B4.", "g1:squad@B1 broken; " + a1.format("B4"), "B4-B1")
    # A1 touches A2 and B1; the enemy in A2 touches all three.
    cell_ = asl("A1w A2w B1w", "g1:squad@B1 broken dm; " + a1.format("A2"), facts=quarter)
    two_off = asl("B1w B2w B3w B4w", "g1:squad@B2 broken dm; " + a1.format("B4"), "B4-B2")
    found = {
        "dm": bool(next_door.g1.dm),
        "end": bool(next_door.g1.must_rout),
        "open": bool(field.g1.must_rout),
        "closer": "a10-51-closer" in two_off.around["B3"],
        "near": "a10-51-adjacent" in two_off.around["B3"],
        "again": "a10-51-again" in cell_.around["A1"],
        "ignore": ignoring(a1),
        "shoots": shooting(a1),
        "takes": taking(a1),
    }
    return {what for what, true in found.items() if true}


def ignoring(a1: str) -> bool:
    """The woods in D1 are 2 hexes from C3, as B1 is, where g1 begins: an enemy in C3 lets it ignore them."""
    here = asl("B1. C1. D1w C3-", "g1:squad@B1 broken dm; " + a1.format("C3"), "C3-B1")
    assert set(here.destinations) == {"D1"}
    return any(d.ignorable for d in here.g1.destinations)


def shooting(a1: str) -> bool:
    """g1 routs from woods in B2 over Open Ground in B1, in LOS of the enemy in B6, to woods in A1."""
    here = asl("A1w B1. B2w B6-", "g1:squad@B2 broken dm; " + a1.format("B6"), "B6-B1")
    return any(route.interdicted for route in here.g1.routes)


def taking(a1: str) -> bool:
    """g1 next to the enemy in B3 can only go to Open Ground in B1, where a2 interdicts it."""
    here = asl("B1. B2w B3w B9.", "g1:squad@B2 broken dm; " + a1.format("B3") + "; a2:squad@B9", "B9-B1", "normal_range(a2,9).")
    return here.g1.verdict == "surrenders"


@pytest.mark.parametrize("enemy", TABLE)
def test_who_matters_for_what(enemy: str) -> None:
    """a10-62-dm, a10-5-must, a10-51-closer, a10-51-again, a10-51-adjacent, a10-51-ignore-range, a10-532-interdict,
    a20-21-surrender, a20-21-vehicle: what an enemy must be to count for each."""
    assert counts(enemy) == set(TABLE[enemy].split())
