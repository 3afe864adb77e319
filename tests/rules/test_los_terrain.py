"""LOS derived from the terrain: every rule on a few hexes, answered by hand, and random boards against the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import clingo
import pytest
from los_boards import BLOCKED, ENCODINGS, column, field, h
from los_oracle import Board, boards, judge

import pyrout
from pyrout.program import rule_sets


def grounded(board: Board, wanted: Iterable[tuple[str, str]], more: str = "") -> clingo.Control:
    messages: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda code, message: messages.append(message))
    for encoding in ENCODINGS:
        control.load(str(rule_sets.root() / encoding))
    control.add("base", [], board.facts() + more + "".join(f'\nwanted("{a}","{b}").' for a, b in wanted))
    control.ground([("base", [])])
    control.ground([("los", [])])
    assert not messages
    return control


def derived(board: Board, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The Hindrances of each wanted pair that has a LOS."""
    hindrances: dict[tuple[str, str], int] = {}
    control = grounded(board, wanted)  # held: its atoms are gone with it
    for atom in control.symbolic_atoms.by_signature("derived_los", 3):
        a, b, count = atom.symbol.arguments
        assert (a.string, b.string) not in hindrances
        hindrances[a.string, b.string] = count.number
    return hindrances


def los(board: Board, a: str, b: str) -> int | None:
    """Hindrances between two hexes, None if blocked; the other way round it has to be the same."""
    hindrances = derived(board, [(a, b), (b, a)])
    assert hindrances.get((a, b)) == hindrances.get((b, a))
    return hindrances.get((a, b))


