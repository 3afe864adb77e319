"""Names and words that all games share: units, MF and verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .position.facts import Instance
from .results.answer import Posture, Reason, UnitAnswer

VERDICTS = {
    "routs": ("MUST ROUT", "yellow"),
    "eliminated": ("ELIMINATED for failure to rout", "red"),
    "may_rout": ("may rout", "green"),
    "stays": ("stays: it need not rout, and has no legal rout", None),
    "cannot_rout": ("cannot rout", None),
    "surrenders": ("SURRENDERS", "red"),
    "retreats": ("RETREATS", "yellow"),
}
POSED: dict[Posture, str] = {"run": "rout", "tunnel": "rout through a tunnel", "low_crawl": "Low Crawl"}
WATER = ("water", "river", "canal")
ENDS_AS = {"reduced": "Casualty Reduced", "disrupted": "Disrupted"}
LOST = {"eliminated": "elimination", "surrenders": "surrender"}
ENDS = {end: f", and it ends in {word}" for end, word in LOST.items()}


def mf(value: float) -> str:
    """Return MF as players write them: `4 MF`, `1½ MF`."""
    whole, half = divmod(int(value * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''} MF"


def manner(posture: Posture) -> str:
    """Return the manner of a rout in words, with a space behind; empty for a run."""
    return {"run": "", "tunnel": "through a tunnel ", "low_crawl": "Low Crawl "}[posture]


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return words as an English list."""
    *most, end = list(words) or ["nobody"]
    return f"{', '.join(most)} {last} {end}" if most else end


def ways(number: int) -> str:
    """Return a number of ways in words: `1 way`, `17 ways`."""
    return f"{number} way{'s' if number != 1 else ''}"


def ways_and_ends(unit: UnitAnswer) -> str:
    """Return the number of ways of a unit and its losses: `17 ways, 1 of them ending in surrender`."""
    lost = unit.routes_total - unit.surviving
    fates = {"eliminated": "elimination", "surrenders": "surrender"}
    ends = sorted({fates[route.end] for route in unit.routes if route.end in fates}) or ["elimination"]
    return ways(unit.routes_total) + (f", {lost} of them ending in {' or '.join(ends)}" if lost else "")


UNIT_WORD = re.compile(r"(?<![\w.-])[a-z]+\d+(?![\w-])")  # an id of a unit as most positions have it: a1, ge12


def group_units(sentences: Iterable[str]) -> Iterator[str]:
    """Yield sentences; of those that differ in a unit alone the first, and the other units.

    >>> list(group_units(["a1 fires at it", "a2 fires at it", "it is day", "it is day", "a3 fires at it"]))
    ['a1 fires at it; likewise a2 and a3', 'it is day']
    """
    alike: dict[str, list[tuple[str, str]]] = {}
    for sentence in dict.fromkeys(sentences):
        unit = UNIT_WORD.search(sentence)
        rest = re.sub(rf"\b{unit[0]}\b", "\0", sentence) if unit else sentence
        alike.setdefault(rest, []).append((sentence, unit[0] if unit else ""))
    for (first, _), *others in alike.values():
        yield f"{first}; likewise {join_words(unit for _, unit in others)}" if others else first


def join_causes(clauses: Iterable[str]) -> Iterator[str]:
    """Yield clauses; those that differ in the unit at their end alone become one.

    >>> list(join_causes(["it is in the LOS of a1", "it is in the LOS of a2", "it is ADJACENT to a1"]))
    ['it is in the LOS of a1 and a2', 'it is ADJACENT to a1']
    """
    alike: dict[str, list[str]] = {}
    for clause in dict.fromkeys(clauses):
        head, space, last = clause.rpartition(" ")
        whole = not space or not UNIT_WORD.fullmatch(last)
        alike.setdefault(clause if whole else head, []).extend([] if whole else [last])
    for head, units in alike.items():
        yield f"{head} {join_words(units)}" if units else head


class Names:
    """The names of the units of an instance in sentences."""

    def __init__(self, instance: Instance) -> None:
        self._kinds = {str(f.args[0]): (str(f.args[1]), str(f.args[2])) for f in instance.of("unit")}
        self._statuses = {(str(f.args[0]), str(f.args[1])) for f in instance.of("status")}
        self._places = {str(f.args[0]): "@".join(map(str, f.args[1:])) for f in instance.of("at")}
        self._owned = [(str(f.args[0]), str(f.args[1])) for f in instance.of("possesses")]
        self._spots = instance.spots
        bridged = {str(f.args[0]) for f in instance.of("feature") if str(f.args[1]) == "bridge"}
        cliffs = [f.args for f in instance.of("hexside") if str(f.args[2]) == "cliff"]
        self._cliffs = {f"{a}-{b}" for one, other, *_ in cliffs for a, b in ((one, other), (other, one))}
        water = {str(f.args[0]) for f in instance.of("terrain") if str(f.args[1]) in WATER}
        self._fords = water - bridged  # water that a rout enters is a ford

    def has(self, unit: str, status: str) -> bool:
        """Return True if the position itself says that a unit has this status."""
        return (unit, status) in self._statuses

    def pins_in(self, place: str) -> bool:
        """Return True if an NMC can pin a unit that enters the place: not in a ford (B21.43)."""
        return place not in self._fords

    def owned(self, unit: str) -> list[str]:
        """Return the SW that a unit possesses."""
        return sorted(weapon for owner, weapon in self._owned if owner == unit)

    def unit(self, unit: str) -> str:
        """Return a unit in words: `g1 (german squad)`."""
        side, kind = self._kinds[unit]
        return f"{unit} ({side} {kind.replace('_', '-')})"

    def cause(self, thing: str) -> str:
        """Return a cause in words: `a2 in yL4` for a unit, `yK6` for a hex, `the cliff yK5-yK6` for its hexside."""
        if thing in self._cliffs:
            return f"the cliff {thing}"
        return f"{thing} in {self._places[thing]}" if thing in self._places else thing

    def touch(self, one: str, other: str) -> bool:
        """Return True if two hexes, or those of two Locations, touch or are one, or if one is not on the map."""
        spots = [self._spots.get(place.partition("@")[0]) for place in (one, other)]
        (a, b) = spots
        return a is None or b is None or (abs(a[0] - b[0]), abs(a[1] - b[1])) in ((0, 0), (0, 2), (1, 1))

    def enemies_named(self, reason: Reason, unit: str) -> Reason:
        """Return the reason, with the enemies of a unit that are to be seen in place of the Location where they are."""
        side = self._kinds[unit][0]
        because: list[str] = []
        for thing in reason.because:
            there = [
                other
                for other, place in self._places.items()
                if place == thing and self._kinds.get(other, (side, ""))[0] != side
                if not (self.has(other, "concealed") or self.has(other, "hidden"))
            ]
            because += sorted(there) or [thing]
        return Reason(reason.rule, tuple(dict.fromkeys(because)))

    def because(self, reason: Reason) -> str:
        """Return `[rule-id]`, preceded by its causes."""
        causes = join_words(map(self.cause, reason.because)) + " " if reason.because else ""
        return f"{causes}[{reason.rule}]"


def note_lines(notes: Iterable[tuple[str, str]], indent: str = "  ") -> Iterator[str]:
    """Yield a line for each note: a part of a rule that decides, besides the reasons."""
    return (f"{indent}note: {sentence} [{rule}]" for rule, sentence in notes)
