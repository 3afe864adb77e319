"""Line of sight on terrain that the tests draw: each rule, on a board that shows it. What is expected follows from the
rule (heights, ranges, what VASL is known to do), never from the program."""

from __future__ import annotations

import pytest
from vasl_boards import (
    BOCAGE,
    BRIDGE,
    BRUSH,
    CLIFF,
    CRAGS,
    DIRT,
    FACTORY,
    FACTORY_WALL,
    GRAIN,
    GULLY,
    HEDGE,
    LIGHT_WOODS,
    ORCHARD,
    ROOFLESS,
    ROWHOUSE,
    RUBBLE,
    STONE,
    STONE_1,
    STONE_2,
    SUNKEN,
    WALL,
    WATER,
    WOODS,
    Drawing,
)

pytestmark = pytest.mark.slow  # half a minute together

BLOCKED = None


def hill(level: int, names: str, rows: int = 9) -> Drawing:
    return Drawing(rows=rows).raise_to(names, level)


# ---------------------------------------------------------------------------------------------------------------------
# One level


def test_open_ground_is_clear_at_any_range() -> None:
    board = Drawing(cols=33, rows=10)
    assert board.sees("A1", "GG10") == 0
    assert board.sees("A1", "A2") == 0


@pytest.mark.parametrize("terrain", [WOODS, STONE, STONE_2, RUBBLE])
def test_an_obstacle_between_blocks(terrain: int) -> None:
    board = Drawing().fill("D3", terrain)
    assert board.sees("D1", "D5") is BLOCKED
    assert board.sees("D2", "D3") == 0  # into it
    assert board.sees("B2", "B5") == 0  # past it


@pytest.mark.parametrize("terrain", [GRAIN, BRUSH, ORCHARD, CRAGS])
def test_hindrances_count_once_for_each_hex_between(terrain: int) -> None:
    board = Drawing(rows=10).fill("D1 D2 D3 D4 D5 D6 D7 D8 D9", terrain)
    # The ends do not count; six Hindrances block
    assert [board.sees("D1", f"D{n}") for n in range(2, 9)] == [0, 1, 2, 3, 4, 5, BLOCKED]


def test_light_woods_count_two() -> None:
    board = Drawing(rows=10).fill("D3 D4 D5", LIGHT_WOODS)
    assert [board.sees("D2", f"D{n}") for n in (4, 5, 6)] == [2, 4, BLOCKED]


def test_grain_is_open_ground_out_of_season() -> None:
    board = Drawing().fill("D2 D3", GRAIN).fill("D4", BRUSH)
    assert [board.sees("D1", "D5", month) for month in (None, 6, 9, 5, 10)] == [3, 3, 3, 1, 1]


def test_inherent_terrain_fills_its_hex_and_no_other() -> None:
    # A spot of orchard by the middle makes the hex orchard; the LOS crosses pixels of it
    assert Drawing().dot("D3", ORCHARD, 0, 0, 8).sees("D1", "D5") == 1
    # A spot at the hexside does not: its pixels under the LOS count for nothing
    assert Drawing().dot("D3", ORCHARD, 0, -0.4, 5).sees("D1", "D5") == 0
    # while brush, which is not inherent, hinders wherever the LOS meets it
    assert Drawing().dot("D3", BRUSH, 0, -0.4, 5).sees("D1", "D5") == 1


def test_a_single_pixel_of_an_obstacle_blocks() -> None:
    board = Drawing()
    x, y = (int(v) for v in board.centre("D3"))
    board.terrain[x, y] = WOODS
    assert board.sees("D1", "D5") is BLOCKED


def test_along_a_hexside_either_hex_can_block() -> None:
    # From C3 to G3 the LOS runs between D2 and D3, then through E3, then between F2 and F3
    for name in ("D2", "D3", "F2", "F3"):
        board = Drawing()
        board.terrain[board._distance(name) <= 1.02] = WOODS  # up to the hexside and a pixel beyond
        assert board.sees("C3", "G3") is BLOCKED, name
    assert Drawing().fill("D2 D3", WOODS, 0.9).sees("C3", "G3") == 0


def test_along_a_hexside_two_hexes_of_one_range_hinder_once() -> None:
    # A patch on the middle of the hexside reaches into both; another in the next hex is another range
    board = Drawing().dot("D3", GRAIN, 0, -0.5, 8)
    assert board.sees("C3", "G3") == 1
    assert board.dot("E3", GRAIN, 0, 0, 8).sees("C3", "G3") == 2