@pytest.mark.parametrize(
    ("cells", "month", "expected"),
    [
        pytest.param(". . .", None, 0, id="nothing in between"),
        pytest.param("woods woods", None, 0, id="A6.1 adjacent"),
        pytest.param("woods . brush", None, 0, id="A6.7 the ends themselves count for nothing"),
        pytest.param(". woods .", None, BLOCKED, id="B13.2 woods"),
        pytest.param(". pine_woods .", None, BLOCKED, id="B13.2 pine woods"),
        pytest.param(".@1 pine_woods .@1", None, BLOCKED, id="B13.2 pine woods rise two levels"),
        pytest.param(".@2 pine_woods .@2", None, 0, id="B13.2 and no more"),
        pytest.param(". stone_building .", None, BLOCKED, id="B23.2 building"),
        pytest.param(". wooden_building .", None, BLOCKED, id="B23.2 wooden building"),
        pytest.param(". stone_rubble .", None, BLOCKED, id="B24.2 rubble"),
        pytest.param(". light_jungle .", None, BLOCKED, id="G2.2 jungle"),
        pytest.param(". bamboo .", None, BLOCKED, id="G3.2 bamboo"),
        pytest.param(".@1 stone_rubble .@1", None, 0, id="B24.2 rubble is lower than a level"),
        pytest.param(".@1 woods .@1", None, 0, id="A6.2 an obstacle as high as both ends"),
        pytest.param(".@1 stone_building .@1", None, 0, id="A6.2 a building as high as both ends"),
        pytest.param(".@1 stone_building/1 .@1", None, BLOCKED, id="B23.2 half a level above the upper level"),
        pytest.param(".@2 stone_building/1 .@2", None, 0, id="B23.2 and no more"),
        pytest.param(".@2 stone_building/2 .@2", None, BLOCKED, id="B23.2 the highest level counts"),
        pytest.param(".@1 stone_factory .@1", None, BLOCKED, id="B23.74 factory"),
        pytest.param(". stone_market_place/1 .", None, 0, id="B23.73 a market place is open along its ground"),
        pytest.param(".@1 stone_market_place/1@1 .@1", None, 0, id="B23.73 on a hill too"),
        pytest.param(".@1 stone_market_place/1 .@1", None, BLOCKED, id="B23.73 half a level above its upper level"),
        pytest.param(".@1 wooden_market_place .@1", None, BLOCKED, id="B23.73 whether its level is given or not"),
        pytest.param(".@2 stone_market_place/1 .@2", None, 0, id="B23.73 and no more"),
        pytest.param(". .@1 .", None, BLOCKED, id="B10.21 higher ground"),
        pytest.param(".@1 . .@1", None, 0, id="B10.21 across a valley"),
        pytest.param(".@1 .@1 .@1", None, 0, id="B10.21 on a plateau"),
        pytest.param(". brush .", None, 1, id="B12.2 brush"),
        pytest.param(". marsh .", None, 1, id="B16.2 marsh"),
        pytest.param(". mudflats .", None, 1, id="B16.7 mudflats"),
        pytest.param(". huts .", None, 1, id="G5.2 huts"),
        pytest.param(". huts huts .", None, 2, id="G5.2 huts in two hexes"),
        pytest.param(". collapsed_huts .", None, 1, id="G5 collapsed huts"),
        pytest.param(".@1 mudflats .@1", None, 0, id="B16.7 seen over"),
        pytest.param(". crags .", None, 1, id="B17.2 crags"),
        pytest.param(". graveyard .", None, 1, id="B18.2 graveyard"),
        pytest.param(". vineyard .", None, 1, id="F13.6 vineyard"),
        pytest.param(". kunai .", None, 1, id="G6.2 kunai"),
        pytest.param(". olive_grove .", 1, 1, id="F13.5 olive grove"),
        pytest.param(". palm_trees .", 1, 1, id="G4.2 palm trees"),
        pytest.param(".@1 brush .@1", None, 0, id="B12.2 seen over"),
        pytest.param(". grain .", None, 1, id="B15.2 grain, month not known"),
        pytest.param(". grain .", 5, 0, id="B15.2 grain in May"),
        pytest.param(". grain .", 6, 1, id="B15.2 grain in June"),
        pytest.param(". grain .", 9, 1, id="B15.2 grain in September"),
        pytest.param(". grain .", 10, 0, id="B15.2 grain in October"),
        pytest.param(". orchard brush .", None, 2, id="A6.7 one for each hex"),
        pytest.param(". brush brush brush brush brush .", None, 5, id="A6.7 five Hindrances"),
        pytest.param(". brush brush brush brush brush brush .", None, BLOCKED, id="A6.7 six Hindrances"),
        pytest.param(". orchard .", 5, 1, id="B14.21 orchard in leaf, ends at its level"),
        pytest.param(". orchard .", 1, 1, id="B14.21 orchard out of leaf"),
        pytest.param(".@1 orchard .@1", 5, 0, id="B14.2 seen over from both ends"),
        pytest.param(".@1 orchard .@1", 1, 0, id="B14.2 out of leaf, seen over from both ends"),
        pytest.param(". light_woods .", None, 2, id="B35.2 light woods"),
        pytest.param(". light_woods brush light_woods .", None, 5, id="B35.2 two for each hex of light woods"),
        pytest.param(". light_woods light_woods light_woods .", None, BLOCKED, id="B35.2, A6.7 six Hindrances"),
        pytest.param("light_woods . light_woods", None, 0, id="B35.2 the ends themselves count for nothing"),
        pytest.param(".@1 light_woods .@1", None, 0, id="B35.2 seen over from both ends"),
        pytest.param(". light_woods@1 .", None, BLOCKED, id="B10.21 light woods on higher ground"),
        pytest.param(". woods+gully@-1 .", None, BLOCKED, id="B13.2 woods in a gully rise a level above its banks"),
        pytest.param(".@1 woods+gully@-1 .@1", None, 0, id="B13.2 and no more"),
        pytest.param(".@-1 woods@-1 .@-1", None, BLOCKED, id="B13.2 woods in a valley"),
        pytest.param(". woods@-1 .", None, 0, id="B13.2 woods in a valley are seen over"),
        pytest.param(". brush+stream@-1 .", None, 1, id="B13.2 brush in a stream hinders above its banks"),
        pytest.param(".@1 brush+stream@-1 .@1", None, 0, id="B12.2 brush in a stream is seen over"),
        pytest.param(". light_woods+gully@-1 .", None, 2, id="B13.2 light woods in a gully"),
    ],
)
def test_ends_at_one_level(cells: str, month: int | None, expected: int | None) -> None:
    assert los(*column(cells, month)) == expected


