"""Changes by rules of other chapters that no fact gives: the answer reports them, and the fact that it asks for makes the
difference."""

from __future__ import annotations

import pytest
from tiny import Position, asl, causes

FIELD = "B1w B2. B3. B9-"
REACH = "normal_range(a1,9)."


def told(unit: str, *here: str) -> tuple[str, ...]:
    return asl(*here).unit(unit).assumes


def interdicted(*here: str) -> set[str]:
    """By whom, wherever it goes."""
    return {by for route in asl(*here).g1.routes for at in route.interdicted for by in at.by}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("units", "facts", "remedy", "says"),
    [
        (
            "; a1:squad@B9; g2:squad@B9 captured; g3:squad@B9 captured",
            "guards(a1,g2). guards(a1,g3).",
            "no_interdiction(a1).",
            "a1 is not burdened by its prisoners",
        ),
        ("; a1:cavalry@B9", "", "status(a1,mounted).", "a1 is Cavalry that does not ride"),
    ],
    ids=["prisoners", "cavalry"],
)
def test_whose_fire_would_be_hampered(units: str, facts: str, remedy: str, says: str) -> None:
    """a10-532-interdict, note 20"""
    here = FIELD, "g1:squad@B3 broken dm" + units, "B9-B2 B9-B3", REACH + facts
    assert [says in line for line in told("g1", *here)].count(True) == 1
    assert interdicted(*here) == {"a1"}
    added = *here[:3], here[3] + remedy
    assert not any(says in line for line in told("g1", *added))
    assert interdicted(*added) == set()


@pytest.mark.slow
@pytest.mark.parametrize("road", ["", 'road("B2","B3"). road("B1","B2").'])
def test_the_fire_of_who_is_revealed(road: str) -> None:
    """a12-14-reveal, a10-532-interdict: a1 shows himself when it is in B2, in the open or on the road there."""
    hexes = "B1w B2w B3. B9-" if road else FIELD
    here = hexes, "g1:squad@B3 broken dm; a1:cavalry@B9 concealed", "B9-B2", REACH + road + 'reveal(a1,g1,"B2",after).'
    assert any("a1 is Cavalry" in line for line in told("g1", *here)) and interdicted(*here) == {"a1"}
    kept = *here[:3], REACH + road
    assert told("g1", *kept) == () and interdicted(*kept) == set()


def test_fire_at_a_road_through_woods() -> None:
    """a10-532-interdict, b3-4-road: a1 interdicts it over the road only."""
    units = "g1:squad@B3 broken dm; a1:cavalry@B9"
    here = "B1w B2w B3. B9-", units, "B9-B2", 'normal_range(a1,9). road("B2","B3"). road("B1","B2").'
    assert any("a1 is Cavalry" in line for line in told("g1", *here)) and interdicted(*here) == {"a1"}


@pytest.mark.parametrize(
    ("units", "facts"),
    [
        ("; a1:squad@B9; a2:squad@B9; a3:squad@B9; a4:leader@B9", ""),
        (
            "; a1:squad@B9; a2:squad@B9; a3:squad@B9; a4:squad@B9 captured; g2:crew@B9",
            "status(g2,captured). guards(a1,g2).",
        ),
        ("; a1:squad@B9; g2:leader@B9", "status(g2,captured). guards(a1,g2)."),
        ("; a1:squad@B9 concealed; a2:squad@B9; a3:squad@B9; a4:squad@B9 pinned", "status(a2,pinned). status(a3,cx)."),
    ],
    ids=["three squads", "three squads and a prisoner", "one prisoner", "nobody who fires"],
)
def test_where_nothing_hampers_it_nothing_is_told(units: str, facts: str) -> None:
    """a10-532-interdict, note 20"""
    here = FIELD, "g1:squad@B3 broken dm" + units, "B9-B2 B9-B3", REACH + facts
    assert not [line for line in told("g1", *here) if "a10-532-interdict" in line]


def test_it_leaves_the_enemy_alone_with_those_who_stay() -> None:
    """a7-212-own: the leader who goes along with g2 is no longer with a1 by then, or still is: that is told to g1 alone."""
    here = "B1w B2. B3. B4.", "g1:squad@B3 broken dm; g2:squad@B3 broken dm; gl:leader@B3; a1:squad@B3", "B3-B2"
    along = "accompanies(gl,g2)."
    assert any("gl has gone along by then" in line for line in told("g1", *here, along))
    assert not any("A7.212" in line for line in told("g2", *here, along))
    assert not any("A7.212" in line for line in told("g1", *here))


