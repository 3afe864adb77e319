"""Starter Kit: Interdiction.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import pytest
from tiny import Position, position
from tiny_aslsk import interdicted

import pyrout


@pytest.mark.parametrize(
    ("enemies", "facts", "able"),
    [
        ("a1:squad@B5", "", True),
        # article: "an enemy unit that is not broken, pinned, CX, or in Melee"
        ("a1:squad@B5 broken", "", False),
        ("a1:squad@B5 pinned", "", False),
        ("a1:squad@B5 cx", "", False),
        ("a1:squad@B5 melee", "", False),
        ("a1:squad@B5 unarmed", "possesses(a1,w). sw(w,lmg,3,6). status(w,malfunctioned).", False),
        # "normal range": B2 is 3 hexes off; "at least 1 FP"
        ("a1:squad@B5", "normal_range(a1,3).", True),
        ("a1:squad@B5", "normal_range(a1,2).", False),
        ("a1:squad@B5", "firepower(a1,1).", True),
        ("a1:squad@B5", "firepower(a1,0).", False),
        ("a1:hero@B5", "", True),
        # "its inherent FP and range, or the FP and range of any SW it possesses"
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,3).", True),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,2).", False),
        ("a1:squad@B5", "normal_range(a1,3). possesses(a1,w). sw(w,lmg,3,2).", True),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,9). status(w,malfunctioned).", False),
        ("a1:squad@B5", "normal_range(a1,2). sw(w,lmg,3,9).", False),
        ("a1:squad@B5 pinned", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,9).", False),
        # A weapon that is thrown, placed or spoken into does not fire at a hex.
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,dc,1,9).", False),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,radio,1,9).", False),
        # "Leaders without a SW, or a single leader with a MG, cannot Interdict."
        ("a1:leader@B5", "", False),
        ("a1:leader@B5", "firepower(a1,4).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,mmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,hmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,psk,1,4).", True),
        ("a1:leader@B5; a2:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", True),
        ("a1:leader@B5; a2:leader@B5 broken", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5; a2:leader@B6", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5; a2:hero@B5", "possesses(a1,w). sw(w,lmg,3,6). firepower(a2,0).", False),
        ("a1:leader@B5; g9:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", False),
        # "as long as they do not have to change their CA"
        ("a1:gun@B5", "normal_range(a1,40).", True),
        ("a1:gun@B5", "normal_range(a1,2).", False),
        # A malfunctioned Gun does not fire; the SW of its crew does.
        ("a1:gun@B5 malfunctioned", "normal_range(a1,40).", False),
        ("a1:gun@B5 malfunctioned", "normal_range(a1,40). possesses(a1,w). sw(w,lmg,3,6).", True),
        ("a1:gun@B5", 'normal_range(a1,40). covered_arc(a1,"B2").', True),
        ("a1:gun@B5", 'normal_range(a1,40). covered_arc(a1,"B3").', False),
        ("a1:crew@B5", 'normal_range(a1,2). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B2").', True),
        ("a1:crew@B5", 'normal_range(a1,2). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B3").', False),
        ("a1:crew@B5", 'normal_range(a1,3). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B3").', True),
    ],
)
@pytest.mark.slow
def test_sk_interdict_who(enemies: str, facts: str, able: bool) -> None:
    """sk-interdict: "an enemy unit that could fire at it". He becomes Known by that very step."""
    here = position("B1o B2. B3- B5- B6-", f"g1:squad@B1 broken dm; {enemies}", "B5-B2", facts)
    assert interdicted(here) == ({"B2": ("a1",)} if able else {})


@pytest.mark.parametrize(
    ("unit", "facts", "hexes_away"),
    [
        # "Weapons that fire using the To Hit process ... out to their normal range or 16 hexes, whichever is less"
        ("gun", "normal_range(a1,40).", 16),
        ("gun", "normal_range(a1,15).", 15),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,mortar,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,baz,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,psk,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,piat,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,rcl,3,40).", 16),
        ("crew", "normal_range(a1,1). possesses(a1,w). sw(w,gun,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,mortar,3,9).", 9),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,hmg,3,18).", 18),
        ("squad", "normal_range(a1,18).", 18),
    ],
)
@pytest.mark.slow
def test_sk_interdict_range(unit: str, facts: str, hexes_away: int) -> None:
    """sk-interdict: "in the unhindered LOS and normal range": one hex more, and it has no Interdiction."""
    for farther, able in ((0, True), (1, False)):
        place = f"B{2 + hexes_away + farther}"
        here = position(f"B1o B2. {place}-", f"g1:squad@B1 broken dm; a1:{unit}@{place}", f"{place}-B2", facts)
        assert bool(interdicted(here)) is able


@pytest.mark.parametrize(("los", "able"), [("B5-B2", True), ("B2-B5", True), ("B5-B2/1", False), ("", False)])
def test_sk_interdict_unhindered(los: str, able: bool) -> None:
    """sk-interdict: article "with no Hindrance modifiers"."""
    here = position("B1o B2. B5-", "g1:squad@B1 broken dm; a1:squad@B5", los)
    assert interdicted(here) == ({"B2": ("a1",)} if able else {})


@pytest.mark.parametrize(
    ("terrain", "facts", "is_open"),
    [
        (".", "", True),
        ("g", "month(3).", True),
        ("g", "month(8).", False),
        ("g", "", False),
        ("o", "", False),
        ("b", "", False),
        ("w", "", False),
        ("s", "", False),
        # Silent: "a hex entered over a road hexside at the road rate counts as Open Ground for that entry"
        ("w", 'road("B1","B2"). option(road_rate,taken).', True),
        ("o", 'road("B2","B1"). option(road_rate,taken).', True),
        ("o", 'road("B2","B1").', False),
        ("w", 'road("B2","B3").', False),
        (".", 'road("B1","B2").', True),
    ],
)
@pytest.mark.slow
def test_sk_interdict_where(terrain: str, facts: str, is_open: bool) -> None:
    """sk-interdict: "Each Open Ground hex that it enters"."""
    here = position(f"B1o B2{terrain} B3- B5-", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B2", facts)
    assert interdicted(here) == ({"B2": ("a1",)} if is_open else {})


def ways(here: Position) -> list[tuple[str, tuple[float, ...], list[str]]]:
    """The runs of g1: path, MF, and where it is interdicted."""
    return [(" ".join(r.path), r.mf, [i.hex for i in r.interdicted]) for r in here.g1.routes if r.posture == "run"]


BY_ROAD = "B1. B2{} B6-", "g1:squad@B1 broken dm; a1:squad@B6", "B6-B2"


@pytest.mark.parametrize(
    ("terrain", "facts", "expected"),
    [
        # "the unit may instead pay for the hex's own terrain and have its cover"
        ("w", "", [(1, ["B2"]), (2, [])]),
        ("w", "option(road_rate,choice).", [(1, ["B2"]), (2, [])]),
        ("w", "option(road_rate,taken).", [(1, ["B2"])]),
        ("b", "", [(1, ["B2"]), (2, [])]),
        ("g", "month(7).", [(1, ["B2"]), (1.5, [])]),
        # If the terrain costs no more, there is one way, with the cover if the hex has any.
        ("o", "", [(1, [])]),
        ("o", "option(road_rate,taken).", [(1, ["B2"])]),
        (".", "", [(1, ["B2"])]),
        ("g", "month(2).", [(1, ["B2"])]),
        # Both are doubled uphill, and pay for the wall.
        ("w", 'elevation("B2",1). elevation("B6",1).', [(2, ["B2"]), (4, [])]),
        ("w", 'hexside("B1","B2",wall).', [(2, ["B2"]), (3, [])]),
    ],
)
def test_sk_road_two_ways(terrain: str, facts: str, expected: list[tuple[float, list[str]]]) -> None:
    """sk-road: at the road rate and in the open, or at the price of the hex's own terrain and under its cover."""
    hexes, units, los = BY_ROAD
    here = position(hexes.format(terrain), units, los, 'road("B1","B2"). ' + facts)
    assert ways(here) == [("B1 B2", (0, mf), interdicted) for mf, interdicted in expected]
    if terrain == "w":
        assert here.destinations == {"B2": expected[0][0]}  # the cheapest way is the price
    assert here.crawls == {"B2": "survives"}  # one Low Crawl, whatever the way


