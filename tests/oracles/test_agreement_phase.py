"""Whole Rout Phases against the brute force, on a few positions; `agreement_phase.py` compares many."""

from __future__ import annotations

import pytest
from agreement_phase import differences
from positions_phase import crowded


# Those that the brute force is through with in a few seconds.
@pytest.mark.parametrize(("rules", "seed"), [("aslsk", 1), ("aslsk", 2), ("aslsk", 3), ("asl", 2), ("asl", 4)])
@pytest.mark.slow
def test_a_phase_agrees_with_the_brute_force(seed: int, rules: str) -> None:
    assert differences(crowded(seed, rules), rules) == []
