"""The verbs of requests by other programs: the fields of each, and its work.

The process for other programs (`pyrout engine`) and the server of the page serve this table; the schema describes it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from .. import referee
from ..base import arguments
from ..errors import InstanceError, PyroutError, TimeLimit, UsageError, quote
from ..game import Wanted
from ..json_form import Count, Id, Location, Mf, Options, RuleSet, Shape, Some, Text, described, form_json
from ..position.facts import Instance
from ..position.reading import parse
from ..program import rule_sets
from ..program.rule_index import options as option_values
from ..program.rule_sets import Citation
from ..referee import Asked, ask
from ..results.answer import Answer
from ..results.explanation import Explained, JudgedRout
from ..vasl.from_boards import supply
from ..version import SCHEMA, __version__
from .names import check_fields

PROTOCOL = 1  # of `pyrout engine`
Position = Annotated[
    str | Mapping[str, Any], "A position: the text of a file of facts, or the object that `pyrout convert` writes."
]
VerbName = Annotated[str, Shape(pattern="^[a-z]+$")]
Name = Annotated[Text | None, "The name of the position in answers and messages."]
Rules = Annotated[RuleSet | None, "The rule set, instead of the one that the position names."]
Set = Annotated[Options | None, "Values of options, by name."]
Seconds = Annotated[float | None, "The most seconds for the work on it.", Shape(exclusiveMinimum=0)]
Routes = Annotated[Count | None, "The most routes to list for each unit; all without it."]


@described
class Solve(NamedTuple):
    """Answer a position: as `pyrout solve --json`."""

    position: Position
    name: Name = None
    rules: Rules = None
    options: Set = None
    units: Annotated[tuple[Id, ...], "The units to answer; all without it."] = ()
    paths: Routes = None
    excluded: Annotated[bool, "False leaves out why other hexes are no destinations, which saves time."] = True
    volunteers: Annotated[
        bool | None, "Whether to work out the routs of units that may break on purpose; by default if they are few."
    ] = None
    dice: Annotated[tuple[Count, ...], "On a table: the scores of the first dice thrown."] = ()
    timeout: Seconds = None


@described
class Explain(NamedTuple):
    """Explain a unit's verdict, or what a hex is to it: as `pyrout explain --json`."""

    position: Position
    unit: Annotated[Text, "The unit."]
    hex: Annotated[Text | None, "The hex, Location, or place on a table."] = None
    chart: Annotated[bool, "True to follow the chart for the unit."] = False
    name: Name = None
    rules: Rules = None
    options: Set = None
    timeout: Seconds = None


@described
class Check(NamedTuple):
    """Judge a claimed rout: as `pyrout check --json`."""

    position: Position
    unit: Annotated[Text, "The unit."]
    path: Annotated[Some[Text], "The hexes of the rout, or the places on a table."]
    to: Annotated[Location | None, "The destination that it claims."] = None
    low_crawl: Annotated[bool, "True for a Low Crawl."] = False
    mf: Annotated[Mf | None, "The MF that it claims to spend in all."] = None
    dice: Annotated[tuple[Count, ...], "On a table: the scores of the first dice thrown."] = ()
    name: Name = None
    rules: Rules = None
    options: Set = None
    timeout: Seconds = None


@described
class ExplorePhase(NamedTuple):
    """Explore the whole Rout Phase: as `pyrout phase --json`."""

    position: Position
    order: Annotated[tuple[Id, ...], "Units: the answer has also the best plan in which they go in this order."] = ()
    states: Annotated[Count | None, "The most states of the phase to explore."] = None
    name: Name = None
    rules: Rules = None
    options: Set = None
    timeout: Seconds = None


@described
class ListOptions(NamedTuple):
    """List the options of a rule set, with the values and the meaning of each."""

    rules: Annotated[RuleSet, "The rule set."]
    timeout: Seconds = None


@described
class ListRules(NamedTuple):
    """List the rules of a rule set, by which answers name the reasons."""

    rules: Annotated[RuleSet, "The rule set."]
    timeout: Seconds = None


@described
class Hello(NamedTuple):
    """Name the versions of the program, of the schema and of the rule sets, and the verbs with their fields."""

    timeout: Seconds = None


