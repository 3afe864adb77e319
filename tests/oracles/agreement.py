"""Compare the product with an enumerator, answer by answer, on many random positions.

    python tests/oracles/agreement.py --count 10000 --seed 1 --jobs 2
    python tests/oracles/agreement.py --rules asl --count 10000 --seed 1 --jobs 2

Progress goes to stderr. Each disagreement is printed with its seed, what differs and the instance (reduced, with
``--reduce``, to facts that are all needed for some disagreement). Positions that the product refuses to answer are
counted apart. The exit code is 1 if there was any disagreement.

Routes are compared whole. Two are different if posture, legs, path or the MF along the path differ: over a road hexside
the same path may be had at the road rate and at the price of the terrain. Either side must list each of them once.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, NamedTuple

import enumerator_asl
import positions_asl
import positions_tiny
from enumerated import Destination
from enumerator import Answer, Route, solve
from positions import random_position
from processes import carried_out

import pyrout
from pyrout import referee
from pyrout.game import VERDICT_AND_ROUTES, Wanted
from pyrout.json_form import describe_fields
from pyrout.position.consistency import with_facts
from pyrout.position.facts import Fact
from pyrout.position.vocabulary import Name
from pyrout.question import Question, ask
from pyrout.results.answer import UnitAnswer

Json = dict[str, Any]
AnyRoute = Route | enumerator_asl.Route
AnyAnswer = Answer | enumerator_asl.Answer
NAMED = "named only"  # a volunteer whose break the product refuses to answer
EVENTS = ("discovers", "new choice", "interdicted", "route eliminated", "no destination", "unit eliminated")


def product_answers(text: str, *, volunteers: bool = True) -> list[Json]:
    """The product's answer on an instance: the ``units`` of its JSON form, and those it names as not worked out."""
    question = ask(pyrout.parse(text))
    return units_of(question, referee.answer(question, Wanted(excluded=False, volunteers=volunteers)))


def units_of(question: Question, answer: pyrout.Answer) -> list[Json]:
    form = answer.to_json()
    named = form.get("volunteers", ())
    return [*form["units"], *({"id": unit, NAMED: refuses_break(question, unit)} for unit in named)]


def refuses_break(question: Question, unit: str) -> bool:
    """Return True if the product refuses the position once a unit breaks on purpose, or to answer the unit as it is:
    else it has no reason only to name it."""
    breaks = with_facts(question.position, [Fact("breaks", (Name(unit),))])
    try:
        for position in (question.position, breaks):
            referee.answer(question.about(position, units=(unit,)), VERDICT_AND_ROUTES)
    except pyrout.InstanceError:
        return True
    return False


def half_mf(mf: float) -> int:
    halves = round(2 * mf)
    if halves != 2 * mf:
        raise ValueError(f"{mf} MF is no number of halves")
    return halves


def route_of(route: Json) -> Route:
    """A route of the JSON form as the enumerator writes it."""
    return Route(
        posture=route["posture"],
        legs=tuple((leg["from"], leg["to"]) for leg in route["legs"]),
        path=tuple(route["path"]),
        mf=tuple(half_mf(mf) for mf in route["mf"]),
        interdicted=tuple((at["hex"], frozenset(at["by"])) for at in route["interdicted"]),
        discovers=tuple((at["hex"], frozenset(at["enemies"])) for at in route["discovers"]),
        end=route["end"],
    )


def asl_route_of(route: Json) -> enumerator_asl.Route:
    """Return a route of the JSON as the enumerator of full ASL has it."""
    thrown_back = route.get("repulsed")
    repulsed = (thrown_back["hex"], frozenset(thrown_back["by"])) if thrown_back else None
    vertices = tuple((vertex["hex"], vertex["end"]) for vertex in route.get("vertices", ()))
    attacks = tuple(sorted((attack["hex"], attack["by"], attack["as"]) for attack in route.get("attacks", ())))
    return enumerator_asl.Route(*route_of(route), repulsed=repulsed, vertices=vertices, attacks=attacks)


def route_key(route: AnyRoute) -> tuple[object, ...]:
    """Return the parts of a route by which it differs from others."""
    vertices = route.vertices if isinstance(route, enumerator_asl.Route) else ()
    return route.posture, route.legs, route.path, route.mf, vertices


