"""Units that have landed by parachute in this Player Turn (E9.4, E9.5), each answer worked out from the rules page."""

from __future__ import annotations

import pytest
from tiny import asl

from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow

LANDED = "history(g1,landed)."


@pytest.mark.quick
def test_who_has_landed_does_not_rout() -> None:
    """e9-5-paratroopers: next to a1 in the open it neither routs nor surrenders, and is not eliminated; a turn later it does.
    So does a Disrupted unit."""
    for status in ("broken dm", "broken dm disrupted"):
        here = "B1w B2. B3. B4.", f"g1:squad@B3 {status}; a1:squad@B4"
        stays = asl(*here, facts=LANDED).g1
        assert (stays.verdict, stays.must_rout, stays.routes, stays.captors) == ("cannot_rout", (), (), ())
        assert asl(*here).g1.verdict in ("routs", "surrenders")


def test_a_leader_who_has_landed_goes_along_with_nobody() -> None:
    """e9-5-paratroopers, a10-711-leader: g2 is with g1, and could go along if he had not landed."""
    here = "B1w B2. B3. B4.", "g1:squad@B3 broken dm; g2:leader@B3; a1:squad@B4"
    assert asl(*here).unit("g1").may_accompany == ("g2",)
    assert asl(*here, facts="history(g2,landed).").unit("g1").may_accompany == ()


@pytest.mark.quick
def test_who_has_landed_interdicts_nobody() -> None:
    """e9-5-paratroopers: a1, 9 hexes off, would interdict g1 in B2."""
    here = "B1w B2. B3. B4. B5. B6. B7. B8. B9. B11.", "g1:squad@B3 broken dm; a1:squad@B11", "B11-B2 B11-B3"
    reach = "normal_range(a1,12)."
    assert asl(*here, reach).run("B3 B2 B1").interdicted
    assert not asl(*here, reach + "history(a1,landed).").run("B3 B2 B1").interdicted


def test_who_has_landed_does_not_break_on_purpose() -> None:
    """e9-5-paratroopers, a10-41-voluntary"""
    here = "B1w B2. B3. B4.", "g1:squad@B3; a1:squad@B4"
    assert asl(*here).unit("g1").may_break
    assert not asl(*here, facts=LANDED).unit("g1").may_break
    with pytest.raises(InstanceError, match="does not break on purpose: remove breaks/1"):
        _ = asl(*here, facts=LANDED + "breaks(g1).").g1


def test_who_has_landed_far_off_is_told() -> None:
    """e9-5-paratroopers: a1, 9 hexes off, drives g1 out of the open; nothing says that it does not."""
    here = "B1w B2. B3. B4. B5. B6. B7. B8. B9. B11. B12.", "g1:squad@B3 broken; a1:squad@B12", "B12-B3"
    landed = asl(*here, "normal_range(a1,12). history(a1,landed).").g1
    assert landed.verdict == "routs"
    assert any("a1 has just landed, and is taken to give DM" in line for line in landed.assumes)
    assert not any("has just landed" in line for line in asl(*here, "normal_range(a1,12).").g1.assumes)
    assert not any("has just landed" in line for line in asl(*here, "history(a1,landed).").g1.assumes)


@pytest.mark.parametrize(("place", "refused"), [("B9", True), ("B10", True), ("B11", False)])
def test_who_has_landed_next_to_where_a_rout_could_come_is_refused(place: str, refused: bool) -> None:
    """e9-5-paratroopers: g1 gets six hexes far, to B9; in B10 a1 is ADJACENT to that."""
    here = " ".join(f"B{n}." for n in range(3, 13)), f"g1:squad@B3 broken dm; a1:squad@{place}"
    if refused:
        with pytest.raises(InstanceError, match="not said whether"):
            _ = asl(*here, facts="history(a1,landed).").g1
    else:
        assert asl(*here, facts="history(a1,landed).").g1.verdict == "may_rout"


@pytest.mark.parametrize(("ground", "refused"), [(".", True), ("b", False)])
def test_who_has_landed_beyond_its_mf_changes_nothing(ground: str, refused: bool) -> None:
    """e9-5-paratroopers: the way to B8, next to a1, costs 1 MF a hex, 5 in all; through brush 2 each, so that g1 gets to B6."""
    here = "B3. " + " ".join(f"B{n}{ground}" for n in range(4, 9)) + " B9.", "g1:squad@B3 broken dm; a1:squad@B9"
    if refused:
        with pytest.raises(InstanceError, match="not said whether"):
            _ = asl(*here, facts="history(a1,landed).").g1
    else:
        assert asl(*here, facts="history(a1,landed).").g1.verdict == "may_rout"


@pytest.mark.parametrize(
    ("units", "facts", "message"),
    [
        ("g1:squad@B1 broken dm; a1:squad@B2", "history(a1,landed).", "not said whether"),
        ("g1:squad@B1 broken dm; g2:vehicle@B2", "history(g2,landed).", "only Infantry"),
        ("g1:squad@B1 broken dm melee; a1:squad@B1", LANDED, "no Close Combat"),
        ("g1:squad@B1 broken dm; g2:leader@B1", "history(g2,landed). accompanies(g2,g1).", "goes along with nobody"),
    ],
)
def test_what_landing_excludes(units: str, facts: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        _ = asl("B1. B2.", units, facts=facts).g1
