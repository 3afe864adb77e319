"""A stranger's text to facts.

A file is parsed here and never handed to clingo unchanged: what clingo gets is `Instance.program()`, written anew
from the facts that were understood. Everything else (rules, directives, variables, unknown predicates) is refused with
its place. The vocabulary is the table in `vocabulary.py`; what only one rule set knows is not checked here.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, NamedTuple, NoReturn, get_args

from ..base import arguments
from ..errors import InstanceError, UsageError, quote
from . import corpus
from .consistency import Need, check_facts
from .contents import read_contents
from .facts import Fact, Instance
from .objects import from_json
from .vocabulary import BY_NAME, DIGIT_LIMIT, TOKEN_LIMIT, Kind, Name, Simple, Term, Value, unknown_predicate

__all__ = ["load", "parse", "read_text"]
BYTE_LIMIT = 5_000_000
FACT_LIMIT = 200_000
ARGUMENT_LIMIT = 9


def load(path: str | os.PathLike[str], *, need: Need = "router") -> Instance:
    """Return the instance in a file of at most 5 MB of UTF-8 text.

    Raises InstanceError, UsageError for what is no path.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise UsageError(f"load wants a path, not {arguments.kind(path)}")
    name = os.fspath(path)
    shown = name.encode("utf-8", "backslashreplace").decode()  # surrogates of a name that is no UTF-8 are not in JSON
    return parse(read_text(name), shown, need=need)


_given: dict[str, Callable[[], str]] = {}


def give(name: str, text: Callable[[], str]) -> None:
    """From now on the text of what is called so is this, and no file is read for it.

    It may raise InstanceError.
    """
    _given[name] = text


def is_given(name: str) -> bool:
    """Return True if a text was given by that name."""
    return name in _given


def read_text(name: str) -> str:
    """Return the text of an instance file, of a line of a corpus (`NAME.jsonl#ID`), or one given by that name.

    A file must be regular, with at most 5 MB of UTF-8. Raises InstanceError.
    """
    if name in _given:
        return _given[name]()
    if corpus.split_reference(name):
        return corpus.line_named(name).position
    if corpus.is_corpus(name):
        lines = corpus.read_corpus(name)
        some = f", such as {corpus.reference(name, next(iter(lines)))}" if lines else ""
        raise InstanceError(name, 0, 0, "is a corpus of positions", f"name one of its lines by its id{some}")
    return decode_text(name, read_contents(name, BYTE_LIMIT, _REMEDIES))


def parse(text: str | Mapping[str, Any], name: str = "<text>", *, need: Need = "router") -> Instance:
    """Return the instance in a text of facts, or in a JSON object or its text.

    `name` stands for the file in messages. Raises InstanceError, UsageError for what is no text.

    >>> from pyrout import parse
    >>> parse("unit(g1,german,sqad).")
    Traceback (most recent call last):
        ...
    pyrout.errors.InstanceError: <text>:1:16: sqad is not a kind of unit; did you mean squad?
    """
    if not isinstance(text, Mapping):
        text = arguments.string(text, "text", "a string of facts (pyrout.load reads a file)")
    name = arguments.string(name, "name", "the name of a file, for messages")
    arguments.one_of(need, "need", get_args(Need))
    if isinstance(text, Mapping):
        return from_json(text, name, need=need)
    if len(text) > BYTE_LIMIT:
        raise InstanceError(name, 0, 0, "the text is longer than 5 MB", _FAR_HEXES)
    if is_object(text):
        return from_json(_object(text, name), name, need=need)
    return check_facts(Instance(name, _Reader(name, text).facts()), need)


_OBJECT = re.compile(r'\ufeff?\s*\{\s*["}]')  # how a position as JSON begins


def is_object(text: str) -> bool:
    """Return True for the text of a position as JSON."""
    return bool(_OBJECT.match(text))


