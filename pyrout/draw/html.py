"""The page: the drawing with what it knows of every hex and route, in one file that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, MutableMapping, Sequence
from importlib.resources import files
from pathlib import PurePath
from typing import Any

from ..base.span import rendered
from ..errors import one_line
from ..position.facts import Instance
from ..wording import Names
from .answers import Answered
from .markup import sheet, text
from .svg import Art, Base, Drawing, style
from .titles import headline
from .view import ground, view

# The page fetches nothing and sends nothing, whatever a position may hold.
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)
LEGEND_WIDTH = 440.0
# The parts of the page that `pyrout serve` has, and a page in a file has not
SLOTS = ("tools", "palette", "work", "game", "phase", "setup", "editor", "events")
LOOK = ("tokens.css", "page.css", "card.css")  # the sheets of every page
DOM = "dom.js"  # the script that comes first on every page
# The scripts that show an answer, in their order
SHOWING = (
    *("words.js", "card.js", "units.js", "mapview.js", "stack.js", "beside.js", "labels.js", "pointing.js", "way.js"),
    *("page.js", "frame.js"),
)


def asset(name: str) -> str:
    """Return a file of the page as text."""
    return (files(__package__) / "page" / name).read_text(encoding="utf-8")


def page(answered: Answered, arts: Sequence[Art] = ()) -> str:
    """Return the page of an answer."""
    shown = parts(answered, arts)
    head = headline(answered.answer.units, Names(answered.question.position))
    return in_one_file(
        "page.html",
        f"{head} ({one_line(PurePath(answered.answer.file).name)})",
        rendered(shown["view"]),
        SHOWING,
        style(),
        **dict.fromkeys(SLOTS, ""),
        map=shown["svg"],
        legend=shown["legend"],
    )


def in_one_file(name: str, title: str, shown: Any, scripts: Iterable[str], sheet: str = "", **slots: str) -> str:
    """Return a page of a template that needs no other file: it holds the data that is `shown`, scripts and sheets."""
    sheets = sheet + "".join(map(asset, LOOK))
    return whole(
        name,
        title=text(title),
        head=f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><style>{sheets}</style>',
        foot=f'<script type="application/json" id="view">{in_script(shown)}</script>'
        f"<script>{''.join(map(asset, (DOM, *scripts)))}</script>",
        **slots,
    )


def parts(
    answered: Answered,
    arts: Sequence[Art] = (),
    *,
    reasons: bool = True,
    prefix: str = "p-",
    bases: MutableMapping[str, Base] | None = None,
    have: object = None,
) -> dict[str, Any]:
    """Return the drawing and the legend as markup, and the view as JSON can have it.

    Whoever asks may `have` the map already, by its key, and then gets only what lies on it.
    """
    around = answered.around() if reasons else None
    position, units = answered.question.position, answered.answer.units
    drawing = Drawing(position, units, arts=arts, prefix=prefix, interactive=True, bases=bases, around=around)
    if not reasons and any(o.bundles for o in drawing.overlays):
        for sign in ("excluded", "priced", "closed"):
            drawing.explain(sign)  # these come with the reasons
    return _parts(drawing, view(answered, drawing, reasons=reasons), have)


def reasons_alone(answered: Answered, unit: str | None = None) -> dict[str, Any]:
    """Return the state of each hex for each unit (or for one), with reasons.

    That includes the chart walked for each unit, who sees its routes, the signs in hexes that are not destinations,
    and the rules that are named.
    """
    around = answered.around(unit)
    drawing = Drawing(answered.question.position, answered.answer.units, around=around)
    seen = view(answered, drawing, reasons=True, only=unit)
    units = {unit["id"]: unit for unit in seen["units"]}
    return {
        "hexes": {name: unit["hexes"] for name, unit in units.items()},
        "charts": {name: unit["chart"] for name, unit in units.items()},
        "closed": {name: unit["card"]["closed"] for name, unit in units.items()},
        "seen": {name: unit["seen"] for name, unit in units.items()},
        "marks": {o.unit.id: str(drawing.excluded(o)) for o in drawing.overlays if o.unit.id in units},
        "sentences": seen["sentences"],
    }


def still(
    instance: Instance,
    arts: Sequence[Art] = (),
    bases: MutableMapping[str, Base] | None = None,
    have: object = None,
) -> dict[str, Any]:
    """Return the parts of a page for a position that nobody has answered."""
    drawing = Drawing(instance, (), arts=arts, interactive=True, bases=bases)
    return _parts(drawing, ground(instance, drawing), have)


def _parts(drawing: Drawing, shown: dict[str, Any], have: object) -> dict[str, Any]:
    """Return the markup of a page and the view that is `shown`.

    `map` is the key of the map. Whoever has it gets `layers`, the part above the map, in place of the whole drawing in
    `svg`, and a view without the facts of the map alone.
    """
    fields: dict[str, Any] = {"map": drawing.base.key}
    if drawing.base.key == have:
        fields["layers"] = [str(layer) for layer in drawing.answered()]
        del shown["hexes"]
    else:
        fields["svg"] = str(
            sheet(
                drawing.layout.width,
                drawing.layout.height,
                *drawing.layers(),
                role="group",
                aria_label="Map. Arrow keys go from hex to hex, Enter says what a hex is to the unit.",
            )
        )
    legend, height = drawing.legend(LEGEND_WIDTH)
    box = sheet(LEGEND_WIDTH, height, legend, role="img", aria_label="Legend")
    return {**fields, "legend": str(box), "view": shown}


def whole(name: str, *, title: str, head: str, **slots: str) -> str:
    """Return a page of a template: all begin alike, with a title and what more their head has."""
    top = fill(asset("top.html"), title=title, head=head)
    return fill(asset(name), top=top, title=title, **slots)


def fill(template: str, **slots: str) -> str:
    """Return a template with its slots (`<!--name-->`) filled in one pass: fillings have no slots of their own."""
    pieces = template.split("<!--")
    done = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("-->")
        done.append(slots[name] + rest)
    return "".join(done)


def in_script(value: Any) -> str:
    """Return JSON that is safe in a script element, whatever strings it holds."""
    written = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")
