"""`explain`: why a unit must rout, and why a hex is or is not one of its destinations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ..errors import UsageError
from ..position.consistency import routers
from ..position.unit_names import hex_called
from ..position.vocabulary import no_hex
from ..program.control import String, Symbol, text
from ..question import Question
from ..reasons import reasons
from ..results.answer import Excluded, Route, UnitAnswer
from ..results.explanation import BarredStep, HexExplanation, UnitExplanation
from .solver import Solver

# Bearings of the six hexes around a hex, by the offset of column and doubled row. Rows count to the south.
BEARINGS = {
    (0, -2): "north",
    (1, -1): "north-east",
    (1, 1): "south-east",
    (0, 2): "south",
    (-1, 1): "south-west",
    (-1, -1): "north-west",
}


def explain(question: Question, place: str | None = None) -> UnitExplanation | HexExplanation:
    """Explain the verdict of the unit asked for, or what a hex or Location is to it at the start of its rout.

    Raises InstanceError, UsageError, TimeLimit.
    """
    (unit,) = question.units
    solver = Solver(question)
    if place is None:
        return _unit(question, solver, unit)
    known = {text(h) for h, _, _ in solver.world.atoms("hex", 3)}
    place = hex_called(question.position, place)
    if place not in known:
        raise UsageError(f"{question.position.name}: {no_hex(place, known)}")
    return explain_hexes(solver, solver.unit(unit), (place,))[0]


def _unit(question: Question, solver: Solver, unit: str) -> UnitExplanation:
    """Explain the answer of a unit, and what forbids the hexes around it."""
    answer = solver.unit(unit)
    steps = first_steps(solver, answer)
    off = {
        (dx.number, dy.number): rule for _, dx, dy, rule in solver.world_of(unit).of(solver.symbol(unit), "off_map", 4)
    }
    return UnitExplanation(
        answer,
        steps,
        tuple(BarredStep(answer.at, BEARINGS[at], reasons([(off[at], None)])) for at in BEARINGS if at in off),
        _partners(question, unit),
    )


def first_steps(solver: Solver, answer: UnitAnswer) -> tuple[BarredStep, ...]:
    """Return the steps to the hexes around a unit that was answered, each with what forbids it."""
    unit = answer.id
    u, world = solver.symbol(unit), solver.world_of(unit)
    solver.ask(unit, "why", ("around", [u]))
    by_kind: dict[str, list[tuple[Symbol, Symbol | None]]] = defaultdict(list)
    for _, after in world.of(u, "neighbour", 2):
        by_kind[text(after)] = []
    for _, after, rule, because in world.of(u, "forbids", 4):
        by_kind[text(after)].append((rule, because))
    fire: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for _, after, hex_, enemy in world.of(u, "fire", 4):
        fire[text(after)][text(hex_)].append(text(enemy))
    return tuple(
        BarredStep(
            answer.at, h, reasons(by_kind[h]), tuple((x, tuple(sorted(by))) for x, by in sorted(fire[h].items()))
        )
        for h in sorted(by_kind)
    )


def _partners(question: Question, unit: str) -> tuple[str, ...]:
    """Return the broken units that an unbroken one may go along with: their answers name it."""
    position = question.position
    places = {str(fact.args[0]): fact.args[1:] for fact in position.of("at")}
    sides = position.sides
    broken = {str(each) for each in routers(position)}
    if unit in broken or unit not in places:
        return ()
    there = sorted(each for each in broken if places.get(each) == places[unit] and sides[each] == sides[unit])
    if not there:
        return ()
    solver = Solver(question.about(units=there))
    return tuple(each for each in there if unit in solver.unit(each, paths=0, excluded=False).may_accompany)


def explain_hexes(solver: Solver, answer: UnitAnswer, hexes: Sequence[str]) -> tuple[HexExplanation, ...]:
    """Explain what some hexes or Locations are to a unit that was answered, all in one grounding.

    Raises TimeLimit.
    """
    u, world = solver.symbol(answer.id), solver.world_of(answer.id)
    barred: dict[str, dict[tuple[str, str], list[tuple[Symbol, Symbol | None]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    in_reach: set[str] = set()
    if answer.may_rout:
        solver.ask(answer.id, "why", *(("why", [u, String(hex_)]) for hex_ in hexes), ("excluded", [u]))
        in_reach = {text(d) for _, d in world.of(u, "in_reach", 2)}
        for _, d, before, after, rule, because in world.of(u, "first_bar", 6):
            barred[text(d)][text(before), text(after)].append((rule, because))
    cover = {text(h) for (h,) in world.atoms("cover", 1)}
    uncounted: dict[str, set[str]] = defaultdict(set)
    for where, rule in world.atoms("uncounted", 2):
        uncounted[text(where)].add(text(rule))
    destinations = {d.hex: d for d in answer.destinations}
    ends: dict[str, list[Route]] = defaultdict(list)
    for route in answer.routes:
        ends[route.path[-1]].append(route)
    crawls_alone = answer.may_rout and bool(world.of(u, "crawls_only", 1))
    first = {step.after: step for step in first_steps(solver, answer)} if crawls_alone else {}
    bars = {
        hex_: tuple(BarredStep(a, b, reasons(rows)) for (a, b), rows in sorted(barred[hex_].items())) for hex_ in hexes
    }
    for hex_, step in first.items():
        bars[hex_] = (step,) if step.reasons and not ends[hex_] else ()
    excluded: dict[str, list[Excluded]] = defaultdict(list)
    for row in answer.excluded:
        excluded[row.hex] += [row] if row.mf is not None else []
    return tuple(
        HexExplanation(
            answer=answer,
            hex=hex_,
            destination=destinations.get(hex_),
            excluded=tuple(excluded[hex_]),
            barred=bars[hex_],
            is_start=hex_ == answer.at,
            not_cover=hex_ not in cover,
            too_far=hex_ not in (first if crawls_alone else in_reach),
            crawls_alone=crawls_alone,
            ends=tuple(ends[hex_]),
            uncounted=tuple(sorted(uncounted[hex_])),
        )
        for hex_ in hexes
    )
