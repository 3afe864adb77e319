"""`batch`: thousands of positions through an executor, one line of NDJSON each; a stop loses nothing.

The output is all there is to go on from: the files that it names are done. It is only ever appended to, by whole
lines; a half-written last one is taken away before a new start.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import os
import socket
import stat
import sys
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from ..base.atomic_write import write_lines
from ..base.memory import MOST_MEMORY, SHORT
from ..errors import InstanceError, PyroutError, UsageError, install, one_line, quote
from ..position.corpus import is_corpus, read_corpus, reference
from ..position.reading import load, read_text
from ..program import rule_sets
from ..program.rule_index import options as options_of
from ..question import in_force
from ..version import SCHEMA, __version__
from . import worker
from .worker import TRIES, Job, Outcome, error, failed

TOGETHER = 32  # positions that are answered together, where there are many
AHEAD = 2  # lots of positions handed out for each that can be worked on at once
WAITING, WAITING_BYTES = 1_000, 64_000_000  # answers held back until an earlier one is there
PATIENCE = 20.0  # seconds for a scheduler or its workers to answer
_TICK = 0.5  # seconds after which progress is shown, whatever happens
_COMPARED = 20  # lines of an earlier run whose options are worked out anew
_BEGINNING = b'{"schema":"' + SCHEMA.encode() + b'","file":'


class Summary(NamedTuple):
    """Files in all, those that were done before, and among all the lines those that are errors and those cut short."""

    files: int
    before: int
    errors: int
    incomplete: int


class State(NamedTuple):
    """The progress of a batch: files done (with earlier runs), all files, errors, files a second, seconds left or None."""

    done: int
    files: int
    errors: int
    rate: float
    left: float | None


Watch = Callable[[State], None]


def files_of(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the files meant: those named, for a folder every `*.lp` in it and below, for a corpus its lines; each once.

    Those of a folder are sorted. Raises UsageError for a folder without any, and for a name that is no UTF-8: a line of
    JSON cannot hold it. Raises InstanceError for a corpus that cannot be read.
    """
    files: dict[str, None] = {}
    for path in paths:
        if os.path.isdir(path):
            inside = sorted(str(p) for p in Path(path).rglob("*.lp") if not p.is_dir())
            if not inside:
                raise UsageError(f"{quote(os.fspath(path))}: the folder holds no *.lp files; name another")
            files.update(dict.fromkeys(inside))
        elif is_corpus(path):
            files.update((reference(path, line), None) for line in read_corpus(path))
        else:
            files[os.fspath(path)] = None
    unreadable = next((name for name in files if name.encode("utf-8", "replace").decode() != name), None)
    if unreadable is not None:
        raise UsageError(f"{one_line(unreadable)}: the name is no UTF-8; rename the file")
    return list(files)


# ---------------------------------------------------------------------------------------------------------------------
# Where positions are solved


class Pool(Protocol):
    """An executor, and what to do if it breaks; `most_together` is how many positions it is handed at once."""

    most_together: int

    @property
    def size(self) -> int:
        """The number of positions solved at once."""

    @property
    def memory(self) -> int | None:
        """The bytes that a position may take."""

    def submit(self, jobs: Sequence[Job]) -> Future[list[Outcome | None]]:
        """Hand out positions; those that come back as None are handed out again alone.

        Whatever its future raises is the death of a worker.
        """

    def check(self) -> None:
        """Raise UsageError if nothing can come back any more."""

    def close(self) -> None:
        """End everything at once."""


_LEAST_MEMORY = 256 << 20  # what a common position takes at most; more jobs than fit do not make it less


