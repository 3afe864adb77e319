"""The command line: `pyrout solve` and the other commands, each loaded from `commands` when it is called.

Exit status: 0 done (legal, nothing differs), 1 illegal or different, 2 usage or bad input (one line on stderr), 3
time limit.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from itertools import pairwise
from typing import Any

import click

from .base import cache
from .commands.console import BAD_INPUT, STOPPED, TIME_OVER, complain, leave
from .commands.streams import nowhere
from .errors import PyroutError, TimeLimit, one_line, quote
from .program.statements import before_translating
from .version import __version__

# The commands, and where each is: a module of `commands`, and its name there.
COMMANDS = {
    "batch": "batch.batch_",
    "board": "boards.board",
    "cache": "cache.cache",
    "check": "check.check",
    "convert": "convert.convert",
    "count": "count.count",
    "demo": "rules.demo",
    "draw": "draw.draw",
    "engine": "engine.engine",
    "explain": "explain.explain",
    "generate": "generate.generate",
    "import": "boards.import_",
    "judge": "judge.judge",
    "line": "lines.line",
    "los": "boards.los",
    "minimise": "minimise.minimise",
    "phase": "phase.phase",
    "quiz": "quiz.quiz",
    "rules": "rules.rules",
    "schema": "rules.schema",
    "serve": "serve.serve",
    "solve": "solve.solve",
    "verify": "verify.verify",
}

EMPTY = re.compile(r"--[a-z-]+=")  # an option without the value that it says it has


class _Group(click.Group):
    """Turns every error that a user can cause into one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(".")
        command: click.Command = getattr(import_module(f".commands.{module}", __package__), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        for before, arg in pairwise([name or "", *rest]):
            if not arg or EMPTY.fullmatch(arg):
                what = before if not arg else arg[:-1]
                raise click.UsageError(f"there is an empty value after {quote(what)}: give one, or leave it out", ctx)
        rewrite = getattr(command and command.callback, "rewrite", None)  # -p LINE, where a command knows positions
        return name, command, rewrite(rest) if rewrite else rest

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            _refuse_usage(error)
            sys.exit(BAD_INPUT)
        except OSError as error:  # of --help or --version
            sys.exit(_unwritten(error))

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
            complain("stopped")
            ctx.exit(STOPPED)
        except click.UsageError as error:
            _refuse_usage(error)
            ctx.exit(BAD_INPUT)
        except PyroutError as error:
            complain(error)
            ctx.exit(TIME_OVER if isinstance(error, TimeLimit) else BAD_INPUT)
        except MemoryError:
            complain("out of memory: the position is too large")
            ctx.exit(BAD_INPUT)
        except OSError as error:
            ctx.exit(_unwritten(error))
        except (click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except Exception as error:
            # A defect of ours. The traceback is for those who mend it.
            if os.environ.get("PYROUT_DEBUG"):
                raise
            complain(one_line(f"internal error ({type(error).__name__}: {error}); please report it with the file"))
            ctx.exit(BAD_INPUT)


def _unwritten(error: OSError) -> int:
    """Report that the output cannot be written; return the exit status."""
    complain(one_line(f"{error.filename or 'the output'}: {error.strerror or error}"))
    nowhere(sys.stdout.fileno())  # what is left in the buffer would fail once more
    return BAD_INPUT


def _refuse_usage(error: click.UsageError) -> None:
    """Report a usage error of click in one line; without arguments, print the help."""
    if error.ctx is not None and type(error).__name__ == "NoArgsIsHelpError":
        click.echo(error.ctx.get_help(), err=True)
    else:
        where = error.ctx.command_path if error.ctx else "pyrout"
        complain(f"{' '.join(error.format_message().split()).rstrip('.')}; see `{where} --help`")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pyrout")
def main() -> None:
    """Judge the ASL Rout Phase: list every legal rout of every broken unit, with the rules behind it."""
    if sys.stderr.isatty() and cache.usable("statements-"):  # where nothing is kept each command would say so
        before_translating(lambda: complain("translates the encodings and keeps them: a second, once"))
