"""A position on hexes, grounded once and asked for each unit: from atoms to the answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..base import span
from ..base.span import Said
from ..errors import Undecided
from ..program.control import Field, Function, Row, Symbol, SymbolType, constant, leg, sentence, text
from ..reasons import cause, reasons
from ..results.answer import Destination, Excluded, Route, UnitAnswer
from .chances import Roll
from .ground import Fate, PositionProgram
from .list_routes import list_routes, morale

# In the answers of other units. The answer of the unit itself has it among its reasons.
BROKEN_ALL_THE_SAME = (span.only("as breaks/1 has it, "), "though it may not break on purpose here")


def _names(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(sorted({row[0] for row in rows}))


def sentences(rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """Return rules, each with its sentence."""
    return tuple(sorted((rule, sentence(words)) for rule, words in rows))


FIELDS = (
    Field("at", "start_location", 2, lambda rows: rows[0][0]),
    Field("may_rout", "may_rout", 1, bool),
    Field("must_rout", "must", 3, reasons),
    Field("dm", "dm", 2, _names),
    Field("applies", "applies", 3, sentences),
    Field("notes", "noted", 3, sentences),
    Field("may_accompany", "may_accompany", 2, _names),
    Field("surrenders_with", "surrenders_with", 2, _names),
    Field("abandons", "abandons", 2, _names),
    Field("odds_assume", "assumed", 2, lambda rows: tuple(sorted({sentence(row[0]) for row in rows}))),
)


class Trace(NamedTuple):
    """The half-MF at which a legal way leads to a Location; `roll` is how NMC on the way are rolled."""

    legal: Mapping[str, int]
    roll: Roll


class Solver(PositionProgram):
    """A question about hexes, grounded once for all routing units.

    Raises InstanceError where the rule set refuses a fact, TimeLimit when the time is over.
    """

    def verdict(self, unit: str) -> str:
        """Return the verdict for one unit, without its routes.

        Raises TimeLimit, UsageError for a unit that is not answered, Undecided where the rules leave it open.
        """
        self.prepare(unit)
        return self._verdict(unit)

    def assumes(self, unit: str) -> tuple[str, ...]:
        """List the assumptions of the answer for one unit, a sentence each.

        Raises as `verdict`.
        """
        breaking = {str(fact.args[0]) for fact in self.question.position.of("breaks")}.intersection(self.units) - {unit}
        self.prepare(unit, *breaking)
        said = {sentence(words) for (words,) in self.of(unit, "assumes", 2)}
        unwilling = breaking.intersection(self.must_not_break)
        return tuple(
            sorted(said | {Said("counts ", span.name(other), " as broken, ", *BROKEN_ALL_THE_SAME) for other in unwilling})
        )

    def unit(
        self, unit: str, *, paths: int | None = None, excluded: bool = True, short: UnitAnswer | None = None
    ) -> UnitAnswer:
        """Return the answer for one unit, with at most `paths` routes.

        All routes are listed for `paths=None`. `short` is its answer without `excluded`, where that is known.
        Past the time limit the answer has the routes so far, marked incomplete. Raises as `verdict`, and
        TooManyRoutes.
        """
        self.prepare(unit, excluded=excluded)
        routes, complete = (short.routes, short.complete) if short else list_routes(self, unit)
        if excluded:
            self.explain(unit)
        return self._answer(unit, routes, complete, paths=paths, excluded=excluded)

    def _answer(
        self, unit: str, routes: Sequence[Route], complete: bool, *, paths: int | None, excluded: bool
    ) -> UnitAnswer:
        of = partial(self.of, unit)
        known = self.world_of(unit).fields(self.symbol(unit), FIELDS)
        its_verdict, has_route = self._verdict(unit), bool(of("has_route", 1))
        (condition,) = of("start_condition", 2)[0]
        besides = reasons(of("bar", 2)) + reasons(of("reason", 2)) + reasons(of("reason", 3))
        loads, partner_loads, more_loads = _loads(self, unit) if its_verdict != "surrenders" else (((),), {}, {})
        breaks_illegally = bool(of("illegal_break", 1))
        rests_there = its_verdict in ("may_rout", "stays", "cannot_rout") and not breaks_illegally
        return UnitAnswer(
            id=unit,
            mf=dict(of("mf", 3))[condition] / 2,
            verdict=its_verdict,  # type: ignore[arg-type]
            reasons=known["must_rout"] + besides,
            partners=_names(of("partner", 2)) if has_route else (),
            loads=loads,
            partner_loads=partner_loads,
            more_loads=more_loads,
            destinations=_destinations(self, unit) if has_route else (),
            free=has_route and bool(self.world_of(unit).rows(leg(self.symbol(unit), 0), "unbound", 2)),
            excluded=_excluded(of("excluded", 5)) if excluded and known["may_rout"] else (),
            routes=tuple(routes[:paths]),
            routes_total=len(routes),
            surviving=sum(route.end == "survives" for route in routes),
            complete=complete,
            may_break=bool(of("may_break", 1)) and not breaks_illegally,
            captors=_names(of("captor", 2)) if its_verdict == "surrenders" else (),
            may_keep_dm=bool(known["dm"]) and rests_there and known["at"] in _names(of("retains", 2)),
            odds_wanting=bool(of("nmc_outcome", 5)) and morale(self, unit) is None,
            assumes=self.assumes(unit),
            **known,
        )

    # --- of units that are prepared ---------------------------------------------------------------------------------

    def _verdict(self, unit: str) -> str:
        rows = self.of(unit, "verdict", 2)
        if len(rows) != 1:  # grounding has left atoms open: of two verdicts either would look like any other
            raise Undecided(f"{self.name}: the rules leave open what becomes of {unit}; please report it with the file")
        return str(rows[0][0])

    def notes(self, unit: str) -> tuple[tuple[str, str], ...]:
        """List the notes that decide in an answer beside its reasons.

        Each is the id of a rule and a sentence.
        """
        return sentences(self.of(unit, "noted", 3))

    @property
    def must_not_break(self) -> tuple[str, ...]:
        """The units that break on purpose, and must not."""
        return tuple(sorted(unit for (unit,) in self.table("illegal_break", 1)))

    @property
    def answered(self) -> frozenset[str]:
        """The units that the rule set answers for, wanted or not."""
        return frozenset(unit for (unit,) in self.table("answers", 1))

    def fate(self, unit: str) -> Fate:
        """Return the meaning of a unit's answer for others."""
        return Fate(self._verdict(unit), self.is_gone(unit))

    def is_gone(self, unit: str) -> bool:
        """Return True for a unit off the map before the other side routs.

        It counts as far as has been worked out. The unit may be one that is postponed.
        """
        return any(world.of(constant(unit), "gone", 1) for world in self.worlds.values())

    @property
    def knows_all(self) -> bool:
        """True if all units can be asked for: none foregone or postponed."""
        return not self.foregone and not self.postponed

    def counts_with(self, fates: Mapping[str, Fate]) -> bool:
        """Return True if its answers hold with these fates of units.

        Its foregone units have them, and its postponed units are only off the map where it knows it.
        """
        as_given = all(fates.get(unit) == own for unit, own in self.foregone.items())
        return as_given and all(unit in fates and fates[unit].gone <= self.is_gone(unit) for unit in self.postponed)

    def may_carry(self, unit: str, load: Collection[str]) -> bool:
        """Return True for SW that are a load of a unit, listed or not."""
        own = set(load)
        weights = {sw: weight for each, sw, weight in self.of(unit, "portable", 4) if each == unit}
        free = {sw for each, sw in self.of(unit, "carries_free", 3) if each == unit}
        heaviest = next((weight for each, weight in self.of(unit, "heaviest", 3) if each == unit), 0)
        carried = own - free
        return free <= own and carried <= weights.keys() and sum(weights[sw] for sw in carried) == heaviest

    def trace(self, unit: str) -> Trace:
        """Return the dangers and costs of a unit's ways."""
        legal: dict[str, int] = {}
        for place, spent in self.of(unit, "legal_way", 3):
            legal[place] = min(spent, legal.get(place, spent))
        return Trace(legal, Roll.of(self, unit))

    def visits(self, unit: str) -> frozenset[str]:
        """Return the hexes that legal steps of a unit could lead to.

        They count whatever becomes of it on the way.
        """
        places = (*self.of(unit, "gets_to", 2), *self.of(unit, "start_location", 2))
        return frozenset(place.partition("@")[0] for (place,) in places)


