"""The enumerator on positions small enough to answer by hand.

Each test quotes the sentence of the rules page that its answer follows from. Hexes touch as on a board: B2 touches
B1, B3, A2, A3, C2 and C3; a column alone is a corridor. German g1 is the router, Americans stand against it.
"""

from __future__ import annotations

import pytest
from enumerator import Answer, Destination, Route, solve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import draw_position, hex_name, random_position

TERRAIN = {
    ".": "open_ground",
    "o": "orchard",
    "g": "grain",
    "b": "brush",
    "w": "woods",
    "s": "stone_building",
    "h": "wooden_building",
    "~": "water",
    "-": None,
}
NO_ENEMY = "a0:hero@Z9"  # far from everything, and it sees only its own corner


def cell(name: str) -> tuple[int, int]:
    column = ord(name[0]) - ord("A")
    return column, 2 * int(name[1:]) - (column % 2 == 0)


def instance(hexes: str, units: str, los: str = "", facts: str = "") -> str:
    """An instance. Hexes: name and letter of TERRAIN. Units: ``id:kind@hex status...;``. LOS: ``A1-B2`` or ``A1-B2/1``.

    The enemies have a normal range of 6, unless the facts give them one.
    """
    lines = ["attacker(german)."]
    for entry in [*hexes.split(), "Z9-", "Z10-"]:
        name, terrain = entry[:-1], TERRAIN[entry[-1]]
        column, row = cell(name)
        lines.append(f'hex("{name}",{column},{row}).')
        if terrain is not None:
            lines.append(f'terrain("{name}",{terrain}).')
    for entry in units.split(";"):
        head, *statuses = entry.split()
        uid, rest = head.split(":")
        kind, place = rest.split("@")
        side = "german" if uid.startswith("g") else "american"
        lines.append(f'unit({uid},{side},{kind}). at({uid},"{place}").')
        lines += [f"status({uid},{status})." for status in statuses]
        if side == "american" and f"normal_range({uid}," not in facts:
            lines.append(f"normal_range({uid},6).")
    for entry in [*los.split(), "Z9-Z10"]:
        pair, _, hindrance = entry.partition("/")
        a, b = pair.split("-")
        lines.append(f'los("{a}","{b}",{hindrance or 0}).')
    return "\n".join([*lines, facts])


def answer(hexes: str, units: str, los: str = "", facts: str = "") -> Answer:
    return solve(instance(hexes, units, los, facts))["g1"]


def runs(answer: Answer) -> set[str]:
    """The runs by their paths."""
    return {" ".join(route.path) for route in answer.routes if route.posture == "run"}


def crawls(answer: Answer) -> set[str]:
    """The hexes that a Low Crawl may enter."""
    return {route.path[-1] for route in answer.routes if route.posture == "low_crawl"}


def run(answer: Answer, path: str) -> Route:
    """The only run by this path."""
    (route,) = [r for r in answer.routes if r.posture == "run" and r.path == tuple(path.split())]
    return route


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
    found = answer(hexes, f"g1:squad@B1 broken dm;{NO_ENEMY}")
    assert (found.verdict, found.free, found.routes) == ("stays", False, set())


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
    found = answer("B1. B2. B3. B4. B5. B6. B7. B8.", f"{unit};{NO_ENEMY}")
    assert (found.verdict, found.free, found.destinations) == ("may_rout", True, {})
    assert {route.path[-1] for route in found.routes if route.posture == "run"} == ends
    assert {route.legs for route in found.routes} == {(("B1", None),)}
    assert crawls(found) == {"B2"}


def test_pair_has_the_smaller_allowance() -> None:
    # sk-may-leader: "The pair has the smaller allowance and needs room for both."
    units = f"g1:squad@B1 broken dm;g2:leader@B1 wounded;{NO_ENEMY}"
    found = answer("B1. B2. B3. B4. B5.", units, "", "accompanies(g2,g1).")
    assert runs(found) == {"B1 B2", "B1 B2 B3", "B1 B2 B3 B4"}
    (crawl,) = [route for route in found.routes if route.posture == "low_crawl"]
    assert crawl.mf == (0, 6)


# --- who routs --------------------------------------------------------------------------------------------------


def test_no_dm_no_rout() -> None:
    # sk-may-dm: "A broken unit under DM may rout."
    found = answer("B1. B2.", f"g1:squad@B1 broken;{NO_ENEMY}")
    assert (found.verdict, found.routes) == ("cannot_rout", set())


@pytest.mark.parametrize("event", ["broke", "enemy_adjacent", "kept_dm", "attacked(fp)"])
def test_history_gives_dm(event: str) -> None:
    # "facts `history/2`, or simply `status(U,dm)`"
    found = answer("B1. B2.", f"g1:squad@B1 broken;{NO_ENEMY}", "", f"history(g1,{event}).")
    assert (found.verdict, found.dm_gained) == ("may_rout", False)


