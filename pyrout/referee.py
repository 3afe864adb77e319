"""The referee: solves, judges, explains.

The rule set of a question says which game it is about. A whole Rout Phase is only played on hexes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar, cast, get_args

from .base import arguments
from .base.memory import SHORT, seldom_collected
from .errors import PyroutError, TimeLimit, UsageError
from .game import ALL, Game, Wanted
from .position.consistency import is_position
from .position.facts import Instance
from .position.reading import load
from .position.unit_names import unit_called
from .program import rule_sets
from .program.rule_index import boxes as rule_boxes
from .program.rule_index import citations
from .program.rule_sets import Citation
from .question import MOST_ROUTES, Progress, Question
from .question import ask as settle
from .results.answer import Answer, End, Route, UnitAnswer

if TYPE_CHECKING:
    from .results.explanation import ChartWalk, Explanation, HexExplanation, Judgement, UnitExplanation
    from .results.phase import Between, Phase, Played


def _hexes() -> Game:
    from .hexes.game import Hexes

    return Hexes()


def _table() -> Game:
    from .miniatures.game import Table

    return Table()


AnyQuestion = TypeVar("AnyQuestion", bound=Question)
AT_ONCE = 64  # positions that `solve_many` reads and answers together

# By what a rule set is played on. The folder of a game is imported once it is asked for.
GAMES: Mapping[str, Callable[[], Game]] = {"hexes": _hexes, "table": _table}


def game(ruleset: str) -> Game:
    """Return the game of a rule set.

    Raises UsageError for an unknown rule set.
    """
    return GAMES[rule_sets.about(ruleset).plays_on]()


def rules(ruleset: str) -> dict[str, Citation]:
    """Return the rules of a rule set by id.

    Each has its section, sentence and title.

    Raises UsageError for an unknown rule set.
    """
    return dict(citations(arguments.name(ruleset, "ruleset", "the name of a rule set")))


@seldom_collected()
def answer(question: Question, wanted: Wanted = ALL) -> Answer:
    """Answer a question: as `solve`."""
    return game(question.rules).solve(question, wanted.checked())


@seldom_collected()
def answers(questions: Sequence[Question], wanted: Wanted = ALL) -> list[Answer | PyroutError]:
    """Answer many questions together, much faster than one by one, each with its error where there is one.

    The results have the order of the questions. The time limit of a question includes the work for others. The work
    is not followed: `progress` and `into` are not used.
    """
    wanted = wanted.checked()._replace(progress=None, into=None)
    by_number: dict[int, Answer | PyroutError] = {}
    games: dict[str, list[int]] = {}
    for number, question in enumerate(questions):
        games.setdefault(rule_sets.about(question.rules).plays_on, []).append(number)
    for name, numbers in games.items():
        several = GAMES[name]().solve_together([questions[number] for number in numbers], wanted)
        by_number.update(zip(numbers, several, strict=True))
    return [by_number[number] for number in range(len(questions))]


@seldom_collected()
def judge(
    question: Question, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """Judge a rout that is claimed for the unit asked for: as `check`."""
    path = arguments.strings(path, "path", "hexes, as in ['yJ4', 'yI4']")
    to = None if to is None else arguments.name(to, "to", "a hex")
    low_crawl = arguments.flag(low_crawl, "low_crawl")
    mf = None if mf is None else arguments.number(mf, "mf", "MF")
    return game(question.rules).judge(question, path, to=to, low_crawl=low_crawl, mf=mf)


@seldom_collected()
def explain(question: Question, place: str | None = None) -> Explanation:
    """Explain the answer for the unit asked for, or what a hex, Location or place on the table is to it.

    Raises InstanceError, UsageError, TimeLimit.
    """
    place = None if place is None else arguments.name(place, "hex", "the name of a hex")
    return game(question.rules).explain(question, place)


@seldom_collected()
def chart(question: Question) -> ChartWalk:
    """Follow the chart of the rule set for the unit asked for.

    Raises InstanceError, UsageError (a rule set without a chart to follow), TimeLimit.
    """
    rule_boxes(question.rules)  # before anything is worked out: is there a chart?
    return game(question.rules).chart(question)


class Asked(Question):
    """A question with the ways to have it answered.

    What it settles is settled for all of them. The functions of the same names (`explain_unit`, `explain_hex` and
    `explain_chart` for two of them) take a position instead, and say what each returns and raises.
    """

    def solve(
        self,
        *,
        paths: int | None = None,
        excluded: bool = True,
        volunteers: bool | None = None,
        progress: Progress | None = None,
        into: list[UnitAnswer] | None = None,
    ) -> Answer:
        """Answer it: verdicts, legal destinations and routes."""
        return answer(self, Wanted(paths, excluded, volunteers, progress, into))

    def check(
        self, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
    ) -> Judgement:
        """Judge a claimed rout of its one unit, given by the hexes of its path."""
        return judge(self._of_one_unit(), path, to=to, low_crawl=low_crawl, mf=mf)

    def explain(self, place: str | None = None) -> Explanation:
        """Explain the verdict of its one unit, or a hex or place on a table."""
        return explain(self._of_one_unit(), place)

    def chart(self) -> ChartWalk:
        """Follow the chart of the rule set for its one unit."""
        return chart(self._of_one_unit())

    @seldom_collected()
    def phase(
        self, *, states: int | None = None, order: Sequence[str] = (), progress: Progress | None = None
    ) -> Phase:
        """Explore the whole Rout Phase, and find the best plan."""
        states = None if states is None else arguments.whole(states, "states", 1)
        order = arguments.strings(order, "order", "ids, as in ['g2', 'g1']")
        progress = arguments.caller(progress)
        from .phases.plan import phase as work_out

        return work_out(on_hexes(self), states=states, order=order, progress=progress)

    @seldom_collected()
    def between(self, after: Instance, *, states: int | None = None, progress: Progress | None = None) -> Between:
        """Find a legal Rout Phase from its position to another."""
        after, states = is_position(after), None if states is None else arguments.whole(states, "states", 1)
        progress = arguments.caller(progress)
        from .phases.reconcile import between as work_out

        return work_out(on_hexes(self), after, states=states, progress=progress)

    @seldom_collected()
    def against_reveals(self, *, progress: Progress | None = None) -> Answer:
        """Answer it, with the worth of each rout against reveals."""
        question, progress = on_hexes(self), arguments.caller(progress)
        answered = answer(question)
        answered.require_complete()
        from .phases.reveals import against_reveals as work_out

        return work_out(question, answered, progress)

    @seldom_collected()
    def play(self, log: str, *, name: str = "log") -> Played:
        """Judge a Rout Phase that was played, given as the text of its log."""
        log = arguments.string(log, "log", "the text of a log")
        from .phases.replay import play as work_out

        return work_out(on_hexes(self), log, name)

    @seldom_collected()
    def after(
        self, route: Route | str, unit: str | None = None, *, captor: str | None = None, carries: Sequence[str] | None = None
    ) -> Instance:
        """Return the position after a unit's turn."""
        if not isinstance(route, (Route, str)):
            raise UsageError(f"route: a route of the unit's answer, or a word, not {arguments.kind(route)}")
        if isinstance(route, Route):
            arguments.strings(route.path, "route: path", "Locations, as in ['yJ4', 'yI4']")
            arguments.one_of(route.end, "route: end", get_args(End))
        captor = None if captor is None else arguments.name(captor, "captor", "the id of an enemy")
        carries = None if carries is None else arguments.strings(carries, "carries", "ids of SW, as in ['mg']")
        question = on_hexes(self)
        whose = unit or (route.unit if not isinstance(route, str) else "")
        if not whose:
            raise UsageError(f"{self.position.name}: name the unit whose turn it was")
        whose = unit_called(self.position, arguments.string(whose, "unit", "the id of a unit"))
        from .phases.turns import after as work_out

        return work_out(question, route, whose, captor, carries)

    def _of_one_unit(self) -> Asked:
        """Return the question itself, if it is about one unit.

        Raises UsageError.
        """
        if len(self.units) != 1:
            raise UsageError(f"{self.position.name}: name one unit, as in ask(position, units=['g1'])")
        return self


