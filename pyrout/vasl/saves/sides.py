"""The sides of nationalities, which a saved game does not state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ...base.span import Said, act
from ...errors import UsageError, quote
from ...position.vocabulary import CONSTANT, TOKEN_LIMIT
from ..import_notes import Note
from .kinds import NATIONS, Nation
from .stream import SaveError

NAMES = tuple(dict.fromkeys(nation.name for nation in NATIONS.values()))
# Nationalities that never make a side of more than one nationality anything else than the first one's
OF_ONE_SIDE = {"ss": "german", "partisan": "russian"}
CAMPS = ("axis", "allied")


def parse_sides(text: str) -> dict[str, str]:
    """Parse `--sides`: NATIONALITY=SIDE, with commas between.

    Raises UsageError.

    >>> parse_sides("german=german,ss=german,russian=russian")
    {'german': 'german', 'ss': 'german', 'russian': 'russian'}
    """
    sides: dict[str, str] = {}
    for part in text.split(","):
        nationality, equals, side = (piece.strip() for piece in part.partition("="))
        if not equals or not CONSTANT.fullmatch(side) or side == "not" or len(side) > TOKEN_LIMIT:
            raise UsageError(
                f"--sides: {quote(part)} is not NATIONALITY=SIDE; write such as german=german,ss=german,russian=russian"
            )
        if nationality not in NAMES:
            raise UsageError(f"--sides: {quote(nationality)} is no nationality of VASL; it knows {', '.join(NAMES)}")
        if sides.setdefault(nationality, side) != side:
            raise UsageError(f"--sides: {nationality} is on two sides, {sides[nationality]} and {side}: keep one")
    return sides


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides, by the nationalities' names.

    `camps` tells which camp of VASL's (axis, allied) a side is, where it is one; `notes` is what was assumed.
    """

    names: tuple[str, str]
    of: Mapping[str, str]
    camps: Mapping[str, str]
    notes: tuple[Note, ...]

    def __getitem__(self, nation: Nation) -> str:
        return self.of[nation.name]


def two_sides(file: str, nations: Sequence[Nation], given: Mapping[str, str] | None) -> Sides:
    """Return the sides of the nationalities on the map, by the override where there is one, else by VASL's camps.

    Raises SaveError where that gives more than two.
    """
    present = {nation.name: nation.camp for nation in nations}
    of = {name: given[name] for name in present if name in given} if given else {}
    rest = {name: camp for name, camp in present.items() if name not in of}
    assumed = dict.fromkeys(rest, "")
    for camp in CAMPS:
        members = [name for name, its in rest.items() if its == camp]
        for name in members:
            assumed[name] = _camp_name(camp, members)
    if not given and len({*present.values()}) == 1 and len({_head(name) for name in present}) == 2:
        assumed = {name: _head(name) for name in rest}  # such as Hungarians against Romanians
    of |= assumed
    names = list(dict.fromkeys(of[name] for name in present))
    if len(names) > 2:
        listed = ", ".join(f"{name}={side}" for name, side in sorted(of.items()))
        raise SaveError(file, f"more than two sides ({listed})", "say with --sides which nationality is on which side")
    notes = []
    if rest and present:
        notes.append(
            Note(
                "sides",
                Said(f"Sides are taken from nationalities: {_listed(of, rest)}. (", act("sides"), ")"),
                f"sides {_listed(of, rest)} (--sides)",
                any(of[name] != name for name in rest),
                "sides",
            )
        )
    if len(names) < 2:
        # An instance has two sides, whether both have units or not
        camp = next(iter(present.values()), "")
        taken = names or ["axis"]
        others = (*(given or {}).values(), *(c for c in CAMPS if c != camp), "other")
        other = next(name for name in others if name not in taken)
        sentence = f"Only one side has units on the map; the other one is called {other}."
        notes.append(Note("sides", sentence, f"no units of the side {other}", decides=False))
        names = [*taken, other]
    camps = {side: _camp_of(side, of, present) for side in names}
    return Sides((names[0], names[1]), of, {side: camp for side, camp in camps.items() if camp}, tuple(notes))


def _head(name: str) -> str:
    return OF_ONE_SIDE.get(name, name)


def _camp_name(camp: str, members: Collection[str]) -> str:
    heads = {_head(name) for name in members}
    return heads.pop() if len(heads) == 1 else camp


def _camp_of(side: str, of: Mapping[str, str], present: Mapping[str, str]) -> str:
    camps = {present[name] for name, its in of.items() if its == side}
    if side in CAMPS and not camps:
        return side
    return camps.pop() if len(camps) == 1 else ""


def _listed(of: Mapping[str, str], rest: Collection[str]) -> str:
    return ", ".join(f"{name} = {of[name]}" for name in sorted(rest))
