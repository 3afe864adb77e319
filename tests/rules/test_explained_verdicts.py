"""Sentences about a verdict: who makes a unit rout, surrender, stay, or fail to rout."""

from __future__ import annotations

from collections.abc import Callable

import click
import pytest
from explained import REACH, THROWN_BACK, explained, judged, plainly, said
from tiny import Position, asl, position

import pyrout
from pyrout.report import chart_lines


def test_the_end_of_a_low_crawl_is_in_reach_of_it() -> None:
    """sk-crawl: brush costs a wounded leader 2 of his 3 MF, and the wall 1 more on each side: he has to crawl."""
    here = position("B1b B2.", "g1:leader@B2 broken dm wounded", facts='hexside("B1","B2",wall). elevation("B1",1).')
    assert here.crawls == {"B1": "survives"} and not here.runs
    lines = explained(here, "B1")
    assert "B1 is out of reach but by Low Crawl: it takes more than 3 MF to enter [sk-dest-reach]" in lines
    assert not any("would not get it there" in line for line in lines)


MUST = {
    "it is ADJACENT to a1": ("B1. B2w B3.", "g1:squad@B2 broken dm; a1:squad@B1", ""),
    "it is ADJACENT to a1 and a2": ("B1. B2w B3.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B1", ""),
    "it is in the Location of a1": ("B1. B2w B3.", "g1:squad@B2 broken dm; a1:squad@B2", ""),
    "it is in Open Ground in the LOS and Normal Range of a1": (
        "B1. B2. B3. B4.",
        "g1:squad@B3 broken dm; a1:squad@B1",
        "",
    ),
    "it is in the Blaze in B2": ("B2w B3.", "g1:squad@B2 broken dm", 'feature("B2",blaze).'),
    "it is in the Water Obstacle B2": ("B2~ B3.", "g1:squad@B2 broken dm", ""),
}


@pytest.mark.parametrize("cause", MUST)
@pytest.mark.slow
def test_which_cause_makes_it_rout(cause: str) -> None:
    """a10-5-must has several: the answer names the one that holds, and no other."""
    hexes, units, facts = MUST[cause]
    here = asl(hexes, units, "B1-B3" if "B4" in hexes else "", facts)
    assert f"here: {cause}" in said(here, "g1")


NO_FORCE = {  # an enemy in B1 with a range of 6, and g1 in Open Ground in the hex named: status, facts, Hindrances
    "a1 has no Normal Range, and does not force it to rout": ("B3", " unarmed", "", 0),
    "a1 is in Melee, and does not force it to rout": ("B3", " melee; g2:squad@B1 melee", "", 0),
    "a1 is farther away than its Normal Range, and does not force it to rout": ("B8", "", "", 0),
    "a1 is broken, and does not force it to rout by option broken_forces=no": (
        "B3",
        " broken",
        "option(broken_forces,no).",
        0,
    ),
    "a1 sees it through a Hindrance, and does not force it to rout": ("B3", "", "", 1),
    "it has a TEM or SMOKE against a1 who does not force it to rout": ("B3", "", 'hexside("B2","B3",wall).', 0),
    "it has Height Advantage over a1 who does not force it to rout": ("B3", "", 'elevation("B3",1).', 0),
}


ROW = " ".join(f"B{row}." for row in range(1, 10))


def is_not_forced(made: Callable[..., Position], why: str, place: str, enemy: str, facts: str, hindrances: int) -> None:
    """Assert that a1 does not force g1 to rout, and why not; from a plain position he does."""
    here = made(ROW, f"g1:squad@{place} broken dm; a1:{enemy}", f"B1-{place}/{hindrances}", facts)
    assert not here.g1.must_rout
    assert [line for line in said(here, "g1") if "does not force" in line] == [f"note: {why}"]
    forced = made(ROW, "g1:squad@B3 broken dm; a1:squad@B1", "B1-B3")
    assert forced.g1.must_rout and not any("does not force" in line for line in said(forced, "g1"))


