"""B9.5: LOS over bocage, derived from the terrain: by hand on a row of hexes, and on random flat boards by geometry."""

from __future__ import annotations

import random
from itertools import combinations

import clingo
import pytest
from los_oracle import Board, area, between, boards, judge
from tiny import asl

import pyrout
from pyrout import UnitAnswer, rule_sets
from pyrout.errors import InstanceError

ENCODINGS = [f"board/{name}.lp" for name in ("los", "los_heights", "los_one_level", "los_two_levels")]
ROW = "B0. B1. B2. B3. B4."
BOCAGE = 'hexside("B2","B3",bocage). '


def answered(units: str, facts: str = BOCAGE, hexes: str = ROW) -> UnitAnswer:
    """Return the answer for g1, with the LOS from the terrain."""
    given = asl(hexes, units, facts=facts, near=False).text
    text = "\n".join(line for line in given.split("\n") if not line.startswith("los("))
    return pyrout.solve(pyrout.parse(text), units=("g1",))["g1"]


def forced(units: str, facts: str = BOCAGE, hexes: str = ROW) -> set[str]:
    return {enemy for reason in answered(units, facts, hexes).must_rout for enemy in reason.because}


@pytest.mark.parametrize("router", ["B3", "B4"])
def test_bocage_hides_who_is_behind_it(router: str) -> None:
    """B9.52, B9.521: two hexes behind it, or next to it and without Wall Advantage, it is not seen from beyond."""
    units = f"g1:squad@{router} broken; a1:squad@B0"
    assert forced(units) == set()
    assert forced(units, "") == {"a1"}
    assert forced(units, 'hexside("B1","B2",bocage). ') == set()


def test_over_its_own_bocage_it_is_seen_from_the_hex_across_it() -> None:
    """B9.521"""
    assert forced("g1:squad@B3 broken; a1:squad@B2", hexes="B2. B3.") == {"a1"}


def test_an_answer_says_that_nobody_broken_has_wall_advantage() -> None:
    """B9.32: only where such a LOS is in question."""
    behind = answered("g1:squad@B3 broken; a1:squad@B0").assumes
    assert [line for line in behind if "Wall Advantage" in line]
    assert not answered("g1:squad@B3 broken; a1:squad@B0", "").assumes


@pytest.mark.parametrize(
    ("units", "facts", "why"),
    [
        ("g1:squad@B3 broken; g2:squad@B3; a1:squad@B0", "", "who has Wall Advantage"),
        ("g1:squad@B0 broken; a1:squad@B3", "", "who has Wall Advantage"),
        ("g1:squad@B4 broken; g2:leader@B4; a1:squad@B0", "", "who has Wall Advantage"),  # he could go along to B3
        ("g1:squad@B3 broken; a1:squad@B0", 'elevation("B0",1). ', "hides from another level"),
    ],
)
def test_what_wall_advantage_or_heights_decide_is_refused(units: str, facts: str, why: str) -> None:
    with pytest.raises(InstanceError, match=rf"bocage\) is refused.*{why}.*give los/3"):
        _ = answered(units, BOCAGE + facts)


def test_what_is_blocked_anyway_is_not_refused() -> None:
    """B13: woods between the two."""
    woods = ROW.replace("B3.", "B3w")
    assert forced("g1:squad@B0 broken; a1:squad@B4", 'hexside("B3","B4",bocage). ', woods) == set()


# --- random boards ----------------------------------------------------------------------------------------------


def hidden(board: Board, a: str, b: str) -> bool | None:
    """Return True if bocage, without Wall Advantage anywhere, blocks the LOS; None for one past an end of it."""
    (start, end), touched = (board.centre(a), board.centre(b)), False
    for side, kind in board.sides.items():
        if kind != "bocage" or side == {a, b}:
            continue
        p, q = board.corner_pair(side)
        d, e = area(start, end, p), area(start, end, q)
        f, g = area(p, q, start), area(p, q, end)
        if (d * e < 0 and f * g < 0) or (d == e == 0 and between(start, end, p) and between(start, end, q)):
            return True
        touched |= (d == 0 and between(start, end, p)) or (e == 0 and between(start, end, q))
    return None if touched else False


def seen(board: Board, pairs: list[tuple[str, str]]) -> dict[tuple[str, str], int]:
    control = clingo.Control()
    for encoding in (*ENCODINGS, "asl/los_bocage.lp"):
        control.load(str(rule_sets.root() / encoding))
    control.add("base", [], board.facts() + "".join(f'\nwanted("{a}","{b}").' for a, b in pairs))
    control.ground([("base", [])])
    control.ground([("los", [])])
    atoms = control.symbolic_atoms.by_signature("derived_los", 3)
    return {(a.string, b.string): count.number for a, b, count in (atom.symbol.arguments for atom in atoms)}


@pytest.mark.slow
def test_random_boards_with_bocage() -> None:
    compared = blocked = 0
    for n, board in enumerate(boards(2000, 12, radius=2)):
        chance = random.Random(n)
        for side in chance.sample(board.every_side, 6):
            board.sides[side] = "bocage"
        pairs = list(combinations(board.hexes, 2))
        hindrances = seen(board, pairs)
        for pair in pairs:
            hides = hidden(board, *pair)
            if hides is not None:
                assert hindrances.get(pair) == (None if hides else judge(board, *pair)), (n, pair)
                compared += 1
                blocked += hides and judge(board, *pair) is not None
    assert compared > 1000 and blocked > 100
