"""Results from the table of a phase: its outcomes, where the order of turns matters, and the best plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

from ..errors import TimeLimit, UsageError, quote
from ..hexes.chances import OPEN
from ..hexes.explain import first_steps
from ..hexes.solve import prepared
from ..program.control import Deadline
from ..question import Progress, Question
from ..results.answer import Route, UnitAnswer
from ..results.phase import OrderMatters, Phase, PhaseEnd, PhaseOutcome, PhasePart, Plan, PlanElse, PlanNmc, SidePhase
from .explore import MOST_STATES, Drawn, Explorer, State, Step, Table
from .turn_outcomes import Turn

MOST_OUTCOMES = 10_000  # of a side that are multiplied out where its units do not depend on each other
MOST_ORDERS = 40  # of the turns, whose plans are kept
SAVED = ("survives", "stays")
# Limits of the states explored, in turn: the first gives an answer soon, the others make it whole
STATES = (25, 100, 400, 1_600, 6_400, 25_600)
EXPLORING = 0.7  # of the time there is; the rest is for what follows from the states
RULES = "not worked out in time: the rules by which the order matters"
TWO = "an original 2 that nothing decides is not counted as coming through"


def phase(
    question: Question,
    *,
    states: int | None = None,
    order: Sequence[str] = (),
    progress: Progress | None = None,
) -> Phase:
    """Return the outcomes of the Rout Phase of a position, as `pyrout.phase` does.

    Raises InstanceError, UsageError, and TimeLimit where the time was over before anything was found.
    """
    whole = question.deadline
    exploring = Deadline(None if whole.left is None else EXPLORING * whole.left)
    most = MOST_STATES if states is None else states
    explored = Explored(
        replace(question, deadline=exploring), states=min(most, STATES[0]), progress=progress, partial=True
    )
    # Limit by limit, so that there is an answer when the time is over.
    with suppress(TimeLimit):
        for limit in (*(number for number in STATES if number < most), most):
            if limit > explored.limit and not explored.settled:
                explored.widen(limit)
    explored.renew(whole.left)
    report = explored.phase(order)
    return replace(report, late=exploring.passed and not report.complete)


class Explored:
    """The Rout Phase of a position, explored once, for questions about outcomes and orders."""

    def __init__(
        self,
        question: Question,
        *,
        states: int | None = None,
        progress: Progress | None = None,
        partial: bool = False,
    ) -> None:
        """Raise as `phase`; with `partial` keep what is done when the time is over."""
        self.explorer = Explorer(question, MOST_STATES if states is None else states, progress)
        self._tables = [Told(self.explorer, table) for table in self.explorer.tables(partial)]

    @property
    def complete(self) -> bool:
        """True if every state was explored."""
        return all(told.table.complete for told in self._tables)

    @property
    def settled(self) -> bool:
        """True if a higher limit of states changes nothing, the chances included."""
        return not any(told.table.narrow or told.table.cut for told in self._tables)

    def widen(self, states: int) -> None:
        """Explore again with another limit of states, reusing earlier answers.

        After an error the earlier result stays. Raises as `phase`.
        """
        before, self.explorer.limit = self.explorer.limit, states
        try:
            self._tables = [Told(self.explorer, table) for table in self.explorer.tables()]
        except BaseException:
            self.explorer.limit = before
            raise

    @property
    def limit(self) -> int:
        """The maximum number of states explored."""
        return self.explorer.limit

    def listen(self, progress: Progress | None) -> None:
        """Report progress to `progress` from now on; None stops the reports."""
        self.explorer.progress = progress

    def renew(self, seconds: float | None) -> None:
        """Allow this many seconds, from now, for the remaining work."""
        question = self.explorer.question.again(seconds)
        self.explorer.question = self.explorer.memory.question = question

    def phase(self, order: Sequence[str] = ()) -> Phase:
        """Return the outcomes of the phase; with an `order`, also the best plan that keeps it (`SidePhase.ordered`).

        The order is kept as far as the phase lets it; units that it does not name go last. Raises as `phase`.
        """
        explorer, tables = self.explorer, self._tables
        _check(order, explorer)
        asked = tuple(order)
        sides = sorted({explorer.sides[u] for u in explorer.units}, key=explorer.question.position.turn)
        reports = tuple(_side(explorer, side, tables, asked) for side in sides)
        assumes = {TWO for side in reports for plan in (side.best, side.ordered) if plan and _leaves_open(plan)}
        for told in tables:
            assumes |= {assumed for row in told.table.rows.values() for assumed in row.assumes} | told.table.left_out
        return Phase(
            explorer.question.position.name,
            explorer.question.rules,
            explorer.question.options,
            reports,
            sum(len(told.table.states) for told in tables),
            tuple(sorted(assumes)),
            tuple(_log(explorer, sides, tables, asked)),
        )


def _check(order: Sequence[str], explorer: Explorer) -> None:
    for unit in order:
        if unit not in explorer.units:
            there = ", ".join(explorer.units) or "nobody"
            raise UsageError(f"{quote(unit)} has no turn in this Rout Phase; there are: {there}")
        if list(order).count(unit) > 1:
            raise UsageError(f"the order names {quote(unit)} twice: each unit has one turn")


def _log(explorer: Explorer, sides: Sequence[str], tables: Sequence[Told], order: Sequence[str]) -> Iterator[str]:
    """Yield the plans of all sides as one log: early surrenders, the attacker's turns, then the others.

    There is none where a plan is missing, or where no side goes first.
    """
    if len(sides) > 1 and not explorer.attacker:
        return
    several: list[list[Step]] = []
    for told in tables:
        there = [side for side in sides if told.mine(side)]
        chosen = [told.chosen(side, order) for side in there]
        if not all(chosen):
            return
        several.append([step for group in chosen if group for step in group.steps])
    yield from explorer.log(_merged(several, order, lambda step: step.unit))


T = TypeVar("T")


def _merged(several: Iterable[Sequence[T]], order: Sequence[str], unit_of: Callable[[T], str]) -> list[T]:
    """Merge sequences of turns, each in its own order.

    Of the next turns, the one first in `order` goes first; without an order, one sequence follows the other.
    """
    place = {unit: number for number, unit in enumerate(order)}
    left = [list(turns_) for turns_ in several if turns_]
    merged: list[T] = []
    while left:
        first = min(left, key=lambda turns_: place.get(unit_of(turns_[0]), len(place)))
        merged.append(first.pop(0))
        if not order:
            merged += first
            first.clear()
        left = [turns_ for turns_ in left if turns_]
    return merged


class Turns(NamedTuple):
    """The dependence of the turns of some units: where the order matters, and the orders in which all survive."""

    units: tuple[str, ...]
    matters: tuple[OrderMatters, ...]
    saving: tuple[tuple[str, ...], ...]


def turns(question: Question, unit: str, states: int) -> Turns | None:
    """Return the turns of a unit and of the units of its side that depend on each other with it.

    None where it has none, or where there are more states than the limit. Raises InstanceError, UsageError,
    TimeLimit.
    """
    explorer = Explorer(question, states)
    table = next((table for table in explorer.tables() if unit in table.units), None)
    if table is None or not table.complete:
        return None
    told, side = Told(explorer, table), explorer.sides[unit]
    closed, opened = told.order_matters(side, why=False)
    return Turns(told.mine(side), _sorted([*closed, *opened]), told.saving(side))


def _side(explorer: Explorer, side: str, tables: Sequence[Told], order: Sequence[str] = ()) -> SidePhase:
    units = tuple(unit for unit in explorer.units if explorer.sides[unit] == side)
    groups = [told for told in tables if told.mine(side)]
    parts = [told for told in groups if not told.table.cut]
    cut = {unit for told in groups if told.table.cut for unit in told.table.units}
    lists = [told.outcomes(side) for told in parts]
    plans = [told.chosen(side) for told in parts]
    ordered = [told.chosen(side, order) for told in parts] if order else []
    multiplied = not cut and prod(len(outcomes) for outcomes in lists) <= MOST_OUTCOMES
    several = (_together(units, some) for some in product(*lists)) if multiplied else ()
    outcomes = sorted(several, key=lambda outcome: _sortable(outcome.ends))
    matters = [told.matters(side) for told in parts]
    return SidePhase(
        side=side,
        units=units,
        outcomes=tuple(outcomes),
        complete=not cut and all(told.table.complete for told in parts),
        order_matters=_sorted(row for rows, _ in matters for row in rows),
        best=_joined(units, [chosen.plan for chosen in plans if chosen]) if all(plans) and parts else None,
        parts=tuple(PhasePart(told.mine(side), tuple(some)) for told, some in zip(parts, lists, strict=True))
        if len(groups) > 1
        else (),
        multiplied=multiplied,
        order_opens=_sorted(row for _, rows in matters for row in rows),
        ordered=_joined(units, [chosen.plan for chosen in ordered if chosen], order)
        if ordered and all(ordered)
        else None,
        unfinished=tuple(unit for unit in units if unit in cut),
    )


def _sorted(rows: Iterable[OrderMatters]) -> tuple[OrderMatters, ...]:
    return tuple(sorted(rows, key=lambda row: (row.unit, row.after, row.hex or "", row.end)))


def _together(units: Sequence[str], several: Iterable[PhaseOutcome]) -> PhaseOutcome:
    """Return an outcome of all units of a side, of those of groups that do not touch each other."""
    ends: dict[str, PhaseEnd] = {}
    order: list[str] = []
    given: dict[str, PhaseEnd] = {}
    for outcome in several:
        ends.update(outcome.ends)
        order += outcome.order
        given.update(outcome.given)
    return PhaseOutcome(
        tuple((unit, ends[unit]) for unit in units),
        tuple(order),
        tuple(sorted(given.items(), key=lambda pair: pair[0])),
    )


def _leaves_open(plan: Plan) -> bool:
    """Return True if a plan has a chance that leaves out what an original 2 could bring on."""
    routes = [*plan.routes, *(pair for otherwise in plan.otherwise for pair in otherwise.routes)]
    return plan.chance not in (None, 1, 0) and any(OPEN in dict(route.odds) for _, route in routes)


def _joined(units: Sequence[str], plans: Sequence[Plan], order: Sequence[str] = ()) -> Plan:
    routes = dict(pair for plan in plans for pair in plan.routes)
    ends = dict(pair for plan in plans for pair in plan.ends)
    return Plan(
        order=tuple(_merged([plan.order for plan in plans], order, lambda unit: unit)),
        routes=tuple((unit, routes[unit]) for unit in units if unit in routes),
        survivors=sum(plan.survivors for plan in plans),
        mf=sum(plan.mf for plan in plans),
        chance=_product([plan.chance for plan in plans]),
        given=tuple(sorted((pair for plan in plans for pair in plan.given), key=lambda pair: pair[0])),
        otherwise=tuple(otherwise for plan in plans for otherwise in plan.otherwise),
        ends=tuple((unit, ends[unit]) for unit in units if unit in ends),
        kept=_product([plan.kept for plan in plans]),
        interdictions=sum(plan.interdictions for plan in plans),
    )


def _product(chances: Sequence[Fraction | None]) -> Fraction | None:
    """Return the chance of independent events together; None where one is not known."""
    known = [chance for chance in chances if chance is not None]
    return prod(known, start=Fraction(1)) if len(known) == len(chances) else None


def _done(steps: Iterable[Step], units: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[str, Route], ...]]:
    """Return the order in which these units have their turns, and the routes of those who rout."""
    routes = {s.unit: s.choice.route for s in steps if s.choice.route}
    order = tuple(unit for step in steps for unit, _ in step.choice.turns if unit in units)
    return order, tuple((unit, routes[unit]) for unit in units if unit in routes)


class _Worth(NamedTuple):
    """The value of a state for a side: more is better.

    `chance` is that all come through, `kept` that no more are lost than are lost anyway; both are None where they are
    not known. `risks` are the NMC of unknown chances on the way. `step` is the best there is (None: its turns are over).
    """

    survivors: int
    chance: Fraction | None
    kept: Fraction | None
    risks: int
    mf: float
    step: Step | None = None

    def order(self) -> tuple[int, Fraction, Fraction, int, float]:
        """Return the key by which values are compared."""
        return self.survivors, self.chance or Fraction(0), self.kept or Fraction(0), -self.risks, -self.mf


# For a unit, another and an end: how the turn of the other has ended, and the first two states that show it.
_Rows = dict[tuple[str, str, Turn], tuple[set[Turn], tuple[int, int]]]


class Chosen(NamedTuple):
    """A plan of the units of a table, the state that it leads to, and its steps."""

    plan: Plan
    last: int
    steps: tuple[Step, ...]


class Told:
    """A table of a phase, and what follows from it."""

    def __init__(self, explorer: Explorer, table: Table) -> None:
        self.explorer, self.table = explorer, table
        self._plans: dict[tuple[str, Sequence[str]], Chosen | None] = {}
        self._outcomes: dict[str, list[PhaseOutcome]] = {}
        self._matters: dict[str, tuple[list[OrderMatters], list[OrderMatters]]] = {}

    def mine(self, side: str) -> tuple[str, ...]:
        """Return the units of the table that are of a side."""
        return tuple(unit for unit in self.table.units if self.explorer.sides[unit] == side)

    @cached_property
    def reached(self) -> dict[int, Step | None]:
        """The states that the phase can reach if every open NMC is passed.

        Each has a last step that leads to it, the first in order (None: it is the beginning).
        """
        states = self.table.states
        before: dict[int, Step | None] = {0: None}
        for number in sorted(range(len(states)), key=lambda n: len(states[n].turns)):
            for step in self._from(number) if number in before else ():
                old = before.get(step.after)
                if not states[step.after].drawn and step.after != 0:
                    first = old is None or (step.before, step.unit) < (old.before, old.unit)
                    before[step.after] = step if first else old
        self._deadline.check()
        return before

    def _from(self, number: int) -> list[Step]:
        return self.table.steps.get(number, [])

    @property
    def _deadline(self) -> Deadline:
        return self.explorer.question.deadline

    # Outcomes

    def outcomes(self, side: str) -> list[PhaseOutcome]:
        """Return the outcomes of the side's units of the table, each once, with an order that leads to it."""
        if side not in self._outcomes:
            self._outcomes[side] = self._listed(side)
        return self._outcomes[side]

    def _listed(self, side: str) -> list[PhaseOutcome]:
        mine = self.mine(side)
        by_ends: dict[tuple[tuple[str, PhaseEnd], ...], PhaseOutcome] = {}
        for number in sorted(self.reached):
            turns = dict(self.table.states[number].turns)
            if not all(unit in turns for unit in mine):
                continue
            ends = tuple((unit, PhaseEnd(*turns[unit])) for unit in mine)
            if ends not in by_ends:
                order = tuple(unit for unit in self._order(number) if unit in mine)
                by_ends[ends] = PhaseOutcome(ends, order, self._given(side, self.table.states[number]))
        return [by_ends[ends] for ends in sorted(by_ends, key=_sortable)]

    def _order(self, number: int) -> list[str]:
        """Return the order of the turns on the way to a state."""
        order: list[str] = []
        while (step := self.reached[number]) is not None:
            order[:0] = [unit for unit, _ in step.choice.turns]
            number = step.before
        return order

    def _given(self, side: str, state: State) -> tuple[tuple[str, PhaseEnd], ...]:
        """Return the ends of the attacker's units of the table, where another side's plans follow them."""
        attacker = self.explorer.attacker
        if side == attacker:
            return ()
        return tuple((unit, PhaseEnd(*turn)) for unit, turn in state.turns if self.explorer.sides[unit] == attacker)

    # The order

    def saving(self, side: str) -> tuple[tuple[str, ...], ...]:
        """Return the orders in which the side's units of the table can have their turns so that all come through."""
        orders: set[tuple[str, ...]] = set()
        todo: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        seen = set(todo)
        while todo:
            number, order = todo.pop()
            if self._is_over(number, side):
                orders.add(order)
                continue
            for step in self._from(number):
                mine = [turn for turn in step.choice.turns if self.explorer.sides[turn[0]] == side]
                after = step.after, (*order, *(unit for unit, _ in mine))
                if after not in seen and all(turn[1] in SAVED for _, turn in mine):
                    seen.add(after)
                    todo.append(after)
        return tuple(sorted(orders))

    def matters(self, side: str) -> tuple[list[OrderMatters], list[OrderMatters]]:
        """Return the result of `order_matters`, with its rules if there is time, computed once."""
        if side not in self._matters:
            try:
                self._matters[side] = self.order_matters(side)
            except TimeLimit:
                self._matters[side] = self.order_matters(side, why=False)
                self.table.left_out.add(RULES)
        return self._matters[side]

    def order_matters(self, side: str, why: bool = True) -> tuple[list[OrderMatters], list[OrderMatters]]:
        """Return the ends that a unit loses by another's turn before its own, and those that it gains.

        With `why` each has the rule that makes the difference.
        """
        closed, opened = self._closed_and_opened(side)
        wanted = {(u, n) for (u, _, _), (_, states) in [*closed.items(), *opened.items()] for n in states}
        answers = self._why(wanted) if why else {}
        pairs: tuple[list[OrderMatters], list[OrderMatters]] = ([], [])
        for rows, several, turned in ((closed, pairs[0], False), (opened, pairs[1], True)):
            for (u, v, (place, end)), (ended, states) in rows.items():
                # No rule bars an end off the map: the rule named is the one that the other's turn brings on.
                free, barred = reversed(states) if turned and place else states
                rule = _difference(answers[u, free], answers[u, barred], place) if why else None
                where = tuple(sorted({at for at, _ in ended if at is not None}))
                lost = tuple(sorted(how for at, how in ended if at is None))
                several.append(OrderMatters(u, v, place, rule, where, end, lost))
        return pairs

    def _closed_and_opened(self, side: str) -> tuple[_Rows, _Rows]:
        """Return the ends that a unit loses after another of its side, and those that it gains."""
        sides, states, reached = self.explorer.sides, self.table.states, self.reached
        can: dict[int, dict[str, set[Turn]]] = {}
        for number in reached:
            ends = can[number] = {}
            for step in self._from(number):
                if sides[step.unit] == side:
                    ends.setdefault(step.unit, set()).add(dict(step.choice.turns)[step.unit])
        closed: _Rows = {}
        opened: _Rows = {}
        for number in reached:
            for step in self._from(number):
                if sides[step.unit] != side or states[step.after].drawn:
                    continue
                ended = dict(step.choice.turns)[step.unit]
                for unit, before in can[number].items():
                    after = can[step.after].get(unit)
                    if unit == step.unit or not after or before == after:
                        continue
                    for rows, some in ((closed, before - after), (opened, after - before)):
                        for turn in some:
                            pair = number, step.after
                            others, least = rows.setdefault((unit, step.unit, turn), (set(), pair))
                            rows[unit, step.unit, turn] = others | {ended}, min(least, pair)
        return closed, opened

    def _why(self, wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], _Answered]:
        """Return the answers of units in states, with why hexes are no destinations; alike states share one.

        Of a unit that is eliminated in some state they have what bars its first steps.
        """
        memory, table = self.explorer.memory, self.table
        views = {
            (unit, n): (unit, memory.view(table.states[n].facts, unit, table.rows[n, unit, ()].rests))
            for unit, n in sorted(wanted)
        }
        first: dict[object, tuple[str, int]] = {}
        for key, view in views.items():
            first.setdefault(view, key)
        left = self._deadline.left
        deadline = Deadline(None if left is None else left / 2)
        questions = [
            replace(memory.question_of(table.states[n].facts, unit, ()), deadline=deadline)
            for unit, n in first.values()
        ]
        by_view: dict[object, _Answered] = {}
        lost = {unit for state in table.states for unit, (_, end) in state.turns if end == "eliminated"}
        for (alike, (unit, _)), outcome in zip(first.items(), prepared(questions, excluded=True), strict=True):
            answer = outcome.unit(unit, paths=0)
            steps = first_steps(outcome, answer) if unit in lost else ()
            by_view[alike] = _Answered(answer, frozenset((s.after, why.rule) for s in steps for why in s.reasons))
        return {key: by_view[view] for key, view in views.items()}

    # The best plan

    def chosen(self, side: str, order: Sequence[str] = ()) -> Chosen | None:
        """Return the best plan of a side after the attacker's plans; with an `order`, the best that keeps it."""
        own = tuple(unit for unit in order if unit in self.table.units)
        if (side, own) not in self._plans:
            if len(self._plans) >= MOST_ORDERS:
                self._plans.clear()
            self._plans[side, own] = self._best(side, own)
        return self._plans[side, own]

    def _open(self, number: int, order: Sequence[str]) -> list[Step]:
        """Return the steps from a state: those of the candidate that the order names first."""
        steps = self._from(number)
        if not order or not steps:
            return steps
        next_ = self.explorer.next_units(self.table.units, self.table.states[number])
        first = next((unit for unit in order if unit in next_), None)
        return steps if first is None else [step for step in steps if step.unit == first]

    def _best(self, side: str, order: Sequence[str]) -> Chosen | None:
        explorer, table = self.explorer, self.table
        begins = 0
        if side != explorer.attacker and self.mine(explorer.attacker):
            first = self.chosen(explorer.attacker, order)
            if first is None:
                return None
            begins = first.last
        worths = self._worth(side, order)
        if begins not in worths:
            return None
        mine, picked = self.mine(side), _picked(begins, worths)
        turns_, routes = _done(picked, mine)
        early = [unit for unit, _ in table.states[begins].turns if unit in mine]
        last = picked[-1].after if picked else begins
        turns = dict(table.states[last].turns)
        dicing = bool(explorer.question.position.of("broken_morale"))
        plan = Plan(
            order=(*early, *turns_),
            routes=routes,
            survivors=sum(turns[unit][1] in SAVED for unit in mine),
            mf=sum(s.choice.mf for s in picked if s.unit in mine),
            chance=worths[begins].chance if dicing else None,
            given=self._given(side, table.states[begins]),
            otherwise=tuple(self._otherwise(picked, mine, worths)),
            ends=tuple((unit, PhaseEnd(*turns[unit])) for unit in mine),
            kept=worths[begins].kept if dicing else None,
            interdictions=worths[begins].risks,
        )
        return Chosen(plan, last, tuple(picked))

    def _otherwise(self, picked: Sequence[Step], mine: Sequence[str], worths: dict[int, _Worth]) -> Iterator[PlanElse]:
        """Yield the side's further play for each other NMC result of the plan, while units are left."""
        for step in picked:
            states: dict[int, list[Drawn]] = defaultdict(list)
            for drawn in step.others if step.unit in mine else ():
                states[drawn.state].append(drawn)
            for number, several in sorted(states.items()):
                then = _picked(number, worths) if number in worths else []
                if then:
                    yield PlanElse(
                        step.unit,
                        tuple(tuple(PlanNmc(*nmc) for nmc in drawn.turn.rout.took) for drawn in several),
                        sum((drawn.turn.chance for drawn in several), Fraction(0)),
                        PhaseEnd(*dict(self.table.states[number].turns)[step.unit]),
                        *_done(then, mine),
                    )

    def _is_over(self, number: int, side: str) -> bool:
        turns = dict(self.table.states[number].turns)
        return all(unit in turns for unit in self.mine(side))

    def _worth(self, side: str, order: Sequence[str]) -> dict[int, _Worth]:
        """Return the value of each state for a side, computed backwards, without states that reach no end."""
        table, by_state = self.table, dict[int, _Worth]()
        told = table.chances and all(
            step.passed is not None
            for several in table.steps.values()
            for step in several
            if self.explorer.sides[step.unit] == side
        )
        certain = Fraction(1) if told else None
        for number in sorted(range(len(table.states)), key=lambda n: -len(table.states[n].turns)):
            if self._is_over(number, side):
                by_state[number] = _Worth(0, certain, certain, 0, 0.0)
                continue
            choices: dict[object, list[_Worth]] = defaultdict(list)
            for step in self._open(number, order):
                if step.after in by_state:
                    choices[_choice(step)].append(self._through(step, side, by_state))
            if choices:  # of one choice the opponent makes the worst that he can
                by_state[number] = max((min(worths, key=_Worth.order) for worths in choices.values()), key=_Worth.order)
        return by_state

    def _through(self, step: Step, side: str, by_state: dict[int, _Worth]) -> _Worth:
        """Return the value of a state for a side if it goes on by a step."""
        after = by_state[step.after]
        mine = [turn for unit, turn in step.choice.turns if self.explorer.sides[unit] == side]
        saved = sum(turn[1] in SAVED for turn in mine)
        spent, risks = (step.choice.mf, step.choice.risks) if mine else (0.0, 0)
        chance = kept = None
        if after.chance is not None and after.kept is not None:
            risks = 0
            lost = saved < len(mine)
            passed = step.passed if step.passed is not None and mine else Fraction(1)
            chance, kept = Fraction(0) if lost else passed * after.chance, passed * after.kept
            for drawn in step.others if mine else ():
                worth = by_state.get(drawn.state)
                if worth and not drawn.turn.loses:
                    chance += drawn.turn.chance * (worth.chance or 0)
                    kept += drawn.turn.chance * (worth.kept or 0)
        return _Worth(saved + after.survivors, chance, kept, risks + after.risks, spent + after.mf, step)


