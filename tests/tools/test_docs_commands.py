"""The commands that the pages show: what stands below one is what it prints, and all others can be given as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pyrout.cli import main
from pyrout.commands.position_line import lines_as_files
from pyrout.position.line import text_of
from pyrout.position.reading import parse

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(path for folder in ("docs", "asp", "instances") for path in (ROOT / folder).rglob("*.md"))]
)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^\$ pyrout (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
INLINE = re.compile(r"`pyrout ((?:[^`\\]|\\.)+)`")
SLOW = ("--compare-options",)
FILES = {
    path.name
    for folder in ("pyrout", "asp", "tests", "docs", "instances")
    for path in [*ROOT.glob("*.*"), *(ROOT / folder).rglob("*.*")]
}


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
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.stdout.strip() == printed.strip(), result.stderr


OF_A_SAVE = ["docs/how/own-game.md"]  # its output is held by test_the_saved_game_of_the_handbook


def test_output_is_shown_only_below_commands_that_are_run_here() -> None:
    """A block of another kind than `console` may show a command that needs files of the reader, but not its output."""
    others = [
        (name(page), text)
        for page in PAGES
        for kind, text in BLOCK.findall(page.read_text("utf-8"))
        if kind != "console"
    ]
    assert [page for page, text in others if any(output.strip() for _, output in SHOWN.findall(text))] == OF_A_SAVE


def given(page: Path) -> list[list[str]]:
    """The commands of a page that are shown whole, without what they print, in words."""
    shown = [*blocks(page, "sh"), *blocks(page, "text")]
    lines = [line for text in shown for line in text.replace("\\\n", " ").splitlines()]
    commands = [line.partition("pyrout ")[2] for line in lines if re.match(r"(?:\$ )?(?:\S*/)?pyrout ", line)]
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
        group = click.Context(main, **main.context_settings)
        command = main.get_command(group, first)
        assert command is not None, first
        # A command keeps the help option of the first context that it meets: it has that of the group, `-h` too.
        command.make_context(first, lines_as_files(rest), parent=group)
        for line in (rest[at + 1] for at, word in enumerate(rest) if word == "-p"):
            assert parse(text_of(line, "<line>"), "<line>").of("unit")


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


SOURCE = re.compile(r"(?<![\w/.~<])(?:pyrout|asp|tests|docs|instances)/[\w./*-]*[\w*](?![\w<]*>)")
NAMED = re.compile(r"(?<![\w/.~<*-])[\w-]+\.(?:py|lp|md|js|cc|sh)\b")
OF_THE_READER = {"drive.py", "mine.lp", "table.lp"}  # files that a page asks its reader to write


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=name)
def test_a_file_that_is_mentioned_is_there(page: Path) -> None:
    """Words in capitals stand for a name, and a number ends the name of a schema."""
    missing = []
    for code in re.findall(r"`([^`\n]+)`", page.read_text("utf-8")):
        paths = [path for path in SOURCE.findall(code) if not re.search(r"\b[A-Z]{2,}\b|/\d+$", path)]
        missing += [path for path in paths if not any(ROOT.glob(path))]
        names = [file for file in NAMED.findall(code) if not file.split(".")[0].isupper()]
        missing += [file for file in names if file not in FILES | OF_THE_READER]
    assert missing == []
