"""VASSAL saved games of VASL (`.vsav`, and the position at the start of a `.vlog`): what lies where.

>>> from pyrout.vasl.saves.save import read_save
>>> game = read_save("game.vsav")                          # doctest: +SKIP
>>> [(piece.name, piece.x, piece.y) for piece in game.on_map()]     # doctest: +SKIP
[('4-6-7 1sq', 568, 916), ...]

What a counter is, is in `counters.py`; which marker applies to which unit, which side it is on and what an instance
says of it, in `position.py` and `facts.py`.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from ..import_notes import Note
from .game import BoardSlot, SavedGame
from .stream import COMMANDS, REPAIR, Damaged, SaveError, commands, is_step, read_text, tokens
from .table import Table

BOARD_LIMIT = 400  # boards of a map
SLOT_LIMIT = 40  # columns and rows of boards
PIXEL_LIMIT = 100_000  # width and height of a board
BOARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")
OPTION_LIMIT = 1000  # overlays and terrain rules of a board


def read_save(path: Path | str) -> SavedGame:
    """Read a saved game.

    Raises SaveError (one line: file, problem, remedy) for any other file.
    """
    return laid_out(path)[0]


def laid_out(path: Path | str) -> tuple[SavedGame, Table, str]:
    """Return a saved game, its pieces on the table, and the text of its file. Raises SaveError."""
    text, version = read_text(path)
    try:
        return *_laid_out(str(path), text, version), text
    except Damaged as error:
        raise SaveError(str(path), str(error), REPAIR) from None


def _laid_out(file: str, text: str, version: str) -> tuple[SavedGame, Table]:
    table = Table()
    boards: tuple[BoardSlot, ...] = ()
    player = ""
    began = ended = False
    for command in commands(text):
        if ended:  # the rest is the log
            continue
        if command == "begin_save":
            began = True
        elif command == "end_save":
            ended = True
        elif command.startswith("+/"):
            table.add(list(tokens(command, "/")), loading=True)
        elif command.startswith("bd\t"):
            boards = _boards(command) or boards  # newer versions write it twice
        elif command.startswith("INFO\t"):
            player = [*command.split("\t"), ""][2].strip()
    if not began:
        raise Damaged("savedGame holds no saved game of VASSAL")
    if not ended:
        raise Damaged("savedGame is cut short")
    table.settle()
    logged = sum(map(is_step, tokens(text, COMMANDS)))
    settled = tuple(_assumed(Tally(table.others.values()), boards))
    empty = SavedGame(file, version, boards, {}, (), player, logged, settled)
    return table.snapshot(empty).saved(logged), table


def _assumed(unread: Tally[str], boards: Iterable[BoardSlot]) -> Iterator[Note]:
    if unread:
        kinds = ", ".join(sorted(unread)[:5])
        sentence = f"{unread.total()} pieces of a kind that is no counter were left out ({kinds})."
        yield Note("counters", sentence, f"{unread.total()} pieces that are no counters")
    overlays = sorted({name for board in boards for name in board.overlays})
    if overlays:
        named = ", ".join(overlays[:10])
        yield Note(
            "left out",
            f"Overlays ({named}) do not change the terrain that VASL knows: what lies under them is the board's.",
            f"overlays ({named}) are not on the map",
        )


# ---------------------------------------------------------------------------------------------------------------------
# Boards


def _boards(command: str) -> tuple[BoardSlot, ...]:
    """Parse the boards: `bd`, then with `bd` between: column, row, name, crop, VER, version, OVR .., SSR .., ZOOM ..."""
    *fields, last = tokens(command, "\t")
    parts: list[list[str]] = []
    for field in fields:
        # VASL looks for these letters and a TAB anywhere: there is no TAB before them where terrain rules end
        if field.endswith("bd"):
            if parts:
                parts[-1].append(field[:-2])
            parts.append([])
            if len(parts) > BOARD_LIMIT:
                raise Damaged(f"its map has more than {BOARD_LIMIT} boards")
        else:
            parts[-1].append(field)
    parts[-1].append(last)
    return tuple(_board([field for field in part if field]) for part in parts if any(part))


def _board(fields: Sequence[str]) -> BoardSlot:
    try:
        column, row, name, rest = int(fields[0]), int(fields[1]), fields[2], list(fields[3:])
        crop = None
        if len(rest) >= 4 and all(field.lstrip("-").isdecimal() for field in rest[:4]):
            x, y, width, height = (int(field) for field in rest[:4])
            rest = rest[4:]
            if width > 0 or height > 0:  # the other may be -1: not cut in that direction
                width, height = max(width, 0), max(height, 0)
                if min(x, y) < 0 or max(x + width, y + height) > PIXEL_LIMIT:
                    raise ValueError
                crop = (x, y, width, height)
    except (ValueError, IndexError):
        raise Damaged("the list of boards in it is damaged") from None
    # The name becomes part of a file's name, and of hex names
    if not (0 <= column < SLOT_LIMIT and 0 <= row < SLOT_LIMIT) or not BOARD_NAME.fullmatch(name):
        raise Damaged("the list of boards in it is damaged")
    # r in front means reversed, but there is a board r
    turned = name.startswith("r") and name != "r"
    version, zoom = "", 1.0
    overlays: list[str] = []
    rules: list[str] = []
    if len(rest) > OPTION_LIMIT:
        raise Damaged(f"the board {name} has more than {OPTION_LIMIT} options")
    queue = iter(rest)
    for field in queue:
        if field == "VER":
            version = next(queue, "")
        elif field == "OVR":
            overlays.append(next(queue, ""))
            list(islice(queue, 2))  # the hexes that place it
        elif field == "ZOOM":
            zoom = _zoom(next(queue, ""))
        elif field not in ("SSR", ""):
            rules.append(field)
    return BoardSlot(
        column, row, name[1:] if turned else name, turned, crop, version, tuple(overlays), tuple(rules), zoom
    )


def _zoom(text: str) -> float:
    try:
        zoom = float(text)
    except ValueError:
        zoom = 0.0
    if not 0.05 <= zoom <= 20:
        raise Damaged("the magnification of a board in it is damaged")
    return zoom
