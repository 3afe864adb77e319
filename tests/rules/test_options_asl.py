"""The options of full ASL: their defaults, where an answer names one, and what a position needs for one to matter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from enumerator_asl import OPTIONS

import pyrout
from pyrout.lab.generate.kinds import disputable
from pyrout.position.shipped import text_of
from pyrout.program.rule_index import hints, options, without_effect
from pyrout.question import ask
from pyrout.relevant_options import list_relevant

ROOT = Path(__file__).parents[2]
READINGS = (ROOT / "docs" / "handbook" / "readings.md").read_text("utf-8")
# A position of each option in which its values give different answers.
POSITIONS = dict(re.findall(r"^## [a-z ]*\basl: (\w+)\n\n(?:- .*\n)*?- position asl: (\S+)$", READINGS, re.MULTILINE))

# A test of full ASL, with its parameters.
TESTS = [
    test
    for path in sorted((ROOT / "tests" / "rules" / "asl").glob("test_*.py"))
    for test in path.read_text("utf-8").split("\n\n\n")
]


def test_defaults_of_the_options() -> None:
    """Those of the enumerator: the chart, unless a published answer is clearer."""
    assert {value.option: value.value for value in options("asl") if value.default} == OPTIONS


def test_every_other_value_is_tested_with_its_rule() -> None:
    """A test sets it, and names the rule of which the option is a reading; no test sets a value that does not exist."""
    rules = {(value.option, value.value): value.rule for value in options("asl")}
    named = {pair: rule for pair, rule in rules.items() for test in TESTS if f"option({','.join(pair)})" in test and rule in test}
    assert {(value.option, value.value) for value in options("asl") if not value.default} - named.keys() == set()
    assert {pair for test in TESTS for pair in re.findall(r"option\((\w+),(\w+)\)", test)} <= rules.keys()


def test_an_option_bears_on_one_rule() -> None:
    assert len({(value.option, value.rule) for value in options("asl")}) == len(OPTIONS)


def test_the_options_that_change_no_rout() -> None:
    """A route that comes back to where it was is listed or not; nothing else changes."""
    assert without_effect("asl") == {"revisit"}


@pytest.mark.parametrize("option", sorted(POSITIONS))
@pytest.mark.slow
def test_an_answer_names_an_option_that_changes_it(option: str) -> None:
    position = pyrout.parse(text_of(POSITIONS[option])).without("option")
    question = ask(position)
    answer = pyrout.solve(position)
    others = [value.value for value in options("asl") if value.option == option and not value.default]
    read = [pyrout.solve(position, options={option: value}) for value in others]
    assert any(other.units != answer.units for other in read)
    assert option in list_relevant("asl", question.options, answer.units, position)


def test_every_option_that_changes_a_rout_has_such_a_position() -> None:
    assert set(POSITIONS) == OPTIONS.keys() - {"revisit"}


def test_no_option_is_named_where_its_readings_are_one() -> None:
    """blaze_water is about Blazes: a water hex has no MF cost by either reading."""
    text = text_of(POSITIONS["blaze_water"])
    wet = pyrout.parse(
        text.replace('feature("B2",blaze)', 'terrain("B2",water)').replace('terrain("B2",open_ground).', "")
    )
    answer = pyrout.solve(wet)
    assert answer.units == pyrout.solve(wet, options={"blaze_water": "avoidable"}).units
    assert "blaze_water" not in list_relevant("asl", ask(wet).options, answer.units, wet)


# Without these in a position the reading changes nothing; with them it often does.
NEEDED = {
    "crawl_toward": ("beside",),  # next to an enemy: it is seen there, and crawls
    "ignore_from": ("lurker", "open"),  # somebody whom it meets on its way, so that it chooses anew
    "toward": ("fork",),  # two ways to go
    "repulsed": ("veiled",),  # concealed enemies where it could go
    "encircled_mf": ("encircled",),
    "disrupted_ceases": ("disrupted", "lurker"),
    "disrupted_broken": ("disrupted",),
    "disrupted_forced": ("disrupted",),
    "abtf": ("hemmed",),  # nowhere to go
    "surrender_again": ("lurker",),
    "own_building": ("housed",),
    "leave_building": ("housed",),
}


def test_what_a_position_needs_for_an_option_to_matter() -> None:
    assert hints("asl") == NEEDED
    assert disputable("asl") == sorted(NEEDED)
