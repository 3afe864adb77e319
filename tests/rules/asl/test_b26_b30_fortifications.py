"""Blazes, Wire, entrenchments and pillboxes (B25 to B30).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, Position, asl, causes, must
from tiny_asl import BOX, FAR, FIELD, ROUTER, RUN, SEEN, assumed

from pyrout.errors import InstanceError

# --- b25-4-blaze ---------------------------------------------------------------------------------------------------


def test_in_melee_in_a_blaze_it_burns() -> None:
    """b25-4-blaze"""
    here = asl("B1. B2w", "g1:squad@B1 broken dm melee; a1:squad@B1 melee", facts='feature("B1",blaze).').g1
    assert (here.verdict, "b25-4-blaze" in causes(here.reasons)) == ("eliminated", True)


# --- b25-4-pillbox -------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("status", "enters"), [("", False), ("broken", False), ("broken disrupted", True), ("unarmed", True)]
)
def test_who_is_on_top_of_a_pillbox_keeps_others_out(status: str, enters: bool) -> None:
    """a4-14-melee (B30.42): neither the Disrupted nor the unarmed do. g1 does not see a1."""
    here = asl("B1. B2. B3.", f"g1:squad@B1 broken dm; a1:squad@B2 {status}", facts=BOX, near=False)
    assert ("B2@pillbox" in here.destinations) == enters


# --- b27-entrench --------------------------------------------------------------------------------------------------


def test_who_starts_in_a_hex_of_shellholes_is_in_them() -> None:
    """b27-entrench, a10-5-must, a10-62-dm (B2.4): a1 neither drives g1 out nor gives DM; without the shellholes he does both."""
    here = "B1w B2. B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    assert (must(asl(*here)), must(asl(*here, 'feature("B2",shellholes).'))) == ({"a1"}, set())
    assert (asl(*here).g1.dm, asl(*here, 'feature("B2",shellholes).').g1.dm) == (("a10-62-dm",), ())
    assert asl(*here, 'feature("B1",shellholes).').g1.verdict == "routs"


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ('feature("B2",trench). feature("B1",trench).', True),
        ('feature("B2",trench). feature("B1",pillbox).', True),
        ('feature("B2",trench). feature("B2",pillbox).', True),
        ('feature("B2",trench). feature("B1",foxhole).', False),
        ('feature("B2",trench). feature("B1",trench). hexside("B1","B2",cliff).', False),
        ('feature("B2",trench). feature("B4",trench).', False),
    ],
)
def test_the_way_into_a_connected_trench_is_told_where_a_unit_begins_in_one(facts: str, told: bool) -> None:
    """b27-entrench (B27.54, B30.8)"""
    inside = asl("B1. B2. B3. B4.", "g1:squad@B2@trench broken dm", facts=facts).g1
    assert inside.verdict == "may_rout"
    assert any("connected with it" in line for line in inside.assumes) == told


def test_a_note_says_that_shellholes_keep_an_enemy_from_forcing_a_rout() -> None:
    """b27-entrench (B2.4)"""
    here = "B1w B2. B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    note = "in the shellholes of B2 it is not in Open Ground: a1 does not force it to rout"
    told = [("b27-entrench", note) in asl(*here, facts).g1.notes for facts in ("", 'feature("B2",shellholes).')]
    assert told == [False, True]


def test_what_a_trench_on_the_way_leaves_open_is_told() -> None:
    """b27-entrench (B27.54, B27.6): to another trench beside it, and down from it."""
    for facts, told in (
        ('feature("B2",trench). ', ()),
        ('feature("B2",trench). feature("B1",trench). ', ("connected with it",)),
        ('feature("B2",trench). elevation("B1",-1). ', ("for lower ground",)),
    ):
        hexes = RUN.replace("B1w", "B1.") + " A1w"
        lines = asl(hexes, ROUTER + "; a1:squad@B8", SEEN, facts + "normal_range(a1,9).").g1.assumes
        said = [word for word in ("connected with it", "for lower ground") if any(word in line for line in lines)]
        assert said == list(told)


def test_a_concealed_enemy_on_top_of_a_pillbox_is_refused() -> None:
    """b30-5-pillbox (B30.6): nobody leaves it beneath an enemy; a Dummy is nobody."""
    here = "B1w B2. B3."
    with pytest.raises(InstanceError, match=r"B30\.6"):
        _ = asl(here, "g1:squad@B2@pillbox broken dm; a1:squad@B2 concealed", facts=BOX).g1
    assert asl(here, "g1:squad@B2@pillbox broken dm; a1:dummy@B2", facts=BOX).g1.verdict == "may_rout"


@pytest.mark.parametrize("pit", ["foxhole", "trench"])
def test_a_pit_holds_three_squads(pit: str) -> None:
    """b27-entrench, a10-531-cover (B27.12, B27.51): with three in it, g1 is interdicted in B2."""
    facts = f'feature("B2",{pit}). normal_range(a1,9). '
    for inside, sheltered in ((2, True), (3, False)):
        friends = "".join(f"; g{n}:squad@B2@{pit}" for n in range(2, 2 + inside))
        runs = asl(RUN, ROUTER + "; a1:squad@B8" + friends, SEEN, facts).g1.routes
        assert any(f"B2@{pit}" in route.path for route in runs) == sheltered


def test_leaving_a_pillbox_costs_too() -> None:
    """b27-entrench: 1 MF out, with the woods 3."""
    here = asl("B1w B2.", "g1:squad@B2@pillbox broken dm", facts=BOX)
    assert (here.g1.at, here.destinations) == ("B2@pillbox", {"B1": 3.0})


def test_leaving_an_entrenchment_costs_1_mf() -> None:
    """b27-entrench: foxhole and trench; shellholes cost nothing to leave."""
    for feature, price in (("foxhole", 4.0), ("trench", 4.0), ("shellholes", 3.0)):
        here = asl("B1. B2. B3w", f"g1:squad@B1@{feature} broken dm", facts=f'feature("B1",{feature}).')
        assert (here.g1.at, here.destinations) == (f"B1@{feature}", {"B3": price})
    for feature in ("foxhole", "trench"):
        marked = asl("B1. B2. B3w", "g1:squad@B1 broken dm entrenched", facts=f'feature("B1",{feature}).')
        assert (marked.g1.at, marked.destinations) == (f"B1@{feature}", {"B3": 4.0})


def test_entrenched_where_nothing_is_dug() -> None:
    """b27-entrench: the answer names what it does not pay to leave; in a foxhole it pays."""
    here = "B1. B2. B3w", "g1:squad@B1 broken dm entrenched", ""
    (told,) = assumed(asl(*here))
    assert told.startswith("it is entrenched in a hex that has neither foxhole nor trench: it pays nothing to leave it")
    assert assumed(asl(*here, 'feature("B1",foxhole).')) == assumed(asl(here[0], "g1:squad@B1 broken dm")) == []


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


def test_by_which_rule_a_pillbox_has_no_room() -> None:
    """b27-entrench: wherever somebody asks. (By unknown_vehicle a Location has none for another reason: test_ground.py.)"""
    box = 'feature("B1",pillbox). capacity("B1",pillbox,1). unit(g2,german,squad). at(g2,"B1",pillbox).'
    here, told = asl("B1. B2.", "g1:squad@B2 broken dm", "", box), {"b27-entrench": ("g2",)}
    assert here.around["B1@pillbox"] == told
    assert here.judged("B1@pillbox") == (1, told)
    assert here.excluded == {("B1@pillbox", "b27-entrench"): (None, ("g2",))}


def test_the_road_or_the_hex_into_a_pillbox() -> None:
    """road_rate, b27-entrench: over the road 1 MF, or 2 for the woods, and 1 into the pillbox; out of a foxhole 1 more."""
    road = BOX + 'road("B1","B2"). '
    here = asl("B1. B2w B3.", ALONE, facts=road)
    assert {route.mf for route in here.g1.routes if route.path == ("B1", "B2@pillbox", "B2")} == {(0, 2, 3), (0, 3, 4)}
    out = asl("B1. B2w B3.", "g1:squad@B1@foxhole broken dm", facts=road + 'feature("B1",foxhole).')
    path = "B1@foxhole", "B2@pillbox", "B2"
    assert {route.mf for route in out.g1.routes if route.path == path} == {(0, 3, 4), (0, 4, 5)}


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


# --- b30-5-pillbox -------------------------------------------------------------------------------------------------


def test_an_unarmed_enemy_next_door_forces_nobody_out_of_a_pillbox() -> None:
    """b30-5-pillbox: g1 may stay or rout; a1 forces nothing."""
    facts = 'feature("B2",pillbox). los("B2@pillbox","B2",0). los("B2@pillbox","B3",0). los("B2@pillbox","B1",0).'
    text = asl("B1w B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3 unarmed", facts=facts).text
    assert Position(text.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)')).g1.verdict == "may_rout"


def test_whom_nothing_forces_stays_where_it_has_no_clean_way() -> None:
    """b30-5-pillbox, a20-21-clean: a1 sees the only hex that it could go to: it would surrender if it routed."""
    facts = 'feature("B2",pillbox). los("B2@pillbox","B2",0). los("B2@pillbox","B3",0). los("B2@pillbox","B1",0).'
    text = asl("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3", "B3-B1", facts).text
    inside = Position(text.replace('at(g1,"B2")', 'at(g1,"B2",pillbox)'))
    assert (inside.g1.verdict, inside.g1.routes_total) == ("stays", 0)
    assert "a20-21-surrender" in {reason.rule for reason in inside.g1.reasons}


def test_nothing_forces_out_of_a_pillbox() -> None:
    """b30-5-pillbox: a1 next door in its LOS forces whoever is in the hex, and neither forces nor takes who is inside."""
    outside = asl("B1w B2. B3.", "g1:squad@B2 broken; a1:squad@B3", facts=BOX).g1
    assert causes(outside.must_rout) == {"a10-5-must": ("a1",)}
    inside = asl("B1w B2. B3.", "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX).g1
    assert (inside.verdict, inside.must_rout, inside.dm) == ("may_rout", (), ("a10-62-dm",))
    assert "b30-5-pillbox" in causes(inside.reasons)
    lost = asl("B2. B3.", "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX).g1
    assert lost.verdict == "stays"


def test_what_a_pillbox_holds_and_sees_must_be_said() -> None:
    """b30-5-pillbox: who else is inside, and LOS that would have to be derived, are refused."""
    with pytest.raises(InstanceError, match="how many more the pillbox holds"):
        _ = asl("B1. B2.", ALONE + "; g2:squad@B2@pillbox", facts=BOX).g1
    text = asl("B1. B2.", ALONE, facts=BOX).text.replace('los("Z98","Z99",0).', "")
    with pytest.raises(InstanceError, match="seen from a pillbox"):
        _ = Position(text).g1


# --- b26-41-wire ---------------------------------------------------------------------------------------------------


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


def test_wire_over_entrenchments_and_pillboxes() -> None:
    """b26-41-wire, b27-entrench: out of the foxhole in B2 and its Wire: price 1 + 2, paid 5. Whether it costs who leaves a
    pillbox there, nobody says."""
    wired = 'feature("B2",wire). wire_exit("B2",2). '
    here = asl("B1w B2.", "g1:squad@B2@foxhole broken dm", facts=wired + 'feature("B2",foxhole).')
    assert (here.destinations, here.run("B2@foxhole B1").mf) == ({"B1": 3.0}, (0.0, 5.0))
    with pytest.raises(InstanceError, match="b26-41-wire"):
        _ = asl("B1w B2.", "g1:squad@B2 broken dm", facts=wired + BOX).g1


def test_wire_before_a_pillbox() -> None:
    """b26-41-wire, note 13: out of the Wire of B2 straight into the pillbox counts 1 + 1 MF, and takes 3; through B1, where
    a fourth squad pays 1 MF more, it would count 3."""
    squads = "; ".join(f"g{n}:squad@B1" for n in (2, 3, 4))
    seen = " ".join(f'los("{a}","{b}",0).' for a, b in (("B1", "B2"), ("B2", "B1@pillbox"), ("B1", "B1@pillbox")))
    facts = f'feature("B1",pillbox). feature("B2",wire). wire_exit("B2",1). {seen}'
    here = asl("B1. B2.", f"g1:squad@B2 broken dm; {squads}", facts=facts)
    assert here.destinations == {"B1@pillbox": 2.0}
    assert here.run("B2 B1@pillbox").mf == (0.0, 3.0)
