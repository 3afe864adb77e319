"""The choices of a unit when its turn in a Rout Phase comes, and their results.

Many units in many states are answered in one grounding, and none twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ..base import span
from ..base.span import Said
from ..errors import TimeLimit, UsageError
from ..hexes.chances import Chances, Checks, checks
from ..hexes.list_routes import chances as chances_of
from ..hexes.solve import prepared
from ..hexes.solver import Solver
from ..position.consistency import routers, with_facts
from ..position.facts import Fact, Instance, location_of, locations, nmc_results, places
from ..position.vocabulary import Name
from ..question import Question
from ..results.answer import Route, UnitAnswer
from .apply_rout import Rout, list_carried, rout_of, units_in, write_fact
from .dependencies import first, lasting, lighter, touches

Turn = tuple[str | None, str]  # where a unit is after its turn (None: off the map), and how that ended
Supposed = tuple[
    str | tuple[str, str], ...
]  # of a turn: leaders who go along, NMC (Location, result) that are not passed


class Other(NamedTuple):
    """A turn as it goes by other NMC results, with its chance; `loses`: the unit or a leader with it is lost."""

    rout: Rout
    chance: Fraction
    loses: bool


class Choice(NamedTuple):
    """A choice of a unit in its turn.

    `routs` are its effects in order (a stack surrenders together), with open NMC passed; there are several where the
    opponent decides. `passed` is the chance of that, None where it is not known. `others` are the other NMC results,
    except surrender and Heat of Battle. `risks` is the number of NMC whose result no fact gives.
    """

    turns: tuple[tuple[str, Turn], ...]
    routs: tuple[Rout, ...]
    route: Route | None
    partners: tuple[str, ...]
    passed: Fraction | None
    others: tuple[Other, ...]
    risks: int = 0

    @property
    def mf(self) -> float:
        return self.route.mf[-1] if self.route else 0.0

    @property
    def price(self) -> tuple[Any, ...]:
        """The order of choices with the same effect: NMC whose chances are not known, then MF."""
        return (self.risks if self.passed is None else 0, self.mf, self.route.order if self.route else ())


SHORT = "whom a wound leaves too few MF for the rest of the way is not counted as coming through"
LOADS = "where a unit may carry one load or another, it takes the first that is listed"


@dataclass(frozen=True)
class Rests:
    """The facts about units after their turn that a row depends on, and where it does not depend on them."""

    reads: frozenset[str]
    spare: frozenset[tuple[str, int]]

    @cached_property
    def room(self) -> dict[str, int]:
        """The room to spare in each place."""
        return dict(self.spare)


class Row(NamedTuple):
    """The answer for a unit in a state: its choices, and the facts that they read and change.

    `spare` is the number of half squad-equivalents of its own side, after their turns, for which it has room anyway,
    and `sizes` the size of each kind. `lasts` are events of this Player Turn that its position would not show later.
    `shots` are the sequences of NMC of its routes, each with its given result or nothing, and `checks` the possible
    results of an open one.
    """

    verdict: str
    choices: tuple[Choice, ...]
    companions: tuple[str, ...]  # leaders who could go along
    reads: frozenset[str]
    changes: frozenset[str]
    spare: frozenset[tuple[str, int]]
    sizes: Mapping[str, int]
    prior: bool
    assumes: tuple[str, ...]
    lasts: tuple[str, ...]
    shots: frozenset[tuple[tuple[str, str], ...]]
    checks: Checks

    @property
    def rests(self) -> Rests:
        return Rests(self.reads, self.spare)


def with_supposed(position: Instance, unit: str, supposed: Iterable[str | tuple[str, str]]) -> Instance:
    """Return the position in which this is to happen in the turn of a unit."""
    whose, supposed = Name(unit), tuple(supposed)
    results = [Fact("nmc", (whose, nmc[0], Name(nmc[1]))) for nmc in supposed if not isinstance(nmc, str)]
    leaders = [Fact("accompanies", (Name(leader), whose)) for leader in supposed if isinstance(leader, str)]
    facts = [*results, *leaders]
    return with_facts(position, facts) if facts else position


def rows(questions: Sequence[Question]) -> list[dict[str, Row]]:
    """Return the rows for the units of these questions.

    Raises the errors of answering.
    """
    by_unit: list[dict[str, Row]] = []
    for question, solver in zip(questions, prepared(questions, touching=True), strict=True):
        by_unit.append({unit: _row(question, solver, unit) for unit in question.units})
    return by_unit


def _row(question: Question, solver: Solver, unit: str) -> Row:
    if refusing := solver.must_not_break:
        unwilling = ", ".join(refusing)
        raise UsageError(
            Said(
                f"{question.position.name}: {unwilling} may not break on purpose here; remove ",
                span.fact("breaks/1", "its breaks/1 fact"),
            )
        )
    held = _held(question.position, unit)
    answer = solver.unit(unit, excluded=False)
    if answer.verdict == "surrenders":
        answer = _with_its_stack(question, solver.answered, answer)
    if not answer.complete:
        raise TimeLimit(f"{question.position.name}: time limit reached")
    given = nmc_results(question.position, unit)
    notes: set[str] = set()
    choices = _choices(question, solver, answer, held, notes)
    choosy = bool(answer.routes) and any(len(loads) > 1 for loads in (answer.loads, *answer.partner_loads.values()))
    return Row(
        verdict=answer.verdict,
        choices=tuple(choices),
        companions=answer.may_accompany,
        prior=unit in first(solver),
        assumes=(*answer.assumes, *([LOADS] if choosy else []), *sorted(notes)),
        lasts=lasting(solver, unit),
        shots=frozenset(tuple((shot.hex, given.get(shot.hex, "")) for shot in r.interdicted) for r in answer.routes),
        checks=checks(solver, unit, chances_of(solver, unit)),
        **touches(solver, unit),
    )


def _with_its_stack(question: Question, answered: frozenset[str], answer: UnitAnswer) -> UnitAnswer:
    """Return the answer of a unit that surrenders, computed with all other answered units in its place."""
    position = question.position
    at = locations(position.facts)
    stack = [unit for unit in routers(position) if unit in answered and at.get(unit) == answer.at]
    if len(stack) < 2:
        return answer
    return Solver(question.about(units=stack)).unit(answer.id, excluded=False)


def _choices(
    question: Question, solver: Solver, answer: UnitAnswer, held: frozenset[str], notes: set[str]
) -> list[Choice]:
    """Return the choices of a unit; add to `notes` the assumptions of the chances."""
    unit, position = answer.id, question.position
    if answer.verdict == "surrenders":
        together = (unit, *answer.surrenders_with)
        captors = answer.captors or (None,)
        return [_at_once(together, "surrenders", (None, "surrenders"), answer.at, captor) for captor in captors]
    if answer.verdict == "eliminated":
        return [_at_once((unit,), "eliminated", (None, "eliminated"), answer.at)]
    by_effect: dict[object, Choice] = {}
    given = nmc_results(position, unit)
    carried = list_carried(answer)
    chances = chances_of(solver, unit)
    for route in answer.routes:
        takers: tuple[str | None, ...] = (route.captors or (None,)) if route.end == "surrenders" else (None,)
        for captor in takers:
            rout = _plain(rout_of(unit, route, given, carried, captor), held)
            passed, others, short, changed = _odds(chances, route, rout, given)
            if short:
                notes.add(SHORT)
            if changed:
                notes.update(lighter(solver, unit))
            key = (rout, passed, others)
            turn: Turn = (route.path[-1], "survives") if route.end == "survives" else (None, route.end)
            risks = sum(shot.hex not in given for shot in route.interdicted)
            choice = Choice(((unit, turn),), (rout,), route, route.partners, passed, others, risks)
            if key not in by_effect or choice.price < by_effect[key].price:
                by_effect[key] = choice
    choices = list(by_effect.values())
    if answer.verdict != "routs":
        choices.append(_at_once((unit,), "declined", (answer.at, "stays"), answer.at))
    return choices


def log_lines(unit: str, choice: Choice) -> Iterator[str]:
    """Yield a turn as lines of a log."""
    if choice.route is None:
        for (whose, (_, end)), rout in zip(choice.turns, choice.routs, strict=True):
            captor = f" {rout.captor}" if rout.captor else ""
            yield f"{whose}: {end}{captor}"
        return
    route, rout = choice.route, choice.routs[0]
    path = route.path[1:-1] if route.repulsed else route.path[1:]
    took = dict(rout.took)
    hexes = " ".join(f"{place}({took[place]})" if place in took else place for place in path)
    crawl = "crawl " if route.posture == "low_crawl" else ""
    captor = f" surrenders {rout.captor}" if rout.captor else ""
    yield f"{'+'.join((*choice.partners, unit))}: {crawl}{hexes}{captor}"


def _at_once(units: Sequence[str], end: str, turn: Turn, at: str, captor: str | None = None) -> Choice:
    """Return a turn without a rout; a stack surrenders together."""
    routs = tuple(Rout(unit, end, at, captor=captor) for unit in units)
    return Choice(tuple((unit, turn) for unit in units), routs, None, (), Fraction(1), ())


def _held(position: Instance, unit: str) -> frozenset[str]:
    """Return the Locations in which the other side has units."""
    sides = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
    side = sides[Name(unit)]
    at = places(position.facts)
    return frozenset(location_of(fact) for whose, fact in at.items() if sides.get(whose, side) != side)


def _plain(rout: Rout, held: frozenset[str]) -> Rout:
    """Return the rout without details that do not matter later: empty hexes of its way, NMC that are passed."""
    way = tuple(sorted({place for place in rout.path if place in held} | {rout.place}))
    return rout._replace(path=way, took=tuple(nmc for nmc in rout.took if nmc[1] != "pass"))


def _odds(
    chances: Chances | None, route: Route, rout: Rout, given: Mapping[str, str]
) -> tuple[Fraction | None, tuple[Other, ...], bool, bool]:
    """Return the chance of a route as listed, its other results, and two flags.

    A route that loses the unit has the chance that the unit is lost. The flags say that part of the results is not
    followed, and that in part of them the unit goes on in another condition.
    """
    alive = route.end == "survives"
    if all(shot.hex in given for shot in route.interdicted):
        return Fraction(1), (), False, False
    if chances is None:
        return None, (), False, False
    start, *steps = route.steps
    passed = Fraction(0)
    others: dict[Rout, Fraction] = {}
    short = changed = False
    for course in chances.courses(steps, route.end):
        if course.short:
            short = True
            continue
        changed = changed or course.changed
        if not alive and course.end in ("eliminated", "surrenders"):
            passed += course.chance  # it is lost, one way or another
            continue
        if course.end in ("surrenders", "heat_of_battle"):
            continue
        took = tuple(nmc for nmc in course.took if nmc[1] != "pass")
        if took == rout.took and course.made == len(steps):
            passed += course.chance
            continue
        path = tuple(step.hex for step in steps[: course.made])
        known = {enemy for step in (start, *steps[: course.made]) for enemy in step.discovers}
        end = "eliminated" if course.end == "eliminated" else "survives"
        # A unit that has stopped before is not thrown back.
        threw_back = rout.threw_back if course.made == len(steps) else ()
        so = rout._replace(
            end=end, place=path[-1], path=path, took=took, known=tuple(sorted(known)), threw_back=threw_back
        )
        others[so] = others.get(so, Fraction(0)) + course.chance

    def loses(so: Rout) -> bool:
        with_leader = bool(so.partners) and any(result in chances.parting for _, result in so.took)
        return so.end != "survives" or with_leader

    listed = tuple(Other(so, chance, loses(so)) for so, chance in sorted(others.items()))
    return passed, listed, short, changed


class Memory:
    """A store of rows.

    A row is used again wherever all that its answer reads is unchanged. Units after their turn count by place and
    facts, those of its own side without their names, and not at all where they leave enough room. Units with the same
    facts share their rows.
    """

    def __init__(self, question: Question, static: Sequence[Fact]) -> None:
        self.question, self.static = question, tuple(static)
        self._found: dict[tuple[str, Supposed], dict[Rests, dict[object, tuple[str, Row]]]] = {}
        self._sizes: dict[str, int] = {}
        self._sides = question.position.sides
        self._twins = _twins(question.position)
        self._renamed: dict[tuple[int, str], tuple[Row, Row]] = {}  # with the row itself, that its number stays its own
        self._seen: dict[tuple[Fact, ...], _Seen] = {}
        self.answered = 0

    def of(self, wanted: Sequence[tuple[tuple[Fact, ...], str, Supposed]], named: bool = False) -> list[Row]:
        """Return the rows for units in states (their facts), each with assumptions about its turn.

        `named`: units with the same facts do not share rows.
        """
        outcomes: list[Row | None] = []
        missing: dict[object, list[int]] = {}
        for number, (facts, unit, supposed) in enumerate(wanted):
            row = self._known(facts, unit, supposed, named)
            outcomes.append(row)
            if row is None:
                who = self._who(facts, unit, named)
                missing.setdefault((who, supposed, self.view(facts, unit, None, named)), []).append(number)
        todo = [numbers[0] for numbers in missing.values()]
        # A first answer often serves for the others, too.
        while todo:
            now: list[int] = []
            later: list[int] = []
            seen: set[object] = set()
            for number in todo:
                facts, unit, supposed = wanted[number]
                row = self._known(facts, unit, supposed, named)
                if row is not None:
                    outcomes[number] = row
                    continue
                guess = self._guess(facts, unit, supposed, named)
                (later if guess in seen else now).append(number)
                seen.add(guess)
            # Questions about one state are answered together.
            groups: dict[object, list[int]] = {}
            for number in now:
                facts, unit, supposed = wanted[number]
                groups.setdefault((facts, (unit, supposed) if supposed else None), []).append(number)
            questions = [
                self.question_of(*wanted[numbers[0]]).about(units=[wanted[number][1] for number in numbers])
                for numbers in groups.values()
            ]
            for numbers, some in zip(groups.values(), rows(questions), strict=True):
                for number in numbers:
                    facts, unit, supposed = wanted[number]
                    row = outcomes[number] = some[unit]
                    self._sizes.update(row.sizes)
                    rests = row.rests
                    by_rests = self._found.setdefault((self._who(facts, unit, named), supposed), {})
                    by_rests.setdefault(rests, {})[self.view(facts, unit, rests, named)] = unit, row
            self.answered += len(now)
            todo = later
        left = [number for numbers in missing.values() for number in numbers if outcomes[number] is None]
        for number in left:
            outcomes[number] = self._known(*wanted[number], named)
        # Facts about others by name are kept for each unit alone.
        left = [number for number in left if outcomes[number] is None]
        for number, row in zip(left, self.of([wanted[number] for number in left], True) if left else (), strict=True):
            outcomes[number] = row
        return [row for row in outcomes if row is not None]

    def _known(self, facts: tuple[Fact, ...], unit: str, supposed: Supposed, named: bool) -> Row | None:
        for rests, rows_ in self._found.get((self._who(facts, unit, named), supposed), {}).items():
            of, row = rows_.get(self.view(facts, unit, rests, named), (unit, None))
            if row is not None and self._has_its_stack(row, facts) and (own := self._as_of(row, of, unit)) is not None:
                return own
        return None

    def _has_its_stack(self, row: Row, facts: tuple[Fact, ...]) -> bool:
        """Return True if all who surrender together by a row wait for their turn in this state.

        A view has only the number of units that are alike.
        """
        if row.verdict != "surrenders":
            return True
        together = {unit for choice in row.choices for unit, _ in choice.turns}
        waiting = {unit for twins in self._state(facts).twins for unit in twins.units}
        return together.intersection(self._twins) <= waiting

    def _as_of(self, row: Row, of: str, unit: str) -> Row | None:
        """Return the row of one unit as that of another with the same facts; None where the row says more."""
        if of == unit:
            return row
        key = id(row), unit
        if key not in self._renamed:
            if row.verdict == "surrenders" or of in span.spans_of(row.assumes):
                return None
            choices = tuple(_choice_of(choice, of, unit) for choice in row.choices)
            self._renamed[key] = row, row._replace(choices=choices)
        return self._renamed[key][1]

    def _who(self, facts: tuple[Fact, ...], unit: str, named: bool) -> str:
        """Return the unit for which another's row may serve."""
        return unit if named else next((t.first for t in self._state(facts).twins if unit in t.units), unit)

    def _guess(self, facts: tuple[Fact, ...], unit: str, supposed: Supposed, named: bool) -> object:
        """Return a key that states share whose rows may be the same."""
        who = self._who(facts, unit, named)
        rests = next(iter(self._found.get((who, supposed), {})), None)
        return who, supposed, self.view(facts, unit, rests, named)

    def _state(self, facts: tuple[Fact, ...]) -> _Seen:
        seen = self._seen.get(facts)
        if seen is None:
            seen = self._seen[facts] = _seen(facts, self._twins)
        return seen

    def question_of(self, facts: tuple[Fact, ...], unit: str, supposed: Supposed) -> Question:
        """Return the question about a unit in a state, with what is supposed of its turn."""
        position = Instance(self.question.position.name, self.static + facts)
        return self.question.about(with_supposed(position, unit, supposed), units=(unit,))

    def view(self, facts: tuple[Fact, ...], unit: str, rests: Rests | None, named: bool = False) -> object:
        """Return the part of a state that a row depends on, given what it rests on (None: everything)."""
        seen = self._state(facts)
        if any(done.unit == unit for done in seen.done):
            seen = _seen(facts, self._twins, unit)
        own = self._sides[unit]
        kept = []
        for done in seen.done:
            # Enemies have names here: those that become Known, and the captor.
            if self._sides.get(done.unit) != own:
                kept.append((done.unit, *done.facts))
            elif rests is None or (done.room in rests.reads and not self._leaves_room(done, seen, own, rests)):
                kept.append(done.facts)
        waiting = tuple(
            (twins.first, unit in twins.units, len(twins.units))
            if self._sides[twins.first] == own and not named
            else twins.units
            for twins in seen.twins
        )
        return seen.others, waiting, tuple(sorted(kept))

    def _leaves_room(self, done: _Done, seen: _Seen, own: str, rests: Rests) -> bool:
        """Return True if a unit that has had its turn takes no room where it is that matters."""
        spare = rests.room.get(done.room)
        if spare is None or not self._sizes.get(done.kind):
            return False
        there = {kind for room, kind, side in seen.routed if room == done.room and side == own}
        if not there <= self._sizes.keys():  # the size of a kind that is new in this phase is not known yet
            return False
        return sum(self._sizes[kind] for room, kind, side in seen.routed if room == done.room and side == own) <= spare


