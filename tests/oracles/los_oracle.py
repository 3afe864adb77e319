"""A second judge of LOS over terrain, to compare `asp/board/los.lp` with.

It is written from the sections of the rulebook, not from the encoding, and works in another way: every LOS is clipped
against the polygons of the hexes, in fractions, and the rules look at what is left. It is slow, and may be.

`judge` is of hexes at their own levels, `judge_locations` of Locations, such as "C2@2", as `asp/asl/a6_los.lp` has them:
there are LOS that the rules in their simple form leave open, and it says so.

Units: x is 3 for each column, y is 1 for each doubled row, as if hexes were 4 wide and 2 high. Real hexes are regular,
but stretching a plane keeps straight lines straight and what lies on them in its order, and nothing else matters here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

Point = tuple[int, int]
CORNERS: tuple[Point, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
HALF = Fraction(1, 2)


@dataclass
class Board:
    """Hexes by name, with all that LOS can depend on. `sides` has a hexside once, as a set of its two hexes."""

    hexes: dict[str, Point] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    elevation: dict[str, int] = field(default_factory=dict)
    storeys: dict[str, int] = field(default_factory=dict)
    sides: dict[frozenset[str], str] = field(default_factory=dict)
    month: int | None = None
    building: dict[str, str] = field(default_factory=dict)
    stairs: set[str] = field(default_factory=set)
    features: dict[str, str] = field(default_factory=dict)
    cellars: set[str] = field(default_factory=set)

    def facts(self) -> str:
        """The board in the vocabulary of instances."""
        lines = [f'hex("{h}",{c},{r}).' for h, (c, r) in self.hexes.items()]
        lines += [f'terrain("{h}",{t}).' for h, t in self.terrain.items()]
        lines += [f'elevation("{h}",{n}).' for h, n in self.elevation.items()]
        lines += [f'level("{h}",{i}).' for h, n in self.storeys.items() for i in range(1, n + 1)]
        for side, kind in self.sides.items():
            a, b = sorted(side)
            lines.append(f'hexside("{a}","{b}",{kind}).')
        lines += [f'level("{h}",-1).' for h in sorted(self.cellars)]
        lines += [f'building("{name}","{h}").' for h, name in self.building.items()]
        lines += [f'stairwell("{h}").' for h in sorted(self.stairs)]
        lines += [f'feature("{h}",{what}).' for h, what in self.features.items()]
        if self.month is not None:
            lines.append(f"month({self.month}).")
        return "\n".join(lines)

    def ground(self, name: str) -> int:
        return self.elevation.get(name, 0)

    def locations(self) -> list[str]:
        """All Locations, the ground of each hex first."""
        upper = [f"{h}@{level}" for h, n in self.storeys.items() for level in range(1, n + 1)]
        return [*self.hexes, *upper, *(f"{h}@-1" for h in sorted(self.cellars))]

    def height(self, location: str) -> int:
        """The level of the hex and that of the Location in it."""
        name, _, level = location.partition("@")
        return self.ground(name) + int(level or 0)

    def range(self, a: str, b: str) -> int:
        """Hexes from one to the other, by cube coordinates."""
        (c, r), (c2, r2) = self.hexes[a], self.hexes[b]
        return max(abs(c - c2), abs((r - c) - (r2 - c2)) // 2, abs((r + c) - (r2 + c2)) // 2)

    def centre(self, name: str) -> Point:
        c, r = self.hexes[name]
        return 3 * c, r

    def corners(self, name: str) -> list[Point]:
        x, y = self.centre(name)
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    @cached_property
    def every_side(self) -> list[frozenset[str]]:
        """All hexsides between two hexes of the board."""
        return [frozenset(pair) for pair in combinations(self.hexes, 2) if self.range(*pair) == 1]

    def corner_pair(self, side: frozenset[str]) -> tuple[Point, Point]:
        a, b = side
        p, q = sorted(set(self.corners(a)) & set(self.corners(b)))
        return p, q


class Passed(NamedTuple):
    """A hex that the LOS passes: where on the LOS (0 to 1), and its ranges to the two ends."""

    name: str
    start: Fraction
    stop: Fraction
    near: int
    far: int


def passed(board: Board, a: str, b: str) -> list[Passed]:
    """The hexes between that share more than a point with the LOS, in its order."""
    passed_hexes = []
    (x0, y0), (x1, y1) = board.centre(a), board.centre(b)
    for name in board.hexes:
        if name in (a, b) or board.range(a, name) + board.range(name, b) > board.range(a, b) + 2:  # far off the line
            continue
        cx, cy = board.centre(name)
        start, stop = Fraction(0), Fraction(1)
        # inside a hex: |y| <= 1, |x + y| <= 2 and |x - y| <= 2, seen from its centre
        for nx, ny, limit in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):
            at = nx * (x0 - cx) + ny * (y0 - cy)
            change = nx * (x1 - x0) + ny * (y1 - y0)
            for sign in (1, -1):
                room, speed = limit - sign * at, sign * change
                if speed > 0:
                    stop = min(stop, Fraction(room, speed))
                elif speed < 0:
                    start = max(start, Fraction(room, speed))
                elif room < 0:
                    stop = Fraction(-1)
        if start < stop:
            passed_hexes.append(Passed(name, start, stop, board.range(a, name), board.range(name, b)))
    return sorted(passed_hexes, key=lambda p: (p.start, p.name))


def area(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def between(p: Point, q: Point, r: Point) -> bool:
    """Return True if r, known to be in line with p and q, is on the segment."""
    return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])


OBSTACLES = {  # height in levels
    "woods": Fraction(1),
    "stone_building": Fraction(1),
    "wooden_building": Fraction(1),
    "stone_factory": 1 + HALF,
    "stone_market_place": 1 + HALF,
    "stone_rubble": HALF,
    "pine_woods": Fraction(2),
    "swamp": Fraction(2),
    "lumberyard": Fraction(1),
    "cactus_patch": HALF,
}
LIGHT = "light_woods"
MARKET = "stone_market_place"  # open to a LOS along its ground (B23.73)
THIN = ("brush", "marsh", "mudflats", "crags", "graveyard", "grain", "debris")


HUTS = ("huts", "collapsed_huts")


def obstacle_height(board: Board, name: str) -> Fraction:
    """Levels above the ground of the hex, 0 for none. Orchards are dealt with elsewhere."""
    kind = board.terrain.get(name, "")
    if kind.endswith(("building", "factory")) and name in board.storeys:
        return board.storeys[name] + HALF
    return OBSTACLES[kind] + _on_banks(board, name) if kind in OBSTACLES else Fraction(0)


def orchard_in_leaf(board: Board) -> bool:
    return board.month is None or board.month in range(4, 11)


def grain_stands(board: Board) -> bool:
    return board.month is None or board.month in (6, 7, 8, 9)


def judge(board: Board, a: str, b: str) -> int | None:
    """Hindrances of the LOS between two hexes, or None if it is blocked."""
    return 0 if a == b else _between(board, a, b, board.ground(a), board.ground(b), raised=False)


def _between(board: Board, a: str, b: str, level: int, other: int, *, raised: bool) -> int | None:
    """Decide for ends at these levels, whatever the levels of their hexes. `raised`: one is not on the ground."""
    if level == other:
        hindrances = _same_level(board, a, b, level)
    elif level > other:
        hindrances = _looking_down(board, a, b, level, other, raised)
    else:
        hindrances = _looking_down(board, b, a, other, level, raised)
    total = sum(hindrances.values()) if hindrances is not None else 6
    return None if total >= 6 else total


def _same_level(board: Board, a: str, b: str, level: int) -> dict[int, int] | None:
    """The ranges at which there is a Hindrance, and of how much: the greatest at each. None: blocked."""
    hindered: dict[int, int] = {}
    for hex_ in passed(board, a, b):
        ground = board.ground(hex_.name)
        kind = board.terrain.get(hex_.name, "")
        under_it = kind == MARKET and ground == level
        if ground > level or (ground + obstacle_height(board, hex_.name) > level and not under_it):
            return None
        stands = ground == level or (ground + 1 == level and _on_banks(board, hex_.name))
        if stands and kind == LIGHT:  # B35.2
            hindered[hex_.near] = 2
        if stands and kind in HUTS:  # G5.2
            hindered.setdefault(hex_.near, 1)
        if stands and (kind == "orchard" or (kind in THIN and (kind != "grain" or grain_stands(board)))):
            hindered.setdefault(hex_.near, 1)
    return None if _fenced(board, a, b, level) else hindered


def _fenced(board: Board, a: str, b: str, level: int) -> bool:
    """Walls, hedges and roadblocks (B9.1, B9.2, B9.7, B29.2), and Drifts (E3.752)."""
    start, end = board.centre(a), board.centre(b)
    fences = {s for s, kind in board.sides.items() if kind in ("wall", "hedge", "cactus_hedge", "roadblock", "drift")}
    fences = {s for s in fences if max(board.ground(h) for h in s) >= level}
    own_corners = {a: set(board.corners(a)), b: set(board.corners(b))}

    def along(side: frozenset[str]) -> bool:
        return all(area(start, end, p) == 0 and between(start, end, p) for p in board.corner_pair(side))

    def spine_of(side: frozenset[str]) -> list[str]:
        return [h for h in (a, b) if own_corners[h] & set(board.corner_pair(side))]

    for side in fences:
        if a in side or b in side:
            continue
        p, q = board.corner_pair(side)
        if along(side):
            ends = spine_of(side)
            if not ends:
                return True
            if len(ends) == 1:
                (far,) = {p, q} - own_corners[ends[0]]
                around = {s for s in board.every_side if far in board.corner_pair(s)}
                if len(around) == 3 and around <= fences:
                    return True
            continue
        d, e = area(start, end, p), area(start, end, q)
        f, g = area(p, q, start), area(p, q, end)
        if d * e > 0 or f * g > 0 or d == e == 0:  # d == e == 0: in line with the LOS, but beyond its ends
            continue
        if d * e < 0:
            return True
        corner = p if d == 0 else q
        spines = [s for s in board.every_side if corner in board.corner_pair(s) and along(s) and not {a, b} & s]
        if not any(s in fences and len(spine_of(s)) == 1 for s in spines):
            return True
    return False


def _looking_down(
    board: Board, high: str, low: str, top_level: int, low_level: int, raised: bool
) -> dict[int, int] | None:
    line = passed(board, high, low)
    if _in_depression(board, low) and _below_bank(board, line, top_level, low_level):
        return None
    hindered: dict[int, int] = {}
    # B11.21: whether it looks over that cliff, and so over a crest beside it, is left open
    beside = {hex_.name for hex_ in line if hex_.near == 1}
    past_a_cliff = raised and _past_the_end_of_a_cliff(board, high, low, beside, low_level)
    for hex_ in line:
        ground = board.ground(hex_.name)
        height = obstacle_height(board, hex_.name)
        if board.terrain.get(hex_.name) == "orchard":
            if orchard_in_leaf(board):
                height = Fraction(1)  # B14.2
            elif low_level <= ground and (top_level == ground + 1 or (top_level > ground + 1 and hex_.far == 1)):
                hindered[hex_.near] = 1
        if board.terrain.get(hex_.name) == LIGHT:
            height = Fraction(1 + _on_banks(board, hex_.name))  # B35.2
        full = int(height)
        # A6.2, B10.2: not above what is in between
        if ground >= top_level or (full and ground + full >= top_level):
            return None
        # A6.4 to A6.43
        if full and low_level < ground + full:
            blind = full + hex_.near // 5
            blind -= max(0, top_level - (ground + full) - 1)
            blind += ground - low_level
            if hex_.far <= max(blind, 1):
                return None
        if ground <= low_level or (hex_.near == 1 and not raised):
            continue
        if hex_.near == 1 and past_a_cliff:
            continue
        # B10.23: the first level down is free
        blind = hex_.near // 5 - max(0, top_level - ground - 1) + (ground - low_level - 1)
        # A viewer upstairs is not on the hill that the next hex belongs to: it hides what any crest does
        if hex_.far <= blind or (hex_.near > 1 and hex_.far == 1 and ground - low_level >= 2):
            return None
        # B11.21: with a cliff it is not
        if _over_cliff(board, high, low, hex_, line) and hex_.far <= max(blind + 1, 1):
            return None
    return hindered


def _in_depression(board: Board, name: str) -> bool:
    """Return True if a hex is a gully, a stream that is not flooded, or the like, by itself or with other terrain in it."""
    feature = board.features.get(name)
    return feature in GROWN_OVER or (board.terrain.get(name) in SUNKEN and feature not in ("bridge", "flooded"))


def _on_banks(board: Board, name: str) -> bool:
    """Return True if what grows in a depression grows beside it, too, a level up (B13.2)."""
    around = (h for h in board.hexes if board.range(h, name) == 1 and not _in_depression(board, h))
    return board.features.get(name) in GROWN_OVER and any(board.ground(h) > board.ground(name) for h in around)


def _below_bank(board: Board, line: list[Passed], top_level: int, low_level: int) -> bool:
    """Return True if the banks of the depression of the lower end hide it (A6.3).

    The higher end must be a level higher for each hex of range; depression hexes that the LOS goes through last are not
    counted.
    """
    banks = [p for p in line if board.ground(p.name) > low_level and not _in_depression(board, p.name)]
    if not banks:
        return False
    last = min(banks, key=lambda p: p.far)
    return last.near + last.far - (last.far - 1) > top_level - low_level


def _past_the_end_of_a_cliff(board: Board, high: str, low: str, names: set[str], low_level: int) -> bool:
    """Return True if a LOS touches the end of a cliff of these hexes whose top is above its lower end, or runs along it."""
    start, end = board.centre(high), board.centre(low)
    return any(
        kind == "cliff"
        and names & side
        and max(board.ground(h) for h in side) > low_level
        and any(area(start, end, corner) == 0 for corner in board.corner_pair(side))
        for side, kind in board.sides.items()
    )


def _over_cliff(board: Board, high: str, low: str, hex_: Passed, line: list[Passed]) -> bool:
    """Return True if the LOS goes out of this hex over a cliff, down."""
    start, end = board.centre(high), board.centre(low)
    stops = {p.name: (p.start + p.stop) / 2 for p in line} | {high: Fraction(0), low: Fraction(1)}
    for side, kind in board.sides.items():
        if kind != "cliff" or hex_.name not in side:
            continue
        (other,) = side - {hex_.name}
        p, q = board.corner_pair(side)
        if other not in stops or stops[other] < stops[hex_.name] or board.ground(other) >= board.ground(hex_.name):
            continue
        if area(start, end, p) * area(start, end, q) < 0:
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------------
# Locations above and below the ground

OPEN = "left open"  # the simple form does not say
HOUSES = ("stone_building", "wooden_building")
SUNKEN = ("gully", "stream", "sunken_road", "wadi")
GROWN_OVER = ("gully", "stream")  # a feature: other terrain in one
PLAIN = (
    "open_ground",
    "woods",
    LIGHT,
    "pine_woods",
    "stone_rubble",
    "orchard",
    *THIN,
    *SUNKEN,
    *HOUSES,
    "stone_factory",
    MARKET,
)
FENCES = ("wall", "hedge", "cactus_hedge", "roadblock", "drift", "cliff")


def judge_locations(board: Board, a: str, b: str) -> int | str | None:
    """Hindrances of the LOS between two Locations, one of which at least is not the ground of its hex; None if it is
    blocked, OPEN if that is not decided."""
    hex_a, hex_b = a.partition("@")[0], b.partition("@")[0]
    level, other = board.height(a), board.height(b)
    if hex_a == hex_b:  # B23.25
        stairs = hex_a in board.stairs or board.terrain[hex_a] == MARKET
        return 0 if stairs and abs(level - other) == 1 else None
    for place, name in ((a, hex_a), (b, hex_b)):
        if place.endswith("@-1") or board.features.get(name) in ("bridge", "tower"):
            return OPEN
        if board.terrain[name] not in PLAIN or board.terrain[name] == "stone_factory":
            return OPEN
        if place != name and board.terrain[name] not in (*HOUSES, MARKET):
            return OPEN
    one_building = board.building.get(hex_a) == board.building.get(hex_b, "") and level != other
    one_building = one_building and "rowhouse" not in (board.features.get(hex_a), board.features.get(hex_b))
    if one_building and any(board.terrain[name] == MARKET for name in (hex_a, hex_b) if name in (a, b)):
        return OPEN  # B23.73 says what is open, and not what the floor above hides
    judged = _between(board, hex_a, hex_b, level, other, raised=True)
    if judged is None:
        return None
    inside = level != other and _stays_in(board, hex_a, hex_b)
    if inside:
        high, low, top = (hex_a, hex_b, level) if level > other else (hex_b, hex_a, other)
        roofs = [*(p.name for p in passed(board, high, low)), low]
        if any(board.ground(name) + int(obstacle_height(board, name)) >= top for name in roofs):
            return None  # A6.8
    return OPEN if inside or _left_open(board, a, b) else judged


def _stays_in(board: Board, a: str, b: str) -> bool:
    """Return True if a LOS is all the way in one building; along hexsides one side is enough."""
    name = board.building.get(a)
    if name is None or board.building.get(b) != name or "rowhouse" in (board.features.get(a), board.features.get(b)):
        return False
    stretches: dict[tuple[Fraction, Fraction], bool] = {}
    for hex_ in passed(board, a, b):
        here = board.building.get(hex_.name) == name
        stretches[hex_.start, hex_.stop] = stretches.get((hex_.start, hex_.stop), False) or here
    return all(stretches.values())


def _left_open(board: Board, a: str, b: str) -> bool:
    hex_a, hex_b = a.partition("@")[0], b.partition("@")[0]
    if (_in_depression(board, hex_a) and a == hex_a) or (_in_depression(board, hex_b) and b == hex_b):
        return True
    crossed = [p.name for p in passed(board, hex_a, hex_b)]
    way = [hex_a, *crossed, hex_b]
    if any(board.terrain[h] not in PLAIN or board.features.get(h) in ("bridge", "tower") for h in crossed):
        return True
    if any(board.features.get(h) in ("blaze", "ffe") for h in way):
        return True
    if sum(board.features.get(h) == "rowhouse" for h in way) > 1:
        return True
    start, end = board.centre(hex_a), board.centre(hex_b)
    low = min(board.height(a), board.height(b))
    for side, kind in board.sides.items():
        if kind == "cliff" and side & set(crossed) and board.height(a) != board.height(b):
            corner = any(area(start, end, p) == 0 for p in board.corner_pair(side))
            if corner and max(board.ground(h) for h in side) > low:
                return True
        if kind not in FENCES:
            p, q = board.corner_pair(side)
            sides_of_line = area(start, end, p) * area(start, end, q) <= 0
            sides_of_hexside = area(p, q, start) * area(p, q, end) <= 0
            in_line = area(start, end, p) == area(start, end, q) == 0
            if in_line and (between(start, end, p) or between(start, end, q)):
                return True
            if not in_line and sides_of_line and sides_of_hexside:
                return True
    return False


def boards_with_storeys(seed: int, count: int, *, radius: int = 3) -> Iterator[Board]:
    """Random boards with buildings of one to three upper levels, hills up to level 3, and now and then something that the
    simple form leaves open."""
    chance = random.Random(seed)
    for board in boards(seed + 1, count, radius=radius, hilly=True):
        board.elevation = {h: min(level, 3) for h, level in board.elevation.items()}
        if chance.random() < 0.3:
            board.elevation = {}
        odd = chance.random() < 0.3
        board.storeys = {}
        for number in range(chance.randint(1, 4)):
            house = [chance.choice(sorted(board.hexes))]
            for _ in range(chance.choice((0, 1, 1, 2, 4))):
                near = [h for h in board.hexes if board.range(h, house[-1]) == 1 and h not in board.building]
                house += [chance.choice(near)] if near else []
            kind, tall = chance.choice((*HOUSES, MARKET)), chance.randint(0, 3)
            for name in dict.fromkeys(house):
                if name in board.building:
                    continue
                board.terrain[name] = kind
                board.features.pop(name, None)  # no building stands in a gully or stream
                board.building[name] = f"b{number}"
                storeys = 1 if kind == MARKET else tall if chance.random() < 0.8 else chance.randint(0, 3)
                if storeys:
                    board.storeys[name] = storeys
                if chance.random() < 0.5:
                    board.stairs.add(name)
        board.storeys |= {name: 1 for name in board.hexes if board.terrain[name] == MARKET}
        for name in board.hexes:
            if odd and chance.random() < 0.06:
                what = chance.choice(("gully", "stream", "debris", "bridge", "tower", "rowhouse", "blaze", "cellar"))
                if what in ("gully", "stream", "debris"):
                    if name not in board.building:
                        board.terrain[name] = what
                        board.features.pop(name, None)
                elif what == "cellar":
                    board.cellars |= {name} & set(board.building)
                else:
                    board.features[name] = what
        if odd:
            for side in chance.sample(board.every_side, 3):
                board.sides[side] = chance.choice(("bocage", "rowhouse_wall"))
        yield board


def boards(seed: int, count: int, *, radius: int = 5, hilly: bool = False) -> Iterator[Board]:
    """Random boards, round ones of that radius in hexes. Hilly ones have smooth and broken ground in turn."""
    chance = random.Random(seed)
    for n in range(count):
        board = Board(month=chance.choice([None, 1, 5, 7, 11]))
        for c in range(2 * radius + 1):
            for r in range(4 * radius + 1):
                dc, dr = abs(c - radius), abs(r - 2 * radius)
                if (dc + dr) % 2 == 0 and max(dc, (dc + dr) // 2) <= radius:
                    board.hexes[f"{chr(65 + c)}{r}"] = (c, r)
        dense = chance.choice([2, 6, 12])
        kinds = [
            "woods",
            "stone_building",
            "stone_rubble",
            "brush",
            "grain",
            "orchard",
            "marsh",
            "huts" if n % 2 else "mudflats",
            "stone_factory",
            MARKET,
            LIGHT,
        ]
        for name in board.hexes:
            board.terrain[name] = chance.choice([*kinds, *["open_ground"] * 4 * dense])
            if board.terrain[name] == "stone_building" and chance.random() < 0.4:
                board.storeys[name] = chance.choice([1, 2])
        if hilly:
            _raise_hills(board, chance, rough=n % 2 == 0)
            _dig(board, chance)
        for side in chance.sample(board.every_side, len(board.every_side) // dense // 3):
            low, high = sorted(board.ground(h) for h in side)
            board.sides[side] = "cliff" if low < high and chance.random() < 0.5 else chance.choice(FENCES[:-1])
        yield board


def _dig(board: Board, chance: random.Random) -> None:
    """Lay depressions through a board, a level below what was there; some are flooded or bridged, and lie no lower."""
    for kind in chance.sample(SUNKEN, 2):
        here = chance.choice(sorted(board.hexes))
        for _ in range(chance.randint(1, 6)):
            if not _in_depression(board, here):
                board.features.pop(here, None)
                board.terrain[here] = kind
                board.storeys.pop(here, None)
                board.elevation[here] = board.ground(here) - 1
                if kind in GROWN_OVER and chance.random() < 0.4:
                    board.terrain[here] = chance.choice(("woods", "pine_woods", LIGHT, "brush"))
                    board.features[here] = kind
                    continue
                if kind in ("gully", "stream") and chance.random() < 0.15:
                    board.features[here] = "flooded" if kind == "stream" and chance.random() < 0.5 else "bridge"
                    board.elevation[here] += 1
            here = chance.choice([h for h in board.hexes if board.range(h, here) == 1])


def _raise_hills(board: Board, chance: random.Random, *, rough: bool) -> None:
    if rough:
        board.elevation = {h: chance.choice([0, 0, 0, 1, 1, 2, 3]) for h in board.hexes}
        return
    tops = [(h, chance.randint(1, 5)) for h in chance.sample(sorted(board.hexes), 3)]
    board.elevation = {h: max(0, *(top - board.range(h, t) for t, top in tops)) for h in board.hexes}
