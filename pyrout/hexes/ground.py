"""A question about a position on hexes, grounded part by part: a solve for each side that routs.

`asp/README.md` has the order of the parts. `solver.py` reads their atoms, `list_routes.py` the routes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..base import arguments
from ..base.span import Said, act, subject
from ..batching import Grounding
from ..errors import PyroutError, Refused, UsageError
from ..position.map_coverage import from_boards, gives_los, require
from ..program import rule_sets
from ..program.control import Args, Deadline, Number, Part, Row, Symbol, World, alone, leg, sentence, text
from ..question import Question
from .facts import routing_sides, write_question

# The next grounding: the stage, and the parts for the solve of each side that is at this stage. Of several positions that
# share a control those at an earlier stage go first, so that one call grounds a stage for all of them.
Step = tuple[int, Grounding]

POSITION, SIDE, LEG, ENDS, WHY, TOUCH = range(6)  # the stages
STAGES = 10  # of one side; those of the side that routs next have higher numbers


class Fate(NamedTuple):
    """The part of a unit's answer that matters to other units.

    `gone`: by its verdict it is off the map before the other side routs.
    """

    verdict: str
    gone: bool


class PositionProgram:
    """A position on hexes with a question about it, grounded part by part.

    Raises InstanceError where the rule set refuses a fact, TimeLimit when the time is over.
    """

    def __init__(
        self,
        question: Question,
        worlds: Mapping[str, World] | None = None,
        foregone: Mapping[str, Fate] | None = None,
        postponed: Collection[str] = (),
    ) -> None:
        """Ground the position.

        `worlds` are the empty worlds of `routing_sides`; the caller then carries out the steps of `begin`. By default
        the position has its own. Units with known answers, `foregone`, are not worked out, nor are `postponed` ones: no
        answer here depends on them.
        """
        if not isinstance(question, Question):
            raise UsageError(f"question: a pyrout.Question, as pyrout.ask makes it, not {arguments.kind(question)}")
        self.question, self.name = question, question.position.name
        self.foregone, self.postponed = foregone or {}, frozenset(postponed)
        self.sides = question.position.sides
        self._finished: list[str] = []  # the sides that are grounded, in their order
        self.kept = 0  # routes in memory
        self._attacker = question.position.attacker
        self._begun: set[str] = set()
        self._asked: dict[str, set[str]] = defaultdict(set)
        self._explained: set[str] = set()
        self.units: dict[str, Symbol] = {}  # those that are answered, as clingo sees them
        self.worlds = dict(worlds or self._own_worlds())
        if worlds is None:
            self._begin_alone()

    def _own_worlds(self) -> dict[str, World]:
        encoding = rule_sets.encoding(self.question.rules, having=self.question.position.predicates)
        known = [f"foregone({unit},{fate.verdict})." for unit, fate in self.foregone.items()]
        known += [f"removed({unit})." for unit, fate in self.foregone.items() if fate.gone]
        known += [f"postponed({unit})." for unit in sorted(self.postponed)]
        return {
            side: alone(encoding, "\n".join([write_question(self.question, side), *known]))
            for side in routing_sides(self.question, self.foregone, self.postponed)
        }

    def _begin_alone(self) -> None:
        """Ground the position, leaving out features of its boards without a rule in the rule set. Raises as `begin`."""
        while True:
            try:
                return self.carry_out(self.begin())
            except BeyondRules as beyond:
                self.question = beyond.question
                self.worlds = self._own_worlds()
                self._begun.clear()

    def carry_out(self, steps: Iterable[Step]) -> None:
        """Ground steps one after the other, for this position alone. Raises as they do."""
        rest = iter(steps)
        while True:
            self.question.deadline.check()  # before the next step, which counts on being carried out
            step = next(rest, None)
            if step is None:
                return
            for world, parts in step[1]:
                world.ground(*parts)

    # --- the order of the parts -------------------------------------------------------------------------------------

    def begin(self) -> Iterator[Step]:
        """Ground the position, and in the same call what the side that routs first sees of it.

        Raises InstanceError for the first fact that the rule set refuses, and for a missing LOS of boards that matters.
        """
        position = self.question.position
        parts: dict[str, list[Part]] = {side: [("base", [])] for side in self.worlds}
        if not gives_los(position):
            if position.of("board"):
                require(position, self.question.units, self.question.rules)
            else:
                for side, world in self.worlds.items():
                    world.add(rule_sets.encoding(self.question.rules, "los", position.predicates))
                    parts[side].append(("los", []))
        first = next(iter(self.worlds))
        parts[first] += self._opening(first)
        yield POSITION, [(world, parts[side]) for side, world in self.worlds.items()]
        self._refuse()
        self.units = {text(u): u for (u,) in self.atoms("router", 1)}

    def preparing(self, units: Iterable[str], *, excluded: bool = False) -> Iterator[Step]:
        """Ground everything up to the verdicts of the sides of some units, and of the side that routs before them.

        `excluded` grounds with the verdicts what `explaining` does. Raises UsageError.
        """
        for number, side in enumerate(sorted(self._unfinished(units), key=self.question.position.turn)):
            for stage, parts in self._routs_of(side, excluded):
                yield STAGES * number + stage, [(self.worlds[side], parts)]

    def _unfinished(self, units: Iterable[str]) -> set[str]:
        """Return the sides of units, and the side that routs before them, whose verdicts are not grounded yet."""
        wanted = {self.sides[unit] for unit in units}
        if wanted and any(self.sides[unit] == self._attacker for unit in self.units):
            wanted.add(self._attacker)
        return wanted.difference(self._finished)

    def _routs_of(self, side: str, excluded: bool) -> Iterator[tuple[int, Sequence[Part]]]:
        """Ground all routing units of a side together, leg by leg: each call of clingo has a fixed price."""
        world = self.worlds[side]
        if side not in self._begun:
            yield SIDE, self._opening(side)
        if any(True for _ in world.atoms("too_many", 0)):
            raise UsageError(
                f"{self.name}: more than 120 hexes of enemies (more than 30 where some are revealed) are in sight of where the "
                f"side {side} can rout to; leave out those that are far away"
            )
        firsts = {leg(u, 0) for unit, u in self.units.items() if self.sides[unit] == side}
        choices, number = list[Part](), 0
        going = any(args[0] in firsts for args in world.atoms("decision", 2))
        while going:
            yield LEG, [*choices, ("leg", [Number(number)])]
            turns = {(args[0], args[3]) for args in world.atoms("refigure", 4)}
            of_this = ((done.arguments[0], state) for done, state in turns if done.arguments[1].number == number)
            choices = [("choice", [leg(u, number + 1), state]) for u, state in of_this]
            going, number = bool(choices), number + 1
        yield ENDS, [("ends", []), *(self._explaining(side, self.routers) if excluded else ())]
        self._refuse()  # what is refused only where legal steps lead
        self._finished.append(side)

    def _opening(self, side: str) -> list[Part]:
        """Return the first parts of a side: the results of the side before it, and its view of the other."""
        self._begun.add(side)
        parts: list[Part] = [("side", [])]
        for earlier in self._finished:
            world = self.worlds[earlier]
            parts += [("had_turn", args) for args in world.atoms("verdict", 2) if self.sides[text(args[0])] == earlier]
            parts += [("off_map", args) for args in world.atoms("gone", 1)]
        return parts

    def explaining(self, units: Iterable[str]) -> Iterator[Step]:
        """Ground, once for all units of a side, why cover hexes are no destinations. The units must be prepared."""
        for unit in units:
            side = self.sides[unit]
            if parts := self._explaining(side, [unit]):
                yield WHY, [(self.worlds[side], parts)]

    def _explaining(self, side: str, units: Iterable[str]) -> Sequence[Part]:
        if not self._unexplained(side, units):
            return ()
        self._explained.add(side)
        return self._asking(side, "why", [("excluded", [self.units[u]]) for u in self.routers if self.sides[u] == side])

    def _unexplained(self, side: str, units: Iterable[str]) -> bool:
        """Return True if a unit of a side may rout, and nothing says yet why cover hexes are no destinations."""
        of_side = (self.units[unit] for unit in units if self.sides[unit] == side)
        return side not in self._explained and any(self.worlds[side].of(u, "may_rout", 1) for u in of_side)

    def touching(self, units: Iterable[str]) -> Iterator[Step]:
        """Ground what the answers for units read of other routs, and what their own routs change. They must be prepared."""
        parts = defaultdict(list)
        for unit in units:
            parts[self.sides[unit]].append(("touch", [self.units[unit]]))
        for side in parts:
            self.worlds[side].add(rule_sets.encoding(self.question.rules, "phase_dependencies"))
        yield TOUCH, [(self.worlds[side], some) for side, some in parts.items()]

    def ask(self, unit: str, encoding: str, *parts: Part) -> None:
        """Ground parts of an encoding that explains (`why`) or judges (`judge`) in the solve of a unit's side."""
        side = self.sides[unit]
        self.question.deadline.check()
        self.worlds[side].ground(*self._asking(side, encoding, parts))

    def _asking(self, side: str, encoding: str, parts: Sequence[Part]) -> Sequence[Part]:
        asked = self._asked[side]
        if encoding not in asked:
            self.worlds[side].add(rule_sets.encoding(self.question.rules, encoding))
            if not asked:
                parts = [("ground", []), *parts]
            asked.add(encoding)
        return parts

    def _refuse(self) -> None:
        """Raise InstanceError for the first fact that the rule set refuses, BeyondRules where all are of the boards."""
        messages = dict(sorted({(str(fact), sentence(message)) for fact, message in self.atoms("refused", 2)}))
        if not messages:
            return
        position = self.question.position
        facts = [fact for fact in position.facts if str(fact) in messages]
        shown_by_board = from_boards(position)
        if len(facts) == len(messages) and all(map(shown_by_board, facts)):
            raise BeyondRules(replace(self.question, beyond=(*self.question.beyond, *facts)))
        blamed = next((fact for fact in facts if not shown_by_board(fact)), None)
        name, line, column = (str(blamed), blamed.line, blamed.column) if blamed else (min(messages), 0, 0)
        problem = Said(subject(name), " is refused by ", act("rule_set", self.question.rules))
        raise Refused(position.name, line, column, problem, messages[name])

    # --- what is asked ----------------------------------------------------------------------------------------------

    @property
    def world(self) -> World:
        """The solve of the side that routs first, for what the position says of all."""
        return next(iter(self.worlds.values()))

    def world_of(self, unit: str) -> World:
        """Return the solve of a unit's side; of a unit whose side does not rout, that of the first."""
        return self.worlds.get(self.sides.get(unit, ""), self.world)

    def atoms(self, name: str, arity: int) -> Iterator[Args]:
        """Yield the arguments of every atom of a signature, from the solve of each side."""
        for world in self.worlds.values():
            yield from world.atoms(name, arity)

    def of(self, unit: str, name: str, arity: int) -> list[Row]:
        """Return the atoms of a signature about a unit, without it, as plain values. Raises as `symbol`."""
        return self.world_of(unit).rows(self.symbol(unit), name, arity)

    def table(self, name: str, arity: int) -> list[Row]:
        """Return every atom of a signature as plain values, from the solve of each side."""
        return [row for world in self.worlds.values() for row in world.table(name, arity)]

    def symbol(self, unit: str) -> Symbol:
        """Return a unit that is answered, as clingo sees it.

        Raises UsageError for another.
        """
        if unit not in self.units:
            raise UsageError(f"{self.name}: {unit} is not among the units that are answered")
        return self.units[unit]

    def in_order(self, units: Iterable[str]) -> list[str]:
        """List units in the order in which they are answered."""
        turn = self.question.position.turn
        return sorted(units, key=lambda unit: (turn(self.sides[unit]), unit))

    @property
    def routers(self) -> tuple[str, ...]:
        """The units that are answered, in the order in which they rout."""
        return tuple(u for u in self.in_order(self.units) if not self.question.units or u in self.question.units)

    @property
    def volunteers(self) -> tuple[str, ...]:
        """The unbroken units that have the right to break on purpose, and do not use it."""
        breaking = {str(fact.args[0]) for fact in self.question.position.of("breaks")}
        return tuple(sorted({unit for (unit,) in self.table("may_break", 1)} - breaking))

    def set_deadline(self, deadline: Deadline) -> None:
        """Set the deadline of the work that is left."""
        self.question = replace(self.question, deadline=deadline)

    def prepare(self, *units: str, excluded: bool = False) -> None:
        """Ground everything up to the verdicts of some units; `excluded` as for `preparing`.

        Raises TimeLimit, UsageError.
        """
        for unit in units:
            self.symbol(unit)
        if self._unfinished(units):  # past the time limit, too, what was grounded is read
            self.carry_out(self.preparing(units, excluded=excluded))

    def explain(self, unit: str) -> None:
        """Ground why cover hexes are no destinations of a prepared unit, where that is left. Raises TimeLimit."""
        if self._unexplained(self.sides[unit], [unit]):
            self.carry_out(self.explaining([unit]))


class BeyondRules(PyroutError):
    """The boards show what the rule set has no rule for; `question` is the one without."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


def refusals(question: Question) -> dict[str, str]:
    """Return the facts of a position that its rule set refuses, as text, each with the message."""
    encoding = rule_sets.encoding(question.rules, having=question.position.predicates)
    world = alone(encoding, write_question(question, routing_sides(question)[0]))
    world.ground(("base", []))
    return {str(fact): sentence(message) for fact, message in world.atoms("refused", 2)}
