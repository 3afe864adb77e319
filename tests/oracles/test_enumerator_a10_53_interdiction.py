"""The enumerator of full ASL by hand: Interdiction and its NMC (A10.53)."""

from __future__ import annotations

import re

import pytest
from positions_asl import random_position
from positions_enumerated_asl import NOT_DM, firsts, g1, paths, route

pytestmark = pytest.mark.slow  # half a minute together


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


@pytest.mark.parametrize(
    ("units", "interdicts"),
    [
        # A15.23: a hero alone fires a MG with its full FP, another SMC with half.
        (["r1 hero C1 -"], True),
        (["r1 leader C1 -"], False),
        (["r1 leader C1 -", "r2 hero C1 -"], True),
        (["r1 leader C1 -", "r2 leader C1 - pinned"], False),
        (["r1 hero C1 9"], True),  # his own FP
    ],
)
def test_heroes_and_machine_guns(units: list[str], interdicts: bool) -> None:
    answer = g1(*units, facts="sw(w,mmg,5,9). possesses(r1,w).")
    assert bool(route(answer, "C3 C4").interdicted) == interdicts