def _object(text: str, name: str) -> dict[str, Any]:
    try:
        read = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise InstanceError(name, error.lineno, error.colno, f"not JSON: {error.msg}", "see `pyrout convert`") from None
    except (ValueError, RecursionError):
        raise InstanceError(name, 0, 0, "not JSON that can be read", "see `pyrout convert`") from None
    assert isinstance(read, dict)
    return read


def facts_in(text: str, name: str) -> tuple[Fact, ...]:
    """Return the facts of a text, of which nothing is known but that each by itself is one.

    Raises InstanceError.
    """
    return _Reader(name, text).facts()


def decode_text(name: str, contents: bytes) -> str:
    """Return the text of the bytes of a file.

    Raises InstanceError for bytes that are not UTF-8.
    """
    if contents.startswith(b"PK\x03\x04"):
        raise InstanceError(name, 0, 0, "is a zip archive, not text", "if it is a saved game, `pyrout import` it first")
    try:
        return contents.decode("utf-8")
    except UnicodeDecodeError as error:
        # A file with NUL bytes is a picture or the like. The page has the same message (incoming.js).
        if b"\0" in contents[:512] and not contents.startswith(_UTF_16):
            raise InstanceError(name, 1, 1, "no text: this is no position", _NAME_FACTS) from None
        lines = contents[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        byte = f"byte 0x{contents[error.start]:02x} at offset {error.start}"
        column = len(lines[-1].decode("utf-8").lstrip("\ufeff")) + 1
        raise InstanceError(name, len(lines), column, f"not UTF-8 text ({byte})", "save it as UTF-8") from None


_FAR_HEXES = "leave out hexes far from the routing units"
_REMEDIES = ("name a file of instance facts", _FAR_HEXES)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # what such a text begins with
_NAME_FACTS = "name a file of instance facts, such as unit(g1,german,squad)."
_CURLY = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb\u2033"  # quotes as text processors set them
_HEX = re.compile(r"_*[A-Z]{1,3}[0-9]{1,2}")
# Beginnings of a line of prose, Markdown, HTML or JSON that begin no fact.
_NO_FACTS = re.compile(r"#+(?![a-z])|[<\[]|\{\s*$|(?!not )[A-Za-z][A-Za-z'-]*,? +[A-Za-z]")

# A whole fact on the fast path: no terms, no escapes, at most one blank after a comma. It matches everywhere, if
# only nothing: that is where the careful path has to look.
_ARG = rf'("[^"\\\n]{{0,{TOKEN_LIMIT}}}+"|-?[0-9]{{1,{DIGIT_LIMIT}}}+|[a-z][A-Za-z0-9_]{{0,{TOKEN_LIMIT - 1}}}+)'
_FACT = re.compile(
    rf"(?:[ \t\n]*+(?:%(?!\*)[^\n]*+[ \t\n]*+)*+([a-z_]++)\({_ARG}(?:, ?{_ARG}(?:, ?{_ARG}(?:, ?{_ARG})?)?)?\)\.)?+"
)
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\n]++|%(?!\*)[^\n]*+)
    |(?P<block>%\*)
    |(?P<string>"(?:[^"\\\n]|\\["\\n])*+")
    |(?P<number>-?[0-9]++)
    |(?P<not>not(?![A-Za-z0-9_']))
    |(?P<name>_*+[a-z][A-Za-z0-9_']*+)
    |(?P<variable>_*+[A-Z][A-Za-z0-9_']*+|_++)
    |(?P<directive>\#[a-z]*+)
    |(?P<sign>:-|:~|\.\.|!=|<=|>=|\*\*|[-.,();:{}|=<>!+*/\\&?^~@])
    |(?P<end>\Z)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_IN_BLOCK = re.compile(r"%\*|\*%|%[^\n]*+")
_ESCAPE = re.compile(r"\\(.)")
_ONLY_FACTS = "remove it: an instance holds only facts"
_A_VALUE = "write a number, a constant or a name in quotes"
_COMPARISONS = ("=", "!=", "<", ">", "<=", ">=", "!")
_ARITHMETIC = ("+", "-", "*", "/", "\\", "**", "&", "?", "^", "~", "|")
# Problems of a statement, by the sign that it begins with, or by the kind of its first token; `{}` is the token
_STATEMENTS = {
    "directive": "{} is a directive",
    "not": "not is negation",
    ":-": "this is a constraint",
    ":~": "this is a weak constraint",
    "{": "this is a choice",
    "}": "this is a choice",
    "|": "this is a disjunction",
    ";": "this is a disjunction",
    ",": "this is more than one atom",
    ":": "this is a condition",
    "@": "this is a call of a function",
    "&": "this is a theory atom",
    "~": "this is negation",
    "-": "this is negation",
}
# Problems of what goes on so after an atom
_GOING_ON = {**_STATEMENTS, ":-": "this is a rule", **dict.fromkeys(_COMPARISONS, "this is a comparison")}
# Problems of an argument that has such a token in it, and remedies
_ARGUMENTS = {
    "end": ("the file ends inside a fact", "close it with ) and a full stop"),
    "variable": ("{} is a variable", "write a constant in lower case, or a name in quotes"),
    "not": ("not is a word of clingo, not a constant", "choose another name"),
    "directive": ("{} is a directive", _A_VALUE),
    **dict.fromkeys(("string", "number", "name"), ("a comma or ) is missing before {}", "put one there")),
    **dict.fromkeys(_COMPARISONS, ("this is a comparison", "write the value")),
    **dict.fromkeys(_ARITHMETIC, ("this is arithmetic", "write the number that it amounts to")),
    "..": ("this is an interval", "write one fact for each value"),
    ";": ("this is a pool", "write one fact for each value"),
    ":-": ("this is a rule where the argument should end", _ONLY_FACTS),
    "@": ("this is a call of a function", "write the value"),
    "(": ("parentheses where an argument should be", _A_VALUE),
    ")": ("an argument is missing here", _A_VALUE),
    ",": ("an argument is missing here", _A_VALUE),
    ".": ("a full stop inside the parentheses", "close them with ) first"),
}


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int

    @property
    def sort(self) -> str:
        """The sign that it is, or else its kind."""
        return self.text if self.kind == "sign" else self.kind


class _Values(dict[str, Value]):
    """The values of one kind of argument by their text; KeyError for what the careful path has to refuse."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __missing__(self, text: str) -> Value:
        first = text[0]
        value: Value = text[1:-1] if first == '"' else Name(text) if first.isalpha() else int(text)
        if (isinstance(value, int) and not _canonical(text)) or self.kind.problem(value):
            raise KeyError(text)
        self[text] = value
        return value


def _canonical(digits: str) -> bool:
    """Return True if a number has no leading zeros, which clingo does not read."""
    bare = digits.removeprefix("-")
    return bare == "0" or not bare.startswith("0")


class _Reader:
    """Reads one text.

    Two paths: a pattern for whole facts, and a careful one for whatever that does not match.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.text = text.removeprefix("\ufeff")
        # The offset before each line, so that a binary search gives the line.
        self.line_ends = [-1, *(match.start() for match in re.finditer("\n", self.text))]

    def facts(self) -> tuple[Fact, ...]:
        """Return every fact once, in order.

        Raises InstanceError at the first error.
        """
        text, ends = self.text, self.line_ends
        if "\0" in text:
            self.refuse(text.index("\0"), "a NUL character: this is no text file", "name a file of instance facts")
        atoms: dict[tuple[str, tuple[Value, ...]], Fact] = {}
        readers = _Readers()
        position = count = 0
        while True:
            for match in islice(_FACT.finditer(text, position), FACT_LIMIT + 1 - count):
                groups = match.lastindex
                if groups is None:
                    break
                name, a, b, c, d = match.groups()
                try:
                    values = readers[name][groups - 1]
                    if groups == 3:
                        args: tuple[Value, ...] = (values[0][a], values[1][b])
                    elif groups == 4:
                        args = (values[0][a], values[1][b], values[2][c])
                    elif groups == 2:
                        args = (values[0][a],)
                    else:
                        args = (values[0][a], values[1][b], values[2][c], values[3][d])
                except KeyError:
                    break
                start = match.start(1)
                line = bisect_left(ends, start)
                atoms.setdefault((name, args), Fact(name, args, line, start - ends[line - 1]))
                position = match.end()
                count += 1
            if count <= FACT_LIMIT:
                read = self.careful(position)
                if read is None:
                    break
                fact, position = read
                atoms.setdefault((fact.name, fact.args), fact)
                count += 1
            if count > FACT_LIMIT:
                self.refuse(position - 1, f"more than {FACT_LIMIT:,} facts", _FAR_HEXES)
        if not atoms:
            remedy = "see asp/INSTANCE.md for what an instance holds"
            raise InstanceError(self.name, 1, 1, "the file holds no facts", remedy)
        return tuple(atoms.values())

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self.line_ends, offset)
        return line, offset - self.line_ends[line - 1]

    def refuse(self, offset: int, problem: str, remedy: str) -> NoReturn:
        raise InstanceError(self.name, *self.place(offset), problem, remedy)

    def careful(self, position: int) -> tuple[Fact, int] | None:
        """Return the fact after this offset, and the offset after it; None at the end of the text."""
        head = self.token(position)
        if head.kind == "end":
            return None
        if position == 0 and _NO_FACTS.match(self.text, head.start):
            self.refuse(head.start, "this is no position: it does not begin with a fact", _NAME_FACTS)
        if head.kind != "name":
            self.refuse_statement(head)
        if head.text not in BY_NAME:
            self.refuse(head.start, *unknown_predicate(head.text, 0))
        token = self.token(head.end)
        args: list[tuple[Value, int]] = []
        if token.text == "(":
            args, token = self.arguments(token.end, deep=False)
        if token.kind == "end":
            self.refuse(head.start, f"the file ends inside this fact of {head.text}", "finish it with a full stop")
        if token.text != ".":
            self.refuse_statement(token, after=True)
        predicate = BY_NAME[head.text].get(len(args))
        if predicate is None:
            self.refuse(head.start, *unknown_predicate(head.text, len(args)))
        for kind, (value, start) in zip(predicate.args, args, strict=True):
            problem = kind.problem(value)
            if problem:
                self.refuse(start, *problem)
        return Fact(head.text, tuple(value for value, _ in args), *self.place(head.start)), token.end

    def arguments(self, position: int, *, deep: bool) -> tuple[list[tuple[Value, int]], _Token]:
        """Read the arguments after an opening parenthesis, each with its offset, and the token after them."""
        args: list[tuple[Value, int]] = []
        while True:
            token = self.token(position)
            value: Value = self.simple(token)
            after = self.token(token.end)
            if after.sort == "(":
                if deep or not isinstance(value, Name):
                    self.refuse(after.start, "parentheses inside a term", "terms are not nested in this vocabulary")
                inner, after = self.arguments(after.end, deep=True)
                value = Term(str(value), tuple(item for item, _ in inner if not isinstance(item, Term)))
            if len(args) == ARGUMENT_LIMIT:
                self.refuse(token.start, f"more than {ARGUMENT_LIMIT} arguments", "no fact has that many")
            args.append((value, token.start))
            if after.sort == ")":
                return args, self.token(after.end)
            if after.sort != ",":
                part = self.token(after.end) if after.text == "." and token.kind == "number" else after
                if part.kind == "number" and part.start == after.end == token.end + 1:
                    smaller = "count in smaller parts (on a table with unit_of_length, as in unit_of_length(inch,2))"
                    self.refuse(token.start, f"{token.text}.{part.text} is no whole number", f"round it, or {smaller}")
                self.refuse_argument(after)
            position = after.end

    def simple(self, token: _Token) -> Simple:
        """Return the number, string or constant that a token is."""
        text = token.text
        if token.kind == "number":
            if len(text.removeprefix("-")) > DIGIT_LIMIT:
                self.refuse(token.start, f"{quote(text)} has more than {DIGIT_LIMIT} digits", "write a smaller number")
            if not _canonical(text):
                self.refuse(token.start, f"{text} has leading zeros", f"write {int(text)}")
            return int(text)
        if token.kind not in ("string", "name"):
            self.refuse_argument(token)
        if len(text) > TOKEN_LIMIT + (2 if token.kind == "string" else 0):
            self.refuse(token.start, f"{quote(text)} is longer than {TOKEN_LIMIT} characters", "write a shorter name")
        if token.kind == "name":
            return Name(text)
        return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text[1:-1])

    def token(self, position: int) -> _Token:
        """Return the next token, past blanks and comments."""
        while True:
            match = _TOKEN.match(self.text, position)
            assert match and match.lastgroup
            if match.lastgroup == "blank":
                position = match.end()
            elif match.lastgroup == "block":
                position = self.after_block(match.start())
            else:
                return _Token(match.lastgroup, match[0], match.start(), match.end())

    def after_block(self, start: int) -> int:
        """Return the offset after a block comment: they nest, and in them % hides the rest of its line, as in clingo."""
        depth = 0
        for match in _IN_BLOCK.finditer(self.text, start):
            depth += {"%*": 1, "*%": -1}.get(match[0], 0)
            if depth == 0:
                return match.end()
        self.refuse(start, "the comment that begins here has no end", "close it with *%")

    def refuse_statement(self, token: _Token, after: bool = False) -> NoReturn:
        """Refuse what is not the beginning of a fact, or not the full stop after one."""
        text = quote(token.text)
        statement = (_GOING_ON if after else _STATEMENTS).get(token.sort)
        if statement:
            self.refuse(token.start, statement.format(text), _ONLY_FACTS)
        if after and token.sort in ("string", "number", "name", "variable", "(", ")"):
            self.refuse(token.start, f"a full stop is missing before {text}", "end each fact with a full stop")
        if token.kind == "variable":
            self.refuse(token.start, f"{text} is a variable, not a predicate", "write predicates in lower case")
        self.refuse_other(token, "a full stop" if after else "a fact, such as unit(g1,german,squad).")

    def refuse_argument(self, token: _Token) -> NoReturn:
        """Refuse what is not an argument, or not the comma or parenthesis after one."""
        text = quote(token.text)
        if token.kind == "variable" and _HEX.fullmatch(token.text):
            remedy = f'write ids in lower case, as in {text.lower()}, and hexes in quotes, as in "{text}"'
            self.refuse(token.start, f"{text} is a variable", remedy)
        negative = token.kind == "number" and token.text.startswith("-")  # it stands where a minus would
        problem, remedy = _ARGUMENTS.get("-" if negative else token.sort, ("", ""))
        if problem:
            self.refuse(token.start, problem.format(text), remedy)
        self.refuse_other(token, "a number, a constant or a name in quotes")

    def refuse_other(self, token: _Token, instead: str) -> NoReturn:
        if token.text == '"':
            problem = "the quotes that open here are not closed properly"
            self.refuse(token.start, problem, 'close them on the same line, and use \\ only before ", \\ and n')
        if token.text in _CURLY:
            self.refuse(token.start, f"{token.text} is a curly quote", 'use straight quotes, as in "B2"')
        self.refuse(token.start, f"{quote(token.text)} is out of place here", f"write {instead}")


class _Readers(dict[str, dict[int, list[_Values]]]):
    """The readers of the arguments of each predicate and arity, shared between arguments of one kind."""

    def __init__(self) -> None:
        self.by_kind: dict[Kind, _Values] = {}

    def __missing__(self, name: str) -> dict[int, list[_Values]]:
        forms = BY_NAME[name]
        self[name] = made = {
            arity: [self.by_kind.setdefault(kind, _Values(kind)) for kind in predicate.args]
            for arity, predicate in forms.items()
        }
        return made
