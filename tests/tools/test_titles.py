"""The titles of positions: in words, from the comment of the file or from the answer, never the stem of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pyrout
from pyrout.draw.titles import headline, own_title
from pyrout.serve import jobs
from pyrout.serve.examples import catalogue
from pyrout.wording import Names

MAP = (
    "rules(aslsk). side(german). side(american). attacker(american). "
    'hex("A1",0,1). hex("B1",1,2). hex("C2",2,3). hex("D2",3,4). '
    'terrain("A1",open_ground). terrain("B1",open_ground). terrain("C2",woods). terrain("D2",open_ground). '
)
GERMAN = 'unit(g1,german,squad). at(g1,"B1"). status(g1,broken). status(g1,dm). '
AMERICAN = 'unit(a1,american,squad). at(a1,"A1"). '
OTHER = 'unit(g2,german,half_squad). at(g2,"B1"). status(g2,broken). status(g2,dm). '


@pytest.mark.parametrize(
    ("text", "stem", "words"),
    [
        ("% A20-21-abtf: who is broken surrenders. Certainty: high.\n", "A20-21-abtf", "Who is broken surrenders"),
        ("% g1 may rout. No more.\n", "x", "g1 may rout"),
        ("% game.vsav (VASL 6.5.1)\n% Board z\n", "hill-621", "Saved game hill-621"),
        ("% Board y, version 6.2: its hexes\n% Board z, version 6.0: its hexes\n", "yz", "Boards y and z"),
        ("rules(aslsk).\n% later\n", "x", ""),
        ("", "x", ""),
    ],
)
def test_a_file_gives_its_position_a_title(text: str, stem: str, words: str) -> None:
    assert own_title(text.splitlines(), stem) == words


@pytest.mark.parametrize(
    ("units", "words"),
    [
        (GERMAN + AMERICAN, "German squad in B1 must rout to C2"),
        (GERMAN + OTHER + AMERICAN, "German squad in B1 must rout to C2 (and 1 more unit)"),
        ('unit(g1,german,squad). at(g1,"D2"). status(g1,broken). ', "Nobody has to rout"),
    ],
)
def test_without_it_the_answer_is_the_title(units: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "position.lp").write_text(MAP + units, encoding="utf-8")
    position = pyrout.load(tmp_path / "position.lp")
    assert headline(pyrout.solve(position).units, Names(position)) == words


@pytest.mark.parametrize("chosen", [{}, {"rules": "asl"}, {"options": {"revisit": "forbid"}}])
def test_by_other_rules_the_answer_is_the_title(chosen: dict[str, object]) -> None:
    """The text of a file may say its answer, which holds by its own rules and options."""
    request = {"text": "% g1 goes to the woods.\n" + MAP + GERMAN + AMERICAN, "name": "x.lp", **chosen}
    said = json.loads(jobs.answer("view", request, 60).body)["title"]
    assert said == ("German squad in B1 must rout to C2" if chosen else "g1 goes to the woods")


def test_no_shipped_position_has_the_stem_of_its_file_for_a_title() -> None:
    listed = [pair for _, several in catalogue() for pair in several]
    assert len(listed) > 1000
    assert [name for name, title in listed if title == name.rpartition("/")[2]] == []
