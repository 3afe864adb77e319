"""`pyrout.pyz`: one file, made of the wheel, that runs where Python and clingo are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ROOT

pytest.importorskip("hatchling", reason="the wheel is built where hatchling is installed")

SEVEN = ROOT / "instances/aslsk/example-07.lp"


@pytest.mark.slow
def test_the_wheel_and_the_archive_solve(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", str(tmp_path), str(ROOT)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("pyrout-*.whl")
    archive = tmp_path / "pyrout.pyz"
    subprocess.run([sys.executable, str(ROOT / ".ci/pyz.py"), str(wheel), "-o", str(archive)], check=True)
    cache = tmp_path / "cache"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}

    def run(*args: str, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *python, str(archive), *args]
        return subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)

    first = run("solve", str(SEVEN))
    assert "g1 (german squad) in yK5: MUST ROUT" in first.stdout
    (unpacked,) = (cache / "pyrout").glob("pyz-*")
    assert (unpacked / "pyrout/asp/aslsk/main.lp").is_file() and (unpacked / "click").is_dir()
    assert run("solve", str(SEVEN)).stdout == first.stdout
    asked = subprocess.run(
        [sys.executable, str(archive), "engine"],
        input='{"id": 1, "verb": "hello"}\n',
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert '"id":1,"answer"' in asked.stdout
    bare = run("solve", str(SEVEN), python=("-S", "-E"))  # without any installed package
    assert bare.returncode == 1 and bare.stderr.startswith("pyrout: clingo is missing; install it: ")
    assert bare.stderr.count("\n") == 1
