"""Damaged and hostile saved games: one line, in bounded time and memory, whatever the bytes are."""

from __future__ import annotations

import io
import os
import pickle
import random
import resource
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from vasl_saves import (
    ESC,
    TAB,
    Made,
    Save,
    centre,
    disguised,
    geo_hex,
    gun,
    join,
    leader,
    marker,
    question,
    squad,
    to_facts,
    vehicle,
    weapon,
    zipped,
)

from pyrout.errors import PyroutError
from pyrout.position.reading import parse
from pyrout.vasl.saves import pieces as save_pieces
from pyrout.vasl.saves.facts import assumed
from pyrout.vasl.saves.position import position
from pyrout.vasl.saves.save import read_save
from pyrout.vasl.saves.stream import SaveError

ROUNDS = int(os.environ.get("PYROUT_FUZZ", "400"))


def refused(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "bad.vsav"
    path.write_bytes(data)
    with pytest.raises(SaveError, match=problem) as error:
        read_save(path)
    line = str(error.value)
    assert line.startswith(f"{path}: ") and "; " in line
    assert "\n" not in line and len(line) < 300


def example() -> Save:
    save = Save()
    save.boards = [
        "0",
        "0",
        "y",
        "VER",
        "6.2",
        "SSR",
        "NoStairwells",
        "bd",
        "0",
        "1",
        "rz",
        "0",
        "0",
        "900",
        "645",
        "VER",
        "6",
    ]
    save.put(*centre(2, 2), squad(broken=True), marker("DM"), leader(), weapon("LMG"))
    save.put(*centre(3, 4), marker("Building Level 1"), squad("ru"), question("ru"), weapon("MMG", "ru"))
    save.put(*centre(5, 6), vehicle(), gun(nation="ru"), marker("1S Foxhole"), Made("2-2-8 Icr", "ru/ru228C"))
    save.put(90, 90, squad("ru"), leader("ru"))
    save.put(90, 90, squad(), where="Casualties")
    save.log = ["M/1001/Main Map/5/5/null/Main Map/1/1/null/x"]
    return save


# ---------------------------------------------------------------------------------------------------------------------
# No saved games


def test_no_file_and_no_zip(tmp_path: Path) -> None:
    for path in (tmp_path / "none.vsav", tmp_path, tmp_path / "a\nb\x1b[31m.vsav", Path("with\0zero")):
        with pytest.raises(SaveError, match=r"cannot be read .*; name a VASSAL saved game") as error:
            read_save(path)
        assert str(error.value).isprintable()
    os.mkfifo(tmp_path / "pipe.vsav")
    with pytest.raises(SaveError, match="no ordinary file"):
        read_save(tmp_path / "pipe.vsav")
    refused(tmp_path, b"", "no zip archive")
    refused(tmp_path, b"\x1f\x8b\x08" + bytes(100), "no zip archive")
    refused(tmp_path, b"PK\x03\x04" + bytes(100), "zip archive is damaged")


def test_a_zip_of_something_else(tmp_path: Path) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("BoardMetadata.xml", "<x/>")
    refused(tmp_path, file.getvalue(), "no member savedGame")


@pytest.mark.parametrize("text", ["", "hello", "end_save", f"+/1/stack/x;1;2{ESC}end_save"])
def test_a_member_that_is_no_game(tmp_path: Path, text: str) -> None:
    refused(tmp_path, zipped(disguised(text)), "no saved game|piece|stack")


def test_a_game_that_stops_in_the_middle(tmp_path: Path) -> None:
    text = example().text()
    refused(tmp_path, zipped(disguised(text[: text.index("end_save")])), "cut short")


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    data = example().data()
    for length in [*range(0, len(data) - 1, 37), len(data) - 1]:
        refused(tmp_path, data[:length], "damaged|no zip|no VASSAL")


def test_the_error_survives_another_process() -> None:
    error = SaveError("a.vsav", "is damaged", "save it anew")
    assert str(pickle.loads(pickle.dumps(error))) == "a.vsav: is damaged; save it anew"


# ---------------------------------------------------------------------------------------------------------------------
# Hostile ones


def limited(tmp_path: Path, data: bytes) -> tuple[str, float]:
    """Return the output of reading in a process with 700 MiB of memory, and the seconds it took."""
    path = tmp_path / "bomb.vsav"
    path.write_bytes(data)
    program = (
        "import sys\nfrom pyrout.vasl.saves.save import SaveError, read_save\n"
        "try:\n read_save(sys.argv[1]); print('read')\nexcept SaveError as error: print(error)\n"
    )
    limit = 700 << 20
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[2],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), time.monotonic() - start


