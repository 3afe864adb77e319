"""`pyrout batch`."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import click

from ..errors import UsageError, one_line, quote
from ..lab.batch import Cluster, Processes, ProgressLine, batch, files_of
from ..position.reading import is_given
from .console import BAD_INPUT, STOPPED, TIME_OVER, complain
from .options import CommandOptions, asking


@click.command("batch")
@click.argument("paths", metavar="DIR|FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Write to this file, or go on.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes; default: one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="Solve on a Dask cluster, as tcp://127.0.0.1:8786.")
@asking(saves=False, boards=True)
@click.option("--as-completed", is_flag=True, help="Write answers as they come, not in the order of the files.")
@click.option("--progress", is_flag=True, help="Show progress where stderr is no terminal, too.")
def batch_(
    paths: tuple[Path, ...],
    output: Path,
    jobs: int | None,
    scheduler: str | None,
    asked: CommandOptions,
    as_completed: bool,
    progress: bool,
) -> None:
    """Solve many files; writes for each one line of JSON, as `solve --ndjson` prints it, or {"error": ...}.

    A folder means every *.lp file in it and below. The time limit is for each file. After a stop the same command
    goes on from where it was: files that the output names are done. Exit status 2 if a file has no answer, 3 if one
    is not complete.
    """
    if scheduler is not None and not scheduler.strip():
        raise UsageError("--scheduler wants the address of a Dask scheduler, as tcp://127.0.0.1:8786")
    if jobs and scheduler:
        raise UsageError("--jobs is for processes on this machine; a cluster has as many as its workers")
    refuse_missing(paths)
    files = files_of(map(str, paths))
    line = ProgressLine()
    try:
        lines = batch(
            files,
            output,
            partial(Cluster, scheduler) if scheduler else partial(Processes, jobs or _cores()),
            rules=asked.ruleset,
            options=asked.options,
            timeout=asked.limit,
            boards=asked.boards,
            as_completed=as_completed,
            watch=line if progress or sys.stderr.isatty() else None,
        )
    except KeyboardInterrupt:
        line.clear()
        complain(f"stopped; the same command goes on from what {one_line(str(output))} holds")
        sys.exit(STOPPED)
    finally:
        line.clear()
    for number, what in (
        (lines.incomplete, "not answered completely: the time limit was reached"),
        (lines.errors, "not answered; their lines say why"),
    ):
        if number:
            complain(f"{one_line(str(output))}: {number:,} of {lines.files:,} files {what}")
    sys.exit(TIME_OVER if lines.incomplete else BAD_INPUT if lines.errors else 0)


def refuse_missing(paths: tuple[Path, ...]) -> None:
    """Raise UsageError for a missing folder, or if all files are missing.

    A single missing file is a line of the output, like one that cannot be read.
    """
    missing = [path for path in paths if not is_given(str(path)) and not path.exists()]
    wrong = missing if len(missing) == len(paths) else [path for path in missing if path.suffix != ".lp"]
    if wrong:
        raise UsageError(f"{quote(str(wrong[0]))}: no such file or folder; nothing is written; check the path")


def _cores() -> int:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
