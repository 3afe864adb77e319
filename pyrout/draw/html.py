"""The page: the drawing with what it knows of every hex and route, in one file that needs nothing else."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import PurePath
from typing import Any

from ..errors import one_line
from ..position.facts import Instance
from .answers import Answered
from .markup import Markup, tag, text
from .svg import Art, Drawing, style
from .view import ground, view

# Nothing is fetched and nothing is sent, whatever a position may hold.
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)
LEGEND_WIDTH = 440.0


def asset(name: str) -> str:
    """A file of the page as text."""
    return (files(__package__) / "page" / name).read_text(encoding="utf-8")


def page(found: Answered, art: Art | None = None) -> str:
    """The page of an answer."""
    shown = parts(found, art)
    return filled(
        asset("page.html"),
        title=text(f"{one_line(PurePath(found.answer.file).name)}: the Rout Phase"),
        head=Markup(
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><style>{style()}{asset("page.css")}</style>'
        ),
        tools="",
        map=shown["svg"],
        legend=shown["legend"],
        foot=f'<script type="application/json" id="view">{in_script(shown["view"])}</script><script>{asset("page.js")}</script>',
    )


def parts(found: Answered, art: Art | None = None, *, reasons: bool = True, prefix: str = "p-") -> dict[str, Any]:
    """The drawing and the legend as markup, and the view as JSON can have it."""
    drawing = Drawing(found.solver.question.position, found.answer.units, art=art, prefix=prefix)
    return {**_markup(drawing), "view": view(found, drawing, reasons=reasons)}


def reasons_alone(found: Answered) -> dict[str, Any]:
    """What each hex is to each unit, and why, and the chart walked for each, with the rules that are named: for a page that
    shows the rest already."""
    seen = view(found, Drawing(found.solver.question.position, found.answer.units), reasons=True)
    hexes = {unit["id"]: unit["hexes"] for unit in seen["units"]}
    charts = {unit["id"]: unit["chart"] for unit in seen["units"]}
    return {"hexes": hexes, "charts": charts, "sentences": seen["sentences"]}


def still(instance: Instance, art: Art | None = None) -> dict[str, Any]:
    """The same of a position that nobody has answered."""
    drawing = Drawing(instance, (), art=art)
    return {**_markup(drawing), "view": ground(instance, drawing)}


def _markup(drawing: Drawing) -> dict[str, str]:
    sheet = drawing.layout
    svg = tag(
        "svg",
        *drawing.layers(interactive=True),
        viewBox=f"0 0 {sheet.width:.0f} {sheet.height:.0f}",
        width=f"{sheet.width:.0f}",
        height=f"{sheet.height:.0f}",
        class_="pyrout",
        role="group",
        aria_label="Map. Arrow keys go from hex to hex, Enter says what a hex is to the unit.",
    )
    legend, height = drawing.legend(LEGEND_WIDTH)
    box = tag(
        "svg",
        legend,
        viewBox=f"0 0 {LEGEND_WIDTH:.0f} {height:.0f}",
        class_="pyrout",
        role="img",
        aria_label="Legend",
        width=f"{LEGEND_WIDTH:.0f}",
        height=f"{height:.0f}",
    )
    return {"svg": str(svg), "legend": str(box)}


def filled(template: str, **slots: str) -> str:
    """A template with its slots (`<!--name-->`) filled, in one go: what is filled in has no slots of its own."""
    pieces = template.split("<!--")
    done = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("-->")
        done.append(slots[name] + rest)
    return "".join(done)


def in_script(value: Any) -> str:
    """JSON that can stand in a script element, whatever strings it holds."""
    written = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")
