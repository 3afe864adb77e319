"""VASL in the library: saves, logs and LOS, as a program calls them."""

from __future__ import annotations

import pydoc
from collections.abc import Callable
from pathlib import Path

import pytest
from vasl_games import Game, game_on_two_boards, two_boards, two_logs
from vasl_saves import marker, squad

import pyrout
from pyrout import vasl


def test_help_has_the_names_for_programs() -> None:
    described = pydoc.plain(pydoc.render_doc(vasl))
    for name in ("read(path", "judge(logs", "routs(logs", "class Boards", "class Slot"):
        assert name in described, name


def test_a_saved_game_is_a_position_with_what_was_assumed(tmp_path: Path) -> None:
    two_boards(tmp_path)
    saved = vasl.read(game_on_two_boards(tmp_path), tmp_path, rules="aslsk")
    (unit,) = pyrout.solve(saved.position).units
    assert (unit.verdict, unit.at) == ("may_rout", "yC6")
    assert saved.assumed and all("\n" not in sentence for sentence in saved.assumed)


def test_the_routs_of_logs_are_yielded_as_they_are_judged(tmp_path: Path) -> None:
    game = Game(tmp_path)
    logs = two_logs(game)
    turns = list(vasl.routs(logs, game.boards, rules="aslsk"))
    assert [turn.path for turn in turns] == [("yC3", "yC4", "yC5", "yC6")]
    judged = vasl.judge(logs, game.boards, rules="aslsk")
    assert judged.turns == tuple(turns)


def test_one_log_needs_no_list(tmp_path: Path) -> None:
    game = Game(tmp_path)
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.put("N9", squad())
    game.drag(one, "C3", "C6").turn(2)
    first = next(vasl.routs(str(game.written()), str(game.boards)))
    assert (first.does, first.path[0]) == ("routs", "yC3")


def test_los_crosses_boards_that_are_joined_and_rises_above_woods(tmp_path: Path) -> None:
    """The wood in yC6 and yD6 is one level high; z lies below y, of open ground."""
    two_boards(tmp_path)
    boards = vasl.Boards(tmp_path, [vasl.Slot("y"), vasl.Slot("z", 0, 1)])
    assert {"yC6", "zC1"} <= set(boards.hexes)
    pairs = [
        ("yC4", "yC8"),
        ("yC8", "yC4"),
        ("yC4@1", "yC8@1"),
        ("yC4", "zC2"),
        ("yJ8", "zJ2"),
        ("zJ2", "yJ8"),
        ("yC4", "yC4"),
    ]
    assert [line.blocked for line in boards.los(pairs)] == [True, True, False, True, False, False, False]
    assert {line.hindrances for line in boards.los(pairs)} == {0}
    alone = vasl.Boards(tmp_path, "z")
    assert "yC6" not in alone.hexes
    with pytest.raises(pyrout.PyroutError, match="hex yC6: is not on board z"):
        alone.los([("zC1", "yC6")])


def test_a_position_names_its_boards(tmp_path: Path) -> None:
    two_boards(tmp_path)
    saved = vasl.read(game_on_two_boards(tmp_path), tmp_path)
    assert set(vasl.Boards(tmp_path, saved.position).hexes) == set(
        vasl.Boards(tmp_path, [vasl.Slot("y"), vasl.Slot("z", 0, 1)]).hexes
    )


def test_what_cannot_be_read_is_an_error_of_one_line(tmp_path: Path) -> None:
    two_boards(tmp_path)
    calls: list[Callable[[], object]] = [
        lambda: vasl.read(3, tmp_path),  # type: ignore[arg-type]
        lambda: vasl.read(tmp_path / "none.vsav", tmp_path),
        lambda: vasl.judge([], tmp_path),
        lambda: vasl.Boards(tmp_path, []),
        lambda: vasl.Boards(tmp_path, ["q"]),
        lambda: vasl.Boards(tmp_path, ["y", "q"]),
        lambda: vasl.Boards(tmp_path, "y").los(["yC4"]),  # type: ignore[list-item]
        lambda: vasl.Boards(tmp_path, "y").los([("yC4",)]),  # type: ignore[list-item]
        lambda: vasl.Boards(tmp_path, "y").los([("yC4", 5)]),  # type: ignore[list-item]
        lambda: vasl.Boards(tmp_path, "y").los([("yC4", "yC5")], month=13),
        lambda: vasl.Boards(tmp_path, "y").los([("yC4", "yC5")], rules="as"),
        lambda: vasl.read(game_on_two_boards(tmp_path), tmp_path, month=0),
        lambda: vasl.read(game_on_two_boards(tmp_path), tmp_path, rules="as"),
        lambda: vasl.read(game_on_two_boards(tmp_path), tmp_path, sides=3),  # type: ignore[arg-type]
        lambda: vasl.judge(3, tmp_path),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(pyrout.PyroutError) as error:
            call()
        assert "\n" not in str(error.value)
