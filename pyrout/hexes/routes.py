"""Read routes from answer sets: the one reader of the rout graph's nodes and of Known sets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..control import Symbol, SymbolType, World, text
from ..reasons import reasons
from ..results.answer import Attack, Discovery, Interdiction, Leg, Posture, Reason, Repulse, Route, Unless, Vertex
from .chances import Chances, Step


class _Node(NamedTuple):
    """A node of the rout graph, decoded: see `asp/rout/leg.lp`."""

    leg: int
    spent: int
    hex: str
    bound: str | None
    kind: str
    state: Symbol
    known: frozenset[Symbol]  # the places whose enemies are Known


@lru_cache(maxsize=20_000)
def _said(node: Symbol) -> tuple[int, int, str, str | None, str, Symbol, Symbol]:
    """Decode a node; its Known set, at the end, has a meaning in its position only."""
    number, bound, kind, state = node.arguments
    hex_, spent, mind = state.arguments
    return (
        number.arguments[1].number,
        spent.number,
        text(hex_),
        None if bound.type is SymbolType.Function else bound.string,
        kind.name,
        state,
        mind.arguments[1],
    )


def _by_node(pairs: Iterable[Sequence[Symbol]]) -> dict[Symbol | None, tuple[str, ...]]:
    """Return the enemies of each node, from pairs of node and enemy."""
    enemies: dict[Symbol | None, set[str]] = defaultdict(set)
    for node, enemy in pairs:
        enemies[node].add(text(enemy))
    return {node: tuple(sorted(them)) for node, them in enemies.items()}


class View:
    """The enemies of one side: their places, and the entries that they interdict."""

    def __init__(self, world: World) -> None:
        enemies = defaultdict(list)
        for enemy, place in world.atoms("enemy", 2):
            enemies[place].append(text(enemy))
        self.enemies = {place: tuple(sorted(them)) for place, them in enemies.items()}
        self.into: dict[str, set[str]] = defaultdict(set)
        self.across: dict[tuple[str, str], set[str]] = defaultdict(set)
        for enemy, hex_ in world.atoms("interdicts", 2):
            self.into[text(hex_)].add(text(enemy))
        for enemy, before, hex_ in world.atoms("interdicts", 3):
            self.across[text(before), text(hex_)].add(text(enemy))

        self.attacks: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for before, after, where, kind in world.atoms("attack", 4):
            self.attacks[text(before), text(after)].append((text(where), text(kind)))
        self.manner = {text(posture): text(manner) for posture, manner in world.atoms("attack_manner", 2)}
        # An enemy revealed on the way interdicts from then on.
        self.late: dict[tuple[str | None, str], set[str]] = defaultdict(set)
        for enemy, hex_ in world.atoms("late_interdicts", 2):
            self.late[None, text(hex_)].add(text(enemy))
        for enemy, before, hex_ in world.atoms("late_interdicts", 3):
            self.late[text(before), text(hex_)].add(text(enemy))
        # Over a vertex of a hexside between Rowhouses others may interdict than over the other.
        self.over: dict[Symbol, set[str]] = defaultdict(set)
        for enemy, _, _, vertex in world.atoms("interdicts_at_vertex", 4):
            self.over[vertex].add(text(enemy))
        self.vertices = {by: text(by.arguments[0].arguments[2]) for *_, by in world.atoms("vertex_choice", 3)}
        # A unit that pays for the hex's own terrain, not the road rate, is not interdicted there.
        self.screened = {tuple(entry) for entry in world.atoms("covered_entry", 4)}
        self.concealed = any(world.atoms("concealed_in", 2))
        self.thrown_by = _by_node(world.atoms("repulsed_by", 2))

    def interdictors(
        self, before: str, hex_: str, known: Iterable[Symbol], gone_over: Iterable[Symbol] = ()
    ) -> tuple[str, ...]:
        """Return the enemies that interdict a unit's entry of a hex.

        It enters from the hex `before` over the vertices `gone_over`. After the step it knows the
        enemies at the places `known`.
        """
        enemies = self.into.get(hex_, set()) | self.across.get((before, hex_), set())
        enemies = enemies.union(*(self.over[place] for place in gone_over))
        late = self.late.get((None, hex_), set()) | self.late.get((before, hex_), set())
        if late:
            enemies |= late.intersection(enemy for place in known for enemy in self.enemies.get(place, ()))
        return tuple(sorted(enemies))


class Link(NamedTuple):
    """A link of the rout graph, decoded: its end node and the events there.

    `loses` are the leaders lost by then.
    """

    along: tuple[int, int, int, int]
    node: _Node
    discovery: Discovery | None
    interdiction: Interdiction | None
    posture: Posture
    loses: tuple[str, ...] = ()
    vertex: Vertex | None = None


class End(NamedTuple):
    """The end of a route, decoded.

    `label` is the condition of the unit, `captors` those who take it, `loses` its lost leaders,
    `threw_back` the enemies that repulsed it, `fails` the reasons why it is eliminated.
    """

    how: str
    label: str | None
    captors: tuple[str, ...]
    loses: tuple[str, ...]
    threw_back: tuple[str, ...]
    fails: tuple[Reason, ...]


class RouteReader:
    """A reader of the routes of one unit. Each symbol is decoded once."""

    def __init__(self, world: World, u: Symbol, view: View, chances: Chances | None) -> None:
        self._unit = text(u)
        self._atoms: dict[Symbol, Link | Unless | End] = {}
        self._nodes: dict[Symbol, _Node] = {}
        self._view = view
        places = defaultdict(set)
        for known, place in world.atoms("known", 2):
            places[known].add(place)
        self._known = {known: frozenset(them) for known, them in places.items()}
        self._chances = chances
        self._labels = {condition: text(label) for condition, label in world.atoms("label", 2)}
        self._condition = next(args[1] for args in world.of(u, "start_condition", 2))
        self._companions = tuple(sorted(text(args[1]) for args in world.of(u, "leader_falls_with", 2)))
        self._widows = [(z, text(leader)) for _, z, leader in world.of(u, "leader_lost", 3)]
        self._creates = {text(h) for _, h in world.of(u, "creates", 2)}
        self._captors = _by_node(args[1:] for args in world.of(u, "taken_by", 3))
        self._fails: dict[Symbol, list[tuple[Symbol, Symbol | None]]] = defaultdict(list)
        for _, node, rule, because in world.of(u, "fails_by", 4):
            self._fails[node].append((rule, because))
        self._retains = {text(h) for _, h in world.of(u, "retains", 2)}
        self._ends = {node: text(end) for _, node, end in world.of(u, "end_node", 3)}
        self._hazards = {(a, b): (text(p), text(f)) for _, a, b, p, f in world.of(u, "interdiction_result", 5)}
        self._partners = tuple(sorted(text(args[1]) for args in world.of(u, "partner", 2)))
        self.origin = text(next(args[1] for args in world.of(u, "start_location", 2)))

    def route(self, atoms: Sequence[Symbol], nodes: Sequence[Symbol]) -> Route:
        """Return the route of one answer set; its atoms have the numbers of `nodes`."""
        steps = []
        end: End
        unless: list[Unless] = []
        known = self._atoms
        for atom in atoms:
            decoded = known.get(atom)
            if decoded is None:
                decoded = known[atom] = self._decode(atom, nodes)
            if type(decoded) is Link:
                steps.append(decoded)
            elif type(decoded) is End:
                end = decoded
            else:
                unless.append(decoded)  # type: ignore[arg-type]
        steps.sort(key=lambda link: link.along)
        return self.along(steps, end, unless)

    def along(self, steps: Sequence[Link], end: End, unless: Sequence[Unless] = ()) -> Route:
        """Return the route with these steps and this end."""
        path, mf = [self.origin], [0.0]
        discovers: list[Discovery] = []
        interdicted: list[Interdiction] = []
        starts: list[str] = [self.origin]
        bounds: list[str | None] = [None]
        taken: list[Step] = []
        at = 0  # how long the path was at the last discovery
        for _, node, discovery, interdiction, *_ in steps:
            if node.kind == "choose":
                starts.append(node.hex)
                bounds.append(None)
                continue
            bounds[-1] = node.bound
            # If it has not moved, an enemy has dropped concealment.
            moved = (node.hex, node.spent / 2) != (path[-1], mf[-1])
            if moved:
                path.append(node.hex)
                mf.append(node.spent / 2)
                taken.append(Step(node.hex, node.spent, interdiction.if_pinned if interdiction else None))
            if discovery and not moved and discovers and at == len(path):
                by_now = {*discovers.pop().enemies, *discovery.enemies}
                discovery = Discovery(discovery.hex, tuple(sorted(by_now)))
            if discovery:
                discovers.append(discovery)
                at = len(path)
            if interdiction:
                interdicted.append(interdiction)
        posture = steps[-1].posture
        attacks = self._attacks(path, posture) if self._view.attacks else ()
        repulsed = None
        if steps[-1].node.kind in _REPULSED:
            repulsed = Repulse(path[-1], end.threw_back)
            path.append(path[-2])
            mf.append(mf[-1])
        survives = end.how == "survives"
        return Route(
            posture=posture,
            legs=tuple(map(Leg, starts, bounds)),
            path=tuple(path),
            mf=tuple(mf),
            discovers=tuple(discovers),
            interdicted=tuple(interdicted),
            end=end.how,  # type: ignore[arg-type]
            partners=self._partners,
            repulsed=repulsed,
            attacks=attacks,
            condition=end.label if survives else None,
            odds=self._chances.ends(taken, end.how) if self._chances else (),
            holds=not unless if self._view.concealed else None,
            unless=tuple(sorted(unless, key=lambda u: (path.index(u.hex), u))),
            may_keep_dm=survives and path[-1] in self._retains,
            captors=end.captors,
            loses=tuple(sorted({*end.loses, *(leader for link in steps for leader in link.loses)})),
            hero=next((shot.hex for shot in interdicted if shot.hex in self._creates), None) if self._creates else None,
            vertices=tuple(link.vertex for link in steps if link.vertex),
            unit=self._unit,
            fails=end.fails,
        )

    def _attacks(self, path: Sequence[str], posture: Posture) -> tuple[Attack, ...]:
        return tuple(
            Attack(where, kind, self._view.manner[posture])
            for before, after in pairwise(path)
            for where, kind in sorted(self._view.attacks.get((before, after), ()))
        )

    def _decode(self, atom: Symbol, nodes: Sequence[Symbol]) -> Link | Unless | End:
        if atom.name == "unless":
            return Unless(*map(text, atom.arguments))
        there = [nodes[number.number] for number in atom.arguments]
        return self.end(*there) if atom.name == "halt" else self.step(*there)

    def taken(self, way: Sequence[tuple[str, Sequence[Symbol]]]) -> Route:
        """Return the route along some links, without enemies' reveals against it."""
        (end,) = (self.end(*nodes) for name, nodes in way if name == "halt")
        steps = [self.step(*nodes) for name, nodes in way if name == "take"]
        return self.along(sorted(steps, key=lambda link: link.along), end)

    def end(self, last: Symbol) -> End:
        """Decode the end of a route in a node."""
        condition = last.arguments[3].arguments[2].arguments[0]
        return End(
            self._ends[last],
            self._labels.get(condition) if condition != self._condition else None,
            self._captors.get(last, ()),
            self._lost(condition),
            self._view.thrown_by.get(last, ()),
            reasons(self._fails.get(last, ())),
        )

    def _lost(self, condition: Symbol) -> tuple[str, ...]:
        return tuple(sorted(leader for z, leader in self._widows if z == condition))

    def step(self, from_: Symbol, to: Symbol) -> Link:
        """Decode a link of the graph, from one node to another."""
        before, node = self._node(from_), self._node(to)
        along = node.leg, node.spent, _STAGE[node.kind], len(node.known)
        if node.kind == "choose":
            return Link(along, node, None, None, "run")
        posture = _POSTURES.get(node.kind, "run")
        if node.kind in _REPULSED:
            return Link(along, node, None, None, posture)
        gained = node.known - before.known
        over = [place for place in gained if place in self._view.vertices] if self._view.vertices else []
        new = [enemy for place in gained for enemy in self._view.enemies.get(place, ())]
        still = (before.hex, before.spent) == (node.hex, node.spent)
        screened = self._view.screened
        own_terrain = bool(screened) and (from_.arguments[0], before.state, *node.state.arguments[:2]) in screened
        unseen = posture != "run" or still or own_terrain
        by = () if unseen else self._view.interdictors(before.hex, node.hex, node.known, over)
        gone = self._lost(before.state.arguments[2].arguments[0])
        with_it = tuple(leader for leader in self._companions if leader not in gone)
        return Link(
            along,
            node,
            Discovery(node.hex, tuple(sorted(new))) if new else None,
            Interdiction(node.hex, by, *self._hazards[before.state, node.state], with_it) if by else None,
            posture,
            self._lost(node.state.arguments[2].arguments[0]),
            Vertex(node.hex, self._view.vertices[over[0]]) if over else None,
        )

    def _node(self, symbol: Symbol) -> _Node:
        node = self._nodes.get(symbol)
        if node is None:
            said = _said(symbol)
            node = self._nodes[symbol] = _Node(*said[:6], self._known.get(said[6], frozenset()))
        return node


# Order of the kinds of node along a leg, among nodes that have spent the same.
_STAGE = {
    "choose": 0,
    "go": 1,
    "round": 1,
    "free": 1,
    "on": 1,
    "crawl": 1,
    "tunnel": 1,
    "halt": 1,
    "yield": 1,
    "rest": 1,
    "repulsed": 1,
    "crawl_repulsed": 1,
    "bent": 1,
    "into": 1,
    "turn": 2,
}
_REPULSED = ("repulsed", "crawl_repulsed")
_POSTURES: dict[str, Posture] = {"crawl": "low_crawl", "crawl_repulsed": "low_crawl", "tunnel": "tunnel"}
