"""The geometry of the two tabletop systems to a hundredth of an inch: tiny tables, each with the sentence that decides it.

What is said here was worked out by hand. Home is north, as a rule, and `a`, 4 inches wide and 2 deep, stands at x 10 to 14 and
y 8 to 10.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pyrout
from pyrout.cli import main
from pyrout.errors import InstanceError
from pyrout.miniatures.report import event_line
from pyrout.miniatures.solver import TableSolver
from pyrout.question import ask
from pyrout.results.answer import Route

TABLE = """\
rules({rules}). side(blue). side(red). table(30,40). home_edge(blue,north). home_edge(red,south).
unit(a,blue,infantry). stands_at(a,10,10). facing(a,north). frontage(a,4). depth(a,2). rating(a,10). order(a,routed).
"""


def block(
    name: str, x: int, y: int, front: int = 4, deep: int = 2, side: str = "blue", facing: str = "north", move: int = 6
) -> str:
    return (
        f"unit({name},{side},infantry). stands_at({name},{x},{y}). facing({name},{facing}). rating({name},11). "
        f"frontage({name},{front}). depth({name},{deep}). movement({name},{move}). formed({name}).\n"
    )


def battle(move: int, more: str = "", rallies: int = 2) -> Any:
    text = TABLE.format(rules="battlesystem") + f"movement(a,{move}). rallies(a,{rallies}).\n" + more
    return pyrout.solve(pyrout.parse(text))["a"]


def retreat(move: int, more: str = "", order: str = "routed") -> Any:
    text = TABLE.format(rules="retreat").replace("order(a,routed)", f"order(a,{order})")
    return pyrout.solve(pyrout.parse(text + f"movement(a,{move}). threat(a,12,1).\n" + more))["a"]


def stop(route: Route) -> str:
    """Return the place where the first move of the unit a ends."""
    return next(event.path[-1] for event in route.events if event.unit == "a" and event.path)


def told(route: Route) -> list[str]:
    return [f"{event.unit} {event.does}" for event in route.events]


@pytest.mark.slow
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


@pytest.mark.slow
def test_3_there_is_no_brushing_without_a_gap() -> None:
    """bs-enemy: "a routed unit that cannot avoid touching an enemy figure is considered destroyed". An enemy stands with its
    side at x 14, where the right flank of a passes, and nothing on the other side; water bars the way aside."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,12).\n"
    found = battle(9, waters + block("e", 14, 17, side="red"))
    assert found.verdict == "routs"  # the water on its left and the enemy on its right bound a gap of 4 inches
    found = battle(9, "area(water,0,0,10,12). area(water,14,0,30,12).\n" + block("e", 14, 17, 16, 5, side="red"))
    assert [route.fate for route in found.routes] == ["destroyed"]


@pytest.mark.parametrize(("x", "y", "near"), [(17, 19, True), (18, 19, False)])
def test_4_within_three_inches_is_the_true_distance(x: int, y: int, near: bool) -> None:
    """bs-check: "within 3" of it". f faces north-east: its west corner is the back left one, 1.41 to the left of its front left
    corner; at 17,19 it is x 15.59, less than 3 inches from x 14; at 18,19 it is x 16.59 and y 17.59: 2.59 away; so f is moved."""
    shift = 0 if near else 1
    friend = block("f", x + shift, y, 2, 2, facing="north_east").replace("rating(f,11)", "rating(f,9)")
    (route,) = battle(9, friend).routes
    assert route.events[0].named("checks") == (("f",) if near else ())


def check(tmp_path: Path, text: str, *places: str) -> int:
    path = tmp_path / "table.lp"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["check", str(path), "a", *places]).exit_code


@pytest.mark.slow
def test_5_check_takes_the_turning_points_that_solve_prints(tmp_path: Path) -> None:
    text = TABLE.format(rules="battlesystem") + "movement(a,9). rallies(a,2).\n" + block("e", 12, 17, side="red")
    assert pyrout.solve(pyrout.parse(text))["a"].routes[0].path == ("10,10", "7.99,12.01", "7.99,18.16")
    assert check(tmp_path, text, "10,10", "7.99,12.01", "7.99,18.16") == 0
    assert check(tmp_path, text, "7.99,12.01", "7.99,15", "7.99,18.16") == 0  # a place on the way may be named, too
    assert check(tmp_path, text, "7.99,18.16") == 1  # no straight way
    assert check(tmp_path, text, "8,12", "8,18.17") == 1  # that touches the enemy


def test_6_contact_before_the_move_is_none_by_it() -> None:
    """rr-contact-retreat: "if a retreating unit contacts a formed body". A rank-mate at its flank stops nobody, and no veer is
    needed for it; friends directly behind it, whom it presses into, stop it where it stands."""
    (route,) = retreat(8, block("b", 14, 10), order="retreating").routes
    assert (stop(route), route.events[0].named("stops")) == ("10,18", ())
    (route,) = retreat(8, block("b", 10, 12), order="retreating").routes
    assert (stop(route), route.events[0].named("stops")) == ("10,10", ("b",))
    (route,) = battle(9, block("f", 14, 10)).routes
    assert dict(route.events[0].notes)["way"] == "straight"
    assert battle(9, block("e", 14, 10, side="red")).routes[0].fate == "rallied"


