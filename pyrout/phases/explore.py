"""The states of a whole Rout Phase, explored layer by layer into a table.

A state is the position with some units past their turn. Units that cannot touch each other's answers are explored
apart; whether they can is read off the answers themselves, in every state that was explored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ..base import span
from ..base.span import Said
from ..errors import InstanceError, TimeLimit, UsageError
from ..hexes.solve import prepared
from ..position.facts import Fact
from ..position.vocabulary import Name
from ..program import rule_sets
from ..program.control import Derived, text
from ..question import Progress, Question
from .apply_rout import Effect, FactsByUnit, Rout, effects, remembering, rewrite, units_in, write_rout
from .turn_outcomes import SHORT, Choice, Memory, Other, Row, Supposed, Turn, log_lines

MOST_STATES = 100_000
MOST_COMPANIONS = 3  # leaders among whom those are chosen who go along with one unit
TWICE = "not tried: two results of one unit's NMC in one Location"
HEAT = Said("not tried: Heat of Battle without ", span.only("a hob/2 fact that gives "), "its result")
LLMC = "not tried: an LLMC, for a leader who is lost, that is not passed"

Facts = tuple[Fact, ...]
Wanted = tuple[int, str, Supposed]  # a state, a unit that has its turn in it, and what is supposed of that turn


class State(NamedTuple):
    """A position of a phase: who has had his turn and how it ended, and the facts that a rout can change.

    `drawn`: only NMC that are not passed lead there.
    """

    turns: tuple[tuple[str, Turn], ...]
    facts: Facts
    drawn: bool


class Drawn(NamedTuple):
    """Another result of the NMC of a step: the state, and the turn as it then went."""

    state: int
    turn: Other


class Step(NamedTuple):
    """A choice of a unit that leads from one state to another.

    `others` are the states after other NMC results; `passed` is the chance that all NMC are passed (None: not known).
    """

    before: int
    unit: str
    choice: Choice
    after: int
    passed: Fraction | None
    others: tuple[Drawn, ...]


@dataclass
class Table:
    """The states of units that depend on each other, as far as they were explored; state 0 is where it begins.

    `left_out` says in words what was not tried.
    """

    units: tuple[str, ...]
    states: list[State] = field(default_factory=list)
    steps: dict[int, list[Step]] = field(default_factory=dict)
    rows: dict[tuple[int, str, Supposed], Row] = field(default_factory=dict)
    complete: bool = True
    left_out: set[str] = field(default_factory=set)
    chances: bool = True  # whether all states are there that NMC can lead to
    narrow: bool = False  # whether the limit of states left some out, if only after a failed NMC
    cut: bool = False  # whether the time was over before its states were looked at
    reads: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    changes: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _numbers: dict[object, int] = field(default_factory=dict)

    def enter(self, turns: tuple[tuple[str, Turn], ...], facts: Facts, drawn: bool, room: int) -> int | None:
        """Return the number of a state, which is new if the table has room for it; None if it has not."""
        number = self._numbers.get((turns, facts))
        if number is None:
            if len(self.states) >= room:
                self.narrow = True
                return None
            number = self._numbers[turns, facts] = len(self.states)
            self.states.append(State(turns, facts, drawn))
        elif self.states[number].drawn and not drawn:
            self.states[number] = self.states[number]._replace(drawn=False)
        return number

    def final(self, number: int) -> bool:
        return len(self.states[number].turns) == len(self.units)


class Explorer:
    """An explorer of the phase of one position.

    `rolling`: every NMC result is a choice of its own, without chances.
    """

    def __init__(
        self,
        question: Question,
        limit: int = MOST_STATES,
        progress: Progress | None = None,
        rolling: bool = False,
    ) -> None:
        if limit < 1:
            raise UsageError("at least one state has to be looked at")
        self.question = question
        self.limit, self.progress, self.rolling = limit, progress, rolling
        position = question.position.without("expect")
        (solver,) = prepared([question.about(position, ())])
        self.units = solver.routers
        self.sides = position.sides
        self.attacker = position.attacker
        static = [fact for fact in position.facts if not units_in(fact)]
        self.start: Facts = tuple(fact for fact in position.facts if units_in(fact))
        self.memory = Memory(question, static)
        self._effects: dict[str, Effect] = {}
        self.prior: frozenset[str] = frozenset()

    def tables(self, partial: bool = False) -> list[Table]:
        """Return the tables of all units, one for each group of units that depend on each other.

        With `partial`, when the time is over, the tables of groups that are not done are cut; of such a group the
        attacker's units still have their tables. Raises the errors of answering.
        """
        groups: list[tuple[str, ...]] = [(unit,) for unit in self.units]
        rows = self._rows([(self.start, unit, ()) for unit in self.units])
        self.prior = frozenset(unit for unit, row in zip(self.units, rows, strict=True) if row.prior)
        self.start = remembering(self.start, {unit: row.lasts for unit, row in zip(self.units, rows, strict=True)})
        done: dict[tuple[str, ...], Table] = {}
        first: dict[tuple[str, ...], list[Table]] = {}
        while True:
            # States that each group may have, so that all of them come to an end.
            spent = sum(len(done[group].states) for group in groups if group in done)
            for group in groups:
                if group in done:
                    continue
                left = max(self.limit - spent, len(group) + 1)
                try:
                    if partial and len(group) > 1:
                        first[group] = self._attackers(group, done)
                    done[group] = self._explore(group, left)
                except TimeLimit:
                    # The dependencies are known once each unit was looked at for itself.
                    if not partial or not all((unit,) in done for unit in self.units):
                        raise
                    return self._left(groups, done, first)
                spent += len(done[group].states)
            tables = [done[group] for group in groups]
            merged = self._merged(tables)
            if merged == groups:
                return tables
            groups = merged

    def _attackers(self, group: tuple[str, ...], done: Mapping[tuple[str, ...], Table]) -> list[Table]:
        """Return the tables of the attacker's units of a group with units of both sides: they rout first.

        There are none where some unit has its turn before any rout.
        """
        mine = [unit for unit in group if self.sides[unit] == self.attacker]
        if len(mine) in (0, len(group)) or self.prior.intersection(group):
            return []
        tables = [done[(unit,)] for unit in mine]
        while (parts := self._merged(tables)) != [table.units for table in tables]:
            known = {table.units: table for table in tables}
            tables = [known.get(part) or self._explore(part, max(self.limit, len(part) + 1)) for part in parts]
        return tables

    def _left(
        self,
        groups: Sequence[tuple[str, ...]],
        done: Mapping[tuple[str, ...], Table],
        first: Mapping[tuple[str, ...], Sequence[Table]],
    ) -> list[Table]:
        """Return the tables where the time was over: those that are done, unless others that are done depend on them.

        `first` has the tables of the attacker's units of groups that are not done.
        """
        tables = [done.get(group) or self._cut(group) for group in self._merged([done[g] for g in groups if g in done])]
        for group in groups:
            if group not in done:
                those = first.get(group, ())
                known = {unit for table in those for unit in table.units}
                tables += [*those, self._cut(tuple(unit for unit in group if unit not in known))]
        return tables

    def _cut(self, units: tuple[str, ...]) -> Table:
        return Table(units, [State((), self._begins(units), False)], complete=False, cut=True)

    def _rows(self, wanted: Sequence[tuple[Facts, str, Supposed]]) -> list[Row]:
        try:
            return self.memory.of(wanted)
        except InstanceError as error:
            leads = f"{error.file}: the phase leads to a position that is not answered: "
            raise UsageError(Said(leads, error.problem, "; ", error.remedy)) from None

    # The units that each unit depends on

    def _merged(self, tables: Sequence[Table]) -> list[tuple[str, ...]]:
        group = {unit: number for number, table in enumerate(tables) for unit in table.units}
        joined = list(range(len(tables)))
        # A stack that surrenders together has its turns together.
        stacked = {
            (t.units[0], other) for t in tables for state in t.states for other, _ in state.turns if other in group
        }
        for one, other in (*self._depends(tables), *sorted(stacked)):
            a, b = joined[group[one]], joined[group[other]]
            joined = [min(a, b) if n in (a, b) else n for n in joined]
        by_state: dict[int, list[str]] = defaultdict(list)
        for unit in (unit for unit in self.units if unit in group):
            by_state[joined[group[unit]]].append(unit)
        return [tuple(units) for units in by_state.values()]

    def _depends(self, tables: Sequence[Table]) -> list[tuple[str, str]]:
        lines = [f"attacker({self.attacker})."] if self.attacker else []
        left: set[str] = set()
        looked: set[str] = set()
        for table in tables:
            for unit in table.units:
                side = self.sides[unit]
                lines.append(f"on_side({unit},{side}).")
                lines += [f"reads({unit},{x})." for x in table.reads[unit]]
                lines += [f"changes({unit},{x})." for x in table.changes[unit]]
                if side == self.attacker:
                    left |= {x[6:-2] for x in table.changes[unit] if x.startswith('room("')}
                else:
                    looked |= {x[8:-2] for x in table.reads[unit] if x.startswith('ground("')}
        lines += self._seen(left, looked)
        program = (rule_sets.root() / "phase" / "depends.lp").read_text(encoding="utf-8")
        return sorted((text(u), text(v)) for u, v in Derived(program, "\n".join(lines)).atoms("depends", 2))

    def _seen(self, left: set[str], looked: set[str]) -> Iterator[str]:
        """Yield the pairs of these Locations with LOS to each other by the position, or that touch."""
        if not left or not looked:
            return
        los = self.question.position.of("los")
        if not los:
            yield "unsure."
        at = self.question.position.spots
        pairs = set()
        for fact in los:
            a, b = (str(place).partition("@")[0] for place in fact.args[:2])
            pairs |= {(a, b), (b, a)}
        for one, other in product(left, looked):
            a, b = one.partition("@")[0], other.partition("@")[0]
            near = a in at and b in at and abs(at[a][0] - at[b][0]) <= 1 and abs(at[a][1] - at[b][1]) <= 2
            if near or (a, b) in pairs:
                yield f'seen("{one}","{other}").'

    # The states of one group

    def _explore(self, units: tuple[str, ...], limit: int) -> Table:
        table = Table(units)
        table.enter((), self._begins(units), drawn=False, room=1)
        # By how many have had their turn: several of a stack surrender at once.
        layers = defaultdict(list, {0: [0]})
        for depth in range(len(units)):
            if self.progress:
                have = len(table.states)
                self.progress(f"{self.question.position.name}: {', '.join(units)}: {have:,} states, {depth} routed")
            self.question.deadline.check()
            share = max(1, (limit - len(table.states)) // (len(units) - depth))
            for number in self._layer(table, layers[depth], len(table.states) + share):
                layers[len(table.states[number].turns)].append(number)
        return table

    def _begins(self, units: tuple[str, ...]) -> Facts:
        """Return the facts with which units begin; for the defender alone, after the attacker's turns."""
        if any(self.sides[unit] == self.attacker for unit in units) or not self.attacker:
            return self.start
        others = [u for u in self.units if self.sides[u] == self.attacker and u not in self.prior]
        early = any(unit in self.prior for unit in units) or any(fact.name == "breaks" for fact in self.start)
        if not others or early:
            return self.start
        return (*self.start, *(Fact("routed", (Name(unit),)) for unit in sorted(others)))

    def next_units(self, units: Sequence[str], state: State) -> list[str]:
        """Return the candidates for the next turn: first units that surrender before any rout, then the attacker's."""
        done = {unit for unit, _ in state.turns}
        left = [unit for unit in units if unit not in done]
        first = [unit for unit in left if unit in self.prior]
        attackers = [unit for unit in left if self.sides[unit] == self.attacker]
        return first or attackers or left

    def log(self, steps: Iterable[Step]) -> Iterator[str]:
        """Yield steps as lines of a log: early surrenders, the attacker's turns, then the others."""
        in_turn = sorted(steps, key=lambda step: (step.unit not in self.prior, self.sides[step.unit] != self.attacker))
        for step in in_turn:
            yield from log_lines(step.unit, step.choice)

    def _layer(self, table: Table, layer: list[int], room: int) -> range:
        """Work out what follows from the states of a layer, and return the new states; at most `room` in all."""
        had = len(table.states)
        wanted: list[Wanted] = [(n, unit, ()) for n in layer for unit in self.next_units(table.units, table.states[n])]
        self._answer(table, wanted)
        # Leaders who could go along are a choice of their own.
        more: list[Wanted] = []
        larger = wanted
        while larger:
            larger = [
                (n, unit, (*leaders, leader))
                for n, unit, leaders in larger
                for leader in self._companions(table, n, unit, leaders)
            ]
            self._answer(table, larger)
            more += larger
        place = {asked[:2]: number for number, asked in enumerate(wanted)}
        more.sort(key=lambda asked: place[asked[:2]])
        made: list[tuple[int, str, Choice]] = []
        for n, unit, leaders in [*wanted, *more]:
            row = table.rows[n, unit, leaders]
            # With a leader it has to rout; without, it is as it was answered.
            made += [(n, unit, choice) for choice in row.choices if not leaders or choice.route]
        if self.rolling:
            made = self._rolled(table, [*wanted, *more])
        main = self._follow([(n, choice.routs) for n, _, choice in made], table)
        side = [(number, other) for number, (_, _, choice) in enumerate(made) for other in choice.others]
        drawn = self._follow([(made[number][0], (other.rout,)) for number, other in side], table)

        def enter(number: int, turns: tuple[tuple[str, Turn], ...], facts: Facts, drawn: bool) -> int | None:
            return table.enter(tuple(sorted((*table.states[number].turns, *turns))), facts, drawn, room)

        entered: list[tuple[int | None, list[Drawn]]] = []
        for (number, _, choice), facts in zip(made, main, strict=True):
            is_drawn = table.states[number].drawn
            entered.append((enter(number, choice.turns, facts, is_drawn), []))
        for (which, other), facts in zip(side, drawn, strict=True):
            number, unit, _ = made[which]
            turn: Turn = (other.rout.place if other.rout.end == "survives" else None, other.rout.end)
            index_of = enter(number, ((unit, turn),), facts, True)
            if index_of is not None:
                entered[which][1].append(Drawn(index_of, other))
            else:
                table.chances &= other.loses
        for (number, unit, choice), (main_state, others) in zip(made, entered, strict=True):
            if main_state is None:
                table.complete &= table.states[number].drawn
                table.chances = False
                continue
            step = Step(number, unit, choice, main_state, choice.passed, tuple(others))
            table.steps.setdefault(number, []).append(step)
        return range(had, len(table.states))

    def _rolled(self, table: Table, wanted: Sequence[Wanted]) -> list[tuple[int, str, Choice]]:
        """Return all choices with all results of their NMC, one after the other along each route."""
        turns: list[tuple[int, str, Choice]] = []
        todo = list(wanted)
        while todo:
            further: dict[Wanted, None] = {}
            for n, unit, supposed in todo:
                row = table.rows[n, unit, supposed]
                rolled = {nmc for nmc in supposed if not isinstance(nmc, str)}
                possible = row.checks.after(result for _, result in rolled)
                for choice in row.choices:
                    if (not supposed or choice.route) and rolled.issubset(choice.routs[0].took):
                        # If no NMC can be passed, only a fixed result leads to an end.
                        if "pass" in possible or not _undecided(table.states[n].facts, unit, supposed, choice):
                            turns.append((n, unit, choice._replace(others=())))
                        if rolled and choice.partners:
                            table.left_out.add(LLMC)
                for shots in row.shots:
                    if not rolled.issubset(shots):
                        continue
                    last = max((place for place, nmc in enumerate(shots) if nmc in rolled), default=-1)
                    for hex_ in (hex_ for hex_, result in shots[last + 1 :] if not result):
                        if row.checks.open:
                            table.left_out.add(HEAT)
                        if sum(other == hex_ for other, _ in shots) > 1:
                            table.left_out.add(TWICE)
                        for result in sorted(row.checks.after((r for _, r in rolled), hex_) - {"pass"}):
                            leaders = (leader for leader in supposed if isinstance(leader, str))
                            further[n, unit, (*leaders, *sorted({*rolled, (hex_, result)}))] = None
            todo = [asked for asked in further if asked not in table.rows]
            self._answer(table, todo)
        return turns

    def _companions(self, table: Table, number: int, unit: str, leaders: Supposed = ()) -> tuple[str, ...]:
        """Return the leaders who may go along besides those named; with `leaders`, one more of the rest."""
        given = {fact.args for fact in table.states[number].facts if fact.name == "accompanies"}
        free = (leader for leader in table.rows[number, unit, ()].companions if (leader, unit) not in given)
        several = tuple(free)
        if len(several) > MOST_COMPANIONS:
            table.complete = False
            table.left_out.add(
                f"of more than {MOST_COMPANIONS} leaders who could go along with {unit} the first are tried"
            )
        first = several[:MOST_COMPANIONS]
        if not leaders:
            return first
        could = table.rows[number, unit, leaders].companions
        return tuple(leader for leader in first[first.index(leaders[-1]) + 1 :] if leader in could)

    def _answer(self, table: Table, wanted: Sequence[Wanted]) -> None:
        rows = self._rows([(table.states[n].facts, unit, supposed) for n, unit, supposed in wanted])
        for (n, unit, supposed), row in zip(wanted, rows, strict=True):
            table.rows[n, unit, supposed] = row
            table.reads[unit] |= row.reads
            table.changes[unit] |= row.changes
            if not self.rolling:
                table.left_out.update({SHORT}.intersection(row.assumes))

    def _follow(self, made: Sequence[tuple[int, tuple[Rout, ...]]], table: Table) -> list[Facts]:
        """Return the facts after each of several routs (or several in turn), from the state in which they are made."""
        known_facts = [table.states[n].facts for n, _ in made]
        for turn in range(max((len(routs) for _, routs in made), default=0)):
            now = [i for i, (_, routs) in enumerate(made) if turn < len(routs)]
            grounds = {
                id(known_facts[i]): FactsByUnit(known_facts[i]) for i in {id(known_facts[i]): i for i in now}.values()
            }
            texts = {i: write_rout(self.question, grounds[id(known_facts[i])], made[i][1][turn]) for i in now}
            missing = [facts for facts in texts.values() if facts not in self._effects]
            self._effects.update(effects(self.question, missing))
            for i, facts in texts.items():
                known_facts[i] = rewrite(grounds[id(known_facts[i])], self._effects[facts])
        return known_facts


def _undecided(facts: Facts, unit: str, supposed: Supposed, choice: Choice) -> bool:
    """Return True if a choice takes an NMC of which neither its position nor what is supposed gives the result."""
    given = {str(fact.args[1]) for fact in facts if fact.name == "nmc" and fact.args[0] == unit}
    given |= {nmc[0] for nmc in supposed if not isinstance(nmc, str)}
    return choice.route is not None and any(shot.hex not in given for shot in choice.route.interdicted)
