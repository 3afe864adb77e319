"""The rules and words that a learner needs before the first question."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ...base.span import rules_in
from ...program.rule_index import citations, told
from .shipped import Lesson, document, first_moves, lessons, puzzles, rulesets

TITLE = "The Rout Phase in ten lines"
FIRST_WORDS = ("rout", "broken", "Known", "LOS")  # that stand before the ten lines
MOST_TAUGHT = 5  # rules at the head of a lesson

# The lines of the primer, by rule set: the heading of each, and the rules whose sentences it has
LINES: dict[str, list[tuple[str, str]]] = json.loads((files(__package__) / "primer.json").read_text("utf-8"))
WORDS = {
    "rout": "The flight of a broken unit, in the Rout Phase, out of the enemy's sight and into cover.",
    "broken": "Its morale has failed. It cannot fire, and flees in the Rout Phase.",
    "DM": "Desperation Morale, a marker on a broken unit.",
    "Good Order": "Neither broken nor in a Melee, so that it can fight.",
    "LOS": "Line of sight between two hexes.",
    "Known": "An enemy that the unit knows of: he is in its LOS and not concealed, or was.",
    "concealed": "Hidden from the enemy by a marker with a ?. Such a unit is not Known, and bars no step and no destination.",
    "discover": "To come into the LOS of an enemy that was not Known. The unit may then have to choose another destination.",
    "adjacent": "In a hex that touches its own; ADJACENT in capitals: in its LOS, too.",
    "armed": "Able to fire. An unarmed unit has no Normal Range.",
    "Normal Range": "How many hexes away an enemy still interdicts.",
    "MF": "Movement Factors. Each step costs some.",
    "cover": "Woods and buildings.",
    "destination": "The cover to which it routs. It is chosen before the first step.",
    "detour": "A way to the destination that is not the shortest. It is legal if each of its steps is.",
    "Open Ground": "A hex that gives no shelter from an enemy: open ground, a road, and grain out of season.",
    "Interdiction": "A unit that routs into Open Ground before an enemy in range takes an NMC.",
    "NMC, Normal MC": "A check of two dice against its morale: lower is a pass, equal pins it, higher fails.",
    "pinned": "It stops where it is.",
    "Casualty Reduction": "A squad becomes a half-squad, a half-squad or crew is eliminated, a leader is wounded.",
    "Low Crawl": "A rout of one hex that takes all MF. Nobody interdicts it.",
    "stacking": "How many units of a side a hex has room for. Two half-squads, or crews, count as a squad.",
    "come through": "To be on the map, and not captured, when the routs are over.",
    "Melee": "A fight inside a hex. It holds the units of both sides there.",
    "emplaced Gun": "A Gun that is set up in its hex and shelters its crew.",
    "foxhole": "A hole for which a unit may pay MF, to be sheltered in its hex.",
    "Disrupted": "Broken, and so shaken that it surrenders rather than rout.",
    "No Quarter": "The enemy takes no prisoners: nobody surrenders to him.",
    "Encircled": "Under fire from all around: it pays double for its first hex.",
    "Personnel": "Squads, half-squads, crews and leaders, on foot or mounted.",
    "OG, NR, GO, KEU": "The chart's short words: Open Ground, Normal Range, Good Order, Known enemy unit.",
    "HoB": "Heat of Battle: what an original 2 in an NMC does to a unit.",
    "reveal": "An enemy drops his concealment while the unit routs: before it enters a hex, or after.",
    "reading": "One way to understand a rule that can be understood in several. The question names the one that it takes.",
}


class Line(NamedTuple):
    """A line of the primer: its heading, and the rules behind it with their sentences."""

    heading: str
    rules: tuple[tuple[str, str], ...]


def primer(ruleset: str) -> tuple[Line, ...]:
    """Return the ten lines of a rule set; empty for one that has no lessons."""
    cited = citations(ruleset) if ruleset in LINES else {}
    return tuple(
        Line(heading, tuple((rule, cited[rule].sentence) for rule in rules.split()))
        for heading, rules in LINES.get(ruleset, ())
    )


@cache
def taught() -> tuple[tuple[str, ...], ...]:
    """Return the rules at the head of each lesson: its own, and those of its questions that no lesson before had."""
    before: set[str] = set()
    several = []
    for lesson in lessons():
        named = Counter(_named(lesson))
        basic = " ".join(rules for _, rules in LINES.get(lesson.questions[0].rules, ())).split()
        new = [rule for rule in named if rule not in before and rule != lesson.rule]
        new.sort(key=lambda rule: (-named[rule], rule not in basic))
        chosen = {lesson.rule, *new[: MOST_TAUGHT - 1]}
        several.append(tuple(rule for rule in dict.fromkeys((*named, lesson.rule)) if rule in chosen))
        before |= {*named}
    return tuple(several)


def _named(lesson: Lesson) -> Iterator[str]:
    """Yield the rules that the questions of a lesson rest on, and those in their reasons."""
    for question in lesson.questions:
        yield from question.cites[:1]
        yield from rules_in(question)


def said_of(ruleset: str, rule: str) -> tuple[str, str, str]:
    """Return the title of a rule, its sentence and its id."""
    said = citations(ruleset)[rule]
    return said.title, said.sentence, rule


def page_document() -> dict[str, Any]:
    """Return the lessons and puzzles for the page, with the primer, the words and the rules at the head of each lesson.

    Its sentences are those of all rules that a question cites, or a reason names.
    """
    shipped = document()
    asked = [*first_moves(), *(puzzle for ruleset in rulesets() for puzzle in puzzles(ruleset))]
    asked += [question for lesson in lessons() for question in lesson.questions]
    named = {*rules_in(asked), *(lesson.rule for lesson in lessons())}
    named.update(*(question.cites for question in asked))
    named.update(*(question.difficulty.rules for question in asked if question.difficulty))
    by_lesson = [
        [said_of(lesson.questions[0].rules, rule) for rule in rules]
        for lesson, rules in zip(lessons(), taught(), strict=True)
    ]
    return {
        **shipped,
        "sentences": {rule: said for ruleset in rulesets() for rule, said in told(ruleset, named).items()},
        "lessons": [
            {**lesson, "teaches": teaches} for lesson, teaches in zip(shipped["lessons"], by_lesson, strict=True)
        ],
        "primer": {ruleset: primer(ruleset) for ruleset in rulesets()},
        "primer_title": TITLE,
        "first_words": FIRST_WORDS,
        "words": WORDS,
    }
