"""`pyrout verify --against`: another program is asked, and named where it differs."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, run

from pyrout.position.corpus import read_corpus
from pyrout.testing.against import difference

CORPUS = ROOT / "instances/generated/aslsk.jsonl"
ENGINE = shlex.join([sys.executable, "-m", "pyrout", "engine", "--jobs", "1"])

# A program that looks the answers up, the last first, and changes them by what its argument says.
OTHER = """
import json, sys
known = {line["position"]: line["answer"] for line in map(json.loads, open(sys.argv[1], encoding="utf-8"))}
asked = list(map(json.loads, sys.stdin))
for request in reversed(asked):
    unit, *others = known[request["position"]]["units"]
    exec(sys.argv[2])
    print(json.dumps({"id": request["id"], "answer": {"units": [*others, unit]}}))
"""


def other(tmp_path: Path, change: str) -> str:
    program = tmp_path / "other.py"
    program.write_text(OTHER, encoding="utf-8")
    return shlex.join([sys.executable, str(program), str(CORPUS), change])


def test_the_engine_agrees_with_itself() -> None:
    result = run("verify", f"{CORPUS}:1-6", ROOT / "instances/aslsk/example-07.lp", "--against", ENGINE)
    assert (result.stdout, result.exit_code) == ("agrees on 7 positions\n", 0)


def test_the_smallest_difference_is_named(tmp_path: Path) -> None:
    asked = f"{CORPUS}:1-20"
    assert run("verify", asked, "--against", other(tmp_path, "pass")).stdout == "agrees on 20 positions\n"
    smallest = min(list(read_corpus(CORPUS).values())[:20], key=lambda line: line.position.count(")."))
    result = run("verify", asked, "--against", other(tmp_path, "unit['verdict'] = 'stays'"))
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    verdict = smallest.answer["units"][0]["verdict"]
    assert line.startswith(f"{CORPUS}#{smallest.id}: differs: ")
    assert line.endswith(f': verdict: pyrout has "{verdict}", it has "stays"')
    every = run("verify", asked, "--all", "--against", other(tmp_path, "unit['free'] = 1"))
    assert len(every.stdout.splitlines()) == 20


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("unit['id'] = 'x'", "its answer lacks the unit"),
        ("del unit['id']", "its answer has no list of units"),
        ("unit['routes'][0]['path'] = ['A1']", "routes: it lacks run "),
        ("unit['routes'].append({**unit['routes'][0], 'posture': 'tunnel'})", "routes: it has too many tunnel "),
        ("unit['routes'] = [{}]", "a route of it lacks posture"),
        ("unit['counts']['routes'] = 99", "counts: pyrout has "),
        ("unit = {'id': unit['id'], 'verdict': unit['verdict']}", "agrees on 1 positions"),
    ],
)
def test_the_first_difference_is_said(tmp_path: Path, change: str, says: str) -> None:
    assert says in run("verify", f"{CORPUS}#detour-01", "--against", other(tmp_path, change)).stdout


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("no-such-program", "no-such-program: cannot be started"),
        (shlex.join([sys.executable, "-c", ""]), "the other program has ended without an answer"),
        (shlex.join([sys.executable, "-c", "print('hello')"]), "wrote a line that is not a reply: hello;"),
        (shlex.join([sys.executable, "-c", "print('{\"id\": 7}')"]), "wrote a line that is not a reply"),
        ("'", "--against wants a command"),
    ],
)
def test_a_program_that_does_not_answer_is_reported(command: str, says: str) -> None:
    result = run("verify", f"{CORPUS}:1", "--against", command)
    assert result.exit_code == 2 and says in result.stderr


def test_an_error_of_the_other_is_a_difference() -> None:
    unit: dict[str, Any] = json.loads('{"id": "g1", "verdict": "routs"}')
    assert (
        difference([unit], {"id": 1, "error": "cannot read it", "kind": "position"})
        == "it has no answer: cannot read it"
    )
