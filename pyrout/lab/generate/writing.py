"""Writes positions down: the instance with its answer as `expect` facts, and beside it the answer as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from ...base.json_text import json_text
from ...position.facts import Fact, Instance
from ...position.paragraphs import WIDTH, filled, paragraphs
from ...position.vocabulary import EXPECTED, Name, Simple, Term
from ...results.answer import Answer, UnitAnswer
from ...results.phase import Phase
from ..minimise import ON_THE_MAP
from ..verify import KINDS as ANSWERS
from .search import Made

_STATED = (
    *("verdict", "must", "destinations", "free", "first", "crawl"),
    *("end", "eliminated_at", "interdicted", "routes"),
)
_SECTIONS = (
    ("", ("rules", "side", "attacker", "month", "no_quarter", "nationality")),
    ("Units", ("unit", "at", "status", "normal_range", "reveal")),
    ("The answer", ("expect",)),
    ("Hexes", ("hex", "terrain")),
    ("What else is on the map", ON_THE_MAP),
    ("LOS", ("los_rules", "los")),
)


def stating(instance: Instance, unit: str, answer: UnitAnswer) -> Instance:
    """Return the position with a unit's answer as `expect` facts."""
    facts = [Fact("expect", (Name(unit), term)) for term in _terms(answer)]
    return Instance(instance.name, (*(f for f in instance.facts if f.name != "expect"), *facts))


def _terms(answer: UnitAnswer) -> Iterator[Term]:
    for kind in _STATED:
        if answer.verdict == "surrenders" and kind in ("destinations", "free"):
            continue  # the unit never chooses one
        allowed = EXPECTED.terms[kind]
        for value in sorted(ANSWERS[kind](answer)) or ["none"]:
            forms: tuple[Simple, ...] = (Name(value), int(value) if value.isdigit() else value, value)
            term = next((form for form in forms if allowed.problem(form) is None), None)
            if term is not None:
                yield Term(kind, (term,))


def lines(made: Made, heading: str) -> Iterator[str]:
    """Yield the file of a position."""
    rests = [
        f"The answer for {unit.id} assumes: {sentence}." for unit in made.answer.units for sentence in unit.assumes
    ]
    for paragraph in (made.tells, *rests, heading, made.origin):
        for line in wrap(paragraph, WIDTH):
            yield f"% {line}"
    instance = stating(made.case.instance, made.case.unit, made.case.answer)

    def written(title: str, facts: Sequence[Fact]) -> Iterator[str]:
        if title == "Units":
            for unit in instance.units:
                yield from filled(fact for fact in facts if fact.args[0] == unit)
        elif title == "Hexes":
            ground = {fact.args[0]: fact for fact in facts if fact.name == "terrain"}
            pairs = ([fact, ground.get(fact.args[0])] for fact in facts if fact.name == "hex")
            yield from filled(". ".join(str(fact) for fact in pair if fact) for pair in pairs)
        else:
            yield from filled(facts)

    yield from paragraphs(instance.facts, _SECTIONS, written)


def json_lines(answer: Answer | Phase, file: str) -> list[str]:
    """Return the output of `pyrout solve --json FILE`, or `phase --json FILE`, for the position."""
    return json_text(replace(answer, file=file).to_json()).split("\n")
