"""A brute-force enumerator of the Starter Kit rout rules, independent of the product.

It walks every legal rout of every broken unit depth first, straight from the numbered statements of the
rules page, and shares no code with the encodings: what the two agree on, both got from the prose.

Units of measure: movement is in half-MF (the allowance is 12, or 6), stacking in halves of a squad, ranges in hexes.

Over a road hexside there may be two ways into a hex: at the road rate, in the open, or at the price of the hex's own
terrain, in its cover. They are routes of their own by the MF along the path. Where both cost the same (an orchard) the
unit pays for the orchard, and there is one way.

>>> text = '''
... hex("yA1",0,1). hex("yA2",0,3). hex("yA3",0,5). los("yA1","yA2",0). attacker(german).
... terrain("yA1",open_ground). terrain("yA2",open_ground). terrain("yA3",woods).
... unit(g1,german,squad). at(g1,"yA2"). status(g1,broken). status(g1,dm).
... unit(a1,american,squad). at(a1,"yA1"). normal_range(a1,6).
... '''
>>> answer = solve(text)["g1"]
>>> answer.verdict, sorted(answer.must), answer.destinations
('routs', ['sk-must-adjacent', 'sk-must-open-ground'], {'yA3': Destination(price=4, ignorable=False)})
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from heapq import heappop, heappush
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

# Half-MF to enter a hex; a terrain that is not here cannot be entered. Grain is dearer in season.
COSTS = {"open_ground": 2, "orchard": 2, "grain": 2, "brush": 4, "woods": 4, "stone_building": 4, "wooden_building": 4}
GRAIN_IN_SEASON = 3
COVER = {"woods", "stone_building", "wooden_building"}
MMC_LIMIT, SMC_LIMIT = 6, 4
TO_HIT = {"mortar", "gun", "baz", "psk", "piat", "rcl"}
NO_FIRE = {"dc", "pf", "radio", "phone"}
TO_HIT_LIMIT = 16
ROAD_RATE = 2
OPTIONS = {
    "ignore_from": "current",
    "ftr_removal": "immediate",
    "crawl_toward": "mf",
    "revisit": "forbid",
    "road_rate": "choice",
}


# --- the position -----------------------------------------------------------------------------------------------


@dataclass
class Position(enumerated.Position):
    """The facts of an instance, by kind."""

    options: dict[str, str] = field(default_factory=lambda: dict(OPTIONS))

    def hindrance(self, a: str, b: str) -> int | None:
        """Hindrances of the LOS from a to b; None where there is no LOS."""
        if a == b:
            return 0
        n = self.los.get((a, b), self.los.get((b, a)))
        return n if n is None or n < 6 else None  # six block it (A6.7)

    def is_open_ground(self, hex_: str) -> bool:
        terrain = self.terrain.get(hex_)
        return terrain == "open_ground" or (terrain == "grain" and not self.in_season())

    def is_below(self, low: str, high: str) -> bool:
        return self.elevation.get(low, 0) < self.elevation.get(high, 0)

    def height_counts(self, enemy: str, h: str, origin: str | None) -> bool:
        """Return True if the hex has Height Advantage against an enemy: he is lower, and the unit does not enter it
        from ``origin``, up the hexside that his LOS crosses."""
        if not self.is_below(enemy, h):
            return False
        return origin is None or not (self.is_below(origin, h) and looks_past(self.hexes, enemy, origin, h))

    def costs(self, a: str, b: str) -> list[tuple[int, bool]]:
        """The ways from a into the adjacent b: half-MF, and whether they are paid at the road rate. Empty where b cannot be
        entered."""
        terrain = self.terrain.get(b, "")
        if terrain not in COSTS:
            return []
        edge = frozenset((a, b))
        own = GRAIN_IN_SEASON if terrain == "grain" and self.in_season() else COSTS[terrain]
        rates = [(own, False)]
        if edge in self.roads:
            if self.options["road_rate"] == "taken":
                rates = [(ROAD_RATE, True)]
            elif own > ROAD_RATE:
                rates.append((ROAD_RATE, True))
        doubled = 2 if self.elevation.get(b, 0) > self.elevation.get(a, 0) else 1
        fence = 2 if self.hexsides.get(edge) in ("wall", "hedge") else 0
        return [(rate * doubled + fence, by_road) for rate, by_road in rates]


_BROKE_AGAIN = ("broke", "kept_dm", "enemy_adjacent")


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
    p.hexsides = {frozenset((a, b)): kind for a, b, kind in of("hexside")}
    for name, h in of("building"):
        p.buildings.setdefault(h, set()).add(name)
    p.los = {(a, b): int(n) for a, b, n in of("los")}
    if not p.los:
        raise ValueError("the enumerator derives no LOS: give los/3 facts")
    for (side,) in of("attacker"):
        p.attacker = side
    for (month,) in of("month"):
        p.month = int(month)
    for name, value in of("option"):
        p.options[name] = value
    for uid, side, kind in of("unit"):
        p.units[uid] = Unit(uid, side, kind)
    for uid, h in of("at"):
        p.units[uid].hex = h
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
        if event in (*_BROKE_AGAIN, "attacked(fp)", "attacked(ffe)", "attacked(ordnance)"):
            p.units[uid].statuses.add("dm")
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
    p.routed = {uid for (uid,) in of("routed")}
    return p


# --- the answer -------------------------------------------------------------------------------------------------


class Route(NamedTuple):
    """One legal rout. ``mf`` is in half-MF spent on reaching each hex of ``path``."""

    posture: str
    legs: tuple[tuple[str, str | None], ...]
    path: Path
    mf: tuple[int, ...]
    interdicted: tuple[tuple[str, frozenset[str]], ...]
    discovers: tuple[tuple[str, frozenset[str]], ...]
    end: str


@dataclass
class Answer(enumerated.Answer[Route]):
    """Duty, right and routes of one broken unit.

    ``verdict`` is one of routs, eliminated, may_rout, stays, cannot_rout; ``dm_gained`` says that it got its DM from its
    situation.
    """

    dm_gained: bool = False


# --- one side's units against the other -------------------------------------------------------------------------


class View(enumerated.View):
    """The position as the routers of one side meet it: steps, and who sees, bars and covers (a bit for an enemy)."""

    p: Position

    def __init__(self, position: Position, side: str, gone: frozenset[str] = frozenset()) -> None:
        self.p = p = position
        self.side = side
        self.enemies = [u for u in p.units.values() if u.side != side and u.id not in gone]
        self.by_place = {place: name for name, place in p.hexes.items()}
        self.cover = {h for h in p.hexes if p.terrain.get(h) in COVER}
        self._steps: dict[str, list[tuple[str, int, int, bool]]] = {}
        self._seen: dict[str, int] = {}
        self._threat: dict[str, int] = {}
        self._interdictors: dict[str, frozenset[str]] = {}
        self.friends: dict[str, list[Unit]] = {}
        self._place_friends()

    def _place_friends(self) -> None:
        for unit in self.p.units.values():
            if unit.side == self.side:
                self.friends.setdefault(unit.hex, []).append(unit)

    def among(self, position: Position) -> View:
        """Return the view of a position that differs in the units of this side alone; work on enemies is shared."""
        view = copy(self)
        view.p, view.friends = position, {}
        view._place_friends()
        return view

    def steps(self, a: str) -> list[tuple[str, int, int, bool]]:
        """Each way into a hex that touches a: the hex, the cost in half-MF, the enemies who, if Known, bar it, and whether
        it is paid at the road rate."""
        if a not in self._steps:
            column, row = self.p.hexes[a]
            around = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]
            onward = []
            for dc, dr in around:
                b = self.by_place.get((column + dc, row + dr))
                costs = [] if b is None else self.p.costs(a, b)
                if b is not None and costs:
                    bars = self._bars(a, b)
                    onward += [(b, cost, bars, by_road) for cost, by_road in costs]
            self._steps[a] = onward
        return self._steps[a]

    def _bars(self, a: str, b: str) -> int:
        mask = 0
        for bit, enemy in enumerate(self.enemies):
            before, after = self.p.distance(a, enemy.hex), self.p.distance(b, enemy.hex)
            closer = after < before
            adjacent = after == 1 and before != 0
            occupied = after == 0
            if closer or adjacent or occupied:
                mask |= 1 << bit
        return mask

    def seen(self, h: str) -> int:
        """The enemies in LOS of the hex."""
        if h not in self._seen:
            self._seen[h] = sum(
                1 << bit for bit, enemy in enumerate(self.enemies) if self.p.hindrance(enemy.hex, h) is not None
            )
        return self._seen[h]

    def threat(self, h: str) -> int:
        """The unbroken enemies in or adjacent to the hex; those of them that are Known threaten it."""
        if h not in self._threat:
            self._threat[h] = sum(
                1 << bit
                for bit, enemy in enumerate(self.enemies)
                if not enemy.is_("broken") and self.p.distance(enemy.hex, h) <= 1
            )
        return self._threat[h]

    def interdictors(self, h: str) -> frozenset[str]:
        """The enemies who could interdict in the hex, were it Open Ground."""
        if h not in self._interdictors:
            self._interdictors[h] = frozenset(e.id for e in self.enemies if self._interdicts(e, h))
        return self._interdictors[h]

    def _interdicts(self, enemy: Unit, h: str) -> bool:
        p = self.p
        if enemy.is_("broken", "pinned", "cx", "melee", "unarmed") or p.hindrance(enemy.hex, h) != 0:
            return False
        reach = p.distance(enemy.hex, h)

        def bears(id_: str, kind: str, normal_range: int, firepower: int) -> bool:
            if kind in TO_HIT:
                normal_range = min(normal_range, TO_HIT_LIMIT)
            turns = kind == "gun" and id_ in p.arcs and h not in p.arcs[id_]
            return reach <= normal_range and firepower >= 1 and not turns

        if (
            enemy.kind not in LEADERS
            and enemy.normal_range is not None
            and not enemy.is_("malfunctioned")
            and bears(enemy.id, enemy.kind, enemy.normal_range, enemy.firepower)
        ):
            return True
        for wid in enemy.weapons:
            weapon = p.weapons[wid]
            if weapon.malfunctioned or weapon.kind in NO_FIRE:
                continue
            if enemy.kind in LEADERS and weapon.kind in MG and not self._has_second_leader(enemy):
                continue
            if bears(wid, weapon.kind, weapon.normal_range, weapon.firepower):
                return True
        return False

    def _has_second_leader(self, leader: Unit) -> bool:
        return any(
            other.id != leader.id
            and other.side == leader.side
            and other.kind in LEADERS
            and other.hex == leader.hex
            and not other.is_("broken", "pinned", "cx", "melee", "unarmed")
            for other in self.enemies
        )


# --- one unit's rout --------------------------------------------------------------------------------------------


class Party(NamedTuple):
    """The unit that walks: its allowance in half-MF, the room it needs, and what a failed NMC would do to it."""

    allowance: int
    halves: int
    smcs: int
    condition: str  # squad, reduced (half-squad or crew), smc, wounded


class Trail(NamedTuple):
    """A rout as far as it has come; fields as in Route."""

    legs: tuple[tuple[str, str | None], ...]
    path: Path
    mf: tuple[int, ...]
    interdicted: tuple[tuple[str, frozenset[str]], ...]
    discovers: tuple[tuple[str, frozenset[str]], ...]

    @property
    def here(self) -> str:
        return self.path[-1]

    @property
    def spent(self) -> int:
        return self.mf[-1]


class Leg(NamedTuple):
    """The leg being walked: its destination (None: free), whether it has been reached, and the hexes of the leg."""

    goal: str | None
    reached: bool
    hexes: frozenset[str]


class Rout(enumerated.Rout[Answer]):
    """All the routs of one unit."""

    view: View

    def __init__(self, view: View, unit: Unit) -> None:
        super().__init__(view, unit)
        p = view.p
        self.no_revisit = p.options["revisit"] == "forbid"
        self.occupants: dict[str, tuple[int, int]] = {}
        for h, friends in view.friends.items():
            others = [f for f in friends if f is not unit and f.id not in self.companions]
            halves = sum(HALVES.get(f.kind, 0) for f in others)
            self.occupants[h] = (halves, sum(f.kind in SMC for f in others))
        self.party = Party(
            allowance=self.allowance,
            halves=HALVES.get(unit.kind, 0),
            smcs=len(self.companions) + (unit.kind in SMC),
            condition=self.condition,
        )
        self.home = p.buildings.get(self.start, set())
        self.known = view.seen(self.start)
        self.routes: set[Route] = set()
        self._legal: dict[tuple[str, int, int, int], list[tuple[str, int, bool]]] = {}
        self._togo: dict[tuple[str, int, int, int], dict[str, int]] = {}

    # steps

    def has_room(self, h: str, party: Party) -> bool:
        halves, smcs = self.occupants.get(h, (0, 0))
        mmc_fits = not party.halves or halves + party.halves <= MMC_LIMIT
        smc_fits = not party.smcs or smcs + party.smcs <= SMC_LIMIT
        return mmc_fits and smc_fits

    def legal(self, a: str, known: int, party: Party) -> list[tuple[str, int, bool]]:
        """The legal steps from a (hex, half-MF, whether at the road rate), the MF left apart."""
        key = (a, known, party.halves, party.smcs)
        if key not in self._legal:
            self._legal[key] = [
                (b, cost, by_road)
                for b, cost, bars, by_road in self.view.steps(a)
                if not bars & known and self.has_room(b, party)
            ]
        return self._legal[key]

    def prices(self, origin: str, left: int, known: int, party: Party) -> dict[str, int]:
        """The cheapest price by legal steps of every hex that can be reached for at most ``left``."""
        best = {origin: 0}
        heap = [(0, origin)]
        while heap:
            price, a = heappop(heap)
            if price > best[a]:
                continue
            for b, cost, _ in self.legal(a, known, party):
                total = price + cost
                if total <= left and total < best.get(b, NOWHERE):
                    best[b] = total
                    heappush(heap, (total, b))
        return best

    def togo(self, a: str, goal: str, known: int, party: Party) -> int:
        """The price from a to the goal by legal steps."""
        key = (goal, known, party.halves, party.smcs)
        if key not in self._togo:
            self._togo[key] = self._prices_to(goal, known, party)
        return self._togo[key].get(a, NOWHERE)

    def _prices_to(self, goal: str, known: int, party: Party) -> dict[str, int]:
        best = {goal: 0}
        heap = [(0, goal)]
        while heap:
            price, b = heappop(heap)
            if price > best[b] or not self.has_room(b, party):
                continue
            column, row = self.view.p.hexes[b]
            for dc, dr in ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                a = self.view.by_place.get((column + dc, row + dr))
                if a is None:
                    continue
                for to, cost, _ in self.legal(a, known, party):
                    total = price + cost
                    if to == b and total <= FULL_ALLOWANCE and total < best.get(a, NOWHERE):
                        best[a] = total
                        heappush(heap, (total, a))
        return best

    def moves(self, a: str, spent: int, known: int, party: Party, reached: bool) -> Iterator[tuple[str, int, bool]]:
        """The steps of a rout without destination, or beyond it (``reached``): hex, half-MF spent on reaching it, and
        whether at the road rate."""
        for b, cost, by_road in self.legal(a, known, party):
            total = spent + cost
            if total > party.allowance or (reached and b not in self.view.cover):
                continue
            # The starting hex cannot be the end: only a step that leads on from it makes it a way.
            if b == self.start and not any(self.moves(b, total, known, party, reached)):
                continue
            yield b, total, by_road

    # destinations

    def choice(self, h: str, left: int, known: int, party: Party) -> tuple[dict[str, Destination], bool]:
        """The destinations that may be chosen at h, and whether the unit may go without."""
        p = self.view.p
        base = h if p.options["ignore_from"] == "current" else self.start
        enemies = [enemy.hex for bit, enemy in enumerate(self.view.enemies) if known >> bit & 1]
        candidates = {}
        for c, price in self.prices(h, left, known, party).items():
            if c in self.view.cover and c not in (h, self.start):
                no_farther = any(p.distance(c, e) <= p.distance(base, e) for e in enemies)
                same_building = not self.home.isdisjoint(p.buildings.get(c, ()))
                candidates[c] = Destination(price, no_farther or same_building)
        limit = min((d.price for d in candidates.values() if not d.ignorable), default=None)
        if limit is None:
            return candidates, True
        return {c: d for c, d in candidates.items() if d.price <= limit}, False

    # walking

    def is_threatened(self, h: str, known: int) -> bool:
        return bool(self.view.threat(h) & known)

    def finish(self, trail: Trail, known: int, posture: str = "run", *, dead: bool = False) -> None:
        end = "eliminated" if dead or self.is_threatened(trail.here, known) else "survives"
        self.routes.add(Route(posture, trail.legs, trail.path, trail.mf, trail.interdicted, trail.discovers, end))

    def choose(self, trail: Trail, known: int, party: Party) -> None:
        """Begin a leg where the unit stands, for every destination that it may choose there."""
        h = trail.here
        destinations, free = self.choice(h, party.allowance - trail.spent, known, party)
        for goal in destinations:
            leg = Leg(goal, False, frozenset((h,)))
            self.go(trail._replace(legs=(*trail.legs, (h, goal))), leg, known, party)
        if free:
            trail = trail._replace(legs=(*trail.legs, (h, None)))
            stuck = not any(self.moves(h, trail.spent, known, party, False))
            is_first = len(trail.legs) == 1
            may_stop = h != self.start and not self.is_threatened(h, known)
            if not is_first and (stuck or may_stop):
                self.finish(trail, known)
            self.go(trail, Leg(None, False, frozenset((h,))), known, party)

    def go(self, trail: Trail, leg: Leg, known: int, party: Party) -> None:
        """Every way to go on with the leg from where the unit stands."""
        if leg.goal is None or leg.reached:
            steps = self.moves(trail.here, trail.spent, known, party, leg.reached)
        else:
            steps = (
                (b, trail.spent + cost, by_road)
                for b, cost, by_road in self.legal(trail.here, known, party)
                if trail.spent + cost + self.togo(b, leg.goal, known, party) <= party.allowance
            )
        for b, spent, by_road in steps:
            if not (self.no_revisit and b in leg.hexes):
                self.enter(trail, leg, known, party, b, spent, by_road)

    def enter(self, trail: Trail, leg: Leg, known: int, party: Party, h: str, spent: int, by_road: bool) -> None:
        """Enter h: look round, be interdicted, and stop, go on or choose anew."""
        before = trail.here
        trail, known = self.look(trail, known, h, spent)
        by = self.interdiction(before, h, by_road)
        if by:
            trail = trail._replace(interdicted=(*trail.interdicted, (h, by)))
            result = self.view.p.nmc.get((self.unit.id, h), "pass")
            if result == "pin":
                self.finish(trail, known)
                return
            if result == "fail":
                reduced = self.casualty(party)
                if reduced is None:
                    self.finish(trail, known, dead=True)
                    return
                party = reduced
                if party.condition == "wounded" and spent >= party.allowance:
                    self.finish(trail, known)
                    return
        leg = Leg(leg.goal, leg.reached or h == leg.goal, leg.hexes | {h})
        if leg.goal is not None and not leg.reached:
            if spent + self.togo(h, leg.goal, known, party) <= party.allowance:
                self.go(trail, leg, known, party)
            else:
                self.choose(trail, known, party)
        elif self.is_threatened(h, known):
            self.choose(trail, known, party)
        else:
            # Only a wound can leave it in the starting hex without a way on.
            if h != self.start or not any(self.moves(h, spent, known, party, leg.reached)):
                self.finish(trail, known)
            self.go(trail, leg, known, party)

    def look(self, trail: Trail, known: int, h: str, spent: int) -> tuple[Trail, int]:
        """The trail one hex longer, and the enemies Known there."""
        new = self.view.seen(h) & ~known
        trail = trail._replace(
            path=(*trail.path, h),
            mf=(*trail.mf, spent),
            discovers=(*trail.discovers, (h, self.view.ids(new))) if new else trail.discovers,
        )
        return trail, known | new

    def interdiction(self, a: str | None, h: str, by_road: bool) -> frozenset[str]:
        """The Interdictors who make the step from a into h cost an NMC, or who could interdict in h (no a)."""
        p = self.view.p
        if not by_road and not p.is_open_ground(h):
            return frozenset()
        return frozenset(e for e in self.view.interdictors(h) if not p.height_counts(p.units[e].hex, h, a))

    def casualty(self, party: Party) -> Party | None:
        """The party after a failed NMC; None where the unit is eliminated. Whoever goes along is lost with it."""
        if party.condition == "squad":
            return party._replace(halves=1, smcs=0, condition="reduced")
        if party.condition == "smc":
            return party._replace(allowance=WOUNDED_ALLOWANCE, smcs=1, condition="wounded")
        return None

    def crawl(self, trail: Trail) -> None:
        """Low Crawl: one legal step, whatever it costs, for all the MF."""
        view, start, party, known = self.view, self.start, self.party, self.known
        if any(enemy.hex == start for enemy in view.enemies):
            return
        destinations, free = self.choice(start, party.allowance, known, party)
        for b, cost, _ in self.legal(start, known, party):
            goals: list[str | None] = [
                goal for goal, at in destinations.items() if self.crawls_toward(b, cost, goal, at.price)
            ]
            if free:
                goals.append(None)
            crawled, known_there = self.look(trail, known, b, party.allowance)
            for goal in goals:
                self.finish(crawled._replace(legs=((start, goal),)), known_there, "low_crawl")

    def crawls_toward(self, b: str, cost: int, goal: str, price: int) -> bool:
        option = self.view.p.options["crawl_toward"]
        if option == "free":
            return True
        if option == "hexes":
            return self.view.p.distance(b, goal) < self.view.p.distance(self.start, goal)
        rest = self.togo(b, goal, self.known, self.party)
        if option == "reachable":
            return cost + rest <= self.party.allowance
        return rest < price

    # the answer

    def must(self) -> set[str]:
        rules = set()
        if self.is_threatened(self.start, self.known):
            rules.add("sk-must-adjacent")
        mans_gun = any(self.view.p.weapons[w].emplaced for w in self.unit.weapons)
        if self.interdiction(None, self.start, False) and not mans_gun:
            rules.add("sk-must-open-ground")
        return rules

    def duty(self) -> Answer:
        if self.unit.is_("melee") or self.unit.id in self.view.p.routed:
            return Answer("cannot_rout")
        must = self.must()
        has_dm = self.unit.is_("dm")
        if not has_dm and not must:
            return Answer("cannot_rout")
        party, start = self.party, self.start
        trail = Trail((), (start,), (0,), (), ())
        destinations, free = self.choice(start, party.allowance, self.known, party)
        # A run that begins always comes to an end somewhere; whether it is listed may depend on `revisit`.
        steps = self.legal(start, self.known, party)
        can_run = any(cost <= party.allowance for _, cost, _ in steps)
        can_crawl = bool(steps) and not any(enemy.hex == start for enemy in self.view.enemies)
        has_rout = can_run or can_crawl
        self.choose(trail, self.known, party)
        self.crawl(trail)
        verdicts = ("routs", "eliminated") if must else ("may_rout", "stays")
        verdict = verdicts[0] if has_rout else verdicts[1]
        return Answer(verdict, must, destinations, free and has_rout, self.routes, dm_gained=not has_dm)


def solve(position: str | Position) -> dict[str, Answer]:
    """Answer every broken unit, the attacker's first. Raises ValueError for an instance without los/3."""
    p = read(position) if isinstance(position, str) else position
    broken = [u for u in p.units.values() if u.is_("broken")]
    broken.sort(key=lambda u: u.side != p.attacker)
    answers: dict[str, Answer] = {}
    views: dict[str, View] = {}
    for unit in broken:
        if unit.side not in views:
            gone = frozenset(
                uid
                for uid, answer in answers.items()
                if p.options["ftr_removal"] == "immediate"
                and answer.verdict == "eliminated"
                and p.units[uid].side == p.attacker
            )
            views[unit.side] = View(p, unit.side, gone)
        answers[unit.id] = Rout(views[unit.side], unit).answer()
    return answers
