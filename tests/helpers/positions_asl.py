"""Random positions for the full ASL rules, as instance text.

Drawn on small maps, so that brute force is fast, and to be eventful rather than likely: enemies next to the router and
all around it, of every kind and status; levels of buildings; hazards; results of NMC; every option now and then.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pairs
from hypothesis import strategies as st
from positions import SIDES, Cell, _Scene, distance, hex_name, other_readings

TERRAINS = (
    *("open_ground", "orchard", "grain", "brush", "woods", "stone_building", "wooden_building", "rubble", "marsh"),
    *("light_woods", "stone_factory", "stream"),
)
PALETTES = {
    "open": (56, 6, 10, 6, 10, 4, 4, 3, 1, 2, 1, 1),
    "mixed": (30, 8, 12, 10, 14, 8, 8, 6, 4, 4, 2, 4),
    "cover": (20, 4, 4, 8, 30, 12, 12, 6, 4, 8, 6, 2),
    "works": (20, 4, 4, 4, 4, 2, 2, 10, 0, 4, 40, 2),
    "sparse": (60, 10, 14, 8, 4, 2, 1, 1, 0, 1, 0, 6),
    "bare": (64, 8, 18, 8, 0, 0, 0, 2, 0, 0, 0, 6),
}
HOUSES = ("stone_building", "wooden_building")
FACTORIES = ("stone_factory", "wooden_factory")
BUILDINGS = (*HOUSES, *FACTORIES)
# Replacements for some hexes of a position, now and then: terrain that costs as much or nearly, with its own quirks.
RARER = {
    "open_ground": (
        *("ice", "plowed_field", "scrub", "hammada", "deir", "hillock", "wadi", "sand", "sand_dune", "railroad"),
        *("gully", "runway", "sunken_road", "elevated_road"),
    ),
    "orchard": ("palm_trees", "olive_grove", "graveyard"),
    "grain": ("plowed_field", "vineyard", "kunai"),
    "brush": ("vineyard", "kunai", "crags", "broken_ground", "collapsed_huts", "mudflats", "cactus_patch", "bamboo"),
    "woods": ("forest", "pine_woods", "light_jungle", "dense_jungle", "dense_jungle", "bamboo"),
    "wooden_building": ("lumberyard", "huts", "huts", "wooden_factory"),
    "rubble": ("debris", "cactus_patch", "stone_rubble", "wooden_rubble", "rail_car"),
    "marsh": ("swamp", "mudflats"),
    "water": ("river", "canal"),
}
HEXSIDES = {
    "wall": 5,
    "hedge": 5,
    "cactus_hedge": 1,
    "cliff": 1,
    "bocage": 1,
    "roadblock": 1,
    "dune_crest_low": 2,
    "dune_crest_high": 1,
}
WALLS = ("wall", "hedge", "cactus_hedge", "bocage", "roadblock", "drift")
WEATHER = ("ground_snow", "deep_snow", "deep_snow", "mud", "mud", "wet", "rain", "mist", "falling_snow")
SNOW = ("ground_snow", "deep_snow")
NO_SKIING = (*BUILDINGS, "rubble", "debris", "lumberyard", "huts")  # e4-33-skis
WATER = ("water", "river", "canal")
NIGHTS, FORDS, MINED_BUILDINGS = 0.08, 0.06, 0.06  # of all positions
# Terrain as the weather changes it (E3.722, B12.6), and terrain that is not answered in it.
IN_SNOW = dict.fromkeys(("marsh", "swamp", "mudflats"), "open_ground")
IN_WEATHER = {
    "ground_snow": IN_SNOW,
    "deep_snow": {**IN_SNOW, "brush": "open_ground", "vineyard": "kunai"},
    "mud": dict.fromkeys(("sand", "sand_dune"), "open_ground"),
}
RUBBLE = ("rubble", "stone_rubble", "wooden_rubble")
ROADS = ("runway", "sunken_road", "elevated_road")
MARKETS = ("stone_market_place", "wooden_market_place")
UNDUG = ("lumberyard", "huts", "marsh", "swamp", "mudflats", "ice", "stream", "crags", *MARKETS, *ROADS, *WATER, *RUBBLE, None)
SITES = pairs.SITES.split("|")  # of a pillbox (B30.1)
UNWIRED = ("marsh", "swamp", "mudflats", "lumberyard", "huts", "stream", *MARKETS, *WATER, *RUBBLE)
UNMINED = ("marsh", "swamp", "mudflats", "crags", "runway", "stream", *WATER, *RUBBLE)
MARKET_SITES = (*HOUSES, "open_ground", "orchard")
GROWTH = ("woods", "light_woods", "forest", "pine_woods", "brush")
# Terrain beside which gully or stream is a feature (B19.4, B33.1, B37.3).
IN_A_STREAM = (*GROWTH, "vineyard", "orchard", "olive_grove", "debris")
IN_A_GULLY = (*IN_A_STREAM, "grain", "kunai", "palm_trees", "light_jungle", "dense_jungle")
CRESTED = ("gully", "wadi", "sunken_road")  # and streams, where few begin
LINES = 0.08  # of all positions: an embankment or an elevated road
WRECKS = 0.1  # of all positions
SAID_OPEN = 0.1  # of all positions
PRISONERS = 0.04  # of all positions: the unit is a Guard
TALL = 0.06  # and so many: the unit in a building of several storeys, with others on its ways down
DEPTHS = ("dry", "deep", "flooded")
ROUTER_KINDS = {"squad": 50, "half_squad": 14, "crew": 8, "leader": 22, "commissar": 6}
# Beside a squad: more than stack in a Location, or just as many (A5.1 to A5.5)
CROWDS = (
    ("squad", "squad"),
    ("squad", "squad", "half_squad"),
    ("squad", "gun"),
    ("half_squad", "gun", "crew"),
    ("squad", "squad", "leader", "leader", "hero", "leader", "leader"),
    ("squad", "squad", "leader", "hero", "leader", "leader"),
    ("vehicle", "vehicle"),
)
ENEMY_KINDS = {
    "squad": 44,
    "half_squad": 8,
    "crew": 6,
    "leader": 12,
    "hero": 3,
    "commissar": 2,
    "cavalry": 3,
    "vehicle": 14,
    "gun": 4,
    "dummy": 3,
    "aircraft": 1,
}
ENEMY_STATUS = {
    "": 66,
    "pinned": 5,
    "cx": 4,
    "melee": 4,
    "encircled": 2,
    "berserk": 2,
    "captured": 2,
    "in_sewer": 1,
    "unarmed": 5,
    "spotted_fire": 1,
    "mounted": 1,
    "halved": 2,
    "fanatic": 1,
}
VEHICLE_STATUS = {
    "": 56,
    "motion": 8,
    "buttoned_up": 8,
    "stunned": 6,
    "shocked": 4,
    "abandoned": 5,
    "pinned": 1,
    "unarmed": 1,
}
# Options in the order in which positions draw them, so that a seed keeps its position. One that is not here comes after them.
DRAWN_FIRST = """
    ignore_from own_building toward crawl_toward broken_forces surrender_again vehicle_only bar_unarmed repulsed
    encircled_mf disrupted_ceases disrupted_broken unknown_vehicle blaze_water free_toward disrupted_forced
    road_rate abtf revisit leave_building adjacent_clean pinned_surrenders hob_unyielding night_dm wire_price
    wire_crawl end_in_open upstairs_cellar
