"""Positions on a table as the page asks for them: answered, drawn and changed, by the same jobs on a server and on a site."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pyrout.position.reading import parse
from pyrout.serve.edits import apply_edits
from pyrout.serve.jobs import answer
from pyrout.site import host

SIDES = "side(blue). side(red). home_edge(blue,north). home_edge(red,south).\n"
A = "unit(a,blue,infantry). stands_at(a,10,10). facing(a,north). frontage(a,4). depth(a,2). movement(a,9). order(a,routed).\n"
B = "unit(b,blue,infantry). stands_at(b,20,20). facing(b,north). frontage(b,4). depth(b,2). movement(b,9). rating(b,10).\n"
UNITS = f"{A}rallies(a,2). rating(a,10).\n{B}"
BATTLE = f"rules(battlesystem). table(30,40).\n{SIDES}{UNITS}"
RETREAT = f"rules(retreat). table(30,40).\n{SIDES}{A}threat(a,12,6).\n"
LIMIT = 60.0


def asked(text: str, *edits: dict[str, Any], job: str = "view", **more: Any) -> tuple[int, Any]:
    reply = answer(job, {"text": text, "name": "tables/table.lp", "edits": list(edits), **more}, LIMIT)
    return reply.status, json.loads(reply.body)


def facts(text: str, *edits: dict[str, Any]) -> set[str]:
    return set(map(str, apply_edits(parse(text, "table.lp", need="facts"), edits).facts))


def changed(text: str, *edits: dict[str, Any]) -> set[str]:
    """The facts that a position has more after some changes."""
    return facts(text, *edits) - facts(text)


# ---------------------------------------------------------------------------------------------------------------------
# Answered and drawn


@pytest.mark.parametrize("rules", ["battlesystem", "retreat"])
def test_a_table_is_answered_and_drawn(rules: str) -> None:
    status, reply = asked({"battlesystem": BATTLE, "retreat": RETREAT}[rules])
    assert status == 200 and "unsolved" not in reply
    (unit,) = reply["view"]["units"]
    assert (unit["id"], unit["verdict"]) == ("a", "MUST ROUT")
    first = reply["view"]["events"][unit["lines"][0]["events"][0]]
    # From 10 inches north of the south edge it goes its 9 inches: its front is 21 inches from the north edge.
    assert "a routs 10,10 - 10,19, 9 inches" in first["text"]
    assert (reply["table"]["rules"], reply["table"]["width"], reply["table"]["depth"]) == (rules, 30, 40)
    assert reply["svg"].startswith("<svg") and 'data-unit="a"' in reply["svg"]
    assert reply["text"] == {"battlesystem": BATTLE, "retreat": RETREAT}[rules]


def test_what_dice_decide_has_its_chance_and_a_die_can_be_given() -> None:
    text = f"{RETREAT}goes_on(a,2).\n"  # a second turn of rout: it rallies on 3 to 6
    status, reply = asked(text)
    assert reply["view"]["units"][0]["ends"][0].startswith("a: ")
    assert {event["chance"] for event in reply["view"]["events"] if "chance" in event} >= {"1/3", "2/3"}
    assert [3, None] in reply["table"]["dice"]
    status, reply = asked(text, {"op": "die", "turn": 3, "score": 4})
    assert (status, reply["view"]["units"][0]["ends"]) == (200, ["a: rallied 1"])
    assert [3, 4] in reply["table"]["dice"] and "die(3,4)." in reply["text"]


def test_an_option_and_another_rule_set_can_be_chosen() -> None:
    status, reply = asked(RETREAT, options={"edge": "whole"})
    assert status == 200 and "unsolved" not in reply
    status, reply = asked(RETREAT.replace("threat(a,12,6).", "rating(a,9)."), rules="battlesystem")
    assert reply["table"]["rules"] == "battlesystem" and reply["view"]["units"]
    status, reply = asked(RETREAT, rules="aslsk")
    assert reply["unsolved"] == (
        "this is a table, and the rule set aslsk is played on hexes; name another: battlesystem, retreat"
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"op": "shift", "unit": "b", "east": -9, "north": -9}, "its block overlaps that of a"),
        ({"op": "shift", "unit": "a", "east": 20, "north": 0}, "a part of its block is off the table"),
        ({"op": "measure", "unit": "b", "name": "rating", "value": None}, "rating"),
    ],
)
def test_what_cannot_be_is_drawn_and_said_in_one_line(more: dict[str, Any], words: str) -> None:
    # If a routs past b, b's rating is asked for
    text = BATTLE.replace(
        "stands_at(b,20,20)", "stands_at(b,15,16)" if more["op"] == "measure" else "stands_at(b,20,20)"
    )
    status, reply = asked(text, more)
    assert status == 200
    assert words in reply["unsolved"] and "\n" not in reply["unsolved"] and "tables/" not in reply["unsolved"]
    assert 'data-unit="a"' in reply["svg"] and 'data-unit="b"' in reply["svg"]
    assert reply["view"]["units"] == []


@pytest.mark.parametrize(
    "gone", ["home_edge(blue,north).", "facing(b,north).", "movement(a,9).", A + "rallies(a,2). rating(a,10).\n" + B]
)
def test_a_table_that_is_not_all_there_is_drawn(gone: str) -> None:
    status, reply = asked(BATTLE.replace(gone, ""))
    assert status == 200
    assert reply["unsolved"] and reply["svg"].startswith("<svg")


def test_a_table_that_takes_too_long_is_drawn() -> None:
    reply = answer("view", {"text": BATTLE}, 0.0)
    view = json.loads(reply.body)
    assert reply.status == 200
    assert view["unsolved"].startswith("time limit reached (0 s)") and 'data-unit="a"' in view["svg"]


@pytest.mark.parametrize(
    "text", [BATTLE.replace("table(30,40).", ""), BATTLE.replace("table(30,40)", "table(9000,40)")]
)
def test_a_table_that_cannot_be_drawn_is_refused_in_one_line(text: str) -> None:
    status, reply = asked(text)
    assert status == 422 and "\n" not in reply["error"]


@pytest.mark.parametrize(("kind", "begins"), [(".svg", b"<svg"), (".html", b"<!doctype html>")])
def test_a_table_is_saved_as_a_file(kind: str, begins: bytes) -> None:
    reply = answer("draw", {"text": RETREAT, "kind": kind}, LIMIT)
    assert reply.status == 200 and reply.body.startswith(begins)


def test_a_table_is_a_line_and_a_link() -> None:
    status, line = asked(BATTLE, job="line")
    assert status == 200 and not line["long"]
    for said in (line["line"], line["code"]):
        status, reply = asked("", job="of-line", line=said)
        assert status == 200
        assert facts(reply["text"]) == facts(BATTLE)


def test_the_text_of_a_file_is_pasted_as_it_is() -> None:
    text = f"% the second of May\n\n{BATTLE}"
    assert asked("", job="of-line", line=text) == (200, {"text": text, "missing": []})
    status, reply = asked("", job="of-line", line="% nothing\nunit(a).\n")
    assert status == 422 and reply["error"].startswith("<line>:2:1: unit ")


def test_the_site_says_the_same_as_the_server() -> None:
    request = {"text": RETREAT, "name": "table.lp", "edits": [{"op": "turn", "unit": "a", "by": 2}]}
    there = host.reply("view", json.dumps(request), LIMIT)
    assert (there.status, there.body) == (200, answer("view", request, LIMIT).body)


# ---------------------------------------------------------------------------------------------------------------------
# Changes


def test_a_block_is_shifted_in_what_the_file_counts_in() -> None:
    assert changed(BATTLE, {"op": "shift", "unit": "a", "east": 3, "north": -1}) == {"stands_at(a,13,9)"}
    halves = {"op": "counts", "value": 2}
    assert "stands_at(a,21,20)" in changed(BATTLE, halves, {"op": "shift", "unit": "a", "east": 1, "north": 0})
    assert changed(BATTLE, {"op": "place", "unit": "a", "x": 4, "y": 5}) == {"stands_at(a,4,5)"}
    assert changed(RETREAT, {"op": "shift", "unit": "a", "what": "threat", "east": 1, "north": 1}) == {"threat(a,13,7)"}


@pytest.mark.parametrize(
    ("by", "facing", "corner"),
    [  # a block 4 by 2 with its middle at 12,9: its front left corner, as seen by the unit
        (2, "east", "13,11"),
        (4, "south", "14,8"),
        (-2, "west", "11,7"),
        (8, "north", "10,10"),
    ],
)
def test_a_block_turns_about_its_middle(by: int, facing: str, corner: str) -> None:
    turned = facts(BATTLE, {"op": "turn", "unit": "a", "by": by})
    assert {f"facing(a,{facing})", f"stands_at(a,{corner})"} <= turned
    assert facts(BATTLE, {"op": "turn", "unit": "a", "facing": facing}) == turned


def test_a_turn_askew_is_as_near_as_the_file_can_say() -> None:
    # In hundredths: the corner is (1200,900) + 200 to its left, north-west, and 100 ahead, north-east; each along both axes
    # 141.42 and 70.71.
    turned = facts(BATTLE, {"op": "counts", "value": 100}, {"op": "turn", "unit": "a", "by": 1})
    assert {"facing(a,north_east)", "stands_at(a,1129,1112)"} <= turned


def test_a_block_that_turns_stays_on_the_table() -> None:
    at_the_edge = BATTLE.replace("stands_at(a,10,10)", "stands_at(a,0,2)")
    # With its front of 4 inches to the east it is 2 inches wide, from 1 to 3; it reaches from 0 to 4 inches north.
    assert "stands_at(a,3,4)" in facts(at_the_edge, {"op": "turn", "unit": "a", "by": 2})


def test_sizes_are_inches() -> None:
    halves = {"op": "counts", "value": 2}
    deep = {"op": "measure", "unit": "a", "name": "depth", "value": 1.5}
    assert "depth(a,3)" in facts(BATTLE, halves, deep)
    status, reply = asked(BATTLE, deep)
    assert (status, reply["error"]) == (
        422,
        "depth: 1.5 inches cannot be said in whole inches; choose what the file counts in",
    )
    status, reply = asked(facts_text(BATTLE, halves, deep), {"op": "counts", "value": 1})
    assert status == 422 and "the depth of a cannot be said in" in reply["error"]
    assert changed(BATTLE, {"op": "table", "width": 48, "depth": 36}) == {"table(48,36)"}
    assert changed(BATTLE, {"op": "home", "side": "blue", "edge": "east"}) == {"home_edge(blue,east)"}


def facts_text(text: str, *edits: dict[str, Any]) -> str:
    return apply_edits(parse(text, "table.lp", need="facts"), edits).program()


def test_what_is_said_of_a_unit_is_changed() -> None:
    assert changed(BATTLE, {"op": "order", "unit": "b", "value": "shaken"}) == {"order(b,shaken)"}
    assert "order(a,routed)" not in facts(BATTLE, {"op": "order", "unit": "a", "value": "good"})
    assert changed(BATTLE, {"op": "formed", "unit": "b", "on": True}) == {"formed(b)"}
    assert changed(BATTLE, {"op": "belongs", "unit": "b", "side": "red"}) == {"unit(b,red,infantry)"}
    assert changed(BATTLE, {"op": "belongs", "unit": "b", "kind": "cavalry"}) == {"unit(b,blue,cavalry)"}
    assert changed(RETREAT, {"op": "turns", "unit": "a", "name": "goes_on", "turns": [2, 3]}) == {
        "goes_on(a,2)",
        "goes_on(a,3)",
    }
    # A threat that is put before it is 4 inches from the middle of its front, which is at 12,10.
    assert changed(BATTLE, {"op": "threat", "unit": "a", "on": True}) == {"threat(a,12,14)"}
    assert changed(BATTLE, {"op": "area", "kind": "water", "from": [6, 7], "to": [1, 2]}) == {"area(water,1,2,6,7)"}


def test_a_unit_is_added_where_there_is_room_and_removed() -> None:
    add = {"op": "add_block", "side": "red", "kind": "cavalry", "frontage": 4, "depth": 2, "movement": 12, "rating": 9}
    status, reply = asked(BATTLE, add, add)
    assert status == 200 and "unsolved" not in reply, "none overlaps another, none is off the table"
    assert {"r1", "r2"} <= reply["table"]["units"].keys()
    assert reply["table"]["units"]["r1"]["facing"] == "north", "its home edge is behind it"
    kept = facts(BATTLE, {"op": "remove", "unit": "a"})
    assert not [fact for fact in kept if "(a," in fact]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"op": "shift", "unit": "z", "east": 0, "north": 0}, "no unit is called z"),
        ({"op": "shift", "unit": "a", "east": 0.5, "north": 0}, "east is a whole number"),
        ({"op": "shift", "unit": "a", "east": -30, "north": 0}, "-20 is not a place on the table"),
        ({"op": "turn", "unit": "a", "facing": "up"}, "up is not a direction"),
        ({"op": "measure", "unit": "a", "name": "height", "value": 2}, "height is not a number of a unit on a table"),
        ({"op": "measure", "unit": "a", "name": "depth", "value": "2"}, "depth is a number of inches"),
        ({"op": "measure", "unit": "a", "name": "depth", "value": 1e300}, "depth is a number of inches"),
        ({"op": "order", "unit": "a", "value": "lost"}, "lost is not an order"),
        ({"op": "belongs", "unit": "a", "side": "green"}, "side green is not declared"),
        ({"op": "home", "side": "blue", "edge": "up"}, "up is not an edge of the table"),
        ({"op": "area", "number": 3}, "there is no such area"),
        ({"op": "area", "kind": "lava", "from": [0, 0], "to": [2, 2]}, "lava is not a kind of area"),
        ({"op": "area", "kind": "water", "from": 3, "to": None}, "from its south-west corner"),
        ({"op": "turns", "unit": "a", "name": "goes_on", "turns": ["x"]}, "this change names one of"),
        ({"op": "turns", "unit": "a", "name": "goes_on", "turns": [1]}, "1 is not a turn after the first"),
        ({"op": "die", "turn": 2, "score": 7}, "7 is not a score"),
        ({"op": "counts", "value": 0}, "a file counts in whole inches, or in parts"),
        ({"op": "add_block", "side": "red", "kind": "infantry"}, "frontage is a number of inches"),
    ],
)
def test_a_change_that_makes_no_sense_gets_one_line(edit: dict[str, Any], words: str) -> None:
    status, reply = asked(BATTLE, edit)
    assert status == 422 and words in reply["error"] and "\n" not in reply["error"]


def test_the_changes_of_one_request_are_bounded() -> None:
    """On tables and on hexes; as many as there may be are made."""
    add = {"op": "add_block", "side": "red", "kind": "cavalry", "frontage": 1, "depth": 1, "movement": 12, "rating": 9}
    status, reply = asked(BATTLE, *[add] * 100)
    assert status == 200 and "r100" in reply["text"]
    for text in (BATTLE, 'rules(aslsk). side(german). hex("yA1",0,1).'):
        status, reply = asked(text, *[{"op": "derive_los"}] * 101)
        assert (status, reply["error"]) == (422, "101 changes at once are too many: send at most 100 in a request")


def test_changes_of_tables_are_not_for_maps_of_hexes() -> None:
    hexes = 'rules(aslsk). side(german). side(american). hex("yA1",0,1). unit(g1,german,squad). at(g1,"yA1").'
    status, reply = asked(hexes, {"op": "table", "width": 3, "depth": 4})
    assert (status, reply["error"]) == (422, "there is no table in this position")
