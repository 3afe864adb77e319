"""Chains of logs, and logs that do not fit."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from test_vasl_save_hostile import mutated_text
from vasl_boards import real_data
from vasl_games import BEFORE, CLOCK, MPH, Game, run, two_logs
from vasl_saves import disguised, leader, marker, squad, zipped
from vasl_tables import pixel

from pyrout.vasl.log_chain import Chain
from pyrout.vasl.saves.stream import read_text


def test_logs_of_one_game_are_one_game_in_whatever_order(game: Game) -> None:
    first, second = two_logs(game)
    told = json.loads(run(second, first, "--json", "--rules", "aslsk", "--boards", game.boards).stdout)
    assert [Path(file).name for file in told["files"]] == ["z.vlog", "a.vlog"] and "notes" not in told
    (turn,) = told["turns"]
    assert (turn["steps"], turn["path"], turn["verdict"]) == ([2, 3, 4], ["yC3", "yC4", "yC5", "yC6"], "legal")


def test_two_real_logs_are_put_in_order() -> None:
    logs = real_data() / "logs"
    chain = Chain([logs / "multiple-1b.vlog", logs / "multiple-1a.vlog"])
    assert [file.name for file in chain.files] == ["multiple-1a.vlog", "multiple-1b.vlog"]
    numbers = [played.number for part in chain.parts() for played in part]
    assert numbers == list(range(1, 23)) and not chain.notes
    apart = Chain([logs / "multiple-1b.vlog", logs / "hotness-report-1.vlog"])
    assert len(list(map(list, apart.parts()))) == 2 and "does not begin where" in apart.notes[0]


def test_logs_of_two_games_are_refused(game: Game, tmp_path: Path) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    first = game.drag(one, "C3", "C4").written("a.vlog")
    game.save.boards = ["0", "0", "z"]
    result = run(first, game.written("b.vlog"), "--boards", game.boards)
    assert result.exit_code == 2 and "other boards than a.vlog" in result.stderr and result.stderr.count("\n") == 1


def test_a_log_that_does_not_fit_its_start_has_no_positions(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.steps.clear()
    game.drag(one, "A1", "A2")
    result = game.run("--step", 1)
    assert result.exit_code == 2 and "does not fit" in result.stderr and result.stderr.count("\n") == 1


def test_judging_stops_at_a_step_that_does_not_fit(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C6").drag(one, "A1", "A2")
    told = game.told("--rules", "aslsk")
    assert [turn["verdict"] for turn in told["turns"]] == ["legal"]
    assert not told["complete"] and any("step 3 does not fit" in note for note in told["notes"])


def test_a_saved_game_is_no_log(game: Game) -> None:
    game.put("C3", squad(broken=True))
    game.recorder.steps.clear()
    result = game.run()
    assert result.exit_code == 2 and "no log" in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.slow
def test_no_log_ends_in_a_traceback(game: Game) -> None:
    one, his, _ = game.put("C3", squad(broken=True), leader(), marker("DM"))
    game.drag(one, "C3", "C6")
    game.recorder.move(his, pixel("C3"), pixel("C6"), under=one).step()
    text = read_text(game.turn(2).written())[0]
    chance, path = random.Random(5), game.folder / "mutated.vlog"
    for _ in range(30):
        path.write_bytes(zipped(disguised(mutated_text(chance, text))))
        result = run(path, "--boards", game.boards)
        assert result.exit_code in (0, 1) or (result.exit_code == 2 and result.stderr.count("\n") == 1), result.output
        assert "internal error" not in result.output


@pytest.mark.parametrize("cut", [True, False])
@pytest.mark.parametrize("moves", [True, False])
def test_a_log_that_begins_in_the_rout_phase_makes_nothing_illegal(tmp_path: Path, cut: bool, moves: bool) -> None:
    """Before it the unit may have come from elsewhere, or the enemy may not have been seen."""
    made = Game(tmp_path, cut=cut)
    made.put("C2", squad("ru"))
    one, _ = made.put("C4", squad(broken=True), marker("DM"))
    if moves:
        made.drag(one, "C4", "C3")
    turn = made.turn(2).only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"]) == ("routs" if moves else "stays", "open" if cut else "illegal")
    assert any(unknown.startswith("what came before in the phase") for unknown in turn.get("unknown", ())) == cut
    assert turn.get("said", "").startswith("if nothing came before in the phase, it is illegal") == (cut and moves)


def test_a_legal_rout_in_a_log_that_begins_in_the_phase_says_so(tmp_path: Path) -> None:
    made = Game(tmp_path, cut=True)
    made.put("C2", squad("ru"))
    one, _ = made.put("C3", squad(broken=True), marker("DM"))
    turn = made.drag(one, "C3", "C4", "C5", "C6").turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "legal" and turn["unknown"][0].startswith("what came before in the phase")


def test_who_routed_before_a_gap_did_not_stay_after_it(game: Game) -> None:
    """The second log begins elsewhere in the same phase: in the gap the other unit may have routed, too."""
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    other, _ = game.put("E3", squad(broken=True), marker("DM"))
    (far,) = game.put("P9", squad())
    first = game.drag(one, "C4", "C3").written("a.vlog")
    commands = list(game.save.commands)
    clock_there, clock_now = (f"{phase}\tMain Map;{CLOCK[0]};{CLOCK[1]};" for phase in (BEFORE, game.phase))
    for hexes in (("C4", "C3"), ("P9", "P8")):
        before, after = ("Main Map;{};{};".format(*pixel(hex_)) for hex_ in hexes)
        commands = [command.replace(before, after) for command in commands]
    game.save.commands = [command.replace(clock_there, clock_now) for command in commands]
    game.recorder.steps.clear()
    second = game.turn(2).written("b.vlog")
    told = json.loads(run(first, second, "--json", "--rules", "aslsk", "--boards", game.boards).stdout)
    assert any("b.vlog does not begin where a.vlog ends" in note for note in told["notes"]) and far and other
    routs = [turn for turn in told["turns"] if turn["does"] == "routs"]
    stays = [turn for turn in told["turns"] if turn["does"] == "stays"]
    assert [turn["path"] for turn in routs] == [["yC4", "yC3"]]
    assert {turn["path"][0] for turn in stays} == {"yE3"}
    assert {turn["verdict"] for turn in stays} == {"open"}


def in_three(game: Game) -> list[Path]:
    """Return three logs of one game, each beginning where the one before ends: the turn counter alone goes on."""
    game.put("C3", squad(broken=True))
    game.recorder.steps.clear()
    game.phase = BEFORE
    logs, commands = [], game.save.commands
    for number, phase in enumerate((MPH, 2, 4)):
        own = f"\tMain Map;{CLOCK[0]};{CLOCK[1]};"
        game.save.commands = [each.replace(f"{BEFORE}{own}", f"{game.phase}{own}") for each in commands]
        logs.append(game.turn(phase).written(f"{number}.vlog"))
        game.recorder.steps.clear()
    return logs


def test_logs_that_follow_stand_together_though_another_is_missing(game: Game) -> None:
    one, two, three = in_three(game)
    game.save.commands = game.save.commands[:-2]  # without the squad: it begins nowhere
    elsewhere = game.turn(1).written("z.vlog")
    chain = Chain([three, elsewhere, two, one])
    assert [file.name for file in chain.files] == ["0.vlog", "1.vlog", "2.vlog", "z.vlog"]
    assert len(chain.notes) == 1 and "z.vlog does not begin where 2.vlog ends" in chain.notes[0]


def test_a_log_that_is_named_twice_counts_once(game: Game) -> None:
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    first = game.drag(one, "C4", "C3").turn(2).written()
    copy = game.folder / "copy.vlog"
    copy.write_bytes(first.read_bytes())
    told = json.loads(run(first, copy, "--json", "--rules", "aslsk", "--boards", game.boards).stdout)
    assert len(told["turns"]) == 1 and "copy.vlog is the same log as game.vlog, and is left out" in told["notes"]


def test_a_log_with_the_steps_of_another_is_named() -> None:
    logs = real_data() / "logs"
    chain = Chain([logs / "multiple-1.vlog", logs / "multiple-1a.vlog", logs / "multiple-1b.vlog"])
    assert any(note.startswith("multiple-1a.vlog begins where multiple-1.vlog begins") for note in chain.notes)
