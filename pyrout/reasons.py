"""Reasons of an answer: a rule, and the enemies or hexes that make it apply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .program.control import Symbol, SymbolType, text
from .results.answer import Reason


def cause(because: Symbol) -> str:
    """Return a because(X) symbol as text: an enemy, a hex, or `B1-B2` for the hexside side("B1","B2")."""
    (thing,) = because.arguments
    return text(thing) if thing.type is SymbolType.String else "-".join(map(text, thing.arguments)) or thing.name


def reasons(rows: Iterable[tuple[Symbol, Symbol | None]]) -> tuple[Reason, ...]:
    """Return rules and their because(X) symbols as reasons: one for each rule, sorted."""
    causes: dict[str, set[str]] = defaultdict(set)
    for rule, because in rows:
        causes[text(rule)].update([cause(because)] if because is not None else [])
    return tuple(Reason(rule, tuple(sorted(xs))) for rule, xs in sorted(causes.items()))
