"""Terrain by the full ASL rules that depends on the month, on depth or on the scenario: ploughed fields, streams, factories,
towers, light woods, the desert; and what an answer tells of the readings of the rules.

Every answer is worked out by hand from the section named. Costs in the comments are MF: open ground 1, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, Position, asl, must
from tiny_asl import FAR, FIELD, REACH, SEEN

import pyrout
from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow


# --- grain ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("month", "price"),
    [(1, 3.0), (3, 3.0), (4, 3.5), (5, 3.5), (6, 3.5), (9, 3.5), (10, 3.0), (12, 3.0), (None, 3.5)],
)
def test_what_grain_costs_by_month(month: int | None, price: float) -> None:
    """asl-mf (B15.4, B15.6): 1 1/2 MF from April to September, else 1; and 2 for the woods behind it."""
    facts = f"month({month})." if month else ""
    assert asl("B1. B2g B3w", ALONE, facts=facts).destinations == {"B3": price}


def test_a_ploughed_field_is_open_ground() -> None:
    """asl-mf, a10-5-must (B15.6): in April a1, 4 hexes off, forces it out, and B1 behind it is out of his Normal Range; in July
    the grain stands."""
    here = "B1g B2g B3. B4. B5. B6.", "g1:squad@B2 broken dm; a1:squad@B6", "B6-B2 B6-B1"
    april = asl(*here, "normal_range(a1,4). month(4).")
    assert must(april) == {"a1"}
    assert (april.runs, april.run("B2 B1").mf, april.run("B2 B1").interdicted) == (
        {"B2 B1": "survives"},
        (0.0, 1.5),
        (),
    )
    assert must(asl(*here, "normal_range(a1,4). month(7).")) == set()


# --- streams ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "price"), [("dry", 4.0), ("", 5.0), ("deep", 6.0), ("flooded", None)])
def test_what_a_stream_costs(depth: str, price: float | None) -> None:
    """asl-mf (B20.41-.44): 2 MF dry, 3 shallow, 4 deep; a flooded stream is not entered. 2 more for the woods."""
    facts = f'feature("B2",{depth}).' if depth else ""
    here = asl("B1. B2= B3w", ALONE, facts=facts)
    assert here.destinations == ({"B3": price} if price else {})
    assert ("B2" in here.crawls) == (depth == "dry")


@pytest.mark.parametrize(("depth", "price"), [("dry", 4.0), ("", 4.0), ("deep", 5.0), ("flooded", 6.0)])
def test_a_ford_makes_a_stream_one_class_shallower(depth: str, price: float) -> None:
    """asl-mf (B20.8): 2 MF in a shallow stream, 3 in a deep one, 4 in a flooded one, which is no Water Obstacle then; the water
    stays. 2 more for the woods."""
    facts = f'feature("B2",ford). {f"""feature("B2",{depth}).""" if depth else ""}'
    here = asl("B1. B2= B3w", ALONE, facts=facts)
    assert here.destinations == {"B3": price}
    assert ("B2" in here.crawls) == (depth == "dry")
    assert asl("B1w B2=", "g1:squad@B2 broken", facts=facts).g1.verdict == "cannot_rout"


def test_a_ford_in_a_gully_changes_nothing() -> None:
    """asl-mf (B20.8)."""
    there = asl("B1. B2u B3w", ALONE, facts='feature("B2",ford).')
    assert there.destinations == asl("B1. B2u B3w", ALONE).destinations == {"B3": 4.0}


def test_a_flooded_stream_is_a_water_obstacle() -> None:
    """a10-51-hazards, a10-5-must, a10-62-dm (B20.44): it is not entered, and who is in it must get out; of a deep one neither is
    so."""
    flooded = 'feature("B2",flooded).'
    assert asl("B1. B2= B3w", ALONE, facts=flooded).judged("B2 B3") == (1, {"a10-51-hazards": ("B2",)})
    inside = asl("B1w B2=", "g1:squad@B2 broken", facts=flooded).g1
    assert (inside.verdict, inside.dm) == ("routs", ("a10-62-dm",))
    assert {reason.rule for reason in inside.must_rout} == {"a10-5-must"}
    assert asl("B1w B2=", "g1:squad@B2 broken", facts='feature("B2",deep).').g1.verdict == "cannot_rout"


def test_a_bridge_over_a_flooded_stream() -> None:
    """b6-bridge (B20.44): 1 MF over its road, as over water; who is on it is in no Water Obstacle, and nobody could go beneath
    it."""
    carries = 'feature("B2",bridge). road("B1","B2"). road("B2","B3").'
    for depth, told in (("flooded", False), ("deep", True)):
        here = asl("B1. B2= B3w C2.", ALONE, facts=f'{carries} feature("B2",{depth}).')
        assert here.destinations == {"B3": 2.0}
        assert any("beneath" in line for line in here.g1.assumes) == told
    on = asl("B1. B2= B3w", "g1:squad@B2 broken", facts=f'{carries} feature("B2",flooded).').g1
    assert (on.must_rout, on.dm) == ((), ())


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ('feature("B2",deep).', "only a stream is deep or flooded"),
        ('feature("B2",flooded).', "only a stream is deep or flooded"),
        ('feature("B3",ford).', "a ford of this kind is in a stream or a gully"),
        ('feature("B1",deep). feature("B1",dry).', "keep one of the features"),
        ('feature("B1",flooded). feature("B1",foxhole).', "nothing is dug in a Water Obstacle"),
    ],
)
def test_what_no_stream_can_be_is_refused(facts: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        _ = asl("B1= B2u B3.", "g1:squad@B3 broken dm", facts=facts).g1


# --- depressions ------------------------------------------------------------------------------------------------

LEVEL = "is as high as the ground beside it"


@pytest.mark.parametrize(
    ("hexes", "facts", "told", "price"),
    [
        ("B1. B2u B3w", "", ["the gully in B2"], 4.0),
        ("B1. B2u B3w", 'elevation("B2",-1).', [], 6.0),  # 2, and 2 x 2 out of it
        ("B1. B2u B3w", 'elevation("B2",1).', ["the gully in B2"], 6.0),
        ("B1. B2= B3w", "", ["the stream in B2"], 5.0),
        ("B1. B2= B3w", 'feature("B2",dry). elevation("B2",-1).', [], 6.0),
        ("B1. B2= B3w", 'feature("B2",bridge). road("B1","B2"). road("B2","B3").', [], 2.0),
        ("B1. B2w", 'feature("B2",gully).', ["the gully in B2"], 4.0),
        ("B1. B2d B3w", "", ["the sunken road in B2"], 4.0),
        ("B1. B2d B3w", 'elevation("B2",-1).', [], 6.0),
        ("B1. B2e B3w", "", ["the elevated road in B2"], 4.0),
        ("B1w B2e B3.", 'elevation("B2",1).', [], None),
        # the gully goes on: its next hex has a bank
        ("B1u B2u B3.", 'elevation("B1",-1). elevation("B2",-1).', [], None),
        ("B1u B2u B3.", "", ["the gully in B1", "the gully in B2"], None),
        # beside a hill and beside ground of its own height: only a fact says to which it belongs
        ("B1. B2u B3w", 'elevation("B3",1).', ["the gully in B2"], 6.0),
        ("B1. B2u B3w", 'elevation("B2",0). elevation("B3",1).', [], 6.0),
    ],
)
def test_a_depression_without_a_level_is_told(hexes: str, facts: str, told: list[str], price: float | None) -> None:
    """b10-4-uphill (B10.4, B19.1): out of a gully is up a level; without an elevation nothing says that it lies lower."""
    here = asl(hexes, ALONE, facts=facts)
    assert sorted(line.partition(f" {LEVEL}")[0] for line in here.g1.assumes if LEVEL in line) == told
    assert here.destinations == ({f"B{len(hexes.split())}": price} if price else here.destinations)


@pytest.mark.parametrize(
    ("hexes", "facts", "price"),
    [
        # 1 MF doubled for the climb, and 2 for the woods
        ("B1. B2e B3w", 'elevation("B2",1).', 4.0),
        ("B1. B2e B3w", "", 4.0),
        # no fact says that it lies above anything
        ("B1. B2e B3w", 'elevation("B1",1). elevation("B2",1). elevation("B3",1).', 4.0),
        ("B1. B2e B3w", 'elevation("B2",0).', 4.0),
        # along the road
        ("B1. B2e B3w", 'road("B1","B2").', 3.0),
        ("B1e B2e B3w", "", 3.0),
        ("B1e B2e B3w", 'elevation("B1",1). elevation("B2",1).', 3.0),
        ("B1. B2e B3w", 'elevation("B2",1). road("B1","B2").', 4.0),
        # from a hill as high as the road, which lies above B3
        ("B1. B2e B3w", 'elevation("B1",1). elevation("B2",1).', 3.0),
        # SMOKE is doubled with the hex; two levels cost 2 MF more
        ("B1. B2e B3w", 'elevation("B2",1). feature("B2",smoke). los("B1","B3",0).', 6.0),
        ("B1. B2e B3w", 'feature("B2",smoke). los("B1","B3",0).', 6.0),
        ("B1. B2e B3w", 'elevation("B2",1). elevation("B1",-1). elevation("B3",1).', 6.0),
    ],
)
def test_the_climb_to_an_elevated_road_is_doubled_once(hexes: str, facts: str, price: float) -> None:
    """b10-4-uphill, asl-mf (B5.41): 2 MF over a hexside without its road, 1 MF doubled; 1 MF on its level."""
    assert asl(hexes, ALONE, facts=facts).destinations == {"B3": price}


def test_with_3_mf_a_leader_climbs_to_an_elevated_road() -> None:
    """b10-4-uphill, a20-21-surrender (B5.41): there lies a clean rout."""
    units = "g1:leader@B2 broken dm wounded; a1:squad@B1"
    for facts in ('elevation("B3",1).', ""):
        here = asl("B1. B2. B3e B4.", units, "B1-B2", f"{facts} no_interdiction(a1).")
        assert here.g1.verdict == "routs" and here.run("B2 B3").mf == (0.0, 2.0)


@pytest.mark.parametrize(("level", "forces", "told"), [("", {"a1"}, True), ('elevation("B5",-1).', set(), False)])
def test_an_enemy_in_a_gully_sees_over_its_bank_only_if_nothing_says_that_it_is_lower(
    level: str, forces: set[str], told: bool
) -> None:
    """b10-4-uphill (A6.3), with the LOS from the terrain: a1 in the gully three hexes off does not see g1."""
    given = asl("B1w B2. B3. B4. B5u B6.", "g1:squad@B2 broken; a1:squad@B5", facts=level, near=False).text
    text = "\n".join(line for line in given.split("\n") if not line.startswith("los("))
    g1 = pyrout.solve(pyrout.parse(text), units=("g1",))["g1"]
    assert {enemy for reason in g1.must_rout for enemy in reason.because} == forces
    assert any(f"the gully in B5 {LEVEL}" in line for line in g1.assumes) == told


# --- factories --------------------------------------------------------------------------------------------------

WORKS = 'building("works","B1"). building("works","B2"). '


@pytest.mark.parametrize(
    ("hexes", "facts", "price"),
    [
        ("B1f B2f", WORKS, 1.0),
        ("B1F B2F", WORKS, 1.0),
        ("B1r B2f", WORKS, 1.0),  # rubble of the same factory
        ("B1f B2f", "", 2.0),  # nothing says that they are of one building
        ("B1f B2f", 'building("works","B1"). building("mill","B2").', 2.0),
        ("B1. B2f", "", 2.0),
        ("B1s B2s", WORKS, 2.0),  # a house
        ("B1f B2f", WORKS + 'elevation("B2",1).', 2.0),
        ("B1f B2f", WORKS + 'hexside("B1","B2",wall).', 2.0),
        ("B1f B2f", WORKS + 'feature("B2",smoke).', 2.0),
        ("B1f B2f", WORKS + 'road("B1","B2").', 1.0),
    ],
)
def test_from_one_hex_of_a_factory_into_the_next(hexes: str, facts: str, price: float) -> None:
    """b23-742-factory: 1 MF, doubled a level up; a wall and SMOKE cost their MF besides; from outside 2."""
    assert asl(hexes, ALONE, facts=facts).destinations == {"B2": price}


def test_a_burning_factory_is_not_entered_from_inside() -> None:
    """b23-742-factory, a10-51-hazards"""
    assert asl("B1f B2f", ALONE, facts=WORKS + 'feature("B2",blaze).').destinations == {}


def test_out_of_a_factory_costs_what_the_ground_does() -> None:
    """b23-742-factory: nothing is cheaper outside, nor in the rubble."""
    assert asl("B1f B2r B3w", ALONE, facts=WORKS).run("B1 B2 B3").mf == (0.0, 3.0, 5.0)


# --- towers -----------------------------------------------------------------------------------------------------

TOWER = 'feature("B2",tower). '


@pytest.mark.parametrize(
    ("hexes", "facts", "price"),
    [
        ("B1. B2. B3w", "", 4.0),
        ("B1. B2. B3w", 'elevation("B2",1). elevation("B3",1).', 5.0),  # B10.4: the terrain is doubled, not the tower
        ("B1. B2b B3w", 'road("B1","B2"). road("B2","B3").', 3.0),
        ("B1. B2. B3w", 'feature("B2",smoke).', 5.0),
        ("B1. B2. B3w", 'hexside("B1","B2",wall).', 5.0),
    ],
)
def test_what_a_tower_costs(hexes: str, facts: str, price: float) -> None:
    """b34-4-tower: the hex costs 1 MF more than its terrain, or its road; then 2 for the woods, 1 by road."""
    assert asl(hexes, ALONE, facts=TOWER + facts).destinations["B3"] == price


def test_the_woods_around_a_tower_are_woods() -> None:
    """b34-4-tower, a10-51-what-counts (B34.3, B34.6): the hex is cover for its woods; a building there is none."""
    assert asl("B1. B2w", ALONE, facts=TOWER).destinations == {"B2": 3.0}
    house = asl("B1. B2s", ALONE, facts=TOWER)
    assert (house.destinations, house.run("B1 B2").mf) == ({}, (0.0, 3.0))
    assert any("stands beside its tower" in line for line in house.g1.assumes)


def test_nobody_is_in_the_open_at_a_tower() -> None:
    """b34-4-tower, a10-5-must, a10-532-interdict (B34.3): a1 neither forces it out of such a hex nor interdicts it there, nor
    over a road."""
    run = asl(FIELD, FAR, SEEN, TOWER).run("B3 B2 B1")
    assert (run.interdicted, run.mf) == ((), (0.0, 2.0, 4.0))
    assert asl(FIELD, FAR, SEEN).run("B3 B2 B1").interdicted
    here = "B1. B2. B3. B4.", "g1:squad@B2 broken; a1:squad@B4", "B4-B2"
    assert must(asl(*here)) == {"a1"}
    assert must(asl(*here, TOWER)) == set()
    woods = "B1w B2w B3. B4. B5. B6. B7. B8."
    roads = 'road("B3","B2"). road("B2","B1"). no_interdiction(a1,"B1"). '
    by_road = {
        run.mf: run.interdicted for run in asl(woods, FAR, SEEN, roads).g1.routes if run.path == ("B3", "B2", "B1")
    }
    assert by_road[0.0, 1.0, 2.0]
    at_tower = [r for r in asl(woods, FAR, SEEN, roads + TOWER).g1.routes if r.path == ("B3", "B2", "B1")]
    assert at_tower and not any(run.interdicted for run in at_tower)


@pytest.mark.parametrize(("level", "price"), [(1, 3.0), (2, 4.0), (3, 5.0)])
def test_down_the_stairs_of_a_tower(level: int, price: float) -> None:
    """b34-4-tower (B34.2, B34.42): it has one Location, and the stairs cost 1 MF a level; 2 more for the woods."""
    facts = f'feature("B1",tower). level("B1",{level}). stairwell("B1").'
    here = asl("B1. B2w", f"g1:squad@B1@{level} broken dm", facts=facts)
    assert here.destinations == {"B2": price}
    assert here.run(f"B1@{level} B1 B2").mf == (0.0, float(level), price)


@pytest.mark.parametrize(
    ("start", "facts", "price"),
    [
        ("B1@2", 'feature("B1",tower). level("B1",2). stairwell("B1").', 2.0),  # b34-4-tower: 1 MF a level
    ],
)
def test_a_step_within_a_marsh_hex_enters_no_marsh(start: str, facts: str, price: float) -> None:
    """asl-mf: the whole allowance is for entering the hex."""
    here = asl("B1m B2w", f"g1:squad@{start} broken dm", facts=facts)
    assert here.destinations == {"B2": price + 2.0}


def test_out_of_a_foxhole_it_climbs_the_tower_of_its_hex() -> None:
    """b27-entrench, b34-4-tower: a foxhole is in the Location of its hex; 1 MF out of it, and 1 a level."""
    facts = 'feature("B1",foxhole). feature("B1",tower). level("B1",2). stairwell("B1").'
    here = asl("B1. B2.", "g1:squad@B1@foxhole broken dm", facts=facts)
    assert here.run("B1@foxhole B1@2").mf == (0.0, 3.0)


def test_up_a_tower_it_crawls_out_of_marsh() -> None:
    """a10-52-crawl: marsh bars a Low Crawl into it; the tower's Location has none."""
    facts = 'feature("B1",tower). level("B1",2). stairwell("B1"). option(crawl_toward,free).'
    assert asl("B1m B2.", ALONE, facts=facts).crawls["B1@2"] == "survives"


