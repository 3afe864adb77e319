"""The table of what becomes of the layers and markers of VASL's Personnel, by which the importer reads."""

from __future__ import annotations

import csv
import importlib
import re
from pathlib import Path

import pytest
from vasl_boards import WALL, real_data
from vasl_saves import Made, leader, marker, squad
from vasl_tables import Table, facts

from pyrout.position.vocabulary import ENVIRONMENT, STATUS
from pyrout.vasl import BoardError
from pyrout.vasl.saves.kinds import PERSONNEL
from pyrout.vasl.saves.position import ON_UNITS
from pyrout.vasl.saves.save import read_save
from pyrout.vasl.saves.shown import LAYERS, MARKERS, TRAITS, layer_of, marker_of

ROOT = Path(__file__).resolve().parents[2]


def alone(folder: Path) -> Table:
    """A broken squad in C3, and a Russian squad in C1."""
    made = Table(folder)
    made.put("C3", squad(broken=True), marker("DM")).put("C1", squad("ru"))
    return made


def first_line(made: Table) -> str:
    line: str = made.run("solve", "--rules", "asl").stderr.splitlines()[0]
    return line


def test_each_row_matches_the_names_that_it_shows() -> None:
    for row in MARKERS:
        for name in row.names.split(", "):
            assert marker_of(name) is row, (name, row.pattern)
        assert set(row.status) <= set(STATUS.words) and set(row.environment) <= set(ENVIRONMENT.words)
    assert {status for row in MARKERS for status in row.status} == set(ON_UNITS)


def test_the_page_is_that_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "handbook"))
    counters = importlib.import_module("counters")
    assert counters.PAGE.read_text(encoding="utf-8") == counters.text()
    assert all(row.says in counters.text() for row in (*LAYERS, *TRAITS, *MARKERS))


def test_every_layer_of_real_saves_and_logs_has_a_row() -> None:
    seen, real = 0, real_data()
    for path in (*(real / "saves").glob("*.vsav"), *(real / "logs").glob("*.vlog")):
        try:
            saved = read_save(path)
        except BoardError:
            continue
        for piece in saved.pieces.values():
            for layer in piece.layers if piece.counter.kind in PERSONNEL else ():
                seen += 1
                assert layer_of(layer.name, layer.property) is not None, (path.name, piece.base_name, layer)
    assert seen > 500


def test_every_layer_of_the_palettes_units_has_a_row() -> None:
    """The names of levels as the palette has them, of each counter of a squad, half-squad, crew, leader or hero."""
    seen = set()
    with (real_data() / "tables" / "counters.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if re.match(r"\d-\d-\d |[a-z]{2}(LDR|COM)|Hero$", row["base_name"]):
                for layer in row["layers"].split("##"):
                    property_, _, levels = layer.strip().partition("=")
                    seen |= {(property_, level.strip()) for level in levels.split("|")}
    assert len(seen) > 200
    # Without strengths with dashes it is no squad to the reader, and is left out as a unit of a kind that is not known.
    assert [each for each in seen if layer_of(each[1], each[0]) is None] == [("", "628 ruAEsq")]


@pytest.mark.parametrize("way", ["layer", "label", "marker"])
def test_what_has_no_row_is_in_the_first_line(tmp_path: Path, way: str) -> None:
    made = alone(tmp_path)
    shown = squad("ru")
    if way == "layer":
        shown.layer("+ Frozen", 1)
        shown.traits.insert(0, shown.traits.pop())
    elif way == "label":
        shown.trait("label;76,130;;;;;;", "wounded today")
    made.put("D1", shown, *([marker("Frozen")] if way == "marker" else []))
    first = first_line(made)
    assert "it is not known what these" in first and "yD1" in first
    assert "Frozen" in first or "wounded today" in first


def test_a_strange_counter_beside_a_rout_has_no_rule_here(tmp_path: Path) -> None:
    made = alone(tmp_path).put("D3", marker("Sewer Discovered")).put("P9", marker("Heat Haze"))
    assert "no rule for Sewer Discovered in yD3 (near ge1)" in first_line(made)
    assert not any("change nothing" in note and "Heat Haze" in note for note in made.imported(rules="asl").notes)


@pytest.mark.parametrize("row", [row for row in MARKERS if row.environment], ids=lambda row: row.names)
def test_a_counter_of_the_weather_is_read(tmp_path: Path, row: object) -> None:
    made = alone(tmp_path)
    made.save.put(50, 50, marker(row.names.split(", ")[-1]))  # type: ignore[attr-defined]  # beside the board
    words = row.environment  # type: ignore[attr-defined]
    assert facts(made.instance(rules="asl"), "environment") == {f"environment({word})" for word in words}
    assert not made.instance(rules="aslsk").of("environment")
    assert f"--fact '-environment({words[0]})'" in first_line(made)


def test_deep_snow_changes_the_answer_that_its_counter_stands_for(tmp_path: Path) -> None:
    """To the wood of C6 it is 4 MF, and 1 1/2 MF more over three hexsides of Open Ground and one into woods."""
    made = alone(tmp_path)
    made.save.put(50, 50, marker("Snow: Deep Snow"))
    snow, dry = (made.run("solve", "--rules", "asl", *more).stdout for more in ((), ("--fact", "-environment(deep_snow)")))
    assert "yC6 4 MF" in dry and "yC6 4 MF" not in snow


@pytest.mark.parametrize("way", ["marker", "layer"])
def test_a_wounded_hero_is_1_3_8(tmp_path: Path, way: str) -> None:
    hero = Made("Hero", "ru/ruHero")
    made = alone(tmp_path)
    if way == "layer":
        hero.layer("Wnd +", 1)
    made.put("C2", hero, *([marker("Wounded")] if way == "marker" else []))
    assert {"normal_range(ru2,3)", "firepower(ru2,1)", "morale(ru2,8)"} & facts(
        made.instance(rules="asl"), "normal_range", "firepower", "morale"
    ) == {"normal_range(ru2,3)", "firepower(ru2,1)", "morale(ru2,8)"}


def test_a_leader_has_no_range(tmp_path: Path) -> None:
    made = alone(tmp_path).put("C2", leader("ru"))
    assert not any("ru2" in fact for fact in facts(made.instance(rules="asl"), "normal_range"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Rubble VG", "no rule for Rubble VG in yC1 (near ge1)"),
        ("Rubbled 1+2+2 Pillbox", "no rule for Rubbled 1+2+2 Pillbox in yC1"),
        ("Building Level 1", "a level counter with no unit above it is left out: it counts for the units above it (yC1)"),
    ],
)
def test_a_marker_on_a_unit_that_is_not_read_is_in_the_first_line(tmp_path: Path, name: str, said: str) -> None:
    made = Table(tmp_path)
    made.put("C3", squad(broken=True), marker("DM")).put("C1", squad("ru"), marker(name))
    assert said in first_line(made)


def test_wall_advantage_is_that_of_the_nearest_unit_below(tmp_path: Path) -> None:
    made = alone(tmp_path).put("D2", squad("ru"), squad("ru"), marker("Wall Advan"))
    made.board.side("D2", 3, WALL)
    assert facts(made.instance(rules="asl"), "wall_advantage") == {"wall_advantage(ru3)"}
    assert not made.instance(rules="aslsk").of("wall_advantage")
