"""Try every board archive, saved game and log of a folder: each must end in an answer, or in one line that says why not.

    python tests/bench/try_vasl_files.py [FOLDER] [--boards DIR] [--list]

Without FOLDER: the real files beside the project (`../shared/data/vasl`), where they are. Files are told apart by their
names: `bdNAME`, `*.vsav`, `*.vlog`. An archive is read whole, with each hex explained; a saved game is imported and its
broken units are solved; a log is judged. Exit status 1 if a file ends otherwise. `--list` prints a line for each file.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import time
import traceback
from collections import Counter
from collections.abc import Iterator

from click.testing import CliRunner, Result
from vasl_boards import data_folder

from pyrout.cli import main
from pyrout.vasl import BoardError
from pyrout.vasl.boards.explained import explain_hex
from pyrout.vasl.boards.maps import read_board

KINDS = {"board": "bd*", "save": "*.vsav", "log": "*.vlog"}
ANSWERED = (0, 1)  # exit statuses of an answer; 1 says that it is "no"


def ended(done: Result) -> str:
    """Return the end of a command: an answer, one line, or a fault with its text."""
    if done.exception and not isinstance(done.exception, SystemExit):
        return "fault: " + "".join(traceback.format_exception_only(done.exception)).strip()
    if done.exit_code in ANSWERED:
        return "answer" if done.stdout else "fault: nothing printed"
    lines = [line for line in done.stderr.splitlines() if ": assumed: " not in line]
    if len(lines) == 1 and ": " in lines[0] and "Traceback" not in lines[0]:
        return f"line: {lines[0]}"
    return f"fault: exit status {done.exit_code} with {len(lines)} lines"


def explained(archive: Path) -> str:
    """Explain each hex of an archive, and return the end of that."""
    try:
        board = read_board(archive)
        for number in board.hexes:
            if not list(explain_hex(board, board.name(number)))[-1].startswith("facts: hex("):
                return f"fault: {board.name(number)} has no facts"
    except BoardError as error:
        return f"line: {error}"
    return "answer"


def outcomes(kind: str, file: Path, boards: Path) -> Iterator[tuple[str, str]]:
    """Yield each trial of a file, with its end."""
    if kind == "board":
        yield "board", ended(CliRunner().invoke(main, ["board", str(file)]))
        yield "board --explain", explained(file)
    elif kind == "save":
        for command in ("import", "solve"):
            yield command, ended(CliRunner().invoke(main, [command, str(file), "--boards", str(boards)]))
    else:
        yield "judge", ended(CliRunner().invoke(main, ["judge", str(file), "--boards", str(boards)]))


def run() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    folder = given.folder or data_folder()
    if folder is None or not folder.is_dir():
        print("try_vasl_files: no folder with such files", file=sys.stderr)
        return 2
    boards = given.boards or (folder / "boards" if (folder / "boards").is_dir() else folder)
    counts: Counter[tuple[str, str]] = Counter()
    faults = 0
    for kind, pattern in KINDS.items():
        for file in sorted(file for file in folder.rglob(pattern) if file.is_file()):
            began = time.perf_counter()
            for what, how in outcomes(kind, file, boards):
                counts[what, how.partition(":")[0]] += 1
                faults += how.startswith("fault")
                if given.list or how.startswith("fault"):
                    print(f"{file.name}: {what}: {how}, {time.perf_counter() - began:.1f} s")
    for (what, how), count in sorted(counts.items()):
        print(f"{what}: {count} x {how}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(run())
