"""The hexes around a unit that no step may enter, each with a plain sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..base.span import Said, is_a, joined, without_rules
from ..hexes.explain import first_steps
from ..hexes.solver import Solver
from ..results.answer import UnitAnswer
from ..results.explanation import BarredStep
from ..wording import Names, join_words

# End of the id of a rule that forbids a step -> the sentence of a cause; the plainest first
SAID = {
    "occupied": "{} stands there",
    "adjacent": "it is next to {}",
    "closer": "it is closer to {}",
    "again": "it is a second Location next to {}",
    "stacking": "its side has no room left there",
    "entrench": "it has no room left",
    "map": "an enemy vehicle stands there",
    "melee": "nobody enters a Melee, or a pillbox with an enemy on top",
    "hazards": "nobody enters a Blaze, or water without a bridge",
    "pillbox": "nobody goes into a pillbox in a burning hex",
    "mf": "no rout enters its terrain",
    "nearest": "a way that {} would interdict does not count",
    "toward": "the step leads away from {}",
}
# Rules that bar the hexside that the step crosses, in the same way
ACROSS = {
    "mf": "a cliff lies between",
    "map": "a cliff lies between",
    "bridge": "a bridge is entered and left only over its road",
    "fording": "the step goes against the current",
}


class Closed(NamedTuple):
    """A hex next to a unit that it may not enter."""

    hex: str
    sentence: Said
    rules: tuple[str, ...]


def closed(solver: Solver, unit: UnitAnswer, names: Names) -> tuple[Closed, ...]:
    """Return the hexes around a unit that was answered which it may not enter.

    Raises TimeLimit.
    """
    if unit.verdict == "cannot_rout":
        return ()
    made = []
    for step in first_steps(solver, unit):
        fire = [(hex_, by) for hex_, by in step.fire if by]
        if step.reasons:
            bars = _plainest_first(step, names)
            said: str = _sentences(bars)
            rules = tuple(dict.fromkeys(rule for rule, _ in bars))
        elif fire and not unit.routes_total:
            said = join_words(Said(join_words(map(names.cause, by)), f" would interdict it in {hex_}") for hex_, by in fire)
            rules = ()
        else:
            continue
        made.append(Closed(step.after, Said(f"{step.after} is closed: ", said, "."), rules))
    return tuple(made)


def why_not(hex_: str, steps: Sequence[BarredStep], names: Names) -> Said:
    """Return sentences on the first illegal steps of the ways to a hex."""
    said = [Said(f"No legal way leads to {hex_}")]
    for step in steps:
        said.append(Said(f"{step.after} is closed from {step.before}: ", _sentences(_plainest_first(step, names))))
    return Said(joined(said, ". "), ".")


def _plainest_first(step: BarredStep, names: Names) -> list[tuple[str, Said]]:
    """Return the rules that forbid a step with their sentences, in the order of `SAID` and `ACROSS`."""
    side = f"{step.before}-{step.after}"
    bars = []
    for place, (end, form) in enumerate([*SAID.items(), *ACROSS.items()]):
        before, hole, after = form.partition("{}")
        for reason in step.reasons:
            because = tuple(cause for cause in reason.because if (cause == side) == (place >= len(SAID)))
            if because and reason.rule.endswith(f"-{end}"):
                said = Said(before, join_words(map(names.cause, because)) if hole else "", after)
                bars.append((reason.rule, said))
    return bars


def _sentences(bars: Iterable[tuple[str, Said]]) -> Said:
    """Return the sentences of some rules; the first follows a colon, and the last has no full stop."""
    first, *more = dict.fromkeys(said for _, said in bars)
    return joined([first, *map(capitalised, more)], ". ")


def capitalised(sentence: Said) -> Said:
    """Return a sentence with a capital letter at its beginning; a name there stays as it is written."""
    first, *more = sentence.spans
    return sentence if is_a(first) else Said(first[:1].upper() + first[1:], *more)


def plain(lines: Sequence[str]) -> Said:
    """Return some lines as a sentence without the ids of rules.

    >>> from pyrout.base.span import rule
    >>> plain(["no legal way leads to yK4; the first illegal step:", Said("yK5 - yK4: a2 in yL4 ", rule("sk-step-adjacent"))])
    'No legal way leads to yK4; the first illegal step: yK5 - yK4: a2 in yL4.'
    """
    said = without_rules(lines).strip(". ")
    return Said(capitalised(said), ".") if said else said
