"""The bytes of a file that a stranger may have named."""

from __future__ import annotations

import os
import stat

from ..errors import InstanceError


def read_contents(name: str, limit: int, remedies: tuple[str, str]) -> bytes:
    """Return the bytes of a regular file, never more than `limit`: devices and pipes may have no end.

    `remedies` are for what is no file, and for a file that is larger. Raises InstanceError.
    """
    try:
        status = os.stat(name)
        if stat.S_ISREG(status.st_mode) and not status.st_size:
            return b""  # also what the system only shows as a file, and never ends
        if not stat.S_ISREG(status.st_mode):
            kind = "a directory" if os.path.isdir(name) else "not a regular file"
            raise InstanceError(name, 0, 0, f"is {kind}", remedies[0])
        with open(name, "rb", opener=_open_without_waiting) as file:
            contents = file.read(limit + 1)
    except FileNotFoundError:
        raise InstanceError(name, 0, 0, "no such file", "check the path") from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "this is no path"
        raise InstanceError(name, 0, 0, f"cannot be read: {reason}", "check the path and its permissions") from None
    if len(contents) > limit:
        raise InstanceError(name, 0, 0, f"is larger than {limit // 1_000_000} MB", remedies[1])
    return contents


def _open_without_waiting(name: str, flags: int) -> int:
    # A pipe that took the file's place since it was looked at must not make us wait for a writer.
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
