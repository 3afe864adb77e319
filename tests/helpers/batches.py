"""Batches of many files: folders of positions, the command that answers them, and a pool of threads."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from tiny import facts_of

from pyrout.lab import worker
from pyrout.lab.worker import Job, Outcome

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


def solved(*files: str | Path) -> list[str]:
    """The lines that `pyrout solve` prints for files."""
    return run("solve", "--ndjson", *files).stdout.splitlines()


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def names(path: Path) -> list[str]:
    return [Path(json.loads(line)["file"]).name for line in lines_of(path)]


def answer(job: Job) -> Outcome:
    """The outcome of a position that is solved alone."""
    (outcome,) = worker.solve([job])
    assert outcome
    return outcome


class Threads:
    """A pool in this process, whose positions take as long and die as a test wants."""

    memory = None
    most_together = 1

    def __init__(self, size: int = 2, do: Callable[[Job], Outcome] = answer) -> None:
        self.size, self.do = size, do
        self.handed_out: list[str] = []
        self.most = self.now = 0
        self._lock = threading.Lock()

    def submit(self, jobs: Sequence[Job]) -> Future[list[Outcome | None]]:
        (job,) = jobs
        future: Future[list[Outcome | None]] = Future()
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
                future.set_result([outcome])

        threading.Thread(target=work, daemon=True).start()
        return future

    def check(self) -> None: ...

    def close(self) -> None: ...


def echo(job: Job) -> Outcome:
    """An answer without much work."""
    time.sleep(0.002)
    options = {"crawl_toward": "mf", "ftr_removal": "immediate", "ignore_from": "current", "revisit": "forbid"}
    options |= {"road_rate": "choice"}
    record = {"schema": "pyrout/1", "file": job.file, "rules": "aslsk", "options": options, "units": []}
    return Outcome("answer", worker.line_of(record))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    pids = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    pids.append(int(entry.name))
    return pids


def command_line(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


def solvers(pid: int) -> list[int]:
    return [child for child in children(pid) if "pyrout.lab.worker" in command_line(child)]


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
        result = what()
        if result:
            return result
        time.sleep(0.02)
    raise AssertionError("it never came to that")
