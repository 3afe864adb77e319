"""Hexes as players read them, boards joined, reversed and cropped, and the facts made of them."""

from __future__ import annotations

import csv
import gzip
import math
import re
from collections.abc import Callable
from operator import ne

import pytest
from vasl_boards import (
    BRIDGE,
    BRUSH,
    CLIFF,
    DIRT,
    GRAIN,
    HEDGE,
    LIGHT_WOODS,
    MARSH,
    OPEN,
    ORCHARD,
    ROWHOUSE,
    SIDES,
    STONE,
    STONE_1,
    STONE_2,
    WALL,
    WATER,
    WOOD,
    WOODS,
    Drawing,
    real_data,
)

from pyrout.position.reading import parse
from pyrout.position.vocabulary import BY_NAME, Name
from pyrout.vasl import BoardError
from pyrout.vasl.boards.archive import parse_archive, read_archive
from pyrout.vasl.boards.facts import board_facts, ground, hex_facts, los_facts
from pyrout.vasl.boards.maps import BoardMap, Placed, read_board
from pyrout.vasl.boards.terrain import CODE, TERRAINS


def facts(board: Drawing | BoardMap) -> set[str]:
    lines = board_facts(board.map() if isinstance(board, Drawing) else board)
    return set(re.findall(r"[a-z_]+\([^)]*\)\.", "\n".join(line for line in lines if not line.startswith("%"))))


# ---------------------------------------------------------------------------------------------------------------------
# Terrain for the rules


def test_terrain_of_a_hex() -> None:
    board = Drawing().fill("A2", WOODS).fill("B2", STONE).fill("C2", WOOD).fill("D2", GRAIN).fill("E2", BRUSH)
    board.fill("F2", MARSH).fill("G2", WATER).fill("H2", ORCHARD).dip("D5", -1)
    lines = facts(board)
    words = {"A2": "woods", "B2": "stone_building", "C2": "wooden_building", "D2": "grain", "E2": "brush"}
    words |= {"F2": "marsh", "G2": "water", "H2": "orchard", "D5": "gully", "B5": "open_ground"}
    for name, word in words.items():
        assert f'terrain("t{name}",{word}).' in lines
    assert 'elevation("tD5",-1).' in lines and not any(fact.startswith('elevation("tB5"') for fact in lines)
    assert 'hex("tA1",0,1).' in lines and 'hex("tB0",1,0).' in lines and 'hex("tD5",3,10).' in lines


@pytest.mark.parametrize("side", range(6))
@pytest.mark.parametrize("width", [4, 10, 14])
def test_a_road_along_a_hexside_is_no_road_across_it(side: int, width: float) -> None:
    along = Drawing().side("D3", side, DIRT, width).map()
    across = Drawing().road("D3", side, width=width).map()
    pair = {along.hex("tD3"), along.grid.neighbours[along.hex("tD3")][side]}
    assert not [two for two in ground(along).roads if {*two} == pair]
    assert [two for two in ground(across).roads if {*two} == pair]


# Along the hexside from its middle, in hex heights; a corner is 0.29 away, and the road 0.2 wide
@pytest.mark.parametrize("side", range(3))
@pytest.mark.parametrize(("aside", "crosses"), [(0, True), (0.11, True), (-0.13, True), (0.22, False), (-0.25, False)])
def test_a_road_beside_the_middle_of_a_hexside_crosses_it_unless_it_clips_the_corner(
    side: int, aside: float, crosses: bool
) -> None:
    board, hex_ = Drawing(), "E3"
    right, down = SIDES[side][0] * board.hex_width, SIDES[side][1] * board.hex_height
    length = math.hypot(right, down)
    for part in range(21):  # straight across the hexside, from well inside one hex to well inside the other
        far, off = 0.5 + part / 20, aside * board.hex_height / length
        x, y = far * right - off * down, far * down + off * right
        board.dot(hex_, DIRT, x / board.hex_width, y / board.hex_height, 0.1 * board.hex_height)
    there = board.map()
    pair = {there.hex("tE3"), there.grid.neighbours[there.hex("tE3")][side]}
    assert any({*two} == pair for two in ground(there).roads) == crosses


