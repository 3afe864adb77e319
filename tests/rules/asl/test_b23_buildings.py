"""Stairs, storeys and Rowhouses (B23).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, asl
from tiny_asl import BLOCK

import pyrout
from pyrout.errors import InstanceError

# --- b23-25-stairs -------------------------------------------------------------------------------------------------


def test_levels() -> None:
    """A10.51, B23.25: up the stairs for 1 MF, along a storey for 2; the enemy next door is not ADJACENT to upstairs."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",1). level("B3",1). stairwell("B2"). los("B1","B2@1",0).'
    here = asl("B1. B2s B3s", "g1:squad@B2 broken dm; a1:squad@B1", facts=facts)
    assert here.runs["B2 B2@1"] == here.runs["B2 B2@1 B3@1"] == "survives"
    assert here.destinations["B2@1"] == 1.0
    assert here.destinations["B3@1"] == 3.0


def test_stairs() -> None:
    """b23-25-stairs: B2 has stairs to its upper level and its cellar, 1 MF each; along a storey 2."""
    here = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK, los="Z98-Z99")
    assert here.destinations == {"B2@1": 1.0, "B2@-1": 1.0, "B3": 2.0, "B3@1": 3.0}
    assert "B2 B2@1 B3@1" in here.runs
    assert "B2 B3 B3@1" not in here.runs  # no stairs there
    assert here.judged("B3@1") == (1, {"b23-25-stairs": ("B2",)})
    cut = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'hexside("B2","B3",cliff).')
    assert set(cut.destinations) == {"B2@1", "B2@-1"}  # nor does a storey lead over a cliff


def test_upper_levels_are_left_by_the_stairs_only() -> None:
    """b23-25-stairs: from B3@1 the ground is reached by way of B2@1; B4 next door is not."""
    here = asl("B2s B3s B4.", "g1:squad@B3@1 broken dm", facts=BLOCK)
    assert here.g1.at == "B3@1"
    assert (here.destinations["B2@1"], here.destinations["B2"]) == (2.0, 3.0)
    assert not any("B4" in path.split()[1] for path in here.runs)


# --- b23-71-rowhouse -----------------------------------------------------------------------------------------------


def test_from_rowhouse_to_rowhouse() -> None:
    """b23-71-rowhouse: 3 MF over the common wall."""
    row = 'feature("B1",rowhouse). feature("B2",rowhouse). hexside("B1","B2",rowhouse_wall).'
    assert asl("B1s B2s", ALONE, facts=row).destinations == {"B2": 3.0}


ROW = 'feature("B1",rowhouse). feature("B2",rowhouse). hexside("B1","B2",rowhouse_wall). '
ROWS = "B1s B2s B3. B4. B5."


def vertex_los(*seen: str) -> str:
    """LOS to the ends of the hexside between B1 and B2: `west-B4` or `west-B4/1`."""
    text = ""
    for entry in seen:
        end, _, rest = entry.partition("-")
        place, _, hindrances = rest.partition("/")
        text += f'vertex_los("B2","B1",{end},"{place}",{hindrances or 0}). '
    return text


def round_the_row(facts: str, units: str = "a1:squad@B5", los: str = "B5-B2") -> dict[str, tuple[str, ...]]:
    """By the vertex, who interdicts g1 on its step from B2 into B1."""
    here = asl(ROWS, f"g1:squad@B2 broken dm; {units}", los, ROW + facts, near=False)
    runs = [route for route in here.g1.routes if route.posture == "run"]
    assert {route.path for route in runs} == {("B2", "B1")}
    ends = {route.vertices[0].end if route.vertices else "": route for route in runs}
    assert len(ends) == len(runs)
    return {end: route.interdicted[0].by if route.interdicted else () for end, route in ends.items()}


