"""The enumerator of full ASL by hand: water, Blazes, roads and fortifications (chapter B)."""

from __future__ import annotations

import pytest
from enumerated import Destination
from positions_enumerated_asl import CORRIDOR, HOUSE, HOUSES, NOT_DM, firsts, friends, g1, goals, mfs, paths, route

pytestmark = pytest.mark.slow  # half a minute together


# --- hazards and water ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("feature", ["ffe", "minefield(known)"])
def test_ways_through_ffe_and_mines_need_not_count(feature: str) -> None:
    # C4 is on the one way of 3 MF to C5; by B3-B4 or D3-D4 it costs 4.
    text = {"terrain": "C5=woods", "blind": "A1-C3", "facts": f'feature("yC4",{feature}).'}
    assert g1("r1 squad A1 -", **text).destinations == {"yC5": Destination(6, True)}
    assert not g1("r1 squad A1 -", **text).free
    # Closed but for C4: it may go there, and need not.
    text["terrain"] += " B4=water D4=water B5=water D5=water"
    answer = g1("r1 squad A1 -", **text)
    assert answer.destinations == {"yC5": Destination(6, True)}
    assert answer.free


def test_a_bridge_is_entered_and_left_by_its_road() -> None:
    facts = 'feature("yC4",bridge). road("yC3","yC4"). road("yC4","yC5").'
    answer = g1("r1 squad A1 -", terrain="C4=water C5=woods", facts=facts, blind="A1-C3")
    # Over the bridge both hexsides are road: 1 MF each.
    assert goals(answer)["C5"] == 4
    assert "C3 C4 B4" not in paths(answer)


def test_dry_streams_cost_2_mf_and_can_be_crawled_into() -> None:
    wet = {"terrain": "C4=stream C5=woods B3=water D3=water B2=water D2=water C2=water"}
    assert goals(g1("r1 squad A1 -", blind="A1-C3", **wet)) == {"C5": 10}
    dry = g1("r1 squad A1 -", blind="A1-C3", facts='feature("yC4",dry).', **wet)
    assert goals(dry) == {"C5": 8}
    assert firsts(dry, "low_crawl") == {"C4"}


# --- the road rate ----------------------------------------------------------------------------------------------


def test_road_rate_or_cover() -> None:
    # "a unit that enters a hex over a road hexside may pay 1 MF and is then in the open there (for Interdiction in that
    # hex), or pay for the hex's own terrain and have its cover"
    text = {"terrain": "C4=woods", "facts": 'road("yC3","yC4").'}
    answer = g1("r1 squad C1 9", **text)
    assert goals(answer) == {"C4": 2}
    ways = {r.mf: r.interdicted for r in answer.routes if r.posture == "run" and r.path == ("yC3", "yC4")}
    assert ways == {(0, 2): (("yC4", frozenset({"r1"})),), (0, 4): ()}
    text["facts"] += "option(road_rate,taken)."
    assert mfs(g1("r1 squad C1 9", **text), "C3 C4") == {(0, 2)}


def test_the_hexs_own_price_can_be_the_clean_rout() -> None:
    # a20-21-clean: "no hex where it would be interdicted". All other ways are closed.
    text = {"terrain": "C4=woods B2=water B3=water D2=water D3=water", "facts": 'road("yC3","yC4").'}
    assert g1("r1 squad C2 9", **text).verdict == "routs"
    text["facts"] += "option(road_rate,taken)."
    assert g1("r1 squad C2 9", **text).verdict == "surrenders"


# --- Blazes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "blaze", "must"),
    [
        ("C3", "yC3", True),
        ("C3@1", "yC3@1", True),
        # "an upper Location over a Blaze that nothing is said of does not burn"
        ("C3@1", "yC3", False),
        ("C3", "yC3@1", False),
    ],
)
@pytest.mark.parametrize("option", ["", "option(blaze_water,avoidable)."])
@pytest.mark.slow
def test_a_blaze_is_of_one_location(at: str, blaze: str, must: bool, option: str) -> None:
    facts = HOUSE + f'feature("{blaze}",blaze).' + option
    answer = g1("r1 squad A1 -", at=at, terrain=HOUSES, facts=facts, blind="A1-C3")
    assert answer.must == ({"a10-5-must"} if must else set())


def test_a_burning_upper_location_is_not_entered() -> None:
    # "Blazes and unbridged Water Obstacles are not entered"
    facts = HOUSE + 'feature("yC3@1",blaze).'
    answer = g1("r1 squad A1 -", terrain=HOUSES, facts=facts, blind="A1-C3")
    assert goals(answer) == {"C4": 4}


