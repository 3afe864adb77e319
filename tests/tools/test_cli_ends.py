"""Output and end of the commands: colours, pipes, signals, full disks, large positions."""

from __future__ import annotations

import contextlib
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
from command_line import COMMAND, DISCOVERY, ROOT, WIDE, run, written
from tiny import facts_of

AT_A_TERMINAL = re.compile(r"\x1b\[")
COLOURED = re.compile(r"\x1b\[[\d;]*m")  # not the line of progress, which a slow machine shows and clears


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
    assert bool(COLOURED.search(shown.decode())) is coloured


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_the_first_translation_is_told_once_at_a_terminal(file: Path, tmp_path: Path) -> None:
    """On stderr: what a program reads from stdout stays as it is."""
    env = {k: v for k, v in os.environ.items() if k != "PYROUT_STATEMENTS"}
    env |= {"PYTHONPATH": str(ROOT), "PYROUT_CACHE": str(tmp_path / "cache")}
    told = []
    for _ in range(2):
        master, slave = os.openpty()
        with open(slave, "wb", closefd=False) as end:
            command = [sys.executable, "-c", "from pyrout.cli import main; main()", "solve", "--json", str(file)]
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, env=env, timeout=120)
        os.close(slave)
        shown = b""
        with contextlib.suppress(OSError):  # once all is read
            while chunk := os.read(master, 4096):
                shown += chunk
        os.close(master)
        told.append(shown.count(b"translates the encodings"))
        assert json.loads(result.stdout)
    assert told == [1, 0]


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
        rows = {row["file"]: row for row in json.loads(result.stdout)["counts"]}
        done, late = rows[str(quick)], rows[str(tmp_path / "slow.lp")]
        # Within the limit counting ends itself, incomplete; where it does not, its process is ended
        assert late.get("complete") is False or "time limit reached" in late["error"]
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
class Stopping:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Stopping())
runpy.run_module("pyrout", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize("module", ["clingo", "click", "pyrout.program.control", "pyrout.referee", "pyrout.position.facts"])
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
from pyrout.base.atomic_write import write_lines
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


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["solve", "--help"], ["demo"]])
def test_a_full_disk(args: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pyrout", *args], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert (done.returncode, done.stderr) == (2, "pyrout: the output: No space left on device\n")


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
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # cut short, a compiled module would fail another test
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20)),
    )
    assert (result.returncode, result.stderr) == (
        2,
        f"pyrout: {name}: cannot be written (File too large); choose another file\n",
    )
    assert out.read_text() == "before" and sorted(tmp_path.iterdir()) == sorted([log, out])


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


# --- rules, demo, help ------------------------------------------------------------------------------------------


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
        "console.memory = lambda: (held.append(0), len(held) << 32)[1]; cli.main()"
    )
    command = [sys.executable, "-c", script, "solve", str(quiet)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("pyrout: more than ") and result.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no signals here")
@pytest.mark.parametrize("number", [15, 1], ids=["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("beside", [False, True], ids=["main thread", "thread with a time limit"])
def test_a_file_that_is_being_written_is_gone_with_the_process(tmp_path: Path, number: int, beside: bool) -> None:
    """The file that it was to replace stays as it was, also where a command writes it under its time limit, as `los -o`."""
    target = tmp_path / "out.lp"
    target.write_text("old\n")
    program = f"""
import signal, sys, time
from pathlib import Path
from pyrout.base.atomic_write import write_lines
signal.signal({number}, signal.SIG_DFL)  # a run of the tests may ignore it
def lines():
    yield "new"
    print("writing", flush=True)
    time.sleep(60)
from pyrout.commands.console import within
write = lambda: write_lines(lines(), Path({str(target)!r}))
within(60, write) if {beside} else write()
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None and process.stdout.readline() == b"writing\n"
        assert len(list(tmp_path.iterdir())) == 2
        process.send_signal(number)
        assert process.wait(30) == -number
    assert [file.name for file in tmp_path.iterdir()] == ["out.lp"] and target.read_text() == "old\n"
