"""Translate encodings, which are about one position, into statements with worlds.

The parser of clingo reads an encoding and writes each rule in its own form, in which `; `, `: ` and `, ` separate literals
and terms have no blanks. That text is translated: a walk over the tree of a rule costs ten times as much.
A wheel has the statements of its encodings (`write`); in a checkout an encoding is translated at its first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count, product, zip_longest
from math import prod

from clingo.ast import AST, ASTType, parse_string

from .statements import CALL, WORLD, Pattern, Statement, call_predicate, pattern

_MOST_PATTERNS = 16  # of one atom: with more, its constants are left aside
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_HIDDEN = re.compile(r'"(\d+)"')
_SEPARATOR = re.compile(r"( :- |; |: |, |\{ | \})")
_ATOM = re.compile(r"((?:not )*)([a-z_][\w']*)(?:\((\S*)\))?")
_REFUSED = re.compile(r"(?:not )*(?:&.*|-[a-z_][\w']*(?:\(\S*\))?)")
_EQUATION = re.compile(r"([A-Z_][\w']*) = (\S+)")
_UNNAMED = re.compile(r"(?<![\w'])_(?![\w'])")
_BREAK = re.compile(r"[(),;]")
_TERM = re.compile(r"([a-z_][\w']*)?\((.*)\)")
_CONSTANT = re.compile(r"[a-z_]*[a-z][\w']*|\d+|#\w+")


def statements(text: str) -> list[Statement]:
    """Return the statements of an encoding, in order.

    Raises RuntimeError for a text that clingo does not accept, and NotImplementedError for a statement that is no rule,
    `#show`, `#defined` or `#program`, and for a word that the translation uses. `#show` and `#defined` say nothing here:
    atoms are read by their predicates.
    """
    for word in (WORLD, CALL):
        if word in text:
            raise NotImplementedError(f"{word} stands for something else in the translation; use another word")
    translated: list[Statement] = []
    part, parameters = "base", tuple[str, ...]()

    def visit(node: AST) -> None:
        nonlocal part, parameters
        kind = node.ast_type
        if kind == ASTType.Rule:
            translated.append(_Rule(str(node), part, parameters).statement())
        elif kind == ASTType.Program:
            part, parameters = node.name, tuple(each.name for each in node.parameters)
        elif kind not in (ASTType.Defined, ASTType.ShowSignature, ASTType.Comment):
            raise NotImplementedError(f"{kind.name} is not translated: {node}")

    parse_string(text, visit, message_limit=1)
    return translated


class _Rule:
    """A rule in the form in which clingo writes it; its strings are numbers in quotation marks meanwhile."""

    def __init__(self, text: str, part: str, parameters: Sequence[str]) -> None:
        self._strings: list[str] = []
        self._pieces = _SEPARATOR.split(_STRING.sub(self._hide, text.removesuffix(".")))
        self._part = part
        if any(map(_REFUSED.fullmatch, self._pieces[::2])):
            raise NotImplementedError(f"a theory atom, or one with a minus, is not translated: {text}")
        self._bind_the_part(parameters)
        self._parameters = parameters
        self._parameter = re.compile(rf"(?<![\w'])({'|'.join(parameters)})(?![\w'(])") if parameters else None
        self._roles = list(self._each_role())
        equations = (_EQUATION.fullmatch(piece) for piece, role in self._literals() if role == "body")
        self._equal = {match[1]: match[2] for match in equations if match}

    def _bind_the_part(self, parameters: Sequence[str]) -> None:
        """Bind the variable that has the name of the part: in `leg(l)` each `Leg` is `leg(_,l)`."""
        name = self._part.capitalize()
        if not parameters or not any(re.search(rf"(?<![\w'])({name})(?![\w'])", piece) for piece in self._pieces):
            return
        if not any(piece.startswith(f"{name} = ") for piece in self._pieces):
            self._pieces += ["; ", f"{name} = {self._part}(_,{','.join(parameters)})"]

    def _literals(self) -> Iterator[tuple[str, str]]:
        return zip(self._pieces[::2], self._roles, strict=True)

    def _each_role(self) -> Iterator[str]:
        """Yield the role of each piece: a literal of the `head` or `body`, one of a `condition`, or `terms` that are counted."""
        side = "head" if " :- " in self._pieces else "fact"
        before, braces, counted = "", False, False
        for piece, after in zip(self._pieces[::2], [*self._pieces[1::2], ""], strict=True):
            if before == " :- ":
                side = "body"
            if counted and before in ("{ ", "; "):
                yield "terms"
            elif before in (": ", ", ") or (side == "body" and (braces or after == ": ")):
                yield "condition"
            else:
                yield side
            if after in ("{ ", " }"):
                braces = after == "{ "
                counted = braces and "#" in piece
            before = after

    def statement(self) -> Statement:
        gives: list[Pattern] = []
        needs: list[tuple[Pattern, ...]] = []
        number = count(1)
        written = []
        for piece, role in self._literals():
            atom = None if role == "terms" else _ATOM.fullmatch(piece)
            if atom and not atom[1] and role in ("head", "fact"):
                gives += self._patterns(atom[2], atom[3])
            elif atom and not atom[1] and role == "body":
                needs.append(self._patterns(atom[2], atom[3]))
                atom = _ATOM.fullmatch(_UNNAMED.sub(lambda _: f"Any{next(number)}__", piece))
            written.append(self._in_world(*atom.groups()) if atom else self._with_variables(piece))
        arguments = [WORLD, *map(_variable, self._parameters)]
        guard = ""
        if self._part != "base":
            guard = f"{call_predicate(self._part)}({','.join([CALL, *arguments])})"
        elif not needs:
            guard = f"world({','.join(arguments)})"
        separators = self._pieces[1::2]
        if guard and " :- " in separators:
            written.insert(separators.index(" :- ") + 1, guard)
            separators.insert(separators.index(" :- ") + 1, "; ")
        elif guard:
            written.append(guard)
            separators.append(" :- ")
        joined = "".join(chain.from_iterable(zip_longest(written, separators, fillvalue="")))
        shown = _HIDDEN.sub(lambda number: self._strings[int(number[1])], joined)
        return Statement(self._part, f"{shown}.", tuple(gives), tuple(needs))

    def _hide(self, string: re.Match[str]) -> str:
        self._strings.append(string[0])
        return f'"{len(self._strings) - 1}"'

    def _in_world(self, sign: str, name: str, arguments: str | None) -> str:
        """Return an atom with its world, and with variables for the parameters of the part."""
        if arguments is None:
            return f"{sign}{name}({WORLD})"
        several = (f"{WORLD},{','.join(row)}" for row in _rows(self._with_variables(arguments)))
        return f"{sign}{name}({';'.join(several)})"

    def _with_variables(self, text: str) -> str:
        return self._parameter.sub(lambda parameter: _variable(parameter[1]), text) if self._parameter else text

    def _patterns(self, name: str, arguments: str | None) -> tuple[Pattern, ...]:
        """Return the patterns of an atom: one for each row of a pool and each constant that a place may have."""
        if arguments is None:
            return (pattern(name, 0),)
        return tuple(
            pattern(name, len(row), *((n, constant) for n, constant in enumerate(constants) if constant))
            for row in _rows(arguments)
            for constants in self._alternatives(row)
        )

    def _alternatives(self, row: Sequence[str]) -> list[tuple[str, ...]]:
        places = [self._constants(term, self._equal) for term in row]
        return list(product(*places)) if prod(map(len, places)) <= _MOST_PATTERNS else [()]

    def _constants(self, term: str, equal: Mapping[str, str]) -> list[str]:
        """Return the constants or functors that a term may be, or an empty text for any; `equal`: terms of variables."""
        if _CONSTANT.fullmatch(term):
            return ["" if term in self._parameters else term]
        if term in equal:
            return self._constants(equal[term], {})
        if term.startswith('"'):
            string = self._strings[int(term.strip('"'))]
            return ["" if " " in string else string]  # a sentence is no constant that a body asks for
        parts = _TERM.fullmatch(term)
        rows = _rows(parts[2]) if parts else []
        if not parts or not rows:
            return [""]
        if parts[1]:
            return [f"{parts[1]}/{len(row)}" for row in rows]
        several = [
            constant for row in rows for constant in ([f"/{len(row)}"] if row[1:] else self._constants(row[0], equal))
        ]
        return several if all(several) else [""]


def _rows(arguments: str) -> list[list[str]]:
    """Split the arguments of an atom or a term; a pool has several rows, and `1)+g(2` of `f(1)+g(2)` none."""
    if "(" not in arguments:
        return [row.split(",") for row in arguments.split(";")]
    rows: list[list[str]] = [[]]
    begin = depth = 0
    for match in _BREAK.finditer(arguments):
        token = match[0]
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
            if depth < 0:
                return []
        elif not depth:
            rows[-1].append(arguments[begin : match.start()])
            begin = match.end()
            if token == ";":
                rows.append([])
    rows[-1].append(arguments[begin:])
    return rows


def _variable(parameter: str) -> str:
    return f"{parameter.upper()}__"
