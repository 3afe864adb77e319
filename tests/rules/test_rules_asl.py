"""The full ASL rules one by one, each on a position of a few hexes that shows it and nothing else.

Every answer here is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16). Costs in the
comments are MF: open ground 1, brush and cover 2. An American sees the hexes next to it; the other LOS are named.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import enumerator_asl
import pytest
from tiny import TERRAIN, Position, causes, cell, facts_of

import pyrout
from pyrout import referee, report
from pyrout.errors import InstanceError
from pyrout.question import ask
from pyrout.rule_index import citations, options

pytestmark = pytest.mark.slow

TERRAIN.update({"m": "marsh", "r": "rubble"})
CORRIDOR = "B1. B2. B3. B4. B5. B6. B7. B8."


class Claim(NamedTuple):
    """A claimed rout: see `Position.judged`."""

    path: str
    to: str | None = None
    low_crawl: bool = False
    mf: float | None = None


def touching(a: str, b: str) -> bool:
    (c, r), (d, s) = cell(a), cell(b)
    return (abs(c - d), abs(r - s)) in ((0, 2), (1, 1))


def asl(hexes: str, units: str, los: str = "", facts: str = "", attacker: str = "german") -> Position:
    """A position in the notation of `tiny`; enemies see what is next to them."""
    names = [entry[:-1] for entry in hexes.split()]
    placed = {entry.split()[0].partition("@")[2] for entry in units.split(";") if entry.strip().startswith("a")}
    near = " ".join(
        f"{p}-{n}"
        for p in sorted(placed)
        for n in names
        if touching(p, n) and f"{p}-{n}" not in los.replace("/", " ").split()
    )
    return Position(facts_of(hexes, units, f"{los} {near}", facts, attacker).replace("rules(aslsk)", "rules(asl)"))


# --- who matters for what ---------------------------------------------------------------------------------------
# The table of the collected rulings, a row for each kind of enemy: whether it gives DM next to it, forces from next to it,
# forces from Open Ground, bars coming closer, bars coming ADJACENT, interdicts, takes prisoners.

TABLE = {
    "a1:squad@{}": "dm adjacent open closer near interdicts takes",
    "a1:squad@{} pinned": "dm adjacent open closer near takes",
    "a1:squad@{} cx": "dm adjacent open closer near takes",
    "a1:squad@{} encircled": "dm adjacent open closer near takes",
    "a1:squad@{} broken": "dm open closer near",
    "a1:squad@{} broken disrupted": "dm open closer near",
    "a1:squad@{} unarmed": "near",
    "a1:squad@{} broken unarmed": "near",
    "a1:squad@{} melee": "dm adjacent closer near",
    "a1:squad@{} berserk": "dm adjacent open closer near interdicts",
    "a1:squad@{} concealed": "",
    "a1:squad@{} hidden": "",
    "a1:squad@{} captured": "",
    "a1:dummy@{}": "",
    "a1:leader@{}": "dm adjacent closer near takes",
    "a1:vehicle@{}": "dm adjacent open closer near interdicts",
    "a1:vehicle@{} buttoned_up": "dm adjacent open closer near",
    "a1:vehicle@{} abandoned": "near",
    "a1:cavalry@{}": "dm adjacent open closer near interdicts takes",
    "a1:gun@{}": "dm adjacent open closer near interdicts takes",
}


@pytest.mark.parametrize(("enemy", "matters"), TABLE.items())
@pytest.mark.slow
def test_who_matters_for_what(enemy: str, matters: str) -> None:
    """A7, A10.41-A10.62, A20.21: what an enemy must be to count. (a10-62-dm, a10-5-must, a10-51-closer, a10-51-adjacent,
    a10-532-interdict, a20-21-surrender, a20-21-vehicle)"""
    cover = asl("B1w B2w B3w", f"g1:squad@B2 broken; {enemy.format('B3')}")
    field = asl(CORRIDOR, f"g1:squad@B1 broken; {enemy.format('B4')}", "B4-B1")
    bars = asl("B1w B2w B3w B4w", f"g1:squad@B2 broken dm; {enemy.format('B4')}", "B4-B2").around["B3"]
    run = asl("B1. B2w B3w B4w B5w", f"g1:squad@B2 broken dm; {enemy.format('B5')}", "B5-B2 B5-B1").g1
    held = asl(
        "B1. B2w B3w B9-", f"g1:squad@B2 broken dm; {enemy.format('B3')}; a2:squad@B9", "B9-B1", "normal_range(a2,9)."
    ).g1
    found = {
        "dm": bool(cover.g1.dm),
        "adjacent": bool(cover.g1.must_rout),
        "open": bool(field.g1.must_rout),
        "closer": "a10-51-closer" in bars,
        "near": "a10-51-adjacent" in bars,
        "interdicts": any(route.interdicted for route in run.routes),
        "takes": held.verdict == "surrenders",
    }
    assert {what for what, true in found.items() if true} == set(matters.split())


# --- A10.4, A10.5, A10.62 ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_causes_of_dm() -> None:
    """a10-62-dm, a10-62-attack, a10-62-keep: breaking, attacks, and a marker that was kept."""
    for cause in (
        "broke",
        "enemy_adjacent",
        "kept_dm",
        "attacked(wp)",
        "attacked(cc)",
        "attacked(fp)",
        "attacked(sniper)",
    ):
        assert asl("B1w B2w", "g1:squad@B1 broken", facts=f"history(g1,{cause}).").g1.verdict == "may_rout"
    assert asl("B1w B2w", "g1:squad@B1 broken").g1.verdict == "cannot_rout"


def test_what_gives_dm_where_nothing_forces_it() -> None:
    """a10-62-dm: a Blaze, also in a pillbox, which it must leave (b25-4-pillbox); the open in the LOS and Normal Range of a1,
    also where failure to rout does not count (f-1c-desert)."""
    burning = asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B2",pillbox). feature("B2@pillbox",blaze).').text
    boxed = Position(burning.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)')).g1
    assert (boxed.verdict, boxed.dm) == ("routs", ("a10-62-dm",))
    assert causes(boxed.must_rout) == {"a10-5-must": ("B2@pillbox",)}
    desert = asl(CORRIDOR, "g1:squad@B1 broken; a1:squad@B8", "B8-B1", "normal_range(a1,12). environment(desert).").g1
    assert (desert.dm, desert.must_rout) == (("a10-62-dm",), ())


@pytest.mark.parametrize("fate", ["broken disrupted", "broken dm encircled", "broken dm"])
def test_who_is_gone_has_given_dm(fate: str) -> None:
    """a10-62-dm, "was ADJACENT ... during this Player Turn": next to the armed a1, which surrenders to g2, or is eliminated,
    before g1's turn comes, g1 is DM. Of an unarmed a1 it is not, nor of one a hex farther off."""
    los, quarter = "B3-B4", "no_quarter(american)." if fate == "broken dm" else ""
    hexes = "B1w B2w B3. B4w"
    here = hexes, f"g1:squad@B2 broken; g2:squad@B4; a1:squad@B3 {fate}", los, quarter, "american"
    assert asl(*here).unit("a1").verdict == ("eliminated" if quarter else "surrenders")
    assert (asl(*here).g1.verdict, asl(*here).g1.dm) == ("may_rout", ("a10-62-dm",))
    unarmed = asl(hexes, here[1] + " unarmed", *here[2:])
    farther = asl(hexes, here[1].replace("g1:squad@B2", "g1:squad@B1"), *here[2:])
    assert (unarmed.g1.verdict, farther.g1.verdict) == ("cannot_rout", "cannot_rout")


def test_a_disrupted_unit_routs_without_dm() -> None:
    """a19-12-rout, a10-62-dm: next to a vehicle it has to, and it becomes DM only if the vehicle is armed."""
    here = "B1w B2w B3w", "g1:squad@B2 broken disrupted; a1:vehicle@B3"
    armed = asl(*here).g1
    assert (armed.verdict, armed.dm) == ("routs", ("a10-62-dm",))
    unarmed = asl(here[0], here[1] + " unarmed").g1
    assert (unarmed.verdict, unarmed.dm) == ("routs", ())


def test_a_disrupted_unit_in_a_blaze() -> None:
    """a10-5-must, a19-12-rout: the Blaze forces it by both."""
    here = asl("B1w B2w", "g1:squad@B2 broken disrupted", facts='feature("B2",blaze).').g1
    assert causes(here.must_rout) == {"a10-5-must": ("B2",), "a19-12-rout": ("B2",)}


def test_an_overstacked_unit_may_keep_its_dm() -> None:
    """a10-62-keep, note 24: "or overstacked in it"; in woods it may not."""
    assert not asl("B1w B2w", "g1:squad@B1 broken dm").g1.may_keep_dm
    assert asl("B1w B2w", "g1:squad@B1 broken dm overstacked").g1.may_keep_dm


def test_a_unit_without_dm_may_not_rout() -> None:
    """a10-5-may"""
    assert causes(asl("B1w B2w", "g1:squad@B1 broken").g1.reasons) == {"a10-5-may": ()}


def test_a_unit_in_melee_does_not_rout() -> None:
    """a11-15-melee, a11-16-disrupted"""
    melee = asl("B1. B2w", "g1:squad@B1 broken dm melee; a1:squad@B1 melee").g1
    assert (melee.verdict, causes(melee.reasons)) == ("cannot_rout", {"a11-15-melee": ()})
    both = asl("B1. B2w", "g1:squad@B1 broken dm melee disrupted; a1:squad@B1 melee").g1
    assert (both.verdict, "a11-16-disrupted" in causes(both.reasons)) == ("eliminated", True)


