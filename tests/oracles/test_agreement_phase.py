"""Whole Rout Phases against the brute force, on a few positions; `agreement_phase.py` compares many."""

from __future__ import annotations

import phase_oracle
import pytest
from agreement_phase import differences, worth_of
from positions_phase import ROOM_FOR_ONE, crowded

import pyrout


# Those that the brute force is through with in a few seconds. Of each an order of the turns is compared, too.
@pytest.mark.parametrize(("rules", "seed"), [("aslsk", 1), ("aslsk", 2), ("aslsk", 3), ("asl", 2), ("asl", 4)])
@pytest.mark.slow
def test_a_phase_agrees_with_the_brute_force(seed: int, rules: str) -> None:
    assert differences(crowded(seed, rules), rules) == []


@pytest.mark.parametrize(("order", "survivors"), [(("g1", "g2"), 2), (("g2", "g1"), 1), (("g2",), 1), ((), 2)])
def test_the_brute_force_keeps_an_order(order: tuple[str, ...], survivors: int) -> None:
    """There is room for one, and only g2 can go elsewhere."""
    oracle = phase_oracle.Phase(ROOM_FOR_ONE, "aslsk")
    assert oracle.best("german", order=order).survivors == survivors


@pytest.mark.parametrize("order", [("g1", "g2"), ("g2", "g1"), ("g2",)])
@pytest.mark.slow
def test_a_plan_in_an_order_agrees_with_the_brute_force(order: tuple[str, ...]) -> None:
    (side,) = pyrout.phase(pyrout.parse(ROOM_FOR_ONE), order=order).phase
    assert side.ordered
    best = phase_oracle.Phase(ROOM_FOR_ONE, "aslsk").best("german", order=order)
    assert worth_of(side.ordered) == best