class Processes:
    """Processes on this machine, which share its memory; threads of an executor wait for what they answer."""

    most_together = TOGETHER

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self.memory: int | None = MOST_MEMORY
        with contextlib.suppress(ValueError, OSError, AttributeError):
            pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
            self.memory = max(_LEAST_MEMORY, min(MOST_MEMORY, pages * size * 4 // 5 // jobs))
        self._solvers = worker.Solvers()
        self._executor = ThreadPoolExecutor(jobs)

    def submit(self, jobs: Sequence[Job]) -> Future[list[Outcome | None]]:
        return self._executor.submit(self._solvers.solve, jobs)

    def check(self) -> None:
        pass

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._solvers.end()
        self._executor.shutdown()


def _reachable(address: str) -> None:
    """Raise OSError or ValueError where nobody listens at an address of TCP: Dask takes its time to find out."""
    scheme, _, place = address.rpartition("://")
    if scheme in ("", "tcp", "tls"):
        host, colon, port = place.rpartition(":")
        if not (host and colon and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ValueError("no host and port")
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()


class Cluster:
    """The workers of a Dask scheduler.

    Raises UsageError where there is none at the address, or none that can work.
    """

    most_together = TOGETHER
    memory: int | None = MOST_MEMORY

    def __init__(self, address: str) -> None:
        try:
            Client: Any = importlib.import_module("distributed").Client
        except ImportError:
            raise UsageError(f"--scheduler wants the package distributed; {install('pyrout[cluster]')}") from None
        # Its log becomes one line for the user. Importing it has set a level for some of its loggers each.
        for name in ("distributed", *(n for n in logging.root.manager.loggerDict if n.startswith("distributed."))):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._address = address
        try:
            _reachable(address)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as problem:
            raise UsageError(
                f"no Dask scheduler answers at {quote(address)} ({type(problem).__name__}); start one with `dask scheduler`"
            ) from None
        self._executor = self._client.get_executor(pure=False)
        self._size, self._looked = 1, -1e9
        self._probe()

    def _probe(self) -> None:
        """Raise UsageError unless a worker answers that has this version."""
        at = quote(self._address)
        try:
            version = self._executor.submit(worker.version).result(timeout=PATIENCE)
        except TimeoutError:
            problem = f"the scheduler at {at} has no worker that answers; start some with `dask worker`"
        except Exception as error:
            problem = (
                f"the cluster at {at} cannot run pyrout ({type(error).__name__}: {error}); "
                f"install pyrout {__version__} for its scheduler and workers"
            )
        else:
            if version == __version__:
                return
            problem = f"the workers of {at} have pyrout {version}, and this is {__version__}; install the same version everywhere"
        self.close()
        raise UsageError(problem)

    @property
    def size(self) -> int:
        """The threads of all workers, which come and go."""
        if time.monotonic() - self._looked > 5:
            with contextlib.suppress(OSError):
                self._size = max(1, sum(self._client.nthreads().values()))
            self._looked = time.monotonic()
        return self._size

    def submit(self, jobs: Sequence[Job]) -> Future[list[Outcome | None]]:
        return self._executor.submit(worker.solve, jobs)  # type: ignore[no-any-return]

    def check(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise UsageError(
                f"the scheduler at {quote(self._address)} is gone; the same command goes on from where this one was"
            )

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._executor.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close(timeout=5)


# ---------------------------------------------------------------------------------------------------------------------
# The output


class _Line(NamedTuple):
    """The content of a line of an earlier run: its number, file, kind, rule set and options."""

    number: int
    file: str
    kind: worker.Kind
    rules: str
    options: dict[str, str]


class _Output:
    """The file of answers: what is in it, and what is added to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[_Line] = []
        try:
            ordinary = not path.exists() or stat.S_ISREG(path.stat().st_mode)
            self._stream: IO[bytes] = open(path, "a+b" if ordinary else "wb")  # noqa: SIM115
            try:
                if ordinary:
                    self._lock()
                    self._read()
            except BaseException:
                self._stream.close()
                raise
        except (OSError, ValueError) as problem:
            raise self._unwritable(problem) from None

    def _unwritable(self, problem: Exception) -> UsageError:
        reason = getattr(problem, "strerror", None) or "this is no path"
        return UsageError(f"{self.path}: cannot be written ({reason}); choose another file")

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{self.path}: another batch is writing it; wait for it, or choose another file") from None

    def _read(self) -> None:
        """Read what earlier runs have written, and take away a last line that is not whole."""
        stream = self._stream
        stream.seek(0)
        end = 0
        for number, line in enumerate(stream, 1):
            if line.endswith(b"\n"):
                self.lines.append(self._understood(number, line))
                end += len(line)
            elif not (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
                raise self._foreign(number)
        stream.truncate(end)
        seen: dict[str, int] = {}
        for understood in self.lines:
            first = seen.setdefault(understood.file, understood.number)
            if first != understood.number:
                raise UsageError(
                    f"{self.path}: lines {first} and {understood.number} are of the same file, "
                    f"{understood.file}; remove one of them"
                )

    def _understood(self, number: int, line: bytes) -> _Line:
        head, units, _ = line.partition(b',"units":[')
        try:
            fields = json.loads(head + b"}" if units else line)
            if fields["schema"] != SCHEMA:
                raise self._foreign(number)
            if not units and fields.keys() == {"schema", "file", "error"}:
                return _Line(number, str(fields["file"]), "error", "", {})
            if not (units and line.endswith(b"}\n")):
                raise self._foreign(number)
            short = line.endswith(b'],"complete":false}\n')
            kind: worker.Kind = "incomplete" if short else "answer"
            return _Line(number, str(fields["file"]), kind, str(fields["rules"]), dict(fields["options"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._foreign(number) from None

    def _foreign(self, number: int) -> UsageError:
        return UsageError(f"{self.path}:{number}: not a line of `pyrout batch`; choose another file")

    def add(self, text: str) -> None:
        """Append a line, and pass it to the system at once.

        Raises UsageError.
        """
        try:
            self._stream.write(text.encode() + b"\n")
            self._stream.flush()
        except OSError as problem:
            raise self._unwritable(problem) from None

    def sort(self, files: Sequence[str]) -> None:
        """Put the lines in the order of their files, after those of other files.

        Raises UsageError.
        """
        rank = {file: number for number, file in enumerate(files, 1)}
        places: list[tuple[int, int, int]] = []
        stream, start = self._stream, 0
        stream.seek(0)
        for number, line in enumerate(stream, 1):
            places.append((rank.get(self._understood(number, line).file, 0), start, len(line)))
            start += len(line)

        def sorted_lines() -> Iterator[str]:
            for _, begin, length in sorted(places):
                stream.seek(begin)
                yield stream.read(length)[:-1].decode()

        write_lines(sorted_lines(), self.path)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._stream.close()


def _same_options(output: _Output, rules: str | None, options: Mapping[str, str]) -> None:
    """Raise UsageError where lines of an earlier run were answered by another rule set or under other options.

    What is given for all files must be in every line. What is not given must be what each file says, or the default;
    that is looked up for some of them.
    """
    answered = [line for line in output.lines if line.kind == "answer"]
    step = max(1, len(answered) // _COMPARED)
    for place, line in enumerate(answered):
        ruleset, wanted = rules or line.rules, {n: v for n, v in options.items() if n in line.options}
        if place % step == 0:
            try:
                instance = load(line.file)
                ruleset = rules or instance.rules or rule_sets.DEFAULT
                wanted = in_force(ruleset, instance, options)
            except PyroutError:
                pass
        had = {name: line.options.get(name) for name in wanted}
        if (line.rules, had) != (ruleset, wanted):
            was = [f"--rules {line.rules}"] if line.rules != ruleset else []
            differing = [name for name in wanted if had[name] != wanted[name]]
            was += [f"without {name}" if had[name] is None else f"{name}={had[name]}" for name in differing]
            raise UsageError(
                f"{output.path}:{line.number}: answered under other options ({', '.join(was)}); "
                "give the same --rules and --set as before, or another file"
            )


def _known_options(rules: str | None, options: Mapping[str, str]) -> None:
    """Raise UsageError for an option or value that no rule set has, instead of an error for each file."""
    names = [rules] if rules else rule_sets.names()
    known = {(value.option, value.value) for name in names for value in options_of(name)}
    for name, value in options.items():
        if (name, value) not in known:
            there = sorted({option for option, _ in known})
            values = sorted(v for option, v in known if option == name)
            what = f"values of {name}: {', '.join(values)}" if values else f"options: {', '.join(there)}"
            raise UsageError(f"there is no option {quote(f'{name}={value}')}; {what}")


# ---------------------------------------------------------------------------------------------------------------------
# The run


def batch(
    files: Sequence[str],
    output: str | os.PathLike[str],
    pool: Callable[[], Pool],
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: float | None = None,
    as_completed: bool = False,
    watch: Watch | None = None,
    boards: str | os.PathLike[str] | None = None,
) -> Summary:
    """Solve files and write a line for each: an answer as `pyrout solve --ndjson` prints it, or an error.

    `pool` is called if there is anything to do, for `Processes` or a `Cluster`. Files that the output names already
    are left out; `timeout` is in seconds for each file; `boards` is the folder, on every worker, of the boards that
    positions may name. The lines are in the order of `files` (after those of files that are not among them), or with
    `as_completed` as they come. Raises UsageError: for an output that is not of a batch, or of one under other
    options, or cannot be written, and if a cluster is lost.
    """
    given = dict(options or {})
    _known_options(rules, given)
    out = _Output(Path(output))
    try:
        _same_options(out, rules, given)
        before = [line.file for line in out.lines]
        done = set(before)
        run = _Run(
            [file for file in files if file not in done],
            Counter(line.kind for line in out.lines if line.file in set(files)),
            out,
            Job("", "", rules, tuple(sorted(given.items())), timeout, boards=os.fspath(boards) if boards else None),
            as_completed,
            watch,
        )
        if run.todo:
            run.all(pool())
        # Earlier runs may have had fewer files, or written as answers came.
        if not as_completed and before != list(files[: len(before)]):
            out.sort(files)
        return Summary(len(files), len(done.intersection(files)), run.kinds["error"], run.kinds["incomplete"])
    finally:
        out.close()


class _Run:
    """One run: what is to do, what is being worked on, and what waits to be written.

    Files are known by their number.
    """

    def __init__(
        self,
        todo: Sequence[str],
        kinds: Counter[worker.Kind],
        output: _Output,
        job: Job,
        as_completed: bool,
        watch: Watch | None,
    ) -> None:
        self.todo, self.kinds = todo, kinds
        self._output, self._job, self._as_completed, self._watch = output, job, as_completed, watch
        self._pending = deque(range(len(todo)))
        self._running: dict[Future[list[Outcome | None]], tuple[int, ...]] = {}
        self._alone: set[int] = set()  # not to be answered with others again
        self._deaths: Counter[int] = Counter()
        self._waiting: dict[int, Outcome] = {}
        self._bytes = 0
        self._written = 0
        self._began = time.monotonic()
        self._before = sum(kinds.values())

    def all(self, pool: Pool) -> None:
        """Solve everything.

        However it ends, what was answered in order is in the output.
        """
        try:
            while self._pending or self._running:
                self._hand_out(pool)
                if self._running:
                    finished, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
                    self._take_in(pool, finished)
                self._show()
        finally:
            pool.close()

    def _hand_out(self, pool: Pool) -> None:
        while self._pending and len(self._running) < AHEAD * pool.size:
            if self._running and (len(self._waiting) >= WAITING or self._bytes >= WAITING_BYTES):
                return
            jobs: dict[int, Job] = {}
            for number in self._lot(pool):
                file = self.todo[number]
                try:
                    jobs[number] = self._job._replace(file=file, text=read_text(file), memory=pool.memory)
                except InstanceError as problem:
                    self._finish(number, error(file, problem))
            if jobs:
                self._running[pool.submit(list(jobs.values()))] = tuple(jobs)

    def _lot(self, pool: Pool) -> list[int]:
        """Return the next positions to be handed out in one go: few enough that nobody is idle at the end."""
        seconds = self._job.timeout
        many = seconds is None or seconds >= SHORT
        most = min(pool.most_together, len(self._pending) // (AHEAD * pool.size)) if many else 1
        lot = [self._pending.popleft()]
        while len(lot) < most and not self._alone.intersection((lot[0], self._pending[0])):
            lot.append(self._pending.popleft())
        return lot

    def _take_in(self, pool: Pool, finished: Iterable[Future[list[Outcome | None]]]) -> None:
        if not finished:
            pool.check()
        for future in finished:
            numbers = self._running.pop(future)
            try:
                outcomes = future.result()
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as problem:  # a cancelled future of a cluster is no Exception
                pool.check()
                if len(numbers) == 1:
                    self._died(numbers[0], f"{type(problem).__name__}: {problem}")
                    continue
                outcomes = [None] * len(numbers)
            left = [number for number, outcome in zip(numbers, outcomes, strict=True) if outcome is None]
            self._alone.update(left)
            self._pending.extendleft(reversed(left))
            for number, outcome in zip(numbers, outcomes, strict=True):
                if outcome is not None:
                    self._finish(number, outcome)

    def _died(self, number: int, how: str) -> None:
        self._deaths[number] += 1
        if self._deaths[number] < TRIES:
            self._pending.appendleft(number)
            return
        self._finish(number, failed(self.todo[number], f"the worker that solved it died {TRIES} times ({how})"))

    def _finish(self, number: int, outcome: Outcome) -> None:
        """Write an outcome, or hold it back until those before it are there."""
        self.kinds[outcome.kind] += 1
        if self._as_completed:
            self._output.add(outcome.line)
            return
        self._waiting[number] = outcome
        self._bytes += len(outcome.line)
        while self._written in self._waiting:
            ready = self._waiting.pop(self._written)
            self._bytes -= len(ready.line)
            self._output.add(ready.line)
            self._written += 1

    def _show(self) -> None:
        if self._watch is None:
            return
        done = sum(self.kinds.values()) - self._before
        rate = done / max(time.monotonic() - self._began, 1e-9)
        left = (len(self.todo) - done) / rate if done else None
        self._watch(State(done + self._before, len(self.todo) + self._before, self.kinds["error"], rate, left))


class ProgressLine:
    """Shows how far a batch is on stderr: at a terminal one line that changes, else a line now and then."""

    def __init__(self, seconds: float = 5.0) -> None:
        self._terminal = sys.stderr.isatty()
        self._every = 0.2 if self._terminal else seconds
        self._shown = 0.0
        self._dirty = False

    def __call__(self, state: State) -> None:
        now = time.monotonic()
        if now - self._shown < self._every and state.done < state.files:
            return
        self._shown = now
        text = progress_text(state)
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{text}")
            self._dirty = True
        else:
            sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line at a terminal away again."""
        if self._dirty:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._dirty = False


def progress_text(state: State) -> str:
    """Return the progress in words: `120 of 400 files, 31.5 a second, 0:09 left, 1 error`."""
    parts = [f"{state.done:,} of {state.files:,} files"]
    if state.left is not None:
        seconds = round(state.left)
        hours, minutes = seconds // 3600, seconds // 60 % 60
        clock = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
        parts += [f"{state.rate:.3g} a second", f"{clock} left"]
    if state.errors:
        parts.append(f"{state.errors:,} error{'' if state.errors == 1 else 's'}")
    return ", ".join(parts)
