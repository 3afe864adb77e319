"""Terrain of a board for which a rule set has no rule: left out and reported where legal steps lead; typed, it is refused."""

from __future__ import annotations

import pytest

import pyrout
from pyrout.errors import InstanceError
from pyrout.hexes.solve import solvers
from pyrout.question import ask
from pyrout.results.answer import UnitAnswer

# A column of hexes: g1 in the open of B2, woods in B1.
HEXES = "".join(f'hex("B{n}",1,{2 * n}). ' for n in range(1, 7)) + 'terrain("B1",woods). terrain("B2",open_ground). '
UNITS = (
    "rules(aslsk). side(german). side(american). attacker(american). "
    'unit(g1,german,squad). at(g1,"B2"). status(g1,broken). status(g1,dm). '
)
GIVEN = (
    'board("y",0,0,normal). given_around("B2",999,hexes). given_around("B2",999,los). '
    'los("B2","B1",0). los_from("B2"). '
)


def unit(facts: str, board: str = GIVEN) -> UnitAnswer:
    return pyrout.solve(pyrout.parse(f"{UNITS}{HEXES}{board}{facts}"))["g1"]


def test_terrain_of_a_board_without_a_cost_is_closed_and_reported() -> None:
    """B3 is crags: nobody enters it, so the rout goes to B1 alone, and the answer says why."""
    g1 = unit('terrain("B3",crags). terrain("B4",woods).')
    assert [d.hex for d in g1.destinations] == ["B1"]
    assert {route.path[1] for route in g1.routes} == {"B1"}
    assert [said for said in g1.assumes if "crags of B3" in said and "nobody enters" in said]


def test_a_feature_of_a_board_is_left_out_and_reported() -> None:
    """B3 has shellholes, of which the Starter Kit knows nothing: the answer is that of open ground."""
    plain = unit('terrain("B3",open_ground). terrain("B4",woods).')
    g1 = unit('terrain("B3",open_ground). terrain("B4",woods). feature("B3",shellholes).')
    assert g1.to_json()["routes"] == plain.to_json()["routes"]
    assert [said for said in g1.assumes if "shellholes of B3" in said]
    assert not [said for said in plain.assumes if "shellholes" in said]


def test_far_from_legal_steps_nothing_is_reported() -> None:
    """No legal step comes next to the crags of B5, for nobody enters the water of B3."""
    g1 = unit('terrain("B3",water). terrain("B5",crags).')
    assert not [said for said in g1.assumes if "crags" in said]


@pytest.mark.parametrize("fact", ['terrain("B3",crags).', 'feature("B3",shellholes).'])
def test_typed_it_is_refused(fact: str) -> None:
    with pytest.raises(InstanceError, match="refused by the rule set aslsk"):
        unit(fact, "")


def test_in_a_group_of_positions_it_is_the_same() -> None:
    question = ask(pyrout.parse(f'{UNITS}{HEXES}{GIVEN}terrain("B3",crags).'))
    plain = ask(pyrout.parse(f'{UNITS}{HEXES}{GIVEN}terrain("B3",water).'))
    beyond, _ = solvers([question, plain])
    assert not isinstance(beyond, Exception)
    assert [d.hex for d in beyond.unit("g1").destinations] == ["B1"]
