"""What passes between the pool of processes and a job."""

from __future__ import annotations

from typing import NamedTuple

KEPT = 8  # positions that a process remembers
REPLACED = 409  # the status of a reply that nobody waits for any more


class Step(NamedTuple):
    """What a job is at, in words; `done` of `of` steps are behind it."""

    words: str
    done: int
    of: int


class Reply(NamedTuple):
    """What a job came to: an HTTP status, the kind of its body, and the body."""

    status: int
    kind: str
    body: bytes


def late(seconds: float) -> str:
    """What is said of a job that has taken all the time it may, wherever it notices."""
    return f"time limit reached ({seconds:g} s); leave out units or hexes that nobody needs"
