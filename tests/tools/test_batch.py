"""Many files at once: the lines are those of `solve`, a stop loses nothing, and no file takes the others down."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tiny import ENDLESS, facts_of

from pyrout.cli import main
from pyrout.errors import UsageError
from pyrout.testing import worker
from pyrout.testing.batch import TOGETHER, ProgressLine, State, batch, files_of, progress_text
from pyrout.testing.worker import Job, Outcome, answer, error

ROOT = Path(__file__).parents[2]
PYROUT = [sys.executable, "-c", "from pyrout.cli import main; main()"]
LINUX = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks up processes in /proc")


def corridor(length: int) -> str:
    """g1 may rout away from a1 to woods that lie so many hexes off, if not too far."""
    hexes = " ".join(f"B{row}{'w' if row == length + 2 else '.'}" for row in range(1, 10))
    return facts_of(hexes, "g1:squad@B2 broken dm; a1:squad@B1", "B1-B2 B1-B3")


def folder_of(folder: Path, *texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"p{number:03}.lp").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six positions with six different answers."""
    return folder_of(tmp_path / "positions", *(corridor(length) for length in range(1, 7)))


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def solved(*files: str | Path) -> list[str]:
    """The lines that `pyrout solve` prints for files."""
    return run("solve", "--ndjson", *files).stdout.splitlines()


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def names(path: Path) -> list[str]:
    return [Path(json.loads(line)["file"]).name for line in lines_of(path)]


class Threads:
    """A pool in this process, whose positions take as long and die as a test wants."""

    memory = None

    def __init__(self, size: int = 2, do: Callable[[Job], Outcome] = answer) -> None:
        self.size, self.do = size, do
        self.handed_out: list[str] = []
        self.most = self.now = 0
        self._lock = threading.Lock()

    def submit(self, job: Job) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        with self._lock:
            self.handed_out.append(Path(job.file).name)
            self.now += 1
            self.most = max(self.most, self.now)

        def work() -> None:
            try:
                outcome: Outcome | BaseException = self.do(job)
            except BaseException as problem:
                outcome = problem
            with self._lock:
                self.now -= 1
            if isinstance(outcome, BaseException):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        threading.Thread(target=work, daemon=True).start()
        return future

    def check(self) -> None: ...

    def close(self) -> None: ...


def echo(job: Job) -> Outcome:
    """An answer without much work."""
    time.sleep(0.002)
    options = {"crawl_toward": "mf", "ftr_removal": "immediate", "ignore_from": "current", "revisit": "forbid"}
    options |= {"road_rate": "choice"}
    found = {"schema": "pyrout/1", "file": job.file, "rules": "aslsk", "options": options, "units": []}
    return Outcome("answer", worker.line_of(found))


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
    found = [json.loads(line) for line in lines_of(out)]
    bad = {Path(line["file"]).name: line for line in found if "error" in line}
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
    monkeypatch.setattr("pyrout.testing.batch.WAITING", 10)
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
    monkeypatch.setattr("pyrout.testing.batch.WAITING", 3)
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


# --- a stop, and going on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("as_completed", [False, True])
@pytest.mark.parametrize("torn", [0, 1, 40, -1])
@pytest.mark.slow
def test_going_on_repeats_and_loses_nothing(folder: Path, tmp_path: Path, torn: int, as_completed: bool) -> None:
    """Also where the last line was half written."""
    out, pool = tmp_path / "out.ndjson", Threads()
    whole = solved(*sorted(folder.iterdir()))
    tail = whole[3] if torn < 0 else whole[3][:torn]
    out.write_text("\n".join([*whole[:3], tail]), encoding="utf-8")
    found = batch(files_of([folder]), out, lambda: pool, as_completed=as_completed)
    assert pool.handed_out == ["p003.lp", "p004.lp", "p005.lp"]
    assert sorted(lines_of(out)) == sorted(whole) and (as_completed or lines_of(out) == whole)
    assert lines_of(out)[:3] == whole[:3]
    assert (found.files, found.before, found.errors, found.incomplete) == (6, 3, 0, 0)


