"""The command `solve`: its text, its JSON, its bounds and its time limit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import QUIET, ROOT, WIDE, commands, run, written
from tiny import ENDLESS, facts_of

from pyrout.program.rule_index import citations


def test_solve_prints_text(file: Path) -> None:
    result = run("solve", file)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"{file}: rules aslsk"
    assert "g1 (german squad) in B1, 6 MF: may rout" in lines
    assert "  destinations: B2 2 MF" in lines
    assert "  2 ways, 1 of them ending in elimination" in lines
    assert "  rout to B2: 1 way" in lines
    assert "    B1 - B2 - B3 - B4, 5 MF; after meeting a1 in B2 it turns to B4; interdicted in B3 by a1" in lines
    assert "    B1 - B2, 6 MF; it meets a1 in B2; ELIMINATED because of a1 [sk-ftr-adjacent]" in lines
    assert lines[-3:] == [
        "options (all: --options):",
        "  Low Crawl toward the destination (crawl_toward=mf)",
        "  Hex from which ranges are compared (ignore_from=current)",
    ]
    assert run("solve", file, "--options").stdout.splitlines()[-6:] == [
        "options:",
        "  Low Crawl toward the destination (crawl_toward=mf)",
        "  When a unit that fails to rout is removed (ftr_removal=immediate)",
        "  Hex from which ranges are compared (ignore_from=current)",
        "  Routes that return to a hex (revisit=forbid)",
        "  Entering terrain along a road (road_rate=choice)",
    ]


def test_solve_says_more_of_each_unit_where_it_is_wanted(tmp_path: Path) -> None:
    """Four units, a line for each; all there is to say of one with --unit, of all with --details."""
    units = "; ".join(f"g{n}:squad@B1 broken dm" for n in range(1, 5))
    path = written(tmp_path, facts_of("A1. A2w B1. B2. B3w", f"{units}; a1:squad@A1", "A1-B1 A1-B2"))
    short = run("solve", path).stdout
    assert (short.count("MUST ROUT"), short.count("destinations: ")) == (4, 0)
    assert run("solve", path, "--unit", "g2").stdout.count("destinations: ") == 1
    assert run("solve", path, "--details").stdout.count("destinations: ") == 4
    assert run("solve", path, "--unit", "g2", "--no-details").stdout.count("destinations: ") == 0


def test_solve_json(file: Path) -> None:
    result = run("solve", "--json", file)
    assert (result.exit_code, result.stderr) == (0, "")
    output = json.loads(result.stdout)
    assert output == {
        "schema": "pyrout/1",
        "file": str(file),
        "rules": "aslsk",
        "options": {
            "crawl_toward": "mf",
            "ftr_removal": "immediate",
            "ignore_from": "current",
            "revisit": "forbid",
            "road_rate": "choice",
        },
        "units": [
            {
                "id": "g1",
                "at": "B1",
                "mf": 6.0,
                "must_rout": [],
                "may_rout": True,
                "verdict": "may_rout",
                "reasons": [],
                "dm": ["sk-may-dm"],
                "destinations": [{"hex": "B2", "mf": 2.0, "ignorable": False}],
                "free": False,
                "excluded": [{"hex": "B4", "mf": 5.0, "rule": "sk-dest-nearest", "because": ["B2"]}],
                "routes": [
                    {
                        "posture": "run",
                        "legs": [{"from": "B1", "to": "B2"}, {"from": "B2", "to": "B4"}],
                        "path": ["B1", "B2", "B3", "B4"],
                        "mf": [0.0, 2.0, 3.0, 5.0],
                        "discovers": [{"hex": "B2", "enemies": ["a1"]}],
                        "interdicted": [{"hex": "B3", "by": ["a1"], "if_pinned": "survives", "if_failed": "reduced"}],
                        "end": "survives",
                    },
                    {
                        "posture": "low_crawl",
                        "legs": [{"from": "B1", "to": "B2"}],
                        "path": ["B1", "B2"],
                        "mf": [0.0, 6.0],
                        "discovers": [{"hex": "B2", "enemies": ["a1"]}],
                        "interdicted": [],
                        "end": "eliminated",
                    },
                ],
                "counts": {"routes": 2, "surviving": 1},
                "complete": True,
            }
        ],
    }


def test_solve_json_of_several_files_is_a_list(file: Path, quiet: Path) -> None:
    output = json.loads(run("solve", "--json", file, quiet).stdout)
    assert [answer["file"] for answer in output] == [str(file), str(quiet)]
    assert [answer["units"][0]["counts"]["routes"] for answer in output] == [2, 2]


def test_solve_ndjson_is_a_line_for_each_file(file: Path, quiet: Path) -> None:
    result = run("solve", "--ndjson", file, quiet)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["file"] for answer in lines] == [str(file), str(quiet)]
    assert lines[0] == json.loads(run("solve", "--json", file).stdout)


def test_solve_text_of_several_files(file: Path, quiet: Path) -> None:
    lines = run("solve", file, quiet).stdout.splitlines()
    assert [line for line in lines if "rules aslsk" in line] == [f"{file}: rules aslsk", f"{quiet}: rules aslsk"]


def test_solve_one_bad_file_does_not_stop_the_others(file: Path, tmp_path: Path) -> None:
    bad = written(tmp_path, "unit(g1,german", "bad.lp")
    result = run("solve", "--ndjson", bad, file)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(file)]


@pytest.mark.parametrize(
    ("paths", "listed"),
    [([], 2), (["--paths", "all"], 2), (["--paths", "1"], 1), (["--paths", "none"], 0), (["--paths", "9"], 2)],
)
def test_solve_paths_bounds_what_is_listed(file: Path, paths: list[str], listed: int) -> None:
    (unit,) = json.loads(run("solve", "--json", *paths, file).stdout)["units"]
    assert len(unit["routes"]) == listed
    assert unit["counts"] == {"routes": 2, "surviving": 1}


def test_solve_paths_in_text(file: Path) -> None:
    """The routes asked for stand under the groups; without --paths there are the groups only."""
    crawl = "    B1 - B2, 6 MF; it meets a1 in B2; ELIMINATED because of a1 [sk-ftr-adjacent]"
    assert run("solve", file).stdout.splitlines().count(crawl) == 1
    assert run("solve", "--paths", "all", file).stdout.splitlines().count(crawl) == 2


def test_solve_unit(tmp_path: Path) -> None:
    """--unit names who is answered, broken or not."""
    units = "g1:squad@B1 broken dm; g2:squad@B2 broken dm; g3:squad@B2"
    path = written(tmp_path, facts_of("B1. B2.", units))

    def answered(*args: str) -> list[str]:
        return [unit["id"] for unit in json.loads(run("solve", "--json", *args, path).stdout)["units"]]

    assert answered() == ["g1", "g2"]
    assert answered("--unit", "g2") == ["g2"]
    assert answered("--unit", "g3", "--unit", "g1") == ["g1", "g3"]


def test_solve_set(tmp_path: Path) -> None:
    """--set goes before what the file says."""
    path = written(tmp_path, facts_of("A1. B1. B2w", "g1:squad@B1 broken dm", "", "option(revisit,forbid)."))

    def routes(*args: str) -> tuple[str, int]:
        answer = json.loads(run("solve", "--json", *args, path).stdout)
        return answer["options"]["revisit"], answer["units"][0]["counts"]["routes"]

    # Straight, and by Low Crawl; or over A1 and back, once and twice.
    assert routes() == ("forbid", 2)
    assert routes("--set", "revisit=allow") == ("allow", 4)


def test_solve_rules(tmp_path: Path) -> None:
    """--rules goes before what the file says."""
    text = facts_of(*QUIET).replace("rules(aslsk)", "rules(nowhere)")
    path = written(tmp_path, text)
    assert run("solve", path).exit_code == 2
    assert json.loads(run("solve", "--json", "--rules", "aslsk", path).stdout)["rules"] == "aslsk"


def test_solve_nobody(tmp_path: Path) -> None:
    """A unit that cannot rout is answered all the same, with the reason."""
    path = written(tmp_path, facts_of("B1. B2.", "g1:squad@B1 broken"))
    result = run("solve", path)
    assert result.exit_code == 0
    assert "g1 (german squad) in B1, 6 MF: cannot rout" in result.stdout
    assert f"  why: [sk-may-dm] {citations('aslsk')['sk-may-dm'].sentence}" in result.stdout.splitlines()


@pytest.mark.parametrize("form", ["--json", "--ndjson", None])
@pytest.mark.slow
def test_solve_timeout(tmp_path: Path, form: str | None) -> None:
    """Status 3, one line on stderr, and what was found so far, marked incomplete."""
    path = written(tmp_path, ENDLESS)
    args = [arg for arg in (form, "--paths", "1") if arg]
    result = subprocess.run(
        [sys.executable, "-c", "from pyrout.cli import main; main()", "solve", "--timeout", "1", *args, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert result.returncode == 3
    assert len(result.stderr.splitlines()) == 1
    assert "time limit" in result.stderr
    if form:
        assert json.loads(result.stdout)["complete"] is False
    else:
        assert "INCOMPLETE" in result.stdout
        assert "no unit has to rout" not in result.stdout


@pytest.mark.slow
def test_timeout_of_the_other_commands(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of(WIDE, "g1:squad@H7 broken dm", "", "expect(g1,routes(1))."))
    for args in commands(path)[1:]:
        result = subprocess.run(
            [
                sys.executable,
                "-c",
                "from pyrout.cli import main; main()",
                *(str(arg) for arg in args),
                "--timeout",
                "0.01",
            ],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=ROOT,
        )
        assert (result.returncode, len(result.stderr.splitlines())) == (3, 1), args


def test_timeout_0_means_never(quiet: Path) -> None:
    assert run("solve", "--timeout", "0", quiet).exit_code == 0
