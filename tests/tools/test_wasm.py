"""`engine` over the clingo of a browser, whose place another clingo takes here; the compiled one is tested with the site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import clingo
import pytest
from day import of_today

import pyrout
from pyrout import referee
from pyrout.program import wasm
from pyrout.question import ask

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "tests/helpers/standin_clingo.py"
TABLES = ("miniatures/battlesystem-veer", "miniatures/retreat-second-turn-3")


def second_body(files: list[Path], *more: str) -> list[object]:
    run = subprocess.run(
        [sys.executable, str(STAND_IN), *more, *map(str, files)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYROUT_CACHE": "off"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.slow
def test_it_answers_as_the_first() -> None:
    """The examples, two tables and some rulings of the day; in a browser all rulings are asked for."""
    files = [*sorted((ROOT / "instances/aslsk").glob("*.lp")), *of_today(sorted((ROOT / "instances/rulings").glob("*.lp")), 9)]
    files += [ROOT / f"instances/{name}.lp" for name in TABLES]
    second, native = second_body(files), referee.answers([ask(pyrout.load(file)) for file in files])
    assert len(second) == len(files) > 14
    for file, answer, first in zip(files, second, native, strict=True):
        assert isinstance(first, pyrout.Answer), file.name
        assert answer == json.loads(json.dumps(first.to_json())), file.name


@pytest.mark.slow
def test_it_finds_the_best_plan_of_a_phase_as_the_first() -> None:
    files = sorted((ROOT / "instances/phases").glob("*.lp"))
    second = second_body(files, "--phase")
    assert len(second) == len(files) == 4
    for file, phase in zip(files, second, strict=True):
        assert phase == json.loads(json.dumps(pyrout.phase(pyrout.load(file)).to_json())), file.name


TERMS = [
    "7",
    "-3",
    "a",
    "b",
    '"a"',
    '"say \\"so\\"\\n\\\\"',
    "f(a)",
    "f(b)",
    "g(a)",
    "f(a,1)",
    "(a,)",
    "()",
    "(a,2)",
    'f(g("x"),(1,(2,)))',
    "#inf",
    "#sup",
]


def as_wasm(symbol: clingo.Symbol) -> wasm.Symbol:
    if symbol.type is clingo.SymbolType.Number:
        return wasm.Number(symbol.number)
    if symbol.type is clingo.SymbolType.String:
        return wasm.String(symbol.string)
    if symbol.type is clingo.SymbolType.Function:
        return wasm.Function(symbol.name, [as_wasm(argument) for argument in symbol.arguments])
    return wasm._ENDS[0 if symbol.type is clingo.SymbolType.Infimum else 7]


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_written_as_clingo_writes_it(term: str) -> None:
    assert str(as_wasm(clingo.parse_term(term))) == str(clingo.parse_term(term))


def test_terms_are_ordered_as_clingo_orders_them() -> None:
    ordered = [str(symbol) for symbol in sorted(map(clingo.parse_term, TERMS))]
    assert [str(symbol) for symbol in sorted(as_wasm(clingo.parse_term(term)) for term in TERMS)] == ordered


def test_equal_terms_are_one() -> None:
    assert wasm.Function("f", [wasm.Number(1), wasm.String("x")]) is wasm.Function(
        "f", [wasm.Number(1), wasm.String("x")]
    )
    assert wasm.Function("a") is not wasm.String("a")


def test_an_error_of_clingo_is_told_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    from standin_clingo import StandIn

    monkeypatch.setitem(sys.modules, wasm.MODULE, StandIn())
    wasm._compiled.cache_clear()
    try:
        with pytest.raises(RuntimeError, match="parsing failed"):
            wasm.Control(["--warn=none", "0"]).add("base", [], "a :- .. b.")
    finally:
        wasm._compiled.cache_clear()
