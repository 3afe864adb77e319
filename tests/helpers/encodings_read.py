"""Reads encodings: the predicates of a file's statements, and those of its header."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import clingo.ast
from clingo import SymbolType

from pyrout.program import rule_sets

ROOT = Path(__file__).parents[2]
ASP = ROOT / "asp"

Signature = tuple[str, int]


class Encoding(NamedTuple):
    """One file: `gives` of a part, by its name; the signatures of bodies, of `#show` and of `#defined`; the strings
    and the variables (without primes)."""

    heads: dict[str, set[Signature]]
    uses: set[Signature]
    shows: set[Signature]
    defined: set[Signature]
    strings: set[str]
    letters: set[str]

    @property
    def gives(self) -> set[Signature]:
        return set().union(*self.heads.values())


def signatures(term: clingo.ast.AST) -> set[Signature]:
    """The signatures of an atom, which a pool can have more than one of."""
    kind = clingo.ast.ASTType
    if term.ast_type == kind.Pool:
        return set().union(*map(signatures, term.arguments))
    if term.ast_type == kind.Function:
        return {(term.name, len(term.arguments))}
    assert term.ast_type == kind.SymbolicTerm, term
    return {(term.symbol.name, len(term.symbol.arguments))}


class _Reader(clingo.ast.Transformer):
    def __init__(self) -> None:
        self.encoding = Encoding({}, set(), set(), set(), set(), set())
        self.part = "base"
        self.into: set[Signature] = set()

    def statement(self, node: clingo.ast.AST) -> None:
        kind = clingo.ast.ASTType
        if node.ast_type == kind.Program:
            self.part = node.name
        elif node.ast_type == kind.ShowSignature:
            self.encoding.shows.add((node.name, node.arity))
        elif node.ast_type == kind.Defined:
            self.encoding.defined.add((node.name, node.arity))
        elif node.ast_type == kind.Rule:
            self.rule(node)
        else:
            assert node.ast_type == kind.Comment, f"{node} is not a kind of statement that the encodings use"

    def rule(self, node: clingo.ast.AST) -> None:
        heads = self.encoding.heads.setdefault(self.part, set())
        elements = node.head.elements if node.head.ast_type == clingo.ast.ASTType.Aggregate else ()
        for head in [element.literal for element in elements] or [node.head]:
            self.read(head, heads)
        for literal in [*(literal for element in elements for literal in element.condition), *node.body]:
            self.read(literal, self.encoding.uses)

    def read(self, node: clingo.ast.AST, into: set[Signature]) -> None:
        self.into = into
        self.visit(node)

    def visit_SymbolicAtom(self, node: clingo.ast.AST) -> clingo.ast.AST:
        self.into |= signatures(node.symbol)
        self.visit_children(node)
        return node

    def visit_SymbolicTerm(self, node: clingo.ast.AST) -> clingo.ast.AST:
        if node.symbol.type == SymbolType.String:
            self.encoding.strings.add(node.symbol.string)
        return node

    def visit_Variable(self, node: clingo.ast.AST) -> clingo.ast.AST:
        self.encoding.letters.add(node.name.rstrip("'0"))
        return node


def parsed(text: str) -> Encoding:
    reader = _Reader()
    clingo.ast.parse_string(rule_sets.INCLUDE.sub("", text), reader.statement)
    return reader.encoding


@cache
def encoding(path: Path) -> Encoding:
    """Return a file as parsed, without the heads of its blocks."""
    return parsed(rule_sets.HEAD.sub("", path.read_text("utf-8")))


class Header(NamedTuple):
    """Return the predicates that a file needs and gives, by its header comments."""

    needs: set[Signature]
    gives: set[Signature]


def terms(text: str) -> set[Signature]:
    """The signatures written in a text as name/arity or as name(arguments)."""
    read = set()
    at = 0
    while match := re.compile(r"(?<![\w'])([a-z]\w*)(?:/(\d+)|(\())").search(text, at):
        at, arity = match.end(), int(match[2] or 0)
        if match[3]:
            depth, begin = 1, at
            arity = 1
            while depth:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                arity += text[at] == "," and depth == 1
                at += 1
            arity = 0 if text[begin : at - 1] == "" else arity
        read.add((match[1], arity))
    return read


def stated(text: str) -> Header:
    """Reads a header: `% needs` and `% gives`, lines that go on further in, and `%*! name(Args)`. What comes after two
    spaces is what a predicate means."""
    header = Header(set(), set())
    section: set[Signature] | None = None
    column = 0
    for line in text.splitlines():
        start = re.match(r"% (needs|gives) +(?=\S)|%\*! |% {3,}(?=\S)", line)
        if start is None:
            section = None
            continue
        if start[1]:
            column = start.end()
        elif section is not None and start.end() > column and line.startswith("% "):
            continue  # the meaning of the predicate above goes on
        if start[1]:
            section = header.needs if start[1] == "needs" else header.gives
        elif line.startswith("%*!"):
            section = header.gives
        if section is not None:
            signature = re.split(r" {2,}", line[start.end() :])[0]
            section |= {(signature, 0)} if signature.isidentifier() else terms(signature)
    return header


@cache
def header(path: Path) -> Header:
    return stated(path.read_text("utf-8"))


def shown_to(reader: clingo.ast.Transformer, text: str) -> None:
    """Show each statement of a program to a reader that keeps what it looks for."""

    def statement(node: clingo.ast.AST) -> None:
        reader.visit(node)

    clingo.ast.parse_string(text, statement)


def said(signatures: Iterable[Signature]) -> list[str]:
    """Return the signatures as people write them: `los/3`."""
    return sorted(f"{word}/{arity}" for word, arity in signatures)
