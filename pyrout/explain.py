"""`explain`: why a unit must rout, and why a hex is or is not one of its destinations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .engine import String, Symbol, text
from .errors import UsageError
from .instance import Instance
from .result import Destination, Excluded, Reason, Route, UnitAnswer
from .solver import Solver, reasons
from .vocabulary import no_hex


class BarredStep(NamedTuple):
    """A step that would be the first illegal one of some way, and what forbids it."""

    before: str
    after: str
    reasons: tuple[Reason, ...]


class UnitExplanation(NamedTuple):
    """Why a unit's answer is what it is; `around` are the neighbouring hexes with what forbids each (nothing: legal)."""

    answer: UnitAnswer
    around: tuple[BarredStep, ...]


class HexExplanation(NamedTuple):
    """Why a hex is or is not a destination at the start of the rout.

    Exactly one of these holds: it is a destination (`destination`); it is excluded although it can be reached
    (`excluded`); steps bar every way that the MF would pay for (`barred`, the first illegal step of each way); it is the
    hex where the unit starts, no cover, or out of reach (`not_cover`, `is_start`, `too_far`). `ends` are the routes that
    end there all the same.
    """

    answer: UnitAnswer
    hex: str
    destination: Destination | None
    excluded: tuple[Excluded, ...]
    barred: tuple[BarredStep, ...]
    is_start: bool
    not_cover: bool
    too_far: bool
    ends: tuple[Route, ...]


def explain_unit(
    instance: Instance,
    unit: str,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> UnitExplanation:
    """Explains a unit's verdict. Raises InstanceError, UsageError, TimeLimit."""
    solver = Solver(instance, rules=rules, options=options, only=(unit,), timeout=timeout)
    answer = solver.unit(unit)
    u, g = solver.symbols(unit)
    engine = solver.engine
    solver.ask("why", ("around", [u, g]))
    found: dict[str, list[tuple[Symbol, Symbol | None]]] = defaultdict(list)
    for _, after in engine.of(u, "neighbour", 2):
        found[text(after)] = []
    for _, after, rule, because in engine.of(u, "forbids", 4):
        found[text(after)].append((rule, because))
    return UnitExplanation(answer, tuple(BarredStep(answer.at, h, reasons(found[h])) for h in sorted(found)))


def explain_hex(
    instance: Instance,
    unit: str,
    hex_: str,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> HexExplanation:
    """Explains what a hex is to a unit at the start of its rout. Raises InstanceError, UsageError, TimeLimit."""
    solver = Solver(instance, rules=rules, options=options, only=(unit,), timeout=timeout)
    known = {text(h) for h, _, _ in solver.engine.atoms("hex", 3)}
    if hex_ not in known:
        raise UsageError(f"{instance.name}: {no_hex(hex_, known)}")
    return explain_hexes(solver, solver.unit(unit), (hex_,))[0]


def explain_hexes(solver: Solver, answer: UnitAnswer, hexes: Sequence[str]) -> tuple[HexExplanation, ...]:
    """Explains what some hexes or Locations are to a unit that was answered, all in one grounding. Raises TimeLimit."""
    engine = solver.engine
    u, g = solver.symbols(answer.id)
    barred: dict[str, dict[tuple[str, str], list[tuple[Symbol, Symbol | None]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    in_reach: set[str] = set()
    if answer.may_rout:
        solver.ask("why", *(("why", [u, g, String(hex_)]) for hex_ in hexes))
        in_reach = {text(d) for _, d in engine.of(u, "in_reach", 2)}
        for _, d, before, after, rule, because in engine.of(u, "first_bar", 6):
            barred[text(d)][text(before), text(after)].append((rule, because))
    reached = {text(h) for _, h, _ in engine.of(u, "legal_way", 3)}
    cover = {text(h) for (h,) in engine.atoms("cover", 1)}
    destinations = {d.hex: d for d in answer.destinations}
    ends: dict[str, list[Route]] = defaultdict(list)
    for route in answer.routes:
        ends[route.path[-1]].append(route)
    excluded: dict[str, list[Excluded]] = defaultdict(list)
    for row in answer.excluded:
        excluded[row.hex] += [row] if row.mf is not None else []
    return tuple(
        HexExplanation(
            answer=answer,
            hex=hex_,
            destination=destinations.get(hex_),
            excluded=tuple(excluded[hex_]),
            barred=()
            if hex_ in reached
            else tuple(BarredStep(a, b, reasons(rows)) for (a, b), rows in sorted(barred[hex_].items())),
            is_start=hex_ == answer.at,
            not_cover=hex_ not in cover,
            too_far=hex_ not in in_reach,
            ends=tuple(ends[hex_]),
        )
        for hex_ in hexes
    )
