"""The Starter Kit enumerator by hand: legal steps, destinations, Low Crawl."""

from __future__ import annotations

import pytest
from enumerated import Destination
from enumerator import Route
from positions_enumerated import NO_ENEMY, answer, crawls, run, runs

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
    g1 = answer("B1w B2. B3o B4w B6-", "g1:squad@B3 broken dm;a1:squad@B6 broken", "B6-B3")
    assert set(g1.destinations) == {"B1"}


def test_second_example() -> None:
    # Example 2: "only yP1. Not yN5: through yN4, adjacent to yN3". P1 costs 2+2+4.
    hexes = "O4. N4. N5w P3. P2. P1w N3- P5-"
    g1 = answer(hexes, "g1:squad@O4 broken dm;a1:squad@N3;a2:squad@P5", "N3-O4 P5-O4")
    assert (g1.verdict, g1.must) == ("routs", {"sk-must-adjacent", "sk-must-open-ground"})
    assert (g1.destinations, g1.free) == ({"P1": Destination(8, False)}, False)
    assert runs(g1) == {"O4 P3 P2 P1"}
    assert crawls(g1) == {"P3"}


def test_leaving_the_hex_of_an_enemy() -> None:
    # sk-step-adjacent: "unless it leaves that very unit's hex"; sk-crawl-occupied: "No Low Crawl out of an
    # enemy-occupied hex."
    units = "g1:squad@B3 broken dm;a1:squad@B3 broken"
    g1 = answer("B1. B2. B3.", units)
    assert (g1.verdict, runs(g1), crawls(g1)) == ("may_rout", {"B3 B2", "B3 B2 B1"}, set())
    # C3 touches both B3 and B2: adjacent to a2, whose hex it does not leave.
    g1 = answer("B1. B2. B3. C3-", units + ";a2:squad@C3", "C3-B3")
    assert (g1.verdict, g1.routes) == ("eliminated", set())


def test_adjacent_of_an_enemy_in_the_hex_just_left() -> None:
    # sk-dest-threatened: "... or whose hex it has just left, it must go on: it chooses anew"
    g1 = answer("B1o B2o B3.", "g1:squad@B3 broken dm;a1:squad@B3")
    assert runs(g1) == {"B3 B2 B1"}
    assert run(g1, "B3 B2 B1").legs == (("B3", None), ("B2", None))


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
    g1 = answer("B1. B2. B3w", f"g1:{unit}@B1 broken dm{stack};{NO_ENEMY}")
    assert g1.destinations == ({"B3": Destination(6, False)} if enters else {})
    assert g1.verdict == ("may_rout" if enters else "stays")


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
    g1 = answer("B1w B2. B3o A4w B5-", "g1:squad@B3 broken dm;a1:squad@B5", "B5-B3")
    assert g1.destinations == {"A4": Destination(4, True), "B1": Destination(6, False)}
    assert g1.free is False


def test_building_of_the_start_may_be_ignored() -> None:
    # sk-dest-ignore-building; B1 sets the limit: 4, and 2 for the hedge. The name comes first, as in the vocabulary's
    # `building("zC7-D6","zC7")`.
    facts = 'building("A1-A2","A1"). building("A1-A2","A2").'
    units = f"g1:squad@A1 broken dm;{NO_ENEMY}"
    g1 = answer("A1s A2s B1w", units, "", facts + 'hexside("A1","B1",hedge).')
    assert g1.destinations == {"A2": Destination(4, True), "B1": Destination(6, False)}
    # sk-dest-free: "Where no candidate is left that cannot be ignored, the unit may also go without a destination"
    g1 = answer("A1s A2s B1.", units, "", facts)
    assert (g1.destinations, g1.free) == ({"A2": Destination(4, True)}, True)
    legs = {route.legs for route in g1.routes if route.path == ("A1", "A2")}
    assert legs == {(("A1", "A2"),), (("A1", None),)}
    assert (("A1", None),) in {route.legs for route in g1.routes if route.path == ("A1", "B1")}


def test_ties_are_the_players_choice() -> None:
    # sk-dest-nearest: "Every candidate at or under that price can be chosen"; C2 costs 2 more.
    g1 = answer("B2. B1w B3w C1. C2w", f"g1:squad@B2 broken dm;{NO_ENEMY}", "", 'hexside("B2","C2",wall).')
    assert g1.destinations == {"B1": Destination(4, False), "B3": Destination(4, False)}


