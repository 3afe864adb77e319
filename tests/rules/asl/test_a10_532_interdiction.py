"""Interdiction (A10.532) and repulse by a concealed enemy (A10.533).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import asl
from tiny_asl import FAR, FIELD, REACH, ROUTER, RUN, SEEN, odds, shot

from pyrout.errors import InstanceError

# --- a10-532-interdict ---------------------------------------------------------------------------------------------


def test_interdiction() -> None:
    """a10-532-interdict, a10-53-nmc: B2 is Open Ground in a1's LOS."""
    here = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3 B8-B2"
    shot = asl(*here).run("B3 B2 B1").interdicted
    assert [(i.hex, i.by, i.if_pinned, i.if_failed) for i in shot] == [("B2", ("a1",), "survives", "reduced")]
    for facts in ("no_interdiction(a1).", 'no_interdiction(a1,"B2").', "firepower(a1,0)."):
        assert asl(*here, facts).run("B3 B2 B1").interdicted == ()


def test_half_firepower_prevents_all_but_mortars() -> None:
    """a10-532-interdict, note 20"""
    here = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8 halved", "B8-B3 B8-B2"
    assert asl(*here).run("B3 B2 B1").interdicted == ()
    assert asl(*here, "possesses(a1,m). sw(m,mmg,5,12).").run("B3 B2 B1").interdicted == ()
    assert asl(*here, "possesses(a1,m). sw(m,mortar,5,12).").run("B3 B2 B1").interdicted[0].by == ("a1",)


def test_a_gun_fires_only_within_its_arc() -> None:
    """a10-532-interdict: a Gun that would have to turn does not interdict, as a unit or as a SW of its crew."""
    gun = FIELD, "g1:squad@B3 broken dm; a1:gun@B8", SEEN
    assert [i.hex for i in asl(*gun).run("B3 B2 B1").interdicted] == ["B2"]
    assert asl(*gun, 'covered_arc(a1,"B3").').run("B3 B2 B1").interdicted == ()
    assert asl(*gun, 'covered_arc(a1,"B2").').run("B3 B2 B1").interdicted[0].by == ("a1",)
    crew = FIELD, "g1:squad@B3 broken dm; a1:crew@B8", SEEN, "possesses(a1,k). sw(k,gun,9,16). normal_range(a1,1). "
    assert asl(*crew).run("B3 B2 B1").interdicted[0].by == ("a1",)
    crew = (*crew[:3], crew[3] + 'covered_arc(k,"B3").')
    assert asl(*crew).run("B3 B2 B1").interdicted == ()


def test_mounted_fire_does_not_interdict() -> None:
    """a10-532-interdict, note 20: nor do a1's comrades in a halftrack."""
    here = asl(FIELD, FAR, SEEN, 'unit(v1,american,vehicle). at(v1,"B8"). passenger(a1,v1).')
    assert here.run("B3 B2 B1").interdicted == ()


def test_by_road_out_of_a_foxhole() -> None:
    """a10-532-interdict: woods entered by road are open, from a foxhole as from its hex."""
    for start in ("B2", "B2@foxhole"):
        here = asl(
            "B1w B2. B8-",
            f"g1:squad@{start} broken dm; a1:squad@B8",
            "B8-B1",
            REACH + 'feature("B2",foxhole). road("B1","B2").',
        )
        by_road = 1.0 if start == "B2" else 2.0
        assert here.run(f"{start} B1", by_road).interdicted[0].by == ("a1",)
        assert here.run(f"{start} B1", by_road + 1.0).interdicted == ()


def test_the_road_or_the_gully() -> None:
    """road_rate, a10-532-interdict: over the road a gully costs 1 MF, else 2; it is Open Ground either way, and a1 interdicts."""
    here = asl("B1w B2u B3. B4. B5. B6. B7. B8.", FAR, SEEN, REACH + 'road("B3","B2").')
    assert [[at.by for at in here.run("B3 B2 B1", mf).interdicted] for mf in (3.0, 4.0)] == [[("a1",)], [("a1",)]]


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


# --- a10-533-repulse -----------------------------------------------------------------------------------------------


def test_repulse() -> None:
    """a10-533-repulse: thrown back and eliminated; dummies are removed; option(repulsed,surrender)."""
    here = asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed")
    (run,) = [r for r in here.g1.routes if r.posture == "run"]
    assert (run.path, run.end, run.repulsed) == (("B1", "B2", "B1"), "eliminated", ("B2", ("a1",)))
    assert asl("B1. B2w", "g1:squad@B1 broken dm; a1:dummy@B2").runs == {"B1 B2": "survives"}
    assert asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed", facts="option(repulsed,surrender).").runs == {
        "B1 B2 B1": "surrenders"
    }


def test_a_concealed_enemy_with_it_is_refused() -> None:
    """a10-533-repulse: nobody is in the Location of an enemy and does not know it."""
    with pytest.raises(InstanceError, match="reveal it first"):
        _ = asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B1 concealed").g1


def test_who_lurks_in_the_hex_lurks_in_its_foxhole() -> None:
    """a10-533-repulse: g1 pays for the foxhole in B2, where a2 is concealed."""
    here = asl(FIELD, FAR + "; a2:squad@B2 concealed", SEEN, 'feature("B2",foxhole).')
    assert here.runs["B3 B2@foxhole B3"] == "eliminated"
    assert here.run("B3 B2@foxhole B3").repulsed == ("B2@foxhole", ("a2",))


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


def test_repulse_by_a_stack_with_a_dummy() -> None:
    """a10-533-repulse, note 22: only mere dummies are removed."""
    both = asl("B1. B2w", "g1:squad@B1 broken dm; a1:dummy@B2; a2:squad@B2 concealed").run("B1 B2 B1")
    assert (both.end, both.repulsed) == ("eliminated", ("B2", ("a2",)))
    assert asl("B1. B2w", "g1:squad@B1 broken dm; a1:dummy@B2; a2:dummy@B2").runs == {"B1 B2": "survives"}


def test_check_judges_a_repulse() -> None:
    """`check` says how a claimed rout into a concealed enemy ends."""
    here = asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed")
    assert here.judged("B2") == "eliminated"


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
