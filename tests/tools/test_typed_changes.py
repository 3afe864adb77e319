"""Changes of the board editor: typed lines, storeys, hexes that are cleared, LOS that is derived."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pyrout.errors import InstanceError, UsageError
from pyrout.position.reading import parse
from pyrout.serve.edits import apply_edits
from pyrout.serve.map_edits import blank


def facts(*edits: dict[str, Any], more: str = "") -> set[str]:
    text = blank() + more
    return set(map(str, apply_edits(parse(text, "blank.lp", need="facts"), edits).facts))


def placed(line: str, at: str | None = None) -> list[str]:
    """Return the places that a typed line gives to units; `at` is the hex that is chosen on the map."""
    return sorted(fact for fact in facts({"op": "say", "line": line, "at": at}) if fact.startswith("at("))


@pytest.mark.parametrize(
    ("line", "at", "places"),
    [
        ("E5 german 4-6-7", None, ['at(g1,"E5")']),
        ("e5 german 4-6-7", None, ['at(g1,"E5")']),
        ("E5 german 4-6-7; german 8-1", None, ['at(g1,"E5")', 'at(g2,"E5")']),
        ("g1 german 4-6-7", None, ['at(g1,"G1")']),  # no hex is chosen: it is one
        ("g1 german squad 4-6-7 broken dm", "E5", ['at(g1,"E5")']),
        ("c3 german 4-6-7", "E5", ['at(g1,"C3")']),
    ],
)
def test_where_a_typed_unit_goes(line: str, at: str | None, places: list[str]) -> None:
    assert placed(line, at) == places


@pytest.mark.parametrize("line", ["K5 german 4-6-7", "E5 woods; k5 german 4-6-7 broken", "e15 german 4-6-7 broken dm"])
def test_a_hex_that_is_not_on_the_map_is_no_name_of_a_unit(line: str) -> None:
    with pytest.raises(UsageError, match="there is no hex"):
        placed(line, "B2")


@pytest.mark.parametrize(("rules", "stairs"), [("aslsk", False), ("asl", True)])
def test_storeys_have_stairs_where_the_rule_set_has_them(rules: str, stairs: bool) -> None:
    edits = (
        {"op": "terrain", "hexes": ["E5"], "terrain": "stone_building"},
        {"op": "storeys", "hexes": ["E5"], "value": 2},
    )
    text = blank().replace("rules(aslsk).", f"rules({rules}).")
    made = set(map(str, apply_edits(parse(text, "blank.lp", need="facts"), edits).facts))
    assert 'level("E5",2)' in made and ('stairwell("E5")' in made) == stairs


def test_a_hex_that_is_cleared_has_no_path() -> None:
    assert 'path("E5","E6")' in facts(more='path("E5","E6").')
    assert not [
        fact for fact in facts({"op": "clear", "hexes": ["E5"]}, more='path("E5","E6").') if fact.startswith("path")
    ]


def test_derived_los_leaves_none_that_was_given() -> None:
    given = 'los("E5","E6",0). vertex_los("E5","E6",west,"E4",0).'
    assert not [fact for fact in facts({"op": "derive_los"}, more=given) if "los" in fact]


@pytest.mark.parametrize(
    ("line", "at", "made"),
    [
        ("G7 stone", None, 'terrain("G7",stone_building)'),
        ("wooden", "E5", 'terrain("E5",wooden_building)'),
        ("E5 road E6", None, 'road("E5","E6")'),
        ("road E6 E7", "E5", 'road("E6","E7")'),
        ("E5 paved road to E6", None, 'paved("E5","E6")'),
        ("E5 wall E6", None, 'hexside("E5","E6",wall)'),
        ("E5 woods; E5 open", None, 'terrain("E5",open_ground)'),
    ],
)
def test_what_a_button_says_can_be_typed(line: str, at: str | None, made: str) -> None:
    assert made in facts({"op": "say", "line": line, "at": at})


@pytest.mark.parametrize(
    ("line", "at", "said"),
    [
        ("E5 wods", None, "did you mean woods?"),
        ("Z9 woods", None, "there is no hex Z9"),
        ("Z9 woods", "E5", "there is no hex Z9"),
        ("E5 road", None, "name the other one, as in E5 road E6"),
        ("E5 squad", None, "write its side and its kind"),
    ],
)
def test_what_cannot_be_meant_has_its_remedy(line: str, at: str | None, said: str) -> None:
    with pytest.raises((UsageError, InstanceError), match=re.escape(said)):
        facts({"op": "say", "line": line, "at": at})
