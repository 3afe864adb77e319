"""The difficulty of a question, worked out from the position and its answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...position.facts import Instance, range_between
from .puzzle import LEVELS, Difficulty, Puzzle

STEPS = (1, 3, 5, 7)  # the points up to which a question is of level 1, 2 and so on
EASIEST, POINT, HARDEST = 700, 150, 2500  # the rating without a point, what each adds, and the highest


def spread(position: Instance, start: str) -> dict[str, int]:
    """Return the range in hexes from a Location to each hex of the map."""
    here = position.spots[start.partition("@")[0]]
    return {name: range_between(here, spot) for name, spot in position.spots.items()}


def distance_of(position: Instance, start: str, cover: Collection[str], right: Collection[str]) -> int:
    """Return the hexes between the right answer and the obvious one: the cover that is nearest in hexes.

    The farthest of several right hexes counts; without any, the cover itself is the mistake, and 1 is returned.
    """
    away = spread(position, start)
    near = {hex_: away[hex_] for hex_ in cover if hex_ in away and hex_ != start.partition("@")[0]}
    if not near:
        return 0
    obvious = [hex_ for hex_, range_ in near.items() if range_ == min(near.values())]
    places = {place.partition("@")[0] for place in right}
    if not places:
        return 1
    return max(min(spread(position, place)[hex_] for hex_ in obvious) for place in places)


def rated(puzzle: Puzzle, rules: Sequence[str], *, distance: int = 0, discoveries: int = 0, ways: int = 0) -> Puzzle:
    """Return a question that these rules decide with its difficulty.

    A point each for a rule, a hex of distance, a discovery, a right answer after the first, and each time that the
    number of ways to compare is doubled.
    """
    points = len(rules) + distance + discoveries + max(0, len(puzzle.right) - 1) + max(ways, 1).bit_length() - 1
    level = 1 + sum(points > step for step in STEPS)
    rating = min(EASIEST + POINT * points, HARDEST)
    hard = Difficulty(min(level, LEVELS), tuple(rules), distance, discoveries, ways, rating)
    return puzzle._replace(difficulty=hard)
