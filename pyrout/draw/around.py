"""The hexes around a unit that no step may enter: a label of some words for the map, and a plain sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..hexes.explain import first_steps
from ..hexes.solver import Solver
from ..results.answer import Reason, UnitAnswer
from ..results.explanation import BarredStep
from ..rule_index import citations
from ..wording import Names, join_words

# End of the id of a rule that forbids a step -> the label, and the sentence of a cause; the plainest first
SAID = {
    "occupied": ("{} is there", "{} stands there"),
    "adjacent": ("next to {}", "it is next to {}"),
    "closer": ("closer to {}", "it is closer to {}"),
    "stacking": ("full", "its side has no room left there"),
}
LABEL = 18  # characters of a label
CITED = re.compile(r"\s*\[[a-z0-9_.-]+\]")


class Closed(NamedTuple):
    """A hex next to a unit that it may not enter."""

    hex: str
    label: str
    sentence: str
    rules: tuple[str, ...]


def closed(solver: Solver, unit: UnitAnswer, names: Names, ruleset: str) -> tuple[Closed, ...]:
    """Return the hexes around a unit that was answered which it may not enter.

    Raises TimeLimit.
    """
    if unit.verdict == "cannot_rout":
        return ()
    made = []
    for step in first_steps(solver, unit):
        fire = [(hex_, by) for hex_, by in step.fire if by]
        if step.reasons:
            reasons = _plainest_first(step.reasons)
            said = _sentences(reasons, names, ruleset)
            label = _label(reasons[0])
            rules = tuple(dict.fromkeys(reason.rule for reason in reasons))
        elif fire and not unit.routes_total:
            said = join_words(f"{join_words(map(names.cause, by))} would interdict it in {hex_}" for hex_, by in fire)
            label, rules = _short("fire of {}", fire[0][1]), ()
        else:
            continue
        made.append(Closed(step.after, label, f"{step.after} is closed: {said}.", rules))
    return tuple(made)


def why_not(hex_: str, steps: Sequence[BarredStep], names: Names, ruleset: str) -> str:
    """Return a sentence on the first illegal steps of the ways to a hex."""
    said = []
    for step in steps:
        why = _sentences(_plainest_first(step.reasons), names, ruleset)
        said.append(f"{step.after} is closed from {step.before}: {why}")
    return f"No legal way leads to {hex_}. {'; '.join(said)}."


def _forms(rule: str) -> tuple[str, str] | None:
    """Return the label and the sentence of a rule that has words of its own."""
    return next((forms for end, forms in SAID.items() if rule.endswith(end)), None)


def _plainest_first(reasons: Iterable[Reason]) -> list[Reason]:
    """Return reasons in the order of `SAID`; rules without words of their own come last."""
    order = [*SAID.values(), None]
    return sorted(reasons, key=lambda reason: order.index(_forms(reason.rule)))


def _sentences(reasons: Sequence[Reason], names: Names, ruleset: str) -> str:
    return join_words(dict.fromkeys(_sentence(reason, names, ruleset) for reason in reasons))


def _short(form: str, causes: Sequence[str]) -> str:
    more = f" +{len(causes) - 1}" if len(causes) > 1 else ""
    return (form.format(causes[0] if causes else "an enemy") + more)[:LABEL]


def _label(reason: Reason) -> str:
    forms = _forms(reason.rule)
    return _short(forms[0], reason.because) if forms else "not allowed"


def _sentence(reason: Reason, names: Names, ruleset: str) -> str:
    forms = _forms(reason.rule)
    causes = join_words(map(names.cause, reason.because))
    if forms:
        return forms[1].format(causes or "an enemy")
    rules = citations(ruleset)
    sentence = rules[reason.rule].sentence.rstrip(".") if reason.rule in rules else reason.rule
    return (f"because of {causes}, " if causes else "") + sentence[:1].lower() + sentence[1:]


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
