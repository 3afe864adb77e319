"""From a position to its answer: which parts are grounded in which order, and how their atoms become results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from . import rulesets
from .engine import Deadline, Engine, Number, Symbol, SymbolType, constant, leg, text
from .errors import InstanceError, TimeLimit, UsageError, shown
from .instance import Fact, Instance, Name, routers
from .odds import Chances, Step
from .result import (
    Answer,
    Attack,
    Destination,
    Discovery,
    Excluded,
    Interdiction,
    Leg,
    Posture,
    Reason,
    Repulse,
    Route,
    UnitAnswer,
    Unless,
)
from .rules import options
from .vocabulary import PLACES

Progress = Callable[[str], None]

# Routes of one position that are kept in memory, about 1 KB each: more than any game has, less than a crafted file could ask for.
MOST_ROUTES = 500_000


class _Node(NamedTuple):
    """A node of the rout graph, decoded: see `asp/rout/leg.lp`."""

    leg: int
    spent: int
    hex: str
    bound: str | None
    kind: str
    state: Symbol
    known: frozenset[Symbol]  # the places whose enemies are Known


class Solver:
    """A position, grounded once; every routing unit is worked out on top of it.

    `rules` overrides the rule set that the instance names; `options` override its `option/2` facts; `only` restricts the
    answer to these units; a unit with more routes than `most_routes` is not answered. Raises InstanceError where the rule
    set refuses a fact, UsageError for what does not exist, TimeLimit when `timeout` seconds are over.
    """

    def __init__(
        self,
        instance: Instance,
        *,
        rules: str | None = None,
        options: Mapping[str, str] | None = None,
        only: Sequence[str] = (),
        timeout: float | None = None,
        most_routes: int = MOST_ROUTES,
    ) -> None:
        self.rules = rules or instance.rules or rulesets.DEFAULT
        rulesets.check_played_on(self.rules, bool(instance.of("table")), instance.name)
        if instance.of("table"):
            raise UsageError(
                f"{instance.name}: there are no hexes on a table; `solve` answers it, and `check` judges on it"
            )
        program = rulesets.program(self.rules, having={fact.name for fact in instance.facts})
        self.instance = instance
        self.options = in_force(self.rules, instance, options or {})
        known = set(instance.units)
        for unit in only:
            if unit not in known:
                raise UsageError(
                    f"{instance.name}: no unit is called {shown(unit)}; there are: {', '.join(sorted(known))}"
                )
        deadline = Deadline(timeout)
        facts = _given(instance, self.options) + "".join(f" only({unit})." for unit in only)
        if instance.of("reveal"):
            # Whether there is a clean rout does not depend on what the opponent does later (chart, note 14).
            hidden = Solver(instance.without("reveal"), rules=rules, options=options, only=only, timeout=deadline.left)
            facts += "".join(f" foreseen({node})." for node in sorted(hidden.clean))
        self.engine = Engine(program, facts, deadline)
        self._only = tuple(only)
        self._sides = {str(fact.args[0]): str(fact.args[1]) for fact in instance.of("unit")}
        self._attacker = next((str(fact.args[0]) for fact in instance.of("attacker")), "")
        self._views: dict[str, _View] = {}
        self._begun: set[str] = set()
        self._asked: set[str] = set()
        self._explained: set[str] = set()
        self._kept, self._most = 0, most_routes
        self._begin()
        self._refuse()
        self._units: dict[str, Symbol] = {text(u): u for (u,) in self.engine.atoms("router", 1)}

    def _begin(self) -> None:
        """Grounds the position, and in the same call what the side that routs first sees of it."""
        parts: list[tuple[str, list[Symbol]]] = [("base", [])]
        if not self.instance.of("los"):
            self.engine.add(rulesets.program(self.rules, "los"))
            parts.append(("los", []))
        sides = {self._sides[unit] for unit in routers(self.instance)} or set(self._sides.values())
        first = self._attacker if self._attacker in sides else min(sides)
        self.engine.ground(*parts, *self._opening(first))

    def _opening(self, side: str) -> list[tuple[str, list[Symbol]]]:
        """The parts that a side's routs begin with."""
        self._begun.add(side)
        return [("side", [constant(side)]), ("routers", [constant(side)])]

    @property
    def routers(self) -> tuple[str, ...]:
        """The units that are answered, in the order in which they rout."""
        return tuple(u for u in self._order() if not self._only or u in self._only)

    @property
    def volunteers(self) -> tuple[str, ...]:
        """The unbroken units that have the right to break on purpose, and do not use it."""
        breaking = {str(fact.args[0]) for fact in self.instance.of("breaks")}
        return tuple(sorted({text(u) for (u,) in self.engine.atoms("may_break", 1)} - breaking))

    @property
    def clean(self) -> list[Symbol]:
        """The nodes of the rout graph from which there is a clean rout."""
        for unit in self.routers:
            self.prepare(unit)
        return [node for (node,) in self.engine.atoms("clean", 1)]

    def alike(self, instance: Instance, unit: str) -> Solver:
        """A solver for one unit of another position, by the same rules and options, with the time that is left."""
        return Solver(instance, rules=self.rules, options=self.options, only=(unit,), timeout=self.engine.deadline.left)

    def _order(self) -> list[str]:
        return sorted(self._units, key=lambda u: (self._sides[u] != self._attacker, self._sides[u], u))

    def symbols(self, unit: str) -> tuple[Symbol, Symbol]:
        """A unit that is answered, and its side, as clingo sees them."""
        return self._units[unit], constant(self._sides[unit])

    def _refuse(self) -> None:
        """Raises InstanceError for the first fact of the instance that the rule set refuses."""
        refused = {(str(fact), text(message)) for fact, message in self.engine.atoms("refused", 2)}
        if not refused:
            return
        messages = dict(sorted(refused))  # one for a fact, always the same
        for fact in self.instance.facts:
            if str(fact) in messages:
                raise InstanceError(
                    self.instance.name,
                    fact.line,
                    fact.column,
                    f"{fact} is refused by the rule set {self.rules}",
                    messages[str(fact)],
                )
        name, message = min(messages.items())
        raise InstanceError(self.instance.name, 0, 0, f"{name} is refused by the rule set {self.rules}", message)

    def prepare(self, unit: str) -> None:
        """Grounds everything up to the verdicts of a unit's side, and of the side that routs before it. Raises TimeLimit,
        UsageError."""
        side = self._sides[unit]
        if side in self._views:
            return
        first = self._attacker
        if first != side and first not in self._views and any(self._sides[u] == first for u in self._units):
            self._ground(first)
        self._ground(side)

    def _ground(self, side: str) -> None:
        """Grounds all routing units of a side together, leg by leg: a call of clingo has its price however little it does."""
        engine, g = self.engine, constant(side)
        units = [u for name, u in self._units.items() if self._sides[name] == side]
        if side not in self._begun:
            engine.ground(*self._opening(side))
        if any(engine.of(g, "too_many", 1)):
            raise UsageError(
                f"{self.instance.name}: more than 120 hexes of enemies are in sight of where the side {side} can rout to; "
                "leave out those that are far away"
            )
        number, parts = 0, [("crawl", [g])]
        chosen = {args[0] for args in engine.atoms("decision", 2)}
        going = not chosen.isdisjoint(leg(g, u, 0) for u in units)
        while going:
            engine.ground(*parts, ("leg", [Number(number), g]))
            turns = {(args[0], args[3]) for args in engine.atoms("turn", 4)}
            number += 1
            parts = [
                ("choice", [leg(g, t.arguments[1], number), state])
                for t, state in turns
                if t.arguments[0] == g and t.arguments[2].number == number - 1
            ]
            going = bool(parts)
        engine.ground(
            ("ends", [g]), ("graph", [g]), *(("walk", [self._units[u]]) for u in self.routers if self._sides[u] == side)
        )
        self._views[side] = _View(engine, g)

    def ask(self, encoding: str, *parts: tuple[str, Sequence[Symbol]]) -> None:
        """Grounds parts of an encoding that explains (`why`) or judges (`judge`)."""
        if encoding not in self._asked:
            self.engine.add(rulesets.program(self.rules, encoding))
            self._asked.add(encoding)
        self.engine.ground(*parts)

    def verdict(self, unit: str) -> str:
        """The verdict for one unit, without its routes. Raises as `unit`."""
        self.prepare(unit)
        return next(text(args[1]) for args in self.engine.of(self._units[unit], "verdict", 2))

    def unit(self, unit: str, *, paths: int | None = None, excluded: bool = True) -> UnitAnswer:
        """The answer for one unit; at most `paths` routes are listed (None: all). Past the time limit what was found is
        returned, marked incomplete. Raises UsageError for a unit that cannot be answered."""
        if unit not in self._units:
            raise UsageError(f"{self.instance.name}: {unit} is not among the units that are answered")
        self.prepare(unit)
        engine, u = self.engine, self._units[unit]
        first = leg(constant(self._sides[unit]), u, 0)
        start = next(args for args in engine.of(u, "begins", 2))[1]
        verdict = next(text(args[1]) for args in engine.of(u, "verdict", 2))
        may = any(engine.of(u, "may_rout", 1))
        must = reasons((args[1], args[2]) for args in engine.of(u, "must", 3))
        bars = reasons((args[1], None) for args in engine.of(u, "bar", 2))
        others = reasons((args[1], None) for args in engine.of(u, "reason", 2))
        dm = tuple(sorted({text(args[1]) for args in engine.of(u, "dm", 2)}))
        condition = next(args[1] for args in engine.of(u, "start_condition", 2))
        allowance = next(args[2].number for args in engine.of(u, "mf", 3) if args[1] == condition)
        has_route = any(engine.of(u, "has_route", 1))
        routes, complete = self._routes(u) if has_route else ([], True)
        if excluded and may:
            self._explain_excluded(self._sides[unit])
        loads = self._loads(u) if verdict != "surrenders" else {}
        return UnitAnswer(
            id=unit,
            at=text(start),
            mf=allowance / 2,
            verdict=verdict,  # type: ignore[arg-type]
            must_rout=must,
            may_rout=may,
            reasons=must + bars + others,
            dm=dm,
            may_accompany=tuple(sorted(text(args[1]) for args in engine.of(u, "may_accompany", 2))),
            loads=loads.pop(unit, ((),)),
            partner_loads=loads,
            destinations=self._destinations(first) if has_route else (),
            free=has_route and any(engine.of(first, "unbound", 2)),
            excluded=self._excluded(u) if excluded and may else (),
            routes=tuple(routes[:paths]),
            routes_total=len(routes),
            may_break=any(engine.of(u, "may_break", 1)) and not any(engine.of(u, "rash", 1)),
            captors=tuple(sorted({text(args[1]) for args in engine.of(u, "captor", 2)}))
            if verdict == "surrenders"
            else (),
            surviving=sum(route.end == "survives" for route in routes),
            complete=complete,
            surrenders_with=tuple(sorted({text(args[1]) for args in engine.of(u, "surrenders_with", 2)})),
            abandons=tuple(sorted({text(args[1]) for args in engine.of(u, "abandons", 2)})),
            may_keep_dm=bool(dm) and verdict != "surrenders" and any(h == start for _, h in engine.of(u, "retains", 2)),
            odds_wanting=any(engine.of(u, "falls", 5)) and self._morale(unit) is None,
            odds_assume=tuple(sorted({text(args[1]) for args in engine.of(u, "assumed", 2)})),
        )

    def _explain_excluded(self, side: str) -> None:
        """Grounds, once for all units of a side, why cover hexes are no destinations."""
        if side not in self._explained:
            self._explained.add(side)
            self.ask(
                "why", *(("excluded", [self._units[u], constant(side)]) for u in self.routers if self._sides[u] == side)
            )

    def _destinations(self, first: Symbol) -> tuple[Destination, ...]:
        engine = self.engine
        prices = {text(args[2]): args[3].number for args in engine.of(first, "candidate", 4)}
        ignorable = defaultdict(list)
        for args in engine.of(first, "may_ignore", 6):
            ignorable[text(args[3])].append((args[4], args[5]))
        return tuple(
            sorted(
                (
                    Destination(d, prices[d] / 2, d in ignorable, reasons(ignorable[d]))
                    for d in {text(args[2]) for args in engine.of(first, "destination", 3)}
                ),
                key=lambda d: (d.mf, d.hex),
            )
        )

    def _excluded(self, u: Symbol) -> tuple[Excluded, ...]:
        found: dict[tuple[str, float | None, str], set[str]] = defaultdict(set)
        for _, hex_, price, rule, because in self.engine.of(u, "excluded", 5):
            mf = price.number / 2 if str(price) != "none" else None
            found[text(hex_), mf, text(rule)].add(text(because.arguments[0]))
        rows = (Excluded(h, mf, rule, tuple(sorted(xs))) for (h, mf, rule), xs in found.items())
        return tuple(sorted(rows, key=lambda e: (e.mf is None, e.mf or 0, e.hex, e.rule)))

    def _loads(self, u: Symbol) -> dict[str, tuple[tuple[str, ...], ...]]:
        always = defaultdict(list)
        for _, v, w in self.engine.of(u, "carries_free", 3):
            always[text(v)].append(text(w))
        found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for _, v, _, load in self.engine.of(u, "load", 4):
            carried = [text(w) for w in load.arguments if str(w) != "none"]
            found[text(v)].add(tuple(sorted(carried + always[text(v)])))
        return {v: tuple(sorted(loads)) for v, loads in found.items()}

    def _morale(self, unit: str) -> int | None:
        """The broken morale that the instance gives a unit."""
        return next((int(str(f.args[1])) for f in self.instance.of("broken_morale") if str(f.args[0]) == unit), None)

    def _routes(self, u: Symbol) -> tuple[list[Route], bool]:
        """Every route of a unit, in the order in which they are listed, and whether these are all."""
        engine, unit = self.engine, text(u)
        view = self._views[self._sides[unit]]
        morale = self._morale(unit)
        chances = None
        if morale is not None and any(engine.of(u, "falls", 5)):
            given = {str(f.args[1]): str(f.args[2]) for f in self.instance.of("nmc") if str(f.args[0]) == unit}
            condition = next(args[1] for args in engine.of(u, "start_condition", 2))
            chances = Chances(engine, u, condition, morale, given)
        reader = _RouteReader(engine, u, view, chances)
        found: list[Route] = []
        try:
            most = min(self._most, MOST_ROUTES - self._kept)
            complete = engine.walk(u, lambda atoms: found.append(reader.route(atoms)), most)
        except OverflowError:
            raise UsageError(
                f"{self.instance.name}: more than {min(self._most, MOST_ROUTES):,} routes, the last of them of {unit}; "
                "answer fewer units at a time (--unit), or leave out hexes that nobody needs"
            ) from None
        self._kept += len(found)
        # Of routes that only differ in a vain drop of concealment, the one without it counts.
        found.sort(key=lambda route: (route.order, len(route.discovers)))
        return [next(same) for _, same in groupby(found, key=lambda route: route.order)], complete