def test_a_road_that_only_touches_a_hexside_is_no_road_across_it() -> None:
    """It bends beside the middle, all of it in one hex."""
    board = Drawing().dot("E3", DIRT, 0.12, -0.38, 7.5).dot("E3", DIRT, 0.05, -0.3, 8).dot("E2", DIRT, 0, 0, 5)
    assert not ground(board.map()).roads


def test_a_road_is_no_terrain() -> None:
    board = Drawing().fill("D3", WOODS).road("D3", 0, 3).road("D2", 3, 0).road("D4", 0)
    lines = facts(board)
    assert 'terrain("tD3",woods).' in lines and 'terrain("tD2",open_ground).' in lines
    assert {fact for fact in lines if fact.startswith("road")} == {
        *('road("tD1","tD2").', 'road("tD2","tD3").', 'road("tD3","tD4").'),
    }


@pytest.mark.parametrize(("radius", "terrain"), [(8, "open_ground"), (14, "grain")])
def test_what_misses_the_dot_counts_by_its_share(radius: int, terrain: str) -> None:
    # A hex of this size has some 3,600 pixels: 200 are stray, 600 are not
    assert f'terrain("tD3",{terrain}).' in facts(Drawing().dot("D3", GRAIN, 0.2, 0.15, radius))


def test_a_stray_orchard_tree_does_not_count() -> None:
    assert 'terrain("tD3",open_ground).' in facts(Drawing().dot("D3", ORCHARD, 0.35, -0.3, 6))
    assert 'terrain("tD3",orchard).' in facts(Drawing().dot("D3", ORCHARD, 0, 0, 9))


def test_a_building_that_misses_the_dot() -> None:
    assert 'terrain("tD3",stone_building).' in facts(Drawing().dot("D3", STONE, 0.25, 0.1, 13))


def test_water_at_the_edge_of_a_hex_does_not_drown_it() -> None:
    assert 'terrain("tD3",open_ground).' in facts(Drawing().dot("D3", WATER, 0.3, 0.1, 14))


def test_hexsides() -> None:
    board = Drawing().side("D3", 0, WALL).side("D3", 1, HEDGE).side("D3", 2, CLIFF).side("B2", 3, WALL, length=0.1)
    board.side("F3", 0, WALL, length=0.2)
    board.terrain[board._distance("F3") < 0.9] = 0
    hexsides = {fact for fact in facts(board) if fact.startswith("hexside")}
    assert hexsides >= {
        *('hexside("tD2","tD3",wall).', 'hexside("tD3","tE3",hedge).', 'hexside("tD3","tE4",cliff).'),
        'hexside("tB2","tB3",wall).',  # a short wall at the midpoint is a wall
    }
    # one that stops short of the midpoint is none
    assert not any("wall" in fact for fact in facts(Drawing().dot("D3", WALL, 0.25, -0.5, 3)))


def test_the_lip_of_a_deir_at_the_dot_is_deir() -> None:
    assert 'terrain("tD3",deir).' in facts(Drawing().dot("D3", CODE["Dier Lip"], 0, 0, 9))


def test_bridges() -> None:
    board = Drawing().dip("D2 D3 D4", -1).dot("D3", BRIDGE, 0, 0, 12).road("C3", 2).road("E3", 5)
    assert 'feature("tD3",bridge).' in facts(board) and 'terrain("tD3",gully).' in facts(board)


@pytest.mark.parametrize(
    ("code", "depth"),
    [("Dry Stream", "dry"), ("Shallow Stream", None), ("Deep Stream", "deep"), ("Flooded Stream", "flooded")],
)
def test_the_depth_of_a_stream(code: str, depth: str | None) -> None:
    """VASL's codes 31 to 34 (B20.4)."""
    lines = facts(Drawing().fill("D3", CODE[code]))
    assert 'terrain("tD3",stream).' in lines
    assert {fact for fact in lines if fact.startswith("feature")} == ({f'feature("tD3",{depth}).'} if depth else set())


