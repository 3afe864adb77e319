"""Units that must, may or cannot rout, and failure to rout (A10.5).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, CORRIDOR, Position, asl, causes, must
from tiny_asl import BLOCK, FAR, FIELD, SEEN, assumed, wounded_in_b4

import pyrout
from pyrout.errors import InstanceError

# --- a10-5-order ---------------------------------------------------------------------------------------------------


def test_eliminated_attackers_are_gone() -> None:
    """a10-5-order: g1, shut in by a2, is captured before a1 routs: B3 no longer leads towards an armed enemy."""
    here = "A1- B1w B2- B3w B4w", "g1:squad@B1 broken dm; a1:squad@B4 broken dm; a2:squad@A1", "B1-B4"
    assert asl(*here).g1.verdict == "surrenders"
    assert {r.path for r in asl(*here).unit("a1").routes if r.posture == "run"} == {("B4", "B3")}
    assert asl(*here, attacker="american").unit("a1").routes == ()


# --- a10-4-broken --------------------------------------------------------------------------------------------------


def test_broken_units_neither_fire_nor_lead() -> None:
    """a10-4-broken: a broken enemy interdicts nobody, and a broken leader goes along with nobody."""
    assert asl(FIELD, FAR + " broken", SEEN).run("B3 B2 B1").interdicted == ()
    assert asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1").g1.may_accompany == ("g2",)
    assert asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1 broken dm").g1.may_accompany == ()


# --- a11-15-melee --------------------------------------------------------------------------------------------------


def test_a_unit_in_melee_does_not_rout() -> None:
    """a11-15-melee, a11-16-disrupted"""
    melee = asl("B1. B2w", "g1:squad@B1 broken dm melee; a1:squad@B1 melee").g1
    assert (melee.verdict, causes(melee.reasons)) == ("cannot_rout", {"a11-15-melee": ()})
    both = asl("B1. B2w", "g1:squad@B1 broken dm melee disrupted; a1:squad@B1 melee").g1
    assert (both.verdict, "a11-16-disrupted" in causes(both.reasons)) == ("eliminated", True)


# --- a11-16-disrupted ----------------------------------------------------------------------------------------------


def test_disrupted_in_melee() -> None:
    """a11-16-disrupted: it neither routs nor surrenders, and the answer says so."""
    here = asl("B1w B2. B3.", "g1:squad@B2 broken disrupted melee; a1:squad@B2 melee").g1
    assert "a11-16-disrupted" in causes(here.reasons)
    assert here.verdict == "eliminated"


# --- a10-5-must ----------------------------------------------------------------------------------------------------


def test_a_disrupted_unit_in_a_blaze() -> None:
    """a10-5-must, a19-12-rout: the Blaze forces it by both."""
    here = asl("B1w B2w", "g1:squad@B2 broken disrupted", facts='feature("B2",blaze).').g1
    assert causes(here.must_rout) == {"a10-5-must": ("B2",), "a19-12-rout": ("B2",)}


def test_option_broken_forces() -> None:
    """option(broken_forces,no): a broken enemy does not force from Open Ground."""
    here = CORRIDOR, "g1:squad@B1 broken; a1:squad@B4 broken", "B4-B1"
    assert asl(*here).g1.must_rout
    assert not asl(*here, "option(broken_forces,no).").g1.must_rout


def test_an_unarmed_enemy_has_no_normal_range() -> None:
    """a10-5-must, a10-62-dm, a10-532-interdict: next to one, in the open and with nowhere to go, g1 stays; an armed one
    eliminates it. A SW that malfunctions does not arm it."""
    hexes, near = "B1. B2.", "g1:squad@B1 broken dm; a1:squad@B2"
    nowhere = "no_quarter(german)."
    assert asl(hexes, near, facts=nowhere).g1.verdict == "eliminated"
    unarmed = asl(hexes, near + " unarmed", facts=nowhere).g1
    assert (unarmed.verdict, unarmed.must_rout) == ("stays", ())
    calm = asl(
        hexes,
        "g1:squad@B1 broken; a1:squad@B2 unarmed",
        facts="possesses(a1,m). sw(m,lmg,1,8). status(m,malfunctioned).",
    ).g1
    assert (calm.verdict, calm.dm) == ("cannot_rout", ())
    run = asl("B1w B2. B3. B8.", "g1:squad@B3 broken dm; a1:squad@B8 unarmed", "B8-B3 B8-B2")
    assert run.run("B3 B2 B1").interdicted == ()


def test_blaze_and_water_drive_out() -> None:
    """a10-5-must, a10-51-hazards: whoever starts in one must leave, and nobody enters one."""
    fire = asl("B1w B2w B3w", "g1:squad@B2 broken", facts='feature("B2",blaze). feature("B1",blaze).').g1
    assert causes(fire.must_rout) == {"a10-5-must": ("B2",)}
    assert {route.path[1] for route in fire.routes} == {"B3"}
    assert causes(asl("B1~ B2w", "g1:squad@B1 broken").g1.must_rout) == {"a10-5-must": ("B1",)}


def test_option_broken_forces_is_about_broken_enemies_alone() -> None:
    """option(broken_forces,no): an unbroken enemy forces from Open Ground as ever."""
    here = "B1w B2. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    assert asl(*here, "option(broken_forces,no).").g1.verdict == "routs"


def test_barred_from_leaving_a_blaze_it_burns() -> None:
    """a10-5-must, a12-14-reveal: no enemy forces g1, but the Blaze does, and a2, revealed before its only step, bars it."""
    facts = 'reveal(a2,g1,"B2",before). feature("B3",blaze).'
    here = asl("B1w B2. B3. A2-", "g1:squad@B3 broken dm; a2:squad@A2 concealed", "A2-B3", facts)
    assert [(route.path, route.end) for route in here.g1.routes] == [(("B3",), "eliminated")]


def test_the_ground_next_door_is_not_adjacent_to_upstairs() -> None:
    """a10-5-must, a10-51-adjacent: a1 in B1 forces the unit on the ground of B2, and not the one above it; but it does if it
    is at the foot of the stairs."""
    hexes, sight = "B1. B2s B3s", "B1-B2@1 B1-B3@1"
    assert must(asl(hexes, "g1:squad@B2 broken dm; a1:squad@B1", sight, BLOCK)) == {"a1"}
    assert must(asl(hexes, "g1:squad@B2@1 broken dm; a1:squad@B1", sight, BLOCK)) == set()
    assert must(asl(hexes, "g1:squad@B2@1 broken dm; a1:squad@B2", sight, BLOCK)) == {"a1"}
    up = asl(hexes, "g1:squad@B2 broken dm; a1:squad@B1", sight, BLOCK)
    assert up.runs["B2 B2@1"] == up.runs["B2 B2@1 B3@1"] == "survives"
    assert up.around["B3"] == {}


def test_the_same_level_of_the_next_hex_is_adjacent() -> None:
    """a10-5-must: across the hexside of one building, with a LOS; in a Rowhouse not even then (b23-71-rowhouse)."""
    hexes = "B2s B3s"
    units = "g1:squad@B2@1 broken dm; a1:squad@B3@1"
    assert must(asl(hexes, units, "B3@1-B2@1", BLOCK)) == {"a1"}
    assert must(asl(hexes, units, "Z98-Z99", BLOCK)) == set()
    row = BLOCK + 'feature("B2",rowhouse). feature("B3",rowhouse).'
    assert must(asl(hexes, units, "B3@1-B2@1", row)) == set()


def test_no_adjacency_over_a_cliff() -> None:
    """a10-5-must, a10-51-map: nobody advances over a cliff, so nobody is ADJACENT over one, and nobody routs over it."""
    here = "B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2"
    assert must(asl(*here)) == {"a1"}
    assert must(asl(*here, facts='hexside("B1","B2",cliff).')) == set()
    assert asl("B1. B2w", ALONE, facts='hexside("B1","B2",cliff).').destinations == {}


FLOODED = 'feature("A3",stream). feature("A3",flooded).'


@pytest.mark.parametrize(
    ("enemy", "facts", "beside"),
    [
        ("a1:squad@A3", "", True),
        ("a1:squad@A3", 'feature("A3",blaze).', False),
        ("a1:squad@A3", FLOODED, True),  # a1 is on foot in it
        ("a1:squad@A3", FLOODED + 'feature("A3",ford).', True),
        ("a1:squad@A3", 'feature("A3",blaze). option(blaze_water,avoidable).', True),
        ("a1:squad@A3@pillbox", 'feature("A3",pillbox).', True),
        ("a1:squad@A3@pillbox", 'feature("A3",pillbox). feature("A3",blaze).', False),
        ("a1:squad@A2@pillbox", 'feature("A2",pillbox).', False),
        ("a1:squad@A2", "", True),
    ],
)
def test_no_adjacency_from_a_blaze_to_another(enemy: str, facts: str, beside: bool) -> None:
    """a10-5-must, a10-51-hazards: nobody advances into a Blaze or a Water Obstacle; g1 is in a Blaze itself. Next to a1, who
    interdicts A1, it surrenders."""
    here = asl(
        "A1. A2w A3w",
        f"g1:squad@A2 broken dm; {enemy}",
        f"A1-{enemy[9:]} A2-{enemy[9:]}",
        f'feature("A2",blaze). {facts}',
    )
    assert ("a1" in must(here), here.g1.verdict) == ((True, "surrenders") if beside else (False, "routs"))


def test_no_adjacency_between_two_burning_levels() -> None:
    """a10-5-must, a10-51-hazards: in one building, by the stairs and along a storey."""
    rooms = BLOCK + 'stairwell("B2"). feature("B2@1",blaze).'
    for enemy, los in (("a1:squad@B2", ""), ("a1:squad@B3@1", "B2@1-B3@1")):
        here = "B2h B3h", f"g1:squad@B2@1 broken dm; {enemy}", los
        burning = f'feature("{enemy[9:]}",blaze).'
        assert [("a1" in must(asl(*here, rooms + fire))) for fire in ("", burning)] == [True, False]


def test_without_los_nobody_is_adjacent() -> None:
    """a10-5-must"""
    assert must(asl("B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2", near=False)) == set()


def test_an_entrenchment_is_in_the_location_of_its_hex() -> None:
    """a10-5-must, a10-52-crawl, a10-51-adjacent: an enemy in the hex is in its Location; it may leave it next to him."""
    here = asl(
        "B1w B2. B3w", "g1:squad@B2@foxhole broken dm; a1:squad@B2", facts='feature("B2",foxhole). no_quarter(german).'
    )
    assert must(here) == {"a1"}
    assert here.crawls == {}
    assert set(here.around) == {"B1", "B3"}
    assert all(bars == {} for bars in here.around.values())
    enemy = asl("B1w B2.", "g1:squad@B1 broken; a1:squad@B2@foxhole", facts='feature("B2",foxhole).')
    assert must(enemy) == {"a1"}


def test_vehicles_in_the_same_location() -> None:
    """a10-5-must, a20-21-vehicle, a10-52-crawl: an armed one forces g1 out, and nobody surrenders to it; an abandoned one does
    neither; from the Location of either it does not crawl."""
    armed = asl("B1w B2w", "g1:squad@B2 broken; a1:vehicle@B2").g1
    assert (armed.verdict, causes(armed.must_rout)) == ("routs", {"a10-5-must": ("a1",)})
    left = asl("B1w B2w", "g1:squad@B2 broken dm; a1:vehicle@B2 abandoned")
    assert (left.g1.verdict, left.crawls) == ("may_rout", {})


def test_what_arms_a_vehicle() -> None:
    """a10-5-must: a SW that works does, whatever the FP of the vehicle itself."""
    here = "B1w B2w", "g1:squad@B2 broken; a1:vehicle@B2"
    carries = "firepower(a1,0). possesses(a1,m). sw(m,mmg,5,12)."
    assert causes(asl(*here, facts=carries).g1.must_rout) == {"a10-5-must": ("a1",)}
    assert asl(*here, facts=carries + "status(m,malfunctioned).").g1.must_rout == ()
    assert asl(*here, facts=carries.replace("mmg", "radio")).g1.must_rout == ()


def test_pinned_where_it_may_not_stay() -> None:
    """a10-5-must, a10-53-nmc: back in B3, in the open for a1, it is pinned, and has failed to rout."""
    facts = 'nmc(g1,"B3",pin). option(revisit,allow). option(toward,reach).'
    here = asl("B1w B2. B3. F3.", "g1:squad@B3 broken dm; a1:squad@F3", "F3-B3", facts)
    assert (here.runs["B3 B2 B3"], here.runs["B3 B2 B1"]) == ("eliminated", "survives")
    passed = asl("B1w B2. B3. F3.", "g1:squad@B3 broken dm; a1:squad@F3", "F3-B3", facts.partition(" ")[2])
    (fate,) = {at.if_pinned for route in passed.g1.routes for at in route.interdicted if at.hex == "B3"}
    assert fate == "eliminated"


@pytest.mark.parametrize("status", ["", "disrupted"])
def test_who_is_kept_in_a_blaze_is_eliminated(status: str) -> None:
    """a10-5-must, a19-12-rout, a12-14-reveal: a2, revealed before its first step, bars the only hex. It has not left the Blaze
    that it has to leave, and so does not cease to rout as a Disrupted unit does that has nothing to rout from."""
    facts = 'feature("B3",blaze). reveal(a2,g1,"B2",before). normal_range(a2,1).'
    units = f"g1:squad@B3 broken dm {status}; a2:squad@B1 concealed"
    assert asl("B2. B3. B1-", units, "B1-B3", facts).runs == {"B3": "eliminated"}


# --- a10-5-may -----------------------------------------------------------------------------------------------------


def test_a_unit_without_dm_may_not_rout() -> None:
    """a10-5-may"""
    assert causes(asl("B1w B2w", "g1:squad@B1 broken").g1.reasons) == {"a10-5-may": ()}


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("gun", "only Infantry routs"),
        ("vehicle", "only Infantry routs"),
        ("cavalry", "broken Cavalry routs on foot: give it as a squad"),
        ("aircraft", "an aircraft has none of the statuses of units"),
    ],
)
def test_only_infantry_routs(kind: str, sentence: str) -> None:
    """a10-5-may: who asks for the rout of another is told to give the crew itself, or Cavalry on foot; and who does not, too,
    except that of a vehicle it says that nobody leaves it (d5-311-crew)."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2w", f"g1:{kind}@B1 broken dm").g1
    with pytest.raises(InstanceError, match=sentence):
        pyrout.solve(asl("B1. B2w B3.", f"g2:{kind.replace('vehicle', 'gun')}@B3 broken").instance)


