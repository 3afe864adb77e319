"""From a question about a position on hexes to its answer: which parts are grounded in which order, and what their atoms say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from .. import rulesets
from ..because import cause, reasons
from ..engine import Deadline, Engine, Number, Symbol, constant, leg, sentence, text
from ..errors import InstanceError, TimeLimit, TooManyRoutes, UsageError
from ..position.consistency import routers, with_facts
from ..position.facts import Fact, Instance
from ..position.vocabulary import PLACES, Name
from ..question import MOST_ROUTES, Progress, Question
from ..result import Answer, Destination, Excluded, Route, UnitAnswer
from .odds import Chances
from .routes import RouteReader, View


class Solver:
    """A question about a position on hexes, grounded once; every routing unit is worked out on top of it.

    Raises InstanceError where the rule set refuses a fact, TimeLimit when the time is over.
    """

    def __init__(self, question: Question) -> None:
        position = question.position
        program = rulesets.program(question.rules, having={fact.name for fact in position.facts})
        self.question, self.name = question, position.name
        facts = _given(question) + "".join(f" only({unit})." for unit in question.units)
        if position.of("reveal"):
            # Whether there is a clean rout does not depend on what the opponent does later (chart, note 14).
            hidden = Solver(question.about(position.without("reveal")))
            facts += "".join(f" foreseen({node})." for node in sorted(hidden.clean))
        self.engine = Engine(program, facts, question.deadline)
        self._sides = {str(fact.args[0]): str(fact.args[1]) for fact in position.of("unit")}
        self._attacker = next((str(fact.args[0]) for fact in position.of("attacker")), "")
        self._views: dict[str, View] = {}
        self._begun: set[str] = set()
        self._asked: set[str] = set()
        self._explained: set[str] = set()
        self._kept = 0
        self._begin()
        self._refuse()
        self._units: dict[str, Symbol] = {text(u): u for (u,) in self.engine.atoms("router", 1)}

    def _begin(self) -> None:
        """Grounds the position, and in the same call what the side that routs first sees of it."""
        parts: list[tuple[str, list[Symbol]]] = [("base", [])]
        if not self.question.position.of("los"):
            self.engine.add(rulesets.program(self.question.rules, "los"))
            parts.append(("los", []))
        sides = {self._sides[unit] for unit in routers(self.question.position)} or set(self._sides.values())
        first = self._attacker if self._attacker in sides else min(sides)
        self.engine.ground(*parts, *self._opening(first))

    def _opening(self, side: str) -> list[tuple[str, list[Symbol]]]:
        """The parts that a side's routs begin with."""
        self._begun.add(side)
        return [("side", [constant(side)]), ("routers", [constant(side)])]

    def renew(self, seconds: float | None) -> None:
        """Gives so many seconds, from now, for what is still to be worked out."""
        deadline = Deadline(seconds)
        self.question, self.engine.deadline = replace(self.question, deadline=deadline), deadline

    @property
    def routers(self) -> tuple[str, ...]:
        """The units that are answered, in the order in which they rout."""
        return tuple(u for u in self._order() if not self.question.units or u in self.question.units)

    @property
    def volunteers(self) -> tuple[str, ...]:
        """The unbroken units that have the right to break on purpose, and do not use it."""
        breaking = {str(fact.args[0]) for fact in self.question.position.of("breaks")}
        return tuple(sorted({text(u) for (u,) in self.engine.atoms("may_break", 1)} - breaking))

    @property
    def clean(self) -> list[Symbol]:
        """The nodes of the rout graph from which there is a clean rout."""
        for unit in self.routers:
            self.prepare(unit)
        return [node for (node,) in self.engine.atoms("clean", 1)]

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
        for fact in self.question.position.facts:
            if str(fact) in messages:
                raise InstanceError(
                    self.question.position.name,
                    fact.line,
                    fact.column,
                    f"{fact} is refused by the rule set {self.question.rules}",
                    messages[str(fact)],
                )
        name, message = min(messages.items())
        raise InstanceError(
            self.question.position.name, 0, 0, f"{name} is refused by the rule set {self.question.rules}", message
        )

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
                f"{self.name}: more than 120 hexes of enemies are in sight of where the side {side} can rout to; "
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
        self._views[side] = View(engine, g)

    def ask(self, encoding: str, *parts: tuple[str, Sequence[Symbol]]) -> None:
        """Grounds parts of an encoding that explains (`why`) or judges (`judge`)."""
        if encoding not in self._asked:
            self.engine.add(rulesets.program(self.question.rules, encoding))
            if not self._asked:
                parts = (("ground", []), *parts)
            self._asked.add(encoding)
        self.engine.ground(*parts)

    def verdict(self, unit: str) -> str:
        """The verdict for one unit, without its routes. Raises as `unit`."""
        self.prepare(unit)
        return next(text(args[1]) for args in self.engine.of(self._units[unit], "verdict", 2))

    def assumes(self, unit: str) -> tuple[str, ...]:
        """What the answer for one unit rests on that the position does not say, a sentence each. Raises as `unit`."""
        self.prepare(unit)
        return tuple(sorted({sentence(args[1]) for args in self.engine.of(self._units[unit], "assumes", 2)}))

    def unit(self, unit: str, *, paths: int | None = None, excluded: bool = True) -> UnitAnswer:
        """The answer for one unit; at most `paths` routes are listed (None: all). Past the time limit what was found is
        returned, marked incomplete. Raises UsageError for a unit that cannot be answered."""
        if unit not in self._units:
            raise UsageError(f"{self.name}: {unit} is not among the units that are answered")
        self.prepare(unit)
        engine, u = self.engine, self._units[unit]
        first = leg(constant(self._sides[unit]), u, 0)
        start = next(args for args in engine.of(u, "begins", 2))[1]
        verdict = next(text(args[1]) for args in engine.of(u, "verdict", 2))
        may = any(engine.of(u, "may_rout", 1))
        must = reasons((args[1], args[2]) for args in engine.of(u, "must", 3))
        bars = reasons((args[1], None) for args in engine.of(u, "bar", 2))
        others = reasons((args[1], None) for args in engine.of(u, "reason", 2))
        others += reasons((args[1], args[2]) for args in engine.of(u, "reason", 3))
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
            applies=tuple(sorted((text(args[1]), sentence(args[2])) for args in engine.of(u, "applies", 3))),
            dm=dm,
            may_accompany=tuple(sorted(text(args[1]) for args in engine.of(u, "may_accompany", 2))),
            partners=tuple(sorted(text(args[1]) for args in engine.of(u, "partner", 2))) if has_route else (),
            loads=loads.pop(unit, ((),)),
            partner_loads=loads if any(load != ((),) for load in loads.values()) else {},
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
            may_keep_dm=bool(dm)
            and verdict in ("may_rout", "stays", "cannot_rout")
            and any(h == start for _, h in engine.of(u, "retains", 2)),
            odds_wanting=any(engine.of(u, "falls", 5)) and self._morale(unit) is None,
            assumes=self.assumes(unit),
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
            found[text(hex_), mf, text(rule)].add(cause(because))
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
        return next(
            (int(str(f.args[1])) for f in self.question.position.of("broken_morale") if str(f.args[0]) == unit), None
        )

    def reader(self, unit: str) -> RouteReader:
        """What makes routes of the answer sets of a unit's walk, which is grounded."""
        engine, u, morale = self.engine, self._units[unit], self._morale(unit)
        chances = None
        if morale is not None and any(engine.of(u, "falls", 5)):
            given = {str(f.args[1]): str(f.args[2]) for f in self.question.position.of("nmc") if str(f.args[0]) == unit}
            condition = next(args[1] for args in engine.of(u, "start_condition", 2))
            chances = Chances(engine, u, condition, morale, given)
        return RouteReader(engine, u, self._views[self._sides[unit]], chances)

    def _routes(self, u: Symbol) -> tuple[list[Route], bool]:
        """Every route of a unit, in the order in which they are listed, and whether these are all."""
        engine, unit = self.engine, text(u)
        reader = self.reader(unit)
        found: list[Route] = []
        try:
            most = min(self.question.most_routes, MOST_ROUTES - self._kept)
            complete = engine.walk(u, lambda atoms: found.append(reader.route(atoms)), most)
        except OverflowError:
            raise TooManyRoutes(
                f"{self.name}: more than {min(self.question.most_routes, MOST_ROUTES):,} routes, the last of them of {unit}; "
                "answer fewer units at a time (--unit), or leave out hexes that nobody needs"
            ) from None
        self._kept += len(found)
        # Of routes that only differ in a vain drop of concealment, the one without it counts.
        found.sort(key=lambda route: (route.order, len(route.discovers)))
        return [next(same) for _, same in groupby(found, key=lambda route: route.order)], complete