def test_nothing_is_done_twice(folder: Path, tmp_path: Path) -> None:
    out, pool = tmp_path / "out.ndjson", Threads(do=echo)
    (folder / "p004.lp").write_bytes(b"\xff")
    for _ in range(2):
        found = batch(files_of([folder]), out, lambda: pool)
        assert (found.errors, len(lines_of(out))) == (1, 6)
    assert len(pool.handed_out) == 5


def test_files_that_were_added_get_their_place(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    files = files_of([folder])
    batch([files[4], files[1]], out, lambda: Threads(do=echo), as_completed=True)
    pool = Threads(do=echo)
    batch(files, out, lambda: pool)
    assert names(out) == [f"p{n:03}.lp" for n in range(6)]
    assert len(pool.handed_out) == 4
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ([], ["--set", "revisit=allow"], "revisit=forbid"),
        (["--set", "revisit=allow"], [], "revisit=allow"),
        ([], ["--rules", "asl"], "--rules aslsk"),
        (["--set", "revisit=allow"], ["--set", "revisit=forbid"], "revisit=allow"),
    ],
)
def test_other_options_do_not_go_on(
    folder: Path, tmp_path: Path, before: list[str], after: list[str], problem: str
) -> None:
    out = tmp_path / "out.ndjson"
    assert run("batch", folder / "p000.lp", "-o", out, "--jobs", "1", *before).exit_code == 0
    held = out.read_bytes()
    result = run("batch", folder, "-o", out, "--jobs", "1", *after)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert f"{out}:1: answered under other options ({problem}" in result.stderr
    assert out.read_bytes() == held


@pytest.mark.parametrize(
    "held",
    [
        b"notes\n",
        b"notes",
        b'{"schema":"pyrout/2","file":"a","error":"b"}\n',
        b'{"schema":"pyrout/1","file":"a"}\n',
        b"[]\n",
        b"\n",
        b"\xff\x00\n",
        b"[" * 100_000 + b"\n",
        b'{"schema":"pyrout/1","file":"a","rules":"aslsk","options":{},"units":[\n',
    ],
)
def test_a_file_of_something_else_is_left_alone(folder: Path, tmp_path: Path, held: bytes) -> None:
    out = tmp_path / "out.ndjson"
    out.write_bytes(held)
    result = run("batch", folder, "-o", out, "--jobs", "1")
    assert result.exit_code == 2
    assert result.stderr == f"pyrout: {out}:1: not a line of `pyrout batch`; choose another file\n"
    assert out.read_bytes() == held


def test_a_file_with_two_answers_is_told(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    (line,) = solved(folder / "p000.lp")
    out.write_text(f"{line}\n{line}\n", encoding="utf-8")
    result = run("batch", folder, "-o", out, "--jobs", "1")
    assert result.exit_code == 2 and "lines 1 and 2 are of the same file" in result.stderr


def test_only_one_batch_writes_a_file(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out, problems = tmp_path / "out.ndjson", []

    def second(job: Job) -> Outcome:
        try:
            batch(files_of([folder]), out, lambda: Threads(do=echo))
        except UsageError as problem:
            problems.append(str(problem))
        return echo(job)

    batch([str(folder / "p000.lp")], out, lambda: Threads(do=second))
    assert problems == [f"{out}: another batch is writing it; wait for it, or choose another file"]


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["--set", "revisit=perhaps"], "there is no option revisit=perhaps; values of revisit: allow, forbid"),
        (["--set", "moon=full"], "there is no option moon=full; options: "),
        (["--rules", "chess"], "no rule set is called 'chess'"),
        (["--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"], "--jobs is for processes on this machine"),
        (["--jobs", "0"], "0 is not in the range"),
    ],
)
def test_one_line_for_a_command_that_makes_no_sense(
    folder: Path, tmp_path: Path, args: list[str], problem: str
) -> None:
    result = run("batch", folder, "-o", tmp_path / "out", *args)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1 and problem in result.stderr


