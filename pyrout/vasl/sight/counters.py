"""Counters that hinder a line of sight: SMOKE, the smoke of Blazes, FFEs, AFVs and wrecks.

VASL's line of sight knows pixels; a counter fills its hex. So here whole hexes are in the way: those through whose
inside the line runs, and those along whose hexside it runs. Sections are those of the ASL rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..boards.geometry import NO_HEX, HexGrid
from ..boards.terrain import CODE

Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Hindering:
    """A counter that hinders: its hex, by how much, and up to how many levels above the ground (A24.4, B25.2).

    `ends`: SMOKE also hinders a line from or into its own hex (A24.2). `flat`: it hinders only a line between two
    ends at the level of that ground (an AFV or wreck, D9.4).
    """

    hex: int
    hindrance: int
    height: int = 0
    ends: bool = True
    flat: bool = False


# Name of the counter, Hindrance, height in levels above the ground
SMOKE = tuple(
    (re.compile(pattern), hindrance, height)
    for pattern, hindrance, height in (
        (r"White \+3 Smoke|Smoke", 3, 2),
        (r"(White|Gray) \+2 Smoke|Smoke grenade \+2", 2, 2),
        (r"(White|Gray) \+1 Smoke|Smoke grenade \+1", 1, 2),
        (r"(White|Gray) \+2 WP|WP grenade \+2", 2, 4),
        (r"(White|Gray) \+1 WP|WP grenade \+1", 1, 4),
        (r"Blaze", 3, 2),
        (r"Blazing Building|1-level Blaze", 3, 4),
        (r"2-level Blaze", 3, 5),
        (r"3-level Blaze", 3, 6),
        (r"4-level Blaze", 3, 7),
    )
)
FFE = re.compile(r".* ?OBA FFE:[12C]")
FFE_HINDRANCE, FFE_HEIGHT = 1, 2  # C1.57
RUBBLE = re.compile(r"(Stone|Wood|Wooden) Rubble( Ground Level| Level [123])?")


def hinders(grid: HexGrid, hex_: int, name: str) -> tuple[Hindering, ...]:
    """Return the Hindrances of a counter of this name in a hex; an FFE lies on its hex and the six around it."""
    for pattern, hindrance, height in SMOKE:
        if pattern.fullmatch(name):
            return (Hindering(hex_, hindrance, height),)
    if FFE.fullmatch(name):
        return tuple(Hindering(h, FFE_HINDRANCE, FFE_HEIGHT) for h in blast_area(grid, hex_))
    return ()


def blast_area(grid: HexGrid, hex_: int) -> tuple[int, ...]:
    """Return the hexes of an FFE: that of its counter and those around it (C1.3)."""
    return (hex_, *(int(h) for h in grid.neighbours[hex_] if h != NO_HEX))


def rubble(name: str) -> int | None:
    """Return the terrain code that a counter of rubble makes of its hex, or None for other counters."""
    matched = RUBBLE.fullmatch(name)
    if not matched:
        return None
    return CODE[f"{'Stone' if matched[1] == 'Stone' else 'Wooden'} Rubble{matched[2] or ''}"]


def added_hindrance(
    grid: HexGrid, counters: Collection[Hindering], ground: Ints, src: Ints, dst: Ints, s: Ints, t: Ints
) -> Ints:
    """Return the Hindrances that counters add to lines between the hexes of `src` and `dst`.

    The ends are at the elevations `s` and `t`; `ground` is the elevation of each hex of the map. SMOKE of several
    counters in a hex adds up; of AFVs and wrecks one counts in a hex.
    """
    total = np.zeros(len(src), np.int32)
    high, low = np.maximum(s, t), np.minimum(s, t)
    for counter in _merged(counters):
        k = np.full(len(src), counter.hex, np.int32)
        to_src, to_dst = grid.range_between(k, src), grid.range_between(k, dst)
        level = int(ground[counter.hex])
        if counter.flat:
            rises = (s == level) & (t == level)
        else:
            top = level + counter.height
            # Between two levels it hinders where an obstacle of its height would make a Blind Hex (A6.4)
            to_high, to_low = np.where(s >= t, to_src, to_dst), np.where(s >= t, to_dst, to_src)
            rises = (top >= high) | ((top > low) & (to_low <= np.maximum(2 * top + to_high // 5 - high - low + 1, 1)))
        touched = crossed(grid, k, src, dst)
        if counter.ends:
            touched |= (to_src == 0) | (to_dst == 0)
        total += counter.hindrance * (rises & touched)
    return total


def _merged(counters: Iterable[Hindering]) -> Sequence[Hindering]:
    """Return one AFV or wreck for each hex."""
    flat = {counter.hex: counter for counter in counters if counter.flat}
    return [*(counter for counter in counters if not counter.flat), *flat.values()]


def crossed(grid: HexGrid, hexes: Ints, src: Ints, dst: Ints) -> NDArray[np.bool_]:
    """Return True where lines between hex centres run through the inside of other hexes, or along a hexside.

    With half a hexside as the unit of x and half a hex as that of y, centres lie at (3 * column, doubled row), and no
    corner of a hex is farther off a line of the vector (3 DC, DR) than max(3 DC + DR, 2 DR) is.
    """
    col, row = grid.col.astype(np.int64), grid.doubled_row.astype(np.int64)
    dc, dr = col[dst] - col[src], row[dst] - row[src]
    kc, kr = col[hexes] - col[src], row[hexes] - row[src]
    off = np.abs(3 * dc * kr - 3 * dr * kc)
    reach = np.maximum(3 * np.abs(dc) + np.abs(dr), 2 * np.abs(dr))
    along = (dr == 0) | (np.abs(dr) == 3 * np.abs(dc))
    distance = grid.range_between(src, dst)
    a, b = grid.range_between(hexes, src), grid.range_between(hexes, dst)
    between = (a > 0) & (b > 0) & (a < distance) & (b < distance)
    answer: NDArray[np.bool_] = between & ((off < reach) | ((off == reach) & along))
    return answer
