"""From a position on a table to its answer: every line of events of every unit that retreats or routs.

No rule is known here. A rule set works out one state of the table in its parts `state(s)` and `next(s)`; each state that
it names after that is worked out in turn, until there is no new one. Lines of events are walks through what it links.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ..base import span
from ..base.span import Said, subject
from ..errors import InstanceError, Unending, UsageError
from ..position.facts import Instance
from ..program import rule_sets
from ..program.control import (
    Args,
    Field,
    Number,
    Part,
    Row,
    Symbol,
    World,
    alone,
    constant,
    sentence,
    text,
)
from ..program.route_program import Facts, Walk
from ..question import MOST_ROUTES, Question
from ..reasons import grouped, merged, reasons
from ..results.answer import BarredWay, Destination, Event, Leg, Route, UnitAnswer

MOST_STATES = 20_000  # of one position
HUNDREDTHS = 100  # of an inch: what the encodings count in
SIDES = 6  # of a die: chances are counted in cases of this number

# Predicates by which a state of the table requests parts, and what these need: derived while its parts are grounded.
SAID = (("look_into", 4), ("attempt", 4), ("succeeds", 2), ("next_part", 2), ("last_part", 2))

# The next parts to ground: their names, and the parts. One call grounds parts of the same names only.
Step = tuple[tuple[str, ...], Sequence[Part]]


class Laid(NamedTuple):
    """A table at the start: the position, and the ground of each block.

    Ground is an extent along x, y, x+y and x-y in hundredths of an inch.
    """

    position: Instance
    ground: Mapping[str, tuple[int, ...]]


def lay_table(position: Instance, ruleset: str) -> Laid:
    """Return the table of a position, even if the rule set cannot answer it; incomplete blocks have no ground."""
    facts = position.program(without=("expect", "rules", "option"))
    world = alone(rule_sets.encoding(ruleset), facts)
    world.ground(("base", []))
    return _laid(position, world)


def _laid(position: Instance, world: World) -> Laid:
    ground = {text(u): _ends(shape) for u, shape in world.atoms("footprint_at_start", 2)}
    return Laid(position, ground)


class TableSolver:
    """A position on a table, and all that can become of it.

    Raises InstanceError where the rule set cannot answer for a fact, UsageError, TimeLimit.
    """

    def __init__(self, question: Question, world: World | None = None) -> None:
        """Take a `world` without groundings, by default a new one; who gives one carries out the `steps`."""
        self.question = question
        self._asked: set[tuple[Symbol, Symbol, Symbol]] = set()
        self._with: dict[str, list[str]] = defaultdict(list)
        self._known_lines: tuple[list[Line], bool] | None = None
        self.units: dict[str, Symbol] = {}  # those that are answered, as clingo sees them
        self.world = world or alone(rule_sets.encoding(question.rules), write_question(question))
        if world is None:
            for _, parts in self.steps():
                question.deadline.check()
                self.world.ground(*parts)

    def steps(self) -> Iterator[Step]:
        """Yield the groundings to make, one after the other.

        Raises InstanceError, UsageError.
        """
        yield _step([("base", [])])
        self._refuse()
        self.units = dict(sorted((text(u), u) for (u,) in self.world.atoms("router", 1)))
        for part, other in self.world.atoms("measured_by", 2):
            self._with[text(part)].append(text(other))
        yield from self._work_out()
        yield _step([("answer", [])])
        self._refuse()

    @property
    def table(self) -> Laid:
        """The table before anybody moves."""
        return _laid(self.question.position, self.world)

    def _refuse(self) -> None:
        """Raise InstanceError for the first fact that cannot be."""
        misplaced = {str(fact): sentence(message) for fact, message in self.world.atoms("misplaced", 2)}
        for fact, message, because in self.world.atoms("misplaced", 3):
            misplaced[str(fact)] = Said(sentence(message), " ", span.name(text(because.arguments[0])))
        for fact_ in self.question.position.facts:
            if str(fact_) in misplaced:
                problem = Said(subject(str(fact_)), " cannot be")
                raise InstanceError(
                    self.question.position.name, fact_.line, fact_.column, problem, misplaced[str(fact_)]
                )

    def _work_out(self) -> Iterator[Step]:
        """Ground every state, level by level: all that is known of one is a fact before the next is begun."""
        done: set[Symbol] = set()
        while True:
            new = {state for (state,) in self.world.atoms("state", 1)} - done
            if not new:
                break
            done |= new
            if len(done) > MOST_STATES:
                raise UsageError(
                    Said(
                        f"{self.question.position.name}: more than {MOST_STATES:,} states of the table; "
                        "answer fewer units at a time",
                        *(span.only(" (--unit)"), ", give dice", span.only(" (--dice)")),
                        ", or leave out units that are far away",
                    )
                )
            # The first attempt goes with the state itself.
            yield _step(
                [(part, [state, *more]) for state in new for part, *more in (("state",), ("attempt", Number(0)))]
            )
            yield from self._look(new, 0)
            yield from self._try(new)
            went_on: set[Symbol] = set()
            for parts in self._wanted({state: self.world.of(state, "next_part", 2) for state in new}):
                went_on |= {arguments[0] for part, arguments in parts if part == "next"}
                yield _step(parts)
            for parts in self._wanted({state: self.world.of(state, "last_part", 2) for state in new}):
                yield _step(parts)
            if new - went_on:
                yield _step([("next", [state]) for state in new - went_on])

    def _wanted(self, said: Mapping[Symbol, Sequence[Args]]) -> Iterator[list[Part]]:
        """Yield the parts that states want, those with the same wants together: one may need what another gives."""
        by_units: dict[frozenset[Symbol], list[Part]] = defaultdict(list)
        for state, rows in said.items():
            named = frozenset(part for _, part in rows)
            if named:
                by_units[named] += [part for name in named for part in self._part_of(text(name), [state], name)]
        yield from by_units.values()

    def _try(self, states: set[Symbol]) -> Iterator[Step]:
        """Ground the attempts of a state, one after the other, until one works; the first is grounded already.

        All but the last are laid out in one call, so that failed ones cost no call of their own.
        """
        world = self.world
        tries = {state: sorted({which.number for _, which, *_ in world.of(state, "attempt", 4)}) for state in states}
        open_ = {state for state in states if tries[state] and not world.of(state, "succeeds", 2)}
        if not open_:
            return
        laid_out = [(state, number) for state in open_ for number in tries[state][1:-1]]
        if laid_out:
            yield _step([("attempt", [state, Number(number)]) for state, number in laid_out])
        for number in sorted({number for _, number in laid_out}):
            yield from self._look(open_, number)
            open_ = {state for state in open_ if not world.of(state, "succeeds", 2)}
        if open_:
            yield _step([("attempt", [state, Number(tries[state][-1])]) for state in open_])

    def _look(self, states: set[Symbol], number: int) -> Iterator[Step]:
        """Look into what the states ask for to try the thing of a number, and into what that asks for in turn."""
        while True:
            asked = ((state, *row) for state in states for _, *row in self.world.of(state, "look_into", 4))
            new = {(state, what, name) for state, which, what, name in asked if which.number == number} - self._asked
            if not new:
                return
            self._asked |= new
            yield _step([part for state, what, name in new for part in self._part_of(text(name), [state, what], what)])

    def _part_of(self, name: str, arguments: list[Symbol], where: Symbol) -> list[Part]:
        """Return a part of a state, and those that are worked out with it for its legs."""
        return [(name, arguments), *((other, [arguments[0], where]) for other in self._with[name])]

    def unit(self, unit: str, *, paths: int | None = None) -> UnitAnswer:
        """Return the answer for one unit, at most `paths` routes listed (None: all)."""
        world, u = self.world, self.units[unit]
        known = world.fields(u, UNIT)
        routes, complete = self._routes(u) if any(world.of(u, "origin", 2)) else ([], True)
        fact = next(f for f in self.question.position.of("stands_at") if f.args[0] == unit)
        movement = next(f for f in self.question.position.of("movement") if f.args[0] == unit)
        ((counts,),) = world.atoms("parts_per_inch", 1)
        x, y, inches = (HUNDREDTHS * int(str(arg)) // counts.number for arg in (*fact.args[1:], movement.args[1]))
        return UnitAnswer(
            id=unit,
            at=place(x, y),
            mf=inches / HUNDREDTHS,
            must_rout=known["reasons"] if routes else (),
            may_rout=bool(routes),
            destinations=_destinations(routes),
            free=False,
            excluded=(),
            routes=tuple(routes[:paths]),
            routes_total=len(routes),
            surviving=sum(route.end == "survives" for route in routes),
            complete=complete,
            fates=self._fates(u, routes) if complete else (),
            assumes=self._assumes({unit} | {event.unit for route in routes for event in route.events}),
            **known,
        )

    def _assumes(self, units: set[str]) -> tuple[str, ...]:
        """Return the readings of rules that units in a line of events rest on."""
        said = self.world.atoms("assumes", 2)
        return tuple(sorted({sentence(words) for unit, words in said if text(unit) in units}))

    def lines(self) -> tuple[list[Line], bool]:
        """Return every line of events of the table, in clingo's order, and if these are all."""
        if self._known_lines is None:
            walk = Walk(self.question.rules, self._graph())
            reader, lines = _LineReader(self.world), list[Line]()
            node = cache(reader.node)
            try:
                complete = walk.each(
                    lambda _, to: node(to),
                    lambda nodes, _: lines.append(reader.line(nodes)),
                    self.question.deadline,
                    MOST_ROUTES,
                )
            except OverflowError:
                raise UsageError(
                    f"{self.question.position.name}: more than {MOST_ROUTES:,} routes of the units together; "
                    "leave out units that are far away, or say when they rally"
                ) from None
            self._known_lines = lines, complete
        return self._known_lines

    def _graph(self) -> Facts:
        """Yield the facts of what leads to what on the table; the lines of all units begin in one state."""
        links = list(self.world.atoms("leads_to", 2))
        yield "origin", [next(state for _, state in self.world.atoms("origin", 2))]
        for before, after in links:
            yield "transition", [before, after]
        for node in {after for _, after in links} - {before for before, _ in links}:
            yield "end_node", [node, constant("ends")]

    def _routes(self, u: Symbol) -> tuple[list[Route], bool]:
        """Return every route of a unit, each once, in their listed order, and if these are all.

        A route is the unit's part of a line of events. Lines in which its part is the same are one route, and their
        chances add up.
        """
        unit = text(u)
        lines, complete = self.lines()
        by_listing: dict[tuple[object, ...], Route] = {}
        for line in lines:
            route = self._part(unit, line)
            known = by_listing.get(_key(route))
            if known is None:
                by_listing[_key(route)] = route
            else:
                better = max(route, known, key=lambda route: str(route.events))
                chance = (route.chance or 0) + (known.chance or 0) if self._diced(u) else route.chance
                by_listing[_key(route)] = better._replace(chance=Fraction(chance or 0))
        return sorted(by_listing.values(), key=_order), complete

    def _part(self, unit: str, line: Line) -> Route:
        """Return a unit's part of a line: its events, and those of the units that it meets."""
        others = connect_units(unit, line.events)
        events = tuple(event for event in line.events if event.unit in others)
        path, spent = list[str](), list[float]()
        for event in events:
            if event.unit == unit and event.path:
                so_far = spent[-1] if spent else 0.0
                skip = 1 if path and path[-1] == event.path[0] else 0
                path += event.path[skip:]
                spent += [round(so_far + x, 2) for x in event.inches[skip:]]
        fates = tuple((v, fate) for v, fate in line.fates if v in others)
        fate = dict(fates).get(unit)
        if fate is None:  # no answer is better than half of one
            raise Unending(
                f"{self.question.position.name}: no rule says what becomes of {unit} after turn "
                f"{events[-1].turn if events else 0}; this is a fault of pyrout: please report the position"
            )
        ends = {text(fate): text(end) for fate, end in self.world.atoms("fate_means", 2)}
        return Route(
            posture="run",
            legs=(Leg(path[0] if path else "", None),),
            path=tuple(path),
            mf=tuple(spent),
            discovers=(),
            interdicted=(),
            end=ends[fate],  # type: ignore[arg-type]
            events=events,
            fate=fate,
            fates=fates,
            chance=line.chance,
        )

    @property
    def dice_unused(self) -> int:
        """The number of given dice that no line of events throws."""
        throwing = {args[0] for args in self.world.atoms("score_needed", 3)}
        thrown = (number.number + 1 for state, number in self.world.atoms("dice_thrown", 2) if state in throwing)
        return max(0, len(self.question.dice) - max(thrown, default=0))

    def _diced(self, u: Symbol) -> bool:
        return bool(self.world.of(u, "has_chances", 1))

    def _fates(self, u: Symbol, routes: Sequence[Route]) -> tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]:
        """Return the chance of each end, for each unit that takes part, where dice decide."""
        if not self._diced(u):
            return ()
        fates: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for route in routes:
            for unit, fate in route.fates:
                fates[unit][fate] += route.chance or 0
        return tuple((unit, tuple(sorted(rows.items()))) for unit, rows in sorted(fates.items()))


