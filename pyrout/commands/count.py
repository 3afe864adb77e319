"""`pyrout count`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from ..base.json_text import json_text
from ..errors import PyroutError, one_line
from ..lab import count as counting
from ..lab.corpora import expanded
from ..position.reading import load
from ..program import rule_sets
from .console import TIME_OVER, complain, within
from .options import CommandOptions, asking
from .runs import Ends, in_runs


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@asking(saves=False, boards=True)
@click.option("--legs", "with_legs", is_flag=True, help="Count also by legs: posture and destinations, in their order.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for all files.")
def count(files: tuple[Path, ...], asked: CommandOptions, with_legs: bool, as_json: bool) -> None:
    """Rout counts: units, destinations, routes, and routes by how they end; one line a file, and a total.

    These are the numbers by which two programs can be compared. Unbroken units that could break on purpose do not count.
    SET.jsonl stands for the lines of a corpus, SET.jsonl:1-20 for the first twenty.
    """
    ends = Ends()
    rows: list[tuple[str, str, counting.Counts]] = []
    legs: dict[str, list[counting.Legs]] = {}
    given, files = files, ()
    for file in given:
        with ends.of(file):
            files += tuple(map(Path, expanded(str(file))))
    width = max(len(text) for text in (*(one_line(str(file)) for file in files), f"total of {len(files)} files"))
    names: tuple[str, ...] = ()
    if not as_json:
        names = counting.columns(any(_can_surrender(file, asked.ruleset) for file in files))
    for file, question, known in in_runs(files, lambda file: asked.question(load(file)), asked.limit, ends):
        name = question.position.name
        with ends.of(file):
            ends.show(f"{name}: counting")
            answer = known or within(asked.limit, partial(counting.answer_to, asked.question(question.position)))
            counted = counting.counts(answer)
            ends.show.clear()
            rows.append((str(file), question.rules, counted))
            if with_legs:
                legs[str(file)] = counting.by_legs(answer)
            if not as_json:
                if len(rows) == 1:  # a file that cannot be counted has no heading
                    click.echo(counting.heading(width, names))
                click.echo(counting.row(one_line(str(file)), counted, width, names))
                for line in legs.get(str(file), ()):
                    click.echo(line.line())
            if not counted.complete:
                complain(f"{name}: time limit reached; the counts are not complete")
                ends.worst(TIME_OVER)
    if as_json:
        click.echo(json_text(counting.to_json(rows, ends.failed, legs if with_legs else None)))
    elif len(files) > 1 and rows:
        label = f"total of {len(rows)} file{'' if len(rows) == 1 else 's'}"
        click.echo(counting.row(label, counting.total(counts for _, _, counts in rows), width, names))
    sys.exit(ends.status)


def _can_surrender(file: Path, ruleset: str | None) -> bool:
    """Return True if the rule set of a file has routs that end in surrender; False for a file that cannot be read."""
    try:
        return counting.surrender_ends(ruleset or load(file).rules or rule_sets.DEFAULT)
    except PyroutError:
        return False