def test_an_unbroken_unit_that_is_asked_about_may_not_rout() -> None:
    """a10-5-may"""
    here = asl("B1w B2.", "g1:squad@B2").g1
    assert (here.verdict, {reason.rule for reason in here.reasons}) == ("cannot_rout", {"a10-5-may"})


# --- a10-aerial ----------------------------------------------------------------------------------------------------


def test_aircraft_do_not_matter() -> None:
    """a10-aerial"""
    text = asl(CORRIDOR, "g1:squad@B1 broken", facts="unit(a1,american,aircraft).").text
    assert Position(text).g1.verdict == "cannot_rout"


def test_aircraft_matter_for_nothing() -> None:
    """a10-aerial"""
    here = asl("B1. B2.", "g1:squad@B1 broken", facts="unit(a1,american,aircraft). normal_range(a1,6).")
    assert (here.g1.verdict, here.g1.dm) == ("cannot_rout", ())


# --- a10-5-ftr -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "facts", "rests"),
    [
        ("a1:squad@B8 pinned", "", False),
        ("a1:squad@B8 pinned", "option(end_in_open,allowed).", True),
        ("a1:squad@B8", "", True),  # he interdicts there
        ("a1:squad@B8 melee; g9:squad@B8 melee", "", True),
        ("a1:squad@B8 pinned", "normal_range(a1,5).", True),
        ("a1:squad@B8 broken", "", False),
        ("a1:squad@B8 broken", "option(broken_forces,no).", True),
        ("a1:squad@B8 pinned", 'feature("B2",smoke).', True),
    ],
)
def test_a_run_does_not_end_in_the_open(enemy: str, facts: str, rests: bool) -> None:
    """a10-5-ftr, option(end_in_open,crawl_only): in B2 a1 sees g1, and interdicts nobody there. A Low Crawl ends there."""
    reading = "" if "end_in_open" in facts else "option(end_in_open,crawl_only)."
    reach = "" if "normal_range" in facts else "normal_range(a1,9)."
    here = asl("B1o B2. B3. B8.", f"g1:squad@B3 broken dm; {enemy}", "B8-B3 B8-B2", facts + reading + reach)
    assert ("B3 B2" in here.runs) == rests
    assert "B3 B2 B1" in here.runs and "B2" in here.crawls


