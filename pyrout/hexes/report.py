"""An answer on hexes in words: units, routes, judgements, explanations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..base import span
from ..base.colour import style
from ..base.span import Said
from ..program import rule_sets
from ..program.rule_index import citations
from ..results.answer import POSTURES, Reason, Route, UnitAnswer
from ..wording import (
    AT_START,
    ENDS_AS,
    LOST,
    POSED,
    VERDICTS,
    Names,
    group_alike,
    join_causes,
    join_words,
    manner,
    mf,
    no_goal,
    note_lines,
    number,
    ways,
    ways_and_ends,
)
from .chances import describe_chances

if TYPE_CHECKING:
    from ..results.explanation import ChartBox, ChartWalk, HexExplanation, UnitExplanation

GROUP_LINES = 12  # places where routes may end, listed one by one for each destination
FEW_ENEMIES = 2  # that a summary names
Group = TypeVar("Group")
_MORALE = span.fact("broken_morale(U,N)", "its broken morale")
WHY = span.Span("why: ", "lead")
MOST_LOADS, MOST_LEFT = 5, 6  # loads that are listed, and SW that one of them leaves behind


def summary_line(unit: UnitAnswer, ruleset: str, names: Names) -> str:
    """Return one unit in a line: verdict, the best that it can do, and what is wrong with that."""
    words, colour, _ = VERDICTS[unit.verdict]
    head = f"{style(names.unit(unit.id), bold=True)} in {unit.at}"
    to = f" to {join_words(unit.captors, 'or')}" if unit.verdict == "surrenders" and unit.captors else ""
    parts = "".join(f"; {part}" for part in _in_short(unit, ruleset, names))
    return f"{head}: {style(words, fg=colour, bold=True)}{to}{parts}"


def _in_short(unit: UnitAnswer, ruleset: str, names: Names) -> Iterator[str]:
    if unit.if_breaks:
        yield f"if it breaks: {break_line(unit.if_breaks)}"
        return
    rules, wording = citations(ruleset), rule_sets.about(ruleset).wording
    enemies = list(dict.fromkeys(enemy for reason in unit.must_rout for enemy in reason.because))
    if enemies:
        more = f" and {len(enemies) - FEW_ENEMIES} more" if len(enemies) > FEW_ENEMIES else ""
        # The enemies force it out; it surrenders because it has no clean rout, or is Disrupted or Encircled.
        forced = "forced to rout by" if unit.verdict == "surrenders" else "because of"
        yield f"{forced} {', '.join(map(names.cause, enemies[:FEW_ENEMIES]))}{more}"
    if unit.routes:
        yield from best_in_short(unit)
    elif unit.verdict != "stays":
        given = [reason for reason in unit.reasons if reason not in unit.must_rout]
        if any(reason.rule == wording["without_dm"] for reason in given) and names.has(unit.id, "broken"):
            yield Said("it is broken without a DM counter ", span.act("has_dm", unit.id))
        elif unit.verdict != "surrenders" or not unit.captors:
            yield from (_clause(reason.rule, ruleset) for reason in given[-1:] if reason.rule in rules)
    if not unit.complete:
        yield "INCOMPLETE"


def _clause(rule: str, ruleset: str) -> str:
    """Return a rule as a clause of a summary: its own, or its title."""
    return rule_sets.about(ruleset).in_short.get(rule) or citations(ruleset)[rule].heading


def best_in_short(unit: UnitAnswer) -> Iterator[str]:
    """Yield the safest rout of a unit, and what happens on it."""
    best = min(unit.routes, key=safety)
    aim, end = best.legs[0].to, best.path[-1]
    if best.end != "survives":
        ends = join_words(sorted({LOST[route.end] for route in unit.routes}), "or")
        causes = {enemy for route in unit.routes for why in route.fails for enemy in why.because}
        causes.update(captor for route in unit.routes for captor in route.captors)
        yield f"every way ends in {ends}{f' because of {join_words(sorted(causes))}' if causes else ''}"
        return
    stops = f", stopping in {end}" if aim and end != aim else ""
    if best.repulsed and not aim:
        end = f"{best.repulsed.hex}, thrown back to {end}"
    yield f"best: {manner(best.posture)}{f'to {aim}' if aim else f'into {end}'}{stops}, {mf(best.mf[-1])}"
    if best.interdicted:
        shooters = join_words(dict.fromkeys(enemy for shot in best.interdicted for enemy in shot.by))
        yield f"interdicted in {join_words(shot.hex for shot in best.interdicted)} by {shooters}"
    if best.unless:
        yield f"unless {join_words(dict.fromkeys(each.by for each in best.unless), 'or')} is revealed"


class UnitLine(NamedTuple):
    """A line on a unit, and its `part`: head, why, dm, said, facts, ways, odds, assumed or path.

    On a hex: unit, crawl, state, far, reason, after, ways, said or assumed. Lines that stand below a `state` that ends with a
    colon are of the part "below", those below `ways` of the part "best".
    """

    part: str
    line: str


def unit_lines(
    unit: UnitAnswer, ruleset: str, names: Names, paths: int | None = 0, *, groups: bool = True
) -> Iterator[str]:
    """Yield one unit: verdict, why, destinations, and its routes in groups, the safest first.

    Without `groups` everything but those.
    """
    return (line for _, line in unit_parts(unit, ruleset, names, paths, groups=groups))


def unit_parts(
    unit: UnitAnswer, ruleset: str, names: Names, paths: int | None = 0, *, groups: bool = True
) -> Iterator[UnitLine]:
    """Yield the lines of `unit_lines`, each with its part."""
    words, colour, _ = VERDICTS[unit.verdict]
    head = f"{style(names.unit(unit.id), bold=True)} in {unit.at}, {mf(unit.mf)}: {style(words, fg=colour, bold=True)}"
    yield UnitLine("head", head)
    yield from (UnitLine("why", line) for line in _why_lines(unit, ruleset, names))
    yield from (UnitLine("dm", line) for line in _dm_lines(unit, ruleset, names))
    yield from (UnitLine("said", line) for line in _said_lines(unit, rule_sets.about(ruleset).wording, names))
    yield from (UnitLine("facts", line) for line in destination_lines(unit))
    if unit.routes_total:
        yield UnitLine("facts", f"  {ways_and_ends(unit)}")
        shown = list(_grouped(unit.routes)) if groups else []
        yield from (UnitLine("ways", line) for line, _ in shown)
        if any(route.interdicted for route in unit.routes):
            companions = sorted(
                {leader for route in unit.routes for shot in route.interdicted for leader in shot.loses}
            )
            if companions:
                falls = rule_sets.about(ruleset).wording["falls_with"]
                lost = f"  a failed NMC would eliminate {join_words(companions)}, too "
                yield UnitLine("said", Said(lost, span.rule(falls)))
            if unit.odds_wanting:
                yield UnitLine(
                    "odds", Said("  odds: unknown; give ", _MORALE, span.form(f" as broken_morale({unit.id},N)"))
                )
            else:
                lines = odds_lines(unit, [route for _, route in shown if route] if groups else None)
                yield from (UnitLine("assumed", Said("  ", line)) for line in lines)
    yield from (UnitLine("said", line) for line in note_lines(unit.notes))
    yield from (UnitLine("assumed", Said("  assumes: ", sentence)) for sentence in group_alike(unit.assumes))
    if not unit.complete:
        yield UnitLine("said", style("  incomplete: the time limit was reached", fg="red"))
    yield from (UnitLine("path", "    " + route_line(route)) for route in unit.routes[:paths])


def _why_lines(unit: UnitAnswer, ruleset: str, names: Names) -> Iterator[str]:
    """Yield the rules behind a verdict."""
    rules = citations(ruleset)
    if unit.verdict == "stays":
        checked = {rule for rule, _ in unit.applies}
        if any(reason.rule in checked for reason in unit.reasons):
            bars = "it would be lost if it did:"
        elif any(reason.because for reason in unit.reasons):
            bars = "each step is barred:"
        else:
            bars = "no step leads anywhere"
        yield Said("  ", WHY, f"nothing forces it to rout, and {bars}")
    for reason in unit.reasons:
        yield Said("  ", WHY, names.because(reason, rules[reason.rule].sentence if reason.rule in rules else ""))
        here = [sentence for rule, sentence in unit.applies if rule == reason.rule]
        if here:
            yield Said("    here: ", span.joined(join_causes(here), "; "))


def _dm_lines(unit: UnitAnswer, ruleset: str, names: Names) -> Iterator[str]:
    """Yield the rules that put a unit under DM."""
    rules = citations(ruleset)
    for rule in unit.dm:
        if not names.has(unit.id, "dm"):  # a status in the position needs no reason
            yield Said("  DM: ", span.rule(rule, rules[rule].sentence if rule in rules else ""))


def _said_lines(unit: UnitAnswer, wording: Mapping[str, str], names: Names) -> Iterator[str]:
    """Yield whoever breaks, surrenders or goes along with a unit, and what it carries."""
    if unit.may_break:
        breaks = "breaks" if names.breaks(unit.id) else "may break"
        yield f"  it {breaks} on purpose at the start of the Rout Phase"
    if unit.if_breaks:
        yield f"  if it does: {break_line(unit.if_breaks)}"
    if unit.captors:
        yield f"  may be taken by: {join_words(unit.captors, 'or')}"
    if unit.surrenders_with:
        yield f"  surrenders together with: {join_words(unit.surrenders_with)}"
    if unit.abandons:
        yield f"  leaves behind: {join_words(unit.abandons)}"
    if unit.may_keep_dm:
        yield "  it may keep its DM where it is"
    if unit.partners:
        yield f"  goes along: {join_words(unit.partners)}; {mf(unit.mf)} for both, the smaller allowance"
    offered = [leader for leader in unit.may_accompany if leader not in unit.partners]
    if offered:
        yield f"  may go along: {join_words(offered)}"
    yield from load_lines(unit, wording["carry"], names)


def load_lines(unit: UnitAnswer, rule: str, names: Names) -> Iterator[str]:
    """Yield the loads of a unit and of those who go along, and what each leaves behind."""
    for who in (unit.id, *unit.partners):
        loads = unit.loads if who == unit.id else unit.partner_loads.get(who, ((),))
        owned = names.owned(who) if unit.routes_total else []
        if owned or loads not in ((), ((),)):
            head = "carries" if who == unit.id else f"{who} carries"
            more = len(loads[MOST_LOADS:]) + unit.more_loads.get(who, 0)
            shown = [_load(load, owned, rule) for load in loads[:MOST_LOADS]]
            yield Said(f"  {head}: ", span.joined([*shown, *([f"one of {more:,} other loads"] if more else [])], " or "))


def _load(load: Sequence[str], owned: Sequence[str], rule: str) -> str:
    left = [weapon for weapon in owned if weapon not in load]
    more = [f"{len(left) - MOST_LEFT:,} more"] if len(left) > MOST_LEFT else []
    carried = join_words(load) if load else "nothing"
    if not left:
        return carried
    return Said(carried, f" (leaves behind {join_words([*left[:MOST_LEFT], *more])} ", span.rule(rule), ")")


def odds_lines(unit: UnitAnswer, shown: Sequence[Route] | None) -> Iterator[str]:
    """Yield the assumptions of a unit's odds, where the routes that are shown have some (None: wherever they exist)."""
    if unit.odds_assume and (shown is None or any(route.interdicted and route.odds for route in shown)):
        yield Said("odds assume: ", span.joined(unit.odds_assume, "; "))


