"""Destinations: the nearest cover, what may be ignored, hazards, a new choice (A10.51).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, Position, asl, causes, must
from tiny_asl import BLOCK, BOX, FAR, FIELD, SEEN, TAKER, assumed, wounded_in_b4

from pyrout.errors import InstanceError

# --- a10-51-nearest ------------------------------------------------------------------------------------------------


def test_the_nearest_binds() -> None:
    """a10-51-nearest, a10-51-reach"""
    here = asl("B1w B2. B3. B4. B5w", "g1:squad@B3 broken dm")
    assert here.destinations == {"B1": 3.0, "B5": 3.0}
    here = asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm")
    assert here.destinations == {"B1": 3.0}
    assert here.excluded == {("B6", "a10-51-nearest"): (4.0, ("B1",))}


@pytest.mark.parametrize(("hole", "price"), [("", 2.0), ('feature("B3",foxhole).', 1.0)])
def test_a_clean_way_may_end_in_the_shelter_of_its_destination(hole: str, price: float) -> None:
    """option(adjacent_clean,yes), b27-entrench, note 13: next to a1 the road into B3 does not count, for a2 interdicts it; with
    the foxhole of B3, whose MF do not count, it does."""
    here = asl(
        "A2. B1. B2. B3w I3-",
        "g1:squad@B2 broken dm; a1:squad@A2; a2:squad@I3",
        "I3-B3",
        f'{hole} road("B2","B3"). normal_range(a2,12). option(adjacent_clean,yes).',
    )
    assert here.destinations == {"B3": price}


def test_a_clean_way_over_a_road_into_a_crowd() -> None:
    """option(adjacent_clean,yes), a5-11-overstack, b3-4-road: next to a1 the road into B3 (1 + 1 MF) does not count, for a2
    interdicts it; B3 at its own price (2 + 1) does."""
    here = asl(
        "A2. B1. B2. B3w I3-",
        "g1:squad@B2 broken dm; a1:squad@A2; a2:squad@I3; g2:squad@B3; g3:squad@B3; g4:squad@B3",
        "I3-B3",
        'road("B2","B3"). normal_range(a2,12). option(adjacent_clean,yes).',
    )
    assert here.destinations == {"B3": 3.0}


def test_the_price_of_a_later_choice_is_that_of_its_clean_way() -> None:
    """a10-51-nearest, option adjacent_clean: in A2, by a2 kept from A3, it chooses anew. B1 is no farther from a2, and may be
    ignored:
    it may stop there."""
    here = asl(
        "A2. A3w B1w B2. B3. B8.",
        "g1:squad@B2 broken dm; a1:gun@B3 concealed; a2:squad@B8",
        "B8-A2 B3-B2",
        'reveal(a1,g1,"B1",before). option(adjacent_clean,yes). normal_range(a2,9).',
        near=False,
    )
    assert {("B2 A2", "B2>A3 A2>free"), ("B2 A2 B1", "B2>A3 A2>B1")} <= here.legs


def test_the_price_of_a_clean_way_may_be_that_of_the_terrain_beside_a_road() -> None:
    """a10-51-nearest, option adjacent_clean, road_rate: a9 would interdict it on the road in B2. At the brush's MF he does
    not, and
    B1 is 5 away by that clean way; by road it gets there for 4 all the same."""
    here = asl(
        "B1w B2b B3. B4. B5. B9.",
        "g1:squad@B4 broken dm; a1:squad@B5; a9:squad@B9",
        "B5-B4 B9-B2",
        'normal_range(a9,9). option(adjacent_clean,yes). road("B3","B2").',
        near=False,
    )
    assert here.destinations == {"B1": 5}
    assert {run.mf[-1] for run in here.g1.routes if run.path == ("B4", "B3", "B2", "B1")} == {4, 5}


def test_option_adjacent_clean() -> None:
    """option(adjacent_clean,yes): the woods of B0 are nearer, but only over B1, which a1 fires at; those of D2 can be reached
    over C2. By the chart it would have to go to B0, and so surrenders. What counts is not what must be taken (note 11: "it may
    choose to face Interdiction"): it may go to D2 over B1, too."""
    here = "B0w B1. B2w B3w C2b D2w", TAKER, "B3-B1"
    assert asl(*here).g1.verdict == "surrenders"
    clean = asl(*here, "option(adjacent_clean,yes).")
    assert (clean.g1.verdict, clean.destinations) == ("routs", {"D2": 4.0})
    assert set(clean.runs) == {"B2 C2 D2", "B2 B1 C2 D2"}
    assert clean.excluded["B0", "a10-51-nearest"] == (None, ("a1",))
    assert {rule for hex_, rule in clean.excluded if hex_ == "B0"} == {"a10-51-nearest"}
    assert clean.judged("B1 B0") == (2, {"a10-51-toward": ("D2",)})
    assert clean.around["B1"] == {}
    quarter = asl(*here, "option(adjacent_clean,yes). no_quarter(german).")
    assert set(quarter.destinations) == {"B0"}
    far = asl(
        "B0w B1. B2w B8. C2b D2w", "g1:squad@B2 broken dm; a1:squad@B8", "B8-B2 B8-B1", "option(adjacent_clean,yes)."
    )
    assert "B2 B1 B0" in far.runs
    # With B0 not counted nothing is left to choose, and it may go anywhere.
    unarmed = "g1:squad@B2 broken dm; a1:squad@B3 broken; a2:squad@B9"
    crawl = asl("B0w B1. B2w B3w B9.", unarmed, "B9-B1", "option(adjacent_clean,yes). normal_range(a2,9).")
    assert (crawl.destinations, set(crawl.runs), set(crawl.crawls)) == ({}, {"B2 B1", "B2 B1 B0"}, {"B1"})


def test_option_adjacent_clean_where_it_chooses() -> None:
    """option(adjacent_clean,yes): g1 begins next to nobody. In B3 it arrives next to a1 and chooses anew: D2 and D4 are as near,
    but a1 fires at C3 on the only way to D2."""
    here = "B3w B4. B5. C3. C4. D2w D4w A3.", "g1:squad@B5 broken dm; a1:squad@A3", "A3-C3"
    for facts, second in (("", {"B3>D2", "B3>D4"}), ("option(adjacent_clean,yes).", {"B3>D4"})):
        legs = [legs.split() for path, legs in asl(*here, facts).legs if path.startswith("B5 B4 B3 ")]
        assert {several[1] for several in legs} == second


def test_option_adjacent_clean_counts_a_way_through_shelter_and_beside_the_road() -> None:
    """option(adjacent_clean,yes): nobody is interdicted in the shellholes of B1, nor in the brush there if it pays for it
    instead of the road. The price of B0 is that without the shellholes (note 13), and 1 MF more by the brush."""
    shell = asl("B0w B1. B2w B3w", TAKER, "B3-B1", 'option(adjacent_clean,yes). feature("B1",shellholes).')
    assert (shell.destinations, shell.runs["B2 B1@shellholes B0"]) == ({"B0": 3.0}, "survives")
    road = 'option(adjacent_clean,yes). road("B2","B1").'
    assert asl("B0w B1o B2w B3w", TAKER, "B3-B1", road).destinations == {"B0": 3.0}
    brush = asl("B0w B1b B2w B3w", TAKER, "B3-B1", road)
    assert (brush.destinations, brush.g1.verdict) == ({"B0": 4.0}, "routs")


# --- a10-51-what-counts --------------------------------------------------------------------------------------------


def test_towers_rubble_and_rowhouses() -> None:
    """a10-51-what-counts, asl-mf: a tower and rubble are no destinations, a factory is one."""
    assert asl("B1. B2s", ALONE).destinations == {"B2": 2.0}
    assert asl("B1. B2s", ALONE, facts='feature("B2",tower).').destinations == {}
    assert asl("B1. B2r", ALONE).destinations == {}
    assert asl("B1. B2f", ALONE).destinations == {"B2": 2.0}
    assert asl("B1. B2w", ALONE, facts='feature("B2",tower).').destinations == {"B2": 3.0}  # the woods are still there


def test_a_pillbox_counts_as_a_building() -> None:
    """a10-51-what-counts, b27-entrench: 1 MF to enter it, at once with its hex or afterwards."""
    here = asl("B1. B2. B3.", ALONE, facts=BOX)
    assert here.destinations == {"B2@pillbox": 2.0}
    assert here.run("B1 B2@pillbox").mf == (0.0, 2.0)
    assert here.run("B1 B2 B2@pillbox").mf == (0.0, 1.0, 2.0)
    assert set(here.crawls) == {"B2", "B2@pillbox"}


# --- a10-51-hazards ------------------------------------------------------------------------------------------------


def test_an_encircled_unit_crawls_away_where_that_brings_it_nearer() -> None:
    """a10-51-hazards, a7-7-encircled, option(crawl_toward,mf): B1 is 4 MF from B2, whose first step costs double, and 3 from B3;
    the known mines there make every price one of its own. (A crawl takes all MF, whatever its step costs.)"""
    mines = 'feature("B3",minefield(known)). '
    here = "B1w B2. B3.", "g1:squad@B2 broken dm encircled"
    assert set(asl(*here, facts=mines + "option(crawl_toward,mf).").crawls) == {"B1", "B3"}
    assert set(asl(*here, facts=mines).crawls) == {"B1"}
    single = mines + "option(crawl_toward,mf). option(encircled_mf,single)."
    assert set(asl(*here, facts=single).crawls) == {"B1"}


@pytest.mark.parametrize(("feature", "by"), [("minefield(known)", "minefield"), ("ffe", "ffe")])
def test_ways_through_hazards_need_not_count(feature: str, by: str) -> None:
    """a10-51-hazards: B1 (3 MF, through B2) need not count; B6 (4 MF) is free of hazards; both may be chosen."""
    here = asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm", facts=f'feature("B2",{feature}).')
    assert {d.hex: (d.mf, d.ignorable) for d in here.g1.destinations} == {"B1": (3.0, True), "B6": (4.0, False)}
    (reason,) = here.g1.destinations[0].why
    assert (reason.rule, reason.because) == ("a10-51-hazards", ("B2",))
    assert {a.by for a in here.run("B3 B2 B1").attacks} == {by}
    assert here.run("B3 B4 B5 B6").attacks == ()


def test_a_way_around_a_hazard_counts() -> None:
    """a10-51-hazards: B1 costs 3 through the FFE in B2, and 4 around it by A2 and A3: B6 at 5 is too far."""
    here = asl("A2. A3. B1w B2. B3. B4. B5. B6. B7w", "g1:squad@B3 broken dm", facts='feature("B2",ffe).')
    assert set(here.destinations) == {"B1"}
    assert here.excluded == {("B7", "a10-51-nearest"): (5.0, ("B1",))}


def test_a_way_back_through_the_hazard_where_it_began_need_not_count() -> None:
    """In B3 it finds a1, and chooses anew: A1 is nearer than F1, but only by way of the FFE in B2."""
    here = asl(
        "A1w A2. B2. B3. B4w B5. C3. D2. E2. F1w",
        "g1:squad@B2 broken dm; a1:squad@B5",
        "B5-B3",
        'feature("B2",ffe).',
    )
    assert here.destinations == {"A1": 3, "B4": 3}
    assert {("B2 B3 B2 A2 A1", "B2>B4 B3>A1"), ("B2 B3 C3 D2 E2 F1", "B2>B4 B3>F1")} <= here.legs


def test_a_hazard_where_it_begins_lifts_no_duty() -> None:
    """a10-51-hazards: every way leads out of it, so the nearest woods bind."""
    here = asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm", facts='feature("B3",minefield(known)).')
    assert set(here.destinations) == {"B1"}
    assert [(a.hex, a.by) for a in here.run("B3 B2 B1").attacks] == [("B3", "minefield")]


def test_a_blaze_burns_on_the_ground() -> None:
    """a10-51-hazards: B3 is not entered, nor a pillbox in it; but its upper level, and up there by the stairs of B3."""
    fire = 'feature("B3",blaze). '
    there = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + fire).destinations
    assert there == {"B2@1": 1, "B2@-1": 1, "B3@1": 3}
    stairs = fire + 'stairwell("B3"). level("B3",1).'
    assert asl("B2. B3s", "g1:squad@B3 broken dm", facts=stairs).destinations == {"B3@1": 1}
    assert asl("B2. B3s", "g1:squad@B3@1 broken dm", facts=stairs).g1.routes == ()
    assert asl("B2. B3.", "g1:squad@B2 broken dm", facts=fire + 'feature("B3",pillbox).').destinations == {}
    box = 'feature("B3",pillbox). feature("B3@pillbox",blaze). '
    assert asl("B2. B3.", "g1:squad@B2 broken dm", facts=box).destinations == {}