def _by_node(found: Iterable[Sequence[Symbol]]) -> dict[Symbol | None, tuple[str, ...]]:
    """The enemies of some nodes, from atoms that name both."""
    enemies: dict[Symbol | None, set[str]] = defaultdict(set)
    for _, node, enemy in found:
        enemies[node].add(text(enemy))
    return {node: tuple(sorted(them)) for node, them in enemies.items()}


class _View:
    """What one side sees of the other: who stands where, and who interdicts which entries."""

    def __init__(self, engine: Engine, g: Symbol) -> None:
        self.side = g
        enemies = defaultdict(list)
        for _, enemy, place in engine.of(g, "foe", 3):
            enemies[place].append(text(enemy))
        self.enemies = {place: tuple(sorted(them)) for place, them in enemies.items()}
        self.into: dict[str, set[str]] = defaultdict(set)
        self.across: dict[tuple[str, str], set[str]] = defaultdict(set)
        for _, enemy, hex_ in engine.of(g, "interdicts", 3):
            self.into[text(hex_)].add(text(enemy))
        for _, enemy, before, hex_ in engine.of(g, "interdicts", 4):
            self.across[text(before), text(hex_)].add(text(enemy))

        self.attacks: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for before, after, where, kind in engine.atoms("attack", 4):
            self.attacks[text(before), text(after)].append((text(where), text(kind)))
        self.manner = {text(posture): text(manner) for posture, manner in engine.atoms("manner", 2)}
        # Who drops concealment on the way interdicts from then on.
        self.late: dict[tuple[str | None, str], set[str]] = defaultdict(set)
        for _, enemy, hex_ in engine.of(g, "late_interdicts", 3):
            self.late[None, text(hex_)].add(text(enemy))
        for _, enemy, before, hex_ in engine.of(g, "late_interdicts", 4):
            self.late[text(before), text(hex_)].add(text(enemy))
        self.concealed = any(engine.of(g, "skulks", 3))
        self.thrown_by = _by_node(engine.of(g, "thrown_by", 3))

    def interdictors(self, before: str, hex_: str, known: Iterable[Symbol]) -> tuple[str, ...]:
        """Who interdicts a unit that enters a hex from the one before and then knows the enemies of these places."""
        found = self.into.get(hex_, set()) | self.across.get((before, hex_), set())
        late = self.late.get((None, hex_), set()) | self.late.get((before, hex_), set())
        if late:
            found |= late.intersection(enemy for place in known for enemy in self.enemies.get(place, ()))
        return tuple(sorted(found))


