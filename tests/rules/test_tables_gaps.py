"""Gaps and friends in the way of blocks on a table: who squeezes, who gives way, who waits for whom."""

from __future__ import annotations

import pytest
from blocks import HUNDREDTHS, TABLE, battle, block, stop, told

import pyrout
from pyrout.miniatures.solver import TableSolver
from pyrout.question import ask

pytestmark = pytest.mark.slow  # seconds a table: left to CI


def test_1_a_friend_shoulder_to_shoulder_gives_way() -> None:
    """bs-block: "the friendly unit blocking the path must retreat 4" and (if it was in good order) become shaken". g stands at
    the right flank of f; f slides along it, from y 15-17 to 19-21, and a goes its 8 inches between the waters."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,13). area(water,18,13,30,40).\n"
    (route,) = battle(8, waters + block("f", 10, 17) + block("g", 14, 17)).routes
    assert told(route) == ["f gives_way", "a routs", "a rallies"]
    assert route.events[0].path == ("10,17", "10,21")
    assert stop(route) == "10,18"


def test_2_a_squeeze_is_for_one_move() -> None:
    """bs-frontage: a narrower frontage lasts for that move. Through a gap of 2 inches between enemies in turn 1, to y 17-19; in
    turn 2 it stands at 4 inches again, and an enemy that its flank would touch, at x 14, it keeps clear of."""
    enemies = block("e", 0, 15, 11, side="red") + block("f", 13, 15, 17, side="red") + block("g", 14, 24, side="red")
    (route,) = battle(9, "widest_stand(a,2).\n" + enemies, rallies=3).routes
    first, second = (dict(event.notes) for event in route.events if event.does == "routs")
    assert (first["way"], first["frontage"]) == ("narrow", 2)
    assert (second["way"], second["frontage"]) == ("oblique", 4)
    assert [event.path for event in route.events][:2] == [("11,10", "11,19"), ("10,19", "9.99,19.01", "9.99,27.99")]


def test_3_there_is_no_brushing_without_a_gap() -> None:
    """bs-enemy: "a routed unit that cannot avoid touching an enemy figure is considered destroyed". An enemy stands with its
    side at x 14, where the right flank of a passes, and nothing on the other side; water bars the way aside."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,12).\n"
    unit = battle(9, waters + block("e", 14, 17, side="red"))
    assert unit.verdict == "routs"  # the water on its left and the enemy on its right bound a gap of 4 inches
    unit = battle(9, "area(water,0,0,10,12). area(water,14,0,30,12).\n" + block("e", 14, 17, 16, 5, side="red"))
    assert [route.fate for route in unit.routes] == ["destroyed"]


def test_a_line_of_events_that_comes_to_no_end_is_no_answer() -> None:
    """A fault of the rules is told; what there is of the line looks like any other answer."""
    solver = TableSolver(ask(pyrout.parse(TABLE.format(rules="battlesystem") + "movement(a,6). rallies(a,2).\n")))
    (line,), complete = solver.lines()
    assert complete and line.fates == (("a", "rallied"),)
    solver._known_lines = [line._replace(events=line.events[:1], fates=())], True
    with pytest.raises(pyrout.PyroutError, match=r"no rule says what becomes of a after turn 1;.*please report"):
        solver.unit("a")


def test_what_waits_for_a_unit_to_move_stops_it() -> None:
    """bs-block: what cannot be moved stops the unit a hundredth short of it. f stands askew over the way of a, x+y from
    28.6 on, and cannot give way for h, which it touches; routed, it is set straight, x 7.59 to 21.59 and y 14.2 to 15.2,
    and has a before it, at y 16, which waits for it to move. So a moves after all, with nothing in its way any more."""
    text = HUNDREDTHS.format(rules="battlesystem", at="1000,1700")
    text = text.replace("frontage(a,400). depth(a,200)", "frontage(a,100). depth(a,100)")
    f = block("f", 1000, 2000, 1400, 100, facing="north_east", move=600)
    text += "movement(a,900). rallies(a,2). rallies(f,2).\n" + f + block("h", 0, 2160, 960, 200)
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert told(route)[:4] == ["f gives_way", "f is_routed", "f halts", "a routs"]
    assert [event.path for event in route.events[:4]] == [
        ("10,20",),
        (),
        ("7.59,15.2", "7.59,15.99"),
        ("10,17", "10,26"),
    ]
    assert route.events[2].named("in_the_way") == ("a",)


