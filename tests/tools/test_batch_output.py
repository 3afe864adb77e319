"""The lines and the progress of a batch."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest
from batches import Threads, echo, folder_of, lines_of, names, solved
from command_line import run

from pyrout.lab import worker
from pyrout.lab.batch import State, batch, files_of, progress_text
from pyrout.lab.worker import Job, Outcome

# --- what is written --------------------------------------------------------------------------------------------


def test_the_lines_are_those_of_solve(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    result = run("batch", folder, "-o", out, "--jobs", "2")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert lines_of(out) == solved(*sorted(folder.iterdir()))
    assert len({json.dumps(json.loads(line)["units"]) for line in lines_of(out)}) > 3


@pytest.mark.slow
def test_as_completed_writes_the_same_lines_as_they_come(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    order = []

    def slow_first(job: Job) -> Outcome:
        if job.file.endswith("p000.lp"):
            time.sleep(1)
        return echo(job)

    batch(files_of([folder]), out, lambda: Threads(2, slow_first), as_completed=True)
    order = names(out)
    assert order[-1] == "p000.lp" and sorted(order) == [f"p{n:03}.lp" for n in range(6)]
    out.unlink()
    batch(files_of([folder]), out, lambda: Threads(2, slow_first))
    assert names(out) == [f"p{n:03}.lp" for n in range(6)]


@pytest.mark.slow
def test_options_and_rule_set_reach_the_workers(folder: Path, tmp_path: Path) -> None:
    out, set_ = tmp_path / "out.ndjson", ["--set", "revisit=allow"]
    assert run("batch", folder, "-o", out, "--jobs", "1", *set_).exit_code == 0
    assert {json.loads(line)["options"]["revisit"] for line in lines_of(out)} == {"allow"}
    assert lines_of(out) == run("solve", "--ndjson", *set_, *sorted(folder.iterdir())).stdout.splitlines()
    out.unlink()
    assert run("batch", folder, "-o", out, "--jobs", "1", "--rules", "asl").exit_code == 0
    assert {json.loads(line)["rules"] for line in lines_of(out)} == {"asl"}


@pytest.mark.slow
def test_a_bad_file_is_a_line_and_not_the_end(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    (folder / "p001.lp").write_text("unit(g1,german,sqad).\n", encoding="utf-8")
    (folder / "p003.lp").write_bytes(b"\xff\xfe")
    missing, game = tmp_path / "missing.lp", tmp_path / "game.lp"
    game.write_bytes(b"PK\x03\x04 and so on")
    result = run("batch", folder, missing, game, "-o", out, "--jobs", "2")
    assert result.exit_code == 2
    assert result.stderr == f"pyrout: {out}: 4 of 8 files not answered; their lines say why\n"
    records = [json.loads(line) for line in lines_of(out)]
    bad = {Path(line["file"]).name: line for line in records if "error" in line}
    assert {name: line["error"].partition(".lp:")[2] for name, line in bad.items()} == {
        "p001.lp": "1:16: sqad is not a kind of unit; did you mean squad?",
        "p003.lp": "1:1: not UTF-8 text (byte 0xff at offset 0); save it as UTF-8",
        "missing.lp": " no such file; check the path",
        "game.lp": " is a zip archive, not text; if it is a saved game, `pyrout import` it first",
    }
    assert all(set(line) == {"schema", "file", "error"} and line["schema"] == "pyrout/1" for line in bad.values())
    assert [line for line in lines_of(out) if '"error":' not in line] == solved(
        *(folder / f"p{n:03}.lp" for n in (0, 2, 4, 5))
    )


def test_a_folder_means_what_is_below_it_and_a_file_counts_once(folder: Path, tmp_path: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "x.lp").write_text("", encoding="utf-8")
    (folder / "notes.txt").write_text("", encoding="utf-8")
    (folder / "folder.lp").mkdir()
    first = str(folder / "p000.lp")
    assert files_of([first, folder, folder]) == [first, str(folder / "deep" / "x.lp")] + [
        str(folder / f"p{n:03}.lp") for n in range(1, 6)
    ]
    (tmp_path / "empty").mkdir()
    result = run("batch", tmp_path / "empty", "-o", tmp_path / "out")
    assert result.exit_code == 2 and "no *.lp files" in result.stderr


def test_few_positions_are_under_way_at_once(tmp_path: Path) -> None:
    """However many files there are, and however long the first takes."""
    folder = folder_of(tmp_path / "many", *[""] * 300)
    release = threading.Event()
    waiting: list[int] = []

    def first_last(job: Job) -> Outcome:
        if job.file.endswith("p000.lp"):
            release.wait(20)
        return echo(job)

    pool = Threads(3, first_last)

    def watch(state: State) -> None:
        waiting.append(state.done)
        if state.done == 299:
            release.set()

    batch(files_of([folder]), tmp_path / "out", lambda: pool, watch=watch)
    assert 3 <= pool.most <= 6
    assert names(tmp_path / "out") == [f"p{n:03}.lp" for n in range(300)]


def test_answers_that_wait_for_their_turn_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrout.lab.batch.WAITING", 10)
    folder = folder_of(tmp_path / "many", *[""] * 60)
    release = threading.Event()
    most = []

    def first_last(job: Job) -> Outcome:
        if job.file.endswith("p000.lp"):
            release.wait(2)
        return echo(job)

    def watch(state: State) -> None:
        if not release.is_set():
            most.append(state.done)
            if state.done >= 10:
                threading.Timer(0.5, release.set).start()

    batch(files_of([folder]), tmp_path / "out", lambda: Threads(2, first_last), watch=watch)
    assert 10 <= max(most) < 20
    assert len(names(tmp_path / "out")) == 60


def test_the_one_that_all_wait_for_dies_and_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrout.lab.batch.WAITING", 3)
    folder, tries = folder_of(tmp_path / "many", *[""] * 9), []

    def first_dies(job: Job) -> Outcome:
        if job.file.endswith("p000.lp"):
            tries.append(job)
            time.sleep(0.3)
            if len(tries) < worker.TRIES:
                raise RuntimeError("lost")
        return echo(job)

    assert batch(files_of([folder]), tmp_path / "out", lambda: Threads(2, first_dies)).errors == 0
    assert names(tmp_path / "out") == [f"p{n:03}.lp" for n in range(9)]


# --- progress ---------------------------------------------------------------------------------------------------


def test_progress_says_how_fast_and_how_long() -> None:
    assert (
        progress_text(State(120, 1400, 1, 31.46, 3671.4)) == "120 of 1,400 files, 31.5 a second, 1:01:11 left, 1 error"
    )
    assert progress_text(State(5, 9, 2, 2.0, 64.6)) == "5 of 9 files, 2 a second, 1:05 left, 2 errors"
    assert progress_text(State(0, 9, 0, 0.0, None)) == "0 of 9 files"


def test_progress_only_where_it_is_wanted(folder: Path, tmp_path: Path) -> None:
    result = run("batch", folder, "-o", tmp_path / "out", "--jobs", "1", "--progress")
    assert result.stderr.splitlines()[-1].startswith("6 of 6 files, ") and result.stdout == ""


def test_progress_counts_what_earlier_runs_did(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    states: list[State] = []
    batch(files_of([folder])[:4], out, lambda: Threads(do=echo))
    batch(files_of([folder]), out, lambda: Threads(do=echo), watch=states.append)
    assert (states[-1].done, states[-1].files) == (6, 6)


def test_a_name_that_is_no_utf_8_is_refused(folder: Path, tmp_path: Path) -> None:
    """JSON has no lone surrogates; `solve` writes the byte as an escape."""
    odd = Path(os.fsdecode(os.fsencode(folder) + b"/a\xff.lp"))
    try:
        odd.write_text((folder / "p000.lp").read_text())
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    result = run("batch", folder, "-o", tmp_path / "out.ndjson")
    assert (result.exit_code, result.stdout) == (2, "") and not (tmp_path / "out.ndjson").exists()
    assert result.stderr.endswith("a\\udcff.lp: the name is no UTF-8; rename the file\n")
    assert json.loads(run("solve", "--json", odd).stdout)["file"].endswith("a\\udcff.lp")