def destination_lines(unit: UnitAnswer) -> Iterator[str]:
    """Yield the destinations of a unit."""
    if unit.destinations:
        yield "  destinations: " + ", ".join(
            f"{d.hex} {mf(d.mf)}" + (" (may be ignored)" if d.ignorable else "") for d in unit.destinations
        )
    if unit.free:
        yield (
            "  it may also go without a destination"
            if unit.destinations
            else "  no destination: it may go anywhere by legal steps"
        )


def break_line(unit: UnitAnswer) -> str:
    """Return the answer of an unbroken unit if it broke: verdict, destinations, number of ways."""
    line = VERDICTS[unit.verdict].words
    if unit.destinations:
        line += f", to {join_words((d.hex for d in unit.destinations), 'or')}"
    if unit.routes_total:
        line += f", {ways(unit.routes_total)}, {unit.surviving} of them surviving"
    return line


Safety = tuple[bool, Fraction | int, int, float, tuple[str, ...]]


def safety(route: Route) -> Safety:
    """Return the key that sorts routes of a unit, the safest first.

    First come those that end alive; then the most likely untouched, where chances are known; then the fewest
    Interdictions, attacks and repulses; then the cheapest.
    """
    dangers = _dangers(route) + (route.repulsed is not None)
    return route.end != "survives", -_untouched(route), dangers, route.mf[-1], route.path


