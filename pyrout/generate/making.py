"""Finds positions that have a wanted answer: proposed on patch after patch of terrain, judged by the solver, made small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from ..errors import PyroutError
from ..instance import Fact, Instance, checked
from ..kinds import Case, Kind, disputable, substance, wanted
from ..minimise import Piece, without
from ..result import Answer, UnitAnswer
from ..solver import solve
from ..vocabulary import Name
from .casting import ROUTER, Casting
from .patches import Spot, Terrain, distance, only_of
from .together import AT_ONCE, answers

PER_PATCH = 3  # positions accepted on one patch of terrain
PROPOSED = 24  # positions proposed on one patch before the next is taken
_MARGINS = (1, 2)  # hexes kept around those that it can enter


class Made(NamedTuple):
    """A position with a wanted answer, as small as it gets: its answers, what there is to tell of it, where its terrain is
    from."""

    case: Case
    answer: Answer
    tells: str
    origin: str


class Search:
    """Looks for positions of a kind. `tried` counts the proposals judged; `in_full` wants the answers of all units, and why
    other hexes are no destinations."""

    def __init__(
        self,
        terrain: Terrain,
        ruleset: str,
        kind: Kind,
        seed: int,
        *,
        tries: int,
        most_routes: int,
        in_full: bool = False,
    ) -> None:
        self._terrain, self._ruleset, self._kind = terrain, ruleset, kind
        self._tries, self._most_routes, self._in_full = tries, most_routes, in_full
        self._random = Random(f"{seed} {ruleset} {kind.name}")
        self._seen: set[object] = set()
        self.tried = 0

    def made(self) -> Iterator[Made]:
        """Positions of the kind, each different from those before, until the tries are used up. The same arguments give
        the same positions, however many of them are taken."""
        for kind, origin, cases in self.rounds():
            accepted = 0
            for case in cases:
                found = self._finished(case, kind)
                if found is not None:
                    accepted += 1
                    yield Made(*found, kind.tells(found[0]), origin)
                if accepted == PER_PATCH:
                    break

    def rounds(self) -> Iterator[tuple[Kind, str, Iterator[Case]]]:
        """One patch of terrain after another: what is looked for there, where it is from, and the cases found, as they were
        proposed."""
        while self.tried < self._tries:
            kind = self._looked_for()
            patch = self._terrain.patch(self._random, kind.hints)
            casting = Casting(patch, self._ruleset, kind.hints, self._random)
            proposals = list(islice(casting.positions(), min(PROPOSED, self._tries - self.tried)))
            self.tried += not proposals
            yield kind, patch.origin, self._judged(proposals, kind)

    def _judged(self, proposals: Sequence[Instance], kind: Kind) -> Iterator[Case]:
        for start in range(0, len(proposals), AT_ONCE):
            some = proposals[start : start + AT_ONCE]
            self.tried += len(some)
            yield from self._cases(some, kind)

    def _looked_for(self) -> Kind:
        """The kind; for that of positions that depend on any option, one option after another."""
        if self._kind.name != "option":
            return self._kind
        option = self._random.choice(disputable(self._ruleset))
        return wanted(f"option:{option}", self._ruleset)

    def _cases(self, positions: Sequence[Instance], kind: Kind) -> Iterator[Case]:
        found = answers([(p, ROUTER) for p in positions], verdicts=kind.verdicts, most_routes=self._most_routes)
        yield from (case for case in _of_kind(positions, found, kind) if case is not None)

    def _finished(self, case: Case, kind: Kind) -> tuple[Case, Answer] | None:
        """The case made small, with the answers of the whole position; None for one that there was."""
        small = made_small(case, kind)
        if len(small.instance.units) < len(case.instance.units):
            small = trimmed(small, kind)
        form = shape(small.instance)
        if form in self._seen:
            return None
        self._seen.add(form)
        try:
            instance = checked(renumbered(small.instance))
            units = () if self._in_full else (ROUTER,)
            answer = solve(instance, units=units, excluded=self._in_full)
        except PyroutError:
            return None
        alone = Case(instance, ROUTER, answer[ROUTER])
        return (alone, answer) if kind.holds(alone) else None


def made_small(case: Case, kind: Kind) -> Case:
    """The case on a smaller map, without what its answer does not need; most often there is nothing to drop, and one call
    of the solver tells."""
    maps = _smaller_maps(case)
    if not maps:
        return shrunk(case, kind)
    pieces = droppable(maps[0])
    found = _same([*maps, *(_valid(without(maps[0], [piece])) for piece in pieces)], case, kind)
    if found[0] is None:
        return shrunk(next((other for other in found[1 : len(maps)] if other), case), kind)
    return shrunk(found[0], kind) if any(found[len(maps) :]) else found[0]


def shrunk(case: Case, kind: Kind) -> Case:
    """The case without every unit, status and other circumstance that its answer does not need."""
    while True:
        pieces = droppable(case.instance)
        smaller = [_valid(without(case.instance, [piece])) for piece in pieces]
        fine = [piece for piece, found in zip(pieces, _same(smaller, case, kind), strict=True) if found]
        if not fine:
            return case
        # All of them at once, if they do not need each other gone or there; else the first.
        at_once = _same([_valid(without(case.instance, fine))], case, kind)[0] if len(fine) > 1 else None
        first = at_once or _same([_valid(without(case.instance, fine[:1]))], case, kind)[0]
        assert first is not None
        case = first


def droppable(instance: Instance) -> list[Piece]:
    """What might not matter: the other units, statuses, and facts of this Player Turn."""
    units = [Piece("unit", unit) for unit in instance.units if unit != ROUTER]
    facts = [
        Piece("fact", fact)
        for name in ("status", "no_quarter", "reveal", "nationality")
        for fact in instance.of(name)
        if fact.args[:2] != (ROUTER, "broken")
    ]
    return units + facts


def _same(positions: Sequence[Instance | None], case: Case, kind: Kind) -> list[Case | None]:
    """For each position its case, if the answer is that of the case, and None if it is another."""
    goal = substance(case.answer)
    there = [position for position in positions if position is not None]
    found = [a if a is not None and substance(a) == goal else None for a in _answers(there, case)]
    cases = iter(_of_kind(there, found, kind))
    return [None if position is None else next(cases) for position in positions]


def _of_kind(positions: Sequence[Instance], found: Sequence[UnitAnswer | None], kind: Kind) -> list[Case | None]:
    """The case of each position with its answer; None where it has none, or the case is not of the kind."""
    some = [n for n, answer in enumerate(found) if answer is not None]
    known: list[dict[tuple[str, str], UnitAnswer | None]] = [{} for _ in positions]
    for option, value in kind.readings:
        setting = Fact("option", (Name(option), Name(value)))
        read = [(Instance(positions[n].name, (*positions[n].facts, setting)), ROUTER) for n in some]
        for n, other in zip(some, answers(read), strict=True):
            known[n][option, value] = other
    cases = [None if a is None else Case(p, ROUTER, a, k) for p, a, k in zip(positions, found, known, strict=True)]
    return [case if case is not None and kind.holds(case) else None for case in cases]


def _answers(positions: list[Instance], case: Case) -> list[UnitAnswer | None]:
    """The answers for positions that are of interest only if they are that of the case."""
    pairs = [(position, ROUTER) for position in positions]
    return answers(pairs, verdicts=[case.answer.verdict], most_routes=max(1, case.answer.routes_total))


def _valid(instance: Instance) -> Instance | None:
    found = _with_fewer_lines(instance)
    try:
        return checked(found) if found.of("los") else None
    except PyroutError:
        return None


def _with_fewer_lines(instance: Instance) -> Instance:
    """The position without the lines of sight that lead from nobody to nobody."""
    held = {str(f.args[1]) + (f"@{f.args[2]}" if len(f.args) > 2 else "") for f in instance.of("at")}
    return Instance(
        instance.name, tuple(f for f in instance.facts if f.name != "los" or not held.isdisjoint(f.args[:2]))
    )


def trimmed(case: Case, kind: Kind) -> Case:
    """The case without hexes far from where something happens, if its answer does not need them."""
    return next((found for found in _same(_smaller_maps(case), case, kind) if found), case)


def _smaller_maps(case: Case) -> list[Instance]:
    """The position on smaller maps, the smallest first; its answer may be another one there."""
    spots = spots_of(case.instance)
    needed = {str(fact.args[1]) for fact in case.instance.of("at")} | {_hex(d.hex) for d in case.answer.destinations}
    entered = {_hex(place) for route in case.answer.routes for place in route.path} | {_hex(case.answer.at)}
    kept = [
        needed | {hex_ for hex_, spot in spots.items() if any(distance(spot, spots[e]) <= margin for e in entered)}
        for margin in _MARGINS
    ]
    maps = [_valid(_only_hexes(case.instance, hexes)) for hexes in kept if len(hexes) < len(spots)]
    return [found for found in maps if found is not None]


def _hex(place: str) -> str:
    return place.partition("@")[0]


def renumbered(instance: Instance) -> Instance:
    """The position with units numbered without gaps, the router first."""
    names: dict[object, Name] = {}
    counts: dict[str, int] = {}
    for unit in instance.units:
        counts[unit[0]] = counts.get(unit[0], 0) + 1
        names[unit] = Name(f"{unit[0]}{counts[unit[0]]}")
    facts = (
        fact._replace(args=tuple(names.get(arg, arg) if isinstance(arg, Name) else arg for arg in fact.args))
        for fact in instance.facts
    )
    return Instance(instance.name, tuple(facts))


def _only_hexes(instance: Instance, hexes: set[str]) -> Instance:
    return Instance(instance.name, only_of(instance.facts, hexes))


def spots_of(instance: Instance) -> dict[str, Spot]:
    """Where the hexes are."""
    return {str(f.args[0]): (int(str(f.args[1])), int(str(f.args[2]))) for f in instance.of("hex")}


def shape(instance: Instance) -> object:
    """What a position has in common with its mirror images and rotations: what is in each hex, seen from the router's."""
    told: dict[str, list[str]] = {}
    for fact in instance.facts:
        if fact.name in ("terrain", "elevation", "level"):
            told.setdefault(str(fact.args[0]), []).append(f"{fact.name} {fact.args[1]}")
    words: dict[str, list[str]] = {}
    for fact in instance.facts:
        if fact.name in ("unit", "status", "normal_range"):
            words.setdefault(str(fact.args[0]), []).append(" ".join(map(str, fact.args[1:])))
    for fact in instance.of("at"):
        told.setdefault(str(fact.args[1]), []).append(", ".join(words[str(fact.args[0])]))
    spots = spots_of(instance)
    start = next(spots[str(fact.args[1])] for fact in instance.of("at") if fact.args[0] == ROUTER)
    cubes = []
    for hex_, (column, row) in spots.items():
        x, z = column - start[0], (row - start[1] - (column - start[0])) // 2
        cubes.append(((x, -x - z, z), tuple(sorted(told.get(hex_, ())))))
    turns = [(sign, order) for sign in (1, -1) for order in _ORDERS]
    return min(
        tuple(sorted(((sign * c[i], sign * c[j], sign * c[k]), what) for c, what in cubes)) for sign, (i, j, k) in turns
    )


_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2))
