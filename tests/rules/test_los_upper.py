"""LOS from and to upper levels of buildings, derived from the terrain: each rule on a few hexes, answered by hand, random
boards against the oracle, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable

import clingo
import pytest
from los_boards import BLOCKED, ENCODINGS, column, field, h, put
from los_oracle import OPEN, Board, boards_with_storeys, judge, judge_locations

import pyrout
from pyrout.program import rule_sets

UPPER = [*ENCODINGS, "asl/a6_los.lp", "asl/a6_los_undecided.lp"]
Found = dict[tuple[str, str], int | str | None]


def grounded(board: Board, wanted: Iterable[tuple[str, str]], more: str = "") -> clingo.Control:
    messages: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda code, message: messages.append(message))
    for encoding in UPPER:
        control.load(str(rule_sets.root() / encoding))
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
    """Return the LOS of each wanted pair: its Hindrances, BLOCKED or OPEN."""
    pairs = list(wanted)
    hindrances: Found = dict.fromkeys(pairs, BLOCKED)
    control = grounded(board, pairs)
    for atom in control.symbolic_atoms.by_signature("derived_los", 3):
        a, b, count = atom.symbol.arguments
        hindrances[a.string, b.string] = count.number
    for atom in control.symbolic_atoms.by_signature("los_undecided", 4):
        a, b = atom.symbol.arguments[:2]
        hindrances[a.string, b.string] = OPEN
    assert all(atom.is_fact for atom in control.symbolic_atoms)
    return hindrances


def los(board: Board, a: str, b: str) -> int | str | None:
    """Return the LOS of one pair; the other way round it has to be equal."""
    hindrances = derived(board, [(a, b), (b, a)])
    assert hindrances[a, b] == hindrances[b, a]
    return hindrances[a, b]


def between(cells: str, a: str, b: str, **more: object) -> int | str | None:
    """LOS in a straight row of hexes A1, A2 .. (`terrain/storeys@elevation`, as in `column`)."""
    board, _, _ = column(cells, **more)  # type: ignore[arg-type]
    return los(board, a, b)


HOUSE = "stone_building/1"


@pytest.mark.parametrize(
    ("cells", "a", "b", "expected"),
    [
        pytest.param("stone_building/1 . .", "A1@1", "A3", 0, id="A6.2 nothing in between"),
        pytest.param(
            "stone_building/1 woods . . . .", "A1@1", "A6", BLOCKED, id="A6.2 woods as high as the higher end"
        ),
        pytest.param("stone_building/1 woods stone_building/1", "A1@1", "A3@1", 0, id="A6.2 woods as high as both"),
        pytest.param("stone_building/2 pine_woods stone_building/1", "A1@1", "A3@1", BLOCKED, id="A6.2 above both"),
        pytest.param(
            "stone_building/1 stone_building/1 stone_building/1", "A1@1", "A3@1", BLOCKED, id="B23.2 and a half"
        ),
        pytest.param("stone_building/2 woods .", "A1@2", "A3", BLOCKED, id="A6.4 a Blind Hex"),
        pytest.param("stone_building/2 woods . .", "A1@2", "A4", 0, id="A6.4 and no more"),
        pytest.param("stone_building/1@1 woods . .", "A1@1", "A3", BLOCKED, id="A6.2 hill and level count together"),
        pytest.param("stone_building/1@1 woods . .", "A1@1", "A4", 0, id="A6.2 hill and level, behind the Blind Hex"),
        pytest.param("stone_building/2 . . . . woods . .", "A1@2", "A8", BLOCKED, id="A6.41 five hexes away"),
        pytest.param("stone_building/2 . . . . woods . . .", "A1@2", "A9", 0, id="A6.41 and no more"),
        pytest.param("stone_building/3 . . . . woods . .", "A1@3", "A8", 0, id="A6.42 one less, from a level higher"),
        pytest.param("stone_building/3 . stone_building/1 .@1", "A1@3", "A4", 0, id="A6.43 as high as the obstacle"),
        pytest.param("stone_building/3 . woods stone_building/1", "A1@3", "A4@1", 0, id="A6.43 and upstairs"),
        pytest.param("stone_building/3 . woods stone_building/1", "A1@3", "A4", BLOCKED, id="A6.43 but not downstairs"),
        pytest.param("stone_building/1 stone_rubble .", "A1@1", "A3", 0, id="A6.4 half a level makes none"),
        pytest.param("stone_building/1 stone_rubble@1 .@1", "A1@1", "A3", BLOCKED, id="B24.2 half a level above both"),
        pytest.param("stone_building/1 brush .", "A1@1", "A3", 0, id="B12.2 brush hinders at its level only"),
        pytest.param("stone_building/1 brush@1 .@1", "A1@1", "A3", 1, id="B12.2 and that can be the upper one"),
        pytest.param("stone_building/1 grain@1 .@1", "A1@1", "A3", 1, id="B15.2 grain on a hill"),
        pytest.param("stone_building/1 orchard . .", "A1@1", "A4", BLOCKED, id="B14.2 orchard in leaf"),
        pytest.param("stone_building/1 orchard stone_building/1", "A1@1", "A3@1", 0, id="B14.2 seen over by both"),
        pytest.param("stone_building/1 .@2 stone_building/1", "A1@1", "A3@1", BLOCKED, id="B10.21 higher ground"),
        pytest.param("stone_building/1 .@1 .", "A1@1", "A3", BLOCKED, id="B10.2 a hill as high as the higher end"),
        pytest.param("stone_building/1@1 .@1 .", "A1@1", "A3", 0, id="B10.2 over the plateau before it"),
        pytest.param("stone_building/2 . . . . .@1 .", "A1@2", "A7", BLOCKED, id="B10.23 a crest five hexes away"),
        pytest.param("stone_building/2 . . . .@1 .", "A1@2", "A6", 0, id="B10.23 a crest four hexes away"),
        pytest.param("stone_building/3 .@2 . .", "A1@3", "A3", BLOCKED, id="B10.23 a crest in the next hex"),
        pytest.param("stone_building/3 .@2 . .", "A1@3", "A4", 0, id="B10.23 a crest in the next hex, and no more"),
        pytest.param("stone_building/3@1 .@3 . . . .", "A1@3", "A4", BLOCKED, id="B10.23 three levels down"),
        pytest.param("stone_building/3@1 .@3 . . . .", "A1@3", "A5", 0, id="B10.23 three levels down, and no more"),
        pytest.param("stone_building/3 .@2 .@1", "A1@3", "A3", 0, id="B10.23 the first level down is free"),
        pytest.param("stone_building/2 stone_factory . .", "A1@2", "A4", 0, id="B23.74 a factory in between"),
        pytest.param("stone_building/1 gully stream .", "A1@1", "A4", 0, id="A6.3 over a depression"),
        pytest.param("stone_building/1 water . .", "A1@1", "A4", 0, id="over water"),
    ],
)
def test_heights_of_the_ends(cells: str, a: str, b: str, expected: int | None) -> None:
    assert between(cells, a, b) == expected


@pytest.mark.parametrize(
    ("cells", "side", "expected"),
    [
        pytest.param("stone_building/1 . . stone_building/1", "A2 A3", 0, id="lower than both ends"),
        pytest.param("stone_building/1 .@1 .@1 stone_building@1", "A2 A3", BLOCKED, id="at the level of both"),
        pytest.param("stone_building/1 .@1 .@1 stone_building@1", "A1 A2", 0, id="on a hexside of the upper end"),
        pytest.param("stone_building/1 .@1 .@1 stone_building@1", "A3 A4", 0, id="on a hexside of the other"),
    ],
)
def test_walls_b9_2(cells: str, side: str, expected: int | None) -> None:
    there = "A4@1" if cells.endswith("/1") else "A4"
    assert between(cells, "A1@1", there, side=side, kind="wall") == expected


@pytest.mark.parametrize(
    ("cells", "a", "b", "expected"),
    [
        pytest.param("stone_building/2 .@1 . .", "A1@2", "A3", BLOCKED, id="next to the viewer's hex"),
        pytest.param("stone_building/2 .@1 . .", "A1@2", "A4", 0, id="one Blind Hex and no more"),
        pytest.param("stone_building/1@2 .@2 . .", "A1@1", "A4", BLOCKED, id="two levels down count"),
        pytest.param("stone_building/3@2 .@2 . .", "A1@3", "A3", BLOCKED, id="one at least"),
        pytest.param("stone_building/3@2 .@2 . .", "A1@3", "A4", 0, id="one at least, and no more"),
    ],
)
def test_cliffs_b11_21(cells: str, a: str, b: str, expected: int | None) -> None:
    assert between(cells, a, b, side="A2 A3", kind="cliff") == expected


def test_a_cliff_at_the_hex_of_the_viewer_hides_nothing() -> None:
    assert between("stone_building/1@1 . .", "A1@1", "A2", side="A1 A2", kind="cliff") == 0
    assert between("stone_building/1@1 . .", "A1@1", "A3", side="A1 A2", kind="cliff") == 0


def test_stairs_b23_25() -> None:
    """In its hex a unit sees the next level, if there is a stairwell."""
    board, _, _ = column("stone_building/2 .")
    assert [los(board, *pair) for pair in (("A1", "A1@1"), ("A1@1", "A1@2"))] == [BLOCKED, BLOCKED]
    board.stairs = {"A1"}
    assert [los(board, *pair) for pair in (("A1", "A1@1"), ("A1@1", "A1@2"), ("A1", "A1@2"))] == [0, 0, BLOCKED]


def test_stairs_of_a_market_place_b23_73() -> None:
    """They are outside: no stairwell is needed. What hides the next hex of its building from its ground is left open."""
    board, *_ = column("stone_market_place/1 stone_market_place/1")
    board.building = dict.fromkeys(board.hexes, "market")
    assert los(board, "A1", "A1@1") == 0
    assert los(board, "A1", "A2@1") == OPEN
    assert los(board, "A1@1", "A2@1") == 0


def test_grain_out_of_season_is_flat_b15_2() -> None:
    assert [between("stone_building/1 grain@1 .@1", "A1@1", "A3", month=month) for month in (5, 7)] == [0, 1]
    assert [between("stone_building/1 grain .", "A1@1", "A3", month=month) for month in (5, 7)] == [0, 0]


def joined(cells: str, hexes: str) -> Board:
    """A row of hexes, some of which are one building."""
    board, _, _ = column(cells)
    board.building = dict.fromkeys(hexes.split(), "b")
    return board


def test_inside_one_building_a6_8() -> None:
    """The LOS to another level would have to leave the building before its own hex."""
    both = joined(f"{HOUSE} {HOUSE}", "A1 A2")
    assert los(both, "A1@1", "A2") == BLOCKED
    assert los(both, "A1@1", "A2@1") == 0
    apart = joined(f"{HOUSE} {HOUSE}", "")
    assert los(apart, "A1@1", "A2") == 0
    assert los(joined(f"{HOUSE} {HOUSE}", "A1"), "A1@1", "A2") == 0
    two = joined(f"{HOUSE} {HOUSE}", "A1 A2")
    two.features = {"A2": "rowhouse"}
    assert los(two, "A1@1", "A2") == 0
    level = joined(f"{HOUSE} {HOUSE}@1", "A1 A2")  # A1@1 is as high as the ground of A2
    assert los(level, "A1@1", "A2") == 0


def test_out_of_a_building_and_into_it_again() -> None:
    assert los(joined(f"{HOUSE} . {HOUSE}", "A1 A3"), "A1@1", "A3") == 0


def test_along_the_edge_of_its_own_building() -> None:
    """Along hexsides it is enough that the building is on one side."""
    board = field()
    for place in ((0, 0), (2, 0), (1, 1)):
        put(board, h(*place), place, "stone_building" if place == (1, 1) else "stone_building/2")
        board.building[h(*place)] = "b"
    assert los(board, h(0, 0) + "@2", h(2, 0) + "@1") == BLOCKED
    del board.building[h(1, 1)]
    assert los(board, h(0, 0) + "@2", h(2, 0) + "@1") == 0


@pytest.mark.parametrize(
    ("cells", "a", "b", "expected"),
    [
        pytest.param(f"{HOUSE} . gully", "A1@1", "A3", OPEN, id="A6.3 a depression"),
        pytest.param(f"{HOUSE} woods gully", "A1@1", "A3", BLOCKED, id="A6.3 woods hide it anyway"),
        pytest.param(f"{HOUSE} elevated_road .", "A1@1", "A3", OPEN, id="terrain without a height"),
        pytest.param(
            f"{HOUSE} woods elevated_road .", "A1@1", "A4", BLOCKED, id="terrain without a height, behind woods"
        ),
        pytest.param(f"{HOUSE} . elevated_road", "A1@1", "A3", OPEN, id="an end in such terrain"),
        pytest.param(f"{HOUSE} woods elevated_road", "A1@1", "A3", OPEN, id="an end in such terrain, behind woods"),
        pytest.param("stone_factory/1 . .", "A1@1", "A3", OPEN, id="upstairs in a factory"),
        pytest.param(f"{HOUSE} . wooden_factory", "A1@1", "A3", OPEN, id="in a factory"),
        pytest.param("woods/1 . .", "A1@1", "A3", OPEN, id="no building"),
        pytest.param("stone_market_place/1 . .", "A1@1", "A3", 0, id="B23.73 above a market place"),
        pytest.param(". stone_market_place/1 .@1", "A1", "A3", BLOCKED, id="B23.73 up past one"),
    ],
)
def test_what_terrain_leaves_open(cells: str, a: str, b: str, expected: int | str | None) -> None:
    assert between(cells, a, b) == expected


@pytest.mark.parametrize(
    ("where", "what", "expected"),
    [
        ("A2", "bridge", OPEN),
        ("A3", "bridge", OPEN),
        ("A2", "tower", OPEN),
        ("A1", "tower", OPEN),
        ("A2", "blaze", OPEN),
        ("A1", "blaze", OPEN),
        ("A3", "blaze", OPEN),
        ("A2", "ffe", OPEN),
        ("A2", "wire", 0),
        ("A4", "bridge", 0),
        ("A4", "blaze", 0),
    ],
)
def test_what_features_leave_open(where: str, what: str, expected: int | str | None) -> None:
    board, _, _ = column(f"{HOUSE} . . .")
    board.features[where] = what
    assert los(board, "A1@1", "A3") == expected


def test_what_else_hangs_over_a_hex_is_left_open() -> None:
    board, _, _ = column(f"{HOUSE} . {HOUSE}")
    for fact, undecided in (('feature("A3@1",blaze).', True), ('obscured("A2",2,4).', True), ('wreck("A2").', False)):
        control = grounded(board, [("A1@1", "A3@1")], fact)
        assert bool(list(control.symbolic_atoms.by_signature("los_undecided", 4))) == undecided, fact


def test_cellars_are_left_open() -> None:
    board, _, _ = column("stone_building woods .")
    board.cellars, board.stairs = {"A1"}, {"A1"}
    assert (los(board, "A1@-1", "A3"), los(board, "A1@-1", "A1")) == (OPEN, 0)


@pytest.mark.parametrize("kind", ["bocage", "rowhouse_wall", "dune_crest_low"])
@pytest.mark.parametrize(
    ("to", "side", "expected"),
    [
        pytest.param((0, 6), (0, 2, 0, 4), OPEN, id="crossed"),
        pytest.param((0, 6), (0, 0, 0, 2), OPEN, id="on a hexside of the viewer"),
        pytest.param((0, 6), (0, 6, 0, 4), OPEN, id="on a hexside of the other"),
        pytest.param((0, 2), (0, 0, 0, 2), OPEN, id="between hexes that touch"),
        pytest.param((0, 6), (1, 1, 1, 3), 0, id="not met"),
        pytest.param((0, 6), (0, 0, 0, -2), 0, id="behind the viewer"),
        pytest.param((1, 9), (0, 6, 1, 5), OPEN, id="met at its end"),
        pytest.param((4, 0), (1, 1, 1, -1), OPEN, id="hexspine"),
    ],
)
def test_what_hexsides_leave_open(
    to: tuple[int, int], side: tuple[int, int, int, int], expected: int | str | None, kind: str
) -> None:
    board = field()
    put(board, h(0, 0), (0, 0), HOUSE)
    board.sides[frozenset((h(*side[:2]), h(*side[2:])))] = kind
    assert los(board, h(0, 0) + "@1", h(*to)) == expected


@pytest.mark.parametrize(
    ("to", "side", "expected"),
    [
        pytest.param((4, 0), (1, 1, 2, 0), OPEN, id="the end of a cliff, on a LOS along hexsides"),
        pytest.param((4, 0), (1, 1, 1, -1), OPEN, id="along it"),
        pytest.param((4, 0), (1, 1, 1, 3), 0, id="beside it"),
    ],
)
def test_what_cliffs_leave_open(
    to: tuple[int, int], side: tuple[int, int, int, int], expected: int | str | None
) -> None:
    board = field()
    put(board, h(0, 0), (0, 0), "stone_building/2@1")
    board.elevation |= {h(1, 1): 1, h(1, -1): 0}
    board.sides[frozenset((h(*side[:2]), h(*side[2:])))] = "cliff"
    assert los(board, h(0, 0) + "@2", h(*to)) == expected


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        pytest.param(None, BLOCKED, id="B10.23 the crest of the next hex"),
        pytest.param((0, 0, 0, 2), OPEN, id="a cliff that ends where the LOS passes that hex"),
        pytest.param((1, 1, 0, 2), OPEN, id="the same along the LOS"),
        pytest.param((1, 1, 2, 2), BLOCKED, id="a cliff beside it"),
    ],
)
def test_a_crest_does_not_decide_where_its_cliff_is_left_open(
    side: tuple[int, int, int, int] | None, expected: int | str | None
) -> None:
    """From upstairs on the same plateau, along hexsides between the plateau's edge and the ground below."""
    board = field()
    put(board, h(0, 0), (0, 0), "stone_building/2@3")
    board.elevation[h(1, 1)] = 3
    if side:
        board.sides[frozenset((h(*side[:2]), h(*side[2:])))] = "cliff"
    assert los(board, h(0, 0) + "@1", h(1, 3)) == expected


