"""Counters of a saved game that can turn a verdict: they are read, or asked for."""

from __future__ import annotations

import pytest
from vasl_games import Game
from vasl_saves import Made, leader, marker, squad
from vasl_tables import Table, facts

import pyrout

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("level", "destinations"), [(1, []), (2, ["yC4@pillbox"])])
def test_a_pillbox_holds_what_its_counter_prints(table: Table, level: int, destinations: list[str]) -> None:
    table.put("C4", squad(), Made("3+5 Pillbox").layer(r"1\++,2\++", level))
    position = table.instance(rules="asl")
    assert facts(position, "capacity") == {f'capacity("yC4",pillbox,{level})'}
    assert [each.hex for each in pyrout.solve(position)["ge1"].destinations] == destinations


@pytest.mark.parametrize(("counters", "holds"), [(["1S"], 1), (["1S", "1S"], 2), (["3S", "2S"], 3)])
def test_foxhole_counters_hold_what_they_print_up_to_three(table: Table, counters: list[str], holds: int) -> None:
    table.put("C4", *(marker(f"{size} Foxhole") for size in counters))
    assert facts(table.instance(rules="asl"), "capacity") == {f'capacity("yC4",foxhole,{holds})'}


def test_the_starter_kit_knows_no_capacity(table: Table) -> None:
    table.put("C4", marker("1S Foxhole"))
    assert not table.instance(rules="aslsk").of("capacity")


def test_wire_under_a_routing_unit_asks_for_its_dr(table: Table) -> None:
    """With a dr of 1 it gets away, with one of 6 it does not; far from it Wire under an enemy stays in the position."""
    table.save.commands.clear()
    table.put("C3", squad(broken=True), marker("DM"), marker("Wire")).put("C1", squad("ru"))
    table.put("P9", squad("ru"), marker("Wire"))
    asked = table.run("solve", "--rules", "asl")
    assert asked.exit_code == 2 and "what leaving Wire costs is a dr" in asked.stderr
    assert "open until --fact 'wire_exit(\"yC3\",MF)' gives the dr" in asked.stderr.splitlines()[0]
    assert 'feature("yP9",wire)' in facts(table.instance(rules="asl"), "feature")
    easy, hard = (table.run("solve", "--rules", "asl", "--fact", f'wire_exit("yC3",{dr})').stdout for dr in (1, 6))
    assert ("yC6, 5 MF" in hard, "yC6, 5 MF" in easy) == (False, True)


def test_wire_on_the_way_is_left_out_in_the_first_line(table: Table) -> None:
    table.put("C5", marker("Wire"))
    done = table.run("solve", "--rules", "asl")
    assert done.exit_code == 0 and "left out: Wire in yC5" in done.stderr.splitlines()[0]


@pytest.mark.parametrize("name", ["Starshell", "Red IR", "Cloak", "Illum. Beam", "Gunflash", "NVR"])
def test_a_counter_of_the_night_asks_for_the_nvr(table: Table, name: str) -> None:
    table.put("H8", marker(name))
    asked = table.run("solve", "--rules", "asl")
    assert asked.exit_code == 2 and "nvr(N)" in asked.stderr.splitlines()[1]
    assert f"night, by {name} in yH8" in asked.stderr.splitlines()[0]
    by_night = table.run("solve", "--rules", "asl", "--fact", "nvr(2)").stdout
    by_day = table.run("solve", "--rules", "asl", "--fact", "-environment(night)").stdout
    assert ("SURRENDERS" in by_day, "SURRENDERS" in by_night) == (True, False)


def test_the_nvr_is_read(table: Table) -> None:
    table.put("H8", Made("NVR").layer("+ 1,+ 2", 2))
    assert facts(table.instance(rules="asl"), "nvr") == {"nvr(2)"}


