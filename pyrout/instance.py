"""Instances: positions as ground facts, read from files that strangers wrote.

A file is parsed here and never handed to clingo as it stands: what clingo gets is `Instance.program()`, written anew
from the facts that were understood. Everything else (rules, directives, variables, unknown predicates) is refused with
its place. The vocabulary is the table in `vocabulary.py`; what only one rule set knows is not checked here.
"""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from . import rulesets
from .errors import InstanceError, shown
from .vocabulary import (
    BY_NAME,
    CARRIERS,
    CONTRADICTORY,
    DIGIT_LIMIT,
    EXPECTED,
    FLEEING,
    NOWHERE,
    ONLY_WITH,
    SINGLE_ANSWERS,
    SW_STATUS,
    TOKEN_LIMIT,
    Kind,
    Name,
    Problem,
    Simple,
    Term,
    Value,
    nearest,
    said,
    written,
)

__all__ = ["Fact", "Instance", "Name", "Need", "Term", "Value", "checked", "load", "parse", "read_text"]

BYTE_LIMIT = 5_000_000
FACT_LIMIT = 200_000
HEX_LIMIT = 3_000
UNIT_LIMIT = 400
ARGUMENT_LIMIT = 9

# What the facts must amount to: anything (the hexes of a board, say), a position (two sides and a unit), or a position
# in which somebody may rout.
Need: TypeAlias = Literal["facts", "position", "router"]


class Fact(NamedTuple):
    """One fact and its place (line and column count from 1; 0 for a fact from no file). `str()` is its clingo text."""

    name: str
    args: tuple[Value, ...]
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(written, self.args))})"


@dataclass(frozen=True)
class Instance:
    """A position: its name (the file's) and its facts, in the order of the file and each only once.

    >>> board = parse('hex("yA1",0,1). terrain("yA1",woods).', need="facts")
    >>> board.of("terrain")[0].args
    ('yA1', woods)
    >>> print(board.without("hex").program(), end="")
    terrain("yA1",woods).
    """

    name: str
    facts: tuple[Fact, ...] = field(repr=False)

    def of(self, name: str) -> tuple[Fact, ...]:
        """The facts of one predicate, of whatever arity."""
        return self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> dict[str, tuple[Fact, ...]]:
        lists: dict[str, list[Fact]] = {}
        for fact in self.facts:
            lists.setdefault(fact[0], []).append(fact)
        return {name: tuple(facts) for name, facts in lists.items()}

    @property
    def rules(self) -> Name | None:
        """The rule set that the instance names."""
        return next((Name(fact.args[0]) for fact in self.of("rules")), None)

    @property
    def units(self) -> tuple[Name, ...]:
        """The ids of the units, in the order of the file."""
        return tuple(Name(fact.args[0]) for fact in self.of("unit"))

    def program(self, without: Collection[str] = ()) -> str:
        """The facts as a clingo program, one a line, leaving out the predicates `without`."""
        texts: dict[type, _Texts] = {kind: _Texts() for kind in (int, str, Name, Term)}
        return "".join(
            [
                f"{name}({','.join([texts[type(arg)][arg] for arg in args])}).\n"
                for name, args, _, _ in self.facts
                if name not in without
            ]
        )

    def with_facts(self, facts: Iterable[Fact]) -> Instance:
        """The instance with more facts. Raises InstanceError for one that is not in the vocabulary or contradicts."""
        added = tuple(facts)
        for fact in added:
            problem = _fact_problem(fact)
            if problem:
                raise InstanceError(self.name, fact.line, fact.column, *problem)
        atoms = {fact[:2]: fact for fact in reversed(self.facts + added)}
        result = Instance(self.name, tuple(reversed(atoms.values())))
        _check(result, "facts")
        return result

    def checked(self, need: Need) -> Instance:
        """The instance itself, if its facts amount to what is needed. Raises InstanceError."""
        _check(self, need)
        return self

    def without(self, *names: str) -> Instance:
        """The instance without the facts of these predicates."""
        return Instance(self.name, tuple(fact for fact in self.facts if fact.name not in names))

    def with_options(self, options: Mapping[str, str]) -> Instance:
        """The instance with these options in place of its own of the same names. Raises InstanceError."""
        kept = tuple(f for f in self.facts if f.name != "option" or f.args[0] not in options)
        return Instance(self.name, kept).with_facts(
            Fact("option", (Name(option), Name(value))) for option, value in options.items()
        )


