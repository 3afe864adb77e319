"""The enumerator of the full ASL rules, on positions worked out by hand from the rules page.

The map is a block of hexes, columns A to E and rows 1 to 5, all Open Ground but what a test says; every hex sees every
other but where a test says otherwise. Unless a test says more, the German squad g1, broken and under DM, is in C3.
Its neighbours are C2, C4, B2, B3, D2 and D3. C1 is two hexes north of it, C5 two hexes south.
"""

from __future__ import annotations

import re

import pytest
from enumerator import Destination
from enumerator_asl import Answer, Route, solve
from positions_asl import random_position

pytestmark = pytest.mark.slow  # half a minute together

ROUTER = "unit(g1,german,squad). status(g1,broken). status(g1,dm)."


def place(name: str) -> str:
    return f'"y{name}"'


def position(
    *units: str,
    at: str = "C3",
    terrain: str = "",
    facts: str = "",
    router: str = ROUTER,
    blind: str = "",
    far: str = "",
) -> str:
    """An instance. ``units``: "r1 squad B2 9 pinned" (id, kind, place, normal range or -, statuses).

    ``terrain``: "C1=woods D2=grain"; ``blind``: pairs without LOS, "B2-C3"; ``far``: one more hex, "Z9=column,row".
    """
    hexes = {f"{c}{n}": (i, 2 * n - 1 if i % 2 == 0 else 2 * n) for i, c in enumerate("ABCDE") for n in range(1, 6)}
    if far:
        name, _, numbers = far.partition("=")
        column, row = numbers.split(",")
        hexes[name] = (int(column), int(row))
    kinds = dict(pair.split("=") for pair in terrain.split())
    lines = ["side(german). side(russian). attacker(german).", router, facts]
    for name, (column, row) in hexes.items():
        lines.append(f'hex("y{name}",{column},{row}). terrain("y{name}",{kinds.get(name, "open_ground")}).')
    unseen = {frozenset(pair.split("-")) for pair in blind.split()}
    names = sorted(hexes)
    for i, a in enumerate(names):
        lines += [f"los({place(a)},{place(b)},0)." for b in names[i + 1 :] if frozenset((a, b)) not in unseen]
    for where in [f"g1 {at}", *(f"{u.split()[0]} {u.split()[2]}" for u in units)]:
        uid, spot = where.split()
        name, _, level = spot.partition("@")
        lines.append(f"at({uid},{place(name)}{',' + level if level else ''}).")
    for unit in units:
        uid, kind, _, reach, *statuses = unit.split()
        lines.append(f"unit({uid},{'german' if uid.startswith('g') else 'russian'},{kind}).")
        lines += [f"normal_range({uid},{reach})."] if reach != "-" else []
        lines += [f"status({uid},{status})." for status in statuses]
    return "\n".join(lines)


def g1(*units: str, **more: str) -> Answer:
    return solve(position(*units, **more))["g1"]


def paths(answer: Answer, posture: str = "run") -> set[str]:
    return {" ".join(h[1:] for h in r.path) for r in answer.routes if r.posture == posture}


def firsts(answer: Answer, posture: str = "run") -> set[str]:
    return {r.path[1][1:] for r in answer.routes if r.posture == posture}


def goals(answer: Answer) -> dict[str, int]:
    """Destinations and their prices in half-MF."""
    return {h[1:]: d.price for h, d in answer.destinations.items()}


def route(answer: Answer, path: str, posture: str = "run") -> Route:
    """The only route by this path, of those with the fewest legs: a unit that new enemies keep from the Location that it
    chose freely may go the same way to another."""
    routes = [r for r in answer.routes if r.posture == posture and " ".join(h[1:] for h in r.path) == path]
    (found,) = [r for r in routes if len(r.legs) == min(len(other.legs) for other in routes)]
    return found


# --- who must, who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "more", "must"),
    [
        ("r1 squad C1 9", {}, True),
        ("r1 squad C1 9 pinned", {}, True),  # "able to interdict or not"
        ("r1 squad C1 9 broken", {}, True),  # any KEU
        ("r1 squad C1 9 broken", {"facts": "option(broken_forces,no)."}, False),
        ("r1 squad C1 9 melee", {}, False),  # "non-Melee"
        ("r1 squad C1 9 concealed", {}, False),
        ("r1 squad C1 9 captured", {}, False),
        ("r1 squad C1 9 in_sewer", {}, False),
        ("r1 dummy C1 -", {}, False),
        ("r1 squad C1 1", {}, False),  # out of Normal Range
        ("r1 squad C1 -", {}, False),
        ("r1 squad C1 9", {"blind": "C1-C3"}, False),
        ("r1 squad C1 9", {"terrain": "C3=woods"}, False),
        ("r1 squad C1 9", {"terrain": "C3=grain"}, False),
        ("r1 squad C1 9", {"terrain": "C3=grain", "facts": "month(3)."}, True),
        ("r1 squad C1 9", {"facts": 'hexside("yC2","yC3",wall).'}, False),  # the LOS comes over it
        ("r1 squad C1 9", {"facts": 'hexside("yC4","yC3",wall).'}, True),
        ("r1 squad C1 9", {"facts": 'elevation("yC3",1).'}, False),  # Height Advantage
        ("r1 squad C1 9", {"facts": 'elevation("yC3",1). elevation("yC1",1).'}, True),
        ("r1 squad C1 9", {"facts": 'feature("yC3",smoke).'}, False),
        ("r1 squad C1 9", {"facts": "environment(desert)."}, True),
        ("r1 squad C2 -", {"terrain": "C3=woods"}, True),  # ADJACENT
        ("r1 squad C2 - melee", {"terrain": "C3=woods"}, True),
        ("r1 squad C2 - broken", {"terrain": "C3=woods"}, False),
        ("r1 squad C2 - unarmed", {"terrain": "C3=woods"}, False),
        ("r1 vehicle C2 9 abandoned", {"terrain": "C3=woods"}, False),
        ("r1 vehicle C2 9", {"terrain": "C3=woods"}, True),
        ("r1 vehicle C2 -", {"terrain": "C3=woods"}, False),  # no weapon of its own
        ("r1 aircraft C2 9", {}, False),
        ("r1 squad C2 -", {"terrain": "C3=woods", "blind": "C2-C3"}, False),  # ADJACENT needs a LOS
        ("r1 squad C2 -", {"terrain": "C3=woods", "facts": 'hexside("yC2","yC3",cliff).'}, False),
        ("r1 squad C1 -", {"terrain": "C3=woods", "facts": 'feature("yC3",blaze).'}, True),
        ("r1 squad C1 -", {"terrain": "C3=water"}, True),
    ],
)
@pytest.mark.slow
def test_must(unit: str, more: dict[str, str], must: bool) -> None:
    more = {"facts": "", **more}
    more["facts"] += " no_quarter(german)."
    assert g1(unit, **more).must == ({"a10-5-must"} if must else set())


