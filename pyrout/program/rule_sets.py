"""The rule sets that are installed: folders of ASP encodings, their citations and their options."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import zip_longest
from os.path import normpath
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from ..base import cache as cache_on_disk
from ..errors import UsageError, quote
from ..json_form import described
from .control import Derived, text
from .statements import Encoding, Piece, Statement, decode, translating, written

DEFAULT = "aslsk"
# The facts at the head of a block about its rule: one a line.
HEAD = re.compile(r'^(?:rule\("|box\([a-z]+,\d+,"|note\(\d+,").*"\)\.\n', re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"\.(?: *% with ([a-z_ ]+))? *$', re.MULTILINE)
_HEADS = ("rule(", "box(", "note(")  # how a line begins that may be one
_SPECIAL = ("%", "#include", *_HEADS)


@described
class Citation(NamedTuple):
    """A rule, with its place in the rulebook."""

    id: Annotated[str, "The id that answers name it by."]
    section: Annotated[str, "The section of the source."]
    sentence: Annotated[str, "The rule in plain words."]
    title: Annotated[str, "A title of a few words."] = ""

    @property
    def heading(self) -> str:
        """The title with the section: `Nearest cover (A10.51)`."""
        return f"{self.title} ({self.section})"

    @property
    def number(self) -> str:
        """The number of the section in the rulebook; empty where it has none."""
        number = self.section.partition(",")[0]
        return number if number[1:2].isdigit() else ""


class OptionValue(NamedTuple):
    """A value of an option, with its rule, its meaning and the option's title."""

    option: str
    value: str
    default: bool
    rule: str
    meaning: str
    title: str = ""

    @property
    def reading(self) -> str:
        """The option's title with the meaning: `TITLE: MEANING`."""
        return f"{self.title}: {self.meaning}"


@cache
def root() -> Path:
    """Return the folder of the encodings.

    In the wheel it is in the package, in a checkout beside it.
    """
    package = Path(__file__).resolve().parents[1]
    return package / "asp" if (package / "asp").is_dir() else package.parent / "asp"


@cache
def instances() -> Path:
    """Return the folder of the instances that come with the program."""
    return root().parent / "instances"


@cache
def names() -> tuple[str, ...]:
    """List the rule sets that can be solved, sorted."""
    return tuple(sorted(main.parent.relative_to(root()).name for main in root().rglob("main.lp")))


@cache
def folder(ruleset: str) -> Path:
    """Return the folder of a rule set. Raises UsageError for an unknown one."""
    for main in root().rglob("main.lp"):
        if main.parent.name == ruleset:
            return main.parent
    raise UsageError(f"no rule set is called '{quote(ruleset)}'; there are: {', '.join(names())}")


class About(NamedTuple):
    """The description of a rule set, from its `about.lp`.

    `plays_on` is `hexes` or `table`; `abilities` are the acts that it allows to units; `volunteers` are the kinds of
    units that may break on purpose.
    `wording` has the words of answers for its decisions; `listed` has its rules in order;
    `in_short` has rules as clauses of a summary.
    """

    plays_on: str
    abilities: frozenset[str]
    volunteers: frozenset[str]
    wording: Mapping[str, str]
    listed: tuple[str, ...]
    in_short: Mapping[str, str]


@cache
def about(ruleset: str) -> About:
    """Return the description of a rule set. Raises UsageError for an unknown one."""
    derived = Derived(program(ruleset, "about"))
    (on,) = derived.atoms("plays_on", 1)
    return About(
        text(on[0]),
        frozenset(text(what) for (what,) in derived.atoms("can", 1)),
        frozenset(text(kind) for (kind,) in derived.atoms("volunteer", 1)),
        {text(what): text(words) for what, words in derived.atoms("wording", 2)},
        tuple(text(rule) for (rules,) in derived.atoms("listed", 1) for rule in rules.arguments),
        {text(rule): text(words) for rule, words in derived.atoms("in_short", 2)},
    )


def volunteers(ruleset: str) -> frozenset[str]:
    """Return the kinds of units that a rule set lets break on purpose; none for an unknown rule set."""
    return about(ruleset).volunteers if ruleset in names() else frozenset()


@cache
def heads(ruleset: str) -> str:
    """Return the facts at the heads of a rule set's blocks, as text.

    These are rule/3, box/3 and note/2 of all files of its folder, also of files that only some
    instances need. Raises UsageError for an unknown rule set.
    """
    files = sorted(folder(ruleset).glob("*.lp"))
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines(keepends=True))
    return "".join(line for line in lines if line.startswith(_HEADS) and HEAD.match(line))


GROUNDS = {"hexes": ("there is no table in it", "hexes"), "table": ("this is a table", "a table")}


def check_played_on(ruleset: str, ground: str, name: str) -> None:
    """Check that a position is of the ground that its rule set is played on: `hexes` or `table`.

    `name` is the file of the position. Raises UsageError.
    """
    played_on = about(ruleset).plays_on
    if played_on != ground:
        others = ", ".join(other for other in names() if about(other).plays_on == ground)
        here, there = GROUNDS[ground][0], GROUNDS[played_on][1]
        raise UsageError(f"{name}: {here}, and the rule set {ruleset} is played on {there}; name another: {others}")


