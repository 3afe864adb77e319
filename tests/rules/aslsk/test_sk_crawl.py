"""Starter Kit: Low Crawl.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, position
from tiny_aslsk import NEAREST

# --- sk-crawl ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "mf"), [("squad@B1 broken dm", 6), ("leader@B1 broken dm wounded", 3)])
def test_sk_crawl(unit: str, mf: int) -> None:
    """sk-crawl: article "a rout of one hex that requires all of the routing unit's MF"."""
    here = position("B1. B2. B3.", f"g1:{unit}")
    (crawl,) = [route for route in here.g1.routes if route.posture == "low_crawl"]
    assert (crawl.path, crawl.mf, crawl.end) == (("B1", "B2"), (0, mf), "survives")
    assert here.judged("B2", low_crawl=True) == "survives"
    assert here.judged("B2 B3", low_crawl=True) == (2, {"sk-crawl": ("B3",)})


def test_sk_crawl_whatever_it_costs() -> None:
    """sk-crawl: "regardless of the terrain in the hex entered" (article): woods up a level cost 4, he has 3."""
    here = position("B1. B2w", "g1:leader@B1 broken dm wounded", facts='elevation("B2",1).')
    assert (here.runs, here.crawls) == ({}, {"B2": "survives"})
    assert here.judged("B2") == (1, {"sk-step-mf": ("B2",)})
    assert here.judged("B2", low_crawl=True) == "survives"


def test_sk_crawl_takes_a_legal_step() -> None:
    """sk-crawl: "one legal step": "Low Crawl follows the same rules as a normal rout" (article)."""
    here = position("B1o B2. B3o B4. B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3")
    assert here.crawls == {"B2": "survives"}
    assert here.judged("B4", low_crawl=True) == (1, {"sk-step-closer": ("a1",)})
    full = position("B1. B2.", f"{ALONE}; g2:squad@B2; g3:squad@B2; g4:squad@B2")
    assert full.judged("B2", low_crawl=True) == (1, {"sk-step-stacking": ("B2",)})


# --- sk-crawl-toward -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "into"),
    [
        ("", {"B2"}),
        ("option(crawl_toward,mf).", {"B2"}),
        ("option(crawl_toward,hexes).", set()),
        ("option(crawl_toward,reachable).", {"B1", "B2"}),
        ("option(crawl_toward,free).", {"A1", "B1", "B2"}),
    ],
)
@pytest.mark.slow
def test_sk_crawl_toward(option: str, into: set[str]) -> None:
    """sk-crawl-toward: article "A Low Crawl must always be made towards the unit's rout destination (if there is one)".

    A4 costs 4 from A2, by B2 and B3; from B2 it costs 3, from B1 4 and from A1 5. It is 2 hexes from A2 and from B2, 3
    from B1 and from A1. By way of B1 it costs 1+4, by way of the brush in A1 2+5.
    """
    here = position("A1b A2. A4w B1. B2. B3.", "g1:squad@A2 broken dm", facts=option)
    assert here.destinations == {"A4": 4}
    assert set(here.crawls) == into
    for hex_ in ("A1", "B1", "B2"):
        expected = "survives" if hex_ in into else (1, {"sk-crawl-toward": (hex_,)})
        assert here.judged(hex_, low_crawl=True) == expected


@pytest.mark.parametrize(
    "value", ["crawl_toward,mf", "crawl_toward,hexes", "crawl_toward,reachable", "crawl_toward,free"]
)
def test_sk_crawl_toward_straight(value: str) -> None:
    """sk-crawl-toward: whatever is counted, the next hex of the straight way is closer; "another destination" is
    not."""
    here = position("B1. B2. B3w", ALONE, facts=f"option({value}).")
    (crawl,) = [route for route in here.g1.routes if route.posture == "low_crawl"]
    assert (crawl.path, [(leg.start, leg.to) for leg in crawl.legs]) == (("B1", "B2"), [("B1", "B3")])


def test_sk_crawl_toward_without_destination() -> None:
    """sk-crawl-toward: "if it has one"; without one "any legal step will do"."""
    assert set(position("A2. B1. B2. C1.", ALONE).crawls) == {"A2", "B2", "C1"}


def test_sk_crawl_toward_only_what_may_be_chosen() -> None:
    """sk-crawl-toward: "must be one that sk-dest-nearest allows": B2 leads to B3 only, which is not the nearest."""
    assert set(position(*NEAREST).crawls) == {"A2", "C2"}


# --- sk-crawl-occupied, sk-crawl-safe ------------------------------------------------------------------------------


def test_sk_crawl_occupied() -> None:
    """sk-crawl-occupied: "available to every routing unit except one that is routing out of an enemy-occupied hex"."""
    here = position("B1. B2o B3.", "g1:squad@B2 broken dm; a1:squad@B2 broken")
    assert (here.crawls, set(here.runs)) == ({}, {"B2 B1", "B2 B3"})
    assert here.judged("B1", low_crawl=True) == (1, {"sk-crawl-occupied": ("B2",)})


def test_sk_crawl_occupied_by_friends_is_no_matter() -> None:
    """sk-crawl-occupied: "enemy-occupied"; an enemy next door is not in the hex either."""
    here = position("A3- B1. B2o B3-", "g1:squad@B2 broken dm; g2:squad@B2 broken; a1:squad@A3", "A3-B2")
    assert here.crawls == {"B1": "survives"}


def test_sk_crawl_safe() -> None:
    """sk-crawl-safe: "A routing unit that uses Low Crawl cannot be interdicted"; no NMC result can befall it either."""
    here = position("B1o B2. B5-", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B2", 'nmc(g1,"B2",fail). morale(g1,7).')
    (crawl,) = [route for route in here.g1.routes if route.posture == "low_crawl"]
    assert (crawl.interdicted, crawl.end, crawl.discovers) == ((), "survives", (("B2", ("a1",)),))
    assert [i.hex for i in here.run("B1 B2").interdicted] == ["B2"]
