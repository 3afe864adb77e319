"""The blocks of the encodings: the text of each rule in its file.

A block begins with the comment that is the id of its rule, or with its `rule/3`. It ends where the next one begins, where a
comment turns to another rule, and where another part of the program does.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ...program import rule_sets

HEAD = re.compile(r'^rule\("([^"]+)",')
ANY_HEAD = re.compile(r'^(?:rule\("|box\(|note\()')
OF_A_RULE = re.compile(r"^% ([a-z0-9]+(?:-[a-z0-9]+)+)\b")


class Block(NamedTuple):
    """The block of a rule: its id, its file below the folder of the encodings, its first line, and its text."""

    rule: str
    file: str
    line: int
    source: str

    @property
    def settings(self) -> tuple[str, ...]:
        """Return the options that it asks for, sorted."""
        return tuple(sorted(set(re.findall(r"setting\((\w+),", self.source))))

    @property
    def says(self) -> bool:
        """Return True if it has statements of its own. Some rules hold by the way others are written; their block says where."""
        lines = (line for line in self.source.splitlines() if line.strip())
        return any(
            not line.startswith(("%", "#", "called(", "full_by(")) and not ANY_HEAD.match(line) for line in lines
        )


@cache
def blocks(ruleset: str) -> dict[str, Block]:
    """Return the blocks of a rule set by the id of their rule."""
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