def test_melee() -> None:
    # sk-melee: "A unit under a Melee counter may not"
    found = answer("B1. B2.", "g1:squad@B1 broken dm melee;a1:squad@B1 melee")
    assert (found.verdict, found.must) == ("cannot_rout", set())


def test_melee_is_never_worked_out() -> None:
    # "the counter is a fact, never worked out from who shares a hex"; a shared hex is threatened.
    found = answer("B1. B2.", "g1:squad@B1 broken dm;a1:squad@B1 melee")
    assert (found.verdict, found.must) == ("routs", {"sk-must-adjacent"})


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
    found = answer(hexes, f"g1:squad@B1 broken;{enemy}", los)
    assert found.must == must
    # sk-dm-gain: "A broken unit without DM in either situation of the two rules above gets DM"
    assert found.dm_gained is bool(must)
    assert found.verdict == ("routs" if must else "cannot_rout")
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
    found = answer(f"B1{start} A1o B4-", "g1:squad@B1 broken;a1:squad@B4", "B4-B1", f"month({month}).")
    assert found.must == ({"sk-must-open-ground"} if must else set())


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
    found = answer("B1o B2. B5- B6-", f"g1:squad@B1 broken dm;{enemies}", "B5-B2", facts)
    assert run(found, "B1 B2").interdicted == ((("B2", frozenset({"a1"})),) if interdicts else ())
    # sk-crawl-safe: "A Low Crawl is never interdicted."
    assert [r.interdicted for r in found.routes if r.posture == "low_crawl"] == [()]


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
    found = answer(hexes, f"g1:squad@B1 broken dm;a1:squad@{place}", f"{place}-B2", facts)
    assert bool(run(found, "B1 B2").interdicted) is interdicts


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
    found = answer("B1o B2. B5-", "g1:squad@B1 broken dm;a1:squad@B5", los)
    assert bool(run(found, "B1 B2").interdicted) is interdicts
    assert bool(run(found, "B1 B2").discovers) is bool(los)


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
    found = answer(f"B1o B2{terrain} B5-", "g1:squad@B1 broken dm;a1:squad@B5", "B5-B2", facts)
    entered = [route for route in found.routes if route.posture == "run" and route.path == ("B1", "B2")]
    assert {route.mf[-1]: bool(route.interdicted) for route in entered} == ways
    assert len(entered) == len(ways)


def test_a_destination_is_priced_at_the_road_rate() -> None:
    # "Their price is that of the cheapest such way": B2 by the road for 2, as near as the open ground would be.
    found = answer("B1. B2w A1. A2w", f"g1:squad@B1 broken dm;{NO_ENEMY}", "", ROAD)
    assert found.destinations == {"B2": Destination(2, False)}


def test_a_wounded_leader_may_only_afford_the_road() -> None:
    # 6 half-MF: two hexes of woods cost 2 + 4 or 4 + 2 or 2 + 2 with the road, not 4 + 4.
    facts = ROAD + 'road("B2","B3").'
    found = answer("B1. B2w B3w B4-", f"g1:leader@B1 broken dm wounded;{NO_ENEMY}", "", facts)
    assert {route.mf for route in found.routes if route.path == ("B1", "B2", "B3")} == {(0, 2, 4), (0, 2, 6), (0, 4, 6)}


def test_a_crawl_is_one_whatever_the_road() -> None:
    # sk-crawl: "one legal step, whatever its cost, for all its MF"
    found = answer("B1. B2w", f"g1:squad@B1 broken dm;{NO_ENEMY}", "", ROAD)
    assert [route.mf for route in found.routes if route.posture == "low_crawl"] == [(0, 12)]


def test_one_nmc_however_many_cover_it() -> None:
    # sk-interdict: "costs one NMC, however many cover it"
    units = "g1:squad@B3 broken dm;a1:squad@B7;a2:squad@B8;a3:squad@B8 pinned"
    found = answer("B3o B2. B1. B7- B8-", units, "B7-B2 B8-B2 B8-B1")
    route = run(found, "B3 B2 B1")
    # From B7 the range to B1 is 6 as well, but there is no LOS; from B8 the range to B2 is 6 and to B1 it is 7.
    assert route.interdicted == (("B2", frozenset({"a1", "a2"})),)
    assert route.discovers == (("B2", frozenset({"a1", "a2", "a3"})),)


# --- legal steps ------------------------------------------------------------------------------------------------


def test_step_closer_to_a_known_enemy_only() -> None:
    # sk-step-closer: "It may not bring the unit closer (in hexes) to any Known enemy unit."
    hexes, units = "B1w B2. B3o B4w B6-", "g1:squad@B3 broken dm;a1:squad@B6"
    known = answer(hexes, units, "B6-B3")
    assert known.destinations == {"B1": Destination(6, False)}
    # "Enemies that are not Known bar nothing": now B4 is the nearest, and B1 costs more.
    assert answer(hexes, units, "B6-B1").destinations == {"B4": Destination(4, False)}


