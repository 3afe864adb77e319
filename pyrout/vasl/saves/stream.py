"""VASSAL saved games as text: the zip around them, the disguise, and the nested lists they are made of.

A `.vsav` or `.vlog` is a zip with the members `savedGame`, `savedata` and `moduledata`. `savedGame` is a tree of
commands, written as lists inside lists, in hex and XORed with one byte. What the commands mean is `save.py`'s business.

The files come from strangers: every size is checked before the memory for it is taken, and nothing recurses.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from ...errors import PyroutError, one_line

FILE_LIMIT = 16 << 20  # bytes of the file as it lies on the disk
MEMBER_LIMIT = 32 << 20  # bytes of savedGame: a big campaign game with a long log has about 10 million
SMALL_LIMIT = 64 << 10  # bytes of moduledata: two dozen lines of XML
ENTRY_LIMIT = 1000  # members of the zip; a saved game has three
COMMAND_LIMIT = 100_000  # commands in a file
NESTING_LIMIT = 16  # commands inside commands: saved games have two or three levels
COPIES_LIMIT = 4  # each level of nesting keeps its own copy of what is in it

COMMANDS = "\x1b"  # separates commands
HEADER = b"!VCSK"
RAW_HEADER = b"VOBS"  # of VASSAL 3.8
CENTRAL_ENTRY = b"PK\x01\x02"  # begins each entry of a zip's table of contents
READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what VASSAL writes, and what unpacks in bounded memory
VERSION = re.compile(r"<version>([^<]{1,40})</version>")
MODULE = re.compile(r"<name>([^<]{1,80})</name>")
REPAIR = "open it in VASSAL and save the game anew"


class SaveError(PyroutError):
    """A saved game cannot be used: `file: problem; remedy`."""

    def __init__(self, file: str, problem: str, remedy: str) -> None:
        # All three go to the base class, so that the error survives the way back from a worker process.
        super().__init__(file, problem, remedy)
        self.file, self.problem, self.remedy = file, problem, remedy

    def __str__(self) -> str:
        return one_line(f"{self.file}: {self.problem}; {self.remedy}")


class Damaged(ValueError):
    """Something inside the file is not what it should be; whoever knows the file's name makes a `SaveError` of it."""

    def __init__(self, problem: str, remedy: str = REPAIR) -> None:
        super().__init__(problem)
        self.remedy = remedy


def read_text(path: Path | str) -> tuple[str, str]:
    """Return the text of a saved game: its commands; and the version of its module ("" if missing).

    Raises SaveError for a file that cannot be read, is no saved game, or is too large.
    """
    file = str(path)
    try:
        if Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir()):  # reading a pipe would never end
            raise SaveError(file, "it is no ordinary file", "name a VASSAL saved game, .vsav or .vlog")
        with open(path, "rb") as stream:
            data = stream.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file"
        raise SaveError(file, f"cannot be read ({reason})", "name a VASSAL saved game, .vsav or .vlog") from None
    try:
        return _unpacked(data)
    except Damaged as error:
        raise SaveError(file, str(error), error.remedy) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError, ValueError, KeyError):
        # zipfile raises all of these for damaged archives
        raise SaveError(file, "the zip archive is damaged", REPAIR) from None


def _unpacked(data: bytes) -> tuple[str, str]:
    if len(data) > FILE_LIMIT:
        raise Damaged(f"the file is larger than {FILE_LIMIT >> 20} MiB, too large for a saved game")
    if not data.startswith(b"PK"):
        raise Damaged("it is no VASSAL saved game (no zip archive)")
    # zipfile reads the whole table of contents at once, whatever number of entries the archive admits to
    if data.count(CENTRAL_ENTRY) > ENTRY_LIMIT:
        raise Damaged(f"the zip archive has more than {ENTRY_LIMIT} members")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        if "savedGame" not in names:
            raise Damaged("it is no VASSAL saved game (the zip archive has no member savedGame)")
        text = undisguised(_member(archive, "savedGame", MEMBER_LIMIT))
        about = _member(archive, "moduledata", SMALL_LIMIT) if "moduledata" in names else b""
    module = about.decode("utf-8", "replace")
    if (name := _first(MODULE, module)) and name != "VASL":
        raise Damaged(f"it is a game of the VASSAL module {name}, not of VASL", "name a game of VASL, .vsav or .vlog")
    return text, _first(VERSION, module)


def _member(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    info = archive.getinfo(name)
    too_large = Damaged(f"{name} unpacks to more than {limit} bytes, too large for a saved game")
    if info.file_size > limit:
        raise too_large
    if info.compress_type not in READABLE:
        raise Damaged(f"{name} is packed in a way that VASSAL does not use")
    with archive.open(info) as stream:
        content = stream.read(limit + 1)  # the size in the table of contents may be a lie
    if len(content) > limit:
        raise too_large
    return content


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return one_line(match.group(1).strip()) if match else ""


def undisguised(content: bytes) -> str:
    """Return the text behind `!VCSK`, a key byte and the XORed bytes in hex, or behind `VOBS` and the raw bytes.

    Without these headers, return the content.
    """
    try:
        if content.startswith(RAW_HEADER):
            return _xored(content[5:], content[4]).decode("utf-8")
        if not content.startswith(HEADER):
            return content.decode("utf-8")
        digits = content[len(HEADER) :].decode("ascii")
        key = int(digits[:2], 16)
        return _xored(bytes.fromhex(digits[2:]), key).decode("utf-8")
    except (ValueError, IndexError):
        raise Damaged("savedGame is damaged or cut short") from None


def _xored(content: bytes, key: int) -> bytes:
    return content.translate(bytes(byte ^ key for byte in range(256)))


# ---------------------------------------------------------------------------------------------------------------------
# Lists


def tokens(text: str, separator: str) -> Iterator[str]:
    r"""Yield the tokens of a list, one level of escapes removed.

    A separator with a backslash before it belongs to the token; a token in quotes loses them. There is no escape for
    the backslash itself.

    >>> list(tokens(r"a/b\/c/'d'", "/"))
    ['a', 'b/c', 'd']
    """
    start = look = 0
    while True:
        end = text.find(separator, look)
        if end > 0 and text[end - 1] == "\\":
            look = end + 1
            continue
        token = text[start : end if end >= 0 else len(text)].replace("\\" + separator, separator)
        if len(token) > 1 and token[0] == token[-1] == "'":
            token = token[1:-1]
        yield token
        if end < 0:
            return
        start = look = end + 1


def commands(text: str) -> Iterator[str]:
    """Yield the commands of the tree, in order.

    Raises Damaged where there are too many, or too deep inside each other.
    """
    waiting: list[tuple[Iterator[str], int]] = [(iter((text,)), 0)]  # with the characters that each keeps in memory
    count = kept = 0
    while waiting:
        level, size = waiting[-1]
        token = next(level, None)
        if token is None:
            waiting.pop()
            kept -= size
        elif COMMANDS not in token:
            count += 1
            if count > COMMAND_LIMIT:
                raise Damaged(f"it has more than {COMMAND_LIMIT} commands, too many for a saved game")
            yield token
        else:
            kept += len(token)
            if len(waiting) > NESTING_LIMIT or kept > COPIES_LIMIT * len(text):
                raise Damaged("its commands are nested too deep")
            waiting.append((tokens(token, COMMANDS), len(token)))


def is_step(token: str) -> bool:
    """Return True for a token of the outermost list that is a step of a log."""
    return next(commands(token), "").startswith("LOG\t")
