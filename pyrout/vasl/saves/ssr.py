"""Scenario special rules of a saved game that change the terrain of its boards.

VASL writes them as tokens, board by board (`WoodsToBrush`, `Level2ToLevel1`, `NoGrain`). Most name what becomes of
what and are read as such; the rest is listed here. What is not known is handed back: the board is then not as the
players had it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

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


def changed(board: BoardData, rules: Iterable[str]) -> tuple[BoardData, tuple[str, ...]]:
    """Return the board under these rules, applied in order, and the rules that are not known here.

    Terrain becomes other terrain, a level another level, terrain open ground at a level, or all of a level terrain at
    level 0.
    """
    terrain, elevation, stairways = board.terrain.copy(), board.elevation.copy(), board.stairways.copy()
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
            terrain[terrain == CODE["Orchard"]] = CODE["Palm Trees"]
            terrain[terrain == CODE["Woods"]] = CODE["Light Jungle"]
        elif rule in ROWHOUSE_RULES:
            for wall, building in ROWHOUSE_WALLS:
                terrain[terrain == CODE[wall]] = CODE["Open Ground" if rule.endswith("Ground") else building]
        elif rule == "NoStairwells":
            stairways = np.zeros_like(stairways)
        elif change is not None:
            terrain[terrain == CODE[change[0]]] = CODE[change[1]]
        elif low is not None and high is not None:
            elevation[elevation == low] = high
        elif before in WORDS and high is not None:
            where = terrain == CODE[WORDS[before]]
            terrain[where], elevation[where] = CODE["Open Ground"], high
        elif low is not None and after in WORDS:
            where = elevation == low
            terrain[where], elevation[where] = CODE[WORDS[after]], 0
        else:
            unknown.append(rule)
    return replace(board, terrain=terrain, elevation=elevation, stairways=stairways), tuple(unknown)
