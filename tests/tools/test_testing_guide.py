"""The programs and files of docs/testing-another-program.md work as it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import pyrout
from pyrout.cli import COMMANDS, main
from pyrout.lab import schema
from pyrout.lab.verify import KINDS
from pyrout.position import shipped
from pyrout.position.corpus import read_corpus
from pyrout.position.reading import read_text
from pyrout.position.vocabulary import BY_NAME, write_value

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "testing-another-program.md").read_text(encoding="utf-8")
READER, FORM, CORPUS, COMPARISON, SHRINKING = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
CONSOLE = re.findall(r"^```console\n\$ pyrout (.*?)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_reader_reads_the_shipped_files() -> None:
    """As many facts of each predicate as pyrout reads, and the same names in them."""
    readings: dict[str, Any] = {}
    exec(READER, readings)
    for file in shipped.files().values():
        theirs = [(name, [a.strip('"') for a in args]) for name, args in readings["facts"](read_text(file))]
        ours = [
            (fact.name, [told.strip('"') for told in map(write_value, fact.args)]) for fact in pyrout.load(file).facts
        ]
        assert sorted(set(map(str, theirs))) == sorted(set(map(str, ours))), file


def test_the_examples_print_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert CONSOLE
    for command, printed in CONSOLE:
        assert CliRunner().invoke(main, shlex.split(command)).stdout == printed


def test_the_form_of_a_unit_says_where_it_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyrout-1.schema.json").write_text(schema.text(), encoding="utf-8")
    answer = pyrout.solve(pyrout.load(ROOT / "instances" / "aslsk" / "example-06.lp")).to_json()
    Path("theirs.json").write_text(json.dumps(answer), encoding="utf-8")
    exec(FORM, {})
    assert capsys.readouterr().out == ""
    unit = json.loads(json.dumps(answer))["units"][0]
    del unit["routes"][0]["mf"]
    Path("theirs.json").write_text(json.dumps({"units": [unit]}), encoding="utf-8")
    exec(FORM, {})
    assert capsys.readouterr().out == f"{unit['id']} $.routes[0] 'mf' is a required property\n"


def test_the_comparison_finds_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, theirs = tmp_path / "instances" / "generated", tmp_path / "theirs" / "asl"
    mine.mkdir(parents=True)
    theirs.mkdir(parents=True)
    answer = pyrout.solve(pyrout.load(ROOT / "instances" / "aslsk" / "example-06.lp")).to_json()
    text = json.dumps(answer)
    lines = [
        {"id": name, "question": asked, "position": "", "answer": json.loads(text)}
        for name, asked in (("a", "solve"), ("not-done", "solve"), ("whole", "phase"))
    ]
    (mine / "asl.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    (theirs / "a.json").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    reading: dict[str, Any] = {}
    exec(CORPUS, reading)
    exec(COMPARISON, dict(reading))
    assert capsys.readouterr().out == ""
    other = json.loads(text)
    gone = other["units"][0]["routes"].pop()
    other["units"][0]["free"] = True
    del other["units"][0]["counts"]  # it need not know all
    other["units"].append({"id": "g9", "routes": []})
    (theirs / "a.json").write_text(json.dumps(other), encoding="utf-8")
    exec(COMPARISON, dict(reading))
    unit = answer["units"][0]["id"]
    assert capsys.readouterr().out.splitlines() == [
        "a g9 is too many",
        f"a {unit} free False True",
        f"a {unit} missing {gone['posture']} {' - '.join(gone['path'])}",
    ]


def test_the_reader_of_a_corpus_reads_the_shipped_ones() -> None:
    reading: dict[str, Any] = {}
    exec(CORPUS, reading)
    assert len(CORPUS.splitlines()) <= 10
    for path in sorted((ROOT / "instances/generated").glob("*.jsonl")):
        read = list(reading["corpus"](path))
        lines = [line for line in read_corpus(path).values() if line.question == "solve"]
        assert [(name, text) for name, text, _ in read] == [(line.id, line.position) for line in lines]
        assert all({str(unit) for unit in units} <= set(pyrout.parse(text).units) for _, text, units in read[::20])


def test_the_library_shrinks_a_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "big.lp").write_text((ROOT / "instances/aslsk/example-06.lp").read_text("utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(SHRINKING, {"keep": lambda position: any(unit.args[1] == "german" for unit in position.of("unit"))})
    left = pyrout.parse(capsys.readouterr().out, need="position")
    assert [str(unit.args[1]) for unit in left.of("unit")] == ["german"]


def test_it_names_what_there_is() -> None:
    """Commands, their options, files, and every kind of expect fact of the hex games."""
    for command, options in re.findall(r"pyrout (\w+)((?: (?:-o|--[a-z-]+|[A-Z_]+|\S+\.lp|\S+\.ndjson|\d+))*)", GUIDE):
        if command not in COMMANDS:
            continue
        there = main.get_command(click.Context(main), command)
        assert there, command
        known = {name for parameter in there.params for name in parameter.opts}
        assert {word for word in options.split() if word.startswith("-")} <= known, command
    for command in ("solve", "explain", "check", "schema", "count", "minimise", "generate", "batch", "rules"):
        assert f"pyrout {command}" in GUIDE and command in COMMANDS
    for target in re.findall(r"\]\(([^):]+)\)", GUIDE):
        assert (ROOT / "docs" / target.partition("#")[0]).exists(), target
    for kind in (
        "verdict",
        "must",
        "destinations",
        "free",
        "first",
        "crawl",
        "end",
        "eliminated_at",
        "interdicted",
        "routes",
    ):
        assert f"expect(g1,{kind}(" in GUIDE and kind in KINDS
    assert set(re.findall(r"`expect\(\w+,(\w+)\(", GUIDE)) == set(KINDS)
    assert "expect" in BY_NAME
