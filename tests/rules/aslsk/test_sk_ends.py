"""Starter Kit: leaving the starting hex, failure to rout, hexes entered twice.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, position
from tiny_aslsk import NEXT_DOOR

from pyrout import Reason

# --- sk-leave ------------------------------------------------------------------------------------------------------


def test_sk_once_a_unit_has_one_turn() -> None:
    """sk-once: next to a1 it must rout; once it has had its turn it routs no more, and is not eliminated for that."""
    hexes, units = "B1w B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3"
    assert position(hexes, units, "B3-B2").g1.verdict == "routs"
    after = position(hexes, units, "B3-B2", "routed(g1).").g1
    assert (after.verdict, after.routes) == ("cannot_rout", ())
    assert [reason.rule for reason in after.reasons] == ["sk-once"]


def test_sk_leave_does_not_end_there() -> None:
    """sk-leave: article "You cannot rout "in place"": back to B1 is legal if it leads on, the end there is not."""
    here = position("B1. B2.", ALONE, facts="option(revisit,allow).")
    assert set(here.runs) == {"B1 B2", "B1 B2 B1 B2", "B1 B2 B1 B2 B1 B2"}
    assert here.judged("B2 B1") == (3, {"sk-leave": ("B1",)})


def test_sk_leave_must_be_able_to_go_on() -> None:
    """sk-leave: "only if a legal, affordable step leads on from it": 2 and 1 of his 3 MF are spent, and there is only
    the brush in B2."""
    here = position("B1. B2b", "g1:leader@B1 broken dm wounded")
    assert here.judged("B2 B1") == (2, {"sk-leave": ("B1",)})


def test_sk_leave_wounded_on_the_way_back() -> None:
    """sk-leave, sk-ftr-adjacent: from B5, where a1 bars the way, he goes back to B6, from where B7 is legal; but there a2 wounds
    him, and of 3 MF none is left: with no way to go on he comes to rest where he is."""
    here = position(
        "B4w B5b B6. B7. J6. B1.",
        "g1:leader@B6 broken dm; a1:squad@B1; a2:squad@J6",
        "B1-B5 J6-B6",
        'normal_range(a2,9). nmc(g1,"B6",fail).',
    )
    assert here.runs["B6 B5 B6"] == "survives"


@pytest.mark.parametrize(
    ("start", "behind", "router", "runs"),
    [
        # In B4 it discovers a1, which bars B3 and leaves the way back through B5.
        (".", "B6.", "squad", {"B5 B4", "B5 B4 B5 B6"}),
        (".", "", "squad", {"B5 B4"}),
        (".", "B6.", "leader wounded", {"B5 B4", "B5 B4 B5 B6"}),
        (".", "B6b", "leader wounded", {"B5 B4"}),
        # The starting hex is never a destination, woods or not.
        ("w", "B6.", "squad", {"B5 B4", "B5 B4 B5 B6"}),
    ],
)
def test_sk_leave_passing_through(start: str, behind: str, router: str, runs: set[str]) -> None:
    """sk-leave: "It may pass through it again"."""
    kind, _, wounded = router.partition(" ")
    units = f"g1:{kind}@B5 broken dm {wounded}; a1:squad@B1"
    here = position(f"B3w B4. B5{start} {behind} B1-", units, "B1-B4/1")
    assert set(here.runs) == runs
    assert {legs for _, legs in here.legs} == {"B5>B3 B4>free"}


def test_sk_leave_what_leads_on_must_be_legal() -> None:
    """sk-leave: B4 shows a1 in B1 and a2 in B8: neither B3 nor B6 is open any more, so B5 leads nowhere."""
    units = "g1:squad@B5 broken dm; a1:squad@B1; a2:squad@B8"
    here = position("B3w B4. B5. B6. B1- B8-", units, "B1-B4/1 B8-B4/1")
    assert set(here.runs) == {"B5 B4"}


@pytest.mark.parametrize(("friends", "returns"), [(2, True), (3, False)])
def test_sk_leave_its_own_room_is_kept(friends: int, returns: bool) -> None:
    """sk-leave, sk-step-stacking: the unit that has left takes no room in the hex that it comes back to."""
    stack = "".join(f"; g{n}:squad@B5" for n in range(2, 2 + friends))
    here = position("B3w B4. B5. B6. B1-", f"g1:squad@B5 broken dm{stack}; a1:squad@B1", "B1-B4/1")
    assert set(here.runs) == {"B5 B4"} | ({"B5 B4 B5 B6"} if returns else set())


def test_sk_leave_room_ahead() -> None:
    """sk-leave: what leads on must have room, too: three squads in B6 leave none."""
    stack = "".join(f"; g{n}:squad@B6" for n in range(2, 5))
    here = position("B3w B4. B5. B6. B1-", f"g1:squad@B5 broken dm{stack}; a1:squad@B1", "B1-B4/1")
    assert set(here.runs) == {"B5 B4"}


# --- sk-ftr-none ---------------------------------------------------------------------------------------------------


def test_sk_ftr_none() -> None:
    """sk-ftr-none: article "Whenever a broken unit is forced to rout, but has no legal rout path at all, even with Low
    Crawl, the broken unit is automatically eliminated"."""
    units = "g1:squad@B3 broken dm; a1:squad@B5; a2:squad@B1"
    forced = position("B2w B3. B4w B1- B5-", units, "B5-B3 B1-B3").g1
    assert (forced.verdict, forced.routes, forced.destinations, forced.free) == ("eliminated", (), (), False)
    assert forced.reasons == (Reason("sk-must-open-ground", ("a1", "a2")), Reason("sk-ftr-none"))
    # In the orchard it is not forced.
    free = position("B2w B3o B4w B1- B5-", units, "B5-B3 B1-B3").g1
    assert (free.verdict, free.routes) == ("stays", ())
    assert free.reasons == (Reason("sk-step-adjacent", ("a1", "a2")), Reason("sk-step-closer", ("a1", "a2")))


