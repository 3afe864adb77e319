"""Fording (B21.3, B21.41, B21.43): each answer is worked out from the rules page.

MF: open ground 1, woods 2; up a bank twice that.

A position is a column of hexes: B1 touches B2, and so on.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from explained import judged
from tiny import asl

from pyrout.errors import InstanceError
from pyrout.hexes.judge_stops import judge_stops
from pyrout.hexes.solver import Solver
from pyrout.question import ask

pytestmark = pytest.mark.slow

FORD = 'terrain("B3",river). elevation("B3",-1). fordable("B3").'
WADED = 'terrain("B3",river). unit(g2,german,squad). at(g2,"B3").'
NIGHT = "environment(night). nvr(2)."


@pytest.mark.parametrize("status", ["broken", "broken dm disrupted"])
def test_out_of_the_water(status: str) -> None:
    """b21-43-fording, a10-5-must, b10-4-uphill: with no enemy anywhere it must, for 2 MF up the bank and 2 into the woods;
    no Low Crawl. Also Disrupted."""
    here = asl("B1. B2. B3- B4. B5w", f"g1:squad@B3 {status}", facts=FORD)
    assert (here.g1.verdict, here.destinations) == ("routs", {"B5": 4})
    assert {route.posture for route in here.g1.routes} == {"run"}


@pytest.mark.parametrize(
    ("hexes", "facts"),
    [
        ("B1. B2. B3- B4. B5w", FORD.replace('fordable("B3").', "")),
        ("B1. B2. B3- B4. B5w", FORD.replace('fordable("B3").', "").replace("river", "canal")),
    ],
)
def test_nobody_on_foot_is_in_deep_water(hexes: str, facts: str) -> None:
    """b21-43-fording: B21.41. Who is in it leaves it as a ford, without a Low Crawl, and the answer says so."""
    g1 = asl(hexes, "g1:squad@B3 broken", facts=facts).g1
    assert [(d.hex, d.mf) for d in g1.destinations] == [("B5", 4)]
    assert {route.posture for route in g1.routes} == {"run"}
    assert any(line.startswith("the water in B3 may be forded") for line in g1.assumes)
    assert not any("may be forded" in line for line in asl(hexes, "g1:squad@B3 broken", facts=FORD).g1.assumes)
    spanned = facts + 'feature("B3",bridge). road("B3","B4"). road("B2","B3").'
    assert not any("may be forded" in line for line in asl(hexes, "g1:squad@B3 broken", facts=spanned).g1.assumes)


@pytest.mark.quick
def test_out_of_a_flooded_stream_nobody_crawls() -> None:
    """b21-43-fording, asl-mf: it is a Water Obstacle (B20.44), and nobody enters it; a ford makes it none (B20.8). An answer
    says so, and advises no ford: with that it is another answer."""
    flooded = 'feature("B3",flooded).'
    here = "B1. B2. B3= B4. B5w", "g1:squad@B3 broken dm"
    g1 = asl(*here, facts=flooded).g1
    assert {route.posture for route in g1.routes} == {"run"}
    (line,) = [line for line in g1.assumes if "flooded" in line]
    assert line.startswith("the flooded stream in B3 is a Water Obstacle: a unit on foot leaves it")
    assert "feature(H,ford) would make it a deep stream, with another answer" in line
    assert not any("fordable" in line for line in g1.assumes)
    assert asl(here[0], "g1:squad@B3 broken", facts=flooded).g1.verdict == "routs"
    shallower = asl(*here, facts=flooded + 'feature("B3",ford).').g1
    assert {route.posture for route in shallower.routes} == {"run", "low_crawl"}
    assert not any("flooded" in line for line in shallower.assumes)
    assert asl(here[0], "g1:squad@B3 broken", facts=flooded + 'feature("B3",ford).').g1.verdict == "cannot_rout"


RIVER = 'terrain("B3",river). elevation("B3",-1). terrain("B4",river). elevation("B4",-1).'
OUT_OF_A_BLAZE = 'terrain("B3",river). feature("B2",blaze).'


@pytest.mark.parametrize(
    ("hexes", "units", "los", "facts", "wet"),
    [
        ("B2. B3- B4-", "g1:squad@B3 broken; a1:squad@B4", "B4-B2", RIVER, ("B3", "B4")),
        ("B2. B3- B4-", "g1:squad@B3 broken; a1:squad@B4", "B4-B2", RIVER + 'fordable("B3").', ("B4",)),
        ("B1. B2w B3-", "g1:squad@B2 broken; a1:squad@B3", "B3-B1", OUT_OF_A_BLAZE, ("B3",)),
    ],
)
def test_two_in_deep_water_are_adjacent(hexes: str, units: str, los: str, facts: str, wet: tuple[str, ...]) -> None:
    """b21-43-fording, a20-21-surrender: an enemy who got into the water on foot could advance from it, too, and g1,
    whom he sees in any rout, surrenders to him. To say that the water is fordable changes nothing."""
    g1 = asl(hexes, units, los, facts).g1
    assert (g1.verdict, g1.captors) == ("surrenders", ("a1",))
    taken = [line for line in g1.assumes if "may be forded" in line]
    assert [line.split()[3] for line in taken] == list(wet)
    said = asl(hexes, units, los, facts + " ".join(f'fordable("{name}").' for name in wet)).g1
    assert (said.verdict, said.captors) == ("surrenders", ("a1",))
    assert set(said.assumes) == set(g1.assumes) - set(taken)


def test_two_in_flooded_streams_are_adjacent() -> None:
    """b21-43-fording, a20-21-surrender: as in deep water; B20.44."""
    flooded = 'feature("B3",flooded). feature("B4",flooded).'
    g1 = asl("B2. B3= B4=", "g1:squad@B3 broken; a1:squad@B4", "B4-B2", flooded).g1
    assert g1.verdict == "surrenders"
    assert [line.split()[4] for line in g1.assumes if line.startswith("the flooded")] == ["B3", "B4"]


def test_a_friend_in_the_water_shows_the_way_into_it() -> None:
    """b21-43-fording: where he is on foot, g1 may follow for all its MF; not to one who is aboard."""
    river = 'terrain("B3",river). elevation("B3",-1).'
    g1 = asl("B2. B3-", "g1:squad@B2 broken dm; g2:squad@B3", facts=river).g1
    assert [(route.posture, route.path, route.mf[-1]) for route in g1.routes] == [("run", ("B2", "B3"), 6)]
    assert any(line.startswith("the water in B3 may be forded") for line in g1.assumes)
    aboard = "g1:squad@B2 broken dm; g2:squad@B3; g3:vehicle@B3"
    g1 = asl("B2. B3-", aboard, facts=river + "passenger(g2,g3).").g1
    assert g1.routes == () and not any("may be forded" in line for line in g1.assumes)


def test_no_words_say_that_a_unit_is_pinned_in_water_that_somebody_is_in() -> None:
    """b21-43-fording, a10-53-nmc: as in a hex that is called fordable."""
    river = 'terrain("B3",river). elevation("B3",-1). elevation("B9",-1). normal_range(a1,8).'
    here = asl("B2w B3- B9. B10.", "g1:squad@B2 broken dm; g2:squad@B3; a1:squad@B9", "B9-B3", river)
    said = "\n".join(judged(here, "B3"))
    assert "NMC in B3: failing it is reduced" in said and "pinned" not in said


def test_straight_into_woods_on_the_bank() -> None:
    """b21-43-fording, b10-4-uphill: 4 MF."""
    assert asl("B3- B4w", "g1:squad@B3 broken", facts=FORD).destinations == {"B4": 4}


@pytest.mark.quick
def test_into_the_water_for_all_mf() -> None:
    """b21-43-fording: as its only step; not after another one, nor by Low Crawl. Without fordable/1 not at all."""
    g1 = asl("B2. B3-", "g1:squad@B2 broken dm", facts=FORD).g1
    assert [(route.posture, route.path, route.mf[-1]) for route in g1.routes] == [("run", ("B2", "B3"), 6)]
    g1 = asl("B1. B2. B3-", "g1:squad@B1 broken dm", facts=FORD).g1
    assert {route.path[-1] for route in g1.routes} == {"B2"}
    g1 = asl("B2. B3-", "g1:squad@B2 broken dm", facts='terrain("B3",river). elevation("B3",-1).').g1
    assert g1.routes == ()


def test_no_way_leads_through_the_water() -> None:
    """b21-43-fording: woods behind a ford are out of reach; it takes all MF to get into that."""
    here = asl("B2. B3- B4w", "g1:squad@B2 broken dm", facts=FORD)
    assert here.destinations == {}
    assert [route.path for route in here.g1.routes] == [("B2", "B3")]


@pytest.mark.quick
def test_entering_the_water_is_interdicted() -> None:
    """b21-43-fording, a10-532-interdict: water is Open Ground."""
    here = "B2w B3- B9. B10.", "g1:squad@B2 broken dm; a1:squad@B9", "B9-B3"
    level = 'elevation("B9",-1). normal_range(a1,8).'
    assert asl(*here, FORD + level).run("B2 B3").interdicted
    assert not asl(here[0], here[1], "", FORD + level).run("B2 B3").interdicted


def test_at_night_it_crawls_into_a_ford_and_out_of_it() -> None:
    """b21-43-fording, e1-54-night"""
    for start, path in (("B2", ("B2", "B3")), ("B3", ("B3", "B2"))):
        (route,) = asl("B2. B3-", f"g1:squad@{start} broken dm", facts=FORD + NIGHT).g1.routes
        assert (route.posture, route.path, route.end) == ("low_crawl", path, "survives")


def test_what_an_answer_about_a_ford_rests_on() -> None:
    """b21-43-fording: the current, and a mortar."""
    mortar = "sw(m,mortar,5,30). possesses(g1,m)."
    lines = asl("B2. B3-", "g1:squad@B2 broken dm", facts=FORD + mortar).g1.assumes
    assert not any("current" in line for line in lines)  # from a bank nobody goes upstream
    assert any("before it fords B3 it drops m" in line for line in lines)
    river = FORD + 'terrain("B4",river). elevation("B4",-1). fordable("B4").'
    for current, said in (("", ["B3"]), ('current("B3","B4",heavy).', []), ('current("B4","B3",heavy).', [])):
        lines = asl("B2. B3- B4-", "g1:squad@B4 broken", facts=river + current).g1.assumes
        assert [line.split()[7] for line in lines if line.startswith("no heavy current runs from the ford")] == said
    assert not any("current" in line for line in asl("B3- B4.", "g1:squad@B3 broken", facts=FORD).g1.assumes)
    flat = FORD.replace('elevation("B3",-1).', "")
    assert any(
        "the water in B3 is as high" in line for line in asl("B3- B4.", "g1:squad@B3 broken", facts=flat).g1.assumes
    )


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ('fordable("B2").', "only a river"),
        (FORD + "environment(falling_snow).", "frozen or frigid"),
        (FORD + "environment(ground_snow).", "frozen or frigid"),
        (FORD + 'terrain("B4",marsh). hex("B4",1,8).', "the marsh in B4 beside fordable water is mudflats"),
        (FORD + 'nmc(g1,"B3",pin).', "no NMC pins a fording unit"),
        (WADED + "environment(falling_snow).", "nobody is on foot in frozen or frigid water"),
        (WADED + 'terrain("B4",marsh). hex("B4",1,8).', "the marsh in B4 beside water with somebody in it"),
        (WADED + 'nmc(g1,"B3",pin).', "no NMC pins a fording unit"),
        ("environment(fording).", "say with fordable"),
    ],
)
def test_what_fording_excludes(facts: str, message: str) -> None:
    """b21-43-fording"""
    with pytest.raises(InstanceError, match=message):
        _ = asl("B2. B3-" if "B3" in facts else "B2.", "g1:squad@B2 broken dm", facts=facts).g1


def test_an_overstacked_ford_is_not_called_marsh() -> None:
    """b21-43-fording, a5-11-overstack"""
    three = "; ".join(f"g{number}:squad@B3" for number in (2, 3, 4))
    lines = asl("B2. B3-", f"g1:squad@B2 broken dm; {three}", facts=FORD).g1.assumes
    assert any(line.startswith("a ford takes the whole allowance") for line in lines)
    assert not any("marsh" in line for line in lines)


def test_in_a_ford_the_chances_have_no_pin() -> None:
    """b21-43-fording, a10-53-nmc: with a broken morale of 7 a DR of 3 to 7 passes, 20 of 36 ways; in the open 14 pass, and 6
    pin."""
    ends = []
    for ford in (FORD, 'elevation("B3",-1). '):
        facts = ford + 'elevation("B9",-1). normal_range(a1,8). broken_morale(g1,7).'
        here = asl(
            "B2w B3- B9." if ford == FORD else "B2w B3. B9.", "g1:squad@B2 broken dm; a1:squad@B9", "B9-B3", facts
        )
        (run,) = [route for route in here.g1.routes if route.posture == "run"]
        ends.append({end: chance for end, chance in run.odds if end in ("survives", "pinned")})
    assert ends == [{"survives": Fraction(20, 36)}, {"survives": Fraction(14, 36), "pinned": Fraction(6, 36)}]


def test_a_road_without_a_bridge_leads_into_a_ford_for_all_mf() -> None:
    """b21-43-fording, b3-4-road: 6 MF from B2, and not after a step from B1."""
    road = 'road("B1","B2"). road("B2","B3").'
    (run,) = asl("B2. B3-", "g1:squad@B2 broken dm", facts=FORD + road.partition(". ")[2]).g1.routes
    assert (run.posture, run.path, run.mf[-1]) == ("run", ("B2", "B3"), 6)
    far = asl("B1. B2. B3-", "g1:squad@B1 broken dm", facts=FORD + road).g1
    assert {route.path[-1] for route in far.routes} == {"B2"}


def test_no_words_say_that_a_fording_unit_is_pinned() -> None:
    """b21-43-fording, a10-53-nmc: neither `check`, nor the judge of logs, by whom its rout into the water is legal."""
    level = 'elevation("B9",-1). normal_range(a1,8).'
    here = asl("B2w B3- B9. B10.", "g1:squad@B2 broken dm; a1:squad@B9", "B9-B3", FORD + level)
    said = "\n".join(judged(here, "B3"))
    assert "NMC in B3: failing it is reduced" in said and "pinned" not in said
    rout = judge_stops(Solver(ask(here.instance, units=("g1",))), ("B2", "B3"))
    assert (rout.verdict, rout.said) == ("legal", "")


def test_nobody_fords_against_a_heavy_current() -> None:
    """b21-43-fording (B21.41): from B4, downstream of B3, not into B3; from the bank in B2 it may. Nothing bars it from going
    downstream."""
    river = FORD + 'terrain("B4",river). elevation("B4",-1). fordable("B4").'
    current = 'current("B3","B4",heavy).'
    here = "B2. B3- B4- B5.", "g1:squad@B4 broken"
    paths = {route.path for route in asl(*here, facts=river).g1.routes}
    assert paths == {("B4", "B3"), ("B4", "B5")}
    against = asl(*here, facts=river + current)
    assert {route.path for route in against.g1.routes} == {("B4", "B5")}
    assert against.around["B3"] == {"b21-43-fording": ("B4-B3",)}
    assert against.judged("B3") == (1, {"b21-43-fording": ("B4-B3",)})
    assert ("B3", "B4") in {r.path for r in asl(here[0], "g1:squad@B3 broken", facts=river + current).g1.routes}
    bank = asl("B2. B3- B4-", "g1:squad@B2 broken dm", facts=river + current).g1
    assert [route.path for route in bank.routes] == [("B2", "B3")]
    assert not any("current" in line for line in bank.assumes)
    flat = (river + current).replace('elevation("B3",-1).', "").replace('elevation("B4",-1).', "")
    assert ("B4", "B3") not in {route.path for route in asl(*here, facts=flat).g1.routes}


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ('current("B2","B3",heavy).', "from water into water"),
        ('current("B3","B2",heavy).', "from water into water"),
        ('terrain("B4",river). current("B3","B4",heavy). current("B4","B3",heavy).', "both ways"),
    ],
)
def test_a_current_runs_one_way_in_water(facts: str, message: str) -> None:
    """b21-43-fording"""
    with pytest.raises(InstanceError, match=message):
        _ = asl("B2. B3- B4-", "g1:squad@B2 broken dm", facts=FORD + facts).g1
