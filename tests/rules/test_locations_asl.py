"""Locations, terrain, features and the kinds of enemies by the full ASL rules, each on a position of a few hexes.

Every answer here is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of
its specific notes). Costs in the comments are MF: open ground 1, brush, woods and buildings 2. An enemy sees the hexes next
to it; the other LOS are named.
"""

from __future__ import annotations

import pytest
from tiny import TERRAIN, Position, causes, cell, facts_of, solved_together

import pyrout
from pyrout.cli import main as command
from pyrout.control import constant, text
from pyrout.errors import InstanceError
from pyrout.hexes.solver import Solver
from pyrout.question import ask
from pyrout.rule_index import citations

pytestmark = pytest.mark.slow  # a minute together

TERRAIN.update(
    {"m": "marsh", "r": "rubble", "=": "stream", "y": "graveyard", "c": "crags", "u": "gully", "f": "stone_factory"}
    | {"d": "sunken_road", "e": "elevated_road", "n": "runway"}
)
FIELD = "B1w B2. B3. B4. B5. B6. B7. B8."  # woods at one end of a corridor
FAR = "g1:squad@B3 broken dm; a1:squad@B8"
SEEN = "B8-B3 B8-B2"
REACH = "normal_range(a1,9)."
ALONE = "g1:squad@B1 broken dm"


def touching(a: str, b: str) -> bool:
    (c, r), (d, s) = cell(a), cell(b)
    return (abs(c - d), abs(r - s)) in ((0, 2), (1, 1))


def asl(hexes: str, units: str, los: str = "", facts: str = "", *, near: bool = True) -> Position:
    """A position in the notation of `tiny`; a unit may stand in a Location (`g1:squad@B1@pillbox`). Without `near` no LOS
    but those named exist."""
    names = [entry[:-1] for entry in hexes.split()]
    given = {frozenset(entry.partition("/")[0].split("-", 1)) for entry in los.split()}
    plain, inside = [], ""
    seats = set()
    for entry in units.split(";"):
        head, *statuses = entry.split()
        unit, _, place = head.partition(":")
        kind, _, place = place.partition("@")
        hex_, _, level = place.partition("@")
        plain.append(" ".join([f"{unit}:{kind}@{hex_}", *statuses]))
        if level:
            inside += f'at({unit},"{hex_}")>at({unit},"{hex_}",{level})|'
        if not unit.startswith("g") and level not in ("1", "-1", "pillbox"):
            seats.add(hex_)
    if near:
        los += "".join(
            f" {p}-{n}" for p in sorted(seats) for n in names if touching(p, n) and frozenset((p, n)) not in given
        )
    text = facts_of(hexes, "; ".join(plain), "", facts).replace("rules(aslsk)", "rules(asl)")
    for change in inside.split("|")[:-1]:
        before, _, after = change.partition(">")
        text = text.replace(before, after)
    for entry in los.split():
        pair, _, hindrances = entry.partition("/")
        a, _, b = pair.partition("-")
        text += f'los("{a}","{b}",{hindrances or 0}).\n'
    return Position(text)


def assumed(position: Position) -> list[str]:
    """What the answer for g1 assumes, without the sections."""
    solver = Solver(ask(position.instance, units=("g1",)))
    solver.prepare("g1")
    return sorted(
        text(sentence).partition(" (")[0] for _, sentence in solver.world_of("g1").of(constant("g1"), "assumes", 2)
    )


def must(position: Position) -> set[str]:
    """Because of whom or what g1 must rout."""
    return {x for xs in causes(position.g1.must_rout).values() for x in xs}


# --- who matters for what ---------------------------------------------------------------------------------------
# The table of the collected rulings: its rows are the columns here, and each line is a kind of enemy.
#
#   dm       gives DM next to it (armed, even broken)
#   open     forces from Open Ground in its LOS and Normal Range (not in Melee; able to interdict or not)
#   end      forces from next to it, and eliminates who ends there (unbroken, armed)
#   closer   no step may come closer to it (armed, even broken)
#   again    no second Location ADJACENT to it, once ADJACENT (armed)
#   near     no step may come ADJACENT to it (any)
#   ignore   cover no farther from it may be ignored (any)
#   shoots   interdicts (unbroken, unconcealed, at least 1 FP, no penalty)
#   takes    takes prisoners (Good Order, armed, Infantry or Cavalry)

TABLE = {
    "squad": "dm open end closer again near ignore shoots takes",
    "half_squad": "dm open end closer again near ignore shoots takes",
    "crew": "dm open end closer again near ignore shoots takes",
    "hero": "dm open end closer again near ignore shoots takes",
    "cavalry": "dm open end closer again near ignore shoots takes",
    "gun": "dm open end closer again near ignore shoots takes",
    "leader": "dm end closer again near ignore takes",
    "vehicle": "dm open end closer again near ignore shoots",
    "squad pinned": "dm open end closer again near ignore takes",
    "squad cx": "dm open end closer again near ignore takes",
    "squad encircled": "dm open end closer again near ignore takes",
    "squad halved": "dm open end closer again near ignore takes",
    "squad spotted_fire": "dm open end closer again near ignore takes",
    "squad fanatic": "dm open end closer again near ignore shoots takes",
    "squad berserk": "dm open end closer again near ignore shoots",
    "squad melee": "dm end closer again near ignore",
    "squad unarmed": "near ignore",
    "squad broken": "dm open closer again near ignore",
    "squad broken dm": "dm open closer again near ignore",
    "squad broken disrupted": "dm open closer again near ignore",
    "squad broken unarmed": "near ignore",
    "squad concealed": "",
    "squad hidden": "",
    "squad captured": "",
    "squad in_sewer": "",
    "dummy": "",
    "cavalry mounted": "dm open end closer again near ignore takes",
    "vehicle motion": "dm open end closer again near ignore",
    "vehicle buttoned_up": "dm open end closer again near ignore",
    "vehicle stunned": "dm open end closer again near ignore",
    "vehicle shocked": "dm open end closer again near ignore",
    "vehicle unarmed": "near ignore",
    "vehicle abandoned": "near ignore",
    "vehicle broken": "dm open closer again near ignore",
}


def standing(enemy: str) -> dict[str, Position]:
    """Positions that turn on an enemy, and on what they turn."""
    kind, *statuses = enemy.split()
    a1 = f"a1:{kind}@{{}} {' '.join(statuses)}"
    quarter = "no_quarter(german)."
    return {
        "next door": asl("B1w B2w B3w", "g1:squad@B2 broken; " + a1.format("B3"), facts=quarter),
        "field": asl("B1. B2. B3. B4.", "g1:squad@B1 broken; " + a1.format("B4"), "B4-B1"),
        # A1 touches A2 and B1; the enemy in A2 touches all three.
        "cell": asl("A1w A2w B1w", "g1:squad@B1 broken dm; " + a1.format("A2"), facts=quarter),
        "two off": asl("B1w B2w B3w B4w", "g1:squad@B2 broken dm; " + a1.format("B4"), "B4-B2"),
        # The woods in D1 are 2 hexes from C3, as B1 is, where g1 begins: an enemy in C3 lets it ignore them.
        "far": asl("B1. C1. D1w C3-", "g1:squad@B1 broken dm; " + a1.format("C3"), "C3-B1"),
        # g1 routs from woods in B2 over Open Ground in B1, in LOS of the enemy in B6, to woods in A1.
        "fire": asl("A1w B1. B2w B6-", "g1:squad@B2 broken dm; " + a1.format("B6"), "B6-B1"),
        # g1 next to the enemy in B3 can only go to Open Ground in B1, where a2 interdicts it.
        "taken": asl(
            "B1. B2w B3w B9.",
            "g1:squad@B2 broken dm; " + a1.format("B3") + "; a2:squad@B9",
            "B9-B1",
            "normal_range(a2,9).",
        ),
    }


def counts(at: dict[str, Position]) -> set[str]:
    """For what an enemy counts."""
    assert set(at["far"].destinations) == {"D1"}
    found = {
        "dm": bool(at["next door"].g1.dm),
        "end": bool(at["next door"].g1.must_rout),
        "open": bool(at["field"].g1.must_rout),
        "closer": "a10-51-closer" in at["two off"].around["B3"],
        "near": "a10-51-adjacent" in at["two off"].around["B3"],
        "again": "a10-51-again" in at["cell"].around["A1"],
        "ignore": any(d.ignorable for d in at["far"].g1.destinations),
        "shoots": any(route.interdicted for route in at["fire"].g1.routes),
        "takes": at["taken"].g1.verdict == "surrenders",
    }
    return {what for what, true in found.items() if true}


@pytest.mark.slow
def test_who_matters_for_what() -> None:
    """a10-62-dm, a10-5-must, a10-51-closer, a10-51-again, a10-51-adjacent, a10-51-ignore-range, a10-532-interdict,
    a20-21-surrender, a20-21-vehicle: what an enemy must be to count for each."""
    stand = {enemy: standing(enemy) for enemy in TABLE}
    asked = {"next door", "field", "far", "fire", "taken"}  # of the others the first step alone matters
    solved_together(at[name] for at in stand.values() for name in at if name in asked)
    assert {enemy: counts(at) for enemy, at in stand.items()} == {
        enemy: set(what.split()) for enemy, what in TABLE.items()
    }


def test_aircraft_matter_for_nothing() -> None:
    """a10-aerial"""
    here = asl("B1. B2.", "g1:squad@B1 broken", facts="unit(a1,american,aircraft). normal_range(a1,6).")
    assert (here.g1.verdict, here.g1.dm) == ("cannot_rout", ())


@pytest.mark.slow
def test_a_gun_fires_only_within_its_arc() -> None:
    """a10-532-interdict: a Gun that would have to turn does not interdict, as a unit or as a SW of its crew."""
    gun = FIELD, "g1:squad@B3 broken dm; a1:gun@B8", SEEN
    assert [i.hex for i in asl(*gun).run("B3 B2 B1").interdicted] == ["B2"]
    assert asl(*gun, 'covered_arc(a1,"B3").').run("B3 B2 B1").interdicted == ()
    assert asl(*gun, 'covered_arc(a1,"B2").').run("B3 B2 B1").interdicted[0].by == ("a1",)
    crew = FIELD, "g1:squad@B3 broken dm; a1:crew@B8", SEEN, "possesses(a1,k). sw(k,gun,9,16). normal_range(a1,1). "
    assert asl(*crew).run("B3 B2 B1").interdicted[0].by == ("a1",)
    crew = (*crew[:3], crew[3] + 'covered_arc(k,"B3").')
    assert asl(*crew).run("B3 B2 B1").interdicted == ()


def test_prisoners_do_not_rout() -> None:
    """a20-5-prisoner"""
    here = asl("B1. B2w", "g1:squad@B1 broken dm captured").g1
    assert (here.verdict, set(causes(here.reasons))) == ("cannot_rout", {"a20-5-prisoner"})


def test_a_prisoner_does_not_surrender_again() -> None:
    """a20-5-prisoner, a19-12-disrupted: Disrupted before it was taken, next to its guard."""
    here = asl("B1. B2w", "g1:squad@B1 broken captured disrupted; a1:squad@B1")
    assert (here.g1.verdict, here.g1.captors) == ("cannot_rout", ())
    assert set(causes(here.g1.reasons)) == {"a20-5-prisoner"}


@pytest.mark.slow
def test_prisoners_of_a_unit_that_routs() -> None:
    """a20-5-prisoner: with an unbroken g2 in the Location it is assumed to be their guard."""
    held = "g1:squad@B2 broken dm; c:squad@B2 captured"
    with pytest.raises(InstanceError, match="who guards a prisoner and routs"):
        _ = asl("B1w B2. B3.", held).g1
    guarded = asl("B1w B2. B3.", held + "; g2:squad@B2")
    assert guarded.runs == {"B2 B1": "survives"}
    assert assumed(guarded) == ["the prisoners in its Location have another guard, who stays with them"]
    assert assumed(asl("B1w B2. B3.", held.replace("c:squad@B2", "c:squad@B3"))) == []


@pytest.mark.slow
def test_a_prisoner_whose_guard_is_named() -> None:
    """a20-5-prisoner: with guards/2 nothing is assumed, and a routing guard is refused whoever stands beside him."""
    held = "g1:squad@B2 broken dm; c:squad@B2 captured; g2:squad@B2"
    here = asl("B1w B2. B3.", held, facts="guards(g2,c).")
    assert (here.runs, assumed(here)) == ({"B2 B1": "survives"}, [])
    with pytest.raises(InstanceError, match="who guards a prisoner and routs"):
        _ = asl("B1w B2. B3.", held, facts="guards(g1,c).").g1


