"""`pyrout verify`."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

import click

from ..base.atomic_write import write_lines
from ..errors import UsageError, one_line, quote
from ..game import ALL, Wanted
from ..lab.against import Known
from ..lab.against import compare as compare_with
from ..lab.corpora import differences as differences_of_line
from ..lab.corpora import expanded, renewed, stated_answer
from ..lab.verify import differences, list_stated, question_of
from ..lab.verify import verify as compare
from ..position.corpus import SUFFIX, Line, line_named, read_corpus, split_reference
from ..position.reading import load
from ..question import Question
from ..question import ask as asked_of
from ..referee import answer as answered
from ..referee import phase
from ..results.answer import Answer
from ..results.phase import Phase
from ..vasl import is_saved_game
from .console import complain, within
from .options import CommandOptions, asking
from .runs import Ends, in_runs

_RULES_STATED = "a corpus states answers by the rule sets of its positions; leave out --rules"


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--renew", is_flag=True, help="Write the answers found into the corpora.")
@click.option("--against", metavar="COMMAND", help="Ask another program, by the requests of `pyrout engine`.")
@click.option("--all", "every", is_flag=True, help="With --against: go on after the first, smallest difference.")
@asking(options=False, saves=False, boards=True)
def verify(files: tuple[Path, ...], renew: bool, against: str | None, every: bool, asked: CommandOptions) -> None:
    """Solve instances and compare them with the answers that they state.

    SET.jsonl is a corpus: each of its lines states a whole answer. SET.jsonl:1-20 are its first twenty lines, and
    SET.jsonl#ID is one. With --against the answers are those of another program. The smallest position where it differs
    is named, with the first difference.
    """
    if every and not against:
        raise UsageError("--all goes with --against")
    named: list[tuple[bool, Path]] = []
    ends = Ends()
    for file in files:
        with ends.of(file):
            named += [(split_reference(name) is not None, Path(name)) for name in expanded(str(file))]
    if against:
        _against(against, [file for _, file in named], every, asked, ends)
        sys.exit(ends.status)
    if renew and not all(of_corpus for of_corpus, _ in named):
        raise UsageError(f"--renew is for corpora, as instances/generated/asl{SUFFIX}")
    for of_corpus, several in groupby(named, key=lambda each: each[0]):
        some = [file for _, file in several]
        if of_corpus:
            _lines(some, renew, asked, ends)
        else:
            _files(some, asked, ends)
    sys.exit(ends.status)


def _files(files: Sequence[Path], asked: CommandOptions, ends: Ends) -> None:
    """Compare instances with their `expect` facts."""

    def ask(file: Path) -> Question:
        if is_saved_game(file):
            raise UsageError(
                f"{quote(str(file))}: a saved game states no answers; import it and add expect/2 to the instance"
            )
        position = load(file)
        return question_of(asked.whole(position, list_stated(position)), rules=asked.ruleset, timeout=asked.limit)

    for file, question, known in in_runs(files, ask, asked.limit, ends, Wanted(excluded=False)):
        with ends.of(file):
            instance = question.position
            if known:
                listed = differences(instance, known)
            else:
                listed = within(asked.limit, partial(compare, instance, rules=asked.ruleset, timeout=asked.limit))
            _compared(file, list(map(str, listed)), ends)


def _against(command: str, names: Sequence[Path], every: bool, asked: CommandOptions, ends: Ends) -> None:
    """Compare the answers of another program with those stated in corpora, and with ours for other files."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise UsageError("--against wants a command, as --against 'node mine.js'")
    known: list[Known] = []
    files: list[Path] = []
    phases = 0
    for name in names:
        if split_reference(str(name)) is None:
            files.append(name)
            continue
        with ends.of(name):
            line = line_named(str(name))
            if line.question == "solve":
                known.append(Known(str(name), line.position, line.answer["units"]))
            else:
                phases += 1
    if known and asked.ruleset:
        raise UsageError(_RULES_STATED)
    for file, question, answer in in_runs(files, lambda file: asked.question(load(file)), asked.limit, ends, ALL):
        with ends.of(file):
            whole = answer or within(asked.limit, partial(answered, question))
            whole.require_complete()
            units = json.loads(json.dumps(whole.to_json()["units"]))
            known.append(Known(str(file), question.position.program(), units))
    differing = 0
    for differs in compare_with(words, known, asked.ruleset, asked.limit):
        differing += 1
        click.echo(f"{one_line(differs.known.name)}: differs: {differs.what}")
        if not every:
            break
    if phases:
        complain(f"lines about a whole Rout Phase are not compared: {phases:,}")
    if every and differing:
        click.echo(f"differs on {differing:,} of {len(known):,} positions")
    elif not differing:
        click.echo(f"agrees on {len(known):,} position{'s' * (len(known) != 1)}")
    ends.worst(1 if differing else 0)


def _lines(names: Sequence[Path], renew: bool, asked: CommandOptions, ends: Ends) -> None:
    """Compare lines of corpora with the answers that they state."""
    if asked.ruleset:
        raise UsageError(_RULES_STATED)

    def ask(name: Path) -> Question:
        return asked_of(load(name), timeout=asked.limit)

    changed: dict[str, dict[str, Line]] = {}
    for name, question, known in in_runs(names, ask, asked.limit, ends, ALL):
        with ends.of(name):
            position, line = question.position, line_named(str(name))
            answer: Answer = known or within(asked.limit, partial(answered, question))
            answer.require_complete()
            whole: Answer | Phase = answer
            if line.question == "phase":
                whole = within(asked.limit, partial(phase, position, timeout=asked.limit))
            now = stated_answer(line.id, whole)
            listed = differences_of_line(line, position, answer, now)
            _compared(name, listed, ends)
            if listed and renew and (split := split_reference(str(name))):
                changed.setdefault(split[0], {})[line.id] = renewed(line, position, answer, now)
    for file, by_id in changed.items():
        write_lines((by_id.get(line.id, line).text() for line in read_corpus(file).values()), Path(file))
        click.echo(f"{one_line(file)}: {len(by_id)} renewed")


def _compared(file: Path, listed: Sequence[str], ends: Ends) -> None:
    for difference in listed:
        click.echo(f"{one_line(str(file))}: {difference}")
    if not listed:
        click.echo(f"{one_line(str(file))}: agrees")
    ends.worst(1 if listed else 0)
