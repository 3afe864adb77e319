"""The replay of logs: steps, moves of stacks, differences, undo, masked pieces, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from vasl_boards import real_data
from vasl_logs import PASSWORD, Recorder
from vasl_saves import Save, centre, disguised, marker, squad, zipped

from pyrout.vasl.saves.game import SavedGame
from pyrout.vasl.saves.log import Log
from pyrout.vasl.saves.save import read_save

HERE, THERE, BEYOND = centre(5, 3), centre(6, 3), centre(7, 3)


def played(path: Path) -> Log:
    log = Log(path)
    for _ in log.replay():
        pass
    return log


def stacks(log: Log) -> dict[tuple[int, int], tuple[str, ...]]:
    """The pieces of each stack, bottom to top, by their place on the map."""
    return {(s.x, s.y): s.pieces for s in log.end.saved().stacks}


def test_a_stack_is_dragged_as_one(tmp_path: Path) -> None:
    save = Save()
    one, two = save.put(*HERE, squad(), squad())
    stack = str(save.number)
    log = played(Recorder(save).leaf("").move(stack, HERE, THERE).step().write(tmp_path / "a.vlog"))
    assert (log.stopped, stacks(log)) == ("", {THERE: (one, two)})


def test_a_piece_goes_on_top_of_what_its_move_names_else_to_the_bottom(tmp_path: Path) -> None:
    save = Save()
    one, two = save.put(*HERE, squad(), squad())
    low, high = save.put(*THERE, squad(), squad())
    recorder = Recorder(save).move(two, HERE, THERE, under=low, old_under=one).step()
    log = played(recorder.move(one, HERE, THERE).step().write(tmp_path / "a.vlog"))
    assert (log.stopped, stacks(log)) == ("", {THERE: (one, low, two, high)})


def test_a_change_sets_only_what_differs(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad())
    recorder = Recorder(save).change(one, squad(), squad(broken=True), HERE).step()
    recorder.change(one, squad(broken=True), squad(broken=True, concealed="player"), HERE).step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    before, after = (r.after.pieces[one] for r in log.replay())
    assert (before.name, before.concealed) == ("broken 4-6-7 1sq", False)
    assert (after.name, after.concealed, log.stopped) == ("broken 4-6-7 1sq", True, "")


def test_a_new_marker_lies_where_its_move_puts_it(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad(broken=True))
    recorder = Recorder(save).add("77", marker("DM"))
    recorder.move("77", (0, 0), HERE, under=one, maps=("null", "Main Map")).step()
    end = played(recorder.write(tmp_path / "a.vlog")).end.saved()
    assert (end.pieces["77"].map, end.pieces["77"].x, end.pieces["77"].position) == ("Main Map", HERE[0], 1)


def test_a_new_stack_takes_its_pieces(tmp_path: Path) -> None:
    save = Save()
    one, two = save.put(*HERE, squad(), squad())
    recorder = Recorder(save).move(two, HERE, THERE, old_under=one).stack("88", THERE, two).step()
    recorder.leaf("CHAT* UNDO: * 4-6-8 Esq moves yF3 -> yG4 *").remove("88").move(two, THERE, HERE, under=one).step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    first, _ = log.replay()
    assert log.stopped == ""
    assert first.after.places()[two][1:] == THERE
    assert stacks(log) == {HERE: (one, two)}


def test_the_password_is_not_kept(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad(concealed=PASSWORD))
    recorder = Recorder(save).move(one, HERE, THERE).step()
    recorder.change(one, squad(concealed=PASSWORD), squad(), THERE).step()
    path = recorder.write(tmp_path / "a.vlog")
    log = Log(path)
    first, second = log.replay()
    assert (first.after.pieces[one].concealed, second.after.pieces[one].concealed) == (True, False)
    kept = (first, second, log.stopped, vars(log._table), log._table.raw[one].states, read_save(path))
    assert PASSWORD not in repr(kept)


MISFITS = {
    "moves from elsewhere": lambda r, one: r.move(one, BEYOND, THERE),
    "moves from another piece": lambda r, one: r.move(one, HERE, THERE, old_under="9"),
    "moves a stranger": lambda r, one: r.move("9", HERE, THERE),
    "changes a stranger": lambda r, one: r.change("9", squad(), squad(broken=True), HERE),
    "changes another state": lambda r, one: r.change(one, squad(moved=True), squad(broken=True), HERE),
    "changes it elsewhere": lambda r, one: r.change(one, squad(), squad(broken=True), THERE),
    "removes a stranger": lambda r, one: r.remove("9"),
    "adds it twice": lambda r, one: r.add(one, squad()),
    "adds a stack twice": lambda r, one: r.stack(str(int(one) + 1), THERE),
    "calls a stack like a piece": lambda r, one: r.stack(one, THERE),
    "calls a piece like a stack": lambda r, one: r.add(str(int(one) + 1), squad()),
    "stacks a stranger": lambda r, one: r.stack("88", THERE, "9"),
    "is cut short": lambda r, one: r.leaf(f"M/{one}/Main Map"),
}


@pytest.mark.parametrize("kind", MISFITS)
def test_what_does_not_fit_stops_the_replay(tmp_path: Path, kind: str) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad())
    recorder = Recorder(save).leaf("CHAT<a> - hello").step()
    recorder = MISFITS[kind](recorder, one).step().leaf("CHAT<a> - later").step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    assert [r.number for r in log.replay()] == [1]
    assert log.stopped.startswith("step 2 does not fit") and PASSWORD not in log.stopped and "\n" not in log.stopped
    assert stacks(log) == {HERE: (one,)}


def test_a_stack_of_the_log_and_one_without_a_name_are_two(tmp_path: Path) -> None:
    save = Save()
    one, two = save.put(*HERE, squad(), squad("ru"))
    recorder = Recorder(save).stack("~1", THERE, one).step().move(two, HERE, BEYOND).step()
    recorder.move(one, THERE, HERE).step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    assert [r.number for r in log.replay()] == [1, 2, 3], log.stopped
    assert stacks(log) == {HERE: (one,), BEYOND: (two,)}


def test_a_stack_that_lists_a_piece_twice_has_it_once(tmp_path: Path) -> None:
    save = Save()
    one, two = save.put(*HERE, squad(), squad("ru"))
    recorder = Recorder(save).stack("~5", THERE, one, one, two).step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    assert [r.number for r in log.replay()] == [1], log.stopped
    assert stacks(log) == {THERE: (one, two)}


def test_of_two_pieces_with_one_id_a_save_has_the_last(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad())
    save.number = 1000
    assert save.put(*THERE, squad("ru")) == [one]
    (tmp_path / "a.vsav").write_bytes(save.data())
    game = read_save(tmp_path / "a.vsav")
    assert [(piece.id, piece.x) for piece in game.pieces.values()] == [(one, THERE[0])]
    assert len(game.stacks) == 1


def test_the_disguise_of_vassal_3_8_is_read(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad())
    key = 0x3C
    (tmp_path / "a.vsav").write_bytes(zipped(b"VOBS" + bytes([key]) + bytes(b ^ key for b in save.text().encode())))
    (tmp_path / "b.vsav").write_bytes(zipped(disguised(save.text())))
    assert read_save(tmp_path / "a.vsav").pieces == read_save(tmp_path / "b.vsav").pieces
    assert one in read_save(tmp_path / "a.vsav").pieces


def test_steps_are_counted_not_their_commands(tmp_path: Path) -> None:
    save = Save()
    (one,) = save.put(*HERE, squad())
    recorder = Recorder(save).leaf("").move(one, HERE, THERE).leaf("CHAT* moves *").step()
    assert read_save(recorder.write(tmp_path / "a.vlog")).logged == 1


# ---------------------------------------------------------------------------------------------------------------------
# Real logs: the figures are those of the description


STEPS = {
    "recorded-hill": 48,
    "multiple-1": 22,
}


@pytest.mark.parametrize("name", STEPS)
def test_real_logs_fit_to_their_end(name: str) -> None:
    log = Log(real_data() / "logs" / f"{name}.vlog")
    steps = list(log.replay())
    assert (len(steps), log.stopped) == (STEPS[name], "")
    assert "sesame" not in repr((steps, vars(log._table)))


def test_the_routs_of_the_real_log_are_where_its_chat_says() -> None:
    log = Log(real_data() / "logs" / "recorded-hill.vlog")
    steps = {replayed.number: replayed for replayed in log.replay()}
    undone, again = steps[19], steps[22]
    squad_ = "1534823258871"
    assert undone.after.places()[squad_] == ("Main Map", 962, 690)
    assert again.after.places()[squad_] == ("Main Map", 1187, 819)
    assert steps[25].after.places()["1533970667170"] == ("Main Map", 1131, 851)
    dm = steps[25].after.saved().pieces["1795577300896"]
    assert (dm.map, dm.x, dm.y, dm.position) == ("Main Map", 1131, 851, 3)


@pytest.mark.parametrize(
    ("first", "second"), [("multiple-1a", "multiple-1b"), ("hotness-report-1", "hotness-report-2")]
)
def test_a_log_ends_where_the_next_one_begins(first: str, second: str) -> None:
    folder = real_data() / "logs"
    end, start = played(folder / f"{first}.vlog").end.saved(), read_save(folder / f"{second}.vlog")

    def told(game: SavedGame) -> dict[str, tuple[str, str, int, int]]:
        return {i: (p.name, p.map, p.x, p.y) for i, p in game.pieces.items()}

    assert told(end) == told(start)


def test_a_stacked_piece_is_where_its_stack_is(tmp_path: Path) -> None:
    save = Save()
    unit, sign = save.put(*HERE, squad(broken=True), marker("DM"))
    save.commands = [c.replace(f"Main Map;{HERE[0]};{HERE[1]};2", f"null;{HERE[0]};{HERE[1]};2") for c in save.commands]
    assert any("null;" in c for c in save.commands[1:2])
    (tmp_path / "a.vsav").write_bytes(save.data())
    pieces = read_save(tmp_path / "a.vsav").pieces
    assert pieces[sign].map == pieces[unit].map == "Main Map"
