"""A brute-force enumerator of the two tabletop systems, written from the prose and from nothing else.

It shares no code and no idea with the encodings. Blocks are polygons with corners in whole hundredths of an inch; one block
moves past another as a point moves past the polygon of all places where the two touch, clipped edge by edge with exact
fractions. Every line of events of the whole table is played out, one after the other. ``solve(text)`` answers an instance
of either system.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil, floor, isqrt
from typing import NamedTuple

Point = tuple[int, int]

WAY = {
    "north": (0, 1),
    "north_east": (1, 1),
    "east": (1, 0),
    "south_east": (1, -1),
    "south": (0, -1),
    "south_west": (-1, -1),
    "west": (-1, 0),
    "north_west": (-1, 1),
}


class Event(NamedTuple):
    """Something that happens, as far as the two programs are compared on it."""

    turn: int
    unit: str
    does: str
    path: tuple[str, ...] = ()
    notes: tuple[tuple[str, object], ...] = ()
    chance: Fraction | None = None


class Line(NamedTuple):
    """One line of events of the table: what happens, how the units end, and its chance."""

    events: tuple[Event, ...]
    fates: tuple[tuple[str, str], ...]
    chance: Fraction


# ---------------------------------------------------------------------------------------------------------------------
# Shapes: convex polygons by their corners, counterclockwise, in hundredths of an inch

Shape = tuple[Point, ...]


def along(length: int) -> int:
    """Return the extent along x and y of a move or a side of some length at 45 degrees."""
    return isqrt(length * length // 2)


def price(shift: int) -> int:
    """The least whole length of a move that goes so far along x and along y."""
    return isqrt(2 * shift * shift - 1) + 1 if shift else 0


@cache
def hull(points: frozenset[Point]) -> Shape:
    """The convex hull (monotone chain)."""
    ordered = sorted(points)

    def half(sequence: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in sequence:
            while len(chain) > 1 and (
                (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1])
                <= (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])
            ):
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return tuple(half(ordered) + half(reversed(ordered)))


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    return tuple((x + dx, y + dy) for x, y in shape)


def bounds(shape: Shape) -> tuple[int, int, int, int]:
    xs, ys = zip(*shape, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def rectangle(x: int, y: int, x2: int, y2: int) -> Shape:
    return ((x, y), (x2, y), (x2, y2), (x, y2))


@cache
def meeting(block: Shape, other: Shape) -> Shape:
    """The moves by which a block comes to touch another: a polygon, too."""
    return hull(frozenset((c - a, d - b) for a, b in block for c, d in other))


def edges(shape: Shape) -> Iterator[tuple[Point, Point]]:
    return zip(shape, shape[1:] + shape[:1], strict=True)


class Passing(NamedTuple):
    """From when to when a moving block touches another, and whether it overlaps it in between."""

    first: Fraction
    last: Fraction
    deep: bool


@cache
def passing(block: Shape, way: Point, other: Shape) -> Passing | None:
    """The time that a block touches another if it goes on and on along a way, in either direction; None if never."""
    return crossing(meeting(block, other), (0, 0), way)


def crossing(around: Shape, start: Point, way: Point) -> Passing | None:
    """The time that a point which goes on and on along a way is in a polygon; None if never."""
    low, high, deep = None, None, True
    for (x, y), (x2, y2) in edges(around):
        nx, ny = y2 - y, x - x2  # outwards
        speed, ahead = nx * way[0] + ny * way[1], nx * (x - start[0]) + ny * (y - start[1])
        if speed == 0:
            if ahead < 0:
                return None
            deep = deep and ahead > 0
            continue
        when = Fraction(ahead, speed)
        if speed > 0:
            high = when if high is None else min(high, when)
        else:
            low = when if low is None else max(low, when)
    assert low is not None and high is not None
    return Passing(low, high, deep and low < high) if low <= high else None


def bar(block: Shape, way: Point, far: int, other: Shape, ground: bool) -> int | None:
    """Return the distance that a block can go without touching another, or entering ground; None if all the way."""
    return barred(passing(block, way, other), far, ground)


def barred(meeting: Passing | None, far: int, ground: bool) -> int | None:
    """Return the distance, given when the two touch."""
    if meeting is None:
        return None
    if ground:
        return floor(meeting.first) if meeting.deep and 0 <= meeting.first < far else None
    if 0 < meeting.first <= far:
        return ceil(meeting.first) - 1
    return -1 if meeting.first == 0 and meeting.deep and far > 0 else None


def hindered(block: Shape, way: Point, far: int, other: Shape, ground: bool) -> int | None:
    """Return the distance if the two may overlap at the beginning: then the block leaves by the shorter way, or not at all."""
    return hinders(passing(block, way, other), far, ground)


def hinders(meeting: Passing | None, far: int, ground: bool) -> int | None:
    """Return the distance, given when the two touch."""
    if meeting and meeting.deep and far > 0 and meeting.first < 0 < meeting.last and meeting.last > -meeting.first:
        return 0 if ground else -1
    return barred(meeting, far, ground)


def gap(a: Shape, b: Shape) -> int:
    """1: the shapes are apart; 0: they touch; -1: they overlap."""
    apart = -1
    for (x, y), (x2, y2) in edges(meeting(a, b)):
        side = (x2 - x) * (0 - y) - (y2 - y) * (0 - x)
        if side < 0:
            return 1
        if side == 0:
            apart = 0
    return apart


def _to_segment(p: Point, a: Point, b: Point) -> Fraction:
    """The square of the distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    at = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, length) if length else Fraction(0)
    at = min(max(at, Fraction(0)), Fraction(1))
    return (p[0] - a[0] - at * dx) ** 2 + (p[1] - a[1] - at * dy) ** 2


def nearest(block: Shape, way: Point, far: int, other: Shape) -> Fraction:
    """The square of the least distance between a block and another on a leg of its move."""
    contact = passing(block, way, other)
    if contact and contact.first <= far and contact.last >= 0:
        return Fraction(0)
    begin, end = (0, 0), (way[0] * far, way[1] * far)
    around = meeting(block, other)
    return min(
        *(_to_segment(corner, begin, end) for corner in around),
        *(_to_segment(p, a, b) for a, b in edges(around) for p in (begin, end)),
    )


# ---------------------------------------------------------------------------------------------------------------------
# Positions


