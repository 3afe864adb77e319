"""The command `pyrout generate`: its files, its seeds, its refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from day import of_today
from shipped_positions import ROOT, ROUTES, case_of, files, line_of, run

import pyrout
from pyrout.lab.corpora import manifest
from pyrout.lab.generate import miniatures as tables
from pyrout.lab.generate.kinds import KINDS
from pyrout.position.corpus import Made, read_corpus


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    of_today(
        [
            *(("aslsk", "eliminated"), ("aslsk", "cover-to-cover"), ("asl", "surrender")),
            *(("aslsk", "crowded"), ("asl", "only-order-saves-all")),
        ],
        3,
    ),
)
@pytest.mark.slow
def test_the_shipped_files_come_again(tmp_path: Path, ruleset: str, kind: str) -> None:
    """In another process, with other hashes: byte for byte."""
    command = [sys.executable, "-m", "pyrout", "generate", "--want", kind, "--rules", ruleset, "--count", "2"]
    command += ["--routes", str(ROUTES), "--seed", "1", "-o", str(tmp_path / "again.jsonl")]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7"}, timeout=300)
    made = (tmp_path / "again.jsonl").read_text("utf-8").splitlines()
    assert made == [line_of(file).text() for file in files(ruleset, kind)[:2]]


def test_a_corpus_grows_and_keeps_what_it_has(tmp_path: Path) -> None:
    corpus = tmp_path / "own.jsonl"
    shipped = files("aslsk", "detour")[0]
    corpus.write_text(line_of(shipped).text() + "\n", "utf-8")
    result = run("--want", "eliminated", "-o", corpus)
    assert result.exit_code == 0, result.output
    assert list(read_corpus(corpus)) == ["detour-01", "eliminated-01"]
    again = run("--want", "eliminated", "-o", corpus)
    assert (
        again.exit_code == 2 and again.stderr.startswith("pyrout: ") and "eliminated-01 already exists" in again.stderr
    )
    assert run("--want", "eliminated", "--seed", 2, "--force", "-o", corpus).exit_code == 0
    detour, other = read_corpus(corpus).values()
    assert detour == line_of(shipped) and other.made == Made(2, 1, 24) and other.question == "solve"
    folder = run("--want", "eliminated", "--seed", 2, "--json", "-o", tmp_path)
    assert folder.exit_code == 0
    assert (tmp_path / "eliminated-01.lp").read_text("utf-8") == other.position
    answer = json.loads((tmp_path / "eliminated-01.json").read_text("utf-8"))
    assert {**answer, "file": "eliminated-01", "options": {}} == other.answer
    for needless in ("--json", "--quiz"):
        refused = run("--want", "eliminated", needless, "-o", corpus)
        assert refused.exit_code == 2 and "leave out --json and --quiz" in refused.stderr


@pytest.mark.slow
def test_another_seed_gives_others(tmp_path: Path) -> None:
    for seed in (1, 2):
        assert run("--want", "enemy-hex", "--seed", seed, "-o", tmp_path / str(seed)).exit_code == 0
    one, two = ((tmp_path / str(seed) / "enemy-hex-01.lp").read_text("utf-8") for seed in (1, 2))
    assert one != two


@pytest.mark.slow
def test_several_kinds_at_once(tmp_path: Path) -> None:
    result = run("--want", "enemy-hex,free", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.iterdir()
    assert path.name == "enemy-hex+free-01.lp"
    case = case_of(pyrout.load(path).without("expect"))
    assert KINDS["enemy-hex"].holds(case) and KINDS["free"].holds(case)
    assert pyrout.verify(path) == []
    corpus = tmp_path / "both.jsonl"
    assert run("--want", "enemy-hex,free", "-o", corpus).exit_code == 0
    (line,) = read_corpus(corpus).values()
    assert line.position == path.read_text("utf-8")
    (kind,) = manifest([str(corpus)]).corpora[0].kinds
    assert " --want enemy-hex,free " in kind.command


@pytest.mark.slow
def test_one_option(tmp_path: Path) -> None:
    result = run("--want", "option:crawl_toward", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.iterdir()
    assert "with crawl_toward=" in " ".join(path.read_text("utf-8").split("\n% "))
    position = pyrout.load(path)
    answers = [
        pyrout.solve(position, options={"crawl_toward": value}, excluded=False)["g1"].routes
        for value in ("mf", "hexes", "reachable", "free")
    ]
    assert len(set(answers)) > 1


@pytest.mark.slow
def test_a_file_of_hexes_is_a_board(tmp_path: Path) -> None:
    board = ROOT / "instances" / "aslsk" / "example-07.lp"
    result = run("--want", "enemy-hex", "--board", board, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    position = pyrout.load(tmp_path / "enemy-hex-01.lp")
    terrain = {f.args for f in pyrout.load(board).of("terrain")}
    assert {f.args for f in position.of("terrain")} <= terrain
    assert pyrout.verify(position) == []


BOARD = ROOT.parent / "shared" / "data" / "vasl" / "boards" / "bdz"


@pytest.mark.skipif(not BOARD.exists(), reason="no board archive here")
@pytest.mark.slow
def test_an_archive_is_a_board(tmp_path: Path) -> None:
    result = run("--want", "enemy-hex", "--board", BOARD, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    position = pyrout.load(tmp_path / "enemy-hex-01.lp")
    assert all(str(fact.args[0]).startswith("z") for fact in position.of("hex"))
    assert [str(fact) for fact in position.of("los_rules")] == ["los_rules(aslsk)"]
    assert pyrout.verify(position) == []


def test_the_kinds_are_listed() -> None:
    result = run("--list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == [*KINDS, *tables.kinds()]
    of_kit = run("--list", "--rules", "aslsk").output
    assert "surrender " not in of_kit and "stacking " in of_kit


def test_what_cannot_be_found_is_said_in_one_line(tmp_path: Path) -> None:
    result = run("--want", "detour", "--tries", 1, "--count", 2, "-o", tmp_path)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "detour: found 0 of 2 in 1 tries" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    there = tmp_path / "enemy-hex-02.lp"
    there.write_text("mine", encoding="utf-8")
    result = run("--want", "enemy-hex", "--count", 2, "-o", tmp_path)
    assert result.exit_code == 2
    assert "enemy-hex-02.lp already exists" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == [there.name]
    assert there.read_text("utf-8") == "mine"
    assert run("--want", "enemy-hex", "--count", 2, "-o", tmp_path, "--force").exit_code == 0
    assert there.read_text("utf-8") != "mine"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-o", "x"], "wants --want KIND"),
        (["--want", "free"], "wants -o DIR"),
        (["--want", "fun", "-o", "x"], "there is no kind fun"),
        (["--want", "free:mf", "-o", "x"], "there is no kind free:mf"),
        (["--want", "option:luck", "-o", "x"], "no option luck"),
        (["--want", "surrender", "-o", "x"], "has no positions of the kind surrender; choose --rules asl"),
        (["--want", "eliminated,free", "-o", "x"], "no position is eliminated and free at once"),
        (["--want", "enemy-hex,doomed", "-o", "x"], "no position is enemy-hex and doomed at once"),
        (["--want", "stacking,one-route,free", "-o", "x"], "no position is stacking and free at once"),
        (["--want", "free", "--rules", "chess", "-o", "x"], "no rule set is called 'chess'"),
        (["--want", "free", "--count", "0", "-o", "x"], "--count"),
        (["--want", "free", "--seed", "one", "-o", "x"], "--seed"),
        (["--want", "free", "--board", "nowhere.lp", "-o", "x"], "nowhere.lp: no such file"),
        (["--want", "free", "--board", "nowhere", "-o", "x"], "nowhere"),
    ],
)
def test_bad_arguments(args: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.lp"))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run("--want", "free", "-o", tmp_path / "file" / "folder")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
