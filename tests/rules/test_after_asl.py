"""Positions after a rout by full ASL, on a few hexes: `pyrout.after`; and which rules a phase that was played can break."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from phases import changed, route_to
from tiny import Position, asl
from tiny_asl import aboard

import pyrout
from pyrout.cli import main

RUN = "B1w B2. B3. B4. B8."
SEEN = "B8-B3 B8-B2"


def left(here: Position, place: str) -> tuple[set[str], set[str]]:
    """The facts that hold no more, and those that hold from now on, once g1 has routed to a place."""
    return changed(here.instance, pyrout.after(here.instance, route_to(here.instance, "g1", place)))


def rolled(result: str, unit: str = "squad", facts: str = "") -> Position:
    """g1 with the result of its NMC in B2."""
    return asl(RUN, f"g1:{unit}@B3 broken dm; a1:squad@B8", SEEN, f'nmc(g1,"B2",{result}). {facts}')


def test_what_holds_in_its_location_alone_is_over() -> None:
    """a7-7-encircled, a5-11-overstack, b20-96-crest: out of its Location it is none of these; DM it stays."""
    statuses = "encircled overstacked entrenched crest spotted_fire"
    dug = 'feature("B3",foxhole).'
    here = asl(RUN.replace("B3.", "B3u"), f"g1:squad@B3 broken dm {statuses}; a1:squad@B8", SEEN, dug)
    lost, won = left(here, "B1")
    assert lost == {'at(g1,"B3")', *(f"status(g1,{status})" for status in statuses.split())}
    assert won == {'at(g1,"B1")', "routed(g1)"}


def test_skis_are_off_where_nobody_is_on_them() -> None:
    """e4-33-skis: on in the woods, off in a building, off after a Low Crawl or a tunnel."""
    snow = "environment(deep_snow). skis(g1,on)."
    unit = "g1:squad@B1 broken dm"
    lost, won = left(asl("B1. B2. B3. B4w", unit, facts=snow), "B4")
    assert (lost, won) == ({'at(g1,"B1")'}, {'at(g1,"B4")', "routed(g1)"})
    lost, won = left(asl("B1. B2. B3. B4h", unit, facts=snow), "B4")
    assert (lost, won) == ({'at(g1,"B1")', "skis(g1,on)"}, {'at(g1,"B4")', "skis(g1,off)", "routed(g1)"})
    lost, won = left(asl("B1. B2.", unit, facts=snow + " environment(night). nvr(2)."), "B2")
    assert (lost, won) == ({'at(g1,"B1")', "skis(g1,on)"}, {'at(g1,"B2")', "skis(g1,off)", "routed(g1)"})
    far = asl("B1w B2. B3. B4w", f"{unit}; a1:squad@B2", facts=f'{snow} tunnel("B1","B4",german).')
    lost, won = left(far, "B4")
    assert (lost, won) == ({'at(g1,"B1")', "skis(g1,on)"}, {'at(g1,"B4")', "skis(g1,off)", "routed(g1)"})
    near = asl("B0w B1w B2.", f"{unit}; a1:squad@B2", facts=f'{snow} tunnel("B1","B0",german).')
    for posture, off in (("run", set()), ("tunnel", {"skis(g1,off)"})):
        (way,) = [route for route in near.g1.routes if route.posture == posture]
        _, won = changed(near.instance, pyrout.after(near.instance, way))
        assert won == {'at(g1,"B0")', "routed(g1)"} | off


def test_wall_advantage_is_left_behind() -> None:
    """B9.32: that of a hex, for whom claims it and who does not."""
    for fact in ("wall_advantage(g1). wall_advantage(g2).", "no_wall_advantage(g1)."):
        here = asl("B1w B2. B3. B4.", "g1:squad@B3 broken dm; g2:squad@B3", facts=f'hexside("B3","B4",wall). {fact}')
        lost, won = left(here, "B1")
        assert lost == {'at(g1,"B3")', fact.split(".")[0]}
        assert won == {'at(g1,"B1")', "routed(g1)"}


def test_prisoners_go_along_with_their_guard() -> None:
    """a20-53-guard: g9 guards another."""
    units = "g1:squad@B2 broken dm; g9:squad@B2; c:squad@B2 captured; d:squad@B2 captured"
    lost, won = left(asl("B1w B2. B3.", units, facts="guards(g1,c). guards(g9,d)."), "B1")
    assert lost == {'at(g1,"B2")', 'at(c,"B2")'}
    assert won == {'at(g1,"B1")', 'at(c,"B1")', "routed(g1)"}


def test_who_bails_out_rides_no_more() -> None:
    """d6-23-rider"""
    lost, _ = left(aboard("broken mounted", "rider(g1,v1)."), "B1")
    assert lost == {"rider(g1,v1)", "status(g1,mounted)"}


def test_who_surrenders_rides_no_more() -> None:
    """a20-21-captor, d6-23-rider: it is with who took it, and Encircled no more than who routs."""
    here = asl("B1. B2. B3w", "g1:squad@B2 broken dm encircled; gv:vehicle@B2; a1:squad@B1", "B1-B2", "rider(g1,gv).")
    for text in (here.text, here.text.replace('at(g1,"B2").', "")):
        position = pyrout.parse(text)
        lost, won = changed(position, pyrout.after(position, "surrenders", "g1"))
        assert lost - {'at(g1,"B2")'} == {"rider(g1,gv)", "status(g1,encircled)"}
        assert won == {'at(g1,"B1")', "routed(g1)", "status(g1,captured)", "guards(a1,g1)"}


@pytest.mark.parametrize("unit", ["squad", "leader"])
def test_battle_hardening_rallies(unit: str) -> None:
    """a15-hob: it rallies where it is."""
    lost, won = left(rolled("two", unit, "hob(g1,hardened)."), "B2")
    assert lost >= {'at(g1,"B3")', "status(g1,broken)", "status(g1,dm)"}
    assert won == {'at(g1,"B2")', "routed(g1)"}


def test_who_rallies_is_disrupted_no_more() -> None:
    """a15-hob, A19.12: nobody is Disrupted who is not broken."""
    lost, _ = left(rolled("two", "leader", "hob(g1,hardened). status(g1,disrupted)."), "B2")
    assert lost >= {"status(g1,broken)", "status(g1,dm)", "status(g1,disrupted)"}


@pytest.mark.parametrize("unit", ["leader", "commissar"])
def test_a_leader_who_becomes_a_hero_rallies(unit: str) -> None:
    """a15-hob, a15-21-heroic: his firepower and range are those of a hero from now on."""
    lost, won = left(rolled("two", unit, "hob(g1,hero). normal_range(g1,6)."), "B2")
    assert lost >= {"status(g1,broken)", "status(g1,dm)", "normal_range(g1,6)"}
    assert won == {'at(g1,"B2")', "routed(g1)", "status(g1,heroic)"}


def test_the_hero_of_a_squad_is_a_new_unit_beside_it() -> None:
    """a15-hob, A15.21: it stays broken and goes on; he is where it was created."""
    lost, won = left(rolled("two", "squad", "hob(g1,hero)."), "B1")
    assert not lost & {"status(g1,broken)", "status(g1,dm)"}
    (hero,) = [fact for fact in won if fact.endswith(",german,hero)")]
    name = hero.removeprefix("unit(").partition(",")[0]
    printed = {f"normal_range({name},4)", f"firepower({name},1)"}  # A15.2
    assert won == {'at(g1,"B1")', "routed(g1)", hero, f'at({name},"B2")', *printed}


def test_berserk_it_is_pinned_no_more() -> None:
    """a15-hob, A15.4"""
    lost, won = left(rolled("two", "squad", "hob(g1,berserk). status(g1,pinned)."), "B2")
    assert "status(g1,pinned)" in lost and "status(g1,berserk)" in won


def test_berserk_it_is_broken_no_more() -> None:
    """a15-hob"""
    lost, won = left(rolled("two", "squad", "hob(g1,berserk)."), "B2")
    assert lost >= {"status(g1,broken)", "status(g1,dm)"}
    assert won == {'at(g1,"B2")', "routed(g1)", "status(g1,berserk)"}


@pytest.mark.slow
@pytest.mark.parametrize("hob", ["hardened", "berserk", "other"])
def test_who_is_broken_no_more_is_not_disrupted(hob: str) -> None:
    """a15-hob: g1, Disrupted, rallies in B2 or goes berserk there; as rolled it goes on to B1, and is so still."""
    here = asl(RUN, "g1:squad@B3 broken dm disrupted; a1:squad@B8", SEEN, f'nmc(g1,"B2",two). hob(g1,{hob}).')
    lost, _ = left(here, "B1" if hob == "other" else "B2")
    assert ("status(g1,disrupted)" in lost, "status(g1,broken)" in lost) == ((hob != "other",) * 2)


def test_surrender_by_heat_of_battle_makes_it_disrupted() -> None:
    """a15-hob: nobody is there to take it; broken it goes on."""
    lost, won = left(rolled("two", "squad", "hob(g1,surrender)."), "B1")
    assert not lost & {"status(g1,broken)", "status(g1,dm)"}
    assert won == {'at(g1,"B1")', "routed(g1)", "status(g1,disrupted)"}


def test_an_original_12_eliminates() -> None:
    """a10-64-fate: also a whole squad, at once."""
    here = rolled("twelve")
    assert "g1" not in pyrout.after(here.instance, route_to(here.instance, "g1", "B2")).units


@pytest.mark.parametrize(
    ("place", "at", "facts"),
    [
        ("B2", 'at(a2,"B2").', ""),
        ("B2@foxhole", 'at(a2,"B2",foxhole).', 'feature("B2",foxhole).'),
    ],
)
def test_a_dummy_in_a_location_that_is_entered_is_removed(place: str, at: str, facts: str) -> None:
    """a10-533-repulse: one elsewhere is not, nor one of its own side."""
    here = asl(RUN, "g1:squad@B3 broken dm; a1:squad@B8; a2:dummy@B2; a3:dummy@B4; g2:dummy@B2", SEEN, facts)
    here = Position(here.text.replace('at(a2,"B2").', at))
    route = next(route for route in pyrout.solve(here.instance)["g1"].routes if place in route.path)
    after = pyrout.after(here.instance, route)
    assert "a2" not in after.units
    assert {"a3", "g2"} <= set(after.units)


def test_a_tank_hunter_hero_in_a_location_that_is_entered_is_eliminated() -> None:
    """g1-422-hunter: of two, the one in B2, which g1 goes through."""
    units = "g1:squad@B3 broken dm; a1:squad@B8; a2:tank_hunter@B2 hidden; a3:tank_hunter@B4 hidden"
    here = asl(RUN, units, SEEN)
    after = pyrout.after(here.instance, route_to(here.instance, "g1", "B1"))
    assert ("a2" in after.units, "a3" in after.units) == (False, True)


def test_a_gun_without_its_crew_is_left_out() -> None:
    """a10-532-crew: g1 leaves its Gun, which has no crew of its own; the Gun of g3 stays."""
    units = "g1:crew@B3 broken dm; g2:gun@B3; g3:gun@B4; a1:squad@B8"
    here = asl(RUN, units, SEEN)
    after = pyrout.after(here.instance, route_to(here.instance, "g1", "B1"))
    assert ("g2" in after.units, "g3" in after.units) == (False, True)


def test_a_dummy_upstairs_is_removed_too() -> None:
    """a10-533-repulse"""
    facts = 'building("b","B2"). level("B2",1). stairwell("B2").'
    here = asl("B1. B2s B3.", "g1:squad@B2 broken dm; a1:squad@B1; a2:dummy@B2", facts=facts)
    here = Position(here.text.replace('at(a2,"B2")', 'at(a2,"B2",1)'))
    after = pyrout.after(here.instance, route_to(here.instance, "g1", "B2@1"))
    assert "a2" not in after.units


def test_who_broke_on_purpose_is_broken_now() -> None:
    """a10-41-voluntary: its break is over, and it is broken and DM for whoever routs later."""
    here = asl("B1. B2. B3w A3w", "g1:squad@B2 broken dm; g2:squad@B3; a1:squad@B1", "B1-B2 B1-B3", "breaks(g2).")
    lost, won = left(here, "A3")
    assert lost == {'at(g1,"B2")', "breaks(g2)"}
    assert won == {'at(g1,"A3")', "routed(g1)", "status(g2,broken)", "status(g2,dm)"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "result", "becomes"),
    [
        ("half_squad", "fail", None),
        ("crew", "fail", None),
        ("leader", "fail", {"status(g1,wounded)"}),
        ("leader wounded", "fail", set()),
        ("leader", "killed", None),
        ("leader wounded", "killed", None),
        ("squad", "fail", {"unit(g1,german,half_squad)"}),
    ],
)
def test_what_a_failed_nmc_leaves(unit: str, result: str, becomes: set[str] | None) -> None:
    """a10-53-nmc, A17.11: Casualty Reduction; nothing is left of a half-squad, a crew, or a SMC that a wound kills."""
    kind, *wounded = unit.split()
    units = " ".join([f"g1:{kind}@B3 broken dm", *wounded]) + "; a1:squad@B8"
    here = asl(RUN, units, SEEN, f'nmc(g1,"B2",{result}).')
    route = next(r for r in pyrout.solve(here.instance)["g1"].routes if "B2" in r.path and r.posture == "run")
    after = pyrout.after(here.instance, route)
    assert ("g1" in after.units) == (becomes is not None)
    if becomes is not None:
        lost, won = changed(here.instance, after)
        assert won == becomes | {f'at(g1,"{route.path[-1]}")', "routed(g1)"}
        assert lost == {'at(g1,"B3")'} | ({"unit(g1,german,squad)"} if kind == "squad" else set())


def test_nothing_is_left_of_a_squad_that_fails_twice() -> None:
    """a10-53-nmc"""
    seen = "B8-B5 B8-B4 B8-B3 B8-B2"
    here = asl(
        "B1w B2. B3. B4. B5. B8.", "g1:squad@B5 broken dm; a1:squad@B8", seen, 'nmc(g1,"B3",fail). nmc(g1,"B4",fail).'
    )
    (route,) = (r for r in pyrout.solve(here.instance)["g1"].routes if r.path == ("B5", "B4", "B3"))
    assert "g1" not in pyrout.after(here.instance, route).units


def test_a_pin_is_written() -> None:
    """a10-53-nmc"""
    _, won = left(rolled("pin"), "B2")
    assert won == {'at(g1,"B2")', "routed(g1)", "status(g1,pinned)"}


def test_who_throws_a_unit_back_is_concealed_no_more() -> None:
    """a10-533-repulse: by default it is eliminated where it came from."""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm; a2:squad@B2 concealed")
    route = next(r for r in pyrout.solve(here.instance)["g1"].routes if r.repulsed and r.posture == "run")
    after = pyrout.after(here.instance, route)
    assert "g1" not in after.units
    assert "status(a2,concealed)" not in {str(fact) for fact in after.facts}


def test_where_in_its_hex_it_is_told() -> None:
    """b23-25-stairs, b27-entrench: from upstairs to the ground, up, and into a foxhole."""
    building = 'building("b","B2"). level("B2",1). stairwell("B2"). '
    upstairs = asl("B1. B2s B3.", "g1:squad@B2 broken dm; a1:squad@B1", facts=building)
    lost, won = left(upstairs, "B2@1")
    assert (lost, won) == ({'at(g1,"B2")'}, {'at(g1,"B2",1)', "routed(g1)"})
    above = asl("B2s B3w", "g1:squad@B2@1 broken dm", facts=building)
    lost, won = left(above, "B2")
    assert (lost, won) == ({'at(g1,"B2",1)'}, {'at(g1,"B2")', "routed(g1)"})
    facts = 'feature("A2",foxhole). normal_range(a1,16). '
    dug = asl("A2. B1. B2. A1. B8-", "g1:squad@B1 broken dm; a1:squad@B8", "B8-A2", facts)
    lost, won = left(dug, "A2@foxhole")
    assert (lost, won) == ({'at(g1,"B1")'}, {'at(g1,"A2",foxhole)', "routed(g1)"})


def test_who_surrenders_is_where_its_captor_is() -> None:
    """a20-21-captor: all SW stay behind; here the captor is upstairs."""
    facts = 'building("b","B2"). level("B2",1). stairwell("B2"). sw(n,lmg,1,6). possesses(g1,n). accompanies(g2,g1).'
    here = asl("B2s", "g1:squad@B2 broken dm; g2:leader@B2; a1:squad@B2@1", facts=facts)
    after = pyrout.after(here.instance, "surrenders", "g1")
    lost, won = changed(here.instance, after)
    assert lost >= {'at(g1,"B2")', "possesses(g1,n)", "accompanies(g2,g1)"}
    assert won >= {'at(g1,"B2",1)', "status(g1,captured)", "guards(a1,g1)", "routed(g1)"}


def test_who_surrenders_upstairs_is_there_no_more() -> None:
    """a20-21-captor"""
    facts = 'building("b","B2"). level("B2",1). stairwell("B2").'
    here = asl("B2s", "g1:squad@B2@1 broken dm; a1:squad@B2", facts=facts)
    lost, won = changed(here.instance, pyrout.after(here.instance, "surrenders", "g1"))
    assert lost >= {'at(g1,"B2",1)'} and won >= {'at(g1,"B2")', "guards(a1,g1)"}


def test_who_stays_keeps_nobody_to_go_along() -> None:
    """a10-711-leader"""
    here = asl("B1w B2w", "g1:squad@B1 broken dm; g2:leader@B1", facts="accompanies(g2,g1).")
    lost, won = changed(here.instance, pyrout.after(here.instance, "declined", "g1"))
    assert (lost, won) == ({"accompanies(g2,g1)"}, {"routed(g1)"})


def test_who_broke_on_purpose_is_concealed_no_more() -> None:
    """a10-41-voluntary"""
    units = "g1:squad@B2 broken dm; g2:squad@B3 concealed; a1:squad@B1"
    lost, _ = left(asl("B1. B2. B3w A3w", units, "B1-B2 B1-B3", "breaks(g2)."), "A3")
    assert lost == {'at(g1,"B2")', "breaks(g2)", "status(g2,concealed)"}


# Rules that a played phase can break

PLAYED = {
    "asop-disrupted": ("g1:squad@B2 broken dm; g2:squad@B4 broken dm disrupted; a1:squad@B5; a2:squad@B1", "g1: B3\n"),
    "a10-5-order": ("g1:squad@B2 broken dm; g2:squad@B2 broken dm; a1:squad@B1", "g1+g2: B3\n"),
    "a10-5-once": ("g1:squad@B2 broken dm; a1:squad@B1", "g1: B3\ng1: B4\n"),
    "a10-41-voluntary": ("g1:squad@B2 broken dm; g2:squad@A2; a1:squad@B1", "g1: B3\ng2: breaks\n"),
}


@pytest.mark.parametrize("rule", PLAYED)
def test_the_rule_that_a_phase_breaks_is_told(rule: str, tmp_path: Path) -> None:
    units, lines = PLAYED[rule]
    instance, played = tmp_path / "before.lp", tmp_path / "played.log"
    instance.write_text(asl("A2w A3w B1. B2. B3w B4. B5.", units, "B1-B2 B1-B3").text, encoding="utf-8")
    played.write_text(lines, encoding="utf-8")
    result = CliRunner().invoke(main, ["phase", str(instance), "--log", str(played)])
    assert (result.exit_code, rule in result.output) == (1, True), result.output


def test_whom_an_nmc_wounds_carries_nothing_any_more() -> None:
    """a10-4-carry, A17.2: the LMG of 1 PP stays behind, once the leader is wounded in B2; whole he takes it along."""
    weapon = "possesses(g1,m). sw(m,lmg,1,8)."
    assert "possesses(g1,m)" in left(rolled("fail", "leader", weapon), "B1")[0]
    assert "possesses(g1,m)" not in left(rolled("pass", "leader", weapon), "B1")[0]
