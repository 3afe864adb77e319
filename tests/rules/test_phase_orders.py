"""An order or a log of turns: its plan, its first illegal line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from phases import PHASES, between, facts, log, position
from positions_phase import LOST_EITHER_WAY, ROOM_FOR_ONE
from tiny import facts_of

import pyrout
from pyrout.cli import main
from pyrout.phases.plan import Explored
from pyrout.phases.replay import turn
from pyrout.phases.report import turn_lines
from pyrout.question import ask
from pyrout.report import phase_lines


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


def test_however_many_there_are_each_has_its_turn() -> None:
    """sk-must-adjacent: five squads, none near another, and each between an enemy and woods."""
    columns = "BFJNR"
    hexes = " ".join(f"{column}0. {column}1. {column}2w" for column in columns)
    units = "; ".join(f"g{n}:squad@{column}1 broken dm; a{n}:squad@{column}0" for n, column in enumerate(columns))
    los = " ".join(f"{column}0-{column}1" for column in columns)
    (side,) = pyrout.phase(position(facts_of(hexes, units, los))).phase
    assert side.best and {unit: end.hex for unit, end in side.best.ends} == {
        f"g{n}": f"{column}2" for n, column in enumerate(columns)
    }


@pytest.mark.slow
def test_the_best_plan_stands_before_the_first_outcomes() -> None:
    before = pyrout.load(PHASES / "one-place.lp")
    lines = [line.strip() for line in phase_lines(pyrout.phase(before), before)]
    first = lines.index("outcomes: 7")
    assert lines[3] == "best plan: 2 of 2 come through, 3 MF" and first > 3
    assert [line[:3] for line in lines[first + 1 : first + 6]] == ["g1 "] * 5
    assert lines[first + 6] == "and 2 more (--all lists them)"
    assert not any(line.startswith("states") for line in lines)


def test_the_plans_are_a_log_that_is_legal() -> None:
    before = position(ROOM_FOR_ONE)
    explored = Explored(ask(before))
    for order in ((), ("g2", "g1")):
        phase = explored.phase(order)
        assert [line.partition(":")[0] for line in phase.log] == list(order or ("g1", "g2"))
        assert pyrout.play(before, "\n".join(phase.log)).legal


def test_the_order_of_units_that_do_not_touch_is_kept() -> None:
    far = facts_of(
        "B1. B2. B3w B4w L1. L2. L3w L4w", "g1:squad@B2 broken dm; g2:squad@L2 broken dm; a1:squad@B1; a2:squad@L1",
        los="B1-B2 L1-L2",
    )  # fmt: skip
    phase = pyrout.phase(position(far), order=("g2", "g1"))
    assert phase.phase[0].ordered and phase.phase[0].ordered.order == ("g2", "g1")
    assert [line.partition(":")[0] for line in phase.log] == ["g2", "g1"]


@pytest.mark.slow
def test_an_order_of_both_sides() -> None:
    """The attacker goes first whatever is asked, and the defender's plan is that after what the attacker's comes to."""
    phase = pyrout.phase(pyrout.load(PHASES / "attacker-frees.lp"), order=("a1", "g1"))
    assert [line.partition(":")[0] for line in phase.log] == ["g1", "a1"]
    defender = phase.phase[1].ordered
    assert defender and {end.hex for _, end in defender.given} == {"B3"} and defender.survivors == 0


@pytest.mark.parametrize(
    ("order", "said"), [(("g9",), "g9 has no turn"), (("a1",), "a1 has no turn"), (("g1", "g1"), "names g1 twice")]
)
def test_an_order_of_nobody_is_refused(order: tuple[str, ...], said: str) -> None:
    with pytest.raises(pyrout.UsageError, match=said):
        pyrout.phase(position(ROOM_FOR_ONE), order=order)


@pytest.mark.slow
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


@pytest.mark.slow
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
@pytest.mark.slow
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
    phase = pyrout.play(position(BOTH_SIDES, rules), lines)
    assert (phase.legal, phase.line, phase.said) == (number is None, number, said)
    reasons = [] if number is None else [(once, ())] if because is None else [(order, because)]
    assert list(phase.faults) == reasons


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
    phase = pyrout.play(position(BOTH_SIDES + more, rules), "g1: B3\na1: H3\ng3: eliminated\n")
    assert (phase.line, phase.said, phase.faults) == (number, said, (fault,))


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
@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_log_and_a_second_file_do_not_go_together(tmp_path: Path) -> None:
    code, said = between(tmp_path, (PHASES / "one-place.lp").read_text(), "--log", str(tmp_path / "x"))
    assert code == 2 and len(said.splitlines()) == 1 and "leave out one of them" in said


@pytest.mark.parametrize(("beyond", "end"), [("; a2:squad@B4", ", and is eliminated"), ("", "")])
def test_a_turn_of_the_plan_says_that_its_unit_is_lost(beyond: str, end: str) -> None:
    """sk-ftr-adjacent: in B3 g1 meets a2 in B4, or nobody."""
    text = facts_of("B1. B2. B3. B4.", f"g1:squad@B2 broken dm; a1:squad@B1{beyond}", los="B1-B2 B4-B3")
    (side,) = pyrout.phase(pyrout.parse(text)).phase
    assert side.best
    (line,) = turn_lines(side.best)
    assert line.startswith("1. g1: ") and line.endswith(f"MF{end}")
