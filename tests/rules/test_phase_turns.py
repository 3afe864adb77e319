"""The whole Rout Phase: what a rout leaves behind, and where the order of the turns matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from phases import PHASES, PLACE, changed, ends, facts, log, position, route_to
from positions_phase import LOST_EITHER_WAY, ROOM_FOR_ONE
from tiny import facts_of

import pyrout
from pyrout.phases.plan import Explored
from pyrout.phases.report import matter_lines
from pyrout.question import ask
from pyrout.results.phase import OrderMatters


# The position after a rout
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
def test_a_unit_that_has_routed_routs_no_more(rules: str) -> None:
    """sk-once, a10-5-once."""
    before = position(PLACE, rules)
    after = pyrout.after(before, route_to(before, "g1", "B3"))
    assert changed(before, after) == ({'at(g1,"B2")'}, {'at(g1,"B3")', "routed(g1)"})
    answer = pyrout.solve(after, units=["g1"])["g1"]
    assert answer.verdict == "cannot_rout"
    assert [reason.rule for reason in answer.reasons] == ["sk-once" if rules == "aslsk" else "a10-5-once"]
    # The place is taken now.
    assert "B3" not in {route.path[-1] for route in pyrout.solve(after, units=["g2"])["g2"].routes} or rules == "asl"


def test_two_ways_to_one_state_give_one_text() -> None:
    before = position(facts_of("B1. B2. B3w D2. D3w", "g1:squad@B2 broken dm; g2:squad@D2 broken dm; a1:squad@B1"))
    one = pyrout.after(pyrout.after(before, "declined", "g1"), "declined", "g2")
    other = pyrout.after(pyrout.after(before, "declined", "g2"), "declined", "g1")
    assert one.program() == other.program()
    assert one.program().startswith(before.program())


def test_casualty_reduction_and_a_pin_are_written() -> None:
    text = facts_of(
        "B1. B2. B3. B4. B5w",
        "g1:squad@B2 broken dm; a1:squad@B1",
        los="B1-B2 B1-B3 B1-B4",
        facts='nmc(g1,"B3",fail). nmc(g1,"B4",pin).',
    )
    before = position(text)
    after = pyrout.after(before, route_to(before, "g1", "B4"))
    assert {"unit(g1,german,half_squad)", 'at(g1,"B4")', "status(g1,pinned)", "status(g1,broken)"} <= facts(after)
    assert "unit(g1,german,squad)" not in facts(after)


def test_a_leader_goes_along_once_and_is_lost_with_a_failure() -> None:
    """sk-may-leader."""
    text = facts_of("B1. B2. B3. B4w", "g1:squad@B2 broken dm; g3:leader@B2; a1:squad@B1", los="B1-B2 B1-B3")
    before = position(text + "accompanies(g3,g1).\n")
    after = pyrout.after(before, route_to(before, "g1", "B4"))
    assert {'at(g3,"B4")', "routed(g3)"} <= facts(after) and "accompanies(g3,g1)" not in facts(after)
    failing = position(text + 'accompanies(g3,g1). nmc(g1,"B3",fail).\n')
    assert "g3" not in pyrout.after(failing, route_to(failing, "g1", "B4")).units


def test_weapons_that_it_cannot_carry_stay() -> None:
    text = PLACE + "sw(m,hmg,5,12). possesses(g1,m). sw(n,lmg,1,6). possesses(g1,n).\n"
    before = position(text)
    after = pyrout.after(before, route_to(before, "g1", "B3"))
    assert "possesses(g1,m)" not in facts(after) and "possesses(g1,n)" in facts(after)


def test_who_fails_to_rout_leaves_at_once_or_at_the_end() -> None:
    """sk-order."""
    text = facts_of("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3", los="B1-B2 B2-B3")
    assert "g1" not in pyrout.after(position(text), "eliminated", "g1").units
    late = pyrout.after(position(text + "option(ftr_removal,end).\n"), "eliminated", "g1")
    assert {"routed(g1)", "failed(g1)"} <= facts(late)


@pytest.mark.parametrize(
    ("unit", "results"),
    [
        ("half_squad@B5 broken dm", 'nmc(g1,"B4",fail).'),
        ("leader@B5 broken dm wounded", 'nmc(g1,"B4",fail).'),
        ("squad@B5 broken dm", 'nmc(g1,"B4",fail). nmc(g1,"B3",fail).'),
    ],
)
def test_who_is_killed_is_off_the_map_at_once(unit: str, results: str) -> None:
    """sk-nmc, sk-order: also where those who fail to rout stay until the phase ends."""
    text = facts_of("B1w B2. B3. B4. B5. B9-", f"g1:{unit}; a1:squad@B9", "B9-B5 B9-B4 B9-B3")
    before = position(text.replace("normal_range(a1,6)", "normal_range(a1,9)") + f"option(ftr_removal,end). {results}")
    route = next(r for r in pyrout.solve(before, units=["g1"])["g1"].routes if r.end == "eliminated")
    assert "g1" not in pyrout.after(before, route).units


def test_a_captured_unit_is_with_its_captor() -> None:
    text = facts_of("B1. B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B1", los="B1-B2 B1-B3")
    before = position(text, "asl")
    assert pyrout.solve(before)["g1"].verdict == "surrenders"
    after = pyrout.after(before, "surrenders", "g1")
    assert {'at(g1,"B1")', "status(g1,captured)", "guards(a1,g1)"} <= facts(after)
    with pytest.raises(pyrout.UsageError, match="cannot take g1"):
        pyrout.after(before, "surrenders", "g1", captor="g1")


# The outcomes of a phase
def test_one_place_for_two() -> None:
    """sk-step-stacking makes the order matter: worked out by hand. B3 has room for one."""
    phase = pyrout.phase(pyrout.load(PHASES / "one-place.lp"))
    assert all({"B3"} == {place for _, place, _ in end if place == "B3"} for end in ends(phase))
    assert not [end for end in ends(phase) if [place for _, place, _ in end].count("B3") > 1]
    (side,) = phase.phase
    rows = {(row.unit, row.after, row.hex, row.rule) for row in side.order_matters}
    assert {("g1", "g2", "B3", "sk-step-stacking"), ("g2", "g1", "B3", "sk-step-stacking")} <= rows
    assert side.best and side.best.survivors == 2 and side.complete


@pytest.mark.slow
def test_an_order_that_changes_only_how_a_unit_is_lost() -> None:
    """a20-21-surrender: g2 is eliminated, or, once g1 is in E6, surrenders to a1. Neither end is a place."""
    (side,) = pyrout.phase(pyrout.parse(LOST_EITHER_WAY)).phase
    (row,) = side.order_matters
    assert row == OrderMatters("g2", "g1", None, "a20-21-surrender", ("E6",), "eliminated")
    assert side.order_opens == (row._replace(end="surrenders"),)
    once = "if g1 ends in E6 first, g2"
    lines = [f"{once} is no longer eliminated [a20-21-surrender]", f"{once} may then surrender [a20-21-surrender]"]
    assert list(matter_lines(side)) == lines
    # In sight of E6 no more, a1 keeps its concealment.
    (side,) = pyrout.phase(pyrout.parse(LOST_EITHER_WAY.replace('los("B1","E6",0).', ""))).phase
    assert side.order_matters == side.order_opens == ()


def test_an_end_without_a_place_is_told_as_what_it_is() -> None:
    """sk-step-stacking: B3 has room for g2 once g1 is gone. g1 may stay; all its ways lead to a2, whom it meets in B4."""
    text = facts_of(
        "B1. B2. B3w B4. B5.",
        "g1:half_squad@B3 broken dm; g2:squad@B2 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1; a2:squad@B5",
        los="B1-B2 B5-B4",
    )
    phase = pyrout.phase(pyrout.parse(text))
    (side,) = phase.phase
    once = "if g1 is eliminated first, g2"
    assert [line.partition(" [")[0] for line in matter_lines(side)] == [
        f"{once} is no longer eliminated",
        f"{once} can also reach B3",
    ]
    assert (("g1", "B3", "stays"), ("g2", None, "eliminated")) in ends(phase)
    assert {(row.where, row.lost) for row in side.order_opens} == {((), ("eliminated",))}


def test_an_order_that_takes_the_last_place_of_a_unit() -> None:
    """sk-step-stacking. The end that g1 has left is a row of its own, beside the place that it has lost."""
    (side,) = pyrout.phase(pyrout.parse(ROOM_FOR_ONE)).phase
    once = "if g2 ends in B3 first, g1"
    lines = [f"{once} can no longer reach B3 [sk-step-stacking]", f"{once} may then be eliminated [sk-step-stacking]"]
    assert [line for line in matter_lines(side) if "g1 can" in line or "g1 may" in line] == lines


def test_an_order_after_which_a_unit_may_not_stay() -> None:
    """a20-21-surrender: g2 stays in B2 no more once a1 is Known next to it. It is said so, and not that it cannot go there."""
    (side,) = pyrout.phase(pyrout.load(PHASES / "captor.lp")).phase
    assert {(row.hex, row.end) for row in side.order_matters if row.hex == "B2"} == {("B2", "stays")}
    assert any("g2 can no longer stay in B2 [a20-21-surrender]" in line for line in matter_lines(side))


@pytest.mark.slow
def test_a_leader_can_go_with_one_of_two() -> None:
    phase = pyrout.phase(pyrout.load(PHASES / "leader-of-two.lp"))
    assert ends(phase) == {
        (("g1", a, "survives"), ("g2", b, "survives")) for a in ("B3", "B4", "B5") for b in ("B3", "B4", "B5")
    }


@pytest.mark.parametrize(
    ("rules", "companies"), [("aslsk", {(), ("g2",), ("g3",)}), ("asl", {(), ("g2",), ("g3",), ("g2", "g3")})]
)
def test_how_many_leaders_go_along(rules: str, companies: set[tuple[str, ...]]) -> None:
    """sk-may-leader, a10-711-leader: one leader goes with a unit by the Starter Kit."""
    text = facts_of("B1. B2. B3w", "g1:squad@B2 broken dm; g2:leader@B2; g3:leader@B2; a1:squad@B1", los="B1-B2")
    (table,) = Explored(ask(position(text, rules))).explorer.tables()
    assert {step.choice.partners for steps in table.steps.values() for step in steps} == companies
    promised = pyrout.solve(position(text + "accompanies(g2,g1).", rules))["g1"]
    assert promised.may_accompany == (("g2",) if rules == "aslsk" else ("g2", "g3"))


def test_the_attackers_rout_frees_the_way_of_the_defender() -> None:
    phase = pyrout.phase(pyrout.load(PHASES / "attacker-frees.lp"))
    assert ends(phase) == {(("g1", "A4", "survives"),), (("g1", "B3", "stays"),)}
    assert (("a1", "B3", "survives"),) in ends(phase, 1) and (("a1", None, "eliminated"),) in ends(phase, 1)
    freed = [o for o in phase.phase[1].outcomes if o.ends[0][1].hex == "B3"]
    assert {end.hex for outcome in freed for _, end in outcome.given} == {"A4"}


@pytest.mark.slow
def test_who_has_gone_away_has_given_dm(tmp_path: Path) -> None:
    """a10-62-dm, "was ADJACENT ... during this Player Turn": a1 goes from B3 to B4, out of g1's sight, and g1 is DM still."""
    text = facts_of("B1w B2w B3w B4w", "g1:squad@B2 broken; a1:squad@B3 broken dm", "B2-B3 B3-B4", attacker="american")
    begun = position(text, "asl")
    place = {(("g1", "B3", "survives"),), (("g1", "B2", "stays"),), (("g1", "B1", "survives"),)}
    assert ends(pyrout.phase(begun), 1) == place
    after = pyrout.after(begun, route_to(begun, "a1", "B4"))
    assert "history(g1,enemy_adjacent)" in facts(after)
    assert pyrout.solve(after)["g1"].verdict == "may_rout"
    (tmp_path / "begun.lp").write_text(begun.program())
    assert log(tmp_path, tmp_path / "begun.lp", "a1: B4\ng1: B3\n") == (0, "legal\n")
    # Unarmed, it gives none.
    unarmed = position(text.replace("normal_range(a1,6).", "status(a1,unarmed)."), "asl")
    assert ends(pyrout.phase(unarmed), 1) == {(("g1", "B2", "stays"),)}


