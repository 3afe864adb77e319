"""Encodings as lists of statements: each atom found, and each position answered among many as it is alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clingo.ast import AST, ASTType, Sign, parse_string
from clingo.control import Control

import pyrout
from pyrout import engine, program, rulesets
from pyrout.hexes.solver import given
from pyrout.miniatures import solver
from pyrout.program import Waiting, statements
from pyrout.question import ask
from pyrout.referee import answers

INSTANCES = Path(__file__).parents[2] / "instances"
PARTS = ("main", "why", "judge", "los", "walked")
ENCODINGS = [(rules, part) for rules in ("aslsk", "asl") for part in PARTS] + [
    ("retreat", "main"),
    ("battlesystem", "main"),
]


def signatures(atom: AST) -> set[tuple[str, int]]:
    symbol = atom.symbol
    functions = symbol.arguments if symbol.ast_type == ASTType.Pool else [symbol]
    return {(f.name, len(f.arguments)) for f in functions}


def by_clingo(encoding: str) -> Iterator[tuple[str, set[tuple[str, int]], list[set[tuple[str, int]]]]]:
    """What clingo's own parser finds: of each rule the part, what its head gives, and what its body needs."""
    rows: list[tuple[str, set[tuple[str, int]], list[set[tuple[str, int]]]]] = []
    part = "base"

    def see(node: AST) -> None:
        nonlocal part
        if node.ast_type == ASTType.Program:
            part = node.name
        if node.ast_type != ASTType.Rule:
            return
        gives: set[tuple[str, int]] = set()
        head = node.head
        literals = [head] if head.ast_type == ASTType.Literal else [element.literal for element in head.elements]
        for literal in literals:
            if literal.atom.ast_type == ASTType.SymbolicAtom:
                gives |= signatures(literal.atom)
        needs = [
            signatures(literal.atom)
            for literal in node.body
            if literal.ast_type == ASTType.Literal
            and literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
        ]
        rows.append((part, gives, needs))

    parse_string(encoding, see)
    yield from rows


@pytest.mark.parametrize(("rules", "part"), ENCODINGS)
def test_statements_are_those_that_clingo_finds(rules: str, part: str) -> None:
    encoding = rulesets.program(rules, part)
    ours = [s for s in statements(encoding) if not s.text.startswith("#")]
    theirs = list(by_clingo(encoding))
    assert len(ours) == len(theirs) > 3
    for mine, (where, gives, needs) in zip(ours, theirs, strict=True):
        assert mine.part == where, mine.text
        assert set(mine.gives) == gives, mine.text
        assert [set(several) for several in mine.needs] == needs, mine.text


def test_a_statement_about_many_positions() -> None:
    encoding = """
    fence_cost((wall;hedge),2). touch(0,2;0,-2). flag :- not month(_).
    N { able(L) : at(L,P), 2 < 3 } :- N = #sum{ X,W : size(W,whole,X), not away(W) }, L = P.
    #show take/2.
    #program leg(l,g).
    calm(g,U) :- my(g,U,leg(g,U,l)), not g(U,l), U != g.
    """
    assert [s.many for s in statements(encoding)] == [
        "fence_cost(World__,(wall;hedge),2):-world(World__).",
        "touch(World__,0,2;World__,0,-2):-world(World__).",
        "flag(World__):-world(World__), not month(World__,_).",
        "N{able(World__,L):at(World__,L,P),2<3}:-world(World__),"
        "N=#sum{X,W:size(World__,W,whole,X), not away(World__,W)},L=P.",
        "#show take/3.",
        "calm(World__,G__,U):-go__leg(call__,World__,L__,G__),my(World__,G__,U,leg(G__,U,L__)),"
        " not g(World__,U,L__),U!=G__.",
    ]


def test_what_a_body_leaves_unnamed_is_named_unless_clingo_needs_it_unnamed() -> None:
    (statement,) = statements("a(X) :- b(X,_,f(_)), not c(_,X), c(_,X), N = #count{ Y : d(Y,_) }, X = g(_).")
    assert statement.text == "a(X):-b(X,Any1__,f(Any2__)), not c(_,X),c(Any3__,X),N=#count{Y:d(Y,_)},X=g(_)."


def test_statements_wait_until_what_they_need_is_there() -> None:
    waiting = Waiting()
    waiting.add("a(X) :- b(X). c(X) :- a(X). d(X) :- e(X), a(X). #program part(p). f(p) :- d(p).")
    assert waiting.ready(["base"], {("b", 1)}.__contains__) == "#program base.\na(X):-b(X).\nc(X):-a(X)."
    assert waiting.ready(["part"], lambda signature: False) == ""
    assert waiting.ready(["base"], {("e", 1)}.__contains__) == "#program base.\nd(X):-e(X),a(X)."
    assert waiting.ready(["part"], lambda signature: False) == "#program part(p).\nf(p):-d(p)."
    assert waiting.ready(["base", "part"], lambda signature: True) == ""


