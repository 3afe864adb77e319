"""The part that the enumerators of the Starter Kit and of full ASL share: where their rules pages say the same.

It shares no code with the product. A field of an answer that both rule sets give alike is one of `Answer` here, and
`Rout.begun` fills it in. Units of measure: movement is in half-MF, stacking in halves of a squad, ranges in hexes.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

SEASON = range(6, 10)
FULL_ALLOWANCE, WOUNDED_ALLOWANCE = 12, 6
HALVES = {"squad": 2, "half_squad": 1, "crew": 1}
SMC = {"leader", "hero", "commissar"}
LEADERS = {"leader", "commissar"}
MG = {"lmg", "mmg", "hmg"}
NOWHERE = 10**6

Path = tuple[str, ...]


# --- the position -----------------------------------------------------------------------------------------------

COMMENT = re.compile(r"%\*.*?\*%|%[^\n]*", re.DOTALL)
FACT = re.compile(r'([a-z]\w*)\(((?:"[^"]*"|[^()"]|\([^()]*\))*)\)\s*\.')
TERM = re.compile(r'"[^"]*"|[a-z_]\w*(?:\([^()]*\))?|-?\d+')


@dataclass
class Weapon:
    """A support weapon: its kind and its normal range in hexes."""

    kind: str
    normal_range: int
    malfunctioned: bool = False
    firepower: int = 1
    emplaced: bool = False


@dataclass
class Unit:
    """A unit on the map. ``normal_range`` is None for a unit without FP of its own."""

    id: str
    side: str
    kind: str
    hex: str = ""
    statuses: set[str] = field(default_factory=set)
    normal_range: int | None = None
    firepower: int = 1
    weapons: list[str] = field(default_factory=list)
    mans_gun: bool = False  # a Gun that is a unit of its own

    def is_(self, *statuses: str) -> bool:
        return not self.statuses.isdisjoint(statuses)


def looks_past(hexes: dict[str, tuple[int, int]], viewer: str, beside: str, target: str) -> bool:
    """Return True if a LOS enters the target over its hexside with the hex ``beside`` it, or at an end of that hexside.

    In the plane a column is as wide as the root of three rows. The six hexsides fill 60 degrees each, seen from the centre:
    the LOS has to come from within 30 degrees of the way to the other hex, so that cos >= sqrt(3/4).
    """
    (c0, r0), (c1, r1), (c2, r2) = hexes[target], hexes[viewer], hexes[beside]
    (u, v), (x, y) = (c1 - c0, r1 - r0), (c2 - c0, r2 - r0)
    dot = 3 * u * x + v * y
    return dot > 0 and 4 * dot**2 >= 3 * (3 * u**2 + v**2) * (3 * x**2 + y**2)


@dataclass
class Position:
    """The facts of an instance that both rule sets know, by kind."""

    hexes: dict[str, tuple[int, int]] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    elevation: dict[str, int] = field(default_factory=dict)
    roads: set[frozenset[str]] = field(default_factory=set)
    hexsides: dict[frozenset[str], str] = field(default_factory=dict)
    buildings: dict[str, set[str]] = field(default_factory=dict)
    los: dict[tuple[str, str], int] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    weapons: dict[str, Weapon] = field(default_factory=dict)
    accompanies: list[tuple[str, str]] = field(default_factory=list)
    arcs: dict[str, set[str]] = field(default_factory=dict)
    nmc: dict[tuple[str, str], str] = field(default_factory=dict)
    routed: set[str] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)
    attacker: str | None = None
    month: int | None = None
    _distances: dict[tuple[str, str], int] = field(default_factory=dict, repr=False)

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b, whatever the levels."""
        hexes = self._distances.get((a, b))
        if hexes is None:
            (c1, r1), (c2, r2) = (self.hexes[location.partition("@")[0]] for location in (a, b))
            columns, rows = abs(c1 - c2), abs(r1 - r2)
            hexes = self._distances[a, b] = columns + max(0, rows - columns) // 2
        return hexes

    def in_season(self) -> bool:
        return self.month is None or self.month in SEASON


