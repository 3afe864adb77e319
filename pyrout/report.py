"""Answers, judgements, explanations and rules as lines of text. Each game words its own units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from .base.colour import style
from .base.span import Said, corrected
from .errors import one_line
from .hexes import report as hexes
from .position.facts import Instance
from .program.rule_index import citations, options
from .referee import game
from .relevant_options import list_changed, list_relevant
from .results.answer import Answer, UnitAnswer
from .wording import ENDS, Names, group_alike, join_words, note_lines

if TYPE_CHECKING:
    from .results.explanation import ChartWalk, Explanation, Judgement
    from .results.judged_game import JudgedGame, JudgedTurn
    from .results.phase import Between, Phase, Played

NAMED = 12  # units that may break on purpose and are named
FEW = 3  # units that are listed in full by default
FIRST = ("routs", "retreats", "eliminated", "surrenders")  # the verdicts of units that have no choice whether to rout
THEN = ("may_rout", "stays", "cannot_rout")


def answer_lines(
    answer: Answer,
    instance: Instance,
    paths: int | None = 0,
    *,
    details: bool | None = None,
    volunteers: bool = False,
    all_options: bool = False,
    best: bool = False,
) -> Iterator[str]:
    """Yield the answer for a position: a line for each unit, then details, then the options that mattered.

    Units that must rout come first. Details follow for all units if there are few (None), or by `details`. `paths` is
    the number of routes listed for each unit besides the groups (None: all). `volunteers` includes unbroken units
    that may break on purpose; those that break by a fact are always told. `best` puts the safest route of each unit
    first, with its chances and why it beats the next.
    """
    names, lines = Names(instance), game(answer.rules).report
    yield style(f"{one_line(answer.file)}: rules {answer.rules}", bold=True)
    aside = [unit for unit in answer.units if unit.may_break and not volunteers and not names.breaks(unit.id)]
    told = [unit for unit in answer.units if unit not in aside]
    for unit in sorted(told, key=lambda unit: (*FIRST, *THEN).index(unit.verdict) if unit.verdict in THEN else 0):
        yield lines.summary_line(unit, answer.rules, names)
    if not answer.units and answer.complete:
        yield "no unit has to rout"
    # Units asked for, and named all the same
    answered = {unit.id for unit in answer.units}
    refused = [unit for unit in answer.volunteers if volunteers or unit in answered]
    could = [*(unit.id for unit in aside), *(unit for unit in answer.volunteers if unit not in refused)]
    if could:
        more = [f"{len(could) - NAMED} more"] if len(could) > NAMED else []
        yield (
            f"may break on purpose: {join_words([*could[: NAMED if more else None], *more])}; "
            "for their routs use --unit U, or --volunteers for all"
        )
    if refused:
        shows = corrected(f"breaks({refused[0]})")
        yield f"may break on purpose: {join_words(refused)}; their routs are refused: {shows} shows why"
    if best:
        yield ""
        for unit in told:
            yield from lines.best_lines(unit)
    revealed = [unit for unit in told if unit.against]
    if revealed:
        yield ""
        for unit in revealed:
            yield from hexes.against_lines(unit)
    if details or (details is None and len(told) <= FEW):
        for unit in told:
            yield ""
            yield from lines.unit_lines(unit, answer.rules, names, paths)
    elif told:
        yield "for details use --unit U, or --details for all units"
    yield from options_lines(answer.rules, answer.options, told, instance, all_options)
    if not answer.complete:
        yield style("INCOMPLETE: the time limit was reached", fg="red")


def options_lines(
    ruleset: str, options: Mapping[str, str], units: Iterable[UnitAnswer], instance: Instance, all_of_them: bool = False
) -> Iterator[str]:
    """Yield the options in force: those that mattered, or all, one a line."""
    shown = options if all_of_them else list_relevant(ruleset, options, units, instance)
    more = "" if len(shown) == len(options) else " (all: --options)"
    if options:
        yield ""
        yield f"options{more}:" if shown else f"options: none matters{more}"
        yield from _option_lines(ruleset, shown)


def _option_lines(ruleset: str, shown: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each option: its title, then its name and value as `--set` takes them."""
    titles = {value.option: value.title for value in options(ruleset)}
    return (f"  {titles[name]} ({name}={value})" for name, value in shown.items())


def changed_options(ruleset: str, options: Mapping[str, str]) -> Iterator[str]:
    """Yield the options that are not at their default, one a line, if there are any."""
    changes = list_changed(ruleset, options)
    if changes:
        yield "options:"
        yield from _option_lines(ruleset, changes)


