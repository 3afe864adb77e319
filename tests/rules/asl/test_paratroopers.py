"""Units that have landed by parachute in this Player Turn (E9.4, E9.5), each answer worked out from the rules page."""

from __future__ import annotations

import pytest
from tiny import asl

from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow

LANDED = "history(g1,landed)."


def test_who_has_landed_does_not_rout() -> None:
    """e9-5-paratroopers: next to a1 in the open it neither routs nor surrenders, and is not eliminated; a turn later it does.
    So does a Disrupted unit."""
    for status in ("broken dm", "broken dm disrupted"):
        here = "B1w B2. B3. B4.", f"g1:squad@B3 {status}; a1:squad@B4"
        stays = asl(*here, facts=LANDED).g1
        assert (stays.verdict, stays.must_rout, stays.routes, stays.captors) == ("cannot_rout", (), (), ())
        assert asl(*here).g1.verdict in ("routs", "surrenders")


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