def test_sk_road_every_mix_of_ways_is_listed() -> None:
    """sk-road: two hexes by road are four ways; an allowance of 3 MF leaves three of them."""
    road = 'road("B1","B2"). road("B2","B3").'
    for wounded, costs in (
        ("", [(0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 2, 4)]),
        ("wounded", [(0, 1, 2), (0, 1, 3), (0, 2, 3)]),
    ):
        here = position("B1. B2w B3w", f"g1:leader@B1 broken dm {wounded}", facts=road)
        assert [mf for path, mf, _ in ways(here) if path == "B1 B2 B3"] == costs


def test_sk_road_steps_say_which_terrain_is_paid_for() -> None:
    """sk-road: the step at the hex's own price is marked, and no enemy interdicts it."""
    hexes, units, los = BY_ROAD
    here = position(hexes.format("w"), units, los, 'road("B1","B2").')
    runs = [route.steps[1] for route in here.g1.routes if route.posture == "run" and route.path == ("B1", "B2")]
    events = {step.mf: (step.own_terrain, step.interdiction and step.interdiction.by) for step in runs}
    assert events == {1: (False, ("a1",)), 2: (True, None)}


def test_sk_road_judged() -> None:
    """sk-road: a claim is judged by the cheapest way that is legal, or by the MF that it claims."""
    hexes, units, los = BY_ROAD
    here = position(hexes.format("w"), units, los, 'road("B1","B2").')
    assert [here.judged("B2", mf=mf) for mf in (None, 1, 2)] == ["survives"] * 3
    assert here.judged("B2", mf=1.5) == (1, {"sk-mf": ("B2",)})
    assert here.judged("B2", low_crawl=True, mf=6) == "survives"
    with pytest.raises(pyrout.UsageError, match="whole or half MF"):
        here.judged("B2", mf=1.3)


