"""Whole processes of the program, as the benchmarks measure them."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path


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
