"""Board archives: a zip with the board's metadata (XML) and its LOSData, terrain and elevation of every pixel.

An archive is data from strangers. Nothing is unpacked beyond what its kind of member can need, whatever it claims, and
anything unusable ends in a `BoardError`.
"""

from __future__ import annotations

import io
import math
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from ...errors import quote
from .. import BoardError, NoTerrain
from .terrain import TERRAINS

MEGABYTE = 1 << 20
ARCHIVE_LIMIT = 128 * MEGABYTE  # of the file; the largest real boards are some 20 MB
MEMBERS_LIMIT = 4096
METADATA_LIMIT = 2 * MEGABYTE
LOSDATA_LIMIT = 64 * MEGABYTE  # of the member as it lies in the zip
PIXEL_LIMIT = 10_000_000  # of a board; the largest real ones have some 9 million
HEX_LIMIT = 20_000
GIVE, FETCH = "give a VASL board archive (bdNAME)", "fetch the board again"
# The members that matter, and what a board without one is
WITHOUT = {
    "BoardMetadata.xml": "is a legacy board, without BoardMetadata.xml and LOS data",
    "LOSData": "has no LOSData, so that its terrain is unknown",
}
STREAM_HEADER = b"\xac\xed\x00\x05"
BLOCKS = {0x77: struct.Struct(">B"), 0x7A: struct.Struct(">i")}  # what begins a block, and its length
HEAD, SLACK = 4096, 1 << 18  # bytes of a stream: those that have its sizes, and those that it may have beyond its numbers

GEO_WIDTH, GEO_HEIGHT = 56.25, 64.5  # hex size of a standard board, in pixels


@dataclass(frozen=True)
class Metadata:
    """The content of `BoardMetadata.xml`. Sizes are in hexes (`rows`: of an even column), the rest in pixels.

    `name` is that of the board as its maker wrote it, `image` that of the file with its picture.

    `a1x`, `a1y` is the centre of hex A1, which may lie off the board (a board that begins at column Q).
    """

    name: str
    version: str
    cols: int
    rows: int
    hex_width: float = GEO_WIDTH
    hex_height: float = GEO_HEIGHT
    a1x: float = 0.0
    a1y: float = GEO_HEIGHT / 2
    alternate_grain: bool = False
    image: str = ""

    # A1 may lie far off the image: then the board begins at a later column or row.
    @property
    def first_column(self) -> int:
        """The column of its first hex; that of A1 is 0."""
        return max(0, round(-self.a1x / self.hex_width))

    @property
    def first_row(self) -> int:
        """The row of its first hex; that of A1 is 0."""
        return max(0, round((self.hex_height / 2 - self.a1y) / self.hex_height))

    @property
    def x0(self) -> float:
        """The centre of its first hex, from the left."""
        return self.a1x + self.first_column * self.hex_width

    @property
    def y0(self) -> float:
        """The centre of its first hex, from the top."""
        return self.a1y + self.first_row * self.hex_height


@dataclass(frozen=True, eq=False)
class BoardData:
    """A board as its archive has it.

    `terrain` and `elevation` have a byte for each of `width` x `height` pixels, column by column from the left, downward
    in each: a terrain code, and a signed level. `stairways` has one flag for each hex, column by column.
    """

    metadata: Metadata
    width: int
    height: int
    terrain: bytes
    elevation: bytes
    stairways: bytes


def read_archive(path: str | Path) -> BoardData:
    """Return the board in an archive file.

    Raises `NoTerrain` for a board without LOS data, `BoardError` for anything else but a sound archive of that name.
    """
    place = str(path)
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            _refuse(place, "is no file", GIVE)
        size = status.st_size
        if size > ARCHIVE_LIMIT:
            _refuse(place, f"the file has {size // MEGABYTE} MB, more than any board", GIVE)
        with open(path, "rb") as file:
            raw = file.read(ARCHIVE_LIMIT + 1)
    except OSError as error:
        _refuse(place, f"cannot be read ({error.strerror or 'no such file'})", "give the path of a VASL board archive")
    except ValueError:
        _refuse(place, "is not a path", "give the path of a VASL board archive")
    board = parse_archive(raw, place)
    own, called = _own_name(board.metadata, Path(path).name), Path(path).name
    if own:
        _refuse(place, f"the archive says that it is {quote(own)}, not {quote(called)}", f"call it {quote(own)} again")
    return board


def _own_name(metadata: Metadata, called: str) -> str:
    """Return the name that an archive has by its own metadata where it is called otherwise; empty where it fits.

    A makers' slip in either the name or the picture's name is no other board. What is not called as a board is
    (`bdNAME`) fits.
    """
    wanted = _bare(called)
    names = {_bare(f"bd{metadata.name}"), _bare(metadata.image.rpartition(".")[0])} - {""}
    return f"bd{metadata.name}" if wanted and names and wanted not in names else ""


