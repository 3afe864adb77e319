"""Positions of full ASL small enough to answer by hand, and what the enumerator answers.

The map is a block of hexes, columns A to E and rows 1 to 5, all Open Ground but what a test says; every hex sees every
other but where a test says otherwise. Unless a test says more, the German squad g1, broken and under DM, is in C3.
Its neighbours are C2, C4, B2, B3, D2 and D3. C1 is two hexes north of it, C5 two hexes south.
"""

from __future__ import annotations

from enumerator_asl import Answer, Route, solve

ROUTER = "unit(g1,german,squad). status(g1,broken). status(g1,dm)."


def place(name: str) -> str:
    return f'"y{name}"'


def position(
    *units: str,
    at: str = "C3",
    terrain: str = "",
    facts: str = "",
    router: str = ROUTER,
    blind: str = "",
    far: str = "",
) -> str:
    """An instance. ``units``: "r1 squad B2 9 pinned" (id, kind, place, normal range or -, statuses).

    ``terrain``: "C1=woods D2=grain"; ``blind``: pairs without LOS, "B2-C3"; ``far``: one more hex, "Z9=column,row".
    """
    hexes = {f"{c}{n}": (i, 2 * n - 1 if i % 2 == 0 else 2 * n) for i, c in enumerate("ABCDE") for n in range(1, 6)}
    if far:
        name, _, numbers = far.partition("=")
        across, down = numbers.split(",")
        hexes[name] = (int(across), int(down))
    kinds = dict(pair.split("=") for pair in terrain.split())
    lines = ["side(german). side(russian). attacker(german).", router, facts]
    for name, (column, row) in hexes.items():
        lines.append(f'hex("y{name}",{column},{row}). terrain("y{name}",{kinds.get(name, "open_ground")}).')
    unseen = {frozenset(pair.split("-")) for pair in blind.split()}
    names = sorted(hexes)
    for i, a in enumerate(names):
        lines += [f"los({place(a)},{place(b)},0)." for b in names[i + 1 :] if frozenset((a, b)) not in unseen]
    for where in [f"g1 {at}", *(f"{u.split()[0]} {u.split()[2]}" for u in units)]:
        uid, spot = where.split()
        name, _, level = spot.partition("@")
        lines.append(f"at({uid},{place(name)}{',' + level if level else ''}).")
    for unit in units:
        uid, kind, _, reach, *statuses = unit.split()
        lines.append(f"unit({uid},{'german' if uid.startswith('g') else 'russian'},{kind}).")
        lines += [f"normal_range({uid},{reach})."] if reach != "-" else []
        lines += [f"status({uid},{status})." for status in statuses]
    return "\n".join(lines)


def g1(*units: str, **more: str) -> Answer:
    return solve(position(*units, **more))["g1"]


def paths(answer: Answer, posture: str = "run") -> set[str]:
    return {" ".join(h[1:] for h in r.path) for r in answer.routes if r.posture == posture}


def firsts(answer: Answer, posture: str = "run") -> set[str]:
    return {r.path[1][1:] for r in answer.routes if r.posture == posture}


def goals(answer: Answer) -> dict[str, int]:
    """Destinations and their prices in half-MF."""
    return {h[1:]: d.price for h, d in answer.destinations.items()}


def route(answer: Answer, path: str, posture: str = "run") -> Route:
    """The only route by this path, of those with the fewest legs: a unit that new enemies keep from the Location that it
    chose freely may go the same way to another."""
    routes = [r for r in answer.routes if r.posture == posture and " ".join(h[1:] for h in r.path) == path]
    (shortest,) = [r for r in routes if len(r.legs) == min(len(other.legs) for other in routes)]
    return shortest


NOT_DM = "unit(g1,german,squad). status(g1,broken)."
HOUSE = 'level("yC3",1). level("yC3",2). stairwell("yC3"). level("yC4",1). building("b","yC3"). building("b","yC4").'
HOUSES = "C3=stone_building C4=stone_building"
CORRIDOR = "B2=water B3=water C2=water D2=water D3=water B4=water D4=water"


def friends(number: int, where: str, kind: str = "squad") -> str:
    return "".join(f"unit(g{n},german,{kind}). at(g{n},{where})." for n in range(2, 2 + number))


def mfs(answer: Answer, path: str) -> set[tuple[int, ...]]:
    return {r.mf for r in answer.routes if r.posture == "run" and " ".join(h[1:] for h in r.path) == path}
