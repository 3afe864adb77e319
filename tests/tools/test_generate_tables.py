"""`pyrout generate` on tables: the kinds, by positions worked out by hand, and what it finds."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from agreement_miniatures import of_units
from day import of_today
from enumerator_miniatures import solve, whole
from shipped_positions import run

import pyrout
from pyrout.lab import corpora, verify
from pyrout.lab.generate import miniatures as tables
from pyrout.position.corpus import read_corpus
from pyrout.position.facts import Instance
from pyrout.question import ask
from pyrout.referee import answers

ROOT = Path(__file__).parents[2]
BY_HAND: dict[
    str, dict[str, list[str]]
] = {  # of the positions in instances/miniatures: what they are, as their first lines say
    "battlesystem-enemy-line": {"enemy-contact": ["e"]},
    "battlesystem-swamp-cavalry": {"closed-ground": ["swamp"]},
    "battlesystem-oblique": {"oblique": ["e"]},
    "battlesystem-veer": {"veer": ["f"], "morale-check": ["f"]},
    "battlesystem-gives-way": {"gives-way": ["f"]},
    "battlesystem-chain": {"chain": ["f", "g", "h"]},
    "battlesystem-routs-a-friend": {},
    "battlesystem-gap-between-enemies": {"gap": ["2"]},
    "battlesystem-gap-too-narrow": {"closed-ground": ["water"]},
    "battlesystem-half-off": {"partly-off": ["4"]},
    "battlesystem-leaves": {"off-the-edge": ["2"]},
    "retreat-first-turn": {"rallies": []},
    "retreat-off-table": {"off-the-edge": ["1"]},
    "retreat-second-turn-3": {"diced": ["3"]},
    "retreat-stopped": {"formed-friends": ["b"], "rallies": []},
    "retreat-not-formed": {"rallies": []},
    "retreat-in-passing": {"carried-along": ["b"], "rallies": []},
    "retreat-attacked-third-turn": {"attacked": ["4"], "removed": []},
    "retreat-fourth-turn": {"removed": []},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_HAND)
def test_the_kinds_of_positions_worked_out_by_hand(name: str) -> None:
    ruleset = name.partition("-")[0]
    answer = pyrout.solve(pyrout.load(ROOT / "instances" / "miniatures" / f"{name}.lp"))["a"]
    kinds = {kind: what for kind, what in tables.of(answer).items() if ruleset in tables.kinds()[kind].rulesets}
    assert kinds == BY_HAND[name]


def test_every_kind_has_a_position_by_hand() -> None:
    assert tables.kinds().keys() == {kind for kinds in BY_HAND.values() for kind in kinds}


def test_a_quarter_turn_leaves_a_proposal_what_it_is() -> None:
    """Home is where the unit flees to: the same table, turned four times, is itself."""
    place = 3, 7
    assert tables.turn_place(*place, 1) == (7, tables.SIDE - 3)
    assert tables.turn_place(*place, 2) == (tables.SIDE - 3, tables.DEEP - 7)
    assert tables.turn_place(*place, 4) == place


def hinted(*hints: str) -> list[Instance]:
    return [tables.propose(Random(seed), "battlesystem", hints) for seed in range(40)]


def sides_before(position: Instance) -> set[str]:
    """Return the sides of the others."""
    return {str(fact.args[1]) for fact in position.facts if fact.name == "unit" and fact.args[0] != "a"}


def test_every_hint_changes_what_is_proposed() -> None:
    """A word that nothing reads would steer nothing, and nobody would see it."""
    hints = set().union(*(kind.hints for kind in tables.kinds().values()))
    assert hints
    for hint in sorted(hints):
        assert hinted(hint) != hinted(), hint


def test_hints_put_before_the_unit_what_they_say() -> None:
    """More often than not: there may be no room for it."""
    assert sum("red" in sides_before(position) for position in hinted("enemy")) > 30
    assert sum("blue" in sides_before(position) for position in hinted("friend")) > 30
    assert sum(any(fact.name == "area" for fact in position.facts) for position in hinted("ground")) > 30


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "kind", "count"), of_today([("battlesystem", "oblique", 1), ("retreat", "formed-friends", 2)], 2)
)
def test_what_is_found_is_of_the_kind_and_small(ruleset: str, kind: str, count: int, tmp_path: Path) -> None:
    result = run("--rules", ruleset, "--want", kind, "--count", count, "-o", tmp_path, "--json")
    assert result.exit_code == 0, result.output
    files = sorted(tmp_path.glob("*.lp"))
    assert [file.name for file in files] == [f"{kind}-01.lp", f"{kind}-02.lp"][:count]
    for file in files:
        position = pyrout.load(file)
        assert pyrout.verify(position) == []
        (unit,) = json.loads(file.with_suffix(".json").read_text("utf-8"))["units"]
        events = [event for route in unit["routes"] for event in route["events"] if event["unit"] == "a"]
        assert any(event.get("way") == "oblique" or event.get("stops") for event in events)
        lines = whole(position.program())
        assert {route["path"][-1] for route in unit["routes"] if route["end"] == "survives"} <= {
            place for line in lines for event in line.events if event.unit == "a" for place in event.path[-1:]
        }
        for other in set(position.units) - {"a"}:
            fewer = Instance(
                "fewer", tuple(f for f in position.without("expect").facts if other not in map(str, f.args))
            )
            assert kind not in tables.of(pyrout.solve(fewer)["a"])


@pytest.mark.slow
def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        assert run("--rules", "retreat", "--want", "rallies", "-o", tmp_path / folder).exit_code == 0
    one, two = ((tmp_path / folder / "rallies-01.lp").read_text("utf-8") for folder in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--want", "gap"], "the rule set aslsk has no positions of the kind gap; choose --rules battlesystem"),
        (["--want", "gap", "--rules", "retreat"], "has no positions of the kind gap; choose --rules battlesystem"),
        (["--want", "free", "--rules", "retreat"], "there is no kind free on a table"),
        (["--want", "gap", "--rules", "battlesystem", "--board", "x.lp"], "--board is for hexes"),
    ],
)
def test_bad_arguments(args: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args, "-o", "x")
    assert result.exit_code == 2
    assert words in result.stderr and result.stderr.count("\n") == 1


def test_what_cannot_be_found_is_said_in_one_line(tmp_path: Path) -> None:
    result = run("--want", "removed,rallies", "--rules", "retreat", "--tries", 1, "-o", tmp_path)
    assert result.exit_code == 1
    assert (
        result.stderr
        == "pyrout: removed+rallies: found 0 of 1 in 1 tries; allow more with --tries; perhaps no position has all these kinds\n"
    )


SHIPPED = ROOT / "instances" / "generated"
SHIPPED_KINDS = {
    "retreat": ["attacked", "carried-along", "diced", "formed-friends", "off-the-edge", "rallies", "removed"],
    "battlesystem": [
        *("chain", "closed-ground", "enemy-contact", "gap", "gives-way", "morale-check"),
        *("oblique", "off-the-edge", "partly-off", "veer"),
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SHIPPED_KINDS)
def test_the_shipped_tables_have_the_answers_of_their_lines(ruleset: str) -> None:
    """Twenty of each kind; of those of the day, each has the answer that its line states, as the enumerator says."""
    lines = list(read_corpus(SHIPPED / f"{ruleset}.jsonl").values())
    assert Counter(line.kind for line in lines) == dict.fromkeys(SHIPPED_KINDS[ruleset], 20)
    lines = of_today(lines, 8)
    positions = [pyrout.parse(line.position, line.id) for line in lines]
    for line, position, answer in zip(lines, positions, answers([ask(p) for p in positions]), strict=True):
        assert isinstance(answer, pyrout.Answer), line.id
        assert corpora.stated_answer(line.id, answer) == line.answer, line.id
        assert verify.differences(position, answer) == [], line.id
        assert line.kind in tables.of(answer[tables.ROUTER]), line.id
        assert list(of_units(ruleset, solve(position.program()), answer)) == [], line.id
