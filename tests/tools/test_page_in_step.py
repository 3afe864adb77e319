"""The page never holds another position than the one that it shows, whatever fails, is cancelled, refused, or comes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from page_player import SIZES, Player
from page_setter import ENEMY, SQUAD, WOODS, Setter

POSITION = "E5 woods; E5 german 467 broken dm; E4 american 666; C2 american 666"


@pytest.fixture
def setter(browser: Any) -> Iterator[Setter]:
    made = Setter(browser)
    yield made
    made.context.close()


def begun(setter: Setter, served: str) -> Any:
    page = setter.begin(served)
    setter.say(POSITION)
    page.wait_for_selector("body[data-reasons=there]")
    return page


def place(player: Player, unit: str) -> str | None:
    """Returns the hex in which the map shows a unit."""
    shown = player.page.locator(f'#map [data-unit="{unit}"]')
    return shown.get_attribute("data-at") if shown.count() else None


def assert_in_step(setter: Setter, units: tuple[str, ...] = ("g1", "a1", "a2")) -> None:
    """Compares what the map shows with the position that would be saved."""
    facts = setter.text_of_position()
    for unit in units:
        at = place(setter, unit)
        assert (f'at({unit},"{at}")' in facts) if at else f"at({unit}," not in facts, unit


def choose_another_reading(page: Any, answer: Callable[[Any], object]) -> tuple[str, str]:
    """Choose another value of the first option, with this answer of the server; return the option and its value before."""
    page.locator("#setup > summary").click()
    page.locator(".options > summary").click()
    choice = page.locator("[data-option]").first
    before, name = choice.input_value(), choice.get_attribute("data-option")
    values = choice.locator("option").evaluate_all("all => all.map((one) => one.value)")
    page.route("**/api/view", answer)
    choice.select_option(next(value for value in values if value != before))
    return name, before


FAILURES = {
    "refused": lambda route: route.fulfill(status=503, json={"error": "time limit reached"}),
    "lost": lambda route: route.abort(),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_an_undo_that_fails_leaves_the_position_that_is_shown(setter: Setter, served: str, failure: str) -> None:
    page = begun(setter, served)
    setter.drag("a2", "H7")
    page.route("**/api/view", FAILURES[failure])
    page.locator("#undo").click()
    page.wait_for_selector("#problem:visible")
    assert place(setter, "a2") == "H7"
    assert_in_step(setter)
    page.unroute("**/api/view")
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "a2") == "C2" and page.locator("#problem").is_hidden()
    setter.act(lambda: page.locator("#redo").click())
    assert place(setter, "a2") == "H7"
    assert_in_step(setter)


def test_a_reading_that_is_cancelled_is_not_in_force(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    name, before = choose_another_reading(page, lambda route: None)
    page.locator("#cancel").click()
    page.wait_for_selector("#busy:has-text('Cancelled.')")
    page.unroute("**/api/view")
    assert page.locator("[data-option]").first.input_value() == before
    assert f"option({name}" not in setter.text_of_position()
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "a2") is None, "the position from before the units, and no reading, is undone"


@pytest.mark.parametrize("failure", FAILURES)
def test_a_reading_that_fails_is_not_in_force(setter: Setter, served: str, failure: str) -> None:
    page = begun(setter, served)
    name, before = choose_another_reading(page, FAILURES[failure])
    page.wait_for_selector("#problem:visible")
    page.unroute("**/api/view")
    assert page.locator("[data-option]").first.input_value() == before
    assert f"option({name}" not in setter.text_of_position()
    assert_in_step(setter)


def test_a_change_that_is_refused_takes_no_other_with_it(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    held: list[Any] = []
    page.route("**/api/change", lambda route: held.append(route), times=1)
    page.locator("#typed").fill("D3 woods")
    page.keyboard.press("Enter")
    page.locator("#typed").fill("D3 german 9-9-9")
    page.keyboard.press("Enter")
    page.locator("#typed").fill("H7 american 747")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert place(setter, "a3") is None, "nothing is shown before it is answered"
    held[0].continue_()
    page.wait_for_selector('#map [data-unit="a3"]')
    assert "9-9-9" in setter.text("#problem")
    facts = setter.text_of_position()
    assert 'terrain("D3",woods)' in facts and 'at(a3,"H7")' in facts
    assert_in_step(setter, ("g1", "a1", "a2", "a3"))


def test_changes_that_come_at_once_are_undone_one_by_one(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    # The squad last: alone on the map its thousands of ways take a busy machine longer than the server allows
    for tool, to in ((WOODS, "E5"), (ENEMY, "E4"), (SQUAD, "E5")):
        setter.pull(tool, to)
    page.wait_for_selector('#map [data-unit="g1"]')
    setter.act(lambda: page.locator("#undo").click())
    assert (place(setter, "a1"), place(setter, "g1")) == ("E4", None)
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "a1") is None
    assert 'terrain("E5",woods)' in setter.text_of_position()


def test_a_rout_that_is_played_waits_its_turn(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.locator("#judge").click()
    page.locator("#routes .end-row").first.click()
    held: list[Any] = []
    page.route("**/api/change", lambda route: held.append(route), times=1)
    page.locator("#play-it").click()
    page.locator("#edit").click()
    page.locator("#typed").fill("H7 american 747")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    held[0].continue_()
    page.wait_for_selector('#map [data-unit="a3"]')
    assert place(setter, "g1") != "E5", "the rout was played"
    assert_in_step(setter, ("g1", "a1", "a2", "a3"))
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "g1") != "E5" and place(setter, "a3") is None
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "g1") == "E5"


def test_a_file_that_cannot_be_answered_leaves_the_one_that_was_open(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.route("**/api/view", FAILURES["refused"])
    page.set_input_files("#open", {"name": "other.lp", "mimeType": "text/plain", "buffer": b'hex("A1",0,1).'})
    page.wait_for_selector("#problem:has-text('time limit')")
    page.wait_for_selector('#map [data-unit="a2"]')
    assert_in_step(setter)
    assert setter.text("#title").startswith("German squad in ")


def test_a_reload_keeps_a_change_whose_address_is_not_written_yet(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.wait_for_selector("body[data-address=there]")
    page.route("**/api/line", lambda route: None)
    setter.drag("a2", "H7")
    assert page.url == served, "the address of the position before is worse than none"
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    assert place(setter, "a2") == "H7"
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "a2") == "C2"


def test_a_link_that_comes_while_the_address_is_written_is_opened(setter: Setter, served: str) -> None:
    page = setter.page
    page.add_init_script(  # the event of a new address comes late
        """const add = window.addEventListener.bind(window);
        window.addEventListener = (kind, does, ...more) => add(
            kind, kind === "hashchange" ? event => setTimeout(() => does(event), 1500) : does, ...more);"""
    )
    begun(setter, served)
    page.wait_for_selector("body[data-address=there]")
    first = page.evaluate("location.hash")
    setter.drag("a2", "H7")
    page.wait_for_selector("body[data-address=there]")
    held: list[Any] = []
    page.route("**/api/line", lambda route: held.append(route))
    setter.drag("a2", "F2")
    while not held:
        page.wait_for_timeout(20)
    page.evaluate(f"location.hash = '{first}'")
    held[0].continue_()
    page.wait_for_selector('#map [data-unit="a2"][data-at="C2"]')


def test_each_tab_keeps_its_own_position(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.wait_for_selector("body[data-address=there]")
    other = setter.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body[data-ready=yes]")
    other.locator("#undo").click()
    other.wait_for_selector("#map:not(:has(.unit))")
    other.wait_for_selector("body[data-address=there]")
    for address in (page.url, served):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector("body[data-ready=yes]")
        assert place(setter, "a2") == "C2", "what the other tab shows is not its own"
    setter.act(lambda: page.locator("#undo").click())
    other.reload()
    other.wait_for_selector("body[data-ready=yes]")
    assert other.locator("#map .unit").count() == 0
    other.locator("#redo").click()  # what was undone is kept, too
    other.wait_for_selector("#map .unit")


def test_no_older_link_is_copied(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    setter.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.wait_for_selector("body[data-address=there]")
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_selector("#busy:has-text('The link is in the clipboard')")
    older = page.evaluate("navigator.clipboard.readText()")
    assert older == page.url
    page.route("**/api/line", FAILURES["refused"])
    page.evaluate("navigator.clipboard.writeText('mine')")
    setter.drag("a2", "H7")
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_selector("#problem:has-text('no link was copied: time limit reached')")
    assert page.evaluate("navigator.clipboard.readText()") == "mine"
    assert page.url == served, "the address names no other position"
    page.unroute("**/api/line")
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_selector("#busy:has-text('The link is in the clipboard')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url != older


def test_what_is_saved_while_a_file_is_opened_is_that_file(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    held: list[Any] = []
    page.route("**/api/view", lambda route: held.append(route), times=1)
    setter.choose_example("example-03")
    page.wait_for_selector("#title:has-text('example-03.lp')")
    page.locator("#save-menu > summary").click()
    with page.expect_download() as waiting:
        page.locator("#save-lp").click()
        page.wait_for_timeout(100)
        held[0].continue_()
    assert waiting.value.suggested_filename == "example-03.lp"


def test_readings_of_one_position_do_not_stand_beside_another(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.locator("#more-menu > summary").click()
    page.select_option("#compare", index=1)
    page.wait_for_selector("#readings svg >> nth=1")
    setter.act(lambda: page.locator("#undo").click())
    assert page.locator("#readings").count() == 0 and page.locator("#compare").input_value() == ""


def test_readings_that_come_after_a_change_are_not_shown(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    held: list[Any] = []
    page.route(
        "**/api/view",
        lambda route: held.append(route) if '"second":1' in route.request.post_data else route.continue_(),
    )
    page.locator("#more-menu > summary").click()
    page.select_option("#compare", index=1)
    page.wait_for_selector("#readings", state="attached")
    page.wait_for_timeout(100)
    setter.act(lambda: page.locator("#undo").click())
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.locator("#readings").count() == 0


def test_a_link_that_cannot_be_opened_does_not_take_the_position(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.wait_for_selector("body[data-address=there]")
    before = page.url
    page.evaluate("location.hash = '#l=1.AAAA'")
    page.wait_for_selector("#problem:has-text('cannot be unpacked')")
    page.wait_for_url(before)
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    assert place(setter, "a2") == "C2"


def test_undo_of_what_is_typed_leaves_the_position(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.locator("#more-menu > summary").click()
    page.locator("#lines > summary").click()
    page.locator("#line").fill("E5 woods")
    before = setter.times_drawn
    page.keyboard.press("Control+z")
    page.wait_for_timeout(300)
    assert setter.times_drawn == before and page.locator("#undo").is_enabled()
    assert page.locator("#redo").is_disabled()


@pytest.mark.parametrize("failure", FAILURES)
def test_an_example_that_cannot_be_had_says_so(setter: Setter, served: str, failure: str) -> None:
    page = begun(setter, served)
    page.route("**/api/examples/*", FAILURES[failure])
    setter.choose_example("example-03")
    page.wait_for_selector("#problem:visible")
    assert setter.text("#title").startswith("German squad in ") and "example-03.lp" not in setter.text("#problem")
    assert_in_step(setter)


def test_an_example_can_be_chosen_again(setter: Setter, served: str) -> None:
    page = setter.open(served)
    for _ in range(2):
        setter.act(lambda: setter.choose_example("example-03"))
        setter.act(lambda: page.locator("#new").click())


def test_who_saves_while_two_files_are_opened_gets_the_one_that_is_shown(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.route("**/api/view", lambda route: None, times=1)
    setter.choose_example("example-03")
    page.wait_for_selector("#title:has-text('example-03.lp')")
    page.locator("#save-menu > summary").click()
    with page.expect_download() as waiting:
        page.locator("#save-lp").click()
        setter.choose_example("example-05")
    assert waiting.value.suggested_filename == "example-05.lp"


def test_a_counter_is_dragged_on_over_a_map_that_is_drawn_anew(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    held: list[Any] = []
    page.route("**/api/view", lambda route: held.append(route), times=1)
    page.locator("#typed").fill("H7 american 747")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    page.mouse.move(*setter.middle(page.locator('#map [data-unit="a2"]')))
    page.mouse.down()
    x, y = setter.middle(setter.hex("D3"))
    page.mouse.move(x - 60, y, steps=3)
    held[0].continue_()
    page.wait_for_selector('#map [data-unit="a3"]')
    page.mouse.move(x, y, steps=3)
    assert "dragged" in page.locator('#map [data-unit="a2"]').get_attribute("class")
    setter.act(page.mouse.up)
    assert place(setter, "a2") == "D3"
    assert setter.complaints == []


def test_a_second_finger_gives_a_drag_up(browser: Any, served: str) -> None:
    setter = Setter(browser, viewport=SIZES["phone"], has_touch=True)
    try:
        page = setter.open(served)
        middles = {unit: setter.middle(page.locator(f'#map [data-unit="{unit}"]')) for unit in ("g1", "a2")}
        transforms = "all => all.map((unit) => unit.dataset.unit + unit.getAttribute('transform')).sort()"
        before = page.locator("#map .unit").evaluate_all(transforms)
        session = setter.context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            sent = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

        (x, y), other = middles["g1"], middles["a2"]
        touch("touchStart", (x, y))
        touch("touchMove", (x + 20, y + 20))
        touch("touchStart", (x + 20, y + 20), other)
        touch("touchMove", (x + 20, y + 20), (other[0] + 20, other[1]))
        touch("touchEnd")
        page.wait_for_timeout(500)
        assert page.locator("#map .unit").evaluate_all(transforms) == before
    finally:
        setter.context.close()


@pytest.mark.parametrize("failure", FAILURES)
def test_a_reload_that_fails_opens_no_older_link(setter: Setter, served: str, failure: str) -> None:
    page = begun(setter, served)
    page.wait_for_selector("body[data-address=there]")
    page.route("**/api/line", lambda route: None)
    setter.drag("a2", "H7")
    page.route("**/api/view", FAILURES[failure], times=1)
    page.reload()
    page.wait_for_selector("#problem:visible")
    page.wait_for_selector("body[data-ready=yes]")
    assert page.locator("#map .hex[tabindex]").count() == 0, "nothing is shown but what is drawn of the address"
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector('#map [data-unit="a2"][data-at="H7"]')
    assert page.locator("#problem").is_hidden()
    setter.act(lambda: page.locator("#undo").click())
    assert place(setter, "a2") == "C2"


def test_who_cannot_be_reached_is_named(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.route("**/api/change", FAILURES["lost"], times=1)
    page.locator("#typed").fill("D3 woods")
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem:visible")
    assert setter.text("#problem") == "pyrout does not answer; see whether pyrout serve still runs, then try again"
    assert page.locator("#typed").input_value() == "D3 woods"


def test_what_cannot_be_drawn_leaves_the_position_that_was_shown(setter: Setter, served: str) -> None:
    """Also where that one cannot be drawn again: then a change that follows shows both."""
    page = begun(setter, served)
    page.evaluate(
        """() => {
          let left = 2;
          const show = pyrout.show;
          pyrout.show = (...given) => { if (left-- > 0) throw new Error("no room"); show(...given); };
        }"""
    )
    page.locator("#typed").fill("H7 american 747")
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem:has-text('no room')")
    assert "a3" not in setter.text_of_position()
    setter.act(lambda: setter.say("H8 american 747"))
    assert place(setter, "a2") == "C2" and place(setter, "a3") == "H8"
    assert_in_step(setter, ("g1", "a1", "a2", "a3"))


def test_a_press_with_a_tool_closes_the_menus(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.locator(WOODS).click()
    page.locator("#more-menu > summary").click()
    setter.act(lambda: setter.click_hex("C6"))
    assert page.locator("#more-menu").get_attribute("open") is None
    for place_, menu in ((setter.hex("H7"), "#hex-menu"), (page.locator('#map [data-unit="a2"]'), "#status-menu")):
        place_.click(button="right")
        page.wait_for_selector(menu)
        setter.act(lambda: setter.click_hex("B7"))
        assert page.locator(menu).count() == 0


def test_what_is_typed_and_not_sent_outlives_a_change(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.locator('#map [data-unit="a2"]').click()
    held: list[Any] = []
    page.route("**/api/change", lambda route: held.append(route), times=1)
    page.locator('[data-status="pinned"]').check()
    before = setter.times_drawn
    page.locator("#place").fill("H7")
    page.wait_for_timeout(100)
    held[0].continue_()
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert page.locator("#place").input_value() == "H7"
    assert page.locator("#place").evaluate("input => input === document.activeElement")
    setter.act(lambda: page.keyboard.press("Enter"))
    assert place(setter, "a2") == "H7"
    page.locator('#map [data-unit="a1"]').click()
    assert page.locator("#place").input_value() == "E4", "it was typed for another counter"


def test_a_number_that_is_typed_during_a_change_is_taken(setter: Setter, served: str) -> None:
    page = begun(setter, served)
    page.locator('#map [data-unit="a2"]').click()
    held: list[Any] = []
    page.route("**/api/change", lambda route: held.append(route), times=1)
    page.locator('[data-status="pinned"]').check()
    before = setter.times_drawn
    page.locator('[data-number="normal_range"]').fill("9")
    page.wait_for_timeout(100)
    held[0].continue_()
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert page.locator('[data-number="normal_range"]').input_value() == "9"
    setter.act(lambda: page.keyboard.press("Tab"))
    assert "normal_range(a2,9)" in setter.text_of_position()
