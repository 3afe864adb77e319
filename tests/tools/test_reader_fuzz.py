"""For any contents of a file the reader gives an instance, or one line that says where it is wrong."""

from __future__ import annotations

import tempfile
from pathlib import Path

import clingo
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pyrout.errors import InstanceError
from pyrout.position.consistency import Need, with_facts
from pyrout.position.facts import Fact, Instance
from pyrout.position.reading import load, parse
from pyrout.position.vocabulary import PREDICATES, Name, Term, Value

GOOD = """\
rules(aslsk). side(german). side(american). attacker(american). month(7). option(revisit,allow).
hex("A1",0,1). hex("A2",0,3). hex("B1",1,2). hex("B2",1,4). % four hexes
terrain("A1",woods). terrain("A2",open_ground). elevation("B1",-1). road("A1","A2"). hexside("A2","B1",wall).
%* a building %* of two hexes *% *%
building("A1-B1","A1"). building("A1-B1","B1"). feature("A2",minefield(known)). level("A1",1). los("A1@1","B2",3).
unit(g1,german,squad). at(g1,"A2"). status(g1,broken). status(g1,dm). history(g1,attacked(fp)).
unit(l1,german,leader). at(l1,"A2"). accompanies(l1,g1). sw(mg,lmg,1,8). possesses(g1,mg).
unit(a1,american,squad). at(a1,"B2",1). normal_range(a1,6). expect(g1,destinations("A1")). expect(g1,crawl(none)).
"""

FRAGMENTS = [
    *(f"{predicate.example}." for predicate in PREDICATES),
    *("month", "(", ")", ",", ".", "..", ":-", ";", "|", "{", "}", "#script(python)", "#end.", "%", "%*", "*%", '"'),
    *("\\", '\\"', "X", "_", "_x", "not ", "-", "+", "007", "9" * 30, "-1", "a" * 70, "f(g(h(1)))", "@f()", "#sup"),
    *("\n", "\r", "\r\n", "\t", " ", "\0", "\x0b", "\ufeff", "\u2028", "é", '"é"', "\ud800", "\U0010ffff"),
]


def same(facts: tuple[Fact, ...]) -> list[object]:
    """Facts without their places, with the type of every argument."""

    def typed(value: Value) -> object:
        return (Term, value.name, [typed(a) for a in value.args]) if isinstance(value, Term) else (type(value), value)

    return [(fact.name, [typed(arg) for arg in fact.args]) for fact in facts]


def atoms(program: str) -> list[str]:
    control = clingo.Control(message_limit=1, logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    assert all(atom.is_fact for atom in control.symbolic_atoms)
    return sorted(str(atom.symbol) for atom in control.symbolic_atoms)


def judged(text: str, need: Need = "facts") -> Instance | None:
    """Reads a text, and checks what comes out: an instance that says no more and no less, or a proper refusal."""
    try:
        instance = parse(text, "x.lp", need=need)
    except InstanceError as error:
        message = str(error)
        assert message.isprintable()
        assert message.startswith(f"x.lp:{error.line}:{error.column}: ")
        assert error.problem and error.remedy
        assert len(message) < 800
        lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        return None
    program = instance.program()
    assert same(parse(program, need="facts").facts) == same(instance.facts)
    theirs = atoms(program)
    assert theirs == sorted(str(fact) for fact in instance.facts)
    if not any(c in "\r\ufeff" or "\ud800" <= c <= "\udfff" for c in text):
        # clingo reads the very text in the same way (it knows no CR line ends, byte order marks or surrogates).
        assert atoms(text) == theirs
    return instance


@settings(deadline=None)
@given(st.text(st.characters()))
def test_any_text(text: str) -> None:
    judged(text)


@settings(deadline=None)
@given(st.binary())
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb")
@example(b"month(7).\r\xff")
@example(b"PK\x03\x04")
def test_any_file(contents: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.lp")
        path.write_bytes(contents)
        try:
            instance = load(path, need="facts")
        except InstanceError as error:
            assert str(error).isprintable()
            assert error.line >= 1 or contents.startswith(b"PK\x03\x04")  # a zip archive has no lines
        else:
            assert instance.facts


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join))
def test_fragments_in_any_order(text: str) -> None:
    judged(text)


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A good position with a few cuts, doublings, and foreign pieces."""
    text = GOOD
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12))
        middle = draw(
            st.one_of(st.just(""), st.sampled_from(FRAGMENTS), st.text(max_size=4), st.just(text[start:end] * 2))
        )
        text = text[:start] + middle + text[end:]
    return text


@settings(deadline=None, max_examples=300)
@given(mutants())
@pytest.mark.slow
def test_mutants_of_a_good_position(text: str) -> None:
    judged(text, "router")


def test_the_good_position_itself_is_good() -> None:
    instance = judged(GOOD, "router")
    assert instance is not None
    assert len(instance.facts) == 35


names = st.from_regex(r"[a-z][A-Za-z0-9_]{0,10}", fullmatch=True).filter(lambda name: name != "not").map(Name)
labels = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=64).filter(lambda t: t != "none")


@settings(deadline=None)
@given(
    st.lists(st.tuples(names, names), unique_by=lambda pair: pair[0]),
    st.lists(labels, unique=True),
    st.integers(-500, 500),
)
@pytest.mark.slow
def test_what_is_written_is_read_again(options: list[tuple[Name, Name]], buildings: list[str], row: int) -> None:
    facts = [
        Fact("hex", ("A1", 1, row)),
        *(Fact("option", pair) for pair in options),
        *(Fact("building", (label, "A1")) for label in buildings),
        Fact("expect", (Name("g1"), Term("crawl", ("A1",)))),
        Fact("side", (Name("german"),)),
        Fact("unit", (Name("g1"), Name("german"), Name("squad"))),
    ]
    instance = with_facts(Instance("x", ()), facts)
    assert same(instance.facts) == same(tuple(facts))
    assert same(parse(instance.program(), need="facts").facts) == same(tuple(facts))
    assert atoms(instance.program()) == sorted(str(fact) for fact in facts)


LONG = {
    "parentheses": "month" + "(" * 1_000_000,
    "nested terms": "month(" + "f(" * 1_000_000,
    "arguments": "month(" + "1," * 1_000_000,
    "digits": "month(" + "9" * 1_000_000 + ").",
    "zeros": "month(" + "0" * 1_000_000 + ").",
    "a string": 'hex("' + "A" * 1_000_000 + '",0,1).',
    "an open string": 'hex("' + "A" * 1_000_000,
    "escapes": 'hex("' + "\\\\" * 500_000,
    "quotes": '"' * 1_000_000,
    "a name": "m" * 1_000_000,
    "a directive": "#" + "m" * 1_000_000,
    "open comments": "%*" * 500_000,
    "comments in line": "%* *%" * 200_000,
    "line comments": "%\n" * 500_000,
    "blanks": " " * 1_000_000,
    "line ends": "\r" * 1_000_000,
    "signs": "-" * 1_000_000,
    "bytes": "\x01" * 1_000_000,
    "facts without an end": "month(7) " * 100_000,
    "careful facts": "month( 7 ).\n" * 50_000 + "month(",
    "facts after comments": "%**%month(7).\n" * 50_000 + "month(",
}


@pytest.mark.parametrize("what", LONG)
@pytest.mark.slow
def test_long_texts_are_refused_in_a_line(what: str) -> None:
    assert judged(LONG[what]) is None
