"""The conduct of a rout by the full ASL rules: Interdiction and its NMC, dropped concealment, surrender, voluntary breaks, DM,
and what other readings of the rules would change.

Every answer is worked out by hand from the chart (Routing Flowchart 5.16) and its notes. The notation is that of `tiny`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_rules_asl import HELD, TAKER, asl
from tiny import Position, causes, facts_of

import pyrout
from pyrout import Route, report, rule_sets
from pyrout.cli import main
from pyrout.errors import InstanceError, UsageError
from pyrout.hexes.chances import results
from pyrout.hexes.report import route_line
from pyrout.question import ask
from pyrout.testing.compare import compare_options

pytestmark = pytest.mark.slow  # a minute together

# g1 runs from B3 to the woods of B1 through the open B2, which a1 sees from B8, 6 hexes off; and so does it see B3.
RUN = "B1w B2. B3. B4. B5w B6. B7. B8."
ROUTER = "g1:squad@B3 broken dm"
SEEN = "B8-B3 B8-B2"


def shot(enemy: str, facts: str = "") -> tuple[str, ...]:
    """Who interdicts g1 in B2."""
    found = asl(RUN, f"{ROUTER}; {enemy}", SEEN, facts).run("B3 B2 B1").interdicted
    return found[0].by if found else ()


def odds(route: Route) -> dict[str, Fraction]:
    return dict(route.odds)


# --- A10.532: who interdicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("helper", "fires"), [("", True), (" concealed", False), (" pinned", False), (" halved", False)]
)
def test_who_helps_a_leader_with_a_machine_gun(helper: str, fires: bool) -> None:
    """a10-532-interdict: alone he fires it with half its FP; whoever helps him fires, at full FP (note 20), and is
    concealed no more."""
    by = shot(f"a1:leader@B8; a2:hero@B8{helper}", "possesses(a1,m). sw(m,lmg,2,8). normal_range(a2,1).")
    assert by == (("a1",) if fires else ())


@pytest.mark.parametrize(
    ("enemy", "facts", "interdicts"),
    [
        ("a1:squad@B8", "", True),
        ("a1:squad@B8 cx", "", False),
        ("a1:squad@B8 melee", "", False),
        ("a1:squad@B8 pinned", "", False),
        ("a1:squad@B8 encircled", "", False),
        ("a1:squad@B8 spotted_fire", "", False),
        ("a1:vehicle@B8 motion", "", False),
        ("a1:cavalry@B8 mounted", "", False),
        ("a1:vehicle@B8 buttoned_up", "", False),
        ("a1:vehicle@B8 stunned", "", False),
        ("a1:vehicle@B8 shocked", "", False),
        ("a1:squad@B8 halved", "", False),
        ("a1:squad@B8 halved", "possesses(a1,m). sw(m,mortar,5,12).", True),
        ("a1:squad@B8 halved pinned", "possesses(a1,m). sw(m,mortar,5,12).", False),
        ("a1:gun@B8", "", True),
        ("a1:gun@B8 malfunctioned", "", False),
        ("a1:gun@B8 malfunctioned", "possesses(a1,m). sw(m,lmg,1,8).", True),
        ("a1:gun@B8", 'covered_arc(a1,"B3").', False),  # it would have to change CA
        ("a1:gun@B8", 'covered_arc(a1,"B2").', True),
        ("a1:squad@B8", "no_interdiction(a1).", False),
        ("a1:squad@B8", 'no_interdiction(a1,"B2").', False),
        ("a1:squad@B8", 'no_interdiction(a1,"B4").', True),
        ("a1:squad@B8", "normal_range(a1,5).", False),
        ("a1:squad@B8", "normal_range(a1,5). possesses(a1,m). sw(m,lmg,1,8).", True),
        ("a1:squad@B8", "normal_range(a1,5). possesses(a1,m). sw(m,lmg,1,8). status(m,malfunctioned).", False),
        ("a1:leader@B8", "possesses(a1,m). sw(m,lmg,1,8).", False),  # alone he fires a MG at half FP
        ("a1:leader@B8; a2:leader@B8", "possesses(a1,m). sw(m,lmg,1,8).", True),
        ("a1:squad@B8 concealed", "", False),
        ("a1:squad@B8 broken", "", False),
    ],
)
@pytest.mark.slow
def test_who_interdicts(enemy: str, facts: str, interdicts: bool) -> None:
    """a10-532-interdict: every exclusion of note 20."""
    assert shot(enemy, facts) == (("a1",) if interdicts else ())


def test_nobody_interdicts_beyond_16_hexes() -> None:
    """a10-532-interdict: "Interdiction is also prohibited beyond 16 hexes"."""
    hexes = "B1w B2. B3. " + " ".join(f"B{n}." for n in range(18, 20))
    for row, seen in ((18, True), (19, False)):
        here = asl(hexes, f"{ROUTER}; a1:squad@B{row}", f"B{row}-B2", "normal_range(a1,20).")
        assert bool(here.run("B3 B2 B1").interdicted) == seen


def test_one_nmc_for_a_location() -> None:
    """a10-532-interdict, note 19: two Interdictors, one NMC; an FFE or a shot fired before changes nothing."""
    here = asl(RUN, f"{ROUTER}; a1:squad@B8; a2:squad@B8", SEEN, "broken_morale(g1,7).").run("B3 B2 B1")
    assert [(i.hex, i.by) for i in here.interdicted] == [("B2", ("a1", "a2"))]
    assert odds(here)["reduced"] == Fraction(14, 36)  # DR 8 to 11, once


# --- A10.53, A10.64, A15: what the NMC does -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "path", "end", "condition"),
    [
        ("pass", "B3 B2 B1", "survives", None),
        ("pin", "B3 B2", "survives", "pinned"),
        ("fail", "B3 B2 B1", "survives", "reduced"),
        ("twelve", "B3 B2", "eliminated", None),
        ("two). hob(g1,hero", "B3 B2 B1", "survives", None),
        ("two). hob(g1,hardened", "B3 B2", "survives", "rallied"),
        ("two). hob(g1,berserk", "B3 B2", "survives", "berserk"),
        ("two). hob(g1,other", "B3 B2 B1", "survives", None),
    ],
)
@pytest.mark.slow
def test_results_of_an_nmc(result: str, path: str, end: str, condition: str | None) -> None:
    """a10-53-nmc, a10-64-fate, a15-hob"""
    facts = f'nmc(g1,"B2",{result}).' if ")." not in result else f'nmc(g1,"B2",{result.replace(").", ").", 1)}).'
    (run,) = [r for r in asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, facts).g1.routes if r.posture == "run"]
    assert (" ".join(run.path), run.end, run.condition) == (path, end, condition)


@pytest.mark.parametrize("kind", ["squad", "half_squad"])
@pytest.mark.slow
def test_hero_creation_of_an_mmc_does_not_rally_it(kind: str) -> None:
    """a15-hob, A15.21: it goes on, and the hero is a new unit in B2; in the text, too."""
    facts = 'nmc(g1,"B2",two). hob(g1,hero). broken_morale(g1,7).'
    here = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, facts)
    run = here.run("B3 B2 B1")
    assert (run.end, run.condition, run.hero, odds(run)) == ("survives", None, "B2", {"survives": 1})
    assert "in B2 a hero is created beside it, and it stays broken" in route_line(run)
    assert run.to_json()["hero"] == "B2"
    other = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, facts.replace("hero", "other")).run("B3 B2 B1")
    assert other.hero is None


@pytest.mark.parametrize("kind", ["leader", "commissar"])
def test_hero_creation_rallies_a_leader(kind: str) -> None:
    """a15-hob, A15.21: he is the hero."""
    here = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, 'nmc(g1,"B2",two). hob(g1,hero).')
    run = here.run("B3 B2")
    assert (run.end, run.condition, run.hero) == ("survives", "rallied", None)


@pytest.mark.slow
def test_heat_of_battle_surrender_makes_it_disrupted() -> None:
    """a15-hob: Disrupted in the open in a1's LOS it goes on; in B2, ADJACENT to a2, of whom it learns there, it surrenders."""
    facts = 'nmc(g1,"B2",two). hob(g1,surrender).'
    alone = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, facts).run("B3 B2 B1")
    assert (alone.end, alone.condition) == ("survives", "disrupted")
    hexes = RUN + " A2w"
    near = f"{ROUTER}; a1:squad@B8; a2:squad@A2"
    assert {p: e for p, e in asl(hexes, near, SEEN, facts).runs.items() if p.startswith("B3 B2")} == {
        "B3 B2": "surrenders"
    }


@pytest.mark.parametrize(
    ("never", "by_chart"),
    [
        ("nationality(g1,partisan).", "surrenders"),
        ("nationality(german,japanese).", "surrenders"),
        ("status(g1,fanatic).", "surrenders"),
        ("nationality(g1,ss). nationality(a2,russian).", "surrenders"),
        ("no_quarter(german).", "eliminated"),
    ],
)
def test_option_hob_unyielding(never: str, by_chart: str) -> None:
    """option(hob_unyielding,chart), a15-hob, a20-21-never: a surrender result of who never surrenders is berserk. By the chart
    it is Disrupted, and of those only No Quarter is asked about: in B2 it learns of a2."""
    here = RUN + " A2w", f"{ROUTER}; a1:squad@B8; a2:squad@A2", SEEN
    facts = f'nmc(g1,"B2",two). hob(g1,surrender). {never} '
    berserk = into_b2(asl(*here, facts + "broken_morale(g1,7)."))
    assert {(run.end, run.condition) for run in berserk} == {("survives", "berserk")}
    assert [odds(run) for run in berserk] == [{"berserk": 1}] * len(berserk)
    assert {run.end for run in into_b2(asl(*here, facts + "option(hob_unyielding,chart)."))} == {by_chart}
    meek = asl(*here, 'nmc(g1,"B2",two). hob(g1,surrender). nationality(a2,russian).')
    assert {run.end for run in into_b2(meek)} == {"surrenders"}


def into_b2(here: Position) -> list[Route]:
    """Return the runs that enter B2."""
    return [run for run in here.g1.routes if run.posture == "run" and "B2" in run.path]


MIXED = "a surrender result of g1 is berserk: SS are taken to surrender to nobody of a side of which some are Russians"


def test_ss_and_a_side_of_which_some_are_russians() -> None:
    """a15-hob, a20-21-never: told where others than Russians could take it."""
    here = RUN + " A2w", f"{ROUTER}; a1:squad@B8; a2:squad@A2", SEEN
    facts = 'nationality(g1,ss). nationality(a2,russian). nmc(g1,"B2",two). '
    assert any(MIXED in said for said in asl(*here, facts + "hob(g1,surrender).").g1.assumes)
    all_of_them = "hob(g1,surrender). nationality(american,russian)."
    assert not any(MIXED in said for said in asl(*here, facts + all_of_them).g1.assumes)
    assert not any(MIXED in said for said in asl(*here, facts + "hob(g1,berserk).").g1.assumes)


EXEMPT = [("crew", ""), ("squad", "status(g1,unarmed). "), ("squad", "passenger(g1,g2). "), ("squad", "rider(g1,g2). ")]


@pytest.mark.parametrize(("kind", "facts"), EXEMPT)
def test_to_whom_no_heat_of_battle_comes(kind: str, facts: str) -> None:
    """a15-hob, A15.1: an original 2 of a crew, an unarmed unit or one aboard is a pass, and hob/2 of it is refused. At morale 7
    the DR 2 to 6 pass, 15 of 36, with nothing left open; 8 to 12 eliminate the crew."""
    here = RUN, f"g1:{kind}@B3 broken dm; g2:vehicle@B3; a1:squad@B8", SEEN
    facts += "broken_morale(g1,7). "
    run = asl(*here, facts).run("B3 B2 B1")
    assert (odds(run)["survives"], "heat_of_battle" in odds(run)) == (Fraction(15, 36), False)
    two = asl(*here, facts + 'nmc(g1,"B2",two).')
    assert (two.run("B3 B2 B1").end, odds(two.run("B3 B2 B1"))) == ("survives", {"survives": 1})
    for heat in ("hob(g1,hardened).", 'hob(g1,surrender). nmc(g1,"B2",two).'):
        with pytest.raises(
            InstanceError, match="an unarmed unit, a crew, a hero or a unit aboard has no Heat of Battle"
        ):
            _ = asl(*here, facts + heat).g1
    told = any("g1 has no Heat of Battle on its rout either" in said for said in asl(*here, facts).g1.assumes)
    assert told == ("(g1,g2)" in facts)


@pytest.mark.parametrize(
    ("kind", "crowd", "result", "condition"), [("squad", "", "pin", "pinned"), ("leader", "2345", "fail", "wounded")]
)
def test_disrupted_in_the_heat_of_battle_it_is_so_where_it_is_pinned(
    kind: str, crowd: str, result: str, condition: str
) -> None:
    """a15-hob, a19-12-disrupted: Disrupted in B3, g1, a partisan, is pinned in B2, or wounded with 3 MF spent (the fourth squad
    there costs 1 MF), next to a2, of whom it learns there. A Disrupted unit surrenders unless under No Quarter; a partisan who
    is not Disrupted never does (a20-21-never). Next to nobody it stops. That a surrender result does not make a partisan berserk
    is an option."""
    units = f"g1:{kind}@B4 broken dm; a1:squad@B5" + "".join(f"; g{n}:squad@B2" for n in crowd)
    here = "A1w B1. B2. B3. B4. B5.", f"{units}; a2:squad@B1", "B5-B3 B5-B2"
    facts = f'nmc(g1,"B2",{result}). nationality(g1,partisan). '
    hob = 'nmc(g1,"B3",two). hob(g1,surrender). option(hob_unyielding,chart). '
    taken = asl(*here, facts + hob).run("B4 B3 B2")
    assert (taken.end, taken.captors) == ("surrenders", ("a2",))
    assert asl(*here, facts).run("B4 B3 B2").end == "eliminated"
    assert asl(*here, facts + hob + "no_quarter(german).").run("B4 B3 B2").end == "eliminated"
    alone = asl(here[0], units, here[2], facts + hob).run("B4 B3 B2")
    assert (alone.end, alone.condition) == ("survives", condition)


@pytest.mark.parametrize(
    ("second", "condition"),
    [("pin", "pinned"), ("two). hob(g1,hardened", "rallied"), ("two). hob(g1,berserk", "berserk")],
)
def test_a_leader_who_is_lost_stays_lost(second: str, condition: str) -> None:
    """a10-711-leader: he "is eliminated if the unit fails one", in B3; what the unit comes to in B2 does not bring him back, nor
    is he there to be lost by a failure in B2."""
    here = "A1w B1. B2. B3. B4. B6.", "g1:squad@B4 broken dm; g2:leader@B4; a1:squad@B6", "B6-B4 B6-B3 B6-B2"
    run = asl(*here, f'accompanies(g2,g1). nmc(g1,"B3",fail). nmc(g1,"B2",{second}).').run("B4 B3 B2")
    assert (run.end, run.condition, run.loses) == ("survives", condition, ("g2",))
    assert [(shot.hex, shot.loses) for shot in run.interdicted] == [("B3", ("g2",)), ("B2", ())]
    passed = asl(*here, f'accompanies(g2,g1). nmc(g1,"B2",{second}).').run("B4 B3 B2")
    assert passed.loses == ()


@pytest.mark.parametrize("kind", ["half_squad", "crew"])
@pytest.mark.slow
def test_a_half_squad_that_fails_is_eliminated(kind: str) -> None:
    """a10-53-nmc, A7.302"""
    here = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, 'nmc(g1,"B2",fail).')
    assert here.runs == {"B3 B2": "eliminated"}
    assert (
        asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN).run("B3 B2 B1").interdicted[0].if_failed == "eliminated"
    )


def test_a_heat_of_battle_has_its_fact() -> None:
    """a15-hob: an original 2 without its DR, and a DR without an original 2, are refused."""
    with pytest.raises(InstanceError, match="give its result with hob"):
        _ = asl(RUN, ROUTER, facts='nmc(g1,"B2",two).').g1
    with pytest.raises(InstanceError, match="needs an original 2: add"):
        _ = asl(RUN, ROUTER, facts="hob(g1,hero).").g1


@pytest.mark.slow
def test_a_pin_next_to_an_enemy() -> None:
    """a10-53-nmc, a10-5-ftr: pinned ADJACENT to an armed unbroken KEU: Surrender Check, then eliminated."""
    here = RUN + " A2w", f"{ROUTER}; a1:squad@B8; a2:squad@A2", SEEN
    pin = 'nmc(g1,"B2",pin).'
    assert asl(*here, pin).runs["B3 B2"] == "surrenders"
    assert asl(*here, pin + " no_quarter(german).").runs["B3 B2"] == "eliminated"
    assert asl(RUN + " A2w", f"{ROUTER}; a1:squad@B8; a2:vehicle@A2", SEEN, pin).runs["B3 B2"] == "eliminated"


