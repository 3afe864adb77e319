"""Pages of the handbook, and the little Markdown that they are written in."""

from __future__ import annotations

import html
import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Page(NamedTuple):
    """A page or file of the site: its path below `docs`, and what is in it."""

    path: str
    text: str


def link(text: str, to: str, at: str) -> str:
    """A link to the page `to` from the page `at`, both paths below `docs`."""
    place, _, fragment = to.partition("#")
    target = posixpath.relpath(place, posixpath.dirname(at) or ".") if place else ""
    return f"[{text}]({target}{'#' + fragment if fragment else ''})"


def plain(text: str) -> str:
    """A sentence in which no character means anything to Markdown, but for what stands between backticks."""
    pieces = text.split("`") if text.count("`") % 2 == 0 else [text.replace("`", "'")]
    return "`".join(piece.replace("|", "/") if number % 2 else _escaped(piece) for number, piece in enumerate(pieces))


def _escaped(text: str) -> str:
    said = html.escape(text, quote=False)
    return "".join(f"\\{letter}" if letter in "*_[]|{}" else letter for letter in said)


def fenced(text: str, language: str = "text") -> str:
    """Lines as they stand."""
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def indented(text: str) -> str:
    """Markdown inside of an admonition or a tab."""
    return "".join(f"    {line}\n" if line else "\n" for line in text.rstrip().splitlines())


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; nothing where it would have no rows."""
    body = [f"| {' | '.join(cells)} |\n" for cells in rows]
    return "".join([f"| {' | '.join(heading)} |\n", "|---" * len(heading) + "|\n", *body]) if body else ""


def bullets(items: Iterable[str]) -> str:
    return "".join(f"- {item}\n" for item in items)
