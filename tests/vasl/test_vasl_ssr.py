"""Scenario special rules that change the terrain of a board."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from vasl_boards import GRAIN, ORCHARD, ROWHOUSE_1, STONE_1, STONE_2, WALL, WOODS, Drawing, real_data

from pyrout.vasl.boards.archive import BoardData, parse_archive
from pyrout.vasl.boards.terrain import CODE
from pyrout.vasl.saves.ssr import changed


def board() -> tuple[Drawing, BoardData]:
    drawing = Drawing(cols=5, rows=3, stairs={"C1"}).fill("B2", WOODS).fill("C1", STONE_2).fill("D1", GRAIN)
    drawing.fill("A3", ORCHARD).side("E2", 0, WALL).raise_to("E1", 2).raise_to("D3", 1)
    return drawing, parse_archive(drawing.archive, "test")


@pytest.mark.parametrize(
    ("rule", "gone", "come"),
    [
        ("NoGrain", GRAIN, "Open Ground"),
        ("PlowedFields", GRAIN, "Plowed Field"),
        ("WoodsToBrush", WOODS, "Brush"),
        ("LightWoods", WOODS, "Light Woods"),
        ("WallsToBocage", WALL, "Bocage"),
        ("WallsToOG", WALL, "Open Ground"),
        ("OrchardOutOfSeason", ORCHARD, "Orchard, Out of Season"),
        ("StoneToGutted2", STONE_2, "Gutted Stone Building, 2 Level"),
    ],
)
def test_terrain_becomes_other_terrain(rule: str, gone: int, come: str) -> None:
    drawing, data = board()
    result, unknown = changed(data, [rule])
    was = drawing.terrain == gone
    assert not unknown and was.any()
    terrain = drawing.pixels(result.terrain)
    assert (terrain[was] == CODE[come]).all() and (terrain[~was] == drawing.terrain[~was]).all()
    assert (drawing.pixels(data.terrain) == drawing.terrain).all()  # the board itself stays as it is


def test_levels() -> None:
    drawing, data = board()

    def under(rule: str) -> tuple[np.ndarray, np.ndarray]:
        result, _ = changed(data, [rule])
        return drawing.pixels(result.terrain), drawing.pixels(result.elevation, np.int8)

    low, woods, high = drawing.elevation == 1, drawing.terrain == WOODS, drawing.elevation == 2
    _, elevation = under("Level2ToLevel1")
    assert (elevation == drawing.elevation.clip(0, 1)).all()
    _, elevation = under("Level1ToLevel_1")
    assert (elevation[low] == -1).all() and (elevation[~low] == drawing.elevation[~low]).all()
    terrain, elevation = under("WoodsToLevel1")
    assert (elevation[woods] == 1).all() and (terrain[woods] == 0).all()
    assert (elevation[~woods] == drawing.elevation[~woods]).all()
    terrain, elevation = under("Level2ToWoods")
    assert (terrain[high] == WOODS).all() and (elevation[high] == 0).all()
    assert (terrain[~high] == drawing.terrain[~high]).all()


def test_stairwells_pictures_and_the_unknown() -> None:
    _, data = board()
    assert not any(changed(data, ["NoStairwells"])[0].stairways)
    same, unknown = changed(data, ["Winter", "NoBridge", "AllPaved", "GrainToCheese", ""])
    assert same.terrain == data.terrain and unknown == ("NoBridge", "GrainToCheese", "")


def test_all_rules_of_vasl_are_known_but_those_with_code_of_their_own() -> None:
    _, data = board()
    with open(real_data() / "tables" / "los_ssr.csv", newline="") as file:
        for row in csv.DictReader(file):
            _, unknown = changed(data, [row["name"]])
            assert not unknown or row["type"] == "customCode", row


@pytest.mark.parametrize(("rule", "come"), [("RowhouseBarsToOpenGround", 0), ("RowhouseBarsToBuildings", STONE_1)])
def test_bars_between_rowhouses(rule: str, come: int) -> None:
    drawing = Drawing(cols=7, rows=4).fill("D2", STONE_1).side("D2", 0, ROWHOUSE_1)
    bars = drawing.terrain == ROWHOUSE_1
    assert bars.any()
    result, unknown = changed(parse_archive(drawing.archive, "test"), [rule])
    terrain = drawing.pixels(result.terrain)
    assert unknown == () and (terrain[bars] == come).all()
    assert (terrain[~bars] == drawing.terrain[~bars]).all()
