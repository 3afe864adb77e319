"""Facts that no log states: no verdict rests on them silently."""

from __future__ import annotations

from pathlib import Path

import pytest
from vasl_boards import WOODS, Drawing
from vasl_games import BEFORE, CLOCK, RALLY, Game
from vasl_saves import Made, Save, gun, leader, marker, squad, vehicle
from vasl_tables import pixel


def test_without_a_turn_counter_nothing_is_illegal_for_sure(tmp_path: Path) -> None:
    made = Game(tmp_path, phase=0)
    made.put("C2", squad("ru"))
    one, _ = made.put("C4", squad(broken=True), marker("DM"))
    made.drag(one, "C4", "C3")
    turn = made.only("--rules", "aslsk")
    assert turn["verdict"] == "open" and "if this is a rout" in turn["said"]
    assert "turn counter" in turn["unknown"][0]
    assert made.run("--rules", "aslsk").exit_code == 0


def test_an_attacker_that_no_counter_names_is_reported_and_decides_no_order(tmp_path: Path) -> None:
    made = Game(tmp_path, phase=0)
    made.put("C2", squad("ru"))
    made.save.put(*CLOCK, Made("UN Turn 2 - RtPh"), stacked=False)
    made.save.text = lambda: Save.text(made.save).replace("INFO\tAxis\tAllied", "INFO\t\t")  # type: ignore[method-assign]
    one, _ = made.put("C4", squad(broken=True), marker("DM"))
    enemy, _ = made.put("P9", squad("ru", broken=True), marker("DM"))
    made.drag(enemy, "P9", "P10").drag(one, "C4", "C6")
    turns = {turn["path"][0]: turn for turn in made.told("--rules", "asl")["turns"]}
    assert turns["yC4"]["verdict"] == "legal"
    assert any("whose Player Turn" in unknown for unknown in turns["yC4"]["unknown"])


def test_moves_in_other_phases_are_named_not_judged(tmp_path: Path) -> None:
    made = Game(tmp_path, phase=5)
    made.put("C2", squad("ru"))
    one, _ = made.put("C4", squad(broken=True), marker("DM"))
    told = made.drag(one, "C4", "C3").told("--rules", "aslsk")
    assert told["turns"] == [] and any("MPh" in note for note in told["notes"])


@pytest.mark.parametrize("rules", ["asl", "aslsk"])
@pytest.mark.parametrize(
    ("end", "signs", "verdict"),
    [
        ("D6", (marker("DM"),), "legal"),
        ("D6", (), "open"),  # legal under DM, and the log does not say that it is not
        ("P6", (), "illegal"),  # under DM, too
    ],
)
def test_a_missing_dm_counter_leaves_open_only_what_dm_would_change(
    tmp_path: Path, rules: str, end: str, signs: tuple[Made, ...], verdict: str
) -> None:
    made = Game(tmp_path)
    made.put("A1", squad("ru"))  # it puts nobody in woods under DM
    one, *_ = made.put("C6", squad(broken=True), *signs)
    turn = made.drag(one, "C6", end).turn(2).only("--rules", rules)
    assert turn["verdict"] == verdict
    asked = [unknown for unknown in turn.get("unknown", ()) if "whether it was under DM" in unknown]
    assert len(asked) == (verdict == "open")
    if verdict == "open":
        assert turn["said"].startswith("legal if it was under DM; else illegal") and "yD6" in turn["ends"]
    if verdict == "illegal":
        assert "cannot rout" not in turn["said"]  # what is wrong with it is so under DM, too


def test_who_is_under_dm_by_the_rules_needs_no_counter(game: Game) -> None:
    """An enemy in C2 is adjacent to it."""
    one, *_ = game.put("C3", squad(broken=True))
    turn = game.drag(one, "C3", "C4", "C5", "C6").turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "legal" and not any("DM" in unknown for unknown in turn.get("unknown", ()))


def test_a_rout_onto_a_missing_board_is_not_judged(game: Game) -> None:
    game.save.boards = ["0", "0", "y", "bd", "1", "0", "04"]
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    x, y = pixel("C3")
    game.recorder.move(one, (x, y), (x + 1000, y)).step()
    turn = game.turn(2).only("--rules", "asl")
    assert turn["verdict"] == "not_judged" and "missing board 04" in turn["said"]


