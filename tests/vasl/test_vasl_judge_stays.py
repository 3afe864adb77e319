"""Units of a log that had to rout and stayed, or left the boards."""

from __future__ import annotations

from vasl_games import Game
from vasl_saves import marker, squad


def test_who_had_to_rout_and_stayed(game: Game) -> None:
    game.put("C3", squad(broken=True), marker("DM"))
    game.put("P9", squad(broken=True), marker("DM"))  # nobody forces it
    game.turn(2)
    assert game.run("--rules", "aslsk").exit_code == 1
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["path"], turn["steps"]) == ("stays", "illegal", ["yC3"], [])
    assert turn["faults"] and turn["step"] == 2  # the position before the turn counter goes on


def test_the_end_of_a_log_is_no_end_of_a_phase(game: Game) -> None:
    game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.leaf("CHAT<a> - later").step()
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"]) == ("stays", "open") and "the log ends" in turn["said"]
    assert game.run("--rules", "aslsk").exit_code == 0


def test_who_leaves_the_boards_is_shown(game: Game) -> None:
    one, sign = game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.remove(one).step()
    turn = game.turn(2).only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["path"]) == ("leaves", "not_judged", ["yC3"])
    assert sign and "removed" in turn["said"]


def test_who_surrenders_may_leave_the_boards(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.remove(one).step()
    turn = game.turn(2).only("--rules", "asl")
    assert (turn["does"], turn["verdict"]) == ("leaves", "legal") and "it surrenders" in turn["said"]