def test_a_broken_enemy_bars_too() -> None:
    # Known: "for the whole phase, broken or not"
    found = answer("B1w B2. B3o B4w B6-", "g1:squad@B3 broken dm;a1:squad@B6 broken", "B6-B3")
    assert set(found.destinations) == {"B1"}


def test_second_example() -> None:
    # Example 2: "only yP1. Not yN5: through yN4, adjacent to yN3". P1 costs 2+2+4.
    hexes = "O4. N4. N5w P3. P2. P1w N3- P5-"
    found = answer(hexes, "g1:squad@O4 broken dm;a1:squad@N3;a2:squad@P5", "N3-O4 P5-O4")
    assert (found.verdict, found.must) == ("routs", {"sk-must-adjacent", "sk-must-open-ground"})
    assert (found.destinations, found.free) == ({"P1": Destination(8, False)}, False)
    assert runs(found) == {"O4 P3 P2 P1"}
    assert crawls(found) == {"P3"}


def test_leaving_the_hex_of_an_enemy() -> None:
    # sk-step-adjacent: "unless it leaves that very unit's hex"; sk-crawl-occupied: "No Low Crawl out of an
    # enemy-occupied hex."
    units = "g1:squad@B3 broken dm;a1:squad@B3 broken"
    found = answer("B1. B2. B3.", units)
    assert (found.verdict, runs(found), crawls(found)) == ("may_rout", {"B3 B2", "B3 B2 B1"}, set())
    # C3 touches both B3 and B2: adjacent to a2, whose hex it does not leave.
    found = answer("B1. B2. B3. C3-", units + ";a2:squad@C3", "C3-B3")
    assert (found.verdict, found.routes) == ("eliminated", set())


def test_adjacent_of_an_enemy_in_the_hex_just_left() -> None:
    # sk-dest-threatened: "... or whose hex it has just left, it must go on: it chooses anew"
    found = answer("B1o B2o B3.", "g1:squad@B3 broken dm;a1:squad@B3")
    assert runs(found) == {"B3 B2 B1"}
    assert run(found, "B3 B2 B1").legs == (("B3", None), ("B2", None))


@pytest.mark.parametrize(
    ("unit", "friends", "enters"),
    [
        # sk-step-stacking: "a squad counts 2, a half-squad or crew 1", 6 in all; "apart from them, 4 SMC"
        ("squad", "squad squad", True),
        ("squad", "squad squad half_squad", False),
        ("squad", "squad squad squad", False),
        ("half_squad", "squad squad half_squad", True),
        ("crew", "squad squad crew half_squad", False),
        ("leader", "squad squad squad", True),
        ("leader", "leader leader hero", True),
        ("leader", "leader leader hero leader", False),
        ("squad", "leader leader hero leader", True),
        ("squad", "squad squad vehicle gun", True),
    ],
)
def test_stacking(unit: str, friends: str, enters: bool) -> None:
    # "It may not enter, even in passing": B3 lies behind B2.
    stack = "".join(f";g{n}:{kind}@B2" for n, kind in enumerate(friends.split(), 2))
    found = answer("B1. B2. B3w", f"g1:{unit}@B1 broken dm{stack};{NO_ENEMY}")
    assert found.destinations == ({"B3": Destination(6, False)} if enters else {})
    assert found.verdict == ("may_rout" if enters else "stays")


@pytest.mark.parametrize(("leaders", "enters"), [(3, True), (4, False)])
def test_pair_needs_room_for_both(leaders: int, enters: bool) -> None:
    stack = "".join(f";g{n}:leader@B2" for n in range(3, 3 + leaders))
    units = f"g1:squad@B1 broken dm;g2:leader@B1{stack};{NO_ENEMY}"
    assert bool(answer("B1. B2. B3w", units, "", "accompanies(g2,g1).").routes) is enters
    assert answer("B1. B2. B3w", units).routes


# --- destinations -----------------------------------------------------------------------------------------------


def test_no_farther_may_be_ignored() -> None:
    # sk-dest-ignore-range: "if its range to some enemy in K is no greater than h's range to that same enemy".
    # From B5 both B3 and A4 are 2 hexes away. A4 may be ignored, so B1 sets the limit; both can be chosen.
    found = answer("B1w B2. B3o A4w B5-", "g1:squad@B3 broken dm;a1:squad@B5", "B5-B3")
    assert found.destinations == {"A4": Destination(4, True), "B1": Destination(6, False)}
    assert found.free is False


