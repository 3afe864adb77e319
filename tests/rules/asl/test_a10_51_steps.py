"""Legal steps, the way toward the destination, and where a rout ends (A10.51).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, Position, asl, causes
from tiny_asl import BLOCK, BOX

import pyrout

# --- a10-51-closer -------------------------------------------------------------------------------------------------


def test_range_is_counted_in_hexes_whatever_the_levels() -> None:
    """a10-51-closer: the enemy upstairs in B4 is 2 hexes from B2, and B3 would be 1."""
    here = asl(
        "B1w B2w B3w B4s", "g1:squad@B2 broken dm; a1:squad@B4@1", "B4@1-B2", 'level("B4",1). building("b","B4").'
    )
    assert here.around["B3"] == {"a10-51-closer": ("a1",)}
    assert here.around["B1"] == {}


# --- a10-51-adjacent -----------------------------------------------------------------------------------------------


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


def test_option_bar_unarmed_is_about_unarmed_enemies_alone() -> None:
    """option(bar_unarmed,no), a10-51-adjacent, a4-14-melee: an armed enemy still bars the hexes next to it.

    Nobody enters the Location of an unarmed one."""
    option = "option(bar_unarmed,no)."
    armed = asl("B1w B2w B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4", "B4-B2", option)
    assert armed.around["B3"] == {"a10-51-adjacent": ("a1",), "a10-51-closer": ("a1",)}
    into = asl("B2w B3w B4w", "g1:squad@B3 broken dm; a1:squad@B4 unarmed", facts=option)
    assert into.around["B4"] == {"a4-14-melee": ("a1",)}
    assert into.judged("B4") == (1, {"a4-14-melee": ("a1",)})
    assert asl("B2w B3w B4w", "g1:squad@B3 broken dm; a1:squad@B4 unarmed").judged("B4")[1] == {
        "a10-51-adjacent": ("a1",)
    }


def test_adjacent_into_and_out_of_a_pillbox() -> None:
    """a10-51-adjacent: with a LOS from the next hex, always from its own hex."""
    hexes = "B1. B2. B3."
    assert asl(hexes, "g1:squad@B1 broken dm; a1:squad@B2@pillbox", "B1-B2@pillbox", BOX).around["B2"].keys() >= {
        "a10-51-adjacent"
    }
    seen = asl(hexes, "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX).g1
    assert seen.dm == ("a10-62-dm",)
    blind = asl(hexes, "g1:squad@B2@pillbox broken; a1:squad@B3", facts=BOX).g1
    assert blind.dm == ()
    assert asl(hexes, "g1:squad@B2@pillbox broken; a1:squad@B2", facts=BOX).g1.dm == ("a10-62-dm",)


def test_who_leaves_the_foxhole_of_a_hex_leaves_the_enemies_in_it() -> None:
    """a10-51-adjacent, b27-entrench: a1, broken, is in B2, too; out of the foxhole g1 may go to B3, next to him."""
    here = asl("B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B2 broken", facts='feature("B2",foxhole).')
    dug = Position(here.text.replace('at(g1,"B2")', 'at(g1,"B2",foxhole)'))
    assert "B2@foxhole B3 B4" in dug.runs


@pytest.mark.parametrize("option", ["", "option(bar_unarmed,no)."])
def test_nobody_enters_the_location_of_an_unarmed_enemy_who_was_revealed(option: str) -> None:
    """a10-51-adjacent, option(bar_unarmed,no): it bars no hex next to it, but its own Location."""
    here = asl(
        "B1. B2. B3.", "g1:squad@B1 broken dm; a1:squad@B3 concealed unarmed", "", f'reveal(a1,g1,"B2",after). {option}'
    )
    assert here.runs == {"B1 B2": "survives"}


def test_check_with_levels() -> None:
    """a10-51-adjacent, a10-51-map: up the stairs to an enemy, and from hex to hex upstairs where no building joins them."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",1). level("B3",1). level("B1",1). stairwell("B2").'
    facts += ' los("B2@1","B2",0).'
    here = asl("B1s B2s B3s", "g1:squad@B2 broken dm", facts=facts)
    assert here.judged("B2@1 B3@1") == "survives"
    fault = here.judged("B2@1 B1@1")
    assert not isinstance(fault, str)
    assert (fault[0], bool(fault[1])) == (2, True)