def write_question(question: Question) -> str:
    """Return the facts of a question for the encodings, one a line."""
    lines = [f"setting({name},{value})." for name, value in question.options.items()]
    lines += [f"only({unit})." for unit in question.units]
    lines += [f"thrown({number},{score})." for number, score in enumerate(question.dice, 1)]
    return question.position.program(without=("expect", "rules", "option")) + "\n".join(lines)


def _ends(shape: Symbol) -> tuple[int, ...]:
    """Return the first and last coordinates of a shape along x, y, x+y and x-y."""
    return tuple(end.number for span in shape.arguments for end in span.arguments)


def _step(parts: Sequence[Part]) -> Step:
    return tuple(sorted({name for name, _ in parts})), parts


def connect_units(unit: str, events: Sequence[Event]) -> set[str]:
    """Return a unit and the units connected with it in a line of events.

    They make it act, or it stops, routs, shakes or meets them, and so on from unit to unit. A unit that only checks
    its morale is not connected.
    """
    pairs = []
    for event in events:
        named = [v for name, value in event.notes if name != "checks" and isinstance(value, tuple) for v in value]
        pairs += [(event.unit, v) for v in named]
    movers = {event.unit for event in events}
    reached, new = {unit}, {unit}
    while new:
        new = {v for pair in pairs for v in pair if reached & set(pair) and v in movers} - reached
        reached |= new
    return reached


