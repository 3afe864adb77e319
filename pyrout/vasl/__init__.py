"""Boards and saved games of VASL, the program with which Advanced Squad Leader is played online.

Programs use `read`, `judge`, `routs` and `Boards`. In `boards` `archive` reads a board archive, `maps` joins boards into
a map, and `facts` writes it as instance facts; in `sight` `los` answers lines of sight on it. The engine that reads
pixels runs in wasmtime.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import PyroutError

if TYPE_CHECKING:
    from .library import Boards, Line, Saved, Slot, judge, read, routs

__all__ = ("BoardError", "Boards", "Line", "Saved", "Slot", "judge", "read", "routs")
SAVED_GAMES = (".vsav", ".vlog")
ZIP = b"PK\x03\x04"


class BoardError(PyroutError):
    """A board archive or a map cannot be used: `archive: problem; remedy`."""

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        super().__init__(place, problem, remedy)
        self.place, self.problem, self.remedy = place, problem, remedy

    def __str__(self) -> str:
        self_text = f"{self.place}: {self.problem}; {self.remedy}"
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in self_text)


class NoTerrain(BoardError):
    """A board archive without terrain, such as a spacer board; `size` is that of its picture, in pixels, if it has one."""

    def __init__(self, place: str, problem: str, remedy: str, size: tuple[int, int] | None) -> None:
        super().__init__(place, problem, remedy)
        self.args = (place, problem, remedy, size)
        self.size = size


def is_saved_game(file: Path) -> bool:
    """Return True if a file is a saved game of VASL, by its name or as a zip archive: no instance is one."""
    if file.suffix.lower() in SAVED_GAMES:
        return True
    try:
        if not file.is_file() or not file.stat().st_size:  # what the system only shows as a file may have no end
            return False
        with open(file, "rb") as stream:
            return stream.read(len(ZIP)) == ZIP
    except (OSError, ValueError):
        return False  # whoever reads it says why


@cache
def code_stamp() -> str:
    """Return a key of the state of this code: names, sizes and times of its files.

    Cache entries of another state are ignored.
    """
    folder = Path(__file__).parents[1]
    files = sorted((*folder.rglob("*.py"), *folder.rglob("*.wasm")))
    return repr([(path.relative_to(folder).as_posix(), file_state(path)) for path in files])


def file_state(path: str | Path) -> tuple[int, int] | None:
    """Return the size and the time of a file, which tell whether it is still the same; None without a file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns


def __getattr__(name: str) -> Any:
    """Return a name for programs, from the module that takes long to import."""
    if name in __all__:
        return getattr(import_module(".library", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
