"""Routs of units with skis (E4.2-E4.33), each answer worked out from the rules page. Costs in comments are MF."""

from __future__ import annotations

import pytest
from tiny import asl

from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow

DEEP = "environment(deep_snow)."
ON, OFF = "skis(g1,on).", "skis(g1,off)."
ROW = "B1. B2. B3. B4. B5. B6w"
ALONE = "g1:squad@B1 broken dm"
NIGHT = "environment(night). nvr(2)."
HILL = 'elevation("B1",1).'


@pytest.mark.quick
def test_on_skis_snow_costs_nothing() -> None:
    """e4-33-skis, e3-7-snow: 4 x 1 + 2 on skis, 4 x 1 1/2 + 2 on foot."""
    assert asl(ROW, ALONE, facts=DEEP + ON).destinations == {"B6": 6}
    assert asl(ROW, ALONE, facts=DEEP + OFF).destinations == {}
    assert asl(ROW, ALONE, facts=DEEP).destinations == {}


@pytest.mark.quick
def test_it_takes_its_skis_off_to_enter_a_building() -> None:
    """e4-33-skis: 3 x 1 on skis, off for nothing, 2 into the building; the same into rubble for 3."""
    assert asl("B1. B2. B3. B4. B5h", ALONE, facts=DEEP + ON).destinations == {"B5": 5}
    assert asl("B1. B2. B3. B4. B5r B6w", ALONE, facts=DEEP + ON).g1.routes


@pytest.mark.quick
def test_out_of_a_building_it_is_on_foot() -> None:
    """e4-33-skis: no skis in B1, so that B2 costs 1 1/2."""
    assert asl("B1h B2. B3w", ALONE, facts=DEEP + OFF).destinations == {"B3": 3.5}


def test_over_a_road_on_skis() -> None:
    """e4-33-skis, b3-4-road: 1 along the road, 1 1/2 into grain beside it without the snow."""
    here = "B1. B2g B3w", ALONE
    facts = DEEP + 'month(7). road("B1","B2").'
    assert asl(*here, facts=facts + ON).destinations == {"B3": 3}
    assert asl(*here, facts=facts).destinations == {"B3": 3.5}


def test_a_skier_may_crawl() -> None:
    """e4-33-skis, a10-52-crawl: it takes its skis off for nothing."""
    assert asl(ROW, ALONE, facts=DEEP + ON).crawls == {"B2": "survives"}


def test_skis_do_not_change_who_is_interdicted() -> None:
    """e4-33-skis: a1 interdicts B2 either way."""
    here = "B1w B2. B3. B4. B5. B6. B7. B8. B9.", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2 B9-B3"
    for skis in (ON, ""):
        assert asl(*here, DEEP + "normal_range(a1,9)." + skis).run("B3 B2 B1").interdicted


def test_skis_among_what_it_carries_are_reported() -> None:
    """e4-33-skis"""
    facts = DEEP + ON + "sw(mg,lmg,1,6). possesses(g1,mg)."
    assert any("weigh 1 PP" in line for line in asl(ROW, ALONE, facts=facts).g1.assumes)


