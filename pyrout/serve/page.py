"""The files of the page, the same on a server and on a site without one."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..draw.html import DOM, LOOK, SHOWING, SLOTS, asset, in_script, whole
from ..draw.svg import style
from ..draw.symbols import NATIONS, family
from ..lab.quiz.primer import page_document
from ..position.line import OFTEN
from ..position.vocabulary import TERRAIN

TITLE = "pyrout: the Rout Phase"
LEARN = "pyrout: learn to rout"
SHEETS = (*LOOK, "edit.css", "palette.css", "phase.css", "game.css")
GIVEN = "given.js"  # written by the program
# In the order in which they are loaded
LEARN_SCRIPTS = (DOM, "learn-progress.js", "learn-rounds.js", "learn-map.js", "learn-result.js", "learn.js")
SCRIPTS = (
    DOM,
    "first.js",
    *SHOWING,
    "table.js",
    "chips.js",
    "blocks.js",
    "tables.js",
    "palette.js",
    "address.js",
    "opening.js",
    "positions.js",
    "examples.js",
    "setup.js",
    "form.js",
    "hand.js",
    "readings.js",
    "requests.js",
    "work.js",
    "showing.js",
    "incoming.js",
    "links.js",
    "edit.js",
    "phase.js",
    "game.js",
)


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
        head=_head(base, head),
        **{slot: asset(f"{slot}.html") for slot in SLOTS},
        map="",
        legend="",
        foot=_scripts(base, (*first, GIVEN, *SCRIPTS)),
    )
    files = {
        "": ("text/html", page),
        "page.css": ("text/css", sheets),
        GIVEN: ("text/javascript", given()),
        **{name: ("text/javascript", asset(name)) for name in SCRIPTS},
        **_learn_files(base, head, first),
    }
    return {name: (kind, contents.encode()) for name, (kind, contents) in files.items()}


def _learn_files(base: str, head: str, first: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the files of the part Learn by their names, each with its kind."""
    page = whole(
        "learn.html",
        title=LEARN,
        head=f'{_head(base, head)}<link rel="stylesheet" href="{base}learn.css">',
        home="./",
        foot=_scripts(base, (*first, *LEARN_SCRIPTS)),
    )
    return {
        "learn.html": ("text/html", page),
        "learn.css": ("text/css", asset("learn.css")),
        **{name: ("text/javascript", asset(name)) for name in LEARN_SCRIPTS},
        "learn.json": ("application/json", json.dumps(page_document(), ensure_ascii=False)),
    }


def _head(base: str, more: str) -> str:
    return f'{more}<link rel="icon" href="data:,"><link rel="stylesheet" href="{base}page.css">'


def _scripts(base: str, names: Iterable[str]) -> str:
    return "".join(f'<script src="{base}{name}"></script>' for name in names)
