"""Board archives made up for tests: terrain drawn hex by hex, written in the format that VASL's archives have.

The writing is independent of the reader: it follows the description of the format, and so does the geometry by which
terrain is drawn (plain formulas for the middle of a hex and of its sides, in pixels).
"""

from __future__ import annotations

import gzip
import io
import math
import os
import re
import struct
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from pyrout.vasl.boards.maps import BoardMap

# Codes of LOSData, from VASL's table of terrains
OPEN, WATER, MARSH, GRAIN, BRUSH, CRAGS, GULLY = 0, 8, 14, 24, 25, 26, 30
STONE, STONE_1, STONE_2, WOOD, FACTORY, FACTORY_WALL, MARKET = 40, 41, 42, 50, 47, 45, 49
WOODS, ORCHARD, DIRT, PAVED, SUNKEN = 60, 63, 65, 66, 68
WALL, HEDGE, BOCAGE, CLIFF, ROWHOUSE, ROWHOUSE_1 = 72, 73, 74, 75, 76, 77
BRIDGE, RUBBLE, ROOFLESS, LIGHT_WOODS = 82, 90, 170, 175

# A picture of one dot, as a GIF
DOT = bytes.fromhex("47494638396101000100800100000000ffffff2c00000000010001000002024401003b")

# From the centre of a hex: across (in hex widths) and down (in hex heights) to the middle of each hexside, 0 at the top
SIDES = ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25))


def blocks(payload: bytes, size: int = 1024) -> bytes:
    """A Java object stream in block-data mode, in long blocks and a short last one."""
    out = [b"\xac\xed\x00\x05"]
    for at in range(0, len(payload), size):
        part = payload[at : at + size]
        out.append(struct.pack(">BB", 0x77, len(part)) if len(part) < 256 else struct.pack(">Bi", 0x7A, len(part)))
        out.append(part)
    return b"".join(out)


