"""The whole Rout Phase as the server of the page explores, draws and plays it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from day import of_today
from positions_phase import RISKY, ROOM_FOR_ONE
from served_page import Served
from tiny import ENDLESS

import pyrout
from pyrout.position.reading import parse
from pyrout.serve import jobs

ROOT = Path(__file__).parents[2]


def test_a_whole_phase_is_explored_and_drawn(page: Served) -> None:
    status, reply = page.post("/api/phase", {"text": ROOM_FOR_ONE, "name": "one.lp"})
    assert status == 200, reply
    assert reply["phase"] == json.loads(json.dumps(pyrout.phase(parse(ROOM_FOR_ONE, "one.lp")).to_json()))
    (side,) = reply["sides"]
    assert (side["side"], side["verdict"], side["all"]) == ("german", "all of them can come through", True)
    assert [turn["words"] for turn in side["best"]["turns"]] == ["g1: B2 - B3, 2 MF", "g2: C4 - B4, 1 MF"]
    assert any("g1 can no longer reach B3 [sk-step-stacking]" in line for line in side["matters"])
    assert reply["sentences"]["sk-step-stacking"][1].startswith("No step may enter")
    assert reply["svg"].startswith("<svg") and "<style" not in reply["svg"] and 'data-turn="1"' in reply["svg"]


def test_another_order_says_who_is_lost(page: Served) -> None:
    """g2 takes the only place, and g1 has none."""
    asked = {"text": ROOM_FOR_ONE, "order": ["g2", "g1"], "session": "order"}
    status, reply = page.post("/api/phase", asked)
    assert status == 200, reply
    (side,) = reply["sides"]
    assert side["ordered"]["differs"] == "1 fewer than in the best plan"
    assert [(turn["unit"], turn["lost"]) for turn in side["ordered"]["turns"]] == [("g2", False), ("g1", True)]
    assert reply["log"] == ["g2: B3", "g1: eliminated"]
    assert reply["whose"] == ["g2", "g1"]


def test_the_turns_of_a_phase_are_played_one_by_one(page: Served) -> None:
    text = ROOM_FOR_ONE
    for line in ("g2: B3", "g1: eliminated"):
        status, reply = page.post("/api/view", {"text": text, "play": {"line": line}})
        assert status == 200, reply
        text = reply["text"]
    assert 'at(g2,"B3")' in text and "unit(g1" not in text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"play": {"line": "g2: B1"}}, "g2: B1: "),
        ({"play": {"line": "g9: B1"}}, "no unit is called"),
        ({"play": {"line": "g1: B3\ng2: B4"}}, "a turn is one line"),
        ({"play": {"line": "nonsense"}}, "cannot parse log line"),
        ({"play": {"line": "g1: B3" + " " * 100_000 + "B4"}}, "a turn is one line"),
    ],
)
def test_a_turn_that_is_not_legal_gets_one_line(page: Served, asked: dict[str, Any], said: str) -> None:
    status, reply = page.post("/api/view", {"text": ROOM_FOR_ONE, **asked})
    assert status == 422 and said in reply["error"] and "\n" not in reply["error"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"order": ["g9"]}, "g9 has no turn in this Rout Phase; there are: g1, g2"),
        ({"order": "g1"}, "order is a list of units"),
        ({"order": [7]}, "order is a list of units"),
        ({"text": "hex(x)."}, "hex"),
    ],
)
def test_a_bad_question_about_a_phase_gets_one_line(page: Served, asked: dict[str, Any], said: str) -> None:
    status, reply = page.post("/api/phase", {"text": ROOM_FOR_ONE, **asked})
    assert status == 422 and said in reply["error"] and "\n" not in reply["error"]


def test_a_phase_that_takes_too_long_says_so() -> None:
    reply = jobs.answer("phase", {"text": ENDLESS}, 0.5)
    assert reply.status == 503 and json.loads(reply.body)["error"].startswith("time limit reached")


def test_a_phase_with_too_many_states_is_told_as_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is the part that was explored when the time was over, and says so."""
    monkeypatch.setattr(jobs, "STATES", (4,))
    reply = jobs.answer("phase", {"text": ROOM_FOR_ONE, "name": "few.lp"}, 20)
    phase = json.loads(reply.body)
    assert reply.status == 200 and phase["complete"] is False and phase["sides"][0]["complete"] is False


def test_an_incomplete_phase_is_explored_further_when_it_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for another order of its turns: that is answered from what is there."""
    asked = {"text": ROOM_FOR_ONE, "name": "further.lp"}

    def complete(**more: object) -> bool:
        reply = jobs.answer("phase", {**asked, **more}, 20)
        assert reply.status == 200, reply.body
        return bool(json.loads(reply.body)["complete"])

    monkeypatch.setattr(jobs, "STATES", (4,))
    assert not complete()
    monkeypatch.setattr(jobs, "STATES", (4, 100))
    assert not complete(order=["g2", "g1"])
    assert complete()
    assert complete(order=["g2", "g1"])


@pytest.mark.slow
def test_a_turn_of_a_phase_has_its_exact_odds() -> None:
    """g1 goes through B3 with broken morale 7: by two dice 14 of 36 pass its NMC without an original 2, 6 pin it next to a2, so
    that it surrenders, 14 reduce it, and a 12 eliminates it."""
    phase = json.loads(jobs.answer("phase", {"text": RISKY.replace("rules(aslsk)", "rules(asl)")}, 200).body)
    (side,) = phase["sides"]
    assert side["best"]["worth"] == "2 of 2 come through, all of them with chance 7/9, 7½ MF"
    first, second = (turn["words"] for turn in side["best"]["turns"])
    assert first.startswith("g1: B2 - B3 - B4, 4 MF, interdicted in B3; odds: ")
    for odds in ("survives 7/18", "reduced 7/18", "surrenders 1/6", "eliminated 1/36"):
        assert odds in first
    assert second == "g2: C5 - C6 - C7, 3½ MF"
    assert side["best"]["otherwise"] == ["if g1 throws an original 12 in B3 (chance 1/36): g2: C5 - B4, 3 MF"]


SHIPPED = [
    path
    for name in ("aslsk", "levels", "phases", "terrain")
    for path in sorted((ROOT / "instances" / name).glob("*.lp"))
]


@pytest.mark.slow
@pytest.mark.parametrize("path", of_today(SHIPPED, 4), ids=lambda path: path.stem)
def test_every_turn_of_a_shipped_position_can_be_played(path: Path) -> None:
    text = path.read_text("utf-8")
    reply = jobs.answer("phase", {"text": text, "name": path.name}, 60.0)
    assert reply.status == 200, reply.body
    for line in json.loads(reply.body)["log"]:
        played = jobs.answer("change", {"text": text, "name": path.name, "play": {"line": line}}, 60.0)
        assert played.status == 200, (line, played.body)
        text = json.loads(played.body)["text"]
        seen = jobs.answer("view", {"text": text, "name": path.name}, 60.0)
        assert seen.status == 200 and "unsolved" not in json.loads(seen.body), line
