"""Compare the tabletop systems with their enumerator, line of events by line, on many random tables.

    python tests/oracles/agreement_miniatures.py --count 2000 --seed 1 --jobs 2

Each disagreement is printed with its seed, what differs and the instance. The exit code is 1 if there was any. Tables are
enumerated one by one, and answered by the product together; a run with ``--log FILE`` goes on where the one before ended.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from enumerator_miniatures import Event, Line, pack, solve, whole
from positions_miniatures import random_battle, random_retreat
from processes import carried_out

import pyrout
from pyrout.miniatures.batching import solvers
from pyrout.miniatures.solve import whole_answer
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
    """Return the product's lines of events of a whole table, none where nobody routs, and its answer."""

    lines: Sequence[TableLine]
    answer: pyrout.Answer


def told(text: str) -> Told:
    return told_by(TableSolver(ask(pyrout.parse(text))))


def told_by(solver: TableSolver) -> Told:
    answer = whole_answer(solver)
    return Told(solver.lines()[0] if any(unit.routes for unit in answer.units) else [], answer)


def differences(system: str, text: str, ours: list[Line] | None = None, theirs: Told | None = None) -> Iterator[str]:
    """Every difference between the two answers to an instance. `ours` is that of the enumerator, the lines of events of the
    whole table, and `theirs` that of the product, where they are known."""
    ours = whole(text) if ours is None else ours
    lines, by_unit = told(text) if theirs is None else theirs
    enumerated = [line_of(line, COMPARED[system]) for line in lines] if ours else []
    for line in set(ours) - set(enumerated):
        yield f"only the enumerator: {line}"
    for line in set(enumerated) - set(ours):
        yield f"only the product: {line}"
    if sum(line.chance for line in set(enumerated)) != 1 and system == "retreat":
        yield "the chances of all lines are not 1"
    yield from of_units(system, solve(text), by_unit)


def of_units(system: str, ours: dict[str, list[Line]], theirs: pyrout.Answer) -> Iterator[str]:
    """Every difference between what the enumerator and the product say of the units that are answered."""
    for unit, parts in ours.items():
        answer = theirs[unit]
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
    """Return the events on a table, by the enumerator's names."""
    seen: Counter[str] = Counter({"several lines"} if len(lines) > 1 else ())
    happened = {name for line in lines for event in line.events for name, _ in event.notes}
    happened |= {fate for line in lines for _, fate in line.fates}
    happened |= {event.does for line in lines for event in line.events}
    happened |= {f"{n} {v}" for line in lines for e in line.events for n, v in e.notes if isinstance(v, str)}
    seen.update(happened)
    return seen


AT_ONCE = 64  # tables that are answered together


def run(system: str, only: frozenset[str], seeds: Sequence[int]) -> list[Outcome]:
    """Compares some tables; those on which nothing happens of what alone is to be seen are left out."""
    ours: dict[int, list[Line]] = {}
    seen: dict[int, Counter[str]] = {}
    spent: dict[int, float] = {}
    for seed in seeds:
        begun = time.perf_counter()
        unworded: set[str] = set()
        lines = whole(SYSTEMS[system](seed), seen=unworded)
        spent[seed] = time.perf_counter() - begun
        happens = happening(lines) + Counter(unworded)
        if not only or only & happens.keys():
            ours[seed], seen[seed] = lines, happens
    begun = time.perf_counter()
    theirs = told_together([SYSTEMS[system](seed) for seed in ours])
    share = (time.perf_counter() - begun) / max(1, len(ours))
    outcomes = []
    for (seed, lines), told_ in zip(ours.items(), theirs, strict=True):
        # Any error is a disagreement with its seed.
        differ = (
            [f"the product fails: {type(told_).__name__}: {told_}"]
            if isinstance(told_, Exception)
            else list(differences(system, SYSTEMS[system](seed), lines, told_))
        )
        outcomes.append(Outcome(seed, differ, len(lines), seen[seed], (spent[seed], share)))
    return outcomes


def told_together(texts: Sequence[str]) -> list[Told | Exception]:
    """Return the product's answers to several tables, got together, or the error of each."""
    answered: list[Told | Exception] = []
    try:
        outcomes: Sequence[TableSolver | Exception] = solvers([ask(pyrout.parse(text)) for text in texts])
    except Exception as error:
        outcomes = [error] * len(texts)
    for outcome in outcomes:
        try:
            answered.append(outcome if isinstance(outcome, Exception) else told_by(outcome))
        except Exception as error:
            answered.append(error)
    return answered


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the tabletop systems with their enumerator.")
    parser.add_argument("--count", type=int, default=1000, help="tables of each system (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first table (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="one system only (default: each)")
    parser.add_argument("--only", default="", help="tables on which one of these happens, as in 'halts,several lines'")
    parser.add_argument("--stop", type=int, default=5, help="stop after this many disagreements (default 5)")
    parser.add_argument(
        "--log", type=Path, help="a file of what is done: a run that is given it again goes on from there"
    )
    args = parser.parse_args(argv)
    only = frozenset(filter(None, args.only.split(",")))
    wrong = 0
    for system in [args.system] if args.system else sorted(SYSTEMS):
        seeds = range(args.seed, args.seed + args.count)
        wrong += _compare(system, seeds, args.jobs, args.stop, only, args.log)
    return 1 if wrong else 0


def _compare(system: str, seeds: range, jobs: int, stop: int, only: frozenset[str], log: Path | None) -> int:
    runs = [seeds[first : first + AT_ONCE] for first in range(0, len(seeds), AT_ONCE)]
    wrong = done = lines = 0
    if log and log.exists():
        rows = [line.split() for line in log.read_text(encoding="utf-8").splitlines()]
        before = [list(map(int, row[1:])) for row in rows if row[0] == system]
        over = {(first, last) for first, last, *_ in before}
        runs = [some for some in runs if (some[0], some[-1]) not in over]
        done, lines, wrong = (sum(row[column] for row in before) for column in (2, 3, 4))
    seen: Counter[str] = Counter()
    spent = [0.0, 0.0]
    new = 0
    with carried_out(partial(run, system, only), runs, jobs) as answered:
        for some, outcomes in zip(runs, answered, strict=True):
            row = [len(outcomes), sum(o.lines for o in outcomes), sum(bool(o.differences) for o in outcomes)]
            new += row[0]
            done, lines, wrong = done + row[0], lines + row[1], wrong + row[2]
            for outcome in outcomes:
                seen.update(outcome.seen.keys())
                spent = [a + b for a, b in zip(spent, outcome.seconds, strict=True)]
                if outcome.differences:
                    print(f"% {system}, seed {outcome.seed}")
                    for line in outcome.differences[:4]:
                        print(f"% {line}")
                    print(SYSTEMS[system](outcome.seed), flush=True)
            if log:
                with log.open("a", encoding="utf-8") as file:
                    file.write(" ".join(map(str, (system, some[0], some[-1], *row))) + "\n")
            print(f"{system}: {done}/{len(seeds)} tables, {wrong} disagree", file=sys.stderr, flush=True)
            if wrong >= stop:
                break
    if new:
        each = zip(("enumerator", "product"), spent, strict=True)
        print(f"{system}: tables in which " + ", ".join(f"{name} {n / new:.0%}" for name, n in sorted(seen.items())))
        print(f"{system}: ms for a table: " + ", ".join(f"{n} {1000 * t / new:.1f}" for n, t in each))
    print(f"{system}: {done} tables, {lines} lines of events: {wrong} disagree")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
