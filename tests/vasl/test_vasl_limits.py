"""Boards that are missing, or that would take more time and memory than a board can."""

from __future__ import annotations

import gzip
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from vasl_boards import WOODS, Drawing, blocks, zipped
from vasl_saves import centre, marker, squad
from vasl_tables import Table, facts

from pyrout.base.memory import MOST_MEMORY
from pyrout.cli import main
from pyrout.position.reading import parse
from pyrout.vasl import BoardError
from pyrout.vasl.boards.archive import PIXEL_LIMIT, read_archive
from pyrout.vasl.import_game import import_game


@pytest.fixture
def three(tmp_path: Path) -> Table:
    """Boards y, w and z from top to bottom, all of 17 columns and 10 rows; a fight on y, a unit on each of the others."""
    made = Table(tmp_path)
    made.save.boards = ["0", "0", "y", "bd", "0", "1", "w", "bd", "0", "2", "z"]
    made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    for board, column in ((1, 4), (2, 6)):
        x, y = centre(column, 3)
        made.save.put(x, y + 645 * board, squad("ru"))
    made.board.save(made.boards)
    for name in ("w", "z"):
        Drawing(cols=17, rows=10, name=name).fill("C6", WOODS).save(made.boards)
    return made


@pytest.mark.slow
def test_the_boards_that_are_there_are_used(three: Table) -> None:
    whole = three.imported(rules="aslsk")
    assert not any("missing" in note for note in whole.notes)
    assert facts(parse(whole.text), "at") == {'at(ge1,"yC3")', 'at(ru1,"yC2")', 'at(ru2,"wE4")', 'at(ru3,"zG4")'}
    (three.boards / "bdw").unlink()
    imported = import_game(three.path, three.boards, rules="aslsk")
    (note,) = (note for note in imported.notes if "missing" in note)
    assert note.startswith(
        "This board is missing, and what lies there is left out: bdw; no LOS goes across. Put the file"
    )
    (lost,) = (note for note in imported.notes if "on no hex of a board" in note)
    assert lost == "Left out: 1 on the map window but on no hex of a board: russian 4-6-7 1sq."
    position = parse(imported.text)
    # z lies where it lay, below the board that is not there
    assert facts(position, "at") == {'at(ge1,"yC3")', 'at(ru1,"yC2")', 'at(ru2,"zG4")'}
    assert not any(hex_.startswith('hex("w') for hex_ in facts(position, "hex"))
    at = {str(f.args[0]): f.args[1:] for f in position.of("hex")}
    assert at["zG4"] == {str(f.args[0]): f.args[1:] for f in parse(whole.text).of("hex")}["zG4"]
    assert not position.of("elevation")
    assert "Board w" not in imported.text


@pytest.mark.slow
def test_no_los_goes_across_a_board_that_is_missing(three: Table) -> None:
    assert 'los("yK5","zG4",0)' in facts(parse(three.imported(rules="aslsk").text), "los")
    (three.boards / "bdw").unlink()
    seen = facts(parse(import_game(three.path, three.boards, rules="aslsk").text), "los")
    assert seen and not any('"z' in los and '"y' in los for los in seen)


@pytest.mark.slow
def test_all_missing_boards_are_named_at_once(three: Table) -> None:
    three.written()
    for name in ("w", "z"):
        (three.boards / f"bd{name}").unlink()
    done = CliRunner().invoke(main, ["solve", str(three.path), "--rules", "aslsk", "--boards", str(three.boards)])
    assert done.exit_code == 0 and "MUST ROUT" in done.stdout
    (line,) = (line for line in done.stderr.splitlines() if "missing" in line)
    assert "These boards are missing, and what lies there is left out: bdw, bdz;" in line
    (three.boards / "bdy").unlink()
    done = CliRunner().invoke(main, ["solve", str(three.path), "--boards", str(three.boards)])
    assert done.exit_code == 2 and "these boards are missing: bdy, bdw, bdz" in done.stderr


@pytest.mark.parametrize(
    ("gone", "problem"),
    [
        (
            ("w",),
            "no unit is on boards y and z, and board w is missing; put the file bdw of VASL's boards into ",
        ),
        (
            ("w", "z"),
            "no unit is on board y, and boards w and z are missing; put the files bdw and bdz of VASL's boards into ",
        ),
    ],
)
def test_no_unit_is_on_the_boards_that_are_there(tmp_path: Path, gone: tuple[str, ...], problem: str) -> None:
    made = Table(tmp_path)
    made.save.boards = ["0", "0", "y", "bd", "0", "1", "w", "bd", "0", "2", "z"]
    x, y = centre(4, 3)
    made.save.put(x, y + 645, squad("ru"))  # on board w
    for name in {"w", "z"}.difference(gone):
        Drawing(cols=17, rows=10, name=name).save(made.boards)
    done = made.run("solve")
    assert done.exit_code == 2 and problem + str(made.boards) in done.stderr


