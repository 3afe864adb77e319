"""What `explain`, `check` and `solve` say of an answer in words: causes that were left out once, each on a position of its own.

The positions are those of the rules; what is worked out by hand here is which sentence has to stand there.
"""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from test_assumptions import said
from test_rules_asl import asl
from tiny import Position, position

import pyrout
from pyrout.question import ask
from pyrout.referee import explain
from pyrout.text import explanation_lines, judgement_lines

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
    assert "B1 is out of reach but by Low Crawl: it takes more than 3 MF to enter" in lines
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
    assert lines[1] == "B1 is no destination: what is in it does not count as woods or building [a10-51-what-counts]"
    assert any(line.startswith("[a10-51-what-counts] Towers") for line in lines)
    assert "B2 is no destination: it is neither woods nor building" in explained(found, "B2")


def test_woods_on_fire_are_called_woods() -> None:
    """a10-51-hazards, option blaze_water: it may go through them, but not to them."""
    found = asl("B1w B2. B3.", "g1:squad@B3 broken dm", "", 'feature("B1",blaze). option(blaze_water,avoidable).')
    told = "B1 is no destination: what is in it does not count as woods or building [a10-51-hazards]"
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
    assert lines[1].endswith("; ELIMINATED") and not any("may end" in line for line in lines)


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
