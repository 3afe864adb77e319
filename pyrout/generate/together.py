"""Many positions answered at once, side by side on one large map: a call of clingo has its price however little it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple

from ..errors import PyroutError, TooManyRoutes
from ..hexes.solver import Solver
from ..position.facts import Fact, Instance
from ..position.vocabulary import BUILDING, BY_NAME, NEW_HEX, NEW_ID, Value
from ..question import MOST_ROUTES, ask
from ..result import UnitAnswer

AT_ONCE = 8  # positions on one map: more of them have more pairs of hexes that have nothing to do with each other
_REVEALING = 4  # where concealment is dropped: the encodings number these enemies in one word
_APART = 40  # columns between two maps, even: farther than anybody sees or fires
_RENAMED = ("hex", "location", "unit", "sw", "unit|sw", "unit|side")

Given = tuple[Instance, str]  # a position, and the unit that is asked about


def answers(
    positions: Sequence[Given], *, verdicts: Collection[str] = (), most_routes: int = MOST_ROUTES
) -> list[UnitAnswer | None]:
    """The answer for each position's unit. It is None where the rule set refuses the position, for a verdict that is not
    among those wanted (if any are named), and where there are more routes than `most_routes`. The positions must be of
    one rule set; why other hexes are no destinations is left out."""
    wanted = _Wanted(frozenset(verdicts), most_routes)
    found: list[UnitAnswer | None] = [None] * len(positions)
    alike: dict[tuple[str, ...], list[int]] = {}
    for number, (position, _) in enumerate(positions):
        alike.setdefault(_shared(position), []).append(number)
    for numbers in alike.values():
        most = _REVEALING if any(positions[n][0].of("reveal") for n in numbers) else AT_ONCE
        for start in range(0, len(numbers), most):
            some = numbers[start : start + most]
            for number, answer in zip(some, _together([positions[n] for n in some], wanted), strict=True):
                found[number] = answer
    return found


class _Wanted(NamedTuple):
    """Which answers are worth listing the routes."""

    verdicts: frozenset[str]
    most_routes: int

    def of(self, solver: Solver, unit: str) -> UnitAnswer | None:
        if self.verdicts and solver.verdict(unit) not in self.verdicts:
            return None
        try:
            return solver.unit(unit, excluded=False)
        except TooManyRoutes:
            return None


def _together(positions: Sequence[Given], wanted: _Wanted) -> list[UnitAnswer | None]:
    if len(positions) == 1:
        return [_alone(*positions[0], wanted)]
    facts: dict[tuple[str, tuple[Value, ...]], Fact] = {}
    for number, (position, _) in enumerate(positions):
        for fact in position.facts:
            moved = _moved(fact, number)
            facts.setdefault(moved[:2], moved)
    units = [f"{_mark(number)}{unit}" for number, (_, unit) in enumerate(positions)]
    map_ = Instance("positions", tuple(facts.values()))
    try:
        solver = Solver(ask(map_, units=units, most_routes=wanted.most_routes))
        found = [wanted.of(solver, unit) for unit in units]
    except (PyroutError, KeyError):
        # One of them is refused, has no answer for its unit, or they are too many for one map: each for itself.
        return [_alone(position, unit, wanted) for position, unit in positions]
    return [
        answer and _plain(answer, _mark(number), position)
        for number, (answer, (position, _)) in enumerate(zip(found, positions, strict=True))
    ]


def _alone(position: Instance, unit: str, wanted: _Wanted) -> UnitAnswer | None:
    try:
        return wanted.of(Solver(ask(position, units=[unit], most_routes=wanted.most_routes)), unit)
    except (PyroutError, KeyError):
        return None


def _mark(number: int) -> str:
    return f"w{number}_"


def _shared(position: Instance) -> tuple[str, ...]:
    """What holds for the whole map: only positions that agree in it can share one."""
    return tuple(sorted({str(fact) for fact in position.facts if not any(_own(fact))}))


def _own(fact: Fact) -> Iterable[bool]:
    """For each argument, whether it names something of this position alone."""
    if fact.name == "nationality":
        return (fact.args[0] not in ("german", "american"), False)
    return _own_arguments(fact.name, len(fact.args))


@cache
def _own_arguments(name: str, arity: int) -> tuple[bool, ...]:
    return tuple(kind in (NEW_HEX, NEW_ID, BUILDING) or kind.refers in _RENAMED for kind in BY_NAME[name][arity].args)


def _moved(fact: Fact, number: int) -> Fact:
    """The fact as it stands on the common map."""
    mark = _mark(number)
    args = [
        type(value)(f"{mark}{value}") if own and isinstance(value, str) else value
        for own, value in zip(_own(fact), fact.args, strict=True)
    ]
    if fact.name == "hex":
        args[1] = int(str(args[1])) + number * _APART
    return Fact(fact.name, tuple(args))


def _plain(answer: UnitAnswer, mark: str, position: Instance) -> UnitAnswer:
    """The answer in the names of its own position."""
    if not any(fact.args[1] in ("concealed", "hidden") for fact in position.of("status")):
        # Somebody is concealed elsewhere on the map: nothing to say here.
        answer = replace(answer, routes=tuple(route._replace(holds=None) for route in answer.routes))
    return relabelled(answer, lambda word: word.removeprefix(mark))


def relabelled(answer: UnitAnswer, label: Callable[[str], str]) -> UnitAnswer:
    """The answer in other words: `label` is asked for each name of a hex or unit, and whatever else is text."""
    return UnitAnswer(**{field.name: _relabelled(getattr(answer, field.name), label) for field in fields(answer)})


def _relabelled(value: Any, label: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        # A sentence names units and hexes among other words.
        return re.sub(r"\w+", lambda found: label(found[0]), value) if " " in value else label(value)
    if isinstance(value, tuple):
        inside = [_relabelled(item, label) for item in value]
        return type(value)(*inside) if hasattr(value, "_fields") else tuple(inside)
    if isinstance(value, dict):
        return {_relabelled(key, label): _relabelled(item, label) for key, item in value.items()}
    return value