def test_normal_range_ends_at_16_hexes() -> None:
    # C3 is at column 2, row 5.
    assert g1("r1 gun Z1 40", far="Z1=18,21").must == {"a10-5-must"}
    assert g1("r1 gun Z1 40", far="Z1=19,22").must == set()


def test_desert_counts_within_6_hexes() -> None:
    desert = "environment(desert)."
    assert g1("r1 squad Z1 9", far="Z1=8,11", facts=desert).must == {"a10-5-must"}
    assert g1("r1 squad Z1 9", far="Z1=9,12", facts=desert).must == set()
    assert g1("r1 squad Z1 9", far="Z1=9,12").must == {"a10-5-must"}


NOT_DM = "unit(g1,german,squad). status(g1,broken)."


@pytest.mark.parametrize(
    ("unit", "more", "verdict"),
    [
        ("r1 squad C2 - broken", {"terrain": "C3=woods"}, "may_rout"),  # ADJACENT to an armed KEU
        ("r1 squad C2 - broken unarmed", {"terrain": "C3=woods"}, "cannot_rout"),
        ("r1 squad C1 9 melee", {}, "may_rout"),  # Open Ground, any KEU
        ("r1 squad C1 9", {"terrain": "C3=woods"}, "cannot_rout"),
        ("r1 squad C1 9", {"terrain": "C3=woods", "facts": "history(g1,broke)."}, "may_rout"),
        ("r1 squad C1 9", {"terrain": "C3=woods", "facts": 'feature("yC3",ffe).'}, "may_rout"),
        ("r1 squad C1 9", {"facts": "status(g1,melee)."}, "cannot_rout"),
        ("r1 squad C1 9", {"facts": "status(g1,melee). status(g1,disrupted)."}, "eliminated"),
        ("r1 squad C1 9", {"facts": 'status(g1,melee). feature("yC3",blaze).'}, "eliminated"),
    ],
)
def test_dm_and_melee(unit: str, more: dict[str, str], verdict: str) -> None:
    assert g1(unit, router=NOT_DM, **more).verdict == verdict


# --- surrender --------------------------------------------------------------------------------------------------


def test_no_clean_rout_surrenders() -> None:
    answer = g1("r1 squad C2 9")
    assert (answer.verdict, answer.captors, answer.routes) == ("surrenders", {"r1"}, set())


def test_one_clean_rout_is_enough() -> None:
    # C4 and what lies beyond it are out of the enemy's sight; the others it may brave all the same.
    answer = g1("r1 squad C2 9", blind="C2-C4 C2-C5 C2-B4 C2-D4")
    assert answer.verdict == "routs"
    assert {"C4", "B3", "D3"} == firsts(answer)
    assert any(r.interdicted for r in answer.routes)


def test_a_clean_rout_counts_enemies_met_on_the_way() -> None:
    # r2 sees C4 alone of the hexes that r1 does not interdict, and is not Known before.
    blind = "C2-C4 C2-C5 C2-B4 C2-D4 E5-C3 C2-B5 C2-D5"
    assert g1("r1 squad C2 9", "r2 squad E5 9", blind=blind).verdict == "surrenders"
    assert g1("r1 squad C2 9", "r2 squad E5 9 concealed", blind=blind).verdict == "routs"


@pytest.mark.parametrize("status", ["berserk", "melee", "stunned"])
def test_nobody_surrenders_to_those_not_in_good_order(status: str) -> None:
    assert g1(f"r1 squad C2 9 {status}").verdict == "routs"


def test_nobody_surrenders_to_a_vehicle() -> None:
    assert g1("r1 vehicle C2 9").verdict == "routs"
    assert g1("r1 vehicle C2 9", facts="option(vehicle_only,eliminated).").verdict == "eliminated"
    clean = "C2-C4 C2-C5 C2-B4 C2-D4"
    assert g1("r1 vehicle C2 9", facts="option(vehicle_only,eliminated).", blind=clean).verdict == "routs"


@pytest.mark.parametrize(
    "facts",
    [
        "no_quarter(german).",
        "status(g1,fanatic).",
        "nationality(g1,gurkha).",
        "nationality(german,partisan).",
        "nationality(german,japanese).",
        "nationality(german,ss). nationality(russian,russian).",
    ],
)
def test_who_never_surrenders_braves_interdiction(facts: str) -> None:
    answer = g1("r1 squad C2 9", facts=facts)
    assert answer.verdict == "routs"
    assert all(r.interdicted or r.posture == "low_crawl" for r in answer.routes)


def test_ss_surrender_to_others() -> None:
    assert g1("r1 squad C2 9", facts="nationality(german,ss). nationality(russian,american).").verdict == "surrenders"


def test_encircled_units_surrender_with_a_clear_way() -> None:
    assert g1("r1 squad C2 -", facts="status(g1,encircled).").verdict == "surrenders"
    assert g1("r1 squad C2 -").verdict == "routs"


def test_disrupted_units_surrender_with_a_clear_way() -> None:
    disrupted = "status(g1,disrupted)."
    assert g1("r1 squad C2 -", facts=disrupted).verdict == "surrenders"
    assert g1("r1 squad C2 -", facts=disrupted + "status(g1,fanatic).").verdict == "surrenders"
    assert g1("r1 squad C2 - concealed", facts=disrupted).verdict == "cannot_rout"


def test_disrupted_units_under_no_quarter_rout_but_do_not_crawl() -> None:
    answer = g1("r1 squad C2 -", facts="status(g1,disrupted). no_quarter(german).")
    assert answer.verdict == "routs"
    assert not firsts(answer, "low_crawl")


@pytest.mark.parametrize(
    ("unit", "verdict"),
    [
        ("r1 squad C1 -", "cannot_rout"),
        ("r1 squad C1 9", "routs"),  # Open Ground, LOS, Normal Range
        # a19-12-rout: "if ADJACENT to an enemy vehicle or ADJACENT to or with an armed enemy Personnel unit, and then it
        # must"
        ("r1 vehicle C2 - abandoned", "routs"),
        ("r1 squad C2 - broken", "routs"),
        ("r1 squad C2 - broken unarmed", "cannot_rout"),
    ],
)
def test_when_disrupted_units_rout(unit: str, verdict: str) -> None:
    assert g1(unit, facts="status(g1,disrupted).").verdict == verdict