def test_a_blaze_upstairs() -> None:
    """a10-51-hazards, a10-5-must, a10-62-dm: B3@1 burns and B3 does not; whoever is up there must leave."""
    fire = BLOCK + 'feature("B3@1",blaze). '
    assert asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire).destinations == {"B2@1": 1, "B2@-1": 1, "B3": 2}
    burning = asl("B2s B3s", "g1:squad@B3@1 broken", facts=fire).g1
    assert (burning.verdict, burning.dm) == ("routs", ("a10-62-dm",))
    assert causes(burning.must_rout) == {"a10-5-must": ("B3@1",)}
    assert must(asl("B2s B3s", "g1:squad@B3 broken dm", facts=fire)) == set()
    melee = asl("B2s B3s", "g1:squad@B3@1 broken melee; a1:squad@B3@1 melee", facts=fire).g1
    assert (melee.verdict, "b25-4-blaze" in causes(melee.reasons)) == ("eliminated", True)
    # By the other reading of note 13 levels are no different: through B2@1, not to it, and B2 does not burn. Up there it is
    # Encircled (a7-72-upstairs): 2 x 2 for B2@1.
    fire = fire.replace("B3@1", "B2@1") + "option(blaze_water,avoidable)."
    through = asl("B2s B3s", "g1:squad@B3@1 broken dm", facts=fire)
    assert through.destinations == {"B2": 5, "B2@-1": 6}
    fire = fire.replace("B2@1", "B3")
    assert asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire).destinations["B3@1"] == 3


