"""Routs through a tunnel (B8.6, B8.62), each answer worked out from the rules page."""

from __future__ import annotations

import pytest
from tiny import asl

from pyrout.errors import InstanceError

pytestmark = pytest.mark.slow

ROW = "A1w A2. A3. A4h A5."
TUNNEL = 'tunnel("A1","A4",german).'
NEXT_TO_IT = "g1:squad@A1 broken dm; a1:squad@A2", "A1-A2 A2-A3 A2-A4"


@pytest.mark.parametrize("tunnel", [TUNNEL, 'tunnel("A4","A1",german).'])
@pytest.mark.quick
def test_a_tunnel_is_the_whole_rout(tunnel: str) -> None:
    """b8-62-tunnels: next to a1 it would surrender; from 1 hex to 2, not ADJACENT, and nobody interdicts it."""
    (route,) = asl(ROW, *NEXT_TO_IT, tunnel).g1.routes
    assert (route.posture, route.path, route.mf, route.interdicted) == ("tunnel", ("A1", "A4"), (0.0, 6.0), ())
    assert (route.end, route.legs[0].to) == ("survives", None)
    assert asl(ROW, *NEXT_TO_IT).g1.verdict == "surrenders"


@pytest.mark.quick
def test_only_its_own_side_knows_a_tunnel() -> None:
    """b8-62-tunnels"""
    assert asl(ROW, *NEXT_TO_IT, 'tunnel("A1","A4",american).').g1.verdict == "surrenders"


def test_a_tunnel_is_entered_where_the_rout_begins() -> None:
    """b8-62-tunnels: in A2 it is no entrance; it does not go to A1 and on."""
    here = asl(ROW, "g1:squad@A2 broken dm", facts=TUNNEL)
    assert {route.posture for route in here.g1.routes} == {"run", "low_crawl"}


@pytest.mark.parametrize(
    ("enemy", "los", "open_"),
    [
        ("a1:squad@A5", "A1-A5 A4-A5", False),  # ADJACENT, and closer
        ("a1:squad@A6", "A1-A6 A4-A6", False),  # closer
        ("a1:squad@A6 broken", "A1-A6 A4-A6", False),  # armed, though broken
        ("a1:squad@A6 unarmed", "A1-A6 A4-A6", True),
        ("a1:squad@A6", "A4-A6", True),  # not Known when it goes in
        ("a1:squad@A5 unarmed", "A1-A5 A4-A5", True),  # ADJACENT, but unarmed
        ("a1:squad@B2", "A1-B2 A4-B2", True),  # two hexes from either
        ("a1:squad@C1", "A1-C1 A4-C1", True),
    ],
)
@pytest.mark.quick
def test_where_it_comes_out(enemy: str, los: str, open_: bool) -> None:
    """b8-62-tunnels: no closer to an armed enemy that it knew, not ADJACENT to a Known unbroken armed one."""
    here = asl("A1w A2. A3. A4h A5. A6. B1. B2. B3. C1.", f"g1:squad@A1 broken dm; {enemy}", los, TUNNEL)
    assert any(route.posture == "tunnel" for route in here.g1.routes) == open_


def test_mines_at_the_mouth_of_a_tunnel() -> None:
    """b8-62-tunnels, b28-44-mines: they attack neither who goes in nor who comes out, also where the two hexes touch; who goes
    out of A1 above the ground is attacked."""
    tunnel = 'feature("A1",minefield(known)). feature("A2",minefield(known)). tunnel("A1","A2",german).'
    here = asl("A1w A2w A3.", "g1:squad@A1 broken dm", facts=tunnel).g1
    attacks = {route.posture: len(route.attacks) for route in here.routes if route.path == ("A1", "A2")}
    assert attacks == {"tunnel": 0, "run": 2, "low_crawl": 2}


def test_nearer_cover_does_not_keep_it_from_the_tunnel() -> None:
    """b8-62-tunnels: the woods in A2 are the only other destination."""
    here = asl("A1w A2w A3. A4h", "g1:squad@A1 broken dm", facts=TUNNEL)
    assert here.destinations == {"A2": 2}
    assert [route.path for route in here.g1.routes if route.posture == "tunnel"] == [("A1", "A4")]


def test_a_tunnel_is_never_overstacked() -> None:
    """b8-62-tunnels: three squads in A4."""
    full = "; g2:squad@A4; g3:squad@A4; g4:squad@A4"
    units, los = NEXT_TO_IT
    assert asl(ROW, units + full, los, TUNNEL).g1.verdict == "surrenders"
    assert asl(ROW, units + full[:-13], los, TUNNEL).g1.verdict == "routs"


