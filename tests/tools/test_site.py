"""The site without a server, as files; what a browser makes of them is in `test_site_browser`."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from positions_phase import ROOM_FOR_ONE
from site_parts import PARTS, ROOT, SEVEN, installed, needs_parts
from tiny import ENDLESS
from vasl_games import game_on_two_boards, two_boards

from pyrout.errors import UsageError
from pyrout.position.shipped import files as shipped_files
from pyrout.serve import jobs
from pyrout.serve.page import LEARN_SCRIPTS, SCRIPTS
from pyrout.site import assembly, host
from pyrout.vasl.import_game import import_game


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """Parts in name only."""
    made = tmp_path / "parts"
    for name in (*assembly.CLINGO, *(f"pyodide/{name}" for name in assembly.PYTHON)):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(name.encode())
    return made


def test_the_page_asks_for_nothing_that_the_site_does_not_have(parts: Path, tmp_path: Path) -> None:
    written = assembly.assemble(tmp_path / "site", parts, ())
    page = (tmp_path / "site/index.html").read_text("utf-8")
    asked = [name for name in re.findall(r'(?:src|href)="([^"#]*)"', page) if not name.startswith("data:")]
    assert asked == ["page.css", "learn.html", "files.js", "front.js", "given.js", *SCRIPTS]
    assert {"files.js", *assembly.OWN}.isdisjoint(SCRIPTS), "no file of the site stands in the place of a script"
    assert set(asked) <= written.keys()
    assert re.findall(r"<script(?![^>]*src=)|<style|\son[a-z]+=|\sstyle=", page) == [], "nothing is inline"
    assert "unsafe-inline" not in page and "unsafe-eval" not in page.replace("wasm-unsafe-eval", "")


def test_the_part_learn_has_all_that_it_asks_for(parts: Path, tmp_path: Path) -> None:
    written = assembly.assemble(tmp_path / "site", parts, ())
    page = (tmp_path / "site/learn.html").read_text("utf-8")
    asked = re.findall(r'(?:src|href)="([\w.-]+\.(?:js|css))"', page)
    assert asked == ["page.css", "learn.css", "files.js", "front.js", *LEARN_SCRIPTS]
    assert set(asked) <= written.keys()
    made = json.loads((tmp_path / "site/learn.json").read_text("utf-8"))
    assert 'href="learn.html"' in (tmp_path / "site/index.html").read_text("utf-8")
    questions = [*made["puzzles"], *(question for lesson in made["lessons"] for question in lesson["questions"])]
    assert {f"instances/{question['position']}.lp" for question in questions} <= written.keys()
    assert written["learn.json"] < 1_000_000


def test_what_is_kept_for_the_next_visit_is_there(parts: Path, tmp_path: Path) -> None:
    written = assembly.assemble(tmp_path / "site", parts, ())
    listed = json.loads((tmp_path / "site/files.js").read_text("utf-8").partition("self.PYROUT = ")[2].rstrip(";\n"))
    assert set(listed["files"]) - {"./"} <= written.keys()
    assert {"pyrout.zip", "worker.mjs", "clingo-engine.wasm", "pyodide/pyodide.asm.wasm"} <= set(listed["files"])
    (parts / "clingo-engine.wasm").write_bytes(b"another")
    assembly.assemble(tmp_path / "other", parts, ())
    assert listed["version"] not in (tmp_path / "other/files.js").read_text("utf-8")


def test_positions_are_listed_by_their_kind(parts: Path, tmp_path: Path) -> None:
    written = assembly.assemble(tmp_path / "site", parts, ())
    listed = json.loads((tmp_path / "site/instances/list.json").read_text("utf-8"))
    groups = {label: [name for name, _ in several] for label, several in listed}
    assert "generated/aslsk/crawl-only-01" in groups["Generated, aslsk: crawl only"]
    assert "rulings/A10-41-rash" in groups["Rulings"]
    assert "miniatures/retreat-chain" in groups["Tables"]
    assert {
        f"instances/{name if '/' in name else f'aslsk/{name}'}.lp" for several in groups.values() for name in several
    } <= written.keys()


@pytest.mark.slow
def test_answers_made_beforehand_are_those_of_the_referee(parts: Path, tmp_path: Path) -> None:
    written = assembly.assemble(tmp_path / "site", parts, ("phases", "terrain"))
    listed = json.loads((tmp_path / "site/files.js").read_text("utf-8").partition("self.PYROUT = ")[2].rstrip(";\n"))
    positions = [path for name in ("phases", "terrain") for path in (ROOT / "instances" / name).glob("*.lp")]
    assert set(listed["made"]) == {f"instances/{path.parent.name}/{path.stem}" for path in positions}
    assert {f"{place}.made" for place in listed["made"]} == {name for name in written if name.endswith(".made")}
    assert not {name for name in listed["files"] if name.endswith(".made")}, "nobody loads all of them"
    for path in positions:
        made = (tmp_path / "site" / path.relative_to(ROOT)).with_suffix(".made").read_bytes()
        answers = json.loads(zlib.decompress(made, -zlib.MAX_WBITS))
        asked = json.dumps({"text": path.read_text("utf-8"), "name": path.name})
        jobs._session.clear()  # a view has the reasons that were asked for before
        for name in ("view", "why"):
            assert answers[name] == json.loads(host.reply(name, asked, 60).body)


def test_only_generated_positions_have_no_answers_made_beforehand() -> None:
    folders = {name.partition("/")[0] for name in shipped_files()}
    assert folders - {*assembly.ANSWERED} == {"generated", "lessons"}  # those of lessons are asked by their own request


def test_a_site_is_not_written_over_another_folder(parts: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not empty"):
        assembly.assemble(parts, parts)


def test_the_archive_answers_without_the_parser_of_clingo(tmp_path: Path) -> None:
    """A browser has no such parser."""
    zipfile.ZipFile(io.BytesIO(assembly.archive())).extractall(tmp_path)
    probe = """
