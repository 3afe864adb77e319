"""The cache on disk: results from boards and saved games.

Entries are files of one folder, the user's cache folder as the system has it (`platformdirs`), or the one that
PYROUT_CACHE names; PYROUT_CACHE=off keeps nothing. PYROUT_STATEMENTS names another folder for the statements of
encodings, which tests keep where they keep nothing else. An entry is a digest of its name and bytes, and the bytes: one
that was cut short, written by another version or put under another name is no entry. Neither is what is no plain
file, or a file or folder of another user. Nothing that is read is ever executed. Whatever is wrong with the folder or
an entry, an answer is worked out as if there were none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from ..version import __version__
from .atomic_write import unfinished

VARIABLE = "PYROUT_CACHE"
STATEMENTS = "PYROUT_STATEMENTS"
OFF = ("off", "no", "none", "false", "0")
MOST_BYTES = 500 << 20  # of all entries together; the oldest go first
MOST_OF_ONE = 64 << 20  # bytes of an entry
SHARE = 64  # a process looks through the folder when it has written this part of what may be there: each look costs
_unseen: dict[Path, int] = {}  # bytes that this process has written into a folder since it looked through it
HEAD = b"pyrout cache 2\n"  # changes with the form of an entry
DIGEST = 32
NAME = re.compile(r"[a-z]{1,16}-[0-9a-f]{40}\.entry")
PART = re.compile(r"\.[0-9]+-[0-9]+\.part")  # as `write` names them: process and time
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
STALE = 3600.0  # seconds after which a half-written file is nobody's any more

T = TypeVar("T")


class Entry(NamedTuple):
    """An entry: its file, its size in bytes, and when it was last used (seconds since the epoch)."""

    path: Path
    size: int
    used: float


def folder(name: str = "") -> Path | None:
    """Return the folder of an entry or of all, which need not exist yet; None where nothing is kept."""
    if name.startswith("statements-") and (own := os.environ.get(STATEMENTS)):
        return Path(own)
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given and given.lower() not in OFF else None
    from platformdirs import user_cache_path  # where nothing is kept it need not be there, as in a browser

    try:
        return user_cache_path("pyrout", appauthor=False)
    except (OSError, RuntimeError):  # nobody has a home here
        return None


def usable(name: str = "") -> Path | None:
    """Return the folder, if there is none there yet or it is the user's own; None where nothing is kept."""
    place = folder(name)
    return None if place is None or obstacle(place) else place


def obstacle(place: Path) -> str | None:
    """Return why a folder is not used, in words; None if it is, or if it is not there yet."""
    try:
        status = os.stat(place)
        return _foreign(status) if stat.S_ISDIR(status.st_mode) else "it is no folder"
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    except ValueError:
        return "it is no path"


def _foreign(status: os.stat_result) -> str | None:
    """Return why a file or folder is not the user's own, in words; None if it is, and not everybody may write it."""
    if not hasattr(os, "getuid"):
        return None
    if status.st_uid != os.getuid():
        return "another user owns it"
    return "everybody may write it" if status.st_mode & stat.S_IWOTH else None


def key(kind: str, *parts: object) -> str:
    """Return the name of an entry: a kind in lower-case letters, and a digest of its parts and of the version."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=20)
    for part in parts:
        written = part if isinstance(part, bytes) else repr(part).encode()
        digest.update(len(written).to_bytes(8, "little") + written)
    return f"{kind}-{digest.hexdigest()}.entry"


def read(name: str) -> bytes | None:
    """Return the bytes kept under a name that `key` gave, or None.

    A damaged entry is removed.
    """
    place = usable(name)
    if place is None:
        return None
    path = place / name
    try:
        raw = _plain(os.open(path, READING))
    except (OSError, ValueError):
        return None
    at = len(HEAD) + DIGEST
    content = raw[at:]
    if not raw.startswith(HEAD) or len(raw) > MOST_OF_ONE or _digest(name, content) != raw[len(HEAD) : at]:
        remove(name)
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return content


def _plain(descriptor: int) -> bytes:
    """Return the bytes of a plain file of the user, empty for anything else, and close its descriptor."""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or _foreign(status):
            return b""
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(MOST_OF_ONE + 1)
    finally:
        os.close(descriptor)  # `open` leaves it open where it is a folder


def take(name: str, decode: Callable[[bytes], T | None]) -> T | None:
    """Decode the bytes kept under a name; return None where there is no usable entry.

    An entry that cannot be decoded, or that `decode` rejects, is removed. No other error leaves this function.
    """
    content = read(name)
    if content is None:
        return None
    value = None
    with contextlib.suppress(Exception):
        value = decode(content)
    if value is None:
        remove(name)
    return value


def remove(name: str) -> None:
    """Remove the entry of a name."""
    place = usable(name)
    if place is not None:
        with contextlib.suppress(OSError, ValueError):
            (place / name).unlink()


def _digest(name: str, content: bytes) -> bytes:
    return hashlib.sha256(b"%s\n%s" % (name.encode(), content)).digest()


def write(name: str, content: bytes) -> None:
    """Keep bytes under a name that `key` gave, in the place of what is there, and make room now and then.

    Two processes may do so at once: one of them is the last. Where it cannot be done, it is not.
    """
    place = usable(name)
    if place is None or len(HEAD) + DIGEST + len(content) > MOST_OF_ONE:
        return
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = str(place / f".{os.getpid()}-{time.time_ns()}.part")
        with unfinished(temporary):
            with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(HEAD + _digest(name, content) + content)
            os.replace(temporary, place / name)
    except (OSError, ValueError):
        return
    unseen = _unseen.get(place, MOST_BYTES) + len(HEAD) + DIGEST + len(content)
    if unseen > MOST_BYTES // SHARE:
        _make_room(place)
        unseen = 0
    _unseen[place] = unseen


def entries() -> list[Entry]:
    """List the entries of the cache, the most recently used first."""
    place = usable()
    listed = [] if place is None else [Entry(path, status.st_size, status.st_mtime) for path, status in _files(place)]
    return sorted((e for e in listed if NAME.fullmatch(e.path.name)), key=lambda e: (-e.used, e.path.name))


def clear() -> int:
    """Remove all entries; how many there were.

    Other files of the folder stay.
    """
    place = usable()
    count = 0
    for path, _ in () if place is None else list(_files(place)):
        if NAME.fullmatch(path.name) or _half_written(path):
            with contextlib.suppress(OSError):
                path.unlink()
                count += not _half_written(path)
    return count


def _files(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        yield Path(entry.path), entry.stat(follow_symlinks=False)
    except (OSError, ValueError):
        return


def _half_written(path: Path) -> bool:
    return PART.fullmatch(path.name) is not None


def _make_room(place: Path) -> None:
    """Remove the least recently used entries until the rest fits, and the half-written files of dead processes."""
    kept: list[Entry] = []
    for path, status in _files(place):
        if NAME.fullmatch(path.name):
            kept.append(Entry(path, status.st_size, status.st_mtime))
        elif _half_written(path) and time.time() - status.st_mtime > STALE:
            with contextlib.suppress(OSError):
                path.unlink()
    total = sum(entry.size for entry in kept)
    for entry in sorted(kept, key=lambda e: e.used):
        if total <= MOST_BYTES:
            return
        with contextlib.suppress(OSError):
            entry.path.unlink()
        total -= entry.size
