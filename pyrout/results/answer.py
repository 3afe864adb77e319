"""The classes of an answer. All are immutable, and named in the words of the game.

Hexes are strings (`"yK5"`), units are the ids of the instance, MF are floats in whole and half MF. The annotations
say of each field what it means and how JSON has it (`json_form.py`); the JSON and its schema are written from them. They
are no strings (no `annotations` from `__future__`), for those would have to be evaluated when the first answer is
written.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, Self

from ..errors import TimeLimit
from ..json_form import (
    Because,
    Chance,
    Chances,
    Consequence,
    Count,
    Fate,
    File,
    Id,
    Ids,
    Inches,
    Loads,
    Location,
    Mark,
    Mf,
    Named,
    Options,
    Place,
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

Posture = Literal["run", "low_crawl", "tunnel"]
POSTURES: tuple[Posture, ...] = ("run", "tunnel", "low_crawl")  # in the order in which routes are listed
End = Literal["survives", "eliminated", "surrenders"]
Verdict = Literal["routs", "eliminated", "may_rout", "stays", "cannot_rout", "surrenders", "retreats"]


@described
class Reason(NamedTuple):
    """A rule, and the enemies or hexes because of which it holds."""

    rule: RuleId
    because: Annotated[Because, Mark.ALWAYS] = ()


@described
class Destination(NamedTuple):
    """A destination that the unit may choose at the start."""

    hex: Location
    mf: Annotated[Mf, "Its price in MF."]
    ignorable: Annotated[bool, "Whether the unit may ignore it, and rout elsewhere."]
    why: Annotated[tuple[Reason, ...], "The rules by which it may be ignored.", Mark.HIDDEN] = ()


@described
class Excluded(NamedTuple):
    """A cover hex in reach that a rule excludes from the destinations."""

    hex: Location
    mf: Annotated[Mf | None, "Its price in MF by legal steps; null without any."]
    rule: RuleId
    because: Because


@described
class Leg(NamedTuple):
    """A part of a rout between two choices of a destination."""

    start: Annotated[Location, "Where it begins.", Named("from")]
    to: Annotated[Location | None, "Its destination; null without one."]


@described
class Discovery(NamedTuple):
    """Enemies that become Known on entering a Location."""

    hex: Location
    enemies: Annotated[Ids, "The enemies.", Shape(minItems=1)]


@described
class Interdiction(NamedTuple):
    """A Location entered under Interdiction, and what may follow there."""

    hex: Location
    by: Annotated[Ids, "The enemies that interdict.", Shape(minItems=1)]
    if_pinned: Consequence
    if_failed: Consequence
    loses: Annotated[Ids, "Leaders whom a failed NMC would eliminate, too."] = ()
    counts_as: Annotated[
        tuple[tuple[str, str], ...], "Results that no NMC has there, each with the one that it counts as.", Mark.HIDDEN
    ] = ()

    @property
    def may_pin(self) -> bool:
        """False where no unit is pinned: in a ford."""
        return not any(result == "pin" for result, _ in self.counts_as)


@described
class Vertex(NamedTuple):
    """A Rowhouse entered over one end of the hexside before it, where other enemies interdict than over the other end."""

    hex: Location
    end: Annotated[str, "Which end of the hexside.", Shape(enum=["west", "east", "north", "south"])]


@described
class Repulse(NamedTuple):
    """A Location from which the unit is thrown back, and its concealed enemies, of which some are revealed."""

    hex: Location
    by: Annotated[Ids, "The concealed enemies there."]


@described
class Attack(NamedTuple):
    """An attack on the way, and as what the unit moves for it."""

    hex: Location
    by: Annotated[str, "What attacks.", Shape(enum=["ffe", "minefield"])]
    manner: Annotated[str, "As what the unit moves.", Shape(enum=["ffnam", "assault_movement"]), Named("as")]


@described
class Unless(NamedTuple):
    """Concealment that the opponent may drop, so that the rule bars this step or a later one, or ends the rout."""

    hex: Location
    by: Annotated[Id, "The enemy that may drop its concealment."]
    when: Annotated[str, "Before or after the unit enters the Location.", Shape(enum=["before", "after"])]
    rule: RuleId


@described
class Reveal(NamedTuple):
    """An enemy who drops his concealment."""

    by: Annotated[Id, "The enemy."]
    hex: Annotated[Location, "The Location that the unit enters."]
    when: Annotated[str, "Before or after the unit enters it.", Shape(enum=["before", "after"])]


@described
class Event(NamedTuple):
    """An action of a unit in a turn on a table, with its rules and the way of its front left corner.

    Further facts of it have names of their own: a number, a word, or units.

    These are its `notes`. `on_way` are the rules of what the way brings with it; they do not decide where it leads.
    `block` is the ground of the unit after a move, in hundredths of an inch from where to where along x, y, x+y and
    x-y; it is empty where the unit is off the table.
    """

    turn: Annotated[Count, "The turn."]
    unit: Id
    does: Annotated[str, "What it does.", Shape(pattern=r"^[a-z][a-z_]*$")]
    path: Annotated[tuple[Place, ...], "Where it goes."] = ()
    inches: Annotated[tuple[Inches, ...], "What is spent on reaching each place of the path."] = ()
    rules: Annotated[tuple[Reason, ...], "By which rules.", Mark.ALWAYS] = ()
    notes: Annotated[tuple[tuple[str, int | float | str | tuple[str, ...]], ...], Mark.HIDDEN] = ()
    chance: Annotated[Chance | None, "That of a die that falls so."] = None
    passing: Annotated[
        Table[Id, Chance], "The chance of each unit that must check its morale to pass, where the position has dice."
    ] = ()
    on_way: Annotated[tuple[Reason, ...], Mark.HIDDEN] = ()
    block: Annotated[tuple[int, ...], Mark.HIDDEN] = ()

    def named(self, name: str) -> tuple[str, ...]:
        """Return the units that a note names."""
        units = dict(self.notes).get(name, ())
        return units if isinstance(units, tuple) else (str(units),)

    def to_json(self) -> dict[str, Any]:
        """Return the event in the form of the JSON output."""
        notes = {name: list(x) if isinstance(x, tuple) else x for name, x in self.notes}
        fields = form_json(self._replace(rules=self.rules + self.on_way))
        way = {name: fields.pop(name) for name in ("path", "inches", "chance", "passing") if name in fields}
        return fields | way | notes  # the rules stand before the way


@described
class BarredWay(NamedTuple):
    """A way to move on a table that is not open to a unit at first, and the rule that bars it."""

    way: Annotated[Text, "The way to move."]
    rule: RuleId
    because: Because


@described
class Step(NamedTuple):
    """A step of a rout, with its events; the first is the start."""

    hex: Annotated[Location, "The Location that it leads into."]
    mf: Annotated[Mf, "The MF spent by then."]
    discovers: Annotated[Ids, "The enemies that become Known."] = ()
    interdiction: Annotated[Interdiction | None, "Interdiction."] = None
    attacks: Annotated[tuple[Attack, ...], "Other attacks."] = ()
    vertex: Annotated[Vertex | None, "The vertex over which it enters a Rowhouse."] = None
    own_terrain: Annotated[bool, "Whether it pays for the terrain instead of the road."] = False
    legs: Annotated[tuple[Leg, ...], "The legs that begin there, after the first."] = ()
    thrown_back: Annotated[Repulse | None, "The Location from which it is thrown back there."] = None


@described
class Route(NamedTuple):
    """One legal rout."""

    posture: Annotated[Posture, "How the unit moves."]
    legs: Annotated[Some[Leg], "Its parts, one for each choice of a destination."]
    path: Annotated[Some[Location], "The Locations, from where it begins."]
    mf: Annotated[Some[Mf], "`mf[i]` are the MF spent on reaching `path[i]`."]
    discovers: Annotated[tuple[Discovery, ...], "The enemies that the unit meets on the way."]
    interdicted: Annotated[tuple[Interdiction, ...], "The Locations in which enemies interdict it."]
    end: Annotated[End, "How it ends."]
    partners: Annotated[Ids, "Units that go along.", Named("with")] = ()
    repulsed: Annotated[Repulse | None, "The Location from which it is thrown back."] = None
    attacks: Annotated[tuple[Attack, ...], "Attacks on the way."] = ()
    condition: Annotated[Text | None, "The condition in which the unit survives, if that has changed."] = None
    odds: Annotated[Chances, "The chances of each end; missing without a broken morale."] = ()
    holds: Annotated[
        bool | None, "Whether it stays legal if any one concealed enemy is revealed; missing if none is concealed."
    ] = None
    unless: Annotated[tuple[Unless, ...], "Reveals that could bar or end the rout."] = ()
    may_keep_dm: Annotated[bool, "It may retain DM where it ends."] = False
    captors: Annotated[Ids, "Enemies to which the unit may surrender where its rout ends."] = ()
    loses: Annotated[Ids, "Leaders that went along and are eliminated."] = ()
    hero: Annotated[Location | None, "Where Hero Creation puts a new hero beside the unit, which stays broken."] = None
    vertices: Annotated[tuple[Vertex, ...], "The vertices over which it enters Rowhouses, where that matters."] = ()
    events: Annotated[tuple[Event, ...], "The events, in their order.", Mark.ON_TABLE] = ()
    fate: Annotated[Fate | None, "How it ends for the unit.", Mark.ON_TABLE] = None
    fates: Annotated[Table[Id, Fate], "How it ends for each unit that takes part.", Mark.ON_TABLE] = ()
    chance: Annotated[Chance | None, "The chance that all its dice fall so.", Mark.ON_TABLE] = None
    unit: Annotated[Id, "The unit that routs.", Mark.HIDDEN] = ""
    fails: Annotated[tuple[Reason, ...], "The rules that eliminate it where it stops.", Mark.HIDDEN] = ()
    steps: Annotated[tuple[Step, ...], "Its steps on hexes, with their events.", Mark.HIDDEN] = ()

    @property
    def order(
        self,
    ) -> tuple[int, tuple[str, ...], tuple[tuple[str, str], ...], tuple[float, ...], tuple[Vertex, ...]]:
        """The key by which routes are listed: posture, path, legs, MF, vertices.

        Runs come first, then tunnels, then Low Crawls.
        """
        legs = tuple((leg.start, leg.to or "") for leg in self.legs)
        return POSTURES.index(self.posture), self.path, legs, self.mf, self.vertices

    def to_json(self) -> dict[str, Any]:
        """Return the route in the form of the JSON output."""
        fields = form_json(self)
        if not self.fate:
            fields.pop("fates", None)
        return fields


@described
class AgainstReveals(NamedTuple):
    """The worth of a rout if the opponent drops concealment at its worst."""

    enemies: Annotated[Ids, "The concealed enemies that could matter."]
    best: Annotated[Route, "The rout that is best against them, if they stay concealed."]
    worst: Annotated[Route, "Its result if both play their best."]
    reveals: Annotated[tuple[Reveal, ...], "The reveals of the opponent; empty if no reveal makes it worse."]
    positions: Annotated[Count, "The number of positions that were solved for this."]
    assumes: Annotated[
        tuple[Text, ...], "Facts that it takes for granted, a sentence each.", Shape(uniqueItems=True)
    ] = ()


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAnswer:
    """Everything about one unit.

    MF are Movement Factors, the unit's budget for moving. DM is Desperation Morale, the state in which a broken unit
    routs. An NMC is a Normal Morale Check, and SW are support weapons.
    """

    id: Id
    at: Annotated[Location, "The hex or Location of the unit."]
    mf: Annotated[Mf, "The MF that the unit may spend."]
    must_rout: Annotated[tuple[Reason, ...], "The rules that force it to rout; empty if it need not."]
    may_rout: Annotated[bool, "Whether it may rout."]
    verdict: Annotated[Verdict, "The result in a word."]
    reasons: Annotated[tuple[Reason, ...], "The rules behind the verdict."]
    destinations: Annotated[tuple[Destination, ...], "The destinations that it may choose at the start."]
    free: Annotated[bool, "Whether it may rout without a destination."]
    excluded: Annotated[tuple[Excluded, ...], "Cover hexes in reach that are not destinations."]
    routes: Annotated[tuple[Route, ...], "The routes that are listed: all of them, unless `--paths` says fewer."]
    routes_total: Annotated[Count, "The number of legal routes, listed or not.", Named("routes", inside="counts")]
    surviving: Annotated[Count, "The number of routes that the unit survives.", Named("surviving", inside="counts")]
    complete: Annotated[bool, "False if a time limit cut the routes short.", Mark.ALWAYS] = True
    applies: Annotated[
        tuple[tuple[str, str], ...],
        "Rules with several causes: the id, and a sentence on the cause that holds here.",
        Mark.HIDDEN,
    ] = ()
    notes: Annotated[
        tuple[tuple[str, str], ...],
        "Rules that decide beside the reasons: the id, and a sentence on this position.",
        Mark.HIDDEN,
    ] = ()
    dm: Annotated[tuple[RuleId, ...], "The rules that put it under DM."] = ()
    may_break: Annotated[bool, "Whether it is unbroken, and may break on purpose."] = False
    if_breaks: Annotated[Self | None, "Its answer if it breaks on purpose."] = None
    captors: Annotated[Ids, "Enemies to which it may surrender."] = ()
    surrenders_with: Annotated[Ids, "Units that surrender with it."] = ()
    abandons: Annotated[Ids, "SW that it leaves behind."] = ()
    may_keep_dm: Annotated[bool, "Whether it may retain DM where it is."] = False
    assumes: Annotated[
        tuple[Text, ...],
        "Facts that the position lacks and the answer takes for granted, a sentence each.",
        Shape(uniqueItems=True),
    ] = ()
    odds_assume: Annotated[
        tuple[Text, ...], "Facts that the odds of its routes take for granted, a sentence each."
    ] = ()
    odds_wanting: Annotated[
        bool, "Whether the odds are missing because the position has no broken morale.", Mark.HIDDEN
    ] = False
    may_accompany: Annotated[Ids, "Leaders that may go along."] = ()
    against: Annotated[
        AgainstReveals | None, "With `--against-reveals`: the value of its rout against the opponent's best reveals."
    ] = None
    partners: Annotated[Ids, "Leaders that go along where it routs.", Named("with")] = ()
    fates: Annotated[Table[Id, Chances], "The chances of each end, of each unit that takes part.", Mark.ON_TABLE] = ()
    barred: Annotated[tuple[BarredWay, ...], "Ways to move that are closed to it at first.", Mark.ON_TABLE] = ()
    loads: Annotated[Loads, "The sets of SW that it may carry."] = ((),)
    partner_loads: Annotated[Mapping[Id, Loads], "The sets of SW that each leader who goes along may carry."] = field(
        default_factory=dict
    )
    more_loads: Annotated[
        Mapping[Id, Count], "For each carrier the number of sets that are not listed, if many SW have one weight."
    ] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the unit in the form of the JSON output."""
        fields = form_json(self)
        if not self.routes:
            fields.pop("odds_assume", None)
        return fields


