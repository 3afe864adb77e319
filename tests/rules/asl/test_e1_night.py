"""Routs at night (E1.54), and who is Known in the dark (E1.1, E1.14, E1.33, E1.9). Each answer is worked out from the rules page.

A position is a column of hexes: B1 touches B2, and so on.
"""

from __future__ import annotations

import pytest
from explained import explained, said
from tiny import asl

import pyrout
from pyrout.errors import InstanceError
from pyrout.results.answer import UnitAnswer

pytestmark = pytest.mark.slow

ROW = "B1. B2. B3. B4. B5."
NIGHT = "environment(night). nvr(2)."


def crawls(answer: UnitAnswer) -> set[str]:
    """The Locations that it may crawl into, to be thrown back or not; no other routs, and none that it does not survive."""
    assert {(route.posture, route.end) for route in answer.routes} <= {("low_crawl", "survives")}
    return {route.path[1] for route in answer.routes}


@pytest.mark.parametrize("status", ["", "disrupted", "encircled"])
@pytest.mark.quick
def test_nobody_has_to_rout(status: str) -> None:
    """e1-54-night: next to a1 in the open it has not to rout, surrenders by no rule, and may crawl one hex away from him."""
    here = ROW, f"g1:squad@B3 broken dm {status}; a1:squad@B2", "B2-B3 B2-B4 B2-B5"
    at_night = asl(*here, NIGHT).g1
    assert (at_night.verdict, at_night.must_rout, at_night.captors, at_night.free) == ("may_rout", (), (), True)
    assert crawls(at_night) == {"B4"}
    assert any("a1 does not force it to rout" in note for note in map(str, at_night.notes))
    assert asl(*here).g1.verdict in ("routs", "surrenders")


@pytest.mark.parametrize(
    ("hexes", "enemy", "los", "crawls_off"),
    [
        ("B2. B3w B4.", "a1:squad@B2", "B2-B3 B2-B4", True),  # ADJACENT
        ("B1. B2. B3w B4.", "a1:squad@B1", "B1-B3", False),
        ("B1. B2. B3. B4.", "a1:squad@B1", "B1-B3 B1-B4", True),  # in the open
        ("B1. B2. B3. B4.", "a1:squad@B1 unarmed", "B1-B3 B1-B4", False),
        ("B2. B3w B4.", "a1:squad@B2 unarmed", "B2-B3", False),
        ("B2. B3w B4.", "a1:squad@B2 concealed", "B2-B3", False),
        ("B2. B3w B4.", "a1:vehicle@B2 abandoned", "B2-B3", True),  # an enemy vehicle
    ],
)
def test_a_disrupted_unit_at_night(hexes: str, enemy: str, los: str, crawls_off: bool) -> None:
    """e1-54-night, a19-12-rout: it crawls only from where it would have to rout by day."""
    here = asl(hexes, f"g1:squad@B3 broken dm disrupted; {enemy}", los, NIGHT).g1
    assert (here.verdict, bool(here.routes)) == (("may_rout", True) if crawls_off else ("cannot_rout", False))
    assert {reason.rule for reason in here.reasons} == {"e1-54-night" if crawls_off else "a19-12-rout"}
    assert asl(hexes, f"g1:squad@B3 broken dm; {enemy}", los, NIGHT).g1.verdict == "may_rout"


@pytest.mark.parametrize(("nvr", "crawls_off"), [(0, False), (1, True)])
def test_a_disrupted_unit_next_to_an_enemy_in_the_dark(nvr: int, crawls_off: bool) -> None:
    """e1-54-night, a19-12-rout, e1-1-sight: whom it does not see is not Known, and lets it go nowhere."""
    here = asl(
        "B2. B3w B4.", "g1:squad@B3 broken dm disrupted; a1:squad@B2", "B2-B3", f"environment(night). nvr({nvr})."
    )
    assert bool(here.g1.routes) == crawls_off


def test_a_disrupted_unit_at_night_takes_no_tunnel() -> None:
    """e1-54-night, a19-12-rout, b8-62-tunnels: without the status it may."""
    tunnel = NIGHT + 'tunnel("B1","B3",german).'
    for status, verdict in ((" disrupted", "cannot_rout"), ("", "may_rout")):
        assert asl("B1w B2. B3w", f"g1:squad@B1 broken dm{status}", facts=tunnel).g1.verdict == verdict