def test_an_output_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    for out in (tmp_path / "nowhere" / "out", tmp_path):
        result = run("batch", folder, "-o", out)
        assert result.exit_code == 2 and result.stderr.count("\n") == 1 and "cannot be written" in result.stderr


@LINUX
def test_a_disk_that_is_full(folder: Path) -> None:
    result = run("batch", folder, "-o", "/dev/full", "--jobs", "1")
    assert result.exit_code == 2
    assert result.stderr == "pyrout: /dev/full: cannot be written (No space left on device); choose another file\n"


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
    out, states = tmp_path / "out", []
    batch(files_of([folder])[:4], out, lambda: Threads(do=echo))
    batch(files_of([folder]), out, lambda: Threads(do=echo), watch=states.append)
    assert (states[-1].done, states[-1].files) == (6, 6)
    assert ProgressLine  # the line of the commands is tested where it is printed


# --- files that take too much -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_position_that_takes_too_long_costs_its_time_only(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "mixed", corridor(1), ENDLESS, corridor(2))
    out = tmp_path / "out"
    began = time.monotonic()
    result = run("batch", folder, "-o", out, "--jobs", "1", "--timeout", "2")
    assert time.monotonic() - began < 40
    assert result.exit_code == 3
    assert result.stderr == f"pyrout: {out}: 1 of 3 files not answered completely: the time limit was reached\n"
    first, wide, last = map(json.loads, lines_of(out))
    assert wide["complete"] is False and "complete" not in first and "complete" not in last
    again = run("batch", folder, "-o", out, "--jobs", "1", "--timeout", "2")
    assert again.exit_code == 3 and len(lines_of(out)) == 3