def test_the_end_of_a_cliff_whose_top_is_only_touched() -> None:
    board = field()
    put(board, h(0, 0), (0, 0), "stone_building/2")
    board.elevation[h(0, 6)] = 1
    board.sides[frozenset((h(0, 6), h(1, 5)))] = "cliff"
    assert los(board, h(0, 0) + "@2", h(1, 9)) == OPEN


def test_the_end_of_a_cliff_below_both_ends_hides_nothing() -> None:
    board = field()
    put(board, h(0, 0), (0, 0), "stone_building/3")
    put(board, h(4, 0), (4, 0), "stone_building/1")
    board.elevation[h(1, 1)] = 1
    board.sides[frozenset((h(1, 1), h(1, -1)))] = "cliff"
    assert los(board, h(0, 0) + "@3", h(4, 0) + "@1") == 0
    assert los(board, h(0, 0) + "@3", h(4, 0)) == OPEN


def test_rowhouses_are_left_open() -> None:
    board, _, _ = column(f"{HOUSE} {HOUSE} .")
    board.features = {"A1": "rowhouse", "A2": "rowhouse"}
    assert los(board, "A1@1", "A2@1") == OPEN
    del board.features["A2"]
    assert los(board, "A1@1", "A2@1") == 0


def test_over_the_lower_roof_of_its_own_building_is_left_open() -> None:
    """VASL sees from above, and not from below."""
    board = joined("stone_building/2 stone_building", "A1 A2")
    assert los(board, "A1@2", "A2") == OPEN
    assert los(board, "A1@1", "A2") == BLOCKED  # the roof of A2 is as high


