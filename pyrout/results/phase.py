"""The classes of whole Rout Phases: outcomes, phases between two positions, phases that were played.

They are separate from `answer.py`, since most questions are about one unit.
"""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from ..json_form import (
    Chance,
    Count,
    File,
    Id,
    Ids,
    Location,
    Mark,
    Mf,
    Named,
    NmcResult,
    Options,
    RuleId,
    RuleSet,
    Shape,
    Table,
    Text,
    described,
    form_json,
)
from ..version import SCHEMA
from .answer import Reason, Route

ENDS = ("survives", "stays", "eliminated", "surrenders")


@described
class PhaseEnd(NamedTuple):
    """The place of a unit after its turn, and how the turn ended."""

    hex: Annotated[Location | None, "Where it is; null if it is off the map, or captured."]
    end: Annotated[str, "How its turn ended.", Shape(enum=list(ENDS))]


@described
class PhaseOutcome(NamedTuple):
    """A joint outcome of a side's units, and an order that leads to it."""

    ends: Annotated[Table[Id, PhaseEnd], "The end of each of the units."]
    order: Annotated[Ids, "An order that leads to it."]
    given: Annotated[Table[Id, PhaseEnd], "The ends of the attacker's units before, where they matter."] = ()


@described
class OrderMatters(NamedTuple):
    """An end that a unit loses, or gains, by the turn of another.

    An end in `order_opens` is gained, any other lost.
    """

    unit: Id
    after: Annotated[Id, "The unit that has had its turn before."]
    hex: Annotated[Location | None, "The place; null if it would be off the map, or captured."]
    rule: Annotated[RuleId | None, "The rule that makes the difference; null where none was found."]
    where: Annotated[tuple[Location, ...], "The places of the other unit that make it so."] = ()
    end: Annotated[str, "How its turn would end.", Shape(enum=list(ENDS))] = "survives"
    lost: Annotated[
        tuple[str, ...], "The ends of the other unit without a place that make it so: eliminated, surrenders."
    ] = ()


@described
class PhasePart(NamedTuple):
    """Units whose turns depend on each other and on no other unit, with their joint outcomes."""

    units: Annotated[Ids, "The units."]
    outcomes: Annotated[tuple[PhaseOutcome, ...], "Their outcomes."]


@described
class PlanNmc(NamedTuple):
    """An NMC that is not passed."""

    hex: Location
    result: NmcResult


@described
class PlanElse(NamedTuple):
    """The best further play if the NMC of a unit of the plan are not all passed; later units pass theirs."""

    unit: Id
    nmc: Annotated[
        tuple[tuple[PlanNmc, ...], ...],
        "Those that it does not pass, in their order; several lists where it makes no difference.",
        Shape(minItems=1),
    ]
    chance: Annotated[Chance, "The chance of that, once the unit routs."]
    comes_to: Annotated[PhaseEnd, "The place of the unit then, and how its turn ended."]
    order: Annotated[Ids, "The units that have their turns after it, in this order."]
    routes: Annotated[Table[Id, Route], "Their routes."]


@described
class Plan(NamedTuple):
    """The best that a side can do.

    The most units come through; then the chance that all do is best; then, where some are lost anyway, the chance that no
    more are; then the NMC of unknown chances are fewest; then the MF are.
    """

    order: Annotated[Ids, "The order of the turns."]
    routes: Annotated[Table[Id, Route], "The routes of the units that rout."]
    survivors: Annotated[Count, "The number of units that come through if all NMC are passed."]
    mf: Annotated[Mf, "The MF of their routes together."]
    chance: Annotated[
        Chance | None, "The chance that all come through, if the plan is adapted to the results of the NMC."
    ] = None
    given: Annotated[Table[Id, PhaseEnd], "The ends of the attacker's units before, where they matter."] = ()
    otherwise: Annotated[
        tuple[PlanElse, ...],
        "The further play after other results of NMC, if broken morale is given and a unit of the same group is left. "
        "Not after surrender or Heat of Battle.",
    ] = ()
    ends: Annotated[Table[Id, PhaseEnd], "The end of each of the units."] = ()
    kept: Annotated[Chance | None, "The chance that only those are lost that are lost anyway."] = None
    interdictions: Annotated[Count, "The number of Interdiction NMC of the plan whose chances are not known."] = 0


