"""`pyrout verify --against`: another program is asked, and named where it differs."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, run

from pyrout.lab.against import difference
from pyrout.position.corpus import read_corpus

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
    assert len(every.stdout.splitlines()) == 21 and every.stdout.endswith("\ndiffers on 20 of 20 positions\n")


def test_only_the_fields_that_the_other_gives_are_compared(tmp_path: Path) -> None:
    """Numbers are numbers, as a program in JavaScript writes them, and fields of its own are no difference."""
    change = """
unit = {
    'id': unit['id'],
    'destinations': [{'hex': d['hex'], 'mf': int(d['mf']), 'note': 1} for d in reversed(unit['destinations'])],
    'counts': {'routes': float(unit['counts']['routes'])},
}
"""
    assert run("verify", f"{CORPUS}:1-20", "--against", other(tmp_path, change)).stdout == "agrees on 20 positions\n"


def test_whole_phases_are_not_compared(tmp_path: Path) -> None:
    result = run("verify", f"{CORPUS}#crowded-01", f"{CORPUS}#free-01", "--against", other(tmp_path, "pass"))
    assert (result.stdout, result.exit_code) == ("agrees on 1 position\n", 0)
    assert "lines about a whole Rout Phase are not compared: 1" in result.stderr


def test_a_line_that_is_not_there_gets_one_line_and_the_rest_is_compared(tmp_path: Path) -> None:
    result = run("verify", f"{CORPUS}#nosuch", f"{CORPUS}:1", "--against", other(tmp_path, "pass"))
    assert (result.stdout, result.exit_code) == ("agrees on 1 position\n", 2)
    assert result.stderr == f"pyrout: {CORPUS}: has no line with the id nosuch; check the id\n"


def test_the_other_is_asked_by_the_rule_set_of_the_command(tmp_path: Path) -> None:
    asked = (ROOT / "instances/aslsk/example-07.lp", "--rules", "asl", "--against", ENGINE)
    assert run("verify", *asked).stdout == "agrees on 1 position\n"
    refused = run("verify", f"{CORPUS}:1", "--rules", "asl", "--against", ENGINE)
    assert refused.exit_code == 2 and "leave out --rules" in refused.stderr


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("unit['id'] = 'x'", "its answer lacks the unit"),
        ("del unit['id']", "its answer has no list of units"),
        ("unit['routes'][0]['path'] = ['A1']", "routes: it lacks run "),
        ("unit['routes'].append({**unit['routes'][0], 'posture': 'tunnel'})", "routes: it has too many tunnel "),
        ("unit['routes'] = [{}]", "a route of it lacks posture"),
        ("unit['routes'].append({'posture': 'run', 'path': [1], 'legs': []})", "routes: it has too many run 1, to"),
        ("unit['destinations'].pop()", "destinations: it lacks "),
        ("unit['destinations'].append({'hex': 'Z9'})", "destinations: it has too many Z9"),
        ("unit['destinations'][0]['mf'] += 1", ": mf: pyrout has "),
        ("unit['destinations'] = [1]", "a destination of it lacks hex"),
        ("unit['counts'] = 3", "its counts are no object"),
        ("unit['counts']['routes'] = 99", "routes: pyrout has "),
        ("unit = {'id': unit['id'], 'verdict': unit['verdict']}", "agrees on 1 position"),
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