def hand_over_guns(
    units: dict[str, Unit], weapons: dict[str, Weapon], manned: list[list[str]], aboard: list[list[str]]
) -> None:
    """Make the Gun of a crew that is a unit of its own a weapon of that crew.

    Without a word on who mans it that is the only crew in its Location, if there is one Gun there. Where there are more of
    either the position is refused.
    """
    crews = dict(manned)
    riders = {pair[0] for pair in aboard}

    def place_of(unit: Unit) -> tuple[str, str]:
        location, _, inside = unit.hex.partition("@")
        return (unit.side, unit.hex if inside and inside not in ("foxhole", "trench", "shellholes") else location)

    guns = [unit for unit in units.values() if unit.kind == "gun" and unit.id not in crews]
    free = [
        unit
        for unit in units.values()
        if unit.kind == "crew"
        and unit.id not in {*crews.values(), *riders}
        and not unit.is_("captured")
        and not any(weapons[w].kind in ("gun", "mortar", "rcl") for w in unit.weapons)
    ]
    for gun in guns:
        there = [unit for unit in free if place_of(unit) == place_of(gun)]
        if len(there) == 1 and [place_of(other) for other in guns].count(place_of(gun)) == 1:
            crews[gun.id] = there[0].id
    for gun_id, crew in crews.items():
        gun = units.pop(gun_id)
        units[crew].mans_gun = True
        # Without a Normal Range it reaches nobody, and may be emplaced all the same.
        weapon = weapons[gun_id] = Weapon("gun", -1 if gun.normal_range is None else gun.normal_range)
        weapon.firepower, weapon.emplaced = gun.firepower, gun.is_("emplaced")
        weapon.malfunctioned = gun.is_("malfunctioned")
        units[crew].weapons.append(gun_id)


# --- the answer -------------------------------------------------------------------------------------------------


class Destination(NamedTuple):
    """A destination that may be chosen at the start: its price in half-MF."""

    price: int
    ignorable: bool


R = TypeVar("R")


@dataclass
class Answer(Generic[R]):
    """Duty, right and routes of one unit.

    ``verdict`` is the word of the rule set; ``must`` holds rule ids; ``free`` says that the unit may go without destination
    at first. ``at`` and ``mf`` are where it starts and the MF that it may spend. A field with a name of the JSON is compared
    with that.
    """

    verdict: str
    must: set[str] = field(default_factory=set)
    destinations: dict[str, Destination] = field(default_factory=dict)
    free: bool = False
    routes: set[R] = field(default_factory=set)
    at: str = field(default="", kw_only=True)
    mf: float = field(default=0, kw_only=True)


A = TypeVar("A", bound=Answer[Any])


# --- one side's units against the other, and one unit's rout ----------------------------------------------------


class View:
    """The position as the routers of one side meet it; a mask has a bit for an enemy."""

    p: Position
    enemies: list[Unit]

    def ids(self, mask: int) -> frozenset[str]:
        return frozenset(enemy.id for enemy in self.of(mask))

    def of(self, mask: int) -> list[Unit]:
        return [enemy for bit, enemy in enumerate(self.enemies) if mask >> bit & 1]


class Rout(ABC, Generic[A]):
    """All the routs of one unit, from its start. ``known`` is the mask of the enemies that it knows there."""

    view: View
    known: int

    def __init__(self, view: View, unit: Unit) -> None:
        self.view, self.unit, self.start = view, unit, unit.hex
        p = view.p
        self.companions = {leader for leader, uid in p.accompanies if uid == unit.id}
        wounded = any(p.units[uid].is_("wounded") for uid in {unit.id, *self.companions})
        self.allowance = WOUNDED_ALLOWANCE if wounded else FULL_ALLOWANCE
        if unit.kind in SMC:
            self.condition = "wounded" if unit.is_("wounded") else "smc"
        else:
            self.condition = "squad" if unit.kind == "squad" else "reduced"

    @abstractmethod
    def duty(self) -> A:
        """The answer without the fields that `begun` fills in."""

    def answer(self) -> A:
        return self.begun(self.duty())

    def begun(self, answer: A) -> A:
        """An answer with the fields that both rule sets give alike."""
        return replace(answer, at=self.start, mf=self.allowance / 2)
