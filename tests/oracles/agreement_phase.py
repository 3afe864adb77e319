"""Compare whole Rout Phases with the brute force (`phase_oracle.py`) on many random crowded positions.

    python tests/oracles/agreement_phase.py --rules aslsk --count 1000 --seed 1
    python tests/oracles/agreement_phase.py --rules asl --count 1000 --log FILE    (goes on where it was stopped)

Compared are the outcomes of each side, all of them; where the order matters; and what the best plan is worth (survivors, then
the chance that all come through, then MF), of all orders and of one that is drawn at random; by full ASL, where broken morale
is given, also the chance after each first turn. With `--after`: whether a phase leads to a few positions, some of which the
brute force reaches, by all that NMC can come to. With `--played`: whether phases of the list are legal by `--log`, and reached
by `--after`. Each disagreement is printed with its seed; positions that the product
refuses, that took too long, and whose NMC the brute force cannot tell apart are counted by themselves. Exit code 1 if there
was any disagreement.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles")]

import argparse
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import prod
from random import Random
from typing import Any

import phase_oracle
from positions_phase import cramped, crowded, varied

import pyrout
from pyrout.phases.explore import Step
from pyrout.phases.plan import Explored, Told
from pyrout.phases.reconcile import Begun
from pyrout.position.facts import locations
from pyrout.question import ask

DRAWN = {"cramped": cramped, "crowded": crowded, "varied": varied}
PLAYED = 3  # phases of a position that are played
Ends = frozenset[tuple[str, tuple[str | None, str]]]


def ends_of(outcome: Any) -> Ends:
    return frozenset((unit, (end.hex, end.end)) for unit, end in outcome)


def differences(text: str, rules: str) -> list[str]:
    """Return the differences of the two on a position. Raises pyrout.PyroutError where the product refuses it."""
    instance = pyrout.parse(text)
    oracle = phase_oracle.Phase(text, rules)
    explored = Explored(ask(instance))
    order = drawn_order(text, explored.explorer.units)
    phase = explored.phase(order)
    assert phase.complete
    theirs = oracle.outcomes()
    ours = {side.side: {ends_of(outcome.ends) for outcome in side.outcomes} for side in phase.phase}
    differs = []
    for side in sorted({*ours, *theirs}):
        one, other = ours.get(side, set()), theirs.get(side, set())
        differs += [f"{side}: only the product has {sorted(ends)}" for ends in sorted(one - other, key=str)[:3]]
        differs += [f"{side}: only the brute force has {sorted(ends)}" for ends in sorted(other - one, key=str)[:3]]
    swayed = oracle.order_matters()
    for own in phase.phase:
        for name, several in zip(("order_matters", "order_opens"), swayed[own.side], strict=True):
            rows = {
                (row.unit, row.after, (row.hex, row.end), ended)
                for row in getattr(own, name)
                for ended in (*row.where, *row.lost)
            }
            for who, some in (("product", rows - several), ("brute force", several - rows)):
                differs += [f"{own.side}, {name}: only the {who} has {row}" for row in sorted(some, key=str)]
        differs += planned(oracle, own.side, own.best, ())
        if order:
            differs += planned(oracle, own.side, own.ordered, order)
        if oracle.morale:
            differs += choices(oracle, explored, own.side)
    return differs


def reached(text: str, rules: str) -> list[str]:
    """Return the differences of `--after` and the brute force about a few positions after this one: some that it ends in, and
    such with a unit elsewhere, gone or reduced. Raises as `differences`."""
    oracle, rnd = phase_oracle.Phase(text, rules), Random(text)
    ends = oracle.dice()
    routers = {u.side for u in oracle.start.units.values() if u.id in oracle.routers}
    some = rnd.sample(sorted(ends), min(3, len(ends)))
    for end in list(some):
        mine = [number for number, unit in enumerate(end) if unit[0] in routers]
        if mine:
            side, kind, hex_, words = end[number := rnd.choice(mine)]
            moved = (side, kind, rnd.choice(sorted(oracle.start.hexes)), words)
            reduced = (side, "half_squad" if kind == "squad" else kind, hex_, words)
            for more in ([moved], [reduced], []):
                some.append(tuple(sorted([*end[:number], *end[number + 1 :], *more])))
    differs, begun = [], Begun(ask(pyrout.parse(text)))
    map_ = "".join(
        line + "\n" for line in text.splitlines() if line.startswith(("rules(", "side(", "hex(", "terrain("))
    )
    for end in some:
        units = (
            f'unit(u{n},{side},{kind}). at(u{n},"{hex_}").' + "".join(f" status(u{n},{word})." for word in words)
            for n, (side, kind, hex_, words) in enumerate(end)
        )
        judgement = begun.leads_to(pyrout.parse(map_ + "\n".join(units), need="position"))
        if judgement.reachable != (end in ends):
            certain = "" if judgement.reachable or not judgement.complete else ", for certain"
            differs.append(f"{end}: {'reached' if judgement.reachable else f'not reached{certain}'}, {judgement.log}")
        elif judgement.reachable and not pyrout.play(pyrout.parse(text), "\n".join(judgement.log)).legal:
            differs.append(f"{end}: {judgement.log} is not legal")
    return differs


def played(text: str, rules: str) -> list[str]:
    """Return the differences of the listed outcomes with `--log` and `--after`: some phases of the list are played line by
    line, each line judged in its own position, and the position after each is asked for. Raises as `differences`."""
    instance, rnd = pyrout.parse(text), Random(text)
    explored, begun = Explored(ask(instance)), Begun(ask(instance))
    differs = []
    for _ in range(PLAYED):
        steps = [step for told in explored._tables for step in walked(told, rnd)]
        log = list(explored.explorer.log(steps))
        game = pyrout.play(instance, "\n".join(log))
        if not game.legal:
            differs.append(f"listed, and not legal by --log: {log}: line {game.line}, {game.said or game.faults}")
            continue
        at = locations(game.position.facts)
        for unit, (place, end) in [turn for step in steps for turn in step.choice.turns]:
            if end in phase_oracle.SAVED and at.get(unit) != place:
                differs.append(f"listed in {place}, and by --log in {at.get(unit)}: {unit}, {log}")
        judgement = begun.leads_to(game.position)
        if not judgement.reachable:
            differs.append(f"legal by --log, and not reached by --after: {log}: {judgement.unexplained}")
    return differs


def walked(told: Told, rnd: Random) -> list[Step]:
    """Return the turns of a table in an order and with choices that are drawn, all NMC passed."""
    number, steps = 0, []
    while not told.table.final(number):
        steps.append(rnd.choice(told.table.steps[number]))
        number = steps[-1].after
    return steps


def drawn_order(text: str, routers: Sequence[str]) -> tuple[str, ...]:
    """An order of some of the units, the same for the same position."""
    rnd = Random(text)
    return tuple(rnd.sample(sorted(routers), rnd.randint(1, len(routers)))) if routers else ()


def planned(oracle: phase_oracle.Phase, side: str, plan: Any, order: tuple[str, ...]) -> list[str]:
    """Return a line if a plan is not worth as much as the best of its side, of those in an order if there is one."""
    by = f" in the order {', '.join(order)}" if order else ""
    if plan is None:
        return [f"{side}: no plan{by}"]
    mine = worth_of(plan)
    if side == oracle.attacker or not any(oracle.sides[u] == oracle.attacker for u in oracle.routers):
        best = {oracle.best(side, order=order)}
    else:
        best = oracle.best_after(side, ends_of(plan.given), order)
    if mine.chance == 0:  # then the MF of units that do not depend on each other are not told by the same chance
        mine, best = mine._replace(spent=0), {each._replace(spent=0) for each in best}
    differs = [] if mine in best else [f"{side}: the best plan{by} is worth {mine}, by the brute force {sorted(best)}"]
    turns = [unit for unit in plan.order if unit in order]
    if turns != [unit for unit in order if unit in turns] and not together(oracle, plan):
        differs.append(f"{side}: the plan{by} has its turns in the order {', '.join(plan.order)}")
    return differs


def worth_of(plan: Any) -> phase_oracle.Best:
    """Return the stated worth of a plan."""
    chance = Fraction(1) if plan.chance is None else plan.chance
    return phase_oracle.Best(plan.survivors, chance, plan.interdictions, round(2 * plan.mf))


def choices(oracle: phase_oracle.Phase, explored: Explored, side: str) -> list[str]:
    """Return the first turns of a side whose worth differs: for each unit and each end the chances that all come through,
    if the rest is the best that can follow."""
    if oracle.attacker not in ("", side) and any(oracle.sides[u] == oracle.attacker for u in oracle.routers):
        return []
    theirs: dict[Any, set[Any]] = defaultdict(set)
    for uid in oracle.next(frozenset()):
        for turned in oracle.turns(oracle.start, uid):
            theirs[turned.turns].add(oracle.after(side, turned, frozenset(), ())[:2])
    ours: dict[Any, set[Any]] = defaultdict(set)
    parts = [told for told in explored._tables if any(oracle.sides[u] == side for u in told.table.units)]
    for told in parts:
        worths = told._worth(side, ())
        rest = [worth_of(chosen.plan) for other in parts if other is not told and (chosen := other.chosen(side))]
        for step in told.table.steps.get(0, ()):
            if step.unit in oracle.next(frozenset()) and step.choice.turns[0][1][1] != "surrenders":
                worth = told._through(step, side, worths)
                assert worth.chance is not None
                chance = prod((best.chance for best in rest), start=worth.chance)
                ours[step.choice.turns].add((worth.survivors + sum(best.survivors for best in rest), chance))
    return [
        f"{side}: first {turns} is worth {sorted(ours[turns])}, by the brute force {sorted(theirs[turns])}"
        for turns in sorted(ours, key=str)
        if ours[turns] != theirs[turns]
    ]


def together(oracle: phase_oracle.Phase, plan: Any) -> bool:
    """Return True if somebody has his turn before all others, or together with another: then an order is not all kept."""
    ends = dict(plan.ends)
    return any(unit in oracle.first or end.end == "surrenders" for unit, end in ends.items())


def give_up(*_: object) -> None:
    raise TimeoutError


def within(seconds: int, job: Callable[[], list[str]]) -> list[str]:
    """Return the result of a job. Raises TimeoutError past so much CPU time (0: never)."""
    signal.signal(signal.SIGPROF, give_up)
    try:
        try:
            # Again and again, for what is raised while an object is freed is lost.
            signal.setitimer(signal.ITIMER_PROF, seconds, 1)
            return job()
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except TimeoutError:  # of which one more may have come before the timer stood still
        signal.setitimer(signal.ITIMER_PROF, 0)
        raise


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", choices=("aslsk", "asl"), default="aslsk")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--each", type=int, default=0, metavar="SECONDS", help="give a position up after so much CPU time (0: never)"
    )
    parser.add_argument("--draw", choices=DRAWN, default="cramped", help="what is drawn: `crowded` ones take longer")
    parser.add_argument("--after", action="store_true", help="compare what `--after` says of positions that are drawn")
    parser.add_argument("--played", action="store_true", help="compare the outcomes with `--log` and `--after`")
    parser.add_argument("--log", type=Path, help="where the results are kept, one line a seed")
    given = parser.parse_args()
    compare = played if given.played else reached if given.after else differences
    done = {}
    if given.log and given.log.exists():
        done = {int(line.split()[0]): line.split()[1] for line in given.log.read_text().splitlines()}
    counts: Counter[str] = Counter(done.values())
    began = time.perf_counter()
    for seed in range(given.seed, given.seed + given.count):
        if seed in done:
            continue
        text = DRAWN[given.draw](seed, given.rules)
        try:
            differs = within(given.each, partial(compare, text, given.rules))
            result = "differs" if differs else "agrees"
        except TimeoutError:
            differs, result = [], "long"
        except phase_oracle.Untold:
            differs, result = [], "untold"
        except pyrout.PyroutError as error:
            differs, result = [], "refused"
            print(f"seed {seed}: refused: {error}", file=sys.stderr)
        counts[result] += 1
        if differs:
            print(f"seed {seed} ({given.rules}):", *differs, sep="\n  ", flush=True)
        if given.log:
            with given.log.open("a") as log:
                log.write(f"{seed} {result}\n")
        seconds = time.perf_counter() - began
        print(f"\r{seed}: {dict(counts)} {seconds:.0f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{given.rules}: {dict(counts)}")
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
