"""Reasons of an answer: a rule, and the enemies or hexes that make it apply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from .program.control import Row, Symbol, SymbolType, text
from .results.answer import Reason

Key = TypeVar("Key", str, tuple[str, str])


def cause(because: Symbol) -> str:
    """Return a because(X) symbol as text: an enemy, a hex, or `B1-B2` for the hexside side("B1","B2")."""
    (thing,) = because.arguments
    return text(thing) if thing.type is SymbolType.String else "-".join(map(text, thing.arguments)) or thing.name


def grouped(rows: Iterable[tuple[Key, Iterable[str]]]) -> dict[Key, tuple[str, ...]]:
    """Return keys in their order, each with all that the rows have for it, sorted."""
    by_key: dict[Key, set[str]] = defaultdict(set)
    for key, things in rows:
        by_key[key].update(things)
    return {key: tuple(sorted(by_key[key])) for key in sorted(by_key)}


def merged(several: Iterable[tuple[str, Iterable[str]]]) -> tuple[Reason, ...]:
    """Return rules with their causes as reasons: one for each rule, sorted."""
    return tuple(Reason(rule, because) for rule, because in grouped(several).items())


def reasons(rows: Iterable[Row]) -> tuple[Reason, ...]:
    """Return rules as reasons: one for each rule, sorted. A row has a rule, and a because(X) symbol if there is one."""
    return merged((rule, map(cause, because)) for rule, *because in rows)
