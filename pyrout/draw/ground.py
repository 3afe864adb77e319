"""The ground of a map: woods as canopies, orchards as trees, grain as stalks, buildings as roofs, roads as bends.

Each kind of ground has a few shapes of its own, defined once in a drawing. A hex takes the one that its column and row
choose, so that the same map is the same picture.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random

from .layout import Layout, Point, coordinate
from .markup import Markup, group, joined, path, tag

VARIANTS = 4  # shapes of one kind
TURNS = (0, 30, -30)  # degrees by which a roof that stands alone is turned
Path = list[tuple[float, float]]


def shapes(prefix: str, kinds: Iterable[str]) -> Markup:
    """Return the definitions of the shapes of some kinds of ground, as `prefix`, the kind and a number."""
    return joined(
        group(
            *(path(d, class_) for class_, d in DRAWN[kind](Random(f"{kind}{number}"), number)),
            id=f"{prefix}{kind}{number}",
        )
        for kind in sorted(kinds)
        if kind in DRAWN
        for number in range(VARIANTS)
    )


def shape(prefix: str, kind: str, spot: tuple[int, int], at: Point, joined: bool = False) -> Markup:
    """Return the shape of a kind of ground in the hex of a column and row; a roof that is `joined` is a plain one."""
    chosen = Random(spot[0] * 7919 + spot[1] * 104729)
    number, turn = chosen.randrange(VARIANTS), chosen.choice(TURNS) if kind in ROOFS else 0
    if joined:
        number = turn = 0
    turned = f" rotate({turn})" if turn else ""
    move = f"translate({coordinate(at.x)} {coordinate(at.y)}){turned}"
    return tag("use", href=f"#{prefix}{kind}{number}", transform=move)


def roads(layout: Layout, pairs: Iterable[tuple[str, str]]) -> str:
    """Return the path of roads between pairs of hexes: through each hex one bend to the road most opposite."""
    ends: dict[str, list[str]] = defaultdict(list)
    for a, b in pairs:
        ends[a].append(b)
        ends[b].append(a)
    drawn = []
    for hex_, others in ends.items():
        middle = layout.centre(hex_)
        sides = {other: middle.towards(layout.centre(other), 0.5) for other in others}
        if len(sides) == 1:
            (end,) = sides.values()
            drawn.append(f"M{_at(end)}L{_at(middle)}")
            continue
        done = set()
        for other in sides:
            across = max((o for o in sides if o != other), key=lambda o: math.dist(sides[o], sides[other]))
            if (bend := frozenset((other, across))) not in done:
                done.add(bend)
                drawn.append(f"M{_at(sides[other])}Q{_at(middle)} {_at(sides[across])}")
    return "".join(drawn)


def contours(layout: Layout, elevation: Callable[[str], int]) -> str:
    """Return the path of the hexsides where the ground falls."""
    drawn = []
    for hex_ in layout.shown:
        for other in layout.neighbours(hex_):
            if elevation(other) < elevation(hex_):
                one, two = layout.hexside(hex_, other)
                drawn.append(f"M{_at(one)}L{_at(two)}")
    return "".join(drawn)


def _at(point: Point) -> str:
    return f"{coordinate(point.x)} {coordinate(point.y)}"


# ---------------------------------------------------------------------------------------------------------------------
# The shapes, around the middle of a hex

Shape = list[tuple[str, str]]  # class and path, from below


def _disc(x: float, y: float, radius: float) -> str:
    r, back, over = coordinate(radius), coordinate(x - radius), coordinate(2 * radius)
    return f"M{back} {coordinate(y)}a{r} {r} 0 1 0 {over} 0a{r} {r} 0 1 0 -{over} 0z"


def _woods(chosen: Random, _: int) -> Shape:
    spots = [(0.0, 0.0)]
    for number in range(6):
        angle, reach = math.pi / 3 * number + chosen.random() * 0.6, 22 + chosen.random() * 3
        spots.append((reach * math.cos(angle), reach * math.sin(angle) * 0.92))
    for _number in range(4):
        angle, reach = chosen.random() * 2 * math.pi, 8 + chosen.random() * 14
        spots.append((reach * math.cos(angle), reach * math.sin(angle)))
    trees = [(x, y, 8.5 + chosen.random() * 3.5) for x, y in spots]
    return [
        ("g-canopy under", "".join(_disc(x + 1.2, y + 1.8, r) for x, y, r in trees)),
        ("g-canopy", "".join(_disc(x, y, r) for x, y, r in trees)),
        ("g-canopy light", "".join(_disc(x - 2.2, y - 2.6, r * 0.55) for x, y, r in trees)),
    ]


def _orchard(chosen: Random, _: int) -> Shape:
    rows = ((-15, (-19, 0, 19)), (2, (-27, -9, 9, 27)), (18, (-18, 0, 18)))
    trees = [(x + chosen.random() * 2 - 1, y + chosen.random() * 2 - 1) for y, xs in rows for x in xs]
    return [
        ("g-cast", "".join(_disc(x + 1, y + 1.5, 5) for x, y in trees)),
        ("g-tree", "".join(_disc(x, y, 5) for x, y in trees)),
    ]


def _grain(chosen: Random, _: int) -> Shape:
    drawn = []
    for y in range(-27, 32, 6):
        reach = 36 - abs(y) * 0.55
        x = -reach + chosen.random() * 4
        while x < reach:
            drawn.append(f"M{coordinate(x)} {y}l1.4 -3.4")
            x += 5.2
    return [("g-stalk", "".join(drawn))]


def _brush(chosen: Random, _: int) -> Shape:
    tufts = [((chosen.random() - 0.5) * 52, (chosen.random() - 0.5) * 46 + 3) for _number in range(11)]
    written = ((coordinate(x), coordinate(y)) for x, y in tufts)
    return [("g-tuft", "".join(f"M{x} {y}l-2.5 -5M{x} {y}l.4 -6M{x} {y}l3 -4.6" for x, y in written))]


def _roof(kind: str) -> Callable[[Random, int], Shape]:
    """Return the roofs of one material: a plain one, two with a wing, and a small one."""

    def drawn(chosen: Random, number: int) -> Shape:
        wide, deep = (23.0, 19.0) if number == 0 else (20 + chosen.random() * 3, 15 + chosen.random() * 3)
        walls: Path = [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]
        lit: Path = [(-wide, -deep), (wide, -deep), (wide - 9, 0), (-wide + 9, 0)]
        ridge: Path = [(-wide + 9, 0), (wide - 9, 0)]
        if number == 1:
            walls = [(-wide, -deep), (wide, -deep), (wide, 2), (2, 2), (2, deep + 3), (-wide, deep + 3)]
            lit = [(-wide, -deep), (wide, -deep), (wide - 6, -deep + 9), (-wide + 8, -deep + 9)]
            ridge = [(-wide + 8, -deep + 9), (wide - 6, -deep + 9)]
        if number == 2:
            walls = [(-wide, -deep - 2), (-2, -deep - 2), (-2, -4), (wide, -4), (wide, deep), (-wide, deep)]
            lit = [(-wide, 6), (-wide + 6, 4), (wide - 5, 4), (wide, -4), (wide, deep), (-wide, deep)]
            ridge = [(-wide + 6, 4), (wide - 5, 4)]
        return [
            ("g-cast", _closed([(x + 2, y + 2.6) for x, y in walls])),
            (f"g-house {kind}", _closed(walls)),
            (f"g-roof {kind}", _closed(lit)),
            ("g-ridge", "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in ridge)),
        ]

    return drawn


def _closed(corners: Path) -> str:
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y + 2)}" for x, y in corners) + "z"


ROOFS = ("stone", "wooden")
DRAWN: dict[str, Callable[[Random, int], Shape]] = {
    "woods": _woods,
    "orchard": _orchard,
    "grain": _grain,
    "brush": _brush,
    **{kind: _roof(kind) for kind in ROOFS},
}