def safest_first(routes: Iterable[Route], group: Callable[[Route], Group]) -> dict[Group, list[Route]]:
    """Return routes in groups: that of the safest route first, and in each the safest first."""
    ranked: dict[Group, list[Route]] = defaultdict(list)
    for route in sorted(routes, key=safety):
        ranked[group(route)].append(route)
    return ranked


def best_lines(unit: UnitAnswer) -> Iterator[str]:
    """Yield the safest route of a unit with its chances, and why it beats the safest with another end."""
    if not unit.routes:
        return
    ranked = sorted(unit.routes, key=safety)
    best = ranked[0]
    yield style(f"{unit.id}, the safest: {_posed(best)}", bold=True)
    if unit.odds_wanting and any(route.interdicted for route in unit.routes):
        yield Said(
            "  no chances without its broken morale: give it, e.g. ", span.corrected(f"broken_morale({unit.id},8)")
        )
    elif best.odds and not best.interdicted:
        yield "  no dice are thrown on its way" if not best.attacks else "  no NMC on its way"
    other = next((route for route in ranked if (route.path[-1], route.end) != (best.path[-1], best.end)), None)
    if other is None:
        yield "  there is no other place where it could end"
        return
    why = _better(best, other)
    yield Said(f"  {'better than' if why else 'as good'}: ", _posed(other))
    if why:
        yield f"  as {why}"


