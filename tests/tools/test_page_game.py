"""A log dropped on the page: cards of its routs, and the map before each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from page_checks import faults
from page_player import Player
from served_page import Served
from vasl_games import Game, two_logs
from vasl_saves import marker, squad

from pyrout.serve import jobs
from pyrout.serve.app import Server


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A legal rout in step 2, an illegal one in step 3, and the end of the phase."""
    made = Game(tmp_path)
    made.put("C2", squad("ru"))
    one, _ = made.put("C3", squad(broken=True), marker("DM"))
    other, _ = made.put("D3", squad(broken=True), marker("DM"))
    return made.drag(one, "C3", "C6").drag(other, "D3", "D2").turn(2)


def test_the_server_judges_a_log(game: Game) -> None:
    asked = {"files": [str(game.written())], "boards": str(game.boards), "folders": [str(game.folder)]}
    reply = jobs.answer("judge", asked, 60.0)
    assert reply.status == 200, reply.body
    told = json.loads(reply.body)
    assert [(turn["step"], turn["verdict"], turn["path"]) for turn in told["turns"]] == [
        (2, "legal", ["yC3", "yC6"]),
        (3, "illegal", ["yD3", "yD2"]),
    ]
    assert told["turns"][1]["words"] == "ILLEGAL" and told["turns"][1]["rules"] and told["rules"] == "aslsk"
    assert set(told["turns"][1]["rules"]) <= told["sentences"].keys()
    before = json.loads(jobs.answer("judge", {**asked, "step": "3"}, 60.0).body)
    assert 'at(ge1,"yC6")' in before["text"] and 'at(ge2,"yD3")' in before["text"]
    for step, words in (("x", "a step is a number"), ("99", "there is no step 99")):
        refused = jobs.answer("judge", {**asked, "step": step}, 60.0)
        assert refused.status == 422 and words in json.loads(refused.body)["error"]


def test_a_log_is_cards_and_a_map_before_each_rout(browser: Any, game: Game) -> None:
    server = Served(Server(seconds=60, workers=1, boards=game.boards))
    player = Player(browser, bypass_csp=True)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        page.set_input_files("#open", game.written())
        page.wait_for_selector("#game-turns li.illegal", timeout=60_000)
        assert page.locator("#game-turns .path").all_text_contents() == ["yC3\u203ayC6", "yD3\u203ayD2"]
        said = player.text("#game-turns li.illegal .said")
        assert player.text("#game-turns li.illegal .chip-of") == "ILLEGAL"
        assert re.fullmatch(r".*\([A-Z][^()]+\)", said) and not re.search(r"\bsk-[a-z]", said), said
        page.wait_for_selector("#map polyline.drag", state="attached", timeout=60_000)
        assert "1 of 2, before step 2" in player.text("#game-at") and page.is_disabled("#game-back")
        assert page.query_selector('#map [data-unit="ge1"]').get_attribute("data-at") == "yC3"
        page.click("#game-next")
        page.wait_for_selector("#game-at:has-text('before step 3')")
        page.wait_for_selector('#map [data-unit="ge1"][data-at="yC6"]', timeout=60_000)
        page.wait_for_selector("#map polyline.drag", state="attached", timeout=60_000)
        assert page.is_disabled("#game-next") and "may end in" in player.text("#game-turns [aria-current]")
        assert page.locator("#map .legal-end").count() > 0
        assert page.locator("#units [aria-pressed=true][data-choose=ge2]").count() == 1
        assert faults(page) == []
        page.click("#game-filters button:has-text('ILLEGAL')")
        assert page.locator("#game-turns li[data-turn]:visible").count() == 1
        page.click("#game-filters button:has-text('All')")
        page.click('#game-turns li[data-turn="0"] button')
        page.wait_for_selector('#map [data-unit="ge1"][data-at="yC3"]', timeout=60_000)
        assert page.is_hidden("#problem")
        assert page.locator("#map polyline.drag").count() == 1, "the drag of the other step is gone"
        page.click("#undo")
        page.wait_for_selector("#game-at:has-text('before step 3')", timeout=60_000)
        # an example puts the table away; Undo brings it back
        player.choose_example("example-03")
        page.wait_for_selector("#game", state="hidden", timeout=60_000)
        assert "MUST ROUT" in player.text("#answer") and page.locator("#map polyline.drag").count() == 0
        page.click("#undo")
        page.wait_for_selector("#game:visible #game-at:has-text('before step 3')", timeout=60_000)
        # another file puts the table away
        lone = game.folder / "lone.lp"
        lone.write_text(json.loads(ask(server.port, game, 2))["text"])
        page.set_input_files("#open", lone)
        page.wait_for_selector("#game", state="hidden", timeout=60_000)
    finally:
        player.context.close()
        server.close()


