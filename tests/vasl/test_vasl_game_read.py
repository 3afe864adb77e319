"""Saved games and their boards as instances: examples of the article, real saves, several boards, large games."""

from __future__ import annotations

import csv
import json
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from vasl_boards import BRUSH, GRAIN, ORCHARD, STONE_1, Drawing, real_data
from vasl_saves import Made, Save, centre, leader, marker, squad
from vasl_tables import RULE_SETS, Table, answers, facts, pixel

import pyrout
from pyrout.cli import main
from pyrout.position.facts import Instance
from pyrout.position.reading import load, parse
from pyrout.vasl.import_game import import_game

pytestmark = pytest.mark.slow  # half a minute together

EXAMPLES = Path(__file__).parents[2] / "instances" / "aslsk"


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


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.lp") if "remembered" not in path.stem))
@pytest.mark.slow
def test_an_example_of_the_article_from_its_save_and_its_board(name: str, tmp_path: Path) -> None:
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
    instance = parse(import_game(path, boards, month=int(str(month))).text, name)
    assert instance.rules == "aslsk"
    assert len(answers(example)) == 1
    assert answers(instance) == answers(example)


@pytest.mark.slow
def test_the_saved_game_of_the_handbook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_real_saves_give_instances(file: str, rules: str) -> None:
    """Saves whose units are on boards that are there. Nobody is broken in them: with all of one side broken they solve."""
    folder = real_data()
    imported = import_game(folder / "saves" / file, folder / "boards", rules=rules)
    position = parse(imported.text, file, need="position")
    assert imported.routers == () and "nobody routs" in " ".join(imported.notes)
    kinds = {fact.args[0]: str(fact.args[2]) for fact in position.of("unit")}
    men = [unit for unit, kind in kinds.items() if kind in ("squad", "crew", "leader")]
    seen = re.sub(r"status\(\w+,(concealed|hidden)\)\.", "", imported.text)
    broken = parse(seen + "".join(f"status({unit},broken). status({unit},dm). " for unit in men), file)
    assert {unit.id for unit in pyrout.solve(broken, rules=rules).units} >= set(men)


def test_the_units_of_a_real_save_are_where_its_truth_says() -> None:
    folder = real_data()
    position = parse(import_game(folder / "saves" / "synth-z-crop.vsav", folder / "boards").text, need="position")
    with open(folder / "saves" / "synth-z-crop-truth.csv", newline="") as file:
        truth = [row for row in csv.DictReader(file) if not row["kind"].startswith("counter") and row["kind"] != "sw"]
    nations = {"ge": "german", "ru": "russian"}
    wanted = sorted((f"z{row['hex']}", nations[row["nation"]], row["kind"]) for row in truth)
    at = {fact.args[0]: fact.args[1] for fact in position.of("at")}
    assert sorted((at[f.args[0]], str(f.args[1]), str(f.args[2])) for f in position.of("unit")) == wanted


@pytest.mark.slow
def test_boards_joined_and_reversed_are_one_map(tmp_path: Path) -> None:
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
    imported = import_game(path, boards)
    position = parse(imported.text, "two")
    assert facts(position, "at") == {'at(ge1,"10N9")', 'at(ru1,"10P10")', 'at(ru2,"2T9")'}
    hexes = {str(fact.args[0]) for fact in position.of("hex")}
    assert "10N10" in hexes and "2T10" not in hexes  # one hex, under the name of the upper board
    assert any(f.args[0] == "10N9" and str(f.args[1]).startswith("2") for f in position.of("los"))
    assert position.rules == "asl"
    said = " ".join(imported.notes)
    assert "Board 10 is version" in said and "NoSuchRule" in said
    (answer,) = pyrout.solve(position).units
    assert answer.id == "ge1" and {step[0] for route in answer.routes for step in route.path} <= {"1", "2"}


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_one_command_from_a_save_to_the_routs(table: Table, rules: str) -> None:
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


def test_an_import_is_written_with_corrections(table: Table) -> None:
    plain = table.run("import", "--rules", "aslsk").stdout
    assert "attacker(russian)." in plain
    done = table.run("import", "--rules", "aslsk", "--attacker", "german", "--fact", 'at(ge1,"yC4")')
    instance = parse(done.stdout)
    assert facts(instance, "attacker") == {"attacker(german)"} and 'at(ge1,"yC4")' in facts(instance, "at")
    assert len(instance.of("at")) == len(parse(plain).of("at"))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_import_and_solve_say_the_same(table: Table, tmp_path: Path, rules: str) -> None:
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