@described
class Cancel(NamedTuple):
    """Give up another request, which then gets an error of the kind `cancelled`."""

    of: Annotated[Any, "The id of that request."]


@described
class OptionOf(NamedTuple):
    """A value of an option of a rule set."""

    option: Annotated[Text, "The option."]
    value: Annotated[Text, "The value."]
    default: Annotated[bool, "Whether it is the value by default."]
    rule: Annotated[str, "The id of the rule that it reads."]
    meaning: Annotated[str, "The rule, so read."]
    title: Annotated[str, "The title of the option."]


@described
class OptionsOf(NamedTuple):
    """The options of a rule set: the verb `options`."""

    rules: RuleSet
    values: Annotated[tuple[OptionOf, ...], "Every value of every option."]


@described
class RulesOf(NamedTuple):
    """The rules of a rule set: the verb `rules`."""

    rules: RuleSet
    citations: Annotated[tuple[Citation, ...], "Every rule."]


@described
class VerbOf(NamedTuple):
    """A verb, as `hello` names it."""

    fields: Annotated[tuple[Text, ...], "Its fields, besides `id` and `verb`."]
    required: Annotated[tuple[Text, ...], "Those without a default."]


@described
class Greeting(NamedTuple):
    """The reply to `hello`."""

    pyrout: Annotated[Text, "The version of the program."]
    protocol: Annotated[Count, "The version of the requests and replies."]
    rule_sets: Annotated[
        Mapping[RuleSet, Text], "A digest of the encodings of each rule set: with others answers may differ."
    ]
    verbs: Annotated[Mapping[VerbName, VerbOf], "The verbs."]


class Verb(NamedTuple):
    """A row of the table: the class of its fields, and its work, which has also the folder of the boards."""

    request: Any
    work: Callable[[Any, Path | None], dict[str, Any]]

    @property
    def fields(self) -> tuple[str, ...]:
        """Its fields, besides `id` and `verb`."""
        fields: tuple[str, ...] = self.request._fields
        return fields

    @property
    def required(self) -> tuple[str, ...]:
        """Those without a default."""
        return tuple(field for field in self.fields if field not in self.request._field_defaults)

    def read(self, fields: Mapping[str, Any]) -> Any:
        """Return the request with these fields.

        Raises UsageError for a field that is missing or has no meaning.
        """
        check_fields(fields.keys(), self.fields, self.required)
        return self.request(**fields)


def position_of(asked: Any) -> Instance:
    """Return the position of a request.

    Raises InstanceError, UsageError.
    """
    name = "position" if asked.name is None else arguments.name(asked.name, "name", "the name of the position")
    if isinstance(asked.position, Mapping):
        return parse(asked.position, name)
    return parse(arguments.string(asked.position, "position", "the text of a position, or an object"), name)


def question_of(asked: Any, boards: Path | None, units: Sequence[str] = (), dice: Sequence[int] = ()) -> Asked:
    """Return the question of a request; its time begins now.

    Raises PyroutError.
    """
    began, position = time.monotonic(), position_of(asked)
    if position.of("board"):
        position = supply(position, boards, units, asked.rules)
    return _question(asked, position, units, dice, spent=time.monotonic() - began)


def _question(
    asked: Any, position: Instance, units: Sequence[str], dice: Sequence[int], *, most: float | None = None, spent: float = 0
) -> Asked:
    """Return the question about a position: it has the time of the request, and at most `most` seconds, from now."""
    given = [each for each in (arguments.seconds(asked.timeout), most) if each is not None]
    timeout = max(0.0, min(given) - spent) if given else None
    return ask(position, rules=asked.rules, options=asked.options, units=units, dice=dice, timeout=timeout)


def _solve(asked: Solve, boards: Path | None) -> dict[str, Any]:
    question = question_of(asked, boards, asked.units, asked.dice)
    return question.solve(paths=asked.paths, excluded=asked.excluded, volunteers=asked.volunteers).to_json()


