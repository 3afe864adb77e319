"""Standard streams without a reader: the status of a command is that of its work, whoever reads its output."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any


class _Stream(io.FileIO):
    """A stream to a descriptor that drops output once its reader is gone; with `always`, after any failure."""

    def __init__(self, descriptor: int, always: bool) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._always = always

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if not (self._always or error.errno == errno.EPIPE):
                raise
            nowhere(self.fileno())
            return memoryview(data).nbytes


def nowhere(descriptor: int) -> None:
    """Let a descriptor lead nowhere."""
    null = os.open(os.devnull, os.O_RDWR)
    if null != descriptor:
        os.dup2(null, descriptor)
        os.close(null)


def prepare() -> None:
    """Open closed standard streams, and survive a reader who leaves.

    No opened file can then take the place of a standard stream. A message that cannot be written is dropped; an
    answer that cannot be written (a full disk) is an error.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            nowhere(descriptor)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115  (for as long as the process)
    sys.stdout = _text(sys.stdout, 1, always=False)
    sys.stderr = _text(sys.stderr, 2, always=True)


def _text(given: Any, descriptor: int, *, always: bool) -> io.TextIOWrapper:
    """Return a stream of text like the one given, if any."""
    buffer = io.BufferedWriter(_Stream(descriptor, always))
    encoding = getattr(given, "encoding", None) or "utf-8"
    errors = getattr(given, "errors", None) or ("backslashreplace" if always else "strict")
    return io.TextIOWrapper(buffer, encoding=encoding, errors=errors, line_buffering=always or buffer.isatty())
