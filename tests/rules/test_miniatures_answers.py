"""Answers of the two tabletop systems: known ones, random tables against the enumerator, dice."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import agreement_miniatures
import pytest
from command_line import run
from enumerator_miniatures import Line, solve, whole
from positions_miniatures import random_battle, random_retreat
from table_files import INSTANCES, ROOT, SYSTEMS, table, told, unit
from undecided import undecided

import pyrout
from pyrout.lab import verify
from pyrout.miniatures.solver import TableSolver
from pyrout.question import ask

pytestmark = pytest.mark.slow


# ---------------------------------------------------------------------------------------------------------------------
# Known answers


def expected(text: str) -> dict[str, set[str]]:
    """The ``expect`` facts of an instance, all of one unit."""
    answers: dict[str, set[str]] = {}
    for kind, value in re.findall(r'expect\(a,(\w+)\("?([\w/,]+)"?\)\)\.', text):
        answers.setdefault(kind, set()).update({value} - {"none"})
    return answers


def enumerated(lines: list[Line], kind: str) -> set[str]:
    """Return the enumerator's answer for the unit a."""
    own = [[event for event in line.events if event.unit == "a"] for line in lines]
    notes = [dict(event.notes) for line in lines for event in line.events]
    fate = [dict(line.fates)["a"] for line in lines]
    match kind:
        case "routes":
            return {str(len(lines))}
        case "fate":
            return set(fate)
        case "first_stop":
            return {next(event.path[-1] for event in events if event.path) for events in own}
        case "last_stop":
            alive = ("rallied", "held")
            ends = zip(own, fate, strict=True)
            return {[event.path for event in events if event.path][-1][-1] for events, end in ends if end in alive}
        case "turns":
            return {str(line.events[-1].turn) for line in lines}
        case "rallied" | "removed" | "off_table":
            return {str(sum((line.chance for line in lines if dict(line.fates)["a"] == kind), Fraction(0)))}
        case "stopped_by" | "checks" | "shaken" | "routed":
            note = "stops" if kind == "stopped_by" else kind
            return {str(name) for note_of in notes for name in note_of.get(note, ())}  # type: ignore[attr-defined]
        case "frontage":
            return {str(dict(event.notes)["frontage"]) for events in own for event in events if event.does == "routs"}
        case "lost":
            return {str(sum(dict(event.notes).get("lost", 0) for event in events)) for events in own}  # type: ignore[misc]
        case "way":
            ways = {str(dict(event.notes)["way"]) for events in own for event in events if event.does == "routs"}
            return {way.removesuffix(" straight") for way in ways}
        case "verdict":
            destroyed = all(line.events[0].does == "is_destroyed" for line in lines)
            retreats = own[0][0].does == "retreats"
            return {"eliminated" if destroyed else "retreats" if retreats else "routs"}
    raise AssertionError(f"no such kind of expect fact: {kind}")


def test_there_are_enough_instances() -> None:
    assert len(INSTANCES) >= 30
    assert {path.stem.partition("-")[0] for path in INSTANCES} == set(SYSTEMS)


