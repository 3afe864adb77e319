"""Vehicles and wrecks in a hex, and wrecks that burn (D9.3, B25.14).

Every answer is worked out by hand from the sentence of the rule. Costs in comments are MF: open ground 1, woods 2.
"""

from __future__ import annotations

import pytest
from tiny import asl, causes
from tiny_asl import REACH

FIELD = "B1w B2. B3. B4. B5. B6. B7. B8. B9."
SHOT = FIELD, "g1:squad@B3 broken dm; a1:squad@B9", "B9-B1 B9-B2"

# --- d9-3-tem ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hull", "fires"),
    [
        ('wreck("B2").', False),
        ('unit(g2,german,vehicle). at(g2,"B2"). afv(g2).', False),
        ('unit(g2,german,vehicle). at(g2,"B2").', False),
        ('unit(g2,german,vehicle). at(g2,"B2"). status(g2,motion).', True),
        ('unit(a2,american,vehicle). at(a2,"B2"). status(a2,abandoned).', False),
        ('wreck("B1").', True),
    ],
    ids=["wreck", "AFV", "truck", "in Motion", "of the enemy", "next door"],
)
def test_a_hull_in_the_hex_is_a_tem(hull: str, fires: bool) -> None:
    """d9-3-tem, a10-531-open: a1 interdicts g1 in B2, or the hull there shelters it."""
    here = asl(*SHOT, REACH + hull)
    runs = [run for run in here.g1.routes if run.posture == "run" and "B2" in run.path]
    assert runs or "a2" in hull
    assert all(bool(run.interdicted) is fires for run in runs)
    assert not any("D9.3" in line for line in here.g1.assumes)


@pytest.mark.parametrize(("hull", "forced"), [("", True), ('wreck("B3").', False), ('wreck("B4").', True)])
def test_with_a_hull_it_is_not_in_open_ground(hull: str, forced: bool) -> None:
    """d9-3-tem, a10-5-must: nor is it where its rout begins."""
    here = asl(FIELD, "g1:squad@B3 broken dm; a1:squad@B9", "B9-B3", REACH + hull)
    assert bool(here.g1.must_rout) is forced


def test_who_fires_from_within_the_hex_sees_no_hull() -> None:
    """d9-3-tem: a1 in the pillbox of B2 is in the hex; a2 in B9 is not."""
    facts = 'feature("B2",pillbox). wreck("B2"). normal_range(a2,9).'
    units = "g1:squad@B2 broken dm; a2:squad@B9; a1:squad@B2@pillbox broken"
    here = asl(FIELD, units, "B9-B2 B2@pillbox-B2", facts)
    assert causes(here.g1.must_rout) == {"a10-5-must": ("a1",)}


# --- b25-14-wreck --------------------------------------------------------------------------------------------------


def test_a_burning_wreck_is_no_blaze() -> None:
    """b25-14-wreck: into the woods of B2 2 and 1 for the smoke; with the woods on fire, or without a wreck, nobody enters."""
    here = "B2w B3.", "g1:squad@B3 broken dm"
    fire = 'feature("B2",blaze). '
    assert asl(*here, facts=fire + 'wreck("B2").').destinations == {"B2": 3}
    assert asl(*here, facts=fire).destinations == {}
    assert asl(*here, facts=fire + 'wreck("B2"). blaze_terrain("B2").').destinations == {}
    assert asl(*here, facts=fire + 'wreck("B3").').destinations == {}


def test_with_a_burning_wreck_it_need_not_leave() -> None:
    """b25-14-wreck, a10-5-must"""
    here = "B2w B3.", "g1:squad@B3 broken dm"
    assert not asl(*here, facts='feature("B3",blaze). wreck("B3").').g1.must_rout
    burning = asl(*here, facts='feature("B3",blaze). wreck("B3"). blaze_terrain("B3").').g1
    assert causes(burning.must_rout) == {"a10-5-must": ("B3",)}
