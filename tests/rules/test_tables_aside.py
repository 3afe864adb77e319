"""Ways of blocks on a table, to a hundredth of an inch: aside, veering, off the table, set straight."""

from __future__ import annotations

import pytest
from blocks import HUNDREDTHS, TABLE, battle, block, retreat, stop, told

import pyrout

pytestmark = pytest.mark.slow  # seconds a table: left to CI


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
    unit = battle(4, block("f", 8, 16, 5) + block("e", 15, 14, 2, side="red", facing="south"))
    assert {route.path for route in unit.routes} == {
        ("10,10", "9.99,10.01", "9.99,13.99"),
        ("10,10", "10.01,10.01", "10.01,13.99"),
    }
    assert all(told(route) == ["a routs", "a rallies"] for route in unit.routes)


WALL = block("e", 0, 20, 30, side="red")  # from edge to edge, from y 18 on


def test_an_oblique_falls_short_or_passes_at_the_side() -> None:
    """bs-oblique: N aside cost 1.414 N and lead N ahead. Of 9 inches, 1.01 too many, 2.42 aside for 3.43 leave 5.57: up to
    y 17.99; 2.41 for 3.41 would end at y 18. With oblique=round nothing passes the wall (bs-enemy)."""
    unit = battle(9, WALL)
    assert {route.path for route in unit.routes} == {
        ("10,10", "7.58,12.42", "7.58,17.99"),
        ("10,10", "12.42,12.42", "12.42,17.99"),
    }
    assert any("falls short" in sentence and "oblique=round" in sentence for sentence in unit.assumes)
    unit = battle(9, "option(oblique,round).\n" + WALL)
    assert unit.verdict == "eliminated"
    assert any("oblique=short" in sentence for sentence in unit.assumes)
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
    unit = battle(9, "area(water,0,18,30,20).\n")
    assert {route.path[1:] for route in unit.routes} == {("7.6,12.4", "7.6,18"), ("12.4,12.4", "12.4,18")}


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
    unit = battle(16, block("f", 13, 24, 17) + block("g", 5, 14, 4, 1))
    paths = {route.path for route in unit.routes}
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


def test_13_45_degrees_are_the_text_aside_and_a_reading_for_friends() -> None:
    """bs-oblique: "It is allowed to move 45 degrees to either side"; bs-veer: "The unit can veer up to 45 degrees"."""
    sentences = {rule: citation.sentence for rule, citation in pyrout.program.rule_index.citations("battlesystem").items()}
    assert "at 45 degrees, facing unchanged" in sentences["bs-oblique"]
    assert "45 degrees (our reading of up to 45)" in sentences["bs-veer"]


def test_14_a_shorter_shift_makes_a_longer_one_needless() -> None:
    """bs-oblique: one way to each side, and the citation says so. Past the enemy at x 11 to 13 it is 3.01 either way."""
    unit = battle(12, block("e", 11, 21, 2, side="red"))
    assert [route.path[1] for route in unit.routes] == ["13.01,13.01", "6.99,13.01"]
    assert "needless" in pyrout.program.rule_index.citations("battlesystem")["bs-oblique"].sentence


def test_a_unit_that_has_veered_may_veer_off_the_table() -> None:
    """bs-veer and bs-leave: 2.01 to the right for f, and for g, which reaches to the edge, on to the right until it is
    gone, after 14.15 inches. Aside from the beginning (bs-oblique) 9.66 clear f and fall short of g."""
    friends = block("f", 17, 15, 5) + block("g", 10, 23, 20)
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,20,10)")
    answer = pyrout.solve(pyrout.parse(text + "movement(a,15). rallies(a,2).\n" + friends))["a"]
    assert {route.path for route in answer.routes} == {
        ("20,10", "22.01,12.01", "30,20"),
        ("20,10", "29.66,19.66", "29.66,20.99"),
    }
    (gone,) = (route for route in answer.routes if route.fate == "gone")
    assert (gone.events[0].inches[-1], dict(gone.events[0].notes)["lost"]) == (14.15, 8)


def test_a_unit_goes_ahead_before_it_veers_off_the_table() -> None:
    """bs-veer: as early as the way aside is clear. The enemy's corner is at 29,10; that of a passes it from y 9.01 on, so
    that it goes 1.01 ahead first, and then 6 to the right, for 8.49."""
    text = TABLE.format(rules="battlesystem").replace("stands_at(a,10,10)", "stands_at(a,24,10)")
    others = "option(oblique,round).\n" + block("f", 10, 22, 20) + block("e", 29, 10, 1, side="red")
    (route,) = pyrout.solve(pyrout.parse(text + "movement(a,12). rallies(a,2).\n" + others))["a"].routes
    assert (route.path, route.fate) == (("24,10", "24,11.01", "30,17.01"), "gone")
    assert route.events[0].inches == (0.0, 1.01, 9.5)


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
    unit = battle(25, "option(oblique,round).\n" + block("f", 9, 30) + block("g", 15, 26, 6))
    assert {route.path for route in unit.routes} == {
        ("10,10", "4.99,15.01", "4.99,32.92"),
        ("10,10", "13.01,13.01", "21.01,21.01", "21.01,30.43"),
        ("10,10", "13.01,13.01", "10.99,15.03", "4.99,21.03", "4.99,30.42"),
        ("10,10", "21.01,21.01", "21.01,30.43"),  # aside from the beginning
    }


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


def test_what_bars_the_way_after_going_aside_is_told() -> None:
    """bs-oblique: 2.01 to the right, past the enemy e, it has the enemy h before it, at y 20. To fall short of that it would
    have to go 12.08 aside; its movement is enough for 10.60."""
    enemies = block("e", 6, 17, 6, side="red") + block("h", 12, 22, 18, side="red")
    unit = battle(15, "option(oblique,round).\n" + WATER_AT_ITS_LEFT + enemies)
    assert unit.verdict == "eliminated"
    assert "h" in {who for way in unit.barred if way.way == "aside" for who in way.because}


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