def test_light_woods() -> None:
    assert 'terrain("tD3",light_woods).' in facts(Drawing().fill("D3", LIGHT_WOODS))


@pytest.mark.parametrize(("around", "word"), [(OPEN, "open_ground"), (WOODS, "woods")])
@pytest.mark.parametrize("tower", ["Tower Hindrance", "Tower, 2 Level Obstacle", "BFP Tower, 1 Level"])
def test_a_tower_is_no_terrain_of_its_hex(tower: str, around: int, word: str) -> None:
    """B34.3: the ground of its hex is what is around it."""
    lines = facts(Drawing().fill("D3", around).dot("D3", CODE[tower], 0, 0, 14))
    assert {f'terrain("tD3",{word}).', 'feature("tD3",tower).'} <= set(lines)
    assert not any(fact.startswith(("building", "level")) for fact in lines)


# ---------------------------------------------------------------------------------------------------------------------
# Buildings


def test_connected_depictions_are_one_building() -> None:
    board = Drawing().fill("B2", STONE, 0.6).fill("D2 D3", STONE).fill("F2", STONE).fill("F3", WOOD)
    buildings = {fact for fact in facts(board) if fact.startswith("building")}
    assert buildings == {'building("tD2-D3","tD2").', 'building("tD2-D3","tD3").'}


def test_rowhouses_stand_apart() -> None:
    board = Drawing().fill("D2 D3 D4", STONE).side("D3", 0, ROWHOUSE, 4)
    lines = facts(board)
    assert {fact for fact in lines if fact.startswith("building")} == {
        *('building("tD3-D4","tD3").', 'building("tD3-D4","tD4").'),
    }
    assert 'hexside("tD2","tD3",rowhouse_wall).' in lines
    assert {'feature("tD2",rowhouse).', 'feature("tD3",rowhouse).'} <= lines
    assert 'feature("tD4",rowhouse).' not in lines


def test_a_corner_that_strays_joins_nothing() -> None:
    board = Drawing().fill("D2", STONE, 0.7).fill("D4", STONE, 0.7).dot("D3", STONE, 0, -0.5, 3)
    assert not [fact for fact in facts(board) if fact.startswith("building")]


def test_levels_and_stairwells() -> None:
    board = Drawing(stairs={"F2"}).fill("B2", STONE).fill("D2", STONE_1).fill("F2 H2", STONE_2)
    levels = {fact for fact in facts(board) if fact.startswith(("level", "stairwell"))}
    assert levels == {
        *('level("tD2",1).', 'stairwell("tD2").'),
        *('level("tF2",1).', 'level("tF2",2).', 'stairwell("tF2").', 'level("tH2",1).', 'level("tH2",2).'),
    }


def test_a_part_of_a_map_keeps_only_whole_facts() -> None:
    board = Drawing().fill("D2 D3", STONE).road("D4", 3).side("D4", 3, WALL, 2, 0.2).map()
    lines = "\n".join(hex_facts(ground(board), [board.hex("D3"), board.hex("D4")]))
    assert "tD2" not in lines and "tD5" not in lines and "building" not in lines.replace("stone_building", "")
    assert 'hex("tD3",3,6)' in lines and 'hex("tD4",3,8)' in lines


# ---------------------------------------------------------------------------------------------------------------------
# Facts that the reader of instances takes


def everything() -> Drawing:
    board = Drawing(stairs={"B2"}).fill("B2 B3", STONE_2).side("D3", 0, WALL).raise_to("F3", 2).fill("E5", GRAIN)
    return board.road("D5", 0, 3).dot("H3", BRIDGE, 0, 0, 14).fill("C1", WOODS)


def test_facts_are_an_instance() -> None:
    instance = parse("\n".join(board_facts(everything().map())), "board.lp", need="facts")
    hexes = {fact.args[0] for fact in instance.facts if fact.name == "hex"}
    assert hexes == {f"t{name}" for name in everything().hex_names}
    assert {fact.args[0] for fact in instance.facts if fact.name == "terrain"} == hexes


