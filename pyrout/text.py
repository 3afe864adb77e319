"""Answers as a player at the table reads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import click

from . import rulesets
from .explain import HexExplanation, UnitExplanation
from .instance import Instance
from .judge import Judgement
from .odds import said
from .result import Answer, Reason, Route, UnitAnswer
from .rules import citations, options

GROUP_LINES = 12  # places where routes may end, listed one by one for each destination
VERDICTS = {
    "routs": ("MUST ROUT", "yellow"),
    "eliminated": ("ELIMINATED for failure to rout", "red"),
    "may_rout": ("may rout", "green"),
    "stays": ("stays: it need not rout, and has no legal rout", None),
    "cannot_rout": ("cannot rout", None),
    "surrenders": ("SURRENDERS", "red"),
    "retreats": ("RETREATS", "yellow"),
}

ENDS_AS = {"reduced": "Casualty Reduced", "disrupted": "Disrupted"}
ENDS = {"eliminated": ", and it ends in elimination", "surrenders": ", and it ends in surrender"}


def mf(value: float) -> str:
    """MF as players write them: `4 MF`, `1½ MF`."""
    whole, half = divmod(int(value * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''} MF"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as an English list."""
    *most, end = list(words) or ["nobody"]
    return f"{', '.join(most)} {last} {end}" if most else end


class Names:
    """How the units of an instance are called in sentences."""

    def __init__(self, instance: Instance) -> None:
        self._kinds = {str(f.args[0]): (str(f.args[1]), str(f.args[2])) for f in instance.of("unit")}
        self._statuses = {(str(f.args[0]), str(f.args[1])) for f in instance.of("status")}
        self._places = {str(f.args[0]): "@".join(map(str, f.args[1:])) for f in instance.of("at")}

    def has(self, unit: str, status: str) -> bool:
        """Whether the position itself says that a unit has this status."""
        return (unit, status) in self._statuses

    def unit(self, unit: str) -> str:
        """`g1 (german squad)`."""
        side, kind = self._kinds[unit]
        return f"{unit} ({side} {kind.replace('_', '-')})"

    def cause(self, thing: str) -> str:
        """`a2 in yL4` for a unit, `yK6` for a hex."""
        return f"{thing} in {self._places[thing]}" if thing in self._places else thing

    def because(self, reason: Reason) -> str:
        """`[rule-id]`, with who or what makes it hold."""
        causes = listed(map(self.cause, reason.because)) + " " if reason.because else ""
        return f"{causes}[{reason.rule}]"


def answer_lines(answer: Answer, instance: Instance, paths: int | None = 0) -> Iterator[str]:
    """The whole answer for one position; `paths` is how many routes to list for each unit besides the groups (None: all)."""
    names = Names(instance)
    yield click.style(f"{answer.file}: rules {answer.rules}", bold=True)
    for unit in answer.units:
        yield ""
        yield from unit_lines(unit, answer, names, paths)
    if not answer.units and answer.complete:
        yield "no unit has to be answered"
    yield ""
    if answer.options:
        yield "options: " + ", ".join(f"{name}={value}" for name, value in answer.options.items())
    if not answer.complete:
        yield click.style("INCOMPLETE: the time limit was reached", fg="red")


def unit_lines(
    unit: UnitAnswer, answer: Answer, names: Names, paths: int | None = 0, *, groups: bool = True
) -> Iterator[str]:
    """One unit: verdict, why, destinations, and its routes in groups, the safest first. Without `groups` everything but
    those."""
    if rulesets.driver(answer.rules) == "table":
        from .miniatures.text import unit_lines as table_lines

        yield from table_lines(unit, answer.rules, names, paths)
        return
    words, colour = VERDICTS[unit.verdict]
    yield f"{click.style(names.unit(unit.id), bold=True)} in {unit.at}, {mf(unit.mf)}: {click.style(words, fg=colour, bold=True)}"
    rules, wording = citations(answer.rules), rulesets.about(answer.rules).wording
    for reason in unit.reasons:
        sentence = rules[reason.rule].sentence if reason.rule in rules else ""
        yield f"  why: {names.because(reason)} {sentence}".rstrip()
    for rule in unit.dm:
        if not names.has(unit.id, "dm"):  # nobody needs to be told why a unit is what the position says
            yield f"  DM: [{rule}] {rules[rule].sentence if rule in rules else ''}".rstrip()
    if unit.may_break:
        yield "  it may break on purpose at the start of the Rout Phase"
    if unit.if_breaks:
        yield f"  if it does: {break_line(unit.if_breaks)}"
    if unit.captors:
        yield f"  may be taken by: {listed(unit.captors, 'or')}"
    if unit.surrenders_with:
        yield f"  surrenders together with: {listed(unit.surrenders_with)}"
    if unit.abandons:
        yield f"  leaves behind: {listed(unit.abandons)}"
    if unit.may_keep_dm:
        yield "  it may keep its DM where it is"
    if unit.may_accompany:
        yield f"  may go along: {listed(unit.may_accompany)}"
    if unit.loads not in ((), ((),)):
        yield "  carries: " + " or ".join(listed(load) if load else "nothing" for load in unit.loads)
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
    if unit.routes_total:
        yield f"  {ways_and_ends(unit)}"
        if groups:
            yield from group_lines(unit.routes)
        if any(route.interdicted for route in unit.routes):
            companions = sorted(
                {leader for route in unit.routes for shot in route.interdicted for leader in shot.loses}
            )
            if companions:
                yield f"  a failed NMC would eliminate {listed(companions)}, too [{wording['falls_with']}]"
            if unit.odds_wanting:
                yield f"  odds: unknown without broken_morale({unit.id},..)"
            elif unit.odds_assume:
                yield f"  odds assume: {'; '.join(unit.odds_assume)}"
    if not unit.complete:
        yield click.style("  incomplete: the time limit was reached", fg="red")
    for route in unit.routes[:paths]:
        yield "    " + route_line(route)


