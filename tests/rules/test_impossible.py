"""Facts that need another fact beside them, or cannot stand beside it: refused in one line, or reported with the answer."""

from __future__ import annotations

import re

import pytest
from tiny import facts_of

import pyrout
from pyrout.position.corrections import Corrections

RULES = pytest.mark.parametrize("rules", ["aslsk", "asl"])
UNITS = "g1:squad@B2 broken dm; a1:squad@B3"
HEXES = "A2. A3w B1. B2. B3. C2. C3."


def text_of(rules: str, facts: str = "", units: str = UNITS, hexes: str = HEXES, los: str = "B2-B3") -> str:
    """A position of g1 in B2 and a1 beside it; in C3 and A2 is nobody."""
    return facts_of(hexes, units, los, facts).replace("rules(aslsk)", f"rules({rules})")


def refused(text: str, words: str) -> None:
    """Asserts that the position is refused in one line that has these words, and a remedy."""
    with pytest.raises(pyrout.InstanceError, match=re.escape(words)) as error:
        pyrout.solve(pyrout.parse(text))
    line = str(error.value)
    assert "\n" not in line and error.value.line > 0 and error.value.remedy


def reported(text: str) -> tuple[str, ...]:
    """What the answer for g1 rests on."""
    return pyrout.solve(pyrout.parse(text))["g1"].assumes


@RULES
@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ('hexside("B2","C2",wall). hexside("B2","C2",hedge).', "that hexside is given as two things"),
        ('hexside("B2","C2",wall). hexside("C2","B2",cliff).', "that hexside is given as two things"),
        ("history(g1,broke). history(g1,kept_dm).", "who kept its DM was broken before"),
        ("nationality(g1,ss). nationality(g1,german).", "nationality(g1,german) contradicts nationality(g1,ss)"),
        ("status(g1,concealed).", "g1 is broken and concealed"),
        ("status(g1,hidden).", "g1 is broken and hidden"),
        ("status(a1,berserk). status(a1,pinned).", "a1 is berserk and pinned"),
        ("status(a1,wounded).", "only a leader, hero or commissar is wounded"),
        ('unit(a2,american,vehicle). at(a2,"C3"). status(a2,wounded).', "only a leader, hero or commissar is wounded"),
        ('hex("Q9",1,4).', "is where hex"),
    ],
)
def test_two_facts_that_cannot_be_true_together_are_refused(rules: str, facts: str, words: str) -> None:
    refused(text_of(rules, facts), words)


@RULES
def test_a_wounded_leader_and_two_nationalities_of_a_side_and_its_unit_are_answered(rules: str) -> None:
    assert reported(text_of(rules, "status(a1,wounded).", UNITS.replace("a1:squad", "a1:leader"))) == ()
    if rules == "asl":
        assert reported(text_of(rules, "nationality(german,german). nationality(g1,ss).")) == ()


@RULES
def test_the_los_of_a_hex_to_itself_alone_is_refused(rules: str) -> None:
    """It would switch off the LOS that is derived: g1, next to a1, would not have to rout."""
    derived = re.sub(r"los\(.*?\)\.", "", text_of(rules))
    assert pyrout.solve(pyrout.parse(derived))["g1"].must_rout
    refused(derived + 'los("B2","B2",0).', "is the LOS of a hex to itself, and no other is given")
    # Hindrances inside a hex may be given beside other LOS.
    assert pyrout.solve(pyrout.parse(text_of(rules, 'los("B2","B2",1).')))["g1"].must_rout


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("verdict(stays)", 'destinations("A3")'),
        ("verdict(surrenders)", 'first("A3")'),
        ("verdict(eliminated)", "free(yes)"),
        ("verdict(cannot_rout)", "routes(3)"),
        ("verdict(routs)", "routes(0)"),
        ("verdict(may_rout)", 'must("sk-must-adjacent")'),
        ("routes(0)", 'crawl("A3")'),
        ("free(no)", "free(yes)"),
    ],
)
def test_known_answers_that_exclude_each_other_are_refused(one: str, two: str) -> None:
    for first, second in ((one, two), (two, one)):
        refused(text_of("aslsk", f"expect(g1,{first}). expect(g1,{second})."), f"expect(g1,{second}) contradicts")