@pytest.mark.parametrize(
    ("guard", "sentence"), [("g2:squad@B3", "where his guard is"), ("a3:squad@B2", "the other side")]
)
def test_a_guard_who_cannot_be_one_is_refused(guard: str, sentence: str) -> None:
    """a20-5-prisoner: one of his own side, and one who is elsewhere."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl(
            "B1w B2. B3.", f"g1:squad@B1 broken dm; c:squad@B2 captured; {guard}", facts=f"guards({guard[:2]},c)."
        ).g1


# --- Locations --------------------------------------------------------------------------------------------------

BLOCK = 'building("b","B2"). building("b","B3"). level("B2",1). level("B3",1). level("B2",-1). stairwell("B2"). '


@pytest.mark.slow
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


def test_from_upstairs_its_building_may_be_ignored() -> None:
    """a10-51-ignore-building: "other Locations of the building": the ground below it, and that of the next hex."""
    facts = 'building("b","B2"). building("b","B3"). level("B2",1). stairwell("B2").'
    here = asl("B2s B3s B4.", "g1:squad@B2@1 broken dm", facts=facts).g1
    assert {(d.hex, d.mf, d.ignorable) for d in here.destinations} == {("B2", 1, True), ("B3", 3, True)}
    assert here.free


def test_height_advantage_over_an_enemy_upstairs() -> None:
    """a10-531-open: on a hill of level 2 g1 is above a1, on level 1 of a building; on one of level 1 it is not."""
    facts = 'level("B4",1). building("b","B4"). elevation("B1",{}).'
    here = "B1. B2. B3. B4s", "g1:squad@B1 broken; a1:squad@B4@1", "B4@1-B1"
    assert must(asl(*here, facts.format(2))) == set()
    assert must(asl(*here, facts.format(1))) == {"a1"}


def test_height_advantage_over_an_enemy_in_a_pillbox() -> None:
    """a10-531-open: on a hill g1 is above a1 in the pillbox of B4, unless B4 is as high; so it is where it is interdicted."""
    facts = 'feature("B4",pillbox). elevation("B1",1). '
    here = "B1. B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4@pillbox", "B4@pillbox-B1"
    assert must(asl(*here, facts)) == set()
    assert must(asl(*here, facts + 'elevation("B4",1).')) == {"a1"}
    way = "B1w B2. B3w B4. B5. B6.", "g1:squad@B3 broken dm; a1:squad@B6@pillbox", "B6@pillbox-B2"
    for hill, by in (("", ("a1",)), ('elevation("B2",1). elevation("B3",1).', ())):
        run = asl(*way, f'feature("B6",pillbox). {hill}').run("B3 B2 B1")
        assert tuple(x for hex_ in run.interdicted for x in hex_.by) == by


@pytest.mark.slow
def test_the_ground_next_door_is_not_adjacent_to_upstairs() -> None:
    """a10-5-must, a10-51-adjacent: a1 in B1 forces the unit on the ground of B2, and not the one above it; but it does if it
    is at the foot of the stairs."""
    hexes, sight = "B1. B2s B3s", "B1-B2@1 B1-B3@1"
    assert must(asl(hexes, "g1:squad@B2 broken dm; a1:squad@B1", sight, BLOCK)) == {"a1"}
    assert must(asl(hexes, "g1:squad@B2@1 broken dm; a1:squad@B1", sight, BLOCK)) == set()
    assert must(asl(hexes, "g1:squad@B2@1 broken dm; a1:squad@B2", sight, BLOCK)) == {"a1"}
    up = asl(hexes, "g1:squad@B2 broken dm; a1:squad@B1", sight, BLOCK)
    assert up.runs["B2 B2@1"] == up.runs["B2 B2@1 B3@1"] == "survives"
    assert up.around["B3"] == {}


@pytest.mark.slow
def test_the_same_level_of_the_next_hex_is_adjacent() -> None:
    """a10-5-must: across the hexside of one building, with a LOS; in a Rowhouse not even then (b23-71-rowhouse)."""
    hexes = "B2s B3s"
    units = "g1:squad@B2@1 broken dm; a1:squad@B3@1"
    assert must(asl(hexes, units, "B3@1-B2@1", BLOCK)) == {"a1"}
    assert must(asl(hexes, units, "Z98-Z99", BLOCK)) == set()
    row = BLOCK + 'feature("B2",rowhouse). feature("B3",rowhouse).'
    assert must(asl(hexes, units, "B3@1-B2@1", row)) == set()


def test_range_is_counted_in_hexes_whatever_the_levels() -> None:
    """a10-51-closer: the enemy upstairs in B4 is 2 hexes from B2, and B3 would be 1."""
    here = asl(
        "B1w B2w B3w B4s", "g1:squad@B2 broken dm; a1:squad@B4@1", "B4@1-B2", 'level("B4",1). building("b","B4").'
    )
    assert here.around["B3"] == {"a10-51-closer": ("a1",)}
    assert here.around["B1"] == {}


@pytest.mark.slow
def test_no_adjacency_over_a_cliff() -> None:
    """a10-5-must, a10-51-map: nobody advances over a cliff, so nobody is ADJACENT over one, and nobody routs over it."""
    here = "B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2"
    assert must(asl(*here)) == {"a1"}
    assert must(asl(*here, facts='hexside("B1","B2",cliff).')) == set()
    assert asl("B1. B2w", ALONE, facts='hexside("B1","B2",cliff).').destinations == {}


def test_without_los_nobody_is_adjacent() -> None:
    """a10-5-must"""
    assert must(asl("B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2", near=False)) == set()


@pytest.mark.slow
def test_towers_rubble_and_rowhouses() -> None:
    """a10-51-what-counts, asl-mf: a tower and rubble are no destinations, a factory is one."""
    assert asl("B1. B2s", ALONE).destinations == {"B2": 2.0}
    assert asl("B1. B2s", ALONE, facts='feature("B2",tower).').destinations == {}
    assert asl("B1. B2r", ALONE).destinations == {}
    assert asl("B1. B2f", ALONE).destinations == {"B2": 2.0}
    assert asl("B1. B2w", ALONE, facts='feature("B2",tower).').destinations == {"B2": 3.0}  # the woods are still there


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
        found = asl("B1s B2s B3. B5.", units, "B3-B2", ROW + vertex_los("west-B3", "east-B5") + more, near=False)
        assert ("a20-21-surrender", "the way into B1 is interdicted by a2") in [
            (rule, said.partition(" (")[0]) for rule, said in found.g1.applies
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


# --- pillboxes --------------------------------------------------------------------------------------------------

BOX = 'feature("B2",pillbox). '


def test_a_pillbox_counts_as_a_building() -> None:
    """a10-51-what-counts, b27-entrench: 1 MF to enter it, at once with its hex or afterwards."""
    here = asl("B1. B2. B3.", ALONE, facts=BOX)
    assert here.destinations == {"B2@pillbox": 2.0}
    assert here.run("B1 B2@pillbox").mf == (0.0, 2.0)
    assert here.run("B1 B2 B2@pillbox").mf == (0.0, 1.0, 2.0)
    assert set(here.crawls) == {"B2", "B2@pillbox"}


def test_leaving_a_pillbox_costs_too() -> None:
    """b27-entrench: 1 MF out, with the woods 3."""
    here = asl("B1w B2.", "g1:squad@B2@pillbox broken dm", facts=BOX)
    assert (here.g1.at, here.destinations) == ("B2@pillbox", {"B1": 3.0})


def test_out_of_a_pillbox_into_a_foxhole_of_its_hex() -> None:
    """a10-531-cover, b27-entrench: "it may pay extra MF for shellholes, entrenchments or a pillbox to avoid Interdiction if it
    still reaches its destination". Out of the pillbox 1, into the foxhole 1, out of it and into B2 2, into B1 2: 6 MF. Nobody
    who does not see B3 gives cause for it."""
    hexes, units = "B1w B2. B3. B7.", "g1:squad@B3@pillbox broken dm; a1:squad@B7"
    facts = 'feature("B3",pillbox). feature("B3",foxhole).'
    here = asl(hexes, units, "B7-B3 B7-B2 B7-B3@pillbox", facts)
    assert here.run("B3@pillbox B3 B2 B1").mf == (0, 1, 2, 4)
    sheltered = here.run("B3@pillbox B3@foxhole B2 B1")
    assert (sheltered.mf, [shot.hex for shot in sheltered.interdicted]) == ((0, 2, 4, 6), ["B2"])
    assert here.judged("B3@foxhole B2 B1") == "survives"
    unseen = asl(hexes, units, "B7-B2 B7-B3@pillbox", facts)
    assert not any("B3@foxhole" in path for path in unseen.runs)


@pytest.mark.slow
def test_nothing_forces_out_of_a_pillbox() -> None:
    """b30-5-pillbox: a1 next door in its LOS forces whoever is in the hex, and neither forces nor takes who is inside."""
    outside = asl("B1w B2. B3.", "g1:squad@B2 broken; a1:squad@B3", facts=BOX).g1
    assert causes(outside.must_rout) == {"a10-5-must": ("a1",)}
    inside = asl("B1w B2. B3.", "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX).g1
    assert (inside.verdict, inside.must_rout, inside.dm) == ("may_rout", (), ("a10-62-dm",))
    assert "b30-5-pillbox" in causes(inside.reasons)
    lost = asl("B2. B3.", "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX).g1
    assert lost.verdict == "stays"


@pytest.mark.slow
def test_in_the_pillbox_of_a_burning_hex() -> None:
    """b25-4-pillbox, a10-51-none: it must leave and would enter the Blaze: eliminated, or taken by a1, though nothing is said of
    its DM. By the other reading of note 13 it leaves through the Blaze. From on top it may not go in."""
    fire = BOX + 'feature("B2",blaze). '
    here = asl("B1w B2. B3.", "g1:squad@B2@pillbox broken", facts=fire)
    assert (here.g1.verdict, here.g1.dm) == ("eliminated", ("a10-62-dm",))
    assert causes(here.g1.must_rout) == {"a10-5-must": ("B2@pillbox",)}
    assert {"b25-4-pillbox", "a10-51-none"} <= set(causes(here.g1.reasons))
    taken = asl("B1w B2. B3.", "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", fire).g1
    assert (taken.verdict, taken.captors) == ("surrenders", ("a1",))
    through = asl("B1w B2. B3.", "g1:squad@B2@pillbox broken", facts=fire + "option(blaze_water,avoidable).")
    assert (through.g1.verdict, through.destinations) == ("routs", {"B1": 3.0})
    assert "b25-4-pillbox" not in causes(through.g1.reasons)
    above = asl("B1w B2. B3.", "g1:squad@B2 broken", facts=fire)
    assert (above.g1.verdict, above.destinations) == ("routs", {"B1": 2.0})
    assert "b25-4-pillbox" in above.around["B2@pillbox"]


def test_adjacent_into_and_out_of_a_pillbox() -> None:
    """a10-51-adjacent: with a LOS from the next hex, always from its own hex."""
    hexes = "B1. B2. B3."
    assert asl(hexes, "g1:squad@B1 broken dm; a1:squad@B2@pillbox", "B1-B2@pillbox", BOX).around["B2"].keys() >= {
        "a10-51-adjacent"
    }
    seen = asl(hexes, "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX).g1
    assert seen.dm == ("a10-62-dm",)
    blind = asl(hexes, "g1:squad@B2@pillbox broken; a1:squad@B3", facts=BOX).g1
    assert blind.dm == ()
    assert asl(hexes, "g1:squad@B2@pillbox broken; a1:squad@B2", facts=BOX).g1.dm == ("a10-62-dm",)


def test_nobody_enters_a_melee() -> None:
    """a4-14-melee: the woods of B1 with a Melee are neither a destination nor a way to those of A1, seen by g1 or not, for a Low
    Crawl neither; those of B5 are, for 4 MF. Without the Melee an enemy whom g1 does not know bars nothing."""
    hexes = "A1w B1w B2. B3. B4. B5w"
    for melee in ("g2:squad@B1 melee; a1:squad@B1 melee", "a1:squad@B1 melee", "g2:squad@B1 melee"):
        here = asl(hexes, f"g1:squad@B2 broken dm; {melee}", near=False)
        assert (here.destinations, here.crawls) == ({"B5": 4.0}, {"B3": "survives"})
        assert here.around["B1"] == {"a4-14-melee": ("B1",)}
        assert here.judged("B2 B1") == (1, {"a4-14-melee": ("B1",)})
        assert here.excluded["B1", "a4-14-melee"] == (None, ("B1",))
    apart = asl(hexes, "g1:squad@B2 broken dm; a1:squad@B1", near=False)
    assert apart.destinations == {"B1": 2.0}
    upstairs = asl(
        "B2s B3s B4w", "g1:squad@B3 broken dm; a1:squad@B2@1 melee", facts=BLOCK + 'stairwell("B3").', near=False
    )
    assert "B2@1" not in {place for way in upstairs.runs for place in way.split()}
    assert upstairs.run("B3 B3@1").end == "survives"


def test_nobody_enters_a_pillbox_beneath_an_enemy() -> None:
    """a4-14-melee, B30.42: a1 on top of the pillbox of B2, whom g1 does not know, concealed or not, keeps it out, with B2 and
    from there; a friend, a prisoner, a dummy or an aircraft does not."""
    hexes = "B2. B3. B4. B5w"
    for who in ("a1:squad@B2", "a1:squad@B2 concealed", "a1:squad@B2 hidden", "a1:vehicle@B2"):
        here = asl(hexes, f"g1:squad@B3 broken dm; {who}", facts=BOX, near=False)
        assert here.destinations == {"B5": 3.0}
        assert here.around["B2@pillbox"] == {"a4-14-melee": ("B2@pillbox",)}
    for who in ("g2:squad@B2", "a1:squad@B2 captured", "a1:dummy@B2", "a1:squad@B2@pillbox captured"):
        assert asl(hexes, f"g1:squad@B3 broken dm; {who}", facts=BOX, near=False).destinations == {"B2@pillbox": 2.0}


def test_an_enemy_on_top_of_a_pillbox_may_rout_first() -> None:
    """a4-14-melee, a10-5-order: a1, of the attacker, may be gone from B2 before g1 goes into its pillbox; a2, who stays there, or
    beside it in B1, in the LOS of g1, keeps it out anyway."""
    told = "counts a1 where it is now; it may rout first"
    units = "g1:squad@B3 broken dm; a1:squad@B2 broken dm"
    for more, facts, said in (
        ("", "", [told]),
        ("; a2:squad@B2", "", []),
        ("; a2:squad@B1", 'los("B1","B3",0). los("B1","B2@pillbox",0).', []),
    ):
        text = asl("B1w B2. B3. B5.", units + more, facts=BOX + facts, near=False).text
        assert [*Position(text.replace("attacker(german)", "attacker(american)")).g1.assumes] == said


def test_what_a_pillbox_holds_and_sees_must_be_said() -> None:
    """b30-5-pillbox: who else is inside, and LOS that would have to be derived, are refused."""
    with pytest.raises(InstanceError, match="how many more the pillbox holds"):
        _ = asl("B1. B2.", ALONE + "; g2:squad@B2@pillbox", facts=BOX).g1
    text = asl("B1. B2.", ALONE, facts=BOX).text.replace('los("Z98","Z99",0).', "")
    with pytest.raises(InstanceError, match="seen from a pillbox"):
        _ = Position(text).g1


# --- entrenchments and shellholes -------------------------------------------------------------------------------


@pytest.mark.slow
def test_leaving_an_entrenchment_costs_1_mf() -> None:
    """b27-entrench: foxhole and trench; shellholes cost nothing to leave."""
    for feature, price in (("foxhole", 4.0), ("trench", 4.0), ("shellholes", 3.0)):
        here = asl("B1. B2. B3w", f"g1:squad@B1@{feature} broken dm", facts=f'feature("B1",{feature}).')
        assert (here.g1.at, here.destinations) == (f"B1@{feature}", {"B3": price})
    for feature in ("foxhole", "trench"):
        marked = asl("B1. B2. B3w", "g1:squad@B1 broken dm entrenched", facts=f'feature("B1",{feature}).')
        assert (marked.g1.at, marked.destinations) == (f"B1@{feature}", {"B3": 4.0})


def test_entrenched_where_nothing_is_dug() -> None:
    """b27-entrench: what it does not pay to leave is told; in a foxhole it pays."""
    here = "B1. B2. B3w", "g1:squad@B1 broken dm entrenched", ""
    (told,) = assumed(asl(*here))
    assert told.startswith("it is entrenched in a hex that has neither foxhole nor trench: it pays nothing to leave it")
    assert assumed(asl(*here, 'feature("B1",foxhole).')) == assumed(asl(here[0], "g1:squad@B1 broken dm")) == []


@pytest.mark.parametrize("feature", ["foxhole", "trench", "shellholes"])
@pytest.mark.slow
def test_in_an_entrenchment_it_is_not_in_the_open(feature: str) -> None:
    """a10-531-open: a1 in LOS and Normal Range does not force it out."""
    facts = f'feature("B3",{feature}).'
    assert must(asl(FIELD, "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3", facts)) == {"a1"}
    assert must(asl(FIELD, f"g1:squad@B3@{feature} broken dm; a1:squad@B8", "B8-B3", facts)) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("squad", "leader", "along"),
    [("", "", True), ("@foxhole", "@foxhole", True), ("", "@foxhole", False), ("@foxhole", "", False)],
)
def test_a_leader_goes_along_out_of_the_same_foxhole(squad: str, leader: str, along: bool) -> None:
    """a10-711-leader: what the two pay to leave is answered where both are in it, or both are not; else it is told, and a phase
    of the position is explored without him."""
    units = f"g1:squad@B2{squad} broken; g2:leader@B2{leader}; a1:squad@B3"
    here = asl("B1w B2w B3w", units, "", 'feature("B2",foxhole).')
    told = any("g2 does not go along" in sentence for sentence in here.g1.assumes)
    assert (here.g1.may_accompany, told) == ((("g2",), False) if along else ((), True))
    ends = {end for outcome in pyrout.phase(here.instance).phase[0].outcomes for _, end in outcome.ends}
    assert {(end.hex, end.end) for end in ends} == {("B1", "survives")}


def test_an_entrenchment_is_in_the_location_of_its_hex() -> None:
    """a10-5-must, a10-52-crawl, a10-51-adjacent: an enemy in the hex is in its Location; it may leave it next to him."""
    here = asl(
        "B1w B2. B3w", "g1:squad@B2@foxhole broken dm; a1:squad@B2", facts='feature("B2",foxhole). no_quarter(german).'
    )
    assert must(here) == {"a1"}
    assert here.crawls == {}
    assert set(here.around) == {"B1", "B3"}
    assert all(found == {} for found in here.around.values())
    enemy = asl("B1w B2.", "g1:squad@B1 broken; a1:squad@B2@foxhole", facts='feature("B2",foxhole).')
    assert must(enemy) == {"a1"}


def test_it_may_not_end_in_its_hex_beside_the_foxhole() -> None:
    """a10-51-leave: foxhole and hex are one Location. It cannot be bound for where it began, so the step back is the fault."""
    here = asl("B1. B2.", "g1:squad@B1@foxhole broken dm", facts='feature("B1",foxhole).')
    assert here.judged("B2 B1") == (2, {"a10-51-leave": ("B1",)})


def test_it_may_not_end_in_the_foxhole_of_the_hex_where_it_began() -> None:
    """a10-51-leave, option(free_toward,no), option(revisit,allow): a1 interdicts B2, so that g1 may pay for the foxhole there on
    its way back; it may go on from it, and not stop in it."""
    here = asl(
        "B1. B2. B3. H3-",
        "g1:squad@B2 broken dm; a1:squad@H3",
        "H3-B2",
        'feature("B2",foxhole). option(free_toward,no). option(revisit,allow).',
    )
    assert "B2 B1 B2@foxhole B1" in here.runs and "B2 B1 B2 B1" in here.runs
    assert not [path for path in here.runs if path.endswith(("B2", "B2@foxhole"))]


def test_it_may_pay_for_a_foxhole_to_avoid_interdiction() -> None:
    """a10-531-cover: B2 is interdicted; with the foxhole there it costs 1 MF more, and 1 more to leave."""
    here = asl(FIELD, FAR, SEEN, 'feature("B2",foxhole).')
    assert here.run("B3 B2 B1").interdicted[0].by == ("a1",)
    dug = here.run("B3 B2@foxhole B1")
    assert (dug.mf, dug.interdicted, dug.end) == ((0.0, 2.0, 5.0), (), "survives")
    assert here.destinations == {"B1": 3.0}  # note 13: its price is that without
    assert here.crawls == {"B2": "survives"}


@pytest.mark.slow
def test_without_interdiction_it_may_not() -> None:
    """a10-531-cover: nobody sees B2."""
    here = asl(FIELD, FAR, "B8-B3", 'feature("B2",foxhole).')
    assert set(here.runs) == {"B3 B2 B1"}
    assert here.judged("B2@foxhole B1") == (1, {"a10-531-cover": ("B2@foxhole",)})
    crawl = asl(FIELD, FAR, SEEN, 'feature("B2",foxhole).').judged("B2@foxhole", low_crawl=True)
    assert isinstance(crawl, tuple) and "a10-531-cover" in crawl[1]


LONG = "B1w B2. B3. B4. B5. B6. B7. B8."
BURNT = "g1:squad@B5 broken dm; a1:squad@B8"
ALL = "B8-B5 B8-B4 B8-B3 B8-B2"


@pytest.mark.parametrize(
    ("inside", "capacity", "room"),
    [
        ("", None, True),
        ("", 1, True),
        ("", 0, False),
        ("g2:squad", 1, False),
        ("g2:squad", 2, True),
        ("g2:half_squad; g3:half_squad", 1, False),
        ("g2:squad; g3:squad", None, True),
        ("g2:squad; g3:squad; g4:half_squad", None, False),
        ("g2:squad; g3:squad; g4:leader", None, True),
    ],
)
@pytest.mark.slow
def test_what_a_foxhole_holds(inside: str, capacity: int | None, room: bool) -> None:
    """b27-entrench, B27.12: three squad-equivalents, or what the file says; leaders take no room, and are not named."""
    friends = "".join(f"; {friend}@B2@foxhole" for friend in inside.split("; ") if friend)
    said = "" if capacity is None else f'capacity("B2",foxhole,{capacity}).'
    here = asl(FIELD, FAR + friends, SEEN, 'feature("B2",foxhole).' + said)
    assert ("B3 B2@foxhole B1" in here.runs) == room
    claim = here.judged("B2@foxhole B1")
    full = tuple(friend[:2] for friend in inside.split("; ") if friend) or ("B2@foxhole",)
    assert claim == "survives" if room else claim == (1, {"b27-entrench": full})


def test_what_a_reduced_squad_and_an_escort_need() -> None:
    """b27-entrench: room for half a squad-equivalent is enough for what a failed NMC has left of g1."""
    facts = 'feature("B2",foxhole). capacity("B2",foxhole,1). nmc(g1,"B3",fail). normal_range(a1,9).'
    units = "g1:squad@B4 broken dm; a1:squad@B8; g2:half_squad@B2@foxhole"
    assert "B4 B3 B2@foxhole B1" in asl(FIELD, units, SEEN, facts).runs
    assert "B4 B3 B2@foxhole B1" not in asl(FIELD, units, SEEN, facts.replace("fail", "pass")).runs


def test_what_a_pillbox_holds_where_the_file_says_it() -> None:
    """b27-entrench, b30-5-pillbox: full for a second squad, for a Low Crawl too; without the fact nobody knows."""
    box = 'feature("B2",pillbox). '
    hexes, units = "B1. B2. B3.", "g1:squad@B1 broken dm; g2:squad@B2@pillbox"
    assert "B2@pillbox" in asl(hexes, units, facts=box + 'capacity("B2",pillbox,2).').destinations
    full = asl(hexes, units, facts=box + 'capacity("B2",pillbox,1).')
    assert ("B2@pillbox" in full.destinations, "B2@pillbox" in full.crawls) == (False, False)
    with pytest.raises(InstanceError, match="how many more the pillbox holds"):
        _ = asl(hexes, units, facts=box).g1


@pytest.mark.parametrize(("clean", "price"), [("yes", 6.0), ("no", 5.0)])
def test_the_shortest_way_is_the_shortest_clean_or_not(clean: str, price: float) -> None:
    """a10-531-cover, note 17, option(adjacent_clean): next to a1, S2 counts 6 MF by the clean way along T, for a3 interdicts S3.
    The shortest way is that by R3 and S3 all the same: the trench in R3 is on it, that in Q4, 1 MF round about, is not."""
    for hole, sheltered in (("R3", {"S5 R4 R3@trench S3"}), ("Q4", set())):
        here = asl(
            "S5. R4. Q4. R3. S3. S2w T4b T3. T2. S6- O6- S8-",
            "g1:squad@S5 broken; a1:squad@S6; a2:squad@O6; a3:squad@S8",
            f"O6-{hole} S8-S3",
            f'feature("{hole}",trench). option(adjacent_clean,{clean}).',
        )
        assert here.destinations == {"S2": price}
        assert {path for path in here.runs if "@" in path} == sheltered


def test_on_the_shortest_way_it_may_pay_although_it_cannot_arrive() -> None:
    """a10-531-cover, note 17: B1 costs 5. With the trench in B4 (2) it gets to B3 (4), B2 (5), and no further."""
    here = asl(LONG, BURNT, ALL, REACH + 'feature("B4",trench).')
    assert here.runs == {"B5 B4 B3 B2 B1": "survives", "B5 B4@trench B3 B2": "survives"}
    assert here.judged("B4@trench B3") == (3, {"a10-531-cover": ("B3",)})  # 1 MF left: it must go on
    assert here.judged("B4@trench B3 B2") == "survives"


def test_wounded_on_the_way_it_may_pay_although_it_cannot_arrive() -> None:
    """a10-531-cover, note 17, A17.2: wounded in B5, after 1 of his 3 MF, the leader still gets by the road to B3 (3); with the
    foxhole in B4 (3) not any more, though he would have with the 6 MF that he chose it with."""
    here = asl(
        "B3w B4. B5. B6. B9-",
        "g1:leader@B6 broken dm; a1:squad@B9",
        "B9-B4 B9-B5 B9-B6",
        REACH + 'road("B4","B3"). feature("B4",foxhole). nmc(g1,"B5",fail).',
    )
    assert ("B6 B5 B4 B3", "B6>B3") in here.legs
    assert ("B6 B5 B4@foxhole", "B6>B3") in here.legs


def test_it_may_decline_the_next_hex_for_want_of_mf() -> None:
    """a10-531-cover, note 17: after the trenches in B4 and B3 (2 + 3) it has 1 MF: not for both B2 and leaving B3; after B4
    and B3 (2 + 2) it has 2, and the foxhole in B2 would take them."""
    three = 'feature("B4",trench). feature("B3",shellholes). feature("B2",foxhole).'
    here = asl(LONG, BURNT, ALL, REACH + three)
    # B4@trench 2, B3@shellholes 2 + 1 + 1 = 5: B2 costs 1 (6), its foxhole 2 (7): it may decline.
    assert here.runs["B5 B4@trench B3@shellholes"] == "survives"
    assert here.runs["B5 B4@trench B3@shellholes B2"] == "survives"
    # B4 1, B3@shellholes 3, B2@foxhole 5.
    assert here.runs["B5 B4 B3@shellholes B2@foxhole"] == "survives"
    # B4@trench 2, B3 4: B2@foxhole would cost 2, and it has them: it may not decline.
    assert "B5 B4@trench B3" not in here.runs


def test_only_the_shortest_way_may_fall_short_even_with_an_enemy_met_there() -> None:
    """a10-531-cover, note 17: in the trench in D4 it meets a1, who sees no more than that, and with 1 MF left it would surrender;
    by way of B3, no shortest way to anywhere there, it does not get into the trench at all."""
    hexes = "B3. C3s C4. C5. C6w D2s D3s D4. D5s E3s E4s E5s A4. A5w B4. B5. C2. B2. D6."
    own = "".join(f'building("own","{h}").' for h in ("C3", "D3", "D2"))
    facts = 'level("D2",1). feature("B3",smoke). feature("D4",trench). normal_range(a1,5).' + own
    here = asl(hexes, "g1:squad@C3 broken dm; a1:squad@E4; a2:crew@D2@1", "E4-D4", facts, near=False)
    assert [run for run in here.runs if "D4@trench" in run and "C3 C4 D4@trench" not in run] == []
    assert here.runs["C3 C4 D4@trench D5"] == "survives"


@pytest.mark.parametrize(
    ("unit", "by", "los", "runs"),
    [
        # 3 MF: none are left for the step out of the pillbox.
        ("g1:leader@B3 broken dm wounded", "a1:squad@B9", "B9-B1", {"B3 B2 B1@pillbox": (0, 1, 3)}),
        ("g1:leader@B3 broken dm", "a1:squad@B9", "B9-B1", {"B3 B2 B1@pillbox B1": (0, 1, 3, 4)}),
        # Next to a1, out of whose Location it has come, B1 is closed to it from the pillbox.
        ("g1:squad@B2 broken dm fanatic", "a1:squad@B2", "B2-B1", {"B2 B1@pillbox": (0, 2)}),
        # The same where on the road it would meet a2.
        ("g1:squad@B2 broken dm fanatic", "a1:squad@B2; a2:squad@B9", "B2-B1 B9-B1", {"B2 B1@pillbox": (0, 2)}),
        ("g1:squad@B2 broken dm fanatic", "a1:squad@B9", "B9-B1", {"B2 B1@pillbox B1": (0, 2, 3)}),
    ],
)
def test_it_may_pay_for_the_pillbox_in_the_hex_of_its_destination(
    unit: str, by: str, los: str, runs: dict[str, tuple[float, ...]]
) -> None:
    """a10-531-cover: by road into the woods of B1 it would be interdicted. On the shortest way it may pay for the pillbox, also
    where it then cannot step out of that into the woods; where it can it does."""
    here = asl(
        "B1w B2. B3. B9.",
        f"{unit}; {by}",
        los,
        'feature("B1",pillbox). road("B1","B2"). option(road_rate,taken). normal_range(a1,9).',
        near=False,
    )
    found = {" ".join(run.path): run.mf for run in here.g1.routes if run.posture == "run"}
    assert {path: mf for path, mf in found.items() if "B2 B1@pillbox" in path} == runs


def test_only_the_shortest_way_may_fall_short() -> None:
    """a10-531-cover, note 17: by way of C4 the woods in B1 cost 6, by way of B3 alone 5. The foxhole in B3 makes that 7, and
    only who came straight may pay for it."""
    here = asl(
        "B1w B2. B3. B4. B5. C4. B9-",
        "g1:squad@B5 broken dm; a1:squad@B9",
        "B9-B5 B9-B3",
        REACH + 'feature("B3",foxhole).',
    )
    assert here.destinations == {"B1": 5.0}
    assert "B5 B4 B3@foxhole B2" in here.runs
    assert "B5 B4 C4 B3 B2 B1" in here.runs
    assert not any("C4 B3@foxhole" in path for path in here.runs)


FENCE = 'hexside("B2","C2",hedge).'


@pytest.mark.parametrize(("shelter", "declines"), [("foxhole", True), ("pillbox", True), ("smoke", False)])
def test_it_may_decline_where_it_has_just_chosen_anew(shelter: str, declines: bool) -> None:
    """a10-531-cover, note 17: in B2, having routed a hex, g1 learns of a2, who closes B1, and chooses C2, by road over a hedge.
    That takes the 2 MF that it has left, and a1 would interdict it: it may decline, for want of the MF for the shelter."""
    here = asl(
        "A2. B1w B2. B3. C2w C9.",
        "g1:leader@B3 broken dm wounded; a2:squad@A2 broken; a1:squad@C9",
        "A2-B2 A2-B1 C9-C2",
        f'feature("C2",{shelter}). road("B2","C2"). {"" if shelter == "smoke" else FENCE} normal_range(a1,9).'
        " option(road_rate,taken).",
        near=False,
    )
    assert (("B3 B2", "B3>B1 B2>C2") in here.legs) == declines
    assert ("B3 B2 C2", "B3>B1 B2>C2") in here.legs
    assert (here.judged("B3 B2", to="B1") == "survives") == declines


@pytest.mark.parametrize(("shelter", "verdict"), [('feature("C2",foxhole).', "routs"), ("", "surrenders")])
def test_to_decline_where_it_has_just_chosen_anew_is_a_clean_rout(shelter: str, verdict: str) -> None:
    """a20-21-clean, a10-531-cover, note 17: next to a3 g1 surrenders without a clean rout. At the brush's MF it comes into B2
    under no fire (4) and learns of a2, who closes B1. By road, over the hedge, it gets into C2 (6), where a1 would interdict it
    as he would on the road in B2; to decline that is a clean rout."""
    here = asl(
        "A2. B1w B2b B3. B4. B5. B6. C2w B9.",
        "g1:squad@B5 broken dm; a2:squad@A2 broken; a1:squad@B9; a3:squad@B6",
        "A2-B2 A2-B1 B9-B2 B9-C2 B6-B5",
        f'{shelter} road("B3","B2"). road("B2","C2"). road("B2","B1"). {FENCE} normal_range(a1,9).',
        near=False,
    )
    assert here.g1.verdict == verdict


@pytest.mark.parametrize("toward", ["hexes", "reach"])
def test_by_what_toward_says_a_rout_that_falls_short_may_end_no_nearer_in_hexes(toward: str) -> None:
    """a10-531-cover, option toward: C3 is as far from B1 as B3. With the foxhole in it the leader has 1 of his 3 MF left, which
    the foxhole takes; to end there is to go toward B1 as long as B1 is nearer in MF."""
    here = asl(
        "B1w B3. C2. C3. B9-",
        "g1:leader@B3 broken dm wounded; a1:squad@B9",
        "B9-B3 B9-C3",
        REACH + f'feature("C3",foxhole). road("C2","B1"). option(toward,{toward}).',
    )
    assert ("B3 C3@foxhole" in here.runs) == (toward == "reach")


def test_out_of_a_pillbox_only_the_shortest_way_may_fall_short() -> None:
    """a10-531-cover, b27-entrench: next to a1 g1 chooses anew in the pillbox; from there B2 costs 3, by way of A3 4. The foxhole
    in A3 makes that 5, of the 4 that it has left."""
    here = asl(
        "A3. B2h B3. B4. B9.",
        "g1:squad@B4 broken dm; a1:squad@B4 broken; a2:squad@B9",
        "B4-B3@pillbox B9-A3",
        'feature("B3",pillbox). feature("A3",foxhole). normal_range(a2,9).',
        near=False,
    )
    assert here.run("B4 B3@pillbox A3 B2").mf == (0, 2, 4, 6)
    assert not any("A3@foxhole" in path for path in here.runs)


def test_whom_it_gets_to_know_in_a_shelter_forces_no_new_choice() -> None:
    """a10-531-cover, a10-51-refigure: with 3 MF the leader pays 2 for the foxhole in B2, which a1 alone sees: B1, next to
    a1, is out of reach whether it is barred or not, and the rout stops on its way there. Without the foxhole (1 MF) it is
    a1 who keeps it from B1, and it chooses anew."""
    here = asl(
        "A1. B1w B2. B3. B4.",
        "g1:leader@B3 broken dm wounded; a1:squad@A1",
        "A1-B2",
        'feature("B2",foxhole).',
    )
    assert ("B3 B2@foxhole", "B3>B1") in here.legs
    assert not any(path.startswith("B3 B2@foxhole") for path, legs in here.legs if legs != "B3>B1")
    assert ("B3 B2", "B3>B1 B2>free") in here.legs


def test_in_a_shelter_it_goes_on_only_while_its_whole_way_is_open() -> None:
    """a10-531-cover, a10-51-refigure: A5 costs 6, so that with the foxhole in A2 (2) g1 cannot arrive any more. There it meets
    a2, who bars A5 alone: no path to its destination keeps the restrictions any more (chart: "enough MF to enter the next
    Location along a valid Path to its Destination"), so it stops, although it could enter A3. That he makes it choose no
    other destination, as A5 was out of reach already, is our reading, and told. By A2 (1) it is he who keeps it from A5."""
    here = asl(
        "A1. A2. A3. A4b A5w A6. E3-",
        "g1:squad@A1 broken dm; a1:squad@E3; a2:squad@A6 unarmed",
        "E3-A2 A6-A2",
        'feature("A2",foxhole).',
    )
    sheltered = {(path, legs) for path, legs in here.legs if path.startswith("A1 A2@foxhole")}
    assert sheltered == {("A1 A2@foxhole", "A1>A5")}
    assert ("A1 A2 A3", "A1>A5 A2>free") in here.legs
    assert any("it stops there and does not refigure" in said for said in here.g1.assumes)


def test_in_a_shelter_it_stops_no_nearer_where_a_later_step_is_barred() -> None:
    """a10-51-toward: "unless new Known enemies prevent that". By way of E2, as far from I2 as E1 is, the woods cost 6; with the
    foxhole there it cannot arrive, and a2, whom it meets there, bars I2, not the next step."""
    here = asl(
        "E1. E2. F2. G2. H2. I2w J2. A2-",
        "g1:squad@E1 broken dm; a1:squad@A2; a2:squad@J2 unarmed",
        "A2-E2 J2-E2",
        'feature("E2",foxhole).',
    )
    assert {(path, legs) for path, legs in here.legs if "E2@foxhole" in path} == {("E1 E2@foxhole", "E1>I2")}


def test_nobody_pays_for_a_shelter_on_a_way_that_has_been_barred() -> None:
    """a10-531-cover (chart: "otherwise following the shortest-MF path to its destination"): straight B1 costs 5 MF, but in B4 g1
    meets a2, who bars B2. By C4 it still gets there, for 6; out of B3, over whose cliff nobody goes, not, and the foxhole
    there (1) is on no way to B1. Without a2 it may be paid for, and the rout falls short."""
    hexes, los = "A3. B1w B2. B3. B4. B5. C2. C3. C4. B9-", "B9-B5 B9-B3 A3-B4 A3-B2"
    facts = REACH + 'feature("B3",foxhole). hexside("B3","C3",cliff).'
    units = "g1:squad@B5 broken dm; a1:squad@B9"
    met = asl(hexes, units + "; a2:squad@A3 unarmed", los, facts, near=False)
    assert met.runs == {"B5 B4 C4 C3 C2 B1": "survives"}
    assert "B5 B4 B3@foxhole B2" in asl(hexes, units, los, facts, near=False).runs


def test_in_a_shelter_next_to_an_enemy_it_goes_on_while_it_can() -> None:
    """a10-531-cover, a10-51-refigure: in the foxhole in A2 g1 meets a2 next to it, and A5 (6) is out of reach since it paid for
    that. a2 keeps it from nothing: as on the way to a destination within reach, it goes on, and chooses nothing anew."""
    here = asl(
        "A1. A2. A3. A4b A5w B1. E3-",
        "g1:squad@A1 broken dm; a1:squad@E3; a2:squad@B1",
        "E3-A2 B1-A2",
        'feature("A2",foxhole). no_quarter(german).',
        near=False,
    )
    assert here.legs == {("A1 A2 A3 A4 A5", "A1>A5"), ("A1 A2@foxhole A3 A4", "A1>A5")}


def test_a_pillbox_shelters_too() -> None:
    """a10-531-cover, b27-entrench"""
    here = asl("B1w B2. B3. B4. B5. B6. B7. B8.", FAR, SEEN, BOX)
    assert here.destinations == {"B2@pillbox": 2.0}
    assert here.run("B3 B2@pillbox").interdicted == ()
    assert here.run("B3 B2 B2@pillbox").interdicted[0].hex == "B2"


# --- terrain and hexsides ---------------------------------------------------------------------------------------


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
@pytest.mark.slow
def test_what_it_costs_to_get_there(hexes: str, facts: str, price: float | None) -> None:
    """asl-mf, b10-4-uphill, b10-51-abrupt, a24-smoke: the price of the woods in B3, 2 MF of it for them (1 by road)."""
    assert asl(hexes, ALONE, facts=facts).destinations == ({} if price is None else {"B3": price})


@pytest.mark.parametrize(
    ("facts", "forces"),
    [
        ("", True),
        ('hexside("B1","B2",wall).', False),
        ('hexside("B1","B2",hedge).', False),
        ('hexside("B1","B2",bocage).', False),
        ('hexside("B1","A1",wall).', True),  # not between them
        ('hexside("B3","B4",wall).', True),  # the enemy's wall, not the unit's
        ('elevation("B1",1).', False),
        ('elevation("B4",1).', True),
        ('elevation("B1",1). elevation("B4",1).', True),
        ('feature("B1",smoke).', False),
        ('feature("B4",smoke).', False),
        ('status(g1,entrenched).', False),
        ('status(g1,crest).', False),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_what_is_open_ground_for_an_enemy(facts: str, forces: bool) -> None:
    """a10-531-open, a24-smoke, a10-5-must: for a1 in B4, with a LOS without Hindrance to B1, by the hexside it crosses."""
    here = asl("A1. B1. B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4", "B4-B1", facts)
    assert must(here) == ({"a1"} if forces else set())


@pytest.mark.parametrize(
    ("beyond", "enemy"),
    [("E5", "E7"), ("F4", "H5"), ("F3", "H2"), ("E3", "E1"), ("D3", "B2"), ("D4", "B5")],
)
@pytest.mark.slow
def test_a_hedge_on_each_side(beyond: str, enemy: str) -> None:
    """a10-531-open: for an enemy three hexes away the hedge between shelters the unit in E4, the one opposite does not."""
    opposite = {"E5": "E3", "E3": "E5", "F4": "D3", "D3": "F4", "F3": "D4", "D4": "F3"}[beyond]
    for side, forces in ((beyond, set()), (opposite, {"a1"})):
        facts = f'hexside("E4","{side}",hedge).'
        here = asl(
            f"E3. E4. E5. D3. D4. F3. F4. {enemy}-", f"g1:squad@E4 broken; a1:squad@{enemy}", f"{enemy}-E4", facts
        )
        assert must(here) == forces


@pytest.mark.parametrize(
    ("terrain", "month", "forces"),
    [(".", 7, True), ("g", 7, False), ("g", 10, True), ("g", 5, True), ("g", 6, False), ("g", 9, False), ("o", 7, False),
     ("b", 7, False), ("y", 7, False), ("c", 7, False), ("u", 7, True), ("=", 7, True), ("m", 7, False), ("r", 7, False),
     ("w", 7, False), ("s", 7, False)],
)  # fmt: skip
@pytest.mark.slow
def test_what_terrain_is_open_ground(terrain: str, month: int, forces: bool) -> None:
    """a10-531-open, asl-mf: grain outside months 6 to 9."""
    here = asl(f"B1{terrain} B2. B3. B4.", "g1:squad@B1 broken; a1:squad@B4", "B4-B1", f"month({month}).")
    assert must(here) == ({"a1"} if forces else set())


def test_smoke_and_walls_keep_from_interdicting() -> None:
    """a24-smoke, a10-532-interdict: in B2, SMOKE or a wall towards a1; one on the other side does not matter."""
    for facts in ('feature("B2",smoke).', 'hexside("B2","B3",wall).', 'elevation("B2",1). elevation("B3",1).'):
        assert asl(FIELD, FAR, SEEN, facts).run("B3 B2 B1").interdicted == ()
    assert asl(FIELD, FAR, SEEN, 'hexside("B1","B2",wall).').run("B3 B2 B1").interdicted != ()


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


def test_nobody_crawls_into_a_wet_stream() -> None:
    """a10-52-crawl, note 18: into a dry one it may."""
    assert asl("B1w B2= B3.", "g1:squad@B3 broken dm").crawls == {}
    assert asl("B1w B2= B3.", "g1:squad@B3 broken dm", facts='feature("B2",dry).').crawls == {"B2": "survives"}


def test_a_crowd_makes_a_location_dearer() -> None:
    """a5-11-overstack: three squads are in B2; with g1 one squad-equivalent too many. Who is marked overstacked is answered."""
    crowd = "; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    assert asl("B1. B2w", "g1:squad@B1 broken dm overstacked" + crowd).destinations == {"B2": 3.0}
    # The foxhole there is in the same Location: 1 (hex) + 1 (foxhole) + 1 (crowd) = 3, then 1 + 2 to B1.
    here = asl(
        FIELD,
        "g1:squad@B3 broken dm; a1:squad@B8; g2:squad@B2; g3:squad@B2; g4:squad@B2",
        SEEN,
        'feature("B2",foxhole).',
    )
    assert here.run("B3 B2@foxhole B1").mf == (0.0, 3.0, 6.0)


# --- Wire, minefields, FFE, Blazes ------------------------------------------------------------------------------


def test_wire() -> None:
    """b26-41-wire, note 13: leaving B2 costs 2 MF more, which the price of B1 does not show; out of reach is out of reach."""
    wired = 'feature("B2",wire). wire_exit("B2",2).'
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts=wired)
    assert here.destinations == {"B1": 3.0}
    assert here.run("B3 B2 B1").mf == (0.0, 1.0, 5.0)
    assert (
        asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",wire). wire_exit("B2",4).').destinations == {}
    )
    # B1 and B5 both count as 3 MF, although B1 takes 5.
    assert asl("B1w B2. B3. B4. B5w", "g1:squad@B3 broken dm", facts=wired).destinations == {"B1": 3.0, "B5": 3.0}
    # B1 still is nearer than B6 (4), although it takes 5.
    assert asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm", facts=wired).destinations == {"B1": 3.0}
    with pytest.raises(InstanceError, match=r"B26\.41"):
        _ = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",wire).').g1


def test_who_chooses_anew_in_wire_pays_for_leaving_it() -> None:
    """b26-41-wire, a10-51-reach: with 4 of 6 MF spent, C2 is priced at the 2 left and takes 3. There is nothing to choose then,
    and B1 may be left for the open; with 2 or 3 spent C2 has to be chosen."""
    here = asl(
        "A1. A2. B1w B2. C2w",
        "g1:leader@A1 broken dm; a1:vehicle@A1 abandoned",
        facts='feature("B1",wire). wire_exit("B1",1). option(bar_unarmed,no).',
    )
    anew = {route.path: (route.legs[1].to, route.mf[-1]) for route in here.g1.routes if len(route.legs) > 1}
    assert anew == {
        ("A1", "A2", "B1", "C2"): ("C2", 6.0),
        ("A1", "A2", "B2", "B1", "A2"): (None, 6.0),
        ("A1", "A2", "B2", "B1", "B2"): (None, 6.0),
        ("A1", "B1", "B2", "C2"): ("C2", 6.0),
        ("A1", "B1", "C2"): ("C2", 5.0),
    }


@pytest.mark.parametrize("behind", ["C2b", "C2."])
def test_wire_that_cannot_be_paid_for_makes_nothing_nearer(behind: str) -> None:
    """b26-41-wire, a10-51-reach: who enters B1 as woods has 4 MF left. D1 by the Wire in C1 counts 3 MF and takes 5; without
    Wire it takes 4, through brush, and B3 takes as much. Where C2 is open and mined it is 3 by there, but not without a
    hazard. Who came by the road (5 left) pays for the Wire: D1 is nearer."""
    mined = 'feature("C2",minefield(known)).' if behind == "C2." else ""
    here = asl(
        f"A1. B1w C1. {behind} D1w B2b B3w",
        "g1:squad@A1 broken dm; a1:vehicle@A1 abandoned",
        "A1-B1",
        f'road("A1","B1"). feature("C1",wire). wire_exit("C1",2). option(bar_unarmed,no). {mined}',
    )
    assert {route.mf for route in here.g1.routes if route.path == ("A1", "B1", "B2", "B3")} == {(0.0, 2.0, 4.0, 6.0)}


@pytest.mark.parametrize(("feature", "by"), [("minefield(known)", "minefield"), ("ffe", "ffe")])
def test_ways_through_hazards_need_not_count(feature: str, by: str) -> None:
    """a10-51-hazards: B1 (3 MF, through B2) need not count; B6 (4 MF) is free of hazards; both may be chosen."""
    here = asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm", facts=f'feature("B2",{feature}).')
    assert {d.hex: (d.mf, d.ignorable) for d in here.g1.destinations} == {"B1": (3.0, True), "B6": (4.0, False)}
    (reason,) = here.g1.destinations[0].why
    assert (reason.rule, reason.because) == ("a10-51-hazards", ("B2",))
    assert {a.by for a in here.run("B3 B2 B1").attacks} == {by}
    assert here.run("B3 B4 B5 B6").attacks == ()


def test_a_way_around_a_hazard_counts() -> None:
    """a10-51-hazards: B1 costs 3 through the FFE in B2, and 4 around it by A2 and A3: B6 at 5 is too far."""
    here = asl("A2. A3. B1w B2. B3. B4. B5. B6. B7w", "g1:squad@B3 broken dm", facts='feature("B2",ffe).')
    assert set(here.destinations) == {"B1"}
    assert here.excluded == {("B7", "a10-51-nearest"): (5.0, ("B1",))}


def test_a_way_back_through_the_hazard_where_it_began_need_not_count() -> None:
    """In B3 it finds a1, and chooses anew: A1 is nearer than F1, but only by way of the FFE in B2."""
    here = asl(
        "A1w A2. B2. B3. B4w B5. C3. D2. E2. F1w",
        "g1:squad@B2 broken dm; a1:squad@B5",
        "B5-B3",
        'feature("B2",ffe).',
    )
    assert here.destinations == {"A1": 3, "B4": 3}
    assert {("B2 B3 B2 A2 A1", "B2>B4 B3>A1"), ("B2 B3 C3 D2 E2 F1", "B2>B4 B3>F1")} <= here.legs


def test_a_hazard_where_it_begins_lifts_no_duty() -> None:
    """a10-51-hazards: every way leads out of it, so the nearest woods bind."""
    here = asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm", facts='feature("B3",minefield(known)).')
    assert set(here.destinations) == {"B1"}
    assert [(a.hex, a.by) for a in here.run("B3 B2 B1").attacks] == [("B3", "minefield")]


def test_attacks_on_the_way() -> None:
    """a10-51-ffe, note 16: an FFE attacks whoever enters, a minefield also whoever leaves; as FFNAM, crawling as Assault
    Movement."""
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",ffe).')
    found = {(r.posture, r.path, r.attacks) for r in here.g1.routes if len(r.path) == (3 if r.posture == "run" else 2)}
    assert found == {
        ("run", ("B3", "B2", "B1"), (("B2", "ffe", "ffnam"),)),
        ("low_crawl", ("B3", "B2"), (("B2", "ffe", "assault_movement"),)),
    }
    mined = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",minefield(known)).')
    (route,) = {r for r in mined.g1.routes if r.path == ("B3", "B2", "B1") and r.legs[0].to}
    assert route.attacks == (("B2", "minefield", "ffnam"),) * 2
    assert route.to_json()["attacks"][0] == {"hex": "B2", "by": "minefield", "as": "ffnam"}


def test_an_ffe_in_its_hex_gives_dm() -> None:
    """a10-62-attack, note 2"""
    assert asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B2",ffe).').g1.dm == ("a10-62-attack",)
    assert asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B1",ffe).').g1.dm == ()


def test_in_melee_in_a_blaze_it_burns() -> None:
    """b25-4-blaze"""
    here = asl("B1. B2w", "g1:squad@B1 broken dm melee; a1:squad@B1 melee", facts='feature("B1",blaze).').g1
    assert (here.verdict, "b25-4-blaze" in causes(here.reasons)) == ("eliminated", True)


def test_in_the_desert_distant_enemies_still_give_dm() -> None:
    """f-1c-desert, a10-62-dm: a1 is 7 hexes off: it forces nobody there, but the unit is DM and may rout."""
    here = asl("B1. B2. B9.", "g1:squad@B2 broken; a1:squad@B9", "B9-B2", REACH + " environment(desert).").g1
    assert (here.must_rout, here.dm, here.verdict) == ((), ("a10-62-dm",), "may_rout")
    near = asl("B1. B2. B8.", "g1:squad@B2 broken; a1:squad@B8", "B8-B2", REACH + " environment(desert).")
    assert must(near) == {"a1"}


# --- Passengers, Riders, crews, Crest ---------------------------------------------------------------------------

TRUCK = 'unit(v1,german,vehicle). at(v1,"B2"). '


def test_by_which_rule_a_pillbox_has_no_room() -> None:
    """b27-entrench: wherever somebody asks. (By unknown_vehicle a Location has none for another reason: test_ground.py.)"""
    box = 'feature("B1",pillbox). capacity("B1",pillbox,1). unit(g2,german,squad). at(g2,"B1",pillbox).'
    here, told = asl("B1. B2.", "g1:squad@B2 broken dm", "", box), {"b27-entrench": ("g2",)}
    assert here.around["B1@pillbox"] == told
    assert here.judged("B1@pillbox") == (1, told)
    assert here.excluded == {("B1@pillbox", "b27-entrench"): (None, ("g2",))}


def aboard(status: str, facts: str, hexes: str = "B1w B2. B3.") -> Position:
    text = asl(hexes, f"g1:squad@B2 {status}; a1:squad@B3", facts=TRUCK + facts).text
    return Position(text.replace('at(g1,"B2").', ""))


def test_passengers_may_stay() -> None:
    """d6-1-passenger, note 5: next to a1 it need not rout, but it is DM and may."""
    here = aboard("broken", "passenger(g1,v1).").g1
    assert (here.at, here.verdict, here.must_rout, here.dm) == ("B2", "may_rout", (), ("a10-62-dm",))
    assert "d6-1-passenger" in causes(here.reasons)
    assert aboard("broken", "passenger(g1,v1).", "B2. B3.").g1.verdict == "stays"  # it need not surrender either
    # Encircled it would surrender if it routed, so it does not (a20-21-surrender).
    held = aboard("broken dm encircled", "passenger(g1,v1).").g1
    assert (held.verdict, held.routes_total, set(causes(held.reasons))) == (
        "stays",
        0,
        {"a20-21-surrender", "d6-1-passenger"},
    )
    assert held.applies == (("a20-21-surrender", "it is Encircled"),)


def aboard_beside_a_vehicle(status: str, facts: str = "") -> Position:
    """g1 a Passenger in B2, next to a1, who fires at B1; B0 is woods."""
    here = "B0w B1. B2w B3.", f"g1:squad@B2 {status}; a1:vehicle@B3", "B3-B1", TRUCK + "passenger(g1,v1). " + facts
    return Position(asl(*here).text.replace('at(g1,"B2").', ""))


def test_next_to_a_vehicle_only_who_may_stay_has_no_rout_that_is_not_clean() -> None:
    """a20-21-vehicle, d6-1-passenger, option(vehicle_only,eliminated): a1 interdicts it in B1."""
    for status in ("broken dm", "broken dm disrupted"):
        chart = aboard_beside_a_vehicle(status).g1
        assert (chart.verdict, chart.routes_total > 0) == ("may_rout", True), status
        strict = aboard_beside_a_vehicle(status, "option(vehicle_only,eliminated).")
        assert (strict.g1.verdict, strict.g1.routes_total) == ("stays", 0), status
        # That alone, not what bars the steps around it.
        assert set(causes(strict.g1.reasons)) == {"a20-21-vehicle", "d6-1-passenger"}
        assert strict.excluded == {("B0", "a20-21-vehicle"): (3.0, ("a1",))}
        assert [line for rule, line in strict.g1.applies if rule == "a20-21-vehicle"] == [
            "by option vehicle_only=eliminated it neither crawls nor braves Interdiction",
            "the way into B1 is interdicted by a1",
        ]


def test_if_the_crew_breaks_nobody_leaves_the_hex() -> None:
    """d5-311-crew: with no enemy beside it."""
    facts = TRUCK + "passenger(g1,v1). status(v1,broken)."
    text = asl("B1w B2. B3. B9-", "g1:squad@B2 broken; a1:squad@B9", facts=facts).text
    here = Position(text.replace('at(g1,"B2").', "")).g1
    assert (here.verdict, "d5-311-crew" in causes(here.reasons)) == ("cannot_rout", True)


def test_before_it_goes_beneath_its_vehicle_a_passenger_makes_the_surrender_check() -> None:
    """a20-21-surrender, d5-311-crew: next to a1 it surrenders, Encircled or not, for getting beneath the vehicle is
    no clean rout.
    Who never surrenders goes beneath it."""
    for status in ("broken", "broken dm", "broken encircled"):
        taken = aboard(status, "passenger(g1,v1). status(v1,broken).").g1
        assert (taken.verdict, taken.captors, taken.assumes) == ("surrenders", ("a1",), ()), status
        assert set(causes(taken.reasons)) >= {"a20-21-surrender", "d5-311-crew"}
        assert len({reason.rule for reason in taken.reasons}) == len(taken.reasons)  # each once
        assert any("no farther than beneath its vehicle" in line for _, line in taken.applies)
    fanatic = aboard("broken encircled fanatic", "passenger(g1,v1). status(v1,broken).").g1
    assert fanatic.verdict == "cannot_rout"
    assert [line.partition(",")[0] for line in fanatic.assumes] == ["going beneath its vehicle is its rout"]
    quarter = aboard("broken", "passenger(g1,v1). status(v1,broken). no_quarter(german).").g1
    assert quarter.verdict == "cannot_rout"


@pytest.mark.parametrize(
    ("enemy", "verdict"),
    [
        ("squad@B2", "surrenders"),  # in its Location
        ("leader@B2", "surrenders"),
        ("crew@B3", "surrenders"),  # next to it
        ("squad@B4", "cannot_rout"),  # two hexes away
        ("squad@B2 broken", "cannot_rout"),
        ("squad@B2 unarmed", "cannot_rout"),
        ("squad@B2 berserk", "cannot_rout"),
        ("squad@B3 concealed", "cannot_rout"),
        ("vehicle@B2", "cannot_rout"),
    ],
)
def test_the_broken_crew_of_a_vehicle_surrenders_to_infantry_beside_it(enemy: str, verdict: str) -> None:
    """d5-311-crew, a20-21-surrender: to a Good Order armed Known enemy Infantry unit in or next to its Location, and
    nobody else."""
    facts = TRUCK + "passenger(g1,v1). status(v1,broken)."
    text = asl("B0w B1. B2. B3. B4.", f"g1:crew@B2 broken; a1:{enemy}", "B4-B2", facts).text
    found = Position(text.replace('at(g1,"B2").', "")).g1
    assert (found.verdict, found.routes_total) == (verdict, 0)
    assert found.captors == (("a1",) if verdict == "surrenders" else ())


def test_riders_bail_out() -> None:
    """d6-23-rider: on foot in the hex of the vehicle, it must rout like anybody."""
    here = aboard("broken", "rider(g1,v1).").g1
    assert (here.at, here.verdict, causes(here.must_rout)) == ("B2", "routs", {"a10-5-must": ("a1",)})
    assert "d6-23-rider" in causes(here.reasons)


def test_mounted_fire_does_not_interdict() -> None:
    """a10-532-interdict, note 20: nor do a1's comrades in a halftrack."""
    here = asl(FIELD, FAR, SEEN, 'unit(v1,american,vehicle). at(v1,"B8"). passenger(a1,v1).')
    assert here.run("B3 B2 B1").interdicted == ()


def test_aboard_and_elsewhere_is_refused() -> None:
    """d6-1-passenger"""
    with pytest.raises(InstanceError, match="in its vehicle's Location"):
        _ = asl("B1. B2.", "g1:squad@B1 broken dm", facts=TRUCK + "passenger(g1,v1).").g1
    with pytest.raises(InstanceError, match="in its vehicle's Location"):
        _ = asl("B1. B2.", "g1:squad@B1 broken dm", facts=TRUCK + "rider(g1,v1).").g1


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ("passenger(g1,v1). rider(g1,v1).", "a Passenger and a Rider"),
        ('unit(v2,german,vehicle). at(v2,"B2"). passenger(v2,v1).', "a vehicle cannot be aboard another"),
        ('unit(n,german,gun). at(n,"B2"). rider(n,v1).', "no vehicle and no Gun rides"),
        ('unit(a2,american,squad). at(a2,"B2"). passenger(a2,v1).', "only a prisoner"),
        ('unit(a2,american,squad). at(a2,"B2"). rider(a2,v1).', "only a prisoner"),
    ],
)
def test_who_cannot_be_aboard_is_refused(facts: str, sentence: str) -> None:
    """d6-1-passenger, d6-23-rider: a prisoner is, in the vehicle of the other side."""
    truck = 'unit(v1,german,vehicle). at(v1,"B2"). '
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2.", "g1:squad@B2 broken dm", facts=truck + facts).g1
    prisoner = 'unit(a2,american,squad). at(a2,"B2"). passenger(a2,v1). status(a2,captured). guards(v1,a2).'
    assert asl("B1. B2.", "g1:squad@B2 broken dm", facts=truck + prisoner).g1.id == "g1"


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
        ("g1:squad@B1 broken crest entrenched; a1:squad@B4", "B4-B1", False),  # whichever way it faces
        ("g1:squad@B1 broken crest; a1:squad@B4", "B4-B1/1", False),  # hindered
        ("g1:squad@B1 broken crest; a1:squad@B4", "", False),
        ("g1:squad@B1 broken crest; a1:squad@B8", "B8-B1", False),  # 7 hexes: beyond Normal Range
    ],
)
def test_where_crest_status_faces_is_assumed(units: str, los: str, told: bool) -> None:
    """b20-96-crest, a10-531-open: no fact says what its Crest hexsides face; where it matters the answer says so."""
    here = asl(FIELD.replace("B1w", "B1u"), units, los)
    assert any("b20-96-crest" in sentence for sentence in here.g1.assumes) == told