@pytest.mark.parametrize("why", NO_FORCE)
def test_why_an_enemy_does_not_force_a_rout(why: str) -> None:
    """a10-5-must: each enemy is in LOS of g1, which is in the open, and one condition of the rule is missing."""
    place, status, facts, hindrances = NO_FORCE[why]
    is_not_forced(asl, f"{why} [a10-5-must]", place, f"squad@B1{status}", facts, hindrances)


NO_FORCE_IN_THE_KIT = {  # as above, with the kind of the enemy
    "a1 is broken, and does not force it to rout": ("B3", "squad@B1 broken", "", 0),
    "a1 is in Melee, and does not force it to rout": ("B3", "squad@B1 melee; g2:squad@B1 melee", "", 0),
    "a1 is pinned, and does not force it to rout": ("B3", "squad@B1 pinned", "", 0),
    "a1 is CX, and does not force it to rout": ("B3", "squad@B1 cx", "", 0),
    "a1 is unarmed, and does not force it to rout": ("B3", "squad@B1 unarmed", "", 0),
    "a1 has no weapon that can fire, and does not force it to rout": ("B3", "squad@B1", "firepower(a1,0).", 0),
    "a1 has a Gun whose covered arc leaves its hex out, and does not force it to rout": (
        "B3",
        "gun@B1",
        'covered_arc(a1,"B4").',
        0,
    ),
    "a1 is farther away than its Normal Range, and does not force it to rout": ("B8", "squad@B1", "", 0),
    "a1 sees it through a Hindrance, and does not force it to rout": ("B3", "squad@B1", "", 1),
    "it has Height Advantage over a1 who does not force it to rout": ("B3", "squad@B1", 'elevation("B3",1).', 0),
}


@pytest.mark.parametrize("why", NO_FORCE_IN_THE_KIT)
def test_why_an_enemy_does_not_force_a_rout_in_the_starter_kit(why: str) -> None:
    """sk-must-open-ground: only a Good Order enemy that could interdict g1 in its hex forces it."""
    is_not_forced(position, f"{why} [sk-must-open-ground]", *NO_FORCE_IN_THE_KIT[why])


def test_an_enemy_without_a_normal_range_does_not_force_a_rout_in_the_starter_kit() -> None:
    """sk-must-open-ground: a broken American, for the notation gives Americans a range."""
    here = position("B1. B2. B3. B4.", "a1:squad@B3 broken dm; g1:squad@B1", "B1-B3")
    assert not here.unit("a1").must_rout
    line = "note: g1 has no Normal Range, and does not force it to rout [sk-must-open-ground]"
    assert [note for note in said(here, "a1") if "does not force" in note] == [line]


@pytest.mark.slow
def test_why_it_surrenders() -> None:
    """a20-21-surrender: Encircled; or the first step of each way out is interdicted, here that into B3 by a2."""
    hexes, units = "B1. B2w B3. B4. B5.", "g1:squad@B2 broken dm {}; a1:squad@B1; a2:squad@B5"
    assert "here: the way into B3 is interdicted by a2" in said(asl(hexes, units.format(""), "B5-B3"), "g1")
    assert "here: it is Encircled" in said(asl(hexes, units.format("encircled"), "B5-B3"), "g1")
    assert "here: no legal run leads out" in said(asl("B1. B2w", "g1:squad@B2 broken dm; a1:squad@B1"), "g1")


def test_why_it_surrenders_farther_on() -> None:
    """a20-21-surrender, a20-21-clean: the first Interdiction of each way, if it is no step out of where g1 is, or is there only
    over a road; with none of them in its way it would have to end its rout in B3, next to the pinned a2."""
    units = "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@{}"
    later = asl("B1. B2w B3b B4. B5w D4.", units.format("D4"), "D4-B4")
    assert "here: the way into B4 is interdicted by a2" in said(later, "g1")
    road = asl("B1. B2w B3w B5.", units.format("B5"), "B5-B3", 'road("B2","B3"). option(road_rate,taken).')
    assert "here: the way into B3 is interdicted by a2" in said(road, "g1")
    dead_end = asl("B1. B2w B3b B4.", units.format("B4 pinned"))
    assert "here: no way out ends alive without Low Crawl" in said(dead_end, "g1")


