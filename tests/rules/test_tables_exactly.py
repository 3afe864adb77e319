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
from pyrout.miniatures.solver import TableSolver
from pyrout.miniatures.text import event_line
from pyrout.question import ask
from pyrout.result import Route

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
    """Where the first move of the unit a ends."""
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


def test_7_aside_past_one_of_two_it_falls_short_of_the_other() -> None:
    """bs-avoid: "keeps clear of every unit, friend or enemy, while a legal way round exists". Straight ahead it would meet the
    friend at x 8 to 13 and the enemy at x 13 to 15 after 4 inches, all that it has. 1.01 inches aside clear the enemy and
    cost 1.43; the 2.57 that are left end 0.42 short of the friend, who has not to give way."""
    (route,) = battle(4, block("f", 8, 16, 5) + block("e", 15, 14, 2, side="red", facing="south")).routes
    assert route.path == ("10,10", "8.99,11.01", "8.99,13.58")
    assert told(route) == ["a routs", "a rallies"]


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
    assert [told(route) for route in first.routes] == [["b is_routed", "b routs", "a routs", "a rallies", "b rallies"]]


@pytest.mark.slow
def test_10_a_friend_in_reach_needs_a_rating() -> None:
    """bs-check: "a routed unit with an equal or higher morale rating": without ratings nobody can say."""
    with pytest.raises(InstanceError, match="add its rating"):
        battle(9, block("f", 15, 17).replace("rating(f,11). ", ""))
    assert battle(9, block("f", 24, 17).replace("rating(f,11). ", "")).routes_total == 1


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
    sentences = {rule: found.sentence for rule, found in pyrout.rules.citations("battlesystem").items()}
    assert "at 45 degrees, facing unchanged" in sentences["bs-oblique"]
    assert "45 degrees (our reading of up to 45)" in sentences["bs-veer"]


def test_14_a_shorter_shift_makes_a_longer_one_needless() -> None:
    """bs-oblique: one way to each side, and the citation says so. Past the enemy at x 11 to 13 it is 3.01 either way."""
    found = battle(12, block("e", 11, 21, 2, side="red"))
    assert [route.path[1] for route in found.routes] == ["13.01,13.01", "6.99,13.01"]
    assert "needless" in pyrout.rules.citations("battlesystem")["bs-oblique"].sentence


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