class _Done(NamedTuple):
    """A unit after its turn: its kind, its place as answers read it, and its facts without its name."""

    unit: str
    kind: str
    room: str
    facts: tuple[str, ...]


class _Twins(NamedTuple):
    """Units with the same facts: the first of them when the phase began, and those that wait for their turn."""

    first: str
    units: tuple[str, ...]


class _Seen(NamedTuple):
    """A state in parts.

    These are the facts of units after their turn without links; those of waiting units that are alike; all else; and
    the places, kinds and sides of units after their turn.
    """

    done: tuple[_Done, ...]
    twins: tuple[_Twins, ...]
    others: tuple[str, ...]
    routed: tuple[tuple[str, str, str], ...]


Alike = Mapping[str, tuple[str, tuple[str, ...]]]  # for a unit: the first that is like it, and the facts of each


def _twins(position: Instance) -> Alike:
    """Return the units with a turn that share their facts with others and have no links."""
    about: dict[str, list[str]] = {unit: [] for unit in routers(position)}
    linked: set[str] = set()
    for fact in position.facts:
        named = units_in(fact)
        if fact.name == "expect":
            continue
        if len(named) > 1:
            linked.update(map(str, named))
        elif named and named[0] in about:
            about[named[0]].append(_unnamed(fact))
    several: dict[tuple[str, ...], list[str]] = {}
    for unit in sorted(about.keys() - linked):
        several.setdefault(tuple(sorted(about[unit])), []).append(unit)
    return {unit: (units[0], lines) for lines, units in several.items() if len(units) > 1 for unit in units}


