"""Counters that hinder a line of sight: SMOKE, the smoke of Blazes, FFEs, AFVs and wrecks.

VASL's line of sight knows pixels; a counter fills its hex. So here whole hexes are in the way: those through whose
inside the line runs, and those along whose hexside it runs. Sections are those of the ASL rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ..boards.geometry import NO_HEX, HexGrid
from ..boards.terrain import CODE


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
    return (hex_, *(h for h in grid.neighbours[hex_] if h != NO_HEX))


def rubble(name: str) -> int | None:
    """Return the terrain code that a counter of rubble makes of its hex, or None for other counters."""
    matched = RUBBLE.fullmatch(name)
    if not matched:
        return None
    return CODE[f"{'Stone' if matched[1] == 'Stone' else 'Wooden'} Rubble{matched[2] or ''}"]


def counting(counters: Iterable[Hindering]) -> list[Hindering]:
    """Return the counters without all but one AFV or wreck of each hex; SMOKE of several in a hex adds up."""
    counters = list(counters)
    flat = {counter.hex: counter for counter in counters if counter.flat}
    return [*(counter for counter in counters if not counter.flat), *flat.values()]


def added_hindrance(
    grid: HexGrid, counters: Collection[Hindering], ground: Sequence[int], src: int, dst: int, s: int, t: int
) -> int:
    """Return the Hindrances that counters add to the line between two hexes.

    The ends are at the elevations `s` and `t`; `ground` is the elevation of each hex of the map. The counters are those
    that `counting` gives.
    """
    total = 0
    high, low = max(s, t), min(s, t)
    left, right = sorted((grid.col[src], grid.col[dst]))
    for counter in counters:
        if not left <= grid.col[counter.hex] <= right:
            continue
        level = ground[counter.hex]
        if counter.flat:
            rises = s == t == level
        else:
            top = level + counter.height
            # Between two levels it hinders where an obstacle of its height would make a Blind Hex (A6.4)
            to_high, to_low = (grid.range_between(counter.hex, end) for end in ((src, dst) if s >= t else (dst, src)))
            rises = top >= high or (top > low and to_low <= max(2 * top + to_high // 5 - high - low + 1, 1))
        if rises and ((counter.ends and counter.hex in (src, dst)) or crossed(grid, counter.hex, src, dst)):
            total += counter.hindrance
    return total


def crossed(grid: HexGrid, hex_: int, src: int, dst: int) -> bool:
    """Return True where the line between two hex centres runs through the inside of another hex, or along a hexside.

    With half a hexside as the unit of x and half a hex as that of y, centres lie at (3 * column, doubled row), and no
    corner of a hex is farther off a line of the vector (3 DC, DR) than max(3 DC + DR, 2 DR) is.
    """
    distance = grid.range_between(src, dst)
    if not (0 < grid.range_between(hex_, src) < distance and 0 < grid.range_between(hex_, dst) < distance):
        return False
    col, row = grid.col, grid.doubled_row
    dc, dr = col[dst] - col[src], row[dst] - row[src]
    off = abs(3 * dc * (row[hex_] - row[src]) - 3 * dr * (col[hex_] - col[src]))
    reach = max(3 * abs(dc) + abs(dr), 2 * abs(dr))
    along = dr == 0 or abs(dr) == 3 * abs(dc)
    return off < reach or (off == reach and along)
