"""The routes of a unit that leave different things behind: of those that leave the same, one, without walking out the others.

Where it goes is what its finished graph says (`rout/graph.lp`); nothing is decided here. Ways to a node that leave the same
behind, and from which the same ways lead on, are one way from there; of these the one that would be listed first stands for
all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..control import Symbol, World
from ..results.answer import Route
from .routes import End, Link, RouteReader


class _Left(NamedTuple):
    """What a way has left behind so far: the Locations with enemies that were entered, the given results of NMC, whether an
    NMC was taken of which nothing is given, and the enemies who came to be Known."""

    entered: frozenset[str] = frozenset()
    took: tuple[tuple[str, str], ...] = ()
    undecided: bool = False
    known: frozenset[str] = frozenset()


class _Way(NamedTuple):
    """A way to a node: what routes are listed by, and its last link with the way before it."""

    path: tuple[str, ...]
    legs: tuple[tuple[str, str], ...]
    mf: tuple[float, ...]
    last: tuple[_Way, Link] | None


class _Graph:
    """The finished graph of a unit: its nodes, as numbers, in an order in which every link leads on, and the Locations that a
    leg may hold only once, as bits."""

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
        # What can still be held on the way from a node; of a node from which no way leads to an end nothing is said.
        self.ahead: dict[int, int] = {}
        self.after: dict[int, list[int]] = {}
        found: list[int] = []
        for node in _last_first(self.origin, after):
            self.after[node] = on = [n for n in after.get(node, ()) if n in self.ahead]
            if on or node in self.goals:
                bits = 0
                for n in on:
                    bits |= self.ahead[n] | self.holds.get(n, 0)
                self.ahead[node] = bits
                found.append(node)
        self.nodes = found[::-1]


def _last_first(origin: int, after: Mapping[int, list[int]]) -> list[int]:
    """The nodes that links lead to from the origin, each after all those that lead on from it."""
    found: list[int] = []
    seen = {origin}
    todo = [(origin, iter(after.get(origin, ())))]
    while todo:
        node, on = todo[-1]
        next_ = next((n for n in on if n not in seen), None)
        if next_ is None:
            found.append(node)
            todo.pop()
        else:
            seen.add(next_)
            todo.append((next_, iter(after.get(next_, ()))))
    return found


def kinds(
    world: World, u: Symbol, reader: RouteReader, held: Collection[str], given: Mapping[str, str], most: int
) -> list[Route]:
    """Routes of a unit whose walk is bound by nothing but its graph: of all that leave the same behind, and end in the same
    way at the same price, the one that is listed first. `held` are the Locations with enemies, `given` the results of its
    NMC. Raises TimeLimit; OverflowError for more than `most` ways."""
    graph = _Graph(world, u)
    ways: dict[int, dict[tuple[int, int, _Left], _Way]] = defaultdict(dict)
    ways[graph.origin][graph.holds.get(graph.origin, 0), 1, _Left()] = _Way(
        (reader.origin,), ((reader.origin, ""),), (0.0,), None
    )
    found: dict[object, tuple[tuple[object, ...], _Way, End]] = {}
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
                old = found.get(kind)
                if old is None or as_listed < old[0]:
                    found[kind] = as_listed, way, end
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
    return [reader.along(_links(way), end) for _, way, end in found.values()]


def _taken(way: _Way, link: Link) -> _Way:
    """A way with one more link: as in `RouteReader.along`."""
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
    """What is left behind with one more link."""
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
    """The links of a way, the first first."""
    found: list[Link] = []
    while way.last:
        way, link = way.last
        found.append(link)
    return found[::-1]
