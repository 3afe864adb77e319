"""The commands `board` and `los`, and what is said where wasmtime is missing."""

from __future__ import annotations

import csv
import gzip
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from vasl_boards import GRAIN, STONE_1, WOODS, Drawing, real_data

from pyrout.cli import main
from pyrout.commands.boards import board as board_command
from pyrout.commands.boards import los as los_command
from pyrout.position.reading import load
from pyrout.vasl import BoardError


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return Drawing(cols=7, rows=4, name="07").fill("D2", WOODS).fill("B2", GRAIN).save(tmp_path)


def run(command: click.Command, *args: object) -> list[str]:
    result = CliRunner().invoke(command, [str(arg) for arg in args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_board(archive: Path, tmp_path: Path) -> None:
    lines = run(board_command, archive)
    assert lines[0] == "% Board 7, version 1.0: its hexes as players read them"
    out = tmp_path / "board.lp"
    assert run(board_command, archive, "-o", out) == []
    assert out.read_text().splitlines() == lines
    hexes = [fact.args[0] for fact in load(out, need="facts").facts if fact.name == "hex"]
    assert len(hexes) == 7 * 4 + 3 and hexes[0] == "7A1"
    assert 'terrain("7D2",woods).' in out.read_text()


def test_damage_is_told_with_the_name_of_the_archive(tmp_path: Path) -> None:
    board = Drawing(cols=7, rows=4, name="t").raise_to("D3", 99)
    (tmp_path / "bdt").write_bytes(board.archive)
    done = CliRunner().invoke(main, ["board", str(tmp_path / "bdt")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"pyrout: {tmp_path / 'bdt'}: hex tD3 lies at level 99; the board is damaged\n"


def test_one_pair(archive: Path) -> None:
    assert run(los_command, archive, "7D1", "7D3") == ["src,dst,range,blocked,hindrance", "7D1,7D3,2,1,0"]
    assert run(los_command, archive, "B1", "B3")[1] == "B1,B3,2,0,1"
    assert run(los_command, archive, "B1", "B3", "--month", 1)[1] == "B1,B3,2,0,0"
    assert run(los_command, archive, "B1", "B1")[1] == "B1,B1,0,0,0"


def test_from_one_hex(archive: Path) -> None:
    lines = run(los_command, archive, "7D1")
    assert len(lines) == 1 + 30 and "7D1,7D3,2,1,0" in lines and "7D1,7A1,3,0,0" in lines
    near = run(los_command, archive, "D1", "--range", 1)
    assert near[1:] == [f"D1,{name},1,0,0" for name in ("C1", "C2", "D0", "D2", "E1", "E2")]


def test_every_pair(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "los.csv"
    run(los_command, archive, "-o", out)
    rows = list(csv.DictReader(out.open()))
    names = Drawing(cols=7, rows=4).hex_names
    wanted = [(f"7{a}", f"7{b}") for a in names for b in names if a != b]
    assert [(row["src"], row["dst"]) for row in rows] == wanted
    assert {row["blocked"] for row in rows} == {"0", "1"}
    assert all(row["hindrance"] == "0" for row in rows if row["blocked"] == "1")


@pytest.mark.slow
def test_every_pair_of_a_real_board(tmp_path: Path) -> None:
    folder = real_data()
    out = tmp_path / "los.csv"
    run(los_command, folder / "boards" / "bd02", "-o", out)
    with gzip.open(folder / "los" / "02-los.csv.gz", "rt", newline="") as file:
        known = list(csv.DictReader(file))
    with out.open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(known) == 89_314
    for a, b in zip(lines, known, strict=True):
        assert (a["src"], a["dst"], a["range"], a["blocked"]) == (
            "2" + b["src"],
            "2" + b["dst"],
            b["range"],
            b["blocked"],
        )
        assert b["blocked"] == "1" or a["hindrance"] == b["hindrance"]


@pytest.mark.parametrize(
    ("args", "match"),
    [
        (("7Z9",), "hex 7Z9: is not on board 7; write a hex such as 7A1"),
        (("7A1", "nonsense"), "hex nonsense: is not on board 7"),
        (("7A1", "7A2@x"), "no level behind @"),
        (("7A1\nx",), "is not on board 7"),
    ],
)
def test_unknown_hexes(archive: Path, tmp_path: Path, args: tuple[str, ...], match: str) -> None:
    out = tmp_path / "none.csv"
    with pytest.raises(BoardError, match=match) as error:
        run(los_command, archive, *args, "-o", out)
    assert str(error.value).isprintable()


def test_without_what_boards_need(archive: Path) -> None:
    """Importing works without it; using a board says what is missing, in one line."""
    program = f"""
import sys
from pathlib import Path
sys.modules["wasmtime"] = None
import pyrout, pyrout.vasl, pyrout.vasl.boards.archive, pyrout.commands.boards
from pyrout.errors import PyroutError
from click.testing import CliRunner
for command in (pyrout.commands.boards.board, pyrout.commands.boards.los):
    try:
        CliRunner().invoke(command, [{str(archive)!r}], catch_exceptions=False)
    except PyroutError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    one, two = done.stdout.splitlines()
    assert one == two
    assert re.fullmatch(r"boards need wasmtime, which cannot be loaded here; \S*python\S* -m pip install wasmtime", one)


def test_buildings_of_the_starter_kit(tmp_path: Path) -> None:
    """A house of a level and a half between two hills of one level."""
    board = Drawing(cols=7, rows=9, name="07").raise_to("D1 D0 C1 E1 D9", 1).fill("D4", STONE_1).save(tmp_path)
    assert run(los_command, board, "D1", "D9")[1] == "D1,D9,8,1,0"
    assert run(los_command, board, "D1", "D9", "--starter-kit")[1] == "D1,D9,8,0,0"