def test_open_ground_is_judged_for_each_enemy() -> None:
    """a10-531-open: a Hindrance, range, a hill or a wall in between lifts the duty."""
    here = CORRIDOR, "g1:squad@B1 broken; a1:squad@B4"
    assert asl(*here, "B4-B1").g1.must_rout
    assert not asl(*here, "B4-B1/1").g1.must_rout
    assert not asl(*here, "B4-B1", "normal_range(a1,2).").g1.must_rout
    assert not asl(*here, "B4-B1", 'elevation("B1",1).').g1.must_rout  # Height Advantage
    assert asl(*here, "B4-B1", 'elevation("B4",1).').g1.must_rout
    assert not asl(*here, "B4-B1", 'hexside("B1","B2",wall).').g1.must_rout
    assert asl("A1. " + CORRIDOR, *here[1:], "B4-B1", 'hexside("B1","A1",wall).').g1.must_rout  # not in the way
    assert not asl(CORRIDOR, "g1:squad@B1 broken entrenched; a1:squad@B4", "B4-B1").g1.must_rout
    gun = "g1:squad@B1 broken; a1:gun@B4"
    assert asl(CORRIDOR, gun, "B4-B1").g1.must_rout
    assert not asl(CORRIDOR, gun + " malfunctioned", "B4-B1").g1.must_rout


def test_option_broken_forces() -> None:
    """option(broken_forces,no): a broken enemy does not force from Open Ground."""
    here = CORRIDOR, "g1:squad@B1 broken; a1:squad@B4 broken", "B4-B1"
    assert asl(*here).g1.must_rout
    assert not asl(*here, "option(broken_forces,no).").g1.must_rout


def test_an_unarmed_enemy_has_no_normal_range() -> None:
    """a10-5-must, a10-62-dm, a10-532-interdict: whatever the file says of it. Next to one, in the open and with nowhere to
    go, g1 stays; an armed one eliminates it. SW do not arm it either."""
    hexes, near = "B1. B2.", "g1:squad@B1 broken dm; a1:squad@B2"
    nowhere = "no_quarter(german)."
    assert asl(hexes, near, facts=nowhere).g1.verdict == "eliminated"
    unarmed = asl(hexes, near + " unarmed", facts=nowhere).g1
    assert (unarmed.verdict, unarmed.must_rout) == ("stays", ())
    calm = asl(hexes, "g1:squad@B1 broken; a1:squad@B2 unarmed", facts="possesses(a1,m). sw(m,lmg,1,8).").g1
    assert (calm.verdict, calm.dm) == ("cannot_rout", ())
    run = asl("B1w B2. B3. B8.", "g1:squad@B3 broken dm; a1:squad@B8 unarmed", "B8-B3 B8-B2", "normal_range(a1,9).")
    assert run.run("B3 B2 B1").interdicted == ()


def test_desert() -> None:
    """f-1c-desert: in the desert only enemies within 6 hexes force from Open Ground."""
    here = CORRIDOR, "g1:squad@B1 broken; a1:squad@B8", "B8-B1"
    assert asl(*here, "normal_range(a1,12).").g1.must_rout
    assert not asl(*here, "normal_range(a1,12). environment(desert).").g1.must_rout


def test_blaze_and_water_drive_out() -> None:
    """a10-5-must, a10-51-hazards: whoever starts in one must leave, and nobody enters one."""
    fire = asl("B1w B2w B3w", "g1:squad@B2 broken", facts='feature("B2",blaze). feature("B1",blaze).').g1
    assert causes(fire.must_rout) == {"a10-5-must": ("B2",)}
    assert {route.path[1] for route in fire.routes} == {"B3"}
    assert causes(asl("B1~ B2w", "g1:squad@B1 broken").g1.must_rout) == {"a10-5-must": ("B1",)}


def test_without_a_way_it_is_eliminated() -> None:
    """a10-51-none"""
    lost = asl("B1. B2.", "g1:squad@B1 broken; a1:squad@B2", facts="no_quarter(german).").g1
    assert (lost.verdict, causes(lost.reasons)) == ("eliminated", {"a10-5-must": ("a1",), "a10-51-none": ()})


def test_eliminated_attackers_are_gone() -> None:
    """a10-5-order: g1, shut in by a2, is captured before a1 routs: B3 no longer leads towards an armed enemy."""
    here = "A1- B1w B2- B3w B4w", "g1:squad@B1 broken dm; a1:squad@B4 broken dm; a2:squad@A1", "B1-B4"
    assert asl(*here).g1.verdict == "surrenders"
    assert {r.path for r in asl(*here).unit("a1").routes if r.posture == "run"} == {("B4", "B3")}
    assert asl(*here, attacker="american").unit("a1").routes == ()


# --- A10.51 -----------------------------------------------------------------------------------------------------


def test_no_step_may_lead_away_from_the_destination() -> None:
    """a10-51-toward: B3 is 1 hex away from B2 and A3, and 2 from B1 and A2."""
    here = asl("B1. B2. B3w A2. A3.", "g1:squad@B2 broken dm")
    assert set(here.runs) == {"B2 B3", "B2 A3 B3"}
    assert here.judged("A2 A3 B3") == (1, {"a10-51-toward": ("B3",)})


def test_option_toward() -> None:
    """option(toward,reach): it only has to arrive. From B2 it is 2 hexes to B4, from A2 3."""
    hexes = "B2. B1. A1. A2b A3. A4. B4w B3~"
    assert set(asl(hexes, "g1:squad@B2 broken dm").runs) == {"B2 A3 A4 B4"}
    free = asl(hexes, "g1:squad@B2 broken dm", facts="option(toward,reach).")
    assert set(free.runs) == {"B2 A3 A4 B4", "B2 A2 A3 A4 B4"}  # the latter for 6 MF


def test_the_nearest_binds() -> None:
    """a10-51-nearest, a10-51-reach"""
    here = asl("B1w B2. B3. B4. B5w", "g1:squad@B3 broken dm")
    assert here.destinations == {"B1": 3.0, "B5": 3.0}
    here = asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm")
    assert here.destinations == {"B1": 3.0}
    assert here.excluded == {("B6", "a10-51-nearest"): (4.0, ("B1",))}


def test_cover_no_farther_from_an_enemy_may_be_ignored() -> None:
    """a10-51-ignore-range"""
    here = asl("A1w A2. A3. B1w B2. C1. C2.", "g1:squad@A2 broken dm; a1:squad@C2", "C2-A2")
    ignorable = {d.hex: d.ignorable for d in here.g1.destinations}
    # C2 to A2: 2 hexes; to B1: 1 (barred: closer); to A1: 2, so it may be ignored.
    assert ignorable == {"A1": True}
    assert here.g1.free


def test_a_free_rout_does_not_lead_away_from_where_it_goes() -> None:
    """option(free_toward,yes) option(free_toward,no), a10-51-free, a10-51-toward: chart, "any Location that complies with the
    Path Restrictions", and it moves toward it. B2 B1 A2 A3 leads away from A3 at once, B2 A2 A3 B3 from B3: A2 is 2 hexes
    from it, B2 only 1."""
    hexes, units = "A2. A3. B1. B2. B3.", "g1:squad@B2 broken dm"
    here = asl(hexes, units)
    assert here.g1.free
    assert set(here.runs) == {
        "B2 B1",
        "B2 B3",
        "B2 A2",
        "B2 A3",
        "B2 A2 A3",
        "B2 A3 A2",
        "B2 A2 B1",
        "B2 B1 A2",
        "B2 A3 B3",
        "B2 B3 A3",
    }
    assert {leg for _, leg in here.legs} == {"B2>free"}
    wandering = asl(hexes, units, facts="option(free_toward,no).")
    assert set(wandering.runs) - set(here.runs) == {
        "B2 B1 A2 A3",
        "B2 B1 A2 A3 B3",
        "B2 A2 A3 B3",
        "B2 A3 A2 B1",
        "B2 B3 A3 A2",
        "B2 B3 A3 A2 B1",
    }
    assert set(here.runs) <= set(wandering.runs)
    assert here.judged("B1 A2 A3") == (3, {"a10-51-toward": ("A3",)})
    assert here.judged("A2 A3") == "survives"


def test_a_free_rout_does_not_stop_on_the_way_to_where_it_cannot_stop() -> None:
    """a10-51-free: B2 and A3 are 2 hexes from B4, A2 is 3. By way of A2 it may go on to A4, 2 hexes from B2 and A2, not to B4."""
    here = asl("A2. A3. A4. B2. B3~ B4.", "g1:squad@B2 broken dm")
    assert "B2 A3 A4 B4" in here.runs
    assert "B2 A2 A3 A4 B4" not in here.runs
    assert here.judged("A2 A3 A4 B4") == (4, {"a10-51-toward": ("B4",)})


def test_explain_says_why_a_free_rout_does_not_get_there() -> None:
    """a10-51-toward: in order to get round the water to B4 it would have to go by way of A2, 3 hexes from B4."""
    here = asl("A2. A3b A4. B2. B3~ B4.", "g1:squad@B2 broken dm", facts='hexside("A3","B2",cliff).')
    explained = pyrout.explain_hex(here.instance, "g1", "B4")
    assert {cause for step in explained.barred for cause in causes(step.reasons).items()} == {
        ("a10-51-toward", ("B4",))
    }
    assert not explained.ends


def test_own_building_may_be_ignored() -> None:
    """a10-51-ignore-building, a10-51-what-counts: not a Rowhouse, whose hexes are buildings of their own."""
    hexes, facts = "B1s B2s B3.", 'building("b","B1"). building("b","B2").'
    assert {d.hex: d.ignorable for d in asl(hexes, "g1:squad@B2 broken dm", facts=facts).g1.destinations} == {
        "B1": True
    }
    row = facts + ' feature("B1",rowhouse). feature("B2",rowhouse).'
    assert {d.hex: d.ignorable for d in asl(hexes, "g1:squad@B2 broken dm", facts=row).g1.destinations} == {"B1": False}
    ruin = asl("A1w A2. B1s B2r C2.", "g1:squad@B2 broken dm", facts=facts).g1
    assert {d.hex: d.ignorable for d in ruin.destinations}["B1"] is False, "rubble is no building any more"
    unsaid = asl("A1w A2. B1s B2- C2.", "g1:squad@B2 broken dm", facts=facts).g1
    assert {d.hex: d.ignorable for d in unsaid.destinations}["B1"] is True, "its other terrain is not said"


