"""Facts that an answer reports about itself: the units that go along, and its assumptions.

Worked out by hand; both rule sets on hexes are asked the same, and nothing of theirs differs here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from explained import said
from tiny import Position, asl, position

import pyrout
from pyrout.draw.answers import Answered
from pyrout.draw.html import parts
from pyrout.draw.svg import picture
from pyrout.hexes.solver import Solver
from pyrout.lab.generate.answering import answers
from pyrout.lab.generate.kinds import Case
from pyrout.lab.generate.search import Made
from pyrout.lab.generate.writing import lines
from pyrout.position.vocabulary import BY_NAME
from pyrout.question import ask

pytestmark = pytest.mark.slow  # a minute together

ENCODINGS = Path(__file__).parents[2] / "asp"
BOTH = pytest.mark.parametrize("make", [position, asl])
Make = Callable[..., Position]


# --- an enemy of whom something is not said -------------------------------------------------------------------------

FORGOTTEN = "g9 has no Normal Range, so its fire matters to nobody: give normal_range, or status unarmed if that is so"
WEAPONLESS = (
    "g9 has no Normal Range, so it is taken to have no weapon: give normal_range, or status unarmed if that is so"
)


@BOTH
@pytest.mark.slow
@pytest.mark.parametrize(
    ("enemy", "facts", "told"),
    [
        ("squad", "", (FORGOTTEN,)),
        ("gun", "", (FORGOTTEN,)),
        ("squad", "normal_range(g9,6).", ()),
        ("squad", "sw(m,lmg,1,6). possesses(g9,m).", ()),
        ("squad broken", "", ()),
        ("leader", "", ()),
        ("vehicle", "", (WEAPONLESS,)),
        ("vehicle", "normal_range(g9,6). firepower(g9,0).", ()),
    ],
)
def test_an_armed_enemy_without_a_range_is_told(make: Make, enemy: str, facts: str, told: tuple[str, ...]) -> None:
    """An answer in which nobody interdicts because a fact was forgotten looks like any other."""
    # The notation gives Americans a range; so the broken unit is the American here.
    kind, _, status = enemy.partition(" ")
    here = make("B1. B2. B3w B9.", f"a9:squad@B2 broken dm; g9:{kind}@B9 {status}", "B9-B1 B9-B2", facts)
    assert here.unit("a9").assumes == told


@BOTH
@pytest.mark.slow
@pytest.mark.parametrize("enemy", ["squad", "vehicle"])
def test_one_who_is_unarmed_is_not_told(make: Make, enemy: str) -> None:
    """The rule set takes the fact that the sentence asks for."""
    unarmed = make("B1. B2. B3w B9.", f"a9:squad@B2 broken dm; g9:{enemy}@B9 unarmed", "B9-B1 B9-B2")
    assert unarmed.unit("a9").assumes == ()


@pytest.mark.slow
def test_a_vehicle_of_which_no_weapon_is_said_forces_nobody_and_that_is_told() -> None:
    """a10-5-must: ADJACENT to an armed enemy; an armed one would force it out."""
    units, los = "a9:squad@B2 broken dm; g9:vehicle@B1", "B1-B2 B1-B3"
    here = asl("B1. B2w B3w", units, los).unit("a9")
    assert (here.must_rout, here.assumes) == ((), (WEAPONLESS,))
    assert asl("B1. B2w B3w", units, los, "normal_range(g9,6).").unit("a9").must_rout
    told = asl("B1. B2. B3w", units.replace("vehicle", "cavalry"), los).unit("a9").assumes
    assert told == (FORGOTTEN,)


@BOTH
@pytest.mark.slow
def test_one_who_sees_nothing_of_it_is_not_told(make: Make) -> None:
    assert make("B1. B2. B3w B9.", "g9:squad@B9; a9:squad@B2 broken dm", "").unit("a9").assumes == ()


@BOTH
@pytest.mark.slow
@pytest.mark.parametrize(
    ("hexes", "unit", "los", "facts", "verdict"),
    [
        ("B1. B2. B3w B9.", "squad@B2 broken", "B9-B2", "", "cannot_rout"),
        ("B1. B2. B3w B9.", "squad@B2 broken dm", "B9-B1", "", "may_rout"),
        ("B2. B3w B9.", "leader@B2 broken dm wounded", "B9-B3", 'elevation("B3",1).', "may_rout"),
    ],
    ids=["where it is", "where it can go", "where it can crawl"],
)
def test_one_who_sees_where_it_is_or_can_get_to_is_told(
    make: Make, hexes: str, unit: str, los: str, facts: str, verdict: str
) -> None:
    """Without DM nobody routs, and whether it has DM may hang on that very range. Woods a level up cost 4 MF: a wounded
    leader has 3, and gets there by a Low Crawl alone."""
    a9 = make(hexes, f"a9:{unit}; g9:squad@B9", los, facts).unit("a9")
    assert (a9.verdict, a9.assumes) == (verdict, (FORGOTTEN,))


# --- a leader who goes along ------------------------------------------------------------------------------------

STACK = "B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm; g2:leader@B3 {}; g3:squad@B3 broken dm"


def stack(make: Make, facts: str, status: str = "") -> Position:
    return make(STACK[0], STACK[1].format(status), "", facts)


@BOTH
@pytest.mark.slow
def test_a_leader_who_goes_along_is_told(make: Make) -> None:
    """sk-may-leader, a10-711-leader: in words and as JSON; without the fact nobody goes along."""
    along, alone = stack(make, "accompanies(g2,g1)."), stack(make, "")
    assert along.g1.partners == ("g2",)
    assert along.g1.to_json()["with"] == ["g2"]
    assert {tuple(route["with"]) for route in along.g1.to_json()["routes"]} == {("g2",)}
    assert "goes along: g2; 6 MF for both, the smaller allowance" in said(along, "g1")
    assert not any(line.startswith("may go along") for line in said(along, "g1"))
    assert "with" not in alone.g1.to_json()
    assert "may go along: g2" in said(alone, "g1")


@BOTH
def test_the_page_tells_who_goes_along(make: Make) -> None:
    along = stack(make, "accompanies(g2,g1).")
    shown = parts(Answered(Solver(ask(along.instance, units=("g1",)))))["view"]["units"][0]
    assert "goes along: g2; 6 MF for both, the smaller allowance" in shown["lines"]
    assert shown["routes"][0]["steps"][0].endswith("along with g2.")


@BOTH
@pytest.mark.slow
def test_the_pair_has_the_smaller_allowance(make: Make) -> None:
    """A wounded leader has 3 MF: the woods 3 MF away are reached, and it is said whose allowance it is."""
    slow = stack(make, "accompanies(g2,g1).", "wounded")
    assert (slow.g1.mf, slow.unit("g3").mf) == (3.0, 6.0)
    assert "goes along: g2; 3 MF for both, the smaller allowance" in said(slow, "g1")


@BOTH
@pytest.mark.slow
def test_a_leader_goes_with_one_unit(make: Make) -> None:
    """A leader who is to go with g1 is not offered to g3; g1 keeps him, and without the fact both may have him."""
    along, alone = stack(make, "accompanies(g2,g1)."), stack(make, "")
    assert (along.g1.may_accompany, along.unit("g3").may_accompany) == (("g2",), ())
    assert (alone.g1.may_accompany, alone.unit("g3").may_accompany) == (("g2",), ("g2",))


# --- who routs first --------------------------------------------------------------------------------------------

# a2 stands where g1 would have to go; it has a way out behind it. a1 drives g1.
CLOSED = "B1. B2. B3. B4. B5w", "B1-B2 B3-B2 B3-B4 B3-B5"
COUNTED = "counts a2 where it is now; it may rout first"


def closed(make: Make, units: str, attacker: str = "american") -> Position:
    return make(CLOSED[0], f"g1:squad@B2 broken dm; {units}", CLOSED[1], "", attacker)


@BOTH
@pytest.mark.slow
def test_who_routs_first_may_be_gone(make: Make) -> None:
    """sk-order, a10-5-order: g1 is eliminated, for a1 and a2 bar the only two steps; but a2 may rout first."""
    here = closed(make, "a1:squad@B1; a2:squad@B3 broken dm")
    assert here.g1.verdict in ("eliminated", "surrenders")
    assert here.g1.assumes == (COUNTED,)
    assert here.g1.to_json()["assumes"] == [COUNTED]
    assert f"assumes: {COUNTED}" in said(here, "g1")
    assert here.unit("a2").assumes == ()


@BOTH
def test_the_page_says_what_an_answer_rests_on(make: Make) -> None:
    here = closed(make, "a1:squad@B1; a2:squad@B3 broken dm")
    shown = parts(Answered(Solver(ask(here.instance, units=("g1",)))))["view"]["units"]
    assert [f"assumes: {COUNTED}" in unit["lines"] for unit in shown if unit["id"] == "g1"] == [True]


@BOTH
@pytest.mark.parametrize(
    ("units", "attacker"),
    [
        ("a1:squad@B1; a2:squad@B3", "american"),  # unbroken, it stays
        ("a1:squad@B1; a2:squad@B3 broken melee; g9:squad@B3 melee", "american"),  # it cannot rout
        ("a1:squad@B1; a2:squad@B3 broken dm; a3:squad@B3", "american"),  # a3 bars the same step, and stays
        ("a1:squad@B1; a2:squad@B3 broken dm", "german"),  # it routs after g1
    ],
)
@pytest.mark.slow
def test_who_stays_or_routs_later_is_counted_for_good(make: Make, units: str, attacker: str) -> None:
    assert closed(make, units, attacker).g1.assumes == ()


@BOTH
@pytest.mark.parametrize(
    ("units", "told"),
    [
        ("a1:squad@B1; a2:squad@B3 broken dm", True),
        ("a1:squad@B1; a2:squad@B3 broken", True),  # what it does by then is not asked
        ("a1:squad@B1; a2:squad@B3", False),  # unbroken, it stays
        ("a1:squad@B1; a2:squad@B3 broken melee; g9:squad@B3 melee", False),
        ("a1:squad@B1; a2:squad@B3 broken dm; a3:squad@B3", False),
        ("a1:squad@B1; a2:squad@B1 broken dm", False),  # a1 bars the same
    ],
)
def test_nobody_is_said_to_attack(make: Make, units: str, told: bool) -> None:
    """sk-order, a10-5-order: "The ATTACKER conducts all of his routs first". By the attacker a2 may be gone before g1 routs;
    an answer in which nobody attacks looked like any other."""
    instance = pyrout.parse(closed(make, units).text.replace("attacker(american).", ""))
    sentence = "counts a2 where it is now; it routs first if its side attacks, which attacker/1 would say"
    assert pyrout.solve(instance, units=("g1",))["g1"].assumes == ((sentence,) if told else ())
    assert (sentence in pyrout.solve(instance)["g1"].assumes) == told


@pytest.mark.parametrize(
    ("enemy", "facts", "verdict", "told"),
    [
        ("squad@B4 broken dm", "routed(g2).", "cannot_rout", True),
        ("squad@B3 broken dm", "routed(g2).", "cannot_rout", True),
        ("squad@B4 broken dm", "", "cannot_rout", False),  # it has not moved
        ("squad@B5 broken dm", "routed(g2).", "cannot_rout", False),  # it is not adjacent
        ("squad@B4 broken dm", "routed(g2). history(a1,enemy_adjacent).", "may_rout", False),
        ("leader@B4", "routed(g2).", "routs", False),  # he went along with another: Known and unbroken, he gives DM
    ],
)
def test_who_has_routed_next_to_it(enemy: str, facts: str, verdict: str, told: bool) -> None:
    """sk-dm-regain: article "Whenever an enemy unit moves adjacent to a broken unit, the broken unit immediately regains a DM
    marker". Whether he was there before his rout, no fact says."""
    here = position("B2w B3w B4w B5w", f"a1:squad@B3 broken; g2:{enemy}", "B4-B3", facts).unit("a1")
    assert here.verdict == verdict
    assert here.assumes == (
        (
            "takes a1 not to be under DM next to g2 who has routed: if that brought him there, history/2 (enemy_adjacent) "
            "would say so (sk-dm-regain)",
        )
        if told
        else ()
    )