# --- what is refused, and what the commands say -----------------------------------------------------------------

VEHICULAR = "stunned shocked motion buttoned_up abandoned"


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ('feature("B2",cave).', r"G11\.73"),
        ('feature("B2",sangar).', "foxhole instead"),
        ('feature("B2",roadblock).', 'hexside'),
        ('hexside("B1","B2",cactus_hedge).', "leave the hexside out"),
        ("status(g1,in_sewer).", r"B8\.45"),
        ("status(g1,hidden).", "broken and hidden"),
        *((f"status(g1,{status}).", "only vehicles") for status in VEHICULAR.split()),
        *((f'unit(a1,american,squad). at(a1,"B2"). status(a1,{status}).', "only vehicles") for status in VEHICULAR.split()),
        ('unit(a1,american,crew). at(a1,"B2"). status(a1,mounted).', "rider"),
        ('unit(a1,american,gun). at(a1,"B2"). status(a1,motion).', "only vehicles"),
        ('unit(a1,american,squad). at(a1,"B2"). status(a1,malfunctioned).', "a SW or a Gun malfunctions"),
        ('unit(a1,american,squad). at(a1,"B2"). history(a1,broke).', "needs status.U,broken.: add"),
        ('unit(a1,american,squad). at(a1,"B2"). history(a1,kept_dm).', "needs status.U,broken.: add"),
        ('unit(g2,german,squad). at(g2,"B2"). routed(g2). failed(g2).', "needs status.U,broken.: add"),
        ('feature("B1",rowhouse).', "is a building"),
        ('feature("B1",dry).', "a stream or a gully"),
        ('hex("A1",0,1). terrain("A1",water). feature("A1",foxhole).', "nothing is dug"),
        ('hex("A1",0,1). terrain("A1",water). feature("A1",shellholes).', "nothing is dug"),
        ('hex("A1",0,1). terrain("A1",stone_building). stairwell("A1").', "no levels"),
        ("status(g1,wounded).", "only a leader"),
        ("unit(a1,american,gun). at(a1,\"B2\"). status(a1,abandoned).", "a Gun that has no crew"),
        ("unit(a1,american,squad). at(a1,\"B2\"). status(a1,abandoned).", "only vehicles are"),
        ("unit(a1,american,vehicle). at(a1,\"B2\"). status(a1,malfunctioned).", "a SW or a Gun malfunctions"),
        ("status(g1,malfunctioned).", "a SW or a Gun malfunctions"),
        ('wire_exit("B1",1).', "no Wire"),
        ("failed(g1).", "needs routed.U.: add"),
        ("unit(a1,american,squad). at(a1,\"B2\"). guards(a1,g1).", "captured"),
        ("unit_of_length(inch,2).", "a fact about a table"),
        ("morale_dice(2,10).", "a fact about a table"),
        ("status(g1,mounted).", "rider"),
        ("unit(h,german,hero). at(h,\"B2\"). status(h,broken).", "hero does not break"),
        ("unit(h,american,hero). at(h,\"B2\"). status(h,broken).", "hero does not break"),
        ("unit(c,american,squad). at(c,\"B1\"). status(c,captured).", "unbroken guard"),
        ('level("B2",1).', "upper levels of other terrain"),
        ('capacity("B2",foxhole,1).', "no such feature"),
    ],
)  # fmt: skip
def test_what_is_refused_has_a_remedy(fact: str, sentence: str) -> None:
    """Every refusal says what to do."""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B1. B2.", ALONE, facts=fact).g1


