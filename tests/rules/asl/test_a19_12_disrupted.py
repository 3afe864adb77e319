"""Disrupted units: surrender, rout and end of the rout (A19.12).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import CORRIDOR, asl, causes
from tiny_asl import HELD, TAKER

import pyrout

# --- asop-disrupted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", ["german", "american"])
@pytest.mark.parametrize(("captor", "destinations"), [("", {}), ("; g2:squad@B12", {"B4": 3.0})])
def test_who_surrenders_at_once_is_gone_for_a_unit_far_away(
    attacker: str, captor: str, destinations: dict[str, float]
) -> None:
    """asop-disrupted: a1 surrenders to g2 before any unit routs, in a hex that g1 cannot reach. If it does not surrender, g1
    may not come closer to it. The answer is the same where g1 alone is asked about."""
    hexes = "B2. B3. B4w B5. B6. B7. B8. B9. B10. B11. B12."
    far = asl(
        hexes,
        "g1:squad@B2 broken dm; a1:squad@B11 broken disrupted" + captor,
        "B11-B2 B11-B3 B11-B4",
        attacker=attacker,
    )
    whole = pyrout.solve(far.instance)["g1"]
    assert far.destinations == destinations
    assert {d.hex: d.mf for d in whole.destinations} == destinations


# --- a19-12-disrupted ----------------------------------------------------------------------------------------------


def test_disrupted_units() -> None:
    """a19-12-disrupted, a19-12-rout, asop-disrupted"""
    assert asl(HELD, TAKER + "; g9:squad@B1", facts="status(g1,disrupted).").g1.verdict == "surrenders"
    idle = asl("B1. B2w B3w", "g1:squad@B2 broken dm disrupted").g1
    assert (idle.verdict, causes(idle.reasons)) == ("cannot_rout", {"a19-12-rout": ()})
    assert (
        asl(CORRIDOR, "g1:squad@B1 broken disrupted; a1:squad@B4", "B4-B1", "no_quarter(german).").g1.verdict
        == "eliminated"
    )
    near = "B1w B2w B3w", "g1:squad@B2 broken dm disrupted; a1:squad@B3 broken"
    assert asl(*near).g1.verdict == "routs"
    assert asl(*near, facts="option(disrupted_broken,no).").g1.verdict == "cannot_rout"
    assert asl(*near).crawls == {}


def test_a_disrupted_unit_heeds_only_whom_it_sees() -> None:
    """a19-12-disrupted, a12-14-reveal: a2 drops concealment out of its LOS when it is in B3; it does not stop there for that."""
    hexes, units = "B1w B2. B3. B4. B8. D9.", "g1:squad@B4 broken dm disrupted; a1:squad@B8; a2:squad@D9 concealed"
    here = asl(hexes, units, "B8-B4", 'reveal(a2,g1,"B3",after).')
    assert here.runs == {"B4 B3 B2 B1": "survives"}


def test_a_disrupted_unit_without_a_destination_surrenders_to_whom_it_meets() -> None:
    """a19-12-disrupted: from a2, a vehicle, it routs without a destination; a1, next to B2, takes it."""
    units = "g1:squad@B3 broken dm disrupted; a1:squad@A2; a2:vehicle@B4; a3:squad@D9"
    here = asl("A2. B2. B3. B4. C3. D9.", units, "D9-C3")
    assert here.runs == {"B3 B2": "surrenders", "B3 C3": "survives"}
    assert here.run("B3 B2").captors == ("a1",)


CHART_HEAT = "option(hob_unyielding,chart)."  # by it a Fanatic may be Disrupted


@pytest.mark.parametrize(
    ("unit", "facts"),
    [
        ("g1:crew@B2 broken dm disrupted", ""),
        ("g1:commissar@B2 broken dm disrupted", ""),
        ("g1:squad@B2 broken dm disrupted fanatic", ""),
        ("g1:squad@B2 broken dm disrupted", "nationality(german,japanese)."),
        ("g1:squad@B2 broken dm disrupted", "nationality(g1,ss). nationality(american,russian)."),
        ("g1:squad@B2 broken dm disrupted; g2:vehicle@B2", "passenger(g1,g2)."),
    ],
)
def test_who_is_never_disrupted(unit: str, facts: str) -> None:
    """a19-12-disrupted: they are broken only (A19.11, A19.12)."""
    with pytest.raises(pyrout.InstanceError, match="never Disrupted"):
        _ = asl(HELD, f"{unit}; a1:squad@B3", facts=facts).g1


@pytest.mark.parametrize(
    "facts", ["", "nationality(g1,ss).", "nationality(german,finnish). nationality(american,russian)."]
)
def test_who_may_be_disrupted(facts: str) -> None:
    """a19-12-disrupted: SS are where none of their enemies are Russians (A19.12)."""
    assert asl(HELD, "g1:squad@B2 broken dm disrupted; a1:squad@B3", facts=facts).g1.verdict == "surrenders"


def test_disrupted_units_of_those_who_never_surrender() -> None:
    """a19-12-disrupted: the chart asks a Disrupted unit about No Quarter only. By its reading of Heat of Battle alone such units
    are Disrupted (A19.12)."""
    units = "g1:squad@B2 broken dm disrupted; a1:squad@B3"
    partisan = "nationality(g1,partisan)."
    assert asl(HELD, units, facts=f"{partisan} option(hob_unyielding,chart).").g1.verdict == "surrenders"
    with pytest.raises(pyrout.InstanceError, match="never Disrupted"):
        _ = asl(HELD, units, facts=partisan).g1
    assert asl(HELD, units, facts="no_quarter(german).").g1.verdict != "surrenders"
    melee = asl(HELD, "g1:squad@B2 broken dm disrupted; a1:squad@B3 melee").g1
    assert melee.verdict != "surrenders"


@pytest.mark.parametrize(
    ("units", "facts", "end"),
    [
        ("g1:squad@B2 broken dm fanatic disrupted; a2:vehicle@B3; a1:squad@B1 concealed", "", "surrenders"),
        (
            "g1:squad@B2 broken dm fanatic disrupted; a2:vehicle@B3; a1:squad@B1 concealed",
            "no_quarter(german).",
            "eliminated",
        ),
        ("g1:squad@B2 broken dm fanatic; a2:vehicle@B3; a1:squad@B1 concealed", "", "eliminated"),
        ("g1:squad@B2 broken dm fanatic disrupted; a2:vehicle@B3; a1:vehicle@B1 concealed", "", "eliminated"),
    ],
)
def test_a_repulsed_unit_that_is_disrupted_surrenders_whatever_it_is(units: str, facts: str, end: str) -> None:
    """a19-12-disrupted, option(repulsed,surrender): next to a2 g1 has to rout; a1 throws it back. Fanatics never surrender by
    a20-21, but Disrupted they do, unless under No Quarter; nobody does so to a vehicle."""
    here = asl("B1w B2. B3.", units, "B3-B2", f"{CHART_HEAT} option(repulsed,surrender). normal_range(a2,6). {facts}")
    assert here.runs == {"B2 B1 B2": end}


@pytest.mark.parametrize(("heat", "end"), [("surrender", "surrenders"), ("other", "eliminated")])
def test_a_repulsed_unit_that_has_become_disrupted_on_the_way_surrenders_whatever_it_is(heat: str, end: str) -> None:
    """a19-12-disrupted, a15-hob, option(repulsed,surrender): Disrupted in the Heat of Battle in B3, a Fanatic is thrown back
    by a3."""
    here = asl(
        "B1w B2. B3. B4. B9-",
        "g1:squad@B4 broken dm fanatic; a1:squad@B9; a3:squad@B1 concealed",
        "B9-B4 B9-B3",
        f'normal_range(a1,9). nmc(g1,"B3",two). hob(g1,{heat}). option(repulsed,surrender). option(hob_unyielding,chart).',
    )
    assert here.runs == {"B4 B3 B2 B1 B2": end}


# --- a19-12-rout ---------------------------------------------------------------------------------------------------


def test_a_disrupted_unit_routs_without_dm() -> None:
    """a19-12-rout, a10-62-dm: next to a vehicle it has to, and it becomes DM only if the vehicle is armed."""
    here = "B1w B2w B3w", "g1:squad@B2 broken disrupted; a1:vehicle@B3"
    armed = asl(*here).g1
    assert (armed.verdict, armed.dm) == ("routs", ("a10-62-dm",))
    unarmed = asl(here[0], here[1] + " unarmed").g1
    assert (unarmed.verdict, unarmed.dm) == ("routs", ())


@pytest.mark.parametrize(
    ("status", "end"), [("disrupted", "surrenders"), ("disrupted fanatic", "surrenders"), ("fanatic", "eliminated")]
)
@pytest.mark.parametrize("ceases", ["yes", "no"])
def test_a_disrupted_unit_surrenders_on_its_way_whatever_it_is(ceases: str, status: str, end: str) -> None:
    """a19-12-rout, a20-21-never: forced out of B3 by a2 it comes to B2, next to a1 whom it has not seen. Fanatics never
    surrender; disrupted they do, by either reading of whether that ends their rout (disrupted_ceases)."""
    here = asl(
        "B0w B1. B2. B3. A2- B9-",
        f"g1:squad@B3 broken dm {status}; a1:squad@A2; a2:squad@B9",
        "B9-B3",
        f"{CHART_HEAT} option(disrupted_ceases,{ceases}). normal_range(a2,12).",
    )
    assert here.runs == {"B3 B2": end}


def test_a_disrupted_unit_that_may_rout_must() -> None:
    """option(disrupted_forced,yes) option(disrupted_forced,no), a19-12-rout: chart, out of the Surrender Check the arrow leads to
    "This unit routs", from next to an unarmed vehicle too, and without DM; a unit that is not Disrupted need not."""
    hexes = "B1w B2w B3w"
    broken = "g1:squad@B2 broken dm disrupted; a1:squad@B3 broken"
    assert causes(asl(hexes, broken).g1.must_rout) == {"a19-12-rout": ("a1",)}
    assert asl(hexes, broken, facts="option(disrupted_forced,no).").g1.verdict == "may_rout"
    vehicle = "g1:squad@B2 broken disrupted; a1:vehicle@B3 unarmed"
    assert (asl(hexes, vehicle).g1.verdict, causes(asl(hexes, vehicle).g1.must_rout)) == (
        "routs",
        {"a19-12-rout": ("a1",)},
    )
    assert asl(hexes, vehicle, facts="option(disrupted_forced,no).").g1.verdict == "cannot_rout"
    assert asl(hexes, vehicle.replace("disrupted", "dm")).g1.verdict == "may_rout"
    # Good Order Personnel: it surrenders, and nothing else is asked.
    taken = asl(hexes, "g1:squad@B2 broken dm disrupted; a1:squad@B3").g1
    assert (taken.verdict, "a19-12-rout" in causes(taken.must_rout)) == ("surrenders", False)


def test_option_disrupted_broken_is_about_broken_enemies_alone() -> None:
    """option(disrupted_broken,no), a19-12-rout: next to an unbroken one who takes no prisoners it routs as ever."""
    here = asl(
        "B1w B2w B3w", "g1:squad@B2 broken dm disrupted; a1:squad@B3 berserk", facts="option(disrupted_broken,no)."
    )
    assert (here.g1.verdict, causes(here.g1.must_rout)) == ("routs", {"a10-5-must": ("a1",), "a19-12-rout": ("a1",)})


def test_disrupted_ceases() -> None:
    """a19-12-rout, option(disrupted_ceases,no): in B3 it meets a2, two hexes off in B1, and is in no danger there."""
    here = (
        "B1w B2w B3. B4. B5. B6. B7. C4.",
        "g1:squad@B4 broken dm disrupted; a1:squad@B7; a2:squad@B1",
        "B7-B4 B1-B3/1",
    )
    assert set(asl(*here).runs) == {"B4 B3", "B4 C4 B3"}
    assert "B4 B3 C4" in asl(*here, "option(disrupted_ceases,no).").runs


def test_disrupted_does_not_cease_in_a_blaze() -> None:
    """a19-12-rout, option(blaze_water,avoidable): in B2, where it meets a2 far off through a Hindrance, it routs on from a Blaze;
    without the Blaze it ceases to rout in the brush."""
    here = "B1w B2b B3. B4. B5. F9.", "g1:squad@B3 broken dm disrupted; a1:squad@B5; a2:squad@F9", "B5-B3 F9-B2/1"
    assert set(asl(*here).runs) == {"B3 B2"}
    burning = 'option(blaze_water,avoidable). feature("B2",blaze).'
    assert asl(*here, burning).runs == {"B3 B2 B1": "survives"}


def test_disrupted_ceases_in_the_desert() -> None:
    """a19-12-rout, f-1c-desert: in the open B2 it meets a2, eight hexes off; in the desert only enemies within six hexes keep
    it from ceasing to rout, as at the start they alone let it rout from there."""
    here = "B1w B2. B3. B4. B5. B10.", "g1:squad@B3 broken dm disrupted; a1:squad@B5; a2:squad@B10", "B5-B3 B10-B2"
    desert = "normal_range(a2,8). environment(desert)."
    assert set(asl(*here, "normal_range(a2,8).").runs) == {"B3 B2 B1"}
    assert set(asl(*here, desert).runs) == {"B3 B2"}
    there = here[0], "g1:squad@B2 broken dm disrupted; a2:squad@B10", "B10-B2"
    assert asl(*there, "normal_range(a2,8).").g1.verdict == "routs"
    assert asl(*there, desert).g1.verdict == "cannot_rout"


@pytest.mark.parametrize("enemy", ["concealed", ""])
def test_disrupted_it_ceases_in_a_shelter_on_the_shortest_way(enemy: str) -> None:
    """a19-12-rout, a12-14-reveal, a10-531-cover: a1 cannot be seen from B4. In the foxhole of B3 g1 learns of him, be he revealed
    before that step or not, and is safe: its rout ends. By C4, a detour from B4, it may not go into the foxhole."""
    here = asl(
        "B1- B2w B3. B4. B5. B6. C4. B9-",
        f"g1:squad@B6 broken dm disrupted; a9:squad@B9; a1:squad@B1 {enemy}",
        "B9-B6 B9-B5 B9-B4 B9-B3 B1-B3 B1-B2",
        'feature("B3",foxhole). normal_range(a9,12). normal_range(a1,3).'
        + (' reveal(a1,g1,"B3",before).' if enemy else ""),
        near=False,
    )
    assert {path: end for path, end in here.runs.items() if "@" in path} == {"B6 B5 B4 B3@foxhole": "survives"}


@pytest.mark.parametrize(
    ("place", "more", "runs"),
    [
        ("B10", "", {"B3 B2 B1": "survives"}),
        ("B10", "environment(desert).", {"B3 B2": "survives"}),
        ("B7", "environment(desert).", {"B3 B2 B1": "survives"}),
    ],
)
def test_disrupted_it_goes_on_in_the_open_to_whoever_is_revealed(place: str, more: str, runs: dict[str, str]) -> None:
    """a19-12-rout, f-1c-desert: in B2 it learns of a1, in whose LOS and Normal Range it is in the open. That keeps it routing,
    in the desert only within six hexes: B7 is five away, B10 eight."""
    here = asl(
        f"B1w B2. B3. {place}- B8-",
        f"g1:squad@B3 broken dm disrupted; a1:squad@{place} concealed; a9:squad@B8",
        f"B8-B3 {place}-B2",
        f'normal_range(a9,12). normal_range(a1,12). reveal(a1,g1,"B2",after). {more}',
    )
    assert here.runs == runs


def test_a_reveal_where_it_stops_anyway_ends_nothing() -> None:
    """a19-12-rout, a12-14-reveal: g1 stops in B4 as soon as it meets a1, who sees only that hex. A rout that ends there stays as
    it is; one that leads on to B3 does not."""
    units = "g1:squad@B6 broken dm disrupted; a9:squad@B9; a1:squad@F9 concealed"
    here = asl("B3. B4. B5b B6. B9- F9-", units, "B9-B6 F9-B4", "normal_range(a1,3).", near=False)
    ends, goes_on = here.run("B6 B5 B4"), here.run("B6 B5 B4 B3")
    assert (ends.end, ends.holds) == ("survives", True)
    assert ("a1", "B4", "after", "a19-12-rout") in [(u.by, u.hex, u.when, u.rule) for u in goes_on.unless]
    shown = asl(
        "B3. B4. B5b B6. B9- F9-", units, "B9-B6 F9-B4", 'normal_range(a1,3). reveal(a1,g1,"B4",after).', near=False
    )
    assert shown.runs["B6 B5 B4"] == "survives" and "B6 B5 B4 B3" not in shown.runs


@pytest.mark.parametrize("status", ["disrupted", "disrupted encircled"])
def test_a_disrupted_unit_surrenders_by_its_own_rule_alone(status: str) -> None:
    """a19-12-disrupted: it surrenders as it is; that it is Encircled or has no way (a20-21-surrender) is no further reason."""
    here = asl("B2. B3.", f"g1:squad@B2 broken dm {status}; a1:squad@B3").g1
    assert (here.verdict, {reason.rule for reason in here.reasons}) == (
        "surrenders",
        {"a10-5-must", "a19-12-disrupted"},
    )
