"""`pyrout explain`."""

from __future__ import annotations

from pathlib import Path

import click

from ..referee import explain as explained
from ..text import explanation_lines
from .asking import Asked, asking
from .console import file_argument, print_lines, within


@click.command()
@file_argument
@click.argument("unit")
@click.argument("hex_", metavar="[HEX]", required=False)
@asking()
def explain(file: Path, unit: str, hex_: str | None, asked: Asked) -> None:
    """Why a unit must rout or is eliminated; with HEX, why that hex is or is not a destination."""
    instance = asked.position(file)
    question = asked.question(instance, (unit,))
    found = within(asked.limit, lambda: explained(question, hex_))
    print_lines(explanation_lines(found, question.rules, instance))
