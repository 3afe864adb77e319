"""LOS from and to upper levels of buildings, derived from the terrain: each rule on a few hexes, answered by hand, random
boards against the oracle, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import clingo
import pytest
from los_oracle import OPEN, Board, boards_with_storeys, judge, judge_locations
from test_los_terrain import BLOCKED, column, field, h, put

import pyrout

ASP = Path(__file__).parents[2] / "asp"
ENCODINGS = ("board/los.lp", "asl/a6_los.lp")
Found = dict[tuple[str, str], int | str | None]


def grounded(board: Board, wanted: Iterable[tuple[str, str]], more: str = "") -> clingo.Control:
    messages: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda code, message: messages.append(message))
    for encoding in ENCODINGS:
        control.load(str(ASP / encoding))
    upper = [location for location in board.locations() if "@" in location]
    facts = board.facts() + more
    for number, location in enumerate(upper):
        name, _, level = location.partition("@")
        column_, row = board.hexes[name]
        facts += f'located("{location}","{name}",{level}). hex("{location}",{column_},{row}). at(u{number},"{name}",{level}).'
    control.add("base", [], facts + "".join(f'\nwanted("{a}","{b}").' for a, b in wanted))
    control.ground([("base", [])])
    control.ground([("los", [])])
    assert not messages
    return control


def derived(board: Board, wanted: Iterable[tuple[str, str]]) -> Found:
    """What is found of each wanted pair: its Hindrances, BLOCKED or OPEN."""
    pairs = list(wanted)
    found: Found = dict.fromkeys(pairs, BLOCKED)
    control = grounded(board, pairs)
    for atom in control.symbolic_atoms.by_signature("derived_los", 3):
        a, b, count = atom.symbol.arguments
        found[a.string, b.string] = count.number
    for atom in control.symbolic_atoms.by_signature("los_undecided", 4):
        a, b = atom.symbol.arguments[:2]
        found[a.string, b.string] = OPEN
    assert all(atom.is_fact for atom in control.symbolic_atoms)
    return found


def los(board: Board, a: str, b: str) -> int | str | None:
    """The same of one pair; the other way round it has to be the same."""
    found = derived(board, [(a, b), (b, a)])
    assert found[a, b] == found[b, a]
    return found[a, b]


def between(cells: str, a: str, b: str, **more: object) -> int | str | None:
    """LOS in a straight row of hexes A1, A2 .. (`terrain/storeys@elevation`, as in `column`)."""
    board, _, _ = column(cells, **more)  # type: ignore[arg-type]
    return los(board, a, b)


@pytest.mark.slow
@pytest.mark.parametrize(("radius", "count"), [(2, 40), (4, 8)])
def test_random_boards_against_the_oracle(radius: int, count: int) -> None:
    for n, board in enumerate(boards_with_storeys(77 + radius, count, radius=radius)):
        places = board.locations()
        pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :] if "@" in a + b]
        found = derived(board, pairs)
        wrong = [(n, p, found[p], judge_locations(board, *p)) for p in pairs if found[p] != judge_locations(board, *p)]
        assert not wrong
