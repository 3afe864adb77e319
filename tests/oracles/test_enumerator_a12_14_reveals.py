"""The enumerator of full ASL by hand: enemies revealed on the way (A12.14)."""

from __future__ import annotations

import pytest
from positions_enumerated_asl import CORRIDOR, ROUTER, g1, goals, paths, route

pytestmark = pytest.mark.slow  # half a minute together


# --- on the way -------------------------------------------------------------------------------------------------


def test_repulse() -> None:
    # The only cover; r2 is concealed in it.
    text = {"terrain": "C4=woods"}
    answer = g1("r1 squad C1 -", "r2 squad C4 - concealed", **text)
    thrown = route(answer, "C3 C4 C3")
    assert (thrown.end, thrown.repulsed) == ("eliminated", ("yC4", frozenset({"r2"})))
    assert not paths(answer) & {"C3 C4"}
    # r2 is revealed next to C3, in Good Order and armed.
    answer = g1("r1 squad C1 -", "r2 squad C4 - concealed", facts="option(repulsed,surrender).", **text)
    assert route(answer, "C3 C4 C3").end == "surrenders"


def test_dummies_are_removed() -> None:
    answer = g1("r1 squad C1 -", "r2 dummy C4 -", terrain="C4=woods")
    assert route(answer, "C3 C4").repulsed is None


def test_revealed_after_the_step_it_interdicts() -> None:
    text = {"facts": 'reveal(r2,g1,"yC4",after).', "blind": "C1-C4"}
    answer = g1("r1 squad C1 9", "r2 squad A4 9 concealed", **text)
    assert route(answer, "C3 C4").interdicted == (("yC4", frozenset({"r2"})),)
    assert all(
        "r2" not in by for r in answer.routes if r.path[1] == "yD3" for _, by in r.interdicted if "yC4" not in r.path
    )


def test_new_enemies_that_close_the_way_make_it_choose_anew() -> None:
    # Bound for A5 by B3-B4, it meets at B3 an enemy in A5's neighbour A4: no way to A5 now, and D3 and C4 are open.
    text = {"terrain": "A5=woods B4=orchard", "blind": "A4-C3 A4-C4 A4-B4"}
    answer = g1("r1 squad A4 -", **text)
    assert set(goals(answer)) == {"A5"}
    legs = {r.legs for r in answer.routes if r.path[:2] == ("yC3", "yB3") and r.posture == "run"}
    assert legs
    assert all(len(leg) > 1 for leg in legs)


def test_it_surrenders_on_the_way() -> None:
    # Everything around is closed but C4; r2 next to it is unknown at first, and interdicts what lies beyond.
    text = {"terrain": "B2=water B3=water C2=water D2=water D3=water C5=water", "blind": "D4-C3"}
    answer = g1("r1 squad C1 -", "r2 squad D4 9", **text)
    assert route(answer, "C3 C4").end == "surrenders"
    later = g1("r1 squad C1 -", "r2 squad D4 9", facts="option(surrender_again,no).", **text)
    # B4 is next to C4 and C5, two hexes from D4: it goes on, interdicted.
    assert route(later, "C3 C4 B4").interdicted


def test_disrupted_units_cease_to_rout() -> None:
    # C4 is woods: there nothing lets a Disrupted unit go on, once it has met r2.
    text = {"terrain": "C4=woods C5=woods", "blind": "E5-C3", "facts": "status(g1,disrupted)."}
    answer = g1("r1 squad C1 9", "r2 squad E5 9", **text)
    assert "C3 C4 C5" not in paths(answer)
    text["facts"] += "option(disrupted_ceases,no)."
    assert "C3 C4 C5" in paths(g1("r1 squad C1 9", "r2 squad E5 9", **text))


def test_at_its_destination_it_stops_or_goes_on_in_cover() -> None:
    answer = g1("r1 squad C1 -", terrain="C4=woods C5=woods")
    assert {"C3 C4", "C3 C4 C5"} <= paths(answer)
    assert not any(p.startswith("C3 C4 B4") for p in paths(answer))


def test_next_to_a_broken_enemy_it_may_choose_anew() -> None:
    # r2 is broken in B5, next to C5; the unit only gets to know it there.
    text = {"terrain": "C5=woods", "blind": "B5-C3 B5-C4 B5-B4 B5-D4"}
    answer = g1("r1 squad C1 -", "r2 squad B5 - broken", **text)
    assert route(answer, "C3 C4 C5").end == "survives"
    assert any(len(r.legs) == 2 and r.path[2] == "yC5" for r in answer.routes if len(r.path) > 3)


