"""A process that answers requests for `pyrout engine`: a step of clingo cannot be stopped, a process can.

A message is a group: a line with its seconds, then the requests, one a line. The reply to each has its number as its
word, or is `again` with the number of one that is to be asked alone; `used` has the milliseconds of a processor.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..base.memory import MOST_MEMORY, memory
from ..base.processes import Replies, answer_messages, limit_memory
from ..errors import PyroutError, one_line
from .verbs import Solve, kind_of, named, solve_together

KEPT = 512 << 20  # bytes: a process that has held more makes place for a new one


def main() -> None:
    """Answer groups of requests for the process that started this one; the argument names the folder of boards."""
    limit_memory(MOST_MEMORY)
    boards = Path(sys.argv[1]) if sys.argv[1:] else None

    def work(message: bytes, replies: Replies) -> bool:
        began = time.process_time()
        seconds, *lines = message.split(b"\n")
        for number, reply in enumerate(answers(lines, float(seconds), boards)):
            if reply is None:
                replies.send("again", b"%d" % number)
            else:
                replies.send(str(number), json.dumps(reply, separators=(",", ":")).encode())
        replies.send("used", b"%d" % (1000 * (time.process_time() - began)))
        return memory() > KEPT

    answer_messages(work)


def answers(lines: Sequence[bytes], seconds: float, boards: Path | None) -> list[dict[str, Any] | None]:
    """Return the replies to requests; None for each to be asked alone. Several are positions to solve together."""
    replies: list[dict[str, Any] | None] = []
    several: dict[int, tuple[object, Solve]] = {}  # by their numbers, each with its id
    for number, line in enumerate(lines):
        request = json.loads(line)
        named_by = request.pop("id")
        try:
            verb = named(request.pop("verb"))
            asked = verb.read(request)
            if len(lines) > 1:
                several[number] = named_by, asked
                replies.append(None)
            else:
                replies.append({"id": named_by, "answer": verb.work(asked, boards)})
        except Exception as error:
            replies.append(failed(named_by, error))
    with suppress(Exception):  # each of them gets its own
        together = solve_together([asked for _, asked in several.values()], seconds)
        for (number, (named_by, _)), outcome in zip(several.items(), together, strict=True):
            if isinstance(outcome, PyroutError):
                replies[number] = failed(named_by, outcome)
            elif outcome is not None:
                replies[number] = {"id": named_by, "answer": outcome}
    return replies


def failed(named_by: object, error: BaseException) -> dict[str, Any]:
    """Return the reply for a request that has no answer."""
    kind = kind_of(error)
    words = {"internal": f"internal error ({type(error).__name__}: {error}); please report it with the request"}
    if kind == "memory":
        words["memory"] = "out of memory: the position is too large"
    return {"id": named_by, "error": one_line(words.get(kind, str(error))), "kind": kind}
