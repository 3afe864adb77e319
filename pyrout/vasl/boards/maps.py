"""Boards laid side by side, reversed and cropped, as one map of hexes with the names that players use.

A map keeps the pixels of its boards in one image and one hex grid over it, so that a line of sight crosses from board
to board as it crosses any hexside. Half hexes where boards meet are one hex with two names.
"""

from __future__ import annotations

import copy
import hashlib
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from ...base import cache
from ...position.map_coverage import GRAIN_MONTHS, ORCHARD_MONTHS
from .. import BoardError, code_stamp
from ..sight.counters import Hindering, added_hindrance, counting
from ..sight.los import HexTable, LineOfSight, Sight
from ..sight.los_cache import KIND, KeptSights
from .archive import PIXEL_LIMIT, BoardData, read_archive
from .geometry import NO_HEX, HexGrid, column_name, parse_name
from .terrain import CODE

BORDER = 400  # pixels round the boards of a map in VASL
UNKNOWN_GROUND = 100  # the level of a board that is not there: higher than all that is
SLOTS = 64  # boards in a row or column at most
SIZE_TOLERANCE = 0.1  # hexes of boards that lie together may differ by as many pixels
FIT_TOLERANCE = 4.0  # and their centres by as many
ENGINES_KEPT = 4

BLOCKING_HINDRANCE = 6  # A6.7

Crop = tuple[int, int, int, int]
Place = tuple[int, int]  # a Location: hex and level


def _becoming(pairs: Iterable[tuple[str, str]]) -> bytes:
    """Return a table [terrain code] -> the code of what it becomes, by pairs of names."""
    table = bytearray(range(256))
    for before, after in pairs:
        table[CODE[before]] = CODE[after]
    return bytes(table)


_LOW = {name: re.sub(r", \d Level$", "", name) for name in CODE}
SINGLE_STOREY = _becoming((name, low) for name, low in _LOW.items() if low in CODE)  # without upper levels
NO_GRAIN = _becoming([("Grain", "Plowed Field")])
BARE_ORCHARD = _becoming([("Orchard", "Orchard, Out of Season")])


def player_name(archive: str | Path, data: BoardData | None = None) -> str:
    """Return the board as players write it: that of archive `bd02` is 2, that of `bdy` is y.

    An archive file with another name goes by the name in its metadata.
    """
    match = re.fullmatch(r"bd(\w{1,16})", Path(archive).name)
    name = match[1] if match else "" if data is None else data.metadata.name
    name = name.lstrip("0") or name[:1]
    if not re.fullmatch(r"\w{1,16}", name):
        raise BoardError(str(archive), "the board has no name", "call the file bdNAME, as VASL does")
    return name


@dataclass(frozen=True, eq=False)
class Placed:
    """A board on a map.

    It has its name as players write it, its slot (column and row, from the top left), a flag for a reversed board,
    and its crop (x, y, width, height in pixels of the board as printed). A board that is not `there` only keeps its
    place: it has no hexes, and no LOS goes across it.
    """

    board: BoardData
    name: str
    col: int = 0
    row: int = 0
    reversed: bool = False
    crop: Crop | None = None
    there: bool = True

    @property
    def window(self) -> Crop:
        """The part of the board that is used."""
        return (0, 0, self.board.width, self.board.height) if self.crop is None else self.crop


@dataclass(frozen=True, eq=False)
class Scene:
    """The content of a map; the bytes are as in `BoardData`. Scenes of the same content are equal."""

    grid: HexGrid
    terrain: bytes
    elevation: bytes
    stairways: bytes

    @cached_property
    def digest(self) -> bytes:
        """A digest of all of it."""
        digest = hashlib.blake2b(repr(self.grid).encode(), digest_size=32)
        for part in (self.terrain, self.elevation, self.stairways):
            digest.update(part)
        return digest.digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


