"""Dependencies on a few hexes: what other routs change for the answer of a unit, and its own rout for others: too little of it
makes `pyrout phase` wrong. It may be more than what is worked out here by hand, never less."""

from __future__ import annotations

import pytest
from tiny import Position, asl
from tiny_asl import aboard

from pyrout.phases.turn_outcomes import Row, rows
from pyrout.question import ask


def row(hexes: str, units: str, los: str = "", facts: str = "") -> Row:
    """That of g1, to whom the others are as they stand."""
    return row_of(asl(hexes, units, los, facts))


def row_of(position: Position) -> Row:
    (only,) = rows([ask(position.instance, units=("g1",))])
    return only["g1"]


def words(kind: str, *places: str) -> set[str]:
    return {f'{kind}("{place}")' for place in places}


def test_where_it_comes_it_looks_for_room_and_sees() -> None:
    """DM, and free to rout, it can get to B1, B3 and B4, and stop in any of them; who goes to one before it leaves it less
    room, and enemies are seen from there."""
    turn = row("B1. B2. B3. B4w B9-", "g1:squad@B2 broken dm; a1:squad@B9")
    assert turn.verdict == "may_rout"
    assert turn.reads >= words("room", "B1", "B2", "B3", "B4") | words("ground", "B1", "B2", "B3", "B4")
    assert turn.changes >= words("room", "B2", "B3", "B4")


def test_who_cannot_rout_leaves_everything_as_it_is() -> None:
    """Not DM, and not forced: it rests on who sees it where it is."""
    turn = row("B1. B2. B3. B4w B9-", "g1:squad@B2 broken; a1:squad@B9; g2:leader@B2")
    assert turn.verdict == "cannot_rout"
    assert turn.reads >= words("ground", "B2")
    assert turn.changes == frozenset()


def test_who_has_nowhere_to_go_rests_on_who_is_with_it() -> None:
    """a10-62-keep: overstacked in Rally Terrain it may keep its DM."""
    turn = row("B1w B9-", "g1:squad@B1 broken dm; a1:squad@B9")
    assert turn.verdict == "stays"
    assert turn.reads >= words("room", "B1") | words("ground", "B1")
    assert turn.changes == frozenset()


def test_in_an_entrenchment_it_rests_on_who_is_in_its_hex() -> None:
    """b27-entrench, a10-62-keep: in the foxhole of B1 it stacks with whoever is in B1, and overstacked it may keep its DM."""
    turn = row("B1w B9-", "g1:squad@B1 broken dm entrenched; a1:squad@B9", facts='feature("B1",foxhole).')
    assert turn.verdict == "stays"
    assert turn.reads >= words("room", "B1")


