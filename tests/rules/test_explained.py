"""Sentences of `explain`, `check` and `solve`: causes that were left out once, each on a position of its own.

The positions are those of the rules; what is worked out by hand here is which sentence has to stand there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import pytest
from test_assumptions import said
from tiny import Position, asl, position
from tiny_asl import aboard_beside_a_vehicle

import pyrout
from pyrout.question import ask
from pyrout.referee import explain
from pyrout.report import chart_lines, explanation_lines, judgement_lines

INSTANCES = Path(__file__).parents[2] / "instances"


def explained(found: Position, hex_: str) -> list[str]:
    question = ask(found.instance, units=("g1",))
    lines = explanation_lines(explain(question, hex_), question.rules, found.instance)
    return [click.unstyle(line).strip() for line in lines]


def judged(found: Position, path: str, low_crawl: bool = False) -> list[str]:
    judgement = pyrout.check(found.instance, "g1", path.split(), low_crawl=low_crawl)
    return [click.unstyle(x) for x in judgement_lines(judgement, found.instance.rules or "aslsk", found.instance)]


def test_the_end_of_a_low_crawl_is_in_reach_of_it() -> None:
    """sk-crawl: brush costs a wounded leader 2 of his 3 MF, and the wall 1 more on each side: he has to crawl."""
    found = position("B1b B2.", "g1:leader@B2 broken dm wounded", facts='hexside("B1","B2",wall). elevation("B1",1).')
    assert found.crawls == {"B1": "survives"} and not found.runs
    lines = explained(found, "B1")
    assert "B1 is out of reach but by Low Crawl: it takes more than 3 MF to enter [sk-dest-reach]" in lines
    assert not any("would not get it there" in line for line in lines)


MUST = {
    "it is ADJACENT to or with a1": ("B1. B2w B3.", "g1:squad@B2 broken dm; a1:squad@B1", ""),
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
    """a10-5-must has several: the one that holds is told, and no other."""
    hexes, units, facts = MUST[cause]
    found = asl(hexes, units, "B1-B3" if "B4" in hexes else "", facts)
    assert f"here: {cause}" in said(found, "g1")


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


@pytest.mark.parametrize("why", NO_FORCE)
def test_why_an_enemy_does_not_force_a_rout(why: str) -> None:
    """a10-5-must: each enemy is in LOS of g1, which is in the open, and one condition of the rule is missing."""
    place, status, facts, hindrances = NO_FORCE[why]
    hexes = " ".join(f"B{row}." for row in range(1, 10))
    found = asl(hexes, f"g1:squad@{place} broken dm; a1:squad@B1{status}", f"B1-{place}/{hindrances}", facts)
    assert not found.g1.must_rout
    assert [line for line in said(found, "g1") if "does not force" in line] == [f"note: {why} [a10-5-must]"]
    forced = asl(hexes, "g1:squad@B3 broken dm; a1:squad@B1", "B1-B3")
    assert forced.g1.must_rout and not any("does not force" in line for line in said(forced, "g1"))


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
    place, enemy, facts, hindrances = NO_FORCE_IN_THE_KIT[why]
    hexes = " ".join(f"B{row}." for row in range(1, 10))
    found = position(hexes, f"g1:squad@{place} broken dm; a1:{enemy}", f"B1-{place}/{hindrances}", facts)
    assert not found.g1.must_rout
    assert [line for line in said(found, "g1") if "does not force" in line] == [f"note: {why} [sk-must-open-ground]"]
    forced = position(hexes, "g1:squad@B3 broken dm; a1:squad@B1", "B1-B3")
    assert forced.g1.must_rout and not any("does not force" in line for line in said(forced, "g1"))


def test_an_enemy_without_a_normal_range_does_not_force_a_rout_in_the_starter_kit() -> None:
    """sk-must-open-ground: a broken American, for the notation gives Americans a range."""
    found = position("B1. B2. B3. B4.", "a1:squad@B3 broken dm; g1:squad@B1", "B1-B3")
    assert not found.unit("a1").must_rout
    line = "note: g1 has no Normal Range, and does not force it to rout [sk-must-open-ground]"
    assert [note for note in said(found, "a1") if "does not force" in note] == [line]


@pytest.mark.slow
def test_why_it_surrenders() -> None:
    """a20-21-surrender: Encircled; or the first step of each way out is interdicted, here that into B3 by a2."""
    hexes, units = "B1. B2w B3. B4. B5.", "g1:squad@B2 broken dm {}; a1:squad@B1; a2:squad@B5"
    assert "here: the way into B3 is interdicted by a2" in said(asl(hexes, units.format(""), "B5-B3"), "g1")
    assert "here: it is Encircled" in said(asl(hexes, units.format("encircled"), "B5-B3"), "g1")
    assert "here: no legal way leads out" in said(asl("B1. B2w", "g1:squad@B2 broken dm; a1:squad@B1"), "g1")


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
    found = asl("B1w B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B4", "", 'feature("B2",minefield(known)).')
    assert any("attacked twice by mines in B2" in line for line in said(found, "g1"))
    assert not any(line.count("by mines in B2") > 1 for line in said(found, "g1"))


@pytest.mark.slow
def test_a_building_that_does_not_count_is_called_one() -> None:
    """a10-51-what-counts: a tower is a stone building, and no destination."""
    found = asl("B1s B2. B3.", "g1:squad@B3 broken dm", "", 'feature("B1",tower).')
    lines = explained(found, "B1")
    assert lines[1] == "B1 is not a legal destination: nothing in it counts as woods or building [a10-51-what-counts]"
    assert any(line.startswith("[a10-51-what-counts] What counts as cover (A10.51, note 12): Towers") for line in lines)
    assert "B2 is not a legal destination: it is neither woods nor building" in explained(found, "B2")


@pytest.mark.slow
def test_the_woods_around_a_bridge_are_named() -> None:
    """b6-bridge: they are no cover to whoever is on it."""
    span = 'feature("B1",gully). feature("B1",bridge). road("B1","B2").'
    lines = explained(asl("B1w B2. B3.", "g1:squad@B3 broken dm", "", span), "B1")
    assert lines[1] == "B1 is not a legal destination: nothing in it counts as woods or building [b6-bridge]"


def test_woods_on_fire_are_called_woods() -> None:
    """a10-51-hazards, option blaze_water: it may go through them, but not to them."""
    found = asl("B1w B2. B3.", "g1:squad@B3 broken dm", "", 'feature("B1",blaze). option(blaze_water,avoidable).')
    told = "B1 is not a legal destination: nothing in it counts as woods or building [a10-51-hazards]"
    assert told in explained(found, "B1")


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


@pytest.mark.slow
def test_check_says_what_a_legal_rout_comes_to() -> None:
    """MF, destination, Interdiction with its odds, and where it may end: 2 MF for the woods, 1 for B2."""
    found = asl("B1w B2. B3. B4. B5.", "g1:squad@B3 broken dm; a2:squad@B5", "B5-B3 B5-B2", "broken_morale(g1,7).")
    verdict, route, nmc, end = judged(found, "B2 B1")
    assert verdict == "legal"
    assert route.startswith("  rout to B1: B3 - B2 - B1, 3 MF; interdicted in B2 by a2; odds: ")
    assert nmc == "  NMC in B2: pinned it survives, failing it is reduced"
    assert end == "  it may end in B1"
    assert judged(found, "B2", low_crawl=True)[1:] == ["  Low Crawl to B1: B3 - B2, 6 MF", "  it may end in B2"]
    judgement = pyrout.check(found.instance, "g1", ["B2", "B1"])
    assert judgement.route is not None and judgement.route.mf == (0.0, 1.0, 3.0)
    assert pyrout.check(found.instance, "g1", ["B4"]).route is None


def test_check_tells_of_routs_that_are_not_listed() -> None:
    """sk-revisit: a rout that comes to a hex twice is legal, although it is not among those listed."""
    found = position("B1. B2. B3. B4.", "g1:squad@B4 broken dm")
    assert "B4 B3 B2 B3" not in found.runs
    assert judged(found, "B3 B2 B3")[1] == "  rout without a destination: B4 - B3 - B2 - B3, 3 MF"


def test_check_says_where_a_legal_rout_ends_badly() -> None:
    """sk-ftr-adjacent: discovered in B1, a2 is next to it there."""
    found = position("B1. B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@B1", "B4-B3 B1-B2")
    lines = judged(found, "B2")
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
    found = position("B1. B2. B3. B4w", "g1:squad@B2 broken dm; g2:leader@B2; a1:squad@B1", "B1-B2").instance
    question = ask(found, units=("g2",))
    lines = [click.unstyle(x).strip() for x in explanation_lines(explain(question), question.rules, found)]
    assert "it may go along with g1" in lines
    with pytest.raises(pyrout.UsageError, match=r"g2\+g1 is more than one unit; a rout in company is judged by"):
        pyrout.check(found, "g2+g1", ["B3"])


# --- check: the way that was claimed ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_check_tells_the_way_that_costs_what_is_claimed() -> None:
    """b3-4-road, sk-road: into the woods of B3 it is 1 MF over the road, and then it is interdicted, or 2 MF with their cover."""
    hexes, units, facts = "B2. B3w B8-", "g1:squad@B2 broken dm; a1:squad@B8", 'road("B2","B3"). normal_range(a1,9).'
    for make in (position, asl):
        found = make(hexes, units, "B8-B3", facts)
        told = {mf: pyrout.check(found.instance, "g1", ["B3"], mf=mf).route for mf in (None, 1, 2)}
        fire = {mf: (route.mf[-1], len(route.interdicted)) for mf, route in told.items() if route}
        assert fire == {None: (1, 1), 1: (1, 1), 2: (2, 0)}


THROWN_BACK = "B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed"


@pytest.mark.slow
def test_check_tells_a_repulse_as_the_answer_lists_it() -> None:
    """a10-533-repulse: the route is listed as B1 - B2 - B1, and may be claimed so, or as far as B2."""
    found = asl(*THROWN_BACK)
    ((path, end),) = found.runs.items()
    assert (path, end) == ("B1 B2 B1", "eliminated")
    assert judged(found, "B2 B1") == judged(found, "B2")
    assert judged(found, "B2 B1")[1].startswith("  rout to B2: B1 - B2 - B1, 2 MF; repulsed from B2 by a1")


# a1 shows himself to g1 before it enters B3; that bars nothing.
SHOWN = "B0. B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B0 concealed", "B0-B2", 'reveal(a1,g1,"B3",before).'


@pytest.mark.slow
def test_check_tells_a_rout_before_which_somebody_is_revealed() -> None:
    """a12-14-reveal: what is revealed where it stands is no step of the claim; with that the log was an internal error."""
    found = asl(*SHOWN)
    assert judged(found, "B3 B4") == [
        "legal",
        "  rout to B4: B2 - B3 - B4, 3 MF; it meets a1 in B2",
        "  it may end in B4",
    ]
    played = pyrout.play(found.instance, "g1: B3 B4")
    assert played.legal


@pytest.mark.slow
def test_check_tells_what_could_be_revealed_against_a_rout() -> None:
    """a12-14-reveal, a10-51-closer, a10-51-adjacent: a1 may bar B3, or stand next to it there."""
    found = asl("B1w B2. B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4 concealed", "B4-B2 B4-B3")
    away, towards = (pyrout.check(found.instance, "g1", [hex_]).route for hex_ in ("B1", "B3"))
    assert away is not None and (away.holds, away.unless) == (True, ())
    assert towards is not None and (towards.holds, towards.unless) == (False, found.run("B2 B3").unless)
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
    found = asl(hexes, units.format("B6"), "B6-B3")
    assert found.g1.verdict == "surrenders"
    assert found.excluded[("B4", "a20-21-surrender")] == (3.0, ("a1",))
    assert "It cannot rout: it surrenders to a1 in B1." in explained(found, "B4")
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
        found = asl("B1. B2w", units.format(status), facts=facts)
        assert found.g1.verdict == "eliminated"
        lines = explained(found, "B2")
        assert lines[1] == "B2 is not a legal destination: the unit cannot rout"
        assert lines[2:4] == ["[a11-15-melee]", f"[{rule}]"] and not any("out of reach" in line for line in lines)


def test_who_would_be_lost_if_it_routed_is_told_so() -> None:
    """a20-21-vehicle, d6-1-passenger: not of steps that are barred, for one is not; and of a changed option."""
    found = aboard_beside_a_vehicle("broken dm", "option(vehicle_only,eliminated).")
    assert "why: nothing forces it to rout, and it would be lost if it did:" in said(found, "g1")
    question = ask(found.instance, units=("g1",))
    lines = [
        click.unstyle(line).strip()
        for line in explanation_lines(explain(question), question.rules, found.instance, question.options)
    ]
    assert (
        "B1: the way into B1 is interdicted by a1 in B3 [a20-21-clean]" in lines
        and lines[-1] == "options: vehicle_only=eliminated"
    )
    judgement = pyrout.check(found.instance, "g1", ["B1"])
    told = list(judgement_lines(judgement, "asl", found.instance, question.options))
    assert told[-1] == "options: vehicle_only=eliminated"
    free = aboard_beside_a_vehicle("broken dm")
    question = ask(free.instance, units=("g1",))
    lines = list(explanation_lines(explain(question), question.rules, free.instance, question.options))
    assert "    B1: legal" in lines and not any("options" in line for line in lines)


SHOT = "B1w B2. B3. B9-", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2"
REACH = "normal_range(a1,9). "


def test_chances_are_told_with_what_they_assume() -> None:
    """a10-53-nmc: `explain FILE UNIT HEX` and the chart as `solve`."""
    found = asl(*SHOT, REACH + "broken_morale(g1,7).")
    (sentence,) = {line for line in said(found, "g1") if line.startswith("odds assume: ")}
    assert sentence in explained(found, "B1")
    walk = pyrout.explain_chart(found.instance, "g1")
    assert sentence in [click.unstyle(line).strip() for line in chart_lines(walk, found.instance)]
    unknown = asl(*SHOT, REACH)
    walk = pyrout.explain_chart(unknown.instance, "g1")
    assert not any("odds assume" in line for line in (*explained(unknown, "B1"), *chart_lines(walk, unknown.instance)))


def test_the_chart_is_told_with_what_the_answer_rests_on() -> None:
    """a10-532-interdict"""
    found = asl(*SHOT, REACH + 'wreck("B2").')
    walk = pyrout.explain_chart(found.instance, "g1")
    assert found.g1.assumes
    lines = [click.unstyle(line).strip() for line in chart_lines(walk, found.instance)]
    assert {f"assumes: {sentence}" for sentence in found.g1.assumes} <= set(lines)


def test_the_best_rout_is_told_with_who_could_spoil_it() -> None:
    """a12-14-reveal: in the one line of the answer, too."""
    for enemy, is_told in (("B1", True), ("B9", False)):
        found = asl("B1. B2w B3. B9-", f"g1:squad@B3 broken dm; a1:squad@{enemy} concealed", "B1-B3")
        (line, *_) = [x for x in said(found, "g1") if "best: " in x]
        assert line.endswith("; unless a1 is revealed") == is_told


VEHICLE = "B1. B2w B3. B4w B6.", "g1:squad@B2 broken dm; a1:vehicle@B1; a2:squad@B6", "B6-B3"


@pytest.mark.slow
def test_what_bars_every_way_next_to_a_vehicle() -> None:
    """a20-21-vehicle, option(vehicle_only,eliminated): a2 interdicts the only way, and who would have to face that is eliminated.
    `check` called the way legal, and nothing was told of B4."""
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
    assert lines[1].startswith("  B1 [a10-51-toward] A rout goes on until it is at its destination")


# --- the words of causes that were left out: each with a near position that has none of it --------------------------


def noted(found: Position) -> set[tuple[str, str]]:
    """The rules of the notes of g1's answer, each with whom it names."""
    return {(rule, name) for rule, sentence in found.g1.notes for name in ("a1", "a2") if name in sentence.split()}


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
    fired_on = asl("B1w B2. B3. B4. B5.", "g1:squad@B2 broken dm; a1:squad@B5", "B5-B2", truck)
    assert noted(fired_on) == {("d6-1-passenger", "a1")}
    drowning = asl("B1w B2~ B3.", "g1:squad@B2 broken dm", facts=truck)
    assert drowning.g1.notes == (("d6-1-passenger", "B2 does not force it to rout"),)
    inside = asl("B1. B2. B3w", "g1:squad@B2@pillbox broken dm; a1:squad@B1", "B1-B2@pillbox", 'feature("B2",pillbox).')
    assert noted(inside) == {("b30-5-pillbox", "a1")}