OVER = 'an upper Location over a Blaze does not burn: if it does, write feature("HEX@LEVEL",blaze)'


def test_an_upper_location_over_a_blaze() -> None:
    """a10-51-hazards: nothing says whether it burns: told where the unit could come there, or is there."""
    fire = BLOCK + 'feature("B3",blaze). '
    assert assumed(asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire)) == [OVER]
    assert assumed(asl("B2s B3s", "g1:squad@B3@1 broken dm", facts=fire)) == [OVER]
    assert assumed(asl("B2s B3s", "g1:squad@B3@1 broken", facts=fire)) == [
        OVER
    ]  # else it would be DM, and have to rout
    cellar = BLOCK + 'feature("B2@-1",blaze). '
    assert assumed(asl("B2s B3s", "g1:squad@B2@1 broken dm", facts=cellar)) == [OVER]
    assert (
        assumed(asl("B1w B2s B3s", "g1:squad@B1 broken dm; g2:squad@B3@1", facts=fire.replace("stairwell", "%"))) == []
    )
    assert assumed(asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire + 'feature("B3@1",blaze).')) == []
    assert assumed(asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK)) == []


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ('feature("B2@2",blaze).', "no such Location"),
        ('feature("B2@1",smoke).', "only a Blaze is of a Location"),
        ('feature("B2@7",smoke).', "only a Blaze is of a Location"),
        ('feature("B2@1",foxhole).', "only a Blaze is of a Location"),
        ('feature("B2@foxhole",blaze). feature("B2",foxhole).', "name the hex"),
        ('feature("B9@1",blaze).', "add the hex/3 fact of its hex"),
    ],
)
def test_only_a_blaze_is_of_a_location(fact: str, sentence: str) -> None:
    """a10-51-hazards"""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + fact).g1