def test_disrupted_units_must_by_their_own_rule() -> None:
    disrupted = "status(g1,disrupted)."
    vehicle = "r1 vehicle C2 - abandoned"
    assert g1(vehicle, facts=disrupted).must == {"a19-12-rout"}
    # The chart asks about DM only where the unit is none of this: it need not be DM.
    assert g1(vehicle, facts=disrupted, router=NOT_DM).verdict == "routs"
    assert g1("r1 squad C1 9", facts=disrupted).must == {"a10-5-must", "a19-12-rout"}
    # `disrupted_forced` `no`: "a Disrupted unit must rout only where `a10-5-must` says so"
    unforced = disrupted + "option(disrupted_forced,no)."
    assert (g1(vehicle, facts=unforced).verdict, g1(vehicle, facts=unforced).must) == ("may_rout", set())
    assert g1("r1 squad C1 9", facts=unforced).must == {"a10-5-must"}
    # A forced unit without a way: "a Surrender Check, then eliminated" (a10-51-none).
    water = "C4=water B2=water B3=water D2=water D3=water"
    assert g1(vehicle, facts=disrupted, terrain=water).verdict == "eliminated"
    assert g1(vehicle, facts=unforced, terrain=water).verdict == "stays"


def test_disrupted_broken_option() -> None:
    facts = "status(g1,disrupted). option(disrupted_broken,no)."
    assert g1("r1 squad C2 - broken", facts=facts).verdict == "cannot_rout"


def test_abtf_spares_whoever_has_infantry_next_to_it() -> None:
    # Nothing but water around: no rout. r1 is in Melee, so nobody to surrender to by A20.21.
    water = "C4=water B2=water B3=water D2=water D3=water"
    enemy = "r1 squad C2 - melee"
    assert g1(enemy, terrain=water).verdict == "eliminated"
    assert g1(enemy, terrain=water, facts="option(abtf,yes).").verdict == "surrenders"
    assert g1(enemy, terrain=water, facts="option(abtf,yes). no_quarter(german).").verdict == "eliminated"
    assert g1("r1 vehicle C2 9 motion", terrain=water, facts="option(abtf,yes).").verdict == "eliminated"


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

HOUSE = 'level("yC3",1). level("yC3",2). stairwell("yC3"). level("yC4",1). building("b","yC3"). building("b","yC4").'
HOUSES = "C3=stone_building C4=stone_building"


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


# --- Interdiction -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "facts", "interdicts"),
    [
        ("r1 squad C1 9", "", True),
        ("r1 squad C1 2", "", False),
        ("r1 squad C1 9", "firepower(r1,0).", False),
        *((f"r1 squad C1 9 {s}", "", False) for s in ("broken", "pinned", "cx", "melee", "encircled", "spotted_fire")),
        *((f"r1 squad C1 9 {s}", "", False) for s in ("mounted", "halved", "concealed")),
        *((f"r1 vehicle C1 9 {s}", "", False) for s in ("motion", "buttoned_up", "stunned", "shocked", "abandoned")),
        ("r1 squad C1 - halved", "sw(w,mortar,5,20). possesses(r1,w).", True),
        ("r1 squad C1 -", "sw(w,mmg,5,9). possesses(r1,w).", True),
        ("r1 squad C1 -", "sw(w,mmg,5,9). possesses(r1,w). status(w,malfunctioned).", False),
        ("r1 leader C1 9", "", False),
        ("r1 leader C1 -", "sw(w,mmg,5,9). possesses(r1,w).", False),
        ("r1 leader C1 -", 'sw(w,mmg,5,9). possesses(r1,w). unit(r2,russian,leader). at(r2,"yC1").', True),
        ("r1 gun C1 9", "", True),
        ("r1 gun C1 9", 'covered_arc(r1,"yC4").', True),
        ("r1 gun C1 9", 'covered_arc(r1,"yC5").', False),
        ("r1 squad C1 9", "no_interdiction(r1).", False),
        ("r1 squad C1 9", 'no_interdiction(r1,"yC4").', False),
        ("r1 squad C1 9", 'no_interdiction(r1,"yC5").', True),
        ("r1 squad C1 9", 'feature("yC4",smoke).', False),
        ("r1 squad C1 9", 'hexside("yC3","yC4",hedge).', False),
        # "It does not count on the step that climbs": over the hexside that the LOS from C1 crosses, and no other.
        ("r1 squad C1 9", 'elevation("yC4",1).', True),
        ("r1 squad C1 9", 'elevation("yC3",1). elevation("yC4",1).', False),
        ("r1 squad C1 9", 'elevation("yC4",1). elevation("yC1",1).', True),
    ],
)
@pytest.mark.slow
def test_interdiction(unit: str, facts: str, interdicts: bool) -> None:
    answer = g1(unit, facts=facts)
    assert bool(route(answer, "C3 C4").interdicted) == interdicts


def test_no_interdiction_behind_hindrances_or_in_cover() -> None:
    assert not route(g1("r1 squad C1 9", terrain="C4=orchard"), "C3 C4").interdicted
    road = 'road("yC3","yC4").'
    assert route(
        g1("r1 squad C1 9", terrain="C4=orchard", facts=road + "option(road_rate,taken)."), "C3 C4"
    ).interdicted
    # "or pay for the hex's own terrain and have its cover": the orchard costs no more than the road.
    assert not route(g1("r1 squad C1 9", terrain="C4=orchard", facts=road), "C3 C4").interdicted


@pytest.mark.parametrize(
    ("facts", "path", "end"),
    [
        ("", "C3 C4 C5", "survives"),
        ('nmc(g1,"yC4",pass).', "C3 C4 C5", "survives"),
        ('nmc(g1,"yC4",pin).', "C3 C4", "survives"),
        ('nmc(g1,"yC4",twelve).', "C3 C4", "eliminated"),
        ('nmc(g1,"yC4",two). hob(g1,hardened).', "C3 C4", "survives"),
        # a15-hob: "A squad's, half-squad's or crew's Hero Creation (A15.21): the unit stays broken and goes on as rolled"
        ('nmc(g1,"yC4",two). hob(g1,hero).', "C3 C4 C5", "survives"),
        ('nmc(g1,"yC4",two). hob(g1,berserk).', "C3 C4", "survives"),
        ('nmc(g1,"yC4",two). hob(g1,other).', "C3 C4 C5", "survives"),
        # Disrupted in Open Ground in the LOS and Normal Range of a KEU: it goes on.
        ('nmc(g1,"yC4",two). hob(g1,surrender).', "C3 C4 C5", "survives"),
        # A squad is reduced and goes on, a half-squad is eliminated.
        ('nmc(g1,"yC4",fail).', "C3 C4 C5", "survives"),
        ('nmc(g1,"yC4",fail). nmc(g1,"yC5",fail).', "C3 C4 C5", "eliminated"),
    ],
)
def test_nmc(facts: str, path: str, end: str) -> None:
    answer = g1("r1 squad C1 9", facts=facts)
    through = {p for p in paths(answer) if p.startswith("C3 C4")}
    assert route(answer, path).end == end
    if path == "C3 C4":
        assert through == {"C3 C4"}