def plainly(found: Position) -> list[str]:
    """Return the lines of `explain FILE UNIT`."""
    question = ask(found.instance, units=("g1",))
    return [click.unstyle(x).strip() for x in explanation_lines(explain(question), question.rules, found.instance)]


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
    # Disrupted it surrenders even so, but under No Quarter.
    shaken = units.format("fanatic disrupted", "")
    assert not noted(asl(hexes, shaken, los))
    assert noted(asl(hexes, shaken, los, "no_quarter(german).")) == {("a20-21-never", "a1")}


def test_who_makes_it_fail_to_rout_is_named() -> None:
    """a10-5-ftr, sk-ftr-adjacent: it stops in B2 next to a2; and what else keeps it from living on."""
    hexes, units, los = "B1. B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@B1{}", "B4-B3 B1-B2"
    for make, facts, rules in (
        (position, "", {"sk-ftr-adjacent"}),
        (asl, "no_quarter(german).", {"a10-5-ftr", "a20-21-never"}),
    ):
        found = make(hexes, units.format(""), los, facts)
        assert {route.end for route in found.g1.routes} == {"eliminated"}
        for route in found.g1.routes:
            assert {(why.rule, why.because) for why in route.fails} == {(rule, ("a2",)) for rule in rules}
        assert any("every way ends in elimination because of a2 [" in line for line in said(found, "g1"))
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
    assert failures(water) == {("B3", "a10-5-ftr", ("B3",))}
    seen = asl(hexes.format("."), units + "; a1:squad@B9", los + " B9-B3", shown.format("B2") + "normal_range(a1,9).")
    assert failures(seen) == {("B3", "a10-5-ftr", ("a1", "a2"))}
    units = "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@A1 concealed"
    facts = shown.format("B1") + 'option(blaze_water,avoidable). feature("B2",blaze).'
    assert failures(asl("B1w B2. B3. B4. A1-", units, "A1-B2", facts)) == {("B2", "a10-5-ftr", ("B2",))}
    assert not failures(asl("B1w B2. B3. B4. A1-", units, "A1-B2", shown.format("B1")))