@pytest.mark.slow
def test_who_has_to_go_keeps_no_dm_where_it_is() -> None:
    """a10-62: a unit that must rout does not end the phase there; one that may rout can stay."""
    hexes, units = "B1. B2. B3. B4. B5.", "g1:squad@B3 broken dm; a1:squad@B5{}"
    must, may = asl(hexes, units.format(""), "B5-B3"), asl(hexes, units.format(" broken melee"), "B5-B3")
    assert (must.g1.verdict, must.g1.may_keep_dm) == ("routs", False)
    assert "it may keep its DM where it is" not in said(must, "g1")
    assert (may.g1.verdict, may.g1.may_keep_dm) == ("may_rout", True)


@pytest.mark.slow
def test_mines_that_attack_twice_are_named_once() -> None:
    """b28-4: on entering E3 and on leaving it."""
    here = asl("B1w B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B4", "", 'feature("B2",minefield(known)).')
    assert any("attacked twice by mines in B2" in line for line in said(here, "g1"))
    assert not any(line.count("by mines in B2") > 1 for line in said(here, "g1"))


@pytest.mark.slow
def test_a_building_that_does_not_count_is_called_one() -> None:
    """a10-51-what-counts: a tower is a stone building, and no destination."""
    here = asl("B1s B2. B3.", "g1:squad@B3 broken dm", "", 'feature("B1",tower).')
    lines = explained(here, "B1")
    assert lines[1] == (
        "B1 is no destination, though a rout may end there: "
        "nothing in it counts as woods or building [a10-51-what-counts]"
    )
    assert any(line.startswith("[a10-51-what-counts] What counts as cover (A10.51, note 12): Towers") for line in lines)
    assert "B2 is no destination, though a rout may end there: it is neither woods nor building" in explained(
        here, "B2"
    )


@pytest.mark.slow
def test_the_woods_around_a_bridge_are_named() -> None:
    """b6-bridge: they are no cover to whoever is on it."""
    span = 'feature("B1",gully). feature("B1",bridge). road("B1","B2").'
    lines = explained(asl("B1w B2. B3.", "g1:squad@B3 broken dm", "", span), "B1")
    assert lines[1] == (
        "B1 is no destination, though a rout may end there: nothing in it counts as woods or building [b6-bridge]"
    )


def test_woods_on_fire_are_called_woods() -> None:
    """a10-51-hazards, option blaze_water: it may go through them, but not to them."""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm", "", 'feature("B1",blaze). option(blaze_water,avoidable).')
    told = "B1 is not a legal destination: nothing in it counts as woods or building [a10-51-hazards]"
    assert told in explained(here, "B1")


@pytest.mark.slow
def test_why_it_stays() -> None:
    """sk-step-occupied, sk-step-closer: two broken enemies close the corridor; without them it need not rout either."""
    shut = position("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B1 broken; a2:squad@B3 broken", "B1-B2 B3-B2")
    assert {r.rule: r.because for r in shut.g1.reasons} == {
        "sk-step-closer": ("a1", "a2"),
        "sk-step-occupied": ("a1", "a2"),
    }
    assert "why: nothing forces it to rout, and each step is barred:" in said(shut, "g1")
    alone = position("B2w", "g1:squad@B2 broken dm")
    assert "why: nothing forces it to rout, and no step leads anywhere" in said(alone, "g1")
    full = position("B1. B2w", "g1:squad@B2 broken dm; g2:squad@B1; g3:squad@B1; g4:squad@B1")
    assert {r.rule: r.because for r in full.g1.reasons} == {"sk-step-stacking": ("B1",)}


