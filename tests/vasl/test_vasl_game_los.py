"""The LOS of a saved game: counters, wrecks and rubble between two units, and hexes that a line crosses."""

from __future__ import annotations

import numpy as np
import pytest
from vasl_boards import STONE_1, STONE_2, Drawing
from vasl_saves import Made, marker, squad, vehicle
from vasl_tables import Table, facts

from pyrout.vasl.sight.counters import Hindering, added_hindrance, crossed

pytestmark = pytest.mark.slow  # half a minute together


def hindrances(table: Table, a: str, b: str, **options: object) -> object:
    """Hindrances of a LOS of the instance, None without one."""
    los = {tuple(map(str, fact.args[:2])): fact.args[2] for fact in table.instance(**options).of("los")}
    return los.get((a, b), los.get((b, a)))


@pytest.mark.parametrize(
    ("counter", "hindrance"),
    [
        (marker("White +3 Smoke"), 3),
        (marker("Gray +2 Smoke"), 2),
        (marker("WP grenade +1"), 1),
        (marker("Blaze"), 3),
        (marker("Red OBA FFE:1"), 3),  # the hex and one on either side of it are on the line
        (marker("PzKw IVH Wreck"), 1),
        (vehicle("T-34", "ru"), 1),
        (marker("Control"), 0),
        (marker("Stone Rubble"), None),
    ],
    ids=lambda value: value.name if isinstance(value, Made) else "",
)
@pytest.mark.slow
def test_counters_between_two_units(table: Table, counter: Made, hindrance: int | None) -> None:
    table.put("C9", squad("ru"))
    table.board = Drawing(cols=17, rows=10, name="y")
    assert hindrances(table, "yC3", "yC9") == 0
    table.put("C7", counter)
    assert hindrances(table, "yC3", "yC9") == hindrance
    assert hindrances(table, "yC3", "yD3") == 0  # not on the way


def test_counters_in_the_hexes_of_the_ends(table: Table) -> None:
    """SMOKE hinders into and out of its hex (A24.2); an AFV or wreck does not (D9.4)."""
    table.board = Drawing(cols=17, rows=10, name="y")
    table.put("C9", squad("ru"), marker("Gray +2 Smoke")).put("C3", vehicle("PzKw IVH"))
    assert hindrances(table, "yC3", "yC9") == 2
    table.put("C3", marker("White +3 Smoke"))
    assert hindrances(table, "yC3", "yC9") == 5
    table.put("C5", marker("WP grenade +1"))
    assert hindrances(table, "yC3", "yC9") is None  # six block (A6.7)


@pytest.mark.slow
def test_a_wreck_below_the_line_is_nothing_and_smoke_rises(table: Table) -> None:
    table.board = Drawing(cols=17, rows=10, name="y").raise_to("C9 D9 D10 B9 C10", 1)
    table.put("C9", squad("ru")).put("C6", marker("Tiger Wreck"))
    assert hindrances(table, "yC3", "yC9") == 0
    table.put("C6", marker("White +2 Smoke"))
    assert hindrances(table, "yC3", "yC9") == 2
    # From level 3 smoke two levels high hinders only what lies close behind it
    table.board = Drawing(cols=17, rows=10, name="y").raise_to("C9 D9 D10 B9 C10", 3)
    assert hindrances(table, "yC3", "yC9") == 0
    assert hindrances(table, "yC5", "yC9") == 2


def test_two_wrecks_in_a_hex_are_one_hindrance_and_smoke_adds_up(table: Table) -> None:
    table.board = Drawing(cols=17, rows=10, name="y")
    table.put("C9", squad("ru")).put("C6", marker("T-34 Wreck"), marker("T-34 Wreck"), vehicle("KV-1", "ru"))
    assert hindrances(table, "yC3", "yC9") == 1
    table.put("C6", marker("Gray +2 Smoke"), marker("WP grenade +1"))
    assert hindrances(table, "yC3", "yC9") == 4


def test_a_blaze_beside_a_wreck(table: Table) -> None:
    """b25-14-wreck: a plain one is the wreck's, a counter of buildings or of levels that of the terrain."""
    table.board = Drawing(cols=17, rows=10, name="y")
    for fire, burns in (("Blaze", set()), ("2-level Blaze", {"yC6"}), ("Blazing Building", {"yC6"})):
        table.put("C9", squad("ru")).put("C6", marker("Tiger Wreck"), marker(fire))
        here = table.instance(rules="asl")
        assert {str(fact.args[0]) for fact in here.of("blaze_terrain")} == burns
        assert "yC6" in {str(fact.args[0]) for fact in here.of("wreck")}


