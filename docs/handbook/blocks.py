"""The blocks of the encodings: the text of each rule in its file.

A block begins with the comment that is the id of its rule, or with its `rule/3`. It ends where the next one begins, where a
comment turns to another rule, and where another part of the program does.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pyrout import rule_sets
from pyrout.control import alone, text

HEAD = re.compile(r'^rule\("([^"]+)",')
ANY_HEAD = re.compile(r'^(?:rule\("|box\(|note\()')
OF_A_RULE = re.compile(r"^% ([a-z0-9]+(?:-[a-z0-9]+)+)\b")
BOX = re.compile(r'^box\(([a-z]+),(\d+),"([^"]+)"\)\.', re.MULTILINE)
NOTE = re.compile(r'^note\((\d+),"([^"]+)"\)\.', re.MULTILINE)


class Block(NamedTuple):
    """The block of a rule: its id, its file below the folder of the encodings, the number of its first line, and its
    lines as they stand."""

    rule: str
    file: str
    line: int
    source: str

    @property
    def settings(self) -> tuple[str, ...]:
        """The options that it asks for."""
        return tuple(sorted(set(re.findall(r"setting\((\w+),", self.source))))

    @property
    def says(self) -> bool:
        """True if it has statements of its own. Some rules hold by the way others are written; their block says where."""
        lines = (line for line in self.source.splitlines() if line.strip())
        return any(
            not line.startswith(("%", "#", "called(", "full_by(")) and not ANY_HEAD.match(line) for line in lines
        )


@cache
def blocks(ruleset: str) -> dict[str, Block]:
    """The blocks of a rule set by the id of their rule."""
    by_rule = {}
    for file in sorted(rule_sets.folder(ruleset).glob("*.lp")):
        lines = file.read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            head = HEAD.match(line)
            if head:
                begin, end = _around(lines, number, head[1])
                source = "\n".join(lines[begin:end]).strip("\n")
                name = file.relative_to(rule_sets.root()).as_posix()
                by_rule[head[1]] = Block(head[1], name, begin + 1, source)
    return by_rule


def _around(lines: list[str], head: int, rule: str) -> tuple[int, int]:
    """Return the line where the block with that head begins, and the one after its end."""
    begin = head
    while begin and (match := OF_A_RULE.match(lines[begin - 1])) and match[1] == rule:
        begin -= 1
    end = head + 1
    while end < len(lines):
        line = lines[end]
        turned = OF_A_RULE.match(line)
        if line.startswith("#program") or HEAD.match(line) or (turned and turned[1] != rule):
            break
        if line.startswith("%") and not lines[end - 1] and turned is None:
            break  # a comment after a blank line speaks of what follows
        end += 1
    return begin, end


def elsewhere(block: Block) -> list[str]:
    """The other files of all encodings that have a comment on a rule."""
    named = re.compile(rf"^%.*(?<![\w-]){re.escape(block.rule)}(?![\w-])", re.MULTILINE)
    return [
        name
        for file in sorted(rule_sets.root().rglob("*.lp"))
        if (name := file.relative_to(rule_sets.root()).as_posix()) != block.file
        and named.search(file.read_text("utf-8"))
    ]


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
