"""One route of a unit for each distinct effect on the position.

Equivalent routes are not enumerated. The finished graph of the unit (`rout/graph.lp`) has all
its ways; nothing is decided here. Ways to a node are equivalent if they have the same effect
and the same ways lead on. The one that is listed first stands for all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..control import Symbol, World
from ..results.answer import Route
from .routes import End, Link, RouteReader


class _Left(NamedTuple):
    """The effects of a way so far.

    `entered`: Locations with enemies. `took`: given results of NMC, by Location. `undecided`: an
    NMC without a given result was taken. `known`: enemies that became Known.
    """

    entered: frozenset[str] = frozenset()
    took: tuple[tuple[str, str], ...] = ()
    undecided: bool = False
    known: frozenset[str] = frozenset()


class _Way(NamedTuple):
    """A way to a node: its path, legs and MF, and its last link.

    Routes are listed by path, legs and MF. `last` has the way before the link, too.
    """

    path: tuple[str, ...]
    legs: tuple[tuple[str, str], ...]
    mf: tuple[float, ...]
    last: tuple[_Way, Link] | None


class _Graph:
    """The finished graph of a unit, with its nodes as numbers.

    `nodes` are in an order in which every link leads on. Locations that a leg may hold only
    once are bits.
    """

    def __init__(self, world: World, u: Symbol) -> None:
        numbers: dict[Symbol, int] = {}
        (_, origin) = world.of(u, "origin", 2)[0]
        self.origin = numbers.setdefault(origin, 0)
        after: dict[int, list[int]] = defaultdict(list)
        for _, before, next_ in world.of(u, "transition", 3):
            one = numbers.setdefault(before, len(numbers))
            after[one].append(numbers.setdefault(next_, len(numbers)))
        self.symbols = list(numbers)
        self.goals = {numbers[last] for _, last, _ in world.of(u, "end_node", 3) if last in numbers}
        once = {(leg, place): 1 << bit for bit, (_, leg, place) in enumerate(world.of(u, "revisit_slot", 3))}
        self.holds: dict[int, int] = defaultdict(int)
        self.lingers: dict[tuple[int, int], int] = defaultdict(int)
        if once:
            for _, leg, place, holder in world.of(u, "occupies", 4):
                if holder in numbers:
                    self.holds[numbers[holder]] |= once.get((leg, place), 0)
            for _, leg, place, before, next_ in world.of(u, "stays_in", 5):
                if before in numbers:
                    self.lingers[numbers[before], numbers[next_]] |= once.get((leg, place), 0)
        # Locations that can still be held on the way from a node; a node without a way to an end is left out.
        self.ahead: dict[int, int] = {}
        self.after: dict[int, list[int]] = {}
        leading: list[int] = []
        for node in _last_first(self.origin, after):
            self.after[node] = on = [n for n in after.get(node, ()) if n in self.ahead]
            if on or node in self.goals:
                bits = 0
                for n in on:
                    bits |= self.ahead[n] | self.holds.get(n, 0)
                self.ahead[node] = bits
                leading.append(node)
        self.nodes = leading[::-1]


def _last_first(origin: int, after: Mapping[int, list[int]]) -> list[int]:
    """List the nodes that can be reached from the origin, the last first.

    Each stands after all nodes that its links lead to.
    """
    in_order: list[int] = []
    seen = {origin}
    todo = [(origin, iter(after.get(origin, ())))]
    while todo:
        node, on = todo[-1]
        next_ = next((n for n in on if n not in seen), None)
        if next_ is None:
            in_order.append(node)
            todo.pop()
        else:
            seen.add(next_)
            todo.append((next_, iter(after.get(next_, ()))))
    return in_order


def kinds(
    world: World, u: Symbol, reader: RouteReader, held: Collection[str], given: Mapping[str, str], most: int
) -> list[Route]:
    """Return one route for each effect, end and price in MF.

    The walk of the unit must be bound by its graph alone. Of equivalent routes the one that is
    listed first is returned. `held` are the Locations with enemies, `given` the results of NMC
    by Location. Raises TimeLimit; OverflowError for more than `most` ways.
    """
    graph = _Graph(world, u)
    ways: dict[int, dict[tuple[int, int, _Left], _Way]] = defaultdict(dict)
    ways[graph.origin][graph.holds.get(graph.origin, 0), 1, _Left()] = _Way(
        (reader.origin,), ((reader.origin, ""),), (0.0,), None
    )
    by_kind: dict[object, tuple[tuple[object, ...], _Way, End]] = {}
    number = 0
    for node in graph.nodes:
        world.deadline.check()
        here = ways.pop(node, {})
        number += len(here)
        if number > most:
            raise OverflowError(f"more than {most} routes")
        symbol = graph.symbols[node]
        if node in graph.goals:
            end = reader.end(symbol)
            for (_, _, left), way in here.items():
                assert way.last
                link = way.last[1]
                as_listed = link.crawled, way.path, way.legs, way.mf
                kind = left, way.path[-1], way.path[-2] if end.threw_back else None, way.mf[-1], end
                old = by_kind.get(kind)
                if old is None or as_listed < old[0]:
                    by_kind[kind] = as_listed, way, end
        for next_ in graph.after[node]:
            link = reader.step(symbol, graph.symbols[next_])
            holds, lingers = graph.holds.get(next_, 0), graph.lingers.get((node, next_), 0)
            ahead, there = graph.ahead[next_], ways[next_]
            for (been, _, left), way in here.items():
                if been & holds & ~lingers:
                    continue
                then = _taken(way, link)
                left = _leaves(left, link, then.path is not way.path, held, given)
                key = (been | holds) & ahead, len(then.path), left
                old_way = there.get(key)
                if old_way is None or then[:3] < old_way[:3]:
                    there[key] = then
    return [reader.along(_links(way), end) for _, way, end in by_kind.values()]


def _taken(way: _Way, link: Link) -> _Way:
    """Return a way with one more link, as in `RouteReader.along`."""
    path, legs, mf, _ = way
    node = link.node
    if node.kind == "choose":
        legs = (*legs, (node.hex, ""))
    else:
        legs = (*legs[:-1], (legs[-1][0], node.bound or ""))
        if (node.hex, node.spent / 2) != (path[-1], mf[-1]):
            path, mf = (*path, node.hex), (*mf, node.spent / 2)
    return _Way(path, legs, mf, (way, link))


def _leaves(left: _Left, link: Link, moved: bool, held: Collection[str], given: Mapping[str, str]) -> _Left:
    """Return the effects of a way with one more link."""
    place = link.node.hex
    if moved and place in held:
        left = left._replace(entered=left.entered | {place})
    if link.discovery:
        left = left._replace(known=left.known.union(link.discovery.enemies))
    if link.interdiction and place not in given:
        left = left._replace(undecided=True)
    elif link.interdiction and given[place] != "pass":
        left = left._replace(took=(*left.took, (place, given[place])))
    return left


def _links(way: _Way) -> list[Link]:
    """List the links of a way, the first first."""
    links: list[Link] = []
    while way.last:
        way, link = way.last
        links.append(link)
    return links[::-1]
