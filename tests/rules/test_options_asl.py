"""The options of full ASL: their defaults, where an answer names one, and what a position needs for one to matter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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

# Defaults (the chart, unless a published answer is clearer), and the rule that it reads.
DEFAULTS = {
    "ignore_from": ("current", "a10-51-ignore-range"),
    "own_building": ("start", "a10-51-ignore-building"),
    "leave_building": ("free", "a10-51-ignore-building"),
    "toward": ("hexes", "a10-51-toward"),
    "crawl_toward": ("hexes", "a10-51-toward"),
    "broken_forces": ("yes", "a10-5-must"),
    "surrender_again": ("yes", "a20-21-surrender"),
    "vehicle_only": ("rout", "a20-21-vehicle"),
    "adjacent_clean": ("no", "a10-51-nearest"),
    "blaze_water": ("barred", "a10-51-hazards"),
    "bar_unarmed": ("yes", "a10-51-adjacent"),
    "repulsed": ("eliminated", "a10-533-repulse"),
    "encircled_mf": ("double", "a7-7-encircled"),
    "upstairs_cellar": ("no", "a7-72-upstairs"),
    "disrupted_ceases": ("yes", "a19-12-rout"),
    "disrupted_broken": ("yes", "a19-12-rout"),
    "disrupted_forced": ("yes", "a19-12-rout"),
    "unknown_vehicle": ("ignored", "a10-51-map"),
    "abtf": ("no", "a20-21-abtf"),
    "free_toward": ("yes", "a10-51-free"),
    "road_rate": ("choice", "b3-4-road"),
    "pinned_surrenders": ("yes", "a10-53-nmc"),
    "hob_unyielding": ("berserk", "a15-hob"),
    "revisit": ("forbid", "a10-51-revisit"),
    "night_dm": ("dm", "e1-54-night"),
    "wire_price": ("ignored", "b26-41-wire"),
    "wire_crawl": ("no", "b26-41-wire"),
    "end_in_open": ("allowed", "a10-5-ftr"),
}


def test_defaults_of_the_options_and_their_rules() -> None:
    values = options("asl")
    assert {value.option: (value.value, value.rule) for value in values if value.default} == DEFAULTS
    assert {(value.option, value.rule) for value in values} == {(name, rule) for name, (_, rule) in DEFAULTS.items()}


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
    assert set(POSITIONS) == DEFAULTS.keys() - {"revisit"}


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
