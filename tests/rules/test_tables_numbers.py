"""Numbers of the tabletop systems: roots, parts of an inch, chances."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks import TABLE, battle, block, hundredths, retreat, stop
from click.testing import CliRunner

import pyrout
from pyrout.cli import main
from pyrout.miniatures.report import event_line


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


def test_11_24_inches_askew_are_16_97() -> None:
    text = TABLE.format(rules="retreat") + "movement(a,24). threat(a,2,-1).\n".replace("-1", "0").replace(
        "(a,2,", "(a,3,"
    )
    (route,) = pyrout.solve(pyrout.parse(text.replace("table(30,40)", "table(40,40)")))["a"].routes
    assert stop(route) == "26.97,26.97"


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
    unit = battle(14, block("e", 12, 20, side="red"))
    assert {(to.hex, to.mf) for to in unit.destinations} == {(stop(route), 14.0) for route in unit.routes}
    assert {to.hex for to in unit.destinations} == {"7.99,23.16", "16.01,21.51"}
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
    assert [(v, str(passing)) for v, passing in event.passing] == [("f", chance)]
    told = answer.to_json()["units"][0]["routes"][0]["events"][0]
    assert told["checks"] == ["f"] and told["passing"] == {"f": chance}
    assert f"morale check for f (passes: {chance})" in event_line(event)


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
