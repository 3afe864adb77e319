"""The drawing of a position and its answer as an SVG.

From the bottom: the board's art, if there is any, the hexes, roads and hexsides, the answers of the units (one group for
each, `data-overlay`), the counters, the legend. Hexes and counters carry their names (`data-hex`, `data-unit`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import PurePath
from textwrap import wrap
from typing import NamedTuple

from ..errors import one_line
from ..position.facts import Instance
from ..result import Answer, UnitAnswer
from ..rules import options
from ..words import VERDICTS, listed, mf, ways, ways_and_ends
from . import symbols
from .layout import Layout, Point, curve, lanes, place_of, polygon
from .legend import legend
from .markup import Markup, group, label, tag, text
from .scene import Bundle, Overlay, counters, overlay, stacks

COLOURS = 5
TITLE_ROW = 17.0
LETTER = 5.9  # how wide a letter of the title is
TIMES = "\N{MULTIPLICATION SIGN}"


class Art(NamedTuple):
    """A picture of the board to lie underneath: a data URI, and where its top left corner and its bottom right one come
    to lie, in columns and doubled rows of the instance."""

    href: str
    start: tuple[float, float]
    end: tuple[float, float]


def style() -> str:
    """The style sheet of drawings."""
    return (files(__package__) / "page" / "map.css").read_text(encoding="utf-8")


def picture(instance: Instance, answer: Answer, art: Art | None = None, others: Sequence[str] = ()) -> str:
    """The drawing as a whole file: title, map and legend, in a style of its own. `others` are units that may break on
    purpose, of which the answer does not say what they could do then."""
    drawing = Drawing(instance, answer.units, art=art)
    sheet = drawing.layout
    name = one_line(PurePath(answer.file).name)
    title = [label(f"{name}: rules {answer.rules}", 8, 18, "title")]
    width = max(sheet.width, 460.0)
    said = [summary(unit, instance) for unit in answer.units]
    said += [f"{unit.id} assumes: {sentence}." for unit in answer.units for sentence in unit.assumes]
    chosen = [
        f"{v.option}={v.value}"
        for v in options(answer.rules)
        if not v.default and answer.options.get(v.option) == v.value
    ]
    if chosen:
        said.append(f"Not by the default readings: {listed(chosen)}.")
    if others:
        said.append(f"{listed(others)} may break on purpose at the start of the Rout Phase.")
    for sentence in said:
        for line in wrap(sentence, int((width - 16) / LETTER)):
            title.append(label(line, 8, 18 + len(title) * TITLE_ROW, "line"))
    above = 12 + TITLE_ROW * len(title)
    layers = drawing.layers()
    key, below = drawing.legend(width)
    height = above + sheet.height + below
    return (
        tag(
            "svg",
            tag("title", text(f"{name}: the Rout Phase")),
            tag("desc", text(" ".join(said) or "Nobody has to rout.")),
            tag("style", text(style())),
            tag("rect", x=0, y=0, width=width, height=height, class_="paper"),
            *title,
            group(*layers, transform=f"translate(0 {above:.1f})"),
            group(key, transform=f"translate(0 {above + sheet.height:.1f})"),
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
    """One line on a unit: `g1 (german squad) in yK5: MUST ROUT to yK6 (2 MF), 17 ways, 1 of them ending in elimination.`"""
    kind = next(f"{f.args[1]} {f.args[2]}".replace("_", "-") for f in instance.of("unit") if f.args[0] == unit.id)
    line = f"{unit.id} ({kind}) in {unit.at}: {_fate(unit)}"
    if unit.if_breaks:
        line += f"; it may break on purpose, and then: {_fate(unit.if_breaks)}"
    return line + "."


def _fate(unit: UnitAnswer) -> str:
    line = VERDICTS[unit.verdict][0]
    if unit.destinations:
        line += " to " + listed((f"{d.hex} ({mf(d.mf)})" for d in unit.destinations), "or")
    if unit.free:
        line += ", or without a destination" if unit.destinations else ", without a destination"
    if unit.routes_total:
        line += f"; {ways_and_ends(unit)}"
    return line


class Drawing:
    """One map. `prefix` keeps the ids of several drawings on one page apart."""

    def __init__(
        self, instance: Instance, units: Sequence[UnitAnswer], *, art: Art | None = None, prefix: str = "p-"
    ) -> None:
        self.instance, self.art, self.prefix = instance, art, prefix
        self.layout = Layout(instance)
        self.overlays = [overlay(unit) for unit in units]
        self.counters = counters(instance)
        self.terrain = {str(f.args[0]): str(f.args[1]) for f in instance.of("terrain")}
        self.elevation = {str(f.args[0]): int(str(f.args[1])) for f in instance.of("elevation")}
        self._used: set[str] = set()

    def layers(self, *, interactive: bool = False) -> list[Markup]:
        """Everything but the legend. `interactive`: hexes and counters can be reached by keyboard and are named for it."""
        hexes = [self._hex(hex_, interactive) for hex_ in self.layout.shown]
        return [
            tag("defs", symbols.patterns(self.prefix), self._heads()),
            group(*self._art(), class_="underlay"),
            group(*hexes, class_="hexes art" if self.art else "hexes"),
            group(*self._roads(), *self._sides(), class_="lines"),
            *map(self._overlay, self.overlays),
            group(*self._names(), class_="names"),
            group(*self._stacks(interactive), class_="units"),
            group(*(m for o in self.overlays for m in self._marks(o)), class_="marks"),
            group(class_="pointer"),
        ]

    def legend(self, width: float) -> tuple[Markup, float]:
        """The legend of what `layers` has drawn, and how high it is."""
        return legend(self._used, self.counters.values(), width, prefix=self.prefix, plain=self.art is not None)

    # -----------------------------------------------------------------------------------------------------------------
    # The board

    def _art(self) -> list[Markup]:
        if self.art is None:
            return []
        a, b = self.layout.spot(*self.art.start), self.layout.spot(*self.art.end)
        turned = a.x > b.x  # a board that lies the other way round
        x, y, width, height = min(a.x, b.x), min(a.y, b.y), abs(b.x - a.x), abs(b.y - a.y)
        clip = tag("rect", x=0, y=0, width=self.layout.width, height=self.layout.height)
        return [
            tag("clipPath", clip, id=f"{self.prefix}clip"),
            group(
                tag(
                    "image",
                    href=self.art.href,
                    x=x,
                    y=y,
                    width=width,
                    height=height,
                    preserveAspectRatio="none",
                    transform=f"rotate(180 {x + width / 2:.1f} {y + height / 2:.1f})" if turned else None,
                ),
                clip_path=f"url(#{self.prefix}clip)",
            ),
        ]

    def _hex(self, hex_: str, interactive: bool) -> Markup:
        terrain = self.terrain.get(hex_)
        kin = symbols.family(terrain)
        self._used.add(kin)
        corners = polygon(self.layout.corners(hex_))
        ground = tag("polygon", points=corners, class_=f"ground t-{kin}")
        parts = [] if interactive else [tag("title", text(self.words(hex_)))]
        parts.append(ground)
        if not self.art:
            if kin in symbols.BUILT:
                parts += self._house(hex_, kin)
            elif kin not in symbols.PATTERNLESS:
                parts.append(tag("polygon", points=corners, fill=f"url(#{self.prefix}{kin})"))
            level = self.elevation.get(hex_, 0)
            if level > 0:
                parts.append(tag("polygon", points=corners, class_="height", opacity=f"{min(0.13 * level, 0.5):g}"))
        role = {"role": "button", "tabindex": "-1", "aria_label": self.words(hex_)} if interactive else {}
        return group(*parts, class_="hex", data_hex=hex_, **role)

    def words(self, hex_: str) -> str:
        """A hex in words: `yK6, stone building, level 1`."""
        found = [hex_, (self.terrain.get(hex_) or "no terrain").replace("_", " ")]
        if self.elevation.get(hex_):
            found.append(f"elevation {self.elevation[hex_]}")
        for fact in self.instance.of("feature"):
            place, _, level = str(fact.args[0]).partition("@")
            if place == hex_:
                found.append(f"{fact.args[1]}".replace("_", " ") + (f" @{level}" if level else ""))
        return ", ".join(found)

    def _house(self, hex_: str, kin: str) -> list[Markup]:
        x, y = self.layout.centre(hex_)
        box = {"x": x - 21, "y": y - 19, "width": 42.0, "height": 40.0}
        return [
            tag("rect", class_=f"house {kin}", **box),
            tag("rect", fill=f"url(#{self.prefix}{kin})", **box),
        ]

    def _roads(self) -> list[Markup]:
        if self.art:
            return []
        paths = []
        for fact in self.instance.of("road"):
            a, b = (self.layout.centre(str(h)) for h in fact.args)
            paths.append(f"M{a.x:.1f} {a.y:.1f}L{b.x:.1f} {b.y:.1f}")
            self._used.add("road")
        if not paths:
            return []
        return [tag("path", d="".join(paths), class_="road bed"), tag("path", d="".join(paths), class_="road")]

    def _sides(self) -> list[Markup]:
        if self.art:
            return []
        drawn = []
        for kind, pairs in sorted(self._hexsides().items()):
            path = ""
            for a, b in pairs:
                one, two = self.layout.hexside(a, b)
                path += f"M{one.x:.1f} {one.y:.1f}L{two.x:.1f} {two.y:.1f}"
            self._used.add(f"side {kind}")
            drawn.append(tag("path", tag("title", text(kind.replace("_", " "))), d=path, class_=f"side {kind}"))
        for building, hexes in self._buildings().items():
            path = ""
            for i, a in enumerate(hexes):
                for b in hexes[i + 1 :]:
                    if self.layout.touching(a, b):
                        middle, other = self.layout.centre(a), self.layout.centre(b)
                        one, two = middle.towards(other, 0.29), middle.towards(other, 0.71)
                        path += f"M{one.x:.1f} {one.y:.1f}L{two.x:.1f} {two.y:.1f}"
            if path:
                kin = symbols.family(self.terrain.get(hexes[0]))
                drawn.append(tag("path", d=path, class_=f"joint edge {kin}"))
                drawn.append(tag("path", tag("title", text(building)), d=path, class_=f"joint {kin}"))
        return drawn

    def _hexsides(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for fact in self.instance.of("hexside"):
            found[str(fact.args[2])].append((str(fact.args[0]), str(fact.args[1])))
        return found

    def _buildings(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for fact in self.instance.of("building"):
            found[str(fact.args[0])].append(str(fact.args[1]))
        return found

    def _names(self) -> list[Markup]:
        """Names of the hexes, and what else is written in them."""
        written: dict[str, list[str]] = defaultdict(list)
        for hex_, terrain in self.terrain.items():
            if terrain not in symbols.PLAIN and not self.art:
                written[hex_].append(terrain.replace("_", " "))
        for fact in self.instance.of("feature"):
            word = getattr(fact.args[1], "name", str(fact.args[1]))
            hex_, _, level = str(fact.args[0]).partition("@")
            written[hex_].append(symbols.FEATURES.get(word, word) + (f"@{level}" if level else ""))
        storeys: dict[str, list[int]] = defaultdict(list)
        for fact in self.instance.of("level"):
            storeys[str(fact.args[0])].append(int(str(fact.args[1])))
        stairs = {str(fact.args[0]) for fact in self.instance.of("stairwell")}
        for hex_, levels in storeys.items():
            written[hex_].append("L" + ",".join(map(str, sorted(levels))) + (" stairs" if hex_ in stairs else ""))
        drawn = []
        for hex_ in self.layout.shown:
            x, y = self.layout.centre(hex_)
            height = self.elevation.get(hex_)
            name = f"{hex_} ({height:+d})" if height else hex_
            if not self._printed(hex_):
                drawn.append(label(name, x, y - 25.5, "hex-name"))
            if written[hex_]:
                drawn.append(label(", ".join(written[hex_])[:24], x, y + 31, "note"))
        return drawn

    def _printed(self, hex_: str) -> bool:
        """Whether the art underneath shows a hex with its name."""
        if self.art is None:
            return False
        spans = zip(self.art.start, self.art.end, self.layout.at[hex_], strict=True)
        return all(min(a, b) <= value <= max(a, b) for a, b, value in spans)

    # -----------------------------------------------------------------------------------------------------------------
    # The counters

    def _stacks(self, interactive: bool) -> Iterable[Markup]:
        for (hex_, inside), units in stacks(self.instance).items():
            level = int(inside) if inside.lstrip("-").isdigit() else 0
            for unit, slot in zip(units, self.layout.slots(hex_, len(units), level), strict=True):
                self._used.add("unit")
                found = self.counters[unit]
                named = {"role": "button", "tabindex": "-1", "aria_label": found.words} if interactive else {}
                yield symbols.counter(found, slot, data_at=hex_, **named)
            if inside:
                x, y = self.layout.slots(hex_, len(units), level)[0].centre
                yield self._tag(f"@{inside}", Point(x, y + 17), None)

    def unit_spot(self, unit: str) -> Point | None:
        """The middle of a unit's counter."""
        for (hex_, inside), units in stacks(self.instance).items():
            if unit in units:
                level = int(inside) if inside.lstrip("-").isdigit() else 0
                return self.layout.slots(hex_, len(units), level)[units.index(unit)].centre
        return None

    # -----------------------------------------------------------------------------------------------------------------
    # The answers

    def colour(self, o: Overlay, to: str | None) -> int:
        """The number of the colour of the routes to a destination."""
        order = list(dict.fromkeys(bundle.to for bundle in o.bundles))
        before = sum(len({b.to for b in other.bundles}) or 1 for other in self.overlays[: self.overlays.index(o)])
        return (before + (order.index(to) if to in order else 0)) % COLOURS

    def _overlay(self, o: Overlay) -> Markup:
        parts = [*self._excluded(o), *self._destinations(o), *self._threats(o)]
        shifts = lanes(len(o.bundles))
        parts += [self._fan(o, bundle, shift) for bundle, shift in zip(o.bundles, shifts, strict=True)]
        parts += [self._best(o, bundle, shift) for bundle, shift in zip(o.bundles, shifts, strict=True)]
        self._used.add("supposed" if o.supposed else "start")
        start = self.layout.corners(place_of(o.unit.at)[0], 2.5)
        dashes = symbols.DASHES if o.supposed else None
        parts.append(tag("polygon", points=polygon(start), class_="start", stroke_dasharray=dashes))
        return group(*parts, class_="overlay", data_overlay=o.unit.id)

    def _excluded(self, o: Overlay) -> list[Markup]:
        drawn = []
        taken = {d.hex for d in o.unit.destinations}
        for location, price in o.excluded.items():
            if location in taken:
                continue
            self._used.add("excluded")
            x, y = self.layout.location(location)
            sign = Point(x + 25, y + 18)
            drawn.append(
                group(
                    tag("title", text(f"{location} is no destination" + (f": {mf(price)}" if price else ""))),
                    tag("circle", cx=sign.x, cy=sign.y, r=4.6, class_="excluded"),
                    tag("path", d=f"M{sign.x - 3.2:.1f} {sign.y - 3.2:.1f}l6.4 6.4", class_="excluded"),
                )
            )
        return drawn

    def _destinations(self, o: Overlay) -> list[Markup]:
        drawn = []
        for found in o.unit.destinations:
            hex_, inside = place_of(found.hex)
            middle = self.layout.location(found.hex)
            colour = self.colour(o, found.hex)
            classes = f"destination c{colour}" + (" ignorable" if found.ignorable else "")
            self._used.add("ignorable" if found.ignorable else "destination")
            if inside:
                drawn.append(tag("circle", cx=middle.x, cy=middle.y, r=17, class_=classes))
            else:
                drawn.append(tag("polygon", points=polygon(self.layout.corners(hex_, 3.5)), class_=classes))
        return drawn

    def _threats(self, o: Overlay) -> list[Markup]:
        drawn = []
        for location in sorted({threat.hex for threat in o.threats}):
            corners = polygon(self.layout.corners(place_of(location)[0], 5.5))
            self._used |= {"interdicted", "sight"}
            drawn.append(
                group(
                    tag("polygon", points=corners, fill=f"url(#{self.prefix}interdicted)"),
                    tag("polygon", points=corners, fill="none", class_="danger"),
                    data_interdicted=location,
                )
            )
        for threat in o.threats:
            spot, to = self.unit_spot(threat.by), self.layout.location(threat.hex)
            if spot is not None:
                classes = "sight" if threat.drawn else "sight faint"
                drawn.append(tag("path", d=f"M{spot.x:.1f} {spot.y:.1f}L{to.x:.1f} {to.y:.1f}", class_=classes))
        return drawn

    def _fan(self, o: Overlay, bundle: Bundle, shift: float) -> Markup:
        colour = self.colour(o, bundle.to)
        parts = []
        for (a, b), count in bundle.steps.items():
            one, two = self.layout.location(a), self.layout.location(b)
            self._used.add("fan")
            parts.append(
                tag(
                    "path",
                    d=curve([one.towards(two, 0.12), one.towards(two, 0.5), one.towards(two, 0.88)], 2 + shift * 0.7),
                    class_=f"fan c{colour}",
                    stroke_width=_width(count, 1.2, 0.7),
                )
            )
        for location, count in bundle.ends.items():
            if location != bundle.best.path[-1]:
                x, y = self.layout.location(location)
                parts.append(
                    tag(
                        "circle",
                        tag("title", text(f"{ways(count)} end in {location}")),
                        cx=x,
                        cy=y,
                        r=4,
                        class_=f"f{colour}",
                    )
                )
        return group(*parts, class_="fans", data_to=bundle.to or "")

    def _best(self, o: Overlay, bundle: Bundle, shift: float) -> Markup:
        colour = self.colour(o, bundle.to)
        path = curve([self.layout.location(h) for h in bundle.best.path], shift, lead=8)
        width = _width(bundle.ways, 2.2, 0.9)
        self._used.add("crawl" if bundle.posture == "low_crawl" else "route")
        return group(
            tag("path", d=path, class_="halo"),
            tag(
                "path",
                d=path,
                class_=f"route {bundle.posture} c{colour}",
                stroke_width=width,
                marker_end=f"url(#{self.prefix}head{colour})",
            ),
            class_="best",
            data_to=bundle.to or "",
            data_posture=bundle.posture,
        )

    def _marks(self, o: Overlay) -> Iterable[Markup]:
        """What lies above the counters: prices, discoveries, eliminations."""
        drawn = []
        for hex_, enemy in o.found:
            a, b = self.layout.location(hex_), self.unit_spot(enemy)
            if b is None:
                continue
            self._used.add("found")
            drawn += [
                tag("path", d=f"M{a.x:.1f} {a.y:.1f}L{b.x:.1f} {b.y:.1f}", class_="found"),
                tag("circle", cx=b.x - 17, cy=b.y - 12, r=5.5, class_="badge"),
                label("!", b.x - 17, b.y - 9, "badge-text"),
            ]
        for location in o.dead:
            x, y = self.layout.location(location)
            if location == o.unit.at:
                y += 23  # below the counter, whose name must stay readable
            cross = f"M{x - 9:.1f} {y - 9:.1f}l18 18m0 -18l-18 18"
            self._used.add("dead")
            drawn += [tag("path", d=cross, class_="dead under"), tag("path", d=cross, class_="dead")]
        occupied = {hex_ for hex_, _ in stacks(self.instance)}
        for hex_, tags in self._tags(o).items():
            x, y = self.layout.centre(hex_)
            # The middle is for counters; many stand close together, and below a counter
            if len(tags) < 3:
                tops = [y - 14, y + 19]
            else:
                first = y + 22 if hex_ in occupied else y + 3 - 6 * (len(tags) - 1)
                tops = [first + 12 * n for n in range(len(tags))]
            for (words, colour, price), top in zip(tags, tops, strict=False):
                if not words:
                    continue
                drawn.append(group(self._tag(words, Point(x, top), colour), data_price=price))
        return [group(*drawn, class_="overlay", data_overlay=o.unit.id)]

    def _tags(self, o: Overlay) -> dict[str, list[tuple[str, int | None, str | None]]]:
        """What is written in each hex: the price of a destination, the MF and number of ways of the safest rout that ends
        there (in one, if both are the same), Low Crawls; each with its colour, and the destination whose price it is."""
        runs = {bundle.to: bundle for bundle in o.bundles if bundle.posture != "low_crawl"}
        found: dict[str, list[tuple[str, int | None, str | None]]] = defaultdict(list)
        told = set()
        for d in sorted(o.unit.destinations, key=lambda d: d.hex):
            hex_, inside = place_of(d.hex)
            words = (f"@{inside} " if inside else "") + mf(d.mf)
            run = runs.get(d.hex)
            if run and run.best.path[-1] == d.hex and run.best.mf[-1] == d.mf:
                told.add(d.hex)
                words += f" {TIMES}{run.ways}"
            found[hex_].append((words, self.colour(o, d.hex), d.hex))
        crawls: dict[str, int] = defaultdict(int)
        for bundle in o.bundles:
            if bundle.posture == "low_crawl":
                for end, count in bundle.ends.items():
                    crawls[end] += count
            elif bundle.to not in told:
                hex_, inside = place_of(bundle.best.path[-1])
                words = (f"@{inside} " if inside else "") + f"{mf(bundle.best.mf[-1])} {TIMES}{bundle.ways}"
                found[hex_].append((words, self.colour(o, bundle.to), None))
        for end, count in sorted(crawls.items()):
            hex_, inside = place_of(end)
            words = (f"@{inside} " if inside else "") + "crawl" + (f" {TIMES}{count}" if count > 1 else "")
            found[hex_].append((words, None, None))
        for tags in found.values():
            if len(tags) == 1 and tags[0][2] is None:
                tags.insert(0, ("", None, None))
        return found

    def _tag(self, words: str, at: Point, colour: int | None) -> Markup:
        width = 5 + 5.3 * len(words)
        stroke = "ground" if colour is None else f"c{colour}"
        return group(
            tag("rect", x=at.x - width / 2, y=at.y - 5.5, width=width, height=11, rx=3, class_=f"tag {stroke}"),
            label(words, at.x, at.y + 2.9, "tag-text"),
        )

    def _heads(self) -> Markup:
        return Markup(
            "".join(
                tag(
                    "marker",
                    tag("path", d="M0 0L11 5.5L0 11L2.5 5.5z", class_=f"f{number}"),
                    id=f"{self.prefix}head{number}",
                    markerWidth=11,
                    markerHeight=11,
                    refX=4,
                    refY=5.5,
                    orient="auto",
                    markerUnits="userSpaceOnUse",
                )
                for number in range(COLOURS)
            )
        )


def _width(count: int, thin: float, more: float) -> str:
    """How broad a line for so many ways is."""
    return f"{min(thin + more * math.log2(max(1, count)), 7):.1f}"