class Line(NamedTuple):
    """A line of events of the whole table: the events, the end of each unit that takes part, and its chance."""

    events: tuple[Event, ...]
    fates: tuple[tuple[str, str], ...]
    chance: Fraction


def place(x: int, y: int) -> str:
    """Return a place on the table, from hundredths of an inch."""
    return f"{x / HUNDREDTHS:g},{y / HUNDREDTHS:g}"


def measure(value: Symbol | int | str) -> int | float | str:
    """Return the value of a note: a number, a word, a length in inches or a surface in square inches."""
    if isinstance(value, int | str):
        return value
    amount = value.arguments[0].number / {"inches": HUNDREDTHS, "squares": HUNDREDTHS**2}[value.name]
    return int(amount) if amount == int(amount) else amount


def _destinations(routes: Iterable[Route]) -> tuple[Destination, ...]:
    """Return the places where a line of events can end for a unit still on the table, with the fewest inches."""
    inches: dict[str, float] = {}
    for route in routes:
        if route.end == "survives" and route.path:
            inches[route.path[-1]] = min(route.mf[-1], inches.get(route.path[-1], route.mf[-1]))
    return tuple(Destination(where, spent, ignorable=False) for where, spent in sorted(inches.items()))


def _order(route: Route) -> tuple[object, ...]:
    """Return the key that sorts routes: by path, then by the events on the way."""
    return route.path, [(e.turn, e.unit, e.does, e.path, str(e.notes)) for e in route.events]


