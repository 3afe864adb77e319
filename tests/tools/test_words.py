"""The word list: docs, docstrings, comments and messages use the field's word for each thing.

Each pattern stands for a turn of phrase that a reader has to read twice, with the words to use instead.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pyrout
from pyrout import rule_sets
from pyrout.rule_index import citations

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

DESCRIBED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
FIRST_LINE = 72  # characters of the first line of a docstring
LONG_FIRST_LINES = 1125  # of the package at the audit of November 2026; it may only become smaller
MOST_WORDS = 30
MOST_OF_RULE = 25  # words of a sentence of a rule
BULLET = r"^(?:[-*+]|\d+\.) +"
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")

# A helper may be called by such a word; generated positions keep their comments.
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "asp").rglob("*.md")])
CODE = sorted([*(ROOT / "pyrout").rglob("*.py"), *(ROOT / "docs").rglob("*.py"), *(ROOT / "asp").rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("*.py"))
ENCODINGS = sorted((ROOT / "asp").rglob("*.lp"))
MADE_ANEW = {ROOT / "pyrout" / "site" / name for name in ("clingo.cc", "build.sh")}  # each change compiles clingo anew
SCRIPTS = sorted(
    path
    for path in (ROOT / "pyrout").rglob("*")
    if path.suffix in (".js", ".mjs", ".css", ".html", ".cc", ".sh") and path not in MADE_ANEW
)


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


def cells_of_page(text: str) -> Iterator[tuple[int, str]]:
    """Yield the cells of the tables of a page with their lines; a list in a cell has semicolons between its parts."""
    for number, line in prose_of_page(text):
        if line.lstrip().startswith("|"):
            for cell in re.split(r"(?<!\\)\|", line):
                yield from ((number, part) for part in re.split(r"(?<=;)\s+", cell.strip()))


def sentences(text: str, most: int) -> Iterator[str]:
    """Yield the sentences of a paragraph with more than `most` words; a row of names in code is one word."""
    plain = re.sub(r"`[^`]*`(?:(?:,|;| and| or| to)* `[^`]*`)*", "`code`", LINK.sub(r"\1", text))
    for sentence in re.split(r"(?<=[.!?])[*_)\"]*\s+", plain):
        if len([word for word in sentence.split() if re.search(r"\w", word)]) > most:
            yield sentence


def long_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a page, of its tables too, with more than `MOST_WORDS` words."""
    for number, piece in [*paragraphs_of_page(text), *cells_of_page(text)]:
        yield from ((number, sentence) for sentence in sentences(piece, MOST_WORDS))


def faults(path: Path) -> list[str]:
    """Return the turns of phrase in a file that are out, each with its line."""
    read = {".py": prose_of_code, ".lp": prose_of_encoding, ".md": prose_of_page}.get(path.suffix)
    text = path.read_text("utf-8")
    lines = read(text) if read else enumerate(text.splitlines(), 1)
    return [
        f"{path.relative_to(ROOT)}:{n}: {match[0]!r} in: {line.strip()}"
        for n, line in lines
        for match in PATTERN.finditer(line)
    ]


def in_files(paths: Iterable[Path], faults_of: Callable[[Path], list[Any]]) -> dict[str, list[Any]]:
    """Return the faults of each file that has some."""
    return {path.relative_to(ROOT).as_posix(): lines for path in paths if (lines := faults_of(path))}


def test_no_phrase_has_to_be_read_twice() -> None:
    assert in_files([*PAGES, *CODE, *ENCODINGS, *SCRIPTS], faults) == {}


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
        ("```\n" + "word " * 31 + "\n```\n", []),
        ("| a | b |\n|---|---|\n| word | " + "word " * 31 + "|", [3]),
        ("| " + "word " * 20 + "| " + "word " * 20 + "; " + "word " * 20 + "|", []),
        ("| " + "`a` " * 31 + "|", []),
    ],
)
def test_a_long_sentence_of_a_page_is_found(text: str, lines: list[int]) -> None:
    assert [number for number, _ in long_sentences(text)] == lines


LONGEST_ENTRY = 180  # characters of an entry of the changelog
CODES = re.compile(r"- ((?:`[^`]+`(?:, )?)+)")
RULE_ID = re.compile(r"[a-z]+\d*(?:-[a-z0-9]+)+")


