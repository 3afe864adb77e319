"""Names and words that all games share: units, MF and verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from .base import span
from .base.span import Said
from .position.facts import Instance, range_between
from .position.vocabulary import WORDS
from .results.answer import Posture, Reason, UnitAnswer


class Verdict(NamedTuple):
    """The words of a verdict: in a line, with its colour, and in one word for the page."""

    words: str
    colour: str | None
    chip: str


VERDICTS = {
    "routs": Verdict("MUST ROUT", "yellow", "MUST"),
    "eliminated": Verdict("ELIMINATED for failure to rout", "red", "ELIMINATED"),
    "may_rout": Verdict("may rout", "green", "MAY"),
    "stays": Verdict("stays: it need not rout, and has no legal rout", None, "STAYS"),
    "cannot_rout": Verdict("cannot rout", None, "CANNOT"),
    "surrenders": Verdict("SURRENDERS", "red", "SURRENDERS"),
    "retreats": Verdict("RETREATS", "yellow", "RETREATS"),
}
POSED: dict[Posture, str] = {"run": "rout", "tunnel": "rout through a tunnel", "low_crawl": "Low Crawl"}
ENDS_AS = {"reduced": "Casualty Reduced", "disrupted": "Disrupted"}
LOST = {"eliminated": "elimination", "surrenders": "surrender"}
AT_START = " at the start"  # of cover that may become the destination on the way
ENDS = {end: f", and it ends in {word}" for end, word in LOST.items()}


def number(value: float) -> str:
    """Return a number as players write it: `4`, `1½`."""
    whole, half = divmod(int(value * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def mf(value: float) -> str:
    """Return MF as players write them: `4 MF`, `1½ MF`."""
    return f"{number(value)} MF"


def mf_range(spent: Collection[float]) -> str:
    """Return the MF of several ways: `3 to 6 MF`, or those of all."""
    least, most = min(spent), max(spent)
    return mf(least) if least == most else f"{number(least)} to {mf(most)}"


def manner(posture: Posture) -> str:
    """Return the manner of a rout in words, with a space behind; empty for a run."""
    return {"run": "", "tunnel": "through a tunnel ", "low_crawl": "Low Crawl "}[posture]


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return words as an English list."""
    *most, end = list(words) or ["nobody"]
    return Said(span.joined(most, ", "), f" {last} ", end) if most else end


def no_goal(location: str, ends: bool, when: str = "") -> str:
    """Return that a Location is no destination: for `ends` of one in which a rout may end nevertheless."""
    said = f" is no destination{when}, though a rout may end there" if ends else " is not a legal destination"
    return Said(location, said)


def ways(number: int) -> str:
    """Return a number of ways in words: `1 way`, `17 ways`."""
    return f"{number} way{'s' if number != 1 else ''}"


def ways_and_ends(unit: UnitAnswer) -> str:
    """Return the number of ways of a unit and its losses: `17 ways, 1 of them ending in surrender`."""
    lost = unit.routes_total - unit.surviving
    ends = sorted({LOST[route.end] for route in unit.routes if route.end in LOST}) or ["elimination"]
    return ways(unit.routes_total) + (f", {lost} of them ending in {' or '.join(ends)}" if lost else "")


def lost_ends(unit: UnitAnswer) -> dict[str, str]:
    """Return the Locations where all ways that end there are lost alike, each with how: `eliminated`."""
    fates: dict[str, set[str]] = {}
    for route in unit.routes:
        fates.setdefault(route.path[-1], set()).add(route.end)
    return {location: end for location, (end, *others) in fates.items() if end in LOST and not others}


def group_alike(sentences: Iterable[str]) -> Iterator[str]:
    """Yield sentences; of those that differ in a unit or in hexes alone the first, and the other units or hexes.

    >>> a1, a2, a3, day = span.name("a1"), span.name("a2"), span.name("a3"), "it is day"
    >>> list(group_alike([Said(a1, " fires"), Said(a2, " fires"), day, day, Said(a3, " fires")]))
    ['a1 fires; likewise a2 and a3', 'it is day']
    >>> list(group_alike(Said("the crags of ", hex_, " are bare") for hex_ in ("yC5", "yD5", "yD6")))
    ['the crags of yC5 are bare; likewise yD5 and yD6']
    >>> list(group_alike([Said(a1, " sees ", "yC5"), Said(a1, " sees ", "yC6"), Said(a2, " sees ", "yD5")]))
    ['a1 sees yC5; likewise yC6 and a2 yD5']
    """
    for (first, _), *others in alike(sentences):
        yield Said(first, f"; likewise {join_words(word for _, word in others)}") if others else first