def test_building_of_the_start_may_be_ignored() -> None:
    # sk-dest-ignore-building; B1 sets the limit: 4, and 2 for the hedge. The name comes first, as in the vocabulary's
    # `building("zC7-D6","zC7")`.
    facts = 'building("A1-A2","A1"). building("A1-A2","A2").'
    units = f"g1:squad@A1 broken dm;{NO_ENEMY}"
    found = answer("A1s A2s B1w", units, "", facts + 'hexside("A1","B1",hedge).')
    assert found.destinations == {"A2": Destination(4, True), "B1": Destination(6, False)}
    # sk-dest-free: "Where no candidate is left that cannot be ignored, the unit may also go without a destination"
    found = answer("A1s A2s B1.", units, "", facts)
    assert (found.destinations, found.free) == ({"A2": Destination(4, True)}, True)
    legs = {route.legs for route in found.routes if route.path == ("A1", "A2")}
    assert legs == {(("A1", "A2"),), (("A1", None),)}
    assert (("A1", None),) in {route.legs for route in found.routes if route.path == ("A1", "B1")}


def test_ties_are_the_players_choice() -> None:
    # sk-dest-nearest: "Every candidate at or under that price can be chosen"; C2 costs 2 more.
    found = answer("B2. B1w B3w C1. C2w", f"g1:squad@B2 broken dm;{NO_ENEMY}", "", 'hexside("B2","C2",wall).')
    assert found.destinations == {"B1": Destination(4, False), "B3": Destination(4, False)}


def test_by_any_way_within_reach() -> None:
    # sk-dest-reached: "by any way, not only the shortest; every step must leave the destination within reach"
    hexes = "A3. A4w B3b"
    assert runs(answer(hexes, f"g1:squad@A3 broken dm;{NO_ENEMY}")) == {"A3 A4", "A3 B3 A4"}
    # The wounded leader's 6 do not pay for 4 + 4.
    assert runs(answer(hexes, f"g1:leader@A3 broken dm wounded;{NO_ENEMY}")) == {"A3 A4"}


def test_on_from_cover_to_cover() -> None:
    # sk-dest-continue: "go on from cover to adjacent cover, stopping at any of them. It may not go back into other
    # terrain." Example 9.
    found = answer("B1. B2w B3w B4. B5w", f"g1:squad@B1 broken dm;{NO_ENEMY}")
    assert runs(found) == {"B1 B2", "B1 B2 B3"}
    assert {route.legs for route in found.routes} == {(("B1", "B2"),)}
    assert runs(answer("B1. B2w B3w B4w B5w", f"g1:squad@B1 broken dm;{NO_ENEMY}")) == {
        "B1 B2",
        "B1 B2 B3",
        "B1 B2 B3 B4",
    }


def test_discovery_that_bars_nothing() -> None:
    # sk-dest-new: "If it can still be reached, it goes on to the same destination."
    found = answer("B3. B2. B1w B9-", "g1:squad@B3 broken dm;a1:squad@B9", "B9-B2/1")
    route = run(found, "B3 B2 B1")
    assert route.legs == (("B3", "B1"),)
    assert route.discovers == (("B2", frozenset({"a1"})),)


LATERAL = ("C3. D2. D3w E3w C5-", "g1:squad@C3 broken dm;a1:squad@C5", "C5-D2")


def test_chooses_anew_where_it_stands() -> None:
    """At D2 it discovers C5, 3 hexes away; D3 and C3 are 2 from it, E3 is 3.

    sk-dest-new: "If what it discovers on entering a hex makes the destination unreachable with the MF left, it chooses
    again from where it stands." E3 may be ignored: no farther from C5 than D2. sk-dest-free: "in a later leg also where
    it stands".
    """
    found = answer(*LATERAL)
    assert (found.verdict, found.destinations, found.free) == ("may_rout", {"D3": Destination(4, False)}, False)
    at_d2 = (("D2", frozenset({"a1"})),)
    first = ("C3", "D3")
    assert found.routes == {
        Route("run", (first,), ("C3", "D3"), (0, 4), (), (), "survives"),
        Route("run", (first,), ("C3", "D3", "E3"), (0, 4, 8), (), (), "survives"),
        Route("run", (first, ("D2", "E3")), ("C3", "D2", "E3"), (0, 2, 6), at_d2, at_d2, "survives"),
        Route("run", (first, ("D2", None)), ("C3", "D2"), (0, 2), at_d2, at_d2, "survives"),
        Route("run", (first, ("D2", None)), ("C3", "D2", "E3"), (0, 2, 6), at_d2, at_d2, "survives"),
        Route("low_crawl", (first,), ("C3", "D3"), (0, 12), (), (), "survives"),
    }


def test_ignored_from_the_start() -> None:
    # "Option `ignore_from`: measured from `h` or from the starting hex": E3 is 3 from C5, the starting hex only 2.
    found = answer(*LATERAL, "option(ignore_from,start).")
    assert {r.legs for r in found.routes if "D2" in r.path} == {(("C3", "D3"), ("D2", "E3"))}


