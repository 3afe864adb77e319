"""Every answer that a test of the rules gets for a position of `tiny` is held against the enumerators: the whole of
it, not only what the test asks about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import enumerator
import enumerator_asl
import pytest
import tiny
from agreement import unit_differences

from pyrout.hexes.solver import Solver
from pyrout.results.answer import UnitAnswer

# Facts unknown to the enumerators: voluntary breaks, units that are where their vehicle is, Rowhouses, what only some
# hexsides and terrains do, levels one after the other, cliffs by the Starter Kit.
BEYOND = re.compile(
    r"breaks\(|passenger\(|rider\(|rowhouse|bocage|roadblock|"
    r'elevation\("\w+",[2-9]|(?s:^rules\(aslsk\).*cliff)'
)

# The atoms that verdicts and routes are made of. Grounding decides all of them.
DECIDED = {"edge", "refigure", "end", "transition", "end_node", "verdict", "destination", "must", "bar"}


# Slow but for a sample of each section, marked `fast`, which the default run makes.
FULL_ASL = Path(__file__).parent / "asl"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if FULL_ASL in item.path.parents and not item.get_closest_marker("fast"):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def nothing_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """An atom that grounding leaves open can come out either way, and the answer with it."""
    answer = Solver.unit

    def unit(solver: Solver, *args: object, **named: object) -> UnitAnswer:
        g1 = answer(solver, *args, **named)  # type: ignore[arg-type]
        for world in solver.worlds.values():
            assert list(map(str, world.open_atoms(DECIDED))) == []
        return g1

    monkeypatch.setattr(Solver, "unit", unit)


@pytest.fixture(autouse=True)
def enumerators_agree() -> Iterator[None]:
    tiny.TOLD.clear()
    yield
    for text, answer in tiny.TOLD:
        solve = enumerator_asl.solve if "rules(asl)." in text else enumerator.solve
        if not BEYOND.search(text):
            unit = solve(text).get(answer.id)
            assert not unit or list(unit_differences(unit, answer.to_json())) == [], text


@pytest.fixture
def position(tmp_path: Path) -> Any:
    """Return a function that writes the text of a table to a file."""

    def write(text: str) -> Path:
        path = tmp_path / "table.lp"
        path.write_text(text, encoding="utf-8")
        return path

    return write
