"""The exact chances of a rout under Interdiction: two dice, and what the encodings say of each result."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple

from ..program import rule_sets
from ..program.control import Symbol, alone
from ..results.answer import Interdiction, Step
from .ground import PositionProgram

OPEN = "heat_of_battle"  # an original 2 without a given effect
DICE = Counter(a + b for a in range(1, 7) for b in range(1, 7))


ORIGINALS = frozenset({"two", "twelve"})


class _CheckTable(NamedTuple):
    """The results of a DR by the encodings, for each morale, and the meaning of original DRs."""

    results: dict[tuple[int, int], str]
    originals: dict[int, str]


@cache
def _check_table() -> _CheckTable:
    world = alone(rule_sets.from_file("rout/nmc.lp"), "")
    world.ground(("base", []))
    results = {(morale, roll): result for morale, roll, result in world.table("result", 3)}
    return _CheckTable(results, dict(world.table("original", 2)))


@cache
def results(morale: int, drm: int = 0, originals: Collection[str] = ORIGINALS) -> Mapping[str, Fraction]:
    """Return the chance of each result of an NMC by two dice, with a morale of 0 to 12 and a DRM.

    `originals`: which of `two` and `twelve` the rule set knows; they are those of the dice, whatever the morale and
    the DRM.

    >>> {result: str(chance) for result, chance in results(7).items()}
    {'two': '1/36', 'pass': '7/18', 'pin': '1/6', 'fail': '7/18', 'twelve': '1/36'}
    >>> {result: str(chance) for result, chance in results(7, -1, ()).items()}
    {'pass': '7/12', 'pin': '5/36', 'fail': '5/18'}
    """
    table = _check_table()
    by_result: dict[str, Fraction] = defaultdict(Fraction)
    for roll, ways in sorted(DICE.items()):
        original = table.originals.get(roll, "")
        by_result[original if original in originals else table.results[morale - drm, roll]] += Fraction(ways, 36)
    return MappingProxyType(by_result)


def counted(chances: Mapping[str, Fraction], counts_as: Mapping[str, str]) -> dict[str, Fraction]:
    """Return chances with each result under the name of the one that it counts as."""
    by_result: dict[str, Fraction] = defaultdict(Fraction)
    for result, chance in chances.items():
        by_result[counts_as.get(result, result)] += chance
    return dict(by_result)


class Roll(NamedTuple):
    """The rules for the dice of one unit's NMC.

    They are the DRM of the leader with it, the results that eliminate him, the originals that the rule set knows, and
    the results that differ for this unit.
    """

    drm: int
    parting: frozenset[str]
    originals: frozenset[str]
    counts_as: Mapping[str, str]

    @classmethod
    def of(cls, ground: PositionProgram, unit: str) -> Roll:
        """Return the roll of a unit whose walk is grounded."""
        world = ground.world_of(unit)
        return cls(
            next((drm for (drm,) in ground.of(unit, "check_drm", 2)), 0),
            frozenset(result for (result,) in world.table("costs_leader", 1)),
            frozenset(result for (result,) in world.table("counts_original", 1)),
            dict(ground.of(unit, "counts_as", 3)),
        )

    def chances(self, morale: int, *, led: bool) -> dict[str, Fraction]:
        """Return the chance of each result with a morale: as long as its leader is with it (`led`), or without him."""
        return counted(results(morale, self.drm if led else 0, self.originals), self.counts_as)


class Checks(NamedTuple):
    """The possible results of a unit's NMC.

    They are given with the leader who gives a DRM, and after his loss by one of `parting`. `open`: the position
    leaves an original's effect open. `void` are the results that no NMC has in a Location, such as a pin in a ford.
    """

    led: frozenset[str]
    unled: frozenset[str]
    parting: frozenset[str]
    open: bool
    void: Mapping[str, frozenset[str]]

    def after(self, results: Iterable[str], hex_: str = "") -> frozenset[str]:
        """Return the possible results of the next NMC after these, in a Location if one is given."""
        possible = self.led if self.parting.isdisjoint(results) else self.unled
        return possible - self.void.get(hex_, frozenset())


def checks(ground: PositionProgram, unit: str, chances: Chances | None) -> Checks:
    """Return the possible results of a unit's NMC; without chances, all that the rule set knows."""
    roll = Roll.of(ground, unit)
    told = {"pass"} | {row[0] for row in ground.of(unit, "nmc_outcome", 5)}
    led, unled = chances.possible if chances else (told | roll.originals, told | roll.originals)
    void: dict[str, frozenset[str]] = defaultdict(frozenset)
    for place, result, _ in ground.of(unit, "counts_as_in", 4):
        void[place] |= {result}
    return Checks(frozenset(led & told), frozenset(unled & told), roll.parting, bool((led | unled) - told), void)


class Course(NamedTuple):
    """One course of the NMC on a route: results, steps made, end (as in `Chances.ends`), and chance.

    `short`: a wound left too few MF for the rest of the way, and the new way is not followed. `changed`: the unit
    went on in another condition.
    """

    took: tuple[tuple[str, str], ...]
    made: int
    end: str
    chance: Fraction
    short: bool = False
    changed: bool = False


_Condition = tuple[str | Symbol, int]  # a unit's condition, and its wounds where they count


