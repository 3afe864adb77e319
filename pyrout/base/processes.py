"""A process that answers messages, one after the other: a step of clingo cannot be stopped, a process can be killed.

Messages and replies go through its standard input and output. A message is a line with its number and its length in
bytes, then the bytes; one without bytes stops the work on the message of its number. A reply is a line with a word and a
length, then the bytes. The words `begun`, `done` and `last` are for this module.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import IO

STARTING = 30.0  # seconds in which a process that is new has to begin
STOPPING = 2.0  # seconds in which work that nobody wants may end by itself


class Died(Exception):
    """The process has ended before it had answered; `late`: it was killed at its limit."""

    def __init__(self, late: bool) -> None:
        super().__init__()
        self.late = late


class Child:
    """A process that runs `main` of a module of the package, and another after one that has ended.

    One thread at a time may `ask`; the other methods may be called by any. Work that nobody wants has `patience`
    seconds to end by itself.
    """

    def __init__(self, module: str, *args: str, patience: float = STOPPING) -> None:
        self._module, self._args, self._patience = module, args, patience
        self._number = 0  # of the last message
        self._lock, self._sending = threading.RLock(), threading.Lock()
        self._closed = self._late = self._busy = False
        self._unwanted: threading.Event | None = None  # of the message that it works on
        self._timer: threading.Timer | None = None
        self._process: subprocess.Popen[bytes] | None = self._start()

    def ask(
        self, message: bytes, seconds: float | None = None, grace: float = 0.0, unwanted: threading.Event | None = None
    ) -> Iterator[tuple[str, bytes]]:
        """Yield the replies to a message, each with its word.

        A process that takes more than these seconds, with some more to answer by itself, is killed; None: it may take
        any time. `unwanted` is set, and `stop` called, where nobody wants the answer any more. Raises Died.
        """
        with self._lock:
            self._late, self._busy, self._unwanted = False, True, unwanted
        begun = whole = False
        try:
            for attempt in (1, 2):  # one that has died before the message reached it is no fault of the message
                for word, body in self._replies(message, None if seconds is None else seconds + grace):
                    begun = True
                    if word in ("done", "last"):
                        whole = word == "done"
                        return
                    if word != "begun":
                        yield word, body
                if begun or attempt == 2 or self._late or self._closed or (unwanted and unwanted.is_set()):
                    raise Died(self._late)
                self.renew()
        finally:
            with self._lock:
                self._limit(None)
                self._unwanted = None
            if not whole:
                self.renew()
            with self._lock:
                self._busy = False
                if self._closed and self._process:
                    _end(self._process)

    def _replies(self, message: bytes, limit: float | None) -> Iterator[tuple[str, bytes]]:
        """Yield each word of the process about a message, to its end, with its bytes."""
        process = self._process
        if process is None:
            return
        assert process.stdout
        with contextlib.suppress(OSError, ValueError, RuntimeError):  # the last where no thread can be started
            self._limit(None if limit is None else STARTING + limit)
            self._number += 1
            self._send(process, message, self._number)
            while head := process.stdout.readline():
                word, _, size = head.decode().rpartition(" ")
                body = process.stdout.read(int(size))
                if len(body) < int(size):
                    return
                if word == "begun":
                    self._limit(limit)
                    if self._unwanted and self._unwanted.is_set():
                        self.stop(self._unwanted)
                yield word, body

    def _send(self, process: subprocess.Popen[bytes], message: bytes, number: int) -> None:
        assert process.stdin
        with self._sending:
            process.stdin.write(b"%d %d\n%s" % (number, len(message), message))
            process.stdin.flush()

    def _limit(self, seconds: float | None) -> None:
        """Kill the process after this time; None: do not."""
        with self._lock:
            if self._timer:
                self._timer.cancel()
            self._timer = None
            if seconds is not None:
                self._timer = threading.Timer(seconds, self._kill_late, (self._process,))
                self._timer.daemon = True
                self._timer.start()

    def _kill_late(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            if threading.current_thread() is self._timer:  # not one that was cancelled too late
                self._late = True
                process.kill()

    def stop(self, unwanted: threading.Event) -> None:
        """Say that nobody wants the answer: the process is killed unless it soon ends its work by itself.

        It may take as long as the process takes to start.
        """
        with self._lock:
            process, number = self._process, self._number
            if self._unwanted is not unwanted or process is None:
                return
            if not self._patience:
                return process.kill()
            self._limit(self._patience)
        with contextlib.suppress(OSError, ValueError):
            self._send(process, b"", number)

    def renew(self) -> None:
        """Put another process in the place of this one, unless it is closed."""
        with self._lock:
            if self._process:
                _end(self._process)
            self._process = None if self._closed else self._start()

    def close(self) -> None:
        """End the process, whatever it does, and start no other."""
        with self._lock:
            self._closed = True
            if self._process and self._busy:
                self._process.kill()  # whoever asks it ends it
            elif self._process:
                _end(self._process)

    def _start(self) -> subprocess.Popen[bytes] | None:
        """Return a new process, None where the system has no room for one: then it is tried again at the next message."""
        # The package is found where it was found here, whatever folder we are in
        code = f"import sys; sys.path.insert(0, sys.argv.pop(1)); from pyrout.{self._module} import main; main()"
        with contextlib.suppress(OSError):
            return subprocess.Popen(
                [sys.executable, "-P", "-c", code, str(Path(__file__).resolve().parents[2]), *self._args],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, whatever it does, and leave nothing of it."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream:
                stream.close()
    process.wait()


class Replies:
    """The replies of a child to the message that it works on."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self.wanted = True  # False once nobody wants the answer

    def send(self, word: str, body: bytes = b"") -> None:
        """Say something, which goes out with a `flush`."""
        try:
            self._out.write(b"%s %d\n%s" % (word.encode(), len(body), body))
        except OSError:
            os._exit(1)

    def flush(self) -> None:
        """Let what was said go out."""
        try:
            self._out.flush()
        except OSError:
            os._exit(1)

    def end(self, last: bool = False) -> None:
        """Say that the work on the message is done; `last`: another process is to take the place of this one."""
        self.send("last" if last else "done")
        self.flush()


def answer_messages(work: Callable[[bytes, Replies], bool]) -> None:
    """Work on the messages of the process that started this one, until it is gone.

    The work sends its replies, and returns True where another process is to take the place of this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one, which ends it
    replies = Replies(os.fdopen(os.dup(1), "wb"))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # other output does not come between the replies
    messages: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, messages, replies), daemon=True).start()
    while True:
        message = messages.get()
        replies.send("begun")
        replies.flush()
        replies.end(work(message, replies))


def _read(given: IO[bytes], messages: SimpleQueue[bytes], replies: Replies) -> None:
    """Read messages; one without bytes says that nobody wants the answer to that of its number."""
    latest = b""
    while head := given.readline():
        number, size = head.split()
        message = given.read(int(size))
        if message:
            latest, replies.wanted = number, True
            messages.put(message)
        elif number == latest:
            replies.wanted = False
    os._exit(0)  # whatever it works on


def limit_memory(most: int) -> None:
    """Limit the data of this process; its address space is not limited, of which the engine of LOS reserves some."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