class _Texts(dict[Value, str]):
    """How each value is written, worked out once."""

    def __missing__(self, value: Value) -> str:
        self[value] = text = written(value)
        return text


def _fact_problem(fact: Fact) -> Problem | None:
    """What is wrong with a fact that a program made."""
    predicate = BY_NAME.get(fact.name, {}).get(len(fact.args))
    if predicate is None:
        return _unknown(fact.name, len(fact.args))
    for kind, value in zip(predicate.args, fact.args, strict=True):
        if type(value) not in (int, str, Name, Term):
            return f"{shown(repr(value))} is no value of a fact", f"write {predicate.example}"
        problem = kind.problem(value)
        if problem:
            return problem
    return None


def _unknown(name: str, arity: int) -> Problem:
    """A predicate that the vocabulary does not have, or not with so many arguments."""
    forms = BY_NAME.get(name)
    if forms:
        examples = " or ".join(predicate.example for predicate in forms.values())
        return f"{name} does not take {arity} argument{'' if arity == 1 else 's'}", f"write {examples}"
    near = nearest(name, tuple(BY_NAME))
    remedy = f"did you mean {near}?" if near else "use the predicates that asp/README.md lists, or remove it"
    return f"unknown predicate {shown(name)}", remedy


# ---------------------------------------------------------------------------------------------------------------------
# Reading


def load(path: str | os.PathLike[str], *, need: Need = "router") -> Instance:
    """The instance in a file of at most 5 MB of UTF-8 text. Raises InstanceError."""
    name = os.fspath(path)
    return parse(read_text(name), name, need=need)


def read_text(name: str) -> str:
    """The text of an instance file: a regular one, at most 5 MB of UTF-8. Raises InstanceError."""
    return _text(name, _contents(name))


def parse(text: str, name: str = "<text>", *, need: Need = "router") -> Instance:
    """The instance in a text; `name` stands for the file in messages. Raises InstanceError.

    >>> parse("unit(g1,german,sqad).")
    Traceback (most recent call last):
        ...
    pyrout.errors.InstanceError: <text>:1:16: sqad is not a kind of unit; did you mean squad?
    """
    if len(text) > BYTE_LIMIT:
        raise InstanceError(name, 0, 0, "the text is longer than 5 MB", "leave out hexes far from the routing units")
    instance = Instance(name, _Reader(name, text).facts())
    _check(instance, need)
    return instance


def _contents(name: str) -> bytes:
    """The bytes of a regular file, never more than the limit: devices and pipes may have no end."""
    try:
        if not stat.S_ISREG(os.stat(name).st_mode):
            kind = "a directory" if os.path.isdir(name) else "not a regular file"
            raise InstanceError(name, 0, 0, f"is {kind}", "name a file of instance facts")
        with open(name, "rb", opener=_open_without_waiting) as file:
            contents = file.read(BYTE_LIMIT + 1)
    except FileNotFoundError:
        raise InstanceError(name, 0, 0, "no such file", "check the path") from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InstanceError(name, 0, 0, f"cannot be read: {reason}", "check the path and its permissions") from None
    if len(contents) > BYTE_LIMIT:
        raise InstanceError(name, 0, 0, "is larger than 5 MB", "leave out hexes far from the routing units")
    return contents


