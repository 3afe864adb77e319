"""VASSAL saved games of VASL (`.vsav`, and the position at the start of a `.vlog`): what lies where.

>>> from pyrout.vasl.saves.save import read_save
>>> game = read_save("game.vsav")                          # doctest: +SKIP
>>> [(piece.name, piece.x, piece.y) for piece in game.on_map()]     # doctest: +SKIP
[('4-6-7 1sq', 568, 916), ...]

What a counter is, is in `save_counters.py`; which marker applies to which unit, which side it is on and what an
instance says of it, in `save_facts.py`.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..import_notes import Note
from .counters import understood
from .kinds import Counter
from .pieces import CHARACTER_LIMIT, Piece, Stack, placed, read_piece, read_stack
from .stream import COMMANDS, REPAIR, Damaged, SaveError, SaveText, commands, is_step, read_text, tokens

__all__ = ["BoardSlot", "Counter", "Overlay", "Piece", "SaveError", "SavedGame", "Stack", "TurnInfo", "read_save"]

PLAYING_AREA = ("Main Map", "Map0")  # the names of the map window; the second one is of older versions
PIECE_LIMIT = 20_000  # pieces and stacks: a campaign game has about 2,000
BOARD_LIMIT = 400  # boards of a map
SLOT_LIMIT = 40  # columns and rows of boards
PIXEL_LIMIT = 100_000  # width and height of a board
BOARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")
OPTION_LIMIT = 1000  # overlays and terrain rules of a board


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay laid on a board, and the two hexes that place it."""

    name: str
    hexes: tuple[str, str]


