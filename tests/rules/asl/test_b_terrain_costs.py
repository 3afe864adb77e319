"""Costs of terrain, roads, bridges, smoke and crest (chapter B, A24).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, asl, causes, must
from tiny_asl import BLOCK, FAR, FIELD, REACH, SEEN, VEIL, assumed

from pyrout.errors import InstanceError

# --- b3-4-road -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statuses", "facts", "costs"),
    [
        ("", "", [1.0, 2.0]),
        ("", "option(road_rate,taken).", [1.0]),
        # Double for the first hex; 1 MF more for the fourth squad in it; all of it for marsh.
        ("encircled", "", [2.0, 4.0]),
        ("", "".join(f'unit(g{n},german,squad). at(g{n},"B2"). ' for n in (2, 3, 4)), [2.0, 3.0]),
        ("", 'terrain("B2",marsh).', [1.0, 6.0]),
        ("wounded", 'terrain("B2",marsh).', [1.0, 3.0]),
    ],
)
def test_the_road_or_the_hex(statuses: str, facts: str, costs: list[float]) -> None:
    """b3-4-road: 1 MF in the open, or the MF of the woods with their cover, whatever else the step costs."""
    kind = "leader" if statuses == "wounded" else "squad"
    hexes = "B1. B2- B7-" if "marsh" in facts else "B1. B2w B7-"
    here = asl(hexes, f"g1:{kind}@B1 broken dm {statuses}; a1:squad@B7", "B7-B2", REACH + 'road("B1","B2").' + facts)
    runs = [r for r in here.g1.routes if r.posture == "run"]
    assert [(r.mf[-1], [i.hex for i in r.interdicted]) for r in runs] == [
        (mf, [] if n else ["B2"]) for n, mf in enumerate(costs)
    ]


def test_a_clean_rout_pays_for_the_woods() -> None:
    """b3-4-road, a20-21-clean: next to its enemy a unit need not surrender where it may enter the woods under their cover."""
    for value, verdict in (("choice", "routs"), ("taken", "surrenders")):
        facts = f'{REACH} road("B2","B3"). option(road_rate,{value}).'
        here = asl("B1. B2. B3w", "g1:squad@B2 broken; a1:squad@B1", "B1-B3", facts)
        assert here.g1.verdict == verdict, value


@pytest.mark.parametrize("again", ["", 'reveal(a1,g1,"B4",before).'])
def test_shelter_in_a_sunken_road_by_the_road_and_by_its_own_terrain(again: str) -> None:
    """b3-4-road, a10-531-cover, a12-14-reveal: barred from B2 by a1, who fires into B4, g1 goes to B5 by the shellholes in
    the sunken road of B4: for 1 + 1 MF over the road, or 2 + 1 for the terrain, and 2 on."""
    here = asl(
        VEIL[0].replace("B4.", "B4d") + " B5w",
        VEIL[1],
        VEIL[2] + " C2-B4",
        f'feature("B4",shellholes). road("B3","B4"). reveal(a1,g1,"B2",before). {again}',
    )
    sheltered = {(r.legs[-1].to, r.mf) for r in here.g1.routes if r.path == ("B3", "B4@shellholes", "B5")}
    assert sheltered == {("B5", (0.0, 2.0, 4.0)), ("B5", (0.0, 3.0, 5.0))}


# --- asl-mf --------------------------------------------------------------------------------------------------------


def test_costs() -> None:
    """asl-mf, b10-4-uphill: marsh takes all, rubble 3, a level up doubles."""
    assert asl("B1. B2m B3w", "g1:squad@B1 broken dm").destinations == {}
    assert asl("B1. B2r B3w", "g1:squad@B1 broken dm").destinations == {"B3": 5.0}
    assert asl("B1. B2. B3w", "g1:squad@B1 broken dm", facts='elevation("B2",1). elevation("B3",1).').destinations == {
        "B3": 4.0
    }


@pytest.mark.parametrize(
    ("hexes", "facts", "price"),
    [
        ("B1. B2. B3w", "", 3.0),
        ("B1. B2o B3w", "", 3.0),
        ("B1. B2y B3w", "", 3.0),
        ("B1. B2g B3w", "month(7).", 3.5),
        ("B1. B2g B3w", "month(1).", 3.0),
        ("B1. B2b B3w", "", 4.0),
        ("B1. B2c B3w", "", 4.0),
        ("B1. B2u B3w", "", 4.0),
        ("B1. B2d B3w", "", 4.0),
        ("B1. B2e B3w", "", 4.0),
        ("B1. B2n B3w", "", 3.0),
        ("B1. B2r B3w", "", 5.0),
        ("B1. B2= B3w", "", 5.0),
        ("B1. B2= B3w", 'feature("B2",dry).', 4.0),
        ("B1. B2m B3w", "", None),
        ("B1. B2~ B3w", "", None),
        ("B1. B2. B3w", 'hexside("B1","B2",wall).', 4.0),
        ("B1. B2. B3w", 'hexside("B1","B2",hedge).', 4.0),
        ("B1. B2. B3w", 'hexside("B1","B2",bocage).', 5.0),
        ("B1. B2. B3w", 'hexside("B1","B2",roadblock).', 4.0),
        ("B1. B2. B3w", 'road("B1","B2"). road("B2","B3").', 2.0),
        ("B1. B2. B3w", 'elevation("B2",1). elevation("B3",1).', 4.0),
        ("B1. B2. B3w", 'elevation("B1",1).', 3.0),
        ("B1. B2. B3w", 'elevation("B2",2). elevation("B3",2).', 6.0),
        ("B1. B2. B3w", 'elevation("B1",2).', 4.0),
        ("B1. B2. B3w", 'feature("B2",smoke).', 4.0),
        ("B1. B2. B3w", 'feature("B2",smoke). elevation("B2",1). elevation("B3",1).', 6.0),  # 4 uphill, and the woods
        ("B1. B2. B3w", 'feature("B2",smoke). elevation("B2",1). elevation("B3",1). road("B1","B2").', 6.0),
        ("B1. B2. B3w", 'feature("B2",smoke). elevation("B2",1). elevation("B3",1). hexside("B1","B2",wall).', None),
        ("B1. B2. B3w", 'feature("B2",smoke). elevation("B1",1).', 4.0),
    ],
)  # fmt: skip
def test_what_it_costs_to_get_there(hexes: str, facts: str, price: float | None) -> None:
    """asl-mf, b10-4-uphill, b10-51-abrupt, a24-smoke: the price of the woods in B3, 2 MF of it for them (1 by road)."""
    assert asl(hexes, ALONE, facts=facts).destinations == ({} if price is None else {"B3": price})


def test_into_marsh_out_of_what_is_in_the_hex() -> None:
    """asl-mf, b27-entrench, b26-41-wire: marsh takes the whole allowance, so nothing is left for getting out of a foxhole or of
    Wire; over a road it costs 1 MF."""
    hole, wire = 'feature("B1",foxhole). ', 'feature("B1",wire). wire_exit("B1",1). '
    inside = "B1. B2m", "g1:squad@B1@foxhole broken dm"
    assert asl(*inside, facts=hole).runs == {}
    assert asl(*inside, facts=hole + 'road("B1","B2").').run("B1@foxhole B2").mf == (0, 2)
    assert asl("B1. B2m", ALONE, facts=wire).runs == {}
    shells = wire + 'feature("B1",shellholes).'
    assert asl("B1. B2m", "g1:squad@B1@shellholes broken dm", facts=shells).runs == {}
    assert asl("B1. B2m", "g1:squad@B1@shellholes broken dm", facts='feature("B1",shellholes).').runs != {}


def test_marsh_takes_all_whatever_else_is_there() -> None:
    """asl-mf: the whole allowance, with three squads in it as well (told); nothing is left for getting out of a foxhole."""
    full = "".join(f'unit(g{n},german,squad). at(g{n},"B2"). ' for n in (2, 3, 4))
    told = ["marsh takes the whole allowance, and overstacking there no more"]
    for start, facts, runs, said in (
        ("B3", "", {"B3 B2": "survives"}, []),
        ("B3", full, {"B3 B2": "survives"}, told),
        ("B3@foxhole", 'feature("B3",foxhole).', {}, []),
        ("B3", 'feature("B3",wire). wire_exit("B3",1).', {}, []),
    ):
        here = asl("B2m B3. A3-", f"g1:squad@{start} broken dm", facts=facts)
        assert (here.runs, assumed(here)) == (runs, said)


@pytest.mark.parametrize(
    ("building", "wall"), [("stone_factory", ""), ("wooden_factory", 'hexside("B1","B2",roadblock).')]
)
def test_what_a_factory_and_a_roadblock_cost(building: str, wall: str) -> None:
    """asl-mf (B23.74, B29.4): 2 MF, and 1 MF more over the roadblock; a factory is a building."""
    here = asl("B1. B2-", "g1:squad@B1 broken dm", facts=f'terrain("B2",{building}). {wall}')
    assert here.destinations == {"B2": 3.0 if wall else 2.0}


def test_a_claim_with_another_sum_of_mf() -> None:
    """asl-mf"""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm")
    assert here.judged("B2 B1", mf=3.0) == "survives"
    fault = here.judged("B2 B1", mf=4.0)
    assert isinstance(fault, tuple) and set(fault[1]) == {"asl-mf"}


# --- a24-smoke -----------------------------------------------------------------------------------------------------


def test_smoke_and_walls_keep_from_interdicting() -> None:
    """a24-smoke, a10-532-interdict: in B2, SMOKE or a wall towards a1; one on the other side does not matter."""
    for facts in ('feature("B2",smoke).', 'hexside("B2","B3",wall).', 'elevation("B2",1). elevation("B3",1).'):
        assert asl(FIELD, FAR, SEEN, facts).run("B3 B2 B1").interdicted == ()
    assert asl(FIELD, FAR, SEEN, 'hexside("B1","B2",wall).').run("B3 B2 B1").interdicted != ()


def test_smoke_upstairs() -> None:
    """a24-smoke: it fills every level of its hex: B3@1 costs 2 + 1, the stairs in B2 none of it."""
    here = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'feature("B3",smoke).')
    assert here.destinations["B2@1"] == 1.0
    assert here.destinations["B3@1"] == 4.0


def test_from_inside_smoke_nobody_fires_unhindered() -> None:
    """a24-smoke: nor from upstairs in its hex, or from a pillbox there."""
    upstairs, dug_in = ("B4@1", "s", 'level("B4",1). '), ("B4@pillbox", ".", 'feature("B4",pillbox). ')
    for place, terrain, facts in (upstairs, dug_in):
        hexes = f"B1. B2. B3. B4{terrain}"
        units = f"g1:squad@B1 broken; a1:squad@{place}"
        assert must(asl(hexes, units, f"{place}-B1", facts)) == {"a1"}
        assert must(asl(hexes, units, f"{place}-B1", facts + 'feature("B4",smoke).')) == set()


# --- b6-bridge -----------------------------------------------------------------------------------------------------


def test_bridges() -> None:
    """b6-bridge, a10-51-hazards: over its road, 1 MF; the water beside it is not entered."""
    hexes = "B1w B2~ B3. C2. C3."
    carries = 'feature("B2",bridge). road("B3","B2"). road("B2","B1").'
    here = asl(hexes, "g1:squad@B3 broken dm", facts=carries)
    assert here.destinations["B1"] == 3.0 - 1.0  # by road into the woods, too
    side = asl(hexes, "g1:squad@C2 broken dm", facts=carries)
    assert "C2 B2 B1" not in side.runs
    assert side.judged("B2") == (1, {"b6-bridge": ("C2-B2",)})
    assert not any("B2" in path for path in asl(hexes, "g1:squad@B3 broken dm").runs)
    with pytest.raises(InstanceError, match="road/2"):
        _ = asl(hexes, "g1:squad@B3 broken dm", facts='feature("B2",bridge).').g1
    for terrain in ".w-":
        with pytest.raises(InstanceError, match="leads over water, a stream or a gully"):
            _ = asl(hexes.replace("B2~", f"B2{terrain}"), "g1:squad@B3 broken dm", facts=carries).g1


def test_a_bridge_is_left_over_its_road() -> None:
    """b6-bridge: the woods in A2 touch the bridge in B2; the way leads by B1, 1 + 2. On the bridge it is in no water."""
    here = asl("A2w B1. B2~", "g1:squad@B2 broken dm", facts='feature("B2",bridge). road("B1","B2").')
    assert (here.destinations, here.g1.must_rout) == ({"A2": 3.0}, ())
    span = 'feature("B2",bridge). road("B1","B2"). road("B2","B3").'
    seen = asl("B1. B2~ B3. B8-", "g1:squad@B2 broken; a1:squad@B8", "B8-B2", REACH + span)
    assert must(seen) == {"a1"}  # along its road a bridge is Open Ground


def test_what_a_bridge_assumes() -> None:
    """b1-15-bridge: that a LOS aslant over the road's hexside lies along the road is told where g1 is seen on the bridge, or
    could be; not where nobody sees it. C8 is aslant over B3."""
    hexes, span = "B1w B2~ B3. B4. C8-", 'feature("B2",bridge). road("B1","B2"). road("B3","B2").'
    told = [
        "a LOS aslant over a hexside that the road of a bridge crosses lies along that road; "
        "if it does not, the bridge is no Open Ground to it: then add in_open(HEX,FROM,no)"
    ]
    assert assumed(asl(hexes, "g1:squad@B2 broken; a1:squad@C8", "C8-B2", REACH + span)) == told
    assert assumed(asl(hexes, "g1:squad@B3 broken dm; a1:squad@C8", "C8-B2", REACH + span)) == told
    assert assumed(asl(hexes, "g1:squad@B3 broken dm; a1:squad@C8", "C8-B3", REACH + span)) == []
    near = asl(hexes, "g1:squad@B2 broken; a1:squad@C8", "C8-B2", "normal_range(a1,1). " + span)
    assert (near.g1.verdict, assumed(near)) == ("cannot_rout", told)  # it is seen, although it may not rout
    assert assumed(asl(hexes, "g1:squad@B3 broken dm; a1:squad@C8", "C8-B2/1", REACH + span)) == []
    one_end = 'feature("B2",bridge). road("B3","B2").'
    other_side = asl(hexes + " B0-", "g1:squad@B2 broken; a1:squad@B0", "B0-B2", REACH + one_end)
    assert must(other_side) == set()
    assert any("the road of the bridge in B2 has no other end" in line for line in other_side.g1.assumes)


SPAN = 'feature("A2",pillbox). feature("B2",bridge). road("B2","B1"). road("B2","B3"). normal_range(a1,0).'


def test_a_pillbox_beside_a_bridge() -> None:
    """b6-bridge: nobody could advance from A2 onto the bridge of B2, nor back: a1 is ADJACENT to it neither on the ground of
    A2 nor in the pillbox there."""
    hexes = "A2. B1w B2~ B3w"
    for place in ("A2", "A2@pillbox"):
        here = asl(hexes, f"g1:squad@B2 broken; a1:squad@{place}", f"{place}-B2", SPAN, near=False).g1
        assert (here.verdict, here.dm) == ("cannot_rout", ()), place


def test_nobody_goes_beneath_a_bridge() -> None:
    """b6-bridge: from A2 no road leads into B2, a stream with a bridge: that it does not wade through is told, where it could
    come there."""
    hexes, span = "A2. B1. B2= B3. C2w", 'feature("B2",bridge). road("B1","B2"). road("B3","B2").'
    here = asl(hexes, "g1:squad@A2 broken dm", facts=span)
    assert set(here.runs) == {"A2 B1 C2"}
    told = "a bridge is entered and left over its road only, and nobody goes beneath it, through its stream or gully"
    assert assumed(here) == [told]
    assert assumed(asl(hexes.replace("=", "~"), "g1:squad@A2 broken dm", facts=span)) == []
    assert assumed(asl(hexes, "g1:squad@A2 broken dm", facts='elevation("B2",-1).')) == []


@pytest.mark.parametrize("below", ["gully", "stream"])
def test_a_bridge_in_woods(below: str) -> None:
    """b6-bridge (B6.3, B6.4, B19.4): 1 MF onto it over its road, in the open; the woods around it are no cover there. Off the
    road the woods of that hex cannot be entered."""
    span = f'feature("B2",{below}). feature("B2",bridge). road("B1","B2"). road("B2","B3").'
    here = asl("B1. B2w B3w", "g1:squad@B1 broken dm", facts=span)
    assert (here.destinations, here.run("B1 B2 B3", 2).mf) == ({"B3": 2.0}, (0, 1, 2))
    assert asl("B1. B2w B3w", "g1:squad@B1 broken dm", facts=span.replace('feature("B2",bridge).', "")).destinations
    aside = asl("A2. B1. B2w B3-", "g1:squad@A2 broken dm", facts=span)  # round over the road, to whatever else
    assert aside.destinations == {} and "A2 B2" not in aside.runs
    seen = asl("B1. B2w B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2", span)
    assert must(seen) == {"a1"}
    assert asl("B1. B2w B3.", "g1:squad@B2 broken dm", facts=span).g1.may_keep_dm


def test_from_the_bridge_and_from_the_bank() -> None:
    """b6-bridge: on the bridge of B2 it does not go down to A3, through the stream; from A3 it does not come up to it."""
    hexes, span = "A3. B1w B2=", 'feature("B2",bridge). road("B1","B2").'
    told = "a bridge is entered and left over its road only, and nobody goes beneath it, through its stream or gully"
    assert told in asl(hexes, "g1:squad@B2 broken dm", facts=span).g1.assumes[0]
    assert assumed(asl(hexes, "g1:squad@A3 broken dm", facts=span)) == [told]


def test_a_stream_under_a_bridge_is_not_paid_for() -> None:
    """b6-bridge: over the road it is 1 MF, and no way costs the 3 MF of the stream."""
    here = asl("B1w B2= B3.", "g1:squad@B3 broken dm", facts='feature("B2",bridge). road("B1","B2"). road("B3","B2").')
    assert {route.mf for route in here.g1.routes if route.path == ("B3", "B2", "B1")} == {
        (0.0, 1.0, 2.0),
        (0.0, 1.0, 3.0),
    }


# --- b20-96-crest --------------------------------------------------------------------------------------------------


def test_crest_status_is_left() -> None:
    """b20-96-crest, note 3"""
    assert "b20-96-crest" in causes(asl("B1u B2.", "g1:squad@B1 broken crest").g1.reasons)
    assert "b20-96-crest" not in causes(asl("B1u B2.", "g1:squad@B1 broken").g1.reasons)


@pytest.mark.parametrize(
    ("units", "los", "told"),
    [
        ("g1:squad@B1 broken crest; a1:squad@B4", "B4-B1", True),
        ("g1:squad@B1 broken crest; a1:squad@B4 broken", "B4-B1", True),
        ("g1:squad@B1 broken; a1:squad@B4", "B4-B1", False),
        ("g1:squad@B1 broken crest; a1:squad@B4", "B4-B1/1", False),  # hindered
        ("g1:squad@B1 broken crest; a1:squad@B4", "", False),
        ("g1:squad@B1 broken crest; a1:squad@B8", "B8-B1", False),  # 7 hexes: beyond Normal Range
    ],
)
def test_where_crest_status_faces_is_assumed(units: str, los: str, told: bool) -> None:
    """b20-96-crest, a10-531-open: no fact says what its Crest hexsides face; where it matters the answer says so."""
    here = asl(FIELD.replace("B1w", "B1u"), units, los)
    assert any("b20-96-crest" in sentence for sentence in here.g1.assumes) == told
    pit = 'feature("B1",foxhole).'
    dug = asl(FIELD.replace("B1w", "B1u"), "g1:squad@B1 broken crest entrenched; a1:squad@B4", "B4-B1", pit)
    assert not any("b20-96-crest" in sentence for sentence in dug.g1.assumes)  # whichever way it faces
