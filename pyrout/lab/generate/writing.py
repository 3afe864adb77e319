"""Writes positions down: the instance with its answer as `expect` facts, and beside it the answer as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from ...base.json_text import json_text
from ...position.facts import Fact, Instance
from ...position.paragraphs import WIDTH, Sections, filled, paragraphs
from ...results.answer import Answer
from ...results.phase import Phase
from ..minimise import ON_THE_MAP
from ..verify import list_known
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


def lines(made: Made, heading: str) -> Iterator[str]:
    """Yield the file of a position."""
    case, answer = made.case, made.case.answer
    rests = [
        f"The answer for {unit.id} assumes: {sentence}." for unit in made.answer.units for sentence in unit.assumes
    ]
    # A unit that surrenders never chooses a destination.
    kinds = [kind for kind in _STATED if answer.verdict != "surrenders" or kind not in ("destinations", "free")]
    position = case.instance.without("expect")
    known = list_known(position, {case.unit: answer}, [(case.unit, kind) for kind in kinds])
    yield from lines_of((made.tells, *rests, heading, made.origin), position, known, _SECTIONS)


def lines_of(told: Iterable[str], position: Instance, known: Sequence[Fact], sections: Sections) -> Iterator[str]:
    """Yield the file of a position: sentences about it, its facts with its known answers, by sections."""
    for paragraph in told:
        yield from (f"% {line}" for line in wrap(paragraph, WIDTH))

    def written(title: str, facts: Sequence[Fact]) -> Iterator[str]:
        if title == "Units":
            for unit in position.units:
                yield from filled(fact for fact in facts if fact.args[0] == unit)
        elif title == "Hexes":
            ground = {fact.args[0]: fact for fact in facts if fact.name == "terrain"}
            pairs = ([fact, ground.get(fact.args[0])] for fact in facts if fact.name == "hex")
            yield from filled(". ".join(str(fact) for fact in pair if fact) for pair in pairs)
        else:
            yield from filled(facts)

    yield from paragraphs((*position.facts, *known), sections, written)


def json_lines(answer: Answer | Phase, file: str) -> list[str]:
    """Return the output of `pyrout solve --json FILE`, or `phase --json FILE`, for the position."""
    return json_text(replace(answer, file=file).to_json()).split("\n")
