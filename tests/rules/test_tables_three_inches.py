"""Friends within three inches of a rout, to a hundredth of an inch: who checks morale."""

from __future__ import annotations

import pytest
from blocks import HUNDREDTHS, TABLE, battle, block, hundredths, retreat, stop, told

import pyrout
from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow  # seconds a table: left to CI


@pytest.mark.parametrize(("x", "y", "near"), [(17, 19, True), (18, 19, False)])
def test_4_within_three_inches_is_the_true_distance(x: int, y: int, near: bool) -> None:
    """bs-check: "within 3" of it". f faces north-east: its west corner is the back left one, 1.41 to the left of its front left
    corner; at 17,19 it is x 15.59, less than 3 inches from x 14; at 18,19 it is x 16.59 and y 17.59: 2.59 away; so f is moved."""
    shift = 0 if near else 1
    friend = block("f", x + shift, y, 2, 2, facing="north_east").replace("rating(f,11)", "rating(f,9)")
    (route,) = battle(9, friend).routes
    assert route.events[0].named("checks") == (("f",) if near else ())


def test_9_all_units_that_rout_move_in_the_same_turn() -> None:
    """bs-each-turn: "a routed unit performs rout movement each turn". b, nearer to home, moves out of the way of a first; if a is
    to move first, it makes b give way, as a friend in its path: b is routed already, so it routs first, all of its move."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,40).\n"
    b = block("b", 10, 17) + "order(b,routed). rallies(b,2).\n"
    unit = battle(9, waters + b)
    assert [told(route) for route in unit.routes] == [["a routs", "a rallies"]]
    first = battle(9, waters + b + "moves_first(a).\n")
    assert [told(route) for route in first.routes] == [["b goes_first", "b routs", "a routs", "a rallies", "b rallies"]]


def test_10_a_friend_in_reach_needs_a_rating() -> None:
    """bs-check: "a routed unit with an equal or higher morale rating": without ratings nobody can say."""
    with pytest.raises(InstanceError, match="add its rating"):
        battle(9, block("f", 15, 17).replace("rating(f,11). ", ""))
    assert battle(9, block("f", 24, 17).replace("rating(f,11). ", "")).routes_total == 1
    unrated = TABLE.format(rules="battlesystem").replace("rating(a,10). ", "") + "movement(a,9). rallies(a,2).\n"
    with pytest.raises(InstanceError, match="nothing says who must check his morale: add its rating"):
        pyrout.solve(pyrout.parse(unrated + block("f", 15, 17)))
    assert pyrout.solve(pyrout.parse(unrated + block("f", 24, 17)))["a"].routes_total == 1


def test_12_a_destroyed_unit_is_among_the_casualties() -> None:
    """bs-enemy: "should be removed from the field and placed with the other casualties"."""
    (route,) = battle(9, block("e", 0, 17, 30, side="red")).routes
    assert route.events[0].named("casualties") == ("a",)


def checks_of_a_friend_askew(x: int, y: int, side: int, move: int = 900, more: str = "") -> tuple[str, ...]:
    """Return the checking units. a goes straight from y 8 to y 19, at x 10 to 14, and f faces north-east with its north corner at
    x,y, in hundredths, with sides of this length."""
    f = block("f", x, y, side, side, facing="north_east").replace("rating(f,11)", "rating(f,9)")
    (route,) = hundredths(f"movement(a,{move}).\n{f}{more}").routes
    names: tuple[str, ...] = route.events[0].named("checks")
    return names


@pytest.mark.parametrize(("across", "near"), [(274, True), (275, False)])
@pytest.mark.parametrize("east", [1, -1])
@pytest.mark.parametrize("north", [1, -1])
@pytest.mark.parametrize("flat", [True, False])
def test_three_inches_from_corner_to_corner(across: int, near: bool, east: int, north: int, flat: bool) -> None:
    """bs-check: "within 3", corner to corner of a block that stands askew: 2.74 by 1.2 inches is 2.99, 2.75 by 1.2 is
    3.0004. f has sides of 2 inches, 1.41 along both axes; its corner in the west or east is the nearest if it is further
    aside than ahead, else that in the south or north."""
    corner = 1400 if east > 0 else 1000, 1900 if north > 0 else 800
    if flat:
        x, y = corner[0] + east * across, corner[1] + north * 120
        top = x + east * 141, y + 141  # from the west or east corner to the north one
    else:
        x, y = corner[0] + east * 120, corner[1] + north * across
        top = (x, y + 282) if north > 0 else (x, y)
    # In the south it is near only where the move begins.
    assert checks_of_a_friend_askew(*top, 200) == (("f",) if near and north > 0 else ())


@pytest.mark.parametrize(("x", "y", "outward"), [(1753, 2535, 1), (647, 2535, -1)])
def test_three_inches_from_a_corner_to_a_slanting_side(x: int, y: int, outward: int) -> None:
    """bs-check: a corner of the ground that a covers, opposite the middle of a side 4 inches long. 4.24 along an axis is
    2.998 inches from side to side, 4.25 is 3.005."""
    assert checks_of_a_friend_askew(x, y, 400) == ("f",)
    assert checks_of_a_friend_askew(x + outward, y, 400) == ()


@pytest.mark.parametrize(
    ("x", "y", "outward"),
    [
        (1400 + 300 + 141, 1400, (1, 0)),  # its west corner, as a passes
        (1000 - 300 - 141, 1400, (-1, 0)),
        (1200, 1900 + 300 + 282, (0, 1)),  # its south corner, where a ends
    ],
)
def test_three_inches_from_a_corner_to_a_straight_side(x: int, y: int, outward: tuple[int, int]) -> None:
    assert checks_of_a_friend_askew(x, y, 200) == ("f",)
    assert checks_of_a_friend_askew(x + outward[0], y + outward[1], 200) == ()


@pytest.mark.parametrize(
    ("x", "y", "out_x", "out_y"),
    [
        # Between 14,8 and 19.77,13.77, where its right back corner goes: to the south-east, from a corner of f.
        (1912, 888, 1, 0),
    ],
)
def test_three_inches_from_a_way_aside(x: int, y: int, out_x: int, out_y: int) -> None:
    """bs-check, "veering or not": 5.77 inches to the right past an enemy who reaches to x 15.76. f stands straight, 2 by 2
    inches, with its front left corner at x,y in hundredths."""
    enemy = "movement(a,1000).\n" + block("e", 0, 1900, 1576, 200, side="red")
    for more, names in ((0, ("f",)), (1, ())):
        f = block("f", x + more * out_x, y + more * out_y, 200, 200).replace("rating(f,11)", "rating(f,9)")
        (route,) = hundredths(enemy + f).routes
        assert route.path[1] == "15.77,15.77"
        assert route.events[0].named("checks") == names


@pytest.mark.parametrize(
    ("x", "y", "front", "deep", "facing"),
    [
        # Over its front where it ends, at y 11.99.
        (800, 1699, 600, 200, "north"),
        # At its end its left front corner is 1.79 and 2.4 from a corner: 2.994, and with 2.41 it is 3.002.
        (420, 1639, 600, 200, "north"),
        # A side 6 inches long along its way, 4.24 above it along y: 2.998, and 4.25 is 3.005.
        (959, 1665, 200, 600, "north_east"),
    ],
)
def test_three_inches_from_a_way_aside_on_which_it_is_stopped(
    x: int, y: int, front: int, deep: int, facing: str
) -> None:
    """bs-check. For the water before it a goes to the right, where b stands since it has moved, at x 16: it is stopped after
    1.99."""
    text = "movement(a,1000). rallies(b,2). order(b,routed). moves_first(b). impassable(cavalry,swamp).\n"
    text += "area(water,1000,1400,1400,1600). area(water,900,0,1000,1400).\n" + block(
        "b", 1600, 900, 400, 200, move=300
    )
    for more, names in ((0, ("g",)), (1, ())):
        g = block("g", x, y + (more if y > 1000 else -more), front, deep, facing=facing)
        g = g.replace("blue,infantry", "blue,cavalry").replace("rating(g,11)", "rating(g,9)")
        (route,) = hundredths(text + g).routes
        assert route.path == ("10,10", "11.99,11.99")
        assert route.events[1].named("checks") == names


def test_a_friend_over_whom_it_is_stopped_on_its_way_aside_is_near() -> None:
    """bs-check: set straight, a covers x 5 to 25 and y 5 to 25, and 2.5 by 2.5 inches of g. b stops it after 0.29 inches aside,
    where 2.21 by 2.21 inches of g are still under it, and none of its corners is within 3 inches of one of g's."""
    text = HUNDREDTHS.format(rules="battlesystem", at="1500,2914").replace("facing(a,north)", "facing(a,north_east)")
    text = text.replace("frontage(a,400). depth(a,200)", "frontage(a,2000). depth(a,2000)")
    text += "movement(a,1000). rallies(a,2). rallies(b,2). order(b,routed). moves_first(b). area(water,500,2900,800,3000).\n"
    text += block("b", 2530, 900, 400, 200, move=300)
    text += block("g", 400, 750, 350, 350).replace("rating(g,11)", "rating(g,9)")
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert route.path == ("5,25", "5.29,25.29")
    assert route.events[1].named("checks") == ("g",)


