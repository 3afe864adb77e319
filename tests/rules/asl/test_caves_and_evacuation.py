"""Caves (G11.73) and Evacuations (G14.41): refused where a rout could get to a cave, next to a unit in one, or to a landing
craft, and answered elsewhere. Each answer is worked out from the rules page.

A position is a column of hexes: B1 touches B2, and so on. Open ground costs 1 MF, so that g1 gets six hexes far.
"""

from __future__ import annotations

import pytest
from tiny import asl

import pyrout
from pyrout.errors import InstanceError

ROW = " ".join(f"B{n}." for n in range(3, 13))
CAVES, EVACUATION = "environment(caves).", "environment(evacuation)."


@pytest.mark.parametrize("cave", ["B4", "B9"])
def test_a_cave_in_reach_is_refused(cave: str) -> None:
    """g11-73-caves: B9 is six hexes from g1."""
    with pytest.raises(InstanceError, match=r"could get to that cave.*G11\.73"):
        _ = asl(ROW, "g1:squad@B3 broken dm", facts=CAVES + f'feature("{cave}",cave).').g1


@pytest.mark.parametrize("environment", ["", CAVES])
def test_a_cave_beyond_its_reach_changes_nothing(environment: str) -> None:
    """g11-73-caves: an empty cave next to B9, and one with a1 a hex farther."""
    far = ROW, "g1:squad@B3 broken dm; a1:squad@B11"
    plain = asl(*far, "B11-B3").g1
    for cave in ("B10", "B11", "B12"):
        there = asl(*far, "B11-B3", environment + f'feature("{cave}",cave).').g1
        assert (there.verdict, there.routes) == (plain.verdict, plain.routes)
        assert any("a1 is outside the cave in B11" in line for line in there.assumes) == (cave == "B11")
    assert not any("cave" in line for line in plain.assumes)


@pytest.mark.parametrize(("enemy", "refused"), [("B10", True), ("B11", False)])
def test_a_unit_in_a_cave_next_to_its_reach_is_refused(enemy: str, refused: bool) -> None:
    """g11-73-caves: B10 is next to B9, the farthest hex that g1 gets to."""
    here = ROW, f"g1:squad@B3 broken dm; a1:squad@{enemy}"
    cave = f'feature("{enemy}",cave).'
    if refused:
        with pytest.raises(InstanceError, match="whether it is ADJACENT to a1"):
            _ = asl(*here, facts=cave).g1
    else:
        assert asl(*here, facts=cave).g1.routes == asl(*here).g1.routes


def test_an_answer_with_caves_says_that_none_is_in_reach() -> None:
    """g11-73-caves: not of a unit that does not rout."""
    for status, says in (("broken dm", True), ("broken", False)):
        lines = asl(ROW, f"g1:squad@B3 {status}", facts=CAVES).g1.assumes
        assert any(line.startswith("no cave is where it gets to") for line in lines) == says


@pytest.mark.parametrize(
    ("vehicle", "place", "refused"),
    [("g2", "B4", True), ("g2", "B9", True), ("g2", "B10", False), ("a1", "B9", False)],
)
def test_a_craft_in_reach_is_refused(vehicle: str, place: str, refused: bool) -> None:
    """g14-41-evacuation: a vehicle of its own side, six hexes off at most."""
    here = ROW, f"g1:squad@B3 broken dm; {vehicle}:vehicle@{place}"
    if refused:
        with pytest.raises(InstanceError, match=r"could get to g2.*G14\.41"):
            _ = asl(*here, facts=EVACUATION).g1
    else:
        there = asl(*here, facts=EVACUATION).g1
        assert there.routes == asl(*here).g1.routes
        assert any(line.startswith("no landing craft or amphibian") for line in there.assumes)
    assert asl(*here).g1.routes


@pytest.mark.parametrize("status", ["broken", "broken captured"])
def test_who_does_not_rout_gets_to_no_cave_and_no_craft(status: str) -> None:
    """g11-73-caves, g14-41-evacuation: not DM, or a prisoner. Its own hex, or one next to a1 in a cave, could force it."""
    alone = ROW, f"g1:squad@B3 {status}; g2:vehicle@B4"
    for facts in ('feature("B5",cave).', EVACUATION):
        assert all(not unit.routes for unit in pyrout.solve(asl(*alone, facts=facts).instance).units)
    for enemy, cave in (("", "B3"), ("; a1:squad@B4", "B4")):
        with pytest.raises(InstanceError, match="cave"):
            _ = asl(ROW, f"g1:squad@B3 broken{enemy}", facts=f'feature("{cave}",cave).').g1


def test_an_evacuation_without_a_craft_is_answered() -> None:
    """g14-41-evacuation: the woods two hexes off for 3 MF."""
    assert asl("B1. B2. B3w", "g1:squad@B1 broken dm", facts=EVACUATION).destinations == {"B3": 3}
