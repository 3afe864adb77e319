"""The command line: `pyrout solve`, `explain`, `check`, `verify`, `rules`, `demo`, `board`, `los`, `import`.

Exit status: 0 done (legal, nothing differs), 1 illegal or different, 2 usage or bad input (one line on stderr), 3 time limit.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import __version__, rulesets
from .console import BAD_INPUT, STOPPED, TIME_OVER, Progress, Seconds, leave
from .console import complain as _complain
from .console import file_argument as _file
from .console import limit_of as _limit
from .console import print_lines as _print
from .console import rules_option as _rules
from .console import set_option as _set
from .console import settings_of as _settings
from .console import timeout_option as _timeout
from .console import within as _within
from .errors import PyroutError, TimeLimit, UsageError, one_line, shown
from .generate.command import generate_command
from .instance import Instance, load
from .result import Answer
from .suite import COMMANDS as SUITE_COMMANDS
from .vasl.commands import (
    board_command,
    boards_option,
    game_position,
    import_command,
    is_saved_game,
    los_command,
    month_option,
    sides_option,
)

if TYPE_CHECKING:
    from .compare import Comparison

DEMO = "example-07.lp"
_dice = click.option("--dice", metavar="S,S,..", help="The first dice thrown, where a rule set throws any.")


class _Group(click.Group):
    """Turns every error that a user can cause into one line on stderr."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            _refuse_usage(error)
            sys.exit(BAD_INPUT)

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().main(*args, **extra)
        except SystemExit as leaving:
            leave(leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None))
            raise

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _complain("stopped")
            ctx.exit(STOPPED)
        except click.UsageError as error:
            _refuse_usage(error)
            ctx.exit(BAD_INPUT)
        except TimeLimit as error:
            _complain(error)
            ctx.exit(TIME_OVER)
        except PyroutError as error:
            _complain(error)
            ctx.exit(BAD_INPUT)
        except BrokenPipeError:
            # The reader has gone (`pyrout solve ... | head`): nothing is wrong, and there is nobody to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except MemoryError:
            _complain("out of memory: the position is too large")
            ctx.exit(BAD_INPUT)
        except OSError as error:
            _complain(one_line(f"{error.filename or 'the output'}: {error.strerror or error}"))
            # What is left in the buffer would fail once more.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BAD_INPUT)
        except (click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except Exception as error:
            # A defect of ours. Whoever wants to mend it can have the traceback.
            if os.environ.get("PYROUT_DEBUG"):
                raise
            _complain(one_line(f"internal error ({type(error).__name__}: {error}); please report it with the file"))
            ctx.exit(BAD_INPUT)


def _refuse_usage(error: click.UsageError) -> None:
    """One line for a command that click cannot make sense of; without any arguments, its help."""
    if error.ctx is not None and type(error).__name__ == "NoArgsIsHelpError":
        click.echo(error.ctx.get_help(), err=True)
    else:
        where = error.ctx.command_path if error.ctx else "pyrout"
        _complain(f"{' '.join(error.format_message().split()).rstrip('.')}; see `{where} --help`")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pyrout")
def main() -> None:
    """The referee of the ASL Rout Phase: every legal rout of every broken unit, with the rules behind it."""


main.add_command(board_command)
main.add_command(los_command)
main.add_command(import_command)
for _command in SUITE_COMMANDS:
    main.add_command(_command)
main.add_command(generate_command)


def _position(file: Path, boards: Path | None, sides: str | None, month: int | None, ruleset: str | None) -> Instance:
    """The position in a file of facts, or in a saved game of VASL."""
    if is_saved_game(file):
        return game_position(file, boards, sides, ruleset, month)
    if sides or month:
        option = "--sides" if sides else "--month"
        raise UsageError(f"{option} is for saved games; {shown(str(file))} says it with facts (side/1, month/1)")
    return load(file)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unit", "units", metavar="U", multiple=True, help="Answer this unit only (may be repeated).")
@_rules
@_set
@click.option("--json", "form", flag_value="json", help="Print JSON: one object for a file, a list for several.")
@click.option("--ndjson", "form", flag_value="ndjson", help="Print one line of JSON for each file.")
@click.option("--paths", metavar="all|none|N", help="How many routes to list for each unit.")
@_dice
@click.option("--compare-options", "compare", is_flag=True, help="Say which options would change the answer, and how.")
@boards_option
@sides_option
@month_option
@_timeout
def solve(
    files: tuple[Path, ...],
    units: tuple[str, ...],
    ruleset: str | None,
    settings: tuple[str, ...],
    form: str | None,
    paths: str | None,
    dice: str | None,
    compare: bool,
    boards: Path | None,
    sides: str | None,
    month: int | None,
    timeout: float,
) -> None:
    """Who must, may and cannot rout; every legal destination and every legal route.

    A FILE is an instance, or a saved game of VASL (.vsav, .vlog).
    """
    from .solver import in_force
    from .solver import solve as solve_position

    listed, thrown = _paths(paths, None if form else 0), _scores(dice)
    options = _settings(settings)
    show = Progress()
    objects: list[dict[str, Any]] = []
    worst = 0

    def report(answer: Answer, instance: Instance) -> None:
        if form == "ndjson":
            click.echo(json.dumps(answer.to_json(), separators=(",", ":")))
        elif form == "json":
            objects.append(answer.to_json())
        else:
            from . import text

            _print(text.answer_lines(answer, instance, listed))

    def report_comparison(found: Comparison) -> None:
        if form == "ndjson":
            click.echo(json.dumps(found.to_json(), separators=(",", ":")))
        elif form == "json":
            objects.append(found.to_json())
        else:
            from . import compare as comparing

            _print(comparing.lines(found))

    def finish() -> None:
        show.clear()
        if form == "json" and objects:
            click.echo(json.dumps(objects[0] if len(files) == 1 else objects, indent=1))

    for file in files:
        try:
            instance = _position(file, boards, sides, month, ruleset)
            if compare:
                found = _compared(instance, ruleset, options, units, timeout, show)
                show.clear()
                report_comparison(found)
                worst = max(worst, 0 if found.complete else TIME_OVER)
                continue
            so_far: list[Any] = []

            def work(instance: Instance = instance, so_far: list[Any] = so_far) -> Answer:
                return solve_position(
                    instance,
                    rules=ruleset,
                    options=options,
                    units=units,
                    paths=listed if form else None,
                    excluded=form is not None,
                    timeout=_limit(timeout),
                    progress=show,
                    into=so_far,
                    dice=thrown,
                )

            try:
                answer = _within(_limit(timeout), work)
            except TimeLimit:
                rules = ruleset or instance.rules or rulesets.DEFAULT
                in_use = in_force(rules, instance, options)
                answer = Answer(instance.name, rules, in_use, tuple(so_far), False)
            show.clear()
            report(answer, instance)
            if not answer.complete:
                _complain(f"{instance.name}: time limit reached; the answer is not complete")
                worst = max(worst, TIME_OVER)
        except TimeLimit as error:
            show.clear()
            _complain(f"{one_line(str(file))}: {error}")
            worst = max(worst, TIME_OVER)
        except PyroutError as error:
            show.clear()
            _complain(error)
            worst = max(worst, BAD_INPUT)
    finish()
    if worst:
        sys.exit(worst)


def _compared(
    instance: Instance,
    ruleset: str | None,
    options: dict[str, str],
    units: tuple[str, ...],
    timeout: float,
    show: Progress,
) -> Comparison:
    """Which readings change the answer of a position."""
    from .compare import compare_options

    limit = _limit(timeout)
    return _within(
        limit,
        lambda: compare_options(instance, rules=ruleset, options=options, units=units, timeout=limit, progress=show),
    )


def _scores(given: str | None) -> tuple[int, ...]:
    """The scores of dice in the order in which they are thrown."""
    if given is None:
        return ()
    if all(score in tuple("123456") for score in given.split(",")):
        return tuple(map(int, given.split(",")))
    raise UsageError(f"--dice wants scores from 1 to 6 with commas between, as in 4,2, not {shown(given)}")


def _paths(given: str | None, default: int | None) -> int | None:
    """How many routes to list; None means all."""
    if given is None:
        return default
    if given in ("all", "none"):
        return None if given == "all" else 0
    if given.isascii() and given.isdigit() and len(given) < 10:
        return int(given)
    raise UsageError(f"--paths wants all, none or a number, not {given!r}")


@main.command()
@_file
@click.argument("unit")
@click.argument("hex_", metavar="[HEX]", required=False)
@_rules
@_set
@boards_option
@sides_option
@month_option
@_timeout
def explain(
    file: Path,
    unit: str,
    hex_: str | None,
    ruleset: str | None,
    settings: tuple[str, ...],
    boards: Path | None,
    sides: str | None,
    month: int | None,
    timeout: float,
) -> None:
    """Why a unit must rout or is eliminated; with HEX, why that hex is or is not a destination."""
    instance = _position(file, boards, sides, month, ruleset)
    _print(
        _within(_limit(timeout), lambda: list(_explained(instance, unit, hex_, ruleset, _settings(settings), timeout)))
    )


def _explained(
    instance: Instance, unit: str, hex_: str | None, ruleset: str | None, options: dict[str, str], timeout: float
) -> Iterable[str]:
    from . import text
    from .explain import explain_hex, explain_unit

    names = text.Names(instance)
    name = ruleset or instance.rules or rulesets.DEFAULT
    limit = _limit(timeout)
    if rulesets.driver(name) == "table":
        from .miniatures.judge import check_places
        from .miniatures.text import explanation_lines
        from .solver import solve as solve_position

        check_places([hex_] if hex_ else [])
        found = solve_position(instance, rules=ruleset, options=options, units=(unit,), timeout=limit)
        found.require_complete()
        return explanation_lines(found[unit], name, names, hex_)
    if hex_ is None:
        of_unit = explain_unit(instance, unit, rules=ruleset, options=options, timeout=limit)
        answer = Answer(instance.name, name, {}, (of_unit.answer,))
        return text.unit_explanation_lines(of_unit, answer, names)
    of_hex = explain_hex(instance, unit, hex_, rules=ruleset, options=options, timeout=limit)
    answer = Answer(instance.name, name, {}, (of_hex.answer,))
    return text.hex_explanation_lines(of_hex, answer, names)


@main.command()
@_file
@click.argument("unit")
@click.argument("path", metavar="HEX...", nargs=-1, required=True)
@click.option("--to", metavar="HEX", help="The destination that the rout claims (default: any that makes it legal).")
@click.option("--low-crawl", is_flag=True, help="The rout claims to be a Low Crawl.")
@_rules
@_set
@boards_option
@sides_option
@month_option
@_timeout
def check(
    file: Path,
    unit: str,
    path: tuple[str, ...],
    to: str | None,
    low_crawl: bool,
    ruleset: str | None,
    settings: tuple[str, ...],
    boards: Path | None,
    sides: str | None,
    month: int | None,
    timeout: float,
) -> None:
    """Judges a claimed rout, hex by hex; exit status 1 if it is illegal."""
    from . import text
    from .judge import check as judge

    instance = _position(file, boards, sides, month, ruleset)
    options = _settings(settings)
    judgement = _within(
        _limit(timeout),
        lambda: judge(
            instance, unit, path, to=to, low_crawl=low_crawl, rules=ruleset, options=options, timeout=_limit(timeout)
        ),
    )
    _print(text.judgement_lines(judgement, ruleset or instance.rules or rulesets.DEFAULT, text.Names(instance)))
    sys.exit(0 if judgement.legal else 1)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@_rules
@_timeout
def verify(files: tuple[Path, ...], ruleset: str | None, timeout: float) -> None:
    """Solves instances and compares them with the answers that they state."""
    from .verify import verify as compare

    worst = 0
    for file in files:
        try:
            if is_saved_game(file):
                raise UsageError(
                    f"{shown(str(file))}: a saved game states no answers; import it and add expect/2 to the instance"
                )
            instance = load(file)
            found = _within(_limit(timeout), partial(compare, instance, rules=ruleset, timeout=_limit(timeout)))
        except TimeLimit as error:
            _complain(f"{one_line(str(file))}: {error}")
            worst = max(worst, TIME_OVER)
            continue
        except PyroutError as error:
            _complain(error)
            worst = max(worst, BAD_INPUT)
            continue
        for difference in found:
            click.echo(f"{instance.name}: {difference}")
        worst = max(worst, 1 if found else 0)
        if not found:
            click.echo(f"{instance.name}: agrees")
    sys.exit(worst)


@main.command()
@_file
@click.option(
    "--unit", "units", metavar="U", multiple=True, help="Draw the answer of this unit only (may be repeated)."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write: .svg, .png or .html."
)
@click.option("--board", type=click.Path(path_type=Path), metavar="ARCHIVE", help="Board art to lay underneath.")
@_rules
@_set
@boards_option
@sides_option
@month_option
@_timeout
def draw(
    file: Path,
    units: tuple[str, ...],
    output: Path,
    board: Path | None,
    ruleset: str | None,
    settings: tuple[str, ...],
    boards: Path | None,
    sides: str | None,
    month: int | None,
    timeout: float,
) -> None:
    """Draws a position with its answer: an SVG or PNG, or a page (HTML) that gives reasons on a click."""
    from .draw.command import draw_file

    instance = _position(file, boards, sides, month, ruleset)
    options, limit = _settings(settings), _limit(timeout)
    _within(limit, lambda: draw_file(instance, output, board, ruleset, options, units, limit))


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes any free one.")
@boards_option
@click.option(
    "--timeout",
    type=Seconds(0.1, 600),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a position may take.",
)
def serve(port: int, boards: Path | None, timeout: float) -> None:
    """Serves a page on this machine: open, change, solve and draw positions in a browser."""
    from .serve.command import serve_page

    serve_page(port, boards, timeout)


@main.command()
@click.argument("ruleset", required=False)
def rules(ruleset: str | None) -> None:
    """The rules of a rule set with their sections and sentences, and its options."""
    from . import text

    for name in [ruleset] if ruleset else rulesets.names():
        _print(text.rules_lines(name))


@main.command()
def demo() -> None:
    """A built-in position, solved and explained."""
    from . import text
    from .solver import solve as solve_position

    path = rulesets.instances() / "aslsk" / DEMO
    instance = load(path)
    answer = solve_position(instance)
    _print(text.answer_lines(answer, instance))
    click.echo("\nWhy not straight to yI4, through the orchard?")
    _print(_explained(instance, "g1", "yI4", None, {}, 0))