@pytest.mark.parametrize(
    "facts",
    [
        'hex("A1",0,1). terrain("A1",rubble). feature("A1",rowhouse).',
        'hex("A1",0,1). terrain("A1",gully). feature("A1",dry).',
        'hex("A1",0,1). terrain("A1",stone_building). stairwell("A1"). level("A1",1).',
        "routed(g1). status(g1,pinned). history(g1,kept_dm). failed(g1). status(g1,disrupted).",
        'unit(a1,american,vehicle). at(a1,"B2"). status(a1,abandoned).',
        'unit(a1,american,crew). at(a1,"B2"). sw(w,gun,9,16). possesses(a1,w). status(w,malfunctioned).',
    ],
)
def test_what_is_like_it_is_not_refused(facts: str) -> None:
    assert asl("B1. B2.", ALONE, facts=facts).g1.id == "g1"


@pytest.mark.parametrize("fact", ['at(g1,"B1",foxhole).', 'at(g1,"B1",2).'])
def test_a_place_that_is_not_there_is_refused(fact: str) -> None:
    text = asl("B1s B2.", ALONE).text.replace('at(g1,"B1").', fact)
    with pytest.raises(InstanceError, match="has no such"):
        _ = Position(text).g1


@pytest.mark.parametrize("status", ["overstacked", "crest", "fanatic"])
def test_statuses_that_change_no_rout_are_taken(status: str) -> None:
    assert asl("B1. B2w", f"g1:squad@B1 broken dm {status}").destinations == {"B2": 2.0}


