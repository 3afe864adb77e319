"""The lessons and puzzles that come with the program."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

from ...errors import UsageError, quote
from ...position.facts import Instance
from ...position.reading import load
from ...position.shipped import file_of
from .puzzle import Puzzle, puzzle_of

FILE = "learn.json"


class Lesson(NamedTuple):
    """A lesson: its title, the rule that it is about, and its questions in their order."""

    title: str
    rule: str
    questions: tuple[Puzzle, ...]


@cache
def document() -> dict[str, Any]:
    """Return the file of all lessons and puzzles."""
    return json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons in their order."""
    return tuple(
        Lesson(lesson["title"], lesson["rule"], tuple(map(puzzle_of, lesson["questions"])))
        for lesson in document()["lessons"]
    )


@cache
def first_moves() -> tuple[Puzzle, ...]:
    """Return the questions of the lesson that comes first."""
    return tuple(map(puzzle_of, document()["first"]["questions"]))


def rulesets() -> list[str]:
    """Return the rule sets that have puzzles."""
    return list(dict.fromkeys(puzzle["rules"] for puzzle in document()["puzzles"]))


@cache
def puzzles(ruleset: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a rule set, the easy ones first.

    Raises UsageError for a rule set without any.
    """
    several = tuple(puzzle_of(puzzle) for puzzle in document()["puzzles"] if puzzle["rules"] == ruleset)
    if not several:
        raise UsageError(f"the rule set {quote(ruleset)} has no puzzles; these have some: {', '.join(rulesets())}")
    return several


def about(ruleset: str, rule: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that a rule decides, the easy ones first."""
    return tuple(puzzle for puzzle in puzzles(ruleset) if puzzle.difficulty and rule in puzzle.difficulty.rules)


def pick(several: Sequence[Puzzle], count: int, seed: int) -> list[Puzzle]:
    """Return this many puzzles of all kinds alike, the same for a seed, the easy ones first.

    No position comes twice, and no kind twice in a row, where there is another.
    """
    drawn = Random(seed).sample(list(several), len(several))
    often: Counter[str] = Counter()
    left: list[Puzzle] = []
    while drawn and len(left) < count:
        places = {puzzle.position for puzzle in left}
        rare = min(drawn, key=lambda puzzle: (puzzle.position in places, often[puzzle.kind]))
        drawn.remove(rare)
        often[rare.kind] += 1
        left.append(rare)
    chosen: list[Puzzle] = []
    while left:
        last = chosen[-1].kind if chosen else None
        best = min(left, key=lambda p: (p.kind == last, p.difficulty.level if p.difficulty else 0))
        left.remove(best)
        chosen.append(best)
    return chosen


def position_of(puzzle: Puzzle) -> Instance:
    """Return the position of a shipped puzzle.

    Raises UsageError where it is not installed.
    """
    file = file_of(puzzle.position)
    if file is None:
        raise UsageError(f"the position {quote(puzzle.position)} is not installed here; run pyrout in its own folder")
    return load(file)