@pytest.mark.parametrize("path", INSTANCES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_the_enumerator_gives_the_known_answer(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith('% "'), "an instance begins with the sentence that decides it"
    lines = solve(text)["a"]
    known = {kind: values for kind, values in expected(text).items() if kind != "way" or "veer" not in values}
    if "way" in known:
        known["way"] = {"aside" if way == "oblique" else way for way in known["way"]}
    assert {kind: enumerated(lines, kind) for kind in known} == known


@pytest.mark.parametrize("path", INSTANCES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_the_enumerator_gives_every_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert list(agreement_miniatures.differences(path.stem.partition("-")[0], text, theirs=told(path))) == []


@pytest.mark.parametrize("path", INSTANCES, ids=lambda path: path.stem)
def test_the_product_gives_the_known_answer(path: Path) -> None:
    """In the form of the schema."""
    answer = told(path).answer
    assert verify.differences(pyrout.load(path), answer) == []
    fitting = pytest.importorskip("fitting", reason="output is validated where jsonschema is installed")
    assert fitting.problems(fitting.plain(answer.to_json())) == []


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.slow
def test_the_enumerator_gives_every_line_of_the_smallest_position_of_each_rule(system: str) -> None:
    paths = sorted((ROOT / "instances" / "rules" / system).glob("*.lp"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert list(agreement_miniatures.differences(system, text)) == [], path.stem


@pytest.mark.parametrize("path", INSTANCES[::8], ids=lambda path: path.stem)
@pytest.mark.slow
def test_a_changed_answer_is_a_difference(path: Path, position: Any) -> None:
    text = path.read_text(encoding="utf-8")
    changed, number = re.subn(r"routes\((\d+)\)", lambda m: f"routes({int(m[1]) + 1})", text)
    assert number == 1
    (difference,) = pyrout.verify(position(changed))
    assert difference.kind == "routes"


# ---------------------------------------------------------------------------------------------------------------------
# Random tables


@cache
def random_table(system: str, seed: int) -> tuple[str, list[Line], set[str]]:
    """A random table; the lines of the whole table by the enumerator; and what happens that they have no word for."""
    text, unworded = agreement_miniatures.SYSTEMS[system](seed), set[str]()
    return text, whole(text, seen=unworded), unworded


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("tens", range(5))
@pytest.mark.slow
def test_random_tables_agree(system: str, tens: int) -> None:
    """Fifty of each: `agreement_miniatures.py` compares thousands, and every way and fate that a table can have is on one of
    the instances too."""
    for seed in range(10 * tens + 1, 10 * tens + 11):
        text, lines, _ = random_table(system, seed)
        assert list(agreement_miniatures.differences(system, text, lines)) == [], f"seed {seed}:\n{text}"


@cache
def seen(system: str) -> Counter[str]:
    """On how many of 300 random tables each thing happens."""
    counts: Counter[str] = Counter()
    for seed in range(1, 301):
        _, lines, unworded = random_table(system, seed)
        happens = agreement_miniatures.happening(lines).keys() | unworded
        counts.update(happens)
        counts["rare"] += bool(happens & RARE[system])
    return counts


RARE = {
    "retreat": {"routs in its place"},
    "battlesystem": {
        *(
            "falls short",
            "veers later",
            "veers again",
            "give way together",
            "goes_first",
            "set straight over something",
        ),
    },
}


@pytest.mark.slow
def test_the_random_tables_have_it_all() -> None:
    often = {"fails", "goes_on", "casualties", "routed", "stops", "removed", "off_table", "rallied"}
    assert seen("retreat").keys() >= often | RARE["retreat"]
    often = {"gives_way", "is_routed", "is_destroyed", "checks", "lost", "gone", "rallied", "shaken"}
    assert seen("battlesystem").keys() >= often | RARE["battlesystem"]
    assert seen("battlesystem")["rare"] > 50  # of 300


@pytest.mark.parametrize("seed", range(401, 406))
@pytest.mark.parametrize("position_of", [random_retreat, random_battle])
@pytest.mark.slow
def test_every_atom_is_a_fact(position_of: Any, seed: int) -> None:
    solver = TableSolver(ask(pyrout.parse(position_of(seed))))
    assert solver.units
    assert undecided(solver.world) == []


@pytest.mark.parametrize("seed", range(1, 31))
@pytest.mark.slow
def test_chances_of_all_ends_are_one(seed: int) -> None:
    for answer in pyrout.solve(pyrout.parse(random_retreat(seed))).units:
        assert answer.fates
        assert sum((route.chance or Fraction(0) for route in answer.routes), Fraction(0)) == 1
        for _, rows in answer.fates:
            assert sum(chance for _, chance in rows) <= 1


# ---------------------------------------------------------------------------------------------------------------------
# Dice


def test_dice_follow_one_line(position: Any) -> None:
    path = position(table(more="goes_on(a,2)."))
    assert "rallied 13/18, removed 5/18" in run("solve", path).stdout
    lucky = run("solve", path, "--dice", "4,2").stdout
    assert "1 way" in lucky and "the die shows 4" in lucky and "rallied at 10,14" in lucky
    # 2 is not enough in turn 3, and 5 not in turn 4.
    unlucky = run("solve", path, "--dice", "2,5").stdout
    assert "a: removed 1" in unlucky and "the die shows 5" in unlucky
    half = pyrout.solve(pyrout.load(path), dice=(1,))["a"]
    assert dict(half.fates[0][1]) == {"rallied": Fraction(1, 6), "removed": Fraction(5, 6)}


def test_dice_that_nobody_throws_are_told(position: Any) -> None:
    path = position(table(more="goes_on(a,2)."))
    assert "1 die not used" in run("solve", path, "--dice", "4,2").stderr  # it rallies by the first
    assert run("solve", path, "--dice", "2,5").stderr == ""
    assert "2 dice not used" in run("solve", "instances/aslsk/example-07.lp", "--dice", "4,2").stderr


@pytest.mark.parametrize("dice", ["7", "0,1", "a", "1,,2", " "])
def test_dice_that_are_none_are_refused(position: Any, dice: str) -> None:
    result = run("solve", position(table()), "--dice", dice)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1 and "4,2" in result.stderr


# ---------------------------------------------------------------------------------------------------------------------
# What cannot be


@pytest.mark.parametrize(
    ("facing", "x", "y"),
    [
        ("north", 11, 18),
        ("north_east", 12, 19),
        ("east", 13, 18),
        ("south_east", 14, 18),
        ("south", 13, 16),
        ("south_west", 12, 16),
        ("west", 11, 16),
        ("north_west", 10, 18),
    ],
)
@pytest.mark.slow
def test_a_friend_gives_way_as_it_stands(facing: str, x: int, y: int) -> None:
    """Before the way between the waters ends, the friend of 2 by 2 inches is in it, around 12,17."""
    lines = ["rules(battlesystem). side(blue). side(red). table(30,60). home_edge(blue,north). home_edge(red,south)."]
    lines += [
        "area(water,0,0,10,15). area(water,14,0,30,15).",
        unit("a", 10, 10).replace("movement(a,3)", "movement(a,7)"),
    ]
    lines += [
        f"unit(f,blue,infantry). stands_at(f,{x},{y}). facing(f,{facing}). frontage(f,2). depth(f,2). movement(f,6)."
        " rating(f,10)."
    ]
    (route,) = pyrout.solve(pyrout.parse("\n".join(lines) + "order(a,routed). rallies(a,2)."))["a"].routes
    assert [(event.unit, event.does, event.path) for event in route.events][:2] == [
        ("f", "gives_way", (f"{x},{y}", f"{x},{y + 4}")),
        ("a", "routs", ("10,10", "10,17")),
    ]


@pytest.mark.parametrize(("east", "north"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
@pytest.mark.parametrize(
    ("across", "along", "near"), [(2, 2, True), (3, 1, False), (1, 3, False), (3, 0, True), (2, 1, True)]
)
@pytest.mark.slow
def test_three_inches_in_each_direction(east: int, north: int, across: int, along: int, near: bool) -> None:
    """The friend stands so far from a corner of the block: 2,2 is 2.83 inches; 3,1 and 1,3 are 3.16. The block is at
    x 10 to 14, from y 8 where it begins to y 19."""
    x = 14 + across if east > 0 else 8 - across
    y = 21 + along if north > 0 else 8 - along
    lines = ["rules(battlesystem). side(blue). side(red). table(30,60). home_edge(blue,north). home_edge(red,south)."]
    lines += [
        unit("a", 10, 10).replace("movement(a,3)", "movement(a,9)"),
        "order(a,routed). rallies(a,2).",
    ]
    lines += [
        f"unit(f,blue,infantry). stands_at(f,{x},{y}). facing(f,north). frontage(f,2). depth(f,2). movement(f,6)."
    ]
    (route,) = pyrout.solve(pyrout.parse("\n".join(lines) + "rating(f,9)."))["a"].routes
    assert route.path[-1] == "10,19"
    # At the start of the move nobody checks: a friend behind is left, one ahead is neared.
    assert route.events[0].named("checks") == (("f",) if near and north > 0 else ())


@pytest.mark.parametrize("names", ["abc", "cba", "bca"])
def test_units_that_rally_at_once_are_told_in_the_order_of_their_names(names: str) -> None:
    """Each of the last two is in the way of the one before, between waters; all three rally in turn 2."""
    lines = ["rules(battlesystem). side(blue). side(red). table(30,60). home_edge(blue,north). home_edge(red,south)."]
    lines += ["area(water,0,0,10,60). area(water,14,0,30,60)."]
    for place, name in enumerate(names):
        lines.append(
            unit(name, 10, 10 + 3 * place).replace(f"movement({name},3)", f"movement({name},6). rallies({name},2)")
        )
    lines.append(f"order({names[0]},routed).")
    (route,) = pyrout.solve(pyrout.parse("\n".join(lines)))[names[0]].routes
    assert [event.unit for event in route.events if event.does == "rallies"] == ["a", "b", "c"]
