"""A position before it is answered: the map in plain text, units in words, and what the enemies see."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from ...position.facts import Instance, locations, range_between
from ...program.control import Symbol, text
from ...wording import Names, mf, number
from .primer import WORDS
from .questions import Maker

SIGNS = {"open_ground": "", "woods": "woods", "stone_building": "stone bldg", "wooden_building": "wooden bldg"}
# Predicates of the map, and of what holds for a side, that are listed below it
GROUND = (
    *("elevation", "road", "paved", "path", "hexside", "level", "stairwell", "feature", "capacity", "wire_exit"),
    *("covered_arc", "tunnel", "fordable", "current", "skis", "wall_advantage", "no_wall_advantage", "month"),
    *("no_quarter", "nationality", "environment", "nvr", "illuminated", "passenger", "rider", "possesses", "sw"),
)
# Predicates of what no drawing shows: readings, results that are given, and printed values
UNDRAWN = ("option", "wreck", "in_open", "history", "accompanies", "reveal", "nmc", "hob", "broken_morale", "firepower")
# The meaning of the marks of a map: of the statuses of its units, and of the predicates that are listed below it
MARKS = {
    "broken": WORDS["broken"],
    "dm": WORDS["DM"],
    "concealed": WORDS["concealed"],
    "disrupted": WORDS["Disrupted"],
    "encircled": WORDS["Encircled"],
    "melee": WORDS["Melee"],
    "pinned": WORDS["pinned"],
    "cx": "Counter Exhausted, after a Double Time.",
    "unarmed": "Unable to fire. It has no Normal Range.",
    "wounded": "A wounded leader has only half of the MF.",
    "normal_range": WORDS["Normal Range"],
    "building": "The hexes of one building. The others are a building each.",
    "road": "Two hexes that a road joins.",
    "path": "Two hexes that a path joins.",
    "hexside": "Two hexes and what lies between them.",
    "elevation": "A hex and its level on a hill; all others are at level 0.",
    "level": "A hex and a level in its building, besides the ground.",
    "stairwell": "A hex with stairs between the levels of its building.",
    "month": "The month, by its number. Grain is in season from June to September, and where no month is named.",
    "nvr": "The Night Visibility Range, in hexes.",
    "illuminated": "A Location that everybody sees at night, however far away.",
    "fordable": "A hex of a river that is entered for all the MF.",
    "current": "A heavy current, from a hex into the next downstream. Nobody fords against it.",
    "skis": "A unit on skis (on), or one that carries them (off).",
    "wall_advantage": "A unit that sees, and is seen, over the bocage of its hex.",
    "no_wall_advantage": "A unit that sees no farther than the hex across the bocage of its own.",
    "tunnel": "Its two ends, and the side that may go through it.",
    "no_quarter": "A side whose enemy takes no prisoners: it does not surrender.",
    "firepower": "A unit and its FP. One without FP does not interdict.",
    "history": "A unit, and what happened to it in this Player Turn.",
    "accompanies": "A leader, and the unit that he goes along with.",
    "nmc": "A unit, a hex, and how its NMC there ends.",
    "hob": "A unit and its Heat of Battle: the results of an original 2 in an NMC.",
    "reveal": "A unit that drops its concealment, the unit for which it does so, and the hex before or after whose entry.",
    "wreck": "A hex with a wreck, or with an AFV that is no unit here.",
    "in_open": "A hex, a hex from which it is seen, and whether it is Open Ground to units there.",
    "broken_morale": "A unit and its morale while it is broken.",
}
BARRED, VARIES = "not entered", "varies"  # in place of the MF of a terrain
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


def sights(maker: Maker, *, hindered: bool = False) -> dict[str, list[str]]:
    """Return the hexes in the LOS of each enemy, as far as the unit's routs can matter to them.

    With `hindered`, only those seen through a Hindrance.
    """
    at, enemies = locations(maker.position.facts), maker.enemies
    seen: dict[str, set[str]] = defaultdict(set)
    for place, entered, hindrance in maker.world.atoms("line", 3):  # concealed enemies have theirs, too
        for enemy in enemies:
            if at.get(enemy) == text(place) and (hindrance.number or not hindered):
                seen[enemy].add(text(entered))
    return {enemy: sorted(seen[enemy]) for enemy in enemies if seen.get(enemy)}


def hindrance_lines(maker: Maker) -> Iterator[str]:
    """Yield for each enemy the hexes that it sees through a Hindrance."""
    for enemy, hexes in sights(maker, hindered=True).items():
        yield f"{enemy} sees through a Hindrance: {short_list(hexes)}"


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


def counter_words(maker: Maker, unit: str, seen: Mapping[str, Sequence[str]], unknown: Container[str]) -> str:
    """Return a unit in words; for an enemy also if the unit in question sees it, by the `sights`, and knows it."""
    position = maker.position
    words = unit_words(position, unit)
    if position.sides[unit] == position.sides[maker.unit]:
        return words
    words += f", {'in' if maker.answer.at in seen.get(unit, ()) else 'not in'} LOS of {maker.unit}"
    return f"{words}, not Known to it" if unit in unknown else words


def ground_lines(position: Instance) -> Iterator[str]:
    """Yield the facts of the map that its drawing in text leaves out, a line for each kind."""
    yield from drawn_lines(position)
    yield from undrawn_lines(position)


def drawn_lines(position: Instance) -> Iterator[str]:
    """Yield the facts of the map between and beside its hexes, a line for each kind: roads, hexsides, buildings."""
    places: dict[str, list[str]] = defaultdict(list)
    for fact in position.of("building"):
        places[str(fact.args[0])].append(str(fact.args[1]))
    for hexes in places.values():
        yield f"one building: {', '.join(sorted(hexes))}"
    yield from _stated(position, GROUND)


def undrawn_lines(position: Instance) -> Iterator[str]:
    """Yield the facts that no drawing of the position shows, a line for each kind."""
    for fact in position.of("status"):
        if str(fact.args[0]) not in position.units:
            yield " ".join(map(str, fact.args)).replace("_", " ")
    yield from _stated(position, UNDRAWN)


def _stated(position: Instance, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        several = [" ".join(map(str, fact.args)).replace("_", " ") for fact in position.of(name)]
        if several:
            yield f"{name.replace('_', ' ')}: {', '.join(several)}"


def terrain_costs(maker: Maker) -> dict[str, str]:
    """Return the MF of each terrain of the map: `1½`, `not entered`, or `varies`."""
    world = maker.world
    costs = {str(terrain): cost.number / 2 for terrain, cost in world.atoms("terrain_cost", 2)}
    entered = {text(to).partition("@")[0] for _, to, _, _ in world.atoms("step", 4)}
    said: dict[str, str] = {}
    for fact in maker.position.of("terrain"):
        hex_, terrain = map(str, fact.args)
        if terrain in costs:
            said[terrain] = number(costs[terrain])
        elif said.get(terrain) != VARIES:
            said[terrain] = VARIES if hex_ in entered else BARRED
    return said


def key_lines(maker: Maker, costs: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield the key of the map: the MF of its terrain, of its roads, and of the obstacles along its hexsides.

    `costs` are those of the terrain, where they are known.
    """
    by_cost: dict[str, list[str]] = defaultdict(list)
    for terrain, cost in (terrain_costs(maker) if costs is None else costs).items():
        by_cost[cost].append(terrain.replace("_", " "))
    several = [f"{', '.join(by_cost[cost])} {cost}" for cost in sorted(by_cost)]
    if maker.position.of("road"):
        several += [f"over a road {number(cost.number / 2)}" for (cost,) in maker.world.atoms("road_cost", 1)]
    sides = {str(fact.args[2]) for fact in maker.position.of("hexside")}
    for side, more in maker.world.atoms("fence_cost", 2):
        if str(side) in sides and more.number / 2 <= _allowance(maker):
            several.append(f"over a {str(side).replace('_', ' ')} {number(more.number / 2)} more")
    if maker.position.of("elevation"):
        several.append("uphill more")
    yield f"MF to enter: {'; '.join(several)}. {maker.names.unit(maker.unit)} has {number(_allowance(maker))}."


