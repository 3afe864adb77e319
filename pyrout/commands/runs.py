"""Runs of files: commands that answer many files read them in runs, and answer each run together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ..base.memory import SHORT
from ..errors import PyroutError, TimeLimit, one_line
from ..game import VERDICT_AND_ROUTES, Wanted
from ..question import Question
from ..referee import answers
from ..results.answer import Answer
from .console import BAD_INPUT, TIME_OVER, Progress, complain, within

MOST = 64  # files of a run: their answers come together


class Ends:
    """The ends of the files of a command: one that fails is reported, and the others go on."""

    def __init__(self) -> None:
        self.show = Progress()
        self.status = 0  # of the command
        self.failed: list[tuple[str, str]] = []  # the files, with the reason

    def worst(self, status: int) -> None:
        """Let the status of the command be at least this."""
        self.status = max(self.status, status)

    def fail(self, file: Path, error: PyroutError) -> None:
        """Report a file that fails."""
        late = isinstance(error, TimeLimit)
        said = f"{one_line(str(file))}: {error}" if late else str(error)
        self.show.clear()
        complain(said)
        self.failed.append((str(file), said))
        self.worst(TIME_OVER if late else BAD_INPUT)

    @contextmanager
    def of(self, file: Path) -> Iterator[None]:
        """Work on a file, which may fail."""
        try:
            yield
        except PyroutError as error:
            self.fail(file, error)


def in_runs(
    files: Sequence[Path],
    ask: Callable[[Path], Question],
    limit: float | None,
    ends: Ends,
    wanted: Wanted = VERDICT_AND_ROUTES,
) -> Iterator[tuple[Path, Question, Answer | None]]:
    """Yield each file that can be asked about, with its question and the answer.

    The answer is None for a file that is to be answered alone: the only file, an incomplete or failed answer, a run
    out of time. `limit` is in seconds.
    """
    for start in range(0, len(files), MOST):
        some = files[start : start + MOST]
        asked: list[Question | PyroutError] = []
        for file in some:
            try:
                asked.append(ask(file))
            except PyroutError as error:
                asked.append(error)
        good = [question for question in asked if isinstance(question, Question)]
        by_number: list[Answer | PyroutError | None] = [None] * len(good)
        if len(good) > 1 and (limit is None or limit >= SHORT):
            ends.show(f"{good[0].position.name} and {len(good) - 1} more")
            with suppress(PyroutError):  # then each of them alone
                by_number[:] = within(limit, lambda some=good: answers(some, wanted))  # type: ignore[misc]
        ends.show.clear()
        ready = iter(by_number)
        for file, question in zip(some, asked, strict=True):
            if isinstance(question, PyroutError):
                ends.fail(file, question)
                continue
            answer = next(ready)
            yield file, question, answer if isinstance(answer, Answer) and answer.complete else None
