"""Games judged from their logs: verdicts, what the log does not say, chains, and the command."""

from __future__ import annotations

import json
import random
import re
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_vasl_save_hostile import mutated_text
from vasl_boards import WOODS, Drawing, real_data
from vasl_logs import PASSWORD, Recorder
from vasl_saves import Made, Save, centre, disguised, leader, marker, squad, vehicle, zipped

jsonschema = pytest.importorskip("jsonschema")

from pyrout import schema  # noqa: E402
from pyrout.cli import main  # noqa: E402
from pyrout.vasl.saves.stream import read_text  # noqa: E402

COUNTER = "Axis Turn 2 - RtPh,Axis Turn 2 - APh,Allied Turn 2 - RtPh,Allied Turn 2 - APh,Axis Turn 2 - MPh"
CLOCK = (100, 100)


def pixel(hex_: str) -> tuple[int, int]:
    """Return the place of a hex of a standard board on VASL's map."""
    letters, number = re.fullmatch(r"([A-Z]+)(\d+)", hex_).groups()
    column = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
    return centre(column, int(number) - (1 - column % 2))


def clock(phase: int) -> Made:
    return Made("Phase Track").layer(COUNTER, phase)


@dataclass
class Game:
    """A made-up board y of open ground with a wood in C6 and D6, and a log on it. The Germans are the Axis."""

    folder: Path
    save: Save = field(default_factory=Save)
    phase: int = 1

    def __post_init__(self) -> None:
        self.boards = self.folder / "boards"
        self.boards.mkdir()
        Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS).save(self.boards)
        if self.phase:
            (self.clock,) = self.save.put(*CLOCK, clock(self.phase), stacked=False)
        self.recorder = Recorder(self.save)

    def put(self, hex_: str, *counters: Made) -> list[str]:
        return self.save.put(*pixel(hex_), *counters)

    def drag(self, piece: str, *hexes: str) -> Game:
        for one, other in pairwise(hexes):
            self.recorder.move(piece, pixel(one), pixel(other)).step()
        return self

    def turn(self, phase: int) -> Game:
        """Set the turn counter."""
        self.recorder.change(self.clock, clock(self.phase), clock(phase), CLOCK).step()
        self.phase = phase
        return self

    def written(self, name: str = "game.vlog") -> Path:
        return self.recorder.write(self.folder / name)

    def run(self, *options: object) -> Result:
        return run(self.written(), *options, "--boards", self.boards)

    def told(self, *options: object) -> dict:  # type: ignore[type-arg]
        found = json.loads(self.run("--json", *options).stdout)
        jsonschema.validate(found, json.loads(schema.text()))
        return found

    def only(self, *options: object) -> dict:  # type: ignore[type-arg]
        (turn,) = self.told(*options)["turns"]
        return turn


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["judge", *map(str, args)], catch_exceptions=False)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A Russian squad in C2, where it can fire at a broken German one in C3 and the hexes around it."""
    made = Game(tmp_path)
    made.enemy = made.put("C2", squad("ru"))[0]  # type: ignore[attr-defined]
    return made


def test_one_drag_to_cover_is_legal_by_some_way(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C6").turn(2)
    result = game.run("--rules", "aslsk")
    assert result.exit_code == 0, result.output
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["turn"]) == ("routs", "legal", "Axis Turn 2")
    assert (turn["steps"], turn["step"], turn["path"]) == ([1], 1, ["yC3", "yC6"])
    assert turn["route"]["path"][0] == "yC3" and turn["route"]["path"][-1] == "yC6" and len(turn["route"]["path"]) > 2
    assert any(unknown.startswith("its path") for unknown in turn["unknown"])
    assert any("NMC in yC4" in unknown or "NMC in y" in unknown for unknown in turn["unknown"])


def test_the_log_of_the_handbook(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report that docs/how/judge-a-log.md shows is what the command prints."""
    page = (Path(__file__).parents[2] / "docs" / "how" / "judge-a-log.md").read_text(encoding="utf-8")
    (printed,) = re.findall(r"^```text\n(game\.vlog: .*?)^```$", page, re.MULTILINE | re.DOTALL)
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.put("E3", squad(broken=True), marker("DM"))
    for phase in (2, 5, 1):
        game.turn(phase)
    game.drag(one, "C3", "C6").turn(2)
    monkeypatch.setenv("NO_COLOR", "1")
    game.written()
    monkeypatch.chdir(game.folder)
    result = run("game.vlog", "--boards", game.boards)
    assert (result.stdout.strip(), result.exit_code) == (printed.strip(), 1)


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