@pytest.mark.parametrize(("first", "second"), [(ROOFLESS, GRAIN), (GRAIN, ROOFLESS)])
def test_along_a_hexside_the_higher_of_two_hindrances_at_one_range_counts(first: int, second: int) -> None:
    board = Drawing().dot("D3", first, -0.2, -0.5, 5).dot("D3", second, 0.2, -0.5, 5)
    assert board.sees("C3", "G3") == 2


@pytest.mark.parametrize("names", ["D2", "D3", "D2 D3"])
def test_along_a_hexside_inherent_terrain_of_either_hex_hinders(names: str) -> None:
    # The trees stand in the middle of the hexes, off the line
    board = Drawing()
    for name in names.split():
        board.dot(name, ORCHARD, 0, 0, 8)
    assert board.sees("C3", "G3") == 1


def test_along_a_hexside_a_building_on_the_side_gives_no_blind_hex() -> None:
    # From level 2 the last hex is blind behind woods; a building at an odd range to the target does not count there
    for terrain, seen in ((WOODS, BLOCKED), (STONE, 0)):
        assert Drawing().raise_to("C3", 2).dot("H3", terrain, 0, -0.5, 6).sees("C3", "I3") is seen, terrain


# ---------------------------------------------------------------------------------------------------------------------
# Walls and hedges


@pytest.mark.parametrize(
    ("spine", "upper", "lower", "seen"),
    [
        (True, True, True, BLOCKED),
        (False, True, False, BLOCKED),
        (False, True, True, BLOCKED),
        (True, True, False, 0),
        (True, False, False, 0),
        (False, False, False, 0),
    ],
)
def test_walls_at_the_far_end_of_a_hexspine(spine: bool, upper: bool, lower: bool, seen: int | None) -> None:
    # C3 looks along the hexside between D2 and D3; at its end their hexsides toward E3 fork
    board = Drawing()
    for there, name, side in ((spine, "D3", 0), (upper, "D2", 2), (lower, "D3", 1)):
        if there:
            board.side(name, side, WALL, 5)
    assert board.sees("C3", "I3") is seen


def test_a_wall_on_a_hexspine_of_an_end_does_not_block() -> None:
    # The hexside between D9 and E10 points at D10; the LOS to I2 brushes it
    board = Drawing(rows=11).side("D9", 2, WALL, 8, 0.3)
    x, y = (int(v) for v in board.centre("D10"))
    line = [board.terrain[x + n, round(y - n * 548 / 282)] for n in range(282)]
    assert WALL in line
    assert board.sees("D10", "I2") == 0


def test_wall_artwork_that_spills_to_another_hexside_matters_only_far_from_the_ends() -> None:
    # By the lower right of D3, off the midpoint of its hexside: that hexside is no wall
    board = Drawing(rows=8).dot("D3", WALL, 0.387, 0.333, 4)
    assert board.sees("D2", "E6") == 0
    assert board.sees("D1", "E7") is BLOCKED


@pytest.mark.parametrize("terrain", [WALL, HEDGE])
def test_a_wall_blocks_unless_an_end_has_it(terrain: int) -> None:
    board = Drawing(rows=8).side("D4", 0, terrain)
    assert board.sees("D2", "D5") is BLOCKED
    assert board.sees("D3", "D5") == 0  # a hexside of D3
    assert board.sees("D2", "D4") == 0  # a hexside of D4
    assert board.sees("D1", "D3") == 0


def test_a_wall_does_not_stop_a_los_from_above_or_on_lower_ground() -> None:
    assert Drawing(rows=8).side("D4", 0, WALL).raise_to("D2", 1).sees("D2", "D5") == 0
    assert Drawing(rows=8).side("D4", 0, WALL).raise_to("D2 D5", 1).sees("D2", "D5") == 0


def test_wall_pixels_near_the_middle_of_a_hex_are_no_wall() -> None:
    board = Drawing(rows=8).dot("D4", WALL, 0, -0.1, 4)
    assert board.sees("D2", "D6") == 0


