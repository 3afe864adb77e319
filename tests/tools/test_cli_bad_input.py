"""Commands with bad files and bad values: one line, status 2."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_line import QUIET, ROOT, commands, run, written
from tiny import facts_of

from pyrout.cli import main
from pyrout.errors import quote

# --- bad input --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ('hex("B1",1,2', "1:", "fact"),
        ('hex("B1",1,2) :- side(german).', "1:15", "rule"),
        ('#script (python) print("x") #end.', "1:1", "#"),
        ('#include "other.lp".', "1:1", "#"),
        ("frobnicate(g1).", "1:1", "frobnicate"),
        ("side(german). side(american).\nunit(g1,german,squod).", "2:1", "squod"),
        (facts_of(*QUIET) + "status(g2,broken).", f"{len(facts_of(*QUIET).splitlines()) + 1}:1", "g2"),
        ("", "", "empty|no "),
    ],
)
def test_bad_file(tmp_path: Path, text: str, place: str, problem: str) -> None:
    """One line on stderr with file, line and column; nothing on stdout."""
    path = written(tmp_path, text)
    for command in commands(path):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (2, ""), command
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"pyrout: {path}:{place}")
        assert re.search(problem, line.removeprefix(f"pyrout: {path}"))
        assert ";" in line  # what is wrong; what to do about it


def test_bad_bytes(tmp_path: Path) -> None:
    path = tmp_path / "position.lp"
    path.write_bytes(b"\xff\xfe\x00rules(aslsk).")
    result = run("solve", path)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("place", ["missing.lp", "."])
def test_no_file(tmp_path: Path, place: str) -> None:
    path = tmp_path / place
    for command in commands(path):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (2, "")
        (line,) = result.stderr.splitlines()
        assert str(path) in line


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["solve", "FILE", "--unit", "g7"], ["g7", "g1"]),
        (["solve", "FILE", "--set", "revisit"], ["revisit", "NAME=VALUE"]),
        (["solve", "FILE", "--set", "=allow"], ["NAME=VALUE"]),
        (["solve", "FILE", "--set", "colour=red"], ["colour", "crawl_toward", "revisit"]),
        (["solve", "FILE", "--set", "revisit=often"], ["often", "allow", "forbid"]),
        (["solve", "FILE", "--rules", "chess"], ["chess", "aslsk"]),
        (["solve", "FILE", "--paths", "some"], ["some", "all"]),
        (["solve", "FILE", "--paths", "-1"], ["-1"]),
        (["solve", "FILE", "--timeout", "soon"], ["soon"]),
        (["solve", "FILE", "--timeout", "-1"], ["-1"]),
        (["solve", "FILE", "--frobnicate"], ["--frobnicate"]),
        (["solve"], ["FILES", "--help"]),
        (["explain", "FILE"], ["UNIT"]),
        (["explain", "FILE", "g7"], ["g7", "g1"]),
        (["explain", "FILE", "g1", "B77"], ["B77"]),
        (["explain", "FILE", "g1", "B2", "B3"], ["B3"]),
        (["explain", "FILE", "g1", "--set", "colour=red"], ["colour"]),
        (["check", "FILE", "g1"], ["HEX"]),
        (["check", "FILE", "g1", "B1"], ["at least one step"]),
        (["check", "FILE", "g1", "B77"], ["B77"]),
        (["check", "FILE", "g1", "B2", "--to", "B77"], ["B77"]),
        (["check", "FILE", "g7", "B2"], ["g7", "g1"]),
        (["verify"], ["FILES"]),
        (["verify", "FILE"], ["expect"]),
        (["verify", "FILE", "--rules", "chess"], ["expect"]),
        (["rules", "chess"], ["chess", "aslsk"]),
        (["rout"], ["rout"]),
        (["--frobnicate"], ["--frobnicate"]),
    ],
)
def test_bad_command(file: Path, args: list[str], named: list[str]) -> None:
    """Status 2, nothing on stdout, and one line on stderr that names what is wrong (and what there is instead)."""
    result = run(*(file if arg == "FILE" else arg for arg in args))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("pyrout: ")
    assert [word for word in named if word not in line] == []


def test_control_characters_stay_out_of_messages(file: Path) -> None:
    for name in ("\x1b[31mred", "two\nlines"):
        result = run("explain", file, "g1", name)
        (line,) = result.stderr.splitlines()
        assert "\x1b" not in line


def test_an_option_in_the_file_that_does_not_exist(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of(*QUIET, "option(revisit,often)."))
    result = run("solve", path)
    assert result.exit_code == 2
    assert re.search(r"position\.lp:\d+:\d+: .*often.*allow", result.stderr)


# --- colours ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "{}"],
        ["solve", "x.lp", "--set", "{}"],
        ["solve", "x.lp", "--paths", "{}"],
        ["solve", "x.lp", "--timeout", "{}"],
        ["solve", "x.lp", "--{}"],
        ["{}"],
        ["import", "{}.vsav", "--boards", "{}"],
        ["board", "{}"],
        ["solve", "x.lp", "--fact", "{}"],
        ["solve", "-p", "{}"],
    ],
)
def test_nothing_is_repeated_at_length(args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, facts_of(*QUIET), "x.lp")
    result = run(*(arg.replace("{}", "x" * 5000) for arg in args))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1 and len(result.stderr) < 600


def test_a_file_that_only_looks_like_one() -> None:
    """A device that the system shows as an empty file, and that may have no end."""
    if not Path("/proc/kmsg").exists():
        pytest.skip("no /proc")
    result = run("solve", "/proc/kmsg")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "the file holds no facts" in result.stderr


def test_passengers_in_a_circle(tmp_path: Path) -> None:
    aboard = "unit(v1,american,vehicle). unit(v2,american,vehicle). passenger(v1,v2). rider(v2,v1)."
    result = run("solve", written(tmp_path, facts_of(*QUIET) + aboard))
    assert result.exit_code == 2
    assert "v1 aboard of v2 aboard of v1: units are aboard in a circle; say who carries whom" in result.stderr
    assert (
        "v3 aboard of v3"
        in run("solve", written(tmp_path, facts_of(*QUIET) + "unit(v3,american,vehicle). passenger(v3,v3).")).stderr
    )


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "-1"])
@pytest.mark.parametrize("command", ["solve", "batch -o x"])
def test_a_time_that_is_none(command: str, seconds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, [*command.split(), "--timeout", seconds, str(ROOT / "instances" / "aslsk")])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1 and "--timeout" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "after"),
    [
        (["check", "FILE", "g1", "B2", "--to", ""], "--to"),
        (["check", "FILE", "g1", "B2", "--to="], "--to"),
        (["solve", "FILE", "--rules", ""], "--rules"),
        (["solve", "--attacker", "", "FILE"], "--attacker"),
        (["solve", "--dm", "", "FILE"], "--dm"),
        (["phase", "FILE", "--order", ""], "--order"),
        (["solve", "-p", ""], "-p"),
        (["explain", "FILE", ""], "FILE"),
        (["solve", ""], "solve"),
    ],
)
def test_an_empty_value_is_never_taken_for_none(file: Path, args: list[str], after: str) -> None:
    result = run(*(arg.replace("FILE", str(file)) for arg in args))
    what = after.replace("FILE", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pyrout: there is an empty value after {quote(what)}: give one, or leave it out")


@pytest.mark.parametrize("given", ["--order=,", "--order=g1,,", "--dm=,", "--dm=g1,"])
def test_an_empty_name_in_a_list_is_refused(file: Path, given: str) -> None:
    result = run("phase", file, given)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "commas between" in result.stderr


def test_two_values_of_one_option_are_refused(file: Path) -> None:
    """As two facts that contradict each other are."""
    result = run("solve", file, "--set", "revisit=allow", "--set", "revisit=forbid")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pyrout: --set gives revisit two values, allow and forbid: keep one\n"
    assert run("solve", file, "--set", "revisit=allow", "--set", "revisit=allow").exit_code == 0


def test_a_hex_that_is_probably_meant() -> None:
    example = str(ROOT / "instances" / "aslsk" / "example-07.lp")
    for args in (["explain", example, "g1", "YI4"], ["check", example, "g1", "yJ5", "YI4"]):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 2
        assert "there is no hex YI4; did you mean yI4?" in result.stderr


def test_a_name_of_a_file_stays_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.lp"
    path.write_text(facts_of(*QUIET), encoding="utf-8")
    result = run("solve", path)
    assert result.stdout.splitlines()[0] == f"{tmp_path}/two\\nlines.lp: rules aslsk"
    assert run("phase", path).stdout.startswith(f"{tmp_path}/two\\nlines.lp: the Rout Phase")