@pytest.mark.parametrize(
    ("start", "enemy_there", "verdict", "words"),
    [
        ("C3", False, "illegal", ""),  # the missing board lies beyond row 10
        ("C6", False, "open", "the terrain of the missing board 04, which it could reach"),
        ("C3", True, "open", "the 2 units on the missing board 04"),
    ],
)
def test_a_missing_board_that_could_change_a_verdict_leaves_it_open(
    game: Game, start: str, enemy_there: bool, verdict: str, words: str
) -> None:
    """Two hexes in the open: illegal, but for cover in reach or enemies that nobody knows of."""
    game.save.boards = ["0", "0", "y", "bd", "0", "1", "04"]
    end = f"C{int(start[1:]) - 2}"
    one, _ = game.put(start, squad(broken=True), marker("DM"))
    if enemy_there:
        x, y = pixel("C9")
        game.save.put(x, y + 400, squad("ru"), squad("ru"))
    turn = game.drag(one, start, end).turn(2).only("--rules", "asl")
    assert turn["verdict"] == verdict
    assert [unknown for unknown in turn.get("unknown", ()) if "missing" in unknown] == ([words] if words else [])
    assert ("if what is missing changes nothing" in turn["said"]) == bool(words)


@pytest.mark.parametrize("enemy_beyond", [False, True])
def test_a_los_across_a_missing_board_leaves_a_verdict_open(game: Game, enemy_beyond: bool) -> None:
    """Board 04 lies between y and z, ten hexes from A1 on: nobody gets there, and an enemy on z may see over it."""
    Drawing(cols=17, rows=10, name="z").save(game.boards)
    game.save.boards = ["0", "0", "y", "bd", "0", "1", "04", "bd", "0", "2", "z"]
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    if enemy_beyond:
        x, y = pixel("C3")
        game.save.put(x, y + 1290, squad("ru"))
    turn = game.drag(one, "C3", "C1").turn(2).only("--rules", "asl")
    across = [unknown for unknown in turn.get("unknown", ()) if "the LOS across the missing board 04" in unknown]
    assert (turn["verdict"], len(across)) == (("open", 1) if enemy_beyond else ("illegal", 0))


def test_no_missing_board_gives_a_unit_more_mf(game: Game) -> None:
    """Seven hexes are more than any rout, whatever lies on board 04."""
    game.save.boards = ["0", "0", "y", "bd", "0", "1", "04"]
    one, _ = game.put("A9", squad(broken=True), marker("DM"))
    assert game.drag(one, "A9", "H8").turn(2).only("--rules", "asl")["verdict"] == "illegal"


def test_a_counter_that_was_left_on_the_rout_phase_makes_nothing_illegal(game: Game) -> None:
    """Once an unbroken squad moves, the players may long have been in another phase."""
    other, *_ = game.put("K5", squad("ru"))
    before, _ = game.put("H4", squad(broken=True), marker("DM"))
    after, _ = game.put("C4", squad(broken=True), marker("DM"))
    game.put("D3", squad(broken=True), marker("DM"))
    game.drag(before, "H4", "P4").drag(other, "K5", "K4").drag(after, "C4", "C3").turn(2)
    turns = {turn["path"][0]: turn for turn in game.told("--rules", "aslsk")["turns"]}
    assert {hex_: turn["verdict"] for hex_, turn in turns.items()} == {"yH4": "illegal", "yC4": "open", "yD3": "open"}
    assert turns["yC4"]["said"].startswith("if this is a rout, it is illegal") and turns["yD3"]["does"] == "stays"
    for hex_ in ("yC4", "yD3"):
        assert any("an unbroken unit moved in step 3" in unknown for unknown in turns[hex_]["unknown"])


def test_who_moved_after_the_counter_went_on_did_not_stay_for_sure(game: Game) -> None:
    one, _ = game.put("D4", squad(broken=True), marker("DM"))
    told = game.turn(2).drag(one, "D4", "D6").told("--rules", "aslsk")
    (turn,) = told["turns"]
    assert (turn["does"], turn["verdict"]) == ("stays", "open") and "moved in step 3, in the APh" in turn["said"]
    assert any("broken units moved in the APh" in note for note in told["notes"])