def test_explanations_name_locations() -> None:
    """a10-51-adjacent: `explain` and the answer speak of Locations as instances do."""
    here = asl("B1. B2s B3s", "g1:squad@B2@1 broken dm; a1:squad@B2", "B1-B2@1", BLOCK)
    found = pyrout.explain_hex(here.instance, "g1", "B3@1")
    assert found.destination is not None and found.destination.hex == "B3@1"
    assert {step.before for step in pyrout.explain_unit(here.instance, "g1").around} == {"B2@1"}
    assert not pyrout.explain_hex(here.instance, "g1", "B1").destination


@pytest.mark.slow
def test_the_commands_take_and_print_locations(tmp_path: pytest.TempPathFactory) -> None:
    """solve, check, explain and verify on one file."""
    from click.testing import CliRunner

    here = asl(
        FIELD,
        FAR,
        SEEN,
        'feature("B2",foxhole). expect(g1,end("B1")). expect(g1,end("B2")). expect(g1,interdicted("B2")).',
    )
    path = str(tmp_path / "dug.lp")  # type: ignore[operator]
    with open(path, "w", encoding="utf-8") as file:
        file.write(here.text)

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(command, list(words))
        return result.exit_code, result.output

    code, text = run("solve", path, "--paths", "all")
    assert code == 0 and "B3 - B2@foxhole - B1, 5 MF" in text
    assert run("check", path, "g1", "B2@foxhole", "B1")[0] == 0
    assert run("check", path, "g1", "B2@foxhole")[0] == 1
    assert run("explain", path, "g1", "B2@foxhole")[0] == 0
    assert run("verify", path)[0] == 0


def test_the_text_names_attacks_and_levels(tmp_path: pytest.TempPathFactory) -> None:
    """The printed answer: mines on the way, and an enemy upstairs as the cause."""
    from click.testing import CliRunner

    mined = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",minefield(known)).')
    above = asl("B1. B2s B3s", "g1:squad@B2 broken dm; a1:squad@B2@1", "B2@1-B1", BLOCK)
    for position, words in ((mined, "attacked by mines in B2 (ffnam)"), (above, "a1 in B2@1")):
        path = str(tmp_path / "one.lp")  # type: ignore[operator]
        with open(path, "w", encoding="utf-8") as file:
            file.write(position.text)
        assert words in CliRunner().invoke(command, ["solve", path, "--paths", "all"]).output


def test_every_section_has_its_sentence() -> None:
    """The rules of this file are cited."""
    assert {"b30-5-pillbox", "a10-531-cover", "b27-entrench", "b26-41-wire", "a10-51-ffe", "d6-1-passenger"} <= set(
        citations("asl")
    )


@pytest.mark.slow
def test_six_mf_and_no_more() -> None:
    """asop-order, a10-51-step-mf: woods 6 MF off are reached, woods 7 MF off are not; a wounded leader has 3."""
    assert asl("B1. B2. B3. B4. B5. B6w", ALONE).destinations == {"B6": 6.0}
    far = asl("B1. B2. B3. B4. B5. B6. B7w", ALONE)
    assert far.destinations == {}
    assert far.judged("B2 B3 B4 B5 B6 B7") == (6, {"a10-51-step-mf": ("B7",)})
    wounded = asl("B1. B2. B3w", "g1:leader@B1 broken dm wounded")
    assert (wounded.g1.mf, wounded.destinations) == (3.0, {"B3": 3.0})
    assert asl("B1. B2. B3. B4w", "g1:leader@B1 broken dm wounded").destinations == {}


def test_broken_units_neither_fire_nor_lead() -> None:
    """a10-4-broken: a broken enemy interdicts nobody, and a broken leader goes along with nobody."""
    assert asl(FIELD, FAR + " broken", SEEN).run("B3 B2 B1").interdicted == ()
    assert asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1").g1.may_accompany == ("g2",)
    assert asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1 broken dm").g1.may_accompany == ()


def test_rules_for_the_rally_phase_are_told() -> None:
    """a10-62-rally: nothing in this phase turns on it; `pyrout rules` says it all the same."""
    assert "+4" in citations("asl")["a10-62-rally"].sentence


def test_option_revisit() -> None:
    """a10-51-revisit: with option(revisit,allow) also ways that enter a Location twice."""
    hexes = "A1. A2. B1. B2."
    assert all(len(set(r.path)) == len(r.path) for r in asl(hexes, ALONE).g1.routes)
    twice = asl(hexes, ALONE, facts="option(revisit,allow).").g1.routes
    assert any(len(set(r.path)) < len(r.path) for r in twice)


def test_dropping_concealment_before_a_step() -> None:
    """a12-14-reveal, note 21: a1 in B4 shows itself before g1 enters B3, which then leads closer to it."""
    here = "B1w B2. B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4 concealed", "B4-B2"
    assert {"B2 B3"} <= set(asl(*here).runs)
    assert not any(path.startswith("B2 B3") for path in asl(*here, 'reveal(a1,g1,"B3",before).').runs)


def test_dropping_concealment_after_a_step() -> None:
    """a12-14-reveal, note 21: a1 shows itself once g1 is in B2, and interdicts it there."""
    here = FIELD, FAR + " concealed", SEEN
    assert asl(*here).run("B3 B2 B1").interdicted == ()
    assert asl(*here, 'reveal(a1,g1,"B2",after).').run("B3 B2 B1").interdicted[0].by == ("a1",)


def test_heat_of_battle() -> None:
    """a15-hob: an original 2 in B2. Berserk or a hero, it is broken no more and routs no further; as rolled, it goes on."""
    results = {
        result: set(asl(FIELD, FAR, SEEN, f'nmc(g1,"B2",two). hob(g1,{result}).').runs)
        for result in ("berserk", "other", "hardened")
    }
    assert results == {"berserk": {"B3 B2"}, "hardened": {"B3 B2"}, "other": {"B3 B2 B1"}}


def test_vehicles_in_the_same_location() -> None:
    """a10-5-must, a20-21-vehicle, a10-52-crawl: an armed one forces g1 out, and nobody surrenders to it; an abandoned one does
    neither; from the Location of either it does not crawl."""
    armed = asl("B1w B2w", "g1:squad@B2 broken; a1:vehicle@B2").g1
    assert (armed.verdict, causes(armed.must_rout)) == ("routs", {"a10-5-must": ("a1",)})
    left = asl("B1w B2w", "g1:squad@B2 broken dm; a1:vehicle@B2 abandoned")
    assert (left.g1.verdict, left.crawls) == ("may_rout", {})


def test_what_arms_a_vehicle() -> None:
    """a10-5-must: a SW that works does, whatever the FP of the vehicle itself."""
    here = "B1w B2w", "g1:squad@B2 broken; a1:vehicle@B2"
    carries = "firepower(a1,0). possesses(a1,m). sw(m,mmg,5,12)."
    assert causes(asl(*here, facts=carries).g1.must_rout) == {"a10-5-must": ("a1",)}
    assert asl(*here, facts=carries + "status(m,malfunctioned).").g1.must_rout == ()
    assert asl(*here, facts=carries.replace("mmg", "radio")).g1.must_rout == ()


def test_smoke_upstairs() -> None:
    """a24-smoke: it fills every level of its hex: B3@1 costs 2 + 1, the stairs in B2 none of it."""
    here = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'feature("B3",smoke).')
    assert here.destinations["B2@1"] == 1.0
    assert here.destinations["B3@1"] == 4.0


def test_who_lurks_in_the_hex_lurks_in_its_foxhole() -> None:
    """a10-533-repulse: g1 pays for the foxhole in B2, where a2 is concealed."""
    here = asl(FIELD, FAR + "; a2:squad@B2 concealed", SEEN, 'feature("B2",foxhole).')
    assert here.runs["B3 B2@foxhole B3"] == "eliminated"
    assert here.run("B3 B2@foxhole B3").repulsed == ("B2@foxhole", ("a2",))


@pytest.mark.slow
def test_a_blaze_burns_on_the_ground() -> None:
    """a10-51-hazards: B3 is not entered, nor a pillbox in it; but its upper level, and up there by the stairs of B3."""
    fire = 'feature("B3",blaze). '
    there = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + fire).destinations
    assert there == {"B2@1": 1, "B2@-1": 1, "B3@1": 3}
    stairs = fire + 'stairwell("B3"). level("B3",1).'
    assert asl("B2. B3s", "g1:squad@B3 broken dm", facts=stairs).destinations == {"B3@1": 1}
    assert asl("B2. B3s", "g1:squad@B3@1 broken dm", facts=stairs).g1.routes == ()
    assert asl("B2. B3.", "g1:squad@B2 broken dm", facts=fire + 'feature("B3",pillbox).').destinations == {}
    box = 'feature("B3",pillbox). feature("B3@pillbox",blaze). '
    assert asl("B2. B3.", "g1:squad@B2 broken dm", facts=box).destinations == {}


def test_a_blaze_upstairs() -> None:
    """a10-51-hazards, a10-5-must, a10-62-dm: B3@1 burns and B3 does not; whoever is up there must leave."""
    fire = BLOCK + 'feature("B3@1",blaze). '
    assert asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire).destinations == {"B2@1": 1, "B2@-1": 1, "B3": 2}
    burning = asl("B2s B3s", "g1:squad@B3@1 broken", facts=fire).g1
    assert (burning.verdict, burning.dm) == ("routs", ("a10-62-dm",))
    assert causes(burning.must_rout) == {"a10-5-must": ("B3@1",)}
    assert must(asl("B2s B3s", "g1:squad@B3 broken dm", facts=fire)) == set()
    melee = asl("B2s B3s", "g1:squad@B3@1 broken melee; a1:squad@B3@1 melee", facts=fire).g1
    assert (melee.verdict, "b25-4-blaze" in causes(melee.reasons)) == ("eliminated", True)
    # By the other reading of note 13 levels are no different: through B2@1, not to it, and B2 does not burn.
    fire = fire.replace("B3@1", "B2@1") + "option(blaze_water,avoidable)."
    through = asl("B2s B3s", "g1:squad@B3@1 broken dm", facts=fire)
    assert through.destinations == {"B2": 3, "B2@-1": 4}
    fire = fire.replace("B2@1", "B3")
    assert asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire).destinations["B3@1"] == 3


OVER = 'an upper Location over a Blaze does not burn: if it does, write feature("HEX@LEVEL",blaze)'


def test_an_upper_location_over_a_blaze() -> None:
    """a10-51-hazards: nothing says whether it burns: told where the unit could come there, or is there."""
    fire = BLOCK + 'feature("B3",blaze). '
    assert assumed(asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire)) == [OVER]
    assert assumed(asl("B2s B3s", "g1:squad@B3@1 broken dm", facts=fire)) == [OVER]
    assert assumed(asl("B2s B3s", "g1:squad@B3@1 broken", facts=fire)) == [
        OVER
    ]  # else it would be DM, and have to rout
    cellar = BLOCK + 'feature("B2@-1",blaze). '
    assert assumed(asl("B2s B3s", "g1:squad@B2@1 broken dm", facts=cellar)) == [OVER]
    assert (
        assumed(asl("B1w B2s B3s", "g1:squad@B1 broken dm; g2:squad@B3@1", facts=fire.replace("stairwell", "%"))) == []
    )
    assert assumed(asl("B2s B3s", "g1:squad@B2 broken dm", facts=fire + 'feature("B3@1",blaze).')) == []
    assert assumed(asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK)) == []


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ('feature("B2@2",blaze).', "no such Location"),
        ('feature("B2@1",smoke).', "only a Blaze is of a Location"),
        ('feature("B2@7",smoke).', "only a Blaze is of a Location"),
        ('feature("B2@1",foxhole).', "only a Blaze is of a Location"),
        ('feature("B2@foxhole",blaze). feature("B2",foxhole).', "name the hex"),
        ('feature("B9@1",blaze).', "add the hex/3 fact of its hex"),
    ],
)
def test_only_a_blaze_is_of_a_location(fact: str, sentence: str) -> None:
    """a10-51-hazards"""
    with pytest.raises(InstanceError, match=sentence):
        _ = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + fact).g1


def test_a_pillbox_on_the_way_may_be_paid_for_too() -> None:
    """a10-531-cover: a2 in E5 lets it ignore the pillbox in B4 (3 hexes from E5, as B5 is). By way of it B1 costs 7: it gets to
    B2 with 5."""
    here = asl(
        LONG + " E5-",
        BURNT + "; a2:squad@E5 broken",
        ALL + " E5-B5/1",
        REACH + 'feature("B4",pillbox). normal_range(a2,1).',
    )
    assert {d.hex: d.ignorable for d in here.g1.destinations} == {"B1": False, "B4@pillbox": True}
    bound_for_b1 = {r.path: r.end for r in here.g1.routes if r.legs[0].to == "B1"}
    assert bound_for_b1["B5", "B4@pillbox", "B3", "B2"] == "survives"


def test_having_paid_it_goes_on_into_what_it_does_not_know() -> None:
    """a10-531-cover: from the trench in B4 it has to go on to B3, where it meets a3 next door; it may not stay behind."""
    here = asl(
        LONG + " C3-", BURNT + "; a3:squad@C3", "B8-B5 B8-B4", REACH + 'feature("B4",trench). no_quarter(german).'
    )
    assert here.runs["B5 B4@trench B3"] == "eliminated"
    assert "B5 B4@trench" not in here.runs


def test_a_way_that_falls_short_is_clean() -> None:
    """a20-21-clean, a10-531-cover: next to a1 the only way leads through B4, where a2 interdicts; the trench there saves it."""
    units = "g1:squad@B5 broken dm; a1:squad@B6; a2:squad@B8"
    assert asl(LONG, units, "B8-B4").g1.verdict == "surrenders"
    assert asl(LONG, units, "B8-B4", 'feature("B4",trench).').g1.verdict == "routs"


def test_from_a_foxhole_it_sees_and_is_seen() -> None:
    """a10-531-cover, a10-5-ftr: what its hex sees and what is ADJACENT to it: a2 becomes Known in the foxhole, and next to a3
    nobody stays in a trench."""
    here = asl(FIELD + " E9-", FAR + "; a2:squad@E9", SEEN + " E9-B2/1", 'feature("B2",foxhole).')
    assert here.run("B3 B2@foxhole B1").discovers == (("B2@foxhole", ("a2",)),)
    met = asl(
        LONG + " C4-", BURNT + "; a3:squad@C4", "B8-B5 B8-B4", REACH + 'feature("B4",trench). no_quarter(german).'
    )
    assert met.runs["B5 B4@trench"] == "eliminated"


def test_by_road_out_of_a_foxhole() -> None:
    """a10-532-interdict: woods entered by road are open, from a foxhole as from its hex."""
    for start in ("B2", "B2@foxhole"):
        here = asl(
            "B1w B2. B8-",
            f"g1:squad@{start} broken dm; a1:squad@B8",
            "B8-B1",
            REACH + 'feature("B2",foxhole). road("B1","B2").',
        )
        by_road = 1.0 if start == "B2" else 2.0
        assert here.run(f"{start} B1", by_road).interdicted[0].by == ("a1",)
        assert here.run(f"{start} B1", by_road + 1.0).interdicted == ()


def test_the_road_or_the_hex_into_a_pillbox() -> None:
    """road_rate, b27-entrench: over the road 1 MF, or 2 for the woods, and 1 into the pillbox; out of a foxhole 1 more."""
    road = BOX + 'road("B1","B2"). '
    here = asl("B1. B2w B3.", ALONE, facts=road)
    assert {route.mf for route in here.g1.routes if route.path == ("B1", "B2@pillbox", "B2")} == {(0, 2, 3), (0, 3, 4)}
    out = asl("B1. B2w B3.", "g1:squad@B1@foxhole broken dm", facts=road + 'feature("B1",foxhole).')
    path = "B1@foxhole", "B2@pillbox", "B2"
    assert {route.mf for route in out.g1.routes if route.path == path} == {(0, 3, 4), (0, 4, 5)}


def test_the_road_or_the_gully() -> None:
    """road_rate, a10-532-interdict: over the road a gully costs 1 MF, else 2; it is Open Ground either way, and a1 interdicts."""
    here = asl("B1w B2u B3. B4. B5. B6. B7. B8.", FAR, SEEN, REACH + 'road("B3","B2").')
    assert [[at.by for at in here.run("B3 B2 B1", mf).interdicted] for mf in (3.0, 4.0)] == [[("a1",)], [("a1",)]]


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


def test_who_cannot_arrive_stays_in_a_pillbox_until_the_next_hex() -> None:
    """a10-531-cover, note 17: on the shortest way to B1, 5 MF, it takes the pillbox of B4 and gets as far as B2. To step out
    into B4 would bring it no nearer."""
    here = asl("B1w B2. B3. B4. B5. F4.", "g1:squad@B5 broken dm; a1:squad@F4", "F4-B5 F4-B4", 'feature("B4",pillbox).')
    assert {path for path, end in here.runs.items() if end == "survives"} == {
        "B5 B4 B3 B2 B1",
        "B5 B4@pillbox B3 B2",
        "B5 B4 B4@pillbox",
        "B5 B4@pillbox",
    }


