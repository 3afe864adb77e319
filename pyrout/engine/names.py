"""The names of the verbs and the check of their fields, for the process that only passes requests on.

The table itself takes long to import.
"""

from __future__ import annotations

from collections.abc import Collection

from ..errors import UsageError, quote

NAMES = ("hello", "solve", "explain", "check", "phase", "options", "rules", "cancel")
LIMITED = 1_000_000  # seconds of a timeout


def check_fields(given: Collection[str], known: Collection[str], required: Collection[str]) -> None:
    """Raise UsageError for a field that has no meaning, or is missing."""
    if more := [field for field in given if field not in known]:
        raise UsageError(f"there is no field {quote(more[0])}; there are: {', '.join(known)}")
    if missing := [field for field in required if field not in given]:
        raise UsageError(f"the field {missing[0]} is missing")
