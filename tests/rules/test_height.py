"""Height Advantage, and the step that climbs over the hexside that a LOS crosses: both rule sets; the crews of emplaced Guns."""

from __future__ import annotations

import click
import pytest
from tiny import Position, asl, position

import pyrout
from pyrout.report import judgement_lines

# g1 climbs from B5 into B4, on the hill, and goes on to the woods of B3 or A3 there: the LOS of a1 comes from somewhere below.
HEXES = "A4w B3w B4. B5o {}."
HILL = 'elevation("A4",1). elevation("B3",1). elevation("B4",1).'
# B4 touches B5 below it, C5 on its right below and A5 on its left below. From B8 the LOS enters B4 over the hexside with B5; from
# C9 and D7 (straight down its right-hand lower side) it depends on the geometry that is worked out below.
WRITES = pytest.mark.parametrize("write", [position, asl])


def by(write: object, place: str, facts: str = HILL) -> bool:
    """Return True if a1 there interdicts the step from B5 up into B4."""
    assert callable(write)
    quarter = "no_quarter(german)." if write is asl else ""
    here: Position = write(
        HEXES.format(place), f"g1:squad@B5 broken dm; a1:squad@{place}", f"{place}-B4", facts + quarter
    )
    (answer,) = {
        "B4" in [hit.hex for hit in r.interdicted] for r in here.g1.routes if r.path[1] == "B4" and r.posture == "run"
    }
    return answer


@WRITES
@pytest.mark.parametrize(
    ("place", "interdicts"),
    [
        # From the centre of B4 hexsides go 30 degrees to each side of straight down; one column right is 3 half sides, and one
        # doubled row is one half height, 3 times the square of a half side of width 1.
        ("B8", True),  # straight down
        ("C8", True),  # 3 right, 7 down: tan = 3 / (7 * 1.732) = 0.25, less than tan 30 = 0.577
        ("C6", True),  # 3 right, 3 down: tan = 0.577: through the vertex, along the hexside of B5 and C5
        ("D7", True),  # 6 right, 6 down: the same vertex
        ("A6", True),  # the other vertex
        ("D6", False),  # 6 right, 4 down: tan = 0.866: over the hexside with C5
        ("D5", False),
        ("B1", False),  # from behind
    ],
)
def test_over_which_hexside_it_climbs(write: object, place: str, interdicts: bool) -> None:
    """b10-31-height, sk-interdict-height: a1 is below B4. He counts where his LOS enters it over the hexside with
    B5, or through one
    of its two vertices."""
    assert by(write, place) == interdicts


@WRITES
def test_only_on_a_step_that_climbs(write: object) -> None:
    """b10-31-height, sk-interdict-height: B5 as high as B4, a1 in B8 below: Height Advantage. With a1 as high as B4,
    or all below, there
    is none."""
    assert not by(write, "B8", HILL + 'elevation("B5",1).')
    assert by(write, "B8", HILL + 'elevation("B8",1).')
    assert by(write, "B1", "")


@WRITES
def test_it_climbs_by_road_or_through_cover(write: object) -> None:
    """b10-31-height, sk-interdict-height, b3-4-road, sk-road: into brush over a road, in the open at 1 MF doubled;
    not for the brush."""
    assert callable(write)
    for place, interdicts in (("B8", True), ("B1", False)):
        here: Position = write(
            f"A4w B4b B5o {place}.",
            f"g1:squad@B5 broken dm; a1:squad@{place}",
            f"{place}-B4",
            'elevation("A4",1). elevation("B4",1). road("B4","B5").',
        )
        assert bool(here.run("B5 B4 A4", 4.0).interdicted) == interdicts
        assert not here.run("B5 B4 A4", 6.0).interdicted