class _Step(NamedTuple):
    """A link of the rout graph, decoded: the node that it leads to, and what happens there."""

    along: tuple[int, int, int, int]
    node: _Node
    discovery: Discovery | None
    interdiction: Interdiction | None
    crawled: bool


class _RouteReader:
    """Turns answer sets of one unit's walk into routes. Each symbol is decoded once."""

    def __init__(self, engine: Engine, u: Symbol, view: _View, chances: Chances | None) -> None:
        self._atoms: dict[Symbol, _Step | Unless | str] = {}
        self._nodes: dict[Symbol, _Node] = {}
        self._view = view
        places = defaultdict(set)
        for _, known, place in engine.of(view.side, "known", 3):
            places[known].add(place)
        self._known = {known: frozenset(them) for known, them in places.items()}
        self._chances = chances
        self._labels = {condition: text(label) for condition, label in engine.atoms("label", 2)}
        self._condition = next(args[1] for args in engine.of(u, "start_condition", 2))
        self._companions = tuple(sorted(text(args[1]) for args in engine.of(u, "falls_with", 2)))
        self._widows = [(z, text(leader)) for _, z, leader in engine.of(u, "widows", 3)]
        self._captors = _by_node(engine.of(u, "taken_by", 3))
        self._retains = {text(h) for _, h in engine.of(u, "retains", 2)}
        self._ends = {node: text(end) for _, node, end in engine.of(u, "goal", 3)}
        self._hazards = {(a, b): (text(p), text(f)) for _, a, b, p, f in engine.of(u, "hazard", 5)}
        self._partners = tuple(sorted(text(args[1]) for args in engine.of(u, "partner", 2)))
        self._origin = text(next(args[1] for args in engine.of(u, "begins", 2)))

    def route(self, atoms: Sequence[Symbol]) -> Route:
        """The route of one answer set."""
        steps, end = [], ""
        unless: list[Unless] = []
        known = self._atoms
        for atom in atoms:
            decoded = known.get(atom)
            if decoded is None:
                decoded = known[atom] = self._decode(atom)
            if isinstance(decoded, str):
                end = decoded
            elif isinstance(decoded, Unless):
                unless.append(decoded)
            else:
                steps.append(decoded)
        steps.sort()
        path, mf, discovers, interdicted = [self._origin], [0.0], [], []
        starts: list[str] = [self._origin]
        bounds: list[str | None] = [None]
        taken: list[Step] = []
        for _, node, discovery, interdiction, _ in steps:
            if node.kind == "choose":
                starts.append(node.hex)
                bounds.append(None)
                continue
            bounds[-1] = node.bound
            # Where it has not moved, an enemy has dropped concealment.
            if (node.hex, node.spent / 2) != (path[-1], mf[-1]):
                path.append(node.hex)
                mf.append(node.spent / 2)
                taken.append(Step(node.hex, node.spent, interdiction.if_pinned if interdiction else None))
            if discovery:
                discovers.append(discovery)
            if interdiction:
                interdicted.append(interdiction)
        posture: Posture = "low_crawl" if steps[-1].crawled else "run"
        attacks = [
            Attack(where, kind, self._view.manner[posture])
            for before, after in pairwise(path)
            for where, kind in sorted(self._view.attacks.get((before, after), ()))
        ]
        repulsed = None
        if steps[-1].node.kind in _REPULSED:
            repulsed = Repulse(path[-1], self._view.thrown_by[self._last(atoms)])
            path.append(path[-2])
            mf.append(mf[-1])
        condition = steps[-1].node.state.arguments[2].arguments[0]
        survives = end == "survives"
        return Route(
            posture,
            tuple(map(Leg, starts, bounds)),
            tuple(path),
            tuple(mf),
            tuple(discovers),
            tuple(interdicted),
            end,  # type: ignore[arg-type]
            self._partners,
            repulsed,
            tuple(attacks),
            self._labels.get(condition) if survives and condition != self._condition else None,
            self._chances.ends(taken, end) if self._chances else (),
            not unless if self._view.concealed else None,
            tuple(sorted(unless, key=lambda u: (path.index(u.hex), u))),
            survives and path[-1] in self._retains,
            self._captors.get(self._last(atoms), ()),
            tuple(sorted(leader for z, leader in self._widows if z == condition)),
        )

    @staticmethod
    def _last(atoms: Sequence[Symbol]) -> Symbol | None:
        """The node where a route ends."""
        return next((atom.arguments[0] for atom in atoms if atom.name == "halt"), None)

    def _decode(self, atom: Symbol) -> _Step | Unless | str:
        if atom.name == "halt":
            return self._ends[atom.arguments[0]]
        if atom.name == "unless":
            return Unless(*map(text, atom.arguments))
        before, node = map(self._node, atom.arguments)
        along = node.leg, node.spent, _STAGE[node.kind], len(node.known)
        if node.kind == "choose":
            return _Step(along, node, None, None, False)
        crawled = node.kind in ("crawl", "crawl_repulsed")
        if node.kind in _REPULSED:
            return _Step(along, node, None, None, crawled)
        new = [enemy for place in node.known - before.known for enemy in self._view.enemies.get(place, ())]
        still = (before.hex, before.spent) == (node.hex, node.spent)
        by = () if crawled or still else self._view.interdictors(before.hex, node.hex, node.known)
        return _Step(
            along,
            node,
            Discovery(node.hex, tuple(sorted(new))) if new else None,
            Interdiction(node.hex, by, *self._hazards[before.state, node.state], self._companions) if by else None,
            crawled,
        )

    def _node(self, symbol: Symbol) -> _Node:
        found = self._nodes.get(symbol)
        if found is None:
            number, bound, kind, state = symbol.arguments
            hex_, spent, mind = state.arguments
            found = self._nodes[symbol] = _Node(
                number.arguments[2].number,
                spent.number,
                text(hex_),
                None if bound.type is SymbolType.Function else bound.string,
                kind.name,
                state,
                self._known.get(mind.arguments[1], frozenset()),
            )
        return found


