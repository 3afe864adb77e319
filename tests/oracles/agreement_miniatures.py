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
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from enumerator_miniatures import Event, Line, pack, solve
from positions_miniatures import random_battle, random_retreat

import pyrout

Json = dict[str, Any]
SYSTEMS: dict[str, Callable[[int], str]] = {"retreat": random_retreat, "battlesystem": random_battle}
COMPARED = {  # the notes of an event that both know
    "retreat": ("noted", "routed", "stops", "removed", "casualties"),
    "battlesystem": ("way", "frontage", "lost", "checks", "shaken", "routed", "in_the_way"),
}
STAGES = {  # the enumerator does not tell an oblique move from one that veers
    "straight": "straight",
    "oblique": "aside",
    "veer": "aside",
    "narrow": "narrow straight",
    "narrow_oblique": "narrow aside",
    "narrow_veer": "narrow aside",
}
EVENTS = ("several lines", "spreads", "stops", "off table", "removed", "casualties")


def product(text: str) -> list[Json]:
    """The product's answer on an instance: the ``units`` of its JSON form."""
    units: list[Json] = pyrout.solve(pyrout.parse(text)).to_json()["units"]
    return units


def line_of(route: Json, notes: tuple[str, ...]) -> Line:
    """A route of the product in the enumerator's form."""
    events = tuple(
        Event(
            event["turn"],
            event["unit"],
            event["does"],
            tuple(event.get("path", ())),
            pack((name, STAGES[event[name]] if name == "way" else event[name]) for name in notes if name in event),
            Fraction(event["chance"]) if "chance" in event else None,
        )
        for event in route["events"]
    )
    return Line(events, tuple(sorted(route["fates"].items())), Fraction(route["chance"]))


def differences(system: str, text: str, ours: dict[str, list[Line]] | None = None) -> Iterator[str]:
    """Every difference between the two answers to an instance; `ours` is that of the enumerator, if it is known."""
    ours = solve(text) if ours is None else ours
    theirs = {unit["id"]: unit for unit in product(text)}
    if set(ours) != set(theirs):
        yield f"units: enumerator {sorted(ours)}, product {sorted(theirs)}"
        return
    for unit, lines in ours.items():
        found = [line_of(route, COMPARED[system]) for route in theirs[unit]["routes"]]
        if len(set(found)) != len(found):
            yield f"{unit}: {len(found) - len(set(found))} lines are listed twice"
        for line in set(lines) - set(found):
            yield f"{unit}: only the enumerator: {line}"
        for line in set(found) - set(lines):
            yield f"{unit}: only the product: {line}"
        if system == "retreat":
            chances: Counter[tuple[str, str]] = Counter()
            for line in lines:
                for who, fate in line.fates:
                    chances[who, fate] += line.chance  # type: ignore[assignment]
            told = {(w, f): Fraction(c) for w, rows in theirs[unit]["fates"].items() for f, c in rows.items()}
            if told != dict(chances):
                yield f"{unit}: chances: enumerator {dict(chances)}, product {told}"


class Outcome(NamedTuple):
    """One table compared; times in seconds."""

    seed: int
    differences: list[str]
    lines: int
    seen: Counter[str]
    seconds: tuple[float, float]


def run(system: str, seed: int) -> Outcome:
    text = SYSTEMS[system](seed)
    begun = time.perf_counter()
    ours = solve(text)
    halfway = time.perf_counter()
    try:
        found = list(differences(system, text, ours))
    except Exception as error:  # whatever it is, it is a disagreement with its seed
        found = [f"the product fails: {type(error).__name__}: {error}"]
    seen: Counter[str] = Counter()
    for lines in ours.values():
        seen.update({"several lines"} if len(lines) > 1 else ())
        happened = {name for line in lines for event in line.events for name, _ in event.notes}
        happened |= {fate for line in lines for _, fate in line.fates}
        happened |= {event.does for line in lines for event in line.events}
        happened |= {f"{n} {v}" for line in lines for e in line.events for n, v in e.notes if isinstance(v, str)}
        seen.update(happened)
    spent = (halfway - begun, time.perf_counter() - halfway)
    return Outcome(seed, found, sum(map(len, ours.values())), seen, spent)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the tabletop systems with their enumerator.")
    parser.add_argument("--count", type=int, default=1000, help="tables of each system (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first table (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="one system only (default: each)")
    parser.add_argument("--stop", type=int, default=5, help="stop after this many disagreements (default 5)")
    args = parser.parse_args(argv)
    wrong = 0
    for system in [args.system] if args.system else sorted(SYSTEMS):
        wrong += _compare(system, range(args.seed, args.seed + args.count), args.jobs, args.stop)
    return 1 if wrong else 0


def _compare(system: str, seeds: range, jobs: int, stop: int) -> int:
    wrong = done = lines = 0
    seen: Counter[str] = Counter()
    spent = [0.0, 0.0]
    with ProcessPoolExecutor(jobs) as pool:
        work = partial(run, system)
        for outcome in map(work, seeds) if jobs == 1 else pool.map(work, seeds, chunksize=10):
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
    print(f"{system}: tables in which " + ", ".join(f"{name} {n / done:.0%}" for name, n in sorted(seen.items())))
    print(f"{system}: ms for a table: enumerator {1000 * spent[0] / done:.1f}, product {1000 * spent[1] / done:.1f}")
    print(f"{system}: {done} tables, {lines} lines of events: {wrong} disagree")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
