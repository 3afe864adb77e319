"""Comparison of output with the schema; needs jsonschema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema

from pyrout.lab.schema import text

SCHEMA = json.loads(text(strict=True))
FITTING: set[tuple[str, str]] = set()
MOST_KEPT = 2000  # characters


def referred(validator: Any, ref: str, part: Any, schema: Any) -> Iterator[Any]:
    """The `$ref` of a validator that looks at each small part once: there are many thousand legs and reasons, and few
    different ones."""
    key = ref, json.dumps(part)
    if key in FITTING:
        return
    fits = True
    for error in validator.descend(part, SCHEMA["$defs"][ref.removeprefix("#/$defs/")]):
        fits = False
        yield error
    if fits and len(key[1]) < MOST_KEPT:
        FITTING.add(key)


VALIDATOR = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"$ref": referred})(SCHEMA)


def problems(answer: Any) -> list[str]:
    """Return the faults of some output, with their places."""
    best = (jsonschema.exceptions.best_match([error]) for error in VALIDATOR.iter_errors(answer))
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in best]


def plain(answer: Any) -> Any:
    """As it comes out of the file."""
    return json.loads(json.dumps(answer))