def test_avoidable_blazes_may_be_crossed_and_are_no_place_to_stop() -> None:
    # Note 13: "A routing unit may ignore paths through Blazes": it need not count the way, and may go it.
    text = {"terrain": "C5=woods B2=water B3=water C2=water D2=water D3=water B4=water D4=water"}
    facts = 'feature("yC4",blaze).'
    assert g1("r1 squad C1 -", facts=facts, **text).verdict == "stays"
    answer = g1("r1 squad C1 -", facts=facts + "option(blaze_water,avoidable).", **text)
    assert (answer.destinations, answer.free) == ({"yC5": Destination(6, True)}, True)
    assert "C3 C4 C5" in paths(answer)
    assert "C3 C4" not in paths(answer)
    # The crawl cannot go on.
    assert {r.end for r in answer.routes if r.posture == "low_crawl"} == {"eliminated"}


# --- fortifications ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feature", "into", "onward"),
    # "shellholes, entrenchment, pillbox +1 in, entrenchment and pillbox +1 out"
    [("foxhole", 4, 8), ("trench", 4, 8), ("shellholes", 4, 6)],
)
def test_shelters_cost_1_mf_and_keep_from_interdiction(feature: str, into: int, onward: int) -> None:
    facts = f'feature("yC4",{feature}).'
    answer = g1("r1 squad C1 9", terrain=CORRIDOR, facts=facts)
    assert mfs(answer, f"C3 C4@{feature}") == {(0, into)}
    assert mfs(answer, f"C3 C4@{feature} C5") == {(0, into, onward)}
    assert [at for at, _ in route(answer, f"C3 C4@{feature} C5").interdicted] == ["yC5"]
    # "to avoid Interdiction": there is none without a range, nor for a crawl.
    assert not mfs(g1("r1 squad C1 -", terrain=CORRIDOR, facts=facts), f"C3 C4@{feature}")
    assert firsts(answer, "low_crawl") == {"C4"}


@pytest.mark.parametrize(
    ("facts", "mf"),
    [
        # "A foxhole shelters three squad-equivalents (B27.12), fewer where the file says so; one that is full shelters
        # nobody more."
        (friends(2, '"yC4",foxhole'), 4),
        (friends(3, '"yC4",foxhole'), None),
        (friends(4, '"yC4",foxhole', "half_squad"), 4),
        (friends(5, '"yC4",foxhole', "half_squad"), None),
        # Those beside it take no room in it; the hex is overstacked by one.
        (friends(3, '"yC4"'), 6),
        (friends(1, '"yC4",foxhole') + 'capacity("yC4",foxhole,2).', 4),
        (friends(1, '"yC4",foxhole') + 'capacity("yC4",foxhole,1).', None),
        (friends(6, '"yC4",foxhole', "hero"), 4),
    ],
)
def test_foxholes_hold_three_squads(facts: str, mf: int | None) -> None:
    answer = g1("r1 squad C1 9", terrain=CORRIDOR, facts='feature("yC4",foxhole).' + facts)
    assert mfs(answer, "C3 C4@foxhole") == ({(0, mf)} if mf else set())


def test_whoever_is_in_a_foxhole_is_not_in_the_open() -> None:
    # Open Ground: "no shellholes, entrenchment or pillbox paid for"
    answer = g1("r1 squad C1 9", at="C3@foxhole", terrain=CORRIDOR, facts='feature("yC3",foxhole).')
    assert answer.must == set()
    assert mfs(answer, "C3@foxhole C4") == {(0, 4)}
    # It is in C3 all the same, ADJACENT to C2.
    beside = {"terrain": CORRIDOR.replace("C2=water ", ""), "facts": 'feature("yC3",foxhole).'}
    assert g1("r1 squad C2 -", at="C3@foxhole", **beside).must == {"a10-5-must"}


def test_the_mf_for_the_destination_may_go_into_shelters() -> None:
    # a10-531-cover: "or is on the shortest way in MF; then, having routed a hex or more, it may decline the next hex for
    # want of that MF (note 17)". 3 MF; the price is 1 + 1 + 1 (by the road). In the shellholes 2 are spent, and 1 is left
    # for C5, where the foxhole would take 2.
    leader = "unit(g1,german,leader). status(g1,broken). status(g1,dm). status(g1,wounded)."
    facts = 'road("yC5","yB5"). feature("yC4",shellholes). feature("yC5",foxhole).'
    answer = g1("r1 squad C1 9", router=leader, terrain=CORRIDOR + " B5=woods D5=water", facts=facts)
    assert goals(answer) == {"B5": 6}
    assert paths(answer) == {"C3 C4 C5 B5", "C3 C4@shellholes", "C3 C4@shellholes C5", "C3 C4 C5@foxhole"}


def test_pillboxes_count_as_buildings() -> None:
    # Note 12: "Pillboxes count as buildings." Price: 1 for the hex and 1 to get in.
    answer = g1("r1 squad C1 -", terrain=CORRIDOR, facts='feature("yC4",pillbox).')
    assert answer.destinations == {"yC4@pillbox": Destination(4, False)}
    assert mfs(answer, "C3 C4@pillbox") == {(0, 4)}
    assert mfs(answer, "C3 C4 C4@pillbox") == {(0, 2, 4)}