@pytest.mark.slow
def test_a_step_of_clingo_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the solver cannot look at the clock, its process is given up."""
    monkeypatch.setattr(worker, "_GRACE", 0.1)
    found = answer(Job("wide.lp", ENDLESS, timeout=0.4))
    # Either the child was in time with what it had, or it was killed
    assert found.kind == "incomplete" or "time limit reached" in found.line
    assert answer(Job("next.lp", corridor(1))).kind == "answer"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc is not here")
def test_what_the_starter_of_a_child_holds_is_not_counted_for_the_child() -> None:
    code = (
        "import subprocess, sys\n"
        "held = b'x' * (400 << 20)\n"
        "print(subprocess.check_output([sys.executable, '-c', 'from pyrout.memory import memory; print(memory())']).decode())"
    )
    found = subprocess.check_output([sys.executable, "-c", code], cwd=Path(__file__).parents[2])
    assert 0 < int(found) < 200 << 20


def test_a_position_that_takes_too_much_memory() -> None:
    assert answer(Job("small.lp", corridor(1))).kind == "answer"
    found = answer(Job("wide.lp", ENDLESS, memory=1 << 20))
    assert found.kind == "error"
    assert json.loads(found.line)["error"].startswith(
        "wide.lp: more than 0.000977 GB of memory; solve it with fewer --jobs"
    )
    assert answer(Job("next.lp", corridor(1))).kind == "answer"


def test_an_answer_that_is_too_long_to_hand_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LINE_LIMIT", 100)
    solving = worker._Solving(Job("long.lp", corridor(1)), io.BytesIO(), os.getppid())
    solving.work()
    (found,) = solving.found
    assert found.kind == "error" and "is longer than" in found.line


def test_a_defect_is_a_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr(worker, "solve", broken)
    solving = worker._Solving(Job("x.lp", corridor(1)), io.BytesIO(), os.getppid())
    solving.work()
    assert json.loads(solving.found[0].line)["error"] == (
        "x.lp: internal error (ZeroDivisionError: oh\\nno); please report it"
    )


# --- positions answered together ----------------------------------------------------------------------------------


class Lots(Threads):
    """A pool that takes several positions at once, and leaves each third one to be answered alone."""

    def __init__(self) -> None:
        super().__init__(1)
        self.lots: list[int] = []

    def together(self, jobs: Sequence[Job]) -> Future[list[Outcome | None]]:
        self.lots.append(len(jobs))
        future: Future[list[Outcome | None]] = Future()
        future.set_result([None if int(Path(job.file).stem[1:]) % 3 == 0 else self.do(job) for job in jobs])
        return future


def test_what_is_not_answered_together_is_answered_alone(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "many", *[corridor(1)] * 70)
    files, pool = files_of([folder]), Lots()
    pool.do = echo
    done = batch(files, tmp_path / "out.ndjson", lambda: pool)
    assert (done.files, done.errors, names(tmp_path / "out.ndjson")) == (70, 0, [Path(file).name for file in files])
    thirds = {Path(file).name for file in files if int(Path(file).stem[1:]) % 3 == 0}
    assert max(pool.lots) == TOGETHER and thirds <= set(pool.handed_out)


@pytest.mark.slow
def test_positions_answered_together_are_answered_as_alone() -> None:
    """One that is no position, one that is refused and one that is late are left over, and hurt nobody."""
    texts = [corridor(1), corridor(2), "nonsense(", "rules(nosuch).", corridor(3)]
    jobs = [Job(f"{number}.lp", text) for number, text in enumerate(texts)]
    solvers = worker.Solvers()
    try:
        together = solvers.together(jobs)
        assert [found is None for found in together] == [False, False, True, True, False]
        assert [found for found in together if found] == [solvers.answer(jobs[n]) for n in (0, 1, 4)]
        late = solvers.together([Job("a.lp", corridor(1), timeout=0.0), Job("b.lp", corridor(1), timeout=0.0)])
        assert late == [None, None]
        # However much it takes: the next one is answered.
        assert solvers.together([Job("a.lp", ENDLESS, memory=1 << 20), jobs[0]]) == [None, None]
        assert solvers.answer(jobs[0]).kind == "answer"
    finally:
        solvers.end()


# --- workers that die -------------------------------------------------------------------------------------------


def test_a_file_over_which_workers_die_is_an_error_and_the_others_are_not(tmp_path: Path) -> None:
    """It is tried three times; what was under way beside it is not blamed."""
    folder = folder_of(tmp_path / "many", *[""] * 20)

    def deadly(job: Job) -> Outcome:
        time.sleep(0.02)
        if job.file.endswith(("p005.lp", "p006.lp")):
            raise BrokenExecutor("killed")
        return echo(job)

    pool = Threads(3, deadly)
    found = batch(files_of([folder]), tmp_path / "out", lambda: pool)
    assert found.errors == 2
    bad = [json.loads(line) for line in lines_of(tmp_path / "out") if '"error"' in line]
    assert [Path(line["file"]).name for line in bad] == ["p005.lp", "p006.lp"]
    assert "the worker that solved it died 3 times" in bad[0]["error"]
    assert {name: pool.handed_out.count(name) for name in ("p005.lp", "p006.lp")} == {"p005.lp": 3, "p006.lp": 3}
    assert all(pool.handed_out.count(f"p{n:03}.lp") == 1 for n in range(20) if n not in (5, 6))
    assert names(tmp_path / "out") == [f"p{n:03}.lp" for n in range(20)]


def test_an_error_of_one_worker_does_not_stop_the_others(tmp_path: Path) -> None:
    """A cluster says so of single positions; its executor goes on."""
    folder = folder_of(tmp_path / "many", *[""] * 5)
    failures = {"p001.lp": 1, "p003.lp": 9}

    def failing(job: Job) -> Outcome:
        name = Path(job.file).name
        if failures.get(name, 0):
            failures[name] -= 1
            raise RuntimeError("lost")
        return echo(job)

    pool = Threads(2, failing)
    found = batch(files_of([folder]), tmp_path / "out", lambda: pool)
    assert found.errors == 1
    assert '"error"' in lines_of(tmp_path / "out")[3]
    assert (pool.handed_out.count("p001.lp"), pool.handed_out.count("p003.lp")) == (2, 3)


def test_a_cluster_that_is_lost_ends_the_batch(folder: Path, tmp_path: Path) -> None:
    class Lost(Threads):
        def check(self) -> None:
            raise UsageError("the scheduler is gone")

    out = tmp_path / "out"

    def lost(job: Job) -> Outcome:
        if job.file.endswith("p002.lp"):
            until(lambda: out.exists() and len(lines_of(out)) == 2)
            raise ConnectionError("gone")
        return echo(job)

    with pytest.raises(UsageError, match="the scheduler is gone"):
        batch(files_of([folder]), out, lambda: Lost(1, lost))
    assert names(out) == ["p000.lp", "p001.lp"]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    found.append(int(entry.name))
    return found


def command_line(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


def solvers(pid: int) -> list[int]:
    return [child for child in children(pid) if "pyrout.testing.worker" in command_line(child)]


@contextlib.contextmanager
def running(*args: str | Path, command: list[str] = PYROUT) -> Iterator[subprocess.Popen[str]]:
    """A batch that has begun, as a process of its own."""
    process = subprocess.Popen(
        [*command, "batch", *map(str, args)], stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(what: Callable[[], Any], seconds: float = 30) -> Any:
    """Return the first true result of a function."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never came to that")


