"""Patches of terrain, a few hexes across, with the LOS on each.

They are drawn at random, or come from a file of facts or a board archive (see `boards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from ...errors import UsageError, quote
from ...hexes.ground import refusals
from ...position import words
from ...position.facts import Fact, Instance, Spot, range_between
from ...position.reading import load
from ...position.vocabulary import Name, write_value
from ...program import rule_sets
from ...program.control import alone, text
from ...question import ask
from ..minimise import ON_THE_MAP

RADIUS = 3  # hexes around the middle of a patch
SMALL = 2  # the same of a small one
AROUND: tuple[Spot, ...] = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
_ROUND: tuple[Spot, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # the same, clockwise

# Facts of a file that a patch keeps: the map without its units.
MAP = ("hex", "terrain", *ON_THE_MAP)


# Drawn at random: terrain in clumps, with how many there are at most and of how many hexes; houses; lines along
# hexsides. The rest is open ground, unless a board or a file gives it.
CLUMPS = [
    (word, int(most), int(size))
    for word in words.TERRAIN.having("generated", "clump")
    for _, most, size in [words.TERRAIN.column("generated")[word].split()]
]
HOUSES, FENCES = words.TERRAIN.having("generated", "house"), words.HEXSIDE.having("generated", "fence")


class Patch(NamedTuple):
    """Some terrain: map facts, places of hexes, LOS with Hindrances (Locations, both ways), middle, month, origin."""

    facts: tuple[Fact, ...]
    spots: Mapping[str, Spot]
    sees: Mapping[tuple[str, str], int]
    middle: tuple[str, ...]
    month: int | None
    origin: str


class Terrain(Protocol):
    """A source of patches."""

    def patch(self, random: Random, wanting: Collection[str]) -> Patch:
        """Return a patch; `wanting` are the hints of what is wanted on it."""


def radius(wanting: Collection[str]) -> int:
    """Return the number of hexes around the middle of a patch."""
    return SMALL if "little" in wanting else RADIUS


def disc(centre: Spot, radius: int) -> list[Spot]:
    """Return the hexes within a radius, column by column."""
    spots = []
    for column in range(centre[0] - radius, centre[0] + radius + 1):
        half = 2 * radius - abs(column - centre[0])
        spots += [(column, row) for row in range(centre[1] - half, centre[1] + half + 1, 2)]
    return spots


def lines_of_sight(
    ruleset: str, facts: Iterable[Fact], month: int | None, pairs: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """Return the pairs of hexes that see each other, with the number of Hindrances, by the terrain."""
    given = "".join(f"{fact}." for fact in facts) + (f"month({month})." if month else "")
    given += "".join(f"wanted({write_value(a)},{write_value(b)})." for a, b in pairs)
    world = alone(rule_sets.encoding(ruleset, "los", having=()), given)
    world.ground(("base", []), ("los", []))
    lines: dict[tuple[str, str], int] = {}
    for a, b, hindrances in world.atoms("derived_los", 3):
        lines[text(a), text(b)] = lines[text(b), text(a)] = hindrances.number
    return lines


def sight(
    ruleset: str, facts: Collection[Fact], month: int | None, hexes: Collection[str]
) -> dict[tuple[str, str], int]:
    """Return the LOS between the hexes of a map, on the ground and from the upper levels of buildings."""
    lines = lines_of_sight(ruleset, facts, month, combinations(hexes, 2))
    tall = sorted({str(f.args[0]) for f in facts if f.name == "level" and f.args[0] in hexes and f.args[1] == 1})
    if tall:
        # A unit upstairs sees as from a hill of that height, and its own building is not in its way.
        for one in tall:
            raised = _raised(facts, {one})
            for (a, b), n in lines_of_sight(ruleset, raised, month, [(one, b) for b in hexes if b != one]).items():
                lines[_up(a) if a == one else a, _up(b) if b == one else b] = n
            lines[one, _up(one)] = lines[_up(one), one] = 0
        both = lines_of_sight(ruleset, _raised(facts, tall), month, combinations(tall, 2))
        lines |= {(_up(a), _up(b)): n for (a, b), n in both.items()}
    return lines


def _up(hex_: str) -> str:
    return f"{hex_}@1"


def _raised(facts: Iterable[Fact], hexes: Collection[str]) -> list[Fact]:
    """Return the map with hexes one level higher, and without the upper levels of what stands there."""
    height = dict.fromkeys(hexes, 1)
    kept = []
    for fact in facts:
        if fact.name == "elevation" and fact.args[0] in height:
            height[str(fact.args[0])] += int(str(fact.args[1]))
        elif fact.name != "level" or fact.args[0] not in height:
            kept.append(fact)
    return kept + [Fact("elevation", (hex_, level)) for hex_, level in height.items()]


class Drawn:
    """Terrain drawn at random: clumps of woods, houses, fields, now and then a road, a hedge or a hill."""

    def __init__(self, ruleset: str) -> None:
        self._ruleset = ruleset

    def patch(self, random: Random, wanting: Collection[str]) -> Patch:
        far = radius(wanting)
        centre = (far, 2 * far + 2 if far % 2 else 2 * far + 1)
        cells = disc(centre, far)
        drawing = _Drawing(random, cells)
        drawing.draw(wanting, centre)
        names = {cell: _name(cell) for cell in cells}
        facts = drawing.facts(names, upper_levels="upstairs" in wanting)
        month = random.choice((None, None, None, 3, 7, 11))
        spots = {name: cell for cell, name in names.items()}
        middle = tuple(names[cell] for cell in disc(centre, 1))
        return Patch(facts, spots, sight(self._ruleset, facts, month, spots), middle, month, "Terrain drawn at random.")


def _name(cell: Spot) -> str:
    column, row = cell
    return f"{chr(ord('A') + column)}{(row + 1) // 2}"


def _moved(cell: Spot, step: Spot) -> Spot:
    return cell[0] + step[0], cell[1] + step[1]


class _Drawing:
    """One map being drawn."""

    def __init__(self, random: Random, cells: list[Spot]) -> None:
        self.random = random
        self.cells = cells
        self.terrain = dict.fromkeys(cells, "open_ground")
        self.buildings: list[list[Spot]] = []
        self.roads: list[tuple[Spot, Spot]] = []
        self.fences: dict[tuple[Spot, Spot], str] = {}
        self.hill: dict[Spot, int] = {}

    def clump(self, size: int, start: Spot | None = None) -> list[Spot]:
        """Return some hexes that hang together."""
        spots = [start or self.random.choice(self.cells)]
        for _ in range(size - 1):
            beside = _moved(self.random.choice(spots), self.random.choice(AROUND))
            if beside in self.terrain and beside not in spots:
                spots.append(beside)
        return spots

    def draw(self, wanting: Collection[str], centre: Spot) -> None:
        random = self.random
        few = not {"scarce", "fork", "little"}.isdisjoint(wanting)
        for terrain, most, size in CLUMPS:
            for _ in range(random.randint(0, 1 if few and terrain == "woods" else most)):
                for cell in self.clump(random.randint(1, size)):
                    self.terrain[cell] = terrain
        near = disc(centre, 2)
        for number in range(random.randint(0, 1) if few else random.randint(1, 4)):
            housed = number == 0 and ("housed" in wanting or "upstairs" in wanting)
            start = random.choice(disc(centre, 1) if housed else near if random.random() < 0.6 else self.cells)
            house = self.clump(3 if housed else random.choice((1, 1, 1, 2, 3)), start)
            if any(cell in other for other in self.buildings for cell in house):
                continue
            self.buildings.append(house)
            kind = random.choice(HOUSES)
            for cell in house:
                self.terrain[cell] = kind
        if "fork" in wanting:
            self._fork(centre)
        if random.random() < 0.3:
            self._road()
        if random.random() < 0.2:
            self._fence()
        if random.random() < 0.15:
            self.hill = dict.fromkeys(self.clump(random.randint(3, 8)), 1)

    def _fork(self, centre: Spot) -> None:
        """Cover two hexes from the middle, with two ways to it: one across open ground, one through slower terrain."""
        number = self.random.randrange(len(_ROUND))
        one, other = _ROUND[number], _ROUND[number - 1]
        open_, slow = self.random.sample([_moved(centre, one), _moved(centre, other)], 2)
        self.terrain[open_] = "open_ground"
        self.terrain[slow] = self.random.choice(("brush", "grain"))
        self.terrain[_moved(_moved(centre, one), other)] = "woods"

    def _road(self) -> None:
        here = self.random.choice(self.cells)
        step = self.random.choice(AROUND)
        while (there := _moved(here, step)) in self.terrain:
            self.roads.append((here, there))
            here = there
            if self.random.random() < 0.2:
                step = self.random.choice([d for d in AROUND if (-d[0], -d[1]) != step])
            if len(self.roads) > 2 * RADIUS:
                break

    def _fence(self) -> None:
        kind = self.random.choice(FENCES)
        for cell in self.clump(self.random.randint(1, 3)):
            for step in self.random.sample(AROUND, 2):
                beside = _moved(cell, step)
                if beside in self.terrain and (beside, cell) not in self.fences:
                    self.fences[cell, beside] = kind

    def facts(self, names: Mapping[Spot, str], upper_levels: bool) -> tuple[Fact, ...]:
        listed = [Fact("hex", (names[cell], *cell)) for cell in self.cells]
        listed += [Fact("terrain", (names[cell], Name(self.terrain[cell]))) for cell in self.cells]
        listed += [Fact("elevation", (names[cell], level)) for cell, level in sorted(self.hill.items())]
        listed += [Fact("road", (names[a], names[b])) for a, b in dict.fromkeys(self.roads)]
        listed += [Fact("hexside", (names[a], names[b], Name(kind))) for (a, b), kind in self.fences.items()]
        for house in self.buildings:
            if len(house) > 1:
                listed += [Fact("building", (f"{names[house[0]]}-{names[house[-1]]}", names[cell])) for cell in house]
            if upper_levels:
                listed += [Fact("level", (names[cell], 1)) for cell in house]
                listed += [Fact("stairwell", (names[cell],)) for cell in house[: self.random.randint(1, len(house))]]
        return tuple(listed)


class FromFacts:
    """Terrain from a file of instance facts; who stands on it is left out.

    Raises InstanceError, UsageError.
    """

    def __init__(self, path: Path, ruleset: str) -> None:
        self._ruleset = ruleset
        board = load(path, need="facts")
        self._origin = f"Terrain of {path.name}."
        self._facts = tuple(fact for fact in board.facts if fact.name in MAP)
        self._spots = board.spots
        self._month = next((int(str(fact.args[0])) for fact in board.of("month")), None)
        ground = {str(fact.args[0]) for fact in board.of("terrain")}
        self._standing = [hex_ for hex_ in self._spots if hex_ in ground]
        if len(self._standing) < 7:
            raise UsageError(
                f"{quote(str(path))}: fewer than 7 hexes have a terrain; name a file with the hexes of a board"
            )
        self._given = given_lines(board)

    def patch(self, random: Random, wanting: Collection[str]) -> Patch:
        centre, far = self._spots[random.choice(self._standing)], radius(wanting)
        near = hexes_around(centre, far, self._spots)
        facts = only_of(self._facts, near)
        if self._given:
            sees = {
                (a, b): n
                for (a, b), n in self._given.items()
                if a.partition("@")[0] in near and b.partition("@")[0] in near
            }
        else:
            # A line of sight may run along the edge of the patch.
            around = hexes_around(centre, far + 1, self._spots)
            sees = sight(self._ruleset, only_of(self._facts, around), self._month, near)
        middle = tuple(hexes_around(centre, 1, near))
        return answerable(Patch(facts, near, sees, middle, self._month, self._origin), self._ruleset)


def hexes_around(centre: Spot, far: int, spots: Mapping[str, Spot]) -> dict[str, Spot]:
    """Return those of some hexes that are within a range of a place."""
    return {hex_: spot for hex_, spot in spots.items() if range_between(spot, centre) <= far}


def given_lines(board: Instance) -> dict[tuple[str, str], int]:
    """Return the LOS that facts give: both ways, unless they give another for the way back."""
    lines: dict[tuple[str, str], int] = {}
    for fact in board.of("los"):
        a, b, hindrances = str(fact.args[0]), str(fact.args[1]), int(str(fact.args[2]))
        lines[a, b] = hindrances
        lines.setdefault((b, a), hindrances)
    return lines


def only_of(facts: Iterable[Fact], hexes: Collection[str]) -> tuple[Fact, ...]:
    """Return the facts that name no other hexes (or Locations) than these.

    A building of one hex needs no name.
    """
    kept = [fact for fact in facts if all(place in hexes for place in places(fact))]
    sizes = Counter(fact.args[0] for fact in kept if fact.name == "building")
    return tuple(fact for fact in kept if fact.name != "building" or sizes[fact.args[0]] > 1)


def places(fact: Fact) -> list[str]:
    """Return the hexes that a fact of a map or a line of sight names."""
    if fact.name == "building":
        return [str(fact.args[1])]
    return [value.partition("@")[0] for value in fact.args if type(value) is str]


def answerable(patch: Patch, ruleset: str) -> Patch:
    """Return the patch without terrain that the rule set refuses: nobody enters such a hex."""
    side, unit, start = (Name("german"), Name("american")), Name("g1"), patch.middle[0]
    people = [
        *(Fact("side", (one,)) for one in side),
        Fact("attacker", (side[0],)),
        Fact("unit", (unit, side[0], Name("squad"))),
        Fact("at", (unit, start)),
        Fact("status", (unit, Name("broken"))),
        *(Fact("los", (start, other, 0)) for other in list(patch.spots)[:2] if other != start),
    ]
    refused = refusals(ask(Instance("patch", (*people, *patch.facts)), rules=ruleset))
    return patch._replace(facts=tuple(fact for fact in patch.facts if str(fact) not in refused)) if refused else patch
