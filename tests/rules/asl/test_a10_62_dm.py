"""Desperation Morale: how a unit gets it and keeps it (A10.62).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import CORRIDOR, Position, asl, causes

from pyrout.program.rule_index import citations

# --- a10-62-dm -----------------------------------------------------------------------------------------------------


def test_causes_of_dm() -> None:
    """a10-62-dm, a10-62-attack, a10-62-keep: breaking, attacks, and a marker that was kept."""
    for cause in (
        "broke",
        "enemy_adjacent",
        "kept_dm",
        "attacked(wp)",
        "attacked(cc)",
        "attacked(fp)",
        "attacked(sniper)",
    ):
        assert asl("B1w B2w", "g1:squad@B1 broken", facts=f"history(g1,{cause}).").g1.verdict == "may_rout"
    assert asl("B1w B2w", "g1:squad@B1 broken").g1.verdict == "cannot_rout"


def test_what_gives_dm_where_nothing_forces_it() -> None:
    """a10-62-dm: a Blaze, also in a pillbox, which it must leave (b25-4-pillbox); the open in the LOS and Normal Range of a1,
    also where failure to rout does not count (f-1c-desert)."""
    burning = asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B2",pillbox). feature("B2@pillbox",blaze).').text
    boxed = Position(burning.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)')).g1
    assert (boxed.verdict, boxed.dm) == ("routs", ("a10-62-dm",))
    assert causes(boxed.must_rout) == {"a10-5-must": ("B2@pillbox",)}
    desert = asl(CORRIDOR, "g1:squad@B1 broken; a1:squad@B8", "B8-B1", "normal_range(a1,12). environment(desert).").g1
    assert (desert.dm, desert.must_rout) == (("a10-62-dm",), ())


@pytest.mark.parametrize("fate", ["broken disrupted", "broken dm encircled", "broken dm"])
def test_who_is_gone_has_given_dm(fate: str) -> None:
    """a10-62-dm, "was ADJACENT ... during this Player Turn": next to the armed a1, which surrenders to g2, or is eliminated,
    before g1's turn comes, g1 is DM. Of an unarmed a1 it is not, nor of one a hex farther off."""
    los, quarter = "B3-B4", "no_quarter(american)." if fate == "broken dm" else ""
    hexes = "B1w B2w B3. B4w"
    here = hexes, f"g1:squad@B2 broken; g2:squad@B4; a1:squad@B3 {fate}", los, quarter, "american"
    assert asl(*here).unit("a1").verdict == ("eliminated" if quarter else "surrenders")
    assert (asl(*here).g1.verdict, asl(*here).g1.dm) == ("may_rout", ("a10-62-dm",))
    unarmed = asl(hexes, here[1] + " unarmed", *here[2:])
    farther = asl(hexes, here[1].replace("g1:squad@B2", "g1:squad@B1"), *here[2:])
    assert (unarmed.g1.verdict, farther.g1.verdict) == ("cannot_rout", "cannot_rout")


def dm(hexes: str, units: str, los: str = "", facts: str = "") -> bool:
    return bool(asl(hexes, units, los, facts).g1.dm)


def test_dm_at_the_start_of_the_rout_phase() -> None:
    """a10-62-dm: in the open in LOS and Normal Range of any KEU; broken or in Melee it counts, too, and so in the desert."""
    field = "B1. B2. B3. B4. B5. B6. B7. B8. B9."
    for enemy in ("a1:squad@B9", "a1:squad@B9 broken", "a1:squad@B9 melee"):
        assert dm(field, f"g1:squad@B1 broken; {enemy}", "B9-B1", "normal_range(a1,12).")
    assert dm(field, "g1:squad@B1 broken; a1:squad@B9", "B9-B1", "normal_range(a1,12). environment(desert).")
    assert not dm(field, "g1:squad@B1 broken; a1:squad@B9", "B9-B1", "normal_range(a1,7).")
    assert not dm(field, "g1:squad@B1 broken; a1:squad@B9 concealed", "B9-B1", "normal_range(a1,12).")
    assert not dm(field, "g1:squad@B1; a1:squad@B9", "B9-B1", "normal_range(a1,12).")  # unbroken


