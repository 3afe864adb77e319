"""The properties of a map's hexes that the rules need, also as instance facts.

Hexes are read as players read the board, not by the pixel under the centre dot: woods with a road through them are
woods, and a building or grain that misses the dot counts if it fills a tenth of the hex, while a stray orchard tree
does not.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ...base import cache
from ...position import vocabulary
from ...position.map_coverage import EVERYWHERE
from ...position.paragraphs import filled
from ...position.vocabulary import ARCHIVE
from .. import BoardError, code_stamp
from ..sight.counters import Hindering
from ..sight.los import LineOfSight
from .maps import BoardMap
from .terrain import BRIDGE, CODE, HEXSIDE, ROAD, TERRAINS
from .whole_hex import (
    BUILDING_WORDS,
    ELEVATED,
    NEAR,
    SHARE,
    SPECIAL,
    SUNKEN,
    Look,
    Reading,
    read_hex,
)

# A road goes on across these, and rails are a paved road to Infantry (B32.11, B32.12)
RAILS = frozenset(CODE[f"Railroad, {kind}"] for kind in ("Ground Level", "Embankment", "Elevated", "Sunken"))
ROADLIKE = ROAD | BRIDGE | SUNKEN | ELEVATED | RAILS
# Surfaces that neither mud nor rain slows, and that of earth; sunken and elevated roads show theirs
PAVED, EARTH = RAILS | {CODE["Paved Road"]}, CODE["Dirt Road"]
PATH = CODE["Path"]
ROAD_PIXEL, PATH_PIXEL = (re.compile(b"[%s]" % re.escape(bytes(sorted(codes)))) for codes in (ROADLIKE, {PATH}))
# In hex heights: how far around the middle of a hexside its road is looked at, and how far from the hexside one
# that crosses it leads there. Along a hexside roads are up to 0.16 deep; those that cross lead 0.22 away at least.
ROAD_SEEN, ROAD_DEPTH = 0.25, 0.19
# And how far from the middle of a hexside a path may cross it, and how wide a gap of its dashes there may be
PATH_ASIDE, PATH_GAP = 0.2, 0.04
# A road that misses the middle of a hexside crosses it between the corners, 0.29 from the middle; one that only
# touches it from one side shows less of its width there.
ROAD_ASIDE, ROAD_WIDTH, ROAD_EDGE = 0.26, 0.1, 0.04
LEVELS_OF_AN_INSTANCE = range(-5, 21)
BOTH_WAYS = 16  # hexes
PREFIX = "bd"  # of the names of archives
KIND = "hexes"  # of the entries of the cache
Pair = tuple[int, int]  # of hexes, the smaller number first: their hexside
Pairs = frozenset[Pair]


@dataclass(frozen=True, eq=False)
class Ground:
    """The hexes of a map as the rules need them, by hex number; hexsides as pairs."""

    map: BoardMap
    terrain: dict[int, str]
    elevation: dict[int, int]
    roads: Pairs
    paved: Pairs
    paths: Pairs
    hexsides: dict[Pair, str]
    buildings: dict[int, str]
    levels: dict[int, int]
    stairwells: frozenset[int]
    features: dict[int, tuple[str, ...]]


def ground(board: BoardMap) -> Ground:
    """Return the hexes of a map: as they were kept (`pyrout.base.cache`), else read from the pixels, and kept."""
    name = cache.key(KIND, code_stamp(), board.scene().digest, board.names)
    taken = cache.take(name, lambda entry: _kept(board, entry))
    if taken is None:
        taken = _read(board)
        cache.write(name, _packed(taken))
    return taken


def _packed(land: Ground) -> bytes:
    """Return the hexes of a map as JSON: lists of what `Ground` has, in the order of its fields."""
    parts = [getattr(land, each.name) for each in fields(land) if each.name != "map"]
    listed = [[*part.items()] if isinstance(part, dict) else sorted(part) for part in parts]
    return json.dumps(listed, separators=(",", ":")).encode()


def _kept(board: BoardMap, entry: bytes) -> Ground | None:
    """Return the hexes of a map out of such an entry; None for one that does not fit the map.

    Raises what its bytes cause.
    """
    terrain, elevation, roads, paved, paths, hexsides, buildings, levels, stairwells, features = _frozen(
        json.loads(entry)
    )
    ground = Ground(
        map=board,
        terrain=dict(terrain),
        elevation=dict(elevation),
        roads=frozenset(roads),
        paved=frozenset(paved),
        paths=frozenset(paths),
        hexsides=dict(hexsides),
        buildings=dict(buildings),
        levels=dict(levels),
        stairwells=frozenset(stairwells),
        features=dict(features),
    )
    hexes, named = set(board.hexes), {*ground.elevation, *ground.buildings, *ground.levels, *ground.features}
    beside = {number for pair in (*ground.roads, *ground.paths, *ground.hexsides) for number in pair}
    fits = list(ground.terrain) == board.hexes and hexes >= named | beside | ground.stairwells
    fits = fits and ground.paved <= ground.roads
    fits = fits and {*ground.terrain.values()} <= {*vocabulary.TERRAIN.words}
    fits = fits and {*ground.hexsides.values()} <= {*vocabulary.HEXSIDE.words}
    fits = fits and {word for words in ground.features.values() for word in words} <= {*vocabulary.FEATURE.words}
    fits = fits and {*ground.elevation.values(), *ground.levels.values()} <= {*LEVELS_OF_AN_INSTANCE}
    return ground if fits else None


def _frozen(value: Any) -> Any:
    """Return a value of JSON with its lists as tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _read(board: BoardMap) -> Ground:
    """Read the hexes of a map from its pixels."""
    engine = board.line_of_sight()
    shares = engine.terrain_counts()
    centre = board.table.centre
    readings = {number: read_hex(_look(board, engine, number, shares[number])) for number in board.hexes}
    terrain = {number: reading.terrain for number, reading in readings.items()}
    buildings = frozenset(n for n in board.hexes if terrain[n] in BUILDING_WORDS)
    levels = {n: _levels(centre[n], shares[n], bool(board.stairways[n])) for n in buildings}
    levels = {n: highest for n, highest in levels.items() if highest}
    roads, paths, hexsides = _sides(board, shares)
    return Ground(
        map=board,
        terrain=terrain,
        elevation={number: reading.level for number, reading in readings.items() if reading.level},
        roads=roads,
        paved=frozenset(pair for pair in roads if _is_paved(board, *pair)),
        paths=paths,
        hexsides=hexsides,
        buildings=_building_groups(board, shares, terrain, buildings, hexsides),
        levels=levels,
        stairwells=frozenset(n for n in levels if levels[n] == 1 or board.stairways[n]),
        features=_features(readings, hexsides),
    )


