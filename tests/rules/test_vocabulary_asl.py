"""Each word of the vocabulary: full ASL answers a position with it, or refuses it with the section of its rule.

`test_terrain_chart.py` asks what each terrain costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from day import of_today
from tiny import TERRAIN, Position, asl

from pyrout.errors import InstanceError
from pyrout.position.vocabulary import PREDICATES, Either, Kind, OneOf, Tagged
from pyrout.program.rule_index import options

pytestmark = [pytest.mark.slow, pytest.mark.alone]  # tests change the letters of terrain

# The fact with a word, by its predicate and the number of the argument. g1 stands broken in B1, a1 in B4.
FACTS = {
    ("environment", 0): "environment({}).",
    ("terrain", 1): "",  # that of B2
    ("hexside", 2): 'hexside("B1","B2",{}).',
    ("feature", 1): 'feature("B2",{}).',
    ("capacity", 1): 'feature("B2",{0}). capacity("B2",{0},2).',
    ("vertex_los", 2): "vertex_los({},{},{},{},0).",
    ("in_open", 2): 'in_open("B2","B4",{}).',
    ("given_around", 2): 'given_around("B1",999,hexes). given_around("B1",999,los). given_around("B2",999,{}).',
    ("board", 3): 'board("02",0,0,{}). given_around("B1",6,hexes). given_around("B1",999,los).',
    ("unit", 2): 'unit(x,american,{0}). at(x,"B4"). unit(y,german,{0}). at(y,"A2").',
    ("at", 2): 'feature("A2",{0}). capacity("A2",{0},2). unit(y,german,squad). at(y,"A2",{0}).',
    ("status", 1): "status(a1,{}).",
    ("nationality", 1): "nationality(g1,{0}). nationality(american,{0}).",
    ("sw", 1): "sw(w,{},1,8). possesses(a1,w).",
    ("current", 2): 'hex("C2",2,3). hex("C3",2,5). terrain("C2",river). terrain("C3",river). current("C2","C3",{}).',
    ("skis", 1): "environment(deep_snow). skis(g1,{}).",
    ("history", 1): "history(g1,{}).",
    ("nmc", 2): 'nmc(g1,"B2",{}).',
    ("hob", 1): 'nmc(g1,"B2",two). hob(g1,{}).',
    ("reveal", 3): 'status(a1,concealed). reveal(a1,g1,"B2",{}).',
    ("home_edge", 1): "home_edge(german,{}).",
    ("area", 0): "area({},4,10,8,12).",
    ("impassable", 0): "impassable({},rough).",
    ("impassable", 1): "impassable(squad,{}).",
    ("facing", 1): "facing(g1,{}).",
    ("order", 1): "order(g1,{}).",
    ("unit_of_length", 0): "unit_of_length({},2).",
    ("expect", 1): "expect(g1,{}).",
}
# Facts that a word needs beside it, or a fact of its own, where the word is of another thing than those above.
BESIDES = {
    **dict.fromkeys(("broken_terrain", "steppe_terrain", "other_boards"), "environment(desert)."),
    "wire": 'wire_exit("B2",1).',
    "night": "nvr(3).",
    "drift": "environment(ground_snow).",
    "bridge": 'road("B1","B2"). road("B2","B3").',
    "irrigation_ditch": 'feature("B2",shellholes).',
    "sand_dune": 'hexside("B2","B3",dune_crest_low).',
    **dict.fromkeys(("stone_market_place", "wooden_market_place"), 'level("B2",1).'),
    "two": "hob(g1,hero).",
    **dict.fromkeys(("los", "hexes"), 'board("y",0,0,normal).'),
    "entrenched": 'feature("B2",foxhole).',
    "in_sewer": 'road("B1","B2").',
}
OF_ANOTHER = {
    **dict.fromkeys(("dm", "disrupted"), "status(g1,{})."),
    **dict.fromkeys(
        ("malfunctioned", "emplaced"), 'unit(x,american,gun). at(x,"B4"). normal_range(x,8). status(x,{}).'
    ),
    **dict.fromkeys(
        ("stunned", "shocked", "motion", "buttoned_up", "abandoned"),
        'unit(x,american,vehicle). at(x,"B4"). normal_range(x,8). status(x,{}).',
    ),
    "dummy": 'unit(x,american,{}). at(x,"B4"). status(x,concealed).',
    "tank_hunter": 'unit(x,american,{}). at(x,"B4"). normal_range(x,1). status(x,hidden).',
    **dict.fromkeys(
        ("crest", "entrenched", "in_sewer"), 'unit(x,american,squad). at(x,"B2"). normal_range(x,4). status(x,{}).'
    ),
    "mounted": 'unit(x,american,cavalry). at(x,"B4"). normal_range(x,4). status(x,{}).',
    "wounded": 'unit(x,american,leader). at(x,"B4"). normal_range(x,0). status(x,{}).',
    "killed": 'unit(x,german,leader). at(x,"A2"). status(x,broken). nmc(x,"B1",{}).',
    **dict.fromkeys(("west", "east"), 'vertex_los("B1","B2",{},"B4",0).'),
    **dict.fromkeys(("north", "south"), 'vertex_los("B1","A2",{},"B4",0).'),
    "must(1)": 'expect(g1,must("a10-5-must")).',
    **{f"{fate}(1)": f'expect(g1,{fate}("1/2")).' for fate in ("rallied", "removed", "off_table")},
}
# The terrain of B2 for a feature that is not in Open Ground.
BENEATH = {
    "rowhouse": "stone_building",
    "tower": "woods",
    "bridge": "gully",
    "crest": "gully",
    "gully": "woods",
    "stream": "brush",
    **dict.fromkeys(("dry", "deep", "flooded", "ford"), "stream"),
}
# Refused words, with the section that the message names, or what it says where no section speaks of them.
REFUSED = {
    "environment": {
        "fog": "E3.31",
        "paratroopers": "E9.5",
        "skis": "E4.33",
        "tunnels": "B8.62",
        "fording": "B21.43",
    },
    "terrain": {
        "mud": "E3.64",
        "snow": "E3.723",
        "deep_snow": "E3.733",
        "ford": "B20.8",
        "shallow_water": "B21.41",
        **dict.fromkeys(("ocean", "reef", "effluent"), "G13.4"),
        "beach": "Chapter G Terrain Chart",
        "rice_paddy": "G8.2",
        "panji": "G9.4",
        **dict.fromkeys(("bedouin_camp", "mausoleum", "building_cluster"), "F12"),
        "storage_tank": "O9",
        "temple": "no rule of that terrain is known",
    },
    "hexside": {"railway_embankment": "O2", "interior_factory_wall": "O5.3"},
    "feature": {"cave": "G11.77", "sangar": "F8", "roadblock": "B29.1"},
    "unit": dict.fromkeys(("infantry", "artillery"), "on hexes say what unit it is"),
}
A_TABLE = "that is a fact about a table, and this is a map of hexes"
OF_A_TABLE = ("home_edge", "area", "impassable", "facing", "order", "unit_of_length")


def words_of(kind: Kind) -> Iterator[str]:
    """Yield each word that may stand there, with one for an argument of its own."""
    if isinstance(kind, Either):
        yield from (*words_of(kind.first), *words_of(kind.second))
    elif isinstance(kind, OneOf):
        yield from kind.words
    elif isinstance(kind, Tagged):
        yield from kind.words
        for term, inner in kind.terms.items():
            yield from (f"{term}({word})" for word in (*words_of(inner),) or ("1",))


WORDS = [
    (predicate.name, number, word)
    for predicate in PREDICATES
    for number, kind in enumerate(predicate.args)
    for word in words_of(kind)
]


OPTIONS = sorted({(value.option, value.value) for value in options("asl")})


def with_word(name: str, number: int, word: str) -> Position:
    TERRAIN["v"] = word if name == "terrain" else BENEATH.get(word, "open_ground")
    fact = FACTS[name, number] if name in OF_A_TABLE else OF_ANOTHER.get(word, FACTS[name, number])
    return asl(
        "B1. B2v B3. B4. A2w",
        "g1:squad@B1 broken dm; a1:squad@B4",
        facts=f"{fact.format(word)} {BESIDES.get(word, '')}",
    )


def refusal(name: str, word: str) -> str | None:
    return A_TABLE if name in OF_A_TABLE else REFUSED.get(name, {}).get(word)


@pytest.mark.parametrize(("name", "number", "word"), of_today(WORDS, 4))
def test_a_word_is_answered_or_refused_with_its_section(name: str, number: int, word: str) -> None:
    here = with_word(name, number, word)
    says = refusal(name, word)
    if says is None:
        assert here.g1.verdict in ("routs", "may_rout", "stays", "cannot_rout", "eliminated", "surrenders")
    else:
        with pytest.raises(InstanceError, match=rf"{re.escape(word)}.*{re.escape(says)}"):
            _ = here.g1


@pytest.mark.parametrize(("option", "value"), of_today(OPTIONS, 4))
def test_a_value_of_an_option_is_answered(option: str, value: str) -> None:
    assert asl(
        "B1. B2. B3. B4. A2w", "g1:squad@B1 broken dm; a1:squad@B4", facts=f"option({option},{value})."
    ).g1.routes


def test_what_is_refused_is_a_word() -> None:
    words = {(name, word) for name, _, word in WORDS}
    assert {(name, word) for name, of in REFUSED.items() for word in of} <= words
    assert {*BESIDES, *OF_ANOTHER, *BENEATH} <= {word for _, word in words}
