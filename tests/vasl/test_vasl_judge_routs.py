"""Routs in logs judged: the way of a counter, its end, its company and its place in the order of turns."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tiny import asl
from vasl_boards import WOODS, Drawing
from vasl_games import Game
from vasl_saves import Made, leader, marker, squad, vehicle
from vasl_tables import pixel

from pyrout.hexes.judge_stops import judge_stops
from pyrout.hexes.solver import Solver
from pyrout.question import ask


def test_one_drag_to_cover_is_legal_by_some_way(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C6").turn(2)
    result = game.run("--rules", "aslsk")
    assert result.exit_code == 0, result.output
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["turn"]) == ("routs", "legal", "Axis Turn 2")
    assert (turn["steps"], turn["step"], turn["path"]) == ([2], 2, ["yC3", "yC6"])
    assert turn["route"]["path"][0] == "yC3" and turn["route"]["path"][-1] == "yC6" and len(turn["route"]["path"]) > 2
    assert f"its path; one legal path is {' '.join(turn['route']['path'])}" in turn["unknown"]
    assert any("NMC in yC4" in unknown or "NMC in y" in unknown for unknown in turn["unknown"])


def test_a_way_through_neighbouring_hexes_is_its_path(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C4", "C5", "C6").turn(2)
    turn = game.only("--rules", "aslsk")
    assert (turn["verdict"], turn["route"]["path"]) == ("legal", ["yC3", "yC4", "yC5", "yC6"])
    assert not any(unknown.startswith("its path") for unknown in turn["unknown"])


def test_an_illegal_step_has_its_rule_and_the_alternatives(game: Game) -> None:
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    game.drag(one, "C4", "C3").turn(2)
    result = game.run("--rules", "aslsk")
    assert result.exit_code == 1 and "ILLEGAL" in result.stdout
    turn = game.only("--rules", "aslsk")
    assert (turn["verdict"], turn["from"], turn["to"]) == ("illegal", "yC4", "yC3")
    assert turn["faults"] and turn["ends"] and "yC6" in turn["ends"]


def test_of_a_rout_over_several_hexes_it_is_said_how_far_it_is_legal(game: Game) -> None:
    """From C3 to C4 is away from the enemy in C2; no way leads from there past him to C1."""
    game.put("C2", squad("ru"))
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C4").drag(one, "C4", "C1").turn(2)
    turn = game.only("--rules", "aslsk")
    assert turn["verdict"] == "illegal" and turn["said"].startswith("legal as far as yC4")


def test_the_illegal_step_is_on_the_way_from_the_last_hex_that_was_legal() -> None:
    """From B3 the step to C4 is the first illegal one, but the rout went to B4, and B4 - C5 is closer to a1, too."""
    here = asl("B3. B4. B5w C4. C5. D4. D5. E5.", "g1:squad@B3 broken dm; a1:squad@E5", los="E5-B3")
    solver = Solver(ask(here.instance, units=("g1",)))
    straight, over_b4 = judge_stops(solver, ("B3", "D5")), judge_stops(solver, ("B3", "B4", "D5"))
    assert (straight.verdict, straight.before, straight.after) == ("illegal", "B3", "C4")
    assert (over_b4.verdict, over_b4.before, over_b4.after) == ("illegal", "B4", "C5")
    assert over_b4.said == "legal as far as B4; on the cheapest way from there to D5 the step B4 - C5 is illegal"
    assert [(fault.rule, fault.because) for fault in over_b4.faults] == [("a10-51-closer", ("a1",))]


def test_an_end_that_the_mf_left_do_not_pay_for_is_out_of_reach_from_there() -> None:
    """B5 costs 4 of 6 MF from B1. Straight to A2 is illegal beside a1; from B5 there are 2 MF left, and it takes 4."""
    here = asl("A1. A2. A3. B1. B2. B3. B4. B5. B6w", "g1:squad@B1 broken dm; a1:squad@A1", los="A1-B1")
    rout = judge_stops(Solver(ask(here.instance, units=("g1",))), ("B1", "B5", "A2"))
    assert (rout.verdict, rout.said) == ("illegal", "legal as far as B5, and from there A2 is out of reach with 2 MF")
    assert [fault.rule for fault in rout.faults] == ["a10-51-reach"]


def test_an_end_out_of_reach_is_illegal(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "P9").turn(2)
    turn = game.only("--rules", "aslsk")
    assert turn["verdict"] == "illegal" and "yP9" in turn["said"]


def test_a_rout_that_a_pin_ends_is_open_until_the_pin_is_seen(tmp_path: Path) -> None:
    verdicts = []
    for number, pinned in enumerate((False, True)):
        (tmp_path / str(number)).mkdir()
        made = Game(tmp_path / str(number))
        made.put("C2", squad("ru"))
        one, _ = made.put("C3", squad(broken=True), marker("DM"))
        made.drag(one, "C3", "C4", "C5")
        if pinned:
            made.recorder.add("77", marker("Pin")).move(
                "77", (0, 0), pixel("C5"), under=one, maps=("null", "Main Map")
            ).step()
        verdicts.append(made.turn(2).only("--rules", "aslsk")["verdict"])
    assert verdicts == ["open", "legal"]


@pytest.mark.parametrize("first", ["defender", "attacker"])
def test_the_rout_that_breaks_the_order_is_blamed(game: Game, first: str) -> None:
    """The defender's rout before one of the attacker is illegal, and the attacker's after it legal."""
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    enemy, _ = game.put("P9", squad("ru", broken=True), marker("DM"))
    for side in ("attacker", "defender") if first == "attacker" else ("defender", "attacker"):
        if side == "attacker":
            game.drag(one, "C4", "C6")
        else:
            game.drag(enemy, "P9", "P10")
    game.turn(2)
    turns = {turn["path"][0]: turn for turn in game.told("--rules", "asl")["turns"]}
    assert turns["yC4"]["verdict"] == "legal"
    if first == "attacker":
        assert turns["yP9"]["verdict"] == "legal"
    else:
        assert turns["yP9"]["verdict"] == "illegal" and "in step 3" in turns["yP9"]["said"]
        assert [fault["rule"] for fault in turns["yP9"]["faults"]] == ["a10-5-order"]
        assert "it may end" not in game.run("--rules", "asl").stdout


@pytest.mark.parametrize(
    ("attacker", "rules", "verdicts"),
    [
        ((marker("DM"), squad("ru"), marker("Melee")), "asl", ("legal", "illegal")),
        ((), "asl", ("open", "open")),
        ((), "aslsk", ("open", "open")),
        ((marker("DM"),), "aslsk", ("illegal", "legal")),
    ],
    ids=["in Melee", "without DM", "without DM, Starter Kit", "with DM"],
)
def test_the_order_is_broken_only_before_an_attacker_who_could_rout(
    tmp_path: Path, attacker: tuple[Made, ...], rules: str, verdicts: tuple[str, str]
) -> None:
    game = Game(tmp_path)
    one, *_ = game.put("C4", squad(broken=True), *attacker)
    enemy, _ = game.put("P9", squad("ru", broken=True), marker("DM"))
    game.drag(enemy, "P9", "P10").drag(one, "C4", "C6").turn(2)
    defender, other = game.told("--rules", rules)["turns"]
    assert (defender["verdict"], other["verdict"]) == verdicts
    if verdicts[0] == "open":
        assert "if the unit of step 3 could rout, it is illegal" in defender["said"]


def test_an_unbroken_unit_that_moved_in_between_leaves_the_order_open(tmp_path: Path) -> None:
    game = Game(tmp_path)
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    enemy, _ = game.put("P9", squad("ru", broken=True), marker("DM"))
    (whole,) = game.put("K5", squad("ru"))
    game.drag(enemy, "P9", "P10").drag(whole, "K5", "K6").drag(one, "C4", "C6").turn(2)
    assert [turn["verdict"] for turn in game.told("--rules", "aslsk")["turns"]] == ["open", "legal"]


def test_a_breach_of_order_names_no_end_that_was_reached(tmp_path: Path) -> None:
    game = Game(tmp_path)
    one, *_ = game.put("C4", squad(broken=True))
    enemy, _ = game.put("P9", squad("ru", broken=True), marker("DM"))
    game.turn(3).drag(one, "C4", "C6").drag(enemy, "P9", "P10").turn(4)
    told = game.run("--rules", "asl").stdout
    assert "ILLEGAL: a unit of the attacker routs after it, in step 4" in told and "may end in" not in told


def test_a_rout_that_another_interrupts_is_named(tmp_path: Path) -> None:
    game = Game(tmp_path)
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    other, _ = game.put("H4", squad(broken=True), marker("DM"))
    game.drag(one, "C4", "C5").drag(other, "H4", "H3").drag(one, "C5", "C6").turn(2)
    told = {turn["path"][0]: turn["unknown"] for turn in game.told("--rules", "aslsk")["turns"] if turn.get("unknown")}
    assert told == {"yC4": ["whether it was over before the rout of step 3, as broken units rout one by one"]}


@pytest.mark.parametrize("moves", [True, False])
def test_once_the_defender_routs_the_attackers_units_have_had_their_turns(game: Game, moves: bool) -> None:
    start = "C4" if moves else "C6"
    one, _ = game.put(start, squad(broken=True), marker("DM"))
    enemy, *_ = game.put("C7", squad("ru", broken=True))
    if moves:
        game.drag(one, "C4", "C6")
    game.drag(enemy, "C7", "C8").turn(2)
    turn = next(turn for turn in game.told("--rules", "aslsk")["turns"] if turn["path"][0] == "yC7")
    assert any("who has routed" in assumed for assumed in turn["assumes"])


@pytest.mark.parametrize(
    ("companion", "words"), [(vehicle(), "vehicle"), (squad("ru"), "prisoner")], ids=["Passenger", "prisoner"]
)
def test_who_is_taken_along_does_not_rout(game: Game, companion: Made, words: str) -> None:
    one, *_ = game.put("C4", squad(broken=True), companion)
    stack = str(game.save.number)
    game.drag(stack, "C4", "D5").turn(2)
    turn = next(turn for turn in game.told("--rules", "asl")["turns"] if turn["does"] == "routs")
    assert (turn["verdict"], turn["path"]) == ("not_judged", ["yC4", "yD5"])
    assert words in turn["said"] and one


def test_a_leader_goes_along_whether_in_the_stack_or_dragged_after_it(tmp_path: Path) -> None:
    for number, together in enumerate((True, False)):
        (tmp_path / str(number)).mkdir()
        made = Game(tmp_path / str(number))
        made.put("C2", squad("ru"))
        one, his, _ = made.put("C3", squad(broken=True), leader(), marker("DM"))
        if together:
            made.drag(str(made.save.number), "C3", "C6")
        else:
            made.drag(one, "C3", "C6")
            made.recorder.move(his, pixel("C3"), pixel("C6"), under=one).step()
        turn = made.turn(2).only("--rules", "aslsk")
        assert turn["verdict"] == "legal" and len(turn["with"]) == 1, together
        assert turn["route"]["with"] == turn["with"]


def test_a_leader_who_may_not_go_along_is_named(tmp_path: Path) -> None:
    made = Game(tmp_path)
    made.put("C2", squad("ru"))
    one, his, _ = made.put("C4", squad(broken=True), leader(), marker("DM"))
    made.put("C6", leader(), leader(), leader(), leader())  # there is no room for a fifth
    made.drag(one, "C4", "C6")
    made.recorder.move(his, pixel("C4"), pixel("C6"), under=one).step()
    turn = made.turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "legal" and "with" not in turn
    assert re.search(r"ge\d went the same way, and may not go along", turn["said"])


def test_a_counter_that_is_replaced_goes_on(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C4")
    half = squad(broken=True, half=True)
    game.recorder.add("77", half).move("77", (0, 0), pixel("C4"), under=one, maps=("null", "Main Map"))
    game.recorder.remove(one).step()
    game.drag("77", "C4", "C5", "C6").turn(2)
    turn = game.only("--rules", "aslsk")
    assert (turn["verdict"], turn["path"], turn["steps"]) == ("legal", ["yC3", "yC4", "yC5", "yC6"], [2, 4, 5])
    (unknown,) = turn["unknown"]  # of yC4 the lost step tells
    assert unknown.startswith("its NMC in yC5")


def test_units_dragged_in_one_stack_are_each_judged_after_the_other(game: Game) -> None:
    game.put("C6", squad(), squad())  # there is room for one more
    game.put("C3", squad(broken=True), squad(broken=True), marker("DM"))
    stack = str(game.save.number)
    game.drag(stack, "C3", "C6").turn(2)
    first, second = game.told("--rules", "aslsk")["turns"]
    assert first["steps"] == second["steps"] == [2] and first["unit"] != second["unit"]
    assert (first["verdict"], second["verdict"]) == ("legal", "illegal")
    assert [fault["rule"] for fault in second["faults"]] == ["sk-step-stacking"]


@pytest.mark.slow
def test_verdicts_are_those_of_the_enumerator(tmp_path: Path) -> None:
    """Random drags of one unit, by the routes that the brute-force enumerator finds in the position before them."""
    from enumerator import solve

    from pyrout.vasl.judge_log import Settings, judge_game, position_at

    chance = random.Random(11)
    hexes = [f"{column}{row}" for column in "ABCDEFGH" for row in range(2, 9)]
    verdicts: dict[str, int] = {}
    for number in range(24):
        folder = tmp_path / str(number)
        folder.mkdir()
        made = Game(folder)
        cover = chance.sample(hexes, 9)
        Drawing(cols=17, rows=10, name="y").fill(" ".join(cover), WOODS).save(made.boards)
        start, *others = chance.sample(hexes, 4)
        (one, *_) = made.put(start, squad(broken=True), marker("DM"))
        for enemy in others[: chance.randrange(1, 4)]:
            made.put(enemy, squad("ru"))
        taken = {start, *others}  # what lies under a counter is part of its next move
        near = [
            h for h in hexes if h not in taken and abs(ord(h[0]) - ord(start[0])) + abs(int(h[1]) - int(start[1])) < 5
        ]
        stops = chance.sample(near, chance.choice((1, 1, 2)))
        if chance.random() < 0.6:
            stops[-1] = next((h for h in near if h in cover and h not in stops), stops[-1])
        places = [start, *stops]
        made.drag(one, *places)
        log, settings = made.turn(2).written(), Settings(made.boards, "aslsk")
        routs = [turn for turn in judge_game([log], settings).turns if turn.does == "routs"]
        if not routs:
            continue
        (turn,) = routs
        answer = solve(position_at([log], 1, settings).text)[str(turn.unit)]
        wanted = [f"y{place}" for place in places]

        def passes(path: tuple[str, ...], wanted: list[str] = wanted) -> bool:
            left = iter(path)
            return all(stop in left for stop in wanted)

        ends = [route for route in answer.routes if route.path[-1] == wanted[-1] and passes(route.path)]
        pinned = [
            route
            for route in answer.routes
            for at, _ in route.interdicted
            if at == wanted[-1] and passes(route.path[: route.path.index(at) + 1])
        ]
        expected = "legal" if ends else "open" if pinned else "illegal"
        assert turn.verdict == expected, (places, turn, answer.routes)
        assert set(turn.ends) == {route.path[-1] for route in answer.routes if route.end == "survives"}
        verdicts[expected] = verdicts.get(expected, 0) + 1
    assert verdicts.keys() == {"legal", "illegal", "open"}, verdicts
