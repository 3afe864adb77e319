"""Measure `pyrout engine` and `solve_many` beside the calls that they are made of, as ratios.

    python tests/bench/benchmark_engine.py [--positions 256] [--rounds 3]

Many: `referee.answers` in one process, 64 questions at a time, from the text of a position to a line of JSON; the engine
with one process that answers and 64 questions in flight. One: a whole process of `pyrout solve --json` for a position, and
a whole process of `pyrout engine` that is asked about it. The programs take turns, and the best of the rounds counts, by
the clock and by the time of the processors.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import contextlib
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from positions import random_position
from positions_asl import random_position as random_position_asl

import pyrout
from pyrout.question import ask
from pyrout.referee import answers

IN_FLIGHT = 64
ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "pyrout"]


def lines_of(outcomes: Sequence[object]) -> int:
    return sum(len(json.dumps(outcome.to_json())) for outcome in outcomes if isinstance(outcome, pyrout.Answer))


def by_answers(texts: Sequence[str]) -> None:
    for start in range(0, len(texts), IN_FLIGHT):
        lines_of(answers([ask(pyrout.parse(text)) for text in texts[start : start + IN_FLIGHT]]))


def by_solve_many(texts: Sequence[str]) -> None:
    lines_of(list(pyrout.solve_many(map(pyrout.parse, texts))))


class Engine:
    """A process that is asked, 64 questions in flight."""

    def __init__(self, jobs: int) -> None:
        command = [*COMMAND, "engine", "--jobs", str(jobs)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)

    def __call__(self, texts: Sequence[str]) -> None:
        assert self.process.stdin and self.process.stdout
        lines = [json.dumps({"id": n, "verb": "solve", "position": text}).encode() for n, text in enumerate(texts)]
        self.process.stdin.write(b"".join(line + b"\n" for line in lines[:IN_FLIGHT]))
        self.process.stdin.flush()
        for number in range(len(lines)):
            self.process.stdout.readline()
            if number + IN_FLIGHT < len(lines):
                self.process.stdin.write(lines[number + IN_FLIGHT] + b"\n")
                self.process.stdin.flush()

    def close(self) -> None:
        self.process.communicate()


def one_by_solve(text: str, file: Path) -> None:
    subprocess.run([*COMMAND, "solve", "--json", str(file)], stdout=subprocess.PIPE, check=True, cwd=ROOT)


def one_by_engine(text: str, file: Path) -> None:
    line = json.dumps({"id": 1, "verb": "solve", "position": text}) + "\n"
    subprocess.run([*COMMAND, "engine"], input=line.encode(), stdout=subprocess.PIPE, check=True, cwd=ROOT)


def cpu() -> float:
    """The CPU seconds of this process and of all that it has started and that still run (Linux)."""
    rows = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            rows[int(path.parent.name)] = (int(fields[1]), sum(map(int, fields[11:15])))
    mine = {os.getpid()}
    while more := {pid for pid, (parent, _) in rows.items() if parent in mine} - mine:
        mine |= more
    gone = os.times()
    ticks = sum(rows[pid][1] for pid in mine if pid in rows)
    return ticks / os.sysconf("SC_CLK_TCK") + gone.children_user + gone.children_system


class Taken(NamedTuple):
    """Seconds by the clock, and of the processors."""

    clock: float
    cpu: float


def in_turns(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, Taken]:
    times: dict[str, list[Taken]] = {what: [] for what in works}
    for _ in range(rounds):
        for what, work in works.items():
            began, used = time.perf_counter(), cpu()
            work()
            times[what].append(Taken(time.perf_counter() - began, cpu() - used))
    return {what: Taken(min(t.clock for t in taken), min(t.cpu for t in taken)) for what, taken in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--positions", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rules", choices=("aslsk", "asl"), help="Only this rule set.")
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, best of {args.rounds}")
    makers = {"aslsk": random_position, "asl": random_position_asl}
    for rules, make in makers.items():
        if args.rules not in (None, rules):
            continue
        texts = [make(seed) for seed in range(args.positions)]
        engine, both = Engine(1), Engine(2)
        for work in (engine, both, by_answers):
            work(texts[:IN_FLIGHT])
        taken = in_turns(
            {
                "referee.answers": lambda texts=texts: by_answers(texts),  # type: ignore[misc]
                "solve_many": lambda texts=texts: by_solve_many(texts),  # type: ignore[misc]
                "engine": lambda texts=texts, engine=engine: engine(texts),  # type: ignore[misc]
                "engine --jobs 2": lambda texts=texts, both=both: both(texts),  # type: ignore[misc]
            },
            args.rounds,
        )
        engine.close()
        both.close()
        first = taken["referee.answers"]
        for what, took in taken.items():
            rates = f"{len(texts) / took.clock:6.1f} positions a second, {len(texts) / took.cpu:6.1f} a CPU second"
            print(f"{rules:6} {what:16} {rates}   ratio {first.clock / took.clock:.2f}, {first.cpu / took.cpu:.2f}")
    text = (ROOT / "instances" / "aslsk" / "example-07.lp").read_text()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "one.lp"
        file.write_text(text)
        alone = in_turns(
            {"solve": lambda: one_by_solve(text, file), "engine": lambda: one_by_engine(text, file)}, 5 * args.rounds
        )
    solve, engine_ = alone["solve"], alone["engine"]
    for what, a, b in (("clock", solve.clock, engine_.clock), ("CPU", solve.cpu, engine_.cpu)):
        print(f"one    solve {a:.3f} s, engine {b:.3f} s ({what})   ratio {b / a:.2f}")


if __name__ == "__main__":
    main()
