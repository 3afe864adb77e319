"""The end of a process that answers over its standard input and output."""

from __future__ import annotations

import contextlib
import subprocess


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process, whatever it does, and leave nothing of it."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream:
                stream.close()
    process.wait()
