"""The classes of judgements and explanations.

They are separate from `answer.py`, since most questions need the answer alone.
"""

from typing import Annotated, Any, Literal, NamedTuple, get_args

from ..json_form import Because, Count, File, Id, Mark, Named, Options, RuleId, RuleSet, Shape, Some, Text, form_json
from .answer import SCHEMA, Destination, End, Excluded, Reason, Route, UnitAnswer

BoxAnswer = Literal["yes", "no", "may", "holds"]


class Judgement(NamedTuple):
    """The judgement of a claimed rout.

    `end` is `survives` or `eliminated` for a legal one, else None. An illegal one fails on the step from `before` to
    `after` (the `step`-th, from 1), or, with `after` None, because it may not end in `before`; `faults` are the rules
    that it breaks there, and the enemies or hexes because of which. `route` is the way of a legal one: of all ways
    to take it (towards one destination or another) the safest; None for an illegal one, and on a table. `assumes` is
    what the unit's answer rests on that the position does not say, a sentence each.
    """

    legal: Annotated[bool, "Whether it is legal."]
    end: Annotated[str | None, "How a legal one ends.", Shape(enum=get_args(End))] = None
    step: Annotated[Count, "The step that is not legal, from 1; past the last for its end."] = 0
    before: Annotated[Text | None, "Where that step begins.", Named("from")] = None
    after: Annotated[Text | None, "Where it leads; missing if the rout may not end where it does.", Named("to")] = None
    faults: Annotated[tuple[Reason, ...], "The rules that it breaks there."] = ()
    route: Annotated[Route | None, "The way of a legal one, the safest of all; missing on a table."] = None
    assumes: Annotated[tuple[Text, ...], "What the unit's answer rests on.", Shape(uniqueItems=True)] = ()
    notes: Annotated[tuple[tuple[str, str], ...], "What of a rule decides in it: its id, a sentence.", Mark.HIDDEN] = ()


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


class BarredStep(NamedTuple):
    """A step that would be the first illegal one of some way, and what forbids it.

    For a unit without a clean rout, `fire` are the hexes on the ways over a step into which it would be interdicted
    first, and by whom.
    """

    before: str
    after: str
    reasons: tuple[Reason, ...]
    fire: tuple[tuple[str, tuple[str, ...]], ...] = ()


class UnitExplanation(NamedTuple):
    """The reasons for a unit's answer.

    `around` are the neighbouring hexes with what forbids each (nothing: legal), and `off_map` the bearings without a
    hex. `may_accompany` are the broken units that it may go along with, itself unbroken.
    """

    answer: UnitAnswer
    around: tuple[BarredStep, ...]
    off_map: tuple[BarredStep, ...] = ()
    may_accompany: tuple[str, ...] = ()


class HexExplanation(NamedTuple):
    """The reason why a hex is or is not a destination at the start of the rout.

    Exactly one of these holds: it is a destination (`destination`); it is excluded although it can be reached
    (`excluded`); steps bar every way that the MF would pay for (`barred`, the first illegal step of the best ways);
    it is the hex where the unit starts, no cover, or out of reach (`not_cover`, `is_start`, `too_far`). `ends` are
    the routes that end there all the same, `uncounted` the rules by which woods or a building there are no cover.
    `crawls_alone`: the unit makes no run, and has no destination.
    """

    answer: UnitAnswer
    hex: str
    destination: Destination | None
    excluded: tuple[Excluded, ...]
    barred: tuple[BarredStep, ...]
    is_start: bool
    not_cover: bool
    too_far: bool
    ends: tuple[Route, ...]
    uncounted: tuple[RuleId, ...] = ()
    crawls_alone: bool = False


class PlaceExplanation(NamedTuple):
    """On a table: a unit's answer, and the place of which it is asked what the unit does there (None: of none)."""

    answer: UnitAnswer
    place: str | None


class ChartBox(NamedTuple):
    """A question of the chart, as it is answered for a unit."""

    part: Annotated[Text, "The part of the chart that it is in."]
    box: Annotated[Text, "The question, in our words."]
    answer: Annotated[BoxAnswer, "`may`: somebody's choice, or the dice; `holds`: it asks nothing."]
    because: Because
    rules: Annotated[tuple[RuleId, ...], "The rules in it."]
    notes: Annotated[tuple[Count, ...], "The notes of the chart that bear on it here."]


class ChartWalk(NamedTuple):
    """The chart, walked for one unit: `explain --chart --json`."""

    file: File
    rules: RuleSet
    options: Options
    chart: Annotated[tuple[ChartBox, ...], "The questions in their order, up to where the chart stops."]
    unit: Annotated[UnitAnswer, "Its result: destination, path, posture."]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout explain --chart --json` prints."""
        return {"schema": SCHEMA} | form_json(self)


Explanation = UnitExplanation | HexExplanation | PlaceExplanation