def test_notes_of_the_day_are_not_made_at_night() -> None:
    """e1-54-night: no Interdiction, no limit of the desert; and what would force it by day is named: water, not a hex."""
    up = "B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B2", "B2-B3 B2-B4", 'elevation("B4",1).'
    assert any("below" in note for note in map(str, asl(*up).g1.notes))
    assert not any("below" in note or "Height" in note for note in map(str, asl(*up[:3], up[3] + NIGHT).g1.notes))
    far = "B1. B2. B3. B4. B5. B6. B7. B8. B9. B10.", "g1:squad@B2 broken dm; a1:squad@B10", "B10-B2"
    desert = "environment(desert). normal_range(a1,12)."
    assert any("only Desert Boards" in line for line in asl(*far, desert).g1.assumes)
    assert asl(*far, desert + "environment(night). nvr(9).").g1.assumes == ()
    text = asl("B2. B3. B4.", "g1:squad@B3 broken dm", "", NIGHT + 'fordable("B3"). elevation("B3",-1).').text
    ford = pyrout.solve(pyrout.parse(text.replace('terrain("B3",open_ground)', 'terrain("B3",river)')))["g1"]
    assert ("e1-54-night", "the Blaze or Water Obstacle in B3 does not force it to rout") in ford.notes


@pytest.mark.quick
def test_cover_binds_nobody_at_night() -> None:
    """e1-54-night: by day the woods two hexes off would be its destination, and B3 would lead away from them."""
    here = "B1w B2w B3. B4. B5.", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3"
    assert asl(*here, NIGHT).g1.destinations == ()
    alone = "B1w B2. B3. B4. B5.", "g1:squad@B3 broken dm"
    assert asl(*alone).destinations == {"B1": 3}
    assert crawls(asl(*alone, facts=NIGHT).g1) == {"B2", "B4"}


def test_out_of_an_enemys_location() -> None:
    """e1-54-night: both hexes are ADJACENT to a1, whose Location it leaves; who stops there is not eliminated."""
    here = ROW, "g1:squad@B3 broken dm; a1:squad@B3", "B3-B2 B3-B4"
    assert crawls(asl(*here, NIGHT).g1) == {"B2", "B4"}


@pytest.mark.quick
def test_from_adjacent_to_adjacent_stays_barred() -> None:
    """e1-54-night, a10-51-again: A3 is next to a1 in B2, as g1 in B3 is; A4 and B4 are not."""
    here = "B2. B3. A3. A4. B4.", "g1:squad@B3 broken dm; a1:squad@B2", "B2-B3 B2-A3 B2-A4 B2-B4"
    assert crawls(asl(*here, NIGHT).g1) == {"A4", "B4"}


@pytest.mark.parametrize("terrain", ["m", "="])
def test_into_marsh_and_stream(terrain: str) -> None:
    """e1-54-night: where by day nobody crawls."""
    here = f"B1{terrain} B2.", "g1:squad@B2 broken dm"
    assert crawls(asl(*here, facts=NIGHT).g1) == {"B1"}
    assert all(route.posture == "run" for route in asl(*here).g1.routes)


def test_out_of_a_foxhole_into_marsh() -> None:
    """e1-54-night: it crawls, whatever MF getting out would cost by day."""
    here = "B1m B2.", "g1:squad@B2@foxhole broken dm"
    assert crawls(asl(*here, facts=NIGHT + 'feature("B2",foxhole).').g1) == {"B1"}


@pytest.mark.parametrize(
    ("nvr", "more", "barred"),
    [
        (1, "", False),
        (2, "", True),
        (0, "", False),
        (1, 'illuminated("B1").', True),
        (3, 'illuminated("B3").', False),
        (1, 'illuminated("B3"). illuminated("B1").', True),
    ],
)
@pytest.mark.quick
def test_who_is_not_seen_is_not_known(nvr: int, more: str, barred: bool) -> None:
    """e1-1-sight: a1, two hexes off, bars the way toward him where he is Known. From an Illuminated Location one sees no
    dark one."""
    here = ROW, "g1:squad@B3 broken dm; a1:squad@B1", "B1-B2 B1-B3 B1-B4"
    answer = asl(*here, f"environment(night). nvr({nvr}). {more}").g1
    assert crawls(answer) == ({"B4"} if barred else {"B2", "B4"})