@pytest.mark.parametrize("ceases", ["", "option(disrupted_ceases,no). option(surrender_again,no). "])
@pytest.mark.parametrize("disrupted", ["", " disrupted"])
def test_option_pinned_surrenders(disrupted: str, ceases: str) -> None:
    """option(pinned_surrenders,no), a10-53-nmc: pinned in B2 next to a2 it is eliminated, without a Surrender Check; by option
    abtf it surrenders instead of being eliminated. The odds and the hazard say so, too."""
    here = "B1w B2. B3. B4. B8. A2w", f"{ROUTER}{disrupted}; a1:squad@B8; a2:squad@A2", "B8-B3 B8-B2"
    facts = "broken_morale(g1,7). " + ceases
    for option, end in (
        ("option(pinned_surrenders,yes).", "surrenders"),
        ("option(pinned_surrenders,no).", "eliminated"),
        ("option(pinned_surrenders,no). option(abtf,yes).", "surrenders"),
    ):
        pinned = into_b2(asl(*here, facts + option + 'nmc(g1,"B2",pin).'))
        assert {(run.end, run.captors) for run in pinned} == {(end, ("a2",) if end == "surrenders" else ())}
        passed = into_b2(asl(*here, facts + option))
        assert {shot.if_pinned for run in passed for shot in run.interdicted} == {end}
        # 15 of 36 DR above the morale, less the 12, reduce it; the 7 pins it, the 12 eliminates it.
        lost = Fraction(7, 36) if end == "eliminated" else Fraction(1, 36)
        assert {odds(run)["eliminated"] for run in passed} == {lost}


def test_a_wounded_leader() -> None:
    """a10-53-nmc, A17.2: wounded after 1 MF he has 2 left, enough for B1."""
    units = "g1:leader@B3 broken dm; a1:squad@B8"
    run = asl(RUN, units, SEEN, 'nmc(g1,"B2",fail).').run("B3 B2 B1")
    assert (run.end, run.condition) == ("survives", "wounded")
    # Wounded in B1, 3 MF from B4, he has none left: his rout ends there, next to nobody.
    far = asl(
        "B0w B1. B2. B3. B4. B8.",
        "g1:leader@B4 broken dm; a1:squad@B8",
        "B8-B4 B8-B1",
        'normal_range(a1,9). nmc(g1,"B1",fail).',
    )
    assert far.runs == {"B4 B3 B2 B1": "survives"}
    assert far.run("B4 B3 B2 B1").condition == "wounded"


# --- chances ----------------------------------------------------------------------------------------------------


def test_the_chances_of_an_nmc() -> None:
    """Two dice against a broken morale of 7: 14 of 36 are above it, 6 equal it."""
    assert results(7) == {
        "two": Fraction(1, 36),
        "pass": Fraction(14, 36),
        "pin": Fraction(6, 36),
        "fail": Fraction(14, 36),
        "twelve": Fraction(1, 36),
    }
    assert all(sum(results(m).values()) == 1 for m in range(13))


def test_the_chances_of_a_route() -> None:
    """a10-53-nmc: from B4 over B3 and B2, both interdicted, at morale 7. Whole in both: (14/36)^2. Failing once: reduced. A
    half-squad that fails again is eliminated."""
    hexes = "B1w B2. B3. B4. B5. B6. B7. B8. B9."
    here = asl(
        hexes, "g1:squad@B4 broken dm; a1:squad@B9", "B9-B4 B9-B3 B9-B2", "broken_morale(g1,7). normal_range(a1,9)."
    )
    route = here.run("B4 B3 B2 B1")
    ok, pin, fail, edge = Fraction(14, 36), Fraction(6, 36), Fraction(14, 36), Fraction(1, 36)
    assert odds(route) == {
        "survives": ok * ok,
        "reduced": 2 * ok * fail,
        "pinned": pin + ok * pin + fail * pin,
        "eliminated": edge + ok * edge + fail * (fail + edge),
        "heat_of_battle": edge + ok * edge + fail * edge,
    }
    assert sum(odds(route).values()) == 1
    assert odds(asl(hexes, "g1:squad@B4 broken dm").run("B4 B3 B2 B1")) == {}
    crawl = next(r for r in here.g1.routes if r.posture == "low_crawl")
    assert odds(crawl) == {"survives": 1}


@pytest.mark.slow
def test_chances_with_given_results() -> None:
    """a10-53-nmc, a15-hob: what is given is certain, and Heat of Battle counts under its name."""
    units = ROUTER + "; a1:squad@B8"
    given = asl(RUN, units, SEEN, 'broken_morale(g1,7). nmc(g1,"B2",fail).').run("B3 B2 B1")
    assert odds(given) == {"reduced": 1}
    heat = asl(RUN, units, SEEN, 'broken_morale(g1,7). nmc(g1,"B4",two). hob(g1,berserk).').run("B3 B2 B1")
    assert odds(heat)["berserk"] == Fraction(1, 36)
    other = asl(RUN, units, SEEN, 'broken_morale(g1,7). nmc(g1,"B4",two). hob(g1,other).').run("B3 B2 B1")
    assert odds(other)["survives"] == Fraction(15, 36)  # as if it had passed
    assert "heat_of_battle" not in odds(other)


def test_chances_of_a_unit_that_becomes_disrupted() -> None:
    """a15-hob: Disrupted in B3 for certain, it is shot at in B2 and B1; it fails once as a squad, twice it is gone."""
    los = "B9-B4 B9-B3 B9-B2 B9-B1"
    facts = 'broken_morale(g1,7). normal_range(a1,9). nmc(g1,"B3",two). hob(g1,surrender).'
    here = asl("B0w B1. B2. B3. B4. B9.", "g1:squad@B4 broken dm; a1:squad@B9", los, facts)
    ok, pin, fail, edge = Fraction(15, 36), Fraction(6, 36), Fraction(14, 36), Fraction(1, 36)
    assert odds(here.run("B4 B3 B2 B1 B0")) == {
        "disrupted": ok * ok + 2 * ok * fail,
        "pinned": pin + (ok + fail) * pin,
        "eliminated": edge + ok * edge + fail * (fail + edge),
    }


def test_chances_of_a_pin_next_to_an_enemy() -> None:
    """A pin in B2 ADJACENT to a2, of whom it learns there: it surrenders; with No Quarter it is eliminated."""
    here = "B1w B2. B3. B4. B5w B6. B7. B8. C2w A2.", f"{ROUTER}; a1:squad@B8; a2:squad@C2", SEEN
    quarter = asl(*here, "broken_morale(g1,7). no_quarter(german).")
    through = [r for r in quarter.g1.routes if "B2" in r.path and r.interdicted]
    assert through
    assert all(odds(r)["eliminated"] >= Fraction(7, 36) for r in through)


@pytest.mark.slow
def test_chances_of_a_leader() -> None:
    """A17.11: a leader who fails is wounded, and killed by 2 of 6 results of a die; with a wound that he has by 3. Wounded as he
    is he goes on."""
    units = "g1:leader@B3 broken dm; a1:squad@B8"
    run = asl(RUN, units, SEEN, "broken_morale(g1,8).").run("B3 B2 B1")
    assert odds(run) == {
        "survives": Fraction(20, 36),
        "wounded": Fraction(6, 36),
        "pinned": Fraction(5, 36),
        "eliminated": Fraction(4, 36),
        "heat_of_battle": Fraction(1, 36),
    }
    hurt = asl(RUN, "g1:leader@B3 broken dm wounded; a1:squad@B8", SEEN, "broken_morale(g1,8).").run("B3 B2 B1")
    assert odds(hurt)["eliminated"] == Fraction(1, 36) + Fraction(9, 36) / 2
    assert odds(hurt)["survives"] == Fraction(20, 36) + Fraction(9, 36) / 2
    # Two NMC: with the wound of the first the second one kills by 3 of 6.
    twice = asl(
        "B1w B2. B3. B4. B8.", "g1:leader@B4 broken dm; a1:squad@B8", "B8-B4 B8-B3 B8-B2", "broken_morale(g1,8)."
    )
    wounded, killed = Fraction(6, 36), Fraction(4, 36)  # of the first NMC, an original 12 with it
    assert odds(twice.run("B4 B3 B2 B1"))["eliminated"] == killed + Fraction(20, 36) * killed + wounded * Fraction(
        11, 72
    )


@pytest.mark.slow
def test_a_wound_after_3_mf_ends_the_rout_of_a_leader() -> None:
    """A17.2: in B2 he has spent 3 MF; wounded there he has no more, and stays, as a pin would have him stay."""
    here = asl("B1w B2. B3. B4. B5. B8.", "g1:leader@B5 broken dm; a1:squad@B8", "B8-B5 B8-B2", "broken_morale(g1,8).")
    assert odds(here.run("B5 B4 B3 B2 B1")) == {
        "survives": Fraction(20, 36),
        "wounded": Fraction(6, 36),
        "pinned": Fraction(5, 36),
        "eliminated": Fraction(4, 36),
        "heat_of_battle": Fraction(1, 36),
    }


def wounded_in_b4(hexes: str, more: str = "", los: str = "", facts: str = "") -> dict[str, tuple[object, ...]]:
    """Return the runs of a leader with their end, his condition, and where he chose what."""
    units = f"g1:leader@B3 broken dm; a1:squad@B1{more}"
    here = asl(hexes, units, f"B1-B3 B1-B4 {los}", f'nmc(g1,"B4",fail). {facts}').g1
    runs = [run for run in here.routes if run.posture == "run"]
    return {" ".join(run.path): (run.end, run.condition, *(leg.to for leg in run.legs)) for run in runs}


def test_too_few_mf_after_a_wound_are_no_reason_to_choose_anew() -> None:
    """a10-53-nmc, A17.2: he goes on towards B7 while he can pay, 2 MF for the brush of B5, and stops where he cannot."""
    assert wounded_in_b4("B1. B2. B3. B4. B5b B6. B7w C4.") == {"B3 B4 B5": ("survives", "wounded", "B7")}
    assert wounded_in_b4("B1. B2. B3. B4. B5. B6b B7w") == {"B3 B4 B5": ("survives", "wounded", "B7")}
    # Without a destination each hex is one that he may have meant.
    free = wounded_in_b4("B1. B2. B3. B4. B5b B6b")
    assert free == {"B3 B4": ("survives", "wounded", None), "B3 B4 B5": ("survives", "wounded", None)}


def test_new_enemies_after_a_wound_have_it_choose_anew() -> None:
    """a10-51-refigure: a2, of whom he learns in B5, bars all ways to B7."""
    runs = wounded_in_b4("B1. B2. B3. B4. B5. B6. B7w A5. C8.", "; a2:squad@C8", "C8-B5")
    assert runs["B3 B4 B5 A5"] == ("survives", "wounded", "B7", None)
    assert "B3 B4 B5 B6" not in runs


def test_where_the_mf_end_after_a_wound_he_may_fail_to_rout() -> None:
    """a10-5-ftr, a20-21-surrender: in B5, next to a2, he has too few MF for the brush of A6. By No Quarter he is eliminated."""
    here = "B1. B2. B3. B4. B5. B6. A5. A6b A7w C6.", "; a2:squad@C6", "C6-B5"
    assert wounded_in_b4(*here)["B3 B4 B5"] == ("surrenders", None, "A7")
    assert wounded_in_b4(*here, "no_quarter(german).")["B3 B4 B5"] == ("eliminated", None, "A7")


def test_who_began_with_a_wound_has_counted_on_3_mf() -> None:
    """a10-53-nmc: a further wound leaves him as many MF as before, and B6, within 3 MF, in reach."""
    units = "g1:leader@B3 broken dm wounded; a1:squad@B1"
    here = asl("B1. B2. B3. B4. B5w B6w", units, "B1-B3 B1-B4", 'nmc(g1,"B4",fail).')
    assert here.runs == {"B3 B4 B5": "survives"}


@pytest.mark.slow
def test_chances_of_a_surrender() -> None:
    """a10-53-nmc, a15-hob: in B2, next to a1, whom it leaves, a pin makes it surrender, and so would Disruption: there the given
    original 2 leaves nothing to chance. Through the brush of A3 it would have been clean, so it need not surrender before."""
    units = "g1:squad@B3 broken dm; a1:squad@B3"
    here = asl("B3. B2. A3b A2w", units, facts="broken_morale(g1,7).")
    assert odds(here.run("B3 B2 A2")) == {
        "survives": Fraction(14, 36),
        "reduced": Fraction(14, 36),
        "surrenders": Fraction(6, 36),
        "eliminated": Fraction(1, 36),
        "heat_of_battle": Fraction(1, 36),
    }
    told = asl("B3. B2. A3b A2w", units, facts='broken_morale(g1,7). nmc(g1,"B2",two). hob(g1,surrender).')
    assert odds(told.run("B3 B2")) == {"surrenders": Fraction(1)}


@pytest.mark.slow
def test_what_chances_rest_on() -> None:
    """a10-53-nmc: what is assumed of a squad, of a leader, and where Heat of Battle is given."""
    of_all = {"no DRM", "a DR equal to the broken morale pins (A7.8)"}
    kept = "a wound leaves a leader or hero his broken morale"
    left = "what is left of a unit has its broken morale"
    wound = "a wound that leaves too few MF for the rest of the way ends it as wounded, wherever that is (A17.2)"
    two = "an original 2 is left open: there is no hob(..)"
    for unit, facts, assumed in (
        ("squad", "", {*of_all, left, two}),
        ("leader", "", {*of_all, wound, kept, two}),
        ("squad", 'hob(g1,other). nmc(g1,"B2",two).', {*of_all, left}),
    ):
        here = asl(RUN, f"g1:{unit}@B3 broken dm; a1:squad@B8", SEEN, f"broken_morale(g1,7). {facts}")
        assert set(here.g1.odds_assume) == assumed


@pytest.mark.slow
def test_without_a_broken_morale_there_are_no_chances() -> None:
    """The text says so; with one it says what is assumed."""
    bare = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN)
    assert bare.g1.odds_wanting
    assert "odds: unknown without broken_morale(g1,..)" in said(bare)
    full = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, "broken_morale(g1,7).")
    assert "odds: reduced 7/18, survives 7/18, pinned 1/6, eliminated 1/36, heat of battle 1/36" in said(full)
    assert "odds assume: " in said(full)
    assert full.g1.to_json()["routes"][0]["odds"]["pinned"] == "1/6"


def said(position: Position) -> str:
    found = pyrout.solve(position.instance)
    return "\n".join(report.answer_lines(found, position.instance, details=True, volunteers=True))


# --- A10.711 ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_leader_goes_along_or_stays() -> None:
    """a10-711-leader: he may go; with a wounded one the pair has 3 MF, and keeps to them, though a failed NMC costs him: an
    allowance is never increased."""
    units = "g1:squad@B3 broken dm; g2:leader@B3; a1:squad@B8"
    assert asl(RUN, units, SEEN).g1.may_accompany == ("g2",)
    with_him = asl(RUN, units, SEEN, "accompanies(g2,g1). broken_morale(g1,7).")
    assert with_him.run("B3 B2 B1").partners == ("g2",)
    assert any("LLMC" in line for line in with_him.g1.odds_assume)
    slow = asl("B1w B2. B3. B4. B5. B6. B7. B8.", units, SEEN, "accompanies(g2,g1). status(g2,wounded).")
    assert slow.g1.mf == 3.0
    far = "B1w B2. B3b B4. B5. B6. B7. B8. B9.", "g1:squad@B4 broken dm; g2:leader@B4; a1:squad@B9", "B9-B4 B9-B2"
    hurt = "normal_range(a1,9). accompanies(g2,g1). status(g2,wounded)."
    assert not asl(*far, hurt).destinations  # 5 MF to B1
    assert asl(*far, "normal_range(a1,9). accompanies(g2,g1).").destinations == {"B1": 5.0}
    lost = asl(
        "B1. B2. B3. B4. B5. B6. B9.",
        "g1:squad@B6 broken dm; g2:leader@B6; a1:squad@B9",
        "B9-B6 B9-B5",
        hurt + 'nmc(g1,"B5",fail).',
    )
    assert max(max(route.mf) for route in lost.g1.routes if route.posture == "run") == 3.0


