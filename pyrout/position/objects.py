"""Positions as JSON: an object with a list of facts, each an object of one predicate with its arguments.

`{"schema": "pyrout/1", "facts": [{"rules": ["aslsk"]}, {"at": ["g1", "yK5"]}]}`. A constant and a name in quotes are both
a text; the vocabulary says which of them an argument is. A term is an object: `{"destinations": "yK6"}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InstanceError, quote
from ..version import SCHEMA
from .consistency import Need, check_facts
from .facts import Fact, Instance
from .vocabulary import BY_NAME, CONSTANT, Kind, Name, Term, Value, unknown_predicate

FIELDS = ("schema", "file", "facts")
FACT_LIMIT = 200_000


def from_json(given: Mapping[str, Any], name: str, *, need: Need = "router") -> Instance:
    """Return the position of an object.

    `name` stands for the file in messages. Raises InstanceError.
    """
    facts = _facts(given, name)
    try:
        return check_facts(Instance(name, facts), need).without_places()
    except InstanceError as error:
        place = f"{name}: facts[{error.line - 1}]" if error.line else name
        raise InstanceError(place, 0, 0, error.problem, error.remedy) from None


def _facts(given: Mapping[str, Any], name: str) -> tuple[Fact, ...]:
    """Return the facts of an object, each with its number in the place of a line."""

    def refuse(problem: str, remedy: str, number: int | None = None) -> InstanceError:
        return InstanceError(name if number is None else f"{name}: facts[{number}]", 0, 0, problem, remedy)

    more = [field for field in given if field not in FIELDS]
    if more:
        raise refuse(f"a position has no field {quote(str(more[0]))}", f"there are: {', '.join(FIELDS)}")
    if given.get("schema", SCHEMA) != SCHEMA:
        raise refuse("it is of another schema", f"this program reads {SCHEMA}")
    rows = given.get("facts")
    if not isinstance(rows, list) or not rows:
        raise refuse("facts is a list of objects, at least one", 'write {"facts": [{"rules": ["aslsk"]}, ..]}')
    if len(rows) > FACT_LIMIT:
        raise refuse(f"more than {FACT_LIMIT:,} facts", "leave out hexes far from the routing units")
    facts: dict[tuple[str, tuple[Value, ...]], Fact] = {}
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping) or len(row) != 1:
            raise refuse("a fact is an object with one predicate", 'write {"at": ["g1", "yK5"]}', number)
        ((predicate, args),) = row.items()
        if predicate not in BY_NAME:
            raise refuse(*unknown_predicate(predicate, 0), number)
        if not isinstance(args, list):
            raise refuse(f"the arguments of {predicate} are not a list", 'write {"at": ["g1", "yK5"]}', number)
        form = BY_NAME[predicate].get(len(args))
        if form is None:
            raise refuse(*unknown_predicate(predicate, len(args)), number)
        values = []
        for kind, arg in zip(form.args, args, strict=True):
            value = _value(kind, arg)
            if value is None:
                raise refuse(f"an argument of {predicate} is not {kind.what}", f"{form.example} has examples", number)
            problem = kind.problem(value)
            if problem:
                raise refuse(*problem, number)
            values.append(value)
        facts.setdefault((predicate, tuple(values)), Fact(predicate, tuple(values), number + 1, 1))
    return tuple(facts.values())


def _value(kind: Kind, given: object) -> Value | None:
    """Return the value of a kind that JSON has; None for what JSON has no value for."""
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given
    if isinstance(given, float):  # programs that have no whole numbers write 7.0, which JSON Schema takes as one
        return int(given) if given.is_integer() else None
    if isinstance(given, str):
        return _text(kind, given)
    if isinstance(given, Mapping) and len(given) == 1:
        ((name, inner),) = given.items()
        inside = getattr(kind, "terms", {}).get(name)
        value = _value(inside or kind, inner)
        return None if value is None or isinstance(value, Term) else Term(str(name), (value,))
    return None


def _text(kind: Kind, given: str) -> Value:
    """Return a text as a constant or a name in quotes, whichever the kind allows; else as the kind's own message has it."""
    constant = Name(given)
    if kind.problem(constant) is None:
        return constant
    return given if kind.problem(given) is None or not CONSTANT.fullmatch(given) else constant
