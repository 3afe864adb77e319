"""The words of the hexes that no step may enter: each rule that bars a step has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import clingo.ast
import pytest
from clingo import SymbolType
from command_line import run
from encodings_read import ASP, ROOT, shown_to

from pyrout.draw.closed_hexes import ACROSS, SAID, why_not
from pyrout.position.reading import parse
from pyrout.program.rule_sets import HEAD, INCLUDE
from pyrout.results.answer import Reason
from pyrout.results.explanation import BarredStep
from pyrout.wording import Names

ON_HEXES = ("aslsk", "asl")
# The rule of a barred step in these atoms: of a step from the start of a unit, and of one on a best way to a hex
BARRED = (("forbids", 4, 2), ("first_bar", 6, 4))

Atom = clingo.ast.AST


class _Rules(clingo.ast.Transformer):
    """Keeps the heads of rules, each with its body."""

    def __init__(self) -> None:
        self.heads: list[tuple[Atom, list[Atom]]] = []

    def visit_Rule(self, node: Atom) -> Atom:
        atoms = [each for head in [node.head, *_elements(node.head)] for each in _atoms(head)]
        self.heads += [(head, [each for literal in node.body for each in _atoms(literal)]) for head in atoms]
        return node


def _elements(head: Atom) -> list[Atom]:
    return [each.literal for each in head.elements] if head.ast_type == clingo.ast.ASTType.Aggregate else []


def _atoms(literal: Atom) -> list[Atom]:
    """The atom of a literal, or of each member of a pool."""
    if literal.ast_type != clingo.ast.ASTType.Literal or literal.atom.ast_type != clingo.ast.ASTType.SymbolicAtom:
        return []
    symbol = literal.atom.symbol
    return [
        each
        for each in (symbol.arguments if symbol.ast_type == clingo.ast.ASTType.Pool else [symbol])
        if each.ast_type == clingo.ast.ASTType.Function
    ]


def _rules_that_bar(ruleset: str) -> set[str]:
    """The strings that reach the rule of a barred step, followed from the heads of statements into their bodies."""
    reader = _Rules()
    for folder in ("board", "rout", ruleset):
        for file in sorted((ASP / folder).glob("*.lp")):
            shown_to(reader, INCLUDE.sub("", HEAD.sub("", file.read_text("utf-8"))))
    barring: set[str] = set()
    seen: set[Any] = set()

    def follow(name: str, arity: int, place: int, constants: dict[int, str]) -> None:
        wanted = (name, arity, place, tuple(sorted(constants.items())))
        if wanted in seen:
            return
        seen.add(wanted)
        for head, body in reader.heads:
            arguments = head.arguments
            if (head.name, len(arguments)) != (name, arity):
                continue
            if any(_constant(arguments[at]) not in (None, value) for at, value in constants.items()):
                continue
            rule = arguments[place]
            if rule.ast_type == clingo.ast.ASTType.SymbolicTerm:
                assert rule.symbol.type == SymbolType.String, head
                barring.add(rule.symbol.string)
                continue
            assert rule.ast_type == clingo.ast.ASTType.Variable, head
            for atom in body:
                said = {at: c for at, each in enumerate(atom.arguments) if (c := _constant(each)) is not None}
                for at, each in enumerate(atom.arguments):
                    if str(each) == rule.name:
                        follow(atom.name, len(atom.arguments), at, said)

    for name, arity, place in BARRED:
        follow(name, arity, place, {})
    return barring


def _constant(term: Atom) -> str | None:
    """A constant as text; none for a parameter of a part, which is a single letter, and for all else."""
    plain = term.ast_type == clingo.ast.ASTType.SymbolicTerm and len(str(term)) > 1
    return str(term) if plain else None


@pytest.mark.parametrize("ruleset", ON_HEXES)
def test_each_rule_that_bars_a_step_has_words(ruleset: str) -> None:
    rules = _rules_that_bar(ruleset)
    assert {"aslsk": "sk-step-stacking", "asl": "b21-43-fording"}[ruleset] in rules, "the encodings are read"
    ends = tuple(f"-{end}" for end in (*SAID, *ACROSS))
    assert [rule for rule in sorted(rules) if not rule.endswith(ends)] == []


def test_each_fact_is_a_sentence(tmp_path: Path) -> None:
    drawn = tmp_path / "r07.html"
    run("draw", ROOT / "instances/rulings/R07.lp", "-o", drawn)
    assert (
        "xI5 is closed: it is next to a1 in xH5 and a3 in xJ4. It is closer to a1 in xH5. "
        "It is a second Location next to a3 in xJ4.<"
    ) in drawn.read_text("utf-8")


NAMES = Names(parse('rules(aslsk). side(german). hex("B1",1,2). unit(g1,german,squad). at(g1,"B1").', need="facts"))


@pytest.mark.parametrize(
    ("rule", "cause", "said"),
    [
        ("sk-mf", "B2", "no rout enters its terrain"),
        ("sk-mf", "B1-B2", "a cliff lies between"),
        ("a10-51-map", "B2", "an enemy vehicle stands there"),
        ("a10-51-map", "B1-B2", "a cliff lies between"),
        ("b21-43-fording", "B1-B2", "the step goes against the current"),
        ("a10-51-toward", "B3", "the step leads away from B3"),
    ],
)
def test_a_hexside_has_other_words_than_the_hex(rule: str, cause: str, said: str) -> None:
    step = BarredStep("B1", "B2", (Reason(rule, (cause,)),))
    assert why_not("B3", [step], NAMES) == f"No legal way leads to B3. B2 is closed from B1: {said}."


def test_a_rule_of_a_hex_and_of_a_hexside_is_said_twice() -> None:
    step = BarredStep("B1", "B2", (Reason("sk-mf", ("B1-B2", "B2")),))
    said = "B2 is closed from B1: no rout enters its terrain. A cliff lies between."
    assert why_not("B3", [step], NAMES) == f"No legal way leads to B3. {said}"
