"""Lines of events in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..base import span
from ..base.colour import style
from ..base.span import Said, joined
from ..program.rule_index import citations
from ..results.answer import BarredWay, Event, Reason, Route, UnitAnswer
from ..results.explanation import PlaceExplanation
from ..wording import VERDICTS, Names, join_words, ways

LISTED = 12  # lines of events that are listed by default
DOES = {
    "routs": "routs",
    "retreats": "retreats",
    "rallies": "rallies",
    "fails": "fails to rally",
    "goes_on": "moves on",
    "gives_way": "gives way",
    "is_routed": "is routed",
    "goes_first": "makes its own rout move first",
    "is_destroyed": "is DESTROYED",
    "leaves": "leaves the table",
    "halts": "halts",
    "stays": "stays where it is",
}
BY = {"gives_way": "to", "is_routed": "by"}  # the word before the unit that brings it about
NOTES = {  # the sentence of a note, with its value or the units that it names
    "frontage": "frontage {}",
    "facing": "facing {}",
    "noted": "turn {} of the {}",
    "score": "the die shows {}",
    "lost": "{} square inches of figures lost",
    "becomes": "it becomes {}",
    "checks": "morale check for {}",
    "routed": "it makes {} rout",
    "shaken": "{by} shakes {}",
    "stops": "{} stops it",
    "removed": "{} out of the game",
    "casualties": "casualties for {}",
    "in_the_way": "it is in the way of {}",
}
WAYS = {  # a way to move, after what it leads over
    "straight": "straight ahead",
    "aside": "aside",
    "oblique": "obliquely",
    "veer": "veering",
    "oblique_veer": "obliquely and veering",
    "narrow": "in a narrower frontage",
    "narrow_oblique": "obliquely in a narrower frontage",
}
FLIGHTS = {"routs": "rout", "retreats": "retreat"}


def summary_line(unit: UnitAnswer, ruleset: str, names: Names) -> str:
    """Return one unit in a line: verdict, and how likely each end is."""
    words, colour = _verdict(unit)
    ends = [chances(rows) for who, rows in unit.fates if who == unit.id]
    fates = f"; {ends[0]}" if ends and ends[0] else ""
    return f"{style(names.unit(unit.id), bold=True)} at {unit.at}: {style(words, fg=colour, bold=True)}{fates}"


def _verdict(unit: UnitAnswer) -> tuple[str, str | None]:
    return ("is DESTROYED", "red") if unit.verdict == "eliminated" else VERDICTS[unit.verdict][:2]


def best_lines(unit: UnitAnswer) -> Iterator[str]:
    """On a table nobody chooses: the dice do."""
    yield f"{unit.id}: on a table the dice decide, and its lines say with which chance"


def unit_lines(unit: UnitAnswer, ruleset: str, names: Names, paths: int | None = 0) -> Iterator[str]:
    """Yield one unit: verdict, why, how likely each end is, and its lines of events (12 of them if `paths` is 0)."""
    words, colour = _verdict(unit)
    head = f"{style(names.unit(unit.id), bold=True)} at {unit.at}, {unit.mf:g} inches"
    yield f"{head}: {style(words, fg=colour, bold=True)}"
    rules = citations(ruleset)
    for reason in unit.reasons:
        yield Said("  why: ", _rules((reason,)), f" {rules[reason.rule].sentence}")
    for way in unit.barred:
        yield f"  {barred_line(way)}"
    for who, rows in unit.fates:
        yield f"  {who}: {chances(rows)}"
    for sentence in unit.assumes:
        yield Said("  assumes: ", sentence)
    if unit.routes_total:
        lost = unit.routes_total - unit.surviving
        yield f"  {ways(unit.routes_total)}{_lost(lost, unit.routes_total)}"
    shown = unit.routes[: paths or LISTED] if paths is not None else unit.routes
    for number, route in enumerate(shown, 1):
        yield f"  {number}. " + style(_end(route), bold=True)
        for event in route.events:
            yield f"     turn {event.turn}: {event_line(event)}"
    if len(shown) < len(unit.routes):
        yield f"  and {len(unit.routes) - len(shown)} more: {join_words(sorted({_end(r) for r in unit.routes[len(shown) :]}))}"
    if not unit.complete:
        yield style("  incomplete: the time limit was reached", fg="red")


def chances(rows: Iterable[tuple[str, object]]) -> str:
    """Return the ends, each with its chance."""
    return ", ".join(f"{fate.replace('_', ' ')} {chance}" for fate, chance in rows)


def fate_of(route: Route) -> str:
    """Return the fate of the unit on a route."""
    return (route.fate or "on its way").replace("_", " ")


def _end(route: Route) -> str:
    chance = f", {route.chance}" if route.chance not in (None, 1) else ""
    where = f" at {route.path[-1]}" if route.end == "survives" and route.path else ""
    return fate_of(route) + where + chance


def _lost(lost: int, of: int) -> str:
    """Say after the number of ways on which of them the unit is lost."""
    if not lost:
        return ""
    if lost == of:
        return ": the unit is lost" if of == 1 else ": the unit is lost in each"
    return f": the unit is lost in {lost} of them"


def barred_line(way: BarredWay) -> Said:
    """Return a sentence on a way that is not open, and its rule.

    >>> barred_line(BarredWay("aside", "its-rule", ("e", "light_woods")))
    'not aside: e and light woods bar the way [its-rule]'
    """
    bar = f"{_things(way.because)} bar{'' if len(way.because) > 1 else 's'} the way" if way.because else "no room"
    return Said(f"not {WAYS.get(way.way, way.way)}: {bar} ", span.rule(way.rule))


def event_line(event: Event) -> Said:
    """Return one event: who, what, where to, and by which rules."""
    notes = dict(event.notes)
    by = _things(event.named("by"))
    line = f"{event.unit} {DOES.get(event.does, event.does)}"
    if by and event.does in BY:
        line += f" {BY[event.does]} {by}"
    if "needs" in notes:
        low, high = notes["needs"], notes["up_to"]
        line += f" (needs {low}-{high})" if low != high else f" (needs {low})"
    if len(set(event.path)) == 1 and not event.inches[-1]:
        line += f" without moving, at {event.path[0]}"
    elif len(set(event.path)) == 1:  # a place is never off the table, whatever is
        line += f" over the edge at {event.path[0]}, {event.inches[-1]:g} inches"
    elif event.path:
        line += f"{':' if by else ''} {' - '.join(event.path)}, {event.inches[-1]:g} inches"
    if "way" in notes:
        line += f", {WAYS[str(notes['way'])]}"
    told = {event.unit, *event.named("by")}
    passing = dict(event.passing)
    for name, value in event.notes:
        if name not in NOTES or (name == "routed" and event.named(name) == (event.unit,)):
            continue
        if isinstance(value, tuple):
            told.update(value)
            said = join_words(
                v + (f" (passes: {passing[v]})" if name == "checks" and v in passing else "") for v in value
            )
        else:
            said = str(value).replace("_", " ")
        line += "; " + NOTES[name].format(said, FLIGHTS.get(event.does, "rout or retreat"), by=by or "it")
    return joined(filter(None, [line, _rules((*event.rules, *event.on_way), told)]))


def _rules(reasons: Iterable[Reason], told: Collection[str] = ()) -> Said:
    """Return rules in brackets, each with what it holds because of, where the line does not name that already."""
    bare: list[str] = []
    caused: list[str] = []
    for reason in reasons:
        causes = [cause for cause in reason.because if cause not in told]
        if causes:
            caused.append(Said(span.rule(reason.rule), f" because of {_things(causes)}"))
        else:
            bare.append(span.rule(reason.rule))
    return joined([*bare, *([joined(caused, ", ")] if caused else [])])


def _things(causes: Iterable[str]) -> str:
    """Return units and ground in words; nothing for none."""
    words = [cause.replace("_", " ") for cause in causes]
    return join_words(words) if words else ""


def explanation_lines(explained: PlaceExplanation, ruleset: str, names: Names) -> Iterator[str]:
    """Yield the output of `explain FILE UNIT [PLACE]`: the answer, or events at a place, and the rules in words."""
    unit, place = explained

    cited: dict[str, None] = dict.fromkeys(reason.rule for reason in unit.reasons)
    cited.update(dict.fromkeys(way.rule for way in unit.barred))
    if place is None:
        yield from unit_lines(unit, ruleset, names, 0)
        there = list(unit.routes[:LISTED])
    else:
        there = [route for route in unit.routes if place in route.path]
        if there:
            stops = sum(any(e.unit == unit.id and e.path and e.path[-1] == place for e in r.events) for r in there)
            yield f"{place}: {ways(len(there))} of {len(unit.routes)} lead there, {stops} of them with a stop"
        else:
            yield f"{place}: no way of {names.unit(unit.id)} leads there"
            for way in unit.barred:
                yield f"  {barred_line(way)}"
            firsts = {
                e.path[-1]: e for r in unit.routes for e in r.events if e.unit == unit.id and e.path and e.turn == 1
            }
            for stop, event in sorted(firsts.items()):
                yield f"  its first move ends at {stop}: {event_line(event)}"
                cited.update(dict.fromkeys(reason.rule for reason in event.rules))
        for route in there[:1]:
            yield from (f"     turn {event.turn}: {event_line(event)}" for event in route.events)
    for route in there:
        cited.update(dict.fromkeys(reason.rule for event in route.events for reason in (*event.rules, *event.on_way)))
    rules = citations(ruleset)
    for rule in cited:
        yield f"[{rule}] {rules[rule].heading}: {rules[rule].sentence}"
