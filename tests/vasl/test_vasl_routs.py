"""Routs in logs: by net displacement of broken units, without what was undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from vasl_boards import real_data
from vasl_logs import Recorder
from vasl_saves import Made, Save, centre, geo_hex, squad

from pyrout.vasl.saves.log import Log
from pyrout.vasl.saves.routs import Moved, phase_of, record

HERE, THERE, BEYOND, OFF = centre(5, 3), centre(6, 3), centre(7, 3), (100, 100)
ROUT = [(HERE, THERE), (THERE, BEYOND)]


def routs(tmp_path: Path, ways: list[tuple], *, broken: bool = True, undo: bool = False) -> list[Moved]:  # type: ignore[type-arg]
    save = Save()
    save.put(*centre(0, 0), Made("Axis Turn 2 - RtPh"), stacked=False)
    (one,) = save.put(*HERE, squad(broken=broken))
    recorder = Recorder(save)
    for start, end in ways:
        recorder.move(one, start, end).step()
    if undo:
        recorder.leaf("CHAT* UNDO: * moves *").move(one, ways[-1][1], ways[-1][0]).step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    moves = list(record(log.replay(), geo_hex("y")).moves)
    assert not log.stopped
    return moves


def test_drags_of_one_unit_in_one_phase_are_one_rout(tmp_path: Path) -> None:
    (rout,) = routs(tmp_path, ROUT)
    assert (rout.turn, rout.phase, rout.steps) == ("Axis Turn 2", "RtPh", (1, 2))
    assert [place[1:] for place in rout.places] == [HERE, THERE, BEYOND]
    assert rout.before.places()[rout.piece][1:] == HERE


def test_an_undone_drag_is_none(tmp_path: Path) -> None:
    assert routs(tmp_path, ROUT[:1], undo=True) == []
    (rout,) = routs(tmp_path, ROUT, undo=True)
    assert (rout.steps, rout.places[-1][1:]) == ((1,), THERE)


@pytest.mark.parametrize(
    "ways",
    [
        [(HERE, (HERE[0] + 10, HERE[1]))],
        [(HERE, OFF)],
        [(HERE, THERE), (THERE, HERE)],
        [(HERE, THERE), (THERE, BEYOND), (BEYOND, HERE)],
    ],
)
def test_who_ends_where_it_began_or_off_the_boards_does_not_rout(tmp_path: Path, ways: list) -> None:  # type: ignore[type-arg]
    assert all(rout.places[-1][1:] not in (HERE, OFF) for rout in routs(tmp_path, ways))
    assert routs(tmp_path, ways) == []


def test_unbroken_units_do_not_rout(tmp_path: Path) -> None:
    assert routs(tmp_path, ROUT, broken=False) == []


def test_the_four_routs_of_the_real_log() -> None:
    log = Log(real_data() / "logs" / "recorded-hill.vlog")
    routs_of_log = [rout for rout in record(log.replay(), geo_hex("02")).moves if rout.phase == "RtPh"]
    assert [rout.steps for rout in routs_of_log] == [(21, 22), (24, 25), (24, 25), (24, 25)]
    where = [[geo_hex("02")(*place[1:]) for place in rout.places] for rout in routs_of_log]
    assert where == [["02K5", "02J5", "02O7"], *[["02M6", "02N6", "02N7"]] * 3]


def test_without_a_turn_counter_a_rout_does_not_go_on_after_others_have_moved(tmp_path: Path) -> None:
    save = Save()
    one, other = *save.put(*HERE, squad(broken=True)), *save.put(*THERE, squad())
    recorder = Recorder(save).move(one, HERE, THERE, under=other).step()
    recorder.move(other, THERE, HERE, under="null").step()
    recorder.move(one, THERE, BEYOND).step()
    recorded = record(Log(recorder.write(tmp_path / "a.vlog")).replay(), geo_hex("y")).moves
    assert [rout.steps for rout in recorded] == [(1,), (3,)]


def test_a_phase_ends_before_the_step_that_sets_the_turn_counter(tmp_path: Path) -> None:
    def clock(level: int) -> Made:
        return Made("Phase").layer("Axis Turn 2 - RtPh,Allied Turn 2 - RPh", level)

    save, place = Save(), centre(0, 0)
    (counter,) = save.put(*place, clock(1), stacked=False)
    recorder = Recorder(save).leaf("CHAT<a> - hello").step().change(counter, clock(1), clock(2), place).step()
    recorder.leaf("CHAT<a> - later").step()
    first, second = record(Log(recorder.write(tmp_path / "a.vlog")).replay(), geo_hex("y")).windows
    assert (first.start, first.end, first.over, phase_of(first.last)) == (1, 2, True, ("Axis Turn 2", "RtPh"))
    assert (second.start, second.end, second.over, phase_of(second.last)) == (3, 3, False, ("Allied Turn 2", "RPh"))


def test_each_of_two_counters_that_are_replaced_goes_on_with_its_own(tmp_path: Path) -> None:
    save, half = Save(), squad(broken=True, half=True)
    save.put(*centre(0, 0), Made("Axis Turn 2 - RtPh"), stacked=False)
    one, other = save.put(*HERE, squad(broken=True), squad(broken=True))
    recorder = Recorder(save).move(str(save.number), HERE, THERE).step()
    under = other
    for new in ("71", "72"):
        recorder.add(new, half).move(new, (0, 0), THERE, under=under, maps=("null", "Main Map"))
        under = new
    recorder.remove(one).remove(other).step()
    recorder.move("72", THERE, BEYOND, old_under="71").step().move("71", THERE, BEYOND, under="72").step()
    log = Log(recorder.write(tmp_path / "a.vlog"))
    by_piece = {rout.piece: rout for rout in record(log.replay(), geo_hex("y")).moves}
    assert not log.stopped and {rout.now for rout in by_piece.values()} == {"71", "72"}
    assert {piece: len(rout.steps) for piece, rout in by_piece.items()} == {one: 2, other: 2}
    assert all(rout.reduced == (1,) for rout in by_piece.values())