def against_lines(unit: UnitAnswer) -> Iterator[str]:
    """Yield the best rout of a unit against reveals by concealed enemies, and its worst case."""
    against = unit.against
    if against is None:
        return
    whom = f"against reveals of {join_words(against.enemies)}" if against.enemies else "whatever is revealed"
    yield style(f"{unit.id}, the best {whom}: {_posed(_bare(against.best))}", bold=True)
    if not against.reveals:
        yield "  nothing that the opponent can reveal makes it worse"
    else:
        done = join_words(f"{reveal.by} is revealed {reveal.when} it enters {reveal.hex}" for reveal in against.reveals)
        yield Said("  the worst for it: ", done, "; then ", _posed(_bare(against.worst)))
    if against.enemies:
        yield from (Said("  assumes: ", assumed) for assumed in group_alike(against.assumes))


def _bare(route: Route) -> Route:
    """Return the route without what could bar it: that has been worked out."""
    return route._replace(unless=())


def _posed(route: Route) -> str:
    return manner(route.posture) + route_line(route)


def _untouched(route: Route) -> Fraction | int:
    """Return the chance that nothing befalls the unit; where nobody knows, 0 if something could."""
    return dict(route.odds).get("survives", 0) if route.odds else int(not _dangers(route))


def _dangers(route: Route) -> int:
    return len(route.interdicted) + len(route.attacks)


def _better(best: Route, other: Route) -> str:
    """Return the first thing in which one route is safer than another, in words; empty if nothing is."""
    if other.end != best.end:
        return f"that one ends in {'surrender' if other.end == 'surrenders' else 'elimination'}"
    if best.odds and other.odds and _untouched(best) != _untouched(other):
        return f"it comes through untouched with {_untouched(best)}, that one with {_untouched(other)}"
    for what, one, two in (
        ("Interdiction", len(best.interdicted), len(other.interdicted)),
        ("attack", len(best.attacks), len(other.attacks)),
    ):
        if one < two:
            return f"that one has {two - one} {what}{'s' if two - one > 1 else ''} more"
    if other.repulsed and not best.repulsed:
        return "that one is thrown back"
    if best.mf[-1] < other.mf[-1]:
        return f"that one costs {mf(other.mf[-1] - best.mf[-1])} more"
    return ""


def _grouped(routes: Sequence[Route]) -> Iterator[tuple[str, Route | None]]:
    """Yield lines on routes by posture and first destination, then by their ends, each with the route that it shows."""
    groups = safest_first(routes, lambda route: (route.posture, route.legs[0].to))
    for (posture, to), group in sorted(groups.items(), key=lambda item: POSTURES.index(item[0][0])):
        aim = f"to {to}" if to else "without a destination"
        yield style(f"  {POSED[posture]} {aim}: {ways(len(group))}", bold=True), None
        ranked = list(safest_first(group, lambda route: (route.path[-1], route.end)).values())
        for same in ranked[:GROUP_LINES]:
            more = f"  (safest of {len(same)})" if len(same) > 1 else ""
            yield "    " + route_line(same[0]) + more, same[0]
        if len(ranked) > GROUP_LINES:
            rest = sorted({same[0].path[-1] for same in ranked[GROUP_LINES:]})
            left = len(ranked) - GROUP_LINES
            yield f"    and in {left} more way{'s' if left > 1 else ''} to end: {', '.join(rest)}", None


