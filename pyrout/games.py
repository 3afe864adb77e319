"""The games that rule sets are for: each is one object, which solves, judges, explains and reports.

A further game is a folder with a `game.py`, and a line in `GAMES`. Nothing else knows how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from . import rule_sets

if TYPE_CHECKING:
    from .errors import PyroutError
    from .question import Progress, Question
    from .results.answer import Answer, UnitAnswer
    from .results.explanation import ChartWalk, Explanation, Judgement
    from .wording import Names


class Report(Protocol):
    """The lines of a game's answers, as text."""

    def unit_lines(self, unit: UnitAnswer, ruleset: str, names: Names, paths: int | None = 0, /) -> Iterator[str]: ...

    def summary_line(self, unit: UnitAnswer, ruleset: str, names: Names, /) -> str: ...

    def best_lines(self, unit: UnitAnswer, /) -> Iterator[str]: ...

    # Each game explains in a class of its own.
    def explanation_lines(self, explained: Any, ruleset: str, names: Names, /) -> Iterator[str]: ...


class Game(Protocol):
    """What the referee asks of a game. All raise InstanceError, UsageError, and TimeLimit but for `solve`."""

    def solve(
        self,
        question: Question,
        *,
        paths: int | None,
        excluded: bool,
        volunteers: bool | None,
        progress: Progress | None,
        into: list[UnitAnswer] | None,
    ) -> Answer: ...

    def solve_together(
        self, questions: Sequence[Question], *, paths: int | None, excluded: bool, volunteers: bool | None
    ) -> list[Answer | PyroutError]: ...

    def judge(
        self, question: Question, path: Sequence[str], *, to: str | None, low_crawl: bool, mf: float | None
    ) -> Judgement: ...

    def explain(self, question: Question, place: str | None) -> Explanation: ...

    def chart(self, question: Question) -> ChartWalk: ...

    @property
    def report(self) -> Report: ...


def _hexes() -> Game:
    from .hexes.game import Hexes

    return Hexes()


def _table() -> Game:
    from .miniatures.game import Table

    return Table()


# By what a rule set is played on. The folder of a game is imported once it is asked for.
GAMES: dict[str, Callable[[], Game]] = {"hexes": _hexes, "table": _table}


def game(ruleset: str) -> Game:
    """Return the game of a rule set.

    Raises UsageError for an unknown rule set.
    """
    return GAMES[rule_sets.driver(ruleset)]()