# Where the kinds of node stand along a leg, among those that have spent the same.
_STAGE = {
    "choose": 0,
    "go": 1,
    "free": 1,
    "on": 1,
    "crawl": 1,
    "halt": 1,
    "yield": 1,
    "rest": 1,
    "repulsed": 1,
    "crawl_repulsed": 1,
    "bent": 1,
    "turn": 2,
}
_REPULSED = ("repulsed", "crawl_repulsed")


def refusals(instance: Instance, rules: str | None = None) -> dict[str, str]:
    """The facts of a position that its rule set refuses, as text, each with the message. Raises UsageError,
    InstanceError."""
    name = rules or instance.rules or rulesets.DEFAULT
    program = rulesets.program(name, having={fact.name for fact in instance.facts})
    engine = Engine(program, _given(instance, in_force(name, instance, {})))
    engine.ground(("base", []))
    return {str(fact): text(message) for fact, message in engine.atoms("refused", 2)}


def _given(instance: Instance, settings: Mapping[str, str]) -> str:
    """What the encodings are told of a position."""
    facts = instance.program(without=("expect", "rules", "option"))
    facts += "".join(f" setting({name},{value})." for name, value in settings.items())
    return facts + _locations(instance)


def _locations(instance: Instance) -> str:
    """Facts that name what units can be in besides hexes: levels, `located("2M2@1","2M2",1).`, and features,
    `inside("yD7@foxhole","yD7",foxhole).`"""
    levels = sorted({(str(fact.args[0]), int(str(fact.args[1]))) for fact in instance.of("level")})
    features = sorted({(str(fact.args[0]), str(fact.args[1])) for fact in instance.of("feature")})
    return "".join(
        [f' located("{hex_}@{level}","{hex_}",{level}).' for hex_, level in levels]
        + [
            f' inside("{hex_}@{feature}","{hex_}",{feature}).'
            for hex_, feature in features
            if feature in PLACES.split()
        ]
    )