def test_sk_ftr_none_not_with_a_low_crawl() -> None:
    """sk-ftr-none: "Low Crawl included": up into the woods costs 4 MF, and the wounded leader has 3."""
    units = "g1:leader@B3 broken dm wounded; a1:squad@B5"
    g1 = position("B2w B3. B5-", units, "B5-B3", 'elevation("B2",1).').g1
    assert (g1.verdict, [r.posture for r in g1.routes]) == ("routs", ["low_crawl"])


# --- sk-ftr-adjacent -----------------------------------------------------------------------------------------------


def test_sk_ftr_adjacent_with_nothing_left() -> None:
    """sk-ftr-adjacent: article, example 6: it "will end its rout adjacent to the previously unknown American squad ...
    and be eliminated ..., because it has no MF remaining"."""
    here = position("B1o B2b B3b B4w B5-", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B4")
    assert (here.runs, here.crawls) == ({"B1 B2 B3 B4": "eliminated"}, {"B2": "survives"})
    assert here.judged("B2 B3 B4") == "eliminated"
    assert (here.g1.verdict, here.g1.routes_total, here.g1.surviving) == ("may_rout", 2, 1)


def test_sk_ftr_adjacent_by_low_crawl() -> None:
    """sk-ftr-adjacent: article, example 7: "If the broken unit Low Crawls into yK6, it will end its rout there and be
    eliminated"."""
    here = position(*NEXT_DOOR)
    assert here.crawls == {"B2": "eliminated"}
    assert here.judged("B2", low_crawl=True) == "eliminated"


def test_sk_ftr_adjacent_not_by_the_broken() -> None:
    """sk-ftr-adjacent: "an unbroken Known enemy unit"; and "Known": unseen, he is no threat."""
    hexes, units, _ = NEXT_DOOR
    assert position(hexes, units + " broken", "A2-B2").crawls == {"B2": "survives"}
    assert position(hexes, units, "").crawls == {"B2": "survives"}


def test_sk_ftr_adjacent_by_a_known_enemy() -> None:
    """sk-ftr-adjacent: a1, whose hex it leaves, is adjacent wherever it stops in one step; B3 is the end of the map."""
    here = position("B1- B2o B3o", "g1:squad@B2 broken dm; a1:squad@B2")
    assert (here.g1.verdict, here.runs) == ("routs", {"B2 B3": "eliminated"})
    assert here.judged("B3") == "eliminated"


# --- sk-revisit ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "runs"),
    [
        ("", {"B1 B2"}),
        ("option(revisit,forbid).", {"B1 B2"}),
        ("option(revisit,allow).", {"B1 B2", "B1 A1 B1 B2", "B1 A1 B1 A1 B1 B2"}),
    ],
)
def test_sk_revisit(option: str, runs: set[str]) -> None:
    """sk-revisit: "Nothing forbids entering a hex twice, but such routes are listed only on request". A1 is a dead end;
    there and back costs 2 of the 6 MF, and B2 costs 2."""
    here = position("A1. B1. B2w", ALONE, facts=option)
    assert set(here.runs) == runs
    assert (here.g1.verdict, here.destinations) == ("may_rout", {"B2": 2})
    # A claim of such a rout is legal.
    assert here.judged("A1 B1 B2") == "survives"


def test_sk_revisit_a_new_leg_may_use_old_hexes() -> None:
    """sk-revisit: "within one leg": back through B2, which the first leg entered, to the only way out."""
    here = position("B1o B2w B3w A4-", "g1:squad@B1 broken dm; a1:squad@A4", "A4-B3")
    assert "B1 B2 B3 B2" in here.runs
