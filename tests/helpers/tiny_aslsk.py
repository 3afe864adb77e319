"""Positions that tests of several sections of the Starter Kit share; the notation is that of `tiny`."""

from __future__ import annotations

from tiny import ALONE, Position

# g1 in A3 knows of nobody. In B2 it discovers a1 in A5, 3 hexes away; A3 and B3 are 2 hexes from A5, C3 is 3.
LATERAL = ("A3o B2. B3w C3w A5-", "g1:squad@A3 broken dm; a1:squad@A5", "A5-B2")
STAYS_ON_COURSE = {("A3 B3", "A3>B3"), ("A3 B3 C3", "A3>B3")}
NEAREST = ("A2w B1. B2. B3w C2w", ALONE)
# a1 in A2 is next to B1 and B2, and sees B2 and B3.
NEXT_DOOR = ("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2 A2-B3")


def interdicted(here: Position, path: str = "B1 B2") -> dict[str, tuple[str, ...]]:
    """The interdicted hexes of a run, and by whom."""
    return {i.hex: i.by for i in here.run(path).interdicted}
