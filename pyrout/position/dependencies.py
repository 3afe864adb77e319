"""The part of a position that a unit's answer depends on, to keep the answer while other parts change.

No rout goes farther than `coverage.REACH` hexes, and a position that was imported has the hexes within two more. The
answer for a unit rests on what is near it, on the enemies who see something of where it can get to, on the facts
about all these, and on facts without a place. It may say too much, never too little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from .facts import Fact, Instance
from .map_coverage import REACH, Chart
from .vocabulary import BY_NAME, FROM_BOARDS, GIVEN, PLACED, Name, Value

NEAR = REACH + 2  # hexes
Said = tuple[str, tuple[Value, ...]]  # a fact without its place in the file

# Facts about the part of the map that a file has: no rule reads them
_OF_THE_FILE = frozenset(("expect", *FROM_BOARDS, *GIVEN))
# Facts about a unit that is far away and unseen: its place and state matter to no unit here
_OF_ITS_PLACE = frozenset(
    (
        *("at", "status", "history", "normal_range", "firepower", "morale", "broken_morale", "leadership"),
        *("sw", "possesses", "covered_arc", "passenger", "rider", "afv"),
        *("accompanies", "nmc", "hob", "no_interdiction"),
        *("wall_advantage", "no_wall_advantage"),
    )
)
_HIDING = frozenset(("concealed", "hidden", "dummy"))
_ITS = Name("it")


class Slice(NamedTuple):
    """The part of a position that a unit's answer can depend on.

    It has facts, those of far units without their names; and the other units whose answers count.
    """

    facts: frozenset[Said]
    far: frozenset[tuple[Said, ...]]
    units: frozenset[Name]


class Surroundings:
    """The slices of a position that gives its LOS."""

    def __init__(self, position: Instance) -> None:
        self._chart = Chart(position)
        self._side = {Name(fact.args[0]): fact.args[1] for fact in position.of("unit")}
        self._hex = {Name(fact.args[0]): str(fact.args[1]) for fact in position.of("at")}
        self._ids = {*self._side, *(fact.args[0] for fact in position.of("sw"))}
        self._hiding = {Name(f.args[0]) for f in position.of("status") if f.args[1] in _HIDING}
        self._hiding |= {Name(f.args[0]) for f in position.of("unit") if f.args[2] in _HIDING}
        self._of_hex: dict[str, list[tuple[Said, frozenset[str]]]] = defaultdict(list)
        self._of_building: dict[Value, list[Said]] = defaultdict(list)
        self._buildings: dict[str, set[Value]] = defaultdict(set)
        self._of_unit: dict[Name, list[Said]] = defaultdict(list)
        self._links: dict[Name, set[Name]] = defaultdict(set)
        self._everywhere: list[Said] = []
        self._los: dict[str, list[tuple[str, Said]]] = defaultdict(list)
        self._sees: dict[str, set[str]] = defaultdict(set)
        for fact in position.facts:
            self._enter(fact)
        for fact in position.of("los"):
            said = fact[:2]
            a, b = (str(place).partition("@")[0] for place in fact.args[:2])
            self._los[a].append((b, said))
            self._los[b].append((a, said))
            self._sees[a].add(b)
            self._sees[b].add(a)
        for fact in position.of("vertex_los"):  # who sees only where a way round a Rowhouse leads
            a, b, viewer = (str(fact.args[n]).partition("@")[0] for n in (0, 1, 3))
            self._sees[viewer] |= {a, b}

    def _enter(self, fact: Fact) -> None:
        if fact.name == "los" or fact.name in _OF_THE_FILE:
            return
        said = fact[:2]
        units, hexes = _ARGUMENTS[fact.name, len(fact.args)]
        named = {Name(fact.args[n]) for n in units if fact.args[n] in self._ids}
        if named:
            for name in named:
                self._of_unit[name].append(said)
                self._links[name] |= named
        elif fact.name == "building":  # what is one building may matter wherever it begins
            self._of_building[fact.args[0]].append(said)
            self._buildings[str(fact.args[1])].add(fact.args[0])
        elif hexes:
            ends = frozenset(str(fact.args[n]).partition("@")[0] for n in hexes)
            for hex_ in ends:
                self._of_hex[hex_].append((said, ends))
        else:
            self._everywhere.append(said)

    def reach(self, unit: str) -> frozenset[str]:
        """Return the hexes that steps of a unit could lead to at most."""
        start = self._hex.get(Name(unit))
        return frozenset(self._chart.within([start], REACH)) if start else frozenset()

    def of(self, unit: str, visits: Collection[str]) -> Slice | None:
        """Return the slice of a unit whose legal steps lead only to the hexes that it `visits`.

        None for a unit that is not on the map.
        """
        start = self._hex.get(Name(unit))
        if start is None or start not in self._chart.cells:
            return None
        side = self._side[Name(unit)]
        there = {start, *visits}
        beside = self._chart.within(there, 1)
        near, reach = self._chart.within([start], NEAR), self._chart.within([start], REACH)
        todo = [Name(unit)]
        for other, hex_ in self._hex.items():
            if hex_ in beside:
                todo.append(other)
            elif self._side.get(other) != side:
                # Any unit of the other side may see it where it gets to; a hidden one may show itself
                seen = reach if other in self._hiding else there
                if not seen.isdisjoint(self._sees.get(hex_, ())) or (hex_ in near and other in self._hiding):
                    todo.append(other)
        # The units in one hex with an enemy can be part of what he does to the unit
        company = {self._hex[other] for other in todo if self._side.get(other) != side}
        units = {*todo, *(other for other, hex_ in self._hex.items() if hex_ in company)}
        todo = list(units)
        while todo:
            more = self._links[todo.pop()] - units
            units |= more
            todo += more
        hexes = {self._hex[other] for other in units if other in self._hex}
        facts = set(self._everywhere)
        for hex_ in near | hexes:
            # The outermost hexes have hexsides to what is farther away, and may not be in the file
            facts.update(said for said, ends in self._of_hex.get(hex_, ()) if hex_ in hexes or ends <= near)
            for building in self._buildings.get(hex_, ()):
                facts.update(self._of_building[building])
        for other in units:
            facts.update(self._of_unit.get(other, ()))
        for hex_ in beside:
            facts.update(said for end, said in self._los.get(hex_, ()) if end in hexes)
        far = frozenset(self._told(other) for other in self._side if other not in units)
        return Slice(frozenset(facts), far, frozenset(other for other in units if other in self._side))

    def _told(self, unit: Name) -> tuple[Said, ...]:
        """Return the facts about a far unit, without its name."""
        return tuple(
            (name, tuple(_ITS if arg == unit else arg for arg in args))
            for name, args in self._of_unit[unit]
            if name not in _OF_ITS_PLACE
        )


def _arguments() -> Mapping[tuple[str, int], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the positions of arguments that name units or SW, and of those that name hexes."""
    by_predicate = {}
    for name, forms in BY_NAME.items():
        for arity, predicate in forms.items():
            refers = [set(kind.refers.split("|")) for kind in predicate.args]
            units = (0,) if name in ("unit", "sw") else tuple(n for n, to in enumerate(refers) if to & {"unit", "sw"})
            hexes = (0,) if name == "hex" else tuple(n for n, to in enumerate(refers) if to & PLACED)
            if predicate.touching:  # a fact about a hexside belongs to the hexes on either side
                hexes = hexes[:2]
            by_predicate[name, arity] = units, hexes
    return by_predicate


_ARGUMENTS = _arguments()
