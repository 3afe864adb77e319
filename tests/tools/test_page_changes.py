"""Positions changed, linked and answered again on the page of `pyrout serve`, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from drawings import WILLING
from page_player import SEVEN, SIZES, Player
from positions_wide import FOUR, field

import pyrout
from pyrout.cli import main


def test_a_player_drags_reads_follows_saves_and_opens_again(player: Player, served: str, tmp_path: Path) -> None:
    page = player.open(served)
    assert "MUST ROUT" in player.text("#answer .head")

    player.drag("g1", "yK4")
    assert player.text("#answer .head").startswith("g1 (german squad) in yK4")
    player.click_hex("yL4")
    assert "a2" in player.text("#detail")
    player.click_hex("yK6")
    why = player.text("#detail")
    assert "not a legal destination" in why or "no legal way" in why
    assert re.search(r"\w \([^)]+\): [A-Z].*\.", why), "the rule has its title, section and sentence"

    page.locator("#routes .end-row").first.click()
    assert page.locator("#map .picked").count() == 1
    assert page.locator("#detail ol.steps > li").count() >= 3

    with page.expect_download() as waiting:
        page.locator("#save-menu > summary").click()
        page.locator("#save-lp").click()
    saved = tmp_path / "moved.lp"
    waiting.value.save_as(saved)
    assert 'at(g1,"yK4").' in saved.read_text()
    answer = pyrout.solve(pyrout.load(saved))["g1"]
    assert f"{answer.at}, 6 MF" in player.text("#answer .head")

    player.choose_example("example-03")
    page.wait_for_selector("#title:has-text('example-03.lp')")
    before = player.times_drawn
    page.set_input_files("#open", saved)
    player.settled(before)
    assert player.text("#title") == "German squad in yK4 must rout to yJ3 moved.lp"
    assert player.text("#answer .head").startswith("g1 (german squad) in yK4")


def test_changes_are_undone_and_done_again(player: Player, served: str) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.locator('#map [data-unit="g1"]').click()
    page.locator('[data-status="broken"]').uncheck()
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert "MUST ROUT" not in player.text("#answer")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f'body[data-shown="{before + 2}"]')
    assert "MUST ROUT" in player.text("#answer")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_selector(f'body[data-shown="{before + 3}"]')
    assert "MUST ROUT" not in player.text("#answer")


def test_the_leadership_of_a_leader_is_given_in_the_form_of_the_unit(
    player: Player, served: str, tmp_path: Path
) -> None:
    (tmp_path / "led.lp").write_text(
        WILLING.replace('"A4",woods', '"A4",open_ground') + "status(g1,broken). status(g1,dm). broken_morale(g1,7)."
        'unit(l1,german,leader). at(l1,"A3"). accompanies(l1,g1).'
    )
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "led.lp")
    player.settled(before)
    assert "no leadership DRM of l1 as no fact gives it" in player.text("#answer")
    page.locator('#map [data-unit="g1"]').click()
    assert page.locator('[data-number="broken_morale"]').input_value() == "7"
    assert page.locator('[data-number="leadership"]').count() == 0
    page.locator('#map [data-unit="l1"]').click()
    page.locator('[data-number="leadership"]').fill("-1")
    page.locator('[data-number="leadership"]').press("Tab")
    player.settled(before + 1)
    assert page.locator('[data-number="leadership"]').input_value() == "-1"
    assert "the leadership of l1 gives a DRM of -1" in player.text("#answer")


def test_a_player_asks_what_a_unit_could_do_if_it_broke(player: Player, served: str, tmp_path: Path) -> None:
    (tmp_path / "willing.lp").write_text(WILLING)
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "willing.lp")
    player.settled(before)
    assert "g1 (german squad) may break on purpose" in player.text("#units")
    page.get_by_role("button", name="What if g1 breaks?").click()
    player.settled(before + 1)
    assert player.text("#answer .head") == "g1 (german squad) in A3, 6 MF: cannot rout"
    assert "if it does: MUST ROUT, to A4, 3 ways" in player.text("#answer")
    assert player.text("#routes-name") == "Ways 3, if it breaks"
    assert page.locator("#routes .end-row b").all_inner_texts() == ["Reaches A4", "Stops in A5", "Low Crawl to A4"]
    page.locator('#map [data-unit="g1"]').click()
    player.click_hex("A4")
    assert "For g1, if it breaks: destination, 2 MF." in player.text("#detail")
    assert "A4 is a destination, 2 MF" in player.text("#detail")
    # A change makes another position of it, of which nobody has asked that yet
    page.locator('[data-status="pinned"]').check()
    player.settled(before + 2)
    assert page.get_by_role("button", name="What if g1 breaks?").count() == 1


def test_what_was_chosen_beside_a_position_is_said_in_its_facts(player: Player, served: str, tmp_path: Path) -> None:
    """Comments are no facts, and nothing need stand between two of them."""
    page = player.open(served)
    file = tmp_path / "said.lp"
    text = SEVEN.read_text(encoding="utf-8").replace("rules(aslsk).", "rules(aslsk).option(revisit,forbid).")
    assert text.count("option(") == 1
    file.write_text(text + "% e.g. option(revisit,forbid). month(3).\n", encoding="utf-8")
    before = player.times_drawn
    page.set_input_files("#open", file)
    player.settled(before)
    page.locator("#setup-name").click()
    page.locator("details.options > summary").click()
    page.locator('[data-option="revisit"]').select_option("allow")
    player.settled(before + 1)
    page.locator("#save-menu > summary").click()
    with page.expect_download() as waiting:
        page.locator("#save-lp").click()
    saved = tmp_path / "again.lp"
    waiting.value.save_as(saved)
    facts = {str(fact) for fact in pyrout.load(saved).facts}
    assert {fact for fact in facts if fact.startswith(("option", "rules"))} == {"option(revisit,allow)", "rules(aslsk)"}
    assert "month(3)" not in facts


def test_where_nobody_is_broken_the_remedy_is_said(player: Player, served: str) -> None:
    page = player.open(served)
    remedy = "No unit may rout: none is broken. Mark one: right click, long press, or the key M, on its counter"
    assert remedy not in player.text("#units")
    for there in (True, False):
        before = player.times_drawn
        page.locator('#map [data-unit="g1"]').click(button="right")
        page.get_by_role("menuitemcheckbox", name="broken").click()
        player.settled(before)
        assert (remedy in player.text("#units")) == there
    assert page.locator("#units > ul .row-of").count()


def test_a_unit_without_a_hex_asks_for_one(browser: Any, served: str) -> None:
    player = Player(browser)
    page = player.open(served)
    page.locator("#edit").click()
    page.locator("#typed").fill("german squad")
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem:has-text('begin with one, as in E5 woods')")
    player.context.close()
    assert all("422" in complaint for complaint in player.complaints)


def test_a_unit_is_moved_by_keyboard(player: Player, served: str) -> None:
    page = player.open(served)
    page.locator('#map [data-unit="a2"]').focus()
    page.keyboard.press("Enter")
    before = player.times_drawn
    page.locator("#place").fill("yJ4")
    page.keyboard.press("Enter")
    player.settled(before)
    assert page.locator('#map [data-unit="a2"]').get_attribute("data-at") == "yJ4"


PUBLIC = "https://example.org/rout/"


def with_public(route: Any) -> None:
    """Answer as a server that knows its public address."""
    words = route.fetch()
    route.fulfill(response=words, json={**words.json(), "public": PUBLIC})


def test_a_link_holds_the_position_and_sends_nothing(player: Player, served: str, browser: Any) -> None:
    player.page.route("**/api/words", with_public)
    page = player.open(served)
    player.drag("g1", "yK4")
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_url("**#l=*")
    assert len(page.url) < 2100, "short enough for a forum"
    page.wait_for_selector("#busy:has-text('It opens on this machine only.'):has(button:has-text('Save the page for others'))")
    page.locator("#public-link").click()
    page.wait_for_selector("#busy:has-text('The public link')")
    assert page.evaluate("navigator.clipboard.readText()") == PUBLIC + page.url.removeprefix(served)
    other = Player(browser)
    other.open(page.url)
    assert other.text("#answer .head").startswith("g1 (german squad) in yK4")
    assert not [url for url in other.requests if "#" in url.removeprefix(page.url) or "l=" in url.partition("#")[0]]
    other.context.close()


@pytest.mark.parametrize("damage", ["", "%20"])
def test_a_damaged_link_shows_its_fault_and_an_example(browser: Any, served: str, damage: str) -> None:
    """The words are those of `pyrout solve -p`."""
    player, packed = Player(browser), "1.dZLdjoIwEEZfxRdosgj" + damage
    player.open(f"{served}#l={packed}")
    said = CliRunner().invoke(main, ["solve", "-p", packed]).output.strip().removeprefix("pyrout: ")
    assert "copy the whole of it again" in said
    assert player.text("#problem") == f"{said}. The position shown is an example, not that of the link."
    assert player.text("#answer .head").startswith("g1 (german squad) in yK5")
    player.context.close()
    assert all("422" in complaint for complaint in player.complaints)


def test_two_readings_stand_side_by_side(player: Player, served: str) -> None:
    page = player.open(served)
    player.choose_example("example-03")
    page.wait_for_selector("#title:has-text('example-03.lp')")
    page.locator("#more-menu > summary").click()
    page.select_option("#compare", "revisit")
    page.wait_for_selector("#readings svg >> nth=1")
    assert page.locator("#readings h3").all_inner_texts() == ["revisit=forbid", "revisit=allow"]
    assert "The readings give different answers here." in player.text("#readings")
    assert page.locator("#more-menu").get_attribute("open") is None, "nothing lies over the comparison"
    assert page.locator("#readings svg [aria-label], #readings svg [role], #readings svg [tabindex]").count() == 0
    widths = [section.bounding_box()["width"] for section in page.locator("#readings section").all()]
    assert sum(widths) > 0.9 * SIZES["desk"]["width"], "the maps share the whole width"
    assert not re.search(r"\b1 ways", player.text("#readings"))
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    page.locator("#readings h2 button").click()
    assert page.locator("#readings").count() == 0 and page.locator("#compare").input_value() == ""


def test_the_chosen_unit_goes_first_and_the_others_follow(player: Player, served: str, tmp_path: Path) -> None:
    """A pending answer is shown as being worked out, and a newer change replaces it."""
    page = player.open(served)
    held: list[Any] = []

    def hold(route: Any) -> None:
        if "first" in route.request.post_data_json:
            route.continue_()
        else:
            held.append(route)

    def follow() -> Any:
        while not held:
            page.wait_for_timeout(20)
        return held.pop()

    page.route("**/api/view", hold)
    file = tmp_path / "four.lp"
    file.write_text(field("aslsk", [*FOUR, ("r5", "A6", "")]).program(), encoding="utf-8")
    before = player.times_drawn
    page.set_input_files("#open", file)
    page.wait_for_selector(f'body[data-shown="{before + 1}"][data-pending="3"]')
    assert player.text("#answer .head").startswith("g1 (german squad) in C3")
    rows = page.locator("#units > ul .row-of")
    assert [text.split()[0] for text in rows.locator(".who").all_inner_texts()] == ["g1", "g2", "g3", "g4"]
    assert ["being worked out" in text for text in rows.all_inner_texts()] == [False, True, True, True]
    assert "3 more being worked out" in player.text("#busy")
    page.locator('#units [data-choose="g2"]').click()
    assert player.text("#answer") == "g2 (german squad): being worked out …"
    assert not page.locator("#routes li").count()
    follow().continue_()
    page.wait_for_selector(f'body[data-shown="{before + 2}"][data-pending="0"][data-reasons=there]')
    assert player.text("#answer .head").startswith("g2 (german squad) in AA3"), "it is still the chosen one"
    assert "being worked out" not in player.text("#units")

    def pin(enemy: str) -> None:
        page.locator(f'#map [data-unit="{enemy}"]').click(button="right")
        page.get_by_role("menuitemcheckbox", name="pinned").click()

    pin("r1")
    page.wait_for_selector(f'body[data-shown="{before + 3}"][data-pending="2"]')
    follow()  # the page does not wait for it any more: it is not sent on
    pin("r5")
    page.wait_for_selector(f'body[data-shown="{before + 4}"][data-pending="2"]')
    assert [text.split()[0] for text in page.locator(".row-of.pending .who").all_inner_texts()] == ["g1", "g3"]
    assert player.text("#answer .head").startswith("g2 (german squad) in AA3")
    page.locator("#routes .end-row >> nth=0").click()
    follow().continue_()
    page.wait_for_selector('body[data-pending="0"]')
    assert page.locator('#routes [data-end="0"][aria-pressed="true"]').count(), "the route is still followed"
    assert page.locator(".row-of.pending").count() == 0
    assert "pinned" in page.locator('#map [data-unit="r1"]').get_attribute("aria-label")
    assert "pinned" in page.locator('#map [data-unit="r5"]').get_attribute("aria-label")


def test_the_chosen_unit_has_its_reasons_where_the_others_could_not_be_worked_out(
    player: Player, served: str, tmp_path: Path
) -> None:
    page = player.open(served)
    asked: list[str] = []

    def fail(route: Any) -> None:
        if "first" in route.request.post_data_json:
            route.continue_()
        else:
            asked.append(route.request.url)
            route.fulfill(status=503, json={"error": "four.lp: the time limit was reached"})

    page.route("**/api/view", fail)
    file = tmp_path / "four.lp"
    file.write_text(field("aslsk", FOUR, seed=2).program(), encoding="utf-8")
    before = player.times_drawn
    page.set_input_files("#open", file)
    page.wait_for_selector(f'body[data-shown="{before + 1}"][data-pending="0"][data-reasons=there]')
    assert player.text("#problem") == "four.lp: the time limit was reached"
    assert player.text("#answer .head").startswith("g1 (german squad) in C3")
    assert page.locator("#walk li").count(), "why it is so"
    rows = page.locator("#units > ul .row-of").all_inner_texts()
    assert ["not worked out" in text for text in rows] == [False, True, True, True]
    assert player.text("#busy") == ""
    page.locator('#units [data-choose="g2"]').click()
    assert player.text("#answer") == "g2 (german squad): not worked out"
    # If it is drawn again, as after a change that is refused, the rest is not asked for again
    page.locator('#units [data-choose="g1"]').click()
    page.locator("#place").fill("nowhere")
    page.get_by_role("button", name="Move", exact=True).click()
    page.wait_for_selector(f'body[data-shown="{before + 2}"][data-reasons=there]')
    assert "no hex" in player.text("#problem")
    assert len(asked) == 1
    assert "being worked out" not in player.text("body")
    assert all("503" in said or "422" in said for said in player.complaints)
    player.complaints.clear()
