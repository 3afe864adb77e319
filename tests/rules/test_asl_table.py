"""The table in `asp/asl/README.md`: what it says of rules, files and tests is so, and nothing is missing from it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pyrout.program.rule_index import citations

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "asp" / "asl"
TABLES = ("Box", "Note", "What")


class Row(NamedTuple):
    """A row: the heading above it, the box or note, and the names in the other cells."""

    heading: str
    what: str
    rules: tuple[str, ...]
    files: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def rows() -> tuple[Row, ...]:
    table = []
    heading, chart = "", False
    for line in (FOLDER / "README.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
        if line.startswith("<!--"):
            chart = line.startswith("<!-- table chart ")
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and chart and cells[0] not in (*TABLES, "---"):
            what, *names = cells
            rules, files, tests = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in names)
            table.append(Row(heading, what, rules, files, tests))
    return tuple(table)


@cache
def functions(file: str) -> frozenset[str]:
    tree = ast.parse((next((ROOT / "tests").rglob(file))).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


every_row = pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.heading}: {row.what}")


def test_all_notes_are_there() -> None:
    assert [row.what for row in rows() if row.heading == "The 26 notes"] == [str(n) for n in range(1, 27)]
    assert len([row for row in rows() if row.heading == "General notes"]) == 10


def test_every_citation_is_in_the_table() -> None:
    assert sorted(set(citations("asl")) - {rule for row in rows() for rule in row.rules}) == []


@every_row
def test_every_rule_is_cited(row: Row) -> None:
    assert row.rules
    assert set(row.rules) - set(citations("asl")) == set()


@every_row
def test_every_file_holds_a_rule_of_its_row(row: Row) -> None:
    texts = {file: (FOLDER / file).read_text("utf-8") for file in row.files}
    assert [rule for rule in row.rules if not any(holds(text, rule) for text in texts.values())] == []
    assert [file for file, text in texts.items() if not any(holds(text, rule) for rule in row.rules)] == []


def holds(text: str, rule: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(rule)}(?![\w-])", text) is not None


@every_row
def test_every_test_exists(row: Row) -> None:
    assert row.tests
    for test in row.tests:
        file, _, function = test.partition("::")
        assert function in functions(file), test


def test_every_file_of_rules_is_in_the_table() -> None:
    """But for what only lists or includes others, and what explains."""
    without = {
        "judge.lp",
        "why.lp",
        "los.lp",
        "a6_los.lp",
        "los_bocage.lp",
        "b9_32.lp",
        "los_unseen.lp",
        "a6_los_undecided.lp",
        "about.lp",
        "options.lp",
        "titles.lp",
        "chart.lp",
        "why_not.lp",
        "bars.lp",
        "a10_531.lp",
        "a7_7_undoubled.lp",
        "a12_holds.lp",
        "violations_conduct.lp",
        "chart_walk.lp",
        "chart_walk_choice.lp",
        "chart_walk_conduct.lp",
        "after.lp",
        "phase_dependencies.lp",
    }
    assert {path.name for path in FOLDER.glob("*.lp")} - {
        file for row in rows() for file in row.files
    } - without == set()
