"""Blazes, Wire, entrenchments and pillboxes (B25 to B30).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import ALONE, CORRIDOR, Position, asl, causes, must
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
    ("facts", "mf"),
    [
        ('feature("B2",trench). feature("B1",trench).', 1),
        ('feature("B2",trench). feature("B1",pillbox).', 1),
        ('feature("B2",trench). feature("B1",trench). elevation("B1",1).', 1),
        ('feature("B2",trench). feature("B1",foxhole).', None),
        ('feature("B2",trench). feature("B1",trench). hexside("B1","B2",cliff).', None),
    ],
)
def test_from_a_trench_into_a_connected_one_it_is_1_mf(facts: str, mf: float | None) -> None:
    """b27-54-connected (B27.54, B30.8): whatever the brush above costs; into a foxhole, or over a cliff, no trench leads."""
    inside = asl("A0w B1b B2. B3.", "g1:squad@B2@trench broken dm", facts=facts + "option(leave_building,cover).").g1
    places = {route.path[1]: route.mf[1] for route in inside.routes if route.posture == "run"}
    assert {place: cost for place, cost in places.items() if place.startswith("B1@")} == (
        {} if mf is None else {f"B1@{'pillbox' if 'pillbox' in facts else 'trench'}": mf}
    )


def test_a_trench_leads_into_the_pillbox_of_its_hex() -> None:
    """b27-54-connected (B30.8): from a foxhole there it pays 1 MF to leave, and 1 MF to enter."""
    for pit, mf in (("trench", 1), ("foxhole", 2)):
        inside = asl("B1. B2. B3.", f"g1:squad@B2@{pit} broken dm", facts=f'feature("B2",{pit}). {BOX}').g1
        assert {route.mf[1] for route in inside.routes if route.path[1] == "B2@pillbox" and route.posture == "run"} == {
            mf
        }


def test_nobody_enters_a_connected_trench_from_the_hex_above() -> None:
    """b27-54-connected: who is not in the trench of B2 goes over the ground, and no fire there makes it pay for the other."""
    facts = 'feature("B2",trench). feature("B1",trench).'
    for inside, there in (("", False), ("@trench", True)):
        runs = asl("A0w B1b B2. B3.", f"g1:squad@B2{inside} broken dm", facts=facts).g1.routes
        assert any("B1@trench" in route.path for route in runs) == there


def test_along_a_trench_nobody_interdicts_and_no_mines_attack() -> None:
    """b27-54-connected, b28-44-mines: over the ground, from a foxhole, a1 interdicts in B2, and its mines attack."""
    seen = "B8-B1 B8-B2 B8-B3 B8-B4"
    for pit, path, safe in (
        ("trench", ("B3@trench", "B2@trench", "B1"), True),
        ("foxhole", ("B3@foxhole", "B2", "B1"), False),
    ):
        facts = f'feature("B3",{pit}). feature("B2",{pit}). feature("B2",minefield(known)). normal_range(a1,9).'
        runs = asl("B1w B2. B3. B4. B8-", f"g1:squad@B3@{pit} broken dm; a1:squad@B8", seen, facts).g1.routes
        met = {(not route.interdicted, len(route.attacks)) for route in runs if route.path == path}
        assert met == {(safe, 1 if safe else 2)}  # on the step out of B2 the mines attack


def test_a_low_crawl_goes_along_a_trench_off_the_wire() -> None:
    """b27-54-connected, b26-41-wire: the Wire lies in the hex above; from shellholes it would have to be left."""
    for pit, crawls in (("trench", {"B2@trench", "B2"}), ("foxhole", {"B2"}), ("shellholes", set())):
        facts = f'feature("B3",{pit}). feature("B2",{pit}). feature("B3",wire). wire_exit("B3",2).'
        runs = asl("B1w B2. B3. B4.", f"g1:squad@B3@{pit} broken dm", facts=facts).g1.routes
        assert {route.path[1] for route in runs if route.posture == "low_crawl"} == crawls


def test_a_note_says_that_shellholes_keep_an_enemy_from_forcing_a_rout() -> None:
    """b27-entrench (B2.4)"""
    here = "B1w B2. B3. B4. B5.", "g1:squad@B2 broken; a1:squad@B5", "B5-B2"
    note = "in the shellholes of B2 it is not in Open Ground: a1 does not force it to rout"
    told = [("b27-entrench", note) in asl(*here, facts).g1.notes for facts in ("", 'feature("B2",shellholes).')]
    assert told == [False, True]


@pytest.mark.parametrize(
    ("pit", "facts", "price"),
    [
        ("trench", 'elevation("B2",1).', 2.0),
        ("trench", "", 3.0),
        ("trench", 'elevation("B1",1).', 5.0),
        ("trench", 'elevation("B3",1).', 3.0),
        ("foxhole", 'elevation("B2",1).', 3.0),
        ("shellholes", 'elevation("B2",1).', 2.0),
    ],
)
def test_down_out_of_a_trench_costs_nothing_more(pit: str, facts: str, price: float) -> None:
    """b27-entrench (B27.6): to lower ground the woods alone; on one level, uphill and out of a foxhole 1 MF more."""
    here = asl("B1w B2. B3.", f"g1:squad@B2@{pit} broken dm", facts=f'feature("B2",{pit}). {facts}')
    assert here.destinations == {"B1": price}


@pytest.mark.parametrize(("level", "mf"), [("", 4), ('elevation("B3",1).', 3)])
def test_a_claim_counts_what_leaving_a_trench_downhill_costs(level: str, mf: int) -> None:
    """b27-entrench (B27.6): a claim of the MF without those for leaving breaks the rule only where they are paid."""
    here = asl("B1w B2. B3.", "g1:squad@B3@trench broken dm", facts=f'feature("B3",trench). {level}')
    assert here.run("B3@trench B2 B1").mf[-1] == mf
    claim = here.judged("B3@trench B2 B1", mf=3)
    assert claim == "survives" if mf == 3 else claim == (1, {"b27-entrench": ("B3@trench",)})


@pytest.mark.parametrize(("level", "ends"), [("", False), ('elevation("B4",1).', True)])
def test_a_trench_that_leads_down_shelters_on_the_way(level: str, ends: bool) -> None:
    """a10-531-cover (B27.6): into the trench of B4 and down out of it 6 MF, and g1 arrives. On one level it falls short."""
    here = asl(
        "B1w B2. B3. B4. B5. B6. B7.",
        "g1:squad@B5 broken dm; a1:squad@B7",
        "B7-B5 B7-B4",
        f'feature("B4",trench). elevation("B5",1). elevation("B6",1). elevation("B7",1). {level} normal_range(a1,3).',
    )
    assert ("B5 B4@trench B3 B2 B1" in here.runs) == ends


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
    """b27-entrench: nobody is; in a foxhole it pays to leave it."""
    here = "B1. B2. B3w", "g1:squad@B1 broken dm entrenched", ""
    with pytest.raises(InstanceError, match="its hex has neither foxhole nor trench"):
        assert asl(*here).g1
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


# --- b27-2-foxhole -------------------------------------------------------------------------------------------------


def in_terrain(hexes: str, units: str, facts: str) -> Position:
    """A position whose LOS follows from the terrain."""
    return Position(asl(hexes, units, facts=facts, near=False).text.replace('los("Z98","Z99",0).', ""))


@pytest.mark.parametrize(
    ("place", "facts", "sees"),
    [
        ("B5@foxhole", 'hexside("B4","B5",wall).', False),
        ("B5@foxhole", 'hexside("B4","B5",hedge).', False),
        ("B5@foxhole", "", True),
        ("B5", 'hexside("B4","B5",wall).', True),
        ("B5@foxhole", 'hexside("B5","B6",wall).', True),  # behind it
        ("B5@foxhole", 'hexside("B4","B5",wall). elevation("B1",1).', True),
        ("B5@foxhole", 'hexside("B4","B5",wall). elevation("B5",1).', False),  # down from it
        ("B5", 'hexside("B4","B5",wall). elevation("B5",1).', True),
        ("B5@foxhole", 'hexside("B4","B5",roadblock).', False),  # as a stone wall (B29.2)
        ("B5@foxhole", 'hexside("B4","B5",drift). environment(ground_snow).', False),  # as a hedge (E3.752)
        ("B5@foxhole", 'hexside("B4","B5",wall). los("B1","B5",0).', True),
    ],
)
def test_from_a_foxhole_behind_a_wall(place: str, facts: str, sees: bool) -> None:
    """b27-2-foxhole: in it g1 knows of no a1, and may go to B4, which is closer to him."""
    here = in_terrain(CORRIDOR, f"g1:squad@{place} broken dm; a1:squad@B1", 'feature("B5",foxhole).' + facts)
    barred = here.around["B4"]
    assert ("a10-51-closer" in barred) == sees
    assert all(route.path[0] == place for route in here.g1.routes)


def test_from_a_foxhole_to_the_hex_across_the_wall() -> None:
    """b27-2-foxhole: who is ADJACENT is seen: g1 must go."""
    facts = 'feature("B5",foxhole). hexside("B4","B5",wall).'
    assert must(in_terrain(CORRIDOR, "g1:squad@B5@foxhole broken dm; a1:squad@B4", facts)) == {"a1"}
    assert must(in_terrain(CORRIDOR, "g1:squad@B5@foxhole broken dm; a1:squad@B3", facts)) == set()


@pytest.mark.parametrize(
    ("a1", "facts", "sees"),
    [
        ("B1@foxhole", 'feature("B1",foxhole). hexside("B1","B2",wall).', False),
        ("B1@trench", 'feature("B1",trench). hexside("B1","B2",bocage). wall_advantage(a1).', False),
        ("B1@shellholes", 'feature("B1",shellholes). hexside("B1","B2",wall).', True),
        ("B1@foxhole", 'feature("B1",foxhole).', True),
        ("B1", 'feature("B1",foxhole). hexside("B1","B2",wall).', True),
        ("B1", 'hexside("B1","B2",wall).', True),
        ("B1@foxhole", 'feature("B1",foxhole). hexside("B1","B2",wall). elevation("B5",1).', True),
    ],
)
def test_an_enemy_in_a_foxhole_behind_a_wall(a1: str, facts: str, sees: bool) -> None:
    """b27-2-foxhole, a10-5-must: from it a1 does not see g1 in the open, and forces him to nothing."""
    here = in_terrain(CORRIDOR, f"g1:squad@B5 broken; a1:squad@{a1}", facts)
    assert must(here) == ({"a1"} if sees and "elevation" not in facts else set())
    assert ("a10-51-closer" in here.around["B4"]) == sees


def test_some_in_the_foxhole_and_some_not() -> None:
    """b27-2-foxhole: an enemy beside it sees g1; the two have one Location. Where no wall lies between, it does not matter."""
    wall = 'feature("B1",foxhole). hexside("B1","B2",wall).'
    units = "g1:squad@B5 broken; a1:squad@B1@foxhole; a2:squad@B1"
    with pytest.raises(InstanceError, match="give los/3"):
        _ = in_terrain(CORRIDOR, units, wall).g1
    assert must(in_terrain(CORRIDOR, units, 'feature("B1",foxhole).')) == {"a1", "a2"}
    assert must(in_terrain(CORRIDOR, units, wall + 'los("B1","B5",0).')) == {"a1", "a2"}


def test_a_voluntary_break_in_a_foxhole_behind_a_wall() -> None:
    """b27-2-foxhole, a10-41-voluntary: it sees nobody."""
    for feature, may in (("foxhole", False), ("shellholes", True)):
        facts = f'feature("B5",{feature}). hexside("B4","B5",wall).'
        here = in_terrain(CORRIDOR, f"g1:squad@B5@{feature}; a1:squad@B1", facts)
        assert here.g1.may_break == may


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


@pytest.mark.parametrize(
    ("unit", "leaving", "option", "crawls"),
    [
        ("squad@B2", 2, "", False),
        ("squad@B2", 2, "yes", True),
        ("squad@B2", 6, "yes", True),
        ("squad@B2", 7, "yes", False),
        ("squad@B2", 0, "", True),
        ("squad@B2@foxhole", 2, "", True),
        ("squad@B2@shellholes", 2, "", False),
        ("squad@B2@shellholes", 2, "yes", True),
        ("leader@B2 wounded", 3, "yes", True),
        ("leader@B2 wounded", 4, "yes", False),
    ],
)
def test_no_low_crawl_leaves_wire(unit: str, leaving: int, option: str, crawls: bool) -> None:
    """b26-41-wire, option(wire_crawl,yes): with the MF for it, by that option. On the ground of B1 nothing holds it, nor in a
    foxhole, beneath the Wire (B26.4)."""
    pit = "shellholes" if "shellholes" in unit else "foxhole"
    facts = f'feature("B2",wire). wire_exit("B2",{leaving}). feature("B2",{pit}). option(wire_crawl,{option or "no"}).'
    here = asl("B1. B2. B3.", f"g1:{unit} broken dm", facts=facts)
    assert set(here.crawls) == ({"B1", "B3"} if crawls else set())
    claim = here.judged("B1", low_crawl=True)
    assert claim == "survives" if crawls else claim == (1, {"b26-41-wire": (here.g1.at,)})
    assert "B2" in asl("B1. B2. B3.", "g1:squad@B1 broken dm", facts=facts).crawls


def test_who_cannot_pay_for_leaving_wire_stays_on_it() -> None:
    """b26-41-wire, a10-51-none: with 6 to pay g1 leaves in no way, and a1, next to him, takes him; with 4 he goes."""
    here = "B1w B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3", "B3-B2"
    for leaving, verdict in ((6, "surrenders"), (5, "surrenders"), (4, "routs")):
        assert asl(*here, f'feature("B2",wire). wire_exit("B2",{leaving}).').g1.verdict == verdict
    far = "B1w B2. B3. B4.", "g1:squad@B2 broken dm; a1:squad@B4", "B4-B2"
    lost, gone = (asl(*far, f'feature("B2",wire). wire_exit("B2",{leaving}).').g1 for leaving in (6, 4))
    assert (lost.verdict, gone.verdict) == ("eliminated", "routs")
    told = ("b26-41-wire", "leaving the Wire costs 6 MF, and leaves it too few for any step")
    assert [told in notes for notes in (lost.notes, gone.notes)] == [True, False]
    # On the bare ground the bank is too dear as well, and the Wire is no reason.
    up = asl("B1w B2. B3. B4.", "g1:leader@B2 broken dm wounded; a1:vehicle@B3", "B3-B2",
             'elevation("B1",1). feature("B2",wire). wire_exit("B2",1).').g1
    assert (up.verdict, [rule for rule, _ in up.notes]) == ("eliminated", [])


@pytest.mark.parametrize(("pit", "mf"), [("", 5), ("@foxhole", 3), ("@trench", 3), ("@shellholes", 5)])
def test_who_is_entrenched_is_beneath_the_wire(pit: str, mf: float) -> None:
    """b26-41-wire (B26.4): out of a foxhole or trench 1 MF and 2 for woods; on top of the Wire, shellholes or not, 3 to leave."""
    feature = f'feature("B2",{pit[1:]}). ' if pit else ""
    here = asl("B1w B2.", f"g1:squad@B2{pit} broken dm", facts=f'{feature}feature("B2",wire). wire_exit("B2",3).')
    assert here.run(f"B2{pit} B1").mf[-1] == mf


def test_down_out_of_a_trench_beneath_wire() -> None:
    """b26-41-wire, b27-entrench (B27.6): nothing for leaving, either way."""
    facts = 'elevation("B2",1). feature("B2",trench). feature("B2",wire). wire_exit("B2",3).'
    assert asl("B1w B2.", "g1:squad@B2@trench broken dm", facts=facts).run("B2@trench B1").mf[-1] == 2


@pytest.mark.parametrize(
    ("leaving", "pit", "mf"),
    [
        (0, "foxhole", (0, 2, 5)),
        (1, "foxhole", (0, 3, 6)),
        (2, "foxhole", None),
        (1, "trench", (0, 3, 6)),
        (1, "shellholes", (0, 2, 5)),
        (2, "shellholes", (0, 2, 6)),
    ],
)
def test_a_shelter_beneath_wire(leaving: int, pit: str, mf: tuple[float, ...] | None) -> None:
    """b26-41-wire, a10-531-cover (B26.4): it gets beneath the Wire of B2 first, and then into the foxhole. B1 costs 2 MF, and 1
    to get out. Shellholes are on the ground, and the Wire is left with B1. With 2 for the Wire 5 + 3 MF are too many, and
    none are left for B1 that is on the shortest way."""
    facts = f'feature("B2",{pit}). feature("B2",wire). wire_exit("B2",{leaving}). '
    here = asl(FIELD, "g1:squad@B3 broken dm; a1:squad@B8", SEEN, facts)
    runs = {route.path: route.mf for route in here.g1.routes if route.path[1] == f"B2@{pit}"}
    assert runs.get(("B3", f"B2@{pit}", "B1")) == mf


def test_a_claim_into_and_out_of_a_foxhole_beneath_wire() -> None:
    """b26-41-wire, b27-entrench: 1 MF for B2, 1 for its Wire, 1 for the foxhole, 1 out of it and 2 for B1."""
    wire = 'feature("B2",wire). wire_exit("B2",1). feature("B2",foxhole). '
    here = asl(FIELD, "g1:squad@B3 broken dm; a1:squad@B8", SEEN, wire)
    assert here.judged("B2@foxhole B1", mf=6) == "survives"
    assert here.judged("B2@foxhole B1", mf=5) == (1, {"b26-41-wire": ("B2",), "b27-entrench": ("B2@foxhole",)})
    out = asl("B1w B2. B3.", "g1:squad@B2@foxhole broken dm", facts=wire)
    assert out.judged("B1", mf=3) == "survives"


@pytest.mark.parametrize(
    ("start", "wire", "through"),
    [("B2", 1, False), ("B2", 0, True), ("B2@foxhole", 1, True), ("B2@shellholes", 1, False)],
)
def test_nobody_goes_into_a_tunnel_off_wire(start: str, wire: int, through: bool) -> None:
    """b26-41-wire, b8-62-tunnels (B26.4): in a foxhole it is beneath the Wire."""
    pit = start.partition("@")[2] or "foxhole"
    facts = f'tunnel("B2","B4",german). feature("B2",wire). wire_exit("B2",{wire}). feature("B2",{pit}).'
    here = asl("B1. B2w B3. B4w", f"g1:squad@{start} broken dm", facts=facts)
    assert any(route.posture == "tunnel" for route in here.g1.routes) == through


def test_what_leaving_wire_costs_in_the_price() -> None:
    """b26-41-wire, option(wire_price,counted): B1 costs 3 MF without the 2 for the Wire in B2, and B5 4."""
    here = "B1w B2. B3. B4o B5w", "g1:squad@B3 broken dm", ""
    wire = 'feature("B2",wire). wire_exit("B2",2). hexside("B3","B4",wall).'
    assert asl(*here, wire).destinations == {"B1": 3}
    assert asl(*here, wire + "option(wire_price,counted).").destinations == {"B5": 4}
    assert asl(*here, wire.replace('"B2",2', '"B2",1') + "option(wire_price,counted).").destinations == {
        "B1": 4,
        "B5": 4,
    }


@pytest.mark.parametrize(
    ("facts", "interdicts"),
    [("", True), ('feature("B6",wire). wire_exit("B6",1).', False), ('feature("B5",wire). wire_exit("B5",1).', True)],
)
def test_an_enemy_on_wire_does_not_interdict(facts: str, interdicts: bool) -> None:
    """b26-41-wire, a10-532-interdict: +1 on his attacks (B26.31). He still forces g1 out of the open."""
    here = asl("B1w B2. B3. B4. B5. B6.", "g1:squad@B3 broken; a1:squad@B6", "B6-B3 B6-B2", facts)
    assert must(here) == {"a1"}
    assert bool(here.run("B3 B2 B1").interdicted) == interdicts


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


@pytest.mark.parametrize(
    ("enemy", "fires"),
    [
        ("squad@B1", False),
        ("gun@B1", False),
        ("vehicle@B1", True),
        ("squad@B1@foxhole", True),
        ("squad@B1@trench", True),
    ],
)
def test_an_enemy_on_wire(enemy: str, fires: bool) -> None:
    """b26-41-wire, B26.31: Infantry on it has +1. A vehicle has not, and who is entrenched is beneath the Wire (B26.4)."""
    facts = 'feature("B1",wire). wire_exit("B1",2).' + "".join(
        f'feature("B1",{pit}).' for pit in ("foxhole", "trench") if pit in enemy
    )
    here = asl("B1. B2. B3. B4. B5w", f"g1:squad@B3 broken dm; a1:{enemy}", "B1-B3 B1-B4", facts)
    assert must(here) == {"a1"}
    assert [place.by for place in here.run("B3 B4 B5").interdicted] == ([("a1",)] if fires else [])


def test_wire_over_entrenchments_and_pillboxes() -> None:
    """b26-41-wire, b27-entrench: out of the foxhole in B2, beneath its Wire: 1 + 2. Whether it costs who leaves a pillbox
    there, nobody says."""
    wired = 'feature("B2",wire). wire_exit("B2",2). '
    here = asl("B1w B2.", "g1:squad@B2@foxhole broken dm", facts=wired + 'feature("B2",foxhole).')
    assert (here.destinations, here.run("B2@foxhole B1").mf) == ({"B1": 3.0}, (0.0, 3.0))
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