def encoding(ruleset: str, part: str = "main", having: Container[str] | None = None) -> Encoding:
    """Return an encoding of a rule set, without the heads of its blocks.

    `main` solves, `why` explains, `judge` checks claimed routs, `los` derives LOS from the
    terrain, `chart_walk` follows the chart. Solving does not use the heads.

    An include marked `% with a b` is left out if `having` has neither; `having` are the
    predicates of an instance. Raises UsageError for an unknown rule set.
    """
    return tuple(
        piece
        for piece, wanted in _pieces(folder(ruleset) / f"{part}.lp")
        if not wanted or having is None or any(w in having for w in wanted)
    )


def program(ruleset: str, part: str = "main", having: Container[str] | None = None) -> str:
    """Return the text of an encoding; see `encoding`."""
    return "".join(piece.text for piece in encoding(ruleset, part, having))


def version(ruleset: str) -> str:
    """Return a digest of the encoding that solves, without its comments.

    Raises UsageError for an unknown rule set.
    """
    return _digest(program(ruleset).encode())


def from_file(name: str) -> Encoding:
    """Return the encoding in a file outside the rule sets.

    `name` is its path below the folder of the encodings.
    """
    return tuple(piece for piece, _ in _pieces(root() / name))


@cache
def _pieces(path: Path) -> tuple[tuple[Piece, tuple[str, ...]], ...]:
    """Return the pieces of an encoding and of its includes, in order.

    Each has the predicates of which an instance needs one for the piece; () for always.
    """
    raw = _read(path)
    bodies, includes = split(raw.decode())
    statements = cache(partial(_translated, path, raw, len(bodies)))
    pieces: list[tuple[Piece, tuple[str, ...]]] = []
    for number, (body, include) in enumerate(zip_longest(bodies, includes)):
        if body:
            pieces.append((Piece(body, partial(_piece, statements, number)), ()))
        if include:
            with_these = tuple(include[2].split()) if include[2] else ()
            file = Path(normpath(path.parent / include[1]))
            pieces += [(piece, (*with_these, *wanted)) for piece, wanted in _pieces(file)]
    return tuple(pieces)


def _piece(statements: Callable[[], Sequence[Sequence[Statement]]], number: int) -> Sequence[Statement]:
    return statements()[number]


def _read(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")  # a checkout may have the line ends of its system


def split(source: str) -> tuple[list[str], list[re.Match[str]]]:
    """Split a file into the texts before, between and after its includes, and these.

    Whole-line comments and the heads of blocks are left out. Each text begins in the base part.
    """
    bodies: list[list[str]] = [[]]
    includes = []
    for line in source.split("\n"):
        if not line.startswith(_SPECIAL):
            bodies[-1].append(line)
        elif include := INCLUDE.match(line):
            includes.append(include)
            bodies.append([])
        elif line.startswith("%*") or not (line.startswith("%") or HEAD.match(f"{line}\n")):
            bodies[-1].append(line)
    bare = ("\n".join(lines).strip() for lines in bodies)
    return [f"#program base.\n{body}\n" if body else "" for body in bare], includes


def _translated(path: Path, raw: bytes, count: int) -> Sequence[Sequence[Statement]]:
    """Return the statements of the pieces of an encoding's file, of which there is a `count`.

    A wheel has them in a file, and the cache has those that were translated before.
    """

    def decoded(listed: Any) -> Sequence[Sequence[Statement]] | None:
        pieces = decode(listed)
        return pieces if len(pieces) == count else None

    # In a checkout there is no file; where the encoding has changed since, it is of no use
    with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
        digest, listed = json.loads(statements_file(path).read_bytes())
        if digest == _digest(raw) and (built := decoded(listed)) is not None:
            return built
    name = cache_on_disk.key("statements", _translator(), raw)
    kept = cache_on_disk.take(name, lambda content: decoded(json.loads(content)))
    if kept is not None:
        return kept
    translating()
    listed = _listed(raw)
    cache_on_disk.write(name, json.dumps(listed, separators=(",", ":")).encode())
    return decode(listed)


@cache
def _translator() -> str:
    """Return the digest of the modules that translate: with others the statements may be others."""
    here = Path(__file__)
    return _digest(
        b"".join(here.with_name(name).read_bytes() for name in ("rule_sets.py", "statements.py", "translate.py"))
    )


def _digest(raw: bytes) -> str:
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


@cache
def _listed(raw: bytes) -> list[Any]:
    """Return the statements of the pieces of an encoding as they are written."""
    return written(translate(text) for text in split(raw.decode())[0])


def statements_file(path: Path) -> Path:
    """Return the file that a wheel has for the statements of an encoding."""
    return (root() / "worlds" / path.relative_to(root())).with_suffix(".json")


def statements_written(path: Path) -> bytes:
    """Return the contents of that file: the digest of the encoding, and its rows.

    A wheel and a site are built with it; it needs clingo's parser.
    """
    raw = _read(path)
    return json.dumps([_digest(raw), _listed(raw)], separators=(",", ":")).encode()


def encodings_of_positions() -> list[Path]:
    """List the encodings of a position; the routes have a program of their own."""
    return [path for path in sorted(root().rglob("*.lp")) if path.name != "route.lp"]


def encode(text: str) -> Encoding:
    """Return a text outside any file as an encoding."""
    return (Piece(text, partial(translate, text)),)


def translate(text: str) -> Sequence[Statement]:
    """Translate a text that clingo accepts.

    This needs clingo's parser, which a browser does not have.
    """
    from .translate import statements

    return statements(text)
