"""The engine of lines of sight, compiled to WebAssembly (`engine/los.cc`), run by wasmtime."""

from __future__ import annotations

import atexit
from _thread import LockType
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any
from weakref import finalize

from .. import BoardError

MEMORY = 256 << 20  # bytes of one instance at most, as `engine/build.sh` has it


@cache
def _module() -> tuple[Any, Any]:
    """Compile the module for this machine, once in a process."""
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False  # its threads would be missing in a process that is forked
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
        """Start the engine; it reaches nothing outside its memory."""
        import wasmtime

        engine, module = _module()
        self.lock = Lock()
        self._store = wasmtime.Store(engine)
        finalize(self, _close, self._store, self.lock)
        absent = [wasmtime.Func(self._store, needed.type, lambda *_: None) for needed in module.imports]
        self._exports: Any = wasmtime.Instance(self._store, module, absent).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._failure: type[Exception] = wasmtime.WasmtimeError
        self._trap: type[Exception] = wasmtime.Trap
        self.call("_initialize")

    def call(self, name: str, *arguments: float) -> int:
        """Call a function of the engine.

        Raises `BoardError` where it fails, as it does without memory enough.
        """
        try:
            return int(self._exports[name](self._store, *arguments) or 0)
        except (self._failure, self._trap):
            raise BoardError("map", f"is too much for LOS in {MEMORY >> 20} MB", "choose fewer boards") from None

    def write(self, address: int, content: bytes) -> None:
        """Write into the engine's memory."""
        self._memory.write(self._store, content, address)

    def read(self, address: int, size: int) -> bytes:
        """Return a part of the engine's memory."""
        return bytes(self._memory.read(self._store, address, address + size))
