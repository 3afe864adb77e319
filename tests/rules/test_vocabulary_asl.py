"""Each word of the vocabulary for the map: full ASL answers a position with it, or refuses it with the section of its rule.

`test_terrain_chart.py` asks the same of each terrain.
"""

from __future__ import annotations

import pytest
from tiny import TERRAIN, asl

from pyrout.errors import InstanceError
from pyrout.position.vocabulary import ENVIRONMENT, FEATURE, HEXSIDE

pytestmark = pytest.mark.slow

UNITS = "g1:squad@B1 broken dm; a1:squad@B4"

# Refused words, with the section that the message names.
REFUSED = {
    # environment
    "fog": "E3.31",
    "night": "E1.54",
    "caves": "G11.77",
    "paratroopers": "E9.5",
    "skis": "E4.33",
    "tunnels": "B8.62",
    "evacuation": "G14.41",
    "fording": "B21.43",
    # hexsides
    "railway_embankment": "O2",
    "interior_factory_wall": "O5.3",
    # features
    "cave": "G11.77",
    "sangar": "F8",
    "roadblock": "B29.1",
}
# Facts that a word needs beside it.
BESIDES = {
    **dict.fromkeys(("broken_terrain", "steppe_terrain", "other_boards"), "environment(desert)."),
    "wire": 'wire_exit("B2",1).',
    "bridge": 'road("B1","B2"). road("B2","B3").',
}
# The terrain of B2 for a feature that is not in Open Ground.
BENEATH = {
    "rowhouse": "stone_building",
    "tower": "woods",
    "bridge": "gully",
    "gully": "woods",
    "stream": "brush",
    **dict.fromkeys(("dry", "deep", "flooded"), "stream"),
}


def is_answered(word: str, fact: str) -> None:
    """Ask for g1 in a position with the fact, and hold a refusal to its section."""
    TERRAIN["v"] = BENEATH.get(word, "open_ground")
    here = asl("B1. B2v B3. B4. A2w", UNITS, facts=f"{fact} {BESIDES.get(word, '')}")
    if word in REFUSED and not (word == "roadblock" and "hexside" in fact):
        with pytest.raises(InstanceError, match=REFUSED[word].replace(".", r"\.")):
            _ = here.g1
    else:
        assert here.g1.verdict in ("routs", "may_rout", "stays", "eliminated", "surrenders")


@pytest.mark.parametrize("word", ENVIRONMENT.words)
def test_environments(word: str) -> None:
    is_answered(word, f"environment({word}).")


@pytest.mark.parametrize("word", HEXSIDE.words)
def test_hexsides(word: str) -> None:
    is_answered(word, f'hexside("B1","B2",{word}).')


@pytest.mark.parametrize("word", [*FEATURE.words, *FEATURE.terms])
def test_features(word: str) -> None:
    is_answered(word, f'feature("B2",{"minefield(known)" if word == "minefield" else word}).')


def test_what_is_refused_is_a_word() -> None:
    assert set(REFUSED) <= {*ENVIRONMENT.words, *HEXSIDE.words, *FEATURE.words}
