"""The hexes around a unit that no step may enter, each with a plain sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
CITED = re.compile(r"\s*\[[a-z0-9_.-]+\]")


class Closed(NamedTuple):
    """A hex next to a unit that it may not enter."""

    hex: str
    sentence: str  # with the marks of `MarkedNames`
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
            bars = _plainest_first(step)
            said = _sentences(bars, names)
            rules = tuple(dict.fromkeys(bar.rule for bar in bars))
        elif fire and not unit.routes_total:
            said = join_words(f"{join_words(map(names.cause, by))} would interdict it in {hex_}" for hex_, by in fire)
            rules = ()
        else:
            continue
        made.append(Closed(step.after, f"{step.after} is closed: {said}.", rules))
    return tuple(made)


def why_not(hex_: str, steps: Sequence[BarredStep], names: Names) -> str:
    """Return sentences on the first illegal steps of the ways to a hex."""
    said = [f"No legal way leads to {hex_}"]
    said += [f"{step.after} is closed from {step.before}: {_sentences(_plainest_first(step), names)}" for step in steps]
    return ". ".join(said) + "."


class _Bar(NamedTuple):
    """A rule that forbids a step, in words."""

    rule: str
    form: str
    because: tuple[str, ...]


def _plainest_first(step: BarredStep) -> list[_Bar]:
    """Return the rules that forbid a step, in the order of `SAID` and `ACROSS`."""
    side = f"{step.before}-{step.after}"
    bars = []
    for place, (end, form) in enumerate([*SAID.items(), *ACROSS.items()]):
        for reason in step.reasons:
            because = tuple(cause for cause in reason.because if (cause == side) == (place >= len(SAID)))
            if because and reason.rule.endswith(f"-{end}"):
                bars.append(_Bar(reason.rule, form, because))
    return bars


def _sentences(bars: Iterable[_Bar], names: Names) -> str:
    """Return the sentences of some rules; the first follows a colon, and the last has no full stop."""
    said = {bar.form.format(join_words(map(names.cause, bar.because))): bar.form for bar in bars}
    first, *more = said
    # The name of a unit stays as it is written
    return ". ".join([first, *(each if said[each][0] == "{" else each[:1].upper() + each[1:] for each in more)])


def plain(lines: Iterable[str]) -> str:
    """Return the first of some lines as a sentence without the ids of rules; one that ends with a colon has the next.

    >>> plain(["no legal way leads to yK4; the first illegal step:", "yK5 - yK4: a2 in yL4 [sk-step-adjacent]", "more"])
    'No legal way leads to yK4; the first illegal step: yK5 - yK4: a2 in yL4.'
    """
    said = ""
    for line in lines:
        said += (" " if said else "") + CITED.sub("", line).strip()
        if not said.endswith(":"):
            break
    if said and not said[1:2].isupper() and said.split(" ")[0].isalpha():
        said = said[:1].upper() + said[1:]
    return said.rstrip(".") + "." if said else ""
