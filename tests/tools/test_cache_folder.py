"""Things in the folder of the cache that are no entries, and arguments that are no arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyrout import arguments, cache, rule_sets
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


def test_a_number_too_long_to_write_is_refused_in_a_line() -> None:
    with pytest.raises(UsageError, match="a whole number from 1, not one of thousands of digits"):
        arguments.whole(-(10**5000), "limit", 1)


@pytest.mark.parametrize("script", ["worlds.py", "tables.py"])
def test_a_script_that_writes_takes_no_unknown_argument(script: str) -> None:
    run = subprocess.run([sys.executable, ROOT / "asp" / script, "--chekc"], capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stdout) == (2, "")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", "{}", '{"digest":"d"}', '{"digest":"d","pieces":[]}', '{"digest":"d","pieces":[[7]]}',
     '{"digest":"d","pieces":[[{}]]}', '{"digest":"d","pieces":7}', "[" * 100_000],
)  # fmt: skip
def test_a_file_of_statements_in_another_form_is_as_if_there_were_none(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds" / "x.json").write_text(text)
    monkeypatch.setattr(rule_sets, "root", lambda: tmp_path)
    assert list(rule_sets._statements(tmp_path / "x.lp", "d", 0, "a(1).")) == list(rule_sets.translate("a(1)."))
