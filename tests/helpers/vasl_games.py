"""Games made up for tests: a board, counters on it, and a log that is judged by the command."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from vasl_boards import WOODS, Drawing
from vasl_logs import Recorder
from vasl_saves import Made, Save, centre, marker, squad
from vasl_tables import pixel

from pyrout.cli import main

PHASES = ("Axis Turn 2 - RtPh", "Axis Turn 2 - APh", "Allied Turn 2 - RtPh", "Allied Turn 2 - APh", "Axis Turn 2 - MPh")
COUNTER = ",".join((*PHASES, "Axis Turn 2 - AFPh", "Axis Turn 2 - RPh"))
MPH = 5
BEFORE = 6  # the phase before that of the first routs
RALLY = 7
CLOCK = (100, 100)


def two_boards(folder: Path) -> list[Path]:
    """Write the archives of board y with a wood, and of board z; return them."""
    boards = Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS), Drawing(cols=17, rows=10, name="z")
    return [board.save(folder) for board in boards]


def game_on_two_boards(folder: Path) -> Path:
    """Save a game on these boards, z below y: a broken German squad on y, with a Russian one beside it."""
    save = Save()
    save.boards = ["0", "0", "y", "bd", "0", "1", "z"]
    save.put(*centre(2, 5), squad(broken=True), marker("DM"))
    save.put(*centre(2, 3), squad("ru"))
    path = folder / "game.vsav"
    path.write_bytes(save.data())
    return path


def clock(phase: int) -> Made:
    return Made("Phase Track").layer(COUNTER, phase)


@dataclass
class Game:
    """A made-up board y of open ground with a wood in C6 and D6, and a log on it. The Germans are the Axis.

    The first step sets the turn counter to the `phase`; with `cut` the log begins in it, and without a phase there is no
    counter.
    """

    folder: Path
    save: Save = field(default_factory=Save)
    phase: int = 1
    cut: bool = False

    def __post_init__(self) -> None:
        self.boards = self.folder / "boards"
        self.boards.mkdir()
        Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS).save(self.boards)
        if self.phase:
            began = self.phase if self.cut else BEFORE
            (self.clock,) = self.save.put(*CLOCK, clock(began), stacked=False)
        self.recorder = Recorder(self.save)
        if self.phase and not self.cut:
            self.recorder.change(self.clock, clock(BEFORE), clock(self.phase), CLOCK).step()

    def put(self, hex_: str, *counters: Made) -> list[str]:
        return self.save.put(*pixel(hex_), *counters)

    def drag(self, piece: str, *hexes: str) -> Game:
        for one, other in pairwise(hexes):
            self.recorder.move(piece, pixel(one), pixel(other)).step()
        return self

    def turn(self, phase: int) -> Game:
        """Set the turn counter."""
        self.recorder.change(self.clock, clock(self.phase), clock(phase), CLOCK).step()
        self.phase = phase
        return self

    def written(self, name: str = "game.vlog") -> Path:
        return self.recorder.write(self.folder / name)

    def run(self, *options: object) -> Result:
        return run(self.written(), *options, "--boards", self.boards)

    def told(self, *options: object) -> dict[str, Any]:
        problems = pytest.importorskip("fitting", reason="output is validated where jsonschema is installed").problems
        output: dict[str, Any] = json.loads(self.run("--json", *options).stdout)
        assert problems(output) == []
        return output

    def only(self, *options: object) -> dict[str, Any]:
        turn: dict[str, Any]
        (turn,) = self.told(*options)["turns"]
        return turn


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["judge", *map(str, args)], catch_exceptions=False)


def two_logs(game: Game) -> tuple[Path, Path]:
    """Return the logs of a rout from C3 to C6: to C4 in the first, z.vlog, and on in a.vlog, where the phase ends."""
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    first = game.drag(one, "C3", "C4").written("z.vlog")
    # the next log begins with the piece where it was put, in the phase
    start = [
        command.replace(f"Main Map;{x};{y};7", "Main Map;{};{};7".format(*pixel("C4")))
        for x, y in [pixel("C3")]
        for command in game.save.commands
    ]
    assert start != game.save.commands
    own = f"\tMain Map;{CLOCK[0]};{CLOCK[1]};"
    game.save.commands = [command.replace(f"{BEFORE}{own}", f"{game.phase}{own}") for command in start]
    assert game.save.commands != start
    game.save.commands[-1] = game.save.commands[-1].replace(f";{one};", ";")
    game.recorder.steps.clear()
    return first, game.drag(one, "C4", "C5", "C6").turn(2).written("a.vlog")
