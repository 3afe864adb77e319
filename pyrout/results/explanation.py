"""The classes of judgements and explanations.

They are separate from `answer.py`, since most questions need the answer alone.
"""

from typing import Annotated, Any, Literal, NamedTuple, get_args

from ..json_form import (
    Because,
    Count,
    File,
    Id,
    Ids,
    Location,
    Mark,
    Named,
    Options,
    RuleId,
    RuleSet,
    Shape,
    Some,
    Table,
    Text,
    described,
    form_json,
)
from ..version import SCHEMA
from .answer import Destination, End, Excluded, Reason, Route, UnitAnswer

BoxAnswer = Literal["yes", "no", "may", "holds"]


@described
class Judgement(NamedTuple):
    """The judgement of a claimed rout.

    An illegal rout fails on the step from `before` to `after`. With `after` None it fails because it may not end in
    `before`. A legal rout may be taken towards several destinations; `route` is then the safest way.
    """

    legal: Annotated[bool, "Whether the rout is legal."]
    end: Annotated[str | None, "How a legal rout ends; missing for an illegal one.", Shape(enum=get_args(End))] = None
    step: Annotated[
        Count, "The number of the illegal step, from 1; past the last if the rout may not end where it does."
    ] = 0
    before: Annotated[Text | None, "Where that step begins.", Named("from")] = None
    after: Annotated[Text | None, "Where it leads; missing if the rout may not end where it does.", Named("to")] = None
    faults: Annotated[
        tuple[Reason, ...], "The rules that the rout breaks there, with the enemies or hexes behind each."
    ] = ()
    route: Annotated[Route | None, "The way of a legal rout; missing for an illegal one, and on a table."] = None
    assumes: Annotated[
        tuple[Text, ...],
        "Facts that the position lacks and the judgement takes for granted, a sentence each.",
        Shape(uniqueItems=True),
    ] = ()
    notes: Annotated[
        tuple[tuple[str, str], ...], "Rules that decide in it: the id, and a sentence on this position.", Mark.HIDDEN
    ] = ()
    verdict: Annotated[str, "The verdict for a unit that does not rout at all; else empty.", Mark.HIDDEN] = ""
    captors: Annotated[tuple[Id, ...], "The enemies that may take a unit that surrenders instead.", Mark.HIDDEN] = ()
    goes_on: Annotated[bool, "Whether it leaves the first hex that it names, and names no start.", Mark.HIDDEN] = False


@described
class JudgedRout(NamedTuple):
    """A claimed rout, and what becomes of it: `check --json`."""

    file: File
    rules: RuleSet
    options: Options
    unit: Id
    path: Annotated[Some[Text], "The hexes that it was said to go through, or the places on a table."]
    judgement: Annotated[Judgement, Mark.HIDDEN]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout check --json` prints: the judgement stands in it field by field."""
        return {"schema": SCHEMA} | form_json(self) | form_json(self.judgement)


@described
class BarredStep(NamedTuple):
    """The first illegal step of some way, and the rule that forbids it."""

    before: Annotated[str, "The hex that the step leaves.", Named("from")]
    after: Annotated[str, "The hex that it enters.", Named("to")]
    reasons: Annotated[tuple[Reason, ...], "The rules that forbid it; empty for a legal step."]
    fire: Annotated[
        Table[Location, Ids],
        "For a unit that can rout only through Interdiction: the first interdicted hexes of the ways over this step, "
        "each with its enemies.",
    ] = ()


@described
class UnitExplanation(NamedTuple):
    """The reasons for a unit's answer."""

    answer: Annotated[UnitAnswer, "The answer for the unit.", Named("unit")]
    around: Annotated[tuple[BarredStep, ...], "The steps into the neighbouring hexes, legal ones too."]
    off_map: Annotated[tuple[BarredStep, ...], "The steps in the directions without a hex."] = ()
    may_accompany: Annotated[tuple[str, ...], "For an unbroken leader: the broken units that it may go with."] = ()


@described
class HexExplanation(NamedTuple):
    """The reason why a hex is or is not a destination at the start.

    Exactly one of `destination`, `excluded`, `barred`, `is_start`, `not_cover` and `too_far` holds.
    """

    answer: Annotated[UnitAnswer, "The answer for the unit.", Named("unit")]
    hex: Annotated[str, "The hex."]
    destination: Annotated[Destination | None, "Set if the hex is a destination."]
    excluded: Annotated[tuple[Excluded, ...], "The rules that exclude it although the unit can reach it."]
    barred: Annotated[tuple[BarredStep, ...], "The first illegal step of each best way that the MF would pay for."]
    is_start: Annotated[bool, "True for the hex where the unit starts."]
    not_cover: Annotated[bool, "True for a hex that is not cover."]
    too_far: Annotated[bool, "True for a hex that costs more MF than the unit has."]
    ends: Annotated[tuple[Route, ...], "The routes that end there, destination or not."]
    uncounted: Annotated[tuple[RuleId, ...], "The rules by which woods or a building there are no cover."] = ()
    crawls_alone: Annotated[bool, "True if the unit may only use Low Crawl, and has no destination."] = False


@described
class PlaceExplanation(NamedTuple):
    """On a table: a unit's answer, and the place of which it is asked what the unit does there (None: of none)."""

    answer: Annotated[UnitAnswer, "The answer for the unit.", Named("unit")]
    place: Annotated[str | None, "The place; null without one."]


@described
class ChartBox(NamedTuple):
    """A question of the chart, as it is answered for a unit."""

    part: Annotated[Text, "The part of the chart that it is in."]
    box: Annotated[Text, "The question, in our words."]
    answer: Annotated[BoxAnswer, "`may`: a player's choice, or the dice; `holds`: the box asks nothing."]
    because: Because
    rules: Annotated[tuple[RuleId, ...], "The rules behind the answer."]
    notes: Annotated[tuple[Count, ...], "The notes of the chart that bear on it here."]


@described
class ChartWalk(NamedTuple):
    """The chart, walked for one unit: `explain --chart --json`."""

    file: File
    rules: RuleSet
    options: Options
    chart: Annotated[tuple[ChartBox, ...], "The questions in their order, up to where the chart stops."]
    unit: Annotated[UnitAnswer, "The answer for the unit."]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout explain --chart --json` prints."""
        return {"schema": SCHEMA} | form_json(self)


Explanation = UnitExplanation | HexExplanation | PlaceExplanation


@described
class Explained(NamedTuple):
    """The explanation of a unit's answer, or of what a hex or place is to it: `explain --json`."""

    file: File
    rules: RuleSet
    options: Options
    explanation: Annotated[Explanation, Mark.HIDDEN]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout explain --json` prints: the explanation stands in it field by field."""
        return {"schema": SCHEMA} | form_json(self) | form_json(self.explanation)
