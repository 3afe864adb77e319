"""A counter of VASL that is typed on the page changes the map and its LOS as if the position had always had it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from day import of_today
from vasl_boards import GRAIN, STONE_2, WOODS, Drawing, real_data
from vasl_tables import RULE_SETS, facts_of_units

from pyrout.position.reading import parse
from pyrout.serve import jobs

UNITS = {
    "C3": "german 4-6-7 broken dm",
    "G3": "american 6-6-6",
    "G5": "american 6-6-6",
    "E4": "american vehicle",
}
NOWHERE = "nowhere"  # a folder without boards
SMOKE = 'obscured("yC3",3,2)'
COUNTERS = {
    "a wreck": 'wreck("yE3")',
    "SMOKE": SMOKE,
    "an AFV": "afv(a3)",
    "rubble": 'rubble_counter("yC4","Stone Rubble")',
    "rubble of woods": 'rubble_counter("yC6","Wooden Rubble")',
    "no grain": 'terrain_change("y",1,"NoGrain")',
}
ON_REAL_BOARDS = {
    "y": ("K5", "L5", "O5"),  # Starter Kit
    "10": ("I5", "K4", "M6"),  # a town
    "18": ("P5", "R4", "T6"),  # hills, a gully and brush
}


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A folder with a board of open ground, with some woods, grain and a building."""
    board = Drawing(cols=17, rows=10, name="y").fill("C6 D6", WOODS).fill("D4 E5 F4", GRAIN).fill("B4 C4", STONE_2)
    for folder in ("boards", NOWHERE):
        (tmp_path / folder).mkdir()
    board.save(tmp_path / "boards")
    return tmp_path / "boards"


def ask(job: str, boards: Path, **request: Any) -> dict[str, Any]:
    reply = jobs.answer(job, {"boards": str(boards), "name": "fight.lp", **request}, 60.0)
    return {"status": reply.status, **json.loads(reply.body)}


def change(boards: Path, text: str, *edits: dict[str, Any]) -> str:
    reply = ask("change", boards, text=text, edits=list(edits))
    assert reply["status"] == 200, reply
    return str(reply["text"])


def typed(boards: Path, text: str, fact: str, on: bool = True) -> str:
    return change(boards, text, {"op": "fact", "text": fact, "on": on})


def view(boards: Path, text: str, rules: str) -> dict[str, Any]:
    jobs._session.clear()  # which would give the answer of another way
    reply = ask("view", boards, text=text, rules=rules)
    assert reply["status"] == 200 and "unsolved" not in reply, reply.get("unsolved")
    return reply


def shown(output: dict[str, Any]) -> dict[str, Any]:
    """Return all that the page says of the units of a position, apart from places in the drawing."""
    units = output["view"]["units"]
    for unit in units:
        for route in unit["routes"]:
            route.pop("d", None)
    return {
        "units": units,
        "others": output["view"]["others"],
        "warnings": output["warnings"],
        "blind": output["blind"],
    }


def fight(boards: Path, board: str, units: dict[str, str], rules: str) -> str:
    """Return the position of some units on an opened board, after its answer: with the LOS that this has looked up."""
    text = str(ask("board", boards, archive=str(boards / f"bd{board}"))["text"])
    puts = [{"op": "put", "at": f"{board}{hex_}", "words": words} for hex_, words in units.items()]
    text = str(view(boards, change(boards, text, *puts), rules)["text"])
    assert "los(" in text
    return text


def in_a_line(boards: Path, text: str, *facts: str) -> str:
    """Return the text of the same units with these counters, written in one line that names the board, without any map."""
    said = facts_of_units(text, "board") + "".join(f"{fact}.\n" for fact in facts)
    line = ask("line", boards, text=said)["line"]
    assert "\n" not in line
    return str(ask("of-line", boards, line=line)["text"])


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("counter", of_today(COUNTERS, 3))
@pytest.mark.slow
def test_a_counter_typed_answers_as_one_that_was_there_from_the_beginning(
    boards: Path, counter: str, rules: str
) -> None:
    fact = COUNTERS[counter]
    text = fight(boards, "y", UNITS, rules)
    before = shown(view(boards, text, rules))
    output = view(boards, typed(boards, text, fact), rules)
    assert shown(output) == shown(view(boards, in_a_line(boards, text, fact), rules))
    # The text has the LOS that was looked up: it needs the board no more
    assert shown(view(boards.parent / NOWHERE, str(output["text"]), rules)) == shown(output)
    assert shown(view(boards, typed(boards, str(output["text"]), fact, on=False), rules)) == before