@described
@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one position, a line of `solve --ndjson` and `batch`."""

    file: File
    rules: RuleSet
    options: Options
    units: Annotated[tuple[UnitAnswer, ...], "Every unit that had to be answered."]
    complete: Annotated[bool, "False if a time limit cut the answer short; else missing in JSON."] = True
    volunteers: Annotated[
        Ids,
        "Unbroken units that may break on purpose and were not answered. Either they are many (ask for them by name), or "
        "the position is refused once they break (the fact breaks(U) says why).",
    ] = ()
    dice_unused: Annotated[int, "The number of given dice that no event uses.", Mark.HIDDEN] = 0

    def __getitem__(self, unit: str) -> UnitAnswer:
        """Return the answer for one unit, by its id.

        Raises KeyError for a unit that was not answered.
        """
        for each in self.units:
            if each.id == unit:
                return each
        raise KeyError(unit)

    def __iter__(self) -> Iterator[UnitAnswer]:
        return iter(self.units)

    def __contains__(self, unit: object) -> bool:
        return any(each.id == unit for each in self.units)

    def require_complete(self) -> None:
        """Raise TimeLimit if a time limit cut the answer short."""
        if not self.complete:
            raise TimeLimit(f"{self.file}: the time limit was reached before the answer was complete")

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout solve --json` prints for one file."""
        return {"schema": SCHEMA} | form_json(self)
