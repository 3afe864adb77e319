"""The JSON Schema of all JSON output, made from the classes of the objects.

Their annotations (`pyrout/json_form.py`) say of each field what the schema says of it. The rest is stated here:
the objects around them, and what holds of the units and routes of a table, which have the same classes as
those of a map.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, is_dataclass
from fractions import Fraction
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Never, Self, Union, get_args, get_origin

from ...engine.verbs import VERBS, Greeting, OptionsOf, RulesOf
from ...json_form import Field, File, Inches, Mark, Place, RuleSet, Shape, Text, describe_fields
from ...position.corpus import Line
from ...results.answer import Answer, Destination, Event, Reason, Route, UnitAnswer, Verdict
from ...results.explanation import (
    ChartWalk,
    Explained,
    HexExplanation,
    JudgedRout,
    Judgement,
    PlaceExplanation,
    UnitExplanation,
)
from ...results.judged_game import JudgedGame
from ...results.phase import Between, Phase, Played
from ...version import SCHEMA
from ..compare import TELLING, Change, Comparison, Reading
from ..corpora import Manifest
from ..count import Counts, Legs
from ..quiz.puzzle import Quiz
from . import facts

Node = dict[str, Any]


class Form(NamedTuple):
    """The schema of one JSON object: a definition, its properties, and those that may be missing.

    `more` are further keywords.
    """

    name: str
    meaning: str
    properties: Mapping[str, Any]
    optional: frozenset[str] = frozenset()
    more: Mapping[str, Any] = {}

    def but(
        self, name: str | None = None, meaning: str | None = None, optional: Iterable[str] = (), **properties: Any
    ) -> Form:
        """Return this form with other properties, required except for `optional`; its name and meaning unless given."""
        return self._replace(
            name=self.name if name is None else name,
            meaning=self.meaning if meaning is None else meaning,
            properties={**self.properties, **properties},
            optional=self.optional - {*properties} | {*optional},
        )


class AnyOf(NamedTuple):
    """One of several forms, under a name of its own if it has one."""

    forms: tuple[Any, ...]
    name: str = ""
    meaning: str = ""


class Said(NamedTuple):
    """The description of a property, in words and bounds."""

    hint: Any
    meaning: str
    bounds: Mapping[str, int] = {}


class Many(NamedTuple):
    """A list of a form."""

    form: Any


def _form(cls: type, on_table: bool = False) -> Form:
    """Return the form of a class.

    On a table it has the fields that are always there, and those that are marked so.
    """
    listed = [
        field
        for field in describe_fields(cls)
        if (Mark.ON_TABLE in field.marks) == on_table or (on_table and field.default is MISSING)
    ]
    properties: dict[str, Any] = {}
    for field in listed:
        if field.inside:
            inner = properties.setdefault(field.inside, Form("", "Of all routes, however many are listed.", {}))
            properties[field.inside] = inner.but(**{field.name: _present(field)})
        else:
            properties[field.name] = _present(field)
    optional = frozenset(field.name for field in listed if field.default is not MISSING and not field.inside)
    return Form(cls.__name__.lower(), _meaning(cls), properties, optional)


def _present(field: Field) -> Any:
    """Return the hint of a field where it is there, so has not the value with which it is left out."""
    hint, default = field.hint, field.default
    bare, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if default is None and get_origin(bare) in (Union, UnionType):
        (bare,) = (kind for kind in get_args(bare) if kind is not NoneType)
    elif isinstance(default, bool):
        bare = Literal[not default]
    elif default == () and Mark.OBJECT not in extras:
        extras.append(Shape(minItems=1))
    for extra in extras:
        bare = Annotated[bare, extra]
    return bare


def _meaning(cls: type) -> str:
    """Return the first paragraph of what a class says of itself."""
    return " ".join((inspect.getdoc(cls) or "").split("\n\n")[0].split())


Nothing = tuple[Never, ...]
UNIT = _form(UnitAnswer).but("unit")
ROUTE = _form(Route)
EVENT = _form(Event)._replace(
    more={
        "dependentRequired": {"path": ["inches"], "inches": ["path"]},
        "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
        "additionalProperties": {
            "anyOf": [{"type": "number"}, {"type": "string", "minLength": 1}, {"$ref": "#/$defs/ids"}]
        },
    }
)
STAY = Form("", "It has no destination.", {"from": Said(str, "Where it begins."), "to": Said(NoneType, "None.")})
STOP = _form(Destination).but(
    "stop",
    "A place where a line of events can end for a unit that is still on the table then.",
    hex=Said(Place, "The place."),
    mf=Said(Inches, "The fewest inches that it is from where the unit begins."),
    ignorable=Said(Literal[False], "On a table nobody chooses."),
)
LINE = _form(Route, on_table=True).but(
    "line",
    "One line of events on a table, in the form of a route; MF are inches.",
    posture=Said(Literal["run"], "A unit on a table does not crawl."),
    legs=Said(Many(STAY), "One, without a destination.", {"minItems": 1, "maxItems": 1}),
    path=Said(tuple[Place, ...], "The places, from where it begins."),
    mf=Said(tuple[Inches, ...], "`mf[i]` is what has been spent on reaching `path[i]`."),
    discovers=Said(Nothing, "Nothing is discovered on a table."),
    interdicted=Said(Nothing, "There is no Interdiction on a table."),
    chance=_form(Route, on_table=True).properties["chance"],
)
TABLE_UNIT = _form(UnitAnswer, on_table=True).but(
    "table_unit",
    "Everything about one unit on a table.",
    at=Said(Place, "Where it is."),
    mf=Said(Inches, "Its movement in inches."),
    destinations=Said(Many(STOP), "The places where a line of events can end for it."),
    free=Said(Literal[False], "On a table nobody chooses."),
    excluded=Said(Nothing, "On a table nobody chooses."),
    routes=Said(Many(LINE), "The lines that are listed: all of them, unless `--paths` says fewer."),
    optional=("assumes",),
    assumes=UNIT.properties["assumes"],
)
FORMS = {UnitAnswer: UNIT, Self: UNIT, Route: ROUTE, Event: EVENT}

TOLD = AnyOf(
    tuple(
        form._replace(
            name=f"part_of_{form.name}",
            meaning=f"What tells one {what} from another.",
            properties={name: hint for name, hint in form.properties.items() if name in TELLING},
        )
        for form, what in ((ROUTE, "route"), (LINE, "line of events"))
    )
)
# Fields of a unit that another reading can change. Those that are not lists are compared in full.
CHANGES: dict[str, Any] = {
    "verdict": Verdict,
    "mf": Inches,
    "free": bool,
    "may_break": bool,
    "counts": UNIT.properties["counts"],
    "must_rout": tuple[Reason, ...],
    "reasons": tuple[Reason, ...],
    "dm": tuple[Text, ...],
    "destinations": tuple[Destination, ...],
    "captors": tuple[Text, ...],
    "routes": Many(TOLD),
}
CHANGE = AnyOf(
    tuple(
        _form(Change).but(
            "",
            "",
            field=Said(Literal[name], "The field of the unit."),
            default=Said(hint, "What it is by the options in force."),
            other=Said(hint, "What it would be."),
        )
        for name, hint in CHANGES.items()
    ),
    "change",
    "One field of a unit that another reading changes. Of lists only what the other side lacks is given.",
)

_SCHEMA = {"schema": Said(Literal["pyrout/1"], "The version of this schema.")}
_NAMED = AnyOf((str, int), "request_id", "The id of a request: a text or a whole number.")
CLOSED = {"additionalProperties": False}  # an object that pyrout reads: a field that it does not know is an error
FACT = Annotated[Any, Shape("fact", "A fact: one predicate, with its arguments in their order.", **facts.fact())]
POSITION = Form(
    "position",
    "A position: what `pyrout convert` writes, and any command reads.",
    {
        **_SCHEMA,
        "file": Said(str, "The name of the position; messages have the name by which it was read."),
        "facts": Said(Many(FACT), "Its facts.", {"minItems": 1}),
    },
    frozenset({"schema", "file"}),
    CLOSED,
)
_ERROR = Said(Text, "What is wrong, and where.")
_FAILED = {"file": File, "error": _ERROR}


def _printed(name: str, *classes: type) -> Form:
    """Return the form of an object that is printed by itself; it has the fields of all the classes."""
    forms = [_form(cls) for cls in classes]
    properties = {field: hint for form in forms for field, hint in form.properties.items()}
    optional = frozenset[str]().union(*(form.optional for form in forms))
    return Form(name, forms[0].meaning, {**_SCHEMA, **properties}, optional)


ANSWER = _printed("answer", Answer).but(
    units=Said(Many(AnyOf((UNIT, TABLE_UNIT))), "Every unit that had to be answered."),
)
ERROR = Form("error", "A line of `batch` for a file that has no answer.", _SCHEMA | _FAILED)
_COUNTED = _form(Counts).but("counted")
_COUNTED_FILES = AnyOf(
    (
        Form(
            "",
            _COUNTED.meaning,
            {
                "file": File,
                "rules": RuleSet,
                **_COUNTED.properties,
                "legs": Said(Many(_form(Legs)), "The routes counted by their legs, with `--legs`."),
            },
            _COUNTED.optional | {"legs"},
        ),
        Form("", "A file that could not be read.", _FAILED),
    )
)
COUNTS = Form(
    "counts", "`count --json`.", {**_SCHEMA, "counts": Said(Many(_COUNTED_FILES), "Of each file."), "total": _COUNTED}
)
COMPARED = _form(Reading).but("", differs=Said(Many(CHANGE), "What it changes.", {"minItems": 1}))
COMPARISON = _printed("comparison", Comparison).but(compare=Said(Many(COMPARED), "Those that change the answer."))
CHART = _printed("chart", ChartWalk)
JUDGED = _printed("judged", JudgedRout, Judgement)
EXPLAINED = AnyOf(
    (
        _printed("explained_unit", Explained, UnitExplanation).but(meaning=_meaning(UnitExplanation)),
        _printed("explained_hex", Explained, HexExplanation).but(meaning=_meaning(HexExplanation)),
        _printed("explained_place", Explained, PlaceExplanation).but(
            meaning=_meaning(PlaceExplanation),
            unit=Said(TABLE_UNIT, "The answer for the unit."),
        ),
    ),
    "explained",
    _meaning(Explained),
)
PHASE = _printed("phase", Phase)
GREETING = _printed("greeting", Greeting)
OPTIONS = _printed("options_of", OptionsOf)
RULES = _printed("rules_of", RulesOf)
_ASKED = {"id": Said(_NAMED, "The id by which the reply names it.")}
_GIVEN = Said(AnyOf((str, POSITION)), "A position: the text of a file of facts, or an object.")


def _request(name: str, cls: type) -> Form:
    """Return the form of a request by its verb."""
    form = _form(cls)
    given = {"position": _GIVEN} if "position" in form.properties else {}
    properties = {**_ASKED, "verb": Said(Literal[name], "The verb."), **form.properties, **given}
    return Form(f"request_{name}", form.meaning, properties, form.optional, CLOSED)


REQUEST = AnyOf(
    tuple(_request(name, verb.request) for name, verb in VERBS.items()),
    "request",
    "A request to `pyrout engine`, on one line.",
)
CANCELLED = Form(
    "cancelled", "The answer to `cancel`.", {"cancelled": Said(bool, "False where that request had a reply already.")}
)
REPLY = AnyOf(
    (
        Form(
            "",
            "A request that is answered.",
            {
                "id": Said(_NAMED, "The id of the request."),
                "answer": Said(
                    AnyOf((ANSWER, EXPLAINED, CHART, JUDGED, PHASE, OPTIONS, RULES, GREETING, CANCELLED)),
                    "The answer, as the verb has it.",
                ),
            },
        ),
        Form(
            "",
            "A request that has no answer.",
            {
                "id": Said(AnyOf((_NAMED, NoneType)), "The id of the request; null where the line has no id."),
                "error": _ERROR,
                "kind": Said(
                    Literal["position", "request", "time", "memory", "cancelled", "internal"],
                    "`position`: the position cannot be used; `request`: the request; `internal`: a fault of pyrout.",
                ),
            },
        ),
    ),
    "reply",
    "A reply of `pyrout engine`, on one line.",
)
CORPUS_LINE = _form(Line).but(
    "corpus_line",
    "A line of a corpus: a position with a question and its answer.",
    answer=Said(AnyOf((ANSWER, PHASE)), "What the command prints, without options that have their default."),
)


class _Writer:
    """Makes nodes of the schema of hints and forms, and gathers the definitions that they refer to.

    `strict` closes all objects; else only those that pyrout reads are closed.
    """

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.defs: dict[str, Node] = {}

    def node(self, hint: Any) -> Node:
        """Return the schema of a type hint."""
        if isinstance(hint, Form):
            return self._named(hint.name, hint.meaning, lambda: self._object(hint))
        if isinstance(hint, AnyOf):
            return self._named(hint.name, hint.meaning, lambda: {"anyOf": [self.node(form) for form in hint.forms]})
        if isinstance(hint, Many):
            return {"type": "array", "items": self.node(hint.form)}
        if isinstance(hint, Said):
            return {**self._said(hint.meaning, self.node(hint.hint)), **hint.bounds}
        if hint is Any:
            return {}
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(*args)
        if origin in (Union, UnionType):
            return {"anyOf": [self.node(kind) for kind in args]}
        if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
        if origin is tuple:
            return {"type": "array"} | ({"maxItems": 0} if args[0] is Never else {"items": self.node(args[0])})
        if origin is Mapping:
            return self._mapping(*args)
        if hint in FORMS or is_dataclass(hint) or hasattr(hint, "_fields"):
            return self.node(FORMS.get(hint) or _form(hint))
        return {"type": _TYPES[hint]}

    def _annotated(self, bare: Any, *extras: Any) -> Node:
        if Mark.OBJECT in extras:
            node = self._mapping(*get_args(get_args(bare)[0]))
        else:
            node = self.node(bare)
        for extra in extras:
            if isinstance(extra, str):
                node = self._said(extra, node)
            elif isinstance(extra, Shape) and extra.name:
                node = self._named(extra.name, extra.meaning or "", partial(dict, node | extra.keywords))
            elif isinstance(extra, Shape):
                node = node | extra.keywords
        return node

    @staticmethod
    def _said(meaning: str, node: Node) -> Node:
        return {"description": meaning} | {key: x for key, x in node.items() if key != "description"}

    def _mapping(self, key: Any, value: Any) -> Node:
        names = self.node(key)
        names.pop("type", None)
        return {"type": "object", "propertyNames": names, "additionalProperties": self.node(value)}

    def _object(self, form: Form) -> Node:
        return {
            "type": "object",
            "properties": {name: self.node(hint) for name, hint in form.properties.items()},
            "required": [name for name in form.properties if name not in form.optional],
            **({"additionalProperties": False} if self.strict else {}),
            **form.more,
        }

    def _named(self, name: str, meaning: str, make: Callable[[], Node]) -> Node:
        """Return a reference to what is made, by its name; itself if it has none."""
        said = {"description": meaning} if meaning else {}
        if not name:
            return said | make()
        if name not in self.defs:
            self.defs[name] = {}  # what is being made may refer to itself
            self.defs[name] = said | make()
        return {"$ref": f"#/$defs/{name}"}


_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", Fraction: "string", NoneType: "null"}


def text(*, strict: bool = False) -> str:
    """Return the schema of `pyrout/1`, as the text of a JSON document (draft 2020-12).

    A later program may write further fields, which only the `strict` one refuses.
    """
    writer = _Writer(strict)
    printed = AnyOf((ANSWER, COMPARISON))
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:pyrout:schema:1",
        "title": SCHEMA,
        "description": "What pyrout prints and reads as JSON: one of these objects, or a list of them where `--json` is "
        "given several files.",
        "$comment": "Within pyrout/1 no field of an answer goes, is renamed, or gets another type, meaning or enumerated "
        "value. Fields, kinds of objects, verbs and facts may be added: docs/schema.md.",
        **writer.node(
            AnyOf(
                (
                    ANSWER,
                    ERROR,
                    COUNTS,
                    COMPARISON,
                    CHART,
                    JUDGED,
                    PHASE,
                    _printed("played", Played),
                    _printed("between", Between),
                    _printed("judged_game", JudgedGame),
                    _printed("quiz", Quiz),
                    POSITION,
                    EXPLAINED,
                    REQUEST,
                    REPLY,
                    CORPUS_LINE,
                    _printed("manifest", Manifest),
                    Many(printed),
                )
            )
        ),
    }
    whole = schema | {"$defs": writer.defs}
    _describe_references(whole, writer.defs)
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _describe_references(node: Any, defs: Mapping[str, Node]) -> None:
    """Give each property that is only a reference the description of what it refers to."""
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for each in inner:
        _describe_references(each, defs)
    properties = node.get("properties") if isinstance(node, dict) else None
    if isinstance(properties, dict):
        for field in properties.values():
            if "$ref" in field and "description" not in field:
                field["description"] = defs[field["$ref"].rpartition("/")[2]]["description"]
