"""Answers of the server of the page: positions, units, readings, examples, lines."""

from __future__ import annotations

import json
import re

import pytest
from drawings import WILLING
from served_page import ROOT, SEVEN, Served
from tiny import asl

import pyrout
from pyrout.position.reading import parse
from pyrout.serve import jobs


def test_a_position_is_answered_drawn_and_explained(page: Served) -> None:
    status, reply = page.post("/api/view", {"text": SEVEN, "name": "seven.lp"})
    assert status == 200
    assert reply["svg"].startswith("<svg")
    (unit,) = reply["view"]["units"]
    assert (unit["verdict"], unit["total"]) == ("routs", 17)
    status, why = page.post("/api/why", {"text": SEVEN, "name": "seven.lp"})
    assert status == 200
    assert (
        why["hexes"]["g1"]["yI4"]["lines"][0]
        == "yI4 is no destination at the start, though a rout may end there: it costs 3 MF and yK6 only 2 [sk-dest-nearest]"
    )
    assert why["sentences"]["sk-dest-nearest"][1].startswith("Its destination may cost no more MF")


def test_los_is_missed_only_where_an_answer_asks_for_it(page: Served) -> None:
    """It asks for a1 in B3, or for g1 that routs from there; not for g3 and g4, who see nobody that g1 or g2 fears."""
    text = (ROOT / "instances/phases/one-place.lp").read_text(encoding="utf-8")
    for edits, missed in (
        ([], []),
        ([{"op": "move", "unit": "a1", "to": "A4"}], ["A4"]),
        ([{"op": "move", "unit": "g1", "to": "A4"}], ["A4"]),
        ([{"op": "status", "unit": "g3", "status": "broken", "on": True}], ["B3"]),
    ):
        status, reply = page.post("/api/view", {"text": text, "edits": edits})
        assert status == 200, reply
        said = [re.match("The position gives no LOS from or to (.*?): ", words) for words in reply["blind"]]
        assert [match and match[1] for match in said] == missed


def test_changes_are_made_and_answered(page: Served) -> None:
    move = {"op": "move", "unit": "a2", "to": "yO8"}
    status, reply = page.post("/api/view", {"text": SEVEN, "edits": [move]})
    assert status == 200
    assert 'at(a2,"yO8").' in reply["text"] and 'at(a2,"yL4").' not in reply["text"]
    assert reply["view"]["units"][0]["verdict"] != "routs"
    assert "no LOS from or to yO8" in reply["blind"][0]
    status, reply = page.post("/api/view", {"text": reply["text"], "edits": [{"op": "derive_los"}]})
    assert (status, reply["blind"]) == (200, [])
    assert "los(" not in reply["text"]
    assert "expect(" in SEVEN and "expect(" not in reply["text"], "answers of the position before the change are gone"


def test_an_option_and_a_rule_set_can_be_chosen(page: Served) -> None:
    totals = {}
    for value in ("forbid", "allow"):
        _, reply = page.post(
            "/api/view", {"text": (ROOT / "instances/aslsk/example-03.lp").read_text(), "options": {"revisit": value}}
        )
        assert reply["view"]["options"]["revisit"] == value
        totals[value] = reply["view"]["units"][0]["total"]
    assert totals["allow"] > totals["forbid"]
    status, reply = page.post("/api/view", {"text": SEVEN, "rules": "nonsense"})
    assert (status, reply["unsolved"][:33]) == (200, "no rule set is called 'nonsense';")


@pytest.mark.parametrize("rules", ["battlesystem", None])
def test_rule_sets_of_tables_are_not_for_maps_of_hexes(page: Served, rules: str | None) -> None:
    text = SEVEN.replace("rules(aslsk)", "rules(battlesystem)")
    status, reply = page.post("/api/view", {"text": text, "rules": rules})
    assert status == 200
    assert reply["view"]["unsolved"] is True
    assert reply["unsolved"] == (
        "there is no table in it, and the rule set battlesystem is played on a table; name another: asl, aslsk"
    )
    _, _, words = page.ask("GET", "/api/words")
    assert set(json.loads(words)["rules"]) == {"aslsk", "asl"}
    assert set(json.loads(words)["table"]["rules"]) == {"battlesystem", "retreat"}


def test_a_position_without_routers_can_be_looked_at(page: Served) -> None:
    status, reply = page.post("/api/view", {"text": 'hex("A1",0,1). terrain("A1",woods).', "name": "bare.lp"})
    assert status == 200
    assert 'data-hex="A1"' in reply["svg"]
    assert reply["unsolved"] == "no side is declared; declare the two sides (with Edit)."


