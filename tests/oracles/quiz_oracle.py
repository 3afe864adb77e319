"""The right answers of questions, by the enumerators: written from the words of the questions, without the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import enumerator
import enumerator_asl
import enumerator_miniatures
import phase_oracle

Answer = enumerator.Answer | enumerator_asl.Answer
SOLVE: dict[str, Callable[[str], Mapping[str, Answer]]] = {"aslsk": enumerator.solve, "asl": enumerator_asl.solve}


@cache
def answer(rules: str, text: str, unit: str) -> Answer:
    """The enumerator's answer for a unit. Raises ValueError for a position that it does not take."""
    return SOLVE[rules](text)[unit]


def with_options(text: str, options: Mapping[str, str]) -> str:
    return text + "".join(f"\noption({name},{value})." for name, value in options.items())


def right(puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    """Return the right answers, as names of choices or hexes; None where the question has no one answer."""
    kind, _, rest = puzzle["kind"].partition(" ")
    if kind == "order":
        return orders(puzzle, text)
    if kind in OF_TEXT:
        return OF_TEXT[kind](rest, puzzle, text)
    unit = answer(puzzle["rules"], text, puzzle["unit"])
    answers = globals()[f"of_{puzzle['kind']}"](unit, puzzle, text)
    return None if answers is None else set(answers)


def yes(holds: bool) -> set[str]:
    return {"yes" if holds else "no"}


def of_must(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    return yes(bool(unit.must)) if unit.verdict != "surrenders" else None


def of_verdict(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return {unit.verdict}


def of_ends(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    routes = unit.routes
    return {route.path[-1] for route in routes} if all(route.end == "survives" for route in routes) else None


def of_cost(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    """The MF of the cheapest rout, without Low Crawl, to the hex that the question names."""
    (end,) = puzzle["path"]
    halves = min(route.mf[-1] for route in unit.routes if route.posture != "low_crawl" and route.path[-1] == end)
    return {f"{halves / 2:g}"}


def of_surrender(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return yes(unit.verdict == "surrenders")


def of_destinations(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return set(unit.destinations)


def of_which(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return set(unit.destinations) & {choice["name"] for choice in puzzle["choices"]}


def of_interdicted(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return {hex_ for route in unit.routes for hex_, _ in route.interdicted}


def of_discovers(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    return {enemy for route in unit.routes for _, enemies in route.discovers for enemy in enemies}


def of_safest(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    alive = [route for route in unit.routes if route.end == "survives"]
    least = min((len(route.interdicted), route.mf[-1]) for route in alive)
    ends = {route.path[-1] for route in alive if (len(route.interdicted), route.mf[-1]) == least}
    return ends if len(ends) == 1 else None


def of_survive(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    ways = {f"{route.posture} {route.path[-1]}" for route in unit.routes if route.end == "survives"}
    assert {choice["name"] for choice in puzzle["choices"]} == {f"{r.posture} {r.path[-1]}" for r in unit.routes}
    return ways if len(ways) == 1 else None


def of_reveal(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    """Those reveals by which the way that the question names is illegal, lost, or more often interdicted.

    None where two ways go by the hexes that it names, and differ in their MF."""
    path = tuple(puzzle["path"])
    if len({tuple(r.mf) for r in unit.routes if r.path == path and r.posture == "run"}) != 1:
        return None
    before = same_way(unit, path)
    assert before is not None and not before[0]
    stated = {row[0] for row in facts_of(text, "reveal")}
    hidden = {row[0] for row in facts_of(text, "status") if row[1] == "concealed"} - stated
    spoil = set()
    for name in (choice["name"] for choice in puzzle["choices"]):
        enemy, when, hex_ = name.split(" ")
        assert enemy in hidden
        revealed = f'{text}\nreveal({enemy},{puzzle["unit"]},"{hex_}",{when}).'
        after = same_way(answer(puzzle["rules"], revealed, puzzle["unit"]), path)
        if after is None or after > before:
            spoil.add(name)
    return spoil


def of_claim(unit: Any, puzzle: Mapping[str, Any], text: str) -> set[str]:
    """The first step that no legal rout takes after those before it; the end, where legal routs only go on from there."""
    path, runs = tuple(puzzle["path"]), [tuple(r.path) for r in unit.routes if r.posture == "run"]
    for step in range(1, len(path)):
        if not any(run[: step + 1] == path[: step + 1] for run in runs):
            return {str(step)}
    return {"legal" if path in runs else "end"}


def same_way(unit: Any, path: tuple[str, ...]) -> tuple[bool, int] | None:
    """The best that such a path can be: if it is lost on it, and how often interdicted; None where it is not legal."""
    routes = [(r.end != "survives", len(r.interdicted)) for r in unit.routes if r.path == path and r.posture == "run"]
    return min(routes, default=None)


def orders(puzzle: Mapping[str, Any], text: str) -> set[str]:
    """The orders in which the brute force brings all units home."""
    oracle = phase_oracle.Phase(text, puzzle["rules"])
    side = oracle.sides[puzzle["unit"]]
    home = set()
    for choice in puzzle["choices"]:
        order = tuple(choice["name"].split(", "))
        if oracle.best(side, order=order).survivors == len(order):
            home.add(choice["name"])
    return home


# ---------------------------------------------------------------------------------------------------------------------
# Kinds that only the pages of rules have: the words behind the kind say which way, friend, weapon or event is meant


def facts_of(text: str, name: str) -> list[list[str]]:
    """Return the arguments of each fact of a name, without quotation marks."""
    bare = re.sub(r"%.*", "", text)
    return [
        [arg.strip().strip('"') for arg in args.split(",")] for args in re.findall(rf"\b{name}\(([^()]*)\)\.", bare)
    ]


def legal(way: str, puzzle: Mapping[str, Any], text: str) -> set[str]:
    posture, _, path = way.partition(" ")
    unit = answer(puzzle["rules"], text, puzzle["unit"])
    return yes(any((route.posture, " ".join(route.path)) == (posture, path) for route in unit.routes))


def breaks(_: str, puzzle: Mapping[str, Any], text: str) -> set[str]:
    """An unbroken unit may break on purpose; the position may say that it does."""
    unsaid = re.sub(rf"\bbreaks\({puzzle['unit']}\)\.", "", text)
    unit = SOLVE[puzzle["rules"]](unsaid).get(puzzle["unit"])
    return yes(unit is not None and bool(getattr(unit, "may_break", False)))


def along(leader: str, puzzle: Mapping[str, Any], text: str) -> set[str]:
    """An unbroken, unpinned leader in its Location may go along."""
    kinds = {unit: (side, kind) for unit, side, kind, *_ in facts_of(text, "unit")}
    at = dict(facts_of(text, "at"))
    unable = {unit for unit, status in facts_of(text, "status") if status in ("broken", "pinned", "captured", "melee")}
    own_side = kinds[leader][0] == kinds[puzzle["unit"]][0]
    return yes(
        kinds[leader][1] in ("leader", "commissar")
        and own_side
        and at[leader] == at[puzzle["unit"]]
        and leader not in unable
    )


def leaves(weapon: str, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    """It carries the greatest total of PP that it can: 3, a leader 1; in the Starter Kit nothing of more than 3."""
    unit = puzzle["unit"]
    kind = next(row[2] for row in facts_of(text, "unit") if row[0] == unit)
    most = 1 if kind in ("leader", "hero", "commissar") else 3
    weights = {row[0]: int(row[2]) for row in facts_of(text, "sw")}
    own = [sw for owner, sw in facts_of(text, "possesses") if owner == unit]
    loads = [load for n in range(len(own) + 1) for load in combinations(own, n)]
    loads = [load for load in loads if sum(weights[sw] for sw in load) <= most]
    best = max(sum(weights[sw] for sw in load) for load in loads)
    kept = {weapon in load for load in loads if sum(weights[sw] for sw in load) == best}
    return yes(kept == {False}) if len(kept) == 1 else None


def odds(wanted: str, puzzle: Mapping[str, Any], text: str) -> set[str]:
    """Count the 36 rolls of the one NMC: what becomes of the unit after a pass, a pin and a failure is enumerated."""
    text = "\n".join([text, *puzzle.get("supposes", ())])
    wanted = wanted or "eliminated"
    unit = puzzle["unit"]
    morale = next(int(number) for who, number in facts_of(text, "broken_morale") if who == unit)
    path = tuple(puzzle["path"])

    def ends_so(result: str, at: str) -> bool:
        given = f'{text}\nnmc({unit},"{at}",{result}).'
        ways = [r for r in answer(puzzle["rules"], given, unit).routes if r.posture != "low_crawl"]
        stopped = path[: path.index(at) + 1]
        there = [r for r in ways if r.path == path] or [r for r in ways if r.path == stopped and r.interdicted]
        (fate,) = {r.end for r in there}
        return fate == wanted and (wanted != "survives" or result != "fail")

    ways = [r for r in answer(puzzle["rules"], text, unit).routes if r.path == path and r.posture != "low_crawl"]
    ((at,),) = {tuple(at for at, _by in way.interdicted) for way in ways}
    end = {result: ends_so(result, at) for result in ("pass", "pin", "fail")}
    rolls = [one + other for one, other in product(range(1, 7), repeat=2)]
    number = sum(end["pass" if roll < morale else "pin" if roll == morale else "fail"] for roll in rolls)
    return {str(Fraction(number, 36))}


def table(what: str, puzzle: Mapping[str, Any], text: str) -> set[str] | None:
    """A question about a table: where it stops, how it moves, how it ends, and what becomes of others."""
    kind, _, other = what.partition(" ")
    unit = puzzle["unit"]
    answers: set[Any] = set()
    for line in enumerator_miniatures.solve(text)[unit]:
        own = [event for event in line.events if event.unit == unit]
        moves = [event for event in own if event.path]
        notes = [dict(event.notes) for event in line.events]
        if kind == "fate":
            answers.add(dict(line.fates)[unit])
        elif kind == "turns":
            answers.add(str(own[-1].turn))
        elif kind in ("stop", "last"):
            answers.add(moves[0 if kind == "stop" else -1].path[-1])
        elif kind == "way":
            answers.add(dict(moves[0].notes)["way"])
        elif kind == "lost":
            answers.add(f"{sum(float(str(dict(event.notes).get('lost', 0))) for event in moves):g}")
        elif kind == "gives_way":
            answers |= yes(any((event.unit, event.does) == (other, kind) for event in line.events))
        else:
            named = [units for note in notes if isinstance(units := note.get(kind), tuple)]
            answers |= yes(any(other in units for units in named))
    return answers if len(answers) == 1 else None


OF_TEXT = {"legal": legal, "breaks": breaks, "along": along, "leaves": leaves, "odds": odds, "table": table}
