"""The files of the page, the same on a server and on a site without one."""

from __future__ import annotations

from collections.abc import Iterable

from ..draw.html import asset, in_script, whole
from ..draw.svg import style
from ..draw.symbols import NATIONS, family
from ..position.line import OFTEN
from ..position.vocabulary import TERRAIN

TITLE = "pyrout: the Rout Phase"
SLOTS = ("tools", "palette", "work", "phase", "setup", "editor", "events")
SHEETS = ("page.css", "edit.css", "palette.css", "phase.css")
GIVEN = "given.js"  # written by the program
# In the order in which they are loaded
SCRIPTS = ("first.js", "page.js", "table.js", "tables.js", "palette.js", "address.js", "edit.js", "phase.js")


def given() -> str:
    """Return the script of what the page knows before it asks: enough to draw the map and the counters of a link."""
    families = {terrain: family(terrain) for terrain in TERRAIN.words}
    known = {"often": OFTEN.decode(), "families": families, "nations": NATIONS}
    return f'"use strict";\nself.PYROUT_GIVEN = {in_script(known)};\n'


def page_files(base: str, *, head: str = "", first: Iterable[str] = ()) -> dict[str, tuple[str, bytes]]:
    """Return the files of the page by their names ("" is the page itself), each with its kind.

    `base` stands before the names of those that the page asks for; `head` is more for its head, and `first` names
    scripts that come before its own.
    """
    sheets = style() + "".join(map(asset, SHEETS))
    page = whole(
        "page.html",
        title=TITLE,
        head=f'{head}<link rel="icon" href="data:,"><link rel="stylesheet" href="{base}page.css">',
        **{slot: asset(f"{slot}.html") for slot in SLOTS},
        map="",
        legend="",
        foot="".join(f'<script src="{base}{name}"></script>' for name in (*first, GIVEN, *SCRIPTS)),
    )
    files = {
        "": ("text/html", page),
        "page.css": ("text/css", sheets),
        GIVEN: ("text/javascript", given()),
        **{name: ("text/javascript", asset(name)) for name in SCRIPTS},
    }
    return {name: (kind, contents.encode()) for name, (kind, contents) in files.items()}
