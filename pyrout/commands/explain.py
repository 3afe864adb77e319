"""`pyrout explain`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import UsageError
from ..referee import chart as walked
from ..referee import explain as explained
from ..report import chart_lines, explanation_lines
from ..results.explanation import Explained
from .console import file_argument, json_option, options_option, print_answer, within
from .options import CommandOptions, asking


@click.command()
@file_argument
@click.argument("unit")
@click.argument("hex_", metavar="[HEX]", required=False)
@asking()
@click.option("--chart", is_flag=True, help="Follow the chart for the unit, question by question.")
@options_option
@json_option
def explain(
    file: Path, unit: str, hex_: str | None, asked: CommandOptions, chart: bool, all_options: bool, as_json: bool
) -> None:
    """Explain why a unit must rout or is eliminated; with HEX, why that hex is or is not a destination."""
    if chart and hex_:
        raise UsageError("--chart is about the unit, not about a hex; leave one of them out")
    instance = asked.position(file)
    question = asked.question(instance, (unit,))
    if chart:
        walk = within(asked.limit, lambda: walked(question))
        print_answer(walk, chart_lines(walk, instance, all_options=all_options), as_json)
        return
    explanation = within(asked.limit, lambda: explained(question, hex_))
    told = Explained(instance.name, question.rules, question.options, explanation)
    lines = explanation_lines(explanation, question.rules, instance, question.options, all_options=all_options)
    print_answer(told, lines, as_json)