def test_every_word_of_the_terrain_table_is_in_the_vocabulary() -> None:
    terrain, hexside = BY_NAME["terrain"][2].args[1], BY_NAME["hexside"][3].args[2]
    for known in TERRAINS.values():
        if known.word:
            kind = hexside if known.hexside else terrain
            assert kind.problem(Name(known.word)) is None, known


def test_los_facts() -> None:
    board = Drawing().fill("D3", WOODS).fill("G3", GRAIN).map()
    lines = " ".join(los_facts(board, [("tD1", "tD5"), ("tD5", "tD1"), ("tG2", "tG5"), ("tG5", "tG2"), ("tA1", "tA2")]))
    assert lines == 'los("tG2","tG5",1). los("tA1","tA2",0).'
    winter = " ".join(los_facts(board, [("tG2", "tG5")], month=1))
    assert winter == 'los("tG2","tG5",0).'


def test_levels_that_no_instance_holds() -> None:
    with pytest.raises(BoardError, match="hex tD3: lies at level 99"):
        facts(Drawing().raise_to("D3", 99))


# ---------------------------------------------------------------------------------------------------------------------
# Maps of boards


def placed(board: Drawing, **kwargs: object) -> Placed:
    return Placed(parse_archive(board.archive, board.name), board.name, **kwargs)  # type: ignore[arg-type]


def whole(name: str) -> Drawing:
    """A board whose edges fall on whole pixels, as those of real boards do: 9 columns, 450 x 258."""
    return Drawing(9, 4, name=name)


def test_boards_above_each_other_share_half_hexes() -> None:
    upper, lower = whole("a").fill("D4", WOODS), whole("b").fill("F1", WOODS)
    board = BoardMap([placed(upper), placed(lower, row=1)])
    shared = [names for names in board.names if len(names) > 1]
    assert shared == [("aB4", "bB0"), ("aD4", "bD0"), ("aF4", "bF0"), ("aH4", "bH0")]
    assert len(board.hexes) == 2 * (9 * 4 + 4) - 4
    assert board.hex("aD4") == board.hex("bD0")
    # LOS crosses from board to board: past woods on either
    assert board.los([("aF3", "bF2"), ("aD3", "bD2"), ("aH3", "bH2")]).blocked == [True, True, False]
    assert 'hex("bD1",3,10)' in "\n".join(hex_facts(ground(board)))


def test_boards_side_by_side() -> None:
    board = BoardMap([placed(whole("a").fill("I2", WOODS)), placed(whole("b"), col=1)])
    assert [names for names in board.names if len(names) > 1] == [
        ("aI1", "bA1"),
        ("aI2", "bA2"),
        ("aI3", "bA3"),
        ("aI4", "bA4"),
    ]
    assert board.grid.cols == 17
    # aH2 is beside both; the woods of the shared hex are drawn on the left board only, and block
    assert board.los([("aG2", "bC2")]).blocked == [True]


def test_a_reversed_board_keeps_its_names_and_turns() -> None:
    drawing = whole("a").fill("B2", WOODS).fill("D3", GRAIN).raise_to("F1", 2).side("C3", 0, WALL)
    drawing.stairs = {"H2"}
    straight, turned = BoardMap([placed(drawing)]), BoardMap([placed(drawing, reversed=True)])
    assert turned.name(0) == "aI4" and turned.names[-1] == ("aA1",)
    assert sorted(turned.names) == sorted(straight.names)
    # This position seen from the other side: terrain, walls and LOS by name are what they were
    a, b = ground(straight), ground(turned)
    assert {straight.name(n): w for n, w in a.terrain.items()} == {turned.name(n): w for n, w in b.terrain.items()}
    assert {frozenset(map(straight.name, pair)): w for pair, w in a.hexsides.items()} == {
        frozenset(map(turned.name, pair)): w for pair, w in b.hexsides.items()
    }
    assert [board.stairways[board.hex("aH2")] for board in (straight, turned)] == [1, 1]
    names = [straight.name(n) for n in straight.hexes]
    pairs = [(x, y) for x in names for y in names if x < y]
    here, there = straight.los(pairs), turned.los(pairs)
    # The image is turned about a pixel, the grid about a point: a pixel of difference now and then
    assert sum(map(ne, here.blocked, there.blocked)) < 0.02 * len(pairs)