# --- a10-51-toward -------------------------------------------------------------------------------------------------


def test_no_step_may_lead_away_from_the_destination() -> None:
    """a10-51-toward: B3 is 1 hex away from B2 and A3, and 2 from B1 and A2."""
    here = asl("B1. B2. B3w A2. A3.", "g1:squad@B2 broken dm")
    assert set(here.runs) == {"B2 B3", "B2 A3 B3"}
    assert here.judged("A2 A3 B3") == (1, {"a10-51-toward": ("B3",)})


def test_option_toward() -> None:
    """option(toward,reach), a10-51-toward: it only has to arrive. From B2 it is 2 hexes to B4, from A2 3."""
    hexes = "B2. B1. A1. A2b A3. A4. B4w B3~"
    assert set(asl(hexes, "g1:squad@B2 broken dm").runs) == {"B2 A3 A4 B4"}
    free = asl(hexes, "g1:squad@B2 broken dm", facts="option(toward,reach).")
    assert set(free.runs) == {"B2 A3 A4 B4", "B2 A2 A3 A4 B4"}  # the latter for 6 MF


def test_explain_says_why_a_free_rout_does_not_get_there() -> None:
    """a10-51-toward: in order to get round the water to B4 it would have to go by way of A2, 3 hexes from B4."""
    here = asl("A2. A3b A4. B2. B3~ B4.", "g1:squad@B2 broken dm", facts='hexside("A3","B2",cliff).')
    explained = pyrout.explain_hex(here.instance, "g1", "B4")
    assert {cause for step in explained.barred for cause in causes(step.reasons).items()} == {
        ("a10-51-toward", ("B4",))
    }
    assert not explained.ends


def test_no_foxhole_leads_away_from_the_destination() -> None:
    """a10-51-toward: by the foxhole of A3, where a1 would interdict it, B1 could be reached for 6 MF; A3 is farther from it."""
    facts = 'feature("A3",foxhole). normal_range(a1,9).'
    here = asl("A2. A3. A9- B1w B2.", "g1:squad@B2 broken dm; a1:squad@A9", "A9-A3", facts)
    assert set(here.runs) == {"B2 B1", "B2 A2 B1"}


def test_in_a_shelter_it_stops_no_nearer_where_a_later_step_is_barred() -> None:
    """a10-51-toward: "unless new Known enemies prevent that". By way of E2, as far from I2 as E1 is, the woods cost 6; with the
    foxhole there it cannot arrive, and a2, whom it meets there, bars I2, not the next step."""
    here = asl(
        "E1. E2. F2. G2. H2. I2w J2. A2-",
        "g1:squad@E1 broken dm; a1:squad@A2; a2:squad@J2 unarmed",
        "A2-E2 J2-E2",
        'feature("E2",foxhole).',
    )
    assert {(path, legs) for path, legs in here.legs if "E2@foxhole" in path} == {("E1 E2@foxhole", "E1>I2")}


def test_upstairs_it_goes_to_no_place_that_only_a_way_away_from_it_leads_to() -> None:
    """a10-51-toward, a10-51-free: from B2@1 a way leads to C3, next to B2, but by B1@1, farther from it; and a1 in A3 keeps it
    out of B2. So B2@1 is no step on the way to C3, and every rout that begins so has an end."""
    block = 'building("b","B1"). building("b","B2"). level("B1",1). level("B2",1). stairwell("B1"). stairwell("B2").'
    here = asl("B1s B2s C2. C3. A3.", "g1:squad@B2 broken dm; a1:squad@A3", facts=block)
    assert set(here.runs.values()) == {"survives"} and "B2 B2@1" in here.runs
    assert here.judged("B2@1", "C3") == (1, {"a10-51-free": ("B2@1",)})