def alike(sentences: Iterable[str]) -> Iterator[list[tuple[str, str]]]:
    """Yield the sentences that differ in a unit and in hexes alone together, each with what differs in it from the first."""
    groups: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
    for sentence in dict.fromkeys(sentences):
        parts = [*span.spans_of([sentence])]
        unit = next((str(part) for part in parts if span.is_a(part, "name") and part not in WORDS), "")
        hexes = [part.partition("@")[0] for part in parts if span.is_hex(part)]
        form = ("\0" if part == unit else part.partition("@")[2] if span.is_hex(part) else part for part in parts)
        groups.setdefault(tuple(form), []).append((sentence, unit, "-".join(dict.fromkeys(hexes))))
    for group in groups.values():
        _, *firsts = group[0]
        yield [
            (said, " ".join(one for one, its in zip(words, firsts, strict=True) if one != its))
            for said, *words in group
        ]


def join_causes(clauses: Iterable[str]) -> Iterator[str]:
    """Yield clauses; those that differ in the unit at their end alone become one.

    >>> a1, a2 = span.name("a1"), span.name("a2")
    >>> list(join_causes([Said("it sees ", a1), Said("it sees ", a2), Said("it is ADJACENT to ", a1)]))
    ['it sees a1 and a2', 'it is ADJACENT to a1']
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    for clause in dict.fromkeys(filter(None, clauses)):
        *head, last = span.spans_of([clause])
        whole = not head or not span.is_a(last, "name") or last in WORDS
        alike.setdefault((*head, last) if whole else (*head,), []).extend([] if whole else [last])
    for form, units in alike.items():
        yield Said(*form, join_words(units)) if units else Said(*form)


class Names:
    """The names of the units of an instance in sentences."""

    def __init__(self, instance: Instance) -> None:
        self._kinds = {str(f.args[0]): (str(f.args[1]), str(f.args[2])) for f in instance.of("unit")}
        self._statuses = {(str(f.args[0]), str(f.args[1])) for f in instance.of("status")}
        self._places = {str(f.args[0]): "@".join(map(str, f.args[1:])) for f in instance.of("at")}
        self._owned = [(str(f.args[0]), str(f.args[1])) for f in instance.of("possesses")]
        self._breaking = {str(f.args[0]) for f in instance.of("breaks")}
        self._spots = instance.spots
        cliffs = [f.args for f in instance.of("hexside") if str(f.args[2]) == "cliff"]
        self._cliffs = {f"{a}-{b}" for one, other, *_ in cliffs for a, b in ((one, other), (other, one))}

    def has(self, unit: str, status: str) -> bool:
        """Return True if the position itself says that a unit has this status."""
        return (unit, status) in self._statuses

    def breaks(self, unit: str) -> bool:
        """Return True if the position itself says that a unit breaks on purpose."""
        return unit in self._breaking

    def owned(self, unit: str) -> list[str]:
        """Return the SW that a unit possesses."""
        return sorted(weapon for owner, weapon in self._owned if owner == unit)

    def unit(self, unit: str) -> str:
        """Return a unit in words: `g1 (german squad)`."""
        return f"{unit} ({self.kind(unit)})"

    def kind(self, unit: str) -> str:
        """Return the kind of a unit in words: `german squad`."""
        side, kind = self._kinds[unit]
        return f"{side} {kind.replace('_', '-')}"

    def cause(self, thing: str) -> str:
        """Return a cause in words: `a2 in yL4` for a unit, `yK6` for a hex, `the cliff yK5-yK6` for its hexside."""
        if thing in self._cliffs:
            return f"the cliff {thing}"
        if thing in self._places:
            return Said(span.Span(thing, "unit"), " in ", span.Span(self._places[thing], "hex"))
        return Said(span.Span(thing, "hex")) if thing.partition("@")[0] in self._spots else thing

    def touch(self, one: str, other: str) -> bool:
        """Return True if two hexes, or those of two Locations, touch or are one, or if one is not on the map."""
        a, b = (self._spots.get(place.partition("@")[0]) for place in (one, other))
        return a is None or b is None or range_between(a, b) <= 1

    def because(self, reason: Reason, sentence: str = "") -> str:
        """Return `[rule-id]`, preceded by its causes, with the sentence of the rule where that is wanted."""
        causes = (join_words(map(self.cause, reason.because)), span.act("stop") if sentence else " ") if reason.because else ()
        return Said(*causes, span.rule(reason.rule, sentence))


def note_lines(notes: Iterable[tuple[str, str]], indent: str = "  ") -> Iterator[str]:
    """Yield a line for each note: a part of a rule that decides, besides the reasons."""
    return (Said(f"{indent}note: ", sentence, " ", span.rule(rule)) for rule, sentence in notes)
