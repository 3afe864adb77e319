"""Instance files and objects: limits, files that cannot be read, facts that are added and left out."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from day import of_today
from instance_texts import GOOD, refusal

from pyrout.errors import InstanceError, PyroutError, TimeLimit, UsageError
from pyrout.position.consistency import with_facts, with_options
from pyrout.position.facts import Fact, Instance
from pyrout.position.reading import FACT_LIMIT, load, parse
from pyrout.position.vocabulary import Name, Term

# ---------------------------------------------------------------------------------------------------------------------
# Limits


def test_too_many_hexes() -> None:
    hexes = [f'hex("x{n}",{n % 60},{2 * (n // 60) + n % 2}).' for n in range(3001)]
    assert len(parse("\n".join(hexes[:3000]), need="facts").facts) == 3000
    error = refusal("\n".join(hexes), "facts")
    assert (error.line, error.column) == (3001, 1)
    assert "3,000 hexes" in error.problem


def test_too_many_units() -> None:
    units = ["side(g)."] + [f"unit(u{n},g,squad)." for n in range(401)]
    assert parse("\n".join(units[:401]), need="facts")
    error = refusal("\n".join(units), "facts")
    assert error.line == 402
    assert "400 units" in error.problem


@pytest.mark.parametrize("fact", of_today(["month(7).", "month( 7 ).", "expect(g1,routes(1))."], 3))
@pytest.mark.slow
def test_too_many_facts(fact: str) -> None:
    error = refusal((fact + "\n") * (FACT_LIMIT + 5), "facts")
    assert error.line == FACT_LIMIT + 1
    assert "200,000 facts" in error.problem


def test_too_long_a_text() -> None:
    error = refusal("%" * 5_000_001, "facts")
    assert str(error).startswith("x.lp: the text is longer than 5 MB; ")


# ---------------------------------------------------------------------------------------------------------------------
# Files


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "good.lp"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load(path).program() == parse(GOOD).program()
    assert load(path).name == str(path)


@pytest.mark.parametrize(
    ("contents", "line", "column", "byte"),
    [
        (b"month(7).\n% caf\xe9\n", 2, 6, "0xe9 at offset 15"),
        (b"\xff\xfem\0o\0", 1, 1, "0xff at offset 0"),
        (b"month(7).\r\r\n%\xc3\xa9\x80", 3, 3, "0x80 at offset 15"),
    ],
)
def test_a_file_that_is_not_utf8(tmp_path: Path, contents: bytes, line: int, column: int, byte: str) -> None:
    path = tmp_path / "x.lp"
    path.write_bytes(contents)
    with pytest.raises(InstanceError) as caught:
        load(path)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert byte in caught.value.problem
    assert "UTF-8" in caught.value.remedy


def test_a_file_with_nul_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.lp"
    path.write_bytes(b"month(7).\n\0\0\0")
    with pytest.raises(InstanceError, match=r"x\.lp:2:1: a NUL character"):
        load(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"none\.lp: no such file; "):
        load(tmp_path / "none.lp")
    with pytest.raises(InstanceError, match="is a directory; "):
        load(tmp_path)
    with pytest.raises(InstanceError, match="cannot be read"):
        load("a\0b")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InstanceError, match="cannot be read"):
        load(loop)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_and_devices_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/stdin"):
        if path != "/dev/stdin" or not Path(path).is_file():
            with pytest.raises(InstanceError, match="is not a regular file"):
                load(path)


def test_a_large_file_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "large.lp"
    with path.open("wb") as file:
        file.truncate(5_000_001)
    with pytest.raises(InstanceError, match=r"is larger than 5 MB; "):
        load(path)


# ---------------------------------------------------------------------------------------------------------------------
# Instances and errors as objects


def test_without_and_with_facts() -> None:
    position = parse(GOOD)
    other = with_facts(position.without("rules", "los"), [Fact("rules", (Name("asl"),))])
    assert other.rules == "asl"
    assert other.of("los") == ()
    assert position.rules == "aslsk"
    assert other.of("unit") == position.of("unit")
    assert with_facts(position, position.facts).program() == position.program()


def test_with_options_replaces_those_of_the_file() -> None:
    position = parse(GOOD + "option(revisit,allow). option(ignore_from,start).")
    changed = with_options(position, {"revisit": "forbid"})
    assert {str(f) for f in changed.of("option")} == {"option(revisit,forbid)", "option(ignore_from,start)"}
    with pytest.raises(InstanceError, match="not a constant"):
        with_options(position, {"revisit": "x). side(finn"})


@pytest.mark.parametrize(
    ("fact", "word"),
    [
        (Fact("mont", (7,)), "month"),
        (Fact("month", (7, 8)), "2 arguments"),
        (Fact("month", (True,)), "True"),
        (Fact("rules", (Name("a). b("),)), "not a constant"),
        (Fact("terrain", ("A1", Name("x y"))), "x y is not a terrain"),
        (Fact("terrain", ("A1", Name("brush"))), "in line 5"),
        (Fact("terrain", ("A1\n", Name("brush"))), "not a hex name"),
        (Fact("expect", (Name("g1"), Term("x(", (1,)))), "x( is not a known answer"),
        (Fact("at", (Name("g1"), "B1")), "contradicts"),
    ],
)
def test_facts_from_programs_are_held_to_the_same_rules(fact: Fact, word: str) -> None:
    with pytest.raises(InstanceError) as caught:
        with_facts(parse(GOOD), [fact])
    assert word in str(caught.value)


def test_the_program_can_leave_predicates_out() -> None:
    program = parse(GOOD + 'expect(g1,end("A1")).').program(without=("expect", "hex", "terrain", "los"))
    assert program == (
        "rules(aslsk).\nside(german).\nside(american).\nattacker(american).\nmonth(7).\n"
        'unit(g1,german,squad).\nat(g1,"A2").\nstatus(g1,broken).\nstatus(g1,dm).\n'
        'unit(l1,german,leader).\nat(l1,"A2").\n'
        'unit(a1,american,squad).\nat(a1,"B2").\nnormal_range(a1,6).\n'
    )


def test_an_instance_does_not_change_and_travels() -> None:
    position = parse(GOOD)
    with pytest.raises(AttributeError):
        position.name = "other"  # type: ignore[misc]
    copy: Instance = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert [type(a) for a in copy.facts[0].args] == [Name]


def test_errors_are_one_printable_line_and_travel() -> None:
    error = refusal("month(7).\nside(" + '"\u2028' + "\x1b[31m" + "x" * 1000 + '").')
    assert str(error).isprintable()
    assert len(str(error)) < 200
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert (copy.line, copy.column) == (2, 6)
    named = InstanceError("a\nb.lp", 1, 2, "p", "r")
    assert str(named) == "a\\nb.lp:1:2: p; r"
    for kind in (PyroutError, UsageError, TimeLimit):
        assert str(kind("two\nlines")) == "two\\nlines"
        assert issubclass(kind, PyroutError)


def test_a_picture_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    with pytest.raises(InstanceError, match="no text: this is no position; name a file of instance facts"):
        load(tmp_path / "a.jpg")