@pytest.mark.parametrize(("kind", "begins"), [(".svg", b"<svg"), (".html", b"<!doctype html>"), (".png", b"\x89PNG")])
def test_drawings_can_be_saved(page: Served, kind: str, begins: bytes) -> None:
    if kind == ".png":
        pytest.importorskip("resvg_py")
    status, got = page.post("/api/draw", {"text": SEVEN, "kind": kind})
    assert status == 200
    assert got.startswith(begins)


def test_who_may_break_on_purpose_is_named_and_answered_when_asked_for(page: Served) -> None:
    asked: dict[str, object] = {"text": WILLING, "name": "willing.lp", "session": "willing"}
    status, reply = page.post("/api/view", asked)
    assert (status, reply["view"]["units"]) == (200, [])
    assert reply["view"]["others"] == [["g1", "g1 (german squad) may break on purpose at the start of the Rout Phase"]]
    _, picture = page.post("/api/draw", {**asked, "kind": ".svg"})
    assert b"g1 may break on purpose at the start of the Rout Phase." in picture
    asked["volunteers"] = ["g1", "a1"]
    status, reply = page.post("/api/view", asked)
    (unit,) = reply["view"]["units"]
    assert (status, reply["view"]["others"]) == (200, [])
    assert unit["lines"][-1] == "if it does: MUST ROUT, to A4, 3 ways, 3 of them surviving"
    assert reply["warnings"] == ["a1 may not break on purpose: who would surrender or be eliminated at once may not"]
    _, why = page.post("/api/why", asked)
    assert why["hexes"]["g1"]["A4"]["lines"][0] == "A4 is a destination, 2 MF"
    _, picture = page.post("/api/draw", {**asked, "kind": ".svg"})
    assert b"it may break on purpose, and then:" in picture


def test_whose_break_is_refused_stays_named_and_it_is_told_why(page: Served) -> None:
    there = 'feature("A4",pillbox). unit(g2,german,squad). at(g2,"A4",pillbox).'
    asked = {"text": WILLING + there, "name": "pillbox.lp", "session": "pillbox", "volunteers": ["g1"]}
    status, reply = page.post("/api/view", asked)
    assert (status, reply["view"]["units"], [unit for unit, _ in reply["view"]["others"]]) == (200, [], ["g1", "g2"])
    assert reply["warnings"] == [
        "the feature pillbox of A4 is refused by the rules asl; what is seen from a pillbox is not derived from the terrain: "
        "give the LOS, also for the pillbox itself (the page has no field for it: see Write a position in the handbook)"
    ]


def test_examples_and_words_are_there(page: Served) -> None:
    status, _, words = page.ask("GET", "/api/words")
    assert status == 200
    vocabulary = json.loads(words)
    groups = {label: dict(several) for label, several in vocabulary["groups"]}
    assert groups["Lessons"]["example-02"] == "Not adjacent"
    assert groups["Examples of the article"]["example-02"] == (
        "Example 2: A unit does not move adjacent to a Known enemy unit"
    )
    assert groups["Rulings"]["rulings/A10-5-broken"].startswith("A10.5: a broken enemy next door bars nobody")
    assert "generated/aslsk/crawl-only-01" in groups["Generated, aslsk: crawl only"]
    assert {"option", "value", "default", "meaning", "rule"} <= set(vocabulary["rules"]["aslsk"][0])
    status, _, text = page.ask("GET", "/api/examples/example-07")
    assert (status, text.decode()) == (200, SEVEN)


def test_every_reading_that_changes_the_answer_is_named(page: Served) -> None:
    from pyrout.program.rule_index import options

    status, reply = page.post("/api/readings", {"text": SEVEN, "name": "seven.lp"})
    assert status == 200, reply

    def ways(**chosen: str) -> object:
        answer = pyrout.solve(parse(SEVEN, "seven.lp"), options=chosen)["g1"].to_json()
        return answer["verdict"], answer["destinations"], sorted(json.dumps(route) for route in answer["routes"])

    others = [(v.option, v.value) for v in options("aslsk") if not v.default]
    changing = {(name, value) for name, value in others if ways(**{name: value}) != ways()}
    assert changing, "the example is one that depends on a reading"
    assert {(each["option"], each["value"]) for each in reply["differing"]} == changing
    assert reply["tried"] == len(others) and reply["left"] == []


