"""The facts shown of a position before it is answered: MF, marks, the hexes beside the unit, and who is not Known."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyrout
from pyrout.lab.quiz.questions import Maker
from pyrout.lab.quiz.showing import (
    beside_lines,
    beside_words,
    counter_words,
    ground_lines,
    hindrance_lines,
    key_lines,
    mark_lines,
    sights,
    unit_words,
    unknown_to,
)
from pyrout.position.shipped import file_of
from pyrout.question import ask
from pyrout.serve.learning import positions

HEXES = {"D1": (4, 2), "D2": (4, 4), "D3": (4, 6), "E1": (5, 3), "E2": (5, 5), "E3": (5, 7), "F2": (6, 4)}


def maker(tmp_path: Path, *facts: str, rules: str = "aslsk", terrain: dict[str, str] | None = None) -> Maker:
    """Return the maker for g1 in D2, with a1 in F2 that sees it."""
    ground = dict.fromkeys(HEXES, "open_ground") | (terrain or {})
    lines = [
        f'hex("{name}",{column},{row}). terrain("{name}",{ground[name]}).' for name, (column, row) in HEXES.items()
    ]
    lines += [f"rules({rules}). side(german). side(american). attacker(american)."]
    lines += ["unit(g1,german,squad). unit(a1,american,squad). status(g1,broken). status(g1,dm)."]
    lines += ['at(g1,"D2"). at(a1,"F2"). normal_range(a1,4).']
    lines += [f'los("{one}","{other}",0).' for one in HEXES for other in HEXES if one < other]
    file = tmp_path / "position.lp"
    file.write_text("\n".join([*lines, *facts]), encoding="utf-8")
    position = pyrout.load(file)
    return Maker(ask(position, units=["g1"]), "g1", "position")


def beside(made: Maker) -> dict[str, list[str]]:
    return {cells[0]: cells[1:] for cells in (line.split() for line in list(beside_lines(made))[2:])}


def test_the_key_has_the_mf_of_the_terrain_on_the_map_alone(tmp_path: Path) -> None:
    made = maker(tmp_path, "month(11).", rules="asl", terrain={"D1": "woods", "E2": "grain", "E3": "water"})
    (key,) = key_lines(made)
    assert key == "MF to enter: open ground, grain 1; woods 2; water not entered. g1 (german squad) has 6."


def test_roads_and_hexsides_are_in_the_key_where_they_are_on_the_map(tmp_path: Path) -> None:
    (key,) = key_lines(maker(tmp_path, 'road("D2","D3"). hexside("D2","E2",wall).'))
    assert "over a road 1" in key and "over a wall 1 more" in key and "hedge" not in key


def test_terrain_whose_price_depends_on_the_way_is_not_called_closed(tmp_path: Path) -> None:
    made = maker(tmp_path, rules="asl", terrain={"D3": "stream"})
    (key,) = key_lines(made)
    assert "stream varies" in key


def test_the_hexes_beside_the_unit_have_their_mf_and_the_range_to_each_known_enemy(tmp_path: Path) -> None:
    rows = beside(maker(tmp_path, rules="asl", terrain={"D1": "woods", "D3": "water"}))
    assert rows == {"D2": ["2"], "D1": ["2", "2"], "D3": ["-", "2"], "E1": ["1", "1"], "E2": ["1", "1"]}


def test_an_encircled_unit_pays_double_beside_it(tmp_path: Path) -> None:
    made = maker(tmp_path, "status(g1,encircled).", rules="asl")
    assert beside(made)["E1"][0] == "2"


def test_an_enemy_that_is_not_known_is_marked_and_has_no_range(tmp_path: Path) -> None:
    hidden = "unit(a2,american,squad). status(a2,concealed).", 'at(a2,"E3"). normal_range(a2,4).'
    made = maker(tmp_path, *hidden, rules="asl")
    seen, unknown = sights(made), unknown_to(made)
    assert counter_words(made, "a2", seen, unknown).endswith(", in LOS of g1, not Known to it")
    assert counter_words(made, "a1", seen, unknown).endswith(", in LOS of g1")
    assert len(beside(made)["E2"]) == 2


def test_the_marks_on_the_map_are_explained_and_no_others(tmp_path: Path) -> None:
    marks = [line.partition(":")[0] for line in mark_lines(maker(tmp_path, "month(7).").position)]
    assert marks == ["broken", "DM", "normal range", "month"]


def test_fords_skis_and_tunnels_are_listed_with_their_meaning(tmp_path: Path) -> None:
    terrain = {"D2": "woods", "E1": "river", "F2": "woods"}
    facts = 'fordable("E1"). tunnel("D2","F2",american).'
    made = maker(tmp_path, facts, rules="asl", terrain=terrain)
    assert {"fordable: E1", "tunnel: D2 F2 american"} <= set(ground_lines(made.position))
    assert {line.partition(":")[0] for line in mark_lines(made.position)} >= {"fordable", "tunnel"}
    made = maker(tmp_path, "environment(deep_snow). skis(g1,on).", rules="asl")
    assert "skis: g1 on" in ground_lines(made.position)
    assert any(line.startswith("skis: A unit on skis") for line in mark_lines(made.position))


def shipped(name: str) -> Maker:
    position = pyrout.load(Path(__file__).parents[2] / "instances" / f"{name}.lp")
    return Maker(ask(position, units=["g1"]), "g1", name)


def test_the_hexes_next_to_a_unit_are_told_in_words() -> None:
    """In example 7 a2 in yL4 is Known, and a1 is not; an upper level leads to the same level next door."""
    told = list(beside_words(shipped("aslsk/example-07")))
    assert told[0] == "yK5: where g1 is, 1 hex to a2"
    assert "yK6: 2 MF, 2 hexes to a2" in told and not any("a1" in line for line in told)
    upstairs = list(beside_words(shipped("rules/asl/b23-25-stairs")))
    assert "B2: 2 MF to B2@1" in upstairs and "B4: no step leads there" in upstairs


@pytest.mark.slow
def test_each_fact_of_a_position_is_shown_before_it_is_asked_about() -> None:
    """The terminal and the page show each fact that could decide, for each question that is shipped."""
    elsewhere = {"hex", "terrain", "unit", "at", "los", "los_rules", "normal_range"}
    elsewhere |= {"side", "attacker", "rules", "expect", "title"}
    checked = 0
    for name in positions():
        made = pyrout.load(file_of(name) or name)
        units = {str(unit): unit_words(made, str(unit)) for unit in made.units}
        lines = "\n".join(ground_lines(made))
        for fact in made.facts:
            if fact.name in elsewhere:
                continue
            words = " ".join(map(str, fact.args)).replace("_", " ")
            if fact.name == "status" and str(fact.args[0]) in units:
                state = str(fact.args[1]).replace("_", " ")
                assert state in units[str(fact.args[0])].lower().replace("_", " "), (name, str(fact))
            elif fact.name == "building":
                assert str(fact.args[1]) in lines, (name, str(fact))
            else:
                assert words in lines, (name, str(fact))
            checked += 1
    assert checked > 500


def test_a_hindrance_is_told(tmp_path: Path) -> None:
    """a1 sees E2 clearly, and D2 through a Hindrance."""
    made = maker(tmp_path)
    assert list(hindrance_lines(made)) == []
    file = tmp_path / "position.lp"
    file.write_text(file.read_text(encoding="utf-8").replace('los("D2","F2",0)', 'los("D2","F2",1)'), encoding="utf-8")
    hindered = Maker(ask(pyrout.load(file), units=["g1"]), "g1", "position")
    assert list(hindrance_lines(hindered)) == ["a1 sees through a Hindrance: D2"]
