"""Random tables of the two tabletop systems, as instances. The same seed gives the same text."""

from __future__ import annotations

from random import Random

from enumerator_miniatures import WAY, Position, Shape, bounds, gap, rectangle

DIRECTIONS = tuple(WAY)
STRAIGHT = ("north", "east", "south", "west")
AREAS = ("light_woods", "dense_woods", "swamp", "water", "rough", "obstacle", "hill")


def _unit(rnd: Random, name: str, side: str, width: int, depth: int, turned: float) -> list[str]:
    kind = rnd.choice(("infantry", "infantry", "cavalry"))
    facing = rnd.choice(DIRECTIONS if rnd.random() < turned else STRAIGHT)
    front = rnd.randint(1, 5)
    return [
        f"unit({name},{side},{kind}).",
        f"stands_at({name},{rnd.randint(0, width)},{rnd.randint(0, depth)}).",
        f"facing({name},{facing}).",
        f"frontage({name},{front}).",
        f"depth({name},{rnd.randint(1, 3)}).",
        f"widest_stand({name},{rnd.randint(1, front)}).",
    ]


def _fits(position: Position, name: str, others: list[str], width: int, depth: int, areas: list[Shape]) -> bool:
    block = position.shape(name)
    x, x2, y, y2 = bounds(block)
    if x < 0 or y < 0 or x2 > 100 * width or y2 > 100 * depth:
        return False
    return all(gap(block, position.shape(other)) >= 0 for other in others) and all(gap(block, a) >= 0 for a in areas)


def _place(
    rnd: Random,
    lines: list[str],
    names: list[tuple[str, str]],
    width: int,
    depth: int,
    turned: float,
    areas: list[Shape],
) -> list[str]:
    """Units put where there is room, as many as find any; returns their names."""
    placed: list[str] = []
    for name, side in names:
        for _ in range(20):
            facts = _unit(rnd, name, side, width, depth, turned)
            if _fits(Position.of("\n".join(lines + facts)), name, placed, width, depth, areas):
                lines += facts
                placed.append(name)
                break
    return placed


def random_retreat(seed: int) -> str:
    """A table with units in retreat or rout, friends, attacks, voluntary moves and dice."""
    rnd = Random(f"retreat {seed}")
    width, depth = rnd.randint(8, 30), rnd.randint(8, 30)
    lines = ["rules(retreat). side(blue). side(red).", f"table({width},{depth})."]
    lines += [f"home_edge(blue,{rnd.choice(STRAIGHT)}). home_edge(red,{rnd.choice(STRAIGHT)})."]
    if rnd.random() < 0.3:
        lines.append("option(edge,whole).")
    names = [(f"b{i}", "blue") for i in range(rnd.randint(2, 5))] + [(f"r{i}", "red") for i in range(rnd.randint(0, 2))]
    placed = _place(rnd, lines, names, width, depth, 0.3, [])
    for number, name in enumerate(placed):
        lines.append(f"movement({name},{rnd.randint(1, 9)}).")
        if rnd.random() < 0.5:
            lines.append(f"formed({name}).")
        order = rnd.choice(("routed", "retreating")) if number == 0 or rnd.random() < 0.2 else "good"
        if order != "good":
            lines.append(f"order({name},{order}).")
        if order != "good" or rnd.random() < 0.3:
            lines.append(f"threat({name},{rnd.randint(0, width)},{rnd.randint(0, depth)}).")
        for turn in range(2, 6):
            chosen = rnd.random()
            if chosen < 0.2:
                lines.append(f"attacked({name},{turn}).")
            elif chosen < 0.4:
                lines.append(f"goes_on({name},{turn}).")
    fleeing = sum(line.startswith("order(") for line in lines)
    known = 0.15 if fleeing < 3 else 0.9  # the lines of many units with unknown dice are too many to compare
    lines += [f"die({turn},{rnd.randint(1, 6)})." for turn in range(2, 7) if rnd.random() < known]
    return "\n".join(lines) + "\n"


def random_battle(seed: int) -> str:
    """A table with one or two routed units behind friends, enemies and ground that is impassable to some."""
    rnd = Random(f"battle {seed}")
    width, depth = rnd.randint(8, 18), rnd.randint(10, 24)
    home = rnd.choice(STRAIGHT)
    lines = ["rules(battlesystem). side(blue). side(red).", f"table({width},{depth}).", f"home_edge(blue,{home})."]
    lines.append(f"home_edge(red,{rnd.choice(STRAIGHT)}).")
    if rnd.random() < 0.3:
        lines.append("option(veer,beginning).")
    areas: list[Shape] = []
    for _ in range(rnd.choice((0, 0, 1, 2, 3))):
        x, y = rnd.randint(0, width - 1), rnd.randint(0, depth - 1)
        x2, y2 = rnd.randint(x + 1, min(width, x + 6)), rnd.randint(y + 1, min(depth, y + 4))
        lines.append(f"area({rnd.choice(AREAS)},{x},{y},{x2},{y2}).")
        areas.append(rectangle(100 * x, 100 * y, 100 * x2, 100 * y2))
    for _ in range(rnd.choice((0, 0, 0, 1, 2))):
        lines.append(f"impassable({rnd.choice(('infantry', 'cavalry'))},{rnd.choice(AREAS)}).")
    names = [(f"b{i}", "blue") for i in range(rnd.randint(1, 5))] + [(f"r{i}", "red") for i in range(rnd.randint(0, 3))]
    placed = _place(rnd, lines, names, width, depth, 0.2, areas)
    for number, name in enumerate(placed):
        lines.append(f"movement({name},{rnd.randint(2, 8)}).")
        order = "routed" if number == 0 else rnd.choice(("good",) * 6 + ("shaken", "shaken", "routed"))
        if order != "good":
            lines.append(f"order({name},{order}).")
        lines.append(f"rating({name},{rnd.randint(8, 11)}).")
        lines.append(f"rallies({name},{rnd.choice((2, 2, 2, 3))}).")
    return "\n".join(lines) + "\n"