@BOTH
def test_who_must_rout_first_is_counted_too(make: Make) -> None:
    """g4 could interdict a2 in Open Ground: it must rout."""
    here = make(
        "B1. B2. B3. B4. B5w A1.",
        "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3 broken dm; g4:squad@A1",
        "B1-B2 B3-B2 B3-B4 B3-B5 A1-B3",
        "normal_range(g4,4).",
        "american",
    )
    assert here.unit("a2").verdict == "routs"
    assert here.g1.assumes == ("counts a2 where it is now; it routs first",)


@BOTH
def test_a_leader_with_who_routs_first_goes_too(make: Make) -> None:
    """The unbroken a3 makes g1 rout; he goes along with a2."""
    units = "g1:squad@B2 broken dm; a2:squad@B3 broken dm; a3:leader@B3"
    with_him = make("B1w B2. B3. B4. B5w", units, "B3-B2 B3-B1 B3-B4 B3-B5", "accompanies(a3,a2).", "american")
    assert [line.split()[1] for line in with_him.g1.assumes] == ["a2", "a3"]


@BOTH
def test_a_destination_ignored_for_who_routs_first(make: Make) -> None:
    """sk-dest-ignore-range, a10-51-ignore-range: the woods are as near to a2 as g1 is; without it they would bind."""
    here = make(
        "C3. B3. B4w A3. A4. D4. D5.",
        "g1:squad@B3 broken dm; a2:squad@D4 broken dm",
        "D4-B3 D4-B4 D4-D5",
        "",
        "american",
    )
    assert [d.ignorable for d in here.g1.destinations if d.hex == "B4"] == [True]
    assert here.g1.assumes == (COUNTED,)