@pytest.mark.parametrize(
    ("cells", "month", "expected"),
    [
        pytest.param(".@1 . .", None, 0, id="A6.2 nothing in between"),
        pytest.param(".@1 brush .", None, 0, id="B12.2 brush hinders at its level only"),
        pytest.param(".@1 woods . . . .", None, BLOCKED, id="A6.2 an obstacle as high as the higher end"),
        pytest.param(".@1 stone_building/1 . . . .", None, BLOCKED, id="A6.2 higher than both"),
        pytest.param(".@1 .@1 .", None, BLOCKED, id="B10.2 a plateau before the crest"),
        pytest.param(".@1 . .@1 .", None, BLOCKED, id="B10.2 a second crest as high"),
        pytest.param(".@2 . woods .", None, BLOCKED, id="A6.4 one Blind Hex behind one level"),
        pytest.param(".@2 . woods . .", None, 0, id="A6.4 and no more"),
        pytest.param(".@2 . woods .@1", None, 0, id="A6.4 as high as the obstacle"),
        pytest.param(".@1 light_woods . . . .", None, BLOCKED, id="B35.2 from above an obstacle"),
        pytest.param(".@2 . light_woods .", None, BLOCKED, id="B35.2 with one Blind Hex"),
        pytest.param(".@2 . light_woods . .", None, 0, id="B35.2 and no more"),
        pytest.param(".@2 . light_woods .@1", None, 0, id="B35.2 as high as they are"),
        pytest.param(".@2 . stone_rubble .", None, 0, id="A6.4 half a level makes none"),
        pytest.param(".@3 . stone_building/2 . .", None, BLOCKED, id="A6.4 two Blind Hexes behind two levels"),
        pytest.param(".@3 . stone_building/2 . . .", None, 0, id="A6.4 two and no more"),
        pytest.param(".@2 . . . woods . .", None, 0, id="A6.41 four hexes away"),
        pytest.param(".@2 . . . . woods . .", None, BLOCKED, id="A6.41 five hexes away"),
        pytest.param(".@2 . . . . woods . . .", None, 0, id="A6.41 five hexes away, one more"),
        pytest.param(".@2 . . . . . . . . . woods . . .", None, BLOCKED, id="A6.41 ten hexes away"),
        pytest.param(".@3 . . . . woods . .", None, 0, id="A6.42 one less for the second level above it"),
        pytest.param(".@5 woods .", None, BLOCKED, id="A6.42 never less than one"),
        pytest.param(".@3 woods@1 . .", None, BLOCKED, id="A6.43 one more for the lower ground behind"),
        pytest.param(".@3 woods@1 . . .", None, 0, id="A6.43 and no more"),
        pytest.param(".@3 stone_building/2 . .@1", None, 0, id="A6.43 one less for the higher ground behind"),
        pytest.param(".@2 . . . .@1 .", None, 0, id="B10.23 a crest four hexes away"),
        pytest.param(".@2 . . . . .@1 .", None, BLOCKED, id="B10.23 a crest five hexes away"),
        pytest.param(".@2 . . . . .@1 . .", None, 0, id="B10.23 the second hex behind it"),
        pytest.param(".@3 . . . . .@1 .", None, 0, id="B10.23 reduced to none"),
        pytest.param(".@4 . .@2 .", None, BLOCKED, id="B10.23 a drop of two levels"),
        pytest.param(".@4 . .@2 . .", None, 0, id="B10.23 the second hex behind a drop"),
        pytest.param(".@3 .@2 .", None, 0, id="B10.23 a drop next to the viewer"),
        pytest.param(".@1 orchard . .", 4, BLOCKED, id="B14.2 orchard in leaf as high as the viewer"),
        pytest.param(".@2 orchard .", 10, BLOCKED, id="B14.2 orchard in leaf makes a Blind Hex"),
        pytest.param(".@2 orchard .", None, BLOCKED, id="B14.2 in leaf where the month is not known"),
        pytest.param(".@2 orchard . .", 10, 0, id="B14.2 orchard in leaf, one Blind Hex only"),
        pytest.param(".@2 olive_grove .", 1, BLOCKED, id="F13.5 olives keep their leaves"),
        pytest.param(".@2 palm_trees .", 1, BLOCKED, id="G4.2 palms keep theirs"),
        pytest.param(".@1 orchard orchard . .", 3, 2, id="B14.2 out of leaf, from one level up"),
        pytest.param(".@2 orchard orchard .", 11, 1, id="B14.2 out of leaf, from two levels up"),
        pytest.param(".@2 orchard orchard . .", 11, 0, id="B14.2 out of leaf, not next to the lower end"),
        pytest.param(".@2 orchard .@1", 11, 0, id="B14.2 out of leaf, below the lower end"),
        pytest.param(".@3 .@1 orchard@1 .@2", 11, 0, id="B14.2 out of leaf, below a lower end on a hill"),
        pytest.param(".@2 .@1 orchard .@1", 1, 0, id="B14.2 out of leaf, in a dip"),
        pytest.param("gully@-1 .", None, 0, id="A6.3 next to a gully"),
        pytest.param("gully@-1 . .", None, BLOCKED, id="A6.3 over the bank, from its level"),
        pytest.param("gully@-1 . .@1", None, 0, id="A6.3 as many levels above as hexes away"),
        pytest.param("gully@-1 . . .@1", None, BLOCKED, id="A6.3 fewer levels above than hexes away"),
        pytest.param(".@-1 . . .@1", None, 0, id="A6.3 no depression: a crest that hides nothing"),
        pytest.param("woods+gully@-1 . . .@1", None, BLOCKED, id="A6.3 a gully with woods in it"),
        pytest.param("stream@-1 . . .@1", None, BLOCKED, id="A6.3 a stream"),
        pytest.param("stream+flooded@-1 . . .@1", None, 0, id="B20.44 a flooded stream is no depression"),
        pytest.param("gully+bridge@-1 . . .@1", None, 0, id="A6.3 not from a bridge over it"),
        pytest.param("sunken_road@-1 . . .@1", None, BLOCKED, id="A6.3 a sunken road"),
        pytest.param("wadi@-1 . . .@1", None, BLOCKED, id="A6.3 a wadi"),
        pytest.param("gully@-1 gully@-1 . .@1", None, 0, id="A6.3 counted from the edge of the gully"),
        pytest.param("gully@-1 gully@-1 .", None, 0, id="A6.3 along the gully"),
        pytest.param("gully@-1 gully@-1 . . .@1", None, BLOCKED, id="A6.3 the edge of the gully is farther"),
        pytest.param(
            ".@1 . woods+gully@-1 . . . .", None, BLOCKED, id="B13.2 woods on the banks rise a level above them"
        ),
        pytest.param(".@2 . woods+gully@-1 . .", None, 0, id="B13.2 and no more"),
        pytest.param(".@2 . woods+gully@-1 .", None, BLOCKED, id="B13.2 with one Blind Hex"),
        pytest.param(".@2 . light_woods+stream@-1 .", None, BLOCKED, id="B13.2 light woods in a stream"),
    ],
)
def test_ends_at_two_levels(cells: str, month: int | None, expected: int | None) -> None:
    assert los(*column(cells, month)) == expected