@pytest.mark.parametrize(
    ("blaze", "destinations"), [("", {"B6": 3.0}), ('feature("B5",blaze).', {"B6": 3.0, "B1": 4.0})]
)
def test_a_way_by_the_shellholes_of_a_burning_hex_need_not_count(blaze: str, destinations: dict[str, float]) -> None:
    """option(blaze_water,avoidable), a10-51-hazards, note 13: next to a1, who bars nothing, B6 counts 3 MF by way of the
    shellholes of B5, where a2 does not interdict it. They are in a Blaze as their hex is: then B6 may be ignored."""
    here = asl(
        "B1w B2. B3. B4. B5. B6w I6- A4-",
        "g1:squad@B4 broken dm; a2:squad@I6; a1:squad@A4 unarmed",
        "I6-B5",
        f'feature("B5",shellholes). {blaze} normal_range(a2,12). option(blaze_water,avoidable). option(adjacent_clean,yes).'
        " option(bar_unarmed,no).",
    )
    assert here.destinations == destinations


def test_what_may_be_ignored_anyway_does_not_bind_by_a_detour() -> None:
    """a10-51-hazards, a10-51-ignore-building: B1, through an FFE or around it, belongs to the building that it leaves."""
    own = 'building("b","B1"). building("b","B3"). feature("B2",ffe).'
    here = asl("A2. A3. B1s B2. B3s B4. B5. B6. B7w", "g1:squad@B3 broken dm", facts=own)
    assert set(here.destinations) == {"B1", "B7"}