def test_a_tower_location_is_no_destination() -> None:
    """b34-4-tower, a10-51-what-counts (B34.6)"""
    facts = 'feature("B1",tower). level("B1",2). stairwell("B1").'
    here = asl("B1. B2.", ALONE, facts=facts)
    assert here.destinations == {}
    assert here.run("B1 B1@2").mf == (0.0, 2.0)


def test_a_tower_has_one_location() -> None:
    with pytest.raises(InstanceError, match="one Location only"):
        _ = asl("B1. B2w", ALONE, facts='feature("B1",tower). level("B1",1). level("B1",2). stairwell("B1").').g1


# --- light woods ------------------------------------------------------------------------------------------------


def test_light_woods_are_woods_for_a_rout() -> None:
    """asl-mf, a10-51-nearest, a10-531-open, a10-62-keep (B35.1): 2 MF, cover, no Open Ground, Rally Terrain."""
    here = asl("B1l B2. B3w", "g1:squad@B2 broken dm")
    assert here.destinations == {"B1": 2.0, "B3": 2.0}
    assert must(asl("B1l B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4", "B4-B1")) == set()
    assert not asl("B1l B2.", ALONE).g1.may_keep_dm
    assert asl("B1b B2.", ALONE).g1.may_keep_dm  # brush is none


