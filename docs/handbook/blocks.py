"""The parts of the encodings that name a rule: its block, the files that mention it, and its boxes of the chart."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pyrout.lab.quiz.blocks import Block, blocks
from pyrout.program import rule_sets
from pyrout.program.control import alone, text

__all__ = ["Block", "Chart", "blocks", "chart", "elsewhere", "file_of"]

BOX = re.compile(r'^box\(([a-z]+),(\d+),"([^"]+)"\)\.', re.MULTILINE)
NOTE = re.compile(r'^note\((\d+),"([^"]+)"\)\.', re.MULTILINE)


@cache
def _comments() -> dict[str, str]:
    """The comments of each file of all encodings."""
    root = rule_sets.root()
    texts = {file.relative_to(root).as_posix(): file.read_text("utf-8") for file in sorted(root.rglob("*.lp"))}
    return {name: "\n".join(re.findall(r"^%.*", text, re.MULTILINE)) for name, text in texts.items()}


def elsewhere(block: Block) -> list[str]:
    """The other files of all encodings that have a comment on a rule."""
    named = re.compile(rf"(?<![\w-]){re.escape(block.rule)}(?![\w-])")
    return [name for name, said in _comments().items() if name != block.file and named.search(said)]


class Chart(NamedTuple):
    """The chart of a rule set: its parts with their titles, in order, the words of its boxes, and the rules in them.
    Boxes are named by their part and number; the notes of the flowchart by their number alone."""

    titles: dict[str, str]
    words: dict[tuple[str, int], str]
    inside: dict[tuple[str, int], list[str]]
    notes: dict[int, list[str]]

    def boxes_of(self, rule: str) -> list[tuple[str, int]]:
        return [box for box, rules in self.inside.items() if rule in rules]

    def notes_of(self, rule: str) -> list[int]:
        return [number for number, rules in self.notes.items() if rule in rules]


@cache
def chart(ruleset: str) -> Chart | None:
    """The chart of a rule set, or None for one without."""
    folder = rule_sets.folder(ruleset)
    if not (folder / "chart.lp").is_file():
        return None
    engine = alone(rule_sets.encoding(ruleset, "chart"), rule_sets.heads(ruleset))
    engine.ground(("base", []))
    inside: dict[tuple[str, int], list[str]] = {}
    for part, number, rule in engine.atoms("box", 3):
        inside.setdefault((text(part), number.number), []).append(text(rule))
    notes: dict[int, list[str]] = {}
    for number, rule in engine.atoms("note", 2):
        notes.setdefault(number.number, []).append(text(rule))
    return Chart(
        {text(part): text(title) for part, _, title in engine.atoms("heading", 3)},
        {(text(part), number.number): text(said) for part, number, said in engine.atoms("words", 3)},
        dict(sorted(inside.items())),
        dict(sorted(notes.items())),
    )


def file_of(name: str) -> Path:
    """An encoding by its name below their folder."""
    return rule_sets.root() / name
