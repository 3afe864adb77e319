"""Saved games and boards on the site without a server, in Chromium."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from site_parts import PARTS
from site_player import START, Reader
from vasl_boards import DOT
from vasl_games import Game, game_on_two_boards, two_boards, two_logs
from vasl_saves import marker, squad

from pyrout.position.line import pack, position_of

pytestmark = [
    pytest.mark.skipif(not PARTS, reason="needs the parts of the site (PYROUT_SITE_PARTS)"),
]
ANSWER = "in yC6, 6 MF: may rout To yD6 2 MF"


@pytest.fixture
def reader(browser: Any, site: str) -> Iterator[Reader]:
    """A page of a browser that keeps nothing of another test."""
    made = Reader(browser)
    made.open(site)
    made.page.wait_for_selector("body[data-referee=ready]", timeout=START)
    yield made
    asked = [url for url in made.requests if not url.startswith((site, "data:", "blob:"))]
    made.context.close()
    assert asked == []


def opened(reader: Reader, *files: Path) -> None:
    """Open files together, and wait until they are drawn or refused."""
    before = reader.times_drawn
    reader.page.locator("#open").set_input_files([str(file) for file in files])
    reader.until(f"Number(document.body.dataset.shown) > {before} || !document.getElementById('problem').hidden")


def test_a_game_is_answered_with_the_boards_that_come_with_it(reader: Reader, site: str, tmp_path: Path) -> None:
    save, boards = game_on_two_boards(tmp_path), two_boards(tmp_path)
    opened(reader, save, *boards)
    reader.ready()
    assert ANSWER in reader.text("#panel")
    assert reader.complaints == []
    # The next visit has the boards
    reader.page.goto("about:blank")
    reader.open(site)
    reader.page.wait_for_selector("body[data-referee=ready]", timeout=START)
    opened(reader, save)
    reader.ready()
    assert ANSWER in reader.text("#panel") and reader.page.locator("#problem").is_hidden()


def test_a_dropped_folder_is_a_game_with_its_boards(reader: Reader, tmp_path: Path) -> None:
    """Files of other kinds in it are no trouble; one without any that can be opened gets one line."""
    folder, empty = tmp_path / "game", tmp_path / "empty" / "within"
    (folder / "boards").mkdir(parents=True)
    empty.mkdir(parents=True)
    game_on_two_boards(folder)
    two_boards(folder / "boards")
    (folder / "boards" / "readme.txt").write_text("boards", "utf-8")
    reader.drop(empty.parent)
    reader.page.wait_for_selector("#problem:not([hidden])")
    assert reader.text("#problem").startswith("the folder has no position (.lp), no saved game")
    before = reader.times_drawn
    reader.drop(folder)
    reader.until(f"Number(document.body.dataset.shown) > {before}")
    reader.ready()
    assert ANSWER in reader.text("#panel") and reader.page.locator("#problem").is_hidden()
    shelf = reader.page.locator("#art option").evaluate_all("all => all.map((e) => e.value)")
    assert shelf == ["", "all", "bdy", "bdz"]
    assert reader.complaints == []


def test_the_next_visit_offers_its_boards_by_name(reader: Reader, site: str, tmp_path: Path) -> None:
    boards = two_boards(tmp_path)
    with zipfile.ZipFile(boards[0], "a") as archive:
        archive.writestr("bdy.gif", DOT)
    shelf = reader.page.locator("#art")
    assert shelf.locator("option").all_text_contents() == ["none"]
    for board in boards:
        opened(reader, board)
        reader.ready()
    reader.page.evaluate("localStorage.clear()")
    reader.page.goto("about:blank")
    reader.open(site)
    assert shelf.locator("option").all_text_contents() == ["none", "all", "bdy", "bdz"]
    before = reader.times_drawn
    line = "aslsk; german against russian; boards y; yC6 german squad 4-6-7 broken dm; yC4 russian squad 4-4-7"
    reader.page.locator("#more-menu").evaluate("menu => { menu.open = true; }")
    reader.page.locator("#lines").evaluate("lines => { lines.open = true; }")
    reader.page.locator("#line").fill(line)
    reader.page.locator("#line-open").click()
    reader.until(f"Number(document.body.dataset.shown) > {before} || !document.getElementById('problem').hidden")
    reader.ready()
    reader.page.locator("#judge").click()  # the editor was open for the board without units
    assert ANSWER in reader.text("#panel")
    assert shelf.input_value() == "all"
    assert reader.page.locator("#map image").get_attribute("href").startswith("blob:")
    assert reader.complaints == []


def test_a_game_is_judged_from_its_logs(reader: Reader, tmp_path: Path) -> None:
    """A legal rout in step 2, an illegal one in step 3; then a rout that goes on in a second log."""
    game = Game(tmp_path)
    game.put("C2", squad("ru"))
    one, _ = game.put("C3", squad(broken=True), marker("DM"))
    other, _ = game.put("D3", squad(broken=True), marker("DM"))
    log = game.drag(one, "C3", "C6").drag(other, "D3", "D2").turn(2).written()
    page = reader.page
    page.locator("#open").set_input_files([str(log), str(game.boards / "bdy")])
    page.wait_for_selector("#game-turns li.illegal", timeout=START)
    page.wait_for_selector("#map polyline.drag", state="attached")
    assert page.locator("#game-turns .path").all_text_contents() == ["yC3\u203ayC6", "yD3\u203ayD2"]
    assert "1 of 2, before step 2" in reader.text("#game-at")
    page.locator("#game-next").click()
    page.wait_for_selector('#map [data-unit="ge1"][data-at="yC6"]')
    reader.until("document.getElementById('game-at').innerText.startsWith('2 of 2, before step 3')")
    reader.until("document.querySelectorAll('#map polyline.drag').length === 1")
    assert "may end in" in reader.text("#game-lines") and page.locator("#game-next").is_disabled()
    page.locator("#game-back").click()
    page.wait_for_selector('#map [data-unit="ge1"][data-at="yC3"]')
    assert page.locator("#problem").is_hidden()
    (tmp_path / "more").mkdir()
    chain = Game(tmp_path / "more")
    chain.put("C2", squad("ru"))
    page.locator("#open").set_input_files([str(each) for each in reversed(two_logs(chain))])
    reader.until("document.querySelector('#game-turns .path')?.textContent === 'yC3\u203ayC4\u203ayC5\u203ayC6'")
    reader.until("document.querySelectorAll('#map polyline.drag').length === 1")
    assert page.locator("#problem").is_hidden() and reader.complaints == []


def test_what_cannot_be_read_gets_one_line(reader: Reader, tmp_path: Path) -> None:
    save, (board, other) = game_on_two_boards(tmp_path), two_boards(tmp_path)
    opened(reader, save)
    assert reader.text("#problem") == "game.vsav: open it together with its boards: bdy and bdz Open boards"
    board.write_bytes(board.read_bytes()[:900])
    opened(reader, save, board, other)
    reader.until("document.getElementById('problem').innerText.includes('bdy: ')")
    assert "\n" not in reader.text("#problem")


def test_a_link_waits_for_its_boards(reader: Reader, site: str, tmp_path: Path) -> None:
    boards = two_boards(tmp_path)
    line = "aslsk; german against russian; boards y; yC6 german squad 4-6-7 broken dm; yC4 russian squad 4-4-7"
    reader.page.evaluate("sessionStorage.clear(); localStorage.clear()")
    reader.page.goto("about:blank")
    reader.page.goto(f"{site}#l={pack(position_of(line, need='facts'))}")
    reader.page.wait_for_selector("#problem:has-text('are to be opened first: bdy')", timeout=START)
    before = reader.times_drawn
    reader.page.locator("#open").set_input_files(str(boards[0]))
    reader.until(f"Number(document.body.dataset.shown) > {before}")
    reader.ready()
    assert ANSWER in reader.text("#panel") and reader.page.locator("#problem").is_hidden()
