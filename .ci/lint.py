"""The lint of words: each place in docs, docstrings, comments, messages and encodings that a rule of style forbids.

`python .ci/lint.py` prints them, one a line, and fails if there are any. The rules:

- a page, comment, string or script has no turn of phrase that a reader has to read twice (`OUT` has the words to use instead);
- a sentence of a page has at most 30 words, one of a rule at most 25;
- an entry of the changelog is one line, and the rule ids that it begins with exist;
- a docstring or comment begins with a thing or a verb;
- the first line of a public docstring has at most 72 characters;
- a local is not called `found`;
- a script of the page has at most 400 lines;
- a sentence names a fact as `fact("los/3")`, an option as an action of `pyrout/base/span.py`, and not inside a text;
- a sentence is not searched for what it names, its spans are read: regular expressions are in `READERS` alone, and no text
  is searched for words, or for the id of a rule in brackets;
- an encoding has at most 300 lines, and those that are wrapped at most 120 columns.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import pyrout  # noqa: E402
from pyrout.position.vocabulary import BY_NAME  # noqa: E402
from pyrout.program import rule_sets  # noqa: E402
from pyrout.program.rule_index import citations  # noqa: E402


class Place(NamedTuple):
    """A place that breaks a rule of style; line 0 is the file as a whole."""

    path: Path
    line: int
    problem: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.problem}"


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
MOST_WORDS = 30
MOST_OF_RULE = 25  # words of a sentence of a rule
MOST_OF_ENTRY = 180  # characters of an entry of the changelog
MOST_LINES = 300  # of an encoding
MOST_OF_SCRIPT = 400  # lines of a script of the page
MOST_COLUMNS = 120  # of a line of an encoding that is wrapped
# The others are not wrapped: full ASL, what all share, the tables, and of the Starter Kit what looks into Known sets.
WRAPPED = [
    path for path in sorted((ROOT / "asp" / "aslsk").glob("*.lp")) if path.stem not in ("crawl", "hazards", "nmc")
]
BULLET = r"^(?:[-*+]|\d+\.) +"
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")

# A helper may be called by such a word; generated positions keep their comments.
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "asp").rglob("*.md"), ROOT / "pyrout" / "README.md"]
)
CODE = sorted([*(ROOT / "pyrout").rglob("*.py"), *(ROOT / "docs").rglob("*.py"), *(ROOT / "asp").rglob("*.py")])
TESTS = sorted([*(ROOT / "tests").rglob("*.py"), Path(__file__)])
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


def phrases(path: Path) -> Iterator[Place]:
    """Yield the turns of phrase in a file that are out."""
    read = {".py": prose_of_code, ".lp": prose_of_encoding, ".md": prose_of_page}.get(path.suffix)
    text = path.read_text("utf-8")
    for number, line in read(text) if read else enumerate(text.splitlines(), 1):
        for match in PATTERN.finditer(line):
            here = line[match.start() :]
            instead = next(words for out, words in OUT.items() if re.match(out, here, re.IGNORECASE))
            yield Place(path, number, f"{match[0]!r} in: {line.strip()}; rather: {instead}")


# A fact by its form, and the terms and calls inside which it stands
FORM = re.compile(rf"\b(?:{'|'.join(BY_NAME)})(?:/\d\b|\([A-Z]+[,)])")
SPANS = re.compile(r'\b(?:fact|form|only)\("(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*\)')
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
OPTION = re.compile(r"--fact '|--(?:month|rules|attacker|sides|volunteers|dm) [A-Z{]")
OF_THE_TERMINAL = ("commands/", "lab/generate/", "cli.py")  # whose readers type options; so do those of the modules of lab


def forms_in_texts() -> Iterator[Place]:
    """Yield the texts of encodings that name a fact by its form, and those of the package that name an option."""
    for path in ENCODINGS:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for text in TEXT.findall(SPANS.sub("", line)) if not line.startswith(("%", "#")) else ():
                if " " in text and FORM.search(text):
                    yield Place(path, number, f"a fact in a text, rather fact(..): {text}")
    for path in CODE:
        first, *inside = path.relative_to(ROOT).parts
        typed = "/".join(inside).startswith(OF_THE_TERMINAL) or (inside[0] == "lab" and len(inside) == 2)
        if first == "pyrout" and not typed and inside != ["base", "span.py"]:
            for number, line in prose_of_code(path.read_text("utf-8")):
                if OPTION.search(line):
                    yield Place(path, number, f"an option in a text, rather an action of base/span.py: {line.strip()}")


# Modules and scripts that read what is not a sentence of ours: files, logs, boards, lines that are typed, addresses, encodings,
# and output of other programs
# fmt: off
READERS = frozenset((
    "base/cache", "base/colour", "cli", "commands/console", "commands/quiz", "program/control", "program/rule_sets",
    "program/statements", "program/translate",
    "draw/art", "draw/png", "draw/titles", "lab/generate/answering", "miniatures/judge", "phases/replay",
    "position/corpus", "position/line", "position/reading", "position/vocabulary", "lab/quiz/blocks", "lab/quiz/showing",
    "lab/quiz/without", "serve/edits", "serve/jobs", "serve/requests", "serve/typed_lines", "serve/uploads", "lab/corpora",
    "lab/property", "address", "examples", "first", "form", "game", "incoming", "links", "opening", "showing",
    "stack", "tables", "front", "offline",
))
# fmt: on
READ_ALL = ("vasl/saves/", "vasl/boards/", "vasl/sight/", "vasl/import_game")
# Keys, addresses and templates, and one note that has the name of its group in it
NO_SENTENCES = frozenset({"VmHWM:", "data:", "its ", "kind:", "side ", " building", "left out"})
SEARCHES = ("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "replace", "split", "count")
OF_WORDS = re.compile(r"[A-Za-z]{2,}.*[ :;]|[ (].*[A-Za-z]{2,}|\[")
SCRIPT_PATTERN = re.compile(r"[(,=:?&|!] ?/(?![/* ])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[dgimsuy]*(?=[\s.,;)])|RegExp\(")
SCRIPT_SEARCH = re.compile(
    r"""\.(?:includes|startsWith|endsWith|indexOf|split|replace|replaceAll|match|matchAll)\(\s*(["'])((?:(?!\1).)*)\1"""
)


def searched(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the searches of a module for words, or for the id of a rule in brackets, with their lines."""
    for node in ast.walk(tree):
        wanted: list[ast.expr] = []
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            table = isinstance(node.comparators[0], (ast.Tuple, ast.List, ast.Set, ast.Dict))
            wanted = [] if table else [node.left]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
            wanted = [part for arg in node.args[:1] for part in (arg.elts if isinstance(arg, ast.Tuple) else [arg])]
        for part in wanted:
            first = part.values[0] if isinstance(part, ast.JoinedStr) and part.values else part
            words = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
            if OF_WORDS.search(words) and words not in NO_SENTENCES:
                yield part.lineno, words


def searched_in_script(text: str) -> Iterator[tuple[int, str]]:
    """Yield the searches of a script for words, or for the id of a rule in brackets, with their lines."""
    for number, line in enumerate(text.splitlines(), 1):
        for _, words in SCRIPT_SEARCH.findall(line):
            if OF_WORDS.search(words) and words not in NO_SENTENCES:
                yield number, words


def searches() -> Iterator[Place]:
    """Yield the places where the package searches a sentence for what it names."""
    package = ROOT / "pyrout"
    for path in sorted(path for path in package.rglob("*") if path.suffix in (".py", ".js", ".mjs")):
        text, inside = path.read_text("utf-8"), path.relative_to(package).with_suffix("").as_posix()
        script = path.suffix != ".py"
        if (path.stem if script else inside) not in READERS and not inside.startswith(READ_ALL):
            pattern = SCRIPT_PATTERN if script else re.compile(r"^\s*(?:import re\b|from re import)")
            for number, line in enumerate(text.splitlines(), 1):
                if pattern.search(line):
                    yield Place(path, number, f"a regular expression outside READERS, rather spans: {line.strip()}")
        if not inside.startswith(READ_ALL):
            for number, words in searched_in_script(text) if script else searched(ast.parse(text)):
                yield Place(path, number, f"a text is searched for {words!r}, rather spans of pyrout/base/span.py")


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
        line for line in lines if line.startswith("- ") and line.endswith((".", ")")) and len(line) <= MOST_OF_ENTRY
    ]
    begun = [
        (line, code) for line in formed if (codes := CODES.match(line)) for code in re.findall(r"`([^`]+)`", codes[1])
    ]
    unknown = [line for line, code in begun if RULE_ID.fullmatch(code) and code not in set(ids)]
    return [line for line in lines if line not in formed] + unknown


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module, each with the line of what it describes."""
    for node in ast.walk(tree):
        if isinstance(node, DESCRIBED) and (text := ast.get_docstring(node)):
            yield getattr(node, "lineno", 1), text


def long_first_lines() -> Iterator[tuple[str, str]]:
    """Yield the public names of the package whose docstrings have a long first line, with the line."""
    for name in pyrout.__all__:
        thing = getattr(pyrout, name)
        members = vars(thing).items() if inspect.isclass(thing) else ()
        public = [(f"{name}.{member}", value) for member, value in members if not member.startswith("_")]
        described = [(at, value) for at, value in public if inspect.isfunction(value) or isinstance(value, property)]
        for at, value in [(name, thing), *described]:
            first = (inspect.getdoc(value) or "").partition("\n")[0]
            if len(first) > FIRST_LINE:
                yield at, first


BEFORE_COMMENT = {".lp": r'(?:[^"%]|"[^"]*")*(?=%)', ".sh": r"(?:.*\s)?(?=# )", ".html": r".*(?=<!--)"}
BEFORE_SLASHES = r"(?:.*?[\s;{}])?(?=// |/\* )"


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


def bound(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the locals and arguments of the functions of a module, each with its line."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in {id(node): node for function in functions for node in ast.walk(function)}.values():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def bare(line: str) -> str:
    """Return a line without what its strings say."""
    return re.sub(r'"[^"]*"', '""', line) if len(line) > MOST_COLUMNS and '"' in line else line


def head_of(rule: str) -> tuple[Path, int]:
    """Return the file and line of the block of a rule."""
    lines = [
        (path, number, line)
        for path in ENCODINGS
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]
    return next((path, number) for path, number, line in lines if line.startswith(f'rule("{rule}"'))


def places() -> Iterator[Place]:
    """Yield all places that break a rule."""
    for path in [*PAGES, *CODE, *ENCODINGS, *SCRIPTS]:
        yield from phrases(path)
    yield from forms_in_texts()
    yield from searches()
    for path in PAGES:
        for number, sentence in long_sentences(path.read_text("utf-8")):
            yield Place(path, number, f"more than {MOST_WORDS} words: {sentence}")
    for rules in rule_sets.names():
        for rule, citation in citations(rules).items():
            for sentence in sentences(citation.sentence, MOST_OF_RULE):
                yield Place(*head_of(rule), f"more than {MOST_OF_RULE} words: {sentence}")
    ids = [rule for rules in rule_sets.names() for rule in citations(rules)]
    changelog = ROOT / "CHANGELOG.md"
    lines = changelog.read_text("utf-8").splitlines()
    for line in faults_of_entries("\n".join(lines), ids):
        yield Place(changelog, lines.index(line) + 1, f"not an entry of one line that begins with ids of rules: {line}")
    for path in [*CODE, *TESTS]:
        tree = ast.parse(path.read_text("utf-8"))
        for number, text in docstrings(tree):
            if FIRST.match(text):
                yield Place(path, number, f"a docstring begins with a thing or a verb: {text.partition(chr(10))[0]}")
        for number, name in bound(tree):
            if name == "found":
                yield Place(path, number, "a value is named for what it holds, not `found`")
    for path in [*CODE, *TESTS, *ENCODINGS, *SCRIPTS]:
        for number, text in comments(path):
            if re.match(OPENING, text):
                yield Place(path, number, f"a comment begins with the thing that it is about: {text}")
    for name, first in long_first_lines():
        yield Place(ROOT / "pyrout", 0, f"{name}: the first line has more than {FIRST_LINE} characters: {first}")
    for paths, most in ((ENCODINGS, MOST_LINES), (sorted((ROOT / "pyrout").rglob("*.js")), MOST_OF_SCRIPT)):
        for path in paths:
            if (length := len(path.read_text("utf-8").splitlines())) > most:
                yield Place(path, 0, f"{length} lines, at most {most}")
    for path in WRAPPED:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if len(bare(line)) > MOST_COLUMNS:
                yield Place(path, number, "one atom a line; wrap comments")


def main() -> None:
    some = sorted(places())
    print(*some, sep="\n", end="\n" if some else "")
    sys.exit(f"{len(some)} places" if some else 0)


if __name__ == "__main__":
    main()
