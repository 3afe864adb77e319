"""Rout counts: what is counted, how it is printed, and the numbers of the shipped positions."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import enumerator
import enumerator_asl
import pytest
from command_line import DISCOVERY, run
from day import of_today
from tiny import facts_of

import pyrout
from pyrout.lab.count import Counts, answer_to, by_legs, counts, surrender_ends, total
from pyrout.position.corpus import read_corpus
from pyrout.question import Question, ask

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^(instances/\S+\.lp) +(.+)$", re.MULTILINE)
# Facts unknown to the enumerators.
BEYOND = re.compile(r"\bbreaks\(|\bminefield\(")


class Row(NamedTuple):
    file: str
    numbers: tuple[int, ...]


def rows(text: str) -> list[Row]:
    """The rows of a table of counts; a number that is not there is left out."""
    return [Row(file, tuple(int(n) for n in numbers.split() if n != "-")) for file, numbers in ROW.findall(text)]


STANDARD = rows((ROOT / "docs" / "rout-counts.md").read_text(encoding="utf-8"))


def counted(question: Question) -> Counts:
    return counts(answer_to(question))


def by_enumerator(text: str) -> tuple[int, ...]:
    """The counts of a position by the program that shares nothing with ours."""
    solve = enumerator_asl.solve if re.search(r"^rules\(asl\)", text, re.MULTILINE) else enumerator.solve
    answers = [answer for answer in solve(text).values() if not getattr(answer, "may_break", False)]
    ends = [route.end for answer in answers for route in answer.routes]
    counts = len(answers), sum(len(a.destinations) for a in answers), len(ends)
    kinds = ("survives", "eliminated", "surrenders") if solve is enumerator_asl.solve else ("survives", "eliminated")
    return counts + tuple(map(ends.count, kinds))


@pytest.mark.parametrize("standard", of_today(STANDARD, 4), ids=lambda row: row.file)
@pytest.mark.slow
def test_standard_positions(standard: Row) -> None:
    """The numbers of the table are ours, and the enumerator's."""
    path = ROOT / standard.file
    text = path.read_text(encoding="utf-8")
    ours = counted(ask(pyrout.load(path)))
    assert ours.complete
    assert tuple(n for n in ours[:6] if n is not None) == standard.numbers
    if not BEYOND.search(text):
        assert by_enumerator(text) == standard.numbers


def test_the_table_has_the_shipped_positions() -> None:
    shipped = {str(path.relative_to(ROOT)) for path in (ROOT / "instances" / "aslsk").glob("*.lp")}
    assert shipped <= {row.file for row in STANDARD}
    assert sum(not BEYOND.search((ROOT / row.file).read_text(encoding="utf-8")) for row in STANDARD) > 40
    assert {len(row.numbers) for row in STANDARD} == {5, 6}
    assert any(row.numbers[4] for row in STANDARD) and any(row.numbers[5] for row in STANDARD if len(row.numbers) == 6)


def test_what_is_counted() -> None:
    """A Low Crawl to B2 ends beside a1: eliminated."""
    assert counted(ask(pyrout.parse(facts_of(*DISCOVERY)))) == Counts(1, 1, 2, 1, 1)
    stays = facts_of("B1. B2.", "g1:squad@B1 broken")
    assert counted(ask(pyrout.parse(stays))) == Counts(1, 0, 0, 0, 0)


def test_units_that_surrender_or_only_could_break_do_not_rout() -> None:
    """a1 is unbroken; g1 is caught between a1 and a2, and surrenders."""
    text = facts_of("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3", "B1-B2 B2-B3")
    ours = counted(ask(pyrout.parse(text), rules="asl"))
    assert ours == Counts(1, 0, 0, 0, 0, 0)


def test_options_are_in_force() -> None:
    text = facts_of("A1. A2. B1. B2. B3. C1. C2. C3.", "g1:squad@B2 broken dm")
    few, many = (counted(ask(pyrout.parse(text), options={"revisit": value})) for value in ("forbid", "allow"))
    assert few.routes < many.routes


def test_only_some_rule_sets_have_routs_that_end_in_surrender() -> None:
    assert (surrender_ends("aslsk"), surrender_ends("asl")) == (False, True)


def test_totals() -> None:
    assert total([Counts(1, 2, 3, 2, 1), Counts(1, 0, 5, 4, 0, 1)]) == Counts(2, 2, 8, 6, 1, 1)
    assert total([Counts(1, 2, 3, 2, 1), Counts(1, 0, 5, 4, 0, complete=False)]) == Counts(2, 2, 8, 6, 1, None, False)
    assert total([]) == Counts(0, 0, 0, 0, 0)


