"""Reasons of an answer: a rule, and the enemies or hexes that make it apply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .program.control import Row, Symbol, SymbolType, text
from .results.answer import Reason


def cause(because: Symbol) -> str:
    """Return a because(X) symbol as text: an enemy, a hex, or `B1-B2` for the hexside side("B1","B2")."""
    (thing,) = because.arguments
    return text(thing) if thing.type is SymbolType.String else "-".join(map(text, thing.arguments)) or thing.name


def reasons(rows: Iterable[Row]) -> tuple[Reason, ...]:
    """Return rules as reasons: one for each rule, sorted. A row has a rule, and a because(X) symbol if there is one."""
    causes: dict[str, set[str]] = defaultdict(set)
    for rule, *because in rows:
        causes[rule].update(map(cause, because))
    return tuple(Reason(rule, tuple(sorted(xs))) for rule, xs in sorted(causes.items()))