def test_who_can_only_end_in_the_open_is_eliminated_there() -> None:
    """a10-5-ftr, option(end_in_open,crawl_only): a1 sees B1 as well. Where an NMC of a2 pins g1, it ends in the open."""
    facts = "option(end_in_open,crawl_only). normal_range(a1,9)."
    units, los = "g1:squad@B3 broken dm; a1:squad@B8 pinned", "B8-B3 B8-B2 B8-B1"
    here = asl("B1. B2. B3. B8.", units, los, facts)
    assert (here.runs, here.crawls) == ({"B3 B2 B1": "eliminated"}, {"B2": "survives"})
    assert here.judged("B2", to="B2") == (2, {"a10-5-ftr": ("a1",)})
    pinned = asl(
        "B1. B2. B3. B8. B9.", units + "; a2:squad@B9", los + " B9-B2", facts + 'normal_range(a2,9). nmc(g1,"B2",pin).'
    )
    assert pinned.runs == {"B3 B2": "survives"}


def test_a_rout_whose_first_step_ends_it_is_a_rout() -> None:
    """a10-5-ftr: in B2, all that it can reach, it discovers a1 next to it. Out of a2's Location it cannot crawl."""
    units = "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@B3"
    here = asl("B1. B2w B3.", units, facts="no_quarter(german).")
    assert (here.g1.verdict, here.runs, here.crawls) == ("routs", {"B3 B2": "eliminated"}, {})