def _picked(begins: int, worths: dict[int, _Worth]) -> list[Step]:
    """Return the steps of the plan from a state on."""
    picked: list[Step] = []
    step = worths[begins].step
    while step:
        picked.append(step)
        step = worths[step.after].step
    return picked


class _Answered(NamedTuple):
    """The answer of a unit in a state, and the rules that bar its first steps, each with the hex."""

    answer: UnitAnswer
    bars: frozenset[tuple[str, str]]


def _difference(unbarred: _Answered, other: _Answered, place: str | None) -> str | None:
    """Return the rule by which a unit reaches a place in one answer and not in the other.

    That is the rule that bars the place there; or one that bars, in either answer, a destination that binds the unit
    in the other; or one that bars a first step of a unit that is eliminated; or else one that makes the verdict.
    """
    free, barred = unbarred.answer, other.answer

    def rules(answer: UnitAnswer, hex_: str | None) -> list[str]:
        return [excluded.rule for excluded in answer.excluded if excluded.hex == hex_]

    known = rules(free, place)
    fresh = [rule for rule in rules(barred, place) if rule not in known]
    goals = ({d.hex for d in free.destinations}, {d.hex for d in barred.destinations})
    for lost, before, after in ((goals[0] - goals[1], free, barred), (goals[1] - goals[0], barred, free)):
        for goal in sorted(lost):
            fresh += [rule for rule in rules(after, goal) if rule not in rules(before, goal)]
    if barred.verdict == "eliminated":
        fresh += [rule for _, rule in sorted(other.bars - unbarred.bars)]
    reasons = {reason.rule for reason in free.reasons}
    new = [reason.rule for reason in barred.reasons if reason.rule not in reasons]
    # A verdict that ends its turn has the rule that ends it as its last reason.
    fresh += new[::-1] if barred.verdict in ("surrenders", "eliminated") else new
    return next(iter(fresh), None)


def _choice(step: Step) -> object:
    """Return a key of what the unit chooses: several steps have it where the opponent decides (who captures it)."""
    choice = step.choice
    if choice.turns[0][1][1] != "surrenders":
        return step.unit, choice
    return step.unit, choice.route.order if choice.route else None, choice.partners, "surrenders"


def _sortable(ends: Sequence[tuple[str, PhaseEnd]]) -> list[tuple[str, str, str]]:
    return [(unit, end.hex or "", end.end) for unit, end in ends]