# --- a4-14-melee ---------------------------------------------------------------------------------------------------


def test_nobody_enters_a_melee() -> None:
    """a4-14-melee: the woods of B1 with a Melee are neither a destination nor a way to those of A1, seen by g1 or not, for a Low
    Crawl neither; those of B5 are, for 4 MF. Without the Melee an enemy whom g1 does not know bars nothing."""
    hexes = "A1w B1w B2. B3. B4. B5w"
    for melee in ("g2:squad@B1 melee; a1:squad@B1 melee", "a1:squad@B1 melee", "g2:squad@B1 melee"):
        here = asl(hexes, f"g1:squad@B2 broken dm; {melee}", near=False)
        assert (here.destinations, here.crawls) == ({"B5": 4.0}, {"B3": "survives"})
        assert here.around["B1"] == {"a4-14-melee": ("B1",)}
        assert here.judged("B2 B1") == (1, {"a4-14-melee": ("B1",)})
        assert here.excluded["B1", "a4-14-melee"] == (None, ("B1",))
    apart = asl(hexes, "g1:squad@B2 broken dm; a1:squad@B1", near=False)
    assert apart.destinations == {"B1": 2.0}
    upstairs = asl(
        "B2s B3s B4w", "g1:squad@B3 broken dm; a1:squad@B2@1 melee", facts=BLOCK + 'stairwell("B3").', near=False
    )
    assert "B2@1" not in {place for way in upstairs.runs for place in way.split()}
    assert upstairs.run("B3 B3@1").end == "survives"


def test_nobody_enters_a_pillbox_beneath_an_enemy() -> None:
    """a4-14-melee, B30.42: a1 on top of the pillbox of B2, whom g1 does not know, concealed or not, keeps it out, with B2 and
    from there; a friend, a prisoner, a dummy or an aircraft does not."""
    hexes = "B2. B3. B4. B5w"
    for who in ("a1:squad@B2", "a1:squad@B2 concealed", "a1:squad@B2 hidden", "a1:vehicle@B2"):
        here = asl(hexes, f"g1:squad@B3 broken dm; {who}", facts=BOX, near=False)
        assert here.destinations == {"B5": 3.0}
        assert here.around["B2@pillbox"] == {"a4-14-melee": ("B2@pillbox",)}
    for who in ("g2:squad@B2", "a1:squad@B2 captured", "a1:dummy@B2", "a1:squad@B2@pillbox captured"):
        assert asl(hexes, f"g1:squad@B3 broken dm; {who}", facts=BOX, near=False).destinations == {"B2@pillbox": 2.0}


def test_an_enemy_on_top_of_a_pillbox_may_rout_first() -> None:
    """a4-14-melee, a10-5-order: a1, of the attacker, may be gone from B2 before g1 goes into its pillbox; a2, who stays there, or
    beside it in B1, in the LOS of g1, keeps it out anyway."""
    told = "counts a1 where it is now; it may rout first"
    units = "g1:squad@B3 broken dm; a1:squad@B2 broken dm"
    for more, facts, said in (
        ("", "", [told]),
        ("; a2:squad@B2", "", []),
        ("; a2:squad@B1", 'los("B1","B3",0). los("B1","B2@pillbox",0).', []),
    ):
        text = asl("B1w B2. B3. B5.", units + more, facts=BOX + facts, near=False).text
        assert [*Position(text.replace("attacker(german)", "attacker(american)")).g1.assumes] == said


# --- a10-51-map ----------------------------------------------------------------------------------------------------


