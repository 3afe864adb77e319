"""Colour for terminals. Code that writes answers also runs without a terminal."""

from __future__ import annotations

import re

from .span import Said, is_a, spans_of

_COLOURS = {"red": 31, "green": 32, "yellow": 33}
_ESCAPE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


def style(text: str, *, fg: str | None = None, bold: bool = False, underline: bool = False) -> str:
    """Return a text with the escape sequences of a terminal, the last of which takes them all back.

    >>> style("may rout", fg="green", bold=True)
    '\\x1b[32m\\x1b[1mmay rout\\x1b[0m'
    """
    codes = [_COLOURS[fg]] if fg else []
    codes += [1] * bold + [4] * underline
    return "".join(f"\x1b[{code}m" for code in codes) + text + "\x1b[0m"


def unstyle(text: str) -> Said:
    """Return a text without them.

    >>> unstyle("\\x1b[1mg1\\x1b[0m in yK5")
    'g1 in yK5'
    """
    return Said(*(part if is_a(part) else _ESCAPE.sub("", part) for part in spans_of([text])))