def test_a_leader_goes_along_through_a_tunnel() -> None:
    """b8-62-tunnels, a10-711-leader"""
    units, los = NEXT_TO_IT
    (route,) = asl(ROW, units + "; g2:leader@A1", los, TUNNEL + "accompanies(g2,g1).").g1.routes
    assert route.partners == ("g2",)


def test_a_disrupted_unit_uses_a_tunnel() -> None:
    """b8-62-tunnels, a10-52-crawl: under No Quarter; no Low Crawl for it."""
    here = asl(ROW, "g1:squad@A1 broken dm disrupted; a1:squad@A2", NEXT_TO_IT[1], TUNNEL + "no_quarter(german).")
    assert [route.posture for route in here.g1.routes] == ["tunnel"]


def test_through_a_tunnel_at_night() -> None:
    """b8-62-tunnels, e1-54-night: the one rout that leads farther than a hex; the bars stay."""
    dark = TUNNEL + "environment(night). nvr(3)."
    assert [route.path for route in asl(ROW, *NEXT_TO_IT, dark).g1.routes] == [("A1", "A4")]
    barred = asl(ROW, "g1:squad@A1 broken dm; a1:squad@A5", "A1-A5", dark.replace("nvr(3)", "nvr(4)"))
    assert all(route.posture == "low_crawl" for route in barred.g1.routes)
    with_it = "A1w A2w", "g1:squad@A1 broken dm; a1:squad@A1", "A1-A2"
    assert [route.posture for route in asl(*with_it, dark.replace("A4", "A2")).g1.routes] == ["low_crawl"]


@pytest.mark.parametrize("night", ["", "environment(night). nvr(3)."])
def test_not_to_an_exit_next_to_the_same_enemy(night: str) -> None:
    """b8-62-tunnels, e1-54-night: a1 in A2 is as near to A3 as to A1, and ADJACENT to both; at night, too."""
    row, tunnel = "A1w A2. A3h", 'tunnel("A1","A3",german).'
    barred = asl(row, "g1:squad@A1 broken dm; a1:squad@A2", "A1-A2 A2-A3", tunnel + night)
    assert all(route.posture != "tunnel" for route in barred.g1.routes)
    assert any(route.posture == "tunnel" for route in asl(row, "g1:squad@A1 broken dm", facts=tunnel + night).g1.routes)


def test_out_of_an_encircled_location_through_a_tunnel() -> None:
    """b8-62-tunnels, a20-21-surrender: an Encircled unit surrenders before it goes."""
    assert asl(ROW, "g1:squad@A1 broken dm encircled; a1:squad@A2", NEXT_TO_IT[1], TUNNEL).g1.verdict == "surrenders"


def test_from_pillbox_to_trench() -> None:
    """b8-62-tunnels: entrances in a pillbox, and in a trench of a brush hex."""
    facts = 'feature("A1",pillbox). feature("A4",trench). tunnel("A1@pillbox","A4@trench",german).'
    here = "A1. A2. A3. A4b A9.", "g1:squad@A1@pillbox broken dm; a1:squad@A9"
    assert ("A1@pillbox", "A4@trench") in [
        route.path for route in asl(*here, "A9-A1", facts).g1.routes if route.posture == "tunnel"
    ]


def test_a_burning_exit_is_none() -> None:
    """b8-62-tunnels, a10-51-hazards: out of a burning pillbox a tunnel leads (b25-4-pillbox), into a Blaze none."""
    units, los = NEXT_TO_IT
    assert asl(ROW, units, los, TUNNEL + 'feature("A4",blaze).').g1.verdict == "surrenders"
    facts = TUNNEL + 'feature("A4",blaze). option(blaze_water,avoidable).'
    assert asl(ROW, units, los, facts).g1.verdict == "surrenders"


@pytest.mark.parametrize(("depth", "open_"), [("", True), ("deep", True), ("flooded", False)])
def test_no_tunnel_leads_into_a_flooded_stream(depth: str, open_: bool) -> None:
    """b8-62-tunnels, a10-51-hazards: the woods in A4 grow in a stream; a flooded one is a Water Obstacle."""
    stream = 'feature("A4",stream).' + (f'feature("A4",{depth}).' if depth else "")
    here = asl(ROW.replace("A4h", "A4w"), *NEXT_TO_IT, TUNNEL + stream)
    assert here.g1.verdict == ("routs" if open_ else "surrenders")


