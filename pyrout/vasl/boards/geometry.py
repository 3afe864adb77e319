"""The hex grid of a map: from hexes to pixels and back.

Hexes are flat-topped and stand in columns; y grows downward. Hexsides are numbered from 0 at the top (N) clockwise to 5
(NW), vertices from 0 at the top left clockwise, so that vertex v lies between hexsides v-1 and v. Coordinates are in
pixels. Roundings are those of VASL, which decide single pixels and with them a LOS now and then.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

# (column, row) steps across hexsides 0 to 5, rows counted from 0 inside a column; odd columns stand half a hex higher
STEPS_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
STEPS_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
STRIP = 1 << 19  # pixels
FAR = 30_000  # pixels: off every map; its square has its place in 32 bits
NO_HEX = -1
POLYGONS_AT_ONCE = 200


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
    def on_map(self) -> NDArray[np.bool_]:
        """[hex, hexside] -> whether VASL takes the hexside to lie on the map (top and bottom of even columns do)."""
        flags = np.ones((self.count, 6), bool)
        flags[np.ix_(self.col == 0, [4, 5])] = False
        flags[np.ix_(self.col == self.cols - 1, [1, 2])] = False
        odd = self.col % 2 == 1
        flags[np.ix_(odd & (self.row == 0), [0, 1, 5])] = False
        flags[np.ix_(odd & (self.row == self.rows), [2, 3, 4])] = False
        return flags

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

    def _clamped_x(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return _clamped(x, self.width)

    def _clamped_y(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        return _clamped(y, self.height)

    @cached_property
    def centre(self) -> NDArray[np.int64]:
        """[hex] -> (x, y) of the pixel between which LOS runs."""
        x, y = self.exact_centre
        return np.stack([np.trunc(self._clamped_x(x)), np.trunc(self._clamped_y(y))], -1).astype(np.int64)

    @cached_property
    def side_points(self) -> NDArray[np.int64]:
        """The midpoint of each hexside, [hex, hexside] -> (x, y).

        It is a pixel inside the hex, and off the image for hexsides off the map.
        """
        x, y = self.exact_centre
        h = self.hex_height
        k = math.cos(math.radians(30)) * h / 2
        steps = (
            (0, 1 - h / 2),
            (k - 1, 1 - h / 4),
            (k - 1, h / 4 - 1),
            (0, h / 2 - 1),
            (1 - k, h / 4 - 1),
            (1 - k, 1 - h / 4),
        )
        points = np.empty((self.count, 6, 2), np.int64)
        for side, (dx, dy) in enumerate(steps):
            points[:, side, 0] = np.trunc(_clamped(np.trunc(x + dx), self.width))
            points[:, side, 1] = np.trunc(_clamped(np.trunc(y + dy), self.height))
        return points

    @cached_property
    def _corners(self) -> NDArray[np.float64]:
        """[hex, vertex] -> (x, y), clamped to the image."""
        x, y = self.exact_centre
        s, h = self.hex_width * 2 / 3, self.hex_height
        steps = ((-s / 2, -h / 2), (s / 2, -h / 2), (s, 0.0), (s / 2, h / 2), (-s / 2, h / 2), (-s, 0.0))
        return np.stack([np.stack([self._clamped_x(x + dx), self._clamped_y(y + dy)], -1) for dx, dy in steps], 1)

    @cached_property
    def polygons(self) -> NDArray[np.int64]:
        """[hex, vertex] -> (x, y), rounded half up."""
        return np.floor(self._corners + 0.5).astype(np.int64)

    @cached_property
    def enlarged(self) -> NDArray[np.int64]:
        """The polygons by which a pixel belongs to an end of the LOS.

        The second shift slants the top edge, as in VASL.
        """
        shifts = np.array([(-1, -1), (-1, 1), (1, 0), (1, 1), (-1, 1), (-1, 0)])
        answer: Longs = np.trunc(self._corners).astype(np.int64) + shifts
        return answer

    @cached_property
    def polygon_pixels(self) -> tuple[Ints, Ints]:
        """(hexes, flat pixel numbers) of the pixels inside the rounded polygons, ordered by hex."""
        return inside(self.polygons, self.width, self.height)

    @cached_property
    def enlarged_pixels(self) -> tuple[Ints, Ints]:
        """(hexes, flat pixel numbers) of the pixels inside the enlarged polygons, ordered by hex."""
        return inside(self.enlarged, self.width, self.height)

    @cached_property
    def owner(self) -> Ints:
        """[x, y] -> the hex of a pixel as the LOS walk takes it.

        In a column's flat zone, where only this column has hexes, the exact row; between two flat zones the rounded
        polygons, the lower column first; where no polygon reaches, at the edge of the image, the nearest centre.
        """
        owner = np.full((self.width, self.height), NO_HEX, np.int32)
        hexes, pixels = self.polygon_pixels
        flat = owner.reshape(-1)
        flat[pixels[::-1]] = hexes[::-1].astype(np.int32)  # the first hex in the order wins
        half = self.hex_width / 3
        y = np.arange(self.height)
        for c in range(self.cols):
            x = self.x0 + self.hex_width * c
            left, right = max(math.ceil(x - half), 0), min(math.ceil(x + half), self.width)
            if left >= right:
                continue
            top = self.y0 - (self.hex_height if c % 2 else self.hex_height / 2)
            row = np.floor((y - top) / self.hex_height).astype(np.int32)
            there = (row >= 0) & (row < self.rows + c % 2)
            owner[left:right, there] = (c * self.rows + c // 2 + row)[there]
        lost = np.flatnonzero(flat == NO_HEX)
        for part in np.array_split(lost, len(lost) // 4096 + 1):
            if len(part):
                flat[part] = self.nearest_centre(part // self.height, part % self.height)
        return owner

    def nearest_centre(self, x: NDArray[np.int64], y: NDArray[np.int64]) -> Ints:
        """Return the hexes with the nearest centres; for pixels that no hex claims."""
        best = np.full(len(x), np.iinfo(np.int64).max)
        nearest = np.zeros(len(x), np.int32)
        # Only columns within a hex and a half can have it, or the outermost ones.
        guess = np.clip(np.round((x - self.x0) / self.hex_width), 0, self.cols - 1).astype(np.int64)
        for dc in (-1, 0, 1):
            c = np.clip(guess + dc, 0, self.cols - 1)
            middle = (y - self.y0) / self.hex_height + np.where(c % 2 == 1, 0.5, 0.0)
            for dr in (-1, 0, 1):
                r = np.clip(np.round(middle).astype(np.int64) + dr, 0, self.rows - 1 + c % 2)
                hexes = c * self.rows + c // 2 + r
                centre = self.centre[hexes]
                distance = (centre[:, 0] - x) ** 2 + (centre[:, 1] - y) ** 2
                nearer = distance < best
                best = np.where(nearer, distance, best)
                nearest = np.where(nearer, hexes, nearest).astype(np.int32)
        return nearest

    def distances(self, hexes: Ints, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int64]:
        """Squared distances of pixels to the centres of hexes; -1 as a hex: as far as can be."""
        centre = self.centre[hexes]
        squared = (centre[:, 0] - x) ** 2 + (centre[:, 1] - y) ** 2
        return np.where(hexes < 0, np.iinfo(np.int64).max, squared)

    def nearest_point(self, hexes: Ints, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return the point of each hex that is nearest to the pixel: 0 the centre, 1 to 6 hexside 0 to 5.

        Hexside points off the map do not count.
        """
        x, y = x.astype(np.int32), y.astype(np.int32)
        across, down = self._points
        best = (across[0][hexes] - x) ** 2 + (down[0][hexes] - y) ** 2
        nearest = np.zeros(len(hexes), np.int8)
        for point in range(1, 7):
            distance = (across[point][hexes] - x) ** 2 + (down[point][hexes] - y) ** 2
            nearest[distance < best] = point
            np.minimum(best, distance, out=best)
        return nearest

    @cached_property
    def _points(self) -> tuple[Ints, Ints]:
        """x and y [point, hex] of the centre and the hexside points, out of reach where a hexside is off the map."""
        points = np.concatenate([self.centre[:, None], np.where(self.on_map[..., None], self.side_points, FAR)], 1)
        across, down = np.ascontiguousarray(points.astype(np.int32).transpose(2, 1, 0))
        return across, down

    def hex_at(self, x: int, y: int) -> int:
        """Return the hex of a pixel, or -1 off the image."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return int(self.owner[x, y])
        return NO_HEX

    def crossed_sides(self, hexes: Ints, start: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return the hexsides of the enlarged polygons that segments `start` to `end` touch, as bits (1 << hexside)."""
        corners = self.enlarged[hexes]
        bits = np.zeros(len(hexes), np.int8)
        x1, y1, x2, y2 = start[:, 0], start[:, 1], end[:, 0], end[:, 1]
        for side in range(6):
            a, b = corners[:, side], corners[:, (side + 1) % 6]
            ax, ay, bx, by = a[:, 0], a[:, 1], b[:, 0], b[:, 1]
            apart = _turn(x1, y1, x2, y2, ax, ay) * _turn(x1, y1, x2, y2, bx, by) > 0
            apart |= _turn(ax, ay, bx, by, x1, y1) * _turn(ax, ay, bx, by, x2, y2) > 0
            bits |= np.where(apart, 0, 1 << side).astype(np.int8)
        return bits