def test_only_where_an_end_is_not_on_the_ground() -> None:
    """The LOS between two hexes is as without upper levels, whatever is in between."""
    board, a, b = column(f". {HOUSE} elevated_road gully")
    assert derived(board, [(a, b), ("A2", b)]) == {(a, b): judge(board, a, b), ("A2", b): judge(board, "A2", b)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "radius", "count"), [(79, 2, 20), (81, 4, 3), (7, 2, 59)]
)  # the last past the end of a cliff
def test_random_boards_against_the_oracle(seed: int, radius: int, count: int) -> None:
    for n, board in enumerate(boards_with_storeys(seed, count, radius=radius)):
        places = board.locations()
        pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :] if "@" in a + b]
        hindrances = derived(board, pairs)
        wrong = [
            (n, p, hindrances[p], judge_locations(board, *p))
            for p in pairs
            if hindrances[p] != judge_locations(board, *p)
        ]
        assert not wrong


# ---------------------------------------------------------------------------------------------------------------------
# In positions

MAP = """
side(german). side(russian). attacker(russian). unit(g,german,squad). at(g,"A4"). status(g,broken).
hex("A1",0,1). terrain("A1",open_ground). hex("A2",0,3). terrain("A2",stone_building). level("A2",1).
hex("A3",0,5). terrain("A3",open_ground). hex("A4",0,7). terrain("A4",open_ground). hex("B4",1,8). terrain("B4",woods).
unit(r,russian,squad). normal_range(r,4).
"""
TOLD = "what is seen from upper levels follows from terrain and heights"


