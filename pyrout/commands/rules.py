"""`pyrout rules`, `pyrout demo`, `pyrout schema`: what the program knows by itself."""

from __future__ import annotations

import os

import click

from ..lab.schema import text as schema_text
from ..position.line import link
from ..position.reading import load
from ..program import rule_sets
from ..question import ask
from ..referee import answer, explain
from ..report import answer_lines, explanation_lines, rules_lines
from .console import print_lines
from .serve import PORT, PUBLIC, public_address

DEMO = "example-07.lp"


@click.command()
@click.argument("ruleset", required=False)
def rules(ruleset: str | None) -> None:
    """List the rules of a rule set with their sections and sentences, and its options.

    RULESET is aslsk (the Starter Kits), asl (full ASL), battlesystem or retreat (on a table). By default all are listed.
    """
    for name in [ruleset] if ruleset else rule_sets.names():
        print_lines(rules_lines(name))


@click.command()
def demo() -> None:
    """Solve and explain a built-in position."""
    instance = load(rule_sets.instances() / "aslsk" / DEMO)
    print_lines(answer_lines(answer(ask(instance)), instance))
    click.echo("\nWhy not straight to yI4, through the orchard?")
    question = ask(instance, units=("g1",))
    print_lines(explanation_lines(explain(question, "yI4"), question.rules, instance))
    click.echo(f"\nThe page with this position: http://127.0.0.1:{PORT}/ (pyrout serve opens it)")
    if public := public_address(os.environ.get(PUBLIC, "")):
        click.echo(f"The same for everybody: {link(instance, public)}")


@click.command()
@click.option("--strict", is_flag=True, help="Refuse fields that a later version may add.")
def schema(strict: bool) -> None:
    """Print the JSON Schema of everything that pyrout prints or reads as JSON."""
    click.echo(schema_text(strict=strict), nl=False)
