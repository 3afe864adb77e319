"""The commands that the pages show: what stands below one is what it prints, and all others can be given as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pyrout.cli import main

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs" / "how").glob("*.md"),
        *(ROOT / "docs" / "develop").glob("*.md"),
        *ROOT.glob("*.md"),
        *(ROOT / "asp").rglob("*.md"),
    ]
)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^\$ pyrout (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
INLINE = re.compile(r"`pyrout ((?:[^`\\]|\\.)+)`")
SLOW = ("--compare-options",)


def blocks(page: Path, kind: str) -> list[str]:
    return [text for of, text in BLOCK.findall(page.read_text("utf-8")) if of == kind]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


OWN = ("README.md", "docs/testing-another-program.md")  # what these print has tests of its own
PRINTED = [
    (name(page), *shown)
    for page in PAGES
    if name(page) not in OWN
    for text in blocks(page, "console")
    for shown in SHOWN.findall(text)
]


@pytest.mark.parametrize(
    ("page", "command", "printed"),
    [
        pytest.param(*shown, id=f"{shown[0]}: {shown[1]}", marks=[pytest.mark.slow] * any(s in shown[1] for s in SLOW))
        for shown in PRINTED
    ],
)
def test_a_command_prints_what_is_shown_below_it(
    page: str, command: str, printed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed.strip(), "a console block shows what the command prints; one without is of the kind sh"
    assert CliRunner().invoke(main, shlex.split(command)).stdout.strip() == printed.strip()


def given(page: Path) -> list[list[str]]:
    """The commands of a page that are shown whole, without what they print, in words."""
    lines = [line for text in blocks(page, "sh") for line in text.replace("\\\n", " ").splitlines()]
    commands = [line.partition("pyrout ")[2] for line in lines if re.match(r"(?:\S*/)?pyrout ", line)]
    return [shlex.split(re.split(r" +(?:#|>|\||&&)", command)[0]) for command in commands]


@pytest.mark.parametrize("page", [page for page in PAGES if given(page)], ids=name)
def test_a_command_can_be_given_as_it_stands(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is such a command, and it takes these options and arguments; files and folders are there."""
    monkeypatch.chdir(tmp_path)
    for first, *rest in given(page):
        for number, word in enumerate(rest):
            if re.search(r"\.(lp|vsav|vlog|txt|log)$", word):
                Path(word).touch()
            elif "/" in word or word.isupper():
                rest[number] = "folder"
                Path("folder").mkdir(exist_ok=True)
        command = main.get_command(click.Context(main), first)
        assert command is not None, first
        command.make_context(first, rest)


PASTED = [page for page in PAGES if re.search(r"^```\w*\n(?:\$ )?pyrout ", page.read_text("utf-8"), re.MULTILINE)]


@pytest.mark.parametrize("page", PASTED, ids=name)
def test_a_page_whose_commands_are_pasted_says_what_makes_them_found(page: Path) -> None:
    text = page.read_text("utf-8")
    assert "install.md#activate)" in text or "`. .venv/bin/activate`" in text


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_command_that_is_mentioned_is_there_with_its_options(page: Path) -> None:
    for mentioned in INLINE.findall(BLOCK.sub("", page.read_text("utf-8"))):
        first, *rest = mentioned.split()
        command = main.get_command(click.Context(main), first)
        assert command is not None or first.startswith(("-", "[")), mentioned
        known = {option for of in command.params for option in (*of.opts, *of.secondary_opts)} if command else set()
        asked = {re.match(r"[\w-]+", word.strip("[]"))[0] for word in rest if word.strip("[]").startswith("--")}  # type: ignore[index]
        assert asked <= known | {"--help", "--version"}, mentioned