@pytest.mark.parametrize(
    ("cells", "cliff", "expected"),
    [
        pytest.param(".@2 . .@1 .", "A3 A4", BLOCKED, id="a cliff near by"),
        pytest.param(".@2 . .@1 .", "A1 A2", 0, id="the same without a cliff there"),
        pytest.param(".@2 .@1 .", "A2 A3", 0, id="a cliff next to the viewer"),
        pytest.param(".@2 . . . . .@1 . .", "A6 A7", BLOCKED, id="two Blind Hexes from five hexes away"),
        pytest.param(".@2 . . . . .@1 . . .", "A6 A7", 0, id="two and no more"),
        pytest.param(".@3 . .@1 .", "A3 A4", BLOCKED, id="one at least"),
        pytest.param(".@3 . .@1 . .", "A3 A4", 0, id="one and no more"),
        pytest.param(".@2 . .@1 .", "A2 A3", 0, id="a cliff that faces the viewer"),
    ],
)
def test_cliffs_b11_21(cells: str, cliff: str, expected: int | None) -> None:
    assert los(*column(cells, side=cliff, kind="cliff")) == expected


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(
    ("to", "between", "beside"),
    [
        # along the two hexside directions both neighbours count, and the hexes in the middle
        pytest.param((4, 0), [(1, 1), (1, -1), (2, 0), (3, 1), (3, -1)], [(2, 2), (2, -2)], id="level"),
        pytest.param((2, 6), [(0, 2), (1, 1), (1, 3), (1, 5), (2, 4)], [(0, 4), (2, 2)], id="at 60 degrees"),
        # through the middle of each hex
        pytest.param((3, 3), [(1, 1), (2, 2)], [(1, 3), (2, 0)], id="diagonal"),
        pytest.param((0, 6), [(0, 2), (0, 4)], [(1, 1), (1, 3), (1, 5)], id="down the column"),
        # x = y/3 goes exactly through the corner (2,6) of the hex at (0,6), and (1,3) of the one at (1,3)
        pytest.param((1, 9), [(0, 2), (0, 4), (1, 5), (1, 7)], [(0, 6), (1, 3)], id="corners only touched"),
        # y = x/9 is above 0 from x=2 to x=4, the top of the hex at (1,-1), and below 1, the foot of the one at (2,2)
        pytest.param((3, 1), [(1, 1), (2, 0)], [(1, -1), (2, 2)], id="near the level"),
        # y = 2x/3 reaches y=2 at x=3, the middle of the hexside between (1,1) and (1,3)
        pytest.param((2, 4), [(1, 1), (1, 3)], [(0, 2), (2, 2)], id="between the hexside directions"),
        # y = x/5 goes through (5,1), a corner of the hex at (2,0), and (10,2), one of the hex at (3,3)
        pytest.param((5, 3), [(1, 1), (2, 2), (3, 1), (4, 2)], [(2, 0), (3, 3)], id="more corners"),
    ],
)
@pytest.mark.slow
def test_hexes_passed_a6_1(
    to: tuple[int, int], between: list[tuple[int, int]], beside: list[tuple[int, int]], turn: int
) -> None:
    for mirror in (1, -1):
        far = h(to[0] * turn, to[1] * mirror)
        for places, expected in ((between, BLOCKED), (beside, 0)):
            for c, r in places:
                board = field()
                board.terrain[h(c * turn, r * mirror)] = "woods"
                assert los(board, h(0, 0), far) == expected, (c, r)


