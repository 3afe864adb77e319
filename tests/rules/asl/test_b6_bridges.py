"""Bridges (B6): their level, who is on one, and the ford beneath.

Every answer is worked out by hand. B6.1: on a bridge is another Location than beneath it. B6.2: a bridge has the level of
the road that it connects to. B6.4: it is entered and left over its road only. Costs in comments are MF.
"""

from __future__ import annotations

import pytest
from tiny import asl, must
from tiny_asl import assumed, text_of

from pyrout.errors import InstanceError

BRIDGE = 'feature("B3",bridge). road("B2","B3"). road("B3","B4"). '
RIVER, FORD = 'terrain("B3",river). ', 'terrain("B3",river). fordable("B3"). '
STREAM, GULLY = 'terrain("B3",stream). ', 'terrain("B3",gully). '
LEVELS = ("", 'elevation("B3",-1). ', 'elevation("B3",0). ')
ON_IT = "is on the bridge, not beneath it, which is another Location"


# --- B6.2: its level ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("beneath", [RIVER, FORD, STREAM, GULLY])
def test_a_bridge_is_as_high_as_its_road(beneath: str, level: str) -> None:
    """b6-bridge (B6.2): 4 hexes for 1 each, the woods for 2. Out of a gully or ford the bank would be up a level."""
    here = asl("B1. B2. B3- B4. B5. B6w", "g1:squad@B1 broken dm", facts=BRIDGE + beneath + level)
    assert here.destinations == {"B6": 6.0}


@pytest.mark.parametrize("level", LEVELS)
def test_a_bridge_between_hills(level: str) -> None:
    """b6-bridge (B6.2): both banks are at level 1, and so is the bridge: 1 onto it, 1 over the road into the woods."""
    hills = 'elevation("B2",1). elevation("B4",1). '
    assert asl("B2. B3- B4w", "g1:squad@B2 broken dm", facts=BRIDGE + GULLY + hills + level).destinations == {"B4": 2.0}


def test_a_bridge_over_two_hexes() -> None:
    """b6-bridge (B6.2): the road goes on over the next bridge, whose end is at level 0: 1 and 1, and 1 into the woods."""
    water = 'terrain("B4",river). feature("B4",bridge). road("B4","B5"). elevation("B3",-1). elevation("B4",-1). '
    here = asl("B2. B3- B4- B5w", "g1:squad@B2 broken dm", facts=BRIDGE + RIVER + water)
    assert (here.destinations, here.g1.assumes) == ({"B5": 3.0}, ())


@pytest.mark.parametrize(("level", "told"), [("", 0), ('elevation("B3",0).', 0), ('elevation("B3",1).', 1)])
def test_a_bridge_whose_ends_differ(level: str, told: int) -> None:
    """b6-bridge (B6.2), b10-4-uphill: B4 lies at level 1. Up before the bridge or behind it: 2 and 1. An answer says which."""
    here = asl("B2. B3- B4w", "g1:squad@B2 broken dm", facts=BRIDGE + RIVER + 'elevation("B4",1). ' + level)
    assert here.destinations == {"B4": 3.0}
    assert any(
        line.startswith(f"the bridge in B3 lies at level {told} as elevation/2 says") for line in here.g1.assumes
    )


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ('elevation("B4",1). elevation("B3",-1).', "the ends of its road lie at different levels"),
        ('elevation("B4",1). elevation("B3",2).', "the ends of its road lie at different levels"),
        ('elevation("B2",1). elevation("B4",2).', "the ends of its road lie at different levels"),
        ('elevation("B3",1).', "a bridge lies no higher than the road at its ends"),
    ],
)
def test_a_bridge_at_no_level_of_its_road_is_refused(level: str, words: str) -> None:
    """b6-bridge (B6.2)"""
    with pytest.raises(InstanceError, match=words):
        _ = asl("B2. B3- B4w", "g1:squad@B2 broken dm", facts=BRIDGE + RIVER + level).g1


# --- B6.1: on it, or beneath -------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("beneath", "is_told"), [(RIVER, False), (FORD, True), (STREAM, True), (GULLY, True)])
def test_an_enemy_on_a_bridge(beneath: str, is_told: bool, level: str) -> None:
    """b6-bridge, a10-5-must: g1 in A3, beside the road, has no Height Advantage over a1 on the bridge of B3, and must. That
    a1 is on the bridge is told where it could be beneath: there it would be ADJACENT."""
    here = asl("A3. B2. B3- B4.", "g1:squad@A3 broken; a1:squad@B3", "B3-A3", BRIDGE + beneath + level, near=False)
    assert must(here) == {"a1"}
    assert any(line.startswith(f"a1 in B3 {ON_IT}") for line in here.g1.assumes) == is_told


