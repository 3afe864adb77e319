"""The hex grid: properties that hold for any grid, and the few numbers that are known of a standard board."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrout.vasl.boards.geometry import HexGrid, column_name, parse_name
from pyrout.vasl.sight.los import LineOfSight

GEO = HexGrid(33, 10, 56.25, 64.5, 0.0, 32.25, 1800, 645)
SIZES = st.sampled_from([(56.25, 64.5), (56.3125, 64.5), (168.7857142857, 194.2), (30.0, 34.0), (41.5, 50.25)])


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    width, height = draw(SIZES)
    cols, rows = draw(st.integers(2, 9)), draw(st.integers(1, 6))
    return HexGrid(cols, rows, width, height, 0.0, height / 2, int(width * (cols - 1)), int(height * rows))


def test_a_standard_board() -> None:
    assert GEO.count == 346

    def centre(name: str) -> tuple[int, int]:
        col, number = parse_name(name) or (0, 0)
        return GEO.centre[GEO.index(col, number - 1 + col % 2)]

    # As VASL has them, clamped to the image at its edges
    known = {"A1": (0, 32), "GG1": (1799, 32), "B0": (56, 0), "B10": (56, 644), "D9": (168, 580)}
    assert {name: centre(name) for name in known} == known
    # A1 touches B0 (NE) and B1 (SE)
    assert GEO.neighbours[0] == (-1, GEO.index(1, 0), GEO.index(1, 1), GEO.index(0, 1), -1, -1)


def test_names() -> None:
    assert [column_name(c) for c in (0, 25, 26, 32, 51, 52)] == ["A", "Z", "AA", "GG", "ZZ", "AAA"]
    assert [parse_name(name) for name in ("AB1", "a1", "A", "", "1A", "A1 ")] == [None] * 6


@given(st.integers(0, 200), st.integers(0, 999))
def test_names_read_back(col: int, number: int) -> None:
    assert parse_name(f"{column_name(col)}{number}") == (col, number)


@settings(max_examples=40, deadline=None)
@given(grids())
def test_range_is_the_number_of_steps(grid: HexGrid) -> None:
    everyone = range(grid.count)
    ranges = np.array([[grid.range_between(a, b) for b in everyone] for a in everyone])
    neighbours = np.array(grid.neighbours)
    assert (ranges == ranges.T).all() and (np.diag(ranges) == 0).all()
    # Breadth first over the neighbours, which are mutual across opposite hexsides
    steps = np.where(np.eye(grid.count, dtype=bool), 0, 10_000)
    for _ in range(grid.count):
        before = steps.copy()
        for side in range(6):
            other = neighbours[:, side]
            there = np.flatnonzero(other >= 0)
            assert (neighbours[other[there], (side + 3) % 6] == there).all()
            steps[:, other[there]] = np.minimum(steps[:, other[there]], steps[:, there] + 1)
        if (steps == before).all():
            break
    assert (steps == ranges).all()


def test_hexes_part_the_board() -> None:
    """Every pixel but a few at the bottom edge lies in just one hex, within a row of rounding."""
    engine = LineOfSight(GEO, bytes(1800 * 645), bytes(1800 * 645))
    count = np.zeros((1800, 645), np.int32)
    pixels = engine.terrain_counts()
    for hex_ in range(GEO.count):
        inside = np.array(engine.inside(hex_))
        count[tuple(inside.T)] += 1
        assert len(inside) == pixels[hex_].total()
    assert (count == 1).mean() > 0.995


def walk(x1: int, y1: int, x2: int, y2: int) -> list[tuple[int, int]]:
    """A line by the book: a step for each column, and the rows that it spans."""
    n = abs(x2 - x1) + 1
    step = (y2 - y1) / n
    a = float(y1)
    hexes = []
    for i in range(n):
        b = a + step
        first, last = int(a), int(b)
        rows = range(first, last + 1) if last >= first else range(first, last - 1, -1)
        hexes += [(x1 + (i if x2 >= x1 else -i), row) for row in rows]
        a = b
    return hexes


@pytest.mark.slow
def test_one_pixel_of_woods_blocks_the_lines_that_pass_it() -> None:
    """Near the middle of a hex between the ends, by the walk above."""
    rng = Random(1)
    blocked: list[bool] = []
    while len(blocked) < 200:
        src, dst = rng.sample(range(GEO.count), 2)
        line = walk(*GEO.centre[src], *GEO.centre[dst])
        x, y = rng.choice(line)
        y += rng.choice((-1, 0, 0, 1))
        away = [(cx - x) ** 2 + (cy - y) ** 2 for cx, cy in GEO.centre]
        near = away.index(min(away))
        a, b, distance = (GEO.range_between(*ends) for ends in ((near, src), (near, dst), (src, dst)))
        if away[near] < 15**2 and 0 <= y < 645 and 0 < a < distance and 0 < b < distance:
            terrain = bytearray(1800 * 645)
            terrain[645 * x + y] = 60
            sight = LineOfSight(GEO, bytes(terrain), bytes(1800 * 645)).los([src], [dst])
            assert sight.blocked == [(x, y) in line]
            blocked += sight.blocked
    assert 20 < sum(blocked) < 180