def mark_lines(position: Instance) -> Iterator[str]:
    """Yield the meaning of each mark that is on the map, a line each."""
    statuses = {str(fact.args[1]) for fact in position.of("status")}
    for mark, meaning in MARKS.items():
        if mark in statuses or position.of(mark):
            yield f"{SAID.get(mark, mark.replace('_', ' '))}: {meaning}"


def unknown_to(maker: Maker) -> frozenset[str]:
    """Return the enemies that the unit does not know when its turn begins."""
    position, at = maker.position, locations(maker.position.facts)
    known = {text(place) for unit, place in maker.world.atoms("known_at_start", 2) if text(unit) == maker.unit}
    hidden = {str(fact.args[0]) for fact in position.of("status") if str(fact.args[1]) in ("concealed", "hidden")}
    return frozenset(enemy for enemy in maker.enemies if at.get(enemy) not in known or enemy in hidden)


def beside_lines(maker: Maker) -> Iterator[str]:
    """Yield a table of the hexes next to the unit: the MF of the step, and the range to each enemy that it knows."""
    enemies, near, upstairs = _beside(maker)
    yield f"The hexes next to {maker.unit}, their MF, and the range in hexes to each enemy that it knows:"
    above = [[place, number(cost / 2)] for place, cost in upstairs]
    for row in [["", "MF", *(f"to {enemy}" for enemy in enemies)], *near, *above]:
        yield "  ".join(f"{cell:<6}" for cell in row).rstrip()


