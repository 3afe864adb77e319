"""The lessons and puzzles that are shipped: their right answers are those of the program and of the enumerators."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
import quiz_oracle
from day import of_today

from pyrout.lab.quiz.deciding import APART, leave_of
from pyrout.lab.quiz.kinds import KINDS
from pyrout.lab.quiz.puzzle import LEVELS, Puzzle
from pyrout.lab.quiz.questions import Maker, order_puzzle
from pyrout.lab.quiz.shipped import FILE, Lesson, first_moves, lessons, pick, position_of, puzzles
from pyrout.lab.quiz.without import without
from pyrout.position.shipped import text_of
from pyrout.program.rule_index import citations
from pyrout.question import ask

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
from handbook import puzzles as choosing  # noqa: E402

RULESETS = ("aslsk", "asl")
COUNT = {"aslsk": 300, "asl": 300}
AT_ONCE = 15
SAMPLE, SEED = 4, 43  # of a rule set, that are made anew with the rules that decide them
ALL = [puzzle for ruleset in RULESETS for puzzle in puzzles(ruleset)]
IN_LESSONS = [puzzle for lesson in lessons() for puzzle in lesson.questions]
TODAY = of_today(ALL, 7)


def named(puzzle: Puzzle) -> str:
    return f"{puzzle.position} {puzzle.kind}"


def made(puzzle: Puzzle) -> Puzzle | None:
    """The question as the program makes it now."""
    position = position_of(puzzle)
    if puzzle.kind == "order":
        return order_puzzle(ask(position), puzzle.position)
    maker = Maker(ask(position, units=[puzzle.unit]), puzzle.unit, puzzle.position)
    if puzzle.kind in APART:
        return APART[puzzle.kind].make(maker)
    return maker.of_chart(puzzle.cites[0]) if puzzle.kind == "chart" else maker.puzzle(KINDS[puzzle.kind])


def changed(several: Sequence[Puzzle]) -> list[str]:
    """Those that are made otherwise now. The rules that decide them, and their reading, are worked out apart."""
    apart = ("cites", "difficulty", "reading")
    names = []
    for puzzle in several:
        now = made(puzzle)
        if now is None or now._replace(**{name: getattr(puzzle, name) for name in apart}) != puzzle:
            names.append(f"{named(puzzle)}: make it anew by python docs/handbook/puzzles.py --rules {puzzle.rules}")
    return names


def disputed(several: Sequence[Puzzle]) -> list[str]:
    """Those that the enumerators answer otherwise."""
    names = []
    for puzzle in several:
        text = text_of(puzzle.position)
        theirs = quiz_oracle.right(puzzle.to_json(), text)
        if theirs != set(puzzle.right):
            names.append(f"{named(puzzle)}: {puzzle.right}, by the enumerators {theirs}")
    return names


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_enough_of_all_levels_and_kinds(ruleset: str) -> None:
    several = puzzles(ruleset)
    assert len(several) >= COUNT[ruleset]
    assert len({(named(puzzle), puzzle.unit) for puzzle in several}) == len(several)
    levels = Counter(puzzle.difficulty.level for puzzle in several if puzzle.difficulty)
    assert levels.total() == len(several) and set(levels) == set(range(1, LEVELS + 1))
    assert len({puzzle.kind for puzzle in several}) >= 8
    assert (ROOT / "pyrout" / "lab" / "quiz" / FILE).stat().st_size < 1_000_000


def test_the_first_moves_are_one_hex_then_two_then_a_surprise() -> None:
    one, two, surprise = first_moves()
    assert (len(one.right), len(two.right)) == (1, 2)
    assert any(route.discovers for route in Maker(ask(position_of(surprise)), surprise.unit, "").answer.routes)
    assert disputed([one, two, surprise]) == []
    asks = KINDS["destinations"].asks.format(unit="g1 (german squad)")
    assert changed([puzzle._replace(asks=asks) for puzzle in (one, two, surprise)]) == []


def test_every_puzzle_has_an_enemy_and_room() -> None:
    """Fewer than twelve hexes have only puzzles of a rule that has fewer than two on more."""
    roomy = [p for p in ALL if len(position_of(p).spots) >= 12]
    several = Counter(rule for puzzle in roomy if puzzle.difficulty for rule in puzzle.difficulty.rules)
    for puzzle in ALL:
        position = position_of(puzzle)
        sides = position.sides
        assert set(sides.values()) != {sides[puzzle.unit]}, named(puzzle)
        assert puzzle.difficulty
        needed = any(several[rule] < choosing.EACH for rule in puzzle.difficulty.rules)
        assert puzzle in roomy or needed, named(puzzle)


def test_there_are_questions_about_reveals_of_several_levels() -> None:
    several = [puzzle for puzzle in puzzles("asl") if puzzle.kind == "reveal"]
    assert len(several) >= 10
    assert len({puzzle.difficulty.level for puzzle in several if puzzle.difficulty}) > 1
    assert all(0 < len(puzzle.right) < len(puzzle.choices) for puzzle in several)


def test_the_page_about_learning_has_the_spread_of_difficulty() -> None:
    page = (ROOT / "docs/how/learn.md").read_text("utf-8")
    for ruleset, title in zip(RULESETS, ("Starter Kit", "full ASL"), strict=True):
        levels = Counter(puzzle.difficulty.level for puzzle in puzzles(ruleset) if puzzle.difficulty)
        assert f"| {title} | {' | '.join(str(levels[level]) for level in range(1, LEVELS + 1))} |" in page


def test_the_article_s_examples_and_the_chart_have_lessons() -> None:
    assert {question.position for question in IN_LESSONS} >= {f"aslsk/example-{n:02}" for n in range(1, 11)}
    assert "chart" in {question.kind for question in IN_LESSONS}

    def right(lesson: Lesson) -> bool:
        return 2 <= len(lesson.questions) <= 5 and lesson.rule in citations(lesson.questions[0].rules)

    assert all(map(right, lessons()))


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.title)
def test_no_reply_of_a_lesson_has_the_mf_that_are_asked_for_later(lesson: Lesson) -> None:
    said = ""
    for question in lesson.questions:
        if question.kind == "cost":
            (end,) = question.path
            assert not re.search(rf"\b{end} [^,;]*\b{question.right[0]} MF", said)
        said += "\n".join([*question.why, *(line for choice in question.choices for line in choice.why)])


@pytest.mark.parametrize("puzzle", [*ALL, *IN_LESSONS], ids=named)
def test_a_question_can_be_answered(puzzle: Puzzle) -> None:
    names = [choice.name for choice in puzzle.choices]
    assert puzzle.cites and set(puzzle.cites) <= citations(puzzle.rules).keys()
    assert (puzzle.form in ("one", "several")) == bool(names)
    if names:
        assert set(puzzle.right) <= set(names)
        assert all(choice.why or puzzle.why for choice in puzzle.choices)
    if puzzle.form == "one":
        assert len(puzzle.right) == 1
    assert puzzle.difficulty and (puzzle.difficulty.rules or puzzle in IN_LESSONS)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", ["discovers", "interdicted"])
def test_who_is_asked_where_a_unit_goes_is_not_shown_why_it_routs(ruleset: str, kind: str) -> None:
    for puzzle in [puzzle for puzzle in puzzles(ruleset) if puzzle.kind == kind][:4]:
        maker = Maker(ask(position_of(puzzle), units=[puzzle.unit]), puzzle.unit, puzzle.position)
        assert not leave_of(maker) & set(puzzle.cites), named(puzzle)


def test_no_reason_goes_on_from_a_box_that_is_not_shown() -> None:
    """A box of the chart may begin with dots, after the box before it; a reason stands alone."""
    several = [line for puzzle in [*ALL, *IN_LESSONS] for line in puzzle.why]
    assert any("Is it Disrupted?" in line for line in several)
    assert [line for line in several if "..." in line] == []


def test_the_program_makes_the_same_of_a_few() -> None:
    assert changed([*pick(ALL, 4, 1), *pick(IN_LESSONS, 3, 1)]) == []


def test_the_enumerators_agree_with_a_few() -> None:
    assert disputed(pick([puzzle for puzzle in ALL if puzzle.kind != "order"], 8, 2)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_of_the_shipped_puzzles_all_are_chosen(ruleset: str) -> None:
    """A puzzle that was not chosen from more is none of them: the choice from the shipped ones alone is the same."""
    several = list(puzzles(ruleset))
    assert choosing.choice(several, ruleset) == several
    assert choosing.choice(several, ruleset, len(several) // 3) != several


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sample_is_decided_by_the_same_rules_and_has_the_same_reading(ruleset: str) -> None:
    several = [puzzle for puzzle in puzzles(ruleset) if puzzle.kind != "order"]
    sample = sorted(Random(SEED).sample(several, SAMPLE), key=several.index)
    assert choosing.again(sample, ruleset) == sample


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(TODAY), AT_ONCE))
def test_the_program_makes_the_same_of_those_of_the_day(first: int) -> None:
    assert changed(TODAY[first : first + AT_ONCE]) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(TODAY), AT_ONCE))
def test_the_enumerators_agree_with_those_of_the_day(first: int) -> None:
    assert disputed(TODAY[first : first + AT_ONCE]) == []


@pytest.mark.slow
def test_the_program_makes_the_same_lessons_and_the_enumerators_agree() -> None:
    assert changed(IN_LESSONS) == []
    assert disputed([puzzle for puzzle in IN_LESSONS if puzzle.kind not in ("way", "chart")]) == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_rule_that_decides_it_a_puzzle_has_another_answer(ruleset: str) -> None:
    several = pick([puzzle for puzzle in puzzles(ruleset) if puzzle.kind in KINDS], 4, 3)
    for puzzle in several:
        assert puzzle.difficulty
        rule = puzzle.difficulty.rules[0]
        position = position_of(puzzle)
        with without(ruleset, rule):
            try:
                answer = Maker(ask(position, units=[puzzle.unit]), puzzle.unit, puzzle.position).answer
            except Exception:  # a program with a hole in it has none
                continue
            right = KINDS[puzzle.kind].right(answer)
        names = {choice.name for choice in puzzle.choices}
        now = right & names if right is not None and names and puzzle.kind != "survive" else right
        assert now != frozenset(puzzle.right) or puzzle.kind == "survive", (named(puzzle), rule)
