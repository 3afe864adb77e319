"""Answers of a game that changes step by step: an answer is kept if a change touches nothing it depends on.

A position is always grounded anew, and so whatever its rule set refuses is refused; what is saved is to work out the
routs of the units whose surroundings are as they were. Of the others one may go first, with those that it rests on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from ..hexes.ground import Fate
from ..hexes.solver import Solver, Trace
from ..position.consistency import routers
from ..position.dependencies import Slice, Surroundings
from ..position.facts import Instance
from ..question import Question
from ..results.answer import UnitAnswer

MOST_UNITS = 64  # whose answers are kept
KEPT_OF_ONE = 3  # answers of a unit that are kept, for a change that is taken back
MOST_PLACES = (
    100  # hexes with units in a position whose answers are kept: one with more may have too many to be answered
)
MOST_SOLVERS = 8  # that are kept with the answers: each holds a grounding
MOST_ROUNDS = 4  # in which answers that depend on each other agree
# Units times hexes of the map from which one unit is answered first. Below it all are answered at once
WORTH_WAITING = 250
Told = Callable[[str, int, int], None]


class _Kept(NamedTuple):
    """A kept answer.

    It has the trace of its ways, the solver that knows more, the hexes of its steps, the facts that it depends on
    there, and the fates of others that it counts.
    """

    answer: UnitAnswer
    trace: Trace
    solver: Solver | None
    fate: Fate
    visits: frozenset[str]
    slice: Slice | None
    others: Mapping[str, object]


class Answers(NamedTuple):
    """The answers of a position in the order in which the units rout.

    Each has the trace of its ways, the solver that knows more, and its meaning for others. Then the units that may
    break on purpose; and where one unit went first, the pending units with their places in the order.
    """

    units: dict[str, UnitAnswer]
    traces: dict[str, Trace]
    solvers: dict[str, Solver]
    fates: dict[str, Fate]
    volunteers: tuple[str, ...]
    pending: dict[str, int]


class AnswerCache:
    """Answers positions one after the other, and keeps the answers of the last."""

    def __init__(self) -> None:
        self._kept: dict[object, deque[_Kept]] = {}
        self.worked_out = 0  # answers that were not kept ones

    def answers(self, question: Question, told: Told, first: str | None = None) -> Answers:
        """Return the answers to a question about all units, without why hexes are no destinations.

        `told` hears which unit is being worked out. Where others would have to wait, a unit can go `first` ("": the
        first that routs): then only what is known and its answer are given, and the others are pending. Raises as
        Solver.
        """
        ground = _Ground(question.position)
        settings = _settings(question)
        by_unit = {}
        for unit in ground.routers if ground.keeps else ():
            kept = next((kept for kept in self._kept.get((settings, unit), ()) if ground.as_it_was(unit, kept)), None)
            if kept is not None:
                by_unit[unit] = kept
        by_unit = ground.agreeing(by_unit, ground.routers - by_unit.keys())
        if first is not None and ground.keeps:
            known, postponed = ground.parted(by_unit, first)
            if len(postponed) * len(question.position.of("hex")) >= WORTH_WAITING:
                some = self._some(question, ground, known, postponed, told)
                if some is not None:
                    return some
        solver = self._fresh(question, ground, by_unit, told)
        for _ in range(MOST_ROUNDS):
            agreed = ground.agreeing(by_unit, ())
            if len(agreed) == len(by_unit):
                break
            by_unit = agreed
            solver = self._fresh(question, ground, by_unit, told)
        else:  # they never did, it seems: what is worked out together agrees
            by_unit = {}
            solver = self._fresh(question, ground, by_unit, told)
        return self._told_of(question, by_unit, solver)

    def _some(
        self, question: Question, ground: _Ground, kept: dict[str, _Kept], postponed: frozenset[str], told: Told
    ) -> Answers | None:
        """Return the answers without those of the units that are set apart; None where they do not agree."""
        solver = self._fresh(question, ground, kept, told, postponed)
        at_once = {unit: Fate("", solver.is_gone(unit)) for unit in postponed}
        if len(ground.agreeing(kept, (), at_once)) < len(kept):
            return None
        return self._told_of(question, kept, solver, postponed & solver.answered)

    def _told_of(
        self, question: Question, by_unit: Mapping[str, _Kept], solver: Solver, pending: Collection[str] = ()
    ) -> Answers:
        """Return the answers found, and keep them."""
        settings = _settings(question)
        for unit, kept in by_unit.items():
            if kept.slice is not None and kept.answer.complete:
                self._keep((settings, unit), kept)
        self._shed()
        whole = solver.in_order({*by_unit, *pending})
        order = [unit for unit in whole if unit in by_unit]
        return Answers(
            {unit: by_unit[unit].answer for unit in order},
            {unit: by_unit[unit].trace for unit in order},
            {unit: known for unit in order if (known := by_unit[unit].solver)},
            {unit: by_unit[unit].fate for unit in order},
            solver.volunteers,
            {unit: place for place, unit in enumerate(whole) if unit in pending},
        )

    def _fresh(
        self,
        question: Question,
        ground: _Ground,
        by_unit: dict[str, _Kept],
        told: Told,
        postponed: Collection[str] = (),
    ) -> Solver:
        """Work out the units that are not among those found, and not set apart, and add them."""
        solver = Solver(question, foregone={unit: kept.fate for unit, kept in by_unit.items()}, postponed=postponed)
        fresh = solver.routers
        fates = {unit: kept.fate for unit, kept in by_unit.items()}
        fates |= {unit: Fate("", solver.is_gone(unit)) for unit in postponed}
        answers = {}
        for number, unit in enumerate(fresh):
            told(f"solving {unit}", number, len(fresh))
            answers[unit] = solver.unit(unit, excluded=False)
            fates[unit] = solver.fate(unit)
        for unit, answer in answers.items():
            its_visits = solver.visits(unit)
            slice_ = ground.slice(unit, its_visits)
            by_unit[unit] = _Kept(
                answer,
                solver.trace(unit),
                solver,
                fates[unit],
                its_visits,
                slice_,
                ground.counted(unit, slice_, fates),
            )
        self.worked_out += len(fresh)
        return solver

    def _keep(self, key: object, kept: _Kept) -> None:
        """Put an answer before the others of its unit, and its unit after all others."""
        several = self._kept.pop(key, None)
        if several is None:
            several = deque(maxlen=KEPT_OF_ONE)
        if kept in several:
            several.remove(kept)
        several.appendleft(kept)
        self._kept[key] = several
        while len(self._kept) > MOST_UNITS:
            del self._kept[next(iter(self._kept))]

    def _shed(self) -> None:
        """Let all but the solvers that were used last go.

        An answer without one is an answer still.
        """
        held: list[Solver] = []
        for several in reversed(self._kept.values()):
            for number, kept in enumerate(several):
                if kept.solver is None or kept.solver in held:
                    continue
                if len(held) < MOST_SOLVERS:
                    held.append(kept.solver)
                else:
                    several[number] = kept._replace(solver=None)

    def clear(self) -> None:
        """Forget every answer."""
        self._kept.clear()


def _settings(question: Question) -> object:
    """Return the rules and option values under which an answer is kept."""
    return question.rules, tuple(question.options.items())


def at_once(position: Instance, first: str) -> tuple[str, ...]:
    """Return the units that `AnswerCache.answers` solves before the others in a new position.

    There may be more where the position has no LOS.
    """
    ground = _Ground(position)
    return tuple(sorted(ground.routers - ground.parted({}, first)[1]))


class _Ground:
    """A position whose answers may be kept ones.

    `routers` are the units that may have to be answered.
    """

    def __init__(self, position: Instance) -> None:
        self.routers = frozenset(map(str, routers(position)))
        self._side, self._attacker = position.sides, position.attacker
        self._place = {fact.args[0]: fact.args[1:] for fact in position.of("at")}
        hexes = {place[0] for place in self._place.values()}
        # Without LOS any hex may lie in between; whoever drops concealment may matter to all that is there
        self.keeps = bool(position.of("los")) and not position.of("reveal") and len(hexes) <= MOST_PLACES
        self._surroundings = Surroundings(position) if self.keeps else None

    def slice(self, unit: str, visits: frozenset[str]) -> Slice | None:
        """Return the facts that a unit's answer depends on, for steps to these hexes; None where it cannot be kept."""
        return self._surroundings.of(unit, visits) if self._surroundings else None

    def parted(self, by_unit: Mapping[str, _Kept], first: str) -> tuple[dict[str, _Kept], frozenset[str]]:
        """Split answers from unsolved units.

        Return the answers that depend on no unsolved unit (except on whether it is gone at once), and the units that
        can wait until `first` is solved ("": the one that routs first, where no answer is known).
        """
        if first not in self.routers:
            first = "" if by_unit else min(self.routers, key=lambda u: (self._side[u] != self._attacker, u), default="")
        unknown = self.routers - by_unit.keys()
        wanted: set[str] = set()
        todo = {first} if first in unknown or (first and self._ahead_of(first, by_unit.get(first)) & unknown) else set()
        while todo:
            wanted |= todo
            places = {self._place.get(unit) for unit in todo} - {None}
            stack = {unit for unit in self.routers if self._place.get(unit) in places}
            ahead = {other for unit in todo for other in self._ahead_of(unit, by_unit.get(unit))} & unknown
            todo = (stack | ahead) - wanted
        known = {
            unit: kept
            for unit, kept in by_unit.items()
            if unit not in wanted and self._ahead_of(unit, kept).isdisjoint(unknown | wanted)
        }
        return known, self.routers - wanted - known.keys()

    def _ahead_of(self, unit: str, kept: _Kept | None) -> set[str]:
        """Return the units before a unit's side whose answers may matter to it in more than being gone at once."""
        if self._side[unit] == self._attacker:
            return set()
        slice_ = kept.slice if kept else self._surroundings and self.slice(unit, self._surroundings.reach(unit))
        rests_on = slice_.units if slice_ else self.routers
        return {other for other in rests_on & self.routers if self._side[other] == self._attacker}

    def as_it_was(self, unit: str, kept: _Kept) -> bool:
        """Return True if all that an answer rests on is as it was."""
        return kept.slice is not None and self.slice(unit, kept.visits) == kept.slice

    def counted(self, unit: str, slice_: Slice | None, fates: Mapping[str, Fate]) -> dict[str, object]:
        """Return the fates of enemies that a unit's answer counts: for the defender's, only if they are gone."""
        counts: dict[str, object] = {}
        for other in slice_.units & self.routers if slice_ else ():
            if other in fates and self._side[other] != self._side[unit]:
                counts[other] = fates[other] if self._side[other] == self._attacker else fates[other].gone
        return counts

    def agreeing(
        self, by_unit: Mapping[str, _Kept], anew: Iterable[str], besides: Mapping[str, Fate] | None = None
    ) -> dict[str, _Kept]:
        """Return the answers that agree with the others and with the fates `besides`.

        The units `anew` are to be solved; those of a stack agree together.
        """
        left = dict(by_unit)
        apart = {self._place.get(unit) for unit in anew}
        while True:
            fates = {**(besides or {}), **{unit: kept.fate for unit, kept in left.items()}}
            dropped = [
                unit
                for unit, kept in left.items()
                if self._place.get(unit) in apart or not self._agrees(unit, kept, fates)
            ]
            if not dropped:
                return left
            for unit in dropped:
                del left[unit]
                apart.add(self._place.get(unit))

    def _agrees(self, unit: str, kept: _Kept, fates: Mapping[str, Fate]) -> bool:
        now = self.counted(unit, kept.slice, fates)
        return all(kept.others.get(other) == counted for other, counted in now.items())
