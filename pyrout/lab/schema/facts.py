"""The schema of positions as JSON, from the vocabulary."""

from __future__ import annotations

from typing import Any

from ...position.vocabulary import (
    BY_NAME,
    CONSTANT,
    TOKEN_LIMIT,
    Either,
    Kind,
    Number,
    OneOf,
    Predicate,
    Quoted,
    Tagged,
    Word,
)

Node = dict[str, Any]


def fact() -> Node:
    """Return the schema of one fact: an object of one predicate with its arguments."""
    predicates = {name: _predicate(list(forms.values())) for name, forms in BY_NAME.items()}
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": predicates,
        "additionalProperties": False,
    }


def _predicate(forms: list[Predicate]) -> Node:
    said = "; or ".join(f"{form.example}: {form.meaning}" for form in forms)
    nodes = [
        {
            "type": "array",
            "prefixItems": [{"description": kind.what, **_kind(kind)} for kind in form.args],
            "minItems": len(form.args),
            "maxItems": len(form.args),
        }
        for form in forms
    ]
    return {"description": said, **(nodes[0] if len(nodes) == 1 else {"anyOf": nodes})}


def _kind(kind: Kind) -> Node:
    """Return the schema of an argument of a kind."""
    if isinstance(kind, OneOf):
        return {"enum": list(kind.words)}
    if isinstance(kind, Number):
        return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
    if isinstance(kind, Quoted):
        return {"type": "string", "minLength": 1, "maxLength": TOKEN_LIMIT}
    if isinstance(kind, Word):
        return {"type": "string", "pattern": f"^{CONSTANT.pattern}$", "maxLength": TOKEN_LIMIT}
    if isinstance(kind, Either):
        return {"anyOf": [_kind(kind.first), _kind(kind.second)]}
    assert isinstance(kind, Tagged)
    terms: Node = {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {name: {"description": inner.what, **_kind(inner)} for name, inner in kind.terms.items()},
        "additionalProperties": False,
    }
    return {"anyOf": [{"enum": list(kind.words)}, terms]} if kind.words else terms
