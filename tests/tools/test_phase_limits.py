"""The whole Rout Phase under limits of time, states and tries: what is left out is reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from phases import PLACE, position
from positions_phase import RISKY
from tiny import facts_of

import pyrout
from pyrout.cli import main
from pyrout.phases import plan
from pyrout.phases.explore import Explorer, Table
from pyrout.phases.plan import Explored
from pyrout.question import ask


def test_a_limit_of_states_is_said() -> None:
    phase = pyrout.phase(position(PLACE), states=4)
    assert not phase.complete and phase.phase[0].outcomes


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


def test_the_attackers_units_are_told_of_a_group_for_which_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attacker's units rout first, so that what the defender's a2 does afterwards changes nothing for them."""
    whole = pyrout.phase(position(TWO_GROUPS)).phase[0]
    text = TWO_GROUPS + 'unit(a2,american,squad). status(a2,broken). status(a2,dm). at(a2,"H9").'
    text = re.sub(r"attacker\(\w+\)", "attacker(german)", text)
    explore, depends = Explorer._explore, Explorer._depends

    def explored(self: Explorer, units: tuple[str, ...], limit: int) -> Table:
        if "a2" in units and len(units) > 1:
            raise pyrout.TimeLimit("time limit reached")
        return explore(self, units, limit)

    def dependent(self: Explorer, tables: list[Table]) -> list[tuple[str, str]]:
        there = {unit for table in tables for unit in table.units}
        return [*depends(self, tables), *([("g1", "a2")] if {"g1", "a2"} <= there else [])]

    monkeypatch.setattr(Explorer, "_explore", explored)
    monkeypatch.setattr(Explorer, "_depends", dependent)
    attackers, defenders = pyrout.phase(position(text)).phase
    assert attackers.side == "german" and not attackers.unfinished and attackers.best is not None
    assert {part.units: {outcome.ends for outcome in part.outcomes} for part in attackers.parts} == {
        part.units: {outcome.ends for outcome in part.outcomes} for part in whole.parts
    }
    assert (defenders.unfinished, defenders.parts, defenders.best) == (("a2",), (), None)


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
    phase = pyrout.phase(position(PLACE))
    rows = [row._replace(rule=None) for row in whole.phase[0].order_matters]
    assert rows and list(phase.phase[0].order_matters) == rows
    assert plan.RULES in phase.assumes and plan.RULES not in whole.assumes


@pytest.mark.slow
def test_the_number_of_states_is_the_one_asked_for_whatever_the_first_limit_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result limit by limit is that of one run."""
    for text in (PLACE, RISKY, TWO_GROUPS):
        once = Explored(ask(position(text, "asl"))).phase()
        monkeypatch.setattr(plan, "STATES", (3, 5, 9))
        assert pyrout.phase(position(text, "asl")).to_json() == once.to_json()


def test_what_is_not_tried_is_told() -> None:
    """One of two loads that it takes, and leaders beyond the third who could go along."""
    two = position(
        facts_of("B1. B2. B3w", "g1:squad@B2 broken dm; a1:squad@B1", los="B1-B2")
        + "possesses(g1,w1). possesses(g1,w2). sw(w1,mmg,3,10). sw(w2,hmg,3,16)."
    )
    assert any("first that is listed" in assumed for assumed in pyrout.phase(two).assumes)
    leaders = "; ".join(f"g{n}:leader@B2" for n in range(2, 6))
    phase = pyrout.phase(
        position(facts_of("B1. B2. B3w", f"g1:squad@B2 broken dm; {leaders}; a1:squad@B1", los="B1-B2"))
    )
    assert not phase.phase[0].complete
    assert any("more than 3 leaders" in assumed for assumed in phase.assumes)


def test_no_limit_of_states_tries_more_leaders() -> None:
    """Nor is the phase explored again with a higher one: after some states it is settled, though not complete."""
    leaders = "; ".join(f"g{n}:leader@B2" for n in range(2, 6))
    four = facts_of("B1. B2. B3w", f"g1:squad@B2 broken dm; {leaders}; a1:squad@B1", los="B1-B2")
    explored = Explored(ask(position(four)), states=400)
    assert explored.settled and not explored.complete
    assert not Explored(ask(position(four)), states=2).settled


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