def test_option_leave_building() -> None:
    """option(leave_building,cover): it ignores its building only towards other cover."""
    hexes, facts = "B1s B2s B3.", 'building("b","B1"). building("b","B2").'
    assert asl(hexes, "g1:squad@B2 broken dm", facts=facts).g1.free
    strict = asl(hexes, "g1:squad@B2 broken dm", facts=facts + " option(leave_building,cover).")
    assert not strict.g1.free
    assert set(strict.runs) == {"B2 B1"}


def test_option_leave_building_binds_to_the_building_without_other_cover() -> None:
    """option(leave_building,cover): "and toward another building/woods hex" (A10.51). With no other cover in reach it may not
    ignore B1 (2 MF), of its own building, and so not go on to B0 (4 MF); the woods of B5 (4 MF) let it ignore both."""
    facts = 'building("b","B0"). building("b","B1"). building("b","B2"). option(leave_building,cover).'
    alone = asl("B0s B1s B2s B3.", "g1:squad@B2 broken dm", facts=facts).g1
    assert {(d.hex, d.mf, d.ignorable) for d in alone.destinations} == {("B1", 2, False)}
    woods = asl("B0s B1s B2s B3. B4. B5w", "g1:squad@B2 broken dm", facts=facts).g1
    assert {(d.hex, d.mf, d.ignorable) for d in woods.destinations} == {
        ("B0", 4, True),
        ("B1", 2, True),
        ("B5", 4, False),
    }


def test_option_leave_building_counts_a_safe_way_through_the_building() -> None:
    """option(leave_building,cover), a10-51-hazards: B1 costs 4 MF through the mines of B2, and 5 by way of A3 and A2, which
    counts; B0 costs 6, through the mines only."""
    facts = "".join(f'building("b","B{n}"). ' for n in range(4)) + 'feature("B2",minefield(known)). '
    here = "A2. A3b B0s B1s B2s B3s", "g1:squad@B3 broken dm", ""
    assert asl(*here, facts + "option(leave_building,cover).").destinations == {"B1": 4, "B2": 2}
    assert asl(*here, facts).destinations == {"B0": 6, "B1": 4, "B2": 2}


def test_option_leave_building_where_it_chooses_anew() -> None:
    """option(leave_building,cover), a10-51-refigure: in E3 it meets a1. With 4 MF left it can reach the other building, C4, and
    so ignore its own; by way of E4 it has 3 left, and has to go to the nearest Location of its own, D2, not above it."""
    facts = 'building("b","D2"). building("b","D3"). level("D2",1). stairwell("D2"). option(leave_building,cover).'
    legs = asl("C4s D2s D3s D4. E3s E4. F2-", "g1:half_squad@D3 broken dm; a1:leader@F2", "", facts).legs
    assert ("D3 E3 D2 D2@1", "D3>E3 E3>D2@1") in legs
    assert ("D3 E4 E3 D2", "D3>E3 E3>D2") in legs
    assert ("D3 E4 E3 D2 D2@1", "D3>E3 E3>D2@1") not in legs


def test_a_known_unarmed_enemy_bars_too() -> None:
    """a10-51-adjacent and option(bar_unarmed,no)"""
    here = "B1w B2w B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4 unarmed", "B4-B2"
    assert asl(*here).around["B3"] == {"a10-51-adjacent": ("a1",)}
    assert asl(*here, "option(bar_unarmed,no).").around["B3"] == {}


def test_out_of_the_enemys_own_location() -> None:
    """a10-51-adjacent: leaving its Location it may enter one ADJACENT to it; a10-51-again: not a second one."""
    here = asl("B1w B2w B3w", "g1:squad@B2 broken dm; a1:squad@B2", facts="no_quarter(german).")
    assert here.around == {"B1": {}, "B3": {}}
    away = asl("A1w A2w B1w", "g1:squad@B1 broken dm; a1:squad@A2", facts="no_quarter(german).")
    assert away.around["A1"] == {"a10-51-adjacent": ("a1",), "a10-51-again": ("a1",)}


def test_next_to_a_broken_enemy_it_may_stop_or_choose_anew() -> None:
    """a10-51-arrived: it discovers the broken a1 in B2 on reaching B3."""
    here = asl("B2w B3w B4. B5. B6w", "g1:squad@B4 broken dm; a1:squad@B2 broken", "")
    assert here.runs["B4 B3"] == "survives"


def test_arriving_next_to_an_armed_enemy_it_chooses_anew() -> None:
    """a10-51-refigure, a10-5-ftr, a20-21-captor: in B2 it discovers a1 in B1, and the only way on leads back, barred by
    nobody: B3 is no closer to B1."""
    here = asl("B1w B2w B3. B4w", "g1:squad@B3 broken dm; a1:squad@B1", facts="no_quarter(german).")
    assert ("B3 B2 B3 B4", "B3>B2 B2>B4") in here.legs


def test_leaves_its_location() -> None:
    """a10-51-leave: it cannot be bound for where it began, so the step back is the fault."""
    assert asl("B1. B2.", "g1:squad@B1 broken dm").judged("B2 B1") == (2, {"a10-51-leave": ("B1",)})


# --- A10.52 -----------------------------------------------------------------------------------------------------


def test_low_crawl() -> None:
    """a10-52-crawl, a10-51-toward: one Location, nearer to the destination, not into marsh."""
    here = asl("B1w B2. B3. B4. B5m", "g1:squad@B3 broken dm")
    assert set(here.crawls) == {"B2"}
    assert set(asl("B4. B5m", "g1:squad@B4 broken dm").crawls) == set()
    assert asl("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B2", facts="no_quarter(german).").crawls == {}


def test_a_crawl_reckons_with_overstacking() -> None:
    """option(crawl_toward,mf), a5-11-overstack: to the full woods of B3 it is 3 MF, from C3 no less."""
    units = "g1:squad@B2 broken dm; g2:squad@B3; g3:squad@B3; g4:squad@B3"
    here = asl("B2. B3w C3.", units, facts="option(crawl_toward,mf).")
    assert here.destinations == {"B3": 3}
    assert set(here.crawls) == {"B3"}


@pytest.mark.parametrize(("encircled", "back"), [("", True), ("encircled", False)])
def test_a_crawl_reckons_with_what_the_step_costs_this_unit(encircled: str, back: bool) -> None:
    """option(crawl_toward,reachable), a7-7-encircled: by way of A2 it is 2 + 1 + 2 MF to C2, but 4 + 1 + 2 for an Encircled unit;
    also where what is left of it after a failed NMC would have less to pay, in B3 (a5-11-overstack)."""
    units = f"g1:squad@B2 broken dm {encircled}; g2:squad@B3; g3:squad@B3; g4:half_squad@B3"
    here = asl("A2w B2. B3. C2w", units, facts="option(crawl_toward,reachable).")
    crawls = {(r.path[-1], r.legs[0].to) for r in here.g1.routes if r.posture == "low_crawl"}
    assert {("A2", "C2"), ("C2", "A2")} & crawls == ({("A2", "C2"), ("C2", "A2")} if back else set())


@pytest.mark.parametrize(
    ("status", "end"), [("disrupted", "surrenders"), ("disrupted fanatic", "surrenders"), ("fanatic", "eliminated")]
)
@pytest.mark.parametrize("ceases", ["yes", "no"])
def test_a_disrupted_unit_surrenders_on_its_way_whatever_it_is(ceases: str, status: str, end: str) -> None:
    """a19-12-rout, a20-21-never: forced out of B3 by a2 it comes to B2, next to a1 whom it has not seen. Fanatics never
    surrender; disrupted they do, by either reading of whether that ends their rout (disrupted_ceases)."""
    here = asl(
        "B0w B1. B2. B3. A2- B9-",
        f"g1:squad@B3 broken dm {status}; a1:squad@A2; a2:squad@B9",
        "B9-B3",
        f"option(disrupted_ceases,{ceases}). normal_range(a2,12).",
    )
    assert here.runs == {"B3 B2": end}


def test_an_encircled_unit_crawls_away_where_that_brings_it_nearer() -> None:
    """a10-51-hazards, a7-7-encircled, option(crawl_toward,mf): B1 is 4 MF from B2, whose first step costs double, and 3 from B3;
    the known mines there make every price one of its own. (A crawl takes all MF, whatever its step costs.)"""
    mines = 'feature("B3",minefield(known)). '
    here = "B1w B2. B3.", "g1:squad@B2 broken dm encircled"
    assert set(asl(*here, facts=mines + "option(crawl_toward,mf).").crawls) == {"B1", "B3"}
    assert set(asl(*here, facts=mines).crawls) == {"B1"}
    single = mines + "option(crawl_toward,mf). option(encircled_mf,single)."
    assert set(asl(*here, facts=single).crawls) == {"B1"}


def test_a_crawl_does_not_reckon_with_wire() -> None:
    """option(crawl_toward,mf), b26-41-wire, note 13: what leaving the Wire of B3 costs does not count, neither in the price of
    B2 from B4 (3) nor from B3 (2); so B3 is nearer, though from there it takes 3."""
    wire = 'feature("B3",wire). wire_exit("B3",1). option(crawl_toward,mf).'
    assert set(asl("B2w B3. B4.", "g1:squad@B4 broken dm", facts=wire).crawls) == {"B3"}
    crowd = "; g2:squad@B2; g3:squad@B2; g4:squad@B2"  # B2 costs 1 MF more
    assert set(asl("B2w B3. B4.", f"g1:squad@B4 broken dm{crowd}", facts=wire).crawls) == {"B3"}