@pytest.mark.slow
def test_a_road_beneath_rubble() -> None:
    """b3-4-road, B24.121: over the road it is 1 MF, and in the open."""
    here = "B1w B2r B3. B9-", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2", REACH + 'road("B2","B3").'
    assert any("the road into B2 is there in spite of the rubble" in line for line in told("g1", *here))
    assert interdicted(*here) == {"a1"}
    leader = "g1:leader@B3 broken dm wounded; a1:squad@B9"  # who has no MF left in B2 to come back to it from B1
    for hexes, units, road in (("B1. B2r B3. B9-", leader, ("B1", "B2")), ("B1w B2. B3r B9-", here[1], ("B2", "B3"))):
        facts = f'{REACH}road("{road[0]}","{road[1]}").'
        assert not any("in spite of the rubble" in line for line in told("g1", hexes, units, "", facts))
    without = *here[:3], REACH
    assert not any("in spite of the rubble" in line for line in told("g1", *without)) and interdicted(*without) == set()


@pytest.mark.slow
def test_a_leader_who_is_lost_with_it() -> None:
    """a10-711-leader"""
    here = FIELD, "g1:squad@B3 broken dm; g2:leader@B3; a1:squad@B9", "B9-B2"
    for result, is_told in (("fail", True), ("twelve", True), ("pin", False)):
        given = f'{REACH}accompanies(g2,g1). nmc(g1,"B2",{result}).'
        assert any("g2 is lost with g1 without an LLMC for it" in line for line in told("g1", *here, given)) == is_told
    elsewhere = f'{REACH}accompanies(g2,g1). nmc(g1,"B1",fail).'  # where nobody interdicts it
    assert not any("LLMC" in line for line in told("g1", *here, elsewhere))
    alone = f'{REACH}nmc(g1,"B2",fail).'
    assert not any("LLMC" in line for line in told("g1", *here, alone))


def test_beneath_its_vehicle_it_is_safe() -> None:
    """d5-311-crew: next to a vehicle alone, to which nobody surrenders, it would have to rout."""
    crew = 'unit(v1,german,vehicle). at(v1,"B2"). passenger(g1,v1). status(v1,broken). '
    for where, is_told in (("B3", True), ("B9", False)):
        text = asl("B1w B2. B3. B9.", f"g1:squad@B2 broken; a1:vehicle@{where}", "", crew).text
        g1 = Position(text.replace('at(g1,"B2").', "")).g1
        assert (g1.verdict, set(causes(g1.must_rout))) == ("cannot_rout", {"a10-5-must"} if is_told else set())
        assert any("it is safe there" in line for line in g1.assumes) == is_told


@pytest.mark.parametrize(
    ("feature", "is_told"), [("", True), ("smoke", False), ("blaze", False), ("ffe", False), ("tower", True)]
)
def test_what_is_on_the_map_for_los_alone(feature: str, is_told: bool) -> None:
    """asl-mf, a10-51-hazards"""
    there = f'obscured("B2",2,2). {f"""feature("B2",{feature}).""" if feature else ""}'
    here = FIELD, "g1:squad@B3 broken dm; a1:squad@B9", "B9-B3", REACH + there
    assert any("what is in B2 counts for LOS alone" in line for line in told("g1", *here)) == is_told


def test_overstacking_of_an_encircled_unit() -> None:
    """a7-7-encircled, a5-11-overstack: 2 x 2 + 2 MF into B1."""
    crowd = "; ".join(f"g{n}:squad@B1" for n in range(2, 6))
    for status, with_crowd, is_told in (("encircled", True, True), ("encircled", False, False), ("", True, False)):
        units = f"g1:squad@B2 broken dm {status}; a1:squad@B9" + with_crowd * f"; {crowd}"
        missing = told("g1", "B1w B2. B9-", units, "B9-B2", REACH)
        assert any("overstacking MF are not doubled" in line for line in missing) == is_told
    single = REACH + "option(encircled_mf,single)."
    units = f"g1:squad@B2 broken dm encircled; a1:squad@B9; {crowd}"
    assert not any("overstacking" in line for line in told("g1", "B1w B2. B9-", units, "B9-B2", single))