# --- the desert -------------------------------------------------------------------------------------------------

DUNES = "B1. B2. B9."
LIMITS = ("broken_terrain", "steppe_terrain", "other_boards")
ASSUMED = "only Desert Boards are in play"


def limited(here: Position) -> bool:
    return any(line.startswith(ASSUMED) for line in here.g1.assumes)


def test_when_the_six_hexes_of_the_desert_hold() -> None:
    """f-1c-desert (F.1C, F13.1, F13.2): a1, 7 hexes off, forces it if there are other boards, or Broken or Steppe Terrain; that
    there are none is told."""
    here = DUNES, "g1:squad@B2 broken; a1:squad@B9", "B9-B2"
    assert must(asl(*here, REACH)) == {"a1"}
    desert = asl(*here, REACH + "environment(desert).")
    assert must(desert) == set() and limited(desert)
    for word in LIMITS:
        other = asl(*here, REACH + f"environment(desert). environment({word}).")
        assert must(other) == {"a1"} and not limited(other)


def test_the_limit_is_told_only_where_it_decides() -> None:
    """f-1c-desert: of one who is 6 hexes off nothing depends on it."""
    near = asl("B1. B2. B8.", "g1:squad@B2 broken; a1:squad@B8", "B8-B2", REACH + "environment(desert).")
    assert must(near) == {"a1"} and not limited(near)