def test_a_step_that_is_given_up_is_not_opened(browser: Any, game: Game) -> None:
    server = Served(Server(seconds=60, workers=1, boards=game.boards))
    player = Player(browser)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        page.set_input_files("#open", game.written())
        page.wait_for_selector("#game-at:has-text('1 of 2')", timeout=60_000)
        page.wait_for_selector("body[data-reasons=there]")
        title, held = player.text("#title"), []
        page.route("**/api/judge*", lambda route: held.append(route))
        page.locator("#game-next").click()
        page.locator("#cancel").click()
        page.wait_for_selector("#busy:has-text('Cancelled.')")
        page.locator("#game-next").click()
        page.wait_for_timeout(100)
        player.choose_example("example-03")
        page.wait_for_selector("#title:has-text('example-03.lp')")
        page.wait_for_selector("body[data-reasons=there]")
        for route in held:
            route.continue_()
        page.wait_for_timeout(1500)
        assert "example-03.lp" in player.text("#title") and page.is_hidden("#game")
        page.locator("#undo").click()
        page.wait_for_selector("#game", state="visible")
        assert player.text("#title") == title
    finally:
        player.context.close()
        server.close()


def test_logs_that_are_opened_together_are_one_game(browser: Any, tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.put("C2", squad("ru"))
    first, second = two_logs(game)
    server = Served(Server(seconds=60, workers=1, boards=game.boards))
    player = Player(browser)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        page.set_input_files("#open", [second, first])
        page.wait_for_selector("#game-turns li.legal", timeout=60_000)
        page.wait_for_selector("#map polyline.drag", state="attached", timeout=60_000)
        assert page.locator("#game-turns .path").all_text_contents() == ["yC3\u203ayC4\u203ayC5\u203ayC6"]
        assert page.query_selector('#map [data-unit="ge1"]').get_attribute("data-at") == "yC3"
        assert page.is_hidden("#problem")
        # An error in one of them names it
        first.write_bytes(game.save.data())
        page.set_input_files("#open", [second, first])
        page.wait_for_selector("#problem:has-text('z.vlog: it is no log: it has no steps')", timeout=60_000)
    finally:
        player.context.close()
        server.close()


def test_logs_come_one_behind_the_other_in_a_request(game: Game, tmp_path: Path) -> None:
    contents = game.written().read_bytes()
    server = Served(Server(seconds=60, workers=1, boards=game.boards))
    headers = {"X-Pyrout": "1", "Content-Type": "application/octet-stream"}
    bad = (
        "[",
        "{}",
        "[]",
        "[1]",
        '[["a.vlog"]]',
        '[["a.vlog", true]]',
        '[["a.vlog", -1]]',
        '[["a.vlog", 1]]',
        "[" * 9000,
    )
    try:
        whole = quote(json.dumps([["a.vlog", len(contents)]]))
        status, _, body = server.ask("POST", f"/api/judge?parts={whole}", contents, headers)
        assert status == 200 and len(json.loads(body)["turns"]) == 2
        for parts in bad:
            status, _, body = server.ask("POST", f"/api/judge?parts={quote(parts)}", contents, headers)
            assert status == 422 and "`parts` lists the files" in json.loads(body)["error"], parts
        many = quote(json.dumps([["a.vlog", 0]] * 60))
        status, _, body = server.ask("POST", f"/api/judge?parts={many}", b"", headers)
        assert status == 422 and "more than 50 logs" in json.loads(body)["error"]
    finally:
        server.close()


def test_a_log_without_its_boards_says_so(browser: Any, game: Game) -> None:
    server = Served(Server(seconds=60, workers=1))
    player = Player(browser)
    try:
        page = player.open(f"http://127.0.0.1:{server.port}/")
        page.set_input_files("#open", game.written())
        page.wait_for_selector("#problem:has-text('open it together with its boards: bdy')", timeout=60_000)
        assert page.is_hidden("#game")
    finally:
        player.context.close()
        server.close()


def ask(port: int, game: Game, step: int) -> bytes:
    request = Request(
        f"http://127.0.0.1:{port}/api/judge?name=game.vlog&step={step}",
        data=game.written().read_bytes(),
        headers={"X-Pyrout": "1", "Content-Type": "application/octet-stream"},
    )
    with urlopen(request, timeout=60) as reply:
        return bytes(reply.read())