@LINUX
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.slow
def test_a_batch_survives_killed_workers(tmp_path: Path, times: int) -> None:
    """Both processes that solve, killed at work; also again over the same files."""
    texts = [corridor(1), ENDLESS, ENDLESS, *(corridor(length) for length in range(1, 7))]
    folder = folder_of(tmp_path / "mixed", *texts)
    out = tmp_path / "out"
    with running(folder, "-o", out, "--jobs", "2", "--timeout", "4") as process:
        until(lambda: out.exists() and lines_of(out) and len(solvers(process.pid)) == 2)
        for _ in range(times):
            time.sleep(0.5)
            killed = until(lambda: [pid for pid in solvers(process.pid) if command_line(pid)])
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
        stderr = process.communicate(timeout=90)[1]
    assert process.returncode == 3
    assert stderr == f"pyrout: {out}: 2 of 9 files not answered completely: the time limit was reached\n"
    whole = lines_of(out)
    assert [line for number, line in enumerate(whole) if number not in (1, 2)] == solved(
        *(folder / f"p{n:03}.lp" for n in (0, *range(3, 9)))
    )
    assert all(json.loads(whole[number])["complete"] is False for number in (1, 2))


@LINUX
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.slow
def test_stopped_by_a_signal_it_goes_on_from_there(tmp_path: Path, stop: signal.Signals) -> None:
    """Nothing stays behind, and the next run ends with what one run would have written."""
    folder = folder_of(tmp_path / "positions", *(corridor(1 + number % 6) for number in range(50)))
    out = tmp_path / "out"
    with running(folder, "-o", out, "--jobs", "2") as process:
        until(lambda: out.exists() and len(lines_of(out)) > 5)
        left = solvers(process.pid)
        os.kill(process.pid, stop)
        stderr = process.communicate(timeout=30)[1]
    held = out.read_bytes()
    assert 5 < held.count(b"\n") < 50
    if stop == signal.SIGINT:
        assert process.returncode == 130
        assert stderr == f"pyrout: stopped; the same command goes on from what {out} holds\n"
    assert left and until(lambda: not any("pyrout" in command_line(pid) for pid in left))
    assert run("batch", folder, "-o", out, "--jobs", "2").exit_code == 0
    assert out.read_bytes().startswith(held[: held.rfind(b"\n") + 1])
    assert lines_of(out) == solved(*sorted(folder.iterdir()))


# --- a cluster --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Dask cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="a Dask cluster is tested where distributed is installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
    ) as found:
        yield found