def test_what_waits_in_vain_would_have_given_nothing() -> None:
    """The same atoms with the whole of an encoding on the control from the beginning."""
    question = ask(pyrout.load(INSTANCES / "aslsk" / "example-07.lp"))
    solver = pyrout.Solver(question)
    control = Control(["--warn=none"])
    control.add("base", [], rulesets.program("aslsk", having={fact.name for fact in question.position.facts}))
    (side,) = solver.engines
    control.add("base", [], given(question, side))
    control.ground([("base", [])])
    ours = {str(atom.symbol) for atom in solver.engine._control.symbolic_atoms}
    theirs = {str(atom.symbol) for atom in control.symbolic_atoms}
    assert len(theirs) > 500 and theirs <= ours


FILES = [
    *sorted((INSTANCES / "aslsk").glob("*.lp")),
    *sorted((INSTANCES / "rulings").glob("*.lp"))[:12],
    *sorted((INSTANCES / "generated" / "asl").glob("*-01.lp")),
    *sorted((INSTANCES / "generated" / "aslsk").glob("*-01.lp")),
]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(FILES), 24))
def test_a_position_is_answered_among_others_as_it_is_alone(first: int) -> None:
    positions = [pyrout.load(file) for file in FILES[first : first + 24]]
    together = answers([ask(position) for position in positions])
    for position, answer in zip(positions, together, strict=True):
        assert isinstance(answer, pyrout.Answer), answer
        assert answer.to_json() == pyrout.solve(position).to_json(), position.name


def test_one_that_is_refused_does_not_hurt_the_others() -> None:
    good = pyrout.load(INSTANCES / "aslsk" / "example-07.lp")
    bad = pyrout.parse(good.program() + " status(g1,fanatic).", "bad")
    first, refused, last = answers([ask(good), ask(bad), ask(good)])
    assert isinstance(refused, pyrout.InstanceError) and "bad" in str(refused)
    alone = pyrout.solve(good)
    assert first == alone == last


def test_nothing_kept_and_only_a_part_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no cache an encoding that is not known goes on the control as it is; so does one that is known, of the same rules:
    without LOS from the terrain (`los`) the enemy would see nobody."""
    position = pyrout.load(INSTANCES / "aslsk" / "example-07.lp").without("los")
    expected = pyrout.solve(position)
    assert expected["g1"].must_rout
    monkeypatch.setenv("PYROUT_CACHE", "off")
    monkeypatch.setattr(program, "_found", {})
    program.statements(rulesets.program("aslsk", "los"))
    assert not program.at_hand(rulesets.program("aslsk")) and program.at_hand(rulesets.program("aslsk", "los"))
    assert pyrout.solve(position) == expected


TABLES = [
    *sorted((INSTANCES / "miniatures").glob("*.lp")),
    *sorted((INSTANCES / "rules" / "battlesystem").glob("*.lp")),
    *sorted((INSTANCES / "rules" / "retreat").glob("*.lp")),
]


@pytest.mark.slow
def test_a_table_is_answered_among_others_as_it_is_alone() -> None:
    positions = [pyrout.load(file) for file in TABLES]
    together = answers([ask(position) for position in positions])
    for position, answer in zip(positions, together, strict=True):
        assert isinstance(answer, pyrout.Answer), answer
        assert answer.to_json() == pyrout.solve(position).to_json(), position.name


def test_a_table_that_is_refused_or_too_large_does_not_hurt_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    good, large = (pyrout.load(INSTANCES / "miniatures" / f"retreat-{name}.lp") for name in ("first-turn", "spreads"))
    bad = pyrout.parse(good.without("threat").program(), "bad")
    hexes = pyrout.load(INSTANCES / "aslsk" / "example-07.lp")
    monkeypatch.setattr(solver, "MOST_STATES", 5)
    first, refused, other, too_large, last = answers([ask(each) for each in (good, bad, hexes, large, good)])
    assert isinstance(refused, pyrout.InstanceError) and "bad" in str(refused)
    assert isinstance(too_large, pyrout.UsageError) and "more than 5 states" in str(too_large)
    assert isinstance(first, pyrout.Answer) and isinstance(last, pyrout.Answer) and isinstance(other, pyrout.Answer)
    assert first.to_json() == last.to_json() == pyrout.solve(good).to_json()


def test_two_tables_need_no_more_calls_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they want is grounded in one call, as long as both want the same."""
    calls = [0]  # what is grounded before is of no table

    class Counted(Control):
        def ground(self, *args: Any, **more: Any) -> None:
            calls[-1] += 1
            super().ground(*args, **more)

    monkeypatch.setattr(engine, "Control", Counted)
    gap, oblique = (
        ask(pyrout.load(INSTANCES / "miniatures" / f"battlesystem-{n}.lp")) for n in ("gap-in-water", "oblique")
    )
    for questions in ([gap, gap], [gap], [oblique]):
        calls.append(0)
        answers(questions)
    _, both, one, other = calls
    assert both == one > other > 3


@pytest.mark.slow
def test_few_calls_are_made_for_a_chain() -> None:
    """Each event of the line must be known before what comes of it: 34 states in a row, about four calls for each."""
    question = ask(pyrout.load(INSTANCES / "miniatures" / "battlesystem-chain.lp"))
    control = engine.Engine(rulesets.program(question.rules), solver.given(question))
    calls = 0
    for _, parts in solver.TableSolver(question, control).steps():
        control.ground(*parts)
        calls += 1
    assert len(list(control.atoms("state", 1))) == 34
    assert calls < 140
