"""Upper Locations whose ways down are held (A7.72).

Every answer is worked out by hand from the sentence of the rule. Costs in comments are MF: stairs 1, along a storey 2.
"""

from __future__ import annotations

import pytest
from tiny import Position, asl, causes
from tiny_asl import assumed

ONE = 'building("b","B2"). building("b","B3"). ' + "".join(
    f'level("B{n}",{level}). ' for n in (2, 3) for level in (1, 2)
)
STAIRS = 'stairwell("B2"). '
BOTH = STAIRS + 'stairwell("B3"). '
MAP = "B1. B2s B3s B4."


def house(units: str, facts: str = STAIRS, los: str = "B2-B2@1") -> Position:
    return asl(MAP, units, los, ONE + facts)


# --- a7-72-upstairs ------------------------------------------------------------------------------------------------


def test_with_the_ground_floor_held_it_surrenders() -> None:
    """a7-72-upstairs, a20-21-surrender: B2@2 and B3@1 are free and seen by nobody, and no help."""
    g1 = house("g1:squad@B2@1 broken dm; a1:squad@B2").g1
    assert (g1.verdict, g1.captors) == ("surrenders", ("a1",))
    assert {"a7-72-upstairs", "a20-21-surrender"} <= set(causes(g1.reasons))
    assert ("a7-72-upstairs", "its way down is held by a1 in B2") in g1.applies
    assert ("a20-21-surrender", "it is Encircled") in g1.applies


@pytest.mark.parametrize("status", ["pinned", "cx", "fanatic"])
def test_who_is_unbroken_and_armed_holds_it(status: str) -> None:
    """a7-72-upstairs"""
    assert house(f"g1:squad@B2@1 broken dm; a1:squad@B2 {status}").g1.verdict == "surrenders"


@pytest.mark.parametrize("status", ["broken", "unarmed", "concealed"])
def test_who_holds_nothing(status: str) -> None:
    """a7-72-upstairs: a2 stands on the other side of it, in B2@2."""
    units = f"g1:squad@B2@1 broken dm; a2:squad@B2@2; a1:squad@B2 {status}"
    assert "a7-72-upstairs" not in causes(house(units, los="B2@2-B2@1").g1.reasons)
    assert "a7-72-upstairs" in causes(house(units.removesuffix(status), los="B2@2-B2@1").g1.reasons)


def test_vehicles_and_blazes_hold_it_too() -> None:
    """a7-72-upstairs: a2 in B2@2 takes it, whom a free way down would spare it."""
    units = "g1:squad@B2@1 broken dm; a2:squad@B2@2"
    assert house(units, los="B2@2-B2@1").g1.verdict == "routs"
    tank = house(units + "; a1:vehicle@B2", los="B2@2-B2@1").g1
    assert (tank.verdict, tank.captors) == ("surrenders", ("a2",))
    truck = house(units + "; a1:vehicle@B2 unarmed", los="B2@2-B2@1").g1
    assert "a7-72-upstairs" not in causes(truck.reasons)
    fire = house(units, STAIRS + 'feature("B2",blaze). ', "B2@2-B2@1").g1
    assert (fire.verdict, fire.captors) == ("surrenders", ("a2",))
    assert ("a7-72-upstairs", "its way down leads through the Blaze in B2") in fire.applies


def test_the_only_stairs_are_in_the_next_hex() -> None:
    """a7-72-upstairs: a1 stands on the ground of B2, or in B2@1 on the way there; with stairs in B3 nothing holds it."""
    above = "g1:squad@B3@2 broken dm; a1:squad@B2"
    assert "a7-72-upstairs" in causes(house(above).g1.reasons)
    assert "a7-72-upstairs" not in causes(house(above, BOTH).g1.reasons)
    beside = "g1:squad@B3@1 broken dm; a1:squad@B2@1"
    assert house(beside, los="B2@1-B3@1").g1.verdict == "surrenders"
    assert house(beside, BOTH, "B2@1-B3@1").g1.verdict == "routs"


def test_its_first_hex_costs_double() -> None:
    """a7-72-upstairs, a7-7-encircled: a1 on the ground, two levels below, is not ADJACENT. Along the storey it pays 4, not 2."""
    here = house("g1:squad@B2@2 broken dm; a1:squad@B2", los="B1-B2@2")
    assert (here.g1.verdict, here.destinations["B3@2"]) == ("may_rout", 4.0)
    free = house("g1:squad@B2@2 broken dm; a1:squad@B2 concealed", los="B1-B2@2")
    assert (free.g1.verdict, free.destinations["B3@2"]) == ("may_rout", 2.0)
    single = house("g1:squad@B2@2 broken dm; a1:squad@B2", STAIRS + "option(encircled_mf,single). ", "B1-B2@2")
    assert single.destinations["B3@2"] == 2.0


def test_beyond_a_blaze_it_is_free() -> None:
    """a7-72-upstairs, option(blaze_water,avoidable): in B3@1 it was cut off by the Blaze of B2@1; through it, 2 x 2 + 1, it gets
    down; the stairs cost no more than ever."""
    facts = STAIRS + 'feature("B2@1",blaze). option(blaze_water,avoidable). '
    here = house("g1:squad@B3@1 broken dm; a1:squad@B4 broken", facts, "B4-B2 B4-B3@1")
    assert {route.mf for route in here.g1.routes if route.path == ("B3@1", "B2@1", "B2")} == {(0, 4, 5)}


