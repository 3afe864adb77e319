"""LOS from boards is that of a rule set: by the Starter Kit all buildings have one storey. A position that is asked by the
other one gets LOS anew from its boards, or is refused; nothing derives LOS from the hexes of a board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from vasl_boards import STONE_2, WOODS, Drawing
from vasl_saves import marker, squad
from vasl_tables import Table

import pyrout
from pyrout.cli import main
from pyrout.errors import InstanceError
from pyrout.position.facts import Instance
from pyrout.position.line import line_of, position_of
from pyrout.position.reading import parse
from pyrout.serve import jobs
from pyrout.vasl.from_boards import supply

SETS = ("aslsk", "asl")
OTHER = {"aslsk": "asl", "asl": "aslsk"}
REFUSED = "is for the rule set {}, by which buildings have other heights than by {}; make its boards available"
HEAD = "side(german). side(american). attacker(american).\n"
UNITS = (
    'unit(g1,german,squad). at(g1,"yD1"). status(g1,broken). status(g1,dm). '
    'unit(a1,american,squad). at(a1,"yD9"). normal_range(a1,8).\n'
)
UNBROKEN = UNITS.replace("status(g1,broken). status(g1,dm).", "normal_range(g1,6).")


def hills(folder: Path) -> Table:
    """A house of two levels between two hills of level 2: by the Starter Kit one sees over it, by full ASL not."""
    made = Table(folder)
    made.board = (
        Drawing(cols=7, rows=9, name="y").raise_to("D0 D1 C1 E1 D8 D9", 2).fill("D4", STONE_2).fill("B2", WOODS)
    )
    made.board.save(made.boards)
    return made


def sees(position: Instance) -> bool:
    """Return True if g1 and a1 see each other where they begin."""
    return any({"yD1", "yD9"} == set(map(str, fact.args[:2])) for fact in position.of("los"))


def asked(made: Table | None, name: str, **more: Any) -> dict[str, Any]:
    boards = {"boards": str(made.boards)} if made else {}
    reply = jobs.answer(name, {**boards, "name": "game.lp", **more}, 60)
    output: dict[str, Any] = json.loads(reply.body)
    return {**output, "status": reply.status}


def opened(made: Table) -> str:
    return str(asked(made, "board", archive=str(made.boards / "bdy"))["text"])


@pytest.mark.parametrize("rules", SETS)
def test_los_of_another_rule_set_is_looked_up_anew(tmp_path: Path, rules: str) -> None:
    """The position of one rule set, asked by the other, is that which this one would have had."""
    made, other = hills(tmp_path), OTHER[rules]
    bare = parse(f'{HEAD}board("y",0,0,normal).\n{UNITS}', "game.lp", need="facts")
    fresh = {name: supply(bare, made.boards, (), name) for name in SETS}
    assert [sees(fresh[name]) for name in SETS] == [True, False]
    switched = supply(fresh[rules], made.boards, (), other)
    assert set(map(str, switched.facts)) == set(map(str, fresh[other].facts))
    assert pyrout.solve(switched, rules=other)["g1"] == pyrout.solve(fresh[other], rules=other)["g1"]
    assert supply(switched, made.boards, (), other) is switched


@pytest.mark.parametrize("rules", SETS)
def test_without_the_boards_los_of_another_rule_set_is_refused(tmp_path: Path, rules: str) -> None:
    made, other = hills(tmp_path), OTHER[rules]
    bare = parse(f'{HEAD}board("y",0,0,normal).\n{UNITS}', "game.lp", need="facts")
    whole = supply(bare, made.boards, (), rules)
    assert pyrout.solve(whole, rules=rules).units
    with pytest.raises(InstanceError, match=REFUSED.format(rules, other)):
        pyrout.solve(whole, rules=other)
    # Cut loose of its board the LOS is that of the same rule set still
    with pytest.raises(InstanceError, match=REFUSED.format(rules, other)):
        pyrout.solve(whole.without("board"), rules=other)
    # A file from before says nothing of it, and is answered as it was
    assert pyrout.solve(whole.without("los_rules"), rules=other).units


@pytest.mark.slow
@pytest.mark.parametrize("rules", SETS)
def test_the_command_line_and_a_batch_answer_by_the_other_rules(tmp_path: Path, rules: str) -> None:
    made, other = hills(tmp_path), OTHER[rules]
    bare = parse(f'{HEAD}board("y",0,0,normal).\n{UNITS}', "game.lp", need="facts")
    fresh = {name: supply(bare, made.boards, (), name) for name in SETS}
    folder = tmp_path / "files"
    folder.mkdir()
    file = folder / "game.lp"
    file.write_text(fresh[rules].program())
    expected = pyrout.solve(fresh[other], rules=other)["g1"].to_json()
    run = CliRunner()
    at_hand = ["--rules", other, "--boards", str(made.boards)]
    done = run.invoke(main, ["solve", str(file), "--json", *at_hand], catch_exceptions=False)
    assert json.loads(done.stdout)["units"][0] == expected
    out = tmp_path / "out.ndjson"
    run.invoke(main, ["batch", str(file), "-o", str(out), *at_hand], catch_exceptions=False)
    assert json.loads(out.read_text())["units"][0] == expected
    alone = run.invoke(
        main, ["solve", str(file), "--rules", other], env={"HOME": str(tmp_path)}, catch_exceptions=False
    )
    assert alone.exit_code == 2 and REFUSED.format(rules, other) in alone.stderr


@pytest.mark.parametrize("rules", SETS)
def test_the_switch_of_the_page_answers_as_if_never_switched(tmp_path: Path, rules: str) -> None:
    """A board that is opened, units put there, the LOS found entered into the text; then the other rule set, and back."""
    made, other = hills(tmp_path), OTHER[rules]
    text = opened(made) + UNITS
    before = asked(made, "view", text=text, rules=rules)
    assert "los_rules" in before["text"]
    straight = asked(made, "view", text=text, rules=other)
    switched = asked(made, "view", text=before["text"], rules=other)
    assert switched["view"]["units"] == straight["view"]["units"]
    back = asked(made, "view", text=switched["text"], rules=rules)
    assert back["view"]["units"] == before["view"]["units"]
    alone = asked(None, "view", text=before["text"], rules=other)
    remedy = f"; open its boards with Open, or choose the rules {rules} in the Set-up"
    assert REFUSED.format(rules, other).partition(";")[0] + remedy in alone["unsolved"]


@pytest.mark.parametrize("rules", SETS)
def test_an_import_serves_the_other_rules(tmp_path: Path, rules: str) -> None:
    """Hexes have their levels whichever rule set it was for; LOS says whose it is, also in a complete import."""
    made, other = hills(tmp_path), OTHER[rules]
    made.put("D1", squad(broken=True), marker("DM")).put("D9", squad("ru"))
    instances = {name: made.instance(rules=name) for name in SETS}
    assert [sees(instances[name]) for name in SETS] == [True, False]
    map_of = {
        name: {str(f) for kind in ("level", "stairwell", "feature") for f in instances[name].of(kind)} for name in SETS
    }
    assert map_of["aslsk"] == map_of["asl"] and any("level" in fact for fact in map_of["asl"])
    switched = supply(instances[rules], made.boards, (), other)
    assert set(map(str, switched.of("los"))) == set(map(str, instances[other].of("los")))
    with pytest.raises(InstanceError, match=REFUSED.format(rules, other)):
        pyrout.solve(made.instance(rules=rules, complete=True), rules=other)


def test_a_line_is_of_no_rule_set_but_its_own(tmp_path: Path) -> None:
    """The LOS that was found is not in a line; its boards give it anew, by the rules that are asked."""
    made = hills(tmp_path)
    bare = parse(f'{HEAD}board("y",0,0,normal).\n{UNITS}', "game.lp", need="facts")
    line = line_of(supply(bare, made.boards, (), "aslsk"))
    assert "los" not in line
    assert not sees(supply(position_of(line, need="facts"), made.boards, (), "asl"))


# ---------------------------------------------------------------------------------------------------------------------
# No LOS is derived from the hexes of a board


def test_who_may_break_on_a_board_is_asked_of_the_board(tmp_path: Path) -> None:
    """a10-41-voluntary: nobody is broken. Whether a1 sees g1 is asked of the board; without it that is missing."""
    made = hills(tmp_path)
    text = opened(made) + UNBROKEN
    bare = parse(text, "game.lp", need="facts")
    with pytest.raises(InstanceError, match="the LOS between yD9, where a1 is, and yD1 is not in the file"):
        pyrout.solve(bare, rules="asl")
    whole = supply(bare, made.boards, (), "asl")
    assert not sees(whole) and pyrout.solve(whole, rules="asl").volunteers == ()
    # Beside the house they see each other
    made.board = Drawing(cols=7, rows=9, name="y").raise_to("D0 D1 C1 E1 D8 D9", 2)
    made.board.save(made.boards)
    clear = supply(bare, made.boards, (), "asl")
    assert sees(clear) and pyrout.solve(clear, rules="asl").volunteers == ("g1",)
    # By the Starter Kit nobody breaks on purpose, and no LOS is missing
    assert pyrout.solve(bare, rules="aslsk").units == ()


@pytest.mark.parametrize("volunteers", [[], ["g1"], ["g1", "a1"]])
def test_the_page_derives_no_los_for_who_may_break(tmp_path: Path, volunteers: list[str]) -> None:
    """The answer is that of the board, which the terrain of whole hexes would not give; without the board it says so."""
    made = hills(tmp_path)
    made.board.fill("D6", WOODS, size=0.3)  # fills a tenth of its hex, and not the way between them
    made.board.save(made.boards)
    text = opened(made) + UNBROKEN
    with_board = asked(made, "view", text=text, rules="asl", volunteers=volunteers)
    named = supply(parse(text, "game.lp", need="facts"), made.boards, ("g1", "a1"), "asl")
    expected = pyrout.solve(named, rules="asl", volunteers=True)
    shown = {unit["id"] for unit in with_board["view"]["units"]} | {unit[0] for unit in with_board["view"]["others"]}
    assert shown >= {unit.id for unit in expected.units}
    alone = asked(None, "view", text=text, rules="asl", volunteers=volunteers)
    assert "the LOS between" in alone["unsolved"]


def test_a_unit_that_may_break_where_los_is_missing_is_told(tmp_path: Path) -> None:
    """g1 is broken and all LOS that matters to it is there; a2 stands where none is, and is asked about without the board."""
    made = Table(tmp_path)
    made.board = Drawing(cols=27, rows=10, name="y").fill("C6 D6 W6", WOODS)
    made.board.save(made.boards)
    near = UNITS.replace("yD1", "yC3").replace("yD9", "yC2")
    far = 'unit(g2,german,squad). at(g2,"yW4"). normal_range(g2,6). unit(a2,american,squad). at(a2,"yW3"). normal_range(a2,6).'
    supplied = supply(parse(opened(made) + near + far, "game.lp", need="facts"), made.boards, ("g1",), "asl")
    text = supplied.program()
    view = asked(None, "view", text=text, rules="asl", volunteers=["g2"])
    assert any("is not in the file, and matters to g2" in said for said in view["warnings"])
    whole = asked(made, "view", text=text, rules="asl", volunteers=["g2"])
    assert not any("is not in the file" in said for said in whole["warnings"])


def test_los_that_was_taken_out_of_a_file_is_missing_not_none(tmp_path: Path) -> None:
    """The file still says that it has LOS from a1: without any LOS fact that is nothing said."""
    made = hills(tmp_path)
    bare = parse(opened(made) + UNITS, "game.lp", need="facts")
    whole = supply(bare, made.boards, ("g1",), "aslsk")
    without = whole.without("los")
    with pytest.raises(InstanceError, match="is not in the file, and matters to g1"):
        pyrout.solve(without, rules="aslsk")
    again = supply(without, made.boards, ("g1",), "aslsk")
    assert set(map(str, again.facts)) == set(map(str, whole.facts))


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (
            {"op": "terrain", "hex": "yD4", "terrain": "woods"},
            "the map and its LOS come from the boards that the position names (board y); to draw a map of your own press New",
        ),
        (
            {"op": "derive_los"},
            "LOS and hexes come from the boards that the position names (board y); to draw a map of your own press New",
        ),
    ],
)
def test_what_a_board_says_is_not_changed_on_the_page(tmp_path: Path, edit: dict[str, str], what: str) -> None:
    """The hex would change, and neither the LOS over it nor a line of the position. A map of its own is changed."""
    made = hills(tmp_path)
    text = opened(made) + UNITS
    refused = asked(made, "view", text=text, edits=[edit])
    assert refused["status"] == 422 and what in refused["error"]
    own = parse(text, "game.lp", need="facts").without("board", "given_around").program()
    assert asked(made, "view", text=own, edits=[edit])["status"] == 200


def test_the_hexes_of_a_board_name_it(tmp_path: Path) -> None:
    """`pyrout board` gives what the page gives: a position made of it looks its LOS up on the board."""
    made = hills(tmp_path)
    file = tmp_path / "made.lp"
    run = CliRunner()
    run.invoke(main, ["board", str(made.boards / "bdy"), "-o", str(file)], catch_exceptions=False)
    text = file.read_text()
    assert 'board("y",0,0,normal).' in text
    of_page, of_command = parse(opened(made), need="facts"), parse(HEAD + text, need="facts")
    assert {f[:2] for f in of_page.facts} - {f[:2] for f in of_command.facts} == {("rules", ("aslsk",))}
    file.write_text(f"rules(asl). {HEAD}{text}{UNITS}")
    done = run.invoke(main, ["solve", str(file), "--json", "--boards", str(made.boards)], catch_exceptions=False)
    named = supply(parse(f'{HEAD}board("y",0,0,normal).\n{UNITS}', need="facts"), made.boards, (), "asl")
    assert json.loads(done.stdout)["units"] == [pyrout.solve(named, rules="asl")["g1"].to_json()]
    alone = run.invoke(main, ["solve", str(file)], env={"HOME": str(tmp_path)}, catch_exceptions=False)
    assert alone.exit_code == 2 and "the LOS between yD9, where a1 is, and" in alone.stderr
    copy = tmp_path / "hills"
    copy.write_bytes((made.boards / "bdy").read_bytes())
    other = run.invoke(main, ["board", str(copy)], catch_exceptions=False)
    assert "terrain(" in other.stdout and "board(" not in other.stdout  # by that name nobody finds it again
