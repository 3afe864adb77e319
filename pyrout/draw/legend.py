"""The legend: of everything that is on a drawing, and of nothing else."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Set

from . import symbols
from .ground import DRAWN
from .markup import Markup, group, label, tag

COLUMN = 215.0
ROW = 20.0
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
    drawn = [
        group(sign, label(words, 40, 4, "line"), transform=f"translate({x:.0f} {y:.0f})")
        for (sign, words), (x, y) in zip(
            entries,
            ((8 + (i // rows) * COLUMN, 20 + (i % rows) * ROW) for i in range(len(entries))),
            strict=True,
        )
    ]
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
    if "path" in used:
        yield tag("path", d="M8 0H30", class_="trod"), "path"
    if "road" in used:
        yield group(tag("path", d="M8 0H30", class_="road bed"), tag("path", d="M8 0H30", class_="road")), "road"
    if "paved" in used:
        yield (
            group(tag("path", d="M8 0H30", class_="road bed"), tag("path", d="M8 0H30", class_="road paved")),
            "paved road",
        )
    for what in sorted(used):
        if what.startswith("side "):
            kind = what.removeprefix("side ")
            yield tag("path", d="M8 0H30", class_=f"side {kind}"), kind.replace("_", " ")


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
        yield group(box, tag("path", d="M11.6 -7.4h2.6v14.8h-2.6z", class_="edge")), "broken"
    for status in sorted(statuses - {"broken"}):
        code = symbols.CODES[status]
        chip = tag(
            "rect", x=19 - (4.6 + 3.9 * len(code)) / 2, y=-4, width=4.6 + 3.9 * len(code), height=7.6, class_="chip"
        )
        yield group(chip, label(code, 19, 2, "chip-text")), symbols.STATUS_NAMES[status]


def _signs(used: Set[str], prefix: str) -> Iterable[Entry]:
    square = {"x": 8, "y": -7, "width": 22, "height": 14}
    signs = {
        "lit": (tag("rect", class_="lit", **square), "Illuminated"),
        "ford": (tag("path", d="M8 0H32", class_="ford"), "fordable"),
        "tunnel": (tag("path", d="M6 0H32", class_="tunnel"), "tunnel"),
        "ladder": (
            group(
                tag("rect", x=6, y=-7, width=28, height=13, rx=3, class_="plate"),
                label("@1", 13, 2.5, "plate-text"),
                tag("rect", x=20, y=-5, width=12, height=9, rx=1, class_="counter", fill="#fff"),
            ),
            "who is not on the ground, a row for each level",
        ),
        "start": (tag("rect", class_="start", **square), "where a unit starts"),
        "supposed": (
            tag("rect", class_="start", stroke_dasharray=symbols.DASHES, **square),
            "start, if it breaks on purpose",
        ),
        "destination": (tag("rect", class_="destination c0", **square), "destination, with its price"),
        "ignorable": (tag("rect", class_="destination ignorable c0", **square), "destination that may be ignored"),
        "excluded": (
            group(
                tag("circle", cx=19, cy=0, r=4.6, class_="excluded"),
                tag("path", d="M15.8 -3.2l6.4 6.4", class_="excluded"),
            ),
            "cover that no legal way leads to",
        ),
        "priced": (
            group(
                tag("rect", x=13.8, y=-5.2, width=10.4, height=10.4, rx=5.2, class_="priced"),
                label("3", 19, 2.6, "priced-text"),
            ),
            "cover that costs more MF than the nearest",
        ),
        "closed": (tag("path", d="M10 0H28", class_="shut"), "hexside that it may not cross"),
        "route": (
            tag("path", d="M6 0H26", class_="route c0", stroke_width="3", marker_end=f"url(#{prefix}head0)"),
            "safest rout, \N{MULTIPLICATION SIGN}: number of ways",
        ),
        "crawl": (
            tag(
                "path",
                d="M6 0H26",
                class_="route low_crawl c0",
                stroke_width="3",
                marker_end=f"url(#{prefix}head0)",
            ),
            "Low Crawl",
        ),
        "other": (
            tag("path", d="M6 0H30", class_="route other-best c0", stroke_width="3"),
            "a rout that is less safe",
        ),
        "fan": (
            group(
                tag("path", d="M6 0H26", class_="fan c0", stroke_width="2"),
                tag("circle", cx=28, cy=0, r=4, class_="f0"),
            ),
            "the other ways, and their ends",
        ),
        "clean": (tag("circle", cx=19, cy=0, r=4, class_="f0"), "end of a way without Interdiction"),
        "risky": (tag("circle", cx=19, cy=0, r=4, class_="risky c0"), "end of interdicted ways alone"),
        "turn": (
            group(tag("circle", cx=19, cy=0, r=7, class_="turn f0"), label("1", 19, 3, "badge-text")),
            "order of the turns in the best plan",
        ),
        "planned": (
            tag("path", d="M6 0H26", class_="route c0", stroke_width="3", marker_end=f"url(#{prefix}head0)"),
            "rout of a unit by the plan",
        ),
        "interdicted": (
            group(
                tag("rect", fill=f"url(#{prefix}interdicted)", **square),
                tag("rect", fill="none", class_="danger", **square),
            ),
            "interdicted",
        ),
        "sight": (tag("path", d="M6 0H32", class_="sight"), "LOS of the Interdictor"),
        "found": (
            group(
                tag("path", d="M4 0H18", class_="found"),
                tag("circle", cx=24, cy=0, r=5.5, class_="badge"),
                label("!", 24, 3, "badge-text"),
            ),
            "discovered on the way",
        ),
        "dead": (tag("path", d="M13 -6l12 12m0 -12l-12 12", class_="dead"), "eliminated"),
    }
    for name, entry in signs.items():
        if name in used:
            yield entry
