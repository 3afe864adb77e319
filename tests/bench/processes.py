"""Whole processes of the program, as the benchmarks measure them, and processes for what takes hours."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pool
from pathlib import Path
from typing import TypeVar

Run = TypeVar("Run")
Found = TypeVar("Found")
RUNS_OF_ONE = 40  # of some positions each: clingo keeps every symbol that its process has ever seen


@contextmanager
def carried_out(work: Callable[[Run], Found], runs: Sequence[Run], jobs: int) -> Iterator[Iterator[Found]]:
    """Return the result of each run, in their order; some at a time, each in a process that does not live long."""
    with Pool(jobs, maxtasksperchild=RUNS_OF_ONE) as pool:
        yield pool.imap(work, runs)


def spent(code: Path, cache: Path | str, *command: str) -> float:
    """The CPU seconds, of all its threads, of a process of Python in a folder with the program, with these arguments; what the
    program keeps on disk is in `cache` ("off": nothing). Its bytecode is kept from one process to the next, as where it is
    installed. Raises SystemExit where it fails."""
    environment = {**os.environ, "PYTHONPATH": str(code), "PYROUT_CACHE": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *command], env=environment, cwd=code, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{code}: {' '.join(command[:6])} ...: {done.stderr[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