def test_by_any_way_within_reach() -> None:
    # sk-dest-reached: "by any way, not only the shortest; every step must leave the destination within reach"
    hexes = "A3. A4w B3b"
    assert runs(answer(hexes, f"g1:squad@A3 broken dm;{NO_ENEMY}")) == {"A3 A4", "A3 B3 A4"}
    # The wounded leader's 6 do not pay for 4 + 4.
    assert runs(answer(hexes, f"g1:leader@A3 broken dm wounded;{NO_ENEMY}")) == {"A3 A4"}


def test_on_from_cover_to_cover() -> None:
    # sk-dest-continue: "go on from cover to adjacent cover, stopping at any of them. It may not go back into other
    # terrain." Example 9.
    g1 = answer("B1. B2w B3w B4. B5w", f"g1:squad@B1 broken dm;{NO_ENEMY}")
    assert runs(g1) == {"B1 B2", "B1 B2 B3"}
    assert {route.legs for route in g1.routes} == {(("B1", "B2"),)}
    assert runs(answer("B1. B2w B3w B4w B5w", f"g1:squad@B1 broken dm;{NO_ENEMY}")) == {
        "B1 B2",
        "B1 B2 B3",
        "B1 B2 B3 B4",
    }


def test_discovery_that_bars_nothing() -> None:
    # sk-dest-new: "If it can still be reached, it goes on to the same destination."
    g1 = answer("B3. B2. B1w B9-", "g1:squad@B3 broken dm;a1:squad@B9", "B9-B2/1")
    route = run(g1, "B3 B2 B1")
    assert route.legs == (("B3", "B1"),)
    assert route.discovers == (("B2", frozenset({"a1"})),)


LATERAL = ("C3. D2. D3w E3w C5-", "g1:squad@C3 broken dm;a1:squad@C5", "C5-D2")


def test_chooses_anew_where_it_stands() -> None:
    """At D2 it discovers C5, 3 hexes away; D3 and C3 are 2 from it, E3 is 3.

    sk-dest-new: "If what it discovers on entering a hex makes the destination unreachable with the MF left, it chooses
    again from where it stands." E3 may be ignored: no farther from C5 than D2. sk-dest-free: "in a later leg also where
    it stands".
    """
    g1 = answer(*LATERAL)
    assert (g1.verdict, g1.destinations, g1.free) == ("may_rout", {"D3": Destination(4, False)}, False)
    at_d2 = (("D2", frozenset({"a1"})),)
    first = ("C3", "D3")
    assert g1.routes == {
        Route("run", (first,), ("C3", "D3"), (0, 4), (), (), "survives"),
        Route("run", (first,), ("C3", "D3", "E3"), (0, 4, 8), (), (), "survives"),
        Route("run", (first, ("D2", "E3")), ("C3", "D2", "E3"), (0, 2, 6), at_d2, at_d2, "survives"),
        Route("run", (first, ("D2", None)), ("C3", "D2"), (0, 2), at_d2, at_d2, "survives"),
        Route("run", (first, ("D2", None)), ("C3", "D2", "E3"), (0, 2, 6), at_d2, at_d2, "survives"),
        Route("low_crawl", (first,), ("C3", "D3"), (0, 12), (), (), "survives"),
    }


def test_ignored_from_the_start() -> None:
    # "Option `ignore_from`: measured from `h` or from the starting hex": E3 is 3 from C5, the starting hex only 2.
    g1 = answer(*LATERAL, "option(ignore_from,start).")
    assert {r.legs for r in g1.routes if "D2" in r.path} == {(("C3", "D3"), ("D2", "E3"))}


