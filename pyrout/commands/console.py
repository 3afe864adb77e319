"""Parts of all commands: messages, options, limits of time and memory, the progress line."""

from __future__ import annotations

import contextlib
import math
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

import click

from ..base.atomic_write import remove_unfinished, removed_when_killed, write_lines
from ..base.json_text import json_text
from ..base.memory import MOST_MEMORY, memory
from ..errors import TimeLimit, UsageError, one_line, quote

BAD_INPUT, TIME_OVER = 2, 3
STOPPED = 130  # as shells have it for Ctrl-C
DEFAULT_TIMEOUT = 300.0
_PATIENCE = 0.25  # seconds between two looks at clock and memory
T = TypeVar("T")


LONGEST_WORD, LONGEST = 300, 4000  # characters of a word, and of a message


def complain(problem: object) -> None:
    """Print one line on stderr, shortened if it is too long to read."""
    text = re.sub(rf"\S{{{LONGEST_WORD},}}", lambda word: quote(word[0]), one_line(str(problem)))
    click.echo(f"pyrout: {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}", err=True)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on stdout, in colour on a terminal unless NO_COLOR is set, to any value."""
    colour = False if os.environ.get("NO_COLOR") else None
    for line in lines:
        click.echo(line, color=colour)


class Answering(Protocol):
    """An answer that can be printed as JSON."""

    def to_json(self) -> dict[str, Any]: ...


def print_answer(answer: Answering, lines: Iterable[str], as_json: bool) -> None:
    """Print an answer as JSON, or its lines."""
    print_lines([json_text(answer.to_json())] if as_json else lines)


def write(lines: Iterable[str], output: Path | None) -> None:
    """Write lines to a file, or print them."""
    if output is None:
        print_lines(lines)
    else:
        write_lines(lines, output)


def settings_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """Return the values of `--set NAME=VALUE`.

    Raises UsageError.
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise UsageError(f"--set wants NAME=VALUE, not '{quote(pair)}'; `pyrout rules` lists the options")
        if settings.setdefault(name, value) != value:
            raise UsageError(
                f"--set gives {quote(name)} two values, {quote(settings[name])} and {quote(value)}: keep one"
            )
    return settings


# Work that was given up on: clingo does not look up before a step is done.
_left_behind: list[threading.Event] = []


def leave(status: int) -> None:
    """End the process at once if abandoned work is still running.

    Otherwise Python would free, at its end, what clingo may still be using.
    """
    if not all(done.is_set() for done in _left_behind):
        end(status)


def end(status: int) -> NoReturn:
    """End the process when what it has said is written; no half-written file is left."""
    remove_unfinished()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


LESS = "answer fewer units at a time, or leave out hexes that nobody needs"


def within(seconds: float | None, work: Callable[[], T], remedy: str = LESS) -> T:
    """Run work that watches the clock, and abandon it where it cannot: in a long step of clingo, or out of memory.

    Raises UsageError where no thread can be started. Raises TimeLimit; the work may then still go on, and whoever
    ends the process calls `leave`. Too much memory ends the process with status 2; `remedy` is what to do about it.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []
    done = threading.Event()  # a thread whose join is interrupted by Ctrl-C says that it is dead while it is not

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=run, daemon=True).start()
    except RuntimeError:
        raise UsageError("the system starts no further thread; end other programs, or raise its limits") from None
    with removed_when_killed():  # the thread itself cannot hear a signal
        _wait(done, seconds, remedy)
    if failure:
        raise failure[0]
    return outcome[0]


def _wait(done: threading.Event, seconds: float | None, remedy: str) -> None:
    """Wait until a thread is done.

    Raises TimeLimit, KeyboardInterrupt; the thread is left behind. Too much memory ends the process.
    """
    # The work is not charged with what the process held before: tests run commands in a process that has grown
    # large, and outside Linux the figure of a child can begin with that of its parent.
    most = memory() + MOST_MEMORY
    end = None if seconds is None else time.monotonic() + seconds + 0.5
    while not done.is_set():
        try:
            done.wait(_PATIENCE)
        except KeyboardInterrupt:
            _left_behind.append(done)
            raise
        if memory() > most:
            complain(f"more than {MOST_MEMORY >> 30} GB of memory; {remedy}")
            os._exit(BAD_INPUT)
        if end is not None and time.monotonic() > end and not done.is_set():
            _left_behind.append(done)
            raise TimeLimit("time limit reached")


rules_option = click.option(
    "--rules", "ruleset", metavar="RULESET", help="Rule set, instead of the one that the file names."
)
set_option = click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="An option of the rule set.")
options_option = click.option(
    "--options",
    "all_options",
    is_flag=True,
    help="Name all options in force, not only those that mattered or that are changed.",
)


class Seconds(click.FloatRange):
    """A time that ends: neither infinity nor what is no number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return number


_A_YEAR = 366 * 86400.0

timeout_option = click.option(
    "--timeout",
    type=Seconds(0, _A_YEAR),
    default=DEFAULT_TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="Stop after this time; 0 means never.",
)
output_option = click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
file_argument = click.argument("file", type=click.Path(path_type=Path))


def limit_of(timeout: float) -> float | None:
    """Return the seconds of `--timeout`; None for 0, which means never."""
    return timeout or None


class Progress:
    """One line on stderr for runs that take long; silent where stderr is no terminal."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._shown = False
        self._on = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, what: str) -> None:
        if self._on and time.monotonic() - self._began > 1:
            click.echo(f"\r\x1b[K{what}", nl=False, err=True)
            self._shown = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False