@pytest.mark.slow
def test_7_a_hair_costs_a_hair() -> None:
    """bs-oblique: no further than is needed. The enemy reaches to x 10, where the left flank of a is: 0.01 inches aside, which
    cost 0.02, and the rest of the 9 inches straight ahead. A corner that goes over the edge loses no more than that."""
    (route,) = battle(9, block("e", 6, 17, side="red")).routes
    assert route.path == ("10,10", "10.01,10.01", "10.01,18.99")
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,26,10)")
    (route,) = pyrout.solve(pyrout.parse(text + "movement(a,9). rallies(a,2).\n" + block("e", 22, 17, side="red")))[
        "a"
    ].routes
    # 0.01 by 2 inches of its 8 square inches are lost.
    assert dict(route.events[0].notes)["lost"] == 0.02


def test_7_aside_it_falls_short() -> None:
    """bs-oblique, oblique=short: "cannot avoid touching". Straight ahead it would meet the friend at x 8 to 13 and the enemy at
    x 13 to 15 after 4 inches, all that it has. 0.01 aside costs 0.02; the 3.98 that are left end at y 13.99, short of both."""
    found = battle(4, block("f", 8, 16, 5) + block("e", 15, 14, 2, side="red", facing="south"))
    assert {route.path for route in found.routes} == {
        ("10,10", "9.99,10.01", "9.99,13.99"),
        ("10,10", "10.01,10.01", "10.01,13.99"),
    }
    assert all(told(route) == ["a routs", "a rallies"] for route in found.routes)


WALL = block("e", 0, 20, 30, side="red")  # from edge to edge, from y 18 on


def test_an_oblique_falls_short_or_passes_at_the_side() -> None:
    """bs-oblique: N aside cost 1.414 N and lead N ahead. Of 9 inches, 1.01 too many, 2.42 aside for 3.43 leave 5.57: up to
    y 17.99; 2.41 for 3.41 would end at y 18. With oblique=round nothing passes the wall (bs-enemy)."""
    found = battle(9, WALL)
    assert {route.path for route in found.routes} == {
        ("10,10", "7.58,12.42", "7.58,17.99"),
        ("10,10", "12.42,12.42", "12.42,17.99"),
    }
    assert any("falls short" in sentence and "oblique=round" in sentence for sentence in found.assumes)
    found = battle(9, "option(oblique,round).\n" + WALL)
    assert found.verdict == "eliminated"
    assert any("oblique=short" in sentence for sentence in found.assumes)
    # 12 inches are too many: the longest leg aside, 8.48, ends at y 18.48.
    assert battle(12, WALL).verdict == "eliminated"
    assert battle(12, WALL).assumes == battle(12, "option(oblique,round).\n" + WALL).assumes == ()


def test_with_oblique_round_it_passes_what_it_could_fall_short_of() -> None:
    """bs-oblique: the enemy at x 11 to 13 is 9 inches ahead. Of 10 inches, 2.42 aside for 3.43 leave 6.57 and fall short of it;
    3.01 for 4.26 pass it."""
    enemy = block("e", 11, 21, 2, side="red")
    paths = {route.path for route in battle(10, enemy).routes}
    assert paths == {("10,10", "12.42,12.42", "12.42,18.99"), ("10,10", "7.58,12.42", "7.58,18.99")}
    paths = {route.path for route in battle(10, "option(oblique,round).\n" + enemy).routes}
    assert paths == {("10,10", "13.01,13.01", "13.01,18.75"), ("10,10", "6.99,13.01", "6.99,18.75")}


def test_an_oblique_falls_short_of_ground_up_to_its_border() -> None:
    """bs-impassable: it may end at the border of the water, y 18. 2.40 aside for 3.40 leave 5.60."""
    found = battle(9, "area(water,0,18,30,20).\n")
    assert {route.path[1:] for route in found.routes} == {("7.6,12.4", "7.6,18"), ("12.4,12.4", "12.4,18")}


def test_an_oblique_that_nearly_falls_short_goes_a_hair_further() -> None:
    """bs-oblique: 13.93 aside cost 19.70, so that the front ends 5.77 further back, and 13.94 cost 19.72, 5.78. The wall is 14
    inches ahead; of 19.77 inches 5.77 are too many, so that it takes 13.94. 8.17 is the least cost that leaves less than an
    inch of 9.16: 5.77 aside, along an enemy askew an inch ahead, whose side leads from 15,10 to 7,18."""
    text = HUNDREDTHS.format(rules="battlesystem", at="1000,1000") + "rallies(a,2). "
    wall = block("e", 0, 2600, 3000, 200, side="red")
    routes = pyrout.solve(pyrout.parse(text + "movement(a,1977).\n" + wall))["a"].routes
    paths = {route.path for route in routes}
    assert paths == {("10,10", "23.94,23.94", "23.94,23.99"), ("10,10", "0,23.94", "0,23.99")}
    askew = block("e", 700, 1800, 300, 1132, side="red", facing="north_west")
    (route,) = pyrout.solve(pyrout.parse(text + "movement(a,916).\n" + askew))["a"].routes
    assert route.path == ("10,10", "4.23,15.77", "4.23,16.76")


