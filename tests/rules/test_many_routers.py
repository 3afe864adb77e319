"""Answers of positions with many routers, which are worked out some at a time: the same as all at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from positions_phase import crowded
from tiny import facts_of

import pyrout
from pyrout.errors import TimeLimit
from pyrout.hexes import solve
from pyrout.hexes.solver import Solver
from pyrout.question import ask
from pyrout.referee import answers

# g1 and g2 surrender together; g3 is far away; l1 may go along with g4.
STACKS = facts_of(
    "B1. B2. B3w H7. H8w H9. E5. E6w",
    "g1:squad@B2 broken dm disrupted; g2:squad@B2 broken dm; g3:squad@H7 broken dm; a1:squad@B1; "
    "g4:squad@E5 broken dm; l1:leader@E5",
    los="B1-B2",
).replace("rules(aslsk)", "rules(asl)")
TEXTS = [STACKS, *(crowded(seed, rules) for rules in ("aslsk", "asl") for seed in (1, 2))]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_some_at_a_time_is_the_same_as_all_at_once(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = pyrout.parse(TEXTS[number])
    whole = pyrout.solve(position).to_json()
    monkeypatch.setattr(solve, "MOST_AT_ONCE", 1)
    assert pyrout.solve(position).to_json() == whole
    (together,) = answers([ask(position)])
    assert isinstance(together, pyrout.Answer) and together.to_json() == whole
    into: list[pyrout.UnitAnswer] = []
    assert pyrout.solve(position, into=into).units == tuple(into)


@pytest.mark.slow
def test_units_done_before_the_time_limit_are_in_the_order_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def last_first(solver: Solver) -> Iterator[tuple[Solver, list[str]]]:
        yield solver, list(reversed(solver.routers))
        raise TimeLimit("over")

    position = pyrout.parse(STACKS)
    whole = [unit.id for unit in pyrout.solve(position, volunteers=False).units]
    monkeypatch.setattr(solve, "_parts", last_first)
    into: list[pyrout.UnitAnswer] = []
    cut = pyrout.solve(position, into=into)
    assert not cut.complete
    assert [unit.id for unit in cut.units] == [unit.id for unit in into] == whole and len(whole) > 1


@pytest.mark.slow
def test_no_control_has_more_routers_than_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty squads, each in a hex of its own, and three in one."""
    hexes = " ".join(f"{chr(ord('A') + n % 20)}{2 * (n // 20) + 1}." for n in range(40))
    units = "; ".join(f"g{n}:squad@{chr(ord('A') + n % 20)}{2 * (n // 20) + 1} broken dm" for n in range(40))
    position = pyrout.parse(facts_of(hexes, f"{units}; h1:squad@A1 broken dm; h2:squad@A1 broken dm"))
    asked: list[int] = []
    unit = Solver.unit

    def counted(self: Solver, name: str, **more: object) -> pyrout.UnitAnswer:
        asked.append(len(self.routers))
        return unit(self, name, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "unit", counted)
    assert len(pyrout.solve(position, volunteers=False).units) == len(asked) == 42
    assert max(asked) <= solve.MOST_AT_ONCE + 2
