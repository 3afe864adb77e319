"""The enumerator of full ASL by hand: steps, prices and destinations (A10.51), Low Crawl (A10.52)."""

from __future__ import annotations

import pytest
from enumerated import Destination
from positions_enumerated_asl import HOUSE, HOUSES, firsts, friends, g1, goals, paths

pytestmark = pytest.mark.slow  # half a minute together


# --- steps ------------------------------------------------------------------------------------------------------


def test_closer_is_for_armed_enemies() -> None:
    # C1 is two hexes from C3, B2 and D2, and one from C2 alone.
    assert firsts(g1("r1 squad C1 -")) == {"B2", "B3", "C4", "D2", "D3"}
    # From A5 the ranges are: C3 three, B3 and C4 two, B2 and D3 three, C2 and D2 four.
    assert firsts(g1("r1 squad A5 -")) == {"C2", "D2", "D3", "B2"}
    assert firsts(g1("r1 squad A5 - unarmed")) == {"C2", "C4", "D2", "D3", "B2", "B3"}


def test_adjacent_is_for_all_known_enemies() -> None:
    assert firsts(g1("r1 squad C1 - unarmed")) == {"B2", "B3", "C4", "D2", "D3"}
    assert firsts(g1("r1 squad C1 - unarmed", facts="option(bar_unarmed,no).")) == {"B2", "C2", "D2", "B3", "C4", "D3"}
    # A hex out of its sight is not ADJACENT to it; that it is closer does not matter for one unarmed.
    assert "C2" in firsts(g1("r1 squad C1 - unarmed", blind="C1-C2"))


def test_leaving_an_enemys_location() -> None:
    assert firsts(g1("r1 squad C3 - broken")) == {"B2", "B3", "C2", "C4", "D2", "D3"}


def test_unknown_enemies_bar_nothing() -> None:
    assert "C2" in firsts(g1("r1 squad C1 -", blind="C1-C3"))


def test_unknown_vehicles_may_bar() -> None:
    text = {"blind": "C2-C3", "terrain": "C3=woods"}
    assert "C2" in firsts(g1("r1 vehicle C2 9", **text))
    assert "C2" not in firsts(g1("r1 vehicle C2 9", facts="option(unknown_vehicle,barred).", **text))


def test_water_and_blazes_are_not_entered() -> None:
    answer = g1("r1 squad C1 -", terrain="C4=water", facts='feature("yB3",blaze).')
    assert firsts(answer) == {"B2", "D2", "D3"}


def test_cliffs_are_not_crossed() -> None:
    assert firsts(g1("r1 squad C1 -", facts='hexside("yC3","yC4",cliff).')) == {"B2", "B3", "D2", "D3"}


# --- prices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "price"),
    [
        ({}, 6),
        ({"terrain": "C5=woods C4=grain"}, 7),
        ({"terrain": "C5=woods C4=rubble B4=marsh D4=marsh"}, 10),
        ({"facts": 'hexside("yC3","yC4",wall). hexside("yB4","yC5",hedge). hexside("yD4","yC5",hedge).'}, 8),
        ({"facts": 'elevation("yC5",1).'}, 10),
        ({"facts": 'feature("yC5",smoke).'}, 8),
        ({"facts": 'road("yC4","yC5").'}, 4),
        # Two squads there: room for a third. With three it is one over, with four two.
        ({"facts": "".join(f'unit(g{n},german,squad). at(g{n},"yC5").' for n in (2, 3))}, 6),
        ({"facts": "".join(f'unit(g{n},german,squad). at(g{n},"yC5").' for n in (2, 3, 4))}, 8),
        ({"facts": "".join(f'unit(g{n},german,half_squad). at(g{n},"yC5").' for n in (2, 3, 4, 5, 6))}, 8),
        # Encircled: the first hex costs double.
        ({"facts": "status(g1,encircled)."}, 8),
        ({"facts": "status(g1,encircled). option(encircled_mf,single)."}, 6),
    ],
)
def test_price(more: dict[str, str], price: int) -> None:
    more = {"terrain": "C5=woods", **more}
    # By C4: a detour by B3-B4 or D3-D4 costs one hex more, and never less than the prices below.
    answer = g1("r1 squad C1 - unarmed", **more)
    assert goals(answer)["C5"] == price


def test_marsh_takes_the_whole_allowance() -> None:
    around = "C4=marsh B2=water B3=water D2=water D3=water"
    answer = g1("r1 squad C1 -", terrain=around)
    assert {r.mf for r in answer.routes} == {(0, 12)}
    assert paths(answer) == {"C3 C4"}
    assert not firsts(answer, "low_crawl")


