"""Reasons for the reading of a hex of a board, for players who look at the board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .facts import ground, hex_facts, reading
from .maps import BoardMap
from .terrain import TERRAINS

DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
LEAST = 0.005  # of the pixels of a hex: what fills less is not listed


def explain_hex(board: BoardMap, name: str) -> Iterator[str]:
    """Yield lines: the pixels of a hex, what decided its terrain, its hexsides, and the facts made of it.

    Raises BoardError for a hex that the board does not have.
    """
    number = board.hex(name)
    look, seen = reading(board, number)
    land = ground(board)
    total = max(1, look.share.total())
    shares = [f"{TERRAINS[code].name} {n / total:.0%}" for code, n in look.share.most_common() if n / total >= LEAST]
    yield f"{board.name(number)} is {', '.join([land.terrain[number], *land.features.get(number, ())])} at level {seen.level}"
    yield f"pixels: {', '.join(shares)}; at the centre {TERRAINS[look.centre].name}, level {look.level}"
    for reason in seen.why:
        yield f"because {reason}"
    ways = (("road", land.roads - land.paved), ("paved road", land.paved), ("path", land.paths))
    for side, direction in enumerate(DIRECTIONS):
        other = board.grid.neighbours[number][side]
        if other < 0 or not board.names[other]:
            continue
        pair = (min(number, other), max(number, other))
        crossed = [what for what, pairs in ways if pair in pairs]
        crossed += [land.hexsides[pair]] if pair in land.hexsides else []
        shown = TERRAINS[board.table.location(number, side)].name
        yield f"{direction}, to {board.name(other)}: {' and '.join(crossed) or 'nothing'} (its middle shows {shown})"
    near = {number, *(n for n in board.grid.neighbours[number] if n >= 0)}
    text = "\n".join(line for line in hex_facts(land, near) if not line.startswith("%"))
    facts = [fact for fact in re.findall(r"\w+\([^()]*\)\.", text) if f'"{board.name(number)}"' in fact]
    yield f"facts: {' '.join(facts)}"
