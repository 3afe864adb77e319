"""Errors, each of one line: every error that pyrout raises on purpose is a `PyroutError`."""

from __future__ import annotations

import os
import shlex
import sys

SHOWN = 48  # characters of a token of the input that a message repeats
SHOWN_PATH = 400  # of the name of a file


def one_line(text: str) -> str:
    """Return the text with control characters, line ends and other unprintable characters as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def quote(token: str) -> str:
    """Return a token of the input as a message repeats it: printable, and cut to `SHOWN` characters."""
    return one_line(token if len(token) <= SHOWN else token[: SHOWN - 3] + "...")


def install(package: str) -> str:
    """Return the command that installs a package or an extra: `.venv/bin/python -m pip install 'pyrout[web]'`."""
    python = os.path.relpath(sys.executable) if sys.executable else "python3"
    if python.startswith(os.pardir):
        python = sys.executable
    return f"{python if ' ' not in python else repr(python)} -m pip install {shlex.quote(package)}"


class PyroutError(Exception):
    """Base of all errors shown to a user. `str()` is always a single line."""

    def __str__(self) -> str:
        return one_line(super().__str__())


class InstanceError(PyroutError):
    """An instance file cannot be used: `file:line:column: problem; remedy`.

    Line and column count from 1, the column in characters; line 0 means the file as a whole (it could not be read).
    """

    def __init__(self, file: str, line: int, column: int, problem: str, remedy: str) -> None:
        # All five go to the base class, so that the error survives the way back from a worker process.
        super().__init__(file, line, column, problem, remedy)
        self.file, self.line, self.column, self.problem, self.remedy = file, line, column, problem, remedy

    def __str__(self) -> str:
        file = self.file if len(self.file) <= SHOWN_PATH else f"{self.file[: SHOWN_PATH - 3]}..."
        place = f"{file}:{self.line}:{self.column}" if self.line else file
        return one_line(f"{place}: {self.problem}; {self.remedy}")


class Refused(InstanceError):
    """The rule set has no rule for a fact of the position."""


class UsageError(PyroutError):
    """A command or call that asks for something that does not exist."""


class TooManyRoutes(UsageError):
    """A unit has more routes than are wanted, or than all units of a question may have together."""


class Undecided(PyroutError):
    """No rule says what becomes of a unit: a fault of the rules as they are written here."""


class Unending(Undecided):
    """No rule brings what happens to a unit to an end."""


class TimeLimit(PyroutError):
    """The time limit was reached before the answer was complete."""