@pytest.mark.parametrize(("layer", "mode"), [(-1, "on"), (1, "off")])
def test_skis_are_those_of_the_unit_below(table: Table, layer: int, mode: str) -> None:
    skis = Made("Skis", "sh/skis.png").layer("", layer, prop="Skis Off", images="ge/ge")
    table.put("C7", squad(broken=True), marker("DM"), skis)
    assert facts(table.instance(rules="asl"), "skis") == {f"skis(ge2,{mode})"}
    assert "environment(ground_snow)" in table.run("solve", "--rules", "asl").stderr
    assert table.run("solve", "--rules", "asl", "--fact", "environment(ground_snow)").exit_code == 0


def test_winter_is_in_the_first_line(table: Table) -> None:
    table.save.boards = ["0", "0", "y", "", "", "Winter"]
    assert "no snow on board y, which is in Winter" in table.run("solve", "--rules", "asl").stderr.splitlines()[0]


@pytest.mark.parametrize("way", ["layer", "marker", "wounded"])
def test_a_heroic_leader_fires(table: Table, way: str) -> None:
    made = leader("ru", 2)
    if way == "layer":
        made.layer("Heroic +", 1, images="MS/hero")
        made.traits.insert(0, made.traits.pop())
        table.put("C1", made)
    else:
        table.put("C1", made, Made("Heroic").layer("Heroic,Wnd Heroic", 2 if way == "wounded" else 1))
    statuses = facts(table.instance(rules="asl"), "status")
    assert "status(ru1,heroic)" in statuses
    assert ("status(ru1,wounded)" in statuses) is (way == "wounded")


def test_a_rout_off_wire_is_open_until_the_dr_is_known(game: Game) -> None:
    one, *_ = game.put("C4", squad(broken=True), marker("DM"), marker("Wire"))
    game.drag(one, "C4", "C6").turn(2)
    turn = game.only("--rules", "asl")
    assert turn["verdict"] == "open" and turn["unknown"].count("the dr for leaving the Wire in yC4") == 1
    assert game.only("--rules", "asl", "--fact", 'wire_exit("yC4",1)')["verdict"] == "legal"


@pytest.mark.parametrize("wire", ["C5", "D4"])
def test_a_rout_through_wire_on_the_way_is_open_until_the_dr_is_known(game: Game, wire: str) -> None:
    """Five MF do not pay for a dr of 6 in C5; Wire beside the path changes nothing."""
    one, *_ = game.put("C4", squad(broken=True), marker("DM"))
    game.put(wire, marker("Wire"))
    game.drag(one, "C4", "C5", "C6").turn(2)
    turn = game.only("--rules", "asl")
    if wire == "D4":
        assert turn["verdict"] == "legal"
        return
    assert turn["verdict"] == "open" and turn["unknown"].count("the dr for leaving the Wire in yC5") == 1
    drs = {dr: game.only("--rules", "asl", "--fact", f'wire_exit("yC5",{dr})')["verdict"] for dr in (1, 6)}
    assert drs == {1: "legal", 6: "illegal"}


def test_each_dr_that_decides_is_named(game: Game) -> None:
    one, *_ = game.put("C4", squad(broken=True), marker("DM"), marker("Wire"))
    game.put("C5", marker("Wire"))
    game.drag(one, "C4", "C5", "C6").turn(2)
    turn = game.only("--rules", "asl")
    assert "if the dr for leaving the Wire in yC4 is 3, 4, 5 or 6; else legal" in turn["said"]
    assert "may end in yC6" not in game.run("--rules", "asl").stdout


@pytest.mark.parametrize(("squads", "inside"), [(1, 1), (2, 1), (4, 1)])
def test_a_pillbox_with_too_many_below_it_stays_full(table: Table, squads: int, inside: int) -> None:
    """Units without room in it are put on the ground: were all of them, the empty pillbox would be a destination."""
    table.put("D4", *[squad() for _ in range(squads)], marker("1+3+5 Pillbox ca1"))
    position = table.instance(rules="asl")
    held = [fact for fact in facts(position, "at") if "pillbox" in fact]
    assert len(held) == inside
