"""Voluntary breaks (A10.41).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from dataclasses import replace

import click
import enumerator_asl
import pytest
from tiny import asl, causes
from tiny_asl import text_of

import pyrout
from pyrout import referee, report
from pyrout.errors import InstanceError
from pyrout.game import Wanted
from pyrout.program import rule_sets
from pyrout.question import ask

# --- asop-order ----------------------------------------------------------------------------------------------------


def test_who_may_not_break_any_more() -> None:
    """asop-order, a10-41-voluntary: all voluntary breaks come before the first rout; who goes along does not break."""
    here = "B1w B2w B3w B5.", "g1:squad@B2; a1:squad@B3; g2:squad@B5 broken"
    assert asl(*here).g1.may_break
    assert not asl(*here, facts="routed(g2).").g1.may_break
    pair = "B1w B2w B3w", "g1:squad@B2 broken dm; g2:leader@B2; a1:squad@B3"
    assert asl(*pair).unit("g2").may_break
    assert not asl(*pair, facts="accompanies(g2,g1).").unit("g2").may_break


# --- a10-41-voluntary ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "breaks"), [("B3", False), ("B9", True)])
def test_who_would_have_surrendered_to_it_stays_where_it_breaks(place: str, breaks: bool) -> None:
    """a10-41-voluntary, asop-order: breaks come first. In B3 g1 surrenders to a1, and would be gone before a1 routs there; once
    a1 is broken nobody takes g1, who keeps it next to g2: it may not break. From B9 g1 bars nothing."""
    units = f"g1:squad@{place} broken dm encircled; g2:squad@B1; a1:squad@B2"
    text = asl("B1. B2. B3w B4. B9w", units, "B1-B2 B2-B3").text
    answer = pyrout.solve(pyrout.parse(text))
    assert answer["g1"].verdict == ("stays" if breaks else "surrenders")
    assert [unit.id for unit in answer.units if unit.may_break] == ["a1"] * breaks
    assert ("a1" in enumerator_asl.solve(text)) == breaks


def test_voluntary_breaks() -> None:
    """a10-41-voluntary, asop-order"""
    assert asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3", facts="breaks(g1).").g1.verdict == "routs"
    assert asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3").g1.may_break
    rash = asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1", "breaks(g1).").g1
    assert (rash.verdict, "a10-41-voluntary" in causes(rash.reasons)) == ("cannot_rout", True)
    for units in ("g1:squad@B2", "g1:hero@B2; a1:squad@B3", "g1:squad@B2; a1:squad@B3 broken"):
        with pytest.raises(InstanceError, match="a10-41-voluntary"):
            _ = asl("B1w B2w B3w", units, facts="breaks(g1).").g1


@pytest.mark.parametrize("kind", ["squad", "half_squad", "crew", "leader", "commissar", "hero"])
def test_the_driver_knows_the_kinds_that_may_break_on_purpose(kind: str) -> None:
    """a10-41-voluntary: the kinds for which a map is completed are those that the rule lets break."""
    unit = asl("B1w B2w B3w", f"g1:{kind}@B2; a1:squad@B3").g1
    assert unit.may_break == (kind in rule_sets.about("asl").volunteers) == (kind != "hero")


def test_the_answers_of_others_tell_of_a_break_that_may_not_be() -> None:
    """a10-41-voluntary: in B3, Encircled next to g2, a1 would surrender at once. g1 is answered as if he were broken, as the file
    has it; it says so, also where nobody asks about him."""
    hexes, units = "B1w B2w B3w B4w C3w", "g1:squad@B2 broken; a1:squad@B3{}; g2:squad@B4"
    facts = "B4-B3 B3-B2", "breaks(a1). normal_range(g2,4)."
    rash = asl(hexes, units.format(" encircled"), *facts)
    said = "counts a1 as broken, as breaks/1 has it, though it may not break on purpose here"
    assert said in rash.unit("g1").assumes
    whole = pyrout.solve(rash.instance)
    assert (said in whole["g1"].assumes, said in whole["a1"].assumes) == (True, False)
    assert said not in asl(hexes, units.format(""), *facts).unit("g1").assumes


def test_whose_break_is_not_answered_is_named() -> None:
    """a10-41-voluntary: with room in the pillbox unknown, nothing is said of what g1 could do; it may break all the same."""
    text = asl(
        "B1w B2w B3w B4.",
        "g1:squad@B2; a1:squad@B4; g2:squad@B1",
        "B4-B1 B4-B2",
        'feature("B1",pillbox).',
    ).text.replace('at(g2,"B1")', 'at(g2,"B1",pillbox)')
    position = pyrout.parse(text + 'los("B1@pillbox","B4",0).')
    whole = pyrout.solve(position)
    assert ([unit.id for unit in whole.units], whole.volunteers) == (["g2"], ("g1",))
    (solved,) = referee.answers([ask(position)])
    assert isinstance(solved, pyrout.Answer) and solved.volunteers == ("g1",)
    with pytest.raises(InstanceError, match="nothing says how many more the pillbox holds"):
        pyrout.solve(position, units=["g1"])


def test_who_is_asked_for_is_answered_though_its_break_is_not() -> None:
    """a10-41-voluntary: once broken g1 would have to rout in a sewer, which is refused. As it stands it is answered."""
    position = asl("B1w B2. B3w", "g1:squad@B2 in_sewer; a1:squad@B3", facts='road("B2","B3").').instance
    whole = pyrout.solve(position, units=["g1"])
    assert (whole["g1"].verdict, whole["g1"].if_breaks, whole.volunteers) == ("cannot_rout", None, ("g1",))
    told = "\n".join(report.answer_lines(whole, position))
    assert "may break on purpose: g1; their routs are refused: --fact 'breaks(g1)' shows why" in told


def test_who_breaks_by_a_fact_is_told_among_the_others() -> None:
    """a10-41-voluntary: no fact asks about g2, who has the same right."""
    here = asl("B1w B2. B3w", "g1:squad@B2; g2:leader@B2; a1:squad@B3", facts="breaks(g1).").instance
    told = click.unstyle("\n".join(report.answer_lines(pyrout.solve(here), here)))
    assert "g1 (german squad) in B2: MUST ROUT" in told and "it breaks on purpose at the start" in told
    assert "may break on purpose: g2 and a1;" in told


def test_who_breaks_on_purpose_is_hidden_no_more() -> None:
    """a10-41-voluntary: the enemy next to it then bars and interdicts as for any other broken unit."""
    hidden, plain = (asl("B1w B2. B3w", f"g1:squad@B2{status}; a1:squad@B3") for status in (" hidden", ""))
    breaks = [pyrout.solve(here.instance, units=["g1"])["g1"].if_breaks for here in (hidden, plain)]
    assert breaks[0] is not None and breaks[0] == breaks[1]


def test_a_break_that_is_not_allowed_is_refused_whoever_is_asked_about() -> None:
    """a10-41-voluntary"""
    here = asl("B1. B2w B9-", "g1:squad@B1 broken dm; g2:squad@B1; a1:squad@B9", facts="breaks(g2).")
    with pytest.raises(InstanceError, match="it may break on purpose only"):
        _ = here.g1
    near = asl("B1. B2. B3w", "g1:squad@B2 broken dm; g2:squad@B2; a1:squad@B1", facts="breaks(g2).")
    assert near.g1.verdict == "routs"


CROWD = "; ".join(f"g{n}:squad@B{n}" for n in range(1, 10))


@pytest.mark.parametrize(("wanted", "worked_out", "named"), [(None, 0, 9), (True, 9, 0), (False, 0, 0)])
def test_many_who_may_break_on_purpose_are_only_named(wanted: bool | None, worked_out: int, named: int) -> None:
    """a10-41-voluntary: each of nine squads is next to the enemy or in sight of him."""
    los = " ".join(f"C5-B{n}" for n in range(1, 10))
    text = asl("B1w B2w B3w B4w B5w B6w B7w B8w B9w C5w", f"{CROWD}; a1:squad@C5", los).text
    answer = pyrout.solve(pyrout.parse(text), volunteers=wanted)
    assert (sum(unit.id != "a1" for unit in answer.units), sum(u != "a1" for u in answer.volunteers)) == (
        worked_out,
        named,
    )
    asked = pyrout.solve(pyrout.parse(text), units=["g5"], volunteers=wanted)
    assert [unit.id for unit in asked.units] == ["g5"] and asked.volunteers == ()
    assert bool(asked["g5"].if_breaks) is (wanted is not False)


def test_who_breaks_on_purpose_with_too_many_ways_costs_only_his_own_position() -> None:
    """Answered together, the position in which g1 has one way to go if it breaks keeps its answer."""
    texts = [
        asl(hexes, "g1:squad@B2; a1:squad@B3", "B3-B2").text for hexes in ("B1w B2w B3w", "B1w A1w A2w C1w C2w B2w B3w")
    ]
    questions = [replace(ask(pyrout.parse(text)), most_routes=2) for text in texts]
    few, many = referee.answers(questions, Wanted(volunteers=True))
    assert isinstance(few, pyrout.Answer) and few["g1"].if_breaks
    assert isinstance(many, pyrout.UsageError) and "routes" in str(many)


def may_break(units: str, hexes: str = "B1w B2w B3w", los: str = "", facts: str = "") -> bool:
    return asl(hexes, units, los, facts).g1.may_break


@pytest.mark.parametrize(
    ("units", "hexes", "facts", "allowed"),
    [
        ("g1:squad@B2; a1:squad@B3", "B1w B2w B3w", "", True),
        ("g1:squad@B2 pinned; a1:squad@B3", "B1w B2w B3w", "", True),
        ("g1:squad@B2; a1:squad@B3 unarmed", "B1w B2w B3w", "", True),  # ADJACENT: unbroken is enough
        ("g1:squad@B2; a1:squad@B3 concealed", "B1w B2w B3w", "", True),
        ("g1:squad@B2; a1:squad@B3 broken", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:dummy@B3", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:squad@B3 captured", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:squad@B4", "B1w B2w B3w B4w", "", False),  # no LOS
        ("g1:squad@B2 berserk; a1:squad@B3", "B1w B2w B3w", "", False),
        ("g1:hero@B2; a1:squad@B3", "B1w B2w B3w", "", False),
        ("g1:squad@B2; a1:vehicle@B3", "B1w B2w B3w", "", True),
        ("g1:squad@B2", "B1w B2w B3w", 'feature("B2",blaze).', True),
        (
            "g1:squad@B2 melee; a1:squad@B2 melee",
            "B1w B2w B3w",
            "",
            True,
        ),  # only in a Blaze does the chart ask about Melee
        ("g1:squad@B2 melee; a1:squad@B2 melee", "B1w B2w B3w", 'feature("B2",blaze).', False),  # it would burn
        ("g1:squad@B2", "B1w B2w B3w", "", False),
    ],
)
def test_who_may_break(units: str, hexes: str, facts: str, allowed: bool) -> None:
    """a10-41-voluntary, note 6"""
    assert may_break(units, hexes, facts=facts) == allowed


def test_breaking_in_sight_and_range() -> None:
    """a10-41-voluntary: in the LOS and Normal Range of an armed unbroken KEU."""
    hexes = "B1w B2w B3. B4. B5. B6."
    assert may_break("g1:squad@B2; a1:squad@B6", hexes, "B6-B2")
    assert not may_break("g1:squad@B2; a1:squad@B6", hexes, "B6-B2", "normal_range(a1,3).")
    assert not may_break("g1:squad@B2; a1:squad@B6 unarmed", hexes, "B6-B2")
    assert not may_break("g1:squad@B2; a1:squad@B6 concealed", hexes, "B6-B2")


def test_what_it_could_do_if_it_broke() -> None:
    """a10-41-voluntary: the answer that it would have, for a unit that is asked for and for those that nobody asked for."""
    here = asl("B1w B2w B3w B4w", "g1:squad@B2; a1:squad@B3")
    broken = here.g1.if_breaks
    assert (here.g1.verdict, here.g1.dm) == ("cannot_rout", ())
    assert broken is not None
    assert (broken.verdict, [d.hex for d in broken.destinations]) == ("routs", ["B1"])
    both = pyrout.solve(here.instance)
    assert {u.id for u in both.units} == {"g1", "a1"}
    assert both["g1"].to_json()["if_breaks"]["verdict"] == "routs"
    assert "if it does: MUST ROUT, to B1, 2 ways, 2 of them surviving" in text_of(here)


def test_nobody_breaks_to_surrender() -> None:
    """a10-41-voluntary: not if that would at once make it surrender, or eliminate it."""
    assert not asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1").g1.may_break
    lost = asl("B2w B3w", "g1:squad@B2; a1:squad@B3", facts="no_quarter(german).").g1
    assert (lost.may_break, lost.if_breaks) == (False, None)


def test_the_reasons_of_a_break() -> None:
    """a10-41-voluntary: a break that would cost the unit is named as the reason."""
    rash = asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1", "breaks(g1).").g1
    assert "a10-41-voluntary" in causes(rash.reasons)
