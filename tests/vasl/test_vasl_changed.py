"""A saved game that is changed after its import, in the file or on the page, is answered as if it had been saved so: the
hexes and LOS that it does not have come from its boards; where these are not available, it is refused and says what is
missing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from vasl_boards import BRUSH, GRAIN, STONE_2, WOODS, Drawing
from vasl_saves import marker, squad, vehicle
from vasl_tables import RULE_SETS, Table, answers

import pyrout
from pyrout.cli import main
from pyrout.errors import InstanceError
from pyrout.position.facts import Instance
from pyrout.position.reading import parse
from pyrout.serve.edits import apply_edits
from pyrout.vasl.complete_map import supply

pytestmark = pytest.mark.slow  # a minute together


def country(folder: Path) -> Table:
    """A long board: the broken squad and its enemy at the left, a wood in the middle, and more of both sides at the right."""
    folder.mkdir()
    made = Table(folder)
    made.board = Drawing(cols=27, rows=10, name="y").fill("C6 D6 M5 T6 U3 X7", WOODS).fill("E4 F3", BRUSH)
    made.board.fill("R5 R6", STONE_2)
    return made


def start(folder: Path) -> Table:
    return country(folder).put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).put("W4", squad("ru"))


def by_hand(text: str, unit: str, to: str) -> str:
    """The text of a position with a unit moved, as a player does it in an editor."""
    changed, count = re.subn(rf'at\({unit},"\w+"\)', f'at({unit},"{to}")', text)
    assert count == 1
    return changed


def unit_in(instance: Instance, hex_: str) -> str:
    return next(str(fact.args[0]) for fact in instance.of("at") if fact.args[1] == hex_)


def again(folder: Path, first: str, second: str) -> Table:
    """Return the game with the two enemies elsewhere."""
    return country(folder).put("C3", squad(broken=True), marker("DM")).put(first, squad("ru")).put(second, squad("ru"))


# Changes of the imported text, by hand or by the page; and the places of the enemies in the save that has them
MOVES = {
    "an enemy comes near": ("yW4", "yE3", ("C2", "E3")),
    "the enemy next to it goes": ("yC2", "yC10", ("C10", "W4")),
}


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("move", MOVES)
@pytest.mark.slow
def test_a_unit_that_is_moved_sees_and_is_seen_from_where_it_is(tmp_path: Path, rules: str, move: str) -> None:
    source, target, saved_so = MOVES[move]
    whole = again(tmp_path / "so", *saved_so).instance(rules=rules)
    before = start(tmp_path / "before")
    text = before.imported(rules=rules, every_hex=True).text
    unit = unit_in(parse(text), source)
    by_text = parse(by_hand(text, unit, target))
    on_page = apply_edits(parse(text), [{"op": "move", "unit": unit, "to": target}])
    for changed in (by_text, on_page):
        assert answers(supply(changed, before.boards)) == answers(whole)
    assert answers(whole) != answers(parse(text))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_another_unit_that_breaks_has_its_surroundings(tmp_path: Path, rules: str) -> None:
    """It stands where the import gave no hexes: they come from the board, with the wood that is nearest to it."""

    def so(made: Table, *, broken: bool) -> Table:
        made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
        made.put("T4", squad(broken=broken), *([marker("DM")] if broken else [])).put("S3", squad("ru"))
        return made

    whole = so(country(tmp_path / "so"), broken=True).instance(rules=rules)
    before = so(country(tmp_path / "before"), broken=False)
    text = before.imported(rules=rules).text
    assert 'hex("yT6"' not in text
    unit = unit_in(parse(text), "yT4")
    changed = parse(text + f"status({unit},broken). status({unit},dm).")
    with pytest.raises(
        InstanceError, match=f"the map around {unit}, in yT4, is not all in the file; make its boards available"
    ):
        pyrout.solve(changed)
    assert answers(supply(changed, before.boards)) == answers(whole)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.slow
def test_nobody_sees_anything_and_no_los_is_derived(tmp_path: Path, rules: str) -> None:
    """The boards have no LOS between the enemy and where the unit can get to, for a wood stands between; the file ends before it.
    LOS from the terrain of the file would see across."""
    made = country(tmp_path / "so")
    made.board.fill(" ".join(f"{column}{row}" for column in "MNO" for row in range(1, 11)), WOODS)
    made.put("C3", squad(broken=True), marker("DM")).put("S4", squad("ru"))
    whole = made.instance(rules=rules)
    without = whole.without("los", "los_from", "los_counts", "given_around")
    unit = unit_in(whole, "yC3")
    supplied = supply(without, made.boards, units=(unit,))
    enemy = {place for fact in supplied.of("los") for place in fact.args[:2] if fact.args[0] != fact.args[1]}
    assert enemy == set()
    assert pyrout.solve(supplied, units=(unit,))[unit] == pyrout.solve(whole, units=(unit,))[unit]


@pytest.mark.slow
def test_a_vehicle_that_drives_off_no_longer_hinders(tmp_path: Path) -> None:
    """LOS given counts the AFV where it was; so does what the save says where it is now."""

    def so(made: Table, tank: str) -> Table:
        made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).put("G5", squad("ru"))
        return made.put(tank, vehicle(shut=True))

    whole = so(country(tmp_path / "so"), "I9").instance(rules="asl")
    before = so(country(tmp_path / "before"), "E4")
    text = before.imported(rules="asl", every_hex=True).text
    tank = unit_in(parse(text), "yE4")
    changed = parse(by_hand(text, tank, "yI9"))
    with pytest.raises(InstanceError, match=r"counts other AFVs, wrecks and SMOKE than there are now \(see yE4\)"):
        pyrout.solve(changed)
    supplied = supply(changed, before.boards)
    seen = {str(f) for f in supplied.of("los")}
    assert {str(f) for f in whole.of("los")} >= seen != set()
    assert answers(supplied) == answers(whole)


@pytest.mark.slow
def test_another_month_has_other_grain(tmp_path: Path) -> None:
    """Written by hand into the file: in winter the grain hinders nobody. In another month of its season nothing changes."""

    def so(made: Table) -> Table:
        made.board.fill("C4", GRAIN)
        return made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).put("C5", squad("ru"))

    whole = so(country(tmp_path / "so")).instance(rules="asl", month=1)
    before = so(country(tmp_path / "before"))
    text = before.imported(rules="asl").text
    changed = parse(text + "month(1).")
    with pytest.raises(InstanceError, match="the LOS given is for another month"):
        pyrout.solve(changed)
    supplied = supply(changed, before.boards)
    assert {'los("yC3","yC5",0)'} <= {str(f) for f in supplied.of("los")} != {str(f) for f in parse(text).of("los")}
    assert answers(supplied) == answers(whole)
    assert pyrout.solve(parse(text + "month(7).")).units


def test_what_is_not_known_and_matters_is_an_error(tmp_path: Path) -> None:
    """Without the boards: the pair, and what to do about it. What does not matter is no error."""
    before = start(tmp_path / "before")
    before.put("Y9", squad())
    text = before.imported(rules="aslsk", every_hex=True).text
    enemy, friend = unit_in(parse(text), "yW4"), unit_in(parse(text), "yY9")
    with pytest.raises(InstanceError) as error:
        pyrout.solve(parse(by_hand(text, enemy, "yE3"), "game.lp"))
    assert re.fullmatch(
        rf"game\.lp:\d+:\d+: the LOS between yE3, where {enemy} is, and \w+ is not in the file, and matters to ge1; make its "
        r"boards available \(--boards DIR, or PYROUT_BOARDS\), or import the saved game with --complete",
        str(error.value),
    )
    with pytest.raises(InstanceError, match="where ru1 is, and yAA1 is not in the file"):
        pyrout.solve(parse(by_hand(text, friend, "yAA1")))
    assert pyrout.solve(parse(by_hand(text, friend, "yC4"))).units  # near: all of it is known
    assert pyrout.solve(parse(text)).units


def test_a_los_that_is_written_beside_is_known(tmp_path: Path) -> None:
    """A player who has looked it up may say so."""
    before = start(tmp_path / "before")
    before.put("Y9", squad())
    text = before.imported(rules="aslsk", every_hex=True).text
    friend = unit_in(parse(text), "yY9")
    moved = by_hand(text, friend, "yAA1") + 'los("yC2","yAA1",0). los("yAA1","yW4",0).'
    assert pyrout.solve(parse(moved)).units


def test_the_complete_file_stands_alone(tmp_path: Path) -> None:
    """After any move in it, without any board: as if saved so."""
    source, target, saved_so = MOVES["an enemy comes near"]
    whole = again(tmp_path / "so", *saved_so).instance(rules="aslsk")
    before = start(tmp_path / "before")
    out = tmp_path / "game.lp"
    done = before.run("import", "--complete", "--rules", "aslsk", "-o", out)
    assert done.exit_code == 0
    text = out.read_text()
    position = parse(text)
    assert len(position.of("hex")) == 27 * 10 + 13
    changed = parse(by_hand(text, unit_in(position, source), target))
    assert supply(changed, tmp_path / "nowhere") is changed
    assert answers(changed) == answers(whole)


def test_the_command_line_looks_up_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = start(tmp_path / "before")
    text = before.imported(rules="aslsk").text
    file = tmp_path / "game.lp"
    file.write_text(by_hand(text, unit_in(parse(text), "yW4"), "yE3"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for args in (("solve",), ("explain", "ge1"), ("check", "ge1", "yC4"), ("draw", "-o", tmp_path / "a.svg")):
        command, *rest = map(str, args)
        alone = CliRunner().invoke(main, [command, str(file), *rest], catch_exceptions=False)
        assert alone.exit_code == 2 and "the LOS between yE3" in alone.stderr, command
        done = CliRunner().invoke(
            main, [command, str(file), *rest, "--boards", str(before.boards)], catch_exceptions=False
        )
        assert done.exit_code in (0, 1) and done.stderr == "", command
    nowhere = CliRunner().invoke(main, ["solve", str(file), "--boards", str(tmp_path / "none")], catch_exceptions=False)
    assert nowhere.exit_code == 2 and "no such folder" in nowhere.stderr


def test_reversed_cropped_and_changed_boards_are_found_again(tmp_path: Path) -> None:
    """The facts of the position about its boards give the same map as the save does."""
    made = country(tmp_path / "made")
    made.save.boards = ["0", "0", "ry", "0", "0", "900", "645", "SSR", "WoodsToBrush"]
    from pyrout.vasl.import_game import _Game
    from pyrout.vasl.map_layout import map_of, untold
    from pyrout.vasl.saves.save import read_save

    made.put("C3", squad(broken=True), marker("DM")).put("D5", squad("ru"))
    game = _Game(read_save(made.written()), made.boards, "aslsk", None, None, untold)
    position = made.instance(rules="aslsk")
    map_ = map_of(position, made.boards).map
    assert map_of(position, made.boards).map is map_
    assert map_.names == game.map.names
    assert map_.terrain == game.map.terrain and BRUSH in map_.terrain


@pytest.mark.slow
def test_the_page_answers_a_move_as_a_save_of_it(tmp_path: Path) -> None:
    """The edit function of the page, with the boards that are open, and without."""
    from pyrout.serve.jobs import answer

    source, target, saved_so = MOVES["an enemy comes near"]
    whole = again(tmp_path / "so", *saved_so).instance(rules="aslsk")
    before = start(tmp_path / "before")
    text = before.imported(rules="aslsk", every_hex=True).text
    unit = unit_in(parse(text), source)
    request: dict[str, Any] = {
        "text": text,
        "name": "game.lp",
        "edits": [{"op": "move", "unit": unit, "to": target}],
        "boards": str(before.boards),
    }
    reply = answer("view", request, 60)
    assert reply.status == 200
    view = json.loads(reply.body)
    assert "unsolved" not in view and view["blind"] == []
    expected = pyrout.solve(whole)
    drawn = json.loads(answer("view", {"text": whole.program(), "name": "so.lp"}, 60).body)
    assert [u.verdict for u in expected.units] == ["routs"]
    for key in ("answer", "reasons", "units"):
        if key in view:
            assert view[key] == drawn[key]
    empty = tmp_path / "empty"
    empty.mkdir()
    alone = json.loads(answer("view", {**request, "boards": str(empty), "name": "alone.lp"}, 60).body)
    assert "the LOS between yE3" in alone["unsolved"]


@pytest.mark.slow
def test_units_that_break_on_purpose_far_off_have_their_surroundings(tmp_path: Path) -> None:
    """A squad that the import gives no hexes around may break on purpose, and rout to the wood beside it: the answer of the
    save and that of its import say where. Without the boards it is said that this is not known."""
    made = country(tmp_path / "made")
    made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru")).put("T5", squad()).put("T2", squad("ru"))
    done = made.run("solve", "--volunteers", "--rules", "asl", "--json")
    assert done.exit_code == 0 and "break on purpose" not in done.stderr
    units = {unit["at"]: unit for unit in json.loads(done.stdout)["units"]}
    assert "yT6" in [d["hex"] for d in units["yT5"]["if_breaks"]["destinations"]]
    out = tmp_path / "game.lp"
    out.write_text(made.imported(rules="asl").text)
    assert 'hex("yT6"' not in out.read_text()
    again = CliRunner().invoke(
        main, ["solve", str(out), "--volunteers", "--json", "--boards", str(made.boards)], catch_exceptions=False
    )
    assert json.loads(again.stdout)["units"] == json.loads(done.stdout)["units"]
    unasked = json.loads(made.run("solve", "--rules", "asl", "--json").stdout)
    # named, not answered without the map around them
    assert unasked["volunteers"] == ["ge2", "ru2"] and [unit["at"] for unit in unasked["units"]] == ["yC3"]
    arguments = ["solve", str(out), "--volunteers", "--json"]
    alone = CliRunner().invoke(main, arguments, env={"HOME": str(tmp_path)}, catch_exceptions=False)
    assert alone.exit_code == 0
    assert (
        "what units could do that break on purpose rests on hexes or LOS that are not all in the file" in alone.stderr
    )


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_page_looks_up_the_los_of_the_first_unit_alone_and_then_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    """So the first verdict of a large game does not wait for the LOS of the others. All are as in an import with all LOS, and
    the text that they leave needs no boards any more."""
    from pyrout.phases import incremental
    from pyrout.serve import jobs
    from pyrout.vasl import import_game

    def asked(name: str, **more: Any) -> dict[str, Any]:
        reply = jobs.answer(name, {"boards": str(made.boards), "name": "game.lp", **more}, 60)
        assert reply.status == 200, reply.body
        output: dict[str, Any] = json.loads(reply.body)
        return output

    monkeypatch.setattr(incremental, "WORTH_WAITING", 1)
    made = start(tmp_path / "made")
    made.put("T4", squad(broken=True), marker("DM")).put("S3", squad("ru")).put("F8", squad(broken=True), marker("DM"))
    whole = made.imported(rules=rules, every_hex=True, rests=False)
    drawn = asked("view", text=whole.text)
    monkeypatch.setattr(import_game, "rules_of_boards", lambda names: rules)
    assert len(parse(asked("import", files=[str(made.path)])["text"]).of("los")) > 100, (
        "a small game has its LOS at once"
    )

    monkeypatch.setattr(import_game, "WORTH_WAITING", 10)
    text = asked("import", files=[str(made.path)])["text"]
    assert parse(text).of("board") and not parse(text).of("los")
    for first, leads in (("", "ge1"), ("ge2", "ge2")):
        jobs._session.units.clear()
        jobs._session.completed.clear()
        one = asked("view", text=text, first=first)
        assert [unit["id"] for unit in one["view"]["units"]] == [leads]
        assert {unit for _, unit, _ in one["view"]["pending"]} == {"ge1", "ge2", "ge3"} - {leads}
        assert one["text"] == text and "los(" not in text
        output = asked("view", text=text)
        assert "pending" not in output["view"] and output["view"]["units"] == drawn["view"]["units"]
        (alone,) = one["view"]["units"]
        (among,) = [unit for unit in output["view"]["units"] if unit["id"] == leads]
        for unit in (alone, among):
            unit["groups"] = [{**group, "colour": None} for group in unit["groups"]]  # the next that is free
        assert alone == among
        assert output["text"].startswith(text)
        assert answers(parse(output["text"], need="position")) == answers(parse(whole.text))
        moved = asked("view", text=output["text"], edits=[{"op": "move", "unit": "ge2", "to": "yT5"}])
        assert "los(" in moved["text"] and "unsolved" not in moved


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_los_that_the_page_looks_up_says_by_which_rules_it_is(tmp_path: Path, rules: str) -> None:
    """A unit in a hex of which no LOS is given has its LOS looked up on the board, unless what is given is by other rules."""
    from pyrout.serve.los_edits import with_los

    made = start(tmp_path / "made")
    made.written()
    (board,) = made.boards.iterdir()
    text = (
        'side(german). side(russian). unit(g1,german,squad). at(g1,"yC3"). unit(r1,russian,squad). at(r1,"yC5").'
        'hex("yC1",3,2). hex("yC2",3,4). hex("yC3",3,6). hex("yC5",3,10). los("yC1","yC2",0).'
    )
    seeing = with_los(parse(text, need="facts"), board, rules)
    assert {str(fact) for fact in seeing.of("los_rules")} == {f"los_rules({rules})"}
    assert {("yC3", "yC5"), ("yC5", "yC3")} & {fact.args[:2] for fact in seeing.of("los")}
    assert [
        str(fact) for fact in with_los(parse(f"{text} los_rules({rules}).", need="facts"), board, rules).of("los_rules")
    ] == [f"los_rules({rules})"]
    other = parse(f"{text} los_rules({next(name for name in RULE_SETS if name != rules)}).", need="facts")
    assert with_los(other, board, rules) is other
