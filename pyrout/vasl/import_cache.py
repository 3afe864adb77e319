"""The result of importing a saved game, and its cache entry (`pyrout.base.cache`).

The second question about a game reads neither its boards nor its counters again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..base import cache
from ..base.span import packed, unpacked
from ..program.rule_sets import root
from . import code_stamp, file_state
from .import_notes import Note

KIND = "imports"
SAVE_LIMIT = 64 << 20  # bytes of a file that is looked at


@dataclass(frozen=True)
class Imported:
    """An instance out of a saved game.

    `text` parses; `notes` are sentences, one line each; `routers` are the ids of the broken units; `files` are the
    names of the board archives that it was made with (bdy). `pieces` are the piece of the save and the id of each unit.
    """

    text: str
    notes: tuple[Note, ...]
    routers: tuple[str, ...]
    files: tuple[str, ...] = ()
    pieces: tuple[tuple[str, str], ...] = ()


class KeptImport:
    """The cache entry for the import of a save with the boards of a folder and further settings.

    The save goes by its content; `called` is its name in messages.
    """

    def __init__(self, save: Path, folder: Path, *settings: object, called: str | None = None) -> None:
        self._name, self._folder = "", folder
        try:
            if save.is_file() and save.stat().st_size <= SAVE_LIMIT:
                content = hashlib.sha256(save.read_bytes()).digest()
                self._name = cache.key(KIND, code_stamp(), _encodings(), called or save.name, content, *settings)
        except (OSError, ValueError):
            pass  # whoever reads it says why it cannot be read

    def read(self) -> Imported | None:
        """Return the cached import if the boards are the same files still; else None."""
        return cache.take(self._name, self._decoded) if self._name else None

    def _decoded(self, entry: bytes) -> Imported | None:
        """Return the import that an entry has; None where a board is another file by now.

        Raises what its bytes cause.
        """
        text, notes, routers, files, pieces = json.loads(entry)
        if [self._board(str(name)) for name, *_ in files] != files:
            return None
        told = tuple(
            Note(str(group), unpacked(spans), str(short), bool(decides), str(control))
            for group, spans, short, decides, control in notes
        )
        units = tuple((str(piece), str(unit)) for piece, unit in pieces)
        return Imported(text, told, tuple(map(str, routers)), tuple(str(name) for name, *_ in files), units)

    def write(self, imported: Imported) -> None:
        """Keep it."""
        if self._name and cache.folder() is not None:
            files = [self._board(name) for name in imported.files]
            told = [(note.group, packed(note), note.short, note.decides, note.control) for note in imported.notes]
            entry = json.dumps([imported.text, told, imported.routers, files, imported.pieces], separators=(",", ":"))
            cache.write(self._name, entry.encode())

    def _board(self, name: str) -> list[object]:
        """Return an archive of the folder: its name, and what tells whether it is still the same file."""
        path = os.path.realpath(self._folder / name)
        return [name, path, *(file_state(path) or ())]


def _encodings() -> Sequence[object]:
    """Return a key of the state of the encodings, which decide what an import leaves out."""
    return [(path.name, file_state(path)) for path in sorted(root().rglob("*.lp"))]
