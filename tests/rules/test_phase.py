"""The whole Rout Phase: what a rout leaves behind, where the order matters, plans, and phases that were played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from positions_phase import LOST_EITHER_WAY, RISKY, ROOM_FOR_ONE
from tiny import facts_of

import pyrout
from pyrout.cli import main
from pyrout.phases import plan
from pyrout.phases.explore import Explorer, Table
from pyrout.phases.plan import Explored
from pyrout.phases.replay import turn
from pyrout.phases.report import difference, matter_lines
from pyrout.question import ask
from pyrout.report import phase_lines

PHASES = Path(__file__).parents[2] / "instances" / "phases"
PLACE = facts_of(
    "B1. B2. A2. B3w C3. C2w B4. A3. A4.",
    "g1:squad@B2 broken dm; g2:squad@A3 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1",
    los="B1-B2 B1-A2 B1-A3 B1-C2 B1-C3",
)


def position(text: str, rules: str = "aslsk") -> pyrout.Instance:
    return pyrout.parse(text.replace("rules(aslsk)", f"rules({rules})"))


def facts(instance: pyrout.Instance) -> set[str]:
    return {str(fact) for fact in instance.facts}


def changed(before: pyrout.Instance, after: pyrout.Instance) -> tuple[set[str], set[str]]:
    return facts(before) - facts(after), facts(after) - facts(before)


def route_to(instance: pyrout.Instance, unit: str, place: str) -> pyrout.Route:
    answer = pyrout.solve(instance, units=[unit])[unit]
    return next(route for route in answer.routes if route.path[-1] == place)


def ends(phase: pyrout.Phase, side: int = 0) -> set[tuple[tuple[str, str | None, str], ...]]:
    return {tuple((u, end.hex, end.end) for u, end in o.ends) for o in phase.phase[side].outcomes}


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
    found = pyrout.phase(pyrout.load(PHASES / "one-place.lp"))
    assert all({"B3"} == {place for _, place, _ in end if place == "B3"} for end in ends(found))
    assert not [end for end in ends(found) if [place for _, place, _ in end].count("B3") > 1]
    (side,) = found.phase
    rows = {(row.unit, row.after, row.hex, row.rule) for row in side.order_matters}
    assert {("g1", "g2", "B3", "sk-step-stacking"), ("g2", "g1", "B3", "sk-step-stacking")} <= rows
    assert side.best and side.best.survivors == 2 and side.complete


@pytest.mark.slow
def test_an_order_that_changes_only_how_a_unit_is_lost() -> None:
    """a20-21-surrender: g2 is eliminated, or, once g1 is in E6, surrenders to a1. Neither end is a place."""
    (side,) = pyrout.phase(pyrout.parse(LOST_EITHER_WAY)).phase
    (row,) = side.order_matters
    assert row == ("g2", "g1", None, "a20-21-surrender", ("E6",), "eliminated")
    assert side.order_opens == (row._replace(end="surrenders"),)
    once = "if g1 ends in E6 first, g2"
    lines = [f"{once} is no longer eliminated [a20-21-surrender]", f"{once} may then surrender [a20-21-surrender]"]
    assert list(matter_lines(side)) == lines
    # In sight of E6 no more, a1 keeps its concealment.
    (side,) = pyrout.phase(pyrout.parse(LOST_EITHER_WAY.replace('los("B1","E6",0).', ""))).phase
    assert side.order_matters == side.order_opens == ()


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
    found = pyrout.phase(pyrout.load(PHASES / "leader-of-two.lp"))
    assert ends(found) == {
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
    found = pyrout.phase(pyrout.load(PHASES / "attacker-frees.lp"))
    assert ends(found) == {(("g1", "A4", "survives"),), (("g1", "B3", "stays"),)}
    assert (("a1", "B3", "survives"),) in ends(found, 1) and (("a1", None, "eliminated"),) in ends(found, 1)
    freed = [o for o in found.phase[1].outcomes if o.ends[0][1].hex == "B3"]
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
    unarmed = position(text + "status(a1,unarmed).", "asl")
    assert ends(pyrout.phase(unarmed), 1) == {(("g1", "B2", "stays"),)}


@pytest.mark.slow
def test_an_order_that_gives_a_captor() -> None:
    """a20-21-surrender: only if g1 goes first, and is seen by a1, g2 has somebody to surrender to."""
    found = pyrout.phase(pyrout.load(PHASES / "captor.lp"))
    lost = [o for o in found.phase[0].outcomes if dict(o.ends)["g2"].end == "surrenders"]
    assert lost and {outcome.order for outcome in lost} == {("g1", "g2")}
    best = found.phase[0].best
    assert best and best.survivors == 2


def test_who_surrender_together_have_their_turns_together() -> None:
    """a20-21-surrender: next to a1, with nowhere to go, both of B1 surrender at once, whoever would have gone first."""
    text = facts_of("B1. B2.", "g1:squad@B1 broken dm; g2:squad@B1 broken dm; a1:squad@B2", los="B1-B2")
    found = pyrout.phase(position(text, "asl"))
    assert ends(found) == {(("g1", None, "surrenders"), ("g2", None, "surrenders"))}


def test_those_who_bail_out_of_one_vehicle_surrender_together() -> None:
    """d6-23-rider, a20-21-captor: they are where it is, also where no fact of their own says so."""
    here = facts_of(
        "B1. B2. B3w",
        "g1:squad@B2 broken dm encircled; g2:squad@B2 broken dm encircled; gv:vehicle@B2; a1:squad@B1",
        "B1-B2 B1-B3",
        "rider(g1,gv). rider(g2,gv).",
    )
    text = here.replace('at(g1,"B2").', "").replace('at(g2,"B2").', "")
    found = pyrout.phase(position(text, "asl"))
    assert ends(found) == {(("g1", None, "surrenders"), ("g2", None, "surrenders"))}
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


def test_a_limit_of_states_is_said() -> None:
    found = pyrout.phase(position(PLACE), states=4)
    assert not found.complete and found.phase[0].outcomes


def test_the_chance_of_a_plan_is_exact() -> None:
    """One interdicted hex, broken morale 7, in full ASL: it comes through if the NMC is passed (14/36) or failed with
    Casualty Reduction (14/36; the half-squad goes on), and pinned it is safe (6/36); an original 2 is not counted."""
    text = facts_of("B1. B2. B3. B4. B5w", "g1:squad@B3 broken dm; a1:squad@B1", los="B1-B3 B1-B4")
    found = pyrout.phase(position(text + "broken_morale(g1,7).\n", "asl"))
    best = found.phase[0].best
    assert best and best.survivors == 1
    route = dict(best.routes)["g1"]
    crawled = route.posture == "low_crawl"
    assert best.chance == 1 if crawled or not route.interdicted else str(best.chance) == "17/18"


@pytest.mark.slow
def test_what_to_do_after_each_result() -> None:
    """Overstacking makes B4 dear (a5-11-overstack): 3 MF for g2 over three squads, 4 over four, and C7 costs 3 1/2. g1 goes
    through B3, next to a2 who drops its concealment: it passes (14/36) or is reduced (14/36) and is in B4, so that g2 goes to
    C7; an original 12 (1/36) eliminates it, and g2 goes to B4. Pinned next to a2 it surrenders: that is not told."""
    position_ = position(RISKY, "asl")
    found = pyrout.phase(position_)
    best = found.phase[0].best
    assert best and best.order == ("g1", "g2") and str(best.chance) == "7/9"
    assert dict(best.routes)["g2"].path == ("C5", "C6", "C7")
    told = {
        tuple(tuple(n) for n in other.nmc[0]): (str(other.chance), tuple(other.comes_to), dict(other.routes)["g2"].path)
        for other in best.otherwise
    }
    assert told == {
        (("B3", "twelve"),): ("1/36", (None, "eliminated"), ("C5", "B4")),
        (("B3", "fail"),): ("7/18", ("B4", "survives"), ("C5", "C6", "C7")),
    }
    lines = [line.strip() for line in phase_lines(found, position_)]
    assert [line for line in lines if line.startswith("if g1 throws")] == [
        "if g1 throws an original 12 in B3 (chance 1/36): g2: C5 - B4, 3 MF"
    ]


def drawn(text: str, path: str) -> tuple[str, list[tuple[str, str, str, set[str]]]]:
    """Return the chance that g1 passes a route by full ASL, and the other results of its NMC: the result, the end, the chance,
    and the statuses then."""
    explored = Explored(ask(position(text, "asl")))
    (table,) = explored.explorer.tables()
    step = next(s for s in table.steps[0] if s.choice.route and " ".join(s.choice.route.path) == path and s.others)
    return str(step.passed), [
        (
            d.rout.took[-1][1],
            d.rout.end,
            str(d.chance),
            {str(f) for f in table.states[d.state].facts if f.name == "status"},
        )
        for d in step.others
    ]


def test_who_is_pinned_before_it_is_not_thrown_back() -> None:
    """In B4 a2 would throw g1 back (a10-533-repulse) and be seen; pinned in B3 (6/36) g1 never gets there.

    It is lost with the rest but an original 2 (1/36): a squad that breaks again is reduced, a half-squad eliminated.
    """
    text = facts_of(
        "F2. B2. B3. B4w",
        "g1:half_squad@B2 broken dm; a1:squad@F2; a2:squad@B4 concealed",
        los="F2-B2 F2-B3",
        facts="broken_morale(g1,7).",
    )
    passed, others = drawn(text, "B2 B3 B4 B3")
    assert passed == "29/36"
    assert [other[:3] for other in others] == [("pin", "survives", "1/6")]
    assert "status(a2,concealed)" in others[0][3]


def test_whom_a_wound_leaves_too_few_mf_is_not_taken_to_stop_where_they_are_spent() -> None:
    """Wounded in B3 (two of three of the 14/36) a leader has 2 MF left and B5 costs 3: he stops on the way, and the phase
    reports that it does not count him. Two numbers of the die kill him (A17.11)."""
    text = facts_of(
        "F2. B2. B3. B4. B5w", "g1:leader@B2 broken dm; a1:squad@F2", los="F2-B2 F2-B3", facts="broken_morale(g1,7)."
    )
    passed, others = drawn(text, "B2 B3 B4 B5")
    assert passed == "7/18"
    assert sorted(other[:3] for other in others) == [
        ("killed", "eliminated", "7/54"),
        ("pin", "survives", "1/6"),
        ("twelve", "eliminated", "1/36"),
    ]
    assert any("too few MF" in assumed for assumed in pyrout.phase(position(text, "asl")).assumes)


# When the time is over


TWO_GROUPS = facts_of(
    "B1. B2. A2. B3w C3. C2w B4. A3. A4. H7. H8w H9.",
    "g1:squad@B2 broken dm; g2:squad@A3 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1; g5:squad@H7 broken dm",
    los="B1-B2 B1-A2 B1-A3 B1-C2 B1-C3",
)


def test_groups_that_are_done_are_told_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """g1 and g2 depend on each other, and the time for the two of them is over; g5 is far away."""
    whole = pyrout.phase(position(TWO_GROUPS)).phase[0]
    assert [part.units for part in whole.parts] == [("g1", "g2"), ("g5",)]
    explore = Explorer._explore

    def explored(self: Explorer, units: tuple[str, ...], limit: int) -> Table:
        if len(units) > 1:
            raise pyrout.TimeLimit("time limit reached")
        return explore(self, units, limit)

    monkeypatch.setattr(Explorer, "_explore", explored)
    file = tmp_path / "two-groups.lp"
    file.write_text(TWO_GROUPS, encoding="utf-8")
    (side,) = pyrout.phase(position(TWO_GROUPS)).phase
    assert (side.complete, side.multiplied, side.unfinished, side.outcomes) == (False, False, ("g1", "g2"), ())
    assert side.parts == whole.parts[1:]
    assert side.best is not None and [unit for unit, _ in side.best.ends] == ["g5"]
    result = CliRunner().invoke(main, ["phase", str(file)])
    assert "  outcomes of g5, independent of the other units: 2\n" in result.stdout
    assert "  NOT FINISHED: g1 and g2; the results of others may change with them\n" in result.stdout


def test_groups_are_told_whose_last_state_took_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over after the last group, before who depends on whom was looked up."""
    explore = Explorer._explore

    def explored(self: Explorer, units: tuple[str, ...], limit: int) -> Table:
        table = explore(self, units, limit)
        if units == ("g5",):
            self.question.deadline.at = 0.0
        return table

    whole = pyrout.phase(position(TWO_GROUPS)).phase[0]
    monkeypatch.setattr(Explorer, "_explore", explored)
    (side,) = pyrout.phase(position(TWO_GROUPS), timeout=60).phase
    assert (side.unfinished, side.parts) == (("g1", "g2"), whole.parts[1:])


