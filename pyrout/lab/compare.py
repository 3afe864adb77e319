"""`solve --compare-options`: which readings of the rules change the answer of a position, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ..errors import PyroutError, TimeLimit
from ..game import VERDICT_AND_ROUTES
from ..json_form import Count, File, Id, Named, Options, RuleSet, Some, Text, form_json
from ..program.rule_index import options as options_of
from ..question import Progress, Question
from ..referee import answer, answers
from ..results.answer import Answer, UnitAnswer
from ..version import SCHEMA
from ..wording import manner


class Change(NamedTuple):
    """One field of a unit's answer that another reading changes.

    Of routes and destinations only what differs is given.
    """

    unit: Id
    field: str
    default: Any
    other: Any


class Reading(NamedTuple):
    """An option with a value that is not in force, and what that would change."""

    option: Annotated[Text, "The option."]
    value: Annotated[Text, "Its other value."]
    default: Annotated[Text, "Its value that is in force."]
    meaning: Annotated[Text, "What the other value means."]
    differs: Annotated[Some[Change], "What it changes."]


class Comparison(NamedTuple):
    """`solve --compare-options --json`: which options would change the answer, and how."""

    file: File
    rules: RuleSet
    options: Options
    tried: Annotated[Count, "How many other readings were tried."]
    readings: Annotated[tuple[Reading, ...], "Those that change the answer.", Named("compare")]
    complete: Annotated[bool, "False if a time limit cut the answer short; else missing in JSON."] = True

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout solve --compare-options --json` prints for one file."""
        return {"schema": SCHEMA} | form_json(self)


# The fields of a unit's JSON that are compared, with their values where they are left out. Lists are reduced to the
# entries that one side lacks.
FIELDS: dict[str, Any] = {
    "verdict": None,
    "mf": None,
    "free": None,
    "may_break": False,
    "counts": None,
    "must_rout": [],
    "reasons": [],
    "dm": [],
    "destinations": [],
    "captors": [],
    "routes": [],
}
# Fields that tell routes apart
TELLING = ("posture", "legs", "path", "mf", "interdicted", "end", "repulsed", "condition", "vertices")


def _compared(unit: UnitAnswer) -> dict[str, Any]:
    """Return the fields of a unit that are compared; of its routes only what tells them apart."""
    fields = FIELDS | unit.to_json()
    fields["routes"] = [{name: route[name] for name in TELLING if name in route} for route in fields["routes"]]
    return fields


def changes(before: Answer, after: Answer) -> Iterator[Change]:
    """Yield the differences between two answers for one position."""
    for unit in before.units:
        one, other = _compared(unit), _compared(after[unit.id])
        for name in FIELDS:
            mine, theirs = one[name], other[name]
            if isinstance(mine, list):
                mine, theirs = [x for x in mine if x not in theirs], [x for x in theirs if x not in mine]
            if mine != theirs:
                yield Change(unit.id, name, mine, theirs)


def compare_options(question: Question, *, progress: Progress | None = None) -> Comparison:
    """Answer a question once for each value of each option that is not in force, one option changed at a time.

    The time limit is for everything together; past it `complete` is False. Raises InstanceError, UsageError, and
    TimeLimit where not even the first answer was got.
    """

    first = _complete(answer(question, VERDICT_AND_ROUTES))
    of = first.file, first.rules, first.options
    others = [value for value in options_of(first.rules) if first.options[value.option] != value.value]
    if progress:
        progress(f"{question.position.name}: {len(others)} other readings")
    asked = [question.read_as({value.option: value.value}) for value in others]
    readings: list[Reading] = []
    for tried, (value, other) in enumerate(zip(others, answers(asked, VERDICT_AND_ROUTES), strict=True)):
        try:
            if isinstance(other, PyroutError):
                raise other
            differs = tuple(changes(first, _complete(other)))
        except TimeLimit:
            return Comparison(*of, tried, tuple(readings), complete=False)
        if differs:
            readings.append(Reading(value.option, value.value, first.options[value.option], value.meaning, differs))
    return Comparison(*of, len(others), tuple(readings))


def _complete(answer: Answer) -> Answer:
    answer.require_complete()
    return answer


def lines(comparison: Comparison) -> Iterator[str]:
    """Yield the comparison as a player reads it."""
    titles = {value.option: value.title for value in options_of(comparison.rules)}
    yield f"{comparison.file}: rules {comparison.rules}, {comparison.tried} other readings tried"
    for reading in comparison.readings:
        values = f"{reading.option}={reading.value} instead of {reading.default}"
        yield f"{titles[reading.option]} ({values}): {reading.meaning}"
        for change in reading.differs:
            yield f"  {change.unit}: {_words(change)}"
    if not comparison.readings:
        yield "no option changes the answer"
    if not comparison.complete:
        yield "INCOMPLETE: the time limit was reached"


def _words(change: Change) -> str:
    if change.field == "counts":
        return _counted(change.default, change.other)
    if not isinstance(change.default, list):
        return f"{change.field.replace('_', ' ')}: {_value(change.default)} becomes {_value(change.other)}"
    parts = [f"no longer {_several(change.default)}"] if change.default else []
    parts += [f"now {_several(change.other)}"] if change.other else []
    return f"{change.field.replace('_', ' ')}: {'; '.join(parts)}"


def _counted(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Return two numbers of routes, and of those that the unit survives, as a sentence."""
    routes, others = before["routes"], after["routes"]
    become = "becomes" if routes == 1 else "become"
    said = f"{_routes(routes)} {become} {others or 'none'}" if routes != others else _routes(routes)
    lost, lost_then = routes - before["surviving"], others - after["surviving"]
    if not routes or not others:
        return said + (f"; it is lost on {lost_then}" if lost_then else "")
    if not lost and not lost_then:
        return f"{said}; the unit survives all in both"
    if lost == lost_then:
        return f"{said}; it is lost on {lost} in both"
    return f"{said}; it is lost on {lost_then} instead of {lost}"


def _routes(number: int) -> str:
    return f"{number or 'no'} route{'s' if number != 1 else ''}"


SHOWN = 5  # of a list in text; JSON has all


def _several(values: Sequence[Any]) -> str:
    words = list(dict.fromkeys(map(_value, values)))  # routes that differ in their legs alone read the same
    rest = f", and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return ", ".join(words[:SHOWN]) + rest


def _value(value: Any) -> str:
    """Return a value of an answer in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, dict):
        return str(value).replace("_", " ")
    if "path" in value:
        return f"{manner(value['posture'])}{' - '.join(value['path'])} ({value['end']})"
    if "rule" in value:
        return f"{', '.join(value['because'])} [{value['rule']}]".lstrip()
    return f"{value['hex']} for {value['mf']:g} MF" + (" (may be ignored)" if value["ignorable"] else "")
