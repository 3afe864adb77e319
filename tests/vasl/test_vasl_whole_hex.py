"""Hexes whose centre pixel says too little: what is in a gully, beside a road, beneath a bridge or along a path."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from vasl_boards import BRIDGE, BRUSH, DIRT, GRAIN, GULLY, OPEN, PAVED, STONE, SUNKEN, WATER, WOODS, Drawing, real_data

import pyrout
from pyrout.cli import main
from pyrout.position.corrections import Corrections
from pyrout.position.vocabulary import TERRAIN
from pyrout.vasl.boards.facts import board_facts, ground, reading
from pyrout.vasl.boards.maps import read_board
from pyrout.vasl.boards.terrain import CODE

PATH, STREAM, DRY, RAILS, ELEVATED = (
    CODE[name] for name in ("Path", "Shallow Stream", "Dry Stream", "Railroad, Ground Level", "Elevated Road")
)


def of(board: Drawing, hex_: str) -> dict[str, object]:
    """Return the terrain, the level and the features of a hex."""
    facts = "\n".join(line for line in board_facts(board.map()) if not line.startswith("%"))
    (terrain,) = re.findall(rf'terrain\("t{hex_}",(\w+)\)', facts)
    level = re.findall(rf'elevation\("t{hex_}",(-?\d+)\)', facts)
    features = set(re.findall(rf'feature\("t{hex_}",(\w+)\)', facts))
    return {"terrain": terrain, "level": int(level[0]) if level else 0, "features": features}


def read(terrain: str, level: int = 0, *features: str) -> dict[str, object]:
    return {"terrain": terrain, "level": level, "features": set(features)}


def pairs(board: Drawing, what: str) -> set[str]:
    return set(re.findall(rf"\b{what}\([^)]*\)", "\n".join(board_facts(board.map()))))


def trench(board: Drawing, hex_: str, code: int, *sides: int, width: float = 16, level: int = -1) -> Drawing:
    """Draw a depression from the middle of a hex to the middles of hexsides."""
    before = board.terrain.copy()
    board.terrain[:] = 255
    board.road(hex_, *sides, terrain=code, width=width)
    there = board.terrain == code
    board.terrain[:] = before
    board.terrain[there], board.elevation[there] = code, level
    return board


# ---------------------------------------------------------------------------------------------------------------------
# Depressions


@pytest.mark.parametrize(
    ("growth", "word"),
    [
        (WOODS, "woods"),
        (BRUSH, "brush"),
        (CODE["Orchard"], "orchard"),
        (CODE["Light Woods"], "light_woods"),
        (OPEN, "gully"),
    ],
)
def test_what_grows_in_a_gully(growth: int, word: str) -> None:
    """B19.4: both count. Nothing of it, and the gully is the terrain."""
    board = trench(Drawing().fill("D3", growth), "D3", GULLY, 0, 3)
    assert of(board, "D3") == (read("gully", -1) if word == "gully" else read(word, -1, "gully"))


@pytest.mark.parametrize(("code", "depth"), [(STREAM, ()), (DRY, ("dry",)), (CODE["Deep Stream"], ("deep",))])
def test_woods_in_a_stream(code: int, depth: tuple[str, ...]) -> None:
    board = trench(Drawing().fill("D3", WOODS), "D3", code, 1, 4)
    assert of(board, "D3") == read("woods", -1, "stream", *depth)


def test_trees_over_the_middle_of_a_gully() -> None:
    """The centre pixel is woods, and the gully leads under them."""
    board = trench(Drawing().fill("D3", WOODS), "D3", GULLY, 0, 3).dot("D3", WOODS, 0, 0, 7)
    board.elevation[board.terrain == WOODS] = 0
    assert of(board, "D3") == read("woods", -1, "gully")


def test_a_gully_along_the_edge_of_woods_is_none_of_theirs() -> None:
    board = Drawing().fill("D3", WOODS).side("D3", 0, GULLY, 18)
    assert of(board, "D3") == read("woods")


def test_grain_beside_a_gully_does_not_grow_in_it() -> None:
    """No rule here adds the two: the gully decides, as its centre does."""
    assert of(trench(Drawing().fill("D3", GRAIN), "D3", GULLY, 0, 3), "D3") == read("gully", -1)


def test_a_road_that_goes_down_into_a_gully() -> None:
    """Its centre pixel is the road, a level below the ground beside it."""
    board = trench(Drawing(), "D3", GULLY, 0, 3, width=20).road("D3", 1, 4)
    board.elevation[board._distance("D3") < 0.15] = -1
    assert of(board, "D3") == read("gully", -1)


def reasons(board: Drawing, hex_: str) -> tuple[str, ...]:
    drawn = board.map()
    return reading(drawn, drawn.hex(hex_))[1].why


def test_a_road_that_stays_up_is_a_bridge_over_the_gully() -> None:
    """B6.1: what crosses a depression is a bridge, also where the board draws none; it lies as high as the road."""
    board = trench(Drawing(), "D3", GULLY, 0, 3, width=20).road("D3", 1, 4)
    board.elevation[board.terrain == DIRT] = 0
    assert of(board, "D3") == read("gully", 0, "bridge")
    bridge, beneath = reasons(board, "D3")
    assert bridge == "at the centre Dirt Road, which stays up: a bridge"
    assert re.fullmatch(r"Gully fills \d+% of the hex: that is beneath it", beneath)


def test_a_gully_that_ends_at_a_road_is_left_out_and_named() -> None:
    board = trench(Drawing(), "D3", GULLY, 0, width=20).road("D3", 1, 4)
    board.elevation[board.terrain == DIRT] = 0
    assert of(board, "D3") == read("open_ground")
    terrain, gully = reasons(board, "D3")
    assert terrain == "at the centre Dirt Road, and no woods, buildings or the like fill 10% of the hex: open_ground"
    assert re.fullmatch(r"Gully fills \d+% of the hex, and is left out: it does not lead on beneath the road", gully)


def test_water_and_a_gully_beside_the_middle_are_named() -> None:
    for code, name in ((WATER, "Water"), (GULLY, "Gully")):
        board = Drawing().side("D3", 0, code, 24)
        assert of(board, "D3") == read("open_ground")
        assert re.fullmatch(
            rf"{name} fills \d+% of the hex, and is left out: the centre decides", reasons(board, "D3")[1]
        )


def test_a_road_in_a_hex_that_is_all_gully_is_down_in_it() -> None:
    board = Drawing().dip("D3", -1).road("D3", 1, 4)
    assert of(board, "D3") == read("gully", -1)


# ---------------------------------------------------------------------------------------------------------------------
# Bridges


@pytest.mark.parametrize("surface", [DIRT, PAVED, BRIDGE])
def test_a_bridge_is_over_what_is_beneath_it(surface: int) -> None:
    """The centre pixel is the road that the bridge carries; it lies as high as that."""
    board = (
        trench(Drawing(), "D3", STREAM, 0, 3, width=20).dot("D3", BRIDGE, 0, 0, 13).road("D3", 1, 4, terrain=surface)
    )
    board.elevation[board._distance("D3") < 0.5] = 0
    assert of(board, "D3") == read("stream", 0, "bridge")


def test_a_bridge_that_hides_its_gully_has_it_from_its_hexsides() -> None:
    board = Drawing().dip("D2 D4", -1).dot("D3", BRIDGE, 0, 0, 16).road("D3", 1, 4)
    board.terrain[board._distance("D3") < 0.9] = BRIDGE
    assert of(board, "D3") == read("gully", 0, "bridge")


def test_a_bridge_over_nothing_is_still_reported() -> None:
    board = Drawing().dot("D3", BRIDGE, 0, 0, 13).road("D3", 1, 4)
    assert of(board, "D3") == read("open_ground", 0, "bridge")


def test_a_bridge_over_water_and_over_a_dry_stream() -> None:
    board = Drawing().fill("D3", WATER).dot("D3", BRIDGE, 0, 0, 13).road("D3", 1, 4)
    assert of(board, "D3") == read("water", 0, "bridge")
    board = trench(Drawing(), "D3", DRY, 0, 3, width=20).dot("D3", BRIDGE, 0, 0, 13)
    assert of(board, "D3")["features"] == {"bridge", "dry"}


# ---------------------------------------------------------------------------------------------------------------------
# Roads, rails and paths


@pytest.mark.parametrize("surface", [DIRT, PAVED, SUNKEN])
@pytest.mark.parametrize("lowered", [True, False])
def test_a_road_between_banks_is_sunken(surface: int, lowered: bool) -> None:
    """The banks are the sunken road of LOSData, its surface is a road; the level is that of either."""
    board = trench(Drawing(), "D3", SUNKEN, 0, 3, width=18)
    board.road("D3", 0, 3, terrain=surface, width=6)
    if not lowered:
        board.elevation[board.terrain == DIRT] = 0
        board.elevation[board.terrain == PAVED] = 0
    assert of(board, "D3") == read("sunken_road", -1)
    assert 'road("tD2","tD3")' in pairs(board, "road")


def test_the_end_of_banks_beside_a_road_sinks_nothing() -> None:
    board = Drawing().road("D3", 0, 3).side("D3", 2, SUNKEN, 16)
    assert of(board, "D3") == read("open_ground")


def test_an_elevated_road() -> None:
    """B5: an elevated road at the level that the board gives it."""
    flat = Drawing().road("D3", 0, 3, terrain=ELEVATED, width=18).road("D3", 0, 3, terrain=DIRT)
    assert of(flat, "D3") == read("elevated_road")
    raised = Drawing().road("D3", 0, 3, terrain=ELEVATED, width=18)
    raised.elevation[raised.terrain == ELEVATED] = 1
    assert of(raised, "D3") == read("elevated_road", 1)


@pytest.mark.parametrize(("ground", "word"), [(OPEN, "open_ground"), (WOODS, "woods")])
def test_rails_on_the_ground_are_a_road(ground: int, word: str) -> None:
    """B32: over a railroad hexside 1 MF, else the terrain of the hex."""
    board = Drawing().fill("D3", ground).road("D3", 0, 3, terrain=RAILS, width=8)
    assert of(board, "D3") == read(word) and pairs(board, "road") == {'road("tD2","tD3")', 'road("tD3","tD4")'}


@pytest.mark.parametrize(("surface", "paved"), [(PAVED, True), (RAILS, True), (DIRT, False), (ELEVATED, False)])
def test_which_roads_are_paved(surface: int, paved: bool) -> None:
    """E3.64, B32: rails on the ground are as a paved road."""
    board = Drawing().road("D3", 0, 3, terrain=surface, width=8)
    assert pairs(board, "paved") == ({'paved("tD2","tD3")', 'paved("tD3","tD4")'} if paved else set())


def test_where_a_paved_road_ends() -> None:
    """Beyond the hexside it goes on as a road of earth, across another hexside on a bridge."""
    earth = Drawing().road("D2", 3, terrain=DIRT, width=8).road("D3", 0, 3, terrain=PAVED, width=8)
    bridge = earth.dot("D4", BRIDGE, 0, 0, 16).road("D4", 0, terrain=BRIDGE, width=8)
    assert pairs(bridge, "road") == {'road("tD2","tD3")', 'road("tD3","tD4")'}
    assert pairs(bridge, "paved") == {'paved("tD3","tD4")'}


def test_a_paved_road_of_a_board_is_a_road_to_the_starter_kit(tmp_path: Path) -> None:
    """Its rules know no mud: the answer is that of a road of earth."""
    routes = []
    for surface in (PAVED, DIRT):
        file = Drawing().fill("D3", WOODS).road("D2", 3, terrain=surface).road("D3", 0, terrain=surface).save(tmp_path)
        facts = "\n".join(board_facts(read_board(file)))
        units = 'unit(g1,german,squad). at(g1,"tD2"). status(g1,broken). status(g1,dm).'
        text = f"rules(aslsk). side(german). side(american). attacker(german). {units}\n{facts}"
        assert ("paved(" in text) == (surface == PAVED)
        routes.append(pyrout.solve(pyrout.parse(text))["g1"].routes)
    assert routes[0] == routes[1]


def test_a_paved_road_of_a_board_is_corrected_by_a_fact_in_mud(tmp_path: Path) -> None:
    """E3.64: 1/2 MF more over the hexside of which the player says that it is not paved."""
    file = Drawing().fill("D4", WOODS).road("D2", 3, terrain=PAVED).road("D3", 0, 3, terrain=PAVED).save(tmp_path)
    facts = "\n".join(board_facts(read_board(file)))
    units = 'environment(mud). unit(g1,german,squad). at(g1,"tD2"). status(g1,broken). status(g1,dm).'
    position = pyrout.parse(f"rules(asl). side(german). side(american). attacker(american). {units}\n{facts}")
    corrected = Corrections(facts=('-paved("tD2","tD3")',)).made(position)
    mf = [
        next(run.mf for run in pyrout.solve(each)["g1"].routes if run.path == ("tD2", "tD3", "tD4"))
        for each in (position, corrected)
    ]
    assert mf == [(0.0, 1.0, 2.0), (0.0, 1.5, 2.5)]  # the road leads on into the woods


def test_the_hexsides_of_a_path() -> None:
    """B13.6: those that it crosses; the hex is what it leads through."""
    board = Drawing().fill("D3", WOODS).road("D3", 0, 2, terrain=PATH)
    assert of(board, "D3") == read("woods")
    assert pairs(board, "path") == {'path("tD2","tD3")', 'path("tD3","tE4")'} and not pairs(board, "road")
    assert not pairs(Drawing().fill("D3", WOODS).side("D3", 0, PATH, 4), "path")
    # not at the middle of the hexside, and with a gap in its line
    aside = Drawing().fill("D3", WOODS)
    for down in (-0.3, -0.39, -0.47, -0.53, -0.61):
        aside.dot("D3", PATH, 0.15, down, 2)
    assert pairs(aside, "path") == {'path("tD2","tD3")'}


def test_the_paths_of_a_real_board() -> None:
    """Those that board 10 shows: through the woods from D4 to J1, and out of F5 to H6."""
    board = read_board(real_data() / "boards" / "bd10")
    paths = {tuple(sorted(board.name(n).removeprefix("10") for n in pair)) for pair in ground(board).paths}
    through = {
        ("D4", "E4"),
        ("E4", "F4"),
        ("F3", "F4"),
        ("F3", "G3"),
        ("G2", "G3"),
        ("G2", "H2"),
        ("H2", "I2"),
        ("I2", "J1"),
    }
    assert paths == through | {("F4", "F5"), ("F5", "G6"), ("G6", "H6"), ("I1", "I2")}


# ---------------------------------------------------------------------------------------------------------------------
# The rest


@pytest.mark.parametrize(("radius", "features"), [(14, {"shellholes"}), (4, set())])
def test_shellholes_beside_the_dot(radius: int, features: set[str]) -> None:
    board = Drawing().dot("D3", CODE["Shellholes"], 0.2, 0, radius)
    assert of(board, "D3") == {"terrain": "open_ground", "level": 0, "features": features}


def test_the_shellholes_that_the_rulebook_names() -> None:
    """B2.1: hex 2U6, where they miss the centre."""
    board = read_board(real_data() / "boards" / "bd02")
    look, seen = reading(board, board.hex("U6"))
    assert look.centre != CODE["Shellholes"] and seen.features == ("shellholes",)


@pytest.mark.parametrize("name", ["Roofless Stone Factory, 1.5 Level", "Gutted Stone Factory, 2.5 Level"])
def test_a_roofless_factory_is_a_factory(name: str) -> None:
    assert of(Drawing().fill("D3", CODE[name]), "D3") == read("stone_factory")


def test_a_hut_beside_the_dot() -> None:
    assert of(Drawing().dot("D3", CODE["Huts"], 0.25, 0.1, 13), "D3") == read("huts")


@pytest.mark.slow
def test_every_code_is_read_as_words_of_the_vocabulary() -> None:
    for code in CODE.values():
        for board in (Drawing().fill("D3", code), Drawing().fill("D3", WOODS).dot("D3", code, 0, 0, 12)):
            words = of(board, "D3")
            assert words["terrain"] in TERRAIN.words and words["level"] == 0, code


def test_a_reading_names_what_decided() -> None:
    board = trench(Drawing().fill("D3", WOODS).fill("F3", STONE), "D3", GULLY, 0, 3).map()
    look, decided = reading(board, board.hex("D3"))
    assert look.centre == GULLY and decided.terrain == "woods"
    assert re.fullmatch(r"Gully fills \d+% of the hex, through the middle: a gully", decided.why[0])
    assert re.fullmatch(r"woods fills \d+% of the hex: woods in the gully", decided.why[1])
    assert reading(board, board.hex("F3"))[1].why == ("at the centre Stone Building: stone_building",)


# ---------------------------------------------------------------------------------------------------------------------
# pyrout board ARCHIVE --explain HEX


def explained(board: Drawing, folder: Path, hex_: str) -> list[str]:
    done = CliRunner().invoke(main, ["board", str(board.save(folder)), "--explain", hex_], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


@pytest.mark.parametrize("name", ["D3", "tD3"])
def test_a_hex_is_explained(tmp_path: Path, name: str) -> None:
    board = trench(Drawing().fill("D3", WOODS), "D3", GULLY, 0, 3).road("D3", 1).side("D3", 4, CODE["Hedge"])
    lines = explained(board, tmp_path, name)
    assert lines[0] == "tD3 is woods, gully at level -1"
    assert re.fullmatch(r"pixels: Woods \d+%, Gully \d+%, .*; at the centre Dirt Road, level -1", lines[1])
    assert any(re.fullmatch(r"because woods fills \d+% of the hex: woods in the gully", line) for line in lines)
    assert "north, to tD2: nothing (its middle shows Gully)" in lines
    assert "north-east, to tE3: road (its middle shows Dirt Road)" in lines
    assert "north, to tD1: paved road (its middle shows Paved Road)" in explained(
        Drawing().road("D2", 0, terrain=PAVED, width=8), tmp_path, "D2"
    )
    assert "south-west, to tC4: hedge (its middle shows Hedge)" in lines
    assert lines[-1].startswith("facts: ") and 'feature("tD3",gully).' in lines[-1] and 'terrain("tD2"' not in lines[-1]


def test_a_hex_at_the_edge_is_explained(tmp_path: Path) -> None:
    lines = explained(Drawing(), tmp_path, "A1")
    assert [line.partition(",")[0] for line in lines if ", to " in line] == ["north-east", "south-east", "south"]


def test_a_hex_that_the_board_does_not_have_is_one_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["board", str(Drawing().save(tmp_path)), "--explain", "Z99"])
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and "hex Z99 is not on board t" in done.stderr
