"""Terrain and hexsides of unknown height in the way of a derived LOS are refused, never looked over."""

from __future__ import annotations

import pytest
from terrain_chart import CHART, HEIGHT_ALONE

import pyrout
from pyrout.position.vocabulary import HEXSIDE, TERRAIN

# g may rout some hexes along column A; r is far enough off that the hexes next to him are out of the area.
LENGTH = 14
POSITION = (
    "rules(asl). side(german). side(russian). attacker(russian)."
    'unit(g,german,squad). at(g,"A14"). status(g,broken). unit(r,russian,squad). at(r,"A1").'
    + "".join(f'hex("A{n}",0,{2 * n - 1}).' for n in range(1, LENGTH + 1))
    + "".join(f'terrain("A{n}",open_ground).' for n in range(1, LENGTH + 1) if n != 3)
)
OPEN = 'terrain("A3",open_ground).'

# A rule says of each of these that it rises, and by how much, or that it does not.
RULED = [*(word for word, row in CHART.items() if row.height), *HEIGHT_ALONE.split()]
RULED_SIDES = "wall hedge cactus_hedge roadblock drift cliff bocage"


def refusal(facts: str) -> str:
    with pytest.raises(pyrout.InstanceError) as error:
        pyrout.solve(pyrout.parse(POSITION + facts))
    return str(error.value)


@pytest.mark.parametrize("terrain", [word for word in TERRAIN.words if word not in RULED])
def test_terrain_of_unknown_height_is_refused(terrain: str) -> None:
    message = refusal(f'terrain("A3",{terrain}).')
    assert f'terrain("A3",{terrain}) is refused' in message
    assert "give los/3" in message


@pytest.mark.parametrize("terrain", RULED)
def test_other_terrain_is_answered(terrain: str) -> None:
    assert pyrout.solve(pyrout.parse(POSITION + f'terrain("A3",{terrain}).'))["g"].verdict


@pytest.mark.parametrize("side", [word for word in HEXSIDE.words if word not in RULED_SIDES.split()])
@pytest.mark.parametrize("where", ['"A1","A2"', '"A2","A3"', '"A3","A2"'])
def test_a_hexside_of_unknown_height_is_refused(side: str, where: str) -> None:
    message = refusal(OPEN + f"hexside({where},{side}).")
    assert f"hexside({where},{side}) is refused" in message
    assert "give los/3" in message


@pytest.mark.parametrize("level", [0, 1])
def test_an_elevated_road_with_a_level_is_answered(level: int) -> None:
    road = f'terrain("A3",elevated_road). elevation("A3",{level}).'
    assert pyrout.solve(pyrout.parse(POSITION + road))["g"].verdict


@pytest.mark.parametrize("heights", ["", 'elevation("A1",2).'])
@pytest.mark.parametrize(
    ("terrain", "sentence"),
    [
        ("rice_paddy", "(G8.2)"),
        ("panji", "(G9.4)"),
        ("railroad", "(B32, F6.4)"),
        ("rail_car", "(B32.5)"),
        ("deir", "(F4)"),
        ("elevated_road", "give its elevation/2"),
        ("storage_tank", "(O9)"),
        ("bedouin_camp", "(F12.45)"),
        ("hillock", "(F6.4)"),
        ("sand_dune", "(F7.5)"),
    ],
)
def test_the_sentence_names_the_rule(terrain: str, sentence: str, heights: str) -> None:
    assert sentence in refusal(heights + f'terrain("A3",{terrain}).')


@pytest.mark.parametrize(
    ("side", "sentence"),
    [
        ("dune_crest_low", "(F7.5)"),
        ("dune_crest_high", "(F7.5)"),
        ("rowhouse_wall", "(B23.71)"),
        ("railway_embankment", "(O2)"),
        ("interior_factory_wall", "(O5.3)"),
    ],
)
def test_the_sentence_of_a_hexside_names_the_rule(side: str, sentence: str) -> None:
    assert sentence in refusal(OPEN + f'hexside("A2","A3",{side}).')


@pytest.mark.parametrize("terrain", ["huts", "collapsed_huts"])
def test_huts_are_refused_between_two_levels_and_above_their_own(terrain: str) -> None:
    here = f'terrain("A3",{terrain}).'
    assert "(G5.2)" in refusal('elevation("A1",2).' + here)
    assert "(G5.2)" in refusal('elevation("A1",1). elevation("A14",1).' + here)


@pytest.mark.parametrize("terrain", ["rice_paddy", "storage_tank", "railroad", "panji"])
def test_the_terrain_of_the_enemy_himself_is_refused(terrain: str) -> None:
    position = POSITION.replace('terrain("A1",open_ground)', f'terrain("A1",{terrain})')
    with pytest.raises(pyrout.InstanceError, match=terrain):
        pyrout.solve(pyrout.parse(position + OPEN))


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param('terrain("A3",rice_paddy). los("A1","A14",0).', id="the LOS is given"),
        pytest.param('terrain("A3",rice_paddy). hex("A15",0,29).', id="woods block it anyway"),
        pytest.param(OPEN + 'hex("F2",5,4). terrain("F2",rice_paddy).', id="no LOS goes there"),
        pytest.param(OPEN + 'hexside("A1","B1",railway_embankment). hex("B1",1,0).', id="behind the enemy"),
    ],
)
def test_what_no_deciding_los_meets_is_not_refused(facts: str) -> None:
    position = POSITION
    if "A15" in facts:
        position = POSITION.replace('terrain("A4",open_ground)', 'terrain("A4",woods)')
    assert pyrout.solve(pyrout.parse(position + facts))["g"].verdict