def solve_together(requests: Sequence[Solve], seconds: float) -> list[dict[str, Any] | PyroutError | None]:
    """Return the answers to several requests, each with its error where there is one.

    None for one that is to be answered alone: it took more than these seconds, or needs boards.
    """
    outcomes: list[dict[str, Any] | PyroutError | None] = [None] * len(requests)
    groups: dict[Wanted, list[tuple[int, Asked]]] = {}
    for number, asked in enumerate(requests):
        try:
            position = position_of(asked)
            if position.of("board"):
                continue
            question = _question(asked, position, asked.units, asked.dice, most=seconds)
            wanted = Wanted(asked.paths, asked.excluded, asked.volunteers).checked()
            groups.setdefault(wanted, []).append((number, question))
        except PyroutError as error:
            outcomes[number] = error
    for wanted, listed in groups.items():
        several = referee.answers([question for _, question in listed], wanted)
        for (number, _), outcome in zip(listed, several, strict=True):
            if isinstance(outcome, Answer):
                outcomes[number] = outcome.to_json() if outcome.complete else None
            elif not isinstance(outcome, TimeLimit):
                outcomes[number] = outcome
    return outcomes


def _explain(asked: Explain, boards: Path | None) -> dict[str, Any]:
    unit = arguments.name(asked.unit, "unit", "the id of a unit")
    chart = arguments.flag(asked.chart, "chart")
    if chart and asked.hex is not None:
        raise UsageError("chart is about the unit, not about a hex; leave one of them out")
    question = question_of(asked, boards, (unit,))
    if chart:
        return question.chart().to_json()
    explanation = question.explain(asked.hex)
    return Explained(question.position.name, question.rules, question.options, explanation).to_json()


def _check(asked: Check, boards: Path | None) -> dict[str, Any]:
    unit = arguments.name(asked.unit, "unit", "the id of a unit")
    question = question_of(asked, boards, (unit,), asked.dice)
    judged = question.check(asked.path, to=asked.to, low_crawl=asked.low_crawl, mf=asked.mf)
    path = arguments.strings(asked.path, "path", "hexes")
    return JudgedRout(
        question.position.name, question.rules, question.options, question.units[0], path, judged
    ).to_json()


def _phase(asked: ExplorePhase, boards: Path | None) -> dict[str, Any]:
    return question_of(asked, boards).phase(states=asked.states, order=asked.order).to_json()


def _options(asked: ListOptions, boards: Path | None) -> dict[str, Any]:
    rules = arguments.name(asked.rules, "rules", "the name of a rule set")
    values = tuple(OptionOf(*value) for value in option_values(rules))
    return {"schema": SCHEMA} | form_json(OptionsOf(rules, values))


def _rules(asked: ListRules, boards: Path | None) -> dict[str, Any]:
    cited = referee.rules(asked.rules)
    return {"schema": SCHEMA} | form_json(RulesOf(asked.rules, tuple(cited.values())))


def _hello(asked: Hello, boards: Path | None) -> dict[str, Any]:
    digests = {name: rule_sets.version(name) for name in rule_sets.names()}
    verbs = {name: VerbOf(verb.fields, verb.required) for name, verb in VERBS.items()}
    return {"schema": SCHEMA} | form_json(Greeting(__version__, PROTOCOL, digests, verbs))


def _cancel(asked: Cancel, boards: Path | None) -> dict[str, Any]:
    raise UsageError("only the process that has the other request can cancel it")


# `names.py` has the names alone.
VERBS: dict[str, Verb] = {
    "hello": Verb(Hello, _hello),
    "solve": Verb(Solve, _solve),
    "explain": Verb(Explain, _explain),
    "check": Verb(Check, _check),
    "phase": Verb(ExplorePhase, _phase),
    "options": Verb(ListOptions, _options),
    "rules": Verb(ListRules, _rules),
    "cancel": Verb(Cancel, _cancel),
}


def named(name: object) -> Verb:
    """Return the verb of a name.

    Raises UsageError.
    """
    verb = VERBS.get(name) if isinstance(name, str) else None
    if verb is None:
        said = quote(name) if isinstance(name, str) else arguments.kind(name)
        raise UsageError(f"there is no verb {said}; there are: {', '.join(VERBS)}")
    return verb


def kind_of(error: BaseException) -> str:
    """Return the kind of an error: `position`, `request`, `time`, `memory`, or `internal` for a fault of ours."""
    if isinstance(error, InstanceError):
        return "position"
    if isinstance(error, TimeLimit):
        return "time"
    if isinstance(error, (MemoryError, RecursionError)):
        return "memory"
    return "request" if isinstance(error, PyroutError) else "internal"
