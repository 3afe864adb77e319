"""A position with what its boards say of its map, where they are at hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..position.coverage import gap
from ..position.facts import Instance
from . import need_numpy
from .boards.folders import BoardsError


def supplied(position: Instance, boards: Path | None, units: Sequence[str], rules: str | None) -> Instance:
    """The position with what it does not have of its map and these units ask for, from its boards. As it is where they are
    not at hand: whoever asks is told what is missing. Raises BoardError."""
    if not position.of("board") or gap(position, units, rules) is None:
        return position
    need_numpy()
    from .supply import supplied as worked_out

    try:
        return worked_out(position, boards, units=units, rules=rules)
    except BoardsError:
        if boards is not None:
            raise
        return position
