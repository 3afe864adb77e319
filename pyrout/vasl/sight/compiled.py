"""The engine of lines of sight, compiled to WebAssembly (`engine/los.cc`), run by wasmtime.

In a browser `in_browser` takes its place.
"""

from __future__ import annotations

import atexit
from _thread import LockType
from contextlib import suppress
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any
from weakref import finalize

from ...errors import PyroutError, install, one_line
from .. import BoardError

MEMORY = 256 << 20  # bytes of one instance at most, as `engine/build.sh` has it
REASON = 120  # characters of a message of wasmtime


class EngineMissing(PyroutError):
    """wasmtime, which runs the engine, cannot be loaded, or does not start it."""


@cache
def _wasmtime() -> Any:
    """Import wasmtime, which takes time, and is not built for every system.

    Raises `EngineMissing`.
    """
    try:
        import wasmtime
    except Exception:  # its library is missing, damaged, or for another system
        raise EngineMissing(f"boards need wasmtime, which cannot be loaded here; {install('wasmtime')}") from None
    return wasmtime


def _broken(error: Exception) -> EngineMissing:
    reason = one_line(str(error))[:REASON]
    remedy = f"{install('wasmtime')} --force-reinstall"
    return EngineMissing(f"boards need wasmtime, and the one here does not start the LOS engine ({reason}); {remedy}")


@cache
def _module(reserved: int | None) -> tuple[Any, Any]:
    """Compile the module for this machine, once in a process.

    `reserved` is the address space of one memory, in bytes; None for the 4 GB with which the engine needs no check of
    addresses, and is twice as fast.
    """
    wasmtime = _wasmtime()
    config = wasmtime.Config()
    config.parallel_compilation = False  # its threads would be missing in a process that is forked
    config.memory_init_cow = False  # which needs a file in memory, and so room under a limit of the size of files
    if reserved is not None:
        config.memory_reservation, config.memory_guard_size = reserved, 0
    engine = wasmtime.Engine(config)
    module = wasmtime.Module(engine, (files(__package__) / "engine" / "los.wasm").read_bytes())
    for part in (engine, module):
        atexit.register(part.close)  # before Python takes its modules apart
    return engine, module


def _close(store: Any, lock: LockType) -> None:
    """Give the memory of an engine back, unless a thread that was abandoned still works in it as the process ends."""
    if lock.acquire(blocking=False):
        store.close()


class Instance:
    """One instance of the engine, with a memory of its own.

    A thread holds `lock` while it calls.
    """

    def __init__(self) -> None:
        """Start the engine; it reaches nothing outside its memory.

        Raises `BoardError` without memory for it, `EngineMissing` where wasmtime does not start it.
        """
        wasmtime = _wasmtime()
        self.lock = Lock()
        try:
            self._failures = wasmtime.WasmtimeError, wasmtime.Trap
            self._start_in_memory()
        except AttributeError as error:  # another version has other names
            raise _broken(error) from None
        finalize(self, _close, self._store, self.lock)
        self.call("_initialize")

    def _start_in_memory(self) -> None:
        """Start the engine with 4 GB of address space, or where the process may not have so much, with less."""
        with suppress(self._failures[0]):
            self._start(*_module(None))
            return
        try:
            module = _module(MEMORY)
        except self._failures[0] as error:
            raise _broken(error) from None
        try:
            self._start(*module)
        except self._failures[0]:
            raise self._too_much() from None

    def _start(self, engine: Any, module: Any) -> None:
        wasmtime = _wasmtime()
        self._store = wasmtime.Store(engine)
        absent = [wasmtime.Func(self._store, needed.type, lambda *_: None) for needed in module.imports]
        self._exports: Any = wasmtime.Instance(self._store, module, absent).exports(self._store)
        self._memory: Any = self._exports["memory"]

    @staticmethod
    def _too_much() -> BoardError:
        return BoardError("map", f"is too much for LOS in {MEMORY >> 20} MB", "choose fewer boards")

    def call(self, name: str, *arguments: float) -> int:
        """Call a function of the engine.

        Raises `BoardError` where it fails, as it does without memory enough.
        """
        try:
            return int(self._exports[name](self._store, *arguments) or 0)
        except self._failures:
            raise self._too_much() from None

    def write(self, address: int, content: bytes) -> None:
        """Write into the engine's memory."""
        self._memory.write(self._store, content, address)

    def read(self, address: int, size: int) -> bytes:
        """Return a part of the engine's memory."""
        return bytes(self._memory.read(self._store, address, address + size))
