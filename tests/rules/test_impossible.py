"""Facts that need another fact beside them, or cannot stand beside it: refused in one line, or reported with the answer."""

from __future__ import annotations

import re

import pytest
from tiny import facts_of

import pyrout
from pyrout.hexes.ground import refusals
from pyrout.position.corrections import Corrections
from pyrout.question import ask

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
    """Return the assumptions of the answer for g1."""
    return pyrout.solve(pyrout.parse(text), units=("g1",), excluded=False)["g1"].assumes


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
    refused(text_of("asl", dummy + "status(a2,concealed). " + facts), words)
    refused(text_of("asl", dummy), "a Dummy is concealed: add its status concealed")


@pytest.mark.parametrize("feature", ["foxhole", "trench", "pillbox"])
@pytest.mark.parametrize("terrain", ["stone_building", "rubble", "marsh", "crags", "woods"])
def test_nothing_is_dug_in_a_building(feature: str, terrain: str) -> None:
    """B27.1, B30.1"""
    text = text_of("asl", f'feature("A3",{feature}). terrain("A3",{terrain}).', hexes=HEXES.replace("A3w", "A3-"))
    if terrain == "woods":
        assert reported(text) == ()
    else:
        refused(text, "no entrenchment or pillbox is in a building, rubble, marsh, mudflats, crags or ice")


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


# B27.1, B27.5, B30.1, B7.5, B26.1, B28.1: where each Fortification is, beside woods and Open Ground
NOT_IN = {
    "foxhole": ("no entrenchment", "stream runway sunken_road elevated_road"),
    "trench": ("no entrenchment", "stream runway sunken_road elevated_road"),
    "pillbox": ("a pillbox is in Open Ground", "stream gully graveyard runway"),
    "wire": ("no Wire is in", "stone_building wooden_building rubble marsh water"),
    "minefield(known)": ("no minefield is in", "rubble marsh crags runway water"),
}
TERRAINS = (
    *("open_ground", "woods", "brush", "grain", "orchard", "stream", "gully", "graveyard", "runway", "sunken_road"),
    *("elevated_road", "stone_building", "rubble", "marsh", "crags", "water"),
)


EACH_KIND = {"open_ground", "stream", "stone_building", "rubble", "runway", "water"}  # the others are for CI
DEPTH = dict.fromkeys(("stream", "gully", "sunken_road"), ' elevation("A3",-1).') | {
    "elevated_road": ' elevation("A3",1).'
}


@pytest.mark.parametrize(
    "terrain", [pytest.param(terrain, marks=[pytest.mark.slow] * (terrain not in EACH_KIND)) for terrain in TERRAINS]
)
@pytest.mark.parametrize("feature", NOT_IN)
def test_fortifications_are_where_they_can_be_built(feature: str, terrain: str) -> None:
    besides = {"wire": 'wire_exit("A3",1).', "pillbox": 'capacity("A3",pillbox,3).'}.get(feature, "")
    there = f'terrain("A3",{terrain}). feature("A3",{feature}). {besides}{DEPTH.get(terrain, "")}'
    text = text_of("asl", there, hexes=HEXES.replace("A3w", "A3-"))
    words, terrains = NOT_IN[feature]
    if terrain in terrains.split():
        refused(text, words)
    elif terrain in ("stone_building", "rubble", "marsh", "crags") and feature in ("foxhole", "trench", "pillbox"):
        refused(text, "no entrenchment or pillbox is in a building, rubble, marsh, mudflats, crags or ice")
    elif terrain == "water":
        refused(text, "nothing is dug in a Water Obstacle")
    else:
        assert reported(text) == ()


@pytest.mark.parametrize("feature", ["foxhole", "trench"])
def test_a_dry_stream_is_dug_in(feature: str) -> None:
    there = f'terrain("A3",stream). feature("A3",{feature}). feature("A3",dry). elevation("A3",-1).'
    assert reported(text_of("asl", there, hexes=HEXES.replace("A3w", "A3-"))) == ()


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        ("foxhole", "no entrenchment is in"),
        ("trench", "no entrenchment is in"),
        ("pillbox", "and on no bridge"),
        ("minefield(known)", "or on a bridge"),
        ("wire", ""),
    ],
)
def test_what_stands_on_a_bridge(feature: str, words: str) -> None:
    """B6.6"""
    there = 'terrain("A3",gully). feature("A3",bridge). road("A3","B2"). feature("A3",{}). wire_exit("A3",1).'
    there = there if feature == "wire" else there.replace('wire_exit("A3",1).', "")
    text = text_of("asl", there.format(feature), hexes=HEXES.replace("A3w", "A3-"))
    if words:
        refused(text, words)
    else:
        assert pyrout.solve(pyrout.parse(text))["g1"].verdict


