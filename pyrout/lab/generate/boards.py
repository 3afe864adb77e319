"""Patches of terrain from a VASL board archive, with LOS as VASL decides it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

from ...position.facts import Fact, range_between
from ...position.reading import parse
from ...position.vocabulary import Name
from ...vasl.boards.facts import ground, hex_facts, los_facts
from ...vasl.boards.maps import read_board
from .patches import MAP, Patch, answerable, only_of, radius


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
        near = {hex_: spot for hex_, spot in self._spots.items() if range_between(spot, centre) <= radius(wanting)}
        facts = only_of(self._facts, near)
        stairs = [f"{f.args[0]}@{f.args[1]}" for f in facts if f.name == "level" and f.args[1] == 1]
        order = [*near, *stairs]
        pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]
        month = random.choice((None, None, None, 3, 7, 11))
        sees: dict[tuple[str, str], int] = {}
        map_ = "".join(f"{fact}.\n" for fact in facts)
        lines = "\n".join(los_facts(self._board, pairs, month, self._single))
        for fact in parse(map_ + lines, str(self._path), need="facts").of("los"):
            a, b, n = str(fact.args[0]), str(fact.args[1]), int(str(fact.args[2]))
            sees[a, b] = n
            sees.setdefault((b, a), n)
        middle = tuple(hex_ for hex_, spot in near.items() if range_between(spot, centre) <= 1)
        by = Fact("los_rules", (Name(self._ruleset),))
        patch = Patch((*facts, by), near, sees, middle, month, f"Terrain of the board {self._path.name}.")
        return answerable(patch, self._ruleset)