def refusals(question: Question) -> dict[str, str]:
    """The facts of a position that its rule set refuses, as text, each with the message."""
    program = rulesets.program(question.rules, having={fact.name for fact in question.position.facts})
    engine = Engine(program, _given(question))
    engine.ground(("base", []))
    return {str(fact): text(message) for fact, message in engine.atoms("refused", 2)}


def _given(question: Question) -> str:
    """What the encodings are told of a position."""
    facts = question.position.program(without=("expect", "rules", "option"))
    facts += "".join(f" setting({name},{value})." for name, value in question.options.items())
    return facts + _locations(question.position)


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


def _volunteer(solver: Solver, unit: str, paths: int | None, excluded: bool) -> UnitAnswer | None:
    """The answer for an unbroken unit that may break on purpose, with what it could do then. None for one that may not, as
    it would surrender or be eliminated at once, unless it was asked for."""
    asked = unit in solver.routers
    alone = solver.question.about(units=(unit,))
    breaking = with_facts(alone.position, [Fact("breaks", (Name(unit),))])
    try:
        plain = solver if asked else Solver(alone)
        answer = plain.unit(unit, paths=paths, excluded=excluded)
        broken = Solver(alone.about(breaking)).unit(unit, paths=paths, excluded=excluded)
    except InstanceError:
        return answer if asked else None  # breaking would change more than can be answered
    if not broken.may_break:
        return replace(answer, may_break=False) if asked else None
    return replace(answer, may_break=True, if_breaks=replace(broken, may_break=False))


def solve(
    question: Question,
    *,
    paths: int | None = None,
    excluded: bool = True,
    volunteers: bool = True,
    progress: Progress | None = None,
    into: list[UnitAnswer] | None = None,
) -> Answer:
    """The answer to a question about a position on hexes, as `pyrout.solve` gives it. Raises InstanceError, UsageError."""
    name = question.position.name
    answered: list[UnitAnswer] = [] if into is None else into
    complete = True
    try:
        solver = Solver(question)
        routers = solver.routers
        for number, unit in enumerate(routers, 1):
            if progress:
                progress(f"{name}: {unit} ({number} of {len(routers)})")
            answered.append(solver.unit(unit, paths=paths, excluded=excluded))
        for unit in solver.volunteers if volunteers else ():
            if progress:
                progress(f"{name}: {unit}, if it breaks")
            found = _volunteer(solver, unit, paths, excluded)
            answered[:] = [a for a in answered if a.id != unit] + ([found] if found else [])
    except TimeLimit:
        complete = False
    complete = complete and all(unit.complete for unit in answered)
    return Answer(name, question.rules, question.options, tuple(answered), complete)
