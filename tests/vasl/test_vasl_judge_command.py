"""The command `judge`: its report, its positions and its options."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from vasl_boards import real_data
from vasl_games import BEFORE, MPH, Game, run
from vasl_logs import PASSWORD
from vasl_saves import marker, squad

fitting = pytest.importorskip("fitting", reason="output is validated where jsonschema is installed")

from pyrout.cli import main  # noqa: E402


def test_the_log_of_the_handbook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report that docs/how/judge-a-log.md shows is what the command prints."""
    page = (Path(__file__).parents[2] / "docs" / "how" / "judge-a-log.md").read_text(encoding="utf-8")
    (printed,) = re.findall(r"^```text\n(game\.vlog: .*?)^```$", page, re.MULTILINE | re.DOTALL)
    game = Game(tmp_path, phase=MPH)
    game.put("C2", squad("ru"))
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.put("E3", squad(broken=True), marker("DM"))
    game.turn(BEFORE).turn(1).drag(one, "C3", "C6").turn(2)
    monkeypatch.setenv("NO_COLOR", "1")
    game.written()
    monkeypatch.chdir(game.folder)
    result = run("game.vlog", "--boards", game.boards)
    assert (result.stdout.strip(), result.exit_code) == (printed.strip(), 1)


def test_a_position_is_written_and_is_the_one_that_is_judged(game: Game, tmp_path: Path) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.put("N9", squad(), squad())
    game.recorder.leaf("CHAT<a> - hello").step()
    game.drag(one, "C3", "C4", "C5", "C6").turn(2)
    turn = game.only("--rules", "aslsk")
    out = tmp_path / "out.lp"
    assert game.run("--step", turn["step"], "-o", out, "--rules", "aslsk").exit_code == 0
    assert f'at({turn["unit"]},"yC3")' in out.read_text()
    checked = CliRunner().invoke(main, ["check", str(out), turn["unit"], *turn["path"], "--boards", str(game.boards)])
    assert checked.exit_code == 0 and checked.stdout.startswith("legal")
    assert game.run("--step", 99).exit_code == 2
    assert game.run("-o", out).exit_code == 2


def test_a_position_is_written_with_the_attacker_and_the_dm_that_the_player_names(game: Game) -> None:
    """Its notes name both options; a whole game has several attackers, and they are refused."""
    (one,) = game.put("C3", squad(broken=True))
    game.put("N9", squad("ru"))
    game.drag(one, "C3", "C6").turn(2)
    step = game.only("--rules", "aslsk")["step"]
    plain = game.run("--step", step, "--rules", "aslsk")
    assert "attacker(german)." in plain.stdout and "(--attacker russian for the other)" in plain.output
    changed = game.run("--step", step, "--rules", "aslsk", "--attacker", "russian", "--dm", "yC3")
    assert changed.exit_code == 0 and "attacker(russian)." in changed.stdout
    assert "attacker(german)." not in changed.stdout and "status(ge1,dm)." in changed.stdout
    for option in (("--attacker", "russian"), ("--dm", "yC3")):
        refused = game.run(*option)
        assert refused.exit_code == 2 and f"{option[0]} corrects one position: it goes with --step N" in refused.stderr


def test_an_id_is_the_same_in_every_position(game: Game, tmp_path: Path) -> None:
    """Though the first unit has come to lie below the second: each position is asked for alone."""
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    other, _ = game.put("D3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C6").drag(other, "D3", "D2").turn(2)
    turns = game.told("--rules", "aslsk")["turns"]
    assert [(turn["step"], turn["unit"], turn["path"][0]) for turn in turns] == [(2, "ge1", "yC3"), (3, "ge2", "yD3")]
    for step, places in (
        (2, {"ge1": "yC3", "ge2": "yD3"}),
        (3, {"ge1": "yC6", "ge2": "yD3"}),
        (4, {"ge1": "yC6", "ge2": "yD2"}),
    ):
        out = tmp_path / "there.lp"
        assert game.run("--step", step, "-o", out).exit_code == 0
        at = dict(re.findall(r'at\((ge\d),"(\w+)"\)', out.read_text()))
        assert at == places


