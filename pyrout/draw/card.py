"""The verdict card of a unit on the page: why, where to, the best way, and all ways by where they end.

A sentence is a list of spans: text, or an object that names a unit or a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import rule_sets
from ..hexes.report import safest_first
from ..results.answer import Reason, Route, UnitAnswer
from ..rule_index import citations
from ..wording import Names, lost_ends, mf, mf_range

Span = str | dict[str, str]
CHIPS = {
    "routs": "MUST",
    "eliminated": "ELIMINATED",
    "may_rout": "MAY",
    "stays": "STAYS",
    "cannot_rout": "CANNOT",
    "surrenders": "SURRENDERS",
    "retreats": "RETREATS",
}
# End of a rout -> its words beside a share of the odds
WORST_LAST = ("survives", "pinned", "wounded", "disrupted", "reduced", "surrenders", "eliminated")
ODDS = {"survives": "unhurt", "eliminated": "eliminated", "surrenders": "surrenders"}


def card(unit: UnitAnswer, kept: Sequence[Route], names: Names, ruleset: str) -> dict[str, Any]:
    """Return the card of a unit; routes are named by their places among those `kept`."""
    lost = lost_ends(unit)
    return {
        "chip": CHIPS[unit.verdict],
        "cause": [_cause(reason, names, ruleset) for reason in unit.must_rout or unit.reasons[-1:]],
        "to": [
            {"hex": d.hex, "mf": mf(d.mf), "ignorable": d.ignorable, "lost": _fate(unit, d.hex, lost.get(d.hex, ""))}
            for d in unit.destinations
        ],
        "free": unit.free,
        "ends": list(_ends(unit, kept)),
        "wanting": unit.odds_wanting and any(route.interdicted for route in unit.routes),
        "closed": closed_cover(unit),
    }


def _fate(unit: UnitAnswer, location: str, lost: str) -> str:
    """Return the end of all ways into a Location where they are lost, and whether Low Crawl alone gets there."""
    crawls = all(route.posture == "low_crawl" for route in unit.routes if route.path[-1] == location)
    return f"Low Crawl only: {lost}" if lost and crawls else lost


def closed_cover(unit: UnitAnswer) -> list[dict[str, str | None]]:
    """Return the cover in reach that is no destination, with its price; null where no legal way leads to it."""
    wanted = {d.hex for d in unit.destinations}
    rows = [row for row in unit.excluded if row.hex not in wanted]
    return [{"hex": row.hex, "mf": None if row.mf is None else mf(row.mf)} for row in rows]


def _cause(reason: Reason, names: Names, ruleset: str) -> list[Span]:
    """Return a rule behind a verdict in few words, with its causes."""
    short, rule = rule_sets.about(ruleset).in_short.get(reason.rule), citations(ruleset).get(reason.rule)
    words = short or (rule.title or rule.heading if rule else reason.rule)
    said: list[Span] = [words[:1].upper() + words[1:]]
    if reason.because:
        said += [": ", *_listed(names.spans(thing) for thing in reason.because)]
    return [*said, "."]


def flags(route: Route) -> list[dict[str, Any]]:
    """Return the events on the way of a unit: fire, enemies met, attacks, other destinations."""
    made: list[dict[str, Any]] = []
    for hit in route.interdicted:
        who = _listed([{"unit": by}] for by in hit.by)
        made.append({"kind": "fire", "spans": [*who, " interdicts " if len(hit.by) == 1 else " interdict ", {"hex": hit.hex}]})
    for attack in route.attacks:
        by = "FFE" if attack.by == "ffe" else "mines"
        made.append({"kind": "fire", "spans": [f"attacked by {by} in ", {"hex": attack.hex}]})
    for discovery in route.discovers:
        who = _listed([{"unit": enemy}] for enemy in discovery.enemies)
        made.append({"kind": "meet", "spans": ["meets ", *who, " in ", {"hex": discovery.hex}]})
    if route.repulsed:
        who = _listed([{"unit": by}] for by in route.repulsed.by)
        made.append({"kind": "meet", "spans": ["thrown back by ", *who, " from ", {"hex": route.repulsed.hex}]})
    for leg in route.legs[1:]:
        if leg.to:
            made.append({"kind": "turn", "spans": ["turns to ", {"hex": leg.to}, " in ", {"hex": leg.start}]})
    return made


def odds(route: Route) -> list[dict[str, Any]]:
    """Return the chance of each end of a rout; none where they are not known."""
    return [
        {
            "end": end,
            "words": ODDS.get(end, end.replace("_", " ")),
            "share": float(chance),
            "percent": f"{round(100 * chance)} %",
            "exact": str(chance),
        }
        for end, chance in sorted(route.odds, key=lambda share: _place(share[0]))
    ]


def _place(end: str) -> int:
    return WORST_LAST.index(end) if end in WORST_LAST else WORST_LAST.index("reduced")


def _ends(unit: UnitAnswer, kept: Sequence[Route]) -> Iterator[dict[str, Any]]:
    """Yield the places where a unit may end, those of the safest ways first, each with its ways."""
    by_end = safest_first(unit.routes, lambda route: (route.posture, route.path[-1], route.end))
    number = {id(route): place for place, route in enumerate(kept)}
    for (posture, hex_, end), routes in by_end.items():
        listed = [number[id(route)] for route in routes if id(route) in number]
        yield {
            "hex": hex_,
            "posture": posture,
            "reached": routes[0].legs[0].to == hex_,
            "end": end,
            "mf": mf_range([route.mf[-1] for route in routes]),
            "ways": len(routes),
            "routes": listed,
            "odds": odds(routes[0]),
        }


def _listed(groups: Iterable[list[Span]]) -> list[Span]:
    """Return groups of spans as an English list."""
    every = list(groups)
    said: list[Span] = []
    for place, spans in enumerate(every):
        if place:
            said.append(" and " if place == len(every) - 1 else ", ")
        said += spans
    return said