# --- a hex of a unit that surrenders, and where it starts ------------------------------------------------------------


SHOT = "B1w B2. B3. B9-", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2"


def test_chances_are_told_with_what_they_assume() -> None:
    """a10-53-nmc: `explain FILE UNIT HEX` and the chart as `solve`."""
    here = asl(*SHOT, REACH + "broken_morale(g1,7).")
    (sentence,) = {line for line in said(here, "g1") if line.startswith("odds assume: ")}
    assert sentence in explained(here, "B1")
    walk = pyrout.explain_chart(here.instance, "g1")
    assert sentence in [click.unstyle(line).strip() for line in chart_lines(walk, here.instance)]
    unknown = asl(*SHOT, REACH)
    walk = pyrout.explain_chart(unknown.instance, "g1")
    assert not any("odds assume" in line for line in (*explained(unknown, "B1"), *chart_lines(walk, unknown.instance)))


def test_the_chart_is_told_with_what_the_answer_rests_on() -> None:
    """a10-532-interdict"""
    here = asl(*SHOT, REACH + "status(a1,berserk).")
    walk = pyrout.explain_chart(here.instance, "g1")
    assert here.g1.assumes
    lines = [click.unstyle(line).strip() for line in chart_lines(walk, here.instance)]
    assert {f"assumes: {sentence}" for sentence in here.g1.assumes} <= set(lines)


def test_the_best_rout_is_told_with_who_could_spoil_it() -> None:
    """a12-14-reveal: in the one line of the answer, too."""
    for enemy, is_told in (("B1", True), ("B9", False)):
        here = asl("B1. B2w B3. B9-", f"g1:squad@B3 broken dm; a1:squad@{enemy} concealed", "B1-B3")
        (line, *_) = [x for x in said(here, "g1") if "best: " in x]
        assert line.endswith("; unless a1 is revealed") == is_told


@pytest.mark.slow
def test_who_must_not_break_keeps_no_dm() -> None:
    """a10-41-voluntary, note 6: in B1, in the open before a1, it would be eliminated at once; so it does not break, is not DM,
    and makes no rout, whatever else bars the step."""
    rash = asl("B1. B2w B3w", "g1:squad@B1; a1:squad@B3", "B3-B1", "breaks(g1).")
    assert (rash.g1.verdict, rash.g1.may_keep_dm) == ("cannot_rout", False)
    assert rash.judged("B2") == (1, {"a10-41-voluntary": ()})


def test_why_a_rout_does_not_stop_short() -> None:
    """a10-51-toward: in B3 it is nearer to B1 than it was, but it is not there; the sentence cited says that, too."""
    lines = judged(asl("B1w B2b B3. B4.", "g1:squad@B4 broken dm"), "B3")
    assert lines[0] == "illegal: it may not end in B3"
    assert lines[1].startswith("  its destination is B1 [a10-51-toward] A rout goes on until it is at its destination")


# --- the words of causes that were left out: each with a near position that has none of it --------------------------


def noted(here: Position) -> set[tuple[str, str]]:
    """The rules of the notes of g1's answer, each with whom it names."""
    return {(rule, name) for rule, sentence in here.g1.notes for name in ("a1", "a2") if name in sentence.split()}


