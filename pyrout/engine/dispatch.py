"""`pyrout engine`: requests as JSON lines on standard input, replies on standard output as they are ready.

Nothing here answers: requests go to processes of their own (`child.py`), which are ended where a request takes too
long, too much memory, or is no longer wanted. Small positions that wait together are answered together. This module
starts before anything else is imported, so that its first process does, too.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from ..base.processes import Child, Died
from ..errors import UsageError
from .names import LIMITED, NAMES, check_fields

LINE_LIMIT = 12_000_000  # bytes: a position has 5 MB at most, and in a string of JSON some characters take six
AT_ONCE = 64  # requests that are answered together
SMALL = 64_000  # bytes of a request that may be answered with others
SHORT = 5.0  # seconds: a request that has less is answered alone
LEAST, PACE = 8, 8.0  # a group has as many requests as take this many seconds of a processor, at least some
GROUP_SECONDS = 30.0  # of work on a group, after which those without an answer are asked alone
GRACE = 2.0  # seconds past the limit before a process that says nothing is ended
GATHERING = 0.002  # seconds for which one that was answered together waits for its next neighbours
USED = "the id is used by a request without a reply"
PENDING, PENDING_BYTES = 10_000, 1 << 29  # requests without a reply, and their bytes


class Request:
    """A request that has no reply yet: its id, its line, its limit, and whether it has to be answered alone."""

    def __init__(self, named: Any, verb: str, line: bytes, seconds: float | None) -> None:
        self.named, self.verb, self.line, self.seconds = named, verb, line, seconds
        few = len(line) <= SMALL and (seconds is None or seconds >= SHORT)
        self.alone = verb != "solve" or not few
        self.cancelled = False


class Gone(Exception):
    """Nobody reads the replies any more."""


class Engine:
    """Reads requests and writes replies until the input ends; `jobs` processes at most answer them."""

    def __init__(self, out: IO[bytes], jobs: int, boards: Path | None = None) -> None:
        self._out, self._jobs, self._boards = out, jobs, boards
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._waiting: deque[Request] = deque()
        self._open: dict[Any, Request] = {}  # by their ids
        self._bytes = 0
        self._unwritten = 0  # replies of requests that are no longer open
        self._workers: list[_Worker] = []
        self._threads: list[threading.Thread] = []
        self._ended = self._gone = False
        self._more()

    def run(self, given: IO[bytes]) -> None:
        """Answer what comes in; at the end of the input wait for what is not answered yet.

        Raises Gone where nobody reads the replies.
        """
        for number, line in enumerate(_lines(given), 1):
            self._take(number, line)
            if self._gone:
                break
        with self._changed:
            self._changed.wait_for(lambda: self.finished)
        self.close()
        if self._gone:
            raise Gone

    @property
    def finished(self) -> bool:
        """True if each request has its reply written, or nobody reads the replies."""
        return self._gone or not (self._open or self._unwritten)

    def close(self) -> None:
        """End the processes, whatever they do."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.close()
        for thread in self._threads:  # one that reads while Python ends can end it with a fault
            thread.join(GRACE)

    # -----------------------------------------------------------------------------------------------------------------
    # Requests

    def _take(self, number: int, line: bytes) -> None:
        """Read a line: a request that waits from now on, or one that is answered at once with an error."""
        if not line.strip():
            return
        try:
            read = json.loads(line) if len(line) <= LINE_LIMIT else None
        except (ValueError, RecursionError):
            read = None
        if not isinstance(read, dict):
            many = f"has more than {LINE_LIMIT // 1_000_000} MB" if len(line) > LINE_LIMIT else "is not a JSON object"
            return self._refuse(None, "request", f"line {number} {many}; a request is one object on one line")
        named = read.get("id")
        if not isinstance(named, (str, int)) or isinstance(named, bool):
            return self._refuse(None, "request", f"line {number}: a request has an id, a text or a whole number")
        verb, seconds = read.get("verb"), read.get("timeout")
        if not isinstance(verb, str) or verb not in NAMES:
            return self._refuse(named, "request", f"verb is one of {', '.join(NAMES)}")
        if seconds is not None and not _is_limit(seconds):
            return self._refuse(named, "request", f"timeout is a number of seconds above 0, up to {LIMITED}")
        if verb == "cancel":
            return self._cancel(named, read)
        with self._changed:
            problem = USED if named in self._open else ""
            if len(self._open) >= PENDING or self._bytes + len(line) > PENDING_BYTES:
                problem = f"the id is that of one too many: {len(self._open):,} requests wait for a reply"
            if not problem:
                request = Request(named, verb, line.strip(), seconds)
                self._open[named] = request
                self._bytes += len(request.line)
                self._waiting.append(request)
                self._changed.notify_all()
        if problem:
            self._refuse(named, "request", problem)
        else:
            self._more_if_busy()

    def _cancel(self, named: Any, read: dict[str, Any]) -> None:
        try:
            check_fields([field for field in read if field not in ("id", "verb")], ("of",), ("of",))
        except UsageError as error:
            return self._refuse(named, "request", str(error))
        with self._changed:
            of = read.get("of")
            other = self._open.get(of) if isinstance(of, (str, int)) and not isinstance(of, bool) else None
            taken = named in self._open and named != of
            if taken:
                other = None
            if other is not None:
                if other in self._waiting:
                    self._waiting.remove(other)
                self._done_with(other)
                self._changed.notify_all()
        if other is not None:
            self._refuse(of, "cancelled", "cancelled")
            for worker in self._workers:
                worker.stop_unwanted(other)
        if taken:
            return self._refuse(named, "request", USED)
        self._reply({"id": named, "answer": {"cancelled": other is not None}})

    def _done_with(self, request: Request) -> None:
        request.cancelled = True  # it wants nothing more
        self._bytes -= len(request.line)
        del self._open[request.named]

    def _refuse(self, named: Any, kind: str, words: str) -> None:
        self._reply({"id": named, "error": words, "kind": kind})

    def _more_if_busy(self) -> None:
        """Start another process where each works, requests wait, and there may be more."""
        with self._changed:
            if self._waiting and len(self._workers) < self._jobs and all(worker.busy for worker in self._workers):
                self._more()

    def _more(self) -> None:
        worker = _Worker(self)
        self._workers.append(worker)
        self._threads.append(threading.Thread(target=worker.run, daemon=True))
        self._threads[-1].start()

    # -----------------------------------------------------------------------------------------------------------------
    # For the workers

    def take(self, worker: _Worker, most: int, gather: bool) -> bool:
        """Give a worker up to `most` requests to answer next, together; False when the engine is closed."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._waiting or self._ended)
                while gather and self._waiting and len(self._waiting) < most and self._changed.wait(GATHERING):
                    pass
                if self._waiting or self._ended:  # others may have taken them meanwhile
                    break
            if self._ended:
                return False
            idle = sum(not other.busy for other in self._workers) or 1
            most = min(most, -(-len(self._waiting) // idle))
            if self._waiting[0].alone:
                group = [self._waiting[0]]
            else:  # A large one between small ones does not keep these apart
                group = list(itertools.islice((request for request in self._waiting if not request.alone), most))
            for request in group:
                self._waiting.remove(request)
            worker.at = group, threading.Event()
            self._more_if_busy()
        return True

    def ask_again(self, request: Request) -> None:
        """Let a request wait to be answered alone."""
        request.alone = True
        with self._changed:
            if not request.cancelled:
                self._waiting.appendleft(request)
                self._changed.notify_all()

    def answered(self, request: Request, line: bytes) -> None:
        """Write the reply of a request, unless it has been cancelled or the engine is closed."""
        with self._changed:
            if request.cancelled or self._ended:
                return
            self._done_with(request)
            self._unwritten += 1
        self._write(line)
        with self._changed:
            self._unwritten -= 1
            self._changed.notify_all()

    def failed(self, request: Request, kind: str, words: str) -> None:
        """Write the error of a request."""
        self.answered(request, json.dumps({"id": request.named, "error": words, "kind": kind}).encode())

    def child(self) -> Child:
        """Return a process that answers."""
        return Child("engine.child", *([str(self._boards)] if self._boards else []), patience=0)

    def _reply(self, reply: dict[str, Any]) -> None:
        self._write(json.dumps(reply).encode())

    def _write(self, line: bytes) -> None:
        with self._writing:
            try:
                self._out.write(line + b"\n")
                self._out.flush()
            except (OSError, ValueError):
                self._gone = True


class _Worker:
    """A thread with a process that answers one group of requests after the other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._child = engine.child()
        self.at: tuple[list[Request], threading.Event] = ([], threading.Event())  # its group, and if nobody wants it
        self._late = False
        self._used = 0.0  # seconds of a processor for its last group

    @property
    def busy(self) -> bool:
        return bool(self.at[0])

    def close(self) -> None:
        self._child.close()

    def stop_unwanted(self, cancelled: Request) -> None:
        """End the process if it works on a request that was cancelled, and on none that anybody wants."""
        group, unwanted = self.at
        if cancelled in group and all(request.cancelled for request in group):
            unwanted.set()
            self._child.stop(unwanted)

    def run(self) -> None:
        most, gather = AT_ONCE, False
        while self._engine.take(self, most, gather):
            group, unwanted = self.at
            left = self._exchange(group, unwanted)
            self.at = [], threading.Event()
            gather = len(group) > 1
            if gather and self._used:
                most = max(LEAST, min(AT_ONCE, int(PACE * len(group) / self._used)))
            for request in left:
                if request.cancelled:
                    continue
                if len(group) > 1:
                    self._engine.ask_again(request)
                elif self._late:
                    self._engine.failed(request, "time", "time limit reached")
                else:
                    self._engine.failed(
                        request,
                        "memory",
                        "the process that answers it has ended, perhaps out of memory; leave out units or hexes",
                    )

    def _exchange(self, group: list[Request], unwanted: threading.Event) -> list[Request]:
        """Have requests answered; return those without a reply, whose process has ended."""
        seconds = GROUP_SECONDS if len(group) > 1 else group[0].seconds
        message = b"\n".join([str(seconds or 0).encode(), *(request.line for request in group)])
        limit = None if seconds is None else seconds * (1 if len(group) == 1 else 3)
        left, again = dict(enumerate(group)), []
        self._late, self._used = False, 0.0
        try:
            for word, body in self._child.ask(message, limit, GRACE, unwanted):
                if word == "used":
                    self._used = int(body) / 1000
                elif word == "again":
                    again.append(left.pop(int(body)))
                else:
                    self._engine.answered(left.pop(int(word)), body)
        except Died as died:
            self._late = died.late
        for request in again:
            self._engine.ask_again(request)
        return list(left.values())


def _is_limit(seconds: object) -> bool:
    return isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and 0 < seconds <= LIMITED


def _lines(given: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long the beginning, which is too long."""
    while line := given.readline(LINE_LIMIT + 2):
        rest = line
        while len(rest) == LINE_LIMIT + 2 and not rest.endswith(b"\n"):
            rest = given.readline(LINE_LIMIT + 2)
        yield line


def serve(jobs: int, boards: Path | None = None) -> None:
    """Answer the requests on standard input, on standard output."""
    engine = Engine(os.fdopen(os.dup(1), "wb"), jobs, boards)
    try:
        engine.run(sys.stdin.buffer)
    finally:
        engine.close()
