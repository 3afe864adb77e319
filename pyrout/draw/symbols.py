"""The symbols of terrain and counters.

Each kind of terrain has a tint and a shape or pattern, so that a print in black and white can be read; tints are pale
and differ in lightness, not only in hue. Counters are squares in the colour of their nationality, with a figure or a
NATO symbol and the numbers printed on them. A broken one shows its pale side, with a red edge and its broken morale. The
side whose Player Turn it is has a double frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..position import words
from .layout import COUNTER, Point, Slot
from .markup import Markup, circle, group, joined, label, path, tag, title

FAMILY = words.TERRAIN.column("drawn")  # terrain -> the family that it is drawn as
LABELLED = frozenset(words.TERRAIN.having("known by", "name"))  # terrains with their name in the hex
# Families in the order of the legend; `other` has a plain tint, without a pattern.
FAMILY_NAMES = {
    "open": "open ground",
    "woods": "woods",
    "brush": "brush",
    "orchard": "orchard",
    "grain": "grain",
    "marsh": "marsh",
    "water": "water",
    "stone": "stone building",
    "wooden": "wooden building",
    "rubble": "rubble",
    "rocks": "crags and the like",
    "hollow": "gully and the like",
    "other": "other terrain (named in the hex)",
    "none": "no terrain: not entered",
}
PATTERNLESS = ("open", "other", "none")

NATIONS = words.NATIONALITY.column("colour")
SIDES = ("#c4d3e0", "#ead7b4")  # sides of no nationality

CODES, STATUS_NAMES = words.STATUS.column("code"), words.STATUS.column("name")
DASHES = "6 4"  # of lines around what only may be
FEATURES = words.FEATURE.column("name")


class Counter(NamedTuple):
    """A unit as its counter shows it.

    `place` is its Location in words; `weapons` are the kinds of its SW.
    """

    id: str
    side: str
    kind: str
    colour: str
    attacker: bool
    statuses: tuple[str, ...]
    weapons: tuple[str, ...]
    place: str
    strength: str = ""  # as printed: 4-6-7, or 8-1 of a leader; nothing where the position does not have all of it
    broken_morale: str = ""

    @property
    def words(self) -> str:
        """`g1, german squad in yK5: broken, dm`."""
        return f"{self.id}, {self.description}"

    @property
    def description(self) -> str:
        """`german squad in yK5: broken, dm`."""
        marks = ", ".join((*self.statuses, *self.weapons)).replace("_", " ")
        return self.whose + (f": {marks}" if marks else "")

    @property
    def whose(self) -> str:
        """`german squad in yK5`."""
        return f"{self.side} {self.kind.replace('_', '-')} in {self.place}"


def family(terrain: str | None) -> str:
    """Return the family by which a terrain is drawn; `none` for a hex without one, which nobody enters."""
    return "none" if terrain is None else FAMILY[terrain]


def patterns(prefix: str) -> Markup:
    """Return the definitions of the patterns, as `prefix` and the family."""
    drawn = {
        "marsh": (16, path("M1 5h8M8 12h7M4 5v-3M12 12v-3", "ink")),
        "water": (16, path("M0 4q4-4 8 0t8 0M0 12q4-4 8 0t8 0", "ink")),
        "rubble": (12, path("M1 5l3-4l3 4zM6 11l2-3l3 3z", "ink")),
        "rocks": (14, path("M2 6l4-4l2 4M8 13l3-5l2 5", "ink")),
        "hollow": (9, path("M0 9L9 0", "ink")),
        "interdicted": (8, path("M-2 2L2-2M0 8L8 0M6 10L10 6", "hatch")),
    }
    return joined(
        tag("pattern", content, id=f"{prefix}{name}", width=size, height=size, patternUnits="userSpaceOnUse")
        for name, (size, content) in drawn.items()
    )


def figures(prefix: str) -> Markup:
    """Return the definitions of the figure and the NATO symbol of each kind of unit, as `prefix`, the kind and the look."""
    return joined(
        group(*drawn, id=f"{prefix}{kind}-{look}")
        for look, by_kind in (("figure", FIGURES), ("nato", KINDS))
        for kind, drawn in by_kind.items()
    )


def counter(unit: Counter, slot: Slot, prefix: str, **attributes: str) -> Markup:
    """Return the counter of a unit in its slot; `prefix` is that of the figures."""
    half = COUNTER / 2
    broken = "broken" in unit.statuses
    marks = [CODES[s] for s in unit.statuses if s != "broken"]
    marks += [f"{w.upper()}" for w in unit.weapons]
    pose = "prone" if broken and unit.kind in UPRIGHT else unit.kind
    parts = [
        title(unit.words),
        tag("rect", x=-half + 1.2, y=-half + 1.8, width=COUNTER, height=COUNTER, rx=3, class_="shade"),
        tag("rect", x=-half, y=-half, width=COUNTER, height=COUNTER, rx=2.6, class_="counter", fill=unit.colour),
    ]
    if unit.attacker:
        parts.append(tag("rect", x=-half + 2, y=-half + 2, width=COUNTER - 4, height=COUNTER - 4, rx=1, class_="inner"))
    if broken:
        parts.append(tag("rect", x=-half, y=-half, width=COUNTER, height=COUNTER, rx=2.6, class_="pale"))
        parts.append(path(f"M{-half + 0.6:g} {-half + 1.6:g}h4.6v{COUNTER - 3.2:g}h-4.6z", "edge"))
    parts.append(tag("use", href=f"#{prefix}{pose}-figure", class_="figure"))
    parts.append(tag("use", href=f"#{prefix}{unit.kind}-nato", class_="nato"))
    start, size = -half + (7.4 if broken else 3), 8.6 if len(unit.id) < 6 else 6.6
    parts.append(label(_short(unit.id), start, -half + 9.4, "unit-id", font_size=f"{size:g}"))
    if unit.strength and broken:
        parts.append(_printed(unit.strength, start, "strength front", 4.3, 21.0))
    elif unit.strength:
        parts.append(_printed(unit.strength, 0, "strength", 6.6, 35.0))
    if broken and unit.broken_morale:
        parts.append(label(unit.broken_morale, half - 3, half - 3, "broken-morale"))
    if marks:  # the page keeps them readable
        parts.append(group(group(*_chips(marks), class_="chips"), transform=f"translate({half - 9:g} {-half - 3:g})"))
    x, y = slot.centre
    scale = f" scale({slot.scale:g})" if slot.scale != 1 else ""
    return group(
        *parts,
        class_="unit" + (" broken" if broken else "") + (" strong" if unit.strength else ""),
        data_unit=unit.id,
        transform=f"translate({x:.1f} {y:.1f}){scale}",
        **attributes,
    )


def _printed(words: str, x: float, class_: str, letter: float, most: float) -> Markup:
    """Return numbers at the foot of a counter, no wider than `most` whatever the font."""
    width = min(most, letter * len(words))
    return label(words, x, COUNTER / 2 - 3.4, class_, textLength=f"{width:g}", lengthAdjust="spacingAndGlyphs")


def _chips(marks: Sequence[str]) -> list[Markup]:
    """Return status marks below each other, in as many columns as they need."""
    chips = []
    for number, mark in enumerate(marks[:8]):
        column, row = divmod(number, 4)
        width = 5.4 + 4.6 * len(mark)
        x, y = column * 19.0, row * 9.4
        chips.append(
            group(
                tag("rect", x=x, y=y, width=width, height=8.8, rx=2, class_="chip"),
                label(mark, x + width / 2, y + 7, "chip-text"),
                class_={"DM": "dm", "?": "unseen"}.get(mark),
            )
        )
    return chips


def barred(at: Point) -> list[Markup]:
    """Return the sign of cover that no legal way leads to."""
    return [circle(at, 4.6, "excluded"), path(f"M{at.x - 3.2:.1f} {at.y - 3.2:.1f}l6.4 6.4", "excluded")]


def priced(price: float, at: Point) -> list[Markup]:
    """Return the price of cover that costs more than the nearest."""
    written = f"{price:g}"
    half = 5.2 + 1.6 * (len(written) - 1)
    box = tag("rect", x=at.x - half, y=at.y - 5.2, width=2 * half, height=10.4, rx=5.2, class_="priced")
    return [box, label(written, at.x, at.y + 2.6, "priced-text")]


def _star(solid: bool) -> Markup:
    points = "0,-12 2.6,-5.4 9.6,-5.2 4,-1 6.2,5.8 0,1.8 -6.2,5.8 -4,-1 -9.6,-5.2 -2.6,-5.4"
    return tag("polygon", points=points, class_="symbol solid" if solid else "symbol")


def _short(name: str) -> str:
    return name if len(name) <= 8 else name[:4] + "…" + name[-3:]


_BOX = tag("rect", x=-11, y=-9, width=22, height=15, class_="symbol")
_CROSS = "M-11 -9L11 6M-11 6L11 -9"
_DOT = circle(Point(0, -1.5), 2.6, "symbol solid")

# the NATO symbol of each kind of unit, around the middle of a counter
KINDS: dict[str, tuple[Markup, ...]] = {
    "squad": (_BOX, path(_CROSS, "symbol")),
    "half_squad": (_BOX, path("M-11 -9L11 6", "symbol")),
    "crew": (_BOX, path(_CROSS + "M-11 2.5H11", "symbol")),
    "leader": (_star(True),),
    "commissar": (_star(False), label("C", 0, 1, "kind")),
    "hero": (_star(False), label("H", 0, 1, "kind")),
    "tank_hunter": (_star(False), label("T", 0, 1, "kind")),
    "cavalry": (_BOX, path("M-11 6L11 -9", "symbol"), _DOT),
    "vehicle": (_BOX, tag("rect", x=-7.5, y=-6, width=15, height=9, rx=4.5, class_="symbol")),
    "gun": (_BOX, _DOT),
    "aircraft": (path("M-11 -5Q-11 -8 0 -1.5Q11 5 11 2T0 -1.5Q-11 5 -11 2T0 -1.5", "symbol"),),
    "dummy": (label("?", 0, 4, "kind"),),
    "infantry": (_BOX, label("I", 0, 1, "kind")),
    "artillery": (_BOX, label("A", 0, 1, "kind")),
}


def _shape(*lines: str) -> Markup:
    return joined(tag("path", d=line) for line in lines)


def _men(*places: tuple[float, float, float]) -> tuple[Markup, ...]:
    return tuple(group(_MAN, transform=f"translate({x:g} {y:g}) scale({size:g})") for x, y, size in places)


# Figures, seen from the side: whoever runs, leads or lies, a tank, a gun, a horse, an aeroplane
_MAN = _shape(
    "M-.2-11.2a3 3 0 0 1 3 3.1l-.2.5h1v1h-1.1a2.7 2.7 0 0 1-5.2-.1h-.8v-1h.6a3.1 3.1 0 0 1 2.7-3.5z",
    "M-2.4-4.6L2-4.8L3.2-.9L1.9 1.6L5 4.9L4.4 10H2.3l.2-4.2L-.7 2.9L-2.2 5.7L-5.6 9.4L-7 8l2.9-3.6L-2.6.6z",
    "M-6.6.9L6.9-4.9L7.4-3.7L-6 2.2z",
    "M-2.2-4.3L-5.4-1L-2.6 1L-1.6-.4L-2.8-1.2L-.8-3z",
)
_PRONE = _shape(
    "M-14 2.2a4.3 4.3 0 0 1 8.3-1.5l.9 1.9-9.5.9z",
    "M-12.6 3.9l6.8-.6q.4 3-2.6 3.3q-3 .3-4.2-2.7z",
    "M-5.3 2.2Q-.6-3 5.2-.2L14.6 5.3l1.4 3.4H4.4L-3.6 9-6.8 6.7q2-1.5 1.5-4.5z",
    "M-6.4 6.6L-14.4 8.7l.4 1.7 9.6-.7z",
    "M3 2.8L8.2-4.4l2.9 1.6-2.3 5.8z",
    "M-15.5 11.2H3v1.5h-18.5z",
)
_CHIEF = _shape(
    "M0-12a2.9 2.9 0 0 1 3 2.2l2.2.3v1H2.9a2.9 2.9 0 0 1-5.8 0H-5v-1l2-.3A2.9 2.9 0 0 1 0-12z",
    "M-2.8-5H2.6L8.8-9L9.7-7.7L3.6-2.4L2.9 1.6L4.4 10H2.2L.2 3.4L-1.8 10H-4L-2.8 1.4L-4.6-1z",
)
_TANK = _shape(
    "M-15 1.4h29l2 3.2-3.4 4.4a3 3 0 0 1-2.2 1h-21.2a3 3 0 0 1-2.3-1L-16.4 4.6z",
    "M-11.5-2.6H9.5L13.5.6H-14z",
    "M-6-8.6H3.8l2.4 2.2H17v1.9H6.6l-.6 1.2H-8.4l.4-4z",
)
_GUN = _shape(
    "M-5-3.4L17-6v2L-5-.8zM-4.6-9.5l2.3-.4L1.4 3H-3.2z",
    "M-4 0L-17 7.4l.8 1.5L-2.2 2.6z",
    "M-1.5-1a5.6 5.6 0 1 1 0 11.2a5.6 5.6 0 0 1 0-11.2z",
)
_HORSE = _shape(
    "M-13-3Q-6-7 4-4L9-10l4 .6 3 3.4-2.6 1.4-3-.6L8 1Q9 5 7 10H5L5.400 3.600-5 3.400-7 10h-2l.2-7Q-13 1-14.500 5-16 0-13-3z",
    "M-3.500-6L-2.600-12Q0-15 2-12L1.500-6z",
)
_PLANE = _shape("M0-12L2-4H17v4L2.200 2l-.8 6.500L6 10v2H-6v-2l4.600-1.500L-2.200 2-17 0v-4H-2z")
UPRIGHT = ("squad", "half_squad", "crew", "leader", "commissar", "hero", "tank_hunter", "infantry")  # prone when broken
FIGURES: dict[str, tuple[Markup, ...]] = {
    "squad": _men((-10.5, 0, 0.82), (0, -1, 0.92), (10.5, 0, 0.82)),
    "half_squad": _men((-5.5, 0, 0.9), (5.5, 0, 0.9)),
    "crew": _men((-5, 0, 0.88), (6, 0, 0.88)),
    "leader": (_CHIEF,),
    "commissar": (_CHIEF, label("C", -13, 3, "kind")),
    "hero": (*_men((0, 0, 1.05)), label("H", -13, 3, "kind")),
    "tank_hunter": (*_men((0, 0, 1.05)), label("T", -13, 3, "kind")),
    "cavalry": (_HORSE,),
    "vehicle": (_TANK,),
    "gun": (_GUN,),
    "aircraft": (_PLANE,),
    "dummy": (label("?", 0, 6, "kind unknown"),),
    "infantry": _men((-10.5, 0, 0.82), (0, -1, 0.92), (10.5, 0, 0.82)),
    "artillery": (_GUN,),
    "prone": (group(_PRONE, transform="translate(1 -5)"),),
}