def test_an_enemy_on_a_bridge_far_away_is_not_told_of() -> None:
    """b6-bridge: a1 sees nothing of where g1 gets to, and is not next to it."""
    hexes = "B3- B2. B4. L3. L4w"
    assert assumed(asl(hexes, "g1:squad@L3 broken dm; a1:squad@B3", "B3-B4", BRIDGE + GULLY, near=False)) == []


@pytest.mark.parametrize(("start", "is_told"), [("B10", True), ("B11", False)])
def test_an_enemy_on_a_bridge_next_to_a_way_is_told_of(start: str, is_told: bool) -> None:
    """b6-bridge: a1 sees nothing, but 6 MF lead from B10 to B4: if he were beneath, he would be ADJACENT. From B11 to B5 only."""
    hexes = "B2. B3- B4. B5. B6. B7. B8. B9. B10. B11. B12w"
    here = asl(hexes, f"g1:squad@{start} broken dm; a1:squad@B3", "", BRIDGE + GULLY, near=False)
    assert any(line.startswith(f"a1 in B3 {ON_IT}") for line in here.g1.assumes) == is_told


@pytest.mark.parametrize("beneath", [STREAM, GULLY])
def test_a_unit_on_a_bridge_says_so(beneath: str) -> None:
    """b6-bridge: nobody is near, and it need not rout; over the road 1 into the woods."""
    here = asl("B2. B3- B4w", "g1:squad@B3 broken dm", facts=BRIDGE + beneath)
    assert (here.g1.must_rout, here.destinations) == ((), {"B4": 1.0})
    assert any(line.startswith(f"g1 in B3 {ON_IT}") for line in here.g1.assumes)


def test_in_the_water_or_on_the_bridge() -> None:
    """b6-bridge, b21-43-fording: a broken unit in the water must rout, on the bridge it need not: it is asked where it is.
    Each of the two facts removed says it: no ford is beneath, or no bridge above."""
    hexes, unit = "B2. B3- B4. B5w", "g1:squad@B3 broken"
    with pytest.raises(InstanceError, match="g1 is on the bridge or in the water beneath it"):
        _ = asl(hexes, unit, facts=BRIDGE + FORD).g1
    assert asl(hexes, unit, facts=BRIDGE + RIVER).g1.verdict == "cannot_rout"
    assert asl(hexes, unit, facts=FORD).g1.verdict == "routs"
    # A unit that has routed onto it has had its turn, and an unbroken one does not rout.
    assert asl(hexes, f"{unit} dm", facts=BRIDGE + FORD + "routed(g1).").g1.verdict == "cannot_rout"
    other = asl(hexes, "g1:squad@B5 broken dm; g2:squad@B3", facts=BRIDGE + FORD)
    assert other.g1.verdict == "may_rout"


# --- B21.41: the ford beneath ------------------------------------------------------------------------------------

COULD = "g1 could ford beneath the bridge"


def test_the_ford_beneath_a_bridge_is_asked_about() -> None:
    """b6-bridge, b21-43-fording: from A3, which no road joins to B3, it may ford; without a destination nothing binds it."""
    hexes = "A2. A3. B2. B3- B4."
    for facts in ("", 'elevation("B3",-1).', "environment(night). nvr(1)."):
        with pytest.raises(InstanceError, match=COULD):
            _ = asl(hexes, "g1:squad@A3 broken dm", facts=BRIDGE + FORD + facts).g1
        assert asl(hexes, "g1:squad@A3 broken dm", facts=BRIDGE + RIVER + facts).g1.verdict == "may_rout"
    # From the end of the road, too, it may go down into the water.
    with pytest.raises(InstanceError, match=COULD):
        _ = asl(hexes, "g1:squad@B2 broken dm", facts=BRIDGE + FORD).g1


