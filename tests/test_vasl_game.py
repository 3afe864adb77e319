"""From a saved game and its boards to an instance, and to the answer: what `pyrout import` and `pyrout solve` make of
saves that are made up here, on boards that are made up here or on real ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from vasl_boards import BRUSH, GRAIN, ORCHARD, STONE_1, WOODS, Drawing, real_data
from vasl_saves import Made, Save, centre, leader, marker, question, squad, vehicle, weapon

np = pytest.importorskip("numpy", reason="boards need numpy")

import pyrout  # noqa: E402
from pyrout.cli import main  # noqa: E402
from pyrout.instance import Instance, load, parse  # noqa: E402
from pyrout.vasl import BoardError  # noqa: E402
from pyrout.vasl.folders import BoardsError, archives, board_folder  # noqa: E402
from pyrout.vasl.game import Imported, import_game  # noqa: E402
from pyrout.vasl.los_counters import Hindering, added_hindrance, crossed  # noqa: E402
from pyrout.vasl.save_stream import SaveError  # noqa: E402

EXAMPLES = Path(__file__).parents[1] / "instances" / "aslsk"
RULE_SETS = ("aslsk", "asl")


def facts(instance: Instance, *names: str) -> set[str]:
    return {str(fact) for name in names for fact in instance.of(name)}


class Table:
    """A folder of made-up boards, and a save on them. Board y has 17 columns and 10 rows of open ground with a wood."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boards = folder / "boards"
        self.boards.mkdir()
        self.save = Save()
        self.board = Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS)
        self.path = folder / "game.vsav"

    def put(self, hex_: str, *counters: Made) -> Table:
        self.save.put(*pixel(hex_), *counters)
        return self

    def written(self) -> Path:
        self.board.save(self.boards)
        self.path.write_bytes(self.save.data())
        return self.path

    def imported(self, **options: object) -> Imported:
        return import_game(self.written(), self.boards, **options)  # type: ignore[arg-type]

    def instance(self, **options: object) -> Instance:
        return parse(self.imported(**options).text, "game", need="position")

    def run(self, *args: object) -> Result:
        """A command on the save."""
        command, *rest = args
        return CliRunner().invoke(
            main, [str(arg) for arg in (command, self.written(), *rest, "--boards", self.boards)], catch_exceptions=False
        )


def pixel(hex_: str) -> tuple[int, int]:
    """Where a hex of a standard board lies on VASL's map."""
    letters, number = re.fullmatch(r"([A-Z]+)(\d+)", hex_).groups()
    column = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
    return centre(column, int(number) - (1 - column % 2))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A broken German squad in C3, with a Russian one in C2."""
    made = Table(tmp_path)
    made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    return made


# ---------------------------------------------------------------------------------------------------------------------
# Real boards: the examples of the article, set up with counters


def counter(instance: Instance, unit: str) -> Iterator[Made]:
    """The counters that VASL would have for a unit of an example."""

    def value(name: str, default: int) -> int:
        return next((int(str(f.args[1])) for f in instance.of(name) if f.args[0] == unit), default)

    kind = next(fact.args[2] for fact in instance.of("unit") if fact.args[0] == unit)
    side = next(fact.args[1] for fact in instance.of("unit") if fact.args[0] == unit)
    statuses = {str(fact.args[1]) for fact in instance.of("status") if fact.args[0] == unit}
    nation = {"german": "ge", "american": "am"}[str(side)]
    if kind == "leader":
        yield leader(nation, 2, broken="broken" in statuses, wounded="wounded" in statuses)
    else:
        made = Made(f"{value('firepower', 6)}-{value('normal_range', 6)}-7 1sq", f"{nation}/{nation}s")
        yield made.layer("broken +", 1 if "broken" in statuses else -1, prop="BRK")
    if "dm" in statuses:
        yield marker("DM")
    assert statuses <= {"broken", "dm", "wounded"} and kind in ("squad", "leader")


def answers(position: Instance) -> dict[tuple[str, str], object]:
    """What the answer says of each unit, with units named by side and hex instead of by their ids."""
    sides = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
    names = {fact.args[0]: f"{sides[fact.args[0]]} in {fact.args[1]}" for fact in position.of("at")}

    def named(units: object) -> list[str]:
        return sorted(names.get(unit, unit) for unit in units)  # type: ignore[attr-defined]

    return {
        (names[unit.id],): (
            unit.verdict,
            unit.mf,
            unit.free,
            [(reason.rule, named(reason.because)) for reason in unit.must_rout],
            [(d.hex, d.mf, d.ignorable) for d in unit.destinations],
            sorted((e.hex, e.mf, e.rule, tuple(named(e.because))) for e in unit.excluded if e.mf is not None),
            sorted(
                (
                    route.posture,
                    route.path,
                    route.mf,
                    tuple((leg.start, leg.to) for leg in route.legs),
                    tuple((i.hex, tuple(named(i.by))) for i in route.interdicted),
                    tuple((d.hex, tuple(named(d.enemies))) for d in route.discovers),
                    route.end,
                )
                for route in unit.routes
            ),
        )
        for unit in pyrout.solve(position).units
    }


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.lp") if "remembered" not in path.stem))
def test_an_example_of_the_article_from_its_save_and_its_board(name, tmp_path):
    """The same routs from the real board and a saved game as from the example's own facts: LOS, terrain, costs. (The
    remembered example supposes a LOS that the board does not have.)"""
    boards = real_data() / "boards"
    example = load(EXAMPLES / f"{name}.lp")
    where = {fact.args[0]: str(fact.args[1]) for fact in example.of("at")}
    (board,) = {hex_[0] for hex_ in where.values()}
    save = Save()
    save.boards = ["0", "0", board]
    for hex_ in dict.fromkeys(where.values()):
        units = [unit for unit in example.units if where[unit] == hex_]
        save.put(*pixel(hex_[1:]), *(made for unit in units for made in counter(example, unit)))
    path = tmp_path / "example.vsav"
    path.write_bytes(save.data())
    (month,) = (fact.args[0] for fact in example.of("month"))
    found = parse(import_game(path, boards, month=int(str(month))).text, name)
    assert found.rules == "aslsk"
    assert answers(found) == answers(example)
