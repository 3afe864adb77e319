"""Messages between the pool of processes and a job."""

from __future__ import annotations

import json
from typing import NamedTuple

KEPT = 8  # positions that a process remembers
REPLACED = 409  # the status of a reply that nobody waits for any more


class Step(NamedTuple):
    """The current step of a job, in words; `done` of `of` steps are finished."""

    words: str
    done: int
    of: int


class Reply(NamedTuple):
    """The result of a job: an HTTP status, the kind of its body, and the body."""

    status: int
    kind: str
    body: bytes


def with_error(status: int, words: str) -> Reply:
    """Return the reply that reports an error."""
    return Reply(status, "application/json", json.dumps({"error": words}).encode())


def late(seconds: float) -> str:
    """Return the message for a job that has used up its time."""
    return f"time limit reached ({seconds:g} s); leave out units or hexes that nobody needs"
