"""The word list: docs, docstrings, comments and messages use the field's word for each thing.

Each pattern stands for a turn of phrase that a reader has to read twice, with the words to use instead.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

OUT = {
    r"(?:is|are|was|were|be|been|being) told\b(?! to)": "report, state, list",
    r"told (?:of|by|apart|as|with)": "report, distinguish",
    r"(?:that|which|one|it|who|they) (?:is|are) (?-i:none)\b": "is not a",
    r"at hand": "available",
    r"(?:comes?|came|coming) to(?= [a-z])(?! (?:know|life|an end))": "reach, get to, result in",
    r"(?:of|for|because of|from|with) whom": "of which",
    r"what there is": "name the thing",
    r"so many\b(?! (?:that|as))": "this many, up to N",
    r"unasked": "by default",
    r"comes? of\b(?! age)": "result, effect",
    r"there is none\.": "name the thing",
    r"is nothing to (?:that|it|any|those|a)\b": "does not matter to",
    r"there is to (?:say|tell|know)": "name the thing",
    r"(?:is|are) said\b": "state, describe",
    r"said of": "facts about",
    r"the same with": "name the thing",
    r"cannot be had": "is not available",
    r"for want of": "for lack of",
    r"none of them is|is none of": "is not one of",
    r"whoever wants": "if you want",
    r"(?:can|may|could) (?:go|stay|be \w+) no more\b(?! than)": "can no longer",
    r"is no (?:list|line|fact|destination|unit|number|text|path|place)\b(?= (?:of|at|that|but|,|;|:|\.))": "is not a",
}
PATTERN = re.compile(r"(?<![\w`-])(?:" + "|".join(OUT) + r")", re.IGNORECASE)
OPENING = r"(?:What|Whatever|Whether|How|Where|Wherever|Which|Who|Whose|Whom|Whoever|Of|Told|The same)\b"
FIRST = re.compile(rf"{OPENING}|(?:Return|Yield|List)s? (?:what|whether|how|where|which|who|whom)\b")

MOST_WORDS = 30
BULLET = r"^(?:[-*+]|\d+\.) +"
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")

# A helper may be called by such a word; generated positions keep their comments.
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "asp").rglob("*.md")])
CODE = sorted([*(ROOT / "pyrout").rglob("*.py"), *(ROOT / "docs").rglob("*.py"), *(ROOT / "asp").rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("*.py"))
ENCODINGS = sorted((ROOT / "asp").rglob("*.lp"))


def prose_of_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and strings of a module, line by line."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)):
            yield from enumerate(token.string.split("\n"), token.start[0])


def prose_of_encoding(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and the texts of an encoding, line by line."""
    for number, line in enumerate(text.splitlines(), 1):
        comment = line[line.index("%") :] if re.match(r'(?:[^"%]|"[^"]*")*%', line) else ""
        yield number, " ".join([*re.findall(r'"([^"]*)"', line.removesuffix(comment)), comment])


def prose_of_page(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page without blocks of code."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        inside ^= line.lstrip().startswith("```")
        if not inside:
            yield number, line


def paragraphs_of_page(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs and list items of a page with their first lines, without tables, headings and code."""
    first, words = 0, ""
    for number, line in [*prose_of_page(text), (0, "")]:
        piece = "" if re.match(r"\s*(?:[|#<!]|```|$)", line) else line.strip()
        if words and (not piece or re.match(BULLET, piece)):
            yield first, words
            words = ""
        first, words = (first, f"{words} {piece}") if words else (number, re.sub(BULLET, "", piece))


