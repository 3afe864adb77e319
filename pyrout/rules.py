"""What `pyrout rules` lists: the rules of a rule set with their sentences, and its options."""

from __future__ import annotations

from functools import cache

from . import rulesets
from .engine import Engine, text
from .rulesets import Citation, OptionValue


@cache
def citations(ruleset: str) -> dict[str, Citation]:
    """The rules of a rule set by id, in the order that its `about.lp` gives them. Raises UsageError for an unknown rule
    set."""
    engine = Engine(rulesets.heads(ruleset), "")
    engine.ground(("base", []))
    found = {text(i): Citation(text(i), text(s), text(w)) for i, s, w in engine.atoms("rule", 3)}
    place = {rule: number for number, rule in enumerate(rulesets.about(ruleset).listed)}
    return dict(sorted(found.items(), key=lambda item: (place.get(item[0], len(place)), item[0])))


@cache
def options(ruleset: str) -> tuple[OptionValue, ...]:
    """Every value of every option of a rule set, defaults first. Raises UsageError for an unknown rule set."""
    source = (rulesets.folder(ruleset) / "options.lp").read_text(encoding="utf-8")
    engine = Engine(source, "")
    engine.ground(("base", []))
    found = [
        OptionValue(text(o), text(v), str(kind) == "default", text(rule), text(meaning))
        for o, v, kind, rule, meaning in engine.atoms("option_value", 5)
    ]
    return tuple(sorted(found, key=lambda o: (o.option, not o.default, o.value)))
