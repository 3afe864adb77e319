"""Starter Kit: results of the NMC of Interdiction, and their chances.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import Position, position
from tiny_aslsk import interdicted

import pyrout

# --- sk-odds -------------------------------------------------------------------------------------------------------


# From B4 to the woods of B1, over B3 and B2 in sight of a1; the brush of A3 and A2 hides it, for 6 MF in all.
SHOT_AT = "B1w B2. B3. B4o B9-", "B9-B3 B9-B2"


def chances(units: str, facts: str) -> dict[str, Fraction]:
    """The chances of g1 on its way through both hexes."""
    hexes, los = SHOT_AT
    here = position(hexes, f"{units}; a1:squad@B9", los, f"normal_range(a1,9). {facts}")
    return dict(here.run("B4 B3 B2 B1").odds)


def test_sk_odds_two_checks() -> None:
    """sk-odds: "pass below the morale, pin on it, fail above": at 7 a DR passes with 15/36, pins with 6/36, fails with 15/36. A
    squad that fails once is reduced, what is left of it is eliminated with the next."""
    ok, pin, fail = Fraction(15, 36), Fraction(6, 36), Fraction(15, 36)
    assert chances("g1:squad@B4 broken dm", "broken_morale(g1,7).") == {
        "survives": ok * ok,
        "reduced": 2 * ok * fail,
        "pinned": pin + (ok + fail) * pin,
        "eliminated": fail * fail,
    }
    assert chances("g1:squad@B4 broken dm", "") == {}


@pytest.mark.parametrize(
    ("morale", "odds"),
    [
        (2, {"pinned": Fraction(1, 36), "eliminated": Fraction(35, 36)}),
        (12, {"survives": Fraction(35, 36) ** 2, "pinned": Fraction(1, 36) + Fraction(35, 36) * Fraction(1, 36)}),
    ],
)
def test_sk_odds_without_originals(morale: int, odds: dict[str, Fraction]) -> None:
    """sk-odds: "No Heat of Battle, no fate": a DR of 2 or 12 is held against the morale like any other."""
    assert chances("g1:half_squad@B4 broken dm", f"broken_morale(g1,{morale}).") == odds


@pytest.mark.parametrize("wounded", ["", " wounded"])
def test_sk_odds_of_a_leader(wounded: str) -> None:
    """sk-odds: a leader who fails in B3 is wounded, and goes on to B2, 3 MF from B4; "a wounded leader who fails again is
    eliminated"."""
    ok, pin, fail = Fraction(15, 36), Fraction(6, 36), Fraction(15, 36)
    facts = "normal_range(a1,9). broken_morale(g1,7)."
    here = position("B1o B2w B3. B4o B9-", f"g1:leader@B4 broken dm{wounded}; a1:squad@B9", "B9-B3", facts)
    failed = "eliminated" if wounded else "wounded"
    assert dict(here.run("B4 B3 B2").odds) == {"survives": ok, "pinned": pin, failed: fail}


def test_sk_odds_with_a_leader() -> None:
    """sk-odds: "a fact of leadership(L,N) counts": with -1 a DR up to 7 passes (21/36), 8 pins (5/36). Once the unit has failed
    he is lost (sk-may-leader), and 7 alone counts."""
    ok, pin, fail = Fraction(21, 36), Fraction(5, 36), Fraction(10, 36)
    units = "g1:squad@B4 broken dm; g2:leader@B4"
    along = "broken_morale(g1,7). accompanies(g2,g1)."
    assert chances(units, f"{along} leadership(g2,-1).") == {
        "survives": ok * ok,
        "reduced": ok * fail + fail * Fraction(15, 36),
        "pinned": pin + ok * pin + fail * Fraction(6, 36),
        "eliminated": fail * Fraction(15, 36),
    }
    without_him = chances("g1:squad@B4 broken dm", "broken_morale(g1,7).")
    assert chances(units, along) == without_him
    assert chances(units, "broken_morale(g1,7). leadership(g2,-1).") == without_him  # he stays behind


@pytest.mark.parametrize(
    ("facts", "said"), [("", "no leadership DRM of g2"), ("leadership(g2,1).", "gives a DRM of 2 as long")]
)
def test_sk_odds_of_whose_leadership_nothing_is_said(facts: str, said: str) -> None:
    """sk-odds: of a leader without the fact the odds say so; that of a wounded one is one worse (A17.2)."""
    units = "g1:squad@B3 broken dm; g2:leader@B3 wounded; a1:squad@B8"
    here = position("B1w B2. B3o B8-", units, "B8-B2", f"accompanies(g2,g1). broken_morale(g1,7). {facts}")
    assert any(said in sentence for sentence in here.g1.odds_assume)
    passed = Fraction(6 if facts else 15, 36)  # a DR of 2, 3 or 4, else up to 6
    assert dict(here.run("B3 B2 B1").odds)["survives"] == passed


