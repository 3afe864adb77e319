"""The kinds of VASL's counters, and nationalities as its art folders have them."""

from __future__ import annotations

from dataclasses import dataclass

from ...position.words import UNIT_KIND


@dataclass(frozen=True, slots=True)
class Nation:
    """A nationality of VASL's art folders.

    It has the folder, a name, the camp of VASL's counter palette (Axis or Allied), and the word of instances where
    that differs ("" where they have none).
    """

    code: str
    name: str
    camp: str
    other_word: str | None = None

    @property
    def word(self) -> str:
        """The word of instances, or ""."""
        return self.name if self.other_word is None else self.other_word


NATIONS = {
    nation.code: nation
    for nation in (
        Nation("ge", "german", "axis"),
        Nation("ss", "ss", "axis"),
        Nation("it", "italian", "axis"),
        Nation("fi", "finnish", "axis"),
        Nation("hu", "hungarian", "axis"),
        Nation("ax", "axis_minor", "axis"),
        Nation("ja", "japanese", "axis"),
        Nation("nk", "north_korean", "axis", "korean"),
        Nation("cc", "communist_chinese", "axis", "chinese"),
        Nation("ru", "russian", "allied"),
        Nation("pa", "partisan", "allied"),
        Nation("am", "american", "allied"),
        Nation("us", "american", "allied"),
        Nation("br", "british", "allied"),
        Nation("fr", "french", "allied"),
        Nation("ch", "chinese", "allied"),
        Nation("al", "allied_minor", "allied"),
        Nation("sk", "south_korean", "allied", "korean"),
        Nation("un", "united_nations", "allied", ""),
    )
}

MMC, SMC, _OTHER = (UNIT_KIND.having("counter", which) for which in ("mmc", "smc", "other"))
PERSONNEL = (*MMC, *SMC)
# Kinds that an instance has no place for, but that no one should lose without a word
UNREADABLE = ("armor_leader", "prisoner", "unarmed", "mount", "other_unit")
UNITS = (*PERSONNEL, *_OTHER)
IN_PLAY = (*UNITS, "sw", *UNREADABLE)


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter interpreted.

    `kind`: squad half_squad crew leader commissar hero vehicle gun aircraft sw, concealment (a `?`), wreck,
    armor_leader, prisoner, unarmed, mount, other_unit, or marker for everything else. Strengths are those of the
    unbroken side; None where the counter does not say. `range` is in hexes. `leadership` is a leader's printed DRM.
    `sw` is the kind of SW. `statuses` are words of the instance vocabulary, and `dismantled`.
    """

    kind: str
    nation: Nation | None = None
    firepower: int | None = None
    range: int | None = None
    morale: int | None = None
    broken_morale: int | None = None
    leadership: int | None = None
    sw: str = ""
    statuses: frozenset[str] = frozenset()

    @property
    def in_play(self) -> bool:
        """True for a unit or a weapon, False for a marker."""
        return self.kind in IN_PLAY
