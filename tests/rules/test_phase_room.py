"""The rout of one unit can take the room, the tunnel and the captors of another."""

from __future__ import annotations

import pytest
from phases import ends, position
from tiny import facts_of

import pyrout
from pyrout.phases.reconcile import Begun
from pyrout.question import ask

TUNNEL = 'terrain("A4",dense_jungle). tunnel("A2","A4",german).'


def beside_a_tunnel(units: str, facts: str = "") -> pyrout.Instance:
    """The tunnel leads from A2 to the jungle of A4; between them A3 is open, and a1 sees it."""
    text = facts_of("A1. A2b A3. A4- A5.", f"{units}; a1:squad@A1", los="A1-A2 A1-A3", facts=TUNNEL + facts)
    return position(text, "asl")


@pytest.mark.parametrize(("road", "fits"), [("", False), ('road("A4","A5").', True)])
def test_a_jungle_has_room_for_two(road: str, fits: bool) -> None:
    """g2-2-room, b8-62-tunnels: one squad more fits, and no tunnel is overstacked. On a road a third one fits."""
    phase = pyrout.phase(beside_a_tunnel("g1:squad@A2 broken dm; g2:squad@A2 broken dm; g3:squad@A4", road))
    listed = {tuple((place, end) for _, place, end in outcome) for outcome in ends(phase)}
    assert ((("A4", "survives"), ("A4", "survives")) in listed) == fits
    assert ((("A4", "survives"), (None, "surrenders")) in listed) == (not fits)
    assert (("A3", "survives"), ("A4", "survives")) in listed
    (side,) = phase.phase
    assert side.best and side.best.survivors == 2


def test_who_surrender_together_are_those_who_are_left() -> None:
    """One of three squads goes through the tunnel. The two that are left surrender together, whichever they are."""
    units = ("g1", "g2", "g4")
    phase = pyrout.phase(beside_a_tunnel(";".join(f"{u}:squad@A2 broken dm" for u in units) + ";g3:squad@A4"))
    listed = ends(phase)
    for through in units:
        left = {(u, "A4", "survives") if u == through else (u, None, "surrenders") for u in units}
        assert left in [set(outcome) for outcome in listed]


def test_who_leaves_the_exit_of_a_tunnel_makes_room() -> None:
    """b8-62-tunnels: the exit A5 is full until g4 has left it, and no other way leads there."""
    text = facts_of(
        "A1. A2b A3. A5- A6. A7w",
        "g1:squad@A2 broken dm; g3:squad@A5; g4:squad@A5 broken dm; a1:squad@A1",
        los="A1-A2 A1-A3 A1-A5",
        facts='terrain("A5",dense_jungle). tunnel("A2","A5",german).',
    )
    listed = ends(pyrout.phase(position(text, "asl")))
    assert (("g1", "A5", "survives"), ("g4", "A7", "survives")) in listed
    assert (("g1", "A5", "survives"), ("g4", "A5", "stays")) not in listed


def test_no_roll_pins_who_fords() -> None:
    """b21-43-fording: `--after` tries the results of the NMC in A4, and a pin is none there."""
    text = facts_of(
        "A1. A2. A3. A4- A5w",
        "g1:squad@A3 broken dm; a1:squad@A1",
        los="A1-A2 A1-A3 A1-A4",
        facts='no_quarter(german). terrain("A4",river). fordable("A4"). elevation("A4",-1).',
    )
    before = position(text, "asl")
    begun = Begun(ask(before))
    for kind in ("squad", "half_squad"):
        wanted = text.replace('at(g1,"A3")', 'at(g1,"A4")').replace("unit(g1,german,squad)", f"unit(g1,german,{kind})")
        assert begun.leads_to(position(wanted, "asl")).reachable
