"""VASL for programs: saved games as positions, logs judged, and LOS on boards that are joined."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from ..base import arguments
from ..errors import UsageError
from ..json_form import described
from ..position.facts import Instance
from ..position.reading import parse
from ..program import rule_sets
from ..results.judged_game import JudgedGame, JudgedTurn
from .boards.facts import mutual_los
from .boards.folders import board_folder
from .import_game import import_game
from .judge_log import Game, Settings, judge_game
from .map_layout import laid, slots_of, untold
from .saves.facts import STARTER_KIT
from .saves.game import BoardSlot

Named = str | os.PathLike[str]


@described
class Saved(NamedTuple):
    """A saved game, read."""

    position: Annotated[Instance, "The position; it can be solved."]
    assumed: Annotated[tuple[str, ...], "Everything that the save does not say and that was assumed, a sentence each."]


@described
class Line(NamedTuple):
    """A line of sight between two Locations."""

    blocked: Annotated[bool, "Whether there is no LOS."]
    hindrances: Annotated[int, "Its Hindrances; 0 where it is blocked."]


@described
class Slot(NamedTuple):
    """A board on a map."""

    name: Annotated[str, "The board: its archive is `bdNAME`."]
    column: Annotated[int, "Its column among the boards, from 0 at the left."] = 0
    row: Annotated[int, "Its row among the boards, from 0 at the top."] = 0
    reversed: Annotated[bool, "Whether it lies the other way round."] = False


def read(
    path: Named,
    boards: Named | None = None,
    *,
    rules: str | None = None,
    sides: Mapping[str, str] | None = None,
    month: int | None = None,
) -> Saved:
    """Read a saved game of VASL, with its boards from a folder.

    `boards` is by default the folder that VASL uses. `rules` overrides the rule set that the boards say; `sides` gives
    units of a nation to a side; without a `month` grain is in season. Raises PyroutError.
    """
    file, month, sides = _path(path), _month(month), _sides(sides)
    imported = import_game(file, _folder(boards), rules=rules, sides=sides, month=month)
    return Saved(parse(imported.text, str(file), need="position"), tuple(map(str, imported.notes)))


def judge(
    logs: Named | Sequence[Named],
    boards: Named | None = None,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> JudgedGame:
    """Judge every rout of a game from its logs: as `pyrout judge`.

    Raises PyroutError.
    """
    return judge_game(_paths(logs), _settings(boards, rules, options, timeout))


def routs(
    logs: Named | Sequence[Named],
    boards: Named | None = None,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Iterator[JudgedTurn]:
    """Yield the routs of a game as they are judged, phase by phase, and who had to rout and did not.

    Raises PyroutError, and TimeLimit where the time is over.
    """
    yield from Game(_paths(logs), _settings(boards, rules, options, timeout), untold).each()


class Boards:
    """Boards joined into a map, with the LOS on it."""

    def __init__(self, boards: Named | None, layout: Iterable[Slot | str] | Instance) -> None:
        """Read boards from a folder.

        `layout` has a Slot for each board; the name of one is a map of one board. A position names its own. Raises
        PyroutError.
        """
        if isinstance(layout, Instance):
            slots = slots_of(layout)
        else:
            given = (
                [Slot(layout)] if isinstance(layout, str) else [Slot(s) if isinstance(s, str) else s for s in layout]
            )
            slots = tuple(BoardSlot(s.column, s.row, s.name, s.reversed) for s in given)
        if not slots:
            raise UsageError("layout: at least one board, as in [Slot('y')]")
        on_disk = laid(slots, board_folder(_folder(boards)))
        if on_disk.missing:
            raise UsageError(f"boards: {', '.join(on_disk.missing)} not found; check the folder")
        self._map = on_disk.map

    @property
    def hexes(self) -> tuple[str, ...]:
        """The names of all hexes."""
        return tuple(self._map.name(number) for number in self._map.hexes)

    def los(
        self, pairs: Iterable[tuple[str, str]], *, month: int | None = None, rules: str | None = None
    ) -> list[Line]:
        """Return the LOS of each pair of Locations, as in `("2M2@1", "3K5")`.

        `@1` is one level above the hex, whether or not a unit could be there. Without a `month` grain and orchard are
        in season; by the rules `aslsk` each building has one storey. Raises PyroutError for a hex that is not on the
        map.
        """
        wanted, month = [_pair(pair) for pair in pairs], _month(month)
        rules = None if rules is None else arguments.one_of(rules, "rules", rule_sets.names())
        there, other_way = mutual_los(self._map, wanted, month, rules == STARTER_KIT)
        seen = {pair[:2]: pair[2] for pair in there}
        back = {pair[:2]: pair[2] for pair in other_way}
        lines = []
        for a, b in wanted:
            hindrances = 0 if a == b else back.get((a, b), seen.get((min(a, b), max(a, b)), back.get((b, a))))
            lines.append(Line(hindrances is None, hindrances or 0))
        return lines


def _path(given: Named) -> Path:
    if not isinstance(given, (str, os.PathLike)):
        raise UsageError(f"path: the name of a file, not {arguments.kind(given)}")
    return Path(given)


def _paths(given: Named | Sequence[Named]) -> list[Path]:
    if isinstance(given, (str, os.PathLike)):
        return [_path(given)]
    if isinstance(given, (bytes, Mapping)) or not isinstance(given, Iterable):
        raise UsageError(f"logs: a list of names of files, not {arguments.kind(given)}")
    several = [_path(each) for each in given]
    if not several:
        raise UsageError("logs: at least one log of a game")
    return several


def _pair(given: object) -> tuple[str, str]:
    """Return a pair of names of Locations.

    Raises UsageError.
    """
    ends = arguments.strings(given, "pairs", 'pairs of Locations, as in [("2M2@1", "3K5")]')
    if len(ends) != 2:
        raise UsageError(f'pairs: two Locations each, as in [("2M2@1", "3K5")], not {len(ends)}')
    return ends[0], ends[1]


def _sides(given: object) -> dict[str, str] | None:
    """Return sides by their nations.

    Raises UsageError.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping) or not all(isinstance(word, str) for pair in given.items() for word in pair):
        raise UsageError("sides: a dict of nations and sides, each a string, as in {'german': 'axis'}")
    return dict(given)


def _month(given: object) -> int | None:
    """Return a month.

    Raises UsageError.
    """
    month = None if given is None else arguments.whole(given, "month", 1)
    if month is not None and month > 12:
        raise UsageError(f"month: a whole number from 1 to 12, not {month}")
    return month


def _folder(given: Named | None) -> Path | None:
    return None if given is None else _path(given)


def _settings(
    boards: Named | None, rules: str | None, options: Mapping[str, str] | None, timeout: float | None
) -> Settings:
    return Settings(_folder(boards), rules, arguments.settings(options), timeout=arguments.seconds(timeout))
