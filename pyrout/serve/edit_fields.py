"""Checks of the changes that the page asks for: words, and existing units."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from ..errors import UsageError, quote
from ..position.facts import Fact
from ..position.vocabulary import Name, Value

Edit: TypeAlias = Mapping[str, Any]  # what the page asks for
Change: TypeAlias = Callable[[list[Fact], Edit], list[Fact]]  # does it

ID_LIMIT = 1000
WALL_ADVANTAGE = {True: "wall_advantage", False: "no_wall_advantage"}
SNOW = ("ground_snow", "deep_snow")  # on the ground, as skis need it


def word(edit: Edit, key: str) -> Name:
    """Return a word of a change.

    Raises UsageError.
    """
    value = edit.get(key)
    if not isinstance(value, str) or not value:
        raise UsageError(f"this change needs {key}")
    return Name(value)


def unit(facts: Iterable[Fact], edit: Edit) -> Name:
    """Return the unit that a change is about.

    Raises UsageError for one that there is not.
    """
    name = word(edit, "unit")
    if not any(fact.name == "unit" and fact.args[0] == name for fact in facts):
        raise UsageError(f"no unit is called {quote(name)}")
    return name


def new_unit(facts: Iterable[Fact], side: str) -> Name:
    """Return an id that nobody has yet: the first letter of a side, and a number.

    Raises UsageError.
    """
    taken = {str(fact.args[0]) for fact in facts if fact.name in ("unit", "sw", "side")}
    for number in range(1, ID_LIMIT):
        if f"{side[:1]}{number}" not in taken:
            return Name(f"{side[:1]}{number}")
    raise UsageError(f"the side {quote(side)} has too many units")


def whole(value: object, wrong: str, least: float = -math.inf, most: float = math.inf) -> int:
    """Return a whole number of a change.

    Raises UsageError, which says what is `wrong`, for anything else.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise UsageError(wrong)
    return value


def refuse_word(problem: tuple[str, str] | None) -> None:
    """Raise UsageError for what a kind of value says of one that is not of it."""
    if problem is not None:
        raise UsageError("; ".join(problem))


def put(facts: Iterable[Fact], new: Fact) -> list[Fact]:
    """Return the facts with a new one in place of those of its name, of the same unit or side."""
    return instead(facts, new, named=new.name, of=new.args[0])


def instead(facts: Iterable[Fact], *new: Fact, named: str, of: Value | None = None) -> list[Fact]:
    """Return the facts with new ones in place of those of a name, of a unit or a side or of all."""
    return [*(f for f in facts if f.name != named or (of is not None and f.args[0] != of)), *new]