def _bare(name: str) -> str:
    """Return the name of a board without bd, case and zeros before its number; empty for what is no such name."""
    return name[2:].casefold().lstrip("0") or "0" if name[:2].casefold() == "bd" and name[2:] else ""


def parse_archive(raw: bytes, place: str) -> BoardData:
    """Return the board in the bytes of an archive; `place` names it in messages."""
    members = _members(raw, place)
    if "BoardMetadata.xml" not in members and b"savedGame" in raw:
        _refuse(place, "is a saved game, not a board", "read it with `pyrout import` or `pyrout solve`")
    for name, problem in WITHOUT.items():
        if name not in members:
            remedy = "use a version of the board with LOS data, if VASL has one"
            raise NoTerrain(place, problem, remedy, _size(raw, place))
    metadata = read_metadata(members["BoardMetadata.xml"], place)
    return read_los_data(members["LOSData"], metadata, place)


def _refuse(place: str, problem: str, remedy: str) -> NoReturn:
    raise BoardError(place, problem, remedy) from None


def _damaged(place: str, what: str) -> NoReturn:
    _refuse(place, f"the archive is damaged: {what}", FETCH)


def _members(raw: bytes, place: str) -> dict[str, bytes]:
    """Return the two members that matter, unpacked from the zip; no more of them than their limits allow."""
    limits = {"BoardMetadata.xml": METADATA_LIMIT, "LOSData": LOSDATA_LIMIT}
    members: dict[str, bytes] = {}
    if b"PK\x05\x06" not in raw:
        _refuse(place, "is not a board archive (no zip file)", GIVE)
    # Every entry of the directory, which zipfile reads as a whole, begins with this.
    if raw.count(b"PK\x01\x02") > MEMBERS_LIMIT:
        _refuse(place, f"has more than {MEMBERS_LIMIT} members", GIVE)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = archive.namelist()
            for name, limit in limits.items():
                if names.count(name) > 1:
                    _damaged(place, f"{name} occurs twice")
                if name not in names:
                    continue
                info = archive.getinfo(name)
                if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or info.flag_bits & 1:
                    _damaged(place, f"{name} is packed in an unknown way")
                with archive.open(info) as member:
                    data = member.read(limit + 1)
                    if len(data) > limit:
                        _refuse(place, f"{name} has more than {limit // MEGABYTE} MB", GIVE)
                    members[name] = data
    except BoardError:
        raise
    except Exception as error:  # zipfile raises a dozen kinds on damaged input, and documents few
        _damaged(place, type(error).__name__)
    return members