def test_groups_that_are_done_and_depend_on_each_other_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for g1 and g2 is over; that g5 and g6 touch shows only then, and there is no time for the two together."""
    text = TWO_GROUPS + 'unit(g6,german,squad). status(g6,broken). status(g6,dm). at(g6,"H9").'
    explore = Explorer._explore
    rounds: list[list[tuple[str, ...]]] = []

    def explored(self: Explorer, units: tuple[str, ...], limit: int) -> Table:
        if len(units) > 1:
            raise pyrout.TimeLimit("time limit reached")
        return explore(self, units, limit)

    def dependent(self: Explorer, tables: list[Table]) -> list[tuple[str, str]]:
        rounds.append([table.units for table in tables])
        return [("g1", "g2")] if len(rounds) == 1 else [("g5", "g6")]

    monkeypatch.setattr(Explorer, "_explore", explored)
    monkeypatch.setattr(Explorer, "_depends", dependent)
    (side,) = pyrout.phase(position(text)).phase
    assert rounds[:2] == [[("g1",), ("g2",), ("g5",), ("g6",)], [("g5",), ("g6",)]]
    assert (set(side.unfinished), side.parts) == ({"g1", "g2", "g5", "g6"}, ())


def test_what_was_found_with_fewer_states_is_told_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first limit of states leaves some out, and for the next one there is no time."""
    monkeypatch.setattr(plan, "STATES", (4, 8))
    whole = pyrout.phase(position(PLACE)).phase[0]
    tables = Explorer.tables

    def some(self: Explorer, partial: bool = False) -> list[Table]:
        if self.limit > 4:
            self.question.deadline.at = 0.0
            raise pyrout.TimeLimit("time limit reached")
        return tables(self, partial)

    monkeypatch.setattr(Explorer, "tables", some)
    (side,) = pyrout.phase(position(PLACE), timeout=60).phase
    assert not side.complete and not side.unfinished
    assert side.outcomes and {outcome.ends for outcome in side.outcomes} < {outcome.ends for outcome in whole.outcomes}
    file = tmp_path / "place.lp"
    file.write_text(PLACE, encoding="utf-8")
    result = CliRunner().invoke(main, ["phase", str(file), "--timeout", "60"])
    assert result.exit_code == 3 and "time limit reached; the answer is not complete" in result.stderr
    assert "best plan" in result.stdout and "INCOMPLETE" in result.stdout


