"""The verdict card of a unit on the page: why, where to, the best way, and all ways by where they end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..base.span import Said, Span
from ..program import rule_sets
from ..program.rule_index import citations
from ..results.answer import Reason, Route, UnitAnswer
from ..wording import VERDICTS, Names, join_words, lost_ends, mf, mf_range
from .scene import Overlay, grouped

# End of a rout -> its words beside a share of the odds
WORST_LAST = ("survives", "pinned", "wounded", "disrupted", "reduced", "surrenders", "eliminated")
ODDS = {"survives": "unhurt", "eliminated": "eliminated", "surrenders": "surrenders"}


def card(overlay: Overlay, kept: Sequence[Route], names: Names, ruleset: str) -> dict[str, Any]:
    """Return the card of a unit; routes are named by their places among those `kept`."""
    unit = overlay.unit
    lost = lost_ends(unit)
    return {
        "chip": VERDICTS[unit.verdict].chip,
        "cause": [_cause(reason, names, ruleset) for reason in unit.must_rout or unit.reasons[-1:]],
        "to": [
            {"hex": d.hex, "mf": mf(d.mf), "ignorable": d.ignorable, "lost": _fate(unit, d.hex, lost.get(d.hex, ""))}
            for d in unit.destinations
        ],
        "free": unit.free,
        "ends": list(_ends(overlay, kept)),
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


def _cause(reason: Reason, names: Names, ruleset: str) -> Said:
    """Return a rule behind a verdict in few words, with its causes."""
    short, rule = rule_sets.about(ruleset).in_short.get(reason.rule), citations(ruleset).get(reason.rule)
    words = short or (rule.title or rule.heading if rule else reason.rule)
    causes = (": ", join_words(map(names.cause, reason.because))) if reason.because else ()
    return Said(words[:1].upper() + words[1:], *causes, ".")


def flags(route: Route) -> list[dict[str, Any]]:
    """Return the events on the way of a unit: fire, enemies met, attacks, other destinations."""
    said: list[tuple[str, Said]] = []
    for hit in route.interdicted:
        does = " interdicts " if len(hit.by) == 1 else " interdict "
        said.append(("fire", Said(_listed(hit.by), does, Span(hit.hex, "hex"))))
    for attack in route.attacks:
        by = "FFE" if attack.by == "ffe" else "mines"
        said.append(("fire", Said(f"attacked by {by} in ", Span(attack.hex, "hex"))))
    for met in route.discovers:
        said.append(("meet", Said("meets ", _listed(met.enemies), " in ", Span(met.hex, "hex"))))
    if route.repulsed:
        by, hex_ = _listed(route.repulsed.by), Span(route.repulsed.hex, "hex")
        said.append(("meet", Said("thrown back by ", by, " from ", hex_)))
    for leg in route.legs[1:]:
        if leg.to:
            said.append(("turn", Said("turns to ", Span(leg.to, "hex"), " in ", Span(leg.start, "hex"))))
    return [{"kind": kind, "spans": spans} for kind, spans in said]


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


def _ends(overlay: Overlay, kept: Sequence[Route]) -> Iterator[dict[str, Any]]:
    """Yield the places where a unit may end, those of the safest ways first, each with its ways."""
    by_end = grouped(overlay.routes, lambda route: (route.posture, route.path[-1], route.end))
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


def _listed(units: Iterable[str]) -> str:
    return join_words(Span(unit, "unit") for unit in units)
