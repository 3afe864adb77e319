"""The logs of one game, in the order of play: their steps, numbered through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .saves.game import SavedGame, Snapshot
from .saves.log import Log, Replayed
from .saves.stream import SaveError

State = dict[str, tuple[str, str, int, int]]
NO_SAVE = "name a log (.vlog): a saved game has one position, and `pyrout solve` answers it"


class Chain:
    """The logs of one game, in order: by the positions at their ends and starts, else as they are named.

    `parts` yields those without gaps; `notes` say where there are some, and where a log does not fit. `start` is the first saved
    game, `steps` the number of steps that were replayed.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        """Raise SaveError for a file that is no log."""
        self.notes: list[str] = []
        self.steps = 0
        logs: dict[Path, Log] = {}
        for file in files:
            log = Log(file)
            same = next((other.name for other, before in logs.items() if before.text == log.text), None)
            if same is None:
                logs[file] = log
            elif file not in logs:
                self.notes.append(f"{file.name} is the same log as {same}, and is left out")
        for file, log in logs.items():
            if not log.start.logged:
                raise SaveError(str(file), "it is no log: it has no steps", NO_SAVE)
        self.start: SavedGame = logs[files[0]].start
        for file, log in logs.items():
            if _boards(log.start) != _boards(self.start):
                other = files[0].name
                raise SaveError(str(file), f"it has other boards than {other}", "judge the logs of each game alone")
        if len(logs) == 1:
            self.files, self._gaps = tuple(logs), set[int]()
        else:
            self.files, self._gaps = self._ordered(logs)
            self.start = logs[self.files[0]].start

    def _ordered(self, logs: dict[Path, Log]) -> tuple[tuple[Path, ...], set[int]]:
        """Return the files in order, and the indices of those that do not begin where the one before ends."""
        starts, ends = {}, {}
        for file, log in logs.items():
            starts[file] = _state(log.end)
            for _ in log.replay():
                pass
            ends[file] = _state(log.end)
        files = list(logs)
        follows = {a: [b for b in files if b != a and starts[b] == ends[a]] for a in files}
        files = _linked(files, follows)
        gaps = {number for number in range(1, len(files)) if files[number] not in follows[files[number - 1]]}
        for number in sorted(gaps):
            one, other = ends[files[number - 1]], starts[files[number]]
            differ = sum(one.get(piece) != other.get(piece) for piece in {*one, *other})
            self.notes.append(
                f"{files[number].name} does not begin where {files[number - 1].name} ends ({differ} counters differ): "
                "what lies between is not judged"
            )
            twin = next((other.name for other in files[:number] if starts[other] == starts[files[number]]), None)
            if twin is not None:
                self.notes.append(
                    f"{files[number].name} begins where {twin} begins: steps that both have are judged twice; name one of them"
                )
        return tuple(files), gaps

    def parts(self) -> Iterator[Iterator[Replayed]]:
        """Yield the steps of each part without a gap; they are replayed once, in order."""
        waiting = list(self.files)
        while waiting:
            part = [waiting.pop(0)]
            while waiting and len(self.files) - len(waiting) not in self._gaps:
                part.append(waiting.pop(0))
            yield self._replayed(part)

    def _replayed(self, part: Sequence[Path]) -> Iterator[Replayed]:
        for file in part:
            log, offset = Log(file), self.steps
            for played in log.replay():
                self.steps = offset + played.number
                yield replace(played, number=self.steps)
            if log.stopped:
                self.notes.append(f"{file.name}: {log.stopped}; judging stops there")
                return


def _linked(files: Sequence[Path], follows: Mapping[Path, Sequence[Path]]) -> list[Path]:
    """Return files in an order in which as many as can be come after one that they follow; else as they are named."""
    left, rows = list(files), []
    while left:
        longest: list[Path] = []
        for first in left:
            row = [first]
            while (after := next((f for f in follows[row[-1]] if f in left and f not in row), None)) is not None:
                row.append(after)
            longest = max(longest, row, key=len)
        rows.append(longest)
        left = [file for file in left if file not in longest]
    rows.sort(key=lambda row: min(files.index(file) for file in row))
    return [file for row in rows for file in row]


def _boards(saved: SavedGame) -> list[tuple[object, ...]]:
    """Return the boards of a game and where they lie; their versions may change from log to log."""
    return [(slot.column, slot.row, slot.name, slot.reversed, slot.crop) for slot in saved.boards]


def _state(snapshot: Snapshot) -> State:
    places = snapshot.places()
    return {identity: (piece.name, *places[identity]) for identity, piece in snapshot.pieces.items()}
