"""The share of a sweep that is tried today, where a fixed sample says no more: some days later all of it has been tried.

PYROUT_DAY has the number of another day, to try again what failed on it, or `all` for the whole of each sweep.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from typing import TypeVar

Item = TypeVar("Item")

# Kept in the environment: all processes of a run try the same, also after midnight.
_DAY = os.environ.setdefault("PYROUT_DAY", str(date.today().toordinal()))


def of_today(several: Iterable[Item], days: int) -> list[Item]:
    """Return every `days`-th item of a sweep, another share each day."""
    all_of_them = list(several)
    return all_of_them if _DAY == "all" else all_of_them[int(_DAY) % days :: days]


def seeds_of_today(count: int) -> range:
    """Return as many seeds, others each day."""
    first = 0 if _DAY == "all" else count * int(_DAY)
    return range(first, first + count)