class BoardMap:
    """One or more boards as a map.

    Hexes are numbered as in `grid`; `names[hex]` are all names of a hex as players write them, the one of the upper
    or left board first, and none for a hex that no board has.
    """

    def __init__(self, boards: Sequence[Placed]) -> None:
        """Raise `BoardError` where the boards do not fit together."""
        self.boards = tuple(boards)
        self._check()
        self._corners = self._lay_out()
        self.grid, moves = self._common_grid()
        width, height = self.grid.width, self.grid.height
        # As in `BoardData`
        self.terrain = bytearray([CODE["Open Ground"]]) * (width * height)
        self.elevation = bytearray(width * height)
        self.stairways = bytearray(self.grid.count)
        self._scenes: dict[tuple[bytes, ...], Scene] = {}
        named: list[list[tuple[int, int, str]]] = [[] for _ in range(self.grid.count)]
        for placed, (x, y), move in zip(self.boards, self._corners, moves, strict=True):
            self._paste(placed, x, y)
            self._name(placed, move, named)
        self.names: tuple[tuple[str, ...], ...] = tuple(
            tuple(name for _, _, name in sorted(all_names, key=lambda n: n[:2])) for all_names in named
        )

    # -----------------------------------------------------------------------------------------------------------------
    # Laying boards out

    def _check(self) -> None:
        if not self.boards:
            raise BoardError("map", "has no boards", "choose boards first")
        first = self.boards[0].board.metadata
        seen: set[tuple[int, int]] = set()
        for placed in self.boards:
            meta, called = placed.board.metadata, f"board {placed.name}"
            x, y, w, h = placed.window
            width, height = placed.board.width, placed.board.height
            if not (0 <= placed.col < SLOTS and 0 <= placed.row < SLOTS):
                raise BoardError(called, "lies too far out", f"a map has {SLOTS} boards a side at most")
            if (placed.col, placed.row) in seen:
                raise BoardError(called, "lies on another board", "give each board its own place")
            seen.add((placed.col, placed.row))
            if not (0 <= x < x + w <= width and 0 <= y < y + h <= height):
                raise BoardError(called, "is cropped beyond its edge", "crop inside the board")
            if (
                abs(meta.hex_width - first.hex_width) > SIZE_TOLERANCE
                or abs(meta.hex_height - first.hex_height) > SIZE_TOLERANCE
            ):
                raise BoardError(called, f"has other hexes than board {self.boards[0].name}", "join boards of one size")
            if placed.there and placed.reversed and meta.cols % 2 == 0:
                raise BoardError(called, "cannot be reversed", "it has an even number of columns")

    def _lay_out(self) -> list[tuple[int, int]]:
        """Return the top left corners of the boards: beside those to the left in the row, below those above."""
        corners = []
        for placed in self.boards:
            x = sum(other.window[2] for other in self.boards if other.row == placed.row and other.col < placed.col)
            y = sum(other.window[3] for other in self.boards if other.col == placed.col and other.row < placed.row)
            corners.append((x, y))
        return corners

    def _common_grid(self) -> tuple[HexGrid, list[tuple[int, int]]]:
        """Return the map's grid, and by how many columns and rows of it each board's first hex lies from its own."""
        right = max(x + placed.window[2] for placed, (x, _) in zip(self.boards, self._corners, strict=True))
        bottom = max(y + placed.window[3] for placed, (_, y) in zip(self.boards, self._corners, strict=True))
        if right * bottom > PIXEL_LIMIT * 3:
            raise BoardError("map", f"has {right} x {bottom} pixels", "choose fewer boards")
        first = self.boards[0]
        meta = first.board.metadata
        w, h = meta.hex_width, meta.hex_height
        if len(self.boards) == 1 and first.crop is None and not first.reversed:
            return HexGrid(meta.cols, meta.rows, w, h, meta.x0, meta.y0, right, bottom), [(0, 0)]
        origins = [self._origin(p, corner) for p, corner in zip(self.boards, self._corners, strict=True)]
        # Column 0 is the first even one that is not wholly off the map, row 0 the first with its centre on it.
        x0 = origins[0][0] - 2 * w * math.floor((origins[0][0] + w + 0.5) / (2 * w))
        y0 = origins[0][1] - h * math.floor((origins[0][1] + 1) / h)
        cols = int((right + 1 - x0) // w) + 1
        rows = int((bottom + 1 - y0) // h) + 1
        moves = []
        for placed, (x, y) in zip(self.boards, origins, strict=True):
            dc, dr = round((x - x0) / w), round((y - y0) / h)
            if placed.there and (
                dc % 2 or abs(x - x0 - dc * w) > FIT_TOLERANCE or abs(y - y0 - dr * h) > FIT_TOLERANCE
            ):
                raise BoardError(
                    f"board {placed.name}", f"does not meet board {first.name} hex on hex", "crop or place it otherwise"
                )
            moves.append((dc, dr))
        return HexGrid(cols, rows, w, h, x0, y0, right, bottom), moves

    @staticmethod
    def _origin(placed: Placed, corner: tuple[int, int]) -> tuple[float, float]:
        """Return the place of the centre of the board's first hex.

        On a reversed board it is the hex that is turned into its place.
        """
        meta = placed.board.metadata
        left, top, width, height = placed.window
        if not placed.reversed:
            return corner[0] - left + meta.x0, corner[1] - top + meta.y0
        last_x = meta.x0 + (meta.cols - 1) * meta.hex_width
        last_y = meta.y0 + (meta.rows - 1) * meta.hex_height
        return corner[0] + width + left - last_x, corner[1] + height + top - last_y

    def _paste(self, placed: Placed, x: int, y: int) -> None:
        left, top, width, height = placed.window
        board, down = placed.board, self.grid.height
        if not placed.there:
            # the half hexes that it shares with others are theirs
            edge = int(board.metadata.hex_height)
            inner = bytes([UNKNOWN_GROUND]) * max(0, height - 2 * edge)
            for column in range(x + edge, x + width - edge):
                at = column * down + y + edge
                self.elevation[at : at + len(inner)] = inner
            return
        for target, source in ((self.terrain, board.terrain), (self.elevation, board.elevation)):
            for n in range(width):
                begin = (left + n) * board.height + top
                part = source[begin : begin + height]
                at = (x + (width - 1 - n if placed.reversed else n)) * down + y
                target[at : at + height] = part[::-1] if placed.reversed else part

    def _name(self, placed: Placed, move: tuple[int, int], named: list[list[tuple[int, int, str]]]) -> None:
        """Enter the names and stairways of a board's hexes whose centres are on the map."""
        if not placed.there:
            return
        meta = placed.board.metadata
        left, top, width, height = placed.window
        number = 0
        for c in range(meta.cols):
            centre_x = meta.x0 + meta.hex_width * c
            for r in range(meta.rows + c % 2):
                stairway = bool(placed.board.stairways[number])
                number += 1
                centre_y = meta.y0 + meta.hex_height * (r - (c % 2) / 2)
                if not (left - 1 <= centre_x <= left + width + 1 and top - 1 <= centre_y <= top + height + 1):
                    continue
                col, row = (meta.cols - 1 - c, meta.rows - 1 + c % 2 - r) if placed.reversed else (c, r)
                index = self.grid.index(col + move[0], row + move[1])
                if index == NO_HEX:
                    continue
                printed = r + meta.first_row + 1 - c % 2 + (1 if meta.alternate_grain and c % 2 else 0)
                name = f"{placed.name}{column_name(c + meta.first_column)}{printed}"
                self.stairways[index] = stairway
                named[index].append((placed.row, placed.col, name))

    # -----------------------------------------------------------------------------------------------------------------
    # Hexes

    @cached_property
    def table(self) -> HexTable:
        """The properties of each hex for the line of sight."""
        return self.line_of_sight().table

    @cached_property
    def hexes(self) -> list[int]:
        """The hexes that a board has, in the order of the grid."""
        return [number for number, names in enumerate(self.names) if names]

    def name(self, number: int) -> str:
        """Return the name of a hex.

        Raises IndexError for a hex without one.
        """
        return self.names[number][0]

    @cached_property
    def known(self) -> dict[str, int]:
        """The hex of each name."""
        return {name: number for number, names in enumerate(self.names) for name in names}

    def hex(self, name: str) -> int:
        """Return the hex of a name such as `yBB8`; on a map of one board, BB8 will do.

        Raises `BoardError`.
        """
        hex_ = self.known.get(name)
        if hex_ is None and len(self.boards) == 1 and parse_name(name):
            hex_ = self.known.get(self.boards[0].name + name)
        if hex_ is None:
            boards = ", ".join(dict.fromkeys(placed.name for placed in self.boards if placed.there))
            example = self.name(self.hexes[0]) if self.hexes else "yA1"
            raise BoardError(f"hex {name[:24]}", f"is not on board {boards}", f"write a hex such as {example}")
        return hex_

    def locate(self, x: int, y: int) -> str | None:
        """Return the hex at a pixel of VASL's map, with its border of 400 pixels, or None off the boards.

        Follows the way in which VASL snaps counters, so that shared half hexes go to the upper or left board.
        """
        for placed, px, py in self._at(x, y):
            if placed.there:
                across, down, width, height = placed.window
                if placed.reversed:
                    px, py = width - px, height - py
                return self._snapped(placed, px + across, py + down)
        return None

    def missing_at(self, x: int, y: int) -> str | None:
        """Return the name of the missing board at a pixel of VASL's map; None where there is no such board."""
        placed = next((placed for placed, _, _ in self._at(x, y)), None)
        return None if placed is None or placed.there else placed.name

    def boards_at(self, x: int, y: int) -> tuple[Placed, ...]:
        """Return the boards at a pixel of VASL's map: several where they meet."""
        return tuple(placed for placed, _, _ in self._at(x, y))

    def frame(self, placed: Placed) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of a board, in pixels of the grid."""
        left, top = self._corners[self.boards.index(placed)]
        return left, top, left + placed.window[2], top + placed.window[3]

    def _at(self, x: int, y: int) -> Iterator[tuple[Placed, int, int]]:
        """Yield the boards at a pixel of VASL's map, each with the pixel of its part that is used."""
        for edge in (0, 1):
            for placed, (left, top) in zip(self.boards, self._corners, strict=True):
                _, _, width, height = placed.window
                px, py = x - BORDER - left, y - BORDER - top
                if 0 <= px < width + edge and 0 <= py < height + edge:
                    yield placed, px, py

    def _snapped(self, placed: Placed, x: int, y: int) -> str | None:
        meta = placed.board.metadata
        c = math.floor((x - int(meta.x0)) / meta.hex_width + 0.5)
        down = (y + meta.hex_height / 2 - int(meta.y0)) / meta.hex_height
        number = math.floor(down + 0.5) if c % 2 else math.floor(down) + 1
        number += meta.first_row + (1 if meta.alternate_grain and c % 2 else 0)
        if c < 0:
            return None
        name = f"{placed.name}{column_name(c + meta.first_column)}{number}"
        return name if name in self.known else None

    # -----------------------------------------------------------------------------------------------------------------
    # Line of sight

    def line_of_sight(self) -> LineOfSight:
        """Return the engine for this map as it is printed, kept for maps of the same content."""
        return _engine(self.scene())

    def sights(self, month: int | None = None, single_storey: bool = False) -> KeptSights:
        """Return the map's LOS with cached results, of this process or another (`pyrout.base.cache`).

        `keep` adds new ones to the cache. Maps of the same content share theirs.
        """
        return _sights(self.scene(month, single_storey))

    def scene(self, month: int | None = None, single_storey: bool = False) -> Scene:
        """Return the content for LOS, made once.

        `month` (1 to 12): grain outside June to September is open ground, and orchard outside April to October is
        bare; without a month both are in season, as VASL has it. `single_storey`: every building is a one-level
        obstacle, as in the Starter Kit.
        """
        tables: tuple[bytes, ...] = ()
        if month is not None and month not in GRAIN_MONTHS:
            tables += (NO_GRAIN,)
        if month is not None and month not in ORCHARD_MONTHS:
            tables += (BARE_ORCHARD,)
        if single_storey:
            tables += (SINGLE_STOREY,)
        if tables not in self._scenes:
            terrain = bytes(self.terrain)
            for table in tables:
                terrain = terrain.translate(table)
            self._scenes[tables] = Scene(self.grid, terrain, bytes(self.elevation), bytes(self.stairways))
        return self._scenes[tables]

    def los(
        self,
        pairs: Iterable[tuple[str, str]],
        month: int | None = None,
        single_storey: bool = False,
        counters: Collection[Hindering] = (),
    ) -> Sight:
        """Return the LOS of pairs of Locations by name, such as ("2M2@1", "2K5"): upper levels are written behind @.

        For `month` and `single_storey` see `scene`; `counters` add to the Hindrances.
        """
        return self.los_of(self.places(pairs), month, single_storey, counters)

    def places(self, pairs: Iterable[tuple[str, str]]) -> list[tuple[Place, Place]]:
        """Return the Locations of pairs of names.

        Raises `BoardError`.
        """
        ends = list(pairs)
        by_name = {name: self.location(name) for name in {name for pair in ends for name in pair}}
        return [(by_name[a], by_name[b]) for a, b in ends]

    def los_of(
        self,
        places: Sequence[tuple[Place, Place]],
        month: int | None = None,
        single_storey: bool = False,
        counters: Collection[Hindering] = (),
    ) -> Sight:
        """Return LOS as `los`, for pairs of Locations as `places` has them."""
        src, src_level = [a for (a, _), _ in places], [level for (_, level), _ in places]
        dst, dst_level = [b for _, (b, _) in places], [level for _, (_, level) in places]
        sight = self.sights(month, single_storey).los(src, dst, src_level, dst_level)
        counters = counting(counters)
        if not counters:
            return sight
        base = self.table.base
        for n, ((a, up), (b, above)) in enumerate(places):
            if sight.blocked[n]:
                continue
            added = added_hindrance(self.grid, counters, base, a, b, base[a] + up, base[b] + above)
            total = sight.hindrance[n] + added
            sight.blocked[n] = total >= BLOCKING_HINDRANCE
            sight.hindrance[n] = 0 if sight.blocked[n] else total
        return sight

    def filled(self, terrain: Mapping[int, int]) -> BoardMap:
        """Return the map with hexes filled with terrain codes, as counters of rubble do.

        What was on upper levels is gone.
        """
        changed = copy.copy(self)
        changed.terrain, changed.stairways, changed._scenes = bytearray(self.terrain), bytearray(self.stairways), {}
        changed.__dict__.pop("table", None)
        engine = self.line_of_sight()
        for number, code in terrain.items():
            for x, y in engine.inside(number):
                changed.terrain[x * self.grid.height + y] = code
            changed.stairways[number] = False
        return changed

    def location(self, name: str) -> tuple[int, int]:
        """Hex and level of a Location by name.

        Raises `BoardError`.
        """
        place, _, level = name.partition("@")
        if level and not re.fullmatch(r"-?\d", level):
            raise BoardError(f"Location {name[:24]}", "has no level behind @", "write a level such as 2M2@1")
        return self.hex(place), int(level or 0)


@lru_cache(ENGINES_KEPT)
def _sights(scene: Scene) -> KeptSights:
    name = cache.key(KIND, code_stamp(), scene.digest)
    return KeptSights(name, scene.grid.count, lambda: _engine(scene))


@lru_cache(ENGINES_KEPT)
def _engine(scene: Scene) -> LineOfSight:
    return LineOfSight(scene.grid, scene.terrain, scene.elevation, scene.stairways)


def read_board(path: str | Path) -> BoardMap:
    """Return the map of one board archive.

    Raises `BoardError`.
    """
    data = read_archive(path)
    return BoardMap([Placed(data, player_name(path, data))])
