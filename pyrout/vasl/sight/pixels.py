"""The pixels of a map folded into classes, and lines of sight as runs of classes.

Two pixels are of one class if no rule of line of sight can tell them apart. A class is a terrain code, an elevation,
the *cell* of the pixel's own hex, and the cells of up to three more hexes whose enlarged polygon holds the pixel. A
cell is a hex together with what the rules ask of a pixel in it: whether the enlarged polygon holds it, the nearest of
the hex's centre and hexside points, and to which of the neighbours' centres it is nearer, or farther, than the hex's
own centre is.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..boards.geometry import NO_HEX, HexGrid, strips
from ..boards.hexes import BRIDGE, DEPRESSION, HEXSIDE, WATER, HexTable
from ..boards.terrain import CODE

EXTRA = 3  # further hexes whose enlarged polygons can hold one pixel
TABLE_LIMIT = 1 << 24
CLIFF = CODE["Cliff"]


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of a map's pixels.

    `number` is [flat pixel] -> class; the other arrays are over classes, then over cells.

    `near` is 0 for the centre, 1 to 6 for hexside 0 to 5; `axis` has a bit for each of the three pairs of opposite
    hexsides, set where the second of the pair is the nearer one; `closer` and `farther` have a bit for each hexside.
    """

    number: NDArray[np.uint16] | NDArray[np.uint32]
    code: NDArray[np.uint8]
    ground: NDArray[np.int16]
    own: NDArray[np.int32]
    extra: NDArray[np.int32]  # [class, EXTRA] -> cell, or -1
    has_extra: NDArray[np.bool_]
    hex: NDArray[np.int32]
    held: NDArray[np.bool_]
    near: NDArray[np.int8]
    axis: NDArray[np.int8]
    closer: NDArray[np.int8]
    farther: NDArray[np.int8]


ARRAYS = tuple(field.name for field in fields(Classes))
DTYPES: dict[str, tuple[Any, ...]] = {
    "number": (np.uint16, np.uint32),
    "code": (np.uint8,),
    "ground": (np.int16,),
    **dict.fromkeys(("own", "extra", "hex"), (np.int32,)),
    **dict.fromkeys(("has_extra", "held"), (np.bool_,)),
    **dict.fromkeys(("near", "axis", "closer", "farther"), (np.int8,)),
}


def packed(folded: Classes) -> bytes:
    """Return the classes as bytes of a cache entry: compressed numpy format, with nothing that is executed."""
    stream = io.BytesIO()
    for name in ARRAYS:
        np.save(stream, getattr(folded, name), allow_pickle=False)
    return zlib.compress(stream.getvalue(), 1)


def unpacked(entry: bytes, pixel_count: int, hex_count: int) -> Classes | None:
    """Return the classes of a cache entry; None where it does not fit this number of pixels and hexes.

    Raises the errors that its bytes cause.
    """
    limit = 4096 + 64 * pixel_count
    stream = io.BytesIO(zlib.decompressobj().decompress(entry, limit))
    found = Classes(**{name: np.load(stream, allow_pickle=False) for name in ARRAYS})
    classes_, cells = len(found.code), len(found.hex)
    shapes = {"number": (pixel_count,), "extra": (classes_, EXTRA)}
    shapes |= dict.fromkeys(("code", "ground", "own", "has_extra"), (classes_,))
    shapes |= dict.fromkeys(("hex", "held", "near", "axis", "closer", "farther"), (cells,))
    limits = {
        "number": (0, classes_),
        "own": (0, cells),
        "extra": (NO_HEX, cells),
        "hex": (0, hex_count),
        "near": (0, 7),
    }
    fits = all(getattr(found, name).shape == shape for name, shape in shapes.items())
    fits = fits and all(getattr(found, name).dtype in DTYPES[name] for name in ARRAYS)
    return found if fits and all(_within(getattr(found, name), *limit) for name, limit in limits.items()) else None


def _within(numbers: NDArray[Any], least: int, beyond: int) -> bool:
    return not numbers.size or (int(numbers.min()) >= least and int(numbers.max()) < beyond)


