"""Search for positions with a wanted answer: propose on patches of terrain, judge with the solver, minimise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from ...errors import PyroutError
from ...position.consistency import check_facts
from ...position.facts import Instance, location_of, range_between
from ...position.vocabulary import Name
from ...program.control import Deadline
from ...question import Progress, in_force
from ...referee import solve
from ...results.answer import Answer, UnitAnswer
from ..minimise import Piece, without
from .answering import AT_ONCE, answers, relabel
from .kinds import Case, Kind, disputable, find_kind, substance
from .patches import Terrain, only_of
from .place_units import ROUTER, PlacedUnits

PER_PATCH = 3  # positions accepted on one patch of terrain
OF_PHASE = 1  # the same where the whole Rout Phase is asked for: there they are much alike
PROPOSED = 24  # positions proposed on one patch before the next is taken
_MARGIN = 1  # hexes kept around those that it can enter


class Made(NamedTuple):
    """A position with a wanted answer, minimised: its answers, its description, the origin of its terrain."""

    case: Case
    answer: Answer
    tells: str
    origin: str


class Tries:
    """The tries of a search for positions of a kind: how many are left, and whether the time is over.

    `tried` counts the proposals judged, `found` the positions.
    """

    def __init__(
        self,
        ruleset: str,
        name: str,
        seed: int,
        *,
        tries: int,
        most_routes: int,
        deadline: Deadline | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._ruleset, self.name, self._tries, self._most_routes = ruleset, name, tries, most_routes
        self._random = Random(f"{seed} {ruleset} {name}")
        self._deadline, self._progress = deadline or Deadline(None), progress
        self.tried, self.found = 0, 0

    @property
    def late(self) -> bool:
        """Return True if the time is over."""
        return self._deadline.passed

    def show(self) -> None:
        """Show how far the search is."""
        if self._progress:
            self._progress(f"{self.name}: {self.found} found, {self.tried} of {self._tries} proposals tried")


class Search(Tries):
    """Looks for positions of a kind, until its tries are used up or the deadline is over.

    `in_full` wants the answers of all units, and why other hexes are no destinations. `limits` are those of `Tries`.
    """

    def __init__(
        self, terrain: Terrain, ruleset: str, kind: Kind, seed: int, *, in_full: bool = False, **limits: Any
    ) -> None:
        super().__init__(ruleset, kind.name, seed, **limits)
        self._terrain, self._kind, self._in_full = terrain, kind, in_full
        self._seen: set[object] = set()

    def made(self) -> Iterator[Made]:
        """Yield positions of the kind, all different, until the tries are used up.

        The same arguments give the same positions, however many of them are taken.
        """
        for kind, origin, cases in self.rounds():
            taken = list(islice(cases, OF_PHASE if kind.of_phase else PER_PATCH))
            for case in made_small(taken, kind, self._most_routes):
                finished = self._finished(case)
                if finished is not None:
                    self.found += 1
                    yield Made(*finished, kind.tells(finished[0]), origin)

    def rounds(self) -> Iterator[tuple[Kind, str, Iterator[Case]]]:
        """Yield for each patch of terrain the kind sought, the origin of the patch, and the cases found, as proposed."""
        while self.tried < self._tries and not self.late:
            kind = self._looked_for()
            patch = self._terrain.patch(self._random, kind.hints)
            placed = PlacedUnits(patch, self._ruleset, kind.hints, self._random)
            yield kind, patch.origin, self._judged(placed.positions(), kind)

    def _judged(self, proposals: Iterator[Instance], kind: Kind) -> Iterator[Case]:
        """Yield the cases among the positions proposed on one patch."""
        most = min(PROPOSED, self._tries - self.tried)
        for start in range(0, most, AT_ONCE):
            if self.late:
                return
            self.show()
            some = list(islice(proposals, min(AT_ONCE, most - start)))
            self.tried += len(some) or 1
            if not some:
                return
            pairs = [(position, ROUTER) for position in some]
            answered = answers(pairs, verdicts=kind.verdicts, most_routes=self._most_routes)
            likely = _likely(some, answered, kind, self._most_routes)
            # Exploring a whole Rout Phase takes long: only the ones needed are explored.
            for cases in [[case] for case in likely] if kind.of_phase else [likely]:
                yield from (case for case in kind.among(cases) if case is not None)

    def _looked_for(self) -> Kind:
        """Return the kind; for that of positions that depend on any option, one option after another."""
        if self._kind.name != "option":
            return self._kind
        option = self._random.choice(disputable(self._ruleset))
        return find_kind(f"option:{option}", self._ruleset)

    def _finished(self, case: Case) -> tuple[Case, Answer] | None:
        """Return the case as it is written down, with the answers of the whole position; None for one that there was."""
        form = shape(case.instance)
        if form in self._seen:
            return None
        self._seen.add(form)
        case = renumbered(case)
        try:
            instance = check_facts(case.instance)
            if self._in_full:
                return case, solve(instance)
        except PyroutError:
            return None
        options = in_force(self._ruleset, instance, {})
        return case, Answer(instance.name, self._ruleset, options, (case.answer,), case.answer.complete)


# ---------------------------------------------------------------------------------------------------------------------
# What is not needed for an answer. Smaller positions are asked for by many cases at once, and answered together.

Asking = Generator[Sequence[Instance | None], list[Case | None], Case]


def made_small(cases: Sequence[Case], kind: Kind, most_routes: int) -> list[Case]:
    """Return the cases on smaller maps, without units, statuses and facts that their answers do not need.

    For a whole Rout Phase no router has more than `most_routes`.
    """
    small = list(cases)
    asking = {number: _shrinking(case) for number, case in enumerate(cases)}
    replies: dict[int, list[Case | None] | None] = dict.fromkeys(asking)
    while asking:
        asked = []
        for number, one in list(asking.items()):
            try:
                asked.append((number, one.send(replies[number])))  # type: ignore[arg-type]
            except StopIteration as done:
                small[number] = done.value
                del asking[number]
        replies |= dict(_replies(asked, cases, kind, most_routes))
    return small


def _replies(
    asked: Sequence[tuple[int, Sequence[Instance | None]]], cases: Sequence[Case], kind: Kind, most_routes: int
) -> Iterator[tuple[int, list[Case | None]]]:
    """Yield each position that a case asks for with its answer: that of the case, or None for another."""
    there = [(n, place, p) for n, positions in asked for place, p in enumerate(positions) if p is not None]
    goals = {n: substance(cases[n].answer) for n, _ in asked}
    answered = answers(
        [(position, ROUTER) for _, _, position in there],
        verdicts={cases[n].answer.verdict for n in goals},
        most_routes=max([1, *(cases[n].answer.routes_total for n in goals)]),
    )
    same = [a if a and substance(a) == goals[n] else None for (n, _, _), a in zip(there, answered, strict=True)]
    judged = kind.among(_likely([position for _, _, position in there], same, kind, most_routes))
    of = {(n, place): case for (n, place, _), case in zip(there, judged, strict=True)}
    for n, positions in asked:
        yield n, [of.get((n, place)) for place in range(len(positions))]


def _shrinking(case: Case) -> Asking:
    """Return the case on less ground and without needless facts.

    Most often nothing can be dropped, and one call of the solver shows it.
    """
    ground = _ground(case)
    least = _only(case.instance, ground)
    spare = droppable(case.instance)
    on_less, *others = yield [_valid(least), *_each_without(least, spare, ground)]
    if on_less is None:
        ground = set(case.instance.spots)
        others = yield _each_without(case.instance, spare, ground)
    case, smaller = on_less or case, _found(spare, others)
    while smaller:
        pieces = list(smaller)
        case = smaller[pieces[0]]
        if len(pieces) > 1:
            # All of them at once, if they do not need each other gone or there; and in the same call what could go then.
            fewest = _only(without(case.instance, pieces), ground)
            spare = droppable(fewest)
            both, *others = yield [_valid(fewest), *_each_without(fewest, spare, ground)]
            if both:
                case, smaller = both, _found(spare, others)
                continue
        spare = droppable(case.instance)
        smaller = _found(spare, (yield _each_without(case.instance, spare, ground)))
    return case


def _each_without(instance: Instance, pieces: Sequence[Piece], ground: Collection[str]) -> list[Instance | None]:
    return [_valid(_only(without(instance, [piece]), ground)) for piece in pieces]


def _found(pieces: Sequence[Piece], cases: Sequence[Case | None]) -> dict[Piece, Case]:
    return {piece: case for piece, case in zip(pieces, cases, strict=True) if case}


def droppable(instance: Instance) -> list[Piece]:
    """Return the facts that might not matter: other units, statuses, and facts of this Player Turn."""
    units = [Piece("unit", unit) for unit in instance.units if unit != ROUTER]
    facts = [
        Piece("fact", fact)
        for name in ("status", "no_quarter", "reveal", "nationality")
        for fact in instance.of(name)
        if fact.args[:2] != (ROUTER, "broken")
    ]
    return units + facts


def _likely(
    positions: Sequence[Instance], units: Sequence[UnitAnswer | None], kind: Kind, most_routes: int
) -> list[Case | None]:
    """Return the cases that are worth comparing with other answers or exploring.

    None stands in the place of others, and of a position without an answer.
    """
    cases = [None if answer is None else Case(p, ROUTER, answer) for p, answer in zip(positions, units, strict=True)]
    likely = kind.likely(cases)
    return kind.promising(_with_mates(likely, most_routes)) if kind.of_phase else likely


def _with_mates(cases: Sequence[Case | None], most_routes: int) -> list[Case | None]:
    """Return the cases with the answers of the other routers; None where one has too many routes, or no answer."""
    asked = [(case.instance, unit) for case in cases if case is not None for unit in case.routers]
    answered = iter(answers(asked, most_routes=most_routes))
    known = [None if case is None else {unit: next(answered) for unit in case.routers} for case in cases]
    return [
        replace(case, mates={unit: answer for unit, answer in mates.items() if answer is not None})
        if case is not None and mates and all(mates.values())
        else None
        for case, mates in zip(cases, known, strict=True)
    ]


def _valid(instance: Instance) -> Instance | None:
    smaller = _with_fewer_lines(instance)
    try:
        return check_facts(smaller) if smaller.of("los") else None
    except PyroutError:
        return None


def _with_fewer_lines(instance: Instance) -> Instance:
    """Return the position without the lines of sight that lead from nobody to nobody."""
    held = set(map(location_of, instance.of("at")))
    return Instance(
        instance.name, tuple(f for f in instance.facts if f.name != "los" or not held.isdisjoint(f.args[:2]))
    )


def _ground(case: Case) -> set[str]:
    """Return the hexes that the answer is about, and those around what can be entered."""
    spots = case.instance.spots
    entered = {_hex(place) for route in case.answer.routes for place in route.path} | {_hex(case.answer.at)}
    near = {hex_ for hex_, spot in spots.items() if any(range_between(spot, spots[e]) <= _MARGIN for e in entered)}
    return near | {_hex(d.hex) for d in case.answer.destinations}


def _only(instance: Instance, ground: Collection[str]) -> Instance:
    """Return the position on these hexes, and those where somebody stands."""
    held = {str(fact.args[1]) for fact in instance.of("at")}
    return Instance(instance.name, only_of(instance.facts, held.union(ground)))


def _hex(place: str) -> str:
    return place.partition("@")[0]


def renumbered(case: Case) -> Case:
    """Return the case with units numbered without gaps, the router first."""
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for unit in case.instance.units:
        counts[unit[0]] += 1
        names[unit] = f"{unit[0]}{counts[unit[0]]}"
    if not names.keys().isdisjoint(case.instance.spots):
        return case  # hexes with names like those of units
    facts = (
        fact._replace(args=tuple(Name(names.get(arg, arg)) if isinstance(arg, Name) else arg for arg in fact.args))
        for fact in case.instance.facts
    )
    answer = relabel(case.answer, lambda word: names.get(word, word))
    known = {foil: other and relabel(other, lambda word: names.get(word, word)) for foil, other in case.known.items()}
    return Case(Instance(case.instance.name, tuple(facts)), case.unit, answer, known)


def shape(instance: Instance) -> object:
    """Return the part of a position that its mirror images and rotations share, seen from the router."""
    told: dict[str, list[str]] = defaultdict(list)
    for fact in instance.facts:
        if fact.name in ("terrain", "elevation", "level"):
            told[str(fact.args[0])].append(f"{fact.name} {fact.args[1]}")
    words: dict[str, list[str]] = defaultdict(list)
    for fact in instance.facts:
        if fact.name in ("unit", "status", "normal_range"):
            words[str(fact.args[0])].append(" ".join(map(str, fact.args[1:])))
    for fact in instance.of("at"):
        told[str(fact.args[1])].append(", ".join(words[str(fact.args[0])]))
    spots = instance.spots
    start = next(spots[str(fact.args[1])] for fact in instance.of("at") if fact.args[0] == ROUTER)
    cubes = []
    for hex_, (column, row) in spots.items():
        x, z = column - start[0], (row - start[1] - (column - start[0])) // 2
        cubes.append(((x, -x - z, z), tuple(sorted(told[hex_]))))
    turns = [(sign, order) for sign in (1, -1) for order in _ORDERS]
    return min(
        tuple(sorted(((sign * c[i], sign * c[j], sign * c[k]), what) for c, what in cubes)) for sign, (i, j, k) in turns
    )


_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2))
