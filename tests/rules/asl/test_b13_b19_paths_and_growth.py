"""Paths (B13.6), and woods or brush in a gully or a stream (B19.4, B33.11)."""

from __future__ import annotations

import pytest
from tiny import ALONE, asl, must

from pyrout.errors import InstanceError

GULLY = 'feature("B2",gully).'
STREAM = 'feature("B2",stream).'
PATH = 'path("B1","B2").'


def costs(hexes: str, facts: str) -> dict[tuple[str, ...], tuple[float, ...]]:
    return {r.path: r.mf for r in asl(hexes, ALONE, facts=facts).g1.routes if r.posture == "run"}


@pytest.mark.parametrize(("word", "mf"), [("w", 2.0), ("l", 2.0), ("b", 2.0), ("g", 1.5), ("o", 1.0), ("s", 2.0)])
@pytest.mark.parametrize("fact", ['path("B1","B2").', 'path("B2","B1").'])
def test_a_path_eases_the_way_into_woods_and_brush(word: str, mf: float, fact: str) -> None:
    """b13-6-path: 1 MF; what is neither woods nor brush costs what it costs."""
    assert costs(f"B1. B2{word}", "")["B1", "B2"] == (0, mf)
    assert costs(f"B1. B2{word}", fact)["B1", "B2"] == (0, 1.0 if word in "wlb" else mf)


def test_a_path_leads_over_its_hexside_alone() -> None:
    """b13-6-path: no path leads out of C2."""
    here = asl("B1. B2w C2.", ALONE + "; g2:squad@C2", facts=PATH)
    assert here.destinations == {"B2": 1.0}
    assert asl("C2. B2w B1.", ALONE.replace("B1", "C2"), facts=PATH).destinations == {"B2": 2.0}


def test_on_a_path_it_has_the_cover_of_the_woods() -> None:
    """b13-6-path, a10-532-interdict: a1 sees the hex, over the road it would be in Open Ground."""
    hexes, units, los = "B1. B2. B3. B4. B5w", "g1:squad@B4 broken dm; a1:squad@B1", "B1-B4 B1-B5"
    by_path = asl(hexes, units, los, 'path("B4","B5").')
    by_road = asl(hexes, units, los, 'road("B4","B5"). option(road_rate,taken).')
    assert by_path.run("B4 B5").mf == by_road.run("B4 B5").mf == (0, 1.0)
    assert by_path.run("B4 B5").interdicted == () and by_road.run("B4 B5").interdicted != ()


def test_up_a_level_a_path_costs_twice() -> None:
    """b13-6-path, b10-4-uphill"""
    assert costs("B1. B2w", PATH + 'elevation("B2",1).')["B1", "B2"] == (0, 2.0)


@pytest.mark.parametrize(
    ("facts", "mf"),
    [
        (GULLY, 4.0),
        (STREAM, 5.0),
        (STREAM + 'feature("B2",dry).', 4.0),
        (STREAM + 'feature("B2",deep).', 6.0),
        (GULLY + PATH, 4.0),  # the path is no way over the gully
    ],
)
@pytest.mark.parametrize("word", "wlb")
def test_growth_and_depression_add_up(facts: str, mf: float, word: str) -> None:
    """b19-4-growth: 2 MF for woods or brush, and those of the gully or stream."""
    assert costs(f"B1. B2{word}", facts)["B1", "B2"] == (0, mf)


@pytest.mark.parametrize(
    ("word", "facts", "mf"),
    [
        ("grain", GULLY, 3.5),
        ("orchard", GULLY, 3.0),
        ("kunai", GULLY, 4.0),
        ("vineyard", GULLY, 4.0),
        ("palm_trees", GULLY, 3.0),
        ("light_jungle", GULLY, 4.0),
        ("debris", GULLY, 4.0),
        ("orchard", STREAM, 4.0),
        ("olive_grove", STREAM, 5.0),
        ("vineyard", STREAM, 5.0),
        ("debris", STREAM + 'feature("B2",dry).', 4.0),
        ("debris", STREAM, 5.0),
        ("debris", STREAM + 'feature("B2",deep).', 6.0),
    ],
)
def test_other_terrain_and_depression_add_up(word: str, facts: str, mf: float) -> None:
    """b19-4-growth (B19.4, B33.11, B37.3)"""
    assert costs("B1. B2-", facts + f'terrain("B2",{word}).')["B1", "B2"] == (0, mf)


@pytest.mark.parametrize(("word", "mf"), [("orchard", 3.0), ("debris", 5.0)])
def test_along_a_stream_debris_costs_its_mf(word: str, mf: float) -> None:
    """b19-4-growth (B33.11, B37.3): an orchard does not."""
    assert costs("B1= B2-", STREAM + f'terrain("B2",{word}).')["B1", "B2"] == (0, mf)


def along(hexes: str, units: str, los: str, facts: str) -> list[str]:
    return [line for line in asl(hexes, units, los, facts).g1.assumes if "does not lie along the stream" in line]


