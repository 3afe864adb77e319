"""Every terrain of chapters B, F and G that a position may name: what it costs, whether it is cover, whether it is Open Ground.

The table is in `tests/helpers/terrain_chart.py`.
"""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
import tiny
from terrain_chart import CHART
from tiny import ALONE, TERRAIN, Position, must

import pyrout
from pyrout.errors import InstanceError
from pyrout.position.vocabulary import TERRAIN as WORDS

pytestmark = pytest.mark.slow

HERE = "t"  # stands in a test for the letter of the terrain that it is about
LETTERS = {word: chr(0x400 + number) for number, word in enumerate(WORDS.words)}
TERRAIN.update((letter, word) for word, letter in LETTERS.items())
REST = 1.0  # MF for the rest of the way, into an orchard
# Refused where a router could come: the page knows no cost.
UNKNOWN = [word for word in WORDS.words if word not in CHART]
# Facts that such terrain needs besides.
BESIDES = {
    "irrigation_ditch": 'feature("B2",shellholes).',
    "sand_dune": 'hex("C2",2,3). hexside("B2","C2",dune_crest_low).',
    "stone_market_place": 'level("B2",1).',
    "wooden_market_place": 'level("B2",1).',
}
# On the way to the building above, a market place is no end of a rout: see test_b23_buildings.py.
MARKETS = ("stone_market_place", "wooden_market_place")
ENTERED = [word for word, row in CHART.items() if row.mf is not None and word not in MARKETS]


class _Here(threading.local):  # tests that run side by side are threads
    letter = "."


_here = _Here()


def with_terrain(word: str) -> None:
    _here.letter = LETTERS[word]


def asl(hexes: str, *args: str, **named: Any) -> Position:
    return tiny.asl(re.sub(rf"{HERE}(?= |$)", _here.letter, hexes), *args, **named)


@pytest.mark.parametrize("word", ENTERED)
@pytest.mark.quick
def test_what_a_terrain_costs(word: str) -> None:
    """asl-mf, asl-mf-more, asl-mf-desert, asl-mf-pto: a rout through it into an orchard, or by its marsh into nothing else."""
    with_terrain(word)
    row = CHART[word]
    assert row.mf is not None, "nothing enters it"
    here = asl("B1. B2t B3o", ALONE, facts=BESIDES.get(word, ""))
    mf = {route.path: route.mf for route in here.g1.routes if route.posture == "run"}
    assert mf["B1", "B2"] == (0, row.mf)
    assert (("B1", "B2", "B3") in mf) == (row.mf + REST <= 6 and not row.cover)


@pytest.mark.parametrize("word", CHART)
def test_which_terrain_is_cover(word: str) -> None:
    """a10-51-nearest, asl-mf-more, asl-mf-pto: woods and buildings are destinations."""
    with_terrain(word)
    assert ("B2" in asl("B1. B2t", ALONE, facts=BESIDES.get(word, "")).destinations) == CHART[word].cover


@pytest.mark.parametrize("word", CHART)
def test_into_which_terrain_a_unit_crawls(word: str) -> None:
    """a10-52-crawl: not into marsh, swamp, water or a stream that is not dry."""
    with_terrain(word)
    assert ("B2" in asl("B1. B2t", ALONE, facts=BESIDES.get(word, "")).crawls) == CHART[word].crawl


@pytest.mark.parametrize("word", CHART)
def test_which_terrain_is_open_ground(word: str) -> None:
    """a10-5-must, a10-531-open: in Open Ground an enemy 3 hexes off drives it out. Water does so without an enemy."""
    with_terrain(word)
    if CHART[word].mf is None and CHART[word].open:
        assert asl("B1. B2t", "g1:squad@B2 broken").g1.verdict == "routs"
        return
    assert must(asl("B1w B2t B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2", BESIDES.get(word, ""))) == (
        {"a1"} if CHART[word].open else set()
    )


@pytest.mark.parametrize("word", UNKNOWN)
def test_terrain_without_a_cost_is_refused(word: str) -> None:
    with_terrain(word)
    with pytest.raises(InstanceError, match=rf"terrain\(.*{word}\)"):
        _ = asl("B1. B2t", ALONE).g1


