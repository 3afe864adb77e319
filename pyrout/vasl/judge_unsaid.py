"""Facts that no log states, and that a verdict may depend on: each is another reading of the position.

A verdict that differs in another reading is open, and says on which fact it depends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..errors import InstanceError
from ..hexes.judge_stops import Judged
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance
from ..position.vocabulary import Name, Value
from ..wording import join_words
from .saves.facts import AFV_RANGE, WIRE


class Reading(NamedTuple):
    """Another reading of a position: a clause that says what is so in it, why it may be so, and the facts that it adds.

    One that `only_permits` takes no legal rout away. `removed` are facts of the position that do not hold in it.
    """

    clause: str
    why: str
    facts: tuple[Fact, ...]
    only_permits: bool = False
    removed: tuple[Fact, ...] = ()
    about: str = ""

    def of(self, position: Instance) -> Instance:
        """Return the position in this reading. Raises InstanceError for one that contradicts itself."""
        if self.removed:
            gone = {fact[:2] for fact in self.removed}
            kept = tuple(fact for fact in position.facts if fact[:2] not in gone)
            position = Instance(position.name, kept)
        return with_facts(position, self.facts)

    @property
    def asked(self) -> str:
        """The fact that the log does not say."""
        return self.about or f"whether {self.clause}: {self.why}"


def readings(
    position: Instance, unit: str, no_quarter: bool = False, said: Collection[Fact] = (), path: Sequence[str] = ()
) -> Iterator[Reading]:
    """Yield the readings of a position that the verdict on a unit may depend on, for a rout along `path`.

    `no_quarter`: a counter declares No Quarter, and does not say against whom. `said`: facts that the player has given
    or taken away; no reading changes these.
    """
    settled = {fact[:2] for fact in said}
    ranges = {fact.args[0] for fact in said if fact.name == "normal_range"}
    for reading in (*_readings(position, unit, no_quarter), *_wires(position, unit, said, path)):
        changed = (*reading.facts, *reading.removed)
        if not any(fact[:2] in settled or (fact.name == "normal_range" and fact.args[0] in ranges) for fact in changed):
            yield reading


def _readings(position: Instance, unit: str, no_quarter: bool) -> Iterator[Reading]:
    statuses = {(str(fact.args[0]), str(fact.args[1])) for fact in position.of("status")}
    if (unit, "dm") not in statuses:
        yield Reading("it was under DM", "no DM counter lies on it", (_status(unit, "dm"),), only_permits=True)
    side = position.sides[unit]
    if no_quarter and not any(str(fact.args[0]) == side for fact in position.of("no_quarter")):
        fact = Fact("no_quarter", (Name(side),))
        yield Reading(
            f"No Quarter is in effect against the {side} side", "a counter declares it, and not against whom", (fact,)
        )
    kinds = {str(fact.args[0]): str(fact.args[2]) for fact in position.of("unit")}
    where = {str(fact.args[0]): fact.args[1:] for fact in position.of("at")}
    together: dict[tuple[Value, ...], list[str]] = {}
    for other, place in where.items():
        apart = {"melee", "concealed", "hidden", "captured"}
        if kinds[other] not in ("dummy", "aircraft") and not any((other, each) in statuses for each in apart):
            together.setdefault(place, []).append(other)
    for place, several in together.items():
        if len({position.sides[other] for other in several}) > 1 and not _in_melee(position, statuses, place):
            facts = tuple(_status(other, "melee") for other in several)
            yield Reading(f"the units in {place[0]} are in Melee", "no Melee counter lies there", facts)
    aboard = {str(fact.args[0]) for name in ("passenger", "rider") for fact in position.of(name)}
    for other in together.get(where[unit], ()):
        if kinds[other] == "vehicle" and position.sides[other] == side and unit not in aboard:
            fact = Fact("passenger", (Name(unit), Name(other)))
            yield Reading(f"it is aboard {other}", "it may be a Passenger, or beside the vehicle", (fact,))
    yield from _guns(position, side, where)
    yield from _vehicles(position, side, statuses)


def roll_for_wire(position: Instance) -> Instance:
    """Return a position in which leaving Wire takes a dr of 1 where nothing says what it takes."""
    given = {fact.args[0] for fact in position.of("wire_exit")}
    wires = [fact.args[0] for fact in position.of("feature") if str(fact.args[1]) == WIRE]
    return with_facts(position, [Fact("wire_exit", (hex_, 1)) for hex_ in wires if hex_ not in given])


def _wires(position: Instance, unit: str, said: Collection[Fact], path: Sequence[str]) -> Iterator[Reading]:
    """Yield the readings of other dr for leaving the Wire that the unit is on, or reaches on its path."""
    given = {fact.args[0] for fact in said if fact.name == "wire_exit"}
    left = {fact.args[1] for fact in position.of("at") if str(fact.args[0]) == unit}
    left.update(place.partition("@")[0] for place in path)
    for fact in position.of("wire_exit"):
        hex_ = fact.args[0]
        for dr in range(2, 7) if hex_ in left and hex_ not in given else ():
            other, about = (Fact("wire_exit", (hex_, dr)),), f"the dr for leaving the Wire in {hex_}"
            yield Reading(f"{about} is {dr}", "it is not read", other, removed=(fact,), about=about)


def either(several: Sequence[Reading]) -> str:
    """Return the clause of readings that give one thing different values."""
    values = [str(reading.facts[0].args[-1]) for reading in several]
    return f"{several[0].about} is {join_words(values, 'or')}"


def at_once(several: Sequence[Reading]) -> Iterator[Reading]:
    """Yield the reading in which several are so at once; none for fewer than two."""
    if len(several) > 1:
        facts = tuple(dict.fromkeys(fact for each in several for fact in each.facts))
        reasons = dict.fromkeys(each.why for each in several)
        removed = tuple(dict.fromkeys(fact for each in several for fact in each.removed))
        clause = join_words([each.clause for each in several])
        yield Reading(clause, join_words(list(reasons)), facts, removed=removed)


def _in_melee(position: Instance, statuses: Collection[tuple[str, str]], place: tuple[Value, ...]) -> bool:
    return any(fact.args[1:] == place and (str(fact.args[0]), "melee") in statuses for fact in position.of("at"))


def _guns(position: Instance, side: str, where: Mapping[str, tuple[Value, ...]]) -> Iterator[Reading]:
    """Yield the reading in which the enemies' Guns cannot fire at anybody without turning."""
    owners = {str(fact.args[1]): str(fact.args[0]) for fact in position.of("possesses")}
    turned = {str(fact.args[0]) for fact in position.of("covered_arc")}
    guns = {
        gun: owners[gun]
        for gun in (str(fact.args[0]) for fact in position.of("sw") if str(fact.args[1]) == "gun")
        if gun in owners and gun not in turned and position.sides[owners[gun]] != side
    }
    if guns:
        facts = tuple(Fact("covered_arc", (Name(gun), where[owner][0])) for gun, owner in guns.items())
        clause = f"{join_words(guns)} would have to turn to fire at it"
        yield Reading(clause, "the facing of a Gun is not read", facts)