def test_a_disrupted_unit_in_the_desert() -> None:
    """f-1c-desert, a19-12-rout: it routs from the open on account of a1, 7 hexes off, only where the limit does not hold."""
    here = "B1. B2. B9.", "g1:squad@B2 broken disrupted; a1:squad@B9", "B9-B2"
    desert = asl(*here, REACH + "environment(desert).")
    assert must(desert) == set() and limited(desert)
    assert must(asl(*here, REACH + "environment(desert). environment(other_boards).")) == {"a1"}


def test_the_limit_is_told_where_it_decides_on_the_way() -> None:
    """f-1c-desert, a19-12-rout: in B2 a Disrupted unit meets a2, eight hexes off, who would keep it routing."""
    here = "B1w B2. B3. B4. B5. B10.", "g1:squad@B3 broken dm disrupted; a1:squad@B5; a2:squad@B10", "B5-B3 B10-B2"
    laid = asl(*here, "normal_range(a2,8). environment(desert).")
    assert set(laid.runs) == {"B3 B2"} and limited(laid)
    assert not limited(asl(*here[:2], "B5-B3", "normal_range(a2,8). environment(desert)."))


@pytest.mark.parametrize("word", LIMITS)
def test_what_limits_the_desert_is_of_the_desert(word: str) -> None:
    with pytest.raises(InstanceError, match=r"add environment\(desert\)"):
        _ = asl("B1. B2w", ALONE, facts=f"environment({word}).").g1


