"""Random tables of the two tabletop systems, as instances. The same seed gives the same text.

A third of the tables has its units where they happen to stand; on the others a unit is put, more often than not, next to
another: flank to flank in its line, in rank behind or before it, or slid up to it, straight or askew, until the two touch.
Half of the tables count in parts of an inch, so that blocks that stand askew can touch, too, or stand a hair apart.
Most of the tables for rout movement have a layout (LAYOUTS), in which a rare thing happens more often.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from random import Random

from enumerator_miniatures import WAY, Position, Shape, along, bounds, gap, hull, passing, rectangle

DIRECTIONS = tuple(WAY)
STRAIGHT = ("north", "east", "south", "west")
AREAS = ("light_woods", "dense_woods", "swamp", "water", "rough", "obstacle", "hill")
PARTS = (1, 1, 1, 1, 1, 2, 3, 100, 100, 100)  # of an inch, that a table counts in
INCH = 100  # hundredths
LAYOUTS = {  # of rout movement: how the others stand to the unit that routs, and how often
    "scattered": 1,
    "short": 7,  # in its way, where its move ends: it falls short by going aside
    "late": 7,  # a little in its way, and nearer ones a little beside it: it veers late, or more than once
    "line": 2,  # side by side across its way: they give way together
    "askew": 2,  # up to it, and it stands askew: it is set straight over them
}


@dataclass
class Table:
    """A table that is being laid out; lengths in inches, unless it is said that they are in the parts that it counts in."""

    rnd: Random
    width: int
    depth: int
    turned: float  # how likely a unit faces any of the eight directions
    close: float  # how likely it is put next to another
    parts: int
    lines: list[str]
    areas: list[Shape] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    layout: str = "scattered"

    @classmethod
    def of(cls, rnd: Random, width: int, depth: int, turned: float, lines: list[str]) -> Table:
        parts = rnd.choice(PARTS)
        close = rnd.choice((0.0, 0.6, 0.9))
        lines = [*lines, f"table({width * parts},{depth * parts})."]
        if parts > 1:
            lines.append(f"unit_of_length(inch,{parts}).")
        return cls(rnd, width, depth, 2 * turned if parts == INCH else turned, close, parts, lines)

    def length(self, least: int, most: int) -> int:
        """A length in parts of an inch: whole inches half the time."""
        inches = self.rnd.randint(least, most)
        more = 0 if self.rnd.random() < 0.5 or inches == most else self.rnd.randint(0, self.parts - 1)
        return inches * self.parts + more

    def area(self) -> None:
        """Lays out some ground."""
        x, y = self.rnd.randint(0, self.width - 1), self.rnd.randint(0, self.depth - 1)
        x2, y2 = self.rnd.randint(x + 1, min(self.width, x + 6)), self.rnd.randint(y + 1, min(self.depth, y + 4))
        corners = ",".join(str(value * self.parts) for value in (x, y, x2, y2))
        self.lines.append(f"area({self.rnd.choice(AREAS)},{corners}).")
        self.areas.append(rectangle(INCH * x, INCH * y, INCH * x2, INCH * y2))

    def place(self, names: list[tuple[str, str]]) -> None:
        """Puts units where there is room, as many as find any."""
        for name, side in names:
            for _ in range(20):
                if self._put(name, side):
                    self.placed.append(name)
                    break

    def _put(self, name: str, side: str) -> bool:
        rnd = self.rnd
        next_to = rnd.choice(self.placed) if self.placed and rnd.random() < self.close else None
        position = Position.of("\n".join(self.lines))
        facing = rnd.choice(DIRECTIONS if rnd.random() < self.turned else STRAIGHT)
        in_the_way = self.layout in ("short", "late", "line") and rnd.random() < 0.9
        askew = self.layout == "askew" and not self.placed
        front, deep = self.length(1, 3 if in_the_way else 5), self.length(1, 2 if in_the_way else 3)
        if in_the_way and self.layout == "late":
            deep = self.parts
        if askew:
            facing, front, deep = rnd.choice(DIRECTIONS[1::2]), self.length(4, 6), self.length(1, 2)
        widest = rnd.randint(1, front // self.parts) * self.parts
        if next_to and rnd.random() < 0.6:  # drawn up alike
            facing = position.one("facing", next_to) or facing
            if rnd.random() < 0.5:
                front, deep = (int(position.one(what, next_to) or 1) for what in ("frontage", "depth"))
                widest = min(widest, front)
        facts = [f"unit({name},{side},{rnd.choice(('infantry', 'infantry', 'cavalry'))}).", f"facing({name},{facing})."]
        facts += [f"frontage({name},{front}).", f"depth({name},{deep}).", f"widest_stand({name},{widest})."]
        x, y = self.length(0, self.width), self.length(0, self.depth)
        if in_the_way and not self.placed:  # far from home
            tries = [(self.length(0, self.width), self.length(0, self.depth)) for _ in range(4)]
            hx, hy = WAY[position.one("home_edge", side) or "north"]
            x, y = min(tries, key=lambda spot: spot[0] * hx + spot[1] * hy)
        if next_to:
            x, y = self._beside(position, next_to, facing, front, deep, facts, name)
        if self.placed and in_the_way:
            x, y = self._before_the_first(position, facts, name)
        facts.append(f"stands_at({name},{x},{y}).")
        fits = self._fits(Position.of("\n".join(self.lines + facts)), name)
        if fits:
            self.lines += facts
        return fits

    def _beside(
        self, position: Position, other: str, facing: str, front: int, deep: int, facts: list[str], name: str
    ) -> tuple[int, int]:
        """The front left corner next to another unit, in parts of an inch."""
        x, y = next((int(row[1]), int(row[2])) for row in position.all("stands_at") if row[0] == other)
        dx, dy = WAY[facing]
        wide, long = (int(position.one(what, other) or 1) for what in ("frontage", "depth"))
        how = self.rnd.choice(("right", "left", "behind", "before", "slid", "slid", "slid"))
        if how != "slid" and position.one("facing", other) == facing and (self.parts == INCH or not dx * dy):
            front, deep, wide, long = (along(n) if dx * dy else n for n in (front, deep, wide, long))
            aside = {"right": wide, "left": -front}.get(how, 0)
            back = {"behind": long, "before": -deep}.get(how, 0)
            return x + dy * aside - dx * back, y - dx * aside - dy * back
        # Slid up to it from somewhere, until it touches, or is a part of an inch short of that.
        x, y = self.length(0, self.width), self.length(0, self.depth)
        block = Position.of("\n".join([*self.lines, *facts, f"stands_at({name},{x},{y})."])).shape(name)
        dx, dy = WAY[self.rnd.choice(DIRECTIONS)]
        meeting = passing(block, (dx, dy), position.shape(other))
        far = ceil(meeting.first * self.parts / INCH) if meeting else 0
        far -= self.rnd.choice((0, 0, 0, 1))
        return x + dx * far, y + dy * far

    def _before_the_first(self, position: Position, facts: list[str], name: str) -> tuple[int, int]:
        """The front left corner somewhere on the way home of the unit that was put first, in parts of an inch."""
        first, home = position.shape(self.placed[0]), position.home(self.placed[0])
        block = Position.of("\n".join([*self.lines, *facts, f"stands_at({name},0,0)."])).shape(name)
        alone = len(self.placed) == 1
        nearest, furthest = {"late": (6, 9) if alone else (1, 3), "line": (0, 3)}.get(self.layout, (0, 9))
        ahead = self.length(nearest, furthest) * INCH // self.parts
        aside = self.rnd.choice((0, 0, 3)) * INCH
        if self.layout == "line" and not alone:
            first = hull(frozenset(point for other in self.placed[1:] for point in position.shape(other)))
        places = []
        for axis, way in enumerate(home):
            low, high = bounds(first)[2 * axis : 2 * axis + 2]
            near, far = bounds(block)[2 * axis : 2 * axis + 2]
            if way and self.layout == "line" and not alone:
                start = low - near if way > 0 else high - far
            elif way:
                start = high + ahead - near if way > 0 else low - ahead - far
            elif self.layout == "line" and not alone:
                start = self.rnd.choice((low - far, high - near))
            elif self.layout == "late":  # a little in its way, or a little beside it
                over = self.rnd.randint(1, 2 * INCH) if alone else -self.rnd.randint(1, INCH)
                start = self.rnd.choice((low - far + over, high - near - over))
            else:
                start = self.rnd.randint(low - far + near - aside, high + aside) - near
            places.append(start * self.parts // INCH)
        return places[0], places[1]

    def _fits(self, position: Position, name: str) -> bool:
        block = position.shape(name)
        x, x2, y, y2 = bounds(block)
        if x < 0 or y < 0 or x2 > INCH * self.width or y2 > INCH * self.depth:
            return False
        others = [position.shape(other) for other in self.placed]
        return all(gap(block, shape) >= 0 for shape in others + self.areas)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def random_retreat(seed: int) -> str:
    """A table with units in retreat or rout, friends, attacks, voluntary moves and dice."""
    rnd = Random(f"retreat {seed}")
    width, depth = rnd.randint(8, 30), rnd.randint(8, 30)
    lines = ["rules(retreat). side(blue). side(red)."]
    lines += [f"home_edge(blue,{rnd.choice(STRAIGHT)}). home_edge(red,{rnd.choice(STRAIGHT)})."]
    if rnd.random() < 0.3:
        lines.append("option(edge,whole).")
    table = Table.of(rnd, width, depth, 0.3, lines)
    lines = table.lines
    names = [(f"b{i}", "blue") for i in range(rnd.randint(2, 5))] + [(f"r{i}", "red") for i in range(rnd.randint(0, 2))]
    table.place(names)
    first = rnd.random() < 0.3
    if first:  # so that friends in retreat have yet to move
        lines.append(f"moves_first({table.placed[0]}).")
    for number, name in enumerate(table.placed):
        lines.append(f"movement({name},{table.length(1, 9)}).")
        if rnd.random() < 0.5:
            lines.append(f"formed({name}).")
        fled = number == 0 or rnd.random() < (0.5 if first else 0.2)
        order = rnd.choice(("routed", "retreating")) if fled else "good"
        if number == 0 and first:
            order = "routed"
        if order != "good":
            lines.append(f"order({name},{order}).")
        if order != "good" or rnd.random() < 0.3:
            lines.append(f"threat({name},{table.length(0, width)},{table.length(0, depth)}).")
        for turn in range(2, 6):
            chosen = rnd.random()
            if chosen < 0.2:
                lines.append(f"attacked({name},{turn}).")
            elif chosen < 0.4:
                lines.append(f"goes_on({name},{turn}).")
    fleeing = sum(line.startswith("order(") for line in lines)
    known = 0.15 if fleeing < 3 else 0.9  # the lines of many units with unknown dice are too many to compare
    lines += [f"die({turn},{rnd.randint(1, 6)})." for turn in range(2, 7) if rnd.random() < known]
    return table.text()


def random_battle(seed: int) -> str:
    """A table with one or two routed units behind friends, enemies and ground that is impassable to some."""
    rnd = Random(f"battle {seed}")
    width, depth = rnd.randint(8, 18), rnd.randint(10, 24)
    lines = ["rules(battlesystem). side(blue). side(red)."]
    lines += [f"home_edge(blue,{rnd.choice(STRAIGHT)}). home_edge(red,{rnd.choice(STRAIGHT)})."]
    for option in ("option(veer,beginning).", "option(oblique,round)."):
        if rnd.random() < 0.2:
            lines.append(option)
    table = Table.of(rnd, width, depth, 0.2, lines)
    (table.layout,) = rnd.choices(list(LAYOUTS), list(LAYOUTS.values()))
    lines = table.lines
    for _ in range(rnd.choice((0, 0, 1, 2, 3))):
        table.area()
    for _ in range(rnd.choice((0, 0, 0, 1, 2))):
        lines.append(f"impassable({rnd.choice(('infantry', 'cavalry'))},{rnd.choice(AREAS)}).")
    names = [(f"b{i}", "blue") for i in range(rnd.randint(1, 5))] + [(f"r{i}", "red") for i in range(rnd.randint(0, 3))]
    if table.layout != "late" and rnd.random() < 0.5:  # so that friends and enemies are next to one another, too
        rnd.shuffle(names)
        names.sort(key=lambda row: row[0] != "b0")
    table.place(names)
    first = rnd.random() < 0.3
    if first:  # so that friends who are routed stand in its way
        lines.append(f"moves_first({table.placed[0]}).")
    for number, name in enumerate(table.placed):
        movement = table.length(2, 8)
        if number == 0 and table.layout in ("late", "line"):
            movement = table.length(8, 14)
        elif number == 0 and table.layout == "short":
            movement = _just_there(table, name) or movement
        lines.append(f"movement({name},{movement}).")
        others = ("good",) * 6 + ("shaken", "shaken") + ("routed",) * (4 if first else 1)
        order = "routed" if number == 0 else rnd.choice(others)
        if order != "good":
            lines.append(f"order({name},{order}).")
        lines.append(f"rating({name},{rnd.randint(8, 11)}).")
        lines.append(f"rallies({name},{rnd.choice((2, 2, 2, 3))}).")
    return table.text()


def _just_there(table: Table, name: str) -> int | None:
    """A movement that ends at or a little behind the first thing on the way home of a unit; None if there is none."""
    position = Position.of("\n".join(table.lines))
    things = [position.shape(other) for other in table.placed if other != name] + table.areas
    met = (passing(position.shape(name), position.home(name), thing) for thing in things)
    near = min((each.first for each in met if each and each.deep and each.first > 0), default=None)
    if near is None:
        return None
    return ceil(near * table.rnd.choice((100, 105, 110, 120, 135)) / 100 * table.parts / INCH)
