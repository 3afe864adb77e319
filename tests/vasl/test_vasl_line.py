"""Positions that name their boards: as a line, in `verify` and in `batch`, completed from a board that is made up here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run
from vasl_boards import ROWHOUSE_1, STONE_1, WOODS, Drawing
from vasl_saves import Save, centre, marker, squad

pytestmark = pytest.mark.slow

# Typed by hand: ge1 in yD3 is broken, and a Russian squad is next to it in yD2; woods in yC6 and yD6
TYPED = "aslsk; russian against german; boards y; yD3 ge1 german squad 4-6-7-7 broken dm; yD2 ru1 russian squad 4-6-7-7"


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("boards")
    Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS).save(folder)
    return folder


def test_a_line_of_a_game_is_answered_as_the_game(tmp_path: Path, boards: Path) -> None:
    """The line names the board and says nothing of its hexes; what is typed by hand is the same position."""
    save = Save()
    save.put(*centre(3, 3), squad(broken=True), marker("DM"))
    save.put(*centre(3, 2), squad("ru"))
    path = tmp_path / "game.vsav"
    path.write_bytes(save.data())
    line = run("line", path, "--boards", boards, "--rules", "aslsk").stdout.strip()
    assert line.startswith("aslsk; russian against german; boards y; ") and len(line) < 200
    code = run("line", "--link", path, "--boards", boards, "--rules", "aslsk").stdout.strip()
    by_file = json.loads(run("solve", "--json", path, "--boards", boards, "--rules", "aslsk").stdout)["units"]
    assert [unit["verdict"] for unit in by_file] == ["routs"]
    for text in (line, code):
        assert json.loads(run("solve", "--json", "-p", text, "--boards", boards).stdout)["units"] == by_file


def test_a_line_has_the_hexes_that_its_features_are_in(tmp_path: Path) -> None:
    """The game has the features of its whole map, the line the hexes near those who rout."""
    board = Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS)
    board.fill("N7 N8", STONE_1).side("N7", 3, ROWHOUSE_1).save(tmp_path)
    save = Save()
    save.put(*centre(3, 3), squad(broken=True), marker("DM"))
    save.put(*centre(3, 2), squad("ru"))
    path = tmp_path / "game.vsav"
    path.write_bytes(save.data())
    of_the_board = ("--boards", tmp_path)
    whole = tmp_path / "whole.lp"
    whole.write_text(run("import", path, *of_the_board, "--complete", "--rules", "asl").stdout, encoding="utf-8")
    line = run("line", whole, "--rules", "asl").stdout.strip()
    assert 'feature("yN7",rowhouse)' in line
    by_file = run("solve", "--json", path, *of_the_board, "--rules", "asl").stdout
    by_line = run("solve", "--json", "-p", line, *of_the_board).stdout
    assert json.loads(by_line)["units"] == json.loads(by_file)["units"] != []


def test_no_message_has_a_place_in_a_text_that_nobody_has_seen(tmp_path: Path, boards: Path) -> None:
    save = Save()
    save.put(*centre(3, 3), squad(broken=True), marker("DM"))
    save.put(*centre(3, 2), squad("ru"))
    path = tmp_path / "game.vsav"
    path.write_bytes(save.data())
    for command in ("import", "solve"):
        done = run(command, path, "--boards", boards, "--sides", "german=ge1,russian=us")
        assert done.exit_code == 2
        assert done.stderr.splitlines()[-1] == (
            f"pyrout: {path}: ge1 is the id of a unit and of a side; rename one of them"
        )


def test_without_its_boards_a_line_says_what_it_needs(boards: Path) -> None:
    assert run("solve", "-p", TYPED, "--boards", boards).exit_code == 0
    alone = run("solve", "-p", TYPED)
    assert alone.exit_code == 2 and "make its boards available (--boards DIR, or PYROUT_BOARDS)" in alone.stderr
    nowhere = run("solve", "-p", TYPED.replace("yD3", "yD33"), "--boards", boards)
    assert nowhere.exit_code == 2
    assert (
        nowhere.stderr.startswith("pyrout: <line>:4:") and "there is no hex yD33; did you mean yD3?" in nowhere.stderr
    )


def test_verify_batch_and_count_complete_a_position(tmp_path: Path, boards: Path) -> None:
    typed = run("line", "-p", TYPED + "; expect(ge1,verdict(routs))", "--answers").stdout.strip()
    assert run("verify", "-p", typed, "--boards", boards).stdout == "<line>: agrees\n"
    assert "make its boards available" in run("verify", "-p", typed).stderr
    out = tmp_path / "out.ndjson"
    done = run("batch", "-p", typed, "--boards", boards, "-o", out, "--jobs", "1")
    assert done.exit_code == 0, done.stderr
    assert [unit["verdict"] for unit in json.loads(out.read_text())["units"]] == ["routs"]
    assert run("count", "-p", typed, "--boards", boards).exit_code == 0