def test_hindrances_at_one_range_count_once_a6_7() -> None:
    board = field()
    board.terrain |= dict.fromkeys((h(1, 1), h(1, -1)), "brush")
    assert los(board, h(0, 0), h(4, 0)) == 1
    board.terrain[h(2, 0)] = "brush"
    assert los(board, h(0, 0), h(4, 0)) == 2


SPINE, LEFT, RIGHT = (1, 1, 1, -1), (1, 1, 2, 0), (1, -1, 2, 0)


@pytest.mark.parametrize("kind", ["wall", "hedge", "cactus_hedge", "roadblock", "drift"])
@pytest.mark.parametrize(
    ("to", "walls", "expected"),
    [
        pytest.param((0, 6), [(0, 2, 0, 4)], BLOCKED, id="crossed"),
        pytest.param((0, 6), [(0, 0, 0, 2)], 0, id="on a hexside of one end"),
        pytest.param((0, 6), [(0, 6, 0, 4)], 0, id="on a hexside of the other end"),
        pytest.param((0, 6), [(1, 1, 1, 3)], 0, id="not met"),
        pytest.param((1, 9), [(0, 6, 1, 5)], BLOCKED, id="B9.1 met at its end"),
        pytest.param((5, 3), [(2, 0, 2, 2)], BLOCKED, id="B9.1 met at its end, lying level"),
        pytest.param((4, 0), [SPINE], 0, id="hexspine"),
        pytest.param((4, 0), [SPINE, LEFT], 0, id="hexspine and one more"),
        pytest.param((4, 0), [SPINE, LEFT, RIGHT], BLOCKED, id="hexspine and both others"),
        pytest.param((4, 0), [LEFT], BLOCKED, id="no hexspine, one other"),
        pytest.param((4, 0), [LEFT, RIGHT], BLOCKED, id="no hexspine, both others"),
        pytest.param((4, 0), [(3, 1, 3, -1)], 0, id="hexspine of the other end"),
        pytest.param((4, 0), [(3, 1, 3, -1), RIGHT], BLOCKED, id="hexspine of the other end only"),
        pytest.param((4, 0), [(3, 1, 3, -1), (2, 0, 3, 1)], 0, id="hexspine of the other end and one more"),
        pytest.param((4, 0), [(3, 1, 2, 0)], BLOCKED, id="no hexspine at the other end"),
        pytest.param((6, 0), [(3, 1, 3, -1)], BLOCKED, id="lengthwise, of neither end"),
        pytest.param((6, 0), [(3, 1, 2, 0)], BLOCKED, id="begins on the LOS, far from both ends"),
        pytest.param((2, 0), [SPINE], 0, id="hexspine of both ends"),
        pytest.param((2, 0), [SPINE, LEFT, RIGHT], 0, id="hexspine of both ends, and hexsides of one"),
        pytest.param((2, 6), [(0, 2, 1, 1)], 0, id="hexspine at 60 degrees"),
        pytest.param((2, 6), [(0, 2, 1, 3)], BLOCKED, id="no hexspine at 60 degrees"),
    ],
)
@pytest.mark.slow
def test_walls_b9_2(
    to: tuple[int, int], walls: list[tuple[int, int, int, int]], expected: int | None, kind: str
) -> None:
    for turn, mirror in product((1, -1), repeat=2):
        board = field()
        for c, r, c2, r2 in walls:
            board.sides[frozenset((h(c * turn, r * mirror), h(c2 * turn, r2 * mirror)))] = kind
        assert los(board, h(0, 0), h(to[0] * turn, to[1] * mirror)) == expected


