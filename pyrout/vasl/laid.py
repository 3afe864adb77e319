"""Boards laid out as a map: by the slots of a saved game, or by what a position says of where its map comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..position.facts import Fact, Instance
from ..position.vocabulary import ARCHIVE, CHANGE, Name
from .boards.archive import read_archive
from .boards.folders import archives
from .boards.maps import BoardMap, Placed, player_name
from .boards.terrain import CODE
from .saves import ssr
from .saves.save import BoardSlot


def laid(slot: BoardSlot, path: Path) -> tuple[Placed, tuple[str, ...]]:
    """The board of a slot as the players had it, and the scenario's changes of its terrain that are not known here."""
    board = read_archive(path)
    name = player_name(path, board)
    board, unknown = ssr.changed(board, slot.rules)
    return Placed(board, name, slot.column, slot.row, slot.reversed, slot.crop), unknown


def board_facts_of(slots: Sequence[BoardSlot]) -> Iterator[Fact]:
    """What a position says of the boards that its map comes from. Nothing for boards that no position can name."""
    if any(ARCHIVE.problem(slot.name) for slot in slots):
        return
    for slot in slots:
        turned = Name("reversed" if slot.reversed else "normal")
        yield Fact("board", (slot.name, slot.column, slot.row, turned))
        if slot.crop is not None:
            yield Fact("crop", (slot.name, *slot.crop))
        known = (rule for rule in slot.rules if CHANGE.problem(rule) is None)
        yield from (Fact("terrain_change", (slot.name, n, rule)) for n, rule in enumerate(known, 1))


def slots_of(position: Instance) -> tuple[BoardSlot, ...]:
    """The slots of the boards that a position names."""
    crops = {fact.args[0]: tuple(int(str(x)) for x in fact.args[1:]) for fact in position.of("crop")}
    changes: dict[object, list[tuple[int, str]]] = {}
    for fact in position.of("terrain_change"):
        changes.setdefault(fact.args[0], []).append((int(str(fact.args[1])), str(fact.args[2])))
    return tuple(
        BoardSlot(
            column=int(str(column)),
            row=int(str(row)),
            name=str(name),
            reversed=str(turned) == "reversed",
            crop=crops.get(name),  # type: ignore[arg-type]
            rules=tuple(rule for _, rule in sorted(changes.get(name, ()))),
        )
        for name, column, row, turned in (fact.args for fact in position.of("board"))
    )


def map_of(position: Instance, folder: Path) -> BoardMap:
    """The map that a position comes from, with the rubble of its counters. Raises BoardError, BoardsError."""
    slots = slots_of(position)
    paths = archives([slot.name for slot in slots], folder)
    found = BoardMap([laid(slot, paths[slot.name])[0] for slot in slots])
    fallen = {
        found.hex(str(fact.args[0])): CODE[str(fact.args[1])]
        for fact in position.of("rubble_counter")
        if str(fact.args[1]) in CODE and str(fact.args[0]) in found.known
    }
    if fallen:
        found.fill(fallen)
    return found


def named_twice(slots: Iterable[BoardSlot]) -> str | None:
    """A board that lies on the map twice."""
    return next((name for name, count in Counter(slot.name for slot in slots).items() if count > 1), None)
