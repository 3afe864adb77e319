"""The cache of lines of sight, in memory and on disk (`pyrout.cache`): none is judged twice."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ... import cache
from .los import Sight

Ints = NDArray[np.int32]
UNKNOWN, BLOCKED, CLEAR = 0, 1, 2  # and CLEAR + the number of Hindrances
MOST = 32 << 20  # pairs of Locations: beyond, they are worked out each time
MOST_HINDRANCES = 100  # of one LOS: more than any map has
KIND = "sights"


class Engine(Protocol):
    """A judge of lines of sight, as `LineOfSight` is."""

    def los(self, src: ArrayLike, dst: ArrayLike, src_level: ArrayLike, dst_level: ArrayLike) -> Sight:
        """Return LOS as `LineOfSight.los`."""


class KeptSights:
    """The lines of sight of a map with `count` hexes: cached ones by name, others from `engine`.

    The engine is only made when it is needed.
    """

    def __init__(self, name: str, count: int, engine: Callable[[], Engine]) -> None:
        self._name, self._count, self._engine = name, count, engine
        self._place: dict[tuple[int, int, int], int] = {}  # (source, its level, the target's level) -> row
        self._rows: NDArray[np.uint8] = np.zeros((0, count), np.uint8)
        self._new = False
        cache.take(name, self._merge)

    def los(self, src: ArrayLike, dst: ArrayLike, src_level: ArrayLike = 0, dst_level: ArrayLike = 0) -> Sight:
        """Return LOS as `LineOfSight.los`."""
        a, b, la, lb = np.broadcast_arrays(*(np.asarray(x, np.int32) for x in (src, dst, src_level, dst_level)))
        shape = a.shape
        a, b, la, lb = a.ravel(), b.ravel(), la.ravel(), lb.ravel()
        row = self._row_of(a, la, lb)
        if row is None:
            return self._engine().los(a.reshape(shape), b.reshape(shape), la.reshape(shape), lb.reshape(shape))
        missing = np.flatnonzero(self._rows[row, b] == UNKNOWN)
        if len(missing):
            judged = self._engine().los(a[missing], b[missing], la[missing], lb[missing])
            self._rows[row[missing], b[missing]] = np.where(judged.blocked, BLOCKED, CLEAR + judged.hindrance)
            self._new = True
        value = self._rows[row, b]
        blocked = value == BLOCKED
        return Sight(
            blocked.reshape(shape), np.where(blocked, 0, value.astype(np.int8) - CLEAR).astype(np.int8).reshape(shape)
        )

    def _row_of(self, src: Ints, src_level: Ints, dst_level: Ints) -> NDArray[np.intp] | None:
        """Return the row of each pair, made where there is none; None where there would be too many."""
        packed = (src.astype(np.int64) << 16) | ((src_level + 128).astype(np.int64) << 8) | (dst_level + 128)
        distinct, inverse = np.unique(packed, return_inverse=True)
        keys = [(int(k) >> 16, (int(k) >> 8 & 255) - 128, (int(k) & 255) - 128) for k in distinct]
        new = [k for k in keys if k not in self._place]
        if (len(self._place) + len(new)) * self._count > MOST:
            return None
        self._grow(new)
        row: NDArray[np.intp] = np.array([self._place[k] for k in keys], np.intp)[inverse.reshape(-1)]
        return row

    def _grow(self, keys: list[tuple[int, int, int]]) -> None:
        for k in keys:
            self._place[k] = len(self._place)
        if len(self._place) > len(self._rows):
            # twice as many as needed now, so that rows one by one do not copy the table each time
            more = np.zeros((2 * len(self._place), self._count), np.uint8)
            more[: len(self._rows)] = self._rows
            self._rows = more

    def keep(self) -> None:
        """Write what is new to disk, with what another process has written meanwhile."""
        if not self._new:
            return
        self._new = False
        cache.take(self._name, self._merge)
        keys = list(self._place)
        head = json.dumps([self._count, keys], separators=(",", ":")).encode()
        table = np.ascontiguousarray(self._rows[: len(keys)]).tobytes()
        cache.write(self._name, len(head).to_bytes(4, "little") + head + zlib.compress(table, 1))

    def _merge(self, content: bytes) -> bool | None:
        """Take over what an entry has and is not known here; None for one that does not fit.

        Raises what its bytes cause.
        """
        at = 4 + int.from_bytes(content[:4], "little")
        count, listed = json.loads(content[4:at])
        keys = [(int(a), int(b), int(c)) for a, b, c in listed]
        size = len(keys) * self._count
        table = zlib.decompressobj().decompress(content[at:], max(1, size + 1))
        if count != self._count or not len(table) == size <= MOST or len(set(keys)) < len(keys):
            return None
        if any(value > CLEAR + MOST_HINDRANCES for value in set(table)):
            return None
        self._grow([k for k in keys if k not in self._place])
        if keys:
            rows = np.array([self._place[k] for k in keys], np.intp)
            theirs = np.frombuffer(table, np.uint8).reshape(len(keys), self._count)
            mine = self._rows[rows]
            self._rows[rows] = np.where(mine == UNKNOWN, theirs, mine)
        return True
