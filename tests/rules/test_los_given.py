"""LOS given by a file: of entrenchments and shellholes, which are in the Location of their hex, and of
Hindrances that block."""

from __future__ import annotations

import pytest
from tiny import Position, asl, position

ALONG = "B2. B3. B4w B8-"  # to B4 it would come closer to B8
APART = "g1:squad@B3 broken dm; a1:squad@B8"


@pytest.mark.slow
@pytest.mark.parametrize("feature", ["foxhole", "trench"])
@pytest.mark.parametrize("los", ["B8@{}-B3", "B3-B8@{}", "B8-B3@{}", "B3@{}-B8@{}"])
def test_the_los_of_an_entrenchment_is_that_of_its_hex(feature: str, los: str) -> None:
    """a10-5-must, LOS facts: whichever end the file gives by what is dug there, a1 sees g1 in the open, 5 hexes away."""
    dug = f'feature("B3",{feature}). feature("B8",{feature}).'
    seen = asl("B1w B2. B3. B8-", APART, los.format(feature, feature), dug)
    assert {by for reason in seen.g1.must_rout for by in reason.because} == {"a1"}
    assert seen.g1.verdict == "routs"
    assert asl("B1w B2. B3. B8-", APART, "", dug).g1.verdict == "may_rout"


@pytest.mark.parametrize("los", ["B8@{}-B3", "B3-B8@{}", "B8-B3@{}", "B3@{}-B8@{}"])
def test_the_los_of_shellholes_is_that_of_their_hex(los: str) -> None:
    """a10-51-closer, LOS facts: a1 is Known to g1, who is not in the open there, and bars the woods of B4."""
    dug = 'feature("B3",shellholes). feature("B8",shellholes).'
    given = asl(ALONG, APART, los.format("shellholes", "shellholes"), dug)
    assert (given.destinations, asl(ALONG, APART, "", dug).destinations) == ({}, {"B4": 2.0})


def test_los_to_an_entrenchment_shows_whoever_is_in_its_hex() -> None:
    """a10-532-interdict, LOS facts: a1 interdicts B2, which the file names by the foxhole there."""
    here = asl("B1w B2. B3w B8-", APART, "B8-B2@foxhole", 'feature("B2",foxhole).')
    assert [(at.hex, at.by) for at in here.run("B3 B2 B1").interdicted] == [("B2", ("a1",))]


@pytest.mark.parametrize("write", [position, asl])
@pytest.mark.parametrize("los", ["B8-B3/{}", "B3-B8/{}"])
def test_six_hindrances_block(write: object, los: str) -> None:
    """a10-51-closer, sk-step-closer, A6.7: through five Hindrances a1 is Known and bars the woods of B4; through six
    or more there
    is no LOS, and the answer says so."""
    assert callable(write)
    five: Position = write(ALONG, APART, los.format(5))
    assert five.destinations == {} and "B3 B4" not in five.runs
    assert not any("A6.7" in sentence for sentence in five.g1.assumes)
    for many in (6, 9):
        blocked: Position = write(ALONG, APART, los.format(many))
        assert blocked.destinations == {"B4": 2.0}
        told = [sentence for sentence in blocked.g1.assumes if "A6.7" in sentence]
        assert told == ["the LOS between B3 and B8 is blocked by its six or more Hindrances (A6.7)"]


@pytest.mark.parametrize("write", [position, asl])
def test_each_direction_has_its_own_hindrances(write: object) -> None:
    """sk-step-closer, a10-51-closer, A6.7: blocked from B8 to B3, clear the other way; what counts is what the
    enemy's place gives."""
    assert callable(write)
    blocked, seen = write(ALONG, APART, "B8-B3/6 B3-B8/0"), write(ALONG, APART, "B8-B3/0 B3-B8/6")
    assert (blocked.destinations, seen.destinations) == ({"B4": 2.0}, {})
    assert [any("A6.7" in sentence for sentence in here.g1.assumes) for here in (blocked, seen)] == [True, False]


def test_six_hindrances_far_from_its_ways_are_not_told() -> None:
    """A6.7: B20 is where g1 never gets to."""
    here = position("B1w B2. B3. B8- B20.", APART, "B8-B20/6 B8-B3")
    assert not any("A6.7" in sentence for sentence in here.g1.assumes)