def faults_of_entries(changelog: str, ids: Iterable[str]) -> list[str]:
    """Return the lines of a changelog that are no title and no entry of one line that begins with ids of rules in `ids`."""
    lines = [
        line
        for line in changelog.splitlines()
        if line and not re.match(r"#|(?:Full ASL|Starter Kit|Tables|All):$", line)
    ]
    formed = [
        line for line in lines if line.startswith("- ") and line.endswith((".", ")")) and len(line) <= LONGEST_ENTRY
    ]
    begun = [
        (line, code) for line in formed if (codes := CODES.match(line)) for code in re.findall(r"`([^`]+)`", codes[1])
    ]
    unknown = [line for line, code in begun if RULE_ID.fullmatch(code) and code not in set(ids)]
    return [line for line in lines if line not in formed] + unknown


def test_an_entry_of_the_changelog_is_one_line() -> None:
    ids = [rule for ruleset in rule_sets.names() for rule in citations(ruleset)]
    assert faults_of_entries((ROOT / "CHANGELOG.md").read_text("utf-8"), ids) == []


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


@pytest.mark.parametrize("ruleset", rule_sets.names())
def test_a_sentence_of_a_rule_is_short(ruleset: str) -> None:
    """Answers print the sentences of the rules that they cite."""
    cited = citations(ruleset)
    assert [(rule, long) for rule in cited for long in sentences(cited[rule].sentence, MOST_OF_RULE)] == []


@pytest.mark.slow
def test_a_docstring_begins_with_the_thing_or_a_verb() -> None:
    def begun_otherwise(path: Path) -> list[str]:
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, DESCRIBED)]
        return [text for node in nodes if (text := ast.get_docstring(node)) and FIRST.match(text)]

    assert in_files([*CODE, *TESTS], begun_otherwise) == {}


BEFORE_COMMENT = {".lp": r'(?:[^"%]|"[^"]*")*(?=%)', ".sh": r"(?:.*\s)?(?=# )", ".html": r".*(?=<!--)"}
BEFORE_SLASHES = r"(?:.*?[\s;{}])?(?=// |/\* )"


def long_first_lines(text: str) -> list[str]:
    """Return the first lines of docstrings that are longer than `FIRST_LINE`."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, DESCRIBED)]
    firsts = [doc.splitlines()[0] for node in nodes if (doc := ast.get_docstring(node))]
    return [line for line in firsts if len(line) > FIRST_LINE]


@pytest.mark.slow
def test_first_lines_of_docstrings_get_shorter() -> None:
    """`LONG_FIRST_LINES` may only become smaller."""
    package = [path for path in CODE if path.is_relative_to(ROOT / "pyrout")]
    assert sum(len(long_first_lines(path.read_text("utf-8"))) for path in package) <= LONG_FIRST_LINES


@pytest.mark.slow
def test_first_lines_of_public_docstrings_are_short() -> None:
    public = [getattr(pyrout, name) for name in pyrout.__all__]
    members = [
        value
        for thing in public
        if inspect.isclass(thing)
        for name, value in vars(thing).items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property))
    ]
    assert len(public) > 50
    firsts = [(inspect.getdoc(thing) or "").partition("\n")[0] for thing in [*public, *members]]
    assert [line for line in firsts if len(line) > FIRST_LINE] == []


def test_a_long_first_line_is_found() -> None:
    assert long_first_lines(f'"""{"a" * 73}\n\nMore."""\n\ndef f():\n    """{"b" * 72}"""\n') == ["a" * 73]


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each comment of a file with its line; comments on lines below each other are one."""
    text, last = path.read_text("utf-8"), -1
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        pieces = [(token.start[0], token.string, token.line) for token in tokens if token.type == tokenize.COMMENT]
    else:
        before = re.compile(BEFORE_COMMENT.get(path.suffix, BEFORE_SLASHES))
        lines = enumerate(text.splitlines(), 1)
        pieces = [(n, line[start.end() :], line) for n, line in lines if (start := before.match(line))]
    for number, comment, line in pieces:
        alone = line.lstrip().startswith(comment[0])
        if not (alone and last == number - 1):
            yield number, comment.lstrip("#%!/*<- ")
        last = number if alone else -1


@pytest.mark.slow
def test_a_comment_begins_with_the_thing_that_it_is_about() -> None:
    def begun_otherwise(path: Path) -> list[tuple[int, str]]:
        return [(number, text) for number, text in comments(path) if re.match(OPENING, text)]

    assert in_files([*CODE, *TESTS, *ENCODINGS, *SCRIPTS], begun_otherwise) == {}


def bound(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the locals and arguments of the functions of a module, each with its line."""
    functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    for node in (node for function in functions for node in ast.walk(function)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


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
