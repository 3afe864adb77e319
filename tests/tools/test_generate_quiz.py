"""`pyrout generate --quiz`: questions beside the positions, with the right answers of the enumerators."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
import quiz_oracle
from click.testing import CliRunner
from day import of_today

from pyrout.cli import main

pytest.importorskip("jsonschema", reason="output is validated where jsonschema is installed")

from fitting import problems


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "kind"), of_today([("aslsk", "detour"), ("asl", "surrender"), ("aslsk", "order-matters")], 3)
)
def test_questions_are_written_beside_the_positions(ruleset: str, kind: str, tmp_path: Path) -> None:
    asked = ["generate", "--rules", ruleset, "--want", kind, "--seed", "1", "--quiz", "-o", str(tmp_path)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    (file,) = tmp_path.glob("*.quiz.json")
    written = json.loads(file.read_text("utf-8"))
    assert problems(written) == []
    text = (tmp_path / written["file"]).read_text("utf-8")
    kinds = {question["kind"]: question for question in written["questions"]}
    assert {"detour": "safest", "surrender": "surrender", "order-matters": "must"}[kind] in kinds
    for name in kinds.keys() - {"way"}:
        assert quiz_oracle.right(kinds[name], text) == set(kinds[name]["right"]), name
    broken = copy.deepcopy(written)
    broken["questions"][0]["form"] = "many"
    assert problems(broken)


def test_about_a_table_no_questions_are_made(tmp_path: Path) -> None:
    asked = ["generate", "--rules", "retreat", "--want", "rallies", "--quiz", "-o", str(tmp_path / "new")]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 2 and result.output.startswith("pyrout: --quiz is for hexes")
    assert not (tmp_path / "new").exists()
