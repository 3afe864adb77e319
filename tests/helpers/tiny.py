"""Positions of a few hexes, written in two lines.

    position("B1. B2w A2-", "g1:squad@B1 broken dm; a1:squad@A2", los="A2-B1/1")

Hexes are a name and a letter of `TERRAIN`. They touch as on a board: B2 touches B1, B3, A2, A3, C2 and C3; A2 touches
A1, A3, B1 and B2; a column alone is a corridor. Units are ``id:kind@hex status...``: German where the id begins with g,
else American; Dummies are concealed. Americans but Dummies and unarmed ones have a normal range of 6 unless the facts give
them one. LOS is ``A-B`` or
``A-B/Hindrances``, and what is not named does not exist (every hex sees itself).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cached_property

import pyrout
from pyrout import Reason, Route, UnitAnswer

TERRAIN = {
    ".": "open_ground",
    "o": "orchard",
    "g": "grain",
    "b": "brush",
    "w": "woods",
    "l": "light_woods",
    "s": "stone_building",
    "h": "wooden_building",
    "f": "stone_factory",
    "F": "wooden_factory",
    "r": "rubble",
    "m": "marsh",
    "=": "stream",
    "u": "gully",
    "~": "water",
    "y": "graveyard",
    "c": "crags",
    "d": "sunken_road",
    "e": "elevated_road",
    "n": "runway",
    "-": None,
}

CORRIDOR = "B1. B2. B3. B4. B5. B6. B7. B8."
ALONE = "g1:squad@B1 broken dm"

Causes = dict[str, tuple[str, ...]]


class _Told(threading.local):
    """The answers that a test got, with their positions: `tests/rules/conftest.py` compares them with the enumerators.

    Tests that run side by side are threads: each has its own.
    """

    def __init__(self) -> None:
        self.answers: list[tuple[str, UnitAnswer]] = []


TOLD = _Told()


def told(text: str, answer: UnitAnswer) -> UnitAnswer:
    TOLD.answers.append((text, answer))
    return answer


def causes(reasons: Iterable[Reason]) -> Causes:
    """Reasons by rule: the enemies or hexes because of which each holds."""
    return {reason.rule: reason.because for reason in reasons}


def cell(name: str) -> tuple[int, int]:
    """Column and doubled row of a hex, as instances count them."""
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    return column, 2 * row - (column % 2 == 0)


def facts_of(hexes: str, units: str, los: str = "", facts: str = "", attacker: str = "german") -> str:
    """The text of an instance."""
    lines = ["rules(aslsk). side(german). side(american).", f"attacker({attacker})."]
    # A pair of hexes that touches nothing: with it, the LOS named are the only ones.
    for entry in [*hexes.split(), "Z98-", "Z99-"]:
        name, terrain = entry[:-1], TERRAIN[entry[-1]]
        lines.append('hex("{}",{},{}).'.format(name, *cell(name)))
        if terrain:
            lines.append(f'terrain("{name}",{terrain}).')
    for entry in units.split(";"):
        head, *statuses = entry.split()
        unit, _, placed = head.partition(":")
        kind, _, place = placed.partition("@")
        side = "german" if unit.startswith("g") else "american"
        lines.append(f'unit({unit},{side},{kind}). at({unit},"{place}").')
        if kind == "dummy" and not {"concealed", "hidden"} & {*statuses}:
            statuses.append("concealed")
        lines += [f"status({unit},{status})." for status in statuses]
        armed = kind != "dummy" and not {"unarmed", "heroic"} & {*statuses} and f"status({unit},unarmed)" not in facts
        if side == "american" and armed and f"normal_range({unit}," not in facts:
            lines.append(f"normal_range({unit},6).")
    for entry in [*los.split(), "Z98-Z99"]:
        pair, _, hindrances = entry.partition("/")
        a, b = pair.split("-")
        lines.append(f'los("{a}","{b}",{hindrances or 0}).')
    return "\n".join([*lines, facts, ""])


class Position:
    """A tiny position, and what the program says of it; g1 is the unit that it is asked about."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.instance = pyrout.parse(text)

    @cached_property
    def _whole(self) -> UnitAnswer:
        return told(self.text, pyrout.solve(self.instance, units=("g1",))["g1"])

    @cached_property
    def g1(self) -> UnitAnswer:
        return self.__dict__.get("_whole") or self.unit("g1")

    def unit(self, unit: str) -> UnitAnswer:
        """The answer for one unit, asked for by name, without why other hexes are no destinations: that takes a fifth of the
        time."""
        return told(self.text, pyrout.solve(self.instance, units=(unit,), excluded=False)[unit])

    @property
    def destinations(self) -> dict[str, float]:
        """The destinations of g1 with their prices in MF."""
        return {d.hex: d.mf for d in self.g1.destinations}

    @property
    def excluded(self) -> dict[tuple[str, str], tuple[float | None, tuple[str, ...]]]:
        """By hex and rule: the price in MF (None without a legal way), and because of whom or what."""
        return {(e.hex, e.rule): (e.mf, e.because) for e in self._whole.excluded}

    @property
    def runs(self) -> dict[str, str]:
        """The paths of the runs, with what becomes of g1 at their end."""
        return {" ".join(route.path): route.end for route in self.g1.routes if route.posture == "run"}

    @property
    def crawls(self) -> dict[str, str]:
        """The hexes that g1 may Low Crawl into, with what becomes of it there."""
        return {route.path[-1]: route.end for route in self.g1.routes if route.posture == "low_crawl"}

    def run(self, path: str, mf: float | None = None) -> Route:
        """The only run by this path, or the one that costs so many MF in all."""
        runs = [r for r in self.g1.routes if r.posture == "run" and r.path == tuple(path.split())]
        (route,) = [r for r in runs if mf in (None, r.mf[-1])]
        return route

    @property
    def legs(self) -> set[tuple[str, str]]:
        """Every run as its path and its legs: ``B1 B2 B3`` with ``B1>B2 B2>free``."""
        return {
            (" ".join(r.path), " ".join(f"{leg.start}>{leg.to or 'free'}" for leg in r.legs))
            for r in self.g1.routes
            if r.posture == "run"
        }

    def judged(
        self, path: str, to: str | None = None, low_crawl: bool = False, mf: float | None = None
    ) -> str | tuple[int, Causes]:
        """Return the end of g1 on a claimed rout, or the step that fails (past the last one: the end) with its faults."""
        judgement = pyrout.check(self.instance, "g1", path.split(), to=to, low_crawl=low_crawl, mf=mf)
        return judgement.end or "" if judgement.legal else (judgement.step, causes(judgement.faults))

    @property
    def around(self) -> dict[str, Causes]:
        """Return the bars on each step that g1 could begin with; none for a legal one."""
        return {step.after: causes(step.reasons) for step in pyrout.explain_unit(self.instance, "g1").around}


