"""Boards laid out as a map: by the slots of a saved game, or by what a position says of where its map comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ..position.facts import Fact, Instance
from ..position.vocabulary import ARCHIVE, CHANGE, Name
from . import BoardError, NoTerrain, file_state
from .boards.archive import PIXEL_LIMIT, BoardData, read_archive
from .boards.facts import Ground, ground
from .boards.folders import archives
from .boards.maps import BoardMap, Placed, player_name
from .boards.terrain import CODE
from .saves import ssr
from .saves.game import BoardSlot

STANDARD_SIZE = (1800, 645)  # pixels
MAPS_KEPT = 2
Told = Callable[[str, int, int], None]  # hears what is being read, and how many of how many are done


def untold(words: str, done: int = 0, of: int = 0) -> None:
    """Ignore progress: a callback for callers that do not show it."""


@dataclass(frozen=True)
class Laid:
    """A map, and the data missing for it.

    It has archives by their paths, present or not; the names of missing ones (bd04), and of those that are there but
    have no terrain (bdNUL); and by the name of a board the scenario's changes of terrain that are not known here.
    `slots` have their crops in full.
    """

    map: BoardMap
    files: tuple[Path, ...]
    missing: tuple[str, ...]
    unknown: Mapping[str, tuple[str, ...]]
    slots: tuple[BoardSlot, ...] = ()
    blank: tuple[str, ...] = ()


def laid(slots: Sequence[BoardSlot], folder: Path, told: Told = untold) -> Laid:
    """Return the boards of these slots as the players had them.

    Those whose archives are not in the folder, or have no terrain, keep their place; raises BoardsError where there
    are none at all, BoardError where they cannot be used.
    """
    paths = {slot.name: folder / f"bd{slot.name}" for slot in slots}
    there = [slot for slot in slots if paths[slot.name].exists()]
    missing = [slot for slot in slots if slot not in there]
    if not there:
        archives(paths, folder)  # says what is missing
    placed: list[Placed] = []
    unknown: dict[str, tuple[str, ...]] = {}
    cut: dict[str, tuple[int, int, int, int] | None] = {}
    blank: dict[str, NoTerrain] = {}
    for number, slot in enumerate(there):
        told(f"reading board {slot.name}", number, len(there))
        try:
            board = read_archive(paths[slot.name])
        except NoTerrain as error:
            blank[slot.name] = error
            continue
        name = player_name(paths[slot.name], board)
        board, strange = ssr.changed(board, slot.rules)
        cut[slot.name] = _cut(slot.crop, board.width, board.height)
        placed.append(Placed(board, name, slot.column, slot.row, slot.reversed, cut[slot.name]))
        if strange:
            unknown[name] = strange
    if not placed:
        raise next(iter(blank.values()))
    for slot in (slot for slot in slots if slot in missing or slot.name in blank):
        size = blank[slot.name].size if slot.name in blank else None
        placed.append(_keeping_place(slot, placed, size))
        cut[slot.name] = _cut(slot.crop, placed[-1].board.width, placed[-1].board.height)
    absent = tuple(paths[slot.name].name for slot in missing)
    whole = tuple(replace(slot, crop=cut[slot.name]) for slot in slots)
    without = tuple(paths[name].name for name in blank)
    return Laid(BoardMap(placed), tuple(paths.values()), absent, unknown, whole, without)


def _cut(crop: tuple[int, int, int, int] | None, width: int, height: int) -> tuple[int, int, int, int] | None:
    """Return a crop of a board of that size with its width and height, which may be 0 for up to the edge."""
    if crop is None:
        return None
    x, y, across, down = crop
    return x, y, across or max(width - x, 1), down or max(height - y, 1)


def _keeping_place(slot: BoardSlot, others: Sequence[Placed], size: tuple[int, int] | None = None) -> Placed:
    """Return a stand-in for a missing board, or for one of that size without terrain.

    It is as large as it was cut, else as wide as one above or below it and as high as one beside it, else as large as
    a standard board.
    """
    width, height = slot.crop[2:] if slot.crop is not None else (0, 0)
    if size is not None and min(size) > 0:
        width, height = width or size[0], height or size[1]
    width = width or next((p.window[2] for p in others if p.there and p.col == slot.column), STANDARD_SIZE[0])
    height = height or next((p.window[3] for p in others if p.there and p.row == slot.row), STANDARD_SIZE[1])
    if width * height > PIXEL_LIMIT:
        raise BoardError(f"board {slot.name}", f"is cut to {width} x {height} pixels", "no board is so large")
    pixels = bytes(width * height)
    nothing = BoardData(others[0].board.metadata, width, height, pixels, pixels, b"")
    return Placed(nothing, slot.name, slot.column, slot.row, there=False)


def board_facts_of(slots: Sequence[BoardSlot]) -> Iterator[Fact]:
    """Yield the facts about the boards of a map; none for boards that no position can name."""
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
    """Return the slots of the boards that a position names."""
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


def map_of(position: Instance, folder: Path) -> Ground:
    """Return the map that a position comes from, with the rubble of its counters, and its hexes.

    Positions of the same boards, one after the other, have the same one. Raises BoardError, BoardsError.
    """
    slots = slots_of(position)
    rubble = tuple((str(fact.args[0]), str(fact.args[1])) for fact in position.of("rubble_counter"))
    return _map_of(slots, rubble, folder, tuple(file_state(folder / f"bd{slot.name}") for slot in slots))


@lru_cache(MAPS_KEPT)
def _map_of(slots: tuple[BoardSlot, ...], rubble: tuple[tuple[str, str], ...], folder: Path, _: object) -> Ground:
    board = laid(slots, folder).map
    fallen = {board.hex(hex_): CODE[name] for hex_, name in rubble if name in CODE and hex_ in board.known}
    return ground(board.filled(fallen) if fallen else board)


def named_twice(slots: Iterable[BoardSlot]) -> str | None:
    """Return a board that lies on the map twice."""
    return next((name for name, count in Counter(slot.name for slot in slots).items() if count > 1), None)