@pytest.mark.parametrize(
    ("low", "expected"),
    [([(0, 6)], BLOCKED), ([(1, 5)], BLOCKED), ([(0, 6), (1, 5)], 0)],
)
def test_the_higher_side_of_a_wall_met_at_its_end_counts(low: list[tuple[int, int]], expected: int | None) -> None:
    board = field()
    board.elevation = {name: 1 for name in board.hexes if name not in [h(*place) for place in low]}
    board.sides[frozenset((h(0, 6), h(1, 5)))] = "wall"
    assert los(board, h(0, 0), h(1, 9)) == expected


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param(". . . .", BLOCKED, id="all at one level"),
        pytest.param(".@1 . . .@1", 0, id="both ends above it"),
        pytest.param(".@1 . . .", 0, id="one end above it"),
        pytest.param(".@1 .@1 . .@1", BLOCKED, id="its higher side counts"),
        pytest.param(".@1 . .@1 .@1", BLOCKED, id="its higher side counts, the other way round"),
    ],
)
def test_walls_are_half_a_level_high_a6_21(cells: str, expected: int | None) -> None:
    assert los(*column(cells, side="A2 A3", kind="wall")) == expected


@pytest.mark.parametrize("side", ['"A2","A3"', '"A3","A2"'])
@pytest.mark.parametrize(("cells", "kind"), [(".@1 .@1 . .@1", "wall"), (".@2 . .@1 .", "cliff")])
def test_hexsides_are_symmetric(cells: str, kind: str, side: str) -> None:
    board, a, b = column(cells)
    if kind == "cliff":
        side = side.replace("A2", "A4")
    control = grounded(board, [(a, b)], f"hexside({side},{kind}).")
    assert not list(control.symbolic_atoms.by_signature("derived_los", 3))


def test_the_section_that_blocks_is_named() -> None:
    board, a, b = column(". woods .@1 brush .")
    control = grounded(board, [(a, b)])
    rules = {x.symbol.arguments[2].string for x in control.symbolic_atoms.by_signature("los_blocked", 3)}
    assert rules == {"B13.2", "B10.21"}


def test_only_what_is_wanted_is_derived() -> None:
    board, a, b = column(". brush .@1 . .")
    assert derived(board, [(a, "A2"), (b, b)]) == {(a, "A2"): 0, (b, b): 0}
    assert derived(board, []) == {}


def test_open_ground_costs_nothing() -> None:
    board = field()
    control = grounded(board, [(h(0, 0), h(6, 2))])
    assert not list(control.symbolic_atoms.by_signature("los_on", 7))