def beside_words(maker: Maker) -> Iterator[str]:
    """Yield the unit's hex and those next to it in words: the MF of the step, and the range to each enemy that it knows."""
    enemies, near, upstairs = _beside(maker)
    for hex_, price, *ranges in near:
        steps = [f"where {maker.unit} is"] if not price else [f"{price} MF"] if price != "-" else []
        steps += [f"{mf(cost / 2)} to {place}" for place, cost in upstairs if place.partition("@")[0] == hex_]
        away = [
            f"{range_} {'hex' if range_ == '1' else 'hexes'} to {enemy}"
            for enemy, range_ in zip(enemies, ranges, strict=True)
        ]
        yield f"{hex_}: {', '.join([*(steps or ['no step leads there']), *away])}"


def _beside(maker: Maker) -> tuple[list[str], list[list[str]], list[tuple[str, int]]]:
    """Return the enemies that a unit knows, a row for its hex and each next to it, and steps upstairs.

    A row is the name, MF, and range to each enemy. A step is its Location and half-MF.
    """
    position, at = maker.position, maker.answer.at
    here, places = position.spots[at.partition("@")[0]], locations(position.facts)
    unknown = unknown_to(maker)
    enemies = [
        enemy
        for enemy in maker.enemies
        if enemy not in unknown and places.get(enemy, "").partition("@")[0] in position.spots
    ]
    costs = _steps(maker)
    near = sorted((spot, hex_) for hex_, spot in position.spots.items() if range_between(here, spot) <= 1)
    rows = []
    for spot, hex_ in sorted(near, key=lambda row: (row[0] != here, row[0])):
        ranges = [range_between(spot, position.spots[places[enemy].partition("@")[0]]) for enemy in enemies]
        price = "" if spot == here else number(costs[hex_] / 2) if hex_ in costs else "-"
        rows.append([hex_, price, *map(str, ranges)])
    return enemies, rows, [(place, cost) for place, cost in sorted(costs.items()) if "@" in place]


def _steps(maker: Maker) -> dict[str, int]:
    """Return the half-MF of each first step of the unit, by its hex."""
    world, unit, at = maker.world, maker.unit, maker.answer.at
    costs: dict[str, int] = {}
    for start, to, cost, _ in world.atoms("step", 4):
        if text(start) == at:
            costs[text(to)] = min(cost.number, costs.get(text(to), cost.number))
    start_in = _start_conditions(maker)
    own: dict[str, int] = {}
    for one, condition, start, to, when, cost, _ in world.atoms("unit_cost", 7):
        if text(one) == unit and condition in start_in and text(start) == at and str(when) == "first":
            own[text(to)] = min(cost.number, own.get(text(to), cost.number))
    return costs | own


def _allowance(maker: Maker) -> float:
    """Return the MF of the unit when its turn begins."""
    start_in = _start_conditions(maker)
    allowances = maker.world.atoms("mf", 3)
    most = max(left.number for unit, at, left in allowances if text(unit) == maker.unit and at in start_in)
    return most / 2


def _start_conditions(maker: Maker) -> set[Symbol]:
    """Return the conditions in which the unit may begin its turn."""
    return {condition for unit, condition in maker.world.atoms("start_condition", 2) if text(unit) == maker.unit}