def test_a_clean_rout_pays_for_the_woods() -> None:
    """b3-4-road, a20-21-clean: next to its enemy a unit need not surrender where it may enter the woods under their cover."""
    for value, verdict in (("choice", "routs"), ("taken", "surrenders")):
        facts = f'{REACH} road("B2","B3"). option(road_rate,{value}).'
        here = asl("B1. B2. B3w", "g1:squad@B2 broken; a1:squad@B1", "B1-B3", facts)
        assert here.g1.verdict == verdict, value


def test_wire_over_entrenchments_and_pillboxes() -> None:
    """b26-41-wire, b27-entrench: out of the foxhole in B2 and its Wire: price 1 + 2, paid 5. Whether it costs who leaves a
    pillbox there, nobody says."""
    wired = 'feature("B2",wire). wire_exit("B2",2). '
    here = asl("B1w B2.", "g1:squad@B2@foxhole broken dm", facts=wired + 'feature("B2",foxhole).')
    assert (here.destinations, here.run("B2@foxhole B1").mf) == ({"B1": 3.0}, (0.0, 5.0))
    with pytest.raises(InstanceError, match="b26-41-wire"):
        _ = asl("B1w B2.", "g1:squad@B2 broken dm", facts=wired + BOX).g1


@pytest.mark.parametrize(("hole", "price"), [("", 2.0), ('feature("B3",foxhole).', 1.0)])
def test_a_clean_way_may_end_in_the_shelter_of_its_destination(hole: str, price: float) -> None:
    """option(adjacent_clean,yes), b27-entrench, note 13: next to a1 the road into B3 does not count, for a2 interdicts it; with
    the foxhole of B3, whose MF do not count, it does."""
    here = asl(
        "A2. B1. B2. B3w I3-",
        "g1:squad@B2 broken dm; a1:squad@A2; a2:squad@I3",
        "I3-B3",
        f'{hole} road("B2","B3"). normal_range(a2,12). option(adjacent_clean,yes).',
    )
    assert here.destinations == {"B3": price}


def test_a_clean_way_over_a_road_into_a_crowd() -> None:
    """option(adjacent_clean,yes), a5-11-overstack, b3-4-road: next to a1 the road into B3 (1 + 1 MF) does not count, for a2
    interdicts it; B3 at its own price (2 + 1) does."""
    here = asl(
        "A2. B1. B2. B3w I3-",
        "g1:squad@B2 broken dm; a1:squad@A2; a2:squad@I3; g2:squad@B3; g3:squad@B3; g4:squad@B3",
        "I3-B3",
        'road("B2","B3"). normal_range(a2,12). option(adjacent_clean,yes).',
    )
    assert here.destinations == {"B3": 3.0}


@pytest.mark.parametrize(
    ("blaze", "destinations"), [("", {"B6": 3.0}), ('feature("B5",blaze).', {"B6": 3.0, "B1": 4.0})]
)
def test_a_way_by_the_shellholes_of_a_burning_hex_need_not_count(blaze: str, destinations: dict[str, float]) -> None:
    """option(blaze_water,avoidable), a10-51-hazards, note 13: next to a1, who bars nothing, B6 counts 3 MF by way of the
    shellholes of B5, where a2 does not interdict it. They are in a Blaze as their hex is: then B6 may be ignored."""
    here = asl(
        "B1w B2. B3. B4. B5. B6w I6- A4-",
        "g1:squad@B4 broken dm; a2:squad@I6; a1:squad@A4 unarmed",
        "I6-B5",
        f'feature("B5",shellholes). {blaze} normal_range(a2,12). option(blaze_water,avoidable). option(adjacent_clean,yes).'
        " option(bar_unarmed,no).",
    )
    assert here.destinations == destinations


def test_wire_before_a_pillbox() -> None:
    """b26-41-wire, note 13: out of the Wire of B2 straight into the pillbox counts 1 + 1 MF, and takes 3; through B1, where
    a fourth squad pays 1 MF more, it would count 3."""
    squads = "; ".join(f"g{n}:squad@B1" for n in (2, 3, 4))
    seen = " ".join(f'los("{a}","{b}",0).' for a, b in (("B1", "B2"), ("B2", "B1@pillbox"), ("B1", "B1@pillbox")))
    facts = f'feature("B1",pillbox). feature("B2",wire). wire_exit("B2",1). {seen}'
    here = asl("B1. B2.", f"g1:squad@B2 broken dm; {squads}", facts=facts)
    assert here.destinations == {"B1@pillbox": 2.0}
    assert here.run("B2 B1@pillbox").mf == (0.0, 3.0)


def test_attacks_in_foxholes_and_upstairs() -> None:
    """a10-51-ffe: mines attack who enters a foxhole among them, and who leaves it; an FFE every level of its hex."""
    both = 'feature("B2",foxhole). feature("B2",minefield(known)). feature("B3",minefield(known)).'
    (route,) = {
        r for r in asl(FIELD, FAR, SEEN, both).g1.routes if r.path == ("B3", "B2@foxhole", "B1") and r.legs[0].to
    }
    assert [a.hex for a in route.attacks] == ["B2@foxhole", "B3", "B2@foxhole"]
    fire = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'feature("B3",ffe).')
    assert {a.hex for r in fire.g1.routes if r.path == ("B2", "B2@1", "B3@1") for a in r.attacks} == {"B3@1"}


@pytest.mark.parametrize(
    "fact", ['feature("B2",ffe).', 'feature("B2",smoke).', 'feature("B2",blaze).', 'hexside("B1","B2",bocage).']
)
def test_what_hides_units_needs_los(fact: str) -> None:
    """Where LOS would have to be derived from the terrain, what that does not know is refused."""
    text = asl("B1. B2.", ALONE, facts=fact).text.replace('los("Z98","Z99",0).', "")
    with pytest.raises(InstanceError, match="give los/3"):
        _ = Position(text).g1


def test_a_crowd_beyond_a_minefield() -> None:
    """a5-11-overstack, a10-51-hazards: 1 to B2, 2 + 1 into the full woods in B1."""
    crowd = "; g2:squad@B1; g3:squad@B1; g4:squad@B1"
    here = asl("B1w B2. B3.", "g1:squad@B3 broken dm" + crowd, facts='feature("B2",minefield(known)).')
    assert here.destinations == {"B1": 4.0}


def test_what_may_be_ignored_anyway_does_not_bind_by_a_detour() -> None:
    """a10-51-hazards, a10-51-ignore-building: B1, through an FFE or around it, belongs to the building that it leaves."""
    own = 'building("b","B1"). building("b","B3"). feature("B2",ffe).'
    here = asl("A2. A3. B1s B2. B3s B4. B5. B6. B7w", "g1:squad@B3 broken dm", facts=own)
    assert set(here.destinations) == {"B1", "B7"}


def test_a_bridge_is_left_over_its_road() -> None:
    """b6-bridge: the woods in A2 touch the bridge in B2; the way leads by B1, 1 + 2. On the bridge it is in no water."""
    here = asl("A2w B1. B2~", "g1:squad@B2 broken dm", facts='feature("B2",bridge). road("B1","B2").')
    assert (here.destinations, here.g1.must_rout) == ({"A2": 3.0}, ())
    seen = asl(
        "B1. B2~ B8-", "g1:squad@B2 broken; a1:squad@B8", "B8-B2", REACH + 'feature("B2",bridge). road("B1","B2").'
    )
    assert must(seen) == {"a1"}  # a bridge is Open Ground


def test_what_a_bridge_assumes() -> None:
    """b6-bridge: that it is Open Ground is told where g1 is seen on it, or could be; not where nobody sees it."""
    hexes, span = "B1w B2~ B3. B4. B8-", 'feature("B2",bridge). road("B1","B2"). road("B3","B2").'
    told = ["a bridge is Open Ground to every LOS; by the Terrain Chart only to one along its depicted road"]
    assert assumed(asl(hexes, "g1:squad@B2 broken; a1:squad@B8", "B8-B2", REACH + span)) == told
    assert assumed(asl(hexes, "g1:squad@B3 broken dm; a1:squad@B8", "B8-B2", REACH + span)) == told
    assert assumed(asl(hexes, "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3", REACH + span)) == []
    near = asl(hexes, "g1:squad@B2 broken; a1:squad@B8", "B8-B2", "normal_range(a1,1). " + span)
    assert (near.g1.verdict, assumed(near)) == ("cannot_rout", told)  # it is seen, although it may not rout
    assert assumed(asl(hexes, "g1:squad@B3 broken dm; a1:squad@B8", "B8-B2/1", REACH + span)) == []


def test_from_inside_smoke_nobody_fires_unhindered() -> None:
    """a24-smoke: nor from upstairs in its hex, or from a pillbox there."""
    upstairs, dug_in = ("B4@1", "s", 'level("B4",1). '), ("B4@pillbox", ".", 'feature("B4",pillbox). ')
    for place, terrain, facts in (upstairs, dug_in):
        hexes = f"B1. B2. B3. B4{terrain}"
        units = f"g1:squad@B1 broken; a1:squad@{place}"
        assert must(asl(hexes, units, f"{place}-B1", facts)) == {"a1"}
        assert must(asl(hexes, units, f"{place}-B1", facts + 'feature("B4",smoke).')) == set()


def test_option_blaze_water() -> None:
    """option(blaze_water,avoidable), note 13: "may ignore paths through Blazes": through B2 to B1 for 3 MF, but B6 for 4
    is as good as the nearest. Nobody stops in a Blaze."""
    facts = 'feature("B2",blaze). los("B9","B8",0).'
    hexes = "B1w B2. B3. B4. B5. B6w B8. B9."
    barred = asl(hexes, "g1:squad@B3 broken dm", facts=facts)
    assert (set(barred.destinations), [p for p in barred.runs if "B2" in p]) == ({"B6"}, [])
    assert barred.judged("B2")[0] == 1
    through = asl(hexes, "g1:squad@B3 broken dm", facts=facts + "option(blaze_water,avoidable).")
    assert set(through.destinations) == {"B1", "B6"}
    assert through.g1.destinations[0].ignorable
    assert through.runs["B3 B2 B1"] == "survives"
    assert "B3 B2" not in through.runs
    assert through.crawls["B2"] == "eliminated"


def test_what_is_left_of_a_squad_overstacks_less() -> None:
    """a5-11-overstack: beside 3 1/2 squads in B2 a squad makes 1 1/2 too many, a half-squad 1."""
    friends = "".join(f"; g{n}:squad@B2" for n in (2, 3, 4)) + "; g5:half_squad@B2"
    here = "B1. B2w B3. B4. B5. B9.", f"g1:squad@B4 broken dm; a1:squad@B9{friends}", "B9-B4 B9-B3"
    assert asl(*here, "normal_range(a1,9).").run("B4 B3 B2").mf == (0, 1, 5)
    assert asl(*here, 'normal_range(a1,9). nmc(g1,"B3",fail).').run("B4 B3 B2").mf == (0, 1, 4)


# --- what random positions found ----------------------------------------------------------------------------------


def test_what_is_in_a_hex_is_not_doubled() -> None:
    """a7-7-encircled doubles "the first hex": out of a foxhole B2 costs 1 + 2 x 1, woods beyond 2 more; into a pillbox
    2 x 1 + 1; out of Wire 2 + 2 x 1."""
    out = asl("B1w B2. B3.", "g1:squad@B3@foxhole broken dm encircled", facts='feature("B3",foxhole).')
    assert out.destinations == {"B1": 5}
    into = asl("B2. B3.", "g1:squad@B3 broken dm encircled", facts='feature("B2",pillbox).')
    assert into.destinations == {"B2@pillbox": 3}
    wire = asl("B1w B2. B3.", "g1:squad@B3 broken dm encircled", facts='feature("B3",wire). wire_exit("B3",2).')
    assert wire.run("B3 B2 B1").mf == (0, 4, 6)


@pytest.mark.slow
def test_readings_that_no_page_decides_are_told() -> None:
    """a7-7-encircled, a12-14-reveal: only where they can matter."""
    doubled = "only the hex is doubled for an Encircled unit, not what it pays to get out of or into what is in a hex"
    in_hole = 'feature("B3",foxhole).'
    for units, facts, told in (
        ("g1:squad@B3@foxhole broken dm encircled", in_hole, [doubled]),
        ("g1:squad@B3@foxhole broken dm", in_hole, []),
        ("g1:squad@B3 broken dm encircled", "", []),
        (
            "g1:squad@B3@pillbox broken dm encircled",
            'feature("B3",pillbox).',
            ["it can be Encircled in a pillbox: if B30.32 keeps it from that, remove the status", doubled],
        ),
    ):
        assert assumed(asl("B1w B2. B3.", units, facts=facts)) == told
    late = 'feature("B2",foxhole). reveal(a1,g1,"B2",{}).'
    for when, told in (("before", 1), ("after", 0)):
        here = asl("B1w B2. B3. E3.", "g1:squad@B3 broken dm; a1:squad@E3 concealed", "E3-B2 E3-B3", late.format(when))
        assert len([line for line in assumed(here) if "comes too late" in line]) == told
        open_country = asl(
            "B1. B2. B3. B4. E3.", "g1:squad@B3 broken dm; a1:squad@E3 concealed", "E3-B2 E3-B3", late.format(when)
        )
        assert len([line for line in assumed(open_country) if "the unit refigures at once" in line]) == told


def test_out_of_its_encirclement_into_a_foxhole() -> None:
    """a10-531-cover: the shortest way to B3 costs 2 + 1 + 2 (a7-7-encircled). With the foxhole of B5, where a1 would
    interdict it, it gets to B4 for 3 + 2, and no farther."""
    far = asl("B3w B4. B5. B6. B8.", "g1:squad@B6 broken dm encircled; a1:squad@B8", "B8-B5", 'feature("B5",foxhole).')
    assert far.destinations == {"B3": 5}
    assert far.run("B6 B5@foxhole B4").mf == (0, 3, 5)
    assert far.runs["B6 B5@foxhole B4"] == "survives"


def test_a_trench_in_the_destination() -> None:
    """a10-531-cover: it enters woods by the road, in the trench there, and has arrived: what the trench holds is in its
    hex. On the road a1 would interdict it."""
    facts = 'feature("B2",trench). road("B2","B3"). normal_range(a1,9).'
    here = asl("B2w B3. B7.", "g1:squad@B3 broken dm; a1:squad@B7", "B7-B2", facts)
    assert ("B3 B2@trench", "B3>B2") in here.legs
    assert here.runs["B3 B2@trench"] == "survives"
    # Beyond its destination, too.
    on = asl(
        "B1w B2w B3. B7.", "g1:squad@B3 broken dm; a1:squad@B7", "B7-B1", facts.replace("B2", "B1").replace("B3", "B2")
    )
    assert ("B3 B2 B1@trench", "B3>B2") in on.legs


def test_from_pillbox_to_pillbox() -> None:
    """b27-entrench: 1 MF out, 1 for the hex, 1 in. a10-62-dm: they are ADJACENT if they see each other. Out of a foxhole
    into the pillbox of its hex: 1 + 1."""
    facts = 'feature("B2",pillbox). feature("B3",pillbox).'
    assert asl("B2. B3.", "g1:squad@B3@pillbox broken dm", facts=facts).destinations == {"B2@pillbox": 3}
    units = "g1:squad@B3@pillbox broken; a1:squad@B2@pillbox"
    assert asl("B2. B3.", units, "B3@pillbox-B2@pillbox", facts, near=False).g1.dm == ("a10-62-dm",)
    assert not asl("B2. B3.", units, "", facts, near=False).g1.dm
    same = asl("B3.", "g1:squad@B3@foxhole broken dm", facts='feature("B3",foxhole). feature("B3",pillbox).')
    assert same.destinations == {"B3@pillbox": 2}


@pytest.mark.parametrize("wanders", ["yes", "no"])
def test_nobody_goes_to_rest_in_a_blaze(wanders: str) -> None:
    """option(blaze_water,avoidable), note 13: it may take "paths through Blazes", but "into" only FFE and minefields: no
    Blaze is chosen without a destination, none is a destination, and none is gone on into beyond one."""
    facts = f'feature("B2",blaze). option(blaze_water,avoidable). option(free_toward,{wanders}).'
    free = asl("B1. B2. B3. B4.", "g1:squad@B3 broken dm", facts=facts).runs
    assert (free["B3 B4"], free["B3 B2 B1"]) == ("survives", "survives")
    assert "B3 B2" not in free
    # Woods that burn.
    on = asl("B2w B3w B4.", "g1:squad@B4 broken dm", facts=facts)
    assert (on.destinations, set(on.runs)) == ({"B3": 2}, {"B4 B3"})


def test_who_stops_for_good_in_a_blaze() -> None:
    """a10-5-ftr: on the way through the Blaze of B2 it sees a1, who keeps it from B1; next to a1 it has no other way."""
    facts = 'feature("B2",blaze). option(blaze_water,avoidable).'
    here = asl("A1- B1w B2. B3.", "g1:squad@B3 broken dm; a1:squad@A1", "A1-B2", facts, near=False)
    assert here.runs == {"B3 B2": "eliminated"}


def test_a_shelter_that_is_no_nearer() -> None:
    """a10-531-cover, a10-51-toward: A3 is as far from B1 as B3 is, so the rout does not stop in the foxhole there. With its
    MF it does not get to B1 (1 + 1, then 1 + 2, then 2), but to A2, which is nearer: there it stops."""
    here = asl("B1w B3. A2b A3. A6-", "g1:squad@B3 broken dm; a1:squad@A6", "A6-A3", 'feature("A3",foxhole).')
    assert here.runs == {"B3 A3 A2 B1": "survives", "B3 A3@foxhole A2": "survives"}
    # A wounded leader has no MF left to go on: he does not enter it.
    leader = "g1:leader@B3 broken dm wounded; a1:squad@A6"
    there = asl("B1w B3. A2. A3. A6-", leader, "A6-A3", 'feature("A3",foxhole). road("A2","B1").')
    assert there.runs == {"B3 A3 A2 B1": "survives"}


def test_into_the_pillbox_of_a_burning_hex() -> None:
    """b25-4-pillbox: it would have to leave again. By option(blaze_water,avoidable) it goes in, and leaves through the Blaze."""
    facts = 'feature("B2",blaze). feature("B2",pillbox). option(blaze_water,avoidable).'
    here = asl("B1. B2. B3.", "g1:squad@B2 broken dm", facts=facts)
    assert (here.destinations, here.runs["B2 B2@pillbox"]) == ({"B2@pillbox": 1}, "survives")
    both = asl("B1. B2. B3.", "g1:squad@B2 broken dm", facts=facts + 'feature("B2@pillbox",blaze).')
    assert (both.destinations, "B2 B2@pillbox" in both.runs) == ({}, False)
    facts = facts.replace("option(blaze_water,avoidable).", "")
    here = asl("B1. B2. B3.", "g1:squad@B2 broken", facts=facts)
    assert (here.g1.verdict, here.destinations, "B2 B2@pillbox" in here.runs) == ("routs", {}, False)
    assert set(here.crawls) == {"B1", "B3"}
    assert asl("B1. B2. B3.", "g1:squad@B1 broken dm", facts=facts).runs == {}


