"""The JSON Schema of everything that pyrout prints as JSON: `pyrout-1.schema.json` in this folder."""

from __future__ import annotations

from pathlib import Path


def text() -> str:
    """The schema of `pyrout/1`, as the text of a JSON document (draft 2020-12)."""
    return (Path(__file__).parent / "pyrout-1.schema.json").read_text(encoding="utf-8")