def _clamped(value: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return coordinates with VASL's pull from just off the image onto its edge; those farther out stay."""
    whole = np.trunc(value)
    value = np.where(whole == -1, 0.0, value)
    return np.where((whole == size) | (whole == size + 1), size - 1.0, value)


def _turn(x1: Longs, y1: Longs, x2: Longs, y2: Longs, px: Longs, py: Longs) -> Longs:
    """Return the side of the line from 1 to 2 where a point lies (-1, 0, 1); beyond its ends counts as beside."""
    dx, dy, qx, qy = x2 - x1, y2 - y1, px - x1, py - y1
    cross = np.sign(qx * dy - qy * dx)
    along = qx * dx + qy * dy
    beyond = (qx - dx) * dx + (qy - dy) * dy
    return np.where(cross != 0, cross, np.where(along < 0, -1, np.where(beyond > 0, 1, 0)))


def strips(count: int) -> Iterator[slice]:
    """Yield the pixels of a map a strip at a time: what is worked out of one takes a hundred bytes a pixel."""
    return (slice(at, min(at + STRIP, count)) for at in range(0, count, STRIP))


def inside(polygons: NDArray[np.int64], width: int, height: int) -> tuple[Ints, Ints]:
    """Return (polygon numbers, flat pixel numbers x * height + y) of the pixels in polygons, ordered by polygon.

    A pixel on a left or top edge is inside, one on a right or bottom edge outside (an even-odd test to the left).
    """
    low = polygons.min(1)
    span = polygons.max(1) - low
    wide, high = (int(n) for n in span.max(0)) if len(polygons) else (0, 0)
    y = low[:, 1, None] + np.arange(high)  # [polygon, row]
    x = (low[:, 0, None] + np.arange(wide))[:, :, None]
    within = np.zeros((len(polygons), wide, high), bool)
    corners = polygons.shape[1]
    for edge in range(corners):
        a, b = polygons[:, edge], polygons[:, (edge + 1) % corners]
        upper, lower = np.where(a[:, 1:] <= b[:, 1:], a, b), np.where(a[:, 1:] <= b[:, 1:], b, a)
        x0, y0, x1, y1 = (v[:, None] for v in (upper[:, 0], upper[:, 1], lower[:, 0], lower[:, 1]))
        # Divided first, as in the test that VASL uses: the last bit may depend on it.
        offset = (y - y0) / np.maximum(y1 - y0, 1) * (x1 - x0)
        crossing = np.where((y >= y0) & (y < y1), np.ceil(offset).astype(np.int64) + x0, np.iinfo(np.int32).min)
        within ^= x < crossing[:, None, :]
    within &= (x >= 0) & (x < width) & ((y >= 0) & (y < height))[:, None, :]
    numbers, flats = [], []
    for at in range(0, len(polygons), POLYGONS_AT_ONCE):  # of each pixel, three numbers of 8 bytes are found
        number, i, j = np.nonzero(within[at : at + POLYGONS_AT_ONCE])
        number += at
        numbers.append(number.astype(np.int32))
        flats.append(((i + low[number, 0]) * height + (j + low[number, 1])).astype(np.int32))
    empty = np.zeros(0, np.int32)
    return np.concatenate([empty, *numbers]), np.concatenate([empty, *flats])
