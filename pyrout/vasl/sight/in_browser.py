"""The engine of lines of sight run by a browser: `Instance` as in `compiled`.

A page that runs pyrout registers `site/los.mjs` as the module `pyrout_los` before anything of ours is imported.
"""

from __future__ import annotations

from importlib import import_module
from threading import Lock
from typing import Any
from weakref import finalize

from .. import BoardError

MODULE = "pyrout_los"


class Instance:
    """One instance of the engine, with a memory of its own."""

    def __init__(self) -> None:
        """Start an instance.

        Raises `BoardError` without memory for it.
        """
        self.lock = Lock()
        self._engine: Any = import_module(MODULE)
        self._number = self._engine.start()
        if self._number < 0:
            raise self._too_much()
        finalize(self, self._engine.close, self._number)

    @staticmethod
    def _too_much() -> BoardError:
        return BoardError("map", "is too much for LOS in this browser", "choose fewer boards")

    def call(self, name: str, *arguments: float) -> int:
        """Call a function of the engine.

        Raises `BoardError` where it fails, as it does without memory enough.
        """
        answer = int(self._engine.call(self._number, name, *arguments))
        if answer < 0:
            raise self._too_much()
        return answer

    def write(self, address: int, content: bytes) -> None:
        """Write into the engine's memory."""
        self._engine.write(self._number, address, content)

    def read(self, address: int, size: int) -> bytes:
        """Return a part of the engine's memory."""
        return bytes(self._engine.read(self._number, address, size).to_bytes())
