"""Crews, Passengers and Riders (D5, D6).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import Position, asl, causes
from tiny_asl import TRUCK, aboard

from pyrout.errors import InstanceError

# --- d5-311-crew ---------------------------------------------------------------------------------------------------


def test_if_the_crew_breaks_nobody_leaves_the_hex() -> None:
    """d5-311-crew: with no enemy beside it."""
    facts = TRUCK + "passenger(g1,v1). status(v1,broken)."
    text = asl("B1w B2. B3. B9-", "g1:squad@B2 broken; a1:squad@B9", facts=facts).text
    here = Position(text.replace('at(g1,"B2").', "")).g1
    assert (here.verdict, "d5-311-crew" in causes(here.reasons)) == ("cannot_rout", True)


@pytest.mark.parametrize(
    ("enemy", "verdict"),
    [
        ("squad@B2", "surrenders"),  # in its Location
        ("leader@B2", "surrenders"),
        ("crew@B3", "surrenders"),  # next to it
        ("squad@B4", "cannot_rout"),  # two hexes away
        ("squad@B2 broken", "cannot_rout"),
        ("squad@B2 unarmed", "cannot_rout"),
        ("squad@B2 berserk", "cannot_rout"),
        ("squad@B3 concealed", "cannot_rout"),
        ("vehicle@B2", "cannot_rout"),
    ],
)
def test_the_broken_crew_of_a_vehicle_surrenders_to_infantry_beside_it(enemy: str, verdict: str) -> None:
    """d5-311-crew, a20-21-surrender: to a Good Order armed Known enemy Infantry unit in or next to its Location, and
    nobody else."""
    facts = TRUCK + "passenger(g1,v1). status(v1,broken)."
    text = asl("B0w B1. B2. B3. B4.", f"g1:crew@B2 broken; a1:{enemy}", "B4-B2", facts).text
    g1 = Position(text.replace('at(g1,"B2").', "")).g1
    assert (g1.verdict, g1.routes_total) == (verdict, 0)
    assert g1.captors == (("a1",) if verdict == "surrenders" else ())


# --- d6-1-passenger ------------------------------------------------------------------------------------------------


def test_passengers_may_stay() -> None:
    """d6-1-passenger, note 5: next to a1 it is DM and need not rout; no way leads out of the hex, nor does it surrender."""
    for status, hexes in (("broken", "B1w B2. B3."), ("broken dm", "B2. B3."), ("broken dm encircled", "B1w B2. B3.")):
        here = aboard(status, "passenger(g1,v1).", hexes)
        assert (here.g1.at, here.g1.verdict, here.g1.must_rout, here.g1.routes_total) == ("B2", "cannot_rout", (), 0)
        assert set(causes(here.g1.reasons)) == {"d6-1-passenger"}
        assert here.g1.dm
    assert aboard("broken dm", "passenger(g1,v1).").judged("B1")[1] == {"d6-1-passenger": ()}
    assert aboard("broken dm", "passenger(g1,v1). status(v1,motion).").g1.verdict == "cannot_rout"


def test_passengers_of_an_abandoned_vehicle_go_beneath_it() -> None:
    """d5-311-crew, D6.1: as if its crew were broken; next to a1 they surrender, and without him they go no farther."""
    facts = "passenger(g1,v1). status(v1,abandoned)."
    far = asl("B1w B2. B3. B4.", "g1:squad@B2 broken dm; a1:squad@B4", facts=TRUCK + facts).text
    left, taken = Position(far.replace('at(g1,"B2").', "")).g1, aboard("broken dm", facts).g1
    assert (left.verdict, set(causes(left.reasons)), left.routes_total) == ("cannot_rout", {"d5-311-crew"}, 0)
    assert (taken.verdict, taken.captors) == ("surrenders", ("a1",))


def test_aboard_and_elsewhere_is_refused() -> None:
    """d6-1-passenger"""
    with pytest.raises(InstanceError, match="in its vehicle's Location"):
        _ = asl("B1. B2.", "g1:squad@B1 broken dm", facts=TRUCK + "passenger(g1,v1).").g1
    with pytest.raises(InstanceError, match="in its vehicle's Location"):
        _ = asl("B1. B2.", "g1:squad@B1 broken dm", facts=TRUCK + "rider(g1,v1).").g1


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ("passenger(g1,v1). rider(g1,v1).", "a Passenger and a Rider"),
        ('unit(v2,german,vehicle). at(v2,"B2"). passenger(v2,v1).', "a vehicle cannot be aboard another"),
        ('unit(n,german,gun). at(n,"B2"). rider(n,v1).', "no vehicle and no Gun rides"),
        ('unit(a2,american,squad). at(a2,"B2"). passenger(a2,v1).', "only a prisoner"),
        ('unit(a2,american,squad). at(a2,"B2"). rider(a2,v1).', "only a prisoner"),
        ("passenger(g1,v1). status(v1,broken). status(v1,motion).", "a vehicle whose crew is broken has stopped"),
    ],
)
def test_who_cannot_be_aboard_is_refused(facts: str, sentence: str) -> None:
    """d6-1-passenger, d6-23-rider: a prisoner is, in the vehicle of the other side."""
    truck = 'unit(v1,german,vehicle). at(v1,"B2"). '
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2.", "g1:squad@B2 broken dm", facts=truck + facts).g1
    prisoner = 'unit(a2,american,squad). at(a2,"B2"). passenger(a2,v1). status(a2,captured).'
    prisoner += "unit(g2,german,squad). passenger(g2,v1). guards(g2,a2)."
    assert asl("B1. B2.", "g1:squad@B2 broken dm", facts=truck + prisoner).g1.id == "g1"


# --- d6-23-rider ---------------------------------------------------------------------------------------------------


def test_riders_bail_out() -> None:
    """d6-23-rider: on foot in the hex of the vehicle, it must rout like anybody."""
    here = aboard("broken", "rider(g1,v1).").g1
    assert (here.at, here.verdict, causes(here.must_rout)) == ("B2", "routs", {"a10-5-must": ("a1",)})
    assert "d6-23-rider" in causes(here.reasons)
