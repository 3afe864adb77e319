"""A page for each option: its readings, who reads it how, and a position in which they give different answers.

Who reads it how is written by hand, in `readings.md`; the rest comes from the encodings and from solving.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyrout
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, options, without_effect
from pyrout.program.rule_sets import OptionValue
from pyrout.report import answer_lines

from .pages import Page, fenced, indented, link, plain, table
from .positions import INSTANCES, bare, figure, live, place, source, tells
from .rule_pages import bearing, option_page, page, title

READINGS = Path(__file__).with_name("readings.md")
SECTION = re.compile(r"^## ([a-z ]+): (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
POSITION = re.compile(r"^- position (\w+): (\S+)\n", re.MULTILINE)


class Written(NamedTuple):
    """The hand-written part of an option: its readings, and the position that shows the difference."""

    prose: str
    position: Path | None


@cache
def readings() -> dict[tuple[str, str], Written]:
    """Return the hand-written parts, by rule set and option."""
    by_value = {}
    for sets, option, text in SECTION.findall(READINGS.read_text("utf-8")):
        shown = {ruleset: INSTANCES / f"{position}.lp" for ruleset, position in POSITION.findall(text)}
        for ruleset in sets.split():
            by_value[ruleset, option] = Written(POSITION.sub("", text).strip(), shown.get(ruleset))
    return by_value


def names(ruleset: str) -> list[str]:
    return sorted({value.option for value in options(ruleset)})


def positions() -> list[Path]:
    """The positions that these pages show."""
    return [written.position for written in readings().values() if written.position]


def pages() -> Iterator[Page]:
    for ruleset in rule_sets.names():
        for option in names(ruleset):
            yield Page(option_page(ruleset, option), _text(ruleset, option))
    yield _index()


def _index() -> Page:
    at = "options/index.md"
    text = "# Options\n\nWhere the sources leave something open, an option decides; every answer says which mattered. "
    text += "`--set NAME=VALUE` reads a rule the other way, `--compare-options` shows what that changes.\n\n"
    for ruleset in rule_sets.names():
        rows = []
        for option in names(ruleset):
            values = [value for value in options(ruleset) if value.option == option]
            said = "<br>".join(f"`{v.value}`{' (default)' if v.default else ''}: {plain(v.meaning)}" for v in values)
            rows.append((f"{link(values[0].title, option_page(ruleset, option), at)} (`{option}`)", said))
        text += f"## {title(ruleset)}\n\n{table(('Option', 'Readings'), rows)}\n"
    return Page(at, text)


def _text(ruleset: str, option: str) -> str:
    at = option_page(ruleset, option)
    values = [value for value in options(ruleset) if value.option == option]
    rules = [rule for rule in citations(ruleset) if option in bearing(ruleset, rule)]
    written = readings()[ruleset, option]
    rows = [(f"`{v.value}`", plain(v.meaning), "yes" if v.default else "") for v in values]
    text = f"# {values[0].title} ({option})\n\nAn option of {title(ruleset)} (`{ruleset}`), for "
    text += ", ".join(link(f"`{rule}`", page(ruleset, rule), at) for rule in rules) + ".\n\n"
    text += table(("Value", "Reading", "Default"), rows)
    text += f"\n## Who reads it how\n\n{written.prose}\n\n"
    text += f"Read it otherwise: `pyrout solve FILE --set {option}={values[-1].value}`, or a line "
    text += f"`option({option},{values[-1].value}).` in the file.\n\n"
    if written.position:
        text += _difference(values, written.position, at)
    elif option in without_effect(ruleset):
        text += "It changes no unit's own rout, so that no single answer shows it.\n"
    return text


def _difference(values: list[OptionValue], file: Path, at: str) -> str:
    """A position with its answers by each reading, one behind the other."""
    text = f"## A position in which it matters\n\n{plain(tells(file))}\n\n{figure(file, at)}\n\n"
    if opened := live(file, at):
        text += f"{opened}\n\n"
    for value, told in answers(values, file).items():
        text += f'=== "{value}"\n\n{indented(fenced(told))}\n'
    return text


def answers(values: list[OptionValue], file: Path) -> dict[str, str]:
    """The answer in words for a position by each value of an option; those that agree are one."""
    instance = pyrout.parse(source(file), place(file))
    by_answer: dict[str, list[str]] = {}
    for value in values:
        answer = pyrout.solve(instance, options={value.option: value.value})
        unlabelled = replace(answer, options={})  # its line of options would say that this one does not matter
        told = bare("\n".join(answer_lines(unlabelled, instance)))
        by_answer.setdefault(told, []).append(f"{value.option}={value.value}")
    return {", ".join(readings): told for told, readings in by_answer.items()}
