"""Chooses the questions that are shipped: `python docs/handbook/puzzles.py` writes `pyrout/lab/quiz/learn.json`.

Each is made from the referee's answer. Left out are those that an enumerator does not take, those that two readings
of the rules change, and those that no rule decides: without which the answer is the same.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "docs"), str(ROOT)]
sys.path.append(str(ROOT / "tests" / "oracles"))

import phase_oracle  # noqa: E402
import quiz_oracle  # noqa: E402

import pyrout  # noqa: E402
from pyrout import PyroutError  # noqa: E402
from pyrout.base.span import RULES, packed, rendered  # noqa: E402
from pyrout.lab.quiz.deciding import (  # noqa: E402
    APART,
    MOST_CITED,
    Candidate,
    asked_of,
    asked_of_order,
    decide,
    finished,
    own_rule,
    read_otherwise,
    states,
)
from pyrout.lab.quiz.kinds import KINDS  # noqa: E402
from pyrout.lab.quiz.puzzle import LEVELS, Puzzle, puzzle_of  # noqa: E402
from pyrout.lab.quiz.questions import Maker  # noqa: E402
from pyrout.position.shipped import files, text_of  # noqa: E402
from pyrout.program import rule_sets  # noqa: E402
from pyrout.program.rule_index import citations  # noqa: E402
from pyrout.question import ask  # noqa: E402

INSTANCES = ROOT / "instances"
SHIPPED = ROOT / "pyrout" / "lab" / "quiz" / "learn.json"
SPANS = (*RULES, "below", "lead")  # kinds of spans that a reason keeps
LESSONS = Path(__file__).with_name("lessons.json")
RULESETS = ("aslsk", "asl")
FOLDERS = ("rules", "rulings", "terrain", "options", "levels", "generated")  # those of the lessons are left to them
COUNT = {"aslsk": 300, "asl": 300}  # puzzles of a rule set, before those that a rule has too few without
EACH = 2  # puzzles of a rule, where there are any
SHARE = {
    "order": 24,
    "surrender": 40,
    "survive": 32,
    "safest": 60,
    "must": 12,
    "discovers": 28,
    "verdict": 24,
    "cost": 16,
    "reveal": 28,
    "claim": 44,
    "odds": 20,
}
OFTEN = 68  # the most of a kind that has no share of its own
MOST_OF_POSITION = 3
LEAST = 12  # hexes of a map, but for a position of a rule that has no other puzzle
FIRST_CHOICE = 1.5  # of the number that is shipped: these are put to other rules
# Kinds that few positions have, and of which generated positions they are made.
RARE = {"survive": "crawl-only", "order": "only-order-saves-all", "reveal": "spoilt"}
LAST = "12"  # of the generated positions of a kind that are looked at
LAST_RARE = {"crawl-only": "20", "only-order-saves-all": "20", "spoilt": "20"}
ASKED = (*(kind for kind in KINDS if kind != "way"), *APART)


def candidates(ruleset: str) -> Iterator[Candidate]:
    """Yield the questions about the positions of rules, the other written ones, and the first generated of each kind.

    Rare kinds have more generated ones. Left out is a position without an enemy.
    """
    made_for = {made_as: kind for kind, made_as in RARE.items()}
    for folder in FOLDERS:
        for name in files():
            if not name.startswith(f"{folder}/") or f"rules({ruleset})." not in text_of(name):
                continue
            made_as, _, number = name.rpartition("/")[2].rpartition("-")
            if folder != "generated" or number <= LAST:
                yield from _of_position(name, ruleset)
            elif made_as in made_for and number <= LAST_RARE[made_as]:
                yield from _of_position(name, ruleset, (made_for[made_as],))


def _of_position(name: str, ruleset: str, kinds: Sequence[str] = ASKED) -> Iterator[Candidate]:
    text = text_of(name)
    of_rule = name.startswith("rules/")
    try:
        position = pyrout.parse(text, name)
        question = ask(position)
        units = [str(u) for u in position.units if any(f.args == (u, "broken") for f in position.of("status"))]
        others = [str(unit) for unit in position.units if of_rule and str(unit) not in units]
        made: list[Candidate] = []
        makers = []
        for unit in [*units, *others] if of_rule else units[:1]:
            if not set(position.sides.values()) - {position.sides[unit]}:
                continue
            maker = Maker(ask(position, units=[unit]), unit, name)
            if maker.answer.may_break:
                continue
            makers.append(maker)
            made += asked_of(maker, kinds)
        if len(units) > 1 and kinds in (ASKED, ("order",)):
            made += asked_of_order(question, name, makers)
    except PyroutError:
        return
    for asked in made:
        asked.cited |= {name.rpartition("/")[2]} if of_rule else set()
        yield asked


def same(puzzle: Puzzle, text: str) -> bool:
    """Return True if the enumerators say the same; False for a position that they do not take."""
    try:
        theirs = quiz_oracle.right(puzzle.to_json(), text)
    except (ValueError, KeyError, phase_oracle.Untold) as error:
        print(f"{puzzle.position}, {puzzle.kind}: {type(error).__name__}", file=sys.stderr)
        return False
    if theirs != set(puzzle.right):
        print(f"{puzzle.position}, {puzzle.kind}: {puzzle.right}, by the enumerators {theirs}", file=sys.stderr)
    return theirs == set(puzzle.right)


# ---------------------------------------------------------------------------------------------------------------------
# The same questions, put to other rules


def of_own_rule(several: Sequence[Candidate], ruleset: str) -> list[Candidate]:
    """Return the questions about the positions of rules that the rule decides."""
    by_rule: dict[str, list[Candidate]] = defaultdict(list)
    for asked in several:
        rule = own_rule(asked.puzzle)
        if rule in citations(ruleset):
            by_rule[rule].append(asked)
    for rule, own in by_rule.items():
        decide(own, ruleset, (rule,))
    decided = [asked for own in by_rule.values() for asked in own if asked.decides]
    for asked in decided:
        asked.decides.clear()
    return decided


# ---------------------------------------------------------------------------------------------------------------------
# The choice


@cache
def small(name: str) -> bool:
    """Return True for a position on fewer hexes than a puzzle is worth looking at."""
    return len(pyrout.parse(text_of(name), name).spots) < LEAST


def choose(several: Sequence[Puzzle], count: float, times: float = 1.0) -> list[Puzzle]:
    """Return questions of all kinds, levels and rules: each time the one whose like is rarest so far.

    `times` is how often the shares of the kinds, and the most of a position, are taken.
    """
    kinds: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    rules: Counter[str] = Counter()
    places: Counter[str] = Counter()
    chosen: list[Puzzle] = []
    left = [puzzle for puzzle in several if not small(puzzle.position)]
    while left and len(chosen) < count:

        def rarity(puzzle: Puzzle) -> tuple[object, ...]:
            share = kinds[puzzle.kind] / SHARE.get(puzzle.kind, OFTEN)
            level = levels[puzzle.difficulty.level] if puzzle.difficulty else 0
            rare = min((rules[rule] for rule in puzzle.cites), default=0)
            return min(rare, 2), round(share, 1), puzzle.reading is not None, level, rare, puzzle.position, puzzle.kind

        left = [
            puzzle
            for puzzle in left
            if kinds[puzzle.kind] < times * SHARE.get(puzzle.kind, OFTEN)
            and places[puzzle.position] < times * MOST_OF_POSITION
        ]
        if not left:
            break
        best = min(left, key=rarity)
        left.remove(best)
        chosen.append(best)
        kinds[best.kind] += 1
        levels[best.difficulty.level if best.difficulty else 0] += 1
        rules.update(best.cites)
        places[best.position] += 1
    return sorted(chosen, key=_order)


def with_each_rule(chosen: Sequence[Puzzle], several: Sequence[Puzzle], ruleset: str) -> list[Puzzle]:
    """Return the questions chosen and more, so that each rule decides two where there are as many.

    Those about further positions, and of further kinds, come first.
    """
    more = list(chosen)
    for rule in citations(ruleset):
        while True:
            own = [p for p in more if p.difficulty and rule in p.difficulty.rules]
            left = [p for p in several if p.difficulty and rule in p.difficulty.rules and p not in more]
            if len(own) >= EACH or not left:
                break
            places, kinds = {p.position for p in own}, {p.kind for p in own}
            more.append(
                min(
                    left,
                    key=lambda p: (
                        small(p.position),
                        p.position in places,
                        p.kind in kinds,
                        p.difficulty,
                        p.position,
                        p.kind,
                    ),
                )
            )
    return sorted(more, key=_order)


def choice(several: Sequence[Puzzle], ruleset: str, count: int | None = None) -> list[Puzzle]:
    """Return those of some questions that are shipped. Of the shipped ones alone it is the same choice."""
    return with_each_rule(choose(several, COUNT[ruleset] if count is None else count), several, ruleset)


def _order(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.difficulty or (0,), puzzle.position, puzzle.kind, puzzle.unit


def puzzles(ruleset: str) -> list[Puzzle]:
    """Return the questions of a rule set that are shipped: always the same of the same positions."""
    several = list(candidates(ruleset))
    print(f"{ruleset}: {len(several)} questions {dict(Counter(f.puzzle.kind for f in several))}", file=sys.stderr)
    for asked, now in zip(several, states(several, {}), strict=True):
        asked.state = now
    kept = {asked.puzzle for asked in of_own_rule(several, ruleset)}
    kept |= set(choose([asked.puzzle for asked in several], FIRST_CHOICE * COUNT[ruleset], FIRST_CHOICE))
    several = [asked for asked in several if asked.puzzle in kept]
    read_otherwise(several, ruleset)
    several = [asked for asked in several if len(asked.readings) < 2]
    print(f"{ruleset}: {len(several)} that one reading at most changes", file=sys.stderr)
    decide(several, ruleset, show=lambda line: print(f"{ruleset}: {line}", file=sys.stderr))
    print(f"{ruleset}: {sum(bool(asked.decides) for asked in several)} that a rule decides", file=sys.stderr)
    texts = {asked.puzzle.position: text_of(asked.puzzle.position) for asked in several}
    made = [finished(asked, ruleset) for asked in several if asked.decides]
    refused: list[Puzzle] = []
    agreed: set[Puzzle] = set()
    while True:  # until the enumerators take all that are chosen
        left = [puzzle for puzzle in made if puzzle not in refused]
        chosen = choice(left, ruleset)
        others = [puzzle for puzzle in chosen if puzzle not in agreed and not same(puzzle, texts[puzzle.position])]
        if not others:
            return chosen
        agreed.update(puzzle for puzzle in chosen if puzzle not in others)
        refused += others


def again(several: Sequence[Puzzle], ruleset: str) -> list[Puzzle]:
    """Return questions of a rule set as they are made now, with the rules that decide them and their reading."""
    wanted = {(puzzle.position, puzzle.kind, puzzle.unit) for puzzle in several}
    remade: list[Candidate] = []
    for name in dict.fromkeys(puzzle.position for puzzle in several):
        made = _of_position(name, ruleset)
        remade += [asked for asked in made if (name, asked.puzzle.kind, asked.puzzle.unit) in wanted]
    for asked, now in zip(remade, states(remade, {}), strict=True):
        asked.state = now
    read_otherwise(remade, ruleset)
    remade = [asked for asked in remade if len(asked.readings) < 2]
    decide(remade, ruleset)
    return sorted((finished(asked, ruleset) for asked in remade if asked.decides), key=_order)


def first_moves(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lesson that comes first: each question is where a unit goes, in words of its own."""
    questions = []
    for name, unit, words in plan["asks"]:
        maker = Maker(ask(pyrout.parse(text_of(name), name), units=[unit]), unit, name)
        puzzle = maker.puzzle(KINDS["destinations"])
        assert puzzle is not None
        questions.append(puzzle._replace(asks=words).to_json())
    return {"title": plan["title"], "questions": questions}


