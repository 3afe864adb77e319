"""Results of the NMC of Interdiction (A10.53, A10.64).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import asl
from tiny_asl import ROUTER, RUN, SEEN, into_b2, odds


def test_each_result_of_an_nmc_has_its_end() -> None:
    """a10-53-nmc, a10-64-fate"""
    here = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3 B8-B2"
    ends = {r: asl(*here, f'nmc(g1,"B2",{r}).').runs for r in ("pass", "pin", "fail", "twelve")}
    assert ends["pass"] == ends["fail"] == {"B3 B2 B1": "survives"}
    assert ends["pin"] == {"B3 B2": "survives"}
    assert ends["twelve"] == {"B3 B2": "eliminated"}


def test_casualty_reduction_is_no_surrender() -> None:
    """a10-53-nmc: a half-squad does not survive it, whoever is next to it by then."""
    here = (
        "B3. B4. B5. B6w C5-",
        "g1:half_squad@B3 broken dm; a1:squad@C5",
        "C5-B4",
        'normal_range(a1,4). nmc(g1,"B4",fail).',
    )
    assert asl(*here).runs["B3 B4"] == "eliminated"


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
def test_results_of_an_nmc(result: str, path: str, end: str, condition: str | None) -> None:
    """a10-53-nmc, a10-64-fate, a15-hob"""
    facts = f'nmc(g1,"B2",{result}).' if ")." not in result else f'nmc(g1,"B2",{result.replace(").", ").", 1)}).'
    (run,) = [r for r in asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, facts).g1.routes if r.posture == "run"]
    assert (" ".join(run.path), run.end, run.condition) == (path, end, condition)


@pytest.mark.parametrize("kind", ["half_squad", "crew"])
def test_a_half_squad_that_fails_is_eliminated(kind: str) -> None:
    """a10-53-nmc, A7.302"""
    here = asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN, 'nmc(g1,"B2",fail).')
    assert here.runs == {"B3 B2": "eliminated"}
    assert (
        asl(RUN, f"g1:{kind}@B3 broken dm; a1:squad@B8", SEEN).run("B3 B2 B1").interdicted[0].if_failed == "eliminated"
    )


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
