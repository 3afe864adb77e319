"""Compare the tabletop systems with their enumerator, line of events by line, on many random tables.

    python tests/oracles/agreement_miniatures.py --count 2000 --seed 1 --jobs 2

Each disagreement is printed with its seed, what differs and the instance. The exit code is 1 if there was any.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from enumerator_miniatures import Event, Line, pack, solve, whole
from positions_miniatures import random_battle, random_retreat

import pyrout
from pyrout.miniatures.answering import whole_answer
from pyrout.miniatures.solver import Line as TableLine
from pyrout.miniatures.solver import TableSolver
from pyrout.question import ask

SYSTEMS: dict[str, Callable[[int], str]] = {"retreat": random_retreat, "battlesystem": random_battle}
COMPARED = {  # the notes of an event that both know
    "retreat": ("noted", "routed", "stops", "removed", "casualties"),
    "battlesystem": ("way", "frontage", "lost", "checks", "shaken", "routed", "in_the_way", "casualties"),
}
STAGES = {  # the enumerator does not tell an oblique move from one that veers
    "straight": "straight",
    "oblique": "aside",
    "veer": "aside",
    "narrow": "narrow straight",
    "oblique_veer": "aside",
    "narrow_oblique": "narrow aside",
}


def line_of(line: TableLine, notes: tuple[str, ...]) -> Line:
    """A line of events of the product in the enumerator's form."""
    events = tuple(
        Event(
            event.turn,
            event.unit,
            event.does,
            event.path,
            pack(
                (name, STAGES[str(value)] if name == "way" else value) for name, value in event.notes if name in notes
            ),
            event.chance,
        )
        for event in line.events
    )
    return Line(events, line.fates, line.chance)


class Told(NamedTuple):
    """What the product says of a table: the lines of events of the whole of it, none where nobody routs, and its answer."""

    lines: Sequence[TableLine]
    answer: pyrout.Answer


def told(text: str) -> Told:
    solver = TableSolver(ask(pyrout.parse(text)))
    answer = whole_answer(solver)
    return Told(solver.lines()[0] if any(unit.routes for unit in answer.units) else [], answer)


def differences(system: str, text: str, ours: list[Line] | None = None, theirs: Told | None = None) -> Iterator[str]:
    """Every difference between the two answers to an instance. `ours` is that of the enumerator, the lines of events of the
    whole table, and `theirs` that of the product, where they are known."""
    ours = whole(text) if ours is None else ours
    lines, by_unit = told(text) if theirs is None else theirs
    found = [line_of(line, COMPARED[system]) for line in lines] if ours else []
    for line in set(ours) - set(found):
        yield f"only the enumerator: {line}"
    for line in set(found) - set(ours):
        yield f"only the product: {line}"
    if sum(line.chance for line in set(found)) != 1 and system == "retreat":
        yield "the chances of all lines are not 1"
    for unit, parts in solve(text).items():
        answer = by_unit[unit]
        given = {
            line_of(TableLine(r.events, r.fates, r.chance or Fraction(0)), COMPARED[system]) for r in answer.routes
        }
        if system == "battlesystem":
            given = {line._replace(chance=Fraction(1)) for line in given}
        for line in set(parts) ^ given:
            yield f"{unit}: only the {'enumerator' if line in parts else 'product'}: {line}"
        if len(given) != answer.routes_total:
            yield f"{unit}: {answer.routes_total} routes, {len(given)} of them different"


class Outcome(NamedTuple):
    """One table compared; times in seconds."""

    seed: int
    differences: list[str]
    lines: int
    seen: Counter[str]
    seconds: tuple[float, float]


def happening(lines: list[Line]) -> Counter[str]:
    """What happens on a table, by the names that the enumerator has for it."""
    seen: Counter[str] = Counter({"several lines"} if len(lines) > 1 else ())
    happened = {name for line in lines for event in line.events for name, _ in event.notes}
    happened |= {fate for line in lines for _, fate in line.fates}
    happened |= {event.does for line in lines for event in line.events}
    happened |= {f"{n} {v}" for line in lines for e in line.events for n, v in e.notes if isinstance(v, str)}
    seen.update(happened)
    return seen


def run(system: str, only: frozenset[str], seed: int) -> Outcome | None:
    """Compares one table; None where nothing of what is to be seen only happens on it."""
    text = SYSTEMS[system](seed)
    begun = time.perf_counter()
    ours = whole(text)
    halfway = time.perf_counter()
    seen = happening(ours)
    if only and not only & seen.keys():
        return None
    try:
        found = list(differences(system, text, ours))
    except Exception as error:  # whatever it is, it is a disagreement with its seed
        found = [f"the product fails: {type(error).__name__}: {error}"]
    return Outcome(seed, found, len(ours), seen, (halfway - begun, time.perf_counter() - halfway))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the tabletop systems with their enumerator.")
    parser.add_argument("--count", type=int, default=1000, help="tables of each system (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first table (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="one system only (default: each)")
    parser.add_argument("--only", default="", help="tables on which one of these happens, as in 'halts,several lines'")
    parser.add_argument("--stop", type=int, default=5, help="stop after this many disagreements (default 5)")
    args = parser.parse_args(argv)
    wrong = 0
    for system in [args.system] if args.system else sorted(SYSTEMS):
        seeds = range(args.seed, args.seed + args.count)
        wrong += _compare(system, seeds, args.jobs, args.stop, frozenset(filter(None, args.only.split(","))))
    return 1 if wrong else 0


def _compare(system: str, seeds: range, jobs: int, stop: int, only: frozenset[str]) -> int:
    wrong = done = lines = 0
    seen: Counter[str] = Counter()
    spent = [0.0, 0.0]
    with ProcessPoolExecutor(jobs) as pool:
        work = partial(run, system, only)
        for outcome in map(work, seeds) if jobs == 1 else pool.map(work, seeds, chunksize=10):
            if outcome is None:
                continue
            done += 1
            lines += outcome.lines
            seen.update(outcome.seen.keys())
            spent = [a + b for a, b in zip(spent, outcome.seconds, strict=True)]
            if outcome.differences:
                wrong += 1
                print(f"% {system}, seed {outcome.seed}")
                for line in outcome.differences[:4]:
                    print(f"% {line}")
                print(SYSTEMS[system](outcome.seed), flush=True)
            if done % 100 == 0:
                print(f"{system}: {done}/{len(seeds)} tables, {wrong} disagree", file=sys.stderr, flush=True)
            if wrong >= stop:
                pool.shutdown(cancel_futures=True)
                break
    each = zip(("enumerator", "product"), spent, strict=True)
    print(f"{system}: tables in which " + ", ".join(f"{name} {n / done:.0%}" for name, n in sorted(seen.items())))
    print(f"{system}: ms for a table: " + ", ".join(f"{n} {1000 * t / max(done, 1):.1f}" for n, t in each))
    print(f"{system}: {done} tables, {lines} lines of events: {wrong} disagree")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
