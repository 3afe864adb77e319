"""Processes that answer over their standard input and output: a step of clingo cannot be stopped, a process can."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO


def start(module: str, *args: str) -> subprocess.Popen[bytes]:
    """Start a process that runs `main` of a module of the package, with pipes to and from it."""
    # The package is found where it was found here, whatever folder we are in
    code = f"import sys; sys.path.insert(0, sys.argv.pop(1)); from pyrout.{module} import main; main()"
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code, str(Path(__file__).resolve().parents[2]), *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process, whatever it does, and leave nothing of it."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream:
                stream.close()
    process.wait()


def replies() -> IO[bytes]:
    """Return the stream for the replies of this process; other output does not come between them."""
    ignore_stop()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


def ignore_stop() -> None:
    """Leave Ctrl-C to the process that started this one, which ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def limit_memory(most: int) -> None:
    """Limit the data of this process; its address space is not limited, of which the engine of LOS reserves some."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