@pytest.mark.slow
@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("option", ["", "option(oblique,round).", "option(veer,beginning)."])
def test_aside_along_a_unit_that_it_touches_it_slides_off_its_end(side: str, option: str) -> None:
    """bs-oblique, bs-veer: no further than is needed. The front right corner of a is at 14,10, on the side of v, which stands
    askew from 15,9 to 13,11. Straight ahead it would press into v. 1 inch aside, for 1.42, slides along that side to its end,
    and straight ahead from there leaves it: no contact is made. A hair more is not needed."""
    v = block("v", 1300, 1100, 300, 283, side=side, facing="north_west")
    text = HUNDREDTHS.format(rules="battlesystem", at="1000,1000") + "movement(a,400). rallies(a,2).\n" + option
    (route,) = pyrout.solve(pyrout.parse(text + v))["a"].routes
    assert route.path == ("10,10", "9,11", "9,13.58")


def test_a_later_veer_passes_another_friend_first() -> None:
    """bs-veer: for f, at x 13 to 30, a veers 1.01 to the left. Veering at once it has g before it, at x 5 to 9 and y 13 to 14.
    When its front is at y 15.01 its back is past g, and it clears both."""
    found = battle(16, block("f", 13, 24, 17) + block("g", 5, 14, 4, 1))
    paths = {route.path for route in found.routes}
    assert ("10,10", "10,15.01", "8.99,16.02", "8.99,25.58") in paths


def test_7_nothing_of_an_oblique_move_is_lost() -> None:
    """A move at 45 degrees goes floor(L/sqrt 2) along both axes: 5 inches go 3.53."""
    text = TABLE.format(rules="retreat") + "movement(a,5). threat(a,5,2).\n"
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert stop(route) == "13.53,13.53"


def test_8_a_unit_set_straight_stays_on_the_table() -> None:
    """bs-face: turning is about the block's middle; it stays on the table, and what the turn makes it touch is no contact. 6 by 1
    inches askew reach from x 0.3 to 5.24 and from y 0.06 to 5; set straight it would begin at x -0.23."""
    text = TABLE.format(rules="battlesystem").replace(
        "stands_at(a,10,10). facing(a,north)", "stands_at(a,1,5). facing(a,north_east)"
    )
    text = text.replace("frontage(a,4). depth(a,2)", "frontage(a,6). depth(a,1)") + "movement(a,3). rallies(a,2).\n"
    (route,) = pyrout.solve(pyrout.parse(text + block("e", 6, 3, side="red")))["a"].routes
    assert route.path == ("0,3.03", "0,6.03")
    assert route.fate == "rallied"


def test_8_a_turn_into_an_enemy_is_no_contact() -> None:
    text = (
        TABLE.format(rules="battlesystem").replace("facing(a,north)", "facing(a,north_east)")
        + "movement(a,3). rallies(a,2).\n"
    )
    # Set straight it is x 8.7 to 12.7 and y 6.88 to 8.88; the enemy covers y 9 to 11 from x 13 on, and x 12.7 is past it.
    (route,) = pyrout.solve(pyrout.parse(text + block("e", 13, 11, side="red")))["a"].routes
    assert (route.path, route.fate) == (("8.7,8.88", "8.7,11.88"), "rallied")


