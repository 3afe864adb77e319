"""Checks of the arguments of library calls, made before any other code sees them.

An argument of the wrong type raises a UsageError that names the type wanted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from ..errors import UsageError, quote

MOST_DICE = 50
_KINDS = {str: "a string", bytes: "bytes", bool: "a truth value", type(None): "None", list: "a list", dict: "a dict"}


def kind(given: object) -> str:
    """Return the type of a value in words: `a string`, `bytes`, `an int`."""
    name = type(given).__name__
    return _KINDS.get(type(given), f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}")


def string(given: object, what: str, wanted: str) -> str:
    """Return a string; of a subclass its letters alone, whatever it does with hash and equality.

    Raises UsageError.
    """
    if not isinstance(given, str):
        raise UsageError(f"{what}: {wanted}, not {kind(given)}")
    return str.__str__(given)


def name(given: object, what: str, wanted: str) -> str:
    """Return a string that is not empty.

    Raises UsageError.
    """
    text = string(given, what, wanted)
    if not text:
        raise UsageError(f"{what}: {wanted}, not an empty string")
    return text


def flag(given: object, what: str) -> bool:
    """Return True or False; no other value is taken for one.

    Raises UsageError.
    """
    if not isinstance(given, bool):
        raise UsageError(f"{what}: True or False, not {kind(given)}")
    return given


def one_of(given: object, what: str, words: Sequence[str]) -> str:
    """Return one of these words.

    Raises UsageError.
    """
    text = str.__str__(given) if isinstance(given, str) else None
    if text is None or text not in words:
        said = kind(given) if text is None else quote(text)
        raise UsageError(f"{what}: {', '.join(words[:-1])} or {words[-1]}, not {said}")
    return text


def strings(given: object, what: str, wanted: str) -> tuple[str, ...]:
    """Return the strings of a list; a string is not a list of its letters.

    Raises UsageError.
    """
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise UsageError(f"{what}: a list of {wanted}, not {kind(given)}")
    return tuple(string(each, what, f"a list of {wanted}, each a string") for each in given)


def settings(given: object) -> dict[str, str]:
    """Return the options of a rule set by name.

    Raises UsageError.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise UsageError(f"options: a dict of names and values, as in {{'revisit': 'allow'}}, not {kind(given)}")
    texts = {}
    for name, value in given.items():
        option = string(name, "options", "each name is a string")
        texts[option] = string(value, f"options: {quote(option)}", "its value is a string")
    return texts


def whole(given: object, what: str, least: int) -> int:
    """Return a whole number that is not too small.

    Raises UsageError.
    """
    if isinstance(given, bool) or not isinstance(given, Integral) or given < least:
        said = kind(given) if isinstance(given, (bool, str)) or not isinstance(given, Real) else _digits(given)
        raise UsageError(f"{what}: a whole number from {least}, not {said}")
    return int(given)


def _digits(given: Real) -> str:
    try:
        return f"{given}"
    except ValueError:  # Python writes no int of more than some 4300 digits
        return "one of thousands of digits"


def number(given: object, what: str, unit: str) -> float:
    """Return a number that is at least 0; infinity is allowed.

    Raises UsageError.
    """
    if isinstance(given, bool) or not isinstance(given, Real):
        raise UsageError(f"{what}: a number of {unit}, not {kind(given)}")
    try:
        value = float(given)
    except OverflowError:
        raise UsageError(f"{what}: a number of {unit}, not one of more than 308 digits") from None
    if math.isnan(value) or value < 0:
        raise UsageError(f"{what}: a number of {unit} from 0, not {value:g}")
    return value


def parse_limit(given: object) -> int | None:
    """Return the number of routes to list for each unit; None for all.

    Raises UsageError.
    """
    return None if given is None else whole(given, "paths", 0)


def caller(given: object) -> Any:
    """Return a function to call with each line of progress; None for none.

    Raises UsageError.
    """
    if given is not None and not callable(given):
        raise UsageError(f"progress: a function of one string, as print, not {kind(given)}")
    return given


def collecting(given: object) -> list[Any]:
    """Return a list to put answers in.

    Raises UsageError.
    """
    if not isinstance(given, list):
        raise UsageError(f"into: a list, as in so_far = [], not {kind(given)}")
    return given


def seconds(given: object) -> float | None:
    """Return a time limit; None for none.

    Raises UsageError.
    """
    return None if given is None else number(given, "timeout", "seconds")


def scores(given: object) -> tuple[int, ...]:
    """Return the scores of the first dice thrown.

    Raises UsageError.
    """
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise UsageError(f"dice: a list of scores, as in [4, 2], not {kind(given)}")
    numbers = tuple(given)
    if len(numbers) > MOST_DICE or not all(
        isinstance(score, Integral) and not isinstance(score, bool) and 1 <= int(score) <= 6 for score in numbers
    ):
        raise UsageError(f"dice show scores from 1 to 6: give at most {MOST_DICE}, as in 4,2")
    return tuple(int(score) for score in numbers)
