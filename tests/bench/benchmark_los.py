"""Measure the judging of lines of sight.

    python tests/bench/benchmark_los.py [--boards DIR] [--rounds 3] [--range 16] [--against FOLDER]

For each board archive of the folder (default: ../shared/data or PYROUT_TEST_DATA; else a board made up here) every
ordered pair of hexes up to the range is judged, nothing kept on disk, in CPU seconds of all threads; the best of the rounds
counts. What a board takes before its first LOS is timed apart.

`--against` names the folder of another state of this repository (a git worktree), which is measured in a process of its own,
in turn with this one; the ratio is how many times its pairs a second this state has.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import json
import os
import random
import subprocess
import time

from vasl_boards import Drawing, data_folder

from pyrout.vasl.boards.maps import BoardMap, read_board

HERE = Path(__file__).parents[2]


def made_up() -> BoardMap:
    """A standard board of hills, woods, buildings, grain and walls, always the same."""
    rng = random.Random(1)
    board = Drawing(cols=33, rows=10, name="made up")
    for name in board.hex_names:
        board.raise_to(name, rng.choice([0] * 6 + [1, 1, 2]))
        terrain = rng.choice([0] * 5 + [24, 25, 40, 41, 60, 60, 63, 65])
        board.fill(name, terrain, rng.choice([0.6, 0.9, 1.0]))
        if rng.random() < 0.15:
            board.side(name, rng.randrange(6), rng.choice([72, 73]))
    return board.map()


def pairs_of(board: BoardMap, farthest: int) -> list[tuple[int, int]]:
    """Every ordered pair of different hexes up to a range; the first lies in one row of hexes."""
    spots = {n: (int(board.grid.col[n]), int(board.grid.doubled_row[n])) for n in board.hexes}
    pairs = []
    for a, (c, r) in spots.items():
        for b, (x, y) in spots.items():
            across, down = abs(c - x), abs(r - y)
            if a != b and across + max(0, (down - across) // 2) <= farthest:
                pairs.append((a, b))
    level = next(n for n, (a, b) in enumerate(pairs) if spots[a][1] == spots[b][1])
    return [pairs[level], *pairs]


def measured(board: BoardMap, farthest: int) -> list[float]:
    """Pairs, seconds until the first two LOS, pairs a second, percent blocked."""
    src, dst = map(list, zip(*pairs_of(board, farthest), strict=True))
    if not isinstance(board.grid.col, list):  # another state, which takes arrays
        import numpy

        src, dst = numpy.array(src, numpy.int32), numpy.array(dst, numpy.int32)
    began = time.process_time()
    engine = board.line_of_sight()
    engine.los(src[:2], dst[:2])
    ready = time.process_time() - began
    began = time.process_time()
    sight = engine.los(src, dst)
    rate = len(src) / (time.process_time() - began)
    return [len(src), ready, rate, 100 * sum(map(int, sight.blocked)) / len(src)]


def one_round(code: Path, arguments: list[str]) -> dict[str, list[float]]:
    """A round in a process of its own, with the program that is in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(code), "PYROUT_CACHE": "off"}
    command = [sys.executable, __file__, "--one", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{code}: {done.stderr[-500:]}")
    rates: dict[str, list[float]] = json.loads(done.stdout)
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path, help="a folder of board archives")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--range", dest="farthest", type=int, default=16)
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    data = data_folder()
    folder = options.boards or (data / "boards" if data else None)
    if options.one:
        boards = {p.name: read_board(p) for p in sorted(folder.glob("bd*"))} if folder else {"made up": made_up()}
        print(json.dumps({name: measured(board, options.farthest) for name, board in boards.items()}))
        return
    states = [HERE, *([options.against.resolve()] if options.against else [])]
    arguments = ["--range", str(options.farthest), *(["--boards", str(folder)] if folder else [])]
    rounds = [[one_round(code, arguments) for code in states] for _ in range(options.rounds)]
    print(
        "board         pairs  ready, s   pairs/s  blocked %"
        + ("   against: ready, s   pairs/s   ratio" if options.against else "")
    )
    for name in rounds[0][0]:
        best = [
            (min(state[name][1] for state in column), max(state[name][2] for state in column))
            for column in zip(*rounds, strict=True)
        ]
        count, _, _, blocked = rounds[0][0][name]
        line = f"{name:10} {count:8.0f} {best[0][0]:9.3f} {best[0][1]:9.0f} {blocked:10.1f}"
        if options.against:
            line += f" {best[1][0]:20.3f} {best[1][1]:9.0f} {best[0][1] / best[1][1]:7.1f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