def reasons(rows: Iterable[tuple[Symbol, Symbol | None]]) -> tuple[Reason, ...]:
    """Rule and because(X) symbols as reasons: one for each rule, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule, because in rows:
        found[text(rule)].update([text(because.arguments[0])] if because is not None else [])
    return tuple(Reason(rule, tuple(sorted(xs))) for rule, xs in sorted(found.items()))


def in_force(ruleset: str, instance: Instance, overrides: Mapping[str, str]) -> dict[str, str]:
    """The options that hold for a position, sorted: those given, else those of the instance, else the defaults. Raises
    UsageError or InstanceError for an option or value that the rule set does not have."""
    values = options(ruleset)
    found = {value.option: value.value for value in values if value.default}
    allowed = {(value.option, value.value) for value in values}
    for fact in instance.of("option"):
        name, value = map(str, fact.args)
        if (name, value) not in allowed:
            raise InstanceError(instance.name, fact.line, fact.column, *_unknown_option(ruleset, name, value, found))
        found[name] = value
    for name, value in overrides.items():
        if (name, value) not in allowed:
            raise UsageError("; ".join(_unknown_option(ruleset, name, value, found)))
        found[name] = value
    return dict(sorted(found.items()))


def _unknown_option(ruleset: str, name: str, value: str, known: Mapping[str, str]) -> tuple[str, str]:
    if name not in known:
        return f"the rule set {ruleset} has no option {shown(name)}", f"there are: {', '.join(sorted(known))}"
    values = ", ".join(v.value for v in options(ruleset) if v.option == name)
    return f"the option {name} has no value {shown(value)}", f"there are: {values}"


def _volunteer(solver: Solver, unit: str, paths: int | None, excluded: bool) -> UnitAnswer | None:
    """The answer for an unbroken unit that may break on purpose, with what it could do then. None for one that may not, as
    it would surrender or be eliminated at once, unless it was asked for."""
    asked = unit in solver.routers
    facts = solver.instance.with_facts([Fact("breaks", (Name(unit),))])
    try:
        plain = solver if asked else solver.alike(solver.instance, unit)
        answer = plain.unit(unit, paths=paths, excluded=excluded)
        broken = solver.alike(facts, unit).unit(unit, paths=paths, excluded=excluded)
    except InstanceError:
        return answer if asked else None  # breaking would change more than can be answered
    if not broken.may_break:
        return replace(answer, may_break=False) if asked else None
    return replace(answer, may_break=True, if_breaks=replace(broken, may_break=False))


def solve(
    instance: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    paths: int | None = None,
    excluded: bool = True,
    timeout: float | None = None,
    progress: Progress | None = None,
    into: list[UnitAnswer] | None = None,
    volunteers: bool = True,
    dice: Sequence[int] = (),
) -> Answer:
    """Answers a position: who must, may and cannot rout, every legal destination and every legal route.

    `units` names the units to answer (default: every broken one, and every one that may break on purpose); `paths`
    bounds the routes that are listed for each; `excluded=False` leaves out why other cover hexes are no destinations,
    which saves time. `timeout` is in seconds; past it the answer holds what was found, with `complete` False. `progress`
    is told of each unit before it is worked out; `into` collects the units as they are answered;
    `volunteers=False` leaves out what unbroken units could do if they broke; `dice` are the scores of the first dice
    thrown, for rule sets that throw any. Raises InstanceError, UsageError.
    """
    if rulesets.driver(rules or instance.rules or rulesets.DEFAULT) == "table":
        from .miniatures.solver import solve as solve_table

        return solve_table(
            instance,
            rules=rules,
            options=options,
            units=units,
            paths=paths,
            dice=dice,
            timeout=timeout,
            progress=progress,
            into=into,
        )
    solver = None
    answered: list[UnitAnswer] = [] if into is None else into
    complete = True
    try:
        solver = Solver(instance, rules=rules, options=options, only=units, timeout=timeout)
        routers = solver.routers
        for number, unit in enumerate(routers, 1):
            if progress:
                progress(f"{instance.name}: {unit} ({number} of {len(routers)})")
            answered.append(solver.unit(unit, paths=paths, excluded=excluded))
        for unit in solver.volunteers if volunteers else ():
            if progress:
                progress(f"{instance.name}: {unit}, if it breaks")
            found = _volunteer(solver, unit, paths, excluded)
            answered[:] = [a for a in answered if a.id != unit] + ([found] if found else [])
    except TimeLimit:
        complete = False
    return Answer(
        instance.name,
        solver.rules if solver else rules or instance.rules or rulesets.DEFAULT,
        solver.options if solver else {},
        tuple(answered),
        complete and all(unit.complete for unit in answered),
    )