def explanation_lines(
    explained: Explanation,
    ruleset: str,
    instance: Instance,
    options: Mapping[str, str] | None = None,
    *,
    all_options: bool = False,
) -> Iterator[str]:
    """Yield the output of `explain`, with the options that are not at their default, or all."""
    yield from game(ruleset).report.explanation_lines(explained, ruleset, Names(instance))
    if all_options:
        yield from options_lines(ruleset, options or {}, (explained.answer,), instance, True)
    else:
        yield from changed_options(ruleset, options or {})


def chart_lines(walk: ChartWalk, instance: Instance, *, all_options: bool = False) -> Iterator[str]:
    """Yield the output of `explain --chart`."""
    yield from hexes.chart_lines(walk, Names(instance))
    yield from options_lines(walk.rules, walk.options, (walk.unit,), instance, all_options)


def judgement_lines(
    judgement: Judgement, ruleset: str, instance: Instance, options: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Yield the output of `check`, with the options that are not at their default."""
    yield from (line for _, line in judgement_parts(judgement, ruleset, instance))
    yield from changed_options(ruleset, options or {})


def judgement_parts(judgement: Judgement, ruleset: str, instance: Instance) -> Iterator[hexes.UnitLine]:
    """Yield the lines of a judgement, each with its part: state, below, said or assumed."""
    if judgement.legal:
        yield hexes.UnitLine("state", style("legal", fg="green", bold=True) + ENDS.get(judgement.end or "", ""))
        if judgement.route:
            yield from (hexes.UnitLine("state", line) for line in hexes.legal_lines(judgement.route, Names(instance)))
    else:
        yield from _illegal_parts(judgement, ruleset, instance)
    yield from (hexes.UnitLine("said", line) for line in note_lines(judgement.notes))
    yield from (hexes.UnitLine("assumed", Said("  assumes: ", assumed)) for assumed in group_alike(judgement.assumes))


def _illegal_parts(judgement: Judgement, ruleset: str, instance: Instance) -> Iterator[hexes.UnitLine]:
    names, step = Names(instance), f"step {judgement.step}, {judgement.before} - {judgement.after}"
    where = step if judgement.after else f"it may not end in {judgement.before}"
    yield hexes.UnitLine("state", f"{style('illegal', fg='red', bold=True)}: {where}")
    if judgement.verdict == "surrenders":
        yield hexes.UnitLine("state", f"  {hexes.surrender_line(judgement.captors, names)}.")
    elif judgement.verdict:
        yield hexes.UnitLine("state", "  It cannot rout.")
    hex_, at, _ = judgement.before.partition("@") if judgement.before else ("", "", "")
    # The ground alone bars the step, and the claim goes on: it may have meant the Location by the name of its hex.
    by_ground = any(reason.because == (judgement.before,) for reason in judgement.faults)
    if at and judgement.after == hex_ and judgement.step == 1 and by_ground and judgement.goes_on:
        meant = f"  {hex_} is the ground level, and the unit is in {judgement.before}: did you mean {judgement.before}?"
        yield hexes.UnitLine("state", meant)
    for reason in judgement.faults:
        before, after = judgement.before, judgement.after
        apart = before and after and reason.because == (before,) and not names.touch(before, after)
        if apart:
            yield hexes.UnitLine("state", f"  {after} does not touch {before}:")
        fault = Said("  ", hexes.fault_line(reason, ruleset, names, (before, after)))
        yield hexes.UnitLine("below" if apart else "state", fault)


def between_lines(between: Between) -> Iterator[str]:
    """Yield the output of `phase --after`."""
    yield style(f"{one_line(between.file)} to {one_line(between.after)}: rules {between.rules}", bold=True)
    if between.reachable:
        yield style("a legal Rout Phase leads there", fg="green", bold=True)
        yield from (f"  {line}" for line in between.log)
    else:
        none = (
            "no legal Rout Phase leads there" if between.complete else "no legal Rout Phase was found that leads there"
        )
        yield style(none, fg="red", bold=True)
        yield from (f"  {line}: not reached by any phase tried" for line in between.unexplained)
    if not between.complete and not between.reachable:
        yield style("INCOMPLETE: the search stopped early; there may be one", fg="red")
    yield from (f"note: {note}" for note in between.notes)


def phase_lines(phase: Phase, instance: Instance, everything: bool = False) -> Iterator[str]:
    """Yield the output of `phase`; `everything` lists every outcome."""
    yield style(f"{one_line(phase.file)}: the Rout Phase, rules {phase.rules}", bold=True)
    from .phases.report import phase_lines as lines

    yield from lines(phase, Names(instance), everything)
    # Its routs are not all kept: whatever can be in an answer counts as there
    shown = list_relevant(phase.rules, phase.options, None, instance)
    more = "" if len(shown) == len(phase.options) else f" (all {len(phase.options)}: --json)"
    yield f"options{more}:" if shown else f"options: none matters{more}"
    yield from _option_lines(phase.rules, shown)


def played_lines(played: Played, instance: Instance) -> Iterator[str]:
    """Yield the output of `phase --log`."""
    for note in played.notes:
        yield f"note: {note}"
    if played.legal:
        yield style("legal", fg="green", bold=True)
        return
    if played.line is not None:
        yield f"line {played.line}: {played.text}"
    if played.before is not None:
        from .results.explanation import Judgement

        judged = Judgement(False, None, played.step, played.before, played.after, played.faults)
        yield from judgement_lines(judged, played.rules, instance)
        return
    yield f"{style('illegal', fg='red', bold=True)}: {played.said}"
    rules, names = citations(played.rules), Names(instance)
    for reason in played.faults:
        yield Said("  ", names.because(reason, rules[reason.rule].sentence if reason.rule in rules else ""))


def rules_lines(ruleset: str) -> Iterator[str]:
    """Yield the output of `rules RULESET`."""
    rules = citations(ruleset)
    yield style(f"rule set {ruleset}", bold=True, underline=True)
    for citation in rules.values():
        yield f"{style(citation.id, bold=True)}: {citation.heading}"
        yield f"  {citation.sentence}"
    yield style("options (--set NAME=VALUE)", bold=True, underline=True)
    for title, values in groupby(options(ruleset), key=lambda value: f"{value.title} ({value.option})"):
        yield title
        for value in values:
            default = " (default)" if value.default else ""
            yield f"  {style(f'{value.option}={value.value}', bold=True)}{default}: {value.meaning} [{value.rule}]"


def judged_game_lines(game: JudgedGame) -> Iterator[str]:
    """Yield the output of `judge`: a line for each rout by Player Turn; below it rules, and what the log leaves open."""
    yield style(f"{', '.join(map(one_line, game.files))}: rules {game.rules}, {game.steps} steps", bold=True)
    assumed: set[str] = set()  # each is named once
    for turn, several in groupby(game.turns, key=lambda judged: judged.turn):
        yield style(one_line(turn) or "no turn counter", bold=True)
        for judged in several:
            yield f"  {_turn_line(judged)}"
            yield from (f"      {one_line(line)}" for line in judged.lines)
            fresh = [each for each in judged.assumes if each not in assumed]
            yield from (Said("      assumes: ", each) for each in group_alike(fresh))
            assumed.update(judged.assumes)
    by_verdict = Counter(str(judged.verdict) for judged in game.turns)
    told = [f"{by_verdict[verdict]} {words}" for verdict, (words, _) in GAME_VERDICTS.items() if by_verdict[verdict]]
    yield f"in all: {', '.join(told)}" if told else "no unit routs in it"
    yield from (f"note: {one_line(note)}" for note in game.notes)


GAME_VERDICTS = {  # the words and the colour of each
    "legal": ("legal", "green"),
    "illegal": ("ILLEGAL", "red"),
    "open": ("open", "yellow"),
    "not_judged": ("not judged", "yellow"),
}


def _turn_line(judged: JudgedTurn) -> str:
    """Return a unit of a game in one line: steps, unit, places, verdict, and what is wrong."""
    named = f"{judged.unit} {one_line(judged.name)}" if judged.unit else one_line(judged.name)
    along = f" with {join_words(judged.partners)}" if judged.partners else ""
    words, colour = GAME_VERDICTS[judged.verdict]
    said = judged.said
    if judged.after and not said:
        said = f"{judged.before} - {judged.after}"
    elif judged.before and not said:
        said = f"it may not end in {judged.before}"
    line = f"{_steps(judged)}: {named}{along} {' > '.join(judged.path)}: {style(words, fg=colour, bold=True)}"
    return f"{line}: {one_line(said)}" if said else line


def _steps(judged: JudgedTurn) -> str:
    if not judged.steps:
        return f"before step {judged.step}"
    first, last = judged.steps[0], judged.steps[-1]
    return f"step {first}" if first == last else f"steps {first}-{last}"