def test_rubble_is_terrain(table: Table) -> None:
    table.board = Drawing(cols=17, rows=10, name="y").fill("D5", STONE_1)
    table.put("D5", marker("Stone Rubble")).put("E5", marker("Wood Rubble Ground Level"))
    position = table.instance(rules="asl")
    assert {'terrain("yD5",stone_rubble)', 'terrain("yE5",wooden_rubble)'} <= facts(position, "terrain")
    assert not position.of("level")


def test_an_ffe_covers_seven_hexes(table: Table) -> None:
    table.put("E5", marker("Blue OBA FFE:2"))
    around = {f'feature("y{hex_}",ffe)' for hex_ in ("E5", "E4", "E6", "D4", "D5", "F4", "F5")}
    text = table.imported(rules="asl").text
    assert all(fact in text for fact in around)
    assert text.count(",ffe)") >= 7


def test_lines_along_hexsides_and_past_corners() -> None:
    """The hexes on both sides of a line along a hexside are in its way; one that it only touches at a corner is not."""
    grid = Drawing(cols=9, rows=6).map().grid

    def on(hex_: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> bool:
        return crossed(grid, *(grid.index(*place) for place in (hex_, a, b)))

    # From A2 to C2 (columns 0 and 2, row 1): along the hexside between B2 and B3
    assert on((1, 1), (0, 1), (2, 1)) and on((1, 2), (0, 1), (2, 1))
    assert not on((1, 0), (0, 1), (2, 1)) and not on((1, 3), (0, 1), (2, 1))
    # Straight down column C
    assert on((2, 2), (2, 1), (2, 4)) and not on((1, 2), (2, 1), (2, 4)) and not on((2, 1), (2, 1), (2, 4))
    assert not on((2, 5), (2, 1), (2, 4))


def test_crossed_hexes_are_those_that_a_fine_walk_visits() -> None:
    grid = Drawing(cols=9, rows=6).map().grid
    x, y = 3.0 * np.array(grid.col), 1.0 * np.array(grid.doubled_row)
    rng = np.random.default_rng(3)
    for a, b in rng.integers(0, grid.count, (60, 2)).tolist():
        part = np.linspace(0, 1, 4001)[:, None]
        dx = np.abs(x[a] + part * (x[b] - x[a]) - x)
        dy = np.abs(y[a] + part * (y[b] - y[a]) - y)
        visited = ((dy < 1 - 1e-6) & (dx + dy < 2 - 1e-6)).any(0)
        every = np.arange(grid.count)
        by_formula = np.array([crossed(grid, hex_, a, b) for hex_ in every.tolist()])
        spread = grid.range_between(a, b)
        inner = (every != a) & (every != b)
        # The walk misses only hexes along whose hexside the line runs
        assert not (visited & inner & ~by_formula).any()
        extra = np.flatnonzero(by_formula & ~visited)
        dc, dr = abs(grid.col[a] - grid.col[b]), abs(grid.doubled_row[a] - grid.doubled_row[b])
        assert not len(extra) or dr == 0 or dr == 3 * dc, (a, b, spread)


def test_hindrance_of_nothing_is_none() -> None:
    grid = Drawing(cols=5, rows=4).map().grid
    ground = [0] * grid.count
    for ends in ((0, 3), (3, 0)):
        assert added_hindrance(grid, [], ground, *ends, 0, 0) == 0
        assert added_hindrance(grid, [Hindering(1, 2)], ground, *ends, 0, 0) == 2


def test_buildings_of_the_starter_kit_are_one_level_high() -> None:
    """Between two hills a house of a level and a half is in the way where one of a level is not."""
    hexes = "D0 D1 C1 E1 D8 D9"
    for level, house in ((1, STONE_1), (2, STONE_2)):
        board = Drawing(cols=7, rows=9, name="y").raise_to(hexes, level).fill("D4", house).map()
        ends = [("yD1", "yD9")]
        assert [board.los(ends, single_storey=kit).blocked for kit in (False, True)] == [[True], [False]]
    # On the plain both are
    plain = Drawing(cols=7, rows=9, name="y").fill("D4", STONE_2).map()
    assert [plain.los(ends, single_storey=kit).blocked for kit in (False, True)] == [[True], [True]]
