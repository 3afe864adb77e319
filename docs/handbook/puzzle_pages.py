"""The puzzles at the end of a rule's page: those that the rule decides, each with its picture and its answer folded away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pyrout import Answer
from pyrout.draw.miniatures.table import drawing
from pyrout.draw.svg import Drawing, sheet
from pyrout.lab.quiz.puzzle import Puzzle, puzzle_of
from pyrout.lab.quiz.shipped import about, position_of, rulesets
from pyrout.miniatures.solver import TableSolver
from pyrout.program import rule_sets
from pyrout.question import ask
from pyrout.wording import join_words

from .notes import alone
from .pages import Page, bullets, indented, link, plain

MOST = 2
CHOSEN = Path(__file__).with_name("page_puzzles.json")  # of rules that decide few shipped puzzles (page_puzzles.py)

NONE_FOUND = "We have found no question that turns on it and that an enumerator answers."
NO_SECOND = "We have found no second question for this rule."


def of_rule(ruleset: str, rule: str) -> tuple[Puzzle, ...]:
    """Return the puzzles at the end of a rule's page: the shipped ones, then those that are chosen for the page."""
    return (*of_shipped(ruleset, rule), *chosen().get(f"{ruleset}/{rule}", ()))[:MOST]


@cache
def chosen() -> dict[str, tuple[Puzzle, ...]]:
    """Return the puzzles that are chosen for pages, by rule set and rule."""
    made = json.loads(CHOSEN.read_text("utf-8")) if CHOSEN.is_file() else {}
    return {rule: tuple(map(puzzle_of, several)) for rule, several in made.items()}


def why_none(ruleset: str, rule: str) -> str | None:
    """Return the sentence why a rule has no puzzles; None for one that has some."""
    about_it = (ruleset, rule)
    return alone("No puzzle").get(about_it) or alone("No position").get(about_it)


def of_shipped(ruleset: str, rule: str) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a rule's page, about different positions where there are some."""
    if ruleset not in rulesets():
        return ()
    several = about(ruleset, rule)
    first = {puzzle.position: puzzle for puzzle in reversed(several)}
    chosen = [puzzle for puzzle in several if first[puzzle.position] is puzzle]
    return tuple([*chosen, *(puzzle for puzzle in several if puzzle not in chosen)][:MOST])


def picture_of(puzzle: Puzzle) -> str:
    return f"puzzles/{puzzle.position}.svg"


def pictures(several: Iterator[Puzzle]) -> Iterator[Page]:
    """Yield the picture of each position of some puzzles, without its answer."""
    for puzzle in {puzzle.position: puzzle for puzzle in several}.values():
        position = position_of(puzzle)
        if rule_sets.about(puzzle.rules).plays_on == "hexes":
            title = f"rules {puzzle.rules}"
            drawn = sheet(Drawing(position, ()), puzzle.position, title, ["Before the answer."], False)
        else:
            question = ask(position)
            table = TableSolver(question).table
            drawn = drawing(table, Answer(position.name, question.rules, question.options, ()))
        yield Page(picture_of(puzzle), drawn)


def section(ruleset: str, rule: str, at: str) -> str:
    """Return the section with the puzzles of a rule, or with the sentence why it has none; empty where none was sought."""
    several, why = of_rule(ruleset, rule), why_none(ruleset, rule)
    if not several:
        looked = f"{ruleset}/{rule}" in chosen()
        return f"## Puzzles\n\nNo puzzle asks for this rule. {plain(why or NONE_FOUND)}\n" if why or looked else ""
    told = "\n\n".join(_told(puzzle, at) for puzzle in several)
    if len(several) < MOST and f"{ruleset}/{rule}" in chosen():
        told += f"\n{NO_SECOND}\n"
    shipped = ruleset in rulesets() and about(ruleset, rule)
    return f"## Puzzles\n\n{told}\n" + (f"More: `pyrout quiz --rules {ruleset} --rule {rule}`.\n" if shipped else "")


def _told(puzzle: Puzzle, at: str) -> str:
    words = {choice.name: choice.words for choice in puzzle.choices}
    right = join_words(words.get(name, name) for name in puzzle.right) if puzzle.right else "none"
    reasons = [line for choice in puzzle.choices if choice.name in puzzle.right for line in choice.why] + [*puzzle.why]
    given = [*([f"By this reading: {puzzle.reading}"] if puzzle.reading else []), *puzzle.assumes]
    offered = [choice.words for choice in puzzle.choices if choice.words not in ("Yes", "No")]
    text = f"{plain(puzzle.asks)}\n\n" + bullets(map(plain, offered)) + "".join(f"\n{plain(line)}\n" for line in given)
    text += f"\n{link('The position before the answer', picture_of(puzzle), at).join(['!', ''])}\n\n"
    answer = f"{plain(right)}.\n" + (f"\n{bullets(map(plain, reasons))}" if reasons else "")
    return text + '??? note "The answer"\n\n' + indented(answer)
