"""The answers of a game that is changed step by step: a unit's is kept where a change touches nothing that it rests on.

A position is always grounded anew, and so whatever its rule set refuses is refused; what is saved is to work out the routs of
the units whose surroundings are as they were.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ..position.consistency import routers
from ..position.facts import Instance
from ..position.surroundings import Slice, Surroundings
from ..question import Question
from ..result import UnitAnswer
from .solver import Fate, Solver

MOST_UNITS = 64  # whose answers are kept
KEPT_OF_ONE = 3  # answers of a unit that are kept, for a change that is taken back
MOST_PLACES = (
    100  # hexes with units in a position whose answers are kept: one with more may have too many to be answered
)
MOST_SOLVERS = 8  # that are kept with the answers: each holds a grounding
MOST_ROUNDS = 4  # in which answers that rest on each other come to agree
Told = Callable[[str, int, int], None]


class _Kept(NamedTuple):
    """An answer, the solver that knows more about it, the hexes that its steps lead to, what it rests on there, and what it
    counts of the fates of others."""

    answer: UnitAnswer
    solver: Solver | None
    fate: Fate
    visits: frozenset[str]
    slice: Slice | None
    others: Mapping[str, object]


class Answers(NamedTuple):
    """The answers of a position in the order in which the units rout, each with the solver that knows its routes and with what
    it means for others; and who may break on purpose."""

    units: dict[str, UnitAnswer]
    solvers: dict[str, Solver]
    fates: dict[str, Fate]
    volunteers: tuple[str, ...]


class Successive:
    """Answers positions one after the other, and keeps the answers of the last."""

    def __init__(self) -> None:
        self._kept: dict[object, deque[_Kept]] = {}
        self.worked_out = 0  # answers that were not kept ones

    def answers(self, question: Question, told: Told) -> Answers:
        """The answers to a question about all units, without why hexes are no destinations. `told` hears which unit is being
        worked out. Raises as Solver."""
        ground = _Ground(question.position)
        settings = question.rules, tuple(question.options.items())
        found = {}
        for unit in ground.routers if ground.keeps else ():
            kept = next((kept for kept in self._kept.get((settings, unit), ()) if ground.as_it_was(unit, kept)), None)
            if kept is not None:
                found[unit] = kept
        found = ground.agreeing(found, ground.routers - found.keys())
        solver = self._fresh(question, ground, found, told)
        for _ in range(MOST_ROUNDS):
            agreed = ground.agreeing(found, ())
            if len(agreed) == len(found):
                break
            found = agreed
            solver = self._fresh(question, ground, found, told)
        else:  # they never did, it seems: what is worked out together agrees
            found = {}
            solver = self._fresh(question, ground, found, told)
        for unit, kept in found.items():
            if kept.slice is not None and kept.answer.complete:
                self._keep((settings, unit), kept)
        self._shed()
        order = solver.in_order(found)
        return Answers(
            {unit: found[unit].answer for unit in order},
            {unit: known for unit in order if (known := found[unit].solver)},
            {unit: found[unit].fate for unit in order},
            solver.volunteers,
        )

    def _fresh(self, question: Question, ground: _Ground, found: dict[str, _Kept], told: Told) -> Solver:
        """Works out the units that are not among those found, and adds them."""
        solver = Solver(question, foregone={unit: kept.fate for unit, kept in found.items()})
        fresh = solver.routers
        fates = {unit: kept.fate for unit, kept in found.items()}
        answers = {}
        for number, unit in enumerate(fresh):
            told(f"solving {unit}", number, len(fresh))
            answers[unit] = solver.unit(unit, excluded=False)
            fates[unit] = solver.fate(unit)
        for unit, answer in answers.items():
            visits = solver.visits(unit)
            slice_ = ground.slice(unit, visits)
            found[unit] = _Kept(answer, solver, fates[unit], visits, slice_, ground.counted(unit, slice_, fates))
        self.worked_out += len(fresh)
        return solver

    def _keep(self, key: object, kept: _Kept) -> None:
        """Puts an answer before the others of its unit, and its unit after all others."""
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
        """Lets all but the solvers that were used last go. An answer without one is an answer still."""
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
        """Forgets every answer."""
        self._kept.clear()


class _Ground:
    """A position whose answers may be kept ones. `routers` are the units that may have to be answered."""

    def __init__(self, position: Instance) -> None:
        self.routers = frozenset(map(str, routers(position)))
        self._side = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
        self._attacker = next((fact.args[0] for fact in position.of("attacker")), None)
        self._place = {fact.args[0]: fact.args[1:] for fact in position.of("at")}
        hexes = {place[0] for place in self._place.values()}
        # Without LOS any hex may lie in between; who drops concealment makes what is foreseen of all that is there
        self.keeps = bool(position.of("los")) and not position.of("reveal") and len(hexes) <= MOST_PLACES
        self._surroundings = Surroundings(position) if self.keeps else None

    def slice(self, unit: str, visits: frozenset[str]) -> Slice | None:
        """What the answer for a unit rests on whose steps lead to these hexes; None where it cannot be kept."""
        return self._surroundings.of(unit, visits) if self._surroundings else None

    def as_it_was(self, unit: str, kept: _Kept) -> bool:
        """Whether all that an answer rests on is as it was."""
        return kept.slice is not None and self.slice(unit, kept.visits) == kept.slice

    def counted(self, unit: str, slice_: Slice | None, fates: Mapping[str, Fate]) -> dict[str, object]:
        """What the answer for a unit counts of those for enemies that it may rest on: of the defender's, only whether they
        are gone."""
        found: dict[str, object] = {}
        for other in slice_.units & self.routers if slice_ else ():
            if other in fates and self._side[other] != self._side[unit]:
                found[other] = fates[other] if self._side[other] == self._attacker else fates[other].gone
        return found

    def agreeing(self, found: Mapping[str, _Kept], anew: Iterable[str]) -> dict[str, _Kept]:
        """Those of some answers that count with the others as they are, where the units `anew` are to be worked out: those
        of a stack are so together."""
        left = dict(found)
        apart = {self._place.get(unit) for unit in anew}
        while True:
            fates = {unit: kept.fate for unit, kept in left.items()}
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
