"""Corpora: files of JSON lines, each with a position, a question about it, and the answer.

A file is called `NAME.jsonl`, and a line of it `NAME.jsonl#ID` wherever a position's file may be named.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, get_args

from ..errors import InstanceError, quote
from ..json_form import Shape, Text, described
from .contents import read_contents

SUFFIX = ".jsonl"
BYTE_LIMIT = 64_000_000
Verb = Literal["solve", "phase"]
_ID = r"^[A-Za-z0-9][A-Za-z0-9.+_-]*$"  # `+` joins kinds
_NAMED = re.compile(rf"(.*{re.escape(SUFFIX)})#(.+)", re.DOTALL)


@described
class Made(NamedTuple):
    """The making of a position: by `pyrout generate` with this seed, as the N-th of its kind."""

    seed: Annotated[int, "`--seed`."]
    number: Annotated[int, Shape(minimum=1), "Its number among those of the kind."]
    routes: Annotated[int, Shape(minimum=1), "`--routes`: the maximum number of routes."]
    board: Annotated[str, "The name of the board that `--board` gave; missing where the terrain was drawn."] = ""

    def fields(self) -> dict[str, int | str]:
        """Return the fields as a line has them."""
        return {name: value for name, value in self._asdict().items() if value != ""}


_NUMBERS = tuple(name for name in Made._fields if name != "board")


@described
class Line(NamedTuple):
    """A line of a corpus: a position with a question and its answer."""

    id: Annotated[str, Shape(pattern=_ID), "Its name in the file."]
    kind: Annotated[Text, "The kind of position, as in `pyrout generate --list`."]
    made: Annotated[Made, "How it was made."]
    position: Annotated[Text, "The position: the text of a file of facts."]
    question: Annotated[Verb, "The command that answers it."]
    answer: Annotated[Mapping[str, Any], "What the command prints as JSON, without options that have their default."]

    def text(self) -> str:
        """Return the line as it is written."""
        whole = {**self._asdict(), "made": self.made.fields()}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def reference(file: str | os.PathLike[str], line: str) -> str:
    """Return the name of a line of a corpus: `NAME.jsonl#ID`."""
    return f"{os.fspath(file)}#{line}"


def split_reference(name: str) -> tuple[str, str] | None:
    """Return the file and the id that `NAME.jsonl#ID` names; None for any other name."""
    match = _NAMED.fullmatch(name)
    return (match[1], match[2]) if match else None


def is_corpus(name: str | os.PathLike[str]) -> bool:
    """Return True for the name of a corpus."""
    return os.fspath(name).endswith(SUFFIX)


def read_corpus(name: str | os.PathLike[str]) -> Mapping[str, Line]:
    """Return the lines of a corpus by their ids, in order.

    A corpus has at most 64 MB. Raises InstanceError.
    """
    path = os.fspath(name)
    try:
        status = os.stat(path)
        stamp = (status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        stamp = (0, 0)  # reading it says what is wrong
    return _lines(path, stamp)


@lru_cache(maxsize=16)  # more than are shipped: a list of all positions reads them in turn
def _lines(path: str, stamp: tuple[int, int]) -> Mapping[str, Line]:
    contents = read_contents(path, BYTE_LIMIT, ("name a corpus of JSON lines", "split it into several"))
    lines: dict[str, Line] = {}
    for number, raw in enumerate(contents.split(b"\n"), 1):
        if raw.strip():
            line = _line(path, number, raw)
            if line.id in lines:
                raise InstanceError(path, number, 1, f"the id {quote(line.id)} is there twice", "give it another")
            lines[line.id] = line
    return lines


def _line(path: str, number: int, raw: bytes) -> Line:
    def refuse(problem: str) -> InstanceError:
        return InstanceError(path, number, 1, problem, "`pyrout schema` describes a line as `corpus_line`")

    try:
        read = json.loads(raw)
    except (ValueError, RecursionError):
        raise refuse("not JSON: a line of a corpus is one JSON object") from None
    if not isinstance(read, dict):
        raise refuse("a line is an object")
    if missing := [field for field in Line._fields if field not in read]:
        raise refuse(f"the line has no {missing[0]}")
    if more := [field for field in read if field not in Line._fields]:
        raise refuse(f"a line has no field {quote(more[0])}")
    for field in ("id", "kind", "position"):
        if not isinstance(read[field], str) or not read[field]:
            raise refuse(f"{field} is a text")
    if not re.match(_ID, read["id"]):
        raise refuse(f"{quote(read['id'])} is not an id, which has letters, digits, . + _ and -")
    if read["question"] not in get_args(Verb):
        raise refuse(f"question is {' or '.join(get_args(Verb))}")
    if not isinstance(read["answer"], dict):
        raise refuse("answer is an object")
    made = read["made"]
    kinds = {name: type(value) for name, value in made.items()} if isinstance(made, dict) else {}
    if kinds.pop("board", str) is not str or kinds != dict.fromkeys(_NUMBERS, int):
        raise refuse(f"made has the numbers {', '.join(_NUMBERS)}, and perhaps the name of a board")
    return Line(**{**read, "made": Made(**made)})


def line_named(name: str) -> Line:
    """Return the line that `NAME.jsonl#ID` names.

    Raises InstanceError.
    """
    named = split_reference(name)
    assert named
    lines = read_corpus(named[0])
    if named[1] not in lines:
        raise InstanceError(named[0], 0, 0, f"has no line with the id {quote(named[1])}", "check the id")
    return lines[named[1]]
