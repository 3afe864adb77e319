"""Encodings from which the statements of one rule are gone, for a while."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from clingo.ast import AST, ASTType, parse_string

from ...base import cache as kept
from ...program import rule_sets
from .blocks import blocks

# Functions that remember the place or the text of the encodings. Files that are read apart from solving stay as they are.
REMEMBERING = (rule_sets.folder, rule_sets._pieces)

# Left out for a rule instead of its block: the file below the folder of the encodings, and what the statements look
# like. Some rules hold by statements that all rule sets of their game share; some blocks have statements beside their own that
# much else rests on. A rule that is neither here nor has statements of its own cannot be left out: it is a condition inside of
# statements that say more.
INSTEAD: dict[str, tuple[str, str]] = json.loads((files(__package__) / "without.json").read_text("utf-8"))
# Files that are read apart from solving.
APART = ("about", "chart", "options", "titles")
# The rule that a claim breaks: part of `check`, and of no answer. Predicates with their number of arguments.
CALLED = {"called": 2, "full_by": 4, "separated": 3, "due": 5, "of_result": 2}


@cache
def dropped(ruleset: str, rule: str) -> dict[str, tuple[Place, ...]]:
    """Return the statements that are left out for a rule, by the name of their file.

    They are those of its block and those elsewhere whose head names it, or those of `INSTEAD`. Empty for a rule that
    cannot be left out.
    """
    if rule in INSTEAD:
        name, looks = INSTEAD[rule]
        raw = (rule_sets.root() / name).read_bytes()
        return {name: tuple(at for at, text in _statements(raw) if re.match(looks, " ".join(text.split())))}
    block = blocks(ruleset)[rule]
    own = range(block.line, block.line + block.source.count("\n") + 1)
    by_rule = {}
    for file in sorted(rule_sets.folder(ruleset).glob("*.lp")):
        raw, name = file.read_bytes(), file.relative_to(rule_sets.root()).as_posix()
        if file.stem in APART or not (name == block.file or f'"{rule}"'.encode() in raw):
            continue
        by_rule[name] = tuple(
            at
            for at, text in _statements(raw)
            if text.partition("(")[0] not in CALLED
            and ((name == block.file and at.line in own) or f'"{rule}"' in text.partition(":-")[0])
        )
    return {name: places for name, places in by_rule.items() if places}


class Place(NamedTuple):
    """The place of a statement in its file: its line, its first and last byte."""

    line: int
    begin: int
    end: int


def _statements(raw: bytes) -> list[tuple[Place, str]]:
    """Return the rules, facts and constraints of an encoding with their text, but for the heads of blocks."""
    starts = [0]
    for line in raw.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    statements: list[tuple[Place, str]] = []

    def visit(node: AST) -> None:
        if node.ast_type == ASTType.Rule:
            at = node.location
            begin, end = (starts[place.line - 1] + place.column - 1 for place in (at.begin, at.end))
            text = raw[begin:end].decode()
            if not rule_sets.HEAD.match(" ".join(text.split()) + "\n"):
                statements.append((Place(at.begin.line, begin, end), text))

    # Includes are not followed: as comments of the same length they keep every place where it is.
    parse_string(re.sub(r"(?m)^#include ", "%include ", raw.decode()), visit)
    return statements


@contextmanager
def without(ruleset: str, rule: str) -> Iterator[None]:
    """Take a rule out of what this process solves by, for a while."""
    gone, here = dropped(ruleset, rule), rule_sets.root()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "asp"
        shutil.copytree(here, copy, copy_function=os.symlink)
        for name, places in gone.items():
            raw = (here / name).read_bytes()
            for _, begin, end in sorted(places, reverse=True):
                raw = raw[:begin] + raw[end:]
            (copy / name).unlink()
            (copy / name).write_bytes(raw)
        usual, cached = rule_sets.root, os.environ.get(kept.VARIABLE)
        try:
            _forget()
            rule_sets.root = cache(lambda: copy)
            os.environ[kept.VARIABLE] = "off"  # such a program is used once
            yield
        finally:
            rule_sets.root = usual
            os.environ.pop(kept.VARIABLE)
            if cached is not None:
                os.environ[kept.VARIABLE] = cached
            _forget()


def _forget() -> None:
    for remembering in REMEMBERING:
        remembering.cache_clear()