"""
OTHER_READINGS = other_readings("asl")
OPTIONS = {name: OTHER_READINGS[name] for name in dict.fromkeys((*DRAWN_FIRST.split(), *OTHER_READINGS))}
NATIONS = ("ss", "japanese", "gurkha", "partisan", "german", "finnish")
SHELTERS = ("foxhole", "trench", "shellholes")
FORTIFICATIONS = {"foxhole": 6, "trench": 2, "shellholes": 2, "pillbox": 2}
Level = int | str  # of a building, or the fortification of the hex that a unit is in
REACH = {"lmg": 6, "mmg": 10, "hmg": 12, "mortar": 30, "baz": 4, "psk": 4, "piat": 2, "atr": 12, "dc": 1, "gun": 40}


def vertex(a: Cell, b: Cell, end: str) -> frozenset[Cell]:
    """Return the three cells, on the map or not, that meet at that end of the side between two cells."""
    around = [(a[0] + c, a[1] + r) for c, r in ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))]
    thirds = [cell for cell in around if cell != b and distance(cell, b) == 1]
    by = 0 if end in ("west", "east") else 1
    pick = min if end in ("west", "north") else max
    return frozenset((a, b, pick(thirds, key=lambda cell: cell[by])))


class _AslScene(_Scene):
    """A position being drawn. ``floors`` are the levels of each hex besides the ground, ``forts`` its fortifications."""

    built_of = (*HOUSES, "stone_factory")

    def __init__(self, rnd: Random, max_radius: int, wet: float) -> None:
        super().__init__(rnd, min(rnd.choice((2, 2, 3, 3, 4)), max_radius))
        self.lines = ["rules(asl)."]
        self.wet = wet
        self.floors: dict[Cell, list[int]] = {}
        self.forts: dict[Cell, str] = {}
        self.single: set[str] = set()  # leaders, heroes and commissars
        self.exempt: set[str] = set()  # to whom no Heat of Battle comes
        self.hill: list[Cell] = []
        self.sunk: set[Cell] = set()  # growth in a gully or stream
        self.at: dict[str, tuple[Cell, Level]] = {}
        self.start_level: Level = 0
        self.concealed: list[str] = []
        self.fences: set[tuple[Cell, Cell]] = set()
        self.walled: set[Cell] = set()  # hexes beside a wall or the like
        self.drifts: set[tuple[Cell, Cell]] = set()
        self.road: set[tuple[Cell, Cell]] = set()
        self.currents: list[tuple[Cell, Cell]] = []
        self.fords: list[Cell] = []  # water in which somebody may be on foot
        self.weather = ""
        self.tall: list[Cell] = []  # the hexes of a building of several storeys where the unit starts

    # the map

    def draw_map(self) -> None:
        weights = dict(zip(TERRAINS, PALETTES[self.rnd.choice(list(PALETTES))], strict=True))
        barriers = self.rnd.choice((0.0, 0.0, 0.0, 0.05))
        for cell in self.cells:
            barrier = cell != self.start and self.chance(barriers, bulk=True)
            self.terrain[cell] = (
                self.bulk.choice(("water", "stream", None)) if barrier else self.weighted(weights, bulk=True)
            )
        if self.chance(0.45):
            self.terrain[self.start] = "open_ground"
        if self.chance(0.4):
            self._draw_rarer()
        if self.chance(self.wet):
            self.fords = self.some(self.near(self.start, 1, 2), 1, 7) + ([self.start] if self.chance(0.5) else [])
            for cell in self.fords:
                self.terrain[cell] = self.rnd.choice(("river", "river", "water", "canal"))
        changes = IN_WEATHER.get(self.weather, {})
        self.terrain = {cell: terrain and changes.get(terrain, terrain) for cell, terrain in self.terrain.items()}
        self._draw_buildings()
        for cell in [cell for cell, terrain in self.terrain.items() if terrain in FACTORIES]:
            if self.chance(0.1):
                self.terrain[cell] = "rubble"
        if self.chance(0.1) and self.weather not in (*SNOW, "mud"):
            self._draw_markets()
        road = self._draw_road() if self.chance(0.35) else []
        apart = Random()
        apart.setstate(self.rnd.getstate())  # what follows is drawn as it would be without
        raised = self._draw_line(apart, road) if apart.random() < LINES else []
        if apart.random() < TALL:
            self._draw_tall(apart, road)
        for cell, terrain in self.terrain.items():
            self.fact("hex", cell, *cell)
            if terrain is not None:
                self.fact("terrain", cell, terrain)
        self._draw_towers()
        self._draw_levels()
        for number, (a, b) in enumerate(road):
            self.fact("road", a, b)
            self.road |= {(a, b), (b, a)}
            if number % 2:
                self.fact("paved", a, b)
        if self.chance(0.3):
            self._draw_hexsides()
        self._crest_dunes()
        if self.chance(0.4):
            self._draw_hill()
        for cell in raised:
            if cell not in self.hill:
                self.fact("elevation", cell, 1)
        self._draw_features()
        if apart.random() < MINED_BUILDINGS:
            self._draw_mined_buildings(apart)
        for cell in [cell for cell in self.fords if self.terrain[cell] in WATER]:
            if self.chance(0.6) and not self._has_no_water():
                self.fact("fordable", cell)
            below = [c for c in self.near(cell, 1, 1) if self.terrain[c] in WATER and (c, cell) not in self.currents]
            if below and self.chance(0.5):
                self.currents.append((cell, self.rnd.choice(below)))
                self.fact("current", *self.currents[-1], "heavy")
            if cell not in self.hill and self.chance(0.7):
                self.fact("elevation", cell, -1)

    def _draw_markets(self) -> None:
        """Market places, in a building or alone. Each has a level above the ground."""
        for cell in self.some([c for c in self.near(self.start, 0, 3) if self.terrain[c] in MARKET_SITES], 1, 4):
            self.terrain[cell] = self.rnd.choice(MARKETS)
            self.floors[cell] = [1]

    def _draw_line(self, rnd: Random, road: list[tuple[Cell, Cell]]) -> list[Cell]:
        """An embankment or an elevated road through some hexes, where no road is; return the hexes that are a level up."""
        taken = {cell for side in road for cell in side}

        def free(cells: list[Cell]) -> list[Cell]:
            plain = ("open_ground", "grain", "brush", "orchard", "woods")
            return [c for c in cells if self.terrain[c] in plain and c not in taken and c not in self.floors]

        word = rnd.choice(("railroad", "elevated_road"))
        line: list[Cell] = []
        cells = free(self.near(self.start, 0, 2))
        while cells and len(line) < 5:
            line.append(rnd.choice(cells))
            taken.add(line[-1])
            cells = free(self.near(line[-1], 1, 1))
        for cell in line:
            self.terrain[cell] = word
        if rnd.random() < 0.4:
            road += [side for side in pairwise(line) if rnd.random() < 0.8]
        return line if word == "elevated_road" and rnd.random() < 0.6 else []

    def _draw_tall(self, rnd: Random, road: list[tuple[Cell, Cell]]) -> None:
        """A building of two or three storeys and few stairs where the unit starts, perhaps over more hexes."""
        taken = {cell for side in road for cell in side} | {*self.fords}
        fit = [c for c in self.near(self.start, 1, 1) if c not in taken and c not in self.floors]
        self.tall = [self.start, *rnd.sample(fit, min(len(fit), rnd.choice((0, 1, 1, 2))))]
        if self.start in taken or self.start in self.floors:
            self.tall = []
        floors = rnd.choice(([1], [1, 2], [1, 2], [-1, 1]))
        stairs = set(rnd.sample(self.tall, min(len(self.tall), rnd.choice((1, 1, 2)))))
        for cell in self.tall:
            self.terrain[cell] = "stone_building"
            self.floors[cell] = list(floors)
            self.lines.append(f'building("tall","{hex_name(cell)}").')
            for level in floors:
                self.fact("level", cell, level)
            if cell in stairs:
                self.fact("stairwell", cell)

    def _put_in_tall(self, rnd: Random, mine: str, theirs: str) -> None:
        """Units of both sides on the ground and upstairs, and now and then a Blaze."""
        for side in (theirs, theirs, mine):
            if rnd.random() < 0.6:
                cell = rnd.choice(self.tall)
                level = rnd.choice([0, 0, *self.floors[cell]])
                kinds = ("squad", "squad", "half_squad", "leader", "hero", *([] if level else ["vehicle"]))
                kind = rnd.choice(kinds)
                here = (cell, level) == (self.start, self.start_level)
                veiled = [] if here else ["concealed"]
                status = rnd.choice(
                    ("", "", "", "", "unarmed", *veiled, *([] if kind in ("hero", "vehicle") else ["broken"]))
                )
                uid = self.put(side, kind, cell, level, *([status] if status else []))
                if status == "concealed" and side == theirs:
                    self.concealed.append(uid)
                if status != "unarmed" and kind != "leader":
                    self.fact("normal_range", uid, rnd.randint(2, 8))
        if rnd.random() < 0.1:
            cell = rnd.choice(self.tall)
            self.lines.append(f"feature({self.spot((cell, rnd.choice([0, *self.floors[cell]])))},blaze).")

    def _draw_rarer(self) -> None:
        for cell, terrain in self.terrain.items():
            if terrain in RARER and self.chance(0.5, bulk=True):
                self.terrain[cell] = self.bulk.choice(RARER[terrain])

    def _crest_dunes(self) -> None:
        """The crest of each sand dune, on a hexside of it that has nothing else."""
        for cell in [cell for cell, terrain in self.terrain.items() if terrain == "sand_dune"]:
            bare = [c for c in self.near(cell, 1, 1) if not {(cell, c), (c, cell)} & (self.fences | self.road)]
            if bare:
                self.fact("hexside", cell, bare[0], "dune_crest_low")
                self.fences.add((cell, bare[0]))

    def _draw_hexsides(self) -> None:
        sides: dict[tuple[Cell, Cell], str] = {}
        for cell in self.some(self.near(self.start, 0, 3), 1, 6):
            for beside in self.some(self.near(cell, 1, 1), 1, 3):
                if (beside, cell) not in sides:
                    sides[cell, beside] = self.weighted(HEXSIDES)
        if self.weather in SNOW:
            for side in self.some([side for side in sides if side not in self.road], 0, 4):
                sides[side] = "drift"
        self.fences = set(sides)
        self.drifts = {(a, b) for side, kind in sides.items() if kind == "drift" for a, b in (side, side[::-1])}
        self.walled = {cell for side, kind in sides.items() if kind in WALLS for cell in side}
        for (a, b), kind in sides.items():
            self.fact("hexside", a, b, kind)

    def _draw_hill(self) -> None:
        top = self.rnd.choice(self.near(self.start, 0, 4))
        self.hill = self.near(top, 0, self.rnd.randint(0, 3))
        for cell in self.hill:
            self.fact("elevation", cell, 1)

    def _draw_levels(self) -> None:
        for cell in [c for c, terrain in self.terrain.items() if terrain in MARKETS]:
            self.fact("level", cell, 1)
        if not self.chance(0.4):
            return
        for cell, terrain in self.terrain.items():
            if terrain in HOUSES and cell not in self.floors and self.chance(0.7):
                floors = self.rnd.choice(((1,), (1,), (1, 2), (-1,), (1, -1)))
                self.floors[cell] = list(floors)
                for level in floors:
                    self.fact("level", cell, level)
                if self.chance(0.75):
                    self.fact("stairwell", cell)

    def _draw_features(self) -> None:
        if self.chance(0.1):
            cell = self.start if self.chance(0.5) else self.rnd.choice(self.cells)
            if self.floors.get(cell) and self.chance(0.6):
                self.lines.append(f"feature({self.spot((cell, self.rnd.choice(self.floors[cell])))},blaze).")
            else:
                self.fact("feature", cell, "blaze")
                if self.chance(0.4):  # from one to the other nobody could advance
                    self.fact("feature", self.rnd.choice(self.near(cell, 1, 1)), "blaze")
        if self.chance(0.12):
            slope = self.hill if self.chance(0.5) else []
            for cell in self.some(slope or self.near(self.start, 0, 2), 1, 3):
                self.fact("feature", cell, "smoke")
        self._draw_fortifications()
        if self.chance(0.15):
            for cell in self.some(self.near(self.start, 0, 3), 1, 4):
                danger = self.weighted({"ffe": 1, "minefield(known)": 1})
                self.fact("feature", cell, danger if self.terrain[cell] not in UNMINED else "ffe")
        solid = self._has_no_water()
        if self.chance(0.3) or solid:
            for cell in [c for c, terrain in self.terrain.items() if terrain == "stream"]:
                if self.chance(0.7) or solid:
                    self.fact("feature", cell, "dry" if solid else self.rnd.choice(DEPTHS))
                if self.chance(0.3):
                    self.fact("feature", cell, "ford")
        if self.chance(0.1):
            for cell in self.some([c for c in self.cells if self.terrain[c] in HOUSES], 1, 3):
                self.fact("feature", cell, "rowhouse")
        if self.chance(0.3):
            self._draw_growth_and_paths()

    def _has_no_water(self) -> bool:
        """Return True if streams are frozen, or frigid: these are not answered (B20.7)."""
        return self.weather in (*SNOW, "falling_snow")

    def _draw_mined_buildings(self, rnd: Random) -> None:
        """Known mines in buildings near the router, in some hexes of a building and not in others."""
        for cell in [c for c in self.near(self.start, 0, 3) if self.terrain[c] in BUILDINGS]:
            if rnd.random() < 0.35:
                self.fact("feature", cell, "minefield(known)")

    def _draw_growth_and_paths(self) -> None:
        """Gullies and streams with other terrain in them, and paths, near where the unit starts."""
        near = self.near(self.start, 0, 3)
        for cell in self.some([c for c in near if self.terrain[c] in IN_A_GULLY and c not in self.forts], 1, 4):
            below = self.rnd.choice(("gully", "stream") if self.terrain[cell] in IN_A_STREAM else ("gully",))
            self.fact("feature", cell, below)
            self.sunk.add(cell)
            solid = self._has_no_water()
            if below == "stream" and (self.chance(0.4) or solid):
                self.fact("feature", cell, "dry" if solid else self.rnd.choice(DEPTHS))
            if self.chance(0.25):
                self.fact("feature", cell, "ford")
            if self.chance(0.25) and self.terrain[cell] != "debris":
                self._draw_bridge(cell)
        for cell in self.some(near, 1, 5):
            for beside in self.some(self.near(cell, 1, 1), 1, 2):
                if (cell, beside) not in self.road:
                    self.fact("path", cell, beside)

    def _draw_bridge(self, cell: Cell) -> None:
        """A bridge with one or two roads onto it. Nothing is dug, nor mined, in its hex."""
        if cell not in self.forts:
            self.fact("feature", cell, "bridge")
            sides = [c for c in self.near(cell, 1, 1) if (cell, c) not in self.drifts and self.terrain[c] != "debris"]
            for beside in self.some(sides, 1, 2):
                self.fact("road", cell, beside)
                self.road |= {(cell, beside), (beside, cell)}

    def _draw_towers(self) -> None:
        """Before the levels are drawn: a tower has one Location at most."""
        if self.chance(0.15):
            for cell in self.some(
                [c for c in self.near(self.start, 0, 3) if self.terrain[c] not in (*MARKETS, None)], 1, 3
            ):
                self.fact("feature", cell, "tower")
                self.floors[cell] = self.rnd.choice(([], [1], [2]))
                for level in self.floors[cell]:
                    self.fact("level", cell, level)
                    self.fact("stairwell", cell)

    def _draw_fortifications(self) -> None:
        if self.chance(0.2):
            for cell in self.some(self.near(self.start, 0, 2), 1, 4):
                if self.terrain[cell] not in (*BUILDINGS, *UNDUG):
                    fort = self.weighted(FORTIFICATIONS)
                    fort = "foxhole" if fort == "pillbox" and self.terrain[cell] not in SITES else fort
                    self.forts[cell] = fort
                    self.fact("feature", cell, fort)
                    if fort in ("foxhole", "trench") and self.chance(0.25):
                        self.fact("capacity", cell, fort, self.rnd.randint(1, 2))
        if self.chance(0.08):
            for cell in self.some([c for c in self.near(self.start, 0, 2) if self.terrain[c] not in BUILDINGS], 1, 3):
                leaving = self.rnd.randint(1, 3)
                if self.terrain[cell] not in UNWIRED:
                    self.fact("feature", cell, "wire")
                    self.fact("wire_exit", cell, leaving)

    # units

    def put(self, side: str, kind: str, cell: Cell, level: Level, *statuses: str) -> str:
        """A unit; no kind is armed here."""
        self.ids[side] = self.ids.get(side, 0) + 1
        uid = f"{side[0]}{self.ids[side]}"
        self.fact("unit", uid, side, kind)
        if kind in ("leader", "hero", "commissar"):
            self.single.add(uid)
        if kind != "aircraft":
            self.fact("at", uid, cell, *([level] if level else []))
        for status in statuses:
            self.fact("status", uid, status)
        self.places.append((uid, side, cell, "broken" in statuses))
        self.at[uid] = (cell, level)
        return uid

    def give_weapons(self, uid: str, side: str, kind: str, cell: Cell, level: Level) -> None:
        rnd = self.rnd
        if kind in ("dummy", "aircraft"):
            return
        if kind not in ("leader", "commissar") and (kind == "vehicle" or not self.chance(0.1)):
            reach = rnd.choice((16, 20)) if kind in ("gun", "vehicle") else rnd.randint(1, 8)
            self.fact("normal_range", uid, reach)
            if self.chance(0.2):
                self.fact("firepower", uid, rnd.choice((0, 1, 2, 4, 7)))
        if kind == "gun":
            self._draw_arc(uid)
        elif self.chance(0.25):
            weapon = self.weighted({"lmg": 5, "mmg": 4, "hmg": 3, "mortar": 3, "baz": 1, "psk": 1, "atr": 1, "dc": 1})
            if kind == "crew" and self.chance(0.6):
                weapon = "gun"
            self.weapons += 1
            wid = f"w{self.weapons}"
            self.fact("possesses", uid, wid)
            self.fact("sw", wid, weapon, rnd.randint(1, 6), REACH[weapon])
            if weapon in ("gun", "mortar"):
                self.dug_in.append(wid)
            if self.chance(0.15):
                self.fact("status", wid, "malfunctioned")
            if weapon == "gun":
                self._draw_arc(wid)
            if kind in ("leader", "commissar") and self.chance(0.4):
                self.put(side, "leader", cell, level)

    def draw_level(self, cell: Cell) -> Level:
        if cell in self.forts:
            return self.forts[cell] if self.chance(0.6) else 0
        high = 0.85 if self.tall and cell == self.start else 0.45
        return self.rnd.choice(self.floors[cell]) if self.floors.get(cell) and self.chance(high) else 0

    def draw_router(self, side: str) -> str:
        kind = self.weighted(ROUTER_KINDS)
        statuses = ["broken"]
        if self.chance(0.75):
            statuses.append("dm")
        if kind in ("leader", "commissar") and self.chance(0.3):
            statuses.append("wounded")
        for status, p in (
            ("disrupted", 0.14),
            ("encircled", 0.08),
            ("fanatic", 0.05),
            ("melee", 0.02),
            ("unarmed", 0.04),
        ):
            if self.chance(p):
                statuses.append(status)
        self.start_level = self.draw_level(self.start)
        if self.start_level == 0 and self.terrain.get(self.start) in CRESTED and self.chance(0.3):
            statuses.append("crest")
        uid = self.put(side, kind, self.start, self.start_level, *statuses)
        if kind == "crew" or "unarmed" in statuses:
            self.exempt.add(uid)
        if self.start_level == 0 and "crest" not in statuses and self.chance(0.05):
            crew = self.rnd.choice(([], ["broken"], ["abandoned"]))
            vehicle = self.put(side, "vehicle", self.start, 0, *crew)
            self.fact("rider" if self.chance(0.3) else "passenger", uid, vehicle)
            self.exempt.add(uid)
            return uid
        if "dm" not in statuses and self.chance(0.3):
            self.fact("history", uid, self.rnd.choice(("broke", "kept_dm", "enemy_adjacent", "attacked(fp)")))
        if "melee" not in statuses and self.chance(0.02):
            self.fact("history", uid, "landed")
        if "disrupted" not in statuses and self.chance(0.12):
            wounded = ["wounded"] if self.chance(0.25) else []
            leader = self.put(side, "leader", self.start, self.start_level, *wounded)
            self.fact("accompanies", leader, uid)
        return uid

    def stands(self, cell: Cell) -> bool:
        if cell in self.fords and self.chance(0.6):
            return True
        return self.terrain.get(cell) not in (*WATER, "stream", None)

    def draw_friends(self, side: str) -> None:
        for _ in range(self.rnd.choice((0, 0, 0, 1, 1, 2))):
            cell = self.rnd.choice(self.near(self.start, 0, 3))
            if not self.stands(cell):
                continue
            level = self.draw_level(cell)
            for _ in range(self.rnd.choice((1, 1, 1, 2, 4))):
                kind = self.weighted({"squad": 8, "half_squad": 3, "crew": 1, "leader": 1, "hero": 1})
                broken = ["broken", "dm"] if kind != "hero" and self.chance(0.08) else []
                uid = self.put(side, kind, cell, level, *broken)
                self.give_weapons(uid, side, kind, cell, level)

    def draw_enemies(self, side: str) -> None:
        broken = self.rnd.choice((0.0, 0.1, 0.1, 0.3))
        hiding = self.rnd.choice((0.0, 0.1, 0.3))
        for _ in range(self.rnd.choice((1, 2, 2, 3, 3, 4, 5, 6, 8))):
            low, high = self.weighted({(0, 0): 4, (1, 1): 30, (2, 2): 30, (3, 4): 28, (4, 8): 8})
            cells = [c for c in self.near(self.start, low, high) if self.stands(c)]
            cell = self.rnd.choice(cells or [self.start])
            kind = self.weighted(ENEMY_KINDS)
            level = self.draw_level(cell) if kind not in ("vehicle", "gun", "cavalry") else 0
            self.put_enemy(side, kind, cell, level, broken, hiding)
            if kind == "squad" and self.chance(0.05):  # more than stack there, or just as many
                for beside in self.rnd.choice(CROWDS):
                    self.put_enemy(side, beside, cell, 0 if beside in ("gun", "vehicle") else level, broken, 0.0)

    def put_enemy(self, side: str, kind: str, cell: Cell, level: Level, broken: float, hiding: float) -> None:
        statuses = []
        if kind == "vehicle":
            statuses.append(self.weighted(VEHICLE_STATUS))
        elif kind not in ("dummy", "aircraft"):
            if kind not in ("hero", "gun", "cavalry") and self.chance(broken):
                statuses.append("broken")
                statuses += ["dm"] if self.chance(0.6) else []
                statuses += [s for s in ("disrupted", "unarmed") if self.chance(0.1)]
            else:
                statuses.append(self.weighted(ENEMY_STATUS))
                if (statuses == ["mounted"] and kind != "cavalry") or (statuses, kind) == (["captured"], "gun"):
                    statuses = ["halved"]
                if not statuses[0] and self.chance(hiding):
                    statuses[0] = self.weighted({"concealed": 4, "hidden": 1})
        if kind == "dummy":
            statuses.append("concealed")
        statuses = [s for s in statuses if s]
        if statuses == ["in_sewer"] and (self.terrain.get(cell) not in BUILDINGS or kind in ("gun", "cavalry") or level):
            statuses = []
        uid = self.put(side, kind, cell, level, *statuses)
        if {"concealed", "hidden"} & set(statuses) and kind != "dummy":
            self.concealed.append(uid)
        if "unarmed" not in statuses:
            self.give_weapons(uid, side, kind, cell, level)
        if kind in ("squad", "half_squad", "leader") and not (level or statuses) and self.chance(0.03):
            self.fact(self.rnd.choice(("passenger", "rider")), uid, self.put(side, "vehicle", cell, 0))

    # what is seen

    def location(self, place: tuple[Cell, Level]) -> tuple[Cell, Level]:
        """The Location: foxholes and the like are on the ground."""
        return (place[0], 0) if place[1] in SHELTERS else place

    def spot(self, place: tuple[Cell, Level]) -> str:
        cell, level = place
        return f'"{hex_name(cell)}@{level}"' if level else f'"{hex_name(cell)}"'

    def dug(self, place: tuple[Cell, Level]) -> tuple[Cell, Level]:
        """Return the Location, now and then by the name of the fortification there."""
        fort = self.forts.get(place[0])
        return (place[0], fort) if fort in SHELTERS and place[1] == 0 and self.chance(0.3, bulk=True) else place

    def draw_los(self, router_side: str) -> None:
        mutual = any(broken for _, side, _, broken in self.places if side != router_side)
        looking = list(
            dict.fromkeys(
                self.location(self.at[uid]) for uid, side, _, _ in self.places if mutual or side != router_side
            )
        )
        places: list[tuple[Cell, Level]] = [(cell, 0) for cell in self.terrain]
        places += [(cell, level) for cell, levels in self.floors.items() for level in levels]
        places += [(cell, "pillbox") for cell, fort in self.forts.items() if fort == "pillbox"]
        here = self.location((self.start, self.start_level))
        hindered = self.rnd.choice((0.0, 0.1, 0.3))
        lopsided = self.rnd.choice((0.0, 0.0, 0.15))
        done: set[frozenset[tuple[Cell, Level]]] = set()
        any_given = False
        for place in looking:
            hidden = self.chance(0.4)
            density = self.rnd.choice((0.15, 0.4, 0.7, 0.95))
            for other in places:
                pair = frozenset((place, other))
                if place == other or pair in done:
                    continue
                done.add(pair)
                near = distance(place[0], other[0]) <= 1
                if place[0] == other[0] and "pillbox" in (place[1], other[1]):
                    sees = True
                elif other == here:
                    sees = not hidden or (near and self.chance(0.8))
                else:
                    sees = self.chance(0.95 if near else density, bulk=True)
                if not sees:
                    continue
                n = self.bulk.choice((1, 1, 2, 3, 5, 6, 8)) if self.chance(hindered, bulk=True) else 0
                any_given = True
                one, two = self.spot(self.dug(place)), self.spot(self.dug(other))
                self.lines.append(f"los({one},{two},{n}).")
                if self.chance(lopsided, bulk=True):
                    self.lines.append(f"los({two},{one},{0 if n else 1}).")
        if not any_given:
            self.fact("los", self.start, next(c for c in self.cells if c != self.start), 0)

    def draw_nmc(self) -> None:
        results = self.rnd.choice(({"fail": 1}, {"fail": 3, "pin": 2, "pass": 1, "two": 2, "twelve": 1}))
        for uid, _, place, broken in self.places:
            if not (broken and self.chance(0.8)):
                continue
            drawn = set()
            dies = uid in self.single and self.chance(0.2)
            for cell in self.near(self.start, 0, 4):
                if self.chance(0.4, bulk=True) and cell != place:
                    result = self.weighted(results, bulk=True)
                    if result == "fail" and dies and self.chance(0.5):
                        result = "killed"
                    drawn.add(result)
                    self.fact("nmc", uid, cell, result)
            if "two" in drawn and uid not in self.exempt:
                heats = {"hero": 1, "hardened": 1, "berserk": 1, "surrender": 3, "other": 1}
                self.fact("hob", uid, self.weighted(heats))

    def draw_reveals(self, router: str) -> None:
        for uid in self.concealed:
            if self.chance(0.5):
                for cell in self.some(self.near(self.start, 0, 3), 1, 6):
                    self.fact("reveal", uid, router, cell, "before" if self.chance(0.4) else "after")

    def _draw_melees(self, mine: str, theirs: str) -> None:
        """Melees in cover near the router, known to it or not, and enemies on top of pillboxes."""
        if self.chance(0.15):
            near = [c for c in self.near(self.start, 1, 3) if self.terrain[c] in ("woods", *BUILDINGS)]
            for cell in self.some(near, 1, 2):
                level = self.draw_level(cell)
                self.put(mine, "squad", cell, level, "melee")
                if self.chance(0.8):
                    self.put(theirs, "squad", cell, level, "melee")
        for cell in [c for c, fort in self.forts.items() if fort == "pillbox" and c != self.start]:
            if self.chance(0.25):
                self.put(theirs, "squad", cell, 0, *(["concealed"] if self.chance(0.3) else []))

    def _draw_fire(self, mine: str, theirs: str) -> None:
        """Draw facts that decide who may fire: a unit in an enemy's Location, HEAT, a lone hero's machine gun, Wall Advantage."""
        enemies = [
            uid
            for uid, side, _, broken in self.places
            if side == theirs and not broken and f"unit({uid},{side},aircraft)." not in self.lines
        ]
        for uid in enemies:
            cell, level = self.at[uid]
            if level != "pillbox" and cell != self.start and self.chance(0.04):
                kind = self.rnd.choice(("squad", "squad", "leader", "vehicle"))
                floor = 0 if kind == "vehicle" or level in SHELTERS else level
                friend = self.put(mine, kind, cell, floor)
                if self.chance(0.2):
                    self.fact("status", friend, self.rnd.choice(("concealed", "unarmed")))
                elif kind == "vehicle":
                    self.fact("normal_range", friend, 8)
            if f"unit({uid},{theirs},gun)." in self.lines and self.chance(0.4):
                status = self.rnd.choice(("", "", "pinned", "broken", "cx"))
                crew = self.put(theirs, "crew", cell, level, *([status] if status else []))
                self.fact("normal_range", crew, 2)
                if self.chance(0.3):
                    other = self.put(theirs, self.rnd.choice(("crew", "half_squad")), cell, level)
                    self.fact("manned", uid, self.rnd.choice((crew, other)))
                continue
            if self.chance(0.05):
                self.weapons += 1
                word = self.rnd.choice(("baz", "psk", "piat", "lmg", "mmg"))
                self.fact("possesses", uid, f"w{self.weapons}")
                self.fact("sw", f"w{self.weapons}", word, 1, REACH[word])
            leads = f"unit({uid},{theirs},leader)." in self.lines and f"status({uid},berserk)." not in self.lines
            if leads and self.chance(0.4):
                self.fact("status", uid, "heroic")
            on_the_ground = level == 0 or level in SHELTERS
            if cell in self.walled and on_the_ground and self.chance(0.3):
                self.fact("wall_advantage", uid)
        if self.chance(0.06):
            cell = self.rnd.choice([c for c in self.near(self.start, 1, 2) if self.stands(c)] or [self.start])
            kind = self.rnd.choice(("tank_hunter", "tank_hunter", "hero"))
            hunter = self.put(theirs, kind, cell, self.draw_level(cell), "hidden")
            if kind == "hero":
                self.fact("nationality", hunter, "japanese")

    def _draw_rows(self) -> None:
        """Rowhouses in a row near the router, and now and then who sees the ends of the hexsides between them."""
        if not self.chance(0.15):
            return
        houses = [c for c in self.near(self.start, 0, 3) if self.terrain[c] in BUILDINGS]
        pairs = [
            (a, b)
            for a in houses
            for b in houses
            if a < b and distance(a, b) == 1 and not self.fences & {(a, b), (b, a)}
        ]
        seen: dict[tuple[object, frozenset[Cell]], int] = {}  # a vertex is one point, of three hexes and hexsides
        for a, b in self.some(pairs, 1, 3) if pairs else []:
            self.fact("hexside", a, b, "rowhouse_wall")
            ends = ("west", "east") if a[0] == b[0] else ("north", "south")
            if self.chance(0.6):
                for place in dict.fromkeys(self.location(self.at[uid]) for uid in self.at):
                    for end in ends:
                        if self.chance(0.5):
                            n = seen.setdefault((place, vertex(a, b, end)), self.rnd.choice((0, 0, 0, 1, 6)))
                            sides = (a, b) if self.chance(0.5) else (b, a)
                            names = ",".join(f'"{hex_name(cell)}"' for cell in sides)
                            self.lines.append(f"vertex_los({names},{end},{self.spot(place)},{n}).")

    def _draw_tunnel(self, side: str) -> None:
        """A tunnel from where the unit starts, and one from anywhere."""
        fit = [
            c
            for c in self.near(self.start, 1, 3)
            if self._is_entrance(c) and (c in self.hill) == (self.start in self.hill)
        ]
        here = self.start_level == "pillbox" or (
            self.start_level in (0, *SHELTERS[:2]) and self._is_entrance(self.start)
        )
        if fit and here and self.chance(0.5):
            far = self.rnd.choice(fit)
            fort = self.forts.get(far)
            there: Level = fort if fort in ("foxhole", "trench", "pillbox") and self.chance(0.5) else 0
            near = self.start_level if self.start_level == "pillbox" or self.chance(0.7) else 0
            ends = self.spot((self.start, near)), self.spot((far, there))
            self.lines.append(f"tunnel({','.join(ends if self.chance(0.5) else ends[::-1])},{side}).")
            bare = far not in self.sunk and far not in self.forts and not self._has_no_water()
            if bare and self.terrain[far] in GROWTH and self.chance(0.3):  # no way out
                self.fact("feature", far, "stream")
                self.fact("feature", far, "flooded")

    def _is_entrance(self, cell: Cell) -> bool:
        return self.terrain[cell] in ("woods", "light_woods", "brush", "forest", "pine_woods", *BUILDINGS)

    def _draw_burning_pillbox(self) -> None:
        if self.start_level == "pillbox" and self.chance(0.3):
            self.fact("feature", self.start, "blaze")

    def _draw_prisoner(self, router: str, theirs: str) -> None:
        """A prisoner of the unit, named as such or not; drawn apart from what follows."""
        rnd = Random()
        rnd.setstate(self.rnd.getstate())
        if rnd.random() >= PRISONERS or f"status({router},unarmed)." in self.lines or router not in self.at:
            return
        if any(f"{word}({router}," in line for line in self.lines for word in ("passenger", "rider")):
            return
        uid = self.put(theirs, rnd.choice(("half_squad", "crew", "leader")), self.start, self.start_level, "captured")
        if rnd.random() < 0.7:
            self.fact("guards", router, uid)

    def _draw_wrecks(self) -> None:
        """Wrecks, some of which burn, with or without the terrain around them; drawn apart from what follows."""
        rnd = Random()
        rnd.setstate(self.rnd.getstate())
        if rnd.random() >= WRECKS:
            return
        near = [cell for cell in self.near(self.start, 0, 2) if self.terrain[cell] not in (*WATER, "stream", None)]
        for cell in rnd.sample(near, min(len(near), rnd.randint(1, 4))):
            self.fact("wreck", cell)
            if rnd.random() < 0.5:
                self.fact("feature", cell, "blaze")
                if rnd.random() < 0.3:
                    self.fact("blaze_terrain", cell)

    def _draw_said_open(self, theirs: str) -> None:
        """Say of some Locations whether they are Open Ground to enemies; drawn apart from what follows."""
        rnd = Random()
        rnd.setstate(self.rnd.getstate())
        places = [self.location(self.at[uid]) for uid, side, _, _ in self.places if side == theirs]
        if rnd.random() >= SAID_OPEN or not places:
            return
        for cell in rnd.sample(near := self.near(self.start, 0, 2), min(len(near), rnd.randint(1, 6))):
            self.lines.append(
                f"in_open({self.spot((cell, 0))},{self.spot(rnd.choice(places))},{rnd.choice(('yes', 'no'))})."
            )

    def _draw_night(self) -> None:
        """Night, how far one sees, and what is Illuminated; a Blaze where a unit is goes unanswered."""
        self.fact("environment", "night")
        if self.chance(0.85):
            self.fact("nvr", self.rnd.randint(2 if self.weather in SNOW else 0, 4))
            blazes = [
                line.removeprefix("feature(").removesuffix(",blaze).") for line in self.lines if ",blaze)." in line
            ]
            self.lines += [f"illuminated({place})." for place in blazes]  # else refused
            light = [
                cell for cell in self.near(self.start, 0, 4) if self.terrain[cell] not in ("dense_jungle", "bamboo")
            ]
            for cell in self.some(light, 0, 6):
                floors = self.floors.get(cell)
                self.lines.append(f"illuminated({self.spot((cell, self.rnd.choice([0, *floors]) if floors else 0))}).")

    def draw(self) -> str:
        rnd = self.rnd
        mine, theirs = SIDES if self.chance(0.5) else SIDES[::-1]
        for side in SIDES:
            self.fact("side", side)
        self.fact("attacker", mine if self.chance(0.5) else theirs)
        if self.chance(0.6):
            self.fact("month", rnd.randint(1, 12))
        if self.chance(0.15):
            self.fact("no_quarter", mine)
        if self.chance(0.08):
            self.fact("environment", "desert")
            if self.chance(0.2):
                self.fact("environment", rnd.choice(("broken_terrain", "steppe_terrain", "other_boards")))
        if self.chance(0.2):
            self.weather = rnd.choice(WEATHER)
            self.fact("environment", self.weather)
        if self.chance(0.15):
            self.fact("nationality", mine, rnd.choice(NATIONS))
        if self.chance(0.15):
            self.fact("nationality", theirs, rnd.choice(("russian", "american")))
        self.draw_map()
        router = self.draw_router(mine)
        self.draw_friends(mine)
        self.draw_enemies(theirs)
        if self.tall:
            self._put_in_tall(rnd, mine, theirs)
        self.draw_los(mine)
        if self.chance(0.35):
            self.draw_nmc()
        if self.chance(0.15):
            self.draw_reveals(router)
        self._draw_wrecks()
        self._draw_prisoner(router, theirs)
        for uid, side, cell, _ in self.places:
            if side == theirs and self.chance(0.02):
                self.fact("no_interdiction", uid, *([cell] if self.chance(0.5) else []))
        self._draw_said_open(theirs)
        many = self.chance(0.15)
        self._draw_melees(mine, theirs)
        self._draw_burning_pillbox()
        self._draw_fire(mine, theirs)
        self._draw_rows()
        if self.weather in SNOW and not self.tall and self.chance(0.6):
            mode = "on" if self.chance(0.8) else "off"
            for uid, side, cell, broken in self.places:
                if side == mine and broken and self.terrain[cell] not in WATER:
                    self.fact("skis", uid, "off" if self.terrain[cell] in NO_SKIING else mode)
        self._draw_tunnel(mine if self.chance(0.85) else theirs)
        for name, values in OPTIONS.items():
            if self.chance(0.3 if many else 0.04):
                self.fact("option", name, rnd.choice(values))
        if self.chance(0.12):
            self.weapons += 1
            self.fact("possesses", router, f"w{self.weapons}")
            self.fact("sw", f"w{self.weapons}", "gun", 6, REACH["gun"])
            self.dug_in.append(f"w{self.weapons}")
        self.draw_emplaced()
        if self.chance(NIGHTS):
            self._draw_night()
        self._undo_disruption()
        return "\n".join(self.lines) + "\n"

    def _undo_disruption(self) -> None:
        """Those who are never Disrupted are only broken (A19.12)."""
        for uid, side, *_ in self.places:
            whole = {f"nationality({side},{nation})." for nation in ("japanese", "gurkha", "partisan", "ss")}
            own = (f"unit({uid},{side},crew).", f"unit({uid},{side},commissar).", f"status({uid},fanatic).")
            aboard = any(line.startswith((f"passenger({uid},", f"rider({uid},")) for line in self.lines)
            if aboard or {*whole, *own} & {*self.lines}:
                self.lines = [line for line in self.lines if line != f"status({uid},disrupted)."]


def draw_position(rnd: Random, max_radius: int = 4, wet: float = FORDS) -> str:
    """A position within ``max_radius`` hexes of a router, as instance text; so many of all have water to be in on foot."""
    return _AslScene(rnd, max_radius, wet).draw()


def random_position(seed: int) -> str:
    """The position of a seed; the same seed gives the same text."""
    return draw_position(Random(seed))


@st.composite
def positions(draw: st.DrawFn, max_radius: int = 3) -> str:
    """Positions under Hypothesis's control."""
    return draw_position(draw(st.randoms(use_true_random=False)), max_radius)