@pytest.mark.slow
def test_a_zip_bomb(tmp_path: Path) -> None:
    said, seconds = limited(tmp_path, zipped(b"!VCSK00" + b"30" * (100 << 20)))
    assert "unpacks to more than" in said and seconds < 50


@pytest.mark.slow
def test_a_zip_bomb_that_lies_about_its_size(tmp_path: Path) -> None:
    data = bytearray(zipped(b"!VCSK00" + b"30" * (60 << 20)))
    honest = struct.pack("<I", 7 + 2 * (60 << 20))
    assert data.count(honest) == 2  # in the member's header and in the table of contents
    said, seconds = limited(tmp_path, bytes(data.replace(honest, struct.pack("<I", 1000))))
    assert "damaged" in said and seconds < 50


def test_a_large_file(tmp_path: Path) -> None:
    said, _ = limited(tmp_path, zipped(b"", stuffing=b"") + bytes((16 << 20) + 1))
    assert "larger than 16 MiB" in said


def test_small_members_are_limited_too(tmp_path: Path) -> None:
    refused(tmp_path, zipped(disguised(Save().text()), moduledata=bytes(1 << 20)), "moduledata unpacks to more than")


def test_a_game_of_another_module(tmp_path: Path) -> None:
    other = zipped(disguised(Save().text()), moduledata=b"<data><version>1.0</version><name>Chess</name></data>")
    refused(tmp_path, other, "it is a game of the VASSAL module Chess, not of VASL; name a game of VASL")
    (tmp_path / "good.vsav").write_bytes(zipped(disguised(Save().text()), moduledata=b""))
    read_save(tmp_path / "good.vsav")  # older files do not say


