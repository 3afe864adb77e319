"""Night, tunnels and skis on one straight row of hexes.

Every answer was worked out by hand from sections 1.1, 1.3 and 1.4 of the rules page before the encodings were read. Costs
in comments are MF: open ground 1, woods and buildings 2. Everybody on the row sees everybody else.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from tiny import Position, asl

pytestmark = pytest.mark.slow

OPEN = "A0. A1. A2. A3. A4. A5. A6. A7."
DEEP = "environment(deep_snow)."
GROUND = "environment(ground_snow)."


def row(hexes: str, units: str, facts: str = "") -> Position:
    names = [entry[:-1] for entry in hexes.split()]
    reach = "".join(f"normal_range(a{n},4)." for n in (1, 2) if f"a{n}:" in units)
    los = " ".join(f"{a}-{b}" for a, b in combinations(names, 2))
    return asl(hexes, units, los, reach + facts, near=False)


def dark(nvr: int, *lit: str) -> str:
    return f"environment(night). nvr({nvr})." + "".join(f'illuminated("{place}").' for place in lit)


def through(position: Position) -> set[tuple[str, ...]]:
    return {route.path for route in position.g1.routes if route.posture == "tunnel"}


# --- night ---------------------------------------------------------------------------------------------------------


def test_in_the_open_at_night() -> None:
    """e1-54-night: in the LOS and Normal Range of a1 it need not rout; it may crawl one Location, not toward him."""
    here = row(OPEN, "g1:squad@A3 broken dm; a1:squad@A5", dark(3))
    assert (here.g1.must_rout, here.g1.verdict, here.runs) == ((), "may_rout", {})
    assert here.crawls == {"A2": "survives"}
    assert row(OPEN, "g1:squad@A3 broken dm; a1:squad@A5").g1.verdict == "routs"


def test_between_two_enemies_at_night() -> None:
    """e1-54-night, e1-1-sight: both known, no step is open, and it stays; by day it is eliminated. With an NVR of 1 it knows
    neither, and may crawl next to either."""
    units = "g1:squad@A3 broken dm; a1:squad@A1; a2:squad@A5"
    assert row(OPEN, units).g1.verdict == "eliminated"
    known = row(OPEN, units, dark(2))
    assert (known.g1.verdict, known.g1.routes) == ("stays", ())
    assert row(OPEN, units, dark(1)).crawls == {"A2": "survives", "A4": "survives"}


def test_who_stands_in_the_light_sees_only_the_light() -> None:
    """e1-1-sight: a1 is within the NVR, but unseen from Illuminated A3, unless he is Illuminated, too."""
    units = "g1:squad@A3 broken dm; a1:squad@A5"
    assert set(row(OPEN, units, dark(2)).crawls) == {"A2"}
    assert set(row(OPEN, units, dark(2, "A3")).crawls) == {"A2", "A4"}
    assert set(row(OPEN, units, dark(2, "A3", "A5")).crawls) == {"A2"}


def test_a_disrupted_unit_crawls_from_its_captor_at_night() -> None:
    """e1-54-night: nobody surrenders in the Rout Phase, "even if Disrupted", and such units may crawl; by day it surrenders."""
    units = "g1:squad@A2 broken dm disrupted; a1:squad@A1"
    here = row(OPEN, units, dark(1))
    assert (here.g1.verdict, here.crawls, here.runs) == ("may_rout", {"A3": "survives"}, {})
    assert row(OPEN, units).g1.verdict == "surrenders"


# --- tunnels -------------------------------------------------------------------------------------------------------


def test_a_tunnel_past_a_broken_enemy() -> None:
    """b8-62-tunnels: a1, broken, is as far from A3 as from A1, and ADJACENT to both: no bar. Unbroken a2 in A4 bars A3."""
    row_, tunnel = "A1w A2. A3w A4.", 'tunnel("A1","A3",german).'
    here = row(row_, "g1:squad@A1 broken dm; a1:squad@A2 broken", tunnel)
    assert (here.g1.verdict, through(here), here.runs, here.crawls) == ("may_rout", {("A1", "A3")}, {}, {})
    barred = row(row_, "g1:squad@A1 broken dm; a1:squad@A2 broken; a2:squad@A4", tunnel)
    assert (barred.g1.verdict, barred.g1.routes) == ("stays", ())


def test_out_of_one_tunnel_it_goes_no_farther() -> None:
    """b8-62-tunnels: the tunnel is the whole rout; the next one, from A5 to A8, is none of it. On foot it may go on in cover."""
    tunnels = 'tunnel("A3","A5",german). tunnel("A5","A8",german).'
    here = row("A2. A3w A4w A5w A6. A7. A8w", "g1:squad@A3 broken dm; a1:squad@A2", tunnels)
    assert through(here) == {("A3", "A5")}
    assert here.runs == {"A3 A4": "survives", "A3 A4 A5": "survives"}
    assert here.crawls == {"A4": "survives"}


def test_a_tunnel_is_a_clean_rout() -> None:
    """b8-62-tunnels, a20-21-surrender: a1 interdicts A3 and A4, on the way to the building (1 + 1 + 2); with the tunnel there is
    a clean rout, and it may take either way."""
    hexes, units = "A1. A2w A3. A4. A5h", "g1:squad@A2 broken dm; a1:squad@A1"
    assert row(hexes, units).g1.verdict == "surrenders"
    here = row(hexes, units, 'tunnel("A2","A5",german).')
    assert (here.g1.verdict, here.destinations, through(here)) == ("routs", {"A5": 4}, {("A2", "A5")})
    assert [at.hex for at in here.run("A2 A3 A4 A5").interdicted] == ["A3", "A4"]
    assert here.crawls == {"A3": "survives"}


def test_a_tunnel_is_no_part_of_a_longer_rout() -> None:
    """b8-62-tunnels: g1 gets to the entrance in A2 and stops; begun there, the rout may end in A5, past nearer cover in A3."""
    tunnel = 'tunnel("A2","A5",german).'
    here = row("A0. A1. A2w A3. A4. A5h", "g1:squad@A1 broken dm; a1:squad@A0", tunnel)
    assert (here.destinations, here.runs, through(here)) == ({"A2": 2}, {"A1 A2": "survives"}, set())
    begun = row("A1. A2w A3w A4. A5h", "g1:squad@A2 broken dm; a1:squad@A1", tunnel)
    assert (begun.destinations, begun.runs, through(begun)) == ({"A3": 2}, {"A2 A3": "survives"}, {("A2", "A5")})


# --- skis ----------------------------------------------------------------------------------------------------------

ALONE = "g1:squad@A1 broken dm"


@pytest.mark.parametrize(
    ("skis", "woods", "price"),
    [
        ("on", "A4", 4),  # 1 + 1 + 2
        ("off", "A4", 5),  # 1 1/2 + 1 1/2 + 2; putting them on for 2 costs 6 in all
        ("", "A4", 5),
        ("on", "A5", 5),
        ("off", "A5", None),  # 3 x 1 1/2 + 2, or 2 + 3 + 2
        ("", "A5", None),
        ("on", "A6", 6),
        ("on", "A7", None),
    ],
)
def test_how_far_in_deep_snow(skis: str, woods: str, price: float | None) -> None:
    """e4-33-skis, e3-7-snow: 1/2 MF more for each hexside on foot, but into woods; nothing on skis."""
    hexes = "A1. A2. A3. A4. A5. A6. A7.".replace(f"{woods}.", f"{woods}w")
    here = row(hexes, ALONE, DEEP + (f"skis(g1,{skis})." if skis else ""))
    assert here.destinations == ({woods: price} if price else {})


def test_a_wounded_leader_on_skis() -> None:
    """e4-33-skis, e3-7-snow: of 3 MF, 1 + 2 on skis, 1 1/2 + 2 on foot."""
    leader = "g1:leader@A1 broken dm wounded"
    assert row("A1. A2. A3w", leader, DEEP + "skis(g1,on).").destinations == {"A3": 3}
    assert row("A1. A2. A3w", leader, DEEP + "skis(g1,off).").destinations == {}


def test_off_skis_into_a_building_and_on() -> None:
    """e4-33-skis: off for nothing in A1, 2 into the building, and on foot 2 into the woods behind, in cover all the way."""
    here = row("A0- A1. A2h A3w", "g1:squad@A1 broken dm; a1:squad@A0", DEEP + "skis(g1,on).")
    assert here.destinations == {"A2": 2}
    assert here.runs == {"A1 A2": "survives", "A1 A2 A3": "survives"}
    assert here.run("A1 A2 A3").mf == (0, 2, 4)
    assert here.crawls == {"A2": "survives"}


def test_up_a_hill_in_ground_snow() -> None:
    """e3-7-snow, b10-4-uphill: a level up doubles the hex, and costs 1 MF more on foot, which nothing doubles."""
    hill = GROUND + "".join(f'elevation("A{n}",1).' for n in (2, 3, 4, 5))
    assert row("A1. A2. A3. A4w A5.", ALONE, hill).destinations == {"A4": 6}  # 2 + 1, 1, 2
    assert row("A1. A2. A3. A4. A5w", ALONE, hill).destinations == {}
    assert row("A1. A2w A3. A4. A5.", ALONE, hill).destinations == {"A2": 5}  # 4 + 1
