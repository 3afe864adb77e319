"""The Starter Kit enumerator by hand: costs of steps, who routs, who interdicts."""

from __future__ import annotations

import pytest
from enumerated import Destination
from positions_enumerated import NO_ENEMY, answer, crawls, run, runs

# --- half-MF ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "facts", "cost"),
    [
        # "open ground 2, orchard 2, grain 3 (2 outside months 6-9), brush 4, woods 4, any building 4"
        ("B1. B2.", "", 2),
        ("B1. B2o", "", 2),
        ("B1. B2g", "", 3),
        ("B1. B2g", "month(6).", 3),
        ("B1. B2g", "month(9).", 3),
        ("B1. B2g", "month(5).", 2),
        ("B1. B2g", "month(10).", 2),
        ("B1. B2b", "", 4),
        ("B1. B2w", "", 4),
        ("B1. B2s", "", 4),
        ("B1. B2h", "", 4),
        # "over a hexside that a road crosses 2, whatever the hex"
        ("B1. B2w", 'road("B2","B1"). option(road_rate,taken).', 2),
        ("B1. B2g", 'road("B1","B2"). option(road_rate,taken).', 2),
        ("B1. B2w", 'road("B2","B3").', 4),
        # "up a level twice the cost of the hex"
        ("B1. B2.", 'elevation("B2",1).', 4),
        ("B1. B2w", 'elevation("B2",1).', 8),
        ("B1. B2.", 'elevation("B2",2).', 4),
        ("B1. B2w", 'elevation("B1",1).', 4),
        ("B1. B2w", 'elevation("B2",1). road("B1","B2"). option(road_rate,taken).', 4),
        # "over a wall or hedge 2 more"
        ("B1. B2.", 'hexside("B1","B2",wall).', 4),
        ("B1. B2w", 'hexside("B2","B1",hedge).', 6),
        ("B1. B2.", 'hexside("B1","B2",wall). elevation("B2",1).', 6),
    ],
)
def test_cost_of_a_step(hexes: str, facts: str, cost: int) -> None:
    assert run(answer(hexes, f"g1:squad@B1 broken dm;{NO_ENEMY}", "", facts), "B1 B2").mf == (0, cost)


@pytest.mark.parametrize("hexes", ["B1. B2~", "B1. B2-", "B1. B3."])
def test_no_way_out(hexes: str) -> None:
    # "A terrain without a cost here (water) cannot be entered."
    g1 = answer(hexes, f"g1:squad@B1 broken dm;{NO_ENEMY}")
    assert (g1.verdict, g1.free, g1.routes) == ("stays", False, set())


@pytest.mark.parametrize(
    ("unit", "ends"),
    [
        # "The allowance is 12, or 6 for a wounded leader"; open ground costs 2.
        ("g1:squad@B1 broken dm", {"B2", "B3", "B4", "B5", "B6", "B7"}),
        ("g1:leader@B1 broken dm", {"B2", "B3", "B4", "B5", "B6", "B7"}),
        ("g1:leader@B1 broken dm wounded", {"B2", "B3", "B4"}),
    ],
)
def test_allowance_and_free_rout(unit: str, ends: set[str]) -> None:
    # sk-dest-free: "any legal steps, ending wherever it likes"; sk-leave: a rout "does not end" in its starting hex.
    g1 = answer("B1. B2. B3. B4. B5. B6. B7. B8.", f"{unit};{NO_ENEMY}")
    assert (g1.verdict, g1.free, g1.destinations) == ("may_rout", True, {})
    assert {route.path[-1] for route in g1.routes if route.posture == "run"} == ends
    assert {route.legs for route in g1.routes} == {(("B1", None),)}
    assert crawls(g1) == {"B2"}


def test_pair_has_the_smaller_allowance() -> None:
    # sk-may-leader: "The pair has the smaller allowance and needs room for both."
    units = f"g1:squad@B1 broken dm;g2:leader@B1 wounded;{NO_ENEMY}"
    g1 = answer("B1. B2. B3. B4. B5.", units, "", "accompanies(g2,g1).")
    assert runs(g1) == {"B1 B2", "B1 B2 B3", "B1 B2 B3 B4"}
    (crawl,) = [route for route in g1.routes if route.posture == "low_crawl"]
    assert crawl.mf == (0, 6)