def test_a_railroad_embankment_may_shelter_who_is_behind_it() -> None:
    """asl-mf-more (B32, F6): the answer says so, as of a hillock; and that the word is of an embankment."""
    with_terrain("railroad")
    here = asl("B1w B2. B3t B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2").g1
    assert any("crosses no railroad embankment next to it" in line for line in here.assumes)
    into = asl("B1. B2t B3o", ALONE).g1
    assert any("the railroad in B2 is an embankment" in line for line in into.assumes)


RAILS_IN_MUD = "environment(mud)."


@pytest.mark.parametrize(
    ("facts", "mf", "told"),
    [
        # 1 1/2 into the open hex over no rails, then 1 along them, then 2 for the woods
        (RAILS_IN_MUD, 4.5, [("B2", "B3")]),
        (RAILS_IN_MUD + 'road("B3","B2").', 4.5, []),
        # rails that cross other hexsides: those of B2 lead elsewhere
        (RAILS_IN_MUD + 'hex("C2",2,3). terrain("C2",railroad). road("B2","C2").', 5.0, []),
        # a level up doubles 1 MF; rain adds to that off the rails
        ('environment(rain). elevation("B3",1). elevation("B4",1).', 5.0, [("B2", "B3")]),
        ('environment(rain). elevation("B2",1). elevation("B3",1). elevation("B4",1).', 6.0, []),
        ("environment(wet).", 4.0, []),
    ],
)
def test_rails_are_a_paved_road(facts: str, mf: float, told: list[tuple[str, str]]) -> None:
    """e3-6-mud (B32.12): along an embankment neither mud nor rain costs MF, over the hexsides that road/2 gives, or between each
    two hexes of rails; then the answer says so, once for each hexside."""
    with_terrain("railroad")
    here = asl("B1. B2t B3t B4w", ALONE, facts=facts)
    assert here.destinations == {"B4": mf}
    lines = [line for line in here.g1.assumes if "the rails cross" in line]
    assert len(lines) == len(told) and all(f"between {a} and {b} so" in lines[n] for n, (a, b) in enumerate(told))


@pytest.mark.parametrize("word", ["forest", "pine_woods", "light_jungle", "dense_jungle"])
def test_woods_by_other_names_are_rally_terrain(word: str) -> None:
    """a10-62-keep: in woods it does not keep its DM."""
    with_terrain(word)
    assert not asl("B1t B2.", ALONE).g1.may_keep_dm