def zipped(members: dict[str, bytes]) -> bytes:
    """A zip file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


@dataclass
class Drawing:
    """A board to draw on, at first all open ground at level 0. Hexes are named as printed: A1, B0, ..."""

    cols: int = 9
    rows: int = 6
    name: str = "t"
    hex_width: float = 56.25
    hex_height: float = 64.5
    a1: tuple[float, float] | None = None  # written into the metadata, with the hex size, if given
    alternate: bool = False
    extra: str = ""  # further elements of the metadata
    attributes: str = ""
    stairs: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.width = int(self.hex_width * (self.cols - 1))
        self.height = int(self.hex_height * self.rows)
        self.terrain = np.zeros((self.width, self.height), np.uint8)
        self.elevation = np.zeros((self.width, self.height), np.int8)

    def centre(self, name: str) -> tuple[float, float]:
        match = re.fullmatch(r"([A-Z]+)(\d+)", name)
        assert match, name
        letters, number = match.groups()
        col = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
        assert 0 <= col < self.cols and 1 - col % 2 <= int(number) <= self.rows, name
        return col * self.hex_width, self.hex_height * (int(number) - (0 if col % 2 else 0.5))

    def _distance(self, name: str) -> np.ndarray:
        """Return the distance of each pixel from the middle of the hex, 1 on the hexsides."""
        x, y = self.centre(name)
        dx = (np.arange(self.width)[:, None] - x) / self.hex_width
        dy = (np.arange(self.height)[None, :] - y) / self.hex_height
        # Across a slanted side the distance grows with dx and half of dy
        distance: np.ndarray = np.maximum(2 * np.abs(dy), np.abs(dy) + 1.5 * np.abs(dx))
        return distance

    def fill(self, names: str, terrain: int, size: float = 1.0) -> Drawing:
        """Fill hexes with terrain, up to `size` of the way from the middle to the hexsides."""
        for name in names.split():
            self.terrain[self._distance(name) < size] = terrain
        return self

    def raise_to(self, names: str, level: int) -> Drawing:
        for name in names.split():
            self.elevation[self._distance(name) <= 1.0] = level
        return self

    def dip(self, names: str, level: int, terrain: int = GULLY) -> Drawing:
        """Make hexes a depression: terrain and elevation all over them."""
        return self.fill(names, terrain).raise_to(names, level)

    def dot(self, name: str, terrain: int, across: float, down: float, radius: float = 5) -> Drawing:
        """A spot of terrain, away from the middle of a hex by parts of its width and height."""
        x, y = self.centre(name)
        x, y = x + across * self.hex_width, y + down * self.hex_height
        near = np.hypot(np.arange(self.width)[:, None] - x, np.arange(self.height)[None, :] - y) <= radius
        self.terrain[near] = terrain
        return self

    def side(self, name: str, side: int, terrain: int, thickness: float = 3, length: float = 0.5) -> Drawing:
        """Draw along a hexside: `length` of it on either side of its midpoint (0.5: all of it)."""
        x, y = self.centre(name)
        across, down = SIDES[side]
        x, y = x + across * self.hex_width, y + down * self.hex_height
        # Hexsides 0 and 3 are level; the others go from a vertex at the top or bottom to the one at the end
        whole = (
            (2 / 3 * self.hex_width, 0.0),
            (self.hex_width / 3, self.hex_height / 2),
            (-self.hex_width / 3, self.hex_height / 2),
        )[side % 3]
        steps = np.linspace(-length, length, 200)
        for step in steps:
            px, py = x + step * whole[0], y + step * whole[1]
            left, right = max(0, math.ceil(px - thickness / 2)), math.floor(px + thickness / 2) + 1
            top, bottom = max(0, math.ceil(py - thickness / 2)), math.floor(py + thickness / 2) + 1
            self.terrain[left:right, top:bottom] = terrain
        return self

    def road(self, name: str, *sides: int, terrain: int = DIRT, width: float = 4) -> Drawing:
        """Draw a road from the middle of a hex to the midpoints of hexsides."""
        x, y = self.centre(name)
        for side in sides:
            for part in np.linspace(0, 1, 80):
                px = x + part * SIDES[side][0] * self.hex_width
                py = y + part * SIDES[side][1] * self.hex_height
                left, top = max(0, round(px - width / 2)), max(0, round(py - width / 2))
                self.terrain[left : round(px + width / 2), top : round(py + width / 2)] = terrain
        return self

    # -----------------------------------------------------------------------------------------------------------------

    @property
    def hex_names(self) -> list[str]:
        """Column by column, as LOSData has them."""
        return [
            f"{chr(65 + c % 26) * (c // 26 + 1)}{r + 1 - c % 2}"
            for c in range(self.cols)
            for r in range(self.rows + c % 2)
        ]

    @property
    def metadata(self) -> bytes:
        size = ""
        if self.a1 is not None:
            size = (
                f'hexWidth="{self.hex_width}" hexHeight="{self.hex_height}" '
                f'A1CenterX="{self.a1[0]}" A1CenterY="{self.a1[1]}"'
            )
        grain = 'altHexGrain="TRUE"' if self.alternate else ""
        return (
            f'<?xml version="1.0"?><!-- a board made up for tests --><boardMetadata name="{self.name}" version="1.0" '
            f'width="{self.cols}" height="{self.rows}" hasHills="TRUE" {size} {grain} {self.attributes}>{self.extra}'
            f"</boardMetadata>"
        ).encode()

    @property
    def payload(self) -> bytes:
        pixels = np.stack([self.elevation.view(np.uint8), self.terrain], -1)
        flags = bytes(name in self.stairs for name in self.hex_names)
        return struct.pack(">4i", self.cols, self.rows, self.width, self.height) + pixels.tobytes() + flags

    @property
    def archive(self) -> bytes:
        return zipped({"BoardMetadata.xml": self.metadata, "LOSData": gzip.compress(blocks(self.payload))})

    def save(self, folder: Path) -> Path:
        path = folder / f"bd{self.name}"
        path.write_bytes(self.archive)
        return path

    def pixels(self, part: bytes, kind: type = np.uint8) -> np.ndarray:
        """The terrain or (int8) the elevation of the board, as the reader has it: [x, y]."""
        return np.frombuffer(part, kind).reshape(self.width, self.height)

    def map(self) -> BoardMap:
        """The board as the reader has it."""
        from pyrout.vasl.boards.archive import parse_archive
        from pyrout.vasl.boards.maps import BoardMap, Placed

        return BoardMap([Placed(parse_archive(self.archive, "test"), self.name)])

    def los(self, *pairs: tuple[str, str], month: int | None = None) -> list[int | None]:
        """Hindrances of pairs of Locations; None where the LOS is blocked."""
        sight = self.map().los(pairs, month)
        return [None if b else h for b, h in zip(sight.blocked, sight.hindrance, strict=True)]

    def sees(self, a: str, b: str, month: int | None = None) -> int | None:
        """Hindrances of one LOS, which must be the same both ways; None where it is blocked."""
        there, back = self.los((a, b), (b, a), month=month)
        assert there == back, (a, b, there, back)
        return there


# ---------------------------------------------------------------------------------------------------------------------
# Real boards, which are no part of the project


def data_folder() -> Path | None:
    """Return the folder of real boards and VASL's answers, or None."""
    given = os.environ.get("PYROUT_TEST_DATA")
    folder = Path(given) if given else Path(__file__).resolve().parents[3] / "shared" / "data"
    return folder / "vasl" if (folder / "vasl").is_dir() else None


def real_data() -> Path:
    """Return the folder of real boards, or skip the test."""
    folder = data_folder()
    if folder is None:
        pytest.skip("no real boards (../shared/data or PYROUT_TEST_DATA)")
    return folder
