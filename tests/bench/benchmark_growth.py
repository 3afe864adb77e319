"""Measure the growth of the cost of an answer: with enemies, with routing units, with the files of a batch and its processes.

    python tests/bench/benchmark_growth.py [--rounds 2] [--files 10000] [--rules asl]

A made-up map of 33 x 10 hexes, one hex in four of them woods, the same for all rows; LOS from every enemy to every hex within
8. A row is a whole `pyrout solve --json`, in CPU seconds, the best of the rounds, and how often longer it takes than the first
of its table. The last table is `pyrout batch` of so many small random positions: positions a wall-clock second, and the most
memory that the command itself came to hold (its processes are renewed above half a GB).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator

from benchmark_commands import HERE
from positions import random_position
from processes import spent

COLUMNS, ROWS, SIGHT = 33, 10, 8
ENEMIES, ROUTERS, FILES = (1, 2, 5, 10, 20, 40), (1, 2, 5, 10, 20), (100, 1_000, 10_000)


def name(column: int, row: int) -> str:
    letters = chr(65 + column % 26) * (1 + column // 26)
    return f"{letters}{(row + 1) // 2}"


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return across + max(0, (down - across) // 2)


def position(rules: str, enemies: int, routers: int) -> Iterator[str]:
    """The instance: a router in the middle of the map, the others and all enemies within 9 hexes of it."""
    rng = random.Random(7)
    cells = [(c, r) for c in range(COLUMNS) for r in range(1, 2 * ROWS + 1) if (c + r) % 2]
    yield f"rules({rules}). side(german). side(russian). attacker(german)."
    for cell in cells:
        terrain = "woods" if rng.random() < 0.25 else "open_ground"
        yield f'hex("{name(*cell)}",{cell[0]},{cell[1]}). terrain("{name(*cell)}",{terrain}).'
    middle = (COLUMNS // 2, ROWS + (COLUMNS // 2 + ROWS + 1) % 2)
    near = [cell for cell in cells if 2 < distance(cell, middle) <= 9]
    rng.shuffle(near)
    for number, cell in enumerate([middle, *near[: routers - 1]]):
        yield f'unit(g{number},german,squad). at(g{number},"{name(*cell)}"). status(g{number},broken). status(g{number},dm).'
    for number, cell in enumerate(near[30 : 30 + enemies]):
        yield f'unit(r{number},russian,squad). at(r{number},"{name(*cell)}"). normal_range(r{number},4).'
        for other in cells:
            if other != cell and distance(cell, other) <= SIGHT and rng.random() < 0.6:
                yield f'los("{name(*cell)}","{name(*other)}",0).'


def answering(rules: str, rounds: int, folder: Path) -> None:
    for what, rows in (
        ("enemies, one router", [(n, n, 1) for n in ENEMIES]),
        ("routers, ten enemies", [(n, 10, n) for n in ROUTERS]),
    ):
        print(what)
        first = 0.0
        for count, enemies, routers in rows:
            file = folder / "position.lp"
            file.write_text("\n".join(position(rules, enemies, routers)), encoding="utf-8")
            command = ("-m", "pyrout", "solve", "--json", "--no-volunteers", "--paths", "1", str(file))
            taken = min(spent(HERE, folder / "cache", *command) for _ in range(rounds))
            first = first or taken
            print(f"{count:7} {taken:8.2f} s {taken / first:7.1f}", flush=True)


WATCH = """
import resource, sys
from pyrout.cli import main
try:
    main(sys.argv[1:])
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def batches(most: int, folder: Path) -> None:
    print("files in a batch, processes")
    there = folder / "files"
    there.mkdir()
    for seed in range(most):
        (there / f"{seed:06}.lp").write_text(random_position(seed), encoding="utf-8")
    everything = sorted(map(str, there.iterdir()))
    for count in [n for n in FILES if n <= most]:
        for jobs in (1, 2):
            some = folder / f"{count}-{jobs}"
            some.mkdir()
            for file in everything[:count]:
                os.link(file, some / Path(file).name)
            output = folder / "out.ndjson"
            output.unlink(missing_ok=True)
            command = ["batch", str(some), "-o", str(output), "--jobs", str(jobs)]
            began = time.perf_counter()
            environment = dict(os.environ, PYTHONPATH=str(HERE), PYROUT_CACHE=str(folder / "cache"))
            done = subprocess.run(
                [sys.executable, "-c", WATCH, *command], env=environment, capture_output=True, text=True, cwd=HERE
            )
            taken = time.perf_counter() - began
            if done.returncode not in (0, 1):
                raise SystemExit(done.stderr[-500:])
            print(f"{count:7} {jobs} {count / taken:8.1f} a second, {done.stdout.split()[-1]} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rules", default="asl")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        answering(args.rules, args.rounds, Path(folder))
        batches(args.files, Path(folder))


if __name__ == "__main__":
    main()