def test_sk_road_nmc_given() -> None:
    """sk-road: the given result of an NMC counts only where there is an NMC."""
    hexes, units, los = BY_ROAD
    here = position(hexes.format("w") + " A2w", units, los, 'road("B1","B2"). nmc(g1,"B2",pin).')
    # Under cover it may go on from B2; at the road rate it is pinned there.
    assert (here.judged("B2 A2", mf=4), here.judged("B2 A2", mf=3)) == ("survives", (2, {"sk-mf": ("A2",)}))
    assert [here.judged("B2", mf=mf) for mf in (1, 2)] == ["survives"] * 2


def test_sk_interdict_once_a_hex() -> None:
    """sk-interdict: article "only one Interdiction NMC per Open Ground hex entered, regardless of how many"."""
    here = position("B1o B2. B5- B6-", "g1:squad@B1 broken dm; a1:squad@B5; a2:squad@B6; a3:squad@B6 cx", "B5-B2 B6-B2")
    assert [(i.hex, i.by) for i in here.run("B1 B2").interdicted] == [("B2", ("a1", "a2"))]


def test_sk_interdict_free() -> None:
    """sk-interdict-free: article "There is no limit to the number of Interdictions a single unit can make"; the second
    unit to rout finds a1 as the first one did."""
    units = "g1:squad@B4 broken dm; g2:squad@B4 broken dm; a1:squad@B9"
    here = position("B1. B2. B3. B4o B9-", units, "B9-B3 B9-B2 B9-B1", "normal_range(a1,12).")
    for answer in pyrout.solve(here.instance).units:
        (route,) = [r for r in answer.routes if r.path == ("B4", "B3", "B2", "B1")]
        assert [(i.hex, i.by) for i in route.interdicted] == [("B3", ("a1",)), ("B2", ("a1",)), ("B1", ("a1",))]


def test_height_advantage() -> None:
    """sk-interdict-height: more of it in test_height.py. From B2 up into B3 with a1 behind, and from B2 as high as B3."""
    here = "B1. B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B1", "B1-B2 B1-B3"
    hill = 'elevation("B3",1). elevation("B4",1).'
    assert position(*here, hill).run("B2 B3 B4").interdicted
    assert not position(*here, hill + 'elevation("B2",1).').run("B2 B3 B4").interdicted
