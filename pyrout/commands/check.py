"""`pyrout check`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .. import wording
from ..base.json_text import json_text
from ..errors import TimeLimit, UsageError
from ..question import Question
from ..referee import judge
from ..report import judgement_lines
from ..results.explanation import JudgedRout
from .console import file_argument, json_option, leave, print_lines, within
from .options import CommandOptions, asking


@click.command()
@file_argument
@click.argument("unit")
@click.argument("path", metavar="HEX...", nargs=-1, required=True)
@click.option("--to", metavar="HEX", help="The destination that the rout claims (default: any that makes it legal).")
@click.option("--low-crawl", is_flag=True, help="The rout claims to be a Low Crawl.")
@click.option(
    "--mf",
    metavar="N",
    type=click.FloatRange(0, 1000),
    help="The MF that the rout claims to spend in all (default: those of the cheapest legal way).",
)
@asking()
@json_option
def check(
    file: Path,
    unit: str,
    path: tuple[str, ...],
    to: str | None,
    low_crawl: bool,
    mf: float | None,
    asked: CommandOptions,
    as_json: bool,
) -> None:
    """Judge a claimed rout, hex by hex; exit status 1 if it is illegal."""
    instance = asked.position(file)
    question = asked.question(instance, (unit,))
    judgement = within(asked.limit, lambda: judge(question, path, to=to, low_crawl=low_crawl, mf=mf))
    if as_json:
        (who,) = question.units
        told = JudgedRout(instance.name, question.rules, question.options, who, path, judgement)
        click.echo(json_text(told.to_json()))
    else:
        print_lines(judgement_lines(judgement, question.rules, instance, question.options))
        if mf is not None and not judgement.legal:
            try:
                otherwise = within(asked.limit, lambda: judge(question, path, to=to, low_crawl=low_crawl))
            except TimeLimit:  # that it is illegal has been said
                leave(1)
                sys.exit(1)
            if otherwise.route:
                click.echo(f"  it costs {wording.mf(otherwise.route.mf[-1])}: claimed so, or without --mf, it is legal")
        if not judgement.legal and not low_crawl and _crawls(question, path, asked, to=to, mf=mf):
            click.echo("  as a Low Crawl it is legal: --low-crawl")
    sys.exit(0 if judgement.legal else 1)


def _crawls(question: Question, path: tuple[str, ...], asked: CommandOptions, *, to: str | None, mf: float | None) -> bool:
    """Return True if a rout is legal as a Low Crawl, as far as the time limit lets it be seen."""
    try:
        return within(asked.limit, lambda: judge(question, path, to=to, low_crawl=True, mf=mf)).legal
    except (TimeLimit, UsageError):
        return False