@pytest.mark.parametrize(
    ("hexes", "facts", "message"),
    [
        (ROW, ON, "only in Ground Snow and Deep Snow"),
        (ROW, DEEP + ON + 'elevation("B1",1).', "going down on skis"),
        ("B1. B2r B3. B4. B5w", DEEP + ON, "put them on again"),
        (ROW, DEEP + OFF + "nationality(g1,finnish).", "a Finn for 1"),
        (ROW, DEEP + OFF + "nationality(german,finnish).", "a Finn for 1"),
        (ROW, DEEP + OFF + 'elevation("B2",1).', "putting on skis"),
        ("B1h B2w", DEEP + ON, "nobody is in a building"),
        (ROW, DEEP + ON + "status(g1,encircled).", "Encircled"),
        (ROW, DEEP + ON + 'unit(g2,german,leader). at(g2,"B1"). accompanies(g2,g1).', "on skis both, or neither"),
        (ROW, DEEP + 'unit(g2,german,vehicle). at(g2,"B1"). skis(g2,on).', "only Infantry"),
        (ROW, "environment(skis).", "say with skis"),
    ],
)
def test_what_is_not_answered_of_skis_is_refused(hexes: str, facts: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        _ = asl(hexes, ALONE, facts=facts).g1


def test_what_no_rout_comes_to_is_not_refused() -> None:
    """e4-33-skis: the rubble takes its last MF, the hill is out of reach."""
    far = "B1. B2. B3. B4. B5r B6. B7w"
    assert asl(far, ALONE, facts=DEEP + ON).g1.routes
    assert asl("B1. B2w B9. B10.", ALONE, facts=DEEP + ON + 'elevation("B9",1).').destinations == {"B2": 2}


@pytest.mark.parametrize(
    ("units", "facts"),
    [
        (ALONE, ON + NIGHT + HILL),
        (ALONE, OFF + NIGHT + "nationality(g1,finnish)."),
        ("g1:squad@B1 broken dm encircled", ON + NIGHT),
        (f"{ALONE}; g2:leader@B1", ON + NIGHT + "accompanies(g2,g1)."),
    ],
)
def test_skis_matter_to_no_crawl_at_night(units: str, facts: str) -> None:
    """e4-33-skis, e1-54-night: it takes its skis off, and crawls into B2."""
    assert asl(ROW, units, facts=DEEP + facts).crawls == {"B2": "survives"}


@pytest.mark.parametrize("status", ["broken", "broken dm melee"])
def test_skis_matter_to_nobody_who_does_not_rout(status: str) -> None:
    """e4-33-skis, a10-5-may, a11-15-melee: B1 is a hill."""
    enemy = "; a1:squad@B1 melee" if "melee" in status else ""
    assert asl(ROW, f"g1:squad@B1 {status}{enemy}", facts=DEEP + ON + HILL).g1.verdict == "cannot_rout"


def test_skis_put_on_again_where_they_gain_nothing() -> None:
    """e4-33-skis: from B2 it has 4 MF left, for 1 1/2 to B3, and the woods take no snow. The step up to B5 costs 3 1/2 on
    foot, which is too much after 4 1/2, and 2 on skis, which is too much after 2 + 3."""
    assert asl("B1. B2h B3. B4w", ALONE, facts=DEEP + ON).destinations == {"B2": 2}
    runs = asl(ROW, ALONE, facts=DEEP + OFF + 'elevation("B5",1).').runs
    assert max(runs) == "B1 B2 B3 B4"


GROUND = "environment(ground_snow)."
FINN = "nationality(german,finnish)."


def hill(*hexes: str) -> str:
    return "".join(f'elevation("{name}",1).' for name in hexes)


def test_skis_that_go_only_uphill() -> None:
    """e4-33-skis, b10-4-uphill: 2 up to B2 on skis, and 2 into woods on the hill; no step of a rout leads down again."""
    assert asl("B1. B2w", ALONE, facts=GROUND + ON + hill("B2")).destinations == {"B2": 4}
    assert asl("B1. B2. B3w", ALONE, facts=GROUND + ON + hill("B2", "B3")).destinations == {"B3": 4}
    free = asl("B1. B2. B3.", ALONE, facts=GROUND + ON + hill("B2", "B3"))
    assert (free.destinations, sorted(free.runs)) == ({}, ["B1 B2", "B1 B2 B3"])


def test_skis_off_below_a_hill() -> None:
    """e4-33-skis, e3-7-snow: 4 into the woods uphill, and 1 of snow; nothing is left for skis, and nothing leads down."""
    assert asl("B1. B2w", ALONE, facts=GROUND + OFF + hill("B2")).destinations == {"B2": 5}


def test_down_into_a_building_it_is_on_foot() -> None:
    """e4-33-skis: 2 + 1 for the snow, since it takes its skis off before it enters."""
    assert asl("B1. B2h", ALONE, facts=GROUND + ON + hill("B1")).destinations == {"B2": 3}


def test_the_way_down_that_an_enemy_bars() -> None:
    """e4-33-skis, a10-51-toward: a1 below the hill bars B0; the woods are level with B1."""
    here = "B0. B1. B2w", f"{ALONE}; a1:squad@B0", "B0-B1"
    assert asl(*here, GROUND + ON + hill("B1", "B2")).destinations == {"B2": 2}


@pytest.mark.parametrize(
    ("hexes", "facts"),
    [
        ("B1. B2. B3w", ON + hill("B2")),  # over it
        ("B1. B2. B3w B4.", ON + hill("B2", "B3")),  # down again behind the woods
        ("B1. B2. B3.", ON + hill("B2", "B3") + "option(toward,reach)."),  # up and back
        ("B1r B2. B3.", OFF + FINN + hill("B2")),  # up to B2 for 3, on for 1, and down for 1
    ],
)
def test_skis_that_may_go_down_are_refused(hexes: str, facts: str) -> None:
    with pytest.raises(InstanceError, match=r"going down on skis|putting on skis"):
        _ = asl(hexes, ALONE, facts=GROUND + facts).g1


@pytest.mark.parametrize("finn", ["", FINN])
def test_skis_off_in_rubble_among_rubble(finn: str) -> None:
    """e4-33-skis, e3-7-snow: skis are not put on in rubble, and B4 is out of reach: 3 and 3 of 6 MF."""
    here = asl("B1r B2r B3r B4.", ALONE, facts=DEEP + OFF + finn + hill("B4"))
    assert (here.destinations, sorted(here.runs)) == ({}, ["B1 B2", "B1 B2 B3"])


def test_skis_off_in_rubble_where_an_enemy_bars_the_way_to_the_snow() -> None:
    """e4-33-skis: A1 is a hill next to a1; its woods are the only way, for 2 MF."""
    hexes, units = "B1r B2w B0. A1. A0.", f"{ALONE}; a1:squad@B0"
    assert asl(hexes, units, "B0-B1", GROUND + OFF + hill("A1")).destinations == {"B2": 2}
    with pytest.raises(InstanceError, match="putting on skis"):
        _ = asl(hexes, ALONE, facts=DEEP + OFF + FINN + hill("A1")).g1


def test_skis_off_of_a_leader_alone() -> None:
    """e4-33-skis: nobody of the two can put skis on in rubble."""
    units, facts = f"{ALONE}; g2:leader@B1", DEEP + OFF + "accompanies(g2,g1)."
    assert sorted(asl("B1r B2r B3r", units, facts=facts).runs) == ["B1 B2", "B1 B2 B3"]


def test_a_tunnel_takes_no_skis() -> None:
    """e4-33-skis, b8-62-tunnels: next to a1 it goes through; the other way is barred, and too far to put skis on again."""
    here = "A1w A2. A3. A4h A5.", "g1:squad@A1 broken dm; a1:squad@A2", "A1-A2 A2-A3 A2-A4"
    (route,) = asl(*here, DEEP + ON + 'tunnel("A1","A4",german).').g1.routes
    assert route.posture == "tunnel"