def test_units_that_hold_each_other_up_stay_where_they_are() -> None:
    """bs-block: a can pass the water before the two only to the right, over b, and b only to the left, over a. Neither can
    be moved: b has to move first, while a waits, and then has moved. So it is in each turn; who rallies later ends it."""
    waters = "area(water,6,18,14,20). area(water,7,7,8,9). area(water,12,7,13,9).\n"
    two = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,8,10)")
    two = two.replace("frontage(a,4)", "frontage(a,2)") + "movement(a,12).\n" + waters
    two += block("b", 10, 10, 2, move=12) + "order(b,routed).\n"
    turn = ["b goes_first", "b halts", "a halts"]
    (route,) = pyrout.solve(pyrout.parse(two))["a"].routes
    assert told(route) == [*turn, "a stays", "b stays"]
    assert (route.fate, route.fates) == ("held", (("a", "held"), ("b", "held")))
    assert {event.rules[0].rule for event in route.events} == {"bs-block"}
    (route,) = pyrout.solve(pyrout.parse(two + "rallies(a,3). rallies(b,3).\n"))["a"].routes
    assert told(route) == [*turn, *turn, "a rallies", "b rallies"]


@pytest.mark.parametrize(
    ("x", "gap", "more"),
    [(0, 1, ""), (10, 11, "area(water,13,17,30,40).\n")],
)
def test_a_unit_spreads_again_only_where_there_is_room(x: int, gap: int, more: str) -> None:
    """bs-frontage: in the next turn it stands at its full frontage again, if there is room: not over the edge of the table,
    and not into ground that it cannot enter."""
    wide = 2 if more else 1
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", f"stands_at(a,{x},10)")
    text += f"movement(a,9). rallies(a,3). widest_stand(a,{wide}).\n{more}"
    text += block("e", 0, 15, gap, side="red") + block("f", gap + wide, 15, 30 - gap - wide, side="red")
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    moves = [event for event in route.events if event.does == "routs"]
    assert [dict(event.notes)["frontage"] for event in moves] == [wide, wide]
    assert moves[1].path == (f"{gap},19", f"{gap},28")


def test_a_friend_gives_way_as_far_as_its_ground_goes() -> None:
    """bs-block: it must retreat 4 inches "as far as there is room". The hills at y 19 are closed to the cavalry f, not to
    a."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,40). impassable(cavalry,hill).\n"
    f = block("f", 10, 17).replace("blue,infantry", "blue,cavalry")
    for hill, far in (("", "10,21"), ("area(hill,10,19,14,30).", "10,19")):
        (route,) = battle(6, waters + hill + f).routes
        assert told(route) == ["f gives_way", "a routs", "a rallies"]
        assert route.events[0].path == ("10,17", far)


def test_one_side_of_a_gap_may_have_several_parts() -> None:
    """bs-frontage: through any gap between units. Its right side is f and, from y 18 on, g, which takes over where f ends;
    without g the left side alone is touched (bs-enemy)."""
    left, f, g = (
        block(name, x, y, front, deep, side="red")
        for name, x, y, front, deep in (("e", 0, 23, 11, 10), ("f", 13, 18, 17, 5), ("g", 13, 23, 17, 5))
    )
    (route,) = battle(12, "widest_stand(a,2).\n" + left + f + g, rallies=2).routes
    assert (route.path, route.fate) == (("11,10", "11,22"), "rallied")
    assert [route.fate for route in battle(12, "widest_stand(a,2).\n" + left + f).routes] == ["destroyed"]


CORRIDOR = "area(water,0,0,10,40). area(water,14,0,30,40).\n"
HELD_UP = (  # see test_units_that_hold_each_other_up_stay_where_they_are
    TABLE.format(rules="battlesystem")
    .replace("stands_at(a,10,10)", "stands_at(a,8,10)")
    .replace("frontage(a,4)", "frontage(a,2)")
    + "movement(a,12). area(water,6,18,14,20). area(water,7,7,8,9). area(water,12,7,13,10).\n"
    + block("b", 10, 10, 2, move=12)
)


@pytest.mark.parametrize(
    ("other", "does"),
    [
        (block("c", 20, 39, move=12), "routs"),  # off the table
        (block("c", 20, 39, move=2) + block("e", 0, 40, 30, 1, side="red"), "is_destroyed"),
    ],
)
def test_while_somebody_moves_the_turns_go_on(other: str, does: str) -> None:
    """bs-each-turn: two units hold each other up for ever; but c has moved before them in turn 1, or been destroyed, so
    that there is a turn 2, in which nobody moves."""
    turn = ["b goes_first", "b halts", "a halts"]
    more = other + "order(b,routed). order(c,routed).\n"
    answer = pyrout.solve(pyrout.parse(HELD_UP + more))
    (route,) = answer["a"].routes
    assert [event.does for event in answer["c"].routes[0].events] == [does]
    assert told(route) == [*turn, *turn, "a stays", "b stays"]


def test_a_unit_that_gives_way_has_moved() -> None:
    """bs-block: b gives way by 0.99 inches, as far as h lets it, and stands beside a still; so it is routed, and held up by
    a, as a by it. In turn 1 somebody has moved; in turn 2, in which b is nearer to home and moves first, nobody does."""
    (route,) = pyrout.solve(pyrout.parse(HELD_UP + block("h", 10, 13, 2)))["a"].routes
    turn = ["b is_routed", "b halts", "a halts"]
    assert told(route) == ["b gives_way", *turn, "a goes_first", "a halts", "b halts", "a stays", "b stays"]
    assert route.events[0].path == ("10,10", "10,10.99")


def test_a_chain_is_undone_from_its_end() -> None:
    """bs-block: the unit that blocks the way performs "its own rout movement before the original routed unit completes its
    move", even where that one is to move before all others."""
    friends = block("f", 10, 17) + block("g", 10, 21) + "rallies(f,2). rallies(g,2). moves_first(a).\n"
    (route,) = battle(9, CORRIDOR + friends).routes
    events = ["f gives_way", "f is_routed", "g gives_way", "g is_routed", "g routs", "f routs", "a routs"]
    assert told(route)[:-3] == events
    assert [event.path[-1] for event in route.events if event.path] == [
        "10,18.99",
        "10,25",
        "10,31",
        "10,24.99",
        "10,19",
    ]


