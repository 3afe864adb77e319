"""Whole Rout Phases against the brute force, on a few positions; `agreement_phase.py` compares many."""

from __future__ import annotations

import pytest
from agreement_phase import differences
from positions_phase import crowded


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
@pytest.mark.slow
def test_a_phase_agrees_with_the_brute_force(seed: int, rules: str) -> None:
    assert differences(crowded(seed, rules), rules) == []
