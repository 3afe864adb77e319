"""Checks that a position has all parts of the map that a question needs.

A position that names the boards that its map comes from (`board/4`) need not have all their hexes, nor all their LOS:
it says which it has (`given_around/3`, `los_from/1`), with which counters in the way (`los_counts/3`) and by which
rule set (`los_rules/1`). Missing parts are read from the boards where these are available (`pyrout.vasl.complete_map`),
and else asked for: it is never taken to be none. A position that names no board is the whole truth, but for LOS of
another rule set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..base.span import Said, act, only
from ..errors import InstanceError, quote
from ..program import rule_sets
from .consistency import routers
from .facts import Fact, Instance, range_between
from .vocabulary import SHOWN, Name, Value
from .words import FEATURE

REACH = 6  # hexes; no rout goes farther
REMEDY = Said(act("open_boards"), only(", or import the saved game with --complete"))
EVERYWHERE = 999  # hexes; the range that stands for the whole map, and for LOS from everywhere in it
GRAIN_MONTHS = range(6, 10)  # in season June to September
ORCHARD_MONTHS = range(4, 11)  # in season April to October
# Features that boards show in a hex; other features are counters, which somebody has placed.
FEATURES_OF_BOARDS = frozenset(FEATURE.having("shown by", "board"))
Counted = tuple[str, int, int]  # a hex, a Hindrance, levels


class Gap(NamedTuple):
    """The first of the missing parts that matter: the place of a unit, the problem and the remedy.

    `stale`: the given LOS no longer holds, whatever else is missing.
    """

    place: tuple[int, int]
    problem: str
    remedy: str
    stale: bool = False


def require(position: Instance, units: Iterable[str] = (), rules: str | None = None) -> None:
    """Raise InstanceError, with the place of the unit, where missing parts of the map matter to one of these units.

    Without units, it checks those that are broken or use their right to break. `rules` is the rule set asked
    (default: its own).
    """
    missing = gap(position, units, rules)
    if missing is not None:
        raise InstanceError(position.name, *missing.place, missing.problem, missing.remedy)


def starting(position: Instance, units: Iterable[str] = ()) -> list[Name]:
    """Return the units of a question: those named, else those that are broken or use their right to break."""
    return [Name(unit) for unit in units] or list(routers(position))


def from_boards(position: Instance) -> Callable[[Fact], bool]:
    """Return a test: whether a fact of the position says what its boards show in a hex."""
    hexes = Chart(position).read_off_boards

    def shown(fact: Fact) -> bool:
        if fact.name == "los":
            ends = [str(place).partition("@") for place in fact.args[:2]]
            return any(mark and hex_ in hexes for hex_, mark, _ in ends)
        if fact.name not in SHOWN or (fact.name == "feature" and str(fact.args[1]) not in FEATURES_OF_BOARDS):
            return False
        places = [str(arg) for arg in fact.args if isinstance(arg, str) and not isinstance(arg, Name)]
        return any(place in hexes for place in places)

    return shown


def gap(position: Instance, units: Iterable[str] = (), rules: str | None = None) -> Gap | None:
    """Return the first of the missing parts of the map that matter to these units by a rule set, or None.

    Without units, where units may break on purpose, LOS between units of the two sides matters.
    """
    rules = rules or position.rules or rule_sets.DEFAULT
    other_rules = _of_other_rules(position, rules)
    if not position.of("board"):
        return other_rules
    chart = Chart(position)
    at = {fact.args[0]: fact for fact in position.of("at") if str(fact.args[1]) in chart.cells}
    starts = [at[unit] for unit in starting(position, units) if unit in at]
    lost = [fact for fact in starts if not chart.around(str(fact.args[1]), "hexes")]
    lost += [fact for fact in position.of("at") if str(fact.args[1]) not in chart.cells]
    stale = other_rules or chart.stale()
    if lost:
        problem = f"the map around {lost[0].args[0]}, in {lost[0].args[1]}, is not all in the file"
        return Gap(lost[0].place, problem, REMEDY, stale is not None)
    if stale:
        return stale
    if starts:
        return next(_unknown(position, chart, at, starts, REACH), None)
    return next(_unknown(position, chart, at, list(at.values()), 0), None) if rule_sets.volunteers(rules) else None


def _of_other_rules(position: Instance, rules: str) -> Gap | None:
    """Return the gap if the given LOS is for another rule set, else None."""
    said = next((str(fact.args[0]) for fact in position.of("los_rules")), rules)
    if said == rules or not gives_los(position):
        return None
    problem = f"is for the rule set {quote(said)}, by which buildings have other heights than by {quote(rules)}"
    return _stale(problem, Said(act("open_boards"), ", or ", act("use_rules", quote(said))))


def _stale(problem: str, remedy: str = REMEDY) -> Gap:
    return Gap((0, 0), f"the LOS given {problem}", remedy, stale=True)


def gives_los(position: Instance) -> bool:
    """Return True if a position gives any LOS; without any, its statement that LOS is complete means nothing."""
    return bool(position.of("los"))


def _unknown(
    position: Instance, chart: Chart, at: Mapping[Value, Fact], starts: Sequence[Fact], reach: int
) -> Iterator[Gap]:
    """Yield the missing LOS from enemies to these units, to the hexes within their reach, and to their side."""
    sides = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
    if chart.everywhere:
        return
    for side in dict.fromkeys(sides[fact.args[0]] for fact in starts):
        mine = [fact for fact in starts if sides[fact.args[0]] == side]
        unit = mine[0].args[0]
        targets = chart.within((str(fact.args[1]) for fact in mine), reach)
        targets |= {str(fact.args[1]) for fact in at.values() if sides[fact.args[0]] == side}
        unseen = sorted(targets - chart.targets)
        for fact in at.values():
            if sides[fact.args[0]] != side:
                for place in chart.places(fact):
                    others = unseen if chart.sees_from(place) else sorted(targets)
                    for target in others:
                        if target != fact.args[1] and not {(place, target), (target, place)} & chart.pairs:
                            between = f"the LOS between {place}, where {fact.args[0]} is, and {target}"
                            yield Gap(fact.place, f"{between} is not in the file, and matters to {unit}", REMEDY)


@lru_cache(maxsize=32)
def around(distance: int) -> tuple[tuple[int, int], ...]:
    """Return the hexes within a range, as columns and doubled rows from the one in the middle."""
    return tuple(
        (x, y)
        for x in range(-distance, distance + 1)
        for y in range(abs(x) - 2 * distance, 2 * distance - abs(x) + 1, 2)
    )


class Chart:
    """The places of the hexes of a position, and what it states about its own completeness.

    LOS is complete only where it gives any (`gives`: where it is about to).
    """

    def __init__(self, position: Instance, *, gives: bool = False) -> None:
        self.position = position
        self.cells = position.spots
        self._los = gives or gives_los(position)
        self.sources = {str(fact.args[0]) for fact in position.of("los_from")} if self._los else set()
        around_los = (f for f in position.of("given_around") if self._los and f.args[2] == "los")
        self.everywhere = any(fact.args[1] == EVERYWHERE for fact in around_los)
        self._levels = {(str(fact.args[0]), fact.args[1]) for fact in position.of("level")}

    @cached_property
    def pairs(self) -> set[tuple[str, str]]:
        """The pairs of Locations that have a LOS by name."""
        return {(str(fact.args[0]), str(fact.args[1])) for fact in self.position.of("los")}

    def sees_from(self, place: str) -> bool:
        """Return True if the LOS from a Location is given, as far as it is given at all."""
        return place in self.sources or self.everywhere

    def distance(self, a: str, b: str) -> int:
        """Return the range in hexes."""
        return range_between(self.cells[a], self.cells[b])

    def within(self, centres: Iterable[str], distance: int) -> set[str]:
        """Return the hexes within a range of any of some hexes."""
        spots = {self.cells[hex_] for hex_ in centres if hex_ in self.cells}
        if distance == EVERYWHERE and spots:
            return set(self.cells)
        return {
            self._named[c + x, r + y] for c, r in spots for x, y in around(distance) if (c + x, r + y) in self._named
        }

    @cached_property
    def _named(self) -> dict[tuple[int, int], str]:
        return {spot: hex_ for hex_, spot in self.cells.items()}

    def given(self, what: str) -> dict[str, int]:
        """Return the hexes around which something is given, and how far."""
        by_hex: dict[str, int] = {}
        for fact in self.position.of("given_around") if self._los or what != "los" else ():
            if str(fact.args[2]) == what and str(fact.args[0]) in self.cells:
                by_hex[str(fact.args[0])] = max(int(str(fact.args[1])), by_hex.get(str(fact.args[0]), 0))
        return by_hex

    def around(self, hex_: str, what: str) -> bool:
        """Return True if something is given of all that a unit can rout to from here."""
        return any(self.distance(hex_, centre) + REACH <= reach for centre, reach in self.given(what).items())

    @cached_property
    def read_off_boards(self) -> frozenset[str]:
        """The hexes that the position has as its boards have them."""
        if not self.position.of("board"):
            return frozenset()
        return frozenset().union(*(self.within([centre], reach) for centre, reach in self.given("hexes").items()))

    @cached_property
    def targets(self) -> set[str]:
        """The hexes to which the LOS from `sources` is given."""
        hexes = {source.partition("@")[0] for source in self.sources}
        for centre, reach in self.given("los").items():
            hexes |= self.within([centre], reach)
        return hexes

    def places(self, at: Fact) -> list[str]:
        """Return the Locations whose LOS counts for a unit; upstairs that includes the ground.

        Rule sets without upper levels need the ground.
        """
        hex_ = str(at.args[1])
        level = at.args[2] if len(at.args) == 3 else 0
        return [hex_, f"{hex_}@{level}"] if (hex_, level) in self._levels and level != 0 else [hex_]

    def stale(self) -> Gap | None:
        """Return the gap where the given LOS no longer holds: other counters are in its way, or it is another season."""
        if not self._los:
            return None
        counted = {(str(f.args[0]), int(str(f.args[1])), int(str(f.args[2]))) for f in self.position.of("los_counts")}
        changed = min((hex_ for hex_, _, _ in counted ^ in_the_way(self.position)), default=None)
        if changed is not None:
            return _stale(f"counts other AFVs, wrecks and SMOKE than there are now (see {quote(changed)})")
        if _seasons(self.position, "month") != _seasons(self.position, "los_month"):
            return _stale("is for another month, in which grain or orchard is not as it is in this")
        return None


def _seasons(position: Instance, name: str) -> tuple[bool, bool]:
    """Return two flags: grain and orchard in season in the month of this fact; without one both are."""
    month = next((int(str(fact.args[0])) for fact in position.of(name)), GRAIN_MONTHS[0])
    return month in GRAIN_MONTHS, month in ORCHARD_MONTHS


def in_the_way(position: Instance) -> set[Counted]:
    """Return the obstacles to LOS besides the terrain: (hex, Hindrance, levels above its ground).

    AFVs and wrecks have 1 and 0 levels, and only one counts in a hex; SMOKE of one height in a hex adds up.
    """
    smoke: Counter[tuple[str, int]] = Counter()
    for fact in position.of("obscured"):
        smoke[str(fact.args[0]), int(str(fact.args[2]))] += int(str(fact.args[1]))
    unseen = {fact.args[0] for fact in position.of("status") if fact.args[1] == "hidden"}
    armoured = {fact.args[0] for fact in position.of("afv")} - unseen
    flat = {str(fact.args[1]) for fact in position.of("at") if fact.args[0] in armoured}
    flat |= {str(fact.args[0]) for fact in position.of("wreck")}
    return {(hex_, hindrance, levels) for (hex_, levels), hindrance in smoke.items()} | {(h, 1, 0) for h in flat}