def test_a_rout_by_way_of_the_edge_of_the_map_is_a_rout(game: Game) -> None:
    """A player parks the counter beside the boards, and puts it down where it ends."""
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    aside = (60, 500)
    game.recorder.move(one, pixel("C4"), aside).step().move(one, aside, pixel("C3")).step()
    turn = game.turn(2).only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["path"]) == ("routs", "illegal", ["yC4", "yC3"])
    assert (turn["step"], turn["steps"]) == (2, [2, 3])


def test_who_comes_back_where_it_was_has_not_left(game: Game) -> None:
    one, _ = game.put("P9", squad(broken=True), marker("DM"))
    aside = (60, 500)
    game.recorder.move(one, pixel("P9"), aside).step().move(one, aside, pixel("P9")).step()
    assert game.turn(2).told("--rules", "aslsk")["turns"] == []


def test_a_unit_that_is_broken_after_it_moved_is_named(game: Game) -> None:
    (one,) = game.put("C4", squad())
    game.drag(one, "C4", "C6")
    game.recorder.change(one, squad(), squad(broken=True), pixel("C6")).step()
    told = game.turn(2).told("--rules", "asl")
    (note,) = told["notes"]
    assert "moved in step 2 and was broken in step 3" in note


@pytest.mark.parametrize("counters", [(), (marker("Melee"),)])
def test_enemies_in_one_hex_may_be_in_melee(tmp_path: Path, counters: tuple[Made, ...]) -> None:
    made = Game(tmp_path)
    made.put("C3", squad("ru"), squad(broken=True), marker("DM"), *counters)
    turns = made.turn(2).told("--rules", "aslsk")["turns"]
    if counters:  # the rules keep it there
        assert turns == []
    else:
        (turn,) = turns
        assert (turn["does"], turn["verdict"]) == ("stays", "open")
        assert any("whether the units in yC3 are in Melee" in unknown for unknown in turn["unknown"])


def test_who_is_with_a_vehicle_may_be_aboard(game: Game) -> None:
    game.put("D4", vehicle(), squad(broken=True), marker("DM"))
    game.put("D5", squad("ru"))  # on foot it would have to rout
    (turn,) = game.turn(2).told("--rules", "asl")["turns"]
    assert (turn["does"], turn["verdict"]) == ("stays", "open")
    assert any("whether it is aboard ge1" in unknown for unknown in turn["unknown"])


def gun_with_crew() -> tuple[Made, Made]:
    crew = Made("2-2-8 Icr", gpid="7").trait("mark;DBCounterType", "unit").trait("conceal;C;ru/ruqmark;ru;;x", "null;")
    return crew.layer("2-2-8 Icr", 1, images="ru/ru228"), gun("76L ART obr. 42", "ru")


@pytest.mark.parametrize("guns", [("H1",), ("H1", "I2"), ()])
def test_guns_may_face_another_way(tmp_path: Path, guns: tuple[str, ...]) -> None:
    """A crew has a Normal Range of 0: what it cannot fire at with its Gun it forces nobody to leave. Of two Guns either
    forces it, so that only both facts together change the verdict."""
    made = Game(tmp_path)
    for hex_ in guns:
        made.put(hex_, *gun_with_crew())
    if not guns:
        made.put("H2", squad("ru"))
    made.put("H6", squad(broken=True), marker("DM"))
    (turn,) = made.turn(2).told("--rules", "aslsk")["turns"]
    assert (turn["does"], turn["verdict"]) == ("stays", "open" if guns else "illegal")
    names = " and ".join(f"ru_gun{number}" for number in range(1, len(guns) + 1))
    asked = [unknown for unknown in turn.get("unknown", ()) if f"whether {names} would have to turn" in unknown]
    assert len(asked) == bool(guns)