def test_where_there_is_no_time_for_the_rules_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(self: plan.Told, wanted: object) -> None:
        raise pyrout.TimeLimit("time limit reached")

    whole = pyrout.phase(position(PLACE))
    monkeypatch.setattr(plan.Told, "_why", late)
    found = pyrout.phase(position(PLACE))
    rows = [row._replace(rule=None) for row in whole.phase[0].order_matters]
    assert rows and list(found.phase[0].order_matters) == rows
    assert plan.RULES in found.assumes and plan.RULES not in whole.assumes


def test_the_number_of_states_is_the_one_asked_for_whatever_the_first_limit_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit by limit it comes to the same as at once."""
    for text in (PLACE, RISKY, TWO_GROUPS):
        once = Explored(ask(position(text, "asl"))).phase()
        monkeypatch.setattr(plan, "STATES", (3, 5, 9))
        assert pyrout.phase(position(text, "asl")).to_json() == once.to_json()


# The turns in an order that is asked for


def test_what_an_order_comes_to() -> None:
    """sk-step-stacking: B3 has room for one. g2 has to go there while there is room, and g1 can go nowhere else."""
    before = position(ROOM_FOR_ONE)
    explored = Explored(ask(before))
    (good,) = explored.phase(("g1", "g2")).phase
    assert good.best and good.best.survivors == 2 and good.ordered == good.best
    bad = explored.phase(("g2", "g1"))
    (side,) = bad.phase
    assert side.best == good.best and side.ordered
    assert side.ordered.order == ("g2", "g1") and side.ordered.survivors == 1
    assert {unit: tuple(end) for unit, end in side.ordered.ends} == {
        "g1": (None, "eliminated"),
        "g2": ("B3", "survives"),
    }
    lines = [line.strip() for line in phase_lines(bad, before)]
    assert "in the order g2, g1: 1 of 2 come through, 2 MF; 1 fewer than in the best plan" in lines
    # Units not named have their turns after those named.
    assert explored.phase(("g2",)).phase[0].ordered == side.ordered


def test_the_plans_are_a_log_that_is_legal() -> None:
    before = position(ROOM_FOR_ONE)
    explored = Explored(ask(before))
    for order in ((), ("g2", "g1")):
        found = explored.phase(order)
        assert [line.partition(":")[0] for line in found.log] == list(order or ("g1", "g2"))
        assert pyrout.play(before, "\n".join(found.log)).legal


def test_the_order_of_units_that_do_not_touch_is_kept() -> None:
    far = facts_of(
        "B1. B2. B3w B4w L1. L2. L3w L4w", "g1:squad@B2 broken dm; g2:squad@L2 broken dm; a1:squad@B1; a2:squad@L1",
        los="B1-B2 L1-L2",
    )  # fmt: skip
    found = pyrout.phase(position(far), order=("g2", "g1"))
    assert found.phase[0].ordered and found.phase[0].ordered.order == ("g2", "g1")
    assert [line.partition(":")[0] for line in found.log] == ["g2", "g1"]


@pytest.mark.slow
def test_an_order_of_both_sides() -> None:
    """The attacker goes first whatever is asked, and the defender's plan is that after what the attacker's comes to."""
    found = pyrout.phase(pyrout.load(PHASES / "attacker-frees.lp"), order=("a1", "g1"))
    assert [line.partition(":")[0] for line in found.log] == ["g1", "a1"]
    defender = found.phase[1].ordered
    assert defender and {end.hex for _, end in defender.given} == {"B3"} and defender.survivors == 0


@pytest.mark.parametrize(
    ("order", "said"), [(("g9",), "g9 has no turn"), (("a1",), "a1 has no turn"), (("g1", "g1"), "names g1 twice")]
)
def test_an_order_of_nobody_is_refused(order: tuple[str, ...], said: str) -> None:
    with pytest.raises(pyrout.UsageError, match=said):
        pyrout.phase(position(ROOM_FOR_ONE), order=order)


def test_the_command_takes_an_order(tmp_path: Path) -> None:
    file = tmp_path / "one.lp"
    file.write_text(ROOM_FOR_ONE)
    result = CliRunner().invoke(main, ["phase", str(file), "--order", "g2, g1", "--json"])
    told = json.loads(result.output)
    assert told["phase"][0]["ordered"]["ends"]["g1"]["end"] == "eliminated"
    assert told["log"] == ["g2: B3", "g1: eliminated"]
    assert "ordered" not in json.loads(CliRunner().invoke(main, ["phase", str(file), "--json"]).output)["phase"][0]
    refused = CliRunner().invoke(main, ["phase", str(file), "--order", "g1", "--log", str(file)])
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (2, 1)


# A phase that was played


def log(tmp_path: Path, instance: Path, lines: str, *more: str) -> tuple[int, str]:
    path = tmp_path / "played.log"
    path.write_text(lines)
    result = CliRunner().invoke(main, ["phase", str(instance), "--log", str(path), *more])
    return result.exit_code, result.output


def test_a_legal_log(tmp_path: Path) -> None:
    after = tmp_path / "after.lp"
    code, said = log(tmp_path, PHASES / "one-place.lp", "% first\ng1: B2 A3 B3(pass)\ng2: A4\n")
    assert (code, said.splitlines()[-1]) == (1, "illegal: nobody interdicts g1 in B3: there is no NMC to take")
    code, said = log(tmp_path, PHASES / "one-place.lp", "% first\ng1: B3\ng2: A4\n", "-o", str(after))
    assert code == 0 and said.splitlines()[-1] == "legal"
    assert {'at(g1,"B3")', 'at(g2,"A4")', "routed(g1)", "routed(g2)"} <= facts(pyrout.load(after))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("g2: B3\ng1: B3\n", "sk-step-stacking"),  # full by then
        ("g1: B3\ng1: B4\n", "sk-once"),
        ("g1: B3\n", "g2 had to rout"),
        ("g1: stays\n", "g1 must rout"),
        ("g1: eliminated\n", "it must rout, and can"),
        ("g1: surrenders a1\n", "does not surrender"),
        ("g3: B4\n", "it has no turn"),
        ("g1: B3 surrenders a1\n", "does not surrender there"),
    ],
)
def test_the_first_illegal_line_is_told(tmp_path: Path, lines: str, said: str) -> None:
    code, output = log(tmp_path, PHASES / "one-place.lp", lines)
    assert code == 1 and said in output


# The attacker's g1 has to rout, and g2 may. The defender's a1 may.
BOTH_SIDES = facts_of(
    "B1. B2. B3w E5. E6w H2. H3w K1. K2.",
    "g1:squad@B2 broken dm; g2:squad@E5 broken dm; a1:squad@H2 broken dm; a2:squad@B1",
    los="B1-B2",
)
FIRST = "the attacker's units rout before the defender's"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "order", "once"), [("aslsk", "sk-order", "sk-once"), ("asl", "a10-5-order", "a10-5-once")]
)
@pytest.mark.parametrize(
    ("lines", "number", "said", "because"),
    [
        ("a1: H3\ng1: B3\ng2: E6\n", 1, f"{FIRST}, and g1 has yet to rout", ("g1",)),
        ("g1: B3\na1: H3\ng2: E6\n", 3, FIRST, ()),
        ("g1: B3\na1: stays\ng2: stays\n", 3, FIRST, ()),
        ("g1: B3\na1: H3\ng1: B2\n", 3, "g1 has had its turn", None),
        ("g1: B3\ng2: E6\na1: H3\n", None, None, None),
    ],
)
def test_the_turns_of_both_sides_in_order(
    lines: str, number: int | None, said: str | None, because: tuple[str, ...] | None, rules: str, order: str, once: str
) -> None:
    """sk-order, a10-5-order: the defender's line is too early, or the attacker's too late. g1, which did rout, routs twice."""
    found = pyrout.play(position(BOTH_SIDES, rules), lines)
    assert (found.legal, found.line, found.said) == (number is None, number, said)
    reasons = [] if number is None else [(once, ())] if because is None else [(order, because)]
    assert list(found.faults) == reasons


@pytest.mark.parametrize(
    ("rules", "number", "said", "fault"),
    [
        ("aslsk", 3, FIRST, ("sk-order", ())),
        ("asl", 2, f"{FIRST}, and g3 has yet to surrender", ("a10-5-order", ("g3",))),
    ],
)
def test_who_is_lost_is_lost_before_the_defender_routs(
    rules: str, number: int, said: str, fault: tuple[str, tuple[str, ...]]
) -> None:
    """sk-order, a10-5-order: next to a3, g3 can go nowhere. Its elimination needs no line, and a late one is out of order."""
    more = 'unit(g3,german,squad). at(g3,"K2"). status(g3,broken). status(g3,dm). '
    more += 'unit(a3,american,squad). at(a3,"K1"). normal_range(a3,6). los("K1","K2",0).'
    found = pyrout.play(position(BOTH_SIDES + more, rules), "g1: B3\na1: H3\ng3: eliminated\n")
    assert (found.line, found.said, found.faults) == (number, said, (fault,))


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "order"), [("aslsk", "sk-order"), ("asl", "a10-5-order")])
def test_turns_of_both_sides_played_one_by_one(rules: str, order: str) -> None:
    """sk-order, a10-5-order: as the page plays them, each in the position that the last has left."""
    begun = position(BOTH_SIDES, rules)
    with pytest.raises(pyrout.UsageError, match=rf"{FIRST}, and g1 has yet to rout \[{order}\]"):
        turn(ask(begun), "a1: H3")
    both = turn(ask(turn(ask(begun), "g1: B3")), "a1: H3")
    with pytest.raises(pyrout.UsageError, match=rf"g2: E6: {FIRST} \[{order}\]"):
        turn(ask(both), "g2: E6")
    assert turn(ask(both), "g2: stays") == both


@pytest.mark.parametrize("lines", ["g1 B3\n", "g9: B3\n", "g1: B3(perhaps)\n", "g1: \n", "g1: nowhere\n"])
def test_a_line_that_says_nothing_is_refused_in_one_line(tmp_path: Path, lines: str) -> None:
    code, output = log(tmp_path, PHASES / "one-place.lp", lines)
    assert code == 2 and len(output.splitlines()) == 1 and "played.log:1:" in output


def test_a_result_that_needs_a_fact_is_bad_input_and_not_an_illegal_rout() -> None:
    """a15-hob: an original 2 without what comes of it. A partner elsewhere stays an illegal rout."""
    text = facts_of("F2. B2. B3. B4w", "g1:squad@B2 broken dm; l1:leader@B4; a1:squad@F2", los="F2-B2 F2-B3")
    with pytest.raises(
        pyrout.InstanceError, match=r"^log:1:1: nmc\(g1,\"B3\",two\) is refused by the rule set asl; an original 2 "
    ):
        pyrout.play(position(text, "asl"), "g1: B3(two) B4\n")
    played = pyrout.play(position(text, "asl"), "g1+l1: B3 B4\n")
    assert (played.legal, played.line) == (False, 1)


def test_the_json_has_the_fields_of_the_contract() -> None:
    result = CliRunner().invoke(main, ["phase", str(PHASES / "one-place.lp"), "--json"])
    (side,) = json.loads(result.output)["phase"]
    assert {"side", "units", "outcomes", "complete", "order_matters", "best"} <= set(side)
    assert set(side["outcomes"][0]) == {"ends", "order"} and set(side["best"]) >= {"order", "routes", "survivors"}
    assert set(side["order_matters"][0]) == {"unit", "after", "hex", "rule", "where"}


def test_the_json_names_the_end_of_a_unit_that_is_lost() -> None:
    (side,) = pyrout.phase(pyrout.parse(LOST_EITHER_WAY)).to_json()["phase"]
    (row,) = side["order_matters"]
    assert (row["hex"], row["end"]) == (None, "eliminated")


@pytest.mark.parametrize(("rules", "lost"), [("aslsk", "eliminated"), ("asl", "surrenders")])
def test_a_plan_that_loses_a_unit_risks_no_other_for_less_mf(rules: str, lost: str) -> None:
    """There is room for g1 in B3, not for g2: nobody can save it. By B4 g1 would take an NMC for 2 MF less."""
    text = facts_of(
        "B1- B2. B3. B4. B5w C4b C5. F2.",
        "g1:crew@B2 broken dm; g2:squad@B2 broken dm; g3:squad@B3; g4:squad@B3; g5:crew@B3; a1:squad@B1; a2:squad@F2",
        los="B1-B2 F2-B4",
        facts="broken_morale(g1,7). broken_morale(g2,7).",
    )
    (side,) = pyrout.phase(position(text, rules)).phase
    assert side.best and not side.parts  # the two depend on each other
    ends = dict(side.best.ends)
    assert (ends["g2"].end, side.best.survivors, side.best.chance) == (lost, 1, 0)
    assert side.best.kept == 1
    (((unit, route),)) = side.best.routes
    assert (unit, route.interdicted) == ("g1", ())


def test_the_chance_that_no_more_are_lost_is_that_of_all_groups() -> None:
    """g9 is far from the others, and lost whatever they do: the risk of g1 still decides and is printed."""
    text = facts_of(
        "A3. F2. B2. B3. B4w C5. C6g C7w E5. R1- R2.",
        "g1:squad@B2 broken dm; g2:squad@C5 broken dm; g3:squad@B4; g4:squad@B4; g5:squad@B4; g9:squad@R2 broken dm; "
        "a1:squad@F2; a2:squad@A3 concealed; a3:squad@E5; a9:squad@R1",
        los="F2-B2 F2-B3 A3-B3 E5-C5 R1-R2",
        facts='broken_morale(g1,7). broken_morale(g2,7). reveal(a2,g1,"B3",after).',
    )
    found = pyrout.phase(position(text, "asl"))
    best = found.phase[0].best
    assert best and (best.survivors, best.chance, str(best.kept)) == (2, 0, "7/9")
    lines = [line.strip() for line in phase_lines(found, position(text, "asl"))]
    assert "best plan: 2 of 3 come through, chance that no more are lost 7/9, 7½ MF" in lines
    riskier = best._replace(kept=best.kept / 2)
    assert difference(riskier, best) == "as many as in the best plan, but there no more are lost with chance 7/9"


def test_who_has_no_step_left_is_kept_out_by_stacking() -> None:
    """B3 is no cover, and has room for one of the two; whoever is left out is eliminated, but that is not the cause."""
    text = facts_of(
        "B1- B2. B3. B4. B5-",
        "g1:squad@B2 broken dm; g2:squad@B4 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1; a2:squad@B5",
        los="B1-B2 B5-B4",
    )
    (side,) = pyrout.phase(position(text)).phase
    closed = {(row.unit, row.after, row.hex, row.rule) for row in side.order_matters}
    assert closed == {("g1", "g2", "B3", "sk-step-stacking"), ("g2", "g1", "B3", "sk-step-stacking")}


def test_what_is_not_tried_is_told() -> None:
    """One of two loads that it takes, and leaders beyond the third who could go along."""
    two = position(
        facts_of("B1. B2. B3w", "g1:squad@B2 broken dm; a1:squad@B1", los="B1-B2")
        + "possesses(g1,w1). possesses(g1,w2). sw(w1,mmg,3,10). sw(w2,hmg,3,16)."
    )
    assert any("first that is listed" in assumed for assumed in pyrout.phase(two).assumes)
    leaders = "; ".join(f"g{n}:leader@B2" for n in range(2, 6))
    found = pyrout.phase(
        position(facts_of("B1. B2. B3w", f"g1:squad@B2 broken dm; {leaders}; a1:squad@B1", los="B1-B2"))
    )
    assert not found.phase[0].complete
    assert any("more than 3 leaders" in assumed for assumed in found.assumes)


def test_no_limit_of_states_tries_more_leaders() -> None:
    """Nor is the phase explored again with a higher one: after some states it is settled, though not complete."""
    leaders = "; ".join(f"g{n}:leader@B2" for n in range(2, 6))
    four = facts_of("B1. B2. B3w", f"g1:squad@B2 broken dm; {leaders}; a1:squad@B1", los="B1-B2")
    explored = Explored(ask(position(four)), states=400)
    assert explored.settled and not explored.complete
    assert not Explored(ask(position(four)), states=2).settled


# From one position to another


def moved(text: str, **places: str) -> str:
    """The position with units elsewhere."""
    for unit, place in places.items():
        start = text.index(f'at({unit},"')
        text = text[:start] + f'at({unit},"{place}")' + text[text.index(")", start) + 1 :]
    return text


def between(tmp_path: Path, after: str, *more: str) -> tuple[int, str]:
    path = tmp_path / "after.lp"
    path.write_text(after, encoding="utf-8")
    result = CliRunner().invoke(main, ["phase", str(PHASES / "one-place.lp"), "--after", str(path), *more])
    return result.exit_code, result.output


@pytest.mark.slow
def test_a_phase_that_leads_from_one_position_to_another(tmp_path: Path) -> None:
    """Units have other names in the second file, as in another saved game; the lines that are found are legal."""
    before = (PHASES / "one-place.lp").read_text()
    renamed = moved(before, g1="A4", g2="B3").replace("g1", "x").replace("g2", "g1")
    code, said = between(tmp_path, renamed, "--json")
    assert code == 0
    code, said = log(
        tmp_path, PHASES / "one-place.lp", "\n".join(json.loads(said)["log"]), "-o", str(tmp_path / "b.lp")
    )
    assert code == 0, said
    assert {str(fact.args[1]) for fact in pyrout.load(tmp_path / "b.lp").of("at")} == {"A4", "B3", "B1"}
    assert "a legal Rout Phase leads there" in between(tmp_path, renamed)[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "said"),
    [
        (
            {"g1": "B3", "g2": "B3"},
            "2 broken german squad more in B3: not reached by any phase tried",
        ),  # room for one
        ({"g1": "B3", "g2": "A4", "a1": "C2"}, "1 american squad more in C2: not reached by any phase tried"),
        ({}, "no broken german squad more or fewer in B2: not reached by any phase tried"),  # both have to rout
    ],
)
def test_a_position_that_no_phase_leads_to(tmp_path: Path, places: dict[str, str], said: str) -> None:
    code, output = between(tmp_path, moved((PHASES / "one-place.lp").read_text(), **places))
    assert code == 1 and said in output and "no legal Rout Phase leads there" in output


UNDER_FIRE = "F2. B2. B3. B4. B5w", "F2-B2 F2-B3 F2-B4"


@pytest.mark.slow
@pytest.mark.parametrize("morale", ["", "broken_morale(g1,7)."])
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
@pytest.mark.parametrize(
    ("begins", "ends", "logs"),
    [
        ("squad@B2 broken dm", "half_squad@B5 broken", {"g1: B3(fail) B4 B5", "g1: B3 B4(fail) B5"}),
        ("squad@B2 broken dm", "squad@B4 broken", {"g1: B3 B4(pin)"}),
        ("squad@B2 broken dm", "half_squad@B4 broken", {"g1: B3(fail) B4(pin)"}),
        ("squad@B2 broken dm", "", {"g1: B3(fail) B4(fail)", "g1: B3(twelve)", "g1: B3 B4(twelve)"}),
        ("half_squad@B2 broken dm", "", {"g1: B3(fail)", "g1: B3 B4(fail)", "g1: B3(twelve)", "g1: B3 B4(twelve)"}),
        ("leader@B2 broken dm", "leader@B4 broken wounded", {"g1: B3(fail) B4", "g1: B3 B4(fail)"}),
    ],
)
def test_every_result_of_an_nmc_is_tried(begins: str, ends: str, logs: set[str], rules: str, morale: str) -> None:
    """sk-nmc, a10-53-nmc, a10-64-fate: a phase leads there by a result that is not a pass, whether its chance is known or not."""
    text = facts_of(UNDER_FIRE[0], f"g1:{begins}; a1:squad@F2", UNDER_FIRE[1], morale)
    after = facts_of(UNDER_FIRE[0], f"g1:{ends}; a1:squad@F2" if ends else "a1:squad@F2", UNDER_FIRE[1])
    found = pyrout.between(position(text, rules), pyrout.parse(after.replace("aslsk", rules), need="position"))
    assert found.reachable and found.log[0] in logs, found
    assert pyrout.play(position(text, rules), "\n".join(found.log)).legal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("units", "facts_", "rules", "untried"),
    [
        ("", "", "aslsk", ()),
        ("", "", "asl", ("Heat of Battle",)),
        ("; g3:leader@B2", "", "aslsk", ("an LLMC",)),
        ("; a2:squad@F4 concealed", 'los("F4","B4",0).', "asl", ("Heat of Battle", "drop their concealment")),
    ],
)
def test_what_no_roll_is_tried_for_leaves_a_no_open(
    units: str, facts_: str, rules: str, untried: tuple[str, ...]
) -> None:
    """g1 cannot come to F6, neither by what is tried nor by anything else; for certain only where all is tried."""
    hexes, los = UNDER_FIRE
    before = facts_of(f"{hexes} F4. F6.", f"g1:squad@B2 broken dm{units}; a1:squad@F2", los, facts_)
    found = pyrout.between(position(before, rules), position(moved(before, g1="F6"), rules))
    assert not found.reachable and found.complete is not bool(untried)
    assert all(any(what in note for note in found.notes) for what in untried)


def test_a_wound_is_told_apart() -> None:
    """a17-2: a leader whom nobody could wound is no more wounded after the phase than before."""
    before = facts_of("B1. B2. B3w", "g1:leader@B2 broken dm; a1:squad@B1", "B1-B2")
    after = moved(before, g1="B3")
    assert pyrout.between(position(before), position(after)).reachable
    found = pyrout.between(position(before), position(after + "status(g1,wounded)."))
    assert not found.reachable and "1 broken wounded german leader more in B3" in found.unexplained


def test_what_was_not_tried_is_no_certain_no(tmp_path: Path) -> None:
    """a10-41-voluntary: g2, next to a1, may break on purpose, and where it did no phase is found: that is said. By the Starter
    Kit rules nobody does, and nothing is left open."""
    here = facts_of("B1. B2. B3w A3.", "g1:squad@B3 broken dm; g2:squad@B2; a1:squad@B1", los="B1-B2 B1-B3/3")
    before, after = tmp_path / "before.lp", tmp_path / "after.lp"
    for rules, headline, told in (
        ("asl", "no legal Rout Phase was found", True),
        ("aslsk", "no legal Rout Phase leads there", False),
    ):
        text = here.replace("rules(aslsk)", f"rules({rules})")
        before.write_text(text, encoding="utf-8")
        after.write_text(moved(text, g2="A3") + "status(g2,broken). status(g2,dm).", encoding="utf-8")
        result = CliRunner().invoke(main, ["phase", str(before), "--after", str(after)])
        assert (result.exit_code, headline in result.output) == (1, True), result.output
        assert ("not tried: units that break on purpose" in result.output, "INCOMPLETE" in result.output) == (
            told,
            told,
        )


def test_a_phase_after_which_nobody_is_left(tmp_path: Path) -> None:
    """The file that `--log -o` writes is a second file, though nobody in it may rout."""
    before, log_, after = (tmp_path / name for name in ("before.lp", "log.txt", "after.lp"))
    here = facts_of("B1. B2. B3-", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3", los="B1-B2 B3-B2", facts="")
    before.write_text(here, encoding="utf-8")
    log_.write_text("g1: eliminated", encoding="utf-8")
    assert CliRunner().invoke(main, ["phase", str(before), "--log", str(log_), "-o", str(after)]).exit_code == 0
    result = CliRunner().invoke(main, ["phase", str(before), "--after", str(after)])
    assert (result.exit_code, "a legal Rout Phase leads there" in result.output) == (0, True), result.output


@pytest.mark.slow
def test_results_of_nmc_lead_elsewhere(tmp_path: Path) -> None:
    """In the position of `test_what_to_do_after_each_result` g1 can be reduced in B3, and get to B4 as a half-squad."""
    before, after = tmp_path / "before.lp", tmp_path / "after.lp"
    text = RISKY.replace("rules(aslsk)", "rules(asl)")
    before.write_text(text, encoding="utf-8")
    reduced = moved(text, g1="B4", g2="C7").replace("unit(g1,german,squad)", "unit(g1,german,half_squad)")
    after.write_text(reduced.replace('reveal(a2,g1,"B3",after).', "").replace("status(a2,concealed).", ""))
    found = CliRunner().invoke(main, ["phase", str(before), "--after", str(after), "--json"])
    assert found.exit_code == 0, found.output
    assert json.loads(found.output)["log"] == ["g1: B3(fail) B4", "g2: C6 C7"]


def test_a_log_and_a_second_file_do_not_go_together(tmp_path: Path) -> None:
    code, said = between(tmp_path, (PHASES / "one-place.lp").read_text(), "--log", str(tmp_path / "x"))
    assert code == 2 and len(said.splitlines()) == 1 and "leave out one of them" in said


def test_the_chances_do_not_depend_on_the_first_limit_of_states() -> None:
    """Three half-squads: past the first 25 states an NMC leads to more, and without their chances the cheapest way would be
    the best. a1 and c1 interdict in the open; a Low Crawl comes through for certain."""
    names = {"A1": (0, 1), "A2": (0, 3), "A3": (0, 5), "B2": (1, 4), "B3": (1, 6), "D2": (3, 4)}
    facts = [f'hex("{name}",{c},{r}). terrain("{name}",open_ground).' for name, (c, r) in names.items()]
    facts += [f'los("{a}","{b}",0).' for a in names for b in names if a < b]
    facts += [
        f'unit({u},german,half_squad). at({u},"{at}"). status({u},broken). status({u},dm). broken_morale({u},7).'
        for u, at in (("g1", "A2"), ("g2", "A2"), ("g3", "B2"))
    ]
    facts += ['unit(f1,german,squad). at(f1,"A3"). unit(f2,german,squad). at(f2,"A3").']
    facts += [
        f'unit({e},american,squad). at({e},"{at}"). normal_range({e},6).' for e, at in (("a1", "A1"), ("c1", "D2"))
    ]
    text = "rules(aslsk). side(german). side(american). attacker(american). month(7)." + " ".join(facts)
    best = pyrout.phase(pyrout.parse(text)).phase[0].best
    assert best is not None and str(best.chance) == "1"
    assert {route.posture for _, route in best.routes} == {"low_crawl"}