def test_bocage_blocks_like_a_level() -> None:
    board = Drawing(rows=9).side("D4", 0, BOCAGE)
    assert board.sees("D2", "D5") is BLOCKED
    assert board.sees("D3", "D5") == 0
    # From level 1, as high as its top, it still blocks what lies behind; from level 2 only the hex behind it
    assert Drawing(rows=9).side("D4", 0, BOCAGE).raise_to("D2", 1).sees("D2", "D6") is BLOCKED
    assert Drawing(rows=9).side("D4", 0, BOCAGE).raise_to("D2", 2).sees("D2", "D6") == 0


@pytest.mark.parametrize("terrain", [ROWHOUSE])
def test_a_rowhouse_wall_blocks_even_between_its_own_hexes(terrain: int) -> None:
    row = Drawing(rows=8).fill("D3 D4", STONE)
    assert row.sees("D3", "D4") == 0
    assert row.side("D4", 0, terrain).sees("D3", "D4") is BLOCKED


# ---------------------------------------------------------------------------------------------------------------------
# Hills


def test_higher_ground_between_blocks() -> None:
    assert hill(1, "D4").sees("D2", "D6") is BLOCKED
    assert hill(1, "D2 D4").raise_to("D4", 2).sees("D2", "D6") is BLOCKED
    assert hill(1, "D2 D3 D4 D5 D6").sees("D2", "D6") == 0


def test_ground_as_high_as_the_higher_end_blocks_but_not_next_to_it() -> None:
    # A plateau at level 1: from its edge one sees down, from farther back not
    assert hill(1, "D3 D4").sees("D3", "D6") is BLOCKED
    assert hill(1, "D4").sees("D4", "D6") == 0


@pytest.mark.parametrize(
    ("level", "blind"),
    [
        (1, {5, 6, 7, 8, 9}),  # no higher than the woods
        (2, {5}),
        (3, {5}),
    ],
)
def test_blind_hexes_behind_woods(level: int, blind: set[int]) -> None:
    for far in range(5, 10):
        board = hill(level, "D2", rows=10).fill("D4", WOODS)
        assert (board.sees("D2", f"D{far}") is BLOCKED) == (far in blind), far


def test_blind_hexes_grow_with_the_range_and_the_height_of_the_obstacle() -> None:
    # d <= 2 * top + range / 5 - high - low + 1: top 2, high 3, range 2 gives 2 hexes, range 6 gives 3
    near = Drawing(rows=20).raise_to("D1", 3).fill("D3", STONE_2)
    assert [near.sees("D1", f"D{n}") for n in (4, 5, 6)] == [BLOCKED, BLOCKED, 0]
    far = Drawing(rows=20).raise_to("D1", 3).fill("D7", STONE_2)
    assert [far.sees("D1", f"D{n}") for n in (8, 9, 10, 11)] == [BLOCKED, BLOCKED, BLOCKED, 0]


def test_blind_hexes_behind_a_crest() -> None:
    # A level-1 hill seen from level 2: range / 5 hexes behind it are blind, none of them up close
    for distance, blind in ((2, 0), (4, 0), (5, 1), (9, 1), (10, 2)):
        for behind in (1, 2, 3):
            board = Drawing(rows=20).raise_to("D1", 2).raise_to(f"D{1 + distance}", 1)
            seen = board.sees("D1", f"D{1 + distance + behind}") is not BLOCKED
            assert seen == (behind > blind), (distance, behind)


def test_a_crest_that_the_line_enters_by_a_depression_counts_a_level_less() -> None:
    # The hill of the test above at range 5; a gully begins in the middle of its upper hexside
    hides = Drawing(rows=20).raise_to("D1", 2).raise_to("D6", 1)
    assert hides.sees("D1", "D7") is BLOCKED
    assert hides.dot("D6", GULLY, 0, -0.45, 5).sees("D1", "D7") == 0


def test_a_plateau_that_reaches_into_the_next_hex() -> None:
    # Ground as high as the higher end, in a lower hex beside it: harmless as far as it lies toward that end
    near, beyond = hill(1, "D4", rows=9), hill(1, "D4", rows=9)
    top = int(near.centre("D5")[1])
    near.elevation[150:190, top - 33 : top - 20] = 1
    beyond.elevation[150:190, top + 8 : top + 12] = 1
    assert near.sees("D4", "D7") == 0
    assert beyond.sees("D4", "D7") is BLOCKED


