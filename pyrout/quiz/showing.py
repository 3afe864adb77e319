"""A position before it is answered: the map in plain text, units in words, and what the enemies see."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from ..control import text
from ..position.facts import Instance, locations
from ..wording import Names
from .making import Maker

SIGNS = {"open_ground": "", "woods": "woods", "stone_building": "stone bldg", "wooden_building": "wooden bldg"}
# Predicates of the map, and of what holds for a side, that are listed below it
GROUND = (
    *("elevation", "road", "hexside", "level", "stairwell", "feature", "capacity", "wire_exit", "covered_arc"),
    *("month", "no_quarter", "nationality", "environment", "passenger", "rider", "possesses", "sw"),
)
# Predicates of what no drawing shows: readings, results that are given, and printed values
UNDRAWN = ("option", "reveal", "nmc", "hob", "broken_morale", "firepower")
STEP = 10  # characters from column to column; a hex may be twice as long, as its line has every other column
SAID = {"dm": "DM", "cx": "CX"}  # statuses that are abbreviations


def text_map(position: Instance) -> Iterator[str]:
    """Yield the map, a line for each half row: a hex is its name, its terrain and its units."""
    spots = position.spots
    ground = {str(f.args[0]): str(f.args[1]) for f in position.of("terrain")}
    there: dict[str, list[str]] = {}
    for unit, place in locations(position.facts).items():
        hex_, _, level = place.partition("@")
        there.setdefault(hex_, []).append(f"{unit}@{level}" if level else unit)
    if not spots:
        return
    first = min(column for column, _ in spots.values())
    for row in sorted({row for _, row in spots.values()}):
        line = ""
        for column, hex_ in sorted((spot[0], hex_) for hex_, spot in spots.items() if spot[1] == row):
            sign = SIGNS.get(ground.get(hex_, ""), ground.get(hex_, "?").replace("_", " "))
            words = " ".join(filter(None, [hex_, sign, ",".join(there.get(hex_, []))]))
            line = f"{line:<{STEP * (column - first)}}{words}  "
        yield line.rstrip()


def sights(maker: Maker) -> dict[str, list[str]]:
    """Return the hexes in the LOS of each enemy, as far as the unit's routs can matter to them."""
    at, sides = locations(maker.position.facts), maker.position.sides
    seen: dict[str, set[str]] = defaultdict(set)
    for place, entered, _ in maker.solver.world_of(maker.unit).atoms("line", 3):  # concealed enemies have theirs, too
        for enemy in sides:
            if sides[enemy] != sides[maker.unit] and at.get(enemy) == text(place):
                seen[enemy].add(text(entered))
    return {enemy: sorted(seen[enemy]) for enemy in sides if seen.get(enemy)}


def short_list(hexes: Iterable[str]) -> str:
    """Return hexes column by column, rows that follow each other as one: `yA1-4, yA6, yB2`."""
    columns: dict[str, list[int]] = defaultdict(list)
    rest = []
    for name in hexes:
        match = re.fullmatch(r"(.*[A-Z])(\d+)", name)
        if match:
            columns[match[1]].append(int(match[2]))
        else:
            rest.append(name)
    runs = []
    for column, rows in sorted(columns.items(), key=lambda item: (len(item[0]), item[0])):
        for _, run in groupby(enumerate(sorted(rows)), key=lambda pair: pair[1] - pair[0]):
            several = [row for _, row in run]
            runs.append(f"{column}{several[0]}" + (f"-{several[-1]}" if len(several) > 1 else ""))
    return ", ".join([*runs, *sorted(rest)])


def unit_words(position: Instance, unit: str) -> str:
    """Return a unit in words, with its place, its statuses and its Normal Range."""
    names, place = Names(position), locations(position.facts).get(unit, "no hex")
    states = [
        SAID.get(str(f.args[1]), str(f.args[1]).replace("_", " "))
        for f in position.of("status")
        if str(f.args[0]) == unit
    ]
    ranges = [f"Normal Range {f.args[1]}" for f in position.of("normal_range") if str(f.args[0]) == unit]
    return ", ".join([f"{names.unit(unit)} in {place}", *states, *ranges])


def counter_words(maker: Maker, unit: str, seen: Mapping[str, Sequence[str]]) -> str:
    """Return a unit in words; of an enemy, whether the unit in question has it in LOS, by the `sights`."""
    position = maker.position
    words = unit_words(position, unit)
    if position.sides[unit] == position.sides[maker.unit]:
        return words
    return f"{words}, {'in' if maker.answer.at in seen.get(unit, ()) else 'not in'} LOS of {maker.unit}"


def ground_lines(position: Instance) -> Iterator[str]:
    """Yield the facts of the map that its drawing in text leaves out, a line for each kind."""
    places: dict[str, list[str]] = defaultdict(list)
    for fact in position.of("building"):
        places[str(fact.args[0])].append(str(fact.args[1]))
    for hexes in places.values():
        yield f"one building: {', '.join(sorted(hexes))}"
    yield from _stated(position, GROUND)
    yield from undrawn_lines(position)


def undrawn_lines(position: Instance) -> Iterator[str]:
    """Yield the facts that no drawing of the position shows, a line for each kind."""
    yield from _stated(position, UNDRAWN)


def _stated(position: Instance, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        several = [" ".join(map(str, fact.args)).replace("_", " ") for fact in position.of(name)]
        if several:
            yield f"{name.replace('_', ' ')}: {', '.join(several)}"
