"""The README and its pages show what the program prints, and the links of the README lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import pyrout
from pyrout.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOW = {page.stem: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "how").glob("*.md")}
SDIST = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"][
    "sdist"
]
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\([^)]*\)")
SHELL = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
CONSOLE = re.findall(r"^```console\n\$ pyrout (.*?)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_examples_print_what_they_show(command: str, printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_COLOR", "1")
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.stdout.strip() == printed.strip()


def test_there_are_examples_of_the_main_commands() -> None:
    """Examples of docs/how are run in test_docs_commands.py."""
    there = re.findall(r"^```console\n\$ pyrout (\w+)", README + "".join(HOW.values()), re.MULTILINE)
    assert set(there) >= {"solve", "phase", "explain", "check"}


def test_the_links_of_the_readme_work_in_the_source_and_its_archive() -> None:
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", README) if "://" not in link]
    assert len(links) > 10
    for link in links:
        path, _, place = link.partition("#")
        assert (ROOT / path).is_file(), link
        assert any(path == kept or path.startswith(f"{kept}/") for kept in SDIST["include"]), link
        titles = re.findall(r"^#+ (.*)$", (ROOT / path).read_text("utf-8"), re.MULTILINE) if place else []
        assert not place or place in [title.lower().replace(" ", "-").replace(",", "") for title in titles], link


PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "asp").rglob("*.md")),
    *sorted((ROOT / "instances").rglob("*.md")),
]
MADE = {ROOT / "docs" / folder for folder in ("charts", "options", "reference", "rules")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_link_leads_to_what_is_committed_or_says_that_the_site_alone_has_it(page: Path) -> None:
    """Beside a link to a page that only the built handbook has, the line says so."""
    for line in re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL).splitlines():
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if "://" in target:
                continue
            path, _, place = target.partition("#")
            there = (page.parent / path).resolve() if path else page
            if MADE.intersection(there.parents) and not there.exists():
                assert "in the built handbook" in line, f"{target}: say beside it that the built handbook alone has it"
                continue
            assert there.exists(), target
            titles = re.findall(r"^#+ (.*)$", there.read_text("utf-8"), re.MULTILINE) if place else []
            slugs = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
            assert not place or place in slugs, target


def rows(page: str, columns: int = 100, of_picture: int = 20) -> int:
    """Return the rows of a page on a screen; a link takes those of its words."""
    lines = [LINK.sub(r"\1", line) for line in page.splitlines()]
    return sum(of_picture if line.startswith("![") else max(1, -(-len(line) // columns)) for line in lines)


def test_the_readme_is_a_screen_and_a_half() -> None:
    assert rows(README) < 110


def test_a_line_of_the_readme_fits_the_screen() -> None:
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    assert [line for line in prose.splitlines() if len(LINK.sub(r"\1", line)) > 100 and line[:1] != "!"] == []


def test_the_rows_of_a_page_are_counted_as_wrapped() -> None:
    assert rows("a" * 101 + "\n\n[b](" + "c" * 200 + ")\n![d](e.png)") == 2 + 1 + 1 + 20


@pytest.mark.parametrize("page", ["write-a-position", "settle-a-dispute"])
def test_the_position_that_a_page_writes_solves(page: str) -> None:
    (position,) = re.findall(r"^```(?:prolog)?\n(rules\(.*?)^```$", HOW[page], re.MULTILINE | re.DOTALL)
    assert pyrout.solve(pyrout.parse(position))["g1"].verdict == "routs"


def test_the_page_on_python_prints_what_it_shows_and_names_all_that_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = HOW["from-python"]
    code = re.sub(r"^```.*$", "", page, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(code, {}, "from-python.md", None, None)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0
    listed = page.partition("## The public names")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", listed)) - {"expect"} == {name for name in pyrout.__all__ if name[0] != "_"}


def test_the_two_commands_are_one_line_each() -> None:
    assert len(SHELL) == 2
    assert all(command.count("\n") == 1 for command in SHELL)


TABLE_PAGE = (ROOT / "docs/how/draw-a-table.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_tables_of_the_five_minutes_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the page give what it promises, one by one."""
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
    assert "makes archers rout" in Path("table.svg").read_text(encoding="utf-8")
    thrown = [CliRunner().invoke(main, ["solve", "table.lp", *dice]).stdout for dice in ((), ("--dice", "4,2"))]
    assert ["off table 2/9, rallied 7/9" in text for text in thrown] == [True, False]
    assert "MUST ROUT; off table 1\n" in thrown[1]
