"""From a question about a position on hexes to its answer: which parts are grounded in which order, and what their atoms say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import NamedTuple

from .. import rule_sets
from ..batching import Grounding
from ..because import cause, reasons
from ..control import Args, Deadline, Function, Number, Part, Symbol, World, alone, constant, leg, sentence, text
from ..errors import InstanceError, PyroutError, TimeLimit, TooManyRoutes, Undecided, UsageError
from ..position.consistency import routers
from ..position.facts import Fact, Instance, nmc_results
from ..position.map_coverage import from_boards, gives_los, require
from ..position.vocabulary import PLACES
from ..question import MOST_ROUTES, Question
from ..results.answer import Destination, Excluded, Route, UnitAnswer
from ..walk import Walk
from .chances import Chances, Checks, Roll, checks
from .distinct_routes import kinds as kinds_of
from .routes import RouteReader, View

# The next grounding: the stage, and the parts for the solve of each side that is at this stage. Of several positions that
# share a control those at an earlier stage go first, so that one call grounds a stage for all of them.
Step = tuple[int, Grounding]

# Of an answer for others; its own says so among its reasons.
BROKEN_ALL_THE_SAME = "counts {} as broken, as breaks/1 has it, though it may not break on purpose here"


class Fate(NamedTuple):
    """What the answer for one unit means for those of others: its verdict, and whether it is off the map by it before the
    other side routs."""

    verdict: str
    gone: bool


class Trace(NamedTuple):
    """What the ways of a unit are told by besides its answer: the half-MF at which a legal way leads to a Location; entries
    that are interdicted, whatever is found on the way, of a hex or across one hexside; entries over a road that pay for the
    hex's own terrain, by half-MF spent before and after them; how many attacks each step brings; and how its NMC are rolled."""

    legal: Mapping[str, int]
    into: frozenset[str]
    across: frozenset[tuple[str, str]]
    screened: frozenset[tuple[str, int, str, int]]
    attacks: Mapping[tuple[str, str], int]
    roll: Roll


