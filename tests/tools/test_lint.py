"""The lint of words finds what it should; `python .ci/lint.py` reads the files."""

from __future__ import annotations

import ast
from pathlib import Path

import lint
import pytest
from lint import (
    PATTERN,
    SCRIPT_PATTERN,
    bare,
    comments,
    faults_of_entries,
    long_sentences,
    prose_of_encoding,
    searched,
    searched_in_script,
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("word " * 30 + "end.", [1]),
        ("word " * 29 + "end. " + "word " * 29 + "end.", []),
        ("Short.\n\n" + "word\n" * 31 + "\nShort.", [3]),
        ("- " + "word " * 20 + "\n- " + "word " * 20, []),
        ("See " + "[a b](c.md) " * 15, [1]),
        ("`a`, `b` and `c d`; " * 20, []),
        ("```\n" + "word " * 31 + "\n```\n", []),
        ("| a | b |\n|---|---|\n| word | " + "word " * 31 + "|", [3]),
        ("| " + "word " * 20 + "| " + "word " * 20 + "; " + "word " * 20 + "|", []),
        ("| " + "`a` " * 31 + "|", []),
    ],
)
def test_a_long_sentence_of_a_page_is_found(text: str, lines: list[int]) -> None:
    assert [number for number, _ in long_sentences(text)] == lines


@pytest.mark.parametrize(
    ("text", "faulty"),
    [
        ("## 1\n\n- `a-1`: one.\n- Two ([how](x.md)).\n\nAll:\n\n- `--set A`: three.", 0),
        ("- One\n  and two.", 2),
        ("- " + "word " * 40 + ".", 1),
        ("- `a-1`, `b-2`: one.", 1),
        ("One.", 1),
    ],
)
def test_an_entry_of_another_form_is_found(text: str, faulty: int) -> None:
    assert len(faults_of_entries(text, ["a-1"])) == faulty


@pytest.mark.parametrize(
    ("name", "text", "begun"),
    [
        ("a.js", "f();  // What it does.\n", ["What it does."]),
        ("a.mjs", "// The one,\n// what it does.\n", ["The one,"]),
        ("a.css", "/* Where it stands. */\n", ["Where it stands. */"]),
        ("a.html", "<p><!-- How it looks -->\n", ["How it looks -->"]),
        ("a.sh", "ls  # Which files\n", ["Which files"]),
        ("a.lp", 'a("%").  % Whether a holds.\n', ["Whether a holds."]),
        ("b.js", 'fetch("http://a.b/c");\n', []),
    ],
)
def test_a_comment_of_a_script_is_found(name: str, text: str, begun: list[str], tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert [words for _, words in comments(tmp_path / name)] == begun


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("% The units of whom no fact speaks.", "of whom"),
        ('refused(X,"that is said of a table") :- x(X).', "is said"),
        ('% A line with "text" of which a part is told.', "is told"),
    ],
)
def test_the_list_finds_a_phrase_in_an_encoding(text: str, phrase: str) -> None:
    assert [match[0] for _, line in prose_of_encoding(text) for match in PATTERN.finditer(line)] == [phrase]


def test_the_list_lets_plain_words_pass() -> None:
    plain = "He is told to stop. It comes to life. There are so many that none fits. Code stays: `is_none`."
    assert PATTERN.search(plain) is None


def test_a_place_is_printed_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("One.\n\nIt is told.\n", "utf-8")
    monkeypatch.setattr(lint, "ROOT", tmp_path)
    assert list(map(str, lint.phrases(page))) == ["page.md:3: 'is told' in: It is told.; rather: report, state, list"]


def test_a_long_line_is_found() -> None:
    assert len(bare("p :- q, " + "r, " * 40)) > lint.MOST_COLUMNS
    assert len(bare('p("' + "word " * 40 + '").')) < lint.MOST_COLUMNS


@pytest.mark.parametrize(
    ("code", "faulty"),
    [
        ('f"[{rule}]" in text', 1),
        ('" is out of reach" in line', 1),
        ('line.startswith(("why:", "here:"))', 2),
        ('line.removeprefix("why: ")', 1),
        ('words.count(f"[{rule}]")', 1),
        ('"way" in notes', 0),
        ('kind in ("a unit", "a hex")', 0),
        ('place.partition("@")', 0),
    ],
)
def test_a_search_of_a_sentence_is_found(code: str, faulty: int) -> None:
    assert len(list(searched(ast.parse(code)))) == faulty


@pytest.mark.parametrize(
    ("line", "patterns", "words"),
    [
        (r"line.split(/\[([a-z0-9-]+)\]/)", 1, 0),
        ('each.replace(/^why: /, "")', 1, 0),
        ('line.includes("[")', 0, 1),
        ('line.endsWith(" of the cheapest:")', 0, 1),
        ('location.split("@")[0]; (a + b) / 2 / c', 0, 0),
    ],
)
def test_a_search_of_a_script_is_found(line: str, patterns: int, words: int) -> None:
    searches = len(SCRIPT_PATTERN.findall(line)), len(list(searched_in_script(line)))
    assert searches == (patterns, words)
