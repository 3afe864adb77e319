"""The rule sets that are installed: folders of ASP encodings, their citations and their options."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Container, Mapping, Sequence
from functools import cache, partial
from itertools import zip_longest
from os.path import normpath
from pathlib import Path
from typing import Annotated, NamedTuple

from .control import alone, text
from .errors import UsageError, quote
from .json_form import described
from .statements import Encoding, Piece, Statement, decode

DEFAULT = "aslsk"
COMMENT = re.compile(r"^%(?!\*).*\n", re.MULTILINE)
# The facts at the head of a block about its rule: one a line.
HEAD = re.compile(r'^(?:rule\("|box\([a-z]+,\d+,"|note\(\d+,").*"\)\.\n', re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"\.(?: *% with ([a-z_ ]+))? *$', re.MULTILINE)


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

    In the wheel it is beside this module, in a checkout beside the package.
    """
    here = Path(__file__).resolve().parent
    return here / "asp" if (here / "asp").is_dir() else here.parent / "asp"


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

    `plays_on` is `hexes` or `table`; `abilities` are the acts that it allows to units.
    `wording` has the words of answers for its decisions; `listed` has its rules in order;
    `in_short` has rules as clauses of a summary.
    """

    plays_on: str
    abilities: frozenset[str]
    wording: Mapping[str, str]
    listed: tuple[str, ...]
    in_short: Mapping[str, str]


@cache
def about(ruleset: str) -> About:
    """Return the description of a rule set. Raises UsageError for an unknown one."""
    world = alone(encoding(ruleset, "about"), "")
    world.ground(("base", []))
    (on,) = world.atoms("plays_on", 1)
    return About(
        text(on[0]),
        frozenset(text(what) for (what,) in world.atoms("can", 1)),
        {text(what): text(words) for what, words in world.atoms("wording", 2)},
        tuple(text(rule) for (rules,) in world.atoms("listed", 1) for rule in rules.arguments),
        {text(rule): text(words) for rule, words in world.atoms("in_short", 2)},
    )


def driver(ruleset: str) -> str:
    """Return `hexes` or `table`: the ground that a rule set is played on.

    Raises UsageError for an unknown rule set.
    """
    return about(ruleset).plays_on


def breaks_on_purpose(ruleset: str) -> bool:
    """Return True if a rule set lets units break on purpose.

    False for an unknown rule set.
    """
    return ruleset in names() and "break_on_purpose" in about(ruleset).abilities


@cache
def heads(ruleset: str) -> str:
    """Return the facts at the heads of a rule set's blocks, as text.

    These are rule/3, box/3 and note/2 of all files of its folder, also of files that only some
    instances need. Raises UsageError for an unknown rule set.
    """
    files = sorted(folder(ruleset).glob("*.lp"))
    return "".join("".join(HEAD.findall(file.read_text(encoding="utf-8"))) for file in files)


GROUNDS = {"hexes": ("there is no table in it", "hexes"), "table": ("this is a table", "a table")}


def check_played_on(ruleset: str, ground: str, name: str) -> None:
    """Check that a position is of the ground that its rule set is played on: `hexes` or `table`.

    `name` is the file of the position. Raises UsageError.
    """
    played_on = driver(ruleset)
    if played_on != ground:
        others = ", ".join(other for other in names() if driver(other) == ground)
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
    raw = path.read_bytes().replace(b"\r\n", b"\n")  # a checkout may have the line ends of its system
    source = raw.decode()
    pieces: list[tuple[Piece, tuple[str, ...]]] = []
    own = [Piece(text, partial(_statements, path, digest(raw), number)) for number, text in enumerate(texts(source))]
    for piece, include in zip_longest(own, INCLUDE.finditer(source)):
        if piece.text:
            pieces.append((piece, ()))
        if include:
            with_these = tuple(include[2].split()) if include[2] else ()
            file = Path(normpath(path.parent / include[1]))
            pieces += [(piece, (*with_these, *wanted)) for piece, wanted in _pieces(file)]
    return tuple(pieces)


def texts(source: str) -> list[str]:
    """Split a file into the texts before, between and after its includes.

    Whole-line comments and the heads of blocks are left out. Each text begins in the base part.
    """
    ends = [0, *(place for include in INCLUDE.finditer(source) for place in include.span()), len(source)]
    bodies = []
    for begin, end in zip(ends[::2], ends[1::2], strict=True):
        bare = HEAD.sub("", COMMENT.sub("", source[begin:end])).strip()
        bodies.append(f"#program base.\n{bare}\n" if bare else "")
    return bodies


def digest(raw: bytes) -> str:
    """Return the digest that names an encoding in its file in `worlds`."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


def _statements(path: Path, of: str, number: int, text: str) -> Sequence[Statement]:
    """Return the statements of a piece of a file.

    Uses those that `asp/worlds.py` wrote unless the file has changed since.
    """
    try:
        written = json.loads(statements_file(path).read_bytes())
        if written["digest"] == of:
            return [decode(row) for row in written["pieces"][number]]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):  # no file, or of another form
        pass
    return translate(text)


def statements_file(path: Path) -> Path:
    """Return the file of the statements of an encoding."""
    return (root() / "worlds" / path.relative_to(root())).with_suffix(".json")


def changed_encodings() -> list[Path]:
    """List the encodings that have changed since `asp/worlds.py` wrote their statements; each needs clingo's parser."""
    changed = []
    for path in encodings_of_positions():
        try:
            of = json.loads(statements_file(path).read_bytes())["digest"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):  # no file, or of another form
            of = None
        if of != digest(path.read_bytes().replace(b"\r\n", b"\n")):
            changed.append(path)
    return changed


def encodings_of_positions() -> list[Path]:
    """List the encodings of a position; the routes have a program of their own."""
    return [path for path in sorted(root().rglob("*.lp")) if path.name != "route.lp"]


def encode(text: str) -> Encoding:
    """Return a text outside any file as an encoding."""
    return (Piece(text, translate),)


def translate(text: str) -> Sequence[Statement]:
    """Translate a text that clingo accepts.

    This needs clingo's parser, which a browser does not have.
    """
    from .worlds import statements

    return statements(text)