def test_sk_odds_of_a_phase() -> None:
    """sk-odds: "phase, --best and --after use them": the half-squad that dies with 15/36 in B2, 3 MF from home, takes the 5 MF
    over A3 and A2, which nobody sees."""
    units = "g1:half_squad@B3 broken dm; a1:squad@B8"
    here = position("B1w B2. B3. A2b A3o B8-", units, "B8-B3 B8-B2", "broken_morale(g1,7).")
    assert dict(here.run("B3 B2 B1").odds)["eliminated"] == Fraction(15, 36)
    (side,) = pyrout.phase(here.instance).phase
    assert side.best is not None
    assert (dict(side.best.routes)["g1"].path, side.best.chance) == (("B3", "A3", "A2", "B1"), Fraction(1))
    short = pyrout.phase(position("B1w B2. B3o B8-", units, "B8-B3 B8-B2", "broken_morale(g1,7).").instance)
    assert not any("original 2" in sentence for sentence in short.assumes)


# --- sk-nmc, sk-nmc-listed -----------------------------------------------------------------------------------------


def under_fire(router: str, nmc: str = "", friends: str = "") -> Position:
    """g1 in B5; a1 in B9 interdicts in B4, B3 and B2. ``nmc``: ``B4:fail`` and so on."""
    results = "".join('nmc(g1,"{}",{}).'.format(*entry.split(":")) for entry in nmc.split())
    kind, _, statuses = router.partition(" ")
    return position(
        "B1. B2. B3. B4. B5o B9-",
        f"g1:{kind}@B5 broken dm {statuses}; a1:squad@B9{friends}",
        "B9-B4 B9-B3 B9-B2",
        "normal_range(a1,9)." + results + ("accompanies(g2,g1)." if "g2:" in friends else ""),
    )


def ends(here: Position) -> dict[str, str]:
    """Return the end of each run: all of them lead straight away from B5."""
    return {path.split()[-1]: end for path, end in here.runs.items()}


ALL = dict.fromkeys(["B4", "B3", "B2", "B1"], "survives")


@pytest.mark.parametrize("nmc", ["", "B4:pass B3:pass", "B1:pin"])
def test_sk_nmc_listed_as_passed(nmc: str) -> None:
    """sk-nmc-listed: "Routes are listed as though every NMC were passed"; a result where none is due has no effect."""
    here = under_fire("squad", nmc)
    assert ends(here) == ALL
    assert list(interdicted(here, "B5 B4 B3 B2 B1")) == ["B4", "B3", "B2"]


def test_sk_nmc_listed_with_its_result() -> None:
    """sk-nmc-listed: "unless its result is given"."""
    assert ends(under_fire("squad", "B3:pin")) == {"B4": "survives", "B3": "survives"}


def test_sk_nmc_pin() -> None:
    """sk-nmc: article "If the interdicted unit is pinned, it must immediately end its rout in that hex"."""
    here = under_fire("squad", "B4:pin")
    assert ends(here) == {"B4": "survives"}
    assert here.judged("B4 B3") == (2, {"sk-nmc": ("B4",)})


def test_sk_nmc_pin_short_of_its_destination() -> None:
    """sk-nmc: pinned on the way to B1, it need not get there (nor choose anew)."""
    here = position(
        "B1w B2. B3. B9-", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2", 'normal_range(a1,9). nmc(g1,"B2",pin).'
    )
    assert here.legs == {("B3 B2", "B3>B1")}
    assert here.runs == {"B3 B2": "survives"}


@pytest.mark.parametrize(
    ("router", "nmc", "expected"),
    [
        # article: "If it fails this NMC it suffers Casualty Reduction, but any remaining HS may continue to rout."
        ("squad", "B4:fail", ALL),
        ("squad", "B4:fail B2:fail", {"B4": "survives", "B3": "survives", "B2": "eliminated"}),
        ("half_squad", "B4:fail", {"B4": "eliminated"}),
        ("crew", "B3:fail", {"B4": "survives", "B3": "eliminated"}),
        # "A routing leader wounded by a failed Interdiction NMC may continue to rout if he has not yet spent 3 MF."
        ("leader", "B4:fail", {"B4": "survives", "B3": "survives", "B2": "survives"}),
        ("leader", "B2:fail", {"B4": "survives", "B3": "survives", "B2": "survives"}),
        # Silent: "or, if wounded already, eliminated"
        ("leader wounded", "B3:fail", {"B4": "survives", "B3": "eliminated"}),
        ("leader", "B4:fail B3:fail", {"B4": "survives", "B3": "eliminated"}),
    ],
)
def test_sk_nmc_failed(router: str, nmc: str, expected: dict[str, str]) -> None:
    """sk-nmc: "failing it suffers Casualty Reduction, and what is left may go on"."""
    assert ends(under_fire(router, nmc)) == expected


