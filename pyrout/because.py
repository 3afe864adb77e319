"""Why something holds: a rule, and who or what makes it so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .engine import Symbol, text
from .result import Reason


def reasons(rows: Iterable[tuple[Symbol, Symbol | None]]) -> tuple[Reason, ...]:
    """Rule and because(X) symbols as reasons: one for each rule, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule, because in rows:
        found[text(rule)].update([text(because.arguments[0])] if because is not None else [])
    return tuple(Reason(rule, tuple(sorted(xs))) for rule, xs in sorted(found.items()))
