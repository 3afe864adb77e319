"""Positions on a wide map with a few units far apart, where a change to one does not touch the others."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

import pyrout
from pyrout.position.facts import Instance

COLUMNS, ROWS, SIGHT = 28, 6, 7


def cells(columns: int = COLUMNS, rows: int = ROWS) -> dict[str, tuple[int, int]]:
    """The hexes of a map with their columns and doubled rows."""
    places = {}
    for column in range(columns):
        for row in range(rows):
            letters = chr(65 + column % 26) * (1 + column // 26)
            places[f"{letters}{row + 1}"] = column, 2 * row + column % 2
    return places


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return across + max(0, (down - across) // 2)


def field(
    rules: str, units: Sequence[tuple[str, str, str]], *, seed: int = 1, sources: Collection[str] = ()
) -> Instance:
    """A map with a few woods. From the hexes of the units, and from those of `sources`, there is a LOS to what is within
    seven hexes, with some exceptions. Of each unit the id, hex and statuses; those with a g are German, the Russian attacks."""
    rng = random.Random(seed)
    there = cells()
    lines = [f"rules({rules}). side(german). side(russian). attacker(russian)."]
    for name, (column, row) in there.items():
        terrain = "woods" if rng.random() < 0.2 else "open_ground"
        lines.append(f'hex("{name}",{column},{row}). terrain("{name}",{terrain}).')
    for a in {*sources, *(hex_ for _, hex_, _ in units)}:
        for b, spot in there.items():
            if b != a and distance(spot, there[a]) <= SIGHT and random.Random(str(sorted((a, b)))).random() < 0.8:
                lines.append(f'los("{a}","{b}",0).')
    for unit, hex_, statuses in units:
        side = {"g": "german", "r": "russian"}[unit[0]]
        lines.append(
            f'unit({unit},{side},squad). at({unit},"{hex_}"). normal_range({unit},4). broken_morale({unit},7).'
        )
        lines += [f"status({unit},{status})." for status in statuses.split()]
    return pyrout.parse("\n".join(lines))


TWO = [("g1", "C3", "broken dm"), ("r1", "E4", ""), ("g2", "AA3", "broken dm"), ("r2", "X4", "")]
FOUR = [*TWO, ("g3", "M1", "broken dm"), ("r3", "O3", ""), ("g4", "T6", "broken dm"), ("r4", "Q6", "")]
