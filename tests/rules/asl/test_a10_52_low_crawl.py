"""Low Crawl (A10.52).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tiny import CORRIDOR, asl
from tiny_asl import VEIL

# --- a10-51-toward -------------------------------------------------------------------------------------------------


def test_a_crawl_reckons_with_overstacking() -> None:
    """option(crawl_toward,mf), a5-11-overstack: to the full woods of B3 it is 3 MF, from C3 no less."""
    units = "g1:squad@B2 broken dm; g2:squad@B3; g3:squad@B3; g4:squad@B3"
    here = asl("B2. B3w C3.", units, facts="option(crawl_toward,mf).")
    assert here.destinations == {"B3": 3}
    assert set(here.crawls) == {"B3"}


@pytest.mark.parametrize(("encircled", "back"), [("", True), ("encircled", False)])
def test_a_crawl_reckons_with_what_the_step_costs_this_unit(encircled: str, back: bool) -> None:
    """option(crawl_toward,reachable), a7-7-encircled: by way of A2 it is 2 + 1 + 2 MF to C2, but 4 + 1 + 2 for an Encircled unit;
    also where what is left of it after a failed NMC would have less to pay, in B3 (a5-11-overstack)."""
    units = f"g1:squad@B2 broken dm {encircled}; g2:squad@B3; g3:squad@B3; g4:half_squad@B3"
    here = asl("A2w B2. B3. C2w", units, facts="option(crawl_toward,reachable).")
    crawls = {(r.path[-1], r.legs[0].to) for r in here.g1.routes if r.posture == "low_crawl"}
    assert {("A2", "C2"), ("C2", "A2")} & crawls == ({("A2", "C2"), ("C2", "A2")} if back else set())


def test_a_crawl_does_not_reckon_with_wire() -> None:
    """option(crawl_toward,mf), b26-41-wire, note 13: what leaving the Wire of B3 costs does not count, neither in the price of
    B2 from B4 (3) nor from B3 (2); so B3 is nearer, though from there it takes 3."""
    wire = 'feature("B3",wire). wire_exit("B3",1). option(crawl_toward,mf).'
    assert set(asl("B2w B3. B4.", "g1:squad@B4 broken dm", facts=wire).crawls) == {"B3"}
    crowd = "; g2:squad@B2; g3:squad@B2; g4:squad@B2"  # B2 costs 1 MF more
    assert set(asl("B2w B3. B4.", f"g1:squad@B4 broken dm{crowd}", facts=wire).crawls) == {"B3"}


def test_option_crawl_toward() -> None:
    """option(crawl_toward,reachable) option(crawl_toward,mf) option(crawl_toward,free), a10-51-toward: A2 is as far from
    B3 as B1 is (2 hexes), and B3 can be reached by way of it."""
    hexes = "A1. A2. A3. B1. B2. B3w"
    crawls = {
        value: set(asl(hexes, "g1:squad@B1 broken dm", facts=f"option(crawl_toward,{value}).").crawls)
        for value in ("hexes", "reachable", "mf", "free")
    }
    assert crawls == {"hexes": {"B2"}, "reachable": {"A1", "A2", "B2"}, "mf": {"B2"}, "free": {"A1", "A2", "B2"}}


def test_a_crawl_is_towards_its_destination_in_hexes_unless_an_option_says_otherwise() -> None:
    """a10-51-toward, chart: the woods of B3 are 3 MF from A2 and 4 from B1, but 2 hexes from both."""
    hexes = "A1. A2. A3. B1. B2b B3w"
    crawls = [
        set(asl(hexes, "g1:squad@B1 broken dm", facts=facts).crawls) for facts in ("", "option(crawl_toward,mf).")
    ]
    assert crawls == [{"B2"}, {"A2", "B2"}]


def test_a_crawl_towards_a_crowd() -> None:
    """a10-51-toward by crawl_toward=mf, a5-11-overstack: 1 + 2 + 2 MF to B1, for B2 is crowded; from B3 it is 2 + 2."""
    crowd = "g2:squad@B2; g3:squad@B2; g4:squad@B2"
    here = asl("B1w B2. B3. B4.", f"g1:squad@B4 broken dm; {crowd}", facts="option(crawl_toward,mf).")
    assert here.destinations == {"B1": 5.0}
    assert here.crawls == {"B3": "survives"}


@pytest.mark.parametrize(("toward", "crawls"), [("hexes", {"B4"}), ("mf", {"B4", "C4"})])
def test_a_crawl_after_a_reveal_is_measured_in_mf(toward: str, crawls: set[str]) -> None:
    """option(crawl_toward,mf): barred from B2, g1 chooses B6 (4 by C4). From C4 it is 3, though no hex nearer; from B4 both."""
    facts = f'reveal(a1,g1,"B2",before). option(crawl_toward,{toward}).'
    here = asl(
        "B1w B2. B3. B4b C4. A2. C2. B5. B6w C5. B7-", "g1:squad@B3 broken dm; a1:squad@C2 concealed", "C2-B3", facts
    )
    late = [r for r in here.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert {r.path[-1] for r in late} == crawls and {r.legs[-1].to for r in late} == {"B6"}


@pytest.mark.parametrize(("encircled", "crawls"), [("", {"A4", "B4"}), ("encircled", {"B4"})])
def test_a_crawl_after_a_reveal_reckons_with_what_the_step_costs(encircled: str, crawls: set[str]) -> None:
    """option(crawl_toward,reachable), a7-7-encircled: barred from B2, g1 chooses B5: by the brush of A4 2 + 1 + 2 MF, but
    4 + 1 + 2 for an Encircled unit; also where what is left of it after a failed NMC would have less to pay, in C3."""
    crowd = "; g2:squad@C3; g3:squad@C3; g4:half_squad@C3"
    facts = 'option(crawl_toward,reachable). reveal(a1,g1,"B2",before).'
    here = asl(VEIL[0] + " B5w A4b C3.", VEIL[1].replace("broken", f"broken {encircled}") + crowd, VEIL[2], facts)
    late = [r for r in here.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert {r.path[-1] for r in late} == crawls


def test_bound_for_a_location_of_its_choice_it_crawls_nowhere_else() -> None:
    """option(crawl_toward,reachable), a20-21-clean: about to enter C3, which a1, now revealed next to g1, interdicts, it has a
    clean rout to C4 by B3, none to C3. Bound for C4 it goes on, and it surrenders rather than crawl to C3."""
    here = asl(
        "A2- B2. B3. C3. C4.",
        "g1:squad@B2 broken dm; a1:squad@A2 concealed",
        "A2-C3",
        'option(crawl_toward,reachable). normal_range(a1,6). reveal(a1,g1,"C3",before).',
    )
    assert here.crawls == {"B3": "survives"}
    assert (here.runs["B2"], here.runs["B2 C3 C4"]) == ("surrenders", "survives")


@pytest.mark.parametrize("crowd", ["", "; g2:squad@B5; g3:squad@B5; g4:squad@B5"])
def test_a_crawl_after_a_reveal_does_not_reckon_with_wire(crowd: str) -> None:
    """option(crawl_toward,mf), b26-41-wire: barred from B2, g1 chooses B5. What leaving the Wire in B4 costs does not count."""
    facts = 'reveal(a1,g1,"B2",before). option(crawl_toward,mf). feature("B4",wire). wire_exit("B4",1).'
    here = asl(VEIL[0] + " B5w", VEIL[1] + crowd, VEIL[2], facts)
    late = [r for r in here.g1.routes if r.posture == "low_crawl" and len(r.legs) == 2]
    assert [(r.path, r.legs[-1].to) for r in late] == [(("B3", "B4"), "B5")]


# --- a10-52-crawl --------------------------------------------------------------------------------------------------


def test_low_crawl() -> None:
    """a10-52-crawl, a10-51-toward: one Location, nearer to the destination, not into marsh."""
    here = asl("B1w B2. B3. B4. B5m", "g1:squad@B3 broken dm")
    assert set(here.crawls) == {"B2"}
    assert set(asl("B4. B5m", "g1:squad@B4 broken dm").crawls) == set()
    assert asl("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B2", facts="no_quarter(german).").crawls == {}


class Claim(NamedTuple):
    """A claimed rout: see `Position.judged`."""

    path: str
    to: str | None = None
    low_crawl: bool = False
    mf: float | None = None


@pytest.mark.parametrize(
    ("hexes", "units", "los", "claim", "step", "rule", "because"),
    [
        # After a Low Crawl it has no MF left for B4.
        ("B1. B2. B3. B4w", "g1:squad@B2 broken dm", "", Claim("B3 B4", None, True), 2, "a10-52-crawl", "B4"),
        # The broken enemy in its hex is in its Location.
        ("B2. B3w", "g1:squad@B2 broken dm; a1:squad@B2 broken", "", Claim("B3", None, True), 1, "a10-52-crawl", "B2"),
        # Woods cost 2 MF, not 3.
        ("B2. B3w", "g1:squad@B2 broken dm", "", Claim("B3", mf=3.0), 1, "asl-mf", "B3"),
        # Open Ground, 1 MF, and 5 are left: it goes on to the woods.
        ("B1. B2. B3. B4w", "g1:squad@B1 broken dm", "", Claim("B2 B3"), 3, "a10-51-toward", "B4"),
        # The woods of B5 cost 4 MF, those of B1 2.
        ("B1w B2. B3. B4. B5w", "g1:squad@B2 broken dm", "", Claim("B3 B4 B5", "B5"), 1, "a10-51-nearest", "B5"),
        # Bound for B3 it comes to know a1 in B4, and B3 is closer to him: it chooses anew, E6 is left to it.
        (
            "B0. B3w B4. B5. C5. D5. E6w",
            "g1:squad@B5 broken dm; a1:squad@B0",
            "B0-B4",
            Claim("B4"),
            2,
            "a10-51-refigure",
            "B4",
        ),
        # Six hexes of Open Ground are its 6 MF: a seventh is too far.
        (CORRIDOR, "g1:squad@B1 broken dm", "", Claim("B2 B3 B4 B5 B6 B7 B8"), 7, "a10-51-step-mf", "B8"),
        # B4 does not touch B2.
        ("B2. B3. B4w", "g1:squad@B2 broken dm", "", Claim("B4"), 1, "a10-51-map", "B2"),
    ],
)
def test_a_claim_breaks_one_rule(
    hexes: str, units: str, los: str, claim: Claim, step: int, rule: str, because: str
) -> None:
    """a10-52-crawl, asl-mf, a10-51-toward, a10-51-nearest, a10-51-refigure, a10-51-step-mf, a10-51-map: the step of a claimed
    rout that breaks it (past the last: its end), and because of which hex."""
    assert asl(hexes, units, los).judged(*claim) == (step, {rule: (because,)})


def test_nobody_crawls_into_a_wet_stream() -> None:
    """a10-52-crawl, note 18: into a dry one it may."""
    assert asl("B1w B2= B3.", "g1:squad@B3 broken dm").crawls == {}
    assert asl("B1w B2= B3.", "g1:squad@B3 broken dm", facts='feature("B2",dry).').crawls == {"B2": "survives"}


@pytest.mark.parametrize("free", ["yes", "no"])
def test_before_a_crawl_for_more_than_its_mf_several_may_be_revealed(free: str) -> None:
    """a10-52-crawl, a12-14-reveal, B10.4: into the woods of B2, a level up, it is 4 MF, and the wounded leader has 3. He may
    crawl there, and learns of both a1 and a2 before."""
    here = asl(
        "B3. B2w A3. B8- B9-",
        "g1:leader@B3 broken dm wounded; a1:squad@B8 concealed; a2:squad@B9 concealed",
        "B8-B3 B9-B3",
        f'elevation("B2",1). reveal(a1,g1,"B2",before). reveal(a2,g1,"B2",before). option(free_toward,{free}).',
    )
    assert (here.crawls, here.runs) == ({"B2": "survives", "A3": "survives"}, {"B3 A3": "survives"})
    (crawl,) = [r for r in here.g1.routes if r.path == ("B3", "B2")]
    assert [(d.hex, d.enemies) for d in crawl.discovers] == [("B3", ("a1", "a2"))]