def met(route: AnyRoute) -> tuple[object, ...]:
    """Return the number of enemies that become Known on the way, of Interdictions, and of interdicting enemies.

    A reveal before a step that the unit then does not make leaves the route as it was. Of such routes the one with as
    few discoveries counts, of these the one with fewer Interdictions, and then the first by name.
    """
    discovers, fire = ([(h, sorted(ids)) for h, ids in events] for events in (route.discovers, route.interdicted))
    return sum(len(ids) for _, ids in discovers), len(fire), discovers, fire


def route_text(route: AnyRoute) -> str:
    legs = " ".join(f"{a}>{b or 'free'}" for a, b in route.legs)
    path = " ".join(f"{h}:{mf / 2:g}" for h, mf in zip(route.path, route.mf, strict=True))
    notes = [f"{h} finds {','.join(sorted(ids))}" for h, ids in route.discovers]
    notes += [f"{h} interdicted by {','.join(sorted(ids))}" for h, ids in route.interdicted]
    if isinstance(route, enumerator_asl.Route):
        notes += [f"into {h} over {end}" for h, end in route.vertices]
    if isinstance(route, enumerator_asl.Route) and route.repulsed:
        notes.append(f"thrown back from {route.repulsed[0]} by {','.join(sorted(route.repulsed[1]))}")
    return f"{route.posture} [{legs}] {path} {route.end}" + "".join(f"; {note}" for note in notes)


# Fields of an enumerator's answer that the JSON has under another name or in another form.
MADE: dict[str, Callable[[Json], object]] = {
    "must": lambda unit: {because["rule"] for because in unit["must_rout"]},
    "destinations": lambda unit: {
        d["hex"]: Destination(half_mf(d["mf"]), d["ignorable"]) for d in unit["destinations"]
    },
    "dm_gained": lambda unit: unit.get("dm") == ["sk-dm-gain"],
}
LEFT_OUT = {field.name: field.default for field in describe_fields(UnitAnswer) if not field.inside}


def value_of(unit: Json, name: str, ours: object) -> object:
    """Return the value that the JSON of a unit has for a field of an enumerator's answer; a list as a set where that has one.

    Raises KeyError for a field that the JSON does not have: it would be compared with nothing.
    """
    if name in MADE:
        return MADE[name](unit)
    default = LEFT_OUT[name]
    value = unit[name] if default is MISSING else unit.get(name, default)
    return set(value) if isinstance(ours, set | frozenset) else value


def unit_differences(answer: AnyAnswer, unit: Json) -> Iterator[str]:
    """Return the differences between product and enumerator in the answer for a unit: field by field, and the routes."""
    is_asl = isinstance(answer, enumerator_asl.Answer)
    for name in (field.name for field in fields(answer) if field.name != "routes"):
        ours = getattr(answer, name)
        if ours != (theirs := value_of(unit, name, ours)):
            yield f"{name}: enumerator {ours}, product {theirs}"
    if not unit["complete"]:
        yield "complete: the product is not"
    listed = [asl_route_of(route) if is_asl else route_of(route) for route in unit["routes"]]
    routes = set(listed)
    twice = len(listed) - len({route_key(route) for route in listed})
    if twice:
        yield f"routes: {twice} listed twice"
    fewest: dict[object, list[AnyRoute]] = {}
    for route in sorted(answer.routes, key=met):
        fewest.setdefault(route_key(route), []).append(route)
    if any(len(some) > 1 and met(some[0]) == met(some[1]) for some in fewest.values()):
        yield "routes: the enumerator finds some twice"
    surviving = sum(route.end == "survives" for route in listed)
    if (unit["counts"]["routes"], unit["counts"]["surviving"]) != (len(listed), surviving):
        yield f"counts: {unit['counts']} for {len(listed)} routes, {surviving} surviving"
    kept: set[AnyRoute] = {some[0] for some in fewest.values()}
    for route in sorted(kept - routes, key=repr):
        yield f"only the enumerator: {route_text(route)}"
    for route in sorted(routes - kept, key=repr):
        yield f"only the product: {route_text(route)}"


Enumerate = Callable[[str], Mapping[str, AnyAnswer]]
# Voluntary breaks take most of the time: asked in one position of this many.
VOLUNTEERS_EVERY = 8


def differences(text: str, enumerate_: Enumerate = solve, *, volunteers: bool = True) -> list[str]:
    """Every difference between the two answers to an instance, a line each; empty where they agree.

    Without ``volunteers`` only broken units are compared.
    """
    ours = enumerate_(text)
    return compare(ours if volunteers else broken_only(ours), product_answers(text, volunteers=volunteers))