def failures(found: Position) -> set[tuple[str, str, tuple[str, ...]]]:
    """Return the places where g1 fails to rout, each with the rule and the enemies behind it."""
    return {(route.path[-1], why.rule, why.because) for route in found.g1.routes for why in route.fails}


@pytest.mark.parametrize(("make", "rule"), [(position, "sk-may-dm"), (asl, "a10-5-may")])
def test_that_it_is_not_under_dm_is_the_reason(make: Callable[..., Position], rule: str) -> None:
    """a10-5-may, sk-may-dm"""
    fresh = make("B1w B2w", "g1:squad@B2 broken")
    assert dict(fresh.g1.applies) == {rule: "it is not under DM"}
    assert "here: it is not under DM" in explained(fresh, "B1")
    whole = make("B1w B2w", "g1:squad@B2; g2:squad@B1 broken").instance
    assert dict(pyrout.explain_unit(whole, "g1").answer.applies) == {rule: "it is not broken"}
    assert not make("B1w B2w", "g1:squad@B2 broken dm").g1.applies


@pytest.mark.parametrize(("make", "rule"), [(position, "sk-dest-reach"), (asl, "a10-51-reach")])
def test_out_of_reach_is_told_by_its_rule(make: Callable[..., Position], rule: str) -> None:
    """a10-51-reach, sk-dest-reach: eight hexes for 6 MF, seven of them in the open."""
    found = make("B1. B2. B3. B4. B5. B6. B7. B8w", "g1:squad@B1 broken dm")
    lines = explained(found, "B8")
    assert any("out of reach" in line and line.endswith(f"[{rule}]") for line in lines)
    assert any(line.startswith(f"[{rule}] ") for line in lines)