def compact(keys: NDArray[Any], size: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the distinct keys in ascending order, and the place of each key among them.

    All keys are in range(size).
    """
    if size > TABLE_LIMIT:
        distinct, inverse = np.unique(keys, return_inverse=True)
        return distinct.astype(np.int64), inverse.astype(np.int32).reshape(keys.shape)
    present = np.zeros(size, bool)
    for strip in strips(len(keys)):
        present[keys[strip]] = True
    distinct = np.flatnonzero(present)
    place = np.zeros(size, np.int32)
    place[distinct] = np.arange(len(distinct), dtype=np.int32)
    found = np.empty(len(keys), np.int32)
    for strip in strips(len(keys)):
        found[strip] = place[keys[strip]]
    return distinct, found


def _combined(first: NDArray[Any], factor: int, second: NDArray[Any], size: int) -> NDArray[Any]:
    """Return `first * factor + second`, in as few bytes as keys below `size` take."""
    found = np.empty(len(first), np.int32 if size < 1 << 31 else np.int64)
    for strip in strips(len(first)):
        found[strip] = first[strip].astype(np.int64) * factor + second[strip]
    return found


class _CellKeys:
    """Works out the cell of (hex, pixel) pairs: a number of 19 bits beside the hex."""

    SPAN = 1 << 19

    def __init__(
        self, grid: HexGrid, table: HexTable, terrain: NDArray[np.uint8], elevation: NDArray[np.int8], full: bool
    ) -> None:
        self.grid, self.table, self.full = grid, table, full
        self.terrain, self.elevation = terrain.ravel(), elevation.ravel()
        cliff = (table.location == CLIFF).any(1)
        neighbours = grid.neighbours
        # A cliff counts from either side.
        across = np.where(neighbours >= 0, table.location[neighbours, (np.arange(6) + 3) % 6] == CLIFF, False)
        cliff |= across.any(1)
        self.near_needed = cliff | (DEPRESSION | WATER)[table.point].any(1)
        self.ends_needed = cliff | table.depression | BRIDGE[table.centre]

    def details(self, hexes: NDArray[np.int32], pixels: NDArray[np.int64]) -> NDArray[np.int64]:
        """Nearest point, axis, closer and farther, packed."""
        grid = self.grid
        packed = np.zeros(len(hexes), np.int64)
        if self.full:
            near: NDArray[np.intp] = np.arange(len(hexes), dtype=np.intp)
        else:
            near = np.flatnonzero(HEXSIDE[self.terrain[pixels]] | self.near_needed[hexes])
        some, x, y = hexes[near], pixels[near] // grid.height, pixels[near] % grid.height
        packed[near] = grid.nearest_point(some, x, y)
        if self.full:
            for axis in range(3):
                first, second = grid.side_points[some, axis], grid.side_points[some, axis + 3]
                squared = [(point[:, 0] - x) ** 2 + (point[:, 1] - y) ** 2 for point in (first, second)]
                packed[near] |= (squared[1] < squared[0]).astype(np.int64) << (3 + axis)
        ends = np.flatnonzero(self.ends_needed[hexes] | (self.elevation[pixels] > self.table.base[hexes]))
        some, x, y = hexes[ends], pixels[ends] // grid.height, pixels[ends] % grid.height
        centre = grid.centre[some]
        for side in range(6):
            other = grid.neighbours[some, side]
            away = grid.distances(other, x, y)
            between = grid.distances(other, centre[:, 0], centre[:, 1])
            there = other >= 0
            packed[ends] |= ((away < between) & there).astype(np.int64) << (6 + side)
            packed[ends] |= ((away > between) & there).astype(np.int64) << (12 + side)
        return packed


def classes(
    grid: HexGrid, table: HexTable, terrain: NDArray[np.uint8], elevation: NDArray[np.int8], full: bool
) -> Classes:
    """Return the classes of a map.

    With `full`, the nearest point is kept for every pixel, as a LOS along hexsides needs it; without, only where
    another rule asks for it.
    """
    keys = _CellKeys(grid, table, terrain, elevation, full)
    pixel_count = grid.width * grid.height
    owner = grid.owner.ravel()
    held_hexes, held_pixels = grid.enlarged_pixels
    is_own = owner[held_pixels] == held_hexes
    held = np.zeros(pixel_count, bool)
    held[held_pixels[is_own]] = True
    other_hexes, other_pixels = held_hexes[~is_own].astype(np.int32), held_pixels[~is_own].astype(np.int64)

    # Cells, first of each pixel's own hex, then of the others whose enlarged polygon holds it
    both = pixel_count + len(other_pixels)
    details, hexes = np.empty(both, np.int32), np.empty(both, np.int32)
    hexes[:pixel_count], hexes[pixel_count:] = owner, other_hexes
    for strip in strips(pixel_count):
        own = keys.details(owner[strip], np.arange(strip.start, strip.stop))
        details[strip] = own | (held[strip].astype(np.int64) << 18)
    for strip in strips(len(other_pixels)):
        beside = slice(pixel_count + strip.start, pixel_count + strip.stop)
        details[beside] = keys.details(other_hexes[strip], other_pixels[strip]) | (1 << 18)
    distinct, place = compact(details, keys.SPAN)
    del details
    size = grid.count * len(distinct)
    cells, cell = compact(_combined(hexes, len(distinct), place, size), size)
    del hexes, place
    cell_hex, detail = cells // len(distinct), distinct[cells % len(distinct)]
    own_cell, other_cell = cell[:pixel_count], cell[pixel_count:]

    # Pixels by terrain, elevation and own cell
    height = elevation.ravel().astype(np.int16) + 128
    kind, kind_of = compact(_combined(terrain.ravel(), 256, height, 256 * 256), 256 * 256)
    size = len(kind) * len(cells)
    simple, number = compact(_combined(kind_of, len(cells), own_cell, size), size)
    class_kind, class_own = kind[simple // len(cells)], simple % len(cells)
    class_extra = np.full((len(simple), EXTRA), NO_HEX, np.int64)

    # and the few held by further enlarged polygons also by these
    order = np.argsort(other_pixels, kind="stable")
    pixels, first, count = np.unique(other_pixels[order], return_index=True, return_counts=True)
    if len(pixels):
        extra = np.full((len(pixels), max(EXTRA, int(count.max()))), NO_HEX, np.int64)
        for nth in range(int(count.max())):
            there = count > nth
            extra[there, nth] = other_cell[order][first[there] + nth]
        extra = extra[:, :EXTRA]
        rows = np.column_stack([number[pixels], extra])
        combined, combination = np.unique(rows, axis=0, return_inverse=True)
        number[pixels] = len(simple) + combination.reshape(-1)
        class_kind = np.concatenate([class_kind, class_kind[combined[:, 0]]])
        class_own = np.concatenate([class_own, class_own[combined[:, 0]]])
        class_extra = np.concatenate([class_extra, combined[:, 1:]])
    return Classes(
        number=number.astype(np.uint16) if len(class_kind) <= 1 << 16 else number.astype(np.uint32),
        code=(class_kind // 256).astype(np.uint8),
        ground=(class_kind % 256 - 128).astype(np.int16),
        own=class_own.astype(np.int32),
        extra=class_extra.astype(np.int32),
        has_extra=np.any(class_extra >= 0, axis=1),
        hex=cell_hex.astype(np.int32),
        held=(detail >> 18 & 1).astype(bool),
        near=(detail & 7).astype(np.int8),
        axis=(detail >> 3 & 7).astype(np.int8),
        closer=(detail >> 6 & 63).astype(np.int8),
        farther=(detail >> 12 & 63).astype(np.int8),
    )


# ---------------------------------------------------------------------------------------------------------------------
# Lines


@dataclass(frozen=True, eq=False)
class Runs:
    """Lines as runs of pixels of one class, in the order of the walk.

    `pair` is the place of the line among those asked for; the runs of one line stand together, and the lines in the
    order in which they were asked for.
    """

    pair: NDArray[np.int32]
    number: NDArray[np.int32]


COLUMNS_AT_ONCE, LINES_AT_ONCE = 400_000, 2000


def at_once(start: NDArray[np.int64], end: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], int]]:
    """Yield the lines from pixels `start` to pixels `end` ([line] -> (x, y)), some hundreds at a time, unordered.

    Each comes with its index, and 1 if it goes down, -1 if up. Lines of about one length and one direction go
    together.
    """
    dx, dy = end[:, 0] - start[:, 0], end[:, 1] - start[:, 1]
    columns = np.abs(dx) + 1
    order = np.lexsort((columns, dy < 0))
    down = int((dy >= 0).sum())
    for sign, part in ((1, order[:down]), (-1, order[down:])):
        at = 0
        while at < len(part):
            longest = int(columns[part[min(at + LINES_AT_ONCE, len(part)) - 1]])
            chosen = part[at : at + max(1, min(LINES_AT_ONCE, COLUMNS_AT_ONCE // longest))]
            at += len(chosen)
            yield chosen, sign


def runs(classes: Classes, height: int, start: NDArray[np.int64], end: NDArray[np.int64], sign: int) -> Runs:
    """Return the lines from pixels `start` to pixels `end`, some that `at_once` puts together.

    A line takes one step for each pixel column, and in a column every row that it spans. The rows come from repeated
    addition of the step in double precision: a product gives other rows where they are exact multiples.
    """
    dx, dy = (end - start).T
    columns = np.abs(dx) + 1
    most = int(columns.max())
    row = np.empty((len(start), most + 1))
    row[:, 0] = start[:, 1]
    row[:, 1:] = (dy / columns)[:, None]
    np.cumsum(row, axis=1, out=row)
    whole = row.astype(np.int32)
    count = np.abs(whole[:, 1:] - whole[:, :-1]) + 1
    column = np.arange(most, dtype=np.int32)
    if columns.min() < most:
        count *= column < columns[:, None]
    first = whole[:, :-1] + (start[:, 0, None] + np.sign(dx)[:, None] * column).astype(np.int32) * height
    before = np.cumsum(count.ravel(), dtype=np.int32)
    total = int(before[-1])
    before -= count.ravel()
    pixel = np.repeat(first.ravel() - sign * before, count.ravel())
    pixel += np.arange(total, dtype=np.int32) if sign > 0 else np.arange(0, -total, -1, dtype=np.int32)
    number = classes.number[pixel]
    begins = before.reshape(len(start), most)[:, 0]
    new = np.empty(total, bool)
    np.not_equal(number[1:], number[:-1], out=new[1:])
    new[begins] = True
    kept = np.flatnonzero(new)
    lengths = np.diff(np.append(np.searchsorted(kept, begins), len(kept)))
    return Runs(np.repeat(np.arange(len(start), dtype=np.int32), lengths), number[kept].astype(np.int32))