def test_only_a_leaders_hero_creation_rallies() -> None:
    # a15-hob: "A leader's Hero Creation, or Battle Hardening: rallied."
    facts = 'nmc(g1,"yC4",two). hob(g1,hero).'
    for kind, goes_on in (("leader", False), ("commissar", False), ("half_squad", True), ("crew", True)):
        router = f"unit(g1,german,{kind}). status(g1,broken). status(g1,dm)."
        through = {p for p in paths(g1("r1 squad C1 9", router=router, facts=facts)) if p.startswith("C3 C4")}
        assert (through != {"C3 C4"}) == goes_on


def test_a_wounded_leader_has_3_mf() -> None:
    leader = "unit(g1,german,leader). status(g1,broken). status(g1,dm)."
    answer = g1("r1 squad C1 9", router=leader, facts='nmc(g1,"yC4",fail).')
    # After C4 (1 MF) two hexes of Open Ground are left: C5 and its neighbours B4, D4, B5, D5.
    assert max(len(r.path) for r in answer.routes if r.path[1] == "yC4") == 4
    # Wounded again he has 3 MF, as before; killed by the die of his wound he has not (A17.11).
    wounded = leader + "status(g1,wounded)."
    answer = g1("r1 squad C1 9", router=wounded, facts='nmc(g1,"yC4",fail).')
    assert max(len(r.path) for r in answer.routes if r.path[1] == "yC4") == 4
    answer = g1("r1 squad C1 9", router=wounded, facts='nmc(g1,"yC4",killed).')
    assert route(answer, "C3 C4").end == "eliminated"


def test_a_wounded_companion_leaves_3_mf() -> None:
    companion = 'unit(g2,german,leader). at(g2,"yC3"). status(g2,wounded). accompanies(g2,g1).'
    answer = g1("r1 squad C1 -", facts=companion)
    assert max(r.mf[-1] for r in answer.routes if r.posture == "run") == 6


# --- on the way -------------------------------------------------------------------------------------------------


def test_repulse() -> None:
    # The only cover; r2 is concealed in it.
    text = {"terrain": "C4=woods"}
    answer = g1("r1 squad C1 -", "r2 squad C4 - concealed", **text)
    thrown = route(answer, "C3 C4 C3")
    assert (thrown.end, thrown.repulsed) == ("eliminated", ("yC4", frozenset({"r2"})))
    assert not paths(answer) & {"C3 C4"}
    # r2 is revealed next to C3, in Good Order and armed.
    answer = g1("r1 squad C1 -", "r2 squad C4 - concealed", facts="option(repulsed,surrender).", **text)
    assert route(answer, "C3 C4 C3").end == "surrenders"


def test_dummies_are_removed() -> None:
    answer = g1("r1 squad C1 -", "r2 dummy C4 -", terrain="C4=woods")
    assert route(answer, "C3 C4").repulsed is None


def test_revealed_after_the_step_it_interdicts() -> None:
    text = {"facts": 'reveal(r2,g1,"yC4",after).', "blind": "C1-C4"}
    answer = g1("r1 squad C1 9", "r2 squad A4 9 concealed", **text)
    assert route(answer, "C3 C4").interdicted == (("yC4", frozenset({"r2"})),)
    assert all(
        "r2" not in by for r in answer.routes if r.path[1] == "yD3" for _, by in r.interdicted if "yC4" not in r.path
    )


def test_new_enemies_that_close_the_way_make_it_choose_anew() -> None:
    # Bound for A5 by B3-B4, it meets at B3 an enemy in A5's neighbour A4: no way to A5 now, and D3 and C4 are open.
    text = {"terrain": "A5=woods B4=orchard", "blind": "A4-C3 A4-C4 A4-B4"}
    answer = g1("r1 squad A4 -", **text)
    assert set(goals(answer)) == {"A5"}
    legs = {r.legs for r in answer.routes if r.path[:2] == ("yC3", "yB3") and r.posture == "run"}
    assert legs
    assert all(len(leg) > 1 for leg in legs)


def test_it_surrenders_on_the_way() -> None:
    # Everything around is closed but C4; r2 next to it is unknown at first, and interdicts what lies beyond.
    text = {"terrain": "B2=water B3=water C2=water D2=water D3=water C5=water", "blind": "D4-C3"}
    answer = g1("r1 squad C1 -", "r2 squad D4 9", **text)
    assert route(answer, "C3 C4").end == "surrenders"
    later = g1("r1 squad C1 -", "r2 squad D4 9", facts="option(surrender_again,no).", **text)
    # B4 is next to C4 and C5, two hexes from D4: it goes on, interdicted.
    assert route(later, "C3 C4 B4").interdicted


def test_disrupted_units_cease_to_rout() -> None:
    # C4 is woods: there nothing lets a Disrupted unit go on, once it has met r2.
    text = {"terrain": "C4=woods C5=woods", "blind": "E5-C3", "facts": "status(g1,disrupted)."}
    answer = g1("r1 squad C1 9", "r2 squad E5 9", **text)
    assert "C3 C4 C5" not in paths(answer)
    text["facts"] += "option(disrupted_ceases,no)."
    assert "C3 C4 C5" in paths(g1("r1 squad C1 9", "r2 squad E5 9", **text))


def test_at_its_destination_it_stops_or_goes_on_in_cover() -> None:
    answer = g1("r1 squad C1 -", terrain="C4=woods C5=woods")
    assert {"C3 C4", "C3 C4 C5"} <= paths(answer)
    assert not any(p.startswith("C3 C4 B4") for p in paths(answer))