def test_option_unknown_vehicle() -> None:
    """option(unknown_vehicle,barred): the vehicle in B3 is not in sight."""
    here = "B1. B2. B3w", "g1:squad@B1 broken dm; a1:vehicle@B3"
    blind = Position(asl(*here).text.replace('los("B3","B2",0).', ""))
    assert blind.destinations == {"B3": 3.0}
    barred = Position(blind.text + " option(unknown_vehicle,barred).")
    assert barred.destinations == {}


def test_map() -> None:
    """a10-51-map: no step off the hexes that there are."""
    judged = asl("B1. B2. A9.", "g1:squad@B1 broken dm").judged("A9")
    assert isinstance(judged, tuple)
    step, faults = judged
    assert (step, set(faults)) == (1, {"a10-51-map"})


def test_a_vehicle_that_bars_its_location_is_named() -> None:
    """a10-51-map by unknown_vehicle=barred: the step into it is illegal, and the answer says so."""
    units, option = "g1:squad@B2 broken dm; v1:vehicle@B1", "option(unknown_vehicle,barred)."
    faults = asl("B1. B2. B3.", units, facts=option).judged("B2 B1")
    assert isinstance(faults, tuple) and set(faults[1]) == {"a10-51-map"}


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


def test_no_shelter_in_the_location_of_an_unknown_vehicle() -> None:
    """option(unknown_vehicle,barred): never into its Location, so not into the foxhole there, and by it to B1, either."""
    units = "g1:squad@B4 broken dm; a1:squad@B9; a2:vehicle@B2"
    facts = 'feature("B2",foxhole). normal_range(a1,9). '
    text = asl("B1w B2. B3. B4. B9-", units, "B9-B4 B9-B2", facts).text
    here = Position(text.replace('los("B2","B3",0).', "").replace('los("B2","B1",0).', ""))
    assert "B4 B3 B2@foxhole B1" in here.runs
    barred = Position(here.text + " option(unknown_vehicle,barred).")
    assert barred.destinations == {} and barred.runs == {"B4 B3": "survives"}
    assert barred.judged("B3 B2@foxhole") == (2, {"a10-51-map": ("B2",)})


def test_nobody_is_repulsed_by_those_in_a_sewer() -> None:
    """a10-51-map, note 15, "when routing they ignore any units within Sewers": concealed or not, where it ends or begins."""
    beneath = 'road("B3","B4").'
    for sewer in ("a2:squad@B4 concealed in_sewer", "a2:squad@B4 in_sewer", "a2:squad@B3 hidden in_sewer"):
        here = asl("B1. B2. B3. B4w", f"g1:squad@B3 broken dm; a1:squad@B1; {sewer}", "B1-B3", beneath)
        assert (here.runs, here.crawls) == ({"B3 B4": "survives"}, {"B4": "survives"})


# --- a10-51-leave --------------------------------------------------------------------------------------------------


def test_leaves_its_location() -> None:
    """a10-51-leave: it cannot be bound for where it began, so the step back is the fault."""
    assert asl("B1. B2.", "g1:squad@B1 broken dm").judged("B2 B1") == (2, {"a10-51-leave": ("B1",)})


def test_it_may_not_end_in_its_hex_beside_the_foxhole() -> None:
    """a10-51-leave: foxhole and hex are one Location. It cannot be bound for where it began, so the step back is the fault."""
    here = asl("B1. B2.", "g1:squad@B1@foxhole broken dm", facts='feature("B1",foxhole).')
    assert here.judged("B2 B1") == (2, {"a10-51-leave": ("B1",)})


def test_it_may_not_end_in_the_foxhole_of_the_hex_where_it_began() -> None:
    """a10-51-leave, option(free_toward,no), option(revisit,allow): a1 interdicts B2, so that g1 may pay for the foxhole there on
    its way back; it may go on from it, and not stop in it."""
    here = asl(
        "B1. B2. B3. H3-",
        "g1:squad@B2 broken dm; a1:squad@H3",
        "H3-B2",
        'feature("B2",foxhole). option(free_toward,no). option(revisit,allow).',
    )
    assert "B2 B1 B2@foxhole B1" in here.runs and "B2 B1 B2 B1" in here.runs
    assert not [path for path in here.runs if path.endswith(("B2", "B2@foxhole"))]