def test_who_had_to_rout_and_stayed(game: Game) -> None:
    game.put("C3", squad(broken=True), marker("DM"))
    game.put("P9", squad(broken=True), marker("DM"))  # nobody forces it
    game.turn(2)
    assert game.run("--rules", "aslsk").exit_code == 1
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["path"], turn["steps"]) == ("stays", "illegal", ["yC3"], [])
    assert turn["faults"] and turn["step"] == 1  # the position before the turn counter goes on


def test_the_end_of_a_log_is_no_end_of_a_phase(game: Game) -> None:
    game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.leaf("CHAT<a> - later").step()
    turn = game.only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"]) == ("stays", "open") and "the log ends" in turn["said"]
    assert game.run("--rules", "aslsk").exit_code == 0


def test_the_attacker_routs_first(game: Game) -> None:
    one, _ = game.put("C4", squad(broken=True), marker("DM"))
    enemy, _ = game.put("P9", squad("ru", broken=True), marker("DM"))
    game.put("O9", squad())
    game.drag(enemy, "P9", "P10")
    game.drag(one, "C4", "C6").turn(2)
    turns = {turn["path"][0]: turn for turn in game.told("--rules", "asl")["turns"]}
    assert turns["yC4"]["verdict"] == "illegal" and "attacker" in turns["yC4"]["said"]
    assert [fault["rule"] for fault in turns["yC4"]["faults"]] == ["a10-5-order"]


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
    assert (turn["verdict"], turn["path"], turn["steps"]) == ("legal", ["yC3", "yC4", "yC5", "yC6"], [1, 3, 4])
    (unknown,) = turn["unknown"]  # of yC4 the lost step tells
    assert unknown.startswith("its NMC in yC5")


def test_units_dragged_in_one_stack_are_each_judged_after_the_other(game: Game) -> None:
    game.put("C6", squad(), squad())  # there is room for one more
    game.put("C3", squad(broken=True), squad(broken=True), marker("DM"))
    stack = str(game.save.number)
    game.drag(stack, "C3", "C6").turn(2)
    first, second = game.told("--rules", "aslsk")["turns"]
    assert first["steps"] == second["steps"] == [1] and first["unit"] != second["unit"]
    assert (first["verdict"], second["verdict"]) == ("legal", "illegal")
    assert [fault["rule"] for fault in second["faults"]] == ["sk-step-stacking"]


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


def test_who_leaves_the_boards_is_shown(game: Game) -> None:
    one, sign = game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.remove(one).step()
    turn = game.turn(2).only("--rules", "aslsk")
    assert (turn["does"], turn["verdict"], turn["path"]) == ("leaves", "not_judged", ["yC3"])
    assert sign and "removed" in turn["said"]