class Solver:
    """A question about a position on hexes, grounded once; every routing unit is worked out on top of it.

    Raises InstanceError where the rule set refuses a fact, TimeLimit when the time is over.
    """

    def __init__(
        self,
        question: Question,
        engines: Mapping[str, World] | None = None,
        foregone: Mapping[str, Fate] | None = None,
        postponed: Collection[str] = (),
    ) -> None:
        """Ground the position. `engines` are those of `routing_sides`, still empty; by default the position has its own. Units
        with known answers, `foregone`, are not worked out, nor are `postponed` ones: no answer here depends on them."""
        self.question, self.name = question, question.position.name
        self._foregone, self._postponed = foregone or {}, frozenset(postponed)
        self._sides = question.position.sides
        self._attacker = question.position.attacker
        self.engines = dict(engines or self._own_engines())
        self._views: dict[str, View] = {}
        self._begun: set[str] = set()
        self._asked: dict[str, set[str]] = defaultdict(set)
        self._explained: set[str] = set()
        self._units: dict[str, Symbol] = {}
        self.kept = 0
        if engines is None:
            self._begin_alone()

    def _begin_alone(self) -> None:
        """Grounds the position; what its boards show and the rule set has no rule for is left out. Raises as `begin`."""
        try:
            self.carry_out(self.begin())
        except BeyondRules as found:
            self.question = found.question
            self.engines = self._own_engines()
            self._begun.clear()
            self._begin_alone()

    def carry_out(self, steps: Iterator[Step]) -> None:
        """Grounds steps one after the other, for this position alone. Raises as they do."""
        for _, groundings in steps:
            for engine, parts in groundings:
                engine.ground(*parts)

    def _own_engines(self) -> dict[str, World]:
        known = self._foregone, self._postponed
        return {side: _alone(self.question, side, *known) for side in routing_sides(self.question, *known)}

    @property
    def engine(self) -> World:
        """The solve of the side that routs first, for what the position says of all."""
        return next(iter(self.engines.values()))

    def engine_of(self, unit: str) -> World:
        """The solve of a unit's side; of a unit whose side does not rout, that of the first."""
        return self.engines.get(self._sides.get(unit, ""), self.engine)

    def atoms(self, name: str, arity: int) -> Iterator[Args]:
        """Yield the arguments of every atom of a signature, from the solve of each side."""
        for engine in self.engines.values():
            yield from engine.atoms(name, arity)

    def begin(self) -> Iterator[Step]:
        """Grounds the position, and in the same call what the side that routs first sees of it. Raises InstanceError for the
        first fact that the rule set refuses, and where LOS of boards is missing that matters."""
        parts: dict[str, list[Part]] = {side: [("base", [])] for side in self.engines}
        if self.question.position.of("board"):
            if not gives_los(self.question.position):
                require(self.question.position, self.question.units, self.question.rules)
        elif not gives_los(self.question.position):
            having = {fact.name for fact in self.question.position.facts}
            for side, engine in self.engines.items():
                engine.add(rule_sets.encoding(self.question.rules, "los", having))
                parts[side].append(("los", []))
        first = next(iter(self.engines))
        parts[first] += self._opening(first)
        yield 0, [(engine, parts[side]) for side, engine in self.engines.items()]
        self._refuse()
        self._units = {text(u): u for (u,) in self.atoms("router", 1)}

    def _opening(self, side: str) -> list[Part]:
        """The parts that a side's routs begin with: what has become of the side before it, and its view of the other."""
        self._begun.add(side)
        parts: list[Part] = [("side", [])]
        for earlier in self._views:
            engine = self.engines[earlier]
            parts += [
                ("had_turn", args) for args in engine.atoms("verdict", 2) if self._sides[text(args[0])] == earlier
            ]
            parts += [("off_map", args) for args in engine.atoms("gone", 1)]
        return parts

    def renew(self, seconds: float | None) -> None:
        """Gives so many seconds, from now, for what is still to be worked out."""
        self.share(Deadline(seconds))

    def share(self, deadline: Deadline) -> None:
        """Stop what is still to be worked out at this moment."""
        self.question = replace(self.question, deadline=deadline)
        for engine in self.engines.values():
            engine.deadline = deadline

    @property
    def whole(self) -> bool:
        """Whether all units of the position can be asked about: of none the answer was known already, none was left out."""
        return not self._foregone and not self._postponed

    def counts_with(self, fates: Mapping[str, Fate]) -> bool:
        """Whether what it was told of other units is so, and whoever it left out is only gone where it knows."""
        told = all(fates.get(unit) == fate for unit, fate in self._foregone.items())
        return told and all(unit in fates and fates[unit].gone <= self.gone(unit) for unit in self._postponed)

    @property
    def routers(self) -> tuple[str, ...]:
        """The units that are answered, in the order in which they rout."""
        return tuple(u for u in self._order() if not self.question.units or u in self.question.units)

    @property
    def answered(self) -> frozenset[str]:
        """The units that the rule set answers for, also those that were not to be worked out."""
        return frozenset(text(u) for (u,) in self.atoms("answers", 1))

    @property
    def volunteers(self) -> tuple[str, ...]:
        """The unbroken units that have the right to break on purpose, and do not use it."""
        breaking = {str(fact.args[0]) for fact in self.question.position.of("breaks")}
        return tuple(sorted({text(u) for (u,) in self.atoms("may_break", 1)} - breaking))

    def _order(self) -> list[str]:
        return self.in_order(self._units)

    def in_order(self, units: Iterable[str]) -> list[str]:
        """Units in the order in which they are answered."""
        return sorted(units, key=lambda u: (self._sides[u] != self._attacker, self._sides[u], u))

    def symbol(self, unit: str) -> Symbol:
        """A unit that is answered, as clingo sees it."""
        return self._units[unit]

    def _refuse(self) -> None:
        """Raises InstanceError for the first fact of the instance that the rule set refuses, BeyondRules where all of them
        are of its boards."""
        refused = {(str(fact), sentence(message)) for fact, message in self.atoms("refused", 2)}
        if not refused:
            return
        messages = dict(sorted(refused))  # one for a fact, always the same
        facts = [fact for fact in self.question.position.facts if str(fact) in messages]
        shown_by_board = from_boards(self.question.position)
        if len(facts) == len(messages) and all(map(shown_by_board, facts)):
            raise BeyondRules(replace(self.question, beyond=(*self.question.beyond, *facts)))
        for fact in self.question.position.facts:
            if str(fact) in messages and not shown_by_board(fact):
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
        self.carry_out(self.preparing([unit]))

    def preparing(self, units: Iterable[str]) -> Iterator[Step]:
        """The steps of `prepare` for several units."""
        wanted = {self._sides[unit] for unit in units}
        if any(self._sides[u] == self._attacker for u in self._units):
            wanted |= {self._attacker} if wanted else set()
        for number, side in enumerate(sorted(wanted - set(self._views), key=lambda s: (s != self._attacker, s))):
            for stage, parts in self._ground(side):
                yield 10 * number + stage, [(self.engines[side], parts)]

    def _ground(self, side: str) -> Iterator[tuple[int, Sequence[Part]]]:
        """Grounds all routing units of a side together, leg by leg: a call of clingo has its price however little it does."""
        engine = self.engines[side]
        units = [u for name, u in self._units.items() if self._sides[name] == side]
        if side not in self._begun:
            yield 1, self._opening(side)
        if any(True for _ in engine.atoms("too_many", 0)):
            raise UsageError(
                f"{self.name}: more than 120 hexes of enemies (more than 30 where some are revealed) are in sight of where the "
                f"side {side} can rout to; leave out those that are far away"
            )
        number, parts = 0, list[Part]()
        chosen = {args[0] for args in engine.atoms("decision", 2)}
        going = not chosen.isdisjoint(leg(u, 0) for u in units)
        while going:
            yield 2, [*parts, ("leg", [Number(number)])]
            turns = {(args[0], args[3]) for args in engine.atoms("refigure", 4)}
            number += 1
            parts = [
                ("choice", [leg(t.arguments[0], number), state])
                for t, state in turns
                if t.arguments[1].number == number - 1
            ]
            going = bool(parts)
        yield 3, [("ends", [])]
        self._views[side] = View(engine)

    def _plain(self, unit: str) -> bool:
        """Whether the routes of a unit, whose side is grounded, are bound by its graph alone, and none has chances."""
        u = self._units[unit]
        engine = self.engine_of(unit)
        dicing = self._morale(unit) is not None and any(engine.of(u, "nmc_outcome", 5))
        return not dicing and not any(engine.of(u, "route_fact", 2))

    def ask(self, unit: str, encoding: str, *parts: Part) -> None:
        """Grounds parts of an encoding that explains (`why`) or judges (`judge`) in the solve of a unit's side."""
        side = self._sides[unit]
        self.engines[side].ground(*self._asking(side, encoding, parts))

    def _asking(self, side: str, encoding: str, parts: Sequence[Part]) -> Sequence[Part]:
        asked = self._asked[side]
        if encoding not in asked:
            self.engines[side].add(rule_sets.encoding(self.question.rules, encoding))
            if not asked:
                parts = [("ground", []), *parts]
            asked.add(encoding)
        return parts

    def fate(self, unit: str) -> Fate:
        """What the answer for one unit means for others. Raises as `unit`."""
        verdict = self.verdict(unit)
        return Fate(verdict, self.gone(unit))

    def gone(self, unit: str) -> bool:
        """Whether a unit, which may be one that was left out, is off the map before the other side routs, as far as has been
        worked out."""
        return any(engine.of(constant(unit), "gone", 1) for engine in self.engines.values())

    def visits(self, unit: str) -> frozenset[str]:
        """The hexes that legal steps of a unit could lead to, whatever becomes of it on the way. Raises as `unit`."""
        self.prepare(unit)
        u = self._units[unit]
        engine = self.engine_of(unit)
        places = (*engine.of(u, "gets_to", 2), *engine.of(u, "start_location", 2))
        return frozenset(text(place).partition("@")[0] for _, place in places)

    def trace(self, unit: str) -> Trace:
        """What the ways of a unit are told by. Raises as `unit`."""
        self.prepare(unit)
        engine, u = self.engine_of(unit), self._units[unit]
        legal: dict[str, int] = {}
        for _, reached, spent in engine.of(u, "legal_way", 3):
            where = text(reached)
            legal[where] = min(spent.number, legal.get(where, spent.number))
        screened = (
            (text(state.arguments[0]), state.arguments[1].number, text(hex_), spent.number)
            for way, state, hex_, spent in engine.atoms("covered_entry", 4)
            if way.arguments[0] == u
        )
        return Trace(
            legal,
            frozenset(text(hex_) for _, hex_ in engine.atoms("interdicts", 2)),
            frozenset((text(a), text(b)) for _, a, b in engine.atoms("interdicts", 3)),
            frozenset(screened),
            Counter((text(a), text(b)) for a, b, _, _ in engine.atoms("attack", 4)),
            Roll.of(engine, u),
        )

    def verdict(self, unit: str) -> str:
        """The verdict for one unit, without its routes. Raises as `unit`."""
        self.prepare(unit)
        found = [text(args[1]) for args in self.engine_of(unit).of(self._units[unit], "verdict", 2)]
        if len(found) != 1:  # grounding has left atoms open: of two verdicts either would look like any other
            raise Undecided(f"{self.name}: the rules leave open what becomes of {unit}; please report it with the file")
        return found[0]

    def assumes(self, unit: str) -> tuple[str, ...]:
        """What the answer for one unit rests on that the position does not say, a sentence each. Raises as `unit`."""
        breaking = {str(fact.args[0]) for fact in self.question.position.of("breaks")} & set(self._units) - {unit}
        self.carry_out(self.preparing([unit, *breaking]))
        found = {sentence(args[1]) for args in self.engine_of(unit).of(self._units[unit], "assumes", 2)}
        unwilling = breaking.intersection(self.must_not_break)
        return tuple(sorted(found | {BROKEN_ALL_THE_SAME.format(other) for other in unwilling}))

    def notes(self, unit: str) -> tuple[tuple[str, str], ...]:
        """What of a rule decides in the answer for one unit that was worked out, beside its reasons: the id, a sentence."""
        return _sentences(self.engine_of(unit).of(self._units[unit], "noted", 3))

    def unit(
        self, unit: str, *, paths: int | None = None, excluded: bool = True, held: Collection[str] | None = None
    ) -> UnitAnswer:
        """The answer for one unit; at most `paths` routes are listed (None: all). With `held`, the Locations where it matters
        who has passed, not every route need be among them: of those that leave the same behind at the same price, the first.
        Past the time limit what was found is returned, marked incomplete. Raises UsageError for a unit that cannot be
        answered, Undecided where the rules leave its verdict open."""
        if unit not in self._units:
            raise UsageError(f"{self.name}: {unit} is not among the units that are answered")
        verdict = self.verdict(unit)
        engine, u = self.engine_of(unit), self._units[unit]
        first = leg(u, 0)
        start = next(args for args in engine.of(u, "start_location", 2))[1]
        may = any(engine.of(u, "may_rout", 1))
        must = reasons((args[1], args[2]) for args in engine.of(u, "must", 3))
        bars = reasons((args[1], None) for args in engine.of(u, "bar", 2))
        others = reasons((args[1], None) for args in engine.of(u, "reason", 2))
        others += reasons((args[1], args[2]) for args in engine.of(u, "reason", 3))
        dm = tuple(sorted({text(args[1]) for args in engine.of(u, "dm", 2)}))
        condition = next(args[1] for args in engine.of(u, "start_condition", 2))
        allowance = next(args[2].number for args in engine.of(u, "mf", 3) if args[1] == condition)
        has_route = any(engine.of(u, "has_route", 1))
        routes, complete = self._routes(u, held) if has_route else ([], True)
        if excluded and may:
            self.carry_out(self.explaining([unit]))
        loads = self._loads(engine, u) if verdict != "surrenders" else {}
        unlisted = {text(v): n.number - len(loads[text(v)]) for _, v, n in engine.of(u, "loads", 3) if loads}
        return UnitAnswer(
            id=unit,
            at=text(start),
            mf=allowance / 2,
            verdict=verdict,  # type: ignore[arg-type]
            must_rout=must,
            may_rout=may,
            reasons=must + bars + others,
            applies=_sentences(engine.of(u, "applies", 3)),
            notes=self.notes(unit),
            dm=dm,
            may_accompany=tuple(sorted(text(args[1]) for args in engine.of(u, "may_accompany", 2))),
            partners=tuple(sorted(text(args[1]) for args in engine.of(u, "partner", 2))) if has_route else (),
            loads=loads.pop(unit, ((),)),
            partner_loads=loads if any(load != ((),) for load in loads.values()) else {},
            more_loads={v: number for v, number in sorted(unlisted.items()) if number > 0},
            destinations=self._destinations(engine, first) if has_route else (),
            free=has_route and any(engine.of(first, "unbound", 2)),
            excluded=self._excluded(engine, u) if excluded and may else (),
            routes=tuple(routes[:paths]),
            routes_total=len(routes),
            may_break=any(engine.of(u, "may_break", 1)) and not any(engine.of(u, "illegal_break", 1)),
            captors=tuple(sorted({text(args[1]) for args in engine.of(u, "captor", 2)}))
            if verdict == "surrenders"
            else (),
            surviving=sum(route.end == "survives" for route in routes),
            complete=complete,
            surrenders_with=tuple(sorted({text(args[1]) for args in engine.of(u, "surrenders_with", 2)})),
            abandons=tuple(sorted({text(args[1]) for args in engine.of(u, "abandons", 2)})),
            may_keep_dm=bool(dm)
            and verdict in ("may_rout", "stays", "cannot_rout")
            and not any(engine.of(u, "illegal_break", 1))
            and any(h == start for _, h in engine.of(u, "retains", 2)),
            odds_wanting=any(engine.of(u, "nmc_outcome", 5)) and self._morale(unit) is None,
            assumes=self.assumes(unit),
            odds_assume=tuple(sorted({sentence(args[1]) for args in engine.of(u, "assumed", 2)})),
        )

    def explaining(self, units: Iterable[str]) -> Iterator[Step]:
        """Grounds, once for all units of a side, why cover hexes are no destinations. They must be prepared."""
        for unit in units:
            side = self._sides[unit]
            if side not in self._explained and any(self.engines[side].of(self._units[unit], "may_rout", 1)):
                self._explained.add(side)
                of_side = [u for u in self.routers if self._sides[u] == side]
                parts = [("excluded", [self._units[u]]) for u in of_side]
                yield 4, [(self.engines[side], self._asking(side, "why", parts))]

    def touching(self, units: Iterable[str]) -> Iterator[Step]:
        """Grounds what the answers for units rest on that routs of others change, and what their own change. They must be
        prepared."""
        sides = defaultdict(list)
        for unit in units:
            sides[self._sides[unit]].append(("touch", [self._units[unit]]))
        for side in sides:
            self.engines[side].add(rule_sets.encoding(self.question.rules, "phase_dependencies"))
        yield 5, [(self.engines[side], parts) for side, parts in sides.items()]

    def touches(self, unit: str) -> tuple[frozenset[str], frozenset[str]]:
        """What a unit's answer reads and what its rout changes, as text; `touching` has grounded it."""
        u = self._units[unit]
        engine = self.engine_of(unit)
        reads, changes = engine.of(u, "reads", 2), engine.of(u, "changes", 2)
        return frozenset(str(x) for _, x in reads), frozenset(str(x) for _, x in changes)

    def spare(self, unit: str) -> tuple[frozenset[tuple[str, int]], dict[str, int]]:
        """Of the room that a unit's answer reads, how many half squad-equivalents of units that have had their turn change
        nothing for it; and how many each kind of unit is. `touching` has grounded it."""
        found = (
            (str(Function("room", [place])), n.number)
            for _, place, n in self.engine_of(unit).of(self._units[unit], "spare", 3)
        )
        return frozenset(found), {text(kind): n.number for kind, n in self.atoms("weighs", 2)}

    @property
    def first(self) -> frozenset[str]:
        """The units that have their turn before any unit routs; `touching` has grounded it."""
        return frozenset(text(u) for (u,) in self.atoms("prior", 1))

    def lasting(self, unit: str) -> tuple[str, ...]:
        """What has happened to a unit this Player Turn that its position would not show once others have had their turns."""
        self.prepare(unit)
        return tuple(sorted(text(event) for _, event in self.engine_of(unit).of(constant(unit), "lasts", 2)))

    @property
    def must_not_break(self) -> tuple[str, ...]:
        """The units that break on purpose, and must not."""
        return tuple(sorted(text(u) for (u,) in self.atoms("illegal_break", 1)))

    def _destinations(self, engine: World, first: Symbol) -> tuple[Destination, ...]:
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

    def _excluded(self, engine: World, u: Symbol) -> tuple[Excluded, ...]:
        found: dict[tuple[str, float | None, str], set[str]] = defaultdict(set)
        for _, hex_, price, rule, because in engine.of(u, "excluded", 5):
            mf = price.number / 2 if str(price) != "none" else None
            found[text(hex_), mf, text(rule)].add(cause(because))
        rows = (Excluded(h, mf, rule, tuple(sorted(xs))) for (h, mf, rule), xs in found.items())
        return tuple(sorted(rows, key=lambda e: (e.mf is None, e.mf or 0, e.hex, e.rule)))

    def _loads(self, engine: World, u: Symbol) -> dict[str, tuple[tuple[str, ...], ...]]:
        always = defaultdict(list)
        for _, v, w in engine.of(u, "carries_free", 3):
            always[text(v)].append(text(w))
        found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for _, v, _, load in engine.of(u, "load", 4):
            carried = [text(w) for w in load.arguments if str(w) != "none"]
            found[text(v)].add(tuple(sorted(carried + always[text(v)])))
        return {v: tuple(sorted(loads)) for v, loads in found.items()}

    def may_carry(self, unit: str, load: Collection[str]) -> bool:
        """Return whether SW are a load of a unit, which is prepared, listed or not."""
        u, own = self._units[unit], set(load)
        engine = self.engine_of(unit)
        weights = {text(w): n.number for _, v, w, n in engine.of(u, "portable", 4) if v == u}
        free = {text(w) for _, v, w in engine.of(u, "carries_free", 3) if v == u}
        heaviest = next((n.number for _, v, n in engine.of(u, "heaviest", 3) if v == u), 0)
        carried = own - free
        return free <= own and carried <= weights.keys() and sum(weights[w] for w in carried) == heaviest

    def _morale(self, unit: str) -> int | None:
        """The broken morale that the instance gives a unit."""
        return next(
            (int(str(f.args[1])) for f in self.question.position.of("broken_morale") if str(f.args[0]) == unit), None
        )

    def reader(self, unit: str) -> RouteReader:
        """What makes routes of the answer sets of a unit's walk, which is grounded."""
        return RouteReader(self.engine_of(unit), self._units[unit], self._views[self._sides[unit]], self.chances(unit))

    def lighter(self, unit: str) -> frozenset[str]:
        """What the chances of a unit rest on that may go on with less room than it needs now, a sentence each. Raises as
        `unit`."""
        self.prepare(unit)
        return frozenset(text(said) for _, said in self.engine_of(unit).of(self._units[unit], "cheaper_reduced", 2))

    def chances(self, unit: str) -> Chances | None:
        """What the NMC of a unit, which is prepared, make of it; None without a broken morale, or where the rule set says
        nothing of chances."""
        engine, u, morale = self.engine_of(unit), self._units[unit], self._morale(unit)
        if morale is None or not any(engine.of(u, "nmc_outcome", 5)):
            return None
        given = {str(f.args[1]): str(f.args[2]) for f in self.question.position.of("nmc") if str(f.args[0]) == unit}
        condition = next(args[1] for args in engine.of(u, "start_condition", 2))
        return Chances(engine, u, condition, morale, given)

    def checks(self, unit: str) -> Checks:
        """What an NMC of a unit, which is prepared, can come to."""
        return checks(self.engine_of(unit), self._units[unit], self.chances(unit))

    def walked(self, unit: str) -> list[Route]:
        """Every route of a unit, in the order in which they are listed; also those that only differ in a vain drop of
        concealment. Raises TimeLimit."""
        self.prepare(unit)
        u = self._units[unit]
        found, complete = self._walked(u) if any(self.engine_of(unit).of(u, "has_route", 1)) else ([], True)
        if not complete:
            raise TimeLimit(f"{self.name}: the time limit was reached before the answer was complete")
        return found

    def along(self, unit: str, way: Sequence[tuple[str, Sequence[Symbol]]]) -> Route | None:
        """The route of a unit, which is prepared, that takes these links and ends so, with what its opponent could reveal against
        it; None if that is asked of one that is not listed."""
        found: list[Route] = []
        reader = self.reader(unit)
        if not self._views[self._sides[unit]].concealed:
            return reader.taken(way)
        walk = self._walk(unit)
        walk.each(lambda atoms: found.append(reader.route(atoms, walk.nodes)), self.engine_of(unit).deadline, 1, way)
        return found[0] if found else None

    def _walk(self, unit: str) -> Walk:
        """The ways through the graph of a unit, which is prepared."""
        engine, u = self.engine_of(unit), self._units[unit]
        graph = {
            "origin": engine.of(u, "origin", 2),
            "transition": engine.of(u, "transition", 3),
            "end_node": engine.of(u, "end_node", 3),
            "revisit_slot": engine.of(u, "revisit_slot", 3),
            "occupies": engine.of(u, "occupies", 4),
            "stays_in": engine.of(u, "stays_in", 5),
        }
        rows = ((name, row[1:]) for name, listed in graph.items() for row in listed)
        facts = ((fact.name, fact.arguments) for _, fact in engine.of(u, "route_fact", 2))
        return Walk(self.question.rules, chain(rows, facts))

    def _routes(self, u: Symbol, held: Collection[str] | None) -> tuple[list[Route], bool]:
        """Every route of a unit, or with `held` as few as `unit` says, in the order in which they are listed, and whether these
        are all. Of those that only differ in a vain drop of concealment, the one without it counts."""
        found, complete = self._walked(u, held)
        return [next(same) for _, same in groupby(found, key=lambda route: route.order)], complete

    def _walked(self, u: Symbol, held: Collection[str] | None = None) -> tuple[list[Route], bool]:
        """The same with those that only differ in a vain drop of concealment."""
        unit = text(u)
        engine = self.engine_of(unit)
        reader = self.reader(unit)
        found: list[Route] = []
        most = min(self.question.most_routes, MOST_ROUTES - self.kept)
        complete = True
        try:
            if held is not None and self._plain(unit):
                found += kinds_of(engine, u, reader, held, nmc_results(self.question.position, unit), most)
            else:
                walk = self._walk(unit)
                complete = walk.each(lambda atoms: found.append(reader.route(atoms, walk.nodes)), engine.deadline, most)
        except OverflowError:
            raise TooManyRoutes(
                f"{self.name}: more than {min(self.question.most_routes, MOST_ROUTES):,} routes, the last of them of {unit}; "
                "answer fewer units at a time (--unit), or leave out hexes that nobody needs"
            ) from None
        self.kept += len(found)
        found.sort(key=lambda route: (route.order, _events(route)))
        return found, complete


