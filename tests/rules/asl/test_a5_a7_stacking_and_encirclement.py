"""Overstacking (A5.11) and Encirclement (A7.7).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import asl
from tiny_asl import FIELD, REACH, SEEN

import pyrout

# --- a5-11-overstack -----------------------------------------------------------------------------------------------


def test_overstacking_costs() -> None:
    """a5-11-overstack: with g1 there would be 4.5 squad-equivalents in B2: 2 MF more."""
    crowd = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2; g5:half_squad@B2"
    assert asl("B1. B2w", crowd).destinations == {"B2": 4.0}


@pytest.mark.parametrize(
    ("crowd", "facts", "mf"),
    [
        ("g3:squad@B2; g4:leader@B2; g5:leader@B2; g6:leader@B2; g7:leader@B2", "", 2),
        ("g3:squad@B2; g4:leader@B2; g5:leader@B2; g6:leader@B2; g7:leader@B2; g8:hero@B2", "", 3),
        ("g3:half_squad@B2", "", 2),
        ("g3:half_squad@B2; g4:crew@B2", "", 2),
        ("g3:half_squad@B2; g4:crew@B2", "possesses(g4,w1). sw(w1,gun,5,20). ", 3),
        ("g3:half_squad@B2; g4:gun@B2", "", 3),
        ("g3:half_squad@B2; g4:gun@B2; g5:crew@B2", "", 3),
        ("g3:squad@B2; g4:half_squad@B2", "", 3),
        ("g3:squad@B2; g4:half_squad@B2; g5:vehicle@B2", "passenger(g4,g5). ", 2),
        ("g3:squad@B2; g4:half_squad@B2 in_sewer", "", 2),
    ],
)
def test_who_counts_in_a_stack(crowd: str, facts: str, mf: float) -> None:
    """a5-11-overstack: with g1 and g2, two squads. Five SMC are a half-squad, whoever mans a Gun is a squad (A5.5)."""
    here = asl("B1. B2h", f"g1:squad@B1 broken dm; g2:squad@B2; {crowd}", facts=facts)
    assert here.destinations == {"B2": mf}


def test_the_fifth_leader_of_a_stack_pays_for_it() -> None:
    """a5-11-overstack (A5.5): three squads and four leaders stack in B2. The fifth makes a half-squad more."""
    for leaders, mf in ((3, 2), (4, 3)):
        crowd = "; ".join([f"g{n}:squad@B2" for n in (2, 3, 4)] + [f"g{n}:leader@B2" for n in range(5, 5 + leaders)])
        assert asl("B1. B2w", f"g1:leader@B1 broken dm; {crowd}").destinations == {"B2": mf}


@pytest.mark.parametrize(("captor", "mf"), [("", 3.0), ("; a1:squad@B3", 2.0), ("; a1:squad@B3 broken", 3.0)])
def test_who_surrenders_at_once_takes_no_room(captor: str, mf: float) -> None:
    """asop-disrupted, a5-11-overstack: g4 surrenders to a1 before g1 routs, and leaves two squads in B2."""
    crowd = "; g2:squad@B2; g3:squad@B2; g4:squad@B2 broken disrupted"
    assert asl("B1. B2w B3.", "g1:squad@B1 broken dm" + crowd + captor, "B3-B2").destinations == {"B2": mf}


@pytest.mark.parametrize(("captor", "room"), [("", False), ("; a2:squad@A2", True)])
def test_who_surrenders_at_once_leaves_its_foxhole(captor: str, room: bool) -> None:
    """asop-disrupted, b27-entrench: g2 surrenders to a2 before g1 routs, and the foxhole holds one squad again."""
    here = asl(
        FIELD + " A2.",
        "g1:squad@B3 broken dm; a1:squad@B8; g2:squad@B2@foxhole broken disrupted" + captor,
        SEEN + " A2-B2",
        'feature("B2",foxhole). capacity("B2",foxhole,1).',
    )
    assert any("B2@foxhole" in way for way in here.runs) == room


def test_a_crowd_makes_a_location_dearer() -> None:
    """a5-11-overstack: three squads are in B2; with g1 one squad-equivalent too many. Who is marked overstacked is answered."""
    crowd = "; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    assert asl("B1. B2w", "g1:squad@B1 broken dm overstacked" + crowd).destinations == {"B2": 3.0}
    # The foxhole there is in the same Location: 1 (hex) + 1 (foxhole) + 1 (crowd) = 3, then 1 + 2 to B1.
    here = asl(
        FIELD,
        "g1:squad@B3 broken dm; a1:squad@B8; g2:squad@B2; g3:squad@B2; g4:squad@B2",
        SEEN,
        'feature("B2",foxhole).',
    )
    assert here.run("B3 B2@foxhole B1").mf == (0.0, 3.0, 6.0)


@pytest.mark.parametrize(
    ("crowd", "fires"),
    [
        ("; a2:squad@B9; a3:squad@B9", True),
        ("; a2:squad@B9; a3:squad@B9; a4:half_squad@B9", False),
        ("; a2:squad@B9; a3:squad@B9; a4:half_squad@B9 broken", False),
        ("; a2:squad@B9; a3:squad@B9; a4:leader@B9", True),
        ("; a2:squad@B9; a3:squad@B9; g4:half_squad@B9 captured", True),
        ("; a2:squad@B9; a3:squad@B9; a4:half_squad@B10", True),
        # A5.5: five SMC are a half-squad, and whoever mans a Gun a squad
        ("; a2:squad@B9; a3:squad@B9; a4:leader@B9; a5:leader@B9; a6:leader@B9 broken; a7:hero@B9", True),
        ("; a2:squad@B9; a3:squad@B9; a4:leader@B9; a5:leader@B9; a6:hero@B9; a7:leader@B9; a8:leader@B9", False),
        ("; a2:squad@B9; a3:crew@B9; a4:half_squad@B9", True),
        ("; a2:squad@B9; a3:crew@B9; a4:half_squad@B9; a5:gun@B9", False),
        ("; a2:squad@B9; a5:gun@B9", True),
        ("; a2:squad@B9; a4:half_squad@B9; a5:gun@B9", False),
        # A5.2, A5.3: one vehicle, and those aboard do not count
        ("; a2:squad@B9; a3:squad@B9; v1:vehicle@B9", True),
        ("; v1:vehicle@B9; v2:vehicle@B9", False),
        ("; a2:squad@B9; a3:squad@B9; v1:vehicle@B9; p1:squad@B9", True),
    ],
)
def test_who_is_overstacked_interdicts_nobody(crowd: str, fires: bool) -> None:
    """a10-532-interdict, note 20; A5.12: more than three squad-equivalents of a side, or more than one vehicle, fire with a
    positive DRM."""
    aboard = "passenger(p1,v1)." if "p1" in crowd else ""
    here = asl("B1w B2. B3. B9- B10-", "g1:squad@B3 broken dm; a1:squad@B9" + crowd, "B9-B2 B9-B3", REACH + aboard)
    by = {enemy for route in here.g1.routes for place in route.interdicted for enemy in place.by}
    assert by == ({"a1"} if fires else set()) and here.g1.verdict == "routs"


@pytest.mark.parametrize(("captor", "fires"), [("", False), ("; g2:squad@B10", True)])
def test_who_surrenders_at_once_crowds_nobody(captor: str, fires: bool) -> None:
    """a10-532-interdict, asop-disrupted: a4 surrenders to g2 before g1 routs, so that three squads fire without a DRM."""
    crowd = "; a2:squad@B9; a3:squad@B9; a4:squad@B9 broken disrupted"
    los, reach = "B9-B2 B9-B3 B9-B10", REACH + "normal_range(a2,5). normal_range(a3,5)."
    here = asl("B1w B2. B3. B9- B10-", "g1:squad@B3 broken dm; a1:squad@B9" + crowd + captor, los, reach)
    by = {enemy for route in here.g1.routes for place in route.interdicted for enemy in place.by}
    assert by == ({"a1"} if fires else set())


@pytest.mark.parametrize(("facts", "mf"), [("passenger(g4,g5).", 2.0), ("", 3.0)])
def test_who_is_aboard_does_not_stack(facts: str, mf: float) -> None:
    """a5-11-overstack: A5.3; three squads on foot make the woods dearer, two beside a Passenger do not."""
    crowd = "; g2:squad@B1; g3:squad@B1; g4:squad@B1; g5:vehicle@B1"
    assert asl("B1w B2.", "g1:squad@B2 broken dm" + crowd, facts=facts).destinations == {"B1": mf}


def test_a_crowd_beyond_a_minefield() -> None:
    """a5-11-overstack, a10-51-hazards: 1 to B2, 2 + 1 into the full woods in B1."""
    crowd = "; g2:squad@B1; g3:squad@B1; g4:squad@B1"
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm" + crowd, facts='feature("B2",minefield(known)).')
    assert here.destinations == {"B1": 4.0}


def test_what_is_left_of_a_squad_overstacks_less() -> None:
    """a5-11-overstack: beside 3 1/2 squads in B2 a squad makes 1 1/2 too many, a half-squad 1."""
    friends = "".join(f"; g{n}:squad@B2" for n in (2, 3, 4)) + "; g5:half_squad@B2"
    here = "B1. B2w B3. B4. B5. B9.", f"g1:squad@B4 broken dm; a1:squad@B9{friends}", "B9-B4 B9-B3"
    assert asl(*here, "normal_range(a1,9).").run("B4 B3 B2").mf == (0, 1, 5)
    assert asl(*here, 'normal_range(a1,9). nmc(g1,"B3",fail).').run("B4 B3 B2").mf == (0, 1, 4)


def test_who_enters_a_foxhole_stacks_in_its_hex() -> None:
    """a5-11-overstack, b27-entrench: three squads are in B2, none of them in the foxhole, which a1 makes it enter: 1 MF for the
    hex, 1 for the foxhole, 1 for stacking."""
    crowd = "g2:squad@B2; g3:squad@B2; g4:squad@B2"
    here = asl(
        "B1w B2. B3. B8.", f"g1:squad@B3 broken dm; {crowd}; a1:squad@B8", "B8-B2", REACH + 'feature("B2",foxhole).'
    )
    assert {r.mf[1] for r in here.g1.routes if r.path[1] == "B2@foxhole"} == {3.0}
    assert {r.mf[1] for r in here.g1.routes if r.path[1] == "B2" and r.posture == "run"} == {2.0}


def test_what_is_left_of_a_squad_needs_less_room() -> None:
    """a5-11-overstack: beside two squads and a half-squad in A3 a whole squad pays 1 MF more than what an NMC leaves of it, and
    so its chances say that it is taken to go on along the same way. Where a half-squad less is there both pay the same."""
    told = "needs less room"
    for crowd, says in (("g2:squad@A3; g3:squad@A3; g4:half_squad@A3", True), ("g2:squad@A3; g3:squad@A3", False)):
        units = f"g1:squad@A1 broken dm; {crowd}; a1:squad@C2"
        here = asl("A1. A2. A3w B1- C2.", units, "C2-A2", facts="broken_morale(g1,7).")
        assert any("reduced" in dict(route.odds) for route in here.g1.routes)
        assert any(told in line for line in here.g1.odds_assume) is says
        assert any(told in line for line in pyrout.phase(here.instance).assumes) is says


def test_what_is_left_of_a_squad_gets_farther() -> None:
    """a5-11-overstack, a10-53-nmc, a10-51-arrived: into B2 a whole squad pays 1 MF more, and has none left in B1. What the NMC in
    B4 leaves of it pays nothing more, and goes on over the road into the woods of A1."""
    units = "g1:squad@B5 broken dm; g2:squad@B2; g3:squad@B2; g4:half_squad@B2; a1:squad@B9"
    here = "A1w B1w B2. B3. B4. B5. B9-", units, "B9-B4"
    facts = 'road("B1","A1"). normal_range(a1,9). '
    assert not any(path.endswith("A1") for path in asl(*here, facts).runs)
    assert asl(*here, facts + 'nmc(g1,"B4",fail).').run("B5 B4 B3 B2 B1 A1").mf == (0, 1, 2, 3, 5, 6)
    # Disrupted in B3, too: it goes on, for a1 sees it there.
    facts = facts.replace("normal", 'nmc(g1,"B4",fail). nmc(g1,"B3",two). hob(g1,surrender). normal')
    both = asl(*here[:2], "B9-B4 B9-B3 B9-B2", facts)
    assert both.run("B5 B4 B3 B2 B1 A1").mf == (0, 1, 2, 3, 5, 6)
    # Through the crowd in A2 a whole squad would need 7 MF.
    way = "A2. A3. B1w B2. B3. B4. B5. B9-", units.replace("B2", "A2"), "B9-B4", "normal_range(a1,9). "
    assert not any("A2" in path for path in asl(*way).runs)
    assert asl(*way[:3], way[3] + 'nmc(g1,"B4",fail).').run("B5 B4 B3 A3 A2 B1").mf == (0, 1, 2, 3, 4, 6)


# --- a7-7-encircled ------------------------------------------------------------------------------------------------


def test_what_is_in_a_hex_is_not_doubled() -> None:
    """a7-7-encircled doubles "the first hex": out of a foxhole B2 costs 1 + 2 x 1, woods beyond 2 more; into a pillbox
    2 x 1 + 1; out of Wire 2 + 2 x 1."""
    out = asl("B1w B2. B3.", "g1:squad@B3@foxhole broken dm encircled", facts='feature("B3",foxhole).')
    assert out.destinations == {"B1": 5}
    into = asl("B2. B3.", "g1:squad@B3 broken dm encircled", facts='feature("B2",pillbox).')
    assert into.destinations == {"B2@pillbox": 3}
    wire = asl("B1w B2. B3.", "g1:squad@B3 broken dm encircled", facts='feature("B3",wire). wire_exit("B3",2).')
    assert wire.run("B3 B2 B1").mf == (0, 4, 6)
    assert not any("what wire adds" in line for line in wire.g1.assumes)


def test_wire_is_not_doubled_into_a_pit_either() -> None:
    """a7-7-encircled, a10-531-cover: 2 out of Wire, 2 x 1 for B3, 1 for its foxhole, against a1 who fires at B3."""
    facts = 'feature("B4",wire). wire_exit("B4",2). feature("B3",foxhole). normal_range(a1,9).'
    here = asl("B1. B2. B3. B4. B9.", "g1:squad@B4 broken dm encircled; a1:squad@B9", "B9-B3 B9-B4", facts)
    assert here.run("B4 B3@foxhole").mf == (0, 5)


def test_encircled_it_falls_short_although_somebody_is_revealed_before_its_first_step() -> None:
    """a7-7-encircled, a10-531-cover, a12-14-reveal: a1, revealed before the step to B4, changes nothing: 2 MF for that hex and
    1 for its foxhole, 1 + 1 to B3, 1 to B2."""
    here = asl(
        "B1w B2. B3. B4. B5. B9- I4-",
        "g1:squad@B5 broken dm encircled; a9:squad@B9; a1:squad@I4 concealed",
        "B9-B4 I4-B5",
        'feature("B4",foxhole). normal_range(a9,12). normal_range(a1,1). reveal(a1,g1,"B4",before).',
        near=False,
    )
    assert here.run("B5 B4@foxhole B3 B2").mf == (0.0, 3.0, 5.0, 6.0)


def test_barred_before_its_first_step_it_is_encircled_still() -> None:
    """a7-7-encircled, a12-14-reveal: a1, revealed before g1 enters B2, bars that. It has not moved: B8 costs 2 x 1 + 3 + 2 = 7,
    and it goes where it likes."""
    hexes = "B1w B2. B3. B4. B5. B6. B7. B8w A2. C2."
    units, facts = "g1:squad@B3 broken dm{}; a1:squad@C2 concealed", 'reveal(a1,g1,"B2",before).'
    assert ("B3 B4 B5", "B3>B1 B3>free") in asl(hexes, units.format(" encircled"), "C2-B3", facts).legs
    assert ("B3 B4 B5 B6 B7 B8", "B3>B1 B3>B8") in asl(hexes, units.format(""), "C2-B3", facts).legs


@pytest.mark.parametrize(
    "extra",
    ["", 'feature("A3",wire). wire_exit("A3",1).', "option(adjacent_clean,yes).", "option(leave_building,cover)."],
)
def test_back_where_it_was_encircled_it_has_paid_for_getting_out(extra: str) -> None:
    """a7-7-encircled, option(revisit,allow): g1 has paid double for B1, and is back in B2 with 3 of its 6 MF when a2 bars D2.
    The woods of B3 are 2 MF away then, and it must go there. (Barred before its first step it pays 4 for them.)"""
    here = asl(
        "A2. A3. B1. B2. B3w C2g C3. D1. D2w D3.",
        "g1:leader@B2 broken dm encircled; a2:squad@D1 concealed",
        "D1-B2 D1-C3",
        f'option(revisit,allow). reveal(a2,g1,"C3",before). {extra}',
    )
    anew = [r for r in here.g1.routes if len(r.legs) == 2]
    back = {(r.legs[-1].to, r.path[3:], r.mf[2:]) for r in anew if r.path[:3] == ("B2", "B1", "B2")}
    assert ("B3", ("B3",), (3.0, 5.0)) in back and {to for to, *_ in back} == {"B3"}
    assert ("B3", ("B2", "B3"), (0.0, 4.0)) in {(r.legs[-1].to, r.path, r.mf) for r in anew}


def test_only_out_of_the_encirclement_it_pays_double() -> None:
    """In B2 it finds a1, who bars C3; back by way of B3 it is still 3 MF to C4, of the 4 that are left: no new choice. But
    this leg has been in B3."""
    here = asl("B2. B3. C3. C4w D2.", "g1:squad@B3 broken dm encircled; a1:squad@D2", "D2-B2", "option(toward,reach).")
    assert here.legs == {("B3 C4", "B3>C4"), ("B3 C3 C4", "B3>C4")}
    assert here.destinations == {"C4": 4}


@pytest.mark.parametrize(
    ("behind", "fourth", "interdicted", "told"),
    [
        ("", "broken dm", True, False),  # nowhere to go: a2 takes g4 before the turn of a1
        ("B0w ", "broken dm", False, True),  # g4 routs to B0 first, which is not worked out here
        ("B0w ", "pinned", False, False),
    ],
)
def test_who_is_gone_makes_no_crowd(behind: str, fourth: str, interdicted: bool, told: bool) -> None:
    """A5.12, a10-532-interdict: four squads in B1 are one more than fire without a DRM; g1 sees a1 run into the open B4."""
    units = f"g1:squad@B1; g2:squad@B1; g3:squad@B1; g4:squad@B1 {fourth}; a1:squad@B3 broken dm; a2:squad@B2"
    here = asl(f"{behind}B1. B2. B3. B4. B5w", units, "B1-B3 B1-B4", "normal_range(g1,6).")
    (run,) = [route for route in here.unit("a1").routes if route.posture == "run"]
    assert [hit.by for hit in run.interdicted] == ([("g1",)] if interdicted else [])
    assert any("counts g4 where it is now" in line for line in here.unit("a1").assumes) == told
