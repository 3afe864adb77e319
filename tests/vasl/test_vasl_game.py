"""From a saved game and its boards to an instance, and to the answer: what `pyrout import` and `pyrout solve` make of
saves that are made up here, on boards that are made up here or on real ones."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from test_vasl_save_hostile import mutated_text
from vasl_boards import BRUSH, GRAIN, ORCHARD, STONE_1, STONE_2, WOODS, Drawing, real_data
from vasl_boards import zipped as board_archive
from vasl_saves import Made, Save, centre, disguised, leader, marker, question, squad, vehicle, weapon, zipped

import pyrout
from pyrout import rule_sets
from pyrout.cli import main
from pyrout.position.facts import Instance
from pyrout.position.reading import load, parse
from pyrout.vasl import BoardError
from pyrout.vasl.boards.folders import BoardsError, archives, board_folder
from pyrout.vasl.import_cache import Imported
from pyrout.vasl.import_game import import_game
from pyrout.vasl.sight.counters import Hindering, added_hindrance, crossed

pytestmark = pytest.mark.slow  # half a minute together

EXAMPLES = Path(__file__).parents[2] / "instances" / "aslsk"
RULE_SETS = ("aslsk", "asl")


def facts(instance: Instance, *names: str) -> set[str]:
    return {str(fact) for name in names for fact in instance.of(name)}


class Table:
    """A folder of made-up boards, and a save on them. Board y has 17 columns and 10 rows of open ground with a wood."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boards = folder / "boards"
        self.boards.mkdir()
        self.save = Save()
        self.board = Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS)
        self.path = folder / "game.vsav"

    def put(self, hex_: str, *counters: Made) -> Table:
        self.save.put(*pixel(hex_), *counters)
        return self

    def written(self) -> Path:
        self.board.save(self.boards)
        self.path.write_bytes(self.save.data())
        return self.path

    def imported(self, **options: object) -> Imported:
        return import_game(self.written(), self.boards, **options)  # type: ignore[arg-type]

    def instance(self, **options: object) -> Instance:
        return parse(self.imported(**options).text, "game", need="position")

    def run(self, *args: object) -> Result:
        """A command on the save."""
        command, *rest = args
        return CliRunner().invoke(
            main,
            [str(arg) for arg in (command, self.written(), *rest, "--boards", self.boards)],
            catch_exceptions=False,
        )