@dataclass
class Position:
    """The facts of an instance by predicate."""

    facts: dict[str, list[list[str]]]

    @classmethod
    def of(cls, text: str) -> Position:
        facts: dict[str, list[list[str]]] = defaultdict(list)
        bare = re.sub(r"%.*", "", text)
        for name, args in re.findall(r"(\w+)\(([^()]*(?:\([^()]*\))?[^()]*)\)\s*\.", bare):
            facts[name].append([arg.strip() for arg in re.split(r",(?![^(]*\))", args)])
        return cls(facts)

    def all(self, name: str) -> list[list[str]]:
        return self.facts.get(name, [])

    def one(self, name: str, key: str) -> str | None:
        return next((row[1] for row in self.all(name) if row[0] == key), None)

    def hundredths(self, written: str | int) -> int:
        """A length or a coordinate of the file."""
        return 100 * int(written) // int(self.one("unit_of_length", "inch") or 1)

    def pair(self, name: str, key: str) -> Point | None:
        return next(
            ((self.hundredths(row[1]), self.hundredths(row[2])) for row in self.all(name) if row[0] == key), None
        )

    @property
    def units(self) -> list[str]:
        return sorted(row[0] for row in self.all("unit"))

    def side(self, unit: str) -> str:
        return next(row[1] for row in self.all("unit") if row[0] == unit)

    def kind(self, unit: str) -> str:
        return next(row[2] for row in self.all("unit") if row[0] == unit)

    def length(self, name: str, unit: str) -> int:
        value = self.one(name, unit)
        assert value
        return self.hundredths(value)

    def order(self, unit: str) -> str:
        return self.one("order", unit) or "good"

    def home(self, unit: str) -> Point:
        return WAY[self.one("home_edge", self.side(unit)) or ""]

    def option(self, name: str, default: str) -> str:
        return self.one("option", name) or default

    @property
    def table(self) -> Point:
        ((width, depth),) = self.all("table")
        return self.hundredths(width), self.hundredths(depth)

    def shape(self, unit: str) -> Shape:
        """The block of a unit as it stands at the start: from its front left corner along the front and back."""
        x, y = next((int(row[1]), int(row[2])) for row in self.all("stands_at") if row[0] == unit)
        dx, dy = WAY[self.one("facing", unit) or ""]
        front, deep = (int(self.one(name, unit) or 0) for name in ("frontage", "depth"))
        if dx and dy:
            front, deep = along(self.hundredths(front)), along(self.hundredths(deep))
            x, y = self.hundredths(x), self.hundredths(y)
        left, right = (x, y), (x + dy * front, y - dx * front)
        points = [left, right, *((p - dx * deep, q - dy * deep) for p, q in (left, right))]
        if not (dx and dy):
            points = [(self.hundredths(p), self.hundredths(q)) for p, q in points]
        return hull(frozenset(points))

    def to_home(self, unit: str, shape: Shape) -> int:
        """Return the distance of a block from the home edge of its unit."""
        x, x2, y, y2 = bounds(shape)
        width, depth = self.table
        return {(0, 1): depth - y2, (0, -1): y, (1, 0): width - x2, (-1, 0): x}[self.home(unit)]

    def rank(self, unit: str, shape: Shape) -> tuple[bool, int, str]:
        """Return the rank of a unit in the order of moves: units that a fact names, then those nearest to their home edge."""
        return [unit] not in self.all("moves_first"), self.to_home(unit, shape), unit


def place(spot: Point) -> str:
    return ",".join(f"{value / 100:g}" for value in spot)


# ---------------------------------------------------------------------------------------------------------------------
# Retreat and Rout


@dataclass
class Field:
    """The table between two events of `retreat`."""

    turn: int = 1
    blocks: dict[str, Shape] = field(default_factory=dict)
    corners: dict[str, Point] = field(default_factory=dict)
    count: dict[str, int] = field(default_factory=dict)  # turns of retreat or rout noted
    mode: dict[str, str] = field(default_factory=dict)
    source: dict[str, Point] = field(default_factory=dict)
    to_move: list[tuple[int, int, str]] = field(default_factory=list)  # in what order, and who
    to_rally: set[str] = field(default_factory=set)
    has_moved: set[str] = field(default_factory=set)
    fates: dict[str, str] = field(default_factory=dict)
    thrown: int = 0
    moves: int = 0

    def copy(self) -> Field:
        return Field(
            self.turn,
            dict(self.blocks),
            dict(self.corners),
            dict(self.count),
            dict(self.mode),
            dict(self.source),
            list(self.to_move),
            set(self.to_rally),
            set(self.has_moved),
            dict(self.fates),
            self.thrown,
            self.moves,
        )

    def strike(self, unit: str, fate: str) -> None:
        """Takes a unit off the table."""
        del self.blocks[unit]
        self.count.pop(unit, None)
        self.to_rally -= {unit}
        self.fates[unit] = fate


