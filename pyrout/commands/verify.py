"""`pyrout verify`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from ..errors import PyroutError, TimeLimit, UsageError, one_line, quote
from ..position.reading import load
from ..question import Question
from ..testing.verify import differences, list_stated, question_of
from ..testing.verify import verify as compare
from ..vasl import is_saved_game
from .console import BAD_INPUT, TIME_OVER, complain, within
from .options import Asked, asking
from .runs import in_runs


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@asking(options=False, saves=False, boards=True)
def verify(files: tuple[Path, ...], asked: Asked) -> None:
    """Solve instances and compare them with the answers that they state."""
    worst = 0

    def ask(file: Path) -> Question:
        if is_saved_game(file):
            raise UsageError(
                f"{quote(str(file))}: a saved game states no answers; import it and add expect/2 to the instance"
            )
        position = load(file)
        return question_of(asked.whole(position, list_stated(position)), rules=asked.ruleset, timeout=asked.limit)

    for file, question, known in in_runs(files, ask, asked.limit, volunteers=None):
        try:
            if isinstance(question, PyroutError):
                raise question
            instance = question.position
            if known:
                listed = differences(instance, known)
            else:
                listed = within(asked.limit, partial(compare, instance, rules=asked.ruleset, timeout=asked.limit))
        except TimeLimit as error:
            complain(f"{one_line(str(file))}: {error}")
            worst = max(worst, TIME_OVER)
            continue
        except PyroutError as error:
            complain(error)
            worst = max(worst, BAD_INPUT)
            continue
        for difference in listed:
            click.echo(f"{instance.name}: {difference}")
        worst = max(worst, 1 if listed else 0)
        if not listed:
            click.echo(f"{instance.name}: agrees")
    sys.exit(worst)