@pytest.mark.slow
def test_a_failed_nmc_costs_the_leader() -> None:
    """a10-711-leader, note 8: he takes no NMC, and is eliminated if the unit fails; a pin does nothing to him."""
    here = RUN, "g1:squad@B3 broken dm; g2:leader@B3; a1:squad@B8", SEEN
    assert asl(*here, "accompanies(g2,g1).").run("B3 B2 B1").interdicted[0].loses == ("g2",)
    assert asl(*here).run("B3 B2 B1").interdicted[0].loses == ()
    failed = asl(*here, 'accompanies(g2,g1). nmc(g1,"B2",fail).').run("B3 B2 B1")
    assert (failed.condition, failed.loses) == ("reduced", ("g2",))
    assert asl(*here, 'accompanies(g2,g1). nmc(g1,"B2",pin).').run("B3 B2").loses == ()
    assert asl(*here, 'accompanies(g2,g1). nmc(g1,"B2",twelve).').run("B3 B2").loses == ("g2",)
    assert "a failed NMC would eliminate g2, too" in said(asl(*here, "accompanies(g2,g1)."))


def test_what_is_left_of_a_squad_needs_less_room() -> None:
    """a5-11-overstack: beside two squads and a half-squad in A3 a whole squad pays 1 MF more than what an NMC leaves of it, and
    so its chances say that it is taken to go on along the same way. Where a half-squad less is there both pay the same."""
    told = "needs less room"
    for crowd, says in (("g2:squad@A3; g3:squad@A3; g4:half_squad@A3", True), ("g2:squad@A3; g3:squad@A3", False)):
        units = f"g1:squad@A1 broken dm; {crowd}; a1:squad@C2"
        here = asl("A1. A2. A3w B1- C2.", units, "C2-A2", facts="broken_morale(g1,7).")
        assert any("reduced" in dict(route.odds) for route in here.g1.routes)
        assert any(told in line for line in here.g1.odds_assume) is says
        assert any(told in line for line in pyrout.phase(here.instance).assumes) is says


def test_who_takes_a_unit_on_the_way() -> None:
    """a20-21-captor: in B2 g1 meets a1 and a3, both ADJACENT; a vehicle takes nobody."""
    units = "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@D3; a3:squad@A2; a4:vehicle@C2"
    met = asl("B1w B2w B3. A2w A3. A4w C2w D3-", units, "D3-A3 D3-B3")
    assert met.runs["B3 B2"] == "surrenders"
    assert met.run("B3 B2").captors == ("a1", "a3")


@pytest.mark.parametrize("status", ["pinned", "broken", "berserk"])
def test_who_does_not_go_along(status: str) -> None:
    """a10-711-leader: an unbroken, unpinned leader, not berserk."""
    assert asl("B1. B2w", f"g1:squad@B1 broken dm; g2:leader@B1 {status}").g1.may_accompany == ()


# --- A12.14: concealment ----------------------------------------------------------------------------------------

# a1 in C2 sees B3; C2 is ADJACENT to B1 and B2.
VEIL = "B1w B2. B3. B4. A2. C2.", "g1:squad@B3 broken dm; a1:squad@C2 concealed", "C2-B3"


@pytest.mark.parametrize("reveal", ["", 'reveal(a1,g1,"B2",before).'])
def test_more_enemies_than_reveals_can_tell_apart_are_refused(reveal: str) -> None:
    """Thirty hexes of enemies are told apart where some of them are revealed."""
    far = [f"H{number}" for number in range(2, 33)]
    units = "; ".join(f"a{number}:squad@{hex_}" for number, hex_ in enumerate(far, 2))
    here = asl(
        f"{VEIL[0]} {' '.join(f'{hex_}-' for hex_ in far)}",
        f"{VEIL[1]}; {units}",
        f"{VEIL[2]} {' '.join(f'{hex_}-B1' for hex_ in far)}",
        reveal,
    )
    if reveal:
        with pytest.raises(UsageError, match="more than 30 where some are revealed"):
            _ = here.g1
    else:
        assert here.g1.verdict == "may_rout"


def test_concealed_enemies_change_nothing() -> None:
    """note 14: nobody knows them, and they neither bar nor interdict."""
    run = asl(*VEIL).run("B3 B2 B1")
    assert (run.end, run.interdicted, run.discovers) == ("survives", (), ())


def test_revealed_after_a_step() -> None:
    """a12-14-reveal: revealed when g1 is in B2, a1 interdicts it there, and bars B1."""
    here = asl(*VEIL, 'reveal(a1,g1,"B2",after).')
    assert "B3 B2 B1" not in here.runs
    run = here.run("B3 B2 A2")
    assert [(d.hex, d.enemies) for d in run.discovers] == [("B2", ("a1",))]
    assert [(i.hex, i.by, i.if_pinned) for i in run.interdicted] == [("B2", ("a1",), "surrenders")]
    # It has crawled there, and can go no further.
    assert here.crawls == {"B2": "surrenders"}


@pytest.mark.slow
def test_revealed_before_a_step() -> None:
    """a12-14-reveal: revealed when g1, in B3, is about to enter B2, a1 bars that: it must go elsewhere, and may still crawl."""
    here = asl(*VEIL, 'reveal(a1,g1,"B2",before).')
    assert here.runs == {"B3 B4": "survives"}
    assert here.crawls == {"B4": "survives"}
    assert here.run("B3 B4").discovers == (pyrout.Discovery("B3", ("a1",)),)
    fault = here.judged("B2")
    assert not isinstance(fault, str)
    assert (fault[0], "a10-51-adjacent" in fault[1]) == (1, True)
    assert here.judged("B4") == "survives"


def test_whoever_goes_to_a_chosen_location_goes_on_there_after_a_reveal() -> None:
    """a12-14-reveal, a10-51-toward: nothing binds g1, which chooses C3 or D2. Before its step to C2 it learns of a2, behind
    it, who bars nothing: it enters C2 and goes on; a1, revealed before C3, changes as little."""
    here = asl(
        "A2- A3- B2. C2. C3. D2.",
        "g1:squad@B2 broken dm; a1:squad@A2 concealed; a2:squad@A3 concealed",
        "A2-A3",
        'reveal(a1,g1,"C3",before). reveal(a2,g1,"C2",before).',
    )
    ways = ("B2 C2", "B2 C2 C3", "B2 C2 D2", "B2 C2 C3 D2", "B2 C3", "B2 C3 C2", "B2 C3 D2", "B2 C3 C2 D2")
    assert here.runs == dict.fromkeys(ways, "survives")
    assert here.run("B2 C2 D2").discovers == (pyrout.Discovery("B2", ("a2",)),)


def test_a_crawl_before_which_an_enemy_is_revealed() -> None:
    """a12-14-reveal, a10-52-crawl: B1, uphill, costs 4 MF of the leader's 3: it can only crawl there. a1 in B8, revealed before,
    is Known then, and bars nothing; a1 in A1, next to B1, bars it, and nothing else is left."""
    leader, uphill = "g1:leader@B2 broken dm wounded", 'elevation("B1",1). reveal(a1,g1,"B1",before).'
    here = asl("B1w B2. B3. B8.", f"{leader}; a1:squad@B8 concealed", "B8-B2", uphill)
    (crawl,) = [r for r in here.g1.routes if r.path == ("B2", "B1")]
    assert (crawl.posture, crawl.end, crawl.discovers) == ("low_crawl", "survives", (pyrout.Discovery("B2", ("a1",)),))
    barred = asl("A1. B1w B2.", f"{leader}; a1:squad@A1 concealed", "A1-B2", uphill)
    assert (barred.g1.verdict, barred.g1.routes) == ("stays", ())


def test_what_does_not_bar_a_step_does_not_turn_it() -> None:
    """a12-14-reveal, note 21: about to enter B2 from A2, out of sight of a1, g1 learns nothing and enters it; it does not go to
    B1 instead, to see a1 there unconcealed."""
    here = asl(
        "B1w A2. B2. A3. C2.", "g1:squad@A3 broken dm; a1:squad@C2 concealed", "C2-A3", 'reveal(a1,g1,"B2",before).'
    )
    assert {r.discovers for r in here.g1.routes if r.path[:3] == ("A3", "A2", "B1")} == {()}


def test_where_it_is_threatened_it_goes_on_if_nothing_bars_the_step() -> None:
    """a12-14-reveal: about to leave a1 in B3 for B2, away from a2 in B4, g1 learns of a2, who bars nothing: it enters B2, and has
    chosen only once. Nor may it stay to choose anew, though a1 would make it."""
    here = asl(
        "B1. B2. B3. B4. A2.",
        "g1:squad@B3 broken dm; a1:squad@B3 broken; a2:squad@B4 concealed",
        "B4-B3",
        'reveal(a2,g1,"B2",before). option(free_toward,no). no_quarter(german).',
    )
    met = {route.path: (len(route.legs), route.discovers) for route in here.g1.routes if route.path[1] == "B2"}
    there = (1, (pyrout.Discovery("B3", ("a2",)),))
    assert met == dict.fromkeys(
        [("B3", "B2"), ("B3", "B2", "B1"), ("B3", "B2", "A2"), ("B3", "B2", "B1", "A2"), ("B3", "B2", "A2", "B1")],
        there,
    )


def test_who_stops_is_not_lost_by_a_step_that_it_does_not_make() -> None:
    """a12-14-reveal: in B2 a2 puts B1 out of reach, and g1 may stay. About to go on to A2 it would learn of a1, who bars that and
    takes it; the way is the same, and that without him counts."""
    here = asl(
        "B1w B2. B3. A2. A3. C1.",
        "g1:squad@B3 broken dm; a1:squad@A3 concealed; a2:leader@C1",
        "A3-B2 C1-B2",
        'reveal(a1,g1,"A2",before).',
    )
    (stop,) = [route for route in here.g1.routes if route.path == ("B3", "B2") and route.posture == "run"]
    assert (stop.end, stop.discovers) == ("survives", (pyrout.Discovery("B2", ("a2",)),))


# A woods on the way from A3 to another, and a2 who sees the one or the other step.
LANE = "A3. B3w B2w B4. A4. B1. A2."


def test_both_sides_rout_where_somebody_is_revealed() -> None:
    """a12-14-reveal: each unit has been in the hexes of its own way."""
    here = asl(
        LANE, "g1:squad@A3 broken dm; a1:squad@A3 broken; a2:squad@B4 concealed", "", 'reveal(a2,g1,"B2",before).'
    )
    both = pyrout.solve(here.instance)
    assert {unit.id: unit.verdict for unit in both.units} == {"g1": "routs", "a1": "may_rout"}
    assert both["g1"].routes == here.g1.routes


def test_a_step_that_is_not_through_cover_bars_nothing_there() -> None:
    """a12-14-reveal, a10-51-arrived: from B3 g1 goes on through cover alone, into B2, which a2 in B4 does not bar; that he would
    bar A4 is no reason to choose anew."""
    facts = 'reveal(a2,g1,"B2",before). reveal(a2,g1,"A4",before). no_quarter(german).'
    here = asl(LANE, "g1:squad@A3 broken dm; a2:squad@B4 concealed", "", facts)
    on = [
        tuple(leg.to for leg in r.legs) for r in here.g1.routes if r.path == ("A3", "B3", "B2") and r.posture == "run"
    ]
    assert sorted(on) == [("B2",), ("B3",)]


def test_a_step_back_to_the_start_bars_nothing() -> None:
    """a12-14-reveal, a10-51-revisit: in B3, about to enter B4, g1 learns of a2 in C3, who does not bar it. He would bar B2, where
    it comes from and does not go."""
    here = asl(
        "B2. B3. B4. C3. A4.",
        "g1:squad@B2 broken dm; a2:squad@C3 concealed",
        "",
        'reveal(a2,g1,"B2",before). reveal(a2,g1,"B4",before). no_quarter(german). option(free_toward,no).',
    )
    assert {len(route.legs) for route in here.g1.routes} == {1}
    assert {route.path for route in here.g1.routes if route.end == "survives"} == {
        ("B2", "B3"),
        ("B2", "B3", "A4"),
        ("B2", "B3", "A4", "B4"),
        ("B2", "B3", "B4"),
        ("B2", "B3", "B4", "A4"),
    }


def test_it_chooses_anew_where_each_way_on_is_one_before_which_somebody_is_revealed() -> None:
    """a12-14-reveal, a10-51-arrived: in A3, next to a1 who is abandoned, g1 may choose anew, and goes back by B3."""
    here = asl(
        "A2. A3w B3. B4. B1. C9.",
        "g1:squad@B3 broken dm; a1:vehicle@A2 abandoned; a2:squad@C9 concealed",
        "",
        'reveal(a2,g1,"B3",before). no_quarter(german). option(bar_unarmed,no).',
    )
    assert ("B3", "A3", "B3", "B4") in {route.path for route in here.g1.routes}


@pytest.mark.parametrize(
    ("hexes", "enemy", "reach", "end"),
    [
        ("A3. B3. B4w B2.", "B2", 6, "eliminated"),
        ("A3. B3. B4w C3. C4.", "C3", 2, "eliminated"),
        ("A3. B3. B4w C3. C4.", "C3", 1, "survives"),
        ("A3g B3. B4w C3. C4.", "C3", 2, "survives"),
    ],
)
def test_who_need_not_rout_is_barred_before_it_began(hexes: str, enemy: str, reach: int, end: str) -> None:
    """a10-5-ftr, "also when it never started": a2 is revealed next to B3, where g1 wanted to go. Next to g1, or if that is in
    Open Ground in his LOS and Normal Range, it fails to rout; else its RtPh ends in A3."""
    here = asl(
        hexes,
        f"g1:squad@A3 broken dm; a2:squad@{enemy} concealed",
        f"A3-{enemy} B3-{enemy} B4-{enemy}",
        f'reveal(a2,g1,"B3",before). no_quarter(german). normal_range(a2,{reach}).',
    )
    stuck = {(route.end, route.discovers[0].enemies) for route in here.g1.routes if route.path == ("A3",)}
    assert stuck == {(end, ("a2",))}


@pytest.mark.parametrize(
    ("place", "reach", "more", "end"),
    [
        ("B5", 12, "", "eliminated"),
        ("B5", 7, "", "survives"),
        ("B5", 12, "environment(desert).", "survives"),
        ("B7", 12, "environment(desert).", "eliminated"),
    ],
)
def test_back_where_it_began_it_fails_to_rout_in_the_open_to_whoever_is_revealed(
    place: str, reach: int, more: str, end: str
) -> None:
    """a10-5-ftr, f-1c-desert: a2, Known from B14, bars B15; bound for B11 instead, and back in B13, g1 learns of a1, eight hexes
    away in B5, who bars B12. With no way left it fails to rout in the open to him, but for one whose Normal Range ends before;
    in the desert only within six hexes."""
    here = asl(
        f"B11w B12. B13. B14. B15w {place}- B19-",
        f"g1:squad@B13 broken dm; a1:squad@{place} concealed; a2:squad@B19",
        f"{place}-B13 B19-B14 B19-B15",
        f'normal_range(a2,1). normal_range(a1,{reach}). reveal(a1,g1,"B12",before). {more}',
    )
    back = {route.end for route in here.g1.routes if route.path == ("B13", "B14", "B13")}
    assert back == {end}


@pytest.mark.parametrize("nmc", ["", 'nmc(g1,"B13",pin).'])
@pytest.mark.parametrize(("more", "end"), [("", "eliminated"), ("environment(desert).", "survives")])
def test_pinned_where_it_began_in_the_open_to_whoever_is_revealed(more: str, end: str, nmc: str) -> None:
    """a10-5-ftr, a10-53-nmc: as before, but a1 is revealed as g1 comes back to B13, and interdicts it there."""
    here = asl(
        "B11w B12. B13. B14. B15w B5- B19-",
        "g1:squad@B13 broken dm; a1:squad@B5 concealed; a2:squad@B19",
        "B5-B13 B19-B14 B19-B15",
        f'normal_range(a2,1). normal_range(a1,12). reveal(a1,g1,"B13",after). {more} {nmc}',
    )
    (back,) = [route for route in here.g1.routes if route.path == ("B13", "B14", "B13")]
    assert (back.end, back.interdicted[0].if_pinned) == (end, end)


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


def test_nobody_is_revealed_before_a_step_that_its_destination_does_not_allow() -> None:
    """a12-14-reveal, a10-51-toward: in B2, bound for C2, g1 does not go to A2, which is farther from C2, nor back to B1. So a1,
    who would bar C2, stays concealed."""
    here = asl(
        "B1. B2. A2w C2h E1.",
        "g1:squad@B1 broken dm; a1:squad@E1 concealed",
        "E1-B2",
        'reveal(a1,g1,"A2",before). reveal(a1,g1,"B1",before).',
    )
    assert {legs for path, legs in here.legs if path.startswith("B1 B2 C2")} == {"B1>C2"}
    assert not any("B1>C2 B2>" in legs for _, legs in here.legs)