@pytest.mark.parametrize(
    ("hexes", "enemy", "facts", "known"),
    [
        (4, "B1", "nvr(2). status(a1,motion).", True),  # 3 hexes
        (4, "B1", "nvr(2).", False),
        (2, "B1", "nvr(0). status(a1,motion).", True),
        (2, "B1", "nvr(0).", False),
        (6, "B1", "nvr(2). status(a1,motion).", False),  # 5 hexes
    ],
)
def test_a_vehicle_in_motion_is_seen_farther(hexes: int, enemy: str, facts: str, known: bool) -> None:
    """e1-1-sight: half as far again, and with NVR 0 one hex."""
    row = " ".join(f"B{n}." for n in range(1, hexes + 2))
    here = row, f"g1:squad@B{hexes} broken dm; a1:vehicle@{enemy}", f"B1-B{hexes}"
    assert (f"B{hexes - 1}" in crawls(asl(*here, "environment(night). " + facts).g1)) is not known


@pytest.mark.parametrize(("nvr", "enemy"), [(2, "B1"), (0, "B3")])
def test_a_vehicle_in_motion_need_not_be_seen_from_where_the_crawl_ends(nvr: int, enemy: str) -> None:
    """e1-1-sight: 3 hexes off it is seen with NVR 2; 4 hexes off only a tracked one is, which changes nothing."""
    facts = f"environment(night). nvr({nvr}). status(a1,motion)."
    here = asl("B1. B2. B3. B4. B5.", f"g1:squad@B4 broken dm; a1:vehicle@{enemy}", "B1-B4 B1-B5 B3-B4 B3-B5", facts)
    assert crawls(here.g1) == {"B5"}


@pytest.mark.parametrize("facts", ["", "normal_range(a1,6). status(a1,buttoned_up)."])
def test_in_the_open_it_is_dm_only_where_it_is_seen(facts: str) -> None:
    """e1-1-sight, a10-62-dm: a1 two hexes off sees g1 with an NVR of 2; buttoned up he sees one hex."""
    kind = "vehicle" if facts else "squad"
    here = ROW, f"g1:squad@B3 broken; a1:{kind}@B1", "B1-B3"
    assert asl(*here, NIGHT + facts).g1.verdict == ("cannot_rout" if facts else "may_rout")


def test_dm_next_to_an_armed_enemy() -> None:
    """e1-54-night: as by day, also next to a broken one."""
    here = "B1w B2w B3.", "g1:squad@B2 broken; a1:squad@B1 broken", "B1-B2"
    assert asl(*here, NIGHT).g1.dm
    assert asl(*here, NIGHT).g1.may_keep_dm


@pytest.mark.parametrize(("value", "verdict"), [("dm", "cannot_rout"), ("any", "may_rout")])
def test_option_night_dm(value: str, verdict: str) -> None:
    """option(night_dm,any), e1-54-night: without DM."""
    assert asl("B1. B2.", "g1:squad@B1 broken", facts=NIGHT + f"option(night_dm,{value}).").g1.verdict == verdict


def test_thrown_back_it_survives() -> None:
    """e1-54-night, a10-533-repulse: it has not failed to rout, and a1 is revealed."""
    (route,) = asl("B1. B2.", "g1:squad@B1 broken dm; a1:squad@B2 concealed", "B2-B1", NIGHT).g1.routes
    assert (route.path, route.end, route.repulsed and route.repulsed.by) == (("B1", "B2", "B1"), "survives", ("a1",))