# --- readings that are told --------------------------------------------------------------------------------------


def told(here: Position, part: str) -> bool:
    return any(part in line for line in here.g1.assumes)


def test_that_a_berserk_enemy_interdicts_is_told() -> None:
    """a10-532-interdict: where he does."""
    berserk = "g1:squad@B3 broken dm; a1:squad@B8 berserk"
    here = asl(FIELD, berserk, SEEN)
    assert here.run("B3 B2 B1").interdicted and told(here, "a1 interdicts although it is berserk")
    assert not told(asl(FIELD, FAR, SEEN), "berserk")
    assert not told(asl(FIELD, berserk, SEEN, "no_interdiction(a1)."), "berserk")
    assert not told(asl(FIELD.replace(".", "b"), berserk, SEEN), "berserk")  # nowhere in the open


@pytest.mark.parametrize(
    ("more", "verdict", "is_told"),
    [
        ("nationality(american,russian). nationality(a1,american).", "routs", True),  # a2 is the Russian
        ("nationality(american,russian).", "routs", False),
        ("nationality(a1,russian).", "routs", False),  # the captor is one
        ("nationality(american,british).", "surrenders", False),
        ("nationality(american,russian). nationality(a1,american). status(g1,fanatic).", "routs", False),
        ("nationality(american,russian). nationality(a1,american). no_quarter(german).", "routs", False),
    ],
)
def test_ss_before_a_side_of_which_some_are_russians(more: str, verdict: str, is_told: bool) -> None:
    """a20-21-never: a1 interdicts the way into B3, the only one; SS would crawl or brave it if the side counts as Russian."""
    here = asl(
        "B1. B2. B3. B4. B20.",
        "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B20",
        "B1-B3",
        f"nationality(german,ss). {more}",
    )
    assert (here.g1.verdict, told(here, "a1 is no Russian")) == (verdict, is_told)


