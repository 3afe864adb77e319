"""The classes of questions, and their JSON.

No `annotations` from `__future__`: the annotations are read when the JSON is written.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from ...base.span import unpacked
from ...json_form import Count, File, Id, RuleId, RuleSet, Shape, Some, Text, form_json
from ...version import SCHEMA

KindName = Literal[
    "must",
    "verdict",
    "surrender",
    "chart",
    "which",
    "destinations",
    "ends",
    "cost",
    "interdicted",
    "safest",
    "survive",
    "order",
    "reveal",
    "discovers",
    "claim",
    "odds",
    "way",
]
Form = Literal["one", "several", "hexes", "path"]
LEVELS = 5


class Choice(NamedTuple):
    """A choice that a question offers."""

    name: Annotated[Text, "Its name: `yes`, `no`, a Location, an enemy, or a number."]
    words: Annotated[Text, "Its words."]
    why: Annotated[
        tuple[Text, ...],
        "The referee's reasons why it is right or wrong, a line each.",
    ] = ()


class Difficulty(NamedTuple):
    """The difficulty of a question."""

    level: Annotated[int, "1 is easy, 5 is hard.", Shape(minimum=1, maximum=LEVELS)]
    rules: Annotated[
        tuple[RuleId, ...], "The rules that decide it: without any one of them the answer is another."
    ] = ()
    distance: Annotated[Count, "Hexes from the cover that is nearest in hexes to the right answer."] = 0
    discoveries: Annotated[Count, "Enemies that the unit may discover on its way."] = 0
    ways: Annotated[
        Count, "What has to be compared: ends of routs, hexes that they enter, reveals, or the routs of all orders."
    ] = 0
    rating: Annotated[Count, "Its rating, on the scale of a player's."] = 0


class Puzzle(NamedTuple):
    """A question about a position, with its right answers."""

    kind: Annotated[KindName, "What is asked."]
    position: Annotated[Text, "The position: its path below `instances`, or its file."]
    rules: RuleSet
    unit: Annotated[Id, "The unit that it is about."]
    asks: Annotated[Text, "The question in words."]
    form: Annotated[Form, "`one` or `several` of the choices, the set of `hexes`, or a `path` that is legal."]
    right: Annotated[
        tuple[Text, ...], "The right answers: all of them where several are asked for. Empty: it has none."
    ]
    cites: Annotated[tuple[RuleId, ...], "The rules that the right answer rests on, the first one above all."]
    path: Annotated[
        tuple[Text, ...],
        "The Locations of the rout that it asks about, in their order; its end alone where it names no more.",
    ] = ()
    choices: Annotated[tuple[Choice, ...], "What it offers. Empty: the hexes of the map."] = ()
    why: Annotated[tuple[Text, ...], "The referee's reasons for the answer as a whole, a line each."] = ()
    reading: Annotated[Text | None, "The reading of the rules that the answer depends on."] = None
    assumes: Annotated[tuple[Text, ...], "What the answer rests on that the position does not say."] = ()
    difficulty: Annotated[Difficulty | None, "Its difficulty, where that has been worked out."] = None
    supposes: Annotated[tuple[Text, ...], "Facts that it adds to the position."] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the question in the form of the JSON output."""
        return form_json(self)


@dataclass(frozen=True, slots=True)
class Quiz:
    """The questions about one position: `generate --quiz`."""

    file: File
    rules: RuleSet
    questions: Annotated[Some[Puzzle], "Its questions."]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `generate --quiz` writes beside a position."""
        return {"schema": SCHEMA} | form_json(self)


def puzzle_of(value: dict[str, Any]) -> Puzzle:
    """Return a question from its JSON."""
    fields: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in value.items()}
    fields["why"] = _reasons(value)
    fields["choices"] = tuple(Choice(each["name"], each["words"], _reasons(each)) for each in value.get("choices", ()))
    if "difficulty" in value:
        rules = tuple(value["difficulty"].get("rules", ()))
        fields["difficulty"] = Difficulty(**value["difficulty"] | {"rules": rules})
    return Puzzle(**fields)


def _reasons(value: dict[str, Any]) -> tuple[str, ...]:
    return tuple(map(unpacked, value.get("why", ())))