def test_next_to_a_broken_enemy_it_may_choose_anew() -> None:
    # r2 is broken in B5, next to C5; the unit only gets to know it there.
    text = {"terrain": "C5=woods", "blind": "B5-C3 B5-C4 B5-B4 B5-D4"}
    answer = g1("r1 squad C1 -", "r2 squad B5 - broken", **text)
    assert route(answer, "C3 C4 C5").end == "survives"
    assert any(len(r.legs) == 2 and r.path[2] == "yC5" for r in answer.routes if len(r.path) > 3)


def test_stopping_next_to_an_armed_enemy_is_the_end() -> None:
    # r2 is in Melee: nobody to surrender to. C4 is the only way, and it is a dead end.
    text = {"terrain": "B2=water B3=water C2=water D2=water D3=water C5=water B4=water", "blind": "D4-C3"}
    answer = g1("r1 squad C1 -", "r2 squad D4 9 melee", **text)
    assert {r.end for r in answer.routes} == {"eliminated"}
    assert {r.end for r in g1("r1 squad C1 -", "r2 squad D4 9", **text).routes} == {"surrenders"}


# --- order and voluntary breaks ---------------------------------------------------------------------------------


def test_the_attackers_losses_are_gone_for_the_defender() -> None:
    # g1 surrenders to r1; for the broken r3 it is no enemy any more.
    facts = 'unit(r3,russian,squad). status(r3,broken). status(r3,dm). at(r3,"yC5").'
    answers = solve(position("r1 squad C2 9", facts=facts))
    assert answers["g1"].verdict == "surrenders"
    assert "C4" in firsts(answers["r3"])
    stays = solve(position("r1 squad C1 9 cx", facts=facts))
    assert "C4" not in firsts(stays["r3"])


@pytest.mark.parametrize(
    ("friend", "enemy", "facts", "may"),
    [
        ("squad", "r1 squad C1 9", "", True),
        ("squad", "r1 squad C1 9 broken", "", False),
        ("squad", "r1 squad C1 1", "", False),
        ("hero", "r1 squad C1 9", "", False),
        ("squad", "r1 squad C1 9", "status(g1,berserk).", False),
        ("squad", "r1 squad C1 9", "status(g1,pinned).", True),
        ("squad", "r1 squad C2 9", "", False),  # it would have to surrender
        ("squad", "r1 squad C2 9", "no_quarter(german).", True),
        ("squad", "r1 squad C1 9 concealed", "", False),
        ("squad", "r1 squad C1 -", 'feature("yC3",blaze).', True),
        ("squad", "r1 squad C1 -", 'feature("yC3",blaze). status(g1,melee).', False),
    ],
)
def test_voluntary_breaks(friend: str, enemy: str, facts: str, may: bool) -> None:
    answers = solve(position(enemy, router=f"unit(g1,german,{friend}).", facts=facts))
    assert ("g1" in answers and answers["g1"].may_break) == may


# --- hazards and water ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("feature", ["ffe", "minefield(known)"])
def test_ways_through_ffe_and_mines_need_not_count(feature: str) -> None:
    # C4 is on the one way of 3 MF to C5; by B3-B4 or D3-D4 it costs 4.
    text = {"terrain": "C5=woods", "blind": "A1-C3", "facts": f'feature("yC4",{feature}).'}
    assert g1("r1 squad A1 -", **text).destinations == {"yC5": Destination(6, True)}
    assert not g1("r1 squad A1 -", **text).free
    # Closed but for C4: it may go there, and need not.
    text["terrain"] += " B4=water D4=water B5=water D5=water"
    answer = g1("r1 squad A1 -", **text)
    assert answer.destinations == {"yC5": Destination(6, True)}
    assert answer.free


def test_a_bridge_is_entered_and_left_by_its_road() -> None:
    facts = 'feature("yC4",bridge). road("yC3","yC4"). road("yC4","yC5").'
    answer = g1("r1 squad A1 -", terrain="C4=water C5=woods", facts=facts, blind="A1-C3")
    # Over the bridge both hexsides are road: 1 MF each.
    assert goals(answer)["C5"] == 4
    assert "C3 C4 B4" not in paths(answer)


def test_dry_streams_cost_2_mf_and_can_be_crawled_into() -> None:
    wet = {"terrain": "C4=stream C5=woods B3=water D3=water B2=water D2=water C2=water"}
    assert goals(g1("r1 squad A1 -", blind="A1-C3", **wet)) == {"C5": 10}
    dry = g1("r1 squad A1 -", blind="A1-C3", facts='feature("yC4",dry).', **wet)
    assert goals(dry) == {"C5": 8}
    assert firsts(dry, "low_crawl") == {"C4"}


# --- the road rate ----------------------------------------------------------------------------------------------


def test_road_rate_or_cover() -> None:
    # "a unit that enters a hex over a road hexside may pay 1 MF and is then in the open there (for Interdiction in that
    # hex), or pay for the hex's own terrain and have its cover"
    text = {"terrain": "C4=woods", "facts": 'road("yC3","yC4").'}
    answer = g1("r1 squad C1 9", **text)
    assert goals(answer) == {"C4": 2}
    ways = {r.mf: r.interdicted for r in answer.routes if r.posture == "run" and r.path == ("yC3", "yC4")}
    assert ways == {(0, 2): (("yC4", frozenset({"r1"})),), (0, 4): ()}
    text["facts"] += "option(road_rate,taken)."
    assert mfs(g1("r1 squad C1 9", **text), "C3 C4") == {(0, 2)}


def test_the_hexs_own_price_can_be_the_clean_rout() -> None:
    # a20-21-clean: "no hex where it would be interdicted". All other ways are closed.
    text = {"terrain": "C4=woods B2=water B3=water D2=water D3=water", "facts": 'road("yC3","yC4").'}
    assert g1("r1 squad C2 9", **text).verdict == "routs"
    text["facts"] += "option(road_rate,taken)."
    assert g1("r1 squad C2 9", **text).verdict == "surrenders"


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
    found = {r.legs for r in answer.routes if r.path == ("yC3", "yB3", "yC4", "yD3")}
    assert found == {(("yC3", None), ("yC4", None))}
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


# --- unarmed ----------------------------------------------------------------------------------------------------


def test_unarmed_units_have_no_normal_range() -> None:
    # "An unarmed unit has no small arms, so no Normal Range whatever the file says of it: it forces nobody, gives no DM by
    # Open Ground and interdicts nobody."
    answer = g1("r1 squad C1 9 unarmed")
    assert (answer.verdict, answer.must) == ("may_rout", set())
    assert not any(r.interdicted for r in answer.routes)
    assert g1("r1 squad C1 9 unarmed", router=NOT_DM).verdict == "cannot_rout"
    # Nobody surrenders to it or fails to rout because of it; it still is a KEU, next to which no hex is entered.
    answer = g1("r1 squad C2 9 unarmed")
    assert (answer.verdict, {r.end for r in answer.routes}) == ("may_rout", {"survives"})
    assert firsts(answer) == {"B3", "C4", "D3"}
    assert {"B2", "D2"} <= firsts(g1("r1 squad C2 9 unarmed", facts="option(bar_unarmed,no)."))


