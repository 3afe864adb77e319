"""`pyrout engine`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from ..engine.dispatch import Gone, serve
from ..vasl.boards.folders import board_folder


@click.command()
@click.option(
    "--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes at most; default: one for each core."
)
@click.option("--boards", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the VASL boards.")
def engine(jobs: int | None, boards: Path | None) -> None:
    """Answer requests of another program: a JSON object on each line of standard input, a reply on standard output.

    docs/how/engine.md has the requests and a client.
    """
    try:
        serve(jobs or os.cpu_count() or 1, board_folder(boards) if boards else None)
    except Gone:
        sys.exit(0)
