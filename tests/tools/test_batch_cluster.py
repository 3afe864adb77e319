"""A batch on a cluster, which loses workers or its scheduler."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from batches import corridor, folder_of, lines_of, names, running, until
from command_line import run
from tiny import ENDLESS

from pyrout.lab.worker import error


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Dask cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="a Dask cluster is tested where distributed is installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
    ) as local:
        yield local


@pytest.mark.slow
def test_a_cluster_writes_the_same_lines(cluster: Any, folder: Path, tmp_path: Path) -> None:
    (folder / "p002.lp").write_text("unit(g1).", encoding="utf-8")
    local, remote = tmp_path / "local", tmp_path / "remote"
    assert run("batch", folder, "-o", local, "--jobs", "1").exit_code == 2
    result = run("batch", folder, "-o", remote, "--scheduler", cluster.scheduler_address)
    assert (result.exit_code, result.stderr) == (
        2,
        f"pyrout: {remote}: 1 of 6 files not answered; their lines say why\n",
    )
    assert remote.read_bytes() == local.read_bytes()
    again = tmp_path / "again"
    assert run("batch", folder, "-o", again, "--scheduler", cluster.scheduler_address, "--as-completed").exit_code == 2
    assert sorted(lines_of(again)) == sorted(lines_of(local))


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_loses_no_file(cluster: Any, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "positions", ENDLESS, *(corridor(1 + number % 6) for number in range(40)))
    out = tmp_path / "out"
    with running(
        folder, "-o", out, "--scheduler", cluster.scheduler_address, "--timeout", "3", "--as-completed"
    ) as process:
        until(lambda: out.exists() and lines_of(out))
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        process.communicate(timeout=90)
    assert process.returncode == 3
    assert sorted(names(out)) == [f"p{n:03}.lp" for n in range(41)]
    assert not [line for line in lines_of(out) if '"error"' in line]


@pytest.mark.filterwarnings("ignore:Port")
@pytest.mark.slow
def test_a_scheduler_that_goes_away(tmp_path: Path) -> None:
    """One line, and the same command goes on elsewhere."""
    distributed = pytest.importorskip("distributed")
    folder = folder_of(tmp_path / "positions", corridor(1), ENDLESS, *(corridor(length) for length in range(1, 7)))
    soon = [
        sys.executable,
        "-c",
        "from pyrout import cli; from pyrout.lab import batch; batch.PATIENCE = 3; cli.main()",
    ]
    out = tmp_path / "out"
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
        ) as brief,
        running(folder, "-o", out, "--scheduler", brief.scheduler_address, "--timeout", "5", command=soon) as process,
    ):
        until(lambda: out.exists() and lines_of(out))
        brief.close()
        stderr = process.communicate(timeout=90)[1]
    assert process.returncode == 2
    assert stderr == (
        f"pyrout: the scheduler at {brief.scheduler_address} is gone; the same command goes on from where this one was\n"
    )
    assert run("batch", folder, "-o", out, "--jobs", "2", "--timeout", "5").exit_code == 3
    assert names(out) == [f"p{n:03}.lp" for n in range(8)]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1:notaport"])
@pytest.mark.slow
def test_no_scheduler(folder: Path, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("pyrout.lab.batch.PATIENCE", 1)
    result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", address)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert f"no Dask scheduler answers at {address}" in result.stderr


@pytest.mark.filterwarnings("ignore:Port")
def test_a_scheduler_without_workers(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("pyrout.lab.batch.PATIENCE", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs="CRITICAL") as empty:
        result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", empty.scheduler_address)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "has no worker that answers; start some with `dask worker`" in result.stderr


def test_a_cluster_without_its_package(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert result.stderr.startswith("pyrout: --scheduler wants the package distributed; ")
    assert result.stderr.endswith(" -m pip install 'pyrout[cluster]'\n")


def test_a_problem_is_one_line_of_the_output() -> None:
    assert error("a.lp", "bad\nthing").line == '{"schema":"pyrout/1","file":"a.lp","error":"bad\\\\nthing"}'


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("", "there is an empty value after --scheduler"),
        (" ", "--scheduler wants the address of a Dask scheduler, as tcp://127.0.0.1:8786"),
        ("nowhere", "no Dask scheduler answers at nowhere (ValueError)"),
        ("tcp://127.0.0.1:99999", "no Dask scheduler answers at tcp://127.0.0.1:99999 (ValueError)"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1 (ConnectionRefusedError)"),
    ],
)
def test_an_address_without_a_scheduler_is_one_line_at_once(
    folder: Path, tmp_path: Path, address: str, problem: str
) -> None:
    pytest.importorskip("distributed")
    result = run("batch", folder, "-o", tmp_path / "out", "--scheduler", address)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1 and problem in result.stderr


def test_a_folder_that_is_not_there_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    for missing in (tmp_path / "folder", tmp_path / "missing.lp"):
        result = run("batch", missing, "-o", out)
        assert result.exit_code == 2 and not out.exists()
        assert "no such file or folder; nothing is written; check the path" in result.stderr
