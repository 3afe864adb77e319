"""From atoms to the answer for a unit. The units that are read are prepared (`PositionProgram.prepare`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..base import span
from ..base.span import Said
from ..errors import Undecided
from ..program.control import Field, Function, Rows, Symbol, SymbolType, World, constant, leg, sentence, text
from ..reasons import cause, reasons
from ..results.answer import Destination, Excluded, Route, UnitAnswer
from .ground import Fate, PositionProgram

# In the answers of other units. The answer of the unit itself has it among its reasons.
BROKEN_ALL_THE_SAME = (span.only("as breaks/1 has it, "), "though it may not break on purpose here")


def _names(rows: Rows) -> tuple[str, ...]:
    return tuple(sorted({text(row[1]) for row in rows}))


def _reasons(rows: Rows) -> Any:
    return reasons((row[1], row[2] if len(row) > 2 else None) for row in rows)


def sentences(rows: Rows) -> tuple[tuple[str, str], ...]:
    """Return rules, each with its sentence."""
    return tuple(sorted((text(rule), sentence(words)) for _, rule, words in rows))


FIELDS = (
    Field("at", "start_location", 2, lambda rows: text(rows[0][1])),
    Field("may_rout", "may_rout", 1, bool),
    Field("must_rout", "must", 3, _reasons),
    Field("dm", "dm", 2, _names),
    Field("applies", "applies", 3, sentences),
    Field("notes", "noted", 3, sentences),
    Field("may_accompany", "may_accompany", 2, _names),
    Field("surrenders_with", "surrenders_with", 2, _names),
    Field("abandons", "abandons", 2, _names),
    Field("odds_assume", "assumed", 2, lambda rows: tuple(sorted({sentence(row[1]) for row in rows}))),
)


def unit_answer(
    ground: PositionProgram, unit: str, routes: Sequence[Route], complete: bool, *, paths: int | None, excluded: bool
) -> UnitAnswer:
    """Return the answer for a unit that has these routes, at most `paths` of them listed."""
    u, world = ground.symbol(unit), ground.world_of(unit)
    known = world.fields(u, FIELDS)
    its_verdict, has_route = verdict(ground, unit), any(world.of(u, "has_route", 1))
    condition = world.of(u, "start_condition", 2)[0][1]
    first = leg(u, 0)
    besides = _reasons(world.of(u, "bar", 2)) + _reasons(world.of(u, "reason", 2)) + _reasons(world.of(u, "reason", 3))
    loads, partner_loads, more_loads = _loads(world, u, unit) if its_verdict != "surrenders" else (((),), {}, {})
    breaks_illegally = any(world.of(u, "illegal_break", 1))
    rests_there = its_verdict in ("may_rout", "stays", "cannot_rout") and not breaks_illegally
    return UnitAnswer(
        id=unit,
        mf=next(args[2].number for args in world.of(u, "mf", 3) if args[1] == condition) / 2,
        verdict=its_verdict,  # type: ignore[arg-type]
        reasons=known["must_rout"] + besides,
        partners=_names(world.of(u, "partner", 2)) if has_route else (),
        loads=loads,
        partner_loads=partner_loads,
        more_loads=more_loads,
        destinations=_destinations(world, first) if has_route else (),
        free=has_route and any(world.of(first, "unbound", 2)),
        excluded=_excluded(world, u) if excluded and known["may_rout"] else (),
        routes=tuple(routes[:paths]),
        routes_total=len(routes),
        surviving=sum(route.end == "survives" for route in routes),
        complete=complete,
        may_break=any(world.of(u, "may_break", 1)) and not breaks_illegally,
        captors=_names(world.of(u, "captor", 2)) if its_verdict == "surrenders" else (),
        may_keep_dm=bool(known["dm"]) and rests_there and known["at"] in _names(world.of(u, "retains", 2)),
        odds_wanting=any(world.of(u, "nmc_outcome", 5)) and morale(ground, unit) is None,
        assumes=assumes(ground, unit),
        **known,
    )


def verdict(ground: PositionProgram, unit: str) -> str:
    """Return the verdict for one unit.

    Raises Undecided where the rules leave it open.
    """
    rows = ground.world_of(unit).of(ground.symbol(unit), "verdict", 2)
    if len(rows) != 1:  # grounding has left atoms open: of two verdicts either would look like any other
        raise Undecided(f"{ground.name}: the rules leave open what becomes of {unit}; please report it with the file")
    return text(rows[0][1])


def assumes(ground: PositionProgram, unit: str) -> tuple[str, ...]:
    """List the assumptions of the answer for one unit, a sentence each.

    Raises TimeLimit, UsageError.
    """
    breaking = {str(fact.args[0]) for fact in ground.question.position.of("breaks")}.intersection(ground.units) - {unit}
    ground.prepare(unit, *breaking)
    said = {sentence(args[1]) for args in ground.world_of(unit).of(ground.symbol(unit), "assumes", 2)}
    unwilling = breaking.intersection(must_not_break(ground))
    return tuple(
        sorted(said | {Said("counts ", span.name(other), " as broken, ", *BROKEN_ALL_THE_SAME) for other in unwilling})
    )


def notes(ground: PositionProgram, unit: str) -> tuple[tuple[str, str], ...]:
    """List the notes that decide in an answer beside its reasons.

    Each is the id of a rule and a sentence.
    """
    return sentences(ground.world_of(unit).of(ground.symbol(unit), "noted", 3))


def must_not_break(ground: PositionProgram) -> tuple[str, ...]:
    """Return the units that break on purpose, and must not."""
    return tuple(sorted(text(u) for (u,) in ground.atoms("illegal_break", 1)))


def list_answered(ground: PositionProgram) -> frozenset[str]:
    """Return the units that the rule set answers for, also those that are not to be worked out."""
    return frozenset(text(u) for (u,) in ground.atoms("answers", 1))


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
    u, own = ground.symbol(unit), set(load)
    world = ground.world_of(unit)
    weights = {text(w): n.number for _, v, w, n in world.of(u, "portable", 4) if v == u}
    free = {text(w) for _, v, w in world.of(u, "carries_free", 3) if v == u}
    heaviest = next((n.number for _, v, n in world.of(u, "heaviest", 3) if v == u), 0)
    carried = own - free
    return free <= own and carried <= weights.keys() and sum(weights[w] for w in carried) == heaviest


Loads = tuple[tuple[str, ...], ...]


def _loads(world: World, u: Symbol, unit: str) -> tuple[Loads, Mapping[str, Loads], Mapping[str, int]]:
    """Return the loads of a unit, those of its partners, and how many of each are not listed."""
    always = defaultdict(list)
    for _, v, w in world.of(u, "carries_free", 3):
        always[text(v)].append(text(w))
    sets: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for _, v, _, load in world.of(u, "load", 4):
        carried = [text(w) for w in load.arguments if str(w) != "none"]
        sets[text(v)].add(tuple(sorted(carried + always[text(v)])))
    loads = {v: tuple(sorted(some)) for v, some in sets.items()}
    numbers = {text(v): n.number for _, v, n in world.of(u, "loads", 3)} if loads else {}
    more = {v: number - len(loads[v]) for v, number in sorted(numbers.items()) if number > len(loads[v])}
    own = loads.pop(unit, ((),))
    return own, loads if any(load != ((),) for load in loads.values()) else {}, more


def _destinations(world: World, first: Symbol) -> tuple[Destination, ...]:
    prices = {text(args[2]): args[3].number for args in world.of(first, "candidate", 4)}
    ignorable: dict[str, list[tuple[Symbol, Symbol | None]]] = defaultdict(list)
    enemies: dict[Symbol, list[Symbol]] = defaultdict(list)
    for enemy, place in world.atoms("enemy", 2):
        enemies[place].append(enemy)
    for args in world.of(first, "may_ignore", 6):
        (why,) = args[5].arguments
        # An enemy and his Location are different causes.
        by_enemies = why.type is SymbolType.Function and why.name == "enemies_in"
        causes = enemies[why.arguments[0]] if by_enemies else [why]
        ignorable[text(args[3])] += [(args[4], Function("because", [each])) for each in causes]
    hexes = {text(args[2]) for args in world.of(first, "destination", 3)}
    listed = (Destination(d, prices[d] / 2, d in ignorable, reasons(ignorable[d])) for d in hexes)
    return tuple(sorted(listed, key=lambda d: (d.mf, d.hex)))


def _excluded(world: World, u: Symbol) -> tuple[Excluded, ...]:
    causes: dict[tuple[str, float | None, str], set[str]] = defaultdict(set)
    for _, hex_, price, rule, because in world.of(u, "excluded", 5):
        mf = price.number / 2 if str(price) != "none" else None
        causes[text(hex_), mf, text(rule)].add(cause(because))
    rows = (Excluded(h, mf, rule, tuple(sorted(xs))) for (h, mf, rule), xs in causes.items())
    return tuple(sorted(rows, key=lambda e: (e.mf is None, e.mf or 0, e.hex, e.rule)))
