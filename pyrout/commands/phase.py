"""`pyrout phase`: the whole Rout Phase."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..base.atomic_write import write_lines
from ..errors import InstanceError, UsageError, quote
from ..position.facts import Instance
from ..referee import on_hexes
from ..report import between_lines, phase_lines, played_lines
from .console import TIME_OVER, Progress, complain, file_argument, json_option, print_answer, within
from .options import CommandOptions, asking

MOST_LOG = 1_000_000  # characters of a log that are read


@click.command()
@file_argument
@json_option
@click.option("--all", "everything", is_flag=True, help="List every outcome.")
@click.option(
    "--states",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    default=None,
    help="Maximum number of states (default 100000); beyond it the answer is marked incomplete.",
)
@click.option(
    "--order",
    metavar="U,U...",
    help="Also show the best plan in which these units rout in this order.",
)
@click.option("--log", metavar="LOG", type=click.Path(path_type=Path), help="Check the phase recorded in this log.")
@click.option(
    "-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="With --log: write the position after it."
)
@click.option(
    "--after",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Find a legal Rout Phase that leads from the first file to this one.",
)
@asking()
def phase(
    file: Path,
    asked: CommandOptions,
    as_json: bool,
    everything: bool,
    states: int | None,
    order: str | None,
    log: Path | None,
    output: Path | None,
    after: Path | None,
) -> None:
    """Explore a whole Rout Phase: the outcomes of each side, where the order matters, and the best plan.

    With --log it judges a phase that was played: one line for each rout, as g1: yJ5 yI5, l1+g3: yJ5(pin), g2: crawl
    yK6, g4: stays, g5: eliminated or g6: surrenders a2. With --after the second file is the position after it, such
    as a later saved game of the same play. Exit status 1 if it is not legal, or none leads there.
    """
    if after and log:
        raise UsageError("--after looks for a phase, and --log judges one: leave out one of them")
    if output and not log:
        raise UsageError("-o writes the position after a phase that was played: it goes with --log")
    if log and states is not None:
        raise UsageError("--states is for exploring a phase; leave it out with --log")
    if order is not None and (log or after):
        raise UsageError("--order is for exploring a phase; leave it out with --log and --after")
    named = [unit.strip() for unit in order.split(",")] if order is not None else []
    if "" in named:
        raise UsageError(f"--order wants units with commas between, as in g2,g1, not {quote(order or '')}")
    instance = asked.position(file)
    question = on_hexes(asked.question(instance))
    from ..phases import plan, reconcile, replay

    if log:
        told, name = _read(log), str(log)
        played = within(asked.limit, lambda: replay.play(question, told, name))
        print_answer(played, played_lines(played, instance), as_json)
        if output and played.legal:
            _write(output, played.position, f"{file.name} after the Rout Phase of {log.name}")
        elif output:
            complain(f"{output}: not written, for the phase is not legal")
        sys.exit(0 if played.legal else 1)
    if after:
        there = asked.other(after)
        with Progress() as show:
            found_way = within(
                asked.limit,
                lambda: reconcile.between(question, there, states=states, progress=show),
            )
        print_answer(found_way, between_lines(found_way), as_json)
        sys.exit(0 if found_way.reachable else 1)
    with Progress() as show:
        report = within(
            asked.limit,
            lambda: plan.phase(question, states=states, order=named, progress=show),
        )
    print_answer(report, phase_lines(report, instance, everything), as_json)
    if report.late:
        complain(f"{question.position.name}: time limit reached; the answer is not complete")
        sys.exit(TIME_OVER)
    if not report.complete:
        complain(f"{question.position.name}: not every state was looked at (--states); the answer is not complete")


def _read(log: Path) -> str:
    try:
        with log.open(encoding="utf-8-sig") as stream:
            told = stream.read(MOST_LOG + 1)
    except UnicodeDecodeError:
        raise InstanceError(str(log), 0, 0, "it is no text in UTF-8", "save it as UTF-8") from None
    except OSError as error:
        raise InstanceError(str(log), 0, 0, f"it cannot be read ({error.strerror})", "name a log") from None
    if len(told) > MOST_LOG:
        raise InstanceError(str(log), 0, 0, f"more than {MOST_LOG:,} characters", "name a log of one phase")
    return told


def _write(output: Path, position: Instance, said: str) -> None:
    title = f"% {(said.isprintable() and said) or 'after a Rout Phase'}"
    write_lines([title, *position.program().splitlines()], output)