def test_a_counter_of_no_quarter_names_nobody(game: Game) -> None:
    """In C2 is a captor: the squad surrenders, but for No Quarter."""
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.put("Q9", marker("No Quarter Declared"))
    game.drag(one, "C3", "C4").turn(2)
    turn = game.only("--rules", "asl")
    assert turn["verdict"] == "open" and turn["said"].startswith("legal if No Quarter is in effect against the german")
    assert game.only("--rules", "asl", "--fact", "no_quarter(german)")["verdict"] == "legal"


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (["0", "0", "y", "OVR", "X1", "C4", "C5"], "the overlay X1 of board y"),
        (["0", "0", "y", "SSR", "Woods2Cheese"], "the scenario rule Woods2Cheese of board y"),
    ],
)
@pytest.mark.parametrize("end", ["C5", "P9"])
def test_terrain_that_is_not_known_leaves_a_verdict_open(game: Game, board: list[str], words: str, end: str) -> None:
    game.save.boards = board
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    turn = game.drag(one, "C4", end).turn(2).only("--rules", "aslsk")
    near = end == "C5"  # whatever lies on the board, P9 is out of reach
    assert (turn["verdict"], words in turn.get("unknown", ())) == ("open" if near else "illegal", near)


@pytest.mark.parametrize(("where", "verdict"), [("C7", "open"), ("P9", "legal")])
def test_a_counter_without_a_rule_leaves_the_verdicts_near_it_open(game: Game, where: str, verdict: str) -> None:
    game.put(where, marker("Gutted"))
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    turn = game.drag(one, "C4", "C6").turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == verdict
    assert (f"the Gutted in y{where}" in turn.get("unknown", ())) == (verdict == "open")


def test_a_loss_on_the_way_need_not_come_from_interdiction(game: Game) -> None:
    """Wounded in C4 he has 3 MF, of which 2 are left: too few for C5 and the woods, if that was an NMC."""
    one, _ = game.put("C3", leader(broken=True), marker("DM"))
    game.drag(one, "C3", "C4")
    hurt = leader(broken=True, wounded=True)
    game.recorder.change(one, leader(broken=True), hurt, pixel("C4")).step()
    turn = game.drag(one, "C4", "C5", "C6").turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "open" and turn["said"].startswith("legal if its losses on the way come from elsewhere")
    assert [fault["rule"] for fault in turn["faults"]] == ["sk-step-mf"]


REVEALING = "C6 G3"  # woods 4 and 5 MF from C3


@pytest.mark.parametrize(
    ("secret", "sees", "verdict"),
    [("concealed", True, "legal"), ("concealed", False, "illegal"), ("hidden", True, "legal"), ("new", True, "open")],
)
def test_an_enemy_who_shows_himself_on_the_way_counts_from_then_on(
    tmp_path: Path, secret: str, sees: bool, verdict: str
) -> None:
    """C6 is nearer, and adjacent to B6: once an enemy is seen there, the way to G3 is right."""
    made = Game(tmp_path)
    Drawing(cols=17, rows=10, name="y").fill(REVEALING, WOODS).save(made.boards)
    made.put("A1", squad("ru"))
    one, _ = made.put("C3", squad(broken=True), marker("DM"))
    where, shown = "B6" if sees else "M9", squad("ru")
    masked = squad("ru", concealed="x") if secret == "concealed" else squad("ru")
    if secret == "hidden":
        masked.traits = [(own, "x" if own.startswith("hide") else state) for own, state in masked.traits]
    other = "99" if secret == "new" else made.put(where, masked)[0]
    made.drag(one, "C3", "D3")
    if secret == "new":
        made.recorder.add(other, shown).move(other, (0, 0), pixel(where), maps=("null", "Main Map")).step()
    else:
        made.recorder.change(other, masked, shown, pixel(where)).step()
    turn = made.drag(one, "D3", "E3", "F3", "G3").turn(2).only("--rules", "asl")
    assert turn["verdict"] == verdict, turn


@pytest.mark.parametrize(
    ("places", "over", "verdict"),
    [
        (("C3", "D3", "E3"), False, "open"),  # on its way to G3
        (("C3", "D3", "E3"), True, "illegal"),
        (("C3", "C2"), False, "illegal"),  # however it goes on
    ],
)
def test_a_log_that_ends_in_the_middle_of_a_rout_leaves_it_open(
    tmp_path: Path, places: tuple[str, ...], over: bool, verdict: str
) -> None:
    made = Game(tmp_path)
    Drawing(cols=17, rows=10, name="y").fill("G3", WOODS).save(made.boards)
    made.put("A1", squad("ru"), marker("Melee"))  # in Melee nobody interdicts
    one, _ = made.put("C3", squad(broken=True), marker("DM"))
    made.drag(one, *places)
    turn = (made.turn(2) if over else made).only("--rules", "aslsk")
    assert turn["verdict"] == verdict, turn
    assert ("legal so far" in turn.get("said", "")) == (verdict == "open")


