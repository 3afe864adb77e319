"""Chooses questions for the rules with few shipped puzzles: `python docs/handbook/page_puzzles.py` writes `page_puzzles.json`.

A question is of a rule if its answer is another without it. A rule that cannot be left out, or whose answer then stays, must
be what the referee names. The enumerators answer each, too.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "docs"), str(ROOT)]

import pyrout  # noqa: E402
from handbook import puzzles as shipped  # noqa: E402
from handbook.puzzle_pages import CHOSEN, MOST, of_shipped, why_none  # noqa: E402
from pyrout import PyroutError  # noqa: E402
from pyrout.base.atomic_write import write_bytes  # noqa: E402
from pyrout.base.colour import unstyle  # noqa: E402
from pyrout.hexes.solver import Solver  # noqa: E402
from pyrout.lab.quiz.deciding import OF_LEAVE, leave_of, mattering, own_rule, state  # noqa: E402
from pyrout.lab.quiz.odds import likely  # noqa: E402
from pyrout.lab.quiz.puzzle import Choice, Form, Puzzle  # noqa: E402
from pyrout.lab.quiz.questions import YES_NO, Maker  # noqa: E402
from pyrout.lab.quiz.without import dropped, without  # noqa: E402
from pyrout.miniatures.solver import TableSolver  # noqa: E402
from pyrout.position.facts import Instance, locations, range_between  # noqa: E402
from pyrout.position.shipped import file_of, files, line_of, text_of  # noqa: E402
from pyrout.program import rule_sets  # noqa: E402
from pyrout.program.rule_index import citations, options  # noqa: E402
from pyrout.question import Question, ask  # noqa: E402
from pyrout.referee import judge  # noqa: E402
from pyrout.report import answer_lines, judgement_parts  # noqa: E402
from pyrout.results.answer import UnitAnswer  # noqa: E402
from pyrout.wording import Names  # noqa: E402

MOST_POSITIONS = 6  # that are tried for a rule beside its own
MOST_STEPS, MOST_WAYS = 4, 2000  # of the ways that are asked about
MOST_JUDGED = 80
WAYS = {"straight": "straight", "oblique": "aside", "veer": "aside", "narrow": "narrow straight"}
WAYS |= {"oblique_veer": "aside", "narrow_oblique": "narrow aside"}
WAY_WORDS = {
    "straight": "straight on",
    "aside": "obliquely, or veering aside",
    "narrow straight": "on a narrower front, straight on",
    "narrow aside": "on a narrower front, aside",
}
FATE_WORDS = {
    "rallied": "It rallies.",
    "destroyed": "It is destroyed.",
    "gone": "It leaves the table.",
    "off_table": "It leaves the table.",
    "removed": "It is taken off the table.",
    "held": "It is held where it is.",
}


@dataclass(eq=False)
class Item:
    """A question of a page, and the function that reads its answer from that of the unit."""

    puzzle: Puzzle
    value: Callable[[UnitAnswer], Any]
    names: frozenset[str]  # the rules that the referee names as the reason for the answer
    leave: frozenset[str] = frozenset()  # by which it must rout at all: not asked for


# ---------------------------------------------------------------------------------------------------------------------
# On hexes


def of_hexes(maker: Maker) -> Iterator[Item]:
    """Yield the questions about a unit on hexes, but for those about ways."""
    unit, answer = maker.unit, maker.answer
    if not answer.may_break:
        leave = leave_of(maker)
        for puzzle in maker.puzzles(shipped.ASKED):

            def value(answer: UnitAnswer, puzzle: Puzzle = puzzle) -> Any:
                return state(puzzle, answer)

            yield Item(puzzle, value, frozenset(puzzle.cites), leave if puzzle.kind not in OF_LEAVE else frozenset())
    position, side = maker.position, maker.position.sides[unit]
    at = locations(position.facts)
    who = maker.names.unit(unit)
    if not any(str(fact.args[0]) == unit and str(fact.args[1]) == "broken" for fact in position.of("status")):
        yield _yes_no(maker, "breaks", f"May {who} break on purpose?", lambda u: u.may_break or u.if_breaks is not None)
    for friend in position.sides:
        if friend != unit and position.sides[friend] == side and at.get(friend) == at.get(unit):
            asks = f"May {maker.names.unit(friend)} go along with {who} on its rout?"
            yield _yes_no(
                maker,
                f"along {friend}",
                asks,
                lambda u, friend=friend: friend in {*u.may_accompany, *u.partners},  # type: ignore[misc]
            )
    for fact in position.of("possesses"):
        if str(fact.args[0]) == unit and {str(fact.args[1]) in load for load in answer.loads} in ({True}, {False}):
            weapon = str(fact.args[1])
            kind = next((f"{s.args[1]} of {s.args[2]} PP" for s in position.of("sw") if str(s.args[0]) == weapon), "SW")
            asks = f"Must {who} leave {weapon} ({kind}) behind when it routs?"
            yield _yes_no(
                maker,
                f"leaves {weapon}",
                asks,
                lambda u, weapon=weapon: all(weapon not in load for load in u.loads) if any(u.loads) else None,  # type: ignore[misc]
            )
    yield from _of_odds(maker)


def _yes_no(
    maker: Maker,
    kind: str,
    asks: str,
    holds: Callable[[UnitAnswer], bool | None],
    names: Sequence[str] = (),
    why: Sequence[str] = (),
    path: Sequence[str] = (),
) -> Item:
    right = "yes" if holds(maker.answer) else "no"
    return Item(_puzzle(maker, kind, asks, "one", (right,), YES_NO, names, why, path), holds, frozenset(names))


def _puzzle(
    maker: Maker,
    kind: str,
    asks: str,
    form: Form,
    right: Sequence[str],
    choices: Sequence[Choice],
    cites: Sequence[str],
    why: Sequence[str] = (),
    path: Sequence[str] = (),
) -> Puzzle:
    rules, assumes = maker.question.rules, maker.answer.assumes
    return Puzzle(
        kind,  # type: ignore[arg-type]
        maker.name,
        rules,
        maker.unit,
        asks,
        form,
        tuple(right),
        tuple(cites),
        tuple(path),
        tuple(choices),
        tuple(why),
        assumes=assumes,
    )


def _of_odds(maker: Maker) -> Iterator[Item]:
    """Yield the question about the chance to be lost on the one rout of a unit that is interdicted once."""
    unit = maker.unit
    runs = [route for route in maker.answer.routes if route.posture == "run"]
    morale = next((int(str(f.args[1])) for f in maker.position.of("broken_morale") if str(f.args[0]) == unit), None)
    if len(runs) != 1 or len(runs[0].interdicted) != 1 or morale is None:
        return
    (run,) = runs

    for end, words in (("eliminated", "is it eliminated"), ("survives", "does it come through whole")):

        def chance(answer: UnitAnswer, end: str = end) -> Fraction | None:
            odds = [dict(r.odds) for r in answer.routes if (r.posture, r.path) == ("run", run.path)]
            return Fraction(odds[0][end]) if odds and end in odds[0] else None

        right = chance(maker.answer)
        if right is None:
            continue
        chances = {one for one in likely(morale) if one} | {right}
        choices = [Choice(str(one), str(one)) for one in sorted(chances)]
        asks = (
            f"{maker.names.unit(unit)} has a broken morale of {morale}. "
            f"With what chance {words} on the rout {' - '.join(run.path)}?"
        )
        puzzle = _puzzle(maker, f"odds {end}", asks, "one", (str(right),), choices, (), path=run.path)
        yield Item(puzzle, chance, frozenset())


def of_ways(maker: Maker, other: UnitAnswer | None, rule: str) -> Iterator[Item]:
    """Yield questions whether ways are legal, of those that a rule decides; the illegal ones and the short ones first.

    `other` is the answer without the rule, if there is one.
    """
    answer, question = maker.answer, maker.question
    if not answer.complete:
        return
    here = {(route.posture, route.path) for route in answer.routes}
    there = {(route.posture, route.path) for route in other.routes} if other and other.complete else here
    ways = sorted(there - here, key=_length) or sorted(here - there, key=_length) or _guesses(maker)
    for posture, path in ways[:MOST_JUDGED]:
        judgement = judge(question.about(units=(maker.unit,)), path, low_crawl=posture == "low_crawl")
        if judgement.legal != ((posture, path) in here):
            continue
        faults = {reason.rule for reason in judgement.faults}
        if not judgement.legal and faults != {rule}:
            continue
        said = judgement_parts(judgement, question.rules, question.position)
        why = [unstyle(line).strip() for part, line in said if part != "assumed"]
        manner = "a legal Low Crawl" if posture == "low_crawl" else "a legal rout, not a Low Crawl,"
        yield _yes_no(
            maker,
            f"legal {posture} {' '.join(path)}",
            f"Is {' - '.join(path)} {manner} of {maker.names.unit(maker.unit)}?",
            lambda u, way=(posture, path): way in {(r.posture, r.path) for r in u.routes},  # type: ignore[misc]
            sorted(faults),
            why,
            path,
        )


def _length(way: tuple[str, tuple[str, ...]]) -> tuple[int, tuple[str, tuple[str, ...]]]:
    return len(way[1]), way


def _guesses(maker: Maker) -> list[tuple[str, tuple[str, ...]]]:
    """Return short ways over the map that are no routs, legal or not, and first steps to hexes that do not touch."""
    spots = maker.position.spots
    start = maker.answer.at
    legal = {route.path for route in maker.answer.routes}
    if start not in spots:
        return []
    beside = {a: [b for b in sorted(spots) if a != b and range_between(spots[a], spots[b]) == 1] for a in spots}
    walks: list[tuple[str, ...]] = [(start,)]
    ways: list[tuple[str, ...]] = [(start, far) for far in sorted(spots) if far != start and far not in beside[start]]
    for _ in range(MOST_STEPS):
        walks = [(*walk, step) for walk in walks for step in beside[walk[-1]]][:MOST_WAYS]
        ways += walks
    ways.sort(key=lambda way: (len(way) - len(set(way)), len(way)))  # those that return to a hex are harder to read
    return [("run", way) for way in ways if way not in legal]


# ---------------------------------------------------------------------------------------------------------------------
# On a table


def of_table(position: Instance, unit: str, name: str, rule: str) -> Iterator[Item]:
    """Yield the questions about a unit on a table; what would happen without each rule is offered beside the answer."""
    question = ask(position, units=[unit])
    solver = TableSolver(question)
    answer = solver.unit(unit)
    lines = [line for line in unstyle("\n".join(_said(question))).splitlines() if line.strip().startswith("turn ")]
    names = frozenset(r.rule for route in answer.routes for event in route.events for r in event.rules)
    names |= {reason.rule for reason in answer.reasons}
    others = _others(name, unit)
    asked: list[tuple[str, str, Mapping[str, str] | None]] = [
        ("stop", "Where does the middle of {unit} stand after its first move?", None),
        ("last", "Where does the middle of {unit} stand in the end?", None),
        ("fate", "What becomes of {unit}?", FATE_WORDS),
        ("way", "How does {unit} make its first move?", WAY_WORDS),
        ("turns", "In which turn does the last happen to {unit}?", None),
        ("lost", "How many square inches of its figures does {unit} lose?", None),
    ]
    for other in position.sides:
        if other != unit:
            asked += [
                (f"checks {other}", f"Does {other} check its morale?", {}),
                (f"shaken {other}", f"Is {other} shaken?", {}),
                (f"routed {other}", f"Is {other} routed, too?", {}),
                (f"gives_way {other}", f"Does {other} give way?", {}),
            ]
    who = Names(position).unit(unit)
    for kind, words, meanings in asked:
        right = table_value(kind, answer)
        if right is None:
            continue
        seen = {right, *(value for value in (table_value(kind, other) for other in others) if value)}
        if kind in ("stop", "last"):
            seen |= mirrored(answer.at, right)
        if meanings == {}:
            choices: Sequence[Choice] = YES_NO
        else:
            choices = [Choice(one, (meanings or {}).get(one, one)) for one in sorted(seen)]
        if len(choices) < 2:
            continue

        def value(answer: UnitAnswer, kind: str = kind) -> Any:
            return table_value(kind, answer)

        puzzle = Puzzle(
            f"table {kind}",  # type: ignore[arg-type]
            name,
            question.rules,
            unit,
            words.format(unit=who),
            "one",
            (right,),
            (rule,),
            choices=tuple(choices),
            why=tuple(line.strip() for line in lines),
            assumes=answer.assumes,
        )
        yield Item(puzzle, value, names)


def _said(question: Question) -> Iterator[str]:
    yield from answer_lines(pyrout.referee.answer(question), question.position, details=True)


def without_rule(position: Instance, unit: str, ruleset: str, rule: str) -> UnitAnswer | None:
    """Return the answer for a unit without a rule; None without an answer, or for a rule that cannot be left out."""
    if not dropped(ruleset, rule):
        return None
    with without(ruleset, rule):
        try:
            question = ask(position, units=[unit])
            return (Solver if rule_sets.about(ruleset).plays_on == "hexes" else TableSolver)(question).unit(unit)
        except Exception:  # a program with a hole in it has none
            return None


@cache
def _others(name: str, unit: str) -> list[UnitAnswer]:
    """Return the answers for a unit on a table without each rule in turn, as far as there are any."""
    position = pyrout.parse(text_of(name), name)
    ruleset = ask(position).rules
    every = (without_rule(position, unit, ruleset, rule) for rule in citations(ruleset))
    return [other for other in every if other]


def mirrored(start: str, stop: str) -> set[str]:
    """Return the places as far from the start as a stop, on the other sides."""
    (x, y), (to_x, to_y) = (map(Fraction, spot.split(",")) for spot in (start, stop))
    points = {(2 * x - to_x, to_y), (to_x, 2 * y - to_y), (2 * x - to_x, 2 * y - to_y)}
    return {f"{float(a):g},{float(b):g}" for a, b in points if a >= 0 and b >= 0}


def table_value(kind: str, answer: UnitAnswer) -> str | None:
    """Return the one answer to a question about a table; None where chance or choice has several, or nothing."""
    kind, _, other = kind.partition(" ")
    values = set()
    for route in answer.routes:
        own = [event for event in route.events if event.unit == answer.id]
        moves = [event for event in own if event.path]
        notes = [dict(event.notes) for event in (route.events if other else moves)]
        if kind == "fate":
            values.add(route.fate)
        elif kind == "turns":
            values.add(str(own[-1].turn) if own else None)
        elif kind in ("stop", "last"):
            values.add(moves[0 if kind == "stop" else -1].path[-1] if moves else None)
        elif kind == "way":
            values.add(WAYS.get(str(notes[0].get("way"))) if notes else None)
        elif kind == "lost":
            values.add(str(sum(float(str(note.get("lost", 0))) for note in notes)).removesuffix(".0"))
        elif kind == "gives_way":
            values.add("yes" if any((e.unit, e.does) == (other, kind) for e in route.events) else "no")
        else:
            named = [units for note in notes if isinstance(units := note.get(kind), tuple)]
            values.add("yes" if any(other in units for units in named) else "no")
    return values.pop() if len(values) == 1 else None


# ---------------------------------------------------------------------------------------------------------------------
# The choice


@cache
def answered(ruleset: str) -> Mapping[str, str]:
    """Return the positions of a rule set whose answer is kept, by their names, the small ones first, with its JSON."""
    lines = {name: line for name in files() if (line := line_of(name))}
    return {
        name: json.dumps(line.answer)
        for name, line in sorted(lines.items(), key=lambda each: (len(each[1].position.encode()), each[0]))
        if f"rules({ruleset})." in line.position
    }


@dataclass(eq=False)
class Place:
    """A unit of a position, with its answer as it is and without the rule, and the questions about it."""

    position: Instance
    question: Question
    answer: UnitAnswer
    other: UnitAnswer | None
    items: Sequence[Item]


def places(ruleset: str, rule: str) -> Iterator[list[Place]]:
    """Yield the places of each position that a rule may decide, its own position first."""
    own = f"rules/{ruleset}/{rule}"
    if file_of(own):
        yield list(_places_of(own, ruleset, rule, True))
    names = [name for name, said in answered(ruleset).items() if f'"{rule}"' in said]
    for name in names[:MOST_POSITIONS]:
        yield list(_places_of(name, ruleset, rule, False))


def _places_of(name: str, ruleset: str, rule: str, own: bool) -> Iterator[Place]:
    position = pyrout.parse(text_of(name), name)
    hexes = rule_sets.about(ruleset).plays_on == "hexes"
    broken = {str(f.args[0]) for f in position.of("status") if str(f.args[1]) == "broken"}
    units = [str(unit) for unit in position.units if str(unit) in broken or own][:3]
    for unit in units if hexes else TableSolver(ask(position)).units:
        try:
            question = ask(position, units=[unit])
            other = without_rule(position, unit, ruleset, rule)
            if hexes:
                maker = Maker(question, unit, name)
                answer, items = maker.answer, [*of_hexes(maker)]
                if not answer.may_break:
                    items += islice(of_ways(maker, other, rule), 3)
            else:
                answer, items = TableSolver(question).unit(unit), list(of_table(position, unit, name, rule))
            yield Place(position, question, answer, other, items)
        except PyroutError as error:
            print(f"{name}, {unit}: {error}", file=sys.stderr)


def strength(item: Item, place: Place, rule: str) -> int | None:
    """Return the grade of a question for a rule: 0 if the answer is another without it, 1 if there is none then.

    2 if the referee names it, and it cannot be left out or the position is its own; 3 if it cannot be left out, and the
    position shows it. None if the question is not of the rule.
    """
    own, ruleset = own_rule(item.puzzle) == rule, place.question.rules
    if dropped(ruleset, rule) and (own or rule not in item.leave):
        now = item.value(place.other) if place.other else None
        if now != item.value(place.answer):
            return 1 if now is None else 0
    if rule in item.names and (own or not dropped(ruleset, rule)):
        return 2
    shows = own and not dropped(ruleset, rule) and item.puzzle.kind in ("survive", "ends", "safest", "interdicted")
    return 3 if shows else None


def readings(place: Place) -> Iterator[tuple[str, UnitAnswer | None]]:
    """Yield the options that can matter in a place, with the answer under each other value of them."""
    question, ruleset = place.question, place.question.rules
    hexes = rule_sets.about(ruleset).plays_on == "hexes"
    matters = mattering(question, [place.answer]) if hexes else question.options
    for value in options(ruleset):
        if matters.get(value.option, value.value) != value.value:
            try:
                other = ask(place.position, units=[place.answer.id], options={value.option: value.value})
                yield value.option, (Solver if hexes else TableSolver)(other).unit(place.answer.id)
            except PyroutError:
                yield value.option, None


def chosen(ruleset: str, rule: str, count: int, taken: Sequence[Puzzle]) -> list[Puzzle]:
    """Return questions of a rule, up to a number: those that it decides most, of different positions and kinds.

    Those `taken` are on the page already. No two have the same answer about the same position.
    """
    there: set[tuple[str, str]] = {(puzzle.position, puzzle.kind) for puzzle in taken}
    rows: list[tuple[int, Puzzle]] = []
    for several in places(ruleset, rule):
        for place in several:
            rows += _rows(place, rule, there)
        if len([puzzle for strong, puzzle in rows if strong < 2]) >= count:
            break
    best: list[Puzzle] = []
    while len(best) < count:
        answers = {(p.position, p.right) for p in (*taken, *best)}
        rows = [row for row in rows if (row[1].position, row[1].right) not in answers]
        if not rows:
            break
        at, kinds = {p.position for p in best}, {_kind(p) for p in best}
        row = min(rows, key=lambda row: (row[0], row[1].position in at, _kind(row[1]) in kinds))
        rows.remove(row)
        best.append(row[1])
    return best


def _rows(place: Place, rule: str, there: set[tuple[str, str]]) -> Iterator[tuple[int, Puzzle]]:
    ruleset = place.question.rules
    strong = {item: strength(item, place, rule) for item in place.items}
    wanted = [item for item in place.items if strong[item] is not None]
    if not wanted:
        return
    read = list(readings(place))
    for item in wanted:
        puzzle = item.puzzle
        before = item.value(place.answer)
        changing = {option for option, now in read if now is None or item.value(now) != before}
        if len(changing) > 1 or (puzzle.position, puzzle.kind) in there:
            continue
        reading = None
        for option in changing:
            value = (option, place.question.options[option])
            said = next(v for v in options(ruleset) if (v.option, v.value) == value)
            reading = said.reading
        if shipped.same(puzzle, text_of(puzzle.position)):
            cites = tuple(dict.fromkeys([rule, *puzzle.cites]))[:4]
            yield strong[item] or 0, puzzle._replace(cites=cites, reading=reading, difficulty=None)


def _kind(puzzle: Puzzle) -> str:
    return puzzle.kind if puzzle.kind.startswith("table") else puzzle.kind.partition(" ")[0]


def made_before() -> dict[str, list[dict[str, Any]]]:
    """Return the questions in the file, by rule set and rule."""
    return json.loads(CHOSEN.read_text("utf-8")) if CHOSEN.is_file() else {}


def main() -> int:
    """Write the questions of the pages that have few."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rules", choices=rule_sets.names(), action="append", help="of this rule set; others stay")
    parser.add_argument("--rule", action="append", help="of this rule alone, as aslsk/sk-once; the others stay")
    given = parser.parse_args()
    gc.disable()  # it would look through the same atoms again and again
    for ruleset in given.rules or rule_sets.names():
        for rule in citations(ruleset):
            key = f"{ruleset}/{rule}"
            if given.rule and key not in given.rule:
                continue
            there = of_shipped(ruleset, rule)
            wanted = 0 if why_none(ruleset, rule) else MOST - len(there)
            made = {other: kept for other, kept in made_before().items() if other != key}
            if wanted > 0:
                several = chosen(ruleset, rule, wanted, there)
                made[key] = [puzzle.to_json() for puzzle in several]
                print(
                    f"{key}: {len(several)} of {wanted} {[(p.position, p.kind, p.right) for p in several]}", flush=True
                )
            kept = sorted(made.items())
            rows = [f"{json.dumps(rule)}: {json.dumps(puzzles, ensure_ascii=False)}" for rule, puzzles in kept]
            if made == made_before():
                continue
            write_bytes(("{\n" + ",\n".join(rows) + "\n}\n").encode(), CHOSEN)
    return 0


if __name__ == "__main__":
    sys.exit(main())
