"""The requests of the page: a row for each, and the way of one to its job and back.

The server and the site serve this table. The work of a row is the function of `jobs.py` that has its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError, quote
from .jobs import file_name
from .reply import Reply, with_error
from .uploads import Uploads

MEGABYTE = 1 << 20
TEXT_LIMIT = 8 * MEGABYTE  # of a request with a position: that has 5 at most, and more as JSON
SAVE_LIMIT = 32 * MEGABYTE
BOARD_LIMIT = 128 * MEGABYTE
MOST_FILES = 50
FAULT = "`parts` lists the files of a request: pairs of a name and a number of bytes, which add up to its body"

Work = Callable[[str, Mapping[str, Any]], Reply]  # does the job of a name
Way = Callable[[str, Mapping[str, Any], bytes, Uploads, Work], Reply]


def reply(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    """Return the reply to a request: its name, its fields, and the bytes of the file that it carries.

    `work` does its job. No message names the folders of this machine. Raises UsageError.
    """
    row = REQUESTS.get(name)
    if row is None:
        return with_error(404, f"there is no request {quote(name)}")
    kept = asked if row.fields is None else {field: asked[field] for field in row.fields if field in asked}

    def worked(job: str, fields: Mapping[str, Any]) -> Reply:
        return work(job, {**fields, "folders": [*fields.get("folders", ()), *uploads.folders]})

    return row.way(name, kept, contents, uploads, worked)


def with_fields(answered: Reply, **more: Any) -> Reply:
    """Return a reply with further fields; an error as it is."""
    if answered.status != 200:
        return answered
    return answered._replace(body=json.dumps({**json.loads(answered.body), **more}).encode())


def _position(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    return work(name, uploads.job(asked))


def _whole(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    return work(name, uploads.job({"asked": dict(asked)}))


def _words(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    return with_fields(work(name, {}), boards=uploads.names())


def _art(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    return work(name, {"archive": str(uploads.archive(str(asked.get("name", ""))))})


def _game(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    """Read a saved game, or the logs of one."""
    with uploads.game(_sent(asked, contents)) as names:
        answered = work(name, {**asked, "files": [str(path) for path in names], "boards": str(uploads.boards)})
    return answered._replace(body=_named(answered.body, names))


def _sent(asked: Mapping[str, Any], contents: bytes) -> list[tuple[str, bytes]]:
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


def _named(body: bytes, names: Mapping[Path, str]) -> bytes:
    """Return the body of a reply, a JSON text, with the names that the player knows in place of those of our files."""
    known = {path.name.encode(): json.dumps(name)[1:-1].encode() for path, name in names.items()}
    return re.sub(rb"|".join(map(re.escape, known)), lambda match: known[match[0]], body)


def _board(name: str, asked: Mapping[str, Any], contents: bytes, uploads: Uploads, work: Work) -> Reply:
    """Take in a board archive; one of the same name is kept where this one cannot be read."""
    with uploads.fresh(str(asked.get("name", "")), contents) as path:
        job = {"archive": str(path), "alone": asked.get("alone"), "folders": [str(path.parent)]}
        answered = work(name, job)
        if answered.status == 200:
            uploads.keep(path)
    return with_fields(answered, board=path.name, boards=uploads.names())


class Row(NamedTuple):
    """A request of the page."""

    fields: tuple[str, ...] | None = ()  # what it may say, other fields are left out; None: all
    way: Way = _position
    file: int = 0  # the most bytes of the file that it carries; 0: none, its fields are JSON
    longer: float = 1.0  # times the limit of a position that its job may take
    replaces: frozenset[str] = frozenset()  # the pending requests of its session that it makes useless
    shown_at: str = ""  # the address at which a browser gets it, for a request without a body


_POSITION = ("text", "name", "rules", "options", "edits", "volunteers", "board")
_OF_POSITION = frozenset({"view", "why", "phase", "readings"})
_OPENED = _OF_POSITION | {"import"}
REQUESTS: Mapping[str, Row] = {
    "words": Row(way=_words, shown_at="/api/words"),
    "art": Row(("name",), _art, shown_at="/art/{name}"),
    "view": Row((*_POSITION, "play", "first", "have", "second"), replaces=_OPENED),
    "change": Row((*_POSITION, "play"), replaces=_OF_POSITION),
    "why": Row((*_POSITION, "unit"), replaces=frozenset({"why"})),
    "phase": Row((*_POSITION, "order"), longer=3.0, replaces=frozenset({"phase"})),
    "readings": Row(_POSITION, longer=3.0, replaces=frozenset({"readings"})),
    "draw": Row((*_POSITION, "kind")),
    "line": Row(("text", "name", "rules", "options", "kind")),
    "of-line": Row(("line", "rules")),
    "new": Row(("columns", "rows", "table")),
    "hex": Row(("board", "hex")),
    "learn": Row(("text", "name", "unit", "kind", "given")),
    "ask": Row(None, _whole),
    "import": Row(("name", "parts", "sides", "rules", "only"), _game, SAVE_LIMIT, longer=3.0, replaces=_OPENED),
    "judge": Row(("name", "parts", "sides", "rules", "step"), _game, SAVE_LIMIT, longer=9.0),
    "board": Row(("name", "alone"), _board, BOARD_LIMIT, longer=3.0),
}