class Retreat:
    """The section "Retreat and Rout"."""

    def __init__(self, position: Position, dice: tuple[int, ...] = ()) -> None:
        self.at, self.dice = position, dice
        self.facts = {name: {(row[0], int(row[1])) for row in position.all(name)} for name in ("attacked", "goes_on")}
        self.score = {int(turn): int(score) for turn, score in position.all("die")}
        self.seen: set[str] = set()  # what happens that no line of events has a word for

    def lines(self) -> list[Line]:
        begin = Field()
        for unit in self.at.units:
            corner = self.at.pair("stands_at", unit)
            assert corner
            begin.blocks[unit], begin.corners[unit] = self.at.shape(unit), corner
            if self.at.order(unit) in ("retreating", "routed"):
                begin.to_move.append((0, 0, unit))
                begin.count[unit] = 1
                begin.mode[unit] = "retreat" if self.at.order(unit) == "retreating" else "rout"
        return list(self.play(begin, (), Fraction(1)))

    def play(self, now: Field, events: tuple[Event, ...], chance: Fraction) -> Iterator[Line]:
        if now.to_move:
            after = now.copy()
            first = min(now.to_move, key=lambda row: (row[:2], self.at.rank(row[2], now.blocks[row[2]])))
            after.to_move.remove(first)
            event = self.move(after, first[2])
            yield from self.play(after, (*events, event), chance)
        elif now.to_rally:
            for after, event in self.rally(now):
                yield from self.play(after, (*events, event), chance * (1 if event.chance is None else event.chance))
        elif now.count:
            after = now.copy()
            after.turn += 1
            after.to_rally = set(after.count)
            after.has_moved = set()
            yield from self.play(after, events, chance)
        else:
            yield Line(events, tuple(sorted(now.fates.items())), chance)

    def heading(self, block: Shape, unit: str, source: Point) -> Point:
        x, x2, y, y2 = bounds(block)
        a, b = x + x2 - 2 * source[0], y + y2 - 2 * source[1]
        if not a and not b:
            return self.at.home(unit)

        # The direction whose angle with the line is the smallest has the largest projection on it; the square of the
        # projection on a diagonal is half that of the sum.
        def projection(way: Point) -> Fraction:
            along = a * way[0] + b * way[1]
            return Fraction(along * abs(along), way[0] ** 2 + way[1] ** 2)

        return max(WAY.values(), key=projection)

    def until_off(self, block: Shape, way: Point) -> int:
        """Return the distance at which a block is off the table: about to cross an edge, or with all of it over one."""
        width, depth = self.at.table
        x, x2, y, y2 = bounds(block)
        if self.at.option("edge", "part") == "whole":
            x, x2, y, y2 = x2, x, y2, y
        room = {(1, 0): width - x2, (-1, 0): x, (0, 1): depth - y2, (0, -1): y}
        return min(room[way[0], 0] if way[0] else 10**9, room[0, way[1]] if way[1] else 10**9)

    def move(self, now: Field, unit: str) -> Event:
        block = now.blocks[unit]
        source = self.at.pair("threat", unit) or now.source[unit]
        way = self.heading(block, unit, source)
        far = self.at.length("movement", unit)
        if way[0] and way[1]:
            far = along(far)
        edge = self.until_off(block, way)
        crosses = far > edge if self.at.option("edge", "part") == "part" else far >= edge
        touched: dict[str, int] = {}
        for friend, other in now.blocks.items():
            if friend != unit and self.at.side(friend) == self.at.side(unit):
                stop = bar(block, way, far, other, False)
                if stop is not None:
                    touched[friend] = stop + 1
        end = edge if crosses else far
        stops: list[str] = []
        routed: list[str] = []
        if now.mode[unit] == "retreat":
            formed = {row[0] for row in self.at.all("formed")}
            for friend in list(touched):
                was = self.at.order(friend) in ("routed", "retreating") and now.fates.get(friend) != "rallied"
                if friend not in formed or friend in now.count or was:
                    del touched[friend]
            end = min([end, *touched.values()])
            stops = sorted(friend for friend, when in touched.items() if when == end)
        else:
            waiting = {row[2] for row in now.to_move}
            routed = sorted(
                friend
                for friend, when in touched.items()
                if when <= end
                and friend not in now.has_moved
                and not (friend in waiting and now.mode[friend] == "rout")
            )
        left = crosses and end == edge and not stops
        now.moves += 1
        corner = now.corners[unit]
        path = [corner]
        if end:
            path.append((corner[0] + way[0] * end, corner[1] + way[1] * end))
        noted = now.count[unit]
        if left:
            now.strike(unit, "off_table")
        else:
            now.blocks[unit], now.corners[unit] = moved(block, way[0] * end, way[1] * end), path[-1]
        now.has_moved.add(unit)
        removed = []
        for friend in routed:
            now.source[friend] = source
            now.fates.pop(friend, None)
            now.to_rally -= {friend}
            now.mode[friend] = "rout"
            if friend in waiting:  # its move of this turn is still to come, and is counted
                self.seen.add("routs in its place")
                continue
            now.count[friend] = now.count.get(friend, 0) + 1
            if now.count[friend] == 4:
                now.strike(friend, "removed")
                removed.append(friend)
            else:
                now.to_move.append((now.moves, touched[friend], friend))
        for friend in stops:
            now.source[friend] = source
            now.fates.pop(friend, None)
            now.count[friend] = 1
            now.mode[friend] = "retreat"
        does = "routs" if now.mode[unit] == "rout" else "retreats"
        notes = [("noted", noted), ("routed", routed), ("stops", stops), ("removed", removed)]
        return Event(now.turn, unit, does, tuple(map(place, path)), pack(notes))

    def rally(self, now: Field) -> Iterator[tuple[Field, Event]]:
        unit = min(now.to_rally)
        turn = now.turn

        def after(
            does: str, casualties: bool = False, chance: Fraction | None = None, dice: int = 0
        ) -> tuple[Field, Event]:
            then = now.copy()
            then.to_rally -= {unit}
            then.thrown += dice
            removed = []
            if does == "rallies":
                del then.count[unit]
                then.fates[unit] = "rallied"
            else:
                then.count[unit] += 1
                if then.count[unit] == 4:
                    then.strike(unit, "removed")
                    removed = [unit]
                else:
                    then.to_move.append((now.moves, 0, unit))
            notes = [("casualties", [unit] if casualties else []), ("removed", removed)]
            if does != "rallies":
                notes.append(("noted", now.count[unit] + 1))  # type: ignore[arg-type]
            return then, Event(turn, unit, does, (), pack(notes), chance)

        if (unit, turn) in self.facts["goes_on"]:
            yield after("goes_on")
            return
        attacked = (unit, turn) in self.facts["attacked"]
        if now.count[unit] == 1 and not attacked:
            yield after("rallies")
            return
        wanted = {1, 2} if attacked else {2: {3, 4, 5, 6}, 3: {6}}[now.count[unit]]
        score = self.dice[now.thrown] if now.thrown < len(self.dice) else self.score.get(turn)
        for does, scores in (("rallies", wanted), ("fails", set(range(1, 7)) - wanted)):
            if score is None:
                yield after(does, attacked and does == "fails", Fraction(len(scores), 6), 1)
            elif score in scores:
                yield after(does, attacked and does == "fails", None, 1)


def pack(notes: Iterable[tuple[str, object]]) -> tuple[tuple[str, object], ...]:
    """The notes that say something, sorted."""
    return tuple(sorted((name, tuple(value) if isinstance(value, list) else value) for name, value in notes if value))


# ---------------------------------------------------------------------------------------------------------------------
# Rout Movement

Rect = tuple[int, int, int, int]
Leg = tuple[Rect, Point, int]  # where a leg of a move begins, its direction and how far it goes
IMPASSABLE = {"cavalry": {"dense_woods", "swamp", "water", "rough"}}


class Way(NamedTuple):
    """A way to move: its legs, the places where it turns and ends, and the block at its end (None: off the table)."""

    legs: tuple[Leg, ...]
    places: tuple[str, ...]
    end: Rect | None


