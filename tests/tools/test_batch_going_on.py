"""A batch that was stopped, and goes on without losing or repeating a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from batches import LINUX, Threads, echo, lines_of, names, solved
from command_line import run

from pyrout.errors import UsageError
from pyrout.lab.batch import batch, files_of
from pyrout.lab.worker import Job, Outcome


@pytest.mark.parametrize("as_completed", [False, True])
@pytest.mark.parametrize("torn", [0, 1, 40, -1])
@pytest.mark.slow
def test_going_on_repeats_and_loses_nothing(folder: Path, tmp_path: Path, torn: int, as_completed: bool) -> None:
    """Also where the last line was half written."""
    out, pool = tmp_path / "out.ndjson", Threads()
    whole = solved(*sorted(folder.iterdir()))
    tail = whole[3] if torn < 0 else whole[3][:torn]
    out.write_text("\n".join([*whole[:3], tail]), encoding="utf-8")
    lines = batch(files_of([folder]), out, lambda: pool, as_completed=as_completed)
    assert pool.handed_out == ["p003.lp", "p004.lp", "p005.lp"]
    assert sorted(lines_of(out)) == sorted(whole) and (as_completed or lines_of(out) == whole)
    assert lines_of(out)[:3] == whole[:3]
    assert (lines.files, lines.before, lines.errors, lines.incomplete) == (6, 3, 0, 0)


def test_nothing_is_done_twice(folder: Path, tmp_path: Path) -> None:
    out, pool = tmp_path / "out.ndjson", Threads(do=echo)
    (folder / "p004.lp").write_bytes(b"\xff")
    for _ in range(2):
        lines = batch(files_of([folder]), out, lambda: pool)
        assert (lines.errors, len(lines_of(out))) == (1, 6)
    assert len(pool.handed_out) == 5


def test_files_that_were_added_get_their_place(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    files = files_of([folder])
    batch([files[4], files[1]], out, lambda: Threads(do=echo), as_completed=True)
    pool = Threads(do=echo)
    batch(files, out, lambda: pool)
    assert names(out) == [f"p{n:03}.lp" for n in range(6)]
    assert len(pool.handed_out) == 4
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ([], ["--set", "revisit=allow"], "revisit=forbid"),
        (["--set", "revisit=allow"], [], "revisit=allow"),
        ([], ["--rules", "asl"], "--rules aslsk"),
        (["--set", "revisit=allow"], ["--set", "revisit=forbid"], "revisit=allow"),
    ],
)
def test_other_options_do_not_go_on(
    folder: Path, tmp_path: Path, before: list[str], after: list[str], problem: str
) -> None:
    out = tmp_path / "out.ndjson"
    assert run("batch", folder / "p000.lp", "-o", out, "--jobs", "1", *before).exit_code == 0
    held = out.read_bytes()
    result = run("batch", folder, "-o", out, "--jobs", "1", *after)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert f"{out}:1: answered under other options ({problem}" in result.stderr
    assert out.read_bytes() == held


@pytest.mark.parametrize(
    "held",
    [
        b"notes\n",
        b"notes",
        b'{"schema":"pyrout/2","file":"a","error":"b"}\n',
        b'{"schema":"pyrout/1","file":"a"}\n',
        b"[]\n",
        b"\n",
        b"\xff\x00\n",
        b"[" * 100_000 + b"\n",
        b'{"schema":"pyrout/1","file":"a","rules":"aslsk","options":{},"units":[\n',
    ],
)
def test_a_file_of_something_else_is_left_alone(folder: Path, tmp_path: Path, held: bytes) -> None:
    out = tmp_path / "out.ndjson"
    out.write_bytes(held)
    result = run("batch", folder, "-o", out, "--jobs", "1")
    assert result.exit_code == 2
    assert result.stderr == f"pyrout: {out}:1: not a line of `pyrout batch`; choose another file\n"
    assert out.read_bytes() == held


def test_a_file_with_two_answers_is_told(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    (line,) = solved(folder / "p000.lp")
    out.write_text(f"{line}\n{line}\n", encoding="utf-8")
    result = run("batch", folder, "-o", out, "--jobs", "1")
    assert result.exit_code == 2 and "lines 1 and 2 are of the same file" in result.stderr


def test_only_one_batch_writes_a_file(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out, problems = tmp_path / "out.ndjson", []

    def second(job: Job) -> Outcome:
        try:
            batch(files_of([folder]), out, lambda: Threads(do=echo))
        except UsageError as problem:
            problems.append(str(problem))
        return echo(job)

    batch([str(folder / "p000.lp")], out, lambda: Threads(do=second))
    assert problems == [f"{out}: another batch is writing it; wait for it, or choose another file"]


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["--set", "revisit=perhaps"], "there is no option revisit=perhaps; values of revisit: allow, forbid"),
        (["--set", "moon=full"], "there is no option moon=full; options: "),
        (["--rules", "chess"], "no rule set is called 'chess'"),
        (["--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"], "--jobs is for processes on this machine"),
        (["--jobs", "0"], "0 is not in the range"),
    ],
)
def test_one_line_for_a_command_that_makes_no_sense(
    folder: Path, tmp_path: Path, args: list[str], problem: str
) -> None:
    result = run("batch", folder, "-o", tmp_path / "out", *args)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1 and problem in result.stderr


def test_an_output_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    for out in (tmp_path / "nowhere" / "out", tmp_path):
        result = run("batch", folder, "-o", out)
        assert result.exit_code == 2 and result.stderr.count("\n") == 1 and "cannot be written" in result.stderr


@LINUX
def test_a_disk_that_is_full(folder: Path) -> None:
    result = run("batch", folder, "-o", "/dev/full", "--jobs", "1")
    assert result.exit_code == 2
    assert result.stderr == "pyrout: /dev/full: cannot be written (No space left on device); choose another file\n"