def test_a_trench_and_a_foxhole_are_not_in_one_hex() -> None:
    """B27.51"""
    refused(text_of("asl", 'feature("A3",trench). feature("A3",foxhole).'), "no trench and foxhole are in one hex")
    bunker = 'feature("A3",trench). feature("A3",pillbox).'  # B30.8
    assert all("a10-62-keep" in sentence for sentence in reported(text_of("asl", bunker)))


@pytest.mark.slow
@pytest.mark.parametrize("feature", ["foxhole", "trench"])
def test_no_entrenchment_holds_more_than_three_squads(feature: str) -> None:
    """B27.12, B27.51: but four SMC besides, and three squads of each side."""
    there = f'feature("A3",{feature}). '
    refused(text_of("asl", there + f'capacity("A3",{feature},4).'), "three squad-equivalents at most")
    inside = "".join(f'unit({u},german,squad). at({u},"A3",{feature}).' for u in "cde")
    inside += f'unit(f,german,leader). at(f,"A3",{feature}).'
    enemies = "".join(f'unit({u},american,squad). at({u},"A3",{feature}). normal_range({u},1).' for u in "xyz")
    capacity = f'capacity("A3",{feature},3).'
    assert pyrout.solve(pyrout.parse(text_of("asl", there + capacity + inside + enemies)))["g1"].verdict
    more = f'unit(k,german,half_squad). at(k,"A3",{feature}).'
    refused(text_of("asl", there + capacity + inside + more), "more squad-equivalents are inside than it holds")
    refused(text_of("asl", there + capacity.replace("3)", "2)") + inside), "more squad-equivalents are inside")
    outside = more.replace(f",{feature}", "")
    assert pyrout.solve(pyrout.parse(text_of("asl", there + capacity + inside + outside)))["g1"].verdict


BOX = 'feature("A3",pillbox). capacity("A3",pillbox,1). unit(g2,german,squad). at(g2,"A3",pillbox). '


def test_who_is_in_a_pillbox() -> None:
    """B30.32, B30.6, B30.44"""
    assert reported(text_of("asl", BOX)) == ()
    refused(text_of("asl", BOX + "status(g2,encircled)."), "nobody in a pillbox is Encircled")
    refused(text_of("asl", BOX + "status(g2,melee)."), "nobody in a pillbox is in Melee")
    enemy = 'unit(a2,american,squad). at(a2,"A3",pillbox). normal_range(a2,1). '
    refused(text_of("asl", BOX + enemy), "both sides are in that pillbox")
    assert reported(text_of("asl", BOX + enemy + "status(a2,captured).")) == ()
    # Prisoners fight their guards (A20.55).
    assert pyrout.solve(pyrout.parse(text_of("asl", BOX + enemy + "status(a2,captured). status(g2,melee).")))
    more = 'unit(g3,german,crew). at(g3,"A3",pillbox).'
    refused(text_of("asl", BOX + more), "more squad-equivalents are inside than it holds")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ("status(a1,concealed). status(a1,melee).", "a1 is concealed and in Melee"),
        ("status(a1,hidden). status(a1,melee).", "a1 is hidden and in Melee"),
        ("status(a1,berserk). status(a1,captured).", "a1 is berserk and captured"),
        ('unit(v,american,vehicle). at(v,"C3"). status(v,captured).', "only Personnel are prisoners"),
        ('unit(v,american,gun). at(v,"C3"). status(v,captured).', "only Personnel are prisoners"),
        ("unit(v,american,aircraft). status(v,captured).", "an aircraft has none of the statuses"),
    ],
)
def test_what_no_unit_is(facts: str, words: str) -> None:
    """A11.15, A20.2, A20.5"""
    refused(text_of("asl", facts), words)


@pytest.mark.parametrize(
    ("kind", "status", "right"),
    [
        ("squad", "", True),
        ("gun", "", True),
        ("cavalry", "", True),
        ("squad", "pinned", True),
        ("squad", "unarmed", False),
        ("squad", "captured", False),
        ("vehicle", "", False),
        ("dummy", "", False),
    ],
)
def test_who_guards_a_prisoner(kind: str, status: str, right: bool) -> None:
    """A20.5"""
    captive = f'unit(g2,german,squad). at(g2,"C3"). status(g2,captured). unit(a2,american,{kind}). at(a2,"C3"). '
    status = "concealed" if kind == "dummy" else status
    text = text_of("asl", captive + "guards(a2,g2). " + (f"status(a2,{status})." if status else ""))
    if right:
        assert pyrout.solve(pyrout.parse(text))["g1"].verdict
    else:
        refused(text, "only armed Personnel guard prisoners")


