"""The commands for positions as test material: `count`, `batch`, `schema`, `minimise`."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path

import click

from . import rulesets
from .console import (
    BAD_INPUT,
    STOPPED,
    TIME_OVER,
    Progress,
    complain,
    file_argument,
    limit_of,
    print_lines,
    rules_option,
    set_option,
    settings_of,
    timeout_option,
    within,
)
from .errors import PyroutError, TimeLimit, UsageError, one_line
from .instance import Instance, load
from .output import write_lines


@click.command("count")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@rules_option
@set_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for all files.")
@timeout_option
def count_command(
    files: tuple[Path, ...], ruleset: str | None, settings: tuple[str, ...], as_json: bool, timeout: float
) -> None:
    """Rout counts: units, destinations, routes, and routes by how they end; one line a file, and a total.

    These are the numbers by which two programs can be compared. Unbroken units that could break on purpose do not count.
    """
    from . import count as counting

    options = settings_of(settings)
    show = Progress()
    rows: list[tuple[str, str, counting.Counts]] = []
    failed: list[tuple[str, str]] = []
    width = max(len(one_line(str(file))) for file in files)
    width = max(width, len(f"total of {len(files)} files"))
    names: tuple[str, ...] = ()
    worst = 0
    if not as_json:
        names = counting.columns(any(_can_surrender(file, ruleset) for file in files))
        click.echo(counting.heading(width, names))
    for file in files:
        try:
            instance = load(file)
            show(f"{instance.name}: counting")
            work = partial(counting.count, instance, rules=ruleset, options=options, timeout=limit_of(timeout))
            found = within(limit_of(timeout), work)
        except TimeLimit as error:
            show.clear()
            late = f"{instance.name}: {error}"
            complain(late)
            failed.append((str(file), late))
            worst = max(worst, TIME_OVER)
            continue
        except PyroutError as error:
            show.clear()
            complain(error)
            failed.append((str(file), str(error)))
            worst = max(worst, BAD_INPUT)
            continue
        show.clear()
        rows.append((str(file), ruleset or instance.rules or rulesets.DEFAULT, found))
        if not as_json:
            click.echo(counting.row(one_line(str(file)), found, width, names))
        if not found.complete:
            complain(f"{instance.name}: time limit reached; the counts are not complete")
            worst = max(worst, TIME_OVER)
    if as_json:
        click.echo(json.dumps(counting.to_json(rows, failed), indent=1))
    elif len(files) > 1 and rows:
        label = f"total of {len(rows)} file{'' if len(rows) == 1 else 's'}"
        click.echo(counting.row(label, counting.total(counts for _, _, counts in rows), width, names))
    sys.exit(worst)


def _can_surrender(file: Path, ruleset: str | None) -> bool:
    """Whether the rule set of a file has routs that end in surrender; False for a file that cannot be read."""
    from .count import surrender_ends

    try:
        return surrender_ends(ruleset or load(file).rules or rulesets.DEFAULT)
    except PyroutError:
        return False


@click.command("batch")
@click.argument("paths", metavar="DIR|FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Write to this file, or go on.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes; default: one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="Solve on a Dask cluster, as tcp://127.0.0.1:8786.")
@rules_option
@set_option
@click.option("--as-completed", is_flag=True, help="Write answers as they come, not in the order of the files.")
@click.option("--progress", is_flag=True, help="Show progress where stderr is no terminal, too.")
@timeout_option
def batch_command(
    paths: tuple[Path, ...],
    output: Path,
    jobs: int | None,
    scheduler: str | None,
    ruleset: str | None,
    settings: tuple[str, ...],
    as_completed: bool,
    progress: bool,
    timeout: float,
) -> None:
    """Solves many files; writes for each one line of JSON, as `solve --ndjson` prints it, or {"error": ...}.

    A folder means every *.lp file in it and below. The time limit is for each file. After a stop the same command goes on
    from where it was: files that the output names are done. Exit status 2 if a file has no answer, 3 if one is not complete.
    """
    from .batch import Cluster, Processes, ProgressLine, batch, files_of

    if jobs and scheduler:
        raise UsageError("--jobs is for processes on this machine; a cluster has as many as its workers")
    files = files_of(map(str, paths))
    line = ProgressLine()
    try:
        found = batch(
            files,
            output,
            partial(Cluster, scheduler) if scheduler else partial(Processes, jobs or _cores()),
            rules=ruleset,
            options=settings_of(settings),
            timeout=limit_of(timeout),
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
        (found.incomplete, "not answered completely: the time limit was reached"),
        (found.errors, "not answered; their lines say why"),
    ):
        if number:
            complain(f"{one_line(str(output))}: {number:,} of {found.files:,} files {what}")
    sys.exit(TIME_OVER if found.incomplete else BAD_INPUT if found.errors else 0)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command("schema")
def schema_command() -> None:
    """The JSON Schema of everything that is printed as JSON."""
    from .schema import text

    click.echo(text(), nl=False)


@click.command("minimise")
@file_argument
@click.option("--keep", "expression", required=True, metavar="PROPERTY", help="What must stay true of the answer.")
@rules_option
@set_option
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
@timeout_option
def minimise_command(
    file: Path,
    expression: str,
    ruleset: str | None,
    settings: tuple[str, ...],
    output: Path | None,
    timeout: float,
) -> None:
    """Shrinks a position for as long as its answer keeps a property.

    PROPERTY is in the words of expect facts, after the id of a unit: 'g1: verdict(eliminated)',
    'g1: destinations("yK6") and not free(yes)'. Past the time limit the smallest position so far is written, with exit
    status 3.
    """
    from .minimise import Minimised, lines, search
    from .property import parse_property
    from .solver import solve

    wanted = parse_property(expression)
    options = settings_of(settings)
    instance = load(file)
    unknown = [unit for unit in wanted.units if unit not in instance.units]
    if unknown:
        raise UsageError(f"{instance.name}: no unit is called {unknown[0]}; there are: {', '.join(instance.units)}")
    show = Progress()
    limit = limit_of(timeout)
    best: list[Minimised] = []

    def keep(position: Instance) -> bool:
        answer = solve(
            position,
            rules=ruleset,
            options=options,
            units=wanted.units,
            excluded=False,
            timeout=limit,
            volunteers=False,
        )
        answer.require_complete()
        answers = {unit.id: unit for unit in answer.units}
        return answers.keys() >= set(wanted.units) and wanted.holds(answers)

    def write(found: Minimised) -> None:
        show.clear()
        text = lines(found, instance, wanted.text)
        if output is None:
            print_lines(text)
        else:
            write_lines(text, output)
        if not found.complete:
            complain(f"{instance.name}: time limit reached; this is the smallest position so far")

    try:
        found = within(limit, lambda: search(instance, keep, timeout=limit, progress=show, into=best))
    except TimeLimit:
        if not best:
            raise
        found = best[-1]._replace(complete=False)
    write(found)
    sys.exit(0 if found.complete else TIME_OVER)


COMMANDS = (count_command, batch_command, schema_command, minimise_command)
