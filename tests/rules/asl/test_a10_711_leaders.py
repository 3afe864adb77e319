"""Leaders who accompany a rout (A10.711), and what a unit carries (A10.4).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import asl
from tiny_asl import RUN, SEEN, text_of

import pyrout
from pyrout.errors import InstanceError

# --- a10-4-carry ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["lmg,1,8", "dc,0,0"])
def test_a_wounded_leader_carries_nothing(weapon: str) -> None:
    """a10-4-carry, A17.2: he has no IPC, as who routs or as who goes along; whole he takes the SW."""
    sw = f"sw(n,{weapon}). "
    for status, load in (("", ("n",)), (" wounded", ())):
        alone = asl("B1w B2.", f"g1:leader@B2 broken dm{status}", facts="possesses(g1,n). " + sw).g1
        assert alone.loads == (load,)
        units = f"g1:squad@B2 broken dm; g2:leader@B2{status}; g3:half_squad@B2"
        led = asl("B1w B2.", units, facts="accompanies(g2,g1). possesses(g2,n). " + sw).g1
        assert led.partner_loads == ({"g2": (load,)} if load else {})


# --- a10-711-leader ------------------------------------------------------------------------------------------------


def test_leaders_go_along() -> None:
    """a10-711-leader, a10-4-carry"""
    pair = asl(
        "B1. B2w",
        "g1:squad@B1 broken dm; g2:leader@B1",
        facts="possesses(g1,m). sw(m,mmg,5,12). possesses(g1,n). sw(n,lmg,1,8).",
    ).g1
    assert (pair.may_accompany, pair.loads) == (("g2",), (("n",),))
    carries = "accompanies(g2,g1). possesses(g2,n). sw(n,lmg,1,8). possesses(g2,m). sw(m,mmg,5,12)."
    led = asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1", facts=carries).g1
    assert led.partner_loads == {"g2": (("n",),)}


def test_a_unit_that_is_lost_with_its_leader_is_told_that_he_may_stay() -> None:
    """a10-711-leader: wounded, he has 3 MF; off the Wire and into the woods it takes 4."""
    wire = 'feature("B2",wire). wire_exit("B2",2). accompanies(g2,g1). '
    here = ("B1w B2. B3.", "g1:squad@B2 broken dm; g2:leader@B2 wounded; a1:vehicle@B3", "B3-B2 B3-B1")
    with_him = asl(*here, wire)
    assert with_him.g1.verdict == "eliminated"
    assert any(said.startswith("g2 goes along; whether it could rout without him") for said in with_him.g1.assumes)
    alone = asl(*here, wire.replace("accompanies(g2,g1). ", ""))
    assert alone.g1.verdict == "routs" and not any("goes along" in said for said in alone.g1.assumes)


def test_a_pinned_leader_does_not_go_along() -> None:
    """a10-711-leader."""
    with pytest.raises(InstanceError, match="a10-711-leader"):
        _ = asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1 pinned", facts="accompanies(g2,g1).").g1


@pytest.mark.parametrize(
    ("squad", "leader", "along"),
    [("", "", True), ("@foxhole", "@foxhole", True), ("", "@foxhole", False), ("@foxhole", "", False)],
)
def test_a_leader_goes_along_out_of_the_same_foxhole(squad: str, leader: str, along: bool) -> None:
    """a10-711-leader: what the two pay to leave is answered where both are in it, or both are not; else it is told, and a phase
    of the position is explored without him."""
    units = f"g1:squad@B2{squad} broken; g2:leader@B2{leader}; a1:squad@B3"
    here = asl("B1w B2w B3w", units, "", 'feature("B2",foxhole).')
    told = any("g2 does not go along" in sentence for sentence in here.g1.assumes)
    assert (here.g1.may_accompany, told) == ((("g2",), False) if along else ((), True))
    ends = {end for outcome in pyrout.phase(here.instance).phase[0].outcomes for _, end in outcome.ends}
    assert {(end.hex, end.end) for end in ends} == {("B1", "survives")}


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


def test_a_failed_nmc_costs_the_leader() -> None:
    """a10-711-leader, note 8: he takes no NMC, and is eliminated if the unit fails; a pin does nothing to him."""
    here = RUN, "g1:squad@B3 broken dm; g2:leader@B3; a1:squad@B8", SEEN
    assert asl(*here, "accompanies(g2,g1).").run("B3 B2 B1").interdicted[0].loses == ("g2",)
    assert asl(*here).run("B3 B2 B1").interdicted[0].loses == ()
    failed = asl(*here, 'accompanies(g2,g1). nmc(g1,"B2",fail).').run("B3 B2 B1")
    assert (failed.condition, failed.loses) == ("reduced", ("g2",))
    assert asl(*here, 'accompanies(g2,g1). nmc(g1,"B2",pin).').run("B3 B2").loses == ()
    assert asl(*here, 'accompanies(g2,g1). nmc(g1,"B2",twelve).').run("B3 B2").loses == ("g2",)
    assert "a failed NMC would eliminate g2, too" in text_of(asl(*here, "accompanies(g2,g1)."))


@pytest.mark.parametrize("status", ["pinned", "broken", "berserk"])
def test_who_does_not_go_along(status: str) -> None:
    """a10-711-leader: an unbroken, unpinned leader, not berserk."""
    assert asl("B1. B2w", f"g1:squad@B1 broken dm; g2:leader@B1 {status}").g1.may_accompany == ()
