"""The shape of a game: an object that solves, judges, explains and reports.

A further game is a folder with a `game.py`, and a line in `GAMES` of `referee.py`; what else asks for the ground that is
played on is listed in `docs/develop/rule-set.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .base import arguments

if TYPE_CHECKING:
    from .errors import PyroutError
    from .question import Progress, Question
    from .results.answer import Answer, UnitAnswer
    from .results.explanation import ChartWalk, Explanation, Judgement
    from .wording import Names


class Wanted(NamedTuple):
    """The parts of an answer that are wanted, and who follows the work: the arguments of `pyrout.solve`."""

    paths: int | None = None
    excluded: bool = True
    volunteers: bool | None = None
    progress: Progress | None = None
    into: list[UnitAnswer] | None = None

    def checked(self) -> Wanted:
        """Return it with each argument as its type wants it.

        Raises UsageError.
        """
        return Wanted(
            arguments.parse_limit(self.paths),
            arguments.flag(self.excluded, "excluded"),
            None if self.volunteers is None else arguments.flag(self.volunteers, "volunteers"),
            arguments.caller(self.progress),
            None if self.into is None else arguments.collecting(self.into),
        )


ALL = Wanted()
VERDICT_AND_ROUTES = Wanted(excluded=False, volunteers=False)


class Report(Protocol):
    """The lines of a game's answers, as text."""

    def unit_lines(self, unit: UnitAnswer, ruleset: str, names: Names, paths: int | None = 0, /) -> Iterator[str]: ...

    def summary_line(self, unit: UnitAnswer, ruleset: str, names: Names, /) -> str: ...

    def best_lines(self, unit: UnitAnswer, /) -> Iterator[str]: ...

    # Each game explains in a class of its own.
    def explanation_lines(self, explained: Any, ruleset: str, names: Names, /) -> Iterator[str]: ...


class Game(Protocol):
    """A game, as the referee uses it. All methods raise InstanceError, UsageError, and TimeLimit but for `solve`."""

    def solve(self, question: Question, wanted: Wanted) -> Answer: ...

    def solve_together(self, questions: Sequence[Question], wanted: Wanted) -> list[Answer | PyroutError]: ...

    def judge(
        self, question: Question, path: Sequence[str], *, to: str | None, low_crawl: bool, mf: float | None
    ) -> Judgement: ...

    def explain(self, question: Question, place: str | None) -> Explanation: ...

    def chart(self, question: Question) -> ChartWalk: ...

    @property
    def report(self) -> Report: ...