def test_no_way_may_lead_away_from_the_destination() -> None:
    # C5 is two hexes off; with C4, B3 and D3 closed the way round would begin one hex further away.
    closed = "C4=water B3=water D3=water C5=woods"
    assert "C5" not in goals(g1("r1 squad A1 - unarmed", terrain=closed, blind="A1-C3"))
    # C3, D3, E4 and E5 are all two hexes from C5, and D5 is one: a detour, but never away. 1 + 1 + 1 + 1 + 2 MF.
    around = "C4=water B3=water D4=water C5=woods"
    assert goals(g1("r1 squad A1 - unarmed", blind="A1-C3", terrain=around))["C5"] == 12


def test_toward_reach_allows_a_detour() -> None:
    # B2 is three hexes from C5, C3 two: by B2-A3-A4-B4 (all 1 MF) the price is 5 half-hexes more.
    closed = "C4=water B3=water D3=water D4=water C5=woods"
    text = {"terrain": closed, "blind": "A1-C3"}
    assert "C5" not in goals(g1("r1 squad A1 - unarmed", **text))
    answer = g1("r1 squad A1 - unarmed", facts="option(toward,reach).", **text)
    assert goals(answer)["C5"] == 2 + 2 + 2 + 2 + 4


# --- destinations -----------------------------------------------------------------------------------------------


def test_no_farther_from_one_enemy_is_enough() -> None:
    # r1 in A3 is two hexes from C3 and from B1, and four from E2; r2 in C5 is two from C3 and four from both.
    answer = g1("r1 squad A3 -", "r2 squad C5 -", terrain="B1=woods E2=woods")
    assert answer.destinations == {"yB1": Destination(6, True), "yE2": Destination(6, False)}
    answer = g1("r1 squad A3 -", "r2 squad C5 -", terrain="B1=woods")
    assert answer.destinations == {"yB1": Destination(6, True)}
    assert answer.free


def test_what_counts_as_a_building() -> None:
    kinds = "C4=stone_building B3=rubble D3=wooden_building"
    answer = g1("r1 squad C1 - broken", terrain=kinds, facts='feature("yD3",tower).')
    assert goals(answer) == {"C4": 4}


OWN = 'building("b","yC3"). building("b","yC4"). building("b","yB3").'


def test_own_building_may_be_ignored() -> None:
    kinds = "C3=stone_building C4=stone_building B3=stone_building"
    answer = g1("r1 squad C1 -", terrain=kinds, facts=OWN)
    assert {h: d.ignorable for h, d in answer.destinations.items()} == {"yC4": True, "yB3": True}
    assert answer.free
    # Each Rowhouse hex is a building of its own.
    rows = OWN + "".join(f'feature("y{h}",rowhouse).' for h in ("C3", "C4", "B3"))
    answer = g1("r1 squad C1 -", terrain=kinds, facts=rows)
    assert {h: d.ignorable for h, d in answer.destinations.items()} == {"yC4": False, "yB3": False}
    assert not answer.free


def test_own_building_only_for_other_cover() -> None:
    kinds = "C3=stone_building C4=stone_building B3=open_ground"
    cover = OWN + "option(leave_building,cover)."
    answer = g1("r1 squad C1 -", terrain=kinds, facts=cover)
    assert (answer.destinations, answer.free) == ({"yC4": Destination(4, False)}, False)
    answer = g1("r1 squad C1 -", terrain=kinds + " E5=woods", facts=cover)
    assert answer.destinations["yC4"].ignorable
    assert "yE5" in answer.destinations


def test_free_routs_stop_anywhere_but_at_the_start() -> None:
    answer = g1("r1 squad C1 -")
    assert answer.free
    assert {"C3 C4", "C3 C4 C5"} <= paths(answer)
    assert all(path.split()[-1] != "C3" for path in paths(answer))


# --- levels -----------------------------------------------------------------------------------------------------


def test_stairs_cost_1_mf_and_levels_of_one_building_touch() -> None:
    answer = g1("r1 squad A1 -", at="C3@1", terrain=HOUSES, facts=HOUSE, blind="A1-C3")
    assert goals(answer) == {"C3": 2, "C3@2": 2, "C4@1": 4, "C4": 6}
    # Without a stairwell in C4 nobody gets down there.
    assert "C3@1 C4@1 C4" not in paths(answer)


def test_upstairs_is_not_adjacent_to_the_next_hex() -> None:
    enemy = "r1 squad C2 9"
    assert g1(enemy, at="C3@1", terrain=HOUSES, facts=HOUSE + 'los("yC2","yC3@1",0).').must == set()
    assert g1(enemy, terrain=HOUSES, facts=HOUSE + "no_quarter(german).").must == {"a10-5-must"}


def test_one_level_up_is_adjacent_by_a_stairwell() -> None:
    assert g1("r1 squad C3 -", at="C3@1", terrain=HOUSES, facts=HOUSE + "no_quarter(german).").must == {"a10-5-must"}
    assert g1("r1 squad C3 -", at="C3@2", terrain=HOUSES, facts=HOUSE).must == set()
    no_stairs = HOUSE.replace('stairwell("yC3").', "")
    assert g1("r1 squad C3 -", at="C3@1", terrain=HOUSES, facts=no_stairs).must == set()