def test_threatened_destination() -> None:
    """Example 7: at B2 it discovers A2 next to it, and must go on.

    sk-dest-threatened: "it must go on: it chooses anew, as under `sk-dest-new`, with what is left". sk-ftr-adjacent for
    the Low Crawl.
    """
    found = answer("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm;a1:squad@A2", "A2-B2 A2-B3")
    a1 = frozenset({"a1"})
    assert found.routes == {
        Route(
            "run",
            (("B1", "B2"), ("B2", "B4")),
            ("B1", "B2", "B3", "B4"),
            (0, 4, 6, 10),
            (("B3", a1),),
            (("B2", a1),),
            "survives",
        ),
        Route("low_crawl", (("B1", "B2"),), ("B1", "B2"), (0, 12), (), (("B2", a1),), "eliminated"),
    }


def test_broken_enemy_discovered_at_the_destination() -> None:
    # threatened: "an unbroken Known enemy unit"; so it may stop at B2.
    found = answer("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm;a1:squad@A2 broken", "A2-B2")
    assert runs(found) == {"B1 B2"}
    assert run(found, "B1 B2").end == "survives"


@pytest.mark.parametrize(("beyond", "paths"), [("B3o", {"B1 B2 B3": "survives"}), ("", {"B1 B2": "eliminated"})])
def test_threatened_without_destination(beyond: str, paths: dict[str, str]) -> None:
    # sk-dest-threatened: "or any hex of a rout without destination". sk-ftr-adjacent: "It comes to rest there only when
    # it has no legal way to go on".
    found = answer(f"B1o B2o {beyond} A2-", "g1:squad@B1 broken dm;a1:squad@A2", "A2-B2")
    assert {" ".join(r.path): r.end for r in found.routes if r.posture == "run"} == paths
    assert {r.legs for r in found.routes if r.posture == "run"} == {(("B1", None), ("B2", None))}
    assert {r.end for r in found.routes if r.posture == "low_crawl"} == {"eliminated"}


def test_arrives_with_nothing_left() -> None:
    # Example 6: "exactly 6 MF; arriving there ends adjacent to yZ8: eliminated. Low Crawl ... is the only way to live"
    found = answer("B1o B2b B3b B4w B5-", "g1:squad@B1 broken dm;a1:squad@B5", "B5-B4")
    assert {(" ".join(r.path), r.posture, r.end) for r in found.routes} == {
        ("B1 B2 B3 B4", "run", "eliminated"),
        ("B1 B2", "low_crawl", "survives"),
    }
    assert run(found, "B1 B2 B3 B4").legs == (("B1", "B4"), ("B4", None))


@pytest.mark.parametrize(("start", "verdict"), [(".", "eliminated"), ("o", "stays")])
def test_no_legal_step(start: str, verdict: str) -> None:
    # sk-ftr-none: "A unit that must rout and has no legal step at all, Low Crawl included, is eliminated". Example 6b.
    units = "g1:squad@B3 broken dm;a1:squad@B5;a2:squad@B1"
    found = answer(f"B3{start} B2w B4w B1- B5-", units, "B5-B3 B1-B3")
    assert (found.verdict, found.destinations, found.free, found.routes) == (verdict, {}, False, set())


# --- the starting hex -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "behind", "router", "paths"),
    [
        # At B4 it discovers B1, which bars B3: only the way back is left, and B5 cannot be the end.
        (".", "B6.", "squad", {"B5 B4": 2, "B5 B4 B5 B6": 6}),
        (".", "", "squad", {"B5 B4": 2}),
        # "only if a legal, affordable step leads on from it"
        (".", "B6.", "leader wounded", {"B5 B4": 2, "B5 B4 B5 B6": 6}),
        (".", "B6b", "leader wounded", {"B5 B4": 2}),
        # sk-dest-reach: "the cover hexes other than `h` and the starting hex"
        ("w", "B6.", "squad", {"B5 B4": 2, "B5 B4 B5 B6": 8}),
    ],
)
def test_back_through_the_starting_hex(start: str, behind: str, router: str, paths: dict[str, int]) -> None:
    # sk-leave: "It may pass through it again"; sk-revisit: "a new leg may use hexes of an earlier one"
    kind, *statuses = router.split()
    units = f"g1:{kind}@B5 broken dm {' '.join(statuses)};a1:squad@B1"
    found = answer(f"B3w B4. B5{start} {behind} B1-", units, "B1-B4/1")
    assert {" ".join(r.path): r.mf[-1] for r in found.routes if r.posture == "run"} == paths
    assert {r.legs for r in found.routes if r.posture == "run"} == {(("B5", "B3"), ("B4", None))}


