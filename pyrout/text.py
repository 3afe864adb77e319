"""Answers, judgements, explanations and rules as lines of text. How a unit is told of is its game's own business."""

from __future__ import annotations

from collections.abc import Iterator

from .colour import style
from .position.facts import Instance
from .referee import room
from .result import Answer, ChartWalk, Explanation, Judgement
from .rules import citations, options
from .words import ENDS, Names, listed


def answer_lines(answer: Answer, instance: Instance, paths: int | None = 0) -> Iterator[str]:
    """The whole answer for one position; `paths` is how many routes to list for each unit besides the groups (None: all)."""
    names, game = Names(instance), room(answer.rules, "text")
    yield style(f"{answer.file}: rules {answer.rules}", bold=True)
    for unit in answer.units:
        yield ""
        yield from game.unit_lines(unit, answer.rules, names, paths)
    if not answer.units and answer.complete:
        yield "no unit has to be answered"
    if answer.volunteers:
        yield ""
        yield f"may break on purpose, and were not worked out: {listed(answer.volunteers)}"
        yield "  what each could do then: --unit U, or --volunteers for all"
    yield ""
    if answer.options:
        yield "options: " + ", ".join(f"{name}={value}" for name, value in answer.options.items())
    if not answer.complete:
        yield style("INCOMPLETE: the time limit was reached", fg="red")


def explanation_lines(explained: Explanation, ruleset: str, instance: Instance) -> Iterator[str]:
    """What `explain` says."""
    lines: Iterator[str] = room(ruleset, "text").explanation_lines(explained, ruleset, Names(instance))
    return lines


def chart_lines(walk: ChartWalk, instance: Instance) -> Iterator[str]:
    """What `explain --chart` says."""
    lines: Iterator[str] = room(walk.rules, "text").chart_lines(walk, Names(instance))
    yield from lines
    yield ""
    yield "options: " + ", ".join(f"{name}={value}" for name, value in walk.options.items())


def judgement_lines(judgement: Judgement, ruleset: str, instance: Instance) -> Iterator[str]:
    """What `check` says."""
    if judgement.legal:
        yield style("legal", fg="green", bold=True) + ENDS.get(judgement.end or "", "")
        if judgement.route:
            yield from room(ruleset, "text").legal_lines(judgement.route)
        return
    step = (
        f"step {judgement.step}, {judgement.before} - {judgement.after}"
        if judgement.after
        else f"it may not end in {judgement.before}"
    )
    yield f"{style('illegal', fg='red', bold=True)}: {step}"
    rules, names = citations(ruleset), Names(instance)
    for reason in judgement.faults:
        yield f"  {names.because(reason)} {rules[reason.rule].sentence}"


def rules_lines(ruleset: str) -> Iterator[str]:
    """What `rules RULESET` says."""
    found = citations(ruleset)
    yield style(f"rule set {ruleset}", bold=True, underline=True)
    for citation in found.values():
        yield f"{style(citation.id, bold=True)} ({citation.section})"
        yield f"  {citation.sentence}"
    yield style("options (--set NAME=VALUE)", bold=True, underline=True)
    for value in options(ruleset):
        default = " (default)" if value.default else ""
        yield f"{style(f'{value.option}={value.value}', bold=True)}{default}: {value.meaning} [{value.rule}]"