# --- Blazes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "blaze", "must"),
    [
        ("C3", "yC3", True),
        ("C3@1", "yC3@1", True),
        # "an upper Location over a Blaze that nothing is said of does not burn"
        ("C3@1", "yC3", False),
        ("C3", "yC3@1", False),
    ],
)
@pytest.mark.parametrize("option", ["", "option(blaze_water,avoidable)."])
@pytest.mark.slow
def test_a_blaze_is_of_one_location(at: str, blaze: str, must: bool, option: str) -> None:
    facts = HOUSE + f'feature("{blaze}",blaze).' + option
    answer = g1("r1 squad A1 -", at=at, terrain=HOUSES, facts=facts, blind="A1-C3")
    assert answer.must == ({"a10-5-must"} if must else set())


def test_a_burning_upper_location_is_not_entered() -> None:
    # "Blazes and unbridged Water Obstacles are not entered"
    facts = HOUSE + 'feature("yC3@1",blaze).'
    answer = g1("r1 squad A1 -", terrain=HOUSES, facts=facts, blind="A1-C3")
    assert goals(answer) == {"C4": 4}


def test_avoidable_blazes_may_be_crossed_and_are_no_place_to_stop() -> None:
    # Note 13: "A routing unit may ignore paths through Blazes": it need not count the way, and may go it.
    text = {"terrain": "C5=woods B2=water B3=water C2=water D2=water D3=water B4=water D4=water"}
    facts = 'feature("yC4",blaze).'
    assert g1("r1 squad C1 -", facts=facts, **text).verdict == "stays"
    answer = g1("r1 squad C1 -", facts=facts + "option(blaze_water,avoidable).", **text)
    assert (answer.destinations, answer.free) == ({"yC5": Destination(6, True)}, True)
    assert "C3 C4 C5" in paths(answer)
    assert "C3 C4" not in paths(answer)
    # The crawl cannot go on.
    assert {r.end for r in answer.routes if r.posture == "low_crawl"} == {"eliminated"}


# --- fortifications ---------------------------------------------------------------------------------------------

CORRIDOR = "B2=water B3=water C2=water D2=water D3=water B4=water D4=water"


def friends(number: int, where: str, kind: str = "squad") -> str:
    return "".join(f"unit(g{n},german,{kind}). at(g{n},{where})." for n in range(2, 2 + number))


def mfs(answer: Answer, path: str) -> set[tuple[int, ...]]:
    return {r.mf for r in answer.routes if r.posture == "run" and " ".join(h[1:] for h in r.path) == path}


@pytest.mark.parametrize(
    ("feature", "into", "onward"),
    # "shellholes, entrenchment, pillbox +1 in, entrenchment and pillbox +1 out"
    [("foxhole", 4, 8), ("trench", 4, 8), ("shellholes", 4, 6)],
)
def test_shelters_cost_1_mf_and_keep_from_interdiction(feature: str, into: int, onward: int) -> None:
    facts = f'feature("yC4",{feature}).'
    answer = g1("r1 squad C1 9", terrain=CORRIDOR, facts=facts)
    assert mfs(answer, f"C3 C4@{feature}") == {(0, into)}
    assert mfs(answer, f"C3 C4@{feature} C5") == {(0, into, onward)}
    assert [at for at, _ in route(answer, f"C3 C4@{feature} C5").interdicted] == ["yC5"]
    # "to avoid Interdiction": there is none without a range, nor for a crawl.
    assert not mfs(g1("r1 squad C1 -", terrain=CORRIDOR, facts=facts), f"C3 C4@{feature}")
    assert firsts(answer, "low_crawl") == {"C4"}


@pytest.mark.parametrize(
    ("facts", "mf"),
    [
        # "A foxhole shelters three squad-equivalents (B27.12), fewer where the file says so; one that is full shelters
        # nobody more."
        (friends(2, '"yC4",foxhole'), 4),
        (friends(3, '"yC4",foxhole'), None),
        (friends(4, '"yC4",foxhole', "half_squad"), 4),
        (friends(5, '"yC4",foxhole', "half_squad"), None),
        # Those beside it take no room in it; the hex is overstacked by one.
        (friends(3, '"yC4"'), 6),
        (friends(1, '"yC4",foxhole') + 'capacity("yC4",foxhole,2).', 4),
        (friends(1, '"yC4",foxhole') + 'capacity("yC4",foxhole,1).', None),
        (friends(6, '"yC4",foxhole', "hero"), 4),
    ],
)
def test_foxholes_hold_three_squads(facts: str, mf: int | None) -> None:
    answer = g1("r1 squad C1 9", terrain=CORRIDOR, facts='feature("yC4",foxhole).' + facts)
    assert mfs(answer, "C3 C4@foxhole") == ({(0, mf)} if mf else set())


def test_whoever_is_in_a_foxhole_is_not_in_the_open() -> None:
    # Open Ground: "no shellholes, entrenchment or pillbox paid for"
    answer = g1("r1 squad C1 9", at="C3@foxhole", terrain=CORRIDOR, facts='feature("yC3",foxhole).')
    assert answer.must == set()
    assert mfs(answer, "C3@foxhole C4") == {(0, 4)}
    # It is in C3 all the same, ADJACENT to C2.
    beside = {"terrain": CORRIDOR.replace("C2=water ", ""), "facts": 'feature("yC3",foxhole).'}
    assert g1("r1 squad C2 -", at="C3@foxhole", **beside).must == {"a10-5-must"}


def test_the_mf_for_the_destination_may_go_into_shelters() -> None:
    # a10-531-cover: "or is on the shortest way in MF; then, having routed a hex or more, it may decline the next hex for
    # want of that MF (note 17)". 3 MF; the price is 1 + 1 + 1 (by the road). In the shellholes 2 are spent, and 1 is left
    # for C5, where the foxhole would take 2.
    leader = "unit(g1,german,leader). status(g1,broken). status(g1,dm). status(g1,wounded)."
    facts = 'road("yC5","yB5"). feature("yC4",shellholes). feature("yC5",foxhole).'
    answer = g1("r1 squad C1 9", router=leader, terrain=CORRIDOR + " B5=woods D5=water", facts=facts)
    assert goals(answer) == {"B5": 6}
    assert paths(answer) == {"C3 C4 C5 B5", "C3 C4@shellholes", "C3 C4@shellholes C5", "C3 C4 C5@foxhole"}