@pytest.mark.slow
def test_a_cluster_writes_the_same_lines(cluster: Any, folder: Path, tmp_path: Path) -> None:
    (folder / "p002.lp").write_text("unit(g1).", encoding="utf-8")
    local, remote = tmp_path / "local", tmp_path / "remote"
    assert run("batch", folder, "-o", local, "--jobs", "1").exit_code == 2
    result = run("batch", folder, "-o", remote, "--scheduler", cluster.scheduler_address)
    assert (result.exit_code, result.stderr) == (
        2,
        f"pyrout: {remote}: 1 of 6 files not answered; their lines say why\n",
    )
    assert remote.read_bytes() == local.read_bytes()
    again = tmp_path / "again"
    assert run("batch", folder, "-o", again, "--scheduler", cluster.scheduler_address, "--as-completed").exit_code == 2
    assert sorted(lines_of(again)) == sorted(lines_of(local))


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_loses_no_file(cluster: Any, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "positions", ENDLESS, *(corridor(1 + number % 6) for number in range(40)))
    out = tmp_path / "out"
    with running(
        folder, "-o", out, "--scheduler", cluster.scheduler_address, "--timeout", "3", "--as-completed"
    ) as process:
        until(lambda: out.exists() and lines_of(out))
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        process.communicate(timeout=90)
    assert process.returncode == 3
    assert sorted(names(out)) == [f"p{n:03}.lp" for n in range(41)]
    assert not [line for line in lines_of(out) if '"error"' in line]


@pytest.mark.filterwarnings("ignore:Port")
@pytest.mark.slow
def test_a_scheduler_that_goes_away(tmp_path: Path) -> None:
    """One line, and the same command goes on elsewhere."""
    distributed = pytest.importorskip("distributed")
    folder = folder_of(tmp_path / "positions", corridor(1), ENDLESS, *(corridor(length) for length in range(1, 7)))
    soon = [
        sys.executable,
        "-c",
        "from pyrout import cli; from pyrout.testing import batch; batch.PATIENCE = 3; cli.main()",
    ]
    out = tmp_path / "out"
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
        ) as brief,
        running(folder, "-o", out, "--scheduler", brief.scheduler_address, "--timeout", "5", command=soon) as process,
    ):
        until(lambda: out.exists() and lines_of(out))
        brief.close()
        stderr = process.communicate(timeout=90)[1]
    assert process.returncode == 2
    assert stderr == (
        f"pyrout: the scheduler at {brief.scheduler_address} is gone; the same command goes on from where this one was\n"
    )
    assert run("batch", folder, "-o", out, "--jobs", "2", "--timeout", "5").exit_code == 3
    assert names(out) == [f"p{n:03}.lp" for n in range(8)]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1:notaport"])
@pytest.mark.slow
def test_no_scheduler(folder: Path, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("pyrout.testing.batch.PATIENCE", 1)
    result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", address)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert f"no Dask scheduler answers at {address}" in result.stderr


@pytest.mark.filterwarnings("ignore:Port")
def test_a_scheduler_without_workers(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("pyrout.testing.batch.PATIENCE", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs="CRITICAL") as empty:
        result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", empty.scheduler_address)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "has no worker that answers; start some with `dask worker`" in result.stderr


def test_a_cluster_without_its_package(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert result.stderr.startswith("pyrout: --scheduler wants the package distributed; ")
    assert result.stderr.endswith(" -m pip install 'pyrout[cluster]'\n")


def test_a_problem_is_one_line_of_the_output() -> None:
    assert error("a.lp", "bad\nthing").line == '{"schema":"pyrout/1","file":"a.lp","error":"bad\\\\nthing"}'


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("", "there is an empty value after --scheduler"),
        (" ", "--scheduler wants the address of a Dask scheduler, as tcp://127.0.0.1:8786"),
        ("nowhere", "no Dask scheduler answers at nowhere (ValueError)"),
        ("tcp://127.0.0.1:99999", "no Dask scheduler answers at tcp://127.0.0.1:99999 (ValueError)"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1 (ConnectionRefusedError)"),
    ],
)
def test_an_address_without_a_scheduler_is_one_line_at_once(
    folder: Path, tmp_path: Path, address: str, problem: str
) -> None:
    pytest.importorskip("distributed")
    result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", address)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1 and problem in result.stderr


def test_a_folder_that_is_not_there_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    for missing in (tmp_path / "folder", tmp_path / "missing.lp"):
        result = run("batch", missing, "-o", out)
        assert result.exit_code == 2 and not out.exists()
        assert "no such file or folder; nothing is written; check the path" in result.stderr