def test_levels_of_the_own_hex_are_no_farther_from_any_known_enemy() -> None:
    single = 'level("yC3",1). stairwell("yC3").'
    answer = g1("r1 squad C1 -", terrain="C3=stone_building C5=woods", facts=single)
    assert answer.destinations["yC3@1"] == Destination(2, True)


# --- Low Crawl --------------------------------------------------------------------------------------------------


def test_crawl_must_end_fewer_hexes_from_the_destination() -> None:
    # E3 is two hexes off, by D2 or D3, or by C4-D4 (three hexes).
    text = {"terrain": "E3=woods", "blind": "A1-C3"}
    assert firsts(g1("r1 squad A1 -", **text), "low_crawl") == {"D2", "D3"}
    free = g1("r1 squad A1 -", facts="option(crawl_toward,free).", **text)
    assert firsts(free, "low_crawl") == {"B2", "B3", "C2", "C4", "D2", "D3"}
    # 12 half-MF: by C4 and D4 (or D3) the woods cost 8, so that C4 still leads there; so does B2, by C3.
    reach = g1("r1 squad A1 -", facts="option(crawl_toward,reachable).", **text)
    assert {"C4", "C2"} <= firsts(reach, "low_crawl")
    price = g1("r1 squad A1 -", facts="option(crawl_toward,mf).", **text)
    assert firsts(price, "low_crawl") == {"D2", "D3"}


def test_no_crawl_from_an_enemy_occupied_location() -> None:
    assert not firsts(g1("r1 squad C3 - broken"), "low_crawl")


def test_no_crawl_into_streams() -> None:
    assert "C4" not in firsts(g1("r1 squad C1 -", terrain="C4=stream"), "low_crawl")


def test_crawls_are_not_interdicted() -> None:
    answer = g1("r1 squad C1 9")
    assert firsts(answer, "low_crawl") == {"B2", "B3", "C4", "D2", "D3"}
    assert all(not r.interdicted for r in answer.routes if r.posture == "low_crawl")


# --- a rout to any Location -------------------------------------------------------------------------------------


def test_a_free_rout_goes_towards_the_location_that_it_chooses() -> None:
    # a10-51-free: "The Location it chooses is its destination: `a10-51-toward` holds for it". B3 and C3 are both next
    # to C4, but C3 is next to D3 and B3 two hexes from it.
    answer = g1("r1 squad C1 -")
    assert {"C3 B3 C4", "C3 C4 D3"} <= paths(answer)
    assert "C3 B3 C4 D3" not in paths(answer)
    assert {leg for r in answer.routes for leg in r.legs} == {("yC3", None)}
    # `free_toward` `no`: "may wander"; `toward` `reach`: "it only has to arrive".
    assert "C3 B3 C4 D3" in paths(g1("r1 squad C1 -", facts="option(free_toward,no)."))
    assert "C3 B3 C4 D3" in paths(g1("r1 squad C1 -", facts="option(toward,reach)."))


def test_a_free_rout_chooses_anew_when_its_location_is_out_of_reach() -> None:
    # Bound for D4, it meets r2 in C4, next to which D4 is: "it chooses anew with the MF left" (a10-51-refigure).
    answer = g1("r2 squad E5 -", blind="E5-C3 E5-B3")
    legs = {r.legs for r in answer.routes if r.path == ("yC3", "yB3", "yC4", "yD3")}
    assert legs == {(("yC3", None), ("yC4", None))}
    # "after having moved, also the one it is in (note 26)"
    assert (("yC3", None), ("yC4", None)) in {r.legs for r in answer.routes if r.path == ("yC3", "yC4")}


def test_a_free_rout_that_has_arrived_goes_on_in_cover_alone() -> None:
    # a10-51-arrived: "it must stop, unless it goes on into another building or woods hex in its next step". r1 in A3 is two
    # hexes from C3 and B1, which may be ignored for that. Bound for C2, by B2 (as far from it), it may go on into B1.
    answer = g1("r1 squad A3 -", terrain="B1=woods C1=water A1=water A2=water", blind="A3-B2 A3-B1")
    assert answer.destinations == {"yB1": Destination(6, True)}
    assert answer.free
    free = {" ".join(h[1:] for h in r.path) for r in answer.routes if r.legs == (("yC3", None),)}
    assert "C3 C2 B1" in free
    assert "C3 C4 C5" in free


def test_heroes_take_no_room() -> None:
    # A5.11: "overstacking +1 for each squad-equivalent, rounded up, above 3"
    answer = g1("r1 squad C1 -", terrain="C5=woods", facts=friends(2, '"yC5"') + 'unit(h,german,hero). at(h,"yC5").')
    assert goals(answer)["C5"] == 6