@pytest.mark.slow
def test_an_order_that_gives_a_captor() -> None:
    """a20-21-surrender: only if g1 goes first, and is seen by a1, g2 has somebody to surrender to."""
    phase = pyrout.phase(pyrout.load(PHASES / "captor.lp"))
    lost = [o for o in phase.phase[0].outcomes if dict(o.ends)["g2"].end == "surrenders"]
    assert lost and {outcome.order for outcome in lost} == {("g1", "g2")}
    best = phase.phase[0].best
    assert best and best.survivors == 2


def test_who_surrender_together_have_their_turns_together() -> None:
    """a20-21-surrender: next to a1, with nowhere to go, both of B1 surrender at once, whoever would have gone first."""
    text = facts_of("B1. B2.", "g1:squad@B1 broken dm; g2:squad@B1 broken dm; a1:squad@B2", los="B1-B2")
    phase = pyrout.phase(position(text, "asl"))
    assert ends(phase) == {(("g1", None, "surrenders"), ("g2", None, "surrenders"))}


def test_those_who_bail_out_of_one_vehicle_surrender_together() -> None:
    """d6-23-rider, a20-21-captor: they are where it is, also where no fact of their own says so."""
    here = facts_of(
        "B1. B2. B3w",
        "g1:squad@B2 broken dm encircled; g2:squad@B2 broken dm encircled; gv:vehicle@B2; a1:squad@B1",
        "B1-B2 B1-B3",
        "rider(g1,gv). rider(g2,gv).",
    )
    text = here.replace('at(g1,"B2").', "").replace('at(g2,"B2").', "")
    phase = pyrout.phase(position(text, "asl"))
    assert ends(phase) == {(("g1", None, "surrenders"), ("g2", None, "surrenders"))}
    played = pyrout.play(position(text, "asl"), "g1: surrenders a1\n")
    assert played.legal
    taken = {"status(g1,captured)", "guards(a1,g1)", 'at(g1,"B1")'}
    assert facts(played.position) >= taken | {fact.replace("g1", "g2") for fact in taken}


def test_units_that_do_not_touch_are_told_as_a_product() -> None:
    far = facts_of(
        "B1. B2. B3w B4w L1. L2. L3w L4w", "g1:squad@B2 broken dm; g2:squad@L2 broken dm; a1:squad@B1; a2:squad@L1",
        los="B1-B2 L1-L2",
    )  # fmt: skip
    (side,) = pyrout.phase(position(far)).phase
    assert [part.units for part in side.parts] == [("g1",), ("g2",)]
    assert len(side.outcomes) == len(side.parts[0].outcomes) * len(side.parts[1].outcomes)