@WRITES
def test_who_looks_up_forces_nobody_out_of_the_open(write: object) -> None:
    """a10-5-must, sk-must-open-ground: on the hill with a1 below it is not in Open Ground."""
    assert callable(write)
    hexes, units, los = "B1w B2. B5.", "g1:squad@B2 broken; a1:squad@B5", "B2-B5"
    assert write(hexes, units, los).g1.verdict == "routs"
    assert write(hexes, units, los, 'elevation("B2",1).').g1.verdict == "cannot_rout"
    assert write(hexes, units, los, 'elevation("B2",1). elevation("B5",1).').g1.verdict == "routs"


CLIMB = ("A1w A2. A3. A4.", "g1:squad@A3 broken dm; a1:squad@A4", "A4-A3 A4-A2")
UP = 'elevation("A1",1). elevation("A2",1).'


def test_no_clean_rout_up_the_slope() -> None:
    """b10-31-height, a20-21-clean: interdicted in A2 it surrenders; under No Quarter it is interdicted. From A3 as high as A2 it
    climbs nowhere: a clean rout."""
    assert asl(*CLIMB, UP).g1.verdict == "surrenders"
    braves = asl(*CLIMB, UP + "no_quarter(german).")
    assert braves.g1.verdict == "routs" and [hit.hex for hit in braves.run("A3 A2 A1").interdicted] == ["A2"]
    assert asl(*CLIMB, UP + 'elevation("A3",1).').g1.verdict == "routs"


def test_a_shelter_on_the_climbing_step() -> None:
    """b10-31-height, a10-531-cover: a foxhole in A2 may be paid for, as it would be interdicted there: 2 MF uphill and 1."""
    here = asl(*CLIMB, UP + 'no_quarter(german). feature("A2",foxhole).')
    assert not here.run("A3 A2@foxhole A1").interdicted
    level = asl(*CLIMB, UP + 'elevation("A3",1). no_quarter(german). feature("A2",foxhole).')
    assert "A3 A2@foxhole A1" not in level.runs


def test_out_of_a_foxhole_it_climbs_the_same_way() -> None:
    """b10-31-height, b27-entrench: from A3@foxhole into A2."""
    here = asl(*CLIMB, UP + 'no_quarter(german). feature("A3",foxhole). status(g1,entrenched).')
    (route,) = [r for r in here.g1.routes if r.posture == "run"]
    assert [hit.hex for hit in route.interdicted] == ["A2"]


def test_revealed_on_the_climbing_step() -> None:
    """b10-31-height, a12-14-reveal: a1, concealed in B8, drops concealment after the step up into B4."""
    hexes = HEXES.format("B8"), "g1:squad@B5 broken dm; a1:squad@B8 concealed", "B8-B4"
    assert asl(*hexes, HILL + 'reveal(a1,g1,"B4",after).').run("B5 B4 B3").interdicted
    assert not asl(*hexes, HILL + 'elevation("B5",1). reveal(a1,g1,"B4",after).').run("B5 B4 B3").interdicted
    could = asl(*hexes, HILL).run("B5 B4 B3")
    assert [(each.by, each.hex) for each in could.unless if each.rule == "a10-532-interdict"] == [("a1", "B4")]
    level = asl(*hexes, HILL + 'elevation("B5",1).').run("B5 B4 B3")
    assert not [each for each in level.unless if each.rule == "a10-532-interdict"]


def test_adjacent_clean_counts_the_climbing_step() -> None:
    """b10-31-height, option(adjacent_clean,yes): next to a1 the woods of A1 do not count, for the only way is
    interdicted in A2, and a1
    is the reason. Vehicles take nobody: it need not surrender."""
    hexes, _, los = CLIMB
    units = "g1:squad@A3 broken dm; a1:vehicle@A4"
    here = asl(hexes, units, los, UP + "option(adjacent_clean,yes). firepower(a1,4).")
    assert here.destinations == {}
    assert here.excluded["A1", "a10-51-nearest"] == (None, ("a1",))