def answer(facts: str, **changed: str) -> pyrout.UnitAnswer:
    text = MAP + facts
    for hex_, terrain in changed.items():
        text = text.replace(f'terrain("{hex_}",open_ground)', f'terrain("{hex_}",{terrain})')
    (unit,) = pyrout.solve(pyrout.parse(text), rules="asl", units=["g"]).units
    return unit


def test_who_is_upstairs_sees_and_it_is_told() -> None:
    """From A2@1 r sees g in the open in A4, over the brush in A3; woods there hide it."""
    seen = answer('at(r,"A2",1).', A3="brush")
    assert [reason.because for reason in seen.must_rout] == [("r",)]
    assert [sentence.startswith(TOLD) for sentence in seen.assumes] == [True]
    assert answer('at(r,"A2",1).', A3="woods").must_rout == ()


def test_a_ground_without_upper_levels_in_use_tells_nothing() -> None:
    """With nobody upstairs and no stairs the level says only how high the building is."""
    assert answer('at(r,"A1").').assumes == ()
    assert answer('at(r,"A1").', A3="stream").assumes == ()


def test_stairs_make_upper_levels_matter() -> None:
    """Up the stairs in A2 g would be seen, or not: that rests on the LOS."""
    assert [s.startswith(TOLD) for s in answer('at(r,"A1"). stairwell("A2").').assumes] == [True]