def test_a_prisoner_has_one_guard() -> None:
    """A20.5"""
    captive = 'unit(g2,german,squad). at(g2,"B3"). status(g2,captured). unit(a2,american,squad). at(a2,"B3"). '
    refused(text_of("asl", captive + "guards(a1,g2). guards(a2,g2)."), "a1 guards g2 already")


def test_a_leader_and_a_squad_one_of_whom_is_in_a_foxhole() -> None:
    """a10-711-leader: he is with it (B27.13); what the two pay to leave is not answered."""
    there = 'feature("B2",foxhole). unit(l,german,leader). at(l,"B2"{}). '
    refused(text_of("asl", there.format(",foxhole") + "accompanies(l,g1)."), "of the two one is in an entrenchment")
    refused(
        text_of("asl", there.format("") + "status(l,pinned). accompanies(l,g1)."), "only an unbroken, unpinned leader"
    )


@RULES
def test_a_commissar_goes_with_a_unit(rules: str) -> None:
    """sk-may-leader, a10-711-leader: he is a leader."""
    for kind, right in (("commissar", True), ("hero", False)):
        text = text_of(rules, f'unit(l,german,{kind}). at(l,"B2").')
        assert pyrout.solve(pyrout.parse(text))["g1"].may_accompany == (("l",) if right else ())


@RULES
def test_no_hero_is_broken(rules: str) -> None:
    refused(text_of(rules, 'unit(h,german,hero). at(h,"C3"). status(h,broken).'), "a hero does not break")


@RULES
def test_the_weapons_of_a_vehicle_are_given_by_its_range(rules: str) -> None:
    text = text_of(rules, 'unit(v,american,vehicle). at(v,"C3"). normal_range(v,6). {}')
    assert pyrout.solve(pyrout.parse(text.format("")))["g1"].verdict
    refused(text.format("status(v,malfunctioned)."), "nothing says which weapon malfunctions")


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
def test_melee_with_nobody_is_reported(rules: str, who: str) -> None:
    """The enemy who is left out would be Known, and bar steps; an enemy who is in no Melee would fire."""
    friend = 'unit(g2,german,squad). at(g2,"C3"). '
    (sentence,) = reported(text_of(rules, friend + f"status({who},melee)."))
    assert sentence.startswith(f"{who} is in Melee, and the file has no enemy unit in its Location")
    where = {"g1": "B2", "g2": "C3"}[who]
    foe = f'unit(a2,american,squad). at(a2,"{where}"). normal_range(a2,1). status(a2,melee).'
    assert not any("Melee" in s for s in reported(text_of(rules, friend + f"status({who},melee). {foe}")))
    (sentence,) = reported(text_of(rules, friend + "status(a1,melee)."))
    assert sentence.startswith("a1 is in Melee, and the file has no unit of the other side in its Location")
    there = pyrout.parse(text_of(rules, friend)).of("at")
    place = next(fact.args[1] for fact in there if fact.args[0] == "a1")
    foe = f'unit(g3,german,squad). at(g3,"{place}"). status(g3,melee). status(a1,melee).'
    assert not any("Melee" in line for line in reported(text_of(rules, friend + foe)))


@pytest.mark.parametrize(
    ("foe", "holds"),
    [
        ("squad", True),
        ("squad broken", True),
        ("vehicle", True),
        ("vehicle motion", False),
        ("vehicle abandoned", False),
        ("squad concealed", False),
        ("squad captured", False),
        ("squad captured melee", True),
        ("dummy concealed", False),
    ],
)
def test_who_holds_in_melee(foe: str, holds: bool) -> None:
    """A11.15: neither a concealed unit nor a vehicle in Motion, and a prisoner (A20.55) only if he fights."""
    kind, *statuses = foe.split()
    facts = 'unit(g2,german,squad). at(g2,"C3"). status(g2,melee). '
    facts += f'unit(a2,american,{kind}). at(a2,"C3"). normal_range(a2,0). ' + " ".join(
        f"status(a2,{s})." for s in statuses
    )
    told = any("g2 is in Melee, and the file has no enemy unit" in line for line in reported(text_of("asl", facts)))
    assert told == (not holds)


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


