"""JSON as a person reads it."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 120  # columns


def json_text(value: Any, at: int = 0, used: int = 0) -> str:
    """The JSON of a value: what fits into a line stands on one, everything else has a line for each of its parts, a column
    further in. `at` is the column of the line it begins on, `used` how much of that line there is already."""
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
