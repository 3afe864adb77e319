"""The layout of a drawing, in units of the SVG: a hex is 80 wide and about 69 high.

Hexes are flat-topped; column and doubled row of a hex are those of the instance. y grows downward.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..errors import UsageError
from ..position.facts import Instance

SIDE = 40.0
PITCH_X = 1.5 * SIDE  # from column to column
PITCH_Y = math.sqrt(3) / 2 * SIDE  # from doubled row to doubled row
STOREY = 20.0  # from level to level of the ladder beside a hex
LADDER = (21.0, 13.0)  # where its rows begin, against the middle of the hex: upper levels above, the others below
MARGIN = 6.0
COUNTER = 42.0  # the side of a counter
RUNG = 0.44  # the size of the counters of a ladder against a full one
LADDER_LABEL = 4.0  # from the foot of a row to its first counter
AROUND = 3  # hexes around a part of the map that is shown
SMALLER = 0.5  # share of the map below which only its part is shown
# Counters on the ground of a hex: their scale and how far they spread, by their number
FANS = {1: (1.0, 0.0), 2: (0.82, 16.0), 3: (0.72, 22.0)}
MANY = (0.58, 30.0)
LANES = 5  # routes along one step that lie beside each other
LANE = 4.5


class Point(NamedTuple):
    """A place on the drawing."""

    x: float
    y: float

    def towards(self, other: Point, share: float) -> Point:
        """Return the point at a share of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)


class Slot(NamedTuple):
    """The place of a counter: its centre, and its size relative to a full one."""

    centre: Point
    scale: float


def place_of(location: str) -> tuple[str, str]:
    """Hex of a Location, and what stands behind the @ (nothing on the ground level).

    >>> place_of("2M2@1"), place_of("2M2")
    (('2M2', '1'), ('2M2', ''))
    """
    hex_, _, inside = location.partition("@")
    return hex_, inside


def pairs(instance: Instance, name: str) -> list[tuple[str, str]]:
    """Return the first two arguments of each fact of a predicate."""
    return [(str(fact.args[0]), str(fact.args[1])) for fact in instance.of(name)]


class Layout:
    """The hexes of an instance on paper.

    `width` and `height` bound those that are `shown`: a hex far off that nobody can enter, as an instance has them to
    say what its rows are, is not one of them. Where a `part` of the hexes is given, only the map around it is shown, if
    that is much smaller. Raises UsageError where there are no hexes.
    """

    def __init__(self, instance: Instance, part: Iterable[str] = ()) -> None:
        self.at = instance.spots
        self.name = {spot: hex_ for hex_, spot in self.at.items()}
        if not self.at:
            raise UsageError(f"{instance.name}: there are no hexes in it; only positions on a grid of hexes are drawn")
        live = {str(fact.args[0]) for fact in instance.of("terrain")} | {
            str(fact.args[1]) for fact in instance.of("at")
        }
        spots = [spot for hex_, spot in self.at.items() if hex_ in live] or list(self.at.values())
        left, right = min(c for c, _ in spots), max(c for c, _ in spots)
        top, bottom = min(r for _, r in spots), max(r for _, r in spots)
        wanted = [self.at[hex_] for hex_ in part if hex_ in self.at]
        if wanted:
            west, east = min(c for c, _ in wanted) - AROUND, max(c for c, _ in wanted) + AROUND
            north, south = min(r for _, r in wanted) - 2 * AROUND, max(r for _, r in wanted) + 2 * AROUND
            box = max(west, left), min(east, right), max(north, top), min(south, bottom)
            if (box[1] - box[0] + 1) * (box[3] - box[2] + 2) < SMALLER * (right - left + 1) * (bottom - top + 2):
                left, right, top, bottom = box
        self.shown = [h for h, (c, r) in self.at.items() if left <= c <= right and top <= r <= bottom]
        self._first = left, top
        self._above = MARGIN + (STOREY if instance.of("level") else 0.0)  # upper levels stand out at the top
        self.width = (right - left) * PITCH_X + 2 * SIDE + 2 * MARGIN
        self.height = (bottom - top + 2) * PITCH_Y + MARGIN + self._above

    def spot(self, column: float, row: float) -> Point:
        """Return the middle of the hex in a column and doubled row."""
        return Point(
            MARGIN + SIDE + (column - self._first[0]) * PITCH_X, self._above + PITCH_Y * (1 + row - self._first[1])
        )

    def centre(self, hex_: str) -> Point:
        """Return the middle of a hex.

        Raises KeyError for a hex that the instance does not have.
        """
        return self.spot(*self.at[hex_])

    def location(self, location: str) -> Point:
        """Return the point where a route passes through a Location: for a level above ground, the foot of its row."""
        hex_, inside = place_of(location)
        return self.rung(hex_, inside) if inside else self.centre(hex_)

    def rung(self, hex_: str, inside: str, number: int = 0) -> Point:
        """Return the point where the row of a Location off the ground begins.

        Upper levels stand one above the other, cellars and features below the middle; `number` counts the latter.
        """
        middle = self.centre(hex_)
        level = int(inside) if inside.lstrip("-").isdigit() else 0
        down = LADDER[1] + STOREY * number if level < 1 else -LADDER[1] - STOREY * (min(level, 4) - 1)
        return Point(middle.x + LADDER[0], middle.y + down)

    def corners(self, hex_: str, inset: float = 0.0) -> list[Point]:
        """Return the six corners of a hex, from the left one clockwise; `inset` draws them in."""
        middle, reach = self.centre(hex_), SIDE - inset
        up = reach * math.sqrt(3) / 2
        half = reach / 2
        steps = ((-reach, 0.0), (-half, -up), (half, -up), (reach, 0.0), (half, up), (-half, up))
        return [Point(middle.x + x, middle.y + y) for x, y in steps]

    def touching(self, a: str, b: str) -> bool:
        """Return True if two hexes share a hexside."""
        (ca, ra), (cb, rb) = self.at[a], self.at[b]
        return (abs(ca - cb), abs(ra - rb)) in ((0, 2), (1, 1))

    def neighbours(self, hex_: str) -> list[str]:
        """Return the hexes of the instance around one."""
        c, r = self.at[hex_]
        steps = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        return [self.name[c + x, r + y] for x, y in steps if (c + x, r + y) in self.name]

    def hexside(self, a: str, b: str) -> tuple[Point, Point]:
        """Return the ends of the hexside between two hexes that touch."""
        one, two = self.centre(a), self.centre(b)
        middle = one.towards(two, 0.5)
        length = math.dist(one, two)
        dx, dy = (two.y - one.y) / length * SIDE / 2, -(two.x - one.x) / length * SIDE / 2
        return Point(middle.x + dx, middle.y + dy), Point(middle.x - dx, middle.y - dy)

    def slots(self, hex_: str, count: int) -> list[Slot]:
        """Return the places of the counters on the ground of a hex: a fan from lower left to upper right."""
        middle = self.centre(hex_)
        scale, spread = FANS.get(count, MANY)
        step = spread / max(1, count - 1)
        first = -(count - 1) / 2
        y = middle.y + 3
        return [Slot(Point(middle.x + (first + i) * step, y - (first + i) * step), scale) for i in range(count)]

    def row(self, hex_: str, inside: str, count: int, number: int = 0) -> list[Slot]:
        """Return the places of the counters of another Location: small, side by side in its row."""
        foot = self.rung(hex_, inside, number)
        step = COUNTER * RUNG + 1.5
        return [Slot(Point(foot.x + LADDER_LABEL + (i + 0.5) * step, foot.y), RUNG) for i in range(count)]