def test_a_rail_car_is_no_cover() -> None:
    """asl-mf-more (B32.5), e4-33-skis: 2 MF, no destination, and no Open Ground, so that a1 interdicts nobody in it; a skier
    takes his skis off in front of it and goes on on foot."""
    with_terrain("rail_car")
    here = asl("B1. B2t B3w", "g1:squad@B1 broken dm")
    assert here.destinations == {"B3": 4}
    for word, shots in (("rail_car", 0), ("open_ground", 1)):
        with_terrain(word)
        seen = asl("B1w B2t B3w B9.", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2", "normal_range(a1,9).")
        assert len(seen.run("B3 B2 B1").interdicted) == shots
    with_terrain("rail_car")
    snow = "environment(deep_snow)."
    assert asl("B1. B2t B3w", ALONE, facts=snow + "skis(g1,on).").destinations == {"B3": 4.5}


def test_a_lumberyard_is_no_place_to_stop() -> None:
    """asl-mf-more, a10-51-nearest (B23.211): the woods behind it are the destination, 5 MF away. A wooden building in
    its place would be the destination."""
    hexes = "B1. B2. B3{} B4. B5w"
    units = "g1:squad@B2 broken dm; a1:squad@B1"
    with_terrain("lumberyard")
    here = asl(hexes.format("t"), units)
    assert here.destinations == {"B5": 5.0}
    assert here.run("B2 B3 B4 B5").interdicted == ()
    assert asl(hexes.format("h"), units).destinations == {"B3": 2.0}


def test_only_a_low_crawl_enters_bamboo() -> None:
    """asl-mf-pto, a10-52-crawl (G3.1, G3.11): next to a1 a crawl is no clean rout, so that g1 surrenders; a Japanese
    never does so, and crawls. Light jungle in its place is the destination; through kunai it reaches the jungle behind."""
    here = "B1. B2. B3t B4w", "g1:half_squad@B2 broken dm; a1:squad@B1"
    with_terrain("bamboo")
    assert asl(*here).g1.verdict == "surrenders"
    japanese = asl(*here, facts="nationality(g1,japanese).")
    assert (japanese.runs, japanese.crawls, japanese.destinations) == ({}, {"B3": "survives"}, {})
    assert any("the bamboo in B3 is no destination" in line for line in japanese.g1.assumes)
    assert japanese.judged("B3") == (1, {"asl-mf-pto": ("B3",)})
    with_terrain("light_jungle")
    assert asl(*here).destinations == {"B3": 2.0}
    with_terrain("kunai")
    assert asl(*here).destinations == {"B4": 4.0}


def test_a_path_through_bamboo() -> None:
    """b13-6-path, asl-mf-pto (G3.1): 1 MF over it. G3.11: it is not the nearest cover, nor any."""
    with_terrain("bamboo")
    path = 'path("B1","B2").'
    here = asl("B1. B2t B3w", ALONE, facts=path)
    assert (here.destinations, here.run("B1 B2 B3").mf) == ({"B3": 3.0}, (0, 1, 3))
    assert asl("B1. B2t B3w", ALONE).destinations == {}
    units = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2"
    assert asl("B1. B2t B3w", units, facts=path).run("B1 B2 B3").mf == (0, 2, 4)  # g2-2-room: a third squad


def test_dense_jungle_holds_two_squads() -> None:
    """g2-2-room, a5-11-overstack (G2.2): a third squad pays 1 MF more, as a fourth does elsewhere, or on a road through it."""
    with_terrain("dense_jungle")
    units = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2"
    assert asl("B1. B2t", units).destinations == {"B2": 3.0}
    assert asl("B1. B2t", f"{units}; g4:half_squad@B2").destinations == {"B2": 4.0}
    assert asl("B1. B2w", units).destinations == {"B2": 2.0}
    road = 'road("B2","B3").'
    assert asl("B1. B2t B3.", units, facts=road).destinations == {"B2": 2.0}
    assert asl("B1. B2t", "g1:squad@B1 broken dm; g2:squad@B2").destinations == {"B2": 2.0}


def test_what_a_lip_and_a_hillock_could_hide_is_told() -> None:
    """asl-mf-desert: nothing says where a Lip is, nor what a hillock shelters."""
    units = "g1:squad@B2 broken; a1:squad@B5"
    for hexes, word in (("B1w B2t B3. B4. B5.", "deir"), ("B1w B2. B3t B4. B5.", "hillock")):
        with_terrain(word)
        here = asl(hexes, units, "B5-B2").g1
        assert here.verdict == "routs"
        assert any({"deir": "Lip hexside", "hillock": "no hillock"}[word] in line for line in here.assumes)
    with_terrain("scrub")
    assert not any("crosses no" in line for line in asl("B1w B2t B3. B4. B5.", units, "B5-B2").g1.assumes)


@pytest.mark.parametrize(
    ("word", "facts", "message"),
    [
        ("scrub", "environment(desert). environment(steppe_terrain).", "woods in Steppe Terrain"),
        ("scrub", "environment(desert). environment(broken_terrain).", "brush in Broken Terrain"),
        ("hammada", "environment(desert). environment(broken_terrain).", "crags in Broken Terrain"),
        ("hammada", "environment(desert). environment(steppe_terrain).", "brush in Steppe Terrain"),
        ("debris", 'road("B1","B2").', "debris covers the road"),
        ("rail_car", 'road("B1","B2").', "a rail car stands on the rails"),
        ("stone_market_place", "", "add level.H,1"),
        ("wooden_market_place", 'level("B2",1). level("B2",2).', "one level above the ground, and no other"),
        ("stone_market_place", 'level("B2",1). level("B2",-1).', "one level above the ground, and no other"),
        ("stone_market_place", 'level("B2",1). feature("B2",tower).', "neither a tower nor a Rowhouse"),
        ("stone_market_place", 'level("B2",1). feature("B2",rowhouse).', "neither a tower nor a Rowhouse"),
        ("stone_market_place", 'level("B2",1). environment(mud).', "is not established"),
        ("stone_market_place", 'level("B2",1). environment(deep_snow).', "is not established"),
        ("stone_market_place", 'level("B2",1). feature("B2",foxhole).', "no entrenchment or pillbox"),
        *(
            (word, f'feature("B2",{dug}).', "no entrenchment or pillbox")
            for word in ("lumberyard", "swamp", "mudflats", "ice")
            for dug in ("foxhole", "trench", "pillbox")
        ),
        *((word, 'feature("B2",wire). wire_exit("B2",1).', "no Wire") for word in ("lumberyard", "mudflats")),
        ("stream", 'feature("B2",deep). feature("B2",wire). wire_exit("B2",1).', "no Wire"),
        ("mudflats", 'feature("B2",minefield(known)).', "no minefield"),
        ("stream", 'feature("B2",deep). feature("B2",minefield(known)).', "no minefield"),
        *((word, 'feature("B2",pillbox).', "a pillbox is in") for word in ("broken_ground", "wadi", "collapsed_huts")),
        ("irrigation_ditch", "", "add feature.H,shellholes"),
        ("sand_dune", "", "where the crest of that dune lies"),
        ("sand", "environment(mud).", "not established"),
        ("huts", 'level("B2",1).', "no other level"),
        ("marsh", "environment(ground_snow).", "write open_ground"),
        ("brush", "environment(deep_snow).", "write open_ground"),
        ("vineyard", "environment(deep_snow).", "Prepared Fire Zone"),
        ("stream", "environment(ground_snow).", "is frozen"),
        ("stream", "environment(falling_snow).", "is frigid"),
        ("stream", 'feature("B2",deep). environment(falling_snow).', "is frigid"),
        ("woods", "environment(fog).", "Fog hinders"),
        ("woods", "environment(mud). environment(wet).", "keep one of the facts"),
    ],
)
@pytest.mark.quick
def test_what_such_terrain_excludes(word: str, facts: str, message: str) -> None:
    with_terrain(word)
    with pytest.raises(InstanceError, match=message):
        _ = asl("B1. B2t", ALONE, facts=facts).g1


def test_a_bridge_leads_over_a_river() -> None:
    """b6-bridge"""
    with_terrain("river")
    carries = 'feature("B2",bridge). road("B1","B2"). road("B2","B3").'
    assert asl("B1. B2t B3w", ALONE, facts=carries).destinations == {"B3": 2.0}


# --- a cactus hedge ---------------------------------------------------------------------------------------------


def test_only_a_low_crawl_crosses_a_cactus_hedge() -> None:
    """b10-4-uphill, a10-52-crawl (B9.7): next to a1 a crawl is no clean rout, so that g1
    surrenders; under No Quarter it crawls."""
    hedge = 'hexside("B1","B2",cactus_hedge). '
    here = "B0. B1. B2w", "g1:squad@B1 broken dm; a1:squad@B0"
    assert asl(*here, facts=hedge).g1.verdict == "surrenders"
    assert asl(*here, facts=hedge.replace("cactus_", "")).destinations == {"B2": 3.0}
    stands = asl(*here, facts=hedge + "no_quarter(german).")
    assert (stands.runs, stands.crawls, stands.destinations) == ({}, {"B2": "survives"}, {})
    assert stands.judged("B2") == (1, {"b10-4-uphill": ("B1-B2",)})


def test_a_cactus_hedge_shelters_as_a_hedge() -> None:
    """a10-531-open (B9.7, B9.3)"""
    field = "B1w B2. B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    for side, forces in (("cactus_hedge", set()), ("hedge", set()), ("", {"a1"})):
        assert must(asl(*field, f'hexside("B2","B3",{side}).' if side else "")) == forces


# --- LOS from the terrain ---------------------------------------------------------------------------------------

SEEN = "B1w B2. B3t B4. B5w"
ACROSS = "g1:squad@B2 broken; a1:squad@B4"


def derived(hexes: str, units: str, facts: str = "") -> set[str]:
    """Return the enemies that make g1 rout, with the LOS from the terrain."""
    given = asl(hexes, units, facts=facts, near=False).text
    text = "\n".join(line for line in given.split("\n") if not line.startswith("los("))
    answer = pyrout.solve(pyrout.parse(text), units=("g1",))["g1"]
    return {enemy for reason in answer.must_rout for enemy in reason.because}


def test_mudflats_hinder_as_marsh_does() -> None:
    """asl-mf-more (B16.7, B16.2): g1 is not in the open to a1 behind mudflats."""
    for word, forces in (("mudflats", set()), ("marsh", set()), ("open_ground", {"a1"})):
        with_terrain(word)
        assert derived(SEEN, ACROSS) == forces


def test_a_roadblock_is_seen_over_as_a_wall() -> None:
    """b10-4-uphill (B29.2): one between the two blocks the LOS, one next to g1 is a TEM; what is out in the open forces it."""
    with_terrain("open_ground")
    units = "g1:squad@B2 broken; a1:squad@B5"
    for side, forces in (("wall", set()), ("roadblock", set()), ("cactus_hedge", set()), ("", {"a1"})):
        facts = f'hexside("B3","B4",{side}).' if side else ""
        assert derived("B1w B2. B3. B4. B5.", units, facts) == forces


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ('hexside("B8","B9",dune_crest_low).', "what a dune hides is not known"),
        ('hexside("B10","B11",bocage).', "nothing says who has Wall Advantage"),
        ('terrain("C9",huts). hexside("B8","B9",roadblock).', "not derived from the terrain"),
    ],
)
def test_far_hexsides_whose_los_is_not_derived_are_refused(facts: str, why: str) -> None:
    """asl-mf (B9.5, B29.2): also beyond where g1 could rout to, as a LOS from farther off would pass."""
    hexes = " ".join(f"B{n}." for n in range(1, 12)) + " C9-"
    with pytest.raises(InstanceError, match=why):
        derived(hexes, "g1:squad@B1 broken; a1:squad@B11", facts)