def test_from_rowhouse_to_rowhouse_over_a_vertex() -> None:
    """b23-71-rowhouse: by what is given, who has a LOS to a vertex without Hindrance, in Normal Range of the nearer hex,
    interdicts there. Where both vertices are alike there is nothing to choose."""
    west = vertex_los("west-B5")
    both = vertex_los("west-B5", "east-B5")
    assert round_the_row(west) == {"west": ("a1",), "east": ()}
    assert round_the_row(both) == {"": ("a1",)}
    assert round_the_row(vertex_los("west-B5/1")) == round_the_row(vertex_los("west-B5/6")) == {"": ()}
    # a2 sees neither hex, and both can be named in any order; what a1 sees of the east is the same vertex of no other hexside.
    two = "a1:squad@B5; a2:squad@B4"
    assert round_the_row(vertex_los("west-B5", "east-B4"), two) == {"west": ("a1",), "east": ("a2",)}
    assert round_the_row(vertex_los("west-B5", "east-B5", "east-B4"), two) == {"west": ("a1",), "east": ("a1", "a2")}
    assert round_the_row('vertex_los("B1","B2",west,"B5",0).') == round_the_row(west)
    assert round_the_row(west + 'road("B2","B1").') == round_the_row(west)
    # B5 is 3 hexes from B2.
    assert round_the_row(west + "normal_range(a1,3).") == round_the_row(west)
    assert round_the_row(west + "normal_range(a1,2).") == {"": ()}
    for kept in (
        "status(a1,pinned).",
        "no_interdiction(a1).",
        'no_interdiction(a1,"B1").',
        'feature("B1",smoke).',
        'feature("B5",smoke).',
        'elevation("B1",1). elevation("B2",1). elevation("B3",1).',
    ):
        assert round_the_row(west + kept) == {"": ()}, kept
    gun = west + "possesses(a1,k). sw(k,gun,9,16). normal_range(a1,1). "
    assert round_the_row(gun + 'covered_arc(k,"B2").') == round_the_row(west)
    assert round_the_row(gun + 'covered_arc(k,"B4").') == {"": ()}


def test_whose_los_to_the_vertices_is_not_given_sees_them_with_either_hex() -> None:
    """b23-71-rowhouse: told; a Hindrance to both keeps a1 from it, and so does what is given of either vertex."""
    told = ["who sees the ground of B1 or B2 sees both vertices of the hexside between them"]
    for los, said in (
        ("B5-B2", told),
        ("B5-B1", told),
        ("B5-B2/1 B5-B1", told),
        ("B5-B2/1 B5-B1/2", []),
        ("B5-B3", []),
    ):
        assert round_the_row("", los=los) == {"": ("a1",) if said else ()}
        here = asl(ROWS, "g1:squad@B2 broken dm; a1:squad@B5", los, ROW, near=False)
        assert [sentence.partition(";")[0] for sentence in here.g1.assumes] == said
    assert round_the_row(vertex_los("west-B4")) == {"": ()}


def test_the_vertex_of_a_slanted_hexside() -> None:
    """b23-71-rowhouse: between A2 and B2, which lies lower, the ends are north and south; A2, B1 and B2 meet in the north one."""
    row = 'hexside("A2","B2",rowhouse_wall). feature("A2",rowhouse). feature("B2",rowhouse). '
    here = "A2s B1. B2s B3. B4.", "g1:squad@B2 broken dm; a1:squad@B4", "B4-B2"

    def ends(facts: str) -> set[tuple[str, bool]]:
        routes = asl(*here, row + facts, near=False).g1.routes
        return {(r.vertices[0].end, bool(r.interdicted)) for r in routes if r.vertices and r.path == ("B2", "A2")}

    assert ends('vertex_los("A2","B2",north,"B4",0).') == {("north", True), ("south", False)}
    assert ends('vertex_los("A2","B2",south,"B4",0).') == {("south", True), ("north", False)}
    assert ends('vertex_los("A2","B1",south,"B4",0).') == {("north", True), ("south", False)}
    assert ends('vertex_los("B1","B2",west,"B4",0).') == {("north", True), ("south", False)}
    with pytest.raises(InstanceError, match="no such end"):
        asl(*here, row + 'vertex_los("A2","B2",west,"B4",0).', near=False).unit("g1")
    with pytest.raises(InstanceError, match="do not touch"):
        asl(*here, row + 'vertex_los("A2","B4",west,"B4",0).', near=False)
    # The west end of one hexside is the north end of the next: the same point.
    seen = 'vertex_los("B1","B2",west,"B4",0). vertex_los("A2","B2",north,"B4",{}).'
    assert ends(seen.format(0)) == {("north", True), ("south", False)}
    with pytest.raises(
        InstanceError, match="one point, and another vertex_los/5 says that the LOS to it from B4 has 1 Hind"
    ):
        asl(*here, row + seen.format(1), near=False).unit("g1")


def test_enemies_who_see_both_vertices_leave_no_clean_rout() -> None:
    """b23-71-rowhouse, a20-21-clean: next to a1 in B3, who sees one vertex, or another enemy the other one, too."""
    units = "g1:squad@B2 broken dm; a1:squad@B3; a2:squad@B5"

    def verdict(*seen: str, more: str = "") -> str:
        return asl("B1s B2s B3. B5.", units, "B3-B2", ROW + vertex_los(*seen) + more, near=False).g1.verdict

    assert verdict("west-B3", "east-B3") == verdict("west-B3", "east-B5") == "surrenders"
    assert verdict("west-B3") == verdict("west-B3", "east-B5/1") == "routs"
    assert verdict("west-B3", more="option(adjacent_clean,yes).") == "routs"
    assert verdict("west-B3", "east-B5", more="no_quarter(german).") == "routs"
    for more in ("", "option(surrender_again,yes)."):
        here = asl("B1s B2s B3. B5.", units, "B3-B2", ROW + vertex_los("west-B3", "east-B5") + more, near=False)
        assert ("a20-21-surrender", "the way into B1 is interdicted by a2") in [
            (rule, said.partition(" (")[0]) for rule, said in here.g1.applies
        ]