def curve(points: Sequence[Point], lane: float = 0.0, lead: float = 0.0) -> str:
    """Return a smooth SVG path through points, shifted to the right by `lane`, its last bit cut short by `lead`.

    The curve passes every point; its tangents are those of Catmull and Rom.
    """
    path = _shifted(points, lane)
    if len(path) < 2:
        return ""
    if lead:
        a, b = path[-2], path[-1]
        path[-1] = a.towards(b, max(0.3, 1 - lead / max(1.0, math.dist(a, b))))
    ends = [path[0], *path, path[-1]]
    written = [f"M{coordinate(path[0].x)} {coordinate(path[0].y)}"]
    for p0, p1, p2, p3 in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        c1 = Point(p1.x + (p2.x - p0.x) / 7, p1.y + (p2.y - p0.y) / 7)
        c2 = Point(p2.x - (p3.x - p1.x) / 7, p2.y - (p3.y - p1.y) / 7)
        written.append("C" + " ".join(f"{coordinate(p.x)} {coordinate(p.y)}" for p in (c1, c2, p2)))
    return "".join(written)


def _shifted(points: Sequence[Point], lane: float) -> list[Point]:
    path = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    if not lane or len(path) < 2:
        return path
    moved = []
    for i, p in enumerate(path):
        before, after = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        length = math.dist(before, after) or 1.0
        share = lane * (0.25 if i == 0 else 1.0)  # all routes leave from nearly one spot
        moved.append(Point(p.x - (after.y - before.y) / length * share, p.y + (after.x - before.x) / length * share))
    return moved


def lanes(count: int) -> list[float]:
    """Return shifts that keep `count` routes apart, the first in the middle."""
    order = [0, 1, -1, 2, -2]
    return [order[i % LANES] * LANE for i in range(count)]


def coordinate(value: float) -> str:
    """Return a coordinate with one digit behind the point, and no more characters than it needs.

    >>> coordinate(3.0), coordinate(-0.25), coordinate(-0.01)
    ('3', '-0.2', '0')
    """
    return f"{value:.1f}".rstrip("0").rstrip(".").replace("-0", "0" if abs(value) < 0.05 else "-0")


def polygon(points: Iterable[Point]) -> str:
    """Return points in the form of the `points` of a polygon."""
    return " ".join(f"{coordinate(p.x)},{coordinate(p.y)}" for p in points)
