"""Limits of memory and time of the process."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# An answer makes many small objects and hardly a cycle: at Python's own number, 700, a tenth of the time of a position by
# the Starter Kit, and a quarter by full ASL, goes into looking for cycles.
COLLECTED_AFTER = 100_000  # objects

MOST_MEMORY = 3 << 30  # bytes
SHORT = 30.0  # seconds: a position that has less is answered alone, and has it to itself


def memory() -> int:
    """Return the most memory that this process has held so far, in bytes; 0 where the system does not say.

    Linux begins `ru_maxrss` of a child with the figure of its parent, so there the figure of the program that runs is
    read.
    """
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


_lock = threading.Lock()
_inside: list[tuple[int, int, int]] = []  # the thresholds that were found, once for each that is inside


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let Python look for cycles of objects seldom, until the last of the threads inside is out again."""
    with _lock:
        before = gc.get_threshold()
        _inside.append(before)
        if before[0]:  # 0: it never does
            gc.set_threshold(max(COLLECTED_AFTER, before[0]), *before[1:])
    try:
        yield
    finally:
        with _lock:
            first = _inside[0]
            _inside.pop()
            if not _inside:
                gc.set_threshold(*first)
