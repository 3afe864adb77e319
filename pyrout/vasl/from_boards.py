"""Positions completed from their boards, where these are available."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..position.facts import Instance
from ..position.map_coverage import gap
from .boards.folders import BoardsError


def supply(position: Instance, boards: Path | None, units: Sequence[str], rules: str | None) -> Instance:
    """Return the position with the missing parts of its map that these units need, from its boards.

    Without the boards it is unchanged, and asking about it names the missing parts. Raises BoardError, InstanceError.
    """
    if not position.of("board") or gap(position, units, rules) is None:
        return position
    from .complete_map import supply as worked_out

    try:
        return worked_out(position, boards, units=units, rules=rules)
    except BoardsError:
        if boards is not None:
            raise
        return position