def break_line(unit: UnitAnswer) -> str:
    """What an unbroken unit could do if it broke: its verdict, destinations, and how many ways it would have."""
    line = VERDICTS[unit.verdict][0]
    if unit.destinations:
        line += f", to {listed((d.hex for d in unit.destinations), 'or')}"
    if unit.routes_total:
        line += f", {ways(unit.routes_total)}, {unit.surviving} of them surviving"
    return line


def ways(number: int) -> str:
    """`1 way`, `17 ways`."""
    return f"{number} way{'s' if number != 1 else ''}"


def ways_and_ends(unit: UnitAnswer) -> str:
    """How many ways a unit has, and what those end in that it does not survive: `17 ways, 1 of them ending in surrender`."""
    lost = unit.routes_total - unit.surviving
    fates = {"eliminated": "elimination", "surrenders": "surrender"}
    ends = sorted({fates[route.end] for route in unit.routes if route.end in fates}) or ["elimination"]
    return ways(unit.routes_total) + (f", {lost} of them ending in {' or '.join(ends)}" if lost else "")


def safety(route: Route) -> tuple[bool, int, float, tuple[str, ...]]:
    """Routes sorted by this key are the safest first: alive, fewest Interdictions, cheapest."""
    return route.end != "survives", len(route.interdicted), route.mf[-1], route.path


def group_lines(routes: Sequence[Route]) -> Iterator[str]:
    """Routes grouped by posture and first destination, then by the hex where they end; the safest way of each."""
    groups: dict[tuple[bool, str | None], list[Route]] = defaultdict(list)
    for route in routes:
        groups[route.posture == "low_crawl", route.legs[0].to].append(route)
    order = sorted(groups, key=lambda group: min(map(safety, groups[group])))
    for crawl, to in sorted(order, key=lambda group: group[0]):
        group = groups[crawl, to]
        aim = f"to {to}" if to else "without a destination"
        yield click.style(f"  {'Low Crawl' if crawl else 'rout'} {aim}: {ways(len(group))}", bold=True)
        ends: dict[tuple[str, str], list[Route]] = defaultdict(list)
        for route in group:
            ends[route.path[-1], route.end].append(route)
        ranked = sorted(ends.values(), key=lambda rs: min(map(safety, rs)))
        for same in ranked[:GROUP_LINES]:
            best = min(same, key=safety)
            more = f"  (safest of {len(same)})" if len(same) > 1 else ""
            yield "    " + route_line(best) + more
        if len(ranked) > GROUP_LINES:
            rest = sorted({same[0].path[-1] for same in ranked[GROUP_LINES:]})
            yield f"    and in {len(ranked) - GROUP_LINES} more ways to end: {', '.join(rest)}"


def route_line(route: Route) -> str:
    """One route: its hexes and MF, what it discovers, where it is interdicted, and how it ends."""
    line = f"{' - '.join(route.path)}, {mf(route.mf[-1])}"
    if len(route.legs) > 1:
        turns = [f"{leg.to or 'anywhere'} from {leg.start}" for leg in route.legs[1:]]
        line += f"; then to {', then to '.join(turns)}"
    for found in route.discovers:
        line += f"; in {found.hex} discovers {listed(found.enemies)}"
    for shot in route.interdicted:
        line += click.style(f"; interdicted in {shot.hex} by {listed(shot.by)}", fg="yellow")
    for attack in route.attacks:
        by = {"ffe": "FFE", "minefield": "mines"}.get(attack.by, attack.by)
        line += f"; attacked by {by} in {attack.hex} ({attack.manner.replace('_', ' ')})"
    if route.repulsed:
        line += f"; repulsed from {route.repulsed.hex} by {listed(route.repulsed.by)}"
    if route.condition:
        line += f"; {ENDS_AS.get(route.condition, route.condition)} at the end"
    if route.interdicted and route.odds:
        line += f"; odds: {said(route.odds)}"
    if route.unless:
        line += "; unless " + ", or ".join(
            f"{u.by} is revealed {u.when} it enters {u.hex} [{u.rule}]" for u in route.unless
        )
    if route.loses:
        line += f"; {listed(route.loses)} eliminated with it"
    if route.captors:
        line += f"; may be taken by {listed(route.captors, 'or')}"
    if route.end != "survives":
        line += click.style(f"; {route.end.upper()}", fg="red", bold=True)
    return line


