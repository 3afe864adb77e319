"""The enumerator of full ASL by hand: who must rout (A10.5), who surrenders (A20.21), voluntary breaks (A10.41)."""

from __future__ import annotations

import pytest
from enumerator_asl import solve
from positions_enumerated_asl import CORRIDOR, NOT_DM, firsts, g1, paths, position

pytestmark = pytest.mark.slow  # half a minute together


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


VEHICLE = 'unit(v1,german,vehicle). at(v1,"yC3").'


def test_passengers_may_stay() -> None:
    # d6-1-passenger: "Passengers may stay while the vehicle's crew is unbroken, whatever is near; they may become DM."
    open_behind = CORRIDOR.replace("C2=water ", "")
    facts = VEHICLE + "passenger(g1,v1)."
    answer = g1("r1 squad C2 -", terrain=open_behind, facts=facts, router=NOT_DM)
    assert (answer.verdict, answer.must, paths(answer)) == ("cannot_rout", set(), set())
    # On foot it would surrender: there is no clean way. Here it stays aboard.
    assert g1("r1 squad C2 9", terrain=open_behind).verdict == "surrenders"
    assert g1("r1 squad C2 9", terrain=open_behind, facts=facts).verdict == "cannot_rout"
    # d5-311-crew: "crew and broken Passengers rout, in their first RtPh, only to under the vehicle."
    broken = g1("r1 squad C1 -", terrain=open_behind, facts=facts + "status(v1,broken).")
    assert (broken.verdict, broken.routes) == ("cannot_rout", set())
    # "With a Good Order armed enemy Infantry unit in (or ADJACENT to) its Location the crew surrenders first."
    for status in ("", "status(g1,encircled)."):
        taken = g1("r1 squad C2 9", terrain=open_behind, facts=facts + "status(v1,broken). " + status)
        assert (taken.verdict, taken.captors) == ("surrenders", {"r1"})
    # d6-23-rider: "Riders that break bail out."
    assert g1("r1 squad C2 -", terrain=open_behind, facts=VEHICLE + "rider(g1,v1).").verdict == "routs"