def test_an_unbroken_squad_in_the_stack_makes_the_phase_doubtful(game: Game) -> None:
    game.put("C4", squad(broken=True), squad(), marker("DM"))
    game.drag(str(game.save.number), "C4", "C3").turn(2)
    turn = game.only("--rules", "aslsk")
    assert turn["verdict"] == "open" and any("an unbroken unit moved in step 2" in each for each in turn["unknown"])


@pytest.mark.parametrize("routs", [True, False])
def test_who_is_rallied_in_the_rout_phase_where_it_stood_is_named(game: Game, routs: bool) -> None:
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    if routs:  # Heat of Battle may have rallied it
        game.drag(one, "C4", "C6")
    where = pixel("C6" if routs else "C4")
    game.recorder.change(one, squad(broken=True), squad(), where).step()
    notes = game.turn(2).told("--rules", "aslsk").get("notes", [])
    assert [note for note in notes if "nobody rallies" in note] == ([] if routs else notes) and len(notes) == (
        not routs
    )


def test_several_facts_that_only_together_change_a_verdict_leave_it_open(tmp_path: Path) -> None:
    """Either squad alone forces it to rout; if both are in Melee, nobody does."""
    game = Game(tmp_path)
    for hex_ in ("C3", "E3"):
        game.put(hex_, squad("ru"), squad())
    game.put("D5", squad(broken=True), marker("DM"))
    turn = game.turn(2).only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"]) == ("stays", "open")
    assert any("yC3 are in Melee and the units in yE3 are in Melee" in each for each in turn["unknown"])


def test_a_vehicle_that_moves_makes_the_phase_doubtful(game: Game) -> None:
    tank, *_ = game.put("K5", vehicle())
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    game.put("C1", squad("ru"))
    turn = game.drag(tank, "K5", "K4").drag(one, "C4", "C3").turn(2).only("--rules", "asl")
    assert turn["verdict"] == "open" and any("an unbroken unit moved in step 2" in each for each in turn["unknown"])


def test_a_pin_counter_that_lay_on_another_unit_is_no_result_of_interdiction(game: Game) -> None:
    game.put("C2", squad("ru"))
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    friend, _ = game.put("C5", squad(), marker("Pin"))
    game.drag(one, "C3", "C4").recorder.move(one, pixel("C4"), pixel("C5"), under=friend).step()
    turn = game.turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "open" and "only if the Interdiction in yC5 pinned it" in turn["said"]


def test_a_leader_who_moves_with_nobody_makes_the_phase_doubtful(game: Game) -> None:
    (his,) = game.put("K5", leader())
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    turn = game.drag(his, "K5", "K4").drag(one, "C4", "C3").turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "open" and any("an unbroken unit moved in step 2" in each for each in turn["unknown"])


@pytest.mark.parametrize("first", [True, False])
def test_a_leader_goes_along_whichever_is_dragged_first(tmp_path: Path, first: bool) -> None:
    """In C6 is room for one SMC more: for him, once."""
    made = Game(tmp_path)
    made.put("C2", squad("ru"))
    one, his, _ = made.put("C3", squad(broken=True), leader(), marker("DM"))
    routs, walks = (one, "C3", "C6"), (his, "C3", "C6")
    for piece, *hexes in [walks, routs] if first else [routs, walks]:
        under = (his if first else one) if made.recorder.steps[1:] else "null"
        above = one if (piece, under) == (his, "null") else "null"  # what it lies on where it is
        made.recorder.move(piece, pixel(hexes[0]), pixel(hexes[1]), under=under, old_under=above).step()
    turn = made.turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "legal" and len(turn["with"]) == 1 and not any("unbroken" in u for u in turn["unknown"])


@pytest.mark.parametrize(("phase", "verdict"), [(RALLY, "illegal"), (BEFORE, "open")])
def test_who_moved_before_the_counter_came_to_the_rout_phase_did_not_stay_for_sure(
    tmp_path: Path, phase: int, verdict: str
) -> None:
    """A move in the RPh puts things in order; in the AFPh it may be a rout."""
    made = Game(tmp_path, phase=phase)
    made.put("C2", squad("ru"))
    one, _ = made.put("D4", squad(broken=True), marker("DM"))
    turn = made.drag(one, "D4", "D3").turn(1).turn(2).only("--rules", "aslsk")
    assert (turn["does"], turn["path"], turn["verdict"]) == ("stays", ["yD3"], verdict)
    assert ("moved in step 2, in the AFPh" in turn["said"]) == (verdict == "open")