def route_line(route: Route) -> str:
    """Return one route: its hexes and MF, what it discovers, where it is interdicted, and how it ends."""
    line = f"{' - '.join(route.path)}, {mf(route.mf[-1])}"
    line += "".join(f"; {turn}" for turn in _turns(route))
    for vertex in route.vertices:
        line += f"; into {vertex.hex} over the {vertex.end} vertex"
    for shot in route.interdicted:
        line += style(f"; interdicted in {shot.hex} by {join_words(shot.by)}", fg="yellow")
    for attack, times in Counter(route.attacks).items():
        by = {"ffe": "FFE", "minefield": "mines"}.get(attack.by, attack.by)
        often = {1: "", 2: "twice "}.get(times, f"{times} times ")
        line += f"; attacked {often}by {by} in {attack.hex} ({attack.manner.replace('_', ' ')})"
    if route.repulsed:
        line += f"; repulsed from {route.repulsed.hex} by {join_words(route.repulsed.by)}"
    if route.hero:
        line += f"; in {route.hero} a hero is created beside it, and it stays broken"
    if route.condition:
        line += f"; {ENDS_AS.get(route.condition, route.condition)} at the end"
    if route.interdicted and route.odds:
        line += f"; odds: {describe_chances(route.odds)}"
    if route.unless:
        rules: dict[str, list[str]] = defaultdict(list)
        for u in route.unless:
            rules[f"{u.by} is revealed {u.when} it enters {u.hex}"].append(span.rule(u.rule))
        line += Said("; unless ", span.joined((span.joined([what, *ids]) for what, ids in rules.items()), ", or "))
    if route.loses:
        line += f"; {join_words(route.loses)} eliminated with it"
    if route.captors:
        line += f"; may be taken by {join_words(route.captors, 'or')}"
    if route.end != "survives":
        line += style(f"; {route.end.upper()}", fg="red", bold=True) + _fails(route)
    return line


def _turns(route: Route) -> Iterator[str]:
    """Yield the enemies that a route meets, with the new destinations that they cause, along the path."""
    turns: dict[str, list[str]] = defaultdict(list)
    for leg in route.legs[1:]:
        turns[leg.start].append(f"it turns to {leg.to}" if leg.to else "it goes on without a destination")
    for met in route.discovers:
        whom = f"{join_words(met.enemies)} in {met.hex}"
        yield f"after meeting {whom} {', then '.join(turns.pop(met.hex))}" if met.hex in turns else f"it meets {whom}"
    for start, several in turns.items():
        yield f"from {start} {', then '.join(several)}"


def _fails(route: Route) -> str:
    """Return why a unit is eliminated where its rout ends: the causes and the rule.

    A unit that throws it back has been named before.
    """
    if route.repulsed:
        return span.joined(["", *(span.rule(why.rule) for why in route.fails)])
    causes = (Said(join_words(why.because), " ", span.rule(why.rule)) for why in route.fails)
    return Said(" because of ", span.joined(causes, ", ")) if route.fails else ""


def legal_lines(route: Route, names: Names) -> Iterator[str]:
    """Yield the output of `check` for a legal rout: MF, destination, NMC, possible end."""
    aim = f"to {route.legs[0].to}" if route.legs[0].to else "without a destination"
    yield Said(f"  {POSED[route.posture]} {aim}: ", route_line(route))
    for shot in route.interdicted:
        pinned = f"pinned it {_fares(shot.if_pinned)}, " if shot.may_pin else ""
        yield f"  NMC in {shot.hex}: {pinned}failing it {_fares(shot.if_failed)}"
    if route.end == "survives":
        yield f"  it may end in {route.path[-1]}"


def fault_line(reason: Reason, ruleset: str, names: Names, step: Collection[str | None]) -> str:
    """Return a rule that a rout breaks: its causes, its id and its sentence.

    `step` are the hexes of the illegal step. Another hex is the destination, if the rule is that the rout gets there.
    """
    arrives = reason.rule == rule_sets.about(ruleset).wording.get("arrive")
    goals = [hex_ for hex_ in reason.because if hex_ not in step] if arrives else []
    if goals:
        reason = reason._replace(because=tuple(cause for cause in reason.because if cause not in goals))
    aim = (f"its destination is {join_words(goals, 'or')}", " " if reason.because else span.act("stop")) if goals else ()
    return Said(*aim, names.because(reason, citations(ruleset)[reason.rule].sentence))


