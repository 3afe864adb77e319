"""The shipped instances say what their answer is: the product and the independent enumerator must both give it.

A difference is a wrong rule, or a wrong instance: the ``expect`` facts come from the published text and from working
the rules out by hand, never from the product.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from enumerator import Answer, Route, solve

import pyrout
from pyrout.cli import main

INSTANCES = Path(__file__).parents[2] / "instances"
# Generated positions state what the product answers: tests/tools/test_generate_shipped.py looks at them.
EVERY = sorted(path for path in INSTANCES.rglob("*.lp") if "generated" not in path.parts)
IS_STARTER_KIT = re.compile(r"^rules\(aslsk\)\.", re.MULTILINE)
STARTER_KIT = [path for path in EVERY if IS_STARTER_KIT.search(path.read_text(encoding="utf-8"))]


class Run(NamedTuple):
    """A rout (not by Low Crawl) that the article speaks of: MF spent in all, and who interdicts it where;
    None where the article does not say."""

    example: str
    path: str
    mf: float | None
    interdicted: dict[str, set[str] | None]


# The article's statements about single routs, which no expect fact can state.
LEGAL = [
    Run("01", "yBB8 yAA9 yZ9", 3.0, {}),
    Run("01", "yBB8 yAA9 yAA10", 3.0, {}),
    Run("03", "yX4 yW5 yW6", 3.0, {"yW5": {"a1"}}),
    Run("05", "yR7 yQ8 yP7 yP8 yO9", None, {"yQ8": {"a2"}, "yP7": {"a1", "a2"}}),
    Run("07", "yK5 yK6 yJ5 yI5", 5.0, {"yJ5": {"a1"}}),
    Run("07", "yK5 yK6 yJ5 yI6", 5.0, {"yJ5": {"a1"}}),
    Run("08", "yS4 yT3 yU3", 3.0, {"yT3": {"a1"}}),
    Run("08", "yS4 yS3 yT2 yU3", 5.0, {}),
    Run("09", "yM4 yL3", 2.0, {}),
    Run("09", "yM4 yL3 yK4", 4.0, {}),
    Run("09", "yM4 yL3 yK4 yJ3", 6.0, {}),
    Run("10", "zC7 zD6", 2.0, {}),
    Run("10", "zC7 zC6 zD5 zE5", 4.0, {"zC6": None, "zD5": None}),
    Run("10", "zC7 zD6 zE6 zE5", 5.0, {}),
]
ILLEGAL = [
    ("01", "yBB8 yAA9 yZ8"),
    ("02", "yO4 yN4 yN5"),
    ("05", "yR7 yQ8 yP7 yP6"),
    ("05", "yR7 yQ8 yP7 yP8 yP9 yO10"),
    ("06", "yZ3 yZ4"),
    ("07", "yK5 yJ4 yI4"),
    ("07", "yK5 yK6"),
    ("09", "yM4 yL3 yL2 yK2"),
]
PRICES = [
    ("01", {"yZ9": 3.0, "yAA10": 3.0}),
    ("03", {"yW6": 3.0, "yU3": 4.0, "yU6": 4.0, "yV6": 4.0}),
    ("06", {"yZ7": 6.0}),
    ("08", {"yU3": 3.0}),
    ("09", {"yL3": 2.0}),
    ("10", {"zD6": 2.0, "zD4": 4.0, "zE5": 4.0}),
]


def example(number: str) -> Path:
    return INSTANCES / "aslsk" / f"example-{number}.lp"


@cache
def solved(path: Path) -> Any:
    """The JSON answer of the command line for g1."""
    result = CliRunner().invoke(main, ["solve", "--json", "--paths", "all", str(path)])
    assert result.exit_code == 0, result.output
    return next(unit for unit in json.loads(result.stdout)["units"] if unit["id"] == "g1")


@cache
def enumerated_runs(number: str) -> list[tuple[str, float, dict[str, set[str]]]]:
    answer = solve(example(number).read_text(encoding="utf-8"))["g1"]
    return [
        (" ".join(r.path), r.mf[-1] / 2, {h: set(by) for h, by in r.interdicted})
        for r in answer.routes
        if r.posture == "run"
    ]


def solved_runs(number: str) -> list[tuple[str, float, dict[str, set[str]]]]:
    return [
        (" ".join(r["path"]), r["mf"][-1], {i["hex"]: set(i["by"]) for i in r["interdicted"]})
        for r in solved(example(number))["routes"]
        if r["posture"] == "run"
    ]


def name(path: Path) -> str:
    return path.relative_to(INSTANCES).as_posix()


def expected(text: str) -> dict[tuple[str, str], set[str]]:
    """The ``expect`` facts of an instance by unit and kind; ``none`` stands for the empty set."""
    answers: dict[tuple[str, str], set[str]] = {}
    for line in text.splitlines():
        facts = line.split("%")[0]
        matches = re.findall(r'expect\((\w+),(\w+)\("?([\w@/,.-]+)"?\)\)\.', facts)
        assert len(matches) == facts.count("expect("), f"an expect fact that this test cannot read: {line}"
        for unit, kind, value in matches:
            answers.setdefault((unit, kind), set()).update({value} - {"none"})
    return answers


def hexes(answer: Answer, kind: str) -> set[str]:
    """The hexes of one kind in an enumerated answer, as ``expect`` facts count them."""

    def of(route: Route) -> set[str]:
        match kind:
            case "first" if route.posture == "run":
                return {route.path[1]}
            case "crawl" if route.posture == "low_crawl":
                return {route.path[1]}
            case "end" if route.end == "survives":
                return {route.path[-1]}
            case "eliminated_at" if route.end == "eliminated":
                return {route.path[-1]}
            case "interdicted":
                return {hex_ for hex_, _ in route.interdicted}
        return set()

    return set().union(*map(of, answer.routes))


def enumerated(answer: Answer, kind: str) -> set[str]:
    match kind:
        case "verdict":
            return {answer.verdict}
        case "must":
            return set(answer.must)
        case "destinations":
            return set(answer.destinations)
        case "free":
            return {"yes" if answer.free else "no"}
        case "routes":
            return {str(len(answer.routes))}
        case "first" | "crawl" | "end" | "eliminated_at" | "interdicted":
            return hexes(answer, kind)
    raise AssertionError(f"no such kind of expect fact: {kind}")


def test_the_published_examples_are_all_there() -> None:
    numbers = {match[1] for path in EVERY if (match := re.match(r"aslsk/example-(\d\d\w?)", name(path)))}
    assert numbers >= {f"{n:02}" for n in range(1, 11)} | {"06b"}


@pytest.mark.parametrize("path", EVERY, ids=name)
def test_an_instance_says_what_its_answer_is(path: Path) -> None:
    assert expected(path.read_text(encoding="utf-8")), "an instance without a known answer does not belong here"


# The answers to those of each rule and of the tables are wanted elsewhere too, and compared there: in `test_handbook` and
# `test_miniatures_answers`.
ELSEWHERE = [folder for folder in (INSTANCES / "rules").iterdir() if folder.is_dir()] + [INSTANCES / "miniatures"]


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(folder, marks=[pytest.mark.slow] * (folder.name != "aslsk"), id=name(folder))
        for folder in sorted({path.parent for path in EVERY}.difference(ELSEWHERE))
    ],
)
def test_the_product_gives_the_known_answer(folder: Path) -> None:
    paths = [path for path in EVERY if path.parent == folder]
    result = CliRunner().invoke(main, ["verify", *map(str, paths)])
    assert result.output.splitlines() == [f"{path}: agrees" for path in paths]


@pytest.mark.parametrize("path", STARTER_KIT, ids=name)
def test_the_enumerator_gives_the_known_answer(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    answers = solve(text)
    differences = {
        (unit, kind): {"expected": values, "enumerated": got}
        for (unit, kind), values in expected(text).items()
        if (got := enumerated(answers[unit], kind)) != values
    }
    assert differences == {}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('expect(g1,destinations("yK6")).', 'expect(g1,destinations("yI5")).'),
        ('expect(g1,verdict(routs)). expect(g1,must("sk-must-adjacent")).', "expect(g1,verdict(may_rout))."),
        ('expect(g1,eliminated_at("yK6")).', "expect(g1,eliminated_at(none))."),
        ('expect(g1,interdicted("yJ5")).', 'expect(g1,interdicted("yJ5")). expect(g1,interdicted("yJ4")).'),
        ('expect(g1,crawl("yK6")).', ""),
        ("expect(g1,free(no)).", "expect(g1,free(yes))."),
        ("expect(g1,routes(17)).", "expect(g1,routes(18))."),
    ],
)
@pytest.mark.slow
def test_verify_reports_a_wrong_answer(tmp_path: Path, right: str, wrong: str) -> None:
    text = (INSTANCES / "aslsk" / "example-07.lp").read_text(encoding="utf-8")
    assert right in text
    changed = tmp_path / "changed.lp"
    changed.write_text(text.replace(right, wrong), encoding="utf-8")
    differences = pyrout.verify(changed)
    if wrong:
        assert len(differences) == 1
        assert "g1" in str(differences[0])
    else:
        # A kind that no fact speaks of is not compared.
        assert differences == []


@pytest.mark.parametrize("runs", [enumerated_runs, solved_runs])
@pytest.mark.parametrize("run", LEGAL, ids=lambda run: f"{run.example}: {run.path}")
@pytest.mark.slow
def test_a_rout_of_the_article_is_legal(run: Run, runs: Any) -> None:
    routes = [(mf, interdicted) for path, mf, interdicted in runs(run.example) if path == run.path]
    assert routes, "not among the legal routs"
    for mf, interdicted in routes:
        assert run.mf in (None, mf)
        assert set(interdicted) == set(run.interdicted)
        assert all(by in (None, interdicted[h]) for h, by in run.interdicted.items())


@pytest.mark.parametrize("runs", [enumerated_runs, solved_runs])
@pytest.mark.parametrize(("number", "path"), ILLEGAL)
@pytest.mark.slow
def test_a_rout_that_the_article_rules_out_is_illegal(number: str, path: str, runs: Any) -> None:
    routes = {route for route, _, _ in runs(number)}
    assert routes
    assert path not in routes


@pytest.mark.parametrize(("number", "prices"), PRICES)
def test_the_destinations_have_their_price(number: str, prices: dict[str, float]) -> None:
    answer = solve(example(number).read_text(encoding="utf-8"))["g1"]
    assert {h: d.price / 2 for h, d in answer.destinations.items()} == prices
    assert {d["hex"]: d["mf"] for d in solved(example(number))["destinations"]} == prices


@pytest.mark.parametrize(
    ("number", "hex_", "rule", "enemy"),
    [
        ("01", "yZ7", "sk-step-closer", "a1"),
        ("01", "yZ8", "sk-step-closer", "a1"),
        ("02", "yN5", "sk-step-adjacent", "a1"),
    ],
)
def test_the_product_says_why_a_hex_is_no_destination(number: str, hex_: str, rule: str, enemy: str) -> None:
    excluded = solved(example(number))["excluded"]
    assert any(x["hex"] == hex_ and x["rule"] == rule and enemy in x["because"] for x in excluded)


def test_what_the_unit_discovers_and_where() -> None:
    paths = {tuple(r["path"]): r["discovers"] for r in solved(example("05"))["routes"]}
    assert {"hex": "yP7", "enemies": ["a1"]} in paths["yR7", "yQ8", "yP7", "yP8", "yO9"]
