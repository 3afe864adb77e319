"""A pool of processes that solve; one that takes too long or too much memory is killed and replaced.

A step of clingo cannot be interrupted; a process can be killed.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ..base.processes import ignore_stop, limit_memory
from .jobs import answer
from .reply import KEPT, REPLACED, Reply, Step, late

MEMORY_LIMIT = 3 << 30  # bytes of data of one process
GRACE = 1.0  # seconds past its limit in which a job that watches the clock may still answer
JOBS_EACH = 500  # after this number of jobs a process is replaced
LOOK = 0.05  # seconds between two looks at whether a job is still wanted
STARTING = 30.0  # seconds in which a process that is new has to begin
BEGUN = "begun"  # what a process says of a job that has reached it
STOPPING = 2.0  # seconds in which a job that is no longer wanted may end by itself


class Ticket:
    """A job from outside: `stop` says that nobody wants it any more, `step` is what it is at."""

    def __init__(self) -> None:
        self.step: Step | None = None
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=serve_jobs, args=(theirs, MEMORY_LIMIT), daemon=True)
        self.process.start()
        theirs.close()
        self.done = 0
        self.lately: deque[object] = deque(maxlen=KEPT)  # the keys of its last jobs

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.close()
        self.process.kill()
        self.process.join(5)


def serve_jobs(connection: Connection, memory: int) -> None:
    """Do one job after the other in a process, until the other end of the pipe is gone."""
    limit_memory(memory)
    ignore_stop()
    while True:
        try:
            asked = connection.recv()
        except (EOFError, OSError):
            return
        if asked is None:  # the word to stop, for a job that had ended already
            continue
        name, request, seconds = asked
        connection.send(BEGUN)
        connection.send(answer(name, request, seconds, _teller(connection)))


def _teller(connection: Connection) -> Callable[[Step], bool]:
    """Return the function by which a job reports its steps and learns if it is still wanted."""

    def tell(step: Step) -> bool:
        connection.send(step)
        return not connection.poll()

    return tell


class Pool:
    """`size` processes.

    `run` may be called from many threads; who finds none free waits its turn.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self.seconds = seconds
        self._free: list[_Worker] = [_Worker() for _ in range(size)]
        self._busy: set[_Worker] = set()
        self._turn = threading.Condition()
        self._closed = False

    def run(
        self,
        name: str,
        request: dict[str, Any],
        *,
        key: object = None,
        longer: float = 1.0,
        ticket: Ticket | None = None,
    ) -> Reply:
        """Do a job, in at most `longer` times the limit.

        Jobs of one `key` go to a process that had one of them lately, if it is free: it may remember what it worked
        out. One whose `ticket` is stopped ends early; so does every job when the pool is closed.
        """
        ticket = ticket or Ticket()
        worker = self._take(key, ticket)
        if worker is None:
            return _ended() if self._closed else _replaced()
        seconds = self.seconds * longer
        begun: list[bool] = []
        try:
            if not worker.process.is_alive():
                worker = self._renewed(worker)
            try:
                worker.connection.send((name, request, seconds))
                reply = self._awaited(worker, seconds, ticket, begun)
            except (EOFError, OSError):
                if begun or self._closed:
                    raise
                worker = self._renewed(worker)  # it has died before the job reached it: no fault of the job
                worker.connection.send((name, request, seconds))
                reply = self._awaited(worker, seconds, ticket, begun)
            if reply is None:
                worker = self._renewed(worker)
                if ticket.stopped:
                    return _replaced()
                return _problem(503, late(seconds))
            worker.done += 1
            if key is not None and key not in worker.lately:
                worker.lately.append(key)
            if worker.done >= JOBS_EACH:
                worker = self._renewed(worker)
            return reply
        except (EOFError, OSError):  # the process is dead
            if self._closed:
                return _ended()
            worker = self._renewed(worker)
            return _problem(
                503, "the process that solves it has ended, perhaps out of memory; leave out units or hexes"
            )
        finally:
            with self._turn:
                self._busy.discard(worker)
                if self._closed:
                    worker.kill()
                else:
                    self._free.append(worker)
                    self._turn.notify_all()

    def _awaited(self, worker: _Worker, seconds: float, ticket: Ticket, begun: list[bool]) -> Reply | None:
        """Return the reply to the job of a process; None where it is late, or goes on although nobody wants it.

        `begun` gets an entry when the job has reached the process.
        """
        end, told = time.monotonic() + STARTING + seconds + GRACE, False
        while time.monotonic() < end:
            if ticket.stopped and not told:
                told, end = True, time.monotonic() + STOPPING
                worker.connection.send(None)
            if worker.connection.poll(LOOK):
                message = worker.connection.recv()
                if isinstance(message, Reply):
                    return message
                if isinstance(message, Step):
                    ticket.step = message
                if not begun and not told:
                    end = time.monotonic() + seconds + GRACE  # that a process had to start first is no fault of the job
                begun.append(True)
        return None

    def _take(self, key: object, ticket: Ticket) -> _Worker | None:
        """Return a free process; None for a job that is no longer wanted when there is one."""
        with self._turn:
            while not self._free and not ticket.stopped and not self._closed:
                self._turn.wait(LOOK)
            if ticket.stopped or self._closed:
                return None
            chosen = next((w for w in self._free if key in w.lately), self._free[0])
            self._free.remove(chosen)
            self._busy.add(chosen)
            return chosen

    def _renewed(self, worker: _Worker) -> _Worker:
        """Another process in place of one that is dead or is to be.

        Raises EOFError where the pool is closed.
        """
        worker.kill()
        with self._turn:
            self._busy.discard(worker)
            if self._closed:
                raise EOFError
            made = _Worker()
            self._busy.add(made)
        return made

    def close(self) -> None:
        """End the processes, whatever they do: the jobs that they have get an answer that says so."""
        with self._turn:
            self._closed = True
            for worker in (*self._free, *self._busy):
                worker.process.kill()
            for worker in self._free:
                worker.kill()
            self._free.clear()
            self._turn.notify_all()


def _problem(status: int, words: str) -> Reply:
    return Reply(status, "application/json", json.dumps({"error": words}).encode())


def _ended() -> Reply:
    return _problem(503, "the server is being ended")


def _replaced() -> Reply:
    return _problem(REPLACED, "a newer request took its place")
