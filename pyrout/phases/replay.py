"""Judgement of a Rout Phase that was played, line by line.

Each rout is judged in the position that it met; the end shows who had to rout and did not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..base.span import Said
from ..errors import InstanceError, UsageError, quote
from ..hexes.judge import judge_with
from ..hexes.solve import prepared
from ..hexes.solver import Solver
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance, locations, nmc_results
from ..position.unit_names import hex_called
from ..position.vocabulary import Name
from ..program.rule_index import rules_of_turns
from ..question import Question
from ..results.answer import Reason, Route, UnitAnswer
from ..results.explanation import Judgement
from ..results.phase import Played
from .apply_rout import Rout, captor_of, end_phase, list_carried, position_after, remembering, rout_of
from .dependencies import first, lasting
from .turn_outcomes import with_supposed

RESULTS = ("pass", "pin", "fail", "two", "twelve", "killed")
_LINE = re.compile(r"^\s*([a-z]\w*(?:\s*\+\s*[a-z]\w*)*)\s*:\s*(.*?)\s*$")
_HEX = re.compile(r"^([^\s()]+?)(?:\(([a-z]+)\))?$")
MOST_LINE = 2_000  # characters of a turn
ORDER = "the attacker's units rout before the defender's"
MUST = {"routs": "must rout", "eliminated": "is eliminated", "surrenders": "surrenders"}
DOES = {
    "routs": "it must rout, and can",
    "may_rout": "it need not rout",
    "stays": "it need not rout",
    "cannot_rout": "it cannot rout",
    "surrenders": "it surrenders",
    "eliminated": "it is eliminated",
}
REMEDY = (
    "write a line such as g1: yJ5 yI5, l1+g3: yJ5(pin), g2: crawl yK6, g4: stays, g5: eliminated or g6: surrenders a2"
)


class Line(NamedTuple):
    """A line of a log: its number, who had a turn, and the words behind the colon."""

    number: int
    text: str
    units: tuple[str, ...]
    words: tuple[str, ...]


class _Wrong(Exception):
    """A line that is not legal: what is wrong in words, the rules and causes, and the rout that was judged."""

    def __init__(self, said: str, faults: tuple[Reason, ...] = (), judged: Judgement | None = None) -> None:
        super().__init__(said)
        self.said, self.faults, self.judged = said, faults, judged


def read(log: str, name: str) -> list[Line]:
    """Return the lines of a log.

    Raises InstanceError for a line that cannot be parsed.
    """
    lines = []
    for number, line in enumerate(log.splitlines(), 1):
        bare = line.partition("%")[0]
        if not bare.strip():
            continue
        match = _LINE.match(bare)
        if not match or not match[2]:
            raise InstanceError(name, number, 1, f"cannot parse log line {quote(line.strip())}", REMEDY)
        units = tuple(unit.strip() for unit in match[1].split("+"))
        lines.append(Line(number, bare.strip(), units, tuple(match[2].split())))
    return lines


def play(question: Question, log: str, name: str) -> Played:
    """Judge a phase that was played.

    `log` is its text, `name` that of its file, for messages. Raises InstanceError (also for a line that says
    nothing), UsageError, TimeLimit.
    """
    game = _Game(question, name)
    line: Line | None = None
    try:
        for line in read(log, name):
            game.line(line)
        line = None
        game.close(None)
    except _Wrong as wrong:
        return game.told(wrong, line)
    game.position = end_phase(game.position)
    return game.told()


def turn(question: Question, line: str, name: str = "log") -> Instance:
    """Return the position after one turn, given as a line of a log, in a phase that may be in progress.

    Raises as `play`, and UsageError for a turn that is not legal.
    """
    lines = read(line, name) if len(line) <= MOST_LINE else []
    if len(lines) != 1:
        raise UsageError(f"{name}: a turn is one line; {REMEDY}")
    (only,) = lines
    game = _Game(question, name)
    game.resume()
    over = {"surrenders": game.is_captured, "stays": game.done.__contains__}.get(only.words[0])
    if over and all(map(over, only.units)):
        return game.position  # it surrendered with its stack, or its turn is over
    try:
        game.line(only)
    except _Wrong as wrong:
        rules = " ".join(f"[{fault.rule}]" for fault in wrong.faults)
        said = wrong.said or "it is not legal here"
        raise UsageError(f"{only.text}: {said}{f' {rules}' if rules else ''}") from None
    return game.position


class _Game:
    """A phase as it is played: the position as it is by now, and who has had his turn."""

    def __init__(self, question: Question, name: str) -> None:
        self.question, self.name = question, name
        self.position = question.position.without("expect")
        (outcome,) = prepared([question.about(self.position, ())], touching=True)
        self.units = outcome.routers
        self.prior = first(outcome)
        events = {unit: lasting(outcome, unit) for unit in self.units}
        self.position = Instance(self.position.name, remembering(self.position.facts, events))
        self.sides = self.position.sides
        self.attacker = self.position.attacker
        self.notes: list[str] = []
        self.done: set[str] = set()
        self.closed = False  # whether the attacker's turns are over
        self.passed: set[str] = set()  # of the attacker, without a turn as the defender's began
        self.called = rules_of_turns(question.rules)

    def resume(self) -> None:
        """Go on with a phase of which turns have been played: who has had one, and whether the attacker's are over."""
        self.done |= {str(fact.args[0]) for fact in self.position.of("routed")}
        # A captured unit may have surrendered before any rout.
        routed = {self.sides[unit] for unit in self.done if not self.is_captured(unit)}
        if self.attacker and routed - {self.attacker}:
            self.closed = True
            # The position does not show which of them had a turn; the order bars all.
            self.passed |= {unit for unit in self.done if self.sides[unit] == self.attacker}

    def told(self, wrong: _Wrong | None = None, line: Line | None = None) -> Played:
        """Return the judgement of the phase so far, with the fault and its line; at the end no line."""
        judged = wrong.judged if wrong else None
        return Played(
            file=self.question.position.name,
            rules=self.question.rules,
            options=self.question.options,
            legal=wrong is None,
            line=line and line.number,
            text=line and line.text,
            said=(wrong.said or None) if wrong else None,
            faults=wrong.faults if wrong else (),
            notes=tuple(self.notes),
            step=judged.step if judged else 0,
            before=judged and judged.before,
            after=judged and judged.after,
            position=self.position,
        )

    def _rule(self, what: str, because: Sequence[str] = ()) -> tuple[Reason, ...]:
        return (Reason(self.called[what], tuple(because)),) if what in self.called else ()

    def _error(self, line: Line, problem: str, remedy: str = REMEDY) -> InstanceError:
        return InstanceError(self.name, line.number, 1, problem, remedy)

    def line(self, line: Line) -> None:
        """Play a line.

        Raises _Wrong where it is not legal.
        """
        for unit in line.units:
            if unit not in self.sides:
                there = ", ".join(sorted(self.sides))
                raise self._error(line, f"no unit is called {quote(unit)}", f"there are: {there}")
        if line.words[0] == "breaks":
            self._breaks(line)
            return
        turns = [unit for unit in line.units if unit in self.units]
        if len(turns) != 1:
            which = "only one unit routs at a time" if turns else f"{line.units[0]} is not broken: it has no turn"
            raise _Wrong(which, self._rule("out_of_turn") if turns else ())
        (unit,) = turns
        partners = tuple(u for u in line.units if u != unit)
        if unit in self.done and unit not in self.passed:
            if line.words[0] == "surrenders" and self.is_captured(unit):
                return
            raise _Wrong(f"{unit} has had its turn", self._rule("again"))
        self._in_order(unit)
        if line.words[0] in ("stays", "eliminated", "surrenders"):
            if partners:
                raise self._error(line, f"{line.words[0]} with {', '.join(partners)}", "name the unit alone")
            self._without_route(line, unit)
        else:
            self._rout(line, unit, partners)

    def is_captured(self, unit: str) -> bool:
        return any(f.args == (Name(unit), Name("captured")) for f in self.position.of("status"))

    def _in_order(self, unit: str) -> None:
        waiting = [u for u in self.prior if u not in self.done and u != unit]
        if waiting and unit not in self.prior:
            raise _Wrong(
                f"{', '.join(sorted(waiting))} must surrender before any unit routs", self._rule("before_all", waiting)
            )
        side = self.sides[unit]
        if side == self.attacker and self.closed:
            raise _Wrong(ORDER, self._rule("out_of_turn"))
        if side != self.attacker and self.attacker and unit not in self.prior and not self.closed:
            self.passed = {u for u in self.units if self.sides[u] == self.attacker and u not in self.done}
            self.close(self.attacker, early=True)

    def _answer(self, unit: str) -> UnitAnswer:
        at = locations(self.position.facts)
        stack = [u for u in self.units if u in at and at[u] == at.get(unit) and u not in self.done]
        question = self.question.about(self.position, stack if unit in stack else (unit,))
        return Solver(question).unit(unit, paths=0, excluded=False)

    def _made(self, rout: Rout) -> None:
        self.position = position_after(self.question.about(self.position), rout)
        self.done.add(rout.unit)

    def _without_route(self, line: Line, unit: str) -> None:
        word, *more = line.words
        answer = self._answer(unit)
        if word == "stays":
            if answer.verdict in MUST:
                raise _Wrong(f"{unit} {MUST[answer.verdict]}", answer.reasons)
            self._made(Rout(unit, "declined", answer.at))
        elif word == "eliminated":
            if answer.verdict != "eliminated":
                raise _Wrong(f"{unit} is not eliminated for failure to rout: {DOES[answer.verdict]}", answer.reasons)
            self._made(Rout(unit, "eliminated", answer.at))
        else:
            if answer.verdict != "surrenders":
                raise _Wrong(f"{unit} does not surrender: {DOES[answer.verdict]}", answer.reasons)
            named = more[0] if more else None
            captor = captor_of(answer.captors, named)
            if captor is None:
                who = f"{named} cannot take {unit}" if named else f"the line does not say to whom {unit} surrenders"
                raise _Wrong(f"{who}; those who can: {', '.join(answer.captors)}", answer.reasons)
            for other in (unit, *answer.surrenders_with):
                self._made(Rout(other, "surrenders", answer.at, captor=captor))

    def _rout(self, line: Line, unit: str, partners: tuple[str, ...]) -> None:
        words = list(line.words)
        captor = None
        if len(words) > 2 and words[-2] == "surrenders":
            captor = words.pop()
            words.pop()
        crawls = words[0] == "crawl"
        if crawls:
            words.pop(0)
        path, given = self._path(line, words)
        fixed = nmc_results(self.position, unit)
        for place, result in given.items():
            if fixed.get(place, result) != result:
                known = f'nmc({unit},"{place}",{fixed[place]})'
                raise self._error(line, f"the result of the NMC in {place} is {result}", f"the position says {known}")
        position = self.position
        try:
            position = with_supposed(position, unit, [*given.items(), *partners])
            solver = Solver(self.question.about(position, (unit,)))
            judgement = judge_with(solver, path, low_crawl=crawls, tested=given)
        except InstanceError as error:
            self._check_results(line, unit, given)
            raise _Wrong(Said(error.problem, "; ", error.remedy)) from None
        except UsageError as error:
            raise self._error(line, str(error).removeprefix(f"{position.name}: ")) from None
        if not judgement.legal:
            raise _Wrong("", judgement.faults, judgement)
        assert judgement.route is not None
        self._check_nmc(line, judgement.route, given)
        if judgement.route.captors and judgement.route.end == "surrenders":
            captor = captor_of(judgement.route.captors, captor)
            if captor is None:
                raise _Wrong(
                    f"{unit} surrenders where it ends: say to whom, as in surrenders {judgement.route.captors[0]}"
                )
        elif captor:
            raise _Wrong(f"{unit} does not surrender there: leave out surrenders {captor}")
        answer = solver.unit(unit, paths=0, excluded=False)
        carried = list_carried(answer)
        if len(answer.loads) > 1:
            self.notes.append(f"line {line.number}: {unit} is taken to carry {', '.join(answer.loads[0]) or 'nothing'}")
        rout = rout_of(unit, judgement.route, {**fixed, **given}, carried, captor)
        self._made(rout)
        unsaid = [shot.hex for shot in judgement.route.interdicted if shot.hex not in {**fixed, **given}]
        if unsaid:
            self.notes.append(f"line {line.number}: the NMC of {unit} in {', '.join(unsaid)} is taken to be passed")

    def _path(self, line: Line, words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """Return the hexes of a line, and the results of the NMC that it tells."""
        path: list[str] = []
        given: dict[str, str] = {}
        for word in words:
            match = _HEX.match(word)
            if not match or (match[2] and match[2] not in RESULTS):
                raise self._error(line, f"{quote(word)} is no hex", f"write yJ5, or yJ5({'|'.join(RESULTS[:3])})")
            path.append(hex_called(self.position, match[1]))
            if match[2]:
                given[path[-1]] = match[2]
        if not path:
            raise self._error(line, "there is no hex")
        return path, given

    def _check_nmc(self, line: Line, route: Route, given: dict[str, str]) -> None:
        taken = {shot.hex for shot in route.interdicted}
        for place in given:
            if place not in taken:
                raise _Wrong(f"nobody interdicts {line.units[-1]} in {place}: there is no NMC to take")

    def _check_results(self, line: Line, unit: str, given: dict[str, str]) -> None:
        """Raise InstanceError where the results that a line tells are no input, whoever goes along."""
        try:
            Solver(self.question.about(with_supposed(self.position, unit, given.items()), (unit,)))
        except InstanceError as error:
            raise self._error(line, error.problem, error.remedy) from None

    def _breaks(self, line: Line) -> None:
        (unit, *more) = line.units
        if more or len(line.words) > 1:
            raise self._error(line, f"{quote(line.text)} is no voluntary break", "write g3: breaks")
        if self.done:
            raise _Wrong(f"{unit} may break on purpose only before any unit routs", self._rule("breaks_late"))
        try:
            position = with_facts(self.position, [Fact("breaks", (Name(unit),))])
            solver = Solver(self.question.about(position, ()))
        except InstanceError as error:
            raise _Wrong(Said(error.problem, "; ", error.remedy), self._rule("breaks_late")) from None
        if unit not in solver.routers or unit in _rash(solver, unit):
            raise _Wrong(f"{unit} may not break on purpose", self._rule("breaks_late"))
        self.position = position
        self.units = solver.routers

    def close(self, side: str | None, early: bool = False) -> None:
        """End a side's turns (None: the phase): units without a turn stay, or fail to rout.

        `early`: another side's turn ends them, and the order is broken where one of them had to rout.
        """
        if side is None and self.attacker and not self.closed:
            self.close(self.attacker)
        for unit in self.units:
            if unit in self.done or (side is not None and self.sides[unit] != side):
                continue
            answer = self._answer(unit)
            if answer.verdict in ("routs", "surrenders"):
                does = answer.verdict.removesuffix("s")
                if early:
                    raise _Wrong(f"{ORDER}, and {unit} has yet to {does}", self._rule("out_of_turn", (unit,)))
                raise _Wrong(f"{unit} had to {does}, and no line says that it did", answer.reasons)
            if answer.verdict == "eliminated":
                self.notes.append(f"{unit} is eliminated for failure to rout")
            end = "eliminated" if answer.verdict == "eliminated" else "declined"
            self._made(Rout(unit, end, answer.at))
        self.closed = True


def _rash(solver: Solver, unit: str) -> Sequence[str]:
    solver.prepare(unit)
    return solver.must_not_break