def _fares(what: str) -> str:
    return what if what in ("survives", "surrenders") else f"is {what}"


def explanation_lines(explained: UnitExplanation | HexExplanation, ruleset: str, names: Names) -> Iterator[str]:
    """Yield the output of `explain FILE UNIT [HEX]`."""
    from ..results.explanation import UnitExplanation

    if isinstance(explained, UnitExplanation):
        return unit_explanation_lines(explained, ruleset, names)
    return hex_explanation_lines(explained, ruleset, names)


def chart_lines(walk: ChartWalk, names: Names) -> Iterator[str]:
    """Yield the output of `explain FILE UNIT --chart`: questions and answers, then destinations and routes."""
    unit = walk.unit
    yield next(unit_lines(unit, walk.rules, names))
    for part, boxes in groupby(walk.chart, key=lambda box: box.part):
        yield style(part if part.endswith("?") else f"{part}:", bold=True)
        for box in boxes:
            yield box_line(box, names)
    if unit.routes_total:
        yield style("It may choose:", bold=True)
        yield from destination_lines(unit)
        shown = list(_grouped(unit.routes))
        yield from (line for line, _ in shown)
        yield from (Said("  ", line) for line in odds_lines(unit, [route for _, route in shown if route]))
    yield from note_lines(unit.notes)
    yield from (Said("  assumes: ", sentence) for sentence in group_alike(unit.assumes))


ANSWERED = {"holds": "-"}  # a box that asks nothing


def box_line(box: ChartBox, names: Names) -> str:
    """Return one question of the chart with its answer."""
    return Said(f"  {ANSWERED.get(box.answer, box.answer):3}  ", box_words(box, names))


def box_words(box: ChartBox, names: Names) -> str:
    """Return a question of the chart in words: who or what makes its answer so, the notes that bear, the rules."""
    causes = [join_words(map(names.cause, box.because))] if box.because else []
    notes = [f"(note{'s' if len(box.notes) > 1 else ''} {join_words(map(str, box.notes))})"] if box.notes else []
    stop = "" if box.box[-1] in "?." else "."
    return span.joined([box.box + stop, *causes, *notes, *map(span.rule, box.rules)])


def unit_explanation_lines(explained: UnitExplanation, ruleset: str, names: Names) -> Iterator[str]:
    """Yield the output of `explain FILE UNIT`."""
    unit = explained.answer
    yield from unit_lines(unit, ruleset, names)
    if explained.may_accompany:
        yield f"  it may go along with {join_words(explained.may_accompany, 'or')}"
    cited = [rule for rule, _ in unit.notes] + [why.rule for route in unit.routes for why in route.fails]
    cited += [row.rule for row in unit.excluded]
    if unit.excluded:
        yield f"  not legal destinations, although {rule_sets.about(ruleset).wording['cover']}:"
        rows: dict[tuple[str, float | None], list[Reason]] = defaultdict(list)
        for row in unit.excluded:
            rows[row.hex, row.mf].append(Reason(row.rule, row.because))
        ends = {route.path[-1] for route in unit.routes}
        yield from _dear_lines(unit, rows, names)
        for (hex_, price), reasons in rows.items():
            if price is None:
                bars = "not as its destination" if hex_ in ends else "no legal way"
                yield f"    {hex_}: {bars} because of {'; '.join(map(names.because, reasons))}"
    if unit.verdict != "cannot_rout":
        yield f"  around {unit.at}:"
        free = "legal" if unit.routes_total else "no enemy bars it"
        for step in explained.around:
            clean = rule_sets.about(ruleset).wording.get("clean", "")
            fire = "; ".join(
                f"the way into {x} is interdicted by {join_words(map(names.cause, by))}" for x, by in step.fire
            )
            why = "; ".join(map(names.because, step.reasons)) or (f"{fire} [{clean}]" if fire else free)
            yield f"    {step.after}: {why}"
            cited += [reason.rule for reason in step.reasons] + [clean] * bool(fire)
        for step in explained.off_map:
            yield f"    {step.after}: the file has no hex there {'; '.join(map(names.because, step.reasons))}"
            cited += [reason.rule for reason in step.reasons]
    yield from _sentences(cited, ruleset)


def surrender_line(captors: Sequence[str], names: Names) -> str:
    """Return the answer for a unit that surrenders in place of a rout, without the full stop."""
    return Said("It cannot rout: it surrenders", *((" to ", join_words(map(names.cause, captors), "or")) if captors else ()))


