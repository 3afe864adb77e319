"""The product against the brute-force enumerator, by the full ASL rules."""

from __future__ import annotations

from random import Random

import enumerator_asl
import pytest
from agreement import VOLUNTEERS_EVERY, differences
from positions_asl import draw_position

import pyrout


@pytest.mark.parametrize("first", range(1001, 1241, 12))
@pytest.mark.slow
def test_product_agrees_with_the_enumerator(first: int) -> None:
    answered = 0
    # Where many are refused, further seeds take their place.
    for seed in [*range(first, first + 12), *range(first + 5000, first + 5012)]:
        if seed >= first + 5000 and answered >= 8:
            break
        text = draw_position(Random(seed), max_radius=2)
        try:
            found = differences(text, enumerator_asl.solve, volunteers=seed % VOLUNTEERS_EVERY == 0)
        except pyrout.PyroutError as error:
            assert "is refused" in str(error), (seed, error)
            continue
        assert not found, (seed, found)
        answered += 1
    assert answered >= 8
