"""The rule sets that are installed: folders of ASP encodings, their citations and their options."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .errors import UsageError

DEFAULT = "aslsk"
COMMENT = re.compile(r"^%(?!\*).*\n", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.MULTILINE)


class Citation(NamedTuple):
    """A rule: its id, the section of the source, and the rule in plain words."""

    id: str
    section: str
    sentence: str


class OptionValue(NamedTuple):
    """One value of an option: whether it is the default, the rule that it bears on, and what it means."""

    option: str
    value: str
    default: bool
    rule: str
    meaning: str


@cache
def root() -> Path:
    """The folder of the encodings: in the wheel beside this module, in a checkout beside the package."""
    here = Path(__file__).resolve().parent
    return here / "asp" if (here / "asp").is_dir() else here.parent / "asp"


@cache
def instances() -> Path:
    """The folder of the instances that come with the program."""
    return root().parent / "instances"


@cache
def names() -> tuple[str, ...]:
    """The rule sets that can be solved, sorted."""
    return tuple(sorted(main.parent.relative_to(root()).name for main in root().rglob("main.lp")))


@cache
def folder(ruleset: str) -> Path:
    """The folder of a rule set. Raises UsageError for an unknown one."""
    for main in root().rglob("main.lp"):
        if main.parent.name == ruleset:
            return main.parent
    raise UsageError(f"no rule set is called {ruleset!r}; there are: {', '.join(names())}")


@cache
def program(ruleset: str, part: str = "main") -> str:
    """An encoding of a rule set as one text: `main` solves, `ask` explains and judges, `los` derives LOS from the terrain."""
    return _expanded(folder(ruleset) / f"{part}.lp")


def _expanded(path: Path) -> str:
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    # Every file begins in the base part, whatever part the file before it ended in.
    return "#program base.\n" + INCLUDE.sub(lambda m: _expanded(path.parent / m[1]) + "\n#program base.\n", text)
