"""Starter Kit: legal steps.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, CORRIDOR, Causes, position

# --- sk-step-touch -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_sk_step_touch() -> None:
    """sk-step-touch: "A step goes from a hex to a hex that touches it"; of a board, B2 touches these six."""
    names = [f"{column}{row}" for column in "ABC" for row in range(1, 5)] + ["D2", "D3"]
    here = position(" ".join(f"{name}." for name in names), "g1:squad@B2 broken dm")
    touching = {"B1", "B3", "A2", "A3", "C2", "C3"}
    assert {path.split()[1] for path in here.runs} == set(here.crawls) == set(here.around) == touching
    for name in set(names) - touching - {"B2"}:
        assert here.judged(name) == (1, {"sk-step-touch": ("B2",)})
    assert here.judged("B3 B3") == (2, {"sk-step-touch": ("B3",)})


def test_sk_step_touch_on_the_map() -> None:
    """sk-step-touch: "on the map"."""
    assert position("B1. B4.", ALONE).g1.verdict == "stays"


# --- sk-step-closer ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["", " broken", " melee", " unarmed"])
def test_sk_step_closer(status: str) -> None:
    """sk-step-closer: article "NEVER move closer to a Known Enemy Unit, even if that Known Enemy Unit is broken"."""
    here = position("B1w B2. B3o B4w B6-", f"g1:squad@B3 broken dm; a1:squad@B6{status}", "B6-B3")
    assert here.destinations == {"B1": 3}
    assert here.excluded == {("B4", "sk-step-closer"): (None, ("a1",))}
    assert here.judged("B4") == (1, {"sk-step-closer": ("a1",)})
    assert here.around == {"B2": {}, "B4": {"sk-step-closer": ("a1",)}}


def test_sk_step_closer_needs_to_know() -> None:
    """sk-step-closer: "to a Known enemy unit": seen from B1 only, a1 bars nothing in B3."""
    here = position("B1w B2. B3o B4w B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B1")
    assert here.destinations == {"B4": 2}
    assert here.judged("B4") == "survives"


def test_sk_step_closer_is_remembered_and_counted_from_each_hex() -> None:
    """sk-step-closer: article "remains aware of it ... even if its rout path takes it out of the LOS", and its example
    1: from 4 hexes away to 3 is closer, although the unit began 3 hexes away. a1 sees B3 only."""
    here = position("A3. A4. B2. B3o B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3")
    assert here.judged("A4") == "survives"
    assert here.judged("B2 A3") == "survives"
    assert here.judged("B2 A3 A4") == (3, {"sk-step-closer": ("a1",)})
    paths = {"B3 A4", "B3 A4 A3", "B3 A4 A3 B2", "B3 A3", "B3 A3 B2", "B3 B2", "B3 B2 A3"}
    assert set(here.runs) == paths


def test_sk_step_closer_names_every_enemy() -> None:
    """sk-step-closer: each of the enemies that come closer is a reason."""
    here = position("B2. B3o B6- A5-", "g1:squad@B2 broken dm; a1:squad@B6; a2:squad@A5; a3:leader@A5", "B6-B2 A5-B2")
    assert here.judged("B3") == (1, {"sk-step-closer": ("a1", "a2", "a3")})


# --- sk-step-adjacent ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["", " broken"])
def test_sk_step_adjacent(status: str) -> None:
    """sk-step-adjacent: article "A routing unit may not move adjacent to a Known Enemy Unit". From B2 to B1, both next
    to A2, is no step closer. C1 lies behind B1."""
    units = f"g1:squad@B2 broken dm; a1:squad@A2{status}"
    here = position("A2- B1. B2o B3. C1w", units, "A2-B2")
    assert here.judged("B1") == (1, {"sk-step-adjacent": ("a1",)})
    # No terrain is given for A2.
    assert here.around == {"A2": {"sk-mf": ("A2",)}, "B1": {"sk-step-adjacent": ("a1",)}, "B3": {}}
    assert (here.destinations, set(here.runs)) == ({}, {"B2 B3"})
    assert position("A2- B1. B2o C1w", units, "A2-B2").excluded == {("C1", "sk-step-adjacent"): (None, ("a1",))}


def test_sk_step_adjacent_needs_to_know() -> None:
    """sk-step-adjacent: "A routing unit CAN move adjacent to an enemy unit, if that enemy unit was unknown to it"."""
    assert position("A2- B1. B2o B3. C1w", "g1:squad@B2 broken dm; a1:squad@A2").destinations == {"C1": 3}


def test_sk_step_adjacent_leaving_its_hex() -> None:
    """sk-step-adjacent: "unless it leaves that very unit's hex": a1's, not that of a2 next door."""
    here = position("B1. B2o B3.", "g1:squad@B2 broken dm; a1:squad@B2 broken")
    assert here.runs == {"B2 B1": "survives", "B2 B3": "survives"}
    here = position("B1. B2o B3. C2-", "g1:squad@B2 broken dm; a1:squad@B2 broken; a2:squad@C2", "C2-B2")
    assert here.judged("B1") == (1, {"sk-step-adjacent": ("a2",)})
    assert here.runs == {"B2 B3": "survives"}


