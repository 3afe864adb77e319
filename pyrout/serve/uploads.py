"""The board archives that a player opens, kept in a folder of their own until the server ends."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import UsageError

BOARD = re.compile(r"(?:bd)?([A-Za-z0-9_]{1,16})")
MOST_BYTES = 256 << 20
MOST_BOARDS = 40
SAVES = (".vsav", ".vlog")
ALL = "all"  # of a board that is asked for: each that the position has hexes of


class Uploads:
    """The board archives, by VASL's names (`bdy`): those opened in the browser, then those of the player's folder."""

    def __init__(self, boards: Path | None, remedy: str = "start pyrout serve again, with --boards DIR") -> None:
        """Make the folders; `remedy` says what to do about too many boards."""
        self._remedy = remedy
        self._temporary = tempfile.TemporaryDirectory(prefix="pyrout-")
        self.root = Path(self._temporary.name)
        self.boards = self.root / "boards"
        self.saves = self.root / "saves"
        self._fresh = self.root / "fresh"
        for folder in (self.boards, self.saves, self._fresh):
            folder.mkdir()
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._mine: set[str] = set()
        # No message names these folders
        self.folders = [str(self.boards), str(self.saves)]
        if boards is not None:
            self.folders += [str(boards), str(boards.resolve())]
            self._link(boards)

    def _link(self, folder: Path) -> None:
        """Make the player's own boards known, by names that a request can give."""
        for archive in sorted(folder.iterdir()):
            if re.fullmatch(r"bd[A-Za-z0-9_]{1,16}", archive.name) and archive.is_file():
                with contextlib.suppress(OSError):
                    _linked(archive.resolve(), self.boards / archive.name)

    def archive(self, name: str) -> Path:
        """Return the archive of a board by its name.

        Raises UsageError for one that nobody opened.
        """
        match = re.fullmatch(r"bd[A-Za-z0-9_]{1,16}", name)
        if not match or not (self.boards / name).is_file():
            raise UsageError(f"no board archive of that name was opened; {self._there()}")
        return self.boards / name

    def job(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request with the folder of the boards, and the archives of those that it wants to see.

        Raises UsageError for a board that nobody opened.
        """
        job = {**{key: value for key, value in asked.items() if key != "board"}, "boards": str(self.boards)}
        board = asked.get("board")
        if board == ALL:
            job |= {"archives": [str(self.archive(name)) for name in self.names()], "all": True}
        elif board:
            job["archives"] = [str(self.archive(str(board)))]
        return job

    def names(self) -> list[str]:
        """Return the boards that there are."""
        return sorted(path.name for path in self.boards.iterdir() if path.is_file())

    def _there(self) -> str:
        names = self.names()
        return f"there are: {', '.join(names)}" if names else "open one (bdy, bd02, ..)"

    @contextlib.contextmanager
    def fresh(self, name: str, contents: bytes) -> Iterator[Path]:
        """Yield a board archive as a file under its name, removed at the end unless it is kept.

        Raises UsageError for a name that no board has, for too many, and where the disk is full.
        """
        match = BOARD.fullmatch(Path(name).stem if name.endswith(".zip") else name)
        if not match:
            raise UsageError("a board archive is called as VASL does: bdy, bd02, ..")
        board = f"bd{match[1]}"
        with self._lock:
            mine = [p for p in self.boards.iterdir() if p.name in self._mine and p.name != board]
            mine += [p for p in self._fresh.glob("*/*") if p.is_file()]
            held = sum(path.stat().st_size for path in mine)
            if len(mine) >= MOST_BOARDS or held + len(contents) > MOST_BYTES:
                raise UsageError(f"too many boards are open; {self._remedy}")
            folder = self._fresh / str(next(self._numbers))
            path = folder / board
            # Under the lock, for whoever comes next counts what is there
            problem = _written(path, contents)
        try:
            if problem:
                raise UsageError(f"{board}: {problem}")
            yield path
        finally:
            with self._lock:
                shutil.rmtree(folder, ignore_errors=True)

    def keep(self, path: Path) -> None:
        """Put a fresh archive that could be read among the boards, in the place of one of the same name."""
        with self._lock:
            os.replace(path, self.boards / path.name)
            self._mine.add(path.name)

    @contextlib.contextmanager
    def game(self, files: Iterable[tuple[str, bytes]]) -> Iterator[dict[Path, str]]:
        """Write the files of one game, each a name and its bytes, for as long as they are read.

        Yields their names by their paths. Raises UsageError where the disk is full.
        """
        names: dict[Path, str] = {}
        try:
            for name, contents in files:
                kind = next((kind for kind in SAVES if name.lower().endswith(kind)), SAVES[0])
                path = self.saves / f"game{next(self._numbers)}{kind}"
                names[path] = name
                if problem := _written(path, contents):
                    raise UsageError(f"the saved game {problem}")
            yield names
        finally:
            for path in names:
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove everything."""
        self._temporary.cleanup()


def _written(path: Path, contents: bytes) -> str:
    """Write a file; return why it could not be written, in words, or ""."""
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(contents)
    except OSError as error:
        return f"cannot be kept ({error.strerror}); make room on the disk of this machine"
    return ""


def _linked(file: Path, name: Path) -> None:
    try:
        os.symlink(file, name)
    except OSError:  # on Windows not everybody may
        os.link(file, name)
