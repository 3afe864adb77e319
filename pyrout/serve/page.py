"""The files of the page, the same on a server and on a site without one."""

from __future__ import annotations

from collections.abc import Iterable

from ..draw.html import asset, whole
from ..draw.svg import style

TITLE = "pyrout: the Rout Phase"
SLOTS = ("tools", "work", "phase", "setup", "editor", "events")
SCRIPTS = ("page.js", "table.js", "tables.js", "edit.js", "phase.js")  # in the order in which they are loaded


def page_files(base: str, *, head: str = "", first: Iterable[str] = ()) -> dict[str, tuple[str, bytes]]:
    """Return the files of the page by their names ("" is the page itself), each with its kind.

    `base` stands before the names of those that the page asks for; `head` is more for its head, and `first` names
    scripts that come before its own.
    """
    sheets = style() + asset("page.css") + asset("edit.css") + asset("phase.css")
    page = whole(
        "page.html",
        title=TITLE,
        head=f'{head}<link rel="icon" href="data:,"><link rel="stylesheet" href="{base}page.css">',
        **{slot: asset(f"{slot}.html") for slot in SLOTS},
        map="",
        legend="",
        foot="".join(f'<script src="{base}{name}"></script>' for name in (*first, *SCRIPTS)),
    )
    files = {
        "": ("text/html", page),
        "page.css": ("text/css", sheets),
        **{name: ("text/javascript", asset(name)) for name in SCRIPTS},
    }
    return {name: (kind, contents.encode()) for name, (kind, contents) in files.items()}
