"""Saves and boards that cannot be used: one line, exit status 2, and nothing written."""

from __future__ import annotations

import os
import random
import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_vasl_save_hostile import mutated_text
from vasl_boards import real_data
from vasl_boards import zipped as board_archive
from vasl_saves import Made, disguised, leader, marker, squad, vehicle, weapon, zipped
from vasl_tables import RULE_SETS, Table, facts, pixel

import pyrout
from pyrout.cli import main
from pyrout.position.reading import parse
from pyrout.program import rule_sets
from pyrout.vasl import BoardError
from pyrout.vasl.boards.folders import BoardsError, archives, board_folder
from pyrout.vasl.import_game import import_game

pytestmark = pytest.mark.slow  # half a minute together


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("hill-621.vsav", "no unit is on board 02, and boards 04 and 03 are missing; put the files bd04 and bd03 "),
        ("hip-concealed.vsav", "no board is chosen in it"),
    ],
)
def test_real_saves_that_give_none(file: str, problem: str, rules: str) -> None:
    folder = real_data()
    with pytest.raises(pyrout.PyroutError, match=problem):
        import_game(folder / "saves" / file, folder / "boards", rules=rules)


def test_nothing_in_a_save_adds_facts_or_lines(table: Table) -> None:
    nasty = "1\nstatus(ru1,broken).\n%* "
    table.save.boards = ["0", "0", "y", "VER", nasty, "SSR", nasty]
    table.put("C5", marker(nasty)).put("C6", squad("ru"), marker(f"Tiger {nasty} Wreck"))
    table.put("C7", Made(f"4-4-7 {nasty}1sq", "ru/ru447S").trait("conceal;C;ru/q;ru;;x", "null;"))
    imported = table.imported()
    assert all(note.isprintable() for note in imported.notes)
    assert facts(parse(imported.text), "status") == {"status(ge1,broken)", "status(ge1,dm)"}


@pytest.mark.slow
def test_mutations_of_a_save_give_one_line_or_an_instance(table: Table) -> None:
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
            imported = import_game(table.path, table.boards, rules=RULE_SETS[number % 2])
        except pyrout.PyroutError as error:
            assert str(error).isprintable()
        else:
            parse(imported.text, need="position")
            taken += 1
    assert 0 < taken < 60


