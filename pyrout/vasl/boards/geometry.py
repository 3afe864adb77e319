"""The hex grid of a map: hexes, their neighbours, ranges and centres.

Hexes are flat-topped and stand in columns; y grows downward. Hexsides are numbered from 0 at the top (N) clockwise to 5
(NW), vertices from 0 at the top left clockwise, so that vertex v lies between hexsides v-1 and v. Coordinates are in
pixels. Roundings are those of VASL. The grid as LOS sees it is in `sight/engine/map.h`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

# (column, row) steps across hexsides 0 to 5, rows counted from 0 inside a column; odd columns stand half a hex higher
STEPS_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
STEPS_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
NO_HEX = -1


def column_name(column: int) -> str:
    """Return the letters of a column: A to Z, then AA, BB, .., then AAA, .. Column 0 is A."""
    return chr(ord("A") + column % 26) * (column // 26 + 1)


def hex_name(column: int, number: int) -> str:
    """Return a hex as printed on the board, such as BB8.

    >>> hex_name(27, 8)
    'BB8'
    """
    return f"{column_name(column)}{number}"


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

    `x0`, `y0` is the centre of the first hex of column 0. Hexes are numbered column by column; all arrays over hexes
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
    def col(self) -> Ints:
        """Column of each hex."""
        return np.repeat(np.arange(self.cols, dtype=np.int32), [self.rows + c % 2 for c in range(self.cols)])

    @cached_property
    def row(self) -> Ints:
        """Row of each hex inside its column, from 0."""
        return np.concatenate([np.arange(self.rows + c % 2, dtype=np.int32) for c in range(self.cols)])

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
    def neighbours(self) -> Ints:
        """[hex, hexside] -> the hex across, or -1."""
        table = np.full((self.count, 6), NO_HEX, np.int32)
        col, row = self.col, self.row
        for side in range(6):
            even, odd = STEPS_EVEN[side], STEPS_ODD[side]
            is_odd = col % 2 == 1
            c = col + np.where(is_odd, odd[0], even[0])
            r = row + np.where(is_odd, odd[1], even[1])
            there = (c >= 0) & (c < self.cols) & (r >= 0) & (r < self.rows + c % 2)
            table[there, side] = (c * self.rows + c // 2 + r)[there]
        return table

    @cached_property
    def doubled_row(self) -> Ints:
        """Rows in halves of a hex, so that all six neighbours are at (0, +-2) or (+-1, +-1)."""
        return (2 * self.row + 1 - self.col % 2).astype(np.int32)

    def range_between(self, a: Ints, b: Ints) -> Ints:
        """Range in hexes between hexes, element by element."""
        across = np.abs(self.col[a] - self.col[b])
        down = np.abs(self.doubled_row[a] - self.doubled_row[b])
        answer: Ints = across + np.maximum(0, (down - across) // 2)
        return answer

    @cached_property
    def exact_centre(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Centres of the hexes, unrounded."""
        x = self.x0 + self.hex_width * self.col
        y = self.y0 + self.hex_height * self.row - np.where(self.col % 2 == 1, self.hex_height / 2, 0.0)
        return x.astype(np.float64), y.astype(np.float64)

    @cached_property
    def centre(self) -> NDArray[np.int64]:
        """[hex] -> (x, y) of the pixel between which LOS runs."""
        x, y = self.exact_centre
        return np.stack([np.trunc(_clamped(x, self.width)), np.trunc(_clamped(y, self.height))], -1).astype(np.int64)


def _clamped(value: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return coordinates with VASL's pull from just off the image onto its edge; those farther out stay."""
    whole = np.trunc(value)
    value = np.where(whole == -1, 0.0, value)
    return np.where((whole == size) | (whole == size + 1), size - 1.0, value)
