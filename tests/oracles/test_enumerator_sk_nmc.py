"""The Starter Kit enumerator by hand: NMC, losses of earlier routs, random positions."""

from __future__ import annotations

from random import Random

import pytest
from enumerated import Destination
from enumerator import solve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import draw_position, hex_name, random_position
from positions_enumerated import NO_ENEMY, answer
from tiny import facts_of

# --- NMC --------------------------------------------------------------------------------------------------------


def under_fire(router: str, nmc: str, friends: str = "", hexes: str = "B1. B2. B3. B4. B5o B9-") -> dict[str, str]:
    """The runs from B5 and their ends; a1 in B9 sees B4, B3 and B2 (ranges 5, 6 and 7), and not B5."""
    facts = "normal_range(a1,9)." + "".join(f'nmc(g1,"{h}",{r}).' for h, r in (n.split(":") for n in nmc.split()))
    kind, *statuses = router.split()
    units = f"g1:{kind}@B5 broken dm {' '.join(statuses)};a1:squad@B9{friends}"
    g1 = answer(hexes, units, "B9-B4 B9-B3 B9-B2", facts + ("accompanies(g2,g1)." if "g2:" in friends else ""))
    return {" ".join(r.path): r.end for r in g1.routes if r.posture == "run"}


def test_nmc_passed() -> None:
    paths = dict.fromkeys(["B5 B4", "B5 B4 B3", "B5 B4 B3 B2", "B5 B4 B3 B2 B1"], "survives")
    assert under_fire("squad", "") == paths
    assert under_fire("squad", "B3:pass B5:fail B1:pin") == paths


def test_nmc_pin() -> None:
    # sk-nmc: "Pin (equal to morale): the rout ends in that hex."
    assert under_fire("squad", "B3:pin") == {"B5 B4": "survives", "B5 B4 B3": "survives"}


def test_nmc_pin_in_a_threatened_hex() -> None:
    # sk-ftr-adjacent: "(or crawled there, or was pinned there)". A3 is discovered in B3, next to it.
    g1 = answer(
        "B1w B2. B3. B4o A3-",
        "g1:squad@B4 broken dm;a1:squad@A3",
        "A3-B3",
        'nmc(g1,"B3",pin).',
    )
    assert {(" ".join(r.path), r.end, r.legs) for r in g1.routes if r.posture == "run"} == {
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
    g1 = answer("B2w B3. B4. B5o B9-", units, "B9-B4", facts)
    assert g1.destinations == {"B2": Destination(8, False)}
    assert {(" ".join(r.path), r.legs) for r in g1.routes if r.posture == "run"} == {
        ("B5 B4", (("B5", "B2"), ("B4", None))),
        ("B5 B4 B3", (("B5", "B2"), ("B4", None))),
    }


def test_wound_with_the_allowance_spent_ends_the_rout() -> None:
    # The wound in B2 comes with 6 spent; it ends there, short of its destination and without a new leg.
    g1 = answer(
        "B1w B2. B3. B4. B5o B9-",
        "g1:leader@B5 broken dm;a1:squad@B9",
        "B9-B2",
        'normal_range(a1,9). nmc(g1,"B2",fail).',
    )
    (route,) = [r for r in g1.routes if r.posture == "run"]
    assert (" ".join(route.path), route.legs, route.end) == ("B5 B4 B3 B2", (("B5", "B1"),), "survives")


def test_forced_end_in_the_starting_hex() -> None:
    """As test_back_through_the_starting_hex, with a pin where it comes back to B5.

    a2 in L4 is 10 hexes from each of B3 to B6, so it bars nothing (and lets the unit ignore B3).
    """
    g1 = answer(
        "B3w B4. B5. B6. B1- L4-",
        "g1:squad@B5 broken dm;a1:squad@B1;a2:squad@L4",
        "B1-B4/1 L4-B5",
        'normal_range(a2,10). nmc(g1,"B5",pin).',
    )
    assert g1.must == {"sk-must-open-ground"}
    assert {" ".join(r.path) for r in g1.routes if r.legs == (("B5", "B3"), ("B4", None))} == {"B5 B4", "B5 B4 B5"}


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
    text = facts_of("B3. B4- D3w E3o", "a1:squad@E3 broken dm;a2:squad@B4;g1:squad@B3 broken dm", "B4-B3 B3-E3", facts)
    answers = solve(text)
    assert list(answers) == ["g1", "a1"]
    assert answers["g1"].verdict == "eliminated"
    assert (answers["a1"].verdict, answers["a1"].destinations) == (verdict, destinations)


def test_eliminated_defenders_are_not_gone_for_the_attacker() -> None:
    text = facts_of("B3. B4- D3w E3o", "a1:squad@E3 broken dm;a2:squad@B4;g1:squad@B3 broken dm", "B4-B3 B3-E3")
    answers = solve(text.replace("attacker(german)", "attacker(american)"))
    assert list(answers) == ["a1", "g1"]
    assert (answers["g1"].verdict, answers["a1"].verdict) == ("eliminated", "stays")


# --- reading, and the random positions --------------------------------------------------------------------------


def test_reads_comments_and_odd_spacing() -> None:
    text = facts_of("B1. B2w", f"g1:squad@B1 broken dm;{NO_ENEMY}")
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
def test_every_route_keeps_its_own_promises(rnd: Random) -> None:
    """Check the parts of a route that need no second walk."""
    for unit in solve(draw_position(rnd, 4)).values():
        for route in unit.routes:
            assert len(route.path) == len(route.mf) >= 2
            assert all(a < b for a, b in zip(route.mf, route.mf[1:], strict=False))
            assert route.mf[-1] <= 12
            assert route.legs[0][0] == route.path[0]
            assert route.legs[0][1] in unit.destinations or (route.legs[0][1] is None and unit.free)
            if route.posture == "low_crawl":
                assert (len(route.path), len(route.legs), route.interdicted) == (2, 1, ())
