"""Encodings as lists of statements: so that what cannot fire is left out, and many positions are worked out in one grounding.

An encoding says what holds of one position. For many at once every atom gets one more argument in front, its *world*,
which is the number of the position; the parameters of a program part become variables, and an atom `go_PART(Call,World,..)`
in the body of its rules names the worlds and arguments that a call is about. What is written in `asp/` stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import cache
from typing import NamedTuple

Signature = tuple[str, int]

_TOKEN = re.compile(
    r"""(?P<skip>\s+|%\*(?s:.*?)\*%|%[^\n]*)
    |"(?:[^"\\]|\\.)*"|\#[a-z]+|[_']*[a-z][\w']*|[_']*[A-Z][\w']*|\d+|\.\.|:-|[!<>]=|.""",
    re.VERBOSE,
)
_COMPARES = frozenset(("=", "!=", "<", ">", "<=", ">="))
_ARITHMETIC = frozenset(("+", "-", "*", "/", "\\", "**", "..", "&", "?", "^"))
_WORLD = "World__"


class Atom(NamedTuple):
    """An atom of a statement: where it begins and ends among the tokens, its signatures (a pool has several), whether it is
    in the head, and whether the statement needs it (a literal of the body, without `not`)."""

    at: int
    last: int
    signatures: tuple[Signature, ...]
    head: bool
    needed: bool


class Statement(NamedTuple):
    """A rule or directive of an encoding: the part that it stands in with its parameters, and its tokens."""

    part: str
    parameters: tuple[str, ...]
    tokens: tuple[str, ...]
    atoms: tuple[Atom, ...]

    @property
    def text(self) -> str:
        return _text(self.tokens)

    def fires(self, there: Container[Signature]) -> bool:
        """Whether each atom that it needs has a signature that there is."""
        return all(any(s in there for s in atom.signatures) for atom in self.atoms if atom.needed)

    def heads(self) -> Iterator[Signature]:
        for atom in self.atoms:
            if atom.head:
                yield from atom.signatures


def _text(tokens: Iterable[str]) -> str:
    return "".join(f" {token} " if token == "not" else token for token in tokens) + "."


@cache
def statements(encoding: str) -> tuple[Statement, ...]:
    """The statements of an encoding, in order. It must be one that clingo accepts."""
    found: list[Statement] = []
    part = "base"
    parameters: tuple[str, ...] = ()
    tokens: list[str] = []
    for match in _TOKEN.finditer(encoding):
        if match.lastgroup == "skip":
            continue
        token = match[0]
        if token != ".":
            tokens.append(token)
            continue
        if tokens[0] == "#program":
            part, parameters = tokens[1], tuple(tokens[3:-1:2])
        else:
            found.append(Statement(part, parameters, tuple(tokens), tuple(_atoms(tokens))))
        tokens = []
    return tuple(found)


def _atoms(tokens: list[str]) -> Iterator[Atom]:
    """The atoms of a statement."""
    if tokens[0].startswith("#"):
        return
    head, wanted, negated = True, True, False
    tuple_of_aggregate = False  # of an aggregate's element, what stands before the colon
    aggregates: list[bool] = []  # for each brace that is open, whether it is an aggregate's
    at, end = 0, len(tokens)
    while at < end:
        token = tokens[at]
        first = token[0]
        if token == "(":
            at = _closing(tokens, at)
            wanted = False
        elif token == ":-":
            head, wanted, negated = False, True, False
        elif token == "not":
            negated = True
        elif token == "{":
            aggregate = at > 0 and tokens[at - 1][0] == "#"
            aggregates.append(aggregate)
            tuple_of_aggregate, wanted, negated = aggregate, True, False
        elif token == "}":
            aggregates.pop()
            tuple_of_aggregate, wanted = False, False
        elif token == ";":
            tuple_of_aggregate = bool(aggregates) and aggregates[-1]
            wanted, negated = True, False
        elif token == ":":
            tuple_of_aggregate, wanted, negated = False, True, False
        elif token == ",":
            wanted, negated = True, False
        elif wanted and not tuple_of_aggregate and (first.islower() or (first in "_'" and token.lstrip("_'")[:1].islower())):
            called = at + 1 < end and tokens[at + 1] == "("
            last = _closing(tokens, at + 1) if called else at
            after = tokens[last + 1] if last + 1 < end else ""
            if after not in _COMPARES and after not in _ARITHMETIC:
                signatures = tuple(_signatures(tokens, at, last)) if called else ((token, 0),)
                plain = not aggregates and not _conditional(tokens, at, last)
                chosen = bool(aggregates) and not _after_colon(tokens, at)
                yield Atom(at, last, signatures, head and (plain or chosen), plain and not head and not negated)
            at, wanted = last, False
        else:
            wanted = False
        at += 1


