"""Sentences of `explain` and `check` about a position."""

from __future__ import annotations

import click
from tiny import Position

import pyrout
from pyrout.question import ask
from pyrout.referee import explain
from pyrout.report import answer_lines, explanation_lines, judgement_lines


def explained(here: Position, hex_: str) -> list[str]:
    question = ask(here.instance, units=("g1",))
    lines = explanation_lines(explain(question, hex_), question.rules, here.instance)
    return [click.unstyle(line).strip() for line in lines]


def judged(here: Position, path: str, low_crawl: bool = False) -> list[str]:
    judgement = pyrout.check(here.instance, "g1", path.split(), low_crawl=low_crawl)
    return [click.unstyle(x) for x in judgement_lines(judgement, here.instance.rules or "aslsk", here.instance)]


THROWN_BACK = "B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed"
REACH = "normal_range(a1,9). "


def plainly(here: Position) -> list[str]:
    """Return the lines of `explain FILE UNIT`."""
    question = ask(here.instance, units=("g1",))
    return [click.unstyle(x).strip() for x in explanation_lines(explain(question), question.rules, here.instance)]


def said(here: Position, *units: str) -> list[str]:
    """Return the lines of the answer in words."""
    answer = pyrout.solve(here.instance, units=units)
    return [click.unstyle(line).strip() for line in answer_lines(answer, here.instance)]