def test_nobody_is_about_to_go_back_where_it_may_not() -> None:
    """a12-14-reveal, a10-51-revisit: bound for B3 by way of B2, g1 could not step back into C3: what a1 would reveal before
    that step is not revealed, and does not end its rout."""
    units = "g1:squad@C3 broken dm; a1:squad@D3 hidden"
    here = asl("A3b B2w B3s C3s D3s", units, "D3-B2", 'reveal(a1,g1,"C3",before).', near=False)
    ends = {(route.legs[0].to, route.end) for route in here.g1.routes if route.path == ("C3", "B2")}
    assert ends == {("B2", "survives")}


def test_to_learn_of_an_enemy_is_not_to_enter_a_hex() -> None:
    """a12-14-reveal, a10-51-revisit: about to enter B1, g1, in B2, hears of a2 in D1, whom it does not see: it has been in B2
    once, and goes on."""
    units = "g1:crew@C3 broken; a1:half_squad@C3; a2:leader@D1 concealed"
    facts = 'reveal(a2,g1,"B3",before). reveal(a2,g1,"B1",before).'
    here = asl("B1w B2w B3. C3. D1. E2.", units, "D1-E2", facts, near=False)
    assert here.runs["C3 B2 B1"] == "survives"


def test_it_surrenders_only_in_the_hex_before_which_somebody_was_revealed() -> None:
    """a12-14-reveal: a4 is revealed, out of sight, when g1 is about to enter D3; so it does enter D3. In B3 it meets a3 alone."""
    here = asl(
        "B2. B3. B4b C3. C5o D2. D3. D4.",
        "g1:squad@C3 broken; g3:squad@D4; a1:dummy@D2; a2:leader@C3; a3:leader@B4 melee; a4:cavalry@B4 concealed; a5:crew@B2",
        "B4-B3",
        'reveal(a4,g1,"D3",before).',
        near=False,
    )
    assert {met.enemies for r in here.g1.routes for met in r.discovers if met.hex == "B3"} == {("a3",)}


# --- what a second reading found --------------------------------------------------------------------------------------

SPAN = 'feature("A2",pillbox). feature("B2",bridge). road("B2","B1"). road("B2","B3"). normal_range(a1,0).'


def test_a_pillbox_beside_a_bridge() -> None:
    """b6-bridge: nobody could advance from A2 onto the bridge of B2, nor back: a1 is ADJACENT to it neither on the ground of
    A2 nor in the pillbox there."""
    hexes = "A2. B1w B2~ B3w"
    for place in ("A2", "A2@pillbox"):
        here = asl(hexes, f"g1:squad@B2 broken; a1:squad@{place}", f"{place}-B2", SPAN, near=False).g1
        assert (here.verdict, here.dm) == ("cannot_rout", ()), place


def test_out_of_a_pillbox_into_a_foxhole_of_the_next_hex() -> None:
    """b27-entrench, a10-531-cover: a1 would interdict g1 in B3. 1 MF for the hex, 1 for leaving the pillbox, 1 for the
    foxhole."""
    here = asl(
        "B2. B3. B7.",
        "g1:squad@B2@pillbox broken dm; a1:squad@B7",
        "B7-B3",
        'feature("B2",pillbox). feature("B3",foxhole).',
        near=False,
    )
    assert here.run("B2@pillbox B3@foxhole").mf == (0.0, 3.0)
    assert here.run("B2@pillbox B3").mf == (0.0, 2.0)


def test_between_a_pillbox_and_its_hex() -> None:
    """b27-entrench, b30-5-pillbox: two Locations, ADJACENT to each other. From on top of a1's pillbox, which sees only B3, g1
    must go and may go to B1; from inside, with a1 on top, it need not, and B3, which a1 does not see, is open to it. Nobody
    is in an enemy-occupied Location: it may crawl."""
    above = asl("B1w B2w B3.", "g1:squad@B2 broken dm; a1:squad@B2@pillbox", "B2@pillbox-B3", BOX, near=False)
    assert (must(above), {to for to, by in above.around.items() if not by}) == ({"a1"}, {"B1"})
    below = asl("B1w B2. B3w", "g1:squad@B2@pillbox broken; a1:squad@B2", "B2-B1", BOX, near=False)
    assert (below.g1.verdict, below.crawls) == ("may_rout", {"B3": "survives"})
    assert {to for to, by in below.around.items() if not by} == {"B3"}


@pytest.mark.parametrize(
    ("facts", "price"),
    [
        ('elevation("B2",1).', 3.0),  # 2 x 1, and 1
        ('hexside("B1","B2",wall).', 3.0),
        ('feature("B2",smoke).', 3.0),
        ('hexside("B1","B2",cliff).', None),
    ],
)
def test_into_a_pillbox(facts: str, price: float | None) -> None:
    """b27-entrench, b10-4-uphill: what leads into the hex, and 1 MF that is not doubled."""
    here = asl("B1. B2. B3.", ALONE, facts=BOX + facts)
    assert here.destinations == ({} if price is None else {"B2@pillbox": price})


def test_it_may_decline_its_destination_for_want_of_mf() -> None:
    """a10-531-cover, note 17: in B2 it has 1 MF left: enough for the woods by the road, where a1 would interdict it, not for
    the trench in them. With 2 left it may not decline."""
    facts = REACH + 'feature("B1",trench). road("B2","B1").'
    far = "B1w B2. B3. B4. B5. B6. B7. B9-", "g1:squad@B7 broken dm; a1:squad@B9", "B9-B7 B9-B1", facts
    assert asl(*far).runs["B7 B6 B5 B4 B3 B2"] == "survives"
    near = asl(far[0], far[1].replace("B7", "B6"), "B9-B6 B9-B1", facts)
    assert (near.runs["B6 B5 B4 B3 B2 B1"], "B6 B5 B4 B3 B2" in near.runs) == ("survives", False)


@pytest.mark.parametrize(
    ("start", "declines"),
    [
        ("B5", True),
        ("B4", False),
    ],  # in the foxhole of B2 with 2 MF left, or with 3: it costs 1 to leave, and the pillbox 2
)
def test_it_may_decline_the_hex_of_the_pillbox_where_it_has_no_mf_for_it(start: str, declines: bool) -> None:
    """a10-531-cover, note 17: bound for the pillbox in B1 it pays for the foxhole in B2, and from there may get no farther than
    the Open Ground of B1, where a1 would interdict it: it may decline that."""
    hexes, by = "B1. B2. B3. B4. B5. B9-", f"g1:squad@{start} broken dm; a1:squad@B9"
    here = asl(hexes, by, f"B9-B1 B9-B2 B9-{start}", REACH + 'feature("B1",pillbox). feature("B2",foxhole).')
    way = " ".join(f"B{n}" for n in range(int(start[1]), 2, -1)) + " B2@foxhole"
    assert (here.runs.get(way) == "survives", here.runs.get(f"{way} B1") == "survives") == (declines, declines)
    assert (f"{way} B1@pillbox" in here.runs) == (not declines)


SHORT = "B1w B2. B3. B4. B5. B9- ", "g1:squad@B5 broken dm; a3:squad@B9; ", "B9-B4 "


@pytest.mark.parametrize(
    ("place", "los", "path", "found"),
    [
        ("F9", "F9-B4", "B5 B4@trench B3 B2", [("a2", "a3")]),
        ("F9", "F9-B3", "B5 B4@trench B3 B2", [("a3",), ("a2",)]),
        ("A3", "A3-B4 A3-B3", "B5 B4@trench", [("a2", "a3")]),
        ("A3", "A3-B3", "B5 B4@trench B3 B2", [("a3",), ("a2",)]),
    ],
)
def test_falling_short_it_learns_of_somebody_before_the_next_step(
    place: str, los: str, path: str, found: list[tuple[str, ...]]
) -> None:
    """a10-531-cover, a12-14-reveal: for the trench in B4 g1 has given up B1 (2 + 2 + 1 + 2 MF). Before the step to B3 a2 is
    revealed: one who does not bar it, or is not seen from there, changes nothing else; next to B3, he makes it stop there."""
    here = asl(
        SHORT[0] + f"{place}-",
        SHORT[1] + f"a2:squad@{place} concealed",
        SHORT[2] + los,
        'feature("B4",trench). reveal(a2,g1,"B3",before). normal_range(a3,12). normal_range(a2,1).',
        near=False,
    )
    (run,) = [r for r in here.g1.routes if "B4@trench" in r.path]
    assert (" ".join(run.path), [d.enemies for d in run.discovers]) == (path, found)
    assert (run.end, len(run.legs)) == ("survives", 1)
    assert here.judged(path.split(" ", 1)[1]) == "survives"


@pytest.mark.parametrize("place", ["A3", "F9"])
def test_falling_short_it_looks_through_who_is_concealed_yet(place: str) -> None:
    """a10-531-cover, a20-21-clean: in the trench of B4 a1 is revealed next to g1, which has a clean rout by B3 to B2 as long as
    a2 is concealed: it does not surrender. Before the step a2 is revealed: if he bars it, it does."""
    here = asl(
        SHORT[0] + f"A5- {place}-",
        SHORT[1] + f"a1:squad@A5 concealed; a2:squad@{place} concealed",
        SHORT[2] + f"A5-B4 {place}-B4 {place}-B3",
        'feature("B4",trench). reveal(a1,g1,"B4",after). reveal(a2,g1,"B3",before). normal_range(a3,12). normal_range(a1,1).'
        " normal_range(a2,1).",
        near=False,
    )
    (run,) = [r for r in here.g1.routes if "B4@trench" in r.path]
    assert {enemy for d in run.discovers for enemy in d.enemies} == {"a1", "a2", "a3"}
    assert (run.path[2:], run.end) == (((), "surrenders") if place == "A3" else (("B3", "B2"), "survives"))


@pytest.mark.parametrize(
    ("enemy", "end"),
    [
        ("", "survives"),
        ("; a1:squad@C2", "surrenders"),
        ("; a1:squad@C2 concealed", "surrenders"),
    ],
)
def test_it_may_decline_the_next_hex_whomever_it_would_meet_there(enemy: str, end: str) -> None:
    """a10-531-cover, note 17: from the trench in B4 (2 MF) B3 takes 1 + 1.5, B2 1 more, and 1 for the trench there: g1 may
    decline it, also where it would find a1 there, or where he is revealed before that step."""
    here = asl(
        "B1w B2. B3g B4. B5. B9- C2-",
        f"g1:squad@B5 broken dm; a9:squad@B9{enemy}",
        "B9-B4 B9-B2 C2-B2",
        'normal_range(a9,12). feature("B4",trench). feature("B2",trench). month(7).'
        + ("normal_range(a1,1)." if enemy else "")
        + (' reveal(a1,g1,"B2",before).' if "concealed" in enemy else ""),
        near=False,
    )
    sheltered = {path: run for path, run in here.runs.items() if "B4@trench" in path}
    assert sheltered == {"B5 B4@trench B3": "survives", "B5 B4@trench B3 B2": end}


def test_encircled_it_falls_short_although_somebody_is_revealed_before_its_first_step() -> None:
    """a7-7-encircled, a10-531-cover, a12-14-reveal: a1, revealed before the step to B4, changes nothing: 2 MF for that hex and
    1 for its foxhole, 1 + 1 to B3, 1 to B2."""
    here = asl(
        "B1w B2. B3. B4. B5. B9- I4-",
        "g1:squad@B5 broken dm encircled; a9:squad@B9; a1:squad@I4 concealed",
        "B9-B4 I4-B5",
        'feature("B4",foxhole). normal_range(a9,12). normal_range(a1,1). reveal(a1,g1,"B4",before).',
        near=False,
    )
    assert here.run("B5 B4@foxhole B3 B2").mf == (0.0, 3.0, 5.0, 6.0)


def test_into_a_shelter_before_which_somebody_is_revealed_who_bars_the_way_behind_it() -> None:
    """a12-14-reveal: from B5, about to go into the trench of A5, it learns of a1: A4 is nearer to him, A5 is not. It makes the
    step that it was about to make, and comes to rest there."""
    here = asl(
        "B5. A5. A4. A3. A2w B9- C1-",
        "g1:squad@B5 broken dm; a9:squad@B9; a1:squad@C1 concealed",
        "B9-A5 C1-B5",
        'feature("A5",trench). normal_range(a9,12). normal_range(a1,1). reveal(a1,g1,"A5",before).',
        near=False,
    )
    assert [r.end for r in here.g1.routes if r.path == ("B5", "A5@trench") and len(r.legs) == 1] == ["survives"]


@pytest.mark.parametrize("beside", ["", "C5"])
def test_on_its_way_into_a_shelter_when_somebody_is_revealed_who_bars_its_destination(beside: str) -> None:
    """a12-14-reveal, a20-21-clean: in B5, about to go into the trench of A5, with which A4 (5 MF) is out of reach, g1 learns of
    a1, who bars A4. It goes into the trench all the same; also from next to a2, to whom it does not surrender, as that way is
    clean."""
    here = asl(
        "B7. B6. B5. A5. A4w B9- B3- C5- D3-",
        "g1:squad@B7 broken dm; a9:squad@B9; a1:squad@B3 concealed; a3:squad@D3 concealed"
        + (f"; a2:squad@{beside} concealed" if beside else ""),
        "B9-B7 B9-A5 B3-B5 D3-A5" + (f" {beside}-B5" if beside else ""),
        'feature("A5",trench). normal_range(a9,12). normal_range(a1,1). normal_range(a3,1). reveal(a1,g1,"A5",before).'
        ' reveal(a3,g1,"A5",after).' + (' normal_range(a2,1). reveal(a2,g1,"B5",after).' if beside else ""),
        near=False,
    )
    assert ("B7 B6 B5 A5@trench", "B7>A4") in here.legs
    assert not any(r.path == ("B7", "B6", "B5") and r.end == "surrenders" for r in here.g1.routes)


def test_by_a_detour_it_counts_on_no_shelter_of_the_shortest_way() -> None:
    """a20-21-clean, a10-531-cover, note 17: in C4, next to a1, it has spent 3 MF, and A4 (3 MF from B5, by A5) takes 3 more; with
    the shellholes in B3 it cannot arrive, and they are on no shortest way; B4 is closer to a9. It has no clean rout, and
    surrenders at once, though a2 is concealed yet."""
    here = asl(
        "A4w A5. B3. B4. B5. C4. C5b D3- B6- B9-",
        "g1:squad@B5 broken dm; a9:squad@B9; a1:squad@D3; a2:leader@B6 concealed",
        "B6-B3 B6-B5 B6-C4 B9-B3 B9-B5 D3-B3 D3-C4",
        'feature("B3",shellholes). reveal(a2,g1,"B3",before). normal_range(a9,12). normal_range(a1,9).',
        near=False,
    )
    found = [r for r in here.g1.routes if r.path == ("B5", "C5", "C4") and r.end == "surrenders"]
    assert [[(d.hex, d.enemies) for d in r.discovers] for r in found] == [[("C4", ("a1",))]]


@pytest.mark.parametrize("enemy", ["concealed", ""])
def test_disrupted_it_ceases_in_a_shelter_on_the_shortest_way(enemy: str) -> None:
    """a19-12-rout, a12-14-reveal, a10-531-cover: a1 cannot be seen from B4. In the foxhole of B3 g1 learns of him, be he revealed
    before that step or not, and is safe: its rout ends. By C4, a detour from B4, it may not go into the foxhole."""
    here = asl(
        "B1- B2w B3. B4. B5. B6. C4. B9-",
        f"g1:squad@B6 broken dm disrupted; a9:squad@B9; a1:squad@B1 {enemy}",
        "B9-B6 B9-B5 B9-B4 B9-B3 B1-B3 B1-B2",
        'feature("B3",foxhole). normal_range(a9,12). normal_range(a1,3).'
        + (' reveal(a1,g1,"B3",before).' if enemy else ""),
        near=False,
    )
    assert {path: end for path, end in here.runs.items() if "@" in path} == {"B6 B5 B4 B3@foxhole": "survives"}


def test_by_a_detour_it_may_not_decline_its_destination() -> None:
    """a10-531-cover, note 17: as before from B6, with 1 MF spent on the shellholes of B5. By A6 it is 1 MF round about: it has
    1 left in B2, too, but is on no shortest way."""
    facts = REACH + 'feature("B1",trench). feature("B5",shellholes). road("B2","B1").'
    here = asl("B1w B2. B3. B4. B5. B6. A6. B9-", "g1:squad@B6 broken dm; a1:squad@B9", "B9-B6 B9-B5 B9-B1", facts)
    assert here.runs["B6 B5@shellholes B4 B3 B2"] == "survives"
    assert {path for path in here.runs if "A6" in path} == {"B6 A6 B5 B4 B3 B2 B1"}


def test_by_a_detour_it_has_a_clean_rout_on_from_where_somebody_is_revealed() -> None:
    """a20-21-surrender, a20-21-clean, a10-531-cover: before the step into B1 the Gun a1 is revealed, next to B2. Whoever came
    there
    past A4 pays for no shelter any more in this leg; it has a clean rout on into B1 all the same, and does not surrender."""
    here = asl(
        "B1w B2. B3. B4. B5. A3. A4. B9-",
        "g1:leader@B5 broken dm; a9:squad@B9; a1:gun@A3 concealed",
        "A3-B1 A3-B2 A3-B3 A3-B4 A3-A4 B9-B1 B9-B2 B9-B4 B9-B5",
        'normal_range(a9,12). normal_range(a1,3). reveal(a1,g1,"B1",before). feature("B2",foxhole).',
        near=False,
    )
    assert here.runs["B5 B4 A4 B3 B2 B1"] == "survives"
    assert here.runs["B5 B4 B3 B2 B1"] == "survives"
    assert "surrenders" not in here.runs.values()


def test_by_a_detour_it_has_a_clean_rout_on_from_where_somebody_is_revealed_to_it() -> None:
    """a20-21-surrender, a20-21-clean, a12-14-reveal: once it is in B4, bound for C4, a2 is revealed next to it. Also who came
    past
    A5, and pays for no shelter any more in this leg, has a clean rout on into C4, and does not surrender; a1 would be
    revealed before another step."""
    here = asl(
        "A2. B3w B4. B5. A4. A5b C4w B9-",
        "g1:leader@B5 broken dm; a9:squad@B9; a1:leader@A2 concealed; a2:squad@A4 concealed",
        "A2-B4 A2-C4 A4-A5 A4-B3 A4-B4 A4-C4 B9-A4 B9-A5 B9-B3",
        'normal_range(a9,12). reveal(a1,g1,"B3",before). reveal(a2,g1,"B4",after). feature("A4",foxhole).',
        near=False,
    )
    assert {("B5 A5 B4 C4", "B5>C4"), ("B5 B4 C4", "B5>C4")} <= here.legs
    assert "surrenders" not in here.runs.values()


