"""Compare the product with the independent enumerators on generated positions of mixed kinds.

    python tests/bench/generated.py --count 1000 --seed 100
    python tests/bench/generated.py --shipped       (those in the repository: whether they still are of their kinds, too,
                                                     and whole Rout Phases by brute force)

Positions of every kind are generated in turn (`pyrout generate`), half of them for each rule set. Those that an
enumerator does not know (what lies outside its rules) are counted apart. The exit code is 1 if there was any disagreement.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import enumerator
import enumerator_asl
from agreement import compare
from agreement_phase import differences as phase_differences

import pyrout
from pyrout.lab.generate.kinds import KINDS, Case, find_kind
from pyrout.lab.generate.patches import Drawn
from pyrout.lab.generate.search import Search
from pyrout.position.corpus import read_corpus
from pyrout.position.facts import Instance

ENUMERATORS: dict[str, Callable[[str], Mapping[str, Any]]] = {"aslsk": enumerator.solve, "asl": enumerator_asl.solve}
SHIPPED = Path(__file__).parents[2] / "instances" / "generated"
TRIES = 400  # for one position, about
MOST_ROUTES = 60
PER_PATCH = 6


def positions(ruleset: str, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many positions, kind by kind in turn, as they were proposed, not made small: the kind, and the text."""
    searches = {
        name: _cases(
            Search(
                Drawn(ruleset), ruleset, find_kind(name, ruleset), seed, tries=TRIES * count, most_routes=MOST_ROUTES
            )
        )
        for name, kind in KINDS.items()
        if ruleset in kind.rulesets
    }
    given = 0
    while searches and given < count:
        for name, cases in list(searches.items()):
            position = next(cases, None)
            if position is None:
                del searches[name]
            elif given < count:
                given += 1
                yield name, position.program()


def _cases(search: Search) -> Iterator[Instance]:
    for _, _, cases in search.rounds():
        yield from (case.instance for case in islice(cases, PER_PATCH))


def shipped(ruleset: str) -> Iterator[tuple[str, str]]:
    """The positions in the repository: the kind, and the text."""
    for line in read_corpus(SHIPPED / f"{ruleset}.jsonl").values():
        yield line.kind, line.position


def differences(ruleset: str, text: str) -> list[str] | None:
    """Return the differences of the two answers, a line each; None for a position that the enumerator does not take."""
    try:
        ours = ENUMERATORS[ruleset](text)
    except ValueError:
        return None
    answer = pyrout.solve(pyrout.parse(text))
    return compare(ours, answer.to_json()["units"])


def among_the_shipped(ruleset: str, kind: str, text: str, differing: list[str] | None) -> list[str] | None:
    """Return the differences of a position, with further demands on a shipped one."""
    position = pyrout.parse(text).without("expect")
    answer = pyrout.solve(position, units=["g1"], excluded=False)["g1"]
    more = [] if KINDS[kind].holds(Case(position, "g1", answer)) else [f"it is not {kind}: generate it anew"]
    if KINDS[kind].of_phase:
        more += phase_differences(text, ruleset)
    return [*(differing or []), *more] if differing is not None or more else None


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the product with the enumerators on generated positions.")
    parser.add_argument("--count", type=int, default=1000, help="positions to compare (default 1000)")
    parser.add_argument("--seed", type=int, default=100, help="of the generator (default 100)")
    parser.add_argument("--shipped", action="store_true", help="compare the positions of instances/generated instead")
    parser.add_argument("--rules", choices=sorted(ENUMERATORS), help="of one rule set only")
    args = parser.parse_args(argv)
    rulesets = [args.rules] if args.rules else list(ENUMERATORS)
    counts: Counter[str] = Counter()
    for ruleset in rulesets:
        some = shipped(ruleset) if args.shipped else positions(ruleset, args.count // len(rulesets), args.seed)
        for kind, text in some:
            differing = differences(ruleset, text)
            if args.shipped:
                differing = among_the_shipped(ruleset, kind, text, differing)
            outcome = "not taken" if differing is None else "disagree" if differing else "agree"
            counts[outcome] += 1
            if differing:
                print(f"% {ruleset}, {kind}", *(f"% {line}" for line in differing[:8]), text, sep="\n", flush=True)
            if sum(counts.values()) % 100 == 0:
                print(f"{sum(counts.values())}: {dict(counts)}", file=sys.stderr, flush=True)
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("agree", "disagree", "not taken"))
    print(f"{sum(counts.values())} positions: {told}")
    return 1 if counts["disagree"] else 0


if __name__ == "__main__":
    sys.exit(main())