def position(hexes: str, units: str, los: str = "", facts: str = "", attacker: str = "german") -> Position:
    """A position in the notation of this module."""
    return Position(facts_of(hexes, units, los, facts, attacker))


def touching(a: str, b: str) -> bool:
    """Return True if two hexes share a hexside."""
    (c, r), (d, s) = cell(a), cell(b)
    return (abs(c - d), abs(r - s)) in ((0, 2), (1, 1))


def asl(
    hexes: str, units: str, los: str = "", facts: str = "", attacker: str = "german", *, near: bool = True
) -> Position:
    """Return a position of full ASL; a unit may stand in a Location (`g1:squad@B1@pillbox`).

    Enemies on the ground whose id begins with a see the hexes next to them, unless `near` is False: then no LOS but those
    named exist.
    """
    names = [entry[:-1] for entry in hexes.split()]
    given = {frozenset(entry.partition("/")[0].split("-", 1)) for entry in los.split()}
    grounded, moved, seats = [], [], set()
    for entry in units.split(";"):
        head, *statuses = entry.split()
        unit, _, place = head.partition(":")
        kind, _, place = place.partition("@")
        hex_, _, level = place.partition("@")
        grounded.append(" ".join([f"{unit}:{kind}@{hex_}", *statuses]))
        if level:
            moved.append((f'at({unit},"{hex_}")', f'at({unit},"{hex_}",{level})'))
        if unit.startswith("a") and level not in ("1", "-1", "pillbox"):
            seats.add(hex_)
    if near:
        los += "".join(
            f" {p}-{n}" for p in sorted(seats) for n in names if touching(p, n) and frozenset((p, n)) not in given
        )
    text = facts_of(hexes, "; ".join(grounded), "", facts, attacker).replace("rules(aslsk)", "rules(asl)")
    for on_the_ground, in_its_location in moved:
        text = text.replace(on_the_ground, in_its_location)
    for entry in los.split():
        pair, _, hindrances = entry.partition("/")
        a, _, b = pair.partition("-")
        text += f'los("{a}","{b}",{hindrances or 0}).\n'
    return Position(text)


def must(position: Position) -> set[str]:
    """Return the enemies and hexes because of which g1 must rout."""
    return {x for xs in causes(position.g1.must_rout).values() for x in xs}


# Open Ground all around eight units, and no enemy: more routes than anybody could list in some seconds.
ENDLESS = facts_of(
    " ".join(f"{chr(65 + column)}{row}." for column in range(15) for row in range(1, 15)),
    "; ".join(f"g{number}:squad@{chr(67 + number)}7 broken dm" for number in range(1, 9)),
    "",
    "option(revisit,allow).",
)
