"""Replay of a VASSAL log (`.vlog`): the steps of a game, and the position before and after each.

A step is a token of the outermost list whose first command begins with `LOG`. A command that does not fit the position
stops the replay: later positions would be guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .game import Snapshot
from .save import laid_out
from .stream import COMMANDS, Damaged, commands, is_step, tokens
from .table import Misfit


@dataclass(frozen=True, slots=True)
class Replayed:
    """A step that was carried out: its number from 1, and the positions before and after it."""

    number: int
    before: Snapshot
    after: Snapshot


class Log:
    """A log, or a saved game, which is a log without steps; after `replay` how far its steps fit.

    `start` is the saved game that it begins with, `end` the position after the last step that was carried out.
    `stopped` is the sentence about the command that does not fit, or ""; `text` is that of the file.
    """

    def __init__(self, path: Path | str) -> None:
        """Raise SaveError for any other file."""
        self.start, self._table, self.text = laid_out(path)
        self.stopped = ""
        self.end = self._table.snapshot(self.start)

    def replay(self) -> Iterator[Replayed]:
        """Yield each step once it is carried out, from the first; a log is replayed once.

        Stops before the first step that does not fit, with `stopped` set.
        """
        before = self.end
        for number, token in enumerate(filter(is_step, tokens(self.text, COMMANDS)), 1):
            try:
                for leaf in commands(token):
                    self._table.carry_out(leaf.removeprefix("LOG\t"))
            except (Misfit, Damaged) as error:
                self.stopped = f"step {number} does not fit the position before it: {error}"
                return
            after = self._table.snapshot(self.start) if self._table.changed else before
            self._table.changed = False
            yield Replayed(number, before, after)
            self.end = before = after