def test_a_pair_off_the_board_has_no_los() -> None:
    board, a, _ = column(". .")
    assert derived(board, [(a, "B7")]) == {}


def test_hexes_that_are_not_given_are_open() -> None:
    board, a, b = column(". woods .")
    del board.hexes["A2"], board.terrain["A2"]
    assert los(board, a, b) == 0


def test_everything_is_a_fact() -> None:
    board = next(boards(5, 1, radius=2, hilly=True))
    control = grounded(board, [(a, b) for a in board.hexes for b in board.hexes])
    assert len(control.symbolic_atoms) > 500
    assert all(atom.is_fact for atom in control.symbolic_atoms)


@pytest.mark.parametrize(("hilly", "radius", "count"), [(False, 5, 1), (True, 5, 2), (False, 2, 15), (True, 2, 30)])
@pytest.mark.slow
def test_random_boards_against_the_oracle(hilly: bool, radius: int, count: int) -> None:
    for n, board in enumerate(boards(1000 + radius, count, radius=radius, hilly=hilly)):
        names = list(board.hexes)
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i:]]
        hindrances = derived(board, pairs)
        wrong = [(n, p, hindrances.get(p), judge(board, *p)) for p in pairs if hindrances.get(p) != judge(board, *p)]
        assert not wrong


POSITION = """
side(german). side(russian). attacker(russian).
hex("A1",0,1). terrain("A1",open_ground). hex("A2",0,3). terrain("A2",stone_building). hex("A3",0,5). level("A2",1).
terrain("A3",woods). unit(g,german,squad). at(g,"A3"). status(g,broken). unit(r,russian,squad).
"""


@pytest.mark.parametrize(
    ("rules", "facts", "refused"),
    [
        ("aslsk", 'at(r,"A1"). feature("A2",smoke).', 'feature("A2",smoke)'),
        ("asl", 'at(r,"A1"). feature("A2",smoke).', 'feature("A2",smoke)'),
        ("aslsk", 'at(r,"A2",1).', 'at(r,"A2",1)'),
        ("aslsk", 'at(r,"A1"). obscured("A2",3,2).', 'obscured("A2",3,2)'),
        ("asl", 'at(r,"A1"). obscured("A2",3,2).', 'obscured("A2",3,2)'),
        ("aslsk", 'at(r,"A1"). wreck("A2").', 'wreck("A2")'),
        ("asl", 'at(r,"A1"). wreck("A2").', 'wreck("A2")'),
        ("aslsk", 'at(r,"A1"). unit(v,russian,vehicle). at(v,"A2"). afv(v).', "afv(v)"),
        ("asl", 'at(r,"A1"). unit(v,russian,vehicle). at(v,"A2"). afv(v).', "afv(v)"),
        ("asl", 'at(r,"A1"). feature("A2",tower).', 'feature("A2",tower)'),
        ("asl", 'at(r,"A1"). feature("A2",tower). elevation("A1",1).', 'feature("A2",tower)'),
    ],
)
def test_what_no_terrain_tells_is_refused(rules: str, facts: str, refused: str) -> None:
    """SMOKE and vehicles change a LOS, and a derived one knows nothing of them. The Starter Kit has no upper levels; for the
    full rules see test_los_upper.py."""
    with pytest.raises(pyrout.InstanceError) as error:
        pyrout.solve(pyrout.parse(POSITION + facts), rules=rules)
    assert f"{refused} is refused" in str(error.value)
    pyrout.solve(pyrout.parse(POSITION + 'at(r,"A1").'), rules=rules)


def test_the_starter_kit_has_no_upper_levels_even_with_los() -> None:
    with pytest.raises(pyrout.InstanceError, match="know no upper levels"):
        pyrout.solve(pyrout.parse(POSITION + 'at(r,"A2",1). los("A2","A3",0).'), rules="aslsk")


def test_a_tower_at_an_end_is_in_no_way() -> None:
    """B34.2: only between the ends its height matters."""
    answer = pyrout.solve(pyrout.parse(POSITION + 'at(r,"A1"). feature("A1",tower). feature("A3",tower).'), rules="asl")
    assert answer["g"].verdict
