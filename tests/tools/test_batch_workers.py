"""Files that take too much, and workers that die."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any

import pytest
from batches import (
    LINUX,
    Threads,
    answer,
    command_line,
    corridor,
    echo,
    folder_of,
    lines_of,
    names,
    running,
    solved,
    solvers,
    until,
)
from command_line import run
from tiny import ENDLESS

from pyrout.base.processes import Replies
from pyrout.errors import UsageError
from pyrout.lab import worker
from pyrout.lab.batch import TOGETHER, batch, files_of
from pyrout.lab.worker import Job, Outcome

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
    outcome = answer(Job("wide.lp", ENDLESS, timeout=0.4))
    # Either the child was in time with what it had, or it was killed
    assert outcome.kind == "incomplete" or "time limit reached" in outcome.line
    assert answer(Job("next.lp", corridor(1))).kind == "answer"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc is not here")
def test_what_the_starter_of_a_child_holds_is_not_counted_for_the_child() -> None:
    code = (
        "import subprocess, sys\n"
        "held = b'x' * (400 << 20)\n"
        "code = 'from pyrout.base.memory import memory; print(memory())'\n"
        "print(subprocess.check_output([sys.executable, '-c', code]).decode())"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=Path(__file__).parents[2])
    assert 0 < int(printed) < 200 << 20


def test_a_position_that_takes_too_much_memory() -> None:
    assert answer(Job("small.lp", corridor(1))).kind == "answer"
    outcome = answer(Job("wide.lp", ENDLESS, memory=1 << 20))
    assert outcome.kind == "error"
    assert json.loads(outcome.line)["error"].startswith(
        "wide.lp: more than 0.000977 GB of memory; solve it with fewer --jobs"
    )
    assert answer(Job("next.lp", corridor(1))).kind == "answer"


def test_an_answer_that_is_too_long_to_hand_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LINE_LIMIT", 100)
    solving = worker._Solving(Job("long.lp", corridor(1)), Replies(io.BytesIO()))
    solving.work()
    (outcome,) = solving.found
    assert outcome.kind == "error" and "is longer than" in outcome.line


def test_a_defect_is_a_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr("pyrout.referee.solve", broken)
    solving = worker._Solving(Job("x.lp", corridor(1)), Replies(io.BytesIO()))
    solving.work()
    assert json.loads(solving.found[0].line)["error"] == (
        "x.lp: internal error (ZeroDivisionError: oh\\nno); please report it"
    )


# --- positions answered together ----------------------------------------------------------------------------------


class Lots(Threads):
    """A pool that takes several positions at once, and leaves each third one to be answered alone."""

    most_together = TOGETHER

    def __init__(self) -> None:
        super().__init__(1)
        self.lots: list[int] = []

    def submit(self, jobs: Sequence[Job]) -> Future[list[Outcome | None]]:
        if len(jobs) == 1:
            return super().submit(jobs)
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
        together = solvers.solve(jobs)
        assert [outcome is None for outcome in together] == [False, False, True, True, False]
        alone = [outcome for n in (0, 1, 4) for outcome in solvers.solve([jobs[n]])]
        assert [outcome for outcome in together if outcome] == alone
        late = solvers.solve([Job("a.lp", corridor(1), timeout=0.0), Job("b.lp", corridor(1), timeout=0.0)])
        assert late == [None, None]
        # However much it takes: the next one is answered.
        assert solvers.solve([Job("a.lp", ENDLESS, memory=1 << 20), jobs[0]]) == [None, None]
        assert solvers.solve([jobs[0]]) == alone[:1]
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
    lines = batch(files_of([folder]), tmp_path / "out", lambda: pool)
    assert lines.errors == 2
    bad = [json.loads(line) for line in lines_of(tmp_path / "out") if '"error"' in line]
    assert [Path(line["file"]).name for line in bad] == ["p005.lp", "p006.lp"]
    assert "the worker that solved it died 3 times" in bad[0]["error"]
    assert {name: pool.handed_out.count(name) for name in ("p005.lp", "p006.lp")} == {"p005.lp": 3, "p006.lp": 3}
    assert all(pool.handed_out.count(f"p{n:03}.lp") == 1 for n in range(20) if n not in (5, 6))
    assert names(tmp_path / "out") == [f"p{n:03}.lp" for n in range(20)]


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


MANY = 200  # positions: a batch that is not done when the signal comes


@LINUX
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.slow
def test_stopped_by_a_signal_it_goes_on_from_there(tmp_path: Path, stop: signal.Signals) -> None:
    """Nothing stays behind, and the next run ends with what one run would have written."""
    folder = folder_of(tmp_path / "positions", *(corridor(1 + number % 6) for number in range(MANY)))
    out = tmp_path / "out"
    with running(folder, "-o", out, "--jobs", "2") as process:
        until(lambda: out.exists() and len(lines_of(out)) > 5)
        left = solvers(process.pid)
        os.kill(process.pid, stop)
        stderr = process.communicate(timeout=30)[1]
    held = out.read_bytes()
    assert 5 < held.count(b"\n") < MANY
    if stop == signal.SIGINT:
        assert process.returncode == 130
        assert stderr == f"pyrout: stopped; the same command goes on from what {out} holds\n"
    assert left and until(lambda: not any("pyrout" in command_line(pid) for pid in left))
    assert run("batch", folder, "-o", out, "--jobs", "2").exit_code == 0
    assert out.read_bytes().startswith(held[: held.rfind(b"\n") + 1])
    assert lines_of(out) == solved(*sorted(folder.iterdir()))
