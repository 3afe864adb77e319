"""Enemies by kind and status: for which rules of A10 each counts (A7, A10.41-A10.62, A20.21).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import re

import pytest
from tiny import Position, asl

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
    "squad fanatic": "dm open end closer again near ignore shoots takes",
    "squad berserk": "dm open end closer again near ignore shoots",
    "squad melee": "dm end closer again near ignore",
    "squad unarmed": "near ignore",
    "squad broken": "dm open closer again near ignore",
    "squad broken dm": "dm open closer again near ignore",
    "squad broken disrupted": "dm open closer again near ignore",
    "squad broken unarmed": "near ignore",
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
    "vehicle unarmed": "near ignore",
    "vehicle abandoned": "near ignore",
}


def standing(enemy: str) -> dict[str, Position]:
    """Positions that turn on an enemy, and on what they turn."""
    kind, *statuses = enemy.split()
    a1 = f"a1:{kind}@{{}} {' '.join(statuses)}"
    quarter = "no_quarter(german)."

    def ground(hexes: str, place: str) -> str:
        """Return the hexes, with a building over an enemy who is in its sewer."""
        return re.sub(rf"{place}[w.-]", f"{place}s", hexes) if "in_sewer" in statuses else hexes

    return {
        "next door": asl(ground("B1w B2w B3w", "B3"), "g1:squad@B2 broken; " + a1.format("B3"), facts=quarter),
        "field": asl(ground("B1. B2. B3. B4.", "B4"), "g1:squad@B1 broken; " + a1.format("B4"), "B4-B1"),
        # A1 touches A2 and B1; the enemy in A2 touches all three.
        "cell": asl(ground("A1w A2w B1w", "A2"), "g1:squad@B1 broken dm; " + a1.format("A2"), facts=quarter),
        "two off": asl(ground("B1w B2w B3w B4w", "B4"), "g1:squad@B2 broken dm; " + a1.format("B4"), "B4-B2"),
        # The woods in D1 are 2 hexes from C3, as B1 is, where g1 begins: an enemy in C3 lets it ignore them.
        "far": asl(ground("B1. C1. D1w C3-", "C3"), "g1:squad@B1 broken dm; " + a1.format("C3"), "C3-B1"),
        # g1 routs from woods in B2 over Open Ground in B1, in LOS of the enemy in B6, to woods in A1.
        "fire": asl(ground("A1w B1. B2w B6-", "B6"), "g1:squad@B2 broken dm; " + a1.format("B6"), "B6-B1"),
        # g1 next to the enemy in B3 can only go to Open Ground in B1, where a2 interdicts it.
        "taken": asl(
            ground("B1. B2w B3w B9.", "B3"),
            "g1:squad@B2 broken dm; " + a1.format("B3") + "; a2:squad@B9",
            "B9-B1",
            "normal_range(a2,9).",
        ),
    }


def counts(at: dict[str, Position]) -> set[str]:
    """For what an enemy counts."""
    assert set(at["far"].destinations) == {"D1"}
    matters = {
        "dm": bool(at["next door"].g1.dm),
        "end": bool(at["next door"].g1.must_rout),
        "open": bool(at["field"].g1.must_rout),
        "closer": "a10-51-closer" in at["two off"].around["B3"],
        "near": "a10-51-adjacent" in at["two off"].around["B3"],
        "again": "a10-51-again" in at["cell"].around["A1"],
        "ignore": any(d.ignorable for d in at["far"].g1.destinations),
        "shoots": any(route.interdicted for route in at["fire"].g1.routes),
        "takes": at["taken"].g1.verdict == "surrenders",
    }
    return {what for what, true in matters.items() if true}


@pytest.mark.parametrize(("enemy", "matters"), TABLE.items())
def test_who_matters_for_what(enemy: str, matters: str) -> None:
    """a10-62-dm, a10-5-must, a10-51-closer, a10-51-again, a10-51-adjacent, a10-51-ignore-range, a10-532-interdict,
    a20-21-surrender, a20-21-vehicle: what an enemy must be to count for each."""
    assert counts(standing(enemy)) == set(matters.split())