class Chances:
    """The effects of NMC results on one unit, by the rule set. `given` are the results that the instance fixes."""

    def __init__(self, ground: PositionProgram, unit: str, morale: int, given: Mapping[str, str]) -> None:
        world, of = ground.world_of(unit), partial(ground.of, unit)
        ((self._start,),) = of("start_condition", 2)
        roll = Roll.of(ground, unit)
        self._in_hex: dict[str, dict[str, str]] = defaultdict(dict)
        for hex_, result, other in of("counts_as_in", 4):
            self._in_hex[hex_][result] = other
        self._given = {place: roll.counts_as.get(result, result) for place, result in given.items()}
        self.parting = roll.parting
        self._alone = {condition for condition, _ in of("leader_lost", 3)}  # there whoever gave the DRM is lost
        self._led, self._unled = (roll.chances(morale, led=led) for led in (True, False))
        self._severity = {wounds: Fraction(sixths, 6) for wounds, sixths in of("severity", 3)}
        self._before = next((wounds for (wounds,) in of("wounds_before", 2)), 0)
        self._falls = {(result, condition, spent): then for result, condition, spent, then in of("nmc_outcome", 5)}
        self._mf: dict[str | Symbol, int] = dict(of("mf", 3))
        self._label: dict[str | Symbol, str] = dict(world.table("label", 2))
        self._tested = set(world.table("takes_pin_result", 2))
        self._halting = {condition for (condition,) in world.table("halting", 1)}

    @property
    def possible(self) -> tuple[set[str], set[str]]:
        """The results that an NMC can have, with the leader who gives a DRM and without."""
        killed = {"killed"} if self._severity else set()
        return set(self._led) | killed, set(self._unled) | killed

    def ends(self, steps: Iterable[Step], end: str) -> tuple[tuple[str, Fraction], ...]:
        """Return the chance of each end of a route, the likeliest first.

        `survives` is the route as listed; who goes on in another condition, or stops in one, is counted under its
        name; `end` is what becomes of a unit that gets there.
        """
        alive: dict[_Condition, Fraction] = {(self._start, self._before): Fraction(1)}
        ends: dict[str, Fraction] = defaultdict(Fraction)
        for step in steps:
            after: dict[_Condition, Fraction] = defaultdict(Fraction)
            for before, chance in alive.items():
                if step.mf * 2 > self._mf[before[0]]:
                    ends[self._label[before[0]]] += chance
                elif step.interdiction is None:
                    after[before] += chance
                else:
                    for result, part, then, stops in self._check(*before, step, step.interdiction):
                        if stops:
                            ends[stops] += chance * part
                        else:
                            after[then, before[1] + (result == "fail")] += chance * part
            alive = after
        for (condition, _), chance in alive.items():
            survives = end == "survives" and condition != self._start
            ends[self._label[condition] if survives else end] += chance
        return tuple(sorted(((e, p) for e, p in ends.items() if p), key=lambda row: (-row[1], row[0])))

    def courses(self, steps: Sequence[Step], end: str) -> list[Course]:
        """Return every way in which the NMC on a route can come out, apart from each other; `ends` sums them up."""
        listed: list[Course] = []
        todo: list[tuple[int, _Condition, tuple[tuple[str, str], ...], Fraction]]
        todo = [(0, (self._start, self._before), (), Fraction(1))]
        while todo:
            made, (condition, wounds), took, chance = todo.pop()
            if made == len(steps):
                survives = end == "survives" and condition != self._start
                changed = any(result != "pass" and hex_ != steps[-1].hex for hex_, result in took)
                listed.append(Course(took, made, self._label[condition] if survives else end, chance, changed=changed))
                continue
            step = steps[made]
            if step.interdiction is None:
                todo.append((made + 1, (condition, wounds), took, chance))
                continue
            for result, part, then, stops in self._check(condition, wounds, step, step.interdiction):
                so_far, now = (*took, (step.hex, result)), chance * part
                if stops:
                    listed.append(Course(so_far, made + 1, stops, now))
                elif steps[-1].mf * 2 <= self._mf[then]:
                    todo.append((made + 1, (then, wounds + (result == "fail")), so_far, now))
                else:  # who has no MF left stops there, as who is pinned does
                    short = step.mf * 2 < self._mf[then]
                    listed.append(Course(so_far, made + 1, self._label[then], now, short))
        return [course for course in listed if course.chance]

    def _results(self, condition: str | Symbol, wounds: int, hex_: str) -> Mapping[str, Fraction]:
        """Return the chances of the results of a unit's NMC in one condition, with a number of wounds."""
        fixed = self._given.get(hex_)
        if fixed:
            return {fixed: Fraction(1)}
        chances = self._unled if condition in self._alone else self._led
        if hex_ in self._in_hex:
            chances = counted(chances, self._in_hex[hex_])
        if not self._severity or "fail" not in chances:
            return chances
        kills = self._severity.get(wounds, Fraction(1)) * chances["fail"]
        return {**chances, "fail": chances["fail"] - kills, "killed": kills}

    def _check(
        self, condition: str | Symbol, wounds: int, step: Step, shot: Interdiction
    ) -> Iterator[tuple[str, Fraction, str | Symbol, str]]:
        """Yield the results of an NMC on a unit, each with its chance, the condition after it, and the end if one is there."""
        for result, part in self._results(condition, wounds, step.hex).items():
            then = condition if result == "pass" else self._falls.get((result, condition, int(step.mf * 2)))
            if then is None:
                yield result, part, condition, OPEN
            elif (then, shot.if_pinned) in self._tested:
                yield result, part, then, shot.if_pinned
            else:
                yield result, part, then, self._label[then] if then in self._halting else ""


def describe_chances(odds: Sequence[tuple[str, Fraction]]) -> str:
    """Return chances in words: `survives 5/12, reduced 1/3, eliminated 1/4`."""
    return ", ".join(f"{end.replace('_', ' ')} {chance}" for end, chance in odds)
