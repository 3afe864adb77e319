"""Starter Kit positions small enough to answer by hand, and what the enumerator answers.

Hexes touch as on a board: B2 touches B1, B3, A2, A3, C2 and C3; a column alone is a corridor. German g1 is the router,
Americans stand against it. Each test that uses them quotes the sentence of the rules page that its answer follows from.
"""

from __future__ import annotations

from enumerator import Answer, Route, solve

TERRAIN = {
    ".": "open_ground",
    "o": "orchard",
    "g": "grain",
    "b": "brush",
    "w": "woods",
    "s": "stone_building",
    "h": "wooden_building",
    "~": "water",
    "-": None,
}
NO_ENEMY = "a0:hero@Z9"  # far from everything, and it sees only its own corner


def cell(name: str) -> tuple[int, int]:
    column = ord(name[0]) - ord("A")
    return column, 2 * int(name[1:]) - (column % 2 == 0)


def instance(hexes: str, units: str, los: str = "", facts: str = "") -> str:
    """An instance. Hexes: name and letter of TERRAIN. Units: ``id:kind@hex status...;``. LOS: ``A1-B2`` or ``A1-B2/1``.

    The enemies have a normal range of 6, unless the facts give them one.
    """
    lines = ["attacker(german)."]
    for entry in [*hexes.split(), "Z9-", "Z10-"]:
        name, terrain = entry[:-1], TERRAIN[entry[-1]]
        column, row = cell(name)
        lines.append(f'hex("{name}",{column},{row}).')
        if terrain is not None:
            lines.append(f'terrain("{name}",{terrain}).')
    for entry in units.split(";"):
        head, *statuses = entry.split()
        uid, rest = head.split(":")
        kind, place = rest.split("@")
        side = "german" if uid.startswith("g") else "american"
        lines.append(f'unit({uid},{side},{kind}). at({uid},"{place}").')
        lines += [f"status({uid},{status})." for status in statuses]
        if side == "american" and f"normal_range({uid}," not in facts:
            lines.append(f"normal_range({uid},6).")
    for entry in [*los.split(), "Z9-Z10"]:
        pair, _, hindrance = entry.partition("/")
        a, b = pair.split("-")
        lines.append(f'los("{a}","{b}",{hindrance or 0}).')
    return "\n".join([*lines, facts])


def answer(hexes: str, units: str, los: str = "", facts: str = "") -> Answer:
    return solve(instance(hexes, units, los, facts))["g1"]


def runs(answer: Answer) -> set[str]:
    """The runs by their paths."""
    return {" ".join(route.path) for route in answer.routes if route.posture == "run"}


def crawls(answer: Answer) -> set[str]:
    """The hexes that a Low Crawl may enter."""
    return {route.path[-1] for route in answer.routes if route.posture == "low_crawl"}


def run(answer: Answer, path: str) -> Route:
    """The only run by this path."""
    (route,) = [r for r in answer.routes if r.posture == "run" and r.path == tuple(path.split())]
    return route
