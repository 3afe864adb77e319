"""What the README shows is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import pyrout
from pyrout.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
CONSOLE = re.findall(r"^```console\n\$ pyrout (.*?)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_examples_print_what_they_show(command: str, printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_COLOR", "1")
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.stdout.strip() == printed.strip()


def test_there_are_examples_of_the_main_commands() -> None:
    assert {command.split()[0] for command, _ in CONSOLE} >= {"solve", "explain", "check"}


def test_the_position_of_the_readme_solves() -> None:
    (position,) = re.findall(r"^```\n(rules\(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert pyrout.solve(pyrout.parse(position))["g1"].verdict == "routs"


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("routs ['yK6']")


def test_the_two_commands_are_one_line_each() -> None:
    assert len(SHELL) == 2
    assert all(command.count("\n") == 1 for command in SHELL)


TABLE_PAGE = (ROOT / "docs/how/draw-a-table.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_tables_of_the_five_minutes_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever follows the page gets what it promises, command by command."""
    monkeypatch.chdir(tmp_path)
    first, second = re.findall(r"^```prolog\n(.*?)^```$", TABLE_PAGE, re.MULTILINE | re.DOTALL)
    commands = re.findall(r"\.venv/bin/pyrout ((?:draw|solve|check) [^`\n]*)", TABLE_PAGE)
    assert [command.split()[0] for command in commands] == ["draw", "solve", "check"]
    Path("table.lp").write_text(first, encoding="utf-8")
    drawn, solved, checked = (CliRunner().invoke(main, shlex.split(command)) for command in commands)
    assert drawn.exit_code == 0 and "<svg" in Path("table.html").read_text(encoding="utf-8")
    assert "archers is routed" in solved.stdout and "morale check for horse (passes: 9/20)" in solved.stdout
    assert checked.stdout == "legal\n"
    Path("table.lp").write_text(second, encoding="utf-8")
    assert CliRunner().invoke(main, ["draw", "table.lp", "-o", "table.svg"]).exit_code == 0
    assert "routs archers" in Path("table.svg").read_text(encoding="utf-8")