def hex_explanation_lines(explained: HexExplanation, ruleset: str, names: Names) -> Iterator[str]:
    """Yield the output of `explain FILE UNIT HEX`."""
    lines = list(hex_parts(explained, ruleset, names))
    yield from (line for _, line in lines)
    yield from _sentences(rules_behind(lines), ruleset)


def rules_behind(lines: Iterable[UnitLine]) -> list[str]:
    """Return the rules that lines on a hex name, each once, but for those on its ways."""
    return list(dict.fromkeys(span.rules_in([line for part, line in lines if part not in ("ways", "best")])))


def hex_parts(explained: HexExplanation, ruleset: str, names: Names) -> Iterator[UnitLine]:
    """Yield the lines on a hex with their parts, the first on the unit."""
    unit, hex_ = explained.answer, explained.hex
    yield UnitLine("unit", f"{names.unit(unit.id)} in {unit.at}, {mf(unit.mf)}: {VERDICTS[unit.verdict].words}")
    yield from _state_of_hex(explained, ruleset, names)
    if explained.ends:
        if not explained.destination and not explained.is_start:
            yield from _only_after(explained.ends)
        yield UnitLine("ways", f"routes that end there: {len(explained.ends)}; the safest:")
        safest = min(explained.ends, key=safety)
        yield UnitLine("best", Said("  ", _posed(safest)))
        yield from (UnitLine("assumed", line) for line in odds_lines(unit, [safest]))
    elif unit.routes_total:
        yield UnitLine("ways", "no route ends there")
        bound = [route for route in unit.routes if route.legs[0].to == hex_]
        if bound:
            way = _posed(min(bound, key=safety))
            yield UnitLine("ways", Said(f"routes bound for it: {len(bound)}; the safest: ", way))
    yield from (UnitLine("said", line) for line in note_lines(unit.notes, indent=""))
    yield from (UnitLine("assumed", Said("assumes: ", assumed)) for assumed in group_alike(unit.assumes))


def _state_of_hex(explained: HexExplanation, ruleset: str, names: Names) -> Iterator[UnitLine]:
    """Yield the lines on a hex as a destination."""
    unit, hex_, wording = explained.answer, span.name(explained.hex), rule_sets.about(ruleset).wording
    lives = any(route.end not in LOST for route in explained.ends)

    def state(*parts: str, part: str = "state") -> UnitLine:
        return UnitLine(part, Said(*parts))

    if explained.is_start:
        back = " unless it is stopped or thrown back there" if explained.ends else ""
        yield state(hex_, f" is where it starts: a rout leaves that hex and does not end there{back}")
    elif unit.verdict == "surrenders":
        bare = [reason.rule for reason in unit.reasons if not reason.because]
        yield state(span.joined([surrender_line(unit.captors, names), *map(span.rule, bare)]), ".")
        here = [sentence for rule, sentence in unit.applies if rule in bare]
        yield from (state("  ", sentence, part="reason") for sentence in join_causes(here))
        for reason in unit.reasons:
            if reason.because:
                forced = "forced to rout by" if reason in unit.must_rout else "because of"
                yield state(f"  {forced} ", names.because(reason), part="reason")
    elif unit.verdict == "cannot_rout" or (not unit.may_rout and unit.verdict == "eliminated"):
        yield state(hex_, " is not a legal destination: the unit cannot rout")
        for reason in unit.reasons:
            yield state("  ", names.because(reason), part="reason")
            here = [sentence for rule, sentence in unit.applies if rule == reason.rule]
            yield from (state("    here: ", sentence, part="reason") for sentence in join_causes(here))
    elif explained.destination:
        aim = explained.destination
        yield state(hex_, f" is a destination, {mf(aim.mf)}", ", which may be ignored:" if aim.ignorable else "")
        part = "below" if aim.ignorable else "reason"
        yield from (state("  ", names.because(reason), part=part) for reason in aim.why)
    elif explained.excluded:
        for row in explained.excluded:
            dear = _too_dear(unit, row.mf or 0, Reason(row.rule, row.because), names)
            yield state(no_goal(hex_, lives, AT_START), ": it costs ", dear)
    else:
        crawls = bool(explained.ends) and all(route.posture == "low_crawl" for route in explained.ends)
        goal = Said(hex_, " is not a destination of a run") if crawls else no_goal(hex_, lives)
        alone = explained.crawls_alone
        if crawls and not alone and (explained.not_cover or explained.barred):
            yield state("The unit may end there only by a Low Crawl.", part="crawl")
        if alone:
            said = (span.name(unit.id), " has no destination, and routs by Low Crawl alone ")
            yield state(*said, span.rule(wording["crawl_alone"]))
        elif explained.not_cover and explained.uncounted:
            rules = span.joined(map(span.rule, explained.uncounted))
            yield state(goal, f": nothing in it counts as {wording['cover']} ", rules)
        elif explained.not_cover:
            yield state(goal, f": it is {wording['not_cover']}")
        if explained.barred:
            way = ("no way with ", hex_, " as its destination is legal") if explained.ends else ("no legal way leads to ", hex_)
            yield state(*way, "; the first illegal step of the cheapest:")
            for step in explained.barred:
                reasons = span.joined(map(names.because, step.reasons), "; ")
                yield state(f"  {step.before} - {step.after}: ", reasons, part="below")
        elif explained.too_far and alone:
            but = " but through a tunnel" if explained.ends else ""
            yield state(hex_, f" is out of reach{but}: more than one Location away", part="far")
        elif explained.too_far:
            far = (
                f" is out of reach but by Low Crawl: it takes more than {mf(unit.mf)} to enter "
                if explained.ends
                else f" is out of reach: {mf(unit.mf)} would not get it there, even without enemies "
            )
            yield state(hex_, far, span.rule(wording["reach"]), part="far")


