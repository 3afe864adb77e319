"""JSON as a person reads it."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 120  # columns


def clipped(value: Any, most: int) -> str:
    """Return the JSON of a value on one line, cut to `most` characters."""
    text = json.dumps(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def json_text(value: Any, at: int = 0, used: int = 0) -> str:
    """Return the JSON of a value, on one line where it fits, else with a line for each of its parts.

    Parts are indented by a column. `at` is the column where its line begins, `used` the length of that line so far.
    """
    line = json.dumps(value)
    if len(line) + max(at, used) <= WIDTH or not value or not isinstance(value, dict | list | tuple):
        return line
    inner = at + 1
    if isinstance(value, dict):
        keys = [f"{json.dumps(key)}: " for key in value]
        parts = [key + json_text(part, inner, inner + len(key)) for key, part in zip(keys, value.values(), strict=True)]
        opened, closed = "{}"
    else:
        parts = [json_text(part, inner) for part in value]
        opened, closed = "[]"
    between = ",\n" + " " * inner
    return f"{opened}\n{' ' * inner}{between.join(parts)}\n{' ' * at}{closed}"
