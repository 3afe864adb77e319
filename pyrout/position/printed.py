"""The strengths printed on the counters of each nationality: firepower, normal range and morale, and those of leaders."""

from __future__ import annotations

LEADER, COMMISSAR = "leader", "commissar"
LEADERS = "10-3 10-2 9-2 9-1 8-1 8-0 7-0 6+1"
# nationality -> its leaders, where they are others; the strength of one Finnish leader is not known here
OTHER_LEADERS = {
    "japanese": "10-2 10-1 10-0 9-1 9-0 8-0 8+1",
    "finnish": "10-1 10-0 9-1 9-0 8-0",
}
COMMISSARS = {"russian": "10-0 9-0 8+1"}

# nationality -> kind -> counters of MMC, the one that is met most often first
_MMC: dict[str, dict[str, str]] = {
    "german": {
        "squad": "4-6-7 4-6-8 4-4-7 4-3-6 5-4-8 6-5-8 8-3-8",
        "half_squad": "2-4-7 2-4-8 2-3-7 2-3-6 2-3-8 3-4-8 3-3-8 2-2-8 1-2-8",
        "crew": "2-2-8 1-2-7 1-2-8",
    },
    "ss": {
        "squad": "6-5-8 4-6-8 4-4-7 4-3-6 5-4-8 8-3-8",
        "half_squad": "3-4-8 2-4-8 2-3-7 2-3-6 2-3-8 3-3-8",
        "crew": "2-2-8 1-2-7",
    },
    "russian": {
        "squad": "4-4-7 4-5-8 4-2-6 5-2-7 6-2-8",
        "half_squad": "2-3-7 2-4-8 2-2-6 2-2-7 3-2-8",
        "crew": "2-2-8 1-2-7",
    },
    "partisan": {"squad": "3-3-7", "half_squad": "1-2-7"},
    "american": {
        "squad": "6-6-6 6-6-7 7-4-7 5-4-6 5-3-6 4-5-8 5-5-8 6-6-8 7-6-8 4-4-7 3-3-6",
        "half_squad": "3-4-6 3-4-7 3-3-7 2-3-6 2-2-6 2-3-8 2-4-8 3-4-8 2-3-7 1-2-6",
        "crew": "2-2-7 1-2-6 2-2-8",
    },
    "british": {
        "squad": "4-5-7 4-5-8 4-4-7 4-3-6 6-4-8",
        "half_squad": "2-4-7 2-4-8 2-3-7 2-2-6 3-3-8",
        "crew": "2-2-8 1-2-7",
    },
    "japanese": {
        "squad": "4-4-7 4-4-8 3-4-7 3-3-6 3-4-8 2-3-7 2-2-6",
        "half_squad": "2-3-7 2-3-8 1-3-7 1-2-6",
        "crew": "2-2-8 1-2-7",
    },
    "italian": {
        "squad": "3-4-6 3-4-7 3-3-6 4-4-7 8-3-8",
        "half_squad": "1-3-6 1-3-7 1-2-6 2-4-7 3-3-8",
        "crew": "2-2-7 1-2-6",
    },
    "finnish": {
        "squad": "6-4-8 5-3-8 4-3-7 4-4-7 5-4-8 8-3-8",
        "half_squad": "2-3-8 2-4-8 2-2-7 2-3-7 3-3-8",
        "crew": "2-2-8 1-2-7",
    },
    "french": {"squad": "4-5-7 4-5-8 4-3-7", "half_squad": "2-3-7 2-4-8 2-2-7", "crew": "2-2-8 1-2-7"},
    "chinese": {"squad": "3-3-7 3-3-6 4-4-7 5-3-7", "half_squad": "1-2-6 2-3-7 2-2-7 1-2-7", "crew": "2-2-7 1-2-6"},
    "hungarian": {"squad": "3-4-7 3-3-6 4-4-7", "half_squad": "1-3-7 1-2-6 2-4-7", "crew": "2-2-7 1-2-6"},
    "axis_minor": {"squad": "3-4-7 3-3-6 4-4-7 5-3-7", "half_squad": "1-3-7 1-2-6 2-4-7 2-2-7", "crew": "2-2-7 1-2-6"},
    "allied_minor": {"squad": "4-5-7 4-5-8 4-3-7", "half_squad": "2-3-7 2-4-8 2-2-7", "crew": "2-2-8 1-2-7"},
}
# nationality -> kind -> counters
PRINTED: dict[str, dict[str, str]] = {
    nation: kinds
    | {LEADER: OTHER_LEADERS.get(nation, LEADERS)}
    | ({COMMISSAR: COMMISSARS[nation]} if nation in COMMISSARS else {})
    for nation, kinds in _MMC.items()
}


def kinds_of(nation: str, strength: str) -> list[str]:
    """Return the kinds of unit that a printed strength can be; nothing is known of a nationality that is not listed.

    >>> kinds_of("german", "4-6-7"), kinds_of("american", "3-4-6"), kinds_of("italian", "3-4-6"), kinds_of("german", "8-1")
    (['squad'], ['half_squad'], ['squad'], ['leader'])
    >>> kinds_of("finnish", "9-0"), kinds_of("finnish", "8-1"), kinds_of("russian", "9-0")
    (['leader'], [], ['commissar'])
    """
    return [kind for kind, several in PRINTED.get(nation, {}).items() if strength in several.split()]