def test_rubble_is_told_to_be_no_building() -> None:
    """a10-51-what-counts; a foxhole is no destination by a10-531-cover, and in reach of who pays for it."""
    told = "is not a legal destination: nothing in it counts as woods or building"
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
        found = make("B1w B2.", "g1:squad@B2 broken dm; g2:leader@B2", facts=along)
        assert f"g2 carries: nothing (leaves behind m [{rule}])" in said(found, "g1")
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
    found = asl("E2s E3s", "g1:squad@E2 broken dm", facts=storeys)
    assert any(path.endswith("E2@1") for path in found.runs)
    lines = explained(found, "E2@1")
    assert any(line.startswith("routes that end there") for line in lines)
    assert not any("no legal way" in line for line in (*lines, *plainly(found)))
    # Without a way up none ends there.
    flat = asl("E2s E3s", "g1:squad@E2 broken dm", facts=storeys.replace(' stairwell("E3").', ""))
    assert "no route ends there" in explained(flat, "E2@1")


@pytest.mark.slow
def test_a_surrender_names_the_fire_on_each_way_out() -> None:
    """a20-21-clean: a2 sees B3; or, over the brush there, B4, which the only way to the woods of B5 leads through."""
    units = "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@{}"
    for hexes, enemy, los, where in (
        ("B1. B2w B3. B4. B5.", "B5", "B5-B3", "B3"),
        ("B1. B2w B3b B4. B5w D4.", "D4", "D4-B4", "B4"),
    ):
        found = asl(hexes, units.format(enemy), los)
        assert found.g1.verdict == "surrenders"
        fire = {step.after: step.fire for step in pyrout.explain_unit(found.instance, "g1").around}
        assert fire == {"B1": (), "B3": ((where, ("a2",)),)}
        told = f"B3: the way into {where} is interdicted by a2 in {enemy} [a20-21-clean]"
        assert told in plainly(found)
        # A unit with a clean rout has no such sentence.
        free = asl(hexes, units.format(f"{enemy} pinned"), los)
        assert free.g1.verdict == "routs"
        assert not any(step.fire for step in pyrout.explain_unit(free.instance, "g1").around)


def test_what_a_full_pillbox_asks_for() -> None:
    """b27-entrench: what fills it is a fact, and so is how much that is."""
    here = "B1. B2. B3w", "g1:squad@B2 broken dm; g2:squad@B1@pillbox", ""
    with pytest.raises(pyrout.PyroutError, match=r"give capacity\(HEX,pillbox,N\)"):
        _ = asl(*here, 'feature("B1",pillbox).').g1
    full = asl(*here, 'feature("B1",pillbox). capacity("B1",pillbox,1).')
    assert full.excluded[("B1@pillbox", "b27-entrench")] == (None, ("g2",))
    assert "B1@pillbox" in asl(*here, 'feature("B1",pillbox). capacity("B1",pillbox,2).').destinations