# By what a2, who may rout first, is counted: nothing else about it binds g1 in that position. The leaders a1 stay, and have
# no FP: they interdict nobody and force nobody from Open Ground, but they bar what a2 bars. The leader a3 goes along with
# a2 and fires a mortar.
MORTAR = "accompanies(a3,a2). possesses(a3,w1). sw(w1,mortar,2,9). "
FIRED = "g1:squad@B3 broken dm; a2:squad@B7 broken dm; a3:leader@B7; a1:{}@B8"
FIRED_LOS = "B7-B3 B7-B2 B7-B1 B8-B3 B8-B2 B8-B1 B7-B8"
BECAUSE: dict[str, tuple[str, str, str, str, tuple[str, ...]]] = {
    "a step beside the way to its destination": (  # D5, next to a2; on from B6 it has no MF left
        "B5b B6w C6. D5. D4. D3.",
        "g1:leader@B5 broken dm wounded; a2:squad@D4 broken dm",
        "D4-B5 D4-B6 D4-C6 D4-D5 D4-D3",
        'hexside("B5","B6",wall). hexside("C6","B6",wall).',
        ("a2",),
    ),
    "a step that another enemy bars as well": (
        "B1. B2. B3. B4. B5. B6. A5.",
        "g1:squad@B2 broken dm; a2:squad@B4 broken dm; a1:squad@B5",
        "B4-B1 B4-B2 B4-B3 B4-B5 B5-B1 B5-B2 B5-B3",
        "",
        (),
    ),
    "an enemy who becomes Known on the way": (
        "B1. B2. B3. B4. B5. B6.",
        "g1:squad@B1 broken dm; a2:squad@B5 broken dm",
        "B5-B2 B5-B3 B5-B4 B5-B6",
        "",
        ("a2",),
    ),
    "a Low Crawl that costs more than it has": (
        "B0. B1b B2. C1.",
        "g1:leader@B2 broken dm wounded; a2:squad@B0 broken dm",
        "B0-B1 B0-B2",
        'hexside("B1","B2",wall). elevation("B1",1).',
        ("a2",),
    ),
    "a destination that may be ignored": (
        "B3b B4w D4. D5.",
        "g1:squad@B3 broken dm; a2:squad@D4 broken dm",
        "D4-B3 D4-B4 D4-D5",
        "",
        ("a2",),
    ),
    "a destination that may be ignored for another enemy as well": (
        "B3b B4w D3. D4. D5.",
        "g1:squad@B3 broken dm; a2:squad@D4 broken dm; a1:squad@D3",
        "D3-B3 D3-B4 D4-B3 D4-B4 D4-D5",
        "",
        (),
    ),
    "Interdiction": ("B1w B2. B3b B7. B8. B9.", FIRED.format("leader"), FIRED_LOS, MORTAR, ("a3",)),
    "Interdiction by another enemy as well": ("B1w B2. B3b B7. B8. B9.", FIRED.format("squad"), FIRED_LOS, MORTAR, ()),
    "Interdiction on a road": (
        "B1w B2w B3b B7. B8. B9.",
        FIRED.format("leader"),
        FIRED_LOS,
        MORTAR + 'road("B3","B2").',
        ("a3",),
    ),
    "Interdiction on a road by another enemy as well": (
        "B1w B2w B3b B7. B8. B9.",
        FIRED.format("squad"),
        FIRED_LOS,
        MORTAR + 'road("B3","B2").',
        (),
    ),
}


