"""Changes of a position that the server of the page makes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served_page import SEVEN, Served

from pyrout.errors import InstanceError, UsageError
from pyrout.position.reading import parse
from pyrout.serve.app import Server
from pyrout.serve.edits import apply_edits
from pyrout.serve.map_edits import blank


def changed(*edits: dict[str, Any]) -> set[str]:
    """Return the facts that the changes add, and (with a minus) take away."""
    before = parse(SEVEN).without("expect")
    one, two = set(before.program().splitlines()), set(apply_edits(before, edits).program().splitlines())
    return {*(two - one), *(f"-{fact}" for fact in one - two)}


def test_each_change_changes_what_it_says_and_nothing_else() -> None:
    assert changed({"op": "move", "unit": "g1", "to": "yJ4"}) == {'at(g1,"yJ4").', '-at(g1,"yK5").'}
    assert changed({"op": "status", "unit": "g1", "status": "dm", "on": False}) == {"-status(g1,dm)."}
    assert changed({"op": "status", "unit": "g1", "status": "broken", "on": False}) == {
        "-status(g1,broken).",
        "-status(g1,dm).",
    }
    assert changed({"op": "status", "unit": "a1", "status": "disrupted", "on": True}) == {
        "status(a1,broken).",
        "status(a1,disrupted).",
    }
    assert changed({"op": "status", "unit": "a1", "status": "dm", "on": True}) == {
        "status(a1,broken).",
        "status(a1,dm).",
    }
    assert changed({"op": "number", "unit": "g1", "name": "broken_morale", "value": 7}) == {"broken_morale(g1,7)."}
    led = parse(SEVEN + 'unit(l1,german,leader). at(l1,"yK5").')
    drm = {"op": "number", "unit": "l1", "name": "leadership", "value": -1}
    assert [str(fact) for fact in apply_edits(led, [drm]).of("leadership")] == ["leadership(l1,-1)"]
    with pytest.raises(InstanceError, match="g1 is no leader"):
        apply_edits(led, [{**drm, "unit": "g1"}])
    with pytest.raises(InstanceError, match="from -3 to 1"):
        apply_edits(led, [{**drm, "value": 2}])
    assert changed({"op": "number", "unit": "a1", "name": "firepower", "value": None}) == {"-firepower(a1,6)."}
    with pytest.raises(UsageError, match="would make wrong"):
        apply_edits(parse(SEVEN, "seven.lp"), [{"op": "terrain", "hex": "yK6", "terrain": "woods"}])
    assert changed({"op": "attacker", "value": "german"}) == {"attacker(german).", "-attacker(american)."}
    assert changed({"op": "add", "side": "american", "kind": "squad", "at": "yE2", "normal_range": 6}) == {
        "unit(a3,american,squad).",
        'at(a3,"yE2").',
        "normal_range(a3,6).",
    }
    assert changed({"op": "remove", "unit": "a2"}) == {
        "-unit(a2,american,squad).",
        '-at(a2,"yL4").',
        "-normal_range(a2,6).",
        "-firepower(a2,6).",
    }


@pytest.mark.slow
def test_a_unit_that_is_moved_sees_what_the_board_lets_it_see(tmp_path: Path) -> None:
    from vasl_boards import WOODS, Drawing

    board = Drawing(9, 6, "y").fill("C2 C3", WOODS)
    (tmp_path / "bdy").write_bytes(board.archive)
    made = Served(Server(seconds=30, workers=1, boards=tmp_path))
    try:
        _, _, answer = made.ask("GET", "/api/words")
        assert json.loads(answer)["boards"] == ["bdy"]
        text = "\n".join([*facts_of(board), ""]) + (
            "rules(aslsk). side(german). side(russian). attacker(russian). "
            'unit(g1,german,squad). at(g1,"yA3"). status(g1,broken). unit(r1,russian,squad). at(r1,"yG3"). '
            'normal_range(r1,6). los("yA3","yA4",0). los("yG3","yG4",0).'
        )
        move = {"op": "move", "unit": "r1", "to": "yC5"}
        _, blind = made.post("/api/view", {"text": text, "edits": [move]})
        assert "yC5" in blind["blind"][0]
        _, seeing = made.post("/api/view", {"text": text, "edits": [move], "board": "bdy"})
        assert seeing["blind"] == []
        los = set(re.findall(r'^los\("(.*?)","(.*?)",', seeing["text"], re.MULTILINE))
        from_there = {a if b == "yC5" else b for a, b in los if "yC5" in (a, b)}
        assert "yC3" in from_there and "yC1" not in from_there, "the woods in C3 and C2 stand between"
        assert ("yA3", "yA4") in los, "what the position gives stays"
    finally:
        made.close()


def facts_of(board: Any) -> Iterator[str]:
    """The hexes of a board, as lines of an instance."""
    from pyrout.vasl.boards.facts import board_facts

    yield from board_facts(board.map())


def test_a_paved_road_is_a_road_with_pavement() -> None:
    """The pavement goes with its road; a path is another way across."""
    position = parse(blank(1, 2) + 'unit(g1,german,squad). at(g1,"A1"). status(g1,broken).')

    def after(*kinds: str) -> set[str]:
        edits = [{"op": "hexside", "sides": [["A1", "A2"]], "kind": kind, "on": "toggle"} for kind in kinds]
        made = apply_edits(position, edits)
        return {fact.name for name in (road, paved, path) for fact in made.of(name)}

    road, paved, path = "road", "paved", "path"
    assert (after("road"), after("paved"), after("path")) == ({road}, {road, paved}, {path})
    assert after("road", "paved") == {road, paved}
    assert after("paved", "road") == after("paved", "paved") == set()
    assert after("paved", "path") == {road, paved, path}


def test_night_its_nvr_and_light() -> None:
    """An answer at night needs an NVR; by day nothing of it is left. Light changes no LOS, so that one given stays."""
    position = parse(blank(1, 2) + 'los("A1","A2",0). unit(g1,german,squad). at(g1,"A1"). status(g1,broken).')

    def after(*edits: dict[str, object]) -> set[str]:
        facts = apply_edits(position, edits).facts
        return {str(fact) for fact in facts if fact.name in ("environment", "nvr", "illuminated")}

    dark: dict[str, object] = {"op": "night", "value": 2}
    lit: dict[str, object] = {"op": "illuminated", "hexes": ["A1"], "on": "toggle"}
    assert (
        after(dark) == after(dark, dark) == after({"op": "night", "value": 4}, dark) == {"environment(night)", "nvr(2)"}
    )
    assert after(dark, lit) == {"environment(night)", "nvr(2)", 'illuminated("A1")'}
    assert after(dark, lit) == after(dark, {"op": "say", "line": "A1 illuminated"})
    assert after(dark, lit, lit) == after(dark)
    assert after(dark, lit, {"op": "night", "value": None}) == set()
    for value in (-1, 10, True, "2"):
        with pytest.raises(UsageError, match="from 0 to 9"):
            after({"op": "night", "value": value})
    with pytest.raises(UsageError, match="no hex"):
        after({"op": "illuminated", "hexes": ["A9"], "on": True})


def test_a_ford_goes_with_its_river() -> None:
    """By a tool or a typed phrase; only water stays fordable."""
    position = parse(
        blank(1, 2).replace('"A1",open_ground', '"A1",river') + 'unit(g1,german,squad). at(g1,"A2"). status(g1,broken).'
    )

    def after(*edits: dict[str, object]) -> list[str]:
        return [str(fact.args[0]) for fact in apply_edits(position, edits).facts if fact.name == "fordable"]

    ford: dict[str, object] = {"op": "fordable", "hexes": ["A1"], "on": "toggle"}
    assert after(ford) == after({"op": "say", "line": "A1 fordable"}) == ["A1"]
    assert after(ford, ford) == []
    assert after(ford, {"op": "terrain", "hexes": ["A1"], "terrain": "canal"}) == ["A1"]
    assert after(ford, {"op": "clear", "hexes": ["A1"]}) == []
    assert after(ford, {"op": "terrain", "hexes": ["A1"], "terrain": "woods"}) == []
    with pytest.raises(UsageError, match="only water, river or canal is forded: A2 has other terrain"):
        after({"op": "fordable", "hexes": ["A1", "A2"], "on": True})


def test_a_market_place_has_a_level_above() -> None:
    """It comes and goes with the terrain (B23.73)."""
    position = parse(blank(1, 2) + 'unit(g1,german,squad). at(g1,"A2"). status(g1,broken).')

    def after(*words: str) -> list[str]:
        edits = [{"op": "terrain", "hexes": ["A1"], "terrain": word} for word in words]
        return [str(fact) for fact in apply_edits(position, edits).of("level")]

    assert (
        after("stone_market_place") == after("woods", "wooden_market_place", "stone_market_place") == ['level("A1",1)']
    )
    assert after("stone_market_place", "woods") == []


def test_a_tunnel_has_two_entrances_and_a_side() -> None:
    position = parse(blank(1, 3) + 'unit(a1,american,squad). at(a1,"A1"). status(a1,broken).')

    def after(*edits: dict[str, object]) -> list[str]:
        return [str(fact) for fact in apply_edits(position, edits).of("tunnel")]

    def tunnel(a: str, b: str, side: str = "german") -> dict[str, object]:
        return {"op": "tunnel", "ends": [a, b], "side": side, "on": "toggle"}

    made = ['tunnel("A1","A3",german)']
    assert after(tunnel("A1", "A3")) == after({"op": "say", "line": "a1 tunnel a3 german"}) == made
    assert after({"op": "say", "line": "A1 foxhole; A1@foxhole tunnel to A3 german"}) == [
        'tunnel("A1@foxhole","A3",german)'
    ]
    assert after(tunnel("A1", "A3"), tunnel("A3", "A1")) == []
    assert after(tunnel("A1", "A3"), tunnel("A3", "A1", "american")) == ['tunnel("A3","A1",american)']
    assert after(tunnel("A1", "A3"), {"op": "put", "at": "A2", "words": "russian 447"}) == ['tunnel("A1","A3",russian)']
    refused: list[tuple[dict[str, object], str]] = [
        (tunnel("A1", "A9"), "no hex"),
        (tunnel("A1", "A1"), "two hexes"),
        (tunnel("A1", "A3", "finnish"), "no side finnish"),
        ({"op": "tunnel", "ends": ["A1"], "side": "german"}, "two entrances"),
    ]
    for wrong, says in refused:
        with pytest.raises(UsageError, match=says):
            after(wrong)


def test_a_unit_has_wall_advantage_or_has_it_not() -> None:
    def wall(*values: object) -> set[str]:
        return changed(*({"op": "wall_advantage", "unit": "g1", "value": value} for value in values))

    has, lacks = {"wall_advantage(g1)."}, {"no_wall_advantage(g1)."}
    assert (wall(True), wall(True, False), wall(True, None)) == (has, lacks, set())
    with pytest.raises(UsageError, match="true or false"):
        wall("no")


def test_skis_are_on_or_carried() -> None:
    def skis(*values: object) -> set[str]:
        return changed(*({"op": "skis", "unit": "g1", "value": value} for value in values))

    assert (skis("on"), skis("on", "off"), skis("on", None)) == ({"skis(g1,on)."}, {"skis(g1,off)."}, set())
    with pytest.raises(UsageError, match="skis are on or off"):
        skis("up")


def test_one_kind_of_snow_lies() -> None:
    ground, deep, none = ({"op": "snow", "value": value} for value in ("ground_snow", "deep_snow", None))
    assert changed(ground) == {"environment(ground_snow)."}
    assert changed(ground, deep) == {"environment(deep_snow)."}
    assert changed({"op": "night", "value": 3}, deep, none) == {"environment(night).", "nvr(3)."}
    with pytest.raises(UsageError, match="ground_snow or deep_snow"):
        changed({"op": "snow", "value": "mud"})


def test_month_and_sides_are_put_right() -> None:
    assert changed({"op": "month", "value": 12}) == {"month(12).", "-month(7)."}
    assert changed({"op": "month", "value": None}) == {"-month(7)."}
    assert changed({"op": "join", "side": "american", "to": "german"}) == {
        "unit(a1,german,squad).",
        "unit(a2,german,squad).",
        "-unit(a1,american,squad).",
        "-unit(a2,american,squad).",
    }
    for value in (0, 13, True, "7"):
        with pytest.raises(UsageError, match="from 1 to 12"):
            changed({"op": "month", "value": value})
