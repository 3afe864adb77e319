"""The vocabulary for describing answers, and their conversion to JSON.

A field of a class is described once, in its annotation: its type, its meaning, and by these marks its JSON. By
that `form_json` writes an object and `pyrout.lab.schema` the JSON Schema. A field with a default is left out of the JSON
where it has that value, unless it is marked ALWAYS.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter, methodcaller
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

K = TypeVar("K")
V = TypeVar("V")


class Mark(Enum):
    """The treatment of a field in JSON: with its default value, not at all, only on a table, pairs as an object."""

    ALWAYS, HIDDEN, ON_TABLE, OBJECT = range(4)


class Named(NamedTuple):
    """The field has this name in JSON; with `inside`, it stands in the object of that name."""

    name: str
    inside: str | None = None


class Shape:
    """Bounds of a value, as keywords of JSON Schema; with a `name` the schema has a definition of it."""

    def __init__(self, name: str | None = None, meaning: str | None = None, **keywords: Any) -> None:
        self.name, self.meaning, self.keywords = name, meaning, keywords


_WORD = r"^[a-z][A-Za-z0-9_]*$"
# A few kinds of words and numbers. `Some` is a list that is not empty; a `Table` of pairs is an object in JSON.
Some = Annotated[tuple[V, ...], Shape(minItems=1)]
Table = Annotated[tuple[tuple[K, V], ...], Mark.OBJECT]
Text = Annotated[str, Shape(minLength=1)]
Count = Annotated[int, Shape(minimum=0)]
Inches = Annotated[float, Shape(minimum=0)]
File = Annotated[str, Shape("file", "The file, as it was named.")]
RuleSet = Annotated[str, Shape("rules", "The rule set.", pattern=_WORD)]
Options = Annotated[
    Mapping[Annotated[str, Shape(pattern=_WORD)], Annotated[str, Shape(pattern=r"^[a-z0-9][A-Za-z0-9_]*$")]],
    Shape(
        "options", "The options in force, by name. Empty only where a time limit was reached before they were known."
    ),
]
Id = Annotated[str, Shape("id", "The id of a unit or SW.", pattern=_WORD)]
Ids = Annotated[tuple[Id, ...], Shape("ids", uniqueItems=True)]
Location = Annotated[
    str,
    Shape(
        "location",
        "A hex (yK5), or a Location in one (2M2@1, yD7@foxhole).",
        pattern=r'^[^ @"\\]+(@(-1|[1-9]|pillbox|foxhole|trench|shellholes))?$',
    ),
]
RuleId = Annotated[str, Shape("rule", "The id of a rule; `pyrout rules` has its sentence.", minLength=1)]
Because = Annotated[
    tuple[Text, ...], Shape("because", "The units or Locations because of which a rule holds.", uniqueItems=True)
]
Mf = Annotated[float, Shape("mf", "MF, in halves.", minimum=0, multipleOf=0.5)]
Consequence = Annotated[
    str,
    Shape(
        "consequence",
        "What a pin or a failed NMC would do.",
        enum=["survives", "reduced", "wounded", "eliminated", "surrenders"],
    ),
]
NmcResult = Annotated[
    str,
    Shape(
        "nmc_result",
        "The result of an NMC; `two` and `twelve` are originals, `killed` is a wound that kills.",
        enum=["pin", "fail", "two", "twelve", "killed"],
    ),
]
Loads = Annotated[
    tuple[Ids, ...], Shape("loads", "Each set of SW that may be carried together.", minItems=1)
]  # the empty set is one
Chance = Annotated[Fraction, Shape("chance", "A chance, as a fraction.", pattern=r"^[0-9]+(/[1-9][0-9]*)?$")]
Fate = Annotated[str, Shape("fate", "How a line of events ends for a unit.", pattern=r"^[a-z][a-z_]*$")]
Chances = Annotated[
    Table[Fate, Chance], Shape("chances", "The chances of what can become of something.", minProperties=1)
]
Place = Annotated[
    str,
    Shape(
        "place",
        "A place on a table: inches from its left and its near edge.",
        pattern=r"^-?[0-9]+(\.[0-9]{1,2})?,-?[0-9]+(\.[0-9]{1,2})?$",
    ),
]


class Field(NamedTuple):
    """A field of a class, in Python and in JSON.

    It has the name in both (and the JSON object in which it stands), the type, the marks and the meaning of its
    annotation, and the value with which it is left out (MISSING if never).
    """

    attribute: str
    name: str
    inside: str | None
    hint: Any
    marks: frozenset[Mark]
    default: Any


@cache
def describe_fields(cls: Any) -> tuple[Field, ...]:
    """Return the fields of a class that JSON has, in their order."""
    if is_dataclass(cls):
        defaults = {
            field.name: field.default if field.default_factory is MISSING else field.default_factory()
            for field in fields(cls)
            if field.init
        }
    else:
        defaults = dict.fromkeys(cls._fields, MISSING) | cls._field_defaults
    hints = field_hints(cls)
    listed = []
    for attribute, default in defaults.items():
        extras = hints[attribute].__metadata__ if get_origin(hints[attribute]) is Annotated else ()
        marks = frozenset(extra for extra in extras if isinstance(extra, Mark))
        named = next((extra for extra in extras if isinstance(extra, Named)), Named(attribute))
        if Mark.HIDDEN not in marks:
            left_out = MISSING if Mark.ALWAYS in marks else default
            listed.append(Field(attribute, named.name, named.inside, hints[attribute], marks, left_out))
    return tuple(listed)


def field_hints(cls: Any) -> dict[str, Any]:
    """Return the annotations of the fields of a class, evaluated where they are strings."""
    hints: dict[str, Any] = cls.__annotations__
    if any(isinstance(hint, str | ForwardRef) for hint in hints.values()):
        return get_type_hints(cls, include_extras=True)
    return hints


FIELDS = "\n\nFields:\n"  # in a docstring, before the list of fields


def described(cls: type[V]) -> type[V]:
    """Add the fields of a class, with types and meanings, to its docstring, and shorten its signatures for `help()`."""
    if cls.__doc__:  # `python -OO` leaves it out
        cls.__doc__ = _Described(cls.__doc__)  # type: ignore[assignment]
    make: Any = cls.__init__ if is_dataclass(cls) else cls.__new__
    make.__annotations__ = {}
    if hasattr(cls, "_fields"):
        for name, hint in field_hints(cls).items():
            getattr(cls, name).__doc__ = meaning(hint)
    return cls


class _Described:
    """The docstring of a class, put together when it is read: at the import that would cost more than a short answer."""

    def __init__(self, doc: str) -> None:
        self._doc = doc

    def __get__(self, instance: object, cls: type) -> str:
        hints = {name: hint for name, hint in field_hints(cls).items() if not name.startswith("_")}
        lines = [f"  {name}: {_plain_type(hint, cls)}\n      {meaning(hint)}" for name, hint in hints.items()]
        return inspect.cleandoc(self._doc) + FIELDS + "\n".join(line.rstrip() for line in lines)


def meaning(hint: Any) -> str:
    """Return the words in the annotation of a field, or in that of its kind of value."""
    extras = getattr(hint, "__metadata__", ())
    words = [extra for extra in extras if isinstance(extra, str)]
    return " ".join(words or [extra.meaning for extra in extras if isinstance(extra, Shape) and extra.meaning])


def _plain_type(hint: Any, cls: type) -> str:
    """Return a type as one writes it, without marks and meanings."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _plain_type(args[0], cls)
    if origin is Literal:
        return " | ".join(map(repr, args))
    if origin in (Union, UnionType):
        return " | ".join(_plain_type(kind, cls) for kind in args)
    if args:
        inner = ("..." if kind is Ellipsis else _plain_type(kind, cls) for kind in args)
        return f"{origin.__name__}[{', '.join(inner)}]"
    return {NoneType: "None", Self: cls.__name__}.get(hint) or hint.__name__


