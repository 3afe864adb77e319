"""Every word of the vocabulary can be set on the page: by a control, or typed as a fact with completion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from vasl_boards import Drawing

from pyrout.base.span import Said, fact, subject
from pyrout.errors import PyroutError, UsageError
from pyrout.position.corrections import Corrections
from pyrout.position.facts import locations
from pyrout.position.reading import parse
from pyrout.position.vocabulary import (
    FEATURE,
    HEXSIDE,
    ON_TABLE,
    PREDICATES,
    STATUS,
    TERRAIN,
    UNIT_KIND,
    Predicate,
)
from pyrout.serve.edits import apply_edits
from pyrout.serve.jobs import answer
from pyrout.serve.phrases import in_words
from pyrout.serve.reply import Reply
from pyrout.serve.typed_facts import CONTROLLED, NOT_TYPED

BASE = (
    "rules(asl). side(german). side(american). attacker(american). "
    'hex("A1",0,1). hex("A2",0,3). hex("B1",1,2). hex("B2",1,4). '
    'terrain("A1",river). terrain("A2",stone_building). terrain("B1",open_ground). terrain("B2",woods). '
    'feature("B1",foxhole). '
    'unit(g1,german,squad). at(g1,"A2"). status(g1,broken). status(g1,dm). unit(g2,german,squad). at(g2,"A2"). '
    'unit(l1,german,leader). at(l1,"A2"). unit(v1,german,vehicle). at(v1,"B2"). '
    'unit(a1,american,squad). at(a1,"B1"). sw(mg,mmg,5,12). '
)
# The change that each control of the page sends
CONTROLS: dict[str, dict[str, Any]] = {
    "side": {"op": "put", "at": "B1", "words": "russian 4-4-7"},
    "attacker": {"op": "attacker", "value": "german"},
    "month": {"op": "month", "value": 7},
    "nvr": {"op": "night", "value": 3},
    "terrain": {"op": "terrain", "hexes": ["B1"], "terrain": "grain"},
    "elevation": {"op": "elevation", "hexes": ["B1"], "value": 1},
    "road": {"op": "hexside", "sides": [["B1", "B2"]], "kind": "road", "on": True},
    "paved": {"op": "hexside", "sides": [["B1", "B2"]], "kind": "paved", "on": True},
    "path": {"op": "hexside", "sides": [["B1", "B2"]], "kind": "path", "on": True},
    "hexside": {"op": "hexside", "sides": [["B1", "B2"]], "kind": "wall", "on": True},
    "level": {"op": "storeys", "hexes": ["A2"], "value": 1},
    "stairwell": {"op": "storeys", "hexes": ["A2"], "value": 1},
    "feature": {"op": "feature", "hexes": ["B2"], "feature": "foxhole", "on": True},
    "fordable": {"op": "fordable", "hexes": ["A1"], "on": True},
    "illuminated": {"op": "illuminated", "hexes": ["A1"], "on": True},
    "tunnel": {"op": "tunnel", "ends": ["A2", "B2"], "side": "german", "on": True},
    "unit": {"op": "put", "at": "B1", "words": "american 6-6-6"},
    "at": {"op": "move", "unit": "g1", "to": "B2"},
    "normal_range": {"op": "number", "unit": "a1", "name": "normal_range", "value": 6},
    "firepower": {"op": "number", "unit": "a1", "name": "firepower", "value": 6},
    "morale": {"op": "number", "unit": "a1", "name": "morale", "value": 6},
    "broken_morale": {"op": "number", "unit": "g1", "name": "broken_morale", "value": 6},
    "leadership": {"op": "number", "unit": "l1", "name": "leadership", "value": -1},
    "skis": {"op": "skis", "unit": "g1", "value": "off"},
    "wall_advantage": {"op": "wall_advantage", "unit": "a1", "value": True},
    "no_wall_advantage": {"op": "wall_advantage", "unit": "a1", "value": False},
}
# Further facts of the position that a control needs
BESIDE = {
    "skis": "environment(ground_snow).",
    "illuminated": "environment(night). nvr(2).",
    **dict.fromkeys(("wall_advantage", "no_wall_advantage"), 'hexside("B1","B2",wall).'),
}
AMERICANS = 'unit(a1,american,squad). at(a1,"B1"). '
# A map of a board, on which nobody needs LOS yet
ON_BOARD = (
    'rules(asl). side(german). side(american). attacker(american). month(7). board("y",0,0,normal). '
    'unit(g1,german,squad). at(g1,"yA3"). unit(a1,american,squad). at(a1,"yG3"). unit(v1,german,vehicle). at(v1,"yC3"). '
)
# One fact of each other predicate, as a player would type it, and what the position has besides BASE
TYPED = {
    "manned(x1,c1)": 'unit(x1,german,gun). at(x1,"B2"). normal_range(x1,8). unit(c1,german,crew). at(c1,"B2").',
    "environment(desert)": "",
    "no_quarter(german)": "",
    'building("a house","A2")': "",
    'capacity("B1",foxhole,1)': "",
    'wire_exit("B1",2)': 'feature("B1",wire).',
    'current("A1","B0",heavy)': 'hex("B0",1,0). terrain("B0",river).',
    "status(mg,malfunctioned)": "",
    "nationality(g1,finnish)": "",
    "sw(lmg1,lmg,1,8)": "",
    "possesses(a1,mg)": "",
    'covered_arc(v1,"B1")': "",
    "accompanies(l1,g1)": "",
    "passenger(g2,v1)": "",
    "rider(g2,v1)": "",
    "history(g1,attacked(fp))": "",
    "breaks(g2)": "",
    "routed(g1)": "",
    "failed(g1)": "routed(g1).",
    "guards(a1,g3)": 'unit(g3,german,squad). at(g3,"B1"). status(g3,captured).',
    'nmc(g1,"B2",pin)': "",
    "hob(g1,berserk)": 'nmc(g1,"B2",two).',
    'reveal(a1,g1,"B2",after)': "status(a1,concealed).",
    "no_interdiction(a1)": "",
    'no_interdiction(a1,"B2")': "",
    'in_open("A1","B2",no)': "",
}
# Facts of a position on a board
TYPED_ON_BOARD = (
    'terrain_change("y",1,"NoGrain")',
    'rubble_counter("yE3","Stone Rubble")',
    "afv(v1)",
    'wreck("yE3")',
    'obscured("yE3",3,2)',
)


def asked(*edits: dict[str, Any], text: str = BASE, **more: str) -> Reply:
    """Return the reply to a page that shows a position, under the rules chosen in the Set-up, after some changes."""
    said = {"text": text, "name": "base.lp", "rules": "asl", "options": {}, "edits": [*edits], **more}
    return answer("view", said, 60)


def shown(*edits: dict[str, Any], text: str = BASE, **more: str) -> dict[str, Any]:
    """Return the answer that the page then shows."""
    reply = asked(*edits, text=text, **more)
    view: dict[str, Any] = json.loads(reply.body)
    assert (reply.status, view.get("error"), view.get("unsolved")) == (200, None, None)
    return view


def codes(view: dict[str, Any]) -> set[str]:
    return {fact["code"] for fact in view["typed"]}


def changed(*edits: dict[str, Any], known: bool = True) -> set[str]:
    return set(map(str, apply_edits(parse(BASE, "base.lp", need="facts"), edits, known=known).facts))


def test_each_predicate_has_one_way_onto_the_page() -> None:
    on_hexes = {row.name for row in PREDICATES} - set(ON_TABLE)
    texts = (*TYPED, *TYPED_ON_BOARD)
    typed = {text.partition("(")[0] for text in texts}
    assert set(CONTROLS) == CONTROLLED
    assert set(CONTROLS) | typed | set(NOT_TYPED) == on_hexes
    assert not (set(CONTROLS) | typed) & set(NOT_TYPED)
    assert {row.name for row in PREDICATES} >= set(ON_TABLE)
    assert all(reason for reason in NOT_TYPED.values())
    forms = {(row.name, len(row.args)) for row in PREDICATES if row.name in typed}
    assert {(text.partition("(")[0], text.count(",") + 1) for text in texts} == forms


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_sets_it(name: str) -> None:
    base = BASE + BESIDE.get(name, "")
    if name == "side":  # one without units gives way
        base = base.replace(AMERICANS, "")
    after = parse(shown(CONTROLS[name], text=base)["text"], "base.lp", need="facts")
    new = {*map(str, after.facts)} - {*map(str, parse(base, "base.lp", need="facts").facts)}
    assert any(fact.startswith(f"{name}(") for fact in new), new


@pytest.mark.parametrize("text", TYPED)
def test_it_is_typed_answered_and_taken_away(text: str) -> None:
    base = BASE + TYPED[text]
    before = json.loads(asked(text=base).body)  # without its fact the Wire is not answered
    assert text not in codes(before)
    view = shown({"op": "fact", "text": f" {text}. "}, text=base)
    assert codes(view) == codes(before) | {text}
    after = json.loads(asked({"op": "fact", "text": text, "on": False}, text=view["text"]).body)
    assert codes(after) == codes(before)
    places = {"passenger(g2,v1)": {"g2": "B2"}, "rider(g2,v1)": {"g2": "B2"}}.get(text, {})
    now = {unit: counter["at"] for unit, counter in after["view"]["counters"].items()}
    assert now == {unit: counter["at"] for unit, counter in before["view"]["counters"].items()} | places


@pytest.mark.parametrize("text", TYPED_ON_BOARD)
def test_on_a_board_that_is_open_it_is_typed_and_taken_away_again(text: str, tmp_path: Path) -> None:
    Drawing(9, 6, "y").save(tmp_path)
    boards = str(tmp_path)
    view = shown({"op": "fact", "text": text}, text=ON_BOARD, boards=boards)
    assert text in codes(view) and "los(" in view["text"]
    without = shown({"op": "fact", "text": text, "on": False}, text=view["text"], boards=boards)
    assert text not in codes(without) and "los(" in without["text"]


def test_a_fact_takes_the_place_of_the_one_that_it_contradicts() -> None:
    facts = changed({"op": "fact", "text": 'wire_exit("B1",2)'}, {"op": "fact", "text": 'wire_exit("B1",3)'})
    assert 'wire_exit("B1",3)' in facts and 'wire_exit("B1",2)' not in facts


@pytest.mark.parametrize("name", [*NOT_TYPED, *sorted(ON_TABLE)])
def test_what_is_not_typed_says_why(name: str) -> None:
    row: Predicate = next(row for row in PREDICATES if row.name == name)
    with pytest.raises(UsageError, match="is not typed here: "):
        changed({"op": "fact", "text": row.example})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no_quarter(bulgaria)", "bulgaria"),
        ("no_quater(german)", "did you mean no_quarter"),
        ("environment(sunshine)", "is not an environment"),
        ("not a fact", "fact"),
    ],
)
def test_a_fact_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(PyroutError, match=said):
        changed({"op": "fact", "text": text}, known=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "type a fact, or choose one of the list"),
        ("sunshine(german)", "The fact: unknown predicate sunshine; choose one of the list"),
        ("no_quater(german)", "The fact: unknown predicate no_quater; did you mean no_quarter?"),
        ("no_quarter(german,b)", "The fact: no_quarter does not take 2 arguments; write no_quarter(german)"),
        ("rules(aslsk)", "rules is not typed here: choose it in the Set-up"),
        ("option(revisit,allow)", "option is not typed here: choose it in the Set-up"),
    ],
)
def test_the_page_says_how_a_fact_is_typed(text: str, said: str) -> None:
    reply = json.loads(asked({"op": "fact", "text": text}).body)
    assert reply == {"error": said}


@pytest.mark.parametrize(
    ("first", "text", "gone", "there"),
    [
        ("", "status(g1,berserk)", ["status(g1,broken)", "status(g1,dm)"], []),
        ("", "status(g2,dm)", [], ["status(g2,broken)"]),
        ("breaks(g2)", "status(g2,broken)", ["breaks(g2)"], []),
        ('level("A2",1)', 'terrain("A2",woods)', ['level("A2",1)', 'terrain("A2",stone_building)'], []),
        (
            'hexside("B1","B2",wall)',
            'hexside("B2","B1",hedge)',
            ['hexside("B1","B2",wall)'],
            ['hexside("B1","B2",hedge)'],
        ),
        ("", 'paved("B1","B2")', [], ['road("B1","B2")']),
        ('tunnel("A2","B2",german)', 'tunnel("B2","A2",american)', ['tunnel("A2","B2",german)'], []),
        ("environment(deep_snow)", "environment(ground_snow)", ["environment(deep_snow)"], []),
        ("", "nvr(2)", [], ["environment(night)"]),
        ("wall_advantage(a1)", "no_wall_advantage(a1)", ["wall_advantage(a1)"], []),
        ("accompanies(l1,g1)", 'at(g1,"B2")', ["accompanies(l1,g1)", 'at(g1,"A2")'], []),
        ("rider(g2,v1)", "passenger(g2,v1)", ["rider(g2,v1)"], []),
        ("passenger(g2,v1)", 'at(g2,"A1")', ["passenger(g2,v1)"], []),
    ],
)
def test_a_fact_takes_away_what_its_control_does(first: str, text: str, gone: list[str], there: list[str]) -> None:
    before = changed({"op": "fact", "text": first}) if first else changed()
    assert before.issuperset(gone)
    after = changed(*({"op": "fact", "text": each} for each in (first, text) if each), known=False)
    assert not after & set(gone)
    assert after.issuperset([*there, *([] if text.startswith(("hexside", "tunnel")) else [text])])


@pytest.mark.parametrize(
    ("fact", "gone"),
    [
        ("status(g1,berserk)", ["status(g1,broken)", "status(g1,dm)"]),
        ("-status(g1,broken)", ["status(g1,broken)", "status(g1,dm)"]),
        ("rider(g2,v1)", ['at(g2,"A2")']),
    ],
)
def test_the_command_line_takes_away_the_same(fact: str, gone: list[str]) -> None:
    position = parse(BASE, "base.lp", need="facts")
    corrected = Corrections(facts=(fact,)).made(position, "facts")
    typed = {"op": "fact", "text": fact.removeprefix("-"), "on": not fact.startswith("-")}
    assert set(map(str, corrected.facts)) == changed(typed)
    assert not changed(typed) & set(gone)


def test_the_menu_takes_dm_away_from_a_unit_that_goes_berserk() -> None:
    statuses = {
        fact for fact in changed({"op": "status", "unit": "g1", "status": "berserk", "on": True}) if "status" in fact
    }
    assert statuses == {"status(g1,berserk)"}


ABOARD = {"op": "fact", "text": "passenger(g2,v1)"}


def placed(*edits: dict[str, Any]) -> dict[str, str]:
    """Return the place of each unit that has one of its own."""
    facts = apply_edits(parse(BASE, "base.lp", need="facts"), edits).of("at")
    return {str(fact.args[0]): str(fact.args[1]) for fact in facts}


@pytest.mark.parametrize("text", ["passenger(g2,v1)", "rider(g2,v1)"])
def test_a_unit_goes_aboard_and_comes_off_where_the_vehicle_is(text: str) -> None:
    assert "g2" not in placed({"op": "fact", "text": text})
    assert placed({"op": "fact", "text": text}, {"op": "fact", "text": text, "on": False})["g2"] == "B2"


def test_whoever_is_aboard_goes_with_its_vehicle_and_stays_when_that_is_removed() -> None:
    assert placed(ABOARD, {"op": "move", "unit": "v1", "to": "A1"}, {"op": "remove", "unit": "v1"})["g2"] == "A1"
    own = parse(BASE.replace('at(g2,"A2")', 'at(g2,"B2"). passenger(g2,v1)'), "own.lp", need="facts")
    after = apply_edits(own, [{"op": "move", "unit": "v1", "to": "A1"}])
    assert locations(after.facts)["g2"] == "A1"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (Said(subject("passenger(g2,v1)"), " is not so; remove it"), "g2 as a Passenger is not so; remove it"),
        (Said(subject("rider(g2,v1)"), " is not so; remove it"), "g2 as a Rider is not so; remove it"),
        (Said("or give ", fact("passenger(U,V)")), "or give it as a Passenger (under Other facts)"),
    ],
)
def test_who_is_aboard_is_named(said: str, shown: str) -> None:
    assert in_words(said) == shown


def test_a_passenger_that_is_moved_is_one_no_more() -> None:
    assert "passenger(g2,v1)" not in changed(ABOARD, {"op": "move", "unit": "g2", "to": "A1"})
    assert "passenger(g2,v1)" in changed(ABOARD, {"op": "move", "unit": "g2", "to": "B2"})
    assert "g2" not in placed(ABOARD, {"op": "move", "unit": "g2", "to": "B2"})


def test_a_fact_of_the_map_is_not_put_beside_los_that_is_given() -> None:
    given = parse(BASE + 'los("A1","B1",0).', "base.lp", need="facts")
    for text in ('building("a house","A2")', 'feature("A2@1",blaze)'):
        with pytest.raises(UsageError, match="LOS"):
            apply_edits(given, [{"op": "fact", "text": text}], known=True)


COUNTERS = ("afv(v1)", 'wreck("B1")', 'obscured("B1",3,2)', 'rubble_counter("A2","Stone Rubble")')


@pytest.mark.parametrize("text", [*COUNTERS, 'terrain_change("z",1,"NoGrain")'])
def test_without_a_board_no_counter_of_vasl_is_typed(text: str) -> None:
    for base in (BASE, BASE + 'los("A1","B1",0).'):
        with pytest.raises(UsageError, match="it changes the LOS of a board, and the position names no board"):
            apply_edits(parse(base, "base.lp", need="facts"), [{"op": "fact", "text": text}], known=True)


@pytest.mark.parametrize("text", [*COUNTERS, 'terrain_change("z",1,"NoGrain")'])
def test_boards_that_are_not_open_are_to_be_opened_first(text: str) -> None:
    given = BASE + 'board("z",0,0,normal). board("y",0,1,normal). los("A1","B1",0).'
    with pytest.raises(UsageError, match=r"wrong; open its boards first: bdz and bdy$"):
        apply_edits(parse(given, "base.lp", need="facts"), [{"op": "fact", "text": text}], known=True)
    there = parse(given + f"{text}.", "base.lp", need="facts")
    with pytest.raises(UsageError, match=r"wrong; open its boards first: bdz and bdy$"):
        apply_edits(there, [{"op": "fact", "text": text, "on": False}], known=True)


@pytest.mark.parametrize("text", COUNTERS[:3])
def test_a_counter_on_a_map_of_its_own_is_taken_away(text: str) -> None:
    removal = {"op": "fact", "text": text, "on": False}
    derived = parse(BASE + f"{text}.", "base.lp", need="facts")
    assert text not in map(str, apply_edits(derived, [removal]).facts)
    given = parse(BASE + f'{text}. los("A1","B1",0).', "base.lp", need="facts")
    with pytest.raises(UsageError, match="have LOS derived from the terrain first"):
        apply_edits(given, [removal])
    assert text not in map(str, apply_edits(given, [{"op": "derive_los"}, removal]).facts)


@pytest.mark.parametrize(
    ("said", "on_boards"),
    [('board ( "y" ,0,0,normal).', True), ('% no board. board("y",0,0,normal).', False), ("", False)],
)
def test_the_page_hears_of_the_boards_and_weapons_of_a_position(said: str, on_boards: bool) -> None:
    view = json.loads(asked(text=f"{BASE}\n{said}").body)
    assert (view["on_boards"], view["weapons"]) == (on_boards, ["mg"])


def test_every_word_is_offered() -> None:
    words = json.loads(answer("words", {}, 30).body)
    assert not {form["name"] for form in words["facts"]} & {"rules", "option"}
    assert {form["name"] for form in words["facts"] if form["on_boards"]} == {
        *("afv", "wreck", "obscured", "rubble_counter", "terrain_change")
    }
    assert set(TERRAIN.words) == set(words["terrains"])
    assert set(HEXSIDE.words) <= set(words["hexsides"])
    assert set(FEATURE.words) <= set(words["features"])
    assert set(STATUS.words) == set(words["statuses"])
    assert set(UNIT_KIND.words) == set(words["kinds"])
    offered = {(form["name"], len(form["args"])): form["args"] for form in words["facts"]}
    for row in PREDICATES:
        if row.name in NOT_TYPED or row.name in ON_TABLE:
            continue
        for kind, form in zip(row.args, offered[row.name, len(row.args)], strict=True):
            assert set(getattr(kind, "words", ())) <= set(form["words"]), row.name