@pytest.mark.parametrize(("friends", "returns"), [(2, True), (3, False)])
def test_no_unit_stands_in_its_own_way(friends: int, returns: bool) -> None:
    # sk-step-stacking: two other squads in B5 leave room for g1 to pass through it again, three do not.
    stack = "".join(f";g{n}:squad@B5" for n in range(2, 2 + friends))
    found = answer("B3w B4. B5. B6. B1-", f"g1:squad@B5 broken dm{stack};a1:squad@B1", "B1-B4/1")
    assert runs(found) == {"B5 B4"} | ({"B5 B4 B5 B6"} if returns else set())


def test_new_leg_in_the_starting_hex() -> None:
    """A leader on the way back through B5 to B7 is wounded in B5, with 4 spent: B7 is 6 away, and B6 is 2.

    It chooses anew in B5, where it cannot end ("does not end there"). L4 lets it ignore everything, as below.
    """
    found = answer(
        "B3w B4. B5. B6. B7w B1- L4-",
        "g1:leader@B5 broken dm;a1:squad@B1;a2:squad@L4",
        "B1-B4/1 L4-B5",
        'normal_range(a2,10). nmc(g1,"B5",fail).',
    )
    legs = (("B5", "B3"), ("B4", "B7"))
    routes = {(" ".join(r.path), r.legs) for r in found.routes if r.legs[:2] == legs}
    assert routes == {("B5 B4 B5 B6", (*legs, ("B5", None)))}


def test_revisit_allowed() -> None:
    # sk-revisit: "`revisit=allow` lists the others too." B1-B2-B1 cannot end, and B2 is all there is.
    hexes, units = "B1. B2.", f"g1:squad@B1 broken dm;{NO_ENEMY}"
    assert runs(answer(hexes, units)) == {"B1 B2"}
    assert runs(answer(hexes, units, "", "option(revisit,allow).")) == {"B1 B2", "B1 B2 B1 B2", "B1 B2 B1 B2 B1 B2"}


# --- Low Crawl --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "into"),
    [("mf", {"B2"}), ("hexes", set()), ("reachable", {"B2", "B1"}), ("free", {"B2", "B1", "A1"})],
)
def test_crawl_toward(option: str, into: set[str]) -> None:
    # sk-crawl-toward. A4 costs 8 (A2-B2-B3-A4) and is 2 hexes away; from B2 6, from B1 8, from A1 10. B2 is 2 hexes
    # from A4. By way of B1 it costs 2 + 8, by way of A1 4 + 10.
    hexes = "A1b A2. B1. B2. B3. A4w"
    found = answer(hexes, f"g1:squad@A2 broken dm;{NO_ENEMY}", "", f"option(crawl_toward,{option}).")
    assert found.destinations == {"A4": Destination(8, False)}
    assert crawls(found) == into


def test_crawl_whatever_its_cost() -> None:
    # sk-crawl: "one legal step, whatever its cost, for all its MF"; B2 costs 8 of the 6 half-MF.
    units = f"g1:leader@B1 broken dm wounded;{NO_ENEMY}"
    found = answer("B1. B2w", units, "", 'elevation("B2",1).')
    assert (found.verdict, found.free) == ("may_rout", True)
    assert found.routes == {Route("low_crawl", (("B1", None),), ("B1", "B2"), (0, 6), (), (), "survives")}


def test_neither_run_nor_crawl() -> None:
    # sk-crawl-occupied, and sk-step-mf: 8 of 6 half-MF.
    units = "g1:leader@B1 broken dm wounded;a1:squad@B1 broken"
    found = answer("B1. B2w", units, "", 'elevation("B2",1).')
    assert (found.verdict, found.free, found.routes) == ("stays", False, set())


# --- NMC --------------------------------------------------------------------------------------------------------


def under_fire(router: str, nmc: str, friends: str = "", hexes: str = "B1. B2. B3. B4. B5o B9-") -> dict[str, str]:
    """The runs from B5 and their ends; a1 in B9 sees B4, B3 and B2 (ranges 5, 6 and 7), and not B5."""
    facts = "normal_range(a1,9)." + "".join(f'nmc(g1,"{h}",{r}).' for h, r in (n.split(":") for n in nmc.split()))
    kind, *statuses = router.split()
    units = f"g1:{kind}@B5 broken dm {' '.join(statuses)};a1:squad@B9{friends}"
    found = answer(hexes, units, "B9-B4 B9-B3 B9-B2", facts + ("accompanies(g2,g1)." if "g2:" in friends else ""))
    return {" ".join(r.path): r.end for r in found.routes if r.posture == "run"}


def test_nmc_passed() -> None:
    paths = dict.fromkeys(["B5 B4", "B5 B4 B3", "B5 B4 B3 B2", "B5 B4 B3 B2 B1"], "survives")
    assert under_fire("squad", "") == paths
    assert under_fire("squad", "B3:pass B5:fail B1:pin") == paths


