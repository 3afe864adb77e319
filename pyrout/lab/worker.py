"""A worker of `pyrout batch`: it solves positions in a process of its own, which can be killed.

A step of clingo cannot be interrupted, and may take any time and memory. So a worker, be it one of a pool or of a
cluster, never solves a position itself: it hands it to a child that it keeps for many positions. Neither a file that
takes too much nor a crash of the child costs more than that child. Several positions are answered together where that
goes well; whoever is not answered so is to be handed over alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from .. import referee
from ..base.memory import MOST_MEMORY, memory
from ..base.processes import Child, Died, Replies, answer_messages
from ..errors import PyroutError, one_line
from ..position.reading import parse
from ..program import rule_sets
from ..question import Question, ask
from ..results.answer import Answer
from ..vasl.from_boards import supply
from ..version import SCHEMA, __version__

TRIES = 3  # of a position whose solver dies
LINE_LIMIT = 100_000_000  # bytes of an answer
_KEPT = 512 << 20  # bytes: a child that has held more makes place for a new one
_PATIENCE = 0.25  # seconds between two looks at clock and memory
_GRACE = 10.0  # seconds past its limit before a child that says nothing is killed

Kind = Literal["answer", "incomplete", "error"]


class Job(NamedTuple):
    """A position to be solved: the name of its file, its text, and what is in force.

    Seconds and bytes; None: no limit. `boards` is the folder of the boards that the position may name.
    """

    file: str
    text: str
    rules: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    timeout: float | None = None
    memory: int | None = MOST_MEMORY
    boards: str | None = None


class Outcome(NamedTuple):
    """The line of the output for a position, without its end: an answer, one that a time limit cut short, or an error."""

    kind: Kind
    line: str


def line_of(fields: dict[str, Any]) -> str:
    """Return an object as one line of NDJSON, exactly as `pyrout solve --ndjson` prints it."""
    return json.dumps(fields, separators=(",", ":"))


def error(file: str, problem: object) -> Outcome:
    """Return the line for a file that has no answer."""
    return Outcome("error", line_of({"schema": SCHEMA, "file": file, "error": one_line(str(problem))}))


def failed(file: str, how: str) -> Outcome:
    """Return the line for a file that could not be worked on to the end."""
    return error(file, f"{file}: {how}")


def version() -> str:
    """Return the version of the program that a worker runs."""
    return __version__


# ---------------------------------------------------------------------------------------------------------------------
# In the worker


class Solvers:
    """The processes that solve for some threads, one for each of them."""

    def __init__(self) -> None:
        self._mine = threading.local()
        self._all: set[Child] = set()
        self._ended = False

    def solve(self, jobs: Sequence[Job]) -> list[Outcome | None]:
        """Have positions with the same limits solved: the result of each, or None for one to solve alone.

        A single one always has a result. Never raises for what a file can cause.
        """
        return [self._alone(*jobs)] if len(jobs) == 1 else self._together(jobs)

    def _alone(self, job: Job) -> Outcome:
        for _ in range(TRIES):
            try:
                ((kind, line),) = self._child().ask(json.dumps([job]).encode(), job.timeout, _GRACE)
                return Outcome(kind, line.decode())  # type: ignore[arg-type]
            except Died as died:
                if died.late:
                    return failed(job.file, "time limit reached")
        return failed(job.file, f"the process that solved it died {TRIES} times; try `pyrout solve` on it alone")

    def _together(self, jobs: Sequence[Job]) -> list[Outcome | None]:
        try:
            ((_, listed),) = self._child().ask(json.dumps(jobs).encode(), jobs[0].timeout, _GRACE)
        except Died:
            return [None] * len(jobs)
        return [Outcome(*fields) if fields else None for fields in json.loads(listed)]

    def _child(self) -> Child:
        child: Child | None = getattr(self._mine, "child", None)
        if child is None:
            child = self._mine.child = Child("lab.worker")
            self._all.add(child)
        if self._ended:  # looked up last: `end` has not seen a child that is newer
            child.close()
        return child

    def end(self) -> None:
        """End them all, whatever they do."""
        self._ended = True
        for child in tuple(self._all):
            child.close()


_solvers = Solvers()


def solve(jobs: Sequence[Job]) -> list[Outcome | None]:
    """Solve as `Solvers.solve`, in the threads of a worker of a cluster."""
    return _solvers.solve(jobs)


# ---------------------------------------------------------------------------------------------------------------------
# In the child


def main() -> None:
    """Solve positions for the process that started this one, until it is gone."""

    def work(message: bytes, replies: Replies) -> bool:
        jobs = [Job(*row) for row in json.loads(message)]
        return _Together(jobs, replies).run() if len(jobs) > 1 else _Solving(jobs[0], replies).run()

    answer_messages(work)


class _Watched:
    """Work on positions that have limits in common, watched over."""

    def __init__(self, limits: Job, replies: Replies) -> None:
        self.limits, self.replies = limits, replies

    def watch(self, work: Callable[[], None], too_much: Callable[[], Outcome], too_long: Callable[[], Outcome]) -> None:
        """Do the work; too much memory or time ends the process with a message."""
        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        most, seconds = self.limits.memory, self.limits.timeout
        end = None if seconds is None else time.monotonic() + seconds + 0.5
        while worker.is_alive():
            worker.join(_PATIENCE)
            if most is not None and memory() > most:
                self.give_up(too_much())
            if end is not None and time.monotonic() > end and worker.is_alive():
                self.give_up(too_long())

    def give_up(self, outcome: Outcome) -> None:
        """Reply, and end the process: running work cannot be stopped otherwise."""
        self.reply(outcome)
        self.replies.end(last=True)
        os._exit(0)

    def reply(self, outcome: Outcome) -> bool:
        """Reply; True if another process is to take the place of this one."""
        self.replies.send(outcome.kind, outcome.line.encode())
        return memory() > min(_KEPT, self.limits.memory or _KEPT)


class _Together(_Watched):
    """Positions being solved together."""

    def __init__(self, jobs: Sequence[Job], replies: Replies) -> None:
        super().__init__(jobs[0], replies)
        self.jobs = jobs
        self.found: list[Outcome | None] = [None] * len(jobs)

    def run(self) -> bool:
        self.watch(self.work, self.alone, self.alone)
        return self.reply(self.told(self.found))

    def alone(self) -> Outcome:
        return self.told([None] * len(self.jobs))

    def told(self, outcomes: Sequence[Outcome | None]) -> Outcome:
        if sum(len(outcome.line) for outcome in outcomes if outcome) > LINE_LIMIT:
            outcomes = [None] * len(outcomes)
        return Outcome("answer", json.dumps(outcomes))

    def work(self) -> None:
        """Solve the positions; those without a complete answer are left to be solved alone."""
        asked: dict[int, Question] = {}
        for number, job in enumerate(self.jobs):
            with contextlib.suppress(Exception):
                instance = parse(job.text, job.file)
                if instance.of("board"):
                    continue  # it is completed from boards first
                asked[number] = ask(instance, rules=job.rules, options=dict(job.options), timeout=job.timeout)
        with contextlib.suppress(Exception):
            for number, answer in zip(asked, referee.answers(list(asked.values())), strict=True):
                if isinstance(answer, Answer) and answer.complete:
                    self.found[number] = Outcome("answer", line_of(answer.to_json()))


class _Solving(_Watched):
    """One position being solved."""

    def __init__(self, job: Job, replies: Replies) -> None:
        super().__init__(job, replies)
        self.job = job
        self.rules = job.rules
        self.answered: list[Any] = []
        self.found: list[Outcome] = []

    def run(self) -> bool:
        self.watch(self.work, self.too_large, self.so_far)
        return self.reply(self.found[0])

    def too_large(self) -> Outcome:
        most = f"{(self.job.memory or 0) / (1 << 30):.3g} GB"
        remedy = "solve it with fewer --jobs, or leave out hexes that nobody needs"
        return failed(self.job.file, f"more than {most} of memory; {remedy}")

    def so_far(self) -> Outcome:
        """Return the part of the answer found when time is up."""
        answer = Answer(self.job.file, self.rules or rule_sets.DEFAULT, {}, tuple(self.answered), False)
        return self.checked(Outcome("incomplete", line_of(answer.to_json())))

    def work(self) -> None:
        job = self.job
        try:
            instance = parse(job.text, job.file)
            self.rules = job.rules or instance.rules
            if instance.of("board"):
                instance = supply(instance, Path(job.boards) if job.boards else None, (), self.rules)
            answer = referee.solve(
                instance, rules=job.rules, options=dict(job.options), timeout=job.timeout, into=self.answered
            )
            kind: Kind = "answer" if answer.complete else "incomplete"
            outcome = self.checked(Outcome(kind, line_of(answer.to_json())))
        except PyroutError as problem:
            outcome = error(job.file, problem)
        except MemoryError:
            outcome = failed(job.file, "out of memory: the position is too large")
        except Exception as problem:
            outcome = failed(job.file, f"internal error ({type(problem).__name__}: {problem}); please report it")
        self.found.append(outcome)

    def checked(self, outcome: Outcome) -> Outcome:
        """Return an answer, unless it is too long to be handed on."""
        if len(outcome.line) <= LINE_LIMIT:
            return outcome
        most = f"{LINE_LIMIT // 1_000_000} MB"
        return failed(self.job.file, f"the answer is longer than {most}; ask `pyrout solve --paths` for a part of it")