def judgement_lines(judgement: Judgement, ruleset: str, names: Names) -> Iterator[str]:
    """What `check` says."""
    if judgement.legal:
        yield click.style("legal", fg="green", bold=True) + ENDS.get(judgement.end or "", "")
        return
    step = (
        f"step {judgement.step}, {judgement.before} - {judgement.after}"
        if judgement.after
        else f"it may not end in {judgement.before}"
    )
    yield f"{click.style('illegal', fg='red', bold=True)}: {step}"
    rules = citations(ruleset)
    for reason in judgement.faults:
        yield f"  {names.because(reason)} {rules[reason.rule].sentence}"


def unit_explanation_lines(explained: UnitExplanation, answer: Answer, names: Names) -> Iterator[str]:
    """What `explain FILE UNIT` says."""
    unit = explained.answer
    yield from unit_lines(unit, answer, names)
    cited = [row.rule for row in unit.excluded]
    if unit.excluded:
        yield f"  no destinations, although {rulesets.about(answer.rules).wording['cover']}:"
        rows: dict[tuple[str, float | None], list[Reason]] = defaultdict(list)
        for row in unit.excluded:
            rows[row.hex, row.mf].append(Reason(row.rule, row.because))
        for (hex_, price), reasons in rows.items():
            head = f"{mf(price)}, but" if price is not None else "no legal way:"
            yield f"    {hex_}: {head} {'; '.join(map(names.because, reasons))}"
    if unit.verdict != "cannot_rout":
        yield f"  around {unit.at}:"
        for step in explained.around:
            why = "; ".join(map(names.because, step.reasons)) or "legal"
            yield f"    {step.after}: {why}"
            cited += [reason.rule for reason in step.reasons]
    yield from _sentences(cited, answer.rules)


def hex_explanation_lines(explained: HexExplanation, answer: Answer, names: Names) -> Iterator[str]:
    """What `explain FILE UNIT HEX` says."""
    unit, hex_ = explained.answer, explained.hex
    cited: list[str] = []
    yield f"{names.unit(unit.id)} in {unit.at}, {mf(unit.mf)}: {VERDICTS[unit.verdict][0]}"
    if explained.is_start:
        yield f"{hex_} is where it starts: a rout leaves that hex and does not end there"
    elif unit.verdict == "cannot_rout":
        yield f"{hex_} is no destination: the unit cannot rout"
        for reason in unit.reasons:
            yield f"  {names.because(reason)}"
            cited.append(reason.rule)
    elif explained.destination:
        found = explained.destination
        yield f"{hex_} is a destination, {mf(found.mf)}" + (", which may be ignored:" if found.ignorable else "")
        for reason in found.why:
            yield f"  {names.because(reason)}"
            cited.append(reason.rule)
    elif explained.excluded:
        for row in explained.excluded:
            yield f"{hex_} is no destination: {mf(row.mf or 0)} away, but {names.because(Reason(row.rule, row.because))}"
            cited.append(row.rule)
    else:
        if explained.not_cover:
            yield f"{hex_} is no destination: it is {rulesets.about(answer.rules).wording['not_cover']}"
        if explained.barred:
            yield f"no legal way leads to {hex_}; the first illegal step of each:"
            for step in explained.barred:
                yield f"  {step.before} - {step.after}: " + "; ".join(map(names.because, step.reasons))
                cited += [reason.rule for reason in step.reasons]
        elif explained.too_far:
            yield f"{hex_} is out of reach: {mf(unit.mf)} would not get it there, even without enemies"
    if explained.ends:
        yield f"routes that end there: {len(explained.ends)}; the safest:"
        yield "  " + route_line(min(explained.ends, key=safety))
    elif unit.routes_total:
        yield "no route ends there"
    yield from _sentences(cited, answer.rules)


def _sentences(cited: Iterable[str], ruleset: str) -> Iterator[str]:
    """The rules that an explanation has named, each once, in plain words."""
    rules = citations(ruleset)
    for rule in dict.fromkeys(cited):
        yield f"[{rule}] {rules[rule].sentence}"


def rules_lines(ruleset: str) -> Iterator[str]:
    """What `rules RULESET` says."""
    found = citations(ruleset)
    yield click.style(f"rule set {ruleset}", bold=True, underline=True)
    for citation in found.values():
        yield f"{click.style(citation.id, bold=True)} ({citation.section})"
        yield f"  {citation.sentence}"
    yield click.style("options (--set NAME=VALUE)", bold=True, underline=True)
    for value in options(ruleset):
        default = " (default)" if value.default else ""
        yield f"{click.style(f'{value.option}={value.value}', bold=True)}{default}: {value.meaning} [{value.rule}]"