@BOTH
@pytest.mark.parametrize("cause", BECAUSE)
def test_by_what_who_routs_first_is_counted(make: Make, cause: str) -> None:
    """sk-order, a10-5-order"""
    hexes, units, los, facts, counted = BECAUSE[cause]
    here = make(hexes, units, los, facts, "american")
    who = tuple(said for said in here.g1.assumes if said.startswith("counts "))
    assert who == tuple(f"counts {enemy} where it is now; it may rout first" for enemy in counted)


def test_it_would_not_have_to_rout_without_who_routs_first() -> None:
    """a10-5-must: in Open Ground, in the LOS and Normal Range of the broken a2 alone; a1 bars all ways to the two."""
    units = "g1:squad@B3 broken dm; a2:squad@B6 broken dm; a1:leader@B7"
    here = asl("B1w B2. B3. B6. B7.", units, "B6-B3 B6-B2 B6-B1 B6-B7 B7-B3 B7-B2 B7-B1", "", "american")
    assert (here.g1.verdict, here.g1.assumes) == ("routs", (COUNTED,))


@BOTH
@pytest.mark.slow
def test_a_picture_says_what_it_rests_on(make: Make) -> None:
    """So does a picture by a reading that is not the default, and says nothing where there is nothing to say."""
    here = closed(make, "a1:squad@B1; a2:squad@B3 broken dm")
    plain = picture(here.instance, pyrout.solve(here.instance))
    assert f"g1 assumes: {COUNTED}." in plain and "default readings" not in plain
    free = picture(here.instance, pyrout.solve(here.instance, options={"crawl_toward": "free"}))
    assert "Not by the default readings: crawl_toward=free." in free
    sure = closed(make, "a1:squad@B1; a2:squad@B3")
    assert "assumes" not in picture(sure.instance, pyrout.solve(sure.instance))