def test_who_surrenders_could_have_gone_elsewhere() -> None:
    """a20-21-clean: between two enemies it has no clean way; with it, its stack surrenders."""
    turn = row("B1. B2. B3. A9-", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3")
    assert turn.verdict == "surrenders"
    assert turn.reads >= words("room", "B2", "B1", "B3") | words("ground", "B2")
    assert turn.changes >= words("room", "B2")


def test_a_foxhole_that_is_full_may_come_to_have_room() -> None:
    """b27-entrench: it may stop in the foxhole, which is in A2: what is changed of one is of both."""
    turn = row(
        "A9- A2. A3. B1. B2. B3w",
        "g1:squad@B1 broken dm; a1:squad@A9",
        "A9-A2 A9-B2",
        'feature("A2",foxhole). normal_range(a1,16).',
    )
    assert turn.reads >= words("room", "A2@foxhole", "A2")
    assert turn.changes >= words("room", "A2@foxhole", "A2")


def test_company_and_concealed_enemies() -> None:
    """g2 may go along with it or with another. a2 is thrown upon in B4, and a3, a dummy, is removed there."""
    turn = row(
        "B1. B2. B3. B4w B5. B6.",
        "g1:squad@B2 broken dm; g2:leader@B2; a1:squad@B1; a2:squad@B4 concealed; a3:dummy@B4; a4:squad@B6 hidden",
    )
    assert turn.reads >= {"company(g2)", "sight(a2)", "sight(a3)", "sight(a4)"}
    assert turn.changes >= {"company(g2)", "sight(a2)", "sight(a3)"}
    assert not turn.prior


def test_who_surrenders_for_being_disrupted_has_its_turn_first() -> None:
    """asop-disrupted."""
    turn = row("B1. B2. B3.", "g1:squad@B2 broken dm disrupted; a1:squad@B1")
    assert (turn.verdict, turn.prior) == ("surrenders", True)


def test_who_surrenders_without_a_way_rests_on_who_is_with_it() -> None:
    """d5-311-crew, note 10: aboard a vehicle whose crew is broken it could not rout, and a stack surrenders together."""
    turn = row_of(aboard("broken", "passenger(g1,v1). status(v1,broken)."))
    assert turn.verdict == "surrenders"
    assert turn.reads >= words("room", "B2")


def test_who_is_revealed_from_afar() -> None:
    """a12-14-reveal: a1 sees B3 from B9 and is revealed as g1 comes there: concealed no more, for all who rout later."""
    turn = row(
        "B1w B2. B3. B9-",
        "g1:squad@B2 broken dm; a1:squad@B9 concealed",
        "B9-B3",
        'reveal(a1,g1,"B3",after).',
    )
    assert turn.changes >= {"sight(a1)"}


def test_room_that_is_to_spare() -> None:
    """a5-11-overstack: three squad-equivalents find room as if nobody were there. g1 is a half-squad, and with
    the two squads in B4 one half-squad more finds room there; in B5 it shares with nobody. Of its own hex it rests on all,
    and so of the foxhole in B1 with its hex."""
    turn = row(
        "B1. B2. B3. B4. B5w B9-",
        "g1:half_squad@B3 broken dm; g2:squad@B4; g3:squad@B4; g4:leader@B4; g5:squad@B2; a1:squad@B9",
        facts='feature("B1",foxhole).',
    )
    assert dict(turn.spare) == {'room("B2")': 3, 'room("B4")': 1, 'room("B5")': 5}
    assert dict(turn.sizes) == {"squad": 2, "half_squad": 1, "leader": 0}


def test_a_squad_too_many_leaves_nothing_to_spare() -> None:
    turn = row("B1. B2. B3w B9-", "g1:squad@B2 broken dm; g2:squad@B3; g3:squad@B3; g4:squad@B3; a1:squad@B9")
    assert 'room("B3")' not in dict(turn.spare)


@pytest.mark.parametrize("hole", ["trench", "foxhole"])
def test_by_a_detour_it_does_not_fall_short(hole: str) -> None:
    """a10-531-cover, note 17: S2 is 5 MF away by R4. By the brush of T4 it is 6, and from the shelter in T3 it would not arrive:
    only on the shortest way may the unit fall short, so it can stop in S2 alone."""
    its_turn = row(
        "S5. R4. R3. S3. S2w T4b T3. T2. W4-",
        "g1:squad@S5 broken dm; a2:squad@W4",
        "W4-T3",
        f'feature("T3",{hole}). normal_range(a2,12).',
    )
    assert {turn for choice in its_turn.choices for _, turn in choice.turns} == {("S2", "survives"), ("S5", "stays")}


def test_who_keeps_an_enemy_busy_matters_where_he_is() -> None:
    """a7-212-own: the leader who goes along with g2 leaves a1, in B9, who then fires; a pinned one does not."""
    units = "g1:squad@B3 broken dm; a1:squad@B9{}; g2:squad@B9 broken dm; gl:leader@B9"
    here = "B1w B2. B3. B9-", units, "B9-B2", "normal_range(a1,9). accompanies(gl,g2)."
    turn = row(here[0], here[1].format(""), *here[2:])
    assert any("A7.212" in line for line in turn.assumes)
    assert turn.reads >= words("room", "B9") and 'room("B9")' not in dict(turn.spare)
    calm = row(here[0], here[1].format(" pinned"), *here[2:])
    assert calm.assumes == () and 'room("B9")' not in calm.reads