@pytest.mark.parametrize(
    ("router", "nmc", "failed"),
    [
        ("squad", "", "reduced"),
        ("half_squad", "", "eliminated"),
        ("crew", "", "eliminated"),
        ("leader", "", "wounded"),
        ("leader wounded", "", "eliminated"),
        ("squad", "B4:fail", "eliminated"),  # a half-squad by then
        ("leader", "B4:fail", "eliminated"),  # wounded by then
    ],
)
def test_sk_nmc_what_a_failure_would_do(router: str, nmc: str, failed: str) -> None:
    """sk-nmc: what a pin or a failure in B3 would make of the unit."""
    last = under_fire(router, nmc).run("B5 B4 B3").interdicted[-1]
    assert (last.hex, last.if_pinned, last.if_failed) == ("B3", "survives", failed)


def test_sk_nmc_half_squad_takes_less_room() -> None:
    """sk-nmc: what is left is a half-squad: B3 has room for one of those beside five others."""
    friends = "".join(f"; g{n}:half_squad@B3" for n in range(3, 8))
    assert set(ends(under_fire("squad", "", friends))) == {"B4"}
    assert ends(under_fire("squad", "B4:fail", friends)) == ALL
    # Beside six there is none.
    assert set(ends(under_fire("squad", "B4:fail", friends + "; g8:half_squad@B3"))) == {"B4"}


def test_sk_nmc_costs_the_leader_who_goes_along() -> None:
    """sk-nmc, sk-may-leader: Silent "it takes no NMC and is eliminated if the unit fails one": four leaders in B3 leave
    room for the half-squad, not for the pair. His wound still counts: the allowance "is never increased"."""
    friends = "; g2:leader@B5" + "".join(f"; g{n}:leader@B3" for n in range(3, 7))
    assert set(ends(under_fire("squad", "", friends))) == {"B4"}
    assert ends(under_fire("squad", "B4:fail", friends)) == ALL
    assert set(ends(under_fire("squad", "B4:fail", "; g2:leader@B5 wounded"))) == {"B4", "B3", "B2"}


def test_sk_nmc_in_a_threatened_hex() -> None:
    """sk-nmc, sk-ftr-adjacent: a leader finds a1 next door, and routs on. Had he been pinned there, he would be
    eliminated; so he would in B1, had he been wounded: 3 MF are spent. In B2, 2 MF spent, the wounded could still go
    on."""

    def hazards(here: Position, hex_: str) -> set[tuple[str, str]]:
        return {(i.if_pinned, i.if_failed) for r in here.g1.routes for i in r.interdicted if i.hex == hex_}

    in_a1 = ("B1. B2. B3. B4o A1-", "g1:leader@B4 broken dm; a1:squad@A1", "A1-B1")
    in_a2 = ("B1o B2. B3. B4o A2-", "g1:leader@B4 broken dm; a1:squad@A2", "A2-B2")
    assert hazards(position(*in_a1), "B1") == {("eliminated", "eliminated")}
    assert hazards(position(*in_a2), "B2") == {("eliminated", "wounded")}
    assert position(*in_a1, 'nmc(g1,"B1",fail).').runs["B4 B3 B2 B1"] == "eliminated"
    assert position(*in_a2, 'nmc(g1,"B2",pin).').runs["B4 B3 B2"] == "eliminated"
    wounded = position(*in_a2, 'nmc(g1,"B2",fail).')
    assert [route.path for route in wounded.g1.routes if "B2" in route.path] == [("B4", "B3", "B2", "B3")]


def test_sk_nmc_comes_to_rest_where_it_can_go_no_further() -> None:
    """sk-nmc, sk-dest-new: wounded where he began, with 1/2 MF left of 3: B3 is out of reach, and so is every step.
    Nobody threatens him there."""
    facts = 'normal_range(a1,9). nmc(g1,"B5",fail). option(revisit,allow).'
    here = position("B5. A6g B4. B3w B9-", "g1:leader@B5 broken dm; a1:squad@B9", "B9-B5", facts)
    assert here.runs == {"B5 B4 B3": "survives", "B5 A6 B5": "survives"}


def test_sk_nmc_over_a_road() -> None:
    """sk-nmc: the NMC that an entry over a road costs has the result given for it."""
    along = 'road("B1","B2"). nmc(g1,"B2",pin). option(road_rate,taken).'
    here = position("B1o B2b A2o B5-", "g1:squad@B1 broken dm; a1:squad@B5 cx; a2:squad@B5", "B5-B2", along)
    # Through A2 it enters B2 over no road: no NMC, and no pin.
    assert here.runs == {"B1 B2": "survives", "B1 A2": "survives", "B1 A2 B2": "survives"}
    assert here.judged("B2 A2") == (2, {"sk-nmc": ("B2",)})
