"""The pieces of a saved game: chains of traits around a basic piece, and the stacks that hold them.

A piece has a type (what the counter can do) and a state (how it lies there). Both are the same chain of traits,
outermost first, each a list of two: the trait's own part, and the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from .kinds import Counter
from .stream import Damaged, tokens

TRAIT_LIMIT = 200  # traits of a piece; the richest counters have about 50
LEVEL_LIMIT = 500  # levels of a layer
PIXELS = 1_000_000  # of the map, either way
NAME_LIMIT = 400  # characters of a name with all its layers
Place = tuple[str, int, int]  # map and pixel


NOT_READ = Counter("marker")


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer (trait `emb2`).

    `name` and `image` are of the level that is up, or that comes back when it is switched on.
    """

    active: bool
    name: str
    image: str
    property: str


@dataclass(slots=True)
class Traits:
    """A piece as VASSAL writes it: the own parts of its traits, outermost first, and the basic piece inside of them.

    `types` and `states` are those of the traits, `base` and `state` those of the basic piece.
    """

    types: list[str]
    base: str
    states: list[str]
    state: str

    @property
    def stacks(self) -> bool:
        """True if other pieces can lie on it, and it on others."""
        for trait in self.types:
            if trait.startswith("immob"):
                fields = list(tokens(trait, ";"))
                return len(fields) > 3 and fields[3].startswith("L")
        return True


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece.

    `name` is what VASSAL calls it with its layers, `base_name` without; x and y are map pixels, 400 of border
    included. `layers` outermost first; `marks` are fixed properties. `concealed` and `hidden` do not say by whom: that
    is a password. `nation` is the code in the concealment trait or counter. `stack` and `position`: the stack, and the
    place in it from 0 at the bottom ("" and 0 without one). `counter` is what it stands for.
    """

    id: str
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
    stack: str = ""
    position: int = 0
    counter: Counter = NOT_READ


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
    return Stack(identity, fields[0], pixel(fields[1]), pixel(fields[2]), tuple(f for f in fields[3:] if f[:2] != "@@"))


def place_of(state: str) -> Place:
    """Return the place of a basic piece from its state. Raises Damaged."""
    fields = list(tokens(state, ";"))
    if len(fields) < 3:
        raise Damaged("a piece in it is damaged")
    return fields[0], pixel(fields[1]), pixel(fields[2])


def read_piece(identity: str, chain: Traits) -> Piece:
    """Return a piece from its traits, without its counter. Raises Damaged."""
    layers: list[Layer] = []
    marks: dict[str, str] = {}
    labels: list[str] = []
    seen: set[str] = set()
    nation = ""
    concealed = hidden = False
    for own, now in zip(chain.types, chain.states, strict=True):
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
        elif trait == "label" and now:
            labels.append(now)
    _, _, _, image, base = [*tokens(chain.base, ";"), "", "", "", ""][:5]
    return Piece(
        identity,
        computed_name(base, layers),
        base,
        image.strip(),
        *place_of(chain.state),
        tuple(layers),
        marks,
        frozenset(seen),
        tuple(labels),
        nation,
        concealed,
        hidden,
    )


def pair(chain: str) -> tuple[str, str]:
    """Return a trait's own part and the rest; the rest may be empty."""
    parts = tokens(chain, "\t")
    return next(parts), next(parts, "")


def pixel(text: str) -> int:
    """Return a coordinate. Raises Damaged for another text, and for a place too far out."""
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
    return Layer(value > 0, _item(fields[NAMES], level), _item(fields[IMAGES], level).strip(), fields[PROPERTY])


def _item(listed: str, index: int) -> str:
    if not 0 <= index < LEVEL_LIMIT:
        return ""
    return next(islice(tokens(listed, ","), index, None), "")


def computed_name(base: str, layers: list[Layer]) -> str:
    r"""Return the name as VASSAL computes it, from the innermost layer to the outermost.

    `X +` goes in front, `+ X` behind, and anything else replaces the name. `\+` is a plus sign.

    >>> computed_name("geLDR", [Layer(True, "broken +", "", ""), Layer(True, r"6\+1", "", "")])
    'broken 6+1'
    """
    name = base
    for layer in reversed(layers):
        if layer.active and layer.name:
            parts = tokens(layer.name, "+")
            first, second = next(parts), next(parts, None)
            name = first if second is None else first + name if first else name + second
    return name[:NAME_LIMIT].strip()