def test_nmc_pin() -> None:
    # sk-nmc: "Pin (equal to morale): the rout ends in that hex."
    assert under_fire("squad", "B3:pin") == {"B5 B4": "survives", "B5 B4 B3": "survives"}


def test_nmc_pin_in_a_threatened_hex() -> None:
    # sk-ftr-adjacent: "(or crawled there, or was pinned there)". A3 is discovered in B3, next to it.
    found = answer(
        "B1w B2. B3. B4o A3-",
        "g1:squad@B4 broken dm;a1:squad@A3",
        "A3-B3",
        'nmc(g1,"B3",pin).',
    )
    assert {(" ".join(r.path), r.end, r.legs) for r in found.routes if r.posture == "run"} == {
        ("B4 B3", "eliminated", (("B4", "B1"),))
    }


@pytest.mark.parametrize(
    ("router", "nmc", "paths"),
    [
        # sk-nmc: "a squad becomes a half-squad and may go on; a half-squad or crew is eliminated"
        ("squad", "B4:fail", {"B5 B4": 1, "B5 B4 B3": 1, "B5 B4 B3 B2": 1, "B5 B4 B3 B2 B1": 1}),
        ("squad", "B4:fail B2:fail", {"B5 B4": 1, "B5 B4 B3": 1, "B5 B4 B3 B2": 0}),
        ("half_squad", "B4:fail", {"B5 B4": 0}),
        ("crew", "B3:fail", {"B5 B4": 1, "B5 B4 B3": 0}),
        # "a leader is wounded (allowance 6 from now on: it may go on if it has spent less)"
        ("leader", "B4:fail", {"B5 B4": 1, "B5 B4 B3": 1, "B5 B4 B3 B2": 1}),
        ("leader", "B2:fail", {"B5 B4": 1, "B5 B4 B3": 1, "B5 B4 B3 B2": 1}),
        # "or, if wounded already, eliminated"
        ("leader wounded", "B3:fail", {"B5 B4": 1, "B5 B4 B3": 0}),
        ("leader", "B4:fail B3:fail", {"B5 B4": 1, "B5 B4 B3": 0}),
    ],
)
def test_nmc_failed(router: str, nmc: str, paths: dict[str, int]) -> None:
    ends = ("eliminated", "survives")
    assert under_fire(router, nmc) == {path: ends[lives] for path, lives in paths.items()}


def test_half_squad_takes_less_room() -> None:
    # Five half-squads in B3 leave room for one more, not for a squad.
    friends = "".join(f";g{n}:half_squad@B3" for n in range(3, 8))
    assert set(under_fire("squad", "", friends)) == {"B5 B4"}
    assert set(under_fire("squad", "B4:fail", friends)) == {"B5 B4", "B5 B4 B3", "B5 B4 B3 B2", "B5 B4 B3 B2 B1"}


def test_leader_who_goes_along_is_lost_with_a_failure() -> None:
    # sk-may-leader: "it takes no NMC and is eliminated if the unit fails one": then four leaders in B3 bar nobody.
    friends = ";g2:leader@B5" + "".join(f";g{n}:leader@B3" for n in range(3, 7))
    assert set(under_fire("squad", "", friends)) == {"B5 B4"}
    assert set(under_fire("squad", "B4:fail", friends)) == {"B5 B4", "B5 B4 B3", "B5 B4 B3 B2", "B5 B4 B3 B2 B1"}


def test_allowance_is_never_increased() -> None:
    # "It is never increased": the wounded leader is gone, his 6 half-MF remain.
    assert set(under_fire("squad", "B4:fail", ";g2:leader@B5 wounded")) == {"B5 B4", "B5 B4 B3", "B5 B4 B3 B2"}


def test_wound_puts_the_destination_out_of_reach() -> None:
    # B2 costs 8. Wounded in B4 with 2 spent, 4 are left and B2 is 6 away: it chooses anew, and there is nothing.
    facts = 'nmc(g1,"B4",fail).'
    units = "g1:leader@B5 broken dm;a1:squad@B9"
    found = answer("B2w B3. B4. B5o B9-", units, "B9-B4", facts)
    assert found.destinations == {"B2": Destination(8, False)}
    assert {(" ".join(r.path), r.legs) for r in found.routes if r.posture == "run"} == {
        ("B5 B4", (("B5", "B2"), ("B4", None))),
        ("B5 B4 B3", (("B5", "B2"), ("B4", None))),
    }


def test_wound_with_the_allowance_spent_ends_the_rout() -> None:
    # The wound in B2 comes with 6 spent; it ends there, short of its destination and without a new leg.
    found = answer(
        "B1w B2. B3. B4. B5o B9-",
        "g1:leader@B5 broken dm;a1:squad@B9",
        "B9-B2",
        'normal_range(a1,9). nmc(g1,"B2",fail).',
    )
    (route,) = [r for r in found.routes if r.posture == "run"]
    assert (" ".join(route.path), route.legs, route.end) == ("B5 B4 B3 B2", (("B5", "B1"),), "survives")


