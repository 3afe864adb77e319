"""What passes between the pool of processes and a job."""

from __future__ import annotations

from typing import NamedTuple

KEPT = 8  # positions that a process remembers


class Reply(NamedTuple):
    """What a job came to: an HTTP status, the kind of its body, and the body."""

    status: int
    kind: str
    body: bytes