@pytest.mark.parametrize(("helper", "by"), [("", ("a1",)), ("unarmed", ()), ("pinned", ())])
def test_a_leader_fires_a_mg_with_the_help_of_another_smc(helper: str, by: tuple[str, ...]) -> None:
    """a10-532-interdict: one SMC alone has half the FP of a MG; who is unarmed takes no part in fire."""
    here = asl(
        "B1w B2. B3. B6.",
        f"g1:squad@B3 broken dm; a1:leader@B6; a2:hero@B6 {helper}",
        "B6-B2",
        "possesses(a1,w1). sw(w1,mmg,2,10). normal_range(a2,0).",
    )
    assert [i.by for i in here.run("B3 B2 B1").interdicted] == ([by] if by else [])


def test_who_has_not_moved_yet_is_encircled_still() -> None:
    """a20-21-surrender, a12-14-reveal: a2 is revealed in D3 before g1 has left C3. It surrenders though B3 is a clean rout; not
    Encircled, it would go there."""
    facts = 'reveal(a2,g1,"D3",before).'
    for status, ends in (("encircled", {"surrenders"}), ("", set())):
        here = asl("B3. C3. D3.", f"g1:squad@C3 broken dm {status}; a2:squad@D3 concealed", "C3-D3", facts)
        assert {route.end for route in here.g1.routes if route.path == ("C3",)} == ends, status
        assert "survives" in {route.end for route in here.g1.routes if route.path == ("C3", "B3")}


def test_a_revealed_enemy_out_of_sight_is_not_known_yet() -> None:
    """a12-14-reveal: in B3, before it enters B2, g1 does not see a1: it learns of him in B2, and he interdicts it there."""
    here = asl(VEIL[0], VEIL[1], "", 'reveal(a1,g1,"B2",before).')
    assert {path[:5] for path in here.runs} == {"B3 B2"}
    assert [i.by for i in here.run("B3 B2 A2").interdicted] == [("a1",)]


def test_an_nmc_under_a_revealed_enemy() -> None:
    """a12-14-reveal, a10-53-nmc: a given result counts where a1 interdicts, and only then."""
    pin = 'nmc(g1,"B2",pin).'
    assert asl(*VEIL, pin).run("B3 B2 B1").end == "survives"
    assert asl(*VEIL, pin + ' reveal(a1,g1,"B2",after). no_quarter(german).').runs == {"B3 B2": "eliminated"}


def test_pinned_where_it_may_not_stay() -> None:
    """a10-5-must, a10-53-nmc: back in B3, in the open for a1, it is pinned, and has failed to rout."""
    facts = 'nmc(g1,"B3",pin). option(revisit,allow). option(toward,reach).'
    here = asl("B1w B2. B3. F3.", "g1:squad@B3 broken dm; a1:squad@F3", "F3-B3", facts)
    assert (here.runs["B3 B2 B3"], here.runs["B3 B2 B1"]) == ("eliminated", "survives")
    passed = asl("B1w B2. B3. F3.", "g1:squad@B3 broken dm; a1:squad@F3", "F3-B3", facts.partition(" ")[2])
    (fate,) = {at.if_pinned for route in passed.g1.routes for at in route.interdicted if at.hex == "B3"}
    assert fate == "eliminated"


@pytest.mark.slow
def test_a_revealed_enemy_interdicts_an_entry_over_a_road() -> None:
    facts = 'reveal(a1,g1,"B3",after).'
    for road, interdicted in (('road("B3","B2").', ["B3", "B2"]), ("", ["B3"])):
        here = asl("B4. B3. B2w D3.", "g1:squad@B4 broken dm; a1:squad@D3 concealed", "D3-B2 D3-B3", facts + road)
        assert [at.hex for at in here.run("B4 B3 B2", 2.0 if road else 3.0).interdicted] == interdicted
    # It may pay for the woods instead.
    here = asl(
        "B4. B3. B2w D3.", "g1:squad@B4 broken dm; a1:squad@D3 concealed", "D3-B2 D3-B3", facts + 'road("B3","B2").'
    )
    assert [at.hex for at in here.run("B4 B3 B2", 3.0).interdicted] == ["B3"]


def test_a_revealed_enemy_repulses_nobody() -> None:
    """He is unconcealed, though out of its sight until it comes into his Location: it finds him there, and goes away again."""
    hexes, units = "B4. B3. B2w", "g1:squad@B4 broken dm; a1:squad@B2 concealed"
    for facts, repulsed in (('reveal(a1,g1,"B3",after).', False), ("", True)):
        text = facts_of(hexes, units, "", facts + " no_quarter(german).").replace("rules(aslsk)", "rules(asl)")
        (route,) = [r for r in Position(text).g1.routes if r.posture == "run"]
        assert (route.repulsed is not None, route.end) == (repulsed, "eliminated" if repulsed else "survives")
        assert route.path == ("B4", "B3", "B2", "B3")
        assert [(found.hex, found.enemies) for found in route.discovers] == ([] if repulsed else [("B2", ("a1",))])


def test_a_disrupted_unit_heeds_only_whom_it_sees() -> None:
    """a19-12-disrupted, a12-14-reveal: a2 drops concealment out of its LOS when it is in B3; it does not stop there for that."""
    hexes, units = "B1w B2. B3. B4. B8. D9.", "g1:squad@B4 broken dm disrupted; a1:squad@B8; a2:squad@D9 concealed"
    here = asl(hexes, units, "B8-B4", 'reveal(a2,g1,"B3",after).')
    assert here.runs == {"B4 B3 B2 B1": "survives"}


@pytest.mark.slow
def test_only_the_concealed_can_be_revealed() -> None:
    """a12-14-reveal"""
    with pytest.raises(InstanceError, match="a12-14-reveal"):
        _ = asl("B1. B2w B3.", "g1:squad@B1 broken dm; a1:squad@B3", facts='reveal(a1,g1,"B2",after).').g1
    with pytest.raises(InstanceError, match="a12-14-reveal"):
        _ = asl("B1. B2w B3.", "g1:squad@B1 broken dm; a1:dummy@B3 concealed", facts='reveal(a1,g1,"B2",after).').g1
    with pytest.raises(InstanceError, match="only enemies"):
        _ = asl("B1. B2w B3.", "g1:squad@B1 broken dm; g2:squad@B3 concealed", facts='reveal(g2,g1,"B2",after).').g1


def test_whether_a_route_holds() -> None:
    """a12-14-reveal: each way in which a1 could bar or end the rout; none where he neither sees nor touches it."""
    run = asl(*VEIL).run("B3 B2 B1")
    assert not run.holds
    assert {(u.hex, u.when, u.rule) for u in run.unless if u.by == "a1"} == {
        ("B2", "before", "a10-51-adjacent"),
        ("B2", "before", "a10-51-closer"),  # from 2 hexes to 1
        ("B2", "after", "a10-532-interdict"),
        ("B2", "after", "a20-21-surrender"),
        ("B1", "before", "a10-51-adjacent"),
        ("B1", "before", "a10-51-again"),
        ("B1", "after", "a20-21-surrender"),
        ("B1", "after", "a10-5-ftr"),
    }
    far = asl("B1w B2. B3. B4. D9.", "g1:squad@B3 broken dm; a1:squad@D9 concealed").run("B3 B2 B1")
    assert (far.holds, far.unless) == (True, ())
    assert asl("B1w B2. B3.", "g1:squad@B3 broken dm").run("B3 B2 B1").holds is None
    assert "a1 is revealed before it enters B2 [a10-51-adjacent] [a10-51-closer]" in said(asl(*VEIL))


def test_revealed_enemies_drive_a_unit_to_surrender() -> None:
    """a12-14-reveal, a20-21-clean: in B2 it learns of a1, who fires at B3 and A2: it has no clean way on."""
    here = asl(VEIL[0], VEIL[1], "C2-B3 C2-A2", 'reveal(a1,g1,"B2",after).')
    assert {path: end for path, end in here.runs.items() if path.startswith("B3 B2")} == {"B3 B2": "surrenders"}


@pytest.mark.slow
def test_who_is_concealed_yet_is_looked_through() -> None:
    """a20-21-clean: next to a1 it has a clean rout as long as a2, who is to fire at it, is concealed: before it routs, and on
    the way, when it finds a1."""
    hexes, units = "B1w B2. B3. B4. D2.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@D2 concealed"
    here = asl(hexes, units, "D2-B2", 'reveal(a2,g1,"B2",after).')
    assert here.runs == {"B3 B2 B1": "survives"}
    assert here.run("B3 B2 B1").interdicted[0].by == ("a2",)

    hexes, units = "A2. B2. B3. C2. D1w E4.", "g1:squad@B3 broken dm; a1:squad@A2; a2:squad@E4 concealed"
    here = asl(hexes, units, "E4-C2", 'reveal(a2,g1,"C2",after).')
    assert here.runs == {"B3 B2 C2 D1": "survives"}
    assert [at.by for at in here.run("B3 B2 C2 D1").interdicted] == [("a1",), ("a2",)]


def test_who_is_concealed_yet_is_looked_through_after_another_was_revealed() -> None:
    """a20-21-clean, note 14: revealed before its first step, a1 is ADJACENT to g1, who by B2 has a clean rout as long as a2 is
    concealed, and makes it; he drops his concealment when it is there."""
    hexes, units = "B1w B2. B3. B4. H2-", "g1:squad@B3 broken dm; a1:squad@B4 concealed; a2:squad@H2 concealed"
    here = asl(hexes, units, "H2-B2", 'reveal(a1,g1,"B2",before). reveal(a2,g1,"B2",after).')
    assert here.runs == {"B3 B2 B1": "survives"}
    run = here.run("B3 B2 B1")
    assert [(found.hex, found.enemies) for found in run.discovers] == [("B3", ("a1",)), ("B2", ("a2",))]
    assert [(at.hex, at.by) for at in run.interdicted] == [("B2", ("a2",))]


@pytest.mark.slow
def test_until_it_is_revealed_nothing_happens() -> None:
    """a12-14-reveal: revealed in B1, a1 has let it pass B2; a given pin there does not come about."""
    for pin in ("", ' nmc(g1,"B2",pin).'):
        here = asl(*VEIL, 'reveal(a1,g1,"B1",after).' + pin)
        assert "B3 B2 B1 A2" in here.runs
        assert here.run("B3 B2 B1 A2").interdicted == ()


@pytest.mark.slow
def test_a_revealed_gun_has_its_covered_arc() -> None:
    """a12-14-reveal, a10-532-interdict, note 20"""
    gun = "g1:squad@B3 broken dm; a1:gun@C2 concealed"
    for arc, fires in (("B2", True), ("B4", False)):
        covered = f'covered_arc(a1,"{arc}").'
        facts = f'{covered} reveal(a1,g1,"B2",after).'
        assert bool(asl(VEIL[0], gun, "C2-B3/1", facts).run("B3 B2 A2").interdicted) == fires
        rules = {(u.hex, u.rule) for u in asl(VEIL[0], gun, "C2-B3/1", covered).run("B3 B2 B1").unless}
        assert (("B2", "a10-532-interdict") in rules) == fires


def test_a_disrupted_unit_and_a_revealed_enemy() -> None:
    """a12-14-reveal, a19-12-rout: in the open in the LOS and Normal Range of a1, revealed there, it routs on."""
    units = "g1:squad@B4 broken dm disrupted; a1:squad@B9 concealed; a2:squad@B8"
    here = asl("B1w B2. B3. B4. B8. B9.", units, "B8-B4 B9-B3", 'reveal(a1,g1,"B3",after).')
    assert "B4 B3 B2 B1" in here.runs


def test_a_disrupted_unit_without_a_destination_surrenders_to_whom_it_meets() -> None:
    """a19-12-disrupted: from a2, a vehicle, it routs without a destination; a1, next to B2, takes it."""
    units = "g1:squad@B3 broken dm disrupted; a1:squad@A2; a2:vehicle@B4; a3:squad@D9"
    here = asl("A2. B2. B3. B4. C3. D9.", units, "D9-C3")
    assert here.runs == {"B3 B2": "surrenders", "B3 C3": "survives"}
    assert here.run("B3 B2").captors == ("a1",)


