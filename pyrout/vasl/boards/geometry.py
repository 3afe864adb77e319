"""The hex grid of a map: hexes, their neighbours, ranges and centres.

Hexes are flat-topped and stand in columns; y grows downward. Hexsides are numbered from 0 at the top (N) clockwise to 5
(NW), vertices from 0 at the top left clockwise, so that vertex v lies between hexsides v-1 and v. Coordinates are in
pixels. Roundings are those of VASL. The grid as LOS sees it is in `sight/engine/map.h`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property

# (column, row) steps across hexsides 0 to 5, rows counted from 0 inside a column; odd columns stand half a hex higher
STEPS_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
STEPS_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
NO_HEX = -1


def column_name(column: int) -> str:
    """Return the letters of a column: A to Z, then AA, BB, .., then AAA, .. Column 0 is A."""
    return chr(ord("A") + column % 26) * (column // 26 + 1)


def parse_name(name: str) -> tuple[int, int] | None:
    """Column and number of a printed hex name, or None.

    >>> parse_name("BB8")
    (27, 8)
    """
    match = re.fullmatch(r"([A-Z])(\1{0,39})(-?\d{1,4})", name)
    if not match:
        return None
    return ord(match[1]) - ord("A") + 26 * len(match[2]), int(match[3])


@dataclass(frozen=True, eq=False)
class HexGrid:
    """A grid of `cols` columns on `width` x `height` pixels: `rows` hexes in even columns, one more in odd ones.

    `x0`, `y0` is the centre of the first hex of column 0. Hexes are numbered column by column; all lists over hexes
    are in that order, and -1 stands for no hex.
    """

    cols: int
    rows: int
    hex_width: float
    hex_height: float
    x0: float
    y0: float
    width: int
    height: int

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Column of each hex, and its row inside the column, from 0."""
        return [(col, row) for col in range(self.cols) for row in range(self.rows + col % 2)]

    @cached_property
    def col(self) -> list[int]:
        """Column of each hex."""
        return [col for col, _ in self.places]

    @property
    def count(self) -> int:
        """Number of hexes."""
        return self.cols * self.rows + self.cols // 2

    def index(self, col: int, row: int) -> int:
        """Return the hex in a column and row, or -1."""
        if 0 <= col < self.cols and 0 <= row < self.rows + col % 2:
            return col * self.rows + col // 2 + row
        return NO_HEX

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """[hex][hexside] -> the hex across, or -1."""
        return [
            tuple(self.index(col + c, row + r) for c, r in (STEPS_ODD if col % 2 else STEPS_EVEN))
            for col, row in self.places
        ]

    @cached_property
    def doubled_row(self) -> list[int]:
        """Rows in halves of a hex, so that all six neighbours are at (0, +-2) or (+-1, +-1)."""
        return [2 * row + 1 - col % 2 for col, row in self.places]

    def range_between(self, a: int, b: int) -> int:
        """Range in hexes between two hexes."""
        across = abs(self.col[a] - self.col[b])
        down = abs(self.doubled_row[a] - self.doubled_row[b])
        return across + (max(0, down - across) >> 1)

    @cached_property
    def centre(self) -> list[tuple[int, int]]:
        """[hex] -> (x, y) of the pixel between which LOS runs."""
        return [
            (
                _clamped(self.x0 + self.hex_width * col, self.width),
                _clamped(self.y0 + self.hex_height * row - (self.hex_height / 2 if col % 2 else 0.0), self.height),
            )
            for col, row in self.places
        ]


def _clamped(value: float, size: int) -> int:
    """Return a coordinate with VASL's pull from just off the image onto its edge; one farther out stays."""
    whole = math.trunc(value)
    return 0 if whole == -1 else size - 1 if whole in (size, size + 1) else whole