# --- sand and dunes ---------------------------------------------------------------------------------------------


def test_wet_sand_is_open_ground() -> None:
    """asl-mf-desert (F7): 2 MF, 1 where the ground is wet, as it is with rain (E3.51) and Ground Snow (E3.72)."""
    with_terrain("sand")
    for word, price in (("mist", 4.0), ("wet", 3.0), ("rain", 3.0), ("ground_snow", 3.0), ("deep_snow", 4.5)):
        facts = f"environment({word})."
        assert asl("B1. B2t B3w", ALONE, facts=facts).destinations == {"B3": price}


@pytest.mark.parametrize("crest", ["dune_crest_low", "dune_crest_high"])
def test_a_dune_crest_costs_and_shelters(crest: str) -> None:
    """asl-mf-desert: 1 MF more; a TEM against a1 no higher than g1, whose LOS crosses it, not against a1 on a hill, nor where it
    lies on the other side of g1."""
    side = 'hexside("{}","{}",' + crest + ")."
    assert asl("B1. B2w", ALONE, facts=side.format("B1", "B2")).destinations == {"B2": 3.0}
    field = "B1w B2. B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    between = side.format("B2", "B3")
    assert must(asl(*field, between)) == set()
    assert must(asl(*field, between + 'elevation("B5",1).')) == {"a1"}
    assert must(asl(*field, side.format("B1", "B2"))) == {"a1"}


