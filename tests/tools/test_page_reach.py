"""Tests of the bars of the page on a phone, and of its search for examples."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_player import BROWSER, SEVEN, SIZES, Player
from served_page import Served

from pyrout.serve.app import Server

LEAST = 44  # pixels of what a thumb presses
CONTROLS = (
    "#tools > :is(button, label.file), #tools > details > summary, #modes > *, .floats > *"
)


@pytest.fixture
def phone(browser: Any) -> Any:
    made = Player(browser, viewport=SIZES["phone"], has_touch=True)
    yield made
    made.context.close()
    assert made.complaints == []


def test_the_bars_of_a_phone_are_whole_and_large_enough(phone: Player, served: str) -> None:
    page = phone.open(served)
    width = SIZES["phone"]["width"]
    rows: dict[str, set[int]] = {"tools": set(), "modes": set(), "floats": set()}
    named = []
    for control in page.locator(CONTROLS).all():
        if not control.is_visible() or "quiet" in (control.get_attribute("class") or ""):
            continue
        box, words = control.bounding_box(), control.inner_text().strip() or control.get_attribute("aria-label")
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, words
        assert min(box["width"], box["height"]) >= LEAST, words
        assert control.evaluate("e => e.scrollWidth <= e.clientWidth + 2"), words
        bar = control.evaluate("e => e.closest('#tools') ? 'tools' : e.closest('#modes') ? 'modes' : 'floats'")
        rows[bar].add(round(box["y"]))
        named.append(words)
    assert [len(several) for several in rows.values()] == [1, 1, 1], rows
    assert {"New", "Edit", "Open", "Examples", "Learn", "Undo", "Redo", "Share", "More"} <= set(named)
    for menu in ("example-menu", "save-menu", "more-menu"):
        page.locator(f"#{menu} > summary").tap()
        box = page.locator(f"#{menu} > div").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, menu
        assert box["y"] >= 0 and box["y"] + box["height"] <= SIZES["phone"]["height"], menu
        page.keyboard.press("Escape")


def test_an_example_is_found_by_typing_words_of_its_title(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator("#example-menu > summary").click()
    page.wait_for_selector("#find-example:focus")
    groups = [said.rpartition(" (")[0] for said in page.locator("#examples summary").all_inner_texts()]
    assert groups[:3] == ["Lessons", "Examples of the article", "Rulings"]
    assert "Generated, aslsk: crawl only" in groups
    page.keyboard.type("adjacent KNOWN article")
    assert page.locator("#examples button:visible").all_inner_texts() == [
        "Example 2: A unit does not move adjacent to a Known enemy unit example-02"
    ]
    assert player.text("#examples-found") == "1 found"
    before = player.times_drawn
    page.keyboard.press("Enter")
    player.settled(before)
    assert "example-02.lp" in player.text("#title") and page.locator("#example-menu > div").is_hidden()
    page.locator("#example-menu > summary").click()
    page.wait_for_selector("#find-example:focus")
    page.keyboard.type("nothing of that kind")
    assert player.text("#examples-found") == "0 found" and page.locator("#examples button:visible").count() == 0
    page.locator("#find-example").fill("")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.example") == "example-01"
    before = player.times_drawn
    page.keyboard.press("Enter")
    player.settled(before)
    assert "example-01.lp" in player.text("#title")


def test_the_page_works_at_an_address_of_the_network(browser: Any) -> None:
    """Away from 127.0.0.1 a browser grants a page less; the address is that of no machine, led to the server."""
    server = Served(Server(seconds=20, workers=1))
    server.server.at(server.port, "192.0.2.7")
    phone = browser.browser_type.launch(
        executable_path=BROWSER, args=["--no-sandbox", "--host-resolver-rules=MAP 192.0.2.7 127.0.0.1"]
    )
    try:
        player = Player(phone, viewport=SIZES["phone"])
        page = player.open(f"http://192.0.2.7:{server.port}/")
        assert page.evaluate("window.isSecureContext") is False
        assert player.text("#answer .head") == "g1 (german squad) in yK5, 6 MF: MUST ROUT"
        before = player.times_drawn
        player.choose_example("example-03")
        player.settled(before)
        before = player.times_drawn
        page.set_input_files("#open", SEVEN)
        player.settled(before)
        page.goto(f"http://192.0.2.7:{server.port}/learn.html#lesson-1")
        page.wait_for_selector("#map .hex")
        assert [said for said in player.complaints if "Cross-Origin-Opener-Policy" not in said] == []
    finally:
        phone.close()
        server.close()


def test_a_unit_more_makes_the_page_no_longer(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator("#edit").click()
    before = player.times_drawn
    page.locator("#typed").fill("yK4 german squad")
    page.keyboard.press("Enter")
    player.settled(before)
    assert page.locator("#map .unit").count() == 4
    high = page.evaluate("[document.documentElement.scrollHeight, document.body.scrollHeight]")
    assert max(high) <= SIZES["desk"]["height"]
    assert not re.search(r"\d ?ms\b|milliseconds", page.locator("body").inner_text())