def _events(route: Route) -> tuple[object, ...]:
    """Which of the routes that are told by the same key counts: the one that meets the fewest enemies, then the one with the
    fewest Interdictions, then the first by name."""
    met = sum(len(found.enemies) for found in route.discovers)
    return met, len(route.interdicted), route.discovers, tuple((at.hex, at.by) for at in route.interdicted)


class BeyondRules(PyroutError):
    """The boards show what the rule set has no rule for; `question` is the one without."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


def refusals(question: Question) -> dict[str, str]:
    """The facts of a position that its rule set refuses, as text, each with the message."""
    encoding = rule_sets.encoding(question.rules, having={fact.name for fact in question.position.facts})
    engine = alone(encoding, given(question, routing_sides(question)[0]))
    engine.ground(("base", []))
    return {str(fact): sentence(message) for fact, message in engine.atoms("refused", 2)}


def routing_sides(
    question: Question, foregone: Collection[str] = (), postponed: Collection[str] = ()
) -> tuple[str, ...]:
    """List the sides that are worked out, in the order in which they rout: a solve for each."""
    position = question.position
    sides, attacker = position.sides, position.attacker
    routing = {sides[unit] for unit in routers(position) if unit not in foregone and unit not in postponed}
    if question.units:
        breaking = {sides[str(fact.args[0])] for fact in position.of("breaks")}  # answers for others name who must not
        routing = {sides[unit] for unit in question.units} | routing.intersection([attacker, *breaking])

    def turn(side: str) -> tuple[bool, str]:
        return side != attacker, side

    return tuple(sorted(routing, key=turn)) or tuple(sorted({*sides.values()}, key=turn)[:1]) or ("",)


def _alone(question: Question, side: str, foregone: Mapping[str, Fate], postponed: Iterable[str]) -> World:
    """A control for the routs of one side of one position. Raises as Solver."""
    encoding = rule_sets.encoding(question.rules, having={fact.name for fact in question.position.facts})
    lines = [f"foregone({unit},{fate.verdict})." for unit, fate in foregone.items()]
    lines += [f"removed({unit})." for unit, fate in foregone.items() if fate.gone]
    lines += [f"postponed({unit})." for unit in sorted(postponed)]
    return alone(encoding, "\n".join([given(question, side), *lines]), question.deadline)


def given(question: Question, side: str) -> str:
    """Return the facts of a question for the encodings, one a line, for the routs of a side."""
    lines = [f"routing_side({side})."] if side else []
    lines += [f"setting({name},{value})." for name, value in question.options.items()]
    lines += [*_locations(_within_rules(question)), *(f"only({unit})." for unit in question.units)]
    lines += sorted({line for fact in question.beyond for line in _beyond(fact)})
    if question.position.of("board") and not gives_los(question.position):
        # Boards say what LOS there is, so that none is derived; a hex sees itself all the same
        lines += [f'los("{fact.args[0]}","{fact.args[0]}",0).' for fact in question.position.of("hex")[:1]]
    return _within_rules(question).program(without=("expect", "rules", "option")) + "\n".join(lines)


def _within_rules(question: Question) -> Instance:
    """Return the position without what the rule set has no rule for."""
    if not question.beyond:
        return question.position
    left_out = {fact[:2] for fact in question.beyond}
    return Instance(question.position.name, tuple(f for f in question.position.facts if f[:2] not in left_out))


def _beyond(fact: Fact) -> Iterator[str]:
    """Yield the facts that report what is left out, one for each hex: `beyond_rules(Hex,Kind,Word)`."""
    if fact.name in ("terrain", "feature", "level"):
        yield f'beyond_rules("{fact.args[0]}",{fact.name},{fact.args[1]}).'
    elif fact.name == "hexside":
        for hex_ in fact.args[:2]:
            yield f'beyond_rules("{hex_}",hexside,{fact.args[2]}).'


def _locations(instance: Instance) -> Iterator[str]:
    """Facts that name what units can be in besides hexes: levels, `located("2M2@1","2M2",1).`, and features,
    `inside("yD7@foxhole","yD7",foxhole).`"""
    for hex_, level in sorted({(str(fact.args[0]), int(str(fact.args[1]))) for fact in instance.of("level")}):
        yield f'located("{hex_}@{level}","{hex_}",{level}).'
    for hex_, feature in sorted({(str(fact.args[0]), str(fact.args[1])) for fact in instance.of("feature")}):
        if feature in PLACES.split():
            yield f'inside("{hex_}@{feature}","{hex_}",{feature}).'


def _sentences(found: Iterable[Sequence[Symbol]]) -> tuple[tuple[str, str], ...]:
    """Rules and sentences of what is said of a unit."""
    return tuple(sorted((text(rule), sentence(words)) for _, rule, words in found))
