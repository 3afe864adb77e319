"""Clean routs: ways without Interdiction or Low Crawl (A20.21).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import asl
from tiny_asl import FENCE, FIELD, HELD, REACH, TAKER


def test_what_a_disrupted_unit_meets_on_its_way_ends_a_clean_rout() -> None:
    """a20-21-clean, option(vehicle_only,eliminated): "ends alive". In B1 it meets a2, and surrenders to it (a19-12-disrupted);
    in B2 it meets a2 far off, and its rout ends there, alive."""
    eliminated = "option(vehicle_only,eliminated)."
    taken = "A1. B1s B2. B3. C1w", "g1:squad@B2 broken dm disrupted; a1:vehicle@B3; a2:squad@A1", "A1-B1 B2-B3"
    assert asl(*taken).runs == {"B2 B1": "surrenders"}
    assert asl(*taken, eliminated).g1.verdict == "eliminated"
    stopped = "B1w B2. B3. B4. F9.", "g1:squad@B3 broken dm disrupted; a1:vehicle@B4; a2:squad@F9", "F9-B2 B3-B4"
    for facts in ("", eliminated):
        here = asl(*stopped, facts)
        assert (here.g1.verdict, here.runs) == ("routs", {"B3 B2": "survives"})


@pytest.mark.parametrize(("shelter", "verdict"), [('feature("C2",foxhole).', "routs"), ("", "surrenders")])
def test_to_decline_where_it_has_just_chosen_anew_is_a_clean_rout(shelter: str, verdict: str) -> None:
    """a20-21-clean, a10-531-cover, note 17: next to a3 g1 surrenders without a clean rout. At the brush's MF it comes into B2
    under no fire (4) and learns of a2, who closes B1. By road, over the hedge, it gets into C2 (6), where a1 would interdict it
    as he would on the road in B2; to decline that is a clean rout."""
    here = asl(
        "A2. B1w B2b B3. B4. B5. B6. C2w B9.",
        "g1:squad@B5 broken dm; a2:squad@A2 broken; a1:squad@B9; a3:squad@B6",
        "A2-B2 A2-B1 B9-B2 B9-C2 B6-B5",
        f'{shelter} road("B3","B2"). road("B2","C2"). road("B2","B1"). {FENCE} normal_range(a1,9).',
        near=False,
    )
    assert here.g1.verdict == verdict


def test_a_way_that_falls_short_is_clean() -> None:
    """a20-21-clean, a10-531-cover: next to a1 the only way leads through B4, where a2 interdicts; the trench there saves it."""
    units = "g1:squad@B5 broken dm; a1:squad@B6; a2:squad@B8"
    assert asl(FIELD, units, "B8-B4").g1.verdict == "surrenders"
    assert asl(FIELD, units, "B8-B4", 'feature("B4",trench).').g1.verdict == "routs"


def test_by_a_detour_it_counts_on_no_shelter_of_the_shortest_way() -> None:
    """a20-21-clean, a10-531-cover, note 17: in C4, next to a1, it has spent 3 MF, and A4 (3 MF from B5, by A5) takes 3 more; with
    the shellholes in B3 it cannot arrive, and they are on no shortest way; B4 is closer to a9. It has no clean rout, and
    surrenders at once, though a2 is concealed yet."""
    here = asl(
        "A4w A5. B3. B4. B5. C4. C5b D3- B6- B9-",
        "g1:squad@B5 broken dm; a9:squad@B9; a1:squad@D3; a2:leader@B6 concealed",
        "B6-B3 B6-B5 B6-C4 B9-B3 B9-B5 D3-B3 D3-C4",
        'feature("B3",shellholes). reveal(a2,g1,"B3",before). normal_range(a9,12). normal_range(a1,9).',
        near=False,
    )
    routes = [r for r in here.g1.routes if r.path == ("B5", "C5", "C4") and r.end == "surrenders"]
    assert [[(d.hex, d.enemies) for d in r.discovers] for r in routes] == [[("C4", ("a1",))]]


def test_to_decline_its_destination_is_a_clean_rout() -> None:
    """a20-21-clean, note 17: next to a2 it must have a clean rout. Only the road leads into B1, under the eyes of a1; but it may
    stop before it, for want of the MF for the trench there."""
    facts = REACH + 'feature("B1",trench). road("B2","B1"). normal_range(a2,1).'
    units = "g1:squad@B7 broken dm; a1:squad@B9; a2:squad@B8"
    assert asl("B1w B2. B3. B4. B5. B6. B7. B8- B9-", units, "B9-B7 B9-B1", facts).g1.verdict == "routs"


def test_no_clean_rout_falls_short_by_a_detour() -> None:
    """a20-21-clean, a10-531-cover: a2 would interdict it in B5, on the shortest way to B2 (5 MF), and in B4. By A6 and A5 it
    would come to the trench of B4 unseen, but then not to B2: only who has kept to the shortest way may do that."""
    hexes, units = "A5. A6. B2w B3. B4. B5. B6. B7. B9-", "g1:squad@B6 broken dm; a1:squad@B7; a2:squad@B9"
    dug = 'feature("B4",trench). '
    assert asl(hexes, units, "B7-B6 B9-B5 B9-B4", dug, near=False).g1.verdict == "surrenders"
    here = asl(hexes, units, "B7-B6 B9-B5 B9-B4", dug + "no_quarter(german).", near=False)
    assert here.runs["B6 B5 B4@trench B3"] == "survives"
    assert here.judged("B5 B4@trench B3") == "survives"
    assert not any("A5 B4@trench" in path for path in here.runs)
    fault = here.judged("A6 A5 B4@trench B3")
    assert isinstance(fault, tuple)
    assert (fault[0], fault[1]["a10-531-cover"]) == (3, ("B4@trench",))
    # If nobody sees B5, the shortest way is clean.
    assert asl(hexes, units, "B7-B6 B9-B4", dug, near=False).g1.verdict == "routs"


def test_who_is_concealed_yet_is_looked_through() -> None:
    """a20-21-clean: next to a1 it has a clean rout as long as a2, who is to fire at it, is concealed: before it routs, and on
    the way, when it finds a1."""
    hexes, units = "B1w B2. B3. B4. D2.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@D2 concealed"
    here = asl(hexes, units, "D2-B2", 'reveal(a2,g1,"B2",after).')
    assert here.runs == {"B3 B2 B1": "survives"}
    assert here.run("B3 B2 B1").interdicted[0].by == ("a2",)

    hexes, units = "A2. B2. B3. C2. D1w E4.", "g1:squad@B3 broken dm; a1:squad@A2; a2:squad@E4 concealed"
    here = asl(hexes, units, "E4-C2", 'reveal(a2,g1,"C2",after).')
    assert here.runs == {"B3 B2 C2 D1": "survives"}
    assert [at.by for at in here.run("B3 B2 C2 D1").interdicted] == [("a1",), ("a2",)]


def test_who_is_concealed_yet_is_looked_through_after_another_was_revealed() -> None:
    """a20-21-clean, note 14: revealed before its first step, a1 is ADJACENT to g1, who by B2 has a clean rout as long as a2 is
    concealed, and makes it; he drops his concealment when it is there."""
    hexes, units = "B1w B2. B3. B4. H2-", "g1:squad@B3 broken dm; a1:squad@B4 concealed; a2:squad@H2 concealed"
    here = asl(hexes, units, "H2-B2", 'reveal(a1,g1,"B2",before). reveal(a2,g1,"B2",after).')
    assert here.runs == {"B3 B2 B1": "survives"}
    run = here.run("B3 B2 B1")
    assert [(discovery.hex, discovery.enemies) for discovery in run.discovers] == [("B3", ("a1",)), ("B2", ("a2",))]
    assert [(at.hex, at.by) for at in run.interdicted] == [("B2", ("a2",))]


def test_about_to_crawl_it_chooses_anew_where_its_destination_is_out_of_reach() -> None:
    """a20-21-clean, option(crawl_toward,mf): bound for C3, g1 is about to crawl to C2 (from there 1 MF by the road) when a1 is
    revealed next to it and bars C3. By a new choice it has a clean rout to A2: it does not surrender, and crawls."""
    here = asl(
        "A2w B1. B2. B3w C2w C3w D1w",
        "g1:squad@B2 broken dm; a1:squad@B3 concealed",
        "",
        'option(crawl_toward,mf). reveal(a1,g1,"C2",before). road("C3","C2").',
    )
    crawl = [r for r in here.g1.routes if r.path == ("B2", "C2") and r.legs[0].to == "C3" and len(r.legs) == 1]
    assert [(r.posture, r.end) for r in crawl] == [("low_crawl", "survives")]


@pytest.mark.parametrize(("ground", "takers"), [("b", ("a1", "a2")), (".", ("a1",))])
@pytest.mark.parametrize("road", ["", 'road("B3","B4").', "a3 in F9"])
def test_who_is_concealed_yet_is_looked_through_where_it_chooses_anew(
    road: str, ground: str, takers: tuple[str, ...]
) -> None:
    """a20-21-clean, a12-14-reveal: a1 is revealed next to g1 and bars B2; by the brush of B4, also over the road if it pays for
    the brush, B5 can be reached unseen, for a2 is concealed yet. Revealed in turn he bars B4, and g1 surrenders. Through Open
    Ground, under the fire of a1, there is no clean rout: it surrenders at once. That every step shows it somebody else, who
    does not matter, changes nothing."""
    third = road == "a3 in F9"
    here = asl(
        f"B1w B2. B3. B4{ground} B5w C3. C5- F9-",
        "g1:squad@B3 broken dm; a1:squad@C3 concealed; a2:squad@C5 concealed" + "; a3:squad@F9" * third,
        "C3-B3 C3-B4 C5-B3 C5-B4" + " F9-B2 F9-B4 F9-B1 F9-B5 F9-C3" * third,
        'reveal(a1,g1,"B2",before). reveal(a2,g1,"B4",before). ' + ("normal_range(a3,1)." if third else road),
    )
    routes = [r for r in here.g1.routes if r.end == "surrenders" and r.legs[0].to == "B1"]
    assert [(r.path, r.discovers[0].enemies, len(r.legs)) for r in routes] == [(("B3",), takers, len(takers))]


def test_about_to_go_where_it_is_interdicted_it_surrenders() -> None:
    """a20-21-clean, a12-14-reveal: next to a2, g1 has a clean way, back to B6. Bound for A5, where a9 interdicts, it has none:
    revealed before that step, a1 makes it choose, and only then may it go there after all."""
    facts = 'normal_range(a9,12). reveal(a1,g1,"A5",before). reveal(a2,g1,"B5",after).'
    units = "g1:squad@B7 broken dm; a9:squad@B9; a1:squad@B3 concealed; a2:squad@C5 concealed"
    here = asl("B7. B6. B5. A5. A4b B3- B9- C5-", units, "B9-A5 B3-B5 C5-B5", facts)
    assert {legs for path, legs in here.legs if path == "B7 B6 B5 A5"} == {"B7>free B5>free B5>free"}
    assert {legs for path, legs in here.legs if path == "B7 B6 B5 B6"} == {"B7>free B5>free", "B7>free B5>free B5>free"}
    assert here.runs["B7 B6 B5 B6"] == "survives" and here.runs["B7 B6 B5"] == "surrenders"


def test_about_to_crawl_to_where_only_an_interdicted_way_leads_it_surrenders() -> None:
    """a20-21-clean, a12-14-reveal: B1 and C6 are 4 MF away. Crawling to B2, too dear to walk through, it would be bound for B1,
    where it is interdicted on the way in C3 and C2; a2, revealed before that, takes it, although C6 has a clean way."""
    facts = 'normal_range(a9,12). reveal(a2,g1,"B2",before). elevation("B2",1). feature("B2",smoke).'
    units = "g1:squad@B3 broken dm; a9:squad@H2; a2:squad@A4 concealed"
    here = asl("B1w B2b B3. C3. C2. C4. C5. C6w A4- H2-", units, "H2-C2 H2-C3", facts)
    assert here.runs["B3"] == "surrenders" and here.runs["B3 C4 C5 C6"] == "survives"
    assert here.crawls == {"C4": "survives"}


def test_a_clean_way_may_stop_before_what_it_cannot_pay_for() -> None:
    """a20-21-clean, a10-531-cover (note 17): B1 is 6 MF away, all by the road, on which a9 interdicts; for the foxhole there it
    has no MF, and so it may rest in B2. That way is clean, so that it need not surrender next to a2, revealed in B6."""
    facts = (
        'normal_range(a9,12). normal_range(a1,1). normal_range(a2,1). reveal(a2,g1,"B6",after). reveal(a1,g1,"B3",after). '
        'road("B1","B2"). feature("B1",foxhole).'
    )
    units = "g1:squad@B7 broken dm; a9:squad@H1; a2:squad@A7 concealed; a1:squad@B13 concealed"
    here = asl("B1w B2. B3. B4. B5. B6. B7. A7- H1- B13-", units, "H1-B1 B13-B3", facts)
    assert here.runs == {"B7 B6 B5 B4 B3 B2": "survives", "B7 B6 B5 B4 B3 B2 B1": "survives"}


def test_unknown_interdictors_count_concealed_ones_do_not() -> None:
    """a20-21-clean, note 14"""
    units = TAKER + "; a2:squad@B9"
    here = HELD + " B9.", units, "B9-B1", "normal_range(a2,9)."
    assert asl(*here).g1.verdict == "surrenders"
    assert asl(*here[:3], here[3] + " status(a2,concealed).").g1.verdict == "routs"


def test_one_clean_rout_is_enough() -> None:
    """a20-21-clean, note 11: over A3 it gets away; then it may also crawl, or face Interdiction over B1."""
    hexes = "B1. B2w B3w A2. A1w"  # A2 is not ADJACENT to B3
    here = asl(hexes, TAKER, "B3-B1", 'no_interdiction(a1,"A2").')
    assert here.g1.verdict == "routs"
    assert "B2 A2 A1" in here.runs
    assert here.run("B2 B1 A1").interdicted
    assert here.crawls
    assert asl("B1. B2w B3w A1w", TAKER, "B3-B1").g1.verdict == "surrenders"


@pytest.mark.parametrize(("said", "verdict"), [("", "routs"), ('in_open("B3","B2",yes).', "surrenders")])
def test_no_price_of_terrain_shelters_in_a_hex_that_is_said_to_be_open(said: str, verdict: str) -> None:
    """a20-21-clean, a10-531-open: at the building's MF it enters B3 under no fire of a1, but where in_open/3 says otherwise."""
    here = asl("B2. B3s B4s", "g1:squad@B2 broken dm; a1:squad@B2", facts=f'road("B2","B3"). {said}')
    assert here.g1.verdict == verdict
