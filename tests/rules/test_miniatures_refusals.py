"""Tables that the two tabletop systems refuse, and the limits of what they answer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from command_line import run
from table_files import ROOT, SYSTEMS, example, table, unit

import pyrout
from pyrout.errors import InstanceError, UsageError

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (table().replace("table(40,30). ", ""), "there is no table; add its width and depth"),
        (table().replace("home_edge(blue,south).", ""), "side blue has no home edge"),
        (table().replace("movement(a,3).", ""), "unit a has no movement; add it, as in movement(u1,9)"),
        (table().replace("facing(a,north).", ""), "unit a has no facing"),
        (table().replace("stands_at(a,10,20).", ""), "unit a has no stands_at"),
        (table().replace("threat(a,12,28).", ""), "nothing says what it flees from: add threat(U,X,Y)"),
        (table() + "morale_dice(3,6).", "nobody checks morale in this system"),
        (table() + "rallies(a,2).", "the score decides who rallies in this system: remove it, or write what is thrown"),
        (table("battlesystem") + "attacked(a,2).", "no attack keeps a unit from rallying in this system: remove it"),
        (table("battlesystem") + "goes_on(a,2).", "it moves each turn in this system until it rallies: remove it"),
        (table("battlesystem") + "die(2,3).", "no die is thrown in this system: remove it"),
        (table().replace("order(a,routed).", ""), "no unit is retreating or routed"),
        (table(more='hex("A1",0,1).'), 'hex("A1",0,1) on a table'),
        (table(more="status(a,broken)."), "status(a,broken) on a table; a position is of hexes or on a table"),
        (table("battlesystem", "area(water,13,19,15,20)."), "it cannot enter the ground that it stands on: water"),
        (table(more=unit("b", 12, 21)), "its block overlaps that of a"),
        (table(more=unit("b", 12, 19, facing="north_west")), "its block overlaps that of a"),
        (table(more=unit("b", 38, 10)), "a part of its block is off the table"),
        (table(more=unit("b", 1, 1, facing="north_east")), "a part of its block is off the table"),
        (table(more="area(water,5,5,5,9)."), "south-west corner first"),
        (table(more="area(water,5,5,41,9)."), "a part of it is off the table"),
        (table(more="widest_stand(a,5)."), "a stand of a is wider than its frontage"),
        (table(more="attacked(a,2). goes_on(a,2)."), "attacked while it rallies in that turn"),
        (table(more="attacked(a,1)."), "1 is not a turn after the first"),
        (table(more="die(2,7)."), "7 is not a score; write a number from 1 to 6"),
        (table(more="frontage(b,0)."), "0 is not a number of inches"),
        (table(more="facing(a,northeast)."), "did you mean north_east?"),
        (table(more="order(a,shaken)."), "contradicts order(a,routed)"),
        (table(more="formed(b)."), "unit b is not declared"),
        (table(more="impassable(cavalry,swamps)."), "did you mean swamp?"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(position: Any, text: str, told: str) -> None:
    result = run("solve", position(text))
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert re.search(r"table\.lp:\d+:\d+: ", result.stderr)


def test_touching_blocks_are_no_overlap() -> None:
    assert pyrout.solve(pyrout.parse(table(more=unit("b", 14, 20)))).units


@pytest.mark.parametrize("system", SYSTEMS)
def test_hexes_are_no_table(system: str) -> None:
    hexes = (ROOT / "instances" / "aslsk" / "example-01.lp").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="is played on a table; name another: asl, aslsk"):
        pyrout.solve(pyrout.parse(hexes), rules=system)


HEXES = """side(blue). side(red). hex("A1",0,1). hex("A2",0,3).
unit(a,blue,squad). at(a,"A1"). status(a,broken). status(a,dm). unit(b,red,squad). at(b,"A2").
"""


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "command",
    [
        "solve {}",
        "explain {} a",
        "explain {} a A2",
        "check {} a A2",
        "count {}",
        "verify {}",
        "draw {} -o x.svg",
        "minimise {} --keep a:verdict(routs)",
        "solve --compare-options {}",
    ],
)
def test_hexes_without_los_are_no_table(position: Any, command: str, system: str) -> None:
    path = position(HEXES + 'expect(a,first_stop("A2")).')
    result = run(*(word.format(path) for word in command.split()), "--rules", system)
    assert result.exit_code == 2
    assert re.search(r"is played on a table|is no place on a table", result.stderr)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "rules", "told"),
    [
        (HEXES, "retreat", "name another: asl, aslsk"),
        (table(), None, "there are no hexes on a table"),
        (table(), "asl", "name another: battlesystem, retreat"),
    ],
)
def test_what_is_asked_of_hexes_is_not_answered_on_a_table(text: str, rules: str | None, told: str) -> None:
    instance = pyrout.parse(text)
    with pytest.raises(UsageError, match=told):
        pyrout.explain_unit(instance, "a", rules=rules)
    with pytest.raises(UsageError, match=told):
        pyrout.explain_hex(instance, "a", "A2", rules=rules)


def test_an_answer_of_tables_is_a_difference_on_hexes() -> None:
    hexes = (ROOT / "instances" / "aslsk" / "example-01.lp").read_text(encoding="utf-8")
    own = ('first_stop("1,2")', "fate(rallied)", "way(straight)", "frontage(4)", "checks(g1)", "lost(1)", "turns(1)")
    differing = pyrout.verify(pyrout.parse(hexes + "".join(f"expect(g1,{fact})." for fact in own)))
    assert {difference.kind for difference in differing} == {fact.partition("(")[0] for fact in own}


def test_unknown_units_are_refused(position: Any) -> None:
    result = run("solve", position(table()), "--unit", "z")
    assert result.exit_code == 2 and "no unit is called z; there are: a" in result.stderr


@pytest.mark.parametrize(
    ("limit", "told"), [("MOST_STATES", "more than 3 states"), ("MOST_ROUTES", "more than 3 routes")]
)
def test_too_much_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch, limit: str, told: str) -> None:
    monkeypatch.setattr(f"pyrout.miniatures.solver.{limit}", 3)
    result = run("solve", example("retreat-attacked"))
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert told in result.stderr and "leave out units that are far away" in result.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_table_of_fifty_units(position: Any, system: str) -> None:
    """Two lines of each side; one unit of the first breaks, goes straight back and has two of the second before it."""
    lines = [f"rules({system}). side(blue). side(red). table(120,60). home_edge(blue,south). home_edge(red,north)."]
    places = [(f"b{i}", "blue", 4 + 9 * (i % 12) + i // 12 * 4, 30 - i // 12 * 8) for i in range(24)]
    places += [(f"r{i}", "red", 10 + 8 * (i % 13), 34 + i // 13 * 8) for i in range(26)]
    for name, side, x, y in places:
        facing = "north" if side == "blue" else "south"
        lines.append(
            f"unit({name},{side},infantry). stands_at({name},{x},{y}). facing({name},{facing}). rating({name},9)."
        )
        lines.append(
            f"frontage({name},6). depth({name},2). movement({name},9). widest_stand({name},2). formed({name})."
        )
    lines.append("order(b5,routed). threat(b5,50,40)." + " rallies(b5,2)." * (system == "battlesystem"))
    unit = pyrout.solve(pyrout.parse("\n".join(lines)), timeout=30)
    assert unit.complete
    (answer,) = unit.units
    # b5 covers x 49 to 55; b16 and b17 cover x 44 to 50 and 53 to 59, y 20 to 22: a gap of 3 inches.
    (route,) = answer.routes
    if system == "retreat":
        assert route.path[-1] == "49,21" and route.fates == (("b16", "rallied"), ("b17", "rallied"), ("b5", "rallied"))
    else:
        assert (route.path[0], route.path[-1], route.fate) == ("53,28", "53,19", "rallied")
        assert route.events[0].named("frontage") == ("3",) and route.events[0].named("checks") == ("b16", "b17")


def test_the_place_of_a_fault_is_that_of_its_fact() -> None:
    with pytest.raises(InstanceError) as caught:
        pyrout.solve(pyrout.parse(table(more=unit("b", 38, 10)), "x.lp"))
    assert (caught.value.line, str(caught.value).startswith("x.lp:4:24: ")) == (4, True)