def test_a_friend_gives_way_once() -> None:
    """bs-block: "if this retreat still does not allow the routed unit to pass", it routs. f and h stand side by side, and
    retreat 4 inches in one step, which is a hundredth too few. So f routs, and then h; neither gives way once more."""
    friends = block("f", 10, 17, 2) + block("h", 12, 17, 2) + "rallies(f,2). rallies(h,2).\n"
    (route,) = battle(9, CORRIDOR + friends).routes
    events = ["f gives_way", "h gives_way", "f is_routed", "f routs", "h is_routed", "h routs", "a routs"]
    assert told(route)[:-3] == events


def test_a_unit_squeezes_and_spreads_as_often_as_it_must() -> None:
    """bs-frontage: a narrower frontage is for one move. A gap of 2 inches in turn 1, one in turn 2, and none in turn 3."""
    walls = [block("e", 0, y, 11, side="red") + block("f", 13, y, 17, side="red") for y in (15, 24)]
    (route,) = battle(
        9, "widest_stand(a,2).\n" + walls[0] + walls[1].replace("e,", "g,").replace("f,", "h,"), rallies=4
    ).routes
    moves = [event for event in route.events if event.does == "routs"]
    assert [dict(event.notes)["frontage"] for event in moves] == [2, 2, 4]
    assert [event.path for event in moves] == [("11,10", "11,19"), ("11,19", "11,28"), ("10,28", "10,37")]


@pytest.mark.parametrize(
    ("move", "left", "right", "y", "path"),
    [
        (4, 11, 13, 15, ("11,10", "11,14")),
        (10, 15, 17, 18, ("12,10", "15,13", "15,18.75")),  # 3 inches aside cost 4.25
    ],
)
def test_a_friend_in_a_gap_gives_way(move: int, left: int, right: int, y: int, path: tuple[str, ...]) -> None:
    """bs-frontage before bs-block, and both where a friend stands in the only gap: f retreats 4 inches out of it, and a
    squeezes through, straight ahead or aside."""
    enemies = block("e", 0, y, left, side="red") + block("g", right, y, 30 - right, side="red")
    (route,) = battle(move, "option(oblique,round). widest_stand(a,2).\n" + enemies + block("f", left, y - 1, 2)).routes
    assert told(route) == ["f gives_way", "a routs", "a rallies"]
    assert route.path == path
    assert dict(route.events[1].notes)["frontage"] == 2


def test_two_friends_in_the_way_shoulder_to_shoulder_give_way_together() -> None:
    """bs-block: f and g fill the way between the waters, at y 13 to 15. Both retreat 4 inches in one step, side along side, and
    rout nobody; a goes its 6 inches."""
    waters = "area(water,0,0,8,40). area(water,16,0,30,40).\n"
    (route,) = battle(6, waters + block("f", 8, 15) + block("g", 12, 15)).routes
    assert told(route) == ["f gives_way", "g gives_way", "a routs", "a rallies"]
    assert [event.path for event in route.events[:2]] == [("8,15", "8,19"), ("12,15", "12,19")]
    assert [event.named("shaken") for event in route.events[:2]] == [("f",), ("g",)]
    assert stop(route) == "10,16"
