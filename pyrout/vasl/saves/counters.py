"""The reading of VASL counters from name, art and layers: kind, nationality, strength and statuses.

VASL has no list of what counters mean: players read the art. The names follow the conventions of the counters, though
(`broken 4-6-7 1sq` is a broken first line squad of FP 4, range 6, morale 7), and art lies in a folder for each
nationality. What follows is rules about names, not a list of counters: counters of extensions are understood as far
as they keep to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .kinds import NATIONS, PERSONNEL, Counter, Nation
from .pieces import Piece, computed_name
from .shown import statuses

# Words that layers put in front of a name, and what they say
PREFIX = statuses()

STRENGTH = re.compile(r"(\d{1,2})-\(?(\d{1,2})\)?-(\d{1,2}) (.*)")
SIZE = re.compile(r"(sq|hs|cr)s?( ?\(.*\))?$", re.IGNORECASE)
OBSERVERS = re.compile(r"[ST][FA]CP$")  # shore fire control and tactical air control parties: small crews
LEADER = re.compile(r"(\d{1,2})([-+]\d)( .*)?$")
PIPER = re.compile(r"([-+]\d) Piper$")
LEADER_BASE = re.compile(r"[a-z]{2,4}LDR\w*(\(\w+\))?")  # the name of a leader's counter whose level has none
# Art of a leader: nationality, morale, and leadership without its sign
LEADER_ART = re.compile(r"[a-z]{2}/[a-z]{2}L(\d{1,2})(\d)b?(\.\w+)?")
PLUS = (6, 1)  # morale and leadership of the one leader whose sign nobody has to see: 6+1
HERO = re.compile(r"(.* )?(Hero|Pathfinder)$")
GUN = re.compile(r"(\d{1,3}(\.\d+)?(L{1,2}|\*)? |[A-Z]{2} )(.* )?(AT|AA|INF|ART|MTR|RCL)\b")
AIRCRAFT = re.compile(r"('\d\d )?([A-Z]{2} )?(FB|DB|GL)$|(Obs Plane)$")
FACING = re.compile(r" v?ca[1-6]\b")
MOUNT = re.compile(r"(Horse|Cycle|Bicycle|Sidecar|Skis|Wagon|Sledge|Ahkio)\b")

WEAPONS = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"LMG\b", "lmg"),
        (r"MMG\b", "mmg"),
        (r"HMG\b|\.50[- ]cal", "hmg"),
        (r"(20L )?ATR\b", "atr"),
        (r"BAZ ?\d*\b|BAZ Type", "baz"),
        (r"PSK\b", "psk"),
        (r"PFk?\b", "pf"),
        (r"PIAT\b", "piat"),
        (r"FT\b", "ft"),
        (r"DC\b", "dc"),
        (r"(\S+ )?Radio\b", "radio"),
        (r"Field Phone\b", "phone"),
        (r".*\bMTR\b", "mortar"),
        (r".*\bRCL\b", "rcl"),
        (r"\d+\S* (INF|ART|AT)\b", "gun"),
    )
)
# Art of the broken side of an MMC: nationality, size, morale, b
BROKEN_ART = re.compile(r"[a-z]{2}/[a-z]{2}([shc])(\d{1,2})b(\.\w+)?")
SIZE_LETTER = {"squad": "s", "half_squad": "h", "crew": "c"}
SIZES = {"sq": "squad", "hs": "half_squad", "cr": "crew"}


def counter_of(piece: Piece) -> Counter:
    """Return the counter of a piece."""
    nation = _nation(piece)
    if "concealment" in piece.traits:
        return Counter("concealment", nation)
    name, statuses = _bare(piece.name)
    readers = (_wreck, _vehicle, _gun, _mmc, _leader, _hero, _aircraft, _captured, _weapon)
    kinds = (reader(piece, each, nation) for each in (name, _unlabelled(piece)) for reader in readers)
    kind = next((kind for kind in kinds if kind is not None), None)
    if kind is None:
        # Counters that can be concealed and belong to a nationality are units of a kind that is not known here
        kind = Counter("other_unit" if nation and "conceal" in piece.traits else "marker", nation)
    statuses |= kind.statuses
    if any(layer.active and layer.property == "BRK" for layer in piece.layers):
        # some layers of broken and malfunctioned faces have no name
        statuses |= {"broken"} if kind.kind in PERSONNEL else {"malfunctioned"} if kind.kind in ("sw", "gun") else set()
    return replace(kind, statuses=frozenset(statuses))


def _bare(name: str) -> tuple[str, set[str]]:
    """Return the name without the words in front that layers put there, and what those say."""
    statuses = set()
    while True:
        for prefix in ("+1 vs italians", name.partition(" ")[0].lower()):
            if prefix in PREFIX and name.lower().startswith(prefix + " "):
                name = name[len(prefix) + 1 :].lstrip()
                if PREFIX[prefix]:
                    statuses.add(PREFIX[prefix])
                break
        else:
            return name, statuses


def _unlabelled(piece: Piece) -> str:
    """Return the name without the words in front, and without those behind that layers put there."""
    layers = [layer for layer in piece.layers if not layer.name.startswith("+ ")]
    return _bare(computed_name(piece.base_name, layers))[0]


def _images(piece: Piece) -> Iterator[str]:
    """Yield the art of a piece, the most telling first: its own, that of its upper layers, that of the others."""
    yield piece.image
    for active in (True, False):
        yield from (layer.image for layer in reversed(piece.layers) if layer.active is active)


def _nation(piece: Piece) -> Nation | None:
    for image in _images(piece):
        folder, slash, _ = image.partition("/")
        if slash and folder in NATIONS:
            return NATIONS[folder]
    # Hungarians are concealed as Germans: only where the art does not tell
    return NATIONS.get(piece.nation)


def _in_folder(piece: Piece, *folders: str) -> bool:
    return any(f"/{folder}/" in image for image in _images(piece) for folder in folders)


# Each of these returns None for a counter that is not its kind.


def _wreck(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    return Counter("wreck", nation) if re.search(r"\bWreck\b", name) else None


def _vehicle(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    if not (re.search(r" vca[1-6]\b", name) or _in_folder(piece, "veh", "vehicles")) or _in_folder(
        piece, "gun", "guns"
    ):
        return None
    shut = re.search(r" BU\b", name)
    return Counter("vehicle", nation, statuses=frozenset({"buttoned_up"} if shut else ()))


def _gun(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    if not GUN.match(name) or not (_in_folder(piece, "gun", "guns") or FACING.search(name)):
        return None
    return Counter("gun", nation)


def _mmc(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    match = STRENGTH.fullmatch(name)
    if not match:
        return None
    size = SIZE.search(match[4])
    if size:
        kind = SIZES[size[1].lower()]
    elif OBSERVERS.search(match[4]):
        kind = "crew"
    else:
        return None
    firepower, reach, morale = (int(match[i]) for i in (1, 2, 3))
    broken = next(
        (
            int(art[2])
            for layer in piece.layers
            if (art := BROKEN_ART.fullmatch(layer.image)) and art[1] == SIZE_LETTER[kind]
        ),
        None,
    )
    if not morale:  # 0-0-0: a counter for players to write on
        return Counter(kind, nation)
    return Counter(kind, nation, firepower, reach, morale, broken)


def _leader(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    if nation is None:
        return None
    if piper := PIPER.fullmatch(name):
        return Counter("leader", nation, leadership=int(piper[1]))
    match = LEADER.match(name)
    if not match:
        return _leader_by_art(piece, nation) if LEADER_BASE.fullmatch(name) else None
    if (match[3] or "").strip() == "AL":
        return Counter("armor_leader", nation)
    kind = "commissar" if piece.base_name.endswith("COM") else "leader"
    return Counter(kind, nation, morale=int(match[1]), leadership=int(match[2]))


def _leader_by_art(piece: Piece, nation: Nation) -> Counter:
    """Return a leader whose level has no name; the art tells his morale, and his leadership where it needs no sign."""
    for image in _images(piece):
        if art := LEADER_ART.fullmatch(image):
            morale, leadership = int(art[1]), int(art[2])
            known = not leadership or (morale, leadership) == PLUS
            return Counter("leader", nation, morale=morale, leadership=leadership if known else None)
    return Counter("leader", nation)


def _hero(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    # Hero counters have no strength in their name; the game's heroes are all alike
    return Counter("hero", nation, 1, 4, 9) if nation and HERO.match(name) else None


def _aircraft(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    return Counter("aircraft", nation) if AIRCRAFT.match(name) else None


def _captured(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    if name.startswith(("Prisoner ", "POW ")):
        return Counter("prisoner", nation)
    if name.startswith("Unarmed "):
        return Counter("unarmed", nation)
    return Counter("mount", nation) if MOUNT.match(name) else None


def _weapon(piece: Piece, name: str, nation: Nation | None) -> Counter | None:
    if nation is None:
        return None
    for pattern, kind in WEAPONS:
        if pattern.match(name):
            return Counter("sw", nation, sw=kind)
    return None
