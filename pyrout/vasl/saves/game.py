"""The position of a game: as a saved game has it, and at one moment of a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..import_notes import Note
from .pieces import Piece, Place, Stack

PLAYING_AREA = ("Main Map", "Map0")  # the names of the map window; the second one is of older versions


@dataclass(frozen=True, slots=True)
class BoardSlot:
    """A board of the map.

    Slots count from 0, left to right and downwards; their pixel origins follow from the sizes of the boards.
    `reversed`: turned by 180 degrees. `crop`: x, y, width and height of the part that is in play, in pixels of the
    board the right way round, cut out before it is turned; None is the whole board, and a width or height of 0 reaches
    to its edge. `version` is the board archive's at the time of saving ("" unknown); `overlays` are the names of those
    that lie on it; `rules` are the terrain changes of the scenario, by VASL's names.
    """

    column: int
    row: int
    name: str
    reversed: bool = False
    crop: tuple[int, int, int, int] | None = None
    version: str = ""
    overlays: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game.

    `pieces` by their ids; `stacks` bottom to top, only those with pieces. `player` is whose turn it is as the players
    filled it in, "Axis" in a game that nobody touched ("" unknown). `logged`: steps of a log, none of which is carried
    out. `settled`: what had to be assumed to read it, as sentences that hold after any step.
    """

    file: str
    module_version: str
    boards: tuple[BoardSlot, ...]
    pieces: dict[str, Piece]
    stacks: tuple[Stack, ...]
    player: str
    logged: int
    settled: tuple[Note, ...]

    @property
    def assumptions(self) -> tuple[Note, ...]:
        """The assumptions with which it was read, as sentences."""
        return (*_unplayed(self.logged), *self.settled)

    def on_map(self) -> Iterator[Piece]:
        """Yield the pieces in the playing area, whether on a board or beside it, in the order of the file."""
        return (piece for piece in self.pieces.values() if piece.map in PLAYING_AREA)

    def off_map(self) -> tuple[Piece, ...]:
        """Return the units, Guns, vehicles and SW that are in other windows or nowhere."""
        return tuple(p for p in self.pieces.values() if p.map not in PLAYING_AREA and p.counter.in_play)


def _unplayed(logged: int) -> Iterator[Note]:
    if logged:
        yield Note(
            "turn",
            f"The file is a log with {logged} steps: the position is the one before the first; to import another, step "
            "to it in VASSAL and save the game there.",
            f"The file is a log with {logged} steps, none of which is taken",
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The position at one moment: pieces by id, without their places; and the stacks and single pieces."""

    start: SavedGame
    pieces: Mapping[str, Piece]
    stacks: tuple[Stack, ...]
    alone: Mapping[str, Place]

    def places(self) -> dict[str, Place]:
        """Return the map and pixel of every piece."""
        by_piece = dict(self.alone)
        for stack in self.stacks:
            by_piece.update(dict.fromkeys(stack.pieces, (stack.map, stack.x, stack.y)))
        return by_piece

    def on_map(self) -> Iterator[tuple[str, Piece, int, int]]:
        """Yield the pieces in the playing area: the id, the piece and its pixel."""
        for identity, (where, x, y) in self.places().items():
            if where in PLAYING_AREA:
                yield identity, self.pieces[identity], x, y

    def saved(self, logged: int = 0) -> SavedGame:
        """Return the position as a saved game, before that many steps of a log."""
        pieces = dict(self.pieces)
        for identity, (where, x, y) in self.alone.items():
            pieces[identity] = replace(pieces[identity], map=where, x=x, y=y)
        for stack in self.stacks:
            for number, identity in enumerate(stack.pieces):
                pieces[identity] = replace(
                    pieces[identity], map=stack.map, x=stack.x, y=stack.y, stack=stack.id, position=number
                )
        return replace(self.start, pieces=pieces, stacks=self.stacks, logged=logged)
