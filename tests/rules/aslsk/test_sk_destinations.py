"""Starter Kit: destinations.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, position
from tiny_aslsk import LATERAL, NEAREST, NEXT_DOOR, STAYS_ON_COURSE

from pyrout import Reason

# --- sk-dest-reach -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "facts", "destinations"),
    [
        ("B1. B2w", "", {"B2": 2}),
        ("B1. B2s", "", {"B2": 2}),
        ("B1. B2h", "", {"B2": 2}),
        ("B1. B2w", 'road("B1","B2").', {"B2": 1}),
        ("B1. B2b", "", {}),
        ("B1. B2o", "", {}),
        ("B1. B2g", "", {}),
        # "reached using no more than 6 MF": 2+2+2, 2+1.5+1+2
        ("B1. B2b B3b B4w", "", {"B4": 6}),
        ("B1. B2b B3g B4. B5w", "", {}),
        # Its own hex is not a destination.
        ("B1w B2.", "", {}),
    ],
)
def test_sk_dest_reach(hexes: str, facts: str, destinations: dict[str, float]) -> None:
    """sk-dest-reach: article "A woods or building hex ... if it can be reached by the routing unit in the current
    RtPh"."""
    here = position(hexes, ALONE, facts=facts)
    assert (here.destinations, here.g1.free) == (destinations, not destinations)


def test_sk_dest_reach_price_is_that_of_the_cheapest_way() -> None:
    """sk-dest-reach: the price of B3 is 2+1 by A2, not 2+2 by B2."""
    assert position("B1. B2b A2. A3. B3w", ALONE).destinations == {"B3": 4}
    assert position("B1. B2b C2. C3. B3w", ALONE, facts='road("B1","B2"). ').destinations == {"B3": 3}


# --- sk-dest-ignore-range ------------------------------------------------------------------------------------------