def _key(route: Route) -> tuple[object, ...]:
    """Return the key of a route: the moves of all units by their rules, and their results."""
    events = (
        (e.turn, e.unit, e.does, e.path, tuple(note for note in e.notes if note[0] != "way"), e.chance)
        for e in route.events
    )
    return tuple(events), route.fates


Causes = tuple[tuple[str, tuple[str, ...]], ...]


class _Node(NamedTuple):
    """The content of a graph node.

    It has places with the hundredths of an inch spent on reaching them, the units that it names by their notes, the rules
    of the way with their causes, and events; for a state of the table, the ground of each unit in it; and the ends of
    units with it.
    """

    places: tuple[tuple[str, int], ...]
    names: Causes
    heeds: Causes
    events: tuple[Event, ...]
    blocks: Mapping[str, tuple[int, ...]] | None
    fates: tuple[tuple[str, str], ...]


def _because(because: Symbol | str) -> tuple[str, ...]:
    """Return the thing that a because(X) symbol names, if it names one."""
    return () if isinstance(because, str) else tuple(map(text, because.arguments))


def _causes(rows: Sequence[Row]) -> Causes:
    return tuple((rule, _because(because)) for rule, because in rows)


def _barred(rows: Sequence[Row]) -> tuple[BarredWay, ...]:
    """Return the ways that are not open to a unit where it first moves."""
    closed = grouped(((way, rule), _because(because)) for way, rule, because in rows)
    return tuple(BarredWay(way, rule, because) for (way, rule), because in closed.items())


