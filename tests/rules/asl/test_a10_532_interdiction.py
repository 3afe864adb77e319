"""Interdiction (A10.532) and repulse by a concealed enemy (A10.533).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import Position, asl, must
from tiny_asl import FAR, FIELD, REACH, ROUTER, RUN, SEEN, odds, shot, text_of

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


# --- a15-23-hero, c8-31-heat, a7-212-own ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "fires"),
    [
        ("a1:hero@B8", True),
        ("a1:hero@B8 wounded", True),
        ("a1:hero@B8 pinned", False),
        ("a1:hero@B8 halved", False),
        ("a1:leader@B8", False),
        ("a1:commissar@B8", False),
        ("a1:leader@B8; a2:hero@B8", True),
        ("a1:leader@B8 heroic", True),
        ("a1:commissar@B8 heroic wounded", True),
    ],
)
def test_a_lone_hero_fires_a_machine_gun(enemy: str, fires: bool) -> None:
    """a15-23-hero, a15-21-heroic: at full FP, to its Normal Range of 8, beyond his own of 4."""
    facts = "possesses(a1,m). sw(m,mmg,3,8)." + ("" if "heroic" in enemy else " normal_range(a1,4).")
    assert shot(enemy, facts + (" normal_range(a2,1)." if "a2" in enemy else "")) == (("a1",) if fires else ())
    assert shot("a1:hero@B8", "possesses(a1,m). sw(m,mmg,3,5). normal_range(a1,4).") == ()


@pytest.mark.parametrize(
    ("enemy", "interdicts"),
    [
        ("a1:leader@B6 heroic", True),
        ("a1:commissar@B6 heroic", True),
        ("a1:leader@B6", False),
        ("a1:leader@B7 heroic", False),
        ("a1:leader@B6 heroic wounded", False),
        ("a1:leader@B5 heroic wounded", True),
        ("a1:leader@B6 heroic halved", False),
        ("a1:leader@B6 heroic pinned", False),
        ("a1:leader@B6 heroic concealed", False),
    ],
)
def test_a_heroic_leader_has_the_firepower_and_range_of_a_hero(enemy: str, interdicts: bool) -> None:
    """a15-21-heroic: 1 FP to 4 hexes, wounded to 3."""
    row = enemy.split("@")[1][:2]
    here = asl(f"B1w B2. B3. {row}.", f"{ROUTER}; {enemy}", f"{row}-B2 {row}-B3")
    assert bool(here.run("B3 B2 B1").interdicted) is interdicts


@pytest.mark.parametrize(("status", "forced"), [("heroic", True), ("heroic unarmed", False), ("", False)])
def test_a_heroic_leader_forces_a_rout_out_of_open_ground(status: str, forced: bool) -> None:
    """a15-21-heroic, a10-5-must: g1 is in Open Ground in his LOS and Normal Range."""
    here = asl("B1w B2. B3. B6.", f"{ROUTER}; a1:leader@B6 {status}", "B6-B2 B6-B3")
    assert (here.g1.verdict == "routs") is forced


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ("status(a1,broken).", "broken"),
        ("status(a1,berserk).", "berserk"),
        ("normal_range(a1,6).", "a heroic leader has the range of a hero"),
        ("firepower(a1,2).", "a heroic leader has the firepower of a hero"),
        ("breaks(a1).", "never a hero"),
    ],
)
def test_what_a_heroic_leader_never_is(facts: str, said: str) -> None:
    """a15-21-heroic, A15.2: he neither breaks nor goes berserk."""
    with pytest.raises(InstanceError, match=said):
        _ = asl("B1w B2. B3. B6.", "a1:leader@B3 heroic; g1:squad@B6 broken dm", "B6-B3", facts).g1


def test_only_a_leader_is_heroic() -> None:
    """a15-21-heroic"""
    with pytest.raises(InstanceError, match="only a leader or commissar is heroic"):
        _ = asl("B1w B2. B3. B6.", f"{ROUTER}; a1:squad@B6 heroic", "B6-B3").g1


@pytest.mark.parametrize(
    ("kind", "fires"), [("baz", False), ("psk", False), ("piat", False), ("rcl", True), ("atr", True), ("lmg", True)]
)
@pytest.mark.parametrize("enemy", ["squad", "vehicle", "hero"])
def test_heat_is_not_fired_into_open_ground(enemy: str, kind: str, fires: bool) -> None:
    """c8-31-heat: nobody interdicts with it, and nobody forces a rout out of Open Ground by it (a10-5-must, a10-62-dm). Its
    owner is armed all the same: next to him it must rout."""
    facts = f"possesses(a1,x). sw(x,{kind},1,7). normal_range(a1,2). "
    assert shot(f"a1:{enemy}@B8", facts) == (("a1",) if fires else ())
    here = asl(FIELD, f"g1:squad@B3 broken; a1:{enemy}@B8", SEEN, facts)
    assert (must(here), bool(here.g1.dm)) == (({"a1"}, True) if fires else (set(), False))
    assert must(asl(FIELD, f"g1:squad@B3 broken; a1:{enemy}@B4", "B4-B3", facts)) == {"a1"}


def test_who_fires_heat_alone_does_not_force_a_rout() -> None:
    """c8-31-heat, a10-5-must: the answer names the bazooka of a leader, who has no range of his own."""
    here = asl(FIELD, "g1:squad@B3 broken; a1:leader@B8", SEEN, "possesses(a1,x). sw(x,baz,1,7).")
    assert must(here) == set()
    assert "a1 fires HEAT alone, and that not into Open Ground: it does not force it to rout" in text_of(here)


@pytest.mark.parametrize(
    ("friend", "fires"),
    [
        ("g2:squad@B8", False),
        ("g2:leader@B8", False),
        ("g2:squad@B8 melee", False),
        ("g2:squad@B8 unarmed", True),
        ("g2:squad@B8 broken", True),
        ("g2:squad@B8 concealed", True),
        ("g2:squad@B8 captured", True),
        ("g2:vehicle@B8", True),  # nothing makes it armed
        ("g2:squad@B7", True),
    ],
)
def test_a_unit_in_his_own_location_keeps_his_fire(friend: str, fires: bool) -> None:
    """a7-212-own: an armed unbroken one that he knows. He forces g1 out of Open Ground all the same (a10-5-must)."""
    assert shot(f"a1:squad@B8; {friend}") == (("a1",) if fires else ())
    assert must(asl(FIELD, f"g1:squad@B3 broken; a1:squad@B8; {friend}", SEEN)) == {"a1"}


def test_a_unit_on_another_level_does_not_keep_his_fire() -> None:
    """a7-212-own: a1 on the ground fires beneath g2 upstairs, a Location of its own."""
    facts = 'building("b","B8"). level("B8",1). stairwell("B8").'
    for place, fires in (("B8@1", ("a1",)), ("B8", ())):
        text = asl("B1w B2. B3. B4. B5w B6. B7. B8s", f"{ROUTER}; a1:squad@B8; g2:squad@{place}", "", facts).text
        los = 'los("B8","B3",0). los("B8","B2",0).'
        fire = Position(text + los).run("B3 B2 B1").interdicted
        assert (fire[0].by if fire else ()) == fires


def test_a_leader_who_goes_along_keeps_nobodys_fire() -> None:
    """a7-212-own: l1 leaves the Location of a1 with g1, who then fires at them; to g2 the answer says so."""
    units = "g1:squad@B8 broken dm; gl:leader@B8; a1:squad@B8; g2:squad@B3 broken dm"
    here = asl("B1w B2. B3. B4. B5. B6. B7. B8. B9w C9.", units, "B8-B3 B8-B2 B8-B9", "accompanies(gl,g1).")
    fire = here.unit("g2").routes
    assert {at.by for run in fire for at in run.interdicted} == {("a1",)}
    assert any("has gone along by then" in line for line in here.unit("g2").assumes)


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


# --- a10-532-crew --------------------------------------------------------------------------------------------------

GUN = "a1:gun@B8; c1:crew@B8"


@pytest.mark.parametrize(
    ("units", "facts", "by"),
    [
        (GUN, "", ("c1",)),
        (GUN + " pinned", "", ()),
        (GUN + " broken", "", ()),
        (GUN + " concealed", "", ()),
        (GUN, "status(a1,malfunctioned).", ()),
        (GUN, 'covered_arc(a1,"B3").', ()),
        (GUN, 'covered_arc(a1,"B2").', ("c1",)),
        (GUN + " pinned", "sw(k,gun,9,16). possesses(c1,k).", ("a1",)),  # it mans k: a1 has a crew of its own
        ("a1:gun@B8; c1:half_squad@B8", "", ("a1",)),
        ("a1:gun@B8; c1:half_squad@B8", "manned(a1,c1).", ("c1",)),
        ("a1:gun@B8; c1:crew@B8; c2:crew@B8 pinned", "manned(a1,c2). normal_range(c2,1).", ()),
        ("a1:gun@B8; c1:crew@B7", "", ("a1",)),
    ],
)
def test_the_crew_of_a_gun_is_what_fires(units: str, facts: str, by: tuple[str, ...]) -> None:
    """a10-532-crew: a Gun whose crew is a unit of its own interdicts through it."""
    ranges = "normal_range(a1,16). normal_range(c1,1). "
    assert shot(units, ranges + facts) == by


def test_the_crew_of_a_gun_is_what_forces() -> None:
    """a10-532-crew, a10-5-must: the Gun next to g1 does not, its broken crew neither; from afar its crew does, broken or not
    (broken_forces), in the range of the Gun."""
    near = "B1w B2. B3. B4.", "g1:squad@B3 broken dm; a1:gun@B4; c1:crew@B4{}"
    ranges = "normal_range(a1,16). normal_range(c1,1). option(broken_forces,no)."
    assert must(asl(near[0], near[1].format(""), facts=ranges)) == {"c1"}
    assert must(asl(near[0], near[1].format(" broken"), facts=ranges)) == set()
    far = FIELD, "g1:squad@B3 broken dm; a1:gun@B8; c1:crew@B8{}", SEEN
    assert must(asl(far[0], far[1].format(""), far[2], ranges)) == {"c1"}
    assert must(asl(far[0], far[1].format(" broken"), far[2], ranges)) == set()
    assert must(asl(far[0], far[1].format(" broken"), far[2], ranges.replace(",no)", ",yes)"))) == {"c1"}


@pytest.mark.parametrize(
    ("units", "facts", "words"),
    [
        ("a1:gun@B8; c1:crew@B8; c2:crew@B8", "", "say with manned"),
        ("a1:gun@B8; a2:gun@B8; c1:crew@B8", "", "say with manned"),
        ("a1:gun@B8; c1:crew@B8 pinned", "status(a1,pinned).", "its crew is a unit of its own"),
        ("a1:gun@B8; c1:crew@B8", "no_interdiction(a1).", "say it of the crew"),
        ("a1:gun@B8; c1:crew@B7", "manned(a1,c1).", "in its Location, mans a Gun"),
        ("a1:gun@B8; c1:leader@B8", "manned(a1,c1).", "only a squad, half-squad or crew"),
        ("a1:gun@B8; a2:gun@B8; c1:crew@B8", "manned(a1,c1). manned(a2,c1).", "mans another Gun"),
    ],
)
def test_who_mans_a_gun_is_asked(units: str, facts: str, words: str) -> None:
    """a10-532-crew"""
    with pytest.raises(InstanceError, match=words):
        _ = asl(FIELD, f"g1:squad@B3 broken dm; {units}", SEEN, facts).g1


# --- g1-422-hunter -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lurker", "facts", "end"),
    [
        ("a1:tank_hunter@B2 hidden", "", "survives"),
        ("a1:hero@B2 hidden", "nationality(american,japanese).", "survives"),
        ("a1:hero@B2 hidden", "nationality(a1,japanese).", "survives"),
        ("a1:hero@B2 hidden", "", None),
        ("a1:hero@B2 concealed", "nationality(american,japanese).", None),
        ("a1:squad@B2 hidden", "nationality(american,japanese).", None),
        ("a1:hero@B2 hidden", "nationality(american,japanese). nationality(a1,chinese).", None),
        ("a1:tank_hunter@B2 hidden; a2:squad@B2 hidden", "", None),
    ],
)
def test_a_tank_hunter_hero_is_eliminated(lurker: str, facts: str, end: str | None) -> None:
    """g1-422-hunter: whoever enters his Location goes on; any other hidden unit throws it back (a10-533-repulse), also
    one who is with him."""
    runs = asl("B1. B2w", f"g1:squad@B1 broken dm; {lurker}", facts=facts).runs
    assert runs == ({"B1 B2": end} if end else {"B1 B2 B1": "eliminated"})


def test_what_an_answer_says_of_a_tank_hunter_hero() -> None:
    """g1-422-hunter: that he is eliminated, and of a hidden Japanese hero that he is taken for one."""
    here = "B1. B2w", "g1:squad@B1 broken dm; a1:{}@B2 hidden"
    gone = "the Tank-Hunter Hero a1 is eliminated if it enters B2 and its rout goes on"
    hunter = text_of(asl(here[0], here[1].format("tank_hunter")))
    hero = text_of(asl(here[0], here[1].format("hero"), facts="nationality(a1,japanese)."))
    taken = "a1 is a Tank-Hunter Hero, as no other Japanese hero is hidden"
    assert (gone in hunter, taken in hunter, gone in hero, taken in hero) == (True, False, True, True)


@pytest.mark.parametrize("statuses", ["", " concealed", " hidden pinned"])
def test_a_tank_hunter_hero_is_hidden_and_nothing_else(statuses: str) -> None:
    """g1-422-hunter"""
    with pytest.raises(InstanceError, match="a Tank-Hunter Hero is hidden"):
        _ = asl("B1. B2w", f"g1:squad@B1 broken dm; a1:tank_hunter@B2{statuses}").g1