Loads = tuple[tuple[str, ...], ...]


def _loads(ground: PositionProgram, unit: str) -> tuple[Loads, Mapping[str, Loads], Mapping[str, int]]:
    """Return the loads of a unit, those of its partners, and how many of each are not listed."""
    always = defaultdict(list)
    for each, sw in ground.of(unit, "carries_free", 3):
        always[each].append(sw)
    sets: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for each, _, load in ground.of(unit, "load", 4):
        carried = [text(sw) for sw in load.arguments if str(sw) != "none"]
        sets[each].add(tuple(sorted(carried + always[each])))
    loads = {each: tuple(sorted(some)) for each, some in sets.items()}
    numbers: dict[str, int] = dict(ground.of(unit, "loads", 3)) if loads else {}
    more = {each: number - len(loads[each]) for each, number in sorted(numbers.items()) if number > len(loads[each])}
    own = loads.pop(unit, ((),))
    return own, loads if any(load != ((),) for load in loads.values()) else {}, more


def _destinations(ground: PositionProgram, unit: str) -> tuple[Destination, ...]:
    world, first = ground.world_of(unit), leg(ground.symbol(unit), 0)
    prices = {place: price for _, place, price in world.rows(first, "candidate", 4)}
    ignorable: dict[str, list[Row]] = defaultdict(list)
    enemies: dict[Symbol, list[Symbol]] = defaultdict(list)
    for enemy, place in world.atoms("enemy", 2):
        enemies[place].append(enemy)
    for _, _, place, rule, because in world.rows(first, "may_ignore", 6):
        (why,) = because.arguments
        # An enemy and his Location are different causes.
        by_enemies = why.type is SymbolType.Function and why.name == "enemies_in"
        causes = enemies[why.arguments[0]] if by_enemies else [why]
        ignorable[place] += [(rule, Function("because", [each])) for each in causes]
    hexes = {place for _, place in world.rows(first, "destination", 3)}
    listed = (Destination(d, prices[d] / 2, d in ignorable, reasons(ignorable[d])) for d in hexes)
    return tuple(sorted(listed, key=lambda d: (d.mf, d.hex)))


def _excluded(rows: Sequence[Row]) -> tuple[Excluded, ...]:
    causes: dict[tuple[str, float | None, str], set[str]] = defaultdict(set)
    for hex_, price, rule, because in rows:
        causes[hex_, None if price == "none" else price / 2, rule].add(cause(because))
    listed = (Excluded(h, mf, rule, tuple(sorted(xs))) for (h, mf, rule), xs in causes.items())
    return tuple(sorted(listed, key=lambda e: (e.mf is None, e.mf or 0, e.hex, e.rule)))