def test_light_woods_on_a_hill_hinder_where_woods_block() -> None:
    for terrain, seen in ((LIGHT_WOODS, 2), (WOODS, BLOCKED)):
        assert hill(1, "D4 D5").fill("D4", terrain).sees("D2", "D5") is seen


def test_a_los_along_a_cliff_sees_down_it() -> None:
    # D2 is as high as the source; D3 below it is not, and with a cliff between them that one counts
    assert hill(1, "C3 D2").sees("C3", "E3") is BLOCKED
    assert hill(1, "C3 D2").side("D3", 0, CLIFF, 5).sees("C3", "E3") == 0


def test_a_los_along_a_cliff_passes_the_plateau_above_it() -> None:
    # D2 is higher than both ends; with a cliff under the line it does not block, and its open ground hinders as what rises
    # above both does
    assert hill(1, "D2").sees("C3", "E3") is BLOCKED
    assert hill(1, "D2").side("D3", 0, CLIFF, 5).sees("C3", "E3") == 1


def test_a_half_level_hindrance_does_not_hinder_from_above() -> None:
    assert hill(1, "D2").fill("D4", GRAIN).sees("D2", "D6") == 0
    # but a hindrance on a hill as high as the eye does
    assert hill(1, "D2 D4 D6").fill("D4", GRAIN).sees("D2", "D6") == 1


def test_an_orchard_is_an_obstacle_from_above() -> None:
    board = hill(2, "D2").fill("D4", ORCHARD)
    assert [board.sees("D2", f"D{n}") for n in (5, 6)] == [BLOCKED, 0]
    level = hill(1, "D2").fill("D4", ORCHARD)
    assert level.sees("D2", "D6") is BLOCKED


def test_a_cliff_has_a_blind_hex_at_its_foot() -> None:
    # A plateau at level 2 whose far hexside is a cliff: close behind it a hex is blind that a crest leaves in sight
    plain = Drawing(rows=12).raise_to("D2", 4).raise_to("D5", 2)
    assert plain.sees("D2", "D6") == 0
    cliff = Drawing(rows=12).raise_to("D2", 4).raise_to("D5", 2).side("D5", 3, CLIFF)
    assert cliff.los(("D2", "D6"), ("D2", "D7")) == [BLOCKED, 0]


# ---------------------------------------------------------------------------------------------------------------------
# Buildings and their levels


def test_upper_levels_see_over() -> None:
    board = Drawing(rows=9).fill("D2 D6", STONE_2).fill("D4", WOODS)
    # Woods rise to level 1: two units at level 1 see over them, and from level 2 only the hex behind is blind
    assert board.los(("D2@2", "D6@2"), ("D2@1", "D6@1"), ("D2@1", "D6"), ("D2", "D6")) == [0, 0, BLOCKED, BLOCKED]
    assert board.los(("D2@2", "D5"), ("D3", "D6@2"), ("D2", "D6@2")) == [BLOCKED, BLOCKED, 0]


def test_a_building_with_a_half_level_blocks_at_its_top_level() -> None:
    # A building of one level is a level and a half high
    high, low = Drawing(rows=9).fill("D4", STONE_1), Drawing(rows=9).fill("D4", STONE)
    for board in (high, low):
        board.raise_to("D2 D6", 1)
    assert (high.sees("D2", "D6"), low.sees("D2", "D6")) == (BLOCKED, 0)


def test_inside_one_building_another_level_is_out_of_sight() -> None:
    whole = Drawing(rows=9).fill("D2 D3 D4", STONE_1)
    assert whole.los(("D2", "D3"), ("D2", "D3@1"), ("D2@1", "D3@1"), ("D2", "D4@1")) == [0, BLOCKED, 0, BLOCKED]


def test_levels_of_one_hex_are_joined_by_a_stairway() -> None:
    board = Drawing(rows=9, stairs={"D4"}).fill("D2", STONE_1).fill("D4 F4", STONE_2)
    assert board.los(("D2", "D2@1"), ("D4", "D4@1"), ("D4", "D4@2"), ("F4", "F4@1")) == [0, 0, BLOCKED, BLOCKED]


def test_a_factory_hides_what_is_beyond_it() -> None:
    board = Drawing(rows=10).fill("D3 D4 D5", FACTORY).side("D5", 3, FACTORY_WALL).side("D3", 0, FACTORY_WALL)
    assert board.sees("D3", "D4") == 0
    assert board.sees("D2", "D7") is BLOCKED