def test_option_crawl_toward() -> None:
    """option(crawl_toward,reachable) option(crawl_toward,mf) option(crawl_toward,free): A2 is as far from B3 as B1 is (2
    hexes), and B3 can be reached by way of it."""
    hexes = "A1. A2. A3. B1. B2. B3w"
    crawls = {
        value: set(asl(hexes, "g1:squad@B1 broken dm", facts=f"option(crawl_toward,{value}).").crawls)
        for value in ("hexes", "reachable", "mf", "free")
    }
    assert crawls == {"hexes": {"B2"}, "reachable": {"A1", "A2", "B2"}, "mf": {"B2"}, "free": {"A1", "A2", "B2"}}


# --- Interdiction -----------------------------------------------------------------------------------------------


def test_interdiction() -> None:
    """a10-532-interdict, a10-53-nmc: B2 is Open Ground in a1's LOS."""
    here = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3 B8-B2"
    shot = asl(*here).run("B3 B2 B1").interdicted
    assert [(i.hex, i.by, i.if_pinned, i.if_failed) for i in shot] == [("B2", ("a1",), "survives", "reduced")]
    for facts in ("no_interdiction(a1).", 'no_interdiction(a1,"B2").', "firepower(a1,0)."):
        assert asl(*here, facts).run("B3 B2 B1").interdicted == ()


def test_half_firepower_prevents_all_but_mortars() -> None:
    """a10-532-interdict, note 20"""
    here = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8 halved", "B8-B3 B8-B2"
    assert asl(*here).run("B3 B2 B1").interdicted == ()
    assert asl(*here, "possesses(a1,m). sw(m,mmg,5,12).").run("B3 B2 B1").interdicted == ()
    assert asl(*here, "possesses(a1,m). sw(m,mortar,5,12).").run("B3 B2 B1").interdicted[0].by == ("a1",)


def test_results_of_an_nmc() -> None:
    """a10-53-nmc, a10-64-fate"""
    here = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3 B8-B2"
    ends = {r: asl(*here, f'nmc(g1,"B2",{r}).').runs for r in ("pass", "pin", "fail", "twelve")}
    assert ends["pass"] == ends["fail"] == {"B3 B2 B1": "survives"}
    assert ends["pin"] == {"B3 B2": "survives"}
    assert ends["twelve"] == {"B3 B2": "eliminated"}


def test_casualty_reduction_is_no_surrender() -> None:
    """a10-53-nmc: a half-squad does not survive it, whoever is next to it by then."""
    here = (
        "B3. B4. B5. B6w C5-",
        "g1:half_squad@B3 broken dm; a1:squad@C5",
        "C5-B4",
        'normal_range(a1,4). nmc(g1,"B4",fail).',
    )
    assert asl(*here).runs["B3 B4"] == "eliminated"


# --- A12, A19, A20 ----------------------------------------------------------------------------------------------


def test_repulse() -> None:
    """a10-533-repulse: thrown back and eliminated; dummies are removed; option(repulsed,surrender)."""
    here = asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed")
    (run,) = [r for r in here.g1.routes if r.posture == "run"]
    assert (run.path, run.end, run.repulsed) == (("B1", "B2", "B1"), "eliminated", ("B2", ("a1",)))
    assert asl("B1. B2w", "g1:squad@B1 broken dm; a1:dummy@B2").runs == {"B1 B2": "survives"}
    assert asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed", facts="option(repulsed,surrender).").runs == {
        "B1 B2 B1": "surrenders"
    }


HELD = "B1. B2w B3w"
TAKER = "g1:squad@B2 broken dm; a1:squad@B3"


def test_surrender() -> None:
    """a20-21-surrender, a20-21-clean, a20-21-captor: the only way leads through Interdiction."""
    held = asl(HELD, TAKER, "B3-B1").g1
    assert (held.verdict, held.captors, held.routes) == ("surrenders", ("a1",), ())
    assert asl(HELD, TAKER).g1.verdict == "routs"  # B1 out of sight: a clean way
    # Anybody's Interdiction counts, Known or not.
    assert asl(HELD + " B9. B8.", TAKER + "; a2:squad@B8", "B8-B1", "normal_range(a2,9).").g1.verdict == "surrenders"


@pytest.mark.parametrize(
    "facts",
    ["no_quarter(german).", "status(g1,fanatic).", "nationality(g1,partisan).", "nationality(german,japanese).",
     "nationality(german,gurkha).",
     "nationality(german,ss). nationality(american,russian)."],
)  # fmt: skip
def test_who_never_surrenders(facts: str) -> None:
    """a20-21-never: they brave Interdiction."""
    assert asl(HELD, TAKER, "B3-B1", facts).g1.verdict == "routs"


def test_the_nationality_of_a_unit_stands_before_that_of_its_side() -> None:
    """a20-21-never: a Finn among Japanese surrenders; SS do not to a Russian in an American hex."""
    nations = "nationality(german,japanese). nationality(g1,finnish)."
    assert asl(HELD, TAKER, "B3-B1", nations).g1.verdict == "surrenders"
    assert asl(HELD, TAKER, "B3-B1", "nationality(g1,ss). nationality(a1,russian).").g1.verdict == "routs"


def test_encircled_units_surrender() -> None:
    """a20-21-surrender, a7-7-encircled: even with a clean way; and the first hex costs them double."""
    assert asl(HELD, TAKER + "; g9:squad@B1", facts="status(g1,encircled).").g1.verdict == "surrenders"
    alone = "B1. B2. B3w", "g1:squad@B1 broken dm encircled"
    assert asl(*alone).destinations == {"B3": 4.0}  # 2 + 2
    assert asl(*alone, facts="option(encircled_mf,single).").destinations == {"B3": 3.0}


def test_surrender_on_the_way() -> None:
    """a20-21-surrender, option(surrender_again,no): in B2 it discovers a1 in B1, and a2 interdicts both ways on."""
    here = "B1w B2w B3. A3. A4w D3-", "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@D3", "D3-A3 D3-B3"
    assert asl(*here).runs == {"B3 A4": "survives", "B3 A3 A4": "survives", "B3 B2": "surrenders"}
    assert {"B3 B2 A3 A4", "B3 B2 B3 A4"} < set(asl(*here, "option(surrender_again,no).").runs)


def test_disrupted_units() -> None:
    """a19-12-disrupted, a19-12-rout, asop-disrupted"""
    assert asl(HELD, TAKER + "; g9:squad@B1", facts="status(g1,disrupted).").g1.verdict == "surrenders"
    idle = asl("B1. B2w B3w", "g1:squad@B2 broken dm disrupted").g1
    assert (idle.verdict, causes(idle.reasons)) == ("cannot_rout", {"a19-12-rout": ()})
    assert (
        asl(CORRIDOR, "g1:squad@B1 broken disrupted; a1:squad@B4", "B4-B1", "no_quarter(german).").g1.verdict
        == "eliminated"
    )
    near = "B1w B2w B3w", "g1:squad@B2 broken dm disrupted; a1:squad@B3 broken"
    assert asl(*near).g1.verdict == "routs"
    assert asl(*near, facts="option(disrupted_broken,no).").g1.verdict == "cannot_rout"
    assert asl(*near).crawls == {}


@pytest.mark.parametrize("attacker", ["german", "american"])
@pytest.mark.parametrize(("captor", "destinations"), [("", {}), ("; g2:squad@B12", {"B4": 3.0})])
def test_who_surrenders_at_once_is_gone_for_a_unit_far_away(
    attacker: str, captor: str, destinations: dict[str, float]
) -> None:
    """asop-disrupted: a1 surrenders to g2 before any unit routs, in a hex that g1 cannot reach. If it does not surrender, g1
    may not come closer to it. The answer is the same where g1 alone is asked about."""
    hexes = "B2. B3. B4w B5. B6. B7. B8. B9. B10. B11. B12."
    far = asl(
        hexes,
        "g1:squad@B2 broken dm; a1:squad@B11 broken disrupted" + captor,
        "B11-B2 B11-B3 B11-B4",
        attacker=attacker,
    )
    whole = pyrout.solve(far.instance)["g1"]
    assert far.destinations == destinations
    assert {d.hex: d.mf for d in whole.destinations} == destinations


@pytest.mark.slow
def test_a_disrupted_unit_that_may_rout_must() -> None:
    """option(disrupted_forced,yes) option(disrupted_forced,no), a19-12-rout: chart, out of the Surrender Check the arrow leads to
    "This unit routs", from next to an unarmed vehicle too, and without DM; a unit that is not Disrupted need not."""
    hexes = "B1w B2w B3w"
    broken = "g1:squad@B2 broken dm disrupted; a1:squad@B3 broken"
    assert causes(asl(hexes, broken).g1.must_rout) == {"a19-12-rout": ("a1",)}
    assert asl(hexes, broken, facts="option(disrupted_forced,no).").g1.verdict == "may_rout"
    vehicle = "g1:squad@B2 broken disrupted; a1:vehicle@B3 unarmed"
    assert (asl(hexes, vehicle).g1.verdict, causes(asl(hexes, vehicle).g1.must_rout)) == (
        "routs",
        {"a19-12-rout": ("a1",)},
    )
    assert asl(hexes, vehicle, facts="option(disrupted_forced,no).").g1.verdict == "cannot_rout"
    assert asl(hexes, vehicle.replace("disrupted", "dm")).g1.verdict == "may_rout"
    # Good Order Personnel: it surrenders, and nothing else is asked.
    taken = asl(hexes, "g1:squad@B2 broken dm disrupted; a1:squad@B3").g1
    assert (taken.verdict, "a19-12-rout" in causes(taken.must_rout)) == ("surrenders", False)


def test_option_disrupted_broken_is_about_broken_enemies_alone() -> None:
    """option(disrupted_broken,no), a19-12-rout: next to an unbroken one who takes no prisoners it routs as ever."""
    here = asl(
        "B1w B2w B3w", "g1:squad@B2 broken dm disrupted; a1:squad@B3 berserk", facts="option(disrupted_broken,no)."
    )
    assert (here.g1.verdict, causes(here.g1.must_rout)) == ("routs", {"a10-5-must": ("a1",), "a19-12-rout": ("a1",)})


