"""A whole Rout Phase in words: outcomes, where the order matters, the best plan; and phases that were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from ..base import span
from ..base.colour import style
from ..base.span import joined
from ..program.rule_index import citations
from ..results.answer import Route
from ..results.phase import OrderMatters, Phase, PhaseEnd, PhaseOutcome, Plan, PlanElse, SidePhase
from ..wording import Names, join_words, manner, mf

MOST_LISTED = 5  # outcomes of a group of units that are listed one by one
HOW = {
    "survives": "gets to {hex}",
    "stays": "stays in {hex}",
    "eliminated": "is eliminated",
    "surrenders": "surrenders",
}
CAN = {
    "survives": ("can no longer reach {hexes}", "can also reach {hexes}"),
    "stays": ("can no longer stay in {hexes}", "can also stay in {hexes}"),
    "eliminated": ("is no longer eliminated", "may then be eliminated"),
    "surrenders": ("no longer surrenders", "may then surrender"),
}

NMC = {
    "pin": "is pinned in {}",
    "fail": "fails its NMC in {}",
    "killed": "is killed by the wound of its NMC in {}",
    "two": "throws an original 2 in {}",
    "twelve": "throws an original 12 in {}",
}


def phase_lines(phase: Phase, names: Names, everything: bool = False) -> Iterator[str]:
    """Yield the output of `phase`.

    Without `everything`, long lists are cut, and their length is given.
    """
    rules = citations(phase.rules)
    for side in phase.phase:
        yield ""
        yield style(f"{side.side}: {join_words(side.units)}", bold=True)
        if side.best:
            yield from _indented(plan_lines(side.best), side.best)
        if side.ordered:
            yield from _indented(order_lines(side), side.ordered)
        if side.order_matters or side.order_opens:
            yield "  where the order matters:"
            yield from (f"    {line}" for line in matter_lines(side))
            rows = (*side.order_matters, *side.order_opens)
            for rule in sorted({row.rule for row in rows if row.rule}):
                if rule in rules:
                    yield f"    [{rule}] {rules[rule].heading}: {rules[rule].sentence}"
        yield from _outcomes(side, everything)
        if side.unfinished:
            yield style(
                f"  NOT FINISHED: {join_words(side.unfinished)}; the results of others may change with them", fg="red"
            )
        elif not side.complete:
            yield style("  INCOMPLETE: the search stopped early; there may be more outcomes", fg="red")
    if not phase.phase:
        yield "no unit has a turn in this Rout Phase"
    yield ""
    for assumed in phase.assumes:
        yield f"assumes: {assumed}"


def _indented(lines: Iterator[str], plan: Plan) -> Iterator[str]:
    """Yield the lines of a plan, with its turns and what else may come below the first."""
    yield f"  {next(lines)}"
    yield from (f"    {line}" for line in chain(lines, otherwise_lines(plan)))


def matter_lines(side: SidePhase) -> Iterator[str]:
    """Yield a sentence for each place where the order of a side's turns matters."""
    for rows, opens in ((side.order_matters, False), (side.order_opens, True)):
        for once, unit, end, places, rule in _merged(rows):
            does = CAN[end][opens].format(hexes=join_words(places, "or"))
            yield joined([f"{once}, {unit} {does}", *([span.rule(rule)] if rule else [])])


def verdict(side: SidePhase) -> str:
    """Say if all units of a side can come through."""
    if side.best is None:
        return "no plan found"
    saved, of = side.best.survivors, len(side.best.ends)
    if side.unfinished:
        return (
            f"{saved} of {of} come through by the best plan found so far; not finished: {join_words(side.unfinished)}"
        )
    if saved == of:
        return "all of them can come through" if of > 1 else "it can come through"
    if not side.complete:
        return f"{saved} of {of} come through by the best plan found so far"
    if not saved:
        return "none of them can come through" if of > 1 else "it cannot come through"
    return f"not all of them can come through: {saved} of {of} at most"


def order_lines(side: SidePhase) -> Iterator[str]:
    """Yield the result of the requested order, compared with the best plan, then a line for each turn."""
    plan, best = side.ordered, side.best
    assert plan and best
    yield f"in the order {', '.join(plan.order)}: {worth(plan)}; {difference(plan, best)}"
    yield from turn_lines(plan)


def difference(plan: Plan, best: Plan) -> str:
    """Compare a plan with the best one in words, by the first criterion in which they differ."""
    fewer = best.survivors - plan.survivors
    if fewer:
        how = f"{abs(fewer)} {'fewer' if fewer > 0 else 'more'}"
        return f"{how} than in the best plan"
    if plan.chance != best.chance:
        return f"as many as in the best plan, but there all come through with chance {best.chance}"
    if plan.kept != best.kept:
        return f"as many as in the best plan, but there no more are lost with chance {best.kept}"
    more = plan.interdictions - best.interdictions
    if more:
        shots = "Interdiction" if abs(more) == 1 else "Interdictions"
        return f"as many as in the best plan, through {abs(more)} {'more' if more > 0 else 'fewer'} {shots}"
    if plan.mf != best.mf:
        return (
            f"as many as in the best plan, for {mf(abs(plan.mf - best.mf))} {'more' if plan.mf > best.mf else 'less'}"
        )
    return "as good as the best plan"


