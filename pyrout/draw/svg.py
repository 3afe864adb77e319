"""The drawing of a position and its answer as an SVG.

From the bottom: the board's art, if there is any, the hexes, roads and hexsides, the answers of the units (one group for
each, `data-overlay`), the counters, the legend. Hexes and counters carry their names (`data-hex`, `data-unit`).
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import combinations
from pathlib import PurePath
from textwrap import wrap
from typing import NamedTuple

from ..errors import one_line
from ..position.facts import Instance, locations, range_between
from ..position.vocabulary import MAP
from ..program.rule_index import options
from ..results.answer import Answer, Route, UnitAnswer
from ..wording import (
    AT_START,
    LOST,
    VERDICTS,
    Names,
    join_words,
    lost_ends,
    mf,
    mf_range,
    no_goal,
    ways,
    ways_and_ends,
)
from . import ground, symbols
from .closed_hexes import Closed
from .layout import COUNTER, LADDER_LABEL, RUNG, STOREY, Layout, Point, Slot, curve, lanes, pairs, place_of, polygon
from .legend import legend
from .markup import Attribute, Markup, circle, group, joined, label, path, tag, text, title
from .scene import Bundle, Overlay, counters, overlay, stacks
from .titles import headline

COLOURS = 5
TITLE_ROW = 17.0
NEAR = 8  # hexes from a routing unit within which counters belong to its fight
FEW_AWAY = 8  # units farther off that are named
MOST_LETTERS = 11  # of two labels that become one
MOST_STEPS = 60  # of the ways to one destination that are drawn
LETTER = 5.9  # how wide a letter of the title is
HEAD = "M0 0L11 5.5L0 11L2.5 5.5z"  # of an arrow
TIMES = "\N{MULTIPLICATION SIGN}"
_NOBODY = ""  # no hex is called that


class Art(NamedTuple):
    """A picture of the board to lie underneath, as a data URI.

    Its corners are the top left and bottom right ones in columns and doubled rows of the instance.
    """

    href: str
    start: tuple[float, float]
    end: tuple[float, float]
    part: tuple[tuple[float, float], tuple[float, float]] | None = None  # two corners of what is used of it, if not all


class Base(NamedTuple):
    """The part of a drawing that depends on the map alone.

    It has the layers below the answers, the names above them, the signs for the legend, and each hex in words. `key`
    identifies the map.
    """

    key: str
    below: Markup
    names: Markup
    used: frozenset[str]
    words: dict[str, str]


def style() -> str:
    """Return the style sheet of drawings."""
    return (files(__package__) / "page" / "map.css").read_text(encoding="utf-8")


def picture(
    instance: Instance,
    answer: Answer,
    arts: Sequence[Art] = (),
    others: Sequence[str] = (),
    around: Mapping[str, Sequence[Closed]] | None = None,
) -> str:
    """Return the drawing as a whole file: title, map and legend, in a style of its own.

    `others` are units that may break on purpose, of which the answer does not say what they could do then.
    """
    name = one_line(PurePath(answer.file).name)
    said = [summary(unit, instance) for unit in answer.units]
    said += [f"{unit.id} assumes: {sentence}." for unit in answer.units for sentence in unit.assumes]
    chosen = [
        f"{v.option}={v.value}"
        for v in options(answer.rules)
        if not v.default and answer.options.get(v.option) == v.value
    ]
    if chosen:
        said.append(f"Not by the default readings: {join_words(chosen)}.")
    if others:
        said.append(f"{join_words(others)} may break on purpose at the start of the Rout Phase.")
    head = headline(answer.units, Names(instance))
    heads = f"{head} ({name})", f"{head} (rules {answer.rules})"
    drawing = Drawing(instance, answer.units, arts=arts, around=around, part=fight(instance, answer.units))
    shown = set(drawing.layout.shown)
    away = [f"{unit} in {hex_}" for (hex_, _), units in drawing.stacks.items() if hex_ not in shown for unit in units]
    if away:
        more = [f"{len(away) - FEW_AWAY} more"] if len(away) > FEW_AWAY else []
        said.append(f"Farther off, not on this part of the map: {join_words([*away[:FEW_AWAY], *more])}.")
    return sheet(drawing, *heads, said or ["Nobody has to rout."], bool(said))


def fight(instance: Instance, units: Sequence[UnitAnswer]) -> set[str]:
    """Return the hexes of a fight: those of the routs, of whoever bears on them, and of all counters near a routing unit."""
    overlays = [overlay(unit) for unit in units]
    places = {unit: place_of(place)[0] for unit, place in locations(instance.facts).items()}
    hexes = {place_of(o.unit.at)[0] for o in overlays}
    spots = instance.spots
    starts = [spots[hex_] for hex_ in hexes if hex_ in spots]
    for o in overlays:
        hexes |= {place_of(location)[0] for route in o.unit.routes for location in route.path}
        hexes |= {place_of(each.hex)[0] for each in o.unit.destinations}
        bearing = {threat.by for threat in o.threats} | {enemy for _, enemy in o.found}
        bearing |= {cause for reason in (*o.unit.reasons, *o.unit.must_rout) for cause in reason.because}
        hexes |= {places.get(cause, place_of(cause)[0]) for cause in bearing}
    near = (hex_ for hex_ in places.values() if hex_ in spots)
    return hexes | {hex_ for hex_ in near if any(range_between(spots[hex_], start) <= NEAR for start in starts)}


def sheet(drawing: Drawing, name: str, head: str, said: Sequence[str], shown: bool = True) -> str:
    """Return a drawing as a whole file, with its name, a head and a description.

    The description is not `shown` where the map already shows it all.
    """
    layout = drawing.layout
    heading = [label(head, 8, 18, "title")]
    width = max(layout.width, 460.0)
    for sentence in said if shown else ():
        for line in wrap(sentence, int((width - 16) / LETTER)):
            heading.append(label(line, 8, 18 + len(heading) * TITLE_ROW, "line"))
    above = 12 + TITLE_ROW * len(heading)
    layers = drawing.layers()
    key, below = drawing.legend(width)
    height = above + layout.height + below
    return (
        tag(
            "svg",
            title(name),
            tag("desc", text(" ".join(said))),
            tag("style", text(style())),
            tag("rect", x=0, y=0, width=width, height=height, class_="paper"),
            *heading,
            tag("clipPath", tag("rect", x=0, y=0, width=layout.width, height=layout.height), id="part"),
            group(group(*layers, clip_path="url(#part)"), transform=f"translate(0 {above:.1f})"),
            group(key, transform=f"translate(0 {above + layout.height:.1f})"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:.0f} {height:.0f}",
            width=f"{width:.0f}",
            height=f"{height:.0f}",
            class_="pyrout",
            role="img",
        )
        + "\n"
    )


def summary(unit: UnitAnswer, instance: Instance) -> str:
    """Return one line on a unit: `g1 (german squad) in yK5: MUST ROUT to yK6 (2 MF), 17 ways, ...`."""
    kind = next(f"{f.args[1]} {f.args[2]}".replace("_", "-") for f in instance.of("unit") if f.args[0] == unit.id)
    line = f"{unit.id} ({kind}) in {unit.at}: {fate(unit)}"
    if unit.if_breaks:
        line += f"; it may break on purpose, and then: {fate(unit.if_breaks)}"
    return line + "."


def fate(unit: UnitAnswer) -> str:
    """Return the outcome of an answer: `MUST ROUT to yK6 (2 MF); 17 ways, 1 of them ending in elimination`."""
    line = VERDICTS[unit.verdict].words
    if unit.destinations:
        line += " to " + join_words((f"{d.hex} ({mf(d.mf)})" for d in unit.destinations), "or")
    if unit.free:
        line += ", or without a destination" if unit.destinations else ", without a destination"
    if unit.routes_total:
        line += f"; {ways_and_ends(unit)}"
    return line


class Drawing:
    """One map.

    `prefix` keeps the ids of several drawings on one page apart; `interactive`: hexes and counters can be reached by
    keyboard and are named for it; `bases` are maps drawn before, by their keys, to which this one is added; `around`
    has the hexes next to each unit that it may not enter; only the map around a `part` of its hexes is shown.
    """

    def __init__(
        self,
        instance: Instance,
        units: Sequence[UnitAnswer],
        *,
        arts: Sequence[Art] = (),
        prefix: str = "p-",
        interactive: bool = False,
        bases: MutableMapping[str, Base] | None = None,
        around: Mapping[str, Sequence[Closed]] | None = None,
        part: Iterable[str] = (),
    ) -> None:
        self.around: Mapping[str, Sequence[Closed]] = around or {}
        self.instance, self.arts, self.prefix, self.interactive = instance, arts, prefix, interactive
        self.bases: MutableMapping[str, Base] = {} if bases is None else bases
        self.layout = Layout(instance, part)
        self.overlays = [overlay(unit) for unit in units]
        self.counters = counters(instance)
        self.stacks = stacks(instance)
        self.terrain = dict(pairs(instance, "terrain"))
        self.elevation = {hex_: int(height) for hex_, height in pairs(instance, "elevation")}
        self._features: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for fact in instance.of("feature"):
            hex_, level = place_of(str(fact.args[0]))
            self._features[hex_].append((getattr(fact.args[1], "name", str(fact.args[1])), level))
        self._marked = self._marks_in_words()
        self._used: set[str] = set()
        self._colours = self._coloured()

    @cached_property
    def base(self) -> Base:
        """The part that depends on the map alone."""
        key = self._key()
        drawn = self.bases.get(key)
        if drawn is None:
            drawn = self.bases[key] = self._base(key)
        return drawn

    def _key(self) -> str:
        said = [(f.name, f.args) for name in MAP for f in self.instance.of(name)]
        seen = (self.prefix, self.interactive, tuple(self.arts), self.layout.shown, said)
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:24]

    def _base(self, key: str) -> Base:
        before, self._used = self._used, set()
        hexes = [self._hex(hex_) for hex_ in self.layout.shown]
        shapes, lines = [], []
        if not self.arts:  # board art shows them
            shapes = [ground.shapes(self.prefix, self._used)]
            lines = [*self._roads(), *self._ground(), *self._sides()]
        below = [
            tag("defs", symbols.patterns(self.prefix), *shapes, symbols.figures(self.prefix), self._heads()),
            group(*self._art(), class_="underlay"),
            group(*hexes, class_="hexes art" if self.arts else "hexes"),
            group(*lines, *self._map_marks(), class_="lines"),
        ]
        names = group(*self._names(), class_="names")
        used, self._used = frozenset(self._used), before
        words = {hex_: self.words(hex_) for hex_ in self.layout.shown}
        return Base(key, joined(below), names, used, words)

    def layers(self) -> list[Markup]:
        """Everything but the legend."""
        below, above = self.answered()
        base = self.base
        return [base.below, group(below, class_="answers"), base.names, group(above, class_="play")]

    def answered(self) -> tuple[Markup, Markup]:
        """Return the layers that change with every answer: those below the names of the hexes, and those above."""

        def overlays(parts: Callable[[Overlay], Iterable[Markup]]) -> list[Markup]:
            return [group(*parts(o), class_="overlay", data_overlay=o.unit.id) for o in self.overlays]

        below = overlays(self._ways)
        # Prices lie below the counters: no counter is hidden by what is written
        marks = group(*overlays(self._marks), class_="marks")
        signs = group(*overlays(self._signs), class_="marks")
        above = [marks, group(*self._stacks(), class_="units"), signs, group(class_="pointer")]
        return joined(below), joined(above)

    def legend(self, width: float) -> tuple[Markup, float]:
        """Return the legend of what `layers` has drawn, and how high it is."""
        used = self._used | self.base.used
        return legend(used, self.counters.values(), width, prefix=self.prefix, plain=bool(self.arts))

    # -----------------------------------------------------------------------------------------------------------------
    # The board

    def _art(self) -> Iterable[Markup]:
        for number, art in enumerate(self.arts):
            a, b = self.layout.spot(*art.start), self.layout.spot(*art.end)
            turned = a.x > b.x  # a board that lies the other way round
            x, y, width, height = _box(a, b)
            first, last = (self.layout.spot(*corner) for corner in art.part or (art.start, art.end))
            left, top, wide, high = _box(first, last)
            right, bottom = min(left + wide, self.layout.width), min(top + high, self.layout.height)
            left, top = max(left, 0.0), max(top, 0.0)
            name = f"{self.prefix}clip{number or ''}"
            clip = tag("rect", x=left, y=top, width=max(right - left, 0.0), height=max(bottom - top, 0.0))
            turn = f"rotate(180 {x + width / 2:.1f} {y + height / 2:.1f})" if turned else None
            image = tag(
                "image", href=art.href, x=x, y=y, width=width, height=height, preserveAspectRatio="none", transform=turn
            )
            yield tag("clipPath", clip, id=name)
            yield group(image, clip_path=f"url(#{name})")

    def _hex(self, hex_: str) -> Markup:
        terrain = self.terrain.get(hex_)
        kin = symbols.family(terrain)
        self._used.add(kin)
        corners = polygon(self.layout.corners(hex_))
        parts = [tag("polygon", points=corners, class_=f"ground t-{kin}")]
        if not self.arts:
            if kin not in symbols.PATTERNLESS and kin not in ground.DRAWN:
                parts.append(tag("polygon", points=corners, fill=f"url(#{self.prefix}{kin})"))
            level = self.elevation.get(hex_, 0)
            if level > 0:
                parts.append(tag("polygon", points=corners, class_="height", opacity=f"{min(0.13 * level, 0.5):g}"))
        words = self.words(hex_)
        if not self.interactive:
            return group(title(words), *parts, class_="hex", data_hex=hex_)
        return group(*parts, class_="hex", data_hex=hex_, role="button", tabindex="-1", aria_label=words)

    def words(self, hex_: str) -> str:
        """Return a hex in words: `yK6, stone building, level 1`."""
        lines = [hex_, (self.terrain.get(hex_) or "no terrain").replace("_", " ")]
        if self.elevation.get(hex_):
            lines.append(f"elevation {self.elevation[hex_]}")
        for word, level in self._features.get(hex_, ()):
            lines.append(word.replace("_", " ") + (f" @{level}" if level else ""))
        return ", ".join([*lines, *self._marked.get(hex_, ())])

    def _marks_in_words(self) -> dict[str, list[str]]:
        """Return the marks in each hex in words: `Illuminated`, `fordable`, `tunnel to A4 (german)`."""
        marked: dict[str, list[str]] = defaultdict(list)
        for name, word in (("illuminated", "Illuminated"), ("fordable", "fordable")):
            for fact in self.instance.of(name):
                hex_, level = place_of(str(fact.args[0]))
                marked[hex_].append(word + (f" @{level}" if level else ""))
        for fact in self.instance.of("tunnel"):
            a, b, side = map(str, fact.args)
            for one, two in ((a, b), (b, a)):
                marked[place_of(one)[0]].append(f"tunnel to {two} ({side.replace('_', ' ')})")
        return marked

    def _map_marks(self) -> Iterable[Markup]:
        """Yield the marks of Illuminated and fordable hexes, and of tunnels. No board art shows them."""
        for fact in self.instance.of("illuminated"):
            self._used.add("lit")
            hex_ = place_of(str(fact.args[0]))[0]
            yield self._outline(hex_, 5.0, class_="lit")
        for fact in self.instance.of("fordable"):
            self._used.add("ford")
            x, y = self.layout.centre(str(fact.args[0]))
            yield path(f"M{x - 26:.1f} {y + 16:.1f}h52", "ford")
        for fact in self.instance.of("tunnel"):
            self._used.add("tunnel")
            one, two = (self.layout.location(str(end)) for end in fact.args[:2])
            yield path(_line(one, two), "tunnel")

    def _ground(self) -> Iterable[Markup]:
        """Yield joints of buildings, shapes on the hexes, contours and the grid."""
        touching = set()
        buildings: dict[str, list[str]] = defaultdict(list)
        for building, hex_ in pairs(self.instance, "building"):
            buildings[building].append(hex_)
        for building, hexes in buildings.items():
            joints = ""
            for a, b in combinations(hexes, 2):
                if self.layout.touching(a, b):
                    touching |= {a, b}
                    middle, other = self.layout.centre(a), self.layout.centre(b)
                    one, two = middle.towards(other, 0.29), middle.towards(other, 0.71)
                    joints += f"M{one.x:.1f} {one.y + 2:.1f}L{two.x:.1f} {two.y + 2:.1f}"
            if joints:
                kin = symbols.family(self.terrain.get(hexes[0]))
                yield path(joints, f"joint edge {kin}")
                yield path(joints, f"joint {kin}", title(building))
        for hex_ in self.layout.shown:
            kin = symbols.family(self.terrain.get(hex_))
            if kin in ground.DRAWN:
                yield ground.shape(self.prefix, kin, self.layout.at[hex_], self.layout.centre(hex_), hex_ in touching)
        if falls := ground.contours(self.layout, lambda hex_: self.elevation.get(hex_, 0)):
            yield path(falls, "contour")
        yield path("".join(map(self._half_border, self.layout.shown)), "grid")

    def _half_border(self, hex_: str) -> str:
        """Return three sides of a hex: those of all hexes together are the grid."""
        return "M" + "L".join(f"{p.x:.1f} {p.y:.1f}" for p in self.layout.corners(hex_)[:4])

    def _roads(self) -> Iterable[Markup]:
        paved = {frozenset(fact.args) for fact in self.instance.of("paved")}
        for what, classes in (("path", ("trod",)), ("road", ("road bed", "road")), ("paved", ("road paved",))):
            ends = pairs(self.instance, what)
            self._used |= {"paved" if frozenset(pair) in paved else what for pair in ends}
            lines = ground.roads(self.layout, ends)
            yield from (path(lines, class_) for class_ in classes if lines)

    def _sides(self) -> Iterable[Markup]:
        lines: dict[str, str] = defaultdict(str)
        for fact in self.instance.of("hexside"):
            a, b, kind = map(str, fact.args[:3])
            lines[kind] += _line(*self.layout.hexside(a, b))
        for kind, line in sorted(lines.items()):
            self._used.add(f"side {kind}")
            yield path(line, f"side {kind}", title(kind.replace("_", " ")))

    def _names(self) -> Iterable[Markup]:
        """Yield the names of the hexes and the other texts in them."""
        written: dict[str, list[str]] = defaultdict(list)
        for hex_, terrain in self.terrain.items():
            if terrain in symbols.LABELLED and not self.arts:
                written[hex_].append(terrain.replace("_", " "))
        for hex_, features in self._features.items():
            for word, level in features:
                written[hex_].append(symbols.FEATURES[word] + (f"@{level}" if level else ""))
        storeys: dict[str, list[int]] = defaultdict(list)
        for hex_, storey in pairs(self.instance, "level"):
            storeys[hex_].append(int(storey))
        stairs = {str(fact.args[0]) for fact in self.instance.of("stairwell")}
        for hex_, levels in storeys.items():
            written[hex_].append("L" + ",".join(map(str, sorted(levels))) + (" stairs" if hex_ in stairs else ""))
        for hex_ in self.layout.shown:
            x, y = self.layout.centre(hex_)
            height = self.elevation.get(hex_)
            name = f"{hex_} ({height:+d})" if height else hex_
            yield label(name, x, y - 25.5, "hex-name printed" if self._printed(hex_) else "hex-name")
            if written[hex_]:
                yield label(", ".join(written[hex_])[:24], x, y + 31, "note")

    def _printed(self, hex_: str) -> bool:
        """Return True if the art underneath shows a hex with its name."""
        column, row = self.layout.at[hex_]
        for art in self.arts:
            (left, top), (right, bottom) = art.part or (art.start, art.end)
            # Boards print no names in the half hexes of their upper and lower edges
            if min(left, right) <= column <= max(left, right) and min(top, bottom) < row < max(top, bottom):
                return True
        return False

    # -----------------------------------------------------------------------------------------------------------------
    # The counters

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        """The place of each counter."""
        by_unit: dict[str, Slot] = {}
        below: dict[str, int] = defaultdict(int)  # rows of a hex below its middle
        for (hex_, inside), units in self.stacks.items():
            if hex_ not in self.layout.at:
                continue
            if not inside:
                slots = self.layout.slots(hex_, len(units))
            elif inside.isdigit():
                slots = self.layout.row(hex_, inside, len(units))
            else:
                slots = self.layout.row(hex_, inside, len(units), below[hex_])
                below[hex_] += 1
            by_unit |= zip(units, slots, strict=True)
        return by_unit

    def _stacks(self) -> Iterable[Markup]:
        # Ladders last: the counter of the next hex may reach below one
        for (hex_, inside), units in sorted(self.stacks.items(), key=lambda stack: bool(stack[0][1])):
            drawn = [self._ladder(inside, [self._slots[unit] for unit in units])] if inside else []
            for unit in units:
                self._used.add("unit")
                counter = self.counters[unit]
                named = {"role": "button", "tabindex": "-1", "aria_label": counter.words} if self.interactive else {}
                drawn.append(symbols.counter(counter, self._slots[unit], self.prefix, data_at=hex_, **named))
            if self.interactive and len(units) > 1:
                x, y = self._slots[units[-1]].centre
                disc = tag("circle", r=7.5, cx=0, cy=0, class_="count-sign")
                sign = group(disc, label(str(len(units)), 0, 3.4, "count-text"), class_="keep")
                drawn.append(group(sign, class_="count", transform=f"translate({x - 18:.1f} {y + 18:.1f})"))
            yield group(*drawn, class_="stack", data_stack=hex_, data_inside=inside or None)

    def _ladder(self, inside: str, slots: Sequence[Slot]) -> Markup:
        """Return the plate under the row of a Location, with its name."""
        self._used.add("ladder")
        first, last = slots[0].centre, slots[-1].centre
        left, words = first.x - COUNTER * RUNG / 2 - LADDER_LABEL, f"@{inside}"
        width = last.x - left + COUNTER * RUNG / 2 + 1.5
        start, top = left - 5.5 * len(words), first.y - STOREY / 2 + 0.5
        return group(
            tag("rect", x=start, y=top, width=width + left - start, height=STOREY - 1, rx=3, class_="plate"),
            label(words, (start + left) / 2 + 1.5, first.y + 2.8, "plate-text"),
            class_="ladder",
        )

    def unit_spot(self, unit: str) -> Point | None:
        """Return the middle of a unit's counter."""
        slot = self._slots.get(unit)
        return slot.centre if slot else None

    # -----------------------------------------------------------------------------------------------------------------
    # The answers

    def _coloured(self) -> dict[str, dict[str | None, int]]:
        """Return the numbers of the colours of the routes of each unit, by their destinations.

        On a page one unit is shown at a time: its colours do not depend on the others.
        """
        colours: dict[str, dict[str | None, int]] = {}
        before = 0
        for o in self.overlays:
            order = list(dict.fromkeys(bundle.to for bundle in o.bundles))
            colours[o.unit.id] = {to: before + number for number, to in enumerate(order)} | {_NOBODY: before}
            before += 0 if self.interactive else len(order) or 1
        return colours

    def colour(self, o: Overlay, to: str | None) -> int:
        """Return the number of the colour of the routes to a destination."""
        colours = self._colours[o.unit.id]
        return colours.get(to, colours[_NOBODY]) % COLOURS

    def _ways(self, o: Overlay) -> list[Markup]:
        parts = [self.excluded(o), *self._destinations(o), *self._threats(o), *self._meetings(o)]
        shifts = lanes(len(o.bundles))
        parts += [self._fan(o, bundle, shift) for bundle, shift in zip(o.bundles, shifts, strict=True)]
        bests = [self._best(o, bundle, shift) for bundle, shift in zip(o.bundles, shifts, strict=True)]
        parts += reversed(bests)  # the safest on top
        self._used.add("supposed" if o.supposed else "start")
        dashes = symbols.DASHES if o.supposed else None
        return [*parts, self._outline(o.unit.at, 2.5, class_="start", stroke_dasharray=dashes)]

    def _outline(self, location: str, inset: float, **look: Attribute) -> Markup:
        """Return the outline of the hex of a Location, drawn in."""
        return tag("polygon", points=polygon(self.layout.corners(place_of(location)[0], inset)), **look)

    def explain(self, sign: str) -> None:
        """Make the legend explain a sign that is drawn later."""
        self._used.add(sign)

    def excluded(self, o: Overlay) -> Markup:
        """Return the signs in cover hexes that are no destinations."""
        drawn = []
        taken = {d.hex for d in o.unit.destinations}
        ends = {route.path[-1] for route in o.unit.routes if route.end not in LOST}
        for location, price in o.excluded.items():
            if location in taken or (location in ends and not price):
                continue
            x, y = self.layout.location(location)
            sign = Point(x + 25, y + 18)
            said = no_goal(location, location in ends, AT_START) + (f": it costs {mf(price)}" if price else "")
            self._used.add("priced" if price else "excluded")
            drawn.append(group(title(said), *(symbols.priced(price, sign) if price else symbols.barred(sign))))
        return group(*drawn, *(self._shut(o.unit.at, each) for each in self.around.get(o.unit.id, ())), class_="barred")

    def _shut(self, start: str, closed: Closed) -> Markup:
        """Return the bar across the hexside that a unit may not cross."""
        hex_ = place_of(start)[0]
        if closed.hex not in self.layout.at or not self.layout.touching(hex_, closed.hex):
            return Markup("")
        self._used.add("closed")
        one, two = self.layout.hexside(hex_, closed.hex)
        a, b = one.towards(two, 0.2), two.towards(one, 0.2)
        bars = [path(_line(a, b), class_) for class_ in ("shut under", "shut")]
        return group(title(closed.sentence), *bars, data_closed=closed.hex)

    def _destinations(self, o: Overlay) -> Iterable[Markup]:
        for destination in o.unit.destinations:
            colour = self.colour(o, destination.hex)
            classes = f"destination c{colour}" + (" ignorable" if destination.ignorable else "")
            self._used.add("ignorable" if destination.ignorable else "destination")
            if place_of(destination.hex)[1]:
                yield circle(self.layout.location(destination.hex), 17, classes)
            else:
                yield self._outline(destination.hex, 3.5, class_=classes)

    def _threats(self, o: Overlay) -> Iterable[Markup]:
        """Yield the Interdiction of a unit; of very much only that of the routes that are drawn."""
        threats = [threat for threat in o.threats if threat.drawn or not o.crowded]
        yield from map(self.interdicted, sorted({threat.hex for threat in threats}))
        for threat in threats:
            yield from self.sight(threat.by, threat.hex, "sight" if threat.drawn else "sight faint")

    def interdicted(self, location: str) -> Markup:
        """Return the sign of a Location under Interdiction."""
        self._used.add("interdicted")
        hatched = self._outline(location, 5.5, fill=f"url(#{self.prefix}interdicted)")
        return group(hatched, self._outline(location, 5.5, fill="none", class_="danger"), data_interdicted=location)

    def sight(self, enemy: str, location: str, classes: str = "sight") -> list[Markup]:
        """Return the LOS of an enemy to a Location that it interdicts, if the enemy is on the map."""
        spot, to = self.unit_spot(enemy), self.layout.location(location)
        if spot is None:
            return []
        self._used.add("sight")
        return [path(_line(spot, to), classes)]

    def _fan(self, o: Overlay, bundle: Bundle, shift: float) -> Markup:
        colour = self.colour(o, bundle.to)
        parts = []
        # The ends of the ways are drawn alone where nobody could follow the lines
        for (a, b), count in bundle.steps.items() if len(bundle.steps) <= MOST_STEPS else ():
            one, two = self.layout.location(a), self.layout.location(b)
            self._used.add("fan")
            line = curve([one.towards(two, share) for share in (0.12, 0.5, 0.88)], 2 + shift * 0.7)
            parts.append(path(line, f"fan c{colour}", stroke_width=_width(count, 1.2, 0.7)))
        for location, count in bundle.ends.items():
            if location != bundle.best.path[-1]:
                risky = o.crowded and location in bundle.risky
                if o.crowded:
                    self._used.add("risky" if risky else "clean")
                said = f"{ways(count)} end in {location}" + (", all of them interdicted" if risky else "")
                look = f"risky c{colour}" if risky else f"f{colour}"
                parts.append(circle(self.layout.location(location), 4, look, title(said)))
        return group(*parts, class_="fans", data_to=bundle.to or "")

    def _best(self, o: Overlay, bundle: Bundle, shift: float) -> Markup:
        first = bundle is o.bundles[0]
        self._used.add("crawl" if bundle.posture == "low_crawl" else "route")
        if not first:
            self._used.add("other")
        arrow = self.arrow(bundle.best, self.colour(o, bundle.to), shift, _width(len(bundle.routes), 2.2, 0.9))
        return group(
            arrow, class_="best" if first else "best other-best", data_to=bundle.to or "", data_posture=bundle.posture
        )

    def arrow(self, route: Route, colour: int, shift: float, width: str, lead: float = 8.0) -> Markup:
        """Return a route as an arrow, beside the middle of the hexes by `shift`.

        It has the colour of a number, and ends `lead` before the middle of the last hex.
        """
        line = curve([self.layout.location(h) for h in route.path], shift, lead)
        head = f"url(#{self.prefix}head{colour})"
        above = path(line, f"route {route.posture} c{colour}", stroke_width=width, marker_end=head)
        return joined([path(line, "halo"), above])

    def _meetings(self, o: Overlay) -> Iterable[Markup]:
        """Yield the lines from where a rout is to the enemies that it discovers there, below labels and counters."""
        for hex_, enemy in o.found:
            a, b = self.layout.location(hex_), self.unit_spot(enemy)
            if b is not None:
                self._used.add("found")
                edge = b.towards(a, min(1.0, 24 / max(1.0, math.dist(a, b))))
                yield path(_line(a, edge), "found")

    def _signs(self, o: Overlay) -> Iterable[Markup]:
        """Yield the signs above the counters: discoveries and eliminations."""
        for spot in filter(None, (self.unit_spot(enemy) for _, enemy in o.found)):
            yield circle(Point(spot.x - 20, spot.y + 18), 5.5, "badge")
            yield label("!", spot.x - 20, spot.y + 21, "badge-text")
        for location in o.dead:
            x, y = self.layout.location(location)
            if location == o.unit.at:
                y += 23  # below the counter, whose name must stay readable
            yield self.cross(Point(x, y))

    def cross(self, at: Point) -> Markup:
        """Return the sign of an elimination."""
        lines = f"M{at.x - 9:.1f} {at.y - 9:.1f}l18 18m0 -18l-18 18"
        self._used.add("dead")
        return joined([path(lines, "dead under"), path(lines, "dead")])

    def _marks(self, o: Overlay) -> Iterable[Markup]:
        """Yield the labels of prices, below the counters."""
        occupied = {hex_ for hex_, _ in self.stacks}
        crossed = {place_of(place)[0] for place in o.dead}
        for hex_, tags in self._tags(o).items():
            x, y = self.layout.centre(hex_)
            # Below the middle, where routes end and counters stand; what is written in one hex stays together
            first = (
                18.5 if hex_ in occupied or hex_ in crossed else 8.5 if len(tags) < 3 else -2.5 - 6 * (len(tags) - 1)
            )
            written = [
                group(self._tag(words, Point(0, 5.5 + 12 * n), colour), data_price=price)
                for n, (words, colour, price) in enumerate(tags)
            ]
            # The page keeps it at one size on the screen
            yield group(group(*written, class_="keep"), transform=f"translate({x:.1f} {y + first:.1f})")

    def _tags(self, o: Overlay) -> dict[str, list[tuple[str, int | None, str | None]]]:
        """Return the labels in each hex, with their colours and the destination whose price each is.

        They are the price of a destination, MF of the safest rout and the number that end there, and Low Crawls.
        Equal labels are merged.
        """
        runs = {bundle.to: bundle for bundle in o.bundles if bundle.posture != "low_crawl"}
        by_hex: dict[str, list[tuple[str, int | None, str | None]]] = defaultdict(list)
        told = set()
        spent: dict[str, list[float]] = defaultdict(list)
        lost = lost_ends(o.unit)
        for route in o.unit.routes:
            if route.posture != "low_crawl":
                spent[route.path[-1]].append(route.mf[-1])
        for d in sorted(o.unit.destinations, key=lambda d: d.hex):
            words = mf(d.mf)
            run = runs.get(d.hex)
            if run and run.best.path[-1] == d.hex and run.best.mf[-1] == d.mf:
                told.add(d.hex)
                words = f"{mf_range(spent[d.hex])} {TIMES}{len(spent[d.hex])}"
            by_hex[place_of(d.hex)[0]].append((_at(d.hex, words), self.colour(o, d.hex), d.hex))
        crawls: dict[str, int] = defaultdict(int)
        for bundle in o.bundles:
            if bundle.posture == "low_crawl":
                for end, count in bundle.ends.items():
                    crawls[end] += count
            elif bundle.to not in told:
                end = bundle.best.path[-1]
                # Ways without a destination lead anywhere: their number says nothing about this hex
                words = f"{mf_range(spent[end])} {TIMES}{len(spent[end])}" if bundle.to else mf(bundle.best.mf[-1])
                by_hex[place_of(end)[0]].append((_at(end, words), self.colour(o, bundle.to), None))
        for end, count in sorted(crawls.items()):
            hex_, inside = place_of(end)
            words = _at(end, "crawl" + (f" {TIMES}{count}" if count > 1 else ""))
            labels = by_hex[hex_]
            if len(labels) == 1 and not spent[end] and end in lost:
                # The price of a destination that only a lost crawl gets to would look like that of a way
                labels[0] = (f"crawl: {lost[end]}", *labels[0][1:])
            elif len(labels) == 1 and not inside and len(labels[0][0]) + len(words) <= MOST_LETTERS:
                # One label: a second one would lie over the name of the hex below
                labels[0] = (f"{labels[0][0]}, {words}", *labels[0][1:])
            else:
                labels.append((words, None, None))
        return by_hex

    def _tag(self, words: str, at: Point, colour: int | None) -> Markup:
        width = 5 + 5.3 * len(words)
        stroke = "ground" if colour is None else f"c{colour}"
        return group(
            tag("rect", x=at.x - width / 2, y=at.y - 5.5, width=width, height=11, rx=3, class_=f"tag {stroke}"),
            label(words, at.x, at.y + 2.9, "tag-text"),
        )

    def _heads(self) -> Markup:
        """Return the heads of arrows, one in each colour."""
        size: dict[str, Attribute] = {"markerWidth": 11, "markerHeight": 11, "refX": 4, "refY": 5.5, "orient": "auto"}
        return joined(
            tag("marker", path(HEAD, f"f{n}"), id=f"{self.prefix}head{n}", **size, markerUnits="userSpaceOnUse")
            for n in range(COLOURS)
        )


def _line(a: Point, b: Point) -> str:
    """Return the path from one point to another."""
    return f"M{a.x:.1f} {a.y:.1f}L{b.x:.1f} {b.y:.1f}"


def _box(a: Point, b: Point) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the box between two corners."""
    return min(a.x, b.x), min(a.y, b.y), abs(b.x - a.x), abs(b.y - a.y)


def _at(location: str, words: str) -> str:
    """Return the words of a label; in a Location off the ground they begin with its name: `@1 3 MF`."""
    inside = place_of(location)[1]
    return f"@{inside} {words}" if inside else words


def _width(count: int, thin: float, more: float) -> str:
    """Return the width of a line that stands for this many routes."""
    return f"{min(thin + more * math.log2(max(1, count)), 7):.1f}"
