"""The folder of board archives: the one that the user names, or VASL's own."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ...errors import PyroutError, one_line, quote

VARIABLE = "PYROUT_BOARDS"
SOURCE = "VASL fetches a board when it opens a game with it"
PREFERENCE = re.compile(r"^boardURL\s*[=:]\s*(.*)$", re.MULTILINE)
PREFERENCES_LIMIT = 1 << 20  # bytes of a file of VASSAL's preferences
PREFERENCES_FILES = 500
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")


class BoardsError(PyroutError):
    """Board archives cannot be found: what is missing, and where to get it, in one line.

    `missing` are the names of those that are not in the folder.
    """

    def __init__(self, message: str, missing: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.missing = tuple(missing)


def board_folder(given: Path | None = None, environment: Mapping[str, str] | None = None) -> Path:
    """Return the folder of board archives.

    It is the one given, else that of the variable PYROUT_BOARDS, else the one in VASL's preferences. Raises
    BoardsError without any of these.
    """
    environment = os.environ if environment is None else environment
    if given is not None:
        return _checked(given, "boards")
    if environment.get(VARIABLE):
        return _checked(Path(environment[VARIABLE]), VARIABLE)
    for folder in vasl_folders(environment):
        if folder.is_dir():
            return folder
    raise BoardsError(
        f"where are the boards? give --boards DIR, the folder of VASL's board archives (bd01, bdy, ..), or set {VARIABLE}"
    )


def _checked(folder: Path, said_by: str) -> Path:
    place = one_line(str(folder))
    remedy = "name the folder that holds VASL's board archives (bd01, bdy, ..)"
    try:
        if not folder.exists():
            raise BoardsError(f"{said_by}: {place}: no such folder; {remedy}")
        if not folder.is_dir():
            raise BoardsError(f"{said_by}: {place} is no folder; {remedy}")
        with os.scandir(folder):
            pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is no path"
        raise BoardsError(f"{said_by}: {place} cannot be read ({reason}); {remedy}") from None
    return folder


def archives(names: Iterable[str], folder: Path) -> dict[str, Path]:
    """Return the archive of each board, by VASL's names (02, y, 4a).

    Raises BoardsError that names all that are missing.
    """
    by_name = {name: folder / f"bd{name}" for name in names}
    missing = [path.name for path in by_name.values() if not path.exists()]
    if missing:
        files = ", ".join(missing)
        many = len(missing) > 1
        raise BoardsError(
            f"{one_line(str(folder))}: {'these boards are' if many else 'this board is'} missing: {quote(files)}; put the "
            f"{'files' if many else 'file'} {quote(files)} of VASL's boards there ({SOURCE})",
            missing,
        )
    return by_name


# ---------------------------------------------------------------------------------------------------------------------
# VASL's own folder


def vasl_folders(environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield the folders that VASL may keep its boards in: those in VASSAL's preferences, then the usual ones."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or "")
    for preferences in _preferences(home, environment):
        for value in PREFERENCE.findall(preferences):
            yield Path(_unescaped(value.strip()))
    if str(home) != ".":
        for place in ("VASL", "vasl", "Documents/VASL"):
            yield home / place / "boards"


def _preferences(home: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of VASSAL's preference files: one for each module, under names that say nothing."""
    if sys.platform == "win32":
        folder = Path(environment.get("APPDATA", "")) / "VASSAL" / "prefs"
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support" / "VASSAL" / "prefs"
    else:
        folder = home / ".VASSAL" / "prefs"
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())[:PREFERENCES_FILES]
    except OSError:
        return
    for file in files:
        try:
            with open(file, "rb") as stream:
                yield stream.read(PREFERENCES_LIMIT).decode("latin-1")
        except OSError:
            continue


def _unescaped(value: str) -> str:
    r"""Return a value of a Java properties file, in which \ escapes.

    >>> _unescaped(r"C\:\\Games\\VASL\\boards")
    'C:\\Games\\VASL\\boards'
    """
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else match[2], value)
