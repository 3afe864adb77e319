"""The board's own art out of a player's archive, to lie under a drawing.

It goes into nothing but the file that the player makes.
"""

from __future__ import annotations

import base64
import re
import zipfile
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..position.facts import Instance
from ..vasl import BoardError
from .svg import Art

IMAGE_LIMIT = 32 << 20
KINDS = {b"GIF8": "image/gif", b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}


NAMED = re.compile(r"(.*?)[A-Z]{1,2}-?[0-9]{1,2}")


def names_of_boards(instance: Instance) -> set[str]:
    """Return the boards that the hexes of an instance are named after, as players write them (y, 2)."""
    matches = (NAMED.fullmatch(str(fact.args[0])) for fact in instance.of("hex"))
    return {match[1] for match in matches if match and match[1]}


def arts_of(archives: Sequence[Path], instance: Instance) -> Iterator[Art]:
    """Yield the art of those of some boards that an instance has hexes of, each as it lies there.

    One that cannot be used is left out: `board_art` says why.
    """
    named = names_of_boards(instance)
    for archive in archives:
        if (archive.name.removeprefix("bd").lstrip("0") or "0") in named:
            try:
                yield board_art(archive, instance)
            except BoardError:
                continue


def board_art(archive: Path, instance: Instance) -> Art:
    """Return the art of a board, and where it lies under the hexes of an instance.

    Raises BoardError where the archive cannot be used, and where no hex of the instance is on the board.
    """
    board = kept_board(str(archive), archive.stat().st_mtime_ns if archive.exists() else 0)
    grid = board.grid
    numbers = {name: number for number, names in enumerate(board.names) for name in names}
    shared = [(fact.args[1:], numbers[str(fact.args[0])]) for fact in instance.of("hex") if fact.args[0] in numbers]
    if len(shared) < 2:
        first = board.boards[0].name
        raise BoardError(str(archive), f"the position has no hexes of board {first}", "give the archive of its board")
    pairs = [((int(str(c)), int(str(r))), (grid.col[n], grid.doubled_row[n])) for (c, r), n in shared]
    (c1, r1), (x1, y1) = pairs[0]
    for sign in (1, -1):
        column, row = c1 - sign * x1, r1 - sign * y1
        if all((c, r) == (column + sign * x, row + sign * y) for (c, r), (x, y) in pairs):
            break
    else:
        raise BoardError(str(archive), "its hexes do not lie as those of the position", "give the archive of its board")

    def spot(x: float, y: float) -> tuple[float, float]:
        """Return a pixel of the board, in columns and doubled rows of the instance."""
        return (
            column + sign * (x - grid.x0) / grid.hex_width,
            row + sign * (1 + 2 * (y - grid.y0) / grid.hex_height),
        )

    crop = next((f.args[1:] for f in instance.of("crop") if str(f.args[0]).lstrip("0") == board.boards[0].name), None)
    part = None
    if crop is not None:
        x, y, width, height = (int(str(value)) for value in crop)
        part = spot(x, y), spot(x + width, y + height)
    return Art(_image(archive, archive.stat().st_mtime_ns), spot(0, 0), spot(grid.width, grid.height), part)


@lru_cache(maxsize=16)
def kept_board(archive: str, changed: int) -> Any:  # a BoardMap, which takes time to import
    """Return the board in an archive that was changed at a time."""
    from ..vasl.boards.maps import read_board

    return read_board(archive)


@lru_cache(maxsize=8)
def _image(archive: Path, changed: int) -> str:
    return image(archive)


def image(archive: Path) -> str:
    """Return the picture of the whole board in an archive, as a data URI."""
    place, remedy = str(archive), "fetch the board again"
    try:
        with zipfile.ZipFile(archive) as members:
            named = [m for m in members.infolist() if re.fullmatch(r"(?i)bd[^/]{1,20}\.(gif|png|jpe?g)", m.filename)]
            if not named:
                raise BoardError(place, "has no picture of the board", remedy)
            with members.open(named[0]) as member:
                data = member.read(IMAGE_LIMIT + 1)
    except BoardError:
        raise
    except Exception as error:  # zipfile raises a dozen kinds on damaged input, and documents few
        raise BoardError(place, f"the archive is damaged ({type(error).__name__})", remedy) from None
    kind = next((kind for magic, kind in KINDS.items() if data.startswith(magic)), None)
    if kind is None or len(data) > IMAGE_LIMIT:
        raise BoardError(place, "its picture is no GIF, PNG or JPEG of a board's size", remedy)
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