def _seen(facts: Sequence[Fact], alike: Alike, unit: str | None = None) -> _Seen:
    """Return a state as a unit sees it that has its turn in it."""
    routed = {str(fact.args[0]) for fact in facts if fact.name == "routed"}
    linked = {str(u) for fact in facts if len(units_in(fact)) > 1 for u in units_in(fact)}
    free = routed - linked - {unit}
    about: dict[str, list[Fact]] = {}
    room: dict[str, str] = {}
    kind: dict[str, tuple[str, str]] = {}
    others: list[str] = []
    for fact in facts:
        named = units_in(fact)
        whom = str(named[0]) if named else ""
        if fact.name == "at" and whom in routed:
            room[whom] = f'room("{location_of(fact)}")'
        elif fact.name == "unit" and whom in routed:
            kind[whom] = str(fact.args[2]), str(fact.args[1])
        if whom in free or (whom in alike and whom not in linked):
            about.setdefault(whom, []).append(fact)
        else:
            others.append(write_fact(fact))
    done = []
    twins: dict[str, list[str]] = {}
    for u, several in about.items():
        lines = tuple(sorted(map(_unnamed, several)))
        if u in free:
            done.append(_Done(u, kind.get(u, ("", ""))[0], room.get(u, ""), lines))
        elif lines == alike[u][1]:
            twins.setdefault(alike[u][0], []).append(u)
        else:
            others += map(write_fact, several)
    waiting = tuple(_Twins(first, tuple(sorted(units))) for first, units in sorted(twins.items()))
    return _Seen(
        tuple(done), waiting, tuple(sorted(others)), tuple((room[u], *kind[u]) for u in sorted(room) if u in kind)
    )


def _choice_of(choice: Choice, of: str, unit: str) -> Choice:
    """Return the choice of a unit as that of another like it."""

    def renamed(rout: Rout) -> Rout:
        carried = tuple(sorted((unit if who == of else who, sw) for who, sw in rout.carried))
        return rout._replace(unit=unit, carried=carried)

    route = choice.route
    return choice._replace(
        turns=tuple((unit if who == of else who, turn) for who, turn in choice.turns),
        routs=tuple(map(renamed, choice.routs)),
        route=route._replace(unit=unit) if route and route.unit else route,
        others=tuple(other._replace(rout=renamed(other.rout)) for other in choice.others),
    )


@lru_cache(maxsize=100_000)
def _unnamed(fact: Fact) -> str:
    """Return the text of a fact about a unit, without its name."""
    return str(fact._replace(args=(Name("it"), *fact.args[1:])))