def test_about_to_go_on_from_where_somebody_threatens_it_it_has_not_come_to_rest() -> None:
    """a20-21-surrender, a12-14-reveal, option free_toward: in C4, about to enter B3, where a9 would interdict it, it learns of a2
    next to it. To rest there would be a clean rout, but not one of those left: it gets no farther."""
    here = asl(
        "B1. B3. B4b B5. B6. C4. D3. B9.",
        "g1:leader@B5 broken dm; a9:squad@B9; a1:leader@B1 concealed; a2:leader@D3 concealed",
        "B9-B3 B9-B4 D3-C4",
        'normal_range(a9,12). reveal(a1,g1,"B6",before). reveal(a2,g1,"B3",before). option(free_toward,no).',
        near=False,
    )
    assert here.runs["B5 B4 C4"] == "survives"  # it may stop there without trying
    assert "B5 B4 C4 B3" not in here.runs


def test_the_price_of_a_later_choice_is_that_of_its_clean_way() -> None:
    """a10-51-nearest, option adjacent_clean: in A2, by a2 kept from A3, it chooses anew. B1 is no farther from a2, and may be
    ignored:
    it may stop there."""
    here = asl(
        "A2. A3w B1w B2. B3. B8.",
        "g1:squad@B2 broken dm; a1:gun@B3 concealed; a2:squad@B8",
        "B8-A2 B3-B2",
        'reveal(a1,g1,"B1",before). option(adjacent_clean,yes). normal_range(a2,9).',
        near=False,
    )
    assert {("B2 A2", "B2>A3 A2>free"), ("B2 A2 B1", "B2>A3 A2>B1")} <= here.legs


def test_a_detour_that_ends_in_a_new_choice_is_a_clean_rout() -> None:
    """a20-21-surrender, a20-21-clean, a10-51-refigure: next to a1 g1 surrenders without a clean rout. The shortest way to B1 is
    interdicted in B3 and B2, though B3 has a foxhole. Past C4 it meets a2 in C3, who closes B1, and goes elsewhere unharmed."""
    here = asl(
        "B0. B1w B2. B3. B4. B5. B6. B9. C2. C3. C4. D2w",
        "g1:squad@B5 broken dm; a1:squad@B6; a2:squad@B0; a9:squad@B9",
        "B6-B5 B9-B3 B9-B2 B0-B1 B0-C3",
        'normal_range(a9,9). normal_range(a2,1). feature("B3",foxhole). hexside("C3","D2",hedge).',
        near=False,
    )
    assert (here.g1.verdict, here.destinations) == ("routs", {"B1": 5})
    assert ("B5 B4 C4 C3 D2", "B5>B1 C3>D2") in here.legs


def test_the_price_of_a_clean_way_may_be_that_of_the_terrain_beside_a_road() -> None:
    """a10-51-nearest, option adjacent_clean, road_rate: a9 would interdict it on the road in B2. At the brush's MF he does
    not, and
    B1 is 5 away by that clean way; by road it gets there for 4 all the same."""
    here = asl(
        "B1w B2b B3. B4. B5. B9.",
        "g1:squad@B4 broken dm; a1:squad@B5; a9:squad@B9",
        "B5-B4 B9-B2",
        'normal_range(a9,9). option(adjacent_clean,yes). road("B3","B2").',
        near=False,
    )
    assert here.destinations == {"B1": 5}
    assert {run.mf[-1] for run in here.g1.routes if run.path == ("B4", "B3", "B2", "B1")} == {4, 5}


def test_to_decline_its_destination_is_a_clean_rout() -> None:
    """a20-21-clean, note 17: next to a2 it must have a clean rout. Only the road leads into B1, under the eyes of a1; but it may
    stop before it, for want of the MF for the trench there."""
    facts = REACH + 'feature("B1",trench). road("B2","B1"). normal_range(a2,1).'
    units = "g1:squad@B7 broken dm; a1:squad@B9; a2:squad@B8"
    assert asl("B1w B2. B3. B4. B5. B6. B7. B8- B9-", units, "B9-B7 B9-B1", facts).g1.verdict == "routs"


def test_a_new_enemy_lets_it_stay_in_a_shelter_that_is_no_nearer() -> None:
    """a10-531-cover, a10-51-toward: "unless it discovers any new KEU that prevent it": in the foxhole of A3, as far from B1 as
    B3 is, it finds a2, who bars A2; a3, who bars nothing, changes nothing."""
    hexes, units = "A1- B1w B2- B3. A2b A3. A6-", "g1:squad@B3 broken dm; a1:squad@A6"
    dug = 'feature("A3",foxhole). normal_range(a2,1).'
    barred = asl(hexes, units + "; a2:squad@A1", "A6-A3 A1-A3/1 A1-A2", dug, near=False)
    assert ("B3 A3@foxhole", "B3>B1") in barred.legs
    assert barred.runs["B3 A3@foxhole"] == "survives"
    elsewhere = asl(hexes + " E8-", units + "; a2:squad@E8", "A6-A3 E8-A3/1", dug, near=False)
    assert "B3 A3@foxhole" not in elsewhere.runs


def test_nobody_is_thrown_back_from_a_shelter_that_a_detour_bars() -> None:
    """a10-531-cover, a10-533-repulse: past C3 the way over B2 is no shortest one, and no foxhole is paid for in C2; without C3
    it is, and the unit is thrown back from there."""
    units = "g1:squad@B3 broken dm; a1:half_squad@C2 concealed; a2:squad@A4"
    facts = 'feature("D2",smoke). feature("C2",foxhole). no_quarter(german).'
    for hexes, sheltered in (("B3. B2. C2. D2w A4. C3.", False), ("B3. B2. C2. D2w A4.", True)):
        here = asl(hexes, units, "A4-B2 A4-C2", facts)
        assert here.runs["B3 B2 C2 B2"] == "eliminated"
        assert ("B3 B2 C2@foxhole B2" in here.runs) is sheltered


def test_no_clean_rout_falls_short_by_a_detour() -> None:
    """a20-21-clean, a10-531-cover: a2 would interdict it in B5, on the shortest way to B2 (5 MF), and in B4. By A6 and A5 it
    would come to the trench of B4 unseen, but then not to B2: only who has kept to the shortest way may do that."""
    hexes, units = "A5. A6. B2w B3. B4. B5. B6. B7. B9-", "g1:squad@B6 broken dm; a1:squad@B7; a2:squad@B9"
    dug = 'feature("B4",trench). '
    assert asl(hexes, units, "B7-B6 B9-B5 B9-B4", dug, near=False).g1.verdict == "surrenders"
    here = asl(hexes, units, "B7-B6 B9-B5 B9-B4", dug + "no_quarter(german).", near=False)
    assert here.runs["B6 B5 B4@trench B3"] == "survives"
    assert here.judged("B5 B4@trench B3") == "survives"
    assert not any("A5 B4@trench" in path for path in here.runs)
    fault = here.judged("A6 A5 B4@trench B3")
    assert isinstance(fault, tuple)
    assert (fault[0], fault[1]["a10-531-cover"]) == (3, ("B4@trench",))
    # Where nobody sees B5 the shortest way is clean.
    assert asl(hexes, units, "B7-B6 B9-B4", dug, near=False).g1.verdict == "routs"


def test_thrown_back_from_a_shelter_that_only_the_shortest_way_may_pay_for() -> None:
    """a10-531-cover, a10-533-repulse: the same trench, with a3 concealed in B4. Straight, B2 would cost 7 MF by way of it; it may
    pay for that, and it is thrown back. By A6 and A5 it would cost 8, and who has come round may not pay."""
    here = asl(
        "A5. A6. B2w B3. B4. B5. B6. B7. B9-",
        "g1:squad@B6 broken dm; a1:squad@B7; a2:squad@B9; a3:squad@B4 concealed",
        "B7-B6 B9-B5 B9-B4",
        'feature("B4",trench). no_quarter(german).',
        near=False,
    )
    assert here.runs["B6 B5 B4@trench B5"] == "eliminated" and "B6 A6 A5 B4@trench A5" not in here.runs
    assert here.judged("B5 B4@trench") == "eliminated"
    fault = here.judged("A6 A5 B4@trench")
    assert isinstance(fault, tuple)
    assert (fault[0], fault[1]["a10-531-cover"]) == (3, ("B4@trench",))


def test_thrown_back_where_it_would_have_to_choose_anew_only_the_shortest_way_may_have_paid() -> None:
    """a10-531-cover, a10-533-repulse: the same, with shellholes in B4, where a4 is revealed next to it and bars the way on. By
    B5 they still leave enough for B2 (6 MF); by a third hex they do not, and may not be paid for."""
    here = asl(
        "A5. A6. B2w B3. B4. B5. B6. B7. B9- C4.",
        "g1:squad@B6 broken dm; a1:squad@B7; a2:squad@B9; a3:squad@B4 concealed; a4:squad@C4 concealed",
        "B7-B6 B9-B5 B9-B4 C4-B4 C4-B3",
        'feature("B4",shellholes). no_quarter(german). reveal(a4,g1,"B4",after).',
        near=False,
    )
    assert {path for path in here.runs if "B4@shellholes" in path} == {"B6 B5 B4@shellholes B5"}


def test_barred_before_its_first_step_it_is_encircled_still() -> None:
    """a7-7-encircled, a12-14-reveal: a1, revealed before g1 enters B2, bars that. It has not moved: B8 costs 2 x 1 + 3 + 2 = 7,
    and it goes where it likes."""
    hexes = "B1w B2. B3. B4. B5. B6. B7. B8w A2. C2."
    units, facts = "g1:squad@B3 broken dm{}; a1:squad@C2 concealed", 'reveal(a1,g1,"B2",before).'
    assert ("B3 B4 B5", "B3>B1 B3>free") in asl(hexes, units.format(" encircled"), "C2-B3", facts).legs
    assert ("B3 B4 B5 B6 B7 B8", "B3>B1 B3>B8") in asl(hexes, units.format(""), "C2-B3", facts).legs


def test_nobody_goes_beneath_a_bridge() -> None:
    """b6-bridge: from A2 no road leads into B2, a stream with a bridge: that it does not wade through is told, where it could
    come there."""
    hexes, span = "A2. B1. B2= B3. C2w", 'feature("B2",bridge). road("B1","B2"). road("B3","B2").'
    here = asl(hexes, "g1:squad@A2 broken dm", facts=span)
    assert set(here.runs) == {"A2 B1 C2"}
    told = "a bridge is entered and left over its road only, and nobody goes beneath it, through its stream or gully"
    assert assumed(here) == [told]
    assert assumed(asl(hexes.replace("=", "~"), "g1:squad@A2 broken dm", facts=span)) == []
    assert assumed(asl(hexes, "g1:squad@A2 broken dm", facts="")) == []


def test_from_the_bridge_and_from_the_bank() -> None:
    """b6-bridge: on the bridge of B2 it does not go down to A3, through the stream; from A3 it does not come up to it."""
    hexes, span = "A3. B1w B2=", 'feature("B2",bridge). road("B1","B2").'
    told = "a bridge is entered and left over its road only, and nobody goes beneath it, through its stream or gully"
    assert assumed(asl(hexes, "g1:squad@B2 broken dm", facts=span)) == [told]
    assert assumed(asl(hexes, "g1:squad@A3 broken dm", facts=span)) == [told]


def test_revealed_when_it_enters_a_foxhole() -> None:
    """a12-14-reveal: who enters the foxhole of B2 enters B2. a2, in C2, bars both if he is revealed before that; afterwards he
    is Known there, next to g1, and bars B1."""
    hexes, units = "B1w B2. B3. B4. B8. C2. A2.", "g1:squad@B3 broken dm; a1:squad@B8; a2:squad@C2 concealed"
    dug = REACH + 'feature("B2",foxhole). no_quarter(german). '
    before = asl(hexes, units, "B8-B3 B8-B2 C2-B3", dug + 'reveal(a2,g1,"B2",before).').runs
    assert not any("B2" in path for path in before)
    after = asl(hexes, units, "B8-B3 B8-B2 C2-B3", dug + 'reveal(a2,g1,"B2",after).')
    assert after.run("B3 B2@foxhole A2").discovers == (pyrout.Discovery("B2@foxhole", ("a2",)),)
    assert not any(path.startswith("B3 B2@foxhole B1") for path in after.runs)


def test_a_revealed_enemy_changes_only_what_is_to_come() -> None:
    """a12-14-reveal, a10-5-ftr: stopped in B1 with no MF left, a leader next to a1, who drops concealment then, surrenders, or
    is eliminated under No Quarter; a squad goes on to A2."""
    hexes, facts = "B1w B2. B3. B4. A2. C2.", 'reveal(a1,g1,"B1",after). '
    leader = "g1:leader@B3 broken dm wounded; a1:squad@C2 concealed"
    assert asl(hexes, leader, "C2-B3", facts).runs == {"B3 B2 B1": "surrenders"}
    assert asl(hexes, leader, "C2-B3", facts + "no_quarter(german).").runs == {"B3 B2 B1": "eliminated"}
    squad = asl(hexes, leader.replace("leader", "squad").replace(" wounded", ""), "C2-B3", facts).runs
    assert {path for path in squad if path.startswith("B3 B2 B1")} == {"B3 B2 B1 A2"}


def test_a_crawl_by_the_stairs_to_another_destination_than_before() -> None:
    """a12-14-reveal, a10-52-crawl: a1, revealed before the leader leaves the cellar, is next to B1, to which it was bound. It
    has not moved: bound for B2 now, it may still crawl there, although the hex is the same."""
    facts = 'level("B2",-1). stairwell("B2"). reveal(a1,g1,"B2",before).'
    units = "g1:leader@B2@-1 broken dm; a1:squad@C2 concealed; a2:vehicle@B3"
    here = asl("B1s B2s B3. C2.", units, "C2-B1 C2-B2@-1", facts, near=False)
    crawls = [[leg.to for leg in r.legs] for r in here.g1.routes if r.posture == "low_crawl"]
    assert crawls == [["B1", None], ["B1", "B2"], ["B2"]]


# --- what no other position shows ---------------------------------------------------------------------------------------


def test_what_burns_bars_the_way_within_its_hex() -> None:
    """a10-51-hazards: up the stairs, from one upper Location to the next, and into a pillbox (b25-4-pillbox)."""
    burns = "a10-51-hazards"
    up = asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK + 'feature("B2@1",blaze).')
    assert up.around["B2@1"] == {burns: ("B2@1",)}
    across = asl("B2s B3s", "g1:squad@B2@1 broken dm", facts=BLOCK + 'feature("B3@1",blaze).')
    assert across.around["B3@1"] == {burns: ("B3@1",)}
    fire = 'feature("B2",pillbox). feature("B2",blaze). los("B2@pillbox","B1",0).'
    into = asl("B1. B2. B3.", "g1:squad@B2 broken dm", facts=fire)
    assert into.around["B2@pillbox"] == {"b25-4-pillbox": ("B2@pillbox",)}
    out = Position(into.text.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)'))
    assert out.around["B2"] == {burns: ("B2",)}
    box = asl("B1. B2. B3.", "g1:squad@B2 broken dm", facts='feature("B2",pillbox). feature("B2@pillbox",blaze).')
    assert box.around["B2@pillbox"] == {burns: ("B2@pillbox",)}


def test_a_stream_under_a_bridge_is_not_paid_for() -> None:
    """b6-bridge: over the road it is 1 MF, and no way costs the 3 MF of the stream."""
    here = asl("B1w B2= B3.", "g1:squad@B3 broken dm", facts='feature("B2",bridge). road("B1","B2"). road("B3","B2").')
    assert {route.mf for route in here.g1.routes if route.path == ("B3", "B2", "B1")} == {
        (0.0, 1.0, 2.0),
        (0.0, 1.0, 3.0),
    }


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


def test_who_enters_a_foxhole_stacks_in_its_hex() -> None:
    """a5-11-overstack, b27-entrench: three squads are in B2, none of them in the foxhole, which a1 makes it enter: 1 MF for the
    hex, 1 for the foxhole, 1 for stacking."""
    crowd = "g2:squad@B2; g3:squad@B2; g4:squad@B2"
    here = asl(
        "B1w B2. B3. B8.", f"g1:squad@B3 broken dm; {crowd}; a1:squad@B8", "B8-B2", REACH + 'feature("B2",foxhole).'
    )
    assert {r.mf[1] for r in here.g1.routes if r.path[1] == "B2@foxhole"} == {3.0}
    assert {r.mf[1] for r in here.g1.routes if r.path[1] == "B2" and r.posture == "run"} == {2.0}


def test_who_leaves_the_foxhole_of_a_hex_leaves_the_enemies_in_it() -> None:
    """a10-51-adjacent, b27-entrench: a1, broken, is in B2, too; out of the foxhole g1 may go to B3, next to him."""
    here = asl("B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B2 broken", facts='feature("B2",foxhole).')
    dug = Position(here.text.replace('at(g1,"B2")', 'at(g1,"B2",foxhole)'))
    assert "B2@foxhole B3 B4" in dug.runs


def test_nobody_stays_in_a_foxhole_next_to_the_enemy() -> None:
    """a10-5-ftr, b27-entrench: nothing is in reach, so it may go anywhere, out of the Location of a1. The foxhole of A2 keeps him
    from interdicting it, and is next to him."""
    here = asl(
        "B2. A2. A1. B9-", "g1:squad@B2 broken dm; a1:squad@B2", facts='feature("A2",foxhole). no_quarter(german).'
    )
    ends = {route.path: route.end for route in here.g1.routes if route.posture == "run"}
    assert ends["B2", "A2@foxhole", "A1"] == "survives"
    assert ends.get(("B2", "A2@foxhole"), "eliminated") == "eliminated"


def test_where_it_may_keep_its_dm() -> None:
    """a10-62-keep: outside Rally Terrain; a trench is Rally Terrain, a foxhole is not. Three squads do not overstack its woods,
    a fourth does."""
    stays = "B1. B9-", "g1:squad@B1 broken dm; a1:squad@B9"
    for feature, keeps in (("trench", False), ("foxhole", True)):
        text = asl(*stays, facts=f'feature("B1",{feature}).').text
        assert Position(text.replace('at(g1,"B1")', f'at(g1,"B1",{feature})')).g1.may_keep_dm is keeps
    crowd = "g1:squad@B1 broken dm; g2:squad@B1; g3:squad@B1"
    assert not asl("B1w B2.", crowd).g1.may_keep_dm
    assert asl("B1w B2.", f"{crowd}; g4:squad@B1").g1.may_keep_dm


def test_disrupted_in_melee() -> None:
    """a11-16-disrupted: it neither routs nor surrenders, and that is told."""
    here = asl("B1w B2. B3.", "g1:squad@B2 broken disrupted melee; a1:squad@B2 melee").g1
    assert "a11-16-disrupted" in causes(here.reasons)
    assert here.verdict == "eliminated"


def test_disrupted_by_heat_of_battle_it_ceases_to_rout_where_it_meets_an_enemy() -> None:
    """a15-hob, a19-12-rout: Disrupted in B4 it goes on, as it has to; in B3 it sees a2, too far away to force it, and stops."""
    here = asl(
        "B1w B2. B3. B4. B5. B9- E9-",
        "g1:squad@B5 broken dm; a1:squad@B9; a2:squad@E9",
        "B9-B4 E9-B3",
        'nmc(g1,"B4",two). hob(g1,surrender). normal_range(a1,9). normal_range(a2,2).',
    )
    assert here.runs == {"B5 B4 B3": "survives"}
    once = Position(here.text + "option(disrupted_ceases,no).")
    assert once.runs == {"B5 B4 B3 B2 B1": "survives"}
