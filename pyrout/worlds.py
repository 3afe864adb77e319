"""Translate encodings, which are about one position, into statements with worlds, by the parser of clingo.

`asp/worlds.py` calls it when encodings change. At run time it is called for an encoding that has no fresh file in
`asp/worlds/`: one that was just changed, or one of a game in another folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from clingo.ast import (
    AST,
    ASTType,
    ComparisonOperator,
    Function,
    Literal,
    Sign,
    SymbolicAtom,
    Transformer,
    Variable,
    parse_string,
)
from clingo.symbol import SymbolType

from .statements import CALL, WORLD, Pattern, Statement, call_predicate, pattern

_NAMED = "Any{}__"
_MOST_PATTERNS = 16  # of one atom: with more, its constants are left aside


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
        if node.ast_type == ASTType.Program:
            part, parameters = node.name, tuple(each.name for each in node.parameters)
        elif node.ast_type == ASTType.Rule:
            translated.append(_rule(node, part, parameters))
        elif node.ast_type not in (ASTType.Defined, ASTType.ShowSignature, ASTType.Comment):
            raise NotImplementedError(f"{node.ast_type.name} is not translated: {node}")

    parse_string(text, visit, message_limit=1)
    return translated


def _rule(rule: AST, part: str, parameters: Sequence[str]) -> Statement:
    equal = dict(filter(None, map(_equation, rule.body)))
    gives = tuple(given for atom in _given(rule.head) for given in _patterns(atom, parameters, equal))
    needs = tuple(_patterns(literal.atom, parameters, equal) for literal in rule.body if _is_needed(literal))
    unnamed = _Unnamed()
    rule = rule.update(body=[unnamed(literal) if _is_needed(literal) else literal for literal in rule.body])
    in_worlds = _InWorlds(parameters)
    many = rule.update(head=in_worlds(rule.head), body=in_worlds.visit_sequence(rule.body))
    arguments = [WORLD, *map(_variable, parameters)]
    if part != "base":
        many = _guarded(many, call_predicate(part), [CALL, *arguments])
    elif not needs:
        many = _guarded(many, "world", arguments)
    return Statement(part, str(many), gives, needs)


def _given(head: AST) -> list[AST]:
    """Return the atoms that a head derives: its own, or those of a choice or disjunction without their conditions."""
    literals = [head] if head.ast_type == ASTType.Literal else [element.literal for element in head.elements]
    return [literal.atom for literal in literals if literal.atom.ast_type == ASTType.SymbolicAtom]


def _is_needed(literal: AST) -> bool:
    return bool(
        literal.ast_type == ASTType.Literal
        and literal.sign == Sign.NoSign
        and literal.atom.ast_type == ASTType.SymbolicAtom
    )


def _equation(literal: AST) -> tuple[str, AST] | None:
    """Return the variable and the term of a literal `Variable = term` of a body."""
    if (
        literal.ast_type != ASTType.Literal
        or literal.sign != Sign.NoSign
        or literal.atom.ast_type != ASTType.Comparison
    ):
        return None
    term, guards = literal.atom.term, literal.atom.guards
    if term.ast_type != ASTType.Variable or len(guards) != 1 or guards[0].comparison != ComparisonOperator.Equal:
        return None
    return term.name, guards[0].term


def _patterns(atom: AST, parameters: Sequence[str], equal: Mapping[str, AST]) -> tuple[Pattern, ...]:
    """Return the patterns of an atom; `equal` are terms that variables are equal to."""
    term = atom.symbol
    several = term.arguments if term.ast_type == ASTType.Pool else [term]
    return tuple(one for each in several for one in _patterns_of(each, parameters, equal))


def _patterns_of(term: AST, parameters: Sequence[str], equal: Mapping[str, AST]) -> list[Pattern]:
    if term.ast_type == ASTType.SymbolicTerm:
        return [pattern(term.symbol.name, 0)]
    places = [_constants(argument, parameters, equal) for argument in term.arguments]
    several = product(*places) if prod(map(len, places)) <= _MOST_PATTERNS else [()]
    return [
        pattern(term.name, len(places), *((n, constant) for n, constant in enumerate(row) if constant))
        for row in several
    ]


def _constants(term: AST, parameters: Sequence[str], equal: Mapping[str, AST]) -> list[str]:
    """Return the constants or functors that an argument may be, or an empty text for any."""
    if term.ast_type == ASTType.Pool:
        several = [constant for each in term.arguments for constant in _constants(each, parameters, equal)]
        return several if all(several) else [""]
    if term.ast_type == ASTType.Variable and term.name in equal:
        return _constants(equal[term.name], parameters, {})
    if term.ast_type == ASTType.SymbolicTerm:
        constant = str(term.symbol)  # a sentence is no constant that a body asks for
        return ["" if constant in parameters or " " in constant else constant]
    if term.ast_type == ASTType.Function and not term.external:
        if not term.arguments:
            return ["" if term.name in parameters else term.name]
        return [f"{term.name}/{len(term.arguments)}"]
    return [""]


def _guarded(rule: AST, name: str, variables: Sequence[str]) -> AST:
    """Return a rule with one more atom in front of its body."""
    at = rule.location
    atom = SymbolicAtom(Function(at, name, [Variable(at, variable) for variable in variables], 0))
    return rule.update(body=[Literal(at, Sign.NoSign, atom), *rule.body])


def _variable(parameter: str) -> str:
    return f"{parameter.upper()}__"


class _Unnamed(Transformer):
    """Gives each `_` a name, which says the same.

    For whatever is left unnamed clingo keeps a table of its own, and goes through all of them with each call.
    """

    def __init__(self) -> None:
        self._number = 0

    def visit_Variable(self, node: AST) -> AST:
        if node.name != "_":
            return node
        self._number += 1
        return node.update(name=_NAMED.format(self._number))


class _InWorlds(Transformer):
    """Gives each atom its world, and replaces the parameters of a part by variables."""

    def __init__(self, parameters: Sequence[str]) -> None:
        self._parameters = parameters

    def visit_SymbolicAtom(self, node: AST) -> AST:
        return node.update(symbol=self._atom(node.symbol))

    def _atom(self, term: AST) -> AST:
        if term.ast_type == ASTType.Pool:
            return term.update(arguments=[self._atom(each) for each in term.arguments])
        world = Variable(term.location, WORLD)
        if term.ast_type == ASTType.SymbolicTerm:
            return Function(term.location, term.symbol.name, [world], 0)
        return term.update(arguments=[world, *self.visit_sequence(term.arguments)])

    def visit_SymbolicTerm(self, node: AST) -> AST:
        symbol = node.symbol
        if symbol.type is SymbolType.Function and not symbol.arguments and symbol.name in self._parameters:
            return Variable(node.location, _variable(symbol.name))
        return node

    def visit_Function(self, node: AST) -> Any:
        if not node.arguments and node.name in self._parameters:
            return Variable(node.location, _variable(node.name))
        return node.update(**self.visit_children(node))