def _vehicles(
    position: Instance,
    side: str,
    statuses: Collection[tuple[str, str]],
) -> Iterator[Reading]:
    """Yield the readings of the weapons of enemy vehicles."""
    kinds = {str(fact.args[0]): str(fact.args[2]) for fact in position.of("unit")}
    ranges = {str(fact.args[0]): fact for fact in position.of("normal_range")}
    vehicles = [
        unit
        for unit, kind in kinds.items()
        if kind == "vehicle" and position.sides[unit] != side and (unit, "unarmed") not in statuses
    ]
    armed = [unit for unit in vehicles if unit in ranges]
    if armed:
        clause = f"the weapons of {join_words(armed)} do not reach it"
        yield Reading(clause, "the weapons of vehicles are not read", (), removed=tuple(ranges[unit] for unit in armed))
    unarmed = [unit for unit in vehicles if unit not in ranges]
    if unarmed:
        facts = tuple(Fact("normal_range", (Name(unit), AFV_RANGE)) for unit in unarmed)
        yield Reading(f"{join_words(unarmed)} could fire at it", "the weapons of vehicles are not read", facts)


def weigh(judged: Judged, others: Iterable[Reading], judge: Callable[[Reading], Judged]) -> tuple[Judged, list[str]]:
    """Return a judgement, open if it differs in another reading, and what it depends on then.

    `judge` judges in a reading; one that the rule set refuses does not count. All are tried together where none of them
    decides by itself.
    """
    depends: list[str] = []
    weighed = judged
    tried: list[Reading] = []
    alike: dict[tuple[str, str], list[tuple[Reading, Judged]]] = {}  # the readings that decide, by what they are about
    for reading in others:
        if judged.verdict == "open" or (reading.only_permits and judged.verdict == "legal"):
            continue
        try:
            other = judge(reading)
        except InstanceError:
            continue
        tried.append(reading)
        if other.verdict != judged.verdict:
            depends.append(reading.asked)
            alike.setdefault((reading.about, other.verdict), []).append((reading, other))
        elif reading.only_permits and not depends:
            weighed = other  # what is wrong with it although more is permitted is wrong in both readings
    if alike:
        deciding = next(iter(alike.values()))
        first, other = deciding[0]
        weighed = between(judged, other, either([reading for reading, _ in deciding]) if first.about else first.clause)
    for reading in () if depends else at_once(tried):
        try:
            other = judge(reading)
        except InstanceError:
            continue
        if other.verdict != judged.verdict:
            return between(judged, other, reading.clause), [reading.asked]
    return weighed, list(dict.fromkeys(depends))


def between(judged: Judged, other: Judged, clause: str) -> Judged:
    """Return the open judgement between one and that in a reading: the ways of one, the faults of the other."""
    wrong, right = (judged, other) if judged.verdict == "illegal" else (other, judged)
    said = f"{_in_words(other)} if {clause}; else {_in_words(judged)}"
    return right._replace(
        verdict="open",
        said=said,
        faults=wrong.faults,
        before=wrong.before,
        after=wrong.after,
        assumes=tuple(dict.fromkeys((*judged.assumes, *other.assumes))),
        can_rout=judged.can_rout if judged.can_rout == other.can_rout else None,
    )


def _in_words(judged: Judged) -> str:
    wrong = judged.said or (f"{judged.before} - {judged.after}" if judged.before and judged.after else "")
    return f"{judged.verdict}: {wrong}" if wrong else judged.verdict


def _status(unit: str, status: str) -> Fact:
    return Fact("status", (Name(unit), Name(status)))