def test_a_formed_unit_in_rout_stops_nobody() -> None:
    """rr-contact-retreat: "if a retreating unit contacts a formed body": one that is in rout itself is none. b, nearer to
    home, has moved an inch when a comes up to it."""
    b = block("b", 10, 14, move=1) + "threat(b,12,1).\n"
    (route,) = retreat(8, b, order="retreating").routes
    assert (stop(route), route.events[0].named("stops")) == ("10,12", ("b",))
    for order in ("routed", "retreating"):
        routes = retreat(8, f"{b}order(b,{order}).\n", order="retreating").routes
        assert {(stop(route), *event.named("stops")) for route in routes for event in route.events[:2]} == {("10,18",)}


def test_a_friend_that_has_still_to_move_is_not_routed_once_more() -> None:
    """rr-contact-rout: it routs already, and moves in its turn, its first of rout."""
    b = block("b", 10, 14, move=1) + "threat(b,12,1). order(b,routed). moves_first(a).\n"
    (route,) = retreat(8, b).routes
    assert told(route) == ["a routs", "a rallies"]  # b has no part in it
    assert (stop(route), route.events[0].named("routed")) == ("10,18", ())


@pytest.mark.parametrize(
    ("x", "y", "front", "deep", "outward"),
    [
        (1700, 3900, 200, 3800, (1, 0)),  # on its right, longer than its way
        (500, 3900, 200, 3800, (-1, 0)),
    ],
)
def test_three_inches_from_side_to_side(x: int, y: int, front: int, deep: int, outward: tuple[int, int]) -> None:
    """bs-check, where no corner is near: a goes from y 8 to y 19, at x 10 to 14."""
    for more, names in ((0, ("f",)), (1, ())):
        f = block("f", x + more * outward[0], y + more * outward[1], front, deep).replace("rating(f,11)", "rating(f,9)")
        (route,) = hundredths(f"movement(a,900).\n{f}").routes
        assert route.events[0].named("checks") == names