# --- who routs --------------------------------------------------------------------------------------------------


def test_no_dm_no_rout() -> None:
    # sk-may-dm: "A broken unit under DM may rout."
    g1 = answer("B1. B2.", f"g1:squad@B1 broken;{NO_ENEMY}")
    assert (g1.verdict, g1.routes) == ("cannot_rout", set())


@pytest.mark.parametrize("event", ["broke", "enemy_adjacent", "kept_dm", "attacked(fp)"])
def test_history_gives_dm(event: str) -> None:
    # "facts `history/2`, or simply `status(U,dm)`"
    g1 = answer("B1. B2.", f"g1:squad@B1 broken;{NO_ENEMY}", "", f"history(g1,{event}).")
    assert (g1.verdict, g1.dm_gained) == ("may_rout", False)


def test_melee() -> None:
    # sk-melee: "A unit under a Melee counter may not"
    g1 = answer("B1. B2.", "g1:squad@B1 broken dm melee;a1:squad@B1 melee")
    assert (g1.verdict, g1.must) == ("cannot_rout", set())


def test_melee_is_never_worked_out() -> None:
    # "the counter is a fact, never worked out from who shares a hex"; a shared hex is threatened.
    g1 = answer("B1. B2.", "g1:squad@B1 broken dm;a1:squad@B1 melee")
    assert (g1.verdict, g1.must) == ("routs", {"sk-must-adjacent"})


@pytest.mark.parametrize(
    ("enemy", "los", "must"),
    [
        # threatened hex: "adjacent to (or shared with) an unbroken Known enemy unit: pinned, CX, in Melee or unarmed,
        # it threatens all the same"
        ("a1:squad@B2", "B1-B2", {"sk-must-adjacent"}),
        ("a1:squad@B2 pinned", "B1-B2", {"sk-must-adjacent"}),
        ("a1:squad@B2 cx", "B1-B2", {"sk-must-adjacent"}),
        ("a1:squad@B2 melee", "B1-B2", {"sk-must-adjacent"}),
        ("a1:leader@B2", "B1-B2", {"sk-must-adjacent"}),
        ("a1:squad@B2", "B1-B2/3", {"sk-must-adjacent"}),  # "a hindered LOS is a LOS"
        ("a1:squad@B2 broken", "B1-B2", set()),
        ("a1:squad@B2", "", set()),  # not Known
        ("a1:squad@B3", "B1-B3", set()),
    ],
)
def test_must_adjacent(enemy: str, los: str, must: set[str]) -> None:
    hexes = "B1o A1. A2. C1. C2. B2- B3-"
    g1 = answer(hexes, f"g1:squad@B1 broken;{enemy}", los)
    assert g1.must == must
    # sk-dm-gain: "A broken unit without DM in either situation of the two rules above gets DM"
    assert g1.dm_gained is bool(must)
    assert g1.verdict == ("routs" if must else "cannot_rout")
    assert answer(hexes, f"g1:squad@B1 broken dm;{enemy}", los).verdict == ("routs" if must else "may_rout")


@pytest.mark.parametrize(
    ("start", "month", "must"),
    [
        # Open Ground: "the terrain `open_ground` (with or without a road) and grain out of season"
        (".", 7, True),
        ("g", 7, False),
        ("g", 1, True),
        ("o", 1, False),
        ("b", 1, False),
        ("w", 1, False),
        ("s", 1, False),
    ],
)
def test_must_open_ground(start: str, month: int, must: bool) -> None:
    # sk-must-open-ground: "in Open Ground that a Good Order Known Interdictor could interdict"
    g1 = answer(f"B1{start} A1o B4-", "g1:squad@B1 broken;a1:squad@B4", "B4-B1", f"month({month}).")
    assert g1.must == ({"sk-must-open-ground"} if must else set())


def test_road_alone_does_not_force() -> None:
    # "a hex entered over a road hexside counts as Open Ground for that entry": who stands there has entered nothing.
    assert answer("B1w B2. B4-", "g1:squad@B1 broken;a1:squad@B4", "B4-B1", 'road("B1","B2").').must == set()