def test_who_has_the_map_gets_only_what_lies_on_it(page: Served) -> None:
    status, whole = page.post("/api/view", {"text": SEVEN})
    assert status == 200, whole
    move = {"op": "move", "unit": "a2", "to": "yK4"}
    _, reply = page.post("/api/view", {"text": SEVEN, "edits": [move], "have": whole["map"]})
    assert reply["map"] == whole["map"] and "svg" not in reply and "hexes" not in reply["view"]
    below, above = reply["layers"]
    assert 'data-overlay="g1"' in below and 'data-unit="a2"' in above and "data-hex" not in below + above
    woods = {"op": "terrain", "hex": "yK4", "terrain": "woods"}
    status, refused = page.post("/api/change", {"text": SEVEN, "edits": [woods]})
    assert status == 422 and refused["remedy"] == "derive_los"
    _, other = page.post(
        "/api/view",
        {
            "text": SEVEN,
            "have": whole["map"],
            "edits": [{"op": "derive_los"}, woods],
        },
    )
    assert other["map"] != whole["map"] and other["svg"].startswith("<svg")


def test_reasons_are_given_for_one_unit(page: Served) -> None:
    text = SEVEN + 'unit(g2,german,squad). at(g2,"yM6"). status(g2,broken). status(g2,dm).'
    _, view = page.post("/api/view", {"text": text})
    assert [unit["seen"] for unit in view["view"]["units"]] == [None, None]
    status, why = page.post("/api/why", {"text": text, "unit": "g1"})
    assert status == 200, why
    assert set(why["hexes"]) == set(why["seen"]) == set(why["marks"]) == {"g1"}
    assert why["seen"]["g1"]["yJ5"] == ["a1", "a2"]
    assert "yI4 is no destination at the start, though a rout may end there: it costs 3 MF" in why["marks"]["g1"]


def test_what_was_chosen_replaces_facts_and_leaves_comments(page: Served) -> None:
    text = "% say option(revisit,forbid).\n" + SEVEN.replace("rules(aslsk).", "rules(aslsk).option(revisit,forbid).")
    asked = {"text": text, "kind": ".lp", "rules": "asl", "options": {"revisit": "allow"}}
    status, reply = page.post("/api/line", asked)
    assert status == 200
    assert reply["text"] == "rules(asl).\noption(revisit,allow).\n% say option(revisit,forbid).\n" + SEVEN.replace(
        "rules(aslsk).", ""
    )
    status, reply = page.post("/api/line", {**asked, "kind": ""})
    assert "option(revisit,allow)" in reply["line"] and "forbid" not in reply["line"]


@pytest.mark.slow
def test_a_line_is_written_and_read(page: Served) -> None:
    status, reply = page.post("/api/line", {"text": SEVEN})
    assert status == 200 and reply["line"].startswith("aslsk; american against german; month 7; ")
    assert reply["long"] == "" and len(reply["code"]) < 2000
    for line in (reply["line"], reply["code"]):
        status, again = page.post("/api/of-line", {"line": line})
        facts = set(parse(SEVEN).without("expect").program().splitlines())
        assert status == 200 and set(parse(again["text"], need="facts").program().splitlines()) == facts
    for bad, said in (
        ("", "a line begins with"),
        ("1.zzz", "cannot be unpacked"),
        ("aslsk; american against german; boards q; qK5 german squad", "bdq"),
    ):
        status, reply = page.post("/api/of-line", {"line": bad})
        assert status == 422 and said in reply["error"] and "\n" not in reply["error"]


def test_the_sentence_on_a_hex_where_every_rout_is_lost_says_so() -> None:
    """a10-533-repulse: out of B4 it is thrown back into B3 and eliminated; a Low Crawl gets no farther than B2."""
    here = asl("B1. B2. B3. B4w", "g1:squad@B1 broken dm; a1:squad@B4 concealed")
    reply = jobs.answer("why", {"text": here.text, "name": "x.lp", "unit": "g1"}, 60.0)
    said = json.loads(reply.body)["hexes"]["g1"]["B3"]["why"]
    assert said.endswith("Each rout that ends in B3 ends in elimination.")
    assert "may end there" not in said


def test_a_legal_way_in_learn_comes_with_the_sentences_of_its_rules() -> None:
    """The unit is thrown back where a1 drops its concealment: the line on its way names the rule by its id."""
    text = (ROOT / "instances/rules/asl/a10-533-repulse.lp").read_text("utf-8")
    way = {"unit": "g1", "kind": "way", "given": ["B1", "B2", "B1"]}
    reply = json.loads(jobs.answer("learn", {"text": text, "name": "x.lp", **way}, 60.0).body)
    assert reply["right"] and "a10-533-repulse" in reply["sentences"]
