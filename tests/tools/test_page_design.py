"""The acceptance checks of the page's design, in a real browser: what is seen at three widths, and what a hand may do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from page_checks import OVERLAPS, faults
from page_player import SEVEN, SIZES, Player


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest, browser: Any, served: str) -> Any:
    """Yield a player at each of the three widths, with Example 7 open."""
    made = Player(browser, viewport=SIZES[request.param], has_touch=request.param == "phone", bypass_csp=True)
    made.open(served)
    yield request.param, made
    made.context.close()
    assert made.complaints == []


def test_the_first_view_keeps_the_design(sized: tuple[str, Player]) -> None:
    size, player = sized
    page = player.page
    assert page.evaluate(OVERLAPS)[0], "there are labels"
    assert faults(page) == []
    banner = page.locator(".banner").bounding_box()
    assert banner["y"] >= 0 and banner["y"] + banner["height"] <= SIZES[size]["height"], "the verdict is in sight"
    best = page.locator(".facts").bounding_box()
    assert best["y"] + best["height"] <= SIZES[size]["height"], "and where the unit goes"
    if size == "desk":
        board = page.locator("#board").bounding_box()
        assert board["width"] * board["height"] >= 0.7 * 1400 * 900
    page.locator("#edit").click()
    page.locator('#map [data-unit="a1"]').dispatch_event("click")
    form = page.locator("#editor legend").bounding_box()
    assert 0 < form["y"] < SIZES[size]["height"] - 100, "the form of a counter is in sight"
    page.locator("#editor .checks input").first.click(trial=True)


def test_no_label_lies_on_a_counter_at_any_zoom_nor_on_the_hex_that_is_asked_about(player: Player, served: str) -> None:
    page = player.open(served)
    page.evaluate("ground = document.querySelector('#map .hex')")
    for button in ("#larger", "#larger", "#fit", "#smaller", "#home"):
        page.locator(button).click()
        assert page.evaluate(OVERLAPS)[1] == [], button
    assert page.evaluate("ground === document.querySelector('#map .hex')"), "the ground is drawn once"
    player.hex("yK6").dispatch_event("click")
    assert page.evaluate(OVERLAPS)[1] == []
    assert page.evaluate("""() => {
      const hex = document.querySelector('#map [data-hex="yK6"]').getBoundingClientRect();
      const x = hex.left + hex.width / 2, y = hex.top + hex.height / 2;
      return [...document.querySelectorAll("#map .overlay:not(.other) .tag")].every((tag) => {
        const box = tag.getBoundingClientRect();
        return box.right < x || box.left > x || box.bottom < y || box.top > y;
      });
    }""")


@pytest.mark.parametrize("hex_", ["yK4", "yL3", "yI4", "yK6"])
def test_the_card_beside_a_hex_covers_no_counter_of_the_answer(player: Player, served: str, hex_: str) -> None:
    page = player.open(served)
    player.hex(hex_).dispatch_event("click")
    card = page.locator("#beside").bounding_box()
    for unit in ("g1", "a1", "a2"):
        box = page.locator(f'#map [data-unit="{unit}"] .counter').bounding_box()
        apart = (
            card["x"] + card["width"] <= box["x"]
            or box["x"] + box["width"] <= card["x"]
            or card["y"] + card["height"] <= box["y"]
            or box["y"] + box["height"] <= card["y"]
        )
        assert apart, unit
    page.keyboard.press("Escape")
    assert page.locator("#beside").is_hidden()
    assert page.evaluate("document.activeElement.dataset.hex") == hex_, "the focus stays on the map"


def test_a_name_in_a_sentence_lights_up_its_counter(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator('.banner [data-unit-named="a2"]').hover()
    assert page.locator('#map [data-unit="a2"].lit-up').count() == 1
    page.mouse.move(5, 5)
    assert page.locator("#map .lit-up").count() == 0
    player.hex("yK4").dispatch_event("click")
    page.locator('#beside [data-unit-named="a2"]').focus()
    assert page.locator('#map [data-unit="a2"].lit-up').count() == 1


def test_a_unit_that_is_chosen_asks_nothing_of_its_hex(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator('#map [data-unit="g1"]').click()
    assert page.locator("#beside").is_hidden()


def test_its_reasons_that_come_later_open_no_card(player: Player, served: str, tmp_path: Path) -> None:
    """The reasons of a second unit are worked out once it is looked at."""
    more = 'unit(g2,german,squad). at(g2,"yM6"). status(g2,broken). status(g2,dm).'
    (tmp_path / "two.lp").write_text(f"{SEVEN.read_text('utf-8')}\n{more}\n", "utf-8")
    page, before = player.open(served), player.times_drawn
    page.set_input_files("#open", tmp_path / "two.lp")
    player.settled(before)
    page.evaluate("pyrout.unit.explained = pyrout.view.units.find((u) => u.id === 'g2').explained = false")
    page.locator('#map [data-unit="g2"]').click()
    page.wait_for_selector("body[data-reasons=there]")
    assert page.evaluate("[pyrout.unit.id, pyrout.unit.explained]") == ["g2", True]
    assert page.locator("#beside").is_hidden()


def test_the_odds_are_asked_for_where_they_would_stand(player: Player, served: str) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.locator("#wanted-morale").fill("7")
    page.locator("#wanted-morale").press("Enter")
    player.settled(before)
    shares = [re.sub(r"\s+", " ", said).strip() for said in page.locator(".odds li").all_inner_texts()]
    # 15 of 36 rolls of two dice are below 7, 6 are 7
    assert shares == ["unhurt 42 %", "pinned 17 %", "reduced 42 %"]


def test_the_sheet_of_a_phone_has_three_heights(browser: Any, served: str) -> None:
    player = Player(browser, viewport=SIZES["phone"], has_touch=True)
    page = player.open(served)
    heights = []
    for _ in range(3):
        heights.append(page.locator("#panel").bounding_box()["height"])
        page.locator("#grip").tap()
    peek, half, full = heights
    assert peek < half < full
    assert page.locator("#panel").get_attribute("data-h") == "peek"
    assert page.locator("#map").bounding_box()["height"] > 300, "the map is in sight above it"
    player.context.close()
    assert player.complaints == []


def test_two_fingers_zoom_and_move_no_counter(browser: Any, served: str) -> None:
    player = Player(browser, viewport=SIZES["phone"], has_touch=True)
    page = player.open(served)
    session = player.context.new_cdp_session(page)
    box, far = page.locator('#map [data-unit="g1"] .counter').bounding_box(), player.hex("yI5").bounding_box()
    on, beside = ([b["x"] + b["width"] / 2, b["y"] + b["height"] / 2] for b in (box, far))
    zoom, drawn = page.evaluate("pyrout.zoom"), player.times_drawn

    def touch(kind: str, *points: list[float]) -> None:
        named = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

    touch("touchStart", beside)
    touch("touchStart", beside, on)
    for by in (10, 20, 30):
        touch("touchMove", [beside[0] - by, beside[1]], [on[0] + by, on[1]])
    touch("touchEnd")
    assert page.evaluate("pyrout.zoom") > zoom
    assert page.locator('#map [data-unit="g1"]').get_attribute("data-at") == "yK5" and player.times_drawn == drawn
    player.context.close()
    assert player.complaints == []


def test_a_counter_is_removed_by_delete_and_by_dragging_it_off_the_map(player: Player, served: str) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.locator('#map [data-unit="a1"]').focus()
    page.keyboard.press("Delete")
    player.settled(before)
    assert page.locator('#map [data-unit="a1"]').count() == 0
    box = page.locator('#map [data-unit="a2"] .counter').bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(1300, 500, steps=5)
    page.mouse.up()
    page.wait_for_selector('#map:not(:has([data-unit="a2"]))')
    assert page.locator("#undo").is_enabled()


def test_redo_survives_a_reload(player: Player, served: str) -> None:
    page = player.open(served)
    player.drag("a1", "yL8")
    before = player.times_drawn
    page.locator("#undo").click()
    player.settled(before)
    page.wait_for_selector("body[data-address=there]")
    page.reload()
    page.wait_for_selector("body[data-ready=yes][data-reasons=there]")
    assert page.locator("#redo").is_enabled()
    before = player.times_drawn
    page.locator("#redo").click()
    player.settled(before)
    assert page.locator('#map [data-unit="a1"]').get_attribute("data-at") == "yL8"


@pytest.mark.parametrize("what", ["new", "open"])
def test_what_is_asked_before_the_page_is_ready_waits_for_it(player: Player, served: str, what: str) -> None:
    page = player.page
    held: list[Any] = []
    page.route("**/api/words", lambda route: held.append(route))
    page.goto(served)
    page.wait_for_function("() => typeof pyrout !== 'undefined' && pyrout.desk")
    if what == "new":
        page.locator("#new").click()
    else:
        page.set_input_files("#open", SEVEN.with_name("example-03.lp"))
    assert page.locator("#problem").is_hidden()
    for route in held:
        route.continue_()
    said = "body:has(#palette:not([hidden]))" if what == "new" else "#title:has-text('example-03.lp')"
    page.wait_for_selector(said)
    assert page.locator("#problem").is_hidden()


def test_a_reading_that_is_taken_is_shown_with_a_way_back(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator("#setup > summary").click()
    page.locator("#setup .options > summary").click()
    before = player.times_drawn
    page.locator('[data-option="revisit"]').select_option("allow")
    player.settled(before)
    assert page.locator('[data-taken="revisit"]').is_visible()
    page.get_by_role("button", name="Take it back").click()
    player.settled(before + 1)
    assert page.locator("[data-taken]").count() == 0
