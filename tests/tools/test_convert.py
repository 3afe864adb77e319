"""Positions as JSON: both ways, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, run, written

import pyrout
from pyrout.position.objects import from_json
from pyrout.position.reading import load, parse
from pyrout.position.vocabulary import PREDICATES

INSTANCES = sorted((ROOT / "instances").rglob("*.lp"))
SEVEN = ROOT / "instances/aslsk/example-07.lp"


def test_a_position_becomes_json_and_facts_again(tmp_path: Path) -> None:
    as_json = tmp_path / "seven.json"
    assert run("convert", SEVEN, "-o", as_json).exit_code == 0
    read = json.loads(as_json.read_text("utf-8"))
    assert {"unit": ["g1", "german", "squad"]} in read["facts"]
    assert {"hex": ["yK5", 10, 9]} in read["facts"]
    assert {"expect": ["g1", {"destinations": "yK6"}]} in read["facts"]
    assert run("convert", as_json).stdout == load(SEVEN).program()


def test_every_shipped_position_survives_the_way_there_and_back() -> None:
    for path in INSTANCES:
        position = load(path, need="facts")
        again = from_json(json.loads(json.dumps(position.to_json())), position.name, need="facts")
        assert [(f.name, f.args) for f in again.facts] == [(f.name, f.args) for f in position.facts], path
        assert again.program() == position.program(), path


def test_the_schema_has_every_predicate_and_fits_every_position() -> None:
    pytest.importorskip("jsonschema")
    from fitting import problems

    def fact(text: str) -> Any:
        # A fact alone may name units that are not there: it is only read.
        from pyrout.position.facts import Instance
        from pyrout.position.reading import facts_in

        return Instance("x", facts_in(text, "x")).to_json()

    for predicate in PREDICATES:
        written_ = fact(f"{predicate.example}.")
        assert problems(written_) == [], predicate.example
        (row,) = written_["facts"]
        assert problems({**written_, "facts": [{name: [*args, *[1] * 9] for name, args in row.items()}]}), (
            predicate.example
        )
    assert problems({"facts": [{"terrain": ["A1", "lava"]}]})
    assert problems({"facts": []})
    for path in INSTANCES[::20]:
        assert problems(load(path, need="facts").to_json()) == [], path


def test_the_library_reads_and_writes_objects() -> None:
    position = load(SEVEN)
    assert pyrout.parse(json.loads(json.dumps(position.to_json())), position.name).program() == position.program()
    with pytest.raises(pyrout.InstanceError, match=r"mine: facts\[0\]: unknown predicate ruls"):
        pyrout.parse({"facts": [{"ruls": ["asl"]}]}, "mine")


def test_a_whole_number_may_have_a_point() -> None:
    """Programs without whole numbers write 7.0, which JSON Schema takes as one."""
    facts = [{"rules": ["aslsk"]}, {"month": [7.0]}]
    position = pyrout.parse({"facts": facts}, need="facts")
    assert list(map(str, position.facts)) == ["rules(aslsk)", "month(7)"]


def test_a_command_answers_json_like_facts(tmp_path: Path) -> None:
    file = written(tmp_path, json.dumps(load(SEVEN).to_json()), "seven.json")
    by_json, by_facts = pyrout.solve(load(file)).to_json(), pyrout.solve(load(SEVEN)).to_json()
    assert by_json["units"] == by_facts["units"] and by_json["file"] == str(file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"facts": [', "x.json:1:12: not JSON: Expecting value; see `pyrout convert`"),
        ("{}", "x.json: facts is a list of objects, at least one;"),
        ('{"fact": []}', "x.json: a position has no field fact; there are: schema, file, facts"),
        (
            '{"schema": "pyrout/2", "facts": [{"rules": ["asl"]}]}',
            "x.json: it is of another schema; this program reads",
        ),
        ('{"facts": [{"rules": ["asl"]}, 3]}', "x.json: facts[1]: a fact is an object with one predicate;"),
        ('{"facts": [{"rules": ["asl"], "month": [3]}]}', "x.json: facts[0]: a fact is an object with one predicate;"),
        ('{"facts": [{"ruls": ["asl"]}]}', "x.json: facts[0]: unknown predicate ruls; did you mean rules?"),
        ('{"facts": [{"rules": "asl"}]}', "x.json: facts[0]: the arguments of rules are not a list;"),
        ('{"facts": [{"month": ["7"]}]}', 'x.json: facts[0]: "7" is not a month; write a number from 1 to 12'),
        ('{"facts": [{"month": [7.5]}]}', "x.json: facts[0]: an argument of month is not a month;"),
        ('{"facts": [{"month": [true]}]}', "x.json: facts[0]: an argument of month is not a month;"),
        ('{"facts": [{"at": ["g1", "A1"]}]}', "x.json: facts[0]: "),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_no_position_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(pyrout.InstanceError) as refused:
        parse(text, "x.json")
    assert message in str(refused.value)
