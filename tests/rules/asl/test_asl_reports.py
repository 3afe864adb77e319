"""Texts, options and assumptions of answers by full ASL.

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tiny import asl
from tiny_asl import BLOCK, FAR, FIELD, SEEN, assumed

import pyrout
from pyrout import report
from pyrout.cli import main
from pyrout.cli import main as command
from pyrout.lab.compare import compare_options
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, options
from pyrout.question import ask


def test_check_and_explain_say_what_the_answer_rests_on() -> None:
    """In the text of a judgement, legal or not, and of a hex."""
    here = asl(
        "B1w B2w B3w B4w C3w", "g1:squad@B2 broken; a1:squad@B3 encircled; g2:squad@B4", "B4-B3 B3-B2", "breaks(a1)."
    )
    said = here.unit("g1").assumes
    assert said
    for path in (["B1"], ["B4"]):
        judged = pyrout.check(here.instance, "g1", path)
        lines = list(report.judgement_lines(judged, "asl", here.instance))
        assert (judged.legal, judged.assumes) == (path == ["B1"], said)
        assert [f"  assumes: {one}" for one in said] == lines[-len(said) :]
    explained = pyrout.explain_hex(here.instance, "g1", "B1")
    assert {f"assumes: {one}" for one in said} <= set(report.explanation_lines(explained, "asl", here.instance))


def test_every_option_has_one_default() -> None:
    """Each option has one default, and the defaults are those of the chart."""
    values = options("asl")
    assert all(sum(v.default for v in values if v.option == o) == 1 for o in {v.option for v in values})
    assert {v.rule for v in values} <= set(citations("asl"))
    assert pyrout.solve(asl("B1. B2.", "g1:squad@B1 broken dm").instance).options["toward"] == "hexes"


def test_explanations_name_locations() -> None:
    """a10-51-adjacent: `explain` and the answer speak of Locations as instances do."""
    here = asl("B1. B2s B3s", "g1:squad@B2@1 broken dm; a1:squad@B1", "B1-B2@1", BLOCK)
    explanation = pyrout.explain_hex(here.instance, "g1", "B3@1")
    assert explanation.destination is not None and explanation.destination.hex == "B3@1"
    assert {step.before for step in pyrout.explain_unit(here.instance, "g1").around} == {"B2@1"}
    assert not pyrout.explain_hex(here.instance, "g1", "B1").destination


@pytest.mark.slow
def test_the_commands_take_and_print_locations(tmp_path: pytest.TempPathFactory) -> None:
    """solve, check, explain and verify on one file."""
    from click.testing import CliRunner

    here = asl(
        FIELD,
        FAR,
        SEEN,
        'feature("B2",foxhole). expect(g1,end("B1")). expect(g1,end("B2")). expect(g1,interdicted("B2")).',
    )
    path = str(tmp_path / "dug.lp")  # type: ignore[operator]
    with open(path, "w", encoding="utf-8") as file:
        file.write(here.text)

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(command, list(words))
        return result.exit_code, result.output

    code, text = run("solve", path, "--paths", "all")
    assert code == 0 and "B3 - B2@foxhole - B1, 5 MF" in text
    assert run("check", path, "g1", "B2@foxhole", "B1")[0] == 0
    assert run("check", path, "g1", "B2@foxhole")[0] == 1
    assert run("explain", path, "g1", "B2@foxhole")[0] == 0
    assert run("verify", path)[0] == 0


@pytest.mark.slow
def test_the_text_names_attacks_and_levels(tmp_path: pytest.TempPathFactory) -> None:
    """The printed answer: mines on the way, and an enemy upstairs as the cause."""
    from click.testing import CliRunner

    mined = asl("B1w B2. B3.", "g1:squad@B3 broken dm", facts='feature("B2",minefield(known)).')
    above = asl("B1. B2s B3s", "g1:squad@B2 broken dm; a1:squad@B2@1", "B2@1-B1", BLOCK)
    for position, words in ((mined, "attacked by mines in B2 (ffnam)"), (above, "a1 in B2@1")):
        path = str(tmp_path / "one.lp")  # type: ignore[operator]
        with open(path, "w", encoding="utf-8") as file:
            file.write(position.text)
        assert words in CliRunner().invoke(command, ["solve", path, "--paths", "all"]).output


def test_every_section_has_its_sentence() -> None:
    """The rules of this file are cited."""
    assert {"b30-5-pillbox", "a10-531-cover", "b27-entrench", "b26-41-wire", "a10-51-ffe", "d6-1-passenger"} <= set(
        citations("asl")
    )


def test_readings_that_no_page_decides_are_told() -> None:
    """a7-7-encircled, a12-14-reveal: only where they can matter."""
    doubled = "only the hex is doubled for an Encircled unit, not what it pays to get out of or into what is in a hex"
    in_hole = 'feature("B3",foxhole).'
    for units, facts, told in (
        ("g1:squad@B3@foxhole broken dm encircled", in_hole, [doubled]),
        ("g1:squad@B3@foxhole broken dm", in_hole, []),
        ("g1:squad@B3 broken dm encircled", "", []),
    ):
        assert assumed(asl("B1w B2. B3.", units, facts=facts)) == told
    late = 'feature("B2",foxhole). reveal(a1,g1,"B2",{}).'
    for when, times in (("before", 1), ("after", 0)):
        here = asl("B1w B2. B3. E3.", "g1:squad@B3 broken dm; a1:squad@E3 concealed", "E3-B2 E3-B3", late.format(when))
        assert len([line for line in assumed(here) if "comes too late" in line]) == times
        open_country = asl(
            "B1. B2. B3. B4. E3.", "g1:squad@B3 broken dm; a1:squad@E3 concealed", "E3-B2 E3-B3", late.format(when)
        )
        assert len([line for line in assumed(open_country) if "the unit refigures at once" in line]) == times


CIRCLED = "B1. B2. B3w", "g1:squad@B1 broken dm encircled"


@pytest.mark.slow
def test_options_that_change_an_answer() -> None:
    """`compare_options`: to an Encircled unit on its own in a corridor only the price of the first hex matters."""
    comparison = compare_options(ask(asl(*CIRCLED).instance))
    (reading,) = comparison.readings
    assert (reading.option, reading.value, reading.default) == ("encircled_mf", "single", "double")
    fields = {change.field: (change.default, change.other) for change in reading.differs}
    assert set(fields) == {"destinations", "routes"}
    assert [[(d["hex"], d["mf"]) for d in side] for side in fields["destinations"]] == [[("B3", 4.0)], [("B3", 3.0)]]
    assert [[r["mf"] for r in side] for side in fields["routes"]] == [[[0, 2, 4]], [[0, 1, 3]]]
    assert comparison.complete
    assert comparison.tried > 15


@pytest.mark.slow
def test_nothing_changes_the_answer() -> None:
    comparison = compare_options(ask(asl("B1. B2w", "g1:squad@B1 broken dm").instance))
    assert comparison.readings == ()


@pytest.mark.parametrize("form", ["--json", "--ndjson", ""])
@pytest.mark.slow
def test_the_command_compares(tmp_path: Path, form: str) -> None:
    """`pyrout solve --compare-options`, also by the Starter Kit rules, and with an option set."""
    file = tmp_path / "here.lp"
    file.write_text(asl(*CIRCLED).text, encoding="utf-8")
    run = CliRunner().invoke(main, ["solve", "--compare-options", str(file), *([form] if form else [])])
    assert run.exit_code == 0
    if form:
        output = json.loads(run.stdout)
        assert [(r["option"], r["value"], r["default"]) for r in output["compare"]] == [
            ("encircled_mf", "single", "double")
        ]
        assert {d["unit"] for d in output["compare"][0]["differs"]} == {"g1"}
    else:
        assert "encircled_mf=single instead of double" in run.stdout


@pytest.mark.slow
def test_the_command_compares_with_an_option_set(tmp_path: Path) -> None:
    """The comparison starts from the options in force; the Starter Kit rules have options, too."""
    file = tmp_path / "here.lp"
    file.write_text(asl(*CIRCLED).text, encoding="utf-8")
    back = ["solve", "--compare-options", "--json", "--set", "encircled_mf=single", str(file)]
    turned = json.loads(CliRunner().invoke(main, back).stdout)["compare"]
    assert [(r["value"], r["default"]) for r in turned] == [("double", "single")]
    kit = CliRunner().invoke(
        main, ["solve", "--compare-options", str(rule_sets.instances() / "aslsk" / "example-01.lp")]
    )
    assert kit.exit_code == 0
    assert "crawl_toward=free instead of mf" in kit.stdout
