"""A pool of processes that solve; one that takes too long or too much memory is killed and replaced.

A step of clingo cannot be interrupted; a process can be killed.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from typing import Any

from ..base.processes import Child, Died, Replies, answer_messages, limit_memory
from .jobs import answer
from .reply import KEPT, REPLACED, Reply, Step, late, with_error

MEMORY_LIMIT = 3 << 30  # bytes of data of one process
GRACE = 1.0  # seconds past its limit in which a job that watches the clock may still answer
JOBS_EACH = 500  # after this number of jobs a process is replaced
LOOK = 0.05  # seconds between two looks at whether a job that waits is still wanted
STEP = "step"  # the word of a reply that is only what the job is at
ENDED = with_error(503, "the server is being ended")
UNWANTED = with_error(REPLACED, "a newer request took its place")
LOST = with_error(503, "the process that solves it has ended, perhaps out of memory; leave out units or hexes")


class Ticket:
    """A job from outside: `stop` says that nobody wants it any more, `step` is what it is at."""

    def __init__(self) -> None:
        self.step: Step | None = None
        self.child: Child | None = None  # that does it
        self.unwanted = threading.Event()

    def stop(self) -> None:
        """Say that nobody wants the job any more; its process hears of it a little later."""
        if self.stopped:
            return
        self.unwanted.set()
        if self.child:  # nobody waits for its locks here
            threading.Thread(target=self.child.stop, args=(self.unwanted,), daemon=True).start()

    @property
    def stopped(self) -> bool:
        return self.unwanted.is_set()


class _Worker:
    def __init__(self) -> None:
        self.child = Child("serve.pool")
        self.done = 0  # jobs of this process
        self.lately: deque[object] = deque(maxlen=KEPT)  # the keys of its last jobs

    def forget(self) -> None:
        """Note that its process is a new one."""
        self.done = 0
        self.lately.clear()


def main() -> None:
    """Do one job after the other for the process that started this one, until it is gone."""
    limit_memory(MEMORY_LIMIT)

    def work(message: bytes, replies: Replies) -> bool:
        name, request, seconds = json.loads(message)

        def tell(step: Step) -> bool:
            replies.send(STEP, json.dumps(step).encode())
            replies.flush()
            return replies.wanted

        reply = answer(name, request, seconds, tell)
        replies.send(f"{reply.status} {reply.kind}", reply.body)
        return False

    answer_messages(work)


class Pool:
    """`size` processes.

    `run` may be called from many threads; who finds none free waits until one is.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self.seconds = seconds
        self._free = [_Worker() for _ in range(size)]
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
            return ENDED if self._closed else UNWANTED
        seconds = self.seconds * longer
        ticket.child, reply = worker.child, None
        try:
            message = json.dumps([name, request, seconds]).encode()
            for word, body in worker.child.ask(message, seconds, GRACE, ticket.unwanted):
                if word == STEP:
                    ticket.step = Step(*json.loads(body))
                else:
                    status, _, kind = word.partition(" ")
                    reply = Reply(int(status), kind, body)
            worker.done += 1
            if worker.done >= JOBS_EACH:
                worker.child.renew()
                worker.forget()
            elif key is not None and key not in worker.lately:
                worker.lately.append(key)
        except Died as died:
            worker.forget()
            if self._closed:
                return ENDED
            if ticket.stopped:
                return UNWANTED
            if died.late:
                return with_error(503, late(seconds))
        finally:
            with self._turn:
                self._busy.discard(worker)
                if not self._closed:
                    self._free.append(worker)
                    self._turn.notify_all()
        return reply or LOST

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

    def close(self) -> None:
        """End the processes, whatever they do: the jobs that they have get an answer that says so."""
        with self._turn:
            self._closed = True
            for worker in (*self._free, *self._busy):
                worker.child.close()
            self._free.clear()
            self._turn.notify_all()
