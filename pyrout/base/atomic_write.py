"""Files that commands write: whole or not at all."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import UsageError, quote

_unfinished: set[str] = set()  # files that are being written


def remove_unfinished() -> None:
    """Remove the files that are being written, as the process ends without waiting for whoever writes them."""
    for temporary in list(_unfinished):
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def write_lines(lines: Iterable[str], path: Path) -> None:
    """Write lines of text to a file, which keeps what it held until all of them are there.

    Raises UsageError where it cannot be written; whatever `lines` raises leaves the file as it was.
    """
    _write((f"{line}\n".encode() for line in lines), path)


def write_bytes(contents: bytes, path: Path) -> None:
    """Write a file, whole or not at all.

    Raises UsageError where it cannot be written.
    """
    _write((contents,), path)


def _write(pieces: Iterable[bytes], path: Path) -> None:
    try:
        if not _replaceable(path):
            with open(path, "wb") as stream:
                stream.writelines(pieces)
            return
        import tempfile  # takes longer to load than all else that a command without a file needs

        target = Path(os.path.realpath(path))  # a link stays a link
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
        with unfinished(temporary):
            with open(handle, "wb") as file:
                file.writelines(pieces)
            os.chmod(temporary, stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask())
            os.replace(temporary, target)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is no path"
        raise UsageError(f"{quote(str(path))}: cannot be written ({reason}); choose another file") from None


@contextlib.contextmanager
def unfinished(temporary: str) -> Iterator[None]:
    """Write a file in the block and put it in its place; where that is interrupted, remove it."""
    _unfinished.add(temporary)
    try:
        with removed_when_killed():
            yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    finally:
        _unfinished.discard(temporary)


@contextlib.contextmanager
def removed_when_killed() -> Iterator[None]:
    """Remove the unfinished files if a signal ends the process meanwhile, and let it end.

    Only the main thread can see to that, and a signal that somebody handles or ignores stays so.
    """
    process, handled = os.getpid(), []

    def stop(number: int, _: object) -> None:
        if os.getpid() == process:  # a forked child leaves the files of its parent
            remove_unfinished()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    if threading.current_thread() is threading.main_thread():
        signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
        handled = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
    for number in handled:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


def _replaceable(path: Path) -> bool:
    """Return True if another file may take its place; a device or pipe is written to, and a folder is neither."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return True
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(0, "it is a folder")
    if stat.S_ISREG(mode) and not os.access(path, os.W_OK):
        raise PermissionError(0, "Permission denied")
    return stat.S_ISREG(mode)


def _umask() -> int:
    # The mask can be read only by setting it
    mask = os.umask(0)
    os.umask(mask)
    return mask
