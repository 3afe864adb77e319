"""Scenario special rules that change the terrain of a board."""

from __future__ import annotations

import csv

import pytest
from vasl_boards import GRAIN, ORCHARD, ROWHOUSE_1, STONE_1, STONE_2, WALL, WOODS, Drawing, real_data

from pyrout.vasl.boards.archive import parse_archive
from pyrout.vasl.boards.terrain import CODE
from pyrout.vasl.saves.ssr import changed


def board() -> tuple[Drawing, object]:
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
def test_terrain_becomes_other_terrain(rule, gone, come):
    drawing, data = board()
    result, unknown = changed(data, [rule])
    was = drawing.terrain == gone
    assert not unknown and was.any()
    assert (result.terrain[was] == CODE[come]).all() and (result.terrain[~was] == drawing.terrain[~was]).all()
    assert (data.terrain == drawing.terrain).all()  # the board itself stays as it is


def test_levels():
    drawing, data = board()
    result, _ = changed(data, ["Level2ToLevel1"])
    assert (result.elevation == drawing.elevation.clip(0, 1)).all()
    result, _ = changed(data, ["Level1ToLevel_1"])
    assert set(result.elevation[drawing.elevation == 1].tolist()) == {-1}
    result, _ = changed(data, ["WoodsToLevel1"])
    woods = drawing.terrain == WOODS
    assert (result.elevation[woods] == 1).all() and (result.terrain[woods] == 0).all()
    result, _ = changed(data, ["Level2ToWoods"])
    high = drawing.elevation == 2
    assert (result.terrain[high] == WOODS).all() and (result.elevation[high] == 0).all()


def test_stairwells_pictures_and_the_unknown():
    _, data = board()
    assert not changed(data, ["NoStairwells"])[0].stairways.any()
    same, unknown = changed(data, ["Winter", "NoBridge", "AllPaved", "GrainToCheese", ""])
    assert (same.terrain == data.terrain).all() and unknown == ("NoBridge", "GrainToCheese", "")


def test_all_rules_of_vasl_are_known_but_those_with_code_of_their_own():
    _, data = board()
    with open(real_data() / "tables" / "los_ssr.csv", newline="") as file:
        for row in csv.DictReader(file):
            _, unknown = changed(data, [row["name"]])
            assert not unknown or row["type"] == "customCode", row


@pytest.mark.parametrize(("rule", "come"), [("RowhouseBarsToOpenGround", 0), ("RowhouseBarsToBuildings", STONE_1)])
def test_bars_between_rowhouses(rule, come):
    data = Drawing(cols=7, rows=4).fill("D2", STONE_1).side("D2", 0, ROWHOUSE_1)
    data = parse_archive(data.archive, "test")
    bars = data.terrain == ROWHOUSE_1
    assert bars.any()
    found, unknown = changed(data, [rule])
    assert unknown == () and (found.terrain[bars] == come).all()
    assert (found.terrain[~bars] == data.terrain[~bars]).all()