def test_pillboxes_count_as_buildings() -> None:
    # Note 12: "Pillboxes count as buildings." Price: 1 for the hex and 1 to get in.
    answer = g1("r1 squad C1 -", terrain=CORRIDOR, facts='feature("yC4",pillbox).')
    assert answer.destinations == {"yC4@pillbox": Destination(4, False)}
    assert mfs(answer, "C3 C4@pillbox") == {(0, 4)}
    assert mfs(answer, "C3 C4 C4@pillbox") == {(0, 2, 4)}


def test_the_road_to_a_pillbox_ends_inside() -> None:
    # Open Ground: "no shellholes, entrenchment or pillbox paid for"
    facts = 'feature("yC4",pillbox). road("yC3","yC4").'
    answer = g1("r1 squad C1 9", terrain=CORRIDOR + " C4=grain", facts=facts)
    assert mfs(answer, "C3 C4@pillbox") == {(0, 4), (0, 5)}
    assert not any(r.interdicted for r in answer.routes if r.path == ("yC3", "yC4@pillbox"))


def test_nobody_is_forced_out_of_a_pillbox() -> None:
    # b30-5-pillbox: "Broken units in pillboxes never have to". +1 MF out.
    facts = 'feature("yC3",pillbox). los("yC3@pillbox","yC4",0). los("yC3@pillbox","yC2",0).'
    answer = g1("r1 squad C2 -", at="C3@pillbox", terrain=CORRIDOR.replace("C2=water ", ""), facts=facts)
    assert (answer.verdict, answer.must) == ("may_rout", set())
    assert mfs(answer, "C3@pillbox C4") == {(0, 4)}


# --- the rest ---------------------------------------------------------------------------------------------------


def test_smoke_uphill_is_doubled() -> None:
    # MF: "a level up doubles the hex and the SMOKE in it (B10.4, B.2: open ground in SMOKE uphill 4)"
    smoke = 'feature("yC4",smoke).'
    assert route(g1("r1 squad C1 -", facts=smoke), "C3 C4").mf == (0, 4)
    assert route(g1("r1 squad C1 -", facts=smoke + 'elevation("yC4",1).'), "C3 C4").mf == (0, 8)
    walled = smoke + 'elevation("yC4",1). hexside("yC3","yC4",wall).'
    assert route(g1("r1 squad C1 -", facts=walled), "C3 C4").mf == (0, 10)


def test_what_is_refused() -> None:
    # Note 6: "incapable of breaking (Heroes, Berserk Units)".
    with pytest.raises(ValueError, match="hero"):
        g1("r1 squad C1 -", router="unit(g1,german,hero). status(g1,broken).")
    # "Wire is refused unless `wire_exit/2` says what leaving it costs."
    with pytest.raises(ValueError, match="Wire"):
        g1("r1 squad C1 -", facts='feature("yC3",wire).')


def test_no_hero_breaks_in_random_positions() -> None:
    for seed in range(1, 120):
        text = random_position(seed)
        heroes = re.findall(r"unit\((\w+),\w+,hero\)", text)
        assert not any(f"status({hero},broken)" in text for hero in heroes)


def test_a_bridge_is_open_ground() -> None:
    # By the Terrain Chart only along its road; where that lies nothing says, and it is taken to be so.
    facts = 'feature("yC3",bridge). road("yC3","yC4").'
    assert g1("r1 squad C1 9", terrain="C3=water", facts=facts).must == {"a10-5-must"}


def test_leaving_wire() -> None:
    text = {"terrain": CORRIDOR + " C5=woods"}
    answer = g1("r1 squad C1 -", facts='feature("yC3",wire). wire_exit("yC3",2).', **text)
    # a10-51-nearest: "Not in the price: entering entrenchments or shellholes, leaving Wire (note 13)."
    assert goals(answer) == {"C5": 6}
    assert mfs(answer, "C3 C4 C5") == {(0, 6, 10)}
    # 4 + 1 + 2 MF are too many, whatever the price.
    answer = g1("r1 squad C1 -", facts='feature("yC3",wire). wire_exit("yC3",4).', **text)
    assert (answer.destinations, answer.free) == ({}, True)
    # Getting into it costs nothing more.
    answer = g1("r1 squad C1 -", facts='feature("yC5",wire). wire_exit("yC5",2).', **text)
    assert mfs(answer, "C3 C4 C5") == {(0, 2, 6)}


VEHICLE = 'unit(v1,german,vehicle). at(v1,"yC3").'


def test_passengers_may_stay() -> None:
    # d6-1-passenger: "Passengers may stay while the vehicle's crew is unbroken, whatever is near; they may become DM."
    open_behind = CORRIDOR.replace("C2=water ", "")
    facts = VEHICLE + "passenger(g1,v1)."
    answer = g1("r1 squad C2 -", terrain=open_behind, facts=facts, router=NOT_DM)
    assert (answer.verdict, answer.must, paths(answer)) == ("may_rout", set(), {"C3 C4", "C3 C4 C5"} | BEYOND)
    # On foot it would surrender: there is no clean way. Here it just has no rout.
    assert g1("r1 squad C2 9", terrain=open_behind).verdict == "surrenders"
    assert g1("r1 squad C2 9", terrain=open_behind, facts=facts).verdict == "stays"
    # d5-311-crew: "crew and broken Passengers rout, in their first RtPh, only to under the vehicle."
    broken = g1("r1 squad C1 -", terrain=open_behind, facts=facts + "status(v1,broken).")
    assert (broken.verdict, broken.routes) == ("cannot_rout", set())
    # "With a Good Order armed enemy Infantry unit in (or ADJACENT to) its Location the crew surrenders first."
    for status in ("", "status(g1,encircled)."):
        taken = g1("r1 squad C2 9", terrain=open_behind, facts=facts + "status(v1,broken). " + status)
        assert (taken.verdict, taken.captors) == ("surrenders", {"r1"})
    # d6-23-rider: "Riders that break bail out."
    assert g1("r1 squad C2 -", terrain=open_behind, facts=VEHICLE + "rider(g1,v1).").verdict == "routs"


BEYOND = {"C3 C4 C5 B5", "C3 C4 C5 D5", "C3 C4 C5 B5 A5", "C3 C4 C5 D5 E5"}