# --- Interdictors -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemies", "facts", "interdicts"),
    [
        ("a1:squad@B5", "", True),
        # "an enemy unit that is not broken, pinned, CX or in Melee"
        ("a1:squad@B5 broken", "", False),
        ("a1:squad@B5 pinned", "", False),
        ("a1:squad@B5 cx", "", False),
        ("a1:squad@B5 melee", "", False),
        # "within the normal range of its own FP": B2 is 3 hexes off; "with at least 1 FP"
        ("a1:squad@B5", "normal_range(a1,3).", True),
        ("a1:squad@B5", "normal_range(a1,2).", False),
        ("a1:squad@B5", "normal_range(a1,3). firepower(a1,1).", True),
        ("a1:squad@B5", "normal_range(a1,3). firepower(a1,0).", False),
        ("a1:hero@B5", "", True),
        # "or of a SW it holds (either one will do)"
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,3).", True),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,2).", False),
        ("a1:squad@B5", "normal_range(a1,3). possesses(a1,w). sw(w,psk,1,2).", True),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,mmg,3,9). status(w,malfunctioned).", False),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,dc,1,9).", False),
        # "A leader has no FP of his own: without a SW he is none; with a MG only if a second such leader shares his
        # hex"
        ("a1:leader@B5", "", False),
        ("a1:leader@B5", "firepower(a1,4).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,psk,1,4).", True),
        ("a1:leader@B5;a2:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", True),
        ("a1:leader@B5;a2:leader@B5 wounded", "possesses(a1,w). sw(w,lmg,3,6).", True),
        ("a1:leader@B5;a2:leader@B5 broken", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5;a2:leader@B5 pinned", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5;a2:leader@B5 cx", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5;a2:leader@B5 melee", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5;a2:leader@B6", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5;a2:hero@B5", "possesses(a1,w). sw(w,lmg,3,6). firepower(a2,0).", False),
        # "A Gun that would have to change its CA is none."
        ("a1:gun@B5", "normal_range(a1,40).", True),
        ("a1:gun@B5", 'normal_range(a1,40). covered_arc(a1,"B2").', True),
        ("a1:gun@B5", 'normal_range(a1,40). covered_arc(a1,"B3").', False),
        ("a1:crew@B5", 'normal_range(a1,2). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B2").', True),
        ("a1:crew@B5", 'normal_range(a1,2). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B3").', False),
        ("a1:crew@B5", 'normal_range(a1,3). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B3").', True),
    ],
)
def test_interdictor(enemies: str, facts: str, interdicts: bool) -> None:
    # sk-interdict: "Each Open Ground hex entered (not by Low Crawl) ... costs one NMC"; "The enemies that become Known
    # by that step count": nothing is seen from B1.
    g1 = answer("B1o B2. B5- B6-", f"g1:squad@B1 broken dm;{enemies}", "B5-B2", facts)
    assert run(g1, "B1 B2").interdicted == ((("B2", frozenset({"a1"})),) if interdicts else ())
    # sk-crawl-safe: "A Low Crawl is never interdicted."
    assert [r.interdicted for r in g1.routes if r.posture == "low_crawl"] == [()]


@pytest.mark.parametrize(
    ("hexes", "place", "weapon", "interdicts"),
    [
        # "at most 16 hexes for a weapon that fires with a To Hit roll"
        ("B1o B2. B18-", "B18", "mortar", True),
        ("B1o B2. B19-", "B19", "mortar", False),
        ("B1o B2. B19-", "B19", "baz", False),
        ("B1o B2. B19-", "B19", "hmg", True),
    ],
)
def test_to_hit_range(hexes: str, place: str, weapon: str, interdicts: bool) -> None:
    facts = f"possesses(a1,w). sw(w,{weapon},5,40)."
    g1 = answer(hexes, f"g1:squad@B1 broken dm;a1:squad@{place}", f"{place}-B2", facts)
    assert bool(run(g1, "B1 B2").interdicted) is interdicts


