"""The terrain, level and features of one hex, read from all its pixels and its neighbours.

Where the centre pixel shows more than ground or a road, it decides. Else the rest of the hex does: woods with a road
through them are woods, a road between the banks of a sunken road is one, and beneath a bridge is what its hex shows
besides, or what its neighbours bring to it. Each reading has the reasons that decided it, as sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .terrain import BRIDGE, CODE, ROAD, TERRAINS, codes_of

SHARE = 0.10  # of the pixels of a hex: what fills less does not make its terrain
NEAR = 0.25  # of the height of a hex: what comes as near to the centre leads through the middle of the hex
OPEN = "open_ground"


def _codes(*names: str) -> frozenset[int]:
    return frozenset(CODE[name] for name in names)


# Terrain that counts by its share; other terrain (water, kinds of open ground) makes a hex only by its centre
SHARED = codes_of(
    lambda terrain: (
        terrain.word and not terrain.hexside and (terrain.building or terrain.category in ("woods", "other"))
    )
)
TOWERS = codes_of(lambda terrain: "Tower" in terrain.name)
BUILDING_WORDS = frozenset(t.word for t in TERRAINS.values() if t.building and not t.hexside and t.word)
ROADS = ROAD | _codes("Railroad, Ground Level", "Path")  # surfaces: the terrain is what lies beside them
SUNKEN = _codes("Sunken Road", "Railroad, Sunken")
ELEVATED = _codes("Elevated Road", "Railroad, Elevated")
STREAMS = codes_of(lambda terrain: terrain.word == "stream")
DEPRESSIONS = STREAMS | _codes("Gully")
BENEATH = codes_of(lambda terrain: terrain.category in ("depression", "water")) | STREAMS  # what a bridge leads over
# Grows in a depression (B19.4, B33.1); grain, which no stream has, and a gully in its season alone, is left out
GROWTH = frozenset({"woods", "light_woods", "forest", "pine_woods", "brush", "orchard", "olive_grove", "vineyard"})
DEPTHS = {"Dry Stream": "dry", "Deep Stream": "deep", "Flooded Stream": "flooded"}
# Shellholes are of the whole hex wherever they are drawn (B.6), and of one hex (B.1: what strays in from the next does
# not count). The rulebook's own example, hex 2U6 (B2.1), is filled to 12 % and misses its centre: `SHARE` and `NEAR` take it in.
DUG = {
    "Foxholes": "foxhole",
    "Trench": "trench",
    "Shellholes": "shellholes",
    "Pillbox": "pillbox",
    "Sangar": "sangar",
    "Cave": "cave",
}
# Codes because of which the pixels near the centre, and the levels of all of them, are looked at
SPECIAL = BRIDGE | SUNKEN | ELEVATED | DEPRESSIONS | _codes(*DUG)


@dataclass(frozen=True)
class Look:
    """The pixels of one hex.

    `centre` and `level` are the terrain code and the level at its centre, `share` counts the pixels of each code,
    `levels` those of each code and level, `near` has the codes that come near the centre, `around` those at the
    hexsides. `levels` and `near` are empty for a hex without a code of `SPECIAL`.
    """

    centre: int
    level: int
    share: Counter[int]
    levels: Counter[tuple[int, int]] = field(default_factory=Counter)
    near: frozenset[int] = frozenset()
    around: tuple[int, ...] = ()

    def fills(self, codes: Iterable[int]) -> float:
        """Return the part of the hex that these codes fill, from 0 to 1."""
        return sum(self.share[code] for code in codes) / max(1, self.share.total())

    def through(self, codes: frozenset[int]) -> bool:
        """Return True if these codes fill enough of the hex, and lead through its middle."""
        return self.fills(codes) >= SHARE and (self.centre in codes or not self.near.isdisjoint(codes))

    def level_of(self, codes: frozenset[int]) -> int | None:
        """Return the level of most pixels of these codes, or None without any."""
        levels: Counter[int] = Counter()
        for (code, level), count in self.levels.items():
            if code in codes:
                levels[level] += count
        return max(levels, key=lambda level: (levels[level], -level)) if levels else None

    def sunk(self) -> bool:
        """Return True if the centre lies lower than the ground beside the road and the depression.

        Without such ground: if it lies no higher than the depression.
        """
        ground, below = self.level_of(frozenset(self.share) - SPECIAL - ROADS), self.level_of(DEPRESSIONS)
        return self.level < ground if ground is not None else below is not None and self.level <= below

    def spanned(self) -> bool:
        """Return True if a road at the centre stays up, and a depression leads from one hexside beneath it to another."""
        return self.through(DEPRESSIONS) and not self.sunk() and sum(code in DEPRESSIONS for code in self.around) > 1


@dataclass(frozen=True)
class Reading:
    """A hex as the rules need it, with the reasons for it: sentences without their full stop."""

    terrain: str
    level: int
    features: tuple[str, ...]
    why: tuple[str, ...]


def read_hex(look: Look) -> Reading:
    """Return the terrain, the level and the features of a hex."""
    bridge = _bridge(look)
    read = bridge or _sunken(look) or _elevated(look) or _depression(look)
    if read is None:
        word, reason = _plain(look)
        read = Reading(word, look.level, (), (reason, *_left_out(look, word)))
    why, features = list(read.why), list(read.features)
    if bridge is None and (look.fills(BRIDGE) >= SHARE or look.centre in BRIDGE):
        features.append("bridge")
        why.append(f"{_part(look, BRIDGE)}: a bridge, and nothing that it leads over")
    if "stream" in (read.terrain, *read.features):
        code = _most(look, STREAMS) or next((code for code in look.around if code in STREAMS), None)
        if code is not None and TERRAINS[code].name in DEPTHS:
            features.append(DEPTHS[TERRAINS[code].name])
            why.append(f"its stream is a {TERRAINS[code].name}")
    if any(look.fills([code]) >= SHARE for code in TOWERS):
        features.append("tower")
        why.append(f"{_part(look, TOWERS)}: a tower")
    for name, feature in DUG.items():
        codes = _codes(name)
        if look.centre in codes or look.through(codes):
            features.append(feature)
            why.append(f"{_part(look, codes)}: {feature}")
    return Reading(read.terrain, read.level, tuple(features), tuple(why))


def _bridge(look: Look) -> Reading | None:
    """Read a bridge and what is beneath it; None for a hex without one, or without anything beneath."""
    carried = look.centre in ROADS and look.through(DEPRESSIONS) and (look.fills(BRIDGE) > 0 or look.spanned())
    if look.fills(BRIDGE) < SHARE and look.centre not in BRIDGE and not carried:
        return None
    beneath = _most(look, BENEATH)
    where = _part(look, BENEATH) if beneath is not None else ""
    if beneath is None:
        beside = Counter(code for code in look.around if code in BENEATH)
        if not beside:
            return None
        beneath = beside.most_common(1)[0][0]
        where = f"{TERRAINS[beneath].name} reaches its hexsides"
    deck = look.level if look.centre in ROADS | BRIDGE else look.level_of(BRIDGE)
    drawn = look.fills(BRIDGE) > 0
    why = (
        f"{_part(look, BRIDGE)}: a bridge"
        if drawn
        else f"at the centre {TERRAINS[look.centre].name}, which stays up: a bridge",
        f"{where}: that is beneath it",
    )
    return Reading(TERRAINS[beneath].word, look.level if deck is None else deck, ("bridge",), why)


def _sunken(look: Look) -> Reading | None:
    """Read a sunken road: its banks lead along a road."""
    if not look.through(SUNKEN) or look.centre not in ROADS | SUNKEN:
        return None
    level = look.level
    why = [f"{_part(look, SUNKEN)}, at the centre {TERRAINS[look.centre].name}: a sunken road"]
    banks = look.level_of(SUNKEN)
    if look.centre not in SUNKEN and not look.sunk() and banks is not None and banks < level:
        level = banks
        why.append("its level is that of its banks")
    return Reading("sunken_road", level, (), tuple(why))


def _elevated(look: Look) -> Reading | None:
    """Read an elevated road, at its level."""
    if not look.through(ELEVATED) or look.centre not in ROADS | ELEVATED:
        return None
    why = f"{_part(look, ELEVATED)}, at the centre {TERRAINS[look.centre].name}: an elevated road"
    return Reading("elevated_road", look.level, (), (why,))


def _depression(look: Look) -> Reading | None:
    """Read a gully or stream through the middle of the hex, and what grows in the hex.

    A road that does not go down leads over it (`Look.spanned`) or past its end, and a building stands over it.
    """
    if look.centre not in DEPRESSIONS and not look.through(DEPRESSIONS):
        return None
    growth = _greatest(look, GROWTH)
    centre = TERRAINS[look.centre]
    if look.centre in ROADS:
        if not look.sunk():
            return None
    elif look.centre not in DEPRESSIONS and centre.word not in GROWTH:
        return None
    code = _most(look, DEPRESSIONS)
    word = TERRAINS[look.centre if code is None else code].word
    level = look.level
    why = [f"{_part(look, DEPRESSIONS)}, through the middle: a {word}"]
    if centre.word in GROWTH:
        below = look.level_of(DEPRESSIONS)
        if below is not None and below < level:
            level = below
            why.append(f"its level is that of the {word}")
    if growth is None:
        return Reading(word, level, (), tuple(why))
    why.append(f"{growth[1]}: {growth[0]} in the {word}")
    return Reading(growth[0], level, (word,), tuple(why))


def _left_out(look: Look, word: str) -> Iterator[str]:
    """Yield the reason why water or a depression that fills a tenth of the hex or more is not its terrain."""
    if look.fills(BENEATH) >= SHARE and all(TERRAINS[code].word != word for code in BENEATH if look.share[code]):
        ends = look.centre in ROADS and look.through(DEPRESSIONS)
        why = "it does not lead on beneath the road" if ends else "the centre decides"
        yield f"{_part(look, BENEATH)}, and is left out: {why}"


def _plain(look: Look) -> tuple[str, str]:
    """Return the word for the terrain of a hex, and the reason.

    It is that of the centre if that is more than ground or a road, else the greatest other terrain that fills a tenth
    of the hex.
    """
    terrain = TERRAINS[look.centre]
    at = f"at the centre {terrain.name}"
    if terrain.word not in ("", OPEN) and not terrain.hexside:
        return terrain.word, f"{at}: {terrain.word}"
    if terrain.building and look.centre not in TOWERS:
        # a rowhouse wall at the centre; a tower stands in other terrain
        built = _greatest(look, BUILDING_WORDS, least=0)
        return (built[0], f"{at}; {built[1]}: {built[0]}") if built else ("stone_building", f"{at}: stone_building")
    other = _greatest(look, None)
    if other:
        return other[0], f"{at}, which is no terrain for the rules; {other[1]}: {other[0]}"
    return OPEN, f"{at}, and no woods, buildings or the like fill {SHARE:.0%} of the hex: {OPEN}"


def _greatest(look: Look, words: frozenset[str] | None, least: float = SHARE) -> tuple[str, str] | None:
    """Return the word that fills most of the hex, and how much it fills; None if no word fills enough.

    Different codes of one word count together: a building of one level beside another of two. Without words: those
    that count by their share.
    """
    counts: Counter[str] = Counter()
    for code, count in look.share.items():
        word = TERRAINS[code].word
        if word and (code in SHARED if words is None else word in words):
            counts[word] += count
    large = [(count, word) for word, count in counts.items() if count >= max(1, least * look.share.total())]
    if not large:
        return None
    count, word = max(large)
    return word, f"{word} fills {count / look.share.total():.0%} of the hex"


def _most(look: Look, codes: frozenset[int]) -> int | None:
    """Return the code with most pixels among these, or None without any."""
    there = [(look.share[code], code) for code in codes if look.share[code]]
    return max(there)[1] if there else None


def _part(look: Look, codes: frozenset[int]) -> str:
    code = _most(look, codes)
    name = TERRAINS[look.centre if code is None else code].name
    return f"{name} fills {look.fills(codes):.0%} of the hex"
