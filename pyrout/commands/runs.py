"""Runs of files: commands that answer many files read them in runs, and answer each run together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ..errors import PyroutError
from ..memory import SHORT
from ..question import Question
from ..referee import answers
from ..results.answer import Answer
from .console import within

MOST = 64  # files of a run: their answers come together


def in_runs(
    files: Sequence[Path],
    ask: Callable[[Path], Question],
    limit: float | None,
    *,
    begins: Callable[[str], None] = lambda what: None,
    paths: int | None = None,
    excluded: bool = False,
    volunteers: bool | None = False,
) -> Iterator[tuple[Path, Question | PyroutError, Answer | None]]:
    """Yield each file with its question, or the error of asking, and the answer.

    The answer is None for a file that is to be answered alone: the only file, an incomplete or failed answer, a run
    out of time. `limit` is in seconds; `begins` is called with what takes long.
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
            begins(f"{good[0].position.name} and {len(good) - 1} more")
            with suppress(PyroutError):  # then each of them alone
                by_number[:] = within(
                    limit,
                    lambda some=good: answers(some, paths=paths, excluded=excluded, volunteers=volunteers),  # type: ignore[misc]
                )
        ready = iter(by_number)
        for file, question in zip(some, asked, strict=True):
            answer = next(ready) if isinstance(question, Question) else None
            yield file, question, answer if isinstance(answer, Answer) and answer.complete else None
