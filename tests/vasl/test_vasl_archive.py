"""Board archives: every shape reads back as it was drawn, and nothing but one clear line comes of anything else."""

from __future__ import annotations

import gzip
import io
import os
import random
import struct
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vasl_boards import BRUSH, CLIFF, GRAIN, GULLY, STONE_2, WOODS, Drawing, blocks, real_data, zipped

from pyrout.commands.boards import los_rows
from pyrout.errors import PyroutError
from pyrout.vasl import BoardError
from pyrout.vasl.boards.archive import parse_archive, read_archive
from pyrout.vasl.boards.facts import board_facts
from pyrout.vasl.boards.maps import BoardMap, Placed, player_name, read_board


def drawn(**kwargs: object) -> Drawing:
    board = Drawing(cols=5, rows=3, **kwargs)  # type: ignore[arg-type]
    return board.fill("B2", WOODS).fill("C1", STONE_2).dip("D1", -1).side("B1", 3, CLIFF).raise_to("A3", 2)


# ---------------------------------------------------------------------------------------------------------------------
# Shapes


def test_pixels_and_stairways_come_back() -> None:
    board = drawn(stairs={"C1"})
    data = parse_archive(board.archive, "test")
    assert (board.pixels(data.terrain) == board.terrain).all()
    assert (board.pixels(data.elevation, np.int8) == board.elevation).all()
    assert sum(data.stairways) == 1 and len(data.stairways) == 5 * 3 + 2
    assert data.metadata.name == "t" and (data.metadata.cols, data.metadata.rows) == (5, 3)


@pytest.mark.parametrize("size", [1, 100, 255, 256, 1024, 10_000_000])
def test_blocks_of_any_size(size: int) -> None:
    board = drawn()
    raw = zipped({"BoardMetadata.xml": board.metadata, "LOSData": gzip.compress(blocks(board.payload, size))})
    assert (board.pixels(parse_archive(raw, "test").terrain) == board.terrain).all()


@pytest.mark.parametrize(
    ("board", "first", "last", "hexes"),
    [
        (Drawing(33, 10), "tA1", "tGG10", 346),
        # a half board that begins at column Q: A1 lies off it to the left
        (Drawing(17, 20, hex_width=56.3125, a1=(-901, 32.25)), "tQ1", "tGG20", 348),
        (Drawing(17, 20, hex_width=56.3125, a1=(0, 32.25)), "tA1", "tQ20", 348),
        # deluxe
        (Drawing(15, 5, hex_width=168.7857142857, hex_height=194.2, a1=(0, 97.1)), "tA1", "tO5", 82),
        # a board that begins at row 11
        (Drawing(33, 10, a1=(0, -612.75)), "tA11", "tGG20", 346),
        # odd columns numbered from 1
        (Drawing(5, 3, alternate=True), "tA1", "tE3", 17),
    ],
)
def test_shapes_and_their_hex_names(board: Drawing, first: str, last: str, hexes: int) -> None:
    map_ = board.map()
    assert (map_.name(0), map_.name(map_.hexes[-1]), len(map_.hexes)) == (first, last, hexes)
    assert len(set(map_.names)) == hexes
    letters = "" if len(first) < 3 else first[1]
    second = map_.name(board.rows)  # the first hex of the next column
    assert second[1] == chr(ord(letters) + 1)
    assert int(second[2:]) == int(first[2:]) - (0 if board.alternate else 1)


def test_geometry_follows_the_offset() -> None:
    # 17 columns from A or from Q: the same hexes under other names
    plain = Drawing(17, 5, hex_width=56.3125, a1=(0, 32.25)).fill("C3", WOODS)
    shifted = Drawing(17, 5, hex_width=56.3125, a1=(-901, 32.25))
    shifted.terrain[:] = plain.terrain
    assert plain.map().los([("C2", "C4"), ("C2", "C3")]).blocked == [True, False]
    assert shifted.map().los([("S2", "S4"), ("S2", "S3")]).blocked == [True, False]
    assert [line for line in board_facts(shifted.map()) if "woods" in line] == [
        'hex("tS3",18,5).     terrain("tS3",woods).'
    ]


def test_names_of_boards(tmp_path: Path) -> None:
    assert [player_name(name) for name in ("bd02", "bdy", "bd10", "x/bd1a", "bdBFPA", "bd00")] == [
        *("2", "y", "10", "1a", "BFPA", "0"),
    ]
    path = drawn(name="07").save(tmp_path)
    assert read_board(path).name(0) == "7A1"
    other = tmp_path / "some board.zip"
    other.write_bytes(path.read_bytes())
    assert read_board(other).name(0) == "7A1"  # as its metadata says


# ---------------------------------------------------------------------------------------------------------------------
# What is refused