def _dear_lines(
    unit: UnitAnswer, rows: Mapping[tuple[str, float | None], Sequence[Reason]], names: Names
) -> Iterator[str]:
    """Yield why cover that the MF pay for is not a destination: a line for each hex, or for each bar on several."""
    barred: dict[Reason, list[str]] = defaultdict(list)
    for (hex_, price), reasons in rows.items():
        if price is not None:
            nearer = [_too_dear(unit, price, why, names) for why in reasons if _is_dearer(unit, price, why)]
            if nearer:
                yield Said(f"    {hex_}: ", span.joined(nearer, "; "))
            for why in reasons:
                if not _is_dearer(unit, price, why):
                    barred[why].append(f"{hex_} {mf(price)}")
    rules = {reason.rule for reason in unit.reasons}
    for why, hexes in barred.items():
        surrenders = unit.verdict == "surrenders" and why.rule in rules
        bars = "it surrenders to" if surrenders else "barred because of"
        yield Said(f"    {', '.join(hexes)}: {bars} ", names.because(why))


def _is_dearer(unit: UnitAnswer, price: float, reason: Reason) -> bool:
    """Return True if the causes of a reason are destinations at lower prices."""
    prices = {destination.hex: destination.mf for destination in unit.destinations}
    return bool(reason.because) and all(prices.get(hex_, price) < price for hex_ in reason.because)


def _too_dear(unit: UnitAnswer, price: float, reason: Reason, names: Names) -> str:
    """Say why cover at this price is not a destination: the price of a nearer one, or else the cause."""
    prices = {destination.hex: destination.mf for destination in unit.destinations}
    if _is_dearer(unit, price, reason):
        places: dict[float, list[str]] = defaultdict(list)
        for hex_ in reason.because:
            places[prices[hex_]].append(hex_)
        less = [f"{join_words(hexes)} only {number(cost)}" for cost, hexes in sorted(places.items())]
        cheaper = f"{mf(price)}{' and ' if len(reason.because) == 1 else ', '}{', '.join(less)} "
        return Said(cheaper, span.rule(reason.rule))
    return Said(f"{mf(price)}, and is barred because of ", names.because(reason))


def _only_after(routes: Sequence[Route]) -> Iterator[UnitLine]:
    """Yield the enemies that a unit meets on every one of these routes, as a condition."""
    met = [{(enemy, at.hex) for at in route.discovers for enemy in at.enemies} for route in routes]
    places: dict[str, list[str]] = defaultdict(list)
    for enemy, hex_ in sorted(set.intersection(*met)):
        places[hex_].append(enemy)
    if places:
        enemies = join_words(f"{join_words(e)} in {h}" for h, e in places.items())
        yield UnitLine("after", f"The unit may end there only after meeting {enemies}.")


def _sentences(cited: Iterable[str], ruleset: str) -> Iterator[str]:
    """Yield the rules that an explanation has named, each once, in plain words."""
    rules = citations(ruleset)
    for rule in dict.fromkeys(cited):
        yield f"[{rule}] {rules[rule].heading}: {rules[rule].sentence}"
