"""Chances of results of the NMC, and leaders wounded by it (A10.53, A17).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import Position, asl, facts_of
from tiny_asl import ROUTER, RUN, SEEN, odds, text_of, wounded_in_b4

from pyrout.errors import InstanceError
from pyrout.hexes.chances import results


def test_a_failed_nmc_wounds_a_leader_or_kills_him() -> None:
    """a10-53-nmc, A17.11: fail is a wound that he survives, wounded or not, killed the other result. The answer says so, of
    nobody else. A squad is not killed by a wound."""
    told = "a failed NMC wounds it or, by a die, kills it"
    hexes = "B2w B3. B4. B8."
    for unit, nmc, end in (
        ("leader@B4 broken dm", "fail", "wounded"),
        ("leader@B4 broken dm wounded", "fail", None),
        ("leader@B4 broken dm", "killed", "eliminated"),
        ("leader@B4 broken dm wounded", "killed", "eliminated"),
        ("squad@B4 broken dm", "fail", "reduced"),
    ):
        here = asl(hexes, f"g1:{unit}; a1:squad@B8", "B8-B3", f'nmc(g1,"B3",{nmc}).')
        (run,) = [run for run in here.g1.routes if run.posture == "run"]
        assert (run.end if run.end == "eliminated" else run.condition) == end, unit
        assert any(told in said for said in here.g1.assumes) == unit.startswith("leader")
    with pytest.raises(InstanceError, match="only a leader, hero or commissar is killed by a wound"):
        _ = asl(hexes, "g1:squad@B4 broken dm; a1:squad@B8", "B8-B3", 'nmc(g1,"B3",killed).').g1
    with pytest.raises(InstanceError, match="an NMC is passed, pins or fails"):
        _ = Position(facts_of(hexes, "g1:leader@B4 broken dm; a1:squad@B8", "B8-B3", 'nmc(g1,"B3",killed).')).g1


def test_a_wounded_leader() -> None:
    """a10-53-nmc, A17.2: wounded after 1 MF he has 2 left, enough for B1."""
    units = "g1:leader@B3 broken dm; a1:squad@B8"
    run = asl(RUN, units, SEEN, 'nmc(g1,"B2",fail).').run("B3 B2 B1")
    assert (run.end, run.condition) == ("survives", "wounded")
    # Wounded in B1, 3 MF from B4, he has none left: his rout ends there, next to nobody.
    far = asl(
        "B0w B1. B2. B3. B4. B8.",
        "g1:leader@B4 broken dm; a1:squad@B8",
        "B8-B4 B8-B1",
        'normal_range(a1,9). nmc(g1,"B1",fail).',
    )
    assert far.runs == {"B4 B3 B2 B1": "survives"}
    assert far.run("B4 B3 B2 B1").condition == "wounded"


def test_the_chances_of_an_nmc() -> None:
    """Two dice against a broken morale of 7: 14 of 36 are above it, 6 equal it."""
    assert results(7) == {
        "two": Fraction(1, 36),
        "pass": Fraction(14, 36),
        "pin": Fraction(6, 36),
        "fail": Fraction(14, 36),
        "twelve": Fraction(1, 36),
    }
    assert all(sum(results(m).values()) == 1 for m in range(13))


def test_the_chances_of_a_route() -> None:
    """a10-53-nmc: from B4 over B3 and B2, both interdicted, at morale 7. Whole in both: (14/36)^2. Failing once: reduced. A
    half-squad that fails again is eliminated."""
    hexes = "B1w B2. B3. B4. B5. B6. B7. B8. B9."
    here = asl(
        hexes, "g1:squad@B4 broken dm; a1:squad@B9", "B9-B4 B9-B3 B9-B2", "broken_morale(g1,7). normal_range(a1,9)."
    )
    route = here.run("B4 B3 B2 B1")
    ok, pin, fail, edge = Fraction(14, 36), Fraction(6, 36), Fraction(14, 36), Fraction(1, 36)
    assert odds(route) == {
        "survives": ok * ok,
        "reduced": 2 * ok * fail,
        "pinned": pin + ok * pin + fail * pin,
        "eliminated": edge + ok * edge + fail * (fail + edge),
        "heat_of_battle": edge + ok * edge + fail * edge,
    }
    assert sum(odds(route).values()) == 1
    assert odds(asl(hexes, "g1:squad@B4 broken dm").run("B4 B3 B2 B1")) == {}
    crawl = next(r for r in here.g1.routes if r.posture == "low_crawl")
    assert odds(crawl) == {"survives": 1}


def test_chances_with_given_results() -> None:
    """a10-53-nmc, a15-hob: what is given is certain, and Heat of Battle counts under its name."""
    units = ROUTER + "; a1:squad@B8"
    given = asl(RUN, units, SEEN, 'broken_morale(g1,7). nmc(g1,"B2",fail).').run("B3 B2 B1")
    assert odds(given) == {"reduced": 1}
    heat = asl(RUN, units, SEEN, 'broken_morale(g1,7). nmc(g1,"B4",two). hob(g1,berserk).').run("B3 B2 B1")
    assert odds(heat)["berserk"] == Fraction(1, 36)
    other = asl(RUN, units, SEEN, 'broken_morale(g1,7). nmc(g1,"B4",two). hob(g1,other).').run("B3 B2 B1")
    assert odds(other)["survives"] == Fraction(15, 36)  # as if it had passed
    assert "heat_of_battle" not in odds(other)


def test_chances_of_a_pin_next_to_an_enemy() -> None:
    """A pin in B2 ADJACENT to a2, who becomes Known there: it surrenders; with No Quarter it is eliminated."""
    here = "B1w B2. B3. B4. B5w B6. B7. B8. C2w A2.", f"{ROUTER}; a1:squad@B8; a2:squad@C2", SEEN
    quarter = asl(*here, "broken_morale(g1,7). no_quarter(german).")
    through = [r for r in quarter.g1.routes if "B2" in r.path and r.interdicted]
    assert through
    assert all(odds(r)["eliminated"] >= Fraction(7, 36) for r in through)


def test_chances_of_a_leader() -> None:
    """A17.11: a leader who fails is wounded, and killed by 2 of 6 results of a die; with a wound that he has by 3. Wounded as he
    is he goes on."""
    units = "g1:leader@B3 broken dm; a1:squad@B8"
    run = asl(RUN, units, SEEN, "broken_morale(g1,8).").run("B3 B2 B1")
    assert odds(run) == {
        "survives": Fraction(20, 36),
        "wounded": Fraction(6, 36),
        "pinned": Fraction(5, 36),
        "eliminated": Fraction(4, 36),
        "heat_of_battle": Fraction(1, 36),
    }
    hurt = asl(RUN, "g1:leader@B3 broken dm wounded; a1:squad@B8", SEEN, "broken_morale(g1,8).").run("B3 B2 B1")
    assert odds(hurt)["eliminated"] == Fraction(1, 36) + Fraction(9, 36) / 2
    assert odds(hurt)["survives"] == Fraction(20, 36) + Fraction(9, 36) / 2
    # Two NMC: with the wound of the first the second one kills by 3 of 6.
    twice = asl(
        "B1w B2. B3. B4. B8.", "g1:leader@B4 broken dm; a1:squad@B8", "B8-B4 B8-B3 B8-B2", "broken_morale(g1,8)."
    )
    wounded, killed = Fraction(6, 36), Fraction(4, 36)  # of the first NMC, an original 12 with it
    assert odds(twice.run("B4 B3 B2 B1"))["eliminated"] == killed + Fraction(20, 36) * killed + wounded * Fraction(
        11, 72
    )


def test_a_wound_after_3_mf_ends_the_rout_of_a_leader() -> None:
    """A17.2: in B2 he has spent 3 MF; wounded there he has no more, and stays, as a pin would have him stay."""
    here = asl("B1w B2. B3. B4. B5. B8.", "g1:leader@B5 broken dm; a1:squad@B8", "B8-B5 B8-B2", "broken_morale(g1,8).")
    assert odds(here.run("B5 B4 B3 B2 B1")) == {
        "survives": Fraction(20, 36),
        "wounded": Fraction(6, 36),
        "pinned": Fraction(5, 36),
        "eliminated": Fraction(4, 36),
        "heat_of_battle": Fraction(1, 36),
    }


def test_too_few_mf_after_a_wound_are_no_reason_to_choose_anew() -> None:
    """a10-53-nmc, A17.2: he goes on towards B7 while he can pay, 2 MF for the brush of B5, and stops where he cannot."""
    assert wounded_in_b4("B1. B2. B3. B4. B5b B6. B7w C4.") == {"B3 B4 B5": ("survives", "wounded", "B7")}
    assert wounded_in_b4("B1. B2. B3. B4. B5. B6b B7w") == {"B3 B4 B5": ("survives", "wounded", "B7")}
    # Without a destination each hex is one that he may have meant.
    free = wounded_in_b4("B1. B2. B3. B4. B5b B6b")
    assert free == {"B3 B4": ("survives", "wounded", None), "B3 B4 B5": ("survives", "wounded", None)}


def test_who_began_with_a_wound_has_counted_on_3_mf() -> None:
    """a10-53-nmc: a further wound leaves him as many MF as before, and B6, within 3 MF, in reach."""
    units = "g1:leader@B3 broken dm wounded; a1:squad@B1"
    here = asl("B1. B2. B3. B4. B5w B6w", units, "B1-B3 B1-B4", 'nmc(g1,"B4",fail).')
    assert here.runs == {"B3 B4 B5": "survives"}


def test_chances_of_a_surrender() -> None:
    """a10-53-nmc, a15-hob: in B2, next to a1, whom it leaves, a pin makes it surrender, and so would Disruption: there the given
    original 2 leaves nothing to chance. Through the brush of A3 it would have been clean, so it need not surrender before."""
    units = "g1:squad@B3 broken dm; a1:squad@B3"
    here = asl("B3. B2. A3b A2w", units, facts="broken_morale(g1,7).")
    assert odds(here.run("B3 B2 A2")) == {
        "survives": Fraction(14, 36),
        "reduced": Fraction(14, 36),
        "surrenders": Fraction(6, 36),
        "eliminated": Fraction(1, 36),
        "heat_of_battle": Fraction(1, 36),
    }
    told = asl("B3. B2. A3b A2w", units, facts='broken_morale(g1,7). nmc(g1,"B2",two). hob(g1,surrender).')
    assert odds(told.run("B3 B2")) == {"surrenders": Fraction(1)}


def test_what_chances_rest_on() -> None:
    """a10-53-nmc: what is assumed of a squad, of a leader, and where Heat of Battle is given."""
    of_all = {"no DRM", "a DR equal to the broken morale pins (A7.8)"}
    kept = "a wound leaves a leader or hero his broken morale"
    left = "what is left of a unit has its broken morale"
    wound = "a wound that leaves too few MF for the rest of the way ends it as wounded, wherever that is (A17.2)"
    two = "an original 2 is left open: there is no hob(..)"
    for unit, facts, assumed in (
        ("squad", "", {*of_all, left, two}),
        ("leader", "", {*of_all, wound, kept, two}),
        ("squad", 'hob(g1,other). nmc(g1,"B2",two).', {*of_all, left}),
    ):
        here = asl(RUN, f"g1:{unit}@B3 broken dm; a1:squad@B8", SEEN, f"broken_morale(g1,7). {facts}")
        assert set(here.g1.odds_assume) == assumed


def test_without_a_broken_morale_there_are_no_chances() -> None:
    """The text says so; with one it says what is assumed."""
    bare = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN)
    assert bare.g1.odds_wanting
    assert "odds: unknown; give its broken morale as broken_morale(g1,N)" in text_of(bare)
    full = asl(RUN, f"{ROUTER}; a1:squad@B8", SEEN, "broken_morale(g1,7).")
    assert "odds: reduced 7/18, survives 7/18, pinned 1/6, eliminated 1/36, heat of battle 1/36" in text_of(full)
    assert "odds assume: " in text_of(full)
    assert full.g1.to_json()["routes"][0]["odds"]["pinned"] == "1/6"
