"""`explain`: why a unit must rout, and why a hex is or is not one of its destinations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ..errors import UsageError
from ..position.consistency import routers
from ..position.unit_names import hex_called
from ..position.vocabulary import no_hex
from ..program.control import Row, String, text
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
    (place,) = places_called(solver, [place])
    return explain_hexes(solver, solver.unit(unit), (place,))[0]


def places_called(solver: Solver, names: Sequence[str]) -> list[str]:
    """Return hexes and Locations of the position by their names, however these are written.

    Raises UsageError for one that is not there.
    """
    position = solver.question.position
    there = {text(place) for place, _, _ in solver.world.atoms("hex", 3)}
    places = [hex_called(position, name) for name in names]
    for place in places:
        if place not in there:
            raise UsageError(f"{position.name}: {no_hex(place, there)}")
    return places


def _unit(question: Question, solver: Solver, unit: str) -> UnitExplanation:
    """Explain the answer of a unit, and what forbids the hexes around it."""
    answer = solver.unit(unit)
    steps = first_steps(solver, answer)
    off = {(dx, dy): rule for dx, dy, rule in solver.of(unit, "off_map", 4)}
    return UnitExplanation(
        answer,
        steps,
        tuple(BarredStep(answer.at, BEARINGS[at], reasons([(off[at],)])) for at in BEARINGS if at in off),
        _partners(question, unit),
    )


def first_steps(solver: Solver, answer: UnitAnswer) -> tuple[BarredStep, ...]:
    """Return the steps to the hexes around a unit that was answered, each with what forbids it."""
    unit = answer.id
    solver.ask(unit, "why", ("around", [solver.symbol(unit)]))
    bars: dict[str, list[Row]] = {after: [] for (after,) in solver.of(unit, "neighbour", 2)}
    for after, *why in solver.of(unit, "forbids", 4):
        bars.setdefault(after, []).append((*why,))
    fire: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for after, hex_, enemy in solver.of(unit, "fire", 4):
        fire[after][hex_].append(enemy)
    return tuple(
        BarredStep(answer.at, h, reasons(bars[h]), tuple((x, tuple(sorted(by))) for x, by in sorted(fire[h].items())))
        for h in sorted(bars)
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
    unit, world = answer.id, solver.world_of(answer.id)
    barred: dict[str, dict[tuple[str, str], list[Row]]] = defaultdict(lambda: defaultdict(list))
    in_reach: set[str] = set()
    if answer.may_rout:
        u = solver.symbol(unit)
        solver.ask(unit, "why", *(("why", [u, String(hex_)]) for hex_ in hexes), ("excluded", [u]))
        in_reach = {place for (place,) in solver.of(unit, "in_reach", 2)}
        for place, before, after, *why in solver.of(unit, "first_bar", 6):
            barred[place][before, after].append((*why,))
    cover = {place for (place,) in world.table("cover", 1)}
    uncounted: dict[str, set[str]] = defaultdict(set)
    for place, rule in world.table("uncounted", 2):
        uncounted[place].add(rule)
    destinations = {d.hex: d for d in answer.destinations}
    ends: dict[str, list[Route]] = defaultdict(list)
    for route in answer.routes:
        ends[route.path[-1]].append(route)
    crawls_alone = answer.may_rout and bool(solver.of(unit, "crawls_only", 1))
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