def test_disrupted_ceases() -> None:
    """a19-12-rout, option(disrupted_ceases,no): in B3 it meets a2, two hexes off in B1, and is in no danger there."""
    here = (
        "B1w B2w B3. B4. B5. B6. B7. C4.",
        "g1:squad@B4 broken dm disrupted; a1:squad@B7; a2:squad@B1",
        "B7-B4 B1-B3/1",
    )
    assert set(asl(*here).runs) == {"B4 B3", "B4 C4 B3"}
    assert "B4 B3 C4" in asl(*here, "option(disrupted_ceases,no).").runs


def test_disrupted_does_not_cease_in_a_blaze() -> None:
    """a19-12-rout, option(blaze_water,avoidable): in B2, where it meets a2 far off through a Hindrance, it routs on from a Blaze;
    without the Blaze it ceases to rout in the brush."""
    here = "B1w B2b B3. B4. B5. F9.", "g1:squad@B3 broken dm disrupted; a1:squad@B5; a2:squad@F9", "B5-B3 F9-B2/1"
    assert set(asl(*here).runs) == {"B3 B2"}
    burning = 'option(blaze_water,avoidable). feature("B2",blaze).'
    assert asl(*here, burning).runs == {"B3 B2 B1": "survives"}


def test_disrupted_ceases_in_the_desert() -> None:
    """a19-12-rout, f-1c-desert: in the open B2 it meets a2, eight hexes off; in the desert only enemies within six hexes keep
    it from ceasing to rout, as at the start they alone let it rout from there."""
    here = "B1w B2. B3. B4. B5. B10.", "g1:squad@B3 broken dm disrupted; a1:squad@B5; a2:squad@B10", "B5-B3 B10-B2"
    desert = "normal_range(a2,8). environment(desert)."
    assert set(asl(*here, "normal_range(a2,8).").runs) == {"B3 B2 B1"}
    assert set(asl(*here, desert).runs) == {"B3 B2"}
    there = here[0], "g1:squad@B2 broken dm disrupted; a2:squad@B10", "B10-B2"
    assert asl(*there, "normal_range(a2,8).").g1.verdict == "routs"
    assert asl(*there, desert).g1.verdict == "cannot_rout"


def test_option_vehicle_only() -> None:
    """a20-21-vehicle, option(vehicle_only,eliminated)"""
    here = HELD, "g1:squad@B2 broken dm; a1:vehicle@B3", "B3-B1"
    assert asl(*here).g1.verdict == "routs"
    assert asl(*here, "option(vehicle_only,eliminated).").g1.verdict == "eliminated"


def test_what_a_disrupted_unit_meets_on_its_way_ends_a_clean_rout() -> None:
    """a20-21-clean, option(vehicle_only,eliminated): "ends alive". In B1 it meets a2, and surrenders to it (a19-12-disrupted);
    in B2 it meets a2 far off, and its rout ends there, alive."""
    eliminated = "option(vehicle_only,eliminated)."
    taken = "A1. B1s B2. B3. C1w", "g1:squad@B2 broken dm disrupted; a1:vehicle@B3; a2:squad@A1", "A1-B1 B2-B3"
    assert asl(*taken).runs == {"B2 B1": "surrenders"}
    assert asl(*taken, eliminated).g1.verdict == "eliminated"
    stopped = "B1w B2. B3. B4. F9.", "g1:squad@B3 broken dm disrupted; a1:vehicle@B4; a2:squad@F9", "F9-B2 B3-B4"
    for facts in ("", eliminated):
        here = asl(*stopped, facts)
        assert (here.g1.verdict, here.runs) == ("routs", {"B3 B2": "survives"})


def test_option_abtf() -> None:
    """a20-21-abtf, option(abtf,yes): to a unit in Melee nobody surrenders, but by this option."""
    here = "B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2 melee"
    assert asl(*here).g1.verdict == "eliminated"
    assert asl(*here, facts="option(abtf,yes).").g1.verdict == "surrenders"
    # Whoever surrenders without this option does so to those who can take prisoners.
    both = asl(HELD, TAKER + "; a2:squad@B3 melee", "B3-B1", "option(abtf,yes).").g1
    assert (both.verdict, both.captors) == ("surrenders", ("a1",))


def test_option_abtf_on_the_way() -> None:
    """option(abtf,yes), a20-21-abtf, a10-533-repulse: who would be eliminated for Failure to Rout where it is thrown back (note
    22), or where it stops, surrenders to any ADJACENT armed Infantry, also in Melee; a1 has been revealed by then."""
    hexes, units, option = (
        "A1. B1. B2w",
        "g1:squad@B1 broken dm; a1:squad@B2 concealed{}; a2:squad@A1 melee",
        "option(abtf,yes).",
    )
    back = asl(hexes, units.format(""), facts=option).run("B1 B2 B1")
    assert (back.end, back.captors) == ("surrenders", ("a1", "a2"))
    back = asl(hexes, units.format(" unarmed"), facts=option).run("B1 B2 B1")
    assert (back.end, back.captors) == ("surrenders", ("a2",))
    here = "B1. B2w B3.", "g1:squad@B3 broken dm; a1:squad@B1 melee"
    stopped = asl(*here, facts=option).run("B3 B2")
    assert (stopped.end, stopped.captors) == ("surrenders", ("a1",))
    assert asl(*here).runs == {"B3 B2": "eliminated"}


def test_option_abtf_for_who_would_be_pinned() -> None:
    """option(abtf,yes), a20-21-abtf, a10-53-nmc: pinned in B2, ADJACENT to a2, who is berserk and takes no prisoners, g1 would be
    eliminated for Failure to Rout, and so surrenders. With broken morale 7 that is 6 of 36 DR; an original 12 eliminates."""
    units = "g1:squad@B3 broken dm; a1:squad@B5; a2:squad@A2 berserk"
    here = "A2. B2. B3. B4. B5. C2w", units, "B5-B3 B5-B2"
    for option, end in (("", "eliminated"), ("option(abtf,yes). ", "surrenders")):
        facts = option + "broken_morale(g1,7)."
        route = asl(*here, facts).run("B3 B2 C2")
        assert [(shot.hex, shot.if_pinned) for shot in route.interdicted] == [("B2", end)]
        lost = {end: Fraction(6, 36), "eliminated": Fraction(1, 36)} if option else {end: Fraction(7, 36)}
        assert {e: p for e, p in route.odds if e in ("surrenders", "eliminated")} == lost
        assert asl(*here, facts + 'nmc(g1,"B2",pin).').run("B3 B2").end == end


def test_option_unknown_vehicle() -> None:
    """option(unknown_vehicle,barred): the vehicle in B3 is not in sight."""
    here = "B1. B2. B3w", "g1:squad@B1 broken dm; a1:vehicle@B3"
    blind = Position(asl(*here).text.replace('los("B3","B2",0).', ""))
    assert blind.destinations == {"B3": 3.0}
    barred = Position(blind.text + " option(unknown_vehicle,barred).")
    assert barred.destinations == {}


# --- other sections ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "breaks"), [("B3", False), ("B9", True)])
def test_who_would_have_surrendered_to_it_stays_where_it_breaks(place: str, breaks: bool) -> None:
    """a10-41-voluntary, asop-order: breaks come first. In B3 g1 surrenders to a1, and would be gone before a1 routs there; once
    a1 is broken nobody takes g1, who keeps it next to g2: it may not break. From B9 g1 bars nothing."""
    units = f"g1:squad@{place} broken dm encircled; g2:squad@B1; a1:squad@B2"
    text = asl("B1. B2. B3w B4. B9w", units, "B1-B2 B2-B3").text
    answer = pyrout.solve(pyrout.parse(text))
    assert answer["g1"].verdict == ("stays" if breaks else "surrenders")
    assert [unit.id for unit in answer.units if unit.may_break] == ["a1"] * breaks
    assert ("a1" in enumerator_asl.solve(text)) == breaks


def test_voluntary_breaks() -> None:
    """a10-41-voluntary, asop-order"""
    assert asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3", facts="breaks(g1).").g1.verdict == "routs"
    assert asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3").g1.may_break
    rash = asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1", "breaks(g1).").g1
    assert (rash.verdict, "a10-41-voluntary" in causes(rash.reasons)) == ("cannot_rout", True)
    for units in ("g1:squad@B2", "g1:hero@B2; a1:squad@B3", "g1:squad@B2; a1:squad@B3 broken"):
        with pytest.raises(InstanceError, match="a10-41-voluntary"):
            _ = asl("B1w B2w B3w", units, facts="breaks(g1).").g1


def test_the_answers_of_others_tell_of_a_break_that_may_not_be() -> None:
    """a10-41-voluntary: in B3, Encircled next to g2, a1 would surrender at once. g1 is answered as if he were broken, as the file
    has it; it says so, also where nobody asks about him."""
    hexes, units = "B1w B2w B3w B4w C3w", "g1:squad@B2 broken; a1:squad@B3{}; g2:squad@B4"
    facts = "B4-B3 B3-B2", "breaks(a1). normal_range(g2,4)."
    rash = asl(hexes, units.format(" encircled"), *facts)
    said = "counts a1 as broken, as breaks/1 has it, though it may not break on purpose here"
    assert said in rash.unit("g1").assumes
    whole = pyrout.solve(rash.instance)
    assert (said in whole["g1"].assumes, said in whole["a1"].assumes) == (True, False)
    assert said not in asl(hexes, units.format(""), *facts).unit("g1").assumes