import sys
sys.modules["clingo.ast"] = None
import pyrout
from pyrout.program import rule_sets
assert sys.argv[1] in pyrout.__file__, pyrout.__file__
for path in rule_sets.encodings_of_positions():
    for piece, _ in rule_sets._pieces(path):
        piece.statements
print(pyrout.solve(pyrout.load(rule_sets.instances() / "aslsk/example-07.lp"))["g1"].verdict)
"""
    run = [sys.executable, "-c", probe, str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("routs\n", "")


def test_who_has_no_parts_is_told_how_to_make_them(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pyrout.site", "-o", str(tmp_path / "site"), "--parts", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert run.returncode == 2
    assert "pyrout/site/build.sh" in run.stderr and len(run.stderr.splitlines()) == 1
    assert not (tmp_path / "site").exists()


def test_the_archive_has_the_rules_and_not_the_command_line() -> None:
    names = zipfile.ZipFile(io.BytesIO(assembly.archive())).namelist()
    for wanted in ("pyrout/program/control.py", "pyrout/asp/aslsk/main.lp", "pyrout/site/host.py", "pyrout/draw/page/map.css"):
        assert wanted in names
    assert not [name for name in names if "/commands/" in name or name.endswith(("cli.py", "serve/app.py", ".ttf"))]
    assert assembly.archive() == assembly.archive()


def test_the_host_needs_nothing_that_a_browser_does_not_have() -> None:
    probe = "import sys, pyrout.site.host; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, cwd=ROOT, check=True, env={**os.environ}
    )
    for absent in ("click", "platformdirs", "wasmtime", "PIL", "starlette", "uvicorn", "multiprocessing"):
        assert f"'{absent}'" not in run.stdout


def solving(path: Path) -> dict[str, str]:
    """Return the request of another program to solve a position."""
    return {"verb": "solve", "position": path.read_text("utf-8"), "name": path.name}


def test_the_host_answers_as_the_command_line_does() -> None:
    reply = host.reply("ask", json.dumps(solving(SEVEN)), 20)
    printed = subprocess.run(
        [sys.executable, "-m", "pyrout", "solve", "--json", SEVEN.name],
        cwd=SEVEN.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert reply.status == 200 and json.loads(reply.body)["answer"] == json.loads(printed.stdout)


def test_the_host_says_what_it_is_at_and_draws() -> None:
    jobs._session.clear()  # of what another test has answered
    steps: list[tuple[Any, ...]] = []
    asked = {"text": SEVEN.read_text("utf-8"), "name": "example-07.lp"}
    reply = host.reply("view", json.dumps(asked), 20, lambda *step: steps.append(step))
    assert json.loads(reply.body)["svg"].startswith("<svg")
    assert "solving" in [words for words, _, _ in steps]


def test_the_host_explores_a_whole_phase() -> None:
    """sk-step-stacking: whoever goes first gets the place, and g1 has no other."""
    reply = host.reply("phase", json.dumps({"text": ROOM_FOR_ONE, "order": ["g2", "g1"]}), 20)
    told = json.loads(reply.body)
    assert reply.status == 200 and told["log"] == ["g2: B3", "g1: eliminated"]
    assert (told["sides"][0]["best"]["order"], told["sides"][0]["ordered"]["order"]) == (["g1", "g2"], ["g2", "g1"])


def test_a_job_that_takes_too_long_says_so_in_one_line() -> None:
    reply = host.reply("view", json.dumps({"text": ENDLESS}), 0.5)
    assert reply.status == 503
    assert json.loads(reply.body)["error"] == "time limit reached (0.5 s); leave out units or hexes that nobody needs"


@pytest.fixture
def no_board_open() -> Iterator[None]:
    host._uploads.cache_clear()
    yield
    host._uploads.cache_clear()


def given(name: str, path: Path, **asked: str) -> tuple[int, dict[str, Any]]:
    reply = host.reply(name, json.dumps({"name": path.name, **asked}), 20, contents=path.read_bytes())
    return reply.status, json.loads(reply.body)


def test_a_saved_game_is_read_with_its_boards(no_board_open: None, tmp_path: Path) -> None:
    save, boards = game_on_two_boards(tmp_path), two_boards(tmp_path)
    assert [given("board", path, alone="yes") for path in boards] == [
        (200, {"board": "bdy", "boards": ["bdy"]}),
        (200, {"board": "bdz", "boards": ["bdy", "bdz"]}),
    ]
    assert given("import", save, only="boards") == (200, {"boards": ["bdy", "bdz"]})
    status, game = given("import", save)
    expected = import_game(save, tmp_path, every_hex=True, rests=False, soon=True)
    assert (status, game["text"]) == (200, expected.text)
    reply = host.reply("view", json.dumps({"text": game["text"], "name": save.name, "board": "all"}), 20)
    view = json.loads(reply.body)
    assert reply.status == 200 and "unsolved" not in view
    assert json.loads(host.reply("words", "{}", 20).body)["boards"] == ["bdy", "bdz"]


def test_boards_of_a_former_visit_are_there(no_board_open: None, tmp_path: Path) -> None:
    save, boards = game_on_two_boards(tmp_path), two_boards(tmp_path)
    for path in boards:
        host.keep_board(path.name, path.read_bytes())
    host.keep_board("no/board", b"")  # whatever a browser has kept
    assert given("import", save)[0] == 200


def test_files_that_cannot_be_read_get_one_line(no_board_open: None, tmp_path: Path) -> None:
    save, (board, other) = game_on_two_boards(tmp_path), two_boards(tmp_path)
    status, reply = given("import", save)
    assert status == 422
    assert reply["error"] == "game.vsav: open it together with its boards: bdy and bdz"
    broken = tmp_path / "bdy"
    broken.write_bytes(board.read_bytes()[:900])
    status, reply = given("board", broken, alone="yes")
    assert status == 422 and reply["error"].startswith("bdy: ") and "\n" not in reply["error"]
    assert json.loads(host.reply("words", "{}", 20).body)["boards"] == []
    save.write_bytes(b"PK")
    status, reply = given("import", save)
    assert status == 422 and reply["error"].startswith("game.vsav: ") and "\n" not in reply["error"]
    odd = tmp_path / "my board"
    odd.write_bytes(other.read_bytes())
    assert given("board", odd) == (422, {"error": "a board archive is called as VASL does: bdy, bd02, .."})
    answer = host.reply("import", json.dumps({"name": "game.vsav"}), 20)
    assert json.loads(answer.body)["error"] == "game.vsav: no file came with the request"


def test_the_site_answers_whatever_the_server_of_the_page_answers(parts: Path, tmp_path: Path) -> None:
    """Every request of the page to `/api` is answered by the server, and on the site: by `front.js`, or by a job."""
    pytest.importorskip("starlette")
    from pyrout.serve.app import Server

    server = Server(workers=0)
    try:
        served = {route.path.split("/")[2] for route in server.app.app.routes if route.path.startswith("/api/")}  # type: ignore[attr-defined]
    finally:
        server.close()
    assembly.assemble(tmp_path / "site", parts, ())
    scripts = [(tmp_path / "site" / name).read_text("utf-8") for name in (*SCRIPTS, *LEARN_SCRIPTS)]
    asked = {name for script in scripts for name in re.findall(r"/api/([a-z-]+)", script)}
    assert asked == served - {"ask"}  # for other programs
    in_front = set(re.findall(r'name === "([a-z-]+)"', (tmp_path / "site/front.js").read_text("utf-8")))
    assert {name for name in asked - in_front if host.reply(name, "{}", 20).status == 404} == set()
    assert host.reply("nonsense", "{}", 20).status == 404


# A game of VASL as `pyrout import` writes it, after a counter was moved: some of its map is not in the file
BOARDS_NAMED = (
    'rules(aslsk). side(american). side(german). attacker(american). board("y",0,0,normal). '
    'hex("yK5",10,9). hex("yL4",11,8). terrain("yK5",woods). terrain("yL4",woods). '
    'unit(g1,german,squad). at(g1,"yK5"). status(g1,broken). unit(a1,american,squad). at(a1,"yL4").'
)


def test_a_position_whose_boards_are_not_there_is_drawn_and_says_what_it_lacks() -> None:
    reply = host.reply("view", json.dumps({"text": BOARDS_NAMED}), 20)
    view = json.loads(reply.body)
    assert reply.status == 200
    assert view["svg"].startswith("<svg")
    assert "the map around g1, in yK5, is not all in the file" in view["unsolved"]


def test_a_line_that_names_boards_asks_for_them(no_board_open: None) -> None:
    line = "aslsk; american against german; boards y; yK5 german squad 4-6-7 broken; yL4 american squad"
    reply = host.reply("of-line", json.dumps({"line": line}), 20)
    assert reply.status == 422
    said = "the position lies on boards whose archives are to be opened first: bdy"
    assert json.loads(reply.body) == {"error": said, "missing": ["bdy"]}


@pytest.mark.parametrize(
    ("asked", "status", "words"), [({"text": "x."}, 422, "unknown predicate x"), ({}, 422, "the text of a position")]
)
def test_a_bad_request_gets_one_line(asked: dict[str, str], status: int, words: str) -> None:
    reply = host.reply("change", json.dumps(asked), 20)
    assert reply.status == status
    assert words in json.loads(reply.body)["error"]


def in_node(site: Path, asked: list[list[Any]]) -> list[list[Any]]:
    """Return the answers of the referee of a site: status, body and milliseconds of each."""
    run = subprocess.run(
        ["node", "--no-experimental-fetch", str(ROOT / "tests/helpers/site_answers.mjs"), str(site)],
        input="".join(f"{json.dumps(one)}\n" for one in asked),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()][1:]


@needs_parts
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_site_reads_a_game_as_the_installed_program_does(tmp_path: Path) -> None:
    """With the engine of LOS as a browser runs it: every LOS of the position is the same."""
    assert PARTS
    assembly.assemble(tmp_path / "site", Path(PARTS), ())
    save, boards = game_on_two_boards(tmp_path), two_boards(tmp_path)
    opened = [["board", {"name": path.name, "alone": "yes"}, str(path)] for path in boards]
    *boards_read, (status, body, _) = in_node(tmp_path / "site", [*opened, ["import", {"name": save.name}, str(save)]])
    assert [board[0] for board in boards_read] == [200, 200] and status == 200, body
    expected = import_game(save, tmp_path, every_hex=True, rests=False, soon=True).text
    assert json.loads(body)["text"] == expected and expected.count("los(") > 50


@needs_parts
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_compiled_clingo_answers_as_the_installed_one(tmp_path: Path) -> None:
    """The examples of the article, without a browser; in one all of `positions` are asked."""
    assert PARTS
    assembly.assemble(tmp_path / "site", Path(PARTS), ())
    examples = sorted((ROOT / "instances/aslsk").glob("*.lp"))
    examples += [ROOT / f"instances/miniatures/{name}.lp" for name in ("battlesystem-veer", "retreat-second-turn-3")]
    compiled = in_node(tmp_path / "site", [["ask", solving(path)] for path in examples])
    assert len(compiled) == len(examples) > 10
    for path, answer, (status, body, _) in zip(examples, installed(*examples), compiled, strict=True):
        assert status == 200 and json.loads(body)["answer"] == answer, path.name
