"""From atoms to the answer for a unit. The units that are read are prepared (`PositionProgram.prepare`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..base import span
from ..base.span import Said
from ..errors import Undecided
from ..program.control import Function, Row, Symbol, SymbolType, constant, leg, sentence, text
from ..reasons import cause, reasons
from ..results.answer import Destination, Excluded, Route, UnitAnswer
from .ground import Fate, PositionProgram

# In the answers of other units. The answer of the unit itself has it among its reasons.
BROKEN_ALL_THE_SAME = (span.only("as breaks/1 has it, "), "though it may not break on purpose here")


class Field(NamedTuple):
    """A field of an answer: the atoms with the unit in front that it is made of, and how."""

    name: str
    predicate: str
    arity: int
    made: Callable[[Sequence[Row]], Any]


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


def unit_answer(
    ground: PositionProgram, unit: str, routes: Sequence[Route], complete: bool, *, paths: int | None, excluded: bool
) -> UnitAnswer:
    """Return the answer for a unit that has these routes, at most `paths` of them listed."""
    of = partial(ground.of, unit)
    known = {field.name: field.made(of(field.predicate, field.arity)) for field in FIELDS}
    its_verdict, has_route = verdict(ground, unit), bool(of("has_route", 1))
    (condition,) = of("start_condition", 2)[0]
    besides = reasons(of("bar", 2)) + reasons(of("reason", 2)) + reasons(of("reason", 3))
    loads, partner_loads, more_loads = _loads(ground, unit) if its_verdict != "surrenders" else (((),), {}, {})
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
        destinations=_destinations(ground, unit) if has_route else (),
        free=has_route and bool(ground.world_of(unit).rows(leg(ground.symbol(unit), 0), "unbound", 2)),
        excluded=_excluded(of("excluded", 5)) if excluded and known["may_rout"] else (),
        routes=tuple(routes[:paths]),
        routes_total=len(routes),
        surviving=sum(route.end == "survives" for route in routes),
        complete=complete,
        may_break=bool(of("may_break", 1)) and not breaks_illegally,
        captors=_names(of("captor", 2)) if its_verdict == "surrenders" else (),
        may_keep_dm=bool(known["dm"]) and rests_there and known["at"] in _names(of("retains", 2)),
        odds_wanting=bool(of("nmc_outcome", 5)) and morale(ground, unit) is None,
        assumes=assumes(ground, unit),
        **known,
    )


def verdict(ground: PositionProgram, unit: str) -> str:
    """Return the verdict for one unit.

    Raises Undecided where the rules leave it open.
    """
    rows = ground.of(unit, "verdict", 2)
    if len(rows) != 1:  # grounding has left atoms open: of two verdicts either would look like any other
        raise Undecided(f"{ground.name}: the rules leave open what becomes of {unit}; please report it with the file")
    return str(rows[0][0])


def assumes(ground: PositionProgram, unit: str) -> tuple[str, ...]:
    """List the assumptions of the answer for one unit, a sentence each.

    Raises TimeLimit, UsageError.
    """
    breaking = {str(fact.args[0]) for fact in ground.question.position.of("breaks")}.intersection(ground.units) - {unit}
    ground.prepare(unit, *breaking)
    said = {sentence(words) for (words,) in ground.of(unit, "assumes", 2)}
    unwilling = breaking.intersection(must_not_break(ground))
    return tuple(
        sorted(said | {Said("counts ", span.name(other), " as broken, ", *BROKEN_ALL_THE_SAME) for other in unwilling})
    )


def notes(ground: PositionProgram, unit: str) -> tuple[tuple[str, str], ...]:
    """List the notes that decide in an answer beside its reasons.

    Each is the id of a rule and a sentence.
    """
    return sentences(ground.of(unit, "noted", 3))


def must_not_break(ground: PositionProgram) -> tuple[str, ...]:
    """Return the units that break on purpose, and must not."""
    return tuple(sorted(u for (u,) in ground.table("illegal_break", 1)))


def list_answered(ground: PositionProgram) -> frozenset[str]:
    """Return the units that the rule set answers for, also those that are not to be worked out."""
    return frozenset(u for (u,) in ground.table("answers", 1))


def fate(ground: PositionProgram, unit: str) -> Fate:
    """Return the meaning of a unit's answer for others."""
    return Fate(verdict(ground, unit), is_gone(ground, unit))


def is_gone(ground: PositionProgram, unit: str) -> bool:
    """Return True for a unit that is off the map before the other side routs, as far as has been worked out.

    The unit may be one that is postponed.
    """
    return any(world.of(constant(unit), "gone", 1) for world in ground.worlds.values())


def knows_all(ground: PositionProgram) -> bool:
    """Return True if all units of the position can be asked for: none is foregone or postponed."""
    return not ground.foregone and not ground.postponed


def counts_with(ground: PositionProgram, fates: Mapping[str, Fate]) -> bool:
    """Return True if its answers hold with these fates of units.

    Its foregone units have them, and its postponed units are only off the map where it knows it.
    """
    as_given = all(fates.get(unit) == own for unit, own in ground.foregone.items())
    return as_given and all(unit in fates and fates[unit].gone <= is_gone(ground, unit) for unit in ground.postponed)


def morale(ground: PositionProgram, unit: str) -> int | None:
    """Return the broken morale that the position gives a unit."""
    facts = (fact.args for fact in ground.question.position.of("broken_morale"))
    return next((int(str(given)) for who, given in facts if str(who) == unit), None)


def may_carry(ground: PositionProgram, unit: str, load: Collection[str]) -> bool:
    """Return True for SW that are a load of a unit, listed or not."""
    own = set(load)
    weights = {sw: weight for each, sw, weight in ground.of(unit, "portable", 4) if each == unit}
    free = {sw for each, sw in ground.of(unit, "carries_free", 3) if each == unit}
    heaviest = next((weight for each, weight in ground.of(unit, "heaviest", 3) if each == unit), 0)
    carried = own - free
    return free <= own and carried <= weights.keys() and sum(weights[sw] for sw in carried) == heaviest


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