@pytest.mark.slow
def test_smoke_and_rubble_typed_change_the_answer(boards: Path) -> None:
    """Behind SMOKE nobody has to rout for the Open Ground of its hex; rubble takes the place of the building beside."""
    text = fight(boards, "y", UNITS, "aslsk")

    def unit(of: str) -> dict[str, Any]:
        (answered,) = view(boards, of, "aslsk")["view"]["units"]
        return dict(answered)

    assert unit(text)["verdict"] == "routs"
    assert unit(typed(boards, text, SMOKE))["verdict"] == "may_rout"
    fallen = typed(boards, text, COUNTERS["rubble"])
    facts = {str(fact) for fact in parse(fallen, "fight.lp", need="facts").facts}
    assert 'terrain("yC4",stone_rubble)' in facts and 'terrain("yC4",stone_building)' not in facts
    assert not any(fact.startswith(('level("yC4"', "building(")) for fact in facts)
    assert {'terrain("yB4",stone_building)', 'level("yB4",2)'} < facts


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("board", of_today(ON_REAL_BOARDS, 3))
def test_on_real_boards_a_counter_typed_answers_as_one_in_a_line(board: str, rules: str) -> None:
    boards, (own, near, far) = real_data() / "boards", ON_REAL_BOARDS[board]
    units = {own: UNITS["C3"], near: UNITS["G5"], far: UNITS["G5"]}
    text = fight(boards, board, units, rules)
    counters = [
        f'wreck("{board}{near}")',
        f'obscured("{board}{own}",3,2)',
        f'rubble_counter("{board}{near[0]}{int(near[1:]) + 1}","Wooden Rubble")',
        f'terrain_change("{board}",1,"WoodsToBrush")',
    ]
    for number in range(1, len(counters) + 1):  # one after the other, as a player does
        text = typed(boards, text, counters[number - 1])
        expected = view(boards, in_a_line(boards, text, *counters[:number]), rules)
        output = view(boards, text, rules)
        assert shown(output) == shown(expected), counters[:number]
        text = str(output["text"])


@pytest.mark.slow
@pytest.mark.parametrize("counter", COUNTERS)
def test_without_its_board_a_counter_is_refused(boards: Path, counter: str) -> None:
    text = fight(boards, "y", UNITS, "aslsk")
    for job in ("change", "view"):
        reply = ask(job, boards.parent / NOWHERE, text=text, edits=[{"op": "fact", "text": COUNTERS[counter]}])
        assert reply["status"] == 422
        assert reply["error"] == (
            "the position gives its own LOS, which this would make wrong; open its boards first: bdy"
        )


@pytest.mark.slow
def test_a_counter_that_changes_nothing_known_is_refused(boards: Path) -> None:
    text = fight(boards, "y", {**UNITS, "B4@1": "american 3-4-7"}, "asl")
    for fact, problem in {
        'wreck("yZ9")': "there is no hex yZ9",
        'obscured("yZ9",3,2)': "there is no hex yZ9",
        'rubble_counter("yC4","Wood Rubble")': "Wood Rubble is no counter of rubble; name Stone Rubble or Wooden Rubble",
        'terrain_change("y",1,"WoodsToRuin")': "WoodsToRuin is no change of terrain known here; name one such as NoGrain",
        'rubble_counter("yB4","Stone Rubble")': "a4 would stand on level 1 of yB4, which is gone then; move it first",
    }.items():
        reply = ask("change", boards, text=text, edits=[{"op": "fact", "text": fact}])
        assert reply["status"] == 422 and problem in reply["error"], (fact, reply)


@pytest.mark.slow
def test_los_of_another_month_is_looked_up_and_kept(boards: Path) -> None:
    """The text after the answer needs no board, by which a LOS in or out of the season of grain is known."""
    text = change(boards, fight(boards, "y", UNITS, "asl"), {"op": "month", "value": 1})
    output = view(boards, text, "asl")
    assert "los_month(1)." in output["text"]
    assert shown(view(boards.parent / NOWHERE, str(output["text"]), "asl")) == shown(output)


@pytest.mark.slow
@pytest.mark.parametrize("counter", ("a wreck", "rubble", "no grain"))
def test_a_los_to_a_vertex_does_not_outlive_a_counter(boards: Path, counter: str) -> None:
    """No board gives it: the answer then says what it takes the enemy to see (b23-71-rowhouse)."""
    given = 'vertex_los("yB4","yC4",north,"yG3",0)'
    text = f"{fight(boards, 'y', UNITS, 'asl')}\n{given}.\n"
    assert given in change(boards, text, {"op": "status", "unit": "g1", "status": "broken", "on": True})
    assert "vertex_los" not in typed(boards, text, COUNTERS[counter])
