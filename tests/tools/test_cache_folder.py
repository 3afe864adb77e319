"""Things in the folder of the cache that are no entries, and arguments that are no arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyrout.base import arguments, cache
from pyrout.cli import main
from pyrout.errors import UsageError

ROOT = Path(__file__).parents[2]


def test_a_folder_in_the_place_of_an_entry_leaves_no_descriptor_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    name = cache.key("board", 1)
    (tmp_path / name).mkdir()
    before = os.dup(0)
    os.close(before)
    assert [cache.read(name) for _ in range(5)] == [None] * 5
    after = os.dup(0)  # the lowest number that is free
    os.close(after)
    assert after == before


def test_clear_leaves_the_hidden_part_files_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    for name in (".download.part", ".12-34.part"):
        (tmp_path / name).write_bytes(b"")
    cache.clear()
    assert [path.name for path in tmp_path.iterdir()] == [".download.part"]


@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", "signal.raise_signal(signal.SIGTERM)"])
def test_no_half_written_entry_is_left_by_an_interrupted_process(tmp_path: Path, how: str) -> None:
    program = f"""
import os, signal
from pathlib import Path
from pyrout.base import cache
def replace(part, entry):
    assert Path(part).stat().st_size > 2
    {how}
os.replace = replace
cache.write(cache.key("board", 1), b"xx")
"""
    environment = os.environ | {cache.VARIABLE: str(tmp_path / "cache")}
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert ended.returncode != 0 and b"AssertionError" not in ended.stderr
    assert list((tmp_path / "cache").iterdir()) == []


def test_why_a_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason that holds, and no other."""

    def told(place: Path) -> str:
        monkeypatch.setenv(cache.VARIABLE, str(place))
        assert cache.read(cache.key("board", 1)) is None
        (line,) = CliRunner().invoke(main, ["cache"]).stdout.splitlines()
        return line.removeprefix(f"{place}: ")

    assert "0 entries" in told(tmp_path) and "0 entries" in told(tmp_path / "new")
    (tmp_path / "file").write_text("x")
    assert told(tmp_path / "file").startswith("not used, as it is no folder; set")
    assert told(tmp_path / "file" / "in").startswith("not used, as it cannot be read (Not a directory)")
    assert told(tmp_path / ("x" * 300)).startswith("not used, as it cannot be read (File name too long)")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert told(tmp_path / "open").startswith("not used, as everybody may write it")
    monkeypatch.setattr(os, "getuid", lambda: os.stat(tmp_path).st_uid + 1)
    assert told(tmp_path).startswith("not used, as another user owns it")


def test_a_number_too_long_to_write_is_refused_in_a_line() -> None:
    with pytest.raises(UsageError, match="a whole number from 1, not one of thousands of digits"):
        arguments.whole(-(10**5000), "limit", 1)


def test_a_script_that_writes_takes_no_unknown_argument() -> None:
    run = subprocess.run([sys.executable, ROOT / "asp/tables.py", "--chekc"], capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stdout) == (2, "")