def _open_without_waiting(name: str, flags: int) -> int:
    # A pipe that took the file's place since it was looked at must not make us wait for a writer.
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _text(name: str, contents: bytes) -> str:
    if contents.startswith(b"PK\x03\x04"):
        raise InstanceError(name, 0, 0, "is a zip archive, not text", "if it is a saved game, `pyrout import` it first")
    try:
        return contents.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = contents[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        byte = f"byte 0x{contents[error.start]:02x} at offset {error.start}"
        column = len(lines[-1].decode("utf-8").lstrip("\ufeff")) + 1
        raise InstanceError(name, len(lines), column, f"not UTF-8 text ({byte})", "save it as UTF-8") from None


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
_STATEMENTS = {  # what a statement is that begins or goes on with this sign
    ":-": "a rule",
    ":~": "a weak constraint",
    "{": "a choice",
    "}": "a choice",
    "|": "a disjunction",
    ";": "a disjunction",
    ",": "more than one atom",
    ":": "a condition",
    "@": "a call of a function",
    "&": "a theory atom",
    "~": "negation",
    "-": "negation",
}
_ARGUMENTS = {  # what is wrong with an argument that has this sign in it
    "..": ("this is an interval", "write one fact for each value"),
    ";": ("this is a pool", "write one fact for each value"),
    ":-": ("this is a rule where the argument should end", _ONLY_FACTS),
    "@": ("this is a call of a function", "write the value"),
    "(": ("parentheses where an argument should be", "write a number, a constant or a name in quotes"),
    ")": ("an argument is missing here", "write a number, a constant or a name in quotes"),
    ",": ("an argument is missing here", "write a number, a constant or a name in quotes"),
    ".": ("a full stop inside the parentheses", "close them with ) first"),
}
_COMPARISONS = ("=", "!=", "<", ">", "<=", ">=", "!")
_ARITHMETIC = ("+", "-", "*", "/", "\\", "**", "&", "?", "^", "~", "|")


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


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
    """Whether a number has no leading zeros, which clingo does not read."""
    bare = digits.removeprefix("-")
    return bare == "0" or not bare.startswith("0")


class _Reader:
    """Reads one text. Two paths: a pattern for whole facts, and a careful one for whatever that does not match."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.text = text.removeprefix("\ufeff")
        # The offset before each line, so that a binary search gives the line.
        self.line_ends = [-1, *(match.start() for match in re.finditer("\n", self.text))]

    def facts(self) -> tuple[Fact, ...]:
        """Every fact once, in order. Raises InstanceError for the first thing that is none."""
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
                found = self.careful(position)
                if found is None:
                    break
                fact, position = found
                atoms.setdefault((fact.name, fact.args), fact)
                count += 1
            if count > FACT_LIMIT:
                self.refuse(
                    position - 1, f"more than {FACT_LIMIT:,} facts", "leave out hexes far from the routing units"
                )
        if not atoms:
            raise InstanceError(
                self.name, 1, 1, "the file holds no facts", "see asp/README.md for what an instance holds"
            )
        return tuple(atoms.values())

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self.line_ends, offset)
        return line, offset - self.line_ends[line - 1]

    def refuse(self, offset: int, problem: str, remedy: str) -> NoReturn:
        raise InstanceError(self.name, *self.place(offset), problem, remedy)

    def careful(self, position: int) -> tuple[Fact, int] | None:
        """The fact after this offset, and the offset after it; None at the end of the text."""
        head = self.token(position)
        if head.kind == "end":
            return None
        if head.kind != "name":
            self.refuse_statement(head)
        if head.text not in BY_NAME:
            self.refuse(head.start, *_unknown(head.text, 0))
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
            self.refuse(head.start, *_unknown(head.text, len(args)))
        for kind, (value, start) in zip(predicate.args, args, strict=True):
            problem = kind.problem(value)
            if problem:
                self.refuse(start, *problem)
        return Fact(head.text, tuple(value for value, _ in args), *self.place(head.start)), token.end

    def arguments(self, position: int, *, deep: bool) -> tuple[list[tuple[Value, int]], _Token]:
        """The arguments after an opening parenthesis, each with its offset, and the token after the closing one."""
        args: list[tuple[Value, int]] = []
        while True:
            token = self.token(position)
            value: Value = self.simple(token)
            after = self.token(token.end)
            if after.text == "(" and after.kind == "sign":
                if deep or not isinstance(value, Name):
                    self.refuse(after.start, "parentheses inside a term", "terms are not nested in this vocabulary")
                inner, after = self.arguments(after.end, deep=True)
                value = Term(str(value), tuple(item for item, _ in inner if not isinstance(item, Term)))
            if len(args) == ARGUMENT_LIMIT:
                self.refuse(token.start, f"more than {ARGUMENT_LIMIT} arguments", "no fact takes so many")
            args.append((value, token.start))
            if after.text == ")" and after.kind == "sign":
                return args, self.token(after.end)
            if after.text != "," or after.kind != "sign":
                self.refuse_argument(after)
            position = after.end

    def simple(self, token: _Token) -> Simple:
        """The number, string or constant that a token is."""
        text = token.text
        if token.kind == "number":
            if len(text.removeprefix("-")) > DIGIT_LIMIT:
                self.refuse(token.start, f"{shown(text)} has more than {DIGIT_LIMIT} digits", "write a smaller number")
            if not _canonical(text):
                self.refuse(token.start, f"{text} has leading zeros", f"write {int(text)}")
            return int(text)
        if token.kind not in ("string", "name"):
            self.refuse_argument(token, first=True)
        if len(text) > TOKEN_LIMIT + (2 if token.kind == "string" else 0):
            self.refuse(token.start, f"{shown(text)} is longer than {TOKEN_LIMIT} characters", "write a shorter name")
        if token.kind == "name":
            return Name(text)
        return _ESCAPE.sub(lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])

    def token(self, position: int) -> _Token:
        """The next token, past blanks and comments."""
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
        """The offset after a block comment: they nest, and in them too % hides the rest of its line, as in clingo."""
        depth = 0
        for match in _IN_BLOCK.finditer(self.text, start):
            depth += {"%*": 1, "*%": -1}.get(match[0], 0)
            if depth == 0:
                return match.end()
        self.refuse(start, "the comment that begins here has no end", "close it with *%")

    def refuse_statement(self, token: _Token, after: bool = False) -> NoReturn:
        """Refuses what is not the beginning of a fact, or not the full stop after one."""
        text = shown(token.text)
        if token.kind == "directive":
            self.refuse(token.start, f"{text} is a directive", _ONLY_FACTS)
        if token.kind == "not":
            self.refuse(token.start, "not is negation", _ONLY_FACTS)
        if after and token.text in _COMPARISONS:
            self.refuse(token.start, "this is a comparison", _ONLY_FACTS)
        if after and (token.kind != "sign" or token.text in ("(", ")")):
            if token.kind != "other":
                self.refuse(token.start, f"a full stop is missing before {text}", "end each fact with a full stop")
        elif token.kind == "variable":
            self.refuse(token.start, f"{text} is a variable, not a predicate", "write predicates in lower case")
        elif token.text == ":-":
            self.refuse(token.start, "this is " + ("a rule" if after else "a constraint"), _ONLY_FACTS)
        elif token.text in _STATEMENTS:
            self.refuse(token.start, f"this is {_STATEMENTS[token.text]}", _ONLY_FACTS)
        self.refuse_other(token, "a full stop" if after else "a fact, such as unit(g1,german,squad).")

    def refuse_argument(self, token: _Token, first: bool = False) -> NoReturn:
        """Refuses what is not an argument (`first`), or not the comma or parenthesis after one."""
        text = shown(token.text)
        if token.kind == "end":
            self.refuse(token.start, "the file ends inside a fact", "close it with ) and a full stop")
        if token.kind == "variable":
            self.refuse(token.start, f"{text} is a variable", "write a constant in lower case, or a name in quotes")
        if token.kind == "not":
            self.refuse(token.start, "not is a word of clingo, not a constant", "choose another name")
        if token.kind == "directive":
            self.refuse(token.start, f"{text} is a directive", "write a number, a constant or a name in quotes")
        if token.text in _COMPARISONS:
            self.refuse(token.start, "this is a comparison", "write the value")
        if token.text in _ARITHMETIC or (token.kind == "number" and token.text.startswith("-")):
            self.refuse(token.start, "this is arithmetic", "write the number that it amounts to")
        if token.kind in ("string", "number", "name"):
            self.refuse(token.start, f"a comma or ) is missing before {text}", "put one there")
        if token.kind == "sign" and token.text in _ARGUMENTS:
            problem, remedy = _ARGUMENTS[token.text]
            self.refuse(token.start, problem, remedy)
        self.refuse_other(token, "a number, a constant or a name in quotes")

    def refuse_other(self, token: _Token, instead: str) -> NoReturn:
        if token.text == '"':
            problem = "the quotes that open here are not closed properly"
            self.refuse(token.start, problem, 'close them on the same line, and use \\ only before ", \\ and n')
        self.refuse(token.start, f"{shown(token.text)} is out of place here", f"write {instead}")


class _Readers(dict[str, dict[int, list[_Values]]]):
    """For each predicate and arity the values of its arguments, shared between arguments of one kind."""

    def __init__(self) -> None:
        self.by_kind: dict[Kind, _Values] = {}

    def __missing__(self, name: str) -> dict[int, list[_Values]]:
        forms = BY_NAME[name]
        self[name] = made = {
            arity: [self.by_kind.setdefault(kind, _Values(kind)) for kind in predicate.args]
            for arity, predicate in forms.items()
        }
        return made


# ---------------------------------------------------------------------------------------------------------------------
# What facts must agree on


class _Fault(NamedTuple):
    """Something that does not fit, at the place of a fact."""

    line: int
    column: int
    problem: str
    remedy: str


def _check(instance: Instance, need: Need) -> None:
    """Raises InstanceError for the first place where the facts do not fit together, then for what is missing."""
    name, of = instance.name, instance.of
    for predicate, limit, what in (("hex", HEX_LIMIT, "hexes"), ("unit", UNIT_LIMIT, "units")):
        if len(of(predicate)) > limit:
            fact = of(predicate)[limit]
            remedy = "leave out what is far from the routing units"
            raise InstanceError(name, fact.line, fact.column, f"more than {limit:,} {what}", remedy)
    sides = list(dict.fromkeys(fact.args[0] for fact in of("side")))
    if need != "facts" and len(sides) < 2:
        declared = f"only one side ({shown(str(sides[0]))}) is declared" if sides else "no side is declared"
        raise InstanceError(name, 1, 1, declared, "declare the two sides, as in side(german). side(american).")
    on_table = bool(of("table") or of("stands_at"))
    needed = "facts" if on_table else need
    faults = [*_undeclared(instance), *_conflicts(instance), *_on_the_map(instance), *_among_units(instance, needed)]
    faults += [*_among_sides(of("side")), *_answers(of("expect"))]
    if on_table:
        from .miniatures.reader import faults as table_faults

        faults += [_fault(fact, problem, remedy) for fact, problem, remedy in table_faults(instance, need != "facts")]
    if faults:
        raise InstanceError(name, *min(faults, key=_place))
    if need != "facts" and not of("unit"):
        raise InstanceError(name, 1, 1, "there is no unit", 'add unit(g1,german,squad). at(g1,"HEX"). and the like')
    if need == "router" and on_table and not any(f.args[1] in FLEEING for f in of("order")):
        remedy = "mark one with order(U,routed) or order(U,retreating)"
        raise InstanceError(name, 1, 1, "no unit is retreating or routed", remedy)
    if need == "router" and not on_table and not routers(instance) and not _may_break_on_purpose(instance):
        remedy = "mark one with status(U,broken), or breaks(U) if it breaks on purpose"
        raise InstanceError(name, 1, 1, "no unit may rout: none is broken", remedy)


def checked(instance: Instance, need: Need = "router") -> Instance:
    """The instance, if its facts fit together as those of a file have to. Raises InstanceError."""
    _check(instance, need)
    return instance


def _may_break_on_purpose(instance: Instance) -> bool:
    """Whether the rule set that the instance names has voluntary breaks: then it is answered without a broken unit, too."""
    named = instance.rules
    return named in rulesets.names() and "break_on_purpose" in rulesets.about(str(named)).abilities


def routers(instance: Instance) -> tuple[Name, ...]:
    """The units that are broken or use their right to break, in the order of the file."""
    marked = {fact.args[0] for fact in instance.of("status") if fact.args[1] == "broken"}
    marked.update(fact.args[0] for fact in instance.of("breaks"))
    return tuple(unit for unit in instance.units if unit in marked)


def _fault(fact: Fact, problem: str, remedy: str) -> _Fault:
    return _Fault(fact.line, fact.column, problem, remedy)


def _references() -> Iterator[tuple[str, int, int, str]]:
    for name, forms in BY_NAME.items():
        for arity, predicate in forms.items():
            for index, kind in enumerate(predicate.args):
                if kind.refers:
                    yield name, arity, index, kind.refers


_REFERENCES = tuple(_references())
_PREDICATES = tuple((name, next(iter(forms.values()))) for name, forms in BY_NAME.items())
_DECLARE = {
    "hex": "add its hex/3 fact",
    "location": "add the hex/3 fact of its hex",
    "unit": "add its unit/3 fact",
    "sw": "add its sw/4 fact (as sw(mg,mmg,5,12))",
    "side": "add its side/1 fact",
    "unit|sw": "add its unit/3 or sw/4 fact",
    "unit|side": "add its unit/3 or side/1 fact",
}


def _undeclared(instance: Instance) -> Iterator[_Fault]:
    """Hexes, units, SW and sides that facts name and nothing declares."""
    of = instance.of
    hexes, units, sws, sides = ({fact.args[0] for fact in of(name)} for name in ("hex", "unit", "sw", "side"))
    declared = {
        **{"hex": hexes, "location": hexes, "unit": units, "sw": sws, "side": sides},
        **{"unit|sw": units | sws, "unit|side": units | sides},
    }
    for name, arity, index, refers in _REFERENCES:
        facts = of(name)
        if not facts:
            continue
        known = declared[refers]
        unknown = {fact[1][index] for fact in facts if len(fact[1]) == arity} - known
        if refers == "location":
            unknown = {place for place in unknown if str(place).partition("@")[0] not in known}
        if unknown:
            for fact in facts:
                if len(fact.args) == arity and fact.args[index] in unknown:
                    yield _not_declared(fact, fact.args[index], refers, known)
    for fact in of("expect"):
        answer = fact.args[1]
        if isinstance(answer, Term) and EXPECTED.terms[answer.name].refers == "location":
            place = answer.args[0]
            if not isinstance(place, Name) and str(place).partition("@")[0] not in hexes:
                yield _not_declared(fact, place, "location", hexes)


def _not_declared(fact: Fact, value: Value, refers: str, known: Collection[Value]) -> _Fault:
    what = {"hex": "hex", "location": "hex or Location", "sw": "SW", "unit|sw": "unit or SW"}.get(
        refers, refers.replace("|", " or ")
    )
    remedy = f"{_DECLARE[refers]} or correct the name"
    near = nearest(str(value), [str(word) for word in known]) if refers == "side" else None
    return _fault(fact, f"{what} {said(value)} is not declared", f"did you mean {near}?" if near else remedy)


def _conflicts(instance: Instance) -> Iterator[_Fault]:
    """Facts that say two things where only one can be."""
    for name, predicate in _PREDICATES:
        key, facts = predicate.key, instance.of(name)
        if key is None or len({fact[1][:key] for fact in facts}) == len(facts):
            continue
        first: dict[tuple[Value, ...], Fact] = {}
        for fact in facts:
            other = first.setdefault(fact.args[:key], fact)
            if other is not fact:
                place = f" in line {other.line}" if other.line else ""
                yield _fault(fact, f"{fact} contradicts {other}{place}", "keep one of the two")


def _on_the_map(instance: Instance) -> Iterator[_Fault]:
    """Hexes on one spot, hexes off the pattern, and hexsides between hexes that do not touch."""
    spots: dict[tuple[Any, ...], Value] = {}
    at: dict[Value, tuple[Any, ...]] = {}
    parities: tuple[list[Fact], list[Fact]] = ([], [])
    for fact in instance.of("hex"):
        hexname: Value = fact.args[0]
        spot: tuple[Any, ...] = fact.args[1:]
        at[hexname] = spot
        other = spots.setdefault(spot, hexname)
        if other != hexname:
            problem = f"hex {said(hexname)} is where hex {said(other)} is, at {spot[0]},{spot[1]}"
            yield _fault(fact, problem, "correct the column or the doubled row of one")
        parities[sum(spot) % 2].append(fact)
    if all(parities):
        # Where the halves are equal, the hex that comes first is right.
        odd_ones = min(parities, key=lambda facts: (len(facts), -facts[0].line, -facts[0].column))
        problem = f"hex {said(odd_ones[0].args[0])} lies between the hexes: it can touch none of the others"
        remedy = "correct it (columns A, C, E have doubled rows 2r-1, columns B, D, F have 2r)"
        yield _fault(odd_ones[0], problem, remedy)
    for name, predicate in _PREDICATES:
        if not predicate.touching:
            continue
        for fact in instance.of(name):
            a, b = at.get(fact.args[0]), at.get(fact.args[1])
            if a and b and (abs(a[0] - b[0]), abs(a[1] - b[1])) not in ((0, 2), (1, 1)):
                names = f"{said(fact.args[0])} and {said(fact.args[1])}"
                yield _fault(fact, f"hexes {names} do not touch", "name two hexes with a hexside between them")


def _among_sides(facts: tuple[Fact, ...]) -> Iterator[_Fault]:
    for fact in facts[2:3]:
        yield _fault(fact, f"{shown(str(fact.args[0]))} is a third side", "declare exactly two sides")


def _among_units(instance: Instance, need: Need) -> Iterator[_Fault]:
    """Units and SW whose facts cannot hold at once."""
    of = instance.of
    units = {fact.args[0]: fact for fact in of("unit")}
    sws = {fact.args[0] for fact in of("sw")}
    place = {fact.args[0]: fact.args[1:] for fact in of("at")}
    status: dict[Value, dict[Value, Fact]] = {}
    for fact in of("status"):
        status.setdefault(fact.args[0], {})[fact.args[1]] = fact

    aboard = {fact.args[0] for name in ("passenger", "rider") for fact in of(name)}
    for unit, fact in units.items():
        if need != "facts" and unit not in place and unit not in aboard and fact.args[2] not in NOWHERE:
            yield _fault(fact, f"unit {unit} is nowhere", f'add at({unit},"HEX")')
    for declaring in ("sw", "side"):
        for fact in of(declaring):
            if fact.args[0] in units:
                what = "SW" if declaring == "sw" else "side"
                later = max(fact, units[fact.args[0]], key=_place)
                yield _fault(later, f"{fact.args[0]} is the id of a unit and of a {what}", "rename one of them")

    for unit, facts in status.items():
        if unit in sws and unit not in units:
            for word, fact in facts.items():
                if word not in SW_STATUS:
                    yield _fault(fact, f"{word} is no status of a SW", f"a SW can be {' or '.join(SW_STATUS)}")
        for one, two in CONTRADICTORY:
            if one in facts and two in facts:
                yield _fault(
                    max(facts[one], facts[two], key=_place), f"{unit} is {one} and {two}", "remove one of the two"
                )
        for one, two in ONLY_WITH:
            if one in facts and two not in facts:
                yield _fault(facts[one], f"{unit} is {one} and not {two}", f"add status({unit},{two})")
    for fact in of("breaks"):
        if "broken" in status.get(fact.args[0], {}):
            yield _fault(fact, f"{fact.args[0]} is broken already", "remove breaks/1, or status(..,broken)")

    for fact in of("accompanies"):
        leader, unit = fact.args
        if leader not in units or unit not in units:
            continue
        if units[leader].args[1] != units[unit].args[1] or leader == unit:
            yield _fault(fact, f"{leader} and {unit} are not two units of one side", "name a unit of the leader's side")
        elif place.get(leader) != place.get(unit):
            yield _fault(fact, f"{leader} and {unit} are not in the same Location", "put them together, or remove it")
    for name in ("passenger", "rider"):
        for fact in of(name):
            if fact.args[1] in units and units[fact.args[1]].args[2] not in CARRIERS:
                yield _fault(fact, f"{fact.args[1]} is no vehicle", "name the vehicle that it is aboard")
    owners: dict[Value, Fact] = {}
    for fact in of("possesses"):
        other = owners.setdefault(fact.args[1], fact)
        if other is not fact:
            yield _fault(fact, f"{other.args[0]} possesses {fact.args[1]} already", "keep one: a SW has one possessor")


def _answers(facts: tuple[Fact, ...]) -> Iterator[_Fault]:
    """Known answers that cannot be the answer together."""
    first: dict[tuple[Value, str], Fact] = {}
    for fact in facts:
        unit, answer = fact.args
        assert isinstance(answer, Term)
        other = first.setdefault((unit, answer.name), fact)
        if other is fact:
            continue
        assert isinstance(other.args[1], Term)
        nothing = any(isinstance(value, Name) and value == "none" for value in (*answer.args, *other.args[1].args))
        if answer.name in SINGLE_ANSWERS or nothing:
            place = f" in line {other.line}" if other.line else ""
            yield _fault(fact, f"{fact} contradicts {other}{place}", "keep one of the two")


def _place(placed: Fact | _Fault) -> tuple[int, int]:
    return placed.line, placed.column
