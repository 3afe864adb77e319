"""The two tabletop systems: known answers, random tables against the enumerator, and what the commands say."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import agreement_miniatures
import pytest
from click.testing import CliRunner, Result
from clingo import Control, Function, Number
from enumerator_miniatures import Line, solve, whole
from positions_miniatures import random_battle, random_retreat
from test_encodings import parsed, said, stated

import pyrout
from pyrout import rule_sets
from pyrout.cli import main
from pyrout.errors import InstanceError, UsageError
from pyrout.miniatures.report import unit_lines
from pyrout.miniatures.solver import TableSolver
from pyrout.position import vocabulary
from pyrout.question import ask
from pyrout.rule_index import citations
from pyrout.testing import verify
from pyrout.wording import Names

ROOT = Path(__file__).parents[2]
INSTANCES = sorted((ROOT / "instances" / "miniatures").glob("*.lp"))
SYSTEMS = ("retreat", "battlesystem")

pytestmark = pytest.mark.slow

TABLE = """\
rules({rules}). side(blue). side(red). table(40,30). home_edge(blue,south). home_edge(red,north).
unit(a,blue,infantry). stands_at(a,10,20). facing(a,north). frontage(a,4). depth(a,2). movement(a,3). rating(a,9).
order(a,routed). threat(a,12,28).
"""


def table(rules: str = "retreat", more: str = "") -> str:
    return TABLE.format(rules=rules) + more


def unit(name: str, x: int, y: int, side: str = "blue", facing: str = "north") -> str:
    return (
        f"unit({name},{side},infantry). stands_at({name},{x},{y}). facing({name},{facing}). "
        f"frontage({name},4). depth({name},2). movement({name},3). rating({name},9).\n"
    )


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def position(tmp_path: Path) -> Any:
    def write(text: str) -> Path:
        path = tmp_path / "table.lp"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# ---------------------------------------------------------------------------------------------------------------------
# Known answers


def expected(text: str) -> dict[str, set[str]]:
    """The ``expect`` facts of an instance, all of one unit."""
    found: dict[str, set[str]] = {}
    for kind, value in re.findall(r'expect\(a,(\w+)\("?([\w/,]+)"?\)\)\.', text):
        found.setdefault(kind, set()).update({value} - {"none"})
    return found


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
            return {str(name) for found in notes for name in found.get(note, ())}  # type: ignore[attr-defined]
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


@cache
def told(path: Path) -> agreement_miniatures.Told:
    """The lines of events and the answer of a table, worked out once: a chain of units takes seconds."""
    return agreement_miniatures.told(path.read_text(encoding="utf-8"))


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
    found: Counter[str] = Counter()
    for seed in range(1, 301):
        _, lines, unworded = random_table(system, seed)
        happens = agreement_miniatures.happening(lines).keys() | unworded
        found.update(happens)
        found["rare"] += bool(happens & RARE[system])
    return found


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
    assert solver.world.open_atoms() == []


@pytest.mark.parametrize("seed", range(1, 31))
@pytest.mark.slow
def test_chances_of_all_ends_are_one(seed: int) -> None:
    for found in pyrout.solve(pyrout.parse(random_retreat(seed))).units:
        assert found.fates
        assert sum((route.chance or Fraction(0) for route in found.routes), Fraction(0)) == 1
        for _, rows in found.fates:
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
    ("text", "told"),
    [
        (table().replace("table(40,30). ", ""), "there is no table; add its width and depth"),
        (table().replace("home_edge(blue,south).", ""), "side blue has no home edge"),
        (table().replace("movement(a,3).", ""), "unit a has no movement; add it, as in movement(u1,9)"),
        (table().replace("facing(a,north).", ""), "unit a has no facing"),
        (table().replace("stands_at(a,10,20).", ""), "unit a has no stands_at"),
        (table().replace("threat(a,12,28).", ""), "nothing says what it flees from: add threat(U,X,Y)"),
        (table() + "morale_dice(3,6).", "nobody checks morale in this system"),
        (table() + "rallies(a,2).", "the score decides who rallies in this system: remove it, or write what is thrown"),
        (table("battlesystem") + "attacked(a,2).", "no attack keeps a unit from rallying in this system: remove it"),
        (table("battlesystem") + "goes_on(a,2).", "it moves each turn in this system until it rallies: remove it"),
        (table("battlesystem") + "die(2,3).", "no die is thrown in this system: remove it"),
        (table().replace("order(a,routed).", ""), "no unit is retreating or routed"),
        (table(more='hex("A1",0,1).'), 'hex("A1",0,1) on a table'),
        (table(more="status(a,broken)."), "status(a,broken) on a table; a position is of hexes or on a table"),
        (table("battlesystem", "area(water,13,19,15,20)."), "it cannot enter the ground that it stands on: water"),
        (table(more=unit("b", 12, 21)), "its block overlaps that of a"),
        (table(more=unit("b", 12, 19, facing="north_west")), "its block overlaps that of a"),
        (table(more=unit("b", 38, 10)), "a part of its block is off the table"),
        (table(more=unit("b", 1, 1, facing="north_east")), "a part of its block is off the table"),
        (table(more="area(water,5,5,5,9)."), "south-west corner first"),
        (table(more="area(water,5,5,41,9)."), "a part of it is off the table"),
        (table(more="widest_stand(a,5)."), "a stand of a is wider than its frontage"),
        (table(more="attacked(a,2). goes_on(a,2)."), "attacked while it rallies in that turn"),
        (table(more="attacked(a,1)."), "1 is not a turn after the first"),
        (table(more="die(2,7)."), "7 is not a score; write a number from 1 to 6"),
        (table(more="frontage(b,0)."), "0 is not a number of inches"),
        (table(more="facing(a,northeast)."), "did you mean north_east?"),
        (table(more="order(a,shaken)."), "contradicts order(a,routed)"),
        (table(more="formed(b)."), "unit b is not declared"),
        (table(more="impassable(cavalry,swamps)."), "did you mean swamp?"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(position: Any, text: str, told: str) -> None:
    result = run("solve", position(text))
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert re.search(r"table\.lp:\d+:\d+: ", result.stderr)


def test_touching_blocks_are_no_overlap() -> None:
    assert pyrout.solve(pyrout.parse(table(more=unit("b", 14, 20)))).units


@pytest.mark.parametrize("system", SYSTEMS)
def test_hexes_are_no_table(system: str) -> None:
    hexes = (ROOT / "instances" / "aslsk" / "example-01.lp").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="is played on a table; name another: asl, aslsk"):
        pyrout.solve(pyrout.parse(hexes), rules=system)


HEXES = """side(blue). side(red). hex("A1",0,1). hex("A2",0,3).
unit(a,blue,squad). at(a,"A1"). status(a,broken). status(a,dm). unit(b,red,squad). at(b,"A2").
"""


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "command",
    [
        "solve {}",
        "explain {} a",
        "explain {} a A2",
        "check {} a A2",
        "count {}",
        "verify {}",
        "draw {} -o x.svg",
        "minimise {} --keep a:verdict(routs)",
        "solve --compare-options {}",
    ],
)
def test_hexes_without_los_are_no_table(position: Any, command: str, system: str) -> None:
    path = position(HEXES + 'expect(a,first_stop("A2")).')
    result = run(*(word.format(path) for word in command.split()), "--rules", system)
    assert result.exit_code == 2
    assert re.search(r"is played on a table|is no place on a table", result.stderr)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "rules", "told"),
    [
        (HEXES, "retreat", "name another: asl, aslsk"),
        (table(), None, "there are no hexes on a table"),
        (table(), "asl", "name another: battlesystem, retreat"),
    ],
)
def test_what_is_asked_of_hexes_is_not_answered_on_a_table(text: str, rules: str | None, told: str) -> None:
    instance = pyrout.parse(text)
    with pytest.raises(UsageError, match=told):
        pyrout.explain_unit(instance, "a", rules=rules)
    with pytest.raises(UsageError, match=told):
        pyrout.explain_hex(instance, "a", "A2", rules=rules)


def test_an_answer_of_tables_is_a_difference_on_hexes() -> None:
    hexes = (ROOT / "instances" / "aslsk" / "example-01.lp").read_text(encoding="utf-8")
    own = ('first_stop("1,2")', "fate(rallied)", "way(straight)", "frontage(4)", "checks(g1)", "lost(1)", "turns(1)")
    found = pyrout.verify(pyrout.parse(hexes + "".join(f"expect(g1,{fact})." for fact in own)))
    assert {difference.kind for difference in found} == {fact.partition("(")[0] for fact in own}


def test_unknown_units_are_refused(position: Any) -> None:
    result = run("solve", position(table()), "--unit", "z")
    assert result.exit_code == 2 and "no unit is called z; there are: a" in result.stderr


@pytest.mark.parametrize(
    ("limit", "told"), [("MOST_STATES", "more than 3 states"), ("MOST_ROUTES", "more than 3 routes")]
)
def test_too_much_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch, limit: str, told: str) -> None:
    monkeypatch.setattr(f"pyrout.miniatures.solver.{limit}", 3)
    result = run("solve", example("retreat-attacked"))
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert told in result.stderr and "leave out units that are far away" in result.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_table_of_fifty_units(position: Any, system: str) -> None:
    """Two lines of each side; one unit of the first breaks, goes straight back and has two of the second before it."""
    lines = [f"rules({system}). side(blue). side(red). table(120,60). home_edge(blue,south). home_edge(red,north)."]
    places = [(f"b{i}", "blue", 4 + 9 * (i % 12) + i // 12 * 4, 30 - i // 12 * 8) for i in range(24)]
    places += [(f"r{i}", "red", 10 + 8 * (i % 13), 34 + i // 13 * 8) for i in range(26)]
    for name, side, x, y in places:
        facing = "north" if side == "blue" else "south"
        lines.append(
            f"unit({name},{side},infantry). stands_at({name},{x},{y}). facing({name},{facing}). rating({name},9)."
        )
        lines.append(
            f"frontage({name},6). depth({name},2). movement({name},9). widest_stand({name},2). formed({name})."
        )
    lines.append("order(b5,routed). threat(b5,50,40)." + " rallies(b5,2)." * (system == "battlesystem"))
    found = pyrout.solve(pyrout.parse("\n".join(lines)), timeout=30)
    assert found.complete
    (answer,) = found.units
    # b5 covers x 49 to 55; b16 and b17 cover x 44 to 50 and 53 to 59, y 20 to 22: a gap of 3 inches.
    (route,) = answer.routes
    if system == "retreat":
        assert route.path[-1] == "49,21" and route.fates == (("b16", "rallied"), ("b17", "rallied"), ("b5", "rallied"))
    else:
        assert (route.path[0], route.path[-1], route.fate) == ("53,28", "53,19", "rallied")
        assert route.events[0].named("frontage") == ("3",) and route.events[0].named("checks") == ("b16", "b17")


def test_the_place_of_a_fault_is_that_of_its_fact() -> None:
    with pytest.raises(InstanceError) as caught:
        pyrout.solve(pyrout.parse(table(more=unit("b", 38, 10)), "x.lp"))
    assert (caught.value.line, str(caught.value).startswith("x.lp:4:24: ")) == (4, True)


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


# ---------------------------------------------------------------------------------------------------------------------
# What the commands say


def example(name: str) -> Path:
    return ROOT / "instances" / "miniatures" / f"{name}.lp"


def test_a_unit_that_does_not_rout_is_answered_on_request() -> None:
    found = pyrout.solve(pyrout.load(example("battlesystem-chain")), units=("f",))["f"]
    assert (found.verdict, found.routes_total, found.routes) == ("cannot_rout", 0, ())


@pytest.mark.parametrize(("name", "rule"), [("battlesystem-chain", "bs-each-turn"), ("retreat-stopped", "rr-back")])
def test_a_claim_for_a_unit_that_does_not_rout_is_told_why_not(name: str, rule: str) -> None:
    """Only a routed (or retreating) unit moves by these rules."""
    result = run("check", example(name), "f" if rule.startswith("bs") else "b", "1,2")
    assert result.exit_code == 1
    assert re.search(rf"\[{rule}\] A (routed unit|unit in retreat or rout) ", result.stdout)


@pytest.mark.parametrize(
    ("name", "path", "status", "told"),
    [
        ("battlesystem-oblique", "7.99,12.01 7.99,18.16", 0, "legal"),
        ("battlesystem-oblique", "10,10 9,11 7.99,12.01 7.99,14 7.99,18.16", 0, "legal"),
        ("battlesystem-oblique", "10,11", 1, "step 1, 10,10 - 10,11"),
        ("battlesystem-oblique", "10,11", 1, "  e [bs-avoid] It keeps clear"),
        ("battlesystem-oblique", "7.99,12.01 7.99,14", 1, "it may not end in 7.99,14"),
        ("battlesystem-oblique", "9,11 9,12", 1, "bs-oblique"),
        ("battlesystem-straight", "9,11", 1, "bs-full"),
        ("battlesystem-gap-in-water", "11,10 11,19", 0, "legal"),
        ("retreat-nearly-straight", "9,19", 1, "rr-back"),
        ("retreat-attacked", "10,19 10,18 10,17", 0, "legal"),
        ("retreat-attacked", "10,19 10,18 10,17 10,16 10,15 10,14", 0, "legal"),
        ("retreat-attacked", "10,19 10,18 10,17 10,16", 1, "it may not end in 10,16"),
    ],
)
def test_check(name: str, path: str, status: int, told: str) -> None:
    result = run("check", example(name), "a", *path.split())
    assert result.exit_code == status
    assert told in result.stdout


def test_explain_says_what_bars_the_ways() -> None:
    told = run("explain", example("battlesystem-gap-between-enemies"), "a").stdout
    assert "not straight: e, f [bs-avoid]" in told
    assert "not aside: e, f [bs-oblique]" in told
    assert "[bs-frontage] Change of frontage (Rout Movement, 5): No change of frontage" in told
    told = run("explain", example("battlesystem-gap-too-narrow"), "a").stdout
    assert "not straight: water [bs-impassable]" in told
    assert "not narrow: [bs-frontage]" in told
    assert "is DESTROYED" in told and "water [bs-impassable]" in told


def test_explain_a_place() -> None:
    path = example("battlesystem-oblique")
    assert "7.99,18.16: 1 way of 1 lead there, 1 of them with a stop" in run("explain", path, "a", "7.99,18.16").stdout
    told = run("explain", path, "a", "10,19").stdout
    assert "no way of a (blue infantry) leads there" in told
    assert "not straight: e [bs-avoid]" in told
    assert "its first move ends at 7.99,18.16" in told


def test_count_and_verify_and_json() -> None:
    path = example("retreat-attacked")
    # It rallies after one, two or three moves, in three places, or is removed.
    assert run("count", path).stdout.split()[-5:] == ["1", "3", "4", "3", "1"]
    assert run("verify", path).stdout.strip().endswith("agrees")
    (found,) = pyrout.solve(pyrout.load(path)).to_json()["units"]
    assert found["fates"] == {"a": {"rallied": "22/27", "removed": "5/27"}}
    assert found["routes"][0]["events"][0] == {
        "turn": 1,
        "unit": "a",
        "does": "routs",
        "rules": [{"rule": "rr-back", "because": []}],
        "path": ["10,20", "10,17"],
        "inches": [0.0, 3.0],
        "facing": "south",
        "noted": 1,
    }


def test_minimise_keeps_what_makes_the_answer(tmp_path: Path) -> None:
    """Only the first friend in a chain matters to the order of routs; the water keeps it in the way. Here they are two,
    on a table that they soon leave."""
    out, chain = tmp_path / "small.lp", tmp_path / "chain.lp"
    lines = example("battlesystem-chain").read_text("utf-8").replace(",40)", ",24)").splitlines(keepends=True)
    chain.write_text("".join(x for x in lines if not re.search(r"unit\(h,|expect\(", x)), encoding="utf-8")
    assert run("minimise", chain, "--keep", "a: shaken(f)", "-o", out).exit_code == 0
    small = pyrout.load(out)
    assert small.units == ("a", "f")
    assert len(small.facts) < len(pyrout.load(chain).facts)
    assert run("verify", out).stdout.strip().endswith("agrees")


def test_batch_answers_tables(tmp_path: Path) -> None:
    out = tmp_path / "answers.ndjson"
    files = [example("battlesystem-gives-way"), example("retreat-chain")]
    assert run("batch", *files, "-o", out, "--jobs", "1").exit_code == 0
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(row["rules"], row["units"][0]["destinations"][0]["hex"]) for row in rows] == [
        ("battlesystem", "10,18"),
        ("retreat", pyrout.solve(pyrout.load(files[1]))["a"].routes[0].path[-1]),
    ]


def test_a_table_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    assert run("draw", example("battlesystem-round-a-swamp"), "-o", out).exit_code == 0
    svg = out.read_text(encoding="utf-8")
    assert ">swamp<" in svg and ">a<" in svg and ">home of blue<" in svg
    # Blue is the first side: its home edge in the north, and the front of its block.
    assert '<line x1="40" y1="37" x2="520" y2="37" stroke="#3f6fb0"' in svg
    assert '<line x1="264" y1="520" x2="200" y2="520" stroke="#3f6fb0"' in svg
    # Its middle goes from 12,9 of a table 40 inches deep, 16 to the inch, 2 inches aside and then ahead, to 10,17.17; the
    # block is drawn where it turns and where it ends.
    assert 'points="232,536 200,504 200,405.28"' in svg
    assert svg.count("stroke-dasharray") == 2
    assert "turn 1: a routs 10,10 - 8,12 - 8,18.17, 9 inches" in svg


def page_view(path: Path, out: Path) -> Any:
    """Return the view of the page of a table."""
    assert run("draw", path, "-o", out).exit_code == 0
    found = re.search(r'<script type="application/json" id="view">(.*?)</script>', out.read_text("utf-8"), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_what_is_left_of_a_unit_is_drawn(tmp_path: Path) -> None:
    """The back of a block 4 by 2 is left, from y 39 to y 40, where its front has crossed the edge."""
    out = tmp_path / "table.svg"
    assert run("draw", example("battlesystem-half-off"), "-o", out).exit_code == 0
    assert '<polygon points="200,56 264,56 264,40 200,40" fill="none"' in out.read_text(encoding="utf-8")
    gone = page_view(example("battlesystem-leaves"), tmp_path / "table.html")
    assert [event.get("gone") for event in gone["events"]][-1] == ["a"]


def test_the_page_of_a_table_has_its_lines_event_by_event(tmp_path: Path) -> None:
    """a has two turns of retreat: it rallies on 3-6, else it moves on and rallies on a 6."""
    text = table(more="goes_on(a,2).\n")
    position = tmp_path / "table.lp"
    position.write_text(text, encoding="utf-8")
    view = page_view(position, tmp_path / "table.html")
    (unit,) = view["units"]
    firsts = {line["events"][0] for line in unit["lines"]}
    assert unit["total"] == len(unit["lines"]) == 3 and len(firsts) == 1
    assert sorted(line.get("chance") for line in unit["lines"]) == ["1/18", "2/3", "5/18"]
    chances = [view["events"][line["events"][3]]["chance"] for line in unit["lines"]]
    assert sorted(chances) == ["1/3", "1/3", "2/3"]
    # Its block, 4 by 2, begins at x 10 to 14, y 18 to 20 of a table 30 inches deep, 16 to the inch, and goes 3 inches south.
    first = view["events"][firsts.pop()]
    assert first["text"].startswith("a routs 10,20 - 10,17")
    assert sorted(map(tuple, first["block"])) == [(200, 248), (200, 280), (264, 248), (264, 280)]
    assert set(first["rules"]) <= view["sentences"].keys()
    ended = [line["events"][-1] for line in unit["lines"] if line["end"] == "removed"]
    assert [view["events"][number]["gone"] for number in ended] == [["a"]]


def test_the_page_of_a_table_needs_nothing_from_anywhere(tmp_path: Path) -> None:
    out = tmp_path / "table.html"
    assert run("draw", example("battlesystem-enemy-line"), "-o", out).exit_code == 0
    made = out.read_text(encoding="utf-8")
    assert "default-src 'none'" in made
    assert re.findall(r"""(?:src|href)=["'](?!#)[^"']*""", made) == []
    assert set(re.findall(r"https?://[^\s\"'<]*", made)) == {"http://www.w3.org/2000/svg"}


def test_a_table_is_no_position_of_hexes() -> None:
    refused = run("solve", "--rules", "aslsk", example("battlesystem-straight"))
    assert refused.exit_code == 2 and "is played on hexes; name another: battlesystem, retreat" in refused.stderr


def test_places_of_a_table_are_pairs_of_inches() -> None:
    path = example("battlesystem-straight")
    for args in (("check", path, "a", "yZ9"), ("explain", path, "a", "yZ9"), ("check", path, "a", "10,11", "1O,12")):
        refused = run(*args)
        assert refused.exit_code == 2 and "is no place on a table: give inches" in refused.stderr
        assert refused.stderr.count("\n") == 1
    for claim in (("--to", "10,19"), ("--low-crawl",)):
        refused = run("check", path, "a", "10,11", *claim)
        assert refused.exit_code == 2 and "no destination to claim, no Low Crawl and no MF" in refused.stderr


def test_the_front_of_a_block_is_marked(tmp_path: Path, position: Any) -> None:
    out = tmp_path / "table.svg"
    askew = table().replace("facing(a,north)", "facing(a,north_east)")
    assert run("draw", position(askew), "-o", out).exit_code == 0
    svg = out.read_text(encoding="utf-8")
    # From 10,20, 4 inches to the south-east, 2.82 of them in x and in y; the threat at 12,28.
    assert '<line x1="200" y1="200" x2="245.12" y2="245.12"' in svg
    assert '<path d="M 228,68 l 8,8 m 0,-8 l -8,8"' in svg and "threat to a" in svg


@pytest.mark.slow
def test_the_chain_is_one_answer() -> None:
    (route,) = told(example("battlesystem-chain")).answer["a"].routes
    assert [(e.unit, e.does) for e in route.events] == [
        ("f", "gives_way"),
        ("f", "is_routed"),
        ("g", "gives_way"),
        ("g", "is_routed"),
        ("h", "gives_way"),
        ("h", "is_routed"),
        ("h", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("a", "routs"),
        ("a", "rallies"),
        # Six inches a turn: h leaves the table in the third, g in the fourth; f is partly over its edge then.
        ("h", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("h", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("f", "routs"),
    ]


# ---------------------------------------------------------------------------------------------------------------------
# The encodings


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_block_and_every_id_is_cited(system: str) -> None:
    folder = rule_sets.folder(system)
    text = "".join(p.read_text("utf-8") for p in sorted(folder.glob("*.lp")) if p.stem not in ("citations", "options"))
    named = set(re.findall(r"\b(?:rr|bs)-[a-z]+(?:-[a-z]+)*", text))
    assert named == set(citations(system))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.slow
def test_every_rule_is_given_as_a_reason(system: str) -> None:
    given: set[str] = set()
    for path in INSTANCES:
        if path.stem.startswith(system):
            for found in told(path).answer.to_json()["units"]:
                reasons = [
                    reason for route in found["routes"] for event in route["events"] for reason in event["rules"]
                ]
                given |= {reason["rule"] for reason in (*reasons, *found["reasons"])}
    assert given == set(citations(system))


RALLIES = "rr-rally-turn rr-score"
REASONS: dict[str, list[str]] = {  # who does what, and by which rules, along the only way (or the first)
    "retreat-off-table": ["a routs: rr-back rr-off-table"],
    "retreat-stopped": ["a retreats: rr-back rr-contact-retreat(b)", f"a rallies: {RALLIES}", f"b rallies: {RALLIES}"],
    "retreat-spreads": [
        "a routs: rr-back rr-contact-rout(b)",
        "b routs: rr-back",
        f"a rallies: {RALLIES}",
        f"b rallies: {RALLIES}",
    ],
    "retreat-attacked": ["a routs: rr-back", "a rallies: rr-attacked"],
    "retreat-second-turn-3": [
        "a routs: rr-back",
        "a goes_on: rr-voluntary",
        "a routs: rr-back",
        f"a rallies: {RALLIES}",
    ],
    "retreat-fourth-turn": [
        *["a routs: rr-back", "a goes_on: rr-voluntary"] * 2,
        "a routs: rr-back",
        "a goes_on: rr-score(a) rr-voluntary",
    ],
    "retreat-routed-a-fourth-time": [
        *["a routs: rr-back rr-contact-rout(c)", "c routs: rr-back", "a goes_on: rr-voluntary"],
        *["a routs: rr-back rr-contact-rout(b,c)", "c routs: rr-back", "b routs: rr-back", f"a rallies: {RALLIES}"],
        *["b goes_on: rr-voluntary", "b routs: rr-back", "c goes_on: rr-voluntary", "c routs: rr-back"],
        *["b goes_on: rr-voluntary", "b routs: rr-back rr-contact-rout(c) rr-score(c)", f"b rallies: {RALLIES}"],
    ],
    "battlesystem-straight": ["a routs: bs-full", "a rallies: bs-each-turn"],
    "battlesystem-about-face": ["a routs: bs-face bs-full", "a rallies: bs-each-turn"],
    "battlesystem-half-off": ["a routs: bs-full bs-leave", "a rallies: bs-each-turn"],
    "battlesystem-leaves": ["a routs: bs-full bs-leave", "a routs: bs-full bs-leave"],
    "battlesystem-oblique": ["a routs: bs-avoid bs-no-facing bs-oblique", "a rallies: bs-each-turn"],
    "battlesystem-veer": ["a routs: bs-avoid bs-check(f) bs-no-facing bs-veer", "a rallies: bs-each-turn"],
    "battlesystem-gap-in-water": ["a routs: bs-frontage bs-full", "a rallies: bs-each-turn"],
    "battlesystem-enemy-line": ["a is_destroyed: bs-enemy(e)"],
    "battlesystem-swamp-cavalry": ["a is_destroyed: bs-impassable(swamp)"],
    "battlesystem-open-to-cavalry": [
        "a routs: bs-full bs-terrain(hill,light_woods,obstacle)",
        "a rallies: bs-each-turn",
    ],
    "battlesystem-routs-a-friend": [
        "f gives_way: bs-block(a)",
        "f is_routed: bs-block(a) bs-face",
        "f routs: bs-full",
        "a routs: bs-full",
        "a rallies: bs-each-turn",
        "f routs: bs-full",
        "f routs: bs-full",
        "f routs: bs-full bs-leave",
    ],
}


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.slow
def test_the_reasons_of_every_event(name: str) -> None:
    route = told(example(name)).answer["a"].routes[0]
    found = []
    for event in route.events:
        reasons = sorted((*event.rules, *event.on_way))
        rules = (rule + (f"({','.join(because)})" if because else "") for rule, because in reasons)
        found.append(f"{event.unit} {event.does}: {' '.join(rules)}")
    assert found == REASONS[name]


@pytest.mark.slow
def test_further_facts_of_events() -> None:
    def notes(name: str, does: str) -> dict[str, Any]:
        routes = told(example(name)).answer["a"].routes
        return dict(next(event.notes for route in routes for event in route.events if event.does == does))

    assert notes("retreat-off-table", "routs") == {"facing": "south", "noted": 1, "leaves": "yes"}
    assert notes("retreat-diagonal", "routs") == {"facing": "south_west", "noted": 1}
    assert notes("retreat-second-turn-3", "rallies") == {"needs": 3, "up_to": 6, "score": 3}
    assert notes("retreat-second-turn-2", "fails") == {"needs": 3, "up_to": 6, "score": 2, "noted": 3}
    assert notes("retreat-attacked-third-turn", "fails") == {
        "needs": 1,
        "up_to": 2,
        "noted": 4,
        "casualties": ("a",),
        "removed": ("a",),
    }
    assert notes("battlesystem-half-off", "routs") == {"way": "straight", "frontage": 4, "lost": 4}
    assert notes("battlesystem-chain-still-in-the-way", "halts") == {"frontage": 4, "in_the_way": ("f",)}


def heeded(name: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the other moves on the ways of the unit a: who moves, the rule, and its cause."""
    routes = told(example(name)).answer["a"].routes
    return sorted({(event.unit, *reason) for route in routes for event in route.events for reason in event.on_way})


@pytest.mark.parametrize(
    ("name", "with_it"),
    [
        ("battlesystem-straight", []),
        ("battlesystem-about-face", [("a", "bs-face", ())]),
        ("battlesystem-quarter-turn", [("a", "bs-face", ())]),
        ("battlesystem-several-turns", []),
        ("battlesystem-swamp-infantry", [("a", "bs-terrain", ("swamp",))]),
        ("battlesystem-open-to-cavalry", [("a", "bs-terrain", ("hill", "light_woods", "obstacle"))]),
        ("battlesystem-round-a-swamp", [("a", "bs-no-facing", ())]),
        ("battlesystem-veer", [("a", "bs-check", ("f",)), ("a", "bs-no-facing", ())]),
        ("battlesystem-checks-beside", [("a", "bs-check", ("f",))]),
    ],
)
def test_what_the_way_brings_with_it_has_its_rules(name: str, with_it: list[Any]) -> None:
    assert heeded(name) == with_it


def test_no_rule_of_a_tabletop_system_is_in_python() -> None:
    for module in sorted((ROOT / "pyrout").rglob("*.py")):
        assert re.findall(r"[\"'](?:rr|bs)-[a-z]", module.read_text("utf-8")) == [], module


def test_rule_sets_are_listed_with_their_options() -> None:
    for system, option in (("retreat", "edge=whole"), ("battlesystem", "veer=beginning")):
        assert system in rule_sets.names()
        assert rule_sets.driver(system) == "table"
        told = run("rules", system).stdout
        assert option in told and all(rule in told for rule in citations(system))


# ---------------------------------------------------------------------------------------------------------------------
# The page of the encodings


def page() -> str:
    return (rule_sets.root() / "miniatures" / "README.md").read_text("utf-8")


def test_the_page_lists_every_file() -> None:
    folder = rule_sets.root() / "miniatures"
    listed = re.findall(r"^\| `([^`]+\.lp)` \|", page(), re.M)
    assert sorted(listed) == sorted(str(path.relative_to(folder)) for path in folder.rglob("*.lp"))


@pytest.mark.parametrize(
    ("name", "who"), [("veer", ["a"]), ("gives-way", ["a"]), ("straight", []), ("enemy-line", []), ("oblique", [])]
)
def test_an_answer_says_that_it_rests_on_45_degrees(name: str, who: list[str]) -> None:
    """A unit that veers for a friend, or would if it could: "up to 45 degrees" leaves more open than is tried."""
    position = pyrout.load(ROOT / "instances" / "miniatures" / f"battlesystem-{name}.lp")
    answer = pyrout.solve(position)["a"]
    assert [sentence.partition(" veers for friends by 45 degrees")[0] for sentence in answer.assumes] == who
    told = list(unit_lines(answer, "battlesystem", Names(position)))
    assert sum("assumes: a veers" in line for line in told) == len(who)


def listed_as_read() -> list[str]:
    section = page().partition("\n## Atoms that the driver reads\n")[2].partition("\n## ")[0]
    return re.findall(r"`(\w+/\d)`", section)


def test_the_page_lists_every_atom_that_is_read() -> None:
    modules = [*(ROOT / "pyrout" / "miniatures").glob("*.py"), *(ROOT / "pyrout" / "draw" / "miniatures").glob("*.py")]
    code = "".join(module.read_text("utf-8") for module in sorted(modules))
    read = {f"{name}/{arity}" for name, arity in re.findall(r'\b(?:of|atoms)\((?:\w+, )?"(\w+)", (\d)\)', code)}
    assert sorted(listed_as_read()) == sorted(read)


@pytest.mark.parametrize(
    "path", sorted((rule_sets.root() / "miniatures").rglob("*.lp")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_every_file_says_what_it_needs_and_gives(path: Path) -> None:
    head = path.read_text("utf-8").partition("\n#")[0]
    assert head.startswith("% ")
    if path.stem not in ("main", "route"):
        assert "% gives " in head


ENCODINGS = {path: parsed(path.read_text("utf-8")) for path in sorted((rule_sets.root() / "miniatures").rglob("*.lp"))}


def of_system(system: str) -> list[Path]:
    """The encodings of a system, and those that both share."""
    return [path for path in ENCODINGS if path.parent.name in (system, "table")]


@pytest.mark.parametrize("system", SYSTEMS)
def test_headers_say_what_files_need_and_give(system: str) -> None:
    wrong: list[str] = []
    for path in of_system(system):
        if path.stem in ("main", "about", "options"):
            continue
        own, header = ENCODINGS[path], stated(path.read_text("utf-8"))
        users = ENCODINGS if path.parent.name == "table" else of_system(system)
        elsewhere: set[tuple[str, int]] = set().union(*(ENCODINGS[other].uses for other in users if other != path))
        wrong += [f"{path.stem} does not give {x}" for x in said(header.gives - own.gives)]
        wrong += [f"{path.stem} gives {x}, unsaid" for x in said((own.gives & elsewhere) - header.gives)]
        wrong += [f"{path.stem} does not need {x}" for x in said(header.needs - own.uses)]
        wrong += [f"{path.stem} needs {x}, unsaid" for x in said(own.uses - own.gives - header.needs)]
    assert wrong == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_derived_for_nobody(system: str) -> None:
    derived = set().union(*(ENCODINGS[path].gives for path in of_system(system)))
    used = set().union(*(ENCODINGS[path].uses | ENCODINGS[path].shows for path in of_system(system)))
    shared = [path for path in ENCODINGS if path.parent.name == "table"]  # either system may use it
    used |= set().union(*(ENCODINGS[path].gives & ENCODINGS[o].uses for path in shared for o in ENCODINGS))
    about = {"plays_on/1", "listed/1"}  # test_blocks.py
    read = set(listed_as_read()) | {"rule/3", "rule_title/2", "option_value/5", "option_title/2", *about}
    assert set(said(derived - used)) - read == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_clingo_has_nothing_to_say(system: str) -> None:
    messages: list[str] = []
    control = Control(["--warn=all"], logger=lambda _, message: messages.append(message), message_limit=100)
    handed_in = (("setting", 2), ("only", 1), ("thrown", 2))
    known = [(predicate.name, len(predicate.args)) for predicate in vocabulary.PREDICATES]
    control.add("base", [], "".join(f"#defined {name}/{arity}.\n" for name, arity in (*known, *handed_in)))
    control.add("base", [], rule_sets.program(system))
    state = Function("start", [Function("a")])
    block = Function("block", [Number(0), Number(400), Number(0)])
    place = Function("place", [Number(0), Function("ahead"), block, Number(900), Function("none")])
    ask = Function("move") if system == "retreat" else place
    parts = {part for path in of_system(system) for part in ENCODINGS[path].heads}
    arguments = {"base": [], "answer": [], "look": [state, ask], "contact": [state, ask], "walk": [Function("a")]}
    arguments["attempt"] = [state, Number(0)]
    arguments |= {part: [state, place] for part in ("squeeze", "aside", "veer")}
    arguments["distance"] = [state, Function("neighbours")]
    arguments["round"] = [state, Function("veering", [Function("b"), Number(0), place])]
    control.ground([(part, arguments.get(part, [state])) for part in sorted(parts)])
    assert messages == []