def refused(raw: bytes, match: str) -> None:
    with pytest.raises(BoardError, match=match) as error:
        parse_archive(raw, "bdx")
    assert str(error.value).startswith("bdx: ") and len(str(error.value).splitlines()) == 1


def test_no_archives(tmp_path: Path) -> None:
    refused(b"", "no zip file")
    refused(b"GIF89a" + bytes(1000), "no zip file")
    refused(zipped({"data": b"x", "bd25.gif": b"GIF"}), "legacy board")
    refused(zipped({"BoardMetadata.xml": drawn().metadata}), "no LOSData")
    for path in (tmp_path, tmp_path / "none", "nul\0byte", "/dev/null"):
        with pytest.raises(BoardError):
            read_archive(path)
    os.mkfifo(tmp_path / "bdp")
    with pytest.raises(BoardError, match="is no file"):
        read_archive(tmp_path / "bdp")


def test_a_board_under_the_name_of_another_is_refused(tmp_path: Path) -> None:
    """Its map would be believed. Case, zeros before a number, and a slip in one of its maker's two names do not count."""
    other = tmp_path / "bdx"
    for name, image, fits in (
        ("z", "bdz.gif", False),
        ("z", None, False),
        ("X", None, True),
        ("x", "bdz.gif", True),
        ("z", "bdx.png", True),
        ("", None, True),
        ("0x", None, True),
    ):
        board = drawn(name=name)
        board.attributes = f'boardImageFileName="{image}"' if image else ""
        other.write_bytes(board.archive)
        if fits:
            assert read_archive(other).metadata.name == name
            continue
        with pytest.raises(BoardError, match="the archive says that it is bdz, not bdx; call it bdz again"):
            read_archive(other)


def test_damaged_archives() -> None:
    board = drawn()
    whole, los_data = board.archive, gzip.compress(blocks(board.payload))
    refused(whole[: len(whole) // 2], "no zip file|damaged")

    def with_los_data(raw: bytes) -> bytes:
        return zipped({"BoardMetadata.xml": board.metadata, "LOSData": raw})

    refused(with_los_data(b"nonsense"), "damaged")
    refused(with_los_data(los_data[:-20]), "damaged")
    refused(with_los_data(gzip.compress(b"\xac\xed\x00\x05")), "ends early")
    refused(with_los_data(gzip.compress(blocks(board.payload)[4:])), "no Java object stream")
    refused(with_los_data(gzip.compress(blocks(board.payload[:-1]))), "ends early")
    refused(with_los_data(gzip.compress(blocks(board.payload + b"\0"))), "longer than its sizes say")
    refused(with_los_data(gzip.compress(b"\xac\xed\x00\x05s" + bytes(50))), "other than numbers")
    refused(with_los_data(gzip.compress(b"\xac\xed\x00\x05" + struct.pack(">Bi", 0x7A, -5) + bytes(50))), "negative")
    payload = bytearray(board.payload)
    payload[17] = 255
    refused(with_los_data(gzip.compress(blocks(bytes(payload)))), "terrain code")
    refused(with_los_data(gzip.compress(blocks(struct.pack(">4i", 7, 3, 225, 193) + bytes(90_000)))), "7 x 3 hexes")


@pytest.mark.parametrize(
    ("metadata", "match"),
    [
        (b"", "cannot be read"),
        (b"<boardMetadata", "cannot be read"),
        (b"<other/>", "does not describe a board"),
        (b'<boardMetadata name="t"/>', "gives no size"),
        (b'<boardMetadata width="many" height="3"/>', "width many"),
        (b'<boardMetadata width="nan" height="3"/>', "width nan"),
        (b'<boardMetadata width="5" height="1e9"/>', "height 1e9"),
        (b'<boardMetadata width="5" height="3" hexWidth="0.001"/>', "hexWidth"),
        (b'<boardMetadata width="5" height="3" hexWidth="300" hexHeight="64.5"/>', "do not fit"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><boardMetadata width='5' height='3'/>", "document type"),
        (b"<a>" * 5000 + b"</a>" * 5000, "does not describe a board"),
        (b"<boardMetadata>" + b"<a/>" * 50_000 + b"</boardMetadata>", "gives no size"),
        (b"\xff\xfe\x00<", "cannot be read"),
        (b'<?xml version="1.0" encoding="nosuch"?><boardMetadata/>', "cannot be read"),
    ],
)
def test_metadata_that_no_board_has(metadata: bytes, match: str) -> None:
    refused(zipped({"BoardMetadata.xml": metadata, "LOSData": gzip.compress(blocks(drawn().payload))}), match)


@pytest.mark.slow
def test_bombs_are_not_unpacked() -> None:
    metadata = drawn().metadata
    huge = gzip.compress(b"\xac\xed\x00\x05" + bytes(300 << 20), 9)  # 300 MB of zeros in 300 kB
    claims = struct.pack(">4i", 5, 3, 100_000, 100_000)
    headers = b"\xac\xed\x00\x05" + struct.pack(">BB", 0x77, 16) + struct.pack(">4i", 5, 3, 225, 193)
    floods = gzip.compress(headers + b"\x77\x00" * (50 << 20), 9)  # blocks of nothing
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(5000):
            archive.writestr(str(number), b"")
    wordy = zipped({"BoardMetadata.xml": bytes(50 << 20), "LOSData": b""})
    tracemalloc.start()
    started = time.process_time()
    refused(zipped({"BoardMetadata.xml": metadata, "LOSData": huge}), "other than numbers")
    refused(zipped({"BoardMetadata.xml": metadata, "LOSData": gzip.compress(blocks(claims + bytes(99)))}), "100000")
    refused(zipped({"BoardMetadata.xml": metadata, "LOSData": floods}), "longer than its sizes say")
    refused(wordy, "BoardMetadata.xml has more than 2 MB")
    refused(many.getvalue(), "more than 4096 members")
    assert tracemalloc.get_traced_memory()[1] < 16 << 20
    assert time.process_time() - started < 10
    tracemalloc.stop()


# ---------------------------------------------------------------------------------------------------------------------
# Mutations


def use(raw: bytes) -> str:
    """Read an archive and use what comes of it; how it ended."""
    try:
        board = BoardMap([Placed(parse_archive(raw, "bdx"), "x")])
        list(board_facts(board))
        list(los_rows(board, board.name(0)))
    except PyroutError as error:
        assert len(str(error).splitlines()) == 1 and str(error).isprintable()
        return "refused"
    return "read"


def mutated(raw: bytes, rng: random.Random) -> bytes:
    data = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 5, 30))):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                data[at] ^= 1 << rng.randrange(8)
            case 2:
                del data[at : at + rng.choice((1, 4, 100))]
            case 3:
                data[at:at] = rng.randbytes(rng.choice((1, 4, 20)))
        if not data:
            return b""
    return bytes(data)