def test_who_stops_for_good_in_a_blaze() -> None:
    """a10-5-ftr: on the way through the Blaze of B2 it sees a1, who keeps it from B1; next to a1 it has no other way."""
    facts = 'feature("B2",blaze). option(blaze_water,avoidable).'
    here = asl("A1- B1w B2. B3.", "g1:squad@B3 broken dm; a1:squad@A1", "A1-B2", facts, near=False)
    assert here.runs == {"B3 B2": "eliminated"}


def test_nobody_stays_in_a_foxhole_next_to_the_enemy() -> None:
    """a10-5-ftr, b27-entrench: nothing is in reach, so it may go anywhere, out of the Location of a1. The foxhole of A2 keeps him
    from interdicting it, and is next to him."""
    here = asl(
        "B2. A2. A1. B9-", "g1:squad@B2 broken dm; a1:squad@B2", facts='feature("A2",foxhole). no_quarter(german).'
    )
    ends = {route.path: route.end for route in here.g1.routes if route.posture == "run"}
    assert ends["B2", "A2@foxhole", "A1"] == "survives"
    assert ends.get(("B2", "A2@foxhole"), "eliminated") == "eliminated"


def test_where_the_mf_end_after_a_wound_he_may_fail_to_rout() -> None:
    """a10-5-ftr, a20-21-surrender: in B5, next to a2, he has too few MF for the brush of A6. By No Quarter he is eliminated."""
    here = "B1. B2. B3. B4. B5. B6. A5. A6b A7w C6.", "; a2:squad@C6", "C6-B5"
    assert wounded_in_b4(*here)["B3 B4 B5"] == ("surrenders", None, "A7")
    assert wounded_in_b4(*here, "no_quarter(german).")["B3 B4 B5"] == ("eliminated", None, "A7")


