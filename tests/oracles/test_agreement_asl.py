"""The product against the brute-force enumerator, by the full ASL rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import enumerator_asl
import pytest
from agreement import VOLUNTEERS_EVERY, broken_only, compare, product_answers_together
from agreement_holds import compared
from day import of_today
from positions_asl import draw_position
from positions_tiny import sheltered_position, tiny_position, trenched_position

import pyrout


@pytest.mark.parametrize("first", of_today(range(1001, 1145, 24), 3))
@pytest.mark.slow
def test_product_agrees_with_the_enumerator(first: int) -> None:
    """On a hundred or more; `agreement.py` compares many thousands."""
    # If many are refused, further seeds take their place.
    seeds = [*range(first, first + 24), *range(first + 5000, first + 5024)]
    texts = [draw_position(Random(seed), max_radius=2) for seed in seeds]
    everybody = [seed % VOLUNTEERS_EVERY == 0 for seed in seeds]
    answered = 0
    for half in (slice(0, 24), slice(24, 48)):
        answered += agreeing(seeds[half], texts[half], everybody[half])
        if answered >= 16:
            break
    assert answered >= 16


def agreeing(seeds: Sequence[int], texts: list[str], everybody: list[bool]) -> int:
    """Return the number of positions answered, all of them as by the enumerator."""
    answered = 0
    together = product_answers_together(texts, everybody)
    for seed, text, wide, units in zip(seeds, texts, everybody, together, strict=True):
        if isinstance(units, pyrout.PyroutError):
            assert "is refused" in str(units), (seed, units)
            continue
        assert not isinstance(units, Exception), (seed, units)
        ours = enumerator_asl.solve(text)
        assert compare(ours if wide else broken_only(ours), units) == [], seed
        answered += 1
    return answered


@pytest.mark.parametrize("first", of_today([1, 49, 97, 145], 2))
@pytest.mark.slow
def test_product_agrees_with_the_enumerator_along_trenches(first: int) -> None:
    """b27-54-connected"""
    seeds = range(first, first + 48)
    assert agreeing(seeds, [trenched_position(seed) for seed in seeds], [False] * 48) >= 40


@pytest.mark.parametrize("first", of_today([1, 49, 97], 3))
@pytest.mark.parametrize("draw", [tiny_position, sheltered_position])
@pytest.mark.slow
def test_product_agrees_with_the_enumerator_on_reveals(draw: Callable[[int], str], first: int) -> None:
    """Positions of a few hexes with shelters, in which an enemy drops concealment."""
    seeds = range(first, first + 48)
    assert agreeing(seeds, [draw(seed) for seed in seeds], [False] * 48) >= 40


@pytest.mark.parametrize(("draw", "seeds"), [(tiny_position, range(80, 130)), (sheltered_position, range(26, 60))])
@pytest.mark.slow
def test_a_route_holds_or_a_reveal_that_it_is_named_with_ends_it(
    draw: Callable[[int], str], seeds: Sequence[int]
) -> None:
    """a12-14-reveal: before or after any step of it, by anybody. Of these positions some were answered wrongly once."""
    held = []
    for seed in seeds:
        with suppress(pyrout.InstanceError):
            held.append(compared(draw(seed)))
            assert (held[-1].wrong, held[-1].idle) == ([], []), seed
    assert sum(each.hold for each in held) > 20 and sum(each.others for each in held) > 100
    assert sum(each.ends for each in held) > 200


# Facts unknown to the enumerator: walls between Rowhouses. (Voluntary breaks it answers for all alike.)
BEYOND = {"b23-71-rowhouse", "a10-41-voluntary", "b27-2-foxhole"}
SMALLEST = sorted((Path(__file__).parents[2] / "instances" / "rules" / "asl").glob("*.lp"))


@pytest.mark.slow
def test_the_smallest_position_of_each_rule_agrees() -> None:
    files = [file for file in SMALLEST if file.stem not in BEYOND]
    assert len(files) > 60
    texts = [file.read_text("utf-8") for file in files]
    for file, text, answer in zip(files, texts, product_answers_together(texts, [False] * len(files)), strict=True):
        assert not isinstance(answer, Exception), (file, answer)
        assert compare(broken_only(enumerator_asl.solve(text)), answer) == [], file.stem