def test_the_road_to_a_pillbox_ends_inside() -> None:
    # Open Ground: "no shellholes, entrenchment or pillbox paid for"
    facts = 'feature("yC4",pillbox). road("yC3","yC4").'
    answer = g1("r1 squad C1 9", terrain=CORRIDOR + " C4=grain", facts=facts)
    assert mfs(answer, "C3 C4@pillbox") == {(0, 4), (0, 5)}
    assert not any(r.interdicted for r in answer.routes if r.path == ("yC3", "yC4@pillbox"))


def test_nobody_is_forced_out_of_a_pillbox() -> None:
    # b30-5-pillbox: "Broken units in pillboxes never have to". +1 MF out.
    facts = 'feature("yC3",pillbox). los("yC3@pillbox","yC4",0). los("yC3@pillbox","yC2",0).'
    answer = g1("r1 squad C2 -", at="C3@pillbox", terrain=CORRIDOR.replace("C2=water ", ""), facts=facts)
    assert (answer.verdict, answer.must) == ("may_rout", set())
    assert mfs(answer, "C3@pillbox C4") == {(0, 4)}


def test_smoke_uphill_is_doubled() -> None:
    # MF: "a level up doubles the hex and the SMOKE in it (B10.4, B.2: open ground in SMOKE uphill 4)"
    smoke = 'feature("yC4",smoke).'
    assert route(g1("r1 squad C1 -", facts=smoke), "C3 C4").mf == (0, 4)
    assert route(g1("r1 squad C1 -", facts=smoke + 'elevation("yC4",1).'), "C3 C4").mf == (0, 8)
    walled = smoke + 'elevation("yC4",1). hexside("yC3","yC4",wall).'
    assert route(g1("r1 squad C1 -", facts=walled), "C3 C4").mf == (0, 10)


def test_a_bridge_is_open_ground() -> None:
    # b1-15-bridge: seen along its road, not across it.
    for road, must in (('road("yC2","yC3"). road("yC3","yC4").', {"a10-5-must"}), ('road("yB3","yC3").', set())):
        assert g1("r1 squad C1 9", terrain="C3=water", facts=f'feature("yC3",bridge). {road}').must == must


def test_leaving_wire() -> None:
    text = {"terrain": CORRIDOR + " C5=woods"}
    answer = g1("r1 squad C1 -", facts='feature("yC3",wire). wire_exit("yC3",2).', **text)
    # a10-51-nearest: "Not in the price: entering entrenchments or shellholes, leaving Wire (note 13)."
    assert goals(answer) == {"C5": 6}
    assert mfs(answer, "C3 C4 C5") == {(0, 6, 10)}
    # 4 + 1 + 2 MF are too many, whatever the price.
    answer = g1("r1 squad C1 -", facts='feature("yC3",wire). wire_exit("yC3",4).', **text)
    assert (answer.destinations, answer.free) == ({}, True)
    # Getting into it costs nothing more.
    answer = g1("r1 squad C1 -", facts='feature("yC5",wire). wire_exit("yC5",2).', **text)
    assert mfs(answer, "C3 C4 C5") == {(0, 2, 6)}


@pytest.mark.parametrize("status", ["crest", "entrenched"])
def test_crest_and_entrenched(status: str) -> None:
    # b20-96-crest: "Broken Infantry must leave Crest status", whether it routs (note 3 is at "It does not Rout") or not.
    # Until then it is not in Open Ground (a10-531-open); what it can do is the same.
    open_ground = g1("r1 squad C1 9", router=NOT_DM)
    protected = g1("r1 squad C1 9", router=NOT_DM, facts=f"status(g1,{status}).")
    assert (open_ground.verdict, open_ground.must) == ("routs", {"a10-5-must"})
    assert (protected.verdict, protected.must) == ("cannot_rout", set())
    under_dm = g1("r1 squad C1 9", facts=f"status(g1,{status}).")
    assert under_dm.must == set() and under_dm.routes == open_ground.routes


def test_the_road_through_a_marsh() -> None:
    # road rate: "a unit that enters a hex over a road hexside may pay 1 MF"; marsh: "the whole allowance".
    answer = g1("r1 squad C1 -", terrain=CORRIDOR + " C4=marsh", facts='road("yC3","yC4").')
    assert mfs(answer, "C3 C4") == {(0, 2), (0, 12)}


def test_entrenched_is_in_the_foxhole() -> None:
    # entrenchment "+1 out": whoever is marked entrenched in a hex with a foxhole is in it.
    answer = g1("r1 squad C1 -", facts='status(g1,entrenched). feature("yC3",foxhole).')
    assert {r.path[0] for r in answer.routes} == {"yC3@foxhole"}
    assert mfs(answer, "C3@foxhole C4") == {(0, 4)}


def test_a_bridge_over_a_stream() -> None:
    # a bridge is entered and left over its road only
    spanned = 'feature("yC4",bridge). road("yC4","yC5").'
    assert "C4" in firsts(g1("r1 squad C1 -", terrain=CORRIDOR + " C4=stream"))
    assert "C4" not in firsts(g1("r1 squad C1 -", terrain=CORRIDOR + " C4=stream", facts=spanned))