def test_check_and_explain_say_what_the_answer_rests_on() -> None:
    """In the text of a judgement, legal or not, and of a hex."""
    here = asl(
        "B1w B2w B3w B4w C3w", "g1:squad@B2 broken; a1:squad@B3 encircled; g2:squad@B4", "B4-B3 B3-B2", "breaks(a1)."
    )
    said = here.unit("g1").assumes
    assert said
    for path in (["B1"], ["B4"]):
        judged = pyrout.check(here.instance, "g1", path)
        lines = list(report.judgement_lines(judged, "asl", here.instance))
        assert (judged.legal, judged.assumes) == (path == ["B1"], said)
        assert [f"  assumes: {one}" for one in said] == lines[-len(said) :]
    explained = pyrout.explain_hex(here.instance, "g1", "B1")
    assert {f"assumes: {one}" for one in said} <= set(report.explanation_lines(explained, "asl", here.instance))


def test_who_may_not_break_any_more() -> None:
    """asop-order, a10-41-voluntary: all voluntary breaks come before the first rout; who goes along does not break."""
    here = "B1w B2w B3w B5.", "g1:squad@B2; a1:squad@B3; g2:squad@B5 broken"
    assert asl(*here).g1.may_break
    assert not asl(*here, facts="routed(g2).").g1.may_break
    pair = "B1w B2w B3w", "g1:squad@B2 broken dm; g2:leader@B2; a1:squad@B3"
    assert asl(*pair).unit("g2").may_break
    assert not asl(*pair, facts="accompanies(g2,g1).").unit("g2").may_break


def test_whose_break_is_not_answered_is_named() -> None:
    """a10-41-voluntary: with room in the pillbox unknown, nothing is said of what g1 could do; it may break all the same."""
    text = asl(
        "B1w B2w B3w B4.",
        "g1:squad@B2; a1:squad@B4; g2:squad@B1",
        "B4-B1 B4-B2",
        'feature("B1",pillbox).',
    ).text.replace('at(g2,"B1")', 'at(g2,"B1",pillbox)')
    position = pyrout.parse(text + 'los("B1@pillbox","B4",0).')
    whole = pyrout.solve(position)
    assert ([unit.id for unit in whole.units], whole.volunteers) == (["g2"], ("g1",))
    assert [solved.volunteers for solved in referee.answers([ask(position)])] == [("g1",)]
    with pytest.raises(InstanceError, match="nothing says how many more the pillbox holds"):
        pyrout.solve(position, units=["g1"])


def test_who_is_asked_for_is_answered_though_its_break_is_not() -> None:
    """a10-41-voluntary: once broken g1 would have to rout in a sewer, which is refused. As it stands it is answered."""
    position = asl("B1w B2. B3w", "g1:squad@B2 in_sewer; a1:squad@B3").instance
    whole = pyrout.solve(position, units=["g1"])
    assert (whole["g1"].verdict, whole["g1"].if_breaks, whole.volunteers) == ("cannot_rout", None, ("g1",))
    told = "\n".join(report.answer_lines(whole, position))
    assert "may break on purpose: g1; their routs are refused: --fact 'breaks(g1)' shows why" in told


def test_who_breaks_on_purpose_is_hidden_no_more() -> None:
    """a10-41-voluntary: the enemy next to it then bars and interdicts as for any other broken unit."""
    hidden, plain = (asl("B1w B2. B3w", f"g1:squad@B2{status}; a1:squad@B3") for status in (" hidden", ""))
    breaks = [pyrout.solve(here.instance, units=["g1"])["g1"].if_breaks for here in (hidden, plain)]
    assert breaks[0] is not None and breaks[0] == breaks[1]


def test_leaders_go_along() -> None:
    """a10-711-leader, a10-4-carry"""
    pair = asl(
        "B1. B2w",
        "g1:squad@B1 broken dm; g2:leader@B1",
        facts="possesses(g1,m). sw(m,mmg,5,12). possesses(g1,n). sw(n,lmg,1,8).",
    ).g1
    assert (pair.may_accompany, pair.loads) == (("g2",), (("n",),))
    carries = "accompanies(g2,g1). possesses(g2,n). sw(n,lmg,1,8). possesses(g2,m). sw(m,mmg,5,12)."
    led = asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1", facts=carries).g1
    assert led.partner_loads == {"g2": (("n",),)}


@pytest.mark.parametrize("weapon", ["lmg,1,8", "dc,0,0"])
def test_a_wounded_leader_carries_nothing(weapon: str) -> None:
    """a10-4-carry, A17.2: he has no IPC, as who routs or as who goes along; whole he takes the SW."""
    sw = f"sw(n,{weapon}). "
    for status, load in (("", ("n",)), (" wounded", ())):
        alone = asl("B1w B2.", f"g1:leader@B2 broken dm{status}", facts="possesses(g1,n). " + sw).g1
        assert alone.loads == (load,)
        units = f"g1:squad@B2 broken dm; g2:leader@B2{status}; g3:half_squad@B2"
        led = asl("B1w B2.", units, facts="accompanies(g2,g1). possesses(g2,n). " + sw).g1
        assert led.partner_loads == ({"g2": (load,)} if load else {})


def test_a_failed_nmc_wounds_a_leader_or_kills_him() -> None:
    """a10-53-nmc, A17.11: fail is a wound that he survives, wounded or not, killed the other result. The answer says so, of
    nobody else. A squad is not killed by a wound."""
    told = "a failed NMC wounds it or, by a die, kills it"
    hexes = "B2w B3. B4. B8."
    for unit, nmc, end in (
        ("leader@B4 broken dm", "fail", "wounded"),
        ("leader@B4 broken dm wounded", "fail", None),
        ("leader@B4 broken dm", "killed", "eliminated"),
        ("leader@B4 broken dm wounded", "killed", "eliminated"),
        ("squad@B4 broken dm", "fail", "reduced"),
    ):
        here = asl(hexes, f"g1:{unit}; a1:squad@B8", "B8-B3", f'nmc(g1,"B3",{nmc}).')
        (run,) = [run for run in here.g1.routes if run.posture == "run"]
        assert (run.end if run.end == "eliminated" else run.condition) == end, unit
        assert any(told in said for said in here.g1.assumes) == unit.startswith("leader")
    with pytest.raises(InstanceError, match="only a leader, hero or commissar is killed by a wound"):
        _ = asl(hexes, "g1:squad@B4 broken dm; a1:squad@B8", "B8-B3", 'nmc(g1,"B3",killed).').g1
    with pytest.raises(InstanceError, match="an NMC is passed, pins or fails"):
        _ = Position(facts_of(hexes, "g1:leader@B4 broken dm; a1:squad@B8", "B8-B3", 'nmc(g1,"B3",killed).')).g1


def test_a_pinned_leader_does_not_go_along() -> None:
    """a10-711-leader."""
    with pytest.raises(InstanceError, match="a10-711-leader"):
        _ = asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1 pinned", facts="accompanies(g2,g1).").g1


def test_overstacking_costs() -> None:
    """a5-11-overstack: with g1 there would be 4.5 squad-equivalents in B2: 2 MF more."""
    crowd = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2; g5:half_squad@B2"
    assert asl("B1. B2w", crowd).destinations == {"B2": 4.0}


def test_costs() -> None:
    """asl-mf, b10-4-uphill: marsh takes all, rubble 3, a level up doubles."""
    assert asl("B1. B2m B3w", "g1:squad@B1 broken dm").destinations == {}
    assert asl("B1. B2r B3w", "g1:squad@B1 broken dm").destinations == {"B3": 5.0}
    assert asl("B1. B2. B3w", "g1:squad@B1 broken dm", facts='elevation("B2",1). elevation("B3",1).').destinations == {
        "B3": 4.0
    }


def test_levels() -> None:
    """A10.51, B23.25: up the stairs for 1 MF, along a storey for 2; the enemy next door is not ADJACENT to upstairs."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",1). level("B3",1). stairwell("B2"). los("B1","B2@1",0).'
    here = asl("B1. B2s B3s", "g1:squad@B2 broken dm; a1:squad@B1", facts=facts)
    assert here.runs["B2 B2@1"] == here.runs["B2 B2@1 B3@1"] == "survives"
    assert here.destinations["B2@1"] == 1.0
    assert here.destinations["B3@1"] == 3.0


def test_aircraft_do_not_matter() -> None:
    """a10-aerial"""
    text = asl(CORRIDOR, "g1:squad@B1 broken", facts="unit(a1,american,aircraft).").text
    assert Position(text).g1.verdict == "cannot_rout"


def test_map() -> None:
    """a10-51-map: no step off the hexes that there are."""
    step, faults = asl("B1. B2. A9.", "g1:squad@B1 broken dm").judged("A9")
    assert (step, set(faults)) == (1, {"a10-51-map"})


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("environment(night).", "E1.54"),
        ("environment(caves).", "G11.73"),
        ("environment(skis).", "E4.33"),
        ("environment(paratroopers).", "E9.5"),
        ("environment(tunnels).", "B8.62"),
        ("environment(evacuation).", "G14.41"),
        ("environment(fording).", "B21.43"),
        ('feature("B2",wire).', "B26.41"),
        ('feature("B2",cave).', "G11.73"),
        ('feature("B2",roadblock).', "lies along a hexside"),
        ('feature("B2",sangar).', "no sangars"),
        ('feature("B2",pillbox). feature("B2@pillbox",ffe).', "only a Blaze is of a Location"),
        ("unit(g2,german,infantry).  at(g2,\"B1\").", "on hexes say what unit it is"),
        ('hexside("B1","B2",cactus_hedge).', "walls, hedges, bocage"),
        ('nmc(g1,"B2",two).', "a15-hob"),
        ('building("b","B2").', "that hex has no building terrain"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_what_is_outside_is_refused(fact: str, sentence: str) -> None:
    """What the rule set does not answer is refused with the sentence of its rule."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2w", "g1:squad@B1 broken dm", facts=fact).g1


