"""Enemies revealed before a step: the steps that they bar (A12.14).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import Position, asl, causes
from tiny_asl import LANE, VEIL

import pyrout
from pyrout.errors import UsageError


def test_barred_at_its_only_step_it_fails_to_rout() -> None:
    """a12-14-reveal, note 21: a2 in A2 drops concealment before g1 enters B2, next to it; g1 has no other step, and a1 in B6
    forces it from Open Ground. It has not moved, so it fails to rout."""
    here = asl(
        "B1w B2. B3. B6. A2-",
        "g1:squad@B3 broken dm; a1:squad@B6; a2:squad@A2 concealed",
        "B6-B3 A2-B3",
        'reveal(a2,g1,"B2",before). no_quarter(german).',
    )
    assert [(route.path, route.end) for route in here.g1.routes] == [(("B3",), "eliminated")]


def test_dropping_concealment_before_a_step() -> None:
    """a12-14-reveal, note 21: a1 in B4 shows itself before g1 enters B3, which then leads closer to it."""
    here = "B1w B2. B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4 concealed", "B4-B2"
    assert {"B2 B3"} <= set(asl(*here).runs)
    assert not any(path.startswith("B2 B3") for path in asl(*here, 'reveal(a1,g1,"B3",before).').runs)


def test_nobody_is_about_to_go_back_where_it_may_not() -> None:
    """a12-14-reveal, a10-51-revisit: bound for B3 by way of B2, g1 could not step back into C3: what a1 would reveal before
    that step is not revealed, and does not end its rout."""
    units = "g1:squad@C3 broken dm; a1:squad@D3 hidden"
    here = asl("A3b B2w B3s C3s D3s", units, "D3-B2", 'reveal(a1,g1,"C3",before).', near=False)
    ends = {(route.legs[0].to, route.end) for route in here.g1.routes if route.path == ("C3", "B2")}
    assert ends == {("B2", "survives")}


def test_it_surrenders_only_in_the_hex_before_which_somebody_was_revealed() -> None:
    """a12-14-reveal: a4 is revealed, out of sight, when g1 is about to enter D3; so it does enter D3. In B3 it meets a3 alone."""
    here = asl(
        "B2. B3. B4b C3. C5o D2. D3. D4.",
        "g1:squad@C3 broken; g3:squad@D4; a1:dummy@D2; a2:leader@C3; a3:leader@B4 melee; a4:cavalry@B4 concealed; a5:crew@B2",
        "B4-B3",
        'reveal(a4,g1,"D3",before).',
        near=False,
    )
    assert {met.enemies for r in here.g1.routes for met in r.discovers if met.hex == "B3"} == {("a3",)}


def test_into_a_shelter_before_which_somebody_is_revealed_who_bars_the_way_behind_it() -> None:
    """a12-14-reveal: from B5, about to go into the trench of A5, it learns of a1: A4 is nearer to him, A5 is not. It makes the
    step that it was about to make, and comes to rest there."""
    here = asl(
        "B5. A5. A4. A3. A2w B9- C1-",
        "g1:squad@B5 broken dm; a9:squad@B9; a1:squad@C1 concealed",
        "B9-A5 C1-B5",
        'feature("A5",trench). normal_range(a9,12). normal_range(a1,1). reveal(a1,g1,"A5",before).',
        near=False,
    )
    assert [r.end for r in here.g1.routes if r.path == ("B5", "A5@trench") and len(r.legs) == 1] == ["survives"]


@pytest.mark.parametrize("beside", ["", "C5"])
def test_on_its_way_into_a_shelter_when_somebody_is_revealed_who_bars_its_destination(beside: str) -> None:
    """a12-14-reveal, a20-21-clean: in B5, about to go into the trench of A5, with which A4 (5 MF) is out of reach, g1 learns of
    a1, who bars A4. It goes into the trench all the same; also from next to a2, to whom it does not surrender, as that way is
    clean."""
    here = asl(
        "B7. B6. B5. A5. A4w B9- B3- C5- D3-",
        "g1:squad@B7 broken dm; a9:squad@B9; a1:squad@B3 concealed; a3:squad@D3 concealed"
        + (f"; a2:squad@{beside} concealed" if beside else ""),
        "B9-B7 B9-A5 B3-B5 D3-A5" + (f" {beside}-B5" if beside else ""),
        'feature("A5",trench). normal_range(a9,12). normal_range(a1,1). normal_range(a3,1). reveal(a1,g1,"A5",before).'
        ' reveal(a3,g1,"A5",after).' + (' normal_range(a2,1). reveal(a2,g1,"B5",after).' if beside else ""),
        near=False,
    )
    assert ("B7 B6 B5 A5@trench", "B7>A4") in here.legs
    assert not any(r.path == ("B7", "B6", "B5") and r.end == "surrenders" for r in here.g1.routes)


def test_revealed_before_a_step() -> None:
    """a12-14-reveal: revealed when g1, in B3, is about to enter B2, a1 bars that: it must go elsewhere, and may still crawl."""
    here = asl(*VEIL, 'reveal(a1,g1,"B2",before).')
    assert here.runs == {"B3 B4": "survives"}
    assert here.crawls == {"B4": "survives"}
    assert here.run("B3 B4").discovers == (pyrout.Discovery("B3", ("a1",)),)
    fault = here.judged("B2")
    assert not isinstance(fault, str)
    assert (fault[0], "a10-51-adjacent" in fault[1]) == (1, True)
    assert here.judged("B4") == "survives"


@pytest.mark.parametrize(
    ("claim", "facts"), [("B2 B1", ""), ("B2@trench B1", ' feature("B2",trench). normal_range(a9,12).')]
)
def test_a_step_is_illegal_for_the_enemy_who_is_revealed_before_it(claim: str, facts: str) -> None:
    """a12-14-reveal, a10-51-adjacent: about to enter B2 from B3, next to a1 in C3 already, g1 learns of him. B2 is on the way to
    B1, and nothing but a1 bars it. The other way, by A3 and A2 (1 + 1 + 2 MF), remains."""
    units = "g1:squad@B3 broken dm; a1:squad@C3 concealed; a9:squad@B9"
    here = asl("B1w B2. B3. A2. A3. C3- B9-", units, "B9-B3 B9-B2", f'reveal(a1,g1,"B2",before).{facts}')
    barred = {"a10-51-adjacent": ("a1",), "a10-51-again": ("a1",)}
    assert here.judged(claim) == here.judged(claim, to="B1") == here.judged("B2", low_crawl=True) == (1, barred)
    assert here.judged("A3 A2 B1") == "survives"


def test_an_enemy_revealed_before_another_step_bars_nothing() -> None:
    """a12-14-reveal, a10-51-toward: B4 is no way to B1. That a1 in C5 would be ADJACENT to it is Known only to a unit about to
    enter B2."""
    units = "g1:squad@B3 broken dm; a1:squad@C5 concealed"
    here = asl("B1w B2. B3. B4. A2. A3. C5-", units, "C5-B3", 'reveal(a1,g1,"B2",before).')
    assert (here.judged("B2 B1"), here.judged("B4 B3")) == ("survives", (1, {"a10-51-toward": ("B1",)}))


def test_what_does_not_bar_a_step_does_not_turn_it() -> None:
    """a12-14-reveal, note 21: about to enter B2 from A2, out of sight of a1, g1 learns nothing and enters it; it does not go to
    B1 instead, to see a1 there unconcealed."""
    here = asl(
        "B1w A2. B2. A3. C2.", "g1:squad@A3 broken dm; a1:squad@C2 concealed", "C2-A3", 'reveal(a1,g1,"B2",before).'
    )
    assert {r.discovers for r in here.g1.routes if r.path[:3] == ("A3", "A2", "B1")} == {()}


def test_where_it_is_threatened_it_goes_on_if_nothing_bars_the_step() -> None:
    """a12-14-reveal: about to leave a1 in B3 for B2, away from a2 in B4, g1 learns of a2, who bars nothing: it enters B2, and has
    chosen only once. Nor may it stay to choose anew, though a1 would make it."""
    here = asl(
        "B1. B2. B3. B4. A2.",
        "g1:squad@B3 broken dm; a1:squad@B3 broken; a2:squad@B4 concealed",
        "B4-B3",
        'reveal(a2,g1,"B2",before). option(free_toward,no). no_quarter(german).',
    )
    met = {route.path: (len(route.legs), route.discovers) for route in here.g1.routes if route.path[1] == "B2"}
    there = (1, (pyrout.Discovery("B3", ("a2",)),))
    assert met == dict.fromkeys(
        [("B3", "B2"), ("B3", "B2", "B1"), ("B3", "B2", "A2"), ("B3", "B2", "B1", "A2"), ("B3", "B2", "A2", "B1")],
        there,
    )


def test_who_stops_is_not_lost_by_a_step_that_it_does_not_make() -> None:
    """a12-14-reveal: in B2 a2 puts B1 out of reach, and g1 may stay. About to go on to A2 it would learn of a1, who bars that and
    takes it; the way is the same, and that without him counts."""
    here = asl(
        "B1w B2. B3. A2. A3. C1.",
        "g1:squad@B3 broken dm; a1:squad@A3 concealed; a2:leader@C1",
        "A3-B2 C1-B2",
        'reveal(a1,g1,"A2",before).',
    )
    (stop,) = [route for route in here.g1.routes if route.path == ("B3", "B2") and route.posture == "run"]
    assert (stop.end, stop.discovers) == ("survives", (pyrout.Discovery("B2", ("a2",)),))


def test_a_step_that_is_not_through_cover_bars_nothing_there() -> None:
    """a12-14-reveal, a10-51-arrived: from B3 g1 goes on through cover alone, into B2, which a2 in B4 does not bar; that he would
    bar A4 is no reason to choose anew."""
    facts = 'reveal(a2,g1,"B2",before). reveal(a2,g1,"A4",before). no_quarter(german).'
    here = asl(LANE, "g1:squad@A3 broken dm; a2:squad@B4 concealed", "", facts)
    on = [
        tuple(leg.to for leg in r.legs) for r in here.g1.routes if r.path == ("A3", "B3", "B2") and r.posture == "run"
    ]
    assert sorted(on) == [("B2",), ("B3",)]


def test_a_step_back_to_the_start_bars_nothing() -> None:
    """a12-14-reveal, a10-51-revisit: in B3, about to enter B4, g1 learns of a2 in C3, who does not bar it. He would bar B2, where
    it comes from and does not go."""
    here = asl(
        "B2. B3. B4. C3. A4.",
        "g1:squad@B2 broken dm; a2:squad@C3 concealed",
        "",
        'reveal(a2,g1,"B2",before). reveal(a2,g1,"B4",before). no_quarter(german). option(free_toward,no).',
    )
    assert {len(route.legs) for route in here.g1.routes} == {1}
    assert {route.path for route in here.g1.routes if route.end == "survives"} == {
        ("B2", "B3"),
        ("B2", "B3", "A4"),
        ("B2", "B3", "A4", "B4"),
        ("B2", "B3", "B4"),
        ("B2", "B3", "B4", "A4"),
    }


def test_it_chooses_anew_where_each_way_on_is_one_before_which_somebody_is_revealed() -> None:
    """a12-14-reveal, a10-51-arrived: in A3, next to a1 who is abandoned, g1 may choose anew, and goes back by B3."""
    here = asl(
        "A2. A3w B3. B4. B1. C9.",
        "g1:squad@B3 broken dm; a1:vehicle@A2 abandoned; a2:squad@C9 concealed",
        "",
        'reveal(a2,g1,"B3",before). no_quarter(german). option(bar_unarmed,no).',
    )
    assert ("B3", "A3", "B3", "B4") in {route.path for route in here.g1.routes}


def test_nobody_is_revealed_before_a_step_that_its_destination_does_not_allow() -> None:
    """a12-14-reveal, a10-51-toward: in B2, bound for C2, g1 does not go to A2, which is farther from C2, nor back to B1. So a1,
    who would bar C2, stays concealed."""
    here = asl(
        "B1. B2. A2w C2h E1.",
        "g1:squad@B1 broken dm; a1:squad@E1 concealed",
        "E1-B2",
        'reveal(a1,g1,"A2",before). reveal(a1,g1,"B1",before).',
    )
    assert {legs for path, legs in here.legs if path.startswith("B1 B2 C2")} == {"B1>C2"}
    assert not any("B1>C2 B2>" in legs for _, legs in here.legs)


def test_what_ends_before_a_step_can_be_claimed() -> None:
    """a12-14-reveal, a20-21-surrender: where it began, or in A4, g1 learns of the enemy before its next step, and surrenders.
    What bars that step is what is revealed, nothing else."""
    units, facts = "g1:leader@B3 broken dm wounded; a1:squad@A4 concealed", 'elevation("B4",1). '
    here = asl("B3. B4b A4-", units, "", facts + 'reveal(a1,g1,"B4",before).')
    assert here.judged("B3") == here.judged("B3", mf=0) == "surrenders"
    for wrong, of in (
        ({"mf": 2}, "spent nothing"),
        ({"low_crawl": True}, "at least one step"),
        ({"to": "B3"}, "at least"),
    ):
        with pytest.raises(UsageError, match=of):
            _ = here.judged("B3", **wrong)
    played = pyrout.play(here.instance, "g1: B3 surrenders a1\n")
    assert played.legal and "status(g1,captured)" in {str(fact) for fact in played.position.facts}
    for kept in (asl("B3. B4b A4-", units, "", facts), asl("B3. B4w", "g1:squad@B3 broken dm")):
        with pytest.raises(UsageError, match="at least one step"):
            _ = kept.judged("B3")
    units = "g1:squad@A3 broken dm; a1:squad@A1; a2:squad@B4 concealed"
    ways = asl("A3. A4b A5w A6b B3b B5w A1- B4b", units, "A1-A3", 'reveal(a2,g1,"A5",before).')
    assert ways.runs["A3 A4"] == ways.judged("A4") == "surrenders"
    judged = ways.judged("A4 A5")
    assert isinstance(judged, tuple)
    step, faults = judged
    assert (step, faults["a10-51-adjacent"], "a10-51-toward" in faults) == (2, ("a2",), False)


@pytest.mark.parametrize("encircled", ["", "encircled"])
def test_barred_from_where_it_began_it_chooses_anew(encircled: str) -> None:
    """a12-14-reveal, a10-51-leave, option(free_toward,no): in B3, about to go back to B2, from where it could go on, g1 learns of
    a1, next to it, who bars B2. It chooses anew."""
    here = asl(
        "B1. B2. B3. B4. B5. A3-",
        f"g1:squad@B2 broken dm {encircled}; a1:squad@A3 concealed",
        "A3-B3",
        'option(free_toward,no). option(revisit,allow). reveal(a1,g1,"B2",before).',
    )
    assert ("B2", "B3", "B4") in {
        route.path for route in here.g1.routes if [leg.start for leg in route.legs] == ["B2", "B3"]
    }


def test_a_disrupted_unit_does_not_go_elsewhere_once_somebody_is_revealed_before_its_step() -> None:
    """a12-14-reveal, a19-12-rout: about to enter B3, from where a2 is revealed out of its sight, it enters B3. It does not go to
    A2 instead, where it would see him and cease to rout; on its way by A2 nobody is revealed."""
    here = asl(
        "A2. A3w B2. B3. F2- D2-",
        "g1:half_squad@B2 broken dm disrupted; a2:leader@F2 concealed; a3:squad@D2",
        "F2-A2 D2-B2 D2-B3 D2-A3",
        'reveal(a2,g1,"B3",before). normal_range(a3,6). normal_range(a2,6).',
    )
    assert set(here.runs) == {"B2 A3", "B2 A2 A3", "B2 B3 A3"}


@pytest.mark.parametrize(
    ("enemy", "verdict", "reasons"),
    [
        ("", "stays", {"a12-14-reveal": ("a1",)}),
        ("; a9:squad@B9", "eliminated", {"a12-14-reveal": ("a1",), "a10-51-none": (), "a10-5-must": ("a9",)}),
    ],
)
def test_barred_from_its_only_step_it_does_not_rout(
    enemy: str, verdict: str, reasons: dict[str, tuple[str, ...]]
) -> None:
    """a12-14-reveal, option(free_toward,no): a1, revealed before g1 enters B2, bars that, and it can go nowhere else. In the open
    to a9 it fails to rout; else it stays."""
    here = asl(
        "B3. B2. B1-" + " B9-" * bool(enemy),
        "g1:squad@B3 broken dm; a1:squad@B1 concealed" + enemy,
        "B1-B3" + " B9-B3" * bool(enemy),
        'option(free_toward,no). reveal(a1,g1,"B2",before).' + " normal_range(a9,9)." * bool(enemy),
    )
    assert (here.g1.verdict, here.g1.routes, causes(here.g1.reasons)) == (verdict, (), reasons)


def test_what_is_barred_by_reveals_before_each_first_step_is_excluded_by_them() -> None:
    """a12-14-reveal: two ways lead to C2; a1, revealed before g1 enters D2, bars the one, and a2 the other before C3."""
    shows = 'reveal(a1,g1,"D2",before).', 'reveal(a2,g1,"C3",before).'
    units = "g1:squad@D3 broken dm; a1:squad@E2 concealed; a2:squad@B3 concealed"
    here = "D3. D2. C3. C2w E2- B3-", units, "E2-D3 B3-D3"
    for shown in shows:
        assert (asl(*here, shown).g1.verdict, asl(*here, shown).excluded) == ("may_rout", {}), shown
    both = asl(*here, " ".join(shows))
    assert (both.g1.verdict, both.g1.routes) == ("stays", ())
    assert both.excluded == {("C2", "a12-14-reveal"): (3.0, ("a1", "a2"))}


def test_of_two_who_bar_it_the_first_by_name_is_told() -> None:
    """a12-14-reveal: whichever of the steps to B2 and B3 it is about to make, an enemy bars it; not having moved, it may crawl
    to D3 instead: one route, on which it has met one of them (our reading: of as many, the first by name is told)."""
    units = "g1:leader@C3 broken dm; a1:squad@{} concealed; a2:squad@{} concealed"
    for first, second in (("A2", "A4"), ("A4", "A2")):
        beside_b2, beside_b3 = ("a1", "a2") if first == "A2" else ("a2", "a1")
        facts = f'reveal({beside_b2},g1,"B2",before). reveal({beside_b3},g1,"B3",before).'
        here = asl("A2. A4. B2. B3. C3. D2. D3.", units.format(first, second), "A2-C3 A4-C3 A2-B2 A4-B3", facts)
        once = [r for r in here.g1.routes if r.path == ("C3", "D3") and r.posture == "low_crawl" and len(r.legs) == 2]
        assert [discovery.enemies for r in once for discovery in r.discovers] == [("a1",)]


def test_whom_it_has_seen_before_can_bar_later() -> None:
    """a12-14-reveal: a1 sees only B4; revealed there, he bars each step that comes closer to him. In B3 it would not learn of
    him, so the moment that decides about the step to B2, too, is before B3."""
    here = asl("B2w B3. B4. C1w", "g1:squad@B4 broken dm; a1:squad@C1 concealed", "C1-B4")
    assert [(u.hex, u.when, u.rule) for u in here.run("B4 B3 B2").unless] == [("B3", "before", "a10-51-closer")]
    for hex_, stays in (("B3", False), ("B2", True)):
        assert ("B4 B3 B2" in Position(f'{here.text} reveal(a1,g1,"{hex_}",before).').runs) == stays


def test_nobody_is_revealed_before_a_step_that_may_not_be_made() -> None:
    """a12-14-reveal, a10-51-revisit: from C3 it may not go back to B2, before which a1 would be revealed: it goes on into B3,
    which he throws it back from, and does not surrender in C3."""
    here = asl("B2. B3w C3.", "g1:squad@B2 broken dm; a1:squad@B3 concealed", "B3-C3", 'reveal(a1,g1,"B2",before).')
    assert here.runs == {"B2 B3 B2": "eliminated", "B2 C3 B3 C3": "eliminated"}
