"""The puzzles that the pages of rules have beside the shipped ones: of the rule, and answered alike by the enumerators."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import quiz_oracle
from day import of_today

from pyrout.lab.quiz.puzzle import Puzzle
from pyrout.position.shipped import text_of
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
from handbook import page_puzzles, puzzle_pages  # noqa: E402
from handbook.notes import alone  # noqa: E402

RULES = [(ruleset, rule) for ruleset in rule_sets.names() for rule in citations(ruleset)]
CHOSEN = [(key, puzzle) for key, several in sorted(puzzle_pages.chosen().items()) for puzzle in several]
# Rules whose questions are chosen anew: one that gives a verdict, one of ways that cannot be left out, one on a table
SAMPLE = ("aslsk/sk-once", "aslsk/sk-dest-reached", "battlesystem/bs-no-facing")


def named(value: object) -> str:
    return f"{value.position} {value.kind}" if isinstance(value, Puzzle) else str(value)


@pytest.mark.parametrize(("ruleset", "rule"), RULES)
def test_a_page_ends_with_two_puzzles_or_says_why_not(ruleset: str, rule: str) -> None:
    several = puzzle_pages.of_rule(ruleset, rule)
    section = puzzle_pages.section(ruleset, rule, f"rules/{ruleset}/{rule}.md")
    sought = f"{ruleset}/{rule}" in puzzle_pages.chosen() or len(several) == 2 or puzzle_pages.why_none(ruleset, rule)
    assert sought, f"python docs/handbook/page_puzzles.py --rule {ruleset}/{rule}"
    assert section.startswith("## Puzzles\n")
    assert section.count('??? note "The answer"') == len(several) <= 2
    assert (puzzle_pages.NO_SECOND in section) == (len(several) == 1)
    assert ("No puzzle asks for this rule. " in section) == (not several)
    assert len({(puzzle.position, puzzle.kind) for puzzle in several}) == len(several)
    if f"{ruleset}/{rule}" in puzzle_pages.chosen():
        assert len({(puzzle.position, puzzle.right) for puzzle in several}) == len(several)
    if puzzle_pages.why_none(ruleset, rule):
        assert not several


def test_a_rule_without_puzzles_is_a_rule() -> None:
    assert all(rule in citations(ruleset) for ruleset, rule in alone("No puzzle"))


def test_the_file_has_no_question_that_no_page_shows() -> None:
    kept = json.loads(puzzle_pages.CHOSEN.read_text("utf-8"))
    for key, several in kept.items():
        ruleset, _, rule = key.partition("/")
        assert rule in citations(ruleset)
        assert len(puzzle_pages.of_shipped(ruleset, rule)) + len(several) <= puzzle_pages.MOST
        assert not puzzle_pages.why_none(ruleset, rule)


@pytest.mark.parametrize(("key", "puzzle"), CHOSEN, ids=named)
def test_the_enumerators_agree(key: str, puzzle: Puzzle) -> None:
    assert puzzle.cites[0] == key.partition("/")[2]
    assert not puzzle.choices or set(puzzle.right) <= {choice.name for choice in puzzle.choices}
    text = text_of(puzzle.position)
    assert quiz_oracle.right(puzzle.to_json(), text) == set(puzzle.right)


@pytest.mark.slow
@pytest.mark.parametrize("key", of_today(SAMPLE, len(SAMPLE)))
def test_the_same_are_chosen_again(key: str) -> None:
    ruleset, _, rule = key.partition("/")
    there = puzzle_pages.of_shipped(ruleset, rule)
    kept = puzzle_pages.chosen()[key]
    assert tuple(page_puzzles.chosen(ruleset, rule, puzzle_pages.MOST - len(there), there)) == kept


def test_a_question_whose_answer_stays_without_the_rule_is_not_of_it() -> None:
    """In the position of `sk-step-mf` nobody bars a step: `sk-step-closer` decides nothing there."""
    (place,) = next(page_puzzles.places("aslsk", "sk-step-mf"))
    other = page_puzzles.without_rule(place.position, "g1", "aslsk", "sk-step-closer")
    assert other is not None
    place = replace(place, other=other)
    assert {page_puzzles.strength(item, place, "sk-step-closer") for item in place.items} == {None}