def test_what_is_doubled_for_an_encircled_unit_is_told() -> None:
    """a7-7-encircled: the wall with the hex, twice 1 + 1, and 2 for the woods; without a wall there is nothing to tell."""
    units = "g1:squad@B1 broken dm encircled"
    walled = asl("B1. B2. B3w", units, facts='hexside("B1","B2",wall).')
    assert walled.destinations == {"B3": 6.0}
    assert told(walled, "what wall adds to the MF of the first hex is doubled")
    assert told(asl("B1. B2. B3w", units, facts='feature("B2",smoke).'), "what smoke adds")
    assert not told(asl("B1. B2. B3w", units), "is doubled")
    assert not told(asl("B1. B2. B3w", units, facts='hexside("B2","B3",wall).'), "is doubled")
    single = 'hexside("B1","B2",wall). option(encircled_mf,single).'
    assert not told(asl("B1. B2. B3w", units, facts=single), "is doubled")


def test_the_los_down_a_woods_road_is_told() -> None:
    """b3-4-road (B13.31): a1 interdicts over the road into the woods of B2 only if his LOS crosses no woods symbol."""
    woods, road = "B1w B2w B3. B4. B5. B6. B7. B8.", 'road("B3","B2").'
    here = asl(woods, FAR, SEEN, road)
    assert told(here, "the LOS of a1 into the woods-road hex B2 crosses no woods symbol")
    assert told(asl(woods.replace("B2w", "B2l"), FAR, SEEN, road), "woods-road hex B2")
    hidden = woods, "g1:squad@B3 broken dm; a1:squad@B8 concealed", SEEN, road
    assert told(asl(*hidden[:3], road + 'reveal(a1,g1,"B2",after).'), "woods-road hex B2")  # he shows himself
    assert not told(asl(*hidden), "woods-road")
    assert not told(asl(woods, FAR, SEEN), "woods-road")
    assert not told(asl(woods.replace("B2w", "B2b"), FAR, SEEN, road), "woods-road")  # brush
    assert not told(asl(woods, FAR, SEEN, road + 'no_interdiction(a1,"B2").'), "woods-road")
    assert not told(asl(woods, FAR, "B8-B3", road), "woods-road")  # no LOS to it