def pixel(hex_: str) -> tuple[int, int]:
    """Return the place of a hex of a standard board on VASL's map."""
    letters, number = re.fullmatch(r"([A-Z]+)(\d+)", hex_).groups()
    column = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
    return centre(column, int(number) - (1 - column % 2))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A broken German squad in C3, with a Russian one in C2."""
    made = Table(tmp_path)
    made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    return made


# ---------------------------------------------------------------------------------------------------------------------
# Real boards: the examples of the article, set up with counters


def counter(instance: Instance, unit: str) -> Iterator[Made]:
    """The counters that VASL would have for a unit of an example."""

    def value(name: str, default: int) -> int:
        return next((int(str(f.args[1])) for f in instance.of(name) if f.args[0] == unit), default)

    kind = next(fact.args[2] for fact in instance.of("unit") if fact.args[0] == unit)
    side = next(fact.args[1] for fact in instance.of("unit") if fact.args[0] == unit)
    statuses = {str(fact.args[1]) for fact in instance.of("status") if fact.args[0] == unit}
    nation = {"german": "ge", "american": "am"}[str(side)]
    if kind == "leader":
        yield leader(nation, 2, broken="broken" in statuses, wounded="wounded" in statuses)
    else:
        made = Made(f"{value('firepower', 6)}-{value('normal_range', 6)}-7 1sq", f"{nation}/{nation}s")
        yield made.layer("broken +", 1 if "broken" in statuses else -1, prop="BRK")
    if "dm" in statuses:
        yield marker("DM")
    assert statuses <= {"broken", "dm", "wounded"} and kind in ("squad", "leader")


def answers(position: Instance) -> dict[tuple[str, str], object]:
    """Return the answers for the units, named by side and hex instead of by their ids."""
    sides = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
    names = {fact.args[0]: f"{sides[fact.args[0]]} in {fact.args[1]}" for fact in position.of("at")}

    def named(units: object) -> list[str]:
        return sorted(names.get(unit, unit) for unit in units)  # type: ignore[attr-defined]

    return {
        (names[unit.id],): (
            unit.verdict,
            unit.mf,
            unit.free,
            [(reason.rule, named(reason.because)) for reason in unit.must_rout],
            [(d.hex, d.mf, d.ignorable) for d in unit.destinations],
            sorted((e.hex, e.mf, e.rule, tuple(named(e.because))) for e in unit.excluded if e.mf is not None),
            tuple(
                (
                    route.posture,
                    route.path,
                    route.mf,
                    tuple((leg.start, leg.to) for leg in route.legs),
                    tuple((i.hex, tuple(named(i.by))) for i in route.interdicted),
                    tuple((d.hex, tuple(named(d.enemies))) for d in route.discovers),
                    route.end,
                )
                for route in sorted(unit.routes, key=repr)
            ),
        )
        for unit in pyrout.solve(position).units
    }


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.lp") if "remembered" not in path.stem))
@pytest.mark.slow
def test_an_example_of_the_article_from_its_save_and_its_board(name, tmp_path):
    """A real board and a saved game give the routs of the example's own facts: LOS, terrain, costs. (The
    remembered example supposes a LOS that the board does not have.)"""
    boards = real_data() / "boards"
    example = load(EXAMPLES / f"{name}.lp")
    where = {fact.args[0]: str(fact.args[1]) for fact in example.of("at")}
    (board,) = {hex_[0] for hex_ in where.values()}
    save = Save()
    save.boards = ["0", "0", board]
    for hex_ in dict.fromkeys(where.values()):
        units = [unit for unit in example.units if where[unit] == hex_]
        save.put(*pixel(hex_[1:]), *(made for unit in units for made in counter(example, unit)))
    path = tmp_path / "example.vsav"
    path.write_bytes(save.data())
    (month,) = (fact.args[0] for fact in example.of("month"))
    found = parse(import_game(path, boards, month=int(str(month))).text, name)
    assert found.rules == "aslsk"
    assert len(answers(example)) == 1
    assert answers(found) == answers(example)


@pytest.mark.slow
def test_the_saved_game_of_the_handbook(tmp_path, monkeypatch):
    """docs/how/own-game.md shows what the command prints for a save."""
    boards = real_data() / "boards"
    page = (Path(__file__).parents[2] / "docs" / "how" / "own-game.md").read_text(encoding="utf-8")
    ((command, printed),) = re.findall(
        r"^```text\n\$ pyrout (solve game.*?)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL
    )
    save = Save()
    save.put(*pixel("K5"), squad(broken=True), marker("DM"))
    for hex_ in ("K7", "L4"):
        save.put(*pixel(hex_), Made("6-6-6 1sq", "am/am666S"))
    (tmp_path / "game.vsav").write_bytes(save.data())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    args = [str(boards) if arg.startswith("~") else arg for arg in command.split()]
    assert CliRunner().invoke(main, args).stdout.strip() == printed.strip()


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("file", ["synth-z-crop.vsav", "full.vsav", "labels.vsav"])
@pytest.mark.slow
def test_real_saves_give_instances(file, rules):
    """Saves whose units are on boards that are there. Nobody is broken in them: with all of one side broken they solve."""
    folder = real_data()
    found = import_game(folder / "saves" / file, folder / "boards", rules=rules)
    position = parse(found.text, file, need="position")
    assert found.routers == () and "nobody routs" in " ".join(found.notes)
    kinds = {fact.args[0]: str(fact.args[2]) for fact in position.of("unit")}
    men = [unit for unit, kind in kinds.items() if kind in ("squad", "crew", "leader")]
    seen = re.sub(r"status\(\w+,(concealed|hidden)\)\.", "", found.text)
    broken = parse(seen + "".join(f"status({unit},broken). status({unit},dm). " for unit in men), file)
    assert {unit.id for unit in pyrout.solve(broken, rules=rules).units} >= set(men)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("hill-621.vsav", "these boards are missing: bd04, bd03"),
        ("hip-concealed.vsav", "no board is chosen in it"),
    ],
)
def test_real_saves_that_give_none(file, problem, rules):
    folder = real_data()
    with pytest.raises(pyrout.PyroutError, match=problem):
        import_game(folder / "saves" / file, folder / "boards", rules=rules)


def test_the_units_of_a_real_save_are_where_its_truth_says():
    folder = real_data()
    position = parse(import_game(folder / "saves" / "synth-z-crop.vsav", folder / "boards").text, need="position")
    with open(folder / "saves" / "synth-z-crop-truth.csv", newline="") as file:
        truth = [row for row in csv.DictReader(file) if not row["kind"].startswith("counter") and row["kind"] != "sw"]
    nations = {"ge": "german", "ru": "russian"}
    wanted = sorted((f"z{row['hex']}", nations[row["nation"]], row["kind"]) for row in truth)
    at = {fact.args[0]: fact.args[1] for fact in position.of("at")}
    assert sorted((at[f.args[0]], str(f.args[1]), str(f.args[2])) for f in position.of("unit")) == wanted


@pytest.mark.slow
def test_boards_joined_and_reversed_are_one_map(tmp_path):
    """Board 10 above board 2, which is turned round: LOS, hexes and a rout across the edge."""
    boards = real_data() / "boards"
    save = Save()
    save.boards = ["0", "0", "10", "VER", "0.1", "bd", "0", "1", "r02", "SSR", "NoSuchRule"]
    save.put(*pixel("N9"), squad(broken=True), marker("DM"))
    for hex_ in ("N1", "P0"):  # the latter on the edge
        x, y = pixel(hex_)
        save.put(x, y + 645, squad("ru"))
    path = tmp_path / "two.vsav"
    path.write_bytes(save.data())
    found = import_game(path, boards)
    position = parse(found.text, "two")
    assert facts(position, "at") == {'at(ge1,"10N9")', 'at(ru1,"10P10")', 'at(ru2,"2T9")'}
    hexes = {str(fact.args[0]) for fact in position.of("hex")}
    assert "10N10" in hexes and "2T10" not in hexes  # one hex, under the name of the upper board
    assert any(f.args[0] == "10N9" and str(f.args[1]).startswith("2") for f in position.of("los"))
    assert position.rules == "asl"
    said = " ".join(found.notes)
    assert "Board 10 is version" in said and "NoSuchRule" in said
    (answer,) = pyrout.solve(position).units
    assert answer.id == "ge1" and {step[0] for route in answer.routes for step in route.path} <= {"1", "2"}


# ---------------------------------------------------------------------------------------------------------------------
# What becomes of a position


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_one_command_from_a_save_to_the_routs(table, rules):
    done = table.run("solve", "--rules", rules)
    assert done.exit_code == 0
    # By the full rules it is in the open all the way, next to an enemy: it surrenders, and chooses no destination
    verdict = {"aslsk": "MUST ROUT", "asl": "SURRENDERS"}[rules]
    then = {"aslsk": "; because of ", "asl": " to ru1; forced to rout by "}[rules]
    assert done.stdout.splitlines()[1].startswith(f"ge1 (german squad) in yC3: {verdict}{then}")
    assert done.stdout.splitlines()[3] == f"ge1 (german squad) in yC3, 6 MF: {verdict}"
    assert ("destinations: yC6" in done.stdout) == (rules == "aslsk")
    (line,) = done.stderr.splitlines()
    assert line.startswith("pyrout: game.vsav: assumed: attacker ") and line.endswith("; all of it: --assumed")


def test_what_was_assumed_is_said_in_a_line_or_in_groups(table: Table) -> None:
    """The most important first, each with the option that corrects it; what the player says himself is none of it."""
    table.put("E8", squad(broken=True)).put("E9", squad(broken=True))
    short = table.run("solve", "--rules", "aslsk").stderr
    assert short == (
        "pyrout: game.vsav: assumed: attacker russian (--attacker german for the other); "
        "2 broken without DM (--dm yE8,..); 2 things more; all of it: --assumed\n"
    )
    groups = [line.split(": ")[2] for line in table.run("solve", "--assumed").stderr.splitlines()]
    assert groups == ["turn", "rules", "sides", "DM", "strengths"]
    told = table.run("solve", "--attacker", "german", "--rules", "aslsk", "--assumed").stderr
    assert "--attacker" not in told
    assert "A broken unit without a DM counter is not under DM (" in told and "; else --dm yE8,yE9.\n" in told
    under = table.run("solve", "--rules", "aslsk", "--dm", "yE8,yE9").stdout
    assert "broken without a DM counter" not in under
    assert "broken without a DM counter (--dm ge2 gives it one)" in table.run("solve", "--rules", "aslsk").stdout


def test_an_import_is_written_with_corrections(table: Table) -> None:
    plain = table.run("import", "--rules", "aslsk").stdout
    assert "attacker(russian)." in plain
    done = table.run("import", "--rules", "aslsk", "--attacker", "german", "--fact", 'at(ge1,"yC4")')
    found = parse(done.stdout)
    assert facts(found, "attacker") == {"attacker(german)"} and 'at(ge1,"yC4")' in facts(found, "at")
    assert len(found.of("at")) == len(parse(plain).of("at"))


def test_what_the_answers_assume_is_a_note(tmp_path: Path, table: Table) -> None:
    """Both squads are broken: that of the ATTACKER may rout first, and the other's answer counts it where it is."""
    folder = tmp_path / "both"
    folder.mkdir()
    both = Table(folder)
    both.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru", broken=True), marker("DM"))
    found = both.imported()
    (note,) = (note for note in found.notes if "assumes" in note)
    assert re.fullmatch(r"The answer for (\w+) assumes: counts (?!\1)\w+ where it is now; it may rout first\.", note)
    assert f"% {note}" in found.text.splitlines()
    assert not any("assumes" in note for note in table.imported().notes)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_import_and_solve_say_the_same(table, tmp_path, rules):
    out = tmp_path / "game.lp"
    done = table.run("import", "--rules", rules, "-o", out)
    assert done.exit_code == 0 and done.stdout == ""
    at_once = table.run("solve", "--json", "--rules", rules)
    solved = CliRunner().invoke(main, ["solve", "--json", str(out)])
    first, second = json.loads(at_once.stdout), json.loads(solved.stdout)
    assert first["units"] == second["units"] != []
    # The lines on stderr are in the file, too
    comments = {line[2:] for line in out.read_text().splitlines() if line.startswith("% ")}
    assert {line.split(": ", 3)[3] for line in done.stderr.splitlines()} <= comments


