"""Read routes from answer sets: the one reader of the rout graph's nodes and events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..program.control import Symbol, SymbolType, constant, text
from ..reasons import reasons
from ..results.answer import (
    Attack,
    Discovery,
    Interdiction,
    Leg,
    Posture,
    Reason,
    Repulse,
    Route,
    Step,
    Unless,
    Vertex,
)
from .chances import Chances
from .ground import PositionProgram


class _Node(NamedTuple):
    """A node of the rout graph, decoded: see `asp/rout/leg.lp`."""

    spent: int
    hex: str
    bound: str | None
    kind: str


@lru_cache(maxsize=20_000)
def _node(symbol: Symbol) -> _Node:
    _, bound, kind, state = symbol.arguments
    hex_, spent, _ = state.arguments
    return _Node(spent.number, text(hex_), None if bound.type is SymbolType.Function else bound.string, kind.name)


@lru_cache(maxsize=20_000)
def _unless(symbol: Symbol) -> Unless:
    return Unless(*map(text, symbol.arguments))


class _End(NamedTuple):
    """The end of a route, decoded.

    `label` is the condition of a unit that survives, if it has changed, `captors` those who take it, `threw_back` the
    enemies that repulsed it, `fails` the reasons why it is eliminated.
    """

    how: str
    label: str | None
    keeps_dm: bool
    captors: tuple[str, ...]
    threw_back: tuple[str, ...]
    fails: tuple[Reason, ...]


class _Link(NamedTuple):
    """A link of the rout graph, decoded: the node that it leads to, and the step with its events.

    `moves` is False where the unit stays where it is. `loses` are the leaders lost by then. `end` is that of a route that
    ends there, if one may.
    """

    node: _Node
    step: Step
    moves: bool
    hero: bool
    loses: tuple[str, ...]
    end: _End | None


_Events = Mapping[str, Sequence[Sequence[Symbol]]]  # by name, the arguments of each


def _names(events: _Events, name: str) -> tuple[str, ...]:
    return tuple(sorted({text(args[0]) for args in events[name]})) if name in events else ()


def _end(events: _Events) -> _End:
    labels = _names(events, "as")
    return _End(
        _names(events, "ends")[0],
        labels[0] if labels else None,
        "keeps" in events,
        _names(events, "captor"),
        _names(events, "repulsed_by"),
        reasons((text(rule), because) for rule, because in events.get("fails", ())),
    )


class RouteReader:
    """A reader of the routes of one unit."""

    def __init__(self, ground: PositionProgram, unit: str, chances: Chances | None) -> None:
        self._unit, self._chances = str(unit), chances
        self._events: dict[tuple[Symbol, Symbol], dict[str, list[Sequence[Symbol]]]] = {}
        world, u = ground.world_of(unit), ground.symbol(unit)
        for _, node, after, event in world.of(u, "event", 4):
            named = self._events.setdefault((node, after), {})
            named.setdefault(event.name, []).append(event.arguments)
        self.concealed = any(world.atoms("concealed_in", 2))
        self._partners = tuple(sorted(partner for (partner,) in ground.of(unit, "partner", 2)))
        ((origin,),) = ground.of(unit, "origin", 2)
        self._ends = {node: _end(events) for (node, after), events in self._events.items() if after == _END}
        self._start = Step(_node(origin).hex, 0.0)

    def taken(self, way: Sequence[tuple[str, Sequence[Symbol]]]) -> Route:
        """Return the route along some links in their order, without enemies' reveals against it."""
        return self.route([self.link(*nodes) for name, nodes in way if name == "take"])

    def route(self, links: Sequence[_Link], unless: Iterable[Symbol] = ()) -> Route:
        """Return the route along some links, with the reveals of enemies against it as atoms."""
        steps = [self._start]
        reveals = list(map(_unless, unless))
        legs: list[tuple[int, str, str | None]] = [(0, self._start.hex, None)]  # with the step where each begins
        loses: set[str] = set()
        hero = None
        for node, step, moves, creates, lost, _ in links:
            if node.kind == "choose":
                legs.append((len(steps) - 1, node.hex, None))
                continue
            legs[-1] = (*legs[-1][:2], node.bound)
            if moves:
                steps.append(step)
            elif step.discovers:  # it has not moved: an enemy has dropped concealment
                by_now = {*steps[-1].discovers, *step.discovers}
                steps[-1] = steps[-1]._replace(discovers=tuple(sorted(by_now)))
            loses.update(lost)
            if creates and hero is None:
                hero = step.hex
        last, end = links[-1].node.kind, links[-1].end
        assert end is not None
        odds = self._chances.ends(steps[1:], end.how) if self._chances else ()
        for number, start, to in legs[1:]:
            steps[number] = steps[number]._replace(legs=(*steps[number].legs, Leg(start, to)))
        repulsed = None
        if last in _REPULSED:
            repulsed = Repulse(steps[-1].hex, end.threw_back)
            steps.append(Step(steps[-2].hex, steps[-1].mf, thrown_back=repulsed))
        path = tuple([step.hex for step in steps])
        return Route(
            posture=_POSTURES.get(last, "run"),
            legs=tuple([Leg(start, to) for _, start, to in legs]),
            path=path,
            mf=tuple([step.mf for step in steps]),
            discovers=tuple([Discovery(step.hex, step.discovers) for step in steps if step.discovers]),
            interdicted=tuple([step.interdiction for step in steps if step.interdiction]),
            end=end.how,  # type: ignore[arg-type]
            partners=self._partners,
            repulsed=repulsed,
            attacks=tuple([attack for step in steps for attack in step.attacks]),
            condition=end.label,
            odds=odds,
            holds=not reveals if self.concealed else None,
            unless=tuple(sorted(reveals, key=lambda u: (path.index(u.hex), u))),
            may_keep_dm=end.keeps_dm,
            captors=end.captors,
            loses=tuple(sorted(loses)),
            hero=hero,
            vertices=tuple([step.vertex for step in steps if step.vertex]),
            unit=self._unit,
            fails=end.fails,
            steps=tuple(steps),
        )

    def link(self, from_: Symbol, to: Symbol) -> _Link:
        """Decode a link of the graph, from one node to another."""
        before, node = _node(from_), _node(to)
        events = self._events.get((from_, to), {})
        by = _names(events, "interdicted")
        shot = None
        if by:
            ((pinned, failed),) = events["takes"]
            counts = tuple(sorted((text(a), text(b)) for a, b in events.get("counts", ())))
            shot = Interdiction(node.hex, by, text(pinned), text(failed), _names(events, "risks"), counts)
        over = _names(events, "over")
        step = Step(
            node.hex,
            node.spent / 2,
            _names(events, "meets"),
            shot,
            tuple(sorted(Attack(*map(text, args)) for args in events.get("attacked", ()))),
            Vertex(node.hex, over[0]) if over else None,
            "own_terrain" in events,
        )
        moves = (before.hex, before.spent) != (node.hex, node.spent)
        return _Link(node, step, moves, "creates" in events, _names(events, "loses"), self._ends.get(to))


_END = constant("end")
_REPULSED = ("repulsed", "crawl_repulsed")
_POSTURES: dict[str, Posture] = {"crawl": "low_crawl", "crawl_repulsed": "low_crawl", "tunnel": "tunnel"}