def test_crops() -> None:
    board = whole("a").fill("F2", WOODS)
    right = BoardMap([placed(board, crop=(225, 0, 225, 258))])
    assert right.name(0) == "aE1" and right.names[-1] == ("aI4",) and len(right.hexes) == 5 * 4 + 2
    assert right.los([("E2", "G2"), ("F1", "F3")]).blocked[1]
    with pytest.raises(BoardError, match="hex A1: is not on board a"):
        right.hex("A1")
    lower = BoardMap([placed(board, crop=(0, 129, 450, 129))])
    assert lower.names[0] == ("aA3",) and "aB2" in {name for names in lower.names for name in names}
    # from an odd column on, which stands half a hex higher
    odd = BoardMap([placed(board, crop=(169, 0, 281, 258))])
    assert {"aD0", "aD4", "aE1", "aI4"} <= {name for names in odd.names for name in names}
    assert odd.los([("F1", "F3"), ("D1", "D3")]).blocked == [True, False]


def test_the_hex_under_a_pixel_of_the_map() -> None:
    board = BoardMap([placed(whole("a")), placed(whole("b"), row=1, reversed=True)])
    for number in board.hexes:
        x, y = board.grid.centre[number]
        assert board.locate(x + 400, y + 400) in board.names[number]
    assert board.locate(0, 0) is None and board.locate(400 + 451, 500) is None
    # a counter on a shared half hex belongs to the upper board, up to the closed edge of the map
    assert board.locate(400 + 56, 400 + 257) == "aB4"


@pytest.mark.parametrize(
    ("boards", "match"),
    [
        (lambda: [], "no boards"),
        (lambda: [placed(whole("a")), placed(whole("b"))], "board b: lies on another board"),
        (lambda: [placed(whole("a"), col=99)], "too far out"),
        (lambda: [placed(whole("a"), crop=(0, 0, 451, 258))], "cropped beyond"),
        (lambda: [placed(whole("a"), crop=(0, 0, -5, 258))], "cropped beyond"),
        (lambda: [placed(Drawing(8, 4), reversed=True)], "cannot be reversed"),
        (
            lambda: [placed(whole("a")), placed(Drawing(5, 3, hex_width=168.75, hex_height=194, a1=(0, 97)), col=1)],
            "other hexes",
        ),
        (lambda: [placed(whole("a"), crop=(0, 0, 169, 258)), placed(whole("b"), col=1)], "board b: does not meet"),
    ],
)
def test_maps_that_do_not_fit(boards: Callable[[], list[Placed]], match: str) -> None:
    with pytest.raises(BoardError, match=match):
        BoardMap(boards())


# ---------------------------------------------------------------------------------------------------------------------
# Real boards


@pytest.mark.parametrize("name", ["02", "09", "10", "18", "y", "z"])
def test_real_hexes(name: str) -> None:
    """The terrain that the rules need, against VASL's own of each hex."""
    folder = real_data()
    board = read_board(folder / "boards" / f"bd{name}")
    grounds = ground(board)
    prefix = board.boards[0].name
    with open(folder / "los" / f"{name}-hexes.csv", newline="") as file:
        rows = {row["hex"]: row for row in csv.DictReader(file)}
    assert len(rows) == len(board.hexes) == 346
    for printed, row in rows.items():
        number = board.hex(prefix + printed)
        assert grounds.elevation.get(number, 0) == int(row["base_elevation"])
        if row["building"] == "1":
            assert grounds.terrain[number] == f"{row['building_material'] or 'stone'}_building"
            assert grounds.levels.get(number, 0) == int(row["building_levels"] or 0)
            assert (number in grounds.stairwells) == (row["stairway"] == "1")
        elif row["depression"]:
            words = (
                grounds.terrain[number],
                *grounds.features.get(number, ()),
            )  # woods in the gully, or the gully alone
            assert row["depression"].lower() in words
        elif row["center_terrain"] in ("Woods", "Orchard", "Brush", "Grain", "Crags"):
            assert grounds.terrain[number] == row["center_terrain"].lower()
        for side in range(6):
            other = board.grid.neighbours[number][side]
            if other < 0:
                continue
            pair = (min(number, other), max(number, other))
            word = row[f"hs{side}"].lower().split(",")[0].replace(" ", "_")
            assert grounds.hexsides.get(pair, "") == word
            if str(side) in row["road_hexsides"]:
                names = {board.name(other).removeprefix(prefix), printed}
                along = names in ({"A5", "A6"}, {"GG5", "GG6"})  # where the road leaves the board, along the hexside
                assert (pair in grounds.roads) != along