@described
class SidePhase(NamedTuple):
    """The outcomes of the Rout Phase for one side."""

    side: Id
    units: Annotated[Ids, "Its units that are answered."]
    outcomes: Annotated[tuple[PhaseOutcome, ...], "All their joint outcomes."]
    complete: Annotated[bool, "False if not every state was explored, so that there may be more."]
    order_matters: Annotated[tuple[OrderMatters, ...], "The ends that a unit loses by another's turn."]
    best: Annotated[Plan | None, "The best plan; null if no unit routs, or no plan was found."]
    parts: Annotated[
        tuple[PhasePart, ...],
        "Where there are several: groups of units that do not touch each other. Any outcome of one goes with any of another.",
    ] = ()
    multiplied: Annotated[bool, "False where the outcomes are too many to list: they are then in `parts` alone."] = True
    order_opens: Annotated[tuple[OrderMatters, ...], "Ends that a unit gains by another's turn."] = ()
    ordered: Annotated[
        Plan | None,
        "The best plan in the order that was asked for (`--order`); null without such an order or plan.",
    ] = None
    unfinished: Annotated[
        Ids,
        "Units that the time limit left out, of `outcomes` and of the plans too; `parts` has the groups that are done.",
    ] = ()


@described
@dataclass(frozen=True, slots=True)
class Phase:
    """The outcomes of a whole Rout Phase: `phase --json`."""

    file: File
    rules: RuleSet
    options: Options
    phase: Annotated[tuple[SidePhase, ...], "Each side in its turn, the attacker's first."]
    states: Annotated[Count, "The number of states of the phase that were explored."]
    assumes: Annotated[
        tuple[Text, ...], "Facts that the answer takes for granted, a sentence each.", Shape(uniqueItems=True)
    ] = ()
    log: Annotated[
        tuple[Text, ...],
        "The plans of all sides (the best, or those in the order that was asked for), a line for each turn, as `--log` takes it.",
    ] = ()
    late: Annotated[bool, "Whether the time limit ended the search.", Mark.HIDDEN] = False

    @property
    def complete(self) -> bool:
        """True if every state was explored."""
        return all(side.complete for side in self.phase)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout phase --json` prints."""
        return {"schema": SCHEMA} | form_json(self)


@described
@dataclass(frozen=True, slots=True)
class Between:
    """A legal Rout Phase between two positions, or none: `phase --after`."""

    file: File
    rules: RuleSet
    options: Options
    after: Annotated[Text, "The file of the position after it."]
    reachable: Annotated[bool, "Whether there is such a phase."]
    log: Annotated[tuple[Text, ...], "The phase, a line for each turn, as `--log` takes it."]
    unexplained: Annotated[tuple[Text, ...], "The parts of the second position that no phase leads to."]
    complete: Annotated[
        bool, "False if not every phase was tried (`notes`, `--states`), so that there may be one after all."
    ]
    states: Annotated[Count, "The number of states of the phase that were explored."]
    notes: Annotated[tuple[Text, ...], "Facts that it takes for granted, a sentence each."] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout phase --after --json` prints."""
        return {"schema": SCHEMA} | form_json(self)


@described
@dataclass(frozen=True, slots=True)
class Played:
    """The judgement of a Rout Phase that was played: `phase --log --json`."""

    file: File
    rules: RuleSet
    options: Options
    legal: Annotated[bool, "Whether every line is legal, and no unit is left that had to act."]
    line: Annotated[Count | None, "The number of the first illegal line; null without one, or if a turn is missing."]
    text: Annotated[Text | None, "The text of that line."]
    said: Annotated[str | None, "The fault, if it is not a step of a rout."]
    faults: Annotated[tuple[Reason, ...], "The rules that it breaks."]
    notes: Annotated[tuple[Text, ...], "Facts that it takes for granted, a sentence each."] = ()
    step: Annotated[
        Count, "The step of the rout in that line that is not legal, from 1; past the last for its end."
    ] = 0
    before: Annotated[Location | None, "The Location that this step leaves.", Named("from")] = None
    after: Annotated[
        Location | None, "The Location that it enters; missing if the rout may not end where it does.", Named("to")
    ] = None
    position: Annotated[Any, "The position after the last legal line (an Instance).", Mark.HIDDEN] = None

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout phase --log --json` prints."""
        return {"schema": SCHEMA} | form_json(self)
