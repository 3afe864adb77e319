"""The commands as a player types them: what they print, how they end, and what they say of input that makes no
sense."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tiny import ENDLESS, facts_of

from pyrout.cli import main
from pyrout.errors import quote
from pyrout.rule_index import citations, options

ROOT = Path(__file__).parents[2]
AT_A_TERMINAL = re.compile(r"\x1b\[")

# g1 must rout to B2 or B3: B1 is next to a1 in A1. C2 is no farther from a1 than B1 is. D2 is woods out of reach.
NEIGHBOURS = (
    "A1. A2w B1. B2. B3w C1. C2. D9w E9~",
    "g1:squad@B1 broken dm; a1:squad@A1",
    "A1-B1 A1-B2",
)
# The only destination is B2; there g1 discovers a1, and must go on to B4.
DISCOVERY = ("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2 A2-B3")
QUIET = ("B1. B2.", "g1:squad@B1 broken dm", "")


def run(*args: str | Path, env: dict[str, str | None] | None = None) -> Result:
    """A command, in this process; a traceback is a failure here, as it would be for a user."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], env=env or {})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def commands(path: Path) -> list[list[str | Path]]:
    """Each command that reads a file."""
    return [["solve", path], ["explain", path, "g1"], ["check", path, "g1", "B1"], ["verify", path]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "discovery.lp"
    path.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    return path


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    path = tmp_path / "quiet.lp"
    path.write_text(facts_of(*QUIET), encoding="utf-8")
    return path


def written(folder: Path, text: str, name: str = "position.lp") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- solve ------------------------------------------------------------------------------------------------------


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
    assert lines[-1] == "options: crawl_toward=mf, ignore_from=current (all 5: --options)"
    assert run("solve", file, "--options").stdout.splitlines()[-1] == (
        "options: crawl_toward=mf, ftr_removal=immediate, ignore_from=current, revisit=forbid, road_rate=choice"
    )


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
    found = json.loads(result.stdout)
    assert found == {
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
    found = json.loads(run("solve", "--json", file, quiet).stdout)
    assert [answer["file"] for answer in found] == [str(file), str(quiet)]
    assert [answer["units"][0]["counts"]["routes"] for answer in found] == [2, 2]


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


# Open ground all around, and no enemy: more routes than anybody could list in a second.
WIDE = " ".join(f"{chr(65 + column)}{row}." for column in range(15) for row in range(1, 15))


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


@pytest.mark.parametrize("command", ["solve", "explain", "explain hex", "check", "rules", "demo", "verify"])
@pytest.mark.parametrize("no_color", [None, "1"])
@pytest.mark.slow
def test_no_escape_codes_in_a_pipe(tmp_path: Path, file: Path, command: str, no_color: str | None) -> None:
    with_answers = written(tmp_path, facts_of(*DISCOVERY, "expect(g1,verdict(routs))."), "expects.lp")
    invocations: dict[str, list[str | Path]] = {
        "solve": ["solve", file, "--paths", "all"],
        "explain": ["explain", file, "g1"],
        "explain hex": ["explain", file, "g1", "B2"],
        "check": ["check", file, "g1", "B2"],
        "rules": ["rules"],
        "demo": ["demo"],
        "verify": ["verify", with_answers],
    }
    args = invocations[command]
    env = {**os.environ, "PYTHONPATH": str(ROOT)} | ({"NO_COLOR": no_color} if no_color else {})
    result = subprocess.run(
        [sys.executable, "-c", "from pyrout.cli import main; main()", *map(str, args)],
        capture_output=True,
        text=True,
        env=env,
        timeout=120,
    )
    assert result.stdout
    assert not AT_A_TERMINAL.search(result.stdout + result.stderr)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("1", False)])
def test_colours_at_a_terminal(file: Path, no_color: str | None, coloured: bool) -> None:
    """At a terminal there are colours, unless NO_COLOR is set."""
    master, slave = os.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"PYTHONPATH": str(ROOT), "TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-c", "from pyrout.cli import main; main()", "solve", str(file)],
        stdout=slave,
        stderr=slave,
        env=env | ({"NO_COLOR": no_color} if no_color else {}),
    ) as process:
        os.close(slave)
        shown = b""
        try:
            while chunk := os.read(master, 4096):
                shown += chunk
        except OSError:  # the other end has been closed
            pass
        assert process.wait(timeout=60) == 0
    os.close(master)
    assert bool(AT_A_TERMINAL.search(shown.decode())) is coloured