def test_a_friend_that_it_stands_over_is_near() -> None:
    """bs-check: set straight, a covers y 15.61 to 16.61 and a part of f, which begins at y 16; an inch on it still does."""
    askew = HUNDREDTHS.format(rules="battlesystem", at="1000,2000").replace("facing(a,north)", "facing(a,north_east)")
    askew = (
        askew.replace("frontage(a,400). depth(a,200)", "frontage(a,1000). depth(a,100)")
        + "movement(a,100). rallies(a,2).\n"
    )
    f = block("f", 1500, 1900, 300, 300).replace("rating(f,11)", "rating(f,9)")
    (route,) = pyrout.solve(pyrout.parse(askew + f))["a"].routes
    assert route.path == ("8.18,16.61", "8.18,17.61")
    assert route.events[0].named("checks") == ("f",)


def test_a_routed_friend_does_not_check() -> None:
    """bs-check: a routed unit checks no morale. f stands beside the way of a, shaken or routed."""
    f = block("f", 15, 17).replace("rating(f,11)", "rating(f,9)") + "moves_first(a). rallies(f,2).\n"
    (route,) = battle(6, f + "order(f,shaken).").routes
    assert route.events[0].named("checks") == ("f",)
    routes = battle(6, f + "order(f,routed).").routes
    assert {route.events[0].named("checks") for route in routes} == {()}


def test_a_friend_near_whom_a_rout_begins_need_not_check() -> None:
    """bs-check: f is 2 inches behind a, which goes 6 inches away from it, and g 2 inches from where it ends."""
    f, g = (block(n, x, y).replace(f"rating({n},11)", f"rating({n},9)") for n, x, y in (("f", 10, 6), ("g", 16, 16)))
    (route,) = battle(6, f + g).routes
    assert route.events[0].named("checks") == ("g",)


def test_a_friend_from_whom_a_unit_goes_aside_off_the_table_does_not_check() -> None:
    """bs-check: f is 2 inches to the left of a and 1 ahead. Aside to the right, off the table, a goes away from f at once."""
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,26,10)")
    f = block("f", 22, 12, 2, 1).replace("rating(f,11)", "rating(f,9)")
    text += "option(oblique,round). movement(a,6). rallies(a,2).\n" + block("e", 0, 17, 30, side="red") + f
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert (route.path, route.fate) == (("26,10", "30,14"), "gone")
    assert route.events[0].named("checks") == ()


def test_a_friend_in_retreat_that_has_still_to_move_is_routed() -> None:
    """rr-contact-rout: b is to retreat after a, which comes up to it first: b routs instead, in its turn, its first."""
    b = block("b", 10, 14, move=1) + "threat(b,12,1). order(b,retreating). moves_first(a).\n"
    (route,) = retreat(8, b).routes
    assert told(route) == ["a routs", "b routs", "a rallies", "b rallies"]
    assert [dict(event.notes)["noted"] for event in route.events[:2]] == [1, 1]
    assert route.events[0].named("routed") == ("b",)
