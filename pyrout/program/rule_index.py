"""The contents of `pyrout rules`: the rules of a rule set with their sentences, and its options."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from ..errors import UsageError
from . import rule_sets
from .control import Derived, alone, text
from .rule_sets import Citation, OptionValue


@cache
def citations(ruleset: str) -> dict[str, Citation]:
    """Return the rules of a rule set by id, in the order that its `about.lp` gives them.

    Raises UsageError for an unknown rule set.
    """
    derived = Derived(rule_sets.program(ruleset, "titles"), rule_sets.heads(ruleset))
    called = {text(i): text(title) for i, title in derived.atoms("rule_title", 2)}
    by_id = {
        text(i): Citation(text(i), text(s), text(w), called.get(text(i), "")) for i, s, w in derived.atoms("rule", 3)
    }
    place = {rule: number for number, rule in enumerate(rule_sets.about(ruleset).listed)}
    return dict(sorted(by_id.items(), key=lambda item: (place.get(item[0], len(place)), item[0])))


def told(ruleset: str, rules: Collection[str]) -> dict[str, list[str]]:
    """Return the heading, sentence, title and number of some rules, by id, for a page."""
    return {
        rule: [said.heading, said.sentence, said.title or said.heading, said.number]
        for rule, said in citations(ruleset).items()
        if rule in rules
    }


@cache
def rules_of_turns(ruleset: str) -> dict[str, str]:
    """Return the rules about whose turn it is, by the words of `after.lp` for what breaks them."""
    world = alone(rule_sets.encoding(ruleset, "after"), "rout(none).")
    world.ground(("base", []))
    return {text(what): text(rule) for what, rule in world.atoms("called", 2)}


class Box(NamedTuple):
    """A question of a rule set's chart: the title of the part that it is in, its words, and the rules in it."""

    title: str
    words: str
    rules: tuple[str, ...]


@cache
def boxes(ruleset: str) -> dict[tuple[str, int], Box]:
    """Return the questions of a rule set's chart, by part and number.

    Raises UsageError for an unknown rule set, and for one that has no chart.
    """
    file = rule_sets.folder(ruleset) / "chart.lp"
    if not file.is_file():
        have = ", ".join(name for name in rule_sets.names() if (rule_sets.folder(name) / "chart.lp").is_file())
        raise UsageError(f"the rule set {ruleset} has no chart to walk; these have one: {have}")
    derived = Derived(rule_sets.program(ruleset, "chart"), rule_sets.heads(ruleset))
    place = {rule: number for number, rule in enumerate(rule_sets.about(ruleset).listed)}
    inside: dict[tuple[str, int], list[str]] = {}
    for part, number, rule in derived.atoms("box", 3):
        inside.setdefault((text(part), number.number), []).append(text(rule))
    titles = {text(part): text(title) for part, _, title in derived.atoms("heading", 3)}
    return {
        (text(part), n.number): Box(
            titles[text(part)],
            text(words),
            tuple(sorted(inside.get((text(part), n.number), ()), key=lambda rule: place.get(rule, len(place)))),
        )
        for part, n, words in derived.atoms("words", 3)
    }


@cache
def options(ruleset: str) -> tuple[OptionValue, ...]:
    """Return every value of every option of a rule set, defaults first.

    Raises UsageError for an unknown rule set.
    """
    titles = {text(option): text(title) for option, title in _options(ruleset).atoms("option_title", 2)}
    values = [
        OptionValue(text(o), text(v), str(kind) == "default", text(rule), text(meaning), titles[text(o)])
        for o, v, kind, rule, meaning in _options(ruleset).atoms("option_value", 5)
    ]
    return tuple(sorted(values, key=lambda o: (o.option, not o.default, o.value)))


@cache
def without_effect(ruleset: str) -> frozenset[str]:
    """Return the options that change no unit's own rout: only the listing, or the routs of later units."""
    return frozenset(text(option) for option, _ in _options(ruleset).atoms("concerns", 2))


@cache
def hints(ruleset: str) -> dict[str, tuple[str, ...]]:
    """Return the needs of a generated position by option, in order."""
    rows = sorted((text(option), n.number, text(hint)) for option, n, hint in _options(ruleset).atoms("suits", 3))
    return {option: tuple(hint for other, _, hint in rows if other == option) for option, _, _ in rows}


@cache
def matters(ruleset: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return for each option the conditions under which it matters, any of several.

    A condition is a word for the answer (`("anew",)`), or `("fact", predicate)` and `("fact", predicate, value)` for
    the position. Empty for a rule set without such conditions.
    """
    by_option: dict[str, list[tuple[str, ...]]] = {}
    for option, what in sorted(_options(ruleset).atoms("matters", 2)):
        by_option.setdefault(text(option), []).append((what.name, *map(text, what.arguments)))
    return {option: tuple(several) for option, several in by_option.items()}


@cache
def _options(ruleset: str) -> Derived:
    """Return the options of a rule set, grounded.

    Raises UsageError for an unknown rule set.
    """
    return Derived(rule_sets.program(ruleset, "options"))
