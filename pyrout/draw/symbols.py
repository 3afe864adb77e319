"""The symbols of terrain and counters.

Each kind of terrain has a tint and a pattern, so that a print in black and white can be read; tints are pale and
differ in lightness, not only in hue. Counters are NATO symbols on the colour of their nationality; the side whose
Player Turn it is has a double frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .layout import COUNTER_HEIGHT, COUNTER_WIDTH, Slot
from .markup import Markup, group, label, tag, text

# family -> the terrains that are drawn alike; those that are not called like their family are labelled. Every terrain of
# the vocabulary is in one: those of `other` have a plain tint, without a pattern, and their name.
FAMILIES = {
    "open": "open_ground",
    "woods": "woods light_woods forest pine_woods light_jungle dense_jungle bamboo palm_trees olive_grove",
    "brush": "brush scrub kunai broken_ground cactus_patch vineyard hammada panji",
    "orchard": "orchard",
    "grain": "grain",
    "marsh": "marsh swamp mudflats mud rice_paddy irrigation_ditch",
    "water": "water stream river canal ford ocean shallow_water reef effluent",
    "stone": "stone_building stone_factory stone_market_place temple mausoleum storage_tank",
    "wooden": "wooden_building wooden_factory wooden_market_place huts lumberyard building_cluster bedouin_camp",
    "rubble": "rubble stone_rubble wooden_rubble debris collapsed_huts",
    "rocks": "crags graveyard hillock",
    "hollow": "gully wadi deir sunken_road",
    "other": "plowed_field runway elevated_road snow deep_snow ice beach sand sand_dune railroad rail_car",
}
FAMILY = {terrain: family for family, terrains in FAMILIES.items() for terrain in terrains.split()}
PLAIN = {"open_ground", "woods", "brush", "orchard", "grain", "marsh", "water", "rubble"}
PLAIN |= {"stone_building", "wooden_building"}
BUILT = ("stone", "wooden")
PATTERNLESS = ("open", "other", "none")
# hexsides that are drawn alike, as a plain line; each of the others has a line of its own in `page/map.css`
PLAIN_SIDES = (
    *("rowhouse_wall", "roadblock", "cactus_hedge", "drift", "dune_crest_low", "dune_crest_high", "railway_embankment"),
    "interior_factory_wall",
)
FAMILY_NAMES = {
    "open": "open ground",
    "stone": "stone building",
    "wooden": "wooden building",
    "rocks": "crags and the like",
    "hollow": "gully and the like",
    "other": "other terrain (named in the hex)",
}

# the counters of a nationality; the pairs that meet most differ in lightness as well
NATIONS = {
    "german": "#a9bccd",
    "ss": "#8f99a3",
    "american": "#d3dba9",
    "russian": "#dcb48a",
    "partisan": "#cfa9a0",
    "british": "#ecd9a0",
    "gurkha": "#d9c890",
    "japanese": "#f4e596",
    "chinese": "#b9d7ea",
    "italian": "#c9cfd2",
    "french": "#b3cdf0",
    "finnish": "#e4e9ee",
    "polish": "#b6d6c0",
    "hungarian": "#c7bfa7",
    "romanian": "#c9c2de",
    "axis_minor": "#c9c2de",
    "allied_minor": "#b6d6c0",
}
SIDES = ("#c4d3e0", "#ead7b4")  # sides of no nationality

CODES = {
    "broken": "BRK",
    "dm": "DM",
    "pinned": "PIN",
    "cx": "CX",
    "concealed": "?",
    "wounded": "WND",
    "melee": "MEL",
    "disrupted": "DIS",
    "encircled": "ENC",
    "fanatic": "FAN",
    "berserk": "BERS",
    "unarmed": "UNA",
    "hidden": "HIP",
    "captured": "CAP",
    "stunned": "STN",
    "shocked": "SHK",
    "motion": "MOT",
    "buttoned_up": "BU",
    "mounted": "MTD",
    "spotted_fire": "SPF",
    "halved": "½FP",
    "abandoned": "ABN",
    "crest": "CRS",
    "entrenched": "ENT",
    "emplaced": "EMP",
    "in_sewer": "SEW",
    "overstacked": "OVR",
    "malfunctioned": "MLF",
}
STATUS_NAMES = {"dm": "Desperation Morale", "cx": "Counter Exhausted (CX)", "hidden": "hidden (HIP)"}
DASHES = "6 4"  # of lines around what only may be
FEATURES = {"ffe": "FFE", "minefield": "MINES", "smoke": "SMOKE"}


class Counter(NamedTuple):
    """A unit as its counter shows it.

    `place` is its Location in words; `weapons` are the kinds of its SW.
    """

    id: str
    side: str
    kind: str
    colour: str
    attacker: bool
    statuses: tuple[str, ...]
    weapons: tuple[str, ...]
    place: str
    strength: str = ""  # as printed: 4-6-7, or 8-1 of a leader; nothing where the position does not have all of it

    @property
    def words(self) -> str:
        """`g1, german squad in yK5: broken, dm`."""
        marks = ", ".join((*self.statuses, *self.weapons)).replace("_", " ")
        kind = self.kind.replace("_", "-")
        return f"{self.id}, {self.side} {kind} in {self.place}" + (f": {marks}" if marks else "")


def family(terrain: str | None) -> str:
    """Return the family by which a terrain is drawn; `none` for a hex without one, which nobody enters."""
    return "none" if terrain is None else FAMILY[terrain]


def patterns(prefix: str) -> Markup:
    """Return the definitions of the patterns, as `prefix` and the family."""
    drawn = {
        "woods": (16, _dots(((4, 4.5), (12, 12.5)), 3.4)),
        "brush": (14, _strokes("M3 9l2-5l2 5M9 13l2-5l2 5")),
        "orchard": (13, _dots(((6.5, 6.5),), 2.5)),
        "grain": (9, _strokes("M2.5 1v4M7 5v4")),
        "marsh": (16, _strokes("M1 5h8M8 12h7M4 5v-3M12 12v-3")),
        "water": (16, _strokes("M0 4q4-4 8 0t8 0M0 12q4-4 8 0t8 0")),
        "stone": (8, _strokes("M0 4h8M4 0v4M0 8h8M0 4v4")),
        "wooden": (6, _strokes("M0 3h6")),
        "rubble": (12, _strokes("M1 5l3-4l3 4zM6 11l2-3l3 3z")),
        "rocks": (14, _strokes("M2 6l4-4l2 4M8 13l3-5l2 5")),
        "hollow": (9, _strokes("M0 9L9 0")),
        "interdicted": (8, tag("path", d="M-2 2L2-2M0 8L8 0M6 10L10 6", class_="hatch")),
    }
    return Markup(
        "".join(
            tag(
                "pattern",
                content,
                id=f"{prefix}{name}",
                width=size,
                height=size,
                patternUnits="userSpaceOnUse",
            )
            for name, (size, content) in drawn.items()
        )
    )


def _dots(places: Sequence[tuple[float, float]], radius: float) -> Markup:
    return Markup("".join(tag("circle", cx=x, cy=y, r=radius, class_="ink dot") for x, y in places))


def _strokes(path: str) -> Markup:
    return tag("path", d=path, class_="ink")


def counter(unit: Counter, slot: Slot, **attributes: str) -> Markup:
    """Return the counter of a unit in its slot."""
    w, h = COUNTER_WIDTH, COUNTER_HEIGHT
    broken = "broken" in unit.statuses
    marks = [CODES[s] for s in unit.statuses if s != "broken"]
    marks += [f"{w.upper()}" for w in unit.weapons]
    parts = [
        tag("title", text(unit.words)),
        tag("rect", x=-w / 2, y=-h / 2, width=w, height=h, rx=2, class_="counter", fill=unit.colour),
    ]
    if unit.attacker:
        parts.append(tag("rect", x=-w / 2 + 2, y=-h / 2 + 2, width=w - 4, height=h - 4, rx=1, class_="inner"))
    parts.append(group(*KINDS[unit.kind], transform="translate(4 0)" if unit.strength else None))
    if broken:
        parts.append(tag("path", d=f"M{-w / 2 + 2:g} {-h / 2 + 2:g}l10 2.5l-3 3.5l13 1l-3 4l12 1.5", class_="crack"))
    size = 8 if len(unit.id) < 5 else 6.5
    if unit.strength:  # the id goes into the corner
        parts.append(label(unit.strength, 0, h / 2 - 2.6, "strength", font_size="8"))
        parts.append(label(_short(unit.id), -w / 2 + 1.6, -h / 2 + 6.6, "unit-id corner", font_size=f"{size - 1.8:g}"))
    else:
        parts.append(label(_short(unit.id), 0, h / 2 - 2.6, "unit-id", font_size=f"{size:g}"))
    if marks:  # the page keeps them readable
        corner = f"translate({w / 2 - 7:g} {-h / 2 - 4:g})"
        parts.append(group(group(*_chips(marks), class_="chips"), transform=corner))
    x, y = slot.centre
    scale = f" scale({slot.scale:g})" if slot.scale != 1 else ""
    return group(
        *parts,
        class_="unit" + (" broken" if broken else "") + (" strong" if unit.strength else ""),
        data_unit=unit.id,
        transform=f"translate({x:.1f} {y:.1f}){scale}",
        **attributes,
    )


def _chips(marks: Sequence[str]) -> list[Markup]:
    """Return status marks below each other, in as many columns as they need."""
    chips = []
    for number, mark in enumerate(marks[:8]):
        column, row = divmod(number, 4)
        width = 4.6 + 3.9 * len(mark)
        x, y = column * 17.0, row * 8.2
        chips.append(
            group(
                tag("rect", x=x, y=y, width=width, height=7.6, rx=2, class_="chip"),
                label(mark, x + width / 2, y + 6, "chip-text"),
            )
        )
    return chips


def _line(path: str) -> Markup:
    return tag("path", d=path, class_="symbol")


def _star(solid: bool) -> Markup:
    points = "0,-11.5 2,-6.5 7.2,-6.2 3.1,-2.9 4.6,2.2 0,-0.7 -4.6,2.2 -3.1,-2.9 -7.2,-6.2 -2,-6.5"
    return tag("polygon", points=points, class_="symbol solid" if solid else "symbol")


def _short(name: str) -> str:
    return name if len(name) <= 8 else name[:4] + "…" + name[-3:]


_BOX = tag("rect", x=-9, y=-10, width=18, height=11.5, class_="symbol")
_CROSS = "M-9 -10L9 1.5M-9 1.5L9 -10"
_DOT = tag("circle", cx=0, cy=-4.2, r=2.4, class_="symbol solid")

# the symbol of each kind of unit, for the upper part of a counter
KINDS: dict[str, tuple[Markup, ...]] = {
    "squad": (_BOX, _line(_CROSS)),
    "half_squad": (_BOX, _line("M-9 -10L9 1.5")),
    "crew": (_BOX, _line(_CROSS + "M-9 -1.5H9")),
    "leader": (_star(True),),
    "commissar": (_star(False), label("C", 0, -2, "kind")),
    "hero": (_star(False), label("H", 0, -2, "kind")),
    "cavalry": (_BOX, _line("M-9 1.5L9 -10"), _DOT),
    "vehicle": (_BOX, tag("rect", x=-6.5, y=-7.5, width=13, height=6.5, rx=3.2, class_="symbol")),
    "gun": (_BOX, _DOT),
    "aircraft": (_line("M-9 -7Q-9 -10 0 -4.5Q9 1 9 -2T0 -4.5Q-9 1 -9 -2T0 -4.5"),),
    "dummy": (label("?", 0, 0.5, "kind"),),
    "infantry": (_BOX, label("I", 0, -1.5, "kind")),
    "artillery": (_BOX, label("A", 0, -1.5, "kind")),
}