# --- the weather ------------------------------------------------------------------------------------------------

FIELD = "B1. B2. B3{}"


@pytest.mark.parametrize(
    ("last", "facts", "price"),
    [
        ("w", "", 3.0),
        ("w", "environment(ground_snow).", 3.0),
        ("w", "environment(deep_snow).", 3.5),  # into woods it costs no more
        ("h", "environment(deep_snow).", 3.5),
        ("w", 'environment(ground_snow). elevation("B2",1).', 6.0),  # 2 + 1 up, 2 + 1 down
        ("w", 'environment(deep_snow). elevation("B3",1).', None),  # 1 1/2 + 2 x 2 + 1: too far
        ("w", 'environment(ground_snow). elevation("B3",1).', 6.0),  # 1 + 2 x 2 + 1
        ("w", 'environment(rain). elevation("B3",1).', 6.0),
        ("w", "environment(rain).", 3.0),
        ("w", "environment(mud).", 3.5),
        ("w", 'environment(mud). road("B2","B3"). road("B1","B2").', 3.0),  # 1 1/2 by road, 1 1/2 by road
        ("w", "environment(wet).", 3.0),
        ("w", "environment(mist).", 3.0),
        ("w", "environment(falling_snow).", 3.0),
    ],
)
def test_what_the_weather_costs(last: str, facts: str, price: float | None) -> None:
    """e3-7-snow, e3-6-mud (E3.54, E3.64, E3.723, E3.733, E3.9): 1 MF into B2, 2 into the cover behind it, and the weather."""
    here = asl(FIELD.format(last), ALONE, facts=facts)
    assert here.destinations == ({"B3": price} if price else {})