def test_the_ford_beneath_a_bridge_may_be_the_only_clean_way() -> None:
    """b6-bridge, a20-21-surrender: A2 and B2 are ADJACENT to a1 in A1, which sees both. Without the ford it surrenders."""
    hexes, units, los = "A1. A2. B2- B3. C2.", "g1:squad@A2 broken dm; a1:squad@A1", "A1-A2"
    span = 'feature("B2",bridge). road("B2","B3"). terrain("B2",river). '
    assert asl(hexes, units, los, span, near=False).g1.verdict == "surrenders"
    with pytest.raises(InstanceError, match=COULD):
        _ = asl(hexes, units, los, span + 'fordable("B2").', near=False).g1


@pytest.mark.parametrize(
    ("hexes", "units", "los", "facts"),
    [
        # A destination binds it: 2 into the woods.
        pytest.param("A2w A3. B2. B3- B4.", "g1:squad@A3 broken dm", "", "", id="a10-51-nearest"),
        # It may not rout.
        pytest.param("A2. A3. B2. B3- B4.", "g1:squad@A3 broken", "", "", id="a10-5-may"),
        # The ford is not next to it.
        pytest.param("A2. A3. B2. B3- B4.", "g1:squad@A2 broken dm", "", "", id="a10-51-map"),
        # a1 in C3 is Known and two hexes off; B3 touches it.
        pytest.param("A2. A3. B2. B3- B4. C3.", "g1:squad@A3 broken dm; a1:squad@C3", "C3-A3", "", id="a10-51-closer"),
        # Over a cliff nobody goes.
        pytest.param("A2. A3. B2. B3- B4.", "g1:squad@A3 broken dm", "", 'hexside("A3","B3",cliff).', id="cliff"),
        # Against a heavy current nobody fords.
        pytest.param(
            *("A2. A3- B2. B3- B4.", "g1:squad@A3 broken dm", ""),
            'terrain("A3",river). fordable("A3"). current("B3","A3",heavy).',
            id="b21-43-fording",
        ),
    ],
)
def test_no_legal_step_leads_into_the_ford(hexes: str, units: str, los: str, facts: str) -> None:
    """b6-bridge: then the ford beneath the bridge changes nothing: the answer is that without it."""
    there = asl(hexes, units, los, BRIDGE + FORD + facts, near=False).g1
    deep = asl(hexes, units, los, BRIDGE + FORD.replace('fordable("B3"). ', "") + facts, near=False).g1
    assert (there.verdict, there.destinations, {r.path for r in there.routes}) == (
        deep.verdict,
        deep.destinations,
        {r.path for r in deep.routes},
    )
    assert not any("B3" in route.path[1:2] for route in there.routes if route.path[0] == "A3")


# --- b1-15-bridge ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "is_open"),
    [
        ("B6", True),  # straight along the road
        ("B0", True),
        ("C6", True),  # over the road's hexside
        ("C4", False),  # over the hexside beside it
        ("D4", False),
        ("D2", False),
        ("A4", False),
    ],
)
@pytest.mark.parametrize("beneath", [RIVER, STREAM, GULLY])
def test_a_bridge_is_open_ground_along_its_road(beneath: str, enemy: str, is_open: bool) -> None:
    """b1-15-bridge, a10-5-must, a10-532-interdict: the road leads from B2 over B3 to B4. On the bridge g1 is in Open Ground to
    whoever looks along the road, and is interdicted where it enters."""
    there = f"{enemy}-B3"
    rest = " ".join(f"{h}." for h in ("B2", "B4") if h != enemy)
    hexes = f"B3- {rest} B1w {enemy}."
    on_it = asl(hexes, f"g1:squad@B3 broken; a1:squad@{enemy} broken", there, BRIDGE + beneath, near=False)
    assert (must(on_it) == {"a1"}) is is_open
    hexes = hexes.replace("B2.", "B2w").replace("B4.", "B4o")
    over = asl(hexes, f"g1:squad@B4 broken dm; a1:squad@{enemy}", there, BRIDGE + beneath, near=False)
    runs = [run for run in over.g1.routes if run.posture == "run" and "B3" in run.path]
    assert runs and all(any(at.hex == "B3" for at in run.interdicted) is is_open for run in runs)


def test_a_bridge_seen_across_its_road_is_named() -> None:
    """b1-15-bridge: a1 in Normal Range does not force g1 off it."""
    here = asl("B3- B2. B4. D4.", "g1:squad@B3 broken dm; a1:squad@D4", "D4-B3", BRIDGE + RIVER, near=False)
    assert "a1 sees the bridge across its road, and does not force it to rout" in text_of(here)
