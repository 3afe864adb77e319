"""The picture of a table as SVG: areas, home edges, threats, blocks with their fronts, and the ways of the routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from ..engine import text
from ..errors import TimeLimit, UsageError, one_line
from ..miniatures.solver import TableSolver
from ..position.facts import Instance
from ..question import Question
from ..result import Answer, Event
from .png import png

INCH = 16  # units of the picture
MARGIN = 24
AREAS = {
    "light_woods": "#b7d3a0",
    "dense_woods": "#7fa564",
    "swamp": "#a9c2ae",
    "water": "#a8cbe6",
    "rough": "#d6c3a1",
    "obstacle": "#c9b8a8",
    "hill": "#e3d3b0",
}
SIDES = ("#3f6fb0", "#b5483f")
ENDS = {"survives": "#2f7d32", "eliminated": "#b3261e"}
MOST = 40  # routes drawn for a unit
TOWARDS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def picture(question: Question, kind: str, board: Path | None = None) -> bytes:
    """The contents of a file of a kind (`.svg`, `.png`) that shows a table and its answer; a table has no board. Raises
    UsageError for another kind, TimeLimit where the answer is not complete."""
    if kind == ".html":
        raise UsageError("a table is drawn as .svg or .png: call the file so")
    solver = TableSolver(question)
    found = tuple(solver.unit(unit) for unit in solver.units)
    name = question.position.name
    if not all(unit.complete for unit in found):
        raise TimeLimit(f"{name}: the time limit was reached before the answer was complete")
    svg, width, height = drawing(solver, Answer(one_line(name), question.rules, question.options, found))
    return png(svg, width, height) if kind == ".png" else svg.encode()


def drawing(solver: TableSolver, answer: Answer) -> tuple[str, int, int]:
    """The drawing of a position with its answer, and its width and height."""
    (table,) = solver.question.position.of("table")
    width, depth = (int(str(inches)) for inches in table.args)
    lines = list(_shapes(solver, width, depth)) + list(_routes(answer, depth))
    across, down = width * INCH + 2 * MARGIN, depth * INCH + 2 * MARGIN
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}">',
        f'<rect x="0" y="0" width="{across}" height="{down}" fill="#ffffff"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{width * INCH}" height="{depth * INCH}" fill="#f4f1e6" stroke="#555555"/>',
        *lines,
        "</svg>",
    ]
    return "\n".join(svg) + "\n", across, down


def _at(x: float, y: float, depth: int) -> tuple[float, float]:
    """A place of the table in the picture, in which y grows downwards."""
    return MARGIN + x * INCH, MARGIN + (depth - y) * INCH


def _polygon(points: list[tuple[float, float]], look: str) -> str:
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" {look}/>'


def _label(word: str, x: float, y: float) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="11" text-anchor="middle" fill="#111111">'
        f"{escape(word)}</text>"
    )


def _shapes(solver: TableSolver, width: int, depth: int) -> Iterator[str]:
    instance = solver.question.position
    for fact in instance.of("area"):
        kind = str(fact.args[0])
        x, y, x2, y2 = (int(str(arg)) for arg in fact.args[1:])
        corners = [_at(*corner, depth) for corner in ((x, y), (x2, y), (x2, y2), (x, y2))]
        yield _polygon(corners, f'fill="{AREAS[kind]}"')
        yield _label(kind.replace("_", " "), *_at((x + x2) / 2, (y + y2) / 2, depth))
    sides = sorted(str(fact.args[0]) for fact in instance.of("side"))
    colours = {side: SIDES[number % len(SIDES)] for number, side in enumerate(sides)}
    yield from _home_edges(instance, colours, width, depth)
    side_of = {str(fact.args[0]): str(fact.args[1]) for fact in instance.of("unit")}
    facing = {str(fact.args[0]): str(fact.args[1]) for fact in instance.of("facing")}
    for u, *span in solver.engine.atoms("covers", 9):
        unit = text(u)
        x, x2, y, y2, p, p2, q, q2 = (end.number for end in span)
        if "_" in facing[unit]:
            corners = [((a + b) / 200, (a - b) / 200) for a, b in ((p, q), (p2, q), (p2, q2), (p, q2))]
        else:
            corners = [(a / 200, b / 200) for a, b in ((x, y), (x2, y), (x2, y2), (x, y2))]
        colour = colours[side_of[unit]]
        yield _polygon([_at(*c, depth) for c in corners], f'fill="{colour}" fill-opacity="0.45" stroke="{colour}"')
        left, right = (_at(*corner, depth) for corner in _front(corners, facing[unit]))
        yield _line(left, right, colour)
        yield _label(unit, *_at((x + x2) / 400, (y + y2) / 400, depth))
    for fact in instance.of("threat"):
        unit = str(fact.args[0])
        across, up = (int(str(arg)) for arg in fact.args[1:])
        middle, level = _at(across, up, depth)
        cross = f"M {middle - 4:g},{level - 4:g} l 8,8 m 0,-8 l -8,8"
        yield f'<path d="{cross}" fill="none" stroke="#111111" stroke-width="2"><title>threat to {escape(unit)}</title></path>'


def _home_edges(instance: Instance, colours: Mapping[str, str], width: int, depth: int) -> Iterator[str]:
    """A bar along the home edge of each side; where sides share one, side by side."""
    bars: Counter[str] = Counter()
    for fact in instance.of("home_edge"):
        side, edge = map(str, fact.args)
        east, north = TOWARDS[edge]
        away = 3 + 4 * bars[edge]
        bars[edge] += 1
        first = _at(width if east > 0 else 0, depth if north > 0 else 0, depth)
        last = _at(0 if east < 0 else width, 0 if north < 0 else depth, depth)
        shift = (away * east, -away * north)
        yield _line(_moved(first, shift), _moved(last, shift), colours[side])


def _moved(point: tuple[float, float], by: tuple[float, float]) -> tuple[float, float]:
    return point[0] + by[0], point[1] + by[1]


def _front(corners: list[tuple[float, float]], facing: str) -> list[tuple[float, float]]:
    """The two corners of a block that are furthest in the direction that it faces."""
    east, north = (sum(TOWARDS[word][axis] for word in facing.split("_")) for axis in (0, 1))
    return sorted(corners, key=lambda corner: -corner[0] * east - corner[1] * north)[:2]


def _line(first: tuple[float, float], last: tuple[float, float], colour: str) -> str:
    return (
        f'<line x1="{first[0]:g}" y1="{first[1]:g}" x2="{last[0]:g}" y2="{last[1]:g}" '
        f'stroke="{colour}" stroke-width="3"/>'
    )


def _routes(answer: Answer, depth: int) -> Iterator[str]:
    """The ways of the front left corners: of the unit that is answered whole, of others dashed."""
    drawn: set[tuple[tuple[str, ...], str]] = set()
    for unit in answer.units:
        for route in unit.routes[:MOST]:
            for event in route.events:
                colour = ENDS.get(route.end, "#555555") if event.unit == unit.id else "#777777"
                if len(event.path) > 1 and (event.path, colour) not in drawn:
                    drawn.add((event.path, colour))
                    yield _way(event, colour, event.unit == unit.id, depth)


def _way(event: Event, colour: str, whole: bool, depth: int) -> str:
    places = (place.split(",") for place in event.path)
    spots = [_at(int(x), int(y), depth) for x, y in places]
    points = " ".join(f"{x:g},{y:g}" for x, y in spots)
    dashes = "" if whole else ' stroke-dasharray="4 3"'
    x, y = spots[-1]
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{colour}"/>'
    )
