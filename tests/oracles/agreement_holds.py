"""Compare with the enumerator what the product says of reveals that no fact tells: which routes hold, whatever they are.

    python tests/oracles/agreement_holds.py --draw tiny --count 300 --seed 1

The facts ``reveal/4`` of a random position are left out. A route that holds must be among the enumerator's routes of
each position in which one enemy drops concealment before or after one of its steps. Each reveal that a route is named
with (`unless`) must end it: with it the enumerator has no such rout, or one with other destinations.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
from collections.abc import Callable
from typing import NamedTuple

import enumerator_asl
from agreement import asl_route_of, product_answers, route_text
from positions_asl import random_position
from positions_tiny import sheltered_position, tiny_position

import pyrout

DRAWS: dict[str, Callable[[int], str]] = {
    "tiny": tiny_position,
    "sheltered": sheltered_position,
    "large": random_position,
}


Moment = tuple[str, str, str]  # the enemy, the Location, before or after the unit enters it
Answered = dict[Moment, set[enumerator_asl.Route]]


class Held(NamedTuple):
    """The routes of a position that hold, those that do not, and the lines on wrong judgements.

    `ends` counts the reveals that end a route, `wrong` has each route that holds and some reveal takes away, `idle` each
    reveal that ends nothing.
    """

    hold: int
    others: int
    ends: int
    wrong: list[str]
    idle: list[str]


def made(route: enumerator_asl.Route) -> tuple[object, ...]:
    """Return the rout itself: how it goes and ends, whatever it is bound for and whomever it meets."""
    return route.posture, route.path, route.mf, route.interdicted, route.end, route.repulsed


def compared(text: str) -> Held:
    """Return the product's judgements of the routes of a position without reveals. Raises InstanceError if it refuses it."""
    text = re.sub(r"reveal\([^)]*\)\.", "", text)
    position = enumerator_asl.read(text)
    hold = others = ends = 0
    wrong, idle = [], []
    for unit in product_answers(text, volunteers=False):
        side = position.units[unit["id"]].side
        veiled = [u.id for u in position.units.values() if u.side != side and u.is_("concealed", "hidden")]
        answered: Answered = {}

        def after(moment: Moment, uid: str = unit["id"], answered: Answered = answered) -> set[enumerator_asl.Route]:
            if moment not in answered:
                enemy, place, when = moment
                fact = f'\nreveal({enemy},{uid},"{place}",{when}).\n'
                answered[moment] = enumerator_asl.solve(text + fact)[uid].routes
            return answered[moment]

        for each in unit["routes"]:
            route = asl_route_of(each)
            line = f"{unit['id']}: {route_text(route)}"
            if not each.get("holds"):
                others += 1
                for row in each.get("unless", ()):
                    moment = row["by"], enumerator_asl.ground(row["hex"]), row["when"]
                    ends += 1
                    if any((made(other), other.legs) == (made(route), route.legs) for other in after(moment)):
                        idle.append(f"{' '.join(moment)} [{row['rule']}] leaves {line}")
                continue
            hold += 1
            steps = route.path[1:-1] if route.repulsed else route.path[1:]
            for enemy in veiled:
                for place in dict.fromkeys(map(enumerator_asl.ground, steps)):
                    for when in ("before", "after"):
                        moment = enemy, place, when
                        if made(route) not in map(made, after(moment)):
                            wrong.append(f"{' '.join(moment)} takes away {line}")
    return Held(hold, others, ends, wrong, idle)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare with the enumerator which routes hold.")
    parser.add_argument(
        "--draw", choices=list(DRAWS), default="tiny", help="how the positions are drawn (default tiny)"
    )
    parser.add_argument("--count", type=int, default=300, help="positions (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first position (default 1)")
    args = parser.parse_args(argv)
    hold = others = ends = wrong = refused = 0
    for seed in range(args.seed, args.seed + args.count):
        try:
            held = compared(DRAWS[args.draw](seed))
        except pyrout.InstanceError:
            refused += 1
            continue
        hold, others, ends = hold + held.hold, others + held.others, ends + held.ends
        wrong += bool(held.wrong or held.idle)
        for line in (*held.wrong, *held.idle):
            print(f"seed {seed}: {line}", flush=True)
    print(
        f"{args.count} positions, {hold} routes hold, {others} do not, for {ends} reveals: "
        f"{wrong} positions disagree, {refused} refused"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