def test_an_enemy_who_may_bar_the_tunnel_is_named() -> None:
    """b8-62-tunnels, a12-14-reveal: a2 in A6 sees A1; revealed before g1 goes in, he is closer to A4."""
    row = "A1w A2. A3. A4h A5. A6. B1."
    units = "g1:squad@A1 broken dm; a1:squad@B1; a2:squad@A6 concealed"
    (route,) = [route for route in asl(row, units, "A1-B1 A6-A1", TUNNEL).g1.routes if route.posture == "tunnel"]
    assert [(u.by, u.when, u.hex, u.rule) for u in route.unless] == [("a2", "before", "A4", "b8-62-tunnels")]
    (blind,) = [route for route in asl(row, units, "A1-B1 A6-A4", TUNNEL).g1.routes if route.posture == "tunnel"]
    assert blind.unless == ()


def test_a_claimed_rout_through_a_tunnel() -> None:
    """b8-62-tunnels: `check` follows it, and names the enemy who bars it."""
    assert asl(ROW, *NEXT_TO_IT, TUNNEL).judged("A1 A4") == "survives"
    assert asl(ROW, *NEXT_TO_IT, TUNNEL).judged("A1 A4", to="A4") == "survives"
    barred = asl("A1w A2. A3. A4h A5.", "g1:squad@A1 broken dm; a1:squad@A5", "A1-A5 A4-A5", TUNNEL)
    assert barred.judged("A1 A4") == (1, {"b8-62-tunnels": ("a1",)})
    full = asl(ROW, "g1:squad@A1 broken dm; g2:squad@A4; g3:squad@A4; g4:squad@A4", facts=TUNNEL)
    assert full.judged("A1 A4") == (1, {"b8-62-tunnels": ("A4",)})


@pytest.mark.parametrize(
    ("units", "los", "facts", "message"),
    [
        ("a1:squad@A5", "A5-A4", TUNNEL, "ADJACENT to a new Known enemy unit"),
        ("a1:squad@A5 concealed", "A5-A4", TUNNEL, "ADJACENT to a concealed enemy"),
        ("a1:squad@A4 unarmed", "A1-A4", TUNNEL, "in a Location with an enemy"),
        ("a1:squad@A6", "", TUNNEL + 'feature("A1",ffe).', "an FFE"),
        ("a1:squad@A6 concealed", "A6-A4", TUNNEL + 'reveal(a1,g1,"A4",after).', "drop of concealment"),
        ("a1:squad@A6", "", 'tunnel("A2","A4",german).', "an entrance of a tunnel is"),
        ("a1:squad@A6", "", 'feature("A1",shellholes). tunnel("A1@shellholes","A4",german).', "an entrance of a tunnel is"),
        ("a1:squad@A6", "", 'level("A4",1). tunnel("A1","A4@1",german).', "an entrance of a tunnel is"),
        ("a1:squad@A6", "", 'tunnel("A1","A6",german).', "at most three apart"),
        (
            "a1:squad@A6",
            "",
            'feature("A6",stream). feature("A6",bridge). road("A5","A6"). tunnel("A4","A6",german).',
            "an entrance of a tunnel is",
        ),
        ("a1:squad@A6", "", TUNNEL + 'elevation("A4",1).', "at one elevation"),
        ("a1:squad@A6", "", 'tunnel("A1","A1",german).', "two"),
    ],
)  # fmt: skip
def test_what_is_not_settled_of_tunnels_is_refused(units: str, los: str, facts: str, message: str) -> None:
    row = "A1w A2. A3. A4h A5. A6w"
    with pytest.raises(InstanceError, match=message):
        _ = asl(row, f"g1:squad@A1 broken dm; {units}", los, facts).g1


def test_what_no_rout_comes_to_is_not_refused() -> None:
    """b8-62-tunnels: a1 beside the exit of a tunnel that nobody starts in, or that another enemy bars."""
    beside = "g1:squad@A2 broken dm; a1:squad@A5", "A5-A4"
    assert asl("A1w A2. A3. A4h A5.", *beside, TUNNEL).g1.routes
    barred = "g1:squad@A1 broken dm; a1:squad@A5 concealed; a2:squad@A6", "A6-A1 A6-A4 A5-A4"
    assert not [r for r in asl("A1w A2. A3. A4h A5. A6.", *barred, TUNNEL).g1.routes if r.posture == "tunnel"]


@pytest.mark.parametrize("status", ["", " encircled"])
def test_who_surrenders_at_once_is_told_of_no_tunnel(status: str) -> None:
    """b8-62-tunnels, a20-21-surrender: an Encircled unit surrenders in spite of a clean rout."""
    g1 = asl(ROW, f"g1:squad@A1 broken dm{status}; a1:squad@A2", NEXT_TO_IT[1], TUNNEL).g1
    assert g1.verdict == ("surrenders" if status else "routs")
    assert any(rule == "b8-62-tunnels" for rule, _ in g1.notes) == (not status)
