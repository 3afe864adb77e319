"""The hand-written notes on rules: why a page has no position, no puzzle, or no other answer."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ALONE = Path(__file__).with_name("alone.md")


@cache
def alone(heading: str) -> dict[tuple[str, str], str]:
    """Return the hand-written notes under a heading of `alone.md`, by rule set and rule."""
    part = ALONE.read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return {(match[1], match[2]): match[3] for match in re.finditer(r"^- (\w+)/([\w-]+): (.*)$", part, re.MULTILINE)}
