"""Drifts (E3.752): hexsides that take all the MF to cross, and shelter as a hedge does."""

from __future__ import annotations

import pytest
from tiny import ALONE, asl, must
from tiny_asl import assumed

from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow

DRIFT = 'hexside("B1","B2",drift). environment(ground_snow).'


@pytest.mark.quick
def test_a_drift_takes_all_mf_to_cross() -> None:
    """e3-7-snow (E3.752): as the only step of a run, or by Low Crawl; no step before it, nor behind. A hedge costs 1 MF more."""
    here = asl("B1. B2.", ALONE, facts=DRIFT)
    assert [route.mf for route in here.g1.routes] == [(0, 6), (0, 6)]
    assert {route.posture for route in here.g1.routes} == {"run", "low_crawl"}
    assert asl("B1. B2w", ALONE, facts=DRIFT).destinations == {"B2": 6}
    assert asl("B1. B2. B3w", ALONE, facts=DRIFT).destinations == {}
    assert asl("B1. B2. B3w", ALONE, facts=DRIFT.replace("drift", "hedge")).destinations == {"B3": 4}
    later = DRIFT.replace('"B1","B2"', '"B2","B3"')
    assert asl("B1. B2. B3w", ALONE, facts=later).destinations == {}
    assert asl("B1. B2w", ALONE, facts=DRIFT).judged("B2", mf=2) == (1, {"e3-7-snow": ("B2",)})


@pytest.mark.quick
def test_on_skis_a_drift_costs_nothing() -> None:
    """e4-33-skis, e3-7-snow (E4.3): 1 MF over it and 2 into the woods; into a house skis are taken off before it, and it takes
    all the MF."""
    on = DRIFT + "skis(g1,on)."
    assert asl("B1. B2. B3w", ALONE, facts=on).destinations == {"B3": 3}
    assert asl("B1. B2h", ALONE, facts=on).destinations == {"B2": 6}


def test_out_of_a_foxhole_only_a_low_crawl_crosses_a_drift() -> None:
    """e3-7-snow, b27-entrench, a10-52-crawl: it costs 1 MF to get out."""
    dug = DRIFT + 'feature("B1",foxhole).'
    here = asl("B1. B2.", ALONE.replace("@B1", "@B1@foxhole"), facts=dug)
    assert [(route.posture, route.path[-1]) for route in here.g1.routes] == [("low_crawl", "B2")]


@pytest.mark.parametrize(("option", "crawls"), [("no", {}), ("yes", {"B2": "survives"})])
def test_out_of_wire_no_run_crosses_a_drift(option: str, crawls: dict[str, str]) -> None:
    """e3-7-snow, b26-41-wire, a10-52-crawl: it costs 1 MF to get out; a Low Crawl does by option(wire_crawl,yes) alone."""
    here = asl("B1. B2.", ALONE, facts=DRIFT + f'feature("B1",wire). wire_exit("B1",1). option(wire_crawl,{option}).')
    assert (here.runs, here.crawls) == ({}, crawls)


@pytest.mark.parametrize("more", ["", "environment(night). nvr(2)."])
@pytest.mark.parametrize("units", [ALONE, f"{ALONE}; g2:squad@B2; g3:squad@B2; g4:squad@B2"])
def test_into_a_pillbox_only_a_low_crawl_crosses_a_drift(units: str, more: str) -> None:
    """e3-7-snow, b27-entrench, a10-52-crawl: it costs 1 MF to get in, by night and day, whoever is there."""
    here = asl("B1. B2.", units, facts=DRIFT + 'feature("B2",pillbox). ' + more)
    assert here.runs == ({} if more else {"B1 B2": "survives"})
    assert here.crawls == {"B2": "survives", "B2@pillbox": "survives"}


def test_from_pillbox_to_pillbox_only_a_low_crawl_crosses_a_drift() -> None:
    """e3-7-snow, b27-entrench, a10-52-crawl: 1 MF to get out, and 1 to get in. It runs into its own hex;
    without the Drift, over."""
    row = "B1. B2.", ALONE.replace("@B1", "@B1@pillbox")
    boxes = 'feature("B1",pillbox). feature("B2",pillbox). '
    here = asl(*row, facts=DRIFT + boxes)
    assert here.runs == {"B1@pillbox B1": "survives"}
    assert here.crawls == {"B1": "survives", "B2": "survives", "B2@pillbox": "survives"}
    assert "B1@pillbox B2@pillbox" in asl(*row, facts=boxes).runs


def test_an_answer_says_that_overstacking_behind_a_drift_costs_no_more() -> None:
    """e3-7-snow, a5-11-overstack"""
    no_more = "a Drift takes the whole allowance, and overstacking behind it no more"
    full = f"{ALONE}; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    here = asl("B1. B2.", full, facts=DRIFT)
    assert no_more in assumed(here)
    assert here.run("B1 B2").mf == (0, 6)
    assert no_more not in assumed(asl("B1. B2.", ALONE, facts=DRIFT))
    assert no_more not in assumed(asl("B1. B2.", full, facts=DRIFT.replace("drift", "hedge")))


def test_a_drift_shelters_as_a_hedge() -> None:
    """a10-531-open, e3-7-snow (E3.752, B9.3)"""
    field = "B1w B2. B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    beside = 'hexside("B2","B3",drift). '
    assert must(asl(*field, beside + "environment(deep_snow).")) == set()
    assert must(asl(*field, "environment(deep_snow).")) == {"a1"}


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ('hexside("B1","B2",drift).', "a Drift lies only in Ground Snow and Deep Snow"),
        (DRIFT + 'road("B1","B2").', "a Drift across a road"),
        (DRIFT + 'hexside("B2","B1",wall).', "given as two things"),
    ],
)
def test_what_a_drift_excludes(facts: str, message: str) -> None:
    """e3-7-snow"""
    with pytest.raises(InstanceError, match=message):
        _ = asl("B1. B2.", ALONE, facts=facts).g1