@pytest.mark.parametrize(
    ("hexes", "enemy", "reach", "end"),
    [
        ("A3. B3. B4w B2.", "B2", 6, "eliminated"),
        ("A3. B3. B4w C3. C4.", "C3", 2, "eliminated"),
        ("A3. B3. B4w C3. C4.", "C3", 1, "survives"),
        ("A3g B3. B4w C3. C4.", "C3", 2, "survives"),
    ],
)
def test_who_need_not_rout_is_barred_before_it_began(hexes: str, enemy: str, reach: int, end: str) -> None:
    """a10-5-ftr, "also when it never started": a2 is revealed next to B3, where g1 wanted to go. Next to g1, or if that is in
    Open Ground in his LOS and Normal Range, it fails to rout; else its RtPh ends in A3."""
    here = asl(
        hexes,
        f"g1:squad@A3 broken dm; a2:squad@{enemy} concealed",
        f"A3-{enemy} B3-{enemy} B4-{enemy}",
        f'reveal(a2,g1,"B3",before). no_quarter(german). normal_range(a2,{reach}).',
    )
    stuck = {(route.end, route.discovers[0].enemies) for route in here.g1.routes if route.path == ("A3",)}
    assert stuck == {(end, ("a2",))}


@pytest.mark.parametrize(
    ("place", "reach", "more", "end"),
    [
        ("B5", 12, "", "eliminated"),
        ("B5", 7, "", "survives"),
        ("B5", 12, "environment(desert).", "survives"),
        ("B7", 12, "environment(desert).", "eliminated"),
    ],
)
def test_back_where_it_began_it_fails_to_rout_in_the_open_to_whoever_is_revealed(
    place: str, reach: int, more: str, end: str
) -> None:
    """a10-5-ftr, f-1c-desert: a2, Known from B14, bars B15; bound for B11 instead, and back in B13, g1 learns of a1, eight hexes
    away in B5, who bars B12. With no way left it fails to rout in the open to him, but for one whose Normal Range ends before;
    in the desert only within six hexes."""
    here = asl(
        f"B11w B12. B13. B14. B15w {place}- B19-",
        f"g1:squad@B13 broken dm; a1:squad@{place} concealed; a2:squad@B19",
        f"{place}-B13 B19-B14 B19-B15",
        f'normal_range(a2,1). normal_range(a1,{reach}). reveal(a1,g1,"B12",before). {more}',
    )
    back = {route.end for route in here.g1.routes if route.path == ("B13", "B14", "B13")}
    assert back == {end}