# ---------------------------------------------------------------------------------------------------------------------
# Depressions


@pytest.mark.parametrize("terrain", [30, 31, 33, SUNKEN, 104])
@pytest.mark.slow
def test_out_of_a_depression_only_from_above_or_next_to_it(terrain: int) -> None:
    board = Drawing(rows=10).dip("D4", -1, terrain)
    assert board.sees("D4", "D5") == 0
    assert board.sees("D4", "D6") is BLOCKED
    # Seen from above: the LOS leaves the depression at D5, whose range to the target may not exceed the advantage
    for level in (1, 2, 3):
        for far in range(6, 10):
            board = Drawing(rows=10).dip("D4", -1, terrain).raise_to(f"D{far}", level)
            assert (board.sees("D4", f"D{far}") is BLOCKED) == (far - 5 > level + 1), (level, far)


def test_along_a_depression() -> None:
    board = Drawing(rows=10).dip("D3 D4 D5", -1)
    assert board.sees("D3", "D5") == 0
    # over ground between two depressions: not
    assert Drawing(rows=10).dip("D3 D5", -1).sees("D3", "D5") is BLOCKED


def test_a_bank_inside_a_depression() -> None:
    # A strip of ground in D4 parts it from D6, but not from the next hex of the same gully
    board = Drawing(rows=10).dip("D4 D5 D6", -1)
    y = int(board.centre("D4")[1])
    board.elevation[140:200, y + 18 : y + 21] = 0
    board.terrain[140:200, y + 18 : y + 21] = 0
    assert board.sees("D4", "D5") == 0
    assert board.sees("D4", "D6") is BLOCKED


def test_the_crest_at_a_vertex_blocks_along_a_hexside() -> None:
    assert Drawing(rows=8).dip("C3 D2 D3 E3", -1).sees("C3", "E3") == 0
    assert Drawing(rows=8).dip("C3 D3 E3 D2", -1).dip("D3", 0, 0).dip("D2", -1).sees("C3", "E3") is BLOCKED


def test_a_depression_between_two_others_is_overlooked() -> None:
    assert Drawing(rows=10).dip("D4", -1).sees("D2", "D6") == 0


def test_a_bridge_hinders_on_its_level_only() -> None:
    board = Drawing(rows=10).dip("D3 D4 D5", -1).dot("D4", BRIDGE, 0, 0, 12)
    board.elevation[board.terrain == BRIDGE] = 0
    assert board.sees("C4", "E5") is not BLOCKED
    assert board.sees("D2", "D6") == 1  # over the bridge
    assert board.sees("D3", "D5") == 0  # in the gully, below it


def test_water_is_flat() -> None:
    board = Drawing(rows=10).fill("D3 D4 D5", WATER)
    assert board.sees("D2", "D6") == 0


# ---------------------------------------------------------------------------------------------------------------------
# The world


def test_roads_do_not_matter() -> None:
    assert Drawing(rows=10).road("D4", 0, 3).fill("D5", DIRT).sees("D2", "D7") == 0


def test_answers_do_not_depend_on_how_pairs_are_asked_for() -> None:
    board = Drawing(rows=9).fill("D3 F5 H2", WOODS).fill("E4 G3 C5", GRAIN).raise_to("B2 I7", 2).map()
    hexes = board.hexes
    pairs = [(board.name(a), board.name(b)) for a in hexes[::5] for b in hexes[::7] if a != b]
    together = board.los(pairs)
    alone = [board.los([pair]) for pair in pairs[::40]]
    assert [s.blocked[0] for s in alone] == together.blocked[::40]
    assert [s.hindrance[0] for s in alone] == together.hindrance[::40]
    assert any(together.blocked) and not all(together.blocked) and any(together.hindrance)


def test_the_engine_of_one_content_is_made_once() -> None:
    first, second = Drawing().fill("D3", WOODS).map(), Drawing().fill("D3", WOODS).map()
    assert first.line_of_sight() is second.line_of_sight()
    assert first.line_of_sight() is not Drawing().fill("D4", WOODS).map().line_of_sight()
    grain = Drawing().fill("D3", GRAIN).map()
    assert grain.sights(month=7) is not grain.sights(month=1)


def test_no_pairs() -> None:
    sight = Drawing().map().los([])
    assert len(sight.blocked) == len(sight.hindrance) == 0