def test_its_building_binds_it_at_the_price_of_a_safe_way() -> None:
    """a10-51-ignore-building by leave_building=cover, a10-51-hazards: a9, seen from D5 alone, bars D6. Who comes to D5 at once
    has 5 MF left, which get it to the woods of A7: it may ignore its building. With 4 MF nothing else is in reach, and its
    building counts: D4 for 3 MF over the wall, for without the mines of E5 it is not to be had for 2; C4, for 4, is farther."""
    facts = (
        'building("b","C5"). building("b","D4"). building("b","C4"). hexside("D4","D5",wall). road("E5","D4"). '
        'feature("E5",minefield(known)). option(leave_building,cover).'
    )
    hexes = "C5s C4s D4s D5. C6. D6w E5. B6b A7w D7-"
    here = asl(hexes, "g1:squad@C5 broken dm; a9:squad@D7", "D7-D5", facts)

    def anew(path: str) -> set[str | None]:
        found = [r for r in here.g1.routes if " ".join(r.path).startswith(path)]
        return {leg.to for route in found for leg in route.legs[1:] if leg.start == "D5"}

    assert anew("C5 D5") == {"A7", "C4", "D4"}
    assert anew("C5 C6 D5") == {"D4"}


def test_a_break_that_is_not_allowed_is_refused_whoever_is_asked_about() -> None:
    """a10-41-voluntary"""
    here = asl("B1. B2w B9-", "g1:squad@B1 broken dm; g2:squad@B1; a1:squad@B9", facts="breaks(g2).")
    with pytest.raises(InstanceError, match="it may break on purpose only"):
        _ = here.g1
    near = asl("B1. B2. B3w", "g1:squad@B2 broken dm; g2:squad@B2; a1:squad@B1", facts="breaks(g2).")
    assert near.g1.verdict == "routs"


def test_a_vehicle_that_bars_its_location_is_named() -> None:
    """a10-51-map by unknown_vehicle=barred: the step into it is illegal, and that is told."""
    units, option = "g1:squad@B2 broken dm; v1:vehicle@B1", "option(unknown_vehicle,barred)."
    faults = asl("B1. B2. B3.", units, facts=option).judged("B2 B1")
    assert isinstance(faults, tuple) and set(faults[1]) == {"a10-51-map"}


def test_a_concealed_enemy_with_it_is_refused() -> None:
    """a10-533-repulse: nobody is in the Location of an enemy and does not know it."""
    with pytest.raises(InstanceError, match="reveal it first"):
        _ = asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B1 concealed").g1


def test_terrain_without_a_cost_is_refused() -> None:
    """asl-mf: where a unit could come; farther off it may be what it likes."""
    here = "B1. B2w B3- B9-", "g1:squad@B1 broken dm"
    with pytest.raises(InstanceError, match="no MF cost"):
        _ = asl(*here, facts='terrain("B3",river).').g1
    assert asl(*here, facts='terrain("B9",river).').destinations == {"B2": 2}


@pytest.mark.parametrize("kind", ["gun", "vehicle", "cavalry", "dummy", "aircraft"])
def test_only_infantry_routs(kind: str) -> None:
    """a10-5-may: who asks for the rout of another is told to give the crew itself; and who does not, too, except that of a
    vehicle it says that nobody leaves it (d5-311-crew)."""
    with pytest.raises(InstanceError, match="only Infantry routs"):
        _ = asl("B1. B2w", f"g1:{kind}@B1 broken dm").g1
    with pytest.raises(InstanceError, match="only Infantry routs"):
        pyrout.solve(asl("B1. B2w B3.", f"g2:{kind.replace('vehicle', 'gun')}@B3 broken").instance)


@pytest.mark.parametrize(
    ("feature", "what"),
    [("ffe", "the Hindrance of an FFE"), ("blaze", "the smoke of a Blaze"), ("smoke", "the Hindrance of SMOKE")],
)
def test_smoke_that_is_not_derived_is_refused(feature: str, what: str) -> None:
    """a10-51-hazards: in a position that says nothing of LOS."""
    text = asl("B1. B2w", "g1:squad@B1 broken dm", facts=f'feature("B2",{feature}).').text
    with pytest.raises(InstanceError, match=what):
        _ = Position("\n".join(line for line in text.splitlines() if not line.startswith("los("))).g1


def test_every_option_has_one_default() -> None:
    """Each option has one default, and the defaults are those of the chart."""
    values = options("asl")
    assert all(sum(v.default for v in values if v.option == o) == 1 for o in {v.option for v in values})
    assert {v.rule for v in values} <= set(citations("asl"))
    assert pyrout.solve(asl("B1. B2.", "g1:squad@B1 broken dm").instance).options["toward"] == "hexes"


def test_barred_at_its_only_step_it_fails_to_rout() -> None:
    """a12-14-reveal, note 21: a2 in A2 drops concealment before g1 enters B2, next to it; g1 has no other step, and a1 in B6
    forces it from Open Ground. It has not moved, so it fails to rout."""
    here = asl(
        "B1w B2. B3. B6. A2-",
        "g1:squad@B3 broken dm; a1:squad@B6; a2:squad@A2 concealed",
        "B6-B3 A2-B3",
        'reveal(a2,g1,"B2",before). no_quarter(german).',
    )
    assert [(route.path, route.end) for route in here.g1.routes] == [(("B3",), "eliminated")]


def test_whom_nothing_forces_stays_where_it_would_surrender() -> None:
    """b30-5-pillbox, a20-21-surrender: Encircled next to a1 it would surrender if it routed, and nothing forces it out."""
    facts = 'feature("B2",pillbox). los("B2@pillbox","B2",0). los("B2@pillbox","B3",0). los("B2@pillbox","B1",0).'
    units = "g1:squad@B2 broken dm; a1:squad@B3"
    inside = Position(
        asl("B1w B2. B3.", units + " unarmed", facts=facts).text.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)')
    )
    assert inside.g1.verdict == "may_rout"
    held = Position(
        asl("B1w B2. B3.", units.replace("dm", "dm encircled"), facts=facts).text.replace(
            'at(g1,"B2")', 'at(g1,"B2",pillbox)'
        )
    )
    assert (held.g1.verdict, held.g1.routes_total) == ("stays", 0)
    assert "a20-21-surrender" in {reason.rule for reason in held.g1.reasons}


def test_whom_nothing_forces_stays_where_it_has_no_clean_way() -> None:
    """b30-5-pillbox, a20-21-clean: a1 sees the only hex that it could go to: it would surrender if it routed."""
    facts = 'feature("B2",pillbox). los("B2@pillbox","B2",0). los("B2@pillbox","B3",0). los("B2@pillbox","B1",0).'
    text = asl("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3", "B3-B1", facts).text
    inside = Position(text.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)'))
    assert (inside.g1.verdict, inside.g1.routes_total) == ("stays", 0)
    assert "a20-21-surrender" in {reason.rule for reason in inside.g1.reasons}


def test_a_crawl_towards_a_crowd() -> None:
    """a10-51-toward by crawl_toward=mf, a5-11-overstack: 1 + 2 + 2 MF to B1, for B2 is crowded; from B3 it is 2 + 2."""
    crowd = "g2:squad@B2; g3:squad@B2; g4:squad@B2"
    here = asl("B1w B2. B3. B4.", f"g1:squad@B4 broken dm; {crowd}", facts="option(crawl_toward,mf).")
    assert here.destinations == {"B1": 5.0}
    assert here.crawls == {"B3": "survives"}


def test_through_its_starting_location_in_cover() -> None:
    """a10-51-arrived, a10-51-leave, a10-51-revisit: from the woods of B1, its destination, it goes on through B2, where it
    began, to B3; it does not end in B2."""
    here = asl("B1w B2w B3w", "g1:squad@B2 broken dm", facts="option(revisit,allow).")
    assert set(here.runs) == {"B2 B1", "B2 B3", "B2 B1 B2 B1", "B2 B1 B2 B3", "B2 B3 B2 B1", "B2 B3 B2 B3"}


def test_a_foxhole_is_in_its_hex_for_revisiting() -> None:
    """a10-51-revisit: who has been in A2 does not enter its foxhole later in the leg, nor the other way round."""
    here = asl(
        "A9- A2. A3. B1. B2. B3.",
        "g1:squad@B1 broken dm; a1:squad@A9",
        "A9-A2 A9-B2",
        'feature("A2",foxhole). feature("B2",foxhole). normal_range(a1,16). option(free_toward,no).',
    )
    hexes = [[place.partition("@")[0] for place in run.split()] for run in here.runs]
    assert "B1 A2@foxhole B2@foxhole" in here.runs
    assert all(len(set(path)) == len(path) for path in hexes)


# --- what no other position shows -------------------------------------------------------------------------------


def test_option_bar_unarmed_is_about_unarmed_enemies_alone() -> None:
    """option(bar_unarmed,no), a10-51-adjacent: an armed enemy still bars the hexes next to it; nobody enters the Location of an
    unarmed one."""
    option = "option(bar_unarmed,no)."
    armed = asl("B1w B2w B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4", "B4-B2", option)
    assert armed.around["B3"] == {"a10-51-adjacent": ("a1",), "a10-51-closer": ("a1",)}
    into = asl("B2w B3w B4w", "g1:squad@B3 broken dm; a1:squad@B4 unarmed", facts=option)
    assert into.around["B4"] == {"a10-51-adjacent": ("a1",)}


def test_next_to_a_broken_enemy_it_stops_goes_on_or_chooses_anew() -> None:
    """a10-51-arrived: in B3 it discovers the broken a1 in B2. It may stop, go on to C4 in cover, or choose C4 anew, also by way
    of B4 where it began; to choose anew and stay is to stop."""
    here = asl("B2w B3w B4. C4w", "g1:squad@B4 broken dm; a1:squad@B2 broken")
    assert {pair for pair in here.legs if pair[0].startswith("B4 B3")} == {
        ("B4 B3", "B4>B3"),
        ("B4 B3 C4", "B4>B3"),
        ("B4 B3 C4", "B4>C4"),
        ("B4 B3 C4", "B4>B3 B3>C4"),
        ("B4 B3 B4 C4", "B4>B3 B3>C4"),
    }


