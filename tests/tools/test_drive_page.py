"""The driver of docs/develop/drive-the-encodings.md answers the article's examples as their `expect` facts say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pyrout

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "develop" / "drive-the-encodings.md").read_text(encoding="utf-8")
(CODE,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
((COMMAND, PRINTED),) = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    file = tmp_path / "drive.py"
    file.write_text(CODE, encoding="utf-8")
    return file


def printed_by(drive: Path, file: str, side: str) -> str:
    command = [sys.executable, str(drive), file, side]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_it_prints_what_the_page_shows(drive: Path) -> None:
    program, name, file, side = COMMAND.split()
    assert (program, name) == ("python", "drive.py")
    assert printed_by(drive, file, side) == PRINTED


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted((ROOT / "instances" / "aslsk").glob("example-*.lp")), ids=lambda file: file.stem)
def test_it_answers_the_examples_of_the_article_as_pyrout_does(file: Path, drive: Path) -> None:
    """Two programs around the same encodings; what the article says of the examples `pyrout verify` checks."""
    answer = pyrout.solve(pyrout.load(file))
    of_side = {fact.args[0]: str(fact.args[1]) for fact in pyrout.load(file).of("unit")}
    sides = {of_side[unit.id] for unit in answer}
    printed = "".join(printed_by(drive, file.relative_to(ROOT).as_posix(), side) for side in sides)
    units = re.findall(r"^(\w+) (\w+)\n(?:  because .*\n)*  destinations ?(.*)\n  routes (\d+)$", printed, re.MULTILINE)
    theirs = {unit: (verdict, set(re.findall(r'"(.*?)"', to)), int(routes)) for unit, verdict, to, routes in units}
    assert theirs == {
        unit.id: (unit.verdict, {to.hex for to in unit.destinations}, unit.routes_total) for unit in answer
    }