@pytest.mark.slow
def test_a_missing_board_is_as_large_as_it_was_cut(three: Table) -> None:
    """Half of it is in play, so that the third board lies higher."""
    three.save.boards = ["0", "0", "y", "bd", "0", "1", "w", "0", "0", "900", "322", "bd", "0", "2", "z"]
    x, y = centre(4, 3)
    three.save.put(x, y + 645 + 322, squad("ru"))
    (three.boards / "bdw").unlink()
    imported = import_game(three.written(), three.boards, rules="aslsk")
    assert any(at.endswith('"zE4")') for at in facts(parse(imported.text), "at"))


# ---------------------------------------------------------------------------------------------------------------------
# Size


def huge(folder: Path, width: int, height: int) -> Path:
    """A few bytes that claim, and unpack to, so many pixels of open ground."""
    cols, rows = width // 56 + 1, height // 64
    metadata = (
        f'<boardMetadata name="h" version="1" width="{cols}" height="{rows}" hasHills="FALSE" hexWidth="56.25" '
        f'hexHeight="64.5" A1CenterX="0" A1CenterY="32.25"/>'
    ).encode()
    payload = struct.pack(">4i", cols, rows, width, height) + bytes(2 * width * height + cols * rows + cols // 2)
    path = folder / "bdh"
    path.write_bytes(zipped({"BoardMetadata.xml": metadata, "LOSData": gzip.compress(blocks(payload))}))
    return path


@pytest.mark.slow
def test_a_small_archive_of_many_pixels_is_refused(tmp_path: Path) -> None:
    """Twenty megapixels out of some kilobytes: more than any board, and nothing of them is unpacked."""
    path = huge(tmp_path, 5000, 4000)
    assert path.stat().st_size < 100_000
    with pytest.raises(BoardError, match="claims 5000 x 4000 pixels, more than any board has"):
        read_archive(path)
    for command in ("board", "los"):
        done = CliRunner().invoke(main, [command, str(path)], catch_exceptions=False)
        assert done.exit_code == 2 and "more than any board has" in done.stderr
    assert 9_000_000 < PIXEL_LIMIT <= 10_000_000


@pytest.mark.parametrize("command", ["board", "los", "import"])
def test_the_limits_hold_for_the_commands_of_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path = Drawing(cols=7, rows=4, name="t").save(tmp_path)
    over = CliRunner().invoke(main, [command, str(path), "--timeout", "nan"])
    assert over.exit_code == 2
    asked = []

    def guarded(seconds: float | None, work: object, remedy: str) -> None:
        asked.append((seconds, remedy))

    monkeypatch.setattr("pyrout.commands.boards.within", guarded)
    assert CliRunner().invoke(main, [command, str(path), "--timeout", "7"]).exit_code == 0
    assert CliRunner().invoke(main, [command, str(path), "--timeout", "0"]).exit_code == 0
    assert asked == [(7.0, "choose fewer or smaller boards"), (None, "choose fewer or smaller boards")]


@pytest.mark.slow
def test_an_import_ends_at_the_time_limit_and_for_want_of_memory(three: Table) -> None:
    """In processes of their own: one with no time at all, one that may have less memory than Python takes."""
    three.written()
    arguments = [str(three.path), "--boards", str(three.boards)]
    for command in ("solve", "import"):
        late = subprocess.run(
            [sys.executable, "-m", "pyrout", command, *arguments, "--timeout", "0.001"], capture_output=True, text=True
        )
        assert late.returncode in (0, 3), late.stderr  # a fast machine may be done before the clock is looked at
        program = f"""
from pyrout.commands import console
console.MOST_MEMORY = 1 << 20
console.memory = iter([0] + [2 << 20] * 100).__next__
console._PATIENCE = 0.001
from pyrout.cli import main
main({[command, *arguments]!r})
"""
        large = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert (large.returncode, large.stdout) == (2, "")
        assert re.fullmatch(r"pyrout: more than \d+ GB of memory; choose fewer or smaller boards\n", large.stderr)
    assert MOST_MEMORY == 3 << 30


def test_los_needs_no_file_under_a_limit_of_their_size(tmp_path: Path) -> None:
    """As `ulimit -f` sets it; the output goes to a pipe, which has no size."""
    resource = pytest.importorskip("resource")
    board = Drawing(cols=17, rows=10, name="y").save(tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "pyrout", "los", str(board), "C3", "C5"],
        # Cut short, a compiled module would fail another test.
        env={**os.environ, "PYROUT_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[1].endswith("C5,2,0,0")