UNIT = (
    Field("verdict", "verdict", 2, lambda rows: rows[0][0]),
    Field("reasons", "reason", 2, reasons),
    Field("barred", "way_closed", 4, _barred),
)
EVENT = (
    Field("turn", "game_turn", 2, lambda rows: rows[0][0] if rows else 0),
    Field("rules", "by_rule", 3, lambda rows: merged(_causes(rows))),
    Field("notes", "detail", 3, lambda rows: tuple((key, measure(value)) for key, value in rows)),
    Field("chance", "cases_of_6", 2, lambda rows: Fraction(rows[0][0], SIDES) if rows else None),
)
NODE = (
    Field("places", "passes_through", 5, lambda rows: tuple((place(x, y), spent) for _, x, y, spent in sorted(rows))),
    Field("names", "names_unit", 3, lambda rows: tuple((key, (unit,)) for key, unit in rows)),
    Field("heeds", "rule_on_way", 3, _causes),
    Field("fates", "fate", 3, lambda rows: tuple(sorted(rows))),
)


class _LineReader:
    """Turns ways of the walk into lines of events."""

    def __init__(self, world: World) -> None:
        """Read the events of a table."""
        self._world = world
        self._passing = {
            text(u): Fraction(cases.number, all_.number) for u, cases, all_ in world.atoms("passes_check", 3)
        }

    def line(self, nodes: Iterable[_Node]) -> Line:
        """Return the line of events through some nodes."""
        events: list[Event] = []
        places, names, heeds = list[tuple[str, int]](), list[Any](), list[Any]()
        chance, settled = Fraction(1), 0
        for told in nodes:
            places += told.places
            names += told.names
            heeds += told.heeds
            for event in told.events:
                notes = dict(event.notes) | grouped(names)
                event = event._replace(notes=tuple(sorted(notes.items())), on_way=merged(heeds))
                passing = tuple((v, self._passing[v]) for v in event.named("checks") if v in self._passing)
                event = event._replace(passing=passing)
                if places:
                    spots, inches = zip(*((spot, cost / HUNDREDTHS) for spot, cost in places), strict=True)
                    event = event._replace(path=spots, inches=inches)
                places, names, heeds = [], [], []
                if event.chance is not None:
                    chance *= event.chance
                events.append(event)
            if told.blocks is not None:
                events[settled:] = [
                    event._replace(block=told.blocks.get(event.unit, ())) if event.path else event
                    for event in events[settled:]
                ]
                settled = len(events)
        return Line(tuple(events), told.fates, chance)

    def node(self, node: Symbol) -> _Node:
        """Decode a node."""
        world = self._world
        does = sorted(world.rows(node, "does", 3))
        event = world.fields(node, EVENT) if does else {}
        events = tuple(Event(unit=unit, does=what, **event) for unit, what in does)
        blocks = None
        if any(world.of(node, "state", 1)):
            blocks = {text(u): _ends(shape) for _, u, shape in world.of(node, "footprint", 3)}
        return _Node(events=events, blocks=blocks, **world.fields(node, NODE))