def broken_only(answers: Mapping[str, AnyAnswer]) -> dict[str, AnyAnswer]:
    return {uid: answer for uid, answer in answers.items() if not getattr(answer, "may_break", False)}


def compare(ours: Mapping[str, AnyAnswer], units: list[Json]) -> list[str]:
    named = {unit["id"] for unit in units if unit.get(NAMED)}
    named -= set(broken_only(ours))
    ours = {uid: answer for uid, answer in ours.items() if uid not in named}
    units = [unit for unit in units if unit["id"] not in named]
    theirs = {unit["id"]: unit for unit in units}
    wrongly = [unit["id"] for unit in units if NAMED in unit]
    if wrongly:
        return [f"units: {', '.join(wrongly)} named only, without a reason"]
    if set(ours) != set(theirs) or len(units) != len(theirs):
        return [f"units: enumerator {sorted(ours)}, product {sorted(unit['id'] for unit in units)}"]
    return [f"{uid}: {line}" for uid, answer in ours.items() for line in unit_differences(answer, theirs[uid])]


def reduce_text(text: str, still_wrong: Callable[[str], bool]) -> str:
    """The instance without the lines that its being wrong does not need."""
    lines = text.splitlines()
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            if still_wrong("\n".join(fewer) + "\n"):
                lines = fewer
            else:
                at += size
        size //= 2
    return "\n".join(lines) + "\n"


def is_wrong(text: str, enumerate_: Enumerate = solve) -> bool:
    """Return True if the two disagree on a text that both accept."""
    try:
        return bool(differences(text, enumerate_))
    except Exception:  # a reduced text may be no instance any more, for either of the two
        return False


class Game(NamedTuple):
    """The rules by which positions are drawn and enumerated."""

    random_position: Callable[[int], str]
    enumerate: Enumerate


GAMES = {
    "aslsk": Game(random_position, solve),
    "asl": Game(positions_asl.random_position, enumerator_asl.solve),
    "asl_reveals": Game(positions_tiny.tiny_position, enumerator_asl.solve),  # many reveals on ten hexes
    "asl_shelters": Game(positions_tiny.sheltered_position, enumerator_asl.solve),  # and shelters on the way
}


class Outcome(NamedTuple):
    """One position compared; times in seconds. ``refused`` is why the product does not answer it, or empty."""

    seed: int
    differences: list[str]
    refused: str
    units: int
    routes: int
    events: set[str]
    enumerator_time: float
    product_time: float


def events(answers: Iterable[AnyAnswer]) -> set[str]:
    """Return the events of a position, in the words of EVENTS."""
    kinds = set()
    for answer in answers:
        if answer.verdict == "eliminated":
            kinds.add("unit eliminated")
        if answer.free:
            kinds.add("no destination")
        for route in answer.routes:
            happens = (route.discovers, len(route.legs) > 1, route.interdicted, route.end == "eliminated")
            kinds.update(name for name, is_so in zip(EVENTS, happens, strict=False) if is_so)
    return kinds


def run(seeds: Sequence[int], rules: str = "aslsk") -> list[Outcome]:
    """Positions compared: enumerated one by one, answered by the product together."""
    game = GAMES[rules]
    texts = [game.random_position(seed) for seed in seeds]
    ours, spent = [], []
    for text in texts:
        begun = time.perf_counter()
        ours.append(game.enumerate(text))
        spent.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    theirs = product_answers_together(texts, [seed % VOLUNTEERS_EVERY == 0 for seed in seeds])
    share = (time.perf_counter() - begun) / len(seeds)
    outcomes = []
    for seed, answers, answer, enumerating in zip(seeds, ours, theirs, spent, strict=True):
        refused, differ = "", []
        if isinstance(answer, pyrout.PyroutError) and "is refused" in str(answer):
            refused = str(answer)
        elif isinstance(answer, Exception):  # whatever it is, it is a disagreement with its seed
            differ = [f"the product fails: {type(answer).__name__}: {answer}"]
        else:
            differ = compare(answers if seed % VOLUNTEERS_EVERY == 0 else broken_only(answers), answer)
        routes = sum(len(answer.routes) for answer in answers.values())
        happens = events(answers.values())
        outcomes.append(Outcome(seed, differ, refused, len(answers), routes, happens, enumerating, share))
    return outcomes