@pytest.mark.parametrize(
    ("enemy", "seen", "facts"),
    [
        ("squad@B2", "B2-B3", "environment(night). nvr(0)."),
        ("vehicle@B2", "B2-B3", "environment(night). nvr(0)."),
        ("squad@B2", "B2-B3", 'environment(night). nvr(2). illuminated("B3").'),
        ("squad@B2 concealed", "B2-B3", 'environment(night). nvr(0). reveal(a1,g1,"B2",before).'),
        ("squad@B2", "", "environment(night)."),
    ],
)
def test_who_is_not_seen_throws_it_back(enemy: str, seen: str, facts: str) -> None:
    """e1-1-sight, a10-533-repulse: out of sight a1 counts as concealed, and g1 crawls into his Location unawares."""
    answer = asl("B2. B3. B4.", f"g1:squad@B3 broken dm; a1:{enemy}", seen, facts, near=False).g1
    assert {route.path for route in answer.routes} == {("B3", "B2", "B3"), ("B3", "B4")}
    assert {(route.posture, route.end) for route in answer.routes} == {("low_crawl", "survives")}
    assert [route.repulsed.by for route in answer.routes if route.repulsed] == [("a1",)]


def test_the_best_crawl_is_not_thrown_back() -> None:
    """e1-1-sight: B2 sorts before B4, and no other way leads out of B3 where B4 is missing."""

    def best(hexes: str) -> str:
        here = asl(hexes, "g1:squad@B3 broken dm; a1:squad@B2", "B2-B3", "environment(night). nvr(0).")
        (line,) = [line for line in said(here, "g1") if "; best: " in line]
        return line.partition("; best: ")[2]

    assert best("B2. B3. B4.") == "Low Crawl into B4, 6 MF"
    assert best("B2. B3.") == "Low Crawl into B2, thrown back to B3, 6 MF"


def test_an_unseen_dummy_throws_nobody_back() -> None:
    """e1-1-sight, a10-533-repulse"""
    here = "B2. B3. B4.", "g1:squad@B3 broken dm; a1:dummy@B2", "B2-B3"
    assert crawls(asl(*here, "environment(night). nvr(0).").g1) == {"B2", "B4"}


def test_no_run_after_a_reveal_out_of_sight() -> None:
    """e1-54-night, a12-14-reveal: a1, who shows himself before g1 enters B4, is beyond the NVR, and g1 crawls all the same."""
    here = "B2. B3. B4. B5. B6.", "g1:squad@B3 broken dm; a1:squad@B6 concealed", "B6-B3 B6-B4"
    assert crawls(asl(*here, 'environment(night). nvr(1). reveal(a1,g1,"B4",before).').g1) == {"B2", "B4"}


def test_a_claimed_run_breaks_the_night() -> None:
    """e1-54-night: no enemy and no MF bar the step; what touches B3 not at all is no matter of the night."""
    here = asl("B1. B2. B3.", "g1:squad@B3 broken dm", facts=NIGHT)
    assert here.judged("B3 B2") == (1, {"e1-54-night": ("B3",)})
    assert here.judged("B3 B2", low_crawl=True) == "survives"
    assert "e1-54-night" not in here.judged("B3 B1")[1]


def test_why_no_crawl_ends_in_a_hex() -> None:
    """e1-54-night: not for want of MF, and not because B1 and B2 are no cover."""
    here = asl(ROW, "g1:squad@B3 broken dm; a1:squad@B1", "B1-B3 B1-B4", NIGHT)
    for hex_, words in {
        "B2": ["no legal way leads to B2; the first illegal step of the cheapest:", "a1 in B1 [a10-51-closer]"],
        "B4": ["Low Crawl B3 - B4, 6 MF"],
        "B5": ["B5 is out of reach: more than one Location away"],
    }.items():
        lines = explained(here, hex_)
        assert "g1 has no destination, and routs by Low Crawl alone [e1-54-night]" in lines
        assert not any("would not get it there" in line or "neither woods" in line for line in lines)
        assert all(any(each in line for line in lines) for each in words)


def test_a_hex_at_the_end_of_a_tunnel_is_out_of_reach_of_the_crawl_alone() -> None:
    """e1-54-night, b8-62-tunnels"""
    here = asl("B1w B2. B3w", "g1:squad@B1 broken dm", facts='tunnel("B1","B3",german).' + NIGHT)
    lines = explained(here, "B3")
    assert "B3 is out of reach but through a tunnel: more than one Location away" in lines
    assert any(line.startswith("routs that end there: 1") or "routes that end there: 1" in line for line in lines)