def test_forced_end_in_the_starting_hex() -> None:
    """As test_back_through_the_starting_hex, with a pin where it comes back to B5.

    a2 in L4 is 10 hexes from each of B3 to B6, so it bars nothing (and lets the unit ignore B3).
    """
    found = answer(
        "B3w B4. B5. B6. B1- L4-",
        "g1:squad@B5 broken dm;a1:squad@B1;a2:squad@L4",
        "B1-B4/1 L4-B5",
        'normal_range(a2,10). nmc(g1,"B5",pin).',
    )
    assert found.must == {"sk-must-open-ground"}
    assert {" ".join(r.path) for r in found.routes if r.legs == (("B5", "B3"), ("B4", None))} == {"B5 B4", "B5 B4 B5"}


# --- the order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "verdict", "destinations"),
    [
        # sk-order: "only the attacker's units with verdict `eliminated` are gone for the defender's"
        ("", "may_rout", {"D3": Destination(4, False)}),
        ("option(ftr_removal,immediate).", "may_rout", {"D3": Destination(4, False)}),
        ("option(ftr_removal,end).", "stays", {}),  # "(with `end` they still block)"
    ],
)
def test_eliminated_attackers_are_gone(facts: str, verdict: str, destinations: dict[str, Destination]) -> None:
    # g1 has nowhere to go; standing in B3, it keeps a1 in E3 from D3, one hex closer to it.
    text = instance("B3. B4- D3w E3o", "a1:squad@E3 broken dm;a2:squad@B4;g1:squad@B3 broken dm", "B4-B3 B3-E3", facts)
    answers = solve(text)
    assert list(answers) == ["g1", "a1"]
    assert answers["g1"].verdict == "eliminated"
    assert (answers["a1"].verdict, answers["a1"].destinations) == (verdict, destinations)


def test_eliminated_defenders_are_not_gone_for_the_attacker() -> None:
    text = instance("B3. B4- D3w E3o", "a1:squad@E3 broken dm;a2:squad@B4;g1:squad@B3 broken dm", "B4-B3 B3-E3")
    answers = solve(text.replace("attacker(german)", "attacker(american)"))
    assert list(answers) == ["a1", "g1"]
    assert (answers["g1"].verdict, answers["a1"].verdict) == ("eliminated", "stays")


# --- reading, and the random positions --------------------------------------------------------------------------


def test_reads_comments_and_odd_spacing() -> None:
    text = instance("B1. B2w", f"g1:squad@B1 broken dm;{NO_ENEMY}")
    odd = "%* two\nlines *%" + text.replace(").", ") .  % so it is\n").replace(",", " , ")
    assert solve(odd) == solve(text)


def test_los_is_not_derived() -> None:
    with pytest.raises(ValueError, match="los/3"):
        solve('hex("B1",1,2). terrain("B1",woods). unit(g1,german,squad). at(g1,"B1"). status(g1,broken).')


def test_hex_names() -> None:
    # "A,C,E.. (even columns) R=2r-1; B,D,F.. R=2r"; yBB8 is at (27, 16).
    assert [hex_name(c) for c in ((27, 16), (0, 1), (1, 2), (26, 5))] == ["yBB8", "yA1", "yB1", "yAA3"]


def test_same_seed_same_position() -> None:
    assert random_position(7) == random_position(7) != random_position(8)


@pytest.mark.slow
def test_random_positions_are_eventful() -> None:
    routes = [r for seed in range(150) for a in solve(random_position(seed)).values() for r in a.routes]
    assert any(r.discovers for r in routes)
    assert any(len(r.legs) > 2 for r in routes)
    assert any(len(r.interdicted) > 1 for r in routes)
    assert any(r.path[0] in r.path[1:] for r in routes)
    assert {r.end for r in routes if r.posture == "run"} == {"survives", "eliminated"}
    assert {r.end for r in routes if r.posture == "low_crawl"} == {"survives", "eliminated"}


@given(st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@pytest.mark.slow
def test_every_route_keeps_its_own_promises(rnd) -> None:  # type: ignore[no-untyped-def]
    """Check the parts of a route that need no second walk."""
    for found in solve(draw_position(rnd, 4)).values():
        for route in found.routes:
            assert len(route.path) == len(route.mf) >= 2
            assert all(a < b for a, b in zip(route.mf, route.mf[1:], strict=False))
            assert route.mf[-1] <= 12
            assert route.legs[0][0] == route.path[0]
            assert route.legs[0][1] in found.destinations or (route.legs[0][1] is None and found.free)
            if route.posture == "low_crawl":
                assert (len(route.path), len(route.legs), route.interdicted) == (2, 1, ())
