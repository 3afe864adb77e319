"""Properties of an answer in the words of `expect` facts: `g1: verdict(eliminated) and not free(yes)`.

A fact holds if the value is among those of its kind; `none` holds if there are no values. `and`, `or`, `not` and
parentheses mean what they always do. A unit with a colon is the subject of the facts after it. clingo parses a
property as a term; nothing of it is grounded or executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn

from clingo.ast import AST, ASTType, BinaryOperator, parse_string
from clingo.symbol import Supremum

from ..errors import UsageError, quote
from ..position.vocabulary import EXPECTED, UNIT, Name, Problem, Simple, nearest
from ..results.answer import UnitAnswer
from .verify import KINDS

LONGEST = 2_000  # characters

# Tokens that clingo gets, and the operators of terms that bind like our words. Nobody can write #sup, which stands for
# what `not` has on its left.
_TOKEN = re.compile(
    r'"[^"\\]*+"|[0-9]{1,9}(?!\w)|(?P<name>[A-Za-z_]\w*+)(?P<fact>(?=\s*\())?|[():\s]|(?P<other>.)', re.ASCII
)
_OPERATORS = {"or": "?", "and": "&", "not": f"{Supremum}**", ":": "**"}

_Test = Callable[[Mapping[str, UnitAnswer]], bool]


class Property(NamedTuple):
    """A property of an answer: its text, the units that it speaks of, and whether it holds of the answers by unit.

    `says` are the kinds of known answers in it, each with its unit.
    """

    text: str
    units: tuple[str, ...]
    holds: Callable[[Mapping[str, UnitAnswer]], bool]
    says: tuple[tuple[str, str], ...] = ()


def parse_property(text: str) -> Property:
    """Return the property that a text states.

    Raises UsageError, with the column of what cannot be understood.

    >>> parse_property('g1: verdict(routs) and not (free(yes) or routes(1))').units
    ('g1',)
    >>> parse_property('g1: verdict(runs)')
    Traceback (most recent call last):
        ...
    pyrout.errors.UsageError: column 13 of the property: runs is not a verdict; did you mean routs?
    """
    if len(text) > LONGEST:
        raise UsageError(f"the property is longer than {LONGEST:,} characters; say less")
    reader = _Reader(text)
    holds = reader.test(reader.term())
    return Property(text.strip(), tuple(dict.fromkeys(reader.units)), holds, tuple(dict.fromkeys(reader.says)))


class _Reader:
    """Reads one property: clingo parses it as a term, whose parts are understood from left to right."""

    def __init__(self, text: str) -> None:
        self.units: list[str] = []
        self.says: list[tuple[str, str]] = []
        self._text = text
        self._offsets = [0, 0]  # in the text, of each byte that clingo reads

    def term(self) -> AST:
        """Return the term that clingo parses."""
        program = "p("
        for token in _TOKEN.finditer(self._text):
            if token["other"]:
                self._out_of_place(token.start())
            if token["fact"] is not None and token["name"] not in (*_OPERATORS, *KINDS):
                near = nearest(token["name"], tuple(KINDS))
                remedy = f"did you mean {near}?" if near else f"there are: {', '.join(KINDS)}"
                self._refuse(token.start(), f"{quote(token['name'])} is not a known answer", remedy)
            read = " " if token[0].isspace() else _OPERATORS.get(token[0], token[0])
            program += read
            self._offsets += [token.start()] * len(read.encode())
        self._offsets.append(len(self._text))
        subterms: list[AST] = []
        said: list[str] = []
        try:
            parse_string(f"{program}).", subterms.append, logger=lambda _, message: said.append(message))
        except RuntimeError:
            self._out_of_place(self._offset(int(said[0].split(":")[2].partition("-")[0])))
        terms: list[AST] = [*subterms[1].head.atom.symbol.arguments]
        return terms[0] if terms else self._out_of_place(len(self._text))

    def test(self, term: AST) -> _Test:
        """Return the test of a part of the property; a unit is noted for the facts after it."""
        if term.ast_type != ASTType.BinaryOperation:
            return self._fact(term)
        if term.operator_type == BinaryOperator.Power and getattr(term.left, "symbol", None) == Supremum:
            test = self.test(term.right)
            return lambda answers: not test(answers)
        if term.operator_type == BinaryOperator.Power:
            self.units.append(str(self._value(term.left, UNIT.problem)))
            return self.test(term.right)
        left, right = self.test(term.left), self.test(term.right)
        if term.operator_type == BinaryOperator.And:
            return lambda answers: left(answers) and right(answers)
        return lambda answers: left(answers) or right(answers)

    def _fact(self, fact: AST) -> _Test:
        """Return the test of a fact about the unit named last."""
        if fact.ast_type != ASTType.Function or len(fact.arguments) != 1:
            self._out_of_place(self._start(fact))
        if not self.units:
            self._refuse(self._start(fact), "no unit is named", f"write its id first, as in g1: {fact.name}(..)")
        unit, kind = self.units[-1], KINDS[fact.name]
        self.says.append((unit, fact.name))
        value = self._value(fact.arguments[0], EXPECTED.terms[fact.name].problem)
        if value == "none" and isinstance(value, Name):
            return lambda answers: not kind(answers[unit])
        return lambda answers: str(value) in kind(answers[unit])

    def _value(self, term: AST, problem: Callable[[Simple], Problem | None]) -> Simple:
        """Return a word, text or number, if there is no problem with it."""
        if term.ast_type not in (ASTType.SymbolicTerm, ASTType.Variable):
            self._out_of_place(self._start(term))
        word = str(term)
        value = int(word) if word.isdecimal() else word[1:-1] if word.startswith('"') else Name(word)
        wrong = problem(value)
        if wrong:
            self._refuse(self._start(term), *wrong)
        return value

    def _start(self, term: AST) -> int:
        return self._offset(term.location.begin.column)

    def _offset(self, column: int) -> int:
        return self._offsets[min(column, len(self._offsets)) - 1]

    def _out_of_place(self, offset: int) -> NoReturn:
        token = _TOKEN.match(self._text, offset)
        problem = f"{quote(token[0])} is out of place" if token else "it ends too soon"
        self._refuse(offset, problem, "write and, or, or ) after a fact such as verdict(routs), and a fact after them")

    def _refuse(self, offset: int, problem: str, remedy: str) -> NoReturn:
        raise UsageError(f"column {offset + 1} of the property: {problem}; {remedy}")