@dataclass(frozen=True, slots=True)
class BoardSlot:
    """A board of the map.

    Slots count from 0, left to right and downwards; their pixel origins follow from the sizes of the boards.
    `reversed`: turned by 180 degrees. `crop`: x, y, width and height of the part that is in play, in pixels of the
    board the right way round, cut out before it is turned; None is the whole board, and a width or height of 0 reaches
    to its edge. `version` is the board archive's
    at the time of saving ("" unknown); `rules` are the terrain changes of the scenario, by VASL's names.
    """

    column: int
    row: int
    name: str
    reversed: bool = False
    crop: tuple[int, int, int, int] | None = None
    version: str = ""
    overlays: tuple[Overlay, ...] = ()
    rules: tuple[str, ...] = ()
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class TurnInfo:
    """The turn as the players filled it in: camps are "Axis" and "Allied".

    The values of a game that nobody touched are Axis, Axis, 1.
    """

    moves_first: str
    player: str
    turn: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game.

    `pieces` by their ids; `stacks` bottom to top, only those with pieces. `logged`: steps of a log, none of which is
    carried out. `assumptions`: what had to be assumed to read it, as sentences; `settled` those that hold after any
    step.
    """

    file: str
    module_version: str
    vassal_version: str
    boards: tuple[BoardSlot, ...]
    pieces: dict[str, Piece]
    stacks: tuple[Stack, ...]
    turn: TurnInfo | None
    extensions: tuple[str, ...]
    logged: int
    assumptions: tuple[Note, ...]
    settled: tuple[Note, ...] = ()

    def on_map(self) -> Iterator[Piece]:
        """Yield the pieces in the playing area, whether on a board or beside it, in the order of the file."""
        return (piece for piece in self.pieces.values() if piece.map in PLAYING_AREA)

    def off_map(self) -> tuple[Piece, ...]:
        """Return the units, Guns, vehicles and SW that are in other windows or nowhere."""
        return tuple(p for p in self.pieces.values() if p.map not in PLAYING_AREA and p.counter.in_play)


def read_save(path: Path | str) -> SavedGame:
    """Read a saved game.

    Raises SaveError (one line: file, problem, remedy) for any other file.
    """
    file = str(path)
    content = read_text(path)
    try:
        return game_of(file, content)
    except Damaged as error:
        raise SaveError(file, str(error), REPAIR) from None


def game_of(file: str, content: SaveText) -> SavedGame:
    """Return the saved game in a text. Raises Damaged."""
    text = content.text
    pieces: dict[str, Piece] = {}
    stacks: dict[str, Stack] = {}
    boards: tuple[BoardSlot, ...] = ()
    turn: TurnInfo | None = None
    extensions: list[str] = []
    unread: Tally[str] = Tally()
    began = ended = False
    budget = CHARACTER_LIMIT
    for command in commands(text):
        if ended:  # the rest is the log
            continue
        if command == "begin_save":
            began = True
        elif command == "end_save":
            ended = True
        elif command.startswith("+/"):
            if len(pieces) + len(stacks) >= PIECE_LIMIT:
                raise Damaged(f"it has more than {PIECE_LIMIT} pieces, too many for a saved game")
            parts = list(tokens(command, "/"))
            if len(parts) != 4:
                raise Damaged("a piece in it is damaged")
            _, identity, kind, state = parts
            if kind == "stack":
                stacks[identity] = read_stack(identity, state)
            elif (piece := read_piece(identity, kind, state, budget)) is not None:
                budget -= piece.effort
                pieces[identity] = piece
            else:
                unread[kind.split(";", 1)[0].split("\t", 1)[0]] += 1
        elif command.startswith("bd\t"):
            boards = _boards(command) or boards  # newer versions write it twice
        elif command.startswith("INFO\t"):
            fields = [*command.split("\t"), "", "", ""]
            turn = TurnInfo(fields[1].strip(), fields[2].strip(), fields[3].strip())
        elif command.startswith("EXT\t"):
            extensions.append(command.split("\t")[1])
    if not began:
        raise Damaged("savedGame holds no saved game of VASSAL")
    if not ended:
        raise Damaged("savedGame is cut short")
    full, of_piece = placed(pieces, stacks)
    for identity, (stack, number) in of_piece.items():
        # A piece in a stack is where the stack is: its own state may say no map
        there = stacks[stack]
        moved = replace(pieces[identity], map=there.map, x=there.x, y=there.y)
        pieces[identity] = moved.within(stack, number)
    pieces = {identity: understood(piece) for identity, piece in pieces.items()}
    logged = sum(map(is_step, tokens(text, COMMANDS)))
    settled = _assumed(unread, boards)
    return SavedGame(
        file,
        content.module_version,
        content.vassal_version,
        boards,
        pieces,
        full,
        turn,
        tuple(extensions),
        logged,
        (*_unplayed(logged), *settled),
        settled,
    )


def _unplayed(logged: int) -> tuple[Note, ...]:
    if not logged:
        return ()
    return (
        Note(
            "turn",
            f"The file is a log with {logged} steps: the position is the one before the first; to import another, step "
            "to it in VASSAL and save the game there.",
            f"The file is a log with {logged} steps, none of which is taken",
        ),
    )


def _assumed(unread: Tally[str], boards: Sequence[BoardSlot]) -> tuple[Note, ...]:
    notes: list[Note] = []
    if unread:
        kinds = ", ".join(sorted(unread)[:5])
        sentence = f"{sum(unread.values())} pieces of a kind that is no counter were left out ({kinds})."
        notes.append(Note("counters", sentence, f"{sum(unread.values())} pieces that are no counters"))
    if any(board.overlays for board in boards):
        named = ", ".join(sorted({overlay.name for board in boards for overlay in board.overlays})[:10])
        notes.append(
            Note(
                "left out",
                f"Overlays ({named}) do not change the terrain that VASL knows: what lies under them is the board's.",
                f"overlays ({named}) are not on the map",
            )
        )
    return tuple(notes)


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
    overlays: list[Overlay] = []
    rules: list[str] = []
    if len(rest) > OPTION_LIMIT:
        raise Damaged(f"the board {name} has more than {OPTION_LIMIT} options")
    queue = iter(rest)
    for field in queue:
        if field == "VER":
            version = next(queue, "")
        elif field == "OVR":
            overlays.append(Overlay(next(queue, ""), (next(queue, ""), next(queue, ""))))
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