def test_threatened_destination() -> None:
    """Example 7: at B2 it discovers A2 next to it, and must go on.

    sk-dest-threatened: "it must go on: it chooses anew, as under `sk-dest-new`, with what is left". sk-ftr-adjacent for
    the Low Crawl.
    """
    g1 = answer("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm;a1:squad@A2", "A2-B2 A2-B3")
    a1 = frozenset({"a1"})
    assert g1.routes == {
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
    g1 = answer("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm;a1:squad@A2 broken", "A2-B2")
    assert runs(g1) == {"B1 B2"}
    assert run(g1, "B1 B2").end == "survives"


@pytest.mark.parametrize(("beyond", "paths"), [("B3o", {"B1 B2 B3": "survives"}), ("", {"B1 B2": "eliminated"})])
def test_threatened_without_destination(beyond: str, paths: dict[str, str]) -> None:
    # sk-dest-threatened: "or any hex of a rout without destination". sk-ftr-adjacent: "It comes to rest there only when
    # it has no legal way to go on".
    g1 = answer(f"B1o B2o {beyond} A2-", "g1:squad@B1 broken dm;a1:squad@A2", "A2-B2")
    assert {" ".join(r.path): r.end for r in g1.routes if r.posture == "run"} == paths
    assert {r.legs for r in g1.routes if r.posture == "run"} == {(("B1", None), ("B2", None))}
    assert {r.end for r in g1.routes if r.posture == "low_crawl"} == {"eliminated"}


def test_arrives_with_nothing_left() -> None:
    # Example 6: "exactly 6 MF; arriving there ends adjacent to yZ8: eliminated. Low Crawl ... is the only way to live"
    g1 = answer("B1o B2b B3b B4w B5-", "g1:squad@B1 broken dm;a1:squad@B5", "B5-B4")
    assert {(" ".join(r.path), r.posture, r.end) for r in g1.routes} == {
        ("B1 B2 B3 B4", "run", "eliminated"),
        ("B1 B2", "low_crawl", "survives"),
    }
    assert run(g1, "B1 B2 B3 B4").legs == (("B1", "B4"), ("B4", None))


@pytest.mark.parametrize(("start", "verdict"), [(".", "eliminated"), ("o", "stays")])
def test_no_legal_step(start: str, verdict: str) -> None:
    # sk-ftr-none: "A unit that must rout and has no legal step at all, Low Crawl included, is eliminated". Example 6b.
    units = "g1:squad@B3 broken dm;a1:squad@B5;a2:squad@B1"
    g1 = answer(f"B3{start} B2w B4w B1- B5-", units, "B5-B3 B1-B3")
    assert (g1.verdict, g1.destinations, g1.free, g1.routes) == (verdict, {}, False, set())


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
    g1 = answer(f"B3w B4. B5{start} {behind} B1-", units, "B1-B4/1")
    assert {" ".join(r.path): r.mf[-1] for r in g1.routes if r.posture == "run"} == paths
    assert {r.legs for r in g1.routes if r.posture == "run"} == {(("B5", "B3"), ("B4", None))}


@pytest.mark.parametrize(("friends", "returns"), [(2, True), (3, False)])
def test_no_unit_stands_in_its_own_way(friends: int, returns: bool) -> None:
    # sk-step-stacking: two other squads in B5 leave room for g1 to pass through it again, three do not.
    stack = "".join(f";g{n}:squad@B5" for n in range(2, 2 + friends))
    g1 = answer("B3w B4. B5. B6. B1-", f"g1:squad@B5 broken dm{stack};a1:squad@B1", "B1-B4/1")
    assert runs(g1) == {"B5 B4"} | ({"B5 B4 B5 B6"} if returns else set())


def test_new_leg_in_the_starting_hex() -> None:
    """A leader on the way back through B5 to B7 is wounded in B5, with 4 spent: B7 is 6 away, and B6 is 2.

    It chooses anew in B5, where it cannot end ("does not end there"). L4 lets it ignore everything, as below.
    """
    g1 = answer(
        "B3w B4. B5. B6. B7w B1- L4-",
        "g1:leader@B5 broken dm;a1:squad@B1;a2:squad@L4",
        "B1-B4/1 L4-B5",
        'normal_range(a2,10). nmc(g1,"B5",fail).',
    )
    legs = (("B5", "B3"), ("B4", "B7"))
    routes = {(" ".join(r.path), r.legs) for r in g1.routes if r.legs[:2] == legs}
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
    g1 = answer(hexes, f"g1:squad@A2 broken dm;{NO_ENEMY}", "", f"option(crawl_toward,{option}).")
    assert g1.destinations == {"A4": Destination(8, False)}
    assert crawls(g1) == into


def test_crawl_whatever_its_cost() -> None:
    # sk-crawl: "one legal step, whatever its cost, for all its MF"; B2 costs 8 of the 6 half-MF.
    units = f"g1:leader@B1 broken dm wounded;{NO_ENEMY}"
    g1 = answer("B1. B2w", units, "", 'elevation("B2",1).')
    assert (g1.verdict, g1.free) == ("may_rout", True)
    assert g1.routes == {Route("low_crawl", (("B1", None),), ("B1", "B2"), (0, 6), (), (), "survives")}


def test_neither_run_nor_crawl() -> None:
    # sk-crawl-occupied, and sk-step-mf: 8 of 6 half-MF.
    units = "g1:leader@B1 broken dm wounded;a1:squad@B1 broken"
    g1 = answer("B1. B2w", units, "", 'elevation("B2",1).')
    assert (g1.verdict, g1.free, g1.routes) == ("stays", False, set())