@pytest.mark.slow
def test_who_would_force_it_but_for_a_rule() -> None:
    """f-1c-desert, d6-1-passenger, b30-5-pillbox: the enemy is named whose nearness or fire counts for nothing."""
    far = (
        "B1. B2. B3. B10-",
        "g1:squad@B3 broken dm; a1:squad@{}",
        "B10-B3",
        "normal_range(a1,16). environment(desert).",
    )
    lifted = asl(far[0], far[1].format("B10"), *far[2:])
    assert noted(lifted) == {("f-1c-desert", "a1")}
    line = "note: a1 is more than 6 hexes away, and does not force it to rout [f-1c-desert]"
    assert line in said(lifted, "g1") and any(
        x.startswith("[f-1c-desert] Failure to rout in the desert") for x in plainly(lifted)
    )
    # The far enemy is named only if no other forces the rout, and only in the desert.
    near = asl(
        far[0].replace("B10-", "B9- B10-"),
        "g1:squad@B3 broken dm; a1:squad@B10; a2:squad@B9",
        "B10-B3 B9-B3",
        far[3] + "normal_range(a2,9).",
    )
    assert near.g1.verdict == "routs" and not noted(near)
    assert not noted(asl(far[0], far[1].format("B10"), far[2], "normal_range(a1,16)."))
    truck = 'unit(v1,german,vehicle). at(v1,"B2"). passenger(g1,v1).'
    aboard = asl("B1. B2w B3w", "g1:squad@B2 broken dm; a1:squad@B1", facts=truck)
    assert noted(aboard) == {("d6-1-passenger", "a1")}
    assert not noted(asl("B1. B2w B3w", "g1:squad@B2 broken dm; a1:squad@B1 broken", facts=truck))
    # A vehicle in Motion is no TEM; one that stands is, and a1 would force nobody from there.
    open_road = "B1w B2. B3. B4. B5."
    fired_on = asl(open_road, "g1:squad@B2 broken dm; a1:squad@B5", "B5-B2", truck + " status(v1,motion).")
    assert noted(fired_on) == {("d6-1-passenger", "a1")}
    assert not noted(asl(open_road, "g1:squad@B2 broken dm; a1:squad@B5", "B5-B2", truck))
    drowning = asl("B1w B2~ B3.", "g1:squad@B2 broken dm", facts=truck)
    assert drowning.g1.notes == (("d6-1-passenger", "the Blaze or Water Obstacle in B2 does not force it to rout"),)
    inside = asl("B1. B2. B3w", "g1:squad@B2@pillbox broken dm; a1:squad@B1", "B1-B2@pillbox", 'feature("B2",pillbox).')
    assert noted(inside) == {("b30-5-pillbox", "a1")}


def test_who_never_surrenders_is_told_so() -> None:
    """a20-21-never: a1 would take it; a broken a1 would not, and no one need be told of who may surrender."""
    units, los = "g1:squad@B2 broken dm {}; a1:squad@B1 {}; a2:squad@B5", "B5-B3"
    hexes = "B1. B2w B3. B4. B5."
    proud = asl(hexes, units.format("fanatic", ""), los)
    assert noted(proud) == {("a20-21-never", "a1")}
    line = "note: it does not surrender to a1 before its rout [a20-21-never]"
    assert line in said(proud, "g1")
    assert any(
        line.startswith("[a20-21-never] Units that never surrender (A20.21): Units under No Quarter")
        for line in plainly(proud)
    )
    assert not noted(asl(hexes, units.format("", ""), los))
    assert not noted(asl(hexes, units.format("fanatic", "broken"), los))
    # Disrupted, as the chart's Heat of Battle makes it, it surrenders even so, but under No Quarter.
    shaken, heat = units.format("fanatic disrupted", ""), "option(hob_unyielding,chart)."
    assert not noted(asl(hexes, shaken, los, heat))
    assert noted(asl(hexes, shaken, los, heat + "no_quarter(german).")) == {("a20-21-never", "a1")}


def test_who_makes_it_fail_to_rout_is_named() -> None:
    """a10-5-ftr, sk-ftr-adjacent: it stops in B2 next to a2; and what else keeps it from living on."""
    hexes, units, los = "B1. B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@B1{}", "B4-B3 B1-B2"
    for make, facts, rules in (
        (position, "", {"sk-ftr-adjacent"}),
        (asl, "no_quarter(german).", {"a10-5-ftr", "a20-21-never"}),
    ):
        here = make(hexes, units.format(""), los, facts)
        assert {route.end for route in here.g1.routes} == {"eliminated"}
        for route in here.g1.routes:
            assert {(why.rule, why.because) for why in route.fails} == {(rule, ("a2",)) for rule in rules}
        assert any("every way ends in elimination because of a2" in line for line in said(here, "g1"))
        safe = make(hexes, units.format(" broken"), los, facts)
        assert not any(route.fails for route in safe.g1.routes)
    thrown = asl(*THROWN_BACK)
    assert {why.rule for route in thrown.g1.routes for why in route.fails} == {"a10-533-repulse"}