def long_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a page with more than `MOST_WORDS` words; a row of names in code is one word."""
    for number, paragraph in paragraphs_of_page(text):
        plain = re.sub(r"`[^`]*`(?:(?:,|;| and| or| to)+ `[^`]*`)*", "`code`", LINK.sub(r"\1", paragraph))
        for sentence in re.split(r"(?<=[.!?])[*_)\"]*\s+", plain):
            if len([word for word in sentence.split() if re.search(r"\w", word)]) > MOST_WORDS:
                yield number, sentence


def faults(path: Path) -> list[str]:
    """Return the turns of phrase in a file that are out, each with its line."""
    read = {".py": prose_of_code, ".lp": prose_of_encoding, ".md": prose_of_page}[path.suffix]
    lines = read(path.read_text("utf-8"))
    return [
        f"{path.relative_to(ROOT)}:{n}: {match[0]!r} in: {line.strip()}"
        for n, line in lines
        for match in PATTERN.finditer(line)
    ]


def in_files(paths: Iterable[Path], faults_of: Callable[[Path], list[Any]]) -> dict[str, list[Any]]:
    """Return the faults of each file that has some."""
    return {path.relative_to(ROOT).as_posix(): lines for path in paths if (lines := faults_of(path))}


def test_no_phrase_has_to_be_read_twice() -> None:
    assert in_files([*PAGES, *CODE, *ENCODINGS], faults) == {}


def test_a_sentence_of_a_page_is_short() -> None:
    """`tests/helpers/pairs.py` writes the lists of refused and reported pairs."""

    def long(path: Path) -> list[tuple[int, str]]:
        listed = long_sentences(path.read_text("utf-8"))
        return [(number, text) for number, text in listed if not re.match(r"(?:refused|reported)[ ,]", text)]

    assert in_files(PAGES, long) == {}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("word " * 30 + "end.", [1]),
        ("word " * 29 + "end. " + "word " * 29 + "end.", []),
        ("Short.\n\n" + "word\n" * 31 + "\nShort.", [3]),
        ("- " + "word " * 20 + "\n- " + "word " * 20, []),
        ("See " + "[a b](c.md) " * 15, [1]),
        ("`a`, `b` and `c d`; " * 20, []),
        ("```\n" + "word " * 31 + "\n```\n| " + "word " * 31, []),
    ],
)
def test_a_long_sentence_of_a_page_is_found(text: str, lines: list[int]) -> None:
    assert [number for number, _ in long_sentences(text)] == lines


@pytest.mark.slow
def test_a_docstring_begins_with_the_thing_or_a_verb() -> None:
    described = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)

    def begun_otherwise(path: Path) -> list[str]:
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, described)]
        return [text for node in nodes if (text := ast.get_docstring(node)) and FIRST.match(text)]

    assert in_files([*CODE, *TESTS], begun_otherwise) == {}


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each comment of a module or an encoding with its line; comments on lines below each other are one."""
    text, last = path.read_text("utf-8"), -1
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        pieces = [(token.start[0], token.string, token.line) for token in tokens if token.type == tokenize.COMMENT]
    else:
        lines = enumerate(text.splitlines(), 1)
        pieces = [
            (n, line[start.end() :], line) for n, line in lines if (start := re.match(r'(?:[^"%]|"[^"]*")*(?=%)', line))
        ]
    for number, comment, line in pieces:
        alone = line.lstrip().startswith(comment[0])
        if not (alone and last == number - 1):
            yield number, comment.lstrip("#%! ")
        last = number if alone else -1


@pytest.mark.slow
def test_a_comment_begins_with_the_thing_that_it_is_about() -> None:
    def begun_otherwise(path: Path) -> list[tuple[int, str]]:
        return [(number, text) for number, text in comments(path) if re.match(OPENING, text)]

    assert in_files([*CODE, *TESTS, *ENCODINGS], begun_otherwise) == {}


def bound(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the locals and arguments of the functions of a module, each with its line."""
    functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    for node in (node for function in functions for node in ast.walk(function)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


@pytest.mark.slow
def test_a_value_is_named_for_what_it_holds() -> None:
    assert in_files([*CODE, *TESTS], lambda path: [line for line, name in bound(path) if name == "found"]) == {}


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
