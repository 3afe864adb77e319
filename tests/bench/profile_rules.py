"""Time each rule of the encodings: where the grounding of positions goes.

    python tests/bench/profile_rules.py [--rules asl] [--positions 10] [--rows 40] [--instead RULES] [FILE ..]

Random positions, or those of the files, are answered together on one control of clingo. Then each of its rules is
grounded once more by itself, on the finished control, twice; the lower time counts, less that of a rule that finds
nothing. A row has milliseconds for one position, the program part, and the rule as it stands on the control, with its
world. `--instead` times other rules in their place: those of a file, a line each, `PART RULE` with the words of a row.

How to read it. A row at the top is dear for one of two reasons. The rule has many instances: then only fewer atoms help.
Or clingo looks through far more than the rule derives, because of the order in which it joins the literals: it begins with
the predicate that has the fewest atoms. Beside one large `wanted(Place,To)` it joins `hex(Place,C,R)` with every
`hex(To,C',R')` first. The remedy is a small predicate for each end: `seen_from(Unit,Place), near(Unit,To)`. A computed
term in a literal whose other names are bound, as in `apart(|C-C'|,|R-R'|,Range)`, is cheap.
A rule of a recursion is joined in another order in an answer, from what is new; here its row may be far too high. On a loaded
control each call has a price of its own, and rows of full ASL are mostly that price. The sum says so: it is above the
grounding then. What a change is worth only whole answers show.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles")]

import argparse
import re
import time
from collections import defaultdict
from typing import Any, ClassVar

import positions
import positions_asl
from clingo.symbol import Number

import pyrout
from pyrout.hexes.solve import solve_together
from pyrout.program import control
from pyrout.program.statements import CALL
from pyrout.question import ask

DRAWS = {"aslsk": positions.random_position, "asl": positions_asl.random_position}


class Recorded:
    """A control that keeps its rules with a body, the calls of each part, and the time of its grounding."""

    made: ClassVar[list[Recorded]] = []

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.rules: list[tuple[str, str]] = []
        self.calls: dict[str, list[Any]] = defaultdict(list)
        self.seconds = 0.0
        self.timed = 0
        self.made.append(self)

    def add(self, name: str, parameters: list[str], program: str) -> None:
        part = name
        for line in program.split("\n"):
            if line.startswith("#program "):
                part = re.split(r"[ (.]", line)[1]
            elif ":-" in line:
                self.rules.append((part, line))
        self.inner.add(name, parameters, program)

    def ground(self, parts: list[tuple[str, list[Any]]]) -> None:
        for name, arguments in parts:
            self.calls[name] += arguments
        began = time.process_time()
        self.inner.ground(parts)
        self.seconds += time.process_time() - began

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def time_of(self, part: str, rule: str) -> float:
        """Return the seconds that one rule takes on what is grounded."""
        self.timed += 1
        name = f"timed{self.timed}"
        self.inner.add(name, [CALL], rule)
        calls = [(name, [call]) for call in self.calls[part] or [Number(0)]]
        lowest = float("inf")
        for _ in range(2):
            began = time.process_time()
            self.inner.ground(calls)
            lowest = min(lowest, time.process_time() - began)
        return lowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", choices=sorted(DRAWS), default="aslsk")
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--instead", type=Path)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    read = [pyrout.load(file) for file in args.files] or [
        pyrout.parse(DRAWS[args.rules](seed)) for seed in range(args.positions)
    ]
    plain = control.new_control
    control.new_control = lambda *given: Recorded(plain(*given))  # type: ignore[assignment]
    solve_together([ask(position) for position in read])
    largest = max(Recorded.made, key=lambda each: len(each.rules))
    rules = largest.rules
    if args.instead:
        rules = [(line.split()[0], line.split(maxsplit=1)[1]) for line in args.instead.read_text("utf-8").splitlines()]
    per = 1000 / len(read)
    nothing = {part: largest.time_of(part, "none__ :- nothing__.") for part in {part for part, _ in rules}}
    times = [(max(0.0, largest.time_of(part, rule) - nothing[part]), part, rule) for part, rule in rules]
    total = sum(seconds for seconds, _, _ in times)
    print(f"grounding {largest.seconds * per:.2f} ms a position; sum of {len(times)} rules {total * per:.2f} ms")
    for seconds, part, rule in sorted(times, reverse=True)[: args.rows]:
        print(f"{seconds * per:7.3f} {part:10} {rule}")


if __name__ == "__main__":
    main()
