"""Measure the growth of a whole Rout Phase with the number of units that depend on each other: states, rows answered, seconds.

python tests/bench/benchmark_phase.py --most 5 --rules aslsk
python tests/bench/benchmark_phase.py --most 4 --rules aslsk --ends    (each can come to ten ends)
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parents[1] / "helpers"))

import argparse
import time

from tiny import facts_of

import pyrout
from pyrout.phases.explore import Explorer
from pyrout.question import ask

HEXES = "A1. A2. A3w A4. B1. B2. B3. B4w B5. C1. C2. C3w C4. D1. D2. D3. D4w"
PLACES = ("B2", "B3", "A2", "C2", "B2", "C2")


def position(number: int, rules: str) -> pyrout.Instance:
    """So many broken squads between an enemy and four woods."""
    units = "; ".join(f"g{n}:squad@{PLACES[n - 1]} broken dm" for n in range(1, number + 1))
    seen = " ".join(f"B1-{place}" for place in ("B2", "B3", "A2", "A3", "C2", "C1"))
    return pyrout.parse(facts_of(HEXES, f"{units}; a1:squad@B1", los=seen).replace("aslsk", rules))


def with_ten_ends(number: int, rules: str) -> pyrout.Instance:
    """So many broken half-squads, up to six, in the middle of four woods at the same price; they may also stay, or crawl on
    the way. In one of the woods there is room for one of them."""
    hexes = "B2w B3. B4. D1w D5w C2. C3. C4. D2. D3. D4. E2. E3. E4. F3w"
    units = "; ".join(f"g{n}:half_squad@D3 broken dm" for n in range(1, number + 1))
    full = "g7:squad@B2; g8:squad@B2; g9:half_squad@B2"
    return pyrout.parse(facts_of(hexes, f"{units}; {full}").replace("aslsk", rules))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--rules", choices=("aslsk", "asl"), default="aslsk")
    parser.add_argument("--ends", action="store_true", help="positions in which each unit can come to ten ends")
    given = parser.parse_args()
    print("routers  states  outcomes  rows answered  CPU seconds")
    for number in range(2, given.most + 1):
        instance = with_ten_ends(number, given.rules) if given.ends else position(number, given.rules)
        began = time.process_time()
        phase = pyrout.phase(instance)
        seconds = time.process_time() - began
        explorer = Explorer(ask(instance))
        explorer.tables()
        outcomes = len(phase.phase[0].outcomes)
        print(f"{number:7}  {phase.states:6}  {outcomes:8}  {explorer.memory.answered:13}  {seconds:11.1f}", flush=True)


if __name__ == "__main__":
    main()