def test_a_position_is_not_written_as_json(game: Game) -> None:
    game.put("C3", squad(broken=True))
    result = game.run("--step", 1, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--json is of the judged game" in result.stderr


def test_a_correction_holds_in_every_position(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C4").turn(2)
    rules = ("--rules", "asl")
    assert game.only(*rules)["said"] == "it surrenders"  # in C2 is its captor, and it has no clean rout
    quarter = ("--fact", "no_quarter(german)")
    assert "surrenders" not in game.only(*rules, *quarter).get("said", "")
    assert "no_quarter(german)." in game.run(*rules, *quarter, "--step", 1).stdout
    damaged = game.run(*rules, "--fact", "no_quarter(")
    assert damaged.exit_code == 2 and damaged.stderr.count("\n") == 1


def test_no_password_is_printed(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True, concealed=PASSWORD), marker("DM"))
    game.drag(one, "C3", "C6").turn(2)
    for options in (("--json",), ("--assumed",), ("--step", 1)):
        assert "sesame" not in game.run("--rules", "aslsk", *options).output


def test_a_time_limit_ends_the_work_and_is_said(game: Game) -> None:
    for number in range(4, 9):
        one, _ = game.put(f"H{number}", squad(broken=True), marker("DM"))
        game.drag(one, f"H{number}", f"I{number}")
    result = game.turn(2).run("--rules", "aslsk", "--timeout", 0.001)
    assert result.exit_code == 3
    assert "time limit" in result.output and "Traceback" not in result.output


@pytest.mark.slow
def test_the_real_log() -> None:
    data = real_data()
    result = run(data / "logs" / "recorded-hill.vlog", "--boards", data / "boards", "--json")
    told = json.loads(result.stdout)
    assert fitting.problems(told) == []
    routs = [turn for turn in told["turns"] if turn["does"] == "routs"]
    assert [turn["steps"] for turn in routs] == [[21, 22], *[[24, 25]] * 3]
    assert [turn["path"] for turn in routs] == [["2K5", "2J5", "2O7"], *[["2M6", "2N6", "2N7"]] * 3]
    assert len({turn["unit"] for turn in routs}) == 4
    # on board 02 alone all four are illegal; what board 04 has within their reach could change that
    for turn in routs:
        assert turn["verdict"] == "open" and turn["said"].startswith("illegal if what is missing changes nothing")
        assert any("the terrain of the missing board 04" in unknown for unknown in turn["unknown"])
    assert "2J5" in routs[0]["ends"] and result.exit_code == 0
    assert "bd04" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("enemies", [6, 40])
def test_a_log_of_thirty_routs_takes_less_than_a_minute(tmp_path: Path, enemies: int) -> None:
    """On a real board, with many counters or with much freedom; the time is that of the process."""
    chance = random.Random(5)
    made = Game(tmp_path)
    made.boards = real_data() / "boards"
    columns = [*(chr(66 + n) for n in range(25)), *(chr(65 + n) * 2 for n in range(6))]
    spots = [(column, row) for column in range(len(columns)) for row in range(2, 10)]
    chance.shuffle(spots)
    taken = set(spots[: enemies + 30])

    def name(spot: tuple[int, int]) -> str:
        return f"{columns[spot[0]]}{spot[1]}"

    for spot in spots[:enemies]:
        made.put(name(spot), squad("ru"))
    routers = [
        (made.put(name(spot), squad(broken=True), marker("DM"))[0], spot) for spot in spots[enemies : enemies + 30]
    ]
    for piece, (column, row) in routers:
        near = [spot for spot in spots if spot not in taken and abs(spot[0] - column) < 5 and abs(spot[1] - row) < 4]
        taken.add(to := chance.choice(near))
        made.drag(piece, name((column, row)), name(to))
    before = time.process_time()
    turns = made.turn(2).told("--timeout", 280)["turns"]
    assert time.process_time() - before < 60
    judged = [turn["verdict"] for turn in turns if turn["does"] == "routs"]
    assert len(judged) == 30 and {*judged} <= {"legal", "illegal", "open"}


@pytest.mark.parametrize(
    ("rules", "options", "assumed"),
    [("asl", (), True), ("asl", ("--fact", "environment(night)"), False), ("aslsk", (), False)],
)
def test_day_and_dry_ground_are_an_assumption_of_the_report(
    game: Game, rules: str, options: tuple[str, ...], assumed: bool
) -> None:
    game.put("P9", squad(broken=True))
    told = game.turn(2).told("--rules", rules, *options)
    assert any("taken to be day" in each for each in told.get("assumes", ())) == assumed