@dataclass
class Battle:
    """The table between two events of `battlesystem`."""

    shapes: dict[str, Shape]
    moods: dict[str, str]
    stack: list[str]
    runners: list[str]
    turn: int = 1
    ran: set[str] = field(default_factory=set)
    gave: set[str] = field(default_factory=set)
    fates: dict[str, str] = field(default_factory=dict)
    stirred: bool = False  # somebody has moved this turn
    narrower: dict[str, int] = field(default_factory=dict)  # by how much than at full frontage
    faced: set[str] = field(default_factory=set)  # have turned towards home

    def copy(self) -> Battle:
        return Battle(
            dict(self.shapes),
            dict(self.moods),
            list(self.stack),
            list(self.runners),
            self.turn,
            set(self.ran),
            set(self.gave),
            dict(self.fates),
            self.stirred,
            dict(self.narrower),
            set(self.faced),
        )


class Mover:
    """A unit about to make its rout move, with friends in the way or not."""

    def __init__(self, system: Rout, now: Battle, unit: str, rect: Rect, ignore: bool) -> None:
        self.system, self.now, self.unit, self.rect, self.ignore = system, now, unit, rect, ignore
        self.home = hx, hy = system.at.home(unit)
        self.far = system.at.length("movement", unit)
        self.friends = {u for u in now.shapes if u != unit and system.at.side(u) == system.at.side(unit)}
        self.sides = ((hx - hy, hy + hx), (hx + hy, hy - hx))
        self.right = (hy, -hx)
        self.ground = {f"ground {n}": shape for n, (_, shape) in enumerate(system.closed(unit))}

    # the table as the unit sees it

    def reach(self, shape: Shape, way: Point) -> tuple[int, int]:
        """From where to where a shape is along a direction."""
        along = [x * way[0] + y * way[1] for x, y in shape]
        return min(along), max(along)

    def things(self, friends: bool) -> dict[str, Shape]:
        """Return the things that can be in the way."""
        skipped = set() if friends else self.friends
        units = {u: s for u, s in self.now.shapes.items() if u != self.unit and u not in skipped}
        return units | self.ground

    def clipped(self, rect: Rect, ahead: bool) -> Rect | None:
        """Return the part of a block on the table: as to its flanks, or as to its front and back, too."""
        width, depth = self.system.at.table
        x, y, x2, y2 = rect
        if self.home[0] == 0 or ahead:
            x, x2 = max(x, 0), min(x2, width)
        if self.home[0] or ahead:
            y, y2 = max(y, 0), min(y2, depth)
        return (x, y, x2, y2) if x < x2 and y < y2 else None

    def shifted(self, rect: Rect, way: Point, far: int) -> Rect:
        dx, dy = way[0] * far, way[1] * far
        return rect[0] + dx, rect[1] + dy, rect[2] + dx, rect[3] + dy

    def place(self, rect: Rect) -> str:
        """The front left corner, in as much as it is on the table."""
        width, depth = self.system.at.table
        x, y, x2, y2 = (
            min(max(value, 0), most) for value, most in zip(rect, (width, depth, width, depth), strict=True)
        )
        return place({(0, 1): (x, y2), (0, -1): (x2, y), (1, 0): (x2, y2), (-1, 0): (x, y)}[self.home])

    def exit(self, rect: Rect, way: Point) -> int:
        """Return the distance at which the block is off the table."""
        width, depth = self.system.at.table
        x, y, x2, y2 = rect
        rooms = [width - x if way[0] > 0 else x2] if way[0] else []
        rooms += [depth - y if way[1] > 0 else y2] if way[1] else []
        return min(rooms)

    # what is in the way

    def bars(self, rect: Rect, way: Point, far: int, friends: bool) -> dict[str, int]:
        """Return the distance to each thing that the block meets."""
        stops = {}
        for name, shape in self.things(friends).items():
            meets = bar if name in self.friends else hindered
            at = meets(rectangle(*rect), way, far, shape, name in self.ground)
            if at is not None:
                stops[name] = at
        return stops

    def ahead(self, rect: Rect, rest: int, brush: bool = False) -> dict[str, int]:
        stops = self.bars(rect, self.home, rest, not self.ignore)
        return {name: at for name, at in stops.items() if not (brush and self.brushed(rect, rest, name))}

    def brushed(self, rect: Rect, rest: int, name: str) -> bool:
        """Return True if a flank only slides along a unit while the other flank slides along something, too."""
        if name in self.ground:
            return False
        flanks = self.reach(rectangle(*rect), self.right)
        spans: dict[int, list[tuple[Fraction, Fraction]]] = {0: [], 1: []}
        mine: dict[int, tuple[Fraction, Fraction]] = {}
        for other, shape in self.things(not self.ignore).items():
            meeting = passing(rectangle(*rect), self.home, shape)
            left, right = self.reach(shape, self.right)
            for side, touches in ((0, right == flanks[0]), (1, left == flanks[1])):
                if meeting and touches:
                    spans[side].append((meeting.first, meeting.last))
                    if other == name:
                        mine[side] = max(meeting.first, Fraction(0)), min(meeting.last, Fraction(rest))
        for side, (at, end) in mine.items():
            while True:
                reached = [last for first, last in spans[1 - side] if first <= at <= last]
                if not reached:
                    return False
                if max(reached) >= end:
                    break
                if max(reached) == at:
                    return False
                at = max(reached)
        return bool(mine)

    # ways

    def finish(self, rect: Rect, way: Point, far: int) -> tuple[tuple[str, ...], Rect | None]:
        """The last leg: where it ends, and with what block."""
        far = min(far, self.exit(rect, way))
        end = self.shifted(rect, way, far)
        return ((self.place(end),) if far else ()), self.clipped(end, True)

    def straight(self, legs: tuple[Leg, ...], places: tuple[str, ...], rect: Rect, rest: int) -> Way:
        more, end = self.finish(rect, self.home, rest)
        return Way((*legs, (rect, self.home, rest)), places + more, end)

    def aside(self, rect: Rect, way: Point, far: int, rest: int) -> tuple[Leg, Rect | None, int] | None:
        """A leg to the side, if it touches nothing: where it ends (None: off the table), and what is left then."""
        if far < 1 or far > along(rest):
            return None
        if any(at < far for at in self.bars(rect, way, far, not self.ignore).values()):
            return None
        return (rect, way, far), self.clipped(self.shifted(rect, way, far), False), rest - price(far)

    def clearing(self, rect: Rect, way: Point, name: str, shape: Shape) -> int:
        """Return the distance to the side at which the block just clears a thing: a hair past a unit, unless it slides
        along it from the beginning."""
        outward = (way[0] - self.home[0], way[1] - self.home[1])
        far_side, near_flank = self.reach(shape, outward)[1], self.reach(rectangle(*rect), outward)[0]
        meeting = passing(rectangle(*rect), way, shape)
        slides = meeting and not meeting.deep and meeting.first <= 0 <= meeting.last
        return far_side - near_flank + (name not in self.ground and not slides)

    def off(self, rect: Rect, way: Point, rest: int) -> Way | None:
        """Off the table to the side, if nothing keeps it from that."""
        far = self.exit(rect, way)
        if far > along(rest) or any(at < far for at in self.bars(rect, way, far, not self.ignore).values()):
            return None
        places, _ = self.finish(rect, way, far)
        return Way(((rect, way, far),), places, None)

    def oblique(self, rect: Rect, both: bool) -> Iterator[Way]:
        """Aside at the beginning, on each side by the least shift that serves."""
        met = self.ahead(rect, self.far)
        if not met:
            return
        begin = (self.place(rect),)
        things = self.things(not self.ignore)
        for way in self.sides:
            first = min(met.values())
            past = max(self.clearing(rect, way, name, things[name]) for name, at in met.items() if at == first)
            least = past if self.system.at.option("oblique", "short") == "round" else 1
            before = set(met)
            for far in range(1, min(along(self.far), self.exit(rect, way) - 1) + 1):
                meets = self.ahead_of(rect, way, far)
                # A place freed of nothing is no further use to a unit that veers then, either.
                serves = far >= least and (bool(before - meets) or far == least)
                before = meets
                if not serves or (meets and not both):
                    continue
                leg = self.aside(rect, way, far, self.far)
                if not leg or not leg[1]:
                    break
                places = (*begin, self.place(leg[1]))
                if both:
                    ways = [Way((leg[0], *w.legs), places + w.places, w.end) for w in self.veers(leg[1], leg[2])]
                else:
                    ways = [self.straight((leg[0],), places, leg[1], leg[2])]
                if ways:
                    self.system.seen |= {"aside"} | ({"falls short"} if far < past else set())
                    yield from ways
                    break
            else:
                gone = self.off(rect, way, self.far)
                if gone:
                    yield Way(gone.legs, begin + gone.places, None)

    def ahead_of(self, rect: Rect, way: Point, far: int) -> set[str]:
        """Return the things straight ahead of the block once it has gone this far aside."""
        start, rest = (way[0] * far, way[1] * far), self.far - price(far)
        units = set()
        for name, shape in self.things(not self.ignore).items():
            meets = barred if name in self.friends else hinders
            crosses = crossing(meeting(rectangle(*rect), shape), start, self.home)
            if meets(crosses, rest, name in self.ground) is not None:
                units.add(name)
        return units

    def veers(self, rect: Rect, rest: int, past: tuple[tuple[str, Point], ...] = ()) -> Iterator[Way]:
        """From here straight ahead, veering for friends; the places begin with the next one. It does not veer again for a friend
        for whom it has on the same line."""
        met = self.ahead(rect, rest)
        if not met:
            yield self.straight((), (), rect, rest)
            return
        line = self.reach(rectangle(*rect), self.right)
        first = min(met.values())
        friends = sorted(n for n, at in met.items() if at == first and n in self.friends and (n, line) not in past)
        if not friends:
            return
        friend = friends[0]
        for way in self.sides:
            left_before: list[set[str]] = []  # what is met after each of the veers that begin earlier
            for start in self.beginnings(rect, way, first, friend):
                here = self.shifted(rect, self.home, start)
                before: tuple[str, ...] = (self.place(here),) if start else ()
                legs: tuple[Leg, ...] = ((rect, self.home, start),) if start else ()
                far = self.clearing(here, way, friend, self.now.shapes[friend])
                leg = self.aside(here, way, far, rest - start) if far < self.exit(here, way) else None
                gone = None if leg else self.off(here, way, rest - start)
                left = set(self.ahead(leg[1], leg[2])) if leg and leg[1] else set()
                if not (leg or gone) or not all(earlier - left for earlier in left_before):
                    continue
                left_before.append(left)
                if leg and leg[1]:
                    for tail in self.veers(leg[1], leg[2], (*past, (friend, line))):
                        again = friend in {name for name, _ in past}
                        self.system.seen |= {"veers"} | ({"veers again"} if again else set())
                        self.system.seen |= {"veers later"} if len(left_before) > 1 else set()
                        yield Way((*legs, leg[0], *tail.legs), (*before, self.place(leg[1]), *tail.places), tail.end)
                elif gone:
                    yield Way((*legs, *gone.legs), before + gone.places, None)

    def beginnings(self, rect: Rect, way: Point, most: int, friend: str) -> list[int]:
        """Return the places where a veer may begin: at once, or as soon as something else is no longer beside the way
        aside. That is where the way aside goes through a corner of the polygon of touching, or a hundredth later."""
        starts = {0}
        for name, shape in self.things(not self.ignore).items():
            if name == friend:
                continue
            for x, y in meeting(rectangle(*rect), shape):
                along_home = x * self.home[0] + y * self.home[1]
                outward = x * (way[0] - self.home[0]) + y * (way[1] - self.home[1])
                starts |= {along_home - outward, along_home - outward + 1}
        return sorted(start for start in starts if start == 0 or 0 < start <= most)

    def about(self) -> dict[str, tuple[int, int, int, int]]:
        """Return the things that the unit may meet, each with its extent along the way home and across."""
        back, front = self.reach(rectangle(*self.rect), self.home)
        left, right = self.reach(rectangle(*self.rect), self.right)
        extents = {}
        for name, shape in self.things(not self.ignore).items():
            (low, high), (west, east) = self.reach(shape, self.home), self.reach(shape, self.right)
            if high >= back and low <= front + self.far and east >= left - self.far and west <= right + self.far:
                extents[name] = low, high, west, east
        return extents

    def gaps(self, least: int) -> Iterator[tuple[int, int, int, int]]:
        """The gaps between two things side by side: from where to where, and what is to be kept clear of on either side."""
        near = self.about()
        for a, (low, high, _, east) in near.items():
            for b, (low2, high2, west, _) in near.items():
                if low <= high2 and low2 <= high and west - east >= least:
                    yield east, west, int(a not in self.ground), int(b not in self.ground)

    def between(self, left: int, right: int) -> Rect:
        """The block with its flanks elsewhere."""
        x, y, x2, y2 = self.rect
        return {(0, 1): (left, y, right, y2), (0, -1): (-right, y, -left, y2)}.get(self.home) or (
            (x, -right, x2, -left) if self.home == (1, 0) else (x, left, x2, right)
        )

    def narrow(self, least: int) -> Iterator[tuple[int, Way]]:
        left, right = self.reach(rectangle(*self.rect), self.right)
        blocks = set()
        for g, g2, keep, keep2 in self.gaps(least):
            if left <= g and g2 <= right:
                blocks.add((g, g2))
            a, b = max(left, g + keep), min(right, g2 - keep2)
            if least <= b - a < right - left:
                blocks.add((a, b))
        for a, b in blocks:
            rect = self.between(a, b)
            if not self.ahead(rect, self.far, True):
                yield b - a, self.straight((), (self.place(rect),), rect, self.far)

    def slip(self, least: int) -> Iterator[tuple[int, Way]]:
        left, right = self.reach(rectangle(*self.rect), self.right)
        fills = set()
        for g, g2, keep, keep2 in self.gaps(least):
            if g2 - g <= right - left:
                fills.add((g, g2))
            if least <= g2 - keep2 - g - keep < right - left:
                fills.add((g + keep, g2 - keep2))
        for a, b in fills:
            for way, start, far in (
                (self.sides[0], (left, left + b - a), left - a),
                (self.sides[1], (right - b + a, right), b - right),
            ):
                rect = self.between(*start)
                if far < 1 or far >= self.exit(rect, way):
                    continue
                leg = self.aside(rect, way, far, self.far)
                if leg and leg[1] and not self.ahead(leg[1], leg[2], True):
                    places = (self.place(rect), self.place(leg[1]))
                    yield b - a, self.straight((leg[0],), places, leg[1], leg[2])