@BOTH
def test_a_generated_position_says_what_it_rests_on(make: Make) -> None:
    here = closed(make, "a1:squad@B1; a2:squad@B3 broken dm")
    answer = pyrout.solve(here.instance, units=("g1",))
    made = Made(Case(here.instance, "g1", answer["g1"]), answer, "It tells.", "By hand.")
    assert f"% The answer for g1 assumes: {COUNTED}." in list(lines(made, "Heading."))
    alone = pyrout.solve(closed(make, "a1:squad@B1").instance, units=("g1",))
    made = Made(Case(here.instance, "g1", alone["g1"]), alone, "It tells.", "By hand.")
    assert not any("assumes" in line for line in lines(made, "Heading."))


# --- many positions at once -------------------------------------------------------------------------------------


def crowded(column: str) -> Position:
    """One router in a corridor, in the sight of 25 enemies each in a hex of its own, all far away."""
    hexes = [f"{column}{row}." for row in range(1, 5)] + [f"{column}{row}." for row in range(11, 36)]
    units = "; ".join(["g1:squad@{0}2 broken dm", *(f"a{row}:squad@{{0}}{row}" for row in range(11, 36))]).format(
        column
    )
    los = " ".join(f"{column}{row}-{column}{other}" for row in range(11, 36) for other in range(1, 5))
    return position(" ".join(hexes), units, los)


def test_more_enemies_together_than_a_set_holds_lose_no_answer() -> None:
    """Six positions with 25 hexes of enemies each have 150 on the common map: each is answered as it is alone."""
    positions = [crowded("B").instance] * 6
    alone = pyrout.solve(positions[0], units=("g1",))["g1"]
    assert alone.routes
    given = answers([(one, "g1") for one in positions])
    assert [answer and answer.routes for answer in given] == [alone.routes] * 6


def test_too_many_routes_are_an_error_of_their_own() -> None:
    instance = crowded("B").instance
    with pytest.raises(pyrout.errors.TooManyRoutes):
        Solver(ask(instance, units=("g1",), most_routes=1)).unit("g1")
    assert answers([(instance, "g1")] * 2, most_routes=1) == [None, None]