def test_the_next_hex_of_the_building_matters_too() -> None:
    more = 'hex("B2",1,4). terrain("B2",stone_building). level("B2",1). building("b","A2"). building("b","B2"). '
    with pytest.raises(pyrout.InstanceError, match="between A1 and B2@1 is not worked out"):
        answer(more + 'stairwell("A2"). at(r,"A1"). feature("B2",tower).')


@pytest.mark.parametrize(
    ("facts", "changed", "expected"),
    [
        pytest.param(
            'at(r,"A2",1).',
            {"A4": "stream"},
            'at(r,"A2",1) is refused by the rule set asl; the LOS between A2@1 and A4 is not worked out, because of the '
            "depression in A4 - a los fact decides it; then the file has to give all LOS",
            id="from upstairs",
        ),
        pytest.param(
            'at(r,"A1"). stairwell("A2"). feature("A2",tower).',
            {},
            "between A1 and A2@1 is not worked out, because of the tower in A2",
            id="from the ground",
        ),
        pytest.param(
            'at(r,"A1",foxhole). feature("A1",foxhole). stairwell("A2"). feature("A2",tower).',
            {},
            'at(r,"A1",foxhole) is refused by the rule set asl; the LOS between A1 and A2@1',
            id="from a foxhole",
        ),
    ],
)
def test_what_is_not_worked_out_is_refused_by_name(facts: str, changed: dict[str, str], expected: str) -> None:
    with pytest.raises(pyrout.InstanceError) as error:
        answer(facts, **changed)
    assert expected in str(error.value)