def test_the_chart_names_the_night() -> None:
    """e1-54-night: at the boxes that would bind g1 by day."""
    here = asl("B1w B2. B3.", "g1:squad@B2 broken dm disrupted; a1:squad@B3", "B3-B2", NIGHT)
    boxes = {box.box: box for box in pyrout.explain_chart(here.instance, "g1").chart}
    for words in (
        "... Disrupted?",
        "The building or woods Location that is the fewest MF away",
        "Low Crawl; not after",
    ):
        (box,) = [box for name, box in boxes.items() if name.startswith(words)]
        assert "e1-54-night" in box.rules


def test_a_blaze_lights_up_who_is_near_it() -> None:
    """e1-1-sight: a Blaze in B5 that Illuminates B3 and B7 shows a1 to g1; a file that says nothing of its light is refused."""
    here = "B2. B3. B4. B5. B6. B7.", "g1:squad@B3 broken dm; a1:squad@B7", "B7-B3 B7-B4 B7-B2"
    burning = 'environment(night). nvr(1). feature("B5",blaze).'
    with pytest.raises(InstanceError, match="a Blaze Illuminates its own Location"):
        _ = asl(*here, burning).g1
    light = "".join(f'illuminated("B{n}").' for n in range(3, 8))
    assert crawls(asl(*here, burning + light).g1) == {"B2"}


def test_what_is_met_out_of_a_tunnel() -> None:
    """e1-54-night, b8-62-tunnels: out of lit B1, from which dark a1 is not seen, the tunnel leads next to him, into a foxhole."""
    dug = 'feature("B3",foxhole). tunnel("B1","B3@foxhole",german). environment(night). nvr(2). illuminated("B1").'
    here = "B1w B2. B3w B4.", "g1:squad@B1 broken dm; a1:squad@B4", "B4-B3 B4-B1"
    (out,) = [route for route in asl(*here, dug + "status(a1,unarmed).").g1.routes if route.posture == "tunnel"]
    assert out.path == ("B1", "B3@foxhole")
    assert [(met.hex, met.enemies) for met in out.discovers] == [("B3@foxhole", ("a1",))]
    with pytest.raises(InstanceError, match="comes out ADJACENT to a new Known enemy"):
        _ = asl(*here, dug).g1


def test_no_rout_out_of_melee() -> None:
    """e1-54-night, a11-15-melee"""
    assert asl("B1. B2.", "g1:squad@B1 broken dm melee; a1:squad@B1 melee", facts=NIGHT).g1.verdict == "cannot_rout"


def test_los_given_without_nvr_is_what_is_seen() -> None:
    """e1-1-sight: a1 bars the way toward him if the LOS is given."""
    here = ROW, "g1:squad@B3 broken dm; a1:squad@B1"
    assert crawls(asl(*here, "B1-B3", "environment(night).").g1) == {"B4"}
    assert crawls(asl(*here, facts="environment(night).").g1) == {"B2", "B4"}


def test_los_from_the_terrain_is_cut_at_the_nvr() -> None:
    """e1-1-sight: nothing is between a1 and g1."""
    text = asl(ROW, "g1:squad@B3 broken dm; a1:squad@B1", facts=NIGHT).text
    text = "\n".join(line for line in text.splitlines() if not line.startswith("los("))
    assert crawls(pyrout.solve(pyrout.parse(text))["g1"]) == {"B4"}
    assert crawls(pyrout.solve(pyrout.parse(text.replace("nvr(2)", "nvr(1)")))["g1"]) == {"B2", "B4"}


def test_who_breaks_on_purpose_has_to_be_seen() -> None:
    """e1-1-sight, a10-41-voluntary: in the LOS of a Known enemy."""
    here = ROW, "g1:squad@B3; a1:squad@B1", "B1-B3"
    assert asl(*here, NIGHT).unit("g1").may_break
    assert not asl(*here, NIGHT.replace("2", "1")).unit("g1").may_break


LIT_BLAZE = NIGHT + 'feature("B1",blaze). illuminated("B1"). illuminated("B2"). '


def test_who_can_crawl_out_of_a_blaze_at_night_is_answered() -> None:
    """e1-54-night: what becomes of who stays in it is not said; who is not trapped need not stay."""
    here = asl("B1. B2.", "g1:squad@B1 broken dm", "", LIT_BLAZE)
    assert here.g1.verdict == "may_rout" and [route.path for route in here.g1.routes] == [("B1", "B2")]


