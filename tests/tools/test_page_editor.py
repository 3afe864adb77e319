"""The board editor of the page, used as a player would: from nothing to an answer, by drag, click, touch, keyboard and typing."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from page_checks import faults
from page_player import SIZES, looks
from page_setter import ENEMY, SQUAD, WOODS, Setter


@pytest.fixture
def setter(browser: Any) -> Iterator[Setter]:
    made = Setter(browser)
    yield made
    made.context.close()
    assert made.complaints == []


def test_a_position_from_nothing_takes_six_actions(setter: Setter, served: str) -> None:
    """My squad in a woods hex next to an enemy squad, another two hexes behind; nobody waits for an answer in between."""
    page = setter.open(served)
    setter.act(lambda: page.locator("#new").click())
    for tool, to in ((WOODS, "E5"), (SQUAD, "E5"), (ENEMY, "E4"), (ENEMY, "E2")):
        setter.pull(tool, to)
        setter.actions += 1
    page.wait_for_selector('#map [data-unit="a2"]')
    page.wait_for_selector("#answer .head:has-text('g1 (german squad) in E5, 6 MF: MUST ROUT')")
    assert setter.actions <= 6
    facts = setter.text_of_position()
    for fact in (
        'terrain("E5",woods)',
        'at(g1,"E5")',
        "firepower(g1,4)",
        "status(g1,dm)",
        'at(a1,"E4")',
        'at(a2,"E2")',
    ):
        assert fact in facts


def test_one_typed_line_sets_the_same_position_up(setter: Setter, served: str) -> None:
    setter.begin(served)
    setter.say("E5 woods; e5 german 467 broken dm; E4 american 6-6-6; E2 american 666")
    assert setter.text("#answer .head") == "g1 (german squad) in E5, 6 MF: MUST ROUT"
    setter.page.locator("#typed").fill("E4 german 9-9-9")
    setter.page.keyboard.press("Enter")
    setter.page.wait_for_selector("#problem:visible")
    said = setter.text("#problem")
    assert "the counters of german do not say what a 9-9-9 is; write which" in said
    assert setter.page.locator("#typed").input_value() == "E4 german 9-9-9", "what was refused can be mended"
    setter.complaints.clear()  # the browser reports each answer that is an error


def test_counters_have_their_printed_strengths_and_no_label_collides_with_them(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.say("E5 german 467 broken dm; E2 german 8-1; E4 american 666; I9 american squad")
    shown = {
        unit: page.locator(f'#map [data-unit="{unit}"] text:visible').all_text_contents()
        for unit in ("g1", "g2", "a1", "a2")
    }
    assert shown["g1"] == ["g1", "4-6-7", "DM"] and shown["g2"] == ["g2", "8-1"] and shown["a1"] == ["a1", "6-6-6"]
    assert shown["a2"] == ["a2"], "no strengths are made up"
    counter = page.locator('#map [data-unit="g1"] .counter').bounding_box()
    for label in ("strength", "unit-id"):
        box = page.locator(f'#map [data-unit="g1"] .{label}').bounding_box()
        assert counter["x"] - 1 <= box["x"] and box["x"] + box["width"] <= counter["x"] + counter["width"] + 1
    for _ in range(4):
        page.locator("#smaller").click()
    assert page.locator('#map [data-unit="g1"] .strength:visible').count() == 0, "too small to be read"
    assert page.locator('#map [data-unit="g1"] .unit-id').is_visible()


def test_a_third_nationality_takes_the_place_of_a_side_without_units(setter: Setter, served: str) -> None:
    setter.begin(served)
    setter.say("E5 russian 447 broken dm; E4 finnish 648")
    facts = setter.text_of_position()
    assert set(re.findall(r"side\((\w+)\)", facts)) == {"russian", "finnish"}
    assert setter.text("#answer .head").startswith("r1 (russian squad) in E5")


def test_a_tool_stays_on_and_says_so_until_escape(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    page.locator(WOODS).click()
    assert page.locator(WOODS).get_attribute("aria-pressed") == "true"
    assert setter.text("#holding").startswith("woods: press hexes, or drag over them")
    setter.act(lambda: setter.click_hex("C3"))
    setter.stroke("C4", "C6")
    facts = setter.text_of_position()
    assert set(re.findall(r'terrain\("(\w+)",woods\)', facts)) == {"C3", "C4", "C5", "C6"}
    setter.act(lambda: page.locator("#undo").click())
    facts = setter.text_of_position()
    assert set(re.findall(r'terrain\("(\w+)",woods\)', facts)) == {"C3"}, "a stroke is undone as one"
    setter.hex("C3").focus()
    page.keyboard.press("Escape")
    assert page.locator(WOODS).get_attribute("aria-pressed") == "false"
    assert setter.text("#holding") == ""


def test_escape_gives_up_what_is_drawn_or_carried(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.say("E7 german 467")
    before = setter.text_of_position()

    def started(at: Any, to: str) -> None:
        page.mouse.move(*setter.middle(at))
        page.mouse.down()
        page.mouse.move(*setter.middle(setter.hex(to)), steps=6)

    def given_up() -> None:
        page.keyboard.press("Escape")
        page.mouse.up()

    page.locator(WOODS).click()
    started(setter.hex("C4"), "C6")
    assert page.locator("#map .hex.stroke").count() == 3
    given_up()
    page.locator(WOODS).click()
    page.mouse.move(*setter.middle(setter.hex("C7")))
    assert page.locator("#map .hex.stroke").count() == 0, "nothing is pressed"
    page.keyboard.press("Escape")
    started(page.locator(ENEMY), "C2")
    assert page.locator("#carried").count() == 1
    given_up()
    assert page.locator("#carried").count() == 0
    started(page.locator('#map [data-unit="g1"]'), "C2")
    given_up()
    page.wait_for_timeout(300)
    assert page.locator("#map .dragged, #map .target").count() == 0
    assert setter.text_of_position() == before


def test_roads_and_walls_are_drawn_along_hexsides(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    page.locator('[data-tool="side:road"]').click()
    setter.stroke("C3", "C5")
    page.locator('[data-tool="side:wall"]').click()
    box = setter.hex("G5").bounding_box()

    def below() -> None:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.95)

    setter.act(below)
    facts = setter.text_of_position()
    assert {frozenset(pair) for pair in re.findall(r'road\("(\w+)","(\w+)"\)', facts)} == {
        frozenset({"C3", "C4"}),
        frozenset({"C4", "C5"}),
    }
    assert 'hexside("G5","G6",wall)' in facts
    setter.act(below)
    assert "hexside(" not in setter.text_of_position(), "a second click takes it away"


def test_a_paved_road_is_drawn_from_hex_to_hex(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    paved = page.locator('[data-tool="side:paved"]')
    assert paved.inner_text() == "paved road"
    paved.click()
    setter.stroke("C3", "C4")
    facts = setter.text_of_position()
    assert 'road("C3","C4")' in facts and 'paved("C3","C4")' in facts
    assert page.locator("#map .road.paved").count() == 1


def test_it_can_be_night(setter: Setter, served: str) -> None:
    """By the full rules the set-up has the NVR; a hex is Illuminated by a tool or by a typed phrase."""
    page = setter.begin(served)
    setter.say("E5 german 467 broken dm; E4 american 666")
    page.locator("#setup > summary").click()
    assert page.locator("#night").count() == 0
    setter.act(lambda: page.locator("#rules").select_option("asl"))
    assert page.locator("#night").input_value() == ""
    setter.act(lambda: page.locator("#night").select_option("2"))
    assert page.locator("#night").input_value() == "2"
    setter.say("E4 illuminated")
    page.locator('[data-tool="illuminated"]').click()
    setter.act(lambda: page.mouse.click(*setter.middle(setter.hex("C3"))))
    facts = setter.text_of_position()
    for fact in ("environment(night)", "nvr(2)", 'illuminated("E4")', 'illuminated("C3")'):
        assert fact in facts


def test_fords_tunnels_and_skis(setter: Setter, served: str) -> None:
    """Tools of the palette, the menu of a counter, and typed phrases; a tunnel is clicked, dragged, and taken away."""
    page = setter.begin(served)
    setter.say("E5 german 467 broken dm; E4 american 666; C3 woods; C5 woods; E7 woods; G5 river; G6 river")
    page.locator("#setup > summary").click()
    setter.act(lambda: page.locator("#rules").select_option("asl"))
    setter.act(lambda: page.locator("#snow").select_option("ground_snow"))
    assert page.locator("#snow").input_value() == "ground_snow"

    def press(to: str) -> None:
        page.mouse.click(*setter.middle(setter.hex(to)))

    page.locator('[data-tool="fordable"]').click()
    setter.act(lambda: press("G5"))
    setter.say("G6 fordable")
    german = page.locator('[data-tool="tunnel:german"]')
    german.click()
    press("C3")
    assert setter.text("#holding").startswith("from C3")
    setter.act(lambda: press("C5"))
    page.locator('[data-tool="tunnel:american"]').click()
    setter.stroke("C5", "E7", steps=8)
    page.keyboard.press("Escape")
    page.locator('#map [data-unit="g1"]').click(button="right")
    assert page.locator("#status-menu").is_visible()
    setter.act(lambda: page.locator('[data-menu="skis:on"]').click())
    facts = setter.text_of_position()
    for fact in ("environment(ground_snow)", 'fordable("G5")', 'fordable("G6")', "skis(g1,on)"):
        assert fact in facts
    assert re.findall(r"tunnel\(.*?\)", facts) == ['tunnel("C3","C5",german)', 'tunnel("C5","E7",american)']
    german.focus()
    page.keyboard.press("Enter")
    setter.hex("C5").focus()
    page.keyboard.press("Enter")
    setter.hex("C3").focus()
    setter.act(lambda: page.keyboard.press("Enter"))
    page.keyboard.press("Escape")
    page.locator('#map [data-unit="g1"]').click(button="right")
    assert page.locator('[data-menu="skis:on"]').get_attribute("aria-checked") == "true"
    setter.act(lambda: page.locator('[data-menu="skis:off"]').click())
    facts = setter.text_of_position()
    assert re.findall(r"tunnel\(.*?\)", facts) == ['tunnel("C5","E7",american)']
    assert re.findall(r"skis\(.*?\)", facts) == ["skis(g1,off)"]


def test_the_keyboard_is_enough_to_set_up(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    page.locator(WOODS).focus()
    page.keyboard.press("Enter")
    here = page.evaluate("document.activeElement.dataset.hex")
    assert here
    setter.act(lambda: page.keyboard.press("Enter"))
    assert f'terrain("{here}",woods)' in setter.text_of_position()
    page.locator('[data-tool="side:wall"]').focus()
    page.keyboard.press("Enter")
    here = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    there = page.evaluate("document.activeElement.dataset.hex")
    setter.act(lambda: page.keyboard.press("Enter"))
    assert f'hexside("{here}","{there}",wall)' in setter.text_of_position()


def test_the_menu_of_a_hex_changes_it(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.hex("D4").click(button="right")
    assert page.locator("#hex-menu").get_attribute("aria-label") == "Change D4"
    setter.act(lambda: page.get_by_label("Terrain", exact=True).last.select_option("stone_building"))
    setter.hex("D4").focus()
    page.keyboard.press("m")
    setter.act(lambda: page.get_by_label("Level", exact=True).last.select_option("2"))
    page.keyboard.press("Escape")
    setter.hex("D4").click(button="right")
    page.get_by_label("Unit", exact=True).last.fill("german 4-6-7 broken dm")
    setter.act(lambda: page.keyboard.press("Enter"))
    facts = setter.text_of_position()
    for fact in ('terrain("D4",stone_building)', 'elevation("D4",2)', 'at(g1,"D4")'):
        assert fact in facts


def test_a_counter_that_is_chosen_is_put_once_unless_it_is_kept(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    page.locator(ENEMY).click()
    assert setter.text("#holding").startswith("american squad 6-6-6: press a hex")
    setter.act(lambda: setter.click_hex("C3"))
    assert page.locator(ENEMY).get_attribute("aria-pressed") == "false" and setter.text("#holding") == ""
    before = setter.times_drawn
    setter.click_hex("D3")
    page.wait_for_selector("#detail h3:has-text('D3')", state="attached")
    assert setter.times_drawn == before and page.locator("#map .unit").count() == 1
    page.locator(ENEMY).click()
    page.locator('#map [data-hex="E5"]').focus()
    setter.act(lambda: page.keyboard.press("Enter"))
    page.keyboard.press("Enter")
    assert page.locator("#map .unit").count() == 2
    page.locator(ENEMY).click()
    page.get_by_label("keep placing").check()
    for name in ("F3", "G3"):
        setter.act(lambda at=name: setter.click_hex(at))
    page.keyboard.press("Escape")
    places = re.findall(r'at\(a\d,"(\w+)"\)', setter.text_of_position())
    assert sorted(places) == ["C3", "E5", "F3", "G3"]


def test_what_is_put_is_on_the_map_before_it_is_answered(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    held: list[Any] = []
    page.route("**/api/view", lambda route: held.append(route))
    setter.pull(SQUAD, "E5")
    page.wait_for_selector('#map [data-coming="E5"] text:has-text("4-6-7")')
    setter.pull(WOODS, "D5")
    page.wait_for_selector('#map [data-coming="D5"] .t-woods')
    assert page.locator('#map [data-unit="g1"]').count() == 0
    page.unroute("**/api/view")
    for route in held:
        with contextlib.suppress(Exception):  # given up for the newer change
            route.continue_()
    page.wait_for_selector('#map [data-unit="g1"]')
    page.wait_for_selector("#map [data-coming]", state="detached")


def test_what_a_refused_change_put_is_taken_away(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    page.route("**/api/change", lambda route: route.fulfill(status=422, json={"error": "not now"}))
    setter.pull(SQUAD, "E5")
    page.wait_for_selector("#problem:visible")
    assert page.locator("#map [data-coming]").count() == 0
    setter.complaints.clear()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_what_is_held_is_in_sight_and_moves_no_map(size: str, browser: Any, served: str) -> None:
    made = Setter(browser, viewport=SIZES[size], has_touch=size == "phone")
    page = made.begin(served)
    before = page.locator("#map").bounding_box()
    page.locator(ENEMY).click()
    for part in (page.locator("#holding .held"), page.get_by_label("keep placing")):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= SIZES[size]["height"]
    assert page.locator("#map").bounding_box() == before
    made.context.close()
    assert made.complaints == []


def test_any_other_fact_is_typed_with_completion(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.say("E5 german 4-6-7 broken dm; E4 american 6-6-6")
    page.locator("#other-facts > summary").click()

    def offered() -> list[str]:
        return [str(option.get_attribute("value")) for option in page.locator("#fact-forms option").all()]

    page.locator("#fact").focus()
    page.wait_for_selector("#fact-forms option", state="attached")
    assert "no_quarter(" in offered() and not {"hex(", "rules(", "wreck("} & set(offered())
    page.locator("#fact").fill("no_quarter(")
    assert offered() == ["no_quarter(german)", "no_quarter(american)"]
    page.locator("#fact").fill("accompanies(g1,")
    assert offered() == ["accompanies(g1,g1)", "accompanies(g1,a1)"]
    page.locator("#fact").fill("history(g1,")
    assert "history(g1,attacked(sniper))" in offered()
    assert "what happened to a unit" in setter.text("#fact-says")
    page.locator("#fact").fill("no_quarter(german)")
    setter.act(lambda: page.keyboard.press("Enter"))
    assert setter.text("#other-facts > summary") == "Other facts (1)"
    assert "No Quarter is in effect against" in setter.text("#other-facts li")
    assert page.locator("#fact").input_value() == ""
    assert "no_quarter(german)." in setter.text_of_position()
    setter.act(lambda: page.get_by_label("Remove no_quarter(german)").click())
    assert "no_quarter" not in setter.text_of_position()
    setter.act(lambda: page.locator("#undo").click())
    assert page.locator("#other-facts li").count() == 1
    page.locator("#fact").fill('hex("Z1",1,1)')
    page.keyboard.press("Enter")
    # The sentence before it says why No Quarter is not answered
    page.wait_for_selector("#problem:has-text('New makes the hexes of a map')")
    setter.complaints.clear()  # the browser reports each answer that is an error


def test_the_eraser_takes_counters_and_terrain(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.say("E5 woods; E5 american 666; E4 german 467 broken dm")
    page.locator('[data-tool="erase"]').click()
    # The broken squad goes: without the enemy it would have thousands of ways, too many for a busy machine
    setter.act(lambda: page.locator('#map [data-unit="g1"]').click())
    setter.act(lambda: setter.click_hex("E5"))
    facts = setter.text_of_position()
    assert "g1" not in facts and 'terrain("E5",open_ground)' in facts and "unit(a1" in facts


def test_changes_made_faster_than_they_are_answered_are_all_kept(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    page.locator(WOODS).click()
    names = ("B2", "C2", "D2", "E2", "F2")
    for place in [setter.middle(setter.hex(name)) for name in names]:
        page.mouse.click(*place)
    for name in names:
        page.wait_for_selector(f'#map [data-hex="{name}"][aria-label*=woods]')
    assert set(re.findall(r'terrain\("(\w+)",woods\)', setter.text_of_position())) == {"B2", "C2", "D2", "E2", "F2"}


def test_the_address_is_the_position_and_a_reload_keeps_it_with_undo(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.say("E5 woods; E5 german 467 broken dm; E4 american 666")
    head = setter.text("#answer .head")
    page.wait_for_selector("body[data-address=there]")
    address = page.url
    assert "#l=" in address
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    assert setter.text("#answer .head") == head
    setter.act(lambda: page.locator("#undo").click())
    assert page.locator("#map .unit").count() == 0
    page.wait_for_selector("body[data-address=there]")
    page.goto("about:blank")
    page.goto(served)
    page.wait_for_selector("body[data-ready=yes]")
    assert page.locator("#map .unit").count() == 0 and page.locator('#map [data-hex="E5"]').count() == 1
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]")
    assert setter.text("#answer .head") == head, "the address goes before what was shown last"


def test_a_map_with_los_of_its_own_is_not_painted_over(setter: Setter, served: str) -> None:
    page = setter.open(served)
    page.locator("#edit").click()
    page.locator(WOODS).click()
    setter.click_hex("yH5")
    page.wait_for_selector("#problem:visible")
    assert "LOS" in setter.text("#problem")
    page.locator("#problem button").click()
    page.wait_for_selector('#map [data-hex="yH5"][aria-label*=woods]')
    assert page.locator("#problem").is_hidden()
    setter.complaints.clear()


@pytest.fixture
def thumb(browser: Any) -> Iterator[Setter]:
    made = Setter(browser, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    yield made
    made.context.close()
    assert made.complaints == []


def test_a_finger_sets_up_drags_and_presses_long(thumb: Setter, served: str) -> None:
    page = thumb.open(served)
    session = page.context.new_cdp_session(page)

    def finger(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    thumb.act(lambda: page.locator("#new").tap())
    thumb.say("E5 german 467 broken dm; E4 american 666")
    page.locator(".tabs button", has_text="terrain").tap()
    page.locator(WOODS).tap()
    thumb.act(lambda: page.touchscreen.tap(*thumb.middle(thumb.hex("E6"))))
    page.locator("#holding button").tap()
    assert 'terrain("E6",woods)' in thumb.text_of_position()

    one, two = thumb.middle(page.locator('#map [data-unit="g1"]')), thumb.middle(thumb.hex("E6"))

    def drag() -> None:
        finger("touchStart", one)
        for share in (0.2, 0.5, 0.8, 1.0):
            finger("touchMove", (one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share))
        finger("touchEnd")

    thumb.act(drag)
    assert 'at(g1,"E6")' in thumb.text_of_position()

    box = thumb.hex("D4").bounding_box()
    finger("touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3))
    page.wait_for_selector("#hex-menu")
    finger("touchEnd")
    assert page.locator("#hex-menu").get_attribute("aria-label") == "Change D4"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.hex") == "D4", "the focus goes back to the map"


def test_what_a_thumb_presses_is_large_enough(thumb: Setter, served: str) -> None:
    page = thumb.open(served)
    thumb.act(lambda: page.locator("#new").tap())
    for button in page.locator(
        "header button:visible, header .drop > summary, .file, #palette button:visible, #board .bar button:visible"
    ).all():
        size = button.bounding_box()
        assert size and size["height"] >= 44, button.evaluate("e => e.outerHTML")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    page.locator("#save-menu > summary").tap()
    sheet = page.locator("#save-menu > div").bounding_box()
    assert round(sheet["y"] + sheet["height"]) == SIZES["phone"]["height"], "it comes from below"


@looks()
def test_axe_finds_nothing_in_the_editor(size: str, scheme: str, browser: Any, served: str) -> None:
    made = Setter(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = made.begin(served)
    made.say("E5 woods; E5 german 467 broken dm; E4 american 666")
    page.locator(f"{WOODS}:visible, {SQUAD}:visible").first.click()
    page.locator("#holding button").click()
    made.hex("E4").dispatch_event("click")
    page.wait_for_selector("#beside:visible")
    made.hex("D4").dispatch_event("contextmenu")
    page.wait_for_selector("#hex-menu")
    assert faults(page) == []
    made.context.close()


def test_by_keyboard_a_hexside_begins_anew_each_time(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    road, wall = (page.locator(f'[data-tool="side:{kind}"]') for kind in ("road", "wall"))

    def enter(hex_: str) -> None:
        setter.hex(hex_).focus()
        page.keyboard.press("Enter")

    road.click()
    enter("E4")
    setter.act(lambda: enter("E5"))
    setter.act(lambda: enter("E6"))
    assert setter.text("#holding").startswith("from E6: road:")
    wall.click()
    enter("E4")
    page.keyboard.press("Escape")
    wall.click()
    enter("E5")
    assert setter.text("#holding").startswith("from E5: wall:")
    assert "wall" not in setter.text_of_position()


def test_the_keyboard_stays_at_the_control_that_made_a_change(setter: Setter, served: str) -> None:
    page = setter.begin(served)
    setter.say("E5 german 467 broken dm; E4 american 666")
    setter.all_units()
    page.locator('[data-choose="g1"]').click()
    page.locator("#editor fieldset details > summary").click()
    rest = page.locator("#editor fieldset details [data-status]").first.get_attribute("data-status")
    for status in ("pinned", rest):
        page.locator(f'[data-status="{status}"]').focus()
        setter.act(lambda: page.keyboard.press("Space"))
        assert page.evaluate("document.activeElement.dataset.status") == status
    page.locator("#setup > summary").click()
    page.locator("#month").focus()
    setter.act(lambda: page.locator("#month").select_option("6"))
    assert page.evaluate("document.activeElement.id") == "month"


def test_an_eraser_carried_by_a_finger_takes_the_counter_alone(thumb: Setter, served: str) -> None:
    page = thumb.open(served)
    session = page.context.new_cdp_session(page)
    thumb.act(lambda: page.locator("#new").tap())
    thumb.say("E5 woods; E5 german 467 broken dm; E4 american 666")
    eraser = page.locator('[data-tool="erase"]')
    eraser.scroll_into_view_if_needed()
    one, two = thumb.middle(eraser), thumb.middle(page.locator('#map [data-unit="g1"]'))

    def finger(kind: str, *at: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    def carry() -> None:
        finger("touchStart", one)
        for part in (0.3, 0.7, 1.0):
            finger("touchMove", (one[0] + part * (two[0] - one[0]), one[1] + part * (two[1] - one[1])))
        finger("touchEnd")

    thumb.act(carry)
    facts = thumb.text_of_position()
    assert "g1" not in facts and 'terrain("E5",woods)' in facts
