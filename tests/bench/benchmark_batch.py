"""Measure `pyrout batch` in positions a second, beside the plain loop over the same files.

    python tests/bench/benchmark_batch.py [--positions 200] [--rounds 3] [--workers 1,2,4]

With `--workers` also on a Dask cluster on this machine, of that many workers each, which stand ready before the clock
starts. The cost of the rest is that of a batch of one position on it.

The loop reads, solves and writes one file after another in one process: what `pyrout solve --ndjson` does. The batch runs
whole, its processes started anew each time; so a long run does better than a short one. The programs take turns, and the
best of the rounds counts; a ratio is the loop's time over that of the batch.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import contextlib
import importlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from positions import random_position

import pyrout
from pyrout.lab.batch import Cluster, Processes, batch
from pyrout.lab.worker import line_of


def loop(files: list[str], output: Path) -> None:
    """The plain loop."""
    with open(output, "w", encoding="utf-8") as stream:
        for file in files:
            stream.write(line_of(pyrout.solve(pyrout.load(file)).to_json()) + "\n")


def in_processes(jobs: int, files: list[str], output: Path) -> None:
    batch(files, output, partial(Processes, jobs))


def on_cluster(address: str, files: list[str], output: Path) -> None:
    batch(files, output, partial(Cluster, address))


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a Dask cluster on this machine."""
    made: Any = importlib.import_module("distributed").LocalCluster
    with made(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as started:
        yield started.scheduler_address


def seconds(work: Callable[[list[str], Path], None], files: list[str], output: Path) -> float:
    output.unlink(missing_ok=True)
    began = time.perf_counter()
    work(files, output)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", metavar="N,N", default="", help="Also on a Dask cluster of this many workers.")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = []
        for seed in range(args.positions):
            path = folder / f"{seed:05}.lp"
            path.write_text(random_position(seed), encoding="utf-8")
            files.append(str(path))
        works: dict[str, Callable[[list[str], Path], None]] = {
            "plain loop": loop,
            **{f"batch, {n} process{'es' * (n > 1)}": partial(in_processes, n) for n in (1, 2)},
        }
        outputs = {what: folder / f"{number}.ndjson" for number, what in enumerate(works)}
        times: dict[str, list[float]] = {what: [] for what in works}
        for _ in range(args.rounds):
            for what, work in works.items():
                times[what].append(seconds(work, files, outputs[what]))
        texts = {outputs[what].read_text(encoding="utf-8") for what in works}
        for workers in map(int, filter(None, args.workers.split(","))):
            output = folder / f"dask-{workers}"
            with cluster(workers) as address:
                rest = seconds(partial(on_cluster, address), files[:1], output)
                times[f"Dask, {workers} worker{'s' * (workers > 1)}"] = [
                    seconds(partial(on_cluster, address), files, output) for _ in range(args.rounds)
                ]
            texts.add(output.read_text(encoding="utf-8"))
            print(f"Dask, {workers} workers: a batch of one position takes {rest:.2f} s")
        print(f"{args.positions} random positions, {os.cpu_count()} cores, best of {args.rounds}")
        first = min(times["plain loop"])
        for what, taken in times.items():
            print(f"{what:22} {args.positions / min(taken):6.1f} positions a second   ratio {first / min(taken):.2f}")
        if len(texts) != 1:
            raise SystemExit("THE ANSWERS DIFFER")


if __name__ == "__main__":
    main()