def test_who_might_break_on_purpose_needs_the_los_too() -> None:
    """a10-41-voluntary: nobody routs, but g, unbroken, may be in the LOS and Normal Range of r upstairs."""
    text = "rules(asl)." + MAP.replace("status(g,broken).", "") + 'at(r,"A2",1).'
    assert pyrout.solve(pyrout.parse(text))["g"].may_break
    with pytest.raises(pyrout.InstanceError, match="between A2@1 and A4 is not worked out"):
        pyrout.solve(pyrout.parse(text.replace('terrain("A4",open_ground)', 'terrain("A4",stream)')))


def test_a_foxhole_is_at_the_level_of_its_hex() -> None:
    """On a hill it is seen from the next one over the brush below; at level 0 it would be behind a crest."""
    board, _, _ = column(".@1 brush .@1 .@1")
    dug = 'inside("A4@foxhole","A4",foxhole). hex("A4@foxhole",0,7).'
    control = grounded(board, [("A1", "A4@foxhole")], dug)
    assert [str(atom.symbol) for atom in control.symbolic_atoms.by_signature("derived_los", 3)] == [
        'derived_los("A1","A4@foxhole",0)'
    ]


def test_a_foxhole_is_in_its_hex() -> None:
    board, _, _ = column(f"{HOUSE} elevated_road .")
    dug = 'inside("A3@foxhole","A3",foxhole). hex("A3@foxhole",0,5).'
    control = grounded(board, [("A1@1", "A3@foxhole")], dug)
    assert list(control.symbolic_atoms.by_signature("los_undecided", 4))


def test_given_los_is_all_there_is() -> None:
    assert answer('at(r,"A2",1). los("A1","A3",0).').must_rout == ()
