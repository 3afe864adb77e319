"""The JSON of an answer for the page: verdicts, routes step by step, and the state of each hex.

All sentences are written here, so that the page only shows them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any

from ..base.colour import unstyle
from ..base.span import Said, joined, rule, rules_in
from ..errors import one_line
from ..hexes import chances
from ..hexes.chart import walk
from ..hexes.explain import explain_hexes
from ..hexes.report import (
    UnitLine,
    best_in_short,
    box_words,
    hex_parts,
    rules_behind,
    unit_parts,
)
from ..hexes.solver import Solver, Trace
from ..position.facts import Instance, locations, nmc_results
from ..program.control import Symbol
from ..program.control import text as written
from ..program.rule_index import told
from ..results.answer import Answer, Interdiction, Route, UnitAnswer
from ..results.explanation import HexExplanation
from ..wording import LOST, POSED, VERDICTS, Names, join_words, mf
from .answers import Answered
from .card import card, flags, odds
from .closed_hexes import Closed, plain, why_not
from .layout import Layout, curve, pairs, place_of
from .scene import Overlay, counters
from .svg import Drawing, fate

MOST_ROUTES = 400  # of a unit that the page holds; the safest of each destination come first
UNKNOWN_MORALES = (6, 7, 8)
RESULTS = {
    "pass": "goes on",
    "pin": "pinned",
    "fail": "fails",
    "two": "Heat of Battle (original 2)",
    "twelve": "eliminated (original 12)",
}
ENDS = {"survives": "It survives.", "eliminated": "It is ELIMINATED.", "surrenders": "It SURRENDERS."}


def view(shown: Answered, drawing: Drawing, *, reasons: bool = True, only: str | None = None) -> dict[str, Any]:
    """Everything that the page shows beside the drawing, of all units or only of one.

    Without `reasons` the hexes only have their state and price, those that are nothing to a unit are left out, and so
    is who sees its ways.
    """
    answer, instance = shown.answer, shown.question.position
    names = Names(instance)
    layout = drawing.layout
    kept: dict[tuple[int, str], dict[str, set[str]]] = {}

    fields = {
        **ground(instance, drawing),
        "file": one_line(answer.file),
        "rules": answer.rules,
        "options": dict(answer.options),
        "units": [
            _unit(shown, unit, names, drawing, overlay, kept if reasons else None)
            for unit, overlay in zip(answer.units, drawing.overlays, strict=True)
            if only in (None, unit.id)
        ],
        "others": [
            [unit, f"{names.unit(unit)} may break on purpose at the start of the Rout Phase"] for unit in shown.others
        ],
    }
    if shown.pending:
        fields["pending"] = [[place, unit, names.unit(unit)] for unit, place in shown.pending.items()]
    for unit in fields["units"]:
        for route in unit["routes"]:
            for location in route["path"]:
                if location not in fields["hexes"]:
                    fields["spots"][location] = _spot(layout, location)
    fields["sentences"] = told(answer.rules, rules_in(fields["units"]))
    return fields


def ground(instance: Instance, drawing: Drawing) -> dict[str, Any]:
    """Return the JSON of a position without an answer."""
    layout = drawing.layout
    fields: dict[str, Any] = {
        "file": one_line(instance.name),
        "hexes": {hex_: [*layout.at[hex_], words, *_spot(layout, hex_)] for hex_, words in drawing.base.words.items()},
        "spots": {},
        "counters": {},
        "units": [],
        "others": [],
        "sentences": {},
    }
    for unit, counter in counters(instance).items():
        spot = drawing.unit_spot(unit)
        fields["counters"][unit] = {
            "words": counter.words,
            "is": counter.description,
            "name": f"{unit}, {counter.whose}",
            "at": counter.place,
            "side": counter.side,
            "kind": counter.kind,
            "spot": [round(spot.x, 1), round(spot.y, 1)] if spot else None,
        }
    return fields


def _spot(layout: Layout, location: str) -> list[float]:
    x, y = layout.location(location)
    return [round(x, 1), round(y, 1)]


def _unit(
    shown: Answered,
    unit: UnitAnswer,
    names: Names,
    drawing: Drawing,
    overlay: Overlay,
    sights: dict[tuple[int, str], dict[str, set[str]]] | None,
) -> dict[str, Any]:
    """Return one unit.

    The routes and hexes of one that may break on purpose are those that it has if it does. `sights` are filled as
    they are worked out; without them the reasons are left out.
    """
    answer, trace = shown.answer, shown.trace_of(unit)
    solver = None if sights is None else shown.solver_of(unit)
    # The routes come in a form of their own
    parts = [(part, unstyle(line).strip()) for part, line in unit_parts(unit, answer.rules, names, groups=False)]
    groups, routes = _groups(overlay, drawing)
    teller = Teller(shown.question.position, overlay.unit, trace)
    return {
        "id": unit.id,
        "at": unit.at,
        "head": parts[0][1],
        "named": f"{names.unit(unit.id)} in {unit.at}, {mf(unit.mf)}",
        "ruled": VERDICTS[unit.verdict].words,
        "words": names.unit(unit.id),
        "fate": fate(unit),
        "best": "; ".join(best_in_short(unit)) if unit.routes else "",
        "verdict": unit.verdict,
        "lines": [line for part, line in parts if part != "head"],
        "said": [line for part, line in parts if part == "said"],
        "reasons": [line for part, line in parts if part in ("why", "dm")],
        "assumed": [line for part, line in parts if part == "assumed"],
        "card": card(overlay, routes, names, answer.rules),
        "supposed": "if it breaks" if overlay.supposed else "",
        "total": unit.routes_total,
        "close": list(dict.fromkeys(enemy for reason in unit.must_rout for enemy in reason.because)),
        "groups": groups,
        "routes": [_route(route, teller, drawing.layout) for route in routes],
        "seen": None if sights is None or solver is None else _seen(_sights(solver, sights, unit.id), routes),
        "chart": _chart(solver, overlay.unit, names) if solver else [],
        "hexes": _hexes(solver, trace, overlay, answer, names, drawing),
    }


def _sights(solver: Solver, sights: dict[tuple[int, str], dict[str, set[str]]], unit: str) -> dict[str, set[str]]:
    """Return the enemies with LOS to each Location where a unit can be, computed once for its side."""
    sides = solver.question.position.sides
    side = sides[unit]
    by_hex = sights.get((id(solver), side))
    if by_hex is None:
        there: dict[str, list[str]] = defaultdict(list)
        for other, at in locations(solver.question.position.facts).items():
            there[at].append(other)
        words: dict[Symbol, str] = {}
        by_hex = sights[id(solver), side] = defaultdict(set)
        for place, entered in solver.world_of(unit).atoms("sight", 2):
            for symbol in (place, entered):
                if symbol not in words:
                    words[symbol] = written(symbol)
            by_hex[words[entered]].update(u for u in there[words[place]] if sides[u] != side)
    return by_hex


def _seen(seen: Mapping[str, set[str]], routes: Sequence[Route]) -> dict[str, list[str]]:
    """Return the enemies who see each Location that routs pass through, as far as anybody does."""
    wanted = {location for route in routes for location in route.path}
    return {location: sorted(seen[location]) for location in sorted(wanted) if seen.get(location)}


def _chart(solver: Solver, unit: UnitAnswer, names: Names) -> list[list[Any]]:
    """Return the questions of the chart, part by part: each with its answer, and a line that says it in words."""
    boxes = walk(solver, unit)
    return [
        [part, [[box.answer, box_words(box, names)] for box in inside]]
        for part, inside in groupby(boxes, key=lambda box: box.part)
    ]


def _groups(overlay: Overlay, drawing: Drawing) -> tuple[list[dict[str, Any]], list[Route]]:
    """Return the routes by posture and destination, the safest first, as indices into the list of those kept."""
    share = max(1, MOST_ROUTES // max(1, len(overlay.bundles)))
    groups: list[dict[str, Any]] = []
    kept: list[Route] = []
    for bundle in overlay.bundles:
        aim = f"to {bundle.to}" if bundle.to else "without a destination"
        posed = POSED[bundle.posture]
        shown = bundle.routes[:share]
        groups.append(
            {
                "posture": bundle.posture,
                "to": bundle.to,
                "label": f"{posed[0].upper()}{posed[1:]} {aim}",
                "ways": len(bundle.routes),
                "routes": list(range(len(kept), len(kept) + len(shown))),
                "colour": drawing.colour(overlay, bundle.to),
            }
        )
        kept += shown
    return groups, kept


# ---------------------------------------------------------------------------------------------------------------------
# Routes


def _route(route: Route, teller: Teller, layout: Layout) -> dict[str, Any]:
    spots = [layout.location(h) for h in route.path]
    return {
        "path": list(route.path),
        "mf": list(route.mf),
        "posture": route.posture,
        "to": [leg.to for leg in route.legs],
        "end": route.end,
        "d": curve(spots, lead=8),
        "label": _label(route),
        "label_mf": mf(route.mf[-1]),
        "steps": list(teller.steps(route)),
        "sights": [[by, hit.hex] for hit in route.interdicted for by in hit.by],
        "found": [[d.hex, enemy] for d in route.discovers for enemy in d.enemies],
        "flags": flags(route),
        "odds": odds(route),
    }


def _label(route: Route) -> str:
    line = f"{' - '.join(route.path)}, {mf(route.mf[-1])}"
    if route.interdicted:
        line += f"; interdicted in {join_words(hit.hex for hit in route.interdicted)}"
    if route.end != "survives":
        line += f"; {route.end.upper()}"
    return line


class Teller:
    """Tells the routes of one unit step by step."""

    def __init__(self, position: Instance, unit: UnitAnswer, trace: Trace) -> None:
        self._trace = trace
        self._given = nmc_results(position, unit.id)
        self._morale = dict(pairs(position, "broken_morale")).get(unit.id)
        self._check = cache(self._nmc)  # many routes have it in common

    def steps(self, route: Route) -> Iterator[str]:
        """Yield the steps of a route: MF, enemies that become Known, NMC with chances, attacks, new destinations.

        A hex may be entered more than once; each event stands at the entry where it happens.
        """
        begin = route.steps[0]
        start = f"In {begin.hex}: {POSED[route.posture]} " + (
            f"to {route.legs[0].to}" if route.legs[0].to else "without a destination"
        )
        start += (f", along with {join_words(route.partners)}" if route.partners else "") + "."
        yield start + _known(begin.discovers)
        led = bool(route.partners)
        unless = list(route.unless)
        for before, step in pairwise(route.steps):
            after = step.hex
            if step.thrown_back:
                who = join_words(step.thrown_back.by)
                yield f"{before.hex} to {after}: thrown back by {who}, concealed in {before.hex}."
                continue
            line = f"{before.hex} to {after}: {mf(step.mf - before.mf)}, {mf(step.mf)} in all."
            if step.own_terrain:
                line += f" It pays for the terrain of {after}, not for the road."
            if step.vertex:
                line += f" It goes over the {step.vertex.end} vertex of the hexside between them."
            for attack in step.attacks:
                by = {"ffe": "FFE", "minefield": "mines"}.get(attack.by, attack.by)
                line += f" Attacked by {by} ({attack.manner.replace('_', ' ')})."
            line += _known(step.discovers)
            if step.interdiction:
                line += " " + self._check(step.interdiction, led)
                led = led and self._given.get(step.interdiction.hex) not in self._trace.roll.parting
            for u in [u for u in unless if u.hex == after]:
                unless.remove(u)
                line += Said(f" Unless {u.by} is revealed {u.when} it enters ", rule(u.rule), ".")
            for leg in step.legs:
                line += f" There it {f'turns to {leg.to}' if leg.to else 'goes on without a destination'}."
            yield line
        yield ENDS[route.end] + (
            f" Chances: {chances.describe_chances(route.odds)}." if route.interdicted and route.odds else ""
        )

    def _nmc(self, hit: Interdiction, led: bool) -> str:
        """Return the NMC of an interdicted hex in words, with chances; `led`: its leader is still with it."""
        pinned = f"if pinned it {_becomes(hit.if_pinned)}, " if hit.may_pin else ""
        line = f"Interdicted by {join_words(hit.by)}: NMC; {pinned}if it fails it {_becomes(hit.if_failed)}."
        if hit.hex in self._given:
            return f"{line} Its result is given: {self._given[hit.hex]}."
        drm = self._trace.roll.drm if led else 0
        with_him = f", DRM {drm:+d}" if drm else ""
        if self._morale:
            return f"{line} Broken morale {self._morale}{with_him}: {self._chances(hit, int(self._morale), led)}."
        known = "; ".join(f"with {m}{with_him}: {self._chances(hit, m, led)}" for m in UNKNOWN_MORALES)
        return f"{line} Its broken morale is not given; {known}."

    def _chances(self, hit: Interdiction, morale: int, led: bool) -> str:
        """Return the chance of each result of an NMC, in the order of `RESULTS`; one that cannot be is left out."""
        there = chances.counted(self._trace.roll.chances(morale, led=led), dict(hit.counts_as))
        shares = ((words, round(100 * there[result])) for result, words in RESULTS.items() if result in there)
        return ", ".join(f"{words} {share} %" for words, share in shares)


def _known(enemies: Sequence[str]) -> str:
    return f" {join_words(enemies)} {'become' if len(enemies) > 1 else 'becomes'} Known." if enemies else ""


def _becomes(end: str) -> str:
    return {
        "survives": "stops there",
        "reduced": "is reduced",
        "wounded": "is wounded",
        "surrenders": "surrenders",
    }.get(end, f"is {end}")


# ---------------------------------------------------------------------------------------------------------------------
# Hexes


def _why(
    location: str,
    entry: Mapping[str, Any],
    lines: Sequence[UnitLine],
    shut: Closed | None,
    bars: str,
    fire: Sequence[str],
    overlay: Overlay,
) -> Said:
    """Return why a hex is open or closed to a unit, in a plain sentence or two."""
    met = [line for part, line in lines if part == "after"]
    if shut is not None:
        return joined([shut.sentence, *met])
    shown = [each for each in lines if each.part not in ("unit", "crawl")]
    opened = [line for place, (part, line) in enumerate(shown[:2]) if not place or part in ("below", "best")]
    said = [bars or plain(opened), *met]
    if entry["state"] == "end" and not met:
        said = _ends_there(location, said, overlay)
    if fire and (entry["ends"] or entry["through"]):
        said.append(Said(f"A rout through {location} is interdicted by ", join_words(fire), "."))
    return joined(filter(None, said))


def _ends_there(location: str, said: list[str], overlay: Overlay) -> list[str]:
    """Return the sentences on a hex that is no destination, and in which a rout may end all the same."""
    unit = overlay.unit
    ending = [route for route in overlay.routes if route.path[-1] == location]
    routes = [route for route in ending if route.end == "survives"]
    if ending and not routes:
        lost = [LOST[end] for end in LOST if any(route.end == end for route in ending)]
        return [*said, f"Each rout that ends in {location} ends in {join_words(lost, 'or')}."]
    if all(route.legs[0].to for route in routes):
        best = routes[0]
        return [
            *said,
            f"A {POSED[best.posture]} to {best.legs[0].to} may end there: {' - '.join(best.path)}.",
        ]
    if unit.destinations or all(route.posture == "low_crawl" for route in unit.routes):
        return [f"A rout without a destination may end in {location}.", *said]
    return [f"A rout may end in {location}: the unit has no destination, so it may go anywhere by legal steps."]


def _hexes(
    solver: Solver | None, trace: Trace, overlay: Overlay, answer: Answer, names: Names, drawing: Drawing
) -> dict[str, dict[str, Any]]:
    """Return the state of each hex, and of each Location in the answer, for a unit.

    A state is a word; a price follows, and with the solver, the reasons.
    """
    unit = overlay.unit
    shut = {each.hex: each for each in drawing.around.get(unit.id, ())}
    fire: dict[str, list[str]] = defaultdict(list)
    for threat in overlay.threats:
        fire[threat.hex].append(names.cause(threat.by))
    ends = Counter(route.path[-1] for route in unit.routes)
    through = Counter(location for route in unit.routes for location in {*route.path[1:-1]})
    cheapest: dict[str, float] = {}
    for route in unit.routes:
        end, spent = route.path[-1], route.mf[-1]
        cheapest[end] = min(spent, cheapest.get(end, spent))
    named = {location for location in (*ends, *through, *(d.hex for d in unit.destinations)) if place_of(location)[1]}
    explained: Sequence[HexExplanation | None]
    targets = [*drawing.layout.shown, *sorted(named)]
    explained = explain_hexes(solver, unit, targets) if solver else [None] * len(targets)
    prices = {location: spent / 2 for location, spent in trace.legal.items()}
    prices |= {row.hex: row.mf for row in unit.excluded if row.mf is not None}
    prices |= {d.hex: d.mf for d in unit.destinations}
    # The last state of a Location that is given counts
    states = {row.hex: "barred" for row in unit.excluded if row.mf is None}
    states |= dict.fromkeys(through, "through") | dict.fromkeys(ends, "end")
    states |= {d.hex: "ignorable" if d.ignorable else "destination" for d in unit.destinations}
    states[unit.at] = "start"
    by_hex = {}
    for location, reason in zip(targets, explained, strict=True):
        state = states.get(location, "none")
        entry: dict[str, Any] = {"state": state, "ends": ends[location], "through": through[location]}
        price = cheapest[location] if state == "end" else prices.get(location)
        if price is not None and state != "start":
            entry["mf"] = mf(price) if price else "0 MF"
        elif not solver and state == "none":
            continue
        if reason is not None:
            lines = [UnitLine(part, unstyle(line).strip()) for part, line in hex_parts(reason, answer.rules, names)]
            if through[location]:
                lines.append(UnitLine("ways", f"routes that pass through: {through[location]}"))
            entry["rules"] = rules_behind(lines)
            entry["lines"] = [line for part, line in lines if part != "unit"]
            bars = why_not(location, reason.barred, names) if reason.barred and not reason.ends else ""
            entry["spans"] = _why(location, entry, lines, shut.get(location), bars, fire[location], overlay)
            entry["why"] = str(entry["spans"])
        by_hex[location] = entry
    return by_hex
