"""Boards and saved games kept on disk: the same answers with it, without it and with what is damaged."""

from __future__ import annotations

import multiprocessing
import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from vasl_boards import BRUSH, CLIFF, GULLY, STONE_1, WALL, WOODS, Drawing
from vasl_saves import squad
from vasl_tables import Table

from pyrout.base import cache
from pyrout.cli import main
from pyrout.vasl.boards import maps
from pyrout.vasl.boards.facts import ground, hex_facts
from pyrout.vasl.sight.los import LineOfSight, Sight
from pyrout.vasl.sight.los_cache import KeptSights


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "kept"
    monkeypatch.setenv("PYROUT_CACHE", str(folder))
    forget()
    yield folder
    forget()


def forget() -> None:
    """Forget what a new process does not have."""
    maps._engine.cache_clear()
    maps._sights.cache_clear()


def names(place: Path) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in place.iterdir())


# ---------------------------------------------------------------------------------------------------------------------
# Entries


def test_an_entry_is_what_was_written(place: Path) -> None:
    name = cache.key("tests", "a", 1)
    assert cache.read(name) is None
    cache.write(name, b"one")
    assert cache.read(name) == b"one"
    cache.write(name, b"two" * 1000)
    assert cache.read(name) == b"two" * 1000
    assert [path.name for path in place.iterdir()] == [name]
    assert place.stat().st_mode & 0o077 == 0


