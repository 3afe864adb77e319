"""How much memory the process holds, and how much it may."""

from __future__ import annotations

import sys

MOST_MEMORY = 3 << 30  # bytes


def memory() -> int:
    """The most memory that this process has held so far, in bytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
