"""Writes `docs/how/counters.md`: what becomes of the layers and markers of VASL's Personnel.

python docs/handbook/counters.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyrout.vasl.saves.shown import LAYERS, MARKERS, TRAITS

PAGE = Path(__file__).resolve().parents[1] / "how" / "counters.md"
HEAD = """# What becomes of layers and markers

A saved game of VASL shows the states of units by layers of their counters, and by markers in their stacks. Each has a row here.
The first line of an answer names a layer or marker without a row: say by `--fact` what it changes.
The rows are those of `pyrout/vasl/saves/shown.py`, by which pyrout reads; `python docs/handbook/counters.py` writes this page."""


def lines() -> Iterator[str]:
    """The lines of the page."""
    yield HEAD
    for title, rows in (("Layer", LAYERS), ("Trait", TRAITS)):
        yield from ("", f"## {title}s", "", f"| {title} | Becomes | What, or why |", "|---|---|---|")
        yield from (f"| {row.word or 'without a name'} | {row.becomes} | {row.says} |" for row in rows)
    yield from ("", "## Markers", "", "| Marker | Becomes | What, or why |", "|---|---|---|")
    yield from (f"| {row.names} | {row.becomes} | {row.says} |" for row in MARKERS)


def text() -> str:
    """The page."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
