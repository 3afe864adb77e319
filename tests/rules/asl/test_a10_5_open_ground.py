"""Open Ground that forces a rout (A10.531), also in the desert (F.1C).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import CORRIDOR, asl, must
from tiny_asl import FIELD, REACH

# --- a10-531-open --------------------------------------------------------------------------------------------------


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
    assert not asl(
        CORRIDOR, "g1:squad@B1 broken entrenched; a1:squad@B4", "B4-B1", 'feature("B1",foxhole).'
    ).g1.must_rout
    gun = "g1:squad@B1 broken; a1:gun@B4"
    assert asl(CORRIDOR, gun, "B4-B1").g1.must_rout
    assert not asl(CORRIDOR, gun + " malfunctioned", "B4-B1").g1.must_rout


def test_height_advantage_over_an_enemy_upstairs() -> None:
    """a10-531-open: on a hill of level 2 g1 is above a1, on level 1 of a building; on one of level 1 it is not."""
    facts = 'level("B4",1). building("b","B4"). elevation("B1",{}).'
    here = "B1. B2. B3. B4s", "g1:squad@B1 broken; a1:squad@B4@1", "B4@1-B1"
    assert must(asl(*here, facts.format(2))) == set()
    assert must(asl(*here, facts.format(1))) == {"a1"}


def test_height_advantage_over_an_enemy_in_a_pillbox() -> None:
    """a10-531-open: on a hill g1 is above a1 in the pillbox of B4, unless B4 is as high; so it is where it is interdicted."""
    facts = 'feature("B4",pillbox). elevation("B1",1). '
    here = "B1. B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4@pillbox", "B4@pillbox-B1"
    assert must(asl(*here, facts)) == set()
    assert must(asl(*here, facts + 'elevation("B4",1).')) == {"a1"}
    way = "B1w B2. B3w B4. B5. B6.", "g1:squad@B3 broken dm; a1:squad@B6@pillbox", "B6@pillbox-B2"
    for hill, by in (("", ("a1",)), ('elevation("B2",1). elevation("B3",1).', ())):
        run = asl(*way, f'feature("B6",pillbox). {hill}').run("B3 B2 B1")
        assert tuple(x for hex_ in run.interdicted for x in hex_.by) == by


@pytest.mark.parametrize("feature", ["foxhole", "trench"])
def test_in_an_entrenchment_it_is_not_in_the_open(feature: str) -> None:
    """a10-531-open: a1 in LOS and Normal Range does not force it out."""
    facts = f'feature("B3",{feature}).'
    assert must(asl(FIELD, "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3", facts)) == {"a1"}
    assert must(asl(FIELD, f"g1:squad@B3@{feature} broken dm; a1:squad@B8", "B8-B3", facts)) == set()


@pytest.mark.parametrize(
    ("facts", "forces"),
    [
        ("", True),
        ('hexside("B1","B2",wall).', False),
        ('hexside("B1","B2",hedge).', False),
        ('hexside("B1","B2",bocage).', False),
        ('hexside("B1","A1",wall).', True),  # not between them
        ('hexside("B3","B4",wall).', True),  # the enemy's wall, not the unit's
        ('elevation("B1",1).', False),
        ('elevation("B4",1).', True),
        ('elevation("B1",1). elevation("B4",1).', True),
        ('feature("B1",smoke).', False),
        ('feature("B4",smoke).', False),
        ('feature("B1",foxhole).', True),
        ('feature("B1",foxhole). status(g1,entrenched).', False),
        ('feature("B1",trench). status(g1,entrenched).', False),
    ],
)  # fmt: skip
def test_what_is_open_ground_for_an_enemy(facts: str, forces: bool) -> None:
    """a10-531-open, a24-smoke, a10-5-must: for a1 in B4, with a LOS without Hindrance to B1, by the hexside it crosses."""
    here = asl("A1. B1. B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4", "B4-B1", facts)
    assert must(here) == ({"a1"} if forces else set())


@pytest.mark.parametrize(
    ("beyond", "enemy"),
    [("E5", "E7"), ("F4", "H5"), ("F3", "H2"), ("E3", "E1"), ("D3", "B2"), ("D4", "B5")],
)
def test_a_hedge_on_each_side(beyond: str, enemy: str) -> None:
    """a10-531-open: for an enemy three hexes away the hedge between shelters the unit in E4, the one opposite does not."""
    opposite = {"E5": "E3", "E3": "E5", "F4": "D3", "D3": "F4", "F3": "D4", "D4": "F3"}[beyond]
    for side, forces in ((beyond, set()), (opposite, {"a1"})):
        facts = f'hexside("E4","{side}",hedge).'
        here = asl(
            f"E3. E4. E5. D3. D4. F3. F4. {enemy}-", f"g1:squad@E4 broken; a1:squad@{enemy}", f"{enemy}-E4", facts
        )
        assert must(here) == forces


@pytest.mark.parametrize(
    ("terrain", "month", "forces"),
    [(".", 7, True), ("g", 7, False), ("g", 10, True), ("g", 5, True), ("g", 6, False), ("g", 9, False), ("o", 7, False),
     ("b", 7, False), ("y", 7, False), ("c", 7, False), ("u", 7, True), ("=", 7, True), ("m", 7, False), ("r", 7, False),
     ("w", 7, False), ("s", 7, False)],
)  # fmt: skip
def test_what_terrain_is_open_ground(terrain: str, month: int, forces: bool) -> None:
    """a10-531-open, asl-mf: grain outside months 6 to 9."""
    here = asl(f"B1{terrain} B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4", "B4-B1", f"month({month}).")
    assert must(here) == ({"a1"} if forces else set())


# --- f-1c-desert ---------------------------------------------------------------------------------------------------


def test_desert() -> None:
    """f-1c-desert: in the desert only enemies within 6 hexes force from Open Ground."""
    here = CORRIDOR, "g1:squad@B1 broken; a1:squad@B8", "B8-B1"
    assert asl(*here, "normal_range(a1,12).").g1.must_rout
    assert not asl(*here, "normal_range(a1,12). environment(desert).").g1.must_rout


def test_in_the_desert_distant_enemies_still_give_dm() -> None:
    """f-1c-desert, a10-62-dm: a1 is 7 hexes off: it forces nobody there, but the unit is DM and may rout."""
    here = asl("B1. B2. B9.", "g1:squad@B2 broken; a1:squad@B9", "B9-B2", REACH + " environment(desert).").g1
    assert (here.must_rout, here.dm, here.verdict) == ((), ("a10-62-dm",), "may_rout")
    near = asl("B1. B2. B8.", "g1:squad@B2 broken; a1:squad@B8", "B8-B2", REACH + " environment(desert).")
    assert must(near) == {"a1"}


# --- b9-3-advantage ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fence", "facts", "shelters"),
    [
        ("wall", "", True),
        ("wall", "wall_advantage(a1).", False),
        ("hedge", "wall_advantage(a1).", False),
        ("roadblock", "wall_advantage(a1).", False),
        ("wall", "no_wall_advantage(a1).", True),
    ],
)
def test_a_wall_over_which_the_enemy_has_advantage(fence: str, facts: str, shelters: bool) -> None:
    """b9-3-advantage: it is no TEM against a1 next to it, who then interdicts g1 in B3."""
    side = f'hexside("B3","C3",{fence}). ' + facts
    way = asl("A3o B3. B4w C3.", "g1:squad@A3 broken dm; a1:squad@C3", "C3-B3", side)
    assert bool(way.run("A3 B3 B4").interdicted) is not shelters


def test_wall_advantage_and_the_duty_to_rout() -> None:
    """b9-3-advantage, a10-5-must: a1 is broken, and forces nobody by being next to it; a2, who shares his Wall Advantage with
    him, is in Melee."""
    wall = 'hexside("B2","C2",wall). '
    here = "B1w B2. B3o C2.", "g1:squad@B2 broken dm; a1:squad@C2 broken; a2:squad@C2 melee; g2:squad@C2 melee", "C2-B2"
    assert "a1" not in must(asl(*here, wall))
    both = wall + "wall_advantage(a1). wall_advantage(a2)."
    reasons = asl(*here, both).g1.must_rout
    assert any("a1" in reason.because for reason in reasons)


def test_wall_advantage_of_another_hex() -> None:
    """b9-3-advantage: the wall still shelters from a2, who fires over it from farther away than a1."""
    facts = 'hexside("B3","C3",wall). wall_advantage(a1).'
    way = asl("A3o B3. B4w C3. D2.", "g1:squad@A3 broken dm; a1:squad@C3; a2:squad@D2", "C3-B3 D2-B3", facts)
    assert [at.by for at in way.run("A3 B3 B4").interdicted] == [("a1",)]


def test_wall_advantage_does_not_reach_upstairs() -> None:
    """b9-3-advantage: a2, on the level above a1, fires over the wall without it."""
    facts = 'hexside("B3","C3",wall). wall_advantage(a1). building("b","C3"). level("C3",1). stairwell("C3").'
    way = asl("A3o B3. B4w C3s", "g1:squad@A3 broken dm; a1:squad@C3; a2:squad@C3@1", "C3-B3 C3@1-B3", facts)
    assert [at.by for at in way.run("A3 B3 B4").interdicted] == [("a1",)]


# --- in_open/3 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "facts", "forced"),
    [
        (".", "", {"a1"}),
        (".", 'in_open("B2","B5",no).', set()),
        (".", 'in_open("B2","B4",no).', {"a1"}),
        ("b", "", set()),
        ("b", 'in_open("B2","B5",yes).', {"a1"}),
        ("b", 'in_open("B2","B5",yes). feature("B2",foxhole). status(g1,entrenched).', set()),
        ("b", 'in_open("B2","B5",yes). feature("B5",smoke).', set()),
        ("u", "status(g1,crest).", set()),
        ("u", 'status(g1,crest). in_open("B2","B5",yes).', {"a1"}),
        ("u", 'status(g1,crest). in_open("B2","B4",yes).', set()),
    ],
)
def test_a_fact_says_whether_a_hex_is_open_ground(terrain: str, facts: str, forced: set[str]) -> None:
    """a10-531-open, b20-96-crest: said of the hex of g1 and of the hex of its enemy, in whichever terrain; in a foxhole it is not
    in the open, and SMOKE hinders all the same."""
    here = asl(f"B1w B2{terrain} B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2", facts)
    assert must(here) == forced
    assert here.g1.dm == (("a10-62-dm",) if forced else ())


@pytest.mark.parametrize(
    ("terrain", "facts", "fires"),
    [(".", "", True), (".", 'in_open("B2","B8",no).', False), ("b", "", False), ("b", 'in_open("B2","B8",yes).', True)],
)
def test_a_fact_says_whether_a_step_is_into_open_ground(terrain: str, facts: str, fires: bool) -> None:
    """a10-531-open, a10-532-interdict"""
    here = asl(FIELD.replace("B2.", f"B2{terrain}"), "g1:squad@B3 broken dm; a1:squad@B8", "B8-B2", facts)
    assert bool(here.run("B3 B2 B1").interdicted) == fires