# --- a10-62-attack -------------------------------------------------------------------------------------------------


def test_an_ffe_in_its_hex_gives_dm() -> None:
    """a10-62-attack, note 2"""
    assert asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B2",ffe).').g1.dm == ("a10-62-attack",)
    assert asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B1",ffe).').g1.dm == ()


@pytest.mark.parametrize("cause", ["wp", "cc", "fp", "ffe", "ordnance", "sniper"])
def test_dm_by_attack(cause: str) -> None:
    """a10-62-attack, note 2"""
    unit = asl("B1w B2w", "g1:squad@B1 broken", facts=f"history(g1,attacked({cause})).").g1
    assert unit.dm == ("a10-62-attack",)


# --- a10-62-keep ---------------------------------------------------------------------------------------------------


def test_an_overstacked_unit_may_keep_its_dm() -> None:
    """a10-62-keep, note 24: "or overstacked in it"; in woods it may not."""
    assert not asl("B1w B2w", "g1:squad@B1 broken dm").g1.may_keep_dm
    assert asl("B1w B2w", "g1:squad@B1 broken dm overstacked").g1.may_keep_dm


def test_where_it_may_keep_its_dm() -> None:
    """a10-62-keep: outside Rally Terrain; a trench is Rally Terrain, a foxhole is not. Three squads do not overstack its woods,
    a fourth does."""
    stays = "B1. B9-", "g1:squad@B1 broken dm; a1:squad@B9"
    for feature, keeps in (("trench", False), ("foxhole", True)):
        text = asl(*stays, facts=f'feature("B1",{feature}).').text
        assert Position(text.replace('at(g1,"B1")', f'at(g1,"B1",{feature})')).g1.may_keep_dm is keeps
    crowd = "g1:squad@B1 broken dm; g2:squad@B1; g3:squad@B1"
    assert not asl("B1w B2.", crowd).g1.may_keep_dm
    assert asl("B1w B2.", f"{crowd}; g4:squad@B1").g1.may_keep_dm


@pytest.mark.parametrize(
    ("hexes", "pit", "keeps"), [("B1r", "", True), ("B1.", "", True), ("B1w", "", False), ("B1.", "trench", False)]
)
def test_what_is_rally_terrain(hexes: str, pit: str, keeps: bool) -> None:
    """a10-62-keep (A10.61): building, pillbox, trench or woods; the chart of 2024 differs in rubble and trench, and nothing is
    left to assume."""
    place, facts = (f"B1@{pit}", f'feature("B1",{pit}).') if pit else ("B1", "")
    here = asl(f"{hexes} B9-", f"g1:squad@{place} broken dm", facts=facts).g1
    assert (here.may_keep_dm, here.assumes) == (keeps, ())


def test_where_dm_may_be_kept() -> None:
    """a10-62-keep, notes 1 and 24: outside Rally Terrain, or overstacked in it."""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm")
    assert {r.path[-1]: r.may_keep_dm for r in here.g1.routes} == {"B1": False, "B2": True}
    assert here.g1.may_keep_dm
    assert not asl("B1w B2w", "g1:squad@B1 broken dm").g1.may_keep_dm
    crowd = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    assert [r.may_keep_dm for r in asl("B1w B2w", crowd).g1.routes if r.posture == "run"] == [True]


# --- a10-62-rally --------------------------------------------------------------------------------------------------


def test_rules_for_the_rally_phase_are_told() -> None:
    """a10-62-rally: nothing in this phase turns on it; `pyrout rules` says it all the same."""
    assert "+4" in citations("asl")["a10-62-rally"].sentence
