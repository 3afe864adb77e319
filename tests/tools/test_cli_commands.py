"""The commands `verify`, `rules`, `demo` and `help`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import DISCOVERY, run, written
from tiny import facts_of

from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, options

# --- verify -----------------------------------------------------------------------------------------------------


def test_verify(tmp_path: Path) -> None:
    right = written(tmp_path, facts_of(*DISCOVERY, 'expect(g1,destinations("B2")). expect(g1,routes(2)).'), "right.lp")
    wrong = written(tmp_path, facts_of(*DISCOVERY, 'expect(g1,end("B3")). expect(g1,free(no)).'), "wrong.lp")
    result = run("verify", right)
    assert (result.exit_code, result.stdout) == (0, f"{right}: agrees\n")
    result = run("verify", wrong)
    assert (result.exit_code, result.stdout) == (1, f"{wrong}: g1: end: expected B3, found B4\n")
    result = run("verify", right, wrong)
    assert (result.exit_code, len(result.stdout.splitlines())) == (1, 2)


@pytest.mark.parametrize(
    ("expected", "agrees"),
    [
        ("verdict(may_rout)", True),
        ("verdict(routs)", False),
        ('destinations("B2")', True),
        ('destinations("B4")', False),
        ('first("B2")', True),
        ("first(none)", False),
        ('crawl("B2")', True),
        ('end("B4")', True),
        ("end(none)", False),
        ('eliminated_at("B2")', True),
        ("eliminated_at(none)", False),
        ('interdicted("B3")', True),
        ("interdicted(none)", False),
        ('must("sk-must-adjacent")', False),
        ("free(no)", True),
        ("free(yes)", False),
        ("routes(2)", True),
        ("routes(3)", False),
    ],
)
@pytest.mark.slow
def test_verify_compares_each_kind(tmp_path: Path, expected: str, agrees: bool) -> None:
    path = written(tmp_path, facts_of(*DISCOVERY, f"expect(g1,{expected})."))
    assert run("verify", path).exit_code == (0 if agrees else 1)


def test_verify_bad_files_weigh_more(tmp_path: Path, file: Path) -> None:
    """2 for input that cannot be compared, whatever else differs; the others are compared."""
    wrong = written(tmp_path, facts_of(*DISCOVERY, "expect(g1,routes(9))."), "wrong.lp")
    result = run("verify", file, wrong)
    assert (result.exit_code, result.stdout) == (2, f"{wrong}: g1: routes: expected 9, found 2\n")


# --- rules, demo, help ------------------------------------------------------------------------------------------


def test_the_help_of_rules_names_the_rule_sets() -> None:
    words = set(re.findall(r"\w+", run("rules", "--help").stdout))
    assert set(rule_sets.names()) <= words


def test_rules_lists_every_rule_and_option() -> None:
    result = run("rules", "aslsk")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "rule set aslsk"
    for rule in citations("aslsk").values():
        assert lines[lines.index(f"{rule.id}: {rule.title} ({rule.section})") + 1] == f"  {rule.sentence}"
    for option in options("aslsk"):
        default = " (default)" if option.default else ""
        assert f"{option.title} ({option.option})" in lines
        assert f"  {option.option}={option.value}{default}: {option.meaning} [{option.rule}]" in lines


def test_rules_without_a_name_lists_all_rule_sets() -> None:
    assert "rule set aslsk" in run("rules").stdout.splitlines()


def test_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYROUT_PUBLIC", "https://example.org/rout/")
    result = run("demo")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "http://127.0.0.1:8765/" in result.stdout and "https://example.org/rout/#l=1." in result.stdout
    monkeypatch.setenv("PYROUT_PUBLIC", "example.org")
    assert "PYROUT_PUBLIC=example.org: is no address of a page" in run("serve", "--port", "0").stderr
    # The article's example 7: only yK6 is a destination; there the unit discovers a1, and Low Crawl is death.
    assert "  destinations: yK6 2 MF" in result.stdout.splitlines()
    crawl = "    yK5 - yK6, 6 MF; it meets a1 in yK6; ELIMINATED because of a1 [sk-ftr-adjacent]"
    assert crawl in result.stdout.splitlines()
    bare = "yI4 is no destination at the start, though a rout may end there: it costs 3 MF and yK6 only 2 [sk-dest-nearest]"
    assert bare in result.stdout.splitlines()


def test_help_and_version() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert {"solve", "explain", "check", "verify", "rules", "demo"} <= set(re.findall(r"^  (\w+)", result.stdout, re.M))
    assert re.fullmatch(r"pyrout, version \d+\.\d+\.\d+\n", run("--version").stdout)
    for command in ("solve", "explain", "check", "verify", "rules", "demo"):
        assert run(command, "-h").exit_code == 0
