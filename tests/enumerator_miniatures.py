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


def solve(text: str, dice: tuple[int, ...] = ()) -> dict[str, list[Line]]:
    """Every line of events of every unit that retreats or routs."""
    position = Position.of(text)
    ((rules,),) = position.all("rules")
    system = {"retreat": Retreat}[rules](position, dice)
    return {u: system.lines(u) for u in position.units if position.order(u) in ("routed", "retreating")}