# Facts of a unit of either side: refused with these words, or none; and whether the Starter Kit has these facts
CREW = 'unit(c,SIDE,vehicle). at(c,"C3"). normal_range(c,1). '
ABOARD = "unit(p,SIDE,squad). status(p,broken). passenger(p,u). "
ALONG = 'accompanies(u,f). unit(f,SIDE,squad). at(f,"C3"). status(f,broken). '
OF_A_UNIT = [
    ("squad", "status(u,unarmed). normal_range(u,4).", "an unarmed unit has no Normal Range", True),
    ("squad", "status(u,unarmed). normal_range(u,0).", "", True),
    ("vehicle", "status(u,unarmed). normal_range(u,4).", "an unarmed unit has no Normal Range", True),
    ("squad", "status(u,unarmed). firepower(u,4).", "an unarmed unit has no firepower", True),
    ("squad", "status(u,unarmed). firepower(u,0).", "", True),
    (
        "squad",
        "status(u,unarmed). possesses(u,w). sw(w,lmg,1,6).",
        "a unit with a weapon that works is not unarmed",
        True,
    ),
    ("squad", "status(u,unarmed). possesses(u,w). sw(w,lmg,1,6). status(w,malfunctioned).", "", True),
    ("squad", "status(u,unarmed). possesses(u,w). sw(w,radio,1,0).", "", True),
    *(
        (
            kind,
            f"status(u,{status}).",
            "" if kind == "squad" else "only Infantry is DM, Disrupted, berserk or CX",
            status == "cx",
        )
        for status in ("berserk", "cx")
        for kind in ("squad", "vehicle")
    ),
    ("vehicle", f"{ABOARD}status(u,broken). status(u,dm).", "only Infantry is DM", False),
    ("vehicle", f"{ABOARD}status(u,broken). status(u,disrupted).", "only Infantry is DM", False),
    ("vehicle", f"{ABOARD}status(u,broken).", "", False),  # d5-311-crew: its crew is
    ("vehicle", "status(u,broken).", "broken", True),
    ("squad", "nmc(u,B3,pin).", "only a broken unit takes an Interdiction NMC", True),
    ("squad", "nmc(u,B3,pin). status(u,broken).", "", True),
    ("squad", "nmc(u,B3,pin). routed(u).", "", True),
    ("squad", "covered_arc(u,B3).", "only a weapon, a vehicle or a pillbox has a Covered Arc", True),
    ("gun", "covered_arc(u,B3).", "", True),
    ("vehicle", "covered_arc(u,B3).", "", True),
    ("squad", "possesses(u,w). sw(w,mmg,3,9). covered_arc(w,B3).", "", True),
    ("aircraft", "possesses(u,w). sw(w,lmg,1,6).", "a SW is carried by Infantry or Cavalry", False),
    ("squad", "possesses(u,w). sw(w,lmg,1,6).", "", True),
    ("dummy", "status(u,concealed). possesses(u,w). sw(w,lmg,1,6).", "a Dummy has no SW", False),
    ("dummy", "", "a Dummy is concealed", False),
    ("dummy", "status(u,concealed).", "", False),
    ("dummy", "status(u,hidden).", "", False),
    ("squad", "possesses(u,w). sw(w,lmg,1,6). status(w,emplaced).", "only a Gun, a mortar or a RCL is emplaced", True),
    ("crew", "possesses(u,w). sw(w,gun,9,40). status(w,emplaced).", "", True),
    ("vehicle", "status(u,abandoned). status(u,motion).", "u is abandoned and motion", False),
    ("vehicle", "status(u,abandoned).", "", False),
    ("squad", "status(u,in_sewer).", "a sewer runs beneath buildings and roads", False),
    ("squad", "status(u,in_sewer). road(C3,B3).", "", False),
    ("vehicle", "status(u,in_sewer). road(C3,B3).", "only Infantry on foot is in a sewer", False),
    ("squad", "status(u,crest).", "Crest status is in a gully", False),
    ("squad", "status(u,crest). terrain(C3,gully). elevation(C3,-1).", "", False),
    ("vehicle", "status(u,crest). terrain(C3,gully). elevation(C3,-1).", "only Infantry on foot is in a sewer", False),
    ("squad", "status(u,entrenched).", "its hex has neither foxhole nor trench", False),
    ("squad", "status(u,entrenched). feature(C3,foxhole).", "", False),
    ("squad", "status(u,entrenched). feature(C3,shellholes).", "its hex has neither foxhole nor trench", False),
    ("leader", f"{ALONG}{CREW}passenger(u,c).", "one is aboard a vehicle, and one is on foot", False),
    ("leader", f"{ALONG}{CREW}rider(u,c). rider(f,c).", "one is aboard a vehicle, and one is on foot", False),
    ("leader", f"{ALONG}{CREW}passenger(u,c). passenger(f,c).", "", False),
    ("leader", ALONG, "", True),
]


