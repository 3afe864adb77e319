"""A brute-force enumerator of the two tabletop systems, written from the prose and from nothing else.

It shares no code and no idea with the encodings: blocks are polygons with exact corners, and every line of events is
played out, one after the other. ``solve(text)`` answers an instance of either system.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

Point = tuple[Fraction, Fraction]
Spot = tuple[int, int]

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
SLANT = Fraction(141, 200)  # what an inch along a diagonal is along x, and along y


class Event(NamedTuple):
    """Something that happens, as far as the two programs are compared on it."""

    turn: int
    unit: str
    does: str
    path: tuple[str, ...] = ()
    notes: tuple[tuple[str, object], ...] = ()
    chance: Fraction | None = None


class Line(NamedTuple):
    """One line of events: what happens, how the units end, and its chance."""

    events: tuple[Event, ...]
    fates: tuple[tuple[str, str], ...]
    chance: Fraction


# ---------------------------------------------------------------------------------------------------------------------
# Shapes


@dataclass(frozen=True)
class Shape:
    """A convex polygon by its corners, in order."""

    corners: tuple[Point, ...]

    def moved(self, dx: int, dy: int) -> Shape:
        return Shape(tuple((x + dx, y + dy) for x, y in self.corners))

    @property
    def bounds(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), max(xs), min(ys), max(ys)


def hull(points: Iterable[Point]) -> Shape:
    """The convex hull (monotone chain)."""
    ordered = sorted(set(points))

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

    return Shape(tuple(half(ordered) + half(reversed(ordered))))


@cache
def gap(a: Shape, b: Shape) -> int:
    """1: the shapes are apart; 0: they touch; -1: they overlap. By the separating axis theorem."""
    apart = -1
    for shape in (a, b):
        for (x, y), (x2, y2) in zip(shape.corners, shape.corners[1:] + shape.corners[:1], strict=True):
            nx, ny = y2 - y, x - x2
            one = [nx * p + ny * q for p, q in a.corners]
            two = [nx * p + ny * q for p, q in b.corners]
            between = max(min(one) - max(two), min(two) - max(one))
            if between > 0:
                return 1
            if between == 0:
                apart = 0
    return apart


def rectangle(x: int, y: int, x2: int, y2: int) -> Shape:
    return Shape(tuple((Fraction(a), Fraction(b)) for a, b in ((x, y), (x2, y), (x2, y2), (x, y2))))


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

    def pair(self, name: str, key: str) -> Spot | None:
        return next(((int(row[1]), int(row[2])) for row in self.all(name) if row[0] == key), None)

    @property
    def units(self) -> list[str]:
        return sorted(row[0] for row in self.all("unit"))

    def side(self, unit: str) -> str:
        return next(row[1] for row in self.all("unit") if row[0] == unit)

    def kind(self, unit: str) -> str:
        return next(row[2] for row in self.all("unit") if row[0] == unit)

    def number(self, name: str, unit: str, otherwise: int = 0) -> int:
        found = self.one(name, unit)
        return otherwise if found is None else int(found)

    def order(self, unit: str) -> str:
        return self.one("order", unit) or "good"

    def home(self, unit: str) -> Spot:
        return WAY[self.one("home_edge", self.side(unit)) or ""]

    def option(self, name: str, default: str) -> str:
        return self.one("option", name) or default

    @property
    def table(self) -> Spot:
        ((width, depth),) = self.all("table")
        return int(width), int(depth)

    def shape(self, unit: str) -> Shape:
        """The block of a unit as it stands at the start: from its front left corner along the front and back."""
        spot = self.pair("stands_at", unit)
        assert spot
        x, y = Fraction(spot[0]), Fraction(spot[1])
        dx, dy = WAY[self.one("facing", unit) or ""]
        inch = SLANT if dx and dy else Fraction(1)
        front, deep = self.number("frontage", unit) * inch, self.number("depth", unit) * inch
        right, left = (x + dy * front, y - dx * front), (x, y)
        return hull([left, right, *((p - dx * deep, q - dy * deep) for p, q in (left, right))])


def place(spot: Spot) -> str:
    return f"{spot[0]},{spot[1]}"


# ---------------------------------------------------------------------------------------------------------------------
# Retreat and Rout


@dataclass
class Field:
    """The table between two events of `retreat`."""

    turn: int = 1
    spots: dict[str, Spot] = field(default_factory=dict)
    count: dict[str, int] = field(default_factory=dict)  # turns of retreat or rout noted
    mode: dict[str, str] = field(default_factory=dict)
    source: dict[str, Spot] = field(default_factory=dict)
    to_move: list[str] = field(default_factory=list)
    to_rally: list[str] = field(default_factory=list)
    has_moved: set[str] = field(default_factory=set)
    fates: dict[str, str] = field(default_factory=dict)
    thrown: int = 0

    def copy(self) -> Field:
        return Field(
            self.turn,
            dict(self.spots),
            dict(self.count),
            dict(self.mode),
            dict(self.source),
            list(self.to_move),
            list(self.to_rally),
            set(self.has_moved),
            dict(self.fates),
            self.thrown,
        )

    def strike(self, unit: str, fate: str) -> None:
        """Takes a unit off the table."""
        del self.spots[unit]
        self.count.pop(unit, None)
        self.to_rally = [u for u in self.to_rally if u != unit]
        self.fates[unit] = fate


class Retreat:
    """The section "Retreat and Rout"."""

    def __init__(self, position: Position, dice: tuple[int, ...] = ()) -> None:
        self.at, self.dice = position, dice
        self.facts = {name: {(row[0], int(row[1])) for row in position.all(name)} for name in ("attacked", "goes_on")}
        self.score = {int(turn): int(score) for turn, score in position.all("die")}

    def lines(self, unit: str) -> list[Line]:
        order = self.at.order(unit)
        if order not in ("retreating", "routed"):
            return []
        begin = Field(to_move=[unit])
        for u in self.at.units:
            spot = self.at.pair("stands_at", u)
            assert spot
            begin.spots[u] = spot
        begin.count[unit] = 1
        begin.mode[unit] = "retreat" if order == "retreating" else "rout"
        return list(self.play(begin, (), Fraction(1)))

    def play(self, now: Field, events: tuple[Event, ...], chance: Fraction) -> Iterator[Line]:
        if now.to_move:
            after = now.copy()
            event = self.move(after, after.to_move.pop(0))
            yield from self.play(after, (*events, event), chance)
        elif now.to_rally:
            for after, event in self.rally(now):
                yield from self.play(after, (*events, event), chance * (1 if event.chance is None else event.chance))
        elif now.count:
            after = now.copy()
            after.turn += 1
            after.to_rally = sorted(after.count)
            after.has_moved = set()
            yield from self.play(after, events, chance)
        else:
            yield Line(events, tuple(sorted(now.fates.items())), chance)

    def block(self, now: Field, unit: str, spot: Spot | None = None) -> Shape:
        x, y = spot or now.spots[unit]
        start = self.at.pair("stands_at", unit)
        assert start
        return self.at.shape(unit).moved(x - start[0], y - start[1])

    def heading(self, now: Field, unit: str, source: Spot) -> Spot:
        x, x2, y, y2 = self.block(now, unit).bounds
        a, b = (x + x2) / 2 - source[0], (y + y2) / 2 - source[1]
        if not a and not b:
            return self.at.home(unit)

        # The direction whose angle with the line is the smallest has the largest projection on it; the square of the
        # projection on a diagonal is half that of the sum.
        def projection(way: Spot) -> Fraction:
            along = a * way[0] + b * way[1]
            return along * abs(along) / (way[0] ** 2 + way[1] ** 2)

        return max(WAY.values(), key=projection)

    def move(self, now: Field, unit: str) -> Event:
        source = self.at.pair("threat", unit) or now.source[unit]
        dx, dy = self.heading(now, unit, source)
        steps = self.at.number("movement", unit) * 100 // (141 if dx and dy else 100)
        width, depth = self.at.table
        path = [now.spots[unit]]
        routed: list[str] = []
        stops: list[str] = []
        friends = [u for u in now.spots if u != unit and self.at.side(u) == self.at.side(unit)]
        formed = [row[0] for row in self.at.all("formed")]
        left = False
        for _ in range(steps):
            before = self.block(now, unit, path[-1])
            path.append((path[-1][0] + dx, path[-1][1] + dy))
            block = self.block(now, unit, path[-1])
            x, x2, y, y2 = block.bounds
            if self.at.option("edge", "part") == "part":
                left = x < 0 or y < 0 or x2 > width or y2 > depth
            else:
                left = x2 <= 0 or y2 <= 0 or x >= width or y >= depth
            if left:
                break
            swept = hull(before.corners + block.corners)
            touched = []
            for friend in sorted(friends):
                other = self.block(now, friend)
                if gap(block, other) <= 0 or (gap(swept, other) <= 0 and gap(before, other) > 0):
                    touched.append(friend)
            if now.mode[unit] == "rout":
                routed += [f for f in touched if f not in routed and f not in now.has_moved and f not in now.to_move]
            else:
                for friend in touched:
                    was_disordered = self.at.order(friend) in ("routed", "retreating")
                    disordered = friend in now.count or (was_disordered and now.fates.get(friend) != "rallied")
                    if friend in formed and not disordered:
                        stops.append(friend)
                if stops:
                    break
        noted = now.count[unit]
        if left:
            now.strike(unit, "off_table")
        else:
            now.spots[unit] = path[-1]
        now.has_moved.add(unit)
        removed = []
        for friend in routed:
            now.source[friend] = source
            now.fates.pop(friend, None)
            now.to_rally = [u for u in now.to_rally if u != friend]
            now.count[friend] = now.count.get(friend, 0) + 1
            now.mode[friend] = "rout"
            if now.count[friend] == 4:
                now.strike(friend, "removed")
                removed.append(friend)
            else:
                now.to_move.append(friend)
        for friend in stops:
            now.source[friend] = source
            now.fates.pop(friend, None)
            now.count[friend] = 1
            now.mode[friend] = "retreat"
        does = "routs" if now.mode[unit] == "rout" else "retreats"
        notes = [("noted", noted), ("routed", sorted(routed)), ("stops", stops), ("removed", removed)]
        return Event(now.turn, unit, does, tuple(map(place, path)), pack(notes))

    def rally(self, now: Field) -> Iterator[tuple[Field, Event]]:
        unit, turn = now.to_rally[0], now.turn

        def after(
            does: str, casualties: bool = False, chance: Fraction | None = None, dice: int = 0
        ) -> tuple[Field, Event]:
            then = now.copy()
            then.to_rally.pop(0)
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
                    then.to_move.insert(0, unit)
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
Path = tuple[Rect | None, ...]  # the block before and after each step; None: it has left the table
HAIR = Fraction(1, 1000)
IMPASSABLE = {"cavalry": {"dense_woods", "swamp", "water", "rough"}}


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
    squeezed: set[str] = field(default_factory=set)  # have become narrower at some time

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
            set(self.squeezed),
        )


class Mover:
    """A unit about to make its rout move: what it can do in one frontage, with friends in the way or not."""

    def __init__(self, system: Rout, now: Battle, unit: str, width: int, narrow: bool, ignore_friends: bool) -> None:
        self.system, self.now, self.unit = system, now, unit
        self.narrow, self.ignore = narrow, ignore_friends
        self.home = system.at.home(unit)
        self.friends = {u for u in now.shapes if u != unit and system.at.side(u) == system.at.side(unit)}
        hx, hy = self.home
        self.sides = {"left": (hx - hy, hy + hx), "right": (hx + hy, hy - hx)}

    def step(self, rect: Rect, way: Spot) -> Rect | None:
        """The block after a step, without what has crossed the edge."""
        width, depth = self.system.at.table
        x, y, x2, y2 = rect
        moved = (max(0, x + way[0]), max(0, y + way[1]), min(width, x2 + way[0]), min(depth, y2 + way[1]))
        return moved if moved[0] < moved[2] and moved[1] < moved[3] else None

    def eased(self, rect: Rect) -> Shape:
        """The block as it touches units: a narrowed one may brush them with its flanks."""
        x, y, x2, y2 = map(Fraction, rect)
        if self.narrow:
            lateral = HAIR * abs(self.home[1]), HAIR * abs(self.home[0])
            x, x2, y, y2 = x + lateral[0], x2 - lateral[0], y + lateral[1], y2 - lateral[1]
        return Shape(((x, y), (x2, y), (x2, y2), (x, y2)))

    def hits(self, rect: Rect, after: Rect | None) -> set[str]:
        """What a step touches or enters: units by their ids, ground as `ground KIND`."""
        if after is None:
            return set()
        found = set()
        before, then = self.eased(rect), self.eased(after)
        swept = hull(before.corners + then.corners)
        for unit, shape in self.now.shapes.items():
            if unit != self.unit and (gap(then, shape) <= 0 or (gap(swept, shape) <= 0 and gap(before, shape) > 0)):
                found.add(unit)
        ground = hull(rectangle(*rect).corners + rectangle(*after).corners)
        for kind, area in self.system.closed(self.unit):
            if gap(ground, area) < 0:
                found.add(f"ground {kind}")
        return found

    def barring(self, rect: Rect, after: Rect | None) -> set[str]:
        return self.hits(rect, after) - (self.friends if self.ignore else set())

    def ahead(self, rect: Rect, rest: int) -> set[str]:
        """What is met first on the rest of the move straight ahead."""
        block: Rect | None = rect
        while rest >= 100 and block:
            after = self.step(block, self.home)
            met = self.barring(block, after)
            if met:
                return met
            block, rest = after, rest - 100
        return set()

    def straight(self, rect: Rect, rest: int) -> Path:
        path: list[Rect | None] = []
        block: Rect | None = rect
        while rest >= 100 and block:
            block = self.step(block, self.home)
            path.append(block)
            rest -= 100
        return tuple(path)

    def onward(self, rect: Rect, rest: int, veering: bool) -> set[Path]:
        """The ways to complete a move, once it goes straight."""
        met = self.ahead(rect, rest)
        if not met:
            return {self.straight(rect, rest)}
        friends = sorted(met & self.friends)
        if not friends or not veering:
            return set()
        ways: set[Path] = set()
        after = self.step(rect, self.home)
        if after and not self.barring(rect, after):
            ways |= {(after, *tail) for tail in self.onward(after, rest - 100, veering)}
        for way in self.sides.values():
            ways |= self.veer(rect, rest, way, friends[0])
        return ways

    def veer(self, rect: Rect, rest: int, way: Spot, friend: str) -> set[Path]:
        after = self.step(rect, way)
        if rest < 141 or self.barring(rect, after):
            return set()
        if after is None:
            return {(None,)}
        if friend in self.ahead(after, rest - 141):
            tails = self.veer(after, rest - 141, way, friend)
        else:
            tails = self.onward(after, rest - 141, True)
        return {(after, *tail) for tail in tails}

    def oblique(self, rect: Rect, rest: int, way: Spot, veering: bool) -> set[Path]:
        """Aside at the beginning, no further than is needed for the rest to be completed."""
        path: list[Rect | None] = []
        block = rect
        while rest >= 141:
            after = self.step(block, way)
            if self.barring(block, after):
                return set()
            path.append(after)
            if after is None:
                return {tuple(path)}
            rest -= 141
            tails = self.onward(after, rest, veering)
            if tails:
                return {(*path, *tail) for tail in tails}
            block = after
        return set()

    def ways(self, rect: Rect, aside: bool) -> set[Path]:
        rest = 100 * self.system.at.number("movement", self.unit)
        if not aside:
            return {(rect, *path) for path in self.onward(rect, rest, False)}
        veering = self.system.at.option("veer", "as_often") == "as_often" and not self.ignore
        found = self.onward(rect, rest, veering) if veering else set()
        for way in () if found else self.sides.values():
            found |= self.oblique(rect, rest, way, veering)
        return {(rect, *path) for path in found}


class Rout:
    """The section "Rout Movement"."""

    def __init__(self, position: Position) -> None:
        self.at = position
        given = {row[0] for row in position.all("impassable")}
        self.barred = {kind: {row[1] for row in position.all("impassable") if row[0] == kind} for kind in given}

    def closed(self, unit: str) -> list[tuple[str, Shape]]:
        """The areas that a unit cannot enter."""
        kind = self.at.kind(unit)
        kinds = self.barred.get(kind, IMPASSABLE.get(kind, {"water"}))
        return [(row[0], rectangle(*map(int, row[1:]))) for row in self.at.all("area") if row[0] in kinds]

    def faced(self, unit: str, shape: Shape) -> Shape:
        """The ground of a unit once it faces home."""
        x, x2, y, y2 = shape.bounds
        if len({p for p, _ in shape.corners}) == 2:
            return shape
        front, deep = self.at.number("frontage", unit), self.at.number("depth", unit)
        wide, long = (front, deep) if self.at.home(unit)[0] == 0 else (deep, front)
        left, low = ((x + x2) / 2 - Fraction(wide, 2), (y + y2) / 2 - Fraction(long, 2))
        x0, y0 = (int((v + Fraction(1, 2)).__floor__()) for v in (left, low))
        return rectangle(x0, y0, x0 + wide, y0 + long)

    def lines(self, unit: str) -> list[Line]:
        if self.at.order(unit) != "routed":
            return []
        shapes = {u: self.at.shape(u) for u in self.at.units}
        shapes[unit] = self.faced(unit, shapes[unit])
        begin = Battle(shapes, {u: self.at.order(u) for u in self.at.units}, [unit], [unit])
        self.root = unit
        return list(dict.fromkeys(self.play(begin, ())))

    def play(self, now: Battle, events: tuple[Event, ...]) -> Iterator[Line]:
        if self.root in now.fates:
            yield Line(events, tuple(sorted(now.fates.items())), Fraction(1))
            return
        if now.stack:
            for after, event in self.act(now, now.stack[-1]):
                yield from self.play(after, (*events, event))
            return
        after = now.copy()
        due = sorted((u for u in now.runners if u not in now.ran), key=lambda u: (u != self.root, u))
        if due:
            after.stack = [due[0]]
            yield from self.play(after, events)
            return
        after.turn, after.ran, after.gave, after.stirred = now.turn + 1, set(), set(), False
        rallied = []
        for runner in sorted(now.runners):
            if self.at.number("rallies", runner) == after.turn:
                after.runners.remove(runner)
                after.moods[runner] = "good"
                after.fates[runner] = "rallied"
                rallied.append(Event(after.turn, runner, "rallies"))
        yield from self.play(after, (*events, *rallied))

    def rect(self, shape: Shape) -> Rect:
        x, x2, y, y2 = map(int, shape.bounds)
        return x, y, x2, y2

    def starts(self, rect: Rect, width: int, home: Spot) -> list[Rect]:
        """Where a block of this frontage may begin: with its front within that of the unit."""
        x, y, x2, y2 = rect
        if home[0] == 0:
            return [(x + k, y, x + k + width, y2) for k in range(x2 - x - width + 1)]
        return [(x, y + k, x2, y + k + width) for k in range(y2 - y - width + 1)]

    def act(self, now: Battle, unit: str) -> Iterator[tuple[Battle, Event]]:
        rect, home = self.rect(now.shapes[unit]), self.at.home(unit)
        front = rect[2] - rect[0] if home[0] == 0 else rect[3] - rect[1]
        least = self.at.number("widest_stand", unit, self.at.number("frontage", unit))
        narrower = range(front - 1, least - 1, -1)
        gaps = [front, *narrower]
        order = [(front, False, False), (front, True, False)]
        order += [(width, aside, True) for aside in (False, True) for width in gaps]
        for ignore in (False, True):
            for width, aside, squeezes in order:
                mover = Mover(self, now, unit, width, squeezes or unit in now.squeezed, ignore)
                ways = {way for start in self.starts(rect, width, home) for way in mover.ways(start, aside)}
                if not ways:
                    continue
                if ignore:
                    yield from self.clear(now, mover, ways, width)
                else:
                    for way in ways:
                        kind = ("narrow " if squeezes else "") + ("aside" if aside else "straight")
                        yield self.moved(now, mover, way, "routs", [("way", kind), ("frontage", width)])
                return
        yield self.destroyed(now, unit, rect, front)

    def corner(self, rect: Rect, home: Spot) -> str:
        """The front left corner of a block that faces home."""
        x, y, x2, y2 = rect
        return place({(0, 1): (x, y2), (0, -1): (x2, y), (1, 0): (x2, y2), (-1, 0): (x, y)}[home])

    def checks(self, now: Battle, unit: str, rects: Iterable[Rect | None]) -> list[str]:
        """Friends that must check because of where the unit comes."""
        mine = self.at.one("rating", unit)
        found = []
        for friend, shape in now.shapes.items():
            rating = self.at.one("rating", friend)
            if friend == unit or self.at.side(friend) != self.at.side(unit) or now.moods[friend] == "routed":
                continue
            if mine is None or rating is None or int(rating) > int(mine):
                continue
            if any(rect and distance(rectangle(*rect), shape) <= 300 for rect in rects):
                found.append(friend)
        return sorted(found)

    def moved(
        self, now: Battle, mover: Mover, way: Path, does: str, notes: list[tuple[str, object]]
    ) -> tuple[Battle, Event]:
        unit, after = mover.unit, now.copy()
        after.stack.pop()
        after.ran.add(unit)
        if mover.narrow:
            after.squeezed.add(unit)
        start, end = way[0], way[-1]
        assert start
        area = [(r[2] - r[0]) * (r[3] - r[1]) if r else 0 for r in (start, end)]
        if end:
            after.shapes[unit] = rectangle(*end)
        else:
            del after.shapes[unit]
            after.runners.remove(unit)
            after.fates[unit] = "gone"
        if does == "halts" and len(way) == 1 and unit == self.root and not now.stirred:
            after.fates[unit] = "held"  # and nobody will ever move
        after.stirred |= end != self.rect(now.shapes[unit])
        path = tuple(self.corner(rect, mover.home) for rect in way if rect)
        notes = [*notes, ("lost", area[0] - area[1]), ("checks", self.checks(now, unit, way[1:]))]
        return after, Event(now.turn, unit, does, path, pack(notes))

    def clear(self, now: Battle, mover: Mover, ways: set[Path], width: int) -> Iterator[tuple[Battle, Event]]:
        """Friends are in the way: they give way, are routed, or stop the unit."""
        clashes: dict[Path, tuple[int, str]] = {}
        for way in ways:
            for number in range(1, len(way)):
                before = way[number - 1]
                assert before
                met = sorted(mover.hits(before, way[number]) & mover.friends)
                if met:
                    clashes[way] = number, met[0]
                    break
        fixed = {friend for _, friend in clashes.values() if friend in now.ran or friend in now.stack}
        movable = {friend for _, friend in clashes.values()} - fixed
        for friend in sorted(movable):
            if now.moods[friend] != "routed" and friend not in now.gave:
                yield self.give_way(now, friend)
            else:
                after = now.copy()
                after.moods[friend] = "routed"
                after.fates.pop(friend, None)
                if friend not in after.runners:
                    after.runners.append(friend)
                after.shapes[friend] = self.faced(friend, now.shapes[friend])
                after.stack.append(friend)
                yield after, Event(now.turn, friend, "is_routed", (), pack([("routed", [friend])]))
        if not movable:
            for way, (number, friend) in clashes.items():
                yield self.moved(now, mover, way[:number], "halts", [("in_the_way", [friend]), ("frontage", width)])

    def give_way(self, now: Battle, unit: str) -> tuple[Battle, Event]:
        after = now.copy()
        home, shape = self.at.home(unit), now.shapes[unit]
        width, depth = self.at.table
        steps = 0
        while steps < 4:
            then = shape.moved(*home)
            x, x2, y, y2 = then.bounds
            swept = hull(shape.corners + then.corners)
            if x < 0 or y < 0 or x2 > width or y2 > depth:
                break
            if any(gap(swept, area) < 0 for _, area in self.closed(unit)):
                break
            others = [s for u, s in now.shapes.items() if u != unit]
            if any(gap(then, s) <= 0 or (gap(swept, s) <= 0 and gap(shape, s) > 0) for s in others):
                break
            shape, steps = then, steps + 1
        after.shapes[unit] = shape
        after.gave.add(unit)
        after.stirred |= steps > 0
        good = now.moods[unit] == "good"
        if good:
            after.moods[unit] = "shaken"
        # It gives way as it stands: its front left corner goes along.
        left, front = self.front_left(unit, now.shapes[unit])
        path = tuple(place((left + k * home[0], front + k * home[1])) for k in range(steps + 1))
        return after, Event(now.turn, unit, "gives_way", path, pack([("shaken", [unit] if good else [])]))

    def front_left(self, unit: str, shape: Shape) -> Spot:
        """The corner that is furthest ahead and, of those, furthest to the left."""
        dx, dy = WAY[self.at.one("facing", unit) or ""]
        x, y = max(shape.corners, key=lambda p: (p[0] * dx + p[1] * dy, -p[0] * dy + p[1] * dx))
        return int(x), int(y)

    def destroyed(self, now: Battle, unit: str, rect: Rect, front: int) -> tuple[Battle, Event]:
        mover = Mover(self, now, unit, front, unit in now.squeezed, True)
        path: list[Rect | None] = [rect]
        while True:
            here = path[-1]
            assert here
            then = mover.step(here, mover.home)
            if mover.barring(here, then):
                break
            path.append(then)
        after = now.copy()
        after.stack.pop()
        after.ran.add(unit)
        after.runners.remove(unit)
        del after.shapes[unit]
        after.fates[unit] = "destroyed"
        places = tuple(self.corner(r, mover.home) for r in path if r)
        return after, Event(
            now.turn, unit, "is_destroyed", places, pack([("checks", self.checks(now, unit, path[1:]))])
        )


def distance(a: Shape, b: Shape) -> Fraction:
    """Hundredths of an inch between two shapes, in straight and diagonal steps."""
    if gap(a, b) <= 0:
        return Fraction(0)

    def steps(dx: Fraction, dy: Fraction) -> Fraction:
        more, less = sorted((abs(dx), abs(dy)), reverse=True)
        return 100 * more + 41 * less

    best: list[Fraction] = []
    for one, two in ((a, b), (b, a)):
        for (x, y), (x2, y2) in zip(two.corners, two.corners[1:] + two.corners[:1], strict=True):
            ex, ey = x2 - x, y2 - y
            for px, py in one.corners:
                # Along an edge the distance is least at one of its ends, or where dx, dy or their difference is nought.
                at = {Fraction(0), Fraction(1)}
                for slope, offset in (
                    (ex, px - x),
                    (ey, py - y),
                    (ex - ey, px - x - py + y),
                    (ex + ey, px - x + py - y),
                ):
                    if slope and 0 < offset / slope < 1:
                        at.add(offset / slope)
                best += [steps(px - x - t * ex, py - y - t * ey) for t in at]
    return min(best)


def solve(text: str, dice: tuple[int, ...] = ()) -> dict[str, list[Line]]:
    """Every line of events of every unit that retreats or routs."""
    position = Position.of(text)
    ((rules,),) = position.all("rules")
    system = Retreat(position, dice) if rules == "retreat" else Rout(position)
    orders = ("routed", "retreating") if rules == "retreat" else ("routed",)
    return {u: system.lines(u) for u in position.units if position.order(u) in orders}
