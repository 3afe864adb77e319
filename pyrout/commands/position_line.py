"""`-p LINE` or `-`, standard input, in place of a FILE."""

from __future__ import annotations

import sys
from functools import cache, partial

import click

from ..position.reading import BYTE_LIMIT, decode_text, give

FLAGS = ("-p", "--position")
STDIN = "-"

position_option = click.option(
    *FLAGS,
    "lines",
    metavar="LINE",
    multiple=True,
    expose_value=False,
    help="A position in one line, in quotes, as `pyrout line` writes it, in place of a FILE.",
)


@cache
def _stdin() -> str:
    return decode_text(STDIN, sys.stdin.buffer.read(BYTE_LIMIT + 1))


def lines_as_files(args: list[str]) -> list[str]:
    """Return the arguments of a command with each `-p LINE` replaced by the name of a file, before the others.

    A file that is called `-` is read from standard input.
    """
    if STDIN in args:
        _stdin.cache_clear()
        give(STDIN, _stdin)
    if not any(arg.partition("=")[0] in FLAGS for arg in args):
        return args
    from ..position.line import LINE, text_of

    kept: list[str] = []
    files: list[str] = []
    rest = iter(args)
    for arg in rest:
        flag, equals, line = arg.partition("=")
        if arg in FLAGS:
            line = next(rest, "")
        elif flag != FLAGS[1] or not equals:
            kept += [arg, *rest] if arg == "--" else [arg]
            continue
        files.append(f"{LINE} {len(files) + 1}" if files else LINE)
        give(files[-1], partial(text_of, line, files[-1]))
    return [*files, *kept]