@pytest.mark.slow
def test_what_it_has_to_leave_makes_it_fail_to_rout() -> None:
    """a10-5-ftr: a2 shows himself before a step and bars it. It stays in water, in the open to a1, or in the Blaze of B2."""
    shown = 'reveal(a2,g1,"{}",before). '
    hexes, units, los = "B1w B2. B3{} A2- B9-", "g1:squad@B3 broken dm; a2:squad@A2 concealed", "A2-B3"
    water = asl(hexes.format("~"), units, los, shown.format("B2"))
    assert failures(water) == {("B3", "a10-5-ftr", ("B3", "a2"))}
    seen = asl(hexes.format("."), units + "; a1:squad@B9", los + " B9-B3", shown.format("B2") + "normal_range(a1,9).")
    assert failures(seen) == {("B3", "a10-5-ftr", ("a1", "a2"))}
    units = "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@A1 concealed"
    facts = shown.format("B1") + 'option(blaze_water,avoidable). feature("B2",blaze).'
    assert failures(asl("B1w B2. B3. B4. A1-", units, "A1-B2", facts)) == {("B2", "a10-5-ftr", ("B2",))}
    assert not failures(asl("B1w B2. B3. B4. A1-", units, "A1-B2", shown.format("B1")))


def failures(here: Position) -> set[tuple[str, str, tuple[str, ...]]]:
    """Return the places where g1 fails to rout, each with the rule and the enemies behind it."""
    return {(route.path[-1], why.rule, why.because) for route in here.g1.routes for why in route.fails}


@pytest.mark.parametrize(("make", "rule"), [(position, "sk-may-dm"), (asl, "a10-5-may")])
def test_that_it_is_not_under_dm_is_the_reason(make: Callable[..., Position], rule: str) -> None:
    """a10-5-may, sk-may-dm"""
    fresh = make("B1w B2w", "g1:squad@B2 broken")
    assert dict(fresh.g1.applies) == {rule: "it is not under DM"}
    assert "here: it is not under DM" in explained(fresh, "B1")
    whole = make("B1w B2w", "g1:squad@B2; g2:squad@B1 broken").instance
    assert dict(pyrout.explain_unit(whole, "g1").answer.applies) == {rule: "it is not broken"}
    assert not make("B1w B2w", "g1:squad@B2 broken dm").g1.applies


@pytest.mark.slow
def test_a_surrender_names_the_fire_on_each_way_out() -> None:
    """a20-21-clean: a2 sees B3; or, over the brush there, B4, which the only way to the woods of B5 leads through."""
    units = "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@{}"
    for hexes, enemy, los, where in (
        ("B1. B2w B3. B4. B5.", "B5", "B5-B3", "B3"),
        ("B1. B2w B3b B4. B5w D4.", "D4", "D4-B4", "B4"),
    ):
        here = asl(hexes, units.format(enemy), los)
        assert here.g1.verdict == "surrenders"
        fire = {step.after: step.fire for step in pyrout.explain_unit(here.instance, "g1").around}
        assert fire == {"B1": (), "B3": ((where, ("a2",)),)}
        told = f"B3: the way into {where} is interdicted by a2 in {enemy} [a20-21-clean]"
        assert told in plainly(here)
        # A unit with a clean rout has no such sentence.
        free = asl(hexes, units.format(f"{enemy} pinned"), los)
        assert free.g1.verdict == "routs"
        assert not any(step.fire for step in pyrout.explain_unit(free.instance, "g1").around)
