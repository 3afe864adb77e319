"""Options of the commands that answer a position: the position, the rules, the time limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from ..errors import InstanceError, UsageError, quote
from ..position.consistency import check_facts, routers
from ..position.corrections import Corrections
from ..position.facts import Instance
from ..position.map_coverage import REMEDY, gap, starting
from ..position.reading import load
from ..position.unit_names import unit_called
from ..program import rule_sets
from ..question import Question, ask
from ..vasl import is_saved_game
from ..vasl.from_boards import supply
from .boards import (
    FEWER_BOARDS,
    assumed_option,
    boards_option,
    correcting,
    corrections_of,
    import_save,
    month_option,
    read_import,
    sides_option,
)
from .console import complain, limit_of, rules_option, set_option, settings_of, timeout_option, within
from .position_line import lines_as_files, position_option

Callback = Callable[..., Any]
NOT_AROUND = "what units could do that break on purpose rests on hexes or LOS that are not all in the file"


class CommandOptions(NamedTuple):
    """The values of the options that such commands repeat.

    `limit` is in seconds, None for none.
    """

    ruleset: str | None
    options: dict[str, str]
    limit: float | None
    boards: Path | None = None
    sides: str | None = None
    month: int | None = None
    corrections: Corrections = Corrections()
    assumed: bool = False

    def position(self, file: Path) -> Instance:
        """Return the position in a file of facts, or in a saved game of VASL, as it is with the corrections.

        Raises InstanceError, UsageError, SaveError.
        """
        if is_saved_game(file):
            return within(self.limit, lambda: self._saved(file), FEWER_BOARDS)
        if self.sides or self.month:
            option = "--sides" if self.sides else "--month"
            raise UsageError(f"{option} is for saved games; {quote(str(file))} says it with facts (side/1, month/1)")
        if self.corrections:
            return self.corrections.made(load(file, need="position"))
        return load(file)

    def _saved(self, save: Path) -> Instance:
        """Return the position of a saved game in which somebody may rout. What the answers assume they say themselves."""
        about, changes = (self.boards, self.sides, self.ruleset, self.month), self.corrections
        game = import_save(save, *about, changes, rests=False, assumed=self.assumed)
        position = read_import(game.text, save)
        if changes:
            return changes.made(position)
        if not game.routers:
            from ..vasl.saves.stream import SaveError

            raise SaveError(
                str(save),
                "no unit on the map is broken, so nobody routs",
                "break it in VASL and save, or `pyrout import` the game and add status(ID,broken)",
            )
        return check_facts(position)

    def other(self, file: Path) -> Instance:
        """Return a second position on hexes, as its file has it: corrections are of the first.

        Raises as `position`.
        """
        instance = (
            self._replace(corrections=Corrections()).position(file)
            if is_saved_game(file)
            else load(file, need="position")
        )
        if instance.of("table"):
            raise InstanceError(str(file), 0, 0, "it is a table", "name a position on hexes")
        return instance

    def whole(self, position: Instance, units: Sequence[str]) -> Instance:
        """Return the position with the missing parts of its map that these units need.

        The parts come from its boards, where these are available. Raises BoardError, TimeLimit.
        """
        if not position.of("board"):
            return position
        return within(self.limit, lambda: supply(position, self.boards, units, self.ruleset), FEWER_BOARDS)

    def question(
        self, position: Instance, units: Sequence[str] = (), dice: Sequence[int] = (), *, volunteers: bool | None = None
    ) -> Question:
        """Make the question about a position; its time starts now.

        Missing parts of the map are read from its boards, where these are available. With `volunteers`, and no unit
        named, that includes what units need that may break on purpose. Raises InstanceError, UsageError, BoardError.
        """
        units = [unit_called(position, unit) for unit in units]
        if position.of("board"):
            may_break = _may_break(position, self.ruleset) if volunteers and not units else []
            wanted = [*starting(position), *may_break] if may_break else units
            position = self.whole(position, wanted)
            if (
                may_break
                and gap(position, wanted, self.ruleset) is not None
                and gap(position, (), self.ruleset) is None
            ):
                complain(f"{position.name}: {NOT_AROUND}; {REMEDY}")
        return ask(position, rules=self.ruleset, options=self.options, units=units, dice=dice, timeout=self.limit)


def _may_break(position: Instance, ruleset: str | None) -> list[str]:
    """Return the units that might have the right to break on purpose, where the rule set has it."""
    kinds = rule_sets.volunteers(ruleset or position.rules or rule_sets.DEFAULT)
    broken = set(routers(position))
    units = (fact.args for fact in position.of("unit"))
    return [str(unit) for unit, _, kind in units if str(kind) in kinds and unit not in broken]


def asking(
    *, options: bool = True, saves: bool = True, boards: bool = False, line: bool = True
) -> Callable[[Callback], Callback]:
    """Give a command the options that all answering commands share, as one argument `asked`.

    These are `--rules`, `--set` (with `options`), those for `saves` (or `boards` alone), `--timeout`, and `-p` (with
    `line`). The help lists the first two where this decorator stands, the others at the end.
    """

    def decorate(callback: Callback) -> Callback:
        @wraps(callback)
        def command(
            *args: Any, ruleset: str | None, timeout: float, settings: tuple[str, ...] = (), **given: Any
        ) -> Any:
            about_saves: dict[str, Any] = {
                name: given.pop(name) for name in ("boards", "sides", "month", "assumed") if name in given
            }
            if saves:
                about_saves["corrections"] = corrections_of(given)
            asked = CommandOptions(ruleset, settings_of(settings), limit_of(timeout), **about_saves)
            return callback(*args, asked=asked, **given)

        closing = [timeout_option]
        if saves:
            closing += [*correcting, assumed_option, month_option, sides_option]
        if saves or boards:
            closing.append(boards_option)
        if line:
            closing.append(position_option)
            command.rewrite = lines_as_files  # type: ignore[attr-defined]
        opening = [*((set_option,) if options else ()), rules_option]
        inside: list[click.Parameter] = getattr(command, "__click_params__", [])
        command.__click_params__ = []  # type: ignore[attr-defined]  # click reads it from the last to the first
        for option in closing:
            option(command)
        command.__click_params__ += inside  # type: ignore[attr-defined]
        for option in opening:
            option(command)
        return command

    return decorate