@pytest.mark.parametrize(
    ("los", "interdicts"),
    [
        ("B5-B2", True),
        ("B2-B5", True),
        ("B5-B2/1", False),  # "has an unhindered LOS to the hex"
        ("B5-B2/0 B2-B5/1", True),  # "both directions given with different numbers: each holds for its own"
        ("B5-B2/1 B2-B5/0", False),
        ("", False),
    ],
)
def test_interdiction_needs_unhindered_los(los: str, interdicts: bool) -> None:
    g1 = answer("B1o B2. B5-", "g1:squad@B1 broken dm;a1:squad@B5", los)
    assert bool(run(g1, "B1 B2").interdicted) is interdicts
    assert bool(run(g1, "B1 B2").discovers) is bool(los)


ROAD = 'road("B1","B2").'
TAKEN = ROAD + "option(road_rate,taken)."


@pytest.mark.parametrize(
    ("terrain", "facts", "ways"),
    [
        ("o", "", {2: False}),
        ("b", "", {4: False}),
        # "at the road rate counts as Open Ground for that entry; the unit may instead pay for the hex's own terrain and
        # have its cover"
        ("b", ROAD, {2: True, 4: False}),
        ("w", ROAD, {2: True, 4: False}),
        ("g", ROAD, {2: True, 3: False}),
        ("w", ROAD + 'elevation("B2",1). elevation("B5",1).', {4: True, 8: False}),
        ("w", ROAD + 'hexside("B1","B2",wall).', {4: True, 6: False}),
        # Open Ground costs what the road does, and is open either way; the orchard costs no more, and has its cover.
        (".", ROAD, {2: True}),
        ("g", ROAD + "month(1).", {2: True}),
        ("o", ROAD, {2: False}),
        # "(option `road_rate`: `choice`, `taken`)"
        ("b", TAKEN, {2: True}),
        ("o", TAKEN, {2: True}),
    ],
)
def test_road_rate(terrain: str, facts: str, ways: dict[int, bool]) -> None:
    g1 = answer(f"B1o B2{terrain} B5-", "g1:squad@B1 broken dm;a1:squad@B5", "B5-B2", facts)
    entered = [route for route in g1.routes if route.posture == "run" and route.path == ("B1", "B2")]
    assert {route.mf[-1]: bool(route.interdicted) for route in entered} == ways
    assert len(entered) == len(ways)


def test_a_destination_is_priced_at_the_road_rate() -> None:
    # "Their price is that of the cheapest such way": B2 by the road for 2, as near as the open ground would be.
    g1 = answer("B1. B2w A1. A2w", f"g1:squad@B1 broken dm;{NO_ENEMY}", "", ROAD)
    assert g1.destinations == {"B2": Destination(2, False)}


def test_a_wounded_leader_may_only_afford_the_road() -> None:
    # 6 half-MF: two hexes of woods cost 2 + 4 or 4 + 2 or 2 + 2 with the road, not 4 + 4.
    facts = ROAD + 'road("B2","B3").'
    g1 = answer("B1. B2w B3w B4-", f"g1:leader@B1 broken dm wounded;{NO_ENEMY}", "", facts)
    assert {route.mf for route in g1.routes if route.path == ("B1", "B2", "B3")} == {(0, 2, 4), (0, 2, 6), (0, 4, 6)}


def test_a_crawl_is_one_whatever_the_road() -> None:
    # sk-crawl: "one legal step, whatever its cost, for all its MF"
    g1 = answer("B1. B2w", f"g1:squad@B1 broken dm;{NO_ENEMY}", "", ROAD)
    assert [route.mf for route in g1.routes if route.posture == "low_crawl"] == [(0, 12)]


def test_one_nmc_however_many_cover_it() -> None:
    # sk-interdict: "costs one NMC, however many cover it"
    units = "g1:squad@B3 broken dm;a1:squad@B7;a2:squad@B8;a3:squad@B8 pinned"
    g1 = answer("B3o B2. B1. B7- B8-", units, "B7-B2 B8-B2 B8-B1")
    route = run(g1, "B3 B2 B1")
    # From B7 the range to B1 is 6 as well, but there is no LOS; from B8 the range to B2 is 6 and to B1 it is 7.
    assert route.interdicted == (("B2", frozenset({"a1", "a2"})),)
    assert route.discovers == (("B2", frozenset({"a1", "a2", "a3"})),)