def test_explain_and_check_read_saves(table):
    why = table.run("explain", "ge1", "yC6")
    assert why.exit_code == 0 and "yC6" in why.stdout
    legal = table.run("check", "ge1", "yC4", "yC5", "yC6")
    assert (legal.exit_code, legal.stdout.split()[0]) == (0, "legal")
    assert table.run("check", "ge1", "yC2").exit_code == 1


@pytest.mark.slow
def test_the_rules_are_those_of_the_boards(table):
    assert table.instance().rules == "aslsk"
    assert table.instance(rules="asl").rules == "asl"
    table.save.boards = ["0", "0", "07"]
    table.board = Drawing(cols=17, rows=10, name="07")
    found = table.instance()
    assert found.rules == "asl" and 'at(ge1,"7C3")' in facts(found, "at")


def test_hexes_and_los_reach_as_far_as_a_rout_does(table):
    table.put("P9", squad("ru"))
    position = table.instance()
    hexes = {str(fact.args[0]) for fact in position.of("hex")}
    assert {"yC10", "yI3", "yP9"} <= hexes and not {"yM3", "yP8"} & hexes
    seen = {tuple(map(str, fact.args[:2])) for fact in position.of("los")}
    # From each unit to each hex: nothing is in the way but the wood
    for unit in ("yC3", "yC2", "yP9"):
        blind = {hex_ for hex_ in hexes if hex_ != unit and not {(unit, hex_), (hex_, unit)} & seen}
        assert all({"yC6", "yD6"} & between(position, unit, hex_) for hex_ in blind), (unit, blind)


def between(position: Instance, a: str, b: str) -> set[str]:
    """Hexes that touch the straight line between two hexes, generously."""
    at = {str(f.args[0]): (1.5 * int(str(f.args[1])), 0.866 * int(str(f.args[2]))) for f in position.of("hex")}
    (ax, ay), (bx, by) = at[a], at[b]
    steps = [(ax + (bx - ax) * n / 200, ay + (by - ay) * n / 200) for n in range(201)]
    return {name for name, (x, y) in at.items() if any((x - u) ** 2 + (y - v) ** 2 < 1.2 for u, v in steps)}


@pytest.mark.slow
def test_sides_month_and_season(table):
    table.board.fill("D4", GRAIN).fill("C5", ORCHARD)
    found = table.imported()
    assert any("grain and orchard are taken to be in season" in note for note in found.notes)
    table.put("G3", squad("ru"))
    summer, winter = table.instance(month=7), table.instance(month=1)
    assert facts(summer, "month") == {"month(7)"}
    assert 'los("yC3","yC5",0)' in facts(winter, "los") | facts(summer, "los")
    row = {name: facts(position, "los") for name, position in (("summer", summer), ("winter", winter))}
    assert row["summer"] != row["winter"]
    assert facts(table.instance(sides={"german": "axis", "russian": "soviet"}), "side") == {
        "side(axis)",
        "side(soviet)",
    }


def test_nobody_broken_gives_an_instance_to_work_on(table):
    table.save.commands.clear()
    table.put("C3", squad()).put("C2", squad("ru"))
    found = table.imported()
    assert found.routers == () and any("nobody routs" in note for note in found.notes)
    answer = pyrout.solve(parse(found.text + "status(ge1,broken). status(ge1,dm).", "game")).units
    assert [(unit.id, unit.verdict) for unit in answer] == [("ge1", "routs")]
    done = table.run("solve")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].endswith(
        "no unit on the map is broken, so nobody routs; break it in VASL and save, or `pyrout import` the game and add "
        "status(ID,broken)"
    )


@pytest.mark.slow
def test_units_upstairs_see_and_are_seen_from_their_level(table):
    """A building of two levels with a stairwell in G3; the brush in E3 hinders the LOS from its ground only."""
    table.board.fill("G3", STONE_1).fill("E3 F3 F4", BRUSH)
    table.put("G3", squad("ru"), marker("Building Level 1"), squad("ru"))
    position = table.instance(rules="asl")
    assert {'at(ru2,"yG3")', 'at(ru3,"yG3",1)', 'level("yG3",1)', 'stairwell("yG3")'} <= facts(
        position, "at", "level", "stairwell"
    )
    los = {tuple(map(str, fact.args[:2])): fact.args[2] for fact in position.of("los")}
    low = los.get(("yC3", "yG3"), los.get(("yG3", "yC3")))
    high = los.get(("yC3", "yG3@1"), los.get(("yG3@1", "yC3")))
    assert low and high == 0
    assert 'at(ru3,"yG3")' in facts(table.instance(rules="aslsk"), "at")
    # The hexes of a board serve both rule sets, also those that know no level
    assert 'level("yG3",1)' in facts(table.instance(rules="aslsk"), "level")


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_what_a_rule_set_refuses_is_left_out_and_said(table, rules):
    """Level 3 of a wood, a dummy, a cavalryman's Berserk and smoke: nothing of it keeps the position from being solved."""
    table.put("E3", marker("Building Level 3"), squad("ru"))
    table.put("C4", question("ru"))
    table.put("C3", marker("White +2 Smoke"))
    table.put("B3", squad("ge"), marker("Berserk"))
    found = table.imported(rules=rules)
    position = parse(found.text, "game")
    assert 'at(ru2,"yE3")' in facts(position, "at")
    assert pyrout.solve(position)["ge1"].at == "yC3"
    said = " ".join(found.notes)
    assert "on the ground of its hex" in said or "levels and entrenchments" in said