@pytest.mark.slow
def test_9_all_units_that_rout_move_in_the_same_turn() -> None:
    """bs-each-turn: "a routed unit performs rout movement each turn". b, nearer to home, moves out of the way of a first; if a is
    to move first, it makes b give way, as a friend in its path: b is routed already, so it routs first, all of its move."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,40).\n"
    b = block("b", 10, 17) + "order(b,routed). rallies(b,2).\n"
    found = battle(9, waters + b)
    assert [told(route) for route in found.routes] == [["a routs", "a rallies"]]
    first = battle(9, waters + b + "moves_first(a).\n")
    assert [told(route) for route in first.routes] == [["b goes_first", "b routs", "a routs", "a rallies", "b rallies"]]


@pytest.mark.slow
def test_10_a_friend_in_reach_needs_a_rating() -> None:
    """bs-check: "a routed unit with an equal or higher morale rating": without ratings nobody can say."""
    with pytest.raises(InstanceError, match="add its rating"):
        battle(9, block("f", 15, 17).replace("rating(f,11). ", ""))
    assert battle(9, block("f", 24, 17).replace("rating(f,11). ", "")).routes_total == 1
    unrated = TABLE.format(rules="battlesystem").replace("rating(a,10). ", "") + "movement(a,9). rallies(a,2).\n"
    with pytest.raises(InstanceError, match="nothing says who must check his morale: add its rating"):
        pyrout.solve(pyrout.parse(unrated + block("f", 15, 17)))
    assert pyrout.solve(pyrout.parse(unrated + block("f", 24, 17)))["a"].routes_total == 1


def test_11_24_inches_askew_are_16_97() -> None:
    text = TABLE.format(rules="retreat") + "movement(a,24). threat(a,2,-1).\n".replace("-1", "0").replace(
        "(a,2,", "(a,3,"
    )
    (route,) = pyrout.solve(pyrout.parse(text.replace("table(30,40)", "table(40,40)")))["a"].routes
    assert stop(route) == "26.97,26.97"


def test_12_a_destroyed_unit_is_among_the_casualties() -> None:
    """bs-enemy: "should be removed from the field and placed with the other casualties"."""
    (route,) = battle(9, block("e", 0, 17, 30, side="red")).routes
    assert route.events[0].named("casualties") == ("a",)


def test_13_45_degrees_are_the_text_aside_and_a_reading_for_friends() -> None:
    """bs-oblique: "It is allowed to move 45 degrees to either side"; bs-veer: "The unit can veer up to 45 degrees"."""
    sentences = {rule: found.sentence for rule, found in pyrout.rule_index.citations("battlesystem").items()}
    assert "at 45 degrees, facing unchanged" in sentences["bs-oblique"]
    assert "45 degrees (our reading of up to 45)" in sentences["bs-veer"]


def test_14_a_shorter_shift_makes_a_longer_one_needless() -> None:
    """bs-oblique: one way to each side, and the citation says so. Past the enemy at x 11 to 13 it is 3.01 either way."""
    found = battle(12, block("e", 11, 21, 2, side="red"))
    assert [route.path[1] for route in found.routes] == ["13.01,13.01", "6.99,13.01"]
    assert "needless" in pyrout.rule_index.citations("battlesystem")["bs-oblique"].sentence


def test_files_may_count_in_parts_of_an_inch() -> None:
    """unit_of_length(inch,2): half inches. 7 by 3 half inches at 5,5; 5 half inches ahead."""
    text = (
        "rules(battlesystem). side(blue). side(red). table(60,80). home_edge(blue,north). home_edge(red,south).\n"
        "unit_of_length(inch,2). unit(a,blue,infantry). stands_at(a,11,10). facing(a,north). frontage(a,7). depth(a,3).\n"
        "order(a,routed). movement(a,5). rallies(a,2).\n"
    )
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert route.path == ("5.5,5", "5.5,7.5")
    assert dict(route.events[0].notes)["frontage"] == 3.5


def test_destinations_are_where_a_line_can_end() -> None:
    """a goes round an enemy at x 12 to 16, y 18 to 20 by the left, 2.01 aside for 2.85 inches, or by the right, 6.01 for 8.5."""
    found = battle(14, block("e", 12, 20, side="red"))
    assert {(to.hex, to.mf) for to in found.destinations} == {(stop(route), 14.0) for route in found.routes}
    assert {to.hex for to in found.destinations} == {"7.99,23.16", "16.01,21.51"}
    assert retreat(40).destinations == ()  # off the table there is no place


@pytest.mark.parametrize(
    ("dice", "rating", "chance"),
    [
        ("2,10", 10, "9/20"),  # 1 + 2 + .. + 9 of 100
        ("2,10", 1, "0"),
        ("2,10", 20, "1"),
        ("1,6", 4, "2/3"),
        ("1,6", 9, "1"),
        ("3,6", 10, "1/2"),  # as many below 10.5 as above
        ("3,6", 3, "1/216"),
        ("3,6", 17, "215/216"),
    ],
)
@pytest.mark.slow
def test_the_chance_of_a_morale_check_is_exact(dice: str, rating: int, chance: str) -> None:
    """bs-check: a friend beside whose ground a passes checks; what is thrown is what the position says."""
    friend = block("f", 15, 17).replace("rating(f,11)", f"rating(f,{rating})")
    text = TABLE.format(rules="battlesystem").replace("rating(a,10)", "rating(a,99)")
    text += f"movement(a,6). rallies(a,2). {friend}"
    (unit,) = pyrout.solve(pyrout.parse(text)).units
    assert {event.passing for route in unit.routes for event in route.events} == {()}
    answer = pyrout.solve(pyrout.parse(text + f"morale_dice({dice})."))
    (event,) = (event for event in answer["a"].routes[0].events if event.named("checks"))
    assert [(v, str(found)) for v, found in event.passing] == [("f", chance)]
    told = answer.to_json()["units"][0]["routes"][0]["events"][0]
    assert told["checks"] == ["f"] and told["passing"] == {"f": chance}
    assert f"morale check for f (passes: {chance})" in event_line(event)


def test_a_line_of_events_that_comes_to_no_end_is_no_answer() -> None:
    """A fault of the rules is told; what there is of the line looks like any other answer."""
    solver = TableSolver(ask(pyrout.parse(TABLE.format(rules="battlesystem") + "movement(a,6). rallies(a,2).\n")))
    (line,), complete = solver.lines()
    assert complete and line.fates == (("a", "rallied"),)
    solver._known_lines = [line._replace(events=line.events[:1], fates=())], True
    with pytest.raises(pyrout.PyroutError, match=r"no rule says what becomes of a after turn 1;.*please report"):
        solver.unit("a")


# ---------------------------------------------------------------------------------------------------------------------
# Where a single sentence decides


HUNDREDTHS = """\
rules({rules}). side(blue). side(red). table(3000,4000). unit_of_length(inch,100). home_edge(blue,north). home_edge(red,south).
unit(a,blue,infantry). stands_at(a,{at}). facing(a,north). frontage(a,400). depth(a,200). rating(a,10). order(a,routed).
"""


def hundredths(more: str, rules: str = "battlesystem", at: str = "1000,1000") -> Any:
    text = HUNDREDTHS.format(rules=rules, at=at) + "rallies(a,2).\n" * (rules == "battlesystem") + more
    return pyrout.solve(pyrout.parse(text))["a"]


def test_a_root_that_is_nearly_whole_is_rounded_down() -> None:
    """A move of L at 45 degrees goes floor(L/sqrt 2): 2*577*577 = 665858 is more than 816*816 = 665856, so 8.16 inches go
    5.76."""
    (route,) = hundredths("movement(a,816). threat(a,700,400).\n", "retreat").routes
    assert stop(route) == "15.76,15.76"
    # It has that much to go aside by, too; past an enemy at its left flank it needs 0.01, for 0.02.
    (route,) = hundredths("movement(a,816).\n" + block("e", 600, 1700, 400, 200, side="red")).routes
    assert route.path == ("10,10", "10.01,10.01", "10.01,18.15")


def test_what_a_way_aside_costs_is_rounded_up() -> None:
    """5.77 inches aside cost 8.17, for 8.16 are a hair too few: 816*816 < 2*577*577. The enemy reaches to x 15.76; to the
    left there is no way past it."""
    (route,) = hundredths("movement(a,1000).\n" + block("e", 0, 1900, 1576, 200, side="red")).routes
    assert route.path == ("10,10", "15.77,15.77", "15.77,17.6")
    assert route.events[0].inches == (0.0, 8.17, 10.0)


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_a_unit_that_has_veered_may_veer_off_the_table() -> None:
    """bs-veer and bs-leave: 2.01 to the right for f, and for g, which reaches to the edge, on to the right until it is
    gone, after 14.15 inches. Aside from the beginning (bs-oblique) 9.66 clear f and fall short of g."""
    friends = block("f", 17, 15, 5) + block("g", 10, 23, 20)
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,20,10)")
    found = pyrout.solve(pyrout.parse(text + "movement(a,15). rallies(a,2).\n" + friends))["a"]
    assert {route.path for route in found.routes} == {
        ("20,10", "22.01,12.01", "30,20"),
        ("20,10", "29.66,19.66", "29.66,20.99"),
    }
    (gone,) = (route for route in found.routes if route.fate == "gone")
    assert (gone.events[0].inches[-1], dict(gone.events[0].notes)["lost"]) == (14.15, 8)


def test_a_unit_goes_ahead_before_it_veers_off_the_table() -> None:
    """bs-veer: as early as the way aside is clear. The enemy's corner is at 29,10; that of a passes it from y 9.01 on, so
    that it goes 1.01 ahead first, and then 6 to the right, for 8.49."""
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,24,10)")
    others = "option(oblique,round).\n" + block("f", 10, 22, 20) + block("e", 29, 10, 1, side="red")
    (route,) = pyrout.solve(pyrout.parse(text + "movement(a,12). rallies(a,2).\n" + others))["a"].routes
    assert (route.path, route.fate) == (("24,10", "24,11.01", "30,17.01"), "gone")
    assert route.events[0].inches == (0.0, 1.01, 9.5)


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


LAID = TABLE.format(rules="battlesystem")
WATER_AT_ITS_LEFT = "area(water,7,7,10,9).\n"  # that flank of a: it cannot go aside there
OBLIQUE_THEN_VEER = (
    f"{LAID}movement(a,14). rallies(a,2).\n{WATER_AT_ITS_LEFT}"
    + block("e", 6, 17, 6, side="red")
    + block("g", 17, 15, 2, side="red")
    + block("f", 12, 24, 3)
)


def test_a_unit_goes_aside_at_the_beginning_and_veers_for_a_friend_later() -> None:
    """bs-oblique and bs-veer: 2.01 to the right for the enemy e, for 2.85; the friend f then wants 3 more, for 4.25, which
    the enemy g bars until the corner of a, at y 10.01 and x 16.01, is past its own at 17,15: 4.01 ahead."""
    (route,) = pyrout.solve(pyrout.parse(OBLIQUE_THEN_VEER))["a"].routes
    assert route.path == ("10,10", "12.01,12.01", "12.01,16.02", "15.01,19.02", "15.01,21.91")
    assert route.events[0].inches == (0.0, 2.85, 6.86, 11.11, 14.0)
    assert dict(route.events[0].notes)["way"] == "oblique_veer"
    assert [reason.rule for reason in route.events[0].rules] == ["bs-avoid", "bs-oblique", "bs-veer"]


def ground_of(text: str) -> tuple[str, ...]:
    """The open ground that the first event of the unit a goes over."""
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    event = next(event for event in route.events if event.unit == "a")
    return next((reason.because for reason in event.on_way if reason.rule == "bs-terrain"), ())


@pytest.mark.slow
def test_the_ground_of_each_leg_is_told() -> None:
    """bs-terrain: the legs of the way above, each with ground that no other goes over: where it begins, between the legs
    aside, under the second of them, and where it ends."""
    assert ground_of(OBLIQUE_THEN_VEER) == ()
    assert ground_of(OBLIQUE_THEN_VEER + "area(rough,10,8,11,9).") == ("rough",)
    assert ground_of(OBLIQUE_THEN_VEER + "area(light_woods,13,13,14,14).") == ("light_woods",)
    assert ground_of(OBLIQUE_THEN_VEER + "area(hill,13,17,14,18).") == ("hill",)
    assert ground_of(OBLIQUE_THEN_VEER + "area(obstacle,18,20,19,21).") == ("obstacle",)
    beside = "area(rough,7,11,9,13). area(swamp,17,10,18,11). area(hill,9,15,12,20). area(light_woods,14,22,20,23)."
    assert ground_of(OBLIQUE_THEN_VEER + beside) == ()


def test_the_ground_that_it_leaves_before_it_veers_off_the_table_is_told() -> None:
    """bs-terrain: ahead for 1.01, with its back on woods that reach from y 8 to y 9."""
    text = LAID.replace("stands_at(a,10,10)", "stands_at(a,24,10)") + "movement(a,12). rallies(a,2).\n"
    text += "option(oblique,round).\n" + block("f", 10, 22, 20) + block("e", 29, 10, 1, side="red")
    assert ground_of(text) == ()
    assert ground_of(text + "area(light_woods,24,8,28,9).") == ("light_woods",)


@pytest.mark.slow
def test_a_unit_halts_after_it_has_gone_aside() -> None:
    """bs-block: b, nearer to home, has routed 3 inches, and cannot be moved any more. 4 inches aside for the water cost
    5.66; of the 4.34 that are left a goes 2.99, a hundredth short of b, which stands at y 17."""
    text = LAID + "movement(a,10). rallies(a,2). rallies(b,2). order(b,routed).\n" + WATER_AT_ITS_LEFT
    text += "area(water,10,14,14,16).\n" + block("b", 14, 16, move=3)
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert told(route) == ["b routs", "a halts", "a rallies", "b rallies"]
    assert route.path == ("10,10", "14,14", "14,16.99")
    assert route.events[1].inches == (0.0, 5.66, 8.65)
    assert [reason.because for reason in route.events[1].rules] == [("b",)]
    assert ground_of(text + "area(rough,10,8,11,9).") == ("rough",)


def test_a_friend_gives_way_as_far_as_its_ground_goes() -> None:
    """bs-block: it must retreat 4 inches "as far as there is room". The hills at y 19 are closed to the cavalry f, not to
    a."""
    waters = "area(water,0,0,10,40). area(water,14,0,30,40). impassable(cavalry,hill).\n"
    f = block("f", 10, 17).replace("blue,infantry", "blue,cavalry")
    for hill, far in (("", "10,21"), ("area(hill,10,19,14,30).", "10,19")):
        (route,) = battle(6, waters + hill + f).routes
        assert told(route) == ["f gives_way", "a routs", "a rallies"]
        assert route.events[0].path == ("10,17", far)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("facing", "order", "moves", "path"),
    [
        # It routs 1 inch in turn 1, from y 22 to y 23, and has rallied when a comes.
        (("south", 14, 20), "order(f,routed). ", (6, 1), ("10,23", "10,27")),
        # Pushed out of its place, from y 17 to y 21, routed, and 2 inches on; it has rallied when a comes again.
        (("south", 14, 15), "", (9, 2), ("10,23", "10,27")),
    ],
)
def test_a_unit_that_has_routed_faces_home(
    facing: tuple[str, int, int], order: str, moves: tuple[int, int], path: tuple[str, ...]
) -> None:
    """bs-face: on becoming routed it turns towards home, and bs-no-facing: it does not turn again. So its front left corner
    is in the north-west from then on, also where it gives way in turn 2."""
    way, x, y = facing
    f = block("f", x, y, facing=way, move=moves[1]) + order + "rallies(f,2).\n"
    waters = "area(water,0,0,10,40). area(water,14,0,30,40).\n"
    (route,) = battle(moves[0], waters + f, rallies=3).routes
    assert [event.path for event in route.events if event.does == "gives_way" and event.turn == 2] == [path]


def test_a_unit_veers_twice_for_the_same_friend_but_not_on_the_same_line() -> None:
    """bs-veer: once for the same friend on the same line (our reading). For f, at x 9 to 13, a veers 5.01 to the left or 3.01 to
    the right; there it has g before it, at x 15 to 21. To the left of g, by 2.02, it has f before it once more, and veers 6
    to the left; 2.02 to the right it would have g before it on the same line again."""
    found = battle(25, "option(oblique,round).\n" + block("f", 9, 30) + block("g", 15, 26, 6))
    assert {route.path for route in found.routes} == {
        ("10,10", "4.99,15.01", "4.99,32.92"),
        ("10,10", "13.01,13.01", "21.01,21.01", "21.01,30.43"),
        ("10,10", "13.01,13.01", "10.99,15.03", "4.99,21.03", "4.99,30.42"),
        ("10,10", "21.01,21.01", "21.01,30.43"),  # aside from the beginning
    }


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_unit_that_gives_way_has_moved() -> None:
    """bs-block: b gives way by 0.99 inches, as far as h lets it, and stands beside a still; so it is routed, and held up by
    a, as a by it. In turn 1 somebody has moved; in turn 2, in which b is nearer to home and moves first, nobody does."""
    (route,) = pyrout.solve(pyrout.parse(HELD_UP + block("h", 10, 13, 2)))["a"].routes
    turn = ["b is_routed", "b halts", "a halts"]
    assert told(route) == ["b gives_way", *turn, "a goes_first", "a halts", "b halts", "a stays", "b stays"]
    assert route.events[0].path == ("10,10", "10,10.99")


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_friend_gives_way_once() -> None:
    """bs-block: "if this retreat still does not allow the routed unit to pass", it routs. f and h stand side by side, and
    retreat 4 inches in one step, which is a hundredth too few. So f routs, and then h; neither gives way once more."""
    friends = block("f", 10, 17, 2) + block("h", 12, 17, 2) + "rallies(f,2). rallies(h,2).\n"
    (route,) = battle(9, CORRIDOR + friends).routes
    events = ["f gives_way", "h gives_way", "f is_routed", "f routs", "h is_routed", "h routs", "a routs"]
    assert told(route)[:-3] == events


def test_a_unit_turns_when_it_is_routed_and_not_again() -> None:
    """bs-face, on becoming routed; and where it is held up in its first move, too."""
    south = TABLE.format(rules="battlesystem").replace(
        "stands_at(a,10,10). facing(a,north)", "stands_at(a,14,8). facing(a,south)"
    )
    (route,) = pyrout.solve(pyrout.parse(south + "movement(a,6). rallies(a,3).\n"))["a"].routes
    assert [[reason.rule for reason in event.on_way] for event in route.events] == [["bs-face"], [], []]
    halt = "movement(a,10). rallies(a,2). rallies(b,2). order(b,routed). area(water,10,14,14,16).\n" + WATER_AT_ITS_LEFT
    (route,) = pyrout.solve(pyrout.parse(south + halt + block("b", 14, 16, move=3)))["a"].routes
    assert [reason.rule for event in route.events if event.does == "halts" for reason in event.on_way] == ["bs-face"]


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


def test_what_bars_the_way_after_going_aside_is_told() -> None:
    """bs-oblique: 2.01 to the right, past the enemy e, it has the enemy h before it, at y 20. To fall short of that it would
    have to go 12.08 aside; its movement is enough for 10.60."""
    enemies = block("e", 6, 17, 6, side="red") + block("h", 12, 22, 18, side="red")
    found = battle(15, "option(oblique,round).\n" + WATER_AT_ITS_LEFT + enemies)
    assert found.verdict == "eliminated"
    assert "h" in {who for way in found.barred if way.way == "aside" for who in way.because}


def checks_of_a_friend_askew(x: int, y: int, side: int, move: int = 900, more: str = "") -> tuple[str, ...]:
    """Return the checking units. a goes straight from y 8 to y 19, at x 10 to 14, and f faces north-east with its north corner at
    x,y, in hundredths, with sides of this length."""
    f = block("f", x, y, side, side, facing="north_east").replace("rating(f,11)", "rating(f,9)")
    (route,) = hundredths(f"movement(a,{move}).\n{f}{more}").routes
    names: tuple[str, ...] = route.events[0].named("checks")
    return names


@pytest.mark.slow
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


@pytest.mark.slow
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
        found = retreat(8, f"{b}order(b,{order}).\n", order="retreating").routes
        assert {(stop(route), *event.named("stops")) for route in found for event in route.events[:2]} == {("10,18",)}


def test_a_friend_that_has_still_to_move_is_not_routed_once_more() -> None:
    """rr-contact-rout: it routs already, and moves in its turn, its first of rout."""
    b = block("b", 10, 14, move=1) + "threat(b,12,1). order(b,routed). moves_first(a).\n"
    (route,) = retreat(8, b).routes
    assert told(route) == ["a routs", "a rallies"]  # b has no part in it
    assert (stop(route), route.events[0].named("routed")) == ("10,18", ())


@pytest.mark.parametrize(
    ("edge", "move", "fate"),
    [("part", 4, "rallied"), ("part", 5, "off_table"), ("whole", 5, "rallied"), ("whole", 6, "off_table")],
)
def test_a_unit_is_off_the_table_with_a_part_or_with_all_of_it(edge: str, move: int, fate: str) -> None:
    """rr-off-table: its front is 4 inches from the edge, its back 6."""
    text = TABLE.format(rules="retreat").replace("stands_at(a,10,10)", "stands_at(a,10,36)")
    text += f"movement(a,{move}). threat(a,12,20). option(edge,{edge}).\n"
    (route,) = pyrout.solve(pyrout.parse(text))["a"].routes
    assert route.fate == fate


@pytest.mark.slow
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


def test_set_straight_over_an_enemy_it_may_not_move_through_him() -> None:
    """bs-enemy: the same with an enemy, whose middle is before that of a: no contact is made by the turn, but by the move. With
    the enemy at its back it leads away from him."""
    askew = HUNDREDTHS.format(rules="battlesystem", at="1000,2000").replace("facing(a,north)", "facing(a,north_east)")
    askew = askew.replace("frontage(a,400). depth(a,200)", "frontage(a,1000). depth(a,100)")
    askew += "movement(a,100). rallies(a,2).\n"
    before = pyrout.solve(pyrout.parse(askew + block("e", 1500, 1900, 300, 300, side="red")))["a"]
    assert before.verdict == "eliminated"
    behind = pyrout.solve(pyrout.parse(askew + block("e", 800, 1600, 200, 300, side="red")))["a"]
    assert [route.path for route in behind.routes] == [("8.18,16.61", "8.18,17.61")]


@pytest.mark.parametrize(
    ("y", "deep", "path"),
    [
        (1900, 300, ("8.18,16.61", "7.65,17.14", "7.65,19.39")),
        (1660, 60, ("8.18,16.61", "7.99,16.8", "7.99,19.53")),
    ],
)
def test_set_straight_over_an_enemy_it_goes_aside_until_it_may_move_ahead(
    y: int, deep: int, path: tuple[str, ...]
) -> None:
    """bs-enemy, bs-oblique: set straight a covers x 8.18 to 18.18, y 15.61 to 16.61, and e covers its end from x 17.65 on.
    An e from y 16 to 19 lies ahead until 0.53 to the left, for 0.75, put it at the flank of a. One up to y 16.6 is nearer to
    the back of a than to its front once a has gone 0.19, for 0.27: the middle of both is at y 16.3 then."""
    askew = HUNDREDTHS.format(rules="battlesystem", at="1000,2000").replace("facing(a,north)", "facing(a,north_east)")
    askew = askew.replace("frontage(a,400). depth(a,200)", "frontage(a,1000). depth(a,100)")
    askew += "movement(a,300). rallies(a,2).\n"
    (route,) = pyrout.solve(pyrout.parse(askew + block("e", 1765, y, 100, deep, side="red")))["a"].routes
    assert route.path == path


def test_set_straight_over_water_it_may_not_move_through_it() -> None:
    """bs-impassable: the same with ground that it cannot enter."""
    askew = HUNDREDTHS.format(rules="battlesystem", at="1000,2000").replace("facing(a,north)", "facing(a,north_east)")
    askew = askew.replace("frontage(a,400). depth(a,200)", "frontage(a,1000). depth(a,100)")
    askew += "movement(a,100). rallies(a,2).\n"
    before = pyrout.solve(pyrout.parse(askew + "area(water,1500,1600,1800,1900)."))["a"]
    assert before.verdict == "eliminated"
    behind = pyrout.solve(pyrout.parse(askew + "area(water,800,1300,1000,1600)."))["a"]
    assert [route.path for route in behind.routes] == [("8.18,16.61", "8.18,17.61")]


def test_two_friends_in_the_way_shoulder_to_shoulder_give_way_together() -> None:
    """bs-block: f and g fill the way between the waters, at y 13 to 15. Both retreat 4 inches in one step, side along side, and
    rout nobody; a goes its 6 inches."""
    waters = "area(water,0,0,8,40). area(water,16,0,30,40).\n"
    (route,) = battle(6, waters + block("f", 8, 15) + block("g", 12, 15)).routes
    assert told(route) == ["f gives_way", "g gives_way", "a routs", "a rallies"]
    assert [event.path for event in route.events[:2]] == [("8,15", "8,19"), ("12,15", "12,19")]
    assert [event.named("shaken") for event in route.events[:2]] == [("f",), ("g",)]
    assert stop(route) == "10,16"


def test_a_routed_friend_does_not_check() -> None:
    """bs-check: a routed unit checks no morale. f stands beside the way of a, shaken or routed."""
    f = block("f", 15, 17).replace("rating(f,11)", "rating(f,9)") + "moves_first(a). rallies(f,2).\n"
    (route,) = battle(6, f + "order(f,shaken).").routes
    assert route.events[0].named("checks") == ("f",)
    found = battle(6, f + "order(f,routed).").routes
    assert {route.events[0].named("checks") for route in found} == {()}


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
