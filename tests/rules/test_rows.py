"""A row that is used again is the row that working it out anew would give."""

from __future__ import annotations

from random import Random

import pytest
from positions_phase import crowded
from tiny import facts_of

import pyrout
from pyrout.phases.explore import Explorer
from pyrout.phases.turn_outcomes import rows
from pyrout.question import ask

# a1 and a2 are alike, and each can go to A2, to B2, or stay; from C4 g1 sees who is there.
ALIKE = facts_of(
    "A2w B1. B2w D2. D3. C4w",
    "a1:squad@B1 broken dm; a2:squad@B1 broken dm; a3:squad@D2; g1:squad@D3 broken dm",
    los="D2-D3 C4-A2 C4-B2",
    attacker="american",
)
# Three of whom each may go to five hexes, and there is room for all of them in each.
ROOM = facts_of(
    "B1. B2. A2. A3. C2. C3. B3w B4w B5. A4. C4.",
    "g1:squad@B2 broken dm; g2:squad@A3 broken dm; g3:half_squad@C3 broken dm; a1:squad@B1",
    los="B1-B2 B1-A2 B1-C2",
)
# In B3 there is room for one squad more, in B4 for two half-squads and no squad besides, elsewhere for three.
LITTLE_ROOM = facts_of(
    "B1. B2. A2. A3. C2. C3. B3w B4w B5. A4. C4.",
    "g1:squad@B2 broken dm; g2:half_squad@A3 broken dm; g3:half_squad@C2 broken dm; "
    "g5:squad@B3; g6:squad@B3; g7:squad@B4; g8:squad@B4; a1:squad@B1",
    los="B1-B2 B1-A2 B1-C2",
)


def explored(text: str, rules: str = "aslsk") -> Explorer:
    return Explorer(ask(pyrout.parse(text.replace("rules(aslsk)", f"rules({rules})"))))


def hold(text: str, rules: str = "aslsk", most: int = 200) -> tuple[int, int]:
    """Compares rows of a phase with rows that are worked out anew; how many were worked out, and how many there are."""
    explorer = explored(text, rules)
    there = 0
    for table in explorer.tables():
        keys = list(table.rows)
        there += len(keys)
        Random(1).shuffle(keys)
        questions = [
            explorer.memory.question_of(table.states[n].facts, unit, partners).about(units=(unit,))
            for n, unit, partners in keys[:most]
        ]
        for key, anew in zip(keys, rows(questions), strict=False):
            row, now = table.rows[key], anew[key[1]]
            assert (row.verdict, row.choices, row.companions) == (now.verdict, now.choices, now.companions)
            assert now.reads <= row.reads
            assert now.changes <= row.changes
    return explorer.memory.answered, there


@pytest.mark.parametrize("rules", ["aslsk", pytest.param("asl", marks=pytest.mark.slow)])
def test_enemies_who_are_alike_are_told_by_name(rules: str) -> None:
    hold(ALIKE, rules)


@pytest.mark.parametrize("rules", ["aslsk", pytest.param("asl", marks=pytest.mark.slow)])
def test_who_leaves_room_changes_nothing(rules: str) -> None:
    # Each of three is answered once for each set of the others who have gone, wherever those are.
    answered, there = hold(ROOM, rules, most=40)
    assert answered == 12 < there


@pytest.mark.slow
def test_units_of_which_the_same_is_said_share_their_rows() -> None:
    """Three half-squads in one hex, and room for all of them wherever they go: one is answered for all while nobody has gone,
    once one has, and once two have. Of one that has no DM something else is said."""
    alike = facts_of(
        "B1. B2. A2. A3. C2. C3. B3w B4w B5. A4. C4.",
        "g1:half_squad@B2 broken dm; g2:half_squad@B2 broken dm; g3:half_squad@B2 broken dm; a1:squad@B1",
        los="B1-B2 B1-A2 B1-C2",
    )
    answered, there = hold(alike, most=40)
    assert answered == 3 < there
    assert hold(alike.replace("status(g3,dm).", ""), most=40)[0] > 3


def test_who_came_to_be_in_this_phase_takes_room() -> None:
    """In B4 there is room for g1 and one squad more. No row says yet what the half-squad takes that g2 has become."""
    units = "g1:squad@B2 broken dm; g4:squad@B4; a1:squad@B1; {}"
    hexes = "B1. B2. B3. B4w B5w"
    memory = explored(facts_of(hexes, units.format("g2:squad@B3 broken dm; g3:squad@B3 broken dm"), "B1-B2")).memory
    first, gone, beside = (
        explored(facts_of(hexes, units.format(others), "B1-B2", facts)).start
        for others, facts in (
            ("g2:squad@B3 broken dm; g3:squad@B3 broken dm", ""),
            ("g2:half_squad@B4 broken; g3:squad@B5 broken", "routed(g2). routed(g3)."),
            ("g2:half_squad@B4 broken; g3:squad@B4 broken", "routed(g2). routed(g3)."),
        )
    )
    (row,) = memory.of([(first, "g1", ())])
    assert ('room("B4")', 2) in row.spare
    assert memory.view(gone, "g1", row.rests) != memory.view(beside, "g1", row.rests)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
def test_where_there_is_little_room_it_matters(rules: str) -> None:
    hold(LITTLE_ROOM, rules, most=25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_rows_hold_in_any_position(seed: int) -> None:
    try:
        hold(crowded(900 + seed, "asl"), most=60) if seed % 2 else hold(crowded(900 + seed, "aslsk"), most=60)
    except pyrout.InstanceError:
        pytest.skip("the position is refused")