@WRITES
def test_it_is_said_who_counts_and_whom_height_keeps_out(write: object) -> None:
    """b10-31-height, sk-interdict-height: they say so of a1 in B8; of a2 in B1 only that he does not."""
    assert callable(write)
    here: Position = write(
        HEXES.format("B8") + " B1.", "g1:squad@B5 broken dm; a1:squad@B8; a2:squad@B1", "B8-B4 B1-B4", HILL
    )
    rule = "b10-31-height" if write is asl else "sk-interdict-height"
    climbs = "on the step from B5 up into B4 it is in the open to {} below"
    kept = "Height Advantage keeps {} from interdicting it above him"
    starts = [(kept, "a1"), (kept, "a2"), (climbs, "a1")]
    notes = [sentence for cited, sentence in here.g1.notes if cited == rule]
    assert len(notes) == 3 and all(any(n.startswith(s.format(e)) for n in notes) for s, e in starts)
    judged = pyrout.check(here.instance, "g1", ["B5", "B4", "B3"])
    lines = [click.unstyle(line) for line in judgement_lines(judged, here.instance.rules or "", here.instance)]
    assert len([line for line in lines if line.startswith("  note: ")]) == 3


# --- emplaced Guns --------------------------------------------------------------------------------------------------


@WRITES
def test_the_crew_of_an_emplaced_gun_is_not_in_open_ground(write: object) -> None:
    """a10-531-emplaced, sk-must-open-ground: it need not rout, nor has it DM; without it, or with that of
    another's Gun, it must."""
    assert callable(write)
    here = "B1w B2. B5.", "g1:crew@B2 broken; g2:crew@B2; a1:squad@B5", "B2-B5"
    gun = "sw(w,gun,6,40). possesses({},w). {}"
    assert write(*here, gun.format("g1", "")).g1.verdict == "routs"
    assert write(*here, gun.format("g1", "status(w,emplaced).")).g1.verdict == "cannot_rout"
    assert write(*here, gun.format("g2", "status(w,emplaced).")).g1.verdict == "routs"
    told = write(*here, gun.format("g1", "status(g1,dm). status(w,emplaced).")).g1
    assert told.verdict == "may_rout"
    assert any("with the emplaced w it is not in Open Ground to a1" in sentence for _, sentence in told.notes)


@WRITES
def test_on_its_way_the_emplacement_covers_nobody(write: object) -> None:
    """a10-531-emplaced, sk-must-open-ground: only where it starts, and next to an enemy it must go all the same."""
    assert callable(write)
    facts = "sw(w,gun,6,40). possesses(g1,w). status(w,emplaced)."
    away = write("B1w B2. B3. B7.", "g1:crew@B3 broken dm; a1:squad@B7", "B7-B2 B7-B3", facts)
    assert away.g1.verdict == "may_rout" and away.run("B3 B2 B1").interdicted
    assert write("B1w B2. B3.", "g1:crew@B2 broken dm; a1:squad@B3", "B3-B2", facts).g1.must_rout


@WRITES
@pytest.mark.parametrize(
    ("unit", "more", "facts", "routs", "told"),
    [
        ("half_squad", "", "", True, True),
        ("half_squad", "", "manned(g2,g1).", False, False),
        ("half_squad", "; g3:crew@B2", "", True, False),  # g3 mans it
        ("crew", "", "", False, False),  # the only crew beside the only Gun
    ],
)
def test_who_is_beside_an_emplaced_gun(
    write: object, unit: str, more: str, facts: str, routs: bool, told: bool
) -> None:
    """a10-531-emplaced, sk-must-open-ground: a Gun whose crew is not given stands for it, and a half-squad may be that crew."""
    assert callable(write)
    here = write("B1w B2. B5.", f"g1:{unit}@B2 broken dm; g2:gun@B2 emplaced{more}; a1:squad@B5", "B2-B5", facts)
    assert (here.g1.verdict == "routs") == routs
    assert any("beside it is manned by others" in sentence for sentence in here.g1.assumes) == told


@WRITES
def test_only_guns_are_emplaced(write: object) -> None:
    assert callable(write)
    with pytest.raises(pyrout.PyroutError, match="only a Gun is emplaced"):
        _ = write("B1w B2.", "g1:squad@B2 broken dm emplaced").g1