@pytest.mark.parametrize("nmc", ["", 'nmc(g1,"B13",pin).'])
@pytest.mark.parametrize(("more", "end"), [("", "eliminated"), ("environment(desert).", "survives")])
def test_pinned_where_it_began_in_the_open_to_whoever_is_revealed(more: str, end: str, nmc: str) -> None:
    """a10-5-ftr, a10-53-nmc: as before, but a1 is revealed as g1 comes back to B13, and interdicts it there."""
    here = asl(
        "B11w B12. B13. B14. B15w B5- B19-",
        "g1:squad@B13 broken dm; a1:squad@B5 concealed; a2:squad@B19",
        "B5-B13 B19-B14 B19-B15",
        f'normal_range(a2,1). normal_range(a1,12). reveal(a1,g1,"B13",after). {more} {nmc}',
    )
    (back,) = [route for route in here.g1.routes if route.path == ("B13", "B14", "B13")]
    assert (back.end, back.interdicted[0].if_pinned) == (end, end)


def test_who_can_crawl_still_does_not_fail_to_rout() -> None:
    """a10-5-ftr, a10-52-crawl, A7.7: Encircled and wounded he has the MF for C2 only (2 of 3), before which a1 is revealed next
    to him and bars it. Into the brush of B1 it is 4 MF: he crawls there, and is not taken for one who fails to rout."""
    here = asl(
        "B2. B1b C2. C3-",
        "g1:leader@B2 broken dm encircled wounded; a1:squad@C3 concealed",
        "",
        'reveal(a1,g1,"C2",before). option(surrender_again,no).',
    )
    assert (here.crawls, here.runs) == ({"B1": "survives"}, {})
    assert {len(r.legs) for r in here.g1.routes} == {1, 2}


def test_back_in_a_foxhole_of_its_hex_it_is_in_no_open_ground() -> None:
    """a10-5-ftr: "in its first Open Ground hex in the LOS and Normal Range of a Known non-Melee enemy unit". a9 sees B3, which it
    has to leave; a2 and a3, revealed as it comes back, bar both ways on. In the foxhole it is not in the open (a10-531-open)."""
    facts = (
        'feature("B3",foxhole). reveal(a2,g1,"B3",after). reveal(a3,g1,"B3",after). option(revisit,allow). '
        "option(free_toward,no). normal_range(a9,12). normal_range(a2,1). normal_range(a3,1)."
    )
    units = "g1:squad@B3 broken dm; a9:squad@H3; a2:squad@B1 concealed; a3:squad@B5 concealed"
    here = asl("B2. B3. B4. B1- B5- H3-", units, "H3-B3 B1-B3 B5-B3", facts)
    for way in ("B2", "B4"):
        assert here.run(f"B3 {way} B3").end == "eliminated"
        assert here.run(f"B3 {way} B3@foxhole").end == "survives"