def _outcomes(side: SidePhase, everything: bool) -> Iterator[str]:
    parts: Sequence[tuple[Sequence[str], Sequence[PhaseOutcome]]] = [(p.units, p.outcomes) for p in side.parts]
    if not parts and not side.unfinished:
        parts = [(side.units, side.outcomes)]
    for units, outcomes in parts:
        those = f" of {join_words(units)}, independent of the other units" if side.parts else ""
        yield f"  outcomes{those}: {len(outcomes):,}"
        shown = outcomes if everything else outcomes[:MOST_LISTED]
        for outcome in shown:
            ends = "; ".join(f"{unit} {_how(end)}" for unit, end in outcome.ends)
            order = f" (in the order {', '.join(outcome.order)})" if len(outcome.order) > 1 else ""
            yield f"    {ends}{order}"
        if len(shown) < len(outcomes):
            yield f"    and {len(outcomes) - len(shown):,} more (--all lists them)"


def _how(end: PhaseEnd) -> str:
    return HOW[end.end].format(hex=end.hex)


def _merged(rows: Sequence[OrderMatters]) -> list[tuple[str, str, str, list[str], str | None]]:
    """Merge rows with the same units, ends and rule: the turn before, the unit, its end, the places, the rule."""
    merged = []
    order = sorted(rows, key=lambda r: (r.unit, r.after, r.where, r.lost, r.rule or "", r.end, r.hex or ""))
    for (unit, other, where, lost, rule, end), same in groupby(
        order, key=lambda r: (r.unit, r.after, r.where, r.lost, r.rule, r.end)
    ):
        ways = [f"ends in {join_words(where, 'or')}"] if where else []
        once = f"if {other} {' or '.join([*ways, *(HOW[how] for how in lost)])} first"
        merged.append((once, unit, end, [row.hex for row in same if row.hex], rule))
    return merged


def plan_lines(plan: Plan) -> Iterator[str]:
    """Yield the value of a plan, and a line for each turn of it."""
    given = f" after {', '.join(f'{u} {_how(end)}' for u, end in plan.given)}" if plan.given else ""
    yield f"best plan{given}: {worth(plan)}"
    yield from turn_lines(plan)


def worth(plan: Plan) -> str:
    """Return the value of a plan: survivors, the chance that it goes so, and MF."""
    said = f"{plan.survivors} of {len(plan.ends)} come through"
    if plan.survivors < len(plan.ends) and plan.kept is not None:
        said += ", no more units are lost " + ("for certain" if plan.kept == 1 else f"with chance {plan.kept}")
    elif plan.chance is not None:
        said += " for certain" if plan.chance == 1 else f", all of them with chance {plan.chance}"
    return f"{said}, {mf(plan.mf)}"


def turn_lines(plan: Plan) -> Iterator[str]:
    """Yield a line for each turn of a plan, with its number."""
    return (f"{turn}. {words}" for turn, words in enumerate(turns(plan), 1))


def turns(plan: Plan) -> Iterator[str]:
    """Yield a line for each turn of a plan."""
    routes, ends = dict(plan.routes), dict(plan.ends)
    return (f"{unit}: {_way(routes[unit])}" if unit in routes else f"{unit} {_how(ends[unit])}" for unit in plan.order)


def _turns(order: Sequence[str], routes: Sequence[tuple[str, Route]]) -> list[str]:
    """List the turns of an order, each as the unit with its route."""
    ways = dict(routes)
    return [f"{unit}: {_way(ways[unit]) if unit in ways else 'no rout'}" for unit in order]


def otherwise_lines(plan: Plan) -> Iterator[str]:
    """Yield a line for each NMC result that changes the rest of a plan."""
    by_result: dict[tuple[str, str], list[PlanElse]] = {}
    for other in plan.otherwise:
        units = plan.order[plan.order.index(other.unit) + 1 :]
        planned = _turns([unit for unit in units if unit in other.order], plan.routes)
        turns = _turns(other.order, other.routes)
        if turns != planned:
            by_result.setdefault((other.unit, "; ".join(turns)), []).append(other)
    for (unit, turns_), several in by_result.items():
        ways = [" and ".join(NMC[n.result].format(n.hex) for n in nmc) for other in several for nmc in other.nmc]
        yield f"if {unit} {join_words(dict.fromkeys(ways), 'or')} (chance {sum(o.chance for o in several)}): {turns_}"


def _way(route: Route) -> str:
    leaders = f" with {join_words(route.partners)}" if route.partners else ""
    fire = f", interdicted in {join_words(shot.hex for shot in route.interdicted)}" if route.interdicted else ""
    lost = f", and {HOW[route.end]}" if route.end != "survives" else ""
    return f"{manner(route.posture)}{' - '.join(route.path)}, {mf(route.mf[-1])}{leaders}{fire}{lost}"