def test_a_unit_that_the_starter_kit_refuses_is_left_out_with_all_that_is_said_of_it(table):
    """An aircraft: by the Starter Kit rules neither it nor its place is in the position, and the note says so; what full
    ASL alone asks for, nationalities, is not there either."""
    table.put("E3", Made("'44 FB", "ge/gefb44"))
    found = table.imported(rules="aslsk")
    position = parse(found.text, "game")
    assert "aircraft" not in {str(fact.args[2]) for fact in position.of("unit")}
    assert {str(fact.args[0]) for fact in position.of("at")} <= {str(fact.args[0]) for fact in position.of("unit")}
    (note,) = (note for note in found.notes if "aircraft" in note)
    assert "left out" in note and "Infantry, Guns and vehicles only" in note
    assert not position.of("nationality")
    assert table.instance(rules="asl").of("nationality")
    assert pyrout.solve(position)["ge1"].at == "yC3"


@pytest.mark.slow
def test_a_month_for_a_save_and_none_for_an_instance(table):
    """Orchard out of season lets a leader on the hill see over it; an instance says its month itself."""
    table.board.fill("C5", GRAIN)
    seasons = [table.run("solve", "--json", "--month", month).stdout for month in (7, 1)]
    assert seasons[0] != seasons[1]
    out = table.folder / "game.lp"
    table.run("import", "-o", out)
    for option in (("--month", "1"), ("--sides", "german=axis")):
        done = CliRunner().invoke(main, ["solve", str(out), *option])
        assert done.exit_code == 2 and f"{option[0]} is for saved games" in done.stderr


def test_a_save_by_another_name(table):
    table.path = table.folder / "turn-4.zip"
    done = table.run("solve")
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout
    done = CliRunner().invoke(main, ["board", str(table.path)])
    assert done.exit_code == 2 and "is a saved game, not a board; read it with `pyrout import`" in done.stderr
    board = table.boards / "bdy"
    done = CliRunner().invoke(main, ["solve", str(board), "--boards", str(table.boards)])
    assert done.exit_code == 2 and "no VASSAL saved game" in done.stderr


def test_units_in_bypass_are_told(table):
    x, y = pixel("E5")
    table.save.put(x + 28, y - 16, vehicle("T-34", "ru"))
    (note,) = (note for note in table.imported().notes if "Bypass" in note)
    assert "yE5 T-34" in note and "yC3" not in note


def test_nothing_in_a_save_adds_facts_or_lines(table):
    nasty = "1\nstatus(ru1,broken).\n%* "
    table.save.boards = ["0", "0", "y", "VER", nasty, "SSR", nasty]
    table.put("C5", marker(nasty)).put("C6", squad("ru"), marker(f"Tiger {nasty} Wreck"))
    table.put("C7", Made(f"4-4-7 {nasty}1sq", "ru/ru447S").trait("conceal;C;ru/q;ru;;x", "null;"))
    found = table.imported()
    assert all(note.isprintable() for note in found.notes)
    assert facts(parse(found.text), "status") == {"status(ge1,broken)", "status(ge1,dm)"}


@pytest.mark.slow
def test_mutations_of_a_save_give_one_line_or_an_instance(table):
    """The whole way, with the boards: whatever is in the save. `test_vasl_save_hostile` reads hundreds more of them."""
    chance = random.Random(1944)
    table.put(
        "C9", squad("ru"), weapon("LMG", "ru"), marker("White +2 Smoke"), marker("Building Level 1"), leader("ru")
    )
    table.put("E5", vehicle("T-34", "ru"), marker("PzKw Wreck"), marker("Stone Rubble"), marker("Red OBA FFE:1"))
    table.written()
    text = table.save.text()
    taken = 0
    for number in range(60):
        table.path.write_bytes(zipped(disguised(mutated_text(chance, text))))
        try:
            found = import_game(table.path, table.boards, rules=RULE_SETS[number % 2])
        except pyrout.PyroutError as error:
            assert str(error).isprintable()
        else:
            parse(found.text, need="position")
            taken += 1
    assert 0 < taken < 60


