"""From stacks to a position and its facts: the stack convention, sides, and what is said about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from vasl_saves import Made, Save, centre, geo_hex, gun, leader, marker, question, squad, to_facts, vehicle, weapon

from pyrout.errors import UsageError
from pyrout.position.facts import Instance
from pyrout.position.line import STRENGTHS
from pyrout.position.reading import parse
from pyrout.referee import solve
from pyrout.vasl.saves.facts import assumed
from pyrout.vasl.saves.position import Position, Unit, position
from pyrout.vasl.saves.save import read_save
from pyrout.vasl.saves.sides import parse_sides
from pyrout.vasl.saves.stream import SaveError

C3, F5 = centre(2, 2), centre(5, 5)


def place(tmp_path: Path, save: Save, sides: Mapping[str, str] | None = None) -> Position:
    path = tmp_path / "made.vsav"
    path.write_bytes(save.data())
    return position(read_save(path), geo_hex("y"), sides)


def stacked(tmp_path: Path, *counters: Made) -> Position:
    """The position with one stack in yC3 and a Russian squad in yF5."""
    save = Save()
    save.put(*C3, *counters)
    save.put(*F5, squad("ru"))
    return place(tmp_path, save)


def in_c3(here: Position) -> list[Unit]:
    return [unit for unit in here.units if unit.hex == "yC3"]


def statuses(here: Position) -> list[set[str]]:
    return [unit.statuses for unit in in_c3(here)]


HEXES = """
hex("yC3",2,5). terrain("yC3",open_ground). hex("yC4",2,7). terrain("yC4",woods).
hex("yF5",5,10). terrain("yF5",woods).
"""


def instance(here: Position, rules: str | None = None) -> Instance:
    """The facts as an instance, with the hexes that the tests use."""
    return parse(to_facts(here, rules=rules) + HEXES, "made.lp", need="position")


def said(here: Position) -> str:
    return " | ".join(assumed(here))


# ---------------------------------------------------------------------------------------------------------------------
# Stacks


def test_dm_counts_for_every_broken_unit_below(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), squad(broken=True), marker("DM"), squad(broken=True))
    assert statuses(here) == [{"broken", "dm"}, {"broken", "dm"}, {"broken"}]
    assert "A DM counter counts for every broken unit below it (yC3)" in said(here)
    assert "without a DM counter" in said(here)


def test_two_dm_counters_count_for_two_units(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), squad(broken=True), marker("DM"), marker("DM"))
    assert statuses(here) == [{"broken", "dm"}, {"broken", "dm"}]
    assert "A DM counter counts for every broken unit below it (2 x yC3)" in said(here), "the upper one, too"


def test_dm_passes_over_units_that_are_not_broken(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), leader(), weapon("LMG"), marker("DM"))
    assert statuses(here) == [{"broken", "dm"}, set()]


def test_dm_over_nothing_broken_is_told(tmp_path: Path) -> None:
    here = stacked(tmp_path, marker("DM"), squad(broken=True), leader())
    assert statuses(here) == [{"broken"}, set()]
    assert "A DM counter with no unit below it" in said(here) and "yC3" in said(here)


def test_pin_and_cx(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(), marker("Pin"), leader(), squad(broken=True), marker("Pin"), marker("CX"))
    assert statuses(here) == [{"pinned"}, {"pinned"}, {"broken", "cx"}]


def test_melee_counts_for_everything_below_it_and_nothing_above(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(), squad("ru"), marker("Melee"), leader())
    assert statuses(here) == [{"melee"}, {"melee"}, set()]
    assert statuses(stacked(tmp_path, squad(), marker("CC"))) == [set()]
    assert statuses(stacked(tmp_path, squad(), marker("Human Wave Melee"))) == [set()]


def test_wounds_are_for_single_men(tmp_path: Path) -> None:
    here = stacked(tmp_path, leader(), squad(), marker("Wounded"), leader(wounded=True))
    assert statuses(here) == [{"wounded"}, set(), {"wounded"}]


def test_markers_of_vehicles(tmp_path: Path) -> None:
    here = stacked(tmp_path, vehicle(), squad(), marker("Motion"), marker("stun"), marker("Shock"))
    assert statuses(here) == [{"buttoned_up", "motion", "stunned", "shocked"}, set()]
    assert statuses(stacked(tmp_path, vehicle(), marker("Aband."))) == [{"buttoned_up", "abandoned"}]


def test_other_markers_of_infantry(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), marker("Disrupt"), marker("Encircled"), marker("Fanatic"))
    assert statuses(here) == [{"broken", "disrupted", "encircled", "fanatic"}]
    assert statuses(stacked(tmp_path, squad(), marker("Disrupt"))) == [set()]  # nobody is Disrupted and not broken
    assert statuses(stacked(tmp_path, squad(), marker("Berserk"))) == [{"berserk"}]
    assert statuses(stacked(tmp_path, squad(broken=True), marker("Berserk"))) == [{"broken"}]


def test_a_broken_berserk_unit_is_broken(tmp_path: Path) -> None:
    made = squad(broken=True)
    made.traits.insert(0, ("emb2;" + ";" * 16 + "Berserk +;true;BER", "1"))
    here = stacked(tmp_path, made)
    assert here.units[0].name == "Berserk broken 4-6-7 1sq"
    assert statuses(here) == [{"broken"}]


def test_a_sw_is_possessed_by_the_nearest_unit_below(tmp_path: Path) -> None:
    here = stacked(
        tmp_path, squad(), weapon("LMG"), leader(), vehicle(), weapon("Radio"), weapon("HMG", malfunctioned=True)
    )
    one, two, _ = in_c3(here)
    assert [(w.kind, w.possessor, w.statuses) for w in here.weapons] == [
        ("lmg", one.id, set()),
        ("radio", two.id, set()),
        ("hmg", two.id, {"malfunctioned"}),
    ]


def test_a_dismantled_sw_cannot_fire(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(), weapon("HMG", dismantled=True))
    assert here.weapons[0].statuses == {"malfunctioned"}
    assert "dismantled" in said(here)


def test_a_malfunction_counter(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(), weapon("LMG"), marker("MG malf"))
    assert here.weapons[0].statuses == {"malfunctioned"}


def test_a_sw_with_nobody_below_is_left_out_and_named(tmp_path: Path) -> None:
    here = stacked(tmp_path, weapon("LMG"), squad())
    assert not here.weapons
    assert "german LMG" in said(here) and "possessed by nobody" in said(here)


def test_a_gun_is_manned_from_below_or_by_a_crew_above(tmp_path: Path) -> None:
    crew = Made("2-2-8 Icr", "ge/ge228C")
    for counters in ((crew, gun()), (gun(), crew)):
        here = stacked(tmp_path, *counters)
        assert [(w.kind, w.possessor) for w in here.weapons] == [("gun", in_c3(here)[0].id)]
        assert [unit.kind for unit in in_c3(here)] == ["crew"]
    assert not stacked(tmp_path, gun(), squad()).weapons


@pytest.mark.parametrize(
    ("order", "manned"),
    [
        ("cgcg", ("first", "second")),
        ("gcgc", ("first", "second")),
        ("ccgg", ("second", "first")),
        ("ggcc", ("second", "first")),
        ("cggc", ("first", "second")),
        ("gccg", ("first", "second")),
        ("ccg", ("second",)),
        ("gcc", ("first",)),
        ("cgg", ("first", "first")),
    ],
)
def test_guns_and_crews_of_a_stack_belong_together_in_its_order(
    tmp_path: Path, order: str, manned: tuple[str, ...]
) -> None:
    """A crew mans one Gun, above or below it as the lowest counter has it; of two Guns without a second crew it has both."""
    counters = [Made("2-2-8 Icr", "ge/ge228C") if letter == "c" else gun() for letter in order]
    here = stacked(tmp_path, *counters)
    names = {unit.id: name for unit, name in zip(in_c3(here), ("first", "second"), strict=False)}
    assert tuple(names[weapon.possessor] for weapon in here.weapons) == manned
    assert "belong together in its order" in said(here) and "possesses(U,SW)" in said(here)


def test_levels_count_for_what_is_above_them(tmp_path: Path) -> None:
    here = stacked(
        *(tmp_path, squad(), marker("Building Level 1"), squad(), marker("Building Level 2"), leader()),
        *(marker("Building Cellar"), squad(), marker("Building Ground Level"), squad()),
    )
    assert [unit.level for unit in in_c3(here)] == [None, 1, 2, -1, None]


def test_a_marker_does_not_count_through_a_floor(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(), marker("Building Level 1"), squad("ru"), marker("Melee"))
    assert statuses(here) == [set(), {"melee"}]


def test_entrenchments_count_for_what_is_below_them(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(), marker("1S Foxhole"), leader())
    assert [unit.level for unit in in_c3(here)] == ["foxhole", None]
    assert ("yC3", "foxhole") in here.features
    assert [u.level for u in in_c3(stacked(tmp_path, squad(), marker("1+3+5 Pillbox ca3")))] == ["pillbox"]
    assert [u.level for u in in_c3(stacked(tmp_path, squad(), marker("Trench")))] == ["trench"]


def test_crest_status(tmp_path: Path) -> None:
    assert statuses(stacked(tmp_path, squad(), marker("Crest ca3"), squad())) == [set(), {"crest"}]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Blaze", "blaze"),
        ("2-level Blaze", "blaze"),
        ("Red OBA FFE:1", "ffe"),
        ("8 FP Minefield", "minefield(known)"),
        ("Shellholes", "shellholes"),
        ("Wire", "wire"),
        ("Ford: 2-5", "ford"),
        ("Ford", None),  # a drawing that is laid over the board
        ("Gray +2 Smoke", "smoke"),
        ("2 AT Minefield", None),
        ("Dummy Minefield", None),
        ("Flame", None),
        ("Burnt Out Wreck", None),
    ],
)
def test_features(tmp_path: Path, name: str, word: str | None) -> None:
    save = Save()
    save.put(*C3, marker(name), stacked=False)
    save.put(*F5, squad("ru"))
    placed = place(tmp_path, save)
    assert [w for h, w in placed.features if h == "yC3"] == ([word] if word else [])
    assert ("yC3", name) in placed.markers


def test_wire_is_told_for_nobody_knows_what_leaving_it_costs(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), marker("Wire"))
    text = to_facts(here, rules="asl")
    assert re.findall(r"^feature.*", text, re.MULTILINE) == ['feature("yC3",wire).']
    assert 'wire_exit("yC3",MF)' in text


def test_concealed_hidden_and_dummies(tmp_path: Path) -> None:
    hidden = squad("ru")
    hidden.traits[1] = ("hide;72,130;HIP;;player:;0.3", "somebody")
    save = Save()
    save.put(*C3, squad(), leader(), question(), squad())
    save.put(*F5, hidden, question("ge"), question("ge"))
    placed = place(tmp_path, save)
    assert [(u.kind, u.statuses) for u in placed.units if u.hex == "yC3"] == [
        ("squad", {"concealed"}),
        ("leader", {"concealed"}),
        ("squad", set()),
    ]
    # the ? are German and lie on a Russian squad: they conceal nothing of their own
    assert [(u.kind, u.side, u.statuses) for u in placed.units if u.hex == "yF5"] == [
        ("squad", "russian", {"hidden"}),
        ("dummy", "german", {"concealed"}),
    ]


def test_a_concealed_unit_without_its_counter(tmp_path: Path) -> None:
    assert statuses(stacked(tmp_path, squad(concealed="me"))) == [{"concealed"}]


# ---------------------------------------------------------------------------------------------------------------------
# Sides


def nations(tmp_path: Path, *codes: str, sides: Mapping[str, str] | None = None) -> Position:
    save = Save()
    for number, code in enumerate(codes):
        save.put(*centre(2, 2 + number), squad(code))
    return place(tmp_path, save, sides)


@pytest.mark.parametrize(
    ("codes", "sides"),
    [
        (["ge", "ru"], ["german", "russian"]),
        (["ge", "ss", "ru", "pa"], ["german", "german", "russian", "russian"]),
        (["hu", "ge", "ru"], ["axis", "axis", "russian"]),
        (["ge", "am", "br", "fr"], ["german", "allied", "allied", "allied"]),
        (["am", "us", "ja"], ["american", "american", "japanese"]),
        (["nk", "cc", "sk", "us"], ["axis", "axis", "allied", "allied"]),
        (["hu", "ge"], ["hungarian", "german"]),
        (["ge", "ss"], ["german", "german"]),
        (["it"], ["italian"]),
    ],
)
def test_nationalities_make_sides(tmp_path: Path, codes: list[str], sides: list[str]) -> None:
    placed = nations(tmp_path, *codes)
    by_hex = {unit.hex: unit.side for unit in placed.units}
    assert [by_hex[f"yC{3 + number}"] for number in range(len(codes))] == sides
    assert len(set(placed.sides.names)) == 2
    assert set(sides) <= set(placed.sides.names)


def test_sides_can_be_said(tmp_path: Path) -> None:
    given = parse_sides("german=defender, hungarian = other ,russian=other")
    placed = nations(tmp_path, "ge", "hu", "ru", sides=given)
    assert {unit.side for unit in placed.units} == {"defender", "other"}
    assert "Sides are taken" not in said(placed)


def test_more_than_two_sides_are_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"more than two sides .*--sides"):
        nations(tmp_path, "ge", "hu", "ru", sides={"german": "a", "hungarian": "b"})


@pytest.mark.parametrize(
    "text",
    ["", "german", "german=", "german=Axis", "german=not", "martian=red", "german=a b", "=x", "german=a,german=b"],
)
def test_bad_sides(text: str) -> None:
    with pytest.raises(UsageError, match=r"--sides") as error:
        parse_sides(text)
    assert "\n" not in str(error.value)


def test_the_attacker_is_read_from_the_turn_counter_or_assumed(tmp_path: Path) -> None:
    save = Save()
    save.put(*C3, squad())
    save.put(*F5, squad("ru"))
    assert place(tmp_path, save).attacker == "russian"  # the turn window of these saves says Allied
    save.put(90, 90, Made("Phase Track Axis 1st", "tables/turn_phase").layer("Axis Turn 4 - RtPh", 1))
    placed = place(tmp_path, save)
    assert placed.attacker == "german" and "Axis Turn 4 - RtPh" in said(placed)


# ---------------------------------------------------------------------------------------------------------------------
# Facts


def test_a_position_of_the_article_solves_at_once_from_a_save(tmp_path: Path) -> None:
    """Example 7 of the article (a unit may run up to an enemy that it does not know of), set up with counters."""
    example = (Path(__file__).parents[2] / "instances" / "aslsk" / "example-07.lp").read_text(encoding="utf-8")
    board = "\n".join(
        re.findall(r"^(?:hex|terrain|road|hexside|building|los|elevation|month)\(.*$", example, re.MULTILINE)
    )
    save = Save()
    save.put(*centre(10, 4), squad(broken=True), marker("DM"))
    save.put(*centre(10, 6), Made("6-6-6 1sq", "am/am666S"))
    save.put(*centre(11, 4), Made("6-6-6 1sq", "am/am666S"))
    game = parse(to_facts(place(tmp_path, save), rules="aslsk") + board, "made.lp")
    assert {str(fact) for fact in game.of("at")} == {'at(ge1,"yK5")', 'at(am1,"yL4")', 'at(am2,"yK7")'}
    answer = solve(game)["ge1"]
    assert answer.verdict == "routs"
    assert [destination.hex for destination in answer.destinations] == ["yK6"]


def test_the_facts_of_a_position_are_an_instance(tmp_path: Path) -> None:
    save = Save()
    save.put(*C3, squad(broken=True), marker("DM"), leader(level=1), weapon("LMG"))
    save.put(*F5, squad("ru"), weapon("MMG", "ru", malfunctioned=True), vehicle("T-34", "ru"))
    read = instance(place(tmp_path, save), rules="asl")
    facts = {str(fact) for fact in (*read.of("unit"), *read.of("at"), *read.of("status"), *read.of("possesses"))}
    assert facts == {
        *("unit(ge1,german,squad)", 'at(ge1,"yC3")', "status(ge1,broken)", "status(ge1,dm)"),
        *("unit(ge2,german,leader)", 'at(ge2,"yC3")', "possesses(ge2,ge_lmg1)"),
        *("unit(ru1,russian,squad)", 'at(ru1,"yF5")', "possesses(ru1,ru_mmg1)", "status(ru_mmg1,malfunctioned)"),
        *("unit(ru2,russian,vehicle)", 'at(ru2,"yF5")', "status(ru2,buttoned_up)"),
    }
    values = {str(fact) for name in (*STRENGTHS, "leadership") for fact in read.of(name)}
    assert {
        "normal_range(ge1,6)",
        "firepower(ge1,4)",
        "morale(ge1,7)",
        "broken_morale(ge1,7)",
        "morale(ge2,9)",
        "leadership(ge2,-2)",
    } <= values
    assert len(read.of("leadership")) == 1
    assert {value for value in values if "ru2" in value} == {"normal_range(ru2,16)"}  # an AFV
    assert {str(fact) for fact in read.of("nationality")} == {
        "nationality(german,german)",
        "nationality(russian,russian)",
    }
    assert [str(fact) for fact in (*read.of("rules"), *read.of("attacker"))] == ["rules(asl)", "attacker(russian)"]


def test_a_mixed_side_has_nationalities_by_unit(tmp_path: Path) -> None:
    placed = nations(tmp_path, "ge", "ss", "ru")
    lines = to_facts(placed)
    assert "nationality(ge1,german)." in lines and "nationality(ss1,ss)." in lines
    assert "nationality(russian,russian)." in lines and "nationality(german," not in lines


def test_levels_and_features_in_facts(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), marker("1S Foxhole"), marker("Building Level 1"), squad())
    read = instance(here, rules="asl")
    assert {'at(ge1,"yC3",foxhole)', 'at(ge2,"yC3",1)'} <= {str(fact) for fact in read.of("at")}
    assert [str(fact) for fact in read.of("feature")] == ['feature("yC3",foxhole)']


def test_the_starter_kit_gets_only_what_it_knows(tmp_path: Path) -> None:
    here = stacked(
        tmp_path, squad(broken=True, concealed="me"), marker("DM"), vehicle(), marker("Building Level 1"), leader()
    )
    save = Save()
    save.put(*C3, question(), squad(broken=True), marker("DM"), marker("Encircled"), vehicle())
    save.put(*F5, squad("ru"), marker("1S Foxhole"))
    for one in (here, place(tmp_path, save)):
        read = instance(one, rules="aslsk")
        assert {fact.args[1] for fact in read.of("status")} == {"broken", "dm"}
        assert not [fact for fact in read.of("unit") if fact.args[2] == "dummy"]
        assert all(len(fact.args) == 2 for fact in read.of("at"))
        assert "The Starter Kit rules do not know" in to_facts(one, rules="aslsk")


def test_units_outside_the_hexes_are_named(tmp_path: Path) -> None:
    save = Save()
    save.put(*C3, squad(broken=True))
    save.put(*F5, squad("ru"), squad("ru"), weapon("LMG", "ru"))
    text = to_facts(place(tmp_path, save), hexes={"yC3"})
    assert "Outside the hexes of this instance: 2 units (2 x 4-6-7 1sq)" in text
    assert "ru1" not in text and "ru_lmg1" not in text


def test_units_off_the_map_are_counted_and_named(tmp_path: Path) -> None:
    save = Save()
    save.put(*C3, squad(broken=True))
    save.put(*F5, squad("ru"))
    save.put(150, 150, squad(), squad(), leader("ru"), weapon("LMG"), marker("Pin"))
    save.put(100, 100, vehicle(), where="Casualties")
    lines = tuple(assumed(place(tmp_path, save)))
    (beside,) = [line for line in lines if "on no hex" in line]
    assert beside.startswith("Left out: 4 ")
    assert all(name in beside for name in ("2 x german 4-6-7 1sq", "russian 6+1", "german LMG")) and "Pin" not in beside
    (window,) = [line for line in lines if "Casualties" in line]
    assert "1 in the window Casualties: german PzKw IVH vca4 tca3 BU." in window


def test_kinds_without_a_place_in_instances_are_named(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), Made("Prisoner SQ", "sh/PrisS"), Made("9-1 AL", "ge/geal91"))
    within = stacked(tmp_path, squad(broken=True), vehicle(), Made("9-1 AL", "ge/geal91"))
    assert "armor leader" not in said(within) and ("yC3", "9-1 AL") in within.markers
    assert "(prisoner): Prisoner SQ." in said(here) and "(armor leader): german 9-1 AL." in said(here)


def test_names_cannot_add_facts(tmp_path: Path) -> None:
    save = Save()
    save.put(*C3, Made('4-6-7 1sq\nunit(x,german,squad). at(x,"yC3").\r%*', "ge/ge467"), squad(broken=True))
    save.put(*C3, marker("DM\nrules(evil)."), Made("Sub\nrules(evil).", "ge/x").trait("conceal;C;x;ge", "null;"))
    save.put(10, 10, Made("9-2\u2028rules(evil).", "ge/ge92"))
    save.put(*F5, squad("ru"))
    placed = place(tmp_path, save)
    read = instance(placed, rules="asl")
    assert "x" not in read.units
    assert [str(fact) for fact in read.of("rules")] == ["rules(asl)"]
    assert all("\n" not in line and "\u2028" not in line for line in assumed(placed))


def test_every_assumption_is_a_comment_of_the_text(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), squad(), marker("Pin"), weapon("LMG"), vehicle())
    text = to_facts(here)
    lines = tuple(assumed(here))
    assert lines and all(f"% {line}\n" in text for line in lines)
    assert any("PP and range" in line for line in lines) and any("attacker" in line for line in lines)


def test_the_same_save_gives_the_same_text(tmp_path: Path) -> None:
    save = Save()
    for number in range(6):
        save.put(*centre(3 + number, 4), squad(), weapon("LMG"), leader(), question("ru"))
    save.put(*F5, squad("ru", broken=True), marker("DM"))
    assert to_facts(place(tmp_path, save)) == to_facts(place(tmp_path, save))


def test_a_leader_whose_level_is_not_on_his_counter_is_named(tmp_path: Path) -> None:
    here = stacked(tmp_path, squad(broken=True), Made("+1 Piper", "br/brP159"))
    assert [unit.kind for unit in in_c3(here)] == ["squad", "leader"]
    assert "leadership(br1,1)." in to_facts(here, rules="asl") and "morale(br1" not in to_facts(here, rules="asl")
    assert "br1 +1 Piper; --fact 'morale(U,N)'" in said(here)
