"""The legend: of everything that is on a drawing, and of nothing else."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence, Set

from . import symbols
from .ground import DRAWN
from .layout import Point
from .markup import Attribute, Markup, circle, group, label, path, tag

COLUMN = 215.0
ROW = 20.0
# Roads as the drawing has them: their words, and the lines that lie upon each other
ROADS = (
    ("path", "path", ("trod",)),
    ("road", "road", ("road bed", "road")),
    ("paved", "paved road", ("road bed", "road paved")),
)
Entry = tuple[Markup, str]


def legend(
    used: Set[str], counters: Collection[symbols.Counter], width: float, *, prefix: str, plain: bool
) -> tuple[Markup, float]:
    """Return the legend of what is drawn (`used`), and how high it is.

    `plain` leaves terrain out, as board art shows it.
    """
    entries = [
        *([] if plain else _terrain(used, prefix)),
        *_sides(counters),
        *_statuses(counters),
        *_signs(used, prefix),
    ]
    columns = max(1, int(width // COLUMN))
    rows = math.ceil(len(entries) / columns)
    drawn = []
    for number, (sign, words) in enumerate(entries):
        x, y = 8 + number // rows * COLUMN, 20 + number % rows * ROW
        drawn.append(group(sign, label(words, 40, 4, "line"), transform=f"translate({x:.0f} {y:.0f})"))
    return group(*drawn, class_="legend"), 24 + rows * ROW


def _terrain(used: Set[str], prefix: str) -> Iterable[Entry]:
    for kin in symbols.FAMILY_NAMES:
        if kin not in used:
            continue
        box = {"x": 6, "y": -8, "width": 26, "height": 16}
        sign = [tag("rect", class_=f"ground t-{kin}", **box)]
        if kin in DRAWN:
            sign.append(tag("use", href=f"#{prefix}{kin}0", transform="translate(19 0) scale(0.3 0.2)"))
        elif kin not in symbols.PATTERNLESS:
            sign.append(tag("rect", fill=f"url(#{prefix}{kin})", **box))
        yield group(*sign), symbols.FAMILY_NAMES[kin]
    for what, words, classes in ROADS:
        if what in used:
            yield _together([_line(class_, "M8 0H30") for class_ in classes]), words
    for what in sorted(used):
        if what.startswith("side "):
            kind = what.removeprefix("side ")
            yield _line(f"side {kind}", "M8 0H30"), kind.replace("_", " ")


def _sides(counters: Collection[symbols.Counter]) -> Iterable[Entry]:
    for side, counter in {c.side: c for c in counters}.items():
        shown = [tag("rect", x=6, y=-8, width=26, height=16, rx=2, class_="counter", fill=counter.colour)]
        if counter.attacker:
            shown.append(tag("rect", x=8, y=-6, width=22, height=12, rx=1, class_="inner"))
        yield group(*shown), side.replace("_", " ") + (", whose Player Turn it is" if counter.attacker else "")


def _statuses(counters: Collection[symbols.Counter]) -> Iterable[Entry]:
    statuses = {status for c in counters for status in c.statuses}
    if "broken" in statuses:
        box = tag("rect", x=11, y=-8, width=16, height=16, rx=1.4, class_="counter", fill="#fff")
        yield group(box, path("M11.6 -7.4h2.6v14.8h-2.6z", "edge")), "broken"
    for status in sorted(statuses - {"broken"}):
        code = symbols.CODES[status]
        width = 4.6 + 3.9 * len(code)
        chip = tag("rect", x=19 - width / 2, y=-4, width=width, height=7.6, class_="chip")
        yield group(chip, label(code, 19, 2, "chip-text")), symbols.STATUS_NAMES[status]


def _signs(used: Set[str], prefix: str) -> Iterable[Entry]:
    arrow = {"stroke_width": "3", "marker_end": f"url(#{prefix}head0)"}
    signs: dict[str, tuple[str, Sequence[Markup]]] = {
        "lit": ("Illuminated", [_box(class_="lit")]),
        "ford": ("fordable", [_line("ford", "M8 0H32")]),
        "tunnel": ("tunnel", [_line("tunnel", "M6 0H32")]),
        "ladder": (
            "who is not on the ground, a row for each level",
            [
                tag("rect", x=6, y=-7, width=28, height=13, rx=3, class_="plate"),
                label("@1", 13, 2.5, "plate-text"),
                tag("rect", x=20, y=-5, width=12, height=9, rx=1, class_="counter", fill="#fff"),
            ],
        ),
        "start": ("where a unit starts", [_box(class_="start")]),
        "supposed": ("start, if it breaks on purpose", [_box(class_="start", stroke_dasharray=symbols.DASHES)]),
        "destination": ("destination, with its price", [_box(class_="destination c0")]),
        "ignorable": ("destination that may be ignored", [_box(class_="destination ignorable c0")]),
        "excluded": ("cover that no legal way leads to", symbols.barred(Point(19, 0))),
        "priced": ("cover that costs more MF than the nearest", symbols.priced(3, Point(19, 0))),
        "closed": ("hexside that it may not cross", [_line("shut", "M10 0H28")]),
        "route": ("safest rout, \N{MULTIPLICATION SIGN}: number of ways", [_line("route c0", **arrow)]),
        "crawl": ("Low Crawl", [_line("route low_crawl c0", **arrow)]),
        "other": ("a rout that is less safe", [_line("route other-best c0", "M6 0H30", stroke_width="3")]),
        "fan": ("the other ways, and their ends", [_line("fan c0", stroke_width="2"), _disc("f0", 28)]),
        "clean": ("end of a way without Interdiction", [_disc("f0")]),
        "risky": ("end of interdicted ways alone", [_disc("risky c0")]),
        "turn": ("order of the turns in the best plan", [_disc("turn f0", r=7), label("1", 19, 3, "badge-text")]),
        "planned": ("rout of a unit by the plan", [_line("route c0", **arrow)]),
        "interdicted": ("interdicted", [_box(fill=f"url(#{prefix}interdicted)"), _box(fill="none", class_="danger")]),
        "sight": ("LOS of the Interdictor", [_line("sight", "M6 0H32")]),
        "found": (
            "discovered on the way",
            [_line("found", "M4 0H18"), _disc("badge", 24, 5.5), label("!", 24, 3, "badge-text")],
        ),
        "dead": ("eliminated", [_line("dead", "M13 -6l12 12m0 -12l-12 12")]),
    }
    for name, (words, parts) in signs.items():
        if name in used:
            yield _together(parts), words


def _together(parts: Sequence[Markup]) -> Markup:
    return parts[0] if len(parts) == 1 else group(*parts)


def _box(**look: Attribute) -> Markup:
    return tag("rect", **look, x=8, y=-7, width=22, height=14)


def _line(class_: str, d: str = "M6 0H26", **look: Attribute) -> Markup:
    return path(d, class_, **look)


def _disc(class_: str, x: float = 19, r: float = 4) -> Markup:
    return circle(Point(x, 0), r, class_)