def test_option_broken_forces_is_about_broken_enemies_alone() -> None:
    """option(broken_forces,no): an unbroken enemy forces from Open Ground as ever."""
    here = "B1w B2. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    assert asl(*here, "option(broken_forces,no).").g1.verdict == "routs"


def test_an_unbroken_unit_that_is_asked_about_may_not_rout() -> None:
    """a10-5-may"""
    here = asl("B1w B2.", "g1:squad@B2").g1
    assert (here.verdict, {reason.rule for reason in here.reasons}) == ("cannot_rout", {"a10-5-may"})


def test_reasons_of_a_surrender() -> None:
    """a20-21-abtf by the option, a20-21-surrender without; a unit in a pillbox is told that nothing forces it (b30-5-pillbox)."""
    abtf = asl("B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2 melee", facts="option(abtf,yes).").g1
    assert {reason.rule for reason in abtf.reasons} == {"a10-5-must", "a20-21-abtf"}
    plain = asl("B1. B2.", "g1:squad@B1 broken dm; a1:squad@B2").g1
    assert {reason.rule for reason in plain.reasons} == {"a10-5-must", "a20-21-surrender"}
    text = asl("B1. B2.", "g1:squad@B1 broken dm", facts='feature("B1",pillbox).').text
    boxed = Position(text.replace('at(g1,"B1")', 'at(g1,"B1",pillbox)')).g1
    assert {reason.rule for reason in boxed.reasons} == {"b30-5-pillbox"}


def test_barred_from_leaving_a_blaze_it_burns() -> None:
    """a10-5-must, a12-14-reveal: no enemy forces g1, but the Blaze does, and a2, revealed before its only step, bars it."""
    facts = 'reveal(a2,g1,"B2",before). feature("B3",blaze).'
    here = asl("B1w B2. B3. A2-", "g1:squad@B3 broken dm; a2:squad@A2 concealed", "A2-B3", facts)
    assert [(route.path, route.end) for route in here.g1.routes] == [(("B3",), "eliminated")]


def test_a_rout_whose_first_step_ends_it_is_a_rout() -> None:
    """a10-5-ftr: in B2, all that it can reach, it discovers a1 next to it. Out of a2's Location it cannot crawl."""
    units = "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@B3"
    here = asl("B1. B2w B3.", units, facts="no_quarter(german).")
    assert (here.g1.verdict, here.runs, here.crawls) == ("routs", {"B3 B2": "eliminated"}, {})


def test_the_rule_that_a_claimed_rout_breaks() -> None:
    """a10-51-map, a10-51-arrived, a10-51-toward, a10-5-ftr"""
    units, option = "g1:squad@B2 broken dm; v1:vehicle@B1", "option(unknown_vehicle,barred)."
    vehicle = asl("B1w B2. B3w", units, facts=option)  # out of sight
    assert vehicle.judged("B1") == (1, {"a10-51-map": ("B1",)})
    assert asl("B1. B2w B3.", "g1:squad@B3 broken dm").judged("B2 B1", to="B2") == (2, {"a10-51-arrived": ("B1",)})
    crawl = asl("B1w B2. B3. B4.", "g1:squad@B3 broken dm")
    assert crawl.judged("B4", to="B1", low_crawl=True) == (1, {"a10-51-toward": ("B4",)})
    quarter = "no_quarter(german)."
    threatened = asl("B1. B2w B3. B4. B5w", "g1:squad@B3 broken dm; a1:squad@B1", facts=quarter)
    assert threatened.judged("B2", to="B2") == (2, {"a10-5-ftr": ("a1",)})


@pytest.mark.parametrize(
    ("hexes", "units", "los", "claim", "step", "rule", "because"),
    [
        # After a Low Crawl it has no MF left for B4.
        ("B1. B2. B3. B4w", "g1:squad@B2 broken dm", "", Claim("B3 B4", None, True), 2, "a10-52-crawl", "B4"),
        # The broken enemy in its hex is in its Location.
        ("B2. B3w", "g1:squad@B2 broken dm; a1:squad@B2 broken", "", Claim("B3", None, True), 1, "a10-52-crawl", "B2"),
        # Woods cost 2 MF, not 3.
        ("B2. B3w", "g1:squad@B2 broken dm", "", Claim("B3", mf=3.0), 1, "asl-mf", "B3"),
        # Open Ground, 1 MF, and 5 are left: it goes on to the woods.
        ("B1. B2. B3. B4w", "g1:squad@B1 broken dm", "", Claim("B2 B3"), 3, "a10-51-toward", "B4"),
        # The woods of B5 cost 4 MF, those of B1 2.
        ("B1w B2. B3. B4. B5w", "g1:squad@B2 broken dm", "", Claim("B3 B4 B5", "B5"), 1, "a10-51-nearest", "B5"),
        # Bound for B3 it comes to know a1 in B4, and B3 is closer to him: it chooses anew, E6 is left to it.
        (
            "B0. B3w B4. B5. C5. D5. E6w",
            "g1:squad@B5 broken dm; a1:squad@B0",
            "B0-B4",
            Claim("B4"),
            2,
            "a10-51-refigure",
            "B4",
        ),
        # Six hexes of Open Ground are its 6 MF: a seventh is too far.
        (CORRIDOR, "g1:squad@B1 broken dm", "", Claim("B2 B3 B4 B5 B6 B7 B8"), 7, "a10-51-step-mf", "B8"),
        # B4 does not touch B2.
        ("B2. B3. B4w", "g1:squad@B2 broken dm", "", Claim("B4"), 1, "a10-51-map", "B2"),
    ],
)
def test_a_claim_breaks_one_rule(
    hexes: str, units: str, los: str, claim: Claim, step: int, rule: str, because: str
) -> None:
    """a10-52-crawl, asl-mf, a10-51-toward, a10-51-nearest, a10-51-refigure, a10-51-step-mf, a10-51-map: the step of a claimed
    rout that breaks it (past the last: its end), and because of which hex."""
    assert asl(hexes, units, los).judged(*claim) == (step, {rule: (because,)})


def test_to_choose_anew_and_stay_is_to_stop() -> None:
    """a10-51-arrived: with nothing left to choose in B3, next to the broken a1, staying there is listed once."""
    here = asl("B2w B3w B4. B5.", "g1:squad@B4 broken dm; a1:squad@B2 broken")
    assert here.legs == {("B4 B3", "B4>B3"), ("B4 B3 B4 B5", "B4>B3 B3>free")}


def test_option_own_building_where_it_chooses_anew() -> None:
    """option(own_building,refigured), a10-51-ignore-building: in B2 it meets a1; only by this option B1, of the same building,
    may be ignored there."""
    hexes, units = "B1s B2s B3. B4. C3-", "g1:squad@B4 broken dm; m1:squad@C3"
    facts = 'building("b","B1"). building("b","B2"). no_quarter(german).'
    bound = {leg for _, leg in asl(hexes, units, "C3-B2", facts).legs}
    loose = {leg for _, leg in asl(hexes, units, "C3-B2", facts + "option(own_building,refigured).").legs}
    assert any("B2>B1" in leg for leg in bound)
    assert (any("B2>free" in leg for leg in bound), any("B2>free" in leg for leg in loose)) == (False, True)


def test_the_reason_of_option_vehicle_only() -> None:
    """a20-21-vehicle"""
    here = asl(HELD, "g1:squad@B2 broken dm; a1:vehicle@B3", "B3-B1", "option(vehicle_only,eliminated).").g1
    assert "a20-21-vehicle" in {reason.rule for reason in here.reasons}


def test_no_foxhole_leads_away_from_the_destination() -> None:
    """a10-51-toward: by the foxhole of A3, where a1 would interdict it, B1 could be reached for 6 MF; A3 is farther from it."""
    facts = 'feature("A3",foxhole). normal_range(a1,9).'
    here = asl("A2. A3. A9- B1w B2.", "g1:squad@B2 broken dm; a1:squad@A9", "A9-A3", facts)
    assert set(here.runs) == {"B2 B1", "B2 A2 B1"}


CROWD = "; ".join(f"g{n}:squad@B{n}" for n in range(1, 10))


@pytest.mark.parametrize(("wanted", "worked_out", "named"), [(None, 0, 9), (True, 9, 0), (False, 0, 0)])
def test_many_who_may_break_on_purpose_are_only_named(wanted: bool | None, worked_out: int, named: int) -> None:
    """a10-41-voluntary: each of nine squads is next to the enemy or in sight of him."""
    los = " ".join(f"C5-B{n}" for n in range(1, 10))
    text = asl("B1w B2w B3w B4w B5w B6w B7w B8w B9w C5w", f"{CROWD}; a1:squad@C5", los).text
    answer = pyrout.solve(pyrout.parse(text), volunteers=wanted)
    assert (sum(unit.id != "a1" for unit in answer.units), sum(u != "a1" for u in answer.volunteers)) == (
        worked_out,
        named,
    )
    asked = pyrout.solve(pyrout.parse(text), units=["g5"], volunteers=wanted)
    assert [unit.id for unit in asked.units] == ["g5"] and asked.volunteers == ()
    assert bool(asked["g5"].if_breaks) is (wanted is not False)


def test_who_breaks_on_purpose_with_too_many_ways_costs_only_his_own_position() -> None:
    """Answered together, the position in which g1 has one way to go if it breaks keeps its answer."""
    texts = [
        asl(hexes, "g1:squad@B2; a1:squad@B3", "B3-B2").text for hexes in ("B1w B2w B3w", "B1w A1w A2w C1w C2w B2w B3w")
    ]
    questions = [replace(ask(pyrout.parse(text)), most_routes=2) for text in texts]
    few, many = referee.answers(questions, volunteers=True)
    assert isinstance(few, pyrout.Answer) and few["g1"].if_breaks
    assert isinstance(many, pyrout.UsageError) and "routes" in str(many)
