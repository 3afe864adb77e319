"""Limits of memory and time of the process."""

from __future__ import annotations

import sys

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
