"""The part Learn in a real browser: lessons and puzzles answered by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from page_checks import faults
from page_player import SIZES, Player, looks
from served_page import Served

from pyrout.lab.quiz.shipped import document, first_moves, lessons
from pyrout.program.rule_index import citations
from pyrout.serve.app import Server

SEVEN = next(n for n, lesson in enumerate(lessons(), 1) if lesson.title == "Up to an unknown enemy")


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    made = Served(Server(seconds=20, workers=1))
    yield f"http://127.0.0.1:{made.port}/learn.html"
    made.close()


@pytest.fixture
def learner(browser: Any, served: str) -> Iterator[Player]:
    player = Player(browser)
    player.page.goto(f"{served}#lesson-{SEVEN}")
    player.page.wait_for_selector("#map .hex")
    yield player
    assert player.complaints == []
    player.context.close()


def shown(learner: Player) -> str:
    """The question that is shown, once its map is drawn."""
    learner.page.wait_for_selector('body[data-shown]:not([data-shown=""])')
    return learner.page.locator("body").get_attribute("data-shown") or ""


def answer(learner: Player, name: str) -> None:
    learner.page.locator(f'#choices input[value="{name}"]').check()
    learner.page.locator("#check").click()


def go_on(learner: Player) -> None:
    learner.page.locator("#next").click()


def to(learner: Player, kind: str) -> None:
    """Shows the answers up to the question of a kind."""
    while not shown(learner).startswith(f"{kind}|"):
        learner.page.locator("#answer").click()
        go_on(learner)


def test_a_lesson_is_answered_from_the_first_question_to_the_last(learner: Player) -> None:
    answer(learner, "no")
    assert learner.text("#said h3") == "Not right."
    assert "a2 in yL4 (Forced by an enemy next to it)" in learner.text("#said")
    answer(learner, "yes")
    assert learner.text("#said h3") == "Right."
    assert "Forced by an enemy next to it" in learner.text("#said .rule")
    go_on(learner)
    answer(learner, "yI4")
    assert "it costs 3 MF and yK6 only 2" in learner.text("#said")
    learner.page.locator("#clear").click()
    learner.click_hex("yK6")
    learner.page.locator("#check").click()
    assert learner.text("#said h3") == "Right."
    go_on(learner)
    answer(learner, "a1")
    assert learner.text("#said h3") == "Right."
    go_on(learner)
    learner.click_hex("yJ4")
    learner.page.locator("#check").click()
    learner.page.locator("#said", has_text="yJ4").wait_for()
    learner.click_hex("yJ4")
    learner.click_hex("yJ5")
    learner.page.locator("#check").click()
    assert learner.text("#said h3") == "Right."
    go_on(learner)
    for hex_ in ("yJ4", "yI4"):
        learner.click_hex(hex_)
    learner.page.locator("#check").click()
    learner.page.wait_for_selector("#said.bad li")
    assert citations("aslsk")["sk-dest-nearest"].sentence in (
        learner.page.locator("#said li .id").first.get_attribute("title") or ""
    )
    learner.page.locator("#clear").click()
    for hex_ in ("yJ5", "yI5"):
        learner.click_hex(hex_)
    learner.page.locator("#check").click()
    learner.page.wait_for_selector("#said.good")
    assert "Right: a legal rout." in learner.text("#said")


def test_a_way_is_shown_where_none_was_found(learner: Player) -> None:
    to(learner, "way")
    learner.page.locator("#answer").click()
    learner.page.locator("#said", has_text="The safest rout").wait_for()
    assert "yK5 - yJ5 - yI5, 3 MF" in learner.text("#said")
    assert learner.text("#chosen") == "Chosen: yJ5, yI5."


def test_a_late_judgement_does_not_replace_the_way_that_is_shown(learner: Player) -> None:
    to(learner, "way")
    held = []
    learner.page.route("**/api/learn", lambda route: held.append(route))
    for hex_ in ("yJ5", "yI5"):
        learner.click_hex(hex_)
    learner.page.locator("#check").click()
    learner.page.locator("#answer").click()
    while len(held) < 2:
        learner.page.wait_for_timeout(20)
    shown_way, judged = sorted(held, key=lambda route: len(route.request.post_data_json["given"]))
    shown_way.continue_()
    learner.page.locator("#said", has_text="The safest rout").wait_for()
    with learner.page.expect_response("**/api/learn"):
        judged.continue_()
    learner.page.wait_for_timeout(100)
    assert "The safest rout" in learner.text("#said")
    assert learner.text("#progress").startswith("Solved: 0 of ")


def test_hexes_are_chosen_by_the_keyboard_and_announced(learner: Player) -> None:
    to(learner, "interdicted")
    learner.page.locator('#map .hex[tabindex="0"]').focus()
    assert learner.page.evaluate("document.activeElement.dataset.hex") == "yK5"
    learner.page.keyboard.press("ArrowLeft")
    if learner.page.evaluate("document.activeElement.dataset.hex") != "yJ5":
        learner.page.keyboard.press("ArrowDown")
    assert learner.page.evaluate("document.activeElement.dataset.hex") == "yJ5"
    learner.page.keyboard.press("Enter")
    assert learner.text("#chosen") == "Chosen: yJ5."
    assert (learner.hex("yJ5").get_attribute("aria-label") or "").endswith(", chosen")
    learner.page.locator("#check").press("Enter")
    assert learner.text("#said h3") == "Right."
    assert learner.page.locator("#said").get_attribute("aria-live") == "polite"


def heard(learner: Player) -> dict[tuple[str, str], dict[str, Any]]:
    """The accessibility tree of the page: the states of each thing by its role and its name."""
    nodes = learner.context.new_cdp_session(learner.page).send("Accessibility.getFullAXTree")["nodes"]
    return {
        (node["role"]["value"], node.get("name", {}).get("value", "")): {
            each["name"]: each["value"].get("value") for each in node.get("properties", [])
        }
        for node in nodes
        if not node["ignored"]
    }


def test_a_screen_reader_has_the_question_the_map_and_the_verdict(learner: Player) -> None:
    """The question names its choices, hexes say who is in them, and what is judged says so in words."""
    asked = "Must g1 (german squad) rout?"
    there = heard(learner)
    assert ("heading", asked) in there and ("radiogroup", asked) in there
    assert there["radio", "No"]["checked"] == "false"
    assert ("image", "yK5, orchard, 1 MF, g1 here") in there
    assert ("image", "g1 (german squad) in yK5, broken, DM") in there
    assert not {"yK5", "g1"} & {name for _, name in there}  # the labels of the drawing are not read again
    answer(learner, "no")
    assert ("radio", "No wrong") in heard(learner)
    assert learner.page.evaluate("document.querySelector('#said').ariaLive") == "polite"
    answer(learner, "yes")
    go_on(learner)
    shown(learner)
    assert learner.page.evaluate("document.activeElement.textContent").startswith("Which of these hexes may g1")
    learner.click_hex("yI4")
    there = heard(learner)
    assert there["button", "yI4, stone building, 2 MF, chosen"]["pressed"] == "true"
    assert there["checkbox", "yI4"]["checked"] == "true"
    learner.page.locator("#check").click()
    assert ("button", "yI4, stone building, 2 MF, wrong, chosen") in heard(learner)
    learner.page.locator("#in-words summary").click()
    words = learner.text("#map-words")
    assert "yK6: 2 MF, 2 hexes to a2" in words
    assert "road: " in words


def test_a_reason_stands_below_the_line_that_it_explains(learner: Player) -> None:
    to(learner, "which")
    answer(learner, "yL3")
    assert learner.page.locator("#said > ul > li").count() == 1
    assert learner.text("#said > ul > li > ul > li").startswith(
        "yK5 - yL4: a2 in yL4 (No step closer to a Known enemy)"
    )
    answer(learner, "yI4")  # yL3 stays chosen; yI4 has two reasons of its own
    assert learner.page.locator("#said > ul > li").count() == 3


def test_an_enemy_shows_what_it_has_in_los(learner: Player) -> None:
    learner.page.locator('#units button[data-unit="a2"]').click()
    assert learner.page.locator("#map .seen-hex").count() > 10
    assert "a2 has LOS to" in learner.text("#chosen")


def test_progress_stays_in_the_browser_and_nothing_is_sent_elsewhere(learner: Player, served: str) -> None:
    before = learner.text("#progress")
    answer(learner, "yes")
    assert learner.text("#progress") != before
    learner.page.reload()
    learner.page.wait_for_selector("#map .hex")
    assert learner.text("#progress").startswith("Solved: 1 of ")
    assert {
        address.partition("/learn")[0].partition("/api")[0] for address in learner.requests if "/api/" in address
    } == {served.removesuffix("/learn.html")}


def test_after_a_miss_the_next_puzzle_is_about_the_same_rule(learner: Player) -> None:
    learner.page.evaluate("location.hash = '#puzzles-aslsk'")
    learner.page.locator("#panel-name", has_text="Puzzles").wait_for()
    by_key = {"|".join((p["kind"], p["position"], p["unit"], p["asks"])): p for p in document()["puzzles"]}
    asked: list[Any] = []
    for _ in range(3):
        missed = by_key[shown(learner)]
        learner.page.locator("#answer").click()
        go_on(learner)
        after = by_key[shown(learner)]
        about = [p for p in by_key.values() if missed["cites"][0] in p["difficulty"]["rules"] and p["rules"] == "aslsk"]
        asked.append(missed)
        assert after in about or all(p in asked for p in about), missed["cites"][0]


def test_the_puzzle_of_the_day_is_the_same_all_day_and_another_tomorrow(browser: Any, served: str) -> None:
    asked = []
    for day in ("2026-03-01T08:00:00Z", "2026-03-01T20:00:00Z", "2026-03-02T08:00:00Z"):
        player = Player(browser)
        player.page.clock.set_fixed_time(day)
        player.page.goto(f"{served}#day")
        player.page.wait_for_selector("#map .hex")
        asked.append(shown(player))
        player.context.close()
    assert asked[0] == asked[1] != asked[2]


def test_the_first_minute_is_moves_on_the_map(browser: Any, served: str) -> None:
    """No text of more than two lines comes before the first move, and no card but those that were met."""
    player = Player(browser)
    page = player.page
    page.goto(served)
    for number, question in enumerate(first_moves(), 1):
        shown(player)
        assert player.text("#panel-name") == f"First moves, {number} of 3"
        assert not page.locator("#primer").is_visible()
        for text in ("#asked", "#ask .hint"):
            assert page.locator(text).evaluate(
                "e => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight) <= 2"
            )
        assert ("Press the hex on the map" in player.text("#ask")) == (len(question.right) == 1)
        surprise = number == 3
        if surprise:  # the next hex takes the place of a wrong one
            player.click_hex("yI5")
            page.locator("#check").click()
            page.wait_for_selector("#said.bad")
        for hex_ in question.right:
            player.click_hex(hex_)
        page.locator("#check").click()
        page.wait_for_selector("#said.good")
        if surprise:
            page.locator("#hinted", has_text="The line on the map: yK5 - yJ5 - yI5, 3 MF").wait_for()
        go_on(player)
    page.locator("#panel-name", has_text="Lesson 1:").wait_for()
    assert player.complaints == []
    player.context.close()


def test_a_card_is_met_before_it_is_shown(learner: Player) -> None:
    assert learner.text("#basics") == "Rules met: 0 of 10"
    answer(learner, "yes")
    assert "New rule: Who must rout." in learner.text("#said")
    assert learner.text("#basics") == "Rules met: 1 of 10"
    learner.page.locator("#basics").click()
    assert learner.page.locator("#ten li").count() == 10
    assert learner.page.locator("#ten .unmet").count() == 9
    assert "A broken unit must rout" in learner.text("#ten")
    learner.page.locator("#primer-all").click()
    assert learner.page.locator("#ten .unmet").count() == 0
    assert "Open ground and orchard cost 1" in learner.text("#ten")
    assert "Known An enemy that the unit knows of" in learner.text("#words") and "NMC" in learner.text("#words")


def test_hints_come_before_the_answer(learner: Player) -> None:
    to(learner, "which")
    learner.page.locator("#hint").click()
    first = learner.text("#hinted")
    assert first.startswith("It is about: ")
    learner.page.locator("#hint").click()
    assert learner.text("#hinted") == "One that is right: yK6."
    answer(learner, "yK6")
    assert learner.text("#said h3") == "Right."
    assert learner.page.locator("#dots .hint").count() == 1


def test_the_safest_rout_is_played_when_the_question_is_over(learner: Player) -> None:
    to(learner, "which")
    answer(learner, "yK6")
    learner.page.wait_for_selector("#map .way-line.played")
    assert len((learner.page.locator("#map .way-line").get_attribute("points") or "").split()) == 3


def of_key() -> dict[str, Any]:
    return {"|".join((p["kind"], p["position"], p["unit"], p["asks"])): p for p in document()["puzzles"]}


def solve(learner: Player, puzzle: dict[str, Any]) -> None:
    """Answers a puzzle rightly."""
    if puzzle["form"] == "hexes":
        for name in puzzle["right"]:
            learner.click_hex(name)
        if not puzzle["right"]:
            learner.page.locator("#none").check()
    else:
        for name in puzzle["right"] or [""]:
            learner.page.locator(f'#choices input[value="{name}"]' if name else "#none").check()
    learner.page.locator("#check").click()
    learner.page.wait_for_selector("#said.good")


def test_a_set_of_ten_has_a_result_that_another_can_open(learner: Player, browser: Any) -> None:
    page, by_key = learner.page, of_key()
    page.evaluate("location.hash = '#puzzles-aslsk'")
    page.locator("#panel-name", has_text="Puzzles, 1 of 10").wait_for()
    asked = []
    for number in range(10):
        asked.append(shown(learner))
        if number < 3:
            solve(learner, by_key[asked[-1]])
        else:
            page.locator("#answer").click()
            page.wait_for_selector("#said.bad")
        go_on(learner)
    assert len(set(asked)) == 10
    ratings = [by_key[key]["difficulty"]["rating"] for key in asked]
    assert sum(ratings[:3]) < sum(ratings[-3:]), "a set climbs"
    page.locator("#panel-name", has_text="3 of 10 solved").wait_for()
    assert "streak 0" in learner.text("#result") and "Missed: " in learner.text("#result")
    assert page.locator("#dots .right").count() == 3 and page.locator("#dots .wrong").count() == 7
    link = page.locator("#link").input_value()
    other = Player(browser)
    other.page.goto(link)
    assert shown(other) == asked[0]
    assert other.text("#where") == "Somebody solved 3 of these 10. Your turn."
    again = [asked[0]]
    for _ in range(9):
        go_on(other)
        again.append(shown(other))
    assert again == asked
    other.context.close()
    page.locator("#another").click()
    page.locator("#panel-name", has_text="Puzzles, 1 of 10").wait_for()
    assert by_key[shown(learner)]["position"] not in {by_key[each]["position"] for each in asked}


def test_a_puzzle_that_was_missed_comes_again_after_a_day_and_after_three(browser: Any, served: str) -> None:
    player, by_key = Player(browser), of_key()
    page = player.page

    def first_of(day: str) -> str:
        page.clock.set_fixed_time(f"2026-03-{day}T12:00:00Z")
        page.goto("about:blank")
        page.goto(f"{served}#puzzles-aslsk")
        return shown(player)

    missed = first_of("01")
    page.locator("#answer").click()
    page.wait_for_selector("#said.bad")
    assert first_of("01") != missed
    for day, comes in (("02", True), ("04", False), ("05", True), ("20", False)):
        asked = first_of(day)
        assert (asked == missed) == comes, day
        if comes:
            solve(player, by_key[asked])
    player.context.close()


def test_the_rating_is_that_of_the_published_example(learner: Player) -> None:
    """Glickman, "Example of the Glicko-2 system": 1500, 200, 0.06 after a win and two losses."""
    player = learner.page.evaluate(
        "learnProgress.rated({rating: 1500, deviation: 200, volatility: 0.06}, [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]])"
    )
    assert [round(player[name], digits) for name, digits in (("rating", 2), ("deviation", 2), ("volatility", 5))] == [
        1464.05,
        151.52,
        0.06,
    ]


def test_an_answer_is_chosen_by_its_letter(learner: Player) -> None:
    learner.page.locator("#asked").focus()
    learner.page.keyboard.press("n")
    assert learner.page.locator('#choices input[value="no"]').is_checked()
    learner.page.keyboard.press("1")
    assert learner.page.locator('#choices input[value="yes"]').is_checked()


def test_nothing_of_the_last_question_is_left_on_the_next(learner: Player) -> None:
    to(learner, "which")
    learner.page.locator("#answer").click()
    assert learner.page.locator("#map .right-hex").count() and learner.text("#chosen")
    learner.page.locator('#units button[data-unit="a2"]').click()
    learner.page.set_viewport_size({"width": 1400, "height": 500})
    learner.page.locator("#panel").evaluate("panel => { panel.scrollTop = 1000; }")
    assert learner.page.locator("#panel").evaluate("panel => panel.scrollTop") > 0
    learner.page.locator("#next").dispatch_event("click")
    shown(learner)
    assert learner.page.locator("#map :is(.right-hex, .seen-hex, .picked-hex)").count() == 0
    assert learner.text("#chosen") == ""
    assert learner.page.locator("#panel").evaluate("panel => panel.scrollTop") == 0


def test_the_rout_that_reveals_may_spoil_is_on_the_map(learner: Player) -> None:
    learner.page.evaluate("location.hash = '#puzzles-asl/kind:reveals'")
    learner.page.locator("#panel-name", has_text="Puzzles").wait_for()
    kind = shown(learner)
    assert kind.startswith("reveal|")
    asked = next(p for p in document()["puzzles"] if "|".join((p["kind"], p["position"], p["unit"], p["asks"])) == kind)
    points = learner.page.locator("#map .way-line").get_attribute("points") or ""
    assert len(points.split()) == len(asked["path"]) > 2
    learner.page.locator("#answer").click()
    told = [choice["words"] for choice in asked["choices"] if choice["name"] in asked["right"]]
    assert learner.text("#said h3") == f"The answer: {'; '.join(told)}."


def test_what_was_solved_stays_solved(learner: Player) -> None:
    answer(learner, "yes")
    assert learner.text("#progress").startswith("Solved: 1 of ")
    learner.page.reload()
    learner.page.wait_for_selector("#map .hex")
    learner.page.locator("#answer").click()
    assert learner.text("#said h3").startswith("The answer:")
    assert learner.text("#progress").startswith("Solved: 1 of ")
    assert "Forced by an enemy next to it" in learner.text("#practise")
    assert learner.page.locator("#practise a").count() == 1


def test_a_question_is_skipped_until_it_is_answered(learner: Player) -> None:
    assert learner.text("#next") == "Skip"
    learner.page.locator("#answer").click()
    assert learner.text("#next") == "Next"
    go_on(learner)
    to(learner, "way")
    assert learner.text("#next") == "Skip"
    learner.page.locator("#answer").click()
    learner.page.locator("#said", has_text="The safest rout").wait_for()
    while learner.text("#next") == "Next":
        go_on(learner)
        assert document()["lessons"][SEVEN - 1]["rule"] in of_key()[shown(learner)]["difficulty"]["rules"]
        learner.page.locator("#answer").click()
        learner.page.locator("#said h3").wait_for()
    assert learner.text("#panel-name").startswith(f"Lesson {SEVEN}: ")
    assert learner.text("#next") == "Done: next lesson"
    go_on(learner)
    learner.page.locator(f"#lesson option:checked[value='{SEVEN + 1}']").wait_for(state="attached")
    learner.page.evaluate("location.hash = '#puzzles-aslsk'")
    learner.page.locator("#panel-name", has_text="Puzzles").wait_for()
    assert learner.page.locator("#lesson").input_value() == ""


def test_none_is_chosen_like_any_other_and_checked(learner: Player) -> None:
    to(learner, "interdicted")
    learner.page.locator("#check").click()
    assert "tick None" in learner.text("#problem")
    learner.page.locator("#none").check()
    assert learner.text("#said") == ""
    learner.page.locator("#check").click()
    assert learner.text("#said h3") == "No, there is at least one."
    learner.click_hex("yJ5")
    assert not learner.page.locator("#none").is_checked()
    learner.page.locator("#check").click()
    assert learner.text("#said h3") == "Right."


def test_a_check_that_takes_time_says_so_at_once(learner: Player) -> None:
    to(learner, "way")
    held: list[Any] = []
    learner.page.route("**/api/learn", lambda route: held.append(route))
    learner.click_hex("yJ5")
    learner.page.locator("#check").click()
    assert learner.text("#said h3") == "The referee follows the rout …"
    while not held:
        learner.page.wait_for_timeout(20)
    held[0].continue_()
    learner.page.locator("#said h3", has_text="legal").wait_for()


def test_the_mf_of_the_terrain_is_on_the_map_and_below_it(learner: Player) -> None:
    assert learner.text("#key").startswith("MF to enter: ") and "stone building" in learner.text("#key")
    learner.hex("yJ5").hover(position={"x": 8, "y": 30})
    assert learner.text("#hover") == "yJ5, open ground, 1 MF"
    assert (learner.hex("yK6").get_attribute("aria-label") or "").startswith("yK6, stone building, 2 MF")
    assert "not Known to it" in learner.text("#units")
    learner.page.locator("#marks summary").click()
    assert learner.page.locator("#legend svg").count() == 1
    assert "DM: Desperation Morale" in learner.text("#mark-words")


def test_the_map_of_each_lesson_fits_the_window(learner: Player) -> None:
    for number in range(1, len(lessons()) + 1):
        learner.page.evaluate(f"location.hash = '#lesson-{number}'")
        learner.page.locator("#panel-name", has_text=f"Lesson {number}:").wait_for()
        shown(learner)
        room = learner.page.evaluate(
            "[...document.querySelectorAll('#map')].map(m => [m.scrollWidth - m.clientWidth, m.scrollHeight - m.clientHeight])[0]"
        )
        assert room == [0, 0], number


def test_puzzles_are_of_the_difficulty_that_is_chosen_and_mixed(learner: Player) -> None:
    by_key = {"|".join((p["kind"], p["position"], p["unit"], p["asks"])): p for p in document()["puzzles"]}
    learner.page.locator("#choose summary").click()
    learner.page.locator("#hard").select_option("hard")
    learner.page.locator("#some").click()
    learner.page.locator("#panel-name", has_text="Puzzles").wait_for()
    kinds = []
    for _ in range(4):
        asked = by_key[shown(learner)]
        assert asked["difficulty"]["level"] >= 4
        assert asked["position"] not in learner.text("#where")
        kinds.append(asked["kind"])
        go_on(learner)
    assert all(one != other for one, other in pairwise(kinds))
    shown(learner)
    learner.page.locator("#answer").click()
    learner.page.locator("#said h3", has_text="The answer").wait_for()
    assert "/" not in learner.text("#where"), "the name of a file is no reason"


def right_by_touch(learner: Player, puzzle: dict[str, Any]) -> None:
    """Answers a question of choices or hexes by touch, and goes on."""
    page = learner.page
    for name in puzzle["right"] or ["none"]:
        if puzzle["form"] == "hexes" and puzzle["right"]:
            learner.hex(name).scroll_into_view_if_needed()
            box = learner.hex(name).bounding_box()
            page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)
        else:
            page.locator("#none" if name == "none" else f'#choices input[value="{name}"]').tap()
    page.locator("#check").tap()
    page.wait_for_selector("#said.good")
    page.locator("#next").tap()


def test_a_lesson_and_three_puzzles_are_answered_by_touch_on_a_phone(browser: Any, served: str) -> None:
    learner = Player(browser, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page = learner.page
    page.goto(f"{served}#lesson-{SEVEN}")
    for question in document()["lessons"][SEVEN - 1]["questions"]:
        assert shown(learner).startswith(f"{question['kind']}|")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        at = page.evaluate(
            """() => {
              const map = document.getElementById("map"), frame = map.getBoundingClientRect();
              const unit = map.querySelector('[data-unit="g1"]').getBoundingClientRect();
              return [map.scrollWidth > map.clientWidth, (unit.x + unit.width / 2 - frame.x) / frame.width];
            }"""
        )
        assert at[0] and 0.2 < at[1] < 0.8  # the map is wider than the phone, and shows its middle, the unit
        if question["kind"] != "way":
            right_by_touch(learner, question)
    for hex_ in ("yJ5", "yI5"):
        learner.hex(hex_).scroll_into_view_if_needed()
        box = learner.hex(hex_).bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)
    page.locator("#check").tap()
    page.wait_for_selector("#said.good")
    page.locator("#some").tap()
    page.locator("#panel-name", has_text="1 of").wait_for()
    by_key = {"|".join((p["kind"], p["position"], p["unit"], p["asks"])): p for p in document()["puzzles"]}
    for _ in range(3):
        right_by_touch(learner, by_key[shown(learner)])
    assert learner.complaints == []
    learner.context.close()


def press_until(learner: Player, focused: str, key: str = "Tab") -> None:
    """Presses a key until an element that a selector names has the focus."""
    for _ in range(60):
        if learner.page.evaluate("(selector) => document.activeElement.matches(selector)", focused):
            return
        learner.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {focused}")


def press_to_hex(learner: Player, name: str) -> None:
    """Goes to a hex of the map by the arrow keys, each time by one that leads nearer, and presses Enter."""
    page = learner.page
    press_until(learner, "#map .hex")
    away = """name => {
      const middle = hex => {
        const box = hex.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const [x, y] = middle(document.activeElement), [to_x, to_y] = middle(document.querySelector(`[data-hex="${name}"]`));
      return [to_x - x, to_y - y];
    }"""
    for _ in range(60):
        if page.evaluate("document.activeElement.dataset.hex") == name:
            page.keyboard.press("Enter")
            return
        right, down = page.evaluate(away, name)
        sideways = abs(right) > 8
        page.keyboard.press(
            ("ArrowRight" if right > 0 else "ArrowLeft") if sideways else ("ArrowDown" if down > 0 else "ArrowUp")
        )
    raise AssertionError(f"the arrow keys do not lead to {name}")


def right_by_keyboard(learner: Player, puzzle: dict[str, Any]) -> None:
    """Answers a question by keyboard alone."""
    hexes = ("yJ5", "yI5") if puzzle["form"] == "path" else puzzle["right"] if puzzle["form"] == "hexes" else ()
    if hexes:
        for name in hexes:
            press_to_hex(learner, name)
    else:
        for name in puzzle["right"] or ["none"]:
            box = "#none" if name == "none" else f'#choices input[value="{name}"]'
            press_until(learner, "#choices input" if puzzle["form"] == "one" else box)
            if puzzle["form"] == "one":
                press_until(learner, box, "ArrowDown")
            learner.page.keyboard.press("Space")
    press_until(learner, "#check")
    learner.page.keyboard.press("Enter")
    learner.page.wait_for_selector("#said.good")


def test_a_lesson_and_a_puzzle_are_answered_by_keyboard_alone(learner: Player) -> None:
    for question in document()["lessons"][SEVEN - 1]["questions"]:
        learner.page.wait_for_selector(f'body[data-shown^="{question["kind"]}|"]')
        right_by_keyboard(learner, question)
        press_until(learner, "#next")
        if question["form"] != "path":
            learner.page.keyboard.press("Enter")
    press_until(learner, "#some")
    learner.page.keyboard.press("Enter")
    learner.page.locator("#panel-name", has_text="1 of").wait_for()
    by_key = {"|".join((p["kind"], p["position"], p["unit"], p["asks"])): p for p in document()["puzzles"]}
    right_by_keyboard(learner, by_key[shown(learner)])


@looks()
def test_axe_finds_nothing(scheme: str, size: str, browser: Any, served: str) -> None:
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = player.page
    page.goto(f"{served}#lesson-{SEVEN}")
    page.wait_for_selector("#map .hex")
    page.locator('#choices input[value="no"]').check()
    page.locator("#check").click()
    assert faults(page) == []
    player.context.close()