def test_option_blaze_water() -> None:
    """option(blaze_water,avoidable), note 13: "may ignore paths through Blazes": through B2 to B1 for 3 MF, but B6 for 4
    is as good as the nearest. Nobody stops in a Blaze."""
    facts = 'feature("B2",blaze). los("B9","B8",0).'
    hexes = "B1w B2. B3. B4. B5. B6w B8. B9."
    barred = asl(hexes, "g1:squad@B3 broken dm", facts=facts)
    assert (set(barred.destinations), [p for p in barred.runs if "B2" in p]) == ({"B6"}, [])
    assert barred.judged("B2")[0] == 1
    through = asl(hexes, "g1:squad@B3 broken dm", facts=facts + "option(blaze_water,avoidable).")
    assert set(through.destinations) == {"B1", "B6"}
    assert through.g1.destinations[0].ignorable
    assert through.runs["B3 B2 B1"] == "survives"
    assert "B3 B2" not in through.runs
    assert through.crawls["B2"] == "eliminated"


@pytest.mark.parametrize("wanders", ["yes", "no"])
def test_nobody_goes_to_rest_in_a_blaze(wanders: str) -> None:
    """option(blaze_water,avoidable), note 13: it may take "paths through Blazes", but "into" only FFE and minefields: no
    Blaze is chosen without a destination, none is a destination, and none is gone on into beyond one."""
    facts = f'feature("B2",blaze). option(blaze_water,avoidable). option(free_toward,{wanders}).'
    free = asl("B1. B2. B3. B4.", "g1:squad@B3 broken dm", facts=facts).runs
    assert (free["B3 B4"], free["B3 B2 B1"]) == ("survives", "survives")
    assert "B3 B2" not in free
    # Woods that burn.
    on = asl("B2w B3w B4.", "g1:squad@B4 broken dm", facts=facts)
    assert (on.destinations, set(on.runs)) == ({"B3": 2}, {"B4 B3"})


def test_what_burns_bars_the_way_within_its_hex() -> None:
    """a10-51-hazards: up the stairs, from one upper Location to the next, and into a pillbox (b25-4-pillbox)."""
    burns = "a10-51-hazards"
    up = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'feature("B2@1",blaze).')
    assert up.around["B2@1"] == {burns: ("B2@1",)}
    across = asl("B2s B3s", "g1:squad@B2@1 broken dm", facts=BLOCK + 'feature("B3@1",blaze).')
    assert across.around["B3@1"] == {burns: ("B3@1",)}
    fire = 'feature("B2",pillbox). feature("B2",blaze). los("B2@pillbox","B1",0).'
    into = asl("B1. B2. B3.", "g1:squad@B2 broken dm", facts=fire)
    assert into.around["B2@pillbox"] == {"b25-4-pillbox": ("B2@pillbox",)}
    out = Position(into.text.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)'))
    assert out.around["B2"] == {burns: ("B2",)}
    box = asl("B1. B2. B3.", "g1:squad@B2 broken dm", facts='feature("B2",pillbox). feature("B2@pillbox",blaze).')
    assert box.around["B2@pillbox"] == {burns: ("B2@pillbox",)}


# --- a10-51-ignore-building ----------------------------------------------------------------------------------------


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
    """option(leave_building,cover), a10-51-hazards: B1 costs 4 MF through the FFE in B2, and 5 by way of A3 and A2, which
    counts; B0 costs 6, through the FFE only."""
    facts = "".join(f'building("b","B{n}"). ' for n in range(4)) + 'feature("B2",ffe). '
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
        routes = [r for r in here.g1.routes if " ".join(r.path).startswith(path)]
        return {leg.to for route in routes for leg in route.legs[1:] if leg.start == "D5"}

    assert anew("C5 D5") == {"A7", "C4", "D4"}
    assert anew("C5 C6 D5") == {"D4"}


def test_option_own_building_where_it_chooses_anew() -> None:
    """option(own_building,refigured), a10-51-ignore-building: in B2 it meets a1; only by this option B1, of the same building,
    may be ignored there."""
    hexes, units = "B1s B2s B3. B4. C3-", "g1:squad@B4 broken dm; m1:squad@C3"
    facts = 'building("b","B1"). building("b","B2"). no_quarter(german).'
    bound = {leg for _, leg in asl(hexes, units, "C3-B2", facts).legs}
    loose = {leg for _, leg in asl(hexes, units, "C3-B2", facts + "option(own_building,refigured).").legs}
    assert any("B2>B1" in leg for leg in bound)
    assert (any("B2>free" in leg for leg in bound), any("B2>free" in leg for leg in loose)) == (False, True)