def _look(board: BoardMap, engine: LineOfSight, number: int, share: Counter[int]) -> Look:
    """Return the pixels of a hex."""
    table = board.table
    centre, level = table.centre[number], table.base[number]
    if not SPECIAL.intersection((centre, *share)):
        return Look(centre, level, share)
    inside = engine.inside(number)
    places = [x * board.grid.height + y for x, y in inside]
    signed = memoryview(board.elevation).cast("b")
    codes, levels = [board.terrain[place] for place in places], [signed[place] for place in places]
    at, near = board.grid.centre[number], NEAR * board.grid.hex_height
    middle = frozenset(code for code, pixel in zip(codes, inside, strict=True) if math.dist(pixel, at) <= near)
    around = tuple(table.location(number, side) for side in range(6))
    return Look(centre, level, share, Counter(zip(codes, levels, strict=True)), middle, around)


def reading(board: BoardMap, number: int) -> tuple[Look, Reading]:
    """Return the pixels of a hex and what they are read as."""
    engine = board.line_of_sight()
    look = _look(board, engine, number, engine.terrain_counts()[number])
    return look, read_hex(look)


def _levels(centre: int, share: Counter[int], stairway: bool) -> int:
    """Upper levels of a building hex, by its centre, else by the most common building in it."""
    counts = [(n, c) for c, n in share.items() if TERRAINS[c].building and not TERRAINS[c].hexside]
    if TERRAINS[centre].building and not TERRAINS[centre].hexside:
        counts = [(1, centre)]
    if not counts:
        return 0
    terrain = TERRAINS[max(counts)[1]]
    return terrain.levels if terrain.category != "factory" or stairway else 0


