"""A brute-force enumerator of the full ASL rout rules, independent of the product.

It walks every legal rout of every broken unit depth first, straight from the statements of the rules page, and shares
no code with the encodings: what the two agree on, both got from the prose.

Units of measure: movement is in half-MF (the allowance is 12, or 6), stacking in halves of a squad, ranges in hexes.
A Location is written as in answers: "yA2" (the ground), "yA2@1" (upstairs), "yA2@-1" (the cellar), "yA2@pillbox".
Whoever uses a foxhole, trench or shellholes is on the ground of the hex, and is written "yA2@foxhole".

What the rules page leaves open is read so:

- a10-51-free with ``free_toward=yes``. A rout without a prescribed destination chooses, at the beginning of its leg, any
  Location but the one it is in and the one where it began, to which there is a way that it can afford, by steps that
  the path restrictions allow and of which none increases the hexes between it and that Location. From then on this is
  its destination in everything: each step must leave it within reach and may not lead away from it; it must get there;
  there it stops, goes on in cover, or chooses anew next to a Known enemy; it chooses anew where new enemies put it out
  of reach or threaten the unit on arrival. The leg's "to" stays None, so that a route is listed, once, if there is some
  choice of Locations, one for each free leg, by which it is legal. A unit that has moved may also choose where it is:
  it stops there. A Low Crawl chooses the Location that it enters. With ``free_toward=no`` any legal steps will do, and
  it may stop wherever it likes.
- ADJACENT. Of a hex without terrain it is not known that nobody could advance into it: who is next to one another there is
  ADJACENT.
- road_rate. Where the road rate and the hex's own terrain cost the same (an orchard) the unit pays for the terrain and
  has its cover: there is one way.
- a10-531-cover. A foxhole, trench or shellholes is used only in entering a hex in which the unit would be interdicted. So
  is a pillbox where the unit then cannot arrive any more; from there it does not step out into the hex of the pillbox.
  The option to spend the MF for the destination on it is for a prescribed destination: a free rout can choose the
  Location where it stops.
- a12-14-reveal, before a step: the enemy is unconcealed when the unit is about to enter. If the step is still legal it
  is made. If not, and the destination is out of reach for it, the unit chooses anew where it is; while it is in reach by
  other steps, those are listed without the attempt. A Low Crawl that is barred so is no Low Crawl; a unit that is barred
  before its first step has not moved, and may choose to crawl (A10.52). With no way on its rout ends before it began: one
  that must rout, or is in danger there now, be it in the open to whoever has been revealed, fails to rout (a10-5-ftr,
  "also when it never started"); else nothing happens.
- a19-12-rout. A Disrupted unit that it forces routs whether it is under DM or not: the chart asks about DM only after this
  question. Where a10-5-must forces it too, both are reasons.
- blaze_water=avoidable. Ways into a Blaze cost what the terrain does and need not count, as through FFE; nobody comes to
  rest in one or chooses one: note 13 speaks of paths through Blazes, and of paths into FFE and minefields only.
  Water, which has no price, stays barred.
- G3.11 requires nobody to rout to bamboo: it is no destination.
- A bridge is entered and left over its road only: nobody goes beneath it, through its stream. Woods around it are no cover
  to whoever is on it. Everybody in its hex is on it (B6.1), at the level of the road at its ends (B6.2).
- b27-54-connected. Trenches of touching hexes, and a trench and a pillbox in one hex or in touching hexes, are connected, but not
  over a cliff. The step along them costs 1 MF, twice that as the first of an Encircled unit, and overstacking; Wire, SMOKE and
  weather above it cost nothing. An FFE attacks there, too. Who is in the trench of a destination is there.
- A pillbox is entered from its hex or with it, and left for its hex or the next; it is ADJACENT to all of them. Where its
  hex burns, nobody enters it, and who begins there has to leave, through the Blaze (b25-4-pillbox).
- b30-5-pillbox. Whoever need not leave makes the Surrender Check only in order to rout: where it would surrender it has no
  rout, and stays.
- b20-96-crest. A unit in Crest status is not in Open Ground where it starts: nothing says which way its Crest hexsides
  face. It changes nothing else.
- a10-51-refigure. Where the MF for a shelter have put the destination out of reach already, new enemies put it no farther:
  the unit goes on along the shortest way while it is open to the end, or stops where that is barred, be it by a later
  step (chart: "along a valid Path to its Destination"); where that is next to one who threatens it, it has arrived there
  as anywhere else, and chooses anew.
- a10-53-nmc, "goes on along his way". A wound that leaves too few MF for the destination, by whom the unit knew when it
  chose that, changes nothing of what the way there is, nor of the MF by which new enemies put it out of reach: those that
  it began with. It makes only the steps that it can pay for, and stops where there is no more such step.
- road_rate holds for every hex entered over a road hexside, a marsh too.
- a7-72-upstairs. A position that gives no stairs of a building says nothing of its ways down: nobody is Encircled there.
  What an enemy's path leads through is judged alike, with the units of the routing side. The MF of the first hex are
  doubled for who is Encircled there when the phase begins; a Melee is no Location that anybody could enter.

>>> text = '''
... hex("yA1",0,1). hex("yA2",0,3). hex("yA3",0,5). attacker(german).
... los("yA1","yA2",0).
... los("yA1","yA3",1). terrain("yA1",open_ground). terrain("yA2",open_ground). terrain("yA3",woods).
... unit(g1,german,squad). at(g1,"yA2"). status(g1,broken). status(g1,dm).
... unit(a1,american,squad). at(a1,"yA1"). normal_range(a1,6).
... '''
>>> answer = solve(text)["g1"]
>>> answer.verdict, sorted(answer.must), answer.destinations
('routs', ['a10-5-must'], {'yA3': Destination(price=4, ignorable=False)})
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import enumerated
from enumerated import (
    COMMENT,
    FACT,
    FULL_ALLOWANCE,
    HALVES,
    LEADERS,
    MG,
    NOWHERE,
    SMC,
    TERM,
    WOUNDED_ALLOWANCE,
    Destination,
    Path,
    Unit,
    Weapon,
    hand_over_guns,
    looks_past,
)

NOT_UPRIGHT = 26  # more than any allowance: entered or crossed by Low Crawl alone (B9.7, G3.1)
COSTS = {
    "open_ground": 2,
    "orchard": 2,
    "grain": 3,
    "brush": 4,
    "woods": 4,
    "light_woods": 4,
    "stone_building": 4,
    "wooden_building": 4,
    "stone_factory": 4,
    "wooden_factory": 4,
    "rubble": 6,
    "stone_rubble": 6,
    "wooden_rubble": 6,
    "stream": 6,
    "graveyard": 2,
    "runway": 2,
    "crags": 4,
    "gully": 4,
    "sunken_road": 4,
    "elevated_road": 2,
    # the rest of chapter B
    "ice": 2,
    "railroad": 2,
    "irrigation_ditch": 2,
    "rail_car": 4,
    "plowed_field": 3,
    "pine_woods": 3,
    "forest": 4,
    "vineyard": 4,
    "olive_grove": 4,
    "lumberyard": 4,
    "debris": 4,
    "mudflats": 4,
    "cactus_patch": 6,
    "stone_market_place": 2,
    "wooden_market_place": 2,
    # chapter F
    "scrub": 2,
    "hammada": 2,
    "deir": 2,
    "hillock": 2,
    "wadi": 4,
    "broken_ground": 4,
    "sand": 4,
    "sand_dune": 4,
    # chapter G
    "palm_trees": 2,
    "light_jungle": 4,
    "dense_jungle": 4,
    "kunai": 4,
    "bamboo": NOT_UPRIGHT,
    "huts": 4,
    "collapsed_huts": 4,
}
OPEN = {"open_ground", "runway", "gully", "stream", "sunken_road", "elevated_road"}
MARKETS = {"stone_market_place", "wooden_market_place"}
OPEN |= {*MARKETS, "ice", "plowed_field", "irrigation_ditch", "railroad"}
OPEN |= {"scrub", "hammada", "deir", "hillock", "wadi", "sand", "sand_dune"}
FACTORIES = {"stone_factory", "wooden_factory"}
BUILDINGS = {"stone_building", "wooden_building", "huts", *FACTORIES}
RUBBLE = {"rubble", "stone_rubble", "wooden_rubble"}
WOODS = {"woods", "light_woods", "forest", "pine_woods", "light_jungle", "dense_jungle"}
GROWTH = {"woods", "light_woods", "forest", "pine_woods", "brush"}
JUNGLE = {"light_jungle", "dense_jungle", "bamboo"}
WATER = {"water", "river", "canal"}
MARSH = {"marsh", "swamp"}
STAIRS = ROAD = ON_A_PATH = IN_SMOKE = SQUAD = INTO = OUT_OF = TOWER = IN_FACTORY = ALONG_A_TRENCH = 2
SHELTERS = ("foxhole", "trench", "shellholes")
ENTRENCHMENTS = ("foxhole", "trench")
PIT_SQUADS = 3  # of a foxhole (B27.12) and a trench (B27.51)
DRY, DEEP = 4, 8
DUNE_CRESTS = ("dune_crest_low", "dune_crest_high")
FENCES = {
    "bocage": 4,
    "cactus_hedge": NOT_UPRIGHT,
    **dict.fromkeys(("wall", "hedge", "rowhouse_wall", "roadblock", *DUNE_CRESTS), 2),
}
FIRM_SAND = 2
LEVEL_IN_SNOW, LEVEL_IN_RAIN, DEEP_SNOW, MUD = 2, 2, 1, 1
WET_GROUND = {"wet", "rain", "ground_snow"}  # E3.51, E3.72
GRAIN_MONTHS = range(4, 10)  # standing, or ploughed (B15.6)
ROOM = 6
ROOM_IN_JUNGLE = 4
UP_ABRUPTLY, DOWN_ABRUPTLY = 4, 2  # for each level but the first
MOST_RANGE = 16
DESERT_RANGE = 6
INFANTRY = {"squad", "half_squad", "crew", "leader", "hero", "commissar", "gun"}
PERSONNEL = INFANTRY | {"cavalry"}
NO_WEAPON = {"dc", "radio", "phone"}
HEAT = {"baz", "psk", "piat"}  # not fired into Open Ground (C8.31)
NEVER_SURRENDER = {"partisan", "gurkha", "japanese"}
OPTIONS = {
    "ignore_from": "current",
    "own_building": "start",
    "leave_building": "free",
    "toward": "hexes",
    "crawl_toward": "hexes",
    "broken_forces": "yes",
    "surrender_again": "yes",
    "vehicle_only": "rout",
    "adjacent_clean": "no",
    "blaze_water": "barred",
    "bar_unarmed": "yes",
    "repulsed": "eliminated",
    "encircled_mf": "double",
    "upstairs_cellar": "no",
    "disrupted_ceases": "yes",
    "disrupted_broken": "yes",
    "unknown_vehicle": "ignored",
    "abtf": "no",
    "free_toward": "yes",
    "disrupted_forced": "yes",
    "road_rate": "choice",
    "pinned_surrenders": "yes",
    "hob_unyielding": "berserk",
    "revisit": "forbid",
    "night_dm": "dm",
    "wire_price": "ignored",
    "wire_crawl": "no",
    "end_in_open": "allowed",
}
AROUND = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))


# --- the position -----------------------------------------------------------------------------------------------


@cache
def hex_of(location: str) -> str:
    return location.partition("@")[0]


@cache
def floor_of(location: str) -> int:
    """The level of a Location; whatever stands on the ground is on level 0."""
    level = location.partition("@")[2]
    return int(level) if level.lstrip("-").isdigit() else 0


@cache
def inside(location: str) -> str:
    """The fortification that a unit there uses, or nothing."""
    feature = location.partition("@")[2]
    return feature if feature in SHELTERS or feature == "pillbox" else ""


@cache
def ground(location: str) -> str:
    """The Location proper: foxholes, trenches and shellholes are on the ground of their hex."""
    return hex_of(location) if inside(location) in SHELTERS else location


@dataclass
class Position(enumerated.Position):
    """The facts of an instance, by kind. A unit's ``hex`` is its Location."""

    paved: set[frozenset[str]] = field(default_factory=set)
    paths: set[frozenset[str]] = field(default_factory=set)
    levels: dict[str, set[int]] = field(default_factory=dict)
    stairwells: set[str] = field(default_factory=set)
    features: dict[str, set[str]] = field(default_factory=dict)
    hob: dict[str, str] = field(default_factory=dict)
    vertex_los: dict[tuple[tuple[int, int], str], int] = field(default_factory=dict)
    reveals: dict[tuple[str, str, str], set[str]] = field(default_factory=dict)
    wire_exit: dict[str, int] = field(default_factory=dict)
    said_open: dict[tuple[str, str], bool] = field(default_factory=dict)
    tunnels: list[tuple[str, str, str]] = field(default_factory=list)
    skis: dict[str, str] = field(default_factory=dict)
    capacity: dict[tuple[str, str], int] = field(default_factory=dict)
    passengers: dict[str, str] = field(default_factory=dict)
    riders: dict[str, str] = field(default_factory=dict)
    no_interdiction: set[tuple[str, ...]] = field(default_factory=set)
    walled: set[str] = field(default_factory=set)  # units with Wall Advantage
    nationality: dict[str, set[str]] = field(default_factory=dict)
    no_quarter: set[str] = field(default_factory=set)
    breaks: set[str] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=lambda: dict(OPTIONS))
    desert: bool = False
    environment: set[str] = field(default_factory=set)
    nvr: int | None = None
    illuminated: set[str] = field(default_factory=set)
    fordable: set[str] = field(default_factory=set)
    wrecks: set[str] = field(default_factory=set)
    terrain_fires: set[str] = field(default_factory=set)
    currents: set[tuple[str, str]] = field(default_factory=set)  # a hex, and that downstream

    def hindrance(self, a: str, b: str) -> int | None:
        """Hindrances of the LOS from a to b; None where there is no LOS."""
        a, b = ground(a), ground(b)
        if a == b:
            return 0
        h = hex_of(a)
        # A stairwell shows the next level, and who is in a pillbox sees its hex, whatever else is given.
        shown = h == hex_of(b) and (
            (h in self.stairs and (abs(floor_of(a) - floor_of(b)) == 1 or self.has(h, "tower")))
            or "pillbox" in (inside(a), inside(b))
        )
        n = self.los.get((a, b), self.los.get((b, a), 6))
        return n if n < 6 else (0 if shown else None)  # six block it (A6.7)

    def ends(self, a: str, b: str) -> dict[str, tuple[int, int]]:
        """The two ends of the hexside between two hexes that touch, by name: three times the middle of the three hexes that meet
        in it, on the map or not."""
        (c1, r1), (c2, r2) = self.hexes[a], self.hexes[b]
        around = [{(c + dc, r + dr) for dc, dr in AROUND} for c, r in ((c1, r1), (c2, r2))]
        one, other = sorted((c1 + c2 + c, r1 + r2 + r) for c, r in around[0] & around[1])
        if one[1] == other[1]:
            return {"west": one, "east": other}
        north, south = sorted((one, other), key=lambda end: end[1])
        return {"north": north, "south": south}

    def sees_end(self, place: str, a: str, b: str, end: str) -> bool:
        """Return True if there is a LOS without Hindrance from a Location to an end of the hexside between two Rowhouses:
        by what is given
        of either end, or else to whoever sees one of the two hexes so."""
        ends = self.ends(a, b)
        if any(vertex in ends.values() for vertex, _ in self.vertex_los):
            return self.vertex_los.get((ends[end], place)) == 0
        return 0 in (self.hindrance(place, a), self.hindrance(place, b))

    @property
    def is_night(self) -> bool:
        return "night" in self.environment

    def sees_at_night(self, viewer: str, place: str, nvr: int, *, is_moving: bool = False) -> bool:
        """Return True if the dark hides nothing in a Location from who looks out of another one (E1.1, E1.9).

        ``is_moving``: a vehicle in Motion there, or who is aboard (E1.14).
        """
        if not self.is_night or self.nvr is None:
            return True
        viewer, place = ground(viewer), ground(place)
        lit = {ground(location) for location in self.illuminated}
        if viewer == place:
            return True
        if viewer in lit or place in lit:
            return place in lit
        if is_moving:
            return self.distance(viewer, place) <= max((3 * nvr + 1) // 2, 1)
        return nvr > 0 and self.distance(viewer, place) <= nvr

    def is_water(self, location: str) -> bool:
        """Return True if it is a Water Obstacle; a bridge lifts who is on it out of one."""
        terrain = self.terrain.get(hex_of(location))
        flooded = self.has_stream(location) and self.has(location, "flooded") and not self.has(location, "ford")
        return (terrain in WATER or flooded) and not self.has(location, "bridge")

    def is_ford(self, location: str) -> bool:
        """Return True if it is water that may be forded (B21.41), as it may where somebody is on foot; a bridge lifts who is on
        it out of it."""
        if "@" in location or not self.is_water(location) or self.terrain.get(location) not in WATER:
            return False
        return location in self.fordable or self.is_waded(location)

    def is_waded(self, location: str) -> bool:
        """Return True if somebody is in the water there on foot, or will be once he routs out of a vehicle."""
        return self.is_water(location) and any(
            unit.hex == location
            and unit.kind in PERSONNEL
            and not unit.is_("in_sewer")
            and (unit.is_("broken") or unit.id not in {*self.passengers, *self.riders})
            for unit in self.units.values()
        )

    def is_hazard(self, location: str, *, mines: bool = True) -> bool:
        """An FFE strikes every Location of its hex; mines lie on the ground, where a pillbox stands, too."""
        if self.options["blaze_water"] == "avoidable" and self.is_blaze(location):
            return True
        return self.has(location, "ffe") or (mines and floor_of(location) == 0 and self.has(location, "minefield"))

    def shares_building_hexside(self, a: str, b: str) -> bool:
        """Return True if a step stays inside one building: by its stairs, or over its own hexside (B28.41, B28.44).

        The ground of a market place is outside (B23.73).
        """
        if hex_of(a) == hex_of(b):
            return not inside(a) and not inside(b)
        bare = "@" not in a and "@" not in b and a != b and not self.is_market(a) and not self.is_market(b)
        return bare and bool(self.names(a) & self.names(b)) and frozenset((a, b)) not in self.hexsides

    def is_blaze(self, location: str) -> bool:
        """A Blaze is of one Location; nobody says that what is above it burns. A wreck that burns is none (B25.14)."""
        place = ground(location)
        return place in self.terrain_fires or ("blaze" in self.features.get(place, ()) and place not in self.wrecks)

    def is_enclosed(self, location: str) -> bool:
        """Return True if it is a pillbox whose hex burns (b25-4-pillbox): leaving it enters the Blaze."""
        return inside(location) == "pillbox" and self.is_blaze(hex_of(location))

    def burns(self, location: str) -> bool:
        """Return True if a unit there is in a Blaze, which it must leave."""
        return self.is_blaze(location) or self.is_enclosed(location)

    def in_smoke(self, location: str) -> bool:
        """SMOKE fills its hex up to the roof, and so does that of a burning wreck."""
        h = hex_of(location)
        return self.has(h, "smoke") or (h in self.wrecks and self.has(h, "blaze") and not self.is_blaze(h))

    def has_hull(self, location: str) -> bool:
        """Return True if a wreck, or a vehicle that is not in Motion, is in the hex (D9.3)."""
        h = hex_of(location)
        stands = any(u.kind == "vehicle" and u.hex == h and not u.is_("motion") for u in self.units.values())
        return floor_of(location) == 0 and (stands or h in self.wrecks)

    def level(self, place: str) -> int:
        """Return the level of a hex. A bridge has that of the road it connects to (B6.2), beyond other bridges if it goes on
        over them; between ends of two levels it has its own."""
        h = hex_of(place)
        own = self.elevation.get(h, 0)
        if not self.has(h, "bridge"):
            return own
        span, ends = {h}, set()
        while True:
            beside = {b for road in self.roads if road & span for b in road - span if b in self.hexes}
            ends |= {self.elevation.get(b, 0) for b in beside if not self.has(b, "bridge")}
            longer = span | {b for b in beside if self.has(b, "bridge")}
            if longer == span:
                return ends.pop() if len(ends) == 1 else own
            span = longer

    def has(self, location: str, feature: str) -> bool:
        return feature in self.features.get(hex_of(location), ())

    def has_stream(self, location: str) -> bool:
        """A stream, by itself or with other terrain in it."""
        return self.terrain.get(hex_of(location)) == "stream" or self.has(location, "stream")

    def is_open_terrain(self, location: str) -> bool:
        if "@" in location:
            return False
        if self.has(location, "bridge"):
            return True  # to whoever sees it along its road
        terrain = self.terrain.get(location)
        return terrain in OPEN or self.is_ford(location) or (terrain == "grain" and not self.in_season())

    def nations(self, unit: Unit) -> set[str]:
        """Its own nationality, or else that of its side."""
        return self.nationality.get(unit.id) or self.nationality.get(unit.side, set())

    def is_building(self, h: str) -> bool:
        return self.terrain.get(h) in BUILDINGS

    def is_market(self, h: str) -> bool:
        """Return True if it is the open below and a building above (B23.73)."""
        return self.terrain.get(h) in MARKETS

    @property
    def stairs(self) -> set[str]:
        """The hexes with stairs between their levels; those of a market place are outside."""
        return self.stairwells | {h for h, terrain in self.terrain.items() if terrain in MARKETS}

    def names(self, h: str) -> set[str]:
        """The buildings that the hex is part of; each Rowhouse hex is one of its own. Rubble is part of none (note 12); of a
        hex whose terrain is not said, what is said of its building counts."""
        own = {f"hex {h}"} if self.is_building(h) or self.is_market(h) else set()
        if self.has(h, "rowhouse") or (h in self.terrain and not own):
            return own
        return own | self.buildings.get(h, set())

    def homes(self, location: str) -> set[str]:
        """The buildings that the Location is part of: a pillbox is one of its own."""
        if self.is_market(hex_of(location)) and floor_of(location) == 0:
            return set()
        return {location} if inside(location) == "pillbox" else self.names(hex_of(location))


def read(text: str) -> Position:
    """Read an instance of ground facts; facts that the rout rules do not use are passed over."""
    p = Position()
    facts: dict[str, list[list[str]]] = {}
    for name, inside in FACT.findall(COMMENT.sub("", text)):
        facts.setdefault(name, []).append([term.strip('"') for term in TERM.findall(inside)])

    def of(name: str) -> list[list[str]]:
        return facts.get(name, [])

    for h, column, row in of("hex"):
        p.hexes[h] = (int(column), int(row))
    p.terrain = dict(of("terrain"))
    p.elevation = {h: int(level) for h, level in of("elevation")}
    p.roads = {frozenset(pair) for pair in of("road")}
    p.paved = {frozenset(pair) for pair in of("paved")}
    p.paths = {frozenset(pair) for pair in of("path")}
    p.hexsides = {frozenset((a, b)): kind for a, b, kind in of("hexside")}
    for name, h in of("building"):
        p.buildings.setdefault(h, set()).add(name)
    for h, level in of("level"):
        p.levels.setdefault(h, set()).add(int(level))
    p.stairwells = {h for (h,) in of("stairwell")}
    for h, feature in of("feature"):
        p.features.setdefault(h, set()).add("minefield" if feature.startswith("minefield") else feature)
    p.los = {(ground(a), ground(b)): int(n) for a, b, n in of("los")}
    if not p.los:
        raise ValueError("the enumerator derives no LOS: give los/3 facts")
    for (side,) in of("attacker"):
        p.attacker = side
    for (month,) in of("month"):
        p.month = int(month)
    around = p.environment = {word for (word,) in of("environment")}
    for (nvr,) in of("nvr"):
        p.nvr = int(nvr)
    p.fordable = {h for (h,) in of("fordable")}
    p.wrecks = {h for (h,) in of("wreck")}
    p.terrain_fires = {h for (h,) in of("blaze_terrain")}
    p.currents = {(a, b) for a, b, _ in of("current")}
    p.illuminated = {place for (place,) in of("illuminated")}
    p.desert = "desert" in around and not around & {"broken_terrain", "steppe_terrain", "other_boards"}
    for name, value in of("option"):
        p.options[name] = value
    for uid, side, kind in of("unit"):
        p.units[uid] = Unit(uid, side, kind)
    for uid, h, *levels in of("at"):
        p.units[uid].hex = h if levels in ([], ["0"]) else f"{h}@{levels[0]}"
    for wid, kind, _pp, reach in of("sw"):
        p.weapons[wid] = Weapon(kind, int(reach))
    for id_, status in of("status"):
        if id_ in p.units:
            p.units[id_].statuses.add(status)
        elif status == "malfunctioned":
            p.weapons[id_].malfunctioned = True
        elif status == "emplaced":
            p.weapons[id_].emplaced = True
    for uid, event in of("history"):
        p.units[uid].statuses.add(event if event == "landed" else "dm" if p.units[uid].is_("broken") else "")
    for uid, reach in of("normal_range"):
        p.units[uid].normal_range = int(reach)
    for id_, power in of("firepower"):
        owner: Unit | Weapon = p.units[id_] if id_ in p.units else p.weapons[id_]
        owner.firepower = int(power)
    for uid, wid in of("possesses"):
        p.units[uid].weapons.append(wid)
    hand_over_guns(p.units, p.weapons, of("manned"), of("passenger") + of("rider"))
    p.accompanies = [(leader, uid) for leader, uid in of("accompanies")]
    for id_, h in of("covered_arc"):
        p.arcs.setdefault(id_, set()).add(h)
    p.nmc = {(uid, h): result for uid, h, result in of("nmc")}
    p.hob = dict(of("hob"))
    for enemy, uid, h, when in of("reveal"):
        p.reveals.setdefault((uid, h, when), set()).add(enemy)
    for a, b, end, place, n in of("vertex_los"):
        p.vertex_los[p.ends(a, b)[end], ground(place)] = int(n)
    p.skis = dict(of("skis"))
    p.tunnels = [(a, b, side) for a, b, side in of("tunnel")]
    p.said_open = {(h, place): answer == "yes" for h, place, answer in of("in_open")}
    p.wire_exit = {h: 2 * int(mf) for h, mf in of("wire_exit")}
    p.capacity = {(h, feature): 2 * int(squads) for h, feature, squads in of("capacity")}
    p.passengers = dict(of("passenger"))
    p.riders = dict(of("rider"))
    for uid, vehicle in (p.passengers | p.riders).items():
        if uid in p.units and vehicle in p.units and not p.units[uid].hex:
            p.units[uid].hex = p.units[vehicle].hex
    p.walled = {uid for (uid,) in of("wall_advantage")}
    p.no_interdiction = {tuple(terms) for terms in of("no_interdiction")}
    for id_, nation in of("nationality"):
        p.nationality.setdefault(id_, set()).add(nation)
    p.no_quarter = {side for (side,) in of("no_quarter")}
    p.breaks = {uid for (uid,) in of("breaks")}
    for unit in p.units.values():
        digs = [f for f in ENTRENCHMENTS if f in p.features.get(unit.hex or "", ())]
        if unit.is_("entrenched") and digs:
            unit.hex = f"{unit.hex}@{digs[0]}"
    p.routed = {uid for (uid,) in of("routed")}
    # A unit that enters a Tank-Hunter Hero's Location eliminates him, as it removes a Dummy; no other Japanese hero is hidden.
    for unit in p.units.values():
        hides = unit.kind == "hero" and unit.is_("hidden") and "japanese" in p.nations(unit)
        if unit.kind == "tank_hunter" or hides:
            unit.kind = "dummy"
    refuse(p)
    return p


def is_heroic(unit: Unit) -> bool:
    """Return True for a hero, and for a leader who has become one (A15.21)."""
    return unit.kind == "hero" or (unit.kind in LEADERS and unit.is_("heroic"))


def refuse(p: Position) -> None:
    """Raise ValueError for what the rules page refuses."""
    for h, features in p.features.items():
        if "wire" in features and h not in p.wire_exit:
            raise ValueError(f"nothing says what leaving the Wire in {h} costs")
    if any(unit.kind == "hero" and unit.is_("broken") for unit in p.units.values()):
        raise ValueError("a hero cannot break (note 6)")
    if any(is_heroic(unit) and unit.is_("broken", "berserk") for unit in p.units.values() if unit.kind != "hero"):
        raise ValueError("a heroic leader neither breaks nor goes berserk (A15.2)")


# --- the answer -------------------------------------------------------------------------------------------------


class Route(NamedTuple):
    """One legal rout. ``mf`` is in half-MF spent on reaching each Location of ``path``.

    ``repulsed`` is the Location that the unit was thrown back from, with the concealed enemies there: the path ends
    with that Location and the one that the unit was thrown back to. ``end`` is survives,
    eliminated or surrenders. ``attacks``: see Rout.attacks.
    """

    posture: str
    legs: tuple[tuple[str, str | None], ...]
    path: Path
    mf: tuple[int, ...]
    interdicted: tuple[tuple[str, frozenset[str]], ...]
    discovers: tuple[tuple[str, frozenset[str]], ...]
    end: str
    repulsed: tuple[str, frozenset[str]] | None = None
    vertices: tuple[tuple[str, str], ...] = ()
    attacks: tuple[tuple[str, str, str], ...] = ()


@dataclass
class Answer(enumerated.Answer[Route]):
    """Duty, right and routes of one broken unit.

    ``verdict`` is one of routs, eliminated, may_rout, stays, cannot_rout, surrenders; ``captors`` are those whom it
    surrenders to.
    """

    captors: set[str] = field(default_factory=set)
    may_break: bool = False


# --- one side's units against the other -------------------------------------------------------------------------


class Way(NamedTuple):
    """One way to enter a Location. Costs are in half-MF, the last three are masks of enemies.

    ``cost`` is for the terrain (NOWHERE: the whole allowance), ``extra`` for Wire, fortifications, weather; ``unpriced`` is the
    part of it that the price of a destination leaves out. ``bars``: who bars the way, if Known; ``fire``: who could
    interdict, if unconcealed; ``end``: over which vertex of the hexside it goes, where others could than over the other;
    ``spares``: from whose Interdiction a foxhole, trench or shellholes keeps the unit;
    ``harbours``: the same of a pillbox, which may be entered for its own sake, too; ``drift``: over a Drift, which on foot takes
    the whole allowance, those half-MF for the weather with it; ``unmined``: no mines attack who goes so.
    """

    to: str
    cost: int
    extra: int
    unpriced: int
    bars: int
    fire: int
    spares: int = 0
    harbours: int = 0
    end: str = ""
    drift: int | None = None
    unmined: bool = False


class View(enumerated.View):
    """The position as the routers of one side meet it: steps, and who sees, bars and covers (a bit for an enemy)."""

    p: Position

    def __init__(self, position: Position, side: str, gone: frozenset[str] = frozenset()) -> None:
        self.p = p = position
        self.side = side
        # An enemy in a sewer, captured or in the air does nothing to routers.
        enemies = [
            replace(u, hex=ground(u.hex))
            for u in p.units.values()
            if u.side != side and u.kind != "aircraft" and not u.is_("captured", "in_sewer")
        ]
        self.enemies = [u for u in enemies if u.id not in gone]
        self.entrenched = {u.id for u in p.units.values() if inside(u.hex) in ENTRENCHMENTS}
        self.bygone = [
            u
            for u in enemies
            if u.id in gone and u.kind != "dummy" and not u.is_("concealed", "hidden") and self._is_armed(u)
        ]
        self.enemy_side = {u.side for u in p.units.values()} - {side}
        self.by_place = {place: name for name, place in p.hexes.items()}
        self.locations = list(p.hexes)
        self.locations += [f"{h}@{level}" for h, levels in p.levels.items() for level in levels]
        self.locations += [f"{h}@pillbox" for h in p.hexes if p.has(h, "pillbox")]
        self.bit = {place: 1 << i for i, place in enumerate(self.locations)}
        shelters = [f"{h}@{f}" for h in p.hexes for f in SHELTERS if p.has(h, f)]
        self.has_shelters = bool(shelters)
        self.places = self.locations + shelters
        self.cover = {place for place in self.locations if self._is_cover(place) and not p.is_blaze(place)}
        # a4-14-melee: whoever is there, seen or not.
        self.melees = {ground(u.hex) for u in p.units.values() if u.is_("melee") and u.id not in gone}
        # B30.42: neither the Disrupted nor the unarmed keep anybody out of a pillbox.
        self.topped = {e.hex for e in self.enemies if e.kind != "dummy" and not e.is_("disrupted", "unarmed")}
        self.concealed = self.mask(lambda e: e.kind == "dummy" or e.is_("concealed", "hidden"))
        self.dummies = self.mask(lambda e: e.kind == "dummy")
        self.armed = self.mask(self._is_armed)
        self.unbroken = self.mask(lambda e: not e.is_("broken"))
        self.friends: dict[str, list[Unit]] = {}
        self._place_friends(gone)
        self._steps: dict[str, list[Way]] = {}
        self._astray: dict[tuple[str, str], int] = {}
        self._cache: dict[tuple[object, ...], int] = {}

    def _place_friends(self, gone: frozenset[str]) -> None:
        for unit in self.p.units.values():
            if unit.side == self.side and unit.id not in gone:
                self.friends.setdefault(unit.hex, []).append(unit)

    def among(self, position: Position) -> View:
        """Return the view of a position that differs in the units of this side alone; work on enemies is shared."""
        view = copy(self)
        view.p, view.friends = position, {}
        if any(floor_of(enemy.hex) for enemy in self.enemies):  # who is Encircled up there depends on them
            view._steps, view._cache = {}, {}
        view._place_friends(frozenset())
        if view.mask(view._is_held) != self.mask(self._is_held):
            view._steps, view._cache = {}, {}
        return view

    def mask(self, test: object) -> int:
        assert callable(test)
        return sum(1 << bit for bit, enemy in enumerate(self.enemies) if test(enemy))

    # the map

    def _is_cover(self, place: str) -> bool:
        h = hex_of(place)
        if inside(place) == "pillbox":
            return True
        if self.p.terrain.get(h) in WOODS and not self.p.has(h, "bridge"):
            return "@" not in place
        if self.p.is_market(h):
            return floor_of(place) > 0
        return self.p.is_building(h) and not self.p.has(h, "tower")

    def beside(self, h: str) -> Iterator[str]:
        """The hexes that touch the hex, cliffs between them apart."""
        column, row = self.p.hexes[h]
        for dc, dr in AROUND:
            other = self.by_place.get((column + dc, row + dr))
            if other is not None and self.p.hexsides.get(frozenset((h, other))) != "cliff":
                yield other

    def links(self, a: str) -> Iterator[str]:
        """The Locations that Infantry could advance or rout to from the Location, terrain apart.

        A pillbox may be entered with its hex, and left for the next hex, or from and to its hex.
        """
        h, floor = hex_of(a), floor_of(a)
        for other in self.beside(h):
            if floor == 0:
                yield other
                if self.p.has(other, "pillbox"):
                    yield f"{other}@pillbox"
            elif floor in self.p.levels.get(other, ()) and self.p.names(h) & self.p.names(other):
                yield f"{other}@{floor}"
        if inside(a) == "pillbox":
            yield h
            return
        if floor == 0 and self.p.has(h, "pillbox"):
            yield f"{h}@pillbox"
        if h in self.p.stairwells and self.p.has(h, "tower"):
            # One Location, and the stairs lead to it wherever it is.
            yield from [h] if floor > 0 else [f"{h}@{level}" for level in self.p.levels.get(h, ()) if level > 0]
        elif h in self.p.stairs:
            for level in (floor - 1, floor + 1):
                if level == 0:
                    yield h
                elif level in self.p.levels.get(h, ()):
                    yield f"{h}@{level}"

    def rates(self, a: str, b: str) -> list[tuple[int, int, bool]]:
        """Half-MF for the terrain in going from a to b, those for the weather, and whether at the road rate; empty where b
        cannot be entered.

        NOWHERE: all the MF. Fortifications, Wire and stacking come on top.
        """
        p = self.p
        here, there = hex_of(a), hex_of(b)
        if p.burns(b) and p.options["blaze_water"] == "barred":
            return []
        smoke = IN_SMOKE if p.in_smoke(b) else 0
        if here != there and inside(b) == "pillbox" and not self.rates(a, there):
            return []
        if here == there:
            levels = abs(floor_of(a) - floor_of(b))
            snow = (
                LEVEL_IN_SNOW if p.has(here, "tower") and p.environment & {"ground_snow", "deep_snow"} else 0
            )  # B34.42
            return [(0 if "pillbox" in (inside(a), inside(b)) else STAIRS * levels + smoke, snow * levels, False)]
        terrain = p.terrain.get(there, "")
        edge = frozenset((here, there))
        on_ground = floor_of(b) == 0
        if edge not in p.roads and (p.has(here, "bridge") or p.has(there, "bridge")):
            return []
        if p.is_ford(there) and (there, here) in p.currents:
            return []  # B21.41
        own: int | None
        if terrain in MARSH or p.is_ford(there):
            own = NOWHERE
        elif p.has(there, "gully") or (
            p.has(there, "stream") and (terrain == "debris" or not p.has_stream(here) or p.has(here, "bridge"))
        ):
            below = COSTS["gully"] if p.has(there, "gully") else self._stream(there)
            own = None if below is None else COSTS[terrain] + below
        elif p.has_stream(there):
            own = self._stream(there)
        elif edge in p.paths and terrain in GROWTH | JUNGLE and on_ground:
            own = ON_A_PATH
        elif terrain in ("sand", "sand_dune") and p.environment & WET_GROUND:
            own = FIRM_SAND
        elif terrain == "grain" and p.month is not None and p.month not in GRAIN_MONTHS:
            own = COSTS["open_ground"]
        elif on_ground and self._in_one_factory(here, there):
            own = IN_FACTORY
        elif p.is_market(there) and not on_ground:
            own = COSTS["stone_building"]  # B23.73: a building up there
        else:
            own = COSTS.get(terrain)
        rates = [] if own is None else [(own, False)]
        if (
            edge in p.roads
            and not p.is_ford(there)  # B21.41: only a bridge spares the ford
            and p.hexsides.get(edge) != "rowhouse_wall"
            and on_ground
            and (own is not None or p.has(there, "bridge"))
        ):
            # Over a bridge the road is the only way.
            if p.options["road_rate"] == "taken" or own is None or p.has(there, "bridge"):
                rates = [(ROAD, True)]
            elif own > ROAD:
                rates.append((ROAD, True))
        uphill = on_ground and (p.level(there) > p.level(here) or (edge not in p.roads and self._mounts(here, there)))
        fence = FENCES.get(p.hexsides.get(edge, ""), 0) if on_ground else 0
        if on_ground and p.has(there, "tower"):
            fence += TOWER
        rise = p.level(there) - p.level(here) if on_ground else 0
        fence += UP_ABRUPTLY * max(rise - 1, 0) + DOWN_ABRUPTLY * max(-rise - 1, 0)  # B10.51
        return [
            (NOWHERE, 0, False)
            if cost == NOWHERE and not by_road
            else (
                (cost + smoke) * (2 if uphill else 1) + fence,
                self._weather(here, there, cost, by_road) if on_ground else 0,
                by_road,
            )
            for cost, by_road in rates
        ]

    def _mounts(self, here: str, there: str) -> bool:
        """Return True if the step climbs to an elevated road of which the position does not say how high it lies (B5.41).

        It says so where an elevation is given, and the road, or more of it at that height, lies above a neighbour.
        """
        p = self.p

        def level(h: str) -> int:
            return p.elevation.get(h, 0)

        if (
            p.terrain.get(there) != "elevated_road"
            or p.terrain.get(here) == "elevated_road"
            or level(here) != level(there)
        ):
            return False
        if there not in p.elevation:
            return True
        road, todo = {there}, [there]
        while todo:
            column, row = p.hexes[todo.pop()]
            near = (self.by_place.get((column + dc, row + dr)) for dc, dr in AROUND)
            for h in [h for h in near if h is not None]:
                if level(h) < level(there):
                    return False
                if h not in road and p.terrain.get(h) == "elevated_road" and level(h) == level(there):
                    road.add(h)
                    todo.append(h)
        return True

    def _stream(self, there: str) -> int | None:
        """Half-MF of the stream of a hex, by its depth (B20.4); None where nobody enters it."""
        classes = (DRY, COSTS["stream"], DEEP, None)
        depth = next((n for n, word in enumerate(("dry", "", "deep", "flooded")) if self.p.has(there, word)), 1)
        return classes[max(depth - 1, 0) if self.p.has(there, "ford") else depth]  # B20.8

    def _weather(self, here: str, there: str, cost: int, by_road: bool) -> int:
        """Half-MF that snow, mud and rain add to a step of this cost from hex to hex; nothing doubles them (E3.9), and within
        one building it is Clear (E3.8)."""
        p, terrain = self.p, self.p.terrain.get(there)
        if p.homes(here) & p.homes(there):
            return 0
        is_paved = terrain == "runway" or p.has(there, "bridge")  # E3.6
        # E3.54, E3.64: a paved road that the step goes along; in the open it is the only way, whoever pays for what.
        along = frozenset((here, there)) in p.paved and p.hexsides.get(frozenset((here, there))) != "rowhouse_wall"
        along = along or self._by_rail(here, there)
        on_paved = along and (by_road or cost <= ROAD)
        is_paved = is_paved or on_paved
        levels = abs(p.level(here) - p.level(there))
        wet_stream = p.has_stream(there) and not p.has(there, "dry")
        deep = "deep_snow" in p.environment
        more = 0
        if deep or "ground_snow" in p.environment:
            more += LEVEL_IN_SNOW * levels
        if deep and terrain not in WOODS | BUILDINGS | RUBBLE | {"lumberyard"}:
            more += DEEP_SNOW
        if "rain" in p.environment and not p.has(there, "bridge") and not on_paved:
            more += LEVEL_IN_RAIN * levels
        open_and_dry = p.is_open_terrain(there) and not wet_stream and terrain not in WATER
        if "mud" in p.environment and not is_paved and (by_road or open_and_dry):
            more += MUD
        return more

    def _by_rail(self, here: str, there: str) -> bool:
        """Return True if rails on an embankment, a paved road but for its MF (B32.12), cross the hexside: over the hexsides
        that the position gives, or else between each two hexes of them."""
        p = self.p
        if {p.terrain.get(here), p.terrain.get(there)} != {"railroad"}:
            return False

        def laid(h: str) -> bool:
            return any(p.terrain.get(other) == "railroad" for edge in p.roads if h in edge for other in edge - {h})

        edge = frozenset((here, there))
        return (edge in p.roads and p.hexsides.get(edge) != "rowhouse_wall") or not (laid(here) or laid(there))

    def _in_one_factory(self, here: str, there: str) -> bool:
        """Return True if the step into a factory hex comes out of the same factory, or its rubble (B23.742, B23.743)."""
        p = self.p
        if p.terrain.get(there) not in FACTORIES or p.terrain.get(here) not in FACTORIES | RUBBLE:
            return False
        if p.has(here, "rowhouse") or p.has(there, "rowhouse"):
            return False
        return bool(p.buildings.get(here, set()) & p.buildings.get(there, set()))

    def adjacent(self, a: str, b: str) -> bool:
        """ADJACENT: Infantry could advance from one to the other, and there is a LOS. A Location is so to itself."""
        a, b = ground(a), ground(b)
        if a == b:
            return True
        if self.p.distance(a, b) > 1 or self.p.hindrance(a, b) is None:
            return False
        return any(
            there in self.links(here)
            and (self.rates(here, there) or hex_of(there) not in self.p.terrain or self._wades(here, there))
            for here, there in ((a, b), (b, a))
        )

    def _wades(self, here: str, there: str) -> bool:
        """Return True if Infantry gets, as somebody did, into a flooded stream in which he is on foot, though it has no price."""
        p = self.p
        off_bridge = p.has(here, "bridge") and frozenset((here, there)) not in p.roads
        return p.is_waded(there) and not off_bridge and not (p.burns(there) and p.options["blaze_water"] == "barred")

    def tunnelled(self, a: str) -> Iterator[str]:
        """The trenches and pillboxes that are connected with the one that a unit is in (b27-54-connected)."""
        here, feature = hex_of(a), inside(a)
        if feature not in ("trench", "pillbox"):
            return
        for there in (here, *self.beside(here)):
            for other in ("trench", "pillbox"):
                if self.p.has(there, other) and f"{there}@{other}" != a and "trench" in (feature, other):
                    yield f"{there}@{other}"

    def steps(self, a: str) -> list[Way]:
        """Each way into a Location that can be entered from a."""
        if a not in self._steps:
            along = sorted(set(self.tunnelled(a)))
            self._steps[a] = [way for b in self.links(a) for way in self._ways(a, b) if way.to not in along]
            for b in along:
                if not ((self.p.burns(hex_of(b)) or self.p.burns(b)) and self.p.options["blaze_water"] == "barred"):
                    bars = self.mask(lambda e, b=b: self._bars(e, a, b))
                    self._steps[a].append(Way(b, ALONG_A_TRENCH, 0, 0, bars, 0, unmined=True))
        return self._steps[a]

    def _ways(self, a: str, b: str) -> Iterator[Way]:
        p = self.p
        rates = self.rates(a, b)
        if not rates or (p.is_enclosed(a) and p.options["blaze_water"] == "barred"):
            return
        bars = self.mask(lambda e: self._bars(e, a, b))
        leaves_hex = hex_of(a) != hex_of(b)
        off_wire = self.wire_exit(a, b)
        wire = off_wire if p.options["wire_price"] == "ignored" else 0
        extra = off_wire + self.out_of(a, b)
        if inside(b) == "pillbox":
            extra += INTO
        over = self._over(hex_of(a), b) if leaves_hex and floor_of(a) == 0 and "@" not in b else {}
        drifts = leaves_hex and p.hexsides.get(frozenset((hex_of(a), hex_of(b)))) == "drift"
        for cost, weather, by_road in rates:
            more = extra + weather
            drift = weather if drifts and floor_of(a) == 0 else None
            if over:
                masks = {mask & ~self.concealed for mask in over.values()}
                if len(masks) > 1:
                    yield from (Way(b, cost, more, wire, bars, mask, end=end) for end, mask in over.items())
                else:
                    yield Way(b, cost, more, wire, bars, min(over.values()) & max(over.values()))
                continue
            fire = self.interdictors(b, by_road and "@" not in b, a)
            harbours = self.interdictors(hex_of(b), by_road, a) if inside(b) == "pillbox" and leaves_hex else 0
            indoors = p.shares_building_hexside(a, b)
            yield Way(b, cost, more, wire, bars, fire, harbours=harbours, drift=drift, unmined=indoors)
            if fire and (leaves_hex or inside(a) == "pillbox") and "@" not in b:
                for feature in SHELTERS:
                    if p.has(b, feature):
                        under = (
                            p.wire_exit.get(b, 0) if feature in ENTRENCHMENTS else 0
                        )  # B26.4: first beneath the Wire
                        free = under if p.options["wire_price"] == "ignored" else 0
                        to = f"{b}@{feature}"
                        yield Way(to, cost, more + under + INTO, wire + free + INTO, bars, 0, fire, drift=drift)

    def out_of(self, a: str, b: str) -> int:
        """The half-MF for leaving an entrenchment or pillbox: none from a trench to lower ground (B27.6)."""
        descends = (
            inside(a) == "trench" and hex_of(a) != hex_of(b) and self.p.level(hex_of(b)) < self.p.level(hex_of(a))
        )
        return 0 if inside(a) not in (*ENTRENCHMENTS, "pillbox") or descends else OUT_OF

    def wire_exit(self, a: str, b: str) -> int:
        """The half-MF for leaving the Wire of the hex that the step leaves; in an entrenchment it is beneath it (B26.4)."""
        on_wire = floor_of(a) == 0 and inside(a) not in (*ENTRENCHMENTS, "pillbox")
        return self.p.wire_exit.get(hex_of(a), 0) if on_wire and hex_of(a) != hex_of(b) else 0

    def _over(self, a: str, b: str) -> dict[str, int]:
        """Return the enemies who could interdict the step from a Rowhouse into the next over each vertex of the
        hexside between them."""
        p = self.p
        if p.hexsides.get(frozenset((a, b))) != "rowhouse_wall":
            return {}

        def fires(enemy: Unit, end: str) -> bool:
            level = p.level(hex_of(enemy.hex)) + floor_of(enemy.hex)
            if level < min(p.level(a), p.level(b)) or p.in_smoke(enemy.hex) or p.in_smoke(b):
                return False
            return p.sees_end(enemy.hex, a, b, end) and self._could_fire(enemy, b, a)

        return {end: self.mask(lambda e, end=end: fires(e, end)) for end in p.ends(a, b)}

    def room(self, place: str) -> int:
        """Halves of a squad that fit there: fewer in dense jungle through which no road leads."""
        dense = self.p.terrain.get(place) in ("dense_jungle", "bamboo")
        return ROOM_IN_JUNGLE if dense and not any(place in road for road in self.p.roads) else ROOM

    def astray(self, a: str, b: str) -> int:
        """The Locations (bits) from which the step from a to b leads away."""
        key = (hex_of(a), hex_of(b))
        if key not in self._astray:
            far = self.p.distance
            self._astray[key] = sum(bit for goal, bit in self.bit.items() if far(key[1], goal) > far(key[0], goal))
        return self._astray[key]

    def _bars(self, enemy: Unit, a: str, b: str) -> bool:
        armed = self._is_armed(enemy)
        if armed and self.p.distance(b, enemy.hex) < self.p.distance(a, enemy.hex):
            return True
        approached = self.adjacent(enemy.hex, b) and enemy.hex != ground(a)
        return enemy.hex == ground(b) or (approached and (armed or self.p.options["bar_unarmed"] == "yes"))

    def way_down(self, place: str, shut: set[str]) -> bool | None:
        """Return True if stairs and storeys lead from there to ground level past the shut Locations; None where the Location
        is no storey of a building, or no stairs lead down at all."""
        p = self.p

        def is_storey(location: str) -> bool:
            h, floor = hex_of(location), floor_of(location)
            counts = floor > 0 or (floor < 0 and p.options["upstairs_cellar"] == "yes")
            return counts and (p.is_building(h) or p.is_market(h)) and not p.has(h, "tower")

        if not is_storey(place):
            return None

        def reaches_ground(barred: set[str]) -> bool:
            seen, todo = {place}, [place]
            while todo:
                for other in self.links(todo.pop()):
                    if other in seen or other in barred or inside(other):
                        continue
                    if floor_of(other) == 0:
                        return True
                    seen.add(other)
                    todo.append(other)
            return False

        return reaches_ground(shut) if reaches_ground(set()) else None

    def is_cut_off(self, place: str, holders: list[Unit]) -> bool:
        """Return True if these units, Blazes and Melees close each way down from there (A7.72)."""
        shut = {ground(u.hex) for u in holders if self.could_hold(u) and not u.is_("concealed", "hidden")}
        shut |= {location for location in self.locations if self.p.is_blaze(location)} | self.melees
        return self.way_down(place, shut) is False

    def could_hold(self, unit: Unit) -> bool:
        """Return True if the unit keeps others out of its Location as soon as it is unconcealed."""
        return not unit.is_("broken", "captured", "in_sewer") and unit.kind != "aircraft" and self._is_armed(unit)

    def is_encircled(self, enemy: Unit) -> bool:
        """Return True if an enemy is Encircled, upstairs or elsewhere."""
        if enemy.is_("encircled"):
            return True
        friends = [unit for stack in self.friends.values() for unit in stack]
        safe = is_heroic(enemy) or enemy.is_("berserk")
        return not safe and self.is_cut_off(enemy.hex, friends)

    # the enemy

    def _is_armed(self, enemy: Unit) -> bool:
        if enemy.kind == "dummy" or enemy.is_("unarmed"):
            return False
        if enemy.kind == "vehicle":
            return not enemy.is_("abandoned") and any(power >= 1 for *_, power in self._weapons(enemy))
        return True

    def _weapons(self, enemy: Unit) -> Iterator[tuple[str, str, int, int]]:
        """Id, kind, normal range and FP of all that the unit could fire."""
        if enemy.is_("unarmed"):
            return
        if enemy.kind in LEADERS and is_heroic(enemy):
            yield enemy.id, enemy.kind, 3 if enemy.is_("wounded") else 4, 1
        if enemy.kind not in LEADERS and enemy.normal_range is not None and not enemy.is_("malfunctioned"):
            yield enemy.id, enemy.kind, min(enemy.normal_range, MOST_RANGE), enemy.firepower
        for wid in enemy.weapons:
            weapon = self.p.weapons[wid]
            if not weapon.malfunctioned and weapon.kind not in NO_WEAPON:
                yield wid, weapon.kind, min(weapon.normal_range, MOST_RANGE), weapon.firepower

    def _cached(self, what: str, place: str, test: object) -> int:
        key = (what, place)
        if key not in self._cache:
            self._cache[key] = self.mask(test)
        return self._cache[key]

    def seen(self, place: str) -> int:
        """The enemies in LOS of the Location, concealed or not."""
        place = ground(place)
        return self._cached(
            "seen", place, lambda e: self.p.hindrance(e.hex, place) is not None and self._shows_itself(e, place)
        )

    def _shows_itself(self, enemy: Unit, place: str) -> bool:
        """Return True if the dark does not hide the enemy from who is in the Location."""
        p = self.p
        carrier = p.units.get(p.passengers.get(enemy.id, p.riders.get(enemy.id, "")), enemy)
        is_moving = carrier.kind == "vehicle" and carrier.is_("motion")
        return p.sees_at_night(place, enemy.hex, p.nvr or 0, is_moving=is_moving)

    def finds(self, enemy: Unit, place: str) -> bool:
        """Return True if the dark does not hide from the enemy who is in the Location; buttoned up he sees half as far."""
        nvr = self.p.nvr or 0
        return self.p.sees_at_night(enemy.hex, place, nvr // 2 if enemy.is_("buttoned_up") else nvr)

    def next_to(self, place: str) -> int:
        """The enemies ADJACENT to or in the Location, dummies apart."""
        place = ground(place)
        return self._cached("next", place, lambda e: self.adjacent(e.hex, place)) & ~self.dummies

    def threat(self, place: str) -> int:
        """The armed unbroken enemies ADJACENT to or in the Location; those of them that are Known threaten it."""
        return self.next_to(place) & self.armed & self.unbroken

    def takers(self, place: str, kinds: set[str], *, aboard: bool = False) -> int:
        """The Good Order armed enemies of these kinds ADJACENT to or in the Location; ``aboard``: a vehicle, too."""

        def takes(enemy: Unit) -> bool:
            on_foot = aboard or enemy.id not in {*self.p.passengers, *self.p.riders}  # Index, Infantry
            lost = enemy.is_("broken", "berserk", "captured", "stunned", "shocked", "melee")
            return enemy.kind in kinds and on_foot and not lost

        return self.next_to(place) & self.armed & self.mask(takes)

    def is_open_to(self, enemy: Unit, place: str, by_road: bool = False, origin: str | None = None) -> bool:
        """Return True if the Location is Open Ground for this enemy, LOS and its Hindrances included: for a unit that
        enters it from ``origin``, at the road rate or not, or for one that is there."""
        p = self.p
        # Fire out of SMOKE is hindered too.
        if p.hindrance(enemy.hex, place) != 0 or p.in_smoke(place) or p.in_smoke(enemy.hex):
            return False
        if (place, enemy.hex) in p.said_open:
            return p.said_open[place, enemy.hex]
        if (not by_road and not p.is_open_terrain(place)) or p.has(place, "tower"):
            return False
        if p.has_hull(place) and hex_of(enemy.hex) != hex_of(place):
            return False
        is_below = self._level(enemy.hex) < self._level(place)
        if is_below and not (origin and self._climbs_in_sight(enemy.hex, origin, place)):
            return False
        return not self._behind_wall(enemy.hex, place) and not self._is_across_bridge(enemy.hex, place)

    def _is_across_bridge(self, a: str, place: str) -> bool:
        """Return True if the LOS from a enters the hex of a bridge over hexsides that its road does not cross (B1.15)."""
        here, there = hex_of(a), hex_of(place)
        if here == there or not self.p.has(place, "bridge"):
            return False
        ends = [h for road in self.p.roads if there in road for h in road - {there}]
        return not any(looks_past(self.p.hexes, here, h, there) for h in ends if h in self.p.hexes)

    def _level(self, place: str) -> int:
        return self.p.level(hex_of(place)) + floor_of(place)

    def _climbs_in_sight(self, viewer: str, a: str, b: str) -> bool:
        """Return True if the step leads up into another hex over the hexside, its ends included, that the LOS to it crosses."""
        here, there = hex_of(a), hex_of(b)
        rises = here != there and self.p.level(here) < self.p.level(there)
        return rises and looks_past(self.p.hexes, hex_of(viewer), here, there)

    def _behind_wall(self, a: str, place: str) -> bool:
        """Return True if the LOS from a enters the hex over a wall or hedge of it, or at the end of one."""
        here, there = hex_of(a), hex_of(place)
        if here == there:
            return False
        c0, r0 = self.p.hexes[there]
        around = (self.by_place.get((c0 + dc, r0 + dr)) for dc, dr in AROUND)
        return any(
            other is not None
            and self._shelters(side := self.p.hexsides.get(frozenset((there, other)), ""), a, place)
            and not (other == a and side not in DUNE_CRESTS and self._has_the_wall(other))
            and looks_past(self.p.hexes, here, other, there)
            for other in around
        )

    def _has_the_wall(self, h: str) -> bool:
        """Return True if enemies in the hex have Wall Advantage over its walls and hedges (B9.3)."""
        units = [self.p.units[uid] for uid in self.p.walled]
        return any(unit.side != self.side and ground(unit.hex) == h for unit in units)

    def _shelters(self, hexside: str, viewer: str, place: str) -> bool:
        """Return True if such a hexside is a TEM: a dune crest only against who is no higher."""
        if hexside in DUNE_CRESTS:
            return self._level(viewer) <= self._level(place)
        return hexside in ("wall", "hedge", "cactus_hedge", "bocage", "roadblock", "drift")

    def in_normal_range(self, enemy: Unit, place: str, *, barred: Iterable[str] = ()) -> bool:
        """Return True if the Location is in the range of a weapon of none of the kinds ``barred``."""
        if not self._is_armed(enemy):
            return False
        reach = self.p.distance(enemy.hex, place)
        return any(reach <= normal_range for _, kind, normal_range, _ in self._weapons(enemy) if kind not in barred)

    def exposed_to(self, place: str) -> int:
        """The enemies for whom a unit there is in Open Ground in their LOS and Normal Range, able to fire or not."""
        return self._cached(
            "exposed",
            place,
            lambda e: (
                self.is_open_to(e, place) and self.in_normal_range(e, place, barred=HEAT) and self.finds(e, place)
            ),
        )

    def watchers(self, place: str) -> int:
        """The enemies for whom a unit at rest there is in the open, in LOS and Normal Range, and who interdict nobody there."""
        return self.exposed_to(place) & self._cached("idle", place, lambda e: not self._could_fire(e, place))

    def interdictors(self, place: str, by_road: bool, origin: str) -> int:
        """The enemies who could interdict a unit that enters the Location from ``origin``, were they unconcealed."""
        key = ("interdict", place, by_road, hex_of(origin))
        if key not in self._cache:
            self._cache[key] = self.mask(
                lambda e: self.is_open_to(e, place, by_road, origin) and self._could_fire(e, place)
            )
        return self._cache[key]

    def _could_fire(self, enemy: Unit, place: str, beside: str | None = None) -> bool:
        """Return True if the enemy could fire at a unit that enters the Location, or goes over a vertex of it and the
        hex ``beside``."""
        p = self.p
        hexes = {hex_of(place), beside or hex_of(place)}
        afoot = enemy.kind not in ("vehicle", "cavalry", "aircraft")
        if p.has(enemy.hex, "wire") and afoot and inside(enemy.hex) != "pillbox" and enemy.id not in self.entrenched:
            return False  # +1 on the attacks of Infantry on it (B26.31); in an entrenchment it is beneath (B26.4)
        if enemy.kind == "dummy" or enemy.is_("broken", "pinned", "cx", "melee", "spotted_fire", "landed"):
            return False
        if self.is_encircled(enemy):
            return False
        if enemy.id in {*self.p.passengers, *self.p.riders}:
            return False  # Mounted Fire
        if enemy.is_("motion", "mounted", "buttoned_up", "stunned", "shocked", "abandoned", "unarmed", "overstacked"):
            return False
        if (enemy.id,) in p.no_interdiction or (enemy.id, place) in p.no_interdiction or self._is_held(enemy):
            return False
        if self._is_crowded(enemy):
            return False
        reach = min(p.distance(enemy.hex, h) for h in hexes)
        for id_, kind, normal_range, firepower in self._weapons(enemy):
            turns = kind == "gun" and id_ in p.arcs and not hexes & p.arcs[id_]
            alone = enemy.kind in LEADERS and not is_heroic(enemy) and kind in MG and not self._has_helper(enemy)
            if kind in HEAT:
                continue
            halved = enemy.is_("halved") and kind != "mortar"
            if reach <= normal_range and firepower >= 1 and not (turns or alone or halved):
                return True
        return False

    def _is_crowded(self, enemy: Unit) -> bool:
        """Return True if more of his side are in his Location than stack there, so that each fires with a DRM (A5.12)."""
        aboard = {*self.p.passengers, *self.p.riders}
        beside = [
            unit
            for unit in self.enemies
            if ground(unit.hex) == ground(enemy.hex) and not unit.is_("captured") and unit.id not in aboard
        ]
        halves = sum(self.halves_of(unit) for unit in beside)
        halves += sum(unit.kind in SMC for unit in beside) // 5
        return halves > self.room(ground(enemy.hex)) or sum(unit.kind == "vehicle" for unit in beside) > 1

    def halves_of(self, unit: Unit) -> int:
        """The halves of a squad that a unit counts for in a Location: one that mans a Gun two (A5.5), a SMC by itself none."""
        armed = unit.kind in ("crew", "half_squad") and any(self.p.weapons[w].kind == "gun" for w in unit.weapons)
        return SQUAD if unit.kind == "gun" or unit.mans_gun or armed else HALVES.get(unit.kind, 0)

    def _is_held(self, enemy: Unit) -> bool:
        """Return True if he knows of an armed unbroken unit of the other side in his own Location (A7.212). One who goes along
        with a unit that routs is no longer there."""
        along = {leader for leader, _ in self.p.accompanies}
        return any(
            self._is_armed(unit)
            and unit.kind != "aircraft"
            and unit.id not in along
            and not unit.is_("broken", "concealed", "hidden", "captured", "in_sewer")
            for hex_, units in self.friends.items()
            if ground(hex_) == enemy.hex
            for unit in units
        )

    def _has_helper(self, smc: Unit) -> bool:
        """Return True if there is a second SMC for the MG: one alone fires it with half its FP. An unarmed one takes
        no part in fire."""
        return any(
            other.id != smc.id
            and other.kind in SMC
            and other.hex == smc.hex
            and not self.is_encircled(other)
            and not other.is_(
                "broken",
                "unarmed",
                "pinned",
                "cx",
                "melee",
                "halved",
                "spotted_fire",
                "overstacked",
                "concealed",
                "hidden",
            )
            and (other.id,) not in self.p.no_interdiction
            for other in self.enemies
        )


# --- one unit's rout --------------------------------------------------------------------------------------------


class State(NamedTuple):
    """Knowledge and condition of a unit while it routs: masks of the Known and of the once concealed, and its condition."""

    known: int
    shown: int
    allowance: int
    halves: int
    condition: str  # squad, reduced (half-squad or crew), smc, wounded
    disrupted: bool


class Trail(NamedTuple):
    """A rout as far as it has come; fields as in Route, and the Locations entered by the last discovery."""

    legs: tuple[tuple[str, str | None], ...]
    path: Path
    mf: tuple[int, ...]
    interdicted: tuple[tuple[str, frozenset[str]], ...]
    discovers: tuple[tuple[str, frozenset[str]], ...]
    found: int = 0
    vertices: tuple[tuple[str, str], ...] = ()

    @property
    def here(self) -> str:
        return self.path[-1]

    @property
    def spent(self) -> int:
        return self.mf[-1]

    @property
    def moved(self) -> bool:
        return len(self.path) > 1


class Leg(NamedTuple):
    """The leg being walked: its destination (None: free), whether it has been reached, and its Locations.

    ``targets``: the Locations (bits) that a free leg may be bound for; None where it may wander. ``price`` and ``paid`` are
    the price of the destination and what the way so far has cost by the same count, in half-MF; ``beyond``: the MF for
    it went into a shelter, and the unit follows the shortest way as far as it gets. ``known``: whom it knew when it chose.
    ``limps``: a wound has left too few MF for the goal (1), or for these of the targets (bits); the unit goes on towards it.
    """

    goal: str | None
    reached: bool
    places: frozenset[str]
    targets: int | None = None
    price: int = 0
    paid: int = 0
    beyond: bool = False
    known: int = 0
    limps: int = 0


class _Found(Exception):
    """A clean rout."""


class Rout(enumerated.Rout[Answer]):
    """All the routs of one unit; ``clean`` looks for one clean rout instead."""

    view: View

    def __init__(self, view: View, unit: Unit, *, clean: bool = False) -> None:
        super().__init__(view, unit)
        self.clean = clean
        self.base = ground(unit.hex)
        self.p = p = view.p
        self.option = p.options
        self.no_revisit = p.options["revisit"] == "forbid" and not clean
        elsewhere = {unit.id, *self.companions, *p.passengers, *p.riders}
        friends = [friend for some in view.friends.values() for friend in some if friend.id not in elsewhere]
        friends = [friend for friend in friends if not friend.is_("captured", "in_sewer")]
        self.sheltered: dict[str, int] = {}
        for friend in friends:
            if inside(friend.hex):
                halves = self.sheltered.get(friend.hex, 0) + HALVES.get(friend.kind, 0)
                self.sheltered[friend.hex] = halves
        # A5.5: with the SMC of the party each five SMC are half a squad.
        party = sum(p.units[uid].kind in SMC for uid in {unit.id, *self.companions})
        self.stacked: dict[str, int] = {}
        for place in {ground(friend.hex) for friend in friends}:
            there = [friend for friend in friends if ground(friend.hex) == place]
            halves = sum(view.halves_of(friend) for friend in there)
            self.stacked[place] = halves + (sum(friend.kind in SMC for friend in there) + party) // 5
        self.known = view.seen(self.start) & ~view.concealed
        self.first = State(
            known=self.known,
            shown=0,
            allowance=self.allowance,
            halves=HALVES.get(unit.kind, 0),
            condition=self.condition,
            disrupted=unit.is_("disrupted"),
        )
        nations = p.nations(unit)
        theirs = {nation for enemy in p.units.values() if enemy.side in view.enemy_side for nation in p.nations(enemy)}
        self.no_quarter = unit.side in p.no_quarter
        self.never = (
            self.no_quarter
            or bool(nations & NEVER_SURRENDER)
            or unit.kind == "commissar"
            or unit.is_("fanatic")
            or ("ss" in nations and "russian" in theirs)
        )
        vehicle = p.units.get(p.passengers.get(unit.id, ""))
        self.is_stranded = vehicle is not None and vehicle.is_("broken", "abandoned")  # D6.1
        boxed = inside(self.start) == "pillbox" and not p.burns(self.start)
        self.is_carried = vehicle is not None and not self.is_stranded
        self.may_stay = boxed or self.is_carried
        # Entrenched or in a hex of shellholes (B2.4) it is not in Open Ground where it is.
        self.is_sheltered = (
            unit.is_("entrenched", "emplaced")
            or any(self.p.weapons[w].emplaced for w in unit.weapons)
            or (floor_of(self.start) == 0 and inside(self.start) != "pillbox" and p.has(self.start, "shellholes"))
        )
        self.is_slow = self.option["encircled_mf"] == "double" and self.is_encircled_at(self.start, self.first)
        self.may_wander = self.option["free_toward"] == "no"
        self.routes: set[Route] = set()
        self._legal: dict[tuple[object, ...], list[tuple[Way, int, int]]] = {}
        self._ways: dict[tuple[object, ...], dict[str, list[tuple[str, int, int]]]] = {}
        self._togo: dict[tuple[object, ...], dict[str, int]] = {}
        self._within: dict[tuple[object, ...], int] = {}
        self._tradeoffs: dict[tuple[object, ...], dict[str, list[tuple[int, int]]]] = {}
        self._tried: set[tuple[object, ...]] = set()

    # steps

    def visible(self, st: State) -> int:
        """The enemies who are not concealed, or no more."""
        return ~(self.view.concealed & ~st.shown)

    def has_room(self, place: str, st: State) -> bool:
        """Return True if a fortification has room for the unit."""
        feature = inside(place)
        if not feature or not st.halves:
            return True
        unsaid = SQUAD * PIT_SQUADS if feature in ENTRENCHMENTS else NOWHERE
        room = self.p.capacity.get((hex_of(place), feature), unsaid)
        return self.sheltered.get(place, 0) + st.halves <= room

    def legal(self, a: str, st: State, moved: bool) -> list[tuple[Way, int, int]]:
        """The legal steps from a, the MF left apart: the way, its half-MF, and those that count in a price."""
        key = (a, st.known, st.shown, st.allowance, st.halves, moved)
        steps = self._legal.get(key)
        if steps is not None:
            return steps
        steps = self._legal[key] = []
        is_doubled = not moved and self.is_slow
        for way in self.view.steps(a):
            b = way.to
            if way.bars & st.known or self._vehicle_bars(ground(b)) or not self.has_room(b, st):
                continue
            if self.is_contested(ground(b)):
                continue
            if way.spares and not way.spares & self.visible(st):
                continue
            cost = way.cost
            over = self.stacked.get(ground(b), 0) + st.halves - self.view.room(ground(b))
            if cost == NOWHERE:
                cost = st.allowance  # whatever a hexside, SMOKE or overstacking would add
            elif way.drift is not None and not self.is_skiing(a, b):
                cost = st.allowance - way.drift  # E3.752: likewise, and whatever the weather adds
            else:
                cost = cost * (2 if is_doubled else 1) + (max(over, 0) + 1) // 2 * SQUAD
            cost -= self.on_skis(a, b)
            steps.append((way, cost + way.extra, cost + way.extra - way.unpriced))
        return steps

    def is_skiing(self, a: str, b: str) -> bool:
        """Return True if it makes that step on skis (E4.3); into and out of a building, rubble, debris, a rail car, a
        fortification or Wire it is on foot."""
        p = self.p
        if p.skis.get(self.unit.id) != "on" or p.names(a) & p.names(b):
            return False
        for place in (a, b):
            built = p.terrain.get(place) in BUILDINGS | RUBBLE | {"debris", "lumberyard", "rail_car"}
            if "@" in place or built or p.has(place, "wire") or p.has(place, "tower"):
                return False
        return True

    def on_skis(self, a: str, b: str) -> int:
        """The half-MF for snow that a unit on skis does not pay (E4.3)."""
        p = self.p
        if not self.is_skiing(a, b):
            return 0
        deep = "deep_snow" in p.environment and p.terrain.get(b) not in WOODS
        return (DEEP_SNOW if deep else 0) + LEVEL_IN_SNOW * abs(p.level(a) - p.level(b))

    def is_contested(self, b: str) -> bool:
        """Return True if there is a Melee in the Location, or it is a pillbox with an enemy on top."""
        view = self.view
        return b in view.melees or (inside(b) == "pillbox" and hex_of(b) in view.topped)

    def _vehicle_bars(self, b: str) -> bool:
        if self.option["unknown_vehicle"] == "ignored":
            return False
        return any(e.kind == "vehicle" and e.hex == b and not e.is_("concealed", "hidden") for e in self.view.enemies)

    def is_astray(self, a: str, b: str, goal: str) -> bool:
        if self.option["toward"] == "reach":
            return False
        return self.p.distance(b, goal) > self.p.distance(a, goal)

    def avoids(self, way: Way, st: State, *, clean: bool, safe: bool) -> bool:
        """Return True if a way that must be clean, or safe from FFE, mines and Blazes, does without this step."""
        if safe and self.p.is_hazard(way.to, mines=not way.unmined):
            return True
        return clean and bool(way.fire & self.visible(st))

    def ways(self, st: State, clean: bool, safe: bool) -> dict[str, list[tuple[str, int, int]]]:
        """The legal steps of a unit that has moved, by where they lead: from where, half-MF, those in a price."""
        key = (st.known, st.shown, st.allowance, st.halves, clean, safe)
        if key not in self._ways:
            steps: dict[str, list[tuple[str, int, int]]] = {}
            for place in self.view.places:
                is_mined = safe and floor_of(place) == 0 and self.p.has(place, "minefield")
                for way, cost, priced in self.legal(place, st, True):
                    if is_mined and not way.unmined:
                        continue  # out of a minefield on the way
                    if not self.avoids(way, st, clean=clean, safe=safe):
                        steps.setdefault(way.to, []).append((place, cost, priced))
            self._ways[key] = steps
        return self._ways[key]

    def togo(
        self, a: str, goal: str, st: State, *, clean: bool = False, safe: bool = False, priced: bool = False
    ) -> int:
        """The half-MF from a to the goal by legal steps that keep every rule, for a unit that has moved; NOWHERE where they
        would be more than an allowance. ``priced``: those that count in a price."""
        priced = priced and (self.view.has_shelters or bool(self.p.wire_exit))
        key = (goal, st.known, st.shown, st.allowance, st.halves, clean, safe, priced)
        best = self._togo.get(key)
        if best is None:
            best = self._togo[key] = self._all_togo(goal, self.ways(st, clean, safe), priced)
        return best.get(a, NOWHERE)

    def short(self, a: str, goal: str, st: State) -> int:
        """The price of the goal from a, without that of getting out of a shelter."""
        if a == goal:
            return 0
        return min(self.togo(place, goal, st, priced=True) for place in (a, hex_of(a) if inside(a) else a))

    def _all_togo(self, goal: str, ways: dict[str, list[tuple[str, int, int]]], priced: bool) -> dict[str, int]:
        distance, toward = self.p.distance, self.option["toward"] == "hexes"
        best = dict.fromkeys((goal, *(f"{goal}@{feature}" for feature in SHELTERS)), 0)
        heap = [(0, place) for place in best]
        while heap:
            price, b = heappop(heap)
            if price > best[b]:
                continue
            here = distance(b, goal)
            for place, real, counted in ways.get(b, ()):
                total = price + (counted if priced else real)
                if total >= best.get(place, FULL_ALLOWANCE + 1) or (toward and here > distance(place, goal)):
                    continue
                best[place] = total
                heappush(heap, (total, place))
        return best

    def price(self, a: str, goal: str, st: State, moved: bool, *, clean: bool = False, safe: bool = False) -> int:
        """The half-MF to the goal for a unit in a, which may not have moved yet."""
        return min(
            (
                cost + self.togo(way.to, goal, st, clean=clean, safe=safe)
                for way, cost, _ in self.legal(a, st, moved)
                if not (self.is_astray(a, way.to, goal) or self.avoids(way, st, clean=clean, safe=safe))
            ),
            default=NOWHERE,
        )

    def counted(self, a: str, goal: str, left: int, st: State, moved: bool, *, clean: bool, safe: bool) -> int:
        """The price of the goal: the least that counts of any way for which ``left`` is enough; NOWHERE without one."""
        if not (self.view.has_shelters or self.p.wire_exit):
            price = self.price(a, goal, st, moved, clean=clean, safe=safe)
            return price if price <= left else NOWHERE
        key = (goal, st.known, st.shown, st.allowance, st.halves, clean, safe)
        table = self._tradeoffs.get(key)
        if table is None:
            table = self._tradeoffs[key] = self._all_tradeoffs(goal, self.ways(st, clean, safe))
        return min(
            (
                counted + price
                for way, cost, counted in self.legal(a, st, moved)
                if not (self.is_astray(a, way.to, goal) or self.avoids(way, st, clean=clean, safe=safe))
                for real, price in table.get(way.to, ())
                if cost + real <= left
            ),
            default=NOWHERE,
        )

    def _all_tradeoffs(
        self, goal: str, ways: dict[str, list[tuple[str, int, int]]]
    ) -> dict[str, list[tuple[int, int]]]:
        """From each Location the half-MF and the price of every way to the goal than which none is better in both."""
        pairs: dict[str, list[tuple[int, int]]] = {}
        heap = [(0, 0, place) for place in (goal, *(f"{goal}@{feature}" for feature in SHELTERS))]
        while heap:
            real, price, b = heappop(heap)
            if any(better <= price for _, better in pairs.get(b, ())):
                continue
            pairs.setdefault(b, []).append((real, price))
            for place, cost, counted in ways.get(b, ()):
                if real + cost <= FULL_ALLOWANCE and not self.is_astray(place, b, goal):
                    heappush(heap, (real + cost, price + counted, place))
        return pairs

    def moves(self, a: str, spent: int, st: State, moved: bool, reached: bool) -> Iterator[tuple[Way, int]]:
        """The steps of a rout that may wander, or beyond a destination (``reached``): the way and half-MF spent."""
        for way, cost, _ in self.legal(a, st, moved):
            total = spent + cost
            place = ground(way.to)
            if total > st.allowance or (reached and place not in self.view.cover):
                continue
            # The start cannot be the end: only a step that leads on from it makes it a way.
            if place == self.base and not any(self.moves(way.to, total, st, True, reached)):
                continue
            yield way, total

    def within(self, b: str, left: int, st: State) -> int:
        """The Locations (bits) that a unit which has moved to b can get to for at most ``left``."""
        key = (b, left, st.known, st.shown, st.allowance, st.halves)
        goals = self._within.get(key)
        if goals is None:
            near = (goal for goal in self.view.locations if 2 * self.p.distance(b, goal) <= left)
            goals = sum(self.view.bit[goal] for goal in near if self.togo(b, goal, st) <= left)
            self._within[key] = goals
        return goals

    def strays(self, a: str, b: str) -> int:
        """The Locations (bits) for which no unit may go from a to b."""
        return self.view.astray(a, b) if self.option["toward"] == "hexes" else 0

    def targets(self, h: str, left: int, st: State, moved: bool) -> int:
        """The Locations (bits) that a rout without prescribed destination may choose at h."""
        goals = 0
        for way, cost, _ in self.legal(h, st, moved):
            if cost <= left:
                goals |= self.within(way.to, left - cost, st) & ~self.strays(h, way.to)
        burning = sum(bit for goal, bit in self.view.bit.items() if self.p.is_blaze(goal))
        return goals & ~(self.view.bit.get(self.base, 0) | self.view.bit.get(ground(h), 0) | burning)

    # destinations

    def choice(self, h: str, left: int, st: State, moved: bool) -> tuple[dict[str, Destination], bool]:
        """The destinations that may be chosen at h, and whether the unit may go without."""
        p = self.p
        base = h if self.option["ignore_from"] == "current" else self.start
        home = p.homes(self.start)
        if self.option["own_building"] == "refigured":
            home = home | p.homes(h)
        enemies = [enemy.hex for enemy in self.view.of(st.known)]
        clean = self.option["adjacent_clean"] == "yes" and not self.no_quarter and bool(self.view.next_to(h) & st.known)
        prices: dict[str, int] = {}
        safe: dict[str, int] = {}
        nearer, own = set(), set()
        for c in self.view.cover - {ground(h), self.base}:
            if 2 * p.distance(h, c) > left:
                continue
            price = self.counted(h, c, left, st, moved, clean=clean, safe=False)
            if price < NOWHERE:
                prices[c] = price
                # Ways through FFE and mines may be counted, and need not be.
                safe[c] = self.counted(h, c, left, st, moved, clean=clean, safe=True)
                if any(p.distance(c, e) <= p.distance(base, e) for e in enemies):
                    nearer.add(c)
                if home & p.homes(c):
                    own.add(c)
        cover_only = self.option["leave_building"] == "cover"
        if cover_only and prices.keys() <= own:
            own = set()
        must_count = [safe[c] for c in prices.keys() - nearer - own if safe[c] < NOWHERE]
        limit = min(must_count, default=None)
        candidates = {
            c: Destination(price, c in nearer | own or safe[c] > price)
            for c, price in prices.items()
            if limit is None or price <= limit
        }
        free = limit is None and not (cover_only and prices.keys() - nearer)
        return candidates, free

    # surrender

    def takers(self, place: str, st: State) -> int:
        """The Known enemies to whom the unit would surrender there, Encircled or without a clean rout; none at night."""
        if self.p.is_night:
            return 0
        if st.disrupted:
            aboard = place == self.start  # A19.12 speaks of Personnel
            return 0 if self.no_quarter else self.view.takers(place, PERSONNEL, aboard=aboard) & st.known
        return 0 if self.never else self.view.takers(place, PERSONNEL) & st.known

    def may_disrupted(self, place: str, st: State) -> bool:
        """Return True if a Disrupted unit routs from there (a19-12-rout)."""
        view, p = self.view, self.p
        if self.forced_open(place, st):
            return True
        if p.is_water(place) or p.is_blaze(place) or (place == self.start and p.burns(place)):
            return True
        near = view.next_to(place) & ~(view.concealed & ~st.shown)
        # Enemies hidden by the dark are not Known (E1.33).
        for enemy in view.of(near & st.known if p.is_night else near):
            if enemy.kind == "vehicle":
                return True
            counts = self.option["disrupted_broken"] == "yes" or not enemy.is_("broken")
            if counts and enemy.kind in PERSONNEL and view._is_armed(enemy):
                return True
        return False

    def has_clean(self, trail: Trail, leg: Leg | None, st: State) -> bool:
        """Return True if there is a clean rout from here, going on with the leg (None: to be chosen)."""
        looker = Rout(self.view, self.unit, clean=True)
        looker._legal, looker._ways, looker._togo, looker._within = self._legal, self._ways, self._togo, self._within
        try:
            if leg is None:
                looker.choose(trail, st)
            else:
                looker.proceed(trail, leg, st)
        except _Found:
            return True
        return False

    def is_encircled_at(self, place: str, st: State, *, moved: bool = False) -> bool:
        """Return True if it is Encircled there: by a counter before it moves, or upstairs (a7-72-upstairs)."""
        if self.unit.is_("encircled") and not moved:
            return True
        shown = {enemy.id for enemy in self.view.of(st.shown)}
        holders = [
            replace(e, statuses=e.statuses - {"concealed", "hidden"}) if e.id in shown else e for e in self.view.enemies
        ]
        return self.view.is_cut_off(ground(place), holders)

    # walking

    def is_threatened(self, place: str, st: State) -> bool:
        return bool(self.view.threat(place) & st.known)

    def is_unsafe(self, place: str, st: State, *, halted: bool = False) -> bool:
        """Return True if no rout may end there; with ``blaze_water=barred`` none gets into a Blaze.

        A unit that an NMC has ``halted`` may end in the open.
        """
        avoidable = self.option["blaze_water"] == "avoidable"
        if self.is_threatened(place, st) or (avoidable and self.p.is_blaze(place)):
            return True
        if halted or self.option["end_in_open"] == "allowed" or self.p.is_night or place == self.start:
            return False
        return bool(self.view.watchers(place) & self.forcing(place) & st.known)

    def forced_open(self, place: str, st: State) -> int:
        """The Known enemies who force a unit out of the Open Ground that it is in."""
        return self.exposed_to(place) & st.known & self.forcing(place)

    def forcing(self, place: str) -> int:
        """The enemies who count against a unit in the open there, if it is in the open to them."""

        def forces(enemy: Unit) -> bool:
            if enemy.is_("melee") or (enemy.is_("broken") and self.option["broken_forces"] == "no"):
                return False
            return not self.p.desert or self.p.distance(enemy.hex, place) <= DESERT_RANGE

        return self.view.mask(forces)

    def exposed_to(self, place: str) -> int:
        """The enemies for whom the unit is in Open Ground there, in their LOS and Normal Range."""
        exposed = self.view.exposed_to(place)
        if place == self.start and self.unit.is_("crest"):  # but to those of whom that is said
            exposed &= self.view.mask(lambda e: self.p.said_open.get((place, e.hex), False))
        return 0 if self.is_sheltered and place == self.start else exposed

    def failure(self, place: str, st: State) -> str:
        """Return the fate of a unit that fails to rout there."""
        if self.takers(place, st):
            return "surrenders"
        return "surrenders" if self.takers_abtf(place, st) else "eliminated"

    def takers_abtf(self, place: str, st: State) -> int:
        """The Known enemies to whom a unit that is about to be eliminated surrenders instead (a20-21-abtf)."""
        if self.option["abtf"] == "no" or self.never or self.p.is_night:
            return 0
        near = self.view.next_to(place) & self.view.armed & st.known
        aboard = {*self.p.passengers, *self.p.riders}
        return near & self.view.mask(lambda e: e.kind in INFANTRY and e.id not in aboard)

    def outcome(self, place: str, st: State, *, halted: bool = False) -> str:
        """Return the end of a rout that stops there for good; at night nobody fails to rout."""
        if self.p.is_night:
            return "survives"
        at_start = place == self.start and bool(self.forced_open(place, st))
        return self.failure(place, st) if at_start or self.is_unsafe(place, st, halted=halted) else "survives"

    def finish(
        self, trail: Trail, st: State, posture: str = "run", *, end: str | None = None, halted: bool = False
    ) -> None:
        end = end or self.outcome(trail.here, st, halted=halted or posture == "low_crawl")
        if self.clean:
            if end == "survives":
                raise _Found
            return
        fields = posture, trail.legs, trail.path, trail.mf, trail.interdicted, trail.discovers, end
        self.routes.add(Route(*fields, vertices=trail.vertices, attacks=self.attacks(trail.path, posture)))

    def is_new(self, *key: object) -> bool:
        """Return True if a search for a clean rout comes here for the first time."""
        if not self.clean:
            return True
        if key in self._tried:
            return False
        self._tried.add(key)
        return True

    def choose(self, trail: Trail, st: State, *, may_stop: bool = True) -> None:
        """Begin a leg where the unit stands, for every destination that it may choose there.

        A unit that could simply stop there instead is not listed as choosing to stay (``may_stop``).
        """
        h = trail.here
        if not self.is_new("choose", h, trail.spent, st):
            return
        left = st.allowance - trail.spent
        begun = trail
        destinations, free = self.choice(h, left, st, trail.moved)
        for goal in destinations:
            # adjacent_clean: by which ways it is near enough; the shortest way is the shortest, clean or not.
            price = self.counted(h, goal, left, st, trail.moved, clean=False, safe=False)
            leg = Leg(goal, False, frozenset((ground(h),)), price=price, known=st.known)
            self.go(trail._replace(legs=(*trail.legs, (h, goal))), leg, st)
        if free:
            trail = trail._replace(legs=(*trail.legs, (h, None)))
            targets = None if self.may_wander else self.targets(h, left, st, trail.moved)
            if targets is None:
                stuck = not any(self.moves(h, trail.spent, st, trail.moved, False))
            else:
                stuck = not targets
            at_rest = ground(h) != self.base and not self.is_unsafe(h, st)
            barred = not trail.moved and len(trail.legs) > 1  # at its first step
            if trail.moved and may_stop and (stuck or at_rest):
                self.finish(trail, st)
            elif barred and stuck and not any(self.crawls(st)):
                fails = self.must() or self.is_unsafe(h, st) or self.forced_open(h, st)
                self.finish(trail, st, end=self.failure(h, st) if fails else "survives")
            self.go(trail, Leg(None, False, frozenset((ground(h),)), targets=targets, known=st.known), st)
        if begun.legs and not trail.moved and not self.clean:
            self.crawl(begun, st)
        if not begun.legs:
            self.tunnel(begun, st)

    def go(self, trail: Trail, leg: Leg, st: State) -> None:
        """Every way to go on with the leg from where the unit stands."""
        here = trail.here
        if not self.is_new("go", here, trail.spent, leg._replace(places=frozenset()), st):
            return
        if leg.reached or (leg.goal is None and leg.targets is None):
            for way, spent in self.moves(here, trail.spent, st, trail.moved, leg.reached):
                self.step(trail, leg, st, way, spent)
        elif leg.goal is None:
            stuck = leg.limps and leg.targets  # there is a way to them, but no MF for its next step
            for way, cost, _ in self.legal(here, st, trail.moved):
                ahead = self.ahead(leg, here, way.to, self.counted_on(leg, st) - trail.spent - cost, st)
                if ahead and trail.spent + cost <= st.allowance:
                    stuck = (stuck or 0) & ~ahead
                    self.step(trail, leg._replace(targets=ahead), st, way, trail.spent + cost)
            if stuck:
                self.finish(trail, st)
        else:
            self.go_to(leg.goal, trail, leg, st)

    def counted_on(self, leg: Leg, st: State) -> int:
        """The half-MF by which a unit tells whether it is on its way: those that it began with, if it goes on in spite of a
        wound."""
        return self.first.allowance if leg.limps else st.allowance

    def in_spite(self, leg: Leg, st: State, before: State, spent: int, b: str) -> Leg:
        """The leg of a unit that a wound has just slowed in b. By whom it knew when it chose, its MF are too few for the goal, or
        some targets: new enemies have nothing to do with that."""
        if leg.reached or leg.beyond or st.allowance == before.allowance:
            return leg
        then = before._replace(known=leg.known)
        if leg.goal is not None:
            return leg._replace(limps=int(spent + self.togo(b, leg.goal, then) > st.allowance))
        if leg.targets is None:
            return leg
        return leg._replace(limps=leg.targets & ~self.within(b, max(st.allowance - spent, 0), then))

    def ahead(self, leg: Leg, a: str, b: str, left: int, st: State) -> int:
        """The Locations (bits) for which a free leg may go from a to b, with ``left`` half-MF left there."""
        targets = (leg.targets or 0) & ~self.strays(a, b)
        return targets & self.within(b, left, st) if targets and left >= 0 else 0

    def go_to(self, goal: str, trail: Trail, leg: Leg, st: State) -> None:
        """Every way to go on to a prescribed destination."""
        here = trail.here
        goes_on = declines = False
        for way, cost, counted in self.legal(here, st, trail.moved):
            if self.is_astray(here, way.to, goal):
                continue
            spent = trail.spent + cost
            on = leg._replace(paid=self.paid(way, counted, trail, leg))
            if not leg.beyond and spent + self.togo(way.to, goal, st) <= self.counted_on(leg, st):
                if spent <= st.allowance:
                    goes_on = True
                    self.step(trail, on, st, way, spent, leg)
            elif self.may_fall_short(way, counted, trail, leg, st):
                if spent <= st.allowance:
                    goes_on = True
                    self.step(trail, on._replace(beyond=True), st, way, spent, leg)
                elif self.spared(way, st):
                    declines = True
        if leg.limps and not leg.beyond and not goes_on:
            self.finish(trail, st)
            return
        may_stop = declines and not self.is_unsafe(here, st)
        if self.option["toward"] == "reach":
            nearer = hex_of(here) != hex_of(self.start)
        else:
            nearer = self.p.distance(here, goal) < self.p.distance(self.start, goal)
        if leg.beyond and not goes_on and self.is_prevented(goal, trail, leg, st):
            nearer = may_stop = True
        if leg.beyond and not goes_on and trail.moved and self.is_unsafe(here, st):
            self.choose(trail, st)
        elif trail.moved and nearer and (may_stop or (leg.beyond and not goes_on)):
            self.finish(trail, st)

    def paid(self, way: Way, counted: int, trail: Trail, leg: Leg) -> int:
        """The half-MF of the way so far and a step. What it pays for getting out of a shelter, or into a pillbox on the way,
        makes no way longer; out of the one where it chose, it is in the price of every way."""
        if way.to in self.view.tunnelled(trail.here):
            return leg.paid + counted
        out = self.view.out_of(trail.here, way.to) if len(leg.places) > 1 else 0
        return leg.paid + counted - out - (INTO if inside(way.to) == "pillbox" and way.to != leg.goal else 0)

    def spared(self, way: Way, st: State) -> bool:
        """Return True if a step is into a shelter from Interdiction."""
        return bool(way.spares or way.harbours & self.visible(st))

    def may_fall_short(self, way: Way, counted: int, trail: Trail, leg: Leg, st: State) -> bool:
        """Return True if a step is one of the shortest way, on which the MF for the destination may go into shelters."""
        straight = hex_of(way.to) != hex_of(trail.here) and inside(way.to) != "pillbox"
        straight = straight or (inside(way.to) == "trench" and way.to in self.view.tunnelled(trail.here))
        on_the_way = self.paid(way, counted, trail, leg) + self.short(way.to, leg.goal or "", st) <= leg.price
        return on_the_way and (self.spared(way, st) or (leg.beyond and straight))

    def is_prevented(self, goal: str, trail: Trail, leg: Leg, st: State) -> bool:
        """Return True if only enemies that it has met since it chose the goal keep a unit which goes no farther from
        going on along the shortest way: they bar the next step, or one beyond it."""
        here, then = trail.here, st._replace(known=leg.known)
        return any(
            trail.spent + cost <= st.allowance
            and self.paid(way, counted, trail, leg) + self.short(way.to, goal, then) <= leg.price
            for way, cost, counted in self.legal(here, then, trail.moved)
            if hex_of(way.to) != hex_of(here) and not inside(way.to) and not self.is_astray(here, way.to, goal)
        )

    def step(self, trail: Trail, leg: Leg, st: State, way: Way, spent: int, before: Leg | None = None) -> None:
        """Make a step of the leg, which counts it already (``before``: the leg as it was)."""
        if self.no_revisit and ground(way.to) in leg.places:
            return
        if not self.clean:
            barred = self.bar(trail, leg, st, way, spent, before or leg)
            if barred is None:
                return
            trail, leg, st = barred
        self.enter(trail, leg, st, way, spent)

    def dropping(self, when: str, b: str, st: State) -> int:
        """The enemies who drop their concealment before or after the unit enters b."""
        ids = self.p.reveals.get((self.unit.id, ground(b), when), set())
        return self.view.mask(lambda e: e.id in ids) & self.view.concealed & ~self.view.dummies & ~st.shown

    def drop_before(self, trail: Trail, st: State, b: str) -> tuple[Trail, State]:
        """Return the knowledge of the unit when it is about to enter b."""
        dropping = self.dropping("before", b, st)
        if not dropping:
            return trail, st
        here = trail.here
        new = dropping & self.view.seen(here) & ~st.known
        discovers = trail.discovers
        if new:
            if discovers and trail.found == len(trail.path):
                discovers = (*discovers[:-1], (here, discovers[-1][1] | self.view.ids(new)))
            else:
                discovers = (*discovers, (here, self.view.ids(new)))
            trail = trail._replace(discovers=discovers, found=len(trail.path))
        return trail, st._replace(known=st.known | new, shown=st.shown | dropping)

    def bar(
        self, trail: Trail, leg: Leg, st: State, way: Way, spent: int, before: Leg
    ) -> tuple[Trail, Leg, State] | None:
        """The unit before the step, when enemies have dropped their concealment; None where it does not make it."""
        here, old, as_chosen = trail.here, st, leg
        trail, st = self.drop_before(trail, st, way.to)
        if st.known == old.known:
            return trail, leg, st
        ceases = st.disrupted and self.option["disrupted_ceases"] == "yes"
        is_checked = ceases or self.option["surrender_again"] == "yes"
        if is_checked:
            kept_on = self.surrender_check(trail, before, st, ceases)
            if kept_on is None:
                return None
            leg = leg._replace(targets=kept_on.targets)
        left = self.counted_on(leg, st) - spent
        is_legal = any(other.to == way.to and other.cost == way.cost for other, *_ in self.legal(here, st, trail.moved))
        if leg.reached or (leg.goal is None and leg.targets is None):
            # Back to where it began it goes only if a step leads on from there by what it knows now.
            onward = self.moves(here, trail.spent, st, trail.moved, leg.reached)
            if is_legal and any(other.to == way.to and total == spent for other, total in onward):
                return trail, as_chosen, st
            # Nothing is out of its reach: it can stay where it is, unless somebody threatens it there.
            if self.is_unsafe(here, st):
                self.choose(trail, st)
        elif leg.goal is None:
            # A destination out of its reach now is given up here, not after the step.
            kept = leg.targets or 0
            limping = kept & self.within(here, self.first.allowance - trail.spent, st) if leg.limps else 0
            if kept & ~limping & ~self.targets(here, st.allowance - trail.spent, st, trail.moved):
                self.choose(trail, st)
            ahead = kept & self.within(way.to, left, st) if is_legal else 0
            if limping & ~ahead & ~self.payable(trail, leg._replace(targets=limping), st):
                self.finish(trail, st)
            if ahead:
                return trail, as_chosen._replace(targets=ahead), st
        else:
            if is_legal and (leg.beyond or self.togo(way.to, leg.goal, st) <= left):
                return trail, as_chosen, st
            if before.beyond:
                # New enemies put it no farther. Where no step of the shortest way is open it stops, unless it may not.
                if not self.is_open(trail, before, st):
                    if self.is_unsafe(here, st):
                        self.choose(trail, st)
                    else:
                        self.finish(trail, st)
            elif self.price(here, leg.goal, st, trail.moved) > self.counted_on(leg, st) - trail.spent:
                self.choose(trail, st)
            elif leg.limps and not self.payable(trail, leg, st):
                self.finish(trail, st)
        return None

    def payable(self, trail: Trail, leg: Leg, st: State) -> int:
        """The targets (bits; of a goal 1) for which a limping unit has the MF for a next step."""
        here, ahead = trail.here, 0
        for way, cost, _ in self.legal(here, st, trail.moved):
            spent = trail.spent + cost
            left = self.first.allowance - spent
            if spent > st.allowance:
                continue
            if leg.goal is None:
                ahead |= self.ahead(leg, here, way.to, left, st)
            elif not self.is_astray(here, way.to, leg.goal) and self.togo(way.to, leg.goal, st) <= left:
                ahead = 1
        return ahead

    def is_open(self, trail: Trail, leg: Leg, st: State) -> bool:
        """Return True if a step of the shortest way to a goal that is out of reach is open, and within its MF."""
        return any(
            trail.spent + cost <= st.allowance
            and self.may_fall_short(way, counted, trail, leg, st)
            and not self.is_astray(trail.here, way.to, leg.goal or "")
            for way, cost, counted in self.legal(trail.here, st, trail.moved)
        )

    def enter(self, trail: Trail, leg: Leg, st: State, way: Way, spent: int) -> None:
        """Enter: be thrown back, look round, be interdicted, perhaps surrender, and stop, go on or choose anew."""
        b = way.to
        if not self.clean and self.throw_back(trail, st, b, spent):
            return
        before = st.known
        trail, st = self.look(trail, st, b, spent)
        if way.end:
            trail = trail._replace(vertices=(*trail.vertices, (b, way.end)))
        by = way.fire & self.visible(st)
        hob_check = False
        if by:
            if self.clean:
                return
            trail = trail._replace(interdicted=(*trail.interdicted, (b, self.view.ids(by))))
            result = self.p.nmc.get((self.unit.id, b), "pass")
            after = self.nmc(trail, st, result, spent)
            if after is None:
                return
            leg = self.in_spite(leg, after, st, spent, b)
            hob_check = after.disrupted and result == "two" and self.p.hob.get(self.unit.id) == "surrender"
            st = after
        leg = leg._replace(reached=leg.reached or ground(b) == leg.goal, places=leg.places | {ground(b)})
        ceases = st.disrupted and (self.option["disrupted_ceases"] == "yes" or hob_check)
        is_checked = ceases or self.option["surrender_again"] == "yes"
        is_checked = is_checked and (st.known != before or hob_check)
        on = self.surrender_check(trail, leg, st, ceases) if is_checked else leg
        if on is not None:
            self.proceed(trail, on, st)

    def surrender_check(self, trail: Trail, leg: Leg, st: State, ceases: bool) -> Leg | None:
        """The leg that the unit goes on with; None where its rout ends because it surrenders, or is Disrupted and ceases to
        rout (``ceases``: else it goes on like any unit)."""
        b = trail.here
        takers = self.takers(b, st)
        if ceases:
            if takers:
                self.finish(trail, st, end="surrenders")
                return None
            if not self.may_disrupted(b, st):
                self.finish(trail, st)
                return None
            return leg
        if takers and self.clean and self.is_encircled_at(b, st, moved=trail.moved):
            return None
        if not takers or self.clean:
            return leg
        if self.is_encircled_at(b, st, moved=trail.moved):
            self.finish(trail, st, end="surrenders")
            return None
        # Out of the Location in which it was, it is Encircled no more, unless it is so upstairs.
        if leg.targets is None or leg.reached:
            on = leg if self.has_clean(trail, leg, st) else None
        else:
            # Each Location that it may be bound for is its destination here, too: with some it may surrender.
            bits = [bit for bit in self.view.bit.values() if bit & leg.targets]
            clean = sum(bit for bit in bits if self.has_clean(trail, leg._replace(targets=bit), st))
            if clean != leg.targets:
                self.finish(trail, st, end="surrenders")
            return leg._replace(targets=clean) if clean else None
        if on is None:
            self.finish(trail, st, end="surrenders")
        return on

    def attacks(self, path: Path, posture: str) -> tuple[tuple[str, str, str], ...]:
        """The attacks of FFE and mines on a way, sorted: where, by what, and as what movement (a10-51-ffe)."""
        p = self.p
        if posture == "tunnel":
            return ()
        manner = "ffnam" if posture == "run" else "assault_movement"
        attacks = []
        for a, b in pairwise(path):
            if p.has(b, "ffe"):
                attacks.append((b, "ffe", manner))
            if b in self.view.tunnelled(a):
                continue
            if floor_of(b) == 0 and p.has(b, "minefield") and not p.shares_building_hexside(a, b):
                attacks.append((b, "minefield", manner))
            if floor_of(a) == 0 and p.has(a, "minefield") and not p.shares_building_hexside(a, b):
                attacks.append((a, "minefield", manner))
        return tuple(sorted(attacks))

    def throw_back(self, trail: Trail, st: State, b: str, spent: int, posture: str = "run") -> bool:
        lurking = self.view.concealed & ~st.shown
        if self.p.is_night:  # who is not seen counts as concealed (E1.8, E1.33)
            lurking = ~st.known
        lurkers = [
            enemy
            for enemy in self.view.enemies
            if enemy.hex == ground(b) and enemy.id in self.view.ids(lurking & ~self.view.dummies)
        ]
        if not lurkers:
            return False
        by = frozenset(enemy.id for enemy in lurkers)
        back = trail.here
        shown = self.view.mask(lambda e: e.id in by)
        st = st._replace(known=st.known | shown, shown=st.shown | shown)
        if self.p.is_night:
            end = "survives"
        elif self.option["repulsed"] == "surrender":
            end = self.failure(back, st)
        else:  # for failure to rout (note 22)
            end = "surrenders" if self.takers_abtf(back, st) else "eliminated"
        path, mf = (*trail.path, b, back), (*trail.mf, spent, spent)
        fields = posture, trail.legs, path, mf, trail.interdicted, trail.discovers, end
        attacks = self.attacks((*trail.path, b), posture)
        self.routes.add(Route(*fields, repulsed=(b, by), vertices=trail.vertices, attacks=attacks))
        return True

    def look(self, trail: Trail, st: State, b: str, spent: int) -> tuple[Trail, State]:
        """The trail one Location longer, and what the unit knows there."""
        shown = st.shown
        if not self.clean:
            shown |= self.dropping("after", b, st)
        new = self.view.seen(b) & ~st.known & ~(self.view.concealed & ~shown)
        trail = trail._replace(
            path=(*trail.path, b),
            mf=(*trail.mf, spent),
            discovers=(*trail.discovers, (b, self.view.ids(new))) if new else trail.discovers,
            found=len(trail.path) + 1 if new else trail.found,
        )
        return trail, st._replace(known=st.known | new, shown=shown)

    def has_no_heat(self) -> bool:
        """Return True if the unit has no Heat of Battle (A15.1)."""
        uid = self.unit.id
        aboard = uid in self.p.passengers or uid in self.p.riders
        return aboard or self.unit.kind in ("crew", "hero", "cavalry") or self.unit.is_("unarmed")

    def nmc(self, trail: Trail, st: State, result: str, spent: int) -> State | None:
        """The unit after an NMC with this result; None where its rout has ended."""
        if result == "two" and self.has_no_heat():
            return st
        if result == "two":
            hob = self.p.hob.get(self.unit.id, "other")
            if hob == "surrender" and self.never and self.option["hob_unyielding"] == "berserk":
                hob = "berserk"
            # A hero created from an MMC is a new unit, and the MMC stays broken.
            if hob in ("hardened", "berserk") or (hob == "hero" and self.unit.kind in LEADERS):
                self.finish(trail, st, end="survives")
                return None
            return st._replace(disrupted=True) if hob == "surrender" else st
        if result in ("twelve", "killed"):
            self.finish(trail, st, end="eliminated")
            return None
        if result == "pin":
            end = self.outcome(trail.here, st, halted=True)
            if end == "surrenders" and self.option["pinned_surrenders"] == "no":
                end = "surrenders" if self.takers_abtf(trail.here, st) else "eliminated"
            self.finish(trail, st, end=end)
            return None
        if result == "fail":
            if st.condition == "squad":
                return st._replace(condition="reduced", halves=1)
            if st.condition in ("smc", "wounded"):
                st = st._replace(condition="wounded", allowance=WOUNDED_ALLOWANCE)
                if spent >= st.allowance:
                    self.finish(trail, st, halted=True)
                    return None
                return st
            self.finish(trail, st, end="eliminated")
            return None
        return st

    def proceed(self, trail: Trail, leg: Leg, st: State) -> None:
        """Stop, go on or choose anew in the Location just entered."""
        h, spent = trail.here, trail.spent
        if leg.goal is not None and not leg.reached:
            if leg.beyond:
                on_its_way = leg.paid + self.short(h, leg.goal, st) <= leg.price
            else:
                on_its_way = spent + self.togo(h, leg.goal, st) <= self.counted_on(leg, st)
            if on_its_way or (leg.beyond and not self.is_unsafe(h, st)):
                self.go(trail, leg, st)
            else:
                self.choose(trail, st)
        elif leg.targets is not None and not leg.reached:
            self.proceed_free(trail, leg, st, leg.targets)
        elif self.is_unsafe(h, st):
            self.choose(trail, st)
        else:
            # Only a wound can leave it at the start without a way on.
            if ground(h) != self.base or not any(self.moves(h, spent, st, True, leg.reached)):
                self.finish(trail, st)
            self.go(trail, leg, st)
            if leg.reached and self.view.next_to(h) & st.known:
                self.choose(trail, st, may_stop=False)

    def proceed_free(self, trail: Trail, leg: Leg, st: State, targets: int) -> None:
        """Go on to any of the Locations (bits), of which this may be one."""
        h = trail.here
        here = targets & self.view.bit.get(ground(h), 0)
        limping = (
            targets & ~here & leg.limps & self.within(h, self.first.allowance - trail.spent, st) if leg.limps else 0
        )
        ahead = targets & ~here & ~leg.limps & self.within(h, st.allowance - trail.spent, st)
        unsafe = self.is_unsafe(h, st)
        if ahead:
            self.go(trail, leg._replace(targets=ahead, limps=0), st)
        if limping:
            self.go(trail, leg._replace(targets=limping), st)
        ahead |= limping
        if here and not unsafe:
            self.finish(trail, st)
            self.go(trail, leg._replace(reached=True, targets=None), st)
            if self.view.next_to(h) & st.known:
                self.choose(trail, st, may_stop=False)
        if (here and unsafe) or targets & ~here & ~ahead:
            self.choose(trail, st)

    def tunnel(self, trail: Trail, st: State) -> None:
        """Every rout through a tunnel (B8.62): out of the entrance where it starts, to the other; nobody interdicts it. None
        begins on top of Wire (B26.4)."""
        if inside(self.start) not in (*ENTRENCHMENTS, "pillbox") and self.p.wire_exit.get(self.base):
            return
        for a, b, side in self.p.tunnels:
            for near, far in ((a, b), (b, a)):
                if side == self.unit.side and near in (self.start, self.base) and self.emerges(far, st):
                    through, then = self.look(trail._replace(legs=((self.start, None),)), st, far, st.allowance)
                    self.finish(through, then, "tunnel", end="survives")

    def emerges(self, far: str, st: State) -> bool:
        """Return True if a unit may come out of a tunnel there."""
        view, start = self.view, self.base
        if self.is_contested(ground(far)) or self._vehicle_bars(ground(far)) or not self.has_room(far, st):
            return False
        if self.stacked.get(ground(far), 0) + st.halves > view.room(ground(far)):
            return False
        if self.p.is_blaze(far) or self.p.burns(far) or self.p.is_water(far):
            return False
        closer = view.mask(lambda e: self.p.distance(e.hex, far) < self.p.distance(e.hex, start))
        return not (closer & view.armed | view.threat(far)) & st.known

    def may_crawl(self) -> bool:
        if self.p.is_night:
            return True  # always, E1.54 says
        if self.p.is_water(self.base):
            return False  # B21.43; on foot nobody is in deep water (B21.41)
        occupied = any(e.hex == self.base and e.kind != "dummy" for e in self.view.enemies)
        return not occupied and not self.first.disrupted

    def crawl(self, trail: Trail, st: State) -> None:
        """Low Crawl: one legal step, whatever it costs, for all the MF."""
        start = self.start
        destinations, _ = self.choice(start, st.allowance, st, False)
        for b, goals in self.crawls(st):
            for goal in goals:
                begun, then = self.drop_before(trail._replace(legs=(*trail.legs, (start, goal))), st, b)
                if then.known != st.known:
                    taken = self.option["surrender_again"] == "yes" and bool(self.takers(start, then))
                    # It keeps to where it is bound for: where it crawls, if it goes where it likes.
                    price = 0 if goal is None else destinations[goal].price
                    aim = self.view.bit[b] if goal is None and not self.may_wander else None
                    leg = Leg(goal, False, frozenset((ground(start),)), price=price, known=st.known, targets=aim)
                    if taken and (self.is_encircled_at(start, then) or not self.has_clean(begun, leg, then)):
                        self.finish(begun, then, end="surrenders")  # it has spent nothing yet
                        continue
                    if not any(other.to == b for other, *_ in self.legal(start, then, False)):
                        continue
                if not self.throw_back(begun, then, b, st.allowance, "low_crawl"):
                    crawled, there = self.look(begun, then, b, st.allowance)
                    self.finish(crawled, there, "low_crawl")

    def crawls(self, st: State) -> Iterator[tuple[str, list[str | None]]]:
        """Yield the Locations to which it may Low Crawl from its start, each with a destination (None: it has none)."""
        if not self.may_crawl():
            return
        destinations, free = self.choice(self.start, st.allowance, st, False)
        if self.p.is_night:
            destinations, free = {}, True
        for way, cost, _ in self.legal(self.start, st, False):
            b = way.to
            if way.spares:
                continue  # no crawl is interdicted
            off_wire = 0 if b in self.view.tunnelled(self.start) else self.view.wire_exit(self.start, b)
            if off_wire and (self.option["wire_crawl"] == "no" or off_wire > st.allowance):
                continue
            # Up the stairs of a tower it leaves what is around it.
            terrain = self.p.terrain.get(hex_of(b)) if floor_of(b) <= 0 else None
            is_wet = floor_of(b) <= 0 and self.p.has_stream(hex_of(b))
            is_wet = is_wet and not (self.p.has(b, "dry") or self.p.has(b, "bridge"))
            if (terrain in MARSH or is_wet) and not self.p.is_night:
                continue
            if (self.p.is_water(b) and not (self.p.is_night and self.p.is_ford(b))) or (
                self.p.is_night and self.p.is_blaze(b)
            ):
                continue
            goals: list[str | None] = [
                goal for goal, at in destinations.items() if self.crawls_toward(b, cost, goal, at.price, st)
            ]
            if free:
                goals.append(None)
            if goals:
                yield b, goals

    def crawls_toward(self, b: str, cost: int, goal: str, price: int, st: State) -> bool:
        option = self.option["crawl_toward"]
        if option == "free":
            return True
        if option == "hexes":
            return b == goal or self.p.distance(b, goal) < self.p.distance(self.start, goal)
        if option == "reachable":
            return b == goal or cost + self.togo(b, goal, st) <= st.allowance
        return self.togo(b, goal, st, priced=True) < price

    # the answer

    def is_under_dm(self) -> bool:
        p, start = self.p, self.start
        known = self.first.known
        return (
            self.unit.is_("dm")
            or p.has(start, "ffe")  # an attack in its hex
            or p.burns(start)
            or p.is_water(start)
            or self.is_beside_armed()
            or bool(self.exposed_to(start) & known)
        )

    def is_beside_armed(self) -> bool:
        """Return True if it is, or has been this turn, ADJACENT to an armed Known enemy."""
        view, start = self.view, self.start
        if view.next_to(start) & view.armed & self.first.known:
            return True
        return any(view.adjacent(enemy.hex, start) for enemy in view.bygone)

    def must(self) -> set[str]:
        p, start, st = self.p, self.start, self.first
        if self.may_stay or p.is_night:
            return set()
        rules = set()
        if self.forced_open(start, st) or self.is_threatened(start, st) or p.burns(start) or p.is_water(start):
            rules.add("a10-5-must")
        forced = st.disrupted and self.option["disrupted_forced"] == "yes"
        if forced and not self.takers(start, st) and self.may_disrupted(start, st):
            rules.add("a19-12-rout")
        return rules

    def captors(self) -> set[str]:
        return set(self.view.ids(self.takers(self.start, self.first)))

    def surrenders_disrupted(self) -> bool:
        """Return True if the unit surrenders before any routs (asop-disrupted)."""
        has_gone = self.unit.id in self.p.routed
        return self.first.disrupted and not self.unit.is_("melee") and not has_gone and bool(self.captors())

    def duty(self) -> Answer:
        unit, st, start = self.unit, self.first, self.start
        if unit.is_("melee"):
            lost = unit.is_("disrupted") or self.p.burns(start)
            return Answer("eliminated" if lost else "cannot_rout")
        if unit.id in self.p.routed:
            return Answer("cannot_rout")
        must = self.must()
        if self.surrenders_disrupted():
            return Answer("surrenders", must, captors=self.captors())
        if self.is_stranded:
            if not st.disrupted and self.captors():
                return Answer("surrenders", must, captors=self.captors())  # beneath the vehicle is no clean rout
            return Answer("cannot_rout", must)  # it gets under the vehicle, and no farther (d5-311-crew)
        if self.is_carried:
            return Answer("cannot_rout", must)  # nor does it with an unbroken crew (d6-1-passenger)
        trail = Trail((), (start,), (0,), (), ())
        if self.p.is_night:
            return self.answer_at_night(trail)
        if not (must or self.is_under_dm()) or (st.disrupted and not self.may_disrupted(start, st)):
            return Answer("cannot_rout", must)
        takers = self.takers(start, st)
        if takers and not st.disrupted and (self.is_encircled_at(start, st) or not self.has_clean(trail, None, st)):
            return Answer("stays") if self.may_stay else Answer("surrenders", must, captors=self.captors())
        if self.vehicle_dooms(trail):
            if self.may_stay:
                return Answer("stays")
            captors = set(self.view.ids(self.takers_abtf(start, st)))
            return Answer("surrenders" if captors else "eliminated", must, captors=captors)
        destinations, free = self.choice(start, st.allowance, st, False)
        self.choose(trail, st)
        self.crawl(trail, st)
        if must:
            verdict = "routs" if self.routes else self.failure(start, st)
        else:
            verdict = "may_rout" if self.routes else "stays"
        captors = self.captors() | set(self.view.ids(self.takers_abtf(start, st))) if verdict == "surrenders" else set()
        if not self.routes:  # each first step is barred by whoever is revealed before it: there is nowhere to go
            destinations, free = {}, False
        return Answer(verdict, must, destinations, free, self.routes, captors=captors)

    def answer_at_night(self, trail: Trail) -> Answer:
        """E1.54: Low Crawl to any Location next to it to which a step is legal, or nothing."""
        if not self.is_under_dm() and self.option["night_dm"] == "dm":
            return Answer("cannot_rout")
        start, st = self.start, self.first
        if st.disrupted and not self.may_disrupted(start, st):
            return Answer("cannot_rout")
        for b, _ in self.crawls(st):
            begun, then = self.drop_before(trail._replace(legs=((start, None),)), st, b)
            if then.known != st.known and not any(other.to == b for other, *_ in self.legal(start, then, False)):
                continue
            if not self.throw_back(begun, then, b, st.allowance, "low_crawl"):
                crawled, there = self.look(begun, then, b, st.allowance)
                self.finish(crawled, there, "low_crawl")
        self.tunnel(trail, st)
        free = bool(self.routes)
        return Answer("may_rout" if free else "stays", free=free, routes=self.routes)

    def vehicle_dooms(self, trail: Trail) -> bool:
        """Option vehicle_only: no clean rout, and of Good Order enemies only vehicles are ADJACENT. Who never surrenders
        routs as under No Quarter. Who need not rout has no rout there, as where it would surrender."""
        if self.option["vehicle_only"] == "rout" or self.never or self.takers(self.start, self.first):
            return False
        near = self.view.takers(self.start, {"vehicle"}) & self.first.known
        return bool(near) and not self.has_clean(trail, None, self.first)


BREAKABLE = {"squad", "half_squad", "crew", "leader", "commissar"}


def may_break(view: View, unit: Unit) -> bool:
    """Return True if an unbroken unit may break on purpose (a10-41-voluntary)."""
    if unit.is_("broken", "berserk", "captured", "in_sewer", "mounted", "landed") or unit.kind not in BREAKABLE:
        return False
    if is_heroic(unit) or view.p.routed:
        return False  # a hero never breaks; or it is not the start of the phase any more
    place = unit.hex
    lurking = any(e.hex == place and e.is_("concealed", "hidden") for e in view.enemies)
    if lurking:
        return False  # no position to be in: not answered
    known = view.seen(place) & ~view.concealed
    covered = view.armed & view.unbroken & known
    covered &= view.mask(lambda e: view.in_normal_range(e, place) and view.finds(e, place))
    beside = view.next_to(place) & view.unbroken
    burns = view.p.burns(place) and not unit.is_("melee")
    if not (covered or beside or burns):
        return False
    # Breaks come before all else: whoever would have surrendered to it has to do without.
    broken = replace(unit, statuses=unit.statuses | {"broken", "dm"})
    answers, _ = answers_of_broken(replace(view.p, units={**view.p.units, unit.id: broken}))
    return answers[unit.id].verdict not in ("surrenders", "eliminated")


def lost(p: Position, answers: dict[str, Answer]) -> frozenset[str]:
    """The attacker's units that are gone before the defender's rout."""
    return frozenset(
        uid
        for uid, answer in answers.items()
        if answer.verdict in ("eliminated", "surrenders") and p.units[uid].side == p.attacker
    )


def answers_of_broken(p: Position) -> tuple[dict[str, Answer], frozenset[str]]:
    """The answers of every broken unit, the attacker's first, and those of them that surrender before any rout."""
    broken = [u for u in p.units.values() if u.is_("broken") and not u.is_("captured") and u.kind != "vehicle"]
    broken.sort(key=lambda u: u.side != p.attacker)
    sides = {u.side for u in broken}
    whole = {side: View(p, side) for side in sides}
    landed = [u for u in broken if u.is_("landed")]
    broken = [u for u in broken if u not in landed]
    captured = frozenset(u.id for u in broken if Rout(whole[u.side], u).surrenders_disrupted())
    answers = {u.id: Rout(whole[u.side], u).begun(Answer("cannot_rout")) for u in landed}  # E9.5: no rule touches them
    views: dict[str, View] = {}
    for unit in broken:
        if unit.id in captured:
            rout = Rout(whole[unit.side], unit)
            answers[unit.id] = rout.answer()
            continue
        if unit.side not in views:
            views[unit.side] = View(p, unit.side, captured | lost(p, answers))
        answers[unit.id] = Rout(views[unit.side], unit).answer()
    return answers, captured


def solve(position: str | Position) -> dict[str, Answer]:
    """Answer every broken unit, the attacker's first. Raises ValueError for an instance without los/3."""
    p = read(position) if isinstance(position, str) else position
    answers, captured = answers_of_broken(p)
    going_along = {leader for leader, _ in p.accompanies}
    for unit in p.units.values():
        if unit.id in answers or unit.id in going_along:
            continue
        view = View(p, unit.side, captured | (frozenset() if unit.side == p.attacker else lost(p, answers)))
        if may_break(view, unit):
            answers[unit.id] = Rout(view, unit).begun(Answer("cannot_rout", may_break=True))
    return answers
