"""The enumerator of the full ASL rules, on positions worked out by hand from the rules page.

The map is a block of hexes, columns A to E and rows 1 to 5, all Open Ground but what a test says; every hex sees every
other but where a test says otherwise. Unless a test says more, the German squad g1, broken and under DM, is in C3.
Its neighbours are C2, C4, B2, B3, D2 and D3. C1 is two hexes north of it, C5 two hexes south.
"""

from __future__ import annotations

import pytest
from enumerator import Destination
from enumerator_asl import Answer, Route, solve

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
    (found,) = [r for r in answer.routes if r.posture == posture and " ".join(h[1:] for h in r.path) == path]
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
        ("r1 vehicle C2 - abandoned", "may_rout"),  # ADJACENT to a vehicle
        ("r1 squad C2 - broken", "may_rout"),
        ("r1 squad C2 - broken unarmed", "cannot_rout"),
    ],
)
def test_when_disrupted_units_rout(unit: str, verdict: str) -> None:
    assert g1(unit, facts="status(g1,disrupted).").verdict == verdict


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
        ("r1 squad C1 9", 'elevation("yC4",1).', False),
    ],
)
def test_interdiction(unit: str, facts: str, interdicts: bool) -> None:
    answer = g1(unit, facts=facts)
    assert bool(route(answer, "C3 C4").interdicted) == interdicts


def test_no_interdiction_behind_hindrances_or_in_cover() -> None:
    assert not route(g1("r1 squad C1 9", terrain="C4=orchard"), "C3 C4").interdicted
    assert route(g1("r1 squad C1 9", terrain="C4=orchard", facts='road("yC3","yC4").'), "C3 C4").interdicted


@pytest.mark.parametrize(
    ("facts", "path", "end"),
    [
        ("", "C3 C4 C5", "survives"),
        ('nmc(g1,"yC4",pass).', "C3 C4 C5", "survives"),
        ('nmc(g1,"yC4",pin).', "C3 C4", "survives"),
        ('nmc(g1,"yC4",twelve).', "C3 C4", "eliminated"),
        ('nmc(g1,"yC4",two). hob(g1,hero).', "C3 C4", "survives"),
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


def test_a_wounded_leader_has_3_mf() -> None:
    leader = "unit(g1,german,leader). status(g1,broken). status(g1,dm)."
    answer = g1("r1 squad C1 9", router=leader, facts='nmc(g1,"yC4",fail).')
    # After C4 (1 MF) two hexes of Open Ground are left: C5 and its neighbours B4, D4, B5, D5.
    assert max(len(r.path) for r in answer.routes if r.path[1] == "yC4") == 4
    answer = g1("r1 squad C1 9", router=leader + "status(g1,wounded).", facts='nmc(g1,"yC4",fail).')
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