def _sides(board: BoardMap, shares: Sequence[Counter[int]]) -> tuple[Pairs, Pairs, dict[Pair, str]]:
    """Return the hexsides that a road crosses, those that a path crosses, and those with terrain of their own.

    A road that shows on one side only counts at the middle of the hexside; one that runs along the hexside or clips
    its corner does not.
    """
    roads: set[Pair] = set()
    paths: set[Pair] = set()
    hexsides: dict[Pair, str] = {}
    real = set(board.hexes)
    for a in board.hexes:
        for side in range(6):
            b = board.grid.neighbours[a][side]
            if b not in real:
                continue
            pair = (min(a, b), max(a, b))
            code = board.table.location(a, side)
            if pair not in roads and (
                _crosses(board, *pair) if code in ROADLIKE else side < 3 and _crosses_aside(board, shares, a, b)
            ):
                roads.add(pair)
            if pair not in paths and any(PATH in shares[n] for n in pair) and _crosses(board, *pair, path=True):
                paths.add(pair)
            if code in HEXSIDE:
                hexsides[pair] = TERRAINS[code].word
    return frozenset(roads), frozenset(paths), hexsides


def _crosses(board: BoardMap, a: int, b: int, path: bool = False) -> bool:
    """Return True if a road or path on a hexside leads into a hex, and is not only as deep as it is wide.

    A road crosses the middle of the hexside; a path, which is drawn in dashes, any part of it that is no corner.
    """
    height = board.grid.hex_height
    seen = _around_hexside(board, a, b, ROAD_SEEN + (PATH_ASIDE if path else 0), path)
    pixels = [(abs(depth), along) for depth, along, _ in seen]
    crossing = 0.0
    if path:
        near = sorted(
            along for depth, along in pixels if depth <= PATH_GAP * height and abs(along) <= PATH_ASIDE * height
        )
        if not near:
            return False
        crossing = (near[(len(near) - 1) // 2] + near[len(near) // 2]) / 2
    return any(
        depth >= ROAD_DEPTH * height and math.hypot(depth, along - crossing) <= ROAD_SEEN * height
        for depth, along in pixels
    )


def _crosses_aside(board: BoardMap, shares: Sequence[Counter[int]], a: int, b: int) -> bool:
    """Return True if a road beside the middle of a hexside, clear of its corners, leads from one hex into the other."""
    if not all(ROADLIKE & shares[n].keys() for n in (a, b)):
        return False
    height = board.grid.hex_height
    pixels = [pixel[:2] for pixel in _around_hexside(board, a, b, ROAD_SEEN + ROAD_ASIDE)]
    strips: list[list[float]] = []
    for along in sorted(along for depth, along in pixels if abs(depth) <= ROAD_EDGE * height):
        if strips and along - strips[-1][-1] <= ROAD_EDGE * height:
            strips[-1].append(along)
        else:
            strips.append([along])
    for strip in strips:
        first, last = strip[0], strip[-1]
        if max(-first, last) > ROAD_ASIDE * height or last - first < ROAD_WIDTH * height:
            continue
        middle = (first + last) / 2
        depths = [depth for depth, along in pixels if math.hypot(depth, along - middle) <= ROAD_SEEN * height]
        if min(max(depths), -min(depths)) >= ROAD_DEPTH * height:
            return True
    return False


def _is_paved(board: BoardMap, a: int, b: int) -> bool:
    """Return True if the road across a hexside is paved, and no road of earth goes on from it."""
    seen = ROAD_SEEN * board.grid.hex_height
    codes = Counter(
        code for depth, along, code in _around_hexside(board, a, b, ROAD_SEEN) if math.hypot(depth, along) <= seen
    )
    paved = sum(codes[code] for code in PAVED)
    return paved > 0 and codes[EARTH] < SHARE * (paved + codes[EARTH])


def _around_hexside(
    board: BoardMap, a: int, b: int, reach: float, path: bool = False
) -> list[tuple[float, float, int]]:
    """Return the pixels of roads, or of paths, in a square around the middle of a hexside.

    Each is how far it is from the hexside (negative in `a`) and along it from the middle, in pixels, and its terrain
    code. `reach` is half the side of the square, in hex heights.
    """
    surface = PATH_PIXEL if path else ROAD_PIXEL
    (ax, ay), (bx, by) = board.grid.centre[a], board.grid.centre[b]
    length = math.hypot(bx - ax, by - ay)
    middle_x, middle_y, right, down = (ax + bx) / 2, (ay + by) / 2, (bx - ax) / length, (by - ay) / length
    reach *= board.grid.hex_height
    top, bottom = max(math.floor(middle_y - reach), 0), min(math.floor(middle_y + reach) + 1, board.grid.height)
    pixels = []
    for x in range(max(math.floor(middle_x - reach), 0), min(math.floor(middle_x + reach) + 1, board.grid.width)):
        column = board.terrain[x * board.grid.height + top : x * board.grid.height + bottom]
        for pixel in surface.finditer(column):
            dx, dy = x - middle_x, pixel.start() + top - middle_y
            pixels.append((dx * right + dy * down, dy * right - dx * down, pixel[0][0]))
    return pixels


def _features(readings: dict[int, Reading], hexsides: dict[Pair, str]) -> dict[int, tuple[str, ...]]:
    rowhouses = {number for pair, word in hexsides.items() if word == "rowhouse_wall" for number in pair}
    words = {n: (*reading.features, *(["rowhouse"] if n in rowhouses else [])) for n, reading in readings.items()}
    return {number: features for number, features in words.items() if features}


# ---------------------------------------------------------------------------------------------------------------------
# Buildings


def _building_groups(
    board: BoardMap,
    shares: Sequence[Counter[int]],
    terrain: dict[int, str],
    buildings: frozenset[int],
    hexsides: dict[Pair, str],
) -> dict[int, str]:
    """Return building hexes whose depictions are connected, under the name of the group.

    Rowhouses stand apart: their walls part the depictions, and no group goes across a rowhouse wall.
    """
    members: dict[int, set[int]] = defaultdict(set)
    for number, which, count in board.line_of_sight().buildings():
        # A corner of the depiction that strays into a building of another hex does not join the two.
        if number in buildings and count >= SHARE / 2 * shares[number].total():
            members[number].add(which)
    parent = {number: number for number in buildings}

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    for a in sorted(buildings):
        for b in board.grid.neighbours[a]:
            linked = b > a and b in buildings and members[a] & members[b] and terrain[a] == terrain[b]
            if linked and hexsides.get((a, b)) != "rowhouse_wall":
                parent[root(b)] = root(a)
    groups: dict[int, list[int]] = defaultdict(list)
    for number in sorted(buildings):
        groups[root(number)].append(number)
    named: dict[int, str] = {}
    for group in groups.values():
        if len(group) > 1:
            name = f"{board.name(group[0])}-{_without_board(board, group[0], group[-1])}"
            named.update(dict.fromkeys(group, name))
    return named


def _without_board(board: BoardMap, first: int, last: int) -> str:
    """Return the name of a hex, without its board if that is also the board of another."""
    names = [placed.name for placed in board.boards]
    for name in sorted(names, key=len, reverse=True):
        if board.name(last).startswith(name) and board.name(first).startswith(name):
            return board.name(last)[len(name) :]
    return board.name(last)


# ---------------------------------------------------------------------------------------------------------------------
# Facts


def hex_facts(ground: Ground, hexes: Collection[int] | None = None) -> Iterator[str]:
    """Yield lines of instance facts for some hexes of a map (default all), with sections and comments.

    They have all that the board shows, whichever rule set asks. Raises `BoardError` for an elevation that no instance
    can hold.
    """
    board = ground.map
    inside = set(board.hexes if hexes is None else hexes)
    chosen = [n for n in board.hexes if n in inside]
    name = {n: board.name(n) for n in chosen}
    first = _column_shift(board)
    for n in chosen:
        place = f'hex("{name[n]}",{board.grid.col[n] + first},{board.grid.doubled_row[n]}).'
        yield f'{place:<20} terrain("{name[n]}",{ground.terrain[n]}).'
    for n in chosen:
        if ground.elevation.get(n, 0) not in LEVELS_OF_AN_INSTANCE:
            raise BoardError(f"hex {name[n]}", f"lies at level {ground.elevation[n]}", "the board is damaged")

    def between(word: str, pairs: Iterable[Pair], more: Callable[[Pair], str] = lambda pair: "") -> Iterator[str]:
        for a, b in sorted(pairs):
            if {a, b} <= inside:
                yield f'{word}("{name[a]}","{name[b]}"{more((a, b))})'

    sections = (
        ("Elevations", (f'elevation("{name[n]}",{ground.elevation[n]})' for n in chosen if n in ground.elevation)),
        ("Roads", between("road", ground.roads)),
        ("Paved roads", between("paved", ground.paved)),
        ("Paths", between("path", ground.paths)),
        ("Hexsides", between("hexside", ground.hexsides, lambda pair: f",{ground.hexsides[pair]}")),
        ("Multi-hex buildings", _building_facts(ground, chosen)),
        (
            "Upper levels and stairwells",
            (
                ". ".join(
                    [f'level("{name[n]}",{level})' for level in range(1, ground.levels[n] + 1)]
                    + ([f'stairwell("{name[n]}")'] if n in ground.stairwells else [])
                )
                for n in chosen
                if n in ground.levels
            ),
        ),
        ("Features", (f'feature("{name[n]}",{word})' for n in chosen for word in ground.features.get(n, ()))),
    )
    for title, facts in sections:
        lines = list(filled(facts))
        if lines:
            yield ""
            yield f"% {title}"
            yield from lines


def _building_facts(ground: Ground, chosen: list[int]) -> Iterator[str]:
    """Yield the names of buildings left with one hex only: these are no multi-hex buildings."""
    members = Counter(ground.buildings[n] for n in chosen if n in ground.buildings)
    for n in sorted((n for n in chosen if n in ground.buildings), key=lambda n: (ground.buildings[n], n)):
        if members[ground.buildings[n]] > 1:
            yield f'building("{ground.buildings[n]}","{ground.map.name(n)}")'


def _column_shift(board: BoardMap) -> int:
    """Return the columns before the first, on a board that begins later than A; even, so that hexes touch."""
    if len(board.boards) > 1:
        return 0
    return board.boards[0].board.metadata.first_column // 2 * 2


def los_facts(
    board: BoardMap,
    pairs: Iterable[tuple[str, str]],
    month: int | None = None,
    single_storey: bool = False,
    counters: Collection[Hindering] = (),
) -> Iterator[str]:
    """Yield lines of `los/3` facts for pairs of Locations by name, as `mutual_los` has them."""
    for seen in mutual_los(board, pairs, month, single_storey, counters):
        yield from filled(f'los("{a}","{b}",{hindrance})' for a, b, hindrance in seen)


def mutual_los(
    board: BoardMap,
    pairs: Iterable[tuple[str, str]],
    month: int | None = None,
    single_storey: bool = False,
    counters: Collection[Hindering] = (),
) -> tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]:
    """Return the pairs of Locations by name with LOS, each once, with their Hindrances.

    Pairs that differ the other way round follow. The rest as in `BoardMap.los`.

    LOS is mutual, but VASL's walk over the pixels now and then (once in 40,000 pairs) answers differently from the
    other end. A LOS that is clear from one end counts; where both are and the Hindrances differ, both directions are
    given. Beyond `BOTH_WAYS` hexes, where nothing fires, one direction is asked.
    """
    wanted = list(dict.fromkeys((a, b) if a <= b else (b, a) for a, b in pairs if a != b))
    places = board.places(wanted)
    there = board.los_of(places, month, single_storey, counters)
    pairs_seen = [(a, b, hindrance) for (a, b), stop, hindrance in zip(wanted, *there, strict=True) if not stop]
    near = [n for n, ((a, _), (b, _)) in enumerate(places) if board.grid.range_between(a, b) <= BOTH_WAYS]
    back = board.los_of([places[n][::-1] for n in near], month, single_storey, counters)
    board.sights(month, single_storey).keep()
    differs = [
        (wanted[n][1], wanted[n][0], hindrance)
        for n, stop, hindrance in zip(near, *back, strict=True)
        if not stop and (there.blocked[n] or there.hindrance[n] != hindrance)
    ]
    return pairs_seen, differs


def named_board(board: BoardMap, archive: Path) -> Iterator[str]:
    """Yield a board as lines of an instance file that name its archive, so that LOS comes from it everywhere.

    An archive with another name than VASL's cannot be found again: then the hexes alone.
    """
    named = archive.name.removeprefix(PREFIX)
    yield from board_facts(board)
    if named != archive.name and ARCHIVE.problem(named) is None:
        yield ""
        yield "% The board that LOS is looked up on"
        yield f'board("{named}",0,0,normal). given_around("{board.name(board.hexes[0])}",{EVERYWHERE},hexes).'


def board_facts(board: BoardMap) -> Iterator[str]:
    """Yield a whole map as lines of an instance file, with a comment that says where it comes from."""
    for placed in board.boards:
        version = f", version {placed.board.metadata.version}" if placed.board.metadata.version.isprintable() else ""
        yield f"% Board {placed.name}{version}: its hexes as players read them"
    yield from hex_facts(ground(board))
