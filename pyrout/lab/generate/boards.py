"""Patches of terrain from a VASL board archive, with LOS as VASL decides it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from random import Random

from ...position.facts import Fact
from ...position.reading import parse
from ...position.vocabulary import Name
from ...vasl.boards.facts import ground, hex_facts, los_facts
from ...vasl.boards.maps import read_board
from .patches import MAP, Patch, answerable, given_lines, hexes_around, only_of, radius


class FromArchive:
    """Terrain from a board archive.

    Raises BoardError.
    """

    def __init__(self, path: Path, ruleset: str) -> None:
        self._path, self._ruleset, self._single = path, ruleset, ruleset == "aslsk"
        self._board = read_board(path)
        lines = hex_facts(ground(self._board))
        whole = parse("\n".join(lines), str(path), need="facts")
        self._spots = whole.spots
        left_out = ("level", "stairwell") if self._single else ()
        self._facts = tuple(fact for fact in whole.facts if fact.name in MAP and fact.name not in left_out)
        self._centres = [str(fact.args[0]) for fact in whole.of("terrain")]

    def patch(self, random: Random, wanting: Collection[str]) -> Patch:
        centre = self._spots[random.choice(self._centres)]
        near = hexes_around(centre, radius(wanting), self._spots)
        facts = only_of(self._facts, near)
        stairs = [f"{f.args[0]}@{f.args[1]}" for f in facts if f.name == "level" and f.args[1] == 1]
        pairs = list(combinations([*near, *stairs], 2))
        month = random.choice((None, None, None, 3, 7, 11))
        map_ = "".join(f"{fact}.\n" for fact in facts)
        lines = "\n".join(los_facts(self._board, pairs, month, self._single))
        sees = given_lines(parse(map_ + lines, str(self._path), need="facts"))
        middle = tuple(hexes_around(centre, 1, near))
        by = Fact("los_rules", (Name(self._ruleset),))
        patch = Patch((*facts, by), near, sees, middle, month, f"Terrain of the board {self._path.name}.")
        return answerable(patch, self._ruleset)
