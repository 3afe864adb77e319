"""What an answer consists of. Everything here is immutable, and in the words of the game.

Hexes are strings (`"yK5"`), units are the ids of the instance, MF are floats in whole and half MF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from .errors import TimeLimit

Posture = Literal["run", "low_crawl"]
End = Literal["survives", "eliminated", "surrenders"]
Verdict = Literal["routs", "eliminated", "may_rout", "stays", "cannot_rout", "surrenders", "retreats"]

SCHEMA = "pyrout/1"


class Reason(NamedTuple):
    """A rule, and the enemies or hexes because of which it holds."""

    rule: str
    because: tuple[str, ...] = ()


class Destination(NamedTuple):
    """A hex that may be chosen at the start, its price in MF, and whether it need not be counted (`why` it may be ignored)."""

    hex: str
    mf: float
    ignorable: bool
    why: tuple[Reason, ...] = ()


class Excluded(NamedTuple):
    """A cover hex that is no destination: its price in MF (None where no legal way leads there) and a rule that excludes it."""

    hex: str
    mf: float | None
    rule: str
    because: tuple[str, ...]


class Leg(NamedTuple):
    """A part of a rout between two choices of a destination; `to` is None without one."""

    start: str
    to: str | None


class Discovery(NamedTuple):
    """Enemies that become Known on entering a hex."""

    hex: str
    enemies: tuple[str, ...]


class Interdiction(NamedTuple):
    """A hex entered under Interdiction, by whom, and what a pin or a failed NMC would do there. A failure would also
    eliminate the leaders that the unit `loses`."""

    hex: str
    by: tuple[str, ...]
    if_pinned: str
    if_failed: str
    loses: tuple[str, ...] = ()


class Repulse(NamedTuple):
    """A Location from which the unit is thrown back, and the concealed enemies there, one or more of whom are revealed."""

    hex: str
    by: tuple[str, ...]


class Attack(NamedTuple):
    """An attack on the way: the Location, by `ffe` or `minefield`, and as what the unit moves (`ffnam`, `assault_movement`)."""

    hex: str
    by: str
    manner: str


class Unless(NamedTuple):
    """Concealment that the opponent may drop: `by` drops it before or after the unit enters `hex`, and `rule` bars the step,
    or may end the rout."""

    hex: str
    by: str
    when: str
    rule: str


class Event(NamedTuple):
    """Something that happens on a table: what a unit does in a turn, by which rules, and where its front left corner goes
    (`inches` are spent on reaching each place of `path`). `notes` are further facts of it, by name. `chance` is that of a
    die that falls so. `on_way` are the rules of what the way brings with it; they do not decide where it leads."""

    turn: int
    unit: str
    does: str
    path: tuple[str, ...] = ()
    inches: tuple[float, ...] = ()
    rules: tuple[Reason, ...] = ()
    notes: tuple[tuple[str, int | str | tuple[str, ...]], ...] = ()
    chance: Fraction | None = None
    on_way: tuple[Reason, ...] = ()

    def named(self, name: str) -> tuple[str, ...]:
        """The units that a note names."""
        found = dict(self.notes).get(name, ())
        return found if isinstance(found, tuple) else (str(found),)

    def to_json(self) -> dict[str, Any]:
        """The event in the form of the JSON output."""
        found: dict[str, Any] = {
            "turn": self.turn,
            "unit": self.unit,
            "does": self.does,
            "rules": [_reason(r) for r in (*self.rules, *self.on_way)],
        }
        if self.path:
            found["path"] = list(self.path)
            found["inches"] = list(self.inches)
        if self.chance is not None:
            found["chance"] = str(self.chance)
        return found | {name: list(x) if isinstance(x, tuple) else x for name, x in self.notes}


class BarredWay(NamedTuple):
    """A way to move on a table that is not open to a unit at first: the rule that bars it, and because of what."""

    way: str
    rule: str
    because: tuple[str, ...]


class Route(NamedTuple):
    """One legal rout. `mf[i]` is what has been spent on reaching `path[i]`.

    `condition` is what the unit survives as, if that has changed; `odds` are the chances of each end (none without a
    broken morale). `holds` is None where nobody is concealed; else it says whether the rout stands whatever the opponent
    reveals, and `unless` which reveals could bar or end it. `may_keep_dm`: it may retain DM where it ends.
    `captors` may take a unit that surrenders there; `loses` are the leaders that it has lost on the way.
    """

    posture: Posture
    legs: tuple[Leg, ...]
    path: tuple[str, ...]
    mf: tuple[float, ...]
    discovers: tuple[Discovery, ...]
    interdicted: tuple[Interdiction, ...]
    end: End
    partners: tuple[str, ...] = ()
    repulsed: Repulse | None = None
    attacks: tuple[Attack, ...] = ()
    condition: str | None = None
    odds: tuple[tuple[str, Fraction], ...] = ()
    holds: bool | None = None
    unless: tuple[Unless, ...] = ()
    may_keep_dm: bool = False
    captors: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    fate: str | None = None
    fates: tuple[tuple[str, str], ...] = ()
    chance: Fraction | None = None

    @property
    def order(self) -> tuple[bool, tuple[str, ...], tuple[tuple[str, str], ...]]:
        """Routes are listed by this key: runs before Low Crawls, then by path, then by legs."""
        return self.posture == "low_crawl", self.path, tuple((leg.start, leg.to or "") for leg in self.legs)

    def to_json(self) -> dict[str, Any]:
        """The route in the form of the JSON output."""
        found: dict[str, Any] = {
            "posture": self.posture,
            "legs": [{"from": leg.start, "to": leg.to} for leg in self.legs],
            "path": list(self.path),
            "mf": list(self.mf),
            "discovers": [{"hex": d.hex, "enemies": list(d.enemies)} for d in self.discovers],
            "interdicted": [
                {"hex": i.hex, "by": list(i.by), "if_pinned": i.if_pinned, "if_failed": i.if_failed}
                | ({"loses": list(i.loses)} if i.loses else {})
                for i in self.interdicted
            ],
            "end": self.end,
        }
        if self.partners:
            found["with"] = list(self.partners)
        if self.repulsed:
            found["repulsed"] = {"hex": self.repulsed.hex, "by": list(self.repulsed.by)}
        if self.attacks:
            found["attacks"] = [{"hex": a.hex, "by": a.by, "as": a.manner} for a in self.attacks]
        if self.condition:
            found["condition"] = self.condition
        if self.odds:
            found["odds"] = {end: str(chance) for end, chance in self.odds}
        if self.holds is not None:
            found["holds"] = self.holds
        if self.unless:
            found["unless"] = [u._asdict() for u in self.unless]
        if self.may_keep_dm:
            found["may_keep_dm"] = True
        if self.captors:
            found["captors"] = list(self.captors)
        if self.loses:
            found["loses"] = list(self.loses)
        if self.events:
            found["events"] = [event.to_json() for event in self.events]
        if self.fate:
            found["fate"] = self.fate
            found["fates"] = dict(self.fates)
        if self.chance is not None:
            found["chance"] = str(self.chance)
        return found


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """Everything about one unit. `routes` lists as many as were asked for; `routes_total` and `surviving` count all.

    `if_breaks` is the answer that an unbroken unit would have if it broke on purpose. `odds_assume` says what the odds of
    the routes rest on; `odds_wanting` that the instance gives no broken morale to work them out from.
    """

    id: str
    at: str
    mf: float
    verdict: Verdict
    must_rout: tuple[Reason, ...]
    may_rout: bool
    reasons: tuple[Reason, ...]
    dm: tuple[str, ...]
    may_accompany: tuple[str, ...]
    loads: tuple[tuple[str, ...], ...]
    partner_loads: Mapping[str, tuple[tuple[str, ...], ...]]
    destinations: tuple[Destination, ...]
    free: bool
    excluded: tuple[Excluded, ...]
    routes: tuple[Route, ...]
    routes_total: int
    surviving: int
    complete: bool = True
    captors: tuple[str, ...] = ()
    may_break: bool = False
    if_breaks: UnitAnswer | None = None
    surrenders_with: tuple[str, ...] = ()
    abandons: tuple[str, ...] = ()
    may_keep_dm: bool = False
    odds_wanting: bool = False
    odds_assume: tuple[str, ...] = ()
    fates: tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...] = ()
    barred: tuple[BarredWay, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The unit in the form of the JSON output."""
        found: dict[str, Any] = {
            "id": self.id,
            "at": self.at,
            "mf": self.mf,
            "must_rout": [_reason(r) for r in self.must_rout],
            "may_rout": self.may_rout,
            "verdict": self.verdict,
            "reasons": [_reason(r) for r in self.reasons],
            "destinations": [{"hex": d.hex, "mf": d.mf, "ignorable": d.ignorable} for d in self.destinations],
            "free": self.free,
            "excluded": [{"hex": e.hex, "mf": e.mf, "rule": e.rule, "because": list(e.because)} for e in self.excluded],
            "routes": [route.to_json() for route in self.routes],
            "counts": {"routes": self.routes_total, "surviving": self.surviving},
            "complete": self.complete,
        }
        if self.dm:
            found["dm"] = list(self.dm)
        if self.may_break:
            found["may_break"] = True
        if self.if_breaks:
            found["if_breaks"] = self.if_breaks.to_json()
        if self.captors:
            found["captors"] = list(self.captors)
        if self.surrenders_with:
            found["surrenders_with"] = list(self.surrenders_with)
        if self.abandons:
            found["abandons"] = list(self.abandons)
        if self.may_keep_dm:
            found["may_keep_dm"] = True
        if self.odds_assume and self.routes:
            found["odds_assume"] = list(self.odds_assume)
        if self.may_accompany:
            found["may_accompany"] = list(self.may_accompany)
        if self.fates:
            found["fates"] = {u: {fate: str(chance) for fate, chance in rows} for u, rows in self.fates}
        if self.barred:
            found["barred"] = [{"way": b.way, "rule": b.rule, "because": list(b.because)} for b in self.barred]
        if self.loads != ((),):
            found["loads"] = [list(load) for load in self.loads]
        if any(loads != ((),) for loads in self.partner_loads.values()):
            found["partner_loads"] = {u: [list(load) for load in loads] for u, loads in self.partner_loads.items()}
        return found


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one position: every unit that had to be answered, under the rule set and the options named."""

    file: str
    rules: str
    options: Mapping[str, str]
    units: tuple[UnitAnswer, ...]
    complete: bool = True
    _by_id: dict[str, UnitAnswer] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {unit.id: unit for unit in self.units})

    def __getitem__(self, unit: str) -> UnitAnswer:
        """The answer for one unit, by its id. Raises KeyError for a unit that was not answered."""
        return self._by_id[unit]

    def require_complete(self) -> None:
        """Raises TimeLimit if a time limit cut the answer short."""
        if not self.complete:
            raise TimeLimit(f"{self.file}: the time limit was reached before the answer was complete")

    def to_json(self) -> dict[str, Any]:
        """The object that `pyrout solve --json` prints for one file; `complete` is there only when it is false."""
        found: dict[str, Any] = {
            "schema": SCHEMA,
            "file": self.file,
            "rules": self.rules,
            "options": dict(self.options),
            "units": [unit.to_json() for unit in self.units],
        }
        if not self.complete:
            found["complete"] = False
        return found


def _reason(reason: Reason) -> dict[str, Any]:
    return {"rule": reason.rule, "because": list(reason.because)}


class Judgement(NamedTuple):
    """What becomes of a claimed rout.

    `end` is `survives` or `eliminated` for a legal one, else None. An illegal one fails on the step from `before` to
    `after` (the `step`-th, from 1), or, with `after` None, because it may not end in `before`; `faults` are the rules that
    it breaks there, and the enemies or hexes because of which.
    """

    legal: bool
    end: str | None = None
    step: int = 0
    before: str | None = None
    after: str | None = None
    faults: tuple[Reason, ...] = ()


class BarredStep(NamedTuple):
    """A step that would be the first illegal one of some way, and what forbids it."""

    before: str
    after: str
    reasons: tuple[Reason, ...]


class UnitExplanation(NamedTuple):
    """Why a unit's answer is what it is; `around` are the neighbouring hexes with what forbids each (nothing: legal)."""

    answer: UnitAnswer
    around: tuple[BarredStep, ...]


class HexExplanation(NamedTuple):
    """Why a hex is or is not a destination at the start of the rout.

    Exactly one of these holds: it is a destination (`destination`); it is excluded although it can be reached
    (`excluded`); steps bar every way that the MF would pay for (`barred`, the first illegal step of each way); it is the
    hex where the unit starts, no cover, or out of reach (`not_cover`, `is_start`, `too_far`). `ends` are the routes that
    end there all the same.
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


class PlaceExplanation(NamedTuple):
    """On a table: a unit's answer, and the place of which it is asked what the unit does there (None: of none)."""

    answer: UnitAnswer
    place: str | None


Explanation = UnitExplanation | HexExplanation | PlaceExplanation