def test_a_dry_or_bridged_stream_is_not_frigid() -> None:
    """e3-6-mud, e3-7-snow (B20.7)"""
    with_terrain("stream")
    for snow in ("falling_snow", "ground_snow"):
        for facts in ('feature("B2",dry).', 'feature("B2",bridge). road("B1","B2"). road("B2","B3").'):
            assert asl("B1. B2t B3w", ALONE, facts=f"{facts} environment({snow}).").destinations
    with_terrain("water")
    assert asl("B1. B2t B3.", ALONE, facts="environment(falling_snow).").g1.verdict == "stays"


def test_mud_is_not_on_bridges_nor_runways() -> None:
    """e3-6-mud (E3.6): over the road onto either for 1 MF, and off them over a road of earth for 1 1/2."""
    road = 'road("B1","B2"). road("B2","B3"). '
    for word, facts in (("gully", 'feature("B2",bridge). '), ("river", 'feature("B2",bridge). '), ("runway", "")):
        with_terrain(word)
        run = asl("B1. B2t B3.", ALONE, facts=road + facts + "environment(mud).").run("B1 B2 B3")
        assert run.mf == (0, 1.0, 2.5)


def test_a_paved_road_has_no_mud() -> None:
    """e3-6-mud (E3.54, E3.64): over the paved road B2 costs 1 MF in mud, and B1, a level up, 2 MF in rain, which adds none.
    Through the woods of B1, not along the road, it pays 4 MF, and 1 for the rain."""
    road = 'road("B1","B2"). '
    for paved, mud, rain in (("", 1.5, 3.0), ('paved("B1","B2").', 1.0, 2.0), ('paved("B2","B1").', 1.0, 2.0)):
        assert asl("B1. B2.", ALONE, facts=road + paved + "environment(mud).").run("B1 B2").mf[-1] == mud
        units, hill = "g1:squad@B2 broken dm", 'elevation("B1",1). environment(rain).'
        assert asl("B1. B2.", units, facts=road + paved + hill).run("B2 B1").mf[-1] == rain
        woods = asl("B1w B2.", units, facts=road + paved + hill).g1.routes
        assert sorted(r.mf[-1] for r in woods if r.posture == "run") == [rain, 5.0]
    # Grain out of season is Open Ground: the road is its only price, in season it may pay for the grain
    for month, prices in ((3, [1.0]), (7, [1.0, 1.5])):
        grain = asl("B1. B2g", ALONE, facts=f'{road} paved("B1","B2"). environment(mud). month({month}).').g1.routes
        assert sorted(r.mf[-1] for r in grain if r.posture == "run") == prices
    with pytest.raises(InstanceError, match="no road crosses that hexside"):
        _ = asl("B1. B2.", ALONE, facts='paved("B1","B2").').g1
    assert not any(
        "is not paved" in line
        for line in asl("B1. B2.", ALONE, facts=road + 'paved("B1","B2"). environment(mud).').g1.assumes
    )


