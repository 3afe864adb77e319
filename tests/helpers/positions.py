"""Random Starter Kit positions, as instance text.

One drawing function serves both the seeded generator (``random_position``) and the Hypothesis strategy (``positions``,
on smaller maps): it draws from a ``random.Random``, and Hypothesis supplies one that it controls and can shrink.

The positions are drawn to be eventful rather than likely: enemies near the router, many of whom it discovers only on
the way; cover that is scarce or out of reach; friends that fill hexes; results of NMC given as facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from pyrout.program.rule_index import options

Cell = tuple[int, int]
T = TypeVar("T")

SIDES = ("german", "russian")
TERRAINS = ("open_ground", "orchard", "grain", "brush", "woods", "stone_building", "wooden_building")
PALETTES = {
    "open": (56, 8, 10, 6, 8, 4, 4),
    "mixed": (30, 10, 14, 12, 14, 6, 6),
    "cover": (20, 5, 5, 10, 30, 10, 10),
    "sparse": (55, 12, 16, 8, 3, 2, 0),
    "bare": (60, 10, 20, 10, 0, 0, 0),
}
# Hexes that nobody enters by the Starter Kit; None is a hex without terrain. (Other terrain without a cost it refuses.)
BARRIERS: tuple[str | None, ...] = ("water", "water", None)
KINDS = {"squad": 50, "half_squad": 12, "crew": 9, "leader": 16, "hero": 4, "commissar": 3, "gun": 6}
ROUTER_KINDS = {"squad": 50, "half_squad": 12, "crew": 8, "leader": 30}
HALVES = {"squad": 2, "half_squad": 1, "crew": 1}


def other_readings(ruleset: str) -> dict[str, tuple[str, ...]]:
    """Return the values of each option that are not its default, the last first."""
    others: dict[str, tuple[str, ...]] = {}
    for value in options(ruleset):
        if not value.default:
            others[value.option] = (value.value, *others.get(value.option, ()))
    return others


OPTIONS = other_readings("aslsk")
OFTEN = {"crawl_toward": 0.4}  # of all positions; another option in 0.15


def hex_name(cell: Cell, board: str = "y") -> str:
    """The name of the hex at (column, doubled row), as players write it."""
    column, row = cell
    letters = chr(ord("A") + column % 26) * (1 + column // 26)
    return f"{board}{letters}{(row + 1) // 2}"


def distance(a: Cell, b: Cell) -> int:
    columns, rows = abs(a[0] - b[0]), abs(a[1] - b[1])
    return columns + max(0, rows - columns) // 2


def disc(centre: Cell, radius: int) -> list[Cell]:
    c0, r0 = centre
    square = [(c0 + dc, r0 + dr) for dc in range(-radius, radius + 1) for dr in range(-2 * radius, 2 * radius + 1)]
    return [cell for cell in square if sum(cell) % 2 == sum(centre) % 2 and distance(cell, centre) <= radius]


class _Scene:
    """A position being drawn."""

    built_of: tuple[str, ...] = ("stone_building", "wooden_building")  # the buildings of several hexes

    def __init__(self, rnd: Random, max_radius: int) -> None:
        self.rnd = rnd
        self.lines: list[str] = ["rules(aslsk)."]
        self.ids: dict[str, int] = {}
        self.weapons = 0
        self.dug_in: list[str] = []  # weapons that may be emplaced
        self.places: list[tuple[str, str, Cell, bool]] = []  # id, side, hex, broken
        # Names start at A1 whatever the board, so that no row or column falls below it.
        column = rnd.randint(18, 19)
        self.start: Cell = (column, 41 if column % 2 == 0 else 42)
        radius = min(rnd.choice((2, 3, 3, 4, 4, 5, 5, 6, 7, 8)), max_radius)
        # On a large map the bulk of the draws comes from one number: Hypothesis could not carry them all.
        self.bulk = rnd if radius <= 3 else Random(rnd.getrandbits(32))
        holes = rnd.choice((0.0, 0.0, 0.0, 0.04, 0.15))
        near = set(disc(self.start, 1))
        self.cells = [
            cell for cell in disc(self.start, radius) if cell == self.start or not self.chance(holes, bulk=True)
        ]
        if near.isdisjoint(set(self.cells) - {self.start}):
            self.cells.append((self.start[0], self.start[1] + 2))
        self.far: Cell | None = None
        if self.chance(0.08):
            self.far = (self.start[0] + rnd.randint(13, 19), 0)
            self.far = (self.far[0], self.start[1] + (self.far[0] - self.start[0]) % 2)
            if self.far in self.cells:
                self.far = None
        self.terrain: dict[Cell, str | None] = {}

    # drawing

    def chance(self, p: float, *, bulk: bool = False) -> bool:
        # In thousandths and counted from the top, so that Hypothesis shrinks towards "no".
        return p > 0 and (self.bulk if bulk else self.rnd).randint(0, 999) >= 1000 - round(1000 * p)

    def weighted(self, weights: dict[T, int], *, bulk: bool = False) -> T:
        at = (self.bulk if bulk else self.rnd).randint(0, sum(weights.values()) - 1)
        for value, weight in weights.items():
            at -= weight
            if at < 0:
                return value
        raise AssertionError("weights are exhausted")

    def some(self, values: Sequence[T], low: int, high: int) -> list[T]:
        """A few of the values, without repetition."""
        pool, chosen = list(values), []
        for _ in range(min(self.rnd.randint(low, high), len(pool))):
            chosen.append(pool.pop(self.rnd.randint(0, len(pool) - 1)))
        return chosen

    def fact(self, name: str, *terms: object) -> None:
        # A cell is written as its hex name.
        inside = ",".join(f'"{hex_name(t)}"' if isinstance(t, tuple) else str(t) for t in terms)
        self.lines.append(f"{name}({inside}).")

    # the map

    def near(self, cell: Cell, low: int, high: int) -> list[Cell]:
        return [c for c in self.cells if low <= distance(c, cell) <= high]

    def draw_map(self) -> None:
        weights = dict(zip(TERRAINS, PALETTES[self.rnd.choice(list(PALETTES))], strict=True))
        barriers = self.rnd.choice((0.0, 0.0, 0.02, 0.06))
        for cell in self.cells:
            barrier = cell != self.start and self.chance(barriers, bulk=True)
            self.terrain[cell] = self.bulk.choice(BARRIERS) if barrier else self.weighted(weights, bulk=True)
        if self.far is not None:
            self.terrain[self.far] = "open_ground"
        if self.chance(0.4):
            self.terrain[self.start] = "open_ground"
        self._draw_buildings()
        roads = [self._draw_road() for _ in range(self.rnd.randint(1, 2))] if self.chance(0.45) else []
        for cell, terrain in self.terrain.items():
            self.fact("hex", cell, *cell)
            if terrain is not None:
                self.fact("terrain", cell, terrain)
        for road in roads:
            for a, b in road:
                self.fact("road", a, b)
        if self.chance(0.3):
            self._draw_hexsides()
        if self.chance(0.4):
            self._draw_hill()

    def _draw_buildings(self) -> None:
        taken: set[Cell] = set()
        for _ in range(self.rnd.choice((0, 0, 1, 2, 3))):
            cell = self.start if self.chance(0.4) else self.rnd.choice(self.cells)
            cells = [cell]
            for _ in range(self.rnd.randint(1, 3)):
                beside = self.near(self.rnd.choice(cells), 1, 1)
                cells += [c for c in self.some(beside, 1, 1) if c not in cells]
            if not taken.isdisjoint(cells):
                continue
            taken.update(cells)
            kind = self.rnd.choice(self.built_of)
            # No hex has such a name: reading the two terms in the wrong order cannot go unnoticed.
            name = f"{hex_name(cells[0])}-building"
            for cell in cells:
                self.terrain[cell] = kind
                self.lines.append(f'building("{name}","{hex_name(cell)}").')

    def _draw_road(self) -> list[tuple[Cell, Cell]]:
        """The hexsides that a road crosses; it often leads through cover."""
        cell = self.start if self.chance(0.4) else self.rnd.choice(self.near(self.start, 0, 3))
        direction = self.rnd.choice(((0, 2), (1, 1), (1, -1)))
        sides: set[tuple[Cell, Cell]] = set()
        for sign in (1, -1):
            here = cell
            for _ in range(self.rnd.randint(1, 6)):
                dc, dr = self.rnd.choice(((0, 2), (1, 1), (1, -1))) if self.chance(0.2) else direction
                there = (here[0] + sign * dc, here[1] + sign * dr)
                if there not in self.terrain:
                    break
                sides.add((here, there) if self.chance(0.5) else (there, here))
                here = there
        if self.chance(0.4):
            for cell in sorted({cell for side in sides for cell in side}):
                if self.terrain[cell] == "open_ground" and self.chance(0.5):
                    self.terrain[cell] = self.rnd.choice(("woods", "woods", "brush", "grain", "orchard"))
        return sorted(sides)

    def _draw_hexsides(self) -> None:
        sides: dict[tuple[Cell, Cell], str] = {}
        for cell in self.some(self.near(self.start, 0, 3), 1, 6):
            for beside in self.some(self.near(cell, 1, 1), 1, 3):
                if (beside, cell) not in sides:
                    sides[cell, beside] = self.rnd.choice(("wall", "hedge"))
        for (a, b), kind in sides.items():
            self.fact("hexside", a, b, kind)

    def _draw_hill(self) -> None:
        top = self.rnd.choice(self.near(self.start, 0, 4))
        size = self.rnd.randint(0, 3)
        for cell in self.near(top, 0, size):
            self.fact("elevation", cell, 2 if distance(cell, top) < size - 1 else 1)

    # units

    def unit(self, side: str, kind: str, cell: Cell, *statuses: str) -> str:
        self.ids[side] = self.ids.get(side, 0) + 1
        uid = f"{side[0]}{self.ids[side]}"
        self.fact("unit", uid, side, kind)
        self.fact("at", uid, cell)
        for status in statuses:
            self.fact("status", uid, status)
        self.places.append((uid, side, cell, "broken" in statuses))
        self._arm(uid, side, kind, cell)
        return uid

    def _arm(self, uid: str, side: str, kind: str, cell: Cell) -> None:
        rnd = self.rnd
        if kind in HALVES or kind in ("hero", "gun") or self.chance(0.2):
            if not self.chance(0.1):
                self.fact("normal_range", uid, rnd.choice((20, 40)) if kind == "gun" else rnd.randint(1, 8))
            if self.chance(0.3):
                self.fact("firepower", uid, rnd.choice((0, 1, 2, 4, 7)))
        if kind == "gun":
            self._draw_arc(uid)
            return
        if not self.chance(0.3):
            return
        weights = {"lmg": 5, "mmg": 4, "hmg": 3, "mortar": 2, "baz": 1, "psk": 1, "piat": 1, "dc": 2}
        if kind == "crew":
            weights["gun"] = 20
        weapon = self.weighted(weights)
        self.weapons += 1
        wid = f"w{self.weapons}"
        reach = {"lmg": 6, "mmg": 10, "hmg": 12, "mortar": 30, "baz": 4, "psk": 4, "piat": 2, "dc": 1, "gun": 40}
        self.fact("possesses", uid, wid)
        self.fact("sw", wid, weapon, rnd.randint(1, 6), reach[weapon])
        if weapon in ("gun", "mortar"):
            self.dug_in.append(wid)
        if self.chance(0.15):
            self.fact("status", wid, "malfunctioned")
        if weapon == "gun":
            self._draw_arc(wid)
        if kind in ("leader", "commissar") and self.chance(0.5):
            status = self.weighted({"": 6, "broken": 1, "pinned": 1, "cx": 1, "melee": 1})
            self.unit(side, "leader", cell, *([status] if status else []))

    def _draw_arc(self, id_: str) -> None:
        if self.chance(0.6):
            for cell in self.some(self.near(self.start, 0, 4), 1, 15):
                self.fact("covered_arc", id_, cell)

    def draw_statuses(self, kind: str, broken: float) -> list[str]:
        statuses = []
        if kind != "gun":
            if kind != "hero" and self.chance(broken):
                statuses = ["broken"] + (["dm"] if self.chance(0.6) else [])
                if self.chance(0.06):
                    statuses.append("melee")
            else:
                status = self.weighted({"": 72, "pinned": 12, "cx": 9, "melee": 7})
                statuses = [status] if status else []
        if kind in ("leader", "hero", "commissar") and self.chance(0.25):
            statuses.append("wounded")
        return statuses

    def draw_router(self, side: str) -> str:
        kind = self.weighted(ROUTER_KINDS)
        statuses = ["broken"]
        history = None
        if self.chance(0.8):
            statuses.append("dm")
        elif self.chance(0.3):
            history = self.rnd.choice(("broke", "kept_dm", "enemy_adjacent", "attacked(fp)", "attacked(ffe)"))
        if kind == "leader" and self.chance(0.4):
            statuses.append("wounded")
        if self.chance(0.03):
            statuses.append("melee")
        uid = self.unit(side, kind, self.start, *statuses)
        if history is not None:
            self.fact("history", uid, history)
        if self.chance(0.15):
            leader = self.unit(side, "leader", self.start, *(["wounded"] if self.chance(0.25) else []))
            self.fact("accompanies", leader, uid)
        return uid

    def stand(self, cell: Cell) -> Cell:
        """The cell, made a place where a unit can stand."""
        if self.terrain.get(cell) in BARRIERS:
            return self.start
        return cell

    def draw_friends(self, side: str) -> None:
        for _ in range(self.rnd.choice((0, 0, 1, 2, 3))):
            cell = self.stand(self.rnd.choice(self.near(self.start, 0, self.rnd.randint(1, 4))))
            crowd = self.weighted({"one": 5, "squads": 4, "halves": 2, "leaders": 2})
            if crowd == "one":
                kind = "vehicle" if self.chance(0.08) else self.weighted(KINDS)
                statuses = [] if kind == "vehicle" else self.draw_statuses(kind, 0.3)
                self.unit(side, kind, cell, *statuses)
            elif crowd == "squads":
                for _ in range(self.rnd.randint(2, 3)):
                    self.unit(side, "squad", cell, *self.draw_statuses("squad", 0.1))
            elif crowd == "halves":
                for _ in range(self.rnd.randint(3, 6)):
                    self.unit(side, self.rnd.choice(("half_squad", "crew")), cell)
            else:
                for _ in range(self.rnd.randint(3, 4)):
                    self.unit(side, "leader", cell)

    def draw_enemies(self, side: str) -> None:
        broken = self.rnd.choice((0.0, 0.1, 0.1, 0.3))
        for _ in range(self.rnd.choice((1, 2, 2, 3, 3, 3, 4, 5, 6, 8))):
            low, high = self.weighted({(0, 0): 3, (1, 1): 20, (2, 2): 28, (3, 4): 30, (4, 8): 19})
            cells = self.near(self.start, low, high) or self.cells
            cell = self.stand(self.rnd.choice(cells))
            if cell == self.start and not self.chance(0.2):
                cells = [c for c in self.near(self.start, 1, 8) if self.terrain[c] not in BARRIERS]
                if cells:
                    cell = self.rnd.choice(cells)
            kind = self.weighted(KINDS)
            in_same_hex = cell == self.start and kind != "gun"
            self.unit(side, kind, cell, *self.draw_statuses(kind, 0.7 if in_same_hex and kind != "hero" else broken))
        if self.far is not None:
            gun = self.unit(side, self.rnd.choice(("gun", "crew")), self.far)
            self.weapons += 1
            self.fact("possesses", gun, f"w{self.weapons}")
            self.fact("sw", f"w{self.weapons}", self.rnd.choice(("hmg", "mortar")), 3, 30)

    def draw_crews(self, side: str) -> None:
        """Crews that are units of their own, beside their Guns."""
        for uid, _, cell, _ in [place for place in self.places if place[1] == side]:
            if f"unit({uid},{side},gun)." in self.lines and self.chance(0.3):
                status = self.rnd.choice(("", "", "pinned", "broken", "cx"))
                self.ids[side] += 1
                crew = f"{side[0]}{self.ids[side]}"
                self.fact("unit", crew, side, "crew")
                self.fact("at", crew, cell)
                self.fact("normal_range", crew, 2)
                if status:
                    self.fact("status", crew, status)
                if self.chance(0.3):
                    self.fact("manned", uid, crew)

    def draw_emplaced(self) -> None:
        if self.chance(0.7):
            for wid in self.dug_in:
                if self.chance(0.6):
                    self.fact("status", wid, "emplaced")

    # what is seen

    def draw_los(self, router_side: str) -> None:
        """LOS of every hex whose units some router may discover: all of them, if the enemy has routers too."""
        mutual = any(broken for _, side, _, broken in self.places if side != router_side)
        looking = list(dict.fromkeys(cell for _, side, cell, _ in self.places if mutual or side != router_side))
        hindered = self.rnd.choice((0.0, 0.1, 0.3))
        lopsided = self.rnd.choice((0.0, 0.0, 0.15))
        cells = list(self.terrain)
        done: set[frozenset[Cell]] = set()

        def give(a: Cell, b: Cell) -> None:
            if a == b or frozenset((a, b)) in done:
                return
            done.add(frozenset((a, b)))
            n = self.bulk.choice((1, 1, 2, 3, 5, 6, 8)) if self.chance(hindered, bulk=True) else 0
            if self.chance(0.5, bulk=True):
                a, b = b, a
            self.fact("los", a, b, n)
            if self.chance(lopsided, bulk=True):
                self.fact("los", b, a, 0 if n else self.bulk.randint(1, 3))

        unlit: set[frozenset[Cell]] = set()
        for cell in looking:
            hidden = self.chance(0.5)
            density = self.rnd.choice((0.15, 0.4, 0.7, 0.95))
            for other in cells:
                pair = frozenset((cell, other))
                sees = not hidden if other == self.start else self.chance(density, bulk=True)
                if sees and pair not in unlit:
                    give(cell, other)
                else:
                    unlit.add(pair)
        for _ in range(3):
            give(self.rnd.choice(self.cells), self.rnd.choice(self.cells))
        if not done:
            give(self.start, next(c for c in self.cells if c != self.start))

    def draw_nmc(self) -> None:
        results = self.rnd.choice(({"fail": 1}, {"fail": 3, "pin": 2, "pass": 1}))
        for uid, _, place, broken in self.places:
            if broken and self.chance(0.8):
                for cell in self.near(self.start, 0, 4):
                    if self.chance(0.4, bulk=True) and cell != place:
                        self.fact("nmc", uid, cell, self.weighted(results, bulk=True))

    def draw(self) -> str:
        rnd = self.rnd
        sides = list(SIDES)
        mine, theirs = sides if self.chance(0.5) else sides[::-1]
        for side in SIDES:
            self.fact("side", side)
        self.fact("attacker", mine if self.chance(0.5) else theirs)
        if self.chance(0.6):
            self.fact("month", rnd.randint(1, 12))
        self.draw_map()
        self.draw_router(mine)
        self.draw_friends(mine)
        self.draw_enemies(theirs)
        self.draw_los(mine)
        if self.chance(0.35):
            self.draw_nmc()
        for name, values in OPTIONS.items():
            if self.chance(OFTEN.get(name, 0.15)):
                self.fact("option", name, rnd.choice(values))
        self.draw_crews(theirs)
        self.draw_emplaced()
        return "\n".join(self.lines) + "\n"


def draw_position(rnd: Random, max_radius: int = 8) -> str:
    """A position within ``max_radius`` hexes of a router, as instance text."""
    return _Scene(rnd, max_radius).draw()


def random_position(seed: int) -> str:
    """The position of a seed; the same seed gives the same text."""
    return draw_position(Random(seed))


@st.composite
def positions(draw: st.DrawFn, max_radius: int = 5) -> str:
    """Positions under Hypothesis's control."""
    return draw_position(draw(st.randoms(use_true_random=False)), max_radius)