def test_back_in_the_open_it_started_from() -> None:
    """a10-5-ftr: g1 leaves B3, meets a2 in B2, and comes back to B3 in a1's sight with no way on: eliminated."""
    hexes = "B1w B2w B3. B8."
    units = "g1:squad@B3 broken dm; a1:squad@B8; a2:squad@B1"
    ends = asl(hexes, units, "B8-B3", "no_quarter(german). nationality(g1,partisan).").runs
    assert all(end == "eliminated" for path, end in ends.items() if path.startswith("B3 B2"))


# --- a20-5-prisoner ------------------------------------------------------------------------------------------------


def test_prisoners_do_not_rout() -> None:
    """a20-5-prisoner"""
    here = asl("B1. B2w", "g1:squad@B1 broken dm captured").g1
    assert (here.verdict, set(causes(here.reasons))) == ("cannot_rout", {"a20-5-prisoner"})


def test_a_prisoner_does_not_surrender_again() -> None:
    """a20-5-prisoner, a19-12-disrupted: Disrupted before it was taken, next to its guard."""
    here = asl("B1. B2w", "g1:squad@B1 broken captured disrupted; a1:squad@B1")
    assert (here.g1.verdict, here.g1.captors) == ("cannot_rout", ())
    assert set(causes(here.g1.reasons)) == {"a20-5-prisoner"}


def test_prisoners_of_a_unit_that_routs() -> None:
    """a20-53-guard: no fact says whose prisoner c is; next door it is none of its."""
    held = "g1:squad@B2 broken dm; c:squad@B2 captured"
    told = "c is guarded by another unit and stays; if it is a prisoner of g1"
    for units in (held, held + "; g2:squad@B2"):
        here = asl("B1w B2. B3.", units)
        assert here.runs == {"B2 B1": "survives"}
        assert any(line.startswith(told) for line in here.g1.assumes)
    assert not any(told in line for line in asl("B1w B2. B3.", held.replace("c:squad@B2", "c:squad@B3")).g1.assumes)


def test_a_prisoner_whose_guard_is_named() -> None:
    """a20-5-prisoner, a20-53-guard: guards/2 leaves nothing to assume; a Guard that routs takes him along, not out of Melee."""
    held = "g1:squad@B2 broken dm; c:squad@B2 captured; g2:squad@B2"
    here = asl("B1w B2. B3.", held, facts="guards(g2,c).")
    assert (here.runs, assumed(here)) == ({"B2 B1": "survives"}, [])
    assert not any(rule == "a20-53-guard" for rule, _ in here.g1.notes)
    guard = asl("B1w B2. B3.", held, facts="guards(g1,c).")
    assert (guard.runs, assumed(guard)) == ({"B2 B1": "survives"}, [])
    assert ("a20-53-guard", "c goes along as its prisoner") in guard.g1.notes
    fighting = asl("B1w B2. B3.", held.replace("broken dm", "broken melee"), facts="guards(g1,c).").g1
    assert (fighting.verdict, set(causes(fighting.reasons))) == ("cannot_rout", {"a11-15-melee"})
    # While it does not rout, nobody goes along.
    taken = asl("B2. B3.", "g1:squad@B2 broken dm; c:squad@B2 captured; a1:squad@B3", facts="guards(g1,c).").g1
    assert taken.verdict == "surrenders" and not taken.notes


@pytest.mark.parametrize(
    ("guard", "sentence"), [("g2:squad@B3", "where his guard is"), ("a3:squad@B2", "the other side")]
)
def test_a_guard_who_cannot_be_one_is_refused(guard: str, sentence: str) -> None:
    """a20-5-prisoner: one of his own side, and one who is elsewhere."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl(
            "B1w B2. B3.", f"g1:squad@B1 broken dm; c:squad@B2 captured; {guard}", facts=f"guards({guard[:2]},c)."
        ).g1