# --- sk-step-occupied ----------------------------------------------------------------------------------------------


def test_sk_step_occupied() -> None:
    """sk-step-occupied: "No step may enter the hex of a Known enemy unit" (which is also a step closer)."""
    here = position("B2o B3.", "g1:squad@B2 broken dm; a1:squad@B3 broken", "B3-B2")
    assert here.judged("B3") == (1, {"sk-step-closer": ("a1",), "sk-step-occupied": ("a1",)})
    assert here.around == {"B3": {"sk-step-closer": ("a1",), "sk-step-occupied": ("a1",)}}


def test_sk_step_occupied_needs_to_know() -> None:
    """sk-step-occupied: an enemy not Known bars nothing; in the same hex he is seen."""
    here = position("B2o B3.", "g1:squad@B2 broken dm; a1:squad@B3 broken")
    route = here.run("B2 B3")
    assert (route.end, route.discovers) == ("survives", (("B3", ("a1",)),))


# --- sk-step-stacking ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "friends", "room"),
    [
        ("squad", "squad squad", True),
        ("squad", "squad squad half_squad", False),
        ("squad", "squad squad crew", False),
        ("squad", "squad squad squad", False),
        ("half_squad", "squad squad half_squad", True),
        ("crew", "squad squad squad", False),
        ("leader", "squad squad squad", True),
        ("leader", "leader leader hero", True),
        ("leader", "leader leader hero leader", False),
        ("squad", "leader leader leader leader", True),
        ("squad", "squad squad gun", True),
    ],
)
@pytest.mark.slow
def test_sk_step_stacking(unit: str, friends: str, room: bool) -> None:
    """sk-step-stacking: "a hex where its own side leaves no room: three squads, and four leaders", "even in passing":
    the woods in B3 lie behind B2."""
    stack = "".join(f"; g{n}:{kind}@B2" for n, kind in enumerate(friends.split(), 2))
    here = position("B1. B2. B3w", f"g1:{unit}@B1 broken dm{stack}")
    assert here.destinations == ({"B3": 3} if room else {})
    assert here.g1.verdict == ("may_rout" if room else "stays")
    full: Causes = {"sk-step-stacking": ("B2",)}
    assert here.judged("B2 B3") == ("survives" if room else (1, full))
    assert here.around == {"B2": {} if room else full}
    assert here.excluded == ({} if room else {("B3", "sk-step-stacking"): (None, ("B2",))})
    # Nor would there be room if it might not rout at all.
    assert position("B1. B2. B3w", f"g1:{unit}@B1 broken{stack}").around == here.around


def test_what_a_failed_nmc_leaves_fits_where_the_unit_did_not() -> None:
    """sk-step-stacking, sk-nmc: five half-squads in B2 leave room for one more, which g1 is once it has failed in B3."""
    friends = "; ".join(f"g{number}:half_squad@B2" for number in range(2, 7))
    here = position(
        "B4. B3. B2. B1w C3. C2. D9.",
        f"g1:squad@B4 broken dm; {friends}; a1:squad@D9",
        "D9-B3",
        'nmc(g1,"B3",fail). normal_range(a1,20).',
    )
    assert here.destinations == {"B1": 5}  # by way of C3 and C2
    assert set(here.runs) == {
        "B4 B3 B2 B1",
        "B4 B3 B2 C2 B1",
        "B4 B3 C3 C2 B1",
        "B4 B3 C3 B2 B1",
        "B4 B3 C3 B2 C2 B1",
        "B4 B3 C3 C2 B2 B1",
    }


def test_sk_step_stacking_only_its_own_side() -> None:
    """sk-step-stacking: "its own side": enemies it does not know of take no room."""
    assert position("B1o B2. B3w", "g1:squad@B1 broken dm; a1:squad@B2; a2:squad@B2; a3:squad@B2").destinations == {
        "B3": 3
    }


# --- sk-step-mf ----------------------------------------------------------------------------------------------------


def test_sk_step_mf() -> None:
    """sk-step-mf: "A step must be affordable with the MF left": six hexes of open ground, and no seventh."""
    here = position(CORRIDOR, ALONE)
    assert here.judged("B2 B3 B4 B5 B6 B7") == "survives"
    assert here.judged("B2 B3 B4 B5 B6 B7 B8") == (7, {"sk-step-mf": ("B8",)})
