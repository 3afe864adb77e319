"""VASL's own answers: every pair of hexes of six real boards, of upper levels, and of two boards joined.

Reads real boards, which are no part of the project, and is skipped where there are none.
"""

from __future__ import annotations

import csv
import gzip
import os
from functools import cache
from pathlib import Path

import pytest
from vasl_boards import real_data

from pyrout.vasl.boards.archive import read_archive
from pyrout.vasl.boards.geometry import parse_name
from pyrout.vasl.boards.maps import BoardMap, Placed, read_board
from pyrout.vasl.sight.los import LineOfSight

# One pair in so many; 1 in CI, which has a core to itself
EVERY = int(os.environ.get("PYROUT_LOS_EVERY", "1"))


class Answers:
    """A table of VASL's answers: hexes and levels of both ends, and for each pair blocked and Hindrances."""

    def __init__(self, path: Path) -> None:
        with gzip.open(path, "rt", newline="") as file:
            rows = list(csv.reader(file))
        assert rows[0][:5] == ["src", "dst", "range", "blocked", "hindrance"]
        rows = [row for row in rows[1:] if row[3] != "-1"][::EVERY]  # -1: VASL failed
        self.src, self.dst = [row[0] for row in rows], [row[1] for row in rows]
        self.range = [int(row[2]) for row in rows]
        self.blocked = [row[3] == "1" for row in rows]
        self.hindrance = [0 if row[3] == "1" else int(row[4]) for row in rows]


def located(names: list[str], board: BoardMap) -> tuple[list[int], list[int]]:
    """Hex numbers and levels of names such as A1, A1@2, or 0.10 (map column and row)."""

    @cache
    def find(name: str) -> tuple[int, int]:
        place, _, level = name.partition("@")
        if "." in place:
            col, row = map(int, place.split("."))
        else:
            parsed = parse_name(place)
            assert parsed, place
            col, number = parsed
            row = number - 1 + col % 2
        return board.grid.index(col, row), int(level or 0)

    places = [find(name) for name in names]
    return [hex_ for hex_, _ in places], [level for _, level in places]


def compare(engine: LineOfSight, board: BoardMap, answers: Answers) -> None:
    src, src_level = located(answers.src, board)
    dst, dst_level = located(answers.dst, board)
    assert list(map(board.grid.range_between, src, dst)) == answers.range
    sight = engine.los(src, dst, src_level, dst_level)
    judged, told = (list(zip(one.blocked, one.hindrance, strict=True)) for one in (sight, answers))
    wrong = [n for n, answer in enumerate(judged) if answer != told[n]]
    examples = [(answers.src[n], answers.dst[n], int(answers.blocked[n]), int(answers.hindrance[n])) for n in wrong[:5]]
    assert not len(wrong), f"{len(wrong)} of {len(answers.src)} differ: {examples}"


@pytest.mark.parametrize("name", ["y", "z", "02", "09", "10", "18"])
@pytest.mark.slow
def test_every_pair_of_a_board(name: str) -> None:
    folder = real_data()
    board = read_board(folder / "boards" / f"bd{name}")
    compare(board.line_of_sight(), board, Answers(folder / "los" / f"{name}-los.csv.gz"))


@pytest.mark.slow
def test_upper_levels() -> None:
    folder = real_data()
    board = read_board(folder / "boards" / "bdz")
    compare(board.line_of_sight(), board, Answers(folder / "los" / "z-loslev.csv.gz"))


@pytest.mark.slow
def test_two_boards_joined() -> None:
    """VASL forgets inherent terrain on joined maps; the rules do not."""
    folder = real_data()
    boards = [Placed(read_archive(folder / "boards" / f"bd{name}"), name, row=row) for row, name in enumerate("yz")]
    board = BoardMap(boards)
    scene = board.scene()
    forgetful = LineOfSight(scene.grid, scene.terrain, scene.elevation, scene.stairways, inherent_fills=False)
    compare(forgetful, board, Answers(folder / "los" / "yz-los.csv.gz"))
    # By the rules a pair that lies on one board has the same LOS on the joined map as on that board
    names = [f"y{column}{row}" for column in "CDEFGHIJKLMNOPQRSTUV" for row in range(1, 9)]
    pairs = [(a, b) for a in names[::3] for b in names[::4] if a != b]
    alone, joined = BoardMap(boards[:1]).los(pairs), board.los(pairs)
    assert alone == joined
    assert max(alone.hindrance) > 2
