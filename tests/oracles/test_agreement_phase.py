"""Whole Rout Phases against the brute force, on a few positions; `agreement_phase.py` compares many."""

from __future__ import annotations

import re
from functools import partial

import phase_oracle
import pytest
from agreement_phase import differences, played, within, worth_of
from day import of_today, seeds_of_today
from phases import position
from positions_phase import LOST_EITHER_WAY, RISKY, ROOM_FOR_ONE, cramped, crowded, varied
from tiny import facts_of

import pyrout
from pyrout.position.vocabulary import TERRAIN


# Those that the brute force is through with in a few seconds. Of each an order of the turns is compared, too.
@pytest.mark.parametrize(("rules", "seed"), of_today([("aslsk", 1), ("asl", 2), ("aslsk", 2), ("asl", 4), ("aslsk", 3)], 2))
@pytest.mark.slow
def test_a_phase_agrees_with_the_brute_force(seed: int, rules: str) -> None:
    assert differences(crowded(seed, rules), rules) == []


# By full ASL with broken morale: the chances after each first turn are compared, too.
@pytest.mark.parametrize(
    ("rules", "seed"), of_today([("aslsk", 1), ("aslsk", 2), ("asl", 1), ("asl", 3), ("asl", 8), ("asl", 178)], 2)
)
@pytest.mark.slow
def test_a_small_phase_agrees_with_the_brute_force(seed: int, rules: str) -> None:
    assert differences(cramped(seed, rules), rules) == []


@pytest.mark.timeout(900)  # four limits of 10 s, each told only after a call of clingo
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
@pytest.mark.slow
def test_phases_on_any_terrain_agree_with_the_brute_force_and_with_what_is_played(rules: str) -> None:
    """Some positions of the day. Those are left out that the program refuses, and those that take long."""
    compared = 0
    for seed in seeds_of_today(2):
        text = varied(seed, rules)
        for compare in (differences, played):
            try:
                assert within(10, partial(compare, text, rules)) == [], seed
                compared += 1
            except (TimeoutError, phase_oracle.Untold, pyrout.PyroutError):
                continue
    assert compared


# Facts without which a terrain is refused
WITH_TERRAIN = {
    "sand_dune": 'hexside("B1","B2",dune_crest_low).',
    **dict.fromkeys(("stone_market_place", "wooden_market_place"), 'level("B1",1).'),
}


@pytest.mark.slow
def test_phases_are_drawn_on_every_terrain_that_has_an_answer() -> None:
    """By full ASL; the others are refused."""
    drawn: set[str] = set()
    for seed in range(2000):
        drawn |= set(re.findall(r"^terrain\(.*,(\w+)\)\.", varied(seed, "asl"), re.M))
    for terrain in sorted(set(TERRAIN.words) - drawn):
        facts = f'terrain("B1",{terrain}). {WITH_TERRAIN.get(terrain, "")}'
        text = facts_of("B1- B2. B3.", "g1:squad@B2 broken dm", facts=facts)
        with pytest.raises(pyrout.InstanceError, match="is refused"):
            pyrout.solve(position(text, "asl"), units=("g1",))


def test_the_brute_force_knows_where_the_order_matters() -> None:
    """As `test_an_order_that_changes_only_how_a_unit_is_lost` in tests/rules/test_phase_turns.py has it."""
    changes = phase_oracle.Phase(LOST_EITHER_WAY, "asl").order_matters()
    lost = {end: {("g2", "g1", (None, end), "E6")} for end in ("eliminated", "surrenders")}
    assert changes == {"german": (lost["eliminated"], lost["surrenders"])}


def test_the_brute_force_knows_the_chances() -> None:
    """As `test_what_to_do_after_each_result` in tests/rules/test_phase_chances.py has it, worked out by hand:
    g1 passes or is reduced (28/36), or else does not come through."""
    oracle = phase_oracle.Phase(RISKY.replace("rules(aslsk)", "rules(asl)"), "asl")
    assert str(oracle.best("german").chance) == "7/9"


@pytest.mark.parametrize(
    ("drm", "originals", "chances"),
    [
        (0, True, {"pass": "7/18", "pin": "1/6", "fail": "7/18"}),
        (0, False, {"pass": "5/12", "pin": "1/6", "fail": "5/12"}),
        (-1, True, {"pass": "5/9", "pin": "5/36", "fail": "1/4"}),
    ],
)
def test_a_check_of_morale_7(drm: int, originals: bool, chances: dict[str, str]) -> None:
    """2d6: 15 of 36 are below 7, the original 2 among them; 6 are 7; 15 above, the original 12 among them. With -1, 21 are below
    and 5 are 7."""
    assert {result: str(chance) for result, chance in phase_oracle.checked(7, drm, originals).items()} == chances


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