def test_who_surrenders_may_leave_the_boards(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.recorder.remove(one).step()
    turn = game.turn(2).only("--rules", "asl")
    assert (turn["does"], turn["verdict"]) == ("leaves", "legal") and "it surrenders" in turn["said"]


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


def test_logs_of_one_game_are_one_game_in_whatever_order(game: Game, tmp_path: Path) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    first = game.drag(one, "C3", "C4").written("z.vlog")
    # the next log begins with the piece where it was put
    start = [
        command.replace(f"Main Map;{x};{y};7", "Main Map;{};{};7".format(*pixel("C4")))
        for x, y in [pixel("C3")]
        for command in game.save.commands
    ]
    assert start != game.save.commands
    game.save.commands = start
    game.save.commands[-1] = game.save.commands[-1].replace(f";{one};", ";")
    game.recorder.steps.clear()
    second = game.drag(one, "C4", "C5", "C6").turn(2).written("a.vlog")
    told = json.loads(run(second, first, "--json", "--rules", "aslsk", "--boards", game.boards).stdout)
    assert [Path(file).name for file in told["files"]] == ["z.vlog", "a.vlog"] and "notes" not in told
    (turn,) = told["turns"]
    assert (turn["steps"], turn["path"], turn["verdict"]) == ([1, 2, 3], ["yC3", "yC4", "yC5", "yC6"], "legal")


def test_two_real_logs_are_put_in_order() -> None:
    logs = real_data() / "logs"
    from pyrout.vasl.log_chain import Chain

    chain = Chain([logs / "multiple-1b.vlog", logs / "multiple-1a.vlog"])
    assert [file.name for file in chain.files] == ["multiple-1a.vlog", "multiple-1b.vlog"]
    numbers = [played.step.number for part in chain.parts() for played in part]
    assert numbers == list(range(1, 23)) and not chain.notes
    apart = Chain([logs / "multiple-1b.vlog", logs / "hotness-report-1.vlog"])
    assert len(list(map(list, apart.parts()))) == 2 and "does not begin where" in apart.notes[0]


def test_logs_of_two_games_are_refused(game: Game, tmp_path: Path) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    first = game.drag(one, "C3", "C4").written("a.vlog")
    game.save.boards = ["0", "0", "z"]
    result = run(first, game.written("b.vlog"), "--boards", game.boards)
    assert result.exit_code == 2 and "other boards than a.vlog" in result.stderr and result.stderr.count("\n") == 1


def test_a_log_that_does_not_fit_its_start_has_no_positions(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "A1", "A2")
    result = game.run("--step", 1)
    assert result.exit_code == 2 and "does not fit" in result.stderr and result.stderr.count("\n") == 1


def test_judging_stops_at_a_step_that_does_not_fit(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C6").drag(one, "A1", "A2")
    told = game.told("--rules", "aslsk")
    assert [turn["verdict"] for turn in told["turns"]] == ["legal"]
    assert not told["complete"] and any("step 2 does not fit" in note for note in told["notes"])


def test_a_position_is_written_and_is_the_one_that_is_judged(game: Game, tmp_path: Path) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.put("N9", squad(), squad())
    game.recorder.leaf("CHAT<a> - hello").step()
    game.drag(one, "C3", "C4", "C5", "C6").turn(2)
    turn = game.only("--rules", "aslsk")
    out = tmp_path / "out.lp"
    assert game.run("--step", turn["step"], "-o", out, "--rules", "aslsk").exit_code == 0
    assert f'at({turn["unit"]},"yC3")' in out.read_text()
    checked = CliRunner().invoke(main, ["check", str(out), turn["unit"], *turn["path"], "--boards", str(game.boards)])
    assert checked.exit_code == 0 and checked.stdout.startswith("legal")
    assert game.run("--step", 99).exit_code == 2
    assert game.run("-o", out).exit_code == 2


def test_an_id_is_the_same_in_every_position(game: Game, tmp_path: Path) -> None:
    """Though the first unit has come to lie below the second: each position is asked for alone."""
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    other, _ = game.put("D3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C6").drag(other, "D3", "D2").turn(2)
    turns = game.told("--rules", "aslsk")["turns"]
    assert [(turn["step"], turn["unit"], turn["path"][0]) for turn in turns] == [(1, "ge1", "yC3"), (2, "ge2", "yD3")]
    for step, places in (
        (1, {"ge1": "yC3", "ge2": "yD3"}),
        (2, {"ge1": "yC6", "ge2": "yD3"}),
        (3, {"ge1": "yC6", "ge2": "yD2"}),
    ):
        out = tmp_path / "there.lp"
        assert game.run("--step", step, "-o", out).exit_code == 0
        at = dict(re.findall(r'at\((ge\d),"(\w+)"\)', out.read_text()))
        assert at == places


def test_a_position_is_not_written_as_json(game: Game) -> None:
    game.put("C3", squad(broken=True))
    result = game.run("--step", 1, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--json is of the judged game" in result.stderr


def test_a_correction_holds_in_every_position(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    game.drag(one, "C3", "C4").turn(2)
    rules = ("--rules", "asl")
    assert game.only(*rules)["said"] == "it surrenders"  # in C2 is its captor, and it has no clean rout
    quarter = ("--fact", "no_quarter(german)")
    assert "surrenders" not in game.only(*rules, *quarter).get("said", "")
    assert "no_quarter(german)." in game.run(*rules, *quarter, "--step", 1).stdout
    damaged = game.run(*rules, "--fact", "no_quarter(")
    assert damaged.exit_code == 2 and damaged.stderr.count("\n") == 1


def test_a_saved_game_is_no_log(game: Game) -> None:
    game.put("C3", squad(broken=True))
    result = game.run()
    assert result.exit_code == 2 and "no log" in result.stderr and result.stderr.count("\n") == 1


def test_no_password_is_printed(game: Game) -> None:
    one, _ = game.put("C3", squad(broken=True, concealed=PASSWORD), marker("DM"))
    game.drag(one, "C3", "C6").turn(2)
    for options in (("--json",), ("--assumed",), ("--step", 1)):
        assert "sesame" not in game.run("--rules", "aslsk", *options).output


@pytest.mark.slow
def test_no_log_ends_in_a_traceback(game: Game) -> None:
    one, his, _ = game.put("C3", squad(broken=True), leader(), marker("DM"))
    game.drag(one, "C3", "C6")
    game.recorder.move(his, pixel("C3"), pixel("C6"), under=one).step()
    text = read_text(game.turn(2).written()).text
    chance, path = random.Random(5), game.folder / "mutated.vlog"
    for _ in range(30):
        path.write_bytes(zipped(disguised(mutated_text(chance, text))))
        result = run(path, "--boards", game.boards)
        assert result.exit_code in (0, 1) or (result.exit_code == 2 and result.stderr.count("\n") == 1), result.output
        assert "internal error" not in result.output


def test_a_time_limit_ends_the_work_and_is_said(game: Game) -> None:
    for number in range(4, 9):
        one, _ = game.put(f"H{number}", squad(broken=True), marker("DM"))
        game.drag(one, f"H{number}", f"I{number}")
    result = game.turn(2).run("--rules", "aslsk", "--timeout", 0.001)
    assert result.exit_code == 3
    assert "time limit" in result.output and "Traceback" not in result.output


def test_the_real_log() -> None:
    data = real_data()
    result = run(data / "logs" / "recorded-hill.vlog", "--boards", data / "boards", "--json")
    told = json.loads(result.stdout)
    jsonschema.validate(told, json.loads(schema.text()))
    routs = [turn for turn in told["turns"] if turn["does"] == "routs"]
    assert [turn["steps"] for turn in routs] == [[21, 22], *[[24, 25]] * 3]
    assert [turn["path"] for turn in routs] == [["2K5", "2J5", "2O7"], *[["2M6", "2N6", "2N7"]] * 3]
    assert len({turn["unit"] for turn in routs}) == 4
    # on board 02 alone all four are illegal; what board 04 has within their reach could change that
    for turn in routs:
        assert turn["verdict"] == "open" and turn["said"].startswith("illegal if what is missing changes nothing")
        assert any("the terrain of the missing board 04" in unknown for unknown in turn["unknown"])
    assert "2J5" in routs[0]["ends"] and result.exit_code == 0
    assert "bd04" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("enemies", [6, 40])
def test_a_log_of_thirty_routs_takes_less_than_a_minute(tmp_path: Path, enemies: int) -> None:
    """On a real board, with many counters or with much freedom; the time is that of the process."""
    chance = random.Random(5)
    made = Game(tmp_path)
    made.boards = real_data() / "boards"
    columns = [*(chr(66 + n) for n in range(25)), *(chr(65 + n) * 2 for n in range(6))]
    spots = [(column, row) for column in range(len(columns)) for row in range(2, 10)]
    chance.shuffle(spots)
    taken = set(spots[: enemies + 30])

    def name(spot: tuple[int, int]) -> str:
        return f"{columns[spot[0]]}{spot[1]}"

    for spot in spots[:enemies]:
        made.put(name(spot), squad("ru"))
    routers = [
        (made.put(name(spot), squad(broken=True), marker("DM"))[0], spot) for spot in spots[enemies : enemies + 30]
    ]
    for piece, (column, row) in routers:
        near = [spot for spot in spots if spot not in taken and abs(spot[0] - column) < 5 and abs(spot[1] - row) < 4]
        taken.add(to := chance.choice(near))
        made.drag(piece, name((column, row)), name(to))
    before = time.process_time()
    turns = made.turn(2).told("--timeout", 280)["turns"]
    assert time.process_time() - before < 60
    judged = [turn["verdict"] for turn in turns if turn["does"] == "routs"]
    assert len(judged) == 30 and {*judged} <= {"legal", "illegal", "open"}


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
        (turn,) = [turn for turn in judge_game([log], settings).turns if turn.does == "routs"] or [None]
        if turn is None:
            continue
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