def test_rain_does_not_count_the_level_of_a_bridge() -> None:
    """e3-6-mud (E3.54, E3.6): a bridge is a paved road."""
    with_terrain("gully")
    facts = 'road("B1","B2"). road("B2","B3"). feature("B2",bridge). elevation("B1",1). environment(rain).'
    assert asl("B1. B2t B3.", ALONE, facts=facts).run("B1 B2").mf == (0, 1.0)  # from 1 down to 0, the level of B3


def test_within_one_building_it_is_clear() -> None:
    """e3-7-snow, e3-6-mud (E3.8): down a level inside of one building costs no weather MF; into another, or a Rowhouse, does."""
    one = 'building("b","B1"). building("b","B2"). elevation("B1",1). '
    for snow in ("ground_snow", "deep_snow", "rain"):
        for house, mf in (
            (one, 2.0),
            (one.replace('"b","B2"', '"c","B2"'), 3.0),
            (one + 'feature("B1",rowhouse). feature("B2",rowhouse). ', 3.0),
        ):
            here = asl("B1h B2h", ALONE, facts=f"{house} environment({snow}).")
            assert {route.mf for route in here.g1.routes if route.posture == "run"} == {(0, mf)}
    for house, mf in ((one, 1.0), (one.replace('"b","B2"', '"c","B2"'), 1.5)):
        facts = house.replace('elevation("B1",1). ', "") + 'road("B1","B2"). environment(mud). option(road_rate,taken).'
        here = asl("B1h B2h", ALONE, facts=facts)
        assert {route.mf for route in here.g1.routes if route.posture == "run"} == {(0, mf)}


def test_the_stairs_of_a_tower_lie_in_the_snow() -> None:
    """e3-7-snow (B34.42, E3.723): 1 MF a level, and 1 more in snow; the stairs of a house are indoors. Not doubled for an
    Encircled unit (E3.9)."""
    up = 'level("B1",1). stairwell("B1"). '
    for facts, status, mf in (
        ('feature("B1",tower). environment(ground_snow).', "", 2.0),
        ('feature("B1",tower). environment(rain).', "", 1.0),
        ('feature("B1",tower).', "", 1.0),
        ("environment(deep_snow).", "", 1.0),
        ('feature("B1",tower). environment(deep_snow).', " encircled", 3.0),
    ):
        here = asl("B1h B2.", "g1:squad@B1 broken dm" + status, facts=up + facts)
        assert min(r.mf[-1] for r in here.g1.routes if r.path == ("B1", "B1@1") and r.posture == "run") == mf
    claim = asl("B1. B2.", "g1:squad@B1 broken dm", facts=up + 'feature("B1",tower). environment(ground_snow).')
    assert claim.judged("B1@1", mf=1) == (1, {"e3-7-snow": ("B1@1",)})


def test_wet_ground_may_have_had_rain() -> None:
    """e3-6-mud (E3.54): after rain a level costs 1 MF more; in Ground Snow it does so already."""
    for word, told in (("wet", True), ("ground_snow", False), ("mist", False)):
        facts = f'environment({word}). elevation("B2",1).'
        assert any("has not rained" in line for line in asl("B1. B2w", ALONE, facts=facts).g1.assumes) == told


def test_wet_ground_under_snow_is_no_contradiction() -> None:
    """e3-6-mud (E3.72): Ground Snow makes the ground wet; Deep Snow and mud do not go with it."""
    assert asl("B1. B2w", ALONE, facts="environment(wet). environment(ground_snow).").destinations == {"B2": 2.0}
    for word in ("mud", "deep_snow"):
        with pytest.raises(InstanceError, match="keep one of the facts"):
            _ = asl("B1. B2w", ALONE, facts=f"environment(wet). environment({word}).").g1