def slow(tmp_path: Path) -> Path:
    """A position that clingo grounds for many seconds, in one step."""
    cells = [(column, row) for column in range(60) for row in range(1, 50)]
    kinds = ("open_ground", "woods", "brush", "stone_building")
    facts = ["rules(aslsk). side(german). side(american). attacker(german)."]
    for column, row in cells:
        place, kind = 2 * row + column % 2, kinds[(column * column + 7 * row) % 4]
        facts.append(f'hex("h{column}x{row}",{column},{place}). terrain("h{column}x{row}",{kind}).')
    for n in range(50):
        facts.append(f'unit(g{n},german,squad). at(g{n},"h{n}x20"). status(g{n},broken). status(g{n},dm).')
    for n in range(300):
        facts.append(f'unit(a{n},american,squad). at(a{n},"h{n % 60}x{30 + n // 60}"). normal_range(a{n},6).')
    path = tmp_path / "slow.lp"
    path.write_text("\n".join([*facts, "expect(g1,free(no))."]), encoding="utf-8")
    return path


COMMAND = [sys.executable, "-c", "from pyrout.cli import main; main()"]


@pytest.mark.parametrize("command", ["count --json", "solve --ndjson", "verify"])
@pytest.mark.slow
def test_what_takes_too_long_costs_the_other_files_nothing(tmp_path: Path, command: str) -> None:
    quick = ROOT / "instances" / "aslsk" / "example-06.lp"
    result = subprocess.run(
        [*COMMAND, *command.split(), "--timeout", "1", str(slow(tmp_path)), str(quick)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 3
    assert len(result.stderr.splitlines()) == 1
    assert "slow.lp: time limit reached" in result.stderr
    if command == "verify":
        assert result.stdout == f"{quick}: agrees\n"
    elif command == "solve --ndjson":
        late, done = map(json.loads, result.stdout.splitlines())
        assert (late["complete"], late["units"]) == (False, [])
        assert late["options"] == done["options"] != {}
        assert done["units"][0]["counts"]["routes"] == 2
    else:
        done, late = json.loads(result.stdout)["counts"]
        assert "time limit reached" in late["error"]
        assert done["routes"] == 2


def until_it_works(pid: int) -> None:
    """Waits until a process that has been started is past its imports: by the processor time that it has had, for the
    machine may be busy."""
    times = Path(f"/proc/{pid}/stat")
    if not times.exists():
        time.sleep(2)
        return
    tick, until = os.sysconf("SC_CLK_TCK"), time.monotonic() + 60
    while time.monotonic() < until and int(times.read_text().rpartition(")")[2].split()[11]) / tick < 1:
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.slow
def test_stopped_at_the_keyboard(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "solve", str(slow(tmp_path))], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        until_it_works(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "pyrout: stopped\n")


STOPPING = """
import runpy, signal, sys
module = sys.argv.pop(1)
def stop(event, args):
    if event == "import" and args[0] == module:
        signal.raise_signal(signal.SIGINT)
sys.addaudithook(stop)
runpy.run_module("pyrout", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize("module", ["clingo", "click", "pyrout.control", "pyrout.referee", "pyrout.position.facts"])
def test_stopped_while_it_begins(module: str) -> None:
    """An interruption while it loads: `import pyrout` alone loads next to nothing."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPING, module, "demo"], capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "pyrout: stopped\n")


def test_a_system_without_another_thread_gets_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    result = run("phase", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "pyrout: the system starts no further thread; end other programs, or raise its limits\n"


def test_a_command_that_is_left_leaves_no_half_of_a_file(tmp_path: Path) -> None:
    """As when a time limit or Ctrl-C ends it while a thread still writes."""
    program = """
import threading, time
from pathlib import Path
from pyrout.atomic_write import write_lines
from pyrout.commands.console import end
begun = threading.Event()
def lines():
    yield "half"
    begun.set()
    time.sleep(60)
threading.Thread(target=write_lines, args=(lines(), Path("whole.csv")), daemon=True).start()
begun.wait()
end(3)
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=30, cwd=tmp_path)
    assert done.returncode == 3 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["solve", "--help"]])
def test_a_full_disk_from_the_first_line_on(args: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pyrout", *args], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert (done.returncode, done.stderr) == (2, "pyrout: the output: No space left on device\n")


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


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["svg", "html"])
def test_a_drawing_does_not_depend_on_the_locale(file: Path, tmp_path: Path, kind: str) -> None:
    drawn = []
    for name, locale in (
        ("a", {"LC_ALL": "C.UTF-8"}),
        ("b", {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    ):
        out = tmp_path / f"{name}.{kind}"
        subprocess.run(
            [sys.executable, "-m", "pyrout", "draw", str(file), "-o", str(out)],
            env={**os.environ, **locale},
            cwd=ROOT,
            check=True,
        )
        drawn.append(out.read_bytes())
    assert drawn[0] == drawn[1]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run([*COMMAND, "demo"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (2, "pyrout: the output: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
@pytest.mark.parametrize(
    ("args", "name"),
    [
        (["phase", "FILE", "--log", "LOG"], "after.lp"),
        (["draw", "FILE"], "map.svg"),
        (["minimise", "FILE", "--keep", "g1: free(yes) or free(no)"], "small.lp"),
    ],
)
def test_a_file_is_written_whole_or_keeps_what_it_held(args: list[str], name: str, tmp_path: Path) -> None:
    import resource

    example, log, out = ROOT / "instances" / "aslsk" / "example-07.lp", tmp_path / "turns.log", tmp_path / name
    log.write_text("g1: yJ5 yI5\n")
    out.write_text("before")
    result = subprocess.run(
        [*COMMAND, *(arg.replace("FILE", str(example)).replace("LOG", log.name) for arg in args), "-o", name],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20)),
    )
    assert (result.returncode, result.stderr) == (
        2,
        f"pyrout: {name}: cannot be written (File too large); choose another file\n",
    )
    assert out.read_text() == "before" and sorted(tmp_path.iterdir()) == sorted([log, out])


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


def test_a_reader_who_goes_away(tmp_path: Path) -> None:
    """`pyrout solve ... | head -1` is no error."""
    path = written(tmp_path, facts_of(WIDE, "g1:leader@H7 broken dm wounded"))
    result = subprocess.run(
        f'"{sys.executable}" -m pyrout solve --paths all "{path}" | head -1',
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
    )
    assert result.stdout == f"{path}: rules aslsk\n"
    assert result.stderr == ""


@pytest.mark.parametrize("closed", ["| true", ">&-", ">&- 2>&- <&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("args", "status"),
    [("check FILE g1 B2 B3 B4", 0), ("check FILE g1 B2", 1), ("check FILE g1 J9", 2), ("frown FILE", 2), ("--help", 0)],
)
def test_the_status_is_that_of_the_work_whoever_reads(tmp_path: Path, closed: str, args: str, status: int) -> None:
    path = written(tmp_path, facts_of(*DISCOVERY))
    command = f'"{sys.executable}" -m pyrout {args.replace("FILE", str(path))}'
    result = subprocess.run(
        ["bash", "-c", f"{command} {closed}; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert result.returncode == status
    assert "Traceback" not in result.stderr


def test_a_file_never_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of(*DISCOVERY))
    drawn = tmp_path / "drawn.svg"
    command = f'"{sys.executable}" -m pyrout draw "{path}" -o "{drawn}" >&- 2>&- <&-'
    assert subprocess.run(["bash", "-c", command], timeout=60, cwd=ROOT).returncode == 0
    assert drawn.read_text(encoding="utf-8").startswith("<svg")


def test_a_name_of_a_file_stays_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.lp"
    path.write_text(facts_of(*QUIET), encoding="utf-8")
    result = run("solve", path)
    assert result.stdout.splitlines()[0] == f"{tmp_path}/two\\nlines.lp: rules aslsk"
    assert run("phase", path).stdout.startswith(f"{tmp_path}/two\\nlines.lp: the Rout Phase")


# --- explain ----------------------------------------------------------------------------------------------------


def explained(folder: Path, position: tuple[str, ...], *args: str) -> list[str]:
    result = run("explain", written(folder, facts_of(*position)), "g1", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def inline(rule: str) -> str:
    return f"[{rule}] {citations('aslsk')[rule].sentence}"


def sentence(rule: str) -> str:
    cited = citations("aslsk")[rule]
    return f"[{rule}] {cited.title} ({cited.section}): {cited.sentence}"


def test_the_chart_is_about_a_unit(tmp_path: Path) -> None:
    file = written(tmp_path, facts_of("B1. B2w", "g1:squad@B1 broken dm"))
    assert "not about a hex" in run("explain", file, "g1", "B2", "--chart").stderr
    assert "goes with --chart" in run("explain", file, "g1", "--json").stderr
    assert "  yes  Is it under DM?" in run("explain", file, "g1", "--chart").stdout


def test_explain_a_unit_that_must_rout(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A1- B1o B2. B3w C1.", "g1:squad@B1 broken; a1:squad@A1", "A1-B1"))
    assert lines[0] == "g1 (german squad) in B1, 6 MF: MUST ROUT"
    assert f"  why: a1 in A1 {inline('sk-must-adjacent')}" in lines
    assert f"  DM: {inline('sk-dm-gain')}" in lines
    around = lines[lines.index("  around B1:") + 1 :][:5]
    assert around == [
        "    A1: A1 [sk-mf]",
        "    B2: legal",
        "    C1: legal",
        "    north: the file has no hex there [sk-step-touch]",
        "    south-east: the file has no hex there [sk-step-touch]",
    ]


def test_explain_names_what_forbids_the_hexes_around(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A2- B1. B2o B3. C1w", "g1:squad@B2 broken dm; a1:squad@A2", "A2-B2"))
    assert "    B1: a1 in A2 [sk-step-adjacent]" in lines
    assert "    B3: legal" in lines
    # The rules that it has named, and no others, follow in plain words.
    assert sentence("sk-step-adjacent") in lines
    assert sentence("sk-step-stacking") not in lines


def test_explain_an_eliminated_unit(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3", "B3-B2"))
    assert lines[0] == "g1 (german squad) in B2, 6 MF: ELIMINATED for failure to rout"
    assert f"  why: {inline('sk-ftr-none')}" in lines
    assert "    B3: a1 in B3 [sk-step-closer]; a1 in B3 [sk-step-occupied]" in lines


def test_explain_a_unit_that_cannot_rout(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A1- B1. B2.", "g1:squad@B1 broken melee; a1:squad@B1; a2:squad@A1", "A1-B1"))
    assert lines == ["g1 (german squad) in B1, 6 MF: cannot rout", f"  why: {inline('sk-melee')}"]
    lines = explained(tmp_path, ("A1- B1. B2.", "g1:squad@B1 broken melee; a1:squad@B1", ""), "B2")
    assert lines == [
        "g1 (german squad) in B1, 6 MF: cannot rout",
        "B2 is not a legal destination: the unit cannot rout",
        "  [sk-melee]",
        sentence("sk-melee"),
    ]


def test_explain_a_destination(tmp_path: Path) -> None:
    lines = explained(tmp_path, DISCOVERY, "B2")
    assert lines == [
        "g1 (german squad) in B1, 6 MF: may rout",
        "B2 is a destination, 2 MF",
        "routes that end there: 1; the safest:",
        "  Low Crawl B1 - B2, 6 MF; it meets a1 in B2; ELIMINATED because of a1 [sk-ftr-adjacent]",
    ]


def test_explain_an_ignorable_destination(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("B1w B2. B3o A4w B5-", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3"), "A4")
    assert lines[1] == "A4 is a destination, 2 MF, which may be ignored:"
    assert "[sk-dest-ignore-range]" in lines[2]
    assert sentence("sk-dest-ignore-range") in lines


def test_explain_a_hex_that_is_not_the_nearest(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("A2w B1. B2. B3w C2w", "g1:squad@B1 broken dm"), "B3")
    assert lines == [
        "g1 (german squad) in B1, 6 MF: may rout",
        "B3 is not a legal destination: it costs 3 MF, A2 and C2 only 2 [sk-dest-nearest]",
        "no route ends there",
        sentence("sk-dest-nearest"),
    ]


def test_explain_a_barred_hex(tmp_path: Path) -> None:
    """The first illegal step of the cheapest way, by B1. A2, where a1 is, cannot be entered by anybody."""
    lines = explained(tmp_path, ("A2- B1. B2o C1w", "g1:squad@B2 broken dm; a1:squad@A2", "A2-B2"), "C1")
    assert lines == [
        "g1 (german squad) in B2, 6 MF: ELIMINATED for failure to rout",
        "no legal way leads to C1; the first illegal step of the cheapest:",
        "  B2 - B1: a1 in A2 [sk-step-adjacent]",
        sentence("sk-step-adjacent"),
    ]


def test_explain_a_barred_hex_behind_a_legal_step(tmp_path: Path) -> None:
    """B2 is next to a1 in A3; B1 and C2 are both 2 hexes from him, so that from B1 to C2 is a legal step.
    Over the wall it is 3 MF to B2, and by C2 as many."""
    wall = 'hexside("B1","B2",wall).'
    lines = explained(tmp_path, ("B1o B2w C2. A3-", "g1:squad@B1 broken dm; a1:squad@A3", "A3-B1", wall), "B2")
    assert lines[1:] == [
        "no legal way leads to B2; the first illegal step of the cheapest:",
        "  B1 - B2: a1 in A3 [sk-step-adjacent]; a1 in A3 [sk-step-closer]",
        "  C2 - B2: a1 in A3 [sk-step-adjacent]; a1 in A3 [sk-step-closer]",
        "no route ends there",
        sentence("sk-step-adjacent"),
        sentence("sk-step-closer"),
    ]


def test_explain_a_full_hex(tmp_path: Path) -> None:
    units = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2"
    lines = explained(tmp_path, ("B1. B2w", units), "B2")
    assert lines[1:3] == [
        "no legal way leads to B2; the first illegal step of the cheapest:",
        "  B1 - B2: B2 [sk-step-stacking]",
    ]
    assert sentence("sk-step-stacking") in lines


def test_explain_a_hex_too_far_away(tmp_path: Path) -> None:
    lines = explained(tmp_path, ("B1. B2b B3b B4b B5w", "g1:squad@B1 broken dm"), "B5")
    assert lines[1:] == [
        "B5 is out of reach: 6 MF would not get it there, even without enemies [sk-dest-reach]",
        "no route ends there",
        sentence("sk-dest-reach"),
    ]


def test_explain_a_hex_that_is_no_cover(tmp_path: Path) -> None:
    """It says what it is, and that routs may end there all the same; nothing bars the way to it."""
    lines = explained(tmp_path, ("A4. A3. B2. B3o B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3"), "B2")
    assert lines[1:] == [
        "B2 is not a legal destination: it is neither woods nor building",
        "routes that end there: 4; the safest:",
        "  B3 - B2, 1 MF",
    ]


def test_explain_the_starting_hex(tmp_path: Path) -> None:
    lines = explained(tmp_path, QUIET, "B1")
    assert lines[1] == "B1 is where it starts: a rout leaves that hex and does not end there"


# --- check ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [["B2", "B3", "B4"], ["B1", "B2", "B3", "B4"], ["B2", "B3", "B4", "--to", "B2"], ["--to", "B2", "B2", "B3", "B4"]],
)
def test_check_a_legal_rout(file: Path, args: list[str]) -> None:
    """With or without the hex that it starts in, and with its destination."""
    result = run("check", file, "g1", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "legal",
        "  rout to B2: B1 - B2 - B3 - B4, 5 MF; after meeting a1 in B2 it turns to B4; interdicted in B3 by a1",
        "  NMC in B3: pinned it survives, failing it is reduced",
        "  it may end in B4",
    ]


def test_check_a_legal_rout_that_ends_in_elimination(file: Path) -> None:
    result = run("check", file, "g1", "B2", "--low-crawl")
    assert (result.exit_code, result.stdout) == (
        0,
        "legal, and it ends in elimination\n"
        "  Low Crawl to B2: B1 - B2, 6 MF; it meets a1 in B2; ELIMINATED because of a1 [sk-ftr-adjacent]\n",
    )


@pytest.mark.parametrize(
    ("args", "head", "rule"),
    [
        (["B2"], "it may not end in B2", "a1 in A2 [sk-dest-threatened]"),
        (["B2", "B1"], "step 2, B2 - B1", "a1 in A2 [sk-step-adjacent]"),
        (["B3"], "step 1, B1 - B3", "B1 [sk-step-touch]"),
        (["B2", "B3", "B4", "B5"], "step 4, B4 - B5", "B5 [sk-mf]"),
        (["B2", "B3", "B4", "--to", "B4"], "step 1, B1 - B2", "B4 [sk-dest-nearest]"),
        (["B2", "B3", "--low-crawl"], "step 2, B2 - B3", "B3 [sk-crawl]"),
    ],
)
def test_check_an_illegal_rout(tmp_path: Path, args: list[str], head: str, rule: str) -> None:
    """Status 1; the first step that is illegal, the rule and the unit or hex behind it."""
    hexes, *rest = DISCOVERY
    result = run("check", written(tmp_path, facts_of(hexes + " B5~", *rest)), "g1", *args)
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"illegal: {head}"
    name = rule[rule.index("[") + 1 : -1]
    assert f"  {rule} {citations('aslsk')[name].sentence}" in lines


def test_check_says_what_it_costs(file: Path) -> None:
    """A claim in which only the MF are wrong."""
    path = "B2", "B3", "B4"
    told = "  it costs 5 MF: claimed so, or without --mf, it is legal"
    result = run("check", file, "g1", *path, "--mf", "4")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, told)
    assert "costs 5 MF" not in run("check", file, "g1", *path, "--mf", "5").stdout
    assert "it costs" not in run("check", file, "g1", "B2", "B1", "--mf", "2").stdout


def test_check_under_an_option(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of("A1b A2. A4w B1. B2. B3.", "g1:squad@A2 broken dm"))
    assert run("check", path, "g1", "B1", "--low-crawl").exit_code == 1
    assert run("check", path, "g1", "B1", "--low-crawl", "--set", "crawl_toward=free").exit_code == 0


def test_check_a_unit_that_may_not_rout(tmp_path: Path) -> None:
    path = written(tmp_path, facts_of("B1. B2.", "g1:squad@B1 broken"))
    result = run("check", path, "g1", "B2")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == ["illegal: step 1, B1 - B2", f"  {inline('sk-may-dm')}"]


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


def test_demo() -> None:
    result = run("demo")
    assert (result.exit_code, result.stderr) == (0, "")
    # The article's example 7: only yK6 is a destination; there the unit discovers a1, and Low Crawl is death.
    assert "  destinations: yK6 2 MF" in result.stdout.splitlines()
    crawl = "    yK5 - yK6, 6 MF; it meets a1 in yK6; ELIMINATED because of a1 [sk-ftr-adjacent]"
    assert crawl in result.stdout.splitlines()
    assert (
        "yI4 is not a legal destination: it costs 3 MF and yK6 only 2 [sk-dest-nearest]" in result.stdout.splitlines()
    )


def test_help_and_version() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert {"solve", "explain", "check", "verify", "rules", "demo"} <= set(re.findall(r"^  (\w+)", result.stdout, re.M))
    assert re.fullmatch(r"pyrout, version \d+\.\d+\.\d+\n", run("--version").stdout)
    for command in ("solve", "explain", "check", "verify", "rules", "demo"):
        assert run(command, "-h").exit_code == 0


@pytest.mark.slow
def test_the_answer_does_not_depend_on_the_folder(tmp_path: Path, file: Path) -> None:
    """Run by its path from elsewhere, it is the same answer."""

    def solved(cwd: Path) -> Any:
        result = subprocess.run(
            [sys.executable, "-c", "from pyrout.cli import main; main()", "solve", "--json", str(file)],
            capture_output=True,
            text=True,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=60,
            check=True,
        )
        return json.loads(result.stdout)

    assert solved(tmp_path) == solved(ROOT)


def test_more_routes_than_memory_should_hold(quiet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrout.hexes.list_routes.MOST_ROUTES", 1)
    result = run("solve", str(quiet))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "more than 1 routes" in result.stderr and "--unit" in result.stderr


def test_more_memory_than_there_should_be_need_for(quiet: Path) -> None:
    # The memory at the start of a process can be its parent's: only the growth counts.
    script = (
        "from pyrout import cli; from pyrout.commands import console; held = [0]; "
        "console.memory = lambda: (held.append(0), len(held) << 31)[1]; cli.main()"
    )
    command = [sys.executable, "-c", script, "solve", str(quiet)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("pyrout: more than ") and result.stderr.count("\n") == 1
