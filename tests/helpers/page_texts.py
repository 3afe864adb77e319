"""The JSON of a page with its sentences as text."""

from __future__ import annotations

from typing import Any

from pyrout.base.span import LINKS, unpacked


def texts(value: Any) -> Any:
    """Return JSON of a page, each sentence that comes as spans as its text."""
    if isinstance(value, dict):
        return {name: texts(each) for name, each in value.items()}
    if not isinstance(value, list):
        return value
    spans = [part for part in value if isinstance(part, list) and len(part) > 1 and part[1] in LINKS]
    return str(unpacked(value)) if spans else [texts(each) for each in value]
