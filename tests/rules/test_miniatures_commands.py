"""The commands on tables: `check`, `explain`, `batch`, `minimise`, `draw`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from table_files import example, page_view, table, told

import pyrout

pytestmark = pytest.mark.slow


def test_a_unit_that_does_not_rout_is_answered_on_request() -> None:
    answer = pyrout.solve(pyrout.load(example("battlesystem-chain")), units=("f",))["f"]
    assert (answer.verdict, answer.routes_total, answer.routes) == ("cannot_rout", 0, ())


@pytest.mark.parametrize(("name", "rule"), [("battlesystem-chain", "bs-each-turn"), ("retreat-stopped", "rr-back")])
def test_a_claim_for_a_unit_that_does_not_rout_is_told_why_not(name: str, rule: str) -> None:
    """Only a routed (or retreating) unit moves by these rules."""
    result = run("check", example(name), "f" if rule.startswith("bs") else "b", "1,2")
    assert result.exit_code == 1
    assert re.search(rf"\[{rule}\] A (routed unit|unit in retreat or rout) ", result.stdout)


@pytest.mark.parametrize(
    ("name", "path", "status", "told"),
    [
        ("battlesystem-oblique", "7.99,12.01 7.99,18.16", 0, "legal"),
        ("battlesystem-oblique", "10,10 9,11 7.99,12.01 7.99,14 7.99,18.16", 0, "legal"),
        ("battlesystem-oblique", "10,11", 1, "step 1, 10,10 - 10,11"),
        ("battlesystem-oblique", "10,11", 1, "  e [bs-avoid] It keeps clear"),
        ("battlesystem-oblique", "7.99,12.01 7.99,14", 1, "it may not end in 7.99,14"),
        ("battlesystem-oblique", "9,11 9,12", 1, "bs-oblique"),
        ("battlesystem-straight", "9,11", 1, "bs-full"),
        ("battlesystem-gap-in-water", "11,10 11,19", 0, "legal"),
        ("retreat-nearly-straight", "9,19", 1, "rr-back"),
        ("retreat-attacked", "10,19 10,18 10,17", 0, "legal"),
        ("retreat-attacked", "10,19 10,18 10,17 10,16 10,15 10,14", 0, "legal"),
        ("retreat-attacked", "10,19 10,18 10,17 10,16", 1, "it may not end in 10,16"),
    ],
)
def test_check(name: str, path: str, status: int, told: str) -> None:
    result = run("check", example(name), "a", *path.split())
    assert result.exit_code == status
    assert told in result.stdout


def test_explain_says_what_bars_the_ways() -> None:
    told = run("explain", example("battlesystem-gap-between-enemies"), "a").stdout
    assert "not straight ahead: e and f bar the way [bs-avoid]" in told
    assert "not aside: e and f bar the way [bs-oblique]" in told
    assert "[bs-frontage] Change of frontage (Rout Movement, 5): It changes its frontage only if" in told
    told = run("explain", example("battlesystem-gap-too-narrow"), "a").stdout
    assert "not straight ahead: water bars the way [bs-impassable]" in told
    assert "not in a narrower frontage: no room [bs-frontage]" in told
    assert "is DESTROYED" in told and "[bs-impassable] because of water" in told


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("battlesystem-chain", "f gives way to a: 10,17 - 10,17.99, 0.99 inches; a shakes f [bs-block]"),
        ("battlesystem-chain", "f is routed by a [bs-block] [bs-face]"),
        ("battlesystem-chain", "a routs 10,10 - 10,19, 9 inches, straight ahead; frontage 4 [bs-full]"),
        ("battlesystem-enemy-line", "10,10 - 10,15, 5 inches; casualties for a [bs-enemy] because of e"),
        ("battlesystem-enemy-line", "  1 way: the unit is lost"),
        ("retreat-chain", "turn 1 of the rout; it makes b rout [rr-back] [rr-contact-rout]"),
        ("retreat-attacked", "  4 ways: the unit is lost in 1 of them"),
    ],
)
def test_events_are_sentences(name: str, line: str) -> None:
    assert line + "\n" in run("solve", example(name)).stdout


def test_explain_a_place() -> None:
    path = example("battlesystem-oblique")
    assert "7.99,18.16: 1 way of 1 lead there, 1 of them with a stop" in run("explain", path, "a", "7.99,18.16").stdout
    told = run("explain", path, "a", "10,19").stdout
    assert "no way of a (blue infantry) leads there" in told
    assert "not straight ahead: e bars the way [bs-avoid]" in told
    assert "its first move ends at 7.99,18.16" in told


def test_count_and_verify_and_json() -> None:
    path = example("retreat-attacked")
    # It rallies after one, two or three moves, in three places, or is removed.
    assert run("count", path).stdout.split()[-5:] == ["1", "3", "4", "3", "1"]
    assert run("verify", path).stdout.strip().endswith("agrees")
    (answer,) = pyrout.solve(pyrout.load(path)).to_json()["units"]
    assert answer["fates"] == {"a": {"rallied": "22/27", "removed": "5/27"}}
    assert answer["routes"][0]["events"][0] == {
        "turn": 1,
        "unit": "a",
        "does": "routs",
        "rules": [{"rule": "rr-back", "because": []}],
        "path": ["10,20", "10,17"],
        "inches": [0.0, 3.0],
        "facing": "south",
        "noted": 1,
    }


def test_minimise_keeps_what_makes_the_answer(tmp_path: Path) -> None:
    """Only the first friend in a chain matters to the order of routs; the water keeps it in the way. Here they are two,
    on a table that they soon leave."""
    out, chain = tmp_path / "small.lp", tmp_path / "chain.lp"
    lines = example("battlesystem-chain").read_text("utf-8").replace(",40)", ",24)").splitlines(keepends=True)
    chain.write_text("".join(x for x in lines if not re.search(r"unit\(h,|expect\(", x)), encoding="utf-8")
    assert run("minimise", chain, "--keep", "a: shaken(f)", "-o", out).exit_code == 0
    small = pyrout.load(out)
    assert small.units == ("a", "f")
    assert len(small.facts) < len(pyrout.load(chain).facts)
    assert run("verify", out).stdout.strip().endswith("agrees")


def test_batch_answers_tables(tmp_path: Path) -> None:
    out = tmp_path / "answers.ndjson"
    files = [example("battlesystem-gives-way"), example("retreat-chain")]
    assert run("batch", *files, "-o", out, "--jobs", "1").exit_code == 0
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(row["rules"], row["units"][0]["destinations"][0]["hex"]) for row in rows] == [
        ("battlesystem", "10,18"),
        ("retreat", pyrout.solve(pyrout.load(files[1]))["a"].routes[0].path[-1]),
    ]


def test_a_table_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    assert run("draw", example("battlesystem-round-a-swamp"), "-o", out).exit_code == 0
    svg = out.read_text(encoding="utf-8")
    assert ">swamp<" in svg and ">a<" in svg and ">home of blue<" in svg
    # Blue is the first side: its home edge in the north, and the front of its block.
    assert '<line x1="40" y1="37" x2="520" y2="37" stroke="#3f6fb0"' in svg
    assert '<line x1="264" y1="520" x2="200" y2="520" stroke="#3f6fb0"' in svg
    # Its middle goes from 12,9 of a table 40 inches deep, 16 to the inch, 2 inches aside and then ahead, to 10,17.17; the
    # block is drawn where it turns and where it ends.
    assert 'points="232,536 200,504 200,405.28"' in svg
    assert svg.count("stroke-dasharray") == 2
    assert "turn 1: a routs 10,10 - 8,12 - 8,18.17, 9 inches" in svg


def test_what_is_left_of_a_unit_is_drawn(tmp_path: Path) -> None:
    """The back of a block 4 by 2 is left, from y 39 to y 40, where its front has crossed the edge."""
    out = tmp_path / "table.svg"
    assert run("draw", example("battlesystem-half-off"), "-o", out).exit_code == 0
    assert '<polygon points="200,56 264,56 264,40 200,40" fill="none"' in out.read_text(encoding="utf-8")
    gone = page_view(example("battlesystem-leaves"), tmp_path / "table.html")
    assert [event.get("gone") for event in gone["events"]][-1] == ["a"]


def test_the_page_of_a_table_has_its_lines_event_by_event(tmp_path: Path) -> None:
    """a has two turns of retreat: it rallies on 3-6, else it moves on and rallies on a 6."""
    text = table(more="goes_on(a,2).\n")
    position = tmp_path / "table.lp"
    position.write_text(text, encoding="utf-8")
    view = page_view(position, tmp_path / "table.html")
    (unit,) = view["units"]
    firsts = {line["events"][0] for line in unit["lines"]}
    assert unit["total"] == len(unit["lines"]) == 3 and len(firsts) == 1
    assert sorted(line.get("chance") for line in unit["lines"]) == ["1/18", "2/3", "5/18"]
    chances = [view["events"][line["events"][3]]["chance"] for line in unit["lines"]]
    assert sorted(chances) == ["1/3", "1/3", "2/3"]
    # Its block, 4 by 2, begins at x 10 to 14, y 18 to 20 of a table 30 inches deep, 16 to the inch, and goes 3 inches south.
    first = view["events"][firsts.pop()]
    assert first["text"].startswith("a routs 10,20 - 10,17")
    assert sorted(map(tuple, first["block"])) == [(200, 248), (200, 280), (264, 248), (264, 280)]
    assert set(first["rules"]) <= view["sentences"].keys()
    ended = [line["events"][-1] for line in unit["lines"] if line["end"] == "removed"]
    assert [view["events"][number]["gone"] for number in ended] == [["a"]]


def test_the_page_of_a_table_needs_nothing_from_anywhere(tmp_path: Path) -> None:
    out = tmp_path / "table.html"
    assert run("draw", example("battlesystem-enemy-line"), "-o", out).exit_code == 0
    made = out.read_text(encoding="utf-8")
    assert "default-src 'none'" in made
    assert re.findall(r"""(?:src|href)=["'](?!#)[^"']*""", made) == []
    assert set(re.findall(r"https?://[^\s\"'<]*", made)) == {"http://www.w3.org/2000/svg"}


def test_a_table_is_no_position_of_hexes() -> None:
    refused = run("solve", "--rules", "aslsk", example("battlesystem-straight"))
    assert refused.exit_code == 2 and "is played on hexes; name another: battlesystem, retreat" in refused.stderr


def test_places_of_a_table_are_pairs_of_inches() -> None:
    path = example("battlesystem-straight")
    for args in (("check", path, "a", "yZ9"), ("explain", path, "a", "yZ9"), ("check", path, "a", "10,11", "1O,12")):
        refused = run(*args)
        assert refused.exit_code == 2 and "is no place on a table: give inches" in refused.stderr
        assert refused.stderr.count("\n") == 1
    for claim in (("--to", "10,19"), ("--low-crawl",)):
        refused = run("check", path, "a", "10,11", *claim)
        assert refused.exit_code == 2 and "no destination to claim, no Low Crawl and no MF" in refused.stderr


def test_the_front_of_a_block_is_marked(tmp_path: Path, position: Any) -> None:
    out = tmp_path / "table.svg"
    askew = table().replace("facing(a,north)", "facing(a,north_east)")
    assert run("draw", position(askew), "-o", out).exit_code == 0
    svg = out.read_text(encoding="utf-8")
    # From 10,20, 4 inches to the south-east, 2.82 of them in x and in y; the threat at 12,28.
    assert '<line x1="200" y1="200" x2="245.12" y2="245.12"' in svg
    assert '<path d="M 228,68 l 8,8 m 0,-8 l -8,8"' in svg and "threat to a" in svg


@pytest.mark.slow
def test_the_chain_is_one_answer() -> None:
    (route,) = told(example("battlesystem-chain")).answer["a"].routes
    assert [(e.unit, e.does) for e in route.events] == [
        ("f", "gives_way"),
        ("f", "is_routed"),
        ("g", "gives_way"),
        ("g", "is_routed"),
        ("h", "gives_way"),
        ("h", "is_routed"),
        ("h", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("a", "routs"),
        ("a", "rallies"),
        # Six inches a turn: h leaves the table in the third, g in the fourth; f is partly over its edge then.
        ("h", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("h", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("g", "routs"),
        ("f", "routs"),
        ("f", "routs"),
    ]
