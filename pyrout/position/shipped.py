"""The positions that come with the program, by their names: `aslsk/example-07`, `generated/asl/repulse-09`.

A position is a file of facts, or a line of a corpus: of `generated/asl.jsonl` in the second case.
"""

from __future__ import annotations

from pathlib import Path

from ..program import rule_sets
from .corpus import SUFFIX, Line, read_corpus, reference
from .reading import read_text

ENDING = ".lp"


def files() -> dict[str, str]:
    """Return the files of all shipped positions by their names, sorted; a line of a corpus as `NAME.jsonl#ID`."""
    source = rule_sets.instances()
    by_name = {path.relative_to(source).with_suffix("").as_posix(): str(path) for path in source.rglob(f"*{ENDING}")}
    for path in source.rglob(f"*{SUFFIX}"):
        folder = path.relative_to(source).with_suffix("").as_posix()
        by_name |= {f"{folder}/{line}": reference(path, line) for line in read_corpus(path)}
    return dict(sorted(by_name.items()))


def file_of(name: str) -> str | None:
    """Return the file of a shipped position, or the line of its corpus; None where it is not installed."""
    path = rule_sets.instances() / f"{name}{ENDING}"
    if path.is_file():
        return str(path)
    corpus, line = _corpus(name)
    return reference(corpus, line) if line_of(name) else None


def line_of(name: str) -> Line | None:
    """Return the line of a corpus that has a shipped position; None for a file, and for what is not installed."""
    corpus, line = _corpus(name)
    return read_corpus(corpus).get(line) if corpus.is_file() else None


def text_of(name: str) -> str:
    """Return the text of a shipped position. Raises LookupError where it is not installed, InstanceError."""
    file = file_of(name)
    if file is None:
        raise LookupError(name)
    return read_text(file)


def _corpus(name: str) -> tuple[Path, str]:
    folder, _, line = name.rpartition("/")
    return rule_sets.instances() / f"{folder or '.'}{SUFFIX}", line
