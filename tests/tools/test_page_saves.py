"""Links without their boards; what is assumed of a saved game stays in its links; other rules read it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_player import Player
from served_page import Served
from vasl_games import Game, game_on_two_boards, two_boards
from vasl_saves import marker, squad

from pyrout.position.line import pack, position_of
from pyrout.serve.app import Server

LINE = "aslsk; german against russian; boards y, z; yC6 german squad 4-6-7 broken dm; yC4 russian squad 4-4-7"
ROUTS = "german squad) in yC6, 6 MF: may rout"


@pytest.fixture
def address() -> Iterator[str]:
    """A server that knows no board."""
    server = Served(Server(seconds=30, workers=1))
    yield f"http://127.0.0.1:{server.port}/"
    server.close()


@pytest.fixture
def player(browser: Any) -> Iterator[Player]:
    made = Player(browser)
    yield made
    made.context.close()
    assert [each for each in made.complaints if "Failed to load resource" not in each] == []


def open_setup(page: Any) -> None:
    page.evaluate("document.getElementById('setup').open = true")


def test_a_link_is_shown_once_its_boards_are_opened(player: Player, address: str, tmp_path: Path) -> None:
    boards = two_boards(tmp_path)
    page = player.page
    page.goto(f"{address}#l={pack(position_of(LINE, need='facts'))}")
    page.wait_for_selector("body[data-ready=yes]")
    said = "the position lies on boards whose archives are to be opened first: "
    assert player.text("#problem").startswith(f"{said}bdy and bdz")
    assert page.locator("#map .hex[tabindex]").count() == 0, "no example stands in its place"
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open boards").click()
    chooser.value.set_files(boards[0])
    player.settled(0)
    assert ROUTS in player.text("#answer .head") and page.locator("#problem").is_hidden()
    open_setup(page)
    assert "What lies on these boards is left out, for their archives are not open: bdz." in player.text("#assumed")
    before = player.times_drawn
    page.set_input_files("#open", boards[1])
    player.settled(before)
    assert player.text("#assumed") == "" and ROUTS in player.text("#answer .head")


def test_a_link_opened_beside_a_position_waits_for_its_boards(player: Player, address: str, tmp_path: Path) -> None:
    page = player.open(address)
    page.evaluate(f"location.hash = '#l={pack(position_of(LINE, need='facts'))}'")
    page.wait_for_selector("#problem:has-text('bdy and bdz')")
    assert player.text("#aside").startswith("Still on the map: Example 7: "), "what was shown stays"
    before = player.times_drawn
    page.set_input_files("#open", two_boards(tmp_path))
    player.settled(before)
    assert ROUTS in player.text("#answer .head")


def test_a_save_is_read_once_its_boards_are_opened(player: Player, address: str, tmp_path: Path) -> None:
    boards, save = two_boards(tmp_path), game_on_two_boards(tmp_path)
    page = player.open(address)
    page.set_input_files("#open", save)
    page.wait_for_selector("#problem:has-text('open it together with its boards: bdy and bdz')")
    assert page.get_by_role("button", name="Open boards").count() == 1
    before = player.times_drawn
    page.set_input_files("#open", boards)
    player.settled(before)
    assert ROUTS in player.text("#answer .head") and player.text("#title") == "Saved game game"
    assert page.locator("#warning button").count() == 0

    def started_again(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "open": ["bdz"]})

    page.route("**/api/view", started_again)
    before = player.times_drawn
    page.locator('#map [data-unit="ru1"]').focus()
    page.keyboard.press("Delete")
    player.settled(before)
    assert "The archives of the boards y are not open any more: the server was started again." in player.text("#warning")
    assert page.locator("#art option").evaluate_all("all => all.map((e) => e.value)") == ["", "bdz"]


def test_notes_of_a_save_stay_in_its_link_and_after_a_reload(
    player: Player, browser: Any, address: str, tmp_path: Path
) -> None:
    """Also where a board is missing, and what lies there is left out."""
    boards, save = two_boards(tmp_path), game_on_two_boards(tmp_path)
    page = player.open(address)
    before = player.times_drawn
    page.set_input_files("#open", [save, boards[0]])
    player.settled(before)
    open_setup(page)
    assert "This board is missing, and what lies there is left out: bdz" in player.text("#assumed")
    shown = player.text("#assumed")
    page.wait_for_selector("body[data-address=there]")
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    open_setup(page)
    assert player.text("#assumed") == shown
    other = Player(browser)
    try:
        other.open(page.url)
        open_setup(other.page)
        assert other.text("#assumed") == shown
        assert ROUTS in other.text("#answer .head")
    finally:
        other.context.close()


def test_a_link_has_room_for_the_most_important_notes(player: Player, address: str, tmp_path: Path) -> None:
    boards, save = two_boards(tmp_path), game_on_two_boards(tmp_path)
    page = player.open(address)
    many = [["left out", ["A gun is left out."]], ["LOS", [f"{n}: {'%x' % (n**9)}" for n in range(190)]]]
    page.route("**/api/import?name=**", lambda route: fulfilled(route, many))
    before = player.times_drawn
    page.set_input_files("#open", [save, *boards])
    player.settled(before)
    page.wait_for_selector("body[data-address=there]")
    assert len(page.url) < 2_100
    page.evaluate("sessionStorage.clear(); localStorage.clear()")
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector("body[data-ready=yes]")
    page.evaluate("sessionStorage.clear(); localStorage.clear()")
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    open_setup(page)
    assert "A gun is left out." in player.text("#assumed")
    assert "further assumptions are listed where the saved game itself is opened." in player.text("#assumed")


def fulfilled(route: Any, notes: Any) -> None:
    reply = route.fetch()
    body = reply.json()
    route.fulfill(response=reply, json={**body, "notes": notes} if "notes" in body else body)


@pytest.mark.parametrize("code", ["AAAA", "q1YqVg", "eJw"])
def test_notes_that_cannot_be_read_are_said_to_be_lost(player: Player, served: str, code: str) -> None:
    line = 'aslsk; german against russian; hex("A1",0,1); terrain("A1",woods); A1 german squad broken; - russian squad'
    page = player.open(f"{served}#l={pack(position_of(line, need='facts'))}&n={code}")
    open_setup(page)
    assert "What was taken from the saved game, or assumed, cannot be read in this link." in player.text("#assumed")


def test_other_rules_read_the_save_again(player: Player, browser: Any, address: str, tmp_path: Path) -> None:
    boards, save = two_boards(tmp_path), game_on_two_boards(tmp_path)
    page = player.open(address)
    before = player.times_drawn
    page.set_input_files("#open", [save, *boards])
    player.settled(before)
    open_setup(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/import?" in request.url else None)
    page.locator('#map [data-unit="ru1"]').click()
    player.drag("ru1", "yC2")
    before = player.times_drawn
    page.select_option("#rules", "asl")
    player.settled(before)
    assert player.text("#setup-name").startswith("Set-up: asl,")
    assert page.locator("#rules").input_value() == "asl"
    assert "The rules are taken to be" not in player.text("#assumed"), "they were chosen"
    assert page.locator('#map [data-unit="ru1"]').get_attribute("data-at") == "yC4"
    assert "without what was changed since. Undo brings that back." in player.text("#warning")
    assert asked and all("rules=asl" in url for url in asked)
    before = player.times_drawn
    page.locator("#undo").click()
    player.settled(before)
    assert page.locator('#map [data-unit="ru1"]').get_attribute("data-at") == "yC2"
    assert player.text("#setup-name").startswith("Set-up: aslsk,")
    # After a reload the file is not here any more
    page.reload()
    page.wait_for_selector("body[data-ready=yes][data-reasons=there]")
    open_setup(page)
    before = player.times_drawn
    page.select_option("#rules", "asl")
    player.settled(before)
    said = "Not everything that the rules asl take from the saved game is here: open its file again, then choose them."
    assert said in player.text("#assumed")


def test_other_rules_judge_a_log_again(player: Player, address: str, tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.put("C2", squad("ru"))
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    other, _ = game.put("D3", squad(broken=True), marker("DM"))
    log = game.drag(one, "C3", "C6").drag(other, "D3", "D2").turn(2).written()
    page = player.open(address)
    page.set_input_files("#open", [log, game.boards / "bdy"])
    page.wait_for_selector("#game-at:has-text('1 of 2')")
    page.locator("#game-next").click()
    page.wait_for_selector("#game-at:has-text('2 of 2')")
    open_setup(page)
    assert player.text("#setup-name").startswith("Set-up: aslsk,")
    page.select_option("#rules", "asl")
    page.wait_for_selector("#setup-name:has-text('Set-up: asl,')")
    page.wait_for_selector("#game-at:has-text('2 of 2')")
    assert page.locator("#game").is_visible() and page.locator("#problem").is_hidden()