def test_together_an_answer_rests_on_units_by_their_own_names() -> None:
    here = closed(position, "a1:squad@B1; a2:squad@B3 broken dm")
    for answer in answers([(here.instance, "g1")] * 2):
        assert answer is not None and answer.assumes == (COUNTED,)


# --- every sentence ---------------------------------------------------------------------------------------------

# Those that no fact of a position settles: two readings of the rules, a limit of the program, or what a board has. By the file
# and the first words that are the same in all of them.
OF_THE_TABLE = {
    "asl/a10_531_short.lp": ("the MF for a shelter",),
    "asl/a12_14_declared.lp": ("revealed before a step", "if a reveal before a step"),
    "asl/a12_holds_surrender.lp": ("which routs hold",),
    "asl/a7_72.lp": ("it cannot get down by Scaling", "a cellar is no upper Location"),
    "asl/a7_72_on_the_way.lp": ("the MF of its first hex",),
    "asl/a7_7_undoubled.lp": ("only the hex is doubled", "overstacking MF are not doubled"),
    "asl/b16_4.lp": ("marsh takes", "a ford takes", "a Drift takes"),
    "asl/b_features.lp": ("a bridge is entered and left",),
    "asl/d5_d6.lp": ("going beneath its vehicle",),
    "asl/e4_33.lp": ("skis that it has taken off",),
    "asl/e9_5.lp": ("has just landed",),
    "asl/f_g_terrain.lp": ("the bamboo in", "the collapsed huts in"),
    "asl/los_bocage.lp": ("a hex in which no unit has Wall Advantage",),
    "asl/other_chapters.lp": ("is lost with", "a surrender result of", "has no Heat of Battle", "what"),
    "miniatures/battlesystem/going_aside.lp": ("has to pass at the side",),
    "miniatures/battlesystem/rout_move.lp": ("falls short of",),
    "miniatures/battlesystem/veering.lp": ("veers for friends",),
    "rout/departures.lp": ("counts",),
    "rout/missing_facts.lp": (
        *("the LOS between", "these rules have no MF cost", "these rules know nothing", "the upper levels of"),
    ),
}
# Those with a remedy in other words than a fact: a unit that is added, put elsewhere or left out, or its status
IN_WORDS = {
    "asl/a10_711.lp": ("does not go along",),
    "asl/a20_21_captor.lp": ("is no Russian",),
    "asl/b_features.lp": ("the building in",),
    "asl/g11_g14.lp": ("is outside the cave", "no landing craft"),
    "asl/g1_422_told.lp": ("is a Tank-Hunter Hero",),
    "asl/other_chapters_fire.lp": (
        *("has gone along by then", "is not burdened", "is Cavalry that does not ride"),
        *("the LOS of", "interdicts although it is berserk"),
    ),
    "asl/f_g_terrain.lp": ("the LOS of",),
    "rout/missing_facts.lp": ("is in Melee", "is a prisoner"),
}
# Those that wait for a fact that no position has yet
UNSETTLED = {
    "asl/b13_b19.lp": ("the stream crosses the hexside",),
    "asl/b21_43.lp": ("what it carries is for ways",),
    "asl/e3_weather.lp": ("the road between",),
}


def test_every_assumption_is_the_tables_or_names_a_fact() -> None:
    """A sentence that names a fact has its syntax: `in_open(HEX,FROM,yes)`, `road/2`."""
    names = "|".join(sorted(BY_NAME, key=len, reverse=True))
    left: dict[str, set[str]] = {}
    for kind in (OF_THE_TABLE, IN_WORDS, UNSETTLED):
        for path, several in kind.items():
            left.setdefault(path, set()).update(several)
    unused = {(path, words) for path, of_file in left.items() for words in of_file}
    sentences = 0
    for file in sorted(ENCODINGS.rglob("*.lp")):
        for head in re.findall(r"^assumes\((?:Unit|U),(.*)\) ?(?::-|\.)", file.read_text("utf-8"), re.M):
            sentences += 1
            if re.search(rf"\b(?:{names})(?:\(|/\d)", head):
                continue
            where = file.relative_to(ENCODINGS).as_posix()
            first = re.sub(r'^\((?:[A-Z]\w*,)*|"', "", head)
            known = [words for words in left.get(where, ()) if first.startswith(words)]
            assert known, f"{where}: {head}"
            unused -= {(where, words) for words in known}
    assert sentences > 80
    assert unused == set()