def test_real_hexes_as_players_read_them() -> None:
    """The examples of the article on the Starter Kit's rout rules need these readings."""
    folder = real_data()
    read: dict[str, str] = {}
    for name in "yz":
        board = read_board(folder / "boards" / f"bd{name}")
        grounds = ground(board)
        read |= {board.name(n): word for n, word in grounds.terrain.items()}
        groups: dict[str, set[str]] = {}
        for number, group in grounds.buildings.items():
            groups.setdefault(group, set()).add(board.name(number))
        if name == "z":
            assert {"zC7", "zD6"} in groups.values()
    assert all(read[name] == "stone_building" for name in ("yI6", "yJ3"))
    assert read["yP8"] == read["yZ4"] == "grain"
    assert read["yT4"] == read["yU4"] == "open_ground" and read["yJ4"] == "orchard"
    cover = ("yZ7", "yZ9", "yAA10", "yP1", "yW6", "yU3", "yU6", "yV6", "yP6", "yK6", "yI5", "yL3", "yK4", "zD4", "zE5")
    assert all(read[name] in ("woods", "stone_building", "wooden_building") for name in cover)


def test_real_boards_joined() -> None:
    folder = real_data()
    boards = [Placed(read_archive(folder / "boards" / f"bd{name}"), name, row=row) for row, name in enumerate("yz")]
    board = BoardMap(boards)
    with open(folder / "los" / "yz-ids.csv", newline="") as file:
        for row in csv.DictReader(file):
            number = board.grid.index(int(row["mapcol"]), int(row["maprow"]))
            assert board.names[number] == tuple(row["board_hexes"].replace(":", "").split("="))
            assert board.grid.centre[number] == (int(row["cx"]), int(row["cy"]))


@pytest.mark.slow
def test_real_save_with_a_crop() -> None:
    folder = real_data()
    board = BoardMap([Placed(read_archive(folder / "boards" / "bdz"), "z", crop=(0, 0, 900, 645))])
    names = {name for every in board.names for name in every}
    with open(folder / "saves" / "synth-z-crop-truth.csv", newline="") as file:
        assert {"z" + row["hex"] for row in csv.DictReader(file) if row["hex"]} <= names
    # LOS inside the crop is LOS on the board
    with gzip.open(folder / "los" / "z-los.csv.gz", "rt", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if {"z" + row["src"], "z" + row["dst"]} <= names and row["blocked"] != "-1"
        ]
    inside = [row for row in rows if row["src"][0] < "P" and row["dst"][0] < "P"][::7]
    sight = board.los([("z" + row["src"], "z" + row["dst"]) for row in inside])
    assert sight.blocked == [row["blocked"] == "1" for row in inside]


def test_real_roads_beside_the_middle_of_a_hexside() -> None:
    """Seen on the boards: each leads from one hex into the other between the corners of their hexside."""
    folder = real_data()
    crossed = {"02": ("C5", "D5"), "10": ("U7", "V6"), "18": ("J9", "K9"), "y": ("V4", "W5"), "z": ("K4", "L3")}
    for name, pair in crossed.items():
        board = read_board(folder / "boards" / f"bd{name}")
        prefix = board.name(board.hexes[0]).removesuffix("A1")
        assert tuple(sorted(board.hex(prefix + hex_) for hex_ in pair)) in ground(board).roads, name
