"""The state that a process of the server keeps from request to request."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

from ..phases.incremental import AnswerCache
from .reply import KEPT

if TYPE_CHECKING:
    from ..draw.answers import Answered
    from ..draw.svg import Base
    from ..phases.plan import Explored
    from ..position.facts import Instance

Key = TypeVar("Key")
Value = TypeVar("Value")

EXPLORED = 2  # phases that a process keeps: one may have many states


class Recent(OrderedDict[Key, Value]):
    """Keep the values that were set last, at most `limit` of them."""

    def __init__(self, limit: int = KEPT) -> None:
        super().__init__()
        self.limit = limit

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.limit:
            self.popitem(last=False)


class Session:
    """Keep what was read, solved and drawn last, for the requests that follow.

    `read`: positions, by name and text. `completed`: positions with what their boards add, by name, text, rule set and open
    boards. `solved`: answers, for requests of their reasons; `units`: answers of units, for positions that differ little.
    `explored`: phases, for other orders of their turns. `maps`: drawings of maps.
    """

    def __init__(self) -> None:
        self.read: Recent[tuple[str, str], Instance] = Recent()
        self.completed: Recent[object, Instance] = Recent()
        self.solved: Recent[object, Answered] = Recent()
        self.units = AnswerCache()
        self.explored: Recent[object, Explored] = Recent(EXPLORED)
        self.maps: Recent[str, Base] = Recent()

    def clear(self) -> None:
        """Keep nothing."""
        for kept in (self.read, self.completed, self.solved, self.units, self.explored, self.maps):
            kept.clear()
