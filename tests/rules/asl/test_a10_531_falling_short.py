"""Routs that pay for cover and fall short of their destination (A10.531, note 17).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import asl
from tiny_asl import DUG, FENCE, FIELD, FROM_B5, REACH, SEEN_FROM_B5


@pytest.mark.parametrize(("clean", "price"), [("yes", 6.0), ("no", 5.0)])
def test_the_shortest_way_is_the_shortest_clean_or_not(clean: str, price: float) -> None:
    """a10-531-cover, note 17, option(adjacent_clean): next to a1, S2 counts 6 MF by the clean way along T, for a3 interdicts S3.
    The shortest way is that by R3 and S3 all the same: the trench in R3 is on it, that in Q4, 1 MF round about, is not."""
    for hole, sheltered in (("R3", {"S5 R4 R3@trench S3"}), ("Q4", set())):
        here = asl(
            "S5. R4. Q4. R3. S3. S2w T4b T3. T2. S6- O6- S8-",
            "g1:squad@S5 broken; a1:squad@S6; a2:squad@O6; a3:squad@S8",
            f"O6-{hole} S8-S3",
            f'feature("{hole}",trench). option(adjacent_clean,{clean}).',
        )
        assert here.destinations == {"S2": price}
        assert {path for path in here.runs if "@" in path} == sheltered


def test_on_the_shortest_way_it_may_pay_although_it_cannot_arrive() -> None:
    """a10-531-cover, note 17: B1 costs 5. With the trench in B4 (2) it gets to B3 (4), B2 (5), and no further."""
    here = asl(FIELD, FROM_B5, SEEN_FROM_B5, REACH + 'feature("B4",trench).')
    assert here.runs == {"B5 B4 B3 B2 B1": "survives", "B5 B4@trench B3 B2": "survives"}
    assert here.judged("B4@trench B3") == (3, {"a10-531-cover": ("B3",)})  # 1 MF left: it must go on
    assert here.judged("B4@trench B3 B2") == "survives"


def test_wounded_on_the_way_it_may_pay_although_it_cannot_arrive() -> None:
    """a10-531-cover, note 17, A17.2: wounded in B5, after 1 of his 3 MF, the leader still gets by the road to B3 (3); with the
    foxhole in B4 (3) not any more, though he would have with the 6 MF that he chose it with."""
    here = asl(
        "B3w B4. B5. B6. B9-",
        "g1:leader@B6 broken dm; a1:squad@B9",
        "B9-B4 B9-B5 B9-B6",
        REACH + 'road("B4","B3"). feature("B4",foxhole). nmc(g1,"B5",fail).',
    )
    assert ("B6 B5 B4 B3", "B6>B3") in here.legs
    assert ("B6 B5 B4@foxhole", "B6>B3") in here.legs


def test_it_may_decline_the_next_hex_for_want_of_mf() -> None:
    """a10-531-cover, note 17: after the trenches in B4 and B3 (2 + 3) it has 1 MF: not for both B2 and leaving B3; after B4
    and B3 (2 + 2) it has 2, and the foxhole in B2 would take them."""
    three = 'feature("B4",trench). feature("B3",shellholes). feature("B2",foxhole).'
    here = asl(FIELD, FROM_B5, SEEN_FROM_B5, REACH + three)
    # B4@trench 2, B3@shellholes 2 + 1 + 1 = 5: B2 costs 1 (6), its foxhole 2 (7): it may decline.
    assert here.runs["B5 B4@trench B3@shellholes"] == "survives"
    assert here.runs["B5 B4@trench B3@shellholes B2"] == "survives"
    # B4 1, B3@shellholes 3, B2@foxhole 5.
    assert here.runs["B5 B4 B3@shellholes B2@foxhole"] == "survives"
    # B4@trench 2, B3 4: B2@foxhole would cost 2, and it has them: it may not decline.
    assert "B5 B4@trench B3" not in here.runs


def test_only_the_shortest_way_may_fall_short_even_with_an_enemy_met_there() -> None:
    """a10-531-cover, note 17: in the trench in D4 it meets a1, who sees no more than that, and with 1 MF left it would surrender;
    by way of B3, no shortest way to anywhere there, it does not get into the trench at all."""
    hexes = "B3. C3s C4. C5. C6w D2s D3s D4. D5s E3s E4s E5s A4. A5w B4. B5. C2. B2. D6."
    own = "".join(f'building("own","{h}").' for h in ("C3", "D3", "D2"))
    facts = 'level("D2",1). feature("B3",smoke). feature("D4",trench). normal_range(a1,5).' + own
    here = asl(hexes, "g1:squad@C3 broken dm; a1:squad@E4; a2:crew@D2@1", "E4-D4", facts, near=False)
    assert [run for run in here.runs if "D4@trench" in run and "C3 C4 D4@trench" not in run] == []
    assert here.runs["C3 C4 D4@trench D5"] == "survives"


def test_only_the_shortest_way_may_fall_short() -> None:
    """a10-531-cover, note 17: by way of C4 the woods in B1 cost 6, by way of B3 alone 5. The foxhole in B3 makes that 7, and
    only who came straight may pay for it."""
    here = asl(
        "B1w B2. B3. B4. B5. C4. B9-",
        "g1:squad@B5 broken dm; a1:squad@B9",
        "B9-B5 B9-B3",
        REACH + 'feature("B3",foxhole).',
    )
    assert here.destinations == {"B1": 5.0}
    assert "B5 B4 B3@foxhole B2" in here.runs
    assert "B5 B4 C4 B3 B2 B1" in here.runs
    assert not any("C4 B3@foxhole" in path for path in here.runs)


@pytest.mark.parametrize(("shelter", "declines"), [("foxhole", True), ("pillbox", True), ("smoke", False)])
def test_it_may_decline_where_it_has_just_chosen_anew(shelter: str, declines: bool) -> None:
    """a10-531-cover, note 17: in B2, having routed a hex, g1 learns of a2, who closes B1, and chooses C2, by road over a hedge.
    That takes the 2 MF that it has left, and a1 would interdict it: it may decline, for want of the MF for the shelter."""
    here = asl(
        "A2. B1w B2. B3. C2w C9.",
        "g1:leader@B3 broken dm wounded; a2:squad@A2 broken; a1:squad@C9",
        "A2-B2 A2-B1 C9-C2",
        f'feature("C2",{shelter}). road("B2","C2"). {"" if shelter == "smoke" else FENCE} normal_range(a1,9).'
        " option(road_rate,taken).",
        near=False,
    )
    assert (("B3 B2", "B3>B1 B2>C2") in here.legs) == declines
    assert ("B3 B2 C2", "B3>B1 B2>C2") in here.legs
    assert (here.judged("B3 B2", to="B1") == "survives") == declines


@pytest.mark.parametrize("toward", ["hexes", "reach"])
def test_by_what_toward_says_a_rout_that_falls_short_may_end_no_nearer_in_hexes(toward: str) -> None:
    """a10-531-cover, option toward: C3 is as far from B1 as B3. With the foxhole in it the leader has 1 of his 3 MF left, which
    the foxhole takes; to end there is to go toward B1 as long as B1 is nearer in MF."""
    here = asl(
        "B1w B3. C2. C3. B9-",
        "g1:leader@B3 broken dm wounded; a1:squad@B9",
        "B9-B3 B9-C3",
        REACH + f'feature("C3",foxhole). road("C2","B1"). option(toward,{toward}).',
    )
    assert ("B3 C3@foxhole" in here.runs) == (toward == "reach")


def test_out_of_a_pillbox_only_the_shortest_way_may_fall_short() -> None:
    """a10-531-cover, b27-entrench: next to a1 g1 chooses anew in the pillbox; from there B2 costs 3, by way of A3 4. The foxhole
    in A3 makes that 5, of the 4 that it has left."""
    here = asl(
        "A3. B2h B3. B4. B9.",
        "g1:squad@B4 broken dm; a1:squad@B4 broken; a2:squad@B9",
        "B4-B3@pillbox B9-A3",
        'feature("B3",pillbox). feature("A3",foxhole). normal_range(a2,9).',
        near=False,
    )
    assert here.run("B4 B3@pillbox A3 B2").mf == (0, 2, 4, 6)
    assert not any("A3@foxhole" in path for path in here.runs)


def test_who_cannot_arrive_stays_in_a_pillbox_until_the_next_hex() -> None:
    """a10-531-cover, note 17: on the shortest way to B1, 5 MF, it takes the pillbox of B4 and gets as far as B2. To step out
    into B4 would bring it no nearer."""
    here = asl("B1w B2. B3. B4. B5. F4.", "g1:squad@B5 broken dm; a1:squad@F4", "F4-B5 F4-B4", 'feature("B4",pillbox).')
    assert {path for path, end in here.runs.items() if end == "survives"} == {
        "B5 B4 B3 B2 B1",
        "B5 B4@pillbox B3 B2",
        "B5 B4 B4@pillbox",
        "B5 B4@pillbox",
    }


def test_it_may_decline_its_destination_for_want_of_mf() -> None:
    """a10-531-cover, note 17: in B2 it has 1 MF left: enough for the woods by the road, where a1 would interdict it, not for
    the trench in them. With 2 left it may not decline."""
    facts = REACH + 'feature("B1",trench). road("B2","B1").'
    far = "B1w B2. B3. B4. B5. B6. B7. B9-", "g1:squad@B7 broken dm; a1:squad@B9", "B9-B7 B9-B1", facts
    assert asl(*far).runs["B7 B6 B5 B4 B3 B2"] == "survives"
    near = asl(far[0], far[1].replace("B7", "B6"), "B9-B6 B9-B1", facts)
    assert (near.runs["B6 B5 B4 B3 B2 B1"], "B6 B5 B4 B3 B2" in near.runs) == ("survives", False)


@pytest.mark.parametrize(
    ("start", "declines"),
    [
        ("B5", True),
        ("B4", False),
    ],  # in the foxhole of B2 with 2 MF left, or with 3: it costs 1 to leave, and the pillbox 2
)
def test_it_may_decline_the_hex_of_the_pillbox_where_it_has_no_mf_for_it(start: str, declines: bool) -> None:
    """a10-531-cover, note 17: bound for the pillbox in B1 it pays for the foxhole in B2, and from there may get no farther than
    the Open Ground of B1, where a1 would interdict it: it may decline that."""
    hexes, by = "B1. B2. B3. B4. B5. B9-", f"g1:squad@{start} broken dm; a1:squad@B9"
    here = asl(hexes, by, f"B9-B1 B9-B2 B9-{start}", REACH + 'feature("B1",pillbox). feature("B2",foxhole).')
    way = " ".join(f"B{n}" for n in range(int(start[1]), 2, -1)) + " B2@foxhole"
    assert (here.runs.get(way) == "survives", here.runs.get(f"{way} B1") == "survives") == (declines, declines)
    assert (f"{way} B1@pillbox" in here.runs) == (not declines)


SHORT = "B1w B2. B3. B4. B5. B9- ", "g1:squad@B5 broken dm; a3:squad@B9; ", "B9-B4 "


@pytest.mark.parametrize(
    ("place", "los", "path", "discovered"),
    [
        ("F9", "F9-B4", "B5 B4@trench B3 B2", [("a2", "a3")]),
        ("F9", "F9-B3", "B5 B4@trench B3 B2", [("a3",), ("a2",)]),
        ("A3", "A3-B4 A3-B3", "B5 B4@trench", [("a2", "a3")]),
        ("A3", "A3-B3", "B5 B4@trench B3 B2", [("a3",), ("a2",)]),
    ],
)
def test_falling_short_it_learns_of_somebody_before_the_next_step(
    place: str, los: str, path: str, discovered: list[tuple[str, ...]]
) -> None:
    """a10-531-cover, a12-14-reveal: for the trench in B4 g1 has given up B1 (2 + 2 + 1 + 2 MF). Before the step to B3 a2 is
    revealed: one who does not bar it, or is not seen from there, changes nothing else; next to B3, he makes it stop there."""
    here = asl(
        SHORT[0] + f"{place}-",
        SHORT[1] + f"a2:squad@{place} concealed",
        SHORT[2] + los,
        'feature("B4",trench). reveal(a2,g1,"B3",before). normal_range(a3,12). normal_range(a2,1).',
        near=False,
    )
    (run,) = [r for r in here.g1.routes if "B4@trench" in r.path]
    assert (" ".join(run.path), [d.enemies for d in run.discovers]) == (path, discovered)
    assert (run.end, len(run.legs)) == ("survives", 1)
    assert here.judged(path.split(" ", 1)[1]) == "survives"


@pytest.mark.parametrize("place", ["A3", "F9"])
def test_falling_short_it_looks_through_who_is_concealed_yet(place: str) -> None:
    """a10-531-cover, a20-21-clean: in the trench of B4 a1 is revealed next to g1, which has a clean rout by B3 to B2 as long as
    a2 is concealed: it does not surrender. Before the step a2 is revealed: if he bars it, it does."""
    here = asl(
        SHORT[0] + f"A5- {place}-",
        SHORT[1] + f"a1:squad@A5 concealed; a2:squad@{place} concealed",
        SHORT[2] + f"A5-B4 {place}-B4 {place}-B3",
        'feature("B4",trench). reveal(a1,g1,"B4",after). reveal(a2,g1,"B3",before). normal_range(a3,12). normal_range(a1,1).'
        " normal_range(a2,1).",
        near=False,
    )
    (run,) = [r for r in here.g1.routes if "B4@trench" in r.path]
    assert {enemy for d in run.discovers for enemy in d.enemies} == {"a1", "a2", "a3"}
    assert (run.path[2:], run.end) == (((), "surrenders") if place == "A3" else (("B3", "B2"), "survives"))


@pytest.mark.parametrize(
    ("enemy", "end"),
    [
        ("", "survives"),
        ("; a1:squad@C2", "surrenders"),
        ("; a1:squad@C2 concealed", "surrenders"),
    ],
)
def test_it_may_decline_the_next_hex_whomever_it_would_meet_there(enemy: str, end: str) -> None:
    """a10-531-cover, note 17: from the trench in B4 (2 MF) B3 takes 1 + 1.5, B2 1 more, and 1 for the trench there: g1 may
    decline it, also where it would find a1 there, or where he is revealed before that step."""
    here = asl(
        "B1w B2. B3g B4. B5. B9- C2-",
        f"g1:squad@B5 broken dm; a9:squad@B9{enemy}",
        "B9-B4 B9-B2 C2-B2",
        'normal_range(a9,12). feature("B4",trench). feature("B2",trench). month(7).'
        + ("normal_range(a1,1)." if enemy else "")
        + (' reveal(a1,g1,"B2",before).' if "concealed" in enemy else ""),
        near=False,
    )
    sheltered = {path: run for path, run in here.runs.items() if "B4@trench" in path}
    assert sheltered == {"B5 B4@trench B3": "survives", "B5 B4@trench B3 B2": end}


def test_by_a_detour_it_may_not_decline_its_destination() -> None:
    """a10-531-cover, note 17: as before from B6, with 1 MF spent on the shellholes of B5. By A6 it is 1 MF round about: it has
    1 left in B2, too, but is on no shortest way."""
    facts = REACH + 'feature("B1",trench). feature("B5",shellholes). road("B2","B1").'
    here = asl("B1w B2. B3. B4. B5. B6. A6. B9-", "g1:squad@B6 broken dm; a1:squad@B9", "B9-B6 B9-B5 B9-B1", facts)
    assert here.runs["B6 B5@shellholes B4 B3 B2"] == "survives"
    assert {path for path in here.runs if "A6" in path} == {"B6 A6 B5 B4 B3 B2 B1"}


def test_thrown_back_from_a_shelter_that_only_the_shortest_way_may_pay_for() -> None:
    """a10-531-cover, a10-533-repulse: the same trench, with a3 concealed in B4. Straight, B2 would cost 7 MF by way of it; it may
    pay for that, and it is thrown back. By A6 and A5 it would cost 8, and who has come round may not pay."""
    here = asl(
        "A5. A6. B2w B3. B4. B5. B6. B7. B9-",
        "g1:squad@B6 broken dm; a1:squad@B7; a2:squad@B9; a3:squad@B4 concealed",
        "B7-B6 B9-B5 B9-B4",
        'feature("B4",trench). no_quarter(german).',
        near=False,
    )
    assert here.runs["B6 B5 B4@trench B5"] == "eliminated" and "B6 A6 A5 B4@trench A5" not in here.runs
    assert here.judged("B5 B4@trench") == "eliminated"
    fault = here.judged("A6 A5 B4@trench")
    assert isinstance(fault, tuple)
    assert (fault[0], fault[1]["a10-531-cover"]) == (3, ("B4@trench",))


def test_thrown_back_where_it_would_have_to_choose_anew_only_the_shortest_way_may_have_paid() -> None:
    """a10-531-cover, a10-533-repulse: the same, with shellholes in B4, where a4 is revealed next to it and bars the way on. By
    B5 they still leave enough for B2 (6 MF); by a third hex they do not, and may not be paid for."""
    here = asl(
        "A5. A6. B2w B3. B4. B5. B6. B7. B9- C4.",
        "g1:squad@B6 broken dm; a1:squad@B7; a2:squad@B9; a3:squad@B4 concealed; a4:squad@C4 concealed",
        "B7-B6 B9-B5 B9-B4 C4-B4 C4-B3",
        'feature("B4",shellholes). no_quarter(german). reveal(a4,g1,"B4",after).',
        near=False,
    )
    assert {path for path in here.runs if "B4@shellholes" in path} == {"B6 B5 B4@shellholes B5"}


def test_sheltered_from_whom_it_has_seen_revealed_it_may_fall_short() -> None:
    """a10-531-cover, note 17: C1 costs 6. a1, who drops his concealment when it is in B3, interdicts it in B2; with the foxhole
    there (1) it gets to B1, and no farther."""
    here = asl(
        "B1b B2. B3. B4. C1w H3-", *DUG[1:], 'feature("B2",foxhole). reveal(a1,g1,"B3",after). normal_range(a1,6).'
    )
    assert here.destinations == {"C1": 6.0} and here.runs["B4 B3 B2@foxhole B1"] == "survives"