@pytest.mark.parametrize(
    "facts",
    ["verdict(routs) destinations(none) free(yes)", "verdict(eliminated) routes(0) first(none) free(no)"],
)
def test_known_answers_that_can_be_one_answer_are_read(facts: str) -> None:
    pyrout.parse(text_of("aslsk", " ".join(f"expect(g1,{fact})." for fact in facts.split())))


BUILDING = 'building("x","B2"). building("x","{}").'
ROUND = "A1. A2. A3. A4. A5. B1. B2s B3. B4. B5. C1. C2. C3. C4. C5."


@RULES
@pytest.mark.parametrize(
    ("other", "hexes", "right"),
    [
        ("B3", ROUND.replace("B3.", "B3s"), True),
        ("B4", ROUND.replace("B4.", "B4s"), False),
        ("B4", ROUND.replace("B4.", "B4s").replace("B3. ", ""), True),  # the hex between is not in the file
        ("B4", ROUND.replace("B4.", "B4s").replace("B3.", "B3-"), True),  # or nothing is said of it
        ("B4", ROUND.replace("B4.", "B4s").replace("A4. ", ""), False),  # one may go on, the other not
    ],
)
def test_a_building_is_in_one_piece(rules: str, other: str, hexes: str, right: bool) -> None:
    text = text_of(rules, BUILDING.format(other), "g1:squad@B2 broken dm; a1:squad@B1", hexes, "B1-B2")
    if right:
        assert reported(text) == ()
    else:
        refused(text, "that hex does not touch the other hexes of the building")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ("normal_range(a2,6).", "a Dummy has no range"),
        ("firepower(a2,4).", "a Dummy has no firepower"),
        ("status(a2,pinned).", "a Dummy is concealed and nothing else"),
    ],
)
def test_a_dummy_has_nothing_that_a_unit_has(facts: str, words: str) -> None:
    """A12.11"""
    dummy = 'unit(a2,american,dummy). at(a2,"C3"). '
    assert reported(text_of("asl", dummy + "status(a2,concealed). normal_range(a2,0).")) == ()
    refused(text_of("asl", dummy + facts), words)


@pytest.mark.parametrize("feature", ["foxhole", "trench", "pillbox"])
@pytest.mark.parametrize("terrain", ["stone_building", "rubble", "marsh", "crags", "woods"])
def test_nothing_is_dug_in_a_building(feature: str, terrain: str) -> None:
    """B27.1, B30.1"""
    text = text_of("asl", f'feature("A3",{feature}). terrain("A3",{terrain}).', hexes=HEXES.replace("A3w", "A3-"))
    if terrain == "woods":
        assert reported(text) == ()
    else:
        refused(text, "no entrenchment or pillbox is in a building, rubble, marsh or crags")


@pytest.mark.parametrize("kind", ["squad", "vehicle", "cavalry"])
def test_no_vehicle_and_no_horse_is_upstairs_or_in_a_foxhole(kind: str) -> None:
    """B27.1, B30.111"""
    for place in ('level("A3",1). at(g2,"A3",1).', 'feature("A3",foxhole). at(g2,"A3",foxhole).'):
        hexes = HEXES.replace("A3w", "A3s") if "level" in place else HEXES
        text = text_of("asl", f"unit(g2,german,{kind}). {place}", hexes=hexes)
        if kind == "squad":
            assert reported(text) == ()
        else:
            refused(text, "neither upstairs nor dug in")


@pytest.mark.parametrize("terrain", ["stream", "runway", "sunken_road", "elevated_road"])
def test_no_foxhole_is_in_a_road_or_a_stream(terrain: str) -> None:
    """B27.1"""
    there = f'terrain("A3",{terrain}). feature("A3",foxhole).'
    refused(text_of("asl", there, hexes=HEXES.replace("A3w", "A3-")), "no foxhole is in a stream")
    if terrain == "stream":
        assert reported(text_of("asl", there + 'feature("A3",dry).', hexes=HEXES.replace("A3w", "A3-"))) == ()