@pytest.mark.parametrize(
    ("hexes", "facts", "price"),
    [
        ("B1. B2.", 'environment(ground_snow). elevation("B1",1).', 3.0),  # 2 x 1, and 1 for the level
        ("B1. B2.", 'environment(rain). elevation("B1",1).', 3.0),
        ("B1. B2.", "environment(deep_snow).", 2.5),
        ("B1. B2.", "environment(mud).", 2.5),
        ("B1. B2b", 'environment(mud). road("B1","B2").', 2.5),  # by the road; the brush would cost 2 x 2
        ("B1. B2.", 'environment(mud). feature("B1",foxhole).', 2.5),
        ("B1. B2.", "", 2.0),
    ],
)
def test_weather_is_not_doubled_for_an_encircled_unit(hexes: str, facts: str, price: float) -> None:
    """a7-7-encircled, e3-7-snow, e3-6-mud (E3.9)"""
    here = asl(hexes, "g1:squad@B1 broken dm encircled", facts=facts)
    assert sorted(route.mf[-1] for route in here.g1.routes if route.posture == "run")[0] == price
    assert not any("is doubled for an Encircled unit, too" in line for line in here.g1.assumes)


def test_weather_is_not_doubled_out_of_a_pit_and_into_a_pillbox() -> None:
    """a7-7-encircled, e3-6-mud (E3.9): 1 out, 2 x 1 and 1/2 for mud, 1 in."""
    facts = 'environment(mud). feature("B1",foxhole). feature("B2",pillbox).'
    assert asl("B1. B2.", "g1:squad@B1@foxhole broken dm encircled", facts=facts).destinations == {"B2@pillbox": 4.5}


def test_mud_on_a_gully_and_a_stream() -> None:
    """e3-6-mud (E3.64): a gully and a dry stream are muddy, a stream with water in it and a runway are not."""
    for word, facts, mf in (
        ("gully", "", 2.5),
        ("stream", 'feature("B2",dry).', 2.5),
        ("stream", "", 3.0),
        ("runway", "", 1.0),
        ("orchard", "", 1.0),
    ):
        with_terrain(word)
        assert asl("B1. B2t B3.", ALONE, facts=facts + "environment(mud).").run("B1 B2").mf == (0, mf)


def test_mist_does_not_prevent_interdiction() -> None:
    """e3-6-mud (E3.1)"""
    field = "B1w B2. B3. B4. B5. B6.", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3 B6-B2"
    for facts in ("", "environment(mist).", "environment(falling_snow)."):
        assert asl(*field, facts).run("B3 B2 B1").interdicted == asl(*field).run("B3 B2 B1").interdicted != ()


def test_what_the_weather_leaves_open_is_told() -> None:
    """e3-6-mud, e3-7-snow: whether a road is paved or plowed, and whether water is frozen."""

    def tells(hexes: str, facts: str, sentence: str) -> bool:
        return any(sentence in line for line in asl(hexes, ALONE, facts=facts).g1.assumes)

    road = 'road("B1","B2").'
    assert tells("B1. B2w", road + "environment(mud).", "is not paved")
    paved = road + 'road("B2","B3"). paved("B1","B2"). environment(mud).'
    assert tells("B1. B2. B3.", paved, "the road between B2 and B3 is not paved")
    assert tells("B1. B2.", road + "environment(deep_snow).", "is not plowed")
    assert not tells("B1. B2w", "environment(mud).", "is not paved")
    assert tells("B1. B2~ A2.", "environment(ground_snow).", "is not frozen")
    assert not tells("B1. B2~ A2.", "environment(rain).", "is not frozen")


def test_a_claim_that_forgets_the_weather_is_told_the_rule() -> None:
    """e3-7-snow, e3-6-mud"""
    for facts, rule in (("environment(deep_snow).", "e3-7-snow"), ("environment(mud).", "e3-6-mud")):
        assert asl("B1. B2. B3w", ALONE, facts=facts).judged("B2 B3", mf=3) == (1, {rule: ("B2",)})


@pytest.mark.parametrize(("facts", "told"), [("wet", True), ("wet rain", False), ("wet ground_snow", False)])
def test_that_it_has_not_rained_yet_is_assumed_of_wet_ground_alone(facts: str, told: bool) -> None:
    """e3-6-mud (E3.54)"""
    weather = "".join(f"environment({word})." for word in facts.split())
    lines = asl("B1. B2w", ALONE, facts=f'{weather} elevation("B1",1).').g1.assumes
    assert any("it has not rained yet" in line for line in lines) == told
