"""The pieces of a saved game: chains of traits around a basic piece, and the stacks that hold them.

A piece has a type (what the counter can do) and a state (how it lies there). Both are the same chain of traits,
outermost first, each a list of two: the trait's own part, and the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .kinds import Counter
from .stream import Damaged, tokens

TRAIT_LIMIT = 200  # traits of a piece; the richest counters have about 50
LEVEL_LIMIT = 500  # levels of a layer
# Characters that may be looked at in taking the chains apart: each trait costs the length of what is inside it, and the
# ordinary piece about ten times its own length.
CHARACTER_LIMIT = 300_000_000
PIXELS = 1_000_000  # of the map, either way
NAME_LIMIT = 400  # characters of a name with all its layers


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer (trait `emb2`).

    `name` and `image` are of the level that is up, or that comes back when it is switched on.
    """

    active: bool
    level: int
    name: str
    image: str
    property: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece.

    `name` is what VASSAL calls it with its layers, `base_name` without. `gpid` is the palette counter ("" for
    generated ones); x and y are map pixels, 400 of border included. `layers` outermost first; `marks` are fixed
    properties. `concealed` and `hidden` do not say by whom: that is a password. `nation` is the code in the concealment trait
    or counter. `stack` and `position`: the stack, and the place in it from 0 at the bottom ("" and 0 without one).
    """

    id: str
    gpid: str
    name: str
    base_name: str
    image: str
    map: str
    x: int
    y: int
    layers: tuple[Layer, ...]
    marks: Mapping[str, str]
    traits: frozenset[str]
    labels: tuple[str, ...]
    nation: str
    concealed: bool
    hidden: bool
    moved: bool
    effort: int
    stack: str = ""
    position: int = 0
    meaning: Counter | None = None

    @property
    def counter(self) -> Counter:
        """The counter of the piece."""
        if self.meaning is None:
            raise LookupError("the piece has not been interpreted")
        return self.meaning

    def within(self, stack: str, position: int) -> Piece:
        """Return the piece in a stack."""
        return replace(self, stack=stack, position=position) if stack else self


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces on each other, bottom to top."""

    id: str
    map: str
    x: int
    y: int
    pieces: tuple[str, ...]


def read_stack(identity: str, state: str) -> Stack:
    """Return a stack from its state: map, x, y, and the ids of its pieces.

    Raises Damaged.
    """
    fields = list(tokens(state, ";"))
    if len(fields) < 3:
        raise Damaged("a stack in it is damaged")
    return Stack(
        identity, fields[0], _pixel(fields[1]), _pixel(fields[2]), tuple(f for f in fields[3:] if f[:2] != "@@")
    )


def placed(
    pieces: Mapping[str, Piece], stacks: Mapping[str, Stack]
) -> tuple[tuple[Stack, ...], dict[str, tuple[str, int]]]:
    """Return the stacks that hold pieces, and for each piece its stack and its place in it.

    A piece is in one stack: the first that lists it.
    """
    where: dict[str, tuple[str, int]] = {}
    full: list[Stack] = []
    for stack in stacks.values():
        held: list[str] = []
        for identity in stack.pieces:
            if identity in pieces and identity not in where:
                where[identity] = (stack.id, len(held))
                held.append(identity)
        if held:
            full.append(replace(stack, pieces=tuple(held)))
    return tuple(full), where


def read_piece(identity: str, kind: str, state: str, budget: int) -> Piece | None:
    """Return a piece from its type and its state; None for what is no counter (a deck, a clock).

    `budget`: characters that may be looked at. Raises Damaged.
    """
    layers: list[Layer] = []
    marks: dict[str, str] = {}
    labels: list[str] = []
    seen: set[str] = set()
    nation = ""
    moved = concealed = hidden = False
    traits = effort = 0
    while not kind.startswith("piece;"):
        traits += 1
        effort += len(kind) + len(state)
        if traits > TRAIT_LIMIT or effort > budget:
            raise Damaged("a piece in it has too many traits")
        own, kind = pair(kind)
        now, state = pair(state)
        if not kind:
            return None
        trait = own.partition(";")[0]
        seen.add(trait)
        if trait == "emb2":
            layers.append(_layer(own, now))
        elif trait == "mark":
            keys = own.partition(";")[2]
            marks.update(zip(tokens(keys, ","), tokens(now, ","), strict=False))
        elif trait == "conceal":
            fields = [*tokens(own, ";"), "", "", ""]
            nation = fields[3] or nation
            concealed = _masked(now)
        elif trait == "concealment":
            nation = [*tokens(own, ";"), "", ""][2]
        elif trait == "hide":
            hidden = _masked(now)
        elif trait == "moved":
            moved = now == "true"
        elif trait == "label" and now:
            labels.append(now)
    _, _, _, image, base = [*tokens(kind, ";"), "", "", "", ""][:5]
    where = list(tokens(state, ";"))
    if len(where) < 3:
        raise Damaged("a piece in it is damaged")
    gpid = where[3] if len(where) > 3 else ""
    return Piece(
        identity,
        gpid,
        computed_name(base, layers),
        base,
        image.strip(),
        where[0],
        _pixel(where[1]),
        _pixel(where[2]),
        tuple(layers),
        marks,
        frozenset(seen),
        tuple(labels),
        nation,
        concealed,
        hidden,
        moved,
        effort,
    )


def pair(chain: str) -> tuple[str, str]:
    """Return a trait's own part and the rest; the rest may be empty."""
    parts = tokens(chain, "\t")
    return next(parts), next(parts, "")


def _pixel(text: str) -> int:
    try:
        value = int(text[:12])
    except ValueError:
        value = PIXELS + 1
    if abs(value) > PIXELS:
        raise Damaged("the place of a piece in it is damaged")
    return value


def _masked(state: str) -> bool:
    """Return True where a user stands in the state of the traits that conceal and hide; nobody is written null."""
    return next(tokens(state, ";")).strip() not in ("", "null")


IMAGES, NAMES, PROPERTY = 16, 17, 19  # the fields of a layer
NUMBER = re.compile(r"-?[0-9]{1,5}")


def _layer(own: str, now: str) -> Layer:
    fields = list(tokens(own, ";"))
    fields += [""] * (PROPERTY + 1 - len(fields))
    number = now.partition(";")[0]
    value = int(number) if NUMBER.fullmatch(number) else -1
    level = abs(value) - 1
    return Layer(value > 0, level, _item(fields[NAMES], level), _item(fields[IMAGES], level).strip(), fields[PROPERTY])


def _item(listed: str, index: int) -> str:
    if not 0 <= index < LEVEL_LIMIT:
        return ""
    return _nth(tokens(listed, ","), index)


def _nth(items: Iterator[str], index: int) -> str:
    for number, item in enumerate(items):
        if number == index:
            return item
    return ""


def computed_name(base: str, layers: list[Layer]) -> str:
    r"""Return the name as VASSAL computes it, from the innermost layer to the outermost.

    `X +` goes in front, `+ X` behind, and anything else replaces the name. `\+` is a plus sign.

    >>> computed_name("geLDR", [Layer(True, 0, "broken +", "", ""), Layer(True, 7, r"6\+1", "", "")])
    'broken 6+1'
    """
    name = base
    for layer in reversed(layers):
        if layer.active and layer.name:
            parts = tokens(layer.name, "+")
            first, second = next(parts), next(parts, None)
            name = first if second is None else first + name if first else name + second
    return name[:NAME_LIMIT].strip()