@pytest.mark.parametrize(
    ("hexes", "units", "facts", "message"),
    [
        ("B1.", "g1:squad@B1 broken dm", NIGHT + 'feature("B1",blaze). illuminated("B1").', "stays in a Blaze at night"),
        ("B1. B2.", "g1:squad@B1 broken melee disrupted; a1:squad@B1 melee", NIGHT, "in Melee is eliminated at night"),
        ("B1. B2.", "g1:squad@B1 broken dm", "nvr(2).", "only at night an NVR"),
        ("B1. B2.", "g1:squad@B1 broken dm", 'illuminated("B1").', "only at night a Location"),
        ("B1. B2.", "g1:squad@B1 broken dm", 'environment(night). illuminated("B1").', "without an NVR the LOS given"),
        ("B1. B2. B3. B4. B5.", "g1:squad@B5 broken dm; a1:vehicle@B1", NIGHT + "status(a1,motion).", "only a tracked"),
        (
            "B1. B3.",
            "g1:squad@B3 broken dm; a1:vehicle@B1",
            "environment(night). nvr(0). status(a1,motion).",
            "from B3 only a tracked",
        ),
        (
            "B1. B2. B3. B4.",
            "g1:squad@B4 broken dm; a1:vehicle@B1; a2:squad@B1",
            NIGHT + "status(a1,motion).",
            "not seen as far as it is",
        ),
        (  # nor where it crawls to, from where it would meet them
            "B1. B2. B3. B4. B5.",
            "g1:squad@B5 broken dm; a1:vehicle@B1; a2:squad@B1",
            NIGHT + 'status(a1,motion). los("B1","B4",0). ',
            "not seen as far as it is",
        ),
        (  # its own moving vehicle shows it no enemy
            "B1. B2. B3. B4.",
            "g1:squad@B4 broken dm; g2:vehicle@B1; a2:squad@B1",
            NIGHT + "status(g2,motion).",
            "not seen as far as it is",
        ),
        (
            "B1f B2f B3f",
            "g1:squad@B3 broken dm; a1:squad@B1",
            NIGHT + 'building("f","B1"). building("f","B2"). building("f","B3").',
            "within a factory",
        ),
    ],
)
def test_what_is_not_settled_at_night_is_refused(hexes: str, units: str, facts: str, message: str) -> None:
    """e1-54-night, e1-1-sight"""
    last = hexes.split()[-1][:-1]
    with pytest.raises(InstanceError, match=message):
        _ = asl(hexes, units, f"B1-{last}" if last != "B2" else "", facts).g1


@pytest.mark.parametrize("growth", ["dense_jungle", "bamboo"])
def test_no_light_comes_through_dense_growth(growth: str) -> None:
    """e1-1-sight: E1.9; only a Blaze in the hex itself lights it."""
    text = asl(ROW, "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3", NIGHT + 'illuminated("B1").').text
    dense = text.replace('terrain("B1",open_ground)', f'terrain("B1",{growth})')
    assert dense != text
    with pytest.raises(InstanceError, match="no light comes through dense jungle or bamboo"):
        pyrout.solve(pyrout.parse(dense))
    assert "B2" in crawls(pyrout.solve(pyrout.parse(dense + 'feature("B1",blaze).'))["g1"])


@pytest.mark.parametrize("snow", ["ground_snow", "deep_snow"])
def test_in_snow_the_nvr_is_two_to_nine(snow: str) -> None:
    """e1-1-sight: E1.15."""

    def at(nvr: int) -> UnitAnswer:
        return asl(ROW, "g1:squad@B3 broken dm", facts=f"environment(night). environment({snow}). nvr({nvr}).").g1

    for nvr in (0, 1):
        with pytest.raises(InstanceError, match="in Ground and Deep Snow the base NVR is 2 to 9"):
            at(nvr)
    assert crawls(at(2)) == crawls(at(9)) == {"B2", "B4"}


def test_night_without_any_los_is_refused() -> None:
    """e1-1-sight: neither an NVR nor what is seen."""
    text = asl("B1. B2.", "g1:squad@B1 broken dm", facts="environment(night).").text
    text = "\n".join(line for line in text.splitlines() if not line.startswith("los("))
    with pytest.raises(InstanceError, match="nothing says how far one sees"):
        pyrout.solve(pyrout.parse(text))