def test_explain_and_check_read_saves(table: Table) -> None:
    why = table.run("explain", "ge1", "yC6")
    assert why.exit_code == 0 and "yC6" in why.stdout
    legal = table.run("check", "ge1", "yC4", "yC5", "yC6")
    assert (legal.exit_code, legal.stdout.split()[0]) == (0, "legal")
    assert table.run("check", "ge1", "yC2").exit_code == 1


@pytest.mark.slow
def test_where_counters_are_concealed_the_game_is_full_asl(table: Table) -> None:
    """The Starter Kit has no concealment: left out there, an enemy below a `?` would be Known."""
    assert table.instance().rules == "aslsk"
    table.put("C7", squad("ru", concealed="x"))
    imported = table.imported()
    assert any("taken to be asl, as counters are concealed" in note for note in imported.notes)
    instance = table.instance()
    assert instance.rules == "asl" and [str(fact.args[1]) for fact in instance.of("status")].count("concealed") == 1
    assert table.instance(rules="aslsk").rules == "aslsk"


@pytest.mark.slow
def test_the_rules_are_those_of_the_boards(table: Table) -> None:
    assert table.instance().rules == "aslsk"
    assert table.instance(rules="asl").rules == "asl"
    table.save.boards = ["0", "0", "07"]
    table.board = Drawing(cols=17, rows=10, name="07")
    instance = table.instance()
    assert instance.rules == "asl" and 'at(ge1,"7C3")' in facts(instance, "at")


def test_hexes_and_los_reach_as_far_as_a_rout_does(table: Table) -> None:
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
def test_sides_month_and_season(table: Table) -> None:
    table.board.fill("D4", GRAIN).fill("C5", ORCHARD)
    imported = table.imported()
    assert any("grain and orchard are taken to be in season" in note for note in imported.notes)
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


@pytest.mark.slow
def test_units_upstairs_see_and_are_seen_from_their_level(table: Table) -> None:
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


@pytest.mark.slow
def test_a_month_for_a_save_and_none_for_an_instance(table: Table) -> None:
    """Orchard out of season lets a leader on the hill see over it; an instance says its month itself."""
    table.board.fill("C5", GRAIN)
    seasons = [table.run("solve", "--json", "--month", month).stdout for month in (7, 1)]
    assert seasons[0] != seasons[1]
    out = table.folder / "game.lp"
    table.run("import", "-o", out)
    for option in (("--month", "1"), ("--sides", "german=axis")):
        done = CliRunner().invoke(main, ["solve", str(out), *option])
        assert done.exit_code == 2 and f"{option[0]} is for saved games" in done.stderr


def test_a_save_by_another_name(table: Table) -> None:
    table.path = table.folder / "turn-4.zip"
    done = table.run("solve")
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout
    done = CliRunner().invoke(main, ["board", str(table.path)])
    assert done.exit_code == 2 and "is a saved game, not a board; read it with `pyrout import`" in done.stderr
    board = table.boards / "bdy"
    done = CliRunner().invoke(main, ["solve", str(board), "--boards", str(table.boards)])
    assert done.exit_code == 2 and "no VASSAL saved game" in done.stderr


@pytest.mark.slow
def test_a_large_game_on_six_boards_takes_seconds(tmp_path: Path) -> None:
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
    imported = import_game(path, boards, rules="aslsk")
    position = parse(imported.text, "large")
    assert len(pyrout.solve(position, units=imported.routers[:2], paths=0).units) == 2
    assert time.process_time() - began < 60
    assert len(imported.routers) == 6 and len(position.of("unit")) == 90


def test_log_files_are_read_at_their_first_step(table: Table) -> None:
    table.save.log = ["CHAT*** (IFT DR) 5,3 ***"]
    table.path = table.folder / "game.vlog"
    done = table.run("solve")
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout
    assert "The file is a log with 1 steps" in done.stderr


def test_terrain_rules_of_the_scenario_change_the_board(table: Table) -> None:
    table.save.boards = ["0", "0", "y", "SSR", "WoodsToBrush"]
    position = table.instance()
    assert 'terrain("yC6",brush)' in facts(position, "terrain")
    assert not any("scenario" in note for note in table.imported().notes)


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
