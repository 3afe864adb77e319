"""The referee: solves, judges, explains.

Each game is a folder of the same plan, and its rule set says which one it is.

A game has the rooms `answering` (`solve`, `solve_together`), `judge` (`check`), `explain` (`explain`) and `text`
(`unit_lines`, `best_lines`, `explanation_lines`); its pictures are the module of its name in `draw`. Nothing below
knows that there are two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

from . import door, rulesets
from .errors import PyroutError, UsageError
from .explanations import ChartWalk, Explanation, HexExplanation, Judgement, UnitExplanation
from .position.consistency import is_position
from .position.facts import Instance
from .position.naming import unit_called
from .question import Progress, Question, ask
from .result import Answer, Route, UnitAnswer
from .rules import boxes as rule_boxes

if TYPE_CHECKING:
    from .phases import Between, Phase, Played

GAMES = {"hexes": "hexes", "table": "miniatures"}  # what a rule set is played on, and the folder of that game


def game(ruleset: str) -> str:
    """Return the folder of the game that a rule set belongs to.

    Raises UsageError for an unknown rule set.
    """
    return GAMES[rulesets.driver(ruleset)]


def room(ruleset: str, name: str) -> ModuleType:
    """Return a room of the game that a rule set belongs to.

    Raises UsageError for an unknown rule set.
    """
    return import_module(f".{game(ruleset)}.{name}", __package__)


def answer(
    question: Question,
    *,
    paths: int | None = None,
    excluded: bool = True,
    volunteers: bool | None = None,
    progress: Progress | None = None,
    into: list[UnitAnswer] | None = None,
) -> Answer:
    """Answer a question: as `solve`."""
    progress = door.caller(progress)
    into = None if into is None else door.collecting(into)
    found: Answer = room(question.rules, "answering").solve(
        question, paths=door.listed(paths), excluded=excluded, volunteers=volunteers, progress=progress, into=into
    )
    return found


def answers(
    questions: Sequence[Question],
    *,
    paths: int | None = None,
    excluded: bool = True,
    volunteers: bool | None = None,
) -> list[Answer | PyroutError]:
    """Answer many questions together, much faster than one by one, each with its error where there is one.

    The results have the order of the questions. The time limit of a question includes the work for others.
    """
    found: dict[int, Answer | PyroutError] = {}
    games: dict[str, list[int]] = {}
    for number, question in enumerate(questions):
        games.setdefault(game(question.rules), []).append(number)
    for numbers in games.values():
        some = [questions[number] for number in numbers]
        together = room(some[0].rules, "answering").solve_together
        several = together(some, paths=door.listed(paths), excluded=excluded, volunteers=volunteers)
        found.update(zip(numbers, several, strict=True))
    return [found[number] for number in range(len(questions))]


def judge(
    question: Question, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """Judge a rout that is claimed for the unit asked for: as `check`."""
    path = door.strings(path, "path", "hexes, as in ['yJ4', 'yI4']")
    to = None if to is None else door.name(to, "to", "a hex")
    mf = None if mf is None else door.number(mf, "mf", "MF")
    found: Judgement = room(question.rules, "judge").check(question, path, to=to, low_crawl=low_crawl, mf=mf)
    return found


def explain(question: Question, place: str | None = None) -> Explanation:
    """Explain the answer for the unit asked for, or what a hex, Location or place on the table is to it.

    Raises InstanceError, UsageError, TimeLimit.
    """
    place = None if place is None else door.name(place, "hex", "the name of a hex")
    found: Explanation = room(question.rules, "explain").explain(question, place)
    return found


def chart(question: Question) -> ChartWalk:
    """Follow the chart of the rule set for the unit asked for.

    Raises InstanceError, UsageError (a rule set without a chart to follow), TimeLimit.
    """
    rule_boxes(question.rules)  # before anything is worked out: is there a chart?
    found: ChartWalk = room(question.rules, "chart").chart(question)
    return found


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
    """Explore a whole Rout Phase on hexes: all outcomes of each side, where the order matters, and the best plan.

    At most `states` states of the phase are looked at (default 100,000); where there are more, the answer is marked
    incomplete. `order` names units: the answer then has also the best plan in which they have their turns in it
    (`SidePhase.ordered`). `timeout` is in seconds. Raises InstanceError, UsageError, TimeLimit.
    """
    states = None if states is None else door.whole(states, "states", 1)
    order = door.strings(order, "order", "ids, as in ['g2', 'g1']")
    progress = door.caller(progress)
    question = on_hexes(ask(instance, rules=rules, options=options, timeout=timeout))
    found: Phase = room(question.rules, "plan").phase(question, states=states, order=order, progress=progress)
    return found


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
    after, states = is_position(after), None if states is None else door.whole(states, "states", 1)
    progress = door.caller(progress)
    question = on_hexes(ask(before, rules=rules, options=options, timeout=timeout))
    found: Between = room(question.rules, "between").between(question, after, states=states, progress=progress)
    return found


def against_reveals(
    instance: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return the answer for a position on hexes, with the worth of each rout against reveals (full ASL).

    `UnitAnswer.against` has the best that concealed enemies can do by dropping their concealment. Raises
    InstanceError, UsageError (also for too many of them), TimeLimit.
    """
    question = on_hexes(ask(instance, rules=rules, options=options, units=units, timeout=timeout))
    progress = door.caller(progress)
    found = answer(question)
    found.require_complete()
    told: Answer = room(question.rules, "reveals").against_reveals(question, found, progress)
    return told


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
    log = door.string(log, "log", "the text of a log")
    question = on_hexes(ask(instance, rules=rules, options=options, timeout=timeout))
    found: Played = room(question.rules, "played").play(question, log, name)
    return found


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
    InstanceError, UsageError (an unknown unit, a captor who cannot take it, a route that leads to a hex that is not
    here).
    """
    if not isinstance(route, (Route, str)):
        raise UsageError(f"route: a route of the unit's answer, or a word, not {door.kind(route)}")
    captor = None if captor is None else door.name(captor, "captor", "the id of an enemy")
    carries = None if carries is None else door.strings(carries, "carries", "ids of SW, as in ['mg']")
    question = on_hexes(ask(instance, rules=rules, options=options, timeout=timeout))
    whose = unit or (route.unit if not isinstance(route, str) else "")
    if not whose:
        raise UsageError(f"{instance.name}: name the unit whose turn it was")
    whose = unit_called(instance, door.string(whose, "unit", "the id of a unit"))
    found: Instance = room(question.rules, "turns").after(question, route, whose, captor, carries)
    return found


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
    """Answer a position: the units that must, may and cannot rout, and every legal destination and route.

    `units` names the units to answer (default: every broken one, and every one that may break on purpose); `paths`
    bounds the routes that are listed for each; `excluded=False` leaves out why other cover hexes are no destinations,
    which saves time. `timeout` is in seconds; past it the answer holds what was found, with `complete` False.
    `progress` is called with each unit before it is solved; `into` is a list that gets the units as they are
    answered, and is never read; `volunteers` says whether what unbroken units could do if they broke on purpose is
    worked out (None: in a position with few such units; else they are only named); `dice` are the scores of the first
    dice thrown, for rule sets that throw any. Raises InstanceError, UsageError.
    """
    question = ask(instance, rules=rules, options=options, units=units, dice=dice, timeout=timeout)
    return answer(question, paths=paths, excluded=excluded, volunteers=volunteers, progress=progress, into=into)


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
    """Judge a claimed rout of a unit: the hexes of its path, with or without the one it starts in.

    `to` is the destination it claims for its first leg (default: any that makes it legal); `low_crawl` claims a Low
    Crawl; `mf` is the MF that it spends in all (default: those of the cheapest way along the path that is legal). On
    a table the path is that of the front left corner, over as many turns as are claimed, with these `dice`. Raises
    InstanceError, UsageError (an unknown unit or hex, a path without a step, quarters of a MF), TimeLimit.
    """
    question = ask(instance, rules=rules, options=options, units=(unit,), dice=dice, timeout=timeout)
    return judge(question, path, to=to, low_crawl=low_crawl, mf=mf)


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
    question = on_hexes(ask(instance, rules=rules, options=options, units=(unit,), timeout=timeout))
    return cast(UnitExplanation, explain(question))


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
    hex_ = door.name(hex_, "hex", "the name of a hex")
    question = on_hexes(ask(instance, rules=rules, options=options, units=(unit,), timeout=timeout))
    return cast(HexExplanation, explain(question, hex_))


def explain_chart(
    instance: Instance,
    unit: str,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> ChartWalk:
    """Follow the flowchart (full ASL) or the article's questions (Starter Kit) for a unit.

    Each question has its answer, in order, up to where the chart stops. Raises InstanceError, UsageError, TimeLimit.
    """
    return chart(ask(instance, rules=rules, options=options, units=(unit,), timeout=timeout))


def on_hexes(question: Question) -> Question:
    """Return the question itself, if it is about hexes.

    Raises UsageError.
    """
    if rulesets.driver(question.rules) != "hexes":
        raise UsageError(
            f"{question.position.name}: there are no hexes on a table; `solve` answers it, and `check` judges on it"
        )
    return question