@pytest.mark.slow
def test_a_crawl_after_a_reveal() -> None:
    """a12-14-reveal, a10-52-crawl: it has not moved. Barred from B2, it may crawl towards B5; where a1 is out of sight, to B2."""
    barred = asl(VEIL[0] + " B5w", VEIL[1], VEIL[2], 'reveal(a1,g1,"B2",before).')
    crawls = [r for r in barred.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert [(r.path, [leg.to for leg in r.legs]) for r in crawls] == [(("B3", "B4"), ["B1", "B5"])]
    assert asl(VEIL[0], VEIL[1], "", 'reveal(a1,g1,"B2",before).').crawls == {"B2": "surrenders"}


@pytest.mark.parametrize("toward", ["hexes", "mf", "free", "reachable"])
def test_a_crawl_after_a_reveal_by_each_reading_of_where_it_may_go(toward: str) -> None:
    """crawl_toward: by each of them B4 is on the way from B3 to B5."""
    facts = f'reveal(a1,g1,"B2",before). option(crawl_toward,{toward}).'
    here = asl(VEIL[0] + " B5w", VEIL[1], VEIL[2], facts)
    crawls = [r for r in here.g1.routes if r.posture == "low_crawl" and r.legs[-1].to == "B5"]
    assert [r.path for r in crawls if len(r.legs) == 2] == [("B3", "B4")]


def test_it_is_no_clean_rout_to_be_about_to_go_on() -> None:
    """a20-21-surrender, a12-14-reveal, option(free_toward,no): before the step from B2 to B3 a1 is revealed next to it.
    a2 interdicts B3, so that it has no clean rout, and surrenders; next to a1 it could not stop, either, though the step
    stays legal."""
    here = asl(
        "A2- B1. B2. B3. H3-",
        "g1:squad@B1 broken dm; a1:squad@A2 concealed; a2:squad@H3",
        "H3-B3",
        'reveal(a1,g1,"B3",before). option(free_toward,no).',
    )
    assert here.runs == {"B1 B2": "survives"}  # without having tried to go on


def test_about_to_crawl_it_chooses_anew_where_its_destination_is_out_of_reach() -> None:
    """a20-21-clean, option(crawl_toward,mf): bound for C3, g1 is about to crawl to C2 (from there 1 MF by the road) when a1 is
    revealed next to it and bars C3. By a new choice it has a clean rout to A2: it does not surrender, and crawls."""
    here = asl(
        "A2w B1. B2. B3w C2w C3w D1w",
        "g1:squad@B2 broken dm; a1:squad@B3 concealed",
        "",
        'option(crawl_toward,mf). reveal(a1,g1,"C2",before). road("C3","C2").',
    )
    crawl = [r for r in here.g1.routes if r.path == ("B2", "C2") and r.legs[0].to == "C3" and len(r.legs) == 1]
    assert [(r.posture, r.end) for r in crawl] == [("low_crawl", "survives")]


def test_about_to_enter_a_hex_it_is_not_thrown_back_from_the_shelter_there() -> None:
    """a12-14-reveal, a10-531-cover, option(revisit,allow): before the step to A2 a1 is revealed; too late to pay for the
    shellholes there against him. Into A2 itself it goes, and is thrown back by a3."""
    here = asl(
        "A2. A3w B1. B2. C2.",
        "g1:squad@B2 broken dm; a1:squad@C2 concealed; a3:squad@A2 concealed",
        "C2-A2",
        'option(revisit,allow). feature("A2",shellholes). reveal(a1,g1,"A2",before). no_quarter(german).',
    )
    assert "B2 A2 B2" in here.runs and not any("A2@shellholes" in path for path in here.runs)


@pytest.mark.parametrize("encircled", ["", "encircled"])
def test_about_to_crawl_it_surrenders_to_whom_it_learns_of(encircled: str) -> None:
    """a12-14-reveal, a20-21-surrender, option(crawl_toward,free): about to crawl to B4, g1 learns of a1, next to it, who bars it.
    Encircled it surrenders to him, as it would before a step; else it has a clean rout to B1, and there is no such crawl."""
    here = asl(
        "B1w B2. B3. B4. A4-",
        f"g1:squad@B3 broken dm {encircled}",
        "",
        "option(crawl_toward,free).",
    )
    assert here.crawls == {"B2": "survives", "B4": "survives"}
    here = asl(
        "B1w B2. B3. B4. A4-",
        f"g1:squad@B3 broken dm {encircled}; a1:squad@A4 concealed",
        "",
        'option(crawl_toward,free). reveal(a1,g1,"B4",before).',
    )
    assert set(here.crawls) == {"B2"}
    assert here.runs == {"B3 B2 B1": "survives"} | ({"B3": "surrenders"} if encircled else {})


@pytest.mark.parametrize("toward", ["yes", "no"])
@pytest.mark.parametrize("encircled", ["", "encircled"])
def test_bound_for_nowhere_and_about_to_crawl_it_surrenders(encircled: str, toward: str) -> None:
    """a12-14-reveal, a20-21-surrender: up the brush of B4, for 4 MF, g1 with its 3 can only crawl. About to, it learns of a1,
    next to it, who bars it; with no clean rout it surrenders, by either reading of where it may go (free_toward)."""
    facts = f'option(free_toward,{toward}). elevation("B4",1). '
    units = f"g1:leader@B3 broken dm wounded {encircled}; a1:squad@A4 concealed"
    assert asl("B3. B4b A4-", units, "", facts).crawls == {"B4": "survives"}
    here = asl("B3. B4b A4-", units, "", facts + 'reveal(a1,g1,"B4",before).')
    assert (here.g1.verdict, here.runs, here.crawls) == ("may_rout", {"B3": "surrenders"}, {})


def test_what_ends_before_a_step_can_be_claimed() -> None:
    """a12-14-reveal, a20-21-surrender: where it began, or in A4, g1 learns of the enemy before its next step, and surrenders.
    What bars that step is what is revealed, nothing else."""
    units, facts = "g1:leader@B3 broken dm wounded; a1:squad@A4 concealed", 'elevation("B4",1). '
    here = asl("B3. B4b A4-", units, "", facts + 'reveal(a1,g1,"B4",before).')
    assert here.judged("B3") == here.judged("B3", mf=0) == "surrenders"
    for wrong, of in (
        ({"mf": 2}, "spent nothing"),
        ({"low_crawl": True}, "at least one step"),
        ({"to": "B3"}, "at least"),
    ):
        with pytest.raises(UsageError, match=of):
            _ = here.judged("B3", **wrong)
    played = pyrout.play(here.instance, "g1: B3 surrenders a1\n")
    assert played.legal and "status(g1,captured)" in {str(fact) for fact in played.position.facts}
    for kept in (asl("B3. B4b A4-", units, "", facts), asl("B3. B4w", "g1:squad@B3 broken dm")):
        with pytest.raises(UsageError, match="at least one step"):
            _ = kept.judged("B3")
    units = "g1:squad@A3 broken dm; a1:squad@A1; a2:squad@B4 concealed"
    ways = asl("A3. A4b A5w A6b B3b B5w A1- B4b", units, "A1-A3", 'reveal(a2,g1,"A5",before).')
    assert ways.runs["A3 A4"] == ways.judged("A4") == "surrenders"
    step, faults = ways.judged("A4 A5")
    assert (step, faults["a10-51-adjacent"], "a10-51-toward" in faults) == (2, ("a2",), False)


def test_learning_of_somebody_in_a_foxhole_is_no_second_entry() -> None:
    """a12-14-reveal, a10-51-revisit: in the foxhole of A2 g1 learns of a1 before the step to A3, which it may make. It has
    entered A2 once, though by way of A3 it could have come there, too."""
    here = asl(
        "A2. A3. B1w B2w C2w F2-",
        "g1:squad@B2 broken dm; a1:squad@F2 concealed; a3:squad@F2",
        "F2-A2 F2-A3 F2-B1 F2-C2",
        'feature("A2",foxhole). reveal(a1,g1,"A3",before). option(free_toward,no).',
    )
    assert "B2 B1 A2@foxhole A3" in here.runs


@pytest.mark.parametrize(
    "extra",
    ["", 'feature("A3",wire). wire_exit("A3",1).', "option(adjacent_clean,yes).", "option(leave_building,cover)."],
)
def test_back_where_it_was_encircled_it_has_paid_for_getting_out(extra: str) -> None:
    """a7-7-encircled, option(revisit,allow): g1 has paid double for B1, and is back in B2 with 3 of its 6 MF when a2 bars D2.
    The woods of B3 are 2 MF away then, and it must go there. (Barred before its first step it pays 4 for them.)"""
    here = asl(
        "A2. A3. B1. B2. B3w C2g C3. D1. D2w D3.",
        "g1:leader@B2 broken dm encircled; a2:squad@D1 concealed",
        "D1-B2 D1-C3",
        f'option(revisit,allow). reveal(a2,g1,"C3",before). {extra}',
    )
    anew = [r for r in here.g1.routes if len(r.legs) == 2]
    back = {(r.legs[-1].to, r.path[3:], r.mf[2:]) for r in anew if r.path[:3] == ("B2", "B1", "B2")}
    assert ("B3", ("B3",), (3.0, 5.0)) in back and {to for to, *_ in back} == {"B3"}
    assert ("B3", ("B2", "B3"), (0.0, 4.0)) in {(r.legs[-1].to, r.path, r.mf) for r in anew}


@pytest.mark.parametrize(("reveal", "end"), [("after", "surrenders"), ("", "survives")])
def test_who_can_only_crawl_there_learns_of_somebody(reveal: str, end: str) -> None:
    """a12-14-reveal: up the brush of B4, for 4 MF, g1 with its 3 can only crawl. Next to a1, who is revealed there, it
    surrenders; if somebody is revealed elsewhere, it does not."""
    facts = f'elevation("B4",1). reveal(a1,g1,"{"B4" if reveal else "B2"}",{reveal or "before"}).'
    here = asl("B2. B3. B4b A4-", "g1:leader@B3 broken dm wounded; a1:squad@A4 concealed", "", facts)
    assert here.crawls["B4"] == end


@pytest.mark.parametrize(("ground", "takers"), [("b", ("a1", "a2")), (".", ("a1",))])
@pytest.mark.parametrize("road", ["", 'road("B3","B4").', "a3 in F9"])
def test_who_is_concealed_yet_is_looked_through_where_it_chooses_anew(
    road: str, ground: str, takers: tuple[str, ...]
) -> None:
    """a20-21-clean, a12-14-reveal: a1 is revealed next to g1 and bars B2; by the brush of B4, also over the road if it pays for
    the brush, B5 can be reached unseen, for a2 is concealed yet. Revealed in turn he bars B4, and g1 surrenders. Through Open
    Ground, under the fire of a1, there is no clean rout: it surrenders at once. That every step shows it somebody else, who
    does not matter, changes nothing."""
    third = road == "a3 in F9"
    here = asl(
        f"B1w B2. B3. B4{ground} B5w C3. C5- F9-",
        "g1:squad@B3 broken dm; a1:squad@C3 concealed; a2:squad@C5 concealed" + "; a3:squad@F9" * third,
        "C3-B3 C3-B4 C5-B3 C5-B4" + " F9-B2 F9-B4 F9-B1 F9-B5 F9-C3" * third,
        'reveal(a1,g1,"B2",before). reveal(a2,g1,"B4",before). ' + ("normal_range(a3,1)." if third else road),
    )
    found = [r for r in here.g1.routes if r.end == "surrenders" and r.legs[0].to == "B1"]
    assert [(r.path, r.discovers[0].enemies, len(r.legs)) for r in found] == [(("B3",), takers, len(takers))]


@pytest.mark.parametrize(("hole", "price"), [("trench", 3.0), ("shellholes", 2.0)])
@pytest.mark.parametrize("again", ["", 'reveal(a1,g1,"B4",before).'])
def test_shelter_in_a_sunken_road_by_the_road_and_by_its_own_terrain(again: str, hole: str, price: float) -> None:
    """b3-4-road, a10-531-cover, a12-14-reveal: barred from B2 by a1, who fires into B4, g1 goes to B5 by the shelter in the
    sunken road of B4: for 1 + 1 MF over the road, or 2 + 1 for the terrain. Out of a trench it is 1 + 2 then, else 2."""
    text = asl(
        VEIL[0] + " B5w",
        VEIL[1],
        VEIL[2] + " C2-B4",
        f'feature("B4",{hole}). road("B3","B4"). reveal(a1,g1,"B2",before). {again}',
    ).text
    here = Position(text.replace('terrain("B4",open_ground)', 'terrain("B4",sunken_road)'))
    sheltered = {(r.legs[-1].to, r.mf) for r in here.g1.routes if r.path == ("B3", f"B4@{hole}", "B5")}
    assert sheltered == {("B5", (0.0, 2.0, 2 + price)), ("B5", (0.0, 3.0, 3 + price))}


@pytest.mark.parametrize("encircled", ["", "encircled"])
def test_barred_from_where_it_began_it_chooses_anew(encircled: str) -> None:
    """a12-14-reveal, a10-51-leave, option(free_toward,no): in B3, about to go back to B2, from where it could go on, g1 learns of
    a1, next to it, who bars B2. It chooses anew."""
    here = asl(
        "B1. B2. B3. B4. B5. A3-",
        f"g1:squad@B2 broken dm {encircled}; a1:squad@A3 concealed",
        "A3-B3",
        'option(free_toward,no). option(revisit,allow). reveal(a1,g1,"B2",before).',
    )
    assert ("B2", "B3", "B4") in {
        route.path for route in here.g1.routes if [leg.start for leg in route.legs] == ["B2", "B3"]
    }


@pytest.mark.parametrize("seen", [True, False])
def test_nobody_goes_back_to_where_it_began_once_it_learns_that_no_step_leads_on(seen: bool) -> None:
    """a10-51-leave, a12-14-reveal, option(free_toward,no), option(revisit,allow): in D1 with 2 MF left after the way uphill, g1
    could go back to D2 and on to C3. About to, it learns of a1, to whom C3 is closer; D1 and D2 are not. Where a1 is not seen
    from D1 it goes back."""
    here = asl(
        "D1b D2. C3. A2-",
        "g1:squad@D2 broken dm; a1:squad@A2 concealed",
        "A2-D1" if seen else "",
        'option(free_toward,no). option(revisit,allow). elevation("D1",1). reveal(a1,g1,"D2",before).',
    )
    assert {path for path in here.runs if path.startswith("D2 D1")} == {"D2 D1"} | (set() if seen else {"D2 D1 D2 C3"})


def test_a_disrupted_unit_does_not_go_elsewhere_once_somebody_is_revealed_before_its_step() -> None:
    """a12-14-reveal, a19-12-rout: about to enter B3, from where a2 is revealed out of its sight, it enters B3. It does not go to
    A2 instead, where it would see him and cease to rout; on its way by A2 nobody is revealed."""
    here = asl(
        "A2. A3w B2. B3. F2- D2-",
        "g1:half_squad@B2 broken dm disrupted; a2:leader@F2 concealed; a3:squad@D2",
        "F2-A2 D2-B2 D2-B3 D2-A3",
        'reveal(a2,g1,"B3",before). normal_range(a3,6). normal_range(a2,6).',
    )
    assert set(here.runs) == {"B2 A3", "B2 A2 A3", "B2 B3 A3"}


def test_more_are_revealed_before_a_crawl_after_a_new_choice() -> None:
    """a12-14-reveal, option(crawl_toward,free): about to crawl to B1, g1 learns of a1, who bars C2, and chooses B3. Before it
    crawls to A2 instead a2 drops his concealment, too, out of its sight; from A2 it is thrown back by a3."""
    here = asl(
        "A2w A3. B1b B2. B3w C2w C3. D1. D2. Z98- Z99-",
        "g1:squad@B2 broken dm; a1:squad@C2 concealed; a2:squad@D2 concealed; a3:leader@A2 concealed",
        "C2-B2 Z98-Z99",
        'reveal(a1,g1,"A2",before). reveal(a1,g1,"B1",before). reveal(a2,g1,"A2",before). option(crawl_toward,free).'
        ' road("A2","B1").',
    )
    crawls = [r for r in here.g1.routes if r.posture == "low_crawl" and [leg.to for leg in r.legs] == ["C2", "B3"]]
    assert {r.path: r.end for r in crawls}.get(("B2", "A2", "B2")) == "eliminated"


@pytest.mark.parametrize(("toward", "crawls"), [("hexes", {"B4"}), ("mf", {"B4", "C4"})])
def test_a_crawl_after_a_reveal_is_measured_in_mf(toward: str, crawls: set[str]) -> None:
    """option(crawl_toward,mf): barred from B2, g1 chooses B6 (4 by C4). From C4 it is 3, though no hex nearer; from B4 both."""
    facts = f'reveal(a1,g1,"B2",before). option(crawl_toward,{toward}).'
    here = asl(
        "B1w B2. B3. B4b C4. A2. C2. B5. B6w C5. B7-", "g1:squad@B3 broken dm; a1:squad@C2 concealed", "C2-B3", facts
    )
    found = [r for r in here.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert {r.path[-1] for r in found} == crawls and {r.legs[-1].to for r in found} == {"B6"}


@pytest.mark.parametrize(("encircled", "crawls"), [("", {"A4", "B4"}), ("encircled", {"B4"})])
def test_a_crawl_after_a_reveal_reckons_with_what_the_step_costs(encircled: str, crawls: set[str]) -> None:
    """option(crawl_toward,reachable), a7-7-encircled: barred from B2, g1 chooses B5: by the brush of A4 2 + 1 + 2 MF, but
    4 + 1 + 2 for an Encircled unit; also where what is left of it after a failed NMC would have less to pay, in C3."""
    crowd = "; g2:squad@C3; g3:squad@C3; g4:half_squad@C3"
    facts = 'option(crawl_toward,reachable). reveal(a1,g1,"B2",before).'
    here = asl(VEIL[0] + " B5w A4b C3.", VEIL[1].replace("broken", f"broken {encircled}") + crowd, VEIL[2], facts)
    found = [r for r in here.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert {r.path[-1] for r in found} == crawls


@pytest.mark.parametrize("free", ["yes", "no"])
def test_before_a_crawl_for_more_than_its_mf_several_may_be_revealed(free: str) -> None:
    """a10-52-crawl, a12-14-reveal, B10.4: into the woods of B2, a level up, it is 4 MF, and the wounded leader has 3. He may
    crawl there, and learns of both a1 and a2 before."""
    here = asl(
        "B3. B2w A3. B8- B9-",
        "g1:leader@B3 broken dm wounded; a1:squad@B8 concealed; a2:squad@B9 concealed",
        "B8-B3 B9-B3",
        f'elevation("B2",1). reveal(a1,g1,"B2",before). reveal(a2,g1,"B2",before). option(free_toward,{free}).',
    )
    assert (here.crawls, here.runs) == ({"B2": "survives", "A3": "survives"}, {"B3 A3": "survives"})
    (crawl,) = [r for r in here.g1.routes if r.path == ("B3", "B2")]
    assert [(d.hex, d.enemies) for d in crawl.discovers] == [("B3", ("a1", "a2"))]


def test_who_can_crawl_still_does_not_fail_to_rout() -> None:
    """a10-5-ftr, a10-52-crawl, A7.7: Encircled and wounded he has the MF for C2 only (2 of 3), before which a1 is revealed next
    to him and bars it. Into the brush of B1 it is 4 MF: he crawls there, and is not taken for one who fails to rout."""
    here = asl(
        "B2. B1b C2. C3-",
        "g1:leader@B2 broken dm encircled wounded; a1:squad@C3 concealed",
        "",
        'reveal(a1,g1,"C2",before). option(surrender_again,no).',
    )
    assert (here.crawls, here.runs) == ({"B1": "survives"}, {})
    assert {len(r.legs) for r in here.g1.routes} == {1, 2}


def test_bound_for_a_location_of_its_choice_it_crawls_nowhere_else() -> None:
    """option(crawl_toward,reachable), a20-21-clean: about to enter C3, which a1, now revealed next to g1, interdicts, it has a
    clean rout to C4 by B3, none to C3. Bound for C4 it goes on, and it surrenders rather than crawl to C3."""
    here = asl(
        "A2- B2. B3. C3. C4.",
        "g1:squad@B2 broken dm; a1:squad@A2 concealed",
        "A2-C3",
        'option(crawl_toward,reachable). normal_range(a1,6). reveal(a1,g1,"C3",before).',
    )
    assert here.crawls == {"B3": "survives"}
    assert (here.runs["B2"], here.runs["B2 C3 C4"]) == ("surrenders", "survives")


@pytest.mark.parametrize(
    ("enemy", "verdict", "reasons"),
    [
        ("", "stays", {"a12-14-reveal": ("a1",)}),
        ("; a9:squad@B9", "eliminated", {"a12-14-reveal": ("a1",), "a10-51-none": (), "a10-5-must": ("a9",)}),
    ],
)
def test_barred_from_its_only_step_it_does_not_rout(
    enemy: str, verdict: str, reasons: dict[str, tuple[str, ...]]
) -> None:
    """a12-14-reveal, option(free_toward,no): a1, revealed before g1 enters B2, bars that, and it can go nowhere else. In the open
    to a9 it fails to rout; else it stays."""
    here = asl(
        "B3. B2. B1-" + " B9-" * bool(enemy),
        "g1:squad@B3 broken dm; a1:squad@B1 concealed" + enemy,
        "B1-B3" + " B9-B3" * bool(enemy),
        'option(free_toward,no). reveal(a1,g1,"B2",before).' + " normal_range(a9,9)." * bool(enemy),
    )
    assert (here.g1.verdict, here.g1.routes, causes(here.g1.reasons)) == (verdict, (), reasons)


def test_what_is_barred_by_reveals_before_each_first_step_is_excluded_by_them() -> None:
    """a12-14-reveal: two ways lead to C2; a1, revealed before g1 enters D2, bars the one, and a2 the other before C3."""
    shows = 'reveal(a1,g1,"D2",before).', 'reveal(a2,g1,"C3",before).'
    units = "g1:squad@D3 broken dm; a1:squad@E2 concealed; a2:squad@B3 concealed"
    here = "D3. D2. C3. C2w E2- B3-", units, "E2-D3 B3-D3"
    for shown in shows:
        assert (asl(*here, shown).g1.verdict, asl(*here, shown).excluded) == ("may_rout", {}), shown
    both = asl(*here, " ".join(shows))
    assert (both.g1.verdict, both.g1.routes) == ("stays", ())
    assert both.excluded == {("C2", "a12-14-reveal"): (3.0, ("a1", "a2"))}


@pytest.mark.parametrize("crowd", ["", "; g2:squad@B5; g3:squad@B5; g4:squad@B5"])
def test_a_crawl_after_a_reveal_does_not_reckon_with_wire(crowd: str) -> None:
    """option(crawl_toward,mf), b26-41-wire: barred from B2, g1 chooses B5. What leaving the Wire in B4 costs does not count."""
    facts = 'reveal(a1,g1,"B2",before). option(crawl_toward,mf). feature("B4",wire). wire_exit("B4",1).'
    here = asl(VEIL[0] + " B5w", VEIL[1] + crowd, VEIL[2], facts)
    found = [r for r in here.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert [(r.path, r.legs[-1].to) for r in found] == [(("B3", "B4"), "B5")]


def test_without_a_destination_concealment_can_drop_too() -> None:
    """a12-14-reveal: bound for nowhere, it learns of a1 in B2; and no route is listed twice."""
    here = asl("B1. B2. B3. B4. A2. C2.", VEIL[1], "", 'reveal(a1,g1,"B2",before).').g1
    # Bound for A2; or for B2, where it arrives next to a1 and chooses anew (a10-51-refigure).
    runs = {tuple(leg.start for leg in r.legs): r for r in here.routes if r.path == ("B3", "B2", "A2")}
    assert set(runs) == {("B3",), ("B3", "B2")}
    assert all([i.by for i in run.interdicted] == [("a1",)] for run in runs.values())
    assert {r.path: r.end for r in here.routes if r.posture == "low_crawl"}["B3", "B2"] == "surrenders"
    keys = [(r.posture, r.path, r.legs) for r in here.routes]
    assert len(keys) == len(set(keys))


def test_where_it_began_nobody_is_revealed_after_a_step() -> None:
    """a12-14-reveal, note 21: "immediately after a unit has routed into a new Location". Before the step to B1 a2 is revealed and
    bars it, so that g1 chooses anew in B2; it has not come there by a step, and a1 stays concealed."""
    here = asl(
        "B1w B2. B3. B4w C1- C2-",
        "g1:squad@B2 broken dm; a1:squad@C2 concealed; a2:squad@C1 concealed",
        "C1-B2 C1-B1",
        'reveal(a1,g1,"B2",after). reveal(a2,g1,"B1",before).',
    )
    anew = here.run("B2 B3 B4")
    assert [(at.hex, at.enemies) for at in anew.discovers] == [("B2", ("a2",))]


def test_a_unit_that_wanders_stays_where_its_next_step_is_barred() -> None:
    """a10-51-refigure, option(free_toward,no): bound for nowhere, g1 in B2 has lost no destination when a1, who sees it from C1,
    is revealed and bars B1, and back it would come closer to a2; nobody threatens it, so that it may stop there."""
    here = asl(
        "B1. B2. B3. B4. B6- C1-",
        "g1:squad@B4 broken dm; a1:squad@C1 concealed; a2:squad@B6",
        "C1-B2 C1-B1 B6-B4",
        'reveal(a1,g1,"B1",before). option(free_toward,no).',
    )
    assert {legs for _, legs in here.legs} == {"B4>free"} and here.runs["B4 B3 B2"] == "survives"


def test_of_two_who_bar_it_the_first_by_name_is_told() -> None:
    """a12-14-reveal: whichever of the steps to B2 and B3 it is about to make, an enemy bars it; not having moved, it may crawl
    to D3 instead: one route, on which it has met one of them (our reading: of as many, the first by name is told)."""
    units = "g1:leader@C3 broken dm; a1:squad@{} concealed; a2:squad@{} concealed"
    for first, second in (("A2", "A4"), ("A4", "A2")):
        beside_b2, beside_b3 = ("a1", "a2") if first == "A2" else ("a2", "a1")
        facts = f'reveal({beside_b2},g1,"B2",before). reveal({beside_b3},g1,"B3",before).'
        here = asl("A2. A4. B2. B3. C3. D2. D3.", units.format(first, second), "A2-C3 A4-C3 A2-B2 A4-B3", facts)
        once = [r for r in here.g1.routes if r.path == ("C3", "D3") and r.posture == "low_crawl" and len(r.legs) == 2]
        assert [found.enemies for r in once for found in r.discovers] == [("a1",)]


# H3 is as far from each hex of the corridor.
DUG = "B1w B2. B3. B4. H3-", "g1:squad@B4 broken dm; a1:squad@H3 concealed", "H3-B4 H3-B3 H3-B2"


@pytest.mark.parametrize(
    ("hex_", "when", "may"),
    [("B3", "after", True), ("B3", "before", True), ("B2", "after", False), ("B2", "before", False)],
)
def test_it_may_pay_for_shelter_from_whom_it_has_seen_revealed(hex_: str, when: str, may: bool) -> None:
    """a10-531-cover, a12-14-reveal: "to avoid Interdiction": once a1 has dropped his concealment he would interdict it in B2, and
    the foxhole there (1) can be paid for; not while he is concealed, nor as it is about to step in."""
    here = asl(*DUG, f'feature("B2",foxhole). reveal(a1,g1,"{hex_}",{when}).')
    assert ("B4 B3 B2@foxhole B1" in here.runs) == may
    fault = (2, {"a10-531-cover": ("B2@foxhole",)})
    assert here.judged("B3 B2@foxhole B1") == ("survives" if may else fault)
    if may:
        assert here.run("B4 B3 B2@foxhole B1").mf == (0, 1, 3, 6)


@pytest.mark.parametrize(
    ("hex_", "fault"), [("B3", {"a10-51-toward": ("B1",)}), ("A3", {"a10-531-cover": ("A3@foxhole",)})]
)
def test_what_is_wrong_with_a_shelter_off_the_way(hex_: str, fault: dict[str, tuple[str, ...]]) -> None:
    """a10-531-cover, a10-51-toward, a12-14-reveal: from the foxhole in A3 it would be 1 + 2 + 2 + 2 MF to B1, too many, and off
    the shortest way. That a1 is concealed yet is told only where he is: revealed in B3, he would interdict it in A3."""
    facts = f'feature("A3",foxhole). normal_range(a1,9). reveal(a1,g1,"{hex_}",after).'
    here = asl("A3. " + DUG[0], DUG[1], DUG[2] + " H3-A3", facts)
    assert here.judged("B3 A3@foxhole B2 B1", to="B1") == (2, fault)


def test_in_a_shelter_it_goes_on_by_what_only_it_knows() -> None:
    """a10-531-cover: whoever passes B4 in the open fails his NMC, so that nobody else who is whole has seen a9. For the trench 2
    MF are paid, then 2 for leaving it: with 6 MF it gets to B2 (2 + 2 + 1), not to B1, of which the shortest way costs 5."""
    facts = 'feature("B4",trench). nmc(g1,"B4",fail). normal_range(a9,9).'
    here = asl("B1w B2. B3. B4. B5. B9-", "g1:squad@B5 broken dm; a9:squad@B9", "B9-B4", facts)
    assert here.runs == {"B5 B4 B3 B2 B1": "survives", "B5 B4@trench B3 B2": "survives"}
    assert here.run("B5 B4@trench B3 B2").mf == (0, 2, 4, 5)


def test_no_shelter_in_the_location_of_an_unknown_vehicle() -> None:
    """option(unknown_vehicle,barred): never into its Location, so not into the foxhole there, and by it to B1, either."""
    units = "g1:squad@B4 broken dm; a1:squad@B9; a2:vehicle@B2"
    facts = 'feature("B2",foxhole). normal_range(a1,9). '
    text = asl("B1w B2. B3. B4. B9-", units, "B9-B4 B9-B2", facts).text
    here = Position(text.replace('los("B2","B3",0).', "").replace('los("B2","B1",0).', ""))
    assert "B4 B3 B2@foxhole B1" in here.runs
    barred = Position(here.text + " option(unknown_vehicle,barred).")
    assert barred.destinations == {} and barred.runs == {"B4 B3": "survives"}
    assert barred.judged("B3 B2@foxhole") == (2, {"a10-51-map": ("B2",)})


def test_sheltered_from_whom_it_has_seen_revealed_it_may_fall_short() -> None:
    """a10-531-cover, note 17: C1 costs 6. a1, who drops his concealment when it is in B3, interdicts it in B2; with the foxhole
    there (1) it gets to B1, and no farther."""
    here = asl(
        "B1b B2. B3. B4. C1w H3-", *DUG[1:], 'feature("B2",foxhole). reveal(a1,g1,"B3",after). normal_range(a1,6).'
    )
    assert here.destinations == {"C1": 6.0} and here.runs["B4 B3 B2@foxhole B1"] == "survives"


def test_whom_it_has_seen_before_can_bar_later() -> None:
    """a12-14-reveal: a1 sees only B4; revealed there, he bars each step that comes closer to him."""
    run = asl("B2w B3. B4. C1w", "g1:squad@B4 broken dm; a1:squad@C1 concealed", "C1-B4").run("B4 B3 B2")
    assert [(u.hex, u.rule) for u in run.unless] == [("B3", "a10-51-closer"), ("B2", "a10-51-closer")]


def test_what_cannot_happen_to_a_crawl_or_a_repulsed_unit() -> None:
    """a12-14-reveal: no Interdiction of a Low Crawl, nor of a unit that is thrown back; option(bar_unarmed,no)."""
    crawl = next(r for r in asl(*VEIL).g1.routes if r.posture == "low_crawl")
    assert {u.rule for u in crawl.unless} == {"a10-51-adjacent", "a10-51-closer", "a10-5-ftr", "a20-21-surrender"}
    thrown = asl(*VEIL).run("B3 B2 C2 B2")
    assert {u.when for u in thrown.unless if u.hex == "C2"} == {"before"}
    armed = asl(*VEIL, "option(bar_unarmed,no).").run("B3 B2 B1")
    assert ("B2", "a10-51-adjacent") in {(u.hex, u.rule) for u in armed.unless}


def test_what_a_dummy_can_reveal() -> None:
    """A dummy bars nothing."""
    units = "g1:squad@B3 broken dm; a1:dummy@C2 concealed"
    assert asl(VEIL[0], units, "C2-B3").run("B3 B2 B1").holds is None


def test_nobody_is_revealed_before_a_step_that_may_not_be_made() -> None:
    """a12-14-reveal, a10-51-revisit: from C3 it may not go back to B2, before which a1 would be revealed: it goes on into B3,
    which he throws it back from, and does not surrender in C3."""
    here = asl("B2. B3w C3.", "g1:squad@B2 broken dm; a1:squad@B3 concealed", "B3-C3", 'reveal(a1,g1,"B2",before).')
    assert here.runs == {"B2 B3 B2": "eliminated", "B2 C3 B3 C3": "eliminated"}


def test_about_to_crawl_it_learns_of_somebody_who_bars_nothing() -> None:
    """a12-14-reveal: 3 MF and doubled costs take an Encircled and wounded leader to C3 alone, so that nothing is a destination:
    he may crawl into either hex, and whoever is revealed before it is too far away to bar that."""
    facts = 'reveal(a2,g1,"C3",before). reveal(a2,g1,"B3",before).'
    here = asl("B2. B3w C3. D1-", "g1:leader@B2 broken dm encircled wounded; a2:squad@D1 concealed", "", facts)
    assert here.crawls == {"B3": "survives", "C3": "survives"}
    assert here.runs == {"B2 C3": "survives"}


def test_it_crawls_before_those_whom_it_knows_already() -> None:
    """a12-14-reveal, a10-52-crawl: an Encircled and wounded leader has 3 MF and pays double, too little for the woods. Before
    C3 he learns of a1 and a3, who bar nothing, and of a2, who bars C3; so he chooses anew, and nobody new is revealed before he
    crawls into B3."""
    facts = "".join(f'reveal({enemy},g1,"{hex_}",before). ' for hex_ in ("B3", "C3") for enemy in ("a1", "a3"))
    units = (
        "g1:leader@B2 broken dm encircled wounded; a1:squad@D1 concealed; a2:squad@D3 concealed; a3:squad@D1 concealed"
    )
    here = asl("B2. B3w C3. D1- D3-", units, "D3-B2 D1-B2", facts + 'reveal(a2,g1,"C3",before).')
    assert {(route.path, route.posture, len(route.legs), route.discovers[0].enemies) for route in here.g1.routes} == {
        (("B2", "B3"), "low_crawl", 1, ("a1", "a3")),
        (("B2", "B3"), "low_crawl", 2, ("a1", "a2", "a3")),
    }


def test_about_to_go_where_it_is_interdicted_it_surrenders() -> None:
    """a20-21-clean, a12-14-reveal: next to a2, g1 has a clean way, back to B6. Bound for A5, where a9 interdicts, it has none:
    revealed before that step, a1 makes it choose, and only then may it go there after all."""
    facts = 'normal_range(a9,12). reveal(a1,g1,"A5",before). reveal(a2,g1,"B5",after).'
    units = "g1:squad@B7 broken dm; a9:squad@B9; a1:squad@B3 concealed; a2:squad@C5 concealed"
    here = asl("B7. B6. B5. A5. A4b B3- B9- C5-", units, "B9-A5 B3-B5 C5-B5", facts)
    assert {legs for path, legs in here.legs if path == "B7 B6 B5 A5"} == {"B7>free B5>free B5>free"}
    assert {legs for path, legs in here.legs if path == "B7 B6 B5 B6"} == {"B7>free B5>free", "B7>free B5>free B5>free"}
    assert here.runs["B7 B6 B5 B6"] == "survives" and here.runs["B7 B6 B5"] == "surrenders"


def test_about_to_crawl_to_where_only_an_interdicted_way_leads_it_surrenders() -> None:
    """a20-21-clean, a12-14-reveal: B1 and C6 are 4 MF away. Crawling to B2, too dear to walk through, it would be bound for B1,
    where it is interdicted on the way in C3 and C2; a2, revealed before that, takes it, although C6 has a clean way."""
    facts = 'normal_range(a9,12). reveal(a2,g1,"B2",before). elevation("B2",1). feature("B2",smoke).'
    units = "g1:squad@B3 broken dm; a9:squad@H2; a2:squad@A4 concealed"
    here = asl("B1w B2b B3. C3. C2. C4. C5. C6w A4- H2-", units, "H2-C2 H2-C3", facts)
    assert here.runs["B3"] == "surrenders" and here.runs["B3 C4 C5 C6"] == "survives"
    assert here.crawls == {"C4": "survives"}


def test_a_clean_way_may_stop_before_what_it_cannot_pay_for() -> None:
    """a20-21-clean, a10-531-cover (note 17): B1 is 6 MF away, all by the road, on which a9 interdicts; for the foxhole there it
    has no MF, and so it may rest in B2. That way is clean, so that it need not surrender next to a2, revealed in B6."""
    facts = (
        'normal_range(a9,12). normal_range(a1,1). normal_range(a2,1). reveal(a2,g1,"B6",after). reveal(a1,g1,"B3",after). '
        'road("B1","B2"). feature("B1",foxhole).'
    )
    units = "g1:squad@B7 broken dm; a9:squad@H1; a2:squad@A7 concealed; a1:squad@B13 concealed"
    here = asl("B1w B2. B3. B4. B5. B6. B7. A7- H1- B13-", units, "H1-B1 B13-B3", facts)
    assert here.runs == {"B7 B6 B5 B4 B3 B2": "survives", "B7 B6 B5 B4 B3 B2 B1": "survives"}


def test_reduced_on_the_way_it_goes_on_from_a_shelter_where_there_is_room_now() -> None:
    """a10-531-cover, a5-11-overstack: for the squad the shortest way to B1 is 1 + 1 + 2 + 2 MF, one for overstacking B2. What
    the NMC in B4 leaves of it fits into B2, as the next hex of that way: 1 + 2 for the foxhole + 1 out of it + 1, and 2 are too
    many."""
    units = "g1:squad@B5 broken dm; g2:squad@B2; g3:squad@B2; g4:half_squad@B2; a1:squad@B9"
    facts = 'nmc(g1,"B4",fail). normal_range(a1,9). feature("B3",foxhole).'
    here = asl("B1w B2. B3. B4. B5. B9-", units, "B9-B4 B9-B3", facts)
    assert here.destinations == {"B1": 6.0}
    assert here.run("B5 B4 B3@foxhole B2").mf == (0, 1, 3, 5)


@pytest.mark.parametrize("option", ["", "option(bar_unarmed,no)."])
def test_nobody_enters_the_location_of_an_unarmed_enemy_who_was_revealed(option: str) -> None:
    """a10-51-adjacent, option(bar_unarmed,no): it bars no hex next to it, but its own Location."""
    here = asl(
        "B1. B2. B3.", "g1:squad@B1 broken dm; a1:squad@B3 concealed unarmed", "", f'reveal(a1,g1,"B2",after). {option}'
    )
    assert here.runs == {"B1 B2": "survives"}


@pytest.mark.parametrize("status", ["", "disrupted"])
def test_who_is_kept_in_a_blaze_is_eliminated(status: str) -> None:
    """a10-5-must, a19-12-rout, a12-14-reveal: a2, revealed before its first step, bars the only hex. It has not left the Blaze
    that it has to leave, and so does not cease to rout as a Disrupted unit does that has nothing to rout from."""
    facts = 'feature("B3",blaze). reveal(a2,g1,"B2",before). normal_range(a2,1).'
    units = f"g1:squad@B3 broken dm {status}; a2:squad@B1 concealed"
    assert asl("B2. B3. B1-", units, "B1-B3", facts).runs == {"B3": "eliminated"}


def test_back_in_a_foxhole_of_its_hex_it_is_in_no_open_ground() -> None:
    """a10-5-ftr: "in its first Open Ground hex in the LOS and Normal Range of a Known non-Melee enemy unit". a9 sees B3, which it
    has to leave; a2 and a3, revealed as it comes back, bar both ways on. In the foxhole it is not in the open (a10-531-open)."""
    facts = (
        'feature("B3",foxhole). reveal(a2,g1,"B3",after). reveal(a3,g1,"B3",after). option(revisit,allow). '
        "option(free_toward,no). normal_range(a9,12). normal_range(a2,1). normal_range(a3,1)."
    )
    units = "g1:squad@B3 broken dm; a9:squad@H3; a2:squad@B1 concealed; a3:squad@B5 concealed"
    here = asl("B2. B3. B4. B1- B5- H3-", units, "H3-B3 B1-B3 B5-B3", facts)
    for way in ("B2", "B4"):
        assert here.run(f"B3 {way} B3").end == "eliminated"
        assert here.run(f"B3 {way} B3@foxhole").end == "survives"


# --- A20.21: surrender ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "surrenders"),
    [
        ("a1:squad@B3", True),
        ("a1:leader@B3", True),
        ("a1:cavalry@B3", True),
        ("a1:squad@B3 pinned", True),
        ("a1:vehicle@B3", False),
        ("a1:squad@B3 melee", False),
        ("a1:squad@B3 berserk", False),
        ("a1:squad@B3 unarmed", False),
        ("a1:squad@B3 concealed", False),
    ],
)
@pytest.mark.slow
def test_to_whom_it_surrenders(enemy: str, surrenders: bool) -> None:
    """a20-21-surrender, a20-21-vehicle: ADJACENT to Good Order Known armed Infantry or Cavalry, with B1 under a2's fire."""
    units = f"g1:squad@B2 broken dm; {enemy}; a2:squad@B9"
    here = asl(HELD + " B9.", units, "B9-B1", "normal_range(a2,9).")
    assert (here.g1.verdict == "surrenders") == surrenders


def test_unknown_interdictors_count_concealed_ones_do_not() -> None:
    """a20-21-clean, note 14"""
    units = TAKER + "; a2:squad@B9"
    here = HELD + " B9.", units, "B9-B1", "normal_range(a2,9)."
    assert asl(*here).g1.verdict == "surrenders"
    assert asl(*here[:3], here[3] + " status(a2,concealed).").g1.verdict == "routs"


def test_one_clean_rout_is_enough() -> None:
    """a20-21-clean, note 11: over A3 it gets away; then it may also crawl, or face Interdiction over B1."""
    hexes = "B1. B2w B3w A2. A1w"  # A2 is not ADJACENT to B3
    here = asl(hexes, TAKER, "B3-B1", 'no_interdiction(a1,"A2").')
    assert here.g1.verdict == "routs"
    assert "B2 A2 A1" in here.runs
    assert here.run("B2 B1 A1").interdicted
    assert here.crawls
    assert asl("B1. B2w B3w A1w", TAKER, "B3-B1").g1.verdict == "surrenders"


def test_a_stack_surrenders_together() -> None:
    """a20-21-captor, note 10: g1 and g2 surrender as one, and leave their SW behind; a fanatic g3 does not."""
    units = "g1:squad@B2 broken dm; g2:leader@B2 broken dm; g3:squad@B2 broken dm fanatic; a1:squad@B3; a2:squad@A3"
    here = asl(HELD + " A3.", units, "B3-B1", "possesses(g1,m). sw(m,lmg,1,8).")
    answer = pyrout.solve(here.instance)
    assert answer["g1"].surrenders_with == ("g2",)
    assert answer["g1"].captors == ("a1", "a2")
    assert (answer["g1"].abandons, answer["g1"].loads) == (("m",), ((),))
    assert answer["g3"].verdict != "surrenders"
    assert answer["g3"].surrenders_with == ()
    assert "surrenders together with: g2" in said(here)


def test_disrupted_units_of_those_who_never_surrender() -> None:
    """a19-12-disrupted: the chart asks a Disrupted unit about No Quarter only."""
    units = "g1:squad@B2 broken dm disrupted; a1:squad@B3"
    assert asl(HELD, units, facts="nationality(g1,partisan).").g1.verdict == "surrenders"
    assert asl(HELD, units, facts="no_quarter(german).").g1.verdict != "surrenders"
    melee = asl(HELD, "g1:squad@B2 broken dm disrupted; a1:squad@B3 melee").g1
    assert melee.verdict != "surrenders"


def test_a_repulsed_unit_in_a_bridge_too_far() -> None:
    """a20-21-abtf, a10-533-repulse: instead of elimination, it surrenders to Infantry that is revealed, but to no vehicle."""
    for kind, end in (("squad", "surrenders"), ("vehicle", "eliminated")):
        units = f"g1:squad@B1 broken dm; a1:{kind}@B2 concealed"
        assert asl("B1. B2w", units, facts="option(abtf,yes).").runs == {"B1 B2 B1": end}


def test_a_repulsed_unit_surrenders_where_it_is_thrown_back_to() -> None:
    """option(repulsed,surrender), "if it then could": to a2, who is ADJACENT to B2; a1 is a vehicle. With a1 a squad, to both."""
    for kind, captors in (("vehicle", ("a2",)), ("squad", ("a1", "a2"))):
        units = f"g1:squad@B3 broken dm; a1:{kind}@C2 concealed; a2:squad@A2"
        here = asl("A2. B2. B3. C2w", units, facts="option(repulsed,surrender). option(surrender_again,no).")
        route = here.run("B3 B2 C2 B2")
        assert (route.end, route.captors) == ("surrenders", captors)
    units = "g1:squad@B3 broken dm; a1:vehicle@C2 concealed; a2:squad@A2"
    here = asl("A2. B2. B3. C2w C3.", units, "A2-C2", "option(repulsed,surrender). option(surrender_again,no).")
    assert here.runs == {
        "B3 B2 C2 B2": "surrenders",
        "B3 C3 B2 C2 B2": "surrenders",
        "B3 C3 C2 C3": "eliminated",  # C3 is not next to a2
        "B3 B2 C3 C2 C3": "eliminated",
    }


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
    here = asl("B1w B2. B3.", units, "B3-B2", f"option(repulsed,surrender). normal_range(a2,6). {facts}")
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


def test_captors_in_a_bridge_too_far() -> None:
    """a20-21-abtf: any ADJACENT armed Infantry that is Known, broken or not."""
    here = "B1w B2w A1w", "g1:squad@B1 broken dm; a1:squad@B2; a2:squad@A1 broken"
    lost = asl(*here, facts="option(abtf,yes). status(a1,melee).").g1
    assert (lost.verdict, lost.captors) == ("surrenders", ("a1", "a2"))


def test_repulse_by_a_stack_with_a_dummy() -> None:
    """a10-533-repulse, note 22: only mere dummies are removed."""
    both = asl("B1. B2w", "g1:squad@B1 broken dm; a1:dummy@B2; a2:squad@B2 concealed").run("B1 B2 B1")
    assert (both.end, both.repulsed) == ("eliminated", ("B2", ("a2",)))
    assert asl("B1. B2w", "g1:squad@B1 broken dm; a1:dummy@B2; a2:dummy@B2").runs == {"B1 B2": "survives"}


def test_nobody_is_repulsed_by_those_in_a_sewer() -> None:
    """a10-51-map, note 15, "when routing they ignore any units within Sewers": concealed or not, where it ends or begins."""
    for sewer in ("a2:squad@B4 concealed in_sewer", "a2:squad@B4 in_sewer", "a2:squad@B3 hidden in_sewer"):
        here = asl("B1. B2. B3. B4w", f"g1:squad@B3 broken dm; a1:squad@B1; {sewer}", "B1-B3")
        assert (here.runs, here.crawls) == ({"B3 B4": "survives"}, {"B4": "survives"})


def test_check_judges_a_repulse() -> None:
    """`check` says how a claimed rout into a concealed enemy ends."""
    here = asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed")
    assert here.judged("B2") == "eliminated"


@pytest.mark.slow
def test_option_adjacent_clean() -> None:
    """option(adjacent_clean,yes): the woods of B0 are nearer, but only over B1, which a1 fires at; those of D2 can be reached
    over C2. By the chart it would have to go to B0, and so surrenders. What counts is not what must be taken (note 11: "it may
    choose to face Interdiction"): it may go to D2 over B1, too."""
    here = "B0w B1. B2w B3w C2b D2w", TAKER, "B3-B1"
    assert asl(*here).g1.verdict == "surrenders"
    clean = asl(*here, "option(adjacent_clean,yes).")
    assert (clean.g1.verdict, clean.destinations) == ("routs", {"D2": 4.0})
    assert set(clean.runs) == {"B2 C2 D2", "B2 B1 C2 D2"}
    assert clean.excluded["B0", "a10-51-nearest"] == (None, ("a1",))
    assert {rule for hex_, rule in clean.excluded if hex_ == "B0"} == {"a10-51-nearest"}
    assert clean.judged("B1 B0") == (2, {"a10-51-toward": ("D2",)})
    assert clean.around["B1"] == {}
    quarter = asl(*here, "option(adjacent_clean,yes). no_quarter(german).")
    assert set(quarter.destinations) == {"B0"}
    far = asl(
        "B0w B1. B2w B8. C2b D2w", "g1:squad@B2 broken dm; a1:squad@B8", "B8-B2 B8-B1", "option(adjacent_clean,yes)."
    )
    assert "B2 B1 B0" in far.runs
    # With B0 not counted nothing is left to choose, and it may go anywhere.
    unarmed = "g1:squad@B2 broken dm; a1:squad@B3 broken; a2:squad@B9"
    crawl = asl("B0w B1. B2w B3w B9.", unarmed, "B9-B1", "option(adjacent_clean,yes). normal_range(a2,9).")
    assert (crawl.destinations, set(crawl.runs), set(crawl.crawls)) == ({}, {"B2 B1", "B2 B1 B0"}, {"B1"})


def test_option_adjacent_clean_where_it_chooses() -> None:
    """option(adjacent_clean,yes): g1 begins next to nobody. In B3 it arrives next to a1 and chooses anew: D2 and D4 are as near,
    but a1 fires at C3 on the only way to D2."""
    here = "B3w B4. B5. C3. C4. D2w D4w A3.", "g1:squad@B5 broken dm; a1:squad@A3", "A3-C3"
    for facts, second in (("", {"B3>D2", "B3>D4"}), ("option(adjacent_clean,yes).", {"B3>D4"})):
        legs = [legs.split() for path, legs in asl(*here, facts).legs if path.startswith("B5 B4 B3 ")]
        assert {several[1] for several in legs} == second


def test_option_adjacent_clean_counts_a_way_through_shelter_and_beside_the_road() -> None:
    """option(adjacent_clean,yes): nobody is interdicted in the shellholes of B1, nor in the brush there if it pays for it
    instead of the road. The price of B0 is that without the shellholes (note 13), and 1 MF more by the brush."""
    shell = asl("B0w B1. B2w B3w", TAKER, "B3-B1", 'option(adjacent_clean,yes). feature("B1",shellholes).')
    assert (shell.destinations, shell.runs["B2 B1@shellholes B0"]) == ({"B0": 3.0}, "survives")
    road = 'option(adjacent_clean,yes). road("B2","B1").'
    assert asl("B0w B1o B2w B3w", TAKER, "B3-B1", road).destinations == {"B0": 3.0}
    brush = asl("B0w B1b B2w B3w", TAKER, "B3-B1", road)
    assert (brush.destinations, brush.g1.verdict) == ({"B0": 4.0}, "routs")


def test_upstairs_it_goes_to_no_place_that_only_a_way_away_from_it_leads_to() -> None:
    """a10-51-toward, a10-51-free: from B2@1 a way leads to C3, next to B2, but by B1@1, farther from it; and a1 in A3 keeps it
    out of B2. So B2@1 is no step on the way to C3, and every rout that begins so has an end."""
    block = 'building("b","B1"). building("b","B2"). level("B1",1). level("B2",1). stairwell("B1"). stairwell("B2").'
    here = asl("B1s B2s C2. C3. A3.", "g1:squad@B2 broken dm; a1:squad@A3", facts=block)
    assert set(here.runs.values()) == {"survives"} and "B2 B2@1" in here.runs
    assert here.judged("B2@1", "C3") == (1, {"a10-51-free": ("B2@1",)})


@pytest.mark.parametrize("facts", ["", "option(adjacent_clean,yes)."])
def test_check_takes_a_location_that_it_chose_itself(facts: str) -> None:
    """a10-51-free: no cover anywhere. Where each of the routes ends may be claimed as the destination; where it ends otherwise,
    or what it cannot get to, may not."""
    here = asl("A3. B1. B2. B3. B4.", "g1:squad@B2 broken dm; a1:squad@B1", facts=facts)
    assert {r.legs[0].to for r in here.g1.routes} == {None}
    for route in here.g1.routes:
        crawl = route.posture == "low_crawl"
        assert here.judged(" ".join(route.path[1:]), route.path[-1], crawl) == "survives"
    assert here.judged("B3", "B4", low_crawl=True) == "survives"  # a hex nearer to it
    assert here.judged("B3", "B4") == (2, {"a10-51-free": ("B3",)})
    assert here.judged("B3", "B1") == (1, {"a10-51-reach": ("B1",)})
    assert here.judged("A3 B3", "A3") == (2, {"a10-51-toward": ("B3",)})


def test_check_takes_a_location_that_only_a_crawl_gets_to() -> None:
    """a10-51-free, a10-52-crawl: over the wall and uphill the brush of B1 takes more than the 3 MF of a wounded leader, but Low
    Crawl takes all, whatever it costs. So he may choose B1, and then neither runs to B3 nor crawls there, away from it."""
    here = asl("B1b B2. B3.", "g1:leader@B2 broken dm wounded", facts='hexside("B1","B2",wall). elevation("B1",1).')
    assert here.runs == {"B2 B3": "survives"} and here.crawls == {"B1": "survives", "B3": "survives"}
    assert here.judged("B1", to="B1", low_crawl=True) == "survives"
    assert here.judged("B3", to="B1", low_crawl=True) == (1, {"a10-51-toward": ("B3",)})
    assert here.judged("B3", to="B1") == (1, {"a10-51-free": ("B3",)})


# --- A10.41: voluntary breaks -----------------------------------------------------------------------------------


def may_break(units: str, hexes: str = "B1w B2w B3w", los: str = "", facts: str = "") -> bool:
    return asl(hexes, units, los, facts).g1.may_break


@pytest.mark.parametrize(
    ("units", "hexes", "facts", "allowed"),
    [
        ("g1:squad@B2; a1:squad@B3", "B1w B2w B3w", "", True),
        ("g1:squad@B2 pinned; a1:squad@B3", "B1w B2w B3w", "", True),
        ("g1:squad@B2; a1:squad@B3 unarmed", "B1w B2w B3w", "", True),  # ADJACENT: unbroken is enough
        ("g1:squad@B2; a1:squad@B3 concealed", "B1w B2w B3w", "", True),
        ("g1:squad@B2; a1:squad@B3 broken", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:dummy@B3", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:squad@B3 captured", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:squad@B4", "B1w B2w B3w B4w", "", False),  # no LOS
        ("g1:squad@B2 berserk; a1:squad@B3", "B1w B2w B3w", "", False),
        ("g1:hero@B2; a1:squad@B3", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:vehicle@B3", "B1w B2w B3w", "", True),
        ("g1:squad@B2", "B1w B2w B3w", 'feature("B2",blaze).', True),
        (
            "g1:squad@B2 melee; a1:squad@B2 melee",
            "B1w B2w B3w",
            "",
            True,
        ),  # only in a Blaze does the chart ask about Melee
        ("g1:squad@B2 melee; a1:squad@B2 melee", "B1w B2w B3w", 'feature("B2",blaze).', False),  # it would burn
        ("g1:squad@B2", "B1w B2w B3w", "", False),
    ],
)
@pytest.mark.slow
def test_who_may_break(units: str, hexes: str, facts: str, allowed: bool) -> None:
    """a10-41-voluntary, note 6"""
    assert may_break(units, hexes, facts=facts) == allowed


def test_breaking_in_sight_and_range() -> None:
    """a10-41-voluntary: in the LOS and Normal Range of an armed unbroken KEU."""
    hexes = "B1w B2w B3. B4. B5. B6."
    assert may_break("g1:squad@B2; a1:squad@B6", hexes, "B6-B2")
    assert not may_break("g1:squad@B2; a1:squad@B6", hexes, "B6-B2", "normal_range(a1,3).")
    assert not may_break("g1:squad@B2; a1:squad@B6 unarmed", hexes, "B6-B2")
    assert not may_break("g1:squad@B2; a1:squad@B6 concealed", hexes, "B6-B2")


@pytest.mark.slow
def test_what_it_could_do_if_it_broke() -> None:
    """a10-41-voluntary: the answer that it would have, for a unit that is asked for and for those that nobody asked for."""
    here = asl("B1w B2w B3w B4w", "g1:squad@B2; a1:squad@B3")
    broken = here.g1.if_breaks
    assert (here.g1.verdict, here.g1.dm) == ("cannot_rout", ())
    assert broken is not None
    assert (broken.verdict, [d.hex for d in broken.destinations]) == ("routs", ["B1"])
    both = pyrout.solve(here.instance)
    assert {u.id for u in both.units} == {"g1", "a1"}
    assert both["g1"].to_json()["if_breaks"]["verdict"] == "routs"
    assert "if it does: MUST ROUT, to B1, 2 ways, 2 of them surviving" in said(here)


def test_nobody_breaks_to_surrender() -> None:
    """a10-41-voluntary: not if that would at once make it surrender, or eliminate it."""
    assert not asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1").g1.may_break
    lost = asl("B2w B3w", "g1:squad@B2; a1:squad@B3", facts="no_quarter(german).").g1
    assert (lost.may_break, lost.if_breaks) == (False, None)


# --- A10.62: DM -------------------------------------------------------------------------------------------------


def dm(hexes: str, units: str, los: str = "", facts: str = "") -> bool:
    return bool(asl(hexes, units, los, facts).g1.dm)


@pytest.mark.slow
def test_dm_at_the_start_of_the_rout_phase() -> None:
    """a10-62-dm: in the open in LOS and Normal Range of any KEU; broken or in Melee it counts, too, and so in the desert."""
    field = "B1. B2. B3. B4. B5. B6. B7. B8. B9."
    for enemy in ("a1:squad@B9", "a1:squad@B9 broken", "a1:squad@B9 melee"):
        assert dm(field, f"g1:squad@B1 broken; {enemy}", "B9-B1", "normal_range(a1,12).")
    assert dm(field, "g1:squad@B1 broken; a1:squad@B9", "B9-B1", "normal_range(a1,12). environment(desert).")
    assert not dm(field, "g1:squad@B1 broken; a1:squad@B9", "B9-B1", "normal_range(a1,7).")
    assert not dm(field, "g1:squad@B1 broken; a1:squad@B9 concealed", "B9-B1", "normal_range(a1,12).")
    assert not dm(field, "g1:squad@B1; a1:squad@B9", "B9-B1", "normal_range(a1,12).")  # unbroken


@pytest.mark.parametrize("cause", ["wp", "cc", "fp", "ffe", "ordnance", "sniper"])
@pytest.mark.slow
def test_dm_by_attack(cause: str) -> None:
    """a10-62-attack, note 2"""
    unit = asl("B1w B2w", "g1:squad@B1 broken", facts=f"history(g1,attacked({cause})).").g1
    assert unit.dm == ("a10-62-attack",)


def test_where_dm_may_be_kept() -> None:
    """a10-62-keep, notes 1 and 24: outside Rally Terrain, or overstacked in it."""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm")
    assert {r.path[-1]: r.may_keep_dm for r in here.g1.routes} == {"B1": False, "B2": True}
    assert here.g1.may_keep_dm
    assert not asl("B1w B2w", "g1:squad@B1 broken dm").g1.may_keep_dm
    crowd = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    assert [r.may_keep_dm for r in asl("B1w B2w", crowd).g1.routes if r.posture == "run"] == [True]


# --- A10.5: where it stops --------------------------------------------------------------------------------------


def test_back_in_the_open_it_started_from() -> None:
    """a10-5-ftr: g1 leaves B3, meets a2 in B2, and comes back to B3 in a1's sight with no way on: eliminated."""
    hexes = "B1w B2w B3. B8."
    units = "g1:squad@B3 broken dm; a1:squad@B8; a2:squad@B1"
    ends = asl(hexes, units, "B8-B3", "no_quarter(german). nationality(g1,partisan).").runs
    assert all(end == "eliminated" for path, end in ends.items() if path.startswith("B3 B2"))


# --- other readings ---------------------------------------------------------------------------------------------


def test_only_out_of_the_encirclement_it_pays_double() -> None:
    """In B2 it finds a1, who bars C3; back by way of B3 it is still 3 MF to C4, of the 4 that are left: no new choice. But
    this leg has been in B3."""
    here = asl("B2. B3. C3. C4w D2.", "g1:squad@B3 broken dm encircled; a1:squad@D2", "D2-B2", "option(toward,reach).")
    assert here.legs == {("B3 C4", "B3>C4"), ("B3 C3 C4", "B3>C4")}
    assert here.destinations == {"C4": 4}


CIRCLED = "B1. B2. B3w", "g1:squad@B1 broken dm encircled"


@pytest.mark.slow
def test_options_that_change_an_answer() -> None:
    """`compare_options`: to an Encircled unit on its own in a corridor only the price of the first hex matters."""
    found = compare_options(ask(asl(*CIRCLED).instance))
    (reading,) = found.readings
    assert (reading.option, reading.value, reading.default) == ("encircled_mf", "single", "double")
    fields = {change.field: (change.default, change.other) for change in reading.differs}
    assert set(fields) == {"destinations", "routes"}
    assert [[(d["hex"], d["mf"]) for d in side] for side in fields["destinations"]] == [[("B3", 4.0)], [("B3", 3.0)]]
    assert [[r["mf"] for r in side] for side in fields["routes"]] == [[[0, 2, 4]], [[0, 1, 3]]]
    assert found.complete
    assert found.tried > 15


@pytest.mark.slow
def test_nothing_changes_the_answer() -> None:
    found = compare_options(ask(asl("B1. B2w", "g1:squad@B1 broken dm").instance))
    assert found.readings == ()


@pytest.mark.parametrize("form", ["--json", "--ndjson", ""])
@pytest.mark.slow
def test_the_command_compares(tmp_path: Path, form: str) -> None:
    """`pyrout solve --compare-options`, also by the Starter Kit rules, and with an option set."""
    file = tmp_path / "here.lp"
    file.write_text(asl(*CIRCLED).text, encoding="utf-8")
    run = CliRunner().invoke(main, ["solve", "--compare-options", str(file), *([form] if form else [])])
    assert run.exit_code == 0
    if form:
        found = json.loads(run.stdout)
        assert [(r["option"], r["value"], r["default"]) for r in found["compare"]] == [
            ("encircled_mf", "single", "double")
        ]
        assert {d["unit"] for d in found["compare"][0]["differs"]} == {"g1"}
    else:
        assert "encircled_mf=single instead of double" in run.stdout


@pytest.mark.slow
def test_the_command_compares_with_an_option_set(tmp_path: Path) -> None:
    """What is in force is where the comparison starts; the Starter Kit rules have options, too."""
    file = tmp_path / "here.lp"
    file.write_text(asl(*CIRCLED).text, encoding="utf-8")
    back = ["solve", "--compare-options", "--json", "--set", "encircled_mf=single", str(file)]
    turned = json.loads(CliRunner().invoke(main, back).stdout)["compare"]
    assert [(r["value"], r["default"]) for r in turned] == [("double", "single")]
    kit = CliRunner().invoke(
        main, ["solve", "--compare-options", str(rule_sets.instances() / "aslsk" / "example-01.lp")]
    )
    assert kit.exit_code == 0
    assert "crawl_toward=free instead of mf" in kit.stdout


def test_the_reasons_of_a_break() -> None:
    """a10-41-voluntary: a break that would cost the unit is named as the reason."""
    rash = asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1", "breaks(g1).").g1
    assert "a10-41-voluntary" in causes(rash.reasons)


# --- check ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("around", ["", "A3 "])
@pytest.mark.parametrize("first", ["B4", "C4"])
def test_check_takes_each_way_on_after_a_reveal(first: str, around: str) -> None:
    """a12-14-reveal: whoever knows a2 already, from B4, learns of a1 alone before B2 or A3, and may be about to enter either;
    who comes through C4 learns of both before B2. That one of them would not then go to A3 bars it to nobody."""
    facts = (
        'reveal(a2,g1,"B4",after). reveal(a2,g1,"B2",before). reveal(a1,g1,"B2",before). reveal(a1,g1,"A3",before). '
        "normal_range(a1,1). normal_range(a2,1)."
    )
    units = "g1:squad@C5 broken dm; a1:squad@H9 concealed; a2:squad@H9 concealed"
    here = asl("C5. C4. B4. B3. B2. A3. A2w H9-", units, "H9-B4 H9-B3 H9-B2 H9-A3 H9-C4", facts)
    for last in ("A3", f"{around}B2"):
        assert here.judged(f"{first} B3 {last} A2") == "survives"  # 1 MF a hex, 2 for the woods of A2: 6 at most


def test_check_names_what_ends_a_rout() -> None:
    """a10-533-repulse, a20-21-surrender, a19-12-rout, a10-53-nmc: a claimed rout that goes on after it was over."""
    veiled = asl("B1. B2w B3w", "g1:squad@B1 broken dm; a1:squad@B2 concealed")
    assert veiled.judged("B2 B1") == "eliminated"  # as the route lists it
    assert veiled.judged("B2", low_crawl=True) == "eliminated"
    assert veiled.judged("B2 B3") == (2, {"a10-533-repulse": ("B2",)})
    met = asl("B1w B2w B3. A3. A4w D3-", "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@D3", "D3-A3 D3-B3")
    assert met.judged("B2 A3") == (2, {"a20-21-surrender": ("B2",)})
    units = "g1:squad@B4 broken dm disrupted; a1:squad@B7; a2:squad@B1"
    ceased = asl("B1w B2w B3. B4. B5. B6. B7. C4.", units, "B7-B4 B1-B3/1")
    assert ceased.judged("B3 C4") == (2, {"a19-12-rout": ("B3",)})
    pinned = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, 'nmc(g1,"B2",pin).')
    assert pinned.judged("B2 B1") == (2, {"a10-53-nmc": ("B2",)})


def test_check_with_levels() -> None:
    """a10-51-adjacent, a10-51-map: up the stairs to an enemy, and from hex to hex upstairs where no building joins them."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",1). level("B3",1). level("B1",1). stairwell("B2").'
    facts += ' los("B2@1","B2",0).'
    here = asl("B1s B2s B3s", "g1:squad@B2 broken dm", facts=facts)
    assert here.judged("B2@1 B3@1") == "survives"
    fault = here.judged("B2@1 B1@1")
    assert not isinstance(fault, str)
    assert (fault[0], bool(fault[1])) == (2, True)


def test_what_is_left_of_a_squad_gets_farther() -> None:
    """a5-11-overstack, a10-53-nmc, a10-51-arrived: into B2 a whole squad pays 1 MF more, and has none left in B1. What the NMC in
    B4 leaves of it pays nothing more, and goes on over the road into the woods of A1."""
    units = "g1:squad@B5 broken dm; g2:squad@B2; g3:squad@B2; g4:half_squad@B2; a1:squad@B9"
    here = "A1w B1w B2. B3. B4. B5. B9-", units, "B9-B4"
    facts = 'road("B1","A1"). normal_range(a1,9). '
    assert not any(path.endswith("A1") for path in asl(*here, facts).runs)
    assert asl(*here, facts + 'nmc(g1,"B4",fail).').run("B5 B4 B3 B2 B1 A1").mf == (0, 1, 2, 3, 5, 6)
    # Disrupted in B3, too: it goes on, for a1 sees it there.
    facts = facts.replace("normal", 'nmc(g1,"B4",fail). nmc(g1,"B3",two). hob(g1,surrender). normal')
    both = asl(*here[:2], "B9-B4 B9-B3 B9-B2", facts)
    assert both.run("B5 B4 B3 B2 B1 A1").mf == (0, 1, 2, 3, 5, 6)
    # Through the crowd in A2 a whole squad would need 7 MF.
    way = "A2. A3. B1w B2. B3. B4. B5. B9-", units.replace("B2", "A2"), "B9-B4", "normal_range(a1,9). "
    assert not any("A2" in path for path in asl(*way).runs)
    assert asl(*way[:3], way[3] + 'nmc(g1,"B4",fail).').run("B5 B4 B3 A3 A2 B1").mf == (0, 1, 2, 3, 4, 6)


def test_nobody_goes_on_after_a_pin() -> None:
    """a10-53-nmc"""
    fault = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, 'nmc(g1,"B2",pin).').judged("B2 B1")
    assert isinstance(fault, tuple) and (fault[0], set(fault[1])) == (2, {"a10-53-nmc"})


def test_an_nmc_comes_before_ceasing_to_rout() -> None:
    """a10-53-nmc, a19-12-rout, "in each Location in this order: repulse, NMC, Surrender Check": g1, Disrupted in the open in the
    LOS of a1, enters the woods of B2 over the road, for 1 MF in the open, and learns of a2, who interdicts it there. In woods,
    next to nobody, it ceases to rout: if it is alive still. For 2 MF it has the cover of the woods."""
    hexes, units = "B1w B2w B3. B4. B5. B6-", "g1:half_squad@B3 broken dm disrupted; a1:squad@B5; a2:squad@C6"
    for result, end in (("pass", "survives"), ("pin", "survives"), ("fail", "eliminated"), ("twelve", "eliminated")):
        here = asl(hexes + " C6.", units, "B5-B3 C6-B2", f'road("B3","B2"). nmc(g1,"B2",{result}).')
        assert {r.mf: (r.path, r.end) for r in here.g1.routes} == {
            (0, 1): (("B3", "B2"), end),
            (0, 2): (("B3", "B2"), "survives"),
        }
        assert here.judged("B2", mf=1) == end
