"""The shape of the encodings: headers, names, and the meanings of names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from clingo.control import Control
from encodings_read import ASP, Signature, encoding, header

from pyrout.program import rule_sets

FOLDERS = ("board", "rout", "aslsk", "asl")
FILES = sorted(path for folder in FOLDERS for path in (ASP / folder).glob("*.lp"))

# Letters are for numbers: columns and rows, counts. The others are of files of geometry and of sets.
NUMBERS = frozenset(("C", "R", "X", "Y", "N", "M", "_"))
OF_NUMBERS = {"rout/known.lp": {"I", "V", "W"}}
# One name with two numbers of arguments, and why.
TWO_ARITIES = {
    "area": "the hexes of one unit, and those of all",
    "fired_at": "in a hex, and on a step",
    "interdicts": "in a hex, and on a step",
    "late_interdicts": "in a hex, and on a step",
    "los_above": "of a hex, and of a side of it",
    "los_walled": "of a hexside, and of a line over it",
    "reason": "of a verdict, and of a step around a unit that stays",
    "would_interdict": "in a hex, and on a step",
}


def name(path: Path) -> str:
    return str(path.relative_to(ASP))


@cache
def derived_in() -> Mapping[Signature, set[Path]]:
    files = defaultdict(set)
    for path in FILES:
        for signature in encoding(path).gives:
            files[signature].add(path)
    return files


def crossing(folders: tuple[str, ...], path: Path) -> set[Signature]:
    """Return the predicates that a file derives and another file of these folders uses."""
    others = [other for other in FILES if other != path and other.parent.name in folders]
    return encoding(path).gives & set().union(*(encoding(other).uses for other in others))


@pytest.mark.slow
def test_a_variable_is_a_word() -> None:
    letters = {
        name(path): {word for word in encoding(path).letters if len(word) == 1}
        - NUMBERS
        - OF_NUMBERS.get(name(path), set())
        for path in FILES
        if not path.stem.startswith(("los", "a6_los"))
    }
    assert {file: words for file, words in letters.items() if words} == {}


@pytest.mark.slow
def test_headers_of_full_asl_give_what_others_use() -> None:
    """`test_what_others_use_is_in_the_header` asks the same of the other folders."""
    files = [path for path in FILES if path.parent.name == "asl"]
    missing = {name(path): crossing(("board", "rout", "asl"), path) - header(path).gives for path in files}
    assert {file: signatures for file, signatures in missing.items() if signatures} == {}


@pytest.mark.slow
def test_headers_of_full_asl_are_true() -> None:
    """`test_a_file_gives_what_its_header_says` and the test after it ask the same of the other folders."""
    files = [path for path in FILES if path.parent.name == "asl"]
    assert {name(path): header(path).gives - encoding(path).gives for path in files} == {name(p): set() for p in files}
    assert {name(path): header(path).needs - encoding(path).uses for path in files} == {name(p): set() for p in files}


@pytest.mark.slow
def test_predicates_that_cross_a_file_have_a_gloss() -> None:
    pages = "".join((ASP / page).read_text("utf-8") for page in ("GLOSSARY.md", "INSTANCE.md"))
    explained = set(re.findall(r"^\| `([a-z]\w*)", pages, re.MULTILINE))
    crossed = {word for path in FILES for word, _ in crossing(FOLDERS, path)}
    assert sorted(crossed - explained) == []


@pytest.mark.slow
def test_a_name_has_one_number_of_arguments() -> None:
    arities = defaultdict(set)
    for word, arity in derived_in():
        arities[word].add(arity)
    assert {word for word, several in arities.items() if len(several) > 1} == set(TWO_ARITIES)


def test_what_binds_a_route_besides_its_graph_is_a_route_fact() -> None:
    """route.lp has nothing else of the position."""
    folder = rule_sets.root() / "asl"
    wanted = set(
        re.findall(r"\b(\w+)/\d", "".join(re.findall(r"(?m)^#defined.*", (folder / "route.lp").read_text("utf-8"))))
    )
    texts = [path.read_text("utf-8") for path in folder.glob("*.lp")]
    given = {word for text in texts for word in re.findall(r"(?m)^route_fact\(Unit,(\w+)", text)}
    assert wanted == given != set()
    messages: list[str] = []
    control = Control([], logger=lambda _, message: messages.append(message), message_limit=100)
    control.add("base", [], rule_sets.program("asl", "route"))
    control.ground([("base", [])])
    assert messages == [], "route.lp asks for what it does not name with #defined"