def form_json(value: Any) -> dict[str, Any]:
    """Return the JSON object of an instance of a class that is described here: dicts, lists, and plain values."""
    cls: Any = type(value)
    return _writer(cls)(value)


@cache
def _writer(cls: Any) -> Callable[[Any], dict[str, Any]]:
    listed = describe_fields(cls)
    attributes = [field.attribute for field in listed]
    one = attrgetter(attributes[0])
    get = attrgetter(*attributes) if len(attributes) > 1 else lambda value: (one(value),)
    rows = [(field.name, field.inside, field.default, _converter(field.hint)) for field in listed]
    if not any(inside or default is not MISSING for _, inside, default, _ in rows):
        plain = [(name, convert) for name, _, _, convert in rows]
        return lambda value: {
            name: convert(x) if convert else x for (name, convert), x in zip(plain, get(value), strict=True)
        }

    def write(value: Any) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for (name, inside, default, convert), x in zip(rows, get(value), strict=True):
            if x != default:
                if inside:
                    fields.setdefault(inside, {})[name] = x
                else:
                    fields[name] = convert(x) if convert else x
        return fields

    return write


def _converter(hint: Any) -> Callable[[Any], Any] | None:
    """Return the function that converts values of a type to JSON; None where they are JSON already."""
    bare, marks = hint, ()
    if get_origin(hint) is Annotated:
        bare, marks = hint.__origin__, hint.__metadata__
    if get_origin(bare) in (Union, UnionType):
        kinds = [kind for kind in get_args(bare) if kind is not NoneType]
        convert = _converter(kinds[0]) if len(kinds) == 1 else None
        return convert and (lambda value: None if value is None else convert(value))
    args = get_args(bare)
    if Mark.OBJECT in marks or get_origin(bare) is Mapping:
        return _each(dict, _converter(get_args(args[0])[1] if Mark.OBJECT in marks else args[1]))
    if get_origin(bare) is tuple:
        return _each(list, _converter(args[0]))
    if bare is Self:
        return methodcaller("to_json")
    if bare is Fraction:
        return str
    if is_dataclass(bare) or hasattr(bare, "_fields"):
        return getattr(bare, "to_json", None) or _writer(bare)
    return None


def _each(kind: type, convert: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """Return the function that converts a list of values, or a dict from pairs or a mapping."""
    if convert is None:
        return kind
    if kind is dict:
        return lambda pairs: {name: convert(value) for name, value in dict(pairs).items()}
    return lambda values: [convert(value) for value in values]
