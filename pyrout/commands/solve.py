"""`pyrout solve`: the main job."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..base.json_text import json_text
from ..errors import PyroutError, TimeLimit, UsageError, quote
from ..position.facts import Instance
from ..question import Question, check_reveals
from ..referee import answer as answered
from ..report import answer_lines
from ..results.answer import Answer, UnitAnswer
from .console import TIME_OVER, complain, options_option, print_lines, within
from .options import CommandOptions, asking
from .runs import Ends, in_runs

if TYPE_CHECKING:
    from ..lab.compare import Comparison


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unit", "units", metavar="U", multiple=True, help="Answer this unit only (may be repeated).")
@asking()
@click.option("--json", "form", flag_value="json", help="Print JSON: one object for a file, a list for several.")
@click.option("--ndjson", "form", flag_value="ndjson", help="Print one line of JSON for each file.")
@click.option("--paths", metavar="all|none|N", help="How many routes to list for each unit.")
@click.option("--dice", metavar="S,S,..", help="The first dice thrown, where a rule set throws any.")
@click.option(
    "--volunteers/--no-volunteers",
    default=None,
    help="Include, or leave out, the routs of unbroken units that may break on purpose. "
    "By default they are included if there are few, and only named otherwise.",
)
@click.option("--details/--no-details", default=None, help="Print full details (default: for up to three units).")
@click.option(
    "--best", is_flag=True, help="Name the safest route of each unit, its chances, and why it beats the next."
)
@click.option(
    "--against-reveals",
    "against",
    is_flag=True,
    help="Name the rout that is best against reveals by concealed enemies, and its worst case (full ASL).",
)
@options_option
@click.option("--compare-options", "compare", is_flag=True, help="Show the options that would change the answer.")
def solve(
    files: tuple[Path, ...],
    units: tuple[str, ...],
    asked: CommandOptions,
    form: str | None,
    paths: str | None,
    dice: str | None,
    volunteers: bool | None,
    details: bool | None,
    best: bool,
    against: bool,
    all_options: bool,
    compare: bool,
) -> None:
    """Solve positions: who must, may and cannot rout; every legal destination and route.

    A FILE is an instance, or a saved game of VASL (.vsav, .vlog).
    """
    if against and compare:
        raise UsageError("--against-reveals needs one reading of the rules: leave out --compare-options")
    listed, thrown = _paths(paths, None if form else 0), _scores(dice)
    how: dict[str, Any] = {"paths": listed if form else None, "excluded": form is not None, "volunteers": volunteers}
    ends = Ends()
    objects: list[dict[str, Any]] = []

    def report(answer: Answer | Comparison, instance: Instance) -> None:
        if form == "ndjson":
            click.echo(json.dumps(answer.to_json(), separators=(",", ":")))
        elif form == "json":
            objects.append(answer.to_json())
        elif isinstance(answer, Answer):
            print_lines(
                answer_lines(
                    answer,
                    instance,
                    listed,
                    details=True if details is None and (units or paths) else details,
                    volunteers=bool(units or volunteers),
                    all_options=all_options,
                    best=best,
                )
            )
        else:
            from ..lab.compare import lines as comparison_lines

            print_lines(comparison_lines(answer))

    def alone(question: Question) -> Answer | Comparison:
        if compare:
            from ..lab.compare import compare_options

            return within(asked.limit, lambda: compare_options(question, progress=ends.show))
        so_far: list[UnitAnswer] = []
        try:
            return within(
                asked.limit,
                lambda: answered(question, **how, progress=ends.show, into=so_far),
            )
        except TimeLimit:
            return Answer(question.position.name, question.rules, question.options, tuple(so_far), False)

    def played(question: Question, answer: Answer) -> Answer:
        from ..phases.reveals import against_reveals

        return within(asked.limit, lambda: against_reveals(question, answer, ends.show))

    def ask(file: Path) -> Question:
        question = asked.question(asked.position(file), units, thrown, volunteers=volunteers)
        if against:
            check_reveals(question)
        return question

    # Readings are compared file by file: each of them is a run of its own
    for file, question, known in in_runs(files, ask, 0.0 if compare else asked.limit, ends, **how):
        with ends.of(file):
            answer = known or alone(question.again(asked.limit))
            late: PyroutError | None = None
            if against and isinstance(answer, Answer) and answer.complete:
                try:
                    answer = played(question.again(asked.limit), answer)
                except PyroutError as error:
                    late = error
            ends.show.clear()
            report(answer, question.position)
            if late:
                raise late
            if against and isinstance(answer, Answer) and not any(unit.against for unit in answer.units):
                complain(f"{question.position.name}: no concealed enemy can spoil a rout by dropping concealment")
            unused = answer.dice_unused if isinstance(answer, Answer) and answer.complete else 0
            if unused:
                dice = "die" if unused == 1 else "dice"
                complain(f"{question.position.name}: {unused} {dice} not used: fewer are thrown here")
            if not answer.complete:
                ends.worst(TIME_OVER)
                if not compare:
                    complain(f"{question.position.name}: time limit reached; the answer is incomplete")
    ends.show.clear()
    if form == "json" and objects:
        click.echo(json_text(objects[0] if len(files) == 1 else objects))
    if ends.status:
        sys.exit(ends.status)


def _scores(given: str | None) -> tuple[int, ...]:
    """Return the scores of dice in the order in which they are thrown."""
    if given is None:
        return ()
    if all(score in tuple("123456") for score in given.split(",")):
        return tuple(map(int, given.split(",")))
    raise UsageError(f"--dice wants scores from 1 to 6 with commas between, as in 4,2, not {quote(given)}")


def _paths(given: str | None, default: int | None) -> int | None:
    """Return the number of routes to list; None means all."""
    if given is None:
        return default
    if given in ("all", "none"):
        return None if given == "all" else 0
    if given.isascii() and given.isdigit() and len(given) < 10:
        return int(given)
    raise UsageError(f"--paths wants all, none or a number, not '{quote(given)}'")