@pytest.mark.parametrize("status", ["crest", "entrenched"])
def test_crest_and_entrenched(status: str) -> None:
    # b20-96-crest: "Broken Infantry must leave Crest status", whether it routs (note 3 is at "It does not Rout") or not.
    # Until then it is not in Open Ground (a10-531-open); what it can do is the same.
    open_ground = g1("r1 squad C1 9", router=NOT_DM)
    protected = g1("r1 squad C1 9", router=NOT_DM, facts=f"status(g1,{status}).")
    assert (open_ground.verdict, open_ground.must) == ("routs", {"a10-5-must"})
    assert (protected.verdict, protected.must) == ("cannot_rout", set())
    under_dm = g1("r1 squad C1 9", facts=f"status(g1,{status}).")
    assert under_dm.must == set() and under_dm.routes == open_ground.routes


def test_new_enemies_put_a_shelter_no_farther_from_the_destination() -> None:
    # a10-51-refigure: "When new KEU put the destination out of reach": here the MF for the foxhole have done so before.
    facts = 'feature("yC4",foxhole). status(g1,wounded).'
    text = {"terrain": CORRIDOR + " C5=woods", "blind": "B5-C3"}
    answer = g1("r1 squad B5 9", facts=facts, router=ROUTER.replace("squad", "leader"), **text)
    assert {r.legs for r in answer.routes if r.path[-1].endswith("@foxhole")} == {(("yC3", "yC5"),)}


def test_the_road_through_a_marsh() -> None:
    # road rate: "a unit that enters a hex over a road hexside may pay 1 MF"; marsh: "the whole allowance".
    answer = g1("r1 squad C1 -", terrain=CORRIDOR + " C4=marsh", facts='road("yC3","yC4").')
    assert mfs(answer, "C3 C4") == {(0, 2), (0, 12)}


def test_revealed_before_the_step_it_bars() -> None:
    # a12-14-reveal: "The opponent may drop concealment before a step (to bar it)". r2 in E4 is next to D3, the only cover.
    text = {"terrain": CORRIDOR.replace("D3=water", "D3=woods") + " C5=water"}
    facts = 'reveal(r2,g1,"yD3",before).'
    answer = g1("r1 squad C1 -", "r2 squad E4 - concealed", facts=facts, **text)
    assert goals(answer) == {"D3": 4}
    assert {(r.posture, r.legs, r.path, r.discovers) for r in answer.routes} == {
        # Before its first step, or having gone by C4.
        ("run", (("yC3", "yD3"), ("yC3", None)), ("yC3", "yC4"), (("yC3", frozenset({"r2"})),)),
        ("low_crawl", (("yC3", "yD3"), ("yC3", None)), ("yC3", "yC4"), (("yC3", frozenset({"r2"})),)),
        ("run", (("yC3", "yD3"), ("yC4", None)), ("yC3", "yC4"), (("yC4", frozenset({"r2"})),)),
    }
    # Out of its sight the step is not barred; the unit sees it in D3, and must go on.
    unseen = g1("r1 squad C1 -", "r2 squad E4 - concealed", facts=facts, blind="E4-C3 E4-C4", **text)
    assert "C3 D3 C4" in paths(unseen)


def test_barred_at_its_only_step_it_is_eliminated() -> None:
    # a10-51-none: "Forced, and no legal destination, path or posture: a Surrender Check, then eliminated."
    facts = 'reveal(r2,g1,"yC4",before).'
    answer = g1("r1 squad C1 9", "r2 squad C5 9 concealed", terrain=CORRIDOR, facts=facts)
    assert {(r.path, r.end) for r in answer.routes} == {(("yC3",), "eliminated")}


@pytest.mark.parametrize(
    ("units", "interdicts"),
    [
        # A hero is an SMC: alone he fires a MG with half its FP.
        (["r1 hero C1 -"], False),
        (["r1 hero C1 -", "r2 hero C1 -"], True),
        (["r1 hero C1 -", "r2 leader C1 - pinned"], False),
        (["r1 hero C1 9"], True),  # his own FP
    ],
)
def test_heroes_and_machine_guns(units: list[str], interdicts: bool) -> None:
    answer = g1(*units, facts="sw(w,mmg,5,9). possesses(r1,w).")
    assert bool(route(answer, "C3 C4").interdicted) == interdicts


def test_heroes_take_no_room() -> None:
    # A5.11: "overstacking +1 for each squad-equivalent, rounded up, above 3"
    answer = g1("r1 squad C1 -", terrain="C5=woods", facts=friends(2, '"yC5"') + 'unit(h,german,hero). at(h,"yC5").')
    assert goals(answer)["C5"] == 6


def test_entrenched_is_in_the_foxhole() -> None:
    # entrenchment "+1 out": whoever is marked entrenched in a hex with a foxhole is in it.
    answer = g1("r1 squad C1 -", facts='status(g1,entrenched). feature("yC3",foxhole).')
    assert {r.path[0] for r in answer.routes} == {"yC3@foxhole"}
    assert mfs(answer, "C3@foxhole C4") == {(0, 4)}


def test_a_new_enemy_lets_it_stay_in_a_shelter_that_is_no_nearer() -> None:
    # a10-51-toward: "must end nearer to it than it began, unless new KEU prevent that". From C3 and from D3 it is 2 hexes to
    # C5. With the foxhole of D3 (2 MF) it would get to D4 (1 + 2), not to C5; r2, whom it finds there, bars D4.
    terrain = CORRIDOR.replace("D3=water", "D3=open_ground").replace("D4=water", "D4=brush") + " C4=water C5=woods"
    blind = "D5-C3 D5-C5 D1-C3 D1-D4 D1-C5 D1-E4 D1-E3"
    texts = {"terrain": terrain, "facts": 'feature("yD3",foxhole).', "blind": blind}
    assert "C3 D3@foxhole" in paths(g1("r1 squad D1 9", "r2 squad D5 1", **texts))
    alone = paths(g1("r1 squad D1 9", **texts))
    assert "C3 D3@foxhole" not in alone and "C3 D3@foxhole D4" in alone


def test_a_bridge_over_a_stream() -> None:
    # a bridge is entered and left over its road only
    spanned = 'feature("yC4",bridge). road("yC4","yC5").'
    assert "C4" in firsts(g1("r1 squad C1 -", terrain=CORRIDOR + " C4=stream"))
    assert "C4" not in firsts(g1("r1 squad C1 -", terrain=CORRIDOR + " C4=stream", facts=spanned))
