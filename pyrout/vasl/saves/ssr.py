"""Scenario special rules of a saved game that change the terrain of its boards.

VASL writes them as tokens, board by board (`WoodsToBrush`, `Level2ToLevel1`, `NoGrain`). Most name what becomes of
what and are read as such; the rest is listed here. What is not known is handed back: the board is then not as the
players had it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ..boards.archive import BoardData
from ..boards.terrain import CODE

# These change the picture only
GRAPHICS = frozenset(
    (
        *("NoWhiteHexIDs", "NoHillNums", "AllPaved", "AllDirt", "AllStone", "AllWood", "WallsOnly", "NoRoads"),
        *("StreamsToGullies", "GulliesToStreams", "DTOtoETO", "Mud", "Winter"),
    )
)
# Names in tokens of the form XToY; hexside and plural names included
WORDS = {
    **{
        name: name for name in ("Brush", "Grain", "Marsh", "Woods", "Swamp", "Orchard", "Crags", "Shellholes", "Bocage")
    },
    **{"Walls": "Wall", "Hedges": "Hedge", "OG": "Open Ground", "OpenGround": "Open Ground"},
    **{"River": "River", "Pond": "Water", "Valley": "Open Ground"},
}
TERRAIN_CHANGES = {
    "FloodedStreams": ("Shallow Stream", "Flooded Stream"),
    "DryStreams": ("Shallow Stream", "Dry Stream"),
    "OrchardOutOfSeason": ("Orchard", "Orchard, Out of Season"),
    "NoGrain": ("Grain", "Open Ground"),
    "NoHedges": ("Hedge", "Open Ground"),
    "NoWalls": ("Wall", "Open Ground"),
    "NoCliffs": ("Cliff", "Open Ground"),
    "PlowedFields": ("Grain", "Plowed Field"),
    "LightWoods": ("Woods", "Light Woods"),
    "StoneToGutted": ("Stone Building", "Gutted Stone Building"),
    **{f"StoneToGutted{n}": (f"Stone Building, {n} Level", f"Gutted Stone Building, {n} Level") for n in range(1, 5)},
    **{
        f"StoneToGuttedFactory{height}": (f"Stone Factory, {height} Level", f"Gutted Stone Factory, {height} Level")
        for height in ("1.5", "2.5")
    },
}
# The bars between rowhouses: gone, or part of the building
ROWHOUSE_RULES = ("RowhouseBarsToBuildings", "RowhouseBarsToOpenGround")
ROWHOUSE_WALLS = tuple(
    (f"Rowhouse Wall{levels}", f"Stone Building{levels}") for levels in ("", *(f", {n} Level" for n in range(1, 5)))
)
LEVEL = re.compile(r"Level(_?)(\d)")


def _level(word: str) -> int | None:
    match = LEVEL.fullmatch(word)
    return None if match is None else int(match[2]) * (-1 if match[1] else 1)


def _put(pixels: bytes, value: int, where: bytes, old: int) -> bytes:
    """Return pixels with a value where others, or they themselves, have another one; values may be signed."""
    filled = bytearray(pixels)
    for run in re.finditer(re.escape(bytes([old & 255])) + b"+", where):
        filled[run.start() : run.end()] = bytes([value & 255]) * (run.end() - run.start())
    return bytes(filled)


def changed(board: BoardData, rules: Iterable[str]) -> tuple[BoardData, tuple[str, ...]]:
    """Return the board under these rules, applied in order, and the rules that are not known here.

    Terrain becomes other terrain, a level another level, terrain open ground at a level, or all of a level terrain at
    level 0.
    """
    terrain, elevation, stairways = board.terrain, board.elevation, board.stairways
    unknown = []
    for rule in rules:
        before, _, after = rule.partition("To")
        change = TERRAIN_CHANGES.get(rule)
        if change is None and before in WORDS and after in WORDS:
            change = WORDS[before], WORDS[after]
        low, high = _level(before), _level(after)
        if rule in GRAPHICS:
            continue
        if rule == "PalmTrees":  # with the Pacific come its woods
            terrain = _put(terrain, CODE["Palm Trees"], terrain, CODE["Orchard"])
            terrain = _put(terrain, CODE["Light Jungle"], terrain, CODE["Woods"])
        elif rule in ROWHOUSE_RULES:
            for wall, building in ROWHOUSE_WALLS:
                become = CODE["Open Ground" if rule.endswith("Ground") else building]
                terrain = _put(terrain, become, terrain, CODE[wall])
        elif rule == "NoStairwells":
            stairways = bytes(len(stairways))
        elif change is not None:
            terrain = _put(terrain, CODE[change[1]], terrain, CODE[change[0]])
        elif low is not None and high is not None:
            elevation = _put(elevation, high, elevation, low)
        elif before in WORDS and high is not None:
            code = CODE[WORDS[before]]
            elevation = _put(elevation, high, terrain, code)
            terrain = _put(terrain, CODE["Open Ground"], terrain, code)
        elif low is not None and after in WORDS:
            terrain = _put(terrain, CODE[WORDS[after]], elevation, low)
            elevation = _put(elevation, 0, elevation, low)
        else:
            unknown.append(rule)
    return replace(board, terrain=terrain, elevation=elevation, stairways=stairways), tuple(unknown)