@pytest.mark.slow
def test_a_large_game_on_six_boards_takes_seconds(tmp_path):
    """Three boards by two, 90 units, 6 of them broken."""
    boards = real_data() / "boards"
    chance = random.Random(6)
    save = Save()
    save.boards = []
    for number, name in enumerate(("y", "z", "02", "09", "10", "18")):
        save.boards += ["bd"] * (number > 0) + [str(number % 3), str(number // 3), name]
    for number in range(90):
        x, y = centre(chance.randrange(1, 96), chance.randrange(1, 19))
        nation = ("ge", "ru")[number % 2]
        save.put(x, y, squad(nation, broken=number % 30 < 2), *([marker("DM")] if number % 30 < 2 else []))
    path = tmp_path / "large.vsav"
    path.write_bytes(save.data())
    began = time.process_time()
    found = import_game(path, boards, rules="aslsk")
    position = parse(found.text, "large")
    assert len(pyrout.solve(position, units=found.routers[:2], paths=0).units) == 2
    assert time.process_time() - began < 60
    assert len(found.routers) == 6 and len(position.of("unit")) == 90


@pytest.mark.slow
def test_concealed_enemies_of_routers_on_both_sides(table):
    """Both sides rout, and each has a concealed unit in sight of where the other routs."""
    table.put("C6", squad("ru", concealed="x")).put("G4", squad(concealed="x"))
    table.put("G2", squad("ru", broken=True), marker("DM")).put("H2", squad())
    position = table.instance(rules="asl")
    assert sum(fact.args[1] == "concealed" for fact in position.of("status")) == 2
    broken = {str(fact.args[0]) for fact in position.of("status") if fact.args[1] == "broken"}
    assert len(broken) == 2 and {unit.id for unit in pyrout.solve(position).units} >= broken


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_what_a_large_game_leaves_out_is_not_asked_for(table, rules, monkeypatch):
    """All LOS give the same answers as only the LOS that the broken units can ask for."""
    from pyrout.vasl import import_game

    table.put("E8", squad("ru", broken=True), marker("DM")).put("F8", squad()).put("H3", squad("ru"))
    table.board.fill("E9 G8", WOODS).fill("F6", ORCHARD)
    whole = table.instance(rules=rules)
    monkeypatch.setattr(import_game, "EVERY_PAIR", 10)
    part = table.instance(rules=rules)
    assert len(part.of("los")) < len(whole.of("los"))
    assert len(answers(whole)) >= 2 and answers(part) == answers(whole)


def test_log_files_are_read_at_their_first_step(table):
    table.save.log = ["CHAT*** (IFT DR) 5,3 ***"]
    table.path = table.folder / "game.vlog"
    done = table.run("solve")
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout
    assert "The file is a log with 1 steps" in done.stderr


# ---------------------------------------------------------------------------------------------------------------------
# Counters that hinder


def hindrances(table: Table, a: str, b: str, **options: object) -> object:
    """Hindrances of a LOS of the instance, None without one."""
    los = {tuple(map(str, fact.args[:2])): fact.args[2] for fact in table.instance(**options).of("los")}
    return los.get((a, b), los.get((b, a)))


@pytest.mark.parametrize(
    ("counter", "hindrance"),
    [
        (marker("White +3 Smoke"), 3),
        (marker("Gray +2 Smoke"), 2),
        (marker("WP grenade +1"), 1),
        (marker("Blaze"), 3),
        (marker("Red OBA FFE:1"), 3),  # the hex and one on either side of it are on the line
        (marker("PzKw IVH Wreck"), 1),
        (vehicle("T-34", "ru"), 1),
        (marker("Control"), 0),
        (marker("Stone Rubble"), None),
    ],
    ids=lambda value: value.name if isinstance(value, Made) else "",
)
@pytest.mark.slow
def test_counters_between_two_units(table, counter, hindrance):
    table.put("C9", squad("ru"))
    table.board = Drawing(cols=17, rows=10, name="y")
    assert hindrances(table, "yC3", "yC9") == 0
    table.put("C7", counter)
    assert hindrances(table, "yC3", "yC9") == hindrance
    assert hindrances(table, "yC3", "yD3") == 0  # not on the way


def test_counters_in_the_hexes_of_the_ends(table):
    """SMOKE hinders into and out of its hex (A24.2); an AFV or wreck does not (D9.4)."""
    table.board = Drawing(cols=17, rows=10, name="y")
    table.put("C9", squad("ru"), marker("Gray +2 Smoke")).put("C3", vehicle("PzKw IVH"))
    assert hindrances(table, "yC3", "yC9") == 2
    table.put("C3", marker("White +3 Smoke"))
    assert hindrances(table, "yC3", "yC9") == 5
    table.put("C5", marker("WP grenade +1"))
    assert hindrances(table, "yC3", "yC9") is None  # six block (A6.7)


@pytest.mark.slow
def test_a_wreck_below_the_line_is_nothing_and_smoke_rises(table):
    table.board = Drawing(cols=17, rows=10, name="y").raise_to("C9 D9 D10 B9 C10", 1)
    table.put("C9", squad("ru")).put("C6", marker("Tiger Wreck"))
    assert hindrances(table, "yC3", "yC9") == 0
    table.put("C6", marker("White +2 Smoke"))
    assert hindrances(table, "yC3", "yC9") == 2
    # From level 3 smoke two levels high hinders only what lies close behind it
    table.board = Drawing(cols=17, rows=10, name="y").raise_to("C9 D9 D10 B9 C10", 3)
    assert hindrances(table, "yC3", "yC9") == 0
    assert hindrances(table, "yC5", "yC9") == 2


def test_two_wrecks_in_a_hex_are_one_hindrance_and_smoke_adds_up(table):
    table.board = Drawing(cols=17, rows=10, name="y")
    table.put("C9", squad("ru")).put("C6", marker("T-34 Wreck"), marker("T-34 Wreck"), vehicle("KV-1", "ru"))
    assert hindrances(table, "yC3", "yC9") == 1
    table.put("C6", marker("Gray +2 Smoke"), marker("WP grenade +1"))
    assert hindrances(table, "yC3", "yC9") == 4


def test_rubble_is_terrain(table):
    table.board = Drawing(cols=17, rows=10, name="y").fill("D5", STONE_1)
    table.put("D5", marker("Stone Rubble")).put("E5", marker("Wood Rubble Ground Level"))
    position = table.instance(rules="asl")
    assert {'terrain("yD5",stone_rubble)', 'terrain("yE5",wooden_rubble)'} <= facts(position, "terrain")
    assert not position.of("level")


def test_an_ffe_covers_seven_hexes(table):
    table.put("E5", marker("Blue OBA FFE:2"))
    around = {f'feature("y{hex_}",ffe)' for hex_ in ("E5", "E4", "E6", "D4", "D5", "F4", "F5")}
    text = table.imported(rules="asl").text
    assert all(fact in text for fact in around)
    assert text.count(",ffe)") >= 7


def test_lines_along_hexsides_and_past_corners():
    """The hexes on both sides of a line along a hexside are in its way; one that it only touches at a corner is not."""
    grid = Drawing(cols=9, rows=6).map().grid

    def on(hex_: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> bool:
        return crossed(grid, *(grid.index(*place) for place in (hex_, a, b)))

    # From A2 to C2 (columns 0 and 2, row 1): along the hexside between B2 and B3
    assert on((1, 1), (0, 1), (2, 1)) and on((1, 2), (0, 1), (2, 1))
    assert not on((1, 0), (0, 1), (2, 1)) and not on((1, 3), (0, 1), (2, 1))
    # Straight down column C
    assert on((2, 2), (2, 1), (2, 4)) and not on((1, 2), (2, 1), (2, 4)) and not on((2, 1), (2, 1), (2, 4))
    assert not on((2, 5), (2, 1), (2, 4))


def test_crossed_hexes_are_those_that_a_fine_walk_visits():
    grid = Drawing(cols=9, rows=6).map().grid
    x, y = 3.0 * np.array(grid.col), 1.0 * np.array(grid.doubled_row)
    rng = np.random.default_rng(3)
    for a, b in rng.integers(0, grid.count, (60, 2)).tolist():
        part = np.linspace(0, 1, 4001)[:, None]
        dx = np.abs(x[a] + part * (x[b] - x[a]) - x)
        dy = np.abs(y[a] + part * (y[b] - y[a]) - y)
        visited = ((dy < 1 - 1e-6) & (dx + dy < 2 - 1e-6)).any(0)
        every = np.arange(grid.count)
        found = np.array([crossed(grid, hex_, a, b) for hex_ in every.tolist()])
        spread = grid.range_between(a, b)
        inner = (every != a) & (every != b)
        # The walk misses only hexes along whose hexside the line runs
        assert not (visited & inner & ~found).any()
        extra = np.flatnonzero(found & ~visited)
        dc, dr = abs(grid.col[a] - grid.col[b]), abs(grid.doubled_row[a] - grid.doubled_row[b])
        assert not len(extra) or dr == 0 or dr == 3 * dc, (a, b, spread)


def test_hindrance_of_nothing_is_none():
    grid = Drawing(cols=5, rows=4).map().grid
    ground = [0] * grid.count
    for ends in ((0, 3), (3, 0)):
        assert added_hindrance(grid, [], ground, *ends, 0, 0) == 0
        assert added_hindrance(grid, [Hindering(1, 2)], ground, *ends, 0, 0) == 2


def test_buildings_of_the_starter_kit_are_one_level_high():
    """Between two hills a house of a level and a half is in the way where one of a level is not."""
    hexes = "D0 D1 C1 E1 D8 D9"
    for level, house in ((1, STONE_1), (2, STONE_2)):
        board = Drawing(cols=7, rows=9, name="y").raise_to(hexes, level).fill("D4", house).map()
        ends = [("yD1", "yD9")]
        assert [board.los(ends, single_storey=kit).blocked for kit in (False, True)] == [[True], [False]]
    # On the plain both are
    plain = Drawing(cols=7, rows=9, name="y").fill("D4", STONE_2).map()
    assert [plain.los(ends, single_storey=kit).blocked for kit in (False, True)] == [[True], [True]]


# ---------------------------------------------------------------------------------------------------------------------
# Where boards are


def test_the_folder_of_boards(tmp_path, monkeypatch):
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for folder in (one, two, three):
        folder.mkdir()
    assert board_folder(one, {"PYROUT_BOARDS": str(two)}) == one
    assert board_folder(None, {"PYROUT_BOARDS": str(two)}) == two
    home = tmp_path / "home"
    monkeypatch.setattr(sys, "platform", "linux")
    environment = {"HOME": str(home)}
    with pytest.raises(BoardsError, match=r"where are the boards\? give --boards DIR, .* or set PYROUT_BOARDS"):
        board_folder(None, environment)
    (home / "VASL" / "boards").mkdir(parents=True)
    assert board_folder(None, environment) == home / "VASL" / "boards"
    # VASL's preferences come first
    preferences = home / ".VASSAL" / "prefs"
    preferences.mkdir(parents=True)
    (preferences / "a1b2").write_text("#Sat\nother=1\n")
    (preferences / "c3d4").write_text("boardURL=" + str(three).replace("/", "\\/") + "\n")
    assert board_folder(None, environment) == three
    (preferences / "c3d4").write_bytes(b"boardURL=/no/such/folder\xff\n")
    assert board_folder(None, environment) == home / "VASL" / "boards"


def test_a_variable_names_the_boards(table, monkeypatch):
    monkeypatch.setenv("PYROUT_BOARDS", str(table.boards))
    done = CliRunner().invoke(main, ["solve", str(table.written())], catch_exceptions=False)
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout


def test_missing_boards_are_named_all_at_once(tmp_path):
    (tmp_path / "bdy").write_bytes(b"")
    assert archives(["y"], tmp_path) == {"y": tmp_path / "bdy"}
    with pytest.raises(BoardsError) as error:
        archives(["y", "02", "z"], tmp_path)
    assert "these boards are missing: bd02, bdz; put the files bd02, bdz of VASL's boards there" in str(error.value)
    with pytest.raises(BoardsError, match="this board is missing: bd02; put the file bd02"):
        archives(["02"], tmp_path)


# ---------------------------------------------------------------------------------------------------------------------
# What cannot be used: one line, exit status 2, and nothing written


def refused(table: Table, *args: object) -> str:
    """The one line by which import and solve refuse a save."""
    lines = set()
    out = table.folder / "out.lp"
    out.write_text("before\n")
    boards = () if "--boards" in args else ("--boards", table.boards)
    for command in (("import", "-o", out), ("solve",)):
        done = CliRunner().invoke(
            main, [str(a) for a in (*command, table.path, *boards, *args)], catch_exceptions=False
        )
        assert (done.exit_code, done.stdout) == (2, ""), done.output
        (line,) = done.stderr.splitlines()
        lines.add(line)
    assert out.read_text() == "before\n"
    (line,) = lines
    assert line.startswith("pyrout: ") and line.isprintable() and "Traceback" not in line
    return line


def test_a_missing_board(table):
    table.written()
    (table.boards / "bdy").unlink()
    assert "this board is missing: bdy" in refused(table)


def test_a_legacy_board(table):
    table.written()
    with zipfile.ZipFile(table.boards / "bdy", "w") as archive:
        archive.writestr("data", "old")
    assert "is a legacy board" in refused(table)


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04" + bytes(100)])
def test_files_that_are_no_boards(table, content):
    table.written()
    (table.boards / "bdy").write_bytes(content)
    assert "is not a board archive" in refused(table)


def test_a_board_that_is_a_folder(table):
    table.written()
    (table.boards / "bdy").unlink()
    (table.boards / "bdy").mkdir()
    assert "bdy: is no file" in refused(table)


def test_truncated_boards_and_saves(table):
    table.written()
    whole = (table.boards / "bdy").read_bytes()
    (table.boards / "bdy").write_bytes(whole[: len(whole) // 2])
    assert "bdy: is not a board archive" in refused(table)
    (table.boards / "bdy").write_bytes(whole)
    game = table.path.read_bytes()
    table.path.write_bytes(game[: len(game) // 2])
    assert "game.vsav: " in refused(table)


@pytest.mark.slow
def test_a_board_that_unpacks_to_far_too_much(table):
    table.written()
    with zipfile.ZipFile(table.boards / "bdy", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("BoardMetadata.xml", bytes(50_000_000))
        archive.writestr("LOSData", bytes(200_000_000))
    assert "BoardMetadata.xml has more than" in refused(table)


def test_folders_that_are_none(table, tmp_path, monkeypatch):
    table.written()
    assert "no such folder" in refused(table, "--boards", tmp_path / "nowhere")
    assert "is no folder" in refused(table, "--boards", table.path)
    real = os.scandir

    def closed(path: object) -> object:
        if str(path) == str(table.boards):
            raise PermissionError(13, "Permission denied")
        return real(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", closed)
    assert "cannot be read (Permission denied)" in refused(table)


def test_a_folder_that_cannot_be_read(table):
    table.written()
    table.boards.chmod(0)
    try:
        if os.access(table.boards, os.R_OK):
            pytest.skip("this user may read everything")
        assert "cannot be read" in refused(table) or "missing" in refused(table)
    finally:
        table.boards.chmod(0o755)


def test_saves_without_what_is_needed(table):
    table.save.boards = []
    table.written()
    assert "no board is chosen in it" in refused(table)
    table.save.boards = ["0", "0", "y", "bd", "1", "0", "y"]
    table.written()
    assert "board y lies on the map twice" in refused(table)
    table.save.boards = ["0", "0", "y"]
    table.save.commands.clear()
    table.written()
    assert "no unit is on a hex of its boards (it has no units)" in refused(table)
    table.save.put(10, 10, squad())
    table.written()
    assert "all its 1 units and weapons are beside the boards" in refused(table)


def test_more_than_two_sides(table):
    table.put("D3", squad("ja"))
    table.put("E3", squad("fi"))
    table.written()
    assert "is on which side" in refused(table, "--sides", "japanese=japan,german=axis,russian=russian,finnish=finland")
    assert "--sides: martian is no nationality" in refused(table, "--sides", "martian=x")
    assert "no rule set is called" in refused(table, "--rules", "bridge")


def test_rule_sets_of_other_games(table):
    table.written()
    other = next((name for name in rule_sets.names() if name not in RULE_SETS), None)
    if other is None:
        pytest.skip("there are no others")
    assert f"a game of VASL is not played by the rule set {other}; there are: aslsk, asl" in refused(
        table, "--rules", other
    )


def test_terrain_rules_of_the_scenario_change_the_board(table):
    table.save.boards = ["0", "0", "y", "SSR", "WoodsToBrush"]
    position = table.instance()
    assert 'terrain("yC6",brush)' in facts(position, "terrain")
    assert not any("scenario" in note for note in table.imported().notes)


def test_no_save_at_all(table, tmp_path):
    table.path = tmp_path / "none.vsav"
    assert "none.vsav: cannot be read (No such file or directory)" in refused(table)
    table.path = tmp_path / "folder.vsav"
    table.path.mkdir()
    assert "cannot be read (Is a directory)" in refused(table)


def test_too_many_units_far_apart(table, monkeypatch):
    from pyrout.vasl import import_game

    table.written()
    monkeypatch.setattr(import_game, "EVERY_PAIR", 10)
    monkeypatch.setattr(import_game, "PAIR_LIMIT", 10)
    assert "too many for an instance" in refused(table)
    monkeypatch.setattr(import_game, "HEX_LIMIT", 10)
    assert "hexes are near the 1 units that rout, too many" in refused(table)


def test_verify_has_nothing_to_do_with_saves(table):
    done = CliRunner().invoke(main, ["verify", str(table.written())])
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert "a saved game states no answers" in line


def test_output_that_cannot_be_written(table, tmp_path):
    table.written()
    target = tmp_path / "folder"
    target.mkdir()
    for out, why in ((target, "it is a folder"), (tmp_path / "no" / "where.lp", "No such file or directory")):
        done = table.run("import", "-o", out)
        assert done.exit_code == 2 and f"cannot be written ({why})" in done.stderr.splitlines()[-1]
    assert [path.name for path in target.iterdir()] == []


def test_output_is_whole_or_untouched(tmp_path, monkeypatch):
    """A write that fails in the middle leaves the old file, and no other."""
    from pyrout.atomic_write import write_lines

    path = tmp_path / "out.lp"
    path.write_text("before\n")
    path.chmod(0o640)

    def lines() -> Iterator[str]:
        yield "after"
        raise BoardError("bdy", "is damaged", "fetch it")

    with pytest.raises(BoardError):
        write_lines(lines(), path)
    assert path.read_text() == "before\n" and [p.name for p in tmp_path.iterdir()] == ["out.lp"]
    write_lines(["one", "two"], path)
    assert path.read_text() == "one\ntwo\n" and path.stat().st_mode & 0o777 == 0o640
    link = tmp_path / "link.lp"
    link.symlink_to(path)
    write_lines(["three"], link)
    assert link.is_symlink() and path.read_text() == "three\n"
    write_lines(["into the void"], Path(os.devnull))


def test_without_wasmtime(table):
    program = f"""
import sys
sys.modules["wasmtime"] = None
from pyrout.cli import main
for command in ("import", "solve"):
    try:
        main([command, {str(table.written())!r}, "--boards", {str(table.boards)!r}])
    except SystemExit as end:
        print(end.code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    line = r"pyrout: boards need wasmtime, which cannot be loaded here; \S+ -m pip install wasmtime\n"
    assert done.stdout.split() == ["2", "2"] and re.fullmatch(f"({line}){{2}}", done.stderr)


def test_positions_of_one_game_share_its_map_and_the_ids_of_its_pieces(tmp_path: Path) -> None:
    from pyrout.vasl.import_game import Shared
    from pyrout.vasl.saves.save import read_save

    made = Table(tmp_path).put("C5", squad(broken=True)).put("G5", squad(broken=True)).put("C2", squad("ru"))
    saved = read_save(made.written())
    shared = Shared()
    first = import_game(saved, made.boards, shared=shared)
    low, high, enemy = saved.pieces.values()
    swapped = {a.id: replace(a, x=b.x, y=b.y, stack="") for a, b in ((low, high), (high, low))}
    (made.boards / "bdy").unlink()  # it is read once
    then = replace(saved, pieces={**swapped, enemy.id: replace(enemy, stack="")}, stacks=())
    second = import_game(then, made.boards, shared=shared, routing=[low.id])
    assert dict(first.pieces) == dict(second.pieces) and len(first.pieces) == 3
    one = dict(first.pieces)[low.id]
    assert f'at({one},"yC5")' in first.text and f'at({one},"yG5")' in second.text


def test_rubble_of_one_position_is_not_on_the_map_of_the_next(tmp_path: Path) -> None:
    from pyrout.vasl.import_game import Shared
    from pyrout.vasl.saves.save import read_save

    plain = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    without = read_save(plain.written())
    fallen = read_save(plain.put("D5", marker("Stone Rubble")).written())
    shared = Shared()
    texts = [import_game(saved, plain.boards, shared=shared).text for saved in (without, fallen, without)]
    assert texts[0] == texts[2] != texts[1]
    assert 'terrain("yD5",stone_rubble)' in texts[1] and 'terrain("yD5",stone_rubble)' not in texts[2]


def picture(width: int, height: int, kind: str) -> bytes:
    """The head of a picture, which states its size."""
    if kind == "gif":
        return b"GIF89a" + struct.pack("<2H", width, height) + bytes(20)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s2I", 13, b"IHDR", width, height) + bytes(20)


@pytest.mark.parametrize("kind", ["gif", "png"])
def test_a_spacer_board_keeps_its_place_and_stops_nothing(tmp_path: Path, kind: str) -> None:
    high = 120
    made = Table(tmp_path)
    members = {"data": b"x", f"bdNUL.{kind}": picture(900, high, kind), f"other.{kind}": picture(77, 77, kind)}
    (made.boards / "bdNUL").write_bytes(board_archive(members))
    made.save.boards = ["0", "0", "NUL", "bd", "0", "1", "y"]
    for hex_, *counters in (("C5", squad(broken=True), marker("DM")), ("C2", squad("ru"))):
        x, y = pixel(hex_)
        made.save.put(x, y + high, *counters)
    found = made.imported(rules="asl")
    assert 'at(ge1,"yC5")' in found.text and 'at(ru1,"yC2")' in found.text
    (note,) = [note for note in found.notes if "bdNUL" in note]
    assert "no terrain data" in note and "Put the" not in note
    assert made.run("solve").exit_code == 0


def test_a_game_on_nothing_but_a_spacer_board_ends_in_one_true_line(tmp_path: Path) -> None:
    made = Table(tmp_path)
    (made.boards / "bdNUL").write_bytes(board_archive({"bdNUL.gif": picture(900, 120, "gif")}))
    made.save.boards = ["0", "0", "NUL"]
    made.put("C5", squad(broken=True))
    result = made.run("solve")
    assert result.exit_code == 2 and "legacy board" in result.stderr and result.stderr.count("\n") == 1


def test_counters_without_a_rule_are_named_with_the_units_that_they_can_concern(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.put("D5", marker("Panjis: 3")).put("E5", marker("Stream", "DO/Stream")).put("P9", marker("Gutted"))
    made.put("D4", marker("TI")).put("E4", marker("Scenario Defender"))
    notes = made.imported(rules="asl").notes
    told = {note.group: note for note in notes if "no rule here" in note or "without a rule here" in note}
    assert {note.group for note in notes if "Panjis" in note} == {note.group for note in notes if "Stream" in note}
    assert any("Panjis: 3 in yD5: it can concern ge1" in note and "Panjis" in note.short for note in notes)
    assert any("Stream in yE5: it can concern ge1" in note for note in notes)
    assert "Gutted" in told["counters"] and "ge1" not in told["counters"]
    (idle,) = [note for note in notes if note.startswith("Counters that change nothing")]
    assert "Scenario Defender" in idle and not re.search("Panjis|Stream|Gutted", idle)


def test_who_declared_no_quarter_is_asked_for(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.save.put(50, 50, marker("No Quarter Declared").layer(",US,Russian", 3))  # beside the board, as players lay it
    result = made.run("solve", "--rules", "asl")
    assert "No Quarter" in result.stderr.splitlines()[0] and "no_quarter(SIDE)" in result.stderr
    assert not any("change nothing" in note and "Quarter" in note for note in made.imported(rules="asl").notes)
    assert not any("Quarter" in note for note in made.imported(rules="aslsk").notes)  # nobody surrenders


def test_what_decides_stands_in_the_summary_in_words(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C5", squad(broken=True), marker("DM")).put("C2", squad("ru"), marker("Berserk"))
    made.save.boards = ["0", "0", "y", "VER", "1.0", "OVR", "X3", "D4", "D5", "SSR", "FlyingSaucers"]
    summary = made.run("solve", "--rules", "aslsk").stderr.splitlines()[0]
    assert "overlays (X3) are not on the map" in summary
    assert "scenario rules of board y that pyrout does not know: FlyingSaucers" in summary
    assert "left out: " in summary and not re.search(r"[a-z]\([a-z]", summary)  # no facts


@pytest.mark.parametrize("said", ["yC6", "C6", "0yC6"])
def test_a_hex_may_be_named_without_its_only_board(table: Table, said: str) -> None:
    assert (
        table.run("explain", "ge1", said, "--rules", "aslsk").stdout
        == table.run("explain", "ge1", "yC6", "--rules", "aslsk").stdout
    )


def test_a_log_of_turns_may_name_hexes_without_their_only_board(table: Table, tmp_path: Path) -> None:
    log = tmp_path / "turns.log"
    told = []
    for line in ("ge1: C4(pin)", "ge1: yC4(pin)"):
        log.write_text(line + "\n")
        result = table.run("phase", "--log", log, "--rules", "aslsk")
        told.append((result.exit_code, result.stdout))
    assert told[0] == told[1] and told[0][0] == 0


def test_a_hex_is_named_with_the_zero_of_its_board_or_without(tmp_path: Path) -> None:
    made = Table(tmp_path).put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    made.board = Drawing(cols=17, rows=10, name="05").fill("C6 D6", WOODS)
    made.save.boards = ["0", "0", "05"]
    told = {made.run("explain", "ge1", said, "--rules", "aslsk").stdout for said in ("05C6", "5C6", "C6")}
    assert len(told) == 1 and "5C6 is a destination" in told.pop()
    assert "no unit is in 05C4" in made.run("explain", "05C4", "--rules", "aslsk").stderr
    for unit in ("05C3", "5C3", "C3"):
        judged = made.run("check", unit, "05C4", "C5", "5C6", "--rules", "aslsk")
        assert judged.exit_code == 0 and judged.stdout.startswith("legal"), judged.output