def lessons(plans: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lessons: the plan of each, with the questions that the referee makes of it."""
    made = []
    for plan in plans:
        position = pyrout.parse(text_of(plan["position"]), plan["position"])
        unit = plan["unit"]
        maker = Maker(ask(position, units=[unit]), unit, plan["position"])
        questions = []
        for words in plan["asks"]:
            kind, _, rule = words.partition(" ")
            puzzle = maker.of_chart(rule) if kind == "chart" else maker.puzzle(KINDS[kind])
            if puzzle is None:
                raise ValueError(f"{plan['position']} has no question {words}")
            if kind in ("which", "destinations", "survive", "way"):  # the lesson is about its own rule
                puzzle = puzzle._replace(cites=tuple(dict.fromkeys([plan["rule"], *puzzle.cites]))[:MOST_CITED])
            questions.append(puzzle.to_json())
        made.append({"title": plan["title"], "rule": plan["rule"], "questions": questions})
    return made


def document(made: Mapping[str, Iterable[Puzzle]]) -> dict[str, Any]:
    """Return everything that is shipped: lessons and puzzles."""
    first, *plans = json.loads(LESSONS.read_text("utf-8"))
    several = [puzzle.to_json() for ruleset in RULESETS for puzzle in made[ruleset]]
    made_now = {"first": first_moves(first), "lessons": lessons(plans), "puzzles": several}
    return rendered(made_now, lambda line: packed(line, SPANS))  # type: ignore[no-any-return]


def _shipped() -> list[Puzzle]:
    """Return the questions that are shipped so far."""
    return list(map(puzzle_of, json.loads(SHIPPED.read_text("utf-8"))["puzzles"])) if SHIPPED.is_file() else []


def _differences(made: Mapping[str, Sequence[Puzzle]]) -> str:
    """Return the questions that are chosen now and not shipped, or the other way round."""
    now, before = [puzzle for ruleset in RULESETS for puzzle in made[ruleset]], _shipped()
    new, gone = ([f"{p.position} {p.kind}" for p in a if p not in b] for a, b in ((now, before), (before, now)))
    return f"chosen now: {', '.join(new) or 'no other'}; shipped: {', '.join(gone) or 'no other'}"


def main() -> int:
    """Write the questions that are shipped, of all rule sets or of one; the others stay."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rules", choices=RULESETS, action="append", help="make those of this rule set anew")
    parser.add_argument("--lessons", action="store_true", help="make the lessons anew, and keep the puzzles")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if the choice is another")
    given = parser.parse_args()
    wanted = [] if given.lessons else given.rules or RULESETS
    made = {ruleset: puzzles(ruleset) for ruleset in wanted}
    for ruleset in RULESETS:
        made.setdefault(ruleset, [puzzle for puzzle in _shipped() if puzzle.rules == ruleset])
    written = json.dumps(document(made), ensure_ascii=False, separators=(",", ":")) + "\n"
    if given.check:
        same_as_shipped = written == SHIPPED.read_text("utf-8")
        print("the choice is that shipped" if same_as_shipped else f"{_differences(made)}; run without --check")
        return 0 if same_as_shipped else 1
    SHIPPED.write_text(written, "utf-8")
    for ruleset in RULESETS:
        some = made[ruleset]
        by_level = [sum(p.difficulty.level == level for p in some if p.difficulty) for level in range(1, LEVELS + 1)]
        print(f"{ruleset}: {len(some)} puzzles, by level {by_level}, {dict(Counter(p.kind for p in some))}")
    print(f"{SHIPPED.relative_to(ROOT)}: {SHIPPED.stat().st_size:,} bytes, {len(rule_sets.names())} rule sets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
