"""How fast lines of sight are judged, beside a plain walk over the pixels of the same lines.

    python tests/bench/benchmark_los.py [--boards DIR] [--rounds 3] [--range 16]

For each board archive of the folder (default: ../shared/data or PYROUT_TEST_DATA; else a board made up here) every
ordered pair of hexes up to the range is judged, and a sample of these is walked pixel by pixel, line after line, by
numpy: no rule is applied there, only the terrain looked up, which any judge has to do. Both in one process, in turn, in
CPU seconds; the best of the rounds counts. A board's own preparation (its classes of pixels) is timed apart.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import random
import time

import numpy as np
from vasl_boards import Drawing, data_folder

from pyrout.vasl.boards.maps import BoardMap, read_board
from pyrout.vasl.sight.los import LineOfSight

SAMPLE = 4000  # lines that are walked


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


def pairs_of(board: BoardMap, farthest: int) -> tuple[np.ndarray, np.ndarray]:
    """Every ordered pair of different hexes up to a range."""
    hexes = np.array(board.hexes, np.int32)
    src, dst = (x.ravel() for x in np.meshgrid(hexes, hexes, indexing="ij"))
    distance = board.grid.range_between(src, dst)
    near = (distance > 0) & (distance <= farthest)
    return src[near], dst[near]


def plain_walk(board: BoardMap, src: np.ndarray, dst: np.ndarray) -> int:
    """Looks up the terrain of every pixel of each line; the number of pixels."""
    seen = 0
    centre, terrain = board.grid.centre, board.terrain
    for a, b in zip(src.tolist(), dst.tolist(), strict=True):
        (x1, y1), (x2, y2) = centre[a], centre[b]
        count = max(abs(x2 - x1), abs(y2 - y1)) + 1
        x, y = np.linspace(x1, x2, count).astype(int), np.linspace(y1, y2, count).astype(int)
        seen += len(np.take(terrain.ravel(), x * terrain.shape[1] + y))
    return seen


def measure(name: str, board: BoardMap, rounds: int, farthest: int) -> None:
    src, dst = pairs_of(board, farthest)
    chosen = np.random.default_rng(1).choice(len(src), min(SAMPLE, len(src)), replace=False)
    began = time.process_time()
    engine = LineOfSight(board.grid, board.terrain, board.elevation, board.stairways)
    engine.los(src[:1], dst[:1])
    prepared = time.process_time() - began
    ours, theirs = [], []
    for _ in range(rounds):
        began = time.process_time()
        sight = engine.los(src, dst)
        ours.append(len(src) / (time.process_time() - began))
        began = time.process_time()
        plain_walk(board, src[chosen], dst[chosen])
        theirs.append(len(chosen) / (time.process_time() - began))
    print(
        f"{name:10} {len(src):8} {max(ours):9.0f} {max(theirs):9.0f} {max(ours) / max(theirs):7.1f} {prepared:8.2f}"
        f" {100 * sight.blocked.mean():8.1f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path, help="a folder of board archives")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--range", dest="farthest", type=int, default=16)
    options = parser.parse_args()
    data = data_folder()
    folder = options.boards or (data / "boards" if data else None)
    boards = {p.name: read_board(p) for p in sorted(folder.glob("bd*"))} if folder else {"made up": made_up()}
    print("board         pairs   pairs/s    walk/s   ratio  ready, s  blocked %")
    for name, board in boards.items():
        measure(name, board, options.rounds, options.farthest)


if __name__ == "__main__":
    main()
