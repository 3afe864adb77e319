"""The SVG of a table: areas, home edges, threats, blocks with their fronts, and the ways of the routes.

One colour means one thing: a side has its colour, and what is destroyed or lost has red. A block is drawn whole where
it starts (filled), where it turns on its way (dotted) and where each turn ends (dashed, with the number of the turn);
its way is that of its middle. What a unit does without moving stands in the list below the table, with its chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from ...miniatures.report import event_line, fate_of
from ...miniatures.solver import HUNDREDTHS, Laid
from ...position.facts import Instance
from ...results.answer import Answer, Event, Route

INCH = 16  # units of the picture
MARGIN = 40
BETWEEN = 2.5 * INCH  # from a number at the edge, which every fifth line has, to the middle between two
ROW = 14  # of the list below the table
LEGEND = 300  # the width that the legend needs
AREAS = {
    "light_woods": "#b7d3a0",
    "dense_woods": "#7fa564",
    "swamp": "#a9c2ae",
    "water": "#a8cbe6",
    "rough": "#d6c3a1",
    "obstacle": "#c9b8a8",
    "hill": "#e3d3b0",
}
SIDES = ("#3f6fb0", "#6a3d9a", "#b8860b", "#2f7d6d")
LOST = "#b3261e"
MOST = 12  # routes of a unit that are drawn and listed
TOWARDS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


class Look(NamedTuple):
    """The size of a table in inches, the parts of an inch that its file counts in, the colours of units and sides."""

    width: float
    depth: float
    parts: int
    colours: Mapping[str, str]
    sides: Mapping[str, str]
    areas: Sequence[str]  # the kinds of ground that there are


def drawing(table: Laid, answer: Answer) -> tuple[str, int, int]:
    """Return the drawing of a position with its answer, and its width and height."""
    look = look_of(table)
    rows = list(_told(answer))
    across, top = _size(look)
    lines = [*_table(table, look), *_routes(answer, table, look), *_legend(look, top)]
    begin = top + ROW * (4 + len(look.areas))
    lines += [_words(row, MARGIN, begin + ROW * number, colour) for number, (row, colour) in enumerate(rows)]
    longest = max((len(row) for row, _ in rows), default=0)
    across = max(across, int(2 * MARGIN + 5.6 * longest))
    down = begin + ROW * len(rows) + MARGIN // 2
    return _svg(lines, across, down), across, down


def bare(table: Laid, answer: Answer) -> str:
    """Return the drawing without its events in words, and its ways in a group of their own, for a page.

    In the empty group `now` the page draws the blocks after an event. Without units in the answer it is the table
    alone, whose home edges and the like the rule set may not know.
    """
    look = look_of(table)
    across, top = _size(look)
    routes = _routes(answer, table, look) if answer.units else ()
    ways = ['<g class="ways">', *routes, "</g>", '<g class="now"></g>']
    lines = [*_table(table, look), *ways, *_legend(look, top)]
    rows = len(look.sides) + 1 + len(look.areas)
    return _svg(lines, across, top + ROW * rows + MARGIN // 4)


def _svg(lines: Iterable[str], across: int, down: int) -> str:
    """Return a whole picture of a size."""
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" '
        'class="table">',
        f'<rect x="0" y="0" width="{across}" height="{down}" fill="#ffffff" class="paper"/>',
        *lines,
        "</svg>",
    ]
    return "\n".join(svg) + "\n"


def _size(look: Look) -> tuple[int, int]:
    """Return the width of the picture, and the height at which the legend begins."""
    return int(max(look.width * INCH, LEGEND) + 2 * MARGIN), int(look.depth * INCH + 2 * MARGIN)


def counts_of(instance: Instance) -> int:
    """Return the number of parts of an inch that the file counts in."""
    return next((int(str(fact.args[1])) for fact in instance.of("unit_of_length")), 1)


def colours_of(instance: Instance) -> dict[str, str]:
    """Return the colours of the sides of a table."""
    sides = sorted(str(fact.args[0]) for fact in instance.of("side"))
    return {side: SIDES[number % len(SIDES)] for number, side in enumerate(sides)}


def look_of(table: Laid) -> Look:
    """Return the look of the table of a position."""
    instance = table.position
    parts = counts_of(instance)
    width, depth = (int(str(length)) / parts for length in instance.of("table")[0].args)
    colours = colours_of(instance)
    unit_colours = {unit: colours[side] for unit, side in instance.sides.items()}
    areas = sorted({str(fact.args[0]) for fact in instance.of("area")})
    return Look(width, depth, parts, unit_colours, colours, areas)


def _table(table: Laid, look: Look) -> Iterator[str]:
    """Yield the table before anything happens."""
    instance = table.position
    yield from _ground(instance, look)
    yield '<g class="edges">'
    yield from _home_edges(instance, look)
    yield "</g>"
    yield from _shapes(table, look)


def _ground(instance: Instance, look: Look) -> Iterator[str]:
    """Yield the table with its areas and a line every inch, every fifth of them with its number."""
    width, depth = look.width, look.depth
    yield (
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{width * INCH:g}" height="{depth * INCH:g}" fill="#f4f1e6" '
        'stroke="#555555" class="ground"/>'
    )
    for fact in instance.of("area"):
        x, y, x2, y2 = (int(str(arg)) / look.parts for arg in fact.args[1:])
        corners = [_at(*corner, depth) for corner in ((x, y), (x2, y), (x2, y2), (x, y2))]
        yield _polygon(corners, f'fill="{AREAS[str(fact.args[0])]}" class="area"')
        yield _label(str(fact.args[0]).replace("_", " "), *_at((x + x2) / 2, (y + y2) / 2, depth))
    for inches in range(int(width) + 1):
        x, y = _at(inches, 0, depth)
        yield _grid(x, MARGIN, x, y, inches)
        if inches % 5 == 0:
            yield _label(str(inches), x, y + 27)
    for inches in range(int(depth) + 1):
        x, y = _at(0, inches, depth)
        yield _grid(x, y, x + width * INCH, y, inches)
        if inches % 5 == 0:
            yield _label(str(inches), x - 22, y + 4)


def _grid(x: float, y: float, x2: float, y2: float, inches: int) -> str:
    weight = 1 if inches % 5 == 0 else 0.4
    look = f'stroke="#000000" stroke-opacity="0.18" stroke-width="{weight:g}" class="grid"'
    return f'<path d="M {x:g},{y:g} L {x2:g},{y2:g}" {look}/>'


def _words(words: str, x: float, y: float, colour: str = "#111111") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="10" fill="{colour}">{escape(words)}</text>'


def _legend(look: Look, top: int) -> Iterator[str]:
    """Yield the entries of the legend: colours and lines."""
    x = float(MARGIN)
    yield '<g class="key">'
    for side, colour in look.sides.items():
        yield f'<rect x="{x:g}" y="{top - 9}" width="10" height="10" fill="{colour}"/>'
        yield _words(f"{side}; its home edge is a bar, its fronts are thick", x + 16, top)
        top += ROW
    yield f'<path d="M {x:g},{top - 4} h 10" stroke="{LOST}" stroke-width="3"/>'
    yield _words("destroyed, or lost over the edge", x + 16, top)
    yield _words(
        "filled: at the start; dotted: where it turns; dashed: at the end of a turn; a square is an inch", x, top + ROW
    )
    for number, kind in enumerate(look.areas, 2):
        yield f'<rect x="{x:g}" y="{top + ROW * number - 9}" width="10" height="10" fill="{AREAS[kind]}"/>'
        yield _words(kind.replace("_", " "), x + 16, top + ROW * number)
    yield "</g>"


def _told(answer: Answer) -> Iterator[tuple[str, str]]:
    """Yield the lines of events in words, each with its colour."""
    for unit in answer.units:
        for number, route in enumerate(unit.routes[:MOST], 1):
            chance = f", chance {route.chance}" if route.chance not in (None, 1) else ""
            yield f"{unit.id}, way {number}: {fate_of(route)}{chance}", "#111111" if route.end == "survives" else LOST
            for event in route.events:
                bare = event._replace(rules=(), on_way=())
                chance = f", chance {event.chance}" if event.chance is not None else ""
                yield f"    turn {event.turn}: {event_line(bare).strip()}{chance}", "#111111"
        if len(unit.routes) > MOST:
            yield f"{unit.id}: {len(unit.routes) - MOST} more ways", "#111111"


def _at(x: float, y: float, depth: float) -> tuple[float, float]:
    """Return a place of the table in the picture, in which y grows downwards."""
    return MARGIN + x * INCH, MARGIN + (depth - y) * INCH


def _polygon(points: list[tuple[float, float]], look: str) -> str:
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" {look}/>'


def _label(word: str, x: float, y: float, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="11" text-anchor="{anchor}" fill="#111111">'
        f"{escape(word)}</text>"
    )


def _name(unit: str, corners: Corners) -> str:
    """Return the id of a block at its left end: paths lead from its middle."""
    left = sorted(corners)[:2]
    if left[0][0] == left[1][0]:
        return _label(unit, left[0][0] + 4, (left[0][1] + left[1][1]) / 2 + 4, "start")
    x, y = (sum(ends) / 4 for ends in zip(*corners, strict=True))
    (x1, y1), _ = left  # askew: on the way from its middle to its leftmost corner
    return _label(unit, (x + x1) / 2, (y + y1) / 2 + 4)


def _shapes(table: Laid, look: Look) -> Iterator[str]:
    """Yield the blocks at the start, and the threats."""
    instance, depth = table.position, look.depth
    facing = _words_of(instance, "facing")
    for unit, corners in _blocks(table).items():
        colour = look.colours[unit]
        yield f'<g data-unit="{escape(unit)}">'
        yield _polygon([_at(*c, depth) for c in corners], f'fill="{colour}" fill-opacity="0.45" stroke="{colour}"')
        left, right = (_at(*corner, depth) for corner in _front(corners, facing[unit]))
        yield _line(left, right, colour)
        yield _name(unit, [_at(*c, depth) for c in corners])
        yield "</g>"
    for fact in instance.of("threat"):
        unit = str(fact.args[0])
        across, up = (int(str(arg)) / look.parts for arg in fact.args[1:])
        middle, level = _at(across, up, depth)
        cross = f"M {middle - 4:g},{level - 4:g} l 8,8 m 0,-8 l -8,8"
        yield f'<g data-threat="{escape(unit)}" class="threat"><title>threat to {escape(unit)}</title>'
        yield f'<circle cx="{middle:g}" cy="{level:g}" r="9" fill="none" stroke="none"/>'
        yield f'<path d="{cross}" fill="none" stroke="#111111" stroke-width="2"/></g>'


Corners = list[tuple[float, float]]


def _blocks(table: Laid) -> dict[str, Corners]:
    """Return the corners of each block at the start, in inches."""
    return {unit: corners_of(span) for unit, span in table.ground.items()}


def corners_of(span: Sequence[int]) -> Corners:
    """Return the corners of a block in inches.

    The block is given by its extent along x, y, x+y and x-y in hundredths. It is straight where its south-west corner
    has the least x+y, else askew.
    """
    x, x2, y, y2, p, p2, q, q2 = (end / HUNDREDTHS for end in span)
    if span[4] == span[0] + span[2]:
        return [(x, y), (x2, y), (x2, y2), (x, y2)]
    return [((a + b) / 2, (a - b) / 2) for a, b in ((p, q), (p2, q), (p2, q2), (p, q2))]


def _home_edges(instance: Instance, look: Look) -> Iterator[str]:
    """Yield a bar along the home edge of each side; where sides share one, side by side."""
    width, depth = look.width, look.depth
    bars: Counter[str] = Counter()
    for fact in instance.of("home_edge"):
        side, edge = map(str, fact.args)
        east, north = TOWARDS[edge]
        away = 3 + 4 * bars[edge]
        bars[edge] += 1
        first = _at(width if east > 0 else 0, depth if north > 0 else 0, depth)
        last = _at(0 if east < 0 else width, 0 if north < 0 else depth, depth)
        first, last = ((x + away * east, y - away * north) for x, y in (first, last))
        yield _line(first, last, look.sides[side])
        x, y = _at(width / 2 + east * width / 2, depth / 2 + north * depth / 2, depth)
        y += BETWEEN * abs(east)
        yield _label(f"home of {side}", x + east * 22, y - north * 14 - (14 * bars[edge] - 14) * (north or 1))


def _front(corners: list[tuple[float, float]], facing: str) -> list[tuple[float, float]]:
    """Return the two corners of a block that are furthest in the direction that it faces."""
    east, north = _towards(facing)
    return sorted(corners, key=lambda corner: -corner[0] * east - corner[1] * north)[:2]


def _towards(facing: str) -> tuple[int, int]:
    """Return a direction, which may be between two of the edges, as steps east and north."""
    steps = [TOWARDS[word] for word in facing.split("_")]
    return sum(east for east, _ in steps), sum(north for _, north in steps)


def _line(first: tuple[float, float], last: tuple[float, float], colour: str) -> str:
    return (
        f'<line x1="{first[0]:g}" y1="{first[1]:g}" x2="{last[0]:g}" y2="{last[1]:g}" '
        f'stroke="{colour}" stroke-width="3"/>'
    )


class Stand(NamedTuple):
    """A block at the start: its corners, its facing, its home edge, frontage and depth."""

    corners: Corners
    facing: str
    home: str
    frontage: float
    depth: float

    def seen_from_corner(self) -> Corners:
        """Return its corners as seen from the front left one."""
        east, north = _towards(self.facing)
        x0, y0 = max(self.corners, key=lambda c: (round(c[0] * east + c[1] * north, 3), c[1] * east - c[0] * north))
        return [(x - x0, y - y0) for x, y in self.corners]

    def facing_home(self, frontage: float | None) -> Corners:
        """Return the corners of the block turned towards home, in its own frontage or another."""
        east, north = TOWARDS[self.home]
        wide, deep = self.frontage, self.depth
        if "_" not in self.facing:  # its ground is what it was
            xs, ys = zip(*self.corners, strict=True)
            spans = max(xs) - min(xs), max(ys) - min(ys)
            wide, deep = spans if north else (spans[1], spans[0])
        wide = frontage or wide
        right, back = (north * wide, -east * wide), (-east * deep, -north * deep)
        return [(0, 0), right, (right[0] + back[0], right[1] + back[1]), back]


class Move(NamedTuple):
    """A move as it is drawn, in the units of the picture.

    These are the points that the middle of the block passes, the part of the block on the table at each of them, and
    its colour.
    """

    middles: Corners
    outlines: list[Corners]
    colour: str


def move_of(event: Event, stand: Stand, look: Look) -> Move:
    """Return the move that an event with a path tells of."""
    notes = dict(event.notes)
    turned = "way" in notes or event.does in ("halts", "is_destroyed")
    frontage = float(str(notes["frontage"])) if "frontage" in notes else None
    corners = stand.facing_home(frontage) if turned else stand.seen_from_corner()
    gone = event.does == "is_destroyed" or notes.get("leaves") == "yes"
    spots = [tuple(map(float, place.split(","))) for place in event.path]
    shapes = [[(x + dx, y + dy) for dx, dy in corners] for x, y in spots]
    if event.block:  # what is left of it, where a part has crossed the edge
        shapes[-1] = corners_of(event.block)
    return Move(
        [_at(sum(x for x, _ in shape) / 4, sum(y for _, y in shape) / 4, look.depth) for shape in shapes],
        [
            [_at(min(max(x, 0), look.width), min(max(y, 0), look.depth), look.depth) for x, y in shape]
            for shape in shapes
        ],
        LOST if gone or "lost" in notes else look.colours[event.unit],
    )


def stands_of(table: Laid, look: Look) -> dict[str, Stand]:
    instance = table.position
    facing, frontage, depth, home = (_words_of(instance, name) for name in ("facing", "frontage", "depth", "home_edge"))
    return {
        unit: Stand(
            corners,
            facing[unit],
            home[instance.sides[unit]],
            int(frontage[unit]) / look.parts,
            int(depth[unit]) / look.parts,
        )
        for unit, corners in _blocks(table).items()
    }


def _words_of(instance: Instance, name: str) -> dict[str, str]:
    """Return the second argument of each fact of a predicate, by the first."""
    return {str(fact.args[0]): str(fact.args[1]) for fact in instance.of(name)}


def _routes(answer: Answer, table: Laid, look: Look) -> Iterator[str]:
    """Yield the moves of every route, each once."""
    stands = stands_of(table, look)
    drawn: set[tuple[str, Event]] = set()
    for unit in answer.units:
        for route in unit.routes[:MOST]:
            yield from _route(route, stands, look, drawn)


def _route(route: Route, stands: Mapping[str, Stand], look: Look, drawn: set[tuple[str, Event]]) -> Iterator[str]:
    """Yield the moves of a route: the way of the middle of each block, and the block where it turns and stops."""
    for event in route.events:
        if not event.path or (event.unit, event) in drawn:
            continue
        drawn.add((event.unit, event))
        move = move_of(event, stands[event.unit], look)
        points = " ".join(f"{x:g},{y:g}" for x, y in move.middles)
        yield f'<polyline points="{points}" fill="none" stroke="{move.colour}" stroke-width="2"/>'
        for number, outline in enumerate(move.outlines[1:], 1):
            dashes = "5 3" if number == len(move.outlines) - 1 else "1 3"
            yield _polygon(outline, f'fill="none" stroke="{move.colour}" stroke-dasharray="{dashes}"')
        x, y = move.middles[-1]
        checks = ", ".join(event.named("checks"))
        mark = "destroyed" if event.does == "is_destroyed" else f"{event.turn}"
        yield _label(mark + (f" (morale check: {checks})" if checks else ""), x + 6, y + 4, "start")
