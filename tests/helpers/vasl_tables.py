"""Saved games made up for tests, on a board of their own, and the answers for them."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner, Result
from vasl_boards import WOODS, Drawing
from vasl_saves import Made, Save, centre

import pyrout
from pyrout.cli import main
from pyrout.position.facts import Instance
from pyrout.position.reading import parse
from pyrout.vasl.import_cache import Imported
from pyrout.vasl.import_game import import_game

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
            main,
            [str(arg) for arg in (command, self.written(), *rest, "--boards", self.boards)],
            catch_exceptions=False,
        )


def pixel(hex_: str) -> tuple[int, int]:
    """Return the place of a hex of a standard board on VASL's map."""
    match = re.fullmatch(r"([A-Z]+)(\d+)", hex_)
    assert match, hex_
    letters, number = match.groups()
    column = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
    return centre(column, int(number) - (1 - column % 2))


def answers(position: Instance) -> dict[str, object]:
    """Return the answers for the units, named by side and hex instead of by their ids."""
    sides = {fact.args[0]: fact.args[1] for fact in position.of("unit")}
    names = {fact.args[0]: f"{sides[fact.args[0]]} in {fact.args[1]}" for fact in position.of("at")}

    def named(units: object) -> list[str]:
        return sorted(names.get(unit, unit) for unit in units)  # type: ignore[attr-defined]

    return {
        names[unit.id]: (
            unit.verdict,
            unit.mf,
            unit.free,
            [(reason.rule, named(reason.because)) for reason in unit.must_rout],
            [(d.hex, d.mf, d.ignorable) for d in unit.destinations],
            sorted((e.hex, e.mf, e.rule, tuple(named(e.because))) for e in unit.excluded if e.mf is not None),
            tuple(
                (
                    route.posture,
                    route.path,
                    route.mf,
                    tuple((leg.start, leg.to) for leg in route.legs),
                    tuple((i.hex, tuple(named(i.by))) for i in route.interdicted),
                    tuple((d.hex, tuple(named(d.enemies))) for d in route.discovers),
                    route.end,
                )
                for route in sorted(unit.routes, key=repr)
            ),
        )
        for unit in pyrout.solve(position).units
    }


def facts_of_units(text: str, *more: str) -> str:
    """Return the facts of a position about its units and sides, and those of these predicates, without its map."""
    names = (
        "rules",
        "side",
        "attacker",
        "unit",
        "at",
        "status",
        "normal_range",
        "firepower",
        "morale",
        "broken_morale",
    )
    position = parse(text, "units.lp", need="facts")
    return "".join(f"{fact}.\n" for name in (*names, *more) for fact in position.of(name))