def product_answers_together(texts: Sequence[str], volunteers: Sequence[bool]) -> list[list[Json] | Exception]:
    """The product's answers on many instances, got together, or what each came to."""
    answered: dict[int, list[Json] | Exception] = {}
    questions = {}
    for number, text in enumerate(texts):
        try:
            questions[number] = ask(pyrout.parse(text))
        except pyrout.PyroutError as error:
            answered[number] = error
    for wanted in (False, True):
        some = [number for number in questions if volunteers[number] is wanted]
        try:
            answers = referee.answers([questions[n] for n in some], Wanted(excluded=False, volunteers=wanted))
        except Exception as error:
            answers = [error] * len(some)  # type: ignore[list-item]
        for number, answer in zip(some, answers, strict=True):
            answered[number] = answer if isinstance(answer, Exception) else units_of(questions[number], answer)
    return [answered[number] for number in range(len(texts))]


AT_ONCE = 32  # positions that are answered together


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the product with the brute-force enumerator.")
    parser.add_argument("--rules", choices=list(GAMES), default="aslsk", help="the rule set (default aslsk)")
    parser.add_argument("--count", type=int, default=1000, help="positions to compare (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first position; the others follow (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--lines", type=int, default=12, help="differences to print for a position (default 12)")
    parser.add_argument("--stop", type=int, default=20, help="stop after this many disagreements (default 20)")
    parser.add_argument("--reduce", action="store_true", help="print reduced instances (slow)")
    parser.add_argument(
        "--log", type=Path, help="a file of what is done: a run that is given it again goes on from there"
    )
    args = parser.parse_args(argv)
    runs = [
        range(first, min(first + AT_ONCE, args.seed + args.count))
        for first in range(args.seed, args.seed + args.count, AT_ONCE)
    ]
    wrong = done = units = routes = refused = 0
    if args.log and args.log.exists():
        before = [list(map(int, line.split())) for line in args.log.read_text().splitlines()]
        over = {(first, last) for first, last, *_ in before}
        runs = [some for some in runs if (some[0], some[-1]) not in over]
        done, units, routes, wrong, refused = (sum(row[column] for row in before) for column in range(2, 7))
    run_some = partial(run, rules=args.rules)
    spent = [0.0, 0.0]
    new = 0
    seen: Counter[str] = Counter()
    with carried_out(run_some, runs, args.jobs) as results:
        for some, outcomes in zip(runs, results, strict=True):
            counts = [0] * 5
            for outcome in outcomes:
                row = (1, outcome.units, outcome.routes, bool(outcome.differences), bool(outcome.refused))
                counts = [old + more for old, more in zip(counts, row, strict=True)]
                seen.update(outcome.events)
                spent = [spent[0] + outcome.enumerator_time, spent[1] + outcome.product_time]
                if outcome.differences:
                    report(outcome, args.rules, args.lines, args.reduce)
            new += counts[0]
            done, units, routes, wrong, refused = (
                old + more for old, more in zip((done, units, routes, wrong, refused), counts, strict=True)
            )
            if args.log:
                with args.log.open("a") as log:
                    log.write(" ".join(map(str, (some[0], some[-1], *counts))) + "\n")
            print(f"{done}/{args.count} positions, {wrong} disagree", file=sys.stderr)
            if wrong >= args.stop:
                break
    if new:
        print("positions in which: " + ", ".join(f"{name} {seen[name] / new:.0%}" for name in EVENTS))
        print(f"ms for a position: enumerator {1000 * spent[0] / new:.1f}, product {1000 * spent[1] / new:.1f}")
    print(f"{done} positions, {units} units, {routes} routes: {wrong} disagree, {refused} refused")
    return 1 if wrong else 0


def report(outcome: Outcome, rules: str, lines: int, reduce: bool) -> None:
    game = GAMES[rules]
    text = game.random_position(outcome.seed)
    differing = outcome.differences
    if reduce and is_wrong(text, game.enumerate):
        text = reduce_text(text, partial(is_wrong, enumerate_=game.enumerate))
        differing = differences(text, game.enumerate)
    print(f"% seed {outcome.seed}")
    for line in differing[:lines]:
        print(f"% {line}")
    if len(differing) > lines:
        print(f"% and {len(differing) - lines} more")
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
