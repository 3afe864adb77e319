"""Properties of an answer, in the words of `expect` facts: `g1: verdict(eliminated)`, `g1: destinations("yK6") and not
free(yes)`.

A fact holds if the value is among those of its kind; `none` holds if there are no values. `and`, `or`, `not` and
parentheses mean what they always do. A unit with a colon says of whom the facts after it speak. Properties are parsed here
and never executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn

from ..errors import UsageError, shown
from ..position.vocabulary import EXPECTED, UNIT, Name, Simple, nearest
from ..result import UnitAnswer
from .verify import KINDS

LONGEST = 2_000  # characters
DEEPEST = 50  # parentheses and nots inside each other

_TOKEN = re.compile(
    r"""\s*+(?:(?P<string>"[^"\\]*+")
    |(?P<number>[0-9]{1,9}(?![0-9A-Za-z_]))
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*+)
    |(?P<sign>[():])
    |(?P<end>\Z)
    |(?P<other>.))""",
    re.VERBOSE | re.DOTALL,
)

_Test = Callable[[Mapping[str, UnitAnswer]], bool]


class Property(NamedTuple):
    """A property of an answer: its text, the units that it speaks of, and whether it holds of the answers by unit."""

    text: str
    units: tuple[str, ...]
    holds: Callable[[Mapping[str, UnitAnswer]], bool]


def parse_property(text: str) -> Property:
    """The property that a text states. Raises UsageError, with the column of what cannot be understood.

    >>> parse_property('g1: verdict(routs) and not (free(yes) or routes(1))').units
    ('g1',)
    >>> parse_property('g1: verdict(runs)')
    Traceback (most recent call last):
        ...
    pyrout.errors.UsageError: column 13 of the property: runs is not a verdict; did you mean routs?
    """
    if len(text) > LONGEST:
        raise UsageError(f"the property is longer than {LONGEST:,} characters; say less")
    parser = _Parser(text)
    holds = parser.whole()
    return Property(text.strip(), tuple(dict.fromkeys(parser.units)), holds)


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


class _Parser:
    """Reads one property from left to right."""

    def __init__(self, text: str) -> None:
        self.units: list[str] = []
        self._tokens = [
            _Token(match.lastgroup or "", match[match.lastgroup or 0], match.start(match.lastgroup or 0) + 1)
            for match in _TOKEN.finditer(text)
        ]
        self._next = 0
        self._depth = 0

    @property
    def token(self) -> _Token:
        return self._tokens[self._next]

    def take(self) -> _Token:
        token = self.token
        self._next += 1
        return token

    def refuse(self, token: _Token, problem: str, remedy: str) -> NoReturn:
        raise UsageError(f"column {token.column} of the property: {problem}; {remedy}")

    def out_of_place(self, token: _Token, instead: str) -> NoReturn:
        if token.kind == "end":
            self.refuse(token, "it ends too soon", f"write {instead}")
        self.refuse(token, f"{shown(token.text)} is out of place", f"write {instead}")

    def sign(self, text: str) -> bool:
        """Takes a sign if it is the next token."""
        if self.token.kind == "sign" and self.token.text == text:
            self._next += 1
            return True
        return False

    def word(self, text: str) -> bool:
        """Takes a word if it is the next token."""
        if self.token.kind == "name" and self.token.text == text:
            self._next += 1
            return True
        return False

    def whole(self) -> _Test:
        holds = self.either()
        if self.token.kind != "end":
            self.out_of_place(self.token, "and, or, or nothing more")
        return holds

    def either(self) -> _Test:
        tests = [self.both()]
        while self.word("or"):
            tests.append(self.both())
        return tests[0] if len(tests) == 1 else lambda answers: any(test(answers) for test in tests)

    def both(self) -> _Test:
        tests = [self.single()]
        while self.word("and"):
            tests.append(self.single())
        return tests[0] if len(tests) == 1 else lambda answers: all(test(answers) for test in tests)

    def single(self) -> _Test:
        self._depth += 1
        if self._depth > DEEPEST:
            self.refuse(self.token, f"more than {DEEPEST} parentheses and nots inside each other", "say it more simply")
        found = self._single()
        self._depth -= 1
        return found

    def _single(self) -> _Test:
        self.subject()
        if self.word("not"):
            test = self.single()
            return lambda answers: not test(answers)
        if self.sign("("):
            test = self.either()
            if not self.sign(")"):
                self.out_of_place(self.token, "and, or, or )")
            return test
        return self.fact()

    def subject(self) -> None:
        """Takes the id of a unit and its colon, if that is next."""
        following = self._tokens[min(self._next + 1, len(self._tokens) - 1)]
        if self.token.kind == "name" and following.text == ":":
            unit = self.take()
            self.take()
            problem = UNIT.problem(Name(unit.text))
            if problem:
                self.refuse(unit, *problem)
            self.units.append(unit.text)

    def fact(self) -> _Test:
        name = self.take()
        if name.kind != "name":
            self.out_of_place(name, "a fact, such as verdict(routs)")
        if name.text not in KINDS:
            near = nearest(name.text, tuple(KINDS))
            remedy = f"did you mean {near}?" if near else f"there are: {', '.join(KINDS)}"
            self.refuse(name, f"{shown(name.text)} is not a known answer", remedy)
        if not self.units:
            self.refuse(name, "no unit is named", f"write its id first, as in g1: {name.text}(..)")
        if not self.sign("("):
            self.out_of_place(self.token, f"{name.text}(..)")
        token = self.take()
        value = self.value(token, name.text)
        if not self.sign(")"):
            self.out_of_place(self.token, ")")
        unit, found = self.units[-1], KINDS[name.text]
        if value == "none" and isinstance(value, Name):
            return lambda answers: not found(answers[unit])
        return lambda answers: str(value) in found(answers[unit])

    def value(self, token: _Token, kind: str) -> Simple:
        values: dict[str, Callable[[str], Simple]] = {"string": lambda text: text[1:-1], "number": int, "name": Name}
        if token.kind not in values:
            self.out_of_place(token, f"a value, such as those of expect(g1,{kind}(..))")
        value = values[token.kind](token.text)
        problem = EXPECTED.terms[kind].problem(value)
        if problem:
            self.refuse(token, *problem)
        return value