def test_the_folder_of_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_variable_names_the_boards(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYROUT_BOARDS", str(table.boards))
    done = CliRunner().invoke(main, ["solve", str(table.written())], catch_exceptions=False)
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout


def test_missing_boards_are_named_all_at_once(tmp_path: Path) -> None:
    (tmp_path / "bdy").write_bytes(b"")
    assert archives(["y"], tmp_path) == {"y": tmp_path / "bdy"}
    with pytest.raises(BoardsError) as error:
        archives(["y", "02", "z"], tmp_path)
    assert "these boards are missing: bd02, bdz; put the files bd02, bdz of VASL's boards there" in str(error.value)
    with pytest.raises(BoardsError, match="this board is missing: bd02; put the file bd02"):
        archives(["02"], tmp_path)


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


def test_a_missing_board(table: Table) -> None:
    table.written()
    (table.boards / "bdy").unlink()
    assert "this board is missing: bdy" in refused(table)


def test_a_legacy_board(table: Table) -> None:
    table.written()
    with zipfile.ZipFile(table.boards / "bdy", "w") as archive:
        archive.writestr("data", "old")
    assert "is a legacy board" in refused(table)


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04" + bytes(100)])
def test_files_that_are_no_boards(table: Table, content: bytes) -> None:
    table.written()
    (table.boards / "bdy").write_bytes(content)
    assert "is not a board archive" in refused(table)


def test_a_board_that_is_a_folder(table: Table) -> None:
    table.written()
    (table.boards / "bdy").unlink()
    (table.boards / "bdy").mkdir()
    assert "bdy: is no file" in refused(table)


def test_truncated_boards_and_saves(table: Table) -> None:
    table.written()
    whole = (table.boards / "bdy").read_bytes()
    (table.boards / "bdy").write_bytes(whole[: len(whole) // 2])
    assert "bdy: is not a board archive" in refused(table)
    (table.boards / "bdy").write_bytes(whole)
    game = table.path.read_bytes()
    table.path.write_bytes(game[: len(game) // 2])
    assert "game.vsav: " in refused(table)


@pytest.mark.slow
def test_a_board_that_unpacks_to_far_too_much(table: Table) -> None:
    table.written()
    with zipfile.ZipFile(table.boards / "bdy", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("BoardMetadata.xml", bytes(50_000_000))
        archive.writestr("LOSData", bytes(200_000_000))
    assert "BoardMetadata.xml has more than" in refused(table)


def test_folders_that_are_none(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_folder_that_cannot_be_read(table: Table) -> None:
    table.written()
    table.boards.chmod(0)
    try:
        if os.access(table.boards, os.R_OK):
            pytest.skip("this user may read everything")
        assert "cannot be read" in refused(table) or "missing" in refused(table)
    finally:
        table.boards.chmod(0o755)


def test_saves_without_what_is_needed(table: Table) -> None:
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


def test_more_than_two_sides(table: Table) -> None:
    table.put("D3", squad("ja"))
    table.put("E3", squad("fi"))
    table.written()
    assert "is on which side" in refused(table, "--sides", "japanese=japan,german=axis,russian=russian,finnish=finland")
    assert "--sides: martian is no nationality" in refused(table, "--sides", "martian=x")
    assert "no rule set is called" in refused(table, "--rules", "bridge")


def test_rule_sets_of_other_games(table: Table) -> None:
    table.written()
    other = next((name for name in rule_sets.names() if name not in RULE_SETS), None)
    if other is None:
        pytest.skip("there are no others")
    assert f"a game of VASL is not played by the rule set {other}; there are: aslsk, asl" in refused(
        table, "--rules", other
    )


def test_no_save_at_all(table: Table, tmp_path: Path) -> None:
    table.path = tmp_path / "none.vsav"
    assert "none.vsav: cannot be read (No such file or directory)" in refused(table)
    table.path = tmp_path / "folder.vsav"
    table.path.mkdir()
    assert "cannot be read (Is a directory)" in refused(table)


def test_too_many_units_far_apart(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrout.vasl import import_game

    table.written()
    monkeypatch.setattr(import_game, "EVERY_PAIR", 10)
    monkeypatch.setattr(import_game, "PAIR_LIMIT", 10)
    assert "too many for an instance" in refused(table)
    monkeypatch.setattr(import_game, "HEX_LIMIT", 10)
    assert "hexes are near the 1 units that rout, too many" in refused(table)


def test_verify_has_nothing_to_do_with_saves(table: Table) -> None:
    done = CliRunner().invoke(main, ["verify", str(table.written())])
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert "a saved game states no answers" in line


def test_output_that_cannot_be_written(table: Table, tmp_path: Path) -> None:
    table.written()
    target = tmp_path / "folder"
    target.mkdir()
    for out, why in ((target, "it is a folder"), (tmp_path / "no" / "where.lp", "No such file or directory")):
        done = table.run("import", "-o", out)
        assert done.exit_code == 2 and f"cannot be written ({why})" in done.stderr.splitlines()[-1]
    assert [path.name for path in target.iterdir()] == []


def test_output_is_whole_or_untouched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails in the middle leaves the old file, and no other."""
    from pyrout.base.atomic_write import write_lines

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


def test_without_wasmtime(table: Table) -> None:
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


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "has no attribute"),
        ("raise AttributeError('no such function')", "cannot be loaded here"),
        (
            "class WasmtimeError(Exception): pass\n"
            "class Trap(Exception): pass\n"
            "class Config: pass\n"
            "def Engine(config): raise WasmtimeError('for another system')\n",
            "does not start the LOS engine (for another system)",
        ),
    ],
    ids=["another version", "damaged", "another system"],
)
def test_a_wasmtime_that_does_not_work_is_named(table: Table, tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "wasmtime.py").write_text(content)
    program = "from pyrout.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "solve", str(table.written()), "--boards", str(table.boards)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "other"), "PYROUT_CACHE": ""},
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert words in done.stderr and "-m pip install wasmtime" in done.stderr


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
    imported = made.imported(rules="asl")
    assert 'at(ge1,"yC5")' in imported.text and 'at(ru1,"yC2")' in imported.text
    (note,) = [note for note in imported.notes if "bdNUL" in note]
    assert "no terrain data" in note and "Put the" not in note
    assert made.run("solve").exit_code == 0


def test_a_game_on_nothing_but_a_spacer_board_ends_in_one_true_line(tmp_path: Path) -> None:
    made = Table(tmp_path)
    (made.boards / "bdNUL").write_bytes(board_archive({"bdNUL.gif": picture(900, 120, "gif")}))
    made.save.boards = ["0", "0", "NUL"]
    made.put("C5", squad(broken=True))
    result = made.run("solve")
    assert result.exit_code == 2 and "legacy board" in result.stderr and result.stderr.count("\n") == 1
