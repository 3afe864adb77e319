"""The cache of lines of sight, in memory and on disk (`pyrout.base.cache`): none is judged twice."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from itertools import repeat

from ...base import cache
from .los import LineOfSight, Sight

Levels = Sequence[int] | int
UNKNOWN, BLOCKED, CLEAR = 0, 1, 2  # and CLEAR + the number of Hindrances
MOST = 32 << 20  # pairs of Locations: beyond, they are worked out each time
MOST_HINDRANCES = 100  # of one LOS: more than any map has
KIND = "sights"


class KeptSights:
    """The lines of sight of a map with `count` hexes: cached ones by name, others from `engine`.

    The engine is only made when it is needed.
    """

    def __init__(self, name: str, count: int, engine: Callable[[], LineOfSight]) -> None:
        self._name, self._count, self._engine = name, count, engine
        # (source, its level, the target's level) -> what is known of each target hex
        self._rows: dict[tuple[int, int, int], bytearray] = {}
        self._new = False
        cache.take(name, self._merge)

    def los(self, src: Sequence[int], dst: Sequence[int], src_level: Levels = 0, dst_level: Levels = 0) -> Sight:
        """Return LOS as `LineOfSight.los`."""
        levels = (repeat(level, len(src)) if isinstance(level, int) else level for level in (src_level, dst_level))
        keys = list(zip(src, *levels, strict=True))
        new = set(keys) - self._rows.keys()
        if (len(self._rows) + len(new)) * self._count > MOST:
            return self._engine().los(src, dst, src_level, dst_level)
        for key in new:
            self._rows[key] = bytearray(self._count)
        rows = [self._rows[key] for key in keys]
        missing = [n for n, (row, target) in enumerate(zip(rows, dst, strict=True)) if row[target] == UNKNOWN]
        if missing:
            ends = [(*keys[n], dst[n]) for n in missing]
            sources, below, above, targets = map(list, zip(*ends, strict=True))
            judged = self._engine().los(sources, targets, below, above)
            for n, blocked, hindrance in zip(missing, *judged, strict=True):
                rows[n][dst[n]] = BLOCKED if blocked else CLEAR + hindrance
            self._new = True
        values = [row[target] for row, target in zip(rows, dst, strict=True)]
        return Sight([value == BLOCKED for value in values], [max(value - CLEAR, 0) for value in values])

    def keep(self) -> None:
        """Write what is new to disk, with what another process has written meanwhile."""
        if not self._new:
            return
        self._new = False
        cache.take(self._name, self._merge)
        head = json.dumps([self._count, list(self._rows)], separators=(",", ":")).encode()
        table = zlib.compress(b"".join(self._rows.values()), 1)
        cache.write(self._name, len(head).to_bytes(4, "little") + head + table)

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
        for n, key in enumerate(keys):
            theirs, mine = table[n * count : (n + 1) * count], self._rows.get(key)
            if mine is None:
                self._rows[key] = bytearray(theirs)
            elif mine != theirs:
                mine[:] = bytes(b if a == UNKNOWN else a for a, b in zip(mine, theirs, strict=True))
        return True