def test_a_result_is_taken_over_the_vertex_where_somebody_fires() -> None:
    """b23-71-rowhouse, a10-53-nmc: it fails its NMC over the west vertex and goes on reduced; over the east one takes none."""
    facts = ROW + vertex_los("west-B5") + 'nmc(g1,"B1",fail).'
    here = asl(ROWS, "g1:squad@B2 broken dm; a1:squad@B5", "B5-B2", facts, near=False)
    runs = {route.vertices[0].end: route for route in here.g1.routes if route.vertices}
    assert {end: (route.condition, bool(route.interdicted)) for end, route in runs.items()} == {
        "west": ("reduced", True),
        "east": (None, False),
    }
    both = asl(
        ROWS,
        "g1:squad@B2 broken dm; a1:squad@B5; a2:squad@B4",
        "B5-B2",
        ROW + vertex_los("west-B5", "west-B4", "east-B4") + 'nmc(g1,"B1",twelve).',
        near=False,
    )
    assert {(r.vertices[0].end, r.end) for r in both.g1.routes if r.vertices} == {
        ("west", "eliminated"),
        ("east", "eliminated"),
    }


@pytest.mark.parametrize(("terrain", "refused"), [("stone_factory", False), ("stone_building", True)])
def test_a_factory_may_lack_the_level_below(terrain: str, refused: bool) -> None:
    """b23-25-stairs (B23.742): the upper level of a factory need not be over another."""
    text = asl("B1. B2s", ALONE, facts='level("B2",2).').text.replace("stone_building", terrain)
    if refused:
        with pytest.raises(pyrout.InstanceError, match="no level below"):
            pyrout.solve(pyrout.parse(text))
    else:
        assert pyrout.solve(pyrout.parse(text))["g1"].verdict == "may_rout"


# --- b23-73-market -------------------------------------------------------------------------------------------------

MARKET = 'terrain("B2",stone_market_place). level("B2",1).'


def test_a_market_place_is_open_below_and_a_building_above() -> None:
    """b23-73-market: 1 MF onto it and 1 up its outside stairs, with no stairwell given; below there is no cover."""
    here = asl("B1. B2- B3w", ALONE, facts=MARKET)
    assert here.destinations == {"B2@1": 2.0}
    assert here.run("B1 B2 B2@1").mf == (0, 1, 2)
    house = MARKET.replace("stone_market_place", "stone_building")
    assert asl("B1. B2- B3w", ALONE, facts=house).destinations == {"B2": 2.0}


def test_who_crosses_a_market_place_is_interdicted() -> None:
    """b23-73-market, a10-532-interdict (B23.733): at ground level; the Location above is a building."""
    here = asl("B1w B2- B3. B4.", "g1:squad@B1 broken dm; a1:squad@B4", "B4-B2 B4-B2@1", MARKET)
    assert [shot.hex for shot in here.run("B1 B2 B2@1").interdicted] == ["B2"]


def test_above_a_market_place_it_is_in_its_building() -> None:
    """b23-73-market, b23-25-stairs, a10-51-ignore-building: from B3@1, 2 MF along the level of one building. Who begins on the
    ground began in no building, and ignores nothing above it."""
    block = MARKET + 'terrain("B3",stone_building). level("B3",1). building("b","B2"). building("b","B3").'
    assert asl("B2- B3-", "g1:squad@B3@1 broken dm", facts=block).destinations["B2@1"] == 2.0
    below = asl("B2- B3-", "g1:squad@B2 broken dm", facts=block).g1.destinations
    assert {dest.hex: dest.ignorable for dest in below} == {"B2@1": False}
    above = asl("B2- B3-", "g1:squad@B2@1 broken dm", facts=block).g1.destinations
    assert {dest.hex: dest.ignorable for dest in above} == {"B3": True, "B3@1": True}


def test_a_market_place_is_no_rally_terrain_below() -> None:
    """b23-73-market, a10-62-keep: it may keep its DM on the ground, and not in the building above, out of the sight of
    all enemies."""
    assert asl("B2- B3.", "g1:squad@B2 broken dm", facts=MARKET).g1.may_keep_dm
    assert not asl("B2- B3.", "g1:squad@B2@1 broken dm", facts=MARKET).g1.may_keep_dm