def _after_colon(tokens: list[str], at: int) -> bool:
    """Whether a colon stands between an atom in braces and the brace or semicolon before it."""
    for token in reversed(tokens[:at]):
        if token == ":":
            return True
        if token in "{;":
            return False
    return False


def _conditional(tokens: list[str], at: int, last: int) -> bool:
    """Whether a literal of the body has, or is, a condition."""
    return (last + 1 < len(tokens) and tokens[last + 1] == ":") or tokens[at - 1] == ":"


def _closing(tokens: list[str], at: int) -> int:
    """Where the bracket that opens there is closed."""
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place] == "(":
            depth += 1
        elif tokens[place] == ")":
            depth -= 1
            if not depth:
                return place
    raise ValueError("a bracket is not closed")


def _signatures(tokens: list[str], at: int, last: int) -> Iterator[Signature]:
    depth, arity = 0, 1
    for token in tokens[at + 1 : last]:
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif depth == 1 and token == ",":
            arity += 1
        elif depth == 1 and token == ";":
            yield tokens[at], arity
            arity = 1
    yield tokens[at], arity


def in_worlds(statement: Statement) -> str:
    """A statement of one position as one of many."""
    if statement.tokens[0] == "#show":
        name, _, arity = statement.tokens[1:4]
        return f"#show {name}/{int(arity) + 1}."
    tokens = list(statement.tokens)
    for at, token in enumerate(tokens):
        if token in statement.parameters and tokens[at + 1 : at + 2] != ["("]:
            tokens[at] = _variable(token)
    for atom in statement.atoms:
        if atom.last == atom.at:
            tokens[atom.at] += f"({_WORLD})"
            continue
        depth = 0
        for at in range(atom.at + 1, atom.last):
            token = tokens[at]
            if token == "(":
                depth += 1
            elif token == ")":
                depth -= 1
            if depth == 1 and token in "(;":
                tokens[at] += f"{_WORLD},"
    guard = ""
    if statement.part != "base":
        guard = f"{called(statement.part)}({','.join([_CALL, _WORLD, *map(_variable, statement.parameters)])})"
    elif not any(atom.needed for atom in statement.atoms):
        guard = f"world({_WORLD})"
    if guard and ":-" in tokens:
        tokens[tokens.index(":-")] += f"{guard},"
    elif guard:
        tokens.append(f":-{guard}")
    return _text(tokens)


_CALL = "call__"


def called(part: str) -> str:
    """The predicate that says in which worlds, and with which arguments, a part is wanted."""
    return f"go__{part}"


def _variable(parameter: str) -> str:
    return f"{parameter.upper()}__"


@cache
def for_many(encoding: str) -> str:
    """An encoding as one for many positions: its parts have one parameter, the number of the call."""
    lines = []
    part = ""
    for statement in statements(encoding):
        if statement.tokens[0] == "#defined":
            continue
        if statement.part != part:
            part = statement.part
            lines.append("#program base." if part == "base" else f"#program {part}({_CALL}).")
        lines.append(in_worlds(statement))
    return "\n".join(lines)