def _size(raw: bytes, place: str) -> tuple[int, int] | None:
    """Return width and height of the board's picture, a GIF or PNG that is named as the archive is; None without one."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            wanted = Path(place).name.lower()
            pictures = [name for name in archive.namelist() if name.lower() in (f"{wanted}.gif", f"{wanted}.png")]
            for name in pictures:
                with archive.open(name) as member:
                    head = member.read(24)
                if head[:3] == b"GIF" and len(head) >= 10:
                    return struct.unpack_from("<2H", head, 6)
                if head[:8] == b"\x89PNG\r\n\x1a\n" and len(head) == 24:
                    return struct.unpack_from(">2I", head, 16)
    except Exception:  # zipfile raises a dozen kinds on damaged input
        return None
    return None


# ---------------------------------------------------------------------------------------------------------------------
# BoardMetadata.xml


def _root(raw: bytes, place: str) -> dict[str, str]:
    """Return the attributes of the root; what is in it is only looked at for its form."""
    roots: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        roots.append((name, attributes))
        parser.StartElementHandler = None

    def doctype(*_: object) -> None:
        raise ValueError("a document type, which no board needs")

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        _refuse(place, f"BoardMetadata.xml cannot be read ({quote(str(error))})", FETCH)
    name, attributes = roots[0]
    if name != "boardMetadata":
        _refuse(place, "BoardMetadata.xml does not describe a board", FETCH)
    return attributes


def read_metadata(raw: bytes, place: str) -> Metadata:
    """Return the metadata in the bytes of `BoardMetadata.xml`.

    Raises `BoardError`.
    """
    given = _root(raw, place)

    def number(key: str, low: float, high: float, otherwise: float = 0.0) -> float:
        text = given.get(key, "").strip()
        if not text:
            return otherwise
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            _refuse(
                place,
                f"BoardMetadata.xml has {key} {quote(text)}",
                f"a number from {low:g} to {high:g} is expected there",
            )
        return value

    cols, rows = number("width", 1, 1000), number("height", 1, 1000)
    if not cols or not rows:
        _refuse(place, "BoardMetadata.xml gives no size", "use a board archive of VASL 6 or later")
    # A hex narrower than ten pixels or with more than a million is no hex of a board.
    hex_height = number("hexHeight", 10, 1000, GEO_HEIGHT)
    return Metadata(
        name=given.get("name", "").strip(),
        version=given.get("version", "").strip(),
        cols=int(cols),
        rows=int(rows),
        hex_width=number("hexWidth", 10, 1000, GEO_WIDTH),
        hex_height=hex_height,
        a1x=number("A1CenterX", -20_000, 20_000),
        a1y=number("A1CenterY", -20_000, 20_000, hex_height / 2),
        alternate_grain=given.get("altHexGrain", "").strip().upper() == "TRUE",
        image=given.get("boardImageFileName", "").strip(),
    )


# ---------------------------------------------------------------------------------------------------------------------
# LOSData: gzip, then the blocks of a Java object stream, then big-endian numbers


def hex_count(cols: int, rows: int) -> int:
    """Return the number of hexes of a board: odd columns (B, D, ..) have one more than `rows`."""
    return cols * rows + cols // 2


def _numbers(stream: bytes) -> tuple[bytearray, bool]:
    """Return the contents of the blocks of a Java object stream, and whether the last block is whole."""
    if len(stream) >= len(STREAM_HEADER) and not stream.startswith(STREAM_HEADER):
        raise ValueError("LOSData is no Java object stream")
    numbers, at = bytearray(), len(STREAM_HEADER)
    while at < len(stream):
        length = BLOCKS.get(stream[at])
        if length is None:
            raise ValueError("LOSData has something other than numbers in it")
        start = at + 1 + length.size
        size = length.unpack_from(stream, at + 1)[0] if start <= len(stream) else 0
        if size < 0:
            raise ValueError("a block of LOSData has a negative length")
        at = start + size
        numbers += stream[start:at]
    return numbers, at == len(stream)


def _payload(raw: bytes, metadata: Metadata) -> tuple[int, int, bytearray]:
    """Return width and height of LOSData, and its bytes from the sizes on, which are checked before the rest is unpacked."""
    unpacker = zlib.decompressobj(wbits=31)
    stream = unpacker.decompress(raw, HEAD)
    numbers, _ = _numbers(stream)
    if len(numbers) < 16:
        raise ValueError("LOSData ends early")
    cols, rows, width, height = struct.unpack_from(">4i", numbers)
    if (cols, rows) != (metadata.cols, metadata.rows):
        raise ValueError(f"LOSData is for {cols} x {rows} hexes, the metadata for {metadata.cols} x {metadata.rows}")
    if width < 1 or height < 1 or width * height > PIXEL_LIMIT or hex_count(cols, rows) > HEX_LIMIT:
        raise ValueError(f"LOSData claims {width} x {height} pixels, more than any board has")
    wanted = 16 + 2 * width * height + hex_count(cols, rows)
    # Blocks have 1024 bytes; a stream of almost nothing but their lengths would keep us busy for long
    stream += unpacker.decompress(unpacker.unconsumed_tail, SLACK + 2 * wanted)
    numbers, whole = _numbers(stream)
    if len(numbers) > wanted or unpacker.unconsumed_tail:
        raise ValueError("LOSData is longer than its sizes say")
    if len(numbers) < wanted or not whole or not unpacker.eof:
        raise ValueError("LOSData ends early")
    return width, height, numbers


def read_los_data(raw: bytes, metadata: Metadata, place: str) -> BoardData:
    """Return the board of a `LOSData` member.

    Raises `BoardError`.
    """
    try:
        width, height, payload = _payload(raw, metadata)
    except ValueError as error:
        _damaged(place, str(error))
    except zlib.error:
        _damaged(place, "LOSData cannot be unpacked")
    end = 16 + 2 * width * height
    terrain = bytes(payload[17:end:2])
    if terrain.translate(None, bytes(TERRAINS)):
        _damaged(place, "LOSData has a terrain code that no board uses")
    _check_sizes(metadata, width, height, place)
    return BoardData(
        metadata=metadata,
        width=width,
        height=height,
        terrain=terrain,
        elevation=bytes(payload[16:end:2]),
        stairways=bytes(map(bool, payload[end:])),
    )


def _check_sizes(metadata: Metadata, width: int, height: int, place: str) -> None:
    """Check that the image is about as large as its hexes: else the geometry of the archive is wrong."""
    across = metadata.hex_width * metadata.cols
    down = metadata.hex_height * (metadata.rows + 0.5)
    if not (max(across - 2 * metadata.hex_width, metadata.hex_width / 2) <= width <= 2 * across + 400):
        _refuse(place, f"{metadata.cols} columns of hexes do not fit {width} pixels", FETCH)
    if not (max(down - 2 * metadata.hex_height, metadata.hex_height / 2) <= height <= 2 * down + 400):
        _refuse(place, f"{metadata.rows} rows of hexes do not fit {height} pixels", FETCH)