class Rout:
    """The section "Rout Movement"."""

    def __init__(self, position: Position) -> None:
        self.at = position
        given = {row[0] for row in position.all("impassable")}
        self.barred = {kind: {row[1] for row in position.all("impassable") if row[0] == kind} for kind in given}
        self.unrated: set[str] = set()
        self.seen: set[str] = set()  # what happens that no line of events has a word for

    def closed(self, unit: str) -> list[tuple[str, Shape]]:
        """The areas that a unit cannot enter."""
        kind = self.at.kind(unit)
        kinds = self.barred.get(kind, IMPASSABLE.get(kind, {"water"}))
        areas = [row for row in self.at.all("area") if row[0] in kinds]
        return [(row[0], rectangle(*map(self.at.hundredths, row[1:]))) for row in areas]

    def faced(self, unit: str, shape: Shape) -> Shape:
        """The ground of a unit once it faces home."""
        if len({x for x, _ in shape}) == 2:
            return shape
        x, x2, y, y2 = bounds(shape)
        front, deep = self.at.length("frontage", unit), self.at.length("depth", unit)
        wide, long = (front, deep) if self.at.home(unit)[0] == 0 else (deep, front)
        width, depth = self.at.table
        left = max(0, min((x + x2 - wide) // 2, width - wide))
        low = max(0, min((y + y2 - long) // 2, depth - long))
        return rectangle(left, low, left + wide, low + long)

    def lines(self) -> list[Line]:
        routed = [u for u in self.at.units if self.at.order(u) == "routed"]
        shapes = {u: self.at.shape(u) for u in self.at.units}
        shapes |= {u: self.faced(u, shapes[u]) for u in routed}
        moods = {u: self.at.order(u) for u in self.at.units}
        begin = Battle(shapes, moods, [], routed, faced=set(routed))
        return list(dict.fromkeys(self.play(begin, ()))) if routed else []

    def play(self, now: Battle, events: tuple[Event, ...]) -> Iterator[Line]:
        if not now.stack and not now.runners:
            yield Line(events, tuple(sorted(now.fates.items())), Fraction(1))
            return
        if now.stack:
            for after, more in self.act(now, now.stack[-1]):
                yield from self.play(after, (*events, *more))
            return
        after = now.copy()
        due = [u for u in now.runners if u not in now.ran]
        if due:
            after.stack = [min(due, key=lambda u: self.at.rank(u, now.shapes[u]))]
            yield from self.play(after, events)
            return
        rallying = {u: int(self.at.one("rallies", u) or 0) for u in now.runners}
        if not now.stirred and max(rallying.values()) <= now.turn:
            after.fates |= dict.fromkeys(now.runners, "held")
            after.runners = []
            stays = [Event(now.turn, u, "stays") for u in sorted(now.runners)]
            yield from self.play(after, (*events, *stays))
            return
        after.turn, after.ran, after.gave, after.stirred = now.turn + 1, set(), set(), False
        rallied = []
        for runner in sorted(now.runners):
            if rallying[runner] == after.turn:
                after.runners.remove(runner)
                after.moods[runner] = "good"
                after.fates[runner] = "rallied"
                rallied.append(Event(after.turn, runner, "rallies"))
        yield from self.play(after, (*events, *rallied))

    def rect(self, shape: Shape) -> Rect:
        x, x2, y, y2 = bounds(shape)
        return x, y, x2, y2

    def spread(self, now: Battle, unit: str) -> Rect | None:
        """The block at its full frontage, if there is room for it."""
        more, (x, y, x2, y2) = now.narrower.get(unit, 0), self.rect(now.shapes[unit])
        if not more:
            return None
        home = self.at.home(unit)
        less, rest = more // 2, more - more // 2  # to its left and right
        grown = {
            (0, 1): (x - less, y, x2 + rest, y2),
            (0, -1): (x - rest, y, x2 + less, y2),
            (1, 0): (x, y - rest, x2, y2 + less),
            (-1, 0): (x, y - less, x2, y2 + rest),
        }[home]
        width, depth = self.at.table
        if grown[0] < 0 or grown[1] < 0 or grown[2] > width or grown[3] > depth:
            return None
        block = rectangle(*grown)
        if any(gap(block, shape) <= 0 for u, shape in now.shapes.items() if u != unit):
            return None
        return None if any(gap(block, area) < 0 for _, area in self.closed(unit)) else grown

    def act(self, now: Battle, unit: str) -> Iterator[tuple[Battle, list[Event]]]:
        grown = self.spread(now, unit)
        lacks = 0 if grown else now.narrower.get(unit, 0)
        rect, home = grown or self.rect(now.shapes[unit]), self.at.home(unit)
        front = rect[2] - rect[0] if home[0] == 0 else rect[3] - rect[1]
        least = self.at.length("widest_stand" if self.at.one("widest_stand", unit) else "frontage", unit)
        as_often = self.at.option("veer", "as_often") == "as_often"
        for ignore in (False, True):
            mover = Mover(self, now, unit, rect, ignore)
            if any(gap(rectangle(*rect), shape) < 0 for shape in mover.things(False).values()):
                self.seen.add("set straight over something")
            for kind in ("straight", "aside", "both", "narrow straight", "narrow aside"):
                width, ways = front, set[Way]()
                begin = (mover.place(rect),)
                if kind == "straight" and not mover.ahead(rect, mover.far):
                    ways = {mover.straight((), begin, rect, mover.far)}
                elif kind == "aside":
                    ways = set(mover.oblique(rect, False))
                    if as_often and not ignore:
                        veers = mover.veers(rect, mover.far)
                        ways |= {Way(way.legs, begin + way.places, way.end) for way in veers}
                elif kind == "both" and as_often and not ignore:
                    ways = set(mover.oblique(rect, True))
                elif kind.startswith("narrow"):
                    narrowed = list(mover.narrow(least) if kind == "narrow straight" else mover.slip(least))
                    if narrowed:
                        width = max(w for w, _ in narrowed)
                        ways = {way for w, way in narrowed if w == width}
                if not ways:
                    continue
                if ignore:
                    yield from self.clear(now, mover, ways, width, lacks + front - width)
                else:
                    for way in ways:
                        name = "aside" if kind == "both" else kind
                        notes: list[tuple[str, object]] = [("way", name)]
                        yield self.moved(now, mover, way, "routs", notes, width, lacks + front - width)
                return
        yield self.destroyed(now, unit, rect)

    def approaches(self, leg: Leg, shape: Shape) -> bool:
        """Return True if a unit comes within 3 inches of another on a leg, and nearer than where the leg begins."""
        rect, way, far = leg
        block = rectangle(*rect)
        least = nearest(block, way, far, shape)
        return least <= 300**2 and least < nearest(block, way, 0, shape)

    def checks(self, now: Battle, unit: str, legs: Sequence[Leg], end: Rect | None) -> list[str]:
        """Friends that must check because of where the unit comes, and ends."""
        mine = self.at.one("rating", unit)
        friends = []
        for friend, shape in now.shapes.items():
            if friend == unit or self.at.side(friend) != self.at.side(unit) or now.moods[friend] == "routed":
                continue
            if any(self.approaches(leg, shape) for leg in legs) or (
                end and nearest(rectangle(*end), (0, 1), 0, shape) <= 300**2
            ):
                rating = self.at.one("rating", friend)
                self.unrated |= {u for u, r in ((unit, mine), (friend, rating)) if r is None}
                if mine is not None and rating is not None and int(rating) <= int(mine):
                    friends.append(friend)
        return sorted(friends)

    def moved(
        self,
        now: Battle,
        mover: Mover,
        way: Way,
        does: str,
        notes: list[tuple[str, object]],
        width: int,
        narrower: int,
    ) -> tuple[Battle, list[Event]]:
        unit, after = mover.unit, now.copy()
        after.stack.pop()
        after.ran.add(unit)
        x, y, x2, y2 = mover.rect
        whole = width * (y2 - y if mover.home[0] == 0 else x2 - x)
        after.narrower.pop(unit, None)
        if way.end:
            after.shapes[unit] = rectangle(*way.end)
            if narrower:
                after.narrower[unit] = narrower
            left = (way.end[2] - way.end[0]) * (way.end[3] - way.end[1])
        else:
            del after.shapes[unit]
            after.runners.remove(unit)
            after.fates[unit] = "gone"
            left = 0
        after.stirred |= way.end != self.rect(now.shapes[unit])
        notes = [
            *notes,
            ("frontage", number(width, 100)),
            ("checks", self.checks(now, unit, way.legs, way.end if way.legs else None)),
        ]
        if does == "routs":
            notes.append(("lost", number(whole - left, 10_000)))
        return after, [Event(now.turn, unit, does, way.places, pack(notes))]

    def clear(
        self, now: Battle, mover: Mover, ways: set[Way], width: int, narrower: int
    ) -> Iterator[tuple[Battle, list[Event]]]:
        """Friends are in the way: they give way, are routed, or stop the unit."""
        clashes: dict[Way, tuple[int, int, str]] = {}
        run_into: set[str] = set()
        for way in ways:
            for rect, direction, far in way.legs:
                for name in mover.friends & set(mover.bars(rect, direction, far, True)):
                    meeting = passing(rectangle(*rect), direction, now.shapes[name])
                    if meeting and meeting.deep:
                        run_into.add(name)
        for way in ways:
            for number_, (rect, direction, far) in enumerate(way.legs):
                met = mover.bars(rect, direction, far, True)
                friends = sorted((at, name) for name, at in met.items() if name in mover.friends)
                if friends:
                    clashes[way] = number_, *friends[0]
                    break
        fixed = {friend for _, _, friend in clashes.values() if friend in now.ran or friend in now.stack}
        movable = {friend for _, _, friend in clashes.values()} - fixed
        lines: set[tuple[str, ...]] = set()
        for friend in sorted(movable):
            if self.yields(now, friend):
                lines.add(self.side_by_side(now, friend, run_into, mover.right))
            else:
                after = now.copy()
                after.moods[friend] = "routed"
                after.fates.pop(friend, None)
                if friend not in after.runners:
                    after.runners.append(friend)
                after.shapes[friend] = self.faced(friend, now.shapes[friend])
                after.faced.add(friend)
                after.stack.append(friend)
                already = now.moods[friend] == "routed"
                notes = pack([("routed", [] if already else [friend])])
                yield after, [Event(now.turn, friend, "goes_first" if already else "is_routed", (), notes)]
        for line in sorted(lines):
            yield self.give_way(now, line)
        if not movable:
            for way, (number_, at, friend) in clashes.items():
                rect, direction, _ = way.legs[number_]
                at = max(at, 0)
                end = mover.shifted(rect, direction, at)
                legs = (*way.legs[:number_], *(((rect, direction, at),) if at else ()))
                places = way.places[: number_ + 1] + ((mover.place(end),) if at else ())
                short = Way(legs, places, mover.clipped(end, True))
                yield self.moved(now, mover, short, "halts", [("in_the_way", [friend])], width, narrower)

    def yields(self, now: Battle, unit: str) -> bool:
        """Return True if a friend can give way: it has not this turn, and is not routed."""
        fixed = unit in now.ran or unit in now.stack
        return now.moods[unit] != "routed" and unit not in now.gave and not fixed

    @staticmethod
    def spans(shape: Shape, way: Point) -> tuple[int, int]:
        along = [x * way[0] + y * way[1] for x, y in shape]
        return min(along), max(along)

    def side_by_side(self, now: Battle, unit: str, run_into: set[str], right: Point) -> tuple[str, ...]:
        """The friends who give way together with one: those that are run into, too, and touch at the side."""
        line = [unit]
        for one in line if unit in run_into else []:
            for other in sorted(run_into):
                a, b = self.spans(now.shapes[one], right), self.spans(now.shapes[other], right)
                beside = a[1] == b[0] or b[1] == a[0]
                if (
                    other not in line
                    and self.yields(now, other)
                    and beside
                    and not gap(now.shapes[one], now.shapes[other])
                ):
                    line.append(other)
        return tuple(sorted(line))

    def give_way(self, now: Battle, line: tuple[str, ...]) -> tuple[Battle, list[Event]]:
        after, events = now.copy(), []
        self.seen |= {"give way together"} if len(line) > 1 else set()
        for unit in line:
            events.append(self.backs(now, after, unit, {*line, *now.gave}))
        return after, events

    def backs(self, now: Battle, after: Battle, unit: str, mates: set[str]) -> Event:
        home, shape = self.at.home(unit), now.shapes[unit]
        right = (home[1], -home[0])
        far = min(400, self.at.to_home(unit, shape))
        for other, block in now.shapes.items():
            a, b = self.spans(shape, right), self.spans(block, right)
            passed = other in mates and (a[1] <= b[0] or b[1] <= a[0])
            stop = (
                None
                if other == unit or passed
                else (bar if self.at.side(other) == self.at.side(unit) else hindered)(shape, home, 400, block, False)
            )
            far = far if stop is None else min(far, stop)
        for _, area in self.closed(unit):
            stop = hindered(shape, home, 400, area, True)
            far = far if stop is None else min(far, stop)
        far = max(far, 0)
        after.shapes[unit] = moved(shape, home[0] * far, home[1] * far)
        after.gave.add(unit)
        after.stirred |= far > 0
        good = now.moods[unit] == "good"
        if good:
            after.moods[unit] = "shaken"
        # It gives way as it stands: its front left corner goes along.
        dx, dy = home if unit in now.faced else WAY[self.at.one("facing", unit) or ""]
        corner = max(shape, key=lambda p: (p[0] * dx + p[1] * dy, -p[0] * dy + p[1] * dx))
        path = [corner, *([(corner[0] + home[0] * far, corner[1] + home[1] * far)] if far else [])]
        return Event(now.turn, unit, "gives_way", tuple(map(place, path)), pack([("shaken", [unit] * good)]))

    def destroyed(self, now: Battle, unit: str, rect: Rect) -> tuple[Battle, list[Event]]:
        mover = Mover(self, now, unit, rect, True)
        met = mover.ahead(rect, mover.far)
        far = min(at + (name not in mover.ground) for name, at in met.items())
        end = mover.shifted(rect, mover.home, far)
        after = now.copy()
        after.stack.pop()
        after.ran.add(unit)
        after.runners.remove(unit)
        del after.shapes[unit]
        after.fates[unit] = "destroyed"
        after.stirred = True
        places = (mover.place(rect), *((mover.place(end),) if far else ()))
        checks = self.checks(now, unit, *(([(rect, mover.home, far)], end) if far else ([], None)))
        return after, [
            Event(now.turn, unit, "is_destroyed", places, pack([("checks", checks), ("casualties", [unit])]))
        ]


def number(amount: int, parts: int) -> int | float:
    """An amount in whole inches, or in decimals."""
    return amount // parts if amount % parts == 0 else amount / parts


def part_of(line: Line, unit: str) -> Line:
    """A unit's part of a line of the table: the events of those that have to do with it, directly or through others."""
    movers = {event.unit for event in line.events}
    company: list[set[str]] = []  # of those that have to do with one another
    depth = 0
    for event in line.events:
        # On the stack of `battlesystem`, who makes friends give way or rout moves after them, and after all whom they do
        # the same to in turn.
        if depth and event.does != "rallies":
            company[-1].add(event.unit)
        else:
            company.append({event.unit})
        if event.does in ("gives_way", "is_routed", "goes_first"):
            depth = max(depth, 1) + (event.does != "gives_way")
        elif depth:
            depth -= 1
        for name, value in event.notes:
            if isinstance(value, tuple) and name != "checks":
                company.append({event.unit, *value} & movers)
    mine = {unit}
    while any(group & mine and group - mine for group in company):
        mine = mine.union(*(group for group in company if group & mine))
    events = tuple(event for event in line.events if event.unit in mine)
    return Line(events, tuple(row for row in line.fates if row[0] in mine), line.chance)


def whole(text: str, dice: tuple[int, ...] = (), seen: set[str] | None = None) -> list[Line]:
    """Every line of events of the whole table; to `seen` is added what happens that they have no word for."""
    position = Position.of(text)
    ((rules,),) = position.all("rules")
    system = Retreat(position, dice) if rules == "retreat" else Rout(position)
    lines = system.lines()
    if seen is not None:
        seen |= system.seen
    return lines


def solve(text: str, dice: tuple[int, ...] = ()) -> dict[str, list[Line]]:
    """Every line of events of every unit that retreats or routs: its part of those of the table."""
    position = Position.of(text)
    ((rules,),) = position.all("rules")
    orders = ("routed", "retreating") if rules == "retreat" else ("routed",)
    lines = whole(text, dice)
    lines_of: dict[str, list[Line]] = {}
    for unit in position.units:
        if position.order(unit) in orders:
            chances: dict[tuple[tuple[Event, ...], tuple[tuple[str, str], ...]], Fraction] = defaultdict(Fraction)
            for line in lines:
                mine = part_of(line, unit)
                chances[mine.events, mine.fates] += mine.chance
            chance_of = (lambda chance: chance) if rules == "retreat" else (lambda chance: Fraction(1))
            lines_of[unit] = [Line(events, fates, chance_of(c)) for (events, fates), c in chances.items()]
    return lines_of