def test_nobody_is_in_a_place_of_capacity_0() -> None:
    """B27.12"""
    there = 'feature("A3",foxhole). unit(g2,german,squad). at(g2,"A3",foxhole). capacity("A3",foxhole,{}).'
    assert reported(text_of("asl", there.format(1))) == ()
    refused(text_of("asl", there.format(0)), "that place has capacity for nobody")


@pytest.mark.parametrize(("levels", "right"), [("1", True), ("1 2", True), ("2", False), ("1 3", False), ("-1", True)])
def test_a_level_has_those_below_it(levels: str, right: bool) -> None:
    facts = " ".join(f'level("A3",{level}).' for level in levels.split())
    text = text_of("asl", facts, hexes=HEXES.replace("A3w", "A3s"))
    if right:
        assert reported(text) == ()
    else:
        refused(text, "that building has no level below")


@RULES
def test_a_router_whose_hex_has_no_terrain_is_reported(rules: str) -> None:
    """Open Ground would force it; what is not said is not taken for "no" in silence."""
    (sentence,) = reported(text_of(rules, hexes=HEXES.replace("B2.", "B2-")))
    assert sentence.startswith("nothing says what terrain B2 has, where g1 is") and "give terrain/2" in sentence


@RULES
@pytest.mark.parametrize("who", ["g1", "g2"])
def test_melee_with_nobody_is_reported_to_those_of_its_side(rules: str, who: str) -> None:
    """The enemy who is left out would be Known, and bar steps; whom an enemy fights matters to nobody else."""
    friend = 'unit(g2,german,squad). at(g2,"C3"). '
    (sentence,) = reported(text_of(rules, friend + f"status({who},melee)."))
    assert sentence.startswith(f"{who} is in Melee, and the file has no enemy unit in its Location")
    there = {"g1": "B2", "g2": "C3"}[who]
    foe = f'unit(a2,american,squad). at(a2,"{there}"). normal_range(a2,1). status(a2,melee).'
    assert not any("Melee" in s for s in reported(text_of(rules, friend + f"status({who},melee). {foe}")))
    assert reported(text_of(rules, friend + "status(a1,melee).")) == ()


def test_a_prisoner_without_a_guard_is_reported_to_those_of_his_side() -> None:
    """a20-5-prisoner"""
    prisoner = 'unit(g2,german,squad). at(g2,"C3"). status(g2,captured). '
    (sentence,) = reported(text_of("asl", prisoner))
    assert sentence.startswith("g2 is a prisoner, and the file has no enemy unit in its Location")
    guard = 'unit(a2,american,half_squad). at(a2,"C3"). normal_range(a2,1).'
    assert not any("prisoner" in s for s in reported(text_of("asl", prisoner + guard)))


@RULES
def test_a_cliff_between_hexes_of_one_level_is_reported_near_the_router(rules: str) -> None:
    cliff = 'hexside("B2","C2",cliff). '
    (sentence,) = reported(text_of(rules, cliff))
    assert sentence.startswith("the hexes B2 and C2 on both sides of a cliff are on one level")
    assert reported(text_of(rules, cliff + 'elevation("C2",1).')) == ()


def test_a_correction_takes_the_place_of_the_status_that_it_contradicts() -> None:
    given = pyrout.parse(text_of("asl", "status(a1,concealed)."))
    corrected = Corrections(facts=("status(a1,broken)",)).made(given)
    assert {str(fact) for fact in corrected.of("status")} == {"status(g1,broken)", "status(g1,dm)", "status(a1,broken)"}
    turned = Corrections(facts=("status(g1,berserk)", "status(a1,broken)")).made(given)
    assert {str(fact) for fact in turned.of("status")} == {"status(g1,berserk)", "status(a1,broken)"}