def test_from_upstairs_its_building_may_be_ignored() -> None:
    """a10-51-ignore-building: "other Locations of the building": the ground below it, and that of the next hex."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",1). stairwell("B2").'
    here = asl("B2s B3s B4.", "g1:squad@B2@1 broken dm", facts=facts).g1
    assert {(d.hex, d.mf, d.ignorable) for d in here.destinations} == {("B2", 1, True), ("B3", 3, True)}
    assert here.free


# --- a10-51-ignore-range -------------------------------------------------------------------------------------------


def test_cover_no_farther_from_an_enemy_may_be_ignored() -> None:
    """a10-51-ignore-range"""
    here = asl("A1w A2. A3. B1w B2. C1. C2.", "g1:squad@A2 broken dm; a1:squad@C2", "C2-A2")
    ignorable = {d.hex: d.ignorable for d in here.g1.destinations}
    # C2 to A2: 2 hexes; to B1: 1 (barred: closer); to A1: 2, so it may be ignored.
    assert ignorable == {"A1": True}
    assert here.g1.free


@pytest.mark.parametrize(("value", "anew"), [("current", {"B2>C3", "B2>free"}), ("start", {"B2>C3"})])
def test_option_ignore_from(value: str, anew: set[str]) -> None:
    """option(ignore_from,start), a10-51-ignore-range: in B2 it meets a1, may not go closer to B3, and chooses anew. C3 is 3 hexes
    from a1, as B2 is: it may ignore C3. A3, where it began, is 2 hexes from a1: measured from there it may not."""
    here = asl("A3o B2. B3w C3w A5-", "g1:squad@A3 broken dm; a1:squad@A5", "A5-B2", f"option(ignore_from,{value}).")
    assert {legs.removeprefix("A3>B3 ") for path, legs in here.legs if path.startswith("A3 B2")} == anew


# --- a10-51-free ---------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("facts", ["", "option(adjacent_clean,yes)."])
def test_check_takes_a_location_that_it_chose_itself(facts: str) -> None:
    """a10-51-free: no cover anywhere. Where each of the routes ends may be claimed as the destination; where it ends otherwise,
    or what it cannot get to, may not."""
    here = asl("A3. B1. B2. B3. B4.", "g1:squad@B2 broken dm; a1:squad@B1", facts=facts)
    assert {r.legs[0].to for r in here.g1.routes} == {None}
    for route in here.g1.routes:
        crawl = route.posture == "low_crawl"
        assert here.judged(" ".join(route.path[1:]), route.path[-1], crawl) == "survives"
    assert here.judged("B3", "B4", low_crawl=True) == "survives"  # a hex nearer to it
    assert here.judged("B3", "B4") == (2, {"a10-51-free": ("B3",)})
    assert here.judged("B3", "B1") == (1, {"a10-51-reach": ("B1",)})
    assert here.judged("A3 B3", "A3") == (2, {"a10-51-toward": ("B3",)})


def test_check_takes_a_location_that_only_a_crawl_gets_to() -> None:
    """a10-51-free, a10-52-crawl: over the wall and uphill the brush of B1 takes more than the 3 MF of a wounded leader, but Low
    Crawl takes all, whatever it costs. So he may choose B1, and then neither runs to B3 nor crawls there, away from it."""
    here = asl("B1b B2. B3.", "g1:leader@B2 broken dm wounded", facts='hexside("B1","B2",wall). elevation("B1",1).')
    assert here.runs == {"B2 B3": "survives"} and here.crawls == {"B1": "survives", "B3": "survives"}
    assert here.judged("B1", to="B1", low_crawl=True) == "survives"
    assert here.judged("B3", to="B1", low_crawl=True) == (1, {"a10-51-toward": ("B3",)})
    assert here.judged("B3", to="B1") == (1, {"a10-51-free": ("B3",)})


# --- a10-51-none ---------------------------------------------------------------------------------------------------


def test_without_a_way_it_is_eliminated() -> None:
    """a10-51-none"""
    lost = asl("B1. B2.", "g1:squad@B1 broken; a1:squad@B2", facts="no_quarter(german).").g1
    assert (lost.verdict, causes(lost.reasons)) == ("eliminated", {"a10-5-must": ("a1",), "a10-51-none": ()})


# --- a10-51-refigure -----------------------------------------------------------------------------------------------


def test_arriving_next_to_an_armed_enemy_it_chooses_anew() -> None:
    """a10-51-refigure, a10-5-ftr, a20-21-captor: in B2 it discovers a1 in B1, and the only way on leads back, barred by
    nobody: B3 is no closer to B1."""
    here = asl("B1w B2w B3. B4w", "g1:squad@B3 broken dm; a1:squad@B1", facts="no_quarter(german).")
    assert ("B3 B2 B3 B4", "B3>B2 B2>B4") in here.legs


def test_new_enemies_after_a_wound_have_it_choose_anew() -> None:
    """a10-51-refigure: a2, Known from B5 on, bars all ways to B7."""
    runs = wounded_in_b4("B1. B2. B3. B4. B5. B6. B7w A5. C8.", "; a2:squad@C8", "C8-B5")
    assert runs["B3 B4 B5 A5"] == ("survives", "wounded", "B7", None)
    assert "B3 B4 B5 B6" not in runs


def test_a_unit_that_wanders_stays_where_its_next_step_is_barred() -> None:
    """a10-51-refigure, option(free_toward,no): bound for nowhere, g1 in B2 has lost no destination when a1, who sees it from C1,
    is revealed and bars B1, and back it would come closer to a2; nobody threatens it, so that it may stop there."""
    here = asl(
        "B1. B2. B3. B4. B6- C1-",
        "g1:squad@B4 broken dm; a1:squad@C1 concealed; a2:squad@B6",
        "C1-B2 C1-B1 B6-B4",
        'reveal(a1,g1,"B1",before). option(free_toward,no).',
    )
    assert {legs for _, legs in here.legs} == {"B4>free"} and here.runs["B4 B3 B2"] == "survives"


# --- a10-51-ffe ----------------------------------------------------------------------------------------------------


def test_attacks_on_the_way() -> None:
    """a10-51-ffe, note 16: an FFE attacks whoever enters, a minefield also whoever leaves; as FFNAM, crawling as Assault
    Movement."""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",ffe).')
    routes = {(r.posture, r.path, r.attacks) for r in here.g1.routes if len(r.path) == (3 if r.posture == "run" else 2)}
    assert routes == {
        ("run", ("B3", "B2", "B1"), (("B2", "ffe", "ffnam"),)),
        ("low_crawl", ("B3", "B2"), (("B2", "ffe", "assault_movement"),)),
    }
    mined = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",minefield(known)).')
    (route,) = {r for r in mined.g1.routes if r.path == ("B3", "B2", "B1") and r.legs[0].to}
    assert route.attacks == (("B2", "minefield", "ffnam"),) * 2
    assert route.to_json()["attacks"][0] == {"hex": "B2", "by": "minefield", "as": "ffnam"}


def test_attacks_in_foxholes_and_upstairs() -> None:
    """a10-51-ffe: mines attack who enters a foxhole among them, and who leaves it; an FFE every level of its hex."""
    both = 'feature("B2",foxhole). feature("B2",minefield(known)). feature("B3",minefield(known)).'
    (route,) = {
        r for r in asl(FIELD, FAR, SEEN, both).g1.routes if r.path == ("B3", "B2@foxhole", "B1") and r.legs[0].to
    }
    assert [a.hex for a in route.attacks] == ["B2@foxhole", "B3", "B2@foxhole"]
    fire = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'feature("B3",ffe).')
    assert {a.hex for r in fire.g1.routes if r.path == ("B2", "B2@1", "B3@1") for a in r.attacks} == {"B3@1"}


# --- b28-44-mines --------------------------------------------------------------------------------------------------


def attackers(here: Position, path: str) -> set[tuple[str, str]]:
    """Return the Locations in which a run on this way is attacked, with the attackers."""
    runs = [route for route in here.g1.routes if route.path == tuple(path.split()) and route.posture == "run"]
    assert runs
    return {(attack.hex, attack.by) for route in runs for attack in route.attacks}


@pytest.mark.parametrize(
    ("hexes", "facts", "attacked"),
    [
        ("B2s B3s", 'building("b","B2"). building("b","B3").', False),
        ("B2s B3s", 'building("b","B2"). building("c","B3").', True),
        ("B2s B3s", 'building("b","B2"). building("b","B3"). hexside("B2","B3",wall).', True),
        ("B2s B3.", 'building("b","B2").', True),
    ],
)
def test_mines_inside_a_building(hexes: str, facts: str, attacked: bool) -> None:
    """b28-44-mines: through a building hexside inside one building."""
    here = asl(hexes, "g1:squad@B3 broken dm", facts=facts + 'feature("B2",minefield(known)).')
    assert attackers(here, "B3 B2") == ({("B2", "minefield")} if attacked else set())


def test_an_ffe_strikes_inside_a_building_too() -> None:
    """b28-44-mines, a10-51-ffe: the exception is of mines."""
    facts = 'building("b","B2"). building("b","B3"). feature("B2",minefield(known)). feature("B2",ffe).'
    here = asl("B2s B3s", "g1:squad@B3 broken dm", facts=facts)
    assert attackers(here, "B3 B2") == {("B2", "ffe")}


@pytest.mark.parametrize(("facts", "destinations"), [("", {"B2": 2}), ('hexside("B2","B3",wall).', {"B1": 5, "B2": 3})])
def test_a_way_through_a_building_hexside_has_no_hazard(facts: str, destinations: dict[str, float]) -> None:
    """b28-44-mines, a10-51-hazards, option(leave_building,cover): B2 is to be had without an attack, and nearer than B1. Over a
    wall the mines attack, and it need not count."""
    facts += "".join(f'building("b","B{n}").' for n in (1, 2, 3)) + 'feature("B2",minefield(known)).'
    here = asl("B1s B2s B3s", "g1:squad@B3 broken dm", facts=facts + "option(leave_building,cover).")
    assert here.destinations == destinations


@pytest.mark.parametrize(
    ("hexes", "place", "facts"),
    [
        ("B1w B2s B3s", "B3", 'building("b","B2"). building("b","B3").'),
        ("B1w B2. B3.", "B3@trench", 'feature("B2",trench). feature("B3",trench).'),
    ],
)
def test_a_way_out_of_mines_that_it_enters_unharmed_need_not_count(hexes: str, place: str, facts: str) -> None:
    """a10-51-hazards, b28-44-mines: the step into B2 is no attack, and the step out of it is."""
    here = asl(hexes, f"g1:squad@{place} broken dm", facts=facts + 'feature("B2",minefield(known)).')
    (woods,) = [place for place in here.g1.destinations if place.hex == "B1"]
    assert (woods.mf, woods.ignorable, here.g1.free) == (4.0, True, True)
    assert ["B2" in why.because for why in woods.why if why.rule == "a10-51-hazards"] == [True]


@pytest.mark.parametrize(
    ("facts", "attacked"),
    [
        ('building("b","B2"). building("b","B3").', False),
        ('building("c","B2"). building("b","B3").', True),
        ('building("b","B2"). building("b","B3"). hexside("B2","B3",wall).', True),
    ],
)
def test_who_leaves_mines_inside_a_building(facts: str, attacked: bool) -> None:
    """b28-44-mines: B28.44 speaks of who enters and who leaves through a building hexside."""
    here = asl("B2s B3s B4.", "g1:squad@B3 broken dm", facts=facts + 'feature("B3",minefield(known)).')
    assert attackers(here, "B3 B2") == ({("B3", "minefield")} if attacked else set())


@pytest.mark.parametrize(("terrain", "attacked"), [("stone_market_place", True), ("stone_building", False)])
def test_the_ground_of_a_market_place_is_outside_its_building(terrain: str, attacked: bool) -> None:
    """b28-44-mines, b23-73-market."""
    facts = f'building("b","B2"). building("b","B3"). terrain("B3",{terrain}). level("B3",1). stairwell("B3"). '
    here = asl("B2s B3-", "g1:squad@B2 broken dm", facts=facts + 'feature("B3",minefield(known)).')
    attacks = {tuple(attack.hex for attack in route.attacks) for route in here.g1.routes if route.path[1] == "B3"}
    assert attacks == {("B3",) if attacked else ()}


def test_stairs_in_a_minefield() -> None:
    """b28-44-mines: who takes the stairs neither enters nor leaves the hex (B28.41), up or down; out of the building it does."""
    facts = 'building("b","B2"). level("B2",1). stairwell("B2"). feature("B2",minefield(known)).'
    down = asl("B2s B3.", "g1:squad@B2@1 broken dm", facts=facts)
    assert attackers(down, "B2@1 B2") == set()
    assert attackers(down, "B2@1 B2 B3") == {("B2", "minefield")}
    assert attackers(asl("B2s B3.", "g1:squad@B2 broken dm", facts=facts), "B2 B2@1") == set()


def test_the_building_is_the_cause_and_not_the_enemy_in_it() -> None:
    """a10-51-ignore-building, a10-51-ignore-range: a1 stands in the building in the one position, in C2 in the other."""
    facts = 'no_quarter(german). building("b","A3"). building("b","A4").'
    house = asl("A2w A3h A4h A5. A6w", "g1:squad@A3 broken dm; a1:squad@A3", "A3-A4", facts)
    assert {(why.rule, why.because) for place in house.g1.destinations for why in place.why} == {
        ("a10-51-ignore-building", ("A3",))
    }
    field = asl("A1w A2. A3. B1w B2. C1. C2.", "g1:squad@A2 broken dm; a1:squad@C2", "C2-A2")
    assert {(why.rule, why.because) for place in field.g1.destinations for why in place.why} == {
        ("a10-51-ignore-range", ("a1",))
    }
