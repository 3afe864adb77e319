"""Logs made up for tests: steps after a saved game, written by the description of the format, not by the reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from vasl_saves import ESC, Made, Save, disguised, join, zipped

PASSWORD = "open sesame 51"  # of the player, as the tenth field of a move and in masks


@dataclass
class Recorder:
    """A log in the making: `leaves` are those of the step that is being written; `step` ends it."""

    save: Save
    key: int = 0x5A
    leaves: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    def leaf(self, text: str) -> Recorder:
        self.leaves.append(f"LOG\t{text}")
        return self

    def move(
        self,
        piece: str,
        before: tuple[int, int],
        after: tuple[int, int],
        *,
        under: str = "null",
        old_under: str = "null",
        maps: tuple[str, str] = ("Main Map", "Main Map"),
    ) -> Recorder:
        (x, y), (u, v) = before, after
        fields = ["M", piece, maps[1], str(u), str(v), under, maps[0], str(x), str(y), old_under, PASSWORD]
        return self.leaf(join(fields, "/"))

    def change(self, piece: str, old: Made, new: Made, at: tuple[int, int], where: str = "Main Map") -> Recorder:
        return self.leaf(join(["D", piece, new.written(where, *at)[1], old.written(where, *at)[1]], "/"))

    def add(self, piece: str, counter: Made) -> Recorder:
        return self.leaf(join(["+", piece, *counter.written("null", 0, 0)], "/"))

    def stack(self, stack: str, at: tuple[int, int], *pieces: str) -> Recorder:
        return self.leaf(join(["+", stack, "stack", join(["Main Map", *map(str, at), *pieces], ";")], "/"))

    def remove(self, piece: str) -> Recorder:
        return self.leaf(join(["-", piece], "/"))

    def step(self) -> Recorder:
        """End the step: the first command has the others inside."""
        self.steps.append(self.leaves[0] if len(self.leaves) == 1 else join(self.leaves, ESC))
        self.leaves = []
        return self

    def write(self, path: Path) -> Path:
        path.write_bytes(zipped(disguised(join([self.save.text(), *self.steps], ESC), self.key)))
        return path
