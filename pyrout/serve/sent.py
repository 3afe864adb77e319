"""Files that come with a request: one, or the logs of one game behind one another."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import UsageError
from .jobs import file_name

MOST_FILES = 50
FAULT = "`parts` lists the files of a request: pairs of a name and a number of bytes, which add up to its body"


def sent(asked: Mapping[str, Any], contents: bytes) -> list[tuple[str, bytes]]:
    """Return the files of a request: those of its `parts`, JSON as `[["a.vlog", 120], ..]`, or one called `name`.

    Each has its name, for messages, and its bytes. Raises UsageError for parts that are not those of the body.
    """
    if not asked.get("parts"):
        return [(file_name(asked.get("name", "game.vsav")), contents)]
    try:
        parts = json.loads(str(asked["parts"]))
    except (ValueError, RecursionError):
        raise UsageError(FAULT) from None
    pairs = isinstance(parts, list) and all(isinstance(part, list) and len(part) == 2 for part in parts)
    sizes = [part[1] for part in parts] if pairs else []
    if not sizes or not all(type(size) is int and size >= 0 for size in sizes) or sum(sizes) != len(contents):
        raise UsageError(FAULT)
    if len(sizes) > MOST_FILES:
        raise UsageError(f"more than {MOST_FILES} logs were opened together; judge them in parts")
    files, at = [], 0
    for name, size in parts:
        files.append((file_name(name), contents[at : at + size]))
        at += size
    return files


def named(body: bytes, names: Mapping[Path, str]) -> bytes:
    """Return the body of a reply, a JSON text, with the names that the player knows in place of those of our files."""
    known = {path.name.encode(): json.dumps(name)[1:-1].encode() for path, name in names.items()}
    return re.sub(rb"|".join(map(re.escape, known)), lambda match: known[match[0]], body)