def test_sk_dest_ignore_range() -> None:
    """sk-dest-ignore-range: article, "if it is no further from a Known Enemy Unit than the broken unit's current hex".
    A4 is 2 hexes from a1 in B5, as B3 is; so B1, 4 hexes from it, sets the limit."""
    here = position("B1w B2. B3o A4w B5-", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3")
    assert [(d.hex, d.mf, d.ignorable, d.why) for d in here.g1.destinations] == [
        ("A4", 2, True, (Reason("sk-dest-ignore-range", ("a1",)),)),
        ("B1", 3, False, ()),
    ]
    assert here.g1.free is False


def test_sk_dest_ignore_range_not_if_farther() -> None:
    """sk-dest-ignore-range: B2 is 3 hexes from B5, one more than B3: it cannot be ignored."""
    here = position("B1w B2w B3o B5-", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3")
    assert [(d.hex, d.mf, d.ignorable, d.why) for d in here.g1.destinations] == [("B2", 2, False, ())]


def test_sk_dest_ignore_range_some_enemy_is_enough() -> None:
    """sk-dest-ignore-range: "no farther from *some* Known enemy unit": A4 is 11 from L5, B3 is 10; of a1 as above."""
    here = position("B3o A4w B5- L5-", "g1:squad@B3 broken dm; a1:squad@B5; a2:squad@L5", "B5-B3 L5-B3")
    assert [(d.hex, d.why) for d in here.g1.destinations] == [("A4", (Reason("sk-dest-ignore-range", ("a1",)),))]
    assert here.g1.free is True


@pytest.mark.parametrize(
    ("option", "new_legs"),
    [
        ("", {("A3 B2", "A3>B3 B2>free"), ("A3 B2 C3", "A3>B3 B2>C3"), ("A3 B2 C3", "A3>B3 B2>free")}),
        (
            "option(ignore_from,current).",
            {("A3 B2", "A3>B3 B2>free"), ("A3 B2 C3", "A3>B3 B2>C3"), ("A3 B2 C3", "A3>B3 B2>free")},
        ),
        ("option(ignore_from,start).", {("A3 B2 C3", "A3>B3 B2>C3")}),
    ],
)
def test_sk_dest_ignore_range_measured_from(option: str, new_legs: set[tuple[str, str]]) -> None:
    """sk-dest-ignore-range: "than the unit's own hex"; option ignore_from: the hex where it chooses, or its first. C3
    is as far from a1 as B2 is, but farther than A3."""
    assert position(*LATERAL, option).legs == STAYS_ON_COURSE | new_legs


# --- sk-dest-ignore-building ---------------------------------------------------------------------------------------


# B1 costs 3 from A1: 2, and 1 for the hedge. A2 costs 2, and leads to B1 as well.
ROOMS = 'building("A1-A2","A1"). building("A1-A2","A2"). hexside("A1","B1",hedge).'


def test_sk_dest_ignore_building() -> None:
    """sk-dest-ignore-building: article "may ignore all other hexes of that building", "not required to leave"."""
    here = position("A1s A2s B1w", "g1:squad@A1 broken dm", facts=ROOMS)
    assert [(d.hex, d.mf, d.ignorable, d.why) for d in here.g1.destinations] == [
        ("A2", 2, True, (Reason("sk-dest-ignore-building", ("A1",)),)),
        ("B1", 3, False, ()),
    ]
    # "also while walking through it": bound for B1 it need not stop in A2.
    assert ("A1 A2 B1", "A1>B1") in here.legs


def test_sk_dest_ignore_building_another_building() -> None:
    """sk-dest-ignore-building: "that building": A2 as a house of its own binds, and so does one that g1 did not begin
    in."""
    here = position("A1s A2s B1w", "g1:squad@A1 broken dm", facts='hexside("A1","B1",hedge).')
    assert here.destinations == {"A2": 2}
    here = position("A1s A2s B1s", "g1:squad@A1 broken dm", facts='building("A2-B1","A2"). building("A2-B1","B1").')
    assert [d.ignorable for d in here.g1.destinations] == [False, False]


# --- sk-dest-nearest -----------------------------------------------------------------------------------------------


def test_sk_dest_nearest() -> None:
    """sk-dest-nearest: "the nearest destination in MF", and "If there is more than one ..., the routing player may
    choose" (article): A2 and C2 cost 2, B3 costs 3."""
    here = position(*NEAREST)
    assert here.destinations == {"A2": 2, "C2": 2}
    assert here.excluded == {("B3", "sk-dest-nearest"): (3, ("A2", "C2"))}
    assert here.judged("C2", to="C2") == "survives"


def test_sk_dest_nearest_names_nothing_else() -> None:
    """sk-dest-nearest: whoever claims B3 has claimed the wrong destination; nothing else is wrong with the step to
    B2."""
    assert position(*NEAREST).judged("B2 B3", to="B3") == (1, {"sk-dest-nearest": ("B3",)})


# --- sk-dest-free --------------------------------------------------------------------------------------------------


def test_sk_dest_free_anywhere() -> None:
    """sk-dest-free: article "can rout to any hex it wishes"; it need not "use all of its available MF"."""
    here = position("B1. B2. B3b A2.", ALONE)
    assert (here.destinations, here.g1.free) == ({}, True)
    assert here.legs == {
        (path, "B1>free") for path in ("B1 B2", "B1 B2 A2", "B1 B2 B3", "B1 A2", "B1 A2 B2", "B1 A2 B2 B3")
    }


def test_sk_dest_free_if_all_can_be_ignored() -> None:
    """sk-dest-free: "Without a destination that it cannot ignore it may go anywhere": A2 may be ignored, B1 is open."""
    here = position("A1s A2s B1.", "g1:squad@A1 broken dm", facts=ROOMS)
    assert (here.destinations, here.g1.free) == ({"A2": 2}, True)
    # Bound for A2 it goes there, at once or by B1, and no farther; without a destination it stops where it likes.
    assert here.legs == {
        ("A1 A2", "A1>A2"),
        ("A1 B1 A2", "A1>A2"),
        *((path, "A1>free") for path in ("A1 A2", "A1 A2 B1", "A1 B1", "A1 B1 A2")),
    }


def test_sk_dest_free_not_with_a_destination() -> None:
    """sk-dest-free: with one that binds, no rout is without a destination."""
    here = position("B1. B2w", ALONE)
    assert (here.g1.free, here.legs) == (False, {("B1 B2", "B1>B2")})


# --- sk-dest-reached -----------------------------------------------------------------------------------------------


def test_sk_dest_reached_by_any_way() -> None:
    """sk-dest-reached: article "As long as a routing unit reaches its rout destination, it is not required to use the
    shortest path"."""
    here = position("B1. B2w A2.", ALONE)
    assert set(here.runs) == {"B1 B2", "B1 A2 B2"}
    assert here.run("B1 A2 B2").mf == (0, 1, 3)


def test_sk_dest_reached_in_this_phase() -> None:
    """sk-dest-reached: "It must get to its destination in this phase"."""
    assert position("B1. B2w A2.", ALONE).judged("A2") == (2, {"sk-dest-reached": ("B2",)})


def test_sk_dest_reached_every_step_leaves_it_in_reach() -> None:
    """sk-dest-reached: "every step must leave the destination within reach": from A1 to B2 a wounded leader would spend
    1+1+2 more of the 2 MF that he has left."""
    here = position("A1. B1. B2w", "g1:leader@B1 broken dm wounded")
    assert set(here.runs) == {"B1 B2"}
    assert here.judged("A1") == (1, {"sk-dest-reached": ("B2",)})
    # Further on the way: from A2 to B4 a squad would spend 1+2+2 more of the 4 MF that it has left.
    assert position("B1. B2. B3b B4w A2.", ALONE).judged("B2 A2") == (2, {"sk-dest-reached": ("B4",)})
    # With 6 MF it is a detour, back through the starting hex.
    here = position("A1. B1. B2w", ALONE, facts="option(revisit,allow).")
    assert "B1 A1 B1 B2" in here.runs


def test_a_claimed_destination_is_that_of_the_first_leg() -> None:
    """In B2 it discovers a1 next door, and must go on to B4, a destination that nobody could claim before."""
    here = position("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2 A2-B3")
    assert here.judged("B2 B3 B4", to="B2") == "survives"
    assert here.judged("B2 B3 B4", to="B4") == (1, {"sk-dest-nearest": ("B4",)})


# --- sk-dest-new ---------------------------------------------------------------------------------------------------


def test_sk_dest_new() -> None:
    """sk-dest-new: article "a new rout destination must be immediately selected, based on the unused MF". In B2 it
    finds that B3 is closer to a1."""
    here = position(*LATERAL, "option(ignore_from,start).")
    route = here.run("A3 B2 C3")
    assert [(leg.start, leg.to) for leg in route.legs] == [("A3", "B3"), ("B2", "C3")]
    # The events of a step stand with it: in B2 it meets a1, and chooses anew.
    assert [(step.hex, step.mf, step.discovers, step.legs) for step in route.steps] == [
        ("A3", 0, (), ()),
        ("B2", 1, ("a1",), (("B2", "C3"),)),
        ("C3", 3, (), ()),
    ]
    assert (route.mf, route.discovers) == ((0, 1, 3), (("B2", ("a1",)),))
    # It must not stop where it has to choose.
    assert here.judged("B2") == (2, {"sk-dest-new": ("B2",)})
    assert here.judged("B2 B3") == (2, {"sk-step-closer": ("a1",)})


def test_sk_dest_new_with_the_mf_left() -> None:
    """sk-dest-new: "with the MF left": C3 costs 2 of the 3 that a wounded leader has, and 1 is spent; over a hedge it
    costs 3, and there is no destination left."""
    wounded = (LATERAL[0], "g1:leader@A3 broken dm wounded; a1:squad@A5", LATERAL[2])
    on = "option(ignore_from,start)."
    assert ("A3 B2 C3", "A3>B3 B2>C3") in position(*wounded, on).legs
    hedged = position(*wounded, on + 'hexside("B2","C3",hedge).')
    assert hedged.legs == {("A3 B3", "A3>B3"), ("A3 B2", "A3>B3 B2>free")}


def test_sk_dest_new_not_if_it_can_still_be_reached() -> None:
    """sk-dest-new: "If it can still be reached, it goes on to the same destination"; L2 is 10 hexes from B2 and B3."""
    here = position("B1o B2. B3w L2-", "g1:squad@B1 broken dm; a1:squad@L2", "L2-B2")
    assert here.legs == {("B1 B2 B3", "B1>B3")}
    assert here.run("B1 B2 B3").discovers == (("B2", ("a1",)),)


def test_sk_dest_new_not_if_another_way_is_left() -> None:
    """sk-dest-new: "goes on to the same destination": in D2 it finds a1 in F2, next to E3, and goes round by C3."""
    here = position("D1o D2. C3. C4. E3. E4. D4w F2-", "g1:squad@D1 broken dm; a1:squad@F2", "F2-D2")
    assert here.legs == {("D1 D2 C3 C4 D4", "D1>D4")}


# --- sk-dest-continue ----------------------------------------------------------------------------------------------


def test_sk_dest_continue() -> None:
    """sk-dest-continue: article "it may continue to rout, but only to adjacent woods/building hexes", "end its rout in
    any of these"."""
    here = position("B1. B2w B3s B4. B5w", ALONE)
    assert here.legs == {("B1 B2", "B1>B2"), ("B1 B2 B3", "B1>B2")}
    assert here.judged("B2 B3") == "survives"
    assert here.judged("B2 B3 B4") == (3, {"sk-dest-continue": ("B4",)})
    assert here.judged("B2 B3 B4 B5") == (3, {"sk-dest-continue": ("B4",)})


def test_sk_dest_continue_through_the_starting_hex() -> None:
    """sk-dest-continue, sk-leave: g1 in the woods B2 goes to B1, and on through B2 to B3: cover all the way. 6 MF, and
    a hex twice."""
    here = position("B1w B2w B3w", "g1:squad@B2 broken dm", facts="option(revisit,allow).")
    to_b1 = ("B2 B1", "B2 B1 B2 B1", "B2 B1 B2 B3", "B2 B3 B2 B1")
    to_b3 = ("B2 B3", "B2 B3 B2 B3", "B2 B3 B2 B1", "B2 B1 B2 B3")
    assert here.legs == {*((path, "B2>B1") for path in to_b1), *((path, "B2>B3") for path in to_b3)}


# --- sk-dest-threatened --------------------------------------------------------------------------------------------


def test_sk_dest_threatened() -> None:
    """sk-dest-threatened: article "the routing unit must immediately rout away from this new Known Enemy Unit"."""
    here = position(*NEXT_DOOR)
    assert here.legs == {("B1 B2 B3 B4", "B1>B2 B2>B4")}
    route = here.run("B1 B2 B3 B4")
    assert (route.end, route.mf, route.discovers) == ("survives", (0, 2, 3, 5), (("B2", ("a1",)),))
    assert [(i.hex, i.by) for i in route.interdicted] == [("B3", ("a1",))]
    assert here.judged("B2") == (2, {"sk-dest-threatened": ("a1",)})


@pytest.mark.parametrize(
    ("status", "stops"), [(" broken", True), (" pinned", False), (" cx", False), (" melee", False)]
)
def test_sk_dest_threatened_by_the_unbroken(status: str, stops: bool) -> None:
    """sk-dest-threatened: "Where an unbroken Known enemy unit is adjacent it may not stop"."""
    hexes, units, los = NEXT_DOOR
    here = position(hexes, units + status, los)
    assert ("B1 B2" in here.runs) is stops
    assert (here.judged("B2") == "survives") is stops


def test_sk_dest_threatened_in_cover_beyond() -> None:
    """sk-dest-threatened: "cover beyond it". a1 in A4 is next to B3, not to B2; g1 has 2 MF left, and goes back to
    B2."""
    here = position("B1. B2w B3w A4-", f"{ALONE}; a1:squad@A4", "A4-B3")
    assert here.legs == {("B1 B2", "B1>B2"), ("B1 B2 B3 B2", "B1>B2 B3>B2")}


def test_sk_dest_threatened_without_destination() -> None:
    """sk-dest-threatened: "or any hex of a rout without destination"."""
    here = position("B1o B2o B3o B4o A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2")
    assert here.legs == {("B1 B2 B3", "B1>free B2>free"), ("B1 B2 B3 B4", "B1>free B2>free")}


def test_sk_dest_threatened_next_to_the_hex_it_leaves() -> None:
    """sk-dest-threatened: "or whose hex it has just left"."""
    here = position("B1o B2o B3o", "g1:squad@B3 broken dm; a1:squad@B3")
    assert here.legs == {("B3 B2 B1", "B3>free B2>free")}