@pytest.mark.parametrize("seen", [True, False])
def test_nobody_goes_back_to_where_it_began_once_it_learns_that_no_step_leads_on(seen: bool) -> None:
    """a10-51-leave, a12-14-reveal, option(free_toward,no), option(revisit,allow): in D1 with 2 MF left after the way uphill, g1
    could go back to D2 and on to C3. About to, it learns of a1, to whom C3 is closer; D1 and D2 are not. Where a1 is not seen
    from D1 it goes back."""
    here = asl(
        "D1b D2. C3. A2-",
        "g1:squad@D2 broken dm; a1:squad@A2 concealed",
        "A2-D1" if seen else "",
        'option(free_toward,no). option(revisit,allow). elevation("D1",1). reveal(a1,g1,"D2",before).',
    )
    assert {path for path in here.runs if path.startswith("D2 D1")} == {"D2 D1"} | (set() if seen else {"D2 D1 D2 C3"})


# --- a10-51-arrived ------------------------------------------------------------------------------------------------


def test_next_to_a_broken_enemy_it_may_stop_or_choose_anew() -> None:
    """a10-51-arrived: it discovers the broken a1 in B2 on reaching B3."""
    here = asl("B2w B3w B4. B5. B6w", "g1:squad@B4 broken dm; a1:squad@B2 broken", "")
    assert here.runs["B4 B3"] == "survives"


def test_through_its_starting_location_in_cover() -> None:
    """a10-51-arrived, a10-51-leave, a10-51-revisit: from the woods of B1, its destination, it goes on through B2, where it
    began, to B3; it does not end in B2."""
    here = asl("B1w B2w B3w", "g1:squad@B2 broken dm", facts="option(revisit,allow).")
    assert set(here.runs) == {"B2 B1", "B2 B3", "B2 B1 B2 B1", "B2 B1 B2 B3", "B2 B3 B2 B1", "B2 B3 B2 B3"}


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


def test_to_choose_anew_and_stay_is_to_stop() -> None:
    """a10-51-arrived: with nothing left to choose in B3, next to the broken a1, staying there is listed once."""
    here = asl("B2w B3w B4. B5.", "g1:squad@B4 broken dm; a1:squad@B2 broken")
    assert here.legs == {("B4 B3", "B4>B3"), ("B4 B3 B4 B5", "B4>B3 B3>free")}


# --- a10-51-step-mf ------------------------------------------------------------------------------------------------


def test_six_mf_and_no_more() -> None:
    """asop-order, a10-51-step-mf: woods 6 MF off are reached, woods 7 MF off are not; a wounded leader has 3."""
    assert asl("B1. B2. B3. B4. B5. B6w", ALONE).destinations == {"B6": 6.0}
    far = asl("B1. B2. B3. B4. B5. B6. B7w", ALONE)
    assert far.destinations == {}
    assert far.judged("B2 B3 B4 B5 B6 B7") == (6, {"a10-51-step-mf": ("B7",)})
    wounded = asl("B1. B2. B3w", "g1:leader@B1 broken dm wounded")
    assert (wounded.g1.mf, wounded.destinations) == (3.0, {"B3": 3.0})
    assert asl("B1. B2. B3. B4w", "g1:leader@B1 broken dm wounded").destinations == {}


# --- a10-51-revisit ------------------------------------------------------------------------------------------------


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


def test_option_revisit() -> None:
    """a10-51-revisit: with option(revisit,allow) also ways that enter a Location twice."""
    hexes = "A1. A2. B1. B2."
    assert all(len(set(r.path)) == len(r.path) for r in asl(hexes, ALONE).g1.routes)
    twice = asl(hexes, ALONE, facts="option(revisit,allow).").g1.routes
    assert any(len(set(r.path)) < len(r.path) for r in twice)
