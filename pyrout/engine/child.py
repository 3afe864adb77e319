"""A process that answers requests for `pyrout engine`: a step of clingo cannot be stopped, a process can.

It reads groups: a line `COUNT SECONDS`, then the requests, one a line. For each it writes a line `NUMBER LENGTH` and
the reply, a line `NUMBER again` if it is to be asked alone, and after the group `done:MILLISECONDS` of its processor,
or `last:..` if its place is to be taken by a new process.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from ..base.memory import MOST_MEMORY, memory
from ..base.processes import limit_memory, replies
from ..errors import PyroutError, one_line
from .verbs import Solve, kind_of, named, solve_together

KEPT = 512 << 20  # bytes: a process that has held more makes place for a new one
AGAIN = b"again"


def main() -> None:
    """Answer groups of requests until standard input ends; the argument names the folder of boards."""
    limit_memory(MOST_MEMORY)
    out = replies()
    groups: SimpleQueue[tuple[float, list[bytes]]] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, groups), daemon=True).start()
    boards = Path(sys.argv[1]) if sys.argv[1:] else None
    while True:
        seconds, lines = groups.get()
        began = time.process_time()
        for number, reply in enumerate(answers(lines, seconds, boards)):
            text = b"" if reply is None else json.dumps(reply, separators=(",", ":")).encode()
            out.write(b"%d %s\n%s" % (number, AGAIN if reply is None else b"%d" % len(text), text))
        used = int(1000 * (time.process_time() - began))
        out.write(b"%s:%d\n" % (b"last" if memory() > KEPT else b"done", used))
        out.flush()


def _read(given: IO[bytes], groups: SimpleQueue[tuple[float, list[bytes]]]) -> None:
    """Read groups; end the process with its input, whatever it works on."""
    while head := given.readline().split():
        groups.put((float(head[1]), [given.readline() for _ in range(int(head[0]))]))
    os._exit(0)


def answers(lines: Sequence[bytes], seconds: float, boards: Path | None) -> list[dict[str, Any] | None]:
    """Return the replies to requests; None for each to be asked alone. Several are positions to solve together."""
    replies: list[dict[str, Any] | None] = []
    several: dict[int, Solve] = {}
    for number, line in enumerate(lines):
        request = json.loads(line)
        named_by, verb = request.pop("id"), request.pop("verb")
        try:
            asked = named(verb).read(request)
            if len(lines) > 1:
                several[number] = asked
                replies.append({"id": named_by})
                continue
            replies.append({"id": named_by, "answer": named(verb).work(asked, boards)})
        except Exception as error:
            replies.append(failed(named_by, error))
    try:
        together = solve_together(list(several.values()), seconds)
    except Exception:  # each of them gets its own
        together = [None] * len(several)
    for number, outcome in zip(several, together, strict=True):
        reply = replies[number]
        assert reply is not None
        if isinstance(outcome, PyroutError):
            replies[number] = failed(reply["id"], outcome)
        else:
            replies[number] = None if outcome is None else {**reply, "answer": outcome}
    return replies


def failed(named_by: object, error: BaseException) -> dict[str, Any]:
    """Return the reply for a request that has no answer."""
    kind = kind_of(error)
    words = {"internal": f"internal error ({type(error).__name__}: {error}); please report it with the request"}
    if kind == "memory":
        words["memory"] = "out of memory: the position is too large"
    return {"id": named_by, "error": one_line(words.get(kind, str(error))), "kind": kind}