def test_a_reveal_closes_the_way_down() -> None:
    """a7-72-upstairs, a12-14-reveal: in B2@1 it learns of a1 on the ground below. By B3@1 a way leads on, which would be
    clean; Encircled it surrenders all the same. Stairs in B3 make the difference."""
    facts = 'reveal(a1,g1,"B2@1",after). '
    units, los = "g1:squad@B2@2 broken dm; a1:squad@B2 concealed", "B2-B2@1"
    assert house(units, STAIRS + facts, los).runs["B2@2 B2@1"] == "surrenders"
    assert house(units, BOTH + facts, los).runs.get("B2@2 B2@1", "goes on") != "surrenders"


def test_a_cellar_by_option() -> None:
    """a7-72-upstairs, option(upstairs_cellar,no), option(upstairs_cellar,yes): a1 holds the ground floor, B3@-1 is free."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",-1). level("B3",-1). stairwell("B2"). '
    here = MAP, "g1:squad@B2@-1 broken dm; a1:squad@B2", "B2-B2@-1"
    told = "a cellar is no upper Location: a held way up does not Encircle it"
    assert asl(*here, facts + "option(upstairs_cellar,no).").g1.verdict == "routs"
    assert told in assumed(asl(*here, facts))
    assert asl(*here, facts + "option(upstairs_cellar,yes).").g1.verdict == "surrenders"


def test_a_cellar_is_left_upward() -> None:
    """a7-72-upstairs, option(upstairs_cellar,yes): nobody climbs down out of a cellar."""
    facts = 'building("b","B2"). level("B2",-1). stairwell("B2"). option(upstairs_cellar,yes). '
    here = asl(MAP, "g1:squad@B2@-1 broken dm; a1:squad@B2", "B2-B2@-1", facts)
    assert ("a7-72-upstairs", "its way up is held by a1 in B2") in here.g1.applies
    assert not any("Scaling" in line for line in here.g1.assumes)


def test_it_is_no_reason_for_what_it_does_not_decide() -> None:
    """a7-72-upstairs: a1 bars its only step whether it is Encircled or not. A way out, at twice the price, is another thing."""
    alone = 'building("b","B2"). level("B2",1). level("B2",2). stairwell("B2"). '
    stays = asl("B2s B4.", "g1:squad@B2@2 broken dm; a1:squad@B2", "B2-B2@2 B2-B2@1", alone)
    assert (stays.g1.verdict, set(causes(stays.g1.reasons))) == ("stays", {"a10-51-adjacent"})
    assert ("a7-72-upstairs", "it is Encircled: its way down is held by a1 in B2") in stays.g1.notes
    assert not any("Scaling" in line for line in stays.g1.assumes)
    proud = asl(
        "B2s B4.", "g1:squad@B2@1 broken dm fanatic; a1:squad@B2", "B2-B2@1", alone.replace('level("B2",2). ', "")
    )
    assert (proud.g1.verdict, set(causes(proud.g1.reasons))) == ("eliminated", {"a10-5-must", "a10-51-none"})
    dear = house("g1:squad@B2@2 broken dm; a1:squad@B2", los="B1-B2@2").g1
    assert "a7-72-upstairs" in causes(dear.reasons) and not dear.notes
    assert any("Scaling" in line for line in dear.assumes)


def test_who_is_with_it_holds_no_way_of_it() -> None:
    """a7-72-upstairs: a2 and a3 hold the feet of both stairs; a1, in its own Location, holds nothing."""
    held = house("g1:squad@B2@1 broken dm; a1:squad@B2@1; a2:squad@B2; a3:squad@B3", BOTH).g1
    assert [line for rule, line in held.applies if rule == "a7-72-upstairs"] == [
        "its way down is held by a2 in B2",
        "its way down is held by a3 in B3",
    ]
    assert (held.verdict, held.captors) == ("surrenders", ("a1", "a2"))


def test_without_stairs_the_answer_says_so() -> None:
    """a7-72-upstairs: the position gives no way down at all, so nobody can be said to hold it."""
    here = house("g1:squad@B2@1 broken dm; a1:squad@B3@1", "", "B3@1-B2@1")
    assert any(line.startswith("no stairs down from B2@1 are given") for line in here.g1.assumes)
    assert "a7-72-upstairs" not in causes(here.g1.reasons)


@pytest.mark.parametrize(
    ("enemy", "below", "fires"),
    [
        ("a1:squad@B8@1", "", True),
        ("a1:squad@B8@1", "; g9:squad@B8", False),
        ("a1:squad@B8@1", "; g9:squad@B8 concealed", True),
        ("a1:squad@B8@1", "; g9:squad@B8 broken", True),
        ("a1:hero@B8@1", "; g9:squad@B8", True),
        ("a1:leader@B8@1 heroic", "; g9:squad@B8", True),
    ],
)
def test_an_encircled_enemy_does_not_interdict(enemy: str, below: str, fires: bool) -> None:
    """a7-72-upstairs, a15-21-heroic: g9 holds the ground floor under a1. Heroes and heroic leaders are never Encircled."""
    hexes = "B1w B2. B3. B4. B5w B6. B7. B8s"
    fire = "possesses(a1,m). sw(m,lmg,1,9)." if "heroic" in enemy else "normal_range(a1,9)."
    facts = f'level("B8",1). stairwell("B8"). {fire} '
    here = asl(hexes, f"g1:squad@B3 broken dm; {enemy}{below}", "B8@1-B3 B8@1-B2", facts)
    assert bool(here.run("B3 B2 B1").interdicted) is fires
    assert ("a7-72-upstairs" in {rule for rule, _ in here.g1.notes}) is (not fires)
