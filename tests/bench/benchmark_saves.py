"""Measure the reading of a saved game: for the first time, and again.

    python tests/bench/benchmark_saves.py [--boards DIR] [--rounds 3] [--against FOLDER]

A game of three boards (the first that DIR has of 02, 10, 09, 18, y and z; else boards made up here), 103 counters, eight
units broken, full ASL, made up and always the same. Each row is a whole process, in CPU seconds, the best of the rounds; all
rows of a round are run in turn:

  import, nothing kept     `pyrout import` with PYROUT_CACHE=off
  import, for the first    the same, and what is worked out is kept
  import, again            the same once more
  import, a unit moved     a game that differs in one counter, when the first was kept
  explain, again           `pyrout explain SAVE UNIT`, the second question about the game
  python, clingo, click    what a process takes that only imports these

`--against` names the folder of another state of this repository (a git worktree): its rows are run in turn with these, and
the ratio is what this state takes of it. It knows no cache: each of its rows reads everything.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import random
import shutil
import tempfile
from collections.abc import Mapping

from processes import spent
from vasl_boards import WOODS, Drawing, data_folder
from vasl_saves import Save, centre, marker, squad

HERE = Path(__file__).parents[2]
BOARDS = ("02", "10", "09", "18", "y", "z")
COUNTERS, BROKEN = 95, 8  # and a DM counter for each broken unit


def made_up(folder: Path) -> None:
    """Three standard boards of woods and hills, always the same."""
    rng = random.Random(2)
    for name in BOARDS[:3]:
        board = Drawing(cols=33, rows=10, name=name)
        for hex_ in board.hex_names:
            board.raise_to(hex_, rng.choice([0] * 8 + [1]))
            board.fill(hex_, rng.choice([0] * 6 + [24, 25, 41, WOODS, 63, 65]), rng.choice([0.7, 1.0]))
        board.save(folder)


def three_boards(given: Path | None, folder: Path) -> tuple[Path, list[str]]:
    """A folder with boards, made up in `folder` where there are none, and the names of three."""
    boards = given or (data_folder() or folder) / "boards"
    names = [board for board in BOARDS if (boards / f"bd{board}").is_file()][:3]
    if len(names) < 3:
        boards = folder / "made-up"
        boards.mkdir()
        made_up(boards)
        names = list(BOARDS[:3])
    return boards, names


def game(names: list[str], moved: int = 0, seed: int = 3) -> bytes:
    """The game. `moved`: by how many columns the last unit stands elsewhere; another `seed`: everybody does."""
    rng = random.Random(seed)
    save = Save()
    save.boards = []
    for row, name in enumerate(names):
        save.boards += ["bd"] * (row > 0) + ["0", str(row), name]
    for number in range(COUNTERS):
        column, row = rng.randrange(3, 29), rng.randrange(2, 27)
        broken = number % 12 == 0
        if number == COUNTERS - 1:
            column += moved
        save.put(
            *centre(column, row), squad(("ge", "ru")[number % 2], broken=broken), *([marker("DM")] if broken else [])
        )
    return save.data()


def rows(code: Path, first: Path, second: Path, boards: Path, kept: Path) -> dict[str, float]:
    """One round: each row in seconds."""
    shutil.rmtree(kept, ignore_errors=True)
    tail = ("--boards", str(boards))
    out = (*tail, "-o", str(kept.parent / "out.lp"))

    def run(cache: Path | str, *command: str) -> float:
        return spent(code, cache, "-m", "pyrout", *command)

    seconds = {
        "import, nothing kept": run("off", "import", str(first), *out),
        "import, for the first": run(kept, "import", str(first), *out),
        "import, again": run(kept, "import", str(first), *out),
        "import, a unit moved": run(kept, "import", str(second), *out),
    }
    run(kept, "explain", str(first), "ge1", *tail)
    seconds["explain, again"] = run(kept, "explain", str(first), "ge1", *tail)
    seconds["python, clingo, click"] = spent(code, "off", "-c", "import clingo, click")
    return seconds


def best(rounds: list[Mapping[str, float]]) -> dict[str, float]:
    return {row: min(one[row] for one in rounds) for row in rounds[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards, names = three_boards(options.boards, folder)
        first, second = folder / "game.vsav", folder / "moved.vsav"
        first.write_bytes(game(names))
        second.write_bytes(game(names, moved=1))
        states = {"here": HERE, **({"against": options.against.resolve()} if options.against else {})}
        measured: dict[str, list[Mapping[str, float]]] = {state: [] for state in states}
        for _ in range(options.rounds):
            for state, code in states.items():
                measured[state].append(rows(code, first, second, boards, folder / f"kept-{state}"))
        here = best(measured["here"])
        print(f"boards {', '.join(names)}; CPU seconds, best of {options.rounds}")
        for row, took in here.items():
            line = f"{row:<24} {took:7.2f}"
            if options.against:
                other = best(measured["against"])[row]
                line += f"   against {other:7.2f}   ratio {took / other:5.2f}"
            print(line)


if __name__ == "__main__":
    main()