def test_mutated_archives() -> None:
    whole = drawn().archive
    rng = random.Random(20)
    endings = [use(mutated(whole, rng)) for _ in range(300)]
    assert endings.count("refused") > 50


@pytest.mark.slow
def test_mutated_contents() -> None:
    """The zip sound, what is in it not: the members' own checks are reached."""
    board = drawn()
    stream = blocks(board.payload)
    rng = random.Random(21)
    endings = []
    for _ in range(150):
        endings.append(
            use(zipped({"BoardMetadata.xml": mutated(board.metadata, rng), "LOSData": gzip.compress(stream)}))
        )
        head = mutated(stream[:60], rng) + stream[60:]
        endings.append(use(zipped({"BoardMetadata.xml": board.metadata, "LOSData": gzip.compress(head, 1)})))
    assert endings.count("refused") > 50 and endings.count("read") > 5


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
@pytest.mark.slow
def test_boards_of_random_terrain_are_usable(data: st.DataObject) -> None:
    """For any arrangement: hexes are read, LOS is answered, nobody sees through a wall of woods."""
    board = Drawing(cols=data.draw(st.integers(3, 6)), rows=data.draw(st.integers(2, 4)))
    codes = st.sampled_from(
        [0, 8, GRAIN, BRUSH, 26, GULLY, 41, 45, 47, 49, WOODS, 62, 63, 65, 68, 82, 105, 130, 170, 175]
    )
    walls = st.sampled_from([72, 73, 74, 75, 76, 79, 81, 109, 152, 172])
    for name in board.hex_names:
        board.fill(name, data.draw(codes), data.draw(st.sampled_from([0.3, 0.8, 1.1])))
        board.raise_to(name, data.draw(st.sampled_from([-1, 0, 0, 0, 1, 2, 5])))
    for _ in range(data.draw(st.integers(0, 12))):
        board.side(data.draw(st.sampled_from(board.hex_names)), data.draw(st.integers(0, 5)), data.draw(walls))
    map_ = board.map()
    assert list(board_facts(map_))
    engine, hexes = map_.line_of_sight(), map_.hexes
    pairs = [(a, b) for a in hexes for b in hexes]
    sight = engine.los([a for a, _ in pairs], [b for _, b in pairs], 0, data.draw(st.integers(0, 3)))
    assert all(hindrance == 0 if blocked else hindrance < 6 for blocked, hindrance in zip(*sight, strict=True))


def test_mutated_real_boards() -> None:
    whole = (real_data() / "boards" / "bd18").read_bytes()
    rng = random.Random(22)
    for _ in range(20):
        raw = mutated(whole, rng)
        try:
            parse_archive(raw, "bdx")
        except PyroutError as error:
            assert len(str(error).splitlines()) == 1