@RULES
@pytest.mark.parametrize("side", ["german", "american"])
def test_what_a_unit_of_either_side_cannot_be(rules: str, side: str) -> None:
    for kind, facts, words, in_the_kit in OF_A_UNIT:
        if rules == "asl" or (in_the_kit and "possesses" not in facts):
            said = re.sub(r"(?<=[(,])([A-C][0-9])(?=[,)])", r'"\1"', facts.replace("SIDE", side))
            at = "" if kind == "aircraft" or "passenger(u" in said else 'at(u,"C3"). '
            hexes = HEXES.replace("C3.", "C3-") if "terrain(" in said else HEXES
            text = text_of(rules, f"unit(u,{side},{kind}). {at}{said}", hexes=hexes)
            if words:
                refused(text, words)
            else:
                assert refusals(ask(pyrout.parse(text))) == {}, (kind, facts)


@RULES
def test_no_nmc_where_a_rout_starts(rules: str) -> None:
    """sk-leave, a10-51-leave: unless new enemies send it back there, or its rout is over."""
    refused(text_of(rules, 'nmc(g1,"B2",pin).'), "no Interdiction NMC in the Location where it starts")
    assert pyrout.solve(pyrout.parse(text_of(rules, 'nmc(g1,"B1",pin).')))["g1"].verdict
    assert pyrout.solve(pyrout.parse(text_of(rules, 'nmc(g1,"B2",pin). routed(g1).')))["g1"].verdict


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("rain falling_snow", False),
        ("mist rain", False),
        ("mist falling_snow", False),
        ("mist", True),
        ("rain mud", True),
        ("falling_snow ground_snow", True),
        ("desert broken_terrain steppe_terrain", False),
        ("desert broken_terrain", True),
        ("desert steppe_terrain", True),
    ],
)
def test_weather_and_desert_are_of_one_kind(words: str, right: bool) -> None:
    """E3, F13"""
    text = text_of("asl", " ".join(f"environment({word})." for word in words.split()))
    if right:
        assert refusals(ask(pyrout.parse(text))) == {}
    else:
        refused(text, "keep one of the facts")


def test_no_path_where_a_road_is() -> None:
    """B13.6"""
    for road in ('road("A3","B2").', 'road("B2","A3").'):
        refused(text_of("asl", road + 'path("A3","B2").'), "either a road or a path crosses a hexside")
    assert refusals(ask(pyrout.parse(text_of("asl", 'road("B2","B1"). path("A3","B2").')))) == {}


@pytest.mark.parametrize("terrain", ["stone_building", "wooden_factory", "huts", "open_ground", "woods", "rubble"])
def test_no_shellholes_in_a_building(terrain: str) -> None:
    """B2"""
    text = text_of("asl", f'terrain("A3",{terrain}). feature("A3",shellholes).', hexes=HEXES.replace("A3w", "A3-"))
    if terrain in ("stone_building", "wooden_factory", "huts"):
        refused(text, "no shellholes are in a building")
    else:
        assert refusals(ask(pyrout.parse(text))) == {}


@RULES
def test_what_was_read_of_boards_needs_a_board(rules: str) -> None:
    for fact in ('los_from("B2").', 'given_around("B2",3,los).', 'los_counts("B2",1,0).'):
        refused(text_of(rules, fact), "says what was read of boards, and the file names no board")
        board = pyrout.parse(text_of(rules, fact + ' board("02",0,0,normal).'), need="facts")
        assert board.of("board")


def test_a_correction_takes_the_place_of_the_status_that_it_contradicts() -> None:
    given = pyrout.parse(text_of("asl", "status(a1,concealed)."))
    corrected = Corrections(facts=("status(a1,broken)",)).made(given)
    assert {str(fact) for fact in corrected.of("status")} == {"status(g1,broken)", "status(g1,dm)", "status(a1,broken)"}
    turned = Corrections(facts=("status(g1,berserk)", "status(a1,broken)")).made(given)
    assert {str(fact) for fact in turned.of("status")} == {"status(g1,berserk)", "status(a1,broken)"}