@pytest.mark.parametrize(
    ("hexes", "facts", "told"),
    [
        ("B1. B2w B3= B4= B5=", STREAM, True),
        ("B1. B2b B3= B4. B5.", STREAM, True),  # out of a stream into the hex
        ("B1. B2w B3. B4= B5=", STREAM, False),
        ("B1. B2w B3= B4= B5=", GULLY, False),
        ("B1. B2w B3= B4= B5=", STREAM + "normal_range(a1,2).", False),
        ("B1. B2w B3= B4= B5=", STREAM + "status(a1,melee).", False),
        ("B1. B2- B3= B4= B5=", STREAM + 'terrain("B2",debris).', False),
    ],
)
def test_a_los_along_a_stream_would_force_it(hexes: str, facts: str, told: bool) -> None:
    """b19-4-growth (B33.13): to a LOS that lies along the stream its woods, brush and orchards are Open Ground; no fact says
    where the stream runs, and the unit need not rout."""
    units = "g1:squad@B2 broken dm; a1:squad@B5"
    ranged = facts if "normal_range" in facts else facts + "normal_range(a1,4)."
    assert not must(asl(hexes, units, "B5-B2", ranged))
    lines = along(hexes, units, "B5-B2", ranged)
    assert ['add in_open("B2","B5",yes)' in line for line in lines] == [True] * told
    for answer, forced in (("yes", True), ("no", False)):
        said = f'in_open("B2","B5",{answer}). ' + ranged
        assert not along(hexes, units, "B5-B2", said)
        if told:
            assert must(asl(hexes, units, "B5-B2", said)) == ({"a1"} if forced else set())


@pytest.mark.parametrize(("sees", "told"), [("B5-B2", True), ("B5-B1", False)])
def test_a_los_along_a_stream_would_interdict(sees: str, told: bool) -> None:
    """b19-4-growth (B33.13): on the way, or where the rout ends."""
    lines = along("B1. B2w B3= B4= B5=", "g1:squad@B1 broken dm; a1:squad@B5", sees, STREAM + "normal_range(a1,4).")
    assert [("a1 interdicts" in line) for line in lines] == [True] * told


def test_nobody_enters_a_flooded_stream_in_woods() -> None:
    """b19-4-growth, asl-mf"""
    assert ("B1", "B2") not in costs("B1. B2w", STREAM + 'feature("B2",flooded).')


def test_along_a_stream_its_woods_cost_nothing() -> None:
    """b19-4-growth: over a stream hexside the stream alone, and the answer says that it takes the hexside for one."""
    here = asl("B1= B2w", ALONE, facts=STREAM)
    assert here.destinations == {"B2": 3.0}
    assert any("the stream crosses the hexside between B1 and B2" in sentence for sentence in here.g1.assumes)
    across = asl("B1. B2w", ALONE, facts=STREAM)
    assert across.destinations == {"B2": 5.0} and not any(
        "stream crosses" in sentence for sentence in across.g1.assumes
    )


@pytest.mark.parametrize("facts", [GULLY, STREAM])
def test_woods_in_a_depression_are_cover_and_no_open_ground(facts: str) -> None:
    """b19-4-growth"""
    assert "B2" in asl("B1. B2w", ALONE, facts=facts).destinations
    assert "B2" not in asl("B1. B2b", ALONE, facts=facts).destinations
    units = "g1:squad@B2 broken; a1:squad@B5"
    for word, expected in (("w", set()), ("b", set()), ("u", {"a1"})):
        added = "" if word == "u" else facts
        assert must(asl(f"B1w B2{word} B3. B4. B5.", units, "B5-B2", added)) == expected


def test_nobody_crawls_into_a_wet_stream_in_woods() -> None:
    """a10-52-crawl, b19-4-growth"""
    assert "B2" not in asl("B1. B2w", ALONE, facts=STREAM).crawls
    assert "B2" in asl("B1. B2w", ALONE, facts=STREAM + 'feature("B2",dry).').crawls
    assert "B2" in asl("B1. B2w", ALONE, facts=GULLY).crawls


@pytest.mark.parametrize(
    ("hexes", "facts", "message"),
    [
        ("B1. B2.", GULLY, "where nothing grows"),
        ("B1. B2=", STREAM, "where nothing grows"),
        ("B1. B2s", STREAM, "what that terrain costs in a gully or stream"),
        ("B1. B2c", GULLY, "what that terrain costs in a gully or stream"),
        ("B1. B2g", STREAM, "what that terrain costs in a gully or stream"),
        ("B1. B2g", GULLY + "month(12).", "out of its season grain is Open Ground"),
        ("B1. B2g", GULLY + "month(4).", "what a plowed field in a gully costs is not established"),
        ("B1. B2w", GULLY + STREAM, "a gully and a stream"),
        ("B1. B2w", STREAM + 'feature("B2",foxhole).', "no entrenchment is in a stream"),
        ("B1. B2w", GULLY + 'feature("B2",pillbox).', "a pillbox is in Open Ground"),
        ("B1. B2w", GULLY + 'feature("B2",deep).', "only a stream is deep"),
        ("B1. B2w", STREAM + "environment(ground_snow).", "in Ground Snow and Deep Snow a stream is frozen"),
    ],
)
def test_what_no_such_hex_is(hexes: str, facts: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        _ = asl(hexes, ALONE, facts=facts).g1


@pytest.mark.parametrize(("bridge", "told"), [("", True), ('feature("B1",bridge).', False)])
def test_who_is_on_a_bridge_is_not_in_the_stream(bridge: str, told: bool) -> None:
    """b19-4-growth (B33.11): only from the stream itself a stream hexside is assumed."""
    lines = asl("B1= B2w", ALONE, facts=f'{STREAM} road("B1","B2"). {bridge}').g1.assumes
    assert any("the stream crosses the hexside" in line for line in lines) == told