@pytest.mark.parametrize("friends", [(), ("C2",), ("C2", "D2")])
def test_enemies_with_friends_in_their_hexes_fire_at_nobody_else(tmp_path: Path, friends: tuple[str, ...]) -> None:
    """A7.212: it surrenders to either enemy who has nobody of its side with him; whether they are in Melee is all one."""
    made = Game(tmp_path)
    for hex_ in ("C2", "D2"):
        made.put(hex_, squad("ru"), *[squad()] * (hex_ in friends))
    one, _ = made.put("C3", squad(broken=True), marker("DM"))
    turn = made.drag(one, "C3", "C4").turn(2).only("--rules", "asl")
    assert turn["verdict"] == ("legal" if len(friends) == 2 else "illegal")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (["OVR", "X1", "C4", "C5"], "the LOS across the overlay X1 of board z to units in zC5"),
        ([], "the LOS across the Gutted in zC2 to units in zC5"),
    ],
)
@pytest.mark.parametrize("enemy", [True, False])
def test_ground_without_a_rule_far_off_matters_to_los_alone(
    game: Game, board: list[str], words: str, enemy: bool
) -> None:
    """Board z lies below y, ten hexes from C1."""
    Drawing(cols=17, rows=10, name="z").save(game.boards)
    game.save.boards = ["0", "0", "y", "bd", "0", "1", "z", *board]
    x, y = pixel("C5")
    if enemy:
        game.save.put(x, y + 645, squad("ru"))
    if not board:
        x, y = pixel("C2")
        game.save.put(x, y + 645, marker("Gutted"))
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    turn = game.drag(one, "C3", "C1").turn(2).only("--rules", "asl")
    assert turn["verdict"] == ("open" if enemy else "illegal")
    assert (words in turn.get("unknown", ())) == enemy


@pytest.mark.parametrize(("facts", "verdict"), [((), "open"), (("normal_range(ru1,16)",), "illegal")])
def test_the_weapons_of_a_vehicle_are_not_read(tmp_path: Path, facts: tuple[str, ...], verdict: str) -> None:
    """Only a vehicle sees the squad in the open: whether it fires so far no counter says."""
    made = Game(tmp_path)
    made.put("H1", vehicle("T-34 M41", "ru"))
    made.put("H6", squad(broken=True), marker("DM"))
    options = [word for fact in facts for word in ("--fact", fact)]
    turn = made.turn(2).only("--rules", "asl", *options)
    assert (turn["does"], turn["verdict"]) == ("stays", verdict)
    assert any("the weapons of ru1 do not reach it" in each for each in turn.get("unknown", ())) == (verdict == "open")


def test_a_turn_counter_that_is_taken_away_ends_no_phase(game: Game) -> None:
    game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.remove(game.clock).step()
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"]) == ("stays", "open")


def test_two_turn_counters_that_differ_say_no_phase(game: Game) -> None:
    game.save.put(300, 100, Made("Axis Turn 1 - MPh"), stacked=False)
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    turn = game.drag(one, "C4", "C3").turn(2).only("--rules", "aslsk")
    assert turn["verdict"] == "open" and turn["said"].startswith("if this is a rout, it is illegal")


def truck() -> Made:
    """A vehicle that is no AFV: it has neither a turret nor hatches."""
    return Made("GAZ-MM", "ru/veh/gazmm", gpid="11").layer("+ vca3,+ vca4", 2)


def test_a_vehicle_without_a_turret_may_have_a_weapon(tmp_path: Path) -> None:
    """Nobody else sees the squad, which has no DM counter: it may rout only from what can fire at it."""
    made = Game(tmp_path)
    made.put("C1", truck())
    one, *_ = made.put("C4", squad(broken=True))
    turn = made.drag(one, "C4", "C6").turn(2).only("--rules", "asl")
    assert turn["verdict"] == "open" and any("whether ru1 could fire at it" in each for each in turn["unknown"])