def test_keys_differ_in_every_part() -> None:
    keys = [
        cache.key("tests", *parts) for parts in ((), ("a",), ("a", "b"), ("ab",), (b"a",), ("b", "a"), (1,), ("1",))
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("damage", ["cut", "byte", "head", "longer", "empty", "other"])
def test_a_damaged_entry_is_none_and_goes(place: Path, damage: str) -> None:
    name = cache.key("tests")
    cache.write(name, b"content" * 10)
    raw = (place / name).read_bytes()
    damaged = {
        "cut": raw[:-3],
        "byte": raw[:-5] + b"X" + raw[-4:],
        "head": b"P" + raw[1:],
        "longer": raw + b"more",
        "empty": b"",
        "other": b"cos\nsystem\n(S'true'\ntR.",
    }[damage]
    (place / name).write_bytes(damaged)
    assert cache.read(name) is None
    assert not (place / name).exists()
    cache.write(name, b"new")
    assert cache.read(name) == b"new"


def test_an_entry_under_another_name_is_none(place: Path) -> None:
    """Its digest is right for what it was written as."""
    one, two = cache.key("tests", 1), cache.key("tests", 2)
    cache.write(one, b"one")
    cache.write(two, b"two")
    (place / two).write_bytes((place / one).read_bytes())
    assert (cache.read(one), cache.read(two)) == (b"one", None)


@pytest.mark.parametrize("kind", ["fifo", "folder", "link", "socket"])
def test_what_is_no_plain_file_is_no_entry(place: Path, kind: str) -> None:
    name = cache.key("tests")
    cache.write(name, b"x")
    path, aside = place / name, place / "aside"
    path.rename(aside)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(aside)
    else:
        os.mknod(path, stat.S_IFSOCK | 0o600)
    assert cache.read(name) is None
    cache.write(name, b"new")
    assert cache.read(name) in (b"new", None)
    assert aside.read_bytes().endswith(b"x")


@pytest.mark.parametrize("whose", ["another's", "everybody's"])
def test_a_folder_that_is_not_the_users_own_is_left_alone(
    place: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    name = cache.key("tests")
    cache.write(name, b"x")
    if whose == "everybody's":
        place.chmod(0o777)
    else:
        mine = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert cache.read(name) is None
    cache.write(cache.key("tests", 2), b"y")
    assert [path.name for path in place.iterdir()] == [name]
    assert (cache.entries(), cache.clear()) == ([], 0)
    assert "not used" in CliRunner().invoke(main, ["cache"]).output


@pytest.mark.parametrize("error", [KeyError, AttributeError, IndexError, RecursionError, AssertionError, OverflowError])
def test_bytes_that_nothing_can_be_made_of_are_no_entry(place: Path, error: type[Exception]) -> None:
    def decode(content: bytes) -> None:
        raise error(content)

    name = cache.key("tests")
    cache.write(name, b"x")
    assert cache.take(name, decode) is None
    assert not (place / name).exists()


def test_nothing_is_kept_where_it_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    for given in (str(blocked), str(blocked / "below"), "off", "None", ""):
        monkeypatch.setenv("PYROUT_CACHE", given)
        cache.write(cache.key("tests"), b"x")
        assert cache.read(cache.key("tests")) is None and cache.entries() == []
        assert cache.clear() == 0
    assert blocked.read_text() == ""


def test_a_folder_that_may_not_be_written(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*args: object, **others: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    cache.write(cache.key("tests"), b"x")
    assert cache.read(cache.key("tests")) is None


def test_the_oldest_entries_make_room(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 3500)
    listed = [cache.key("tests", number) for number in range(4)]
    for age, name in enumerate(listed[:3]):
        cache.write(name, bytes(1000))
        os.utime(place / name, (1000 + age, 1000 + age))
    assert cache.read(listed[0]) == bytes(1000)  # used now: it is no longer the oldest
    cache.write(listed[3], bytes(1000))
    assert [cache.read(name) is not None for name in listed] == [True, False, True, True]


def test_room_is_made_now_and_then(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At first, and after each part of the whole; to look through thousands of entries each time takes longer than to write."""
    monkeypatch.setattr(cache, "MOST_BYTES", 10_000 * cache.SHARE)
    looked: list[object] = []
    monkeypatch.setattr(cache, "_make_room", looked.append)
    for number in range(5):
        cache.write(cache.key("tests", number), bytes(1000))
    assert looked == [place]
    cache.write(cache.key("tests", 5), bytes(8000))
    assert looked == [place, place]


def test_what_is_too_large_is_not_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_OF_ONE", 1000)
    cache.write(cache.key("tests"), bytes(2000))
    assert cache.entries() == []


def test_half_written_files_of_others_are_left_until_they_are_old(place: Path) -> None:
    place.mkdir()
    fresh, old = place / ".1-1.part", place / ".2-1.part"
    fresh.write_bytes(b"x")
    old.write_bytes(b"x")
    os.utime(old, (1000, 1000))
    cache.write(cache.key("tests"), b"x")
    assert fresh.exists() and not old.exists()
    assert len(cache.entries()) == 1


def _write_much(number: int) -> int:
    name = cache.key("tests", "shared")
    good = {bytes([n]) * 50_000 for n in range(4)}
    wrong = 0
    for _ in range(60):
        cache.write(name, bytes([number]) * 50_000)
        content = cache.read(name)
        wrong += content is not None and content not in good
    return wrong


@pytest.mark.slow
def test_processes_at_once_do_not_hurt_each_other(place: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_write_much, range(4)) == [0] * 4
    assert len(list(place.iterdir())) == 1


def test_the_command_shows_and_empties_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said(*args: str) -> list[str]:
        done = CliRunner().invoke(main, ["cache", *args], catch_exceptions=False)
        assert done.exit_code == 0
        return done.output.splitlines()

    assert said() == [f"{place}: 0 entries, 0.0 MB of 500 MB"]
    cache.write(cache.key("sights"), bytes(3 << 20))
    cache.write(cache.key("hexes"), b"x")
    (place / "mine.txt").write_text("not ours")
    assert said() == [f"{place}: 2 entries, 3.0 MB of 500 MB", "  hexes: 1, 0.0 MB", "  sights: 1, 3.0 MB"]
    assert said("--clear") == [f"{place}: 2 entries removed"]
    assert [path.name for path in place.iterdir()] == ["mine.txt"]
    monkeypatch.setenv("PYROUT_CACHE", "off")
    assert said() == ["the cache is off (PYROUT_CACHE=off, or there is no home folder)"]


# ---------------------------------------------------------------------------------------------------------------------
# Boards


def drawing() -> Drawing:
    board = Drawing(cols=11, rows=7, name="k").fill("C3 D3", WOODS).fill("F4", STONE_1).fill("H2", BRUSH)
    return board.side("E5", 2, WALL).dip("B2 B3", -1, GULLY).raise_to("I4 I5", 1).side("H4", 1, CLIFF)


def every_pair(board: maps.BoardMap) -> tuple[list[bool], list[int]]:
    src, dst = zip(*product(board.hexes, repeat=2), strict=True)
    sights = board.sights().los(src, dst, [n % 2 for n in range(len(src))], 0)
    board.sights().keep()
    return sights.blocked, sights.hindrance


@pytest.mark.slow
def test_a_board_is_the_same_when_it_was_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYROUT_CACHE", "off")
    plain = drawing().map()
    facts, sights = list(hex_facts(ground(plain))), every_pair(plain)
    engine = plain.line_of_sight()
    src, dst = zip(*product(plain.hexes, repeat=2), strict=True)
    bare = engine.los(src, dst, [n % 2 for n in range(len(src))], 0)
    assert (bare.blocked, bare.hindrance) == sights
    monkeypatch.setenv("PYROUT_CACHE", str(place))
    for _ in range(2):
        forget()
        board = drawing().map()
        assert list(hex_facts(ground(board))) == facts
        assert every_pair(board) == sights
    assert names(place) == ["hexes", "sights"]


def test_what_is_kept_is_not_worked_out_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = every_pair(drawing().map())
    list(hex_facts(ground(drawing().map())))
    forget()

    def nobody(*args: object, **others: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr(maps, "LineOfSight", nobody)
    monkeypatch.setattr("pyrout.vasl.boards.facts._read", nobody)
    board = drawing().map()
    assert every_pair(board) == before
    assert list(ground(board).terrain) == board.hexes


@pytest.mark.slow
def test_other_boards_months_and_rubble_are_other_entries(place: Path) -> None:
    board = drawing()
    board.fill("J3", 24)  # grain
    seen = {month: every_pair_in(board.map(), month) for month in (None, 7, 1)}
    assert seen[None] == seen[7] != seen[1]
    filled = board.map()
    plain = board.map()
    filled = plain.filled({plain.hex("kC5"): 60})
    assert every_pair(filled) != every_pair(board.map())
    assert filled.sights() is not board.map().sights()


def every_pair_in(board: maps.BoardMap, month: int | None) -> list[int]:
    src, dst = zip(*product(board.hexes, repeat=2), strict=True)
    return board.sights(month).los(src, dst).hindrance


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hexes", "sights"])
@pytest.mark.parametrize(
    "content",
    [
        b"[[[{}, 1]],[],[],[],[],[],[],[]]",
        b"[[],[],[],[],[],[],[],[[1, 2]]]",
        b"\xff\xff\xff\x7f[]",
        b"",
        b"[]",
        b"\xff" * 40,
        b"[[],[],[],[],[],[],[],[]]",
        b"\x02\0\0\0[]",
        b"x\x9c\x03\0",
    ],
)
def test_sound_entries_with_nonsense_in_them_are_none(place: Path, kind: str, content: bytes) -> None:
    """Written by somebody else, with the digest that belongs to it."""
    facts, sights = list(hex_facts(ground(drawing().map()))), every_pair(drawing().map())
    for path in place.iterdir():
        if path.name.startswith(kind):
            cache.write(path.name, content)
    forget()
    assert list(hex_facts(ground(drawing().map()))) == facts
    assert every_pair(drawing().map()) == sights


class Counting(LineOfSight):
    """An engine by which every LOS is blocked that leads to a hex with an odd number."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int, int, int]] = []

    def los(
        self,
        src: Sequence[int],
        dst: Sequence[int],
        src_level: Sequence[int] | int = 0,
        dst_level: Sequence[int] | int = 0,
    ) -> Sight:
        levels = ([x] * len(dst) if isinstance(x, int) else x for x in (src_level, dst_level))
        self.asked += zip(src, dst, *levels, strict=True)
        return Sight([hex_ % 2 == 1 for hex_ in dst], [0 if hex_ % 2 else hex_ % 5 for hex_ in dst])


def test_a_pair_is_asked_for_once(place: Path) -> None:
    engine = Counting()
    sights = KeptSights("sights-" + "0" * 40 + ".entry", 30, lambda: engine)
    first = sights.los([1, 2, 3], [4, 5, 6], [0, 1, -1], 0)
    assert (first.blocked, first.hindrance) == ([False, True, False], [4, 0, 1])
    again = sights.los([3, 2, 3], [6, 5, 7], [-1, 1, -1], 0)
    assert (again.blocked, again.hindrance) == ([False, True, True], [1, 0, 0])
    assert sorted(engine.asked) == [(1, 4, 0, 0), (2, 5, 1, 0), (3, 6, -1, 0), (3, 7, -1, 0)]


def test_two_processes_add_to_the_same_entry(place: Path) -> None:
    name = "sights-" + "0" * 40 + ".entry"
    one, two = (KeptSights(name, 30, Counting) for _ in range(2))
    one.los([1], [4])
    two.los([2], [5])
    one.keep()
    two.keep()
    engine = Counting()
    both = KeptSights(name, 30, lambda: engine)
    both.los([1, 2], [4, 5])
    assert engine.asked == []


def test_too_many_pairs_are_worked_out_each_time(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrout.vasl.sight.los_cache.MOST", 60)
    engine = Counting()
    sights = KeptSights("sights-" + "0" * 40 + ".entry", 30, lambda: engine)
    hindrances = [sights.los([1, 2, 3], [4, 5, 6]).hindrance for _ in range(2)]
    assert hindrances == [[4, 0, 1]] * 2 and len(engine.asked) == 6
    sights.keep()
    assert cache.entries() == []


# ---------------------------------------------------------------------------------------------------------------------
# Saved games


@pytest.mark.slow
def test_the_second_question_about_a_save_says_the_same(place: Path, table: Table) -> None:
    save = str(table.written())

    def asked() -> list[tuple[int, str, str]]:
        done = [
            CliRunner().invoke(main, [*question, "--boards", str(table.boards)], catch_exceptions=False)
            for question in (["solve", save], ["explain", save, "ge1"])
        ]
        return [(d.exit_code, d.stdout, d.stderr) for d in done]

    first = asked()
    assert [status for status, _, _ in first] == [0, 0]
    assert names(place).count("imports") == 1
    assert asked() == first
    assert names(place).count("imports") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "content", [b'["nonsense",[],[],[]]', b'["side(x).",[1],[],[]]', b"[1,[],[],[]]", b'["",[],[],[{}]]']
)
def test_an_import_with_nonsense_in_it_is_none(place: Path, table: Table, content: bytes) -> None:
    first = table.run("solve")
    (entry,) = place.glob("imports-*")
    cache.write(entry.name, content)
    again = table.run("solve")
    assert (again.exit_code, again.stdout) == (first.exit_code, first.stdout) == (0, first.stdout)


@pytest.mark.slow
def test_another_save_board_or_setting_is_another_import(place: Path, table: Table) -> None:
    def imported(*args: str) -> str:
        done = table.run("import", *args)
        assert done.exit_code == 0
        return str(done.stdout)

    texts = [
        imported(),
        imported("--month", "1"),
        imported("--rules", "asl"),
        imported("--sides", "german=x,russian=y"),
    ]
    table.put("H3", squad("ru"))
    texts.append(imported())
    table.board.fill("E4", WOODS)
    texts.append(imported())
    assert len(set(texts)) == len(texts)
    assert imported() == texts[-1]


@pytest.mark.slow
def test_a_board_that_came_or_went_is_seen(place: Path, table: Table) -> None:
    assert table.run("solve").exit_code == 0
    (table.boards / "bdy").unlink()
    done = CliRunner().invoke(main, ["solve", str(table.path), "--boards", str(table.boards)], catch_exceptions=False)
    assert done.exit_code == 2 and "this board is missing: bdy" in done.stderr


@pytest.mark.slow
def test_a_kept_import_needs_no_engine(place: Path, table: Table) -> None:
    """The second question in a new process, without wasmtime: what is kept is read by the standard library alone."""
    plain = table.run("explain", "ge1")
    program = f"""
import sys
sys.modules["wasmtime"] = None
from pyrout.cli import main
main(["explain", {str(table.path)!r}, "ge1", "--boards", {str(table.boards)!r}])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == plain.stdout