def test_a_zip_of_very_many_members(tmp_path: Path) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(1100):
            archive.writestr(f"m{number}", b"")
    refused(tmp_path, file.getvalue(), "more than 1000 members")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing(tmp_path: Path, method: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("savedGame", disguised(Save().text()))
    refused(tmp_path, file.getvalue(), "packed in a way")


def test_an_encrypted_member(tmp_path: Path) -> None:
    data = bytearray(zipped(disguised(Save().text())))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    refused(tmp_path, bytes(data), "damaged")


def nested(parts: list[str], separator: str, depth: int) -> str:
    text = parts[0]
    for _ in range(depth):
        text = join([*parts[1:], text], separator)
    return text


def test_commands_inside_commands(tmp_path: Path) -> None:
    refused(tmp_path, zipped(disguised(nested(["x", "begin_save"], ESC, 200))), "nested too deep")


@pytest.mark.slow
def test_large_commands_inside_large_commands(tmp_path: Path) -> None:
    # each level would keep a copy of 12 million characters
    text = "x" * 12_000_000
    for _ in range(12):
        text = "a" + ESC + text.replace(ESC, "\\" + ESC)
    said, seconds = limited(tmp_path, zipped(disguised(text)))
    assert "nested too deep" in said and seconds < 50


@pytest.mark.slow
def test_very_many_commands(tmp_path: Path) -> None:
    said, seconds = limited(tmp_path, zipped(disguised("begin_save" + ESC * 8_000_000 + "end_save")))
    assert "more than 100000 commands" in said and seconds < 50


def test_very_many_pieces(tmp_path: Path) -> None:
    body = ESC.join(f"+/{number}/stack/Map0;1;1" for number in range(20_001))
    refused(tmp_path, zipped(disguised(f"begin_save{ESC}{body}{ESC}end_save")), "more than 20000 pieces")


def test_as_many_pieces_as_a_campaign_has_take_seconds(tmp_path: Path) -> None:
    save = Save()
    for number in range(400):
        save.put(*centre(number % 30, number % 9), squad(), leader(), weapon("LMG"), squad(broken=True), marker("DM"))
    path = tmp_path / "campaign.vsav"
    path.write_bytes(save.data())
    start = time.monotonic()
    here = position(read_save(path), geo_hex("y"))
    assert len(here.units) == 1200 and len(here.weapons) == 400
    assert time.monotonic() - start < 60


def test_traits_inside_traits(tmp_path: Path) -> None:
    made = Made("x", "ge/x")
    for _ in range(save_pieces.TRAIT_LIMIT + 1):
        made.trait("t")
    save = Save()
    save.put(1, 1, made)
    refused(tmp_path, save.data(), "too many traits")


@pytest.mark.slow
def test_traits_that_are_long_and_many(tmp_path: Path) -> None:
    made = Made("x" * 20_000, "ge/x")
    for _ in range(180):
        made.trait("t", "s")
    save = Save()
    for _ in range(100):
        save.put(1, 1, made, stacked=False)
    said, seconds = limited(tmp_path, save.data())
    assert "too many traits" in said and seconds < 50


def test_layers_with_very_many_levels(tmp_path: Path) -> None:
    save = Save()
    for _ in range(20):
        save.put(1, 1, Made("x", "ge/x").layer("," * 100_000, 99_999).layer("a" + "+" * 100_000, 1))
    said, seconds = limited(tmp_path, save.data())
    assert said == "read" and seconds < 50


def test_names_that_grow(tmp_path: Path) -> None:
    made = Made("x", "ge/x")
    for _ in range(100):
        made.layer("y" * 2000 + " +", 1)
    save = Save()
    save.put(1, 1, made)
    path = tmp_path / "long.vsav"
    path.write_bytes(save.data())
    (piece,) = read_save(path).pieces.values()
    assert len(piece.name) <= 400


@pytest.mark.parametrize(
    "state", ["Map0", "Map0;1", "Map0;x;1;", "Map0;1e9;1;", "Map0;99999999;1;7", "", ";;;", "Map0;;;"]
)
def test_pieces_that_are_nowhere(tmp_path: Path, state: str) -> None:
    for command in (f"+/1/piece;K;D;x;Name/{state}", f"+/1/stack/{state}"):
        refused(tmp_path, zipped(disguised(f"begin_save{ESC}{command}{ESC}end_save")), "piece|stack")


@pytest.mark.parametrize("command", ["+/", "+/1", "+/1/2", "+/1/2/3/4", "+//piece;;;;/"])
def test_pieces_that_are_no_lists_of_four(tmp_path: Path, command: str) -> None:
    refused(tmp_path, zipped(disguised(f"begin_save{ESC}{command}{ESC}end_save")), "piece")


def test_kinds_of_pieces_that_are_no_counters(tmp_path: Path) -> None:
    path = tmp_path / "deck.vsav"
    path.write_bytes(zipped(disguised(f"begin_save{ESC}+/1/deck;a;b/x;1;2{ESC}+/2/a{TAB}deck;x/s{TAB}t{ESC}end_save")))
    game = read_save(path)
    assert game.pieces == {} and "2 pieces of a kind that is no counter" in game.assumptions[0]


@pytest.mark.parametrize(
    "made",
    [
        Made("99-99-99 Esq", "ge/x"),
        Made("5-5-13 Esq", "ge/x"),
        Made("99-1", "ge/x"),
        Made("4-6-7 1sq", 'ge/x"'),
        Made("", "ge/x").trait("conceal;C;x;ge", "null;"),
        Made("9" * 500, "ge/x"),
        Made("emb", "ge/x").layer("a,b", 99999),
        Made("emb", "ge/x").layer("a,b", -(10**9)),
        Made("emb", "ge/x").trait("emb2", "٣"),
        Made("emb", "ge/x").trait("emb2", "--5").trait("emb2", "-").trait("emb2", "1_0"),
        Made("mark", "ge/x").trait("mark;" + "k," * 1000, "v," * 3000),
        Made("conceal", "ge/x").trait("conceal").trait("concealment").trait("hide").trait("moved").trait("label"),
    ],
    ids=lambda made: made.name[:12],
)
def test_odd_counters_still_give_an_instance(tmp_path: Path, made: Made) -> None:
    save = Save()
    save.put(*centre(2, 2), made, squad(broken=True), question(), weapon("LMG"))
    save.put(*centre(2, 2), squad("ru"), made)
    path = tmp_path / "odd.vsav"
    path.write_bytes(save.data())
    parse(to_facts(position(read_save(path), geo_hex("y")), rules="asl") + 'hex("yC3",2,5).', need="router")


# ---------------------------------------------------------------------------------------------------------------------
# Mutations


def mutated(chance: random.Random, data: bytes) -> bytes:
    """A few bytes changed, removed, doubled or moved."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        here, size = chance.randrange(len(out)), chance.choice((1, 1, 2, 8, 100))
        what = chance.randrange(5)
        if what == 0:
            out[here] = chance.randrange(256)
        elif what == 1 and len(out) > size + 10:
            del out[here : here + size]
        elif what == 2:
            out[here:here] = out[here : here + size]
        elif what == 3:
            there = chance.randrange(len(out))
            out[here:here] = out[there : there + size]
        else:
            out[here] ^= 1 << chance.randrange(8)
    return bytes(out)


def mutated_text(chance: random.Random, text: str) -> str:
    """Return a text with a few characters of the format changed."""
    out = list(text)
    for _ in range(chance.choice((1, 2, 5, 20, 100))):
        here = chance.randrange(len(out))
        what = chance.randrange(4)
        if what == 0:
            out[here] = chance.choice(
                [ESC, TAB, "\\", ";", "/", ",", "'", "+", "-", "9", "\n", '"', "%", "é", "\U0001f600", "\u2028"]
            )
        elif what == 1:
            del out[here : here + chance.choice((1, 1, 3, 50))]
        elif what == 2:
            out[here:here] = chance.choice(
                ["-1", "99999999999", "null", "bd\t", "begin_save", "\\\\", "piece;", "%*", "true"]
            )
        else:
            there = chance.randrange(len(out))
            out[here:here] = out[there : there + chance.choice((1, 10, 300))]
    return "".join(out)


def through(path: Path) -> bool:
    """Read to the end: an error of one line, or an instance that the instance reader takes."""
    try:
        here = position(read_save(path), geo_hex("y"))
    except PyroutError as error:
        assert str(error).isprintable()
        return False
    text = to_facts(here, rules="asl")
    hexes = sorted({unit.hex for unit in here.units} | {name for name, _ in here.features})
    spots = "".join(f'hex("{name}",{number},{number}).' for number, name in enumerate(hexes))
    parse(text + spots, need="facts")
    assert all(line.isprintable() for line in assumed(here))
    return True


@pytest.mark.parametrize("mutate", ["file", "disguised", "text"])
@pytest.mark.slow
def test_mutations_give_one_line_or_an_instance(tmp_path: Path, mutate: str) -> None:
    chance = random.Random(1961)
    save = example()
    path = tmp_path / "fuzz.vsav"
    make: dict[str, Callable[[], bytes]] = {
        "file": lambda: mutated(chance, save.data()),
        "disguised": lambda: zipped(mutated(chance, disguised(save.text()))),
        "text": lambda: zipped(disguised(mutated_text(chance, save.text()))),
    }
    taken = 0
    for _ in range(ROUNDS):
        path.write_bytes(make[mutate]())
        start = time.monotonic()
        taken += through(path)
        assert time.monotonic() - start < 30
    # the mutations are neither all harmless nor all fatal
    assert 0 < taken < ROUNDS
