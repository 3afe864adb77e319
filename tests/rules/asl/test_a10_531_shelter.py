"""Shelter on the way: foxholes, pillboxes and shellholes (A10.531).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import asl
from tiny_asl import BOX, DUG, FAR, FIELD, FROM_B5, REACH, SEEN, SEEN_FROM_B5


def test_out_of_a_pillbox_into_a_foxhole_of_its_hex() -> None:
    """a10-531-cover, b27-entrench: "it may pay extra MF for shellholes, entrenchments or a pillbox to avoid Interdiction if it
    still reaches its destination". Out of the pillbox 1, into the foxhole 1, out of it and into B2 2, into B1 2: 6 MF. Nobody
    who does not see B3 gives cause for it."""
    hexes, units = "B1w B2. B3. B7.", "g1:squad@B3@pillbox broken dm; a1:squad@B7"
    facts = 'feature("B3",pillbox). feature("B3",foxhole).'
    here = asl(hexes, units, "B7-B3 B7-B2 B7-B3@pillbox", facts)
    assert here.run("B3@pillbox B3 B2 B1").mf == (0, 1, 2, 4)
    sheltered = here.run("B3@pillbox B3@foxhole B2 B1")
    assert (sheltered.mf, [shot.hex for shot in sheltered.interdicted]) == ((0, 2, 4, 6), ["B2"])
    assert here.judged("B3@foxhole B2 B1") == "survives"
    unseen = asl(hexes, units, "B7-B2 B7-B3@pillbox", facts)
    assert not any("B3@foxhole" in path for path in unseen.runs)


def test_it_may_pay_for_a_foxhole_to_avoid_interdiction() -> None:
    """a10-531-cover: B2 is interdicted; with the foxhole there it costs 1 MF more, and 1 more to leave."""
    here = asl(FIELD, FAR, SEEN, 'feature("B2",foxhole).')
    assert here.run("B3 B2 B1").interdicted[0].by == ("a1",)
    dug = here.run("B3 B2@foxhole B1")
    assert (dug.mf, dug.interdicted, dug.end) == ((0.0, 2.0, 5.0), (), "survives")
    assert here.destinations == {"B1": 3.0}  # note 13: its price is that without
    assert here.crawls == {"B2": "survives"}


def test_without_interdiction_it_may_not() -> None:
    """a10-531-cover: nobody sees B2."""
    here = asl(FIELD, FAR, "B8-B3", 'feature("B2",foxhole).')
    assert set(here.runs) == {"B3 B2 B1"}
    assert here.judged("B2@foxhole B1") == (1, {"a10-531-cover": ("B2@foxhole",)})
    crawl = asl(FIELD, FAR, SEEN, 'feature("B2",foxhole).').judged("B2@foxhole", low_crawl=True)
    assert isinstance(crawl, tuple) and "a10-531-cover" in crawl[1]


@pytest.mark.parametrize(
    ("unit", "by", "los", "runs"),
    [
        # 3 MF: none are left for the step out of the pillbox.
        ("g1:leader@B3 broken dm wounded", "a1:squad@B9", "B9-B1", {"B3 B2 B1@pillbox": (0, 1, 3)}),
        ("g1:leader@B3 broken dm", "a1:squad@B9", "B9-B1", {"B3 B2 B1@pillbox B1": (0, 1, 3, 4)}),
        # Next to a1, out of whose Location it has come, B1 is closed to it from the pillbox.
        ("g1:squad@B2 broken dm fanatic", "a1:squad@B2", "B2-B1", {"B2 B1@pillbox": (0, 2)}),
        # On the road it would meet a2.
        ("g1:squad@B2 broken dm fanatic", "a1:squad@B2; a2:squad@B9", "B2-B1 B9-B1", {"B2 B1@pillbox": (0, 2)}),
        ("g1:squad@B2 broken dm fanatic", "a1:squad@B9", "B9-B1", {"B2 B1@pillbox B1": (0, 2, 3)}),
    ],
)
def test_it_may_pay_for_the_pillbox_in_the_hex_of_its_destination(
    unit: str, by: str, los: str, runs: dict[str, tuple[float, ...]]
) -> None:
    """a10-531-cover: by road into the woods of B1 it would be interdicted. On the shortest way it may pay for the pillbox, also
    where it then cannot step out of that into the woods; where it can it does."""
    here = asl(
        "B1w B2. B3. B9.",
        f"{unit}; {by}",
        los,
        'feature("B1",pillbox). road("B1","B2"). option(road_rate,taken). normal_range(a1,9).',
        near=False,
    )
    prices = {" ".join(run.path): run.mf for run in here.g1.routes if run.posture == "run"}
    assert {path: mf for path, mf in prices.items() if "B2 B1@pillbox" in path} == runs


def test_whom_it_gets_to_know_in_a_shelter_forces_no_new_choice() -> None:
    """a10-531-cover, a10-51-refigure: with 3 MF the leader pays 2 for the foxhole in B2, which a1 alone sees: B1, next to
    a1, is out of reach whether it is barred or not, and the rout stops on its way there. Without the foxhole (1 MF) it is
    a1 who keeps it from B1, and it chooses anew."""
    here = asl(
        "A1. B1w B2. B3. B4.",
        "g1:leader@B3 broken dm wounded; a1:squad@A1",
        "A1-B2",
        'feature("B2",foxhole).',
    )
    assert ("B3 B2@foxhole", "B3>B1") in here.legs
    assert not any(path.startswith("B3 B2@foxhole") for path, legs in here.legs if legs != "B3>B1")
    assert ("B3 B2", "B3>B1 B2>free") in here.legs


def test_in_a_shelter_it_goes_on_only_while_its_whole_way_is_open() -> None:
    """a10-531-cover, a10-51-refigure: A5 costs 6, so that with the foxhole in A2 (2) g1 cannot arrive any more. There it meets
    a2, who bars A5 alone: no path to its destination keeps the restrictions any more (chart: "enough MF to enter the next
    Location along a valid Path to its Destination"), so it stops, although it could enter A3. That he makes it choose no
    other destination, as A5 was out of reach already, is our reading, and told. By A2 (1) it is he who keeps it from A5."""
    here = asl(
        "A1. A2. A3. A4b A5w A6. E3-",
        "g1:squad@A1 broken dm; a1:squad@E3; a2:squad@A6 unarmed",
        "E3-A2 A6-A2",
        'feature("A2",foxhole).',
    )
    sheltered = {(path, legs) for path, legs in here.legs if path.startswith("A1 A2@foxhole")}
    assert sheltered == {("A1 A2@foxhole", "A1>A5")}
    assert ("A1 A2 A3", "A1>A5 A2>free") in here.legs
    assert any("it stops there and does not refigure" in said for said in here.g1.assumes)


def test_nobody_pays_for_a_shelter_on_a_way_that_has_been_barred() -> None:
    """a10-531-cover (chart: "otherwise following the shortest-MF path to its destination"): straight B1 costs 5 MF, but in B4 g1
    meets a2, who bars B2. By C4 it still gets there, for 6; out of B3, over whose cliff nobody goes, not, and the foxhole
    there (1) is on no way to B1. Without a2 it may be paid for, and the rout falls short."""
    hexes, los = "A3. B1w B2. B3. B4. B5. C2. C3. C4. B9-", "B9-B5 B9-B3 A3-B4 A3-B2"
    facts = REACH + 'feature("B3",foxhole). hexside("B3","C3",cliff).'
    units = "g1:squad@B5 broken dm; a1:squad@B9"
    met = asl(hexes, units + "; a2:squad@A3 unarmed", los, facts, near=False)
    assert met.runs == {"B5 B4 C4 C3 C2 B1": "survives"}
    assert "B5 B4 B3@foxhole B2" in asl(hexes, units, los, facts, near=False).runs


def test_in_a_shelter_next_to_an_enemy_it_goes_on_while_it_can() -> None:
    """a10-531-cover, a10-51-refigure: in the foxhole in A2 g1 meets a2 next to it, and A5 (6) is out of reach since it paid for
    that. a2 keeps it from nothing: as on the way to a destination within reach, it goes on, and chooses nothing anew."""
    here = asl(
        "A1. A2. A3. A4b A5w B1. E3-",
        "g1:squad@A1 broken dm; a1:squad@E3; a2:squad@B1",
        "E3-A2 B1-A2",
        'feature("A2",foxhole). no_quarter(german).',
        near=False,
    )
    assert here.legs == {("A1 A2 A3 A4 A5", "A1>A5"), ("A1 A2@foxhole A3 A4", "A1>A5")}


def test_a_pillbox_shelters_too() -> None:
    """a10-531-cover, b27-entrench"""
    here = asl("B1w B2. B3. B4. B5. B6. B7. B8.", FAR, SEEN, BOX)
    assert here.destinations == {"B2@pillbox": 2.0}
    assert here.run("B3 B2@pillbox").interdicted == ()
    assert here.run("B3 B2 B2@pillbox").interdicted[0].hex == "B2"


def test_a_pillbox_on_the_way_may_be_paid_for_too() -> None:
    """a10-531-cover: a2 in E5 lets it ignore the pillbox in B4 (3 hexes from E5, as B5 is). By way of it B1 costs 7: it gets to
    B2 with 5."""
    here = asl(
        FIELD + " E5-",
        FROM_B5 + "; a2:squad@E5 broken",
        SEEN_FROM_B5 + " E5-B5/1",
        REACH + 'feature("B4",pillbox). normal_range(a2,1).',
    )
    assert {d.hex: d.ignorable for d in here.g1.destinations} == {"B1": False, "B4@pillbox": True}
    bound_for_b1 = {r.path: r.end for r in here.g1.routes if r.legs[0].to == "B1"}
    assert bound_for_b1["B5", "B4@pillbox", "B3", "B2"] == "survives"


def test_having_paid_it_goes_on_into_what_it_does_not_know() -> None:
    """a10-531-cover: from the trench in B4 it has to go on to B3, where it meets a3 next door; it may not stay behind."""
    here = asl(
        FIELD + " C3-", FROM_B5 + "; a3:squad@C3", "B8-B5 B8-B4", REACH + 'feature("B4",trench). no_quarter(german).'
    )
    assert here.runs["B5 B4@trench B3"] == "eliminated"
    assert "B5 B4@trench" not in here.runs


def test_from_a_foxhole_it_sees_and_is_seen() -> None:
    """a10-531-cover, a10-5-ftr: what its hex sees and what is ADJACENT to it: a2 becomes Known in the foxhole, and next to a3
    nobody stays in a trench."""
    here = asl(FIELD + " E9-", FAR + "; a2:squad@E9", SEEN + " E9-B2/1", 'feature("B2",foxhole).')
    assert here.run("B3 B2@foxhole B1").discovers == (("B2@foxhole", ("a2",)),)
    met = asl(
        FIELD + " C4-", FROM_B5 + "; a3:squad@C4", "B8-B5 B8-B4", REACH + 'feature("B4",trench). no_quarter(german).'
    )
    assert met.runs["B5 B4@trench"] == "eliminated"


def test_out_of_its_encirclement_into_a_foxhole() -> None:
    """a10-531-cover: the shortest way to B3 costs 2 + 1 + 2 (a7-7-encircled). With the foxhole of B5, where a1 would
    interdict it, it gets to B4 for 3 + 2, and no farther."""
    far = asl("B3w B4. B5. B6. B8.", "g1:squad@B6 broken dm encircled; a1:squad@B8", "B8-B5", 'feature("B5",foxhole).')
    assert far.destinations == {"B3": 5}
    assert far.run("B6 B5@foxhole B4").mf == (0, 3, 5)
    assert far.runs["B6 B5@foxhole B4"] == "survives"


def test_a_trench_in_the_destination() -> None:
    """a10-531-cover: it enters woods by the road, in the trench there, and has arrived: what the trench holds is in its
    hex. On the road a1 would interdict it."""
    facts = 'feature("B2",trench). road("B2","B3"). normal_range(a1,9).'
    here = asl("B2w B3. B7.", "g1:squad@B3 broken dm; a1:squad@B7", "B7-B2", facts)
    assert ("B3 B2@trench", "B3>B2") in here.legs
    assert here.runs["B3 B2@trench"] == "survives"
    # Beyond its destination, too.
    on = asl(
        "B1w B2w B3. B7.", "g1:squad@B3 broken dm; a1:squad@B7", "B7-B1", facts.replace("B2", "B1").replace("B3", "B2")
    )
    assert ("B3 B2 B1@trench", "B3>B2") in on.legs


def test_a_shelter_that_is_no_nearer() -> None:
    """a10-531-cover, a10-51-toward: A3 is as far from B1 as B3 is, so the rout does not stop in the foxhole there. With its
    MF it does not get to B1 (1 + 1, then 1 + 2, then 2), but to A2, which is nearer: there it stops."""
    here = asl("B1w B3. A2b A3. A6-", "g1:squad@B3 broken dm; a1:squad@A6", "A6-A3", 'feature("A3",foxhole).')
    assert here.runs == {"B3 A3 A2 B1": "survives", "B3 A3@foxhole A2": "survives"}
    # A wounded leader has no MF left to go on: he does not enter it.
    leader = "g1:leader@B3 broken dm wounded; a1:squad@A6"
    there = asl("B1w B3. A2. A3. A6-", leader, "A6-A3", 'feature("A3",foxhole). road("A2","B1").')
    assert there.runs == {"B3 A3 A2 B1": "survives"}


def test_a_new_enemy_lets_it_stay_in_a_shelter_that_is_no_nearer() -> None:
    """a10-531-cover, a10-51-toward: "unless it discovers any new KEU that prevent it": in the foxhole of A3, as far from B1 as
    B3 is, it finds a2, who bars A2; a3, who bars nothing, changes nothing."""
    hexes, units = "A1- B1w B2- B3. A2b A3. A6-", "g1:squad@B3 broken dm; a1:squad@A6"
    dug = 'feature("A3",foxhole). normal_range(a2,1).'
    barred = asl(hexes, units + "; a2:squad@A1", "A6-A3 A1-A3/1 A1-A2", dug, near=False)
    assert ("B3 A3@foxhole", "B3>B1") in barred.legs
    assert barred.runs["B3 A3@foxhole"] == "survives"
    elsewhere = asl(hexes + " E8-", units + "; a2:squad@E8", "A6-A3 E8-A3/1", dug, near=False)
    assert "B3 A3@foxhole" not in elsewhere.runs


def test_nobody_is_thrown_back_from_a_shelter_that_a_detour_bars() -> None:
    """a10-531-cover, a10-533-repulse: past C3 the way over B2 is no shortest one, and no foxhole is paid for in C2; without C3
    it is, and the unit is thrown back from there."""
    units = "g1:squad@B3 broken dm; a1:half_squad@C2 concealed; a2:squad@A4"
    facts = 'feature("D2",smoke). feature("C2",foxhole). no_quarter(german).'
    for hexes, sheltered in (("B3. B2. C2. D2w A4. C3.", False), ("B3. B2. C2. D2w A4.", True)):
        here = asl(hexes, units, "A4-B2 A4-C2", facts)
        assert here.runs["B3 B2 C2 B2"] == "eliminated"
        assert ("B3 B2 C2@foxhole B2" in here.runs) is sheltered


@pytest.mark.parametrize(
    ("hex_", "when", "may"),
    [("B3", "after", True), ("B3", "before", True), ("B2", "after", False), ("B2", "before", False)],
)
def test_it_may_pay_for_shelter_from_whom_it_has_seen_revealed(hex_: str, when: str, may: bool) -> None:
    """a10-531-cover, a12-14-reveal: "to avoid Interdiction": once a1 has dropped his concealment he would interdict it in B2, and
    the foxhole there (1) can be paid for; not while he is concealed, nor as it is about to step in."""
    here = asl(*DUG, f'feature("B2",foxhole). reveal(a1,g1,"{hex_}",{when}).')
    assert ("B4 B3 B2@foxhole B1" in here.runs) == may
    fault = (2, {"a10-531-cover": ("B2@foxhole",)})
    assert here.judged("B3 B2@foxhole B1") == ("survives" if may else fault)
    if may:
        assert here.run("B4 B3 B2@foxhole B1").mf == (0, 1, 3, 6)


@pytest.mark.parametrize(
    ("hex_", "fault"), [("B3", {"a10-51-reach": ("B1",)}), ("A3", {"a10-531-cover": ("A3@foxhole",)})]
)
def test_what_is_wrong_with_a_shelter_off_the_way(hex_: str, fault: dict[str, tuple[str, ...]]) -> None:
    """a10-531-cover, a10-51-reach, a12-14-reveal: from the foxhole in A3 it would be 1 + 2 + 2 + 2 MF to B1, too many, and off
    the shortest way. That a1 is concealed yet is told only where he is: revealed in B3, he would interdict it in A3."""
    facts = f'feature("A3",foxhole). normal_range(a1,9). reveal(a1,g1,"{hex_}",after).'
    here = asl("A3. " + DUG[0], DUG[1], DUG[2] + " H3-A3", facts)
    assert here.judged("B3 A3@foxhole B2 B1", to="B1") == (2, fault)


def test_in_a_shelter_it_goes_on_by_what_only_it_knows() -> None:
    """a10-531-cover: whoever passes B4 in the open fails his NMC, so that nobody else who is whole has seen a9. For the trench 2
    MF are paid, then 2 for leaving it: with 6 MF it gets to B2 (2 + 2 + 1), not to B1, of which the shortest way costs 5."""
    facts = 'feature("B4",trench). nmc(g1,"B4",fail). normal_range(a9,9).'
    here = asl("B1w B2. B3. B4. B5. B9-", "g1:squad@B5 broken dm; a9:squad@B9", "B9-B4", facts)
    assert here.runs == {"B5 B4 B3 B2 B1": "survives", "B5 B4@trench B3 B2": "survives"}
    assert here.run("B5 B4@trench B3 B2").mf == (0, 2, 4, 5)


def test_reduced_on_the_way_it_goes_on_from_a_shelter_where_there_is_room_now() -> None:
    """a10-531-cover, a5-11-overstack: for the squad the shortest way to B1 is 1 + 1 + 2 + 2 MF, one for overstacking B2. What
    the NMC in B4 leaves of it fits into B2, as the next hex of that way: 1 + 2 for the foxhole + 1 out of it + 1, and 2 are too
    many."""
    units = "g1:squad@B5 broken dm; g2:squad@B2; g3:squad@B2; g4:half_squad@B2; a1:squad@B9"
    facts = 'nmc(g1,"B4",fail). normal_range(a1,9). feature("B3",foxhole).'
    here = asl("B1w B2. B3. B4. B5. B9-", units, "B9-B4 B9-B3", facts)
    assert here.destinations == {"B1": 6.0}
    assert here.run("B5 B4 B3@foxhole B2").mf == (0, 1, 3, 5)