def test_stopping_next_to_an_armed_enemy_is_the_end() -> None:
    # r2 is in Melee: nobody to surrender to. C4 is the only way, and it is a dead end.
    text = {"terrain": "B2=water B3=water C2=water D2=water D3=water C5=water B4=water", "blind": "D4-C3"}
    answer = g1("r1 squad C1 -", "r2 squad D4 9 melee", **text)
    assert {r.end for r in answer.routes} == {"eliminated"}
    assert {r.end for r in g1("r1 squad C1 -", "r2 squad D4 9", **text).routes} == {"surrenders"}


def test_new_enemies_put_a_shelter_no_farther_from_the_destination() -> None:
    # a10-51-refigure: "When new KEU put the destination out of reach": here the MF for the foxhole have done so before.
    facts = 'feature("yC4",foxhole). status(g1,wounded).'
    text = {"terrain": CORRIDOR + " C5=woods", "blind": "B5-C3"}
    answer = g1("r1 squad B5 9", facts=facts, router=ROUTER.replace("squad", "leader"), **text)
    assert {r.legs for r in answer.routes if r.path[-1].endswith("@foxhole")} == {(("yC3", "yC5"),)}


def test_revealed_before_the_step_it_bars() -> None:
    # a12-14-reveal: "The opponent may drop concealment before a step (to bar it)". r2 in E4 is next to D3, the only cover.
    text = {"terrain": CORRIDOR.replace("D3=water", "D3=woods") + " C5=water"}
    facts = 'reveal(r2,g1,"yD3",before).'
    answer = g1("r1 squad C1 -", "r2 squad E4 - concealed", facts=facts, **text)
    assert goals(answer) == {"D3": 4}
    assert {(r.posture, r.legs, r.path, r.discovers) for r in answer.routes} == {
        # Before its first step, or having gone by C4.
        ("run", (("yC3", "yD3"), ("yC3", None)), ("yC3", "yC4"), (("yC3", frozenset({"r2"})),)),
        ("low_crawl", (("yC3", "yD3"), ("yC3", None)), ("yC3", "yC4"), (("yC3", frozenset({"r2"})),)),
        ("run", (("yC3", "yD3"), ("yC4", None)), ("yC3", "yC4"), (("yC4", frozenset({"r2"})),)),
    }
    # Out of its sight the step is not barred; the unit sees it in D3, and must go on.
    unseen = g1("r1 squad C1 -", "r2 squad E4 - concealed", facts=facts, blind="E4-C3 E4-C4", **text)
    assert "C3 D3 C4" in paths(unseen)


def test_barred_at_its_only_step_it_is_eliminated() -> None:
    # a10-51-none: "Forced, and no legal destination, path or posture: a Surrender Check, then eliminated."
    facts = 'reveal(r2,g1,"yC4",before).'
    answer = g1("r1 squad C1 9", "r2 squad C5 9 concealed", terrain=CORRIDOR, facts=facts)
    assert {(r.path, r.end) for r in answer.routes} == {(("yC3",), "eliminated")}


def test_a_new_enemy_lets_it_stay_in_a_shelter_that_is_no_nearer() -> None:
    # a10-51-toward: "must end nearer to it than it began, unless new KEU prevent that". From C3 and from D3 it is 2 hexes to
    # C5. With the foxhole of D3 (2 MF) it would get to D4 (1 + 2), not to C5; r2, whom it finds there, bars D4.
    terrain = CORRIDOR.replace("D3=water", "D3=open_ground").replace("D4=water", "D4=brush") + " C4=water C5=woods"
    blind = "D5-C3 D5-C5 D1-C3 D1-D4 D1-C5 D1-E4 D1-E3"
    texts = {"terrain": terrain, "facts": 'feature("yD3",foxhole).', "blind": blind}
    assert "C3 D3@foxhole" in paths(g1("r1 squad D1 9", "r2 squad D5 1", **texts))
    alone = paths(g1("r1 squad D1 9", **texts))
    assert "C3 D3@foxhole" not in alone and "C3 D3@foxhole D4" in alone
