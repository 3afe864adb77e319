"""Sentences about routes and hexes: what `check` says of a claimed rout, what closes a hex."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import pytest
from explained import REACH, THROWN_BACK, explained, judged, plainly, said
from tiny import Position, asl, position
from tiny_asl import boxed_beside_a_vehicle

import pyrout
from pyrout.question import ask
from pyrout.referee import explain
from pyrout.report import explanation_lines, judgement_lines

INSTANCES = Path(__file__).parents[2] / "instances"


@pytest.mark.slow
def test_check_says_what_a_legal_rout_comes_to() -> None:
    """MF, destination, Interdiction with its odds, and where it may end: 2 MF for the woods, 1 for B2."""
    here = asl("B1w B2. B3. B4. B5.", "g1:squad@B3 broken dm; a2:squad@B5", "B5-B3 B5-B2", "broken_morale(g1,7).")
    verdict, route, nmc, end = judged(here, "B2 B1")
    assert verdict == "legal"
    assert route.startswith("  rout to B1: B3 - B2 - B1, 3 MF; interdicted in B2 by a2; odds: ")
    assert nmc == "  NMC in B2: pinned it survives, failing it is reduced"
    assert end == "  it may end in B1"
    assert judged(here, "B2", low_crawl=True)[1:] == ["  Low Crawl to B1: B3 - B2, 6 MF", "  it may end in B2"]
    judgement = pyrout.check(here.instance, "g1", ["B2", "B1"])
    assert judgement.route is not None and judgement.route.mf == (0.0, 1.0, 3.0)
    assert pyrout.check(here.instance, "g1", ["B4"]).route is None


def test_check_tells_of_routs_that_are_not_listed() -> None:
    """sk-revisit: a rout that enters a hex twice is legal, although it is not among those listed."""
    here = position("B1. B2. B3. B4.", "g1:squad@B4 broken dm")
    assert "B4 B3 B2 B3" not in here.runs
    assert judged(here, "B3 B2 B3")[1] == "  rout without a destination: B4 - B3 - B2 - B3, 3 MF"


def test_check_says_where_a_legal_rout_ends_badly() -> None:
    """sk-ftr-adjacent: discovered in B1, a2 is next to it there."""
    here = position("B1. B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@B1", "B4-B3 B1-B2")
    lines = judged(here, "B2")
    assert lines[0] == "legal, and it ends in elimination"
    assert lines[1].endswith("; ELIMINATED because of a2 [sk-ftr-adjacent]") and not any(
        "may end" in line for line in lines
    )


def test_a_destination_may_be_ignored_because_of_an_enemy_and_not_of_a_hex() -> None:
    example = pyrout.load(INSTANCES / "aslsk/example-01.lp")
    question = ask(example, units=("g1",))
    lines = [click.unstyle(x).strip() for x in explanation_lines(explain(question, "yZ9"), question.rules, example)]
    enemy = next(str(f.args[0]) for f in example.of("at") if f.args[1] == "yZ5")
    assert f"{enemy} in yZ5 [sk-dest-ignore-range]" in lines


def test_a_step_to_a_hex_that_does_not_touch_is_told_so() -> None:
    lines = judged(position("B1. B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B1", "B1-B2"), "B4")
    at = lines.index("  B4 does not touch B2:")
    assert lines[at + 1].startswith("  B2 [sk-step-touch] ")


def test_a_leader_who_may_go_along_is_told_with_whom() -> None:
    here = position("B1. B2. B3. B4w", "g1:squad@B2 broken dm; g2:leader@B2; a1:squad@B1", "B1-B2").instance
    question = ask(here, units=("g2",))
    lines = [click.unstyle(x).strip() for x in explanation_lines(explain(question), question.rules, here)]
    assert "it may go along with g1" in lines
    with pytest.raises(pyrout.UsageError, match=r"g2\+g1 is more than one unit; a rout in company is judged by"):
        pyrout.check(here, "g2+g1", ["B3"])


# --- check: the way that was claimed ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_check_tells_the_way_that_costs_what_is_claimed() -> None:
    """b3-4-road, sk-road: into the woods of B3 it is 1 MF over the road, and then it is interdicted, or 2 MF with their cover."""
    hexes, units, facts = "B2. B3w B8-", "g1:squad@B2 broken dm; a1:squad@B8", 'road("B2","B3"). normal_range(a1,9).'
    for make in (position, asl):
        here = make(hexes, units, "B8-B3", facts)
        told = {mf: pyrout.check(here.instance, "g1", ["B3"], mf=mf).route for mf in (None, 1, 2)}
        fire = {mf: (route.mf[-1], len(route.interdicted)) for mf, route in told.items() if route}
        assert fire == {None: (1, 1), 1: (1, 1), 2: (2, 0)}


@pytest.mark.slow
def test_check_tells_a_repulse_as_the_answer_lists_it() -> None:
    """a10-533-repulse: the route is listed as B1 - B2 - B1, and may be claimed so, or as far as B2."""
    here = asl(*THROWN_BACK)
    ((path, end),) = here.runs.items()
    assert (path, end) == ("B1 B2 B1", "eliminated")
    assert judged(here, "B2 B1") == judged(here, "B2")
    assert judged(here, "B2 B1")[1].startswith("  rout to B2: B1 - B2 - B1, 2 MF; repulsed from B2 by a1")


# a1 shows himself to g1 before it enters B3; that bars nothing.
SHOWN = "B0. B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B0 concealed", "B0-B2", 'reveal(a1,g1,"B3",before).'


@pytest.mark.slow
def test_check_tells_a_rout_before_which_somebody_is_revealed() -> None:
    """a12-14-reveal: what is revealed where it stands is no step of the claim; with that the log was an internal error."""
    here = asl(*SHOWN)
    assert judged(here, "B3 B4") == [
        "legal",
        "  rout to B4: B2 - B3 - B4, 3 MF; it meets a1 in B2",
        "  it may end in B4",
    ]
    played = pyrout.play(here.instance, "g1: B3 B4")
    assert played.legal


@pytest.mark.slow
def test_check_tells_what_could_be_revealed_against_a_rout() -> None:
    """a12-14-reveal, a10-51-closer, a10-51-adjacent: a1 may bar B3, or stand next to it there."""
    here = asl("B1w B2. B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4 concealed", "B4-B2 B4-B3")
    away, towards = (pyrout.check(here.instance, "g1", [hex_]).route for hex_ in ("B1", "B3"))
    assert away is not None and (away.holds, away.unless) == (True, ())
    assert towards is not None and (towards.holds, towards.unless) == (False, here.run("B2 B3").unless)
    # A rout that enters a hex twice is not listed, and has no such sentence.
    units = "g1:squad@B2 broken dm; a1:squad@B9 concealed"
    wanders = asl("B0. B1. B2. B9-", units, facts="option(free_toward,no).").instance
    again = pyrout.check(wanders, "g1", ["B1", "B0", "B1"]).route
    assert again is not None and again.holds is None


# --- a hex of a unit that surrenders, and where it starts ------------------------------------------------------------


@pytest.mark.slow
def test_why_a_hex_is_nothing_to_a_unit_that_surrenders() -> None:
    """a20-21-surrender: 3 MF to the woods of B4, by B3 where a2 interdicts it; nothing was said of B4."""
    hexes, units = "B1. B2w B3. B4w B6.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@{}"
    here = asl(hexes, units.format("B6"), "B6-B3")
    assert here.g1.verdict == "surrenders"
    assert here.excluded[("B4", "a20-21-surrender")] == (3.0, ("a1",))
    lines = explained(here, "B4")
    assert "It cannot rout: it surrenders to a1 in B1 [a20-21-surrender]." in lines
    assert "the way into B3 is interdicted by a2" in lines
    assert any(line.startswith("forced to rout by a1 in B1") and line.endswith("[a10-5-must]") for line in lines)
    assert not any(line == "[a20-21-surrender]" or line.startswith("because of") for line in lines)
    # A unit that does not surrender has no sentence about surrender.
    free = asl(hexes, units.format("B6 pinned"), "B6-B3")
    assert free.g1.verdict == "routs" and not {rule for _, rule in free.excluded}


@pytest.mark.slow
def test_where_it_starts_and_is_thrown_back_to() -> None:
    """a10-533-repulse, a10-51-leave: where a rout ends in B1 it is not told that none does."""
    told = "B1 is where it starts: a rout leaves that hex and does not end there"
    assert f"{told} unless it is stopped or thrown back there" in explained(asl(*THROWN_BACK), "B1")
    assert told in explained(asl(THROWN_BACK[0], "g1:squad@B1 broken dm"), "B1")


@pytest.mark.slow
def test_a_hex_is_not_out_of_reach_of_who_cannot_leave() -> None:
    """b25-4-blaze, a11-16-disrupted: eliminated in Melee; the woods next to it are not what 6 MF would not get it to."""
    units = "g1:squad@B1 broken dm melee{}; a1:squad@B1 melee"
    for status, facts, rule in (("", 'feature("B1",blaze).', "b25-4-blaze"), (" disrupted", "", "a11-16-disrupted")):
        here = asl("B1. B2w", units.format(status), facts=facts)
        assert here.g1.verdict == "eliminated"
        lines = explained(here, "B2")
        assert lines[1] == "B2 is not a legal destination: the unit cannot rout"
        assert lines[2:4] == ["[a11-15-melee]", f"[{rule}]"] and not any("out of reach" in line for line in lines)


def test_who_would_be_lost_if_it_routed_is_told_so() -> None:
    """a20-21-vehicle, b30-5-pillbox: not of steps that are barred, for one is not; and of a changed option."""
    here = boxed_beside_a_vehicle("broken dm", "option(vehicle_only,eliminated).")
    assert "why: nothing forces it to rout, and it would be lost if it did:" in said(here, "g1")
    question = ask(here.instance, units=("g1",))
    lines = [
        click.unstyle(line).strip()
        for line in explanation_lines(explain(question), question.rules, here.instance, question.options)
    ]
    assert "B1: the way into B1 is interdicted by a1 in B3 [a20-21-clean]" in lines and lines[-2:] == [
        "options:",
        "A unit whose only ADJACENT enemy is a vehicle (vehicle_only=eliminated)",
    ]
    judgement = pyrout.check(here.instance, "g1", ["B1"])
    told = list(judgement_lines(judgement, "asl", here.instance, question.options))
    assert told[-1] == "  A unit whose only ADJACENT enemy is a vehicle (vehicle_only=eliminated)"
    free = boxed_beside_a_vehicle("broken dm")
    question = ask(free.instance, units=("g1",))
    lines = list(explanation_lines(explain(question), question.rules, free.instance, question.options))
    assert "    B1: legal" in lines and not any("options" in line for line in lines)


VEHICLE = "B1. B2w B3. B4w B6.", "g1:squad@B2 broken dm; a1:vehicle@B1; a2:squad@B6", "B6-B3"


@pytest.mark.slow
def test_what_bars_every_way_next_to_a_vehicle() -> None:
    """a20-21-vehicle, option(vehicle_only,eliminated): a2 interdicts the only way, and who would have to face that is eliminated.
    `check` called the way legal, and did not name B4."""
    out = asl(*VEHICLE, "option(vehicle_only,eliminated).")
    assert out.g1.verdict == "eliminated"
    for crawls in (False, True):
        assert out.judged("B3", low_crawl=crawls) == (1, {"a20-21-vehicle": ()})
    assert out.excluded == {("B4", "a20-21-vehicle"): (3.0, ("a1",))}
    assert (
        "here: by option vehicle_only=eliminated it neither crawls nor braves Interdiction; the way into B3"
        in " ".join(said(out, "g1"))
    )
    assert (
        "B4 is not a legal destination: it costs 3 MF, and is barred because of a1 in B1 [a20-21-vehicle]"
        in explained(out, "B4")
    )
    braves = asl(*VEHICLE)
    assert braves.judged("B3") == braves.judged("B3", low_crawl=True) == "survives" and not braves.excluded


# --- the words of causes that were left out: each with a near position that has none of it --------------------------


@pytest.mark.parametrize(("make", "rule"), [(position, "sk-dest-reach"), (asl, "a10-51-reach")])
def test_out_of_reach_is_told_by_its_rule(make: Callable[..., Position], rule: str) -> None:
    """a10-51-reach, sk-dest-reach: eight hexes for 6 MF, seven of them in the open."""
    here = make("B1. B2. B3. B4. B5. B6. B7. B8w", "g1:squad@B1 broken dm")
    lines = explained(here, "B8")
    assert any("out of reach" in line and line.endswith(f"[{rule}]") for line in lines)
    assert any(line.startswith(f"[{rule}] ") for line in lines)


def test_rubble_is_told_to_be_no_building() -> None:
    """a10-51-what-counts; a foxhole is no destination by a10-531-cover, and in reach of who pays for it."""
    told = "is no destination, though a rout may end there: nothing in it counts as woods or building"
    assert f"B1 {told} [a10-51-what-counts]" in explained(asl("B1r B2.", "g1:squad@B2 broken dm"), "B1")
    shot = asl("B1. B2. B3. B8-", "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3 B8-B2", REACH + 'feature("B2",foxhole).')
    assert "B3 B2@foxhole" in shot.runs
    lines = explained(shot, "B2@foxhole")
    assert f"B2@foxhole {told} [a10-531-cover]" in lines and not any("out of reach" in line for line in lines)


def test_what_it_leaves_behind_is_named() -> None:
    """a10-4-carry, sk-carry: 5 PP are too many for a squad; of two of 2 PP it carries one; a leader carries 1 PP."""
    for make, rule in ((position, "sk-carry"), (asl, "a10-4-carry")):
        heavy = make("B1w B2.", "g1:squad@B2 broken dm", facts="sw(m,hmg,5,16). possesses(g1,m).")
        assert f"carries: nothing (leaves behind m [{rule}])" in said(heavy, "g1")
        two = "sw(m,lmg,2,8). sw(n,lmg,2,8). possesses(g1,m). possesses(g1,n)."
        assert f"carries: m (leaves behind n [{rule}]) or n (leaves behind m [{rule}])" in said(
            make("B1w B2.", "g1:squad@B2 broken dm", facts=two), "g1"
        )
        along = "accompanies(g2,g1). sw(m,hmg,5,16). possesses(g2,m)."
        here = make("B1w B2.", "g1:squad@B2 broken dm; g2:leader@B2", facts=along)
        assert f"g2 carries: nothing (leaves behind m [{rule}])" in said(here, "g1")
        light = make("B1w B2.", "g1:squad@B2 broken dm", facts="sw(m,lmg,1,8). possesses(g1,m).")
        assert "carries: m" in said(light, "g1")
        stays = make("B1w B2.", "g1:squad@B2 broken", facts="sw(m,hmg,5,16). possesses(g1,m).")
        assert not any("leaves behind" in line for line in said(stays, "g1"))


def test_what_each_of_two_leaves_behind_is_named() -> None:
    """a10-4-carry, sk-carry: a squad carries 3 PP and its leader 1 PP; each leaves what is over that. Wounded he carries nothing
    (A17.2)."""
    units = "g1:squad@B2 broken dm; g2:leader@B2"
    owned = "accompanies(g2,g1). sw(m,mmg,4,10). possesses(g1,m). sw(n,lmg,1,8). possesses(g2,n)."
    more = "sw(k,dc,1,0). possesses(g2,k)."
    for make, rule in ((position, "sk-carry"), (asl, "a10-4-carry")):
        lines = said(make("B1w B2.", units, facts=owned), "g1")
        assert f"carries: nothing (leaves behind m [{rule}])" in lines
        assert "g2 carries: n" in lines
        lines = said(make("B1w B2.", units, facts=owned + more), "g1")
        assert f"carries: nothing (leaves behind m [{rule}])" in lines
        assert f"g2 carries: k (leaves behind n [{rule}]) or n (leaves behind k [{rule}])" in lines
    lines = said(asl("B1w B2.", units, facts=f"{owned} status(g2,wounded)."), "g1")
    assert "g2 carries: nothing (leaves behind n [a10-4-carry])" in lines


def test_a_repulse_is_told_once() -> None:
    """a10-533-repulse, a12-14-reveal: one event, whatever rules would bar the step to whoever knew of a1."""
    (line, *_) = [x for x in said(asl(*THROWN_BACK), "g1") if "repulsed" in x and not x.startswith("g1")]
    assert line.count("is revealed") == 1 and line.count("repulsed from") == 1
    assert line.endswith("[a10-51-adjacent] [a10-51-again] [a10-51-closer]; ELIMINATED [a10-533-repulse]")
    lines = explained(asl(*THROWN_BACK), "B2")
    assert any(
        x.startswith("routes bound for it: 2; the safest: B1 - B2 - B1, 2 MF; repulsed from B2 by a1") for x in lines
    )


def test_where_routes_end_it_is_not_told_that_no_way_leads() -> None:
    """a10-51-toward: to its own upper floor it has to step away from that; bound for E3 it may go on up to it."""
    storeys = 'level("E2",1). level("E3",1). building("b","E2"). building("b","E3"). stairwell("E3").'
    here = asl("E2s E3s", "g1:squad@E2 broken dm", facts=storeys)
    assert any(path.endswith("E2@1") for path in here.runs)
    lines = explained(here, "E2@1")
    assert any(line.startswith("routes that end there") for line in lines)
    assert not any("no legal way" in line for line in (*lines, *plainly(here)))
    # Without a way up none ends there.
    flat = asl("E2s E3s", "g1:squad@E2 broken dm", facts=storeys.replace(' stairwell("E3").', ""))
    assert "no route ends there" in explained(flat, "E2@1")


def test_what_a_full_pillbox_asks_for() -> None:
    """b27-entrench: what fills it is a fact, and so is how much that is."""
    here = "B1. B2. B3w", "g1:squad@B2 broken dm; g2:squad@B1@pillbox", ""
    with pytest.raises(pyrout.PyroutError, match=r"give capacity\(HEX,pillbox,N\)"):
        _ = asl(*here, 'feature("B1",pillbox).').g1
    full = asl(*here, 'feature("B1",pillbox). capacity("B1",pillbox,1).')
    assert full.excluded[("B1@pillbox", "b27-entrench")] == (None, ("g2",))
    assert "B1@pillbox" in asl(*here, 'feature("B1",pillbox). capacity("B1",pillbox,2).').destinations