def ask(
    position: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    dice: Sequence[int] = (),
    timeout: float | None = None,
    most_routes: int = MOST_ROUTES,
) -> Asked:
    """Make a question about a position: `ask(position).solve()`.

    `rules` overrides the rule set that the position names, `options` its `option/2` facts; `timeout` is in seconds,
    from now. `units` are ids, or hexes with one unit to answer. Raises UsageError for a rule set, option, value or
    unit that does not exist, for an argument of another type, and for a position that the rule set is not played on.
    Raises InstanceError for an `option/2` fact that the rule set does not have, and for a map with missing parts that
    matter.
    """
    settled = settle(
        position, rules=rules, options=options, units=units, dice=dice, timeout=timeout, most_routes=most_routes
    )
    return Asked(**vars(settled))


def phase(
    instance: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    states: int | None = None,
    order: Sequence[str] = (),
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Phase:
    """Explore a whole Rout Phase on hexes, and find the best plan.

    The answer has all outcomes of each side, and says where the order matters.
    At most `states` states of the phase are looked at (default 100,000); where there are more, the answer is marked
    incomplete. `order` names units: the answer then has also the best plan in which they have their turns in it
    (`SidePhase.ordered`). `timeout` is in seconds. Raises InstanceError, UsageError, TimeLimit.
    """
    asked = ask(instance, rules=rules, options=options, timeout=timeout)
    return asked.phase(states=states, order=order, progress=progress)


def between(
    before: Instance,
    after: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    states: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Between:
    """Find a legal Rout Phase from one position to another, on hexes.

    Units that are alike are not distinguished, whatever their names. `states` and `timeout` as in `phase`. Raises
    InstanceError, UsageError, TimeLimit.
    """
    asked = ask(before, rules=rules, options=options, timeout=timeout)
    return asked.between(after, states=states, progress=progress)


def against_reveals(
    instance: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return the answer with the worth of each rout against reveals.

    `UnitAnswer.against` has the best that concealed enemies can do by dropping their concealment. Raises
    InstanceError, UsageError (also for too many of them), TimeLimit.
    """
    asked = ask(instance, rules=rules, options=options, units=units, timeout=timeout)
    return asked.against_reveals(progress=progress)


def play(
    instance: Instance,
    log: str,
    *,
    name: str = "log",
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Played:
    """Judge a Rout Phase that was played, on hexes.

    `log` is its text, a line for each rout; `name` is the name of its file, for messages. Raises InstanceError (also
    for a line that cannot be parsed), UsageError, TimeLimit.
    """
    return ask(instance, rules=rules, options=options, timeout=timeout).play(log, name=name)


def after(
    instance: Instance,
    route: Route | str,
    unit: str | None = None,
    *,
    captor: str | None = None,
    carries: Sequence[str] | None = None,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Instance:
    """Return the position after a unit's turn.

    The turn is one of its routes or, with its id, `declined`, `eliminated` or `surrenders`. Solving it again answers
    the next unit. The route is not judged here: use `check` or `play`.

    `captor` is the enemy that it surrenders to, where there are several; `carries` are the SW that it takes along
    (default: the first load that its answer lists). NMC that no fact decides are taken to be passed. Raises
    InstanceError, UsageError (an unknown unit, a captor who cannot take it, a route that begins elsewhere or leads to
    a hex that is not here).
    """
    asked = ask(instance, rules=rules, options=options, timeout=timeout)
    return asked.after(route, unit, captor=captor, carries=carries)


def solve(
    instance: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    paths: int | None = None,
    excluded: bool = True,
    timeout: float | None = None,
    progress: Progress | None = None,
    into: list[UnitAnswer] | None = None,
    volunteers: bool | None = None,
    dice: Sequence[int] = (),
) -> Answer:
    """Answer a position: verdicts, legal destinations and routes.

    `units` names the units to answer (default: every broken one, and every one that may break on purpose); `paths`
    bounds the routes that are listed for each; `excluded=False` leaves out why other cover hexes are no destinations,
    which saves time. `timeout` is in seconds; past it the answer holds what was found, with `complete` False.
    `progress` is called with each unit before it is solved; `into` is a list that gets the units as they are
    answered, and is never read; `volunteers` says whether what unbroken units could do if they broke on purpose is
    worked out (None: in a position with few such units; else they are only named); `dice` are the scores of the first
    dice thrown, for rule sets that throw any. Raises InstanceError, UsageError.
    """
    asked = ask(instance, rules=rules, options=options, units=units, dice=dice, timeout=timeout)
    return asked.solve(paths=paths, excluded=excluded, volunteers=volunteers, progress=progress, into=into)


def solve_many(
    positions: Iterable[Instance | Question | str | os.PathLike[str]],
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    paths: int | None = None,
    excluded: bool = True,
    timeout: float | None = None,
    volunteers: bool | None = None,
) -> Iterator[Answer | PyroutError]:
    """Solve many positions together, several times as fast as one by one.

    Yields in their order the answer of each, or the error in its place. A position may also be the name of its file,
    or a question made by `ask`. They are taken 64 at a time, as answers are wanted. `timeout` is in seconds for each
    position; below 30 each is solved by itself. The other arguments are as in `solve`. Raises UsageError for an
    argument of another type.
    """
    if isinstance(positions, (str, bytes, Mapping, Instance)) or not isinstance(positions, Iterable):
        raise UsageError(f"positions: a list of positions or names of files, not {arguments.kind(positions)}")
    rules = None if rules is None else arguments.name(rules, "rules", "the name of a rule set")
    options, timeout = arguments.settings(options), arguments.seconds(timeout)
    wanted = Wanted(paths, excluded, volunteers).checked()
    size = AT_ONCE if timeout is None or timeout >= SHORT else 1

    def asked(given: object) -> Question | PyroutError:
        try:
            if isinstance(given, Question):
                return given
            position = load(given) if isinstance(given, (str, os.PathLike)) else cast(Instance, given)
            return ask(position, rules=rules, options=options, timeout=timeout)
        except PyroutError as error:
            return error

    def solved() -> Iterator[Answer | PyroutError]:
        rest = iter(positions)
        while some := list(islice(rest, size)):
            questions = [asked(given) for given in some]
            good = [question for question in questions if isinstance(question, Question)]
            outcomes = iter(answers(good, wanted))
            for question in questions:
                outcome = next(outcomes) if isinstance(question, Question) else question
                late = isinstance(outcome, TimeLimit) or (isinstance(outcome, Answer) and not outcome.complete)
                if late and isinstance(question, Question):  # others took its time
                    outcome = _by_itself(question, timeout, wanted)
                yield outcome

    return solved()


def _by_itself(question: Question, timeout: float | None, wanted: Wanted) -> Answer | PyroutError:
    """Answer a question anew, with all its time for itself; one that brought its own limit has what is left of that."""
    try:
        return answer(question if timeout is None else question.again(timeout), wanted)
    except PyroutError as error:
        return error


def check(
    instance: Instance,
    unit: str,
    path: Sequence[str],
    *,
    to: str | None = None,
    low_crawl: bool = False,
    mf: float | None = None,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
    dice: Sequence[int] = (),
) -> Judgement:
    """Judge a claimed rout of a unit, given by the hexes of its path.

    The path may begin with the hex where the unit starts, or with the next.
    `to` is the destination it claims for its first leg (default: any that makes it legal); `low_crawl` claims a Low
    Crawl; `mf` is the MF that it spends in all (default: those of the cheapest way along the path that is legal). On
    a table the path is that of the front left corner, over as many turns as are claimed, with these `dice`. Raises
    InstanceError, UsageError (an unknown unit or hex, a path without a step, quarters of a MF), TimeLimit.
    """
    asked = ask(instance, rules=rules, options=options, units=(unit,), dice=dice, timeout=timeout)
    return asked.check(path, to=to, low_crawl=low_crawl, mf=mf)


def explain_unit(
    instance: Instance,
    unit: str,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> UnitExplanation:
    """Explain a unit's verdict, on hexes.

    Raises InstanceError, UsageError, TimeLimit.
    """
    asked = on_hexes(ask(instance, rules=rules, options=options, units=(unit,), timeout=timeout))
    return cast("UnitExplanation", asked.explain())


def explain_hex(
    instance: Instance,
    unit: str,
    hex_: str,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> HexExplanation:
    """Explain what a hex is to a unit at the start of its rout.

    Raises InstanceError, UsageError, TimeLimit.
    """
    hex_ = arguments.name(hex_, "hex", "the name of a hex")
    asked = on_hexes(ask(instance, rules=rules, options=options, units=(unit,), timeout=timeout))
    return cast("HexExplanation", asked.explain(hex_))


def explain_chart(
    instance: Instance,
    unit: str,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> ChartWalk:
    """Follow the flowchart, or the article's questions, for a unit.

    Full ASL has the flowchart, the Starter Kit the questions of its article.
    Each question has its answer, in order, up to where the chart stops. Raises InstanceError, UsageError, TimeLimit.
    """
    return ask(instance, rules=rules, options=options, units=(unit,), timeout=timeout).chart()


def on_hexes(question: AnyQuestion) -> AnyQuestion:
    """Return the question itself, if it is about hexes.

    Raises UsageError.
    """
    if rule_sets.about(question.rules).plays_on != "hexes":
        raise UsageError(
            f"{question.position.name}: there are no hexes on a table; `solve` answers it, and `check` judges on it"
        )
    return question