def test_a_line_for_each_file_and_a_total(tmp_path: Path) -> None:
    one, two = tmp_path / "one.lp", tmp_path / "two.lp"
    one.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    two.write_text(facts_of("B1. B2.", "g1:squad@B1 broken"), encoding="utf-8")
    result = run("count", one, two)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["file", "units", "destinations", "routes", "survivors", "eliminated"],
        [str(one), "1", "1", "2", "1", "1"],
        [str(two), "1", "0", "0", "0", "0"],
        ["total", "of", "2", "files", "2", "1", "2", "1", "1"],
    ]
    assert len({len(line) for line in result.stdout.splitlines()}) == 1
    single = run("count", one).stdout.splitlines()
    assert len(single) == 2 and "total" not in single[1]
    surrendering = run("count", one, "--rules", "asl").stdout.splitlines()
    assert surrendering[0].endswith("  surrendering") and len(surrendering[1].split()) == 7


def test_json(tmp_path: Path) -> None:
    one, bad = tmp_path / "one.lp", tmp_path / "bad.lp"
    one.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    bad.write_text("unit(", encoding="utf-8")
    result = run("count", "--json", one, bad)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    numbers = {"units": 1, "destinations": 1, "routes": 2, "survivors": 1, "eliminated": 1}
    output = json.loads(result.stdout)
    problem = output["counts"][1].pop("error")
    assert output == {
        "schema": "pyrout/1",
        "counts": [{"file": str(one), "rules": "aslsk", **numbers}, {"file": str(bad)}],
        "total": numbers,
    }
    assert f"pyrout: {problem}\n" == result.stderr


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    one = tmp_path / "one.lp"
    one.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    result = run("count", tmp_path / "missing.lp", one)
    assert result.exit_code == 2
    assert result.stderr == f"pyrout: {tmp_path / 'missing.lp'}: no such file; check the path\n"
    assert result.stdout.splitlines()[-1].split() == ["total", "of", "1", "file", "1", "1", "2", "1", "1"]


def test_the_lines_of_a_corpus_are_counted() -> None:
    corpus = ROOT / "instances/generated/aslsk.jsonl"
    lines = [line for line in read_corpus(corpus).values() if line.id in ("free-01", "free-02")]
    at = list(read_corpus(corpus)).index("free-01") + 1
    told = json.loads(run("count", "--json", f"{corpus}:{at}-{at + 1}").stdout)
    routes = [sum(unit["counts"]["routes"] for unit in line.answer["units"]) for line in lines]
    assert [(row["file"], row["routes"]) for row in told["counts"]] == [
        (f"{corpus}#{line.id}", number) for line, number in zip(lines, routes, strict=True)
    ]
    nowhere = run("count", f"{corpus}:9999")
    assert nowhere.exit_code == 2 and "has no lines 9999" in nowhere.stderr


def test_time_limit(tmp_path: Path) -> None:
    one = tmp_path / "one.lp"
    one.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    result = run("count", one, "--timeout", "0.000001")
    assert result.exit_code == 3
    assert "INCOMPLETE" in result.stdout and "time limit" in result.stderr


def test_routes_are_counted_by_their_legs(tmp_path: Path) -> None:
    one = tmp_path / "one.lp"
    one.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    lines = run("count", "--legs", one).stdout.splitlines()[2:]
    assert lines == ["  g1 run B2 > B4: 1", "  g1 low_crawl B2: 1"]
    told = json.loads(run("count", "--legs", "--json", one).stdout)["counts"][0]["legs"]
    assert told[0] == {"unit": "g1", "posture": "run", "to": ["B2", "B4"], "routes": 1}


def test_the_legs_are_those_of_the_enumerator() -> None:
    for name in ("example-03", "example-07"):
        path = ROOT / f"instances/aslsk/{name}.lp"
        theirs = Counter(
            (unit, route.posture, tuple(leg[1] for leg in route.legs))
            for unit, answer in enumerator.solve(path.read_text("utf-8")).items()
            for route in answer.routes
        )
        ours = by_legs(pyrout.solve(pyrout.load(path), volunteers=False))
        assert Counter({row[:3]: row.routes for row in ours}) == theirs


def test_a_file_that_cannot_be_counted_has_no_heading(tmp_path: Path) -> None:
    """Nothing is on stdout of files that are refused; after them the first row has its heading."""
    bad = tmp_path / "bad.lp"
    bad.write_text("unit(g1,german,squad).\n", encoding="utf-8")
    result = run("count", bad)
    assert (result.exit_code, result.stdout) == (2, "")
    good = ROOT / "instances/aslsk/example-07.lp"
    assert len(run("count", bad, good).stdout.splitlines()) == 3
